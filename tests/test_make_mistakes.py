"""Mistakes that people make in a game of their own: each is told in words of the class, with the line, or found
by a law."""

# ruff: noqa: E501

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from handkit import registry
from handkit.cards import CardError
from handkit.make import MakeError
from handkit.rulebook import rulebook
from handkit.testing import BrokenLaw, Effort, check_game

pytestmark = pytest.mark.seconds(0.6)

MADE = Path(__file__).parent / "made"


class Mistake(NamedTuple):
    """What is written in place of what, in which game; what is said of it, and at which line: that of the text
    given, of the class, or none."""

    old: str
    new: str
    says: str
    at: str | None = "class "
    game: str = "agram"


HERE = "here"  # the line that was changed
MISTAKES = [
    # What can be told when the class is defined.
    Mistake("def do_play", "def do_paly", "needs a method do_play(self, seat, card) (it has 'do_paly'"),
    Mistake("def may_play", "def may_paly", "did you mean may_play?", "def may_paly"),
    Mistake("def begin", "def start_it", "needs a method begin(self, cards)"),
    Mistake("def score", "def scores", "needs a method score(self, seat) (it has 'scores'"),
    Mistake("def do_play(self, seat, card)", "def do_play(self, card)", "takes (self, card), but is", HERE),
    Mistake("def may_play(self, seat, card)", "def may_play(self, seat)", "given (self, seat, card)", HERE),
    Mistake('"A1.4", "{seat}', '"A1.9", "{seat}', "names rule A1.9", "def do_play"),
    Mistake('rule="A1.2"', 'rule="A2.2"', "names rule A2.2"),
    Mistake("A1.5 The end", "B1.5 The end", "begin with different letters"),
    Mistake("A1.5 The end", "A1.4 The end", "Rule A1.4 stands twice"),
    Mistake('    """\n    A1.1', '    X = """\n    A1.1', "needs its rules as a docstring"),
    Mistake("    play = cards", "    plays = cards", "needs a method do_plays(self, seat, card) (it has 'do_play'"),
    Mistake('play = cards(1, rule="A1.2")', 'play = cards(1, of="hnad")', "takes cards of 'hnad'"),
    Mistake('cards(1, rule="A1.2")', "cards(0)", "a move takes at least one card", HERE),
    Mistake("word(suit)", 'word("suit")', "a word names seat", HERE, "crazy_eights"),
    Mistake(", players=(2, 3, 4, 5)", "", "How many play Agram?"),
    Mistake("class Agram(", "class President(", "There is already a game 'president'"),
    Mistake("players=(2, 3, 4, 5)", "player=3", "is given player=, and takes players"),
    Mistake('seen="owner"', 'seen="owners"', "seen is \"all\", \"owner\" or", HERE),
    Mistake('each=True, seen="owner"', 'seen="owner"', "needs an owner", HERE),
    Mistake('zone(each=True, seen="owner")', "zone(each=True)", "is what each player holds"),
    Mistake("gone = zone()", "zones = zone()", "every game has something of this name"),
    Mistake("winner = None", "winner: int", "needs a value to begin with"),
    # What is told when it happens.
    Mistake("self.winner = taker", "self.winer = taker", "no field 'winer'. Did you mean 'winner'?", HERE),
    Mistake("        return self.end()", "        self.end()", "returned None (is a return missing", "def do_play"),
    Mistake("            return taker", "            return True", "do_play returned True", "def do_play"),
    Mistake("return self.next(seat)", "return seat + 1", "do_play returned 2", "def do_play"),
    Mistake("return self.next(seat)", "return self.nxt(seat)", "has no 'nxt'. Did you mean 'next'?", HERE),
    Mistake("any(self.hand)", "any(self.hnad)", "has no 'hnad'. Did you mean 'hand'?", HERE),
    Mistake("self.move(card, self.hand[seat]", "self.move(card, self.hand", "say whose, as in self.hand[seat]", HERE),
    Mistake("self.move(card, self.hand[seat]", "self.move(card, self.gone", "is not in gone, where nothing", HERE),
    Mistake("self.move(card, self.hand[seat], self.trick[seat])", "self.hand[seat].remove(card)", "by moving: self.move(card, self.hand, self.…), and not by remove", HERE),
    Mistake("self.move(card, ", "self.move(1, ", "1 are no cards", HERE),
    Mistake("self.trick[seat])", "'trick')", "'trick' is no place", HERE),
    Mistake("self.led = None\n", "self.trick[0] = None\n", "Cards change their place by moving", HERE),
    Mistake("self.led = None\n", "self.trick = None\n", "Cards change their place by moving", HERE),
    Mistake("self.led = None\n", "self.led = {card}\n", "led cannot be", HERE),
    Mistake("self.hand, 6)", "self.hand, 60)", "60 cards for each of 2 are 120", HERE),
    Mistake("self.hand, 6)", "self.hand[0], 6)", "share deals to the places of all seats", HERE),
    Mistake('"{card} is not of', '"{crad} is not of', "names {crad}, so crad=… is to be given", None),
    Mistake('"{seat} plays {card}."', '"{seat plays {card}."', "cannot be read", HERE),
    Mistake("return int(seat == self.winner)", "seat == self.winner", "score returned None", "def score"),
    Mistake("if self.led and", "return True\n        if self.led and", "may_play returned something", "def may_play"),
    Mistake("not all(self.trick)", "not self.gone[-1]", "have no order that is known", HERE),
    Mistake("= top.suit", "= self.pile[5].suit", "pile holds 1, and no card [5]", HERE, "crazy_eights"),
    Mistake("def shuffled", "def mixed", "so it needs a method shuffled(self, cards)", None, "crazy_eights"),
    Mistake("suit_to_match = \"\"", "suit_to_match = 0", "cannot become", "self.suit_to_match =", "crazy_eights"),
    Mistake("return self.shuffle(self.pile[:-1])", "return self.shuffle([])", "no cards to shuffle", HERE, "crazy_eights"),
]  # fmt: skip
LAWS = [
    Mistake("to=[seat]", "to=[self.next(seat)]", "re-dealing", game="crazy_eights"),
    Mistake('others="{seat} draws a card."', 'others="{seat} draws {card}."', "re-dealing", game="crazy_eights"),
    Mistake("self.led = None\n", "self.led, self.winner = None, max(self.undealt)\n", "re-dealing"),
    Mistake("if self.led and card.suit", "if 'AS' in self.hand[self.next(seat)] and card.suit", "guess or offer"),
    Mistake("if any(self.hand):", "if True:", "offer"),
    Mistake("            return self.next(seat)", "            return seat", "offer"),
    Mistake("players=(2, 3, 4, 5)", "players=(2, 3, 4, 5), longest=5", "end"),
    Mistake("self.share(cards, self.hand, 6)", "import random; self.share(random.sample(cards, 52), self.hand, 6)",
            "undo"),
]  # fmt: skip


def source_with(mistake: Mistake) -> str:
    """The source of a game with a mistake."""
    source = (MADE / f"{mistake.game}.py").read_text(encoding="utf-8")
    assert mistake.old in source
    return source.replace(mistake.old, mistake.new, 1)


def tried(source: str) -> None:
    """Define the game as in a cell of a notebook, and let the laws look at it."""
    known: dict[str, Any] = {"__name__": "cell"}
    with registry.apart():
        exec(compile(source, "<cell>", "exec"), known)
        game = next(kind for name, kind in known.items() if name in ("Agram", "CrazyEights"))(players=2)
        check_game(
            game, seeds=range(4), effort=Effort(moments=6, candidates=8, swaps=4), rules=rulebook(game)
        )


def lines_of(source: str, mistake: Mistake) -> list[int]:
    """The lines at which a mistake may be told."""
    text = mistake.new.strip().split("\n")[0] if mistake.at == HERE else mistake.at or ""
    return [number for number, line in enumerate(source.splitlines(), 1) if text in line]


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.new.strip()[:40])
def test_a_mistake_is_told_at_its_line(mistake: Mistake) -> None:
    source = source_with(mistake)
    with pytest.raises((MakeError, CardError)) as caught:
        tried(source)
    assert mistake.says in str(caught.value)
    if mistake.at is not None:
        assert any(f"line {line} of the cell" in str(caught.value) for line in lines_of(source, mistake))


@pytest.mark.parametrize("mistake", LAWS, ids=lambda mistake: mistake.new.strip()[:40])
def test_what_works_and_is_wrong_is_found_by_a_law(mistake: Mistake) -> None:
    with pytest.raises(BrokenLaw) as caught:
        tried(source_with(mistake))
    assert len(caught.value.detail) < 480
    assert caught.value.law in mistake.says.split(" or ")  # what is met first depends on the cards
