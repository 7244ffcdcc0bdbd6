"""`python -m handkit`: play in a terminal, read the rules, check games and records, hold tournaments.

The terminal knows no game. What it shows is a scene (`handkit.table.scene`) in words, drawn from the
view of one seat and nothing else; what it says comes from the game's catalogue.
"""

from __future__ import annotations

import argparse
import dataclasses
import itertools
import os
import random
import re
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from handkit import __version__, bots, files, games
from handkit.cards import CardError, Deck, shorten
from handkit.game import (
    DEALER,
    ONLOOKER,
    Event,
    Game,
    Option,
    OptionError,
    Outcome,
    ParseError,
    Refusal,
    View,
)
from handkit.match import Match, RecordError
from handkit.rulebook import Rulebook, coverage, find_rulebook, rulebook
from handkit.words import nth

if TYPE_CHECKING:
    from handkit.table.scene import Columns, Counted, Duel, Lanes, Plays, ResultScene, Strip, Sums, ZoneScene
    from handkit.table.scenes import Painter

LISTED = 40  # as many moves are listed at once
RECALLED = 8  # as many events are told again when a match is continued
CONSIDERED = 3  # as many moves are named in a hint

HELP = """\
A move is typed as `moves` lists it; cards in any usual spelling ({card}, {lower}, {spoken}).
  moves        what you may play now
  hint         what the best computer player would do, and why
  undo         back to your last choice
  table        the table once more
  rule {id:8}the text of a rule, or of a section; its id alone does too
  rules        the whole rulebook
  save FILE    write the match to a file; --load FILE plays on
  quit         leave
In short: p is pass, q is quit. Capital letters are as good as small ones."""


VERIFIES = """\
what this can prove: of a record, that it was played by the rules and that its deals follow its seed; of
a file that was handed in, also that each question is the one that its seed and the class code give, and
that each answer counted as right is right, by the engine on this machine.

what it cannot prove: who sat at the machine, and whether somebody helped; whether a session was begun
anew until it went well; whether a position that comes from no generator is the notebook's, and whether
an exercise that is said to be solved was. The checksum finds files that were cut off or changed by
accident: whoever can run handkit can write one that fits."""


class Wrong(Exception):
    """A wish that cannot be fulfilled, with what is allowed. The command ends with exit code 2."""


# ── speaking ────────────────────────────────────────────────────────────────────────────────────


@cache
def letters() -> dict[int, str]:
    """The letter of every suit sign, for a terminal that cannot write the sign."""
    decks = [games.find(name).deck for name in games.names()]
    suits = [suit for deck in decks for suit in deck.suits if len(suit.glyph) == 1]
    return {ord(suit.glyph): suit.letter for suit in suits}


PARTS = {"½": ".5", "⅓": " 1/3", "⅔": " 2/3"}  # behind a digit
PLAIN = {
    "½": "0.5", "⅓": "1/3", "⅔": "2/3", "−": "-", "–": "-", "—": "-", "·": "-", "…": "...", "×": "x",
    "→": "->", "─": "-", "✓": "ok", "✕": "x", "±": "+/-", "≤": "<=", "≥": ">=", "“": '"', "”": '"', "’": "'",
    "æ": "ae", "ø": "o",
}  # fmt: skip


def fit(text: str) -> str:
    """A text as standard output can write it: a sign that it lacks in plainer ones, ½ as .5 and ♠ as S. What
    would steer a terminal becomes a question mark."""
    text = "".join(sign if sign.isprintable() or sign == "\n" else "?" for sign in text)
    encoding = sys.stdout.encoding or "utf-8"

    def plainer(found: re.Match[str]) -> str:
        digit, sign = found[1], found[2]
        with suppress(UnicodeEncodeError):
            sign.encode(encoding)
            return found[0]
        plain = (PARTS.get(sign) if digit else None) or PLAIN.get(sign) or letters().get(ord(sign))
        base = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
        return digit + (plain or base or "?")

    return re.sub(r"(\d?)([^\x00-\x7f])", plainer, text)


def say(*lines: str) -> None:
    """Write lines to standard output."""
    for line in lines:
        print(fit(line))


def ask(prompt: str) -> str:
    """One line from standard input. Where nobody sees it being typed, it is written behind the prompt."""
    line = input(fit(prompt))
    if not sys.stdin.isatty():
        say(line)
    return line


def show(deck: Deck, text: str) -> str:
    """A text with its cards in signs, where the suits have them: `give 3♦ 4♣`. Braces around cards go."""
    text = re.sub(r"[{}]", "", text)
    if any(len(suit.glyph) > 1 for suit in deck.suits):
        return text
    return deck.pattern.sub(lambda card: deck.symbol(deck.card(card[0])), text)


# ── the scene in words ──────────────────────────────────────────────────────────────────────────


def painter_of(view: View, names: Mapping[int, str]) -> Painter:
    """Who draws the scene of a view. It learns of no card that the view does not hold: the zones are
    those of a guess that fits the view, and only the faces that its seat may see are taken."""
    from handkit.table.scenes import SceneInput, VisibleZone, painter

    seat, game = view.seat, view.game
    zones = view.guess(random.Random(0)).zones()
    faces = [zone.cards if zone.visible_to(seat) else None for zone in zones]
    visible = [
        VisibleZone(zone.name, zone.cards.bit_count(), seen, zone.owner)
        for zone, seen in zip(zones, faces, strict=True)
    ]
    return painter(game)(SceneInput(game=game, view=view, names=names, zones=visible, events=()))


def picture(view: View, names: Mapping[int, str]) -> list[str]:
    """What a seat sees, in lines."""
    painter, deck = painter_of(view, names), view.game.deck
    lines = ["", painter.meta()] if painter.meta() else [""]
    width = max(len(name) for name in names.values())
    for seat in painter.seats():
        number = f"{seat['count']:3} card{'s' if seat['count'] != 1 else ' '}"
        heaps = [f"{heap['count']} in {heap['label']}" for heap in seat.get("piles", [])]
        marks = [*heaps, seat["role"], *(badge["text"] for badge in seat["badges"])]
        who = f"{seat['seat']}  {seat['name']:{width}}"
        lines.append(f"  {who} {number}  {', '.join(filter(None, marks))}".rstrip())
    for zone in painter.zones():
        lines += zone_lines(zone, deck)
    if you := painter.you():
        heaps = [f"{heap['count']} in {heap['label']}" for heap in you.get("piles", [])]
        about = ", ".join(filter(None, [you["role"], *heaps, *(badge["text"] for badge in you["badges"])]))
        hand = " ".join(in_hand(painter, card) for card in deck.texts(painter.my_hand()))
        lines.append(f"{you['name']}{f' ({about})' if about else ''}: {hand or 'no cards'}")
    if track := painter.track():
        places = ", ".join(f"{row['name']} {row['text']}" for row in track["rows"])
        lines.append(f"{track['label']}: {places}")
    prompt = painter.prompt()
    lines.append(f"{prompt['text']} {prompt['small']}".rstrip())
    return [show(deck, line) for line in lines]


def in_hand(painter: Painter, card: str) -> str:
    """A card of the hand with what is written over it."""
    notes = [painter.mark(card), painter.tag(card) if painter.my_turn else ""]
    note = ", ".join(filter(None, notes))
    return f"{card} ({note})" if note else card


def zone_lines(zone: ZoneScene, deck: Deck) -> Iterable[str]:
    """One zone of a scene in lines."""
    match zone["kind"]:
        case "plays":
            return _plays(zone)
        case "strip":
            return _strip(zone)
        case "lanes":
            return _lanes(zone)
        case "result":
            return _result(zone, deck)
        case "pile":
            return [f"{zone['label']}: {' '.join(zone['cards']) or number_of(zone['count'])}"]
        case "sums":
            return _sums(zone)
        case "duel":
            return _duel(zone)
        case "notice":
            return [f"{zone['text']} ({zone['rule']})" if zone["rule"] else zone["text"]]
        case "columns":
            return _laid(zone)
        case "circle":
            return [f"{zone['label']} ({zone['rule']})"]


def number_of(cards: int) -> str:
    return f"{cards} card{'' if cards == 1 else 's'}"


def _plays(zone: Plays) -> list[str]:
    if not zone["plays"]:
        return [zone["empty"] + "."]
    plays = [f"{play['name']} {' '.join(play['cards'])}" for play in zone["plays"]]
    return [f"{zone['label']}: {', '.join(plays)}"]


def _strip(zone: Strip) -> Iterator[str]:
    """The order, the value to beat in brackets, and below it what stands out."""
    states = [item.get("state", "") for item in zone["items"]]
    items = [f"[{item['text']}]" if item.get("state") == "now" else item["text"] for item in zone["items"]]
    yield f"{zone['label']}:  {' '.join(items)}"
    under = [("-" if state == "up" else " ") * len(text) for state, text in zip(states, items, strict=True)]
    line, note = " ".join(under).rstrip(), zone["ends"][1]
    if line or note:
        yield f"{' ' * len(zone['label'])}   {line}  {note}".rstrip()


def _lanes(zone: Lanes) -> Iterator[str]:
    yield f"{zone['label']}:"

    def cards(given: list[str] | int) -> str:
        return number_of(given) if isinstance(given, int) else " ".join(given)

    for lane in zone["lanes"]:
        left, right = (f"{end['name']} ({end['role']})" for end in (lane["left"], lane["right"]))
        back = f", and got back {cards(lane['to_left'])}" if lane["to_left"] else ""
        yield f"  {left} gave {cards(lane['to_right'])} to {right}{back}"


def _sums(zone: Sums) -> Iterator[str]:
    """Each player's cards with what they count, and the sum."""
    yield f"{zone['label']}:"
    rows = []
    for part in zone["parts"]:
        cards = [_counted(card) for card in part["cards"]]
        cards += ["-"] * part["gaps"]
        sum = f"{part['sum']} = {part['total']}" if part["sum"] else part["total"]
        rows.append([part["name"], " ".join(cards), sum, part["badge"]["text"] if "badge" in part else ""])
    yield from _columns(rows)


def _duel(zone: Duel) -> Iterator[str]:
    """The card asked for, and each answer with its comparison."""
    asked = zone["asked"]
    yield f"{zone['label']}. {asked['name']}: {asked['role']} with {asked['card']}"
    for part in zone["parts"]:
        verdict = f"{part['sum']} {part['badge']['text']}. " if "badge" in part else ""
        card = f"{part['role']} with {part['card']}" if part["card"] else f"{part['role']} next"
        yield f"  {part['name']}: {card}. {verdict}{part['text']} ({', '.join(part['rules'])})"


def _counted(card: Counted) -> str:
    """A card with what it counts."""
    return f"{card['card']} ({card['tag']})" if "tag" in card else card["card"]


def _laid(zone: Columns) -> Iterator[str]:
    """Each card with what it is worth, and what is laid on it."""
    yield f"{zone['label']}:"

    rows = []
    for part in zone["parts"]:
        laid = _counted(part["bottom"]) if "bottom" in part else "-"
        verdict = part["badge"]["text"] if "badge" in part else ""
        rows.append([_counted(part["top"]), laid, part["note"], part["sum"], verdict])
    yield from _columns(rows)


def _columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows of cells, each column as wide as it needs."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _result(zone: ResultScene, deck: Deck) -> Iterator[str]:
    yield f"{zone['title']} {zone['text']}".rstrip()
    rows = [[column.lstrip("#?") for column in zone["columns"]]]
    rows += [[show(deck, cell) for cell in row["cells"]] for row in zone["rows"]]
    yield from _columns(rows)


def standing(outcome: Outcome, names: Mapping[int, str]) -> list[str]:
    """The ranking in words, best first: `1st Ada (9)`."""
    seats = sorted(range(len(outcome.ranks)), key=lambda seat: outcome.ranks[seat])
    return [f"{nth(outcome.ranks[seat])} {names[seat][:40]} ({outcome.scores[seat]})" for seat in seats]


# ── a match in the terminal ─────────────────────────────────────────────────────────────────────


class Session:
    """A match that one person plays, or that somebody watches.

    seat    the person's seat; ONLOOKER, or a computer player's seat, only watches
    file    where the match is saved: at the start, at every choice and at the end
    trouble what hinders that, if anything; the game goes on
    """

    def __init__(self, match: Match, seat: int, file: Path | None = None) -> None:
        self.match, self.seat, self.file, self.trouble = match, seat, file, ""
        self.watching = seat == ONLOOKER or seat in match.bots
        self.rulebook = find_rulebook(match.game)

    def run(self) -> None:
        """Play until the end, or until the person leaves. Raises Wrong where the match cannot be saved at the
        start, or at the end."""
        self.keep()
        if self.trouble:
            raise Wrong(self.trouble)
        try:
            if not self.watching:
                say(f"{self.match.game.title}. Type a move, or ? for help.")
            self.tell(self.match.events[-RECALLED:])
            while self.go_on():
                pass
        except (EOFError, KeyboardInterrupt):
            say("")
        finally:
            self.keep()
        if self.trouble:
            raise Wrong(self.trouble)

    def go_on(self) -> bool:
        """Let everybody else move, then ask the person once; False when it is time to leave."""
        while self.match.step():
            self.tell(self.match.moves_so_far[-1].events)
        self.draw()
        if self.keep():
            say(self.trouble, "You can play on. Each choice tries again; save FILE saves it elsewhere.")
        if self.watching:
            return self.match.outcome is None and self.enter()
        at = self.match.at
        while self.match.at == at:
            if not self.obey(ask(self.prompt())):
                return False
        return True

    def prompt(self) -> str:
        if self.match.outcome:
            return "undo, save FILE, or Enter to leave: "
        return "Enter deals: " if self.match.to_move == DEALER else "> "

    def draw(self) -> None:
        """Show the table, and at the end of the game how it ended."""
        say(*picture(self.match.view(self.seat), self.match.names))
        if outcome := self.match.outcome:
            say(f"Result: {', '.join(standing(outcome, self.match.names))} ({outcome.rule})")

    def tell(self, events: Iterable[Event]) -> None:
        """Say what happened, as far as this seat may know."""
        for event in events:
            if event.visible_to(self.seat):
                say(f"{event.say(names=self.match.names, reader=self.seat)} ({event.rule})")

    def keep(self) -> bool:
        """Save, if a file was named; whether there is a trouble that there was not before."""
        before, self.trouble = self.trouble, self.write(self.file) if self.file else ""
        return self.trouble not in ("", before)

    def write(self, file: Path) -> str:
        """Write the match to a file; what hinders it, if anything."""
        try:
            self.match.save(file)
        except (OSError, ValueError) as error:
            return f"The match cannot be saved: {error}"
        return ""

    # What a person types.

    def obey(self, line: str) -> bool:
        """Do what a line says; False when it says to leave."""
        word, _, rest = line.strip().partition(" ")
        match word.lower():
            case "?" | "help":
                deck = self.match.game.deck
                card, spoken = deck.names[-1], deck.symbols[-1]
                first = next(iter(self.rulebook), "P2.3")
                say(HELP.format(id=first, card=card, lower=card.lower(), spoken=spoken))
            case "moves":
                self.list_moves()
            case "hint":
                self.hint()
            case "undo":
                self.undo()
            case "table":
                self.draw()
            case "rule" if rest:
                say(*rules_text(self.rulebook, rest.split()))
            case "rule" | "rules":
                say(str(self.rulebook))
            case "save":
                self.save_as(rest.strip())
            case "q" | "quit" | "exit":
                return False
            case "p" | "pass" if not rest:
                self.pass_()
            case "":
                return self.enter()
            case _ if all(self.is_id(id) for id in line.split()):
                say(*rules_text(self.rulebook, line.split()))
            case _:
                self.play(line)
        return True

    def is_id(self, word: str) -> bool:
        """Whether a word looks like the id of a rule or a section of this game: P2.3, p2."""
        return re.fullmatch(rf"{self.match.game.prefix}\d+(\.\d+)?", word, re.IGNORECASE) is not None

    def pass_(self) -> None:
        """Pass, where the game knows that."""
        try:
            self.match.game.parse("pass")
        except ValueError:
            say(f"There is no passing in {self.match.game.title}. Type moves for what you may play now.")
        else:
            self.play("pass")

    def enter(self) -> bool:
        """An empty line: the next deal, or to leave when the game is over."""
        if self.match.to_move == DEALER:
            self.tell(self.match.deal())
        elif not self.match.outcome:
            say("Type a move, or ? for help.")
        return self.match.outcome is None

    def play(self, text: str) -> None:
        """Make a move, or say why not."""
        try:
            move = self.match.game.parse(text)
        except (ParseError, CardError) as error:
            say(str(error))
            return
        if refusal := self.match.check(move, self.seat):
            say(self.refused(refusal))
        else:
            self.tell(self.match.play(move, self.seat))

    def refused(self, refusal: Refusal) -> str:
        said = (refusal.say(part, self.match.names, self.seat) for part in ("text", "right"))
        return f"{' '.join(filter(None, said))} ({refusal.rule})"

    def list_moves(self) -> None:
        view = self.match.view(self.seat)
        moves = itertools.islice(view.moves(self.seat), LISTED + 1)
        listed = [show(view.game.deck, str(move)) for move in moves]
        listed[LISTED:] = ["and more"] * (len(listed) > LISTED)
        say(", ".join(listed) or "You have nothing to choose now.")

    def hint(self) -> None:
        """What the best computer player would do with what this seat knows."""
        game, view = self.match.game, self.match.view(self.seat)
        if self.seat not in view.actors:
            say("You have nothing to choose now.")
            return
        level = "hard" if "hard" in bots.levels(game) else bots.levels(game)[-1]
        best, *others = bots.bot(game, level).think(view, self.match.bot_generator(self.seat))[:CONSIDERED]
        names = self.match.names
        for start, thought in (
            (f"{level.title()} would choose", best),
            *(("  rather than", t) for t in others),
        ):
            why = bots.with_names(thought.why, names)
            say(show(game.deck, f"{start} {thought.move}: {why}"))

    def undo(self) -> None:
        """Go back to the person's last choice."""
        mine = [number for number, entry in enumerate(self.match.moves_so_far) if entry.seat == self.seat]
        if mine:
            self.match.goto(mine[-1])
        else:
            say("There is no choice of yours to go back to.")

    def save_as(self, name: str) -> None:
        file = Path(name) if name else self.file
        if file is None:
            say("Name a file: save FILE")
            return
        trouble = self.write(file)
        say(trouble or f"Saved to {file}.")
        if self.trouble and not trouble:
            self.file, self.trouble = file, ""
            say("From now on the match is kept there.")


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


def rules_text(book: Rulebook, ids: Iterable[str]) -> list[str]:
    """The texts of rules or sections, each with a line of its own for an id that does not exist."""
    texts = []
    for id in ids:
        try:
            texts.append(str(book.show(id.upper())))
        except KeyError as error:
            texts.append(str(error.args[0]))
    return texts


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
    if not (root / "handkit" / "games").is_dir():
        raise Wrong(
            f"There is no handkit/games in {shorten(str(root))}: name the project's folder with --root."
        )
    gaps = coverage(game, root)
    for id, lacks in gaps.items():
        say(f"{f'{id} {book[id].title}' if id in book else id}: lacks {', '.join(lacks)}")
    if gaps:
        say(f"{len(gaps)} of {len(book)} rules of {book.title} lack something.")
        return 1
    say(f"all {len(book)} rules: shown in a notebook, enforced in the code, proved by a test.")
    return 0


# ── records ─────────────────────────────────────────────────────────────────────────────────────


def verify(args: argparse.Namespace) -> int:
    """Load records and judge what was handed in, with a line about each; 1 when any cannot be loaded, or does
    not fit together."""
    from handkit.lesson.verify import SPREADSHEET, Verified, find, spreadsheet

    out = table_file(args.csv) if args.csv else None
    try:
        verified = Verified(find(args.files), args.class_code, about)
    except ValueError as error:
        raise Wrong(str(error)) from None
    for line in verified.lines():
        say(" ".join(line.split()))
    judged = [*verified.handed, *verified.failed]
    if out and judged:
        try:  # with a mark of order, by which a spreadsheet knows the encoding
            files.write(out, spreadsheet(judged).encode("utf-8-sig"), SPREADSHEET)
        except OSError as error:
            raise Wrong(f"The table cannot be written: {error}") from None
        say(f"The table by learner and rule is in {out}.")
    return 0 if verified.all_well else 1


def table_file(name: str) -> Path:
    """Where the table may be written: never over a record, nor over anything but an earlier table."""
    from handkit.lesson.verify import SPREADSHEET, is_record

    path = Path(name)
    if is_record(path) or is_record(path.resolve()):
        raise Wrong(f"A table is no record: name a file that ends in .csv, not {shorten(name)}.")
    try:
        SPREADSHEET.check(path)
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
        parts.append(f"{named}{match.length} moves, {ended}, {deals}")
    opened = ", ".join(str(moment) for moment in match.opened[:20])
    parts.append(f"cards opened after move {opened}" if opened else "cards never opened")
    return " ".join("; ".join(parts).split())


# ── many games ──────────────────────────────────────────────────────────────────────────────────


def tournament(args: argparse.Namespace) -> int:
    """Let levels play the same deals, and say who is better and how surely."""
    from handkit import simulate

    try:
        tell = partial(progress, "deals")
        game = game_of(args)
        levels = [bots.bot(game, level).level for level in args.levels]
        result = simulate.tournament(game, levels, args.deals, args.seed, progress=tell)
    except ValueError as error:
        raise Wrong(str(error)) from None
    deals = f"{args.deals} deal{'' if args.deals == 1 else 's'}"
    say(f"{result.games} games: {deals}, each with the seats rotated", result.table())
    order = sorted(result.points, key=result.mean_points, reverse=True)
    for better, other in itertools.pairwise(order):
        say(f"{better} against {other}: {result.compare(better, other)}")
    return 0


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
    about = "Card games whose every answer cites a rule. The lessons are notebooks: 00-start-here.ipynb."
    main = argparse.ArgumentParser("python -m handkit", description=about)
    main.add_argument("--version", action="version", version=f"handkit {__version__}")
    commands = main.add_subparsers(title="commands", metavar="COMMAND", required=True)
    known, levels = ", ".join(games.names()), ", ".join(bots.LEVELS)

    def command(run: Callable[[argparse.Namespace], int], help: str) -> argparse.ArgumentParser:
        form = argparse.RawDescriptionHelpFormatter
        told = f"{help[0].upper()}{help[1:]}."
        added = commands.add_parser(run.__name__, help=help, description=told, formatter_class=form)
        added.set_defaults(run=run)
        return added

    def of_game(command: argparse.ArgumentParser, options: bool = True) -> argparse.ArgumentParser:
        command.add_argument("game", metavar="GAME", type=game_name, help=f"a game: {known}")
        if options:
            about = "options of the game, see below"
            command.add_argument(
                "--options", action="append", default=[], metavar="NAME=VALUE,...", help=about
            )
            command.epilog = options_text()
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
    add("ids", nargs="*", metavar="ID", help="a rule or a section, as in P2.3 or P2")
    about = "say which rules lack a lesson, code or a test; exit code 1 if any does"
    add("--coverage", action="store_true", help=about)
    add("--root", default=".", metavar="DIR", help="the project's folder, for --coverage (default: this one)")

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

    add = of_game(command(tournament, "let computer players play many deals against each other")).add_argument
    add("levels", nargs="+", metavar="LEVEL", help=f"a level: {levels}")
    about = "how many deals, each played with the seats rotated (default: 100)"
    add("--deals", type=positive, default=100, metavar="N", help=about)
    add("--seed", default="tournament", metavar="TEXT", help="a text that fixes all deals")
    return main


def options_text() -> str:
    """The options of every game, for the help."""
    lines = []
    for name in games.names():
        lines.append(f"options of {name}:")
        for option, about in games.find(name).options().items():
            lines.append(f"  {option:14} {about.help}: {about.allowed()} ({about.rule})")
    return "\n".join(lines)


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
