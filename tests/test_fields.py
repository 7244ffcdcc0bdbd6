"""Fields declared once: copies, views, zones, JSON, guesses and what people read follow from them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import pytest

from handkit import HangIn, Match, President, Reserves
from handkit.cards import FRENCH, Card, Cards, bit, members
from handkit.fields import BySeat, FaceDown, Open, Own, PositionError, Seat, Seats, copier, friendly, hints_of
from handkit.game import (
    DEALER,
    ONLOOKER,
    CardsMove,
    DealMove,
    Game,
    Move,
    Outcome,
    Position,
    Refusal,
    State,
    Tell,
    View,
    option,
    ranking,
)
from handkit.testing import check_game
from handkit.words import Words

WORDS = Words(
    FRENCH,
    {
        "over": {"text": "The game is over."},
        "deal-due": {"text": "Cards are due."},
        "turn": {"text": "It is {seat:seat}'s turn."},
        "one": {"text": "Take one card that you hold."},
        "deck": {"text": "These are not all the cards."},
        "deal": {"text": "Cards are dealt."},
        "lay": {"text": "{seat:Seat} lays {cards:cards}."},
        "end": {"text": "That was the last card."},
    },
)


class Lay(CardsMove):
    """D1.2: lay a card on one's own row."""

    __slots__ = ()
    deck: ClassVar[Any] = FRENCH


class Deal(DealMove):
    """D1.1: two cards each; of the rest one lies apart."""

    __slots__ = ()
    deck: ClassVar[Any] = FRENCH


@dataclass(frozen=True, kw_only=True)
class Declared(Game):
    """A game that only declares: each lays its two cards on its own row, the higher sum wins."""

    name: ClassVar[str] = "declared"
    title: ClassVar[str] = "Declared"
    deck: ClassVar[Any] = FRENCH
    prefix: ClassVar[str] = "D"
    players: int = option(3, "D1.1", "how many play", choices=(2, 3))

    @property
    def words(self) -> Words:
        return WORDS

    def parse(self, text: str) -> Move:
        return Deal(text[5:]) if text.startswith("deal ") else Lay(text.removeprefix("lay"))

    def longest(self) -> int:
        return 1 + 2 * self.players


class Board(Position):
    """What lies open."""

    game: Declared
    to_move: Seat | None
    phase: Literal["deal", "play", "over"]
    counts: BySeat[int]
    rows: Open[BySeat[Cards]]
    last: Card | None
    acted: Seats
    log: list[tuple[Seat, Cards]]

    def moves(self, seat: int | None = None) -> Sequence[Move]:
        seat = self.to_move if seat is None else seat
        if seat is None or seat != self.to_move or seat < 0:
            return []
        return [Lay(bit(card)) for card in members(self.hand_of(seat))]

    def faults(self, move: Move, seat: int) -> Iterator[Refusal]:
        if self.phase == "over":
            yield self.refuse("D1.3", "over")
        elif isinstance(move, Deal) != (self.phase == "deal"):
            yield self.refuse("D1.1", "deal-due" if self.phase == "deal" else "over")
        else:
            if seat != self.to_move:
                yield self.refuse("D1.2", "turn", seat=self.to_move)
            if isinstance(move, Deal):
                if sorted(move.order) != list(range(52)):
                    yield self.refuse("D1.1", "deck")
            elif isinstance(move, Lay) and self.knows_hand(seat):
                wrong = move.cards.bit_count() != 1 or move.twice or move.cards & ~self.hand_of(seat)
                if wrong:
                    yield self.refuse("D1.2", "one")


class DeclaredView(View, Board):
    hand: Cards


class DeclaredState(State, Board):
    follows: ClassVar[tuple[str, ...]] = ("counts",)
    hands: Own[BySeat[Cards]]
    stock: FaceDown[tuple[Card, ...]]

    def __init__(self, game: Declared) -> None:
        self.game, self.to_move, self.phase = game, DEALER, "deal"
        self.hands, self.counts, self.rows = ([0] * game.players for _ in range(3))
        self.stock, self.last, self.acted, self.log = tuple(range(52)), None, 0, []

    def play(self, move: Move, tell: Tell | None = None, seat: int | None = None) -> None:
        if isinstance(move, Deal):
            players = self.game.players
            self.hands = [bit(move.order[n]) | bit(move.order[players + n]) for n in range(players)]
            self.counts, self.stock = [2] * players, tuple(move.order[2 * players :])
            self.phase, self.to_move = "play", 0
            if tell:
                tell(self.event("D1.1", "deal"))
            return
        assert isinstance(move, Lay) and self.to_move is not None
        who = self.to_move
        self.hands[who] ^= move.cards
        self.rows[who] |= move.cards
        self.counts[who] -= 1
        self.last, self.acted = move.cards.bit_length() - 1, self.acted | 1 << who
        self.log.append((who, move.cards))
        if tell:
            tell(self.event("D1.2", "lay", seat=who, cards=move.cards))
        self.to_move = (who + 1) % self.game.players
        if not any(self.hands):
            self.phase, self.to_move = "over", None
            if tell:
                tell(self.event("D1.3", "end"))

    @property
    def outcome(self) -> Outcome | None:
        if self.phase != "over":
            return None
        sums = tuple(sum(card // 4 for card in members(row)) for row in self.rows)
        return Outcome("D1.3", ranking(sums), sums)


Declared.State, Declared.View, Declared.Deal = DeclaredState, DeclaredView, Deal


def some(seed: int = 1, moves: int = 4, game: Game | None = None) -> Any:
    state, rng = (game or Declared()).start(), random.Random(seed)
    for _ in range(moves):
        state.play(state.random_move(rng))
    return state


def test_a_game_that_only_declares_keeps_all_laws() -> None:
    report = check_game(Declared(), seeds=range(3))
    assert not report.suspicious and report.guesses and report.redealt
    check_game(Declared(players=2), seeds=range(2))


def test_a_copy_is_independent_and_of_the_same_class() -> None:
    state = some()
    twin = state.copy()
    assert twin == state and type(twin) is DeclaredState
    for name in ("hands", "rows", "counts", "log"):
        assert getattr(twin, name) is not getattr(state, name)
    twin.play(twin.random_move(random.Random(2)))
    assert twin != state and state == some()


def test_a_copy_of_a_class_made_from_another_is_of_that_class_whichever_is_copied_first() -> None:
    class More(DeclaredState):
        extra: list[Seat]

    base = some()
    base.copy()
    state = More(Declared())
    state.extra = [1]
    twin = state.copy()
    assert type(twin) is More and twin.extra == [1] and twin.extra is not state.extra
    assert type(base.copy()) is DeclaredState


def test_a_class_with_a_copy_of_its_own_keeps_it_and_may_call_the_one_that_it_has_instead() -> None:
    class Counted(DeclaredState):
        copies: int

        def copy(self) -> Counted:
            twin = super().copy()
            twin.copies += 1
            return twin

    state = Counted(Declared())
    state.copies = 0
    for _ in range(3):  # also when the class above has a function of its own
        state = state.copy()
        some().copy()
    assert type(state) is Counted and state.copies == 3


def test_views_are_of_the_class_that_a_game_names_also_when_it_names_another_one() -> None:
    class Twice(Declared):
        pass

    class TwiceView(DeclaredView):
        pass

    state, other = some(), DeclaredState(Twice())
    assert type(state.view(0)) is DeclaredView is type(other.view(0))
    Twice.View = TwiceView
    assert type(other.view(0)) is TwiceView and type(state.view(0)) is DeclaredView


def test_a_view_holds_what_lies_open_and_the_own_hand_alone() -> None:
    state = some()
    for seat in (*range(3), ONLOOKER):
        view = state.view(seat)
        assert set(view.fields()) == {*hints_of(DeclaredView)}
        assert view.hand == (state.hands[seat] if seat >= 0 else 0) and view.rows is not state.rows
    with pytest.raises(ValueError, match="There is no seat 3: seats are 0 to 2"):
        state.view(3)


def test_a_view_that_declares_what_is_hidden_is_refused() -> None:
    class Leaky(DeclaredView):
        stock: FaceDown[tuple[Card, ...]]

    class Game2(Declared):
        name: ClassVar[str] = "declared-leaky"
        View: ClassVar[Any] = Leaky

    with pytest.raises(TypeError, match="Leaky declares 'stock', which not every seat may see"):
        some(game=Game2()).view(0)


def test_zones_are_as_they_are_declared() -> None:
    state = some()
    who = {zone.name: (zone.seen_by, zone.owner, zone.player) for zone in state.zones()}
    assert who == {
        **{f"hand {n}": (frozenset((n,)), n, None) for n in range(3)},
        "stock": (frozenset(), None, None),
        **{f"row {n}": (None, None, n) for n in range(3)},
    }


def test_json_is_read_back_and_what_is_wrong_in_it_is_named() -> None:
    state = some()
    data = json.loads(json.dumps(state.to_json()))
    assert "counts" not in data and state.game.state(data) == state
    assert state.game.state(data | {"counts": list(state.counts)}) == state
    card = data["hands"][0].split()[0]
    for wrong, says in (
        ({"counts": [9, 9, 9]}, "counts is"),
        ({"phase": "later"}, "phase is 'later', and should be 'deal' or 'play' or 'over'"),
        ({"acted": [0, 0]}, "acted is"),
        ({"last": "3C 4C"}, "last is"),
        ({"log": [[0]]}, "log is"),
        ({"rows": ["", ""]}, "rows is"),
        ({"to_move": 7}, "to_move is 7"),
        ({"stock": 5}, "stock is 5"),
        (
            {"hands": [*data["hands"][:2], f"{data['hands'][2]} {card}".strip()]},
            "is in two hands: seat 0 and seat 2",
        ),
        ({"more": 1}, "exactly these fields"),
    ):
        with pytest.raises(PositionError, match=says):
            state.game.state(data | wrong)
    missing = {name: value for name, value in data.items() if name != "log"}
    with pytest.raises(PositionError, match="exactly these fields"):
        state.game.state(missing)


def test_a_card_that_is_nowhere_is_named() -> None:
    state = some()
    data = state.to_json()
    data["stock"] = data["stock"].split(" ", 1)[1]
    with pytest.raises(PositionError, match="is nowhere"):
        state.game.state(data)


def test_a_plain_guess_fits_and_varies() -> None:
    view, rng = some().view(1), random.Random(5)
    guesses = [view.guess(rng) for _ in range(20)]
    assert all(guess.view(1) == view for guess in guesses)
    assert len({tuple(guess.hands) for guess in guesses}) > 10


def test_what_cannot_be_read_needs_a_copy_of_its_own() -> None:
    class Bare:
        pass

    with pytest.raises(
        TypeError, match=r"Bare declares no fields that can be read, so it needs its own copy\(\)"
    ):
        copier(Bare)


@pytest.mark.parametrize(
    "game", [President(rounds=2), HangIn(), Reserves(), Declared()], ids=lambda g: g.name
)
def test_what_a_reader_prints_is_cards(game: Game) -> None:
    match = Match(game, seed="print")
    state: Any = match.state
    view: Any = match.view(0)
    names = {*game.deck.names}
    assert set(str(view.hand).split()) <= names and len(view.hand) == len(str(view.hand).split())
    assert repr(view.hand) == f"<{view.hand}>" and repr(list(state.hands)).count("<") == game.players
    assert set(view.hand) <= names and next(iter(view.hand)) in view.hand
    number = int(view.hand)
    assert view.hand == number and hash(view.hand) == hash(number) and json.dumps(view.hand) == str(number)
    assert game.deck.mask(str(view.hand)) == number and game.deck.cards(view.hand) == game.deck.cards(number)
    assert type(view.hand & -view.hand) is int, "what is worked out is a plain number"
    after: Any = state.after(state.moves()[0])
    assert all(set(str(hand).split()) <= names for hand in after.hands)
    assert friendly(after) is after and after.copy() == after


@pytest.mark.parametrize(
    ("annotation", "value", "written"),
    [
        ("dict[str, Cards]", {"a": 3}, [["a", "2C 2D"]]),
        ("dict[int, int]", {1: 2}, [[1, 2]]),
        ("set[Card]", {3, 1}, "2D 2S"),
        ("frozenset[int]", frozenset({2, 1}), [1, 2]),
        ("float", 0.5, 0.5),
        ("list[Seats]", [5, 3], [[0, 2], [0, 1]]),
        ("BySeat[Card | None]", [None, 4, 5], [None, "3C", "3D"]),
        ("list", [1, "a"], [1, "a"]),
        ("Any", 3, 3),
    ],
)
def test_a_field_of_any_plain_kind_is_written_and_read_back(
    annotation: str, value: Any, written: object
) -> None:
    class Odd(DeclaredState):
        __annotations__ = {"odd": annotation}

        def __init__(self, game: Declared) -> None:
            super().__init__(game)
            self.odd = value

    class OddGame(Declared):
        name: ClassVar[str] = "odd"
        State: ClassVar[Any] = Odd

    game = OddGame()
    state = Odd(game)
    data = json.loads(json.dumps(state.to_json()))
    assert data["odd"] == written
    assert game.state(data) == state
    wrongs: list[object] = [{}, [[9]], [["zz"]], "zz"]
    for wrong in wrongs:
        if annotation not in ("list", "Any"):
            with pytest.raises(PositionError, match="odd"):
                game.state(data | {"odd": wrong})


def test_a_value_that_json_cannot_hold_is_named() -> None:
    state = some()
    state.last = object()
    with pytest.raises(TypeError, match=r"cannot be written as JSON: its class has no to_json"):
        state.to_json()
