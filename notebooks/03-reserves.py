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
# # Reserves
#
# This notebook teaches the card game Reserves, from nothing to a whole game against computer players. All
# its steps take about an hour. **The short way** takes 30 to 40 minutes: leave out Steps 2, 4, 9, 16, 17,
# 18, 20, 21, 23 and 25, and the parts *Look inside*. After Part 5 you can play. If you have not used a
# notebook before, [start here](00-start-here.ipynb).
#
# ## The game in short
#
# Three play, and the last with cards wins. Each has a **hand** of ten cards and a face-down **reserve** of
# seven. On your turn you **draw** the top card of your reserve, or you **attack** one of the others with as
# many cards as you like. The attacked player answers at once and lays a beating card on each attacking
# card, if it can. If all are beaten, the attack is lost. If not, the attacker takes half of it back and
# **gets a card for each that was not beaten**. A player without any cards is out.
#
# ## How to use this notebook
#
# Choose *Run*, *Run All Cells*, scroll up again, and read from the top. Each step has the same form:
#
# - **The rules,** and a position on a table. You sit at the bottom, in seat 0. Computer players hold the
#   other hands: Ada in seat 1 and Bo in seat 2, clockwise from the left.
# - **A question.** Choose before you press **Reveal**. The rules answer, and where the answer is a move, it
#   is made on the table. A wrong guess costs nothing. **Another of this kind** asks about another
#   position.
# - **Try it:** now the table is yours. **Go on** lets the others play, **Undo** takes back what the answer
#   has played.
# - **Look inside:** each part ends with a question whose answer stands in the inspector below a table.
#
# On a table of Reserves:
#
# - **To attack,** choose cards of your hand and press **Attack Ada** or **Attack Bo**. The felt shows what
#   each would be worth. **Draw** takes a card of your reserve.
# - **To defend,** choose a card of your hand, and then the attacking card to lay it on. Press there again
#   to take it off. **Defend** lays the whole defence; **Pass** lays no card.
# - **In settling,** the cards on the table stand where your hand was. Choose those that you take.
#
# A move is written like this: `attack 1: 9D JC` attacks seat 1, Ada, with two cards; `9S>5D` lays the nine
# on the five; `take 5D` and `give 2H` settle. In a position, cards that are named nowhere are discarded.
#
# A rule is **given** by the source of the game, or it is a **ruling** of ours where the source is silent.
# Some rulings have an option, so that you can play the other reading.
#
# - [Part 1. Before the first card](#Part-1.-Before-the-first-card)
# - [Part 2. The turn](#Part-2.-The-turn)
# - [Part 3. Suits and values](#Part-3.-Suits-and-values)
# - [Part 4. The defence](#Part-4.-The-defence)
# - [Part 5. Settling](#Part-5.-Settling)
# - [Part 6. Whose turn, and who is out](#Part-6.-Whose-turn,-and-who-is-out)
# - [Part 7. Computer players](#Part-7.-Computer-players)
# - [Part 8. A whole game](#Part-8.-A-whole-game)
# - [Part 9. A first study](#Part-9.-A-first-study)
# - [Rules by number](#Rules-by-number)
# - [What to do next](#What-to-do-next)
#
# The program of most cells is folded away, as it often tells the answer. The three dots in its place open it.
#
# For teachers there is a [guide](teacher-guide.md). Run this cell first. It fetches what the others use.

# %% jupyter={"source_hidden": true}
from math import fsum
from random import Random

from IPython.display import Markdown

from handkit import Match, Reserves, rulebook
from handkit.bots import Bot, Thought, bot
from handkit.cards import members
from handkit.games.reserves import DECK, Attack, Defend, beats, laid_in, relation
from handkit.lesson import (
    Chart,
    asks,
    class_code,
    computed,
    each,
    hand_in,
    index,
    played,
    predict,
    reveal,
    seed,
)
from handkit.table import Table

rules = rulebook("reserves")
Markdown(rules.about)

# %% [markdown] tags=["program"]
# In a class your teacher may give you a code, so that all get the same deals. Write it in place of `None`, in
# quotation marks, and run everything again.

# %% tags=["program"]
class_code(None)

# %% [markdown]
# ## Part 1. Before the first card
#
# ### Step 1. The deal
#
# The usual 52 cards, for exactly three players. Nobody looks into a reserve, not even its owner.

# %% jupyter={"source_hidden": true}
rules.show("R1.1", "R1.2", "R1.3", "R1.5")

# %% jupyter={"source_hidden": true}
deal = Match(Reserves(first_player=0), seed=seed("three friends"))
predict(
    deal,
    asks.number(
        "Cards have been dealt, and you see your own hand. Of how many of the 52 cards do you know nothing?",
        lambda state: state.view(0).unseen.bit_count(),
        rule=("R1.5", "R1.2"),
        why=lambda state: (
            f"{state.counts[1] + state.counts[2]} cards are in the other hands, "
            f"{sum(state.reserve_counts)} in the reserves, yours among them, and one was discarded unseen."
        ),
    ),
)

# %% [markdown]
# **Try it:** find the number of cards in each hand and in each reserve on the table.

# %% [markdown]
# ### Step 2. The reserves and the first turn
#
# As nobody knows anything about them, the reserves are handed out. With an option the players choose. The
# source does not say who begins: chance decides, unless an option does. Part 9 shows that this matters.

# %% jupyter={"source_hidden": true}
rules.show("R1.4", "R1.6")

# %% jupyter={"source_hidden": true}
choosing = Match(Reserves(choose_reserve=True, first_player=0), seed=seed("three friends")).state
predict(choosing, asks.what_happens("pile 2", "pile 0", others=["pile 1"]))

# %% [markdown]
# So only two of the three really choose.
#
# **Try it:** press **Undo** and take another pile. **New game** offers every option, each with its rule.

# %% [markdown]
# ### Look inside: the state
#
# All that is true at a moment is the **state** of the game. The inspector below this table shows as much of
# it as you may know.

# %% jupyter={"source_hidden": true}
begun = Match(Reserves(first_player=1), seed=seed("who starts"))
begun.advance()
for _ in range(2):
    begun.play("draw")
Table(begun.state, inspect=True)

# %% [markdown]
# The table says who is to move. Who had the first turn it no longer says.

# %% jupyter={"source_hidden": true}
predict(
    begun,
    asks.seat(
        "Two turns of this game are over. Who had the first turn? Open State and look for first.",
        lambda state: state.first,
        why=lambda state: f"The field first is {state.first}, the number of a seat.",
    ),
    title="Find it in the inspector",
).widget

# %% [markdown]
# ## Part 2. The turn
#
# ### Step 3. Draw or attack
#
# On your turn you do one of two things, and you must do one of them.

# %% jupyter={"source_hidden": true}
rules.show("R2.1")

# %% jupyter={"source_hidden": true}
turn = Reserves.position(["4S 9D JC 6H", "5H 8C 2D 7S", "10S KD 3H"], reserves=["10C QD", "3C", "AS 9C"])
predict(turn, asks.which_moves("draw", "attack 2: 9D", "attack 0: 9D", "pass"))

# %% [markdown]
# **Try it:** press **Undo**, and attack Bo with one card.

# %% [markdown]
# ### Step 4. Nothing there
#
# There is no pass. So what if there is nothing to draw, or nothing to attack with?

# %% jupyter={"source_hidden": true}
rules.show("R2.2")

# %% jupyter={"source_hidden": true}
no_reserve = Reserves.position(["4S 9D JC 6H", "5H 8C 2D 7S", "10S KD 3H"], reserves=["", "3C", "AS 9C"])
predict(no_reserve, asks.refused_by("draw", among=["R1.5", "R2.1", "R2.2", "R6.4"]))

# %% [markdown]
# **Try it:** press **Draw** and read what the table says. Then attack with one card.

# %% [markdown]
# ### Step 5. How many cards, and whom
#
# An attack may be of any size, and on anybody who is still in.

# %% jupyter={"source_hidden": true}
rules.show("R2.3", "R2.4")

# %% jupyter={"source_hidden": true}
ada_empty = Reserves.position(["4S 9D JC 6H", "", "10S KD 3H"], reserves=["10C", "3C 7H", ""])
predict(
    ada_empty,
    asks.which_moves(
        "attack 1: 9D",
        "attack 1: 4S 6H 9D JC",
        "attack 2: 9D 9D",
        text="Ada has no card in hand, but two in reserve. Which of these attacks are legal?",
        cite="R2.4",
    ),
)

# %% [markdown]
# Two cards never beat three. So a large attack on a small hand cannot fail, unless an option caps it.
#
# **Try it:** **Undo**, and attack Ada with all you have.
#
# Now Ada's reserve is empty too.

# %% jupyter={"source_hidden": true}
ada_out = Reserves.position(["4S 9D JC 6H", "", "10S KD 3H"], reserves=["10C", "", ""])
predict(ada_out, asks.refused_by("attack 1: 9D", among=["R2.2", "R2.3", "R2.4", "R6.6"]))

# %% [markdown]
# ### Look inside: the moves
#
# **Moves** lists what you may do now. Choose one for its rule, or ask about any other.

# %% jupyter={"source_hidden": true}
few = Reserves.position(["4S 9D JC", "5H 8C 2D 7S", "10S KD 3H"], reserves=["10C QD", "3C", "AS 9C"])
Table(few, inspect=True)

# %% jupyter={"source_hidden": true}
predict(
    few,
    asks.number(
        "You hold only three cards. How many moves are there for you to choose from?",
        lambda state: len(state.moves()),
        why=lambda state: (
            f"You may draw. And each card is in an attack or not, but one is: 2 × 2 × 2 − 1 = "
            f"{(len(state.moves()) - 1) // 2} attacks on either of the others."
        ),
    ),
    title="Find it in the inspector",
).widget

# %% [markdown]
# ## Part 3. Suits and values
#
# ### Step 6. The circle of suits
#
# Each suit is greater than the next, and the last is greater than the first: a circle. Suits of one colour
# are equal.

# %% jupyter={"source_hidden": true}
rules.show("R3.1", "R3.2")


# %% jupyter={"source_hidden": true}
def greater_than(than):
    """The question which cards of the hand are of a greater suit than a card."""
    return asks.cards(
        f"Which cards of your hand are of a greater suit than the {{{than}}}?",
        lambda state: sum(
            1 << card for card in members(state.hands[0]) if relation(card, DECK.card(than)) == "greater"
        ),
        rule="R3.1",
    )


def hands_by_lot(text, *sizes):
    """Number cards for some hands, drawn by lot."""
    numbers = [name for name in DECK.names if name[:-1].isdigit()]
    drawn = iter(Random(text).sample(numbers, sum(sizes)))
    return [" ".join(next(drawn) for _ in range(size)) for size in sizes]


def other_suits(text):
    """The same question about other cards."""
    than, *hands = hands_by_lot(text, 1, 6, 4, 3)
    return Reserves.position(hands), greater_than(than)


suits = Reserves.position(["5S 5D 5H 2D 9C QH", "8C 3D 7S AH", "10S KD 3H"])
predict(suits, greater_than("5C"), another=other_suits)

# %% [markdown]
# **Try it:** a circle of arrows stands in a corner of the table; each goes to the lesser suit. Follow it
# once round. Which two pairs of suits have no arrow between them?

# %% [markdown]
# ### Step 7. What beats
#
# A card of an equal suit must be worth more. A card of the greater suit counts double, and under a card of
# the lesser suit the attacker counts double. A tie never beats.

# %% jupyter={"source_hidden": true}
rules.show("R3.6", examples=False)


# %% jupyter={"source_hidden": true}
def other_fight(text):
    """Ada attacks with another card, and you hold others."""
    attack, *hands = hands_by_lot(text, 1, 5, 3, 3)
    position = Reserves.position(hands, turn=1, attack=f"0: {attack}", reserves=["QC", "", ""])
    defences = [f"{card}>{attack}" for card in hands[0].split()]
    asked = f"Ada attacks with {{{attack}}}. Which of your cards beat it?"
    return position, asks.which_moves(*defences, text=asked, cite="R3.6")


one_five = Reserves.position(
    ["5H 6H 2S 3S 10C", "8C 7S", "10S KD 3H"], turn=1, attack="0: 5D", reserves=["9C", "", ""]
)
predict(
    one_five,
    asks.which_moves(
        *("5H>5D", "6H>5D", "2S>5D", "3S>5D", "10C>5D"),
        text="Ada attacks with the five of diamonds. Which of your cards beat it?",
        cite="R3.6",
    ),
    another=other_fight,
)

# %% [markdown]
# **Try it:** **Undo**, and lay each of your cards on the five. Under the pair stands the comparison.
#
# So how well can a card of a lesser suit do?

# %% jupyter={"source_hidden": true}
two_spades = Reserves.position(
    ["8D 9D 10D 6C", "8C 7S", "10S KD 3H"], turn=1, attack="0: 4S 6S", reserves=["9C", "", ""]
)
predict(
    two_spades,
    asks.playable(
        text="Ada attacks with two spades, a four and a six. Which of your cards beat at least one of them?",
        cite="R3.6",
    ),
    another=other_fight,
)

# %% jupyter={"source_hidden": true}
predict(
    two_spades,
    asks.number(
        "What must a diamond be worth at least to beat the six of spades?",
        lambda state: next(value for value in range(50) if beats(DECK.card("AD"), value, DECK.card("6S"), 6)),
        rule="R3.6",
        why="Diamonds are the lesser suit here, so the value must be greater than twice six.",
    ),
    another=other_fight,
)

# %% [markdown]
# No number card is worth as much. Only a face card in company can be.

# %% [markdown]
# ### Step 8. Jacks and kings
#
# A face card is worth what its company makes of it: the other cards of the same side in this attack. A jack
# counts the cards of its own suit, a king the face cards, and both count themselves.

# %% jupyter={"source_hidden": true}
rules.show("R3.3", "R3.4", examples=False)

# %% jupyter={"source_hidden": true}
jack = Reserves.position(["JS 4S 8S 7C 9H", "8C 2D 7S AH", "10S KD 3H"], reserves=["9C", "", ""])
predict(jack, asks.gap("attack 1: JS 4S 8S 7C", rule="R3.3", blank="value"))

# %% jupyter={"source_hidden": true}
king = Reserves.position(["KS KC JD QH 10S 9S", "8C 2D 7S AH", "6S 5D 3H"], reserves=["9C", "", ""])
predict(king, asks.gap("attack 1: KS JD QH 10S", rule="R3.4", blank="value"))

# %% [markdown]
# **Try it:** **Undo**, and choose cards one by one. Watch the values on the felt. With which of your cards
# is the king of spades worth most?

# %% [markdown]
# ### Step 9. Queens
#
# A queen lives on small company: she is worth twice the number of cards on her side below five.

# %% jupyter={"source_hidden": true}
rules.show("R3.5", examples=False)

# %% jupyter={"source_hidden": true}
queens = Reserves.position(["QH QS KS 2C AD 3D 6D", "8C 2S 7S AH", "10S KD 3H"], reserves=["9C", "", ""])
predict(queens, asks.gap("attack 1: QH 2C 3D 6D", rule="R3.5", blank="value"))

# %% [markdown]
# A jack or a king can be worth less than five, and then a queen counts it. A queen never counts queens.

# %% jupyter={"source_hidden": true}
predict(queens, asks.gap("attack 1: QH KS", rule="R3.5", blank="value"))

# %% jupyter={"source_hidden": true}
predict(queens, asks.gap("attack 1: QH QS 2C AD", rule="R3.5", blank="value"))

# %% [markdown]
# In the second attack the one small card is the king: with the queen and himself he is worth four.
#
# Why does she not count queens? Say that each of those two counted the other: these are all pairs of values
# that would fit. Which queen should have which?

# %%
even = range(0, 20, 2)
[(a, b) for a in even for b in even if a == 2 * (2 + (b < 5)) and b == 2 * (2 + (a < 5))]

# %% [markdown]
# **Try it:** find the attack with which the queen of hearts is worth most.

# %% [markdown]
# ### Look inside: the events
#
# You have attacked Ada with five cards, and all is settled. **Events** tells the whole of it, with the rule
# beside each line: what each face card was worth, on both sides, and each comparison.

# %% jupyter={"source_hidden": true}
company = Reserves.position(
    ["JS KD QH 3C 2S 9D", "8C 2D 7S AH KH", "10S 5H 3H"], reserves=["9C", "10D", "6C"]
)
fight = Match(company.game, seed("in company"), bots={1: "normal", 2: "normal"}, start=company)
fight.play("attack 1: JS KD QH 3C 2S")
while fight.state.turns == 0:
    if not fight.step():  # in settling you choose too; here the last of the moves
        fight.play(str(fight.state.moves()[-1]))
table = Table(fight, inspect=True)
table.pause()
table

# %% jupyter={"source_hidden": true}
predict(
    fight,
    asks.number(
        "How many of your five cards did Ada beat?",
        lambda state: sum(event.rule == "R3.6" for event in fight.events),
        why="For each of them there is a line of rule R3.6.",
    ),
    title="Find it in the inspector",
).widget

# %% [markdown]
# ## Part 4. The defence
#
# ### Step 10. At once
#
# The attacked player answers before anything else happens.

# %% jupyter={"source_hidden": true}
rules.show("R4.1")

# %% jupyter={"source_hidden": true}
at_once = Reserves.position(
    ["9S 6D 10C 3H", "8C 2D 7S AH", "10S KD QC"], turn=1, attack="0: 5D", reserves=["9C QD", "3C", "AS"]
)
predict(at_once, asks.refused_by("draw", among=["R1.5", "R2.2", "R4.1", "R6.2"]))

# %% [markdown]
# **Try it:** look for a button with which you could attack Ada in return. Then beat the five.

# %% [markdown]
# ### Step 11. Cards on cards
#
# You lay cards of your hand on attacking cards, one on each. You may cover all, only some, or none.

# %% jupyter={"source_hidden": true}
rules.show("R4.2")

# %% jupyter={"source_hidden": true}
three = Reserves.position(
    ["9S 10C 6D 7D 2C", "8C 2D 7S AH", "10S KD QC"],
    turn=1,
    attack="0: 5D 4C 6H",
    reserves=["9C QD", "3C", "AS"],
)
predict(three, asks.which_moves("9S>5D 10C>4C 7D>6H", "9S>5D", "9S>5D 9S>4C", "9S>5D 6D>5D", "pass"))

# %% [markdown]
# **Try it:** **Undo**, lay three cards, and take one off again.

# %% [markdown]
# ### Step 12. Valued together, and each must beat
#
# The whole defence is laid at once, and its cards are company to each other. A card that does not beat
# cannot be laid.

# %% jupyter={"source_hidden": true}
rules.show("R4.3", examples=False)

# %% jupyter={"source_hidden": true}
court = Reserves.position(
    ["KH QH 10H 8S", "8C 2D 7S AH", "10S KD QC"],
    turn=1,
    attack="0: 3D AD",
    reserves=["9C QD", "3C", "AS"],
)
predict(court, asks.which_moves("KH>3D", "QH>AD", "KH>3D QH>AD", cite=("R4.3", "R3.4", "R3.5")))

# %% [markdown]
# Once you know the answer: what does the king need the queen for, and the queen the king?

# %% jupyter={"source_hidden": true}
ten = {
    "hands": ["KH JC 2C 5C", "8C 2D 7S AH", "9S KD QC"],
    "turn": 1,
    "attack": "0: 3D 10S",
    "reserves": ["9C QD", "3C", "AS"],
}
predict(
    Reserves.position(**ten),
    asks.legal(
        "KH>3D JC>10S",
        text="A jack beside it would lift the king. May you lay the king on the three, the jack on the ten?",
    ),
)

# %% [markdown]
# With `must_beat=False` you may, and the ten under the jack counts as not beaten. This is what then happens.

# %% jupyter={"source_hidden": true}
loose = Reserves.position(**ten, must_beat=False)
reveal(each(loose, "KH>3D JC>10S", only=["R3.3", "R3.4", "R3.6", "R4.3"]))

# %% [markdown]
# **Try it:** choose *New game* on a table, and find the option `must_beat` with its rule.

# %% [markdown]
# ### Look inside: the thoughts of a computer player
#
# Here is the attack of Step 11 once more. **Thinking** shows what a computer player thinks of your moves,
# best first, and why. Press **What if?** beside one of them: it is played to the end on many deals.

# %% jupyter={"source_hidden": true}
attacked = Match(three.game, seed("hard thinks"), bots={1: "normal", 2: "normal"}, start=three)
Table(attacked, inspect=True)


# %% jupyter={"source_hidden": true}
def likes(level, match, most=4):
    """The moves that a computer player thinks best for you, as the inspector shows them."""
    found = bot(match.game, level).think(match.view(0), match.bot_generator(0))
    return [str(thought.move) for thought in found[:most]]


predict(
    attacked,
    asks.choose(
        "Which of these defences does the Hard player like best?",
        sorted(likes("hard", attacked)),
        lambda state: likes("hard", attacked)[0],
        why="It thinks of what comes after: what each defence costs, and what it leaves in your hand.",
    ),
    title="Find it in the inspector",
).widget

# %% [markdown]
# ## Part 5. Settling
#
# ### Step 13. All beaten
#
# If all attacking cards are beaten, the attack is lost. The defender may take as many cards as it laid, its
# own or the attacker's.

# %% jupyter={"source_hidden": true}
rules.show("R5.1")

# %% jupyter={"source_hidden": true}
won = Reserves.position(
    ["10C 2C 4H", "2D 7S AH", "10S KD QC"],
    turn=1,
    attack="0: 5D 8C",
    defence="3S>5D 9S>8C",
    reserves=["9C QD", "3C", "AS"],
)
predict(
    won,
    asks.which_moves(
        *("take 5D 8C", "take 8C 9S", "take 3S 9S 5D 8C", "take"),
        text="You have beaten both of Ada's cards. Which of these may you do? `take` alone takes nothing.",
    ),
)

# %% [markdown]
# So a full defence costs nothing: you get back as many cards as you laid, the best of both sides.
#
# **Try it:** **Undo**, and take the two that are best for you.

# %% [markdown]
# ### Step 14. Half goes back
#
# If not all are beaten, the attacker takes back half of the attacking cards, rounded up.

# %% jupyter={"source_hidden": true}
rules.show("R5.2")

# %% jupyter={"source_hidden": true}
back = Reserves.position(
    ["10C 2H", "2D 7S AH", "QC KD 3C"],
    attack="1: 4S 6C 8D JS QS",
    defence="10S>4S 8S>6C",
    reserves=["9C QD", "AS", "4C"],
)
predict(
    back,
    asks.which_moves(
        *("take 8D QS", "take 8D JS QS", "take 4S JS QS", "take 8D JS QS 10S"),
        text="Ada has beaten the four and the six of your five cards. Which of these may you take back?",
    ),
)

# %% [markdown]
# And what of an attack with one card? You hold three, attack Ada with one of them, and Ada lays no card.

# %% jupyter={"source_hidden": true}
single = Reserves.position(["4S 10C 9H", "2D 7S AH", "QC KD 3C"], reserves=["9C QD", "AS", "4C"])
predict(single, asks.cards_held(0, after=["attack 1: 4S", "pass", "give 2D"], cite="R5.2"))

# %% [markdown]
# So an attack with one card costs nothing unless it is beaten: the one card comes back, as half of one is
# rounded up, and another with it.
#
# **Try it:** **Undo**, and attack Bo with one card.

# %% [markdown]
# ### Step 15. One for each not beaten
#
# Then the attacker takes a card of the defender's for each attacking card that was not beaten: first of
# those that lie on the table, and the attacker chooses.

# %% jupyter={"source_hidden": true}
rules.show("R5.3")

# %% jupyter={"source_hidden": true}
pick = Reserves.position(
    ["10C 2H", "2D 7S AH", "QC KD 3C"],
    attack="1: 4S 6C 8D 7C JS",
    defence="10S>4S 8S>6C 9H>8D",
    settled=["take 4S 8D JS"],
    reserves=["9C QD", "AS", "4C"],
)
predict(
    pick,
    asks.which_moves(
        *("take 9H", "take 10S 9H", "take 10S 8S 9H", "take 10S 7S"),
        text="Ada beat three of your five cards. Which of these may you take of Ada's cards now?",
    ),
)

# %% [markdown]
# **Try it:** **Undo**, and pick your cards.

# %% [markdown]
# ### Step 16. From hand and reserve
#
# If the cards laid do not suffice, or none was laid, the defender pays from its hand, where it chooses, and
# then from the top of its reserve.

# %% jupyter={"source_hidden": true}
rules.show("R5.4")

# %% jupyter={"source_hidden": true}
owing = Reserves.position(
    ["2C KH 5C", "2D 7S AH", "10S KD QC"],
    turn=1,
    attack="0: 8C 7D 10H 6S",
    defence="9S>8C",
    settled=["take 7D 10H"],
    reserves=["9C QD", "3C", "AS"],
)
predict(
    owing,
    asks.legal(
        "give 2C",
        text="Ada attacked with four cards. You beat one with the nine of spades, which Ada now has. "
        "May you give the two of clubs, and no more?",
    ),
)

# %% jupyter={"source_hidden": true}
bare = Reserves.position(
    ["2C 6C", "2D 7S AH", "10S KD QC"], turn=1, attack="0: 8C 7D 10H", reserves=["9C QD", "3C", "AS"]
)
predict(
    bare,
    asks.field_of(
        "reserve_counts",
        0,
        after=["pass", "take 8C 10H"],
        text="Ada attacks with three cards, you lay none, and Ada takes two of the three back. How many "
        "cards are left in your reserve?",
        cite="R5.4",
    ),
)

# %% [markdown]
# **Try it:** **Undo**, and look for a card that beats one of the three.

# %% [markdown]
# ### Step 17. What half a defence costs
#
# What is left on the table is discarded, and cards laid in defence with it.

# %% jupyter={"source_hidden": true}
rules.show("R5.5")

# %% jupyter={"source_hidden": true}
six = {
    "hands": ["3D 4D 5D 6D 7D 2C 8S 9S", "2D 7S AH JC", "10S KD QC 4C 8C JH 9C KC 2S 3S"],
    "turn": 1,
    "attack": "0: 2H 3H 4H 5H 6H 7H",
    "reserves": ["9H QD 10C 10D", "3C KS QS 4S", "AS 5C 6C"],
}


def cost(before, beaten):
    """How many cards it costs to beat so many of the six."""
    pairs = ["3D>2H", "4D>3H", "5D>4H", "6D>5H", "7D>6H"]
    state = before.after(" ".join(pairs[:beaten]) or "pass")
    while state.phase != "turn":  # settling: the last of the moves takes as many cards as are allowed
        state = state.after(str(state.moves()[-1]))
    return before.counts[0] + before.reserve_counts[0] - state.counts[0] - state.reserve_counts[0]


predict(
    Reserves.position(**six),
    asks.number(
        "Ada attacks with six cards. You beat the five lowest, but nothing beats the seven. How many of your "
        "cards do you lose?",
        lambda state: cost(state, 5),
        rule="R5.5",
        why=lambda state: (
            "Lost if you beat none, one, two and so on up to five: "
            + ", ".join(str(cost(state, beaten)) for beaten in range(6))
            + "."
        ),
    ),
)

# %% [markdown]
# And with `leftovers="defender"`:

# %% jupyter={"source_hidden": true}
kept = Reserves.position(**six, leftovers="defender")
reveal(computed({f"Lost if you beat {beaten}": cost(kept, beaten) for beaten in range(6)}))

# %% [markdown]
# How many are best to beat? `what_if` plays some defences on, to the end of the game, on the same deals,
# and counts how many of the others you outlast.

# %%
table = Table(Match(Reserves(), "six", bots={1: "normal", 2: "normal"}, start=Reserves.position(**six)))
table.what_if("3D>2H 4D>3H 5D>4H 6D>5H 7D>6H")

# %% [markdown]
# By default, cards laid beyond half of the attack are only discarded. So beat all, or at most half.
#
# **Try it:** defend with three cards, and play on.

# %%
table

# %% [markdown]
# ### Step 18. Who sees it
#
# What lay on the table was seen by all. What comes from a hand or a reserve is seen by the two concerned.

# %% jupyter={"source_hidden": true}
rules.show("R5.6")

# %% jupyter={"source_hidden": true}
sees = Reserves.position(["8C 10D KH", "2D 7S AH", "10S KD QC"], reserves=["9C QD", "3C", "AS"])
on_bo = ["attack 2: 8C", "pass", "give QC"]


def knowing(card):
    """Who of the others knows that you hold a card after the attack on Bo."""
    after = played(sees, on_bo)
    return [name for seat, name in ((1, "Ada"), (2, "Bo")) if after.view(seat).known(0) & DECK.mask(card)]


predict(
    sees,
    asks.choose(
        "You attack Bo with 8♣. Bo lays no card, and gives you Q♣. Who knows then that you hold Q♣?",
        ["Ada", "Bo"],
        lambda state: knowing("QC"),
        rule="R5.6",
        why=lambda state: (
            f"Who gives a card knows it: {' and '.join(knowing('QC'))}. And of 8♣, which lay on the table, "
            f"{' and '.join(knowing('8C'))} know."
        ),
    ),
)

# %% [markdown]
# **Try it:** attack Bo, and remember what you see. The table does not mark it: that is part of the game.

# %% [markdown]
# ### Look inside: the knowledge
#
# You have attacked Bo with 8♣ and got Q♣. Ada has drawn a card. Bo has attacked Ada with K♦, and Ada paid
# from hand. **Knowledge** shows where the cards are, as far as you can know.

# %% jupyter={"source_hidden": true}
later = played(sees, [*on_bo, "draw", "attack 1: KD", "pass", "give 7S"])
Table(later, inspect=True)

# %% jupyter={"source_hidden": true}
predict(
    later,
    asks.choose(
        "Which of these cards do you know to be in Bo's hand?",
        ["7S", "10S", "KD", "AS"],
        lambda state: DECK.texts(state.view(0).known(2)),
        why="Now show all cards, and look at the view of Bo. Which of your cards does Bo know?",
    ),
    title="Find it in the inspector",
).widget

# %% [markdown]
# ## Part 6. Whose turn, and who is out
#
# ### Step 19. Whose turn it is
#
# After an attack the turn goes to the player who had no part in it. After a draw it goes on clockwise.

# %% jupyter={"source_hidden": true}
rules.show("R6.1", "R6.2")

# %% jupyter={"source_hidden": true}
predict(sees, asks.who_moves(after=on_bo))

# %% jupyter={"source_hidden": true}
predict(
    sees,
    asks.who_moves(
        after=["attack 1: 8C", "pass", "give 2D", "draw"],
        text="You attack Ada with {8C}, who lays no card and gives you {2D}. Then Bo draws. "
        "Whose turn is it?",
        cite="R6.1",
    ),
)

# %% [markdown]
# So the attacked player cannot strike back at once. The third has the turn, and may attack either of you.
#
# **Try it:** **Undo**, and attack Bo. What does Ada do?

# %% [markdown]
# ### Step 20. Out
#
# A player without any cards is out when everything is settled. That can be the defender, or the attacker.

# %% jupyter={"source_hidden": true}
rules.show("R6.4")

# %% jupyter={"source_hidden": true}
pair = Reserves.position(["9S 8S 4C", "2H 10C", "10S KD QC"], reserves=["9C", "", "AS"])


def out_after(defence):
    """Whether Ada is out after a defence against the eight and the nine."""
    return played(pair, ["attack 1: 8S 9S", defence, "take 9S"]).out[1] > 0


predict(
    pair,
    asks.choose(
        "Ada has two cards and no reserve. You attack with 8♠ and 9♠. After which answer is Ada out?",
        ["pass", "10C>9S"],
        lambda state: [defence for defence in ("pass", "10C>9S") if out_after(defence)],
        rule=("R6.4", "R5.4"),
    ),
)

# %% jupyter={"source_hidden": true}
last = Reserves.position(["9S", "2H 10C", "10S KD QC"], reserves=["", "", "AS"])
predict(
    last,
    asks.what_happens("attack 1: 9S", "10C>9S", "take 10C", claims=[("out", {"seat": 1})]),
)

# %% [markdown]
# **Try it:** at the first table attack Ada with both.

# %% [markdown]
# ### Step 21. The last two
#
# With one player out, there is no third to have the turn. By our ruling the defender has it; an option
# gives it to the attacker once more.

# %% jupyter={"source_hidden": true}
rules.show("R6.3", "R6.6")

# %% jupyter={"source_hidden": true}
duel = Reserves.position(["8C 10D KH", "", "10S KD QC"], reserves=["9C QD", "", "AS"])
predict(duel, asks.who_moves(after=on_bo))

# %% jupyter={"source_hidden": true}
predict(
    duel,
    asks.event_rule(
        "draw",
        among=["R6.1", "R6.3", "R6.6"],
        text="You draw a card. Which of these rules does that bring into play?",
    ),
)

# %% [markdown]
# **Try it:** **Undo**, and win against Bo.

# %% [markdown]
# ### Step 22. The last player
#
# Whoever alone has cards left wins. Those who went out later stand higher.

# %% jupyter={"source_hidden": true}
rules.show("R6.5")

# %% jupyter={"source_hidden": true}
end = Reserves.position(["5D", "6D", ""])
predict(
    end,
    asks.who_wins(
        after=["attack 1: 5D", "6D>5D", "take"],
        text="You attack Ada with {5D}. Ada lays {6D}, beats it, and takes nothing. Who wins, alone "
        "or together?",
    ),
)

# %% [markdown]
# **Try it:** **Undo**, and attack again. What does Ada do?

# %% [markdown]
# ### Step 23. An endless circle
#
# The rules alone do not end every game: three players can hand one card round for ever. So there are
# limits.

# %% jupyter={"source_hidden": true}
rules.show("R6.7")

# %% jupyter={"source_hidden": true}
circle = [
    *("attack 1: QS", "pass", "give 3H"),
    *("attack 0: KS", "pass", "give 3H"),
    *("attack 2: 8D", "pass", "give 3H"),
]
ring = played(Reserves.position(["QS 8C 9C", "3H 8D", "KS 8H"], no_progress_limit=6), circle)
predict(
    ring,
    asks.who_wins(
        after=circle,
        text="Each has attacked with one card, each attacked player has paid with the three of hearts, and "
        "it is back where it was. All do so once more, and with no_progress_limit=6 that ends the game. "
        "Who has won?",
    ),
)

# %% [markdown]
# **Try it:** **Undo**, and break the circle.

# %% [markdown]
# ### Look inside: time
#
# Here a Normal player has played a whole game in your place. The slider goes back to any moment, and **Play
# on from here** begins another line of play there, which is yours. Nothing is lost: the old line stays.

# %% jupyter={"source_hidden": true}
game = Match(Reserves(first_player=0), seed("to the end"), bots={1: "normal", 2: "easy"})
chance = Random(seed("your moves"))
while game.state.to_move is not None:
    game.play(bot(game.game, "normal").choose(game.view(0), chance))
    game.advance()
Table(game, inspect=True)

# %% jupyter={"source_hidden": true}
middle = game.length // 2
predict(
    game,
    asks.number(
        f"Go back to the moment after move {middle}. How many cards had Bo in hand and reserve together?",
        lambda _: game.state_at(middle).counts[2] + game.state_at(middle).reserve_counts[2],
        why="Now go back to a turn of yours, make another move, and play on from there.",
    ),
    title="Find it in the inspector",
).widget

# %% [markdown]
# ## Part 7. Computer players
#
# ### Step 24. What a computer player sees
#
# A computer player gets what a person in its seat would see, and nothing else. No reserve, not even its
# own.

# %% jupyter={"source_hidden": true}
rules.show("R7.1")

# %% jupyter={"source_hidden": true}
monday = Match(Reserves(first_player=0), seed="monday").state


def answers(state):
    """What Ada, a Hard player, answers to an attack, in the true deal and in four that look the same."""
    ada = bot(state.game, "hard")
    sight = state.after("attack 1: 8D 9D").view(1)
    others = [sight.guess(Random(number)).view(1) for number in range(4)]
    return {ada.choose(view, Random("same thoughts")) for view in [sight, *others]}


predict(
    monday,
    asks.number(
        "You attack Ada with 8♦ and 9♦. Then all cards that Ada does not see, your hand and Ada's own "
        "reserve among them, are dealt anew, four times. How many different answers does Ada give in these "
        "five deals?",
        lambda state: len(answers(state)),
        rule="R7.1",
        why="What Ada can see is the same each time, and Ada knows nothing else.",
    ),
)

# %% [markdown]
# **Try it:** attack Ada. Neither of you knows the other's cards.

# %% [markdown]
# ### Step 25. Three levels
#
# Easy, Normal and Hard are more than names: over many games the better player must win more often. Here one
# Normal player sits with two Easy ones, in each seat in turn.

# %% jupyter={"source_hidden": true}
rules.show("R7.2")


# %% jupyter={"source_hidden": true}
def mean(numbers):
    """The average, and its standard error."""
    middle = fsum(numbers) / len(numbers)
    return middle, (fsum((n - middle) ** 2 for n in numbers) / (len(numbers) - 1) / len(numbers)) ** 0.5


def one_game(game, players, name):
    """One game: its turns, who won, and whether a player was out before having had a turn."""
    chance, state = Random(name), game.start()
    state.play(state.deal(chance))
    had_a_turn, early = set(), False
    while state.to_move is not None:
        if state.phase == "turn":
            had_a_turn.add(state.to_move)
        state.play(players[state.to_move].choose(state.view(state.to_move), chance))
        early = early or any(state.out[seat] and seat not in had_a_turn for seat in range(3))
    wins = [(seat in state.outcome.winners) / len(state.outcome.winners) for seat in range(3)]
    return state.turns, wins, early


def won_by(stronger, weaker, deals):
    """The share of games, of 100, that one player wins against two of another level, and its standard error.
    Each deal is played three times, so that the one sits in each seat; seat 0 has the first turn."""
    game, shares = Reserves(first_player=0), []
    for deal in range(deals):
        wins = 0
        for seat in range(3):
            levels = [weaker] * 3
            levels[seat] = stronger
            wins += one_game(game, [bot(game, level) for level in levels], f"levels {deal}")[1][seat]
        shares.append(100 * wins / 3)
    return mean(shares)


share, error = won_by("normal", "easy", deals=100)
sizes = {"fewer than 40": share < 40, "40 to 70": 40 <= share <= 70, "more than 70": share > 70}
three_levels = Reserves.position(
    ["3S JS 6H 9C", "2D 7S AH 9S 8D QC", "10S KC 8H 5D 4D"], reserves=["9D QD 2S", "3H 4H", "AS 7C 6D 2C"]
)
predict(
    three_levels,
    asks.choose(
        "Three equal players would win 33 of 100 games each. How many does Normal win against two Easy ones?",
        list(sizes),
        lambda state: next(size for size, fits in sizes.items() if fits),
        rule="R7.2",
        why=f"Of 100 games Normal won {share:.0f}, give or take {error:.0f}, in 300 games from 100 deals.",
    ),
)

# %% [markdown]
# **Try it:** press **Hint**. It tells what Hard would do with your cards, and why.

# %% [markdown]
# ### Look inside: three levels
#
# In **Thinking** you choose who thinks. What would each level do with your cards?

# %% jupyter={"source_hidden": true}
sitting = Match(three_levels.game, seed("levels"), bots={1: "normal", 2: "normal"}, start=three_levels)
Table(sitting, inspect=True)

# %% jupyter={"source_hidden": true}
predict(
    sitting,
    asks.number(
        "Take the moves that Easy, Normal and Hard think best. How many different moves are they?",
        lambda state: len({likes(level, sitting)[0] for level in ("easy", "normal", "hard")}),
        why=lambda state: f"Hard likes {likes('hard', sitting)[0]} best. Try What if? on it.",
    ),
    title="Find it in the inspector",
).widget

# %% [markdown]
# ## Part 8. A whole game
#
# Now all together: a game against an easy and a hard player. The table is yours as long as you like.
#
# - Over your face cards stands what they would be worth with the cards that you have chosen. In a defence,
#   the comparison under each pair says whether your card beats.
# - Look at the sizes of hands and reserves: who has most, and who could go out?
# - **Hint** says what Hard would do with your cards, and why. **Undo** takes you back to your last choice.
# - **Rules** opens the rulebook. **New game** offers every option, names, levels, and a word for the deal.

# %% jupyter={"source_hidden": true}
Table(Reserves(first_player=0), seed=seed("first game"), bots={1: "easy", 2: "hard"})

# %% [markdown]
# ### An exercise: four cards
#
# **Check** says whether you have done it. **Hint** tells a little more each time.

# %% jupyter={"source_hidden": true}
from handkit.lesson import exercise

puzzle = Reserves.position(
    ["2C 5H 9H JH QD QH KC", "2D 7S 10S", "6D 7C 9C"],
    turn=1,
    attack="0: AH 4C 8D QS",
    reserves=["3C 10D", "JS 3S", "5D 6S"],
)
full = next(move for move in puzzle.moves() if len(move.pairs) == 4)


def all_beaten(match, _):
    """Whether your first defence beats every card, or what is missing."""
    told = [event for event in match.events if event.key in ("success", "failure")][:1]
    if told and told[0].key == "failure":
        return f"{told[0].values['n']} of the four are not beaten."
    return bool(told)


exercise(
    "Ada attacks with four cards. Beat all of them.",
    puzzle,
    all_beaten,
    limit=1,
    solution=[str(full)],
    hints=[
        "What is each of Ada's cards worth? The queen counts small cards of her own side (R3.5).",
        "Which of yours lift each other? A jack counts its suit (R3.3), a king face cards (R3.4).",
        "What is worth less than five in that company, so that your queen counts it (R3.5)?",
        f"These four cards can do it: {DECK.spoken(laid_in(full.pairs))}.",
    ],
)

# %% [markdown] tags=["program"]
# ### The same in program
#
# All that a table does can be done in program. `check` asks, `play` plays, `advance` lets the computer
# players move until it is your turn, and `log` tells what you saw of it.

# %% tags=["program"]
match = Match(Reserves(first_player=0), seed="monday", bots={1: "easy", 2: "normal"})
print(match.check("attack 0: 8D"))
match.play("attack 1: 8D 9D 10C 10S")
match.advance()
match.log(0)[3:]

# %% [markdown] tags=["program"]
# `goto` goes back to any moment, and `branch` begins another line of play there.

# %% tags=["program"]
match.goto(1)
match.branch("draw first")
match.play("draw")
match.advance()
Table(match)

# %% [markdown]
# ## Part 9. A first study
#
# Who wins Reserves, and by how much? A single game does not say. But a computer player of a few lines can
# play thousands. This one attacks with its highest cards, as many as it is told to, and either the opponent
# with fewest cards or the one with most. It defends and settles like Normal.


# %%
class Attacker(Bot):
    """Attacks the opponent with fewest cards (`target=min`) or most (`max`), always with so many cards."""

    level = "attacker"

    def __init__(self, target, number, covers=True):
        self.target, self.number, self.covers = target, number, covers

    def think(self, view, rng):
        if view.phase == "turn" and view.hand:
            others = [seat for seat in view.active if seat != view.seat]
            target = self.target(others, key=lambda seat: view.counts[seat] + view.reserve_counts[seat])
            number = min(self.number, view.cap(target))
            return [Thought(Attack(target, members(view.hand)[-number:]), 0, "")]
        if view.phase == "defence" and not self.covers:
            return [Thought(Defend(), 0, "")]
        return normal.think(view, rng)


normal, everything = bot(Reserves(), "normal"), 52


def of_100(numbers):
    """A share of games, of 100, with its standard error."""
    share, error = mean([float(number) for number in numbers])
    return f"{100 * share:.0f} ± {100 * error:.0f}"


def study(player, games=200, **options):
    """What comes out if three players of one kind play so many games; seat 0 has the first turn."""
    game = Reserves(first_player=0, **options)
    turns, wins, early = zip(*(one_game(game, [player] * 3, f"study {n}") for n in range(games)), strict=True)
    return {
        "Turns": "{:.1f} ± {:.1f}".format(*mean(turns)),
        "First, second, third player wins": "; ".join(of_100(column) for column in zip(*wins, strict=True)),
        "Out before its first turn": f"{of_100(early)} of 100 games",
    }


# %% [markdown]
# **Predict:** three equal players attack the weakest with everything they have. How many turns does a game
# take? Who wins most often: the player with the first turn, the second, clockwise, or the third? In how
# many of 100 games is somebody out before its first turn?

# %%
sorts = {
    "all cards on the weakest": Attacker(min, everything),
    "the same, and nobody ever covers": Attacker(min, everything, covers=False),
    "one card on the weakest": Attacker(min, 1),
    "Normal": normal,
}
reveal(*(computed(study(player), title=sort.capitalize()) for sort, player in sorts.items()))

# %% [markdown]
# The number after ± is the standard error: about two times in three the true number lies within it, and
# nearly always within twice as much. The seat matters more than anything else here. But which seat has the
# edge depends on how all of them play: that is why the players in Step 25 sat in each seat.
#
# **Predict:** one option mends most of what puts players out before their first turn. Which?

# %%
options = {"attack_cap": "hand", "must_beat": False, "leftovers": "defender", "duel_order": "attacker"}
attacker = sorts["all cards on the weakest"]
reveal(
    *(
        computed(study(attacker, **{name: value}), title=f"{name}={value!r}")
        for name, value in options.items()
    )
)

# %% [markdown]
# And how large an attack pays? Now a single attacker sits with two Normal players, in each seat in turn.
#
# **Predict:** is it better to attack with one card, with five, or with all? And the weakest, or the
# strongest? With three equal players each would win 33 of 100 games.

# %%
deals, game = 50, Reserves(first_player=0)
sizes = {"1": 1, "3": 3, "5": 5, "7": 7, "10": 10, "all": everything}
rows = []
for whom, target in {"the weakest": min, "the strongest": max}.items():
    for size, number in sizes.items():
        shares = []
        for deal in range(deals):
            wins = 0
            for seat in range(3):
                players = [normal] * 3
                players[seat] = Attacker(target, number)
                wins += one_game(game, players, f"size {deal}")[1][seat]
            shares.append(100 * wins / 3)
        middle, error = mean(shares)
        row = {"attacks": whom, "cards": size, "share": middle, "low": middle - error, "high": middle + error}
        rows.append(row)
reveal(computed({f"{row['cards']} on {row['attacks']}": f"{row['share']:.0f} of 100 games" for row in rows}))

# %% [markdown]
# The chart shows the same. The thin lines reach one standard error up and down; the dashed line is where
# three equal players would stand.

# %% tags=["nbval-ignore-output"]
bars = {
    "mark": "bar",
    "encoding": {
        "y": {"field": "share", "type": "quantitative", "title": "games won, of 100"},
        "color": {"field": "attacks", "type": "nominal", "title": "attacks"},
    },
}
errors = {
    "mark": {"type": "rule", "color": "black"},
    "encoding": {"y": {"field": "low", "type": "quantitative"}, "y2": {"field": "high"}},
}
equal = {
    "data": {"values": [{}]},
    "mark": {"type": "rule", "strokeDash": [4, 4], "color": "gray"},
    "encoding": {"x": None, "xOffset": None, "y": {"datum": 100 / 3}},
}
Chart(
    {
        "title": "Which size of attack pays?",
        "width": 480,
        "data": {"values": rows},
        "encoding": {
            "x": {
                "field": "cards",
                "type": "ordinal",
                "sort": list(sizes),
                "title": "cards it attacks with, at most",
                "axis": {"labelAngle": 0},
            },
            "xOffset": {"field": "attacks", "type": "nominal"},
        },
        "layer": [bars, errors, equal],
    }
)

# %% [markdown] tags=["program"]
# **Try it:** change one thing. Write a player that draws on its first turn and then plays like Normal, and
# let it sit with two Normal players. How often does it win, and in which seat? Or change `deals` to four
# times as many and run the cells again. How much smaller do the errors get? A player that begins with a
# draw can be written like this; a new cell for it comes with the **+** above:
#
# ```python
# class Drawer(Attacker):
#     def think(self, view, rng):
#         first = view.reserve_counts[view.seat] == 7  # nothing has been drawn yet
#         draws = [Thought(move, 0, "") for move in view.moves() if str(move) == "draw"]
#         return draws if first and draws else normal.think(view, rng)
# ```

# %% [markdown]
# ## Practise
#
# A few short questions about any rules of Reserves. What you answer wrong comes back.

# %% jupyter={"source_hidden": true}
from handkit.lesson import drill, progress

drill("reserves", n=8)

# %% [markdown]
# What you have answered so far, by rule. A rule is known when your first answers to two questions about it
# were right; asking again adds nothing. Run the cell again (Shift+Enter) to see it anew. Nothing leaves
# this machine.

# %% tags=["nbval-ignore-output"]
progress()

# %% [markdown] tags=["program"]
# **To hand in:** where your teacher asks for it, write your name in the next cell, take the `#` away and
# run it. It writes one file beside this notebook, with your answers and games.

# %% tags=["program"]
# hand_in("your name")

# %% [markdown]
# ## Rules by number
#
# Every rule of the rulebook, and the step in which it is shown. The list is read from this notebook.

# %% jupyter={"source_hidden": true}
index("03-reserves.ipynb", rules)

# %% [markdown]
# ## What to do next
#
# - Play the game of Part 8 until you win it against two players of level Hard. **New game** sets the
#   levels.
# - Sit down with friends: in **New game** give each of you the choice *a person*.
# - Play with `leftovers="defender"` or with `attack_cap="hand"`, and see whether you like it better.
# - The other games: [President](01-president.ipynb) and [Hang In](02-hang-in.ipynb).
# - Write a game of your own: [Your own game](04-your-own-game.ipynb).
# - Read the game as a program: `handkit/games/reserves.py` goes from top to bottom, with the number of each
#   rule beside it.
