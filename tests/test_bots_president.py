"""The computer players of President: what they see, how each plays, and that the levels are in order."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from handkit.bots import Bot, bot, levels
from handkit.bots.president import (
    BOTS,
    Hard,
    acts,
    certain,
    enough,
    imagine,
    kept,
    ladder,
    normal_follow,
    normal_lead,
    stands,
    winning,
)
from handkit.cards import count, members, union
from handkit.game import DEALER, Move
from handkit.games.president import (
    DECK,
    EXCHANGE,
    PASS,
    Give,
    Play,
    President,
    PresidentState,
    PresidentView,
)
from handkit.match import generator
from handkit.simulate import play_game, tournament

EASY, NORMAL, HARD = BOTS


def choice(player: Bot, state: PresidentState, seed: object = 1) -> str:
    """What a bot plays at its turn, as text."""
    assert state.to_move is not None
    return str(player.choose(state.view(state.to_move), generator(seed)))


def moments(game: President, seed: object, player: Bot = EASY) -> Iterator[PresidentState]:
    """All states of a game in which somebody has to choose; mostly one bot plays, with odd moves between."""
    rng = generator("moments", seed)
    state = game.start()
    while (seat := state.to_move) is not None:
        if seat == DEALER:
            state.play(state.deal(rng))
            continue
        if len(state.moves()) > 1:
            yield state.copy()
        odd = rng.random() < 0.3
        state.play(state.random_move(rng) if odd else player.choose(state.view(seat), rng), seat=seat)


def dealt_again(state: PresidentState, seat: int, rng: random.Random) -> PresidentState:
    """The same state with all that a seat cannot see dealt anew, by trial and error: swaps of two
    hidden cards that leave what the seat knows as it is."""
    view = state.view(seat)
    other = state.copy()
    hidden = [s for s in range(state.game.players) if s != seat and state.counts[s]]
    for _ in range(200):
        if len(hidden) < 2:
            break
        one, two = rng.sample(hidden, 2)
        card = 1 << rng.choice(members(other.hands[one]))
        back = 1 << rng.choice(members(other.hands[two]))
        if (card & view.known(one)) or (back & view.known(two)):
            continue
        if card & view.limit(two) and back & view.limit(one):
            other.hands[one] ^= card | back
            other.hands[two] ^= card | back
    return other


# ── P7.1: views and nothing else ────────────────────────────────────────────────────────────────


@pytest.mark.rule("P7.1")
@pytest.mark.parametrize("player", BOTS, ids=lambda player: player.level)
@pytest.mark.parametrize("players", [3, 4, 6])
def test_the_choice_does_not_depend_on_what_is_hidden(player: Bot, players: int) -> None:
    rng = random.Random(7)
    states = list(moments(President(players=players, rounds=2), f"hidden {players}"))
    for state in rng.sample(states, 6) + [state for state in states if state.phase == EXCHANGE]:
        seat = state.to_move
        assert seat is not None
        view = state.view(seat)
        expected = player.think(view, random.Random(3))
        for other in (view.guess(rng), dealt_again(state, seat, rng)):
            assert other.view(seat) == view
            assert player.think(other.view(seat), random.Random(3)) == expected


@pytest.mark.rule("P7.1")
@pytest.mark.parametrize("player", BOTS, ids=lambda player: player.level)
def test_a_bot_plays_what_is_offered_and_leaves_the_view_alone(player: Bot) -> None:
    for game in (President(players=5, rounds=2), President(players=3, revolution=False)):
        for state in list(moments(game, "offered"))[::9]:
            seat = state.to_move
            assert seat is not None
            view, kept = state.view(seat), state.view(seat)
            thoughts = player.think(view, random.Random(1))
            assert view == kept
            assert {thought.move for thought in thoughts} <= set(view.moves())
            assert len({thought.move for thought in thoughts}) == len(thoughts)
            assert all(thought.why.strip() for thought in thoughts)
            assert state.check(thoughts[0].move) is None


@pytest.mark.rule("P7.1")
def test_levels_are_known_by_name() -> None:
    assert levels(President()) == ("easy", "normal", "hard")
    assert bot(President(), "hard") is HARD
    with pytest.raises(ValueError, match="easy, normal, hard"):
        bot(President(), "godlike")


# ── P7.2: Easy ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("P7.2")
@pytest.mark.parametrize(
    ("position", "expected"),
    [
        # Weakest rank, then the fewest cards, clubs before diamonds, hearts, spades.
        ({"hands": ["5S 5D 9C", "3C", "4C"]}, "5D"),
        ({"hands": ["KC KD 2S", "3C", "4C"]}, "KC"),
        # Following: the weakest that is enough, also when it breaks a three or is a 2.
        ({"hands": ["6C 8H 8S 8D KC", "3C", "4C"], "trick": "7C", "played_by": 2}, "8D"),
        ({"hands": ["2H 2S 3H", "3C", "4C"], "trick": "AC", "played_by": 2}, "2H"),
        ({"hands": ["9C 9D 9H 9S JC JD", "3C", "4C"], "trick": "8C 8D", "played_by": 2}, "9C 9D"),
        # It passes only when it must.
        ({"hands": ["3H 4H 9C", "3C", "4C"], "trick": "10C", "played_by": 2}, "pass"),
        ({"hands": ["2H AC 9C", "3C", "4C"], "trick": "10C 10D", "played_by": 2}, "pass"),
        # In revolution the weakest rank is the 2.
        ({"hands": ["3H 2D 2C KC", "3C", "4C"], "turned": True}, "2C"),
        ({"hands": ["3H 9D 2C KC", "3C", "4C"], "turned": True, "trick": "10C", "played_by": 2}, "9D"),
    ],
)
def test_easy_plays_the_lowest(position: dict[str, object], expected: str) -> None:
    state = President.position(**position)
    assert choice(EASY, state) == expected


@pytest.mark.rule("P7.2")
def test_easy_is_the_lowest_everywhere() -> None:
    for state in list(moments(President(players=4), "lowest", NORMAL)):
        move = EASY.choose(state.view(state.to_move or 0), random.Random(1))
        plays = [other for other in state.moves() if isinstance(other, Play)]
        if not plays:
            assert move == PASS
            continue
        best = min(plays, key=lambda play: (stands(play.cards, state.turned), count(play.cards)))
        assert move == best


@pytest.mark.rule("P7.2")
def test_easy_gives_its_weakest_cards() -> None:
    for state in moments(President(players=4, rounds=3), "gives"):
        if state.phase == EXCHANGE:
            seat = state.owing[0]
            move = EASY.choose(state.view(seat), random.Random(1))
            assert isinstance(move, Give)
            assert members(move.cards) == members(state.hands[seat])[: state.gifts_due(seat)]


# ── P7.3: Normal ────────────────────────────────────────────────────────────────────────────────

LONG = "10C JD QH KC"  # more ranks, so that nobody need hurry


@pytest.mark.rule("P7.3")
@pytest.mark.parametrize(
    ("position", "expected"),
    [
        # Keeps a 2 while the hand is long, and plays it when it is short.
        ({"hands": ["3H 4H 5H 6H 7H 8H 2S", "3C", "4C"], "trick": "AC", "played_by": 2}, "pass"),
        ({"hands": ["3H 4H 2S", "3C", "4C"], "trick": "AC", "played_by": 2}, "2S"),
        # In revolution it is the 3s that are kept.
        (
            {"hands": ["3H 5H 6H 7H 8H 9H 2S", "3C", "4C"], "trick": "4D", "played_by": 2, "turned": True},
            "pass",
        ),
        ({"hands": [f"3H 9H {LONG} 2S", "3C", "4C"], "turned": True}, "2S"),
        # Leads all of its weakest rank, but no four of a kind and no 2 while there is something else.
        ({"hands": [f"3H 3D 3S {LONG} AC", "4C", "5C"]}, "3D 3H 3S"),
        ({"hands": [f"3H 3D 3S 3C 4H 4D {LONG}", "4C", "5C"]}, "4D 4H"),
        ({"hands": ["3H 3D 3S 3C 2H", "4C", "5C"]}, "3C 3D 3H 3S"),
        # Does not break a pair or a three without need: rather a higher single, or a pass.
        ({"hands": [f"6H 6S {LONG} AC", "4C", "5C"], "trick": "5D", "played_by": 2}, "10C"),
        ({"hands": ["3H 4H 5H 6H 7H 8H KC KD", "4C", "5C"], "trick": "QC", "played_by": 2}, "pass"),
        ({"hands": ["3H KC KD", "4C", "5C"], "trick": "QC", "played_by": 2}, "KC"),
        ({"hands": ["9C 9D 9H 9S 3D 4D 5D 6D 7D 10D", "4C", "5C"], "trick": "8C 8D", "played_by": 2}, "pass"),
    ],
)
def test_normal_keeps_what_wins_and_breaks_nothing(position: dict[str, object], expected: str) -> None:
    state = President.position(**position)
    assert choice(NORMAL, state) == expected


@pytest.mark.rule("P7.3")
def test_normals_values_agree_with_its_rule_of_thumb() -> None:
    """Hard imagines the others by `normal_lead` and `normal_follow`; Normal explains the same choices."""
    for number in range(12):
        for state in moments(President(players=4), number, NORMAL):
            view = state.view(state.to_move or 0)
            hand = ladder(view.hand, view.turned)
            move = NORMAL.choose(view, random.Random(1))
            if view.to_beat:
                size = count(view.to_beat)
                legal = enough(hand, size, stands(view.to_beat, view.turned))
                at = normal_follow(hand, size, legal) if legal else -1
            else:
                at, size = normal_lead(hand)
            if at < 0:
                assert move == PASS
            else:
                assert isinstance(move, Play)
                assert (stands(move.cards, view.turned), count(move.cards)) == (at, size)


@pytest.mark.rule("P7.3")
def test_normal_gives_single_weak_cards() -> None:
    hands = ["3H 3S 4H 5H 2S 2D", "6C 7C 9D", "3C 4C", "10C JC"]
    state = President.position(
        hands,
        round=2,
        rounds=2,
        previous=[0, 1, 2, 3],
        giving=[0, 1],
        gifts=[(3, 0, "2S 2D"), (2, 1, "9D")],
    )
    assert choice(NORMAL, state) == "give 3H 3S"
    assert NORMAL.think(state.view(0), random.Random(1))[1].why == "gives weak cards and breaks nothing"


# ── P7.4: Hard ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("P7.4")
def test_hard_goes_out_when_it_can() -> None:
    state = President.position(["9C 9D", "3C 2S", "4C AS"], to_move=0)
    assert choice(HARD, state) == "9C 9D"
    thoughts = HARD.think(state.view(0), random.Random(1))
    assert "president" in thoughts[0].why
    assert thoughts[0].value == 3


@pytest.mark.rule("P7.4")
@pytest.mark.parametrize("seed", range(3))
def test_hard_takes_a_certain_way_out(seed: int) -> None:
    # The aces are the best that is left: first they, then the pair that nobody can match, the 3 last.
    state = President.position(["3H 7C 7D AH", "5C 8C JS", "6C 9H KS", "4C 10H QS"], to_move=0)
    thoughts = HARD.think(state.view(0), random.Random(seed))
    assert str(thoughts[0].move) in {"AH", "7C 7D"}
    assert thoughts[0].value == 4
    assert "nobody can stop it" in thoughts[0].why
    while not state.places:  # and so it goes, whatever the others do
        move: Move = (
            HARD.choose(state.view(0), random.Random(seed)) if state.to_move == 0 else state.moves()[0]
        )
        state.play(move)
    assert state.places == [0]


@pytest.mark.rule("P7.4", "P4.1")
def test_hard_counts_on_a_revolution() -> None:
    # After four 4s the 3s are the strongest, and both are here: a certain way out in the turned order.
    state = President.position(["3H 3S 4C 4D 4H 4S KC", "2C AC 5C", "2D AD 5D", "2H AH 5H"], to_move=0)
    thoughts = HARD.think(state.view(0), random.Random(1))
    assert str(thoughts[0].move) == "4C 4D 4H 4S"
    assert certain(state.view(0), thoughts[0].move)
    # Without the rule it is an ordinary combination, and the king stays behind.
    plain = President.position(
        ["3H 3S 4C 4D 4H 4S KC", "2C AC 5C", "2D AD 5D", "2H AH 5H"], to_move=0, revolution=False
    )
    assert not certain(plain.view(0), Play("4C 4D 4H 4S"))


@pytest.mark.rule("P7.4")
def test_what_is_certain_is_certain() -> None:
    """Whatever the others hold and do, who plays what `certain` promises is the next to go out."""
    rng, found = random.Random(5), 0
    for number in range(30):
        for state in moments(President(players=4), f"certain {number}", NORMAL):
            me = state.to_move
            assert me is not None
            view = state.view(me)
            sure = [move for move in view.moves() if certain(view, move)]
            if not sure or rng.random() < 0.7:
                continue
            found += 1
            place = len(state.places)
            guess = view.guess(rng)
            while me not in guess.places:
                seat = guess.to_move
                assert seat is not None
                own = [move for move in guess.view(me).moves() if certain(guess.view(me), move)]
                guess.play(rng.choice(own) if seat == me else guess.random_move(rng))
            assert guess.places[place] == me
    assert found > 20


@pytest.mark.rule("P7.4")
@pytest.mark.parametrize("seed", range(3))
def test_hard_keeps_its_certain_winner(seed: int) -> None:
    # The 2 is the last one out. On a lone 3 the 9 will do; the 2 brings the lead back for the 4s.
    state = President.position(
        ["4C 4D 9C 2S", "5C 6H 10C JC QC", "6C 7C KD KH AC", "5D 8D QD JD AD"], trick="3S", played_by=3
    )
    assert choice(HARD, state, seed) == "9C"


@pytest.mark.rule("P7.4")
def test_hard_says_what_it_keeps_and_what_is_out() -> None:
    state = President.position(["5C KC KD", "3C AS 6H 7H", "4C AD 8H 9H"], to_move=0)
    whys = {str(thought.move): thought.why for thought in HARD.think(state.view(0), random.Random(1))}
    assert whys["5C"] == "gets rid of the 5 and keeps the pair of kings; two aces are still out"
    assert whys["KC"].startswith("breaks up the pair of kings")


@pytest.mark.rule("P7.4")
def test_worlds_fit_what_was_seen() -> None:
    """In the worlds that Hard imagines the others' play is less surprising than in mere guesses."""
    from handkit.bots.president import surprises

    rng = random.Random(11)
    imagined = guessed = 0
    states = [state for state in moments(President(players=4), "worlds", EASY) if len(state.history) > 12]
    for state in states[::5]:
        view = state.view(state.to_move or 0)
        done = acts(view)
        for world in imagine(view, 5, rng):
            assert world.state.view(view.seat) == view
            guess = view.guess(rng)
            for seat in set(view.active) - {view.seat}:
                imagined += surprises(done[seat], world.state.hands[seat], bool(world.easy >> seat & 1))
                guessed += min(surprises(done[seat], guess.hands[seat], easy) for easy in (False, True))
    assert imagined < guessed


@pytest.mark.rule("P7.4")
def test_worlds_keep_to_what_the_exchange_told() -> None:
    for state in moments(President(players=4, rounds=3), "exchange", NORMAL):
        view: PresidentView = state.view(state.to_move or 0)
        if not view.gifts or len(state.history) % 7:
            continue
        for world in imagine(view, 2, random.Random(2)):
            for seat in set(range(4)) - {view.seat}:
                hand = world.state.hands[seat]
                assert count(hand) == view.counts[seat]
                assert not view.known(seat) & ~hand
                if view.phase != EXCHANGE:
                    assert not hand & ~view.known(seat) & ~view.limit(seat)
            assert (
                union(card for hand in world.state.hands for card in members(hand)) == view.unseen | view.hand
            )


@pytest.mark.rule("P7.4")
def test_hard_gives_no_good_cards() -> None:
    hands = [
        "3H 4S 8H 9H KC KD AS AD AC 2S 2D 2H 2C",
        "3C 5C 6H 7C 8D 9C 10C 10D JC JD QC QD KH",
        "3D 4C 5D 5S 6C 6D 7D 7H 9D 10H JH QH KS",
        "3S 4D 4H 5H 6S 7S 8C 8S 9S 10S JS QS AH",
    ]
    state = President.position(hands, round=2, rounds=2, previous=[0, 1, 2, 3], giving=[0])
    move = HARD.choose(state.view(0), random.Random(1))
    assert isinstance(move, Give)
    assert all(DECK.name(card)[:-1] in {"3", "4", "8", "9"} for card in members(move.cards))


# ── P7.5: the levels are in order ───────────────────────────────────────────────────────────────


@pytest.mark.slow
@pytest.mark.seconds(15)
@pytest.mark.rule("P7.5")
@pytest.mark.parametrize(
    ("players", "better", "worse", "deals"),
    [
        (4, "normal", "easy", 60),
        (3, "normal", "easy", 400),
        (6, "normal", "easy", 60),
        (4, "hard", "normal", 12),
    ],
)
def test_the_levels_are_in_order(players: int, better: str, worse: str, deals: int) -> None:
    """One of a level among others of the level below, each deal once in each seat: 99 % confidence that
    it gets more points than they do."""
    others = {f"{worse} {number}": worse for number in range(1, players)}
    result = tournament(President(players=players), {better: better, **others}, deals=deals, seed="levels")
    compared = result.compare(better, *others)
    assert compared.confidence > 0.99, str(compared)


@pytest.mark.rule("P7.5")
def test_a_tournament_is_fair() -> None:
    """Equal players are equal; each sits in each seat of each deal; the same seed gives the same result."""
    told: list[tuple[int, int]] = []
    game = President(players=4)
    entrants = {"one": EASY, "other": EASY}
    result = tournament(game, entrants, deals=6, seed=1, progress=lambda done, of: told.append((done, of)))
    assert told == [(done, 6) for done in range(1, 7)]
    assert result.games == 12
    assert result.mean_points("one") == result.mean_points("other") == 2.5
    assert result.compare("one", "other").confidence == 0.5
    assert tournament(game, entrants, deals=6, seed=1) == result
    assert "one" in result.table()


@pytest.mark.rule("P7.5")
def test_who_always_wins_is_surely_better() -> None:
    result = tournament(President(players=3), ["normal", "easy"], deals=40, seed="sure")
    found = result.compare("normal", "easy")
    assert found.mean == -result.compare("easy", "normal").mean
    assert found.confidence == pytest.approx(1 - result.compare("easy", "normal").confidence)
    assert result.mean_rank("normal") < result.mean_rank("easy")


def test_a_game_needs_a_bot_a_seat() -> None:
    with pytest.raises(ValueError, match="4 seats"):
        play_game(President(), [EASY], seed=1)
    with pytest.raises(ValueError, match="1 to 4"):
        tournament(President(), [], deals=1)


@pytest.mark.rule("P7.5")
def test_whole_series_with_hard() -> None:
    """A short series at every size of table, with exchange: Hard plays to the end."""
    for players in (3, 5):
        game = President(players=players, rounds=2)
        quick = Hard()
        quick.worlds, quick.tries = 4, 3
        outcome = play_game(game, [quick, *[NORMAL] * (players - 1)], seed="series")
        assert sum(outcome.scores) == 2 * players * (players + 1) // 2


# ── the last two ──


@pytest.mark.rule("P7.4")
def test_a_won_ending_is_won() -> None:
    hands = ["4C 4H 8S", "3D 3H 4S 5H 6H 7D 10D JS KH AC", "", ""]
    view = President.position(hands, trick="6S", played_by=0, out=(2, 3)).view(1)
    for seed in range(6):
        chosen = bot(view.game, "hard").think(view, random.Random(seed))
        assert {str(thought.move) for thought in chosen} == {"7D", "10D", "JS", "KH", "AC"}
        assert all("whatever that one plays" in thought.why for thought in chosen)


def forced(state: PresidentState, known: dict[object, bool]) -> bool:
    """Whether the one to move of the last two goes out first, found by playing out everything."""
    key = (*state.hands, state.to_beat, state.played_by, state.passed, state.turned, state.to_move)
    if key not in known:
        known[key] = any(comes_first(state, move, known) for move in state.moves())
    return known[key]


def comes_first(state: PresidentState, move: Move, known: dict[object, bool]) -> bool:
    """Whether the one to move goes out before the other one, if it makes this move."""
    me, other = state.active if state.to_move == state.active[0] else reversed(state.active)
    after: PresidentState = state.after(move)
    if after.phase != "play":
        return after.places.index(me) < after.places.index(other)
    return forced(after, known) == (after.to_move == me)


@pytest.mark.rule("P7.4", "P3.3", "P4.1")
def test_endings_agree_with_playing_out_everything() -> None:
    rng, looked, left_behind = random.Random(11), 0, 0
    while looked < 60:
        state = President(players=3, revolution=looked % 3 > 0).start()
        while state.to_move is not None:
            if state.phase == "play" and len(state.active) == 2 and sum(state.counts) <= 8 and looked < 60:
                view, known = state.view(state.to_move), dict[object, bool]()
                expected = [move for move in state.moves() if comes_first(state, move, known)]
                assert winning(view, view.moves()) == expected
                looked += 1
                left_behind += state.to_beat and state.played_by not in state.active
            state.play(state.random_move(rng))
    assert left_behind, "a trick whose player is out was among them"


def test_what_is_kept_of_a_pair_is_called_the_other_one() -> None:
    view = President.position(["3C 3D 9S", "4C 5C", "6C 7C"], turned=True).view(0)
    said = {
        str(thought.move): thought.why for thought in bot(view.game, "normal").think(view, random.Random(1))
    }
    assert "breaks up the pair of 3s" in said["3C"]
    assert kept(view, Play("3C")) == "gets rid of the 3 and keeps the other 3; no rank is stronger"
    assert kept(view, Play("9S")).startswith("gets rid of the 9 and keeps the pair of 3s")
