"""A scene of any game, made of what one seat may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, ClassVar, Literal

from handkit.cards import CardGroup, PlayingCard, members
from handkit.fields import hints_of, meaning
from handkit.game import DEALER, CardsMove, Event, Game, Move, Outcome, Refusal, View, Zone
from handkit.make.moves import WordOf
from handkit.make.places import UNDEALT, Seat
from handkit.table.scene import (
    Action,
    Badge,
    Choice,
    HandCard,
    Heap,
    LogLine,
    Picture,
    Preview,
    Prompt,
    Reason,
    SeatScene,
    Track,
    You,
)
from handkit.table.zones import Notice, PileScene, ZoneScene

MOVES = 300  # as many moves as a table lists
ON_TOP = 5  # as many cards of a row lie open
LOG_LINES = 12  # as many lines as a table shows of what happened


@dataclass(frozen=True)
class VisibleZone:
    """A zone of the engine as the seat in front may see it: faces only where it may."""

    name: str
    count: int
    cards: int | None  # the faces, as a set; None when they are hidden
    owner: int | None  # the seat whose hand this is
    player: int | None = None  # the seat whose place it is, if it is no hand
    row: tuple[int, ...] = ()  # the cards in their order, where they have one and it is seen

    @classmethod
    def of(cls, zone: Zone, seat: int) -> VisibleZone:
        """A zone as a seat may see it: the faces there, and those that it saw on their way there."""
        seen = zone.visible_to(seat)
        faces = zone.cards if seen else zone.faces(seat) or None
        row = zone.row if seen else ()
        return cls(zone.name, zone.cards.bit_count(), faces, zone.owner, zone.player, row)


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
    outcome: Outcome | None = None  # how the game ended


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
        return [
            Heap(label=self.place(zone), count=zone.count)
            for zone in self.seen.zones
            if zone.player == seat and zone.count and zone.cards is None
        ]

    def role(self, seat: int) -> str:
        """What is told of each seat, in one line: `points 3`."""
        of_seats = {name: values[seat] for name, values in self.view.public().items() if self._of_seats(name)}
        return ", ".join(self.told(of_seats))

    def facts(self) -> str:
        """What is told of the game, in one line: `suit to match: hearts`."""
        of_all = {name: value for name, value in self.view.public().items() if not self._of_seats(name)}
        return " · ".join(self.told(of_all, ": "))

    def _of_seats(self, name: str) -> bool:
        return bool(meaning(hints_of(type(self.view)).get(name))[0] == "by seat")

    def told(self, values: Mapping[str, Any], link: str = " ") -> list[str]:
        """Values with their names; what is nothing yet says nothing, and what is so is just named."""
        said = {
            name.strip("_").replace("_", " "): value
            for name, value in values.items()
            if _says_something(value)
        }
        return [
            name if value is True else f"{name}{link}{self.in_words(value)}" for name, value in said.items()
        ]

    def in_words(self, value: Any) -> str:
        """A value for a sentence, with cards in braces and seats by name."""
        if isinstance(value, Seat):
            return "you" if value == self.me else self.names[value]
        if isinstance(value, PlayingCard):
            return f"{{{value}}}"
        if isinstance(value, CardGroup | list):
            return (" " if isinstance(value, CardGroup) else ", ").join(map(self.in_words, value))
        return str(value)

    def crown(self, seat: int) -> bool:
        return False

    def dim(self, seat: int) -> bool:
        return False

    def badges(self, seat: int) -> list[Badge]:
        return [Badge(text="to play", kind="turn")] if seat in self.view.actors else []

    def zones(self) -> list[ZoneScene]:
        """What is told of the game, and what lies on the table: every place that is no hand and holds cards,
        but for what a player has face down, and cards that are not in play."""
        facts = self.facts()
        drawn: list[ZoneScene] = [Notice(kind="notice", suit="", text=facts, rule="")] if facts else []
        lying = [
            zone for zone in self.seen.zones if zone.owner is None and zone.count and zone.name != UNDEALT
        ]
        return drawn + [self.pile(zone) for zone in lying if zone.player is None or zone.cards is not None]

    def pile(self, zone: VisibleZone) -> PileScene:
        """A place with its cards; of a long row those on top."""
        label = self.place(zone)
        if zone.player is not None:
            label = f"your {label}" if zone.player == self.me else f"{label} of {self.names[zone.player]}"
        cards = self.cards(zone.cards or 0)
        if zone.row:
            cards = [self.game.deck.name(card) for card in zone.row[-ON_TOP:]]
            label += ", top last" if len(zone.row) > 1 else ""
        return PileScene(kind="pile", label=label, cards=cards, count=zone.count)

    def place(self, zone: VisibleZone) -> str:
        """What a place is called, without its seat."""
        name = zone.name if zone.player is None else zone.name.removesuffix(f" {zone.player}")
        return name.replace("_", " ")

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
        unlisted = self.unlisted(kind)
        for one in (kind(),) if unlisted is None else (unlisted, kind()):
            if reason := self.why_not(one):
                _alike(refused, reason)
        reasons = [reason for reason, _ in refused]
        otherwise = self._number(unlisted, reasons) if unlisted else -1
        choice = Choice(
            send=f"{kind.word} {{cards}}".strip(),
            legal=",".join(legal),
            refused=[",".join(choices) for _, choices in refused],
            otherwise=otherwise,
            empty=self._number(kind(), reasons),
            reasons=reasons,
        )
        if self.single or (not unlisted and all(move.cards.bit_count() == 1 for move in moves)):
            choice["single"] = True
        return choice

    def unlisted(self, kind: type[CardsMove]) -> CardsMove | None:
        """A choice like those that `listed` leaves out, if what is said of one is said of all. By default
        there is none: each is judged when somebody wants to play it."""
        return None

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
        buttons = [self.button(self.label(move), "plain", "", move) for move in others]
        if word is None:
            return buttons
        label = word.title() or "Play"
        return [Action(id="play", label=label, kind="main", key="enter", pick=True, ok=True), *buttons]

    def label(self, move: Move) -> str:
        """What a button for a move says: its words, with seats by name."""
        if not isinstance(move, WordOf):
            return str(move).title()
        named = (self.in_words(arg) if isinstance(arg, Seat) else str(arg) for arg in move.args)
        return " ".join([move.word.title(), *named])

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
            return Prompt(text=f"The game is over. {self.winners()}".strip(), small="")
        if self.view.to_move == DEALER:
            return Prompt(text="Cards are to be dealt.", small="")
        if self.my_turn:
            return Prompt(text="It is your turn.", small="")
        return Prompt(text=f"{self.names[self.view.to_move]} is to move.", small="")

    def winners(self) -> str:
        """Who has won, in a sentence."""
        end = self.seen.outcome
        seats = () if end is None else end.winners
        if seats == (self.me,):
            return "You win."
        names = ["you" if seat == self.me else self.names[seat] for seat in sorted(seats, key=self.me.__ne__)]
        if len(names) < 2:
            return f"{names[0]} wins." if names else ""
        told = f"{', '.join(names[:-1])} and {names[-1]} share the win."
        return told[:1].upper() + told[1:]

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


def _says_something(value: Any) -> bool:
    """Whether a value is more than the nothing that fields begin with; 0 is a number."""
    return value is not None and value is not False and value != "" and value != [] and value != ()


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
