"""The computer players of Hang In: what they see, how each plays, and that the levels are in order."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator, Sequence
from statistics import fmean, stdev
from typing import Any

import pytest

from handkit.bots import Bot, bot, levels
from handkit.bots.hang_in import BOTS, Hard, win_chance
from handkit.cards import members, union
from handkit.game import DEALER
from handkit.games.hang_in import DECK, HangIn, HangInState, card_in, suit_of, value_of, worth
from handkit.games.president import President
from handkit.match import Match, generator
from handkit.simulate import play_game
from handkit.testing import Effort, check_game, every_option

EASY, NORMAL, HARD = BOTS


def quick() -> Hard:
    """Hard with few worlds, for what does not depend on its strength."""
    player = Hard()
    player.worlds = 4
    return player


PLAYERS = [EASY, NORMAL, quick()]


def choice(player: Bot, state: HangInState, seed: object = 1) -> str:
    """What a bot plays at its turn, as text."""
    assert state.to_move is not None
    return str(player.choose(state.view(state.to_move), generator(seed)))


def whys(player: Bot, state: HangInState) -> dict[str, str]:
    """What a bot says of each of its moves."""
    assert state.to_move is not None
    thoughts = player.think(state.view(state.to_move), generator(1))
    return {str(thought.move): thought.why for thought in thoughts}


def moments(game: HangIn, seed: object) -> Iterator[HangInState]:
    """All states of a game in which somebody has to choose; Normal plays, with odd moves between."""
    rng = generator("moments", seed)
    state = game.start()
    while (seat := state.to_move) is not None:
        if seat == DEALER:
            state.play(state.deal(rng))
            continue
        yield state.copy()
        odd = rng.random() < 0.3
        state.play(state.random_move(rng) if odd else NORMAL.choose(state.view(seat), rng))


# ── H7.1: views and nothing else ────────────────────────────────────────────────────────────────

# Every combination of options, the numbers apart; of which every seventh is played.
GAMES = [HangIn(**{**game.to_json(), "target": 30, "max_rounds": 2}) for game in every_option(HangIn, span=1)]


@pytest.mark.rule("H7.1")
@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.level)
def test_bots_choose_by_what_they_may_know(player: Bot) -> None:
    report = check_game(HangIn(max_rounds=3), bots=[player], seeds=range(2), effort=Effort(8, 6, 4))
    assert report.choices > 5
    assert report.redealt > 10


@pytest.mark.rule("H7.1")
@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.level)
def test_with_every_option_a_bot_thinks_of_each_move_once(player: Bot) -> None:
    for number, game in enumerate(GAMES[::7]):
        for state in itertools.islice(moments(game, number), number % 5, None, 5):
            seat = state.to_move
            assert seat is not None
            view, kept = state.view(seat), state.view(seat)
            thoughts = player.think(view, random.Random(1))
            assert view == kept
            assert sorted(str(thought.move) for thought in thoughts) == sorted(map(str, view.moves()))
            assert all(thought.why.strip() for thought in thoughts)
            assert [thought.value for thought in thoughts] == sorted(
                (thought.value for thought in thoughts), reverse=True
            )
            assert player.choose(view, random.Random(1)) == thoughts[0].move


@pytest.mark.rule("H7.1")
@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.level)
def test_a_player_needs_its_own_game(player: Bot) -> None:
    state = President().start()
    state.play(state.deal(random.Random(1)))
    with pytest.raises(TypeError, match="Hang In needs its view"):
        player.think(state.view(0), random.Random(1))


# ── how each level plays ────────────────────────────────────────────────────────────────────────


def position(hand: str, pot: str, challenges: Sequence[str] = (), **more: Any) -> HangInState:
    """A position for four in which seat 0 is to move with this hand: the pot by seats ("10O 7S, 13H, 2O,
    9O"), with some cards for the others."""
    laid = [part.strip() for part in pot.split(",")] if pot else [""] * 4
    contest = [sum(worth(card, suit_of(DECK.card(pot_suit(laid, more))), 2) for card in DECK.read(text))
               for text in laid] if pot else [0] * 4  # fmt: skip
    complete = all(len(text.split()) == 2 for text in laid)
    counts = [5 - len(text.split()) + 2 * (complete and total == max(contest))
              for text, total in zip(laid, contest, strict=True)]  # fmt: skip
    tables = [seat for seat in clockwise(more) if contest[seat] != max(contest)]
    for seat, challenge in zip(tables, challenges, strict=False):
        counts[seat] -= 1
        counts[0] -= len(challenge.split()) - 1
    used = DECK.mask(" ".join([hand, *laid, *challenges]))
    rest = iter(members(DECK.all & ~used))
    others = [DECK.text(union(next(rest) for _ in range(counts[seat]))) for seat in (1, 2, 3)]
    state: HangInState = HangIn.position(
        [hand, *others], pot=laid if pot else (), challenges=challenges, **more
    )
    assert state.to_move == 0
    return state


def clockwise(more: dict[str, Any]) -> list[int]:
    first: int = more.get("first", 0)
    return [(first + step) % 4 for step in range(4)]


def pot_suit(laid: Sequence[str], more: dict[str, Any]) -> str:
    """The first card of the pot, which sets its suit."""
    return laid[clockwise(more)[0]].split()[0]


LATE: dict[str, Any] = {"first": 1, "starter": "rotate"}  # seat 0 has the last turn in the pot


@pytest.mark.rule("H7.2")
@pytest.mark.parametrize(
    ("hand", "pot", "challenges", "expected"),
    [
        # Challenges with the highest.
        ("3O 9F 11S", "2O 4O, 13O 10O, 4S 5H, 1O 2S", [], "11S"),
        # Answers with the lowest that claims, or the lowest.
        ("5H 7F 9F 12S 13O", "12O 10O, 13H 2O, 4S 5S, 1O 2S", ["6F"], "7F"),
        ("5H 7F 9F 12S 13O", "12O 10O, 13H 2O, 4S 5S, 1O 2S", ["13F"], "5H"),
    ],
)
def test_easy_looks_no_further(hand: str, pot: str, challenges: list[str], expected: str) -> None:
    assert choice(EASY, position(hand, pot, challenges)) == expected


@pytest.mark.rule("H7.2", "H2.1")
def test_easy_adds_any_card() -> None:
    state = position("3O 5S 9F 12H 2O", "")
    assert {choice(EASY, state, seed) for seed in range(40)} == {"3O", "5S", "9F", "12H", "2O"}


@pytest.mark.rule("H7.2", "H2.2")
def test_easy_holds_nothing_back() -> None:
    state = position("3O 5S 9F 12H 2O", "", may_hold_back=True)
    assert "hold" not in {choice(EASY, state, seed) for seed in range(20)}
    assert choice(NORMAL, position("3O 5S 9F 10H 2O", "", may_hold_back=True)) == "hold"


@pytest.mark.rule("H7.2", "H2.4")
@pytest.mark.parametrize(
    ("hand", "pot", "more", "expected"),
    [
        # With 13s to answer with, it wants the house: the most first, then the least that leads.
        ("2F 9O 10S 13H 13S", "", {}, "13S"),
        ("3O 9O 11O 13S", "4O, 10O, 2S, 5O", {}, "9O"),
        ("3O 9O 11O 13S", "4O, 8O 6O, 2S 3S, 5O 6S", LATE, "11O"),
        ("3O 8O 11O 13S", "7O, 10O 4O, 2S 3S, 5O 6S", LATE, "8O"),
        # What would be needed is the best card itself: then the house is not worth it.
        ("3O 4F 5H 13O", "9O, 10O 7O, 2S 3S, 5O 6S", LATE, "3O"),
        # A hand that could not answer declines the house, though it could have it for the asking.
        ("3O 5O 8O 10O 9F", "", {}, "3O"),
        ("5O 8O 10O 9F", "3O, 2O 1O, 2S 3S, 1S 6S", LATE, "5O"),
        ("1O 8O 10O 10F", "3O, 2O 4O, 2S 3S, 5S 6S", LATE, "1O"),
    ],
)
def test_normal_knows_when_it_wants_the_house(
    hand: str, pot: str, more: dict[str, Any], expected: str
) -> None:
    assert choice(NORMAL, position(hand, pot, **more)) == expected


@pytest.mark.rule("H7.2", "H3.4", "H3.5")
@pytest.mark.parametrize("player", [NORMAL, HARD], ids=lambda player: player.level)
@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("3S 10F 13H", "13H"),  # never claimed
        ("12S 12F 5O", "12F"),  # the 13 of Family lies open, that of Social does not
        ("7S 6H 11H", "11H"),  # two cards of one suit could claim, not six
    ],
)
def test_a_challenge_is_the_card_that_is_hardest_to_claim(player: Bot, hand: str, expected: str) -> None:
    state = position(hand, "4O 9O, 13O 10O, 13F 5H, 1O 2S")
    assert choice(player, state) == expected


@pytest.mark.rule("H7.2", "H3.6", "H3.7")
@pytest.mark.parametrize("player", [NORMAL, HARD], ids=lambda player: player.level)
@pytest.mark.parametrize(
    ("challenges", "hand", "expected"),
    [
        (["6F"], "5H 7F 9F 12S 13O", "7F"),  # the lowest that claims
        (["5S"], "5H 9F 10F 11O 12S", "10F"),  # of another suit it takes twice the value
        (["13F"], "2H 7F 9F 12S 13O", "2H"),  # nothing claims
        (["13F 2H", "12S 1H", "5S"], "9F 6S 13S", "6S"),
    ],
)
def test_an_answer_spends_no_more_than_it_must(
    player: Bot, challenges: list[str], hand: str, expected: str
) -> None:
    assert choice(player, position(hand, "12O 10O, 13H 2O, 4S 3S, 1O 2S", challenges)) == expected


@pytest.mark.rule("H7.2", "H6.3")
@pytest.mark.parametrize("seed", range(3))
def test_hard_looks_at_the_scores(seed: int) -> None:
    """With nothing but low cards to answer with the house is still worth a try; but not in the last round
    to who is ahead, when the other house would be one that cannot catch up."""
    hand, pot = "2H 3F 4H 13O", "6F, 2S 3S, 11O 2O, 5O 6S"
    more: dict[str, Any] = {**LATE, "round": 30, "scores": [4, 3, -60, 0]}
    assert choice(HARD, position(hand, pot, **more), seed) == "13O"
    assert choice(HARD, position(hand, pot, max_rounds=30, **more), seed) != "13O"


# ── in words ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("H7.1")
@pytest.mark.parametrize("player", [NORMAL, HARD], ids=lambda player: player.level)
def test_they_say_why(player: Bot) -> None:
    said = whys(player, position("3O 8O 11O 13S", "7O, 10O 4O, 2S 3S, 5O 6S", **LATE))
    assert said["8O"] == "becomes the house with 15, and keeps 3O 11O 13S to answer with"
    assert said["3O"] == "leaves the house to others: 10 points at stake, and 8O 11O 13S to challenge with"
    said = whys(player, position("7O 8O 11O 13S", "7F, 10O 4F, 2S 3S, 5O 6S", **LATE))
    assert said["8O"].startswith("leaves the house")
    said = whys(player, position("2S 12F 13H", "4O 9O, 13O 10O, 11F 5H, 1O 2H"))
    assert said["13H"] == "no unseen card can claim the slice, 26 points"
    assert said["12F"] == "one unseen card in Family can claim the slice, 25 points"
    said = whys(player, position("5H 7F 9F 12S 13O", "12O 10O, 13H 2O, 4S 3S, 1O 2S", ["6F"]))
    assert said["7F"] == "the lowest card that claims: 21 points"
    assert said["9F"] == "claims: 21 points; 7F is lower and would claim too"
    assert said["5H"] == "lets this slice go, though 7F would claim it"
    said = whys(player, position("2H 7F 9F 12S 13O", "12O 10O, 13H 2O, 4S 3S, 1O 2S", ["13F"]))
    assert said["2H"] == "no card claims this slice, so the lowest goes"


# ── H7.2: the levels are in order ───────────────────────────────────────────────────────────────


@pytest.mark.rule("H7.2")
def test_levels_are_known_by_name() -> None:
    assert levels(HangIn()) == ("easy", "normal", "hard")
    assert bot(HangIn(), "hard") is HARD


@pytest.mark.rule("H7.2", "H6.3")
def test_the_chance_to_win() -> None:
    """Between the ends it follows the scores; at the end it is 1, 0 or a part."""

    def chances(scores: list[int], **options: Any) -> list[float]:
        state = HangInState(HangIn(**options))
        state.scores = scores
        return [win_chance(state, seat) for seat in range(4)]

    found = chances([40, 10, 10, 0])
    assert sum(found) == pytest.approx(1)
    assert found[0] > found[1] == found[2] > found[3] > 0
    assert chances([40, 10, 10, 0], target=500)[0] < found[0]
    assert chances([40, 10, 10, 0], target=500, max_rounds=1)[0] > found[0]
    assert chances([100_000, 0, -5, 0], target=10**6, max_rounds=1)[0] == pytest.approx(1)


@pytest.mark.slow
@pytest.mark.seconds(12)
@pytest.mark.rule("H7.2")
@pytest.mark.parametrize(
    ("players", "better", "worse", "deals"),
    [
        (4, "normal", "easy", 60),
        (3, "normal", "easy", 100),
        (5, "normal", "easy", 40),
        (4, "hard", "normal", 6),
    ],
)
def test_the_levels_are_in_order(players: int, better: str, worse: str, deals: int) -> None:
    """One of a level among others of the level below, each deal once in each seat: 99 % confidence that
    it wins more games than each of them."""
    game = HangIn(players=players)
    shares = []
    for deal in range(deals):
        won = 0
        for seat in range(players):
            seats = [bot(game, better if other == seat else worse) for other in range(players)]
            won += play_game(game, seats, f"levels|{deal}").ranks[seat] == 1
        shares.append(won / players)
    error = stdev(shares) / math.sqrt(deals)
    assert fmean(shares) - 1 / players > 2.33 * error, f"{fmean(shares):.3f} ± {error:.3f}"


def test_the_lowest_goes_only_where_it_does() -> None:
    """What is said of an answer that claims nothing is true of the hand."""
    said = set()
    for seed in range(6):
        match = Match(HangIn(), seed=f"lowest {seed}", bots=dict.fromkeys(range(4), "normal"))
        while match.at < 120 and match.to_move is not None:
            seat, view = match.waiting_bot, match.state.view(max(match.to_move, 0))
            for player in BOTS[1:] if match.state.phase == "answer" else ():  # type: ignore[attr-defined]
                best: Any = player.think(view, generator("lowest", seed, match.at))[0]
                card = value_of(card_in(best.move.cards))
                lowest = min(value_of(one) for one in members(view.hand))  # type: ignore[attr-defined]
                if "so the lowest goes" in best.why:
                    assert card == lowest
                elif "is lower, and is kept" in best.why:
                    assert card > lowest
                said.add(best.why)
            match.deal() if seat is None else match.step()
    assert "no card claims this slice, so the lowest goes" in said
