"""A game in progress: its seats, its history, and its record.

A match keeps the state after every move, so going back is looking something up. It may hold
several lines of play: `branch` begins a new one at the moment shown. All chance comes from one
seed, a text: the deal of round r from (seed, r), a computer player's from (seed, seat, move).
"""

from __future__ import annotations

import hashlib
import json
import random
import re
import secrets
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count, takewhile
from pathlib import Path
from typing import Annotated, Any, Self

from handkit import files, games
from handkit.arguments import checked
from handkit.bots import Bot
from handkit.bots.own import by_name, choice, level_of, seated
from handkit.cards import shorten
from handkit.fields import friendly
from handkit.game import (
    DEALER,
    ONLOOKER,
    Event,
    Game,
    IllegalMove,
    Move,
    Outcome,
    Refusal,
    Seat,
    State,
    View,
)
from handkit.games import AnyGame

FORMAT = 1  # of a record; a number that this program does not know is refused
LARGEST = 16_000_000  # bytes of a record (600,000 moves); a longer one is neither written nor read
OWN = "own player "  # in a record: a player that no file can hold, and its name
RECORD = files.FileKind("a record of a match", re.compile(rb'\s*\{\s*"handkit"\s*:').match)
SEATS = tuple(str(seat) for seat in range(100))  # as a record writes them
NAMES = ("Ada", "Bo", "Cy", "Di", "Eve", "Flo")


class RecordError(ValueError):
    """A record that cannot be loaded, with the place where it is wrong and why."""


def generator(*parts: object) -> random.Random:
    """A random generator that depends on these parts alone: Python's Mersenne Twister, seeded with the
    SHA-256 of the parts' texts joined by `|`."""
    digest = hashlib.sha256("|".join(str(part) for part in parts).encode("utf-8", "surrogatepass")).digest()
    return random.Random(int.from_bytes(digest, "big"))


@dataclass(frozen=True)
class HistoryEntry:
    """One move that was made: by whom, what happened, and the state after it."""

    seat: int
    move: Move
    events: tuple[Event, ...]
    state: State
    new_round: bool = False  # whether it deals a round; chance in the middle of one does not
    rounds: int = 0  # how many rounds have been dealt
    chances: int = 0  # how often chance has come in the last of them

    @cached_property
    def written(self) -> str:
        """The move as it stands in a record."""
        return json.dumps([self.seat, str(self.move)], ensure_ascii=False)


# What a player may be stands in `handkit.bots.own`.
Levels = Annotated[
    Mapping[Seat, str | Bot | Callable[..., Any]],
    'levels by seat, as {1: "easy", 2: "hard"}, or functions of the view',
]
NamesBySeat = Annotated[Mapping[Seat, str], 'names by seat, as {1: "Ada"}']
Moment = Annotated[int, "moment"]  # after so many moves of a line


@checked
class Match:
    """One game in progress.

    game    the game with its options; a class or a name is the game with its usual options
    seed    a text or number that fixes all chance; by default a new one
    bots    which seats computer players take: their levels, or functions that choose from a view (see
            `handkit.bots.own`), as in `{1: "easy", 2: choose}`
    names   names of seats; by default the only person is "You"
    start   a position to start from, instead of the first deal; of a match it is the present one

    It also has `opened`, the moments at which hidden cards were opened; `line`, the name of the line of play
    shown; and `at`, how many of its moves are made. Moves made are `HistoryEntry`: seat, move, events, state.

    Raises ValueError for a game, seat or level that does not exist, and TypeError for what is none.
    """

    def __init__(
        self,
        game: AnyGame,
        seed: str | int | None = None,
        *,
        bots: Levels | None = None,
        names: NamesBySeat | None = None,
        start: State | Match | None = None,
    ) -> None:
        game = games.with_options(game)
        start = start.state if isinstance(start, Match) else start
        if start is not None and start.game != game:
            game = start.game if type(start.game) is type(game) else _refuse_start(game, start)
        self.game = game
        self.seed = secrets.token_hex(8) if seed is None else _plain(str(seed))
        self.bots = {game.check_seat(seat): seated(game, player) for seat, player in (bots or {}).items()}
        self.names = _names(game, self.bots) | {
            game.check_seat(seat): _clean(name) for seat, name in (names or {}).items()
        }
        self.opened: list[int] = []  # the moments at which hidden cards were opened on purpose
        self._from_position = start is not None
        self._first = friendly(game.start() if start is None else start.copy())
        self._lines: dict[str, list[HistoryEntry]] = {"main": []}
        self._written = Written()
        self.line = "main"
        self.at = 0
        self._listeners: list[Callable[[], None]] = []
        if self.to_move == DEALER:
            self.deal()

    # The moment shown.

    @property
    def state(self) -> State:
        """The whole truth now. Not to be changed: `play` makes moves."""
        return self.state_at(self.at)

    @property
    def _line_moves(self) -> list[HistoryEntry]:
        return self._lines[self.line]

    @property
    def _last_made(self) -> HistoryEntry | None:
        return self._line_moves[self.at - 1] if self.at else None

    @property
    def to_move(self) -> int | None:
        """The seat that is to move, `DEALER` where cards are due; None when the game is over."""
        return self.state.to_move

    @property
    def outcome(self) -> Outcome | None:
        """Ranks and scores, and the rule that ended the game; None while it goes on."""
        return self.state.outcome

    @property
    def moves_so_far(self) -> list[HistoryEntry]:
        """The moves made so far in this line, first to last."""
        return self._line_moves[: self.at]

    @property
    def events(self) -> list[Event]:
        """All that happened so far in this line."""
        return [event for entry in self.moves_so_far for event in entry.events]

    @property
    def length(self) -> int:
        """How many moves this line has, those that were undone included."""
        return len(self._line_moves)

    @property
    def line_moves(self) -> list[HistoryEntry]:
        """All moves of this line, those that were undone included."""
        return list(self._line_moves)

    plies, whole = moves_so_far, line_moves  # as they were called until version 0.1

    def state_at(self, moment: Moment) -> State:
        """The state after so many moves of this line. Raises ValueError outside of it."""
        self._check_moment(moment)
        return self._line_moves[moment - 1].state if moment else self._first

    def _check_moment(self, moment: int) -> None:
        if type(moment) is not int or not 0 <= moment <= self.length:
            raise ValueError(f"There is no moment {shorten(moment)}: this line goes from 0 to {self.length}.")

    def view(self, seat: Seat) -> View:
        """What one seat knows now; ONLOOKER sees what everybody does. Raises ValueError for a seat that does
        not exist."""
        return self.state.view(seat)

    def log(self, seat: Seat) -> list[str]:
        """What happened so far as a seat, or ONLOOKER, saw it, in sentences. Raises ValueError for a seat
        that does not exist."""
        self.game.check_seat(seat, ONLOOKER)
        seen = (event for event in self.events if event.visible_to(seat))
        return [f"{event.say(names=self.names, reader=seat)} ({event.rule})" for event in seen]

    # Moves.

    def check(self, move: Move | str, seat: Seat | None = None) -> Refusal | None:
        """Why a move is refused, None when it is legal; see `State.check`, also for what it raises."""
        return self.state.check(move, seat)

    def play(self, move: Move | str, seat: Seat | None = None) -> list[Event]:
        """Make a move for a seat, by default the one to move; returns what happened.

        Raises IllegalMove with the refusal, ParseError or CardError for a text that is no move, TypeError for
        a move of another game, ValueError for a seat that does not exist; the match then stays as it was.
        Moves that had been undone are forgotten, unless this is the same.
        """
        if isinstance(move, str):
            move = self.game.parse(move)
        if refusal := self.check(move, seat):
            raise IllegalMove(refusal)
        if seat is None:
            seat = self.to_move
        assert seat is not None
        before = self.at
        self._go_on(seat, move)
        self._follow_chance()
        self._changed()
        return [event for entry in self._line_moves[before : self.at] for event in entry.events]

    def _go_on(self, seat: int, move: Move) -> None:
        """Make a legal move; what had been undone is kept if it begins with this."""
        undone = self._line_moves[self.at : self.at + 1]
        if not undone or (undone[0].seat, undone[0].move) != (seat, move):
            made = _made(self.state, seat, move, self._last_made)
            del self._line_moves[self.at :]
            self._line_moves.append(made)
        self.at += 1

    @property
    def chance_is_due(self) -> bool:
        """Whether cards are due in the middle of a round, as they are after `goto` such a moment: a move that
        asks for them has them at once."""
        return self.to_move == DEALER and not self.state.between_rounds

    def _follow_chance(self) -> None:
        """Chance in the middle of a round comes at once: as it came before it was undone, or as the seed has
        it."""
        while self.chance_is_due:
            undone = self._line_moves[self.at : self.at + 1]
            self._go_on(DEALER, undone[0].move if undone else self._due_deal())

    def deal(self) -> list[Event]:
        """Deal the next cards, as the seed has them. Raises IllegalMove when none are due."""
        return self.play(self._due_deal(), DEALER)

    def _due_deal(self) -> Move:
        """The deal that the seed gives now."""
        return self._seeded_deal(self.state, self._last_made)

    def _seeded_deal(self, state: State, last: HistoryEntry | None) -> Move:
        """The deal that the seed gives a state after a move of this line. A round's cards hang on its number
        alone, whatever came in the rounds before."""
        number = (last.rounds if last else 0) + self._from_position
        if state.between_rounds:
            return state.deal(generator("handkit deal", self.seed, number + 1))
        chances = last.chances if last else 0
        return state.deal(generator("handkit chance", self.seed, number, chances + 1))

    def deals_follow_seed(self) -> bool:
        """Whether every deal of this line is the one that the seed gives (and none was set by hand)."""
        state, last = self._first, None
        for entry in self._line_moves:
            if entry.seat == DEALER and entry.move != self._seeded_deal(state, last):
                return False
            state, last = entry.state, entry
        return not self._from_position

    # Computer players.

    @property
    def waiting_bot(self) -> int | None:
        """The seat of a computer player that may move now, if there is one."""
        return next((seat for seat in self.state.actors if seat in self.bots), None)

    def bot_generator(self, seat: Seat, moment: Moment | None = None) -> random.Random:
        """The generator with which the computer player of a seat thinks at a moment, by default now. Raises
        ValueError for a seat or a moment that does not exist."""
        self.game.check_seat(seat)
        if moment is not None:
            self._check_moment(moment)
        return generator("handkit bot", self.seed, seat, self.at if moment is None else moment)

    def step(self) -> bool:
        """Let one computer player move, or chance come that is due in mid-round; False when none may. Raises
        PlayerError for what is wrong with somebody's own player; the match then stays as it was."""
        if self.chance_is_due:
            self.deal()
            return True
        seat = self.waiting_bot
        if seat is None:
            return False
        self.play(choice(self.bots[seat], self.view(seat), self.bot_generator(seat)), seat)
        return True

    def advance(self) -> None:
        """Let computer players move until a person may, cards are due or the game is over."""
        while self.step():
            pass

    def finish(self) -> None:
        """Let computer players move, and deal for them, until a person may move or the game is over."""
        self.advance()
        while self.to_move == DEALER:
            self.deal()
            self.advance()

    # Back, forward, and other lines.

    def goto(self, moment: Moment) -> None:
        """Show the moment after so many moves of this line. Raises ValueError outside of it."""
        self._check_moment(moment)
        if moment != self.at:
            self.at = moment
            self._changed()

    def undo(self, moves: int = 1) -> None:
        """Go back by so many moves; `redo` brings them back. Raises ValueError when there are not so many.
        Chance in the middle of a round goes with the move that asked for it."""
        if moves > self.at:
            raise ValueError(
                f"So many moves ({shorten(moves)}) cannot be undone: the match is at move {self.at}."
            )
        moment = self.at - moves
        while self._waits_for_chance(moment):
            moment -= 1
        self.goto(moment)

    def redo(self, moves: int = 1) -> None:
        """Make moves again that were undone. Raises ValueError when there are not so many."""
        if moves > self.length - self.at:
            where = f"the match is at move {self.at} of {self.length}"
            raise ValueError(f"So many moves ({shorten(moves)}) cannot be made again: {where}.")
        moment = self.at + moves
        while self._waits_for_chance(moment):
            moment += 1
        self.goto(moment)

    def _waits_for_chance(self, moment: Moment) -> bool:
        """Whether a moment inside of this line lies between a move and the chance that it asked for."""
        if not 0 < moment < self.length:
            return False
        entry = self._line_moves[moment]
        return entry.seat == DEALER and not entry.new_round

    @property
    def branches(self) -> list[str]:
        """The names of all lines of play, "main" first."""
        return list(self._lines)

    def branch(self, name: str | None = None, moment: Moment | None = None) -> str:
        """Begin a new line of play at a moment, by default this one, and go to it; the present line stays.
        Returns its name. Raises ValueError for a name that is taken, or a moment that does not exist."""
        name = name or next(new for n in count(len(self._lines)) if (new := f"branch {n}") not in self._lines)
        if name in self._lines:
            raise ValueError(f"There is already a branch {shorten(name)}.")
        moment = self.at if moment is None else moment
        self._check_moment(moment)
        self._lines[name] = self._line_moves[:moment]
        self.line, self.at = name, moment
        self._follow_chance()
        self._changed()
        return name

    def fork(self, name: str) -> tuple[str, int]:
        """Where a line leaves the lines before it: the line that it shares most moves with, and how many.
        The first line leaves none: ("", 0). Raises ValueError for a line that does not exist."""
        line = self._line(name)
        best, shared = "", 0
        for other, moves_so_far in self._lines.items():
            if other == name:
                break
            number = sum(1 for _ in takewhile(_alike, zip(line, moves_so_far, strict=False)))
            if number > shared or not best:
                best, shared = other, number
        return best, shared

    def line_length(self, name: str) -> int:
        """How many moves a line has. Raises ValueError for a line that does not exist."""
        return len(self._line(name))

    def _line(self, name: str) -> list[HistoryEntry]:
        if name not in self._lines:
            raise ValueError(f"There is no branch {shorten(name)}: there are {', '.join(self._lines)}.")
        return self._lines[name]

    def switch(self, name: str) -> None:
        """Go to the end of another line of play. Raises ValueError with the lines that there are."""
        self.line, self.at = name, len(self._line(name))
        self._changed()

    def copy(self) -> Self:
        """The same match once more, to go through by oneself: no table listens to it. `copy.copy`,
        `copy.deepcopy` and pickle make such a one too."""
        twin = type(self).__new__(type(self))  # moves and states are never changed once made
        twin.__dict__ = self.__getstate__()
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        own = {
            "bots": dict(self.bots), "names": dict(self.names), "opened": list(self.opened), "_listeners": [],
            "_written": Written(),
            "_lines": {name: list(line) for name, line in self._lines.items()},
        }  # fmt: skip
        return self.__dict__ | own

    def note_opened(self) -> None:
        """Write down that hidden cards are opened at this moment."""
        if self.at not in self.opened:
            self.opened.append(self.at)

    # Listeners: tables that show this match.

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call a function after every change; returns a function that ends this."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def _changed(self) -> None:
        """Tell all listeners, also after one has failed; its error is raised then."""
        failed: Exception | None = None
        for listener in list(self._listeners):
            try:
                listener()
            except Exception as error:
                failed = failed or error
        if failed:
            raise failed

    # The record: all that is needed to play the match again. It tells every card, so it is a sealed
    # envelope: it goes into a file, never onto a table.

    def record(self) -> dict[str, Any]:
        """The match as plain JSON. It tells every card."""
        lines = {
            name: [[entry.seat, str(entry.move)] for entry in line] for name, line in self._lines.items()
        }
        return self._record(lines)

    def text(self) -> str:
        """The record as it stands in a file. Only what is new since it was last made is made again. Raises
        RecordError for one that is too long."""
        lines = {name: self._written.line(name, line) for name, line in self._lines.items()}
        fields = {name: json.dumps(value, ensure_ascii=False) for name, value in self._record({}).items()}
        named = (f"{json.dumps(name, ensure_ascii=False)}: {line}" for name, line in lines.items())
        fields["lines"] = f"{{{', '.join(named)}}}"
        text = "{" + ", ".join(f'"{name}": {value}' for name, value in fields.items()) + "}\n"
        if len(text) > LARGEST or len(text.encode()) > LARGEST:
            raise RecordError(
                f"This match is too long to be saved: its record has more than {LARGEST} bytes."
            )
        return text

    def _record(self, lines: dict[str, Any]) -> dict[str, Any]:
        return {
            "handkit": FORMAT,
            "game": self.game.name,
            "options": self.game.to_json(),
            "seed": self.seed,
            "start": self._first.to_json() if self._from_position else None,
            "bots": {str(seat): self._recorded(bot) for seat, bot in sorted(self.bots.items())},
            "names": {str(seat): name for seat, name in sorted(self.names.items())},
            "lines": lines,
            "line": self.line,
            "at": self.at,
            "opened": self.opened,
        }

    def _recorded(self, bot: Bot) -> str:
        """A computer player as a record has it: of somebody's own only the name."""
        own = by_name(self.game, self.bots)
        name = level_of(self.game, bot, own)
        return f"{OWN}{name}" if name in own else str(name)

    def save(self, path: str | Path) -> Path:
        """Write the record to a file, whole or not at all, and over nothing but a record; returns its path.
        Raises OSError, which says what to do, and RecordError for a match that is too long."""
        return files.write(path, self.text(), RECORD)

    @classmethod
    def load(cls, path: str | Path, bots: Levels | None = None) -> Self:
        """The match of a file; `bots` take their seats instead of those in it, as somebody's own player must,
        of whom a file has only the name. Raises RecordError that says whose player is missing, or at which
        move and why the file is wrong, and FileNotFoundError where there is none."""
        return cls.from_record(read_record(Path(path)), bots)

    @classmethod
    def from_record(
        cls, data: Any, bots: Levels | None = None, find: Callable[[str], Bot | None] | None = None
    ) -> Self:
        """The match of a record, replayed and checked move by move, with `bots` as for `load`; `find` finds
        somebody's own player by its name. Raises RecordError."""
        _check_record(data)
        try:
            game = games.find(data["game"])(**data["options"])
        except ValueError as error:
            raise RecordError(f"The record cannot be loaded: {error}") from None
        try:
            start = None if data["start"] is None else game.state(data["start"])
        except ValueError as error:
            raise RecordError(f"The record's position cannot be loaded. {_sealed(error)}") from None
        try:
            seats = _players(data["bots"], bots or {}, find or dict[str, Bot]().get)
            names = {int(seat): name for seat, name in data["names"].items()}
            match = cls(game, data["seed"], bots=seats, names=names, start=start)
        except ValueError as error:
            raise RecordError(f"The record cannot be loaded: {error}") from None
        match._lines = {name: match._replay(name, moves) for name, moves in data["lines"].items()}
        if data["line"] not in match._lines:
            raise RecordError(f"The record has no line {shorten(data['line'])}.")
        match.line = data["line"]
        if not 0 <= data["at"] <= match.length:
            raise RecordError(f"The record stands at move {data['at']} of {match.length}.")
        match.at, match.opened = data["at"], list(data["opened"])
        return match

    def _replay(self, name: str, moves: list[Any]) -> list[HistoryEntry]:
        state, line = self._first, list[HistoryEntry]()
        for number, entry in enumerate(moves, 1):
            where = f"Move {number} of line {shorten(name)}"
            try:
                seat, text = _entry(entry)
                self.game.check_seat(seat, DEALER)
            except ValueError as error:
                raise RecordError(f"{where} cannot be read: {error}") from None
            try:
                move = self.game.parse(text)
                refusal = state.check(move, seat)
            except ValueError as error:
                raise RecordError(f"{where} cannot be read. {_sealed(error)}") from None
            if refusal:
                raise RecordError(f"{where}, by seat {seat}, is refused by rule {refusal.rule}.")
            line.append(_made(state, seat, move, line[-1] if line else None))
            state = line[-1].state
        return line

    def __repr__(self) -> str:
        turn = {None: "over", DEALER: "cards are due"}.get(
            self.to_move
        ) or f"{self.names[self.to_move or 0]} to move"
        moves = "1 move" if self.at == 1 else f"{self.at} moves"
        return f"<Match of {self.game.title}, {moves}, {turn}>"


def _made(state: State, seat: int, move: Move, last: HistoryEntry | None) -> HistoryEntry:
    """A legal move made in a copy of a state, with what happened."""
    after, events = state.copy(), list[Event]()
    after.play(move, events.append, seat)
    rounds, chances = (last.rounds, last.chances) if last else (0, 0)
    new_round = seat == DEALER and state.between_rounds
    if new_round:
        rounds, chances = rounds + 1, 0
    elif seat == DEALER:
        chances += 1
    return HistoryEntry(seat, move, tuple(events), friendly(after), new_round, rounds, chances)


class Written:
    """Lines of play as they stand in a record. A line only changes at its end, and an entry stands behind the
    same moves wherever it stands, so a page whose last entry is the same is the same."""

    PAGE = 256  # moves of a page

    def __init__(self) -> None:
        self._pages: dict[str, list[tuple[HistoryEntry, str]]] = {}

    def line(self, name: str, line: Sequence[HistoryEntry]) -> str:
        """A line as JSON, whose full pages are made once."""
        pages = self._pages.setdefault(name, [])
        while pages and (
            len(pages) * self.PAGE > len(line) or line[len(pages) * self.PAGE - 1] is not pages[-1][0]
        ):
            pages.pop()
        while (end := (len(pages) + 1) * self.PAGE) <= len(line):
            pages.append((line[end - 1], _joined(line[end - self.PAGE : end])))
        rest = [_joined(line[len(pages) * self.PAGE :])] if len(line) % self.PAGE else []
        return "[" + ", ".join([*(text for _, text in pages), *rest]) + "]"


def _joined(entries: Sequence[HistoryEntry]) -> str:
    return ", ".join([entry.written for entry in entries])


def _alike(pair: tuple[HistoryEntry, HistoryEntry]) -> bool:
    """Whether two entries are the same move. Lines of one match share most of them."""
    one, other = pair
    return one is other or (one.seat, one.move) == (other.seat, other.move)


def read_record(path: Path) -> Any:
    """What a file holds, not yet checked. Raises RecordError for what cannot be a record."""
    if not path.exists():
        raise files.missing(path)
    if path.stat().st_size > LARGEST:
        raise RecordError(f"{path.name} is larger than any record of a match.")
    return parse_record(path.read_bytes(), path.name)


def parse_record(text: str | bytes, name: str) -> Any:
    """What a text holds, not yet checked; `name` is what the error calls it. Raises RecordError."""
    try:
        return json.loads(text.removeprefix("\ufeff") if isinstance(text, str) else text)
    except (ValueError, RecursionError) as error:
        raise RecordError(
            f"{name} is not a record of a match: it is not JSON ({shorten(str(error), 80)})."
        ) from None


def _entry(entry: Any) -> tuple[int, str]:
    """The seat and the text of a move in a record. Raises ValueError."""
    match entry:
        case [int(seat), str(text)]:
            return seat, text
    raise ValueError("a move has the number of its seat, and a text.")


def _players(
    recorded: Mapping[str, str], given: Levels, find: Callable[[str], Bot | None]
) -> dict[int, str | Bot | Callable[..., Any]]:
    """Who plays, by seat: those given, else as a record has it. Raises RecordError that says who is
    missing."""
    found, missing = dict(given), dict[int, str]()
    for seat, text in recorded.items():
        if int(seat) in given:
            continue
        name = text.removeprefix(OWN)
        own = find(name) if name != text else name
        if own is None:
            missing[int(seat)] = name
        else:
            found[int(seat)] = own
    if missing:
        who = ", ".join(f"{shorten(name)} at seat {seat}" for seat, name in missing.items())
        code = ", ".join(f"{seat}: {name if name.isidentifier() else '…'}" for seat, name in missing.items())
        raise RecordError(
            f"This match is played by somebody's own player, which a record cannot hold: {who}. Define it, "
            f"and give it along: Match.load(file, bots={{{code}}})."
        )
    return found


def _sealed(error: Exception) -> str:
    """What an error says, without the cards that it may name: a record is a sealed envelope, also where it is
    wrong."""
    return str(getattr(error, "sealed", "It cannot be read."))


def _refuse_start(game: Game, start: State) -> Game:
    raise ValueError(f"The position to start from is of {start.game.title}, not of {game.title}.")


def _plain(text: str) -> str:
    """A text that can be written to a file: no half characters."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _clean(name: object) -> str:
    """A name as tables, logs and files can bear it: one line, no signs that turn the direction of writing or
    stand for a card (braces), not longer than 40 characters."""
    kept = (sign for sign in str(name) if unicodedata.category(sign)[0] != "C" and sign not in "{}")
    return "".join(kept).strip()[:40].strip() or "?"


def _names(game: Game, bots: Mapping[int, Bot]) -> dict[int, str]:
    """Names for all seats: "You" for the only person, its own for somebody's own player, else a name in order
    of the alphabet."""
    people = [seat for seat in range(game.players) if seat not in bots]
    own = by_name(game, bots)
    others = iter(NAMES)
    names = {seat: "You" if people == [seat] else next(others) for seat in range(game.players)}
    for name, player in own.items():
        seats = [seat for seat, bot in bots.items() if bot == player]
        names |= {seat: _clean(f"{name} {seat}" if len(seats) > 1 else name) for seat in seats}
    return names


_SHAPE: dict[str, type | tuple[type, ...]] = {
    "handkit": int, "game": str, "options": dict, "seed": str, "start": (dict, type(None)), "bots": dict,
    "names": dict, "lines": dict, "line": str, "at": int, "opened": list,
}  # fmt: skip
# A table adds a field `table` with what it remembers of itself; a match has no need of it.


def _check_record(data: Any) -> None:
    """The outer form of a record; what it says is checked by replaying it."""
    if not isinstance(data, dict) or "handkit" not in data:
        raise RecordError("This is not a record of a match.")
    if data["handkit"] != FORMAT:
        raise RecordError(
            f"This record has the form {shorten(data['handkit'])}; this program reads form {FORMAT}."
        )
    if not isinstance(data.get("table", {}), dict):
        raise RecordError("The record's field `table` has the wrong type.")
    if missing := set(_SHAPE) ^ set(data) - {"table"}:
        wrong = shorten(", ".join(sorted(missing)), 80)
        raise RecordError(f"A record has the fields {', '.join(_SHAPE)}; wrong here: {wrong}.")
    for name, kind in _SHAPE.items():
        if not isinstance(data[name], kind) or isinstance(data[name], bool):
            raise RecordError(f"The record's field `{name}` has the wrong type.")
    if "main" not in data["lines"] or not all(isinstance(line, list) for line in data["lines"].values()):
        raise RecordError("The record's field `lines` holds lists of moves by name, one of them `main`.")
    if not all(type(moment) is int and moment >= 0 for moment in data["opened"]):
        raise RecordError("The record's field `opened` holds numbers of moves.")
    for field in ("bots", "names"):
        if not all(seat in SEATS and isinstance(value, str) for seat, value in data[field].items()):
            raise RecordError(f"The record's field `{field}` has texts by seat.")
