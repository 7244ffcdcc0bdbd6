"""States and views as trees: every field is readable, and hidden cards stay hidden."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

import handkit
from handkit.cards import Card, Cards, members
from handkit.game import DEALER, ONLOOKER, BySeat, Game, Position, Seat, Seats, State
from handkit.games.hang_in import HangIn
from handkit.games.president import President
from handkit.games.reserves import Reserves
from handkit.look import Field, code, diff, look, tree
from toys import HighCard, HighView

GAMES: list[Game] = [
    President(players=4, rounds=3),
    President(players=3, rounds=2, next_leader="scum"),
    HangIn(players=3, may_hold_back=True, off_suit=3),
    HangIn(players=5, pot_suit="none", starter="rotate"),
    Reserves(),
    Reserves(choose_reserve=True, attack_cap="hand", must_beat=False, leftovers="defender"),
    HighCard(),
]
NAMES = {0: "You", 1: "Ada", 2: "Bo", 3: "Cy", 4: "Di"}

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name}-{game.players}")


def states(game: Game, seed: int = 1, most: int = 120) -> list[State]:
    """The states of a random match."""
    rng, state = random.Random(seed), game.start()
    found = [state]
    while state.to_move is not None and len(found) < most:
        state = state.copy()
        state.play(state.random_move(rng))
        found.append(state)
    return found


def some(game: Game, number: int = 12) -> list[State]:
    """Some moments of a random match, the first and the last among them."""
    every = states(game)
    return every[:: max(1, len(every) // number)] + every[-1:]


def pairs(game: Game, number: int = 8) -> list[tuple[State, State]]:
    """Some moments of a random match with the next one each; those where a round begins among them."""
    every = list(itertools.pairwise(states(game)))
    return every[:: max(1, len(every) // number)] + [pair for pair in every if pair[0].to_move == DEALER]


def leaves(fields: tuple[Field, ...]) -> Iterator[Field]:
    for field in fields:
        yield field
        yield from leaves(field.parts)


def named(fields: tuple[Field, ...]) -> dict[str, Field]:
    return {field.name: field for field in fields}


# ── every field of every game ───────────────────────────────────────────────────────────────────


@each_game
def test_every_field_is_readable(game: Game) -> None:
    for state in some(game):
        shown: list[Position] = [state, *(state.view(seat) for seat in (*range(game.players), ONLOOKER))]
        for one in shown:
            fields = tree(one, names=NAMES, open=True)
            assert {field.name for field in fields} == set(one.fields()) - {"game"}
            for field in leaves(fields):
                assert field.text
                assert not field.changed
                assert not re.search(r"\d{7}| at 0x", f"{field.text} {field.note}")  # no raw set of cards


@each_game
def test_a_closed_state_names_all_fields(game: Game) -> None:
    for state in some(game):
        fields = named(tree(state))
        assert set(state.fields()) - {"game"} <= set(fields)
        assert {"hand", "seat"}.isdisjoint(fields)
        assert fields["hands"].text == "hidden"


@each_game
def test_the_tree_of_a_view_is_the_same_for_every_redealing(game: Game) -> None:
    rng = random.Random(2)
    for state in some(game, 6):
        for seat in (*range(game.players), ONLOOKER):
            view = state.view(seat)
            again = view.guess(rng).view(seat)
            assert tree(again, names=NAMES, reader=seat) == tree(view, names=NAMES, reader=seat)
            assert str(look(again)) == str(look(view)) and not diff(view, again)


@each_game
def test_a_closed_state_shows_what_everybody_may_know(game: Game) -> None:
    rng, hidden_cards = random.Random(3), 0
    for before, state in pairs(game):
        other = state.view(ONLOOKER).guess(rng)
        shown = [str(state), state._repr_html_(), str(tree(state)), str(diff(before, state))]
        again = [str(other), other._repr_html_(), str(tree(other)), str(diff(before, other))]
        assert again == shown  # nothing depends on hidden cards
        hidden = hidden_in(state)
        for text in (str(state), state._repr_html_(), str(tree(state)), repr(state)):
            assert hidden.isdisjoint(cards_in(text, game))
        for text in (str(diff(before, state)), diff(before, state)._repr_html_()):
            assert (hidden & hidden_in(before)).isdisjoint(cards_in(text, game))
        opened = look(state, open=True)._repr_html_()
        assert "all cards open" in opened
        if game.name != HighCard.name:  # its sets of cards are plain numbers
            assert hidden <= cards_in(opened, game)
        hidden_cards += len(hidden)
    assert hidden_cards


def hidden_in(state: State) -> set[str]:
    """The cards of which not everybody may know where they are."""
    hidden = sum(zone.cards & ~zone.faces(ONLOOKER) for zone in state.zones())
    sight = getattr(state.view(ONLOOKER), "sight", None)
    if sight:  # known to be in one of some hands (R5.6)
        hidden &= ~sum(sight.mixed)
    return {state.game.deck.name(card) for card in members(hidden)}


def cards_in(text: str, game: Game) -> set[str]:
    return set(game.deck.pattern.findall(text.partition("</style>")[2] or text))


@each_game
def test_a_diff_is_empty_where_two_are_equal(game: Game) -> None:
    for before, after in pairs(game):
        assert diff(before, after, open=True) and not diff(after, after.copy(), open=True)
        for seat in (*range(game.players), ONLOOKER):
            one, other = before.view(seat), after.view(seat)
            found = diff(one, other, names=NAMES)
            assert bool(found) == (one != other)
            assert not diff(other, after.view(seat))
            assert all(field.changed and field.before != field.text for field in found.fields)


@each_game
def test_a_tree_with_changes_has_the_texts_of_both(game: Game) -> None:
    """What was, read out of the changes, is the tree before."""
    for before, after in pairs(game):
        assert [field for field in map(_was, tree(after, before, open=True)) if field] == _plain(before)


def _was(field: Field) -> tuple[str, str, list[Any]] | None:
    if field.before == "":
        return None
    parts = [part for part in map(_was, field.parts) if part]
    return field.name, "" if parts else field.before or field.text, parts


def _plain(state: State) -> list[Any]:
    def told(field: Field) -> tuple[str, str, list[Any]]:
        return field.name, "" if field.parts else field.text, [told(part) for part in field.parts]

    return [told(field) for field in tree(state, open=True)]


@each_game
def test_code_makes_the_state_again(game: Game) -> None:
    scope = {type(game).__name__: type(game)}
    rng = random.Random(4)
    for seed in range(3):
        options = {
            name: rng.choice(about.choices or (max(about.least, 3), 40))
            for name, about in game.options().items()
        }
        for state in states(type(game)(**options), seed)[::9]:
            assert eval(code(state), scope) == state
            guess = state.view(max(state.to_move or 0, 0)).guess(rng)
            assert eval(code(guess), scope) == guess  # what stands there while cards are closed


# ── what it says ────────────────────────────────────────────────────────────────────────────────


def president() -> State:
    """Seat 0 has led a pair, which seat 1 has passed."""
    state: State = President.position(["3H 4C 4D", "5C 8C", "6D 6H 7S"])
    return state.after("4C 4D").after("pass")


def test_values_are_written_as_people_read_them() -> None:
    fields = named(tree(president().view(2), names=NAMES, reader=0))
    assert fields["to_move"] == Field("to_move", "2", "Bo")
    assert fields["phase"] == Field("phase", "'play'")
    assert fields["turned"] == Field("turned", "False")
    assert fields["to_beat"] == Field("to_beat", "4C 4D", "2 cards")
    assert fields["hand"] == Field("hand", "6D 6H 7S", "3 cards")
    assert fields["passed"] == Field("passed", "1", "Ada")
    assert fields["owing"] == Field("owing", "nobody")
    counts = (Field("0", "1", "you"), Field("1", "2", "Ada"), Field("2", "3", "Bo"))
    assert fields["counts"] == Field("counts", "1, 2, 3", parts=counts)
    assert [row.text for row in fields["history"].parts] == ["0 you: 4C 4D", "1 Ada: no cards"]
    assert named(tree(president()))["history"].parts[0].text == "seat 0: 4C 4D"


def test_numbers_of_a_game_are_read_as_it_says() -> None:
    state = HangIn.position(["1O 2O 3O", "4O 5O 6O", "7O 8O 9O"], pot=["1S", "2F", "3S"])
    fields = named(tree(state, names=NAMES))
    assert fields["pot_suit"].text == "Social"
    assert [part.text for part in fields["contest"].parts] == ["1", "1", "3"]
    assert named(tree(HangIn().start()))["pot_suit"].text == "none"
    assert named(tree(HangIn().start()))["to_move"] == Field("to_move", "-1", "the dealer")


def test_sights_are_those_of_the_seats_and_of_an_onlooker() -> None:
    state = Reserves.position(["AS KS", "2H", "3C"], seen=[(1, 0, "AS")])
    sights = named(tree(state, names=NAMES, reader=1, open=True))["sights"].parts
    assert [sight.note for sight in sights] == ["You", "you", "Bo", "onlooker"]
    assert named(sights[1].parts)["known"].parts[0] == Field("0", "AS", "You, 1 card")
    reserve = Reserves.position(["AS", "2H", "3C"], reserves=["9D 5H", "", ""])
    assert named(tree(reserve, open=True))["reserves"].parts[0] == Field("0", "9D 5H", "2 cards")
    assert named(tree(reserve, open=True))["defender"] == Field("defender", "-1", "nobody")


def test_a_diff_names_paths() -> None:
    before = president()
    after = before.after("6D 6H")
    assert str(diff(before.view(2), after.view(2), names=NAMES)) == "\n".join(
        (
            "President, as Bo sees it: changes",
            "  hand: 6D 6H 7S → 7S (1 card)",
            "  to_move: 2 → 0 (You)",
            "  counts[2]: 3 → 1 (Bo)",
            "  to_beat: 4C 4D → 6D 6H (2 cards)",
            "  played_by: 0 → 2 (Bo)",
            "  played: … → … + 6D 6H (48 cards)",
            "  history[2]: new: 2 Bo: 6D 6H",
        )
    )
    back = diff(after.view(2), before.view(2), reader=2)
    assert "history[2]: gone: 2 you: 6D 6H" in str(back)
    assert "<b>history[2]</b> gone: <del>2 you: 6D 6H</del>" in back._repr_html_()
    assert str(diff(after, after)) == "President, what everybody may know: nothing has changed"
    assert "hands[2]: 6D 6H 7S → 7S" in str(diff(before, after, open=True))
    other = diff(President(players=3).start(), President(players=4).start())
    assert other.fields[0].name == "game" and "players=4" in other.fields[0].text


def test_a_list_that_was_emptied_is_one_change() -> None:
    every = states(President(players=3, rounds=2))
    last, deal = next(
        pair for pair in itertools.pairwise(every) if pair[0].to_move == DEALER and pair[0] != every[0]
    )
    history = next(field for field in diff(last, deal).fields if field.name.startswith("history"))
    assert (history.name, history.text) == ("history", "none")
    assert re.fullmatch(r"\d+ rows", history.before or "")


def test_a_terminal_shows_the_end_of_a_long_list() -> None:
    state = states(President(players=4))[40]
    rows = named(tree(state))["history"].parts
    lines = str(state).splitlines()
    assert lines[0] == "President, what everybody may know"
    assert f"    … {len(rows) - 8} more before" in lines
    assert f"    {len(rows) - 1}: {rows[-1].text}" in lines and not any(
        line.startswith("    0: ") for line in lines
    )
    assert all(f"<b>{row.name}</b> {row.text}" in state._repr_html_() for row in rows)


def test_what_is_shown_says_how_much() -> None:
    state = president()
    assert "as seat 0 sees it" in state.view(0)._repr_html_()
    assert "as you see it" in str(look(state.view(0), reader=0))
    assert "what everybody may know" in str(state) and "what everybody may know" in str(state.view(ONLOOKER))
    assert repr(look(state, open=True)).startswith("President, all cards open")
    assert repr(state).startswith("<President, round 1")  # as short as it was


def test_names_are_escaped() -> None:
    names = {0: "<b>&", 1: "Ada", 2: "</style><script>alert(1)</script>"}
    before, after = president(), president().after("6D 6H")
    for shown in (look(after.view(2), before.view(2), names=names), diff(before, after, names=names)):
        html = shown._repr_html_().partition("</style>")[2]
        assert "<script" not in html and "</style" not in html and "<b>&" not in html
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html


def test_only_states_and_views_are_shown() -> None:
    with pytest.raises(TypeError, match=r"should be a position or a view|no state and no view"):
        look(handkit.Match(President(), seed=1))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="of different kinds"):
        diff(president(), president().view(0))
    with pytest.raises(TypeError, match="of different kinds"):
        diff(president(), HangIn().start())


def test_it_is_offered_by_handkit() -> None:
    assert handkit.look is look and handkit.diff is diff


# ── games of learners ───────────────────────────────────────────────────────────────────────────


def test_a_game_without_annotations_shows_plain_values() -> None:
    state = states(HighCard())[6]
    fields = named(tree(state.view(0)))
    assert fields["seat"].text == "0"  # that is said by every view
    assert re.fullmatch(r"\d+", fields["hand"].text)
    assert fields["taken"] == Field("taken", "0, 0, 0")
    assert [part.text for part in fields["sizes"].parts] == ["1, 1", "1, 1", "2, 1"]
    assert "hidden" in str(state) and "hands: [" not in str(state)


class Meld(NamedTuple):
    by: Seat
    cards: Cards


@dataclass
class Trick:
    by: Seat
    trump: Card | None


class Rich(HighView):
    """A view with all that a learner may think of."""

    shown_first = ("votes", "melds")
    own: Cards
    melds: list[Cards]
    shown: dict[Seat, Cards]
    votes: BySeat[Seat]
    passed: Seats
    last: Trick
    best: Meld | None
    bids: list[tuple[Seat, int, str]]
    words: set[str]
    top: Card


def rich(**changes: Any) -> Rich:
    view = Rich()
    plain = states(HighCard())[1].view(0)
    values = {
        "own": 0b11, "melds": [0b1, 0b110], "shown": {2: 0b1, 0: 0}, "votes": [1, 1, -1], "passed": 0b101,
        "last": Trick(1, None), "best": None, "bids": [(2, 3, "no <trump>")], "words": {"b", "a"}, "top": -1,
        "loose": {"x": [1, 2], "y": None},
    }  # fmt: skip
    vars(view).update(vars(plain) | values | changes)
    return view


def test_all_kinds_of_values() -> None:
    fields = named(tree(rich(), names=NAMES))
    assert list(fields)[:2] == ["votes", "melds"] and list(fields)[-1] == "loose"
    assert fields["own"].text == "1A 1B"
    assert fields["melds"].parts == (Field("0", "1A", "1 card"), Field("1", "1B 1C", "2 cards"))
    assert fields["shown"].parts == (Field("2", "1A", "Bo, 1 card"), Field("0", "no cards", "You"))
    assert [part.note for part in fields["votes"].parts] == ["You, Ada", "Ada, Ada", "Bo, nobody"]
    assert fields["passed"] == Field("passed", "0, 2", "You, Bo")
    assert fields["last"].parts == (Field("by", "1", "Ada"), Field("trump", "None"))
    assert fields["best"] == Field("best", "None")
    assert fields["bids"].parts == (Field("0", "2 Bo: 3, 'no <trump>'"),)
    assert (fields["words"].text, fields["top"].text) == ("'a', 'b'", "-1")
    assert fields["loose"].parts == (Field("x", "1, 2"), Field("y", "None"))
    assert "no &lt;trump&gt;" in rich()._repr_html_()


def test_changes_in_all_kinds_of_values() -> None:
    after = rich(
        last=Trick(2, 0),
        best=Meld(0, 0b1),
        shown={2: 0b11},
        melds=[],
        words={"a"},
        bids=[(2, 3, "x"), (0, 4, "")],
    )
    assert [str(line).strip() for line in str(diff(rich(), after)).splitlines()[1:]] == [
        "melds: 1A, 1B 1C → none",
        "shown[2]: 1A → 1A 1B (2 cards)",
        "shown[0]: gone: no cards",
        "last.by: 1 → 2",
        "last.trump: None → 1A",
        "best.by: new: 0",
        "best.cards: new: 1A (1 card)",
        "bids[0]: seat 2: 3, 'no <trump>' → seat 2: 3, 'x'",
        "bids[1]: new: seat 0: 4, ''",
        "words: 'a', 'b' → 'a'",
    ]
    assert not diff(after, after)


def test_values_that_are_not_what_their_annotations_say() -> None:
    odd = rich(
        own="2C",
        melds=3,
        shown=[0b1],
        votes={1: 2},
        passed=-1,
        last=[1],
        best=(1, 2, 3),
        bids=[(1,)],
        top=None,
    )
    fields = named(tree(odd, names=NAMES))
    texts = {name: fields[name].text for name in ("own", "melds", "passed", "best", "bids", "top")}
    assert texts == {
        "own": "'2C'", "melds": "3", "passed": "-1", "best": "1, 2, 3", "bids": "1", "top": "None"
    }  # fmt: skip
    assert named(tree(rich(votes=Counter("aab"), to_move=[0])))["votes"].text == "2, 1"


def test_annotations_that_cannot_be_read_do_no_harm() -> None:
    class Odd(HighView):
        other: NotThere  # type: ignore[name-defined]  # noqa: F821

    view = Odd()
    vars(view).update(vars(states(HighCard())[1].view(0)), other=[3, "x"])
    assert named(tree(view))["other"] == Field("other", "3, 'x'")
    assert named(tree(view))["hand"].text.isdigit()
