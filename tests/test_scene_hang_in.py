"""The table of Hang In: what it shows, that it tells nothing hidden, and that it promises what will be."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from handkit.game import DEALER
from handkit.games.hang_in import ANSWER, CHALLENGE, POT, HangIn, HangInState, signed
from handkit.table import Table

EVERY = [
    HangIn(),
    HangIn(players=3, starter="rotate", off_suit=3),
    HangIn(players=5, may_hold_back=True, pot_suit="none"),
    HangIn(players=4, may_hold_back=True, extra_card="none", target_check="round", target=20),
    HangIn(players=5, off_suit=3, starter="rotate", max_rounds=3),
]
NAMES = [str(game.to_json()) for game in EVERY]
every_game = pytest.mark.parametrize("game", EVERY, ids=range(len(EVERY)))


def states(game: HangIn, seed: object, number: int) -> Iterator[HangInState]:
    """Moments of random games in which somebody is to move, or a round or the game is over."""
    rng = random.Random(f"{seed} {game}")
    found = 0
    while found < number:
        state = game.start()
        while state.to_move is not None and state.round < 8:
            state.play(state.random_move(rng))
            if rng.random() < 0.2:
                found += 1
                yield state.copy()


def scene_of(state: HangInState, seat: int) -> dict[str, Any]:
    table = Table(state, seat=seat, seed="the next deal", bots={})
    table.close()
    return table.scene  # type: ignore[no-any-return]


@pytest.mark.rule("H7.1")
@every_game
def test_a_scene_shows_nothing_that_its_seat_may_not_know(game: HangIn) -> None:
    rng = random.Random(1)
    for state in states(game, "hidden", 40):
        seat = rng.randrange(game.players)
        other = state.view(seat).guess(rng)
        assert json.dumps(scene_of(other, seat)) == json.dumps(scene_of(state, seat))


@every_game
def test_whoever_reads_is_spoken_to_in_good_english(game: HangIn) -> None:
    for state in states(game, "english", 40):
        for seat in range(game.players):
            told = json.dumps(scene_of(state, seat))
            assert not re.search(r"\b[Yy]ou('s| is| has)\b", told)


@every_game
def test_a_preview_is_what_comes(game: HangIn) -> None:
    """For each card: the part of the table that is shown before it is played is the part that is there
    after it."""
    looked = set()
    for state in states(game, "preview", 60):
        seat = state.to_move
        if seat is None or seat == DEALER:
            continue
        for card, preview in scene_of(state, seat)["previews"].items():
            after = state.after(card)
            if (state.phase == POT and after.phase != POT) or after.to_move == DEALER:
                continue  # the columns have made place for the challenges, or for the next round
            looked.add(state.phase)
            lies = scene_of(after, seat)["zones"][preview["zone"]]
            part = lies["terms" if lies["kind"] == "sums" else "parts"][preview["part"]]
            shown = {
                key: value for key, value in preview["value"].items() if key != "badge" or state.phase != POT
            }
            assert {key: part[key] for key in shown} == shown, card
            assert preview["text"]
    assert looked == {POT, CHALLENGE, ANSWER}


@pytest.mark.rule("H2.4", "H2.5")
def test_the_last_card_tells_truly_who_will_be_the_house() -> None:
    told = set()
    for state in states(HangIn(starter="rotate"), "last", 400):
        if state.phase != POT or len(state.history) != 7:
            continue
        seat = state.to_move
        assert seat is not None
        for card, preview in scene_of(state, seat)["previews"].items():
            after = state.after(card)
            says = preview["text"].partition(": ")[2]
            expected = "you would not be the house."
            if seat in after.houses:
                expected = (
                    "you would be the house." if len(after.houses) == 1 else "you would tie for the house."
                )
            assert says == expected
            told.add(says)
    assert len(told) >= 2


@pytest.mark.rule("H3.4", "H3.5")
@every_game
def test_a_card_that_is_not_enough_is_marked(game: HangIn) -> None:
    seen = set()
    for state in states(game, "low", 80):
        if state.phase != ANSWER:
            continue
        seat = state.to_move
        assert seat is not None
        for held in scene_of(state, seat)["hand"]:
            keys: list[str] = []
            state.copy().play(state.game.parse(held["card"]), lambda event, keys=keys: keys.append(event.key))  # type: ignore[misc]
            enough = keys[0] in ("beats", "beats-off")
            assert held.get("low", False) == (not enough)
            assert "dim" not in held, "a losing answer may be played"
            seen.add(enough)
    assert seen == {True, False}


def test_the_source_s_example_on_the_table() -> None:
    """H2.4: pot suit Office; H3.5: 8 of Office against 4 of Social."""
    pot = ["10O 7S", "13H 12F", "2O 11O", "9O 4O"]
    hands = ["1O 2S 3S 8O 13F", "5F 6F", "4F 5H 6H", "1H 2H 3H"]
    state = HangIn.position(hands, pot=pot, challenges=["4S"])
    scene = scene_of(state, 0)
    stakes, duel = scene["zones"]
    assert [stake["total"] for stake in stakes["terms"]] == ["29", "13", "13"]
    assert stakes["terms"][0]["sum"] == "13 + 12 + 4"
    assert duel["asked"]["card"] == "4S"
    assert {card["card"]: card["tag"] for card in scene["hand"]} == {
        "1O": "½",
        "2S": "2",
        "3S": "3",
        "8O": "4",
        "13F": "6½",
    }
    claim = scene["previews"]["8O"]["value"]
    assert claim["sum"] == "4 ≥ 4"
    assert claim["badge"]["text"] == "✓ 29 points"
    assert claim["rules"] == ["H3.4", "H3.5"]
    triple = HangIn.position(hands, pot=pot, challenges=["4S"], off_suit=3)
    refused = scene_of(triple, 0)["previews"]["8O"]["value"]
    assert refused["sum"] == "2⅔ < 4"
    assert refused["badge"]["text"] == "✕ lost, −1"


def test_the_pot_shows_halves_and_who_leads() -> None:
    state = HangIn.position(
        ["1O 2S 3S", "4S 5F 6F", "4F 5H 6H", "1H 2H 3H 4O"],
        pot=["10O 7S", "13H 12F", "2O 11O", "9O"],
        round=1,
    )
    notice, pot = scene_of(state, 3)["zones"]
    assert notice["text"] == "The suit of the pot is Office. Other suits count half."
    assert [(part["seat"], part["total"], part["sum"]) for part in pot["terms"]] == [
        (0, "13½", "10 + 3½"),
        (1, "12½", "6½ + 6"),
        (2, "13", "2 + 11"),
        (3, "9", ""),
    ]
    assert [part["state"] for part in pot["terms"]] == ["lead", "", "", ""]
    assert pot["terms"][0]["cards"][1] == {"card": "7S", "tag": "3½", "cut": True}
    assert (
        scene_of(state, 3)["previews"]["4O"]["text"]
        == "With {4O} your slice counts 13: you would not be the house."
    )


@pytest.mark.rule("H2.3")
def test_only_where_the_pot_has_a_suit_the_first_card_sets_it() -> None:
    hands = ["1O 2S 3S 4S", "5F 6F 7F 8F", "9F 5H 6H 7H"]
    told = {suit: scene_of(HangIn.position(hands, pot_suit=suit), 0)["prompt"] for suit in ("first", "none")}
    assert told["first"]["small"] == "Its suit becomes the suit of the pot."
    assert told["none"]["text"] == "Your turn: add a card to the pot."
    assert "suit" not in told["none"]["small"]


def test_one_point_is_one_point() -> None:
    state = HangIn.position(
        ["2S 3S 4S 5S", "6F 7F 8F 9F", "4F 5H 6H", "1H 2H 3H"],
        pot=["- -", "13H 12H", "2O 11O", "9O 4O"], challenges=["1O 5F"], may_hold_back=True,
    )  # fmt: skip
    duel = next(zone for zone in scene_of(state, 0)["zones"] if zone["kind"] == "duel")
    assert duel["parts"][0]["badge"]["text"] == "✓ 1 point"


def test_the_end_of_a_round_and_of_the_game() -> None:
    ended: set[str] = set()
    for state in states(HangIn(target=12), "ended", 600):
        if state.to_move in (None, DEALER):
            continue
        move = state.moves()[0]
        after = state.after(move)
        if after.to_move not in (None, DEALER):
            continue
        table = Table(state, seat=state.to_move, bots={})
        table.play(move)
        result = table.scene["zones"][-1]
        assert result["kind"] == "result"
        assert {row["seat"]: row["cells"][-1] for row in result["rows"]} == {
            seat: signed(score) for seat, score in enumerate(after.scores)
        }
        ended.add(result["title"].split()[-1])
        if outcome := after.outcome:
            assert result["rows"][0]["seat"] == outcome.winners[0]
            assert "H6.1" in result["text"]
    assert ended >= {"over.", "win."}


def test_a_void_round_says_why() -> None:
    """H2.6."""
    hands = ["1S 2S 3S", "1F 2F 3F", "1H 2H 3H", "5S 6S 7S 8O"]
    state = HangIn.position(hands, pot=["10O 4O", "11O 3O", "12O 2O", "6O"])
    table = Table(state, seat=3, bots={})
    table.play("8O")
    pot, result = table.scene["zones"]
    assert {part["total"] for part in pot["terms"]} == {"14"}
    assert result["title"] == "Round 1 is void."
    assert result["text"] == "All have put in 14, so there is nobody to play against (H2.6)."


def test_the_track_shows_every_score() -> None:
    state = next(s for s in states(HangIn(), "track", 200) if min(s.scores) < 0 < max(s.scores))
    track = scene_of(state, 0)["track"]
    assert track["goal"] == 50
    assert {row["seat"]: row["value"] for row in track["rows"]} == dict(enumerate(state.scores))
    assert any(row["text"].startswith("−") for row in track["rows"])
