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
# This notebook teaches the card game Reserves, from nothing to a whole game against computer players.
# You play on tables that sit in the page. A table knows the rules: when a move cannot be made, it says why
# and names the rule.
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
# A notebook is a page of text with small pieces of program between, called cells.
#
# - Click on a cell and press **Shift+Enter**. It runs, shows its result below, and the next cell is marked.
# - Or run everything at once: menu *Run*, *Run All Cells*. This takes about a minute. Then read from the
#   top and play as you go. You need not read the program lines.
# - **If you see a picture in place of a table, or the words "Error displaying widget",** choose *Kernel*,
#   *Restart Kernel and Run All Cells*, and scroll up again.
# - **If a table has moved on before you looked at it,** choose *Settings* on it, *Same deal again*.
#
# On a table of Reserves:
#
# - **To attack,** click or tap on cards of your hand and press **Attack Ada** or **Attack Bo**. The attack
#   shows on the felt as you choose, with what each card would be worth. **Draw** takes a card of your
#   reserve.
# - **To defend,** choose a card of your hand, and then the attacking card to lay it on (or press `1`, `2`
#   and so on). Press there again to take it off. **Defend** lays the whole defence; **Pass** lays no card.
# - **In settling** the cards on the table stand where your hand was. Choose those that you take, and press
#   the button below.
# - Keys: Tab goes into the table, arrow keys and the space bar choose, Enter plays, and `?` shows all keys.
#
# Every step has an idea, the rules that say so, and a small position on a table. **Predict:** is a question.
# Decide on an answer before you click on the line that hides it: it is worked out by the rules as the cell
# runs. **Try it:** lets you play the position; a wrong move does no harm. Where the table would give the
# answer away, it comes only then. **Look inside:** is for the curious.
#
# A rule is **given** by the source of the game, or it is **our ruling** where the source is silent. Some
# rulings have an option, so that you can play the other reading.
#
# You sit at the bottom, in seat 0. Computer players hold the other hands: Ada in seat 1 and Bo in seat 2,
# clockwise from the left. In a position, cards that are named nowhere are discarded.
#
# The notebook of [President](01-president.ipynb) says more about cells, tables and keys.
#
# ### For teachers
#
# - The steps fill two lessons or more; Parts 1 to 5 are enough for a first game. Values and comparisons are
#   small sums: let the class do them aloud before you open the answer.
# - `Table(position, open=True)` shows all hands. The same word as `seed` deals the same cards on every
#   machine.
# - No answer is written into this page. Change a position, run the cells again, and they are worked out anew.
# - Part 9 is a study with a chart: a flaw of the game, many games, and an option that mends it.
# - The [last part](#Rules-by-number) lists every rule and the step that shows it.
#
# ### Contents
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
# Run this cell first. It fetches what the others use.

# %%
from random import Random

from IPython.display import Markdown

from handkit import ONLOOKER, Match, Reserves, rulebook
from handkit.bots import Bot, Thought, bot
from handkit.cards import members
from handkit.games.reserves import DECK, Attack, Defend, beats, relation
from handkit.lesson import computed, drawn, each, index, played, reveal, story, thoughts, told, verdicts
from handkit.simulate import play_game
from handkit.table import Table

rules = rulebook("reserves")
Markdown(rules.about)

# %% [markdown]
# ## Part 1. Before the first card
#
# ### Step 1. The cards
#
# The usual 52 cards, for exactly three players.

# %%
rules.show("R1.1", "R1.2", "R1.3")

# %%
match = Match(Reserves(), seed="three friends")
Table(match.state)

# %% [markdown]
# **Predict:** one card is discarded, and each player gets ten. How many are left for the three reserves, and
# how many is that for each?

# %%
reveal(told(match.events[:3]), computed({"Cards in the reserves": sum(match.state.left)}))

# %% [markdown]
# **Try it:** find the number of cards in each hand and in each reserve. In program a card is written as its
# rank and a letter: `9S` is the nine of spades, `JD` the jack of diamonds, `AC` the ace of clubs.
#
# **Look inside:** how many cards each player holds, and how many lie in each reserve, by seat.

# %%
match.state.counts, match.state.left

# %% [markdown]
# ### Step 2. The reserves
#
# Nobody looks into a reserve, not even its owner. So nothing is lost if they are handed out; an option lets
# the players choose.

# %%
rules.show("R1.4", "R1.5")

# %%
choosing = Match(Reserves(choose_reserve=True, first_player=0), seed="three friends").state
Table(choosing)

# %% [markdown]
# **Predict:** where reserves are chosen, how many of the three players really have a choice? And of how many
# of the 52 cards do you know nothing, once you have your hand and your reserve?

# %%
chosen = played(choosing, ["pile 2", "pile 0"])
reveal(
    verdicts(choosing.after("pile 2"), "pile 2", "pile 1", title="You have chosen pile 2, and Ada chooses"),
    story(choosing, "pile 2", "pile 0", title="Ada chooses pile 0"),
    computed({"Cards of which you know nothing": chosen.view(0).unseen.bit_count()}),
)

# %% [markdown]
# **Try it:** choose a pile.

# %% [markdown]
# ### Step 3. The first turn
#
# The source does not say who begins. By our ruling chance decides. Part 9 shows that this matters.

# %%
rules.show("R1.6")

# %%
Table(Reserves(first_player=0), seed="who starts")

# %% [markdown]
# **Predict:** this is the deal called "who starts", with `first_player=0`. Who has the first turn there by
# default? Can you know? And with `first_player=2`?


# %%
def starts(choice):
    match = Match(Reserves(first_player=choice), seed="who starts")
    return [event for event in match.events if event.rule == "R1.6"]


reveal(*(told(starts(choice), title=f"first_player={choice!r}") for choice in ("random", 0, 2)))

# %% [markdown]
# **Try it:** choose *New game* on the table: every option stands there with its rule.

# %% [markdown]
# ## Part 2. The turn
#
# ### Step 4. Draw or attack
#
# On your turn you do one of two things, and you must do one of them.

# %%
rules.show("R2.1")

# %%
turn = {
    "hands": ["4S 9D JC 6H", "5H 8C 2D 7S", "10S KD 3H"],
    "reserves": ["10C QD", "3C", "AS 9C"],
}
position = Reserves.position(**turn)
Table(position)

# %% [markdown]
# **Predict:** may you draw? Attack Bo with the nine of diamonds? Attack yourself? Pass? An attack is written
# with the seat that it goes to: `attack 2: 9D` is one on Bo. And if you draw, what does Ada see?

# %%
reveal(
    verdicts(position, "draw", "attack 2: 9D", "attack 0: 9D", "attack 3: 9D", "pass", title="Your moves"),
    story(position, "draw", seat=0, title="You draw, as you see it", only=["R2.1"]),
    story(position, "draw", seat=1, title="You draw, as Ada sees it", reader=1, only=["R2.1"]),
)

# %% [markdown]
# **Try it:** draw a card and find it in your hand.

# %% [markdown]
# ### Step 5. Nothing there
#
# There is no pass. With an empty reserve you must attack, with an empty hand you must draw.

# %%
rules.show("R2.2")

# %% [markdown]
# **Predict:** your reserve is empty. May you draw? Then another case: two cards in your reserve, and none in
# your hand. May you attack with the top card of your reserve?

# %%
no_reserve = Reserves.position(["4S 9D JC 6H", "5H 8C 2D 7S", "10S KD 3H"], reserves=["", "3C", "AS 9C"])
no_hand = Reserves.position(["", "5H 8C 2D 7S", "10S KD 3H"], reserves=["10C QD", "3C", "AS 9C"])
reveal(
    verdicts(no_reserve, "draw", "attack 1: 4S", title="Reserve empty"),
    verdicts(no_hand, "attack 1: 10C", "draw", title="Hand empty"),
)

# %% [markdown]
# **Try it:** press **Draw** and read what the table says. Then attack with one card.

# %%
Table(no_reserve)

# %% [markdown]
# ### Step 6. How many cards
#
# An attack may be of any size. With `attack_cap="hand"` it may not be larger than the hand of the defender.

# %%
rules.show("R2.3")

# %%
size = {
    "hands": ["4S 9D JC 6H 3D", "8C 2D", "10S KD 3H 5S"],
    "reserves": ["10C QD", "3C 7H", "AS"],
}
capped = Reserves.position(**size, attack_cap="hand")
Table(capped)

# %% [markdown]
# **Predict:** Ada has two cards in hand. You would like to attack Ada with three, or with your whole hand.
# May you, by default and with `attack_cap="hand"`? And may you name a card twice, or one that Ada holds?

# %%
free = Reserves.position(**size)
asked = ("attack 1: 4S 9D", "attack 1: 4S 9D 6H", "attack 1: 4S 9D JC 6H 3D")
reveal(
    verdicts(free, *asked, title='attack_cap="none"'),
    verdicts(capped, *asked, title='attack_cap="hand"'),
    verdicts(free, "attack 1: 9D 9D", "attack 1: 8C", title="In any case"),
)

# %% [markdown]
# Two cards can never beat three. So a large attack on a small hand cannot fail, by default.
#
# **Try it:** on this table the cap holds. Choose three cards and press **Attack Ada**, then **Attack Bo**.
#
# **Look inside:** how many moves you have, by default and with the cap.

# %%
len(free.moves()), len(capped.moves())

# %% [markdown]
# ### Step 7. Whom to attack
#
# Any opponent who is still in the game may be attacked, even one with an empty hand.

# %%
rules.show("R2.4")

# %% [markdown]
# **Predict:** Ada has no card in hand and two in reserve. May you attack Ada? And what if Ada's reserve were
# empty too?

# %%
position = Reserves.position(["4S 9D JC 6H", "", "10S KD 3H"], reserves=["10C", "3C 7H", ""])
ada_out = Reserves.position(["4S 9D JC 6H", "", "10S KD 3H"], reserves=["10C", "", ""])
reveal(
    verdicts(position, "attack 1: 9D", "attack 2: 9D", title="Ada has two cards in reserve"),
    verdicts(ada_out, "attack 1: 9D", "attack 2: 9D", title="Ada has none"),
)

# %% [markdown]
# **Try it:** attack Ada with one card, and see what Ada can do about it.

# %%
Table(position)

# %% [markdown]
# ## Part 3. Suits and values
#
# ### Step 8. The circle of suits
#
# Each suit is greater than the next, and the last is greater than the first: a circle. Suits of one colour
# are equal.

# %%
rules.show("R3.1", "R3.2")

# %%
position = Reserves.position(["5S 5D 5C 5H 2S", "8C 2D 7S AH", "10S KD 3H"])
Table(position)

# %% [markdown]
# **Predict:** the circle stands in a corner of the table. An arrow goes from a suit to one that it is
# greater than. Beside the five of clubs, what are spades,
# diamonds and hearts: greater, lesser or equal? And how many of the other 51 cards are of a greater suit, of
# an equal, of a lesser one?

# %%
five = DECK.card("5C")
others = [card for card in range(DECK.size) if card != five]
beside = {card: relation(DECK.card(card), five) for card in ("5S", "5D", "5H")}
reveal(
    computed({f"{DECK.symbol(DECK.card(card))} beside 5♣": says for card, says in beside.items()}),
    computed(
        {
            f"Cards of {what} suit": sum(relation(card, five) == what for card in others)
            for what in ("greater", "equal", "lesser")
        }
    ),
)

# %% [markdown]
# **Try it:** follow the arrows of the circle once round. Which two pairs of suits have no arrow between them?
#
# **Look inside:** each suit beside each other one.

# %%
aces = {suit.name: DECK.card(f"A{suit.letter}") for suit in DECK.suits}
{one: {two: relation(aces[one], aces[two]) for two in aces} for one in aces}

# %% [markdown]
# ### Step 9. What beats
#
# A card of an equal suit must be worth more. A card of the greater suit counts double. A tie never beats.

# %%
rules.show("R3.6", examples=False)

# %% [markdown]
# **Predict:** Ada attacks with the five of hearts. Do your five and your six of diamonds beat it? Then Ada
# attacks with the five of diamonds: do your two and your three of spades beat that?

# %%
# With must_beat=False a card that does not beat may be laid too; so we see both sums.
hearts = Reserves.position(
    ["5D 6D 4C", "8C 7S", "10S KD 3H"], turn=1, attack="0: 5H", reserves=["9C", "", ""], must_beat=False
)
diamonds = Reserves.position(
    ["2S 3S 4C", "8C 7S", "10S KD 3H"], turn=1, attack="0: 5D", reserves=["9C", "", ""], must_beat=False
)
sums = ["R3.6", "R4.3"]
reveal(
    each(hearts, "5D>5H", "6D>5H", only=sums, title="Equal suits"),
    each(diamonds, "2S>5D", "3S>5D", only=sums, title="The greater suit"),
)

# %% [markdown]
# In program a defence is written as the card laid, `>`, and the card under it.
#
# **Try it:** lay the three of spades on the five of diamonds. Under it stands the sum. Then press **Defend**.

# %%
Table(Reserves.position(["2S 3S 4C", "8C 7S", "10S KD 3H"], turn=1, attack="0: 5D", reserves=["9C", "", ""]))

# %% [markdown]
# ### Step 10. From below
#
# A card of the lesser suit must be worth more than twice the card under it.

# %%
rules.show("R3.6", examples=False)

# %% [markdown]
# **Predict:** Ada attacks with the four and the five of spades, and diamonds are lesser. Does your eight of
# diamonds beat the four? Your nine? Does your ten beat the five?

# %%
below = {
    "hands": ["8D 9D 10D 6C", "8C 7S", "10S KD 3H"],
    "turn": 1,
    "attack": "0: 4S 5S",
    "reserves": ["9C", "", ""],
}
position = Reserves.position(**below, must_beat=False)
reveal(each(position, "8D>4S", "9D>4S", "10D>5S", "6C>5S", only=sums))

# %% [markdown]
# So no number card of a lesser suit beats a five: it would need 11. Only a face card can be worth that much.
#
# **Try it:** beat both cards.

# %%
Table(Reserves.position(**below))

# %% [markdown]
# **Look inside:** what a card must be worth to beat one worth 1 to 13, from the greater suit, an equal one
# and the lesser one.


# %%
def needed(suit, worth):
    """The least value with which a card of this suit beats a diamond that is worth so much."""
    card, under = DECK.card(f"A{suit}"), DECK.card("AD")
    return next(value for value in range(30) if beats(card, value, under, worth))


suits = {"greater": "S", "equal": "H", "lesser": "C"}
{name: [needed(suit, worth) for worth in range(1, 14)] for name, suit in suits.items()}

# %% [markdown]
# ### Step 11. Jacks
#
# A face card is worth what its company makes of it: the other cards of the same side in this attack. A jack
# counts the cards of its own suit, itself included.

# %%
rules.show("R3.3", examples=False)

# %% [markdown]
# **Predict:** you attack with the jack of spades. What is it worth alone? With the four of spades and the
# nine of hearts? With the four of spades and the seven of clubs? With two more spades?

# %%
position = Reserves.position(["JS 4S 8S 7C 9H", "8C 2D 7S AH", "10S KD 3H"], reserves=["9C", "", ""])
reveal(
    each(
        position,
        "attack 1: JS",
        "attack 1: JS 4S 9H",
        "attack 1: JS 4S 7C",
        "attack 1: JS 4S 8S",
        only=["R3.3"],
    )
)

# %% [markdown]
# **Try it:** choose the jack, and then more cards one by one. Watch its value on the felt.

# %%
Table(position)

# %% [markdown]
# ### Step 12. Kings
#
# A king is worth twice the number of jacks, queens and kings on its side, itself included.

# %%
rules.show("R3.4", examples=False)

# %% [markdown]
# **Predict:** what is the king of spades worth alone? With the jack of diamonds and the queen of hearts? With
# the ten and the nine of spades? And the two kings, if they attack together?

# %%
position = Reserves.position(["KS KC JD QH 10S 9S", "8C 2D 7S AH", "6S 5D 3H"], reserves=["9C", "", ""])
reveal(
    each(
        position,
        "attack 1: KS",
        "attack 1: KS JD QH",
        "attack 1: KS 10S 9S",
        "attack 1: KS KC",
        only=["R3.4"],
    )
)

# %% [markdown]
# **Try it:** find the attack with which the king of spades is worth most.

# %%
Table(position)

# %% [markdown]
# ### Step 13. Queens
#
# A queen is worth twice the number of cards on her side that are worth less than five.

# %%
rules.show("R3.5", examples=False)

# %% [markdown]
# **Predict:** what is the queen of hearts worth alone? With the three of clubs and the four of diamonds? With
# the five and the six of diamonds? With the three of clubs and the five of diamonds?

# %%
position = Reserves.position(["QH 3C 4D 5D 6D", "8C 2D 7S AH", "10S KD 3H"], reserves=["9C", "", ""])
reveal(
    each(
        position,
        "attack 1: QH",
        "attack 1: QH 3C 4D",
        "attack 1: QH 5D 6D",
        "attack 1: QH 3C 5D",
        only=["R3.5"],
    )
)

# %% [markdown]
# **Try it:** choose the queen and small cards. Small cards are worth little themselves, but they lift her.

# %%
Table(position)

# %% [markdown]
# ### Step 14. Queens in company
#
# A jack or a king can be worth less than five, and then a queen counts it. A queen never counts queens.

# %%
rules.show("R3.5", "R3.4", examples=False)

# %% [markdown]
# **Predict:** the queen of hearts beside the king of spades: what are the two worth? And beside the queen of
# spades, the two of clubs and the ace of diamonds: what is each queen worth?

# %%
position = Reserves.position(["QH QS KS 2C AD 3D", "8C 2D 7S AH", "10S KD 3H"], reserves=["9C", "", ""])
faces = ["R3.3", "R3.4", "R3.5"]
reveal(each(position, "attack 1: QH KS", "attack 1: QH QS 2C AD", "attack 1: QH 2C 3D", only=faces))

# %% [markdown]
# Why does a queen not count queens? Take the queen of hearts with the two of clubs and the three of diamonds.
# If she counted herself while worth less than five, then from 4 she would become 6, and from 6 she would
# become 4. And take two queens with two small cards, where each counts the other: then one is worth 4 and
# the other 6, but which?
#
# **Try it:** find the attack in which the king lifts the queen.

# %%
Table(position)

# %% [markdown]
# **Look inside:** all values that would fit, first for a queen with two small cards who counts herself, then
# for two queens with two small cards who count each other.

# %%
even = range(0, 20, 2)
alone = [queen for queen in even if queen == 2 * (2 + (queen < 5))]
pairs = [(a, b) for a in even for b in even if a == 2 * (2 + (b < 5)) and b == 2 * (2 + (a < 5))]
alone, pairs

# %% [markdown]
# ### Step 15. A side together
#
# Each face card counts the others, so one card more can change several values.

# %%
rules.show("R3.3", "R3.4", "R3.5")

# %% [markdown]
# **Predict:** you attack with the jack of spades, the king of diamonds, the queen of hearts, the three of
# clubs and the two of spades. What are the three face cards worth? And without the two small cards?

# %%
position = Reserves.position(["JS KD QH 3C 2S", "8C 2D 7S AH", "10S 5H 3H"], reserves=["9C", "", ""])
reveal(each(position, "attack 1: JS KD QH 3C 2S", "attack 1: JS KD QH", only=faces))

# %% [markdown]
# **Try it:** choose the jack and the king, then the queen, then the small cards. Which card lifts which?

# %%
Table(position)

# %% [markdown]
# ## Part 4. The defence
#
# ### Step 16. At once
#
# The attacked player answers before anything else happens.

# %%
rules.show("R4.1")

# %%
position = Reserves.position(
    ["9S 6D 10C 3H", "8C 2D 7S AH", "10S KD QC"], turn=1, attack="0: 5D", reserves=["9C QD", "3C", "AS"]
)
Table(position)

# %% [markdown]
# **Predict:** Ada attacks you with the five of diamonds. May you first draw a card? Attack Ada in return? May
# Bo help you?

# %%
reveal(
    verdicts(position, "draw", "attack 1: 9S", "9S>5D", title="You"),
    verdicts(position, "10S>5D", seat=2, title="Bo"),
)

# %% [markdown]
# **Try it:** beat the five.

# %% [markdown]
# ### Step 17. Cards on cards
#
# You lay cards of your hand on attacking cards, one on each. You may cover all, only some, or none.

# %%
rules.show("R4.2")

# %%
three = {
    "hands": ["9S 10C 6D 7D 2C", "8C 2D 7S AH", "10S KD QC"],
    "turn": 1,
    "attack": "0: 5D 4C 6H",
    "reserves": ["9C QD", "3C", "AS"],
}
position = Reserves.position(**three)
Table(position)

# %% [markdown]
# **Predict:** Ada attacks with the five of diamonds, the four of clubs and the six of hearts. Which of these
# are allowed: a card on each of the three; only the nine of spades on the five; none at all; the nine on the
# five and on the four as well; two cards on the five; a card that Bo holds?

# %%
reveal(
    verdicts(
        position,
        "9S>5D 10C>4C 7D>6H",
        "9S>5D",
        "pass",
        "9S>5D 9S>4C",
        "9S>5D 6D>5D",
        "10S>4C",
    )
)

# %% [markdown]
# **Try it:** lay three cards, and take one off again.
#
# **Look inside:** how many defences you have here, that of no card included.

# %%
len(position.moves())

# %% [markdown]
# ### Step 18. Valued together
#
# The whole defence is laid at once, and its cards are company to each other.

# %%
rules.show("R4.2", "R3.4", "R3.5")

# %% [markdown]
# **Predict:** Ada attacks with the three and the ace of diamonds. You hold the king and the queen of hearts.
# Does the king alone beat the three? Does the queen alone beat the ace? And both together?

# %%
court = {
    "hands": ["KH QH 10H 8S", "8C 2D 7S AH", "10S KD QC"],
    "turn": 1,
    "attack": "0: 3D AD",
    "reserves": ["9C QD", "3C", "AS"],
}
position = Reserves.position(**court)
reveal(
    verdicts(position, "KH>3D", "QH>AD", title="Each alone"),
    each(position, "KH>3D QH>AD", only=[*faces, "R3.6"], title="Both together"),
)

# %% [markdown]
# **Try it:** lay the king first, and look at its value. Then lay the queen.

# %%
Table(position)

# %% [markdown]
# ### Step 19. Each card must beat
#
# By our ruling a card that does not beat cannot be laid. With `must_beat=False` it can, and it counts as not
# beaten. What would that be good for?

# %%
rules.show("R4.3")

# %% [markdown]
# **Predict:** Ada attacks with the three of diamonds and the ten of spades. You hold the king of hearts and
# the jack of clubs. The jack cannot beat the ten. May you lay both, by default? With `must_beat=False`? And
# what is the king then worth?

# %%
ten = {
    "hands": ["KH JC 2C 5C", "8C 2D 7S AH", "9S KD QC"],
    "turn": 1,
    "attack": "0: 3D 10S",
    "reserves": ["9C QD", "3C", "AS"],
}
strict, loose = (Reserves.position(**ten, must_beat=choice) for choice in (True, False))
reveal(
    verdicts(strict, "KH>3D JC>10S", "KH>3D", title="must_beat=True"),
    each(loose, "KH>3D JC>10S", only=[*faces, *sums], title="must_beat=False"),
)

# %% [markdown]
# **Try it:** on this table a card that does not beat may be laid, for company.

# %%
Table(loose)

# %% [markdown]
# ## Part 5. Settling
#
# ### Step 20. All beaten
#
# If all attacking cards are beaten, the attack is lost. The defender may take as many cards as it laid, its
# own or the attacker's.

# %%
rules.show("R5.1")

# %% [markdown]
# **Predict:** Ada attacked with the five of diamonds and the eight of clubs, and you have beaten both with
# the three and the nine of spades. May you take Ada's two cards? The eight and the nine? All four? None?
# And what becomes of the others?

# %%
won = Reserves.position(
    ["10C 2C 4H", "2D 7S AH", "10S KD QC"],
    turn=1,
    attack="0: 5D 8C",
    defence="3S>5D 9S>8C",
    reserves=["9C QD", "3C", "AS"],
)
reveal(
    verdicts(won, "take 5D 8C", "take 8C 9S", "take 3S 9S 5D 8C", "take", "take 10C"),
    each(won, "take 8C 9S", only=["R5.1"], title="For instance"),
)

# %% [markdown]
# So a full defence costs nothing: you get back as many cards as you laid, the best of both sides. And the
# attacker loses all of the attack.
#
# **Try it:** the cards on the table stand where your hand was. Take the two that are best for you.

# %%
Table(won)

# %% [markdown]
# ### Step 21. Half goes back
#
# If not all are beaten, the attacker takes back half of the attacking cards, rounded up.

# %%
rules.show("R5.2")

# %% [markdown]
# **Predict:** you have attacked Ada with five cards, and Ada has beaten two. How many do you take back? May
# it be more, or fewer? May you take back a card that was beaten? And of an attack with one card that was not
# beaten?

# %%
back = Reserves.position(
    ["10C 2H", "2D 7S AH", "QC KD 3C"],
    attack="1: 4S 6C 8D JS QS",
    defence="10S>4S 8S>6C",
    reserves=["9C QD", "AS", "4C"],
)
single = Reserves.position(["4S 10C 9H", "2D 7S AH", "QC KD 3C"], reserves=["9C QD", "AS", "4C"])
reveal(
    verdicts(
        back, "take 8D JS", "take 8D JS QS", "take 4S JS QS", "take 4S 6C 8D JS QS", title="Of five cards"
    ),
    story(single, "attack 1: 4S", "pass", "give 2D", only=["R5.2", "R5.5"], title="Of one card"),
)

# %% [markdown]
# So an attack with one card costs nothing unless it is beaten.
#
# **Try it:** take back three cards. The next step says what else you get.

# %%
Table(back)

# %% [markdown]
# **Look inside:** how many cards go back, of an attack with one to ten cards.

# %%
hearts = "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H".split()
attacks = [" ".join(hearts[:number]) for number in range(1, 11)]
[Reserves.position(["KS", "QS", "JS"], attack=f"1: {attack}").back for attack in attacks]

# %% [markdown]
# ### Step 22. One for each
#
# Then the attacker takes a card of the defender's for each attacking card that was not beaten: first of
# those that lie on the table, and the attacker chooses.

# %%
rules.show("R5.3")

# %% [markdown]
# **Predict:** you attacked Ada with five cards, Ada beat three of them, and you have taken back three. How
# many of the cards that Ada laid do you take now? May it be a card of Ada's hand? What becomes of the rest?

# %%
pick = Reserves.position(
    ["10C 2H", "2D 7S AH", "QC KD 3C"],
    attack="1: 4S 6C 8D 7C JS",
    defence="10S>4S 8S>6C 9H>8D",
    settled=["take 4S 8D JS"],
    reserves=["9C QD", "AS", "4C"],
)
reveal(
    verdicts(pick, "take 10S", "take 10S 9H", "take 10S 8S 9H", "take 10S 7S"),
    each(pick, "take 10S 9H", only=["R5.3", "R5.5"], title="For instance"),
)

# %% [markdown]
# **Try it:** pick your cards.

# %%
Table(pick)

# %% [markdown]
# ### Step 23. From hand and reserve
#
# If the cards laid do not suffice, the defender pays the rest: from its hand, where it chooses, and then from
# the top of its reserve.

# %%
rules.show("R5.3")

# %% [markdown]
# **Predict:** Ada attacked you with four cards. You beat one, with the nine of spades, and Ada gets the nine.
# How many cards do you still owe? Which may you give, if you hold the two of clubs, the king of hearts and
# the five of clubs? And what happens if you hold only the two of clubs, and the nine of clubs lies on top of
# your reserve?

# %%
owing = {"turn": 1, "attack": "0: 8C 7D 10H 6S", "defence": "9S>8C", "reserves": ["9C QD", "3C", "AS"]}
give = Reserves.position(["2C KH 5C", "2D 7S AH", "10S KD QC"], **owing, settled=["take 7D 10H"])
fewer = Reserves.position(["2C", "2D 7S AH", "10S KD QC"], **owing)
reveal(
    verdicts(give, "give 2C", "give 2C 5C", "give 2C KH 5C", "give 2C 9C", title="Three cards in hand"),
    story(fewer, "take 7D 10H", seat=0, only=["R5.2", "R5.3"], title="One card in hand"),
)

# %% [markdown]
# **Try it:** pay with the cards that you need least.

# %%
Table(give)

# %% [markdown]
# ### Step 24. No card laid
#
# Who lays no card pays for every attacking card.

# %%
rules.show("R5.4")

# %%
bare = {"turn": 1, "attack": "0: 8C 7D 10H"}
hands = ["2C 6C", "2D 7S AH", "10S KD QC"]
position = Reserves.position(hands, **bare, reserves=["9C QD", "3C", "AS"])
Table(position)

# %% [markdown]
# **Predict:** Ada attacks with three cards, and you pass. You hold the two and the six of clubs,
# and the nine of clubs lies on top of your reserve. What do you pay? And what, if your reserve were empty?

# %%
no_reserve = Reserves.position(hands, **bare, reserves=["", "3C", "AS"])
paying = ["R5.2", "R5.4", "R6.4"]
reveal(
    story(position, "pass", "take 8C 10H", seat=0, only=paying, title="Two cards in reserve"),
    story(no_reserve, "pass", "take 8C 10H", seat=0, only=paying, title="Reserve empty"),
)

# %% [markdown]
# **Try it:** pass. Then go back with **Undo**, and look for a card that beats one of the three.

# %% [markdown]
# ### Step 25. What half a defence costs
#
# What is left on the table is discarded, and cards laid in defence with it. With `leftovers="defender"` the
# defender takes its own back.

# %%
rules.show("R5.5")

# %% [markdown]
# **Predict:** Ada attacks with six cards, and you have something against each of them. How many cards do you
# lose if you beat none, one, two, three, four, five, or all six? And with `leftovers="defender"`?


# %%
def costs(leftovers):
    """How many cards it costs to beat none of six, one, two, and so on."""
    before = Reserves.position(
        ["3D 4D 5D 6D 7D 8D KS QS", "2D 7S AH", "10S KD QC"],
        turn=1,
        attack="0: 2H 3H 4H 5H 6H 7H",
        reserves=["9C QD", "3C", "AS"],
        leftovers=leftovers,
    )
    pairs = ["3D>2H", "4D>3H", "5D>4H", "6D>5H", "7D>6H", "8D>7H"]
    lost = {}
    for beaten in range(7):
        state = before.after(" ".join(pairs[:beaten]) or "pass")
        while state.phase != "turn":  # settling: the last of the moves takes as many cards as are allowed
            state = state.after(str(state.moves()[-1]))
        lost[f"{beaten} beaten"] = before.counts[0] + before.left[0] - state.counts[0] - state.left[0]
    return lost


reveal(
    *(
        computed(costs(choice), title=f'Cards lost with leftovers="{choice}"')
        for choice in ("discard", "defender")
    )
)

# %% [markdown]
# By default, beating five of six costs as much as beating one, as cards laid beyond half are only discarded.
# So beat all, or else half. With "defender" each card beaten saves one.
#
# **Try it:** here you can beat five of the six, but not all. How many do you beat?

# %%
Table(
    Reserves.position(
        ["3D 4D 5D 6D 7D 2C 8S 9S", "2D 7S AH", "10S KD QC"],
        turn=1,
        attack="0: 2H 3H 4H 5H 6H 7H",
        reserves=["9C QD", "3C", "AS"],
    )
)

# %% [markdown]
# ### Step 26. Who sees it
#
# What lay on the table was seen by all. What comes from a hand or a reserve is seen by the two concerned.

# %%
rules.show("R5.6")

# %%
position = Reserves.position(["8C 10D KH", "2D 7S AH", "10S KD QC"], reserves=["9C QD", "3C", "AS"])
Table(position)

# %% [markdown]
# **Predict:** you attack Ada with the eight of clubs. Ada lays no card, and gives you the two of diamonds.
# Which cards of your hand does Ada know then? And Bo?

# %%
moves = ["attack 1: 8C", "pass", "give 2D"]
after = played(position, moves)
known = {name: after.view(seat).known(0) for seat, name in ((1, "Ada"), (2, "Bo"))}
reveal(
    computed({f"{name} knows of your hand": DECK.spoken(cards) for name, cards in known.items()}),
    story(position, *moves, seat=2, only=["R5.2", "R5.4", "R5.6"], title="What Bo sees"),
)

# %% [markdown]
# **Try it:** attack, and remember what you see. The table does not mark it: that is part of the game.

# %% [markdown]
# ## Part 6. Whose turn, and who is out
#
# ### Step 27. Whose turn it is
#
# After an attack the turn goes to the player who had no part in it. After a draw it goes on clockwise.

# %%
rules.show("R6.1", "R6.2")

# %%
position = Reserves.position(["8C 10D KH", "2D 7S AH", "10S KD QC"], reserves=["9C QD", "3C", "AS"])
Table(position)

# %% [markdown]
# **Predict:** who has the next turn if you draw? If you attack Ada? If you attack Bo? And then, when Ada has
# drawn a card after your attack on Bo?

# %%
order = ["R6.1", "R6.2"]
on_bo = ["attack 2: 8C", "pass", "give QC"]
reveal(
    story(position, "draw", only=order, title="You draw"),
    story(position, "attack 1: 8C", "pass", "give 2D", only=order, title="You attack Ada"),
    story(position, *on_bo, only=order, title="You attack Bo"),
    story(position, *on_bo, "draw", only=order, title="You attack Bo, and then Ada draws"),
)

# %% [markdown]
# So the attacked player cannot strike back at once. The third has the turn, and may attack either of you.
#
# **Try it:** attack Bo, and watch what Ada does.

# %% [markdown]
# ### Step 28. Out
#
# A player without any cards is out when everything is settled. That can be the defender, or the attacker.

# %%
rules.show("R6.4")

# %% [markdown]
# **Predict:** Ada has the two of hearts and the ten of clubs, and no reserve. You attack with the nine and
# the eight of spades. Is Ada out after a pass? After beating the nine with the ten, and not the eight? Then
# another case: you have no reserve, and attack with your last card, the nine of spades. Ada beats it with
# the ten. And the same with two cards in your reserve?

# %%
pair = Reserves.position(["9S 8S 4C", "2H 10C", "10S KD QC"], reserves=["9C", "", "AS"])
last = Reserves.position(["9S", "2H 10C", "10S KD QC"], reserves=["", "", "AS"])
kept = Reserves.position(["9S", "2H 10C", "10S KD QC"], reserves=["9C QD", "", "AS"])
gone = ["R5.1", "R5.3", "R5.4", "R6.4"]
reveal(
    story(pair, "attack 1: 8S 9S", "pass", "take 9S", only=gone, title="Ada passes"),
    story(pair, "attack 1: 8S 9S", "10C>9S", "take 9S", only=gone, title="Ada beats the nine"),
    story(last, "attack 1: 9S", "10C>9S", "take 10C", only=gone, title="Your last card is beaten"),
    story(kept, "attack 1: 9S", "10C>9S", "take 10C", only=gone, title="With two cards in your reserve"),
)

# %% [markdown]
# **Try it:** attack Ada with both nine and eight.

# %%
Table(pair)

# %% [markdown]
# ### Step 29. The last two
#
# With one player out, there is no third to have the turn. By our ruling the defender has it; an option gives
# it to the attacker once more.

# %%
rules.show("R6.3", "R6.6")

# %%
duel = {"hands": ["8C 10D KH", "", "10S KD QC"], "reserves": ["9C QD", "", "AS"]}
Table(Reserves.position(**duel))

# %% [markdown]
# **Predict:** Ada is out. Who has the next turn if you attack Bo? And with `duel_order="attacker"`? And who,
# if you draw?

# %%
alternate, attacker = (Reserves.position(**duel, duel_order=order) for order in ("alternate", "attacker"))
following = ["R6.3", "R6.6"]
reveal(
    story(alternate, *on_bo, only=following, title='You attack, duel_order="alternate"'),
    story(attacker, *on_bo, only=following, title='You attack, duel_order="attacker"'),
    story(alternate, "draw", only=following, title="You draw"),
)

# %% [markdown]
# **Try it:** win against Bo.

# %% [markdown]
# ### Step 30. The last player
#
# Whoever alone has cards left wins. Those who went out later stand higher.

# %%
rules.show("R6.5")

# %%
end = Reserves.position(["5D", "6D", ""])
Table(end)

# %% [markdown]
# **Predict:** Bo is out. You have the five of diamonds, Ada the six, and that is all. You must attack. Who
# wins if Ada passes? If Ada beats the five and takes a card? If Ada beats it and takes none?

# %%
ending = ["R6.4", "R6.5"]
reveal(
    story(end, "attack 1: 5D", "pass", only=ending, title="Ada passes"),
    story(end, "attack 1: 5D", "6D>5D", "take 5D", only=ending, title="Ada beats it and takes a card"),
    story(end, "attack 1: 5D", "6D>5D", "take", only=ending, title="Ada beats it and takes none"),
)

# %% [markdown]
# **Try it:** attack. What does Ada do?

# %% [markdown]
# ### Step 31. An endless circle
#
# The rules alone do not end every game: three players can hand one card round for ever. So there are limits.

# %%
rules.show("R6.7")

# %%
ring = Reserves.position(["QS 8C 9C", "3H 8D", "KS 8H"], no_progress_limit=6)
Table(ring)

# %% [markdown]
# **Predict:** you attack Ada with the queen of spades; Ada passes and gives the three of hearts. Bo attacks
# you with the king of spades; you pass and give the three. Ada attacks Bo with the eight of diamonds; Bo
# passes and gives the three. What has changed? If all go on like this, when does the game end with
# `no_progress_limit=6`, and who wins? And may both limits be None?

# %%
circle = [
    "attack 1: QS",
    "pass",
    "give 3H",
    "attack 0: KS",
    "pass",
    "give 3H",
    "attack 2: 8D",
    "pass",
    "give 3H",
]
once = played(ring, circle)


def allowed(**options):
    """What the game says of these options."""
    try:
        Reserves(**options)
    except ValueError as error:
        return str(error)
    return "allowed"


reveal(
    computed(
        {
            "The hands before": "; ".join(DECK.spoken(hand) for hand in ring.hands),
            "The hands after three turns": "; ".join(DECK.spoken(hand) for hand in once.hands),
            "Turns without progress": once.quiet,
        }
    ),
    story(once, *circle, only=["R6.7"], title="And once more round"),
    computed({"Both limits None": allowed(no_progress_limit=None, max_turns=None)}),
)

# %% [markdown]
# **Try it:** six turns without progress end this game. Is it good for you to go round in the circle?
#
# **Look inside:** all options of the game, and what may be chosen.

# %%
{name: option.allowed() for name, option in Reserves.options().items()}

# %% [markdown]
# ## Part 7. Computer players
#
# ### Step 32. What a computer player sees
#
# A computer player gets what a person in its seat would see, and nothing else. No reserve, not even its own.

# %%
rules.show("R7.1")

# %%
position = Match(Reserves(first_player=0), seed="monday").state
Table(position, bots={1: "hard", 2: "easy"})

# %% [markdown]
# **Predict:** you attack Ada, a hard player, with the eight and the nine of diamonds, and Ada thinks. We take
# all cards that Ada cannot see, your hand and Ada's own reserve among them, and deal them anew, four times.
# How many different answers will Ada give?

# %%
ada = bot(position.game, "hard")
sight = position.after("attack 1: 8D 9D").view(1)
again = [sight.guess(Random(number)).view(1) for number in range(4)]
answers = {ada.choose(view, Random("same thoughts")) for view in [sight, *again]}
reveal(computed({"Different answers in 5 deals": len(answers)}))

# %% [markdown]
# **Try it:** attack Ada. Neither of you knows the other's cards.
#
# **Look inside:** all that you know as seat 0 here.

# %%
position.view(0)

# %% [markdown]
# ### Step 33. Three levels
#
# Easy, Normal and Hard are more than names: over many games the better player must win more often.

# %%
rules.show("R7.2")

# %%
position = Reserves.position(
    ["3S JS 6H 9C", "2D 7S AH 9S 8D QC", "10S KC 8H 5D 4D"], reserves=["9D QD 2S", "3H 4H", "AS 7C 6D 2C"]
)
Table(position, bots={1: "normal", 2: "hard"})

# %% [markdown]
# **Predict:** it is your turn. What would each level do with your cards? And when one Normal player sits with
# two Easy ones, how many of 100 games go to Normal?


# %%
def won(stronger, weaker, deals):
    """The share of games that one player wins against two of another level, and its standard error. Each
    deal is played three times, so that the one sits in each seat; seat 0 has the first turn."""
    game, shares = Reserves(first_player=0), []
    for deal in range(deals):
        wins = 0
        for seat in range(3):
            levels = [weaker] * 3
            levels[seat] = stronger
            ranks = play_game(game, [bot(game, level) for level in levels], f"levels {deal}").ranks
            wins += (ranks[seat] == 1) / ranks.count(1)
        shares.append(wins / 3)
    return mean(shares)


def mean(numbers):
    """The average, and its standard error."""
    middle = sum(numbers) / len(numbers)
    return middle, (sum((n - middle) ** 2 for n in numbers) / (len(numbers) - 1) / len(numbers)) ** 0.5


deals = 100
share, error = won("normal", "easy", deals)
reveal(
    *(thoughts(position, level, most=1, title=level.capitalize()) for level in ("easy", "normal", "hard")),
    computed({f"Normal wins, of 100 games (from {3 * deals})": f"{100 * share:.0f} ± {100 * error:.0f}"}),
)

# %% [markdown]
# With equal players it would be 33. The number after ± is the standard error: luck moves such a result by
# about as much, and seldom by more than twice as much. Hard thinks for seconds in a game; the tests of this
# project play the games that show it ahead of Normal.
#
# **Try it:** press **Hint**. It tells what Hard would do, and why. Then play as you think best.
#
# **Look inside:** more of what Hard thinks of its moves, best first.

# %%
thoughts(position, "hard", most=3)

# %% [markdown]
# ## Part 8. A whole game
#
# Now all together: a game against an easy and a hard player. The table is yours as long as you like.
#
# - Over your face cards stands what they would be worth with the cards that you have chosen.
# - In a defence, the sum under each pair says whether your card beats.
# - Look at the sizes of hands and reserves: who has most, and who could go out?
# - **Hint** says what Hard would do with your cards, and why. **Undo** takes you back to your last choice.
# - **Rules** opens the whole rulebook. Each number in a box, as `R3.5`, opens its rule.
# - **New game** offers every option, names, levels, and a word for the deal.

# %%
Table(Reserves(first_player=0), seed="first game", bots={1: "easy", 2: "hard"})

# %% [markdown]
# ### The same in program
#
# All that a table does can be done in program. A match holds the game; a move is written as a word and its
# cards.

# %%
match = Match(Reserves(first_player=0), seed="monday", bots={1: "easy", 2: "normal"})
match.view(0)

# %% [markdown]
# `check` asks, `play` plays, and `advance` lets the computer players move until it is your turn.

# %%
print(match.check("attack 0: 8D"))
match.play("attack 1: 8D 9D 10C 10S")
match.advance()
match

# %% [markdown]
# The log tells what happened so far, as one seat saw it.

# %%
match.log(0)

# %% [markdown]
# `goto` goes back to any moment. Then another move can be tried.

# %%
match.goto(1)
match.play("draw")
match.advance()
match.log(0)[4:]

# %% [markdown]
# A table takes moves from a program too. It shows where that led.

# %%
table = Table(Reserves(first_player=0), seed="monday", bots={1: "easy", 2: "normal"})
table.play("attack 1: 8D 9D 10C 10S")
table

# %% [markdown]
# A game can also be played by computer players alone. This is how one ends.

# %%
match = Match(Reserves(), seed="three at a table", bots={0: "normal", 1: "easy", 2: "hard"})
match.finish()
match.log(ONLOOKER)[-8:]

# %%
Table(match)

# %% [markdown]
# ## Part 9. A first study
#
# Is Reserves a fair game? Does everybody get to play? A single game does not say. But a computer player of a
# few lines can play thousands.
#
# This one attacks with its highest cards, as many as it is told to, and either the opponent with fewest cards
# or the one with most. It defends and settles like Normal; or it never covers a card.


# %%
class Attacker(Bot):
    """Attacks the opponent with fewest cards (`target=min`) or most (`max`), always with so many cards."""

    level = "attacker"

    def __init__(self, target, number, covers=True):
        self.target, self.number, self.covers = target, number, covers

    def think(self, view, rng):
        if view.phase == "turn" and view.hand:
            others = [seat for seat in view.active if seat != view.seat]
            target = self.target(others, key=lambda seat: view.counts[seat] + view.left[seat])
            number = min(self.number, view.cap(target))
            return [Thought(Attack(target, members(view.hand)[-number:]), 0, "")]
        if view.phase == "defence" and not self.covers:
            return [Thought(Defend(), 0, "")]
        return normal.think(view, rng)


normal, everything = bot(Reserves(), "normal"), 52


def one_game(game, players, seed):
    """One game: its turns, who won, whether a player was out before having had a turn, whether at a limit."""
    chance, state = Random(seed), game.start()
    state.play(state.deal(chance))
    had_a_turn, early = set(), False
    while state.to_move is not None:
        seat = state.to_move
        if state.phase == "turn":
            had_a_turn.add(seat)
        state.play(players[seat].choose(state.view(seat), chance))
        early = early or any(state.out[other] and other not in had_a_turn for other in range(3))
    wins = [(seat in state.outcome.winners) / len(state.outcome.winners) for seat in range(3)]
    return state.turns, wins, early, state.reason in ("no-progress", "cap")


# %% [markdown]
# **Predict:** three equal players sit down, and each attacks the weakest with everything it has. How many
# turns does a game take? In how many of 100 games is a player out before its first turn? And who wins most
# often: the one with the first turn, the second, clockwise, or the third?

# %%
# NBVAL_IGNORE_OUTPUT
from tqdm.auto import tqdm  # draws the bar that shows how far it is

games = 300
sorts = {
    "all cards on the weakest": Attacker(min, everything),
    "the same, and nobody ever covers": Attacker(min, everything, covers=False),
    "all cards on the strongest": Attacker(max, everything),
    "three cards on the weakest": Attacker(min, 3),
    "one card on the weakest": Attacker(min, 1),
    "Normal": normal,
}
options = {
    "by default": {},
    'attack_cap="hand"': {"attack_cap": "hand"},
    "must_beat=False": {"must_beat": False},
    'leftovers="defender"': {"leftovers": "defender"},
    'duel_order="attacker"': {"duel_order": "attacker"},
}
series = [(sort, "by default") for sort in sorts]
series += [("all cards on the weakest", choice) for choice in options if options[choice]]
study = {}
with tqdm(total=len(series) * games, desc="games", leave=False) as bar:
    for sort, choice in series:
        game = Reserves(first_player=0, **options[choice])
        study[sort, choice] = []
        for number in range(games):
            study[sort, choice].append(one_game(game, [sorts[sort]] * 3, f"study {number}"))
            bar.update()


# %%
def of_100(numbers):
    """A share of games, of 100, with its standard error."""
    share, error = mean([float(number) for number in numbers])
    return f"{100 * share:.0f} ± {100 * error:.0f}"


def found(played):
    """What a series of games says, in words."""
    turns, wins, early, limits = zip(*played, strict=True)
    return {
        "Turns": "{:.1f} ± {:.1f}".format(*mean(turns)),
        "Out before its first turn": f"{of_100(early)} of 100 games",
        "First, second, third player wins": "; ".join(of_100(column) for column in zip(*wins, strict=True)),
        "Ended by a limit": f"{of_100(limits)} of 100 games",
    }


reveal(*(computed(found(study[sort, "by default"]), title=sort.capitalize()) for sort in sorts))

# %% [markdown]
# The number after ± is the standard error: about two times in three the true number lies within it, and
# nearly always within twice as much. So two numbers that differ by less than both their errors together
# may differ by luck alone. And 0 ± 0 only says that it happened in none of these games.
#
# The seat matters more than anything else here. But which seat has the edge depends on how all of them
# play. If nobody covers, the first player takes everything from the second, and then from the third. If
# attacked players cover what they can, the first attack costs both its sides, and the third player, with ten
# untouched cards, has the next turn. That is why the players in Step 33 sat in each seat. And it may be why
# Hard likes to begin with a draw, as its **Hint** in Part 8 says: who waits is not worn down.
#
# **Predict:** somebody goes out without having had a turn. One of the options mends most of that. Which? A
# larger defence, a smaller attack, another order of turns?

# %%
flawed = "all cards on the weakest"
reveal(*(computed(found(study[flawed, choice]), title=choice) for choice in options))

# %% [markdown]
# With "defender" the attacked player keeps the cards with which it has beaten something, so one attack seldom
# takes all. A cap on the attack makes the game longer, but several attacks do what one did before.
#
# And how large an attack pays? Now a single attacker sits with two Normal players, in each seat in turn.
#
# **Predict:** is it better to attack with one card, with five, or with all? And the weakest, or the
# strongest? With three equal players each would win 33 of 100 games.

# %%
# NBVAL_IGNORE_OUTPUT
deals, game = 80, Reserves(first_player=0)
sizes = {"1": 1, "3": 3, "5": 5, "7": 7, "10": 10, "all": everything}
targets = {"the weakest": min, "the strongest": max}
rows = []
with tqdm(total=len(sizes) * len(targets) * deals, desc="deals", leave=False) as bar:
    for whom, target in targets.items():
        for size, number in sizes.items():
            shares = []
            for deal in range(deals):
                wins = 0
                for seat in range(3):
                    players = [normal] * 3
                    players[seat] = Attacker(target, number)
                    wins += one_game(game, players, f"size {deal}")[1][seat]
                shares.append(100 * wins / 3)
                bar.update()
            middle, error = mean(shares)
            rows.append(
                {"attacks": whom, "cards": size, "share": middle, "error": error}
                | {"low": middle - error, "high": middle + error}
            )

# %%
reveal(
    *(
        computed(
            {
                f"With {row['cards']}": "{share:.0f} ± {error:.0f} of 100 games".format(**row)
                for row in rows
                if row["attacks"] == whom
            },
            title=f"Cards in each attack on {whom}, and games won",
        )
        for whom in targets
    )
)

# %% [markdown]
# The chart shows the same. The thin lines reach one standard error up and down; the dashed line is where
# three equal players would stand.

# %%
# NBVAL_IGNORE_OUTPUT
import altair as alt

base = alt.Chart(alt.Data(values=rows)).encode(
    x=alt.X("cards:O", sort=list(sizes), title="cards it attacks with, at most", axis=alt.Axis(labelAngle=0)),
    xOffset=alt.XOffset("attacks:N"),
    color=alt.Color("attacks:N", title="attacks"),
)
bars = base.mark_bar().encode(y=alt.Y("share:Q", title="games won, of 100"))
errors = base.mark_rule(color="black").encode(y="low:Q", y2="high:Q", color=alt.value("black"))
equal = (
    alt.Chart(alt.Data(values=[{"share": 100 / 3}]))
    .mark_rule(strokeDash=[4, 4], color="gray")
    .encode(y="share:Q")
)
drawn((bars + errors + equal).properties(width=480, title="How large an attack pays?"))

# %% [markdown]
# A small attack is covered, and what covers it may be taken back. A large one is not: whoever attacks with
# more cards than the other can cover gets something for it. And who puts out the weakest works for the third
# player, who then has the next turn.
#
# **Try it:** change one thing. Write a player that draws on its first turn and then plays like Normal, and
# let it sit with two Normal players. How often does it win, and in which seat? Or change `games` to a larger
# number and run the cells again. How much smaller do the errors get with four times as many?

# %% [markdown]
# ## Rules by number
#
# Every rule of the rulebook, and the step in which it is shown. The list is read from this notebook.

# %%
index("03-reserves.ipynb", rules)

# %% [markdown]
# ## What to do next
#
# - Play the game of Part 8 until you win it against two players of level Hard. **New game** sets the levels.
# - Sit down with friends: in **New game** give each of you the choice *a person*.
# - Play with `leftovers="defender"` or with `attack_cap="hand"`, and see whether you like it better.
# - Set up a position of your own with `Reserves.position(...)`, predict, and ask `verdicts`, `each` and
#   `story`.
# - Read the game as a program: `handkit/games/reserves.py` goes from top to bottom, with the number of each
#   rule beside it.
