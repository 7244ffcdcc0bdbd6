"""A scene of any game, made of what one seat may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, ClassVar, Literal

from handkit.cards import members
from handkit.game import DEALER, CardsMove, Event, Game, Move, Refusal, View
from handkit.table.scene import (
    Action,
    Badge,
    Choice,
    HandCard,
    Heap,
    LogLine,
    Picture,
    PileScene,
    Preview,
    Prompt,
    Reason,
    SeatScene,
    Track,
    You,
    ZoneScene,
)

MOVES = 300  # as many moves as a table lists
LOG_LINES = 12  # as many lines as a table shows of what happened


@dataclass(frozen=True)
class VisibleZone:
    """A zone of the engine as the seat in front may see it: faces only where it may."""

    name: str
    count: int
    cards: int | None  # the faces, as a set; None when they are hidden
    owner: int | None


@dataclass(frozen=True)
class SceneInput:
    """What a painter draws from: one seat's view and what that seat saw happen."""

    game: Game
    view: View
    names: Mapping[int, str]
    zones: Sequence[VisibleZone]
    events: Sequence[Event]
    opened: Mapping[int, int] = field(default_factory=dict)  # hands opened on purpose, by seat
    trying: Move | None = None  # a move of the seat in front that is only tried


class Painter:
    """Draws one moment. A game's own painter replaces what it can say better.

    Every sentence comes from the game's catalogue, every verdict from the engine's `check`.
    """

    untold: ClassVar[frozenset[str]] = frozenset()  # keys of events that the table shows better than in words
    single: ClassVar[bool] = False  # whether every move is a single card

    def __init__(self, seen: SceneInput) -> None:
        self.seen, self.game, self.view = seen, seen.game, seen.view
        self.me = seen.view.seat
        self.names = seen.names
        self.my_turn = self.me in seen.view.actors

    # Words and cards.

    def say(self, key: str, form: str = "text", **values: Any) -> str:
        return self.game.words.say(key, values, form, self.names, self.me, braces=True)

    def reason(self, refusal: Refusal) -> Reason:
        return Reason(
            rule=refusal.rule,
            wrong=refusal.say("text", self.names, self.me, braces=True),
            right=refusal.say("right", self.names, self.me, braces=True),
        )

    def cards(self, mask: int) -> list[str]:
        return self.game.deck.texts(mask)

    def picture(self, choice: Choice | None) -> Picture:
        """What a scene shows of this moment; `choice` says what may be chosen from the hand."""
        zones = self.zones()
        drawn = Picture(
            meta=self.meta(),
            turned=self.turned(),
            seats=self.seats(),
            you=self.you(),
            zones=zones,
            hand=self.hand(choice),
            pick=choice,
            log=self.log(),
        )
        if label := self.hand_label():
            drawn["hand_label"] = label
        if track := self.track():
            drawn["track"] = track
        if previews := self.previews(zones) if choice else {}:
            drawn["previews"] = previews
        return drawn

    # The parts of a picture.

    def meta(self) -> str:
        """Where in the game this is, beside the title."""
        return ""

    def turned(self) -> bool:
        return False

    def seats(self) -> list[SeatScene]:
        """The others, clockwise from the seat in front."""
        players, first = self.game.players, self.me + 1 if self.me >= 0 else 0
        order = [(first + step) % players for step in range(players)]
        return [self.seat(seat) for seat in order if seat != self.me]

    def seat(self, seat: int) -> SeatScene:
        drawn = SeatScene(
            seat=seat,
            name=self.names[seat],
            count=self.hand_count(seat),
            role=self.role(seat),
            crown=self.crown(seat),
            turn=seat in self.view.actors,
            dim=self.dim(seat),
            badges=self.badges(seat),
        )
        if seat in self.seen.opened:
            drawn["cards"] = self.cards(self.seen.opened[seat])
        if piles := self.piles(seat):
            drawn["piles"] = piles
        return drawn

    def you(self) -> You | None:
        if self.me < 0:
            return None
        drawn = You(
            seat=self.me,
            name=self.names[self.me],
            role=self.role(self.me),
            crown=self.crown(self.me),
            turn=self.my_turn,
            badges=[badge for badge in self.badges(self.me) if badge["kind"] != "turn"],
        )
        if piles := self.piles(self.me):
            drawn["piles"] = piles
        return drawn

    def hand_count(self, seat: int) -> int:
        return sum(zone.count for zone in self.seen.zones if zone.owner == seat)

    def piles(self, seat: int) -> list[Heap]:
        """What a player has face down beside the hand."""
        return []

    def role(self, seat: int) -> str:
        return ""

    def crown(self, seat: int) -> bool:
        return False

    def dim(self, seat: int) -> bool:
        return False

    def badges(self, seat: int) -> list[Badge]:
        return [Badge(text="to play", kind="turn")] if seat in self.view.actors else []

    def zones(self) -> list[ZoneScene]:
        """What lies on the table: every place that is no hand and holds cards."""
        return [
            PileScene(kind="pile", label=zone.name, cards=self.cards(zone.cards or 0), count=zone.count)
            for zone in self.seen.zones
            if zone.owner is None and zone.count
        ]

    def my_hand(self) -> int:
        """The cards of the seat in front, as a set."""
        hand = 0
        for zone in self.seen.zones:
            if zone.owner == self.me and zone.cards is not None:
                hand |= zone.cards
        return hand

    def hand(self, choice: Choice | None) -> list[HandCard]:
        """The hand, sorted. A card that no legal choice holds is dim, and where nothing is to be chosen
        none is."""
        names = self.cards(self.my_hand())
        possible = set(names)
        if choice and "sizes" not in choice:
            possible = set(choice["legal"].replace(",", " ").split())
        return [self._hand_card(name, name not in possible) for name in names]

    def _hand_card(self, name: str, dim: bool) -> HandCard:
        card = HandCard(card=name)
        if dim:
            card["dim"] = True
        if mark := self.mark(name):
            card["mark"] = mark
        if self.my_turn and (tag := self.tag(name)):
            card["tag"] = tag
            if self.low(name):
                card["low"] = True
        return card

    def hand_label(self) -> str:
        """What the cards to choose from are, where they are not the hand."""
        return ""

    def mark(self, card: str) -> str:
        return ""

    def tag(self, card: str) -> str:
        """What a card of the hand counts now."""
        return ""

    def low(self, card: str) -> bool:
        """Whether what it counts is not enough."""
        return False

    def track(self) -> Track | None:
        """How far everybody is on the way to a goal."""
        return None

    def previews(self, zones: Sequence[ZoneScene]) -> dict[str, Preview]:
        """For cards of the hand, what it would look like to play them."""
        return {}

    # What may be chosen: everything listed here is judged by the engine beforehand.

    def offered(self) -> list[Move]:
        """The moves offered, the first of them where they are very many."""
        return list(islice(self.view.moves(), MOVES))

    def listed(self) -> list[CardsMove]:
        """The moves of cards that the scene judges one by one: offered ones and single cards."""
        offered = [move for move in self.offered() if isinstance(move, CardsMove)]
        if not offered:
            return []
        kind = type(offered[0])
        single = [kind(1 << card) for card in members(self.my_hand())]
        return list(dict.fromkeys([*(move for move in offered if type(move) is kind), *single]))

    def choice(self) -> Choice | None:
        moves = self.listed() if self.my_turn else []
        if not moves:
            return None
        kind = type(moves[0])
        legal: list[str] = []
        refused: list[tuple[Reason, list[str]]] = []
        for move in moves:
            reason = self.why_not(move)
            alike = legal if reason is None else _alike(refused, reason)
            alike.append(" ".join(self.cards(move.cards)))
        for move in (self.unlisted(kind), kind()):
            if reason := self.why_not(move):
                _alike(refused, reason)
        reasons = [reason for reason, _ in refused]
        choice = Choice(
            send=f"{kind.word} {{cards}}".strip(),
            legal=",".join(legal),
            refused=[",".join(choices) for _, choices in refused],
            otherwise=self._number(self.unlisted(kind), reasons),
            empty=self._number(kind(), reasons),
            reasons=reasons,
        )
        if self.single:
            choice["single"] = True
        return choice

    def unlisted(self, kind: type[CardsMove]) -> CardsMove:
        """A choice like those that `listed` leaves out; what is said of it is said of all of them."""
        return kind(self.my_hand())

    def why_not(self, move: Move) -> Reason | None:
        """Why the seat in front may not make a move now; None when it may."""
        refusal = self.view.check(move, self.me)
        return None if refusal is None else self.reason(refusal)

    def _number(self, move: Move, reasons: list[Reason]) -> int:
        """The place of a refused move's reason; -1 for a legal one."""
        reason = self.why_not(move)
        return -1 if reason is None else reasons.index(reason)

    def actions(self, choice: Choice | None) -> list[Action]:
        """The buttons for moves: the chosen cards, and each offered move without cards."""
        if self.me < 0 or self.view.to_move in (None, DEALER):
            return []
        word = choice_word(choice)
        others = [m for m in self.offered() if not isinstance(m, CardsMove) or m.word != word]
        buttons = [self.button(str(move).title(), "plain", "", move) for move in others]
        if word is None:
            return buttons
        label = word.title() or "Play"
        return [Action(id="play", label=label, kind="main", key="enter", pick=True, ok=True), *buttons]

    def button(self, label: str, kind: Literal["main", "plain", "quiet"], key: str, move: Move) -> Action:
        """A button for one move, greyed with the engine's reason when it is refused."""
        why = self.why_not(move)
        action = Action(id=str(move), label=label, kind=kind, key=key, pick=False, ok=why is None)
        action["send"] = {"type": "move", "move": str(move)}
        if why:
            action["why"] = why
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
        told_here = [event for event in self.seen.events if event.key not in self.untold]
        for event in told_here[-LOG_LINES:]:
            if short := event.say("short", self.names, self.me, braces=True):
                lines.append(LogLine(text=short, who=self.names[event.values["seat"]]))
            else:
                told = event.say("text", self.names, self.me, braces=True)
                line = LogLine(text=told, rule=event.rule)
                if not lines or "who" in lines[-1]:
                    line["kind"] = "rule"
                lines.append(line)
        if lines and "who" in lines[-1]:
            lines[-1]["kind"] = "now"
        return lines


def _alike(refused: list[tuple[Reason, list[str]]], reason: Reason) -> list[str]:
    """The choices refused for the same reason; a new list when there are none yet."""
    for known, choices in refused:
        if known == reason:
            return choices
    refused.append((reason, []))
    return refused[-1][1]


def choice_word(choice: Choice | None) -> str | None:
    """The word before the cards of the moves that a choice sends; None without one."""
    return None if choice is None else choice["send"].replace("{cards}", "").strip()


__all__ = ["Painter", "VisibleZone", "SceneInput"]
