"""A table in a notebook, on which a match is played.

The table draws a scene (`handkit.table.scene`) made of one seat's view, and turns messages from the
browser into moves. It knows no game.

This is where its rooms meet, each with one thing to care for: who sits where (`seating`), which moment is
shown (`moments`), what was tried, refused and advised (`choosing`), files (`records`) and the computer
players (`players`). `frame` says what a scene tells of them.

It works at home (`handkit.table.home`). Each message carries the number of the scene that it answers;
what answers an old scene is ignored. All exceptions are caught and shown on the table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

import traitlets

from handkit import bots as players
from handkit.arguments import checked
from handkit.bots import Bot
from handkit.bots.own import PlayerError
from handkit.cards import CardError, shorten
from handkit.game import DEALER, ONLOOKER, Game, IllegalMove, Move, OptionError, ParseError, Seat, State, View
from handkit.games import AnyGame, with_options
from handkit.match import Levels, Match, Moment, NamesBySeat, RecordError
from handkit.review import SAMPLES as REVIEWED
from handkit.review import Review
from handkit.table import keeping
from handkit.table.arranger import Arranger
from handkit.table.choosing import Choosing, cards_of
from handkit.table.export import export
from handkit.table.frame import Framer
from handkit.table.home import report
from handkit.table.keeping import Saved
from handkit.table.messages import Handler, Message, MessageError, handler_of, one_of, text_of
from handkit.table.moments import Moments
from handkit.table.page import packed
from handkit.table.players import Players
from handkit.table.records import Records
from handkit.table.scene import Hint, Reason, Scene
from handkit.table.scenes import Painter, SceneInput, painter, seen_by
from handkit.table.seating import COVERED, Seating
from handkit.table.setup import PACES, SIZES, in_marimo, match_from, new_game, setup, usual_level
from handkit.table.stage import Stage
from handkit.table.still import describe, mime
from handkit.table.studies import review_of
from handkit.table.unmarked import OPEN_QUESTION, unmarked

if TYPE_CHECKING:
    from handkit.table.inspector import Inspector
    from handkit.what_if import WhatIf

SAMPLES = 768  # deals at most on which a move is played to the end of the round


@checked
class Table(Stage):
    """A match on a table.

        Table(match)
        Table(President(rounds=3), seed="monday", bots={1: "easy", 2: "normal", 3: "hard"})

    match         a Match, a position, or a Game or its name (then with `seed`, `bots` and `names` as for
                  Match; by default computer players of level "normal" take all seats but the first)
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

    Raises ValueError for a seat, level, speed or size that does not exist, TypeError for what is none.

    All that the table does can be done in code: `table.play("7S 7H")`, `table.hint()`,
    `table.undo()`, `table.deal()`, `table.look(12)` and `table.look()` for now, `table.play_on()`,
    `table.open_cards()`, `table.pause()`, `await table.settle()`, `table.match`, `table.view`.
    """

    _esm = packed()
    played: ClassVar[list[Match]] = []  # the matches in which somebody moved at a table, in this session
    _inspector: Inspector | None = None  # the one below the table
    _inspectors: frozenset[Inspector] = frozenset()  # those that look at this table
    _arranger: Arranger | None = None
    _asleep = False  # whether no browser shows the table
    _unlisten: Callable[[], None] = staticmethod(lambda: None)
    _dismiss: Callable[[], None] = staticmethod(lambda: None)  # the computer players, for good
    scene: Any = traitlets.Dict().tag(sync=True)
    setup: Any = traitlets.Dict().tag(sync=True)
    inside: Any = traitlets.Unicode().tag(sync=True)  # the inspector's model, while it is open below
    arranging: Any = traitlets.Unicode().tag(sync=True)  # an arranger's, while a position is set up
    at: Any = traitlets.Int(None, allow_none=True).tag(sync=True)  # what a browser shows, if cells follow it

    def __init__(
        self,
        match: Match | AnyGame | State | Saved,
        *,
        seed: str | int | None = None,
        bots: Levels | None = None,
        names: NamesBySeat | None = None,
        seat: Seat | None = None,
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
        if seat is not None:
            match.game.check_seat(seat)
        self._seating = Seating(
            match,
            saved.front if seat is None else seat,
            seat_fixed=saved.seat_fixed or seat is not None,
            covered=saved.covered and seat is None,
            opened=open,
        )
        self._moments = Moments(self._seating)
        self._choosing = Choosing(self._seating, self._moments, marks=marks, gives_hints=hints)
        self._records = Records(self._seating, saved.keeper)
        self._players = Players(self, self._seating, self._choosing, one_of("speed", speed, PACES))
        self._dismiss = self._players.close
        self._framer = Framer(self._seating, self._moments, self._choosing, self._records, self._players)
        self.size, self.four_colours = one_of("size", size, SIZES), four_colours
        self._rev = 0
        self._min_rev = 0  # messages that answer an older scene are stale
        # What the panels show is long: it follows when a browser is there, after the first picture.
        later: dict[str, Any] = {"rules": [], "sections": [], "options": [], "short": True}
        super().__init__(scene=self._next_scene(), setup=self.make_setup() | later)
        self._listen()
        if in_marimo():
            self.at = self.scene["at"]
            self._below().rest()
        if inspect:
            self.look_inside()

    # What is so.

    @property
    def match(self) -> Match:
        """The match that is on the table."""
        return self._seating.match

    @property
    def front(self) -> int:
        """The seat in front; ONLOOKER when nobody sits there."""
        return self._seating.front

    @property
    def view(self) -> View:
        """What the seat in front knows now."""
        return self.match.view(self.front)

    @property
    def moment(self) -> int:
        """The moment that is shown: after so many moves."""
        return self._moments.moment

    @property
    def shown(self) -> State:
        """The whole truth at the moment that is shown."""
        return self._moments.state

    @property
    def looking_back(self) -> bool:
        """Whether another moment than now is shown. The game goes on meanwhile."""
        return self._moments.looking_back

    @property
    def hidden(self) -> str:
        """Why nobody may look inside now; "" when one may."""
        return COVERED if self._seating.covered else "" if self.marks else OPEN_QUESTION

    @property
    def opened(self) -> bool:
        """Whether everybody's cards are shown."""
        return self._seating.opened

    def told(self, error: PlayerError) -> str:
        """What is wrong with somebody's own player, as far as whoever looks may know."""
        return self._seating.told(error)

    @property
    def own(self) -> Mapping[str, Bot]:
        """The players of somebody's own that have sat at this table, by name: they can be chosen here."""
        return self._seating.own

    @property
    def kept(self) -> str | None:
        """The file that is kept up to date, if there is one."""
        return self._records.kept

    @property
    def speed(self) -> str:
        """How fast computer players move."""
        return self._players.speed

    @property
    def marks(self) -> bool:
        """Whether the table shows what may be played, and plays."""
        return self._choosing.marks

    @marks.setter
    def marks(self, on: bool) -> None:
        with self._players.stopped():
            self._choosing.marks = on
            self._choosing.forget()
            self.show()

    # What can be done.

    def play(self, move: Move | str) -> None:
        """Make a move for the seat in front; then the computer players move until a person may.

        Raises IllegalMove with the refusal, ParseError or CardError; nothing changes then.
        """
        self._seating.uncover()  # who writes code has the screen
        self._moments.must_be_now()
        with self._players.stopped(), self.one_scene():
            self._players.advance()
            self._play(move)
            self._players.advance()

    def deal(self) -> None:
        """Deal the next round; computer players move until a person may."""
        self._moments.must_be_now()
        with self._players.stopped(), self.one_scene():
            self.match.deal()
            self._players.advance()

    def undo(self) -> None:
        """Back to the last choice of the seat in front. Raises ValueError when there is none."""
        self._moments.must_be_now()
        moment = self._seating.last_choice()
        if moment is None:
            raise MessageError("There is no choice of yours to go back to.")
        with self._players.stopped():
            self.match.goto(moment)

    def deal_again(self) -> None:
        """The same cards once more: back to the last deal, or to the position that began the match."""
        self._moments.must_be_now()
        deals = [moment for moment, entry in enumerate(self.match.moves_so_far, 1) if entry.new_round]
        with self._players.stopped():
            self.match.goto(deals[-1] if deals else 0)

    def hint(self) -> Hint:
        """What the strongest computer player would do in front, and why. Raises ValueError when it is
        not that seat's turn."""
        self._moments.must_be_now()
        self._choosing.must_give_hints()
        with self._players.stopped(), self.one_scene():
            self._players.advance()
        hint = self._choosing.make_hint()
        self.show()
        return hint

    def look(self, moment: Moment | None = None) -> None:
        """Show the moment after so many moves, as a picture; None for now. Raises MessageError, which is a
        ValueError, for a moment that this line of play does not have."""
        self._moments.look(moment)
        self.show()

    def play_on(self, name: str | None = None) -> str:
        """Go on from the moment shown, as a new line of play; the present line stays. Returns its name.
        Now, nothing has to be done for that, and the line stays the same."""
        if not self.looking_back:
            return self._moments.branch(name)
        with self._players.stopped(), self.one_scene():
            return self._moments.branch(name)

    def switch(self, name: str) -> None:
        """Go to another line of play. Raises ValueError with the lines that there are."""
        with self._players.stopped(), self.one_scene():
            self.match.switch(name)

    def what_if(self, move: Move | str, samples: int = SAMPLES) -> WhatIf:
        """Play a move of the seat in front on to the end of the round with computer players, on deals that
        fit what it knows, and the moves that are worth comparing as well, until it is
        decided which is better. Raises IllegalMove, ParseError."""
        study = self.study(
            self.match.game.parse(move) if isinstance(move, str) else move, self.front, samples
        )
        study.run()
        return study

    def review(self, samples: int = REVIEWED, progress: bool = False) -> Review:
        """Go through the choices of the seat in front in the round that is shown, and tell those that cost
        most; `progress` shows a bar, and an interrupt leaves what was done. Raises ValueError where nobody
        sits in front, and for a game without computer players."""
        self._seating.must_be_uncovered()
        return review_of(self.match, self.front, self.moment, samples).run(progress)

    def study(self, move: Move, seat: Seat, samples: int = SAMPLES) -> WhatIf:
        """What `what_if` runs, not yet begun: at the moment shown, for a seat."""
        return self._moments.study(move, seat, samples)

    def open_cards(self, on: bool = True) -> None:
        """Show everybody's cards, or no longer. The match notes when that was."""
        self._seating.open_cards(on)
        self.show()

    def take(self, match: Match, front: Seat, covered: bool = False) -> None:
        """Put another match on the table; `covered` behind a curtain. Raises ValueError for a seat that does
        not exist."""
        match.game.check_seat(front, ONLOOKER)
        with self._players.stopped(), self.one_scene():
            self._unlisten()
            self._records.follow(match)
            self._seating.put(match, front, covered)  # before anybody hears of it
            self._players.paused = False
            self._records.write()
            self._listen()
            self._match_changed()
            self.setup = self.make_setup()

    def go_on(self) -> None:
        """Let the computer players move by themselves: somebody looks at the table, or into it."""
        with self._players.going_on_after():
            self._players.begin()

    def pause(self) -> None:
        """Let the computer players wait until somebody goes on. Any move ends that."""
        self._players.pause()
        self.show()

    async def settle(self) -> None:
        """Wait until the computer players have moved and the table shows it."""
        with self._players.stopped():
            if self.marks and not self._players.paused:
                with self.one_scene():
                    self._players.advance()
        await asyncio.sleep(0)
        self.send_state(["scene", "setup"])

    def attempt(self, move: str) -> None:
        """What the button for a move does: it is made, or refused on the table, where it stays in sight."""
        self._dispatch({"type": "move", "move": move, "rev": self._rev})

    def save(self, path: str | Path) -> Path:
        """Write the match to a file, with the seat in front; `Table.load` brings it back. What happens later
        is not in it: `Table(..., keep=path)` keeps a file up to date. Only an earlier record is written over.
        Raises OSError, which says what to do, where the file cannot be written."""
        return self._records.save(path)

    @classmethod
    def load(cls, path: str | Path, bots: Levels | None = None, **settings: Any) -> Self:
        """A table on the match of a file, with the same seat in front; `settings` are those of a table, and
        `bots` as for `Match.load`.

        A file that a table kept is kept up to date from here too. Where several people play, a curtain
        hangs first. Raises RecordError that says what is wrong with the file.
        """
        return cls(keeping.bring_back(path, {}, bots), **settings)

    def export(self, path: str | Path, *, open: bool = False, seat: Seat | None = None) -> Path:
        """Write a web page that replays the whole line of the match as the seat in front, or `seat`, saw it.

        It needs no kernel and no network, and tells no more than that seat saw. With `open` it shows
        everybody's cards: a deliberate act, noted in the match. The file is written whole or not at all,
        and over nothing but an earlier page of handkit. Returns its path. Raises ValueError for a seat, and
        OSError, which says what to do, where the file cannot be written.
        """
        if seat is None:
            self._seating.must_be_uncovered()
        seat = self.front if seat is None else seat
        return export(self.match, path, seat=seat, open=open, size=self.size, four_colours=self.four_colours)

    def describe(self) -> str:
        """The table in words."""
        self._wake()
        return describe(self.scene, self.setup)

    def close(self) -> None:
        """Leave the match; the table is gone."""
        self._closed = True
        self._dismiss()
        self._unlisten()
        for other in {*self._inspectors, self._inspector, self._arranger}:
            if other is not None:
                other.close()
        super().close()

    def _play(self, move: Move | str) -> None:
        """Play for the seat in front, whether or not others may act too."""
        if not self._seating.has_person:
            raise MessageError("Nobody sits in front of this table: it only watches.")
        self.match.play(move, self.front)
        self._players.paused = False
        if self.match not in Table.played:
            Table.played.append(self.match)

    def arrange(self) -> Arranger:
        """Open, below the table, where a position is set up: that of a game with the same options, which then
        comes on this table. What was put there before is there still, unless another game is played now.
        Raises TypeError for a game whose positions cannot be set up."""
        game, arranger = self.match.game, self._arranger
        if arranger is None or arranger.closed or game not in (arranger.first, arranger.game):
            if arranger is not None:
                arranger.close()
            arranger = self._arranger = Arranger(
                game, self._take_position, max(self.front, 0), self._leave_arranger
            )
        self.arranging = f"anywidget:{arranger.model_id}"
        return arranger

    def _leave_arranger(self) -> None:
        self.arranging = ""

    def _take_position(self, position: State, seat: Seat) -> None:
        self.set_up(position, seat)
        self._leave_arranger()
        self.go_on()

    def set_up(self, position: State, seat: Seat) -> None:
        """Put a position on the table, with a seat in front. Raises MessageError while a question is open."""
        if not self.marks:
            raise MessageError(OPEN_QUESTION)
        self.take(match_from(position, seat, self.match), seat)

    # Who looks.

    def look_inside(self) -> Inspector:
        """Open the inspector below the table."""
        inspector = self._below()
        inspector.wake()
        self.inside = f"anywidget:{inspector.model_id}"
        return inspector

    def _below(self) -> Inspector:
        """The inspector below this table, made when it is first wanted."""
        from handkit.table.inspector import Inspector

        if self._inspector is None or self._inspector.closed:
            self._inspector = Inspector(self)
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

    def _listen(self) -> None:
        """Hear of the match's changes after its file has, so that what went wrong there can be told."""
        self._unlisten()
        self._unlisten = self.match.listen(self._match_changed)

    def _match_changed(self) -> None:
        self._choosing.keep_up()
        self._moments.keep_up()
        try:
            self.show()
        except Exception as error:  # another table's move must not fail because this one cannot be drawn
            self.error = error

    def _wake(self) -> None:
        """Somebody looks again at a table that no browser showed."""
        if self._asleep:
            self._asleep = False
            self._listen()
            self.show()

    # What is shown.

    def make_setup(self) -> Any:
        """What stays the same until a new game is set up."""
        return setup(self.match, self.front, self.size, self.four_colours, self.own)

    def draw(self) -> None:
        """Send a scene of this moment."""
        self._seating.hand_over_screen()
        self._records.note_front()
        self.scene = self._next_scene()

    def seen_by(self, seat: int) -> SceneInput:
        """What a painter draws from: what a seat may see of the moment shown."""
        opened, trying = self._seating.open_hands, self._choosing.trying_of(seat)
        return seen_by(self.match, self.moment, seat, opened, trying)

    def _drawing(self, seat: int) -> Painter:
        return painter(self.match.game)(self.seen_by(seat))

    def _next_scene(self) -> Scene:
        """The scene of this moment: what the seat in front may know, and nothing while covered."""
        self._rev += 1
        drawing = self._drawing(self._seating.viewer)
        choice = drawing.choice() if self._moments.may_act else None
        frame = self._framer.frame(self._rev, drawing, choice)
        if self._asleep:
            frame["asleep"] = True
        if self.error is not None:
            frame["error"] = {"text": self._framer.fault(self.error), "report": self._report(self.error)}
        scene: Scene = {**drawing.picture(choice), **frame}
        return scene if self.marks else unmarked(scene)

    def _report(self, error: BaseException) -> str:
        return report(error, self.match.game, self.match.at)

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The live table, and a still picture and words for where it cannot live."""
        self._wake()
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        return {**data, **mime(self.scene, self.make_setup())}, metadata

    # Messages from the browser: mostly what can be done in code.

    def _handlers(self) -> dict[str, Handler]:
        choosing, records = self._choosing, self._records
        return {
            "ready": Handler(self._on_ready, aside=True),
            "move": Handler(self._on_move, goes_on=True),
            "try": Handler(choosing.on_try, harmless=True),
            "hint": Handler(lambda _: choosing.make_hint()),
            "undo": Handler(lambda _: self.undo(), goes_on=True),
            "next": Handler(self._on_next, goes_on=True),
            "go-on": Handler(lambda _: None, goes_on=True),
            "finish": Handler(lambda _: self._players.finish(), goes_on=True),
            "again": Handler(lambda _: self.deal_again(), goes_on=True),
            "new-deal": Handler(self._on_new_deal, goes_on=True),
            "new-game": Handler(
                lambda message: self.take(*new_game(self.match, self.own, message)), goes_on=True
            ),
            "look": Handler(self._moments.on_look),
            "play-on": Handler(lambda _: self.play_on(), goes_on=True),
            "inside": Handler(self._on_inside, harmless=True),
            "arrange": Handler(self._on_arrange, harmless=True),
            "review": Handler(self._on_review, harmless=True),
            "uncover": Handler(lambda _: self._seating.uncover()),
            "set": Handler(self._on_set, aside=True),
            "gone": Handler(self._on_gone, aside=True),
            "files": Handler(lambda _: records.ask(), aside=True),
            "save": Handler(self._on_save, harmless=True),
            "download": Handler(self._on_download, harmless=True),
            "load": Handler(self._on_load, goes_on=True),
        }

    def _dispatch(self, message: Any) -> None:
        """Do what a message asks. Every message is answered by a scene; nothing is raised."""
        self._players.begin()
        try:
            with self._players.going_on_after():
                self._obey(message)
                self._choosing.note_turn()
                self.show()
        except Exception as error:
            self.error = error
            self.scene = {
                **self.scene,
                "rev": self._rev,
                "error": {"text": "The table cannot be drawn.", "report": self._report(error)},
            }

    def _obey(self, message: Any) -> None:
        """Do what a message asks, or keep why not for the next scene."""
        try:
            handler, rev = self._understand(message)
            if rev < self._min_rev:
                return
            if not (handler.harmless or handler.aside):
                self._min_rev, self.error = self._rev + 1, None
                self._choosing.forget_refusal()
            with self.silent():
                handler.do(message)
            self._players.paused &= not handler.goes_on
        except IllegalMove as error:
            if not isinstance(message, dict) or "move" not in message:  # a computer player made it
                self.error = error
                return
            reason = self._drawing(self.front).reason(error.refusal)
            self._choosing.refuse(reason, cards_of(self.match.game, self._parse(message)))
        except (MessageError, CardError, ParseError, OptionError, RecordError) as error:
            self._choosing.refuse(Reason(rule="", wrong=str(error), right=""), self._choosing.tried)
        except Exception as error:
            self.error = error

    def _understand(self, message: Any) -> tuple[Handler, int]:
        """Who handles a message, and the number of the scene that it answers."""
        handler = handler_of(message, self._handlers())
        if handler.aside:
            return handler, self._rev
        if not self.marks:
            raise MessageError(OPEN_QUESTION)
        rev = message.get("rev")
        if type(rev) is not int or not 0 < rev <= self._rev:
            raise MessageError(
                f"A message carries the number of the scene that it answers, not {shorten(rev)}."
            )
        return handler, rev

    def _parse(self, message: Message) -> Move:
        return self.match.game.parse(text_of(message.get("move")))

    def _on_ready(self, message: Message) -> None:
        """A browser shows the table: it gets the rules, and from now on the computer players move."""
        self._wake()
        self.setup = self.make_setup()

    def _on_move(self, message: Message) -> None:
        self._moments.must_be_now()
        move = self._parse(message)
        self._choosing.trying = move  # a refused move stays in sight
        self._play(move)

    def _on_next(self, message: Message) -> None:
        self._moments.must_be_now()
        if self.match.to_move != DEALER:
            raise MessageError("Cards are dealt when a round is over.")
        self.match.deal()

    def _on_new_deal(self, message: Message) -> None:
        self.take(Match(self.match.game, bots=self.match.bots, names=self.match.names), self.front)

    def _on_inside(self, message: Message) -> None:
        """Open the inspector, or close it."""
        if message.get("on"):
            self.look_inside()
        else:
            self.inside = ""
            if self._inspector is not None:
                self._inspector.rest()  # it shows nothing until somebody looks again

    def _on_review(self, message: Message) -> None:
        """Open the inspector on a review of the round."""
        self.look_inside().review()

    def _on_arrange(self, message: Message) -> None:
        """Open where a position is set up."""
        self.arrange()

    def _on_set(self, message: Message) -> None:
        if "speed" in message:
            self._players.speed = one_of("speed", message["speed"], PACES)
        if "size" in message:
            self.size = one_of("size", message["size"], SIZES)
        if "four_colours" in message:
            self.four_colours = bool(message["four_colours"])
        self.setup = self.make_setup()

    def _on_gone(self, message: Message) -> None:
        """A view is gone, as when a cell is run again. Jupyter keeps the table, as a notebook that is opened
        again asks for it; but nothing is drawn until somebody looks. A view that is left says "ready". An
        inspector may stand in another cell and goes on."""
        if self._inspectors:
            return
        self._asleep = True
        self._unlisten()

    def _on_save(self, message: Message) -> None:
        self._records.begin()
        self._listen()  # after the file, which says first what went wrong there

    def _on_download(self, message: Message) -> None:
        name, record = self._records.download()
        self.send({"type": "record", "file": name}, [record])

    def _on_load(self, message: Message) -> None:
        """The match of a record. Hidden cards stay hidden."""
        saved = self._records.bring_back(message)
        self._seating.seat_fixed, self._seating.opened = saved.seat_fixed, False
        self.take(saved.match, saved.front, saved.covered)


def _new_match(
    game: AnyGame | State, seed: str | int | None, bots: Levels | None, names: NamesBySeat | None
) -> Match:
    start = game if isinstance(game, State) else None
    rules: Game = game.game if isinstance(game, State) else with_options(game)
    if bots is None:
        bots = {seat: usual_level(rules) for seat in range(1, rules.players)} if players.levels(rules) else {}
    return Match(rules, seed, bots=bots, names=names, start=start)
