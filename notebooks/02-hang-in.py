# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Hang In
#
# This notebook teaches the card game Hang In, from nothing to a whole game against computer players. All
# its steps take about an hour. **The short way** takes 30 to 40 minutes: leave out Steps 5, 6, 9, 12, 13,
# 18, 20, 23 and 24, and the parts *Look inside*. After Part 2 you can play.
#
# If you have never run a cell, begin with [Start here](00-start-here.ipynb). Otherwise choose *Run*, *Run All
# Cells* now. Nothing in here waits for you, so that takes less than a minute. Then read from the top.
#
# **The game in short.** First everybody puts two cards into a **pot**. Whoever has put in the most is the
# **house**, and alone can win points. The others are **table players**. Each has a **slice** of the pot, the
# two cards put in, and **challenges** the house for it with one more card. The house **answers** with a card
# of its own. If that is enough, it **claims** the slice and scores its cards. If not, it loses a point. The
# first with 50 points wins.
#
# **A step** is one idea, the rules that say so, and a question about a position. A rule is **given** by the
# source of the game, or it is **our ruling** where the source is silent or contradicts itself; an option
# may play the other reading. Choose your answer and press **Reveal**: the rules work out what is right.
# Then the table is yours. **Go on** lets the others play, **Undo** takes back what the answer has played,
# and **Another of this kind** asks about another position.
#
# **You** sit at the bottom, in seat 0. Computer players hold the other hands: Ada in seat 1, Bo in seat 2 and
# Cy in seat 3, clockwise from the left. A card is its number and the letter of its suit: `8F` is the 8 of
# Family. The O of Office is a letter too: `1O` is the 1 of Office.
#
# **Look inside** ends each part: a table with its inspector open below, and a question whose answer stands
# there.
#
# The program of most cells is folded away, as it often tells the answer. The three dots in its place open it.
#
# For teachers there is a [guide](teacher-guide.md).
#
# ### Contents
#
# - [Part 1. The pot](#Part-1.-The-pot)
# - [Part 2. The house is challenged](#Part-2.-The-house-is-challenged)
# - [Part 3. More than one house](#Part-3.-More-than-one-house)
# - [Part 4. Points and the end](#Part-4.-Points-and-the-end)
# - [Part 5. A whole game](#Part-5.-A-whole-game)
# - [Part 6. Practice](#Part-6.-Practice)
# - [Part 7. A first study](#Part-7.-A-first-study)
# - [Rules by number](#Rules-by-number)
# - [What to do next](#What-to-do-next)

# %% jupyter={"source_hidden": true}
from math import comb, fsum
from random import Random

from IPython.display import Markdown

from handkit import HangIn, Match, rulebook
from handkit.bots import bot
from handkit.cards import members
from handkit.games.hang_in import DECK, HALF, fraction, in_halves, settle, suit_of, value_of, worth
from handkit.lesson import (
    Chart,
    asks,
    class_code,
    computed,
    drill,
    exercise,
    hand_in,
    index,
    played,
    predict,
    progress,
    reveal,
    seed,
    story,
)
from handkit.lesson.generators import practice
from handkit.simulate import play_game
from handkit.table import Inspector, Table

rules = rulebook("hang-in")


def cards_that(fits):
    """Those of your cards after which the position is as wanted: an answer for `asks.cards`."""
    return lambda state: " ".join(str(move) for move in state.moves() if fits(state.after(move)))


def you_claim(after):
    """Whether the slice that was settled last went to you."""
    return after.gained()[0] > 0


def what_each_counts(state):
    """In words: what each of your cards counts against the table card."""
    table, scale = members(state.challenge)[0], state.game.off_suit
    found = {str(m): worth(DECK.card(str(m)), suit_of(table), scale) for m in state.moves()}
    told = ", ".join(f"{{{card}}} counts {fraction(number, scale)}" for card, number in found.items())
    return f"{value_of(table)} is asked. {told}."


def most(state):
    """The seat that has the most for the house."""
    return state.contest.index(max(state.contest))


def pot_in_words(state):
    """What each has for the house."""
    you, *others = (in_halves(number) for number in state.contest)
    told = ", ".join(f"{name} {number}" for name, number in zip(("Ada", "Bo", "Cy"), others, strict=True))
    return f"You have {you}, {told}."


def pot_with_each(state):
    """What you would have for the house with each of your cards, and what the best of the others has."""
    told = [f"{in_halves(state.after(m).contest[0])} with {{{m}}}" for m in state.moves()]
    best = in_halves(max(state.contest[1:]))
    return f"The best of the others has {best}. You would have {', '.join(told)}."


def in_words(state, *moves, rule):
    """What a rule announces when these moves are made."""
    return " ".join(line.says for line in story(state, *moves, only=(rule,)).lines)


Markdown(rules.about)

# %% [markdown] tags=["program"]
# In a class your teacher may give you a code, so that all get the same deals. Write it in place of `None`, in
# quotation marks, and run everything again.

# %% tags=["program"]
class_code(None)

# %% [markdown]
# ## Part 1. The pot
#
# ### Step 1. The cards
#
# Four suits, each with the plain numbers 1 to 13. There are no aces and no court cards. In your hand, find
# the signs of the suits: a briefcase is Office, a bubble of speech Social, two people are Family, a note is
# Hobby.

# %% jupyter={"source_hidden": true}
rules.show("H1.1", "H1.2", "H1.3", "H1.5")


# %% jupyter={"source_hidden": true}
def stock_left(players):
    """How many cards are left for the stock when so many play."""
    asked = f"With {players} players, how many cards are left for the stock after the deal?"
    dealt = Match(HangIn(players=players), seed=seed("sit down"))
    return asks.number(
        asked,
        lambda _: len(dealt.state.stock),
        rule=("H1.3", "H1.5"),
        why=lambda _: dealt.log(0)[0],
    )


four = Match(HangIn(), seed=seed("four friends"))
predict(four, stock_left(5), another=lambda text: (four.state, stock_left(3)))

# %% [markdown]
# **Try it:** choose *New game* on the table. Every option of the game stands there with its rule.

# %% [markdown]
# ### Step 2. Twice round
#
# Everybody adds one card to the pot, face up, and then everybody adds another. The source says "up to" two
# cards, and elsewhere that a slice has two. By our ruling you must add two; an option plays the other
# reading.

# %% jupyter={"source_hidden": true}
rules.show("H2.1", "H2.2")

# %% jupyter={"source_hidden": true}
position = HangIn.position(
    ["4O 9S 11H 2F", "8O 5S 10F 1S", "13O 2S 4H 7F", "1O 7S 6H 8F"], pot=["6O", "3O", "9H", "12F"]
)
predict(
    position,
    asks.which_moves(
        "11H",
        "4O 9S",
        "8O",
        "hold",
        text="Each has added one card. To `hold` is to add nothing. Which of these moves may you make now?",
    ),
)

# %% [markdown]
# **Try it:** press **Undo**, and try to choose two cards: the second takes the place of the first. Then add
# one.

# %% [markdown]
# ### Step 3. The suit of the pot
#
# The first card of all sets the suit of the pot. Cards of other suits count half toward the house.

# %% jupyter={"source_hidden": true}
rules.show("H2.3", "H5.1")

# %% jupyter={"source_hidden": true}
position = HangIn.position(["3O 9H 12S 5F 7S", "12F 1S 4H 8O 2S", "5O 4S 6H 9F 10S", "11H 2O 3F 13S 7F"])
predict(
    position,
    asks.gap(
        "3O",
        "12F",
        "5O",
        "11H",
        rule="H2.3",
        blank="total",
        text="You begin with {3O}. Ada adds {12F}, Bo {5O}, Cy {11H}. How much does that count for Cy?",
    ),
)

# %% jupyter={"source_hidden": true}
predict(
    position,
    asks.seat(
        "And if you begin with {12S}, and the others add the same cards? Who has the most then?",
        lambda state: most(played(state, ["12S", "12F", "5O", "11H"])),
        rule="H2.3",
        why=lambda state: pot_in_words(played(state, ["12S", "12F", "5O", "11H"])),
    ),
)

# %% [markdown]
# **Try it:** on the second table, the number above each card in your hand says what it counts. Add one.

# %% [markdown]
# ### Step 4. The house
#
# Whoever has put in the highest total becomes the house. You see what the others have, so the last to add
# knows what it takes.

# %% jupyter={"source_hidden": true}
rules.show("H2.4")

# %% jupyter={"source_hidden": true}
last = {
    "hands": ["3F 4O 5O 9S", "8O 3S 12H", "6S 1O 10F", "4S 9F 5H"],
    "pot": ["9O", "10O 7S", "13H 12F", "2O 11O"],
    "first": 1,
    "starter": "rotate",
}
position = HangIn.position(**last)
predict(
    position,
    asks.cards(
        "Ada has started, and you add the last card. With which of your cards are you the only house?",
        cards_that(lambda after: after.houses == (0,)),
        rule="H2.4",
        why=pot_with_each,
    ),
)

# %% [markdown]
# That the first card sets a suit for the pot is our ruling. With `pot_suit="none"` every card counts in full.

# %% jupyter={"source_hidden": true}
predict(
    HangIn.position(**last, pot_suit="none"),
    asks.seat(
        "The same cards in a pot without suit, and you add {5O}. Who is the house?",
        lambda state: state.after("5O").houses[0],
        rule="H2.3",
        why=lambda state: pot_in_words(state.after("5O")),
    ),
    another=lambda text: practice(HangIn(), "H2.4", text),
)

# %% [markdown]
# **Try it:** on the first table, add a card that makes you the house, or one that leaves it to Ada.
#
# Is it good to be the house? It alone can score. But the cards that made you the house are spent: they lie in
# the pot and score for nobody. Part 7 comes back to this.

# %% [markdown]
# ### Step 5. A tie for the house
#
# Those who tie for the highest total share the house. Part 3 says what happens then.

# %% jupyter={"source_hidden": true}
rules.show("H2.5")

# %% jupyter={"source_hidden": true}
predict(
    position,
    asks.choose(
        "You add {9S} as the last card. Who are the houses then?",
        ["You", "Ada", "Bo", "Cy"],
        lambda state: [["You", "Ada", "Bo", "Cy"][seat] for seat in sorted(state.after("9S").houses)],
        rule="H2.5",
        why=lambda state: pot_in_words(state.after("9S")),
    ),
    another=lambda text: practice(HangIn(), "H2.5", text),
)

# %% [markdown]
# **Try it:** press **Undo**, add the 9 of Social yourself, and play on. There are two houses, and only Bo
# and Cy are left to challenge them.

# %% [markdown]
# ### Step 6. A void round
#
# If all have the same total, all would be houses, and nobody would be left to play against. The host starts
# each round; a group may agree that the start goes round.

# %% jupyter={"source_hidden": true}
rules.show("H2.6", "H1.4")

# %% jupyter={"source_hidden": true}
level = HangIn.position(
    ["3F 4O 9S 10H", "5S 3S 13H", "4S 1O 10F", "4F 9F 5H"],
    pot=["7O", "10O 2O", "9O 6S", "8O 8F"],
    first=1,
    starter="rotate",
)
predict(
    level,
    asks.cards(
        "Ada, Bo and Cy have the same total, and you add the last card. With which card is the round void?",
        cards_that(lambda after: len(after.houses) == 4),
        rule="H2.6",
        why=pot_with_each,
    ),
    another=lambda text: practice(HangIn(), "H2.5", text),
)

# %% jupyter={"source_hidden": true}
predict(
    level,
    asks.seat(
        "In this game the start goes round, and Ada has started. You add {10H}, and the round is void. "
        "Who starts the next?",
        lambda state: state.after("10H").next_starter(),
        rule="H2.6",
    ),
)

# %% [markdown]
# **Try it:** on the first table, add the 10 of Hobby and press **Next round**. Or **Undo** it, and add
# another card.

# %% [markdown]
# ### Look inside: the pot in numbers
#
# Here the pot of Step 4 has been filled card by card. Below the table is the **inspector**. Its **State** is
# all that the program keeps: `pot_suit`, `slices`, and in `contest` what each seat has for the house. The
# line of **time** goes back to any moment; what the last move changed is marked.

# %% jupyter={"source_hidden": true}
start = HangIn.position(
    ["9O 3F 4O 5O 9S", "10O 7S 8O 3S 12H", "13H 12F 6S 1O 10F", "2O 11O 4S 9F 5H"], first=1, starter="rotate"
)
pot = Match(HangIn(), seed=seed("pot"), start=start, bots={1: "easy", 2: "normal", 3: "hard"})
for card in ("10O", "13H", "2O", "9O", "7S", "12F", "11O"):
    pot.play(card)
table = Table(pot)
table

# %%
Inspector(table)

# %% [markdown]
# Go back to the moment when each had added one card, and find `contest`.

# %% jupyter={"source_hidden": true}
predict(
    pot,
    asks.number(
        "What stood there, under contest, for Bo in seat 2, when each had added one card?",
        lambda _: in_halves(pot.state_at(4).contest[2]),
        why=lambda _: f"The fourth card of the pot is {{{pot.line_moves[3].move}}}: go back to that move.",
    ),
    title="Look inside",
).widget

# %% [markdown]
# The program counts in halves, so that nothing has to be rounded: for 6½ it keeps 13.

# %%
[pot.state_at(moment).contest for moment in range(8)]

# %% [markdown]
# ## Part 2. The house is challenged
#
# ### Step 7. Two cards more
#
# The house has to answer everybody, so it draws two cards. Nobody else sees them.

# %% jupyter={"source_hidden": true}
rules.show("H3.1")

# %% jupyter={"source_hidden": true}
position = HangIn.position(
    ["8O 7F 11S 5F", "4O 12H 6S", "6O 2F 8H", "9O 3F 13H"],
    pot=["10S", "9S 3O", "12F 5S", "6H 7S"],
    first=1,
    starter="rotate",
    stock="13S 2H",
)
predict(
    position,
    asks.cards_held(
        0,
        after=["11S"],
        text="You hold four cards. You add {11S}, the last card. How many do you hold then?",
        cite="H3.1",
    ),
)

# %% [markdown]
# **Try it:** find the two new cards in your hand: five, as four less one and two more. Only you see them.

# %% [markdown]
# ### Step 8. One challenge each
#
# The table players challenge one at a time, each once, for their own slice.

# %% jupyter={"source_hidden": true}
rules.show("H3.2")

# %% jupyter={"source_hidden": true}
position = HangIn.position(
    ["5S 9F 12H", "3S 6F 12F", "9S 10F 2H 13H 1O", "7S 4F 13F"],
    pot=["4O 7F", "6O 8S", "13O 11O", "9O 10H"],
)
predict(
    position,
    asks.who_moves(
        after=["5S", "9S", "3S", "10F"],
        text="Bo is the house. You challenge with {5S}, and Bo answers with {9S}. Ada challenges with {3S}, "
        "and Bo answers with {10F}. Whose turn is it?",
        cite="H3.2",
    ),
)

# %% jupyter={"source_hidden": true}
predict(
    position,
    asks.refused_by(
        "9F",
        after=["5S", "9S"],
        seat=0,
        among=("H3.2", "H3.3", "H3.4", "H3.7"),
        text="Bo has answered your {5S} with {9S}. You want to challenge once more, with {9F}. "
        "Which rule refuses that?",
    ),
)

# %% [markdown]
# **Try it:** play the round on, and watch in which order the others follow.

# %% [markdown]
# ### Step 9. The table card
#
# You challenge with any card you hold. Its suit is the suit of this challenge, whatever the suit of the pot
# was. You cannot win points here; what you can do is keep the house from winning them.

# %% jupyter={"source_hidden": true}
rules.show("H3.3")

# %% jupyter={"source_hidden": true}
position = HangIn.position(
    ["1O 7S 13F", "10S 4O 12F 9H 6S", "5O 3F 7H", "8O 10F 2H"],
    pot=["3S 6O", "12S 11S", "9S 2F", "8S 5H"],
)
predict(
    position,
    asks.which_moves(
        "1O",
        "7S",
        "13F",
        "1O 7S",
        "hold",
        text="Ada is the house, the suit of the pot was Social, and you challenge. Which of these moves "
        "may you make?",
    ),
)

# %% [markdown]
# **Try it:** challenge with one card. Then **Undo**, and see whether another does better.

# %% [markdown]
# ### Step 10. Match or beat
#
# The house claims the slice if its answer counts at least as much as the table card. It answers with one card
# in any case.

# %% jupyter={"source_hidden": true}
rules.show("H3.4")

# %% jupyter={"source_hidden": true}
position = HangIn.position(
    ["2S 5S 7S 13S 3F", "4O 10F", "9S 2F 11O", "8S 4F 1O"],
    pot=["12H 13O", "9H 1F", "3H 8O", "5H 6O"],
    challenges=["6S"],
)
predict(
    position,
    asks.cards(
        "You are the house, and Ada challenges with {6S}. Which of your cards claim the slice?",
        cards_that(you_claim),
        rule="H3.4",
        why=what_each_counts,
    ),
)

# %% [markdown]
# **Try it:** choose a card and look at the comparison in the middle before you play it.

# %% [markdown]
# ### Step 11. Another suit counts half
#
# You may answer with any suit. But a card outside the suit of the challenge counts half.

# %% jupyter={"source_hidden": true}
rules.show("H5.1")

# %% jupyter={"source_hidden": true}
position = HangIn.position(
    ["4F 6F 9O 10O 13H", "2O 12S", "10F 4O 8H", "9S 5O 3H"],
    pot=["12H 11H", "10S 7S", "9F 2H", "8F 1H"],
    challenges=["5F"],
)
predict(
    position,
    asks.cards(
        "Ada challenges with {5F}. Which of your cards claim?",
        cards_that(you_claim),
        rule=("H3.5", "H5.1"),
        why=what_each_counts,
    ),
)

# %% [markdown]
# **Try it:** answer with the 9 of Office, then **Undo** and do better.

# %% [markdown]
# ### Step 12. Double or triple?
#
# Here the source contradicts itself. In one place the house must play within the suit, or triple the table
# card's value. In another a card outside the suit counts half, so that double is enough. A case that the
# source gives, 8 of Office against 4 of Social, decides for us. The option `off_suit` has both readings.

# %% jupyter={"source_hidden": true}
rules.show("H3.5", examples=False)

# %% jupyter={"source_hidden": true}
predict(
    HangIn.position(
        ["3S 7O 8O 11O 12O", "2O 12H", "10S 4O 8H", "9S 5O 3H"],
        pot=["12F 11F", "10O 7S", "9F 2H", "6F 1H"],
        challenges=["4S"],
        off_suit=3,
    ),
    asks.cards(
        "On this table triple is asked for, and Ada challenges with {4S}. Which of your cards claim?",
        cards_that(you_claim),
        rule="H3.5",
        why=what_each_counts,
    ),
    another=lambda text: practice(HangIn(off_suit=3), "H3.5", text),
)

# %% [markdown]
# **Try it:** answer with the 8 of Office, then **Undo** and try the 12.

# %% [markdown]
# ### Step 13. What no card can beat
#
# In the suit only a higher card claims, and in another suit even a 13 counts no more than 6½. So the value of
# your table card decides how many cards can claim at all.

# %% jupyter={"source_hidden": true}
rules.show("H3.4", "H5.1")

# %% jupyter={"source_hidden": true}
position = HangIn.position(
    ["1S 7S 12S", "13S 13F 8H 5S 4O", "3S 6F 2H", "4H 8F 5H"],
    pot=["10O 6S", "13O 12O", "9O 4F", "3O 1F"],
)


def claiming(text, off_suit=2):
    """The cards that claim against a table card, as the rules judge the other 51."""
    game, table = HangIn(off_suit=off_suit), DECK.mask(text)
    answers = [1 << card for card in range(DECK.size) if 1 << card != table]
    return [answer for answer in answers if settle(game, 0, table, [(0, answer)])[0].points > 0]


predict(
    position,
    asks.number(
        "You challenge with {7S}. How many of the other 51 cards would claim?",
        lambda _: len(claiming("7S")),
        rule="H3.4",
        why=lambda _: (
            "They are "
            + ", ".join(f"{{{DECK.text(card)}}}" for card in claiming("7S"))
            + ". Even a 13 of another suit counts only "
            + f"{in_halves(worth(DECK.card('13H'), suit_of(DECK.card('7S')), HALF))}."
        ),
    ),
)

# %% [markdown]
# A low card is easy to claim against; a high card is hard to claim against, but pays more if it is claimed.


# %% jupyter={"source_hidden": true}
def paid(value, slice_points=16, held=5):
    """The points of the house on average, if its cards are any of the other 51 and it claims when it can."""
    chance = 1 - comb(51 - len(claiming(f"{value}S")), held) / comb(51, held)
    return chance * (slice_points + value) - (1 - chance)


predict(
    position,
    asks.choose(
        "Your slice is {10O} and {6S}. Say Ada's five cards are any five of the other 51, and Ada claims "
        "if one "
        "of them can. Which table card costs you the least on average?",
        ["1S", "7S", "12S"],
        lambda _: min(("1S", "7S", "12S"), key=lambda card: paid(int(card[:-1]))),
        rule=("H3.6", "H3.7"),
        why=lambda _: (
            "The house gets on average "
            + ", ".join(f"{paid(value):.1f} points against {{{value}S}}" for value in (1, 7, 12))
            + "."
        ),
    ),
)

# %% [markdown]
# That is the arithmetic of the house. A claim may bring 20 points, a lost slice costs only 1. What
# stops the house are cards from 7 upward, where no other suit helps. So everybody wants high cards twice: in
# the pot, to be the house, and in the hand, to claim or to keep others from claiming.
#
# **Try it:** challenge with the card that costs least. Ada holds what Ada holds, so a single try proves
# nothing.

# %% [markdown]
# ### Step 14. A claimed slice
#
# The house scores the two cards of that slice and the table card, all at full value. The other slices stay
# where they are.

# %% jupyter={"source_hidden": true}
rules.show("H3.6", "H3.9", "H5.2")

# %% jupyter={"source_hidden": true}
position = HangIn.position(
    ["4S 9S 2F 11H 13S", "1O 6H", "10S 4F 3H", "7F 2H 8S"],
    pot=["12O 6F", "11O 5S", "8F 12H", "3O 9H"],
    challenges=["3S"],
)
predict(
    position,
    asks.field_of(
        "scores",
        0,
        after=["4S"],
        text="In the pot lie eight cards. You answer Ada's {3S} with {4S}. How many points does that "
        "bring you?",
        cite="H3.9",
    ),
    another=lambda text: practice(HangIn(), "H3.6", text),
)

# %% [markdown]
# **Try it:** watch the track of points to 50, and play the round on.

# %% [markdown]
# ### Step 15. A lost slice
#
# A lost slice costs the house 1 point. Nobody gets its cards.

# %% jupyter={"source_hidden": true}
rules.show("H3.7", "H3.8")

# %% jupyter={"source_hidden": true}
position = HangIn.position(
    ["1O 2O 1F 2F 1H", "5S 7H", "10S 6S 8H", "11S 4S 13H"],
    pot=["13O 12O", "9O 3F", "8O 4F", "5O 6F"],
    challenges=["9S"],
)
predict(
    position,
    asks.field_of(
        "scores",
        0,
        after=["1O", "10S", "2O", "13H", "1F"],
        text="You hold nothing but 1s and 2s, and lose all three slices. What is your score after that?",
        cite="H3.7",
    ),
)

# %% [markdown]
# **Try it:** see where the cards of a lost slice lie, or **Undo** and lose otherwise.

# %% [markdown]
# ### Look inside: which card to spend
#
# An answer is spent. A better card than needed wins no more, and is missing later. You are the house, and Ada
# challenges with the 4 of Social; Bo and Cy are still to come.

# %% jupyter={"source_hidden": true}
position = HangIn.position(
    ["5S 12S 2F 11H 1H", "1O 6H", "9S 4F 3H", "7F 2H 8S"],
    pot=["12O 6F", "10O 7S", "8F 10H", "3O 9H"],
    challenges=["4S"],
)
table = Table(position, seed=seed("spend"), inspect=True)
table

# %% [markdown]
# Open **Moves**. It lists what you may play, and says of any other move why it is refused. Ask about `hold`,
# then about `5S 12S`.

# %% jupyter={"source_hidden": true}
predict(
    position,
    asks.refused_by(
        "hold",
        among=["H2.2", "H3.2", "H3.4", "H3.7"],
        text="To `hold` is to play no card. Which rule refuses that here?",
    ),
    title="Look inside",
).widget

# %% [markdown]
# Now open **Thinking**, where a computer player says what it thinks of each card.

# %% jupyter={"source_hidden": true}
predict(
    position,
    asks.choose(
        "What does a computer player of the level Hard answer with?",
        ["1H", "2F", "5S", "11H", "12S"],
        lambda state: str(bot(state.game, "hard").choose(state.view(0), Random("spend"))),
    ),
    title="Look inside",
).widget

# %% [markdown]
# **What if** goes further. It deals the cards that you cannot see in many ways, answers with each of your
# cards, and lets computer players play the round to its end. It knows no more than you do.

# %%
table.what_if("12S")

# %% [markdown]
# ## Part 3. More than one house
#
# ### Step 16. Each house answers
#
# If players tie for the house, each of them must answer each table card by itself.

# %% jupyter={"source_hidden": true}
rules.show("H4.1")

# %% jupyter={"source_hidden": true}
position = HangIn.position(
    ["6S 7O 10F 2H 13H", "4S 2F 3F", "9S 5S 1H 3H 1F", "4F 5F 4H"],
    pot=["12O 6F", "10O 7S", "11O 8H", "3O 2O"],
)
predict(
    position,
    asks.who_moves(
        after=["4S"],
        text="You and Bo are houses, and Ada challenges with {4S}. Who answers first?",
        cite="H4.1",
    ),
)

# %% jupyter={"source_hidden": true}
predict(
    position,
    asks.who_moves(
        after=["4S", "9S", "6S", "4F"],
        text="Bo answers with {9S}, you with {6S}. Then Cy challenges with {4F}. Who answers first now?",
        cite="H4.1",
    ),
)

# %% [markdown]
# **Try it:** Bo answers openly. Look at Bo's card before you answer yourself.

# %% [markdown]
# ### Step 17. The higher answer
#
# If both claim, they share. The higher answer takes the better card of the slice. The source does not say
# what becomes of the table card: by our ruling it goes with the better card.

# %% jupyter={"source_hidden": true}
rules.show("H4.2", "H4.6")

# %% jupyter={"source_hidden": true}
two = {
    "hands": ["7S 9O 12F 2H 13H", "10S 6S 1H 3H 1F", "2F 3F", "4F 5F 4H"],
    "pot": ["12O 8F", "13O 6H", "11O 8S", "3O 2O"],
    "challenges": ["5S"],
}
position = HangIn.position(**two)
predict(
    position,
    asks.field_of(
        "scores",
        1,
        after=["7S", "10S"],
        text="You and Ada are houses. Bo's slice is {11O} and {8S}, the table card {5S}. You answer with "
        "{7S}, "
        "Ada with {10S}. How many points does Ada get?",
        cite="H4.2",
    ),
)

# %% jupyter={"source_hidden": true}
predict(
    HangIn.position(**two, extra_card="none"),
    asks.field_of(
        "scores",
        1,
        after=["7S", "10S"],
        text='And with the option extra_card="none"? How many points does Ada get then?',
        cite="H4.6",
    ),
)

# %% [markdown]
# **Try it:** **Undo**. Which of your cards do you play, not knowing what Ada will do?

# %% [markdown]
# ### Step 18. Equal answers
#
# Answers are compared by what they count. If that is equal, the first to have played comes first.

# %% jupyter={"source_hidden": true}
rules.show("H4.3")

# %% jupyter={"source_hidden": true}
predict(
    position,
    asks.what_happens(
        "12F", "6S", text="Now you answer with {12F}, and Ada with {6S}. What does that lead to?"
    ),
)

# %% [markdown]
# **Try it:** **Undo**, and answer with the 12 of Family again. Ada may answer otherwise than in the question.

# %% [markdown]
# ### Step 19. Who fails, pays
#
# If only one house claims, it takes all. Each house that fails loses 1 point.

# %% jupyter={"source_hidden": true}
rules.show("H4.4", "H4.5")

# %% jupyter={"source_hidden": true}
predict(
    position,
    asks.event_rule(
        "9O",
        "6S",
        among=("H4.2", "H4.3", "H4.4", "H4.5"),
        text="You answer with {9O}, and Ada with {6S}. Which of these rules say what each of you gets?",
    ),
)

# %% [markdown]
# **Try it:** **Undo**, and do better.

# %% [markdown]
# ### Step 20. Three houses, and short slices
#
# With three houses there are not cards enough for all: the third claimant gets nothing, but loses nothing.
# And where players may hold back, a slice may have one card, or none.

# %% jupyter={"source_hidden": true}
rules.show("H4.7", "H4.8")

# %% jupyter={"source_hidden": true}
position = HangIn.position(
    ["10F 2S 9F 2H 13H", "10H 9S 1H 3H 1F", "6S 7S 6H 8F 7O", "4F 5F"],
    pot=["12O 8H", "13O 6F", "10O 12H", "11O 8S"],
    challenges=["5S"],
)
predict(
    position,
    asks.seat(
        "You, Ada and Bo are houses. You answer {5S} with {10F}, Ada with {10H}, Bo with {6S}. Which house "
        "gets nothing?",
        lambda state: played(state, ["10F", "10H", "6S"]).gained()[:3].index(0),
        rule="H4.7",
        why=lambda state: in_words(state, "10F", "10H", "6S", rule="H4.7"),
    ),
)

# %% jupyter={"source_hidden": true}
position = HangIn.position(
    ["7O 10F 2H 13H", "5S 1H 3H 1F", "2F 3F 7S", "4F 5F 2O 3O"],
    pot=["12O 6F", "11O 8H", "10O -", "- -"],
    challenges=["4S 6S 9S", "4H"],
    may_hold_back=True,
)
predict(
    position,
    asks.number(
        "Cy has added nothing to the pot, and challenges with {4H}. You answer with {13H}, and Ada with "
        "{3H}. "
        "How many points does that bring you?",
        lambda state: played(state, ["13H", "3H"]).gained()[0] - state.gained()[0],
        rule="H4.8",
        why=lambda state: in_words(state, "13H", "3H", rule="H4.8"),
    ),
)

# %% [markdown]
# **Try it:** play on. Is an empty slice worth a good card?

# %% [markdown]
# ### Look inside: back to a moment
#
# This round with two houses is over. **Events** tells what happened, move by move, with the rule of each
# line.


# %% jupyter={"source_hidden": true}
def two_houses():
    """A round with two houses, played to its end."""
    match = Match(
        HangIn(),
        seed=seed("two houses"),
        start=HangIn.position(**two),
        bots={1: "easy", 2: "normal", 3: "hard"},
    )
    for card in ("9O", "6S", "4H", "2H", "3H"):
        match.play(card)
    return match


shared = two_houses()
table = Table(shared, inspect=True)
table


# %% jupyter={"source_hidden": true}
def points_for(slice_of, seat):
    """How a seat got its points for a slice, as the events of the match have it."""
    settled = [e for e in shared.events if e.values.get("seat") == seat and "sum" in e.values]
    return settled[slice_of]


predict(
    shared,
    asks.choose(
        "By which rule did Ada get the points for Bo's slice, the first one?",
        ["H4.2", "H4.3", "H4.4", "H4.7"],
        lambda _: points_for(0, 1).rule,
        why=lambda _: points_for(0, 1).say(names=shared.names, reader=0),
    ),
    title="Look inside",
).widget

# %% [markdown]
# Now go back to the moment before you answered Bo's 5 of Social: move along the line of **time**, or choose
# a line of the events. Press **Play on from here** and answer otherwise. What happened before is kept, on a
# line of play of its own.

# %% jupyter={"source_hidden": true}
predict(
    shared.state_at(0),
    asks.cards(
        "Which of your cards would have claimed a share of Bo's slice there?",
        cards_that(lambda after: played(after, ["6S"]).gained()[0] >= 0),
        why=what_each_counts,
    ),
    title="Look inside",
).widget

# %% [markdown]
# The same in program: back to that moment, another answer on a new line, and the points of you and Ada there.

# %%
again = two_houses()
again.branch("another answer", 0)
again.play("7S")
again.play("6S")
again.state.gained()[:2]

# %% [markdown]
# ## Part 4. Points and the end
#
# ### Step 21. From round to round
#
# Points add up over the rounds, also those below zero.

# %% jupyter={"source_hidden": true}
rules.show("H6.2")

# %% jupyter={"source_hidden": true}
position = HangIn.position(
    ["8S 1S 3H", "11S 2H", "13S 5H", "12S 7F"],
    pot=["12O 13F", "9O 4H", "8O 1H", "7O 6H"],
    challenges=["5S 9S", "10F 2F", "6S"],
    scores=[27, 11, -2, 6],
    round=3,
)
predict(
    position,
    asks.field_of(
        "scores",
        0,
        after=["8S"],
        text="You have 27 points by now. Cy challenges with {6S}, and Cy's slice is {7O} and {6H}. You "
        "answer "
        "with {8S}. With how many points do you go into the next round?",
        cite="H6.2",
    ),
)

# %% [markdown]
# **Try it:** when the round is over, **Next round** deals new cards.

# %% [markdown]
# ### Step 22. Fifty points
#
# The first to reach the target wins. By our ruling this is tested after each slice; an option tests it at the
# end of the round.

# %% jupyter={"source_hidden": true}
rules.show("H6.1")

# %% jupyter={"source_hidden": true}
near = {
    "hands": ["5S 9S 2F 11H 13S", "1O 6H", "10S 4F 3H", "7F 2H 8S"],
    "pot": ["12O 6F", "10O 7S", "8F 12H", "3O 9H"],
    "challenges": ["4S"],
    "scores": [38, 44, 20, -1],
    "round": 7,
}
predict(
    HangIn.position(**near),
    asks.legal(
        "4F",
        seat=2,
        after=["5S"],
        text="You stand at 38 and claim Ada's slice with {5S}, which brings 21. Bo has not challenged yet. "
        "May Bo still challenge with {4F}?",
    ),
)

# %% jupyter={"source_hidden": true}
predict(
    HangIn.position(**near, target_check="round"),
    asks.legal(
        "4F",
        seat=2,
        after=["5S"],
        text='And with the option target_check="round"? May Bo still challenge?',
        cite="H6.1",
    ),
)

# %% [markdown]
# **Try it:** on the first table, read how the game ends.

# %% [markdown]
# ### Step 23. Two reach it at once
#
# Two houses can pass the target on the same slice.

# %% jupyter={"source_hidden": true}
rules.show("H6.1")

# %% jupyter={"source_hidden": true}
both = {
    "hands": ["6S 7O 10F 11S", "9S 5S 3H 1F", "2F 3F", "4F 5F"],
    "pot": ["12O 6F", "11O 8H", "3O 2O", "10O 7S"],
    "challenges": ["13S 2H 1H", "4S"],
    "scores": [47, 40, 3, 12],
    "round": 8,
}
predict(
    HangIn.position(**both),
    asks.who_wins(
        after=["6S", "9S"],
        text="You stand at 47, and Ada, the other house, at 40. You answer {4S} with {6S} and get 7 "
        "points, Ada "
        "with {9S} and gets 14. Who wins?",
    ),
)

# %% [markdown]
# **Try it:** **Undo**, and find the one answer that wins even if Ada answers with the 9.

# %% [markdown]
# ### Step 24. The limit
#
# A game can go on for long. So there is a limit of rounds, far away by default.

# %% jupyter={"source_hidden": true}
rules.show("H6.3")

# %% jupyter={"source_hidden": true}
predict(
    HangIn.position(
        ["1O 12H 3S", "5S 7H", "6S 8H", "11S 4S"],
        pot=["13O 12O", "9O 3F", "8O 4F", "5O 6F"],
        challenges=["13S 1S", "12F 2F", "9H"],
        scores=[-2, -1, 0, -1],
        round=3,
        max_rounds=3,
    ),
    asks.who_wins(
        after=["1O"],
        text="This is the last of three rounds. You stand at −2, Ada and Cy at −1, and Bo, who has never "
        "been "
        "the house, at 0. You answer Cy's {9H} with {1O}. Who wins?",
    ),
)

# %% [markdown]
# **Try it:** *Undo*, and win the game.

# %% [markdown]
# ### Step 25. Computer players
#
# A computer player gets what a person in its seat would see, and nothing else. Easy, Normal and Hard are more
# than names: one round is mostly luck, but over many games the better player must win more often.

# %% jupyter={"source_hidden": true}
rules.show("H7.1", "H7.2")

# %% jupyter={"source_hidden": true}
monday = Match(HangIn(), seed=seed("monday"), bots={1: "hard", 2: "normal", 3: "easy"})


def choices_of_ada(state, deals=5):
    """How many different cards Ada adds when all cards that Ada cannot see are dealt anew."""
    ada = bot(state.game, "hard")
    sight = state.after(state.moves()[0]).view(1)
    views = [sight.guess(Random(number)).view(1) for number in range(deals)]
    return len({ada.choose(view, Random("same thoughts")) for view in views})


predict(
    monday,
    asks.number(
        "You add a card, and Ada, a hard player, thinks. We deal all cards that Ada cannot see anew, five "
        "times. "
        "How many different cards does Ada add in the five deals?",
        choices_of_ada,
        rule="H7.1",
        why="What Ada can see is the same each time, and Ada knows nothing else.",
    ),
)


# %% jupyter={"source_hidden": true}
def won(stronger, weaker, games):
    """The share of games that the stronger level wins. Each deal is played twice, with the seats changed."""
    game, wins = HangIn(), 0
    for number in range(games):
        deal, turn = divmod(number, 2)
        seats = [stronger, weaker, stronger, weaker, stronger][turn : turn + 4]
        ranks = play_game(game, [bot(game, level) for level in seats], f"levels {deal}").ranks
        winners = [level for level, rank in zip(seats, ranks, strict=True) if rank == 1]
        wins += winners.count(stronger) / len(winners)
    return wins / games


games = 600
portion = won("normal", "easy", games)
margin = (portion * (1 - portion) / games) ** 0.5
spans = {"about 50": (0, 55), "about 60": (55, 65), "about 70": (65, 75), "more than 75": (75, 101)}
predict(
    monday,
    asks.choose(
        "Two Normal players sit with two Easy ones. How many of 100 games go to Normal?",
        list(spans),
        lambda _: next(name for name, (least, most) in spans.items() if least <= 100 * portion < most),
        rule="H7.2",
        why=lambda _: (
            f"Of {games} games {100 * portion:.0f} ± {100 * margin:.0f} of 100 went to a Normal player."
        ),
    ),
).widget

# %% [markdown]
# With equal players it would be 50. The number after ± is the standard error: luck moves such a result by
# about as much, and seldom by more than twice as much. Hard thinks for seconds in a game; the tests of this
# project play the games that show it ahead of Normal.
#
# **Try it:** on the table above, press **Hint**. It tells what Hard would do, and why. Then play as you like.

# %% [markdown]
# ### Look inside: what you know
#
# **Knowledge** shows where all 52 cards are, as one seat knows it. You are the house here and have drawn two
# cards.

# %% jupyter={"source_hidden": true}
position = HangIn.position(
    ["8O 7F 5F 13S 2H", "12H 6S", "6O 2F 8H", "9O 3F 13H"],
    pot=["10S 11S", "9S 3O", "12F 5S", "6H 7S"],
    first=1,
    challenges=["4O"],
    starter="rotate",
    stock="1F 12O",
)
table = Table(position, seed=seed("knowledge"), bots={1: "easy", 2: "normal", 3: "hard"}, inspect=True)
table

# %% jupyter={"source_hidden": true}
predict(
    position,
    asks.number(
        "How many of the 52 cards can you not see?",
        lambda state: state.view(0).unseen.bit_count(),
        why="They are the hands of Ada, Bo and Cy, and the stock.",
    ),
    title="Look inside",
).widget

# %% [markdown]
# Press **Show all cards**. This is a deliberate act, which the record of a game notes. Now the truth stands
# beside what a seat knows. Choose Ada's view.

# %% jupyter={"source_hidden": true}
predict(
    position,
    asks.number(
        "How many cards can Ada not see?",
        lambda state: state.view(1).unseen.bit_count(),
        why="They are your hand, the hands of Bo and Cy, and the stock.",
    ),
    title="Look inside",
).widget

# %% [markdown]
# ## Part 5. A whole game
#
# Now all together: a game to 50 points against an easy, a normal and a hard player. It takes some rounds. The
# table is yours as long as you like.
#
# - The slices of all players with their totals show who leads in the pot. The number above each card in your
#   hand says what it counts.
# - In a challenge the comparison between the two cards stands in the middle.
# - The track of points to 50 shows how far everybody is.
# - **Hint** says what Hard would do with your cards, and why. **Undo** takes you back to your last choice.
# - **Next round** deals the next cards.
# - **Rules** opens the whole rulebook. Each number in a box, as `H3.5`, opens its rule.
# - **New game** offers every option, three to five seats, names, levels, and a word for the deal.

# %% jupyter={"source_hidden": true}
Table(HangIn(), seed=seed("first game"), bots={1: "easy", 2: "normal", 3: "hard"})

# %% [markdown]
# All that a table does can be done in program. A match holds a game; `play` makes a move, written as its
# card; `advance` lets the computer players move until it is your turn; `log` tells what happened, as one
# seat saw it.

# %%
match = Match(HangIn(), seed=seed("monday"), bots={1: "easy", 2: "normal", 3: "hard"})
hand = match.state.moves()
match.play(hand[0])
match.advance()
match.log(0)

# %% [markdown]
# `check` asks without playing, `goto` goes back to any moment. Then another card can be tried.

# %%
match.goto(1)
print(match.check(f"{hand[0]} {hand[1]}"))
match.play(hand[-1])
match.advance()
match.log(0)[2:]

# %% [markdown]
# ## Part 6. Practice
#
# ### An exercise
#
# It is for you to fill the pot and to keep what you need. **Check** says how far you are, **Hint** tells one
# step more each time. The other three play as Easy does. The lines of the next cell are folded, as they hold
# a solution.


# %% jupyter={"source_hidden": true}
def all_claimed(match, seat):
    """Whether the house of this round is this seat alone, and has claimed all slices."""
    state = match.state
    if state.phase == "pot":
        return "The pot is not full."
    if state.houses != (seat,):
        return "You are not the only house."
    settled = state.challenges[: state.settled]
    claimed = sum(state.settlement(challenge)[0].points > 0 for challenge in settled)
    return claimed == 3 or f"Claimed so far: {claimed} of 3 slices."


exercise(
    "Add the last card of the pot so that you are the only house, and then claim all three slices.",
    HangIn.position(
        ["5S 9O 11H 12S", "2S 3S 4S", "8S 9S 10S", "7H 8H 9H"],
        pot=["10O", "7O 6F", "12F 4O", "13O 3F"],
        first=1,
        starter="rotate",
        stock="2F 1H",
    ),
    all_claimed,
    solution=["9O", "5S", "12S", "11H"],
    limit=4,
    hints=[
        "With which of your cards are you the house? What would each of them do as an answer?",
        "From 7 upward only its own suit claims. And in an answer the lowest card that claims is enough.",
        "Add {9O}. Answer the first challenge with {5S}, and keep {12S} and {11H} for the others.",
    ],
)

# %% [markdown]
# ### A drill
#
# Ten short questions about any rules of the game. What was answered wrong comes back at the end.

# %% jupyter={"source_hidden": true}
drill("hang-in", seed="practice")

# %% [markdown]
# ### How far you are
#
# Which rules you have answered in this session, and what is worth practising next. A rule is known when
# your first answers to two questions about it were right; asking again adds nothing. Run the cell again
# (Shift+Enter) to see it anew; `progress(keep=True)` keeps it in a file beside this notebook.

# %% tags=["nbval-ignore-output"]
progress()

# %% [markdown] tags=["program"]
# ### To hand in
#
# Where your teacher asks for it, write your name in the next cell, take the `#` away and run it. It writes
# one file beside this notebook, with your answers and games.

# %% tags=["program"]
# hand_in("your name")

# %% [markdown]
# ## Part 7. A first study
#
# How much should one put in to be the house? You sit with three Normal players, and a program plays for you.
# It plays like Normal too, but fills the pot in one of four ways: with your two lowest cards, as Normal
# would, with two cards drawn by lot, or with your two highest. Each way plays the same deals.


# %%
def one_round(way, seed, **options):
    """A round in which seat 0 fills the pot in its own way. Its total if it became the house, or else None,
    and the points that the round brought it."""
    game = HangIn(target_check="round", **options)  # so that the round is played to its end
    normal, chance = bot(game, "normal"), Random(seed)
    state = game.start()
    state.play(state.deal(chance))
    while state.phase in ("pot", "challenge", "answer"):
        if state.phase == "pot" and state.to_move == 0 and way != "as Normal":
            moves = state.moves()  # from the lowest card to the highest
            place = {"lowest": 0, "by lot": int(chance.random() * len(moves)), "highest": -1}[way]
            state.play(moves[place])
        else:
            state.play(normal.choose(state.view(state.to_move), chance))
    is_house = 0 in state.houses and state.table_players  # in a void round nobody is
    return (state.contest[0] / 2 if is_house else None), state.gained()[0]


# %% tags=["nbval-ignore-output"]
from handkit.simulate import progress_bar

rounds = 5000
ways = ("lowest", "as Normal", "by lot", "highest")
readings = {"double": {}, "triple": {"off_suit": 3}, "no pot suit": {"pot_suit": "none"}}
series = [(way, "double") for way in ways] + [("by lot", "triple"), ("by lot", "no pot suit")]
study = {}
with progress_bar(len(series) * rounds, "rounds") as advance:
    for way, reading in series:
        study[way, reading] = []
        for number in range(rounds):
            study[way, reading].append(one_round(way, f"study {number}", **readings[reading]))
            advance()


# %% jupyter={"source_hidden": true}
def share(yes):
    """How many of 100, and the standard error of that."""
    part = sum(yes) / len(yes)
    return 100 * part, 100 * (part * (1 - part) / len(yes)) ** 0.5


def mean(numbers):
    """The average, and its standard error."""
    middle = fsum(numbers) / len(numbers)
    return middle, (fsum((n - middle) ** 2 for n in numbers) / (len(numbers) - 1) / len(numbers)) ** 0.5


def profit(results):
    """How often the house of a series ends its round with more points than before."""
    return share([points > 0 for total, points in results if total is not None])


def per_round(results):
    """What a series brings on average."""
    return mean([points for _, points in results])


def found(results):
    """What a series of rounds says, in words."""
    return {
        "You are the house in": "{:.1f} ± {:.1f} of 100 rounds".format(
            *share([t is not None for t, _ in results])
        ),
        "Your house has a profit in": "{:.1f} ± {:.1f} of 100".format(*profit(results)),
        "Points a round": "{:.2f} ± {:.2f}".format(*per_round(results)),
    }


def best_way(of):
    """An answer for `asks.choose`: the way with the highest number."""
    return lambda _: max(ways, key=lambda way: of(study[way, "double"])[0])


def by_way(of, places):
    """The numbers of all ways, in words."""
    told = (
        f"{way} {number:.{places}f} ± {error:.{places}f}"
        for way in ways
        for number, error in [of(study[way, "double"])]
    )
    return f"{', '.join(told)}."


predict(
    monday,
    asks.choose(
        "With which way does your house most often end a round with more points than before?",
        list(ways),
        best_way(profit),
        why=f"Of 100 houses: {by_way(profit, 0)}",
    ),
).widget

# %% jupyter={"source_hidden": true}
predict(
    monday,
    asks.choose(
        "And which way brings you the most points a round?",
        list(ways),
        best_way(per_round),
        why=f"Points a round: {by_way(per_round, 2)}",
    ),
).widget

# %% [markdown]
# The number after ± is the standard error: about two times in three the true number lies within it, and
# nearly always within twice as much. So two numbers that differ by less than both their errors together
# may differ by luck alone.
#
# Do they say that whoever fights hardest for the house has bitten off more than they can chew? And is it the
# same with each reading of the rules? Here the lots are of use: nobody chose the cards for the pot, so a
# clever choice cannot be the reason for what we see.

# %%
reveal(*(computed(found(study["by lot", reading]), title=f"By lot, {reading}") for reading in readings))

# %% [markdown]
# And by the total with which you became the house: does a house that has put in more profit more often, or
# less? The chart shows it. The thin lines reach one standard error up and down.

# %%
spans = {"up to 13": (0, 13), "13½ to 16": (13.5, 16), "16½ to 19": (16.5, 19), "19½ and more": (19.5, 26)}
rows = []
for reading in ("double", "triple"):
    for span, (least, most) in spans.items():
        houses = [(total, points) for total, points in study["by lot", reading] if total is not None]
        profits = [points > 0 for total, points in houses if least <= total <= most]
        part, error = share(profits)
        rows.append(
            {"reading": reading, "total": span, "houses": len(profits), "share": part}
            | {"error": error, "low": part - error, "high": part + error}
        )

# %% tags=["nbval-ignore-output"]
bars = {
    "mark": "bar",
    "encoding": {
        "y": {"field": "share", "type": "quantitative", "title": "houses with a profit, of 100"},
        "color": {"field": "reading", "type": "nominal", "title": "another suit needs"},
    },
}
errors = {
    "mark": {"type": "rule", "color": "black"},
    "encoding": {"y": {"field": "low", "type": "quantitative"}, "y2": {"field": "high"}},
}
Chart(
    {
        "title": "Does it pay to be the house?",
        "width": 480,
        "data": {"values": rows},
        "encoding": {
            "x": {
                "field": "total",
                "type": "ordinal",
                "sort": list(spans),
                "title": "total with which it became the house",
                "axis": {"labelAngle": 0},
            },
            "xOffset": {"field": "reading", "type": "nominal"},
        },
        "layer": [bars, errors],
    }
)

# %% [markdown]
# Compare it with Step 13: the cards that make a high total are missing for the answers.
#
# **Try it:** change `rounds` to a larger number and run the cells again. How much smaller do the errors get
# with four times as many rounds? Or think of a fifth way to fill the pot.

# %% [markdown]
# ## Rules by number
#
# Every rule of the rulebook, and the step in which it is shown. The list is read from this notebook.

# %% jupyter={"source_hidden": true}
index("02-hang-in.ipynb", rules)

# %% [markdown]
# ## What to do next
#
# - The next lesson is [Reserves](03-reserves.ipynb), in which suits go in a circle.
# - Play the game of Part 5 until you win it against three players of level Hard, or sit down with friends: in
#   **New game** give each of you the choice *a person*.
# - Play with triple, or with holding back, and see whether you like it better.
# - Set up a position of your own with `HangIn.position(...)`, and ask `predict` about it.
# - Read the game as a program: `handkit/games/hang_in.py` goes from top to bottom, with the number of each
#   rule beside it.
