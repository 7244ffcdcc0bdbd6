"""A table in a notebook, on which a match is played.

The table draws a scene (`handkit.table.scene`) made of one seat's view, and turns messages from the
browser into moves. It knows no game.

It works at home (`handkit.table.home`). Each message carries the number of the scene that it answers;
what answers an old scene is ignored. All exceptions are caught and shown on the table.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

import traitlets

from handkit import bots as players
from handkit.bots import Bot
from handkit.cards import CardError, shorten
from handkit.game import (
    DEALER,
    ONLOOKER,
    Game,
    IllegalMove,
    Move,
    OptionError,
    ParseError,
    State,
    View,
)
from handkit.match import Match, RecordError
from handkit.table import keeping
from handkit.table.export import export
from handkit.table.home import AtHome, report
from handkit.table.keeping import Keeper, Saved
from handkit.table.messages import MessageError, handler_of, one_of, text_of
from handkit.table.names import braces
from handkit.table.page import packed
from handkit.table.scene import Action, Choice, Frame, Hint, Prompt, Reason, Scene
from handkit.table.scenes import SceneInput, painter, seen_by
from handkit.table.scenes.painter import Painter
from handkit.table.setup import PACES, PERSON, SIZES, setup
from handkit.table.still import describe, mime
from handkit.table.unmarked import OPEN_QUESTION, unmarked

if TYPE_CHECKING:
    from handkit.table.inspector import Inspector
    from handkit.what_if import WhatIf

LONGEST_NAME = 20
SAMPLES = 24  # deals on which a move is played to the end of the round
COVERED = "The cards are covered: first the next person takes the screen."
UNSEEN = "Something happens that you do not see."
PAST = "You are looking back. Go back to now first, or play on from here."


class Table(AtHome):
    """A match on a table.

        Table(match)
        Table(President(rounds=3), seed="monday", bots={1: "easy", 2: "normal", 3: "hard"})

    match         a Match, a position, or a Game (then with `seed`, `bots` and `names` as for Match;
                  by default computer players of level "normal" take all seats but the first)
    seat          whose cards are shown; by default the first person's, nobody's when all are computers
    speed         how fast computer players move: "slow", "normal", "fast" or "at once"
    size          "normal" or "projector"
    four_colours  diamonds blue and clubs green
    open          show everybody's cards: a deliberate act, noted in the match
    inspect       begin with the inspector open below the table
    marks         False while a lesson's question is open: the table shows no card or rank as playable, gives
                  no hint, and nobody moves on it; `table.marks = True` lifts that
    hints         False where whoever plays is to find out alone
    keep          a file that holds the match, written after every change. When it is there already, the match
                  in it is brought back: so running the cell again brings the game back, also after a
                  restart. RecordError says when the file holds another game or other options.

    All that the table does can be done in code: `table.play("7S 7H")`, `table.hint()`,
    `table.undo()`, `table.deal()`, `table.look(12)` and `table.look()` for now, `table.play_on()`,
    `table.open_cards()`, `table.pause()`, `await table.settle()`, `table.match`, `table.view`.
    """

    _esm = packed()
    played: ClassVar[list[Match]] = []  # the matches in which somebody moved at a table, in this session
    _task: asyncio.Task[None] | None = None
    _inspector: Inspector | None = None
    _inspectors: frozenset[Inspector] = frozenset()  # those that look at this table
    _unlisten: Callable[[], None] = staticmethod(lambda: None)
    scene: Any = traitlets.Dict().tag(sync=True)
    setup: Any = traitlets.Dict().tag(sync=True)
    inside: Any = traitlets.Unicode().tag(sync=True)  # the inspector's model, while it is open below

    def __init__(
        self,
        match: Match | Game | State | Saved,
        *,
        seed: str | int | None = None,
        bots: Mapping[int, str | Bot] | None = None,
        names: Mapping[int, str] | None = None,
        seat: int | None = None,
        speed: str = "normal",
        size: str = "normal",
        four_colours: bool = False,
        open: bool = False,
        inspect: bool = False,
        marks: bool = True,
        hints: bool = True,
        keep: str | Path | None = None,
    ) -> None:
        saved = None
        if isinstance(match, Saved):
            saved, match = match, match.match
        if not isinstance(match, Match):
            match = _new_match(match, seed, bots, names)
        elif seed is not None or bots is not None or names is not None:
            raise ValueError("A match has its seed, bots and names already: give them to the Match.")
        saved = saved or keeping.fresh(match)
        if keep is not None:
            saved = keeping.keep(keep, saved)
            match = saved.match
        if seat is not None and not (type(seat) is int and 0 <= seat < match.game.players):
            raise ValueError(f"There is no seat {shorten(seat)}: seats are 0 to {match.game.players - 1}.")
        self.match = match
        self.front = saved.front if seat is None else seat
        self._stays = saved.stays or seat is not None  # a seat chosen on purpose is not left for another's
        self._keeper: Keeper | None = saved.keeper
        self.speed = one_of("speed", speed, PACES)
        self._size = one_of("size", size, SIZES)
        self._four_colours, self._open, self._marks = bool(four_colours), bool(open), bool(marks)
        self._hints = bool(hints)
        self.error: BaseException | None = None  # the last fault of the table itself
        self._refusal: Reason | None = None
        self._tried: list[str] = []
        self._trying: Move | None = None  # shown as if it were made
        self._refused_in_turn = False
        self._hint: Hint | None = None
        self._covered = saved.covered and seat is None  # whether the screen is handed to another person
        self._asleep = False  # whether no browser shows the table
        self._paused = False  # whether computer players wait to be told to go on
        self._asked = False  # whether a browser asks which records can be opened
        self._past: int | None = None  # the moment that is looked back at; None for now
        self._line = match, match.line
        self._rev = 0
        self._floor = 0  # messages that answer an older scene are stale
        self._quiet = False
        if self._open:
            match.note_opened()
        self._cover()
        self._note_front()
        if self._keeper is not None:
            self._keeper.write()
        # What the panels show is long: it follows when a browser is there, after the first picture.
        later: dict[str, Any] = {"rules": [], "sections": [], "options": [], "short": True}
        super().__init__(scene=self._next_scene(), setup=self._make_setup() | later)
        self._listen()
        if inspect:
            self.look_inside()

    # In code.

    @property
    def view(self) -> View:
        """What the seat in front knows now."""
        return self.match.view(self.front)

    @property
    def moment(self) -> int:
        """The moment that is shown: after so many moves."""
        return self.match.at if self._past is None else self._past

    @property
    def shown(self) -> State:
        """The whole truth at the moment that is shown."""
        return self.match.state_at(self.moment)

    @property
    def looking_back(self) -> bool:
        """Whether another moment than now is shown. The game goes on meanwhile."""
        return self._past is not None

    @property
    def hidden(self) -> str:
        """Why nobody may look inside now; "" when one may."""
        return COVERED if self._covered else "" if self._marks else OPEN_QUESTION

    @property
    def opened(self) -> bool:
        """Whether everybody's cards are shown."""
        return self._open

    @property
    def marks(self) -> bool:
        """Whether the table shows what may be played, and plays."""
        return self._marks

    @marks.setter
    def marks(self, on: bool) -> None:
        self._stop_players()
        self._marks, self._hint, self._refusal, self._tried, self._trying = bool(on), None, None, [], None
        self._show()

    def play(self, move: Move | str) -> None:
        """Make a move for the seat in front; then the computer players move until a person may.

        Raises IllegalMove with the refusal, ParseError or CardError; nothing changes then.
        """
        self._covered = False  # who writes code has the screen
        self._must_be_now()
        self._stop_players()
        with self.one_scene():
            self.match.advance()
            self._play_here(move)
            self.match.advance()

    def deal(self) -> None:
        """Deal the next round; computer players move until a person may."""
        self._must_be_now()
        self._stop_players()
        with self.one_scene():
            self.match.deal()
            self.match.advance()

    def undo(self) -> None:
        """Back to the last choice of the seat in front. Raises ValueError when there is none."""
        self._must_be_now()
        moment = self._last_choice()
        if moment is None:
            raise MessageError("There is no choice of yours to go back to.")
        self._stop_players()
        self.match.goto(moment)

    def hint(self) -> Hint:
        """What the strongest computer player would do in front, and why. Raises ValueError when it is
        not that seat's turn."""
        self._must_be_now()
        self._must_give_hints()
        self._stop_players()
        with self.one_scene():
            self.match.advance()
        self._must_be_now()
        self._hint = self._make_hint()
        self._show()
        return self._hint

    def look(self, moment: int | None = None) -> None:
        """Show the moment after so many moves, as a picture; None for now. Raises MessageError, which is a
        ValueError, for a moment that this line of play does not have."""
        if self._covered:
            raise MessageError(COVERED)
        if moment is not None:
            try:
                self.match.state_at(moment)
            except ValueError as error:
                raise MessageError(str(error)) from None
        self._past = None if moment == self.match.at else moment
        self._show()

    def play_on(self, name: str | None = None) -> str:
        """Go on from the moment shown, as a new line of play; the present line stays. Returns its name.
        Now, nothing has to be done for that, and the line stays the same."""
        if self._covered:
            raise MessageError(COVERED)
        if self._past is None:
            return self.match.line
        self._stop_players()
        with self.one_scene():
            return self.match.branch(name, self._past)

    def switch(self, name: str) -> None:
        """Go to another line of play. Raises ValueError with the lines that there are."""
        self._stop_players()
        with self.one_scene():
            self.match.switch(name)

    def what_if(self, move: Move | str, samples: int = SAMPLES) -> WhatIf:
        """Play a move of the seat in front on to the end of the round with computer players, on deals that
        fit what it knows, and the moves that are worth comparing as well. Raises IllegalMove, ParseError."""
        study = self.study(
            self.match.game.parse(move) if isinstance(move, str) else move, self.front, samples
        )
        study.run()
        return study

    def study(self, move: Move, seat: int, samples: int = SAMPLES) -> WhatIf:
        """What `what_if` runs, not yet begun: at the moment shown, for a seat."""
        from handkit.what_if import WhatIf, compared

        game = self.match.game
        if self._covered:
            raise MessageError(COVERED)
        if not players.levels(game):
            raise MessageError(f"{game.title} has no computer player to play a move on.")
        view, rng = self.shown.view(seat), self.match.bot_generator(seat, self.moment)
        return WhatIf(view, compared(view, move, rng), rng, level=_usual_level(game), samples=samples)

    def open_cards(self, on: bool = True) -> None:
        """Show everybody's cards, or no longer. The match notes when that was."""
        if self._covered:
            raise MessageError(COVERED)
        self._open = bool(on)
        if self._open:
            self.match.note_opened()
        self._show()

    def look_inside(self) -> Inspector:
        """Open the inspector below the table."""
        from handkit.table.inspector import Inspector

        if self._inspector is None or self._inspector.closed:
            self._inspector = Inspector(self)
        self._inspector.wake()
        self.inside = f"IPY_MODEL_{self._inspector.model_id}"
        return self._inspector

    def looked_into(self, inspector: Inspector, on: bool) -> None:
        """An inspector begins to look at this table, or ends."""
        if on:
            self._wake()
            self._inspectors |= {inspector}
            return
        self._inspectors -= {inspector}
        if inspector.closed and inspector is self._inspector:
            self.inside = ""

    def attempt(self, move: str) -> None:
        """What the button for a move does: it is made, or refused on the table, where it stays in sight."""
        self._dispatch({"type": "move", "move": move, "rev": self._rev})

    def pause(self) -> None:
        """Let the computer players wait until somebody goes on. Any move ends that."""
        self._stop_players()
        self._paused = True
        self._show()

    async def settle(self) -> None:
        """Wait until the computer players have moved and the table shows it."""
        self._stop_players()
        if self._marks and not self._paused:
            with self.one_scene():
                self.match.advance()
        await asyncio.sleep(0)
        self.send_state(["scene", "setup"])

    def save(self, path: str | Path) -> Path:
        """Write the match to a file, with the seat in front; `Table.load` brings it back. What happens later
        is not in it: `Table(..., keep=path)` keeps a file up to date. Only an earlier record is written over.
        Raises OSError, which says what to do, where the file cannot be written."""
        return keeping.save(path, self.match, self.front, self._stays)

    @classmethod
    def load(cls, path: str | Path, **settings: Any) -> Self:
        """A table on the match of a file, with the same seat in front; `settings` are those of a table.

        A file that a table kept is kept up to date from here too. Where several people play, a curtain
        hangs first. Raises RecordError that says what is wrong with the file.
        """
        return cls(keeping.bring_back(path), **settings)

    @property
    def kept(self) -> str | None:
        """The file that is kept up to date, if there is one."""
        keeper = self._keeper
        return keeper.name if keeper is not None and keeper.match is self.match else None

    def describe(self) -> str:
        """The table in words."""
        self._wake()
        return describe(self.scene, self.setup)

    def export(self, path: str | Path, *, open: bool = False, seat: int | None = None) -> Path:
        """Write a web page that replays the whole line of the match as the seat in front, or `seat`, saw it.

        It needs no kernel and no network, and tells no more than that seat saw. With `open` it shows
        everybody's cards: a deliberate act, noted in the match. The file is written whole or not at all,
        and over nothing but an earlier page of handkit. Returns its path. Raises ValueError for a seat, and
        OSError, which says what to do, where the file cannot be written.
        """
        if seat is None and self._covered:
            raise MessageError(COVERED)
        seat = self.front if seat is None else seat
        size, four = self._size, self._four_colours
        return export(self.match, path, seat=seat, open=open, size=size, four_colours=four)

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The live table, and a still picture and words for where it cannot live."""
        self._wake()
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        return {**data, **mime(self.scene, self._make_setup())}, metadata

    def close(self) -> None:
        """Leave the match; the table is gone."""
        self._closed = True
        self._stop_players()
        self._unlisten()
        for inspector in {*self._inspectors, self._inspector}:
            if inspector is not None:
                inspector.close()
        super().close()

    # Scenes.

    def _make_setup(self) -> Any:
        return setup(self.match, self.front, self._size, self._four_colours)

    def _match_changed(self) -> None:
        self._hint = self._trying = None
        here = (self.match, self.match.line) == self._line and (self._past or 0) <= self.match.length
        if not here or self._past == self.match.at:
            self._past = None  # what was looked back at is not of this line of play, or no longer, or is now
        self._line = self.match, self.match.line
        over = self.match.to_move in (DEALER, None)
        if over or self._refused_in_turn != (self.front in self.match.state.actors):
            self._refusal, self._tried = None, []  # its turn came or went, so the answer is out of date
        if not self._quiet:
            try:
                self._show()
            except Exception as error:  # another table's move must not fail because this one cannot be drawn
                self.error = error

    def _listen(self) -> None:
        """Hear of the match's changes after its file has, so that what went wrong there can be told."""
        self._unlisten()
        self._unlisten = self.match.listen(self._match_changed)

    def _wake(self) -> None:
        """Somebody looks again at a table that no browser showed."""
        if self._asleep:
            self._asleep = False
            self._listen()
            self._show()

    def _show(self) -> None:
        """Send a scene of this moment."""
        self._cover()
        self._note_front()
        self.scene = self._next_scene()

    def _note_front(self) -> None:
        """The file is to say which seat was in front."""
        if self._keeper is not None and self.kept:
            self._keeper.seat = (self.front, self._stays)

    @contextlib.contextmanager
    def _silent(self) -> Iterator[None]:
        """While this is open the match may change and no scene is sent. Not to be held over an await."""
        before, self._quiet = self._quiet, True
        try:
            yield
        finally:
            self._quiet = before

    @contextlib.contextmanager
    def one_scene(self) -> Iterator[None]:
        """While this is open the match may change often; one scene is sent at the end."""
        try:
            with self._silent():
                yield
        finally:
            self._show()

    def _cover(self) -> None:
        """Two people at one screen: cover the cards when the turn goes from one to the other."""
        people = [seat for seat in self.match.state.actors if seat >= 0 and seat not in self.match.bots]
        if self._has_person() and not self._stays and people and self.front not in people:
            self._covered, self.front = True, people[0]

    def _has_person(self) -> bool:
        """Whether a person sits in front: who watches, or looks over a computer's shoulder, only looks."""
        return self.front >= 0 and self.front not in self.match.bots

    def seen_by(self, seat: int) -> SceneInput:
        """What a painter draws from: what a seat may see of the moment shown."""
        opened = range(self.match.game.players) if self._open and not self._covered else ()
        return seen_by(self.match, self.moment, seat, opened, self._trying if seat == self.front else None)

    def _next_scene(self) -> Scene:
        """The scene of this moment: what the seat in front may know, and nothing while covered."""
        self._rev += 1
        seat = ONLOOKER if self._covered else self.front
        drawing = painter(self.match.game)(self.seen_by(seat))
        acting = self._has_person() and not self._covered and not self.looking_back
        choice = drawing.choice() if acting else None
        scene: Scene = {**drawing.picture(choice), **self._frame(drawing, choice, acting)}
        return scene if self._marks else unmarked(scene)

    def _frame(self, drawing: Painter, choice: Choice | None, acting: bool) -> Frame:
        """What the table adds to the picture."""
        match, busy = self.match, self.match.waiting_bot
        frame = Frame(
            rev=self._rev,
            speed=self.speed,
            actions=self._actions(drawing, choice, acting),
            prompt=self._prompt(drawing),
            refusal=self._refusal,
            tried=[] if self._covered else self._tried,
            hint=None if self._covered else self._hint,
            busy="" if busy is None or self._paused else f"{match.names[busy]} is thinking",
            curtain=match.names[self.front] if self._covered else "",
        )
        if self.looking_back:
            frame["past"] = f"move {self.moment} of {match.length}"
        if kept := keeping.kept(self._keeper, self.match):
            frame["kept"] = kept
        if self._asked:
            self._asked = False
            frame["saving"] = keeping.saving(self.match.game)
        if self._asleep:
            frame["asleep"] = True
        if self.error is not None:
            frame["error"] = {
                "text": "Something went wrong in the table. The game is as it was.",
                "report": self._report(self.error),
            }
        return frame

    def _prompt(self, drawing: Painter) -> Prompt:
        """What to do now; looking back, what was done at that moment."""
        if not self.looking_back or self._covered:
            return drawing.prompt()
        if not self.moment:
            return Prompt(text="This is how it began.", small="")
        seen = [
            event.say(names=self.match.names, reader=self.front, braces=True)
            for event in self.match.line_moves[self.moment - 1].events
            if event.visible_to(self.front)
        ]
        text = seen[0] if seen else UNSEEN
        return Prompt(text=text, small=" ".join(seen[1:4]))

    def _actions(self, drawing: Painter, choice: Choice | None, acting: bool) -> list[Action]:
        if self._covered:
            return []
        if self.looking_back:
            return [
                _command("play-on", "Play on from here", "main", "enter"),
                _command("look", "Back to now", "plain", "n"),
            ]
        return [*(drawing.actions(choice) if acting else []), *self._commands(drawing)]

    def _commands(self, drawing: Painter) -> list[Action]:
        """The buttons that every game has."""
        match, found = self.match, list[Action]()
        if match.to_move == DEALER:
            found.append(_command("next", "Next round" if match.at else "Deal", "main", "enter"))
        if match.to_move is None:
            found.append(_command("new-deal", "New deal", "main", "enter"))
            found.append(_command("again", "Same deal again", "plain", "g"))
        if self._hints and self._has_person() and drawing.my_turn:
            found.append(_command("hint", "Hint", "quiet", "h"))
        if match.waiting_bot is not None and self._paused:
            found.append(_command("go-on", "Go on", "plain" if drawing.my_turn else "main", "enter"))
        if match.waiting_bot is not None and not drawing.my_turn:
            playing = self._has_person() and drawing.my_hand()
            found.append(
                _command(
                    "finish",
                    "To my next turn" if playing else f"Finish the {match.game.deal_name}",
                    "quiet",
                    "f",
                )
            )
        if self._has_person():
            undo = _command("undo", "Undo", "quiet", "u")
            if self._last_choice() is None:
                undo["ok"] = False
                undo["why"] = Reason(rule="", wrong="You have not made a choice yet.", right="")
            found.append(undo)
        return found

    def _last_choice(self) -> int | None:
        """The moment before the last move of the seat in front; None when it has made none."""
        made = [moment for moment, entry in enumerate(self.match.moves_so_far) if entry.seat == self.front]
        return made[-1] if made else None

    def _must_give_hints(self) -> None:
        if not self._hints:
            raise MessageError("This table gives no hints.")

    def _make_hint(self) -> Hint:
        game = self.match.game
        self._must_give_hints()
        if not self._has_person() or self.front not in self.match.state.actors:
            raise MessageError("A hint is for the person in front, when it is their turn.")
        if not players.levels(game):
            raise MessageError(f"{game.title} has no computer player to give a hint.")
        adviser = players.bot(game, _strongest(game))
        thoughts = adviser.think(self.view, self.match.bot_generator(self.front))
        whys = [players.with_names(braces(game, thought.why), self.match.names) for thought in thoughts[:6]]
        considered = [
            {"move": braces(game, str(thought.move)), "value": f"{thought.value:.2f}", "text": why}
            for thought, why in zip(thoughts[:6], whys, strict=True)
        ]
        cards = _cards_of(game, thoughts[0].move)
        return Hint(
            text=f"{considered[0]['move']}: {considered[0]['text']}", cards=cards, considered=considered
        )

    # Messages from the browser.

    def _dispatch(self, message: Any) -> None:
        """Do what a message asks. Every message is answered by a scene; nothing is raised."""
        try:
            handle, rev = self._understand(message)
            if rev >= self._floor:
                # Those that change nothing make no choice of a player stale.
                if handle not in self._harmless():
                    self._floor = self._rev + 1
                    self._refusal, self._tried, self.error = None, [], None
                with self._silent():
                    handle(message)
                self._paused &= handle not in self._going_on()
        except IllegalMove as error:
            drawing = painter(self.match.game)(self.seen_by(self.front))
            self._refusal = drawing.reason(error.refusal)
            self._tried = _cards_of(self.match.game, self._parse(message["move"]))
        except (MessageError, CardError, ParseError, OptionError, RecordError) as error:
            self._refusal = Reason(rule="", wrong=str(error), right="")
        except Exception as error:
            self.error = error
        self._refused_in_turn = self._refusal is not None and self.front in self.match.state.actors
        try:
            self._show()
            self.go_on()
        except Exception as error:
            self.error = error
            self.scene = {
                **self.scene,
                "rev": self._rev,
                "error": {"text": "The table cannot be drawn.", "report": self._report(error)},
            }

    def _understand(self, message: Any) -> tuple[Callable[[dict[str, Any]], None], int]:
        """Who handles a message, and the number of the scene that it answers."""
        handlers: dict[str, Callable[[dict[str, Any]], None]] = {
            "ready": self._on_ready,
            "move": self._on_move,
            "try": self._on_try,
            "hint": self._on_hint,
            "undo": self._on_undo,
            "next": self._on_next,
            "go-on": self._on_go_on,
            "finish": self._on_finish,
            "again": self._on_again,
            "new-deal": self._on_new_deal,
            "new-game": self._on_new_game,
            "look": self._on_look,
            "play-on": self._on_play_on,
            "inside": self._on_inside,
            "uncover": self._on_uncover,
            "set": self._on_set,
            "gone": self._on_gone,
            "files": self._on_files,
            "save": self._on_save,
            "download": self._on_download,
            "load": self._on_load,
        }
        handle = handler_of(message, handlers)
        kind, rev = message["type"], message.get("rev")
        if not self._marks and kind not in ("ready", "set", "gone", "files"):
            raise MessageError(OPEN_QUESTION)
        if kind in ("ready", "set", "gone", "files"):  # they answer no scene
            return handle, self._rev
        if type(rev) is not int or not 0 < rev <= self._rev:
            raise MessageError(
                f"A message carries the number of the scene that it answers, not {shorten(rev)}."
            )
        return handle, rev

    def _harmless(self) -> tuple[Callable[[dict[str, Any]], None], ...]:
        """What changes nothing in the match."""
        saving = (self._on_gone, self._on_files, self._on_save, self._on_download)
        return (self._on_ready, self._on_set, self._on_try, self._on_inside, *saving)

    def _going_on(self) -> tuple[Callable[[dict[str, Any]], None], ...]:
        """What ends a pause of the computer players."""
        other = (self._on_again, self._on_new_deal, self._on_new_game, self._on_load, self._on_play_on)
        return (self._on_go_on, self._on_finish, self._on_move, self._on_undo, self._on_next, *other)

    def _on_ready(self, message: dict[str, Any]) -> None:
        """A browser shows the table: it gets the rules, and from now on the computer players move."""
        self._wake()
        self.setup = self._make_setup()

    def _on_move(self, message: dict[str, Any]) -> None:
        self._must_be_now()
        move = self._parse(message.get("move"))
        self._trying = move  # a refused move stays in sight
        self._play_here(move)

    def _on_try(self, message: dict[str, Any]) -> None:
        """Show what a move would be. That says nothing that the seat in front does not know."""
        self._must_be_now()
        self._trying = self._parse(message["move"]) if message.get("move") else None
        self._refusal, self._tried = None, []

    def _on_hint(self, message: dict[str, Any]) -> None:
        self._must_be_now()
        self._hint = self._make_hint()

    def _on_undo(self, message: dict[str, Any]) -> None:
        self.undo()

    def _on_next(self, message: dict[str, Any]) -> None:
        self._must_be_now()
        if self.match.to_move != DEALER:
            raise MessageError("Cards are dealt when a round is over.")
        self.match.deal()

    def _on_go_on(self, message: dict[str, Any]) -> None:
        """The computer players have waited, and move now."""

    def _on_finish(self, message: dict[str, Any]) -> None:
        self._stop_players()
        self.go_on(hurry=True)

    def _on_again(self, message: dict[str, Any]) -> None:
        """The same cards once more: back to the last deal, or to the position that began the match."""
        self._must_be_now()
        deals = [moment for moment, entry in enumerate(self.match.moves_so_far, 1) if entry.seat == DEALER]
        self._stop_players()
        self.match.goto(deals[-1] if deals else 0)

    def _on_new_deal(self, message: dict[str, Any]) -> None:
        self.take(Match(self.match.game, bots=self.match.bots, names=self.match.names), self.front)

    def _on_new_game(self, message: dict[str, Any]) -> None:
        options, seats, front = message.get("options"), message.get("seats"), message.get("front")
        if not isinstance(options, dict) or not all(isinstance(name, str) for name in options):
            raise MessageError("A new game has options by name.")
        game = type(self.match.game)(**options)
        if (
            not isinstance(seats, list)
            or len(seats) != game.players
            or not all(isinstance(seat, dict) for seat in seats)
        ):
            raise MessageError(f"A new game of {game.players} players has {game.players} seats.")
        levels = {seat: text_of(about.get("level")) for seat, about in enumerate(seats)}
        names = {seat: text_of(about.get("name")).strip()[:LONGEST_NAME] for seat, about in enumerate(seats)}
        bots = {seat: level for seat, level in levels.items() if level != PERSON}
        seed = text_of(message.get("seed", "")).strip() or None
        for level in bots.values():
            one_of("level", level, players.levels(game))
        people = game.players - len(bots)
        known = {seat: name for seat, name in names.items() if name and not (people > 1 and name == "You")}
        match = Match(game, seed, bots=bots, names=known)
        if type(front) is not int or front not in range(game.players) or front in match.bots:
            front = keeping.first_person(match)
        self.take(match, front)

    def _on_look(self, message: dict[str, Any]) -> None:
        """Show another moment: after `to` moves, or null for now; or `by` one move from the one shown."""
        if "by" in message:
            by = message["by"]
            if by not in (1, -1) or type(by) is not int:
                raise MessageError(f"One looks back or on by one move, not by {shorten(by)}.")
            self.look(max(0, min(self.moment + by, self.match.length)))
        else:
            self.look(message.get("to"))

    def _on_play_on(self, message: dict[str, Any]) -> None:
        self.play_on()

    def _on_inside(self, message: dict[str, Any]) -> None:
        """Open the inspector, or close it."""
        if message.get("on"):
            self.look_inside()
        else:
            self.inside = ""
            if self._inspector is not None:
                self._inspector.rest()  # it shows nothing until somebody looks again

    def _on_uncover(self, message: dict[str, Any]) -> None:
        self._covered = False

    def _on_set(self, message: dict[str, Any]) -> None:
        if "speed" in message:
            self.speed = one_of("speed", message["speed"], PACES)
        if "size" in message:
            self._size = one_of("size", message["size"], SIZES)
        if "four_colours" in message:
            self._four_colours = bool(message["four_colours"])
        self.setup = self._make_setup()

    def _on_gone(self, message: dict[str, Any]) -> None:
        """A view is gone, as when a cell is run again. Jupyter keeps the table, as a notebook that is opened
        again asks for it; but nothing is drawn until somebody looks. A view that is left says "ready". An
        inspector may stand in another cell and goes on."""
        if self._inspectors:
            return
        self._asleep = True
        self._unlisten()

    def _on_files(self, message: dict[str, Any]) -> None:
        self._asked = True

    def _on_save(self, message: dict[str, Any]) -> None:
        """From now on a file beside the notebook holds the match."""
        if self.kept is None:
            self._keeper = keeping.begin(self.match)
            self._note_front()
            self._listen()
        if self._keeper is not None:
            self._keeper.write()
        self._asked = True

    def _on_download(self, message: dict[str, Any]) -> None:
        name, record = keeping.download(self.match, self.front, self._stays)
        self.send({"type": "record", "file": name}, [record])

    def _on_load(self, message: dict[str, Any]) -> None:
        """The match of a record. The file kept until now keeps what it has; hidden cards stay hidden."""
        text = message.get("record")
        if "file" in message:
            saved = keeping.bring_back_here(message["file"])
        elif isinstance(text, str):
            saved = keeping.bring_back_text(text)
        else:
            raise MessageError(f"A record is a text, not {shorten(text)}.")
        self._keeper, self._stays, self._open = saved.keeper, saved.stays, False
        self.take(saved.match, saved.front, saved.covered)

    def _parse(self, text: Any) -> Move:
        return self.match.game.parse(text_of(text))

    def _must_be_now(self) -> None:
        """Raise MessageError while the cards are covered, or the table is a picture of another moment."""
        if self._covered or self.looking_back:
            raise MessageError(COVERED if self._covered else PAST)

    def _play_here(self, move: Move | str) -> None:
        """Play for the seat in front, whether or not others may act too."""
        if not self._has_person():
            raise MessageError("Nobody sits in front of this table: it only watches.")
        self.match.play(move, self.front)
        self._paused = False
        if self.match not in Table.played:
            Table.played.append(self.match)

    def take(self, match: Match, front: int, covered: bool = False) -> None:
        """Put another match on the table; `covered` behind a curtain."""
        self._stop_players()
        self._unlisten()
        if self._keeper is not None and self._keeper.match is self.match:
            self._keeper.follow(match)
        self.match, self.front, self._covered = match, front, covered
        self._cover()  # before anybody hears of it
        self._paused = False
        if self._open:
            match.note_opened()
        if self._keeper is not None:
            self._keeper.write()
        self._listen()
        self._match_changed()
        self.setup = self._make_setup()

    # Computer players, paced.

    def go_on(self, hurry: bool = False) -> None:
        """Let the computer players move until a person may: as a task where a loop runs, else at once. In a
        hurry only the end is shown."""
        if self.match.waiting_bot is None or self._covered or not self._marks or self.error is not None:
            return
        if self._paused and not hurry:
            return
        if not self._at_home:
            with self.one_scene():
                self.match.advance()
        elif self._task is None or self._task.done():
            self._task = self._start(self._run_players(hurry))

    def _stop_players(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._task = None

    async def _run_players(self, hurry: bool) -> None:
        """Move for the computer players until a person may. In a hurry only the end is shown."""
        hidden = False  # whether the last move has not been shown
        try:
            while (seat := self.match.waiting_bot) is not None and not self._covered:
                began = time.monotonic()
                moment = (self.match, self.match.line, self.match.at)
                view, rng = self.match.view(seat), self.match.bot_generator(seat)
                move = await self.beside(self.match.bots[seat].choose, view, rng)
                pace = 0.0 if hurry else PACES[self.speed]
                await asyncio.sleep(max(0.0, pace - (time.monotonic() - began)))
                if moment != (self.match, self.match.line, self.match.at):
                    continue  # the match went elsewhere meanwhile
                hidden = not pace
                with self._silent() if hidden else contextlib.nullcontext():
                    self.match.play(move, seat)
        except Exception as error:
            self.error = error
        if hidden or self.error is not None:
            self._show()

    def _report(self, error: BaseException) -> str:
        return report(error, self.match.game, self.match.at)


def _new_match(
    game: Game | State,
    seed: str | int | None,
    bots: Mapping[int, str | Bot] | None,
    names: Mapping[int, str] | None,
) -> Match:
    start = game if isinstance(game, State) else None
    rules: Game = game.game if isinstance(game, State) else game
    if bots is None:
        bots = (
            {seat: _usual_level(rules) for seat in range(1, rules.players)} if players.levels(rules) else {}
        )
    return Match(rules, seed, bots=bots, names=names, start=start)


def _usual_level(game: Game) -> str:
    levels = players.levels(game)
    return "normal" if "normal" in levels else levels[-1]


def _strongest(game: Game) -> str:
    levels = players.levels(game)
    return "hard" if "hard" in levels else levels[-1]


def _cards_of(game: Game, move: Move) -> list[str]:
    """The cards that a move names, if it is one of cards."""
    cards = getattr(move, "cards", 0)
    return game.deck.texts(cards) if isinstance(cards, int) else []


def _command(name: str, label: str, kind: Any, key: str) -> Action:
    return Action(id=name, label=label, kind=kind, key=key, pick=False, ok=True, send={"type": name})
