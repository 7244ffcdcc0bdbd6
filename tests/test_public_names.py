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
from handkit.lesson import asks, drill, each, offered, played, practice, predict, story, thoughts, verdicts
from handkit.rulebook import coverage, rulebook
from handkit.simulate import play_game, tournament
from handkit.table import Table

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


# ── a tournament, a lesson, a rulebook ──────────────────────────────────────────────────────────


@pytest.mark.parametrize(("deals", "said"), [(1, "1 deal is too few"), (2, "2 deals are too few")])
def test_a_tournament_of_a_few_deals_says_that_they_tell_nothing(deals: int, said: str) -> None:
    result = tournament("President", ["Easy", "normal"], deals)
    found = result.compare("Easy", "normal")
    for text in (result.table(), str(found)):
        assert said in text
        assert "±" not in text
    assert "sure" not in str(found)
    assert found.confidence == 0.5
    assert "95 % sure" in tournament(President(players=3), ["easy", "normal"], 8).table()


def test_one_text_where_a_list_is_meant_is_a_list_of_one() -> None:
    assert list(tournament(President, "easy", 1).points) == ["easy"]
    state = begun(President()).state
    first = str(state.moves()[0])
    assert played(state, first) == played(state, [first])
    assert drill("President", rules="p2.3", n=1).rules_asked == ["P2.3"]
    assert asks.who_moves(after=first) == asks.who_moves(after=[first])
    assert practice(President, "p2.3", "a").rule == "P2.3"
    with pytest.raises(TypeError, match=r"bots is 'easy', and should be a list"):
        play_game(President(), "easy", 1)
    with pytest.raises(ValueError, match=r"There is no entrant 'hard': there are easy\."):
        tournament(President, "easy", 1).mean_rank("hard")


@OURS
def test_what_the_engine_says_is_of_seats_that_there_are(game: Game) -> None:
    state = begun(game).state
    move = str(state.moves()[0])
    asked: list[Any] = [
        lambda seat: offered(state, seat), lambda seat: verdicts(state, move, seat=seat),
        lambda seat: story(state, move, seat=seat), lambda seat: each(state, move, seat=seat),
        lambda seat: thoughts(state, "easy", seat), state.hand_of,
        state.moves, lambda seat: offered(state, reader=seat),
        lambda seat: predict(state, asks.who_moves(), reader=seat),
        lambda seat: predict(state, asks.cards_held(seat)),
    ]  # fmt: skip
    for ask in asked:
        for seat in NO_SEATS[:-1]:
            with pytest.raises(
                ValueError, match=rf"There is no seat .*: seats are 0 to {game.players - 1}\."
            ):
                ask(seat)
    other = next(seat for seat in range(game.players) if seat not in state.actors)
    with pytest.raises(ValueError, match=f"It is not the turn of seat {other}"):
        thoughts(state, "easy", other)
    assert "none" in str(offered(state, other))


def test_a_rulebook_is_asked_in_any_case_and_can_be_a_key() -> None:
    book = rulebook("President")
    assert book is rulebook(President) is rulebook(President())
    assert book["p2.3"] is book["P2.3"]
    assert "p2.3" in book
    assert book.show("p2").rules == book.show("P2").rules
    assert {book: 1}[rulebook("president")] == 1
    wrong: Any
    for wrong in ("P9.9", 5, None, []):
        with pytest.raises(KeyError) as caught:
            book[wrong]
        assert str(caught.value).startswith("President has no rule ")
    with pytest.raises(FileNotFoundError, match="has no folder `tests`: give the folder of the project"):
        coverage("president", "/")
    with pytest.raises(ValueError, match="There is no game 'bridge'"):
        rulebook("bridge")


# ── a table ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("switch", ["open", "marks", "hints", "inspect", "four_colours"])
def test_a_switch_is_true_or_false(switch: str) -> None:
    wrong: Any
    for wrong in ("no", 0, 1, None, []):
        with pytest.raises(TypeError, match=f"^{switch} is .*, and should be True or False"):
            Table(President, **{switch: wrong})
    shown = Table("president")
    with pytest.raises(TypeError, match="on is 'no', and should be True or False"):
        shown.open_cards("no")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="on is 'no', and should be True or False"):
        shown.marks = "no"  # type: ignore[assignment]
    assert (shown.opened, shown.marks) == (False, True)


def test_a_table_takes_what_a_match_takes() -> None:
    assert Table("Hang In").match.game == HangIn()
    for seat in NO_SEATS[:-1]:
        with pytest.raises(ValueError, match="There is no seat"):
            Table(President, seat=seat)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="bots is 'hard', and should be levels by seat"):
        Table(President, bots="hard")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="There is no argument 'seats': there are match, seed, bots"):
        Table(President, seats=3)  # type: ignore[call-arg]
    for wrong in ({"speed": "warp"}, {"size": "huge"}):
        with pytest.raises(ValueError, match="There is no s"):
            Table(President, **wrong)  # type: ignore[arg-type]
