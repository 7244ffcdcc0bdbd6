"""The table of Reserves: what it shows, that it tells nothing hidden, and that it promises what will be."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from handkit.cards import members
from handkit.game import DEALER
from handkit.games.reserves import (
    DEFENCE,
    SETTLING,
    TURN,
    Attack,
    Defend,
    Reserves,
    ReservesState,
)
from handkit.games.worth import (
    DECK,
    value_of,
)
from handkit.table import Table

EVERY = [
    Reserves(),
    Reserves(choose_reserve=True, attack_cap="hand", leftovers="defender"),
    Reserves(must_beat=False, duel_order="attacker", no_progress_limit=5),
]
every_game = pytest.mark.parametrize("game", EVERY, ids=range(len(EVERY)))


def states(game: Reserves, seed: object, number: int) -> Iterator[ReservesState]:
    """Moments of random games in which somebody is to move, or the game is over."""
    rng = random.Random(f"{seed} {game}")
    found = 0
    while found < number:
        state = game.start()
        while state.to_move is not None:
            state.play(state.random_move(rng))
            if rng.random() < 0.3:
                found += 1
                yield state.copy()


def table_of(state: ReservesState, seat: int) -> Table:
    return Table(state, seat=seat, bots={})


def scene_of(state: ReservesState, seat: int) -> dict[str, Any]:
    table = table_of(state, seat)
    table.close()
    return table.scene  # type: ignore[no-any-return]


def send(table: Table, type: str, **more: Any) -> dict[str, Any]:
    """A message as the browser sends it; returns the answer."""
    table._receive(table, {"type": type, "rev": table.scene["rev"], **more})
    return table.scene  # type: ignore[no-any-return]


def zone(scene: dict[str, Any], kind: str) -> dict[str, Any]:
    return next(each for each in scene["zones"] if each["kind"] == kind)


@pytest.mark.rule("R7.1", "R1.5")
@every_game
def test_a_scene_shows_nothing_that_its_seat_may_not_know(game: Reserves) -> None:
    rng = random.Random(1)
    for state in states(game, "hidden", 40):
        seat = rng.randrange(3)
        other = state.view(seat).guess(rng)
        assert json.dumps(scene_of(other, seat)) == json.dumps(scene_of(state, seat))


@every_game
def test_every_moment_can_be_shown_and_says_what_is_due(game: Reserves) -> None:
    phases = set()
    for state in states(game, "shown", 120):
        phases.add(state.phase)
        for seat in range(3):
            scene = scene_of(state, seat)
            assert json.loads(json.dumps(scene)) == scene
            assert scene["prompt"]["text"]
            mine = seat in state.actors
            play = [action for action in scene["actions"] if action["id"] not in ("hint", "undo", "finish")]
            assert mine <= any(action["ok"] or action["pick"] for action in play)
            if state.to_move not in (None, DEALER) and not mine:
                assert all(not action["ok"] and action["why"]["wrong"] for action in play), state.phase
    assert {TURN, DEFENCE} <= phases and phases & set(SETTLING)


@every_game
def test_whoever_reads_is_spoken_to_in_good_english(game: Reserves) -> None:
    for state in states(game, "english", 40):
        for seat in range(3):
            told = json.dumps(scene_of(state, seat))
            assert not re.search(r"\b[Yy]ou('s| is| has)\b", told)


@pytest.mark.rule("R5.1", "R5.2", "R5.3")
@every_game
def test_every_verdict_of_the_browser_is_the_engines(game: Reserves) -> None:
    """Where any choice of so many cards is legal, it is so for the engine too."""
    rng = random.Random(2)
    seen = set()
    for state in states(game, "verdicts", 150):
        seat = state.to_move
        if seat is None or seat == DEALER or state.phase == DEFENCE:
            continue
        scene = scene_of(state, seat)
        pick = scene["pick"]
        if not pick:
            continue
        seen.add(state.phase)
        cards = [held["card"] for held in offered(scene)]
        least, most = pick["sizes"]
        for action in (action for action in scene["actions"] if action["pick"]):
            form = action.get("move", pick["send"])
            for number in range(min(len(cards), 12) + 1):
                text = form.replace("{cards}", " ".join(rng.sample(cards, number))).strip()
                refusal = state.check(text, seat)
                possible = action["ok"] and number <= action.get("most", number)
                assert (refusal is None) == (possible and least <= number <= most), text
                if refusal and action["ok"]:
                    listed = pick["reasons"][pick["empty"] if not number else pick["otherwise"]]
                    told = send(table_of(state, seat), "move", move=text)["refusal"]
                    assert (listed if possible else action["why"]) == told, text
    assert {TURN} < seen


@pytest.mark.rule("R5.1", "R5.2", "R5.3")
@every_game
def test_no_card_is_shown_twice(game: Reserves) -> None:
    """What is chosen in settling lies on the table, and is chosen there; what has gone is a gap."""
    chosen = 0
    for state in states(game, "twice", 150):
        for seat in range(3):
            scene = scene_of(state, seat)
            lying = [
                part[key]["card"]
                for zone in scene["zones"] if zone["kind"] == "columns"
                for part in zone["parts"] for key in ("top", "bottom")
                if key in part and not part[key].get("gone")
            ]  # fmt: skip
            shown = lying + [held["card"] for held in scene["hand"]]
            assert len(shown) == len(set(shown))
            if scene["pick"] and scene["pick"].get("on_table"):
                chosen += 1
                assert {each["card"] for each in offered(scene)} <= set(lying)
    assert chosen


def offered(scene: Any) -> list[Any]:
    """What may be chosen: cards of the hand, or on the table."""
    assert scene["pick"]
    if not scene["pick"].get("on_table"):
        return list(scene["hand"])
    parts = [part for zone in scene["zones"] if zone["kind"] == "columns" for part in zone["parts"]]
    cards = [part[key] for part in parts for key in ("top", "bottom") if key in part]
    return [card for card in cards if card.get("pick")]


def worth(card: Any) -> Any:
    """A card on the table and what it counts there."""
    return card and (card["card"], card["tag"])


@pytest.mark.rule("R3.3", "R3.4", "R3.5")
def test_an_attack_that_is_tried_shows_what_it_would_be_worth() -> None:
    hands = ["9D 3D 8C 7S AS QH JC 5C 2H 10D", "9C 6H", "9S 2C"]
    state = Reserves.position(hands, reserves=["QD", "AD", "10H"])
    table = table_of(state, 0)
    assert not [each for each in table.scene["zones"] if each["kind"] == "columns"]
    shown = zone(send(table, "try", move="attack 1: QH AS JC"), "columns")
    assert {part["top"]["card"]: part["top"]["tag"] for part in shown["parts"]} == {
        "AS": "1",
        "JC": "1",
        "QH": "4",
    }
    assert "lay" not in table.scene["pick"]
    assert table.match.state == state, "nothing is played"
    assert not [each for each in send(table, "try", move="")["zones"] if each["kind"] == "columns"]
    send(table, "move", move="attack 2: QH AS JC")
    assert table.match.state.phase == DEFENCE  # type: ignore[attr-defined]


@pytest.mark.rule("R3.6", "R4.2", "R4.3")
@every_game
def test_a_defence_that_is_tried_shows_what_it_will_be(game: Reserves) -> None:
    rng = random.Random(4)
    tried = 0
    for state in states(game, "tried", 200):
        seat = state.to_move
        if state.phase != DEFENCE or seat is None:
            continue
        table = table_of(state, seat)
        move = state.random_move(rng)
        assert isinstance(move, Defend)
        scene = send(table, "try", move=str(move))
        before = zone(scene, "columns")
        assert scene["pick"]["lay"] == "{card}>{top}"
        assert {held["card"] for held in scene["hand"] if held.get("laid")} == {
            DECK.name(card) for card, _ in move.pairs
        }
        defend = next(action for action in scene["actions"] if action["id"] == "play")
        assert defend["ok"] == bool(move.pairs)
        assert defend["send"]["move"] == str(move)
        after = state.after(move)
        if after.phase in SETTLING:
            tried += 1
            later = zone(scene_of(after, seat), "columns")
            for mine, theirs in zip(before["parts"], later["parts"], strict=True):
                assert worth(mine.get("bottom")) == worth(theirs.get("bottom"))
                assert worth(mine["top"]) == worth(theirs["top"])
                assert (mine["sum"], mine["note"]) == (theirs["sum"], theirs["note"])
    assert tried > 3


def test_cards_that_cannot_be_tried_are_not_shown() -> None:
    """A try tells nothing about cards that this seat does not hold, and changes nothing."""
    hands = ["9D 3D", "9C 6H", "9S 2C"]
    state = Reserves.position(hands, reserves=["QD", "AD", "10H"], turn=1, attack="0: 9C")
    table = table_of(state, 0)
    empty = table.scene["zones"]
    for text in ("9S>9C", "9D>6H", "9D>9C 9D>9C", "9D>9C 3D>9C", "attack 1: 9D", "draw", "take 9C"):
        assert send(table, "try", move=text)["zones"] == empty, text
    for wrong in ("9D>", "nonsense", 7, ["9D>9C"], {"a": 1}, "9D>9C " * 5000):
        scene = send(table, "try", move=wrong)
        assert scene["zones"] == empty
        assert scene["refusal"]["wrong"]
    assert table.match.state == state
    assert send(table, "try", move="9D>9C")["zones"] != empty
    assert send(table, "try", move="")["zones"] == empty


def test_a_refused_defence_stays_in_sight_with_its_reason() -> None:
    hands = ["9D JC", "9C 6H", "9S 2C"]
    state = Reserves.position(hands, reserves=["QD", "AD", "10H"], turn=1, attack="0: 9H 4S")
    table = table_of(state, 0)
    scene = send(table, "move", move="JC>9H 9D>4S")
    assert scene["refusal"]["rule"] == "R4.3"
    parts = zone(scene, "columns")["parts"]
    assert [part["bottom"]["card"] for part in parts] == ["9D", "JC"]
    assert [part["badge"]["kind"] for part in parts] == ["pine", "clay"]
    assert table.match.state == state


@every_game
def test_reserves_are_only_counted(game: Reserves) -> None:
    for state in states(game, "counted", 40):
        scene = scene_of(state, 0)
        for seat in [*scene["seats"], scene["you"]]:
            for heap in seat.get("piles", []):
                assert heap == {"label": "reserve", "count": state.reserve_counts[seat["seat"]]}


def test_the_number_over_a_card_is_what_it_would_be_worth() -> None:
    for state in states(Reserves(), "worth", 120):
        seat = state.to_move
        if seat is None or seat == DEALER or state.phase not in (TURN, DEFENCE):
            continue
        for held in scene_of(state, seat)["hand"]:
            card = DECK.card(held["card"])
            if "tag" in held:
                assert held["tag"] == str(value_of(card, 1 << card))
            if state.phase == DEFENCE:
                could = any(
                    state.check(f"{held['card']}>{DECK.name(under)}", seat) is None
                    for under in members(state.attack)
                )
                assert held.get("low", False) == (not could)


@pytest.mark.rule("R6.5", "R6.7")
def test_the_end_says_who_won_and_why() -> None:
    rules = set()
    for game in (Reserves(), Reserves(no_progress_limit=2), Reserves(max_turns=3)):
        for number in range(12):
            rng, state = random.Random(number), game.start()
            while state.to_move is not None:
                state.play(state.random_move(rng))
            result = zone(scene_of(state, 0), "result")
            outcome = state.outcome
            assert outcome is not None
            assert result["rows"][0]["seat"] in outcome.winners
            assert outcome.rule in result["text"]
            rules.add((outcome.rule, state.reason))
    assert {("R6.5", "last"), ("R6.7", "no-progress"), ("R6.7", "cap")} <= rules


def test_an_empty_hand_is_no_pile_on_the_table() -> None:
    state = Reserves.position(["", "9C", "9S"], attack="1: 9D 3D", defence="pass")
    assert state.phase == "back" and not [
        each for each in scene_of(state, 0)["zones"] if each["kind"] == "pile"
    ]


@pytest.mark.rule("R1.4")
def test_the_key_of_a_pile_is_its_number() -> None:
    state = Reserves(choose_reserve=True, first_player=0).start()
    state.play(state.deal(random.Random(1)))
    buttons = scene_of(state, 0)["actions"][:3]
    assert [(b["label"], b["key"]) for b in buttons] == [("Pile 0", "0"), ("Pile 1", "1"), ("Pile 2", "2")]


def test_both_opponents_can_be_attacked_by_a_button() -> None:
    state = Reserves.position(["9D 3D", "9C", "9S"], reserves=["QD", "AD", "10H"])
    scene = scene_of(state, 0)
    attacks = [action for action in scene["actions"] if action["id"].startswith("attack")]
    assert [action["move"] for action in attacks] == ["attack 1: {cards}", "attack 2: {cards}"]
    for action in attacks:
        move = state.game.parse(action["move"].replace("{cards}", "9D 3D"))
        assert isinstance(move, Attack)
        assert state.check(move) is None
    gone = Reserves.position(["9D 3D", "", "9S"], reserves=["QD", "", "10H"])
    attack, other, _ = scene_of(gone, 0)["actions"][:3]
    assert not attack["ok"] and attack["why"]["rule"] == "R2.4"
    assert other["ok"] and other["kind"] == "main"


def test_a_defence_that_is_laid_says_how_far_it_is() -> None:
    hands = ["9D JC", "9C 6H", "9S 2C"]
    state = Reserves.position(hands, reserves=["QD", "AD", "10H"], turn=1, attack="0: 9H 4S")
    table = table_of(state, 0)
    before = table.scene["prompt"]["text"]
    scene = send(table, "try", move="9D>4S JC>9H")
    assert scene["prompt"]["text"] == "As it is laid now, one of two attacking cards would be beaten."
    assert send(table, "try", move="")["prompt"]["text"] == before
