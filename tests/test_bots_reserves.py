"""The computer players of Reserves: what they see, how each plays, what they say, and that the levels are
in order."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import comb

import pytest

from handkit.bots import Bot, bot, levels
from handkit.bots.reserves import (
    ALONE,
    BOTS,
    NEEDED,
    Hard,
    cover,
    defences,
    full_cover,
    lost,
    normal_move,
    play_on,
    search,
    sensible,
)
from handkit.cards import count, members, union
from handkit.game import DEALER, View
from handkit.games.defences import Defences
from handkit.games.president import President
from handkit.games.reserves import (
    Attack,
    Defend,
    Pile,
    Reserves,
    ReservesState,
    ReservesView,
)
from handkit.games.worth import (
    DECK,
    beats,
    failing,
    laid_in,
    value_of,
)
from handkit.match import generator
from handkit.simulate import play_game
from handkit.testing import Effort, check_game

EASY, NORMAL, HARD = BOTS


def quick_hard() -> Hard:
    """Hard with few worlds, for what does not depend on its strength."""
    player = Hard()
    player.worlds = 1
    return player


QUICK = (EASY, NORMAL, quick_hard())
each_player = pytest.mark.parametrize("player", QUICK, ids=lambda player: player.level)
# Every value of every option is among these.
GAMES = [
    Reserves(),
    Reserves(choose_reserve=True, first_player=2, attack_cap="hand", duel_order="attacker"),
    Reserves(must_beat=False, leftovers="defender", first_player=0, no_progress_limit=None, max_turns=40),
    Reserves(attack_cap="hand", leftovers="defender", first_player=1, no_progress_limit=3, max_turns=None),
]


def choice(player: Bot, state: ReservesState, seed: object = 1) -> str:
    """What a bot plays at its turn, as text."""
    assert state.to_move is not None
    return str(player.choose(state.view(state.to_move), generator(seed)))


def moments(game: Reserves, seed: object, player: Bot = NORMAL, odd: float = 0.3) -> Iterator[ReservesState]:
    """All states of a game in which somebody has to choose; mostly one bot plays, with odd moves between."""
    rng = generator("moments", seed)
    state = game.start()
    while (seat := state.to_move) is not None:
        if seat == DEALER:
            state.play(state.deal(rng))
            continue
        yield state.copy()
        any_move = rng.random() < odd
        state.play(state.random_move(rng) if any_move else player.choose(state.view(seat), rng))


def one_of_each(game: Reserves, seeds: int) -> list[ReservesState]:
    """A moment of each phase in each of some games."""
    found: dict[tuple[int, str], ReservesState] = {}
    for seed in range(seeds):
        for state in moments(game, seed, (EASY, NORMAL)[seed % 2]):
            if state.turns > 1 or state.phase == "choose":
                found.setdefault((seed, state.phase), state)
    return list(found.values())


def dealt_again(state: ReservesState, seat: int, rng: random.Random) -> ReservesState:
    """The same state with all that a seat cannot see dealt anew, by swaps of two hidden cards."""
    other, unseen = state.copy(), state.view(seat).unseen

    def swapped(cards: int, one: int, two: int) -> int:
        pair = 1 << one | 1 << two
        return cards ^ pair if (cards & pair).bit_count() == 1 else cards

    for _ in range(200):
        one, two = rng.sample(members(unseen), 2)
        other.hands = [swapped(hand, one, two) for hand in other.hands]
        other.removed = swapped(other.removed, one, two)
        turn = {one: two, two: one}
        for places in (other.reserves, other.piles):
            places[:] = [tuple(turn.get(card, card) for card in place) for place in places]
    return other


# ── R7.1: views and nothing else ────────────────────────────────────────────────────────────────


@pytest.mark.rule("R7.1")
@each_player
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_choice_does_not_depend_on_what_is_hidden(player: Bot, game: Reserves) -> None:
    rng = random.Random(7)
    for state in one_of_each(game, 2):
        seat = state.to_move
        assert seat is not None
        view = state.view(seat)
        expected = player.think(view, random.Random(3))
        again = dealt_again(state, seat, rng)
        assert again.hands != state.hands or again.reserves != state.reserves
        for other in (view.guess(rng), again):
            assert other.view(seat) == view
            assert player.think(other.view(seat), random.Random(3)) == expected


@pytest.mark.rule("R7.1")
@each_player
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_thoughts_are_legal_distinct_and_have_reasons(player: Bot, game: Reserves) -> None:
    phases = set()
    for state in one_of_each(game, 6):
        seat = state.to_move
        assert seat is not None
        phases.add(state.phase)
        view, kept = state.view(seat), state.view(seat)
        thoughts = player.think(view, random.Random(1))
        assert view == kept
        assert len({thought.move for thought in thoughts}) == len(thoughts) > 0
        assert [thought.value for thought in thoughts] == sorted(
            (thought.value for thought in thoughts), reverse=True
        )
        for thought in thoughts:
            assert state.check(thought.move) is None
            assert thought.why.strip() == thought.why != ""
        assert player.choose(view, random.Random(1)) == thoughts[0].move
    assert {"turn", "defence", "take", "back", "pick", "give"} <= phases
    assert ("choose" in phases) == game.choose_reserve


@pytest.mark.rule("R7.1")
@each_player
def test_the_laws_hold_for_each_player(player: Bot) -> None:
    choices = 0
    for game in GAMES:
        choices += check_game(game, bots=[player], seeds=[1], effort=Effort(4, 3, 3)).choices
    assert choices > 10


@pytest.mark.rule("R7.1")
@each_player
def test_a_player_of_reserves_needs_its_view(player: Bot) -> None:
    state = President().start()
    state.play(state.deal(random.Random(1)))
    view: View = state.view(0)
    with pytest.raises(TypeError, match="PresidentView"):
        player.think(view, random.Random(1))


@pytest.mark.rule("R7.1")
def test_levels_are_known_by_name() -> None:
    assert levels(Reserves()) == ("easy", "normal", "hard")
    assert bot(Reserves(), "hard") is HARD


@pytest.mark.rule("R7.1")
def test_nobody_knows_what_is_in_a_pile() -> None:
    state = Reserves(choose_reserve=True, first_player=0).start()
    state.play(state.deal(random.Random(1)))
    state.play(Pile(1))
    for player in QUICK:
        thoughts = player.think(state.view(1), random.Random(1))
        assert [str(thought.move) for thought in thoughts] == ["pile 0", "pile 2"]


# ── covering ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("R3.6")
def test_what_is_needed_is_what_beats() -> None:
    for card in range(DECK.size):
        for under in range(0, DECK.size, 5):
            for worth in range(26):
                least = NEEDED[worth][under & 3][card & 3]
                assert beats(card, least, under, worth)
                assert not beats(card, least - 1, under, worth)


@pytest.mark.rule("R4.2", "R4.3")
@pytest.mark.parametrize(
    ("attack", "hand", "most", "expected"),
    [
        # Equal suits: greater; a greater suit: more than half; a lesser one: more than twice.
        ("5H", "6D 5D 10S", 1, "6D>5H"),
        ("5D", "2S 3S", 1, "3S>5D"),
        ("5S", "10D", 1, "pass"),
        # The cheapest that will do.
        ("9H", "5C 8C JC", 1, "5C>9H"),
        # A card moves to another place to make room: 6S must leave 4S to 5C.
        ("4S 5S", "5C 6S", 2, "5C>4S 6S>5S"),
        ("2S 9S", "3C 10C", 2, "3C>2S 10C>9S"),
        # Not more than wanted.
        ("2S 3S 4S", "3C 4C 5C", 2, "3C>2S 4C>3S"),
        # Face cards in company: alone KS is worth 2, beside QS and JS 6.
        ("5C 2C 2H", "KS QS JS", 3, "pass"),
        ("5C AC", "KS KC", 2, "KC>AC"),
        ("3C AC", "KS KC", 2, "KC>AC KS>3C"),
        # A queen counts cards below five that are laid with her, not those that stay in hand.
        ("3C", "QS 2H 3H 4H", 1, "pass"),
    ],
)
def test_covers_with_what_beats(attack: str, hand: str, most: int, expected: str) -> None:
    assert str(Defend(cover(DECK.mask(attack), DECK.mask(hand), most))) == expected


@pytest.mark.rule("R4.2", "R4.3")
def test_a_cover_is_always_legal_and_nearly_as_large_as_any() -> None:
    """Beside all defences that there are: with number cards it covers as many as can be, and with face
    cards seldom fewer."""
    rng, missed, tried = random.Random(5), 0, 0
    for _ in range(150):
        cards = rng.sample(range(DECK.size), 9)
        attack, hand = union(cards[:4]), union(cards[4:])
        pairs = cover(attack, hand, 4)
        assert not failing(attack, pairs)
        assert len({card for card, _ in pairs}) == len({under for _, under in pairs}) == len(pairs)
        largest = max(
            len(move.pairs) for move in Defences(attack, hand, True, Defend) if isinstance(move, Defend)
        )
        if max(cards[4:]) < 40:
            assert len(pairs) == largest
        missed += len(pairs) < largest
        tried += 1
        for most in range(4):
            fewer = cover(attack, hand, most)
            assert not failing(attack, fewer)
            assert len(fewer) <= most
    assert missed < tried / 10


@pytest.mark.rule("R5.5")
def test_what_a_defence_costs_is_what_it_costs() -> None:
    seen = 0
    for game in GAMES:
        for seed in range(3):
            for state in moments(game, f"cost {seed}"):
                if state.phase != "defence":
                    continue
                seat = state.defender
                for move in sensible(state.view(seat), normal_move(state, seat, state.hands[seat])):
                    assert isinstance(move, Defend)
                    other = state.copy()
                    held = state.counts[seat] + state.reserve_counts[seat]
                    other.play(move)
                    laid = len(move.pairs)
                    while other.phase in ("take", "back", "pick", "give"):
                        mover = other.to_move
                        assert mover is not None
                        other.play(normal_move(other, mover, other.hands[mover]))
                    paid = held - other.counts[seat] - other.reserve_counts[seat]
                    assert lost(state, laid, laid) == paid
                    seen += 1
    assert seen > 100


# ── R7.2: Easy ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("R7.2")
@pytest.mark.parametrize(
    ("position", "expected"),
    [
        # The strongest single card on the next player; face cards alone are worth next to nothing.
        ({"hands": ["2C 9D 10S KS", "3C 4C", "5C"]}, "attack 1: 10S"),
        ({"hands": ["JD QH KS", "3C 4C", "5C"]}, "attack 1: KS"),
        ({"hands": ["2C 9D 10S KS", "", "5C"]}, "attack 2: 10S"),
        ({"hands": ["3C", "2C 7D", "5C"], "turn": 2}, "attack 0: 5C"),
        ({"hands": ["", "2C 7D", "5C"], "reserves": ["9C", "", ""]}, "draw"),
        # The lowest number card that will do, from the lowest attacking card on; no face cards.
        ({"hands": ["8H", "6D 9D 10D 3C 5C KC", "5S"], "attack": "1: 7D"}, "9D>7D"),
        ({"hands": ["8H", "7H 8D JC QC KC", "5S"], "attack": "1: 5D 6H"}, "7H>5D 8D>6H"),
        ({"hands": ["8H", "2H JD QD KD", "5S"], "attack": "1: 7D"}, "pass"),
        # The highest ranks, and the lowest ranks away.
        ({"hands": ["8H", "9D 2C", "5S"], "attack": "1: 4D KH", "defence": "9D>4D"}, "take KH"),
        (
            {"hands": ["8H", "9D 6D", "5S"], "attack": "1: 4D 5D", "defence": "6D>4D 9D>5D"},
            "take 6D 9D",
        ),
        ({"hands": ["8H", "3D 2C KH", "5S"], "attack": "1: 7D", "defence": "pass"}, "give 2C"),
    ],
)
def test_easy_goes_by_ranks(position: dict[str, object], expected: str) -> None:
    state = Reserves.position(**position)
    assert choice(EASY, state) == expected


@pytest.mark.rule("R7.2")
def test_easy_attacks_with_its_strongest_single_card_everywhere() -> None:
    for state in moments(Reserves(first_player=0), "single", EASY, odd=0.1):
        seat = state.to_move
        if seat is None or state.phase != "turn":
            continue
        move = EASY.choose(state.view(seat), random.Random(1))
        if not isinstance(move, Attack):
            assert not state.hands[seat]
            continue
        assert count(move.cards) == 1
        strongest = max(value_of(card, 1 << card) for card in members(state.hands[seat]))
        assert ALONE[members(move.cards)[0]] == strongest


# ── R7.2: Normal ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("R7.2")
@pytest.mark.parametrize(
    ("position", "expected"),
    [
        # The one with most cards, with all that it has …
        (
            {"hands": ["2C 3D 6C 9D 10S KS", "3C 4C", "5C"], "reserves": ["", "7D", "8D 8H 8S"]},
            "attack 2: 3D 6C 9D 10S KS",  # … but not with more than could be of use
        ),
        ({"hands": ["6C 9D 10S", "3C 4C 5C 5D 5H", "5S 2C"]}, "attack 1: 6C 9D 10S"),
        # An empty hand cannot cover: as many as it has to pay, and the least useful will do.
        ({"hands": ["2D 9D 10S KS", "3C 4C 5D 6D", ""], "reserves": ["", "", "8D 8H"]}, "attack 2: 2D KS"),
        # Too weak for an attack, so it draws while it can.
        ({"hands": ["9D 10S", "3C 4C 5C 6C 7C", "8C"], "reserves": ["7D", "", ""]}, "draw"),
        ({"hands": ["9D 10S", "3C 4C 5C 6C 7C", "8C"], "reserves": ["", "", ""]}, "attack 1: 9D 10S"),
        ({"hands": ["", "3C 4C 5C 6C 7C", "8C"], "reserves": ["7D", "", ""]}, "draw"),
        # No more cards than the defender holds, where that is the rule.
        (
            {"hands": ["6C 9D 10S", "5C", ""], "reserves": ["", "8D 8H 8S", ""], "attack_cap": "hand"},
            "attack 1: 10S",
        ),
        # Covers all if it can …
        ({"hands": ["2H", "4D 6H 7D 9D", "3S"], "attack": "1: 3H 5D"}, "4D>3H 6H>5D"),
        # … else half with the cheapest, as more would cost more …
        ({"hands": ["2H", "4D 6H 7D 9D", "3S"], "attack": "1: 2D 3D 8H 10D"}, "4D>2D 6H>3D"),
        # … but all that it can where it keeps what is left over.
        (
            {"hands": ["2H", "4D 6H 7D 9D", "3S"], "attack": "1: 2D 3D 8H 10D", "leftovers": "defender"},
            "4D>2D 6H>3D 9D>8H",
        ),
        ({"hands": ["2H", "2D 3S", "4C"], "attack": "1: 9H"}, "pass"),
        # Settling: what is usually worth most, and away with what is worth least.
        ({"hands": ["2H", "9D 4C", "5S"], "attack": "1: 4D KH", "defence": "9D>4D"}, "take KH"),
        ({"hands": ["2H", "9D 4C", "5S"], "attack": "1: JD 7H", "defence": "9D>7H"}, "take 7H"),
        ({"hands": ["8H", "JC 5D KH", "5S"], "attack": "1: 7D", "defence": "pass"}, "give JC"),
    ],
)
def test_normal_goes_by_its_rules_of_thumb(position: dict[str, object], expected: str) -> None:
    state = Reserves.position(**position)
    assert choice(NORMAL, state) == expected


@pytest.mark.rule("R7.2")
def test_normal_takes_the_best_after_covering_all() -> None:
    state = Reserves.position(["2H", "10D 9H", "5S"], attack="1: 8D 2D", defence="10D>8D 9H>2D")
    assert choice(NORMAL, state) == "take 9H 10D"
    assert [str(thought.move) for thought in NORMAL.think(state.view(1), random.Random(1))] == ["take 9H 10D"]


# ── R7.2: Hard ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("R7.2")
@pytest.mark.parametrize("seed", range(3))
def test_hard_wins_when_it_can(seed: int) -> None:
    # Seat 2 is out, and seat 1 cannot cover: two cards take the last two.
    state = Reserves.position(["2H 3H 9D 9S", "", ""], reserves=["", "7C 8C", ""])
    thoughts = HARD.think(state.view(0), generator(seed))
    move = thoughts[0].move
    assert isinstance(move, Attack)
    assert count(move.cards) >= 2
    assert thoughts[0].value == 100


@pytest.mark.rule("R7.2")
@pytest.mark.parametrize("seed", range(3))
def test_hard_does_not_let_itself_be_thrown_out(seed: int) -> None:
    # To pass costs all four cards. To cover two costs two, and seat 0 has but two left.
    hands = ["10S 10D 4H 5H", "6H 7H 2S AC", ""]
    state = Reserves.position(hands, attack="1: 10S 10D 4H 5H")
    thoughts = HARD.think(state.view(1), generator(seed))
    assert len(getattr(thoughts[0].move, "pairs", ())) >= 2
    last = next(thought for thought in thoughts if str(thought.move) == "pass")
    assert last.value == 0


@pytest.mark.rule("R7.2")
def test_hard_uses_what_it_has_seen() -> None:
    """In the worlds that it imagines, the others hold what it knows that they hold."""
    hands = ["9D 10S KS", "3C 4C 5C", "6C 7C"]
    state = Reserves.position(hands, reserves=["2H", "3H", "4H"], seen=[(0, 1, "3C 4C")])
    for seed in range(20):
        world = state.view(0).guess(generator(seed))
        assert world.hands[1] & DECK.mask("3C 4C") == DECK.mask("3C 4C")
    assert HARD.think(state.view(0), generator(1)) == HARD.think(state.view(0), generator(1))


@pytest.mark.rule("R7.2")
def test_a_playout_ends_even_where_the_game_does_not() -> None:
    game = Reserves(no_progress_limit=None, max_turns=1000)
    for seed in range(10):
        state = game.start()
        state.play(state.deal(generator(seed)))
        play_on(state)
        assert state.phase == "over" or state.turns < 80


@pytest.mark.rule("R7.2")
def test_the_search_tries_all_in_the_same_worlds_and_keeps_the_better_half() -> None:
    state = Reserves(first_player=0).start()
    state.play(state.deal(generator("search")))
    view = state.view(0)
    moves = sensible(view, normal_move(view, 0, view.hand))
    found = search(view, moves, 2, generator(1))
    assert {tried.move for tried in found} == set(moves)
    worlds = [tried.worlds for tried in found]
    assert worlds == sorted(worlds, reverse=True)
    assert worlds[0] == worlds[1] > worlds[2]
    assert worlds[-1] == 2


@pytest.mark.rule("R7.2")
def test_twenty_cards_make_few_moves_worth_a_thought() -> None:
    cards = DECK.texts(DECK.all)
    hands = [" ".join(cards[0:40:2]), " ".join(cards[1:41:2]), cards[50]]
    state = Reserves.position(hands)
    assert len(state.moves()) > 2_000_000
    for player in QUICK:
        assert len(player.think(state.view(0), random.Random(1))) <= 20
    state.play(Attack(1, DECK.mask(hands[0])))
    for player in QUICK:
        assert len(player.think(state.view(1), random.Random(1))) <= 6


# ── in words ────────────────────────────────────────────────────────────────────────────────────


def reasons(player: Bot, state: ReservesState) -> dict[str, str]:
    assert state.to_move is not None
    view: ReservesView = state.view(state.to_move)
    return {str(thought.move): thought.why for thought in player.think(view, random.Random(1))}


@pytest.mark.rule("R7.2")
def test_says_whom_it_attacks_and_with_what() -> None:
    hands = ["9D JS QS KS", "3C 4C 5C", "6C 7C 8C 8D"]
    said = reasons(NORMAL, Reserves.position(hands, reserves=["2H", "", ""]))
    assert said["attack 2: 9D JS QS KS"] == (
        "attacks seat 2, who has the most cards, with all its four cards: 9D is the strongest"
    )
    assert said["attack 1: 9D JS QS KS"] == (
        "attacks seat 1, who has the fewest cards, with all its four cards: "
        "more than the three that could cover, and 9D is the strongest"
    )
    assert said["attack 1: 9D"] == (
        "attacks seat 1, who has the fewest cards, with 9D, which is worth 9 alone"
    )
    assert said["draw"] == (
        "draws and keeps its four cards to cover with; the one card in its reserve could not do that"
    )
    kings = Reserves.position(["KS KD QS JD", "3C 4C", ""])
    assert reasons(NORMAL, kings)["attack 1: QS KD KS"] == (
        "attacks seat 1 with three cards: enough to throw it out, unless more than one is covered, "
        "and KD is worth 6 in this company"
    )
    empty = Reserves.position(["KS KD", "", "4D"], reserves=["", "3C", ""])
    assert reasons(NORMAL, empty)["attack 1: KD"] == (
        "attacks seat 1, who has no cards in hand to cover with, with one card: that takes all that it has"
    )


@pytest.mark.rule("R7.2")
def test_says_why_a_card_covers_and_what_it_costs() -> None:
    state = Reserves.position(["2H", "8C", "4C"], reserves=["", "5H", ""], attack="1: 9H")
    assert reasons(NORMAL, state) == {
        "8C>9H": "covers 9H with 8C: twice 8 is more than 9",
        "pass": "lays nothing, which costs one card",
    }
    state = Reserves.position(["2H", "4D 6H 7D 9D", "3S"], attack="1: 2D 3D 8H 10D")
    said = reasons(NORMAL, state)
    assert said["4D>2D 6H>3D"] == "covers two of four, which costs two cards: 6H on 3D, as 6 is more than 3"
    state = Reserves.position(["2H", "4D 6H 7D 9D", "3S"], attack="1: 3H 5D")
    assert (
        reasons(EASY, state)["4D>3H 6H>5D"]
        == "covers all two and may take as many: 6H on 5D, as 6 is more than 5"
    )
    lesser = Reserves.position(["2H", "9D", "3S"], attack="1: 4S")
    assert reasons(EASY, lesser)["9D>4S"] == "covers 4S with 9D: 9 is more than twice 4"


@pytest.mark.rule("R7.2")
def test_hard_says_how_often_a_move_wins() -> None:
    state = Reserves.position(["2H 3H 9D 9S", "", ""], reserves=["", "7C 8C", ""])
    thoughts = HARD.think(state.view(0), random.Random(1))
    assert thoughts[0].why == (
        "attacks seat 1, who has no cards in hand to cover with, with two cards: that takes all that it has; "
        "wins 100 % of the games that it imagines"
    )
    for thought in thoughts:
        assert f"wins {thought.value:.0f} % of the games" in thought.why


@pytest.mark.rule("R7.2")
def test_says_what_it_takes_and_gives() -> None:
    state = Reserves.position(["8H", "JC 5D KH", "5S"], attack="1: 7D", defence="pass")
    assert reasons(NORMAL, state)["give JC"] == "gives JC, usually worth 3, and keeps 5D KH"
    state = Reserves.position(["2H", "10D 9H", "5S"], attack="1: 8D 2D", defence="10D>8D 9H>2D")
    assert (
        reasons(NORMAL, state)["take 9H 10D"] == "takes 9H 10D, usually worth 19 together, and leaves 2D 8D"
    )


# ── R7.2: the levels are in order ───────────────────────────────────────────────────────────────


def wins(better: str, worse: str, deals: int) -> tuple[float, int]:
    """How many games one of a level wins against two of another, and of how many: each deal once in each
    seat and with each first player."""
    won, games = 0.0, 0
    for deal in range(deals):
        for first in range(3):
            game = Reserves(first_player=first)
            for seat in range(3):
                seats = [bot(game, worse)] * 3
                seats[seat] = bot(game, better)
                winners = play_game(game, seats, f"levels|{deal}").winners
                won += (seat in winners) / len(winners)
                games += 1
    return won, games


def chance_of(won: float, games: int) -> float:
    """How likely an equal player, who wins one game of three, would win so many or more."""
    ways = (comb(games, number) * 2.0 ** (games - number) for number in range(int(won), games + 1))
    return sum(ways) / 3.0**games


@pytest.mark.slow
@pytest.mark.rule("R7.2")
@pytest.mark.parametrize(("better", "worse", "deals"), [("normal", "easy", 6), ("hard", "normal", 3)])
def test_the_levels_are_in_order(better: str, worse: str, deals: int) -> None:
    """99 % confidence that one of a level wins more games than an equal of two of the level below would."""
    won, games = wins(better, worse, deals)
    assert chance_of(won, games) < 0.01, f"{better} won {won} of {games} games against two {worse}"


@pytest.mark.rule("R7.2")
def test_equal_players_win_equally_often() -> None:
    won, games = wins("normal", "normal", 10)
    assert games == 90
    assert won == pytest.approx(30)


@pytest.mark.rule("R7.2")
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_whole_games_of_mixed_levels_end(game: Reserves) -> None:
    for seed in range(3):
        outcome = play_game(game, [QUICK[(seat + seed) % 3] for seat in range(3)], seed)
        assert outcome.winners


# ── a full defence is found wherever there is one ──


@pytest.mark.rule("R4.2", "R7.2")
def test_a_full_defence_that_needs_the_right_company_is_found() -> None:
    attack, hand = DECK.mask("AS 7S 8D 10D 10S JD"), DECK.mask("2C 2D 2S 5D 7D 9D 9H 9S KH KS")
    found = full_cover(attack, hand)
    assert len(found) == 6 and not failing(attack, found)
    state = Reserves.position(
        ["", DECK.text(hand), "3C"], reserves=["3D", "", ""], turn=0, attack=f"1: {DECK.text(attack)}"
    )
    view = state.view(1)
    assert all(len(move.pairs) < 6 for move in defences(view) if isinstance(move, Defend))
    weighed = [thought.move for thought in Hard().think(view, random.Random(1))]
    assert any(isinstance(move, Defend) and len(move.pairs) == 6 for move in weighed)


@pytest.mark.rule("R4.2")
def test_a_full_defence_is_found_exactly_where_one_exists() -> None:
    """Beside all defences that there are, with many face cards among them."""
    rng, found_some, missed = random.Random(1), 0, 0
    for number in range(500):
        cards = list(range(DECK.size))
        rng.shuffle(cards)
        if number % 2:
            cards.sort(key=lambda card: (card >> 2 < 9) * rng.random())
        size = rng.randrange(1, 5)
        attack, hand = union(cards[:size]), union(cards[size : size + rng.randrange(size, 7)])
        exists = any(
            len(defence.pairs) == size
            for defence in Defences(attack, hand, True, Defend)
            if isinstance(defence, Defend)
        )
        found = full_cover(attack, hand)
        assert bool(found) == exists
        assert not failing(attack, found) and len(found) in (0, size)
        assert not laid_in(found) & ~hand
        found_some += exists
        missed += exists and len(cover(attack, hand, size)) < size
    assert 100 < found_some < 400 and missed, "the rule of thumb alone overlooks some"
