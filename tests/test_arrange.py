"""Positions set up by hand: what can be put where follows from the game, and what is accepted is what the
line of code says."""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass
from typing import Any

import pytest

from handkit import HangIn, Match, President, Reserves, games
from handkit.cards import CardError, CardSet
from handkit.fields import CardsText, EachSeat, PositionError
from handkit.game import Game, OptionError, Seat, Setup
from handkit.table import Arrange, Table
from handkit.table.arrangement import Arrangement, code
from handkit.table.messages import MessageError
from handkit.table.places import places
from houses import HOUSES
from refill import Refill, RefillSetup, RefillState
from toys import HighCard

GAMES = ["president", "hang-in", "reserves", "eights", "bonus", "low_start", "counted"]
ANY = pytest.mark.parametrize("name", GAMES)
PAIR: dict[str, Any] = {
    "hands": ["7S 7H KD", "3D 9S", "7C 8C 2H", "AS 10D"],
    "trick": "8H 8S",
    "played_by": 3,
}


def game_of(name: str) -> Any:
    """A game of ours, or a house rule, as a cell of a notebook defines it."""
    if name not in HOUSES:
        return games.find(name)
    cell: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(HOUSES[name], name, "exec", dont_inherit=True), cell)
    return next(one for one in reversed(cell.values()) if isinstance(one, type) and issubclass(one, Game))


def evaluated(line: str, kind: type[Game]) -> Any:
    return eval(line, {kind.__name__: kind})


# ── which places there are ──────────────────────────────────────────────────────────────────────


def test_places_are_read_from_the_signature() -> None:
    found = {place.name: (place.shape.kind, place.shape.many) for place in places(President)}
    assert found == {
        "hands": ("cards", "by seat"), "trick": ("cards", ""), "played_by": ("seat", ""),
        "passed": ("seats", ""), "to_move": ("seat", ""), "turned": ("switch", ""), "out": ("seats", ""),
        "round": ("number", ""), "previous": ("seats", ""), "totals": ("number", "by seat"),
        "giving": ("seats", ""), "gifts": ("row", "list"),
    }  # fmt: skip
    assert {place.name: place.shape.kind for place in places(Reserves)} == {
        "hands": "cards", "reserves": "in order", "turn": "seat", "attack": "move", "defence": "move",
        "settled": "move", "removed": "cards", "seen": "row", "first": "seat", "turns": "number",
        "quiet": "number",
    }  # fmt: skip
    pot = next(place for place in places(HangIn) if place.name == "pot")
    assert pot.shape == ("in order", "by seat", False, ("-", "hold back"))


@ANY
def test_every_place_of_our_games_says_what_it_is(name: str) -> None:
    assert all(place.help for place in places(game_of(name)))


def plain_position(
    self: Setup, hands: Any, stock: Any = "", *, to_move: Any = 0, note: Any = None
) -> RefillState:
    """Somebody's own, without annotations: what the arguments are, the fields of the state say.

    hands  the cards of
           each seat
    """
    state: RefillState = self.kind(players=len(hands)).start()
    state.hands = [Refill.deck.mask(hand) for hand in hands]
    state.stock = tuple(Refill.deck.read(stock))
    if not 0 <= to_move < len(hands):
        raise PositionError("`to_move` is no seat")
    state.to_move = to_move
    return state


def test_where_nothing_is_annotated_the_fields_of_the_state_say_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RefillSetup, "position", plain_position, raising=False)
    found = {place.name: place for place in places(Refill)}
    shapes = {name: (place.shape.kind, place.shape.many) for name, place in found.items()}
    assert shapes == {"hands": ("cards", "by seat"), "stock": ("in order", ""), "to_move": ("seat", "")}
    assert found["hands"].help == "the cards of each seat"
    arrange = Arrange(Refill)
    card, other = (Refill.deck.name(card) for card in (0, 5))
    arrange.put(card, "hands", 0)
    arrange.put(other, "stock")
    assert arrange.position == evaluated(arrange.line, Refill)
    assert arrange.scene["done"]


def test_a_game_without_positions_has_nothing_to_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TypeError, match=r"High Card has no position\(\), so there is nothing to set up\."):
        Arrange(HighCard())
    assert Table(HighCard()).make_setup()["arranges"] is False
    assert Table(President()).make_setup()["arranges"] is True
    monkeypatch.setattr(RefillSetup, "position", lambda self, what: None, raising=False)
    with pytest.raises(TypeError, match="needs 'what', and its annotation does not say what"):
        Arrange(Refill)


# ── putting ─────────────────────────────────────────────────────────────────────────────────────


def test_cards_go_where_they_are_put_and_lie_nowhere_else() -> None:
    arrange = Arrange(President(players=3))
    arrange.put("7S 7H", "hands", 0)
    arrange.put("3C", "hands", 1)
    arrange.put("4C", "hands", 2)
    arrange.put("7s", "trick")
    arrange.set("played_by", 1)
    assert arrange.line == 'President.position(["7H", "3C", "4C"], trick="7S", played_by=1)'
    assert arrange.position == President.position(["7H", "3C", "4C"], trick="7S", played_by=1)
    arrange.take_back("7H")
    assert not arrange.scene["done"] and "`out` is []" in arrange.scene["says"]
    assert [place["name"] for place in arrange.scene["places"] if place["faulty"]] == ["out"]
    arrange.undo()
    arrange.clear()
    assert arrange.line == 'President.position(["", "", ""])'
    arrange.undo()
    assert arrange.scene["done"] and arrange.scene["says"] == "This can occur. Seat 2 is to move."


def test_what_is_impossible_is_refused_with_the_place_or_the_rule() -> None:
    arrange = Arrange(President(), hands=["7S", "3C", "7S", "4C"])
    said = "This position cannot occur: 7♠ is in two hands: seat 0 and seat 2."
    assert arrange.scene["says"] == said
    assert arrange.scene["lying"]["7S"] == "1, 3"
    with pytest.raises(PositionError, match="7♠ is in two hands"):
        arrange.set_up()
    arrange.put("7S", "hands", 2)
    arrange.put("7H", "hands", 0)
    arrange.set("turned", True)
    assert arrange.scene["says"].endswith("no four of a kind has been played (P4.1).") is False
    arrange.set("hands", ["3C", "7S", "", "4C"])
    assert "`out` is []" in arrange.scene["says"]
    arrange.set_option("revolution", False)
    arrange.set("hands", ["3C", "7S", "5D", "4C"])
    assert "(P4.5)" in arrange.scene["says"]
    assert [rule["id"] for rule in arrange.scene["rules"]] == ["P4.5"]


def test_signs_lists_rows_and_moves() -> None:
    hang_in = Arrange(HangIn(players=3))
    hang_in.put("10O", "pot", 0)
    hang_in.put("-", "pot", 0)
    hang_in.put("4S 8O", "challenges", 0)
    hang_in.put("1F", "challenges", 1)
    hang_in.take_back("4S 8O")
    assert (
        hang_in.line
        == 'HangIn.position(["", "", ""], pot=["10O -", "", ""], challenges=["1F"], players=3)'.replace(
            ", players=3", ""
        )
    )
    reserves = Arrange(Reserves, hands=["9S 9H", "4S", "8H"])
    reserves.set("attack", "1:")
    reserves.put("9H", "attack")
    reserves.put("9S", "attack")
    assert reserves.line == 'Reserves.position(["", "4S", "8H"], attack="1: 9H 9S")'
    assert reserves.scene["lying"]["9S"] == "7"
    reserves.put("9H", "hands", 0)
    assert reserves.line == 'Reserves.position(["9H", "4S", "8H"], attack="1: 9S")'
    reserves.set("seen", [0, 1, ""], 0)
    reserves.put("4S", "seen", 0)
    assert 'seen=[(0, 1, "4S")]' in reserves.line and reserves.position == evaluated(reserves.line, Reserves)
    reserves.set("seen", None, 0)
    reserves.set("defence", "pass")
    reserves.set("defence", None)
    assert "seen" not in reserves.line and "defence" not in reserves.line


def test_the_number_of_players_follows_or_is_chosen() -> None:
    arrange = Arrange("president", hands=["3C", "4C", "5C"], previous=[])
    assert arrange.game.players == 3
    arrange.set_option("players", 4)
    assert arrange.line == 'President.position(["3C", "4C", "5C", ""])'
    arrange.set("played_by", 3)
    arrange.set("passed", [3, 1])
    arrange.set_option("players", 3)
    assert arrange.line == 'President.position(["3C", "4C", "5C"], passed=[1])'
    arrange.undo()
    assert arrange.game.players == 4
    arrange.set_option("rounds", 3)
    assert arrange.line.endswith("rounds=3)")
    assert arrange._made._unusual(with_players=True) == {"rounds": 3}
    with pytest.raises(OptionError, match="players=9 is not allowed"):
        arrange.set_option("players", 9)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda a: a.put("7S", "pile"), "President has no place 'pile': there are hands, trick"),
        (lambda a: a.put("7S", "hands"), "Hands has no part None: there is 0 to 3"),
        (lambda a: a.put("7S", "hands", 4), "Hands has no part 4: there is 0 to 3"),
        (lambda a: a.put("7S", "trick", 0), "Trick has no part 0"),
        (lambda a: a.put("7S", "played_by"), "Played by takes no cards"),
        (lambda a: a.put("7X", "trick"), "7X"),
        (lambda a: a.set("played_by", 4), "played_by is 4, and should be a seat, 0 to 3"),
        (lambda a: a.set("turned", 1), "turned is 1, and should be True or False"),
        (lambda a: a.set("round", "one"), "round is 'one', and should be a whole number"),
        (lambda a: a.set("out", [1, 1]), "should be a list of different seats"),
        (lambda a: a.set("hands", ["", ""]), "a list of 4, one for each seat"),
        (lambda a: a.set("gifts", [[0, 1]]), "two seats and cards"),
        (lambda a: a.set("totals", "5"), "should be a list"),
        (lambda a: a.set_option("colour", 1), "takes the options players"),
        (lambda a: a.undo(), "Nothing has been changed yet"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told_and_changes_nothing(call: Any, said: str) -> None:
    arrange = Arrange(President(), **PAIR)
    before = arrange.line
    with pytest.raises(ValueError, match=said) as caught:
        call(arrange)
    assert isinstance(caught.value, MessageError | CardError)
    assert arrange.line == before


def test_wrong_beginnings() -> None:
    with pytest.raises(ValueError, match="There is no seat 4: seats are 0 to 3"):
        Arrange(President(), seat=4)
    with pytest.raises(MessageError, match="President has no place 'hand'"):
        Arrange(President(), hand="7S")
    with pytest.raises(MessageError, match="a list of 3, one for each seat"):
        Arrange(President(players=3), hands=["7S", "", "", ""])
    with pytest.raises(TypeError, match="game is 5, and should be a game"):
        Arrange(5)  # type: ignore[arg-type]
    held = President.deck.cards("7S 7H")
    assert isinstance(held, CardSet)
    assert Arrange(President(), hands=[held, "", "", ""]).line.startswith('President.position(["7H 7S"')


def test_code_can_be_read_back() -> None:
    value = [["7S", 'a "b" \\', "ö"], (0, 1, "x"), True, None, 3]
    assert eval(code(value)) == value


# ── random arrangements ─────────────────────────────────────────────────────────────────────────


def random_change(arrange: Arrange, rng: random.Random) -> dict[str, Any]:
    """A message such as a browser sends."""
    deck = arrange.game.deck
    place = rng.choice(arrange.scene["places"])
    spot = rng.choice(place["spots"] or [{"at": 0}])
    cards = " ".join(deck.name(card) for card in rng.sample(range(deck.size), rng.randint(1, 4)))
    seats = list(range(arrange.game.players))
    value: Any = {
        "seat": rng.choice([*seats, None]), "seats": rng.sample(seats, rng.randint(0, 2)),
        "switch": rng.random() < 0.5, "number": rng.choice([0, 1, 2, None]),
        "row": [*rng.sample(seats, 2), cards],
        "move": rng.choice(["1: 3S", "pass", "take 3S", None]), "text": "x",
    }.get(place["kind"])  # fmt: skip
    at = spot["at"]
    if place["kind"] in ("cards", "in order") or (place["takes"] and rng.random() < 0.5):
        return {"type": "put", "cards": cards, "place": place["name"], "at": at}
    return rng.choice([
        {"type": "set", "place": place["name"], "at": at, "value": value},
        {"type": "set", "place": place["name"], "at": at, "value": value},
        {"type": "back", "cards": cards}, {"type": "undo"}, {"type": "option", "name": "players", "value": 3},
    ])  # fmt: skip


@ANY
def test_what_is_accepted_is_the_position_of_its_line(name: str) -> None:
    kind = game_of(name)
    rng = random.Random(f"arrange {kind.name}")
    accepted = 0
    for number in range(9):
        arrange = Arrange(kind, **begun(kind, rng)) if number % 3 else Arrange(kind)
        for _ in range(10):
            arrange._dispatch({**random_change(arrange, rng), "rev": arrange.scene["rev"]})
            assert not arrange.scene["report"], arrange.scene["report"]
            json.dumps(arrange.scene)
            if arrange.scene["done"]:
                accepted += 1
                assert arrange.position == evaluated(arrange.scene["line"], kind)
                assert arrange.position.game == arrange.game
            else:
                with pytest.raises(ValueError, match=f"^{re.escape(arrange.scene['says'])}$"):
                    evaluated(arrange.scene["line"], kind)
                if arrange.scene["undo"] and rng.random() < 0.7:
                    arrange.undo()
    assert accepted > 5


def begun(kind: type[Game], rng: random.Random) -> dict[str, Any]:
    """Hands to begin with, which can occur."""
    deck = kind.deck
    cards = rng.sample(range(deck.size), 24)
    size = 5 if issubclass(kind, HangIn) else 4
    players = 3 if issubclass(kind, Reserves) else 4
    return {
        "hands": [" ".join(map(deck.name, cards[size * seat : size * (seat + 1)])) for seat in range(players)]
    }


def test_a_made_game_is_set_up_by_what_it_declares() -> None:
    from made.crazy_eights import CrazyEights  # here, as each test forgets the games that it made

    kind = CrazyEights.Game
    shapes = {place.name: tuple(place.shape)[:2] for place in places(kind)}
    assert shapes == {
        "to_move": ("seat", ""), "hand": ("cards", "by seat"), "stock": ("in order", ""),
        "pile": ("in order", ""), "suit_to_match": ("text", ""), "naming": ("switch", ""),
    }  # fmt: skip
    arrange = Arrange(CrazyEights(players=3))
    arrange.put("8S 4H", "hand", 1)
    arrange.put("7S KD", "pile")
    arrange.set("suit_to_match", "diamonds")
    arrange.set("to_move", 1)
    assert arrange.line == (
        'CrazyEights.Game.position(to_move=1, hand=["", "4H 8S", ""], pile="7S KD", suit_to_match="diamonds")'
    )
    assert arrange.position == eval(arrange.line) and arrange.position.game.players == 3
    arrange.set_up()
    assert arrange.table is not None and arrange.table.match.check("8S", 1) is None


# ── the widget ──────────────────────────────────────────────────────────────────────────────────


def test_a_position_becomes_a_table_and_the_next_one_comes_on_it() -> None:
    arrange = Arrange(President(), seat=2, **PAIR)
    arrange._dispatch({"type": "put", "cards": "7C", "place": "hands", "at": 2, "rev": 1})
    arrange._dispatch({"type": "set-up", "rev": 2})
    table = arrange.table
    assert table is not None and arrange.below == f"anywidget:{table.model_id}"
    assert table.match.state == arrange.position and table.front == 2
    assert set(table.match.bots) == {0, 1, 3} and table.match.opened == []
    arrange._dispatch({"type": "seat", "value": 0, "rev": 3})
    arrange.set("played_by", 2)
    arrange.set_up()
    assert arrange.table is table and table.match.state == arrange.position and table.front == 0
    table.close()
    arrange.set_up()
    assert arrange.table is not table


def test_a_table_sets_up_a_position_of_its_own() -> None:
    table = Table(President(), seed="monday", bots={1: "easy", 2: "hard", 3: "easy"})
    before = table.match
    table._dispatch({"type": "arrange", "rev": table.scene["rev"]})
    arranger = table.arrange()
    assert table.arranging == f"anywidget:{arranger.model_id}" and table.match is before
    sent = json.dumps(arranger.scene)
    assert not any(f'"{card}"' in sent for card in President.deck.names), "no card of the match is told"
    arranger.set("hands", PAIR["hands"])
    arranger._dispatch({"type": "set-up", "rev": arranger.scene["rev"]})
    assert arranger.scene["wrong"] == "" and table.arranging == ""
    assert table.match.state == President.position(PAIR["hands"])
    assert {seat: bot.level for seat, bot in table.match.bots.items()} == {1: "easy", 2: "hard", 3: "easy"}
    assert table.arrange() is arranger, "what was set up is there still"
    arranger._dispatch({"type": "cancel", "rev": arranger.scene["rev"]})
    assert table.arranging == ""
    table.take(Match(President(players=5)), 0)
    other = table.arrange()
    assert other.game == President(players=5) and arranger.closed, "another game is played now"
    table.close()
    assert other.closed


@pytest.mark.parametrize(
    "message",
    [
        None, [], {}, {"type": 5}, {"type": "dance", "rev": 1}, {"type": "undo"},
        {"type": "undo", "rev": True},
        {"type": "undo", "rev": 99}, {"type": "put", "rev": 1},
        {"type": "put", "rev": 1, "cards": 5, "place": "hands"},
        {"type": "put", "rev": 1, "cards": "7S", "place": ["hands"], "at": 0},
        {"type": "put", "rev": 1, "cards": "7S", "place": "hands", "at": "0"},
        {"type": "put", "rev": 1, "cards": "7S", "place": "hands", "at": True},
        {"type": "put", "rev": 1, "cards": "7S " * 5000, "place": "hands", "at": 0},
        {"type": "set", "rev": 1, "place": "gifts", "value": [[0, 1, "7S"]] * 500},
        {"type": "set", "rev": 1, "place": "gifts", "value": [[0, {}, "7S"]]},
        {"type": "set", "rev": 1, "place": "round", "value": 10**30},
        {"type": "set", "rev": 1, "place": "hands", "value": {"a": 1}, "at": 0},
        {"type": "set", "rev": 1, "place": "out", "value": [[]]},
        {"type": "set", "rev": 1, "place": "out", "value": [0, 1], "at": 0},
        {"type": "option", "rev": 1, "name": {}, "value": 3},
        {"type": "option", "rev": 1, "name": "players", "value": []},
        {"type": "seat", "rev": 1, "value": 4}, {"type": "seat", "rev": 1, "value": True},
        {"type": "back", "rev": 1},
    ],
)  # fmt: skip
def test_messages_that_make_no_sense_are_answered(message: Any) -> None:
    arrange = Arrange(President(), **PAIR)
    line = arrange.line
    arrange._dispatch(message)
    assert arrange.scene["wrong"] and not arrange.scene["report"] and arrange.line == line
    assert arrange.scene["rev"] == 2
    arrange._dispatch({"type": "back", "cards": "KD", "rev": 2})
    assert not arrange.scene["wrong"]


def test_what_answers_a_scene_of_other_places_is_not_obeyed() -> None:
    arrange = Arrange(President(), **PAIR)
    arrange._dispatch({"type": "option", "name": "players", "value": 3, "rev": 1})
    arrange._dispatch({"type": "put", "cards": "KS", "place": "hands", "at": 2, "rev": 1})
    assert "KS" not in arrange.line and not arrange.scene["wrong"]
    arrange._dispatch({"type": "put", "cards": "KS", "place": "hands", "at": 2, "rev": 2})
    arrange._dispatch({"type": "put", "cards": "QS", "place": "hands", "at": 2, "rev": 2})
    assert "KS" in arrange.line and "QS" in arrange.line, "one after the other, before an answer has come"


def test_a_fault_of_somebody_s_own_position_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def position(self: Any, hands: EachSeat[CardsText], *, to_move: Seat = 0, **options: Any) -> Any:
        return dict[str, Any]()["7S"]

    monkeypatch.setattr(RefillSetup, "position", position, raising=False)
    arrange = Arrange(Refill)
    assert "KeyError" in arrange.scene["report"] and "7S" not in arrange.scene["report"]
    arrange._dispatch({"type": "set-up", "rev": 1})
    assert "KeyError" in arrange.scene["report"] and arrange.table is None


def test_without_a_kernel_the_line_stays() -> None:
    found = Arrange(President(), **PAIR)._repr_mimebundle_()[0]
    assert found["text/plain"].startswith('President.position(["7H 7S KD"')
    assert "This can occur" in found["text/html"] and "&quot;" in found["text/html"]


def test_a_registered_game_of_somebody_s_own_is_set_up_by_its_name() -> None:
    @games.register
    @dataclass(frozen=True, kw_only=True)
    class Mine(President):
        """M1.1 Mine. As President."""

    arrange = Arrange("mine", **PAIR)
    assert type(arrange.position.game) is Mine and arrange.line.startswith("Mine.position(")
    assert Arrangement(Mine()).game == Mine()
