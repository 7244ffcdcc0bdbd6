"""The words that every game speaks: options, moves, what is said, outcomes, zones, reading positions."""

from __future__ import annotations

import pickle
import random
from dataclasses import FrozenInstanceError, dataclass
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import handkit
from handkit.cards import FRENCH, Deck
from handkit.game import (
    DEALER,
    ONLOOKER,
    CardsMove,
    Event,
    Fields,
    Game,
    IllegalMove,
    Move,
    Option,
    OptionError,
    Outcome,
    PositionError,
    Refusal,
    State,
    Zone,
    option,
    ranking,
    shuffled,
    union_of,
    whole_deck,
)
from handkit.games.hang_in import HangIn
from handkit.games.president import DECK, Play, President
from toys import HighCard, Lay

FEW = settings(max_examples=50, derandomize=True, deadline=None, database=None)


# ── options ─────────────────────────────────────────────────────────────────────────────────────


def test_options_are_listed_with_rule_help_and_values() -> None:
    options = President.options()
    assert list(options) == ["players", "rounds", "revolution", "next_leader"]
    assert options["players"] == Option("P1.1", "how many play", (3, 4, 5, 6), 0)
    assert options["rounds"].allowed() == "a whole number, 1 or more"
    assert options["revolution"].allowed() == "True or False"
    assert HighCard.options()["players"].choices == (2, 3)


def test_values_are_taken_by_type() -> None:
    number = Option("X", "", (), 1)
    assert number.accepts(1)
    assert not any(number.accepts(value) for value in (0, True, 1.0, "1", None))
    bound = Option("X", "", (), 1, or_none=True)
    assert bound.allowed() == "a whole number, 1 or more, or None"
    assert bound.accepts(1) and bound.accepts(None)
    assert not bound.accepts(0) and not bound.accepts(False) and not number.accepts(None)
    truth = Option("X", "", (True, False))
    assert not any(truth.accepts(value) for value in (1, 0, "", None))
    few = Option("X", "", (0, 1, "random", None))
    assert all(few.accepts(value) for value in (0, 1, "random", None))
    assert not any(few.accepts(value) for value in (False, True, 0.0, "0"))


def test_an_unhashable_or_odd_value_is_refused_in_words() -> None:
    for value in ([], {}, object(), float("nan"), "x" * 1000):
        with pytest.raises(OptionError) as caught:
            President(players=value)  # type: ignore[arg-type]
        assert len(str(caught.value)) < 200
    assert issubclass(OptionError, TypeError)
    assert issubclass(OptionError, ValueError)


def test_an_abstract_game_cannot_be_made() -> None:
    @dataclass(frozen=True, kw_only=True)
    class Nothing(Game):
        players: int = option(2, "X1", "how many", choices=(2,))

    with pytest.raises(TypeError, match="abstract"):
        Nothing()  # type: ignore[abstract]


def test_a_game_that_is_no_dataclass_says_what_it_needs() -> None:
    class Plain(Game):
        name = "plain"

    with pytest.raises(TypeError, match=r"Plain needs @dataclass\(frozen=True, kw_only=True\) before"):
        Plain()  # type: ignore[abstract]


# ── moves ───────────────────────────────────────────────────────────────────────────────────────


class Show(CardsMove):
    __slots__ = ()
    deck: ClassVar[Deck] = FRENCH
    word: ClassVar[str] = "show"


def test_a_move_of_cards() -> None:
    move = Show("7S 7H")
    assert move == Show([FRENCH.card("7S"), FRENCH.card("7H")]) == Show(FRENCH.mask("7H 7S"))
    assert (str(move), repr(move), move.named()) == ("show 7H 7S", "Show('7H 7S')", "7H 7S")
    assert (str(Show()), repr(Show())) == ("show", "Show('')")
    twice = Show("7S 7S 3C")
    assert (twice.cards, twice.twice) == (FRENCH.mask("3C 7S"), FRENCH.mask("7S"))
    assert Show(twice.named()) == twice
    assert eval(repr(twice)) == twice
    assert len({move, Show("7H 7S"), twice}) == 2
    with pytest.raises(FrozenInstanceError):
        move.cards = 0  # type: ignore[misc]
    moves: list[Move] = [Lay("1A"), Play("3C"), Show(FRENCH.mask("2C"))]
    assert len(set(moves)) == 3  # each is the lowest card of its deck


@FEW
@given(st.lists(st.integers(0, 51), max_size=8))
def test_any_cards_named_in_any_way_read_back(named: list[int]) -> None:
    move = Show(named)
    assert Show(move.named()) == move
    assert eval(repr(move)) == move
    assert hash(Show(move.named())) == hash(move)


# ── what is said ────────────────────────────────────────────────────────────────────────────────


def test_a_refusal_says_what_is_wrong_and_what_is_right() -> None:
    game = President()
    refusal = Refusal(game, "P2.4", "leader-passes", {})
    assert refusal.text == f"{refusal.wrong} {refusal.right}"
    assert str(refusal) == f"{refusal.text} (P2.4)"
    assert refusal == Refusal(President(), "P2.4", "leader-passes", {})
    assert refusal != Refusal(game, "P2.5", "leader-passes", {})
    assert hash(refusal) == hash(Refusal(game, "P2.4", "leader-passes", {}))
    error = IllegalMove(refusal)
    assert str(error) == str(refusal)
    assert error.refusal is refusal
    assert isinstance(error, ValueError)


def test_an_event_knows_who_may_see_it() -> None:
    game = President()
    public = Event(game, "P2.4", "pass", {"seat": 1})
    private = Event(game, "P2.4", "pass", {"seat": 1}, frozenset((1, 2)))
    assert all(public.visible_to(seat) for seat in (0, 1, DEALER, ONLOOKER))
    assert [private.visible_to(seat) for seat in (0, 1, 2, ONLOOKER)] == [False, True, True, False]
    assert public != private
    assert public.say(names={1: "Bo"}) == "Bo passes."
    assert public.say(reader=1) == "You pass."
    assert public.say("short") == "pass"


# ── outcomes and zones ──────────────────────────────────────────────────────────────────────────


@FEW
@given(st.lists(st.integers(-3, 3), min_size=1, max_size=6))
def test_ranking(scores: list[int]) -> None:
    ranks = ranking(scores)
    for mine, rank in zip(scores, ranks, strict=True):
        assert rank == 1 + len([other for other in scores if other > mine])
    assert min(ranks) == 1


def test_winners() -> None:
    assert ranking((9, 9, 4)) == (1, 1, 3)
    assert Outcome("X", (1, 1, 3), (9, 9, 4)).winners == (0, 1)
    assert Outcome("X", (2, 1), (3, 4)).winners == (1,)


def test_zones() -> None:
    secret = Zone("stock", 0b1100, frozenset())
    hand = Zone("hand 0", 0b0011, frozenset((0,)), 0, ((1, 0b0001), (1, 0b0100), (2, 0b0010)))
    table = Zone("table", 0b10000)
    assert [table.visible_to(seat) for seat in (0, ONLOOKER)] == [True, True]
    assert [secret.faces(seat) for seat in (0, ONLOOKER)] == [0, 0]
    assert [hand.faces(seat) for seat in (0, 1, 2, 3, ONLOOKER)] == [0b11, 0b01, 0b10, 0, 0]
    assert union_of([secret, hand, table]) == 0b11111
    deck = Deck("1 2 3 4 5".split(), FRENCH.suits[:1])
    assert whole_deck(deck, [secret, hand, table])
    assert not whole_deck(deck, [secret, hand])
    assert not whole_deck(deck, [secret, hand, table, hand])
    assert not whole_deck(deck, [secret, hand, Zone("table", 0b100000)])


# ── states in general ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", [President(rounds=2), HighCard()], ids=["president", "high-card"])
def test_check_and_after(game: Game) -> None:
    state: State = game.start()
    assert state.to_move == DEALER
    dealt = state.after(state.deal(random.Random(1)))
    assert state == game.start()
    assert dealt.to_move == 0
    text = str(dealt.moves()[0])
    assert dealt.check(text) is None
    assert dealt.check(text, 0) is None
    assert dealt.after(text) == dealt.after(game.parse(text), 0)
    with pytest.raises(IllegalMove) as caught:
        dealt.after(text, 1)
    assert caught.value.refusal == dealt.check(text, 1)
    for seat in (game.players, -3, ONLOOKER, True, 1.0, "0"):
        with pytest.raises(ValueError, match="There is no seat"):
            dealt.check(text, seat)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="is not a card"):
        dealt.check("what")


def test_a_random_move_is_a_fair_draw() -> None:
    state = President.position(["3C 4C 5C", "6C", "7C"])
    rng = random.Random(3)
    drawn = [str(state.random_move(rng)) for _ in range(900)]
    assert all(240 < drawn.count(text) < 360 for text in ("3C", "4C", "5C"))
    assert state.random_move(random.Random(1)) == state.random_move(random.Random(1))


def test_words_of_a_game_are_read_once() -> None:
    assert President().words is President(players=3).words


# ── shuffling ───────────────────────────────────────────────────────────────────────────────────


FIRST_CARDS_OF_MONDAY = "4H AS 8C JH KD 4S 4D 10H 9D 8H KS 6H AC"


def test_a_seed_means_the_same_cards_for_years() -> None:
    """These cards were dealt by the first version; later ones must deal them too."""
    cards = shuffled(DECK, random.Random("monday"))
    assert sorted(cards) == list(range(52))
    assert " ".join(map(DECK.name, cards[:13])) == FIRST_CARDS_OF_MONDAY


def test_shuffling_is_fair() -> None:
    deck = Deck("1 2 3".split(), FRENCH.suits[:1])
    rng = random.Random(5)
    found = [tuple(shuffled(deck, rng)) for _ in range(1200)]
    assert len(set(found)) == 6
    assert all(150 < found.count(order) < 250 for order in set(found))


# ── reading positions ───────────────────────────────────────────────────────────────────────────


def fields(**data: Any) -> Fields:
    return Fields(data, list(data), FRENCH, 3)


@pytest.mark.parametrize(
    ("read", "good", "bad"),
    [
        ("number", [0, 5, 10**20], [-1, True, 1.0, "1", None, []]),
        ("list", [[], [1]], [(), "", None, {}]),
        ("seats", [[], [0, 2]], [[3], [-1], [0, 0], [True], ["0"], [None], [[]], "01", None]),
        ("numbers", [[0, 0, 0], [-1, 2, 3]], [[], [0, 0], [0, 0, True], [0, 0, 1.0], [0, 0, None], None]),
        ("cards", ["", "7S", "7s th"], ["7S 7S", "ZZ", 7, None, ["7S"], True]),
        (
            "hands",
            [["", "7S", "8S 9S"]],
            [["", ""], ["", "", 7], ["", "", "ZZ"], "7S", None, ["7S 7S", "", ""]],
        ),
    ],
)
def test_fields_are_strict(read: str, good: list[Any], bad: list[Any]) -> None:
    for value in good:
        getattr(fields(it=value), read)("it")
    for value in bad:
        with pytest.raises(PositionError, match=r"^it") as caught:
            getattr(fields(it=value), read)("it")
        assert len(str(caught.value)) < 300


def test_rows_choices_and_names_of_fields() -> None:
    assert fields(it=[[0, "7S"], [2, ""]]).rows("it", 1) == [(0, FRENCH.mask("7S")), (2, 0)]
    assert fields(it=[[0, 1, "7S"]]).rows("it", 2) == [(0, 1, FRENCH.mask("7S"))]
    for bad in ([[0]], [["7S"]], [[3, "7S"]], [[True, "7S"]], [[0, 7]], [[0, 1, "7S"]], [None], ["7S"], None):
        with pytest.raises(PositionError, match=r"^it"):
            fields(it=bad).rows("it", 1)
    assert fields(it=None).one_of("it", (0, None)) is None
    wrongs: list[Any] = [False, 0.0, "None", 1, []]
    for wrong in wrongs:
        with pytest.raises(PositionError, match=r"^it is .*, and should be 0 or None"):
            fields(it=wrong).one_of("it", (0, None))
    assert fields(it=2).number("it", least=2) == 2
    with pytest.raises(PositionError, match="should be a whole number, 2 or more"):
        fields(it=1).number("it", least=2)
    others: list[Any] = [{}, {"a": 1}, {"a": 1, "b": 2, "c": 3}, None, [], "ab"]
    for data in others:
        with pytest.raises(PositionError, match="A position has exactly these fields: a, b"):
            Fields(data, ["a", "b"], FRENCH, 3)


def test_all_names_are_there() -> None:
    for name in handkit.__all__:
        assert hasattr(handkit, name), name


def test_a_game_can_be_a_key_and_be_pickled() -> None:
    game = President(players=5)
    assert {game: 1}[President(players=5)] == 1
    assert pickle.loads(pickle.dumps(game)) == game  # noqa: S301 - for processes of a simulation


def test_an_old_name_of_an_option_works_and_warns() -> None:
    with pytest.warns(
        DeprecationWarning, match="'check' of Hang In is called 'target_check' since version 0.2"
    ):
        game = HangIn(check="round")  # type: ignore[call-arg]
    assert game == HangIn(target_check="round")
    with pytest.raises(OptionError, match="give one of the two"):
        HangIn(check="round", target_check="slice")  # type: ignore[call-arg]
