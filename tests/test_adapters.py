"""Games in the words of other engines: every move has its numbers, and no hidden card comes in.

What needs the other engines is tried where they are installed; `python -m bench kits` runs their own kits.
"""

from __future__ import annotations

import importlib.util
import pickle
import random
import re
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from handkit import DEALER, Game, HangIn, President, Reserves, games, registry
from handkit.adapters.spelling import END, every_move, more_words, numbers_of, spelling, words_of
from handkit.adapters.walk import Walk, results
from handkit.cards import bit
from handkit.games.defences import Defences
from handkit.games.reserves import Defend
from handkit.lazy import Subsets
from handkit.simulate import play_game
from refill import Refill
from toys import HighCard

pytestmark = pytest.mark.seconds(4)

OURS = [
    President(players=3, rounds=2), HangIn(target=10, may_hold_back=True), Reserves(choose_reserve=True),
    Reserves(must_beat=False, attack_cap="hand", max_turns=20),
]  # fmt: skip
MADE = ("agram", "cheat", "climb", "go_fish", "gops", "kuhn")


def others(package: str) -> Any:
    """The adapter to a package, where that is installed."""
    if importlib.util.find_spec({"openspiel": "pyspiel"}.get(package, package)) is None:
        pytest.skip(f"{package} is not installed: it is in the extra `adapters`, which `make bench` installs")
    return importlib.import_module(f"handkit.adapters.{package}")


@pytest.fixture(scope="module", autouse=True)
def apart() -> Iterator[None]:
    with registry.apart():
        yield


@pytest.fixture(params=[*OURS, HighCard(), Refill(), *MADE], ids=str)
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Our games, games from elsewhere, and games made from one class."""
    if isinstance(request.param, Game):
        return request.param
    monkeypatch.syspath_prepend(Path(__file__).parent / "made")
    sys.modules.pop(request.param, None)
    __import__(request.param)
    made: Any = games.find(request.param.replace("_", "-"))
    return made()  # type: ignore[no-any-return]


@more_words.register
def _(_game: Refill | HighCard) -> list[str]:
    """What their moves do not tell, as they say no `kinds`."""
    return ["aside", "play", "turn", "stay"]


def walked(game: Game, seed: int = 1) -> Iterator[tuple[Walk, list[int], random.Random]]:
    """A game of random numbers, before each of them: where it stands, and which there are."""
    walk, rng = Walk.of(game), random.Random(seed)
    while walk.to_move is not None:
        numbers = walk.legal()
        yield walk, numbers, rng
        walk.play(numbers[int(rng.random() * len(numbers))])


def test_a_game_is_walked_by_numbers_to_its_end(game: Game) -> None:
    words, steps = words_of(game), 0
    for walk, numbers, _ in walked(game):
        steps += 1
        assert numbers
        assert numbers == sorted(set(numbers))
        if walk.to_move == DEALER:
            assert set(numbers) <= set(range(game.deck.size))
        else:
            assert 0 <= numbers[0] <= numbers[-1] < len(words)
    assert steps > 3


def test_no_hidden_card_comes_in(game: Game) -> None:
    """Whatever lies in the hidden places, a seat is told the same, in words and in numbers, and has the same
    choice; so do those who are not to move while a move is spelled."""
    sizes, looked = set(), 0
    choices = (step for step in walked(game) if step[0].to_move != DEALER)
    for walk, numbers, rng in islice(choices, 0, 600, 7):
        for seat in range(game.players):
            told, known = walk.told(seat), walk.numbers(seat)
            sizes.add(len(known))
            for _ in range(2):
                other = walk.resampled(seat, rng)
                assert (other.told(seat), other.numbers(seat)) == (told, known)
                assert seat != walk.to_move or other.legal() == numbers
                looked += 1
        silent = Walk(walk.state)
        assert all(
            walk.told(seat) == silent.told(seat) for seat in range(game.players) if seat != walk.to_move
        )
    assert looked
    assert len(sizes) == 1


def test_a_walk_that_was_kept_goes_on_the_same() -> None:
    for game in OURS:
        for step, (walk, numbers, _) in enumerate(walked(game)):
            if step % 97 in (0, 60):
                kept = pickle.loads(pickle.dumps(walk))  # noqa: S301  # as OpenSpiel does
                assert (str(kept), kept.legal()) == (str(walk), numbers)
        assert sum(results(walk.state)) == 0


def test_president_and_hang_in_have_a_number_for_each_move() -> None:
    """195 plays, 52 + 1,326 gifts and to pass; 52 cards and to hold back."""
    assert len(words_of(President())) == 13 * 15 + 1 + 52 + 52 * 51 // 2
    assert len(words_of(HangIn())) == 53
    for game in (President(), HangIn()):
        assert all(str(game.parse(word)) == word for word in words_of(game))


def spelled(game: Game, moves: Any) -> list[str]:
    """All that can be spelled."""
    by_words, found = spelling(game, moves), []
    begun: list[tuple[str, ...]] = [()]
    while begun:
        words = begun.pop()
        following = by_words.following(words)
        assert following, f"{words} leads nowhere"
        assert set(following) <= set(words_of(game))
        for word in following:
            if word == END:
                found.append(str(by_words.move(words)))
            else:
                begun.append((*words, word))
    return sorted(found)


@pytest.mark.parametrize("must_beat", [True, False])
def test_all_defences_can_be_spelled_and_nothing_else(must_beat: bool) -> None:
    """Face cards are worth what lies beside them, so some first words would lead nowhere."""
    rng, game = random.Random(3), Reserves(must_beat=must_beat)
    for attacks, held in [(2, 5), (3, 4), (2, 6), (3, 5)] * 5:
        cards = rng.sample([*range(0, 52, 3), *range(40, 52)], attacks + held)
        cards = list(dict.fromkeys(cards))
        attack, hand = cards[:attacks], cards[attacks:]
        moves = Defences(sum(map(bit, attack)), sum(map(bit, hand)), must_beat, Defend)
        assert spelled(game, moves) == sorted(map(str, moves))


def test_all_choices_of_cards_can_be_spelled_and_nothing_else() -> None:
    checked = 0
    for walk, _, _ in walked(Reserves(attack_cap="hand", max_turns=40), 5):
        moves = walk.state.moves() if walk.to_move != DEALER and not walk.begun else ()
        if isinstance(moves, Subsets) and not moves.more_than(300):
            assert spelled(walk.game, moves) == sorted(map(str, moves))
            checked += 1
    assert checked > 5


def test_who_is_first_in_reserves_is_chance() -> None:
    heads = next(
        [walk.say(number) for number in numbers]
        for walk, numbers, _ in walked(Reserves())
        if len(walk.drawn) == 52
    )
    assert heads == ["deal 0:", "deal 1:", "deal 2:"]


def test_a_word_without_a_number_is_told() -> None:
    with pytest.raises(LookupError, match=r"^'sing' has no number in this game, so its .*@more_words"):
        numbers_of(Reserves())["sing"]


def test_a_house_rule_has_the_numbers_of_its_game() -> None:
    class Tens(President):
        """P8.9 Tens. Tens are nice."""

    assert words_of(Tens()) == words_of(President())
    assert list(every_move(Reserves())) == []


# ── the engines themselves, where they are ──────────────────────────────────────────────────────


def test_openspiel_simulates_a_game_with_its_serialization() -> None:
    openspiel = others("openspiel")
    import pyspiel

    game = openspiel.load(HangIn(target=5, players=3))
    assert str(game) == "handkit(game=hang-in,options=players:3;target:5)"
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    assert openspiel.load(Reserves(max_turns=None)).new_initial_state().walk.game == Reserves(max_turns=None)


def test_openspiel_searches_what_a_seat_knows() -> None:
    openspiel = others("openspiel")
    for game in (President(players=3), HangIn(target=2), Reserves(max_turns=5)):
        players = [openspiel.Ismcts(2), *["easy"] * (game.players - 1)]
        first = play_game(game, players, "adapters")
        assert first == play_game(game, players, "adapters")  # a seed gives the same game


def test_pettingzoo_plays_by_its_rules() -> None:
    pettingzoo = others("pettingzoo")
    env = pettingzoo.env(HangIn(target=5), render_mode="ansi")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        done = termination or truncation
        if not done:
            no_moves = [number for number, may in enumerate(observation["action_mask"]) if not may]
            with pytest.raises(ValueError, match=f"no action of {agent} now"):
                env.step(no_moves[0])
        env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))
    assert not env.agents
    assert re.match("Hang In", env.render())
