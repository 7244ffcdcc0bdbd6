"""The command line: a whole game typed in, what it refuses, what it saves, and what it never tells."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import handkit.__main__ as command
from handkit import DEALER, ONLOOKER, Match, President, __version__, rulebook, testing
from handkit.bots import Bot
from handkit.games.president import DECK, PresidentView
from handkit.terminal import session
from handkit.terminal.speech import fit

ROOT = Path(__file__).parent.parent
PROMPT = re.compile(r"^(?:> |Enter deals: |undo, save FILE, or Enter to leave: )", re.M)
CARD = re.compile("|".join(sorted((*DECK.names, *DECK.symbols), key=len, reverse=True)))

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command with these typed lines; returns its exit code, what it said, and its complaints."""

    def run(*argv: object, lines: list[str] | None = None) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines or [])))
        try:
            code = command.main([str(word) for word in argv])
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        out, err = capsys.readouterr()
        return code, out, err

    return run


def shell(*argv: object, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    env = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"} | environment
    words = [sys.executable, "-m", "handkit", *map(str, argv)]
    return subprocess.run(words, input=typed, capture_output=True, text=True, encoding="utf-8", env=env)


def choices(match: Match, seat: int, moments: int = 10_000) -> Iterator[tuple[str, PresidentView]]:
    """Play a match as a person would who takes turns at the offered moves; the line that is typed at
    each prompt ("" deals), with what the person knows then."""
    number = -1
    for _ in range(moments):
        match.advance()
        view = match.view(seat)
        assert isinstance(view, PresidentView)
        if match.outcome:
            return
        if match.to_move == DEALER:
            yield "", view
            match.deal()
        else:
            moves, number = view.moves(), number + 1
            move = moves[number % 3 % len(moves)]
            yield str(move), view
            match.play(move, seat)


def series(**options: Any) -> Match:
    """A match of easy players, with a person in seat 1."""
    game = President(players=4, **{"rounds": 3} | options)
    return Match(game, "monday", bots=dict.fromkeys((0, 2, 3), "easy"))


SERIES = ("play", "president", "--seed", "monday", "--bots", "easy", "--seat", 1, "--options", "rounds=3")


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """The record of a whole series."""
    match = series()
    list(choices(match, 1))
    return match.save(tmp_path / "series.json")


def cards(text: str) -> int:
    """The set of all cards that a text names."""
    return DECK.mask({DECK.name(DECK.card(found)) for found in CARD.findall(text)})


# ── play ────────────────────────────────────────────────────────────────────────────────────────


def test_a_whole_series_typed_in(run: Run, tmp_path: Path) -> None:
    match, file = series(), tmp_path / "mine.json"
    typed = [line for line, _ in choices(match, 1)]
    code, out, err = run(*SERIES, "--save", file, lines=typed)
    assert (code, err) == (0, "")
    assert Match.load(file).record() == match.record()
    assert "You play" in out
    assert "You get" in out
    assert "back to" in out  # the exchange
    assert match.outcome is not None
    for seat, name in match.names.items():
        assert f"{name} ({match.outcome.scores[seat]})" in out.splitlines()[-2]
    for event in match.events:
        said = f"{event.say(names=match.names, reader=1)} ({event.rule})"
        assert (said in out) == event.visible_to(1) or event.rule == "P6.5"


def test_no_card_is_told_before_its_time(run: Run) -> None:
    known = list(choices(series(rounds=4), 1))
    script: list[tuple[str, PresidentView]] = []  # what is typed, and what the person knows then
    for number, (line, view) in enumerate(known):
        script += [(extra, view) for extra in ("table", "moves", "9C 8D", "hint")]
        if line and number % 5 == 4:  # back, and the same once more
            back = max(earlier for earlier in range(number) if known[earlier][0])
            script += [("undo", view), *known[back:number]]
        script.append((line, view))
    _, out, _ = run(*SERIES[:-1], "rounds=4", lines=[line for line, _ in script])
    told = PROMPT.split(out)
    assert len(told) == len(script) + 2
    shown = 0
    for before, text, (_, view) in zip(["", *(line for line, _ in script)], told, script, strict=False):
        said = text.removeprefix(before)  # without what the person typed, and what was said of it
        named = cards(re.sub(r"^.*not in this hand.*", "", said, flags=re.M))
        hidden = view.unseen
        for seat in range(4):
            hidden &= ~view.known(seat)
        assert not named & hidden, text
        shown |= named
    assert shown == DECK.all  # the test sees cards at all


def test_who_watches_sees_what_all_see(run: Run) -> None:
    code, out, _ = run(
        "play", "president", "--watch", "--seed", "monday", "--bots", "easy,normal,easy,normal"
    )
    assert code == 0
    bots = {seat: ("easy", "normal")[seat % 2] for seat in range(4)}
    match = Match(President(), "monday", bots=bots)
    match.finish()
    told = [f"{event.say(names=match.names)} ({event.rule})" for event in match.events]
    assert out.splitlines()[: len(told)] == told
    view = match.view(ONLOOKER)
    assert isinstance(view, PresidentView)
    assert not cards(out) & view.unseen
    assert cards(out) == view.played
    assert "Result: 1st" in out


def test_a_seat_can_be_watched(run: Run) -> None:
    code, out, _ = run("play", "president", "--watch", "--seat", 2, "--bots", "easy", "--seed", "monday")
    assert code == 0
    assert "You play" in out
    assert "Cy (" in out


def test_refusals_name_the_rule_and_ask_again(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    start = Match(President(), "monday", bots=dict.fromkeys((1, 2, 3), "easy"))
    view = start.view(0)
    assert isinstance(view, PresidentView)
    held, foreign = DECK.texts(view.hand), DECK.texts(view.unseen)[0]
    typed = [
        "pass",
        foreign,
        f"{held[0]} {held[-1]}",
        f"{held[0]} {held[0]}",
        f"give {held[0]}",
        "nonsense",
        "",
        "deal",
    ]
    _, out, _ = run("play", "president", "--seed", "monday", "--bots", "easy", "--save", file, lines=typed)
    for rule in ("P2.4", "P2.9", "P2.1", "P6.7"):
        assert f"({rule})" in out
    assert "named more than once" in out
    assert "'nonsense' is no move" in out and "(give 3D 4C). Type ? for the commands." in out
    assert out.count("Type a move, or ? for help.") == 2
    assert out.count("\n> ") == len(typed) + 1
    assert Match.load(file).state == start.state


def test_any_spelling_is_understood(run: Run) -> None:
    view = Match(President(), "monday", bots=dict.fromkeys((1, 2, 3), "easy")).view(0)
    card = DECK.texts(view.hand)[0]  # type: ignore[attr-defined]
    for spelling in (card.lower(), f"  {card} ", DECK.symbol(DECK.card(card))):
        _, out, _ = run("play", "president", "--seed", "monday", "--bots", "easy", lines=[spelling])
        assert f"You lead {DECK.symbol(DECK.card(card))}. (P2.1)" in out


def test_undo_goes_back_to_the_last_choice(run: Run, tmp_path: Path) -> None:
    file, match = tmp_path / "mine.json", series()
    one, two, *_ = (line for line, _ in choices(match, 1, moments=3))
    _, out, _ = run(*SERIES, "--save", file, lines=["undo", one, two, "undo", "undo"])
    assert out.count("There is no choice of yours to go back to.") == 1
    back, plain = Match.load(file), series()
    plain.advance()
    assert back.at == plain.at
    assert back.state == plain.state
    hands = re.findall(r"^You \(.*", out, re.M)
    assert hands[0] == hands[-1] != hands[2]
    assert hands[1] == hands[-2]


def test_undo_crosses_a_deal_and_the_end(run: Run, tmp_path: Path) -> None:
    file, match = tmp_path / "mine.json", series()
    typed = [line for line, _ in choices(match, 1)]
    last = max(number for number, line in enumerate(typed) if line)
    code, out, _ = run(
        *SERIES, "--save", file, lines=[*typed, "moves", "hint", "pass", "undo", typed[last], ""]
    )
    assert code == 0
    assert out.count("Result: ") == 2
    assert out.count("You have nothing to choose now.") == 2
    assert "(P6.1)" in out.split("pass\n")[-1]
    assert Match.load(file).record() == match.record()
    match = series()
    moments = [match.at for _ in choices(match, 1)]
    deal = typed.index("")
    run(*SERIES, "--save", (other := tmp_path / "other.json"), lines=[*typed[: deal + 1], "undo"])
    assert Match.load(other).at == moments[deal - 1]


def test_a_hint_is_a_legal_move_with_a_reason(run: Run) -> None:
    _, out, _ = run(*SERIES, lines=["hint", "moves"])
    found = re.search(r"Hard would choose (.+?): \w", out)
    assert found
    assert found[1] in out.splitlines()[-2].split(", ")


def test_a_hand_of_reserves_says_what_its_cards_would_be_worth(run: Run) -> None:
    _, out, _ = run("play", "reserves", "--bots", "easy", "--seed", "monday", lines=["quit"])
    hand = next(line for line in out.splitlines() if line.startswith("You ("))
    noted = re.findall(r"([0-9AJQK]+)\S \((\d+)\)", hand)
    assert noted and {rank for rank, _ in noted} <= {"J", "Q", "K"}


def test_help_rules_and_the_table(run: Run) -> None:
    _, out, _ = run(
        *SERIES, lines=["?", "rule p2.3", "rule P2 P9.9", "rules", "table", "help", "quit", "pass"]
    )
    book = rulebook("president")
    assert out.count(str(book["P2.3"])) == 3
    assert "President has no rule 'P9.9'" in out
    assert book.about in out
    assert out.count("save FILE") == 2
    assert "You pass" not in out  # nothing is read after `quit`


def test_many_moves_are_not_all_listed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "LISTED", 3)
    _, out, _ = run("play", "president", "--bots", "easy", lines=["moves"])
    assert re.search(r"^[^,]+, [^,]+, [^,]+, and more$", out, re.M)


def test_interrupting_ends_cleanly(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter(["moves"])

    def interrupted(prompt: str) -> str:
        line = next(typed, None)
        if line is None:
            raise KeyboardInterrupt
        return line

    monkeypatch.setattr("builtins.input", interrupted)
    code, out, err = run(*SERIES, "--save", tmp_path / "mine.json")
    assert (code, err) == (0, "")
    assert out.endswith("\n")
    assert Match.load(tmp_path / "mine.json").at > 1


def test_names_and_seats(run: Run) -> None:
    _, out, _ = run("play", "president", "--bots", "easy", "--names", "Kari,Ola,Per,Liv", "--seat", 2)
    assert "Kari leads" in out
    assert re.search(r"^Per \(", out, re.M)


def test_a_match_is_saved_and_played_on(run: Run, tmp_path: Path) -> None:
    file, other = tmp_path / "mine.json", tmp_path / "other.json"
    match = series()
    typed = [line for line, _ in choices(match, 1)]
    half = len(typed) // 2
    run(
        *SERIES, lines=[*typed[:half], "save", f"save {file}", f"save {tmp_path}", f"save {tmp_path}/no/file"]
    )
    code, out, _ = run("play", "president", "--load", file, "--save", other, lines=typed[half:])
    assert code == 0
    assert "You" in out
    assert Match.load(other).record() == match.record()
    code, out, _ = run("verify", file, other)
    assert code == 0
    assert "not finished" in out.splitlines()[0]
    assert "finished: 1st" in out.splitlines()[1]


def test_what_cannot_be_saved_is_said(run: Run, tmp_path: Path) -> None:
    _, out, _ = run(*SERIES, lines=["save", f"save {tmp_path}", f"save {tmp_path}/no/file", "table"])
    assert "Name a file" in out
    assert out.count("cannot be saved") == 2
    code, _, err = run(*SERIES, "--save", f"{tmp_path}/no/file")
    assert code == 2
    assert "cannot be saved" in err


Hinder = Callable[[Path], Callable[[], object]]  # makes that a file cannot be written; and what ends that


def folder_gone(file: Path) -> Callable[[], object]:
    away = file.parent.with_name("away")
    file.parent.rename(away)
    return lambda: away.rename(file.parent)


def name_of_a_folder(file: Path) -> Callable[[], object]:
    file.unlink()
    file.mkdir()
    return file.rmdir


def another_file(file: Path) -> Callable[[], object]:
    file.write_text("mine")
    return file.unlink


def full_disk(file: Path) -> Callable[[], object]:
    replace = os.replace

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    os.replace = full  # type: ignore[assignment]

    def room() -> None:
        os.replace = replace

    return room


HINDERS = [
    (folder_gone, "There is no folder"),
    (name_of_a_folder, "is a folder"),
    (another_file, "not a record of a match"),
    (full_disk, "(No space left on device). Make room there"),
]


@pytest.mark.parametrize(("hinder", "why"), HINDERS)
@pytest.mark.parametrize("how", ["it ends", "it stays", "elsewhere"])
def test_a_save_that_fails_is_told_and_the_game_goes_on(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    hinder: Hinder,
    why: str,
    how: str,
) -> None:
    (tmp_path / "kept").mkdir()
    file, other = tmp_path / "kept" / "m.json", tmp_path / "other.json"
    match = series()
    typed = [line for line, _ in choices(match, 1)]
    undo = list[Callable[[], object]]()

    def lines() -> Iterator[str]:
        for number, line in enumerate(typed):
            if number == 5:
                undo.append(hinder(file))
            if number == 9 and how == "it ends":
                undo.pop()()
            if number == 9 and how == "elsewhere" and hinder is not full_disk:
                yield f"save {other}"
            yield line
        raise EOFError

    typing = lines()
    monkeypatch.setattr("builtins.input", lambda _: next(typing))
    code = command.main([*map(str, SERIES), "--save", str(file)])
    for end in undo:
        end()
    out, err = capsys.readouterr()
    assert out.count("You can play on. Each choice tries again") == 1, "it is said once"
    assert out.count(why) == 1 and "Result: 1st" in out
    if how == "it stays" or (how == "elsewhere" and hinder is full_disk):
        assert code == 2 and why in err, "the last word is that the file does not hold the match"
    else:
        assert (code, err) == (0, "")
        assert Match.load(other if how == "elsewhere" else file).record() == match.record()


def test_another_file_is_not_written_over(run: Run, tmp_path: Path) -> None:
    essay = tmp_path / "essay.txt"
    essay.write_text("My essay")
    _, out, _ = run(*SERIES, lines=[f"save {essay}"])
    assert "essay.txt' is there already and holds something else, not a record of a match" in out
    assert essay.read_text() == "My essay"


def test_a_record_has_its_own_options(run: Run, saved: Path) -> None:
    for more in (
        ["--seed", "x"],
        ["--bots", "easy"],
        ["--options", "rounds=2"],
        ["--watch"],
        ["--names", "a,b,c,d"],
    ):
        code, _, err = run("play", "president", "--load", saved, *more)
        assert code == 2
        assert "--load" in err
    code, _, err = run("play", "president", "--load", saved, "--seat", 0)
    assert code == 2
    assert "seat 1" in err


def test_a_record_without_people_is_watched(run: Run, tmp_path: Path) -> None:
    match = Match(President(rounds=2), "monday", bots=dict.fromkeys(range(4), "easy"))
    code, out, _ = run("play", "president", "--load", match.save(tmp_path / "bots.json"))
    assert code == 0
    assert "Result: 1st" in out
    assert ">" not in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--options", "rounds=0"], "rounds is a whole number, 1 or more (P6.1)"),
        (["--options", "players=2"], "players is 3 or 4 or 5 or 6 (P1.1)"),
        (["--options", "revolution=perhaps"], "revolution is True or False (P4.5)"),
        (["--options", "jokers=2"], "Its options are players, rounds, revolution, next_leader"),
        (["--options", "rounds"], "There are players, rounds, revolution, next_leader"),
        (["--options", "rounds=3", "--options", "rounds=99999999999"], "rounds is a whole number"),
        (["--bots", "easy,genius,easy"], "there are easy, normal, hard"),
        (["--bots", "easy,easy"], "one level, or 3"),
        (["--bots", "easy,easy,easy", "--watch"], "one level, or 4"),
        (["--names", "a,b"], "4 names"),
        (["--seat", "4"], "seats are 0 to 3"),
        (["--seat", "-1"], "seats are 0 to 3"),
        (["--load", "no-such-file.json"], "No such file"),
    ],
)
def test_what_is_wrong_says_what_is_allowed(run: Run, words: list[str], said: str) -> None:
    code, out, err = run("play", "president", *words)
    assert (code, out) == (2, "")
    assert said in err


def test_options_are_read_by_their_type(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    words = [
        "--options",
        "players=5,revolution=FALSE",
        "--options",
        "next-leader=scum, rounds=2",
        "--bots",
        "easy",
    ]
    assert run("play", "president", "--save", file, *words)[0] == 0
    assert Match.load(file).game == President(players=5, rounds=2, revolution=False, next_leader="scum")


def test_letters_large_and_small_are_the_same(run: Run) -> None:
    small = run("play", "president", "--seed", "a", "--bots", "easy,normal,hard", "--options", "rounds=2")
    large = run("play", "President", "--seed", "a", "--bots", "Easy,NORMAL,Hard", "--options", "Rounds=2")
    assert small == large and small[0] == 0
    assert run("rules", "PRESIDENT", "p2.3") == run("rules", "president", "P2.3")
    assert run("rules", "Hang In", "h2")[0] == 0
    words = ("--deals", 2)
    small = run("tournament", "president", "easy", "normal", *words)
    assert run("tournament", "President", "Easy", "NORMAL", *words) == small and small[0] == 0
    match = series()
    typed = [line for line, _ in choices(match, 1)][:3]
    small, large = (run(*SERIES, lines=[each(line) for line in typed]) for each in (str.lower, str.upper))
    assert small[1].lower() == large[1].lower()


GAMES_THAT_PASS = {"president": "cannot pass", "reserves": "(R", "hang-in": "There is no passing in Hang In."}


@pytest.mark.parametrize("game", GAMES_THAT_PASS)
def test_short_words_and_ids(run: Run, game: str) -> None:
    book = rulebook(game)
    id = list(book)[4]
    section = id.partition(".")[0]
    lines = ["p", "PASS", id.lower(), f"{id} {id}", section, f"{id[0]}99.9", "q", "moves"]
    code, out, _ = run("play", game, "--seed", "a", "--seat", 0, "--bots", "easy", lines=lines)
    said = re.split(r"(?m)^> ", out)[1:]
    assert code == 0 and len(said) == 7, "q leaves"
    p, whole, rule, twice, chapter, unknown, _ = (text.partition("\n")[2] for text in said)
    assert p == whole and GAMES_THAT_PASS[game] in p
    assert rule == f"{book[id]}\n" and twice == rule * 2
    assert all(other in chapter for other in book if other.startswith(f"{section}."))
    assert f"has no rule '{id[0]}99.9'" in unknown


def test_p_passes(run: Run) -> None:
    match = series()
    _, view = next((line, view) for line, view in choices(match, 1) if line == "pass")
    before = [line for line, seen in choices(series(), 1) if len(seen.history) < 10**6]
    number = before.index("pass")
    long, short = (run(*SERIES, lines=[*before[:number], word, "quit"])[1] for word in ("pass", "P"))
    assert view.to_move == 1
    assert [line for line in long.splitlines() if line != "> pass"] == [
        line for line in short.splitlines() if line != "> P"
    ]


def test_unknown_games_and_commands(run: Run) -> None:
    for words in (["play", "nim"], ["rules", "nim"], ["check", "nim"], ["tournament", "nim", "easy"]):
        code, _, err = run(*words)
        assert code == 2
        assert "president" in err
    for words in ([], ["dance"], ["play"], ["verify"], ["check", "president", "--games", "0"]):
        assert run(*words)[0] == 2


def test_help_tells_the_options(run: Run) -> None:
    code, out, _ = run("play", "president", "--help")
    assert code == 0
    for name, about in President.options().items():
        assert name in out
        assert about.allowed() in out
    code, out, _ = run("--help")
    for name in ("play", "rules", "check", "verify", "tournament"):
        assert name in out


# ── play, in a process of its own ───────────────────────────────────────────────────────────────


def test_letters_where_signs_cannot_be_written() -> None:
    _, view = next(choices(series(), 1))
    foreign = DECK.texts(view.unseen)[0]
    done = shell(*SERIES, typed=f"moves\n{foreign}\n?\n", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    assert f"): {DECK.text(view.hand)}\n" in done.stdout
    assert f"{foreign} is not in this hand" in done.stdout


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
def test_halves_where_they_cannot_be_written(encoding: str) -> None:
    """Hang In counts in halves: 4.5 where there is no ½, and ½ where there is one."""
    words = ["play", "hang-in", "--watch", "--seed", "a", "--options", "target=20"]
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    halves = {}
    for name in ("utf-8", encoding):
        command = [sys.executable, "-m", "handkit", *words]
        done = subprocess.run(
            command, input=b"\n" * 80, capture_output=True, env=env | {"PYTHONIOENCODING": name}
        )
        assert (done.returncode, done.stderr) == (0, b"")
        halves[name] = done.stdout.decode(name)
    whole, plain = halves.values()
    assert re.search(r"\d½", whole) and "?" not in whole
    if encoding == "ascii":
        lacks = {"½": ".5", "−": "-", "✓": "ok", "✕": "x", "≥": ">="}
        plainly = re.sub(r"(?<!\d)½", "0.5", whole)
        assert plain == re.sub("[½−✓✕≥]", lambda found: lacks[found[0]], plainly)
    assert "½" in plain or encoding == "ascii"
    assert "?" not in plain


def test_what_a_terminal_lacks_is_written_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    for text, plain in (
        ("9H (+4½), ½, 1⅓ and ⅔", "9H (+4.5), 0.5, 1 1/3 and 2/3"),
        ("7♠ 10♦ 2♥ 3♣", "7S 10D 2H 3C"),
        ("−3 … Zoë and 名", "-3 ... Zoe and ?"),
        ("a\x1b[2Jb\u202ec", "a?[2Jb?c"),
    ):
        assert fit(text) == plain
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="latin-1"))
    assert fit("4½ of Zoë: 7♠") == "4½ of Zoë: 7S", "only what it lacks"


def test_every_sign_of_every_sentence_has_a_plain_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    for kind in ("*.toml", "*.md"):
        for file in (ROOT / "handkit").rglob(kind):
            text = file.read_text(encoding="utf-8")
            assert fit(text).count("?") == text.count("?"), file


def test_input_that_is_no_text() -> None:
    env = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    words = [sys.executable, "-m", "handkit", *map(str, SERIES)]
    done = subprocess.run(words, input=b"\xff\xfe\x00\x1b[2J\nmoves\n", capture_output=True, env=env)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"is no move" in done.stdout
    assert b"\x1b" not in done.stdout


def test_version() -> None:
    assert shell("--version").stdout == f"handkit {__version__}\n"


def test_a_reader_may_leave_early() -> None:
    env = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}
    words = [
        sys.executable,
        "-m",
        "handkit",
        "play",
        "president",
        "--watch",
        "--bots",
        "easy",
        "--options",
        "rounds=50",
    ]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdout=pipe, stderr=pipe, env=env) as process:
        assert process.stdout
        assert process.stdout.readline()
        process.stdout.close()
        assert process.wait(20) == 1
        assert process.stderr
        assert process.stderr.read() == b""


# ── rules ───────────────────────────────────────────────────────────────────────────────────────


def test_rules(run: Run) -> None:
    book = rulebook("president")
    assert run("rules", "president") == (0, f"{book}\n", "")
    assert run("rules", "president", "P2.3", "p1.1") == (0, f"{book['P2.3']}\n\n{book['P1.1']}\n", "")
    assert all(id in run("rules", "president", "P2")[1] for id in book if id.startswith("P2."))
    code, _, err = run("rules", "president", "P2.3", "Q1.1")
    assert code == 2
    assert "'Q1.1'" in err


def test_coverage_names_each_gap(run: Run, tmp_path: Path) -> None:
    book = rulebook("president")
    for missing in ("handkit/games", "tests"):
        code, _, err = run("rules", "president", "--coverage", "--root", tmp_path)
        assert code == 2
        assert f"no {missing} in" in err and "--root" in err
        if missing == "handkit/games":
            shutil.copytree(ROOT / "handkit" / "games", tmp_path / "handkit" / "games")
    (tmp_path / "tests").mkdir()
    code, out, _ = run("rules", "president", "--coverage", "--root", tmp_path)
    assert code == 1
    assert f"P2.3 {book['P2.3'].title}: lacks test, notebook" in out
    assert f"of {len(book)} rules of President lack something" in out
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "tests" / "test_it.py").write_text('@pytest.mark.rule("P2.3", "P9.9")\ndef test(): ...\n')
    (tmp_path / "notebooks" / "it.py").write_text('rules.show("P2")\n')
    code, out, _ = run("rules", "president", "--coverage", "--root", tmp_path)
    assert code == 1
    assert "P2.3" not in out
    assert "P9.9: lacks rule: the rulebook has none with this id" in out


def test_coverage_without_a_gap(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "coverage", lambda game, root: {})
    code, out, _ = run("rules", "president", "--coverage", "--root", ROOT)
    assert code == 0
    assert out.startswith(f"all {len(rulebook('president'))} rules: ")


# ── verify ──────────────────────────────────────────────────────────────────────────────────────


def test_verify_tells_what_a_record_is(run: Run, saved: Path) -> None:
    match = Match.load(saved)
    code, out, _ = run("verify", saved)
    assert code == 0
    assert out.startswith(f"{saved}: president (players=4, rounds=3, ")
    assert f"{match.length} moves, finished: 1st" in out
    assert "deals follow the seed" in out
    assert "cards never opened" in out
    assert "monday" not in out
    match.goto(9)
    match.note_opened()
    match.branch()
    match.save(saved)
    _, out, _ = run("verify", saved)
    assert "line 'branch 1': 9 moves, not finished" in out
    assert "cards opened after move 9" in out


def test_verify_tells_deals_that_were_set(run: Run, saved: Path, tmp_path: Path) -> None:
    data = json.loads(saved.read_text())
    data["seed"] = "another"
    saved.write_text(json.dumps(data))
    code, out, _ = run("verify", saved)
    assert code == 0
    assert "deals do NOT follow the seed" in out
    position = President.position(hands=["3C 3D KS", "4S 4H", "5C", "6D"], to_move=0)
    Match(position.game, start=position).save(tmp_path / "position.json")
    assert "begins at a position that was set up" in run("verify", tmp_path / "position.json")[1]


def test_verify_says_at_which_move_and_why(run: Run, saved: Path) -> None:
    record = json.loads(saved.read_text())
    line = record["lines"]["main"]
    mine = next(number for number, (seat, text) in enumerate(line) if seat == 1 and text != "pass")
    dealt = line[0][1].split()
    for number, entry, why in (
        (mine, [1, "4H 5S"], "P2."),
        (mine, [2, line[mine][1]], "by seat 2, is refused by rule P2.8."),
        (mine, [1, "7H ten"], "is no move"),
        (mine, [1, 7], ""),
        (mine, "pass", ""),
        (mine, [99, "pass"], "seat 99"),
        (0, [-1, " ".join(dealt[:-1])], "rule P1.3."),
        (0, [-1, line[0][1].lower().replace(",", " ") + " 3c"], "rule P1.3."),
        (0, [0, line[0][1]], "rule P2.8."),
    ):
        changed = [*line[:number], entry, *line[number + 1 :]]
        saved.write_text(json.dumps(record | {"lines": {"main": changed}}))
        code, out, _ = run("verify", saved)
        assert code == 1
        assert f"FAILED: Move {number + 1} of line 'main'" in out
        assert why in out
        assert not CARD.findall(out.replace(str(saved), "")), out
        assert "monday" not in out


HOSTILE: dict[str, Callable[[dict[str, Any]], Any]] = {
    "list": lambda record: [],
    "null": lambda record: None,
    "other program": lambda record: {"hello": 1},
    "later form": lambda record: record | {"handkit": 2},
    "unknown game": lambda record: record | {"game": "nim"},
    "game of no name": lambda record: record | {"game": ["president"]},
    "unknown option": lambda record: record | {"options": {"jokers": 2}},
    "wrong option": lambda record: record | {"options": {"players": 4.0}},
    "nested option": lambda record: record | {"options": {"rounds": {"a": []}}},
    "seat outside": lambda record: record | {"bots": {"7": "easy"}},
    "endless seat": lambda record: record | {"bots": {"9" * 5000: "easy"}},
    "unknown level": lambda record: record | {"bots": {"0": "genius"}},
    "at": lambda record: record | {"at": 10**30},
    "line": lambda record: record | {"line": "nowhere"},
    "lines": lambda record: record | {"lines": {"main": {"a": 1}}},
    "no lines": lambda record: record | {"lines": {}},
    "opened": lambda record: record | {"opened": ["all"]},
    "start": lambda record: record | {"start": {"hands": ["AS", "KS"]}},
    "more": lambda record: record | {"more": 1},
    "less": lambda record: {key: value for key, value in record.items() if key != "seed"},
}


@pytest.mark.parametrize("what", HOSTILE)
def test_verify_survives_what_somebody_wrote(run: Run, saved: Path, what: str) -> None:
    saved.write_text(json.dumps(HOSTILE[what](json.loads(saved.read_text()))))
    code, out, err = run("verify", saved)
    assert (code, err) == (1, "")
    assert out.startswith(f"{saved}: FAILED: ")
    assert out.count("\n") == 1
    assert len(out) < 600
    code, _, err = run("play", "president", "--load", saved)
    assert code == 2
    assert err.count("\n") == 1


def test_verify_survives_any_file(run: Run, saved: Path, tmp_path: Path) -> None:
    whole = saved.read_bytes()
    files = {
        "half.json": whole[: len(whole) // 2],
        "empty.json": b"",
        "noise.json": bytes(range(256)) * 50,
        "deep.json": b"[" * 200_000,
        "zip.json": b"PK\x03\x04" + whole,
        "number.json": b"1" * 10_000,
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    with (tmp_path / "huge.json").open("wb") as file:
        file.truncate(30_000_000)
    (tmp_path / "folder.json").mkdir()
    code, out, err = run("verify", tmp_path, tmp_path / "missing.json")
    assert (code, err) == (1, "")
    told = dict(line.split(": ", 1) for line in out.splitlines())
    assert len(told) == len(files) + 4
    assert told.pop(str(saved)).startswith("president (")
    assert all(line.startswith("FAILED: ") and len(line) < 200 for line in told.values())
    assert "larger than" in told[str(tmp_path / "huge.json")]
    assert "No such file" in told[str(tmp_path / "missing.json")]


def test_verify_of_a_name_that_would_steer_a_terminal(run: Run, saved: Path) -> None:
    record = json.loads(saved.read_text())
    record["names"] = {"0": "\x1b[2J\nall well", "1": "x" * 10_000, "2": "\ud800"}
    saved.write_text(json.dumps(record))
    code, out, _ = run("verify", saved)
    assert code == 0
    assert "\x1b" not in out
    assert out.count("\n") == 1
    assert len(out) < 600


def test_verify_of_a_folder_without_records(run: Run, tmp_path: Path) -> None:
    code, _, err = run("verify", tmp_path)
    assert code == 2
    assert ".json" in err


# ── check and tournament ────────────────────────────────────────────────────────────────────────


def test_check(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("handkit.bots.levels", lambda game: ("easy",))
    code, out, _ = run("check", "president", "--games", 1, "--options", "players=3,rounds=1")
    assert code == 0
    assert out.startswith("President, 1 of 6 choices of options\n")
    assert "all laws kept" in out.lower()


def test_check_goes_over_players_and_options(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Any] = []

    def note(game: President, *, bots: list[Bot], seeds: list[int]) -> testing.Report:
        tried.append(game)
        assert {bot.level for bot in bots} >= {"easy", "normal", "hard"}
        return testing.Report(games=1)

    monkeypatch.setattr(testing, "check_game", note)
    assert run("check", "president", "--games", 300)[0] == 0
    assert set(tried) == set(testing.every_option(President))
    tried.clear()
    assert run("check", "president", "--games", 60, "--options", "rounds=7")[0] == 0
    assert {(game.players, game.rounds) for game in tried} == {(players, 7) for players in (3, 4, 5, 6)}


def test_check_says_how_to_come_there_again(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(game: President, **rest: Any) -> testing.Report:
        error = testing.BrokenLaw("conservation", "7S stands nowhere.")
        error.game, error.seed, error.moves = game, rest["seeds"][0], ((0, "7S"),)
        raise error

    monkeypatch.setattr(testing, "check_game", broken)
    code, out, _ = run("check", "president", "--seed", 5, "--options", "players=3,rounds=2,revolution=false")
    assert code == 1
    assert "7S stands nowhere." in out
    assert "seat 0: 7S" in out
    again = out.splitlines()[-1].partition("python -m handkit ")[2].split()
    assert run(*again)[1] == out


def test_tournament(run: Run) -> None:
    code, out, _ = run("tournament", "president", "easy", "normal", "--deals", 2, "--seed", "monday")
    assert code == 0
    assert out.startswith("4 games: 2 deals")
    assert "points a game" in out.splitlines()[-1]
    assert re.search(r"^normal +won \d+\.\d %  rank \d\.\d+  points", out, re.MULTILINE)
    words = ("tournament", "president", "easy", "normal", "--deals", 2, "--seed", "monday")
    for workers in (1, 2):
        assert run(*words, "--workers", workers)[1] == out
    code, _, err = run("tournament", "president", "easy", "genius")
    assert code == 2
    assert "there are easy, normal, hard" in err


def test_play_saves_over_no_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("dear diary")
    code, _, err = run("play", "president", "--save", file)
    assert code == 2 and "exists already" in err
    assert file.read_text() == "dear diary"


@pytest.mark.skipif(os.name == "nt", reason="has no pseudo terminals")
def test_a_narrow_terminal_folds_lines_between_words() -> None:
    import pty

    said, terminal = pty.openpty()
    env = {**os.environ, "COLUMNS": "40"}
    command = [sys.executable, "-m", "handkit", "rules", "president", "P2.3"]
    done = subprocess.run(command, cwd=ROOT, env=env, stdout=terminal, stdin=subprocess.DEVNULL, check=False)
    os.close(terminal)
    text = b"".join(iter(lambda: _rest(said), b"")).decode()
    os.close(said)
    lines = text.splitlines()
    assert done.returncode == 0 and max(map(len, lines)) <= 40 and len(lines) > 3
    whole = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True).stdout
    assert text.split() == whole.split() and max(map(len, whole.splitlines())) > 40


def _rest(terminal: int) -> bytes:
    """What a terminal was told, piece by piece; nothing at the end."""
    try:
        return os.read(terminal, 4096)
    except OSError:  # so Linux says that nobody writes any more
        return b""
