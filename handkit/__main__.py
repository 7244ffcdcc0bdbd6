"""`python -m handkit`: play in a terminal, read the rules, check games and records, hold tournaments."""

from __future__ import annotations

import argparse
import dataclasses
import os
import random
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from handkit import __version__, bots, files, games
from handkit.cards import shorten
from handkit.game import (
    DEALER,
    ONLOOKER,
    Game,
    Option,
    OptionError,
)
from handkit.match import Match, RecordError
from handkit.rulebook import Rulebook, coverage, rulebook
from handkit.terminal.scene import standing
from handkit.terminal.session import Session
from handkit.terminal.speech import Wrong, fit, say

VERIFIES = """\
what this can prove: of a record, that it was played by the rules and that its deals follow its seed; of
a file that was handed in, also that each question is the one that its seed and the class code give, and
that each answer counted as right is right, by the engine on this machine. Only first tries are counted; the
rules that somebody seems not to know are those whose absence explains the answers, which is no proof.

what it cannot prove: who sat at the machine, and whether somebody helped; whether a session was begun
anew until it went well; whether a position that comes from no generator is the notebook's, and whether
an exercise that is said to be solved was. The checksum finds files that were cut off or changed by
accident: whoever can run handkit can write one that fits."""

TASKS = {
    "to learn a game": "lessons DIR",
    "to play one": "play president --bots easy,normal,hard",
    "to play on": "play president --load FILE",
    "to look up a rule": "rules president P2.3",
    "to ask a class": "quiz president --code 7B",
    "to judge hand-ins": "verify FOLDER --class CODE",
    "to see who is better": "tournament president easy hard --deals 20",
    "to try one's own game": "check my-game",
}


# ── play ──────────────────────────────────────────────────────────────────────────────────────────


def play(args: argparse.Namespace) -> int:
    """Play or watch a match."""
    match = load(args) if args.load else begin(args)
    people = [seat for seat in range(match.game.players) if seat not in match.bots]
    seat = args.seat if args.seat is not None else people[0] if people else ONLOOKER
    if not ONLOOKER <= seat < match.game.players or seat == DEALER:
        raise Wrong(f"There is no seat {seat}: seats are 0 to {match.game.players - 1}.")
    if others := [str(other) for other in people if other != seat]:
        raise Wrong(
            f"People sit at seat {', '.join(others)} of this match too; a terminal is for one person."
        )
    if sys.stdin and sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401 # lines can then be edited and recalled
    if args.save and not args.load and Path(args.save).exists():
        raise Wrong(f"{args.save} exists already: name another file, or play on with --load {args.save}.")
    Session(match, seat, Path(args.save) if args.save else None).run()
    return 0


def begin(args: argparse.Namespace) -> Match:
    """A new match as the command line says."""
    game = game_of(args)
    seats = list(range(game.players))
    person = 0 if args.seat is None else args.seat
    if person not in seats:
        raise Wrong(f"There is no seat {person}: seats are 0 to {game.players - 1}.")
    others = [seat for seat in seats if args.watch or seat != person]
    known = bots.levels(game)
    if not known:
        raise Wrong(f"{game.title} has no computer players to play against.")
    levels = words(args.bots) or (["normal"] if "normal" in known else list(known[-1:]))
    if len(levels) == 1:
        levels *= len(others)
    if len(levels) != len(others):
        each = f"one level, or {len(others)}: one for each computer player"
        raise Wrong(f"--bots takes {each}. There are {', '.join(known)}.")
    names = words(args.names)
    if names and len(names) != len(seats):
        raise Wrong(f"--names takes {len(seats)} names, one for each seat.")
    try:
        players = dict(zip(others, levels, strict=True))
        return Match(game, args.seed, bots=players, names=dict(enumerate(names)))
    except ValueError as error:
        raise Wrong(str(error)) from None


def load(args: argparse.Namespace) -> Match:
    """The match of a file, to be played on."""
    if args.options or args.bots or args.seed or args.names or args.watch:
        raise Wrong("A record has its own options, seed and players: only --seat and --save go with --load.")
    try:
        match = read(Path(args.load))
    except RecordError as error:
        raise Wrong(str(error)) from None
    if match.game.name != args.game:
        raise Wrong(f"This is a match of {match.game.name}.")
    return match


def words(text: str | None) -> list[str]:
    """The words of a list with commas."""
    return [word.strip() for word in (text or "").split(",") if word.strip()]


def game_of(args: argparse.Namespace) -> Game:
    """The game that the command line names, with its options."""
    try:
        return games.find(args.game)(**options_of(args))
    except OptionError as error:
        raise Wrong(str(error)) from None


def options_of(args: argparse.Namespace) -> dict[str, Any]:
    """The options that the command line gives, by name."""
    known = games.find(args.game).options()
    given: dict[str, Any] = {}
    for text in words(",".join(args.options)):
        name, equals, value = text.partition("=")
        if not equals:
            raise Wrong(f"--options takes name=value, not {shorten(text)}. There are {', '.join(known)}.")
        name = name.strip().replace("-", "_").lower()
        given[name] = typed(known.get(name), value.strip())
    return given


def typed(option: Option | None, text: str) -> Any:
    """The value that a text means: a choice of the option, none, a whole number, or the text itself."""
    for choice in option.choices if option else ():
        if str(choice).lower() == text.lower():
            return choice
    if option and option.or_none and text.lower() == "none":
        return None
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text


# ── rules ───────────────────────────────────────────────────────────────────────────────────────


def rules(args: argparse.Namespace) -> int:
    """Print a rulebook or some of its rules, or what its rules lack."""
    try:
        book = rulebook(args.game)
    except ValueError as error:
        raise Wrong(str(error)) from None
    if args.coverage:
        return print_coverage(args.game, book, Path(args.root))
    if not args.ids:
        say(str(book))
        return 0
    try:
        say("\n\n".join(str(book.show(id.upper())) for id in args.ids))
    except KeyError as error:
        raise Wrong(str(error.args[0])) from None
    return 0


def print_coverage(game: str, book: Rulebook, root: Path) -> int:
    """Say what each rule lacks; 1 when any lacks something."""
    missing = next((name for name in ("handkit/games", "tests") if not (root / name).is_dir()), None)
    if missing:
        raise Wrong(f"There is no {missing} in {shorten(str(root))}: name the project's folder with --root.")
    gaps = coverage(game, root)
    for id, lacks in gaps.items():
        say(f"{f'{id} {book[id].title}' if id in book else id}: lacks {', '.join(lacks)}")
    if gaps:
        say(f"{len(gaps)} of {len(book)} rules of {book.title} lack something.")
        return 1
    say(f"all {len(book)} rules: shown in a notebook, enforced in the code, proved by a test.")
    return 0


# ── lessons ─────────────────────────────────────────────────────────────────────────────────────


def lessons(args: argparse.Namespace) -> int:
    """Copy the lessons into a folder, and say how they are opened."""
    from handkit.terminal.lessons import FIRST, write

    folder = Path(args.folder)
    try:
        written = write(args.folder)
    except OSError as error:
        raise Wrong(str(error)) from None
    new = f"{len(written)} file{'' if len(written) == 1 else 's'} written" if written else "nothing new"
    say(f"The lessons are in {folder} ({new}).")
    if find_spec("jupyterlab") is None:
        say('JupyterLab shows them. To install it:  pip install "handkit[lab]"')
    say(f"To open them:  jupyter lab {shlex.quote(str(folder / FIRST))}")
    return 0


def quiz(args: argparse.Namespace) -> int:
    """Write a quiz about some rules: a notebook, and the same questions on paper, with a key."""
    from handkit.lesson import class_code
    from handkit.lesson.generators import check_rule
    from handkit.lesson.quiz import NOTEBOOK, SHEET, notebook, sheet

    game, folder = game_of(args), Path(args.folder)
    name = "-".join(filter(None, ("quiz", game.name, re.sub(r"\W+", "_", args.code))))
    try:
        class_code(args.code)
        rules = [check_rule(game, rule.strip(), "") for rule in args.rules.split(",") if rule.strip()]
        wanted = (game, rules, args.questions, args.code)
        printed, asked = sheet(*wanted), notebook(*wanted)
        written = [
            files.write(folder / f"{name}.ipynb", asked, NOTEBOOK),
            files.write(folder / f"{name}.html", printed, SHEET),
        ]
    except (ValueError, LookupError) as error:
        raise Wrong(str(error)) from None
    except OSError as error:
        raise Wrong(f"The quiz cannot be written: {error}") from None
    say(f"The quiz is in {written[0]}, and on paper, with a key, in {written[1]}.")
    return 0


# ── records ─────────────────────────────────────────────────────────────────────────────────────


def verify(args: argparse.Namespace) -> int:
    """Load records and judge what was handed in, with a line about each; 1 when any cannot be loaded, or does
    not fit together."""
    from handkit.lesson.classpage import PAGE
    from handkit.lesson.classpage import page as of_class
    from handkit.lesson.handins import by_pupil
    from handkit.lesson.verify import GRADE_TABLE, SPREADSHEET, Verified, find, grades, spreadsheet

    out = table_file(args.csv, SPREADSHEET) if args.csv else None
    marks = table_file(args.grades, GRADE_TABLE) if args.grades else None
    page = page_file(args.page) if args.page else None
    try:
        verified = Verified(find(args.files), args.class_code, about)
    except ValueError as error:
        raise Wrong(str(error)) from None
    for line in verified.lines():
        say(" ".join(line.split()))
    judged = [*verified.handed, *verified.failed]
    try:  # with a mark of order, by which a spreadsheet knows the encoding
        if out and judged:
            files.write(out, spreadsheet(judged).encode("utf-8-sig"), SPREADSHEET)
            say(f"The table by learner and rule is in {out}.")
        if marks and judged:
            files.write(marks, grades(verified.handed).encode("utf-8-sig"), GRADE_TABLE)
            say(f"The table of grades is in {marks}.")
        if page and judged:
            files.write(page, of_class(by_pupil(verified.handed), verified.failed, verified.groups), PAGE)
            say(f"The page of the class is in {page}.")
    except OSError as error:
        raise Wrong(f"What was found cannot be written: {error}") from None
    return 0 if verified.all_well else 1


def page_file(name: str) -> Path:
    """Where the page may be written: over nothing but an earlier one."""
    from handkit.lesson.classpage import PAGE

    path = Path(name)
    if path.suffix.lower() not in (".html", ".htm"):
        raise Wrong(f"A page is a file that ends in .html, not {shorten(name)}.")
    try:
        PAGE.check(path)
    except OSError as error:
        raise Wrong(f"The page cannot be written: {error}") from None
    return path


def table_file(name: str, kind: files.FileKind) -> Path:
    """Where a table may be written: never over a record, nor over anything but an earlier one of its kind."""
    from handkit.lesson.verify import is_record

    path = Path(name)
    if is_record(path) or is_record(path.resolve()):
        raise Wrong(f"A table is no record: name a file that ends in .csv, not {shorten(name)}.")
    try:
        kind.check(path)
    except OSError as error:
        raise Wrong(f"The table cannot be written: {error}") from None
    return path


def read(file: Path) -> Match:
    """The match of a file. Raises RecordError that says what is wrong, whatever stands in the file."""
    try:
        if file.exists() and not file.is_file():
            raise RecordError("This is not a file.")
        return Match.load(file)
    except RecordError:
        raise
    except OSError as error:
        raise RecordError(f"{error.strerror}.") from None
    except Exception as error:
        raise RecordError(f"This is not a record of a match ({type(error).__name__}).") from None


def about(match: Match) -> str:
    """A match in one line, with nothing that its players could not know."""
    options = ", ".join(f"{name}={value}" for name, value in match.game.to_json().items())
    parts = [f"{match.game.name} ({options})"]
    for line in match.branches:
        match.switch(line)
        named = f"line {shorten(line)}: " if len(match.branches) > 1 else ""
        outcome = match.outcome
        ended = f"finished: {', '.join(standing(outcome, match.names))}" if outcome else "not finished"
        if match.record()["start"]:
            deals = "begins at a position that was set up"
        else:
            deals = f"deals {'follow' if match.deals_follow_seed() else 'do NOT follow'} the seed"
        parts.append(f"{named}{match.length} move{'' if match.length == 1 else 's'}, {ended}, {deals}")
    opened = ", ".join(str(moment) for moment in match.opened[:20])
    parts.append(f"cards opened after move {opened}" if opened else "cards never opened")
    return " ".join("; ".join(parts).split())


# ── many games ──────────────────────────────────────────────────────────────────────────────────


def tournament(args: argparse.Namespace) -> int:
    """Let levels play the same deals, and say who is better and how surely."""
    from handkit import simulate

    try:
        tell = sys.stderr.isatty() if find_spec("tqdm") else partial(progress, "deals")
        game = game_of(args)
        levels = [bots.bot(game, level).level for level in args.levels]
        result = simulate.tournament(game, levels, args.deals, args.seed, progress=tell, workers=args.workers)
    except ValueError as error:
        raise Wrong(str(error)) from None
    deals = f"{result.deals} deal{'' if result.deals == 1 else 's'}"
    played = "1 game" if result.games == 1 else f"{result.games} games"
    say(f"{played}: {deals}, each with the seats rotated", str(result))
    return 130 if result.ended else 0  # as for any command that was interrupted


def check(args: argparse.Namespace) -> int:
    """Let a game be played at random and prove the laws of games on it; 1 when it breaks one."""
    from handkit import testing

    chosen = choices_of(args)
    random.Random(args.seed).shuffle(chosen)
    report = testing.Report()
    for number in range(args.games):
        game = chosen[number % len(chosen)]
        players = [bots.bot(game, level) for level in bots.levels(game)]
        try:
            report.add(testing.check_game(game, bots=players, seeds=[args.seed + number]))
        except testing.BrokenLaw as broken:
            fixed = ",".join(f"{name}={value}" for name, value in game.to_json().items())
            again = f"check {args.game} --options {fixed} --games 1 --seed {args.seed + number}"
            say(str(broken), f"Once more: python -m handkit {again}")
            return 1
        progress("games", number + 1, args.games)
    tried = f"{min(len(chosen), args.games)} of {len(chosen)} choices of options"
    say(f"{games.find(args.game).title}, {tried}", str(report))
    return 0


def choices_of(args: argparse.Namespace) -> list[Game]:
    """The game with every combination of the options that the command line leaves open."""
    from handkit import testing

    fixed = game_of(args).to_json()
    given = {name: fixed[name] for name in options_of(args)}
    found = [dataclasses.replace(game, **given) for game in testing.every_option(games.find(args.game))]  # type: ignore[type-var]
    return list(dict.fromkeys(found))


def progress(what: str, done: int, of: int) -> None:
    """How far it is, for somebody who waits at a terminal."""
    if sys.stderr.isatty():
        print(f"\r{done} of {of} {what}", end="\n" if done == of else "", file=sys.stderr, flush=True)


# ── the command line ────────────────────────────────────────────────────────────────────────────


def parser() -> argparse.ArgumentParser:
    """What may be typed."""
    called = "handkit" if Path(sys.argv[0]).stem == "handkit" else "python -m handkit"
    form = argparse.RawDescriptionHelpFormatter
    about = "Card games whose every answer cites a rule."
    tasks = "\n".join(f"  {task:22}{called} {words}" for task, words in TASKS.items())
    main = argparse.ArgumentParser(
        called, description=about, epilog=f"what you may want:\n{tasks}", formatter_class=form
    )
    main.add_argument("--version", action="version", version=f"handkit {__version__}")
    commands = main.add_subparsers(title="commands", metavar="COMMAND", required=True)
    known, levels = ", ".join(games.names()), ", ".join(bots.LEVELS)

    def command(run: Callable[[argparse.Namespace], int], help: str) -> argparse.ArgumentParser:
        told = f"{help[0].upper()}{help[1:]}."
        added = commands.add_parser(run.__name__, help=help, description=told, formatter_class=form)
        added.set_defaults(run=run)
        return added

    def of_game(command: argparse.ArgumentParser, options: bool = True) -> argparse.ArgumentParser:
        command.add_argument("game", metavar="GAME", type=game_name, help=f"a game: {known}")
        if options:
            command.format_help = partial(help_with_options, command)  # type: ignore[method-assign]
            about = "options of the game, see below"
            command.add_argument(
                "--options", action="append", default=[], metavar="NAME=VALUE,...", help=about
            )
        return command

    add = of_game(command(play, "play a game against computer players")).add_argument
    about = f"levels of the computer players by seat, as in easy,normal,hard; or one for all ({levels})"
    add("--bots", metavar="LEVELS", help=about)
    add("--seat", type=int, metavar="N", help="your seat, from 0")
    add("--seed", metavar="TEXT", help="a text that fixes all deals; by default each match has new ones")
    add("--names", metavar="NAMES", help="the players' names by seat, as in Ada,Bo,Cy,Di")
    add("--save", metavar="FILE", help="keep the match in this file")
    add("--load", metavar="FILE", help="play on with the match of this file")
    add("--watch", action="store_true", help="computer players in all seats")

    add = of_game(command(rules, "print a rulebook, or some of its rules"), options=False).add_argument
    add("ids", nargs="*", default=[], metavar="ID", help="a rule or a section, as in P2.3 or P2")
    about = "say which rules lack a lesson, code or a test; exit code 1 if any does"
    add("--coverage", action="store_true", help=about)
    add("--root", default=".", metavar="DIR", help="the project's folder, for --coverage (default: this one)")

    add = command(lessons, "copy the lessons, which are notebooks, into a folder").add_argument
    add("folder", metavar="DIR", help="the folder, which is made if need be; lessons that were changed stay")

    add = of_game(command(quiz, "write a quiz: a notebook, and a sheet to print with a key")).add_argument
    add("--rules", default="", metavar="IDS", help="about these rules, as in P2.3,P3.3 (default: all)")
    add("--questions", type=positive, default=10, metavar="N", help="how many questions (default: 10)")
    add("--code", default="", metavar="CODE", help="the class code, so that all get these questions")
    add("--folder", default=".", metavar="DIR", help="where to write it (default: here)")

    add = of_game(command(check, "try whether a game keeps the laws of games")).add_argument
    about = "how many random games, over all player counts and options (default: 20)"
    add("--games", type=positive, default=20, metavar="N", help=about)
    add("--seed", type=int, default=0, metavar="N", help="a number that fixes the games (default: 0)")

    told = "replay records of matches and judge what learners handed in, and say what they are"
    verifier = command(verify, told)
    verifier.epilog = VERIFIES
    add = verifier.add_argument
    add("files", nargs="+", metavar="FILE", help="a record, a file that was handed in, or a folder of them")
    add(
        "--class",
        dest="class_code",
        metavar="CODE",
        help="the class code that what was handed in should have",
    )
    add("--csv", metavar="FILE", help="write a table by learner and rule to this file")
    add("--grades", metavar="FILE", help="write a table with one line for each learner to this file")
    add(
        "--page",
        metavar="FILE",
        help="write a page to print, what the class knows, to this .html file",
    )

    add = of_game(command(tournament, "let computer players play many deals against each other")).add_argument
    add("levels", nargs="+", metavar="LEVEL", help=f"a level: {levels}")
    about = "how many deals, each played with the seats rotated (default: 100)"
    add("--deals", type=positive, default=100, metavar="N", help=about)
    add("--seed", default="tournament", metavar="TEXT", help="a text that fixes all deals")
    add("--workers", type=positive, metavar="N", help="how many processes play (default: one a core)")
    return main


def help_with_options(command: argparse.ArgumentParser) -> str:
    """The help of a command, with the options of every game: who asks for no help waits for no package."""
    lines = []
    for name in games.names():
        try:
            options = games.find(name).options()
        except games.PackageError as error:
            lines.append(str(error))
            continue
        lines.append(f"options of {name}:")
        for option, about in options.items():
            lines.append(f"  {option:14} {about.help}: {about.allowed()} ({about.rule})")
    command.epilog = "\n".join(lines)
    return argparse.ArgumentParser.format_help(command)


def game_name(text: str) -> str:
    """The name of a game, however it is written."""
    try:
        return games.find(text).name
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def positive(text: str) -> int:
    """A whole number, 1 or more."""
    if not re.fullmatch(r"[0-9]{1,9}", text) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{shorten(text)} is not a whole number, 1 or more")
    return int(text)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code: 0, 1 for what was found wrong, 2 for a wrong command."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace")
    args = parser().parse_args(argv)
    try:
        code: int = args.run(args)
        sys.stdout.flush()
    except Wrong as error:
        print(fit(str(error)), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # who read the output has left
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return code


if __name__ == "__main__":
    sys.exit(main())
