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
# This notebook teaches the card game Hang In, from nothing to a whole game against computer players.
# You play on tables that sit in the page. A table knows the rules: when a card cannot be played, it says
# why and names the rule.
#
# ## The game in short
#
# A round has two phases. First everybody puts two cards into a **pot**. Whoever has put in the most is the
# **house**, and alone can win points. The others are **table players**. Each has a **slice** of the pot, the
# two cards put in, and **challenges** the house for it with one more card. The house **answers** with a card
# of its own. If that is enough, it **claims** the slice and scores its cards. If not, it loses a point. The
# first with 50 points wins.
#
# ## How to use this notebook
#
# A notebook is a page of text with small pieces of program between, called cells.
#
# - Click on a cell and press **Shift+Enter**. It runs, shows its result below, and the next cell is marked.
# - Or run everything at once: menu *Run*, *Run All Cells*. This takes less than a minute. Then read from the
#   top and play as you go. You need not read the program lines.
# - On a table, a click or a tap chooses a card, and the button below plays it: **Add**, **Challenge with** or
#   **Answer with**. Keys: Tab goes into the table, arrow keys and the space bar choose, Enter plays, and `?`
#   shows all keys.
# - **If you see a picture in place of a table, or the words "Error displaying widget",** choose *Kernel*,
#   *Restart Kernel and Run All Cells*, and scroll up again.
# - **If a table has moved on before you looked at it,** choose *Settings* on it, *Same deal again*.
#
# Every step has an idea, the rules that say so, and a small position on a table. **Predict:** is a question.
# Decide on an answer before you click on the line that hides it: it is worked out by the rules as the cell
# runs. **Try it:** lets you play the position; a wrong move does no harm. Where the table would give the
# answer away, it comes only then. **Look inside:** is for the curious.
#
# A rule is **given** by the source of the game, or it is **our ruling** where the source is silent or
# contradicts itself. Some rulings have an option, so that you can play the other reading.
#
# You sit at the bottom, in seat 0. Computer players hold the other hands: Ada in seat 1, Bo in seat 2 and Cy
# in seat 3, clockwise from the left.
#
# The notebook of [President](01-president.ipynb) says more about cells, tables and keys.
#
# ### For teachers
#
# - The steps fill two lessons or more; Parts 1 to 3 are enough for a first game. The game is full of
#   halves and of small sums that decide something: let the class do them aloud before you open the answer.
# - `Table(position, open=True)` shows all hands. The same word as `seed` deals the same cards on every
#   machine.
# - No answer is written into this page. Change a position, run the cells again, and they are worked out anew.
# - Part 8 is a study with a chart: a question, many rounds, and how far luck may have moved the result.
# - The [last part](#Rules-by-number) lists every rule and the step that shows it.
#
# ### Contents
#
# - [Part 1. Before the first card](#Part-1.-Before-the-first-card)
# - [Part 2. The pot](#Part-2.-The-pot)
# - [Part 3. The house is challenged](#Part-3.-The-house-is-challenged)
# - [Part 4. More than one house](#Part-4.-More-than-one-house)
# - [Part 5. Points and the end](#Part-5.-Points-and-the-end)
# - [Part 6. Computer players](#Part-6.-Computer-players)
# - [Part 7. A whole game](#Part-7.-A-whole-game)
# - [Part 8. A first study](#Part-8.-A-first-study)
# - [Rules by number](#Rules-by-number)
# - [What to do next](#What-to-do-next)
#
# Run this cell first. It fetches what the others use.

# %%
from math import comb
from random import Random

from IPython.display import Markdown

from handkit import ONLOOKER, HangIn, Match, rulebook
from handkit.bots import bot
from handkit.games.hang_in import DECK, settle
from handkit.lesson import computed, drawn, each, index, played, reveal, story, thoughts, told, verdicts
from handkit.simulate import play_game
from handkit.table import Table

rules = rulebook("hang-in")
Markdown(rules.about)

# %% [markdown]
# ## Part 1. Before the first card
#
# ### Step 1. The cards
#
# Four suits, each with the plain numbers 1 to 13. There are no aces and no court cards.

# %%
rules.show("H1.1", "H1.2", "H1.3", "H1.5")

# %%
match = Match(HangIn(), seed="four friends")
Table(match.state)

# %% [markdown]
# **Predict:** four play with these 52 cards. How many does each hold, and how many are left for the stock?
# And which of these are cards at all: 13O, 1S, 14F?

# %%
position = HangIn.position(["13O 1S 5F 6F 7H", "2O 3O 4O 5O 6O", "2S 3S 4S 5S 6S", "8F 9F 10F 11F 12F"])
reveal(told(match.events[:1]), verdicts(position, "13O", "1S", "14F", title="Playing such a card"))

# %% [markdown]
# **Try it:** find the signs of the suits in your hand. A briefcase is Office, a bubble of speech Social, two
# people are Family, and a note is Hobby. In program a card is written as its number and a letter: `8O` is
# the 8 of Office.
#
# **Look inside:** how many cards each player holds, and the stock, with three, four and five players.

# %%
deals = {players: Match(HangIn(players=players), seed="four friends").state for players in (3, 4, 5)}
{players: (state.counts, len(state.stock)) for players, state in deals.items()}

# %% [markdown]
# ### Step 2. Who starts
#
# The host starts, in seat 0. A group may agree that the start goes round.

# %%
rules.show("H1.4")

# %%
Table(HangIn(starter="rotate"), seed="who starts")

# %% [markdown]
# **Predict:** who starts the first three rounds, by default and with `starter="rotate"`?


# %%
def starts(choice):
    match = Match(HangIn(starter=choice), seed="who starts", bots=dict.fromkeys(range(4), "easy"))
    match.finish()
    return [event for event in match.events if event.rule == "H1.4"][:3]


reveal(*(told(starts(choice), title=f'starter="{choice}"') for choice in ("host", "rotate")))

# %% [markdown]
# **Try it:** add a card to the pot. Choose *New game* on the table: every option stands there with its rule.

# %% [markdown]
# ## Part 2. The pot
#
# ### Step 3. Twice round
#
# Everybody adds one card to the pot, face up, and then everybody adds another.

# %%
rules.show("H2.1")

# %%
pot = {
    "hands": ["4O 9S 11H 2F", "8O 5S 10F 1S", "13O 2S 4H 7F", "1O 7S 6H 8F"],
    "pot": ["6O", "3O", "9H", "12F"],
}
position = HangIn.position(**pot)
Table(position)

# %% [markdown]
# **Predict:** each has added one card, and it is your turn again. May you add two cards at once? May Ada add
# a card before you do?

# %%
reveal(
    verdicts(position, "11H", "4O 9S", title="Your moves"),
    verdicts(position, "8O", seat=1, title="Ada, before you"),
)

# %% [markdown]
# **Try it:** try to choose two cards: the second takes the place of the first. Then add one.
#
# **Look inside:** whose turn it is now, and after each of the next three cards, by seat.

# %%
cards = ["11H", "8O", "13O"]
[played(position, cards[:number]).to_move for number in range(4)]

# %% [markdown]
# ### Step 4. Holding back
#
# The source says that each player adds "up to" two cards, and elsewhere that a slice has two. By our ruling
# you must add two; an option plays the other reading.

# %%
rules.show("H2.2")

# %% [markdown]
# **Predict:** you would like to keep your four cards for later. May you add nothing? Answer for both
# readings.

# %%
reveal(
    *(
        verdicts(
            HangIn.position(**pot, may_hold_back=allowed), "hold", "2F", title=f"may_hold_back={allowed}"
        )
        for allowed in (False, True)
    ),
    story(HangIn.position(**pot, may_hold_back=True), "hold", title="Where it is allowed"),
)

# %%
Table(HangIn.position(**pot, may_hold_back=True))

# %% [markdown]
# **Try it:** on this table you may hold back. Do it: you then have a slice of one card, and one card more in
# your hand.

# %% [markdown]
# ### Step 5. The suit of the pot
#
# The first card of all sets the suit of the pot. Cards of other suits count half toward the house.

# %%
rules.show("H2.3", "H5.1")

# %%
position = HangIn.position(["3O 9H 12S 5F 7S", "12F 1S 4H 8O 2S", "5O 4S 6H 9F 10S", "11H 2O 3F 13S 7F"])
Table(position)

# %% [markdown]
# **Predict:** you add the 3 of Office, Ada the 12 of Family, Bo the 5 of Office, Cy the 11 of Hobby. Who has
# most so far? And who, if you begin with the 12 of Social?

# %%
others = ["12F", "5O", "11H"]
reveal(
    story(position, "3O", *others, title="You begin with the 3 of Office"),
    story(position, "12S", *others, title="You begin with the 12 of Social"),
)

# %% [markdown]
# **Try it:** the number above each card in your hand says what it counts. Add a card, and watch what the
# others' cards count.
#
# **Look inside:** the program counts in halves, so that nothing has to be rounded.

# %%
played(position, ["3O", *others]).contest

# %% [markdown]
# ### Step 6. The house
#
# Whoever has put in the highest total becomes the house. You see what the others have, so the last to add
# knows what it takes.

# %%
rules.show("H2.4", examples=False)

# %%
last = {
    "hands": ["3F 4O 5O 9S", "8O 3S 12H", "6S 1O 10F", "4S 9F 5H"],
    "pot": ["9O", "10O 7S", "13H 12F", "2O 11O"],
    "first": 1,
    "starter": "rotate",
}
position = HangIn.position(**last)
Table(position)

# %% [markdown]
# **Predict:** Ada has started with the 10 of Office and is at 13½ with the 7 of Social. You are at 9 and add
# the last card. Who is the house if you add the 4 of Office? The 5 of Office?

# %%
reveal(each(position, "4O", "5O", seat=0))

# %% [markdown]
# **Try it:** look at the slices of all players with their totals. Add a card that makes you the house, or
# one that leaves it to Ada. (The house then draws two cards; Step 10 says why.)
#
# Is it good to be the house? It alone can score. But the cards that made you the house are spent: they lie
# in the pot and score for nobody. Part 8 comes back to this.

# %% [markdown]
# ### Step 7. A pot without suit
#
# The half value is given for cards outside the current suit. That the first card sets the suit of the pot is
# our ruling. With `pot_suit="none"` every card counts in full.

# %%
rules.show("H2.3", "H2.4")

# %% [markdown]
# **Predict:** the cards of Step 6 once more, and you add the 5 of Office. Who is the house where there is no
# suit?

# %%
reveal(
    *(
        each(HangIn.position(**last, pot_suit=choice), "5O", seat=0, title=f'pot_suit="{choice}"')
        for choice in ("first", "none")
    )
)

# %%
Table(HangIn.position(**last, pot_suit="none"))

# %% [markdown]
# **Try it:** compare the totals of the slices with those in Step 6.

# %% [markdown]
# ### Step 8. A tie for the house
#
# Who ties for the highest total shares the house. Part 4 says what happens then.

# %%
rules.show("H2.5")

# %%
position = HangIn.position(**last)
Table(position)

# %% [markdown]
# **Predict:** the position of Step 6 again. One of your cards makes you and Ada tie. Which one?

# %%
reveal(each(position, "3F", "4O", "5O", "9S", seat=0))

# %% [markdown]
# **Try it:** add that card. Two houses, and only Bo and Cy are left to challenge them.

# %% [markdown]
# ### Step 9. A void round
#
# If all have the same total, all would be houses, and nobody would be left to play against.

# %%
rules.show("H2.6")

# %%
position = HangIn.position(
    ["3F 4O 9S 10H", "5S 3S 13H", "4S 1O 10F", "4F 9F 5H"],
    pot=["7O", "10O 2O", "9O 6S", "8O 8F"],
    first=1,
    starter="rotate",
)
Table(position)

# %% [markdown]
# **Predict:** Ada, Bo and Cy have 12 each, and you have 7. What happens if you add the 10 of Hobby? Who
# starts the next round, when the start goes round?

# %%
void = position.after("10H")
next_deal = str(void.deal(Random("next")))
reveal(story(position, "10H", title="You add the 10 of Hobby"), story(void, next_deal, title="Then"))

# %% [markdown]
# **Try it:** add the 10 of Hobby and press **Next round**, or **Undo** it and add another card.

# %% [markdown]
# ## Part 3. The house is challenged
#
# ### Step 10. Two cards more
#
# The house has to answer everybody, so it draws two cards.

# %%
rules.show("H3.1")

# %%
position = HangIn.position(
    ["8O 7F 11S 5F", "4O 12H 6S", "6O 2F 8H", "9O 3F 13H"],
    pot=["10S", "9S 3O", "12F 5S", "6H 7S"],
    first=1,
    starter="rotate",
    stock="13S 2H",
)
Table(position)

# %% [markdown]
# **Predict:** you add the 11 of Social and are the house. How many cards do you hold then? What does Ada see
# of the cards you draw?

# %%
after = position.after("11S")
reveal(
    story(position, "11S", seat=0, title="What you see", reader=None),
    story(position, "11S", seat=1, title="What Ada sees", reader=None),
    computed({"Cards in the four hands then": after.counts}),
)

# %% [markdown]
# **Try it:** add the 11 of Social and find the two new cards in your hand.

# %% [markdown]
# ### Step 11. One challenge each
#
# The table players challenge one at a time, each once, for their own slice.

# %%
rules.show("H3.2")

# %% [markdown]
# **Predict:** Bo is the house, and you have started. Who challenges first? May Ada? May Bo? And you, once Bo
# has answered you: may you challenge again?

# %%
position = HangIn.position(
    ["5S 9F 12H", "3S 6F 12F", "9S 10F 2H 13H 1O", "7S 4F 13F"],
    pot=["4O 7F", "6O 8S", "13O 11O", "9O 10H"],
)

answered = played(position, ["5S", "9S"])
reveal(
    verdicts(position, "5S", title="You"),
    verdicts(position, "3S", seat=1, title="Ada, before you"),
    verdicts(position, "10F", seat=2, title="Bo, the house"),
    verdicts(answered, "9F", seat=0, title="You, once more"),
)

# %%
Table(position)

# %% [markdown]
# **Try it:** challenge, and watch in which order the others follow.
#
# **Look inside:** the table players by seat, in their order.

# %%
position.tables

# %% [markdown]
# ### Step 12. The table card
#
# You challenge with any card you hold. Its suit is the suit of this challenge, whatever the suit of the pot
# was.

# %%
rules.show("H3.3")

# %% [markdown]
# **Predict:** Ada is the house, and the suit of the pot was Social. You hold the 1 of Office, the 7 of Social
# and the 13 of Family. With which of them may you challenge? With two at once? May you hold back? And what
# would Ada need against each card?

# %%
position = HangIn.position(
    ["1O 7S 13F", "10S 4O 12F 9H 6S", "5O 3F 7H", "8O 10F 2H"],
    pot=["3S 6O", "12S 11S", "9S 2F", "8S 5H"],
)
reveal(
    verdicts(position, "1O", "7S", "13F", "1O 7S", "hold", title="Your moves"),
    each(position, "1O", "7S", "13F", title="What claims"),
)

# %% [markdown]
# **Try it:** challenge. You cannot win points here; what you can do is keep Ada from winning them.

# %%
Table(position)

# %% [markdown]
# ### Step 13. Match or beat
#
# The house claims the slice if its answer counts at least as much as the table card. It answers with one
# card in any case.

# %%
rules.show("H3.4")

# %% [markdown]
# **Predict:** you are the house, and Ada challenges with the 6 of Social. You hold the 2, 5, 7 and 13 of
# Social. Which of them claim? May you hold back, or play two cards that are 7 together?

# %%
position = HangIn.position(
    ["2S 5S 7S 13S 3F", "4O 10F", "9S 2F 11O", "8S 4F 1O"],
    pot=["12H 13O", "9H 1F", "3H 8O", "5H 6O"],
    challenges=["6S"],
)
reveal(each(position, "2S", "5S", "7S", "13S"), verdicts(position, "hold", "2S 5S", title="Other moves"))

# %% [markdown]
# **Try it:** choose a card and look at the comparison between the two cards before you play it.

# %%
Table(position)

# %% [markdown]
# ### Step 14. Another suit counts half
#
# You may answer with any suit. But a card outside the suit of the challenge counts half.

# %%
rules.show("H3.5", "H5.1")

# %% [markdown]
# **Predict:** Ada challenges with the 5 of Family. You hold the 4 and the 6 of Family and the 9 and the 10 of
# Office. Which of them claim?

# %%
position = HangIn.position(
    ["4F 6F 9O 10O 13H", "2O 12S", "10F 4O 8H", "9S 5O 3H"],
    pot=["12H 11H", "10S 7S", "9F 2H", "8F 1H"],
    challenges=["5F"],
)
reveal(each(position, "4F", "6F", "9O", "10O"))

# %% [markdown]
# **Try it:** the number above each card in your hand says what it counts here. Answer with the 10 of Office.

# %%
Table(position)

# %% [markdown]
# ### Step 15. Double or triple?
#
# Here the source of the game contradicts itself. In one place it says that the house must play within the
# suit, or triple the table card's value. In another place it says that a card outside the suit counts half,
# so that double is enough. And it gives a case: against a 4 of Social the house needs an 8 of Office or
# higher. The option `off_suit` has both readings.

# %%
rules.show("H3.5", examples=False)

# %% [markdown]
# **Predict:** Ada challenges with the 4 of Social, and you hold the 7, 8, 11 and 12 of Office. Which of them
# claim with double, and which with triple? Which reading agrees with the case that the source gives?

# %%
case = {
    "hands": ["3S 7O 8O 11O 12O", "2O 12H", "10S 4O 8H", "9S 5O 3H"],
    "pot": ["12F 11F", "10O 7S", "9F 2H", "6F 1H"],
    "challenges": ["4S"],
}
double, triple = (HangIn.position(**case, off_suit=times) for times in (2, 3))

office = ("7O", "8O", "11O", "12O")
lowest = {
    f"Lowest card of Office that claims, off_suit={state.game.off_suit}": next(
        card for card in office if state.after(card).scores[0] > 0
    )
    for state in (double, triple)
}
reveal(
    each(double, *office, title="Double: off_suit=2"),
    each(triple, *office, title="Triple: off_suit=3"),
    computed(lowest, title="Against the 4 of Social"),
)

# %% [markdown]
# The source's case comes out right with one of the two only. So that one is our default, and we say openly
# that it is a ruling.
#
# **Try it:** on this table triple is asked for. Answer with the 8 of Office, then **Undo** and try the 12.

# %%
Table(triple)

# %% [markdown]
# ### Step 16. What no card can beat
#
# In the suit only a higher card claims. In another suit even a 13 counts no more than 6½. So the value of a
# table card decides how many cards can claim at all.

# %%
rules.show("H3.4", "H5.1")

# %% [markdown]
# **Predict:** you challenge with the 6 of Social, the 7 of Social or the 13 of Hobby. How many of the other
# 51 cards claim against each?


# %%
position = HangIn.position(
    ["6S 7S 13H", "12S 13F 8H 5S 4O", "3S 6F 2H", "1S 8F 5H"],
    pot=["2O 3O", "13O 12O", "9O 4F", "10O 1F"],
)


def claiming(text, off_suit=2):
    """The cards that claim against a table card, as the rules judge the other 51."""
    game, table = HangIn(off_suit=off_suit), DECK.mask(text)
    answers = [1 << card for card in range(DECK.size) if 1 << card != table]
    return [answer for answer in answers if settle(game, 0, table, [(0, answer)])[0].points > 0]


reveal(
    computed({f"Cards that claim against {text}": len(claiming(text)) for text in ("6S", "7S", "13H")}),
    each(position, "6S", "7S", "13H"),
)

# %% [markdown]
# **Try it:** challenge with the 7 and see whether Ada claims.

# %%
Table(position)

# %% [markdown]
# **Look inside:** the same for every value, with double and with triple. From which value on does no other
# suit help?

# %%
{times: [len(claiming(f"{value}S", times)) for value in range(1, 14)] for times in (2, 3)}

# %% [markdown]
# ### Step 17. A claimed slice
#
# The house scores the two cards of that slice and the table card, all at full value. The other slices stay
# where they are.

# %%
rules.show("H3.6", "H3.9", "H5.2")

# %% [markdown]
# **Predict:** in the pot lie eight cards. Ada's 5 of Social counted only 2½ there. You answer Ada's 3 of
# Social with your 4. How many points is that? And how many, if Bo then challenges with the 3 of Hobby and you
# answer with the 11?

# %%
position = HangIn.position(
    ["4S 9S 2F 11H 13S", "1O 6H", "10S 4F 3H", "7F 2H 8S"],
    pot=["12O 6F", "11O 5S", "8F 12H", "3O 9H"],
    challenges=["3S"],
)
reveal(
    story(position, "4S", title="Ada's slice"),
    story(position.after("4S"), "3H", "11H", title="Bo's slice"),
)

# %% [markdown]
# **Try it:** claim Ada's slice, and watch the track of points to 50.

# %%
Table(position)

# %% [markdown]
# ### Step 18. A lost slice
#
# A lost slice costs the house 1 point. Nobody gets its cards.

# %%
rules.show("H3.7", "H3.8")

# %%
position = HangIn.position(
    ["1O 2O 1F 2F 1H", "5S 7H", "10S 6S 8H", "11S 4S 13H"],
    pot=["13O 12O", "9O 3F", "8O 4F", "5O 6F"],
    challenges=["9S"],
)
Table(position)

# %% [markdown]
# **Predict:** you have put your 13 and your 12 into the pot, and you hold nothing but 1s and 2s. You lose all
# three slices. What are the four scores at the end of the round?

# %%
reveal(story(position, "1O", "10S", "2O", "13H", "1F"))

# %% [markdown]
# **Try it:** answer, and see what happens to the cards.

# %% [markdown]
# ### Step 19. The cheapest card that claims
#
# An answer is spent. A better card than needed wins no more, and is missing later.

# %%
rules.show("H3.6", "H3.8")

# %%
position = HangIn.position(
    ["5S 12S 2F 11H 1H", "1O 6H", "9S 4F 3H", "7F 2H 8S"],
    pot=["12O 6F", "10O 7S", "8F 10H", "3O 9H"],
    challenges=["4S"],
)
Table(position)

# %% [markdown]
# **Predict:** against Ada's 4 of Social both your 5 and your 12 claim. Say Bo challenges with the 9 of
# Social after that. How many points have you in the end if you spend the 12 first, and how many if the 5?

# %%
reveal(
    story(position, "12S", "9S", "5S", title="First the 12"),
    story(position, "5S", "9S", "12S", title="First the 5"),
)

# %% [markdown]
# **Try it:** play the round to its end. You have five cards for three answers: which two can you do without?

# %% [markdown]
# ### Step 20. What a table card costs
#
# Table players want the house to score little. A low card is easy to claim against; a high card is hard to
# claim against, but pays more.

# %%
rules.show("H3.6", "H3.7")

# %%
position = HangIn.position(
    ["1S 6S 12S", "13S 13F 8H 5S 4O", "3S 6F 2H", "7H 8F 5H"],
    pot=["10O 7S", "13O 12O", "9O 4F", "3O 1F"],
)
Table(position)

# %% [markdown]
# **Predict:** your slice is 10 and 7. You may challenge with a 1, a 6 or a 12 of Social. Say Ada's five cards
# are any five of the other 51, and Ada claims if one of them can. Which card costs you the least on average?


# %%
def average(value, slice_points=17, held=5):
    """The chance that one of the house's cards claims, and the points that the house gets on average."""
    fit = len(claiming(f"{value}S"))
    chance = 1 - comb(51 - fit, held) / comb(51, held)
    return chance, chance * (slice_points + value) - (1 - chance)


averages = {value: average(value) for value in range(1, 14)}
reveal(
    computed(
        {
            f"Against {value}S": f"claimed in {chance:.0%}, for the house {points:+.1f} points on average"
            for value, (chance, points) in averages.items()
            if value in (1, 6, 12)
        }
    )
)

# %% [markdown]
# That is the arithmetic of the house. A claim brings 20 points and more, a lost slice costs only 1. What
# stops the house are cards from 7 upward, where no other suit helps. So everybody wants high cards twice: in
# the pot, to be the house, and in the hand, to claim or to keep others from claiming. Spend them on the one
# and they are missing for the other.
#
# **Try it:** challenge with the card that costs least. Ada holds what Ada holds, so a single try proves
# nothing.
#
# **Look inside:** the average for all values from 1 to 13.

# %%
[round(points, 1) for chance, points in averages.values()]

# %% [markdown]
# ## Part 4. More than one house
#
# ### Step 21. Each house answers
#
# If players tie for the house, each of them must answer each table card by itself.

# %%
rules.show("H4.1")

# %% [markdown]
# **Predict:** you and Bo are houses with 15 each, and Ada challenges. Who answers first, you or Bo? And when
# Cy challenges later?

# %%
position = HangIn.position(
    ["6S 7O 10F 2H 13H", "2F 3F", "9S 5S 1H 3H 1F", "4F 5F 4H"],
    pot=["12O 6F", "10O 7S", "11O 8H", "3O 2O"],
    challenges=["4S"],
)

later = played(position, ["9S", "6S", "4F"])
reveal(
    verdicts(position, "6S", seat=0, title="You, when Ada has challenged"),
    verdicts(position, "9S", seat=2, title="Bo, when Ada has challenged"),
    verdicts(later, "10F", seat=0, title="You, when Cy has challenged"),
    verdicts(later, "1F", seat=2, title="Bo, when Cy has challenged"),
)

# %%
Table(position)

# %% [markdown]
# **Try it:** Bo answers openly. Look at Bo's card before you answer yourself.
#
# **Look inside:** the order of the answers to each table player.

# %%
{seat: position.answering(seat) for seat in position.tables}

# %% [markdown]
# ### Step 22. The higher answer
#
# If both claim, they share. The higher answer takes the better card of the slice, and the table card with
# it.

# %%
rules.show("H4.2", "H4.6")

# %%
two = {
    "hands": ["7S 9O 12F 2H 13H", "10S 6S 1H 3H 1F", "2F 3F", "4F 5F 4H"],
    "pot": ["12O 8F", "13O 6H", "11O 8S", "3O 2O"],
    "challenges": ["5S"],
}
position = HangIn.position(**two)
Table(position)

# %% [markdown]
# **Predict:** you and Ada are houses. Bo's slice is the 11 of Office and the 8 of Social, the table card the
# 5 of Social. You answer with the 7 of Social, Ada with the 10. How many points for each?

# %%
reveal(story(position, "7S", "10S"))

# %% [markdown]
# **Try it:** you answer first. Which of your cards would you play, not knowing what Ada will do?

# %% [markdown]
# ### Step 23. Equal answers
#
# Answers are compared by what they count. If that is equal, the first to have played comes first.

# %%
rules.show("H4.3")

# %%
Table(position)

# %% [markdown]
# **Predict:** now you answer with the 12 of Family, and Ada with the 6 of Social. Who takes the better card?

# %%
reveal(story(position, "12F", "6S"))

# %% [markdown]
# **Try it:** answer with the 12 of Family. Ada may answer otherwise than in the question.

# %% [markdown]
# ### Step 24. Who fails, pays
#
# If only one house claims, it takes all. Each house that fails loses 1 point.

# %%
rules.show("H4.4", "H4.5")

# %%
Table(position)

# %% [markdown]
# **Predict:** you answer with the 9 of Office. What does each of you get if Ada answers with the 6 of Social?
# With the 1 of Hobby?

# %%
reveal(
    story(position, "9O", "6S", title="Ada answers with the 6 of Social"),
    story(position, "9O", "1H", title="Ada answers with the 1 of Hobby"),
)

# %% [markdown]
# **Try it:** answer with the 9 of Office, then **Undo** and do better.

# %% [markdown]
# ### Step 25. The table card
#
# The source does not say what becomes of the table card when two houses share. By our ruling it goes with
# the better card. An option lets it score for nobody.

# %%
rules.show("H4.6")

# %%
Table(HangIn.position(**two, extra_card="none"))

# %% [markdown]
# **Predict:** the answers of Step 22 once more, 7 and 10 of Social. And then the 9 of Office and the 6 of
# Social, where only Ada claims. What changes with `extra_card="none"`?

# %%
reveal(
    *(
        story(HangIn.position(**two, extra_card=choice), *answers, title=f'extra_card="{choice}", {said}')
        for answers, said in ((("7S", "10S"), "both claim"), (("9O", "6S"), "only Ada claims"))
        for choice in ("higher", "none")
    )
)

# %% [markdown]
# **Try it:** on this table the 5 of Social scores for nobody.

# %% [markdown]
# ### Step 26. Three houses
#
# With three houses there are not cards enough for all. The third claimant gets nothing, but loses nothing.

# %%
rules.show("H4.7")

# %%
position = HangIn.position(
    ["10F 2S 9F 2H 13H", "10H 9S 1H 3H 1F", "6S 7S 6H 8F 7O", "4F 5F"],
    pot=["12O 8H", "13O 6F", "10O 12H", "11O 8S"],
    challenges=["5S"],
)
Table(position)

# %% [markdown]
# **Predict:** you, Ada and Bo are houses with 16 each. Cy's slice is 11 and 8, the table card the 5 of
# Social. You answer with the 10 of Family, Ada with the 10 of Hobby, Bo with the 6 of Social. Who gets what?

# %%
reveal(story(position, "10F", "10H", "6S"))

# %% [markdown]
# **Try it:** you answer first. Which of your cards counts most here?

# %% [markdown]
# ### Step 27. Short slices
#
# Where players may hold back, a slice may have one card, or none.

# %%
rules.show("H4.8")

# %%
position = HangIn.position(
    ["6S 7O 10F 2H 13H", "9S 5S 1H 3H 1F", "2F 3F 7S", "4F 5F 4H 2O 3O"],
    pot=["12O 6F", "11O 8H", "10O -", "- -"],
    challenges=["4S"],
    may_hold_back=True,
)
Table(position)

# %% [markdown]
# **Predict:** Bo has added only the 10 of Office, and Cy nothing. You answer Bo's 4 of Social with your 6,
# Ada with the 9. Then Cy challenges with the 4 of Hobby, you answer with the 13 and Ada with the 3. Who gets
# what?

# %%
reveal(
    story(position, "6S", "9S", title="Bo's slice of one card"),
    story(played(position, ["6S", "9S"]), "4H", "13H", "3H", title="Cy's empty slice"),
)

# %% [markdown]
# **Try it:** play on. Is an empty slice worth a good card?

# %% [markdown]
# ## Part 5. Points and the end
#
# ### Step 28. From round to round
#
# Points add up over the rounds, also those below zero.

# %%
rules.show("H6.2")

# %%
position = HangIn.position(
    ["8S 1S 3H", "11S 2H", "13S 5H", "12S 7F"],
    pot=["12O 13F", "9O 4H", "8O 1H", "7O 6H"],
    challenges=["5S 9S", "10F 2F", "6S"],
    scores=[27, 11, -2, 6],
    round=3,
)
Table(position)

# %% [markdown]
# **Predict:** you were at 10 points before this round. You have claimed Ada's slice and lost Bo's. Cy
# challenges with the 6 of Social, and Cy's slice is 7 and 6. What are the four scores after the 8 of Social?
# After the 1 of Social?

# %%
reveal(each(position, "8S", "1S"))

# %% [markdown]
# **Try it:** answer. When the round is over, **Next round** deals new cards.
#
# **Look inside:** what this round has brought so far, by seat.

# %%
position.gained()

# %% [markdown]
# ### Step 29. Fifty points
#
# The first to reach the target wins. By our ruling this is tested after each slice; an option tests it at
# the end of the round.

# %%
rules.show("H6.1")

# %%
near = {
    "hands": ["5S 9S 2F 11H 13S", "1O 6H", "10S 4F 3H", "7F 2H 8S"],
    "pot": ["12O 6F", "10O 7S", "8F 12H", "3O 9H"],
    "challenges": ["4S"],
    "scores": [38, 44, 20, -1],
    "round": 7,
}
Table(HangIn.position(**near))

# %% [markdown]
# **Predict:** you stand at 38 and claim Ada's slice, which brings 21. Bo has not challenged yet. May Bo still
# do so? And with `check="round"`? And if you had agreed on 60 points?

# %%
by_slice, by_round, to_sixty = (
    HangIn.position(**near, **options) for options in ({}, {"check": "round"}, {"target": 60})
)
reveal(
    story(by_slice, "5S", title="You claim"),
    verdicts(by_slice.after("5S"), "4F", seat=2, title="Bo challenges then"),
    verdicts(by_round.after("5S"), "4F", seat=2, title='Bo challenges then, with check="round"'),
    verdicts(to_sixty.after("5S"), "4F", seat=2, title="Bo challenges then, with target=60"),
)

# %% [markdown]
# **Try it:** claim the slice and read how the game ends.

# %% [markdown]
# ### Step 30. Two reach it at once
#
# Two houses can pass the target on the same slice.

# %%
rules.show("H6.1")

# %%
both = {
    "hands": ["6S 7O 10F 13H", "9S 5S 3H 1F", "2F 3F", "4F 5F"],
    "pot": ["12O 6F", "11O 8H", "3O 2O", "10O 7S"],
    "challenges": ["13S 2H 1H", "4S"],
    "round": 8,
}
Table(HangIn.position(**both, scores=[45, 40, 3, 12]))

# %% [markdown]
# **Predict:** you and Ada are houses. Cy's slice is 10 and 7, the last of the round. You answer with the 6 of
# Social and get 7, Ada with the 9 and gets 14. Who wins if you stand at 45 and Ada at 40? If you stand at 47
# and Ada at 40?

# %%
level = [47, 40, 3, 12]
reveal(
    story(HangIn.position(**both, scores=[45, 40, 3, 12]), "6S", "9S", title="45 and 40"),
    story(HangIn.position(**both, scores=level), "6S", "9S", title="47 and 40"),
    story(HangIn.position(**both, scores=level, check="round"), "6S", "9S", title='47 and 40, check="round"'),
)

# %% [markdown]
# **Try it:** find an answer that wins, if Ada answers with the 9.

# %% [markdown]
# ### Step 31. The limit
#
# A game can go on for long. So there is a limit of rounds, far away by default.

# %%
rules.show("H6.3")

# %%
end = {
    "hands": ["1O 12H 3S", "5S 7H", "6S 8H", "11S 4S"],
    "pot": ["13O 12O", "9O 3F", "8O 4F", "5O 6F"],
    "challenges": ["13S 1S", "12F 2F", "9H"],
    "scores": [-2, -1, 0, -1],
    "round": 3,
}
Table(HangIn.position(**end, max_rounds=3))

# %% [markdown]
# **Predict:** this is the last of three rounds. You stand at −2, Ada at −1, Bo at 0, Cy at −1, and Bo has
# never been the house. You answer Cy's 9 of Hobby. Who wins if you answer with the 1 of Office? With the 12
# of Hobby? And without a limit of 3?

# %%
final = HangIn.position(**end, max_rounds=3)
reveal(
    story(final, "1O", title="The 1 of Office"),
    story(final, "12H", title="The 12 of Hobby"),
    story(HangIn.position(**end), "1O", title="The 1 of Office, and no limit near"),
)

# %% [markdown]
# **Try it:** win the game.
#
# **Look inside:** all options of the game, and what may be chosen.

# %%
{name: option.allowed() for name, option in HangIn.options().items()}

# %% [markdown]
# ## Part 6. Computer players
#
# ### Step 32. What a computer player sees
#
# A computer player gets what a person in its seat would see, and nothing else.

# %%
rules.show("H7.1")

# %%
position = Match(HangIn(), seed="monday").state
Table(position, bots={1: "hard", 2: "normal", 3: "easy"})

# %% [markdown]
# **Predict:** you add a card, and Ada, a hard player, thinks. We take all cards that Ada cannot see and deal
# them anew, four times. How many different cards will Ada add?

# %%
ada = bot(position.game, "hard")
sight = position.after(position.moves()[0]).view(1)
again = [sight.guess(Random(number)).view(1) for number in range(4)]
cards = {ada.choose(view, Random("same thoughts")) for view in [sight, *again]}
reveal(computed({"Different cards in 5 deals": len(cards)}))

# %% [markdown]
# **Try it:** play this round. Ada, Bo and Cy do not know your cards, and you do not know theirs.
#
# **Look inside:** all that you know as seat 0 here.

# %%
position.view(0)

# %% [markdown]
# ### Step 33. Three levels
#
# Easy, Normal and Hard are more than names. One round is mostly luck, but over many games the better player
# must win more often.

# %%
rules.show("H7.2")

# %%
position = HangIn.position(
    ["3O 3S 7S 13H", "1S 8F 9F 12F", "1H 4O 5H 11F", "1F 5S 9H 11H"],
    pot=["10S", "12S", "6F", "10F"],
)
Table(position, bots={1: "easy", 2: "normal", 3: "hard"})

# %% [markdown]
# **Predict:** your 10 of Social is in the pot, Ada has added the 12, and you add your second card. Which
# would each level add? And when two Normal players sit with two Easy ones, how many of 100 games go to
# Normal?


# %%
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


games = 300
share = won("normal", "easy", games)
error = (share * (1 - share) / games) ** 0.5
reveal(
    *(thoughts(position, level, most=1, title=level.capitalize()) for level in ("easy", "normal", "hard")),
    computed({f"Normal wins, of 100 games (from {games})": f"{100 * share:.0f} ± {100 * error:.0f}"}),
)

# %% [markdown]
# With equal players it would be 50. The number after ± is the standard error: luck moves such a result by
# about as much, and seldom by more than twice as much. Hard thinks for seconds in a game; the tests of this
# project play the games that show it ahead of Normal.
#
# **Try it:** press **Hint**. It tells what Hard would do, and why. Then play as you think best.
#
# **Look inside:** more of what Hard thinks of its moves, best first.

# %%
thoughts(position, "hard", most=4)

# %% [markdown]
# ## Part 7. A whole game
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

# %%
Table(HangIn(), seed="first game", bots={1: "easy", 2: "normal", 3: "hard"})

# %% [markdown]
# ### The same in program
#
# All that a table does can be done in program. A match holds the game; a move is written as its card.

# %%
match = Match(HangIn(), seed="monday", bots={1: "easy", 2: "normal", 3: "hard"})
match.view(0)

# %% [markdown]
# `check` asks, `play` plays, and `advance` lets the computer players move until it is your turn.

# %%
hand = match.state.moves()
print(match.check(f"{hand[0]} {hand[1]}"))
match.play(hand[0])
match.advance()
match

# %% [markdown]
# The log tells what happened so far, as one seat saw it.

# %%
match.log(0)

# %% [markdown]
# `goto` goes back to any moment. Then another card can be tried.

# %%
match.goto(1)
match.play(hand[-1])
match.advance()
match.log(0)[2:]

# %% [markdown]
# A table takes moves from a program too. It shows where that led.

# %%
table = Table(HangIn(), seed="monday", bots={1: "easy", 2: "normal", 3: "hard"})
table.play(hand[-1])
table

# %% [markdown]
# A game can also be played by computer players alone. This is how one ends.

# %%
match = Match(HangIn(), seed="four at a table", bots={0: "normal", 1: "easy", 2: "normal", 3: "hard"})
match.finish()
match.log(ONLOOKER)[-8:]

# %%
Table(match)

# %% [markdown]
# ## Part 8. A first study
#
# How much should one put in to be the house? You sit with three Normal players, and a program plays for you.
# It plays like Normal too, but fills the pot in one of four ways: with your two lowest cards, as Normal
# would, with two cards drawn by lot, or with your two highest. Each way plays the same deals.
#
# **Predict:** with which way are you the house most often? With which does your house end a round with more
# points than before most often? And which way brings you most points?


# %%
def one_round(way, seed, **options):
    """A round in which seat 0 fills the pot in its own way. Its total if it became the house, or else None,
    and the points that the round brought it."""
    game = HangIn(check="round", **options)  # so that the round is played to its end
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
    is_house = 0 in state.houses and state.tables  # in a void round nobody is
    return (state.contest[0] / 2 if is_house else None), state.gained()[0]


# %%
# NBVAL_IGNORE_OUTPUT
from tqdm.auto import tqdm  # draws the bar that shows how far it is

rounds = 2500
ways = ("lowest", "as Normal", "by lot", "highest")
readings = {"double": {}, "triple": {"off_suit": 3}, "no pot suit": {"pot_suit": "none"}}
series = [(way, "double") for way in ways] + [("by lot", "triple"), ("by lot", "no pot suit")]
study = {}
with tqdm(total=len(series) * rounds, desc="rounds", leave=False) as bar:
    for way, reading in series:
        study[way, reading] = []
        for number in range(rounds):
            study[way, reading].append(one_round(way, f"study {number}", **readings[reading]))
            bar.update()


# %%
def share(yes):
    """How many of 100, and the standard error of that."""
    part = sum(yes) / len(yes)
    return 100 * part, 100 * (part * (1 - part) / len(yes)) ** 0.5


def mean(numbers):
    """The average, and its standard error."""
    middle = sum(numbers) / len(numbers)
    return middle, (sum((n - middle) ** 2 for n in numbers) / (len(numbers) - 1) / len(numbers)) ** 0.5


def found(played):
    """What a series of rounds says, in words."""
    gains = [points for total, points in played if total is not None]
    return {
        "You are the house in": "{:.1f} ± {:.1f} of 100 rounds".format(
            *share([t is not None for t, _ in played])
        ),
        "Your house has a profit in": "{:.1f} ± {:.1f} of 100".format(
            *share([points > 0 for points in gains])
        ),
        "Points a round": "{:.2f} ± {:.2f}".format(*mean([points for _, points in played])),
    }


reveal(*(computed(found(study[way, "double"]), title=f"Pot filled: {way}") for way in ways))

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
# **Predict:** and by the total with which you became the house? Does a house that has put in more profit
# more often, or less?

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

reveal(
    *(
        computed(
            {
                row["total"]: "{share:.0f} ± {error:.0f} of 100, from {houses} houses".format(**row)
                for row in rows
                if row["reading"] == reading
            },
            title=f"With a profit, {reading}",
        )
        for reading in ("double", "triple")
    )
)

# %% [markdown]
# The chart shows the same. The thin lines reach one standard error up and down.

# %%
# NBVAL_IGNORE_OUTPUT
import altair as alt

base = alt.Chart(alt.Data(values=rows)).encode(
    x=alt.X(
        "total:O",
        sort=list(spans),
        title="total with which it became the house",
        axis=alt.Axis(labelAngle=0),
    ),
    xOffset=alt.XOffset("reading:N"),
    color=alt.Color("reading:N", title="another suit needs"),
)
bars = base.mark_bar().encode(y=alt.Y("share:Q", title="houses with a profit, of 100"))
errors = base.mark_rule(color="black").encode(y="low:Q", y2="high:Q", color=alt.value("black"))
drawn((bars + errors).properties(width=480, title="Does it pay to be the house?"))

# %% [markdown]
# Compare it with Step 20: the cards that make a high total are missing for the answers.
#
# **Try it:** change `rounds` to a larger number and run the cells again. How much smaller do the errors get
# with four times as many rounds? Or think of a fifth way to fill the pot.

# %% [markdown]
# ## Rules by number
#
# Every rule of the rulebook, and the step in which it is shown. The list is read from this notebook.

# %%
index("02-hang-in.ipynb", rules)

# %% [markdown]
# ## What to do next
#
# - Learn another game: [President](01-president.ipynb), in which you get rid of your cards, or
#   [Reserves](03-reserves.ipynb), in which suits go in a circle.
# - Play the game of Part 7 until you win it against three players of level Hard. **New game** sets the
#   levels.
# - Sit down with friends: in **New game** give each of you the choice *a person*.
# - Play with triple, or with holding back, and see whether you like it better.
# - Set up a position of your own with `HangIn.position(...)`, predict, and ask `verdicts`, `each` and
#   `story`.
# - Read the game as a program: `handkit/games/hang_in.py` goes from top to bottom, with the number of each
#   rule beside it.
