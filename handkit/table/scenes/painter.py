"""A scene of any game, made of what one seat may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from handkit.cards import members
from handkit.game import DEALER, CardsMove, Event, Game, Move, Refusal, View
from handkit.table.scene import (
    Action,
    Badge,
    HandCard,
    LogLine,
    Pick,
    Pile,
    Prompt,
    Reason,
    Seat,
    Strip,
    You,
)
from handkit.table.scene import Zone as SceneZone

LOG_LINES = 30  # as many lines as a table shows of what happened


@dataclass(frozen=True)
class Place:
    """A zone of the engine as the seat in front may see it: faces only where it may."""

    name: str
    count: int
    cards: int | None  # the faces, as a set; None when they are hidden
    owner: int | None


@dataclass(frozen=True)
class Present:
    """What a painter draws from: one seat's view and what that seat saw happen."""

    game: Game
    view: View
    names: Mapping[int, str]
    places: Sequence[Place]
    events: Sequence[Event]
    opened: Mapping[int, int] = field(default_factory=dict)  # hands opened on purpose, by seat


class Painter:
    """Draws one moment. A game's own painter replaces what it can say better.

    Every sentence comes from the game's catalogue, every verdict from the engine's `check`.
    """

    def __init__(self, present: Present) -> None:
        self.present, self.game, self.view = present, present.game, present.view
        self.me = present.view.seat
        self.names = present.names
        self.my_turn = self.me in present.view.actors

    # Words and cards.

    def say(self, key: str, part: str = "text", **values: Any) -> str:
        return self.game.words.say(key, values, part, self.names, self.me, braces=True)

    def reason(self, refusal: Refusal) -> Reason:
        return Reason(
            rule=refusal.rule,
            wrong=refusal.say("text", self.names, self.me, braces=True),
            right=refusal.say("right", self.names, self.me, braces=True),
        )

    def cards(self, mask: int) -> list[str]:
        return self.game.deck.texts(mask)

    # The parts of a scene.

    def meta(self) -> str:
        """Where in the game this is, beside the title."""
        return ""

    def turned(self) -> bool:
        return False

    def seats(self) -> list[Seat]:
        """The others, clockwise from the seat in front."""
        players, first = self.game.players, self.me + 1 if self.me >= 0 else 0
        order = [(first + step) % players for step in range(players)]
        return [self.seat(seat) for seat in order if seat != self.me]

    def seat(self, seat: int) -> Seat:
        drawn = Seat(
            seat=seat,
            name=self.names[seat],
            count=self.hand_count(seat),
            role=self.role(seat),
            crown=self.crown(seat),
            turn=seat in self.view.actors,
            dim=self.dim(seat),
            badges=self.badges(seat),
        )
        if seat in self.present.opened:
            drawn["cards"] = self.cards(self.present.opened[seat])
        return drawn

    def you(self) -> You | None:
        if self.me < 0:
            return None
        return You(
            seat=self.me,
            name=self.names[self.me],
            role=self.role(self.me),
            crown=self.crown(self.me),
            turn=self.my_turn,
            badges=[badge for badge in self.badges(self.me) if badge["kind"] != "turn"],
        )

    def hand_count(self, seat: int) -> int:
        return sum(place.count for place in self.present.places if place.owner == seat)

    def role(self, seat: int) -> str:
        return ""

    def crown(self, seat: int) -> bool:
        return False

    def dim(self, seat: int) -> bool:
        return False

    def badges(self, seat: int) -> list[Badge]:
        return [Badge(text="to play", kind="turn")] if seat in self.view.actors else []

    def zones(self) -> list[SceneZone]:
        """What lies on the table: every place that is no hand and holds cards."""
        return [
            Pile(kind="pile", label=place.name, cards=self.cards(place.cards or 0), count=place.count)
            for place in self.present.places
            if place.owner is None and place.count
        ]

    def my_hand(self) -> int:
        """The cards of the seat in front, as a set."""
        hand = 0
        for place in self.present.places:
            if place.owner == self.me and place.cards is not None:
                hand |= place.cards
        return hand

    def hand(self, pick: Pick | None) -> list[HandCard]:
        names = self.cards(self.my_hand())
        free = pick is None or "size" in pick
        possible = (
            set(names)
            if free or not pick
            else {c for s, v in pick["sets"].items() if v < 0 for c in s.split()}
        )
        return [HandCard(card=name, ok=name in possible, mark=self.mark(name)) for name in names]

    def mark(self, card: str) -> str:
        return ""

    # What may be chosen: everything listed here is judged by the engine beforehand.

    def choices(self) -> list[CardsMove]:
        """The moves of cards that the browser can judge by itself: offered ones and single cards."""
        offered = [move for move in self.view.moves() if isinstance(move, CardsMove)]
        if not offered:
            return []
        kind = type(offered[0])
        single = [kind(1 << card) for card in members(self.my_hand())]
        return list(dict.fromkeys([*(move for move in offered if type(move) is kind), *single]))

    def pick(self) -> Pick | None:
        choices = self.choices() if self.my_turn else []
        if not choices:
            return None
        kind = type(choices[0])
        reasons: list[Reason] = []
        verdicts = {" ".join(self.cards(move.cards)): self._verdict(move, reasons) for move in choices}
        return Pick(
            send=f"{kind.word} {{cards}}".strip(),
            sets=verdicts,
            otherwise=self._verdict(self.unlisted(kind), reasons),
            empty=self._verdict(kind(), reasons),
            reasons=reasons,
        )

    def unlisted(self, kind: type[CardsMove]) -> CardsMove:
        """A choice like those that `choices` leaves out; what is said of it is said of all of them."""
        return kind(self.my_hand())

    def _verdict(self, move: Move, reasons: list[Reason]) -> int:
        """-1 for a legal move, else the place of the reason."""
        refusal = self.view.check(move, self.me)
        if refusal is None:
            return -1
        reason = self.reason(refusal)
        if reason not in reasons:
            reasons.append(reason)
        return reasons.index(reason)

    def actions(self, pick: Pick | None) -> list[Action]:
        """The buttons for moves: the chosen cards, and each offered move without cards."""
        if self.me < 0 or self.view.to_move in (None, DEALER):
            return []
        word = pick_word(pick)
        others = [m for m in self.view.moves() if not isinstance(m, CardsMove) or m.word != word]
        buttons = [self.button(str(move).title(), "plain", "", move) for move in others]
        if word is None:
            return buttons
        label = word.title() or "Play"
        return [Action(id="play", label=label, kind="main", key="enter", pick=True, ok=True), *buttons]

    def button(self, label: str, kind: Literal["main", "plain", "quiet"], key: str, move: Move) -> Action:
        """A button for one move, greyed with the engine's reason when it is refused."""
        refusal = self.view.check(move, self.me)
        action = Action(id=str(move), label=label, kind=kind, key=key, pick=False, ok=refusal is None)
        action["send"] = {"type": "move", "move": str(move)}
        if refusal:
            action["why"] = self.reason(refusal)
        return action

    def prompt(self) -> Prompt:
        if self.view.to_move is None:
            return Prompt(text="The game is over.", small="")
        if self.view.to_move == DEALER:
            return Prompt(text="Cards are to be dealt.", small="")
        if self.my_turn:
            return Prompt(text="It is your turn.", small="")
        return Prompt(text=f"{self.names[self.view.to_move]} is to move.", small="")

    def log(self) -> list[LogLine]:
        """The last things that happened. Plays stand behind a name, the rest is told in full."""
        lines: list[LogLine] = []
        for event in self.present.events[-LOG_LINES:]:
            short = event.say("short", self.names, self.me, braces=True)
            if short:
                who = self.names[event.values["seat"]]
                lines.append(LogLine(who=who, text=short, rule="", kind="move"))
            else:
                told = event.say("text", self.names, self.me, braces=True)
                begins = not lines or lines[-1]["who"] != "" or lines[-1]["rule"] == ""
                lines.append(LogLine(who="", text=told, rule=event.rule, kind="rule" if begins else "move"))
        if lines and lines[-1]["who"]:
            lines[-1]["kind"] = "now"
        return lines


def pick_word(pick: Pick | None) -> str | None:
    """The word before the cards of the moves that a pick sends; None without a pick."""
    return None if pick is None else pick["send"].replace("{cards}", "").strip()


__all__ = ["Painter", "Place", "Present", "Strip"]
