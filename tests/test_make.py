"""Games from one class: the guide's, and those of tests/made, which are written as a learner writes them."""

from __future__ import annotations

import importlib
import io
import math
import pydoc
import random
import re
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

import handkit.make
from handkit import Match, OptionError, ParseError, PositionError, games, registry
from handkit import __main__ as command
from handkit.belief import beliefs
from handkit.bots.sampler import Sampler
from handkit.cards import FRENCH_SUITS, CardError, Deck
from handkit.game import DEALER, ONLOOKER
from handkit.lesson import NotFound, asks, drill, hand_in, moments, practice, predict, telling
from handkit.lesson.pupils import explained
from handkit.lesson.reading import Reading, faces
from handkit.make import CardGame, MakeError, word, zone
from handkit.rulebook import rulebook
from handkit.simulate import play_game, tournament
from handkit.table import Table
from handkit.testing import BrokenLaw, Effort, check_game
from handkit.what_if import WhatIf

pytestmark = pytest.mark.seconds(1.5)

MADE = Path(__file__).parent / "made"
GAMES = {
    "agram": "Agram",
    "cheat": "Cheat",
    "climb": "Climb",
    "crazy_eights": "CrazyEights",
    "go_fish": "GoFish",
    "gops": "Gops",
    "kuhn": "Kuhn",
    "series": "AgramSeries",
}


def load(module: str) -> Any:
    """A game of tests/made, defined anew: after each test all games are forgotten."""
    for name in GAMES:
        sys.modules.pop(name, None)
    sys.path.insert(0, str(MADE))
    try:
        return getattr(importlib.import_module(module), GAMES[module])
    finally:
        sys.path.remove(str(MADE))


def guide() -> Any:
    """The game of the guide, as it stands in `help(handkit.make)`."""
    lines = (handkit.make.__doc__ or "").split("\n\nThat is all.")[0].splitlines()[2:]
    known: dict[str, Any] = {"__name__": "guide"}
    exec(textwrap.dedent("\n".join(lines)), known)
    return known["HighCard"]


# The number of players, and a seed, with which a random game is short and yet has what it is about.
SHORT = {
    "crazy_eights": (2, 3),
    "go_fish": (3, 3),
    "cheat": (3, 0),
    "climb": (3, 0),
    "series": (2, 0),
    "gops": (2, 0),
}


@pytest.mark.parametrize("module", GAMES)
def test_every_law_is_kept(module: str) -> None:
    players, seed = SHORT.get(module, (2, 1))
    game, quick = load(module)(players=players), Sampler("quick", samples=1, budget=20, depth=5)
    small = Effort(moments=3, candidates=6, swaps=3)
    report = check_game(game, seeds=[seed], effort=small, rules=rulebook(game), bots=[quick])
    assert report.refused and report.told
    assert report.redealt or module == "kuhn"
    if module == "crazy_eights":
        assert report.told["C1.5"], "the stock is shuffled anew"


@pytest.mark.parametrize(("module", "most"), [("agram", 45), ("crazy_eights", 70)])
def test_a_game_is_short(module: str, most: int) -> None:
    lines = (MADE / f"{module}.py").read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if line.strip()]) <= most


def test_the_game_of_the_guide_is_kept_too() -> None:
    with registry.apart():
        game = guide()(players=2)
        assert not check_game(game, seeds=range(1), rules=rulebook(game)).suspicious
        assert repr(game) == "HighCard(players=2)"
        assert [*rulebook(game)] == ["T1.1", "T1.2", "T1.3"]
        assert games.find("high-card") is type(game)


# ── what follows from a class ───────────────────────────────────────────────────────────────────


def test_calling_the_class_gives_the_game_and_its_name_finds_it() -> None:
    agram = load("agram")
    named: Any = games.find("agram")
    assert agram(players=4) == named(players=4) == agram.Game(players=4)
    assert rulebook(agram)["A1.3"].title == "Follow suit"
    assert Match(agram).game == agram()
    with pytest.raises(OptionError, match=r"players=9 is not allowed: players is 2 or 3 or 4 or 5 \(A1.1\)"):
        agram(players=9)
    with pytest.raises(ParseError, match=r"'dance' is no move: moves are cards, draw, name"):
        load("crazy_eights")().parse("dance")
    with pytest.raises(ParseError, match=r"'red' is no suit: there are clubs, diamonds, hearts, spades"):
        load("crazy_eights")().parse("name red")


def test_a_position_judges_moves_with_the_authors_sentences() -> None:
    state = load("agram").position(hand=["7S 8H", "9S 2C"], trick=["", "KS"], led="spades")
    refusal = state.check("8H")
    assert refusal is not None
    assert (refusal.rule, refusal.text) == ("A1.3", "8♥ is not of the suit led. Play one of 7♠.")
    assert state.check("7S") is None
    assert state.after("7S").hand[0] == state.deck.cards("8H")
    assert [str(state.check(text)) for text in ("9S", "7S 8H")] == [
        "9♠ is not yours to choose. Choose cards that you have. (A1.2)",
        "Two cards are named. Name one card. (A1.2)",
    ]
    with pytest.raises(PositionError, match="8♥ is in two hands: seat 0 and seat 1"):
        load("agram").position(hand=["8H", "8H"])
    with pytest.raises(PositionError, match="Agram has no stock: it has hand, trick, gone, led, winner"):
        load("agram").position(hand=["8H", "7H"], stock="2C")
    with pytest.raises(PositionError, match=r"led is .*, and should be"):
        state.game.state({**state.to_json(), "led": {"suit": 3}})


def test_cards_are_read_as_cards() -> None:
    state = load("crazy_eights").position(hand=["7S 8H 10H AD", "2C"], pile="3C KS")
    hand = state.hand[0]
    assert "8H" in hand and len(hand) == 4 and str(hand) == "7S 8H 10H AD"
    assert str(max(hand, key=lambda card: (card.suit, card.rank))) == "7S"
    assert [card.rank > "9" for card in hand] == [False, False, True, True]
    assert str(hand.of_suit("hearts") - "8H") == "10H"
    assert state.pile[-1] == "KS" and [*state.pile[:-1]] == ["3C"]
    with pytest.raises(CardError, match="'heart' is no suit: there are clubs, diamonds, hearts, spades"):
        hand.of_suit("heart")


def test_a_view_knows_what_was_seen_and_no_more() -> None:
    fish = load("go_fish").position(hand=["7S 7H 2C", "7D 3C 4C", "9C 9D"], stock="KS KD KH")
    fish.play(fish.game.parse("ask 1 7"))
    other = fish.view(2)
    assert repr(other.hand[0]) == "<7D, 3 hidden>" and len(other.hand[0]) == 4
    assert repr(other.stock) == "<3 hidden>"
    guess = other.guess(random.Random(1))
    assert "7D" in guess.hand[0] and guess.view(2) == other
    gops = load("gops")()
    match = Match(gops, "monday")
    guess = match.view(0).guess(random.Random(1))
    assert guess.hand[1].suits == ["diamonds"] and guess.stock.numbers(), "as could_hold says"


def stirred() -> Any:
    """A game in which cards that nobody, or not everybody, has seen are shuffled."""

    class Stirred(CardGame, players=2, deck=Deck("2 3 4".split(), FRENCH_SUITS)):
        """
        S1.1 The deal. Two cards to each, one of the others is turned up.
        S1.2 Stir. Instead of taking the turned card one may have the stock shuffled, once.
        S1.3 The end. It ends when one has taken it.
        """

        hand = zone(each=True, seen="owner")
        stock = zone(seen="nobody", order=True)
        gone = zone(seen="nobody")
        take, stir = word(), word()
        stirred = False

        def begin(self, cards):  # type: ignore[no-untyped-def]
            *rest, top = self.share(cards, self.hand, 2)
            self.move(rest, self.undealt, self.stock)
            self.move(top, self.undealt, self.gone, show=[0])
            return 0

        def may_stir(self, seat):  # type: ignore[no-untyped-def]
            if self.stirred:
                self.no("S1.2", "It was shuffled before.")

        def do_stir(self, seat):  # type: ignore[no-untyped-def]
            self.tell("S1.2", "The stock is shuffled.")
            self.stirred = True
            return self.shuffle([*self.stock[:5], *self.gone])

        def shuffled(self, cards):  # type: ignore[no-untyped-def]
            self.move(cards, self.due, self.stock)
            return 1

        def do_take(self, seat):  # type: ignore[no-untyped-def]
            self.tell("S1.3", "{seat} takes it.", "You take it.", seat=seat)
            return self.end()

        def score(self, seat):  # type: ignore[no-untyped-def]
            return sum(card.rank.place for card in self.hand[seat])

    return Stirred()


def test_what_is_shuffled_unseen_stays_hidden() -> None:
    with registry.apart():
        game = stirred()
        report = check_game(game, seeds=[1, 2], effort=Effort(moments=6, candidates=4, swaps=3))
        assert report.redealt
        match = Match(game, "a")
        match.play("stir")
        asked = match.state_at(match.at - 1)
        assert asked.to_move == DEALER and not asked.between_rounds
        due = {seat: repr(vars(asked.view(seat))["due"]) for seat in (0, 1, ONLOOKER)}
        assert due[1] == due[ONLOOKER] == "<6 hidden>"
        assert due[0].endswith(", 5 hidden>"), "one of them it saw"
        assert game.state(asked.to_json()) == asked


# What a file may say of a position of Agram, and what is told of it.
WRONG = [
    ({"to_move": [1, 0]}, "to_move is [1, 0], and should be in the order of seats"),
    ({"to_move": [-1.0, 0]}, "to_move is [-1.0, 0], and should be a list of different seats"),
    ({"to_move": [True]}, "to_move is [True], and should be a list of different seats"),
    ({"due": "KS", "trick": ["", ""]}, "cards are to be shuffled, and it is a seat's turn"),
    ({"known": ["7S", "", ""]}, "seat 0 is said to know where 7♠ is, and sees it"),
    ({"known": ["", "KS", ""]}, "seat 1 is said to know where K♠ is, and sees it"),
    ({"known": ["", "", "KS"]}, "an onlooker is said to know where K♠ is, and sees it"),
    ({"known": [""]}, "known is [''], and should be a list of 3"),
    ({"hand": ["7S 7S", "9S 2C"]}, "hand: 7S is named more than once"),
    ({"hand": ["7S 8H", 5]}, "hand is ['7S 8H', 5], and should be cards as text"),
    ({"gone": "\ud800"}, "gone: '\\ud800' is not a card"),
    ({"led": math.nan}, "led is nan, and should be a number"),
    ({"led": {"seat": True}}, "led is {'seat': True}, and should be"),
    ({"led": {"seat": 2}}, "led is {'seat': 2}, and should be"),
    ({"led": "\ud800"}, "led is '\\ud800', and should be"),
    ({"led": [[[[[[[[["x"]]]]]]]]]}, "led is ['x'], and should be"),
    ({"led": {"suit": "stars"}}, "led: 'stars' is no suit: there are clubs"),
    ({"led": {"rank": "7 8"}}, "led: '7 8' is no rank: there are 2, 3"),
    ({"led": {"suit": "clubs", "rank": "7"}}, "led is {'suit': 'clubs', 'rank': '7'}, and should be"),
    ({"ended": "A1.5"}, "A position has exactly these fields: to_move, known, undealt, due, hand, trick"),
]


def test_a_file_that_cannot_occur_is_refused_with_its_place() -> None:
    state = load("agram").position(hand=["7S 8H", "9S 2C"], trick=["", "KS"], led="spades")
    right = state.to_json()
    assert state.game.state(right) == state
    for wrong, told in WRONG:
        with pytest.raises(PositionError) as caught:
            state.game.state(right | wrong)
        assert told in str(caught.value)
    eights = load("crazy_eights").position(hand=["7S", "8H"], pile="2C")
    with pytest.raises(PositionError, match=r"naming is 1, and should be of the kind of False"):
        eights.game.state({**eights.to_json(), "naming": 1})
    for given, told in (({"led": math.nan}, "led cannot be nan"), ({"hand": ["7S", 3]}, "'3' is not a card")):
        with pytest.raises(PositionError, match=told):
            load("agram").position(**{"hand": ["8H", "7H"], **given})


def test_several_choose_at_once_and_rounds_follow_each_other() -> None:
    match = Match(load("gops")(players=2), "monday")
    assert match.state.actors == (0, 1)
    assert match.view(1).moves() and match.view(0).moves()
    series = load("series")(players=2)
    assert play_game(series, [Sampler("quick", 1, 20)] * 2, "a").scores in {(3, n) for n in range(3)} | {
        (n, 3) for n in range(3)
    }
    assert [*rulebook(series)] == ["A1.1", "A1.2", "A1.3", "A1.4", "A1.5", "A1.6"]


def test_a_table_tells_what_lies_where() -> None:
    match = Match(load("crazy_eights")(players=3), "monday", bots={})
    for text in ("4S", "2S", "2H"):
        match.play(text)
    scene = Table(match, seat=0).scene
    zones = {zone.get("label", zone["kind"]): zone for zone in scene["zones"]}
    assert zones["notice"]["text"] == "suit to match: hearts"
    assert zones["pile, top last"]["cards"][-3:] == ["4S", "2S", "2H"]
    assert zones["stock"]["count"] and not zones["stock"]["cards"]
    agram = Table(load("agram").position(hand=["7S 8H", "9S"], trick=["", "KS"], led="spades"), bots={}).scene
    assert [zone["label"] for zone in agram["zones"] if zone["kind"] == "pile"] == ["trick of Bo"]
    assert agram["pick"]["single"], "one card takes the place of another"
    kuhn = Table(load("kuhn")(), bots={}).scene
    assert kuhn["you"]["role"] == "paid 1, won 0"
    cheat = Table(load("cheat")(players=3), seed="a", bots={})
    assert cheat.scene["pick"]["otherwise"] == -1, "a choice that is not listed is judged when it is played"


def test_what_people_are_shown_is_short() -> None:
    agram = load("agram")
    move = agram.parse("7s")
    assert repr(move) == "Agram.parse('7S')" and eval(repr(move), {"Agram": agram}) == move
    broken = BrokenLaw("end", "It goes on.")
    assert broken._render_traceback_() == [f"BrokenLaw: {broken}"]
    out = io.StringIO()
    pydoc.Helper(output=out).help(handkit.make)
    assert len(out.getvalue().splitlines()) < 140, "no methods of int and tuple behind the guide"
    scene = Table(agram(players=2), bots={}).scene
    assert not [zone for zone in scene["zones"] if zone["kind"] == "pile"], "what is not in play is not shown"
    with pytest.raises(MakeError, match="There is already a game 'agram', in agram: give the class another"):
        type(agram)("Agram", (agram,), {"LIMIT": 1})


def test_lessons_are_made_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    agram = load("agram")
    problem = practice(agram(players=2), "A1.3", "a")
    assert problem.rule == "A1.3" and problem.state.game == agram(players=2)
    assert drill("agram", rules=["A1.3"], n=2, seed="b").game == agram()
    asked = predict(agram.position(hand=["7S 8H", "9S"], trick=["", "KS"], led="spades"), asks.legal("8H"))
    assert asked.answer(False).reveal().right
    shown = Table(agram(players=2), seed="a", bots={1: "easy"})
    found = shown.look_inside()
    for tab in ("state", "moves", "events", "views", "thinking"):
        found._receive(found, {"type": "tab", "tab": tab})
    assert "error" not in found.inside
    shown.play(next(iter(shown.view.moves())))
    assert "Agram" in Path(shown.export("match.html")).read_text("utf-8")
    handed = hand_in("Mia", matches=[shown.match])
    assert command.main(["verify", str(handed.path), "--csv", "class.csv"]) == 0
    assert "agram" in Path("class.csv").read_text("utf-8")
    assert command.main(["play", "agram", "--watch", "--bots", "easy"]) == 0


def test_who_does_not_know_a_rule_passes_over_its_refusals() -> None:
    agram = load("agram")(players=3)
    book = rulebook(agram)
    assert {id: book[id].kinds for id in book} == {
        "A1.1": ("meaning",),
        "A1.2": ("enforced", "announced"),
        "A1.3": ("enforced",),
        "A1.4": ("announced",),
        "A1.5": ("meaning",),
    }
    problem = practice(agram, "A1.3", "a")
    pupil = problem.pupil
    assert pupil.rule == "A1.3" and "suit led" in pupil.key
    wrong = pupil.answer(problem)
    assert wrong > problem.solution.right, "he takes more for legal"
    assert explained(problem, tuple(wrong), ["A1.2", "A1.3"]) == pupil
    assert (
        pupil.belief(Reading(problem.state, 0)) == "You answered as if there were no such rule: Follow suit."
    )
    assert games.find("agram") is type(agram), "a pupil is no game of its own"


def test_a_question_names_no_hidden_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moments, "MOVES", 150)
    monkeypatch.setattr(telling, "MOVES", 150)
    eights = load("crazy_eights")(players=3)
    for seed in range(6):
        with pytest.raises(NotFound):  # which card is drawn nobody can tell
            practice(eights, "C1.4", str(seed))
    state = load("crazy_eights").position(hand=["7S 8H", "8D"], stock="KS KD", pile="3C")
    state.play(state.game.parse("draw"))
    assert faces(state, 1) == state.deck.mask("8D 3C") and faces(state, 0) == state.deck.mask("7S 8H KD 3C")


def test_moves_are_tried_and_hidden_cards_believed() -> None:
    view = Match(load("agram")(players=2), "monday").view(0)
    study = WhatIf(view, [str(move) for move in view.moves()], 1, level="easy", samples=3)
    while study.step():
        pass
    assert len(study.results) == len(view.moves())
    hand = beliefs(view, random.Random(1), samples=20).hands[1]
    assert hand.number(view.game.deck.all) == pytest.approx(6)


def test_normal_beats_easy() -> None:
    """At Kuhn poker, which is quickly played; `python -m bench made` has the others."""
    ahead = tournament(load("kuhn")(), ["normal", "easy"], 150).compare("normal", "easy")
    assert ahead.mean - 1.96 * ahead.error > 0


def test_buttons_name_seats_and_the_end_says_who_won() -> None:
    table = Table(load("go_fish")(), seed="names", seat=0)
    labels = [action["label"] for action in table.scene["actions"]]
    assert any(re.fullmatch(r"Ask (Ada|Bo|Cy) \w+", label) for label in labels)
    table.close()
    match = Match(load("go_fish")(), "names", bots=dict.fromkeys(range(4), "easy"))
    match.finish()
    assert match.outcome is not None
    for seat in range(4):
        table = Table(match, seat=seat)
        text = table.scene["prompt"]["text"]
        assert text.startswith("The game is over. ") and ("ou" in text) == (seat in match.outcome.winners)
        table.close()
