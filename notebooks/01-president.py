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
# # President
#
# This notebook teaches the card game President, from nothing to a whole series against computer players.
# You play on tables that sit in the page. A table knows the rules: when a card cannot be played, it says
# why and names the rule.
#
# ## How to use this notebook
#
# A notebook is a page of text with small pieces of program between, called cells. Something has to run
# them.
#
# - Click on a cell and press **Shift+Enter**. It runs, shows its result below, and the next cell is marked.
# - Or run everything at once: menu *Run*, *Run All Cells*. Nothing in here waits for you, so this takes
#   less than a minute. Then read from the top and play as you go.
# - You need not read the program lines. They are there for those who want to look inside.
#
# On a table, a click or a tap chooses a card of your hand, and another puts it back. **Play** plays what is
# chosen. With keys: Tab goes into the table, the arrow keys go from card to card, the space bar chooses,
# Enter plays, and `?` shows all keys.
#
# **If you see a picture in place of a table, or the words "Error displaying widget",** its cell has not run
# since this page was opened. Click on the cell and press Shift+Enter. If that does not help, choose
# *Kernel*, *Restart Kernel and Run All Cells*. The page is then at its end: scroll up.
#
# **If a table has moved on before you looked at it,** choose *Settings* on the table, *Same deal again*. It
# then starts from its position once more, as often as you like.
#
# ### Every step has the same form
#
# 1. An idea, in one or two sentences.
# 2. The rules that say so. A rule is **given** by the source of the game, or it is **our ruling** where the
#    source is silent.
# 3. A small position on a table, where the idea shows.
# 4. **Predict:** a question. Decide on an answer before you go on.
# 5. The answer, folded away. Click on it to open it. It is worked out by the rules as the cell runs.
# 6. **Try it:** play the position. A wrong move does no harm.
# 7. Here and there **Look inside:** one line of program, for the curious.
#
# In a position you sit at the bottom, and computer players hold the other hands. Clockwise from the left
# these are Ada, Bo, Cy and so on. Cards that are in no hand count as played.
#
# ### For teachers
#
# - The steps fill about two lessons; Parts 1 to 3 are enough for a first game. Let the class predict aloud,
#   and play the position on the projector before you open the answer. *Settings*, *Size* makes a table
#   larger.
# - `Table(position, open=True)` shows all hands. Two people can share a screen: a new game may have several
#   seats for persons, and the table covers the cards between their turns.
# - The same word as `seed` deals the same cards on every machine, so a whole class can play one deal.
# - No answer is written into this page. The cells ask the rules, and so can you: change a position and run
#   the cells again.
# - The [last part](#Rules-by-number) lists every rule and the step that shows it.
#
# ### Contents
#
# - [Part 1. Before the first card](#Part-1.-Before-the-first-card)
# - [Part 2. The trick](#Part-2.-The-trick)
# - [Part 3. Going out](#Part-3.-Going-out)
# - [Part 4. Revolution](#Part-4.-Revolution)
# - [Part 5. Places and points](#Part-5.-Places-and-points)
# - [Part 6. A series of rounds](#Part-6.-A-series-of-rounds)
# - [Part 7. Computer players](#Part-7.-Computer-players)
# - [Part 8. A whole game](#Part-8.-A-whole-game)
# - [Part 9. A series with exchange](#Part-9.-A-series-with-exchange)
# - [Part 10. A small study](#Part-10.-A-small-study)
# - [Rules by number](#Rules-by-number)
# - [What to do next](#What-to-do-next)
#
# Run this cell first. It fetches what the others use.

# %%
from random import Random

from IPython.display import Markdown

from handkit import ONLOOKER, Match, President, rulebook
from handkit.bots import bot
from handkit.games.president import title
from handkit.lesson import computed, drawn, index, offered, played, reveal, story, thoughts, told, verdicts
from handkit.simulate import tournament
from handkit.table import Table

rules = rulebook("president")
Markdown(rules.about)

# %% [markdown]
# ## Part 1. Before the first card
#
# ### Step 1. All cards are dealt
#
# Three to six play, each for themselves. The whole deck is dealt, and nothing is left over.

# %%
rules.show("P1.1", "P1.2", "P1.3")

# %%
match = Match(
    President(players=5),
    seed="five friends",
    bots=dict.fromkeys(range(1, 5), "easy"),
)
Table(match.state)

# %% [markdown]
# **Predict:** five players share the deck. How many cards does each get, and who gets more than others?

# %%
reveal(told(match.events[:1]))

# %% [markdown]
# **Try it:** find the numbers on the others' fans of cards, and count your own hand. The turn goes round as
# the fans stand, from left to right, and then comes to you.
#
# **Look inside:** the same for every number of players. Seats count from 0, and seat 0 is yours.

# %%
{players: Match(President(players=players), seed="five friends").state.counts for players in (3, 4, 5, 6)}

# %% [markdown]
# ### Step 2. The order of the ranks
#
# Each rank has its place between weak and strong. Suits do not matter.

# %%
rules.show("P1.4")

# %%
position = President.position(["3S QS AC 2D", "4C 5C", "6C 7C", "8C 9C"], trick="KH", played_by=3)
Table(position)

# %% [markdown]
# **Predict:** Cy has played the K♥. Which of your four cards are stronger?

# %%
reveal(verdicts(position, "3S", "QS", "AC", "2D"))

# %% [markdown]
# **Try it:** cards that cannot be played now lie lower and are hatched. Choose one of them all the same and
# press **Play**: the table says why not. Then play a card that is stronger. The strip in the middle shows
# the order.
#
# **Look inside:** all moves that the rules offer you in this position.

# %%
position.moves()

# %% [markdown]
# ### Step 3. Who begins
#
# In many games of this kind the 3♣ must begin. Here a seat begins, and no card is special.

# %%
rules.show("P1.5")

# %%
match = Match(President(), seed="autumn", bots={1: "easy", 2: "easy", 3: "easy"})
position = match.state
Table(position)

# %% [markdown]
# **Predict:** you hold the 3♣, and a pair of kings. Must the 3♣ be in what you lead?

# %%
reveal(told(match.events[1:2]), verdicts(position, "3C", "3C 3D", "KD KS"))

# %% [markdown]
# **Try it:** lead whatever you like. If you want to take it back, press **Undo**.

# %% [markdown]
# ## Part 2. The trick
#
# ### Step 4. Cards of one rank
#
# What you play is a combination: one card, or several of the same rank.

# %%
rules.show("P2.1")

# %%
position = President.position(["4C 4D 5H 6S 9C 9D 9H", "7C 8C", "10C JC", "QC KC"], to_move=0)
Table(position)

# %% [markdown]
# **Predict:** the table is empty and you lead. Which of these may you lead: a single 4, two 4s, the row 4 5
# 6, three 9s, a 4 together with a 9?

# %%
reveal(verdicts(position, "4C", "4C 4D", "4D 5H 6S", "9C 9D 9H", "4C 9C"))

# %% [markdown]
# **Try it:** choose a 4 and a 9 and press **Play**. Then lead a combination.
#
# **Look inside:** suits have no strength, so the list names one move of each rank and number. Any other
# suits do as well.

# %%
position.moves()

# %% [markdown]
# ### Step 5. The same number
#
# Who leads decides how many cards this trick takes at a time.

# %%
rules.show("P2.2")

# %%
position = President.position(
    ["7C 8C 8D 9C 9D 9H", "3C 4C", "3D 5C", "4D 5D"],
    trick="6C 6D",
    played_by=3,
)
Table(position)

# %% [markdown]
# **Predict:** Cy has led a pair of 6s. Can you follow with a single 7, with two 8s, with three 9s, with two
# of the three 9s?

# %%
reveal(verdicts(position, "7C", "8C 8D", "9C 9D 9H", "9C 9H"))

# %% [markdown]
# **Try it:** choose all three 9s, then put one back. Watch what is said below your hand.

# %% [markdown]
# ### Step 6. Strictly stronger
#
# To follow you need a stronger rank. The same rank is not enough.

# %%
rules.show("P2.3")

# %%
position = President.position(
    ["7C 7H 8C 8D 9C 9D KS", "3C 4C", "3D 5C", "4D 5D"],
    trick="8H 8S",
    played_by=3,
)
Table(position)

# %% [markdown]
# **Predict:** a pair of 8s lies on the table. You hold pairs of 7s, 8s and 9s. Which pairs may you play?

# %%
reveal(verdicts(position, "7C 7H", "8C 8D", "9C 9D"))

# %% [markdown]
# **Try it:** choose the two 7s and press **Play**. Click on the rule's number to read the rule. Then play a
# pair that is strong enough.
#
# **Look inside:** `check` says why a move is refused. It says `None` when nothing speaks against it.

# %%
print(position.check("8C 8D"))
print(position.check("9C 9D"))

# %% [markdown]
# ### Step 7. Passing
#
# Instead of playing you may pass. Only the player who leads cannot.

# %%
rules.show("P2.4")

# %%
hands = ["3C KS", "4C 5C", "6C 7C", "8C 9C"]
position = President.position(hands, trick="QH", played_by=3)
Table(position)

# %% [markdown]
# **Predict:** a queen lies on the table, and you hold a king. May you pass all the same? And could you pass
# if the table were empty and you had to lead?

# %%
leading = President.position(hands, to_move=0)
reveal(verdicts(position, "KS", "pass", title="You follow"), verdicts(leading, "pass", title="You lead"))

# %% [markdown]
# **Try it:** play the king, and wait until you lead. Then look at the **Pass** button, and press it.
#
# **Look inside:** on two queens you have nothing to play. Nobody passes for you; it is still a move that
# you make.

# %%
offered(President.position(hands, trick="QH QD", played_by=3))

# %% [markdown]
# ### Step 8. A pass is final
#
# Whoever has passed is out of this trick, and back in the next.

# %%
rules.show("P2.5")

# %%
position = President.position(["3C KS", "4C 9C", "5D JH", "7D 10C"], trick="6C", played_by=3)
Table(position)

# %% [markdown]
# **Predict:** you pass, with the king in your hand. Ada plays the 9♣, Bo the J♥, and Cy passes. May you put
# your king on the jack now? And may you play it in the next trick?

# %%
passed = played(position, ["pass", "9C", "JH", "pass"])
next_trick = played(passed, ["pass", "5D", "7D"])
reveal(
    verdicts(passed, "KS", seat=0, title="On Bo's jack"),
    verdicts(next_trick, "KS", title="In the next trick"),
)

# %% [markdown]
# **Try it:** press **Pass**. The others play on without you. While they do, press the grey **Play**: a grey
# button can be pressed too, and the table says why it is grey.

# %% [markdown]
# ### Step 9. Winning the trick
#
# A trick ends when nobody else wants to play. Whoever played last begins the next one.

# %%
rules.show("P2.6")

# %%
position = President.position(["3C 8D 10C", "4C 5C", "6C 7D", "8H 9S"], trick="9C", played_by=3)
Table(position)

# %% [markdown]
# **Predict:** you play your 10♣, and everybody passes. What may you play next? And Ada, who has passed: may
# Ada play again after that?

# %%
won = played(position, ["10C", "pass", "pass", "pass"])
reveal(
    story(position, "10C", "pass", "pass", "pass", title="What happens"),
    verdicts(won, "3C", "8D", "pass", title="Then you"),
    verdicts(won.after("3C"), "4C", title="Then Ada, on your 3♣"),
)

# %% [markdown]
# **Try it:** play the 10♣. When the trick is yours, lead whatever you like.

# %% [markdown]
# ### Step 10. No card ends a trick
#
# Even when nobody can beat what lies there, the others are asked.

# %%
rules.show("P2.7")

# %%
position = President.position(["4C KC", "5C 6C", "7C 8C", "9C 10C"], trick="2S", played_by=3)
Table(position)

# %% [markdown]
# **Predict:** Cy has played a 2, and no card beats a 2. Is the trick over, so that you can lead? Who leads
# next?

# %%
reveal(
    verdicts(position, "4C", "KC", "pass", title="Your moves"),
    story(position, "pass", "pass", "pass", title="What happens"),
)

# %% [markdown]
# **Try it:** choose a card, press **Play** and read the reason. Then make the move that is left.

# %% [markdown]
# ### Step 11. Whose turn it is
#
# The turn goes round clockwise and skips those who have passed or are out.

# %%
rules.show("P2.8")

# %%
position = President.position(
    ["6H JC KC", "7H QC", "4S 5S", "9D 10S"],
    trick="5C",
    played_by=3,
    passed=[2],
)
Table(position)

# %% [markdown]
# **Predict:** Bo has passed. You play the 6♥, and Ada plays the 7♥. Whose turn is it then: Bo's, Cy's or
# yours?

# %%
reveal(
    verdicts(played(position, ["6H"]), "KC", seat=0, title="You play again at once"),
    verdicts(played(position, ["6H", "7H"]), "KC", seat=0, title="You play again after Ada's 7♥"),
)

# %% [markdown]
# **Try it:** play the 6♥. The player whose turn it is has a ring and the words *to play*. Follow them
# round.
#
# **Look inside:** `to_move` is the seat whose turn it is. Ada has seat 1, Bo seat 2, Cy seat 3.

# %%
[played(position, moves).to_move for moves in ([], ["6H"], ["6H", "7H"])]

# %% [markdown]
# ### Step 12. Only your own cards
#
# You play from your own hand, and each card once.

# %%
rules.show("P2.9")

# %%
position = President.position(["8C 9C KC", "3S 9D", "4C 5C", "6C 10D"], trick="7H 7S", played_by=3)
Table(position)

# %% [markdown]
# **Predict:** you look for a pair to put on the two 7s, and hold only one 9. What if you name the 9♦ with
# it, which is not in your hand? Or name the 9♣ twice?

# %%
reveal(verdicts(position, "9C 9D", "9C 9C"))

# %% [markdown]
# **Try it:** on a table you cannot even choose a card that is not yours. In program you can ask for
# anything.
#
# **Look inside:** change the cards in this line and run it again.

# %%
print(position.check("9C KC"))

# %% [markdown]
# ## Part 3. Going out
#
# ### Step 13. Out of cards
#
# Who plays the last card is out, and takes the best place that is left. The trick goes on without that
# player.

# %%
rules.show("P3.1", "P3.2")

# %%
position = President.position(["4C", "5C 9D KD", "6C 8H QH"], to_move=0)
Table(position)

# %% [markdown]
# **Predict:** three play, and you lead your last card, the 4♣. Ada puts a 5 on it. Bo plays a 6 and Ada
# passes, or Bo passes at once. Who leads the next trick in each case? And may you still pass, once you are
# out?

# %%
reveal(
    story(position, "4C", "5C", "6C", "pass", title="Bo plays a 6 and Ada passes"),
    story(position, "4C", "5C", "pass", title="Bo passes at once"),
    verdicts(played(position, ["4C"]), "pass", seat=0, title="You, once you are out"),
)

# %% [markdown]
# **Try it:** lead the 4♣ and watch how the others finish the round.

# %% [markdown]
# ### Step 14. The lead passes on
#
# If the winner of a trick is out, somebody else has to begin the next.

# %%
rules.show("P3.3")

# %%
position = President.position(["AC", "4C 5C", "6C 7C", "8C 9C"], trick="KD", played_by=3)
Table(position)

# %% [markdown]
# **Predict:** you put your ace, the last card, on the K♦, and everybody passes. Whose is the trick, and who
# leads?

# %%
reveal(story(position, "AC", "pass", "pass", "pass"))

# %% [markdown]
# **Try it:** play the ace. It is the last thing you do in this round.

# %% [markdown]
# ### Step 15. The end of the round
#
# A round ends when only one player holds cards.

# %%
rules.show("P3.4")

# %%
position = President.position(
    ["9S", "", "", "5C KC"],
    trick="7D",
    played_by=3,
    out=[1, 2],
    rounds=2,
)
Table(position)

# %% [markdown]
# **Predict:** Ada and Bo are out. You put your last card, the 9♠, on the 7♦. Cy holds a king: may Cy still
# play it?

# %%
reveal(
    story(position, "9S", title="What happens"),
    verdicts(played(position, ["9S"]), "KC", seat=3, title="Cy tries the king"),
)

# %% [markdown]
# **Try it:** play the 9♠. The last cards stay in sight, and the table shows the places. **Next round**
# deals new cards.

# %% [markdown]
# ### Step 16. Each of the others must pass
#
# A trick is won only when every other player who holds cards has passed.

# %%
rules.show("P3.5")

# %%
position = President.position(
    ["3C QC", "", "5D 6D"],
    trick="10S",
    played_by=1,
    passed=[2],
    out=[1],
)
Table(position)

# %% [markdown]
# **Predict:** three play. Ada has gone out on the 10♠, and Bo has passed. Is the trick over, or may you
# beat the 10? If you pass too, who leads?

# %%
reveal(
    verdicts(position, "QC", "3C", "pass", title="Your moves"),
    story(position, "pass", title="If you pass"),
)

# %% [markdown]
# **Try it:** play the queen or pass, and press **Undo** to see the other way.

# %% [markdown]
# ### Step 17. Nobody left to ask
#
# A trick ends the moment that no other player can be asked, even when nobody passes at that moment.

# %%
rules.show("P2.6")

# %%
position = President.position(
    ["7C", "4H 6H", "9C KD", "3S JS"],
    trick="5C",
    played_by=2,
    passed=[3],
)
Table(position)

# %% [markdown]
# **Predict:** Bo has led the 5♣ and Cy has passed. You go out on your 7♣, Ada passes, and Bo plays the 9♣.
# Who is asked next?

# %%
reveal(story(position, "7C", "pass", "9C"))

# %% [markdown]
# **Try it:** play the 7♣, and watch what happens when Bo has played.

# %% [markdown]
# ## Part 4. Revolution
#
# ### Step 18. Four of a kind
#
# Four of a kind turns the order of the ranks round: what was weak is strong.

# %%
rules.show("P4.1", "P4.2")

# %%
hands = ["7C 7D 7H 7S KC", "5C 6C 6D 6H 6S", "8C 8D 8H 8S 9C", "3C 4C"]
position = President.position(hands, to_move=0)
Table(position)

# %% [markdown]
# **Predict:** you lead four 7s. Ada holds four 6s, and Bo four 8s. Which of them can beat you?

# %%
four = "7C 7D 7H 7S"
reveal(
    story(position, four, title="You lead"),
    verdicts(played(position, [four]), "6C 6D 6H 6S", title="Ada's four 6s"),
    verdicts(played(position, [four, "pass"]), "8C 8D 8H 8S", title="Bo's four 8s, if Ada passes"),
)

# %% [markdown]
# **Try it:** choose the four 7s and play them. Watch the strip of ranks, also when the others answer.
#
# **Look inside:** the moves offered to Ada after that.

# %%
position.after(four).moves()

# %% [markdown]
# ### Step 19. And back again
#
# The next four of a kind turns the order once more, so it is as before.

# %%
rules.show("P4.3")

# %%
position = President.position(
    ["6C 6D 6H 6S 8C 8D 8H 8S KH", "3C 9C 9D 9H 9S", "3D 4D", "3H 4H"],
    trick=four,
    played_by=3,
    turned=True,
)
Table(position)

# %% [markdown]
# **Predict:** Cy has turned the order with four 7s. Which of your two fours of a kind may you play? And may
# Ada then play four 9s on it?

# %%
sixes = "6C 6D 6H 6S"
reveal(
    verdicts(position, sixes, "8C 8D 8H 8S", title="Your moves"),
    story(position, sixes, title="You play the 6s"),
    verdicts(played(position, [sixes]), "9C 9D 9H 9S", title="Ada's four 9s"),
)

# %% [markdown]
# **Try it:** choose four 8s first and read the reason. Then play the 6s.

# %% [markdown]
# ### Step 20. The turned order
#
# While the order is turned a 3 is the strongest card and a 2 the weakest. It stays so until the round ends,
# or until the next four of a kind.

# %%
rules.show("P4.4")

# %%
position = President.position(
    ["3C 5D 10S AC 2D", "4H KH", "7H 8H", "QD KD"], trick="9H", played_by=3, turned=True
)
Table(position)

# %% [markdown]
# **Predict:** the order is turned, and a 9 lies on the table. Which of your five cards beat it? You take
# the trick and lead your 10♠ to the next: what does Ada need then, the king or the 4?

# %%
reveal(
    verdicts(position, "3C", "5D", "10S", "AC", "2D", title="Your moves"),
    verdicts(
        played(position, ["3C", "pass", "pass", "pass", "10S"]),
        "KH",
        "4H",
        title="Ada, in the next trick, on your 10♠",
    ),
)

# %% [markdown]
# **Try it:** the felt has another colour while the order is turned. Win this trick and lead the next.
#
# **Look inside:** whether the order is turned is one of the fields of a position.

# %%
position.turned

# %% [markdown]
# ### Step 21. Four of a kind as last cards
#
# Going out on four of a kind turns the order as well.

# %%
rules.show("P4.6")

# %%
position = President.position(
    ["KC KD KH KS", "3C QC QD QH QS", "4C AC AD AH AS", "5C 6C"],
    to_move=0,
)
Table(position)

# %% [markdown]
# **Predict:** your last four cards are the kings, and you lead them. What beats them now: Ada's queens or
# Bo's aces?

# %%
kings = "KC KD KH KS"
reveal(
    story(position, kings, title="You go out"),
    verdicts(played(position, [kings]), "QC QD QH QS", title="Ada's queens"),
    verdicts(played(position, [kings, "pass"]), "AC AD AH AS", title="Bo's aces, if Ada passes"),
)

# %% [markdown]
# **Try it:** lead the kings and watch the others play the round to its end.

# %% [markdown]
# ### Step 22. Playing without revolution
#
# A group may agree to leave revolution out. This is an option of the game.

# %%
rules.show("P4.5")

# %%
position = President.position(hands, to_move=0, revolution=False)
Table(position)

# %% [markdown]
# **Predict:** these are the hands of Step 18, with revolution off. You lead four 7s. Who can beat them now?

# %%
reveal(
    story(position, four, title="You lead"),
    verdicts(played(position, [four]), "6C 6D 6H 6S", title="Ada's four 6s"),
    verdicts(played(position, [four, "pass"]), "8C 8D 8H 8S", title="Bo's four 8s, if Ada passes"),
)

# %% [markdown]
# **Try it:** lead the 7s. Then open **New game** on the table: every option stands there with its rule.
#
# **Look inside:** the options of the game, and what may be chosen.

# %%
{name: option.allowed() for name, option in President.options().items()}

# %% [markdown]
# ## Part 5. Places and points
#
# ### Step 23. Titles
#
# The order in which players go out gives them their titles.

# %%
rules.show("P5.1", "P5.2")

# %%
position = President.position(["9C", "", "", "5H", "3C 6D"], trick="8C", played_by=4, out=[2, 1])
Table(position)

# %% [markdown]
# **Predict:** five play. Bo went out first, then Ada. You go out on the 9♣. Which title is yours? And which
# are left for Cy and Di?

# %%
reveal(story(position, "9C", "pass", "pass", "5H"))

# %% [markdown]
# **Try it:** play the 9♣ and read the table of places.
#
# **Look inside:** the titles for three, four, five and six players, first place first.

# %%
{players: [title(place, players) for place in range(players)] for players in (3, 4, 5, 6)}

# %% [markdown]
# ### Step 24. Points
#
# Each place earns points, and points add up over the rounds.

# %%
rules.show("P5.3", "P5.4")

# %%
position = President.position(
    ["AH", "", "7C", "6D 8D"],
    trick="KD",
    played_by=3,
    out=[1],
    rounds=3,
    round=2,
    previous=[2, 1, 0, 3],
    totals=[2, 3, 4, 1],
)
Table(position)

# %% [markdown]
# **Predict:** after the first round you had 2 points, Ada 3, Bo 4 and Cy 1. In this round Ada is out
# already. You go out on your ace, then Bo on the 7♣. What are the four totals now?

# %%
reveal(story(position, "AH", "pass", "pass", "7C"))

# %% [markdown]
# **Try it:** play the ace, and compare the last two columns of the table of places.

# %% [markdown]
# ### Step 25. The end of the series
#
# A game has as many rounds as were agreed. Then the totals decide.

# %%
rules.show("P5.5", "P6.1")

# %%
position = President.position(
    ["7C", "", "", "6D 8D"],
    trick="5D",
    played_by=3,
    out=[1, 2],
    rounds=2,
    round=2,
    previous=[0, 3, 1, 2],
    totals=[4, 2, 1, 3],
)
Table(position)

# %% [markdown]
# **Predict:** this is the last of two rounds. You have 4 points, Ada 2, Bo 1 and Cy 3. Ada went out first,
# then Bo, and now you go out on the 7♣. Who wins the series? And what if Cy plays on?

# %%
reveal(
    story(position, "7C", title="What happens"),
    verdicts(played(position, ["7C"]), "8D", seat=3, title="Cy plays on"),
)

# %% [markdown]
# **Try it:** play the 7♣. The table shows the places of the last round and the totals side by side.

# %% [markdown]
# ## Part 6. A series of rounds
#
# ### Step 26. Two cards for the president
#
# From the second round on, the last of the round before must help the first.

# %%
rules.show("P6.2", "P6.7")

# %%
position = President.position(
    ["3C 4C 7D 9H JC QD AS 2H", "5C 6D 8S 10H KC KD KS", "3D 6H 8D 9C 10C", "4D 5H 7S QC"],
    rounds=3,
    round=2,
    previous=[0, 1, 2, 3],
    totals=[4, 3, 2, 1],
    giving=[0, 1],
    gifts=[(3, 0, "AS 2H"), (2, 1, "KS")],
)
exchange = position
Table(position)

# %% [markdown]
# **Predict:** you were president, and Cy was scum. Cy's two best cards have come to you. Which may you
# give: two weak cards, the two that you just got, only one, three? And may you play first and give later?

# %%
reveal(
    verdicts(position, "give 3C 4C", "give AS 2H", "give 3C", "give 3C 4C 7D", "3C", title="Now"),
    verdicts(played(position, ["give 3C 4C", (1, "give 5C")]), "give 7D 9H", title="When play has begun"),
)

# %% [markdown]
# **Try it:** choose three cards and press **Give**. Then put one back and give two. When both have given, the
# second round begins.

# %% [markdown]
# ### Step 27. One card for the vice-president
#
# With four players or more, the two in the middle exchange one card.

# %%
rules.show("P6.3")

# %%
position = President.position(
    ["4D 6C 9C 9D JH QC KS", "3D 5D 7C 8C 10S", "3C 4C 5S 6S 10D JD", "7H 8H 10H QH AC AD"],
    rounds=3,
    round=2,
    previous=[3, 0, 1, 2],
    totals=[3, 2, 1, 4],
    giving=[0],
    gifts=[(2, 3, "AC AD"), (1, 0, "KS"), (3, 2, "3C 4C")],
)
Table(position)

# %% [markdown]
# **Predict:** this time you were vice-president, and Ada was vice-scum. What may you give: the 4♦, the K♠
# that came from Ada, two cards? And Ada: may Ada choose a card to give you?

# %%
reveal(
    verdicts(position, "give 4D", "give KS", "give 4D 6C", title="Your moves"),
    verdicts(position, "give 3D", seat=1, title="Ada tries to give"),
)

# %% [markdown]
# **Try it:** give one card to Ada. The exchange is complete then.

# %% [markdown]
# ### Step 28. Which cards are best
#
# The losers do not choose: their best cards go by themselves, and ties are settled by suit. The winners
# choose, in either order.

# %%
rules.show("P6.4")

# %%
match = Match(
    President(rounds=2),
    seed="winter",
    bots=dict.fromkeys(range(4), "easy"),
)
match.advance()  # computer players play the first round; seat 0, yours, ends as scum
match.deal()
position = match.state
view = position.view(0)
President.deck.cards(view.hand) | view.gifts[0][2]  # what you were dealt, before the exchange

# %% [markdown]
# **Predict:** these thirteen cards were dealt to you, the scum. Which two go to the president? And back in
# Step 26: may Ada, the vice-president, give before the president does?

# %%
reveal(
    told(match.plies[-1].events, seat=0, title="The deal, as you see it"),
    verdicts(exchange, "give 5C", seat=1, title="Step 26: Ada gives first"),
)

# %% [markdown]
# **Try it:** here are the two cards on the table. You have nothing to choose. Wait for what comes back; if
# it has come already, *Same deal again* shows it from the start.

# %%
Table(position, speed="slow")

# %% [markdown]
# ### Step 29. Only two know
#
# Everybody sees that cards change hands. Which cards, only giver and receiver see.

# %%
rules.show("P6.5")

# %%
position = President.position(
    ["3C 4C 8D 9D JC QH AS 2H", "5C 6C 7D 10S KC KD", "3D 4D 7H QS"],
    rounds=2,
    round=2,
    previous=[0, 1, 2],
    totals=[3, 2, 1],
    giving=[0],
    gifts=[(2, 0, "AS 2H")],
)
Table(position)

# %% [markdown]
# **Predict:** three play. You, in seat 0, are president and give the 3♣ and the 4♣ to Bo, in seat 2. What
# does each of the three see of it?

# %%
gift = "give 3C 4C"
reveal(
    story(position, gift, seat=0, title="What you see", reader=None),
    story(position, gift, seat=2, title="What Bo sees", reader=None),
    story(position, gift, seat=1, title="What Ada sees", reader=None),
)

# %% [markdown]
# **Try it:** give two cards, and play on. You know two of Bo's cards now.
#
# **Look inside:** how many gifts each seat knows of, after that.

# %%
after = position.after(gift)
[len(after.view(seat).gifts) for seat in range(3)]

# %% [markdown]
# ### Step 30. Who leads the later rounds
#
# The first round is led by the first seat. For the others there is an option.

# %%
rules.show("P6.6")

# %%
series = {
    "hands": ["5C 6C 7D 10S KC KD", "3C 4C 8D 9D JC QH AS 2H", "3D 4D 7H QS"],
    "rounds": 2,
    "round": 2,
    "previous": [1, 0, 2],
    "totals": [2, 3, 1],
    "giving": [1],
    "gifts": [(2, 1, "AS 2H")],
}
Table(President.position(**series), speed="slow")

# %% [markdown]
# **Predict:** Ada was president, Bo was scum, and you sit in the first seat. Who leads this round by
# default? And with each other choice of the option?

# %%
reveal(
    *(
        story(President.position(**series, next_leader=choice), gift, seat=0, title=choice)
        for choice in ("president", "scum", "first_seat")
    )
)

# %% [markdown]
# **Try it:** *Same deal again* shows from the start how Ada gives and who leads. In **New game** you find
# the option under *Next leader*.

# %% [markdown]
# ## Part 7. Computer players
#
# ### Step 31. What a computer player sees
#
# A computer player gets what a person in its seat would see, and nothing else.

# %%
rules.show("P7.1")

# %%
position = Match(President(), seed="monday").state
Table(position, bots={1: "hard", 2: "normal", 3: "easy"})

# %% [markdown]
# **Predict:** you lead two 3s, and Ada, a hard player, thinks. We take all cards that Ada cannot see and
# deal them anew, twenty times. How many different moves will Ada choose?

# %%
ada = bot(position.game, "hard")
sight = position.after("3H 3S").view(1)
again = [sight.guess(Random(number)).view(1) for number in range(20)]
moves = {ada.choose(view, Random("same thoughts")) for view in [sight, *again]}
reveal(computed({"Different moves in 21 deals": len(moves)}))

# %% [markdown]
# **Try it:** play this round. Ada, Bo and Cy do not know your cards, and you do not know theirs.
#
# **Look inside:** all that you know as seat 0 here.

# %%
position.view(0)

# %% [markdown]
# ### Step 32. Three levels
#
# Easy follows one plain rule, Normal keeps its good cards together, and Hard reckons with what is still
# out.

# %%
rules.show("P7.2", "P7.3", "P7.4")

# %%
position = President.position(
    ["4C 4D 5H 9C 9D KS 2H", "6C 7C 7D JC QC", "6D 8C 8D QD KC", "5C 10C 10D AC AD"],
    trick="3S",
    played_by=3,
)
Table(position)

# %% [markdown]
# **Predict:** a single 3 lies on the table. What would each level play with your cards?

# %%
levels = ("easy", "normal", "hard")
reveal(*(thoughts(position, level, most=1, title=level.capitalize()) for level in levels))

# %% [markdown]
# **Try it:** press **Hint**. It tells what Hard would do, and why. Then play as you think best.
#
# **Look inside:** more of what Hard thinks of its moves, best first.

# %%
thoughts(position, "hard", most=4)

# %% [markdown]
# ### Step 33. A level is more than a name
#
# One round is mostly luck. Over many deals the better player must come out ahead.

# %%
rules.show("P7.5")

# %%
Table(President(), seed="levels", bots={0: "hard", 1: "normal", 2: "hard", 3: "normal"})

# %% [markdown]
# **Predict:** two seats for one level, two for another, and every deal is played with changing seats. By
# how many points a game is Normal ahead of Easy, and Hard of Normal?

# %%
ahead = {}
for weaker, stronger, deals in (("easy", "normal", 60), ("normal", "hard", 4)):
    result = tournament(President(), [weaker, stronger], deals, seed="levels")
    ahead[f"{stronger} ahead of {weaker}, in {result.games} games"] = result.compare(stronger, weaker)
reveal(computed(ahead))

# %% [markdown]
# The figure after ± says how far luck may have moved the result; the last says how sure it is that the
# stronger level is better. So few games leave room for doubt: the tests of this project play many more.
#
# **Try it:** choose *Settings*, *New deal* on the table and watch the computer players. Or raise the numbers
# of deals, 60 and 4, and run the cell again.

# %% [markdown]
# ## Part 8. A whole game
#
# Now all together. You play one round against an easy, a normal and a hard player. The table is yours as
# long as you like.
#
# - **Hint** says what Hard would do with your cards, and why.
# - **Undo** takes you back to your last choice, also after the others have answered.
# - **To my next turn** lets the others answer at once; when you are out it is called **Finish the round**.
# - **Rules** opens the whole rulebook. Each number in a box, as `P2.3`, opens its rule.
# - **New game** offers every option, three to six seats, names, levels, and a word for the deal.
# - **Settings** has the speed of the computer players, four colours, a larger size, **New deal** and **Same
#   deal again**.

# %%
Table(President(), seed="first game", bots={1: "easy", 2: "normal", 3: "hard"})

# %% [markdown]
# ### The same in program
#
# All that a table does can be done in program. A match holds the game; a move is written as its cards.

# %%
match = Match(President(), seed="monday", bots={1: "easy", 2: "normal", 3: "hard"})
match.view(0)

# %% [markdown]
# `check` asks, `play` plays, and `advance` lets the computer players move until it is your turn.

# %%
print(match.check("3H 4H"))
match.play("3H 3S")
match.advance()
match

# %% [markdown]
# The log tells what happened so far, as one seat saw it.

# %%
match.log(0)

# %% [markdown]
# `undo` goes back move by move, and `goto` to any moment. Then another move can be tried.

# %%
match.goto(1)
match.play("4H 4S")
match.advance()
match.log(0)[2:]

# %% [markdown]
# A table takes moves from a program too. It shows where that led.

# %%
table = Table(President(), seed="monday", bots={1: "easy", 2: "normal", 3: "hard"})
table.play("3H 3S")
table

# %% [markdown]
# ## Part 9. A series with exchange
#
# Three rounds, with the exchange before the second and the third. When a round is over, press **Next
# round**.

# %%
Table(President(rounds=3), seed="first series", bots={1: "easy", 2: "normal", 3: "hard"})

# %% [markdown]
# A series can also be played by computer players alone. This is how one ends.

# %%
match = Match(
    President(rounds=3),
    seed="four at a table",
    bots={0: "normal", 1: "easy", 2: "normal", 3: "hard"},
)
match.finish()
match.log(ONLOOKER)[-5:]

# %% [markdown]
# Of the last exchange an onlooker heard only this.

# %%
[line for line in match.log(ONLOOKER) if "(P6.5)" in line][-4:]

# %% [markdown]
# The table of a match that is over shows the places of the last round, and in its last columns the totals
# and where everybody ended in the series.

# %%
Table(match)

# %% [markdown]
# ## Part 10. A small study
#
# The first seat leads the first round. Is that an advantage? We let four equal players, all Normal, play
# many deals and count who becomes president.
#
# **Predict:** with no advantage each of four seats would win 25 of 100 rounds. How many does the first seat
# win?

# %%
# NBVAL_IGNORE_OUTPUT
from tqdm.auto import tqdm  # draws the bar that shows how far it is

deals = 600
four_equals = {f"seat {seat}": "normal" for seat in range(4)}
with tqdm(total=deals, desc="deals", leave=False) as bar:
    study = tournament(
        President(),
        four_equals,
        deals,
        seed="study",
        rotate=False,
        progress=lambda done, total: bar.update(),
    )

# %%
shares = {name: 100 * ranks.count(1) / deals for name, ranks in study.ranks.items()}
fair = 1 / len(shares)
error = 100 * (fair * (1 - fair) / deals) ** 0.5
reveal(
    computed({f"{name} is president": f"{share:.1f} of 100 rounds" for name, share in shares.items()}),
    computed({"Luck alone moves such a number by about": f"{error:.1f}"}),
)

# %% [markdown]
# A difference of more than twice that number is hardly luck. The chart shows the four shares beside the 25
# of equal chances.

# %%
# NBVAL_IGNORE_OUTPUT
import altair as alt

bars = (
    alt.Chart(alt.Data(values=[{"seat": name, "rounds": share} for name, share in shares.items()]))
    .mark_bar()
    .encode(x=alt.X("rounds:Q", title="president in 100 rounds"), y=alt.Y("seat:N", title=None))
)
equal = alt.Chart(alt.Data(values=[{"rounds": 100 * fair}])).mark_rule(strokeDash=[4, 4]).encode(x="rounds:Q")
drawn((bars + equal).properties(width=420, title="Does the first lead help?"))

# %% [markdown]
# **Try it:** change the level to `"easy"`, or `President()` to `President(players=6)` with six seats, and
# run the three cells again. What changes?

# %% [markdown]
# ## Rules by number
#
# Every rule of the rulebook, and the step in which it is shown. The list is read from this notebook.

# %%
index("01-president.ipynb", rules)

# %% [markdown]
# ## What to do next
#
# - Learn another game: [Hang In](02-hang-in.ipynb), in which you fill a pot and then defend it.
# - Play the series of Part 9 until you win it against three players of level Hard. **New game** sets the
#   levels.
# - Sit down with a friend: in **New game** give both of you the choice *a person*.
# - Set up a position of your own with `President.position(...)`, predict, and ask `verdicts` and `story`.
# - Read the game as a program: `handkit/games/president.py` goes from top to bottom in the order of this
#   notebook, with the number of each rule beside it.
