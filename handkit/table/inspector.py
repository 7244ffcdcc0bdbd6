"""Look inside: what is true at the moment that a table shows, what each seat knows of it, what may be done
and why not, what happened, and what a computer player thinks.

It shows what the seat in front may know, until the cards are opened on purpose. Like the table it knows
no game: all of it comes from what the engine says of any.

Messages from the browser are dictionaries with a `type`; each is answered by a new `inside`:

    {"type": "tab", "tab": "moves"}         show a panel: state, moves, events, knowledge or thinking
    {"type": "look", "to": 12}              show the moment after 12 moves; null for now
    {"type": "play-on"}                     go on from the moment shown, as a new line of play
    {"type": "line", "name": "branch 1"}    go to another line of play
    {"type": "open", "on": true}            open everybody's cards; false to close them
    {"type": "ask", "move": "7S 7H"}        may this be played?
    {"type": "code"}                        the line of code that sets up this position
    {"type": "seat", "seat": 2}             whose view stands beside the truth, once the cards are open
    {"type": "level", "level": "hard"}      which computer player thinks
    {"type": "what-if", "move": "7S 7H"}    play this move, and others, to the end of the round many times
    {"type": "review"}                      go through the choices of the seat in front in this round
    {"type": "try", "at": 12}               go back to one that cost much, as a new line of play
    {"type": "stop"}                        that is enough of what is worked out
    {"type": "ready"}                       a browser shows the inspector
    {"type": "gone"}                        it shows it no longer; a view that is left says "ready"
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar, Protocol

import traitlets

from handkit import bots as players
from handkit.belief import Beliefs, beliefs, in_hundred
from handkit.bots import Bot, Thought, with_names
from handkit.bots.own import PlayerError, thoughts
from handkit.cards import CardError, shorten
from handkit.game import (
    DEALER,
    ONLOOKER,
    Event,
    IllegalMove,
    Move,
    OptionError,
    ParseError,
    State,
    View,
    Zone,
)
from handkit.look import Field, Look, code, look
from handkit.match import HistoryEntry, Match, generator
from handkit.table.home import AtHome, report, run_now
from handkit.table.messages import MessageError, handler_of, one_of, text_of
from handkit.table.moments import BEGAN, UNSEEN
from handkit.table.names import braces
from handkit.table.page import packed
from handkit.table.scenes import Painter, SceneInput, painter
from handkit.table.setup import adviser_of, levels_of
from handkit.table.studies import Reviews, drawn_study, for_a_while
from handkit.what_if import WhatIf, number

TABS = ("state", "moves", "events", "knowledge", "thinking", "review")
MOVES, COUNTED = 60, 200  # as many offered moves as are listed, and as are counted
LINES = 150  # as many events as are listed
WORLDS = 20  # deals in which a move must be the same to be told
GUESSES = 200  # deals from which it is told where the unseen cards may be
FAULT = "Something went wrong in the inspector. The game is as it was."
Body = dict[str, Any]


class Inspected(Protocol):
    """What an inspector needs of a table: what is shown there, and what it may do."""

    @property
    def match(self) -> Match: ...
    @property
    def own(self) -> Mapping[str, Bot]: ...
    @property
    def front(self) -> int: ...
    @property
    def moment(self) -> int: ...
    @property
    def shown(self) -> State: ...
    @property
    def looking_back(self) -> bool: ...
    @property
    def opened(self) -> bool: ...
    @property
    def hidden(self) -> str: ...
    def told(self, error: PlayerError) -> str: ...
    def describe(self) -> str: ...
    def make_setup(self) -> Any: ...
    def seen_by(self, seat: int) -> SceneInput: ...
    def study(self, move: Move, seat: int) -> WhatIf: ...
    def look(self, moment: int | None = None) -> None: ...
    def play_on(self) -> str: ...
    def switch(self, name: str) -> None: ...
    def go_on(self) -> None: ...
    def open_cards(self, on: bool = True) -> None: ...
    def looked_into(self, inspector: Inspector, on: bool) -> None: ...
    def observe(self, handler: Callable[[Any], None], names: list[str]) -> None: ...
    def unobserve(self, handler: Callable[[Any], None], names: list[str]) -> None: ...


class Inspector(AtHome):
    """What is inside the match of a table, always in step with it: `Inspector(table)`."""

    _esm = packed("inspector")
    inside: Any = traitlets.Dict().tag(sync=True)
    setup: Any = traitlets.Dict().tag(sync=True)

    def __init__(self, table: Inspected) -> None:
        self.table = table
        self.tab = "state"
        self.error: BaseException | None = None
        self._rev = 0
        self._ready = False
        self._asleep = False  # whether nobody looks
        self._wrong = self._trouble = ""  # what was wrong with the last message; with the player that thinks
        self._asked = ""  # the move that was asked about
        self._seat: int | None = None
        self._level = ""
        self._code = ""
        self._moment: tuple[object, ...] = ()  # what the thoughts below are about
        self._thoughts: list[Thought] | None = None
        self._beliefs: Beliefs | None = None
        self._study: WhatIf | None = None
        self._studying = False
        self._reviews = Reviews()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        table.looked_into(self, True)
        super().__init__(inside=self._draw(), setup=self._make_setup(rules=False))
        table.observe(self._follow, ["scene", "setup"])

    def wake(self) -> None:
        """Follow the table again, as somebody looks."""
        if self._asleep and not self._closed:
            self._asleep = False
            self.table.looked_into(self, True)
            self.table.observe(self._follow, ["scene", "setup"])
            self.setup = self._make_setup(self._ready)
            self._show()

    def rest(self) -> None:
        """Follow the table no longer, until somebody looks. A view that is left says so."""
        if not self._asleep:
            self._asleep = True
            self.table.unobserve(self._follow, ["scene", "setup"])
            self._forget()
            self._reviews.running = False
            self.table.looked_into(self, False)
            self._show()

    def close(self) -> None:
        """Leave the table; the inspector is gone."""
        if not self._closed:
            self._closed = True
            self.rest()
        super().close()

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """The live inspector, and the state in its place where it cannot live."""
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        if hidden := self.table.hidden:
            return {**data, "text/plain": hidden}, metadata
        found = self.look()
        return {**data, "text/plain": str(found), "text/html": found._repr_html_()}, metadata

    # What is shown.

    def _follow(self, change: Any) -> None:
        """The table shows something else. A new setup comes before the scene of it."""
        if change["name"] == "setup":
            self.setup = self._make_setup(self._ready)
            return
        self._wrong, self.error = "", None
        self._show()

    def _make_setup(self, rules: bool) -> Body:
        """What the table sends of its game; the rules follow when a browser is there."""
        setup, deck = self.table.make_setup(), self.table.match.game.deck
        kept = ("game", "title", "suits", "ranks", "courts", "levels", "four_colours")
        cards = [[rank + suit.letter for rank in deck.ranks] for suit in deck.suits]
        return {name: setup[name] for name in kept} | {
            "rules": setup["rules"] if rules else [],
            "deck": cards,
        }

    def _show(self) -> None:
        """Send what is to be seen now. Whatever went wrong is told in its place."""
        inside: Body = {}
        try:
            inside = self._draw()
        except Exception as error:
            self.error = error
        if self.error is not None:
            told = report(self.error, self.table.match.game, self.table.match.at)
            inside = {"rev": self._rev, "error": {"text": FAULT, "report": told}}
        self.inside = inside | ({"asleep": True} if self._asleep else {})
        self._think_ahead()

    def _draw(self) -> Body:
        self._rev += 1
        if hidden := self.table.hidden:
            return {"rev": self._rev, "covered": hidden}
        table, match = self.table, self.table.match
        now = (match, match.line, table.moment, table.opened, table.front)
        if now != self._moment:
            self._forget()
            self._moment = now
        return {
            "rev": self._rev,
            "tab": self.tab,
            "people": [match.names[seat] for seat in range(match.game.players)],
            "open": self.table.opened,
            "opened": match.opened,
            "time": self._time(),
            "body": self._panels[self.tab](self),
            "wrong": self._wrong or (self._trouble if self.tab == "thinking" else ""),
            "asked": self._asked,
        }

    def _forget(self) -> None:
        """What was worked out for another moment. A review is of a whole round."""
        for name in self._tasks.keys() - {"review"}:
            self._tasks.pop(name).cancel()
        self._thoughts = self._beliefs = self._study = None
        self._studying = False
        self._code = self._asked = self._trouble = ""

    # Who looks, and at what.

    @property
    def _now(self) -> State:
        return self.table.shown

    @property
    def _before(self) -> State | None:
        moment = self.table.moment
        return self.table.match.state_at(moment - 1) if moment else None

    def _reader(self) -> int:
        """Whose moves and thoughts are told: the seat in front; with open cards whoever is to move."""
        front, state = self.table.front, self._now
        if not self.table.opened or front in state.actors:
            return front
        return next((seat for seat in state.actors if seat >= 0), front)

    def _say(self, text: str) -> str:
        """A sentence of a computer player, with names, and its cards in braces."""
        return with_names(braces(self.table.match.game, text), self.table.match.names)

    def _events(self, entry: HistoryEntry) -> Iterator[tuple[str, str, int | None]]:
        """What happened in a move, as the seat in front saw it: the sentence, the rule, and whose it is."""
        names, front, opened = self.table.match.names, self.table.front, self.table.opened
        told = set[str]()
        for event in entry.events:
            if opened or event.visible_to(front):
                text = event.say(names=names, reader=front, braces=True)
                if text not in told:
                    told.add(text)
                    yield text, event.rule, event.values.get("seat")

    # Time.

    def _time(self) -> Body:
        table, match = self.table, self.table.match
        lines = []
        for name in match.branches:
            parent, shared = match.fork(name)
            lines.append({"name": name, "length": match.line_length(name), "from": parent, "fork": shared})
        made = match.line_moves
        rounds = [number for number, entry in enumerate(made, 1) if entry.new_round]
        return {
            "at": table.moment,
            "now": match.at,
            "past": table.looking_back,
            "line": match.line,
            "lines": lines,
            "text": self._what_happened(),
            "marks": [[moment, f"round {n}"] for n, moment in enumerate(rounds, 1)]
            if len(rounds) > 1
            else [],
        }

    def _what_happened(self) -> str:
        """What the move did that leads to the moment shown."""
        if not self.table.moment:
            return BEGAN
        seen = self._events(self.table.match.line_moves[self.table.moment - 1])
        return next((text for text, _, _ in seen), UNSEEN)

    # The panels.

    def look(self) -> Look:
        """The state as the seat in front may know it, with what the last move changed."""
        front, opened, before = self.table.front, self.table.opened, self._before
        if before is not None and before.between_rounds:
            before = None  # a deal changes all there is
        now: State | View = self._now if opened else self._now.view(front)
        then: State | View | None = before if opened or before is None else before.view(front)
        return look(now, then, names=self.table.match.names, reader=front, open=opened)

    def _state(self) -> Body:
        """The fields, with what the last move changed."""
        seat = "ONLOOKER" if self.table.front == ONLOOKER else self.table.front
        return {
            "about": "match.state" if self.table.opened else f"match.view({seat})",
            "fields": [_field(field) for field in self.look().fields],
            "words": self.table.describe(),
            "code": self._code,
        }

    def _moves(self) -> Body:
        """The moves offered, and the verdict on the one that was asked about."""
        seat, state = self._reader(), self._now
        view = state.view(seat)
        offered = list(islice(view.moves(seat), COUNTED + 1)) if seat in state.actors else []
        return {
            "who": self._who(seat),
            "turn": seat in state.actors,
            "to_move": self._who(state.to_move) if state.to_move is not None and state.to_move >= 0 else "",
            "moves": [[str(move), braces(state.game, str(move))] for move in offered[:MOVES]],
            "number": [len(offered), COUNTED],  # of more than are counted, one more
            "form": self._form(seat),
            "verdict": self._verdict(view, seat) if self._asked else None,
        }

    def _form(self, seat: int) -> str:
        """How a move of cards is written now, with "{cards}" for the cards."""
        if seat < 0:
            return "{cards}"
        choice = self._drawing(seat).choice()
        return choice["send"] if choice and choice["send"] else "{cards}"

    def _drawing(self, seat: int) -> Painter:
        """What draws the moment shown, for a seat."""
        return painter(self.table.match.game)(self.table.seen_by(seat))

    def _verdict(self, view: View, seat: int) -> Body:
        """May the move that was asked about be made, by which rule, and what would be right?"""
        game = self.table.match.game
        try:
            move = game.parse(self._asked)
            refusal = view.check(move, seat) if seat >= 0 else None
        except (ParseError, CardError) as error:
            return {"ok": False, "move": self._asked, "rule": "", "wrong": str(error), "right": ""}
        shown = braces(game, str(move))
        if refusal:
            return {"ok": False, "move": shown, **self._drawing(seat).reason(refusal)}
        told = self._foretold(view, move, seat)
        return {"ok": True, "move": shown, "rule": told[1], "wrong": told[0], "right": ""}

    def _foretold(self, view: View, move: Move, seat: int) -> tuple[str, str]:
        """What a legal move itself is, as the log would tell it, and its rule. What follows from it may
        hang on cards that nobody sees, so it is not told; nor is a card that would only now be seen."""
        if seat < 0:
            return "Nobody sits here.", ""
        chance = generator("handkit foretold", str(move))
        worlds = [self._tried(view.guess(chance), move, seat) for _ in range(WORLDS)]
        for reader in (seat, ONLOOKER):
            told = {self._first_told(events, reader, seat) for events in worlds}
            if len(told) == 1:
                return told.pop()
        return "", ""

    @staticmethod
    def _tried(state: State, move: Move, seat: int) -> list[Event]:
        """What happens when this move is made."""
        events = list[Event]()
        state.play(move, events.append, seat)
        return events

    def _first_told(self, events: Sequence[Event], reader: int, seat: int) -> tuple[str, str]:
        """The first thing that somebody sees, told to the one who makes the move, and its rule."""
        seen = (event for event in events if event.visible_to(reader))
        names = self.table.match.names
        return next(((one.say(names=names, reader=seat, braces=True), one.rule) for one in seen), ("", ""))

    def _log(self) -> Body:
        """The events of the round that is shown, of a long one those around the moment."""
        made, at = self.table.match.line_moves, self.table.moment
        deals = [number for number, entry in enumerate(made, 1) if entry.new_round]
        start = max((deal for deal in deals if deal <= at), default=min(deals, default=1))
        end = min((deal - 1 for deal in deals if deal > start), default=len(made))
        lines: list[Body] = []
        if not deals:  # a position, before which there is no event
            lines.append({"at": 0, "seat": None, "text": BEGAN, "rule": ""})
        lines += [
            {"at": number, "seat": seat, "text": text, "rule": rule}
            for number in range(start, end + 1)
            for text, rule, seat in self._events(made[number - 1])
        ]
        around = [
            deal for deal in (max((d for d in deals if d < start), default=0), end + 1) if deal in deals
        ]
        here = sum(line["at"] <= at for line in lines)
        first = max(0, min(here - LINES // 2, len(lines) - LINES))
        return {
            "lines": lines[first : first + LINES],
            "before": first,
            "after": max(0, len(lines) - first - LINES),
            "earlier": [d for d in around if d < start],
            "later": [d for d in around if d > end],
        }

    def _knowledge(self) -> Body:
        """Where the cards are, as a seat knows it, and beside it the truth once the cards are open."""
        opened, zones = self.table.opened, [zone for zone in self._now.zones() if zone.cards]
        seat = self.table.front if self._seat is None or not opened else self._seat
        return {
            "seat": seat,
            "who": self._who(seat),
            "view": [self._place(zone, seat) for zone in zones],
            "truth": [self._place(zone, None) for zone in zones] if opened else None,
        }

    def _place(self, zone: Zone, seat: int | None) -> Body:
        """A place as a seat knows it; for None as it is, with who else knows which card."""
        deck = self.table.match.game.deck
        seen = zone.cards if seat is None else zone.faces(seat)
        known: dict[str, str] = {}
        for other, cards in zone.shown if seat is None else [(seat, 0 if zone.visible_to(seat) else seen)]:
            for card in deck.texts(cards & zone.cards):
                who = self._who(other)
                known[card] = f"{known[card]}, {who}" if card in known else who
        return {
            "name": self._name_of(zone),
            "seat": zone.owner,
            "cards": deck.texts(seen),
            "backs": (zone.cards & ~seen).bit_count(),
            "known": known,
        }

    def _name_of(self, zone: Zone) -> str:
        """What a place is called: a hand by its holder's name, "Reserve of Ada", "Stock"."""
        if zone.owner is not None:
            return self.table.match.names[zone.owner]
        if zone.player is None:
            return zone.name.capitalize()
        kind = zone.name.removesuffix(f" {zone.player}")
        name = self.table.match.names[zone.player]
        return f"Your {kind}" if name == "You" else f"{kind.capitalize()} of {name}"

    def _thinking(self) -> Body:
        """What a computer player thinks of the moves, and where it thinks the unseen cards are."""
        seat = self._reader()
        body: Body = {
            "who": self._who(seat),
            "levels": levels_of(self.table.match, self.table.own),
            "level": self._chosen_level,
            "moves": [],
        }
        if not self._may_think(seat):
            return body | {"busy": False, "turn": False, "beliefs": self._drawn_beliefs(seat)}
        return body | {
            "turn": True,
            "busy": self._thoughts is None,
            "moves": [self._thought(thought) for thought in (self._thoughts or [])[:8]],
            "beliefs": self._drawn_beliefs(seat),
            "study": None if self._study is None else drawn_study(self._study, self._studying),
        }

    def _may_think(self, seat: int) -> bool:
        return seat >= 0 and seat in self._now.actors and bool(self._chosen_level)

    @property
    def _chosen_level(self) -> str:
        return adviser_of(self.table.match, self.table.own, self._reader(), self._level)

    def _thought(self, thought: Thought) -> Body:
        assert self._thoughts
        values = [each.value for each in self._thoughts[:8]]
        low, high = min(values), max(values)
        share = (thought.value - low) / (high - low) if high > low else 1.0
        return {
            "move": str(thought.move),
            "text": braces(self.table.match.game, str(thought.move)),
            "value": number(thought.value, 2),
            "bar": [0, round(12 + 88 * share)],
            "why": self._say(thought.why),
        }

    def _drawn_beliefs(self, seat: int) -> Body | None:
        if self._beliefs is None:
            return None
        chances = self._beliefs.by_rank
        held = [rank for rank in self.table.match.game.deck.ranks if any(c[rank] for c in chances.values())]
        return {
            "who": self._who(seat),
            "places": [self._who(other) for other in chances],
            "rows": [[rank, [in_hundred(chance[rank]) for chance in chances.values()]] for rank in held],
        }

    _panels: ClassVar[dict[str, Callable[[Inspector], Body]]] = {
        "state": _state,
        "moves": _moves,
        "events": _log,
        "knowledge": _knowledge,
        "thinking": _thinking,
        "review": lambda self: self._reviews.draw(self.table.match, self.table.front),
    }

    def _who(self, seat: int | None) -> str:
        if seat is None or seat < 0:
            return "everybody"
        return self.table.match.names[seat]

    # Messages from the browser.

    def _dispatch(self, message: Any) -> None:
        """Do what a message asks. Every message is answered; nothing is raised."""
        self._wrong = ""
        self.error = None
        try:
            handle = self._understand(message)
            if handle != self._on_gone:
                self.wake()
            handle(message)
        except IllegalMove as error:
            said = self._drawing(self._reader()).reason(error.refusal)
            self._wrong = " ".join(filter(None, (said["wrong"], said["right"], f"({said['rule']})")))
        except (MessageError, CardError, ParseError, OptionError) as error:
            self._wrong = str(error)
        except Exception as error:
            self.error = error
        self._show()

    def _understand(self, message: Any) -> Callable[[dict[str, Any]], None]:
        handlers: dict[str, Callable[[dict[str, Any]], None]] = {
            "ready": self._on_ready,
            "gone": self._on_gone,
            "tab": self._on_tab,
            "look": self._on_look,
            "play-on": self._on_play_on,
            "line": self._on_line,
            "open": self._on_open,
            "ask": self._on_ask,
            "code": self._on_code,
            "seat": self._on_seat,
            "level": self._on_level,
            "what-if": self._on_what_if,
            "review": lambda message: self.review(),
            "try": self._on_try,
            "stop": self._on_stop,
        }
        handle = handler_of(message, handlers)
        if self.table.hidden and message["type"] not in ("ready", "gone"):
            raise MessageError(self.table.hidden)
        return handle

    def _on_ready(self, message: dict[str, Any]) -> None:
        self._ready = True
        self.setup = self._make_setup(rules=True)

    def _on_gone(self, message: dict[str, Any]) -> None:
        self.rest()

    def _on_tab(self, message: dict[str, Any]) -> None:
        self.tab = one_of("panel", message.get("tab"), TABS)

    def _on_look(self, message: dict[str, Any]) -> None:
        self.table.look(message.get("to"))

    def _on_play_on(self, message: dict[str, Any]) -> None:
        self.table.play_on()
        self.table.go_on()

    def _on_line(self, message: dict[str, Any]) -> None:
        name = one_of("line", message.get("name"), self.table.match.branches)
        self.table.switch(name)
        self.table.go_on()

    def _on_open(self, message: dict[str, Any]) -> None:
        self.table.open_cards(message.get("on") is True)

    def _on_ask(self, message: dict[str, Any]) -> None:
        self._asked = text_of(message.get("move")).strip()

    def _on_code(self, message: dict[str, Any]) -> None:
        """Hidden cards are guessed until they are opened: the code would tell them."""
        state, match = self._now, self.table.match
        if not self.table.opened:
            state = state.view(self.table.front).guess(
                match.bot_generator(self.table.front, self.table.moment)
            )
        self._code = code(state)

    def _on_seat(self, message: dict[str, Any]) -> None:
        seat = message.get("seat")
        if not self.table.opened:
            raise MessageError("Other views are open once the cards are.")
        if type(seat) is not int or seat not in self.table.match.names:
            raise MessageError(f"There is no seat {shorten(seat)}.")
        self._seat = seat

    def _on_level(self, message: dict[str, Any]) -> None:
        self._level = one_of("level", message.get("level"), self.setup["levels"])
        self._thoughts, self._trouble = None, ""
        if task := self._tasks.pop("thoughts", None):
            task.cancel()

    def _on_what_if(self, message: dict[str, Any]) -> None:
        seat, move = self._reader(), self.table.match.game.parse(text_of(message.get("move")))
        if seat < 0:
            raise MessageError("Who only watches has no moves to try.")
        study = self.table.study(move, seat)
        self._study, self._studying = study, True  # one that still runs finds that it is no longer this one
        self._work(f"study {self._rev}", lambda: self._go_through(study))

    def review(self) -> None:
        """Show the panel of the review, and go through the choices of the round that the table shows.

        Raises MessageError where nobody sits in front, and for a game without computer players."""
        self._reviews.begin(self.table.match, self.table.front, self.table.moment)
        self.wake()
        self.tab = "review"
        if task := self._tasks.pop("review", None):
            task.cancel()
        self._work("review", lambda: self._reviews.go_on(self.beside, self._show))

    def _on_try(self, message: dict[str, Any]) -> None:
        table = self.table
        table.look(self._reviews.choice(table.match, table.front, message.get("at"), table.switch))
        table.play_on()
        table.go_on()

    def _on_stop(self, message: dict[str, Any]) -> None:
        self._studying = self._reviews.running = False

    # Work that takes a while: beside the loop, so that the table and other cells go on.

    def _think_ahead(self) -> None:
        """Work out what the panel of thoughts shows, once somebody looks at it."""
        if self._asleep or self.tab != "thinking" or not self._ready:
            return
        if self.table.hidden or self.error is not None:
            return
        seat = self._reader()
        if self._thoughts is None and self._may_think(seat):
            self._work("thoughts", lambda: self._ponder(seat))
        if self._beliefs is None and self._now.to_move != DEALER:
            self._work("beliefs", lambda: self._believe(seat))

    def _work(self, name: str, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do one thing of a name at a time."""
        if name in self._tasks:
            return
        if self.at_home:
            self._tasks[name] = self.start(self._guarded(name, work))
        else:
            run_now(self._guarded(name, work))

    async def _guarded(self, name: str, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        try:
            await work()
        except Exception as error:
            self.error = error
        self._tasks.pop(name, None)
        self._show()

    async def _ponder(self, seat: int) -> None:
        bot = self.table.own.get(self._chosen_level) or players.bot(self.table.match.game, self._chosen_level)
        rng = self.table.match.bot_generator(seat, self.table.moment)
        try:
            self._thoughts = await self.beside(thoughts, bot, self._now.view(seat), rng)
        except PlayerError as error:
            self._thoughts, self._trouble = [], self.table.told(error)

    async def _believe(self, seat: int) -> None:
        rng = generator("handkit beliefs", self.table.moment)
        self._beliefs = await self.beside(beliefs, self._now.view(seat), rng, GUESSES)

    async def _go_through(self, study: WhatIf) -> None:
        """Play a study on, some deals at a time, until it is done or somebody says stop."""
        more = True
        try:
            while more and study is self._study and self._studying:
                more = await self.beside(for_a_while, study)
                if more and study is self._study:
                    self._show()
        finally:
            if study is self._study:
                self._studying = False


def _field(field: Field) -> Body:
    """A field as JSON, without what is empty."""
    drawn: Body = {"name": field.name, "text": field.text}
    if field.note:
        drawn["note"] = field.note
    if field.before is not None:
        drawn["before"] = field.before
    if field.parts:
        drawn["parts"] = [_field(part) for part in field.parts]
    return drawn
