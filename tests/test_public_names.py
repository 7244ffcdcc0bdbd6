"""Public names agree: a seat, a game, a level, a switch and a move are the same everywhere, and a wrong one
is told in one sentence."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pytest

from handkit import DEALER, ONLOOKER, Game, HangIn, Match, ParseError, President, Reserves, bots, games
from handkit.cards import CardError
from handkit.games import hang_in, president, reserves

GAMES = [President(rounds=2), HangIn(), Reserves()]
OURS = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
NO_SEATS = [99, -3, True, "0", 1.0, None]
OTHERS_MOVES = {"president": hang_in.HOLD, "hang-in": reserves.DRAW, "reserves": president.PASS}


def begun(game: Game) -> Match:
    """A match in which a seat is to move."""
    match = Match(game, "monday")
    while match.to_move == DEALER:
        match.deal()
    return match


# ── a seat ──────────────────────────────────────────────────────────────────────────────────────


@OURS
def test_a_seat_is_the_same_everywhere(game: Game) -> None:
    match = begun(game)
    state = match.state
    asked: list[Any] = [match.view, match.log, match.bot_generator, state.view, game.check_seat]
    asked += [lambda seat: Match(game, bots={seat: "easy"}), lambda seat: Match(game, names={seat: "Ada"})]
    for ask in asked:
        for seat in NO_SEATS:
            with pytest.raises(
                ValueError, match=rf"^There is no seat .*: seats are 0 to {game.players - 1}\.$"
            ):
                ask(seat)
    judges: list[Any] = [state.check, match.check, match.play, state.after, match.view(0).check]
    for seat in NO_SEATS[:-1]:  # None is whoever is to move
        for judge in judges:
            with pytest.raises(ValueError, match="There is no seat"):
                judge("7S" if game.name != "reserves" else "draw", seat)
    for seat in (*range(game.players), ONLOOKER):
        assert match.view(seat).seat == state.view(seat).seat == seat
        assert match.log(seat)


# ── a game, a level ─────────────────────────────────────────────────────────────────────────────


def test_a_class_and_a_name_are_the_game_with_its_usual_options() -> None:
    for given in (President, "president", "President", " PRESIDENT "):
        assert Match(given, "a").game == games.with_options(given) == President()
    for name in ("hang-in", "Hang In", "hang_in", "HANG-IN"):
        assert games.find(name) is HangIn
    assert bots.bot("Hang In", "Easy") is bots.bot(HangIn, "EASY") is bots.bot(HangIn(), "easy")
    assert Match(President, bots={1: "Hard"}).bots[1].level == "hard"
    with pytest.raises(ValueError, match="There is no game 'bridge': there are hang-in, president, reserves"):
        Match("bridge")
    for wrong in (Game, int, 5, None, Match, [President()]):
        with pytest.raises(TypeError, match=r"(should be|is no) (a )?game \(such as President\(\)\)"):
            Match(wrong)  # type: ignore[arg-type]
    with pytest.raises(
        ValueError, match="President has no computer player 'best': there are easy, normal, hard"
    ):
        Match(President, bots={1: "best"})


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"bots": "hard"}, r"bots is 'hard', and should be levels by seat, as {1: \"easy\", 2: \"hard\"}"),
        ({"bots": ["easy"]}, r"bots is \['easy'\], and should be levels by seat"),
        ({"bots": {1: 5}}, "and should be levels by seat"),
        ({"names": ["Ada"]}, r"names is \['Ada'\], and should be names by seat, as {1: \"Ada\"}"),
        ({"start": "3C"}, r"start is '3C', and should be a position"),
        ({"seed": []}, r"seed is \[\], and should be a text or a whole number or None"),
        ({"bot": {}}, "There is no argument 'bot': there are game, seed, bots, names, start"),
    ],
)
def test_a_match_says_what_it_takes(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(TypeError, match=said):
        Match(President(), **wrong)


def test_a_match_may_start_from_the_present_moment_of_another() -> None:
    other = begun(President())
    other.play(other.state.moves()[0])
    match = Match(President(), start=other)
    assert match.state == other.state
    assert match.state.moves()


# ── a move ──────────────────────────────────────────────────────────────────────────────────────


@OURS
def test_what_is_no_move_is_answered_alike(game: Game) -> None:
    match = begun(game)
    before = copy.deepcopy(match.state)
    others = OTHERS_MOVES[game.name]
    for judge in (match.check, match.play, match.state.check, match.state.after, match.view(0).check):
        for empty in ("", "  \n"):
            with pytest.raises(ParseError, match="is no move: "):
                judge(empty)
        with pytest.raises(TypeError, match=rf"is no move of {game.title}: a move is a text or a Move \("):
            judge(others)
        for wrong in (None, 5, [], object(), str):
            with pytest.raises(TypeError, match=r"is no move of|should be a move or a text"):
                judge(wrong)  # type: ignore[arg-type]
    for wrong in (None, 5, []):
        with pytest.raises(ParseError, match="is no move: it is no text"):
            game.parse(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=f"is no move of {game.title}"):
        match.state.copy().play(others)
    assert match.state == before


@OURS
def test_cards_are_dealt_when_they_are_due(game: Game) -> None:
    match = begun(game)
    before = match.record()
    refusal = match.check(match.state.deal(random.Random(1)), DEALER)
    assert refusal is not None
    with pytest.raises(ValueError, match=rf"\({refusal.rule}\)"):
        match.deal()
    assert match.record() == before


@pytest.mark.parametrize(
    "make",
    [
        president.Play, president.Give, president.Deal, hang_in.Play, hang_in.Deal, reserves.Take,
        reserves.Give, reserves.Deal, lambda cards: reserves.Attack(1, cards),
        lambda cards: reserves.Defend([(card, card) for card in cards]),
    ],
)  # fmt: skip
def test_a_move_is_made_of_cards(make: Any) -> None:
    for wrong in ([-1], [52], [10**11], [True], ["x"], [None]):
        with pytest.raises(CardError):
            make(wrong)


# ── a player ────────────────────────────────────────────────────────────────────────────────────


@OURS
@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_a_player_is_asked_in_its_turn_only(game: Game, level: str) -> None:
    player, rng = bots.bot(game, level), random.Random(1)
    match = begun(game)
    other = next(seat for seat in range(game.players) if seat not in match.state.actors)
    for ask in (player.think, player.choose):
        with pytest.raises(ValueError, match=f"It is not the turn of seat {other}"):
            ask(match.view(other), rng)
        with pytest.raises(ValueError, match="An onlooker has no turn"):
            ask(match.view(ONLOOKER), rng)
        with pytest.raises(TypeError, match="with a view and a generator"):
            ask(match.state, rng)  # type: ignore[arg-type]
    state = game.start()
    while state.to_move is not None:
        state.play(state.random_move(rng), seat=state.to_move)
    for ask in (player.think, player.choose):
        with pytest.raises(ValueError, match="The game is over: nobody is to move"):
            ask(state.view(0), rng)


# ── a copy ──────────────────────────────────────────────────────────────────────────────────────


def _pickled(match: Match) -> Match:
    twin: Match = pickle.loads(pickle.dumps(match))  # noqa: S301 # our own
    return twin


@OURS
def test_a_match_is_copied_and_pickled_while_somebody_listens(game: Game) -> None:
    match = begun(game)
    match.listen(lambda: None)
    for twin in (copy.copy(match), copy.deepcopy(match), _pickled(match)):
        assert (twin.record(), twin.state, twin.events) == (match.record(), match.state, match.events)
        twin.play(twin.state.moves()[0])
        assert twin.length == match.length + 1
