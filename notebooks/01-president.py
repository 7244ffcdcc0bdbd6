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
# All its steps take about an hour. **The short way** takes 30 to 40 minutes: leave out Steps 2, 10, 14, 17,
# 20, 23, 25 and 26, and the parts *Look inside*. Parts 1 to 3 are enough for a first game.
#
# If you have never run a cell, begin with [Start here](00-start-here.ipynb). Otherwise choose *Run*, *Run All
# Cells* now. Nothing in here waits for you, so that takes less than a minute. Then read from the top.
#
# **A step** is one idea, the rules that say so, and a question about a position. A rule is **given** by the
# source of the game, or it is **our ruling** where the source is silent. Choose your answer and press
# **Reveal**: the answer is worked out by the rules, and the table above it shows what happens. Then play on
# from there. *Settings*, *Same deal again* starts from the position once more.
#
# **The game in short.** Each player gets rid of cards. One **leads**: plays a card, or several of one rank,
# which is called a **combination**. The others follow with stronger ones of the same number, or pass. When
# all others have passed the **trick** is over, and whoever played last leads the next. Who is out of cards
# first is the president.
#
# **You** sit at the bottom, in seat 0. Computer players hold the other hands, clockwise from the left Ada
# in seat 1, Bo in seat 2, Cy in seat 3 and so on. After an answer they wait for you to look: press **Go
# on**, and they play. Cards that are in no hand count as played.
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
# - [Part 1. Before the first card](#Part-1.-Before-the-first-card)
# - [Part 2. The trick](#Part-2.-The-trick)
# - [Part 3. Going out](#Part-3.-Going-out)
# - [Part 4. Revolution](#Part-4.-Revolution)
# - [Part 5. Places and points](#Part-5.-Places-and-points)
# - [Part 6. The exchange](#Part-6.-The-exchange)
# - [Part 7. Computer players](#Part-7.-Computer-players)
# - [Part 8. A whole game](#Part-8.-A-whole-game)
# - [Part 9. Practice](#Part-9.-Practice)
# - [Part 10. A small study](#Part-10.-A-small-study)
# - [Rules by number](#Rules-by-number)
# - [What to do next](#What-to-do-next)

# %% jupyter={"source_hidden": true}
from random import Random

from IPython.display import Markdown

from handkit import Match, President, rulebook
from handkit.bots import bot
from handkit.games.president import title
from handkit.lesson import (
    Chart,
    asks,
    bot_exercise,
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
    seat_names,
    seed,
    story,
    thoughts,
)
from handkit.simulate import tournament
from handkit.table import Table

rules = rulebook("president")
Markdown(rules.about)

# %% [markdown] tags=["program"]
# In a class your teacher may give you a code, so that all get the same deals. Write it in place of `None`, in
# quotation marks, and run everything again.

# %% tags=["program"]
class_code(None)

# %% [markdown]
# ## Part 1. Before the first card
#
# ### Step 1. All cards are dealt
#
# Three to six play, each for themselves. The whole deck is dealt, and nothing is left over.

# %% jupyter={"source_hidden": true}
rules.show("P1.1", "P1.2", "P1.3", examples=False)

# %% jupyter={"source_hidden": true}
five = Match(President(players=5), seed="autumn").state
match = Match(President(), seed="autumn", bots={1: "easy", 2: "easy", 3: "easy"})
predict(
    match,
    asks.number(
        "Here four share the 52 cards. How many would you hold, in seat 0, if five played?",
        lambda _: five.counts[0],
        rule="P1.3",
        why=lambda _: f"The hands are then {', '.join(map(str, five.counts))}: the low seats get one more.",
    ),
)

# %% [markdown]
# **Try it:** find the numbers on the others' fans of cards. The turn goes round as the fans stand, from left
# to right, and then comes to you.

# %% [markdown]
# ### Step 2. Who begins
#
# In many games of this kind the 3♣ must begin. Here a seat begins, and no card is special.

# %% jupyter={"source_hidden": true}
rules.show("P1.5")

# %% jupyter={"source_hidden": true}
predict(
    match,
    asks.which_moves(
        "3C",
        "3C 3D",
        "KD KS",
        text="You lead to the first trick. With which of these may you begin?",
        cite="P1.5",
    ),
)

# %% [markdown]
# **Try it:** press **Undo**, and lead something else.

# %% [markdown]
# ### Step 3. The order of the ranks
#
# Each rank has its place between weak and strong. Suits do not matter.

# %% jupyter={"source_hidden": true}
rules.show("P1.4")

# %% jupyter={"source_hidden": true}
position = President.position(["3S QS AC 2D", "4C 5C", "6C 7C", "8C 9C"], trick="KH", played_by=3)
predict(position, asks.playable(text="Cy has played the {KH}. Which of your cards beat it?", cite="P1.4"))

# %% [markdown]
# **Try it:** once the question is answered, cards that cannot be played now lie lower and are hatched. Choose
# one of them all the same and press **Play**: the table says why not. Then play one that can.

# %% [markdown]
# ### Look inside: the state
#
# All that is true at one moment is the **state** of the game. Below this table it is written out as you may
# know it. Click on a line to open it.

# %% jupyter={"source_hidden": true}
Table(Match(President(), seed="autumn", bots={1: "easy", 2: "easy", 3: "easy"}), inspect=True)

# %% jupyter={"source_hidden": true}
predict(
    position,
    asks.number(
        "The program numbers the seats, and yours is seat 0. Which number has Cy's seat?",
        lambda state: next(seat for seat, name in seat_names(state.game).items() if name == "Cy"),
        why="The seats count from 0, clockwise from yours.",
    ),
    title="Look inside",
).widget

# %% [markdown]
# ## Part 2. The trick
#
# ### Step 4. Cards of one rank
#
# What you play is a combination: one card, or several of the same rank.

# %% jupyter={"source_hidden": true}
rules.show("P2.1")

# %% jupyter={"source_hidden": true}
position = President.position(["4C 4D 5H 6S 9C 9D 9H", "7C 8C", "10C JC", "QC KC"], to_move=0)
predict(
    position,
    asks.which_moves(
        "4C", "4C 4D", "4D 5H 6S", "9C 9D 9H", "4C 9C", text="You lead. Which of these may you lead?"
    ),
)

# %% [markdown]
# **Try it:** press **Undo**, choose a 4 and a 9 and press **Play**. Then lead a combination.

# %% [markdown]
# ### Step 5. As many, and stronger
#
# Who leads decides how many cards this trick takes at a time. Who follows plays just as many, of a stronger
# rank. The same rank is not enough.

# %% jupyter={"source_hidden": true}
rules.show("P2.2", "P2.3")

# %% jupyter={"source_hidden": true}
position = President.position(
    ["7C 7H 8C 8D 9C 9D 9H KS", "3C 4C", "3D 5C", "4D 5D"],
    trick="8H 8S",
    played_by=3,
)
predict(position, asks.which_moves("KS", "7C 7H", "8C 8D", "9C 9D", "9C 9D 9H"))

# %% [markdown]
# **Try it:** press **Undo**, choose all three 9s, then put one back. Watch what is said below your hand.

# %% [markdown]
# ### Step 6. Passing
#
# Instead of playing you may pass, also when you could play. Only the player who leads cannot.

# %% jupyter={"source_hidden": true}
rules.show("P2.4")

# %% jupyter={"source_hidden": true}
position = President.position(["3C KS", "4C 5C", "6C 7C", "8C 9C"], trick="QH", played_by=3)
predict(position, asks.refused_by("pass", after=["KS", "pass", "pass", "pass"]))

# %% [markdown]
# **Try it:** look for the **Pass** button. Then lead the 3♣.

# %% [markdown]
# ### Step 7. A pass is final
#
# Whoever has passed is out of this trick, and back in the next.

# %% jupyter={"source_hidden": true}
rules.show("P2.5")

# %% jupyter={"source_hidden": true}
position = President.position(["3C KS", "4C 9C", "5D JH", "7D 10C"], trick="6C", played_by=3)
predict(position, asks.legal("KS", seat=0, after=["pass", "9C", "JH", "pass"]))

# %% [markdown]
# **Try it:** press **Go on**: the others finish the trick without you. In the next one the king may be played
# again.

# %% [markdown]
# ### Step 8. Winning the trick
#
# A trick ends when nobody else wants to play. Whoever played last begins the next one, and everybody is back
# in.

# %% jupyter={"source_hidden": true}
rules.show("P2.6")

# %% jupyter={"source_hidden": true}
position = President.position(["3C 8D 10C", "4C 5C", "6C 7D", "8H 9S"], trick="9C", played_by=3)
predict(position, asks.legal("4C", seat=1, after=["10C", "pass", "pass", "pass", "3C"], cite="P2.6"))

# %% [markdown]
# **Try it:** start from the position once more and win the trick yourself. Lead whatever you like.

# %% [markdown]
# ### Step 9. No card ends a trick
#
# Even when nobody can beat what lies there, the others are asked.

# %% jupyter={"source_hidden": true}
rules.show("P2.7")

# %% jupyter={"source_hidden": true}
position = President.position(["4C 2S", "5C 6C", "7C 8C", "9C 10C"], trick="AC", played_by=3)
predict(
    position,
    asks.what_happens(
        "2S",
        claims=[("trick", {"seat": 0})],
        text="You play the {2S}, and nothing is stronger. What happens at once?",
        cite="P2.7",
    ),
)

# %% [markdown]
# **Try it:** press **Go on**. When the others have passed, go out.

# %% [markdown]
# ### Step 10. Your turn, your cards
#
# The turn goes round clockwise and skips those who have passed or are out. You play from your own hand, and
# each card once.

# %% jupyter={"source_hidden": true}
rules.show("P2.8", "P2.9")

# %% jupyter={"source_hidden": true}
position = President.position(
    ["6H JC KC", "7H QC", "4S 5S", "9D 10S"],
    trick="5C",
    played_by=3,
    passed=[2],
)
predict(position, asks.who_moves(after=["6H", "7H"], cite="P2.8"))

# %% jupyter={"source_hidden": true}
position = President.position(["8C 9C KC", "3S 6S", "4C 5C", "6C 10D"], trick="7H 7S", played_by=3)
predict(
    position,
    asks.refused_by(
        "9C 9C", text="A pair is needed, and you name your one {9C} twice. Which rule refuses that?"
    ),
)

# %% [markdown]
# **Try it:** in the first of the two positions press **Go on**, and follow the ring round: it shows whose
# turn it is.

# %% [markdown]
# ### Look inside: the moves
#
# Open **Moves** below this table. It lists what the rules offer you, and it says of any cards why they cannot
# be played.

# %% jupyter={"source_hidden": true}
position = President.position(["4C 4D 5H 6S 9C 9D 9H", "7C 8C", "10C JC", "QC KC"], to_move=0)
Table(position, inspect=True)

# %% jupyter={"source_hidden": true}
predict(
    position,
    asks.number(
        "How many moves are you offered here? Suits have no strength, so any two 9s are one move.",
        lambda state: len(state.moves()),
        why=lambda state: f"The moves are {', '.join(str(move) for move in state.moves())}.",
    ),
    title="Look inside",
).widget

# %% [markdown]
# ## Part 3. Going out
#
# ### Step 11. Out of cards
#
# Who plays the last card is out, and takes the best place that is left. The trick goes on without that
# player.

# %% jupyter={"source_hidden": true}
rules.show("P3.1", "P3.2")

# %% jupyter={"source_hidden": true}
position = President.position(["4C", "5C 9D KD", "6C 8H QH"], to_move=0)
predict(position, asks.who_leads(after=["4C", "5C", "pass"], cite="P3.2"))

# %% [markdown]
# **Try it:** press **Go on**, and watch how the others finish the round.

# %% [markdown]
# ### Step 12. The lead passes on
#
# If the winner of a trick is out, somebody else has to begin the next.

# %% jupyter={"source_hidden": true}
rules.show("P3.3")

# %% jupyter={"source_hidden": true}
position = President.position(["AC", "4C 5C", "6C 7C", "8C 9C"], trick="KD", played_by=3)
predict(position, asks.gap("AC", "pass", "pass", "pass", rule="P3.3"))

# %% [markdown]
# **Try it:** start from the position once more. The ace is the last thing that you play in this round.

# %% [markdown]
# ### Step 13. The end of the round
#
# A round ends when only one player holds cards.

# %% jupyter={"source_hidden": true}
rules.show("P3.4")

# %% jupyter={"source_hidden": true}
position = President.position(["9S", "", "", "5C KC"], trick="7D", played_by=3, out=[1, 2], rounds=2)
predict(
    position,
    asks.legal(
        "KC", seat=3, after=["9S"], text="You go out on the {9S}. Cy holds the {KC}. May Cy still play it?"
    ),
)

# %% [markdown]
# **Try it:** the last cards stay in sight, and the table shows the places. **Next round** deals new cards.

# %% [markdown]
# ### Step 14. Who is still asked
#
# A trick is won only when each of the others has passed who still holds cards. And when nobody is left to
# ask, it ends at once, even without a pass at that moment.

# %% jupyter={"source_hidden": true}
rules.show("P3.5", "P2.6")

# %% jupyter={"source_hidden": true}
position = President.position(
    ["3C QC", "", "5D 6D"],
    trick="10S",
    played_by=1,
    passed=[2],
    out=[1],
)
predict(
    position,
    asks.legal(
        "QC",
        text="Ada has gone out on the {10S}, and Bo has passed. May you still play your {QC}?",
        cite="P3.5",
    ),
)

# %% jupyter={"source_hidden": true}
position = President.position(
    ["7C", "4H 6H", "9C KD", "3S JS"],
    trick="5C",
    played_by=2,
    passed=[3],
)
predict(
    position,
    asks.who_moves(
        after=["7C", "pass", "9C"],
        text="Cy has passed in this trick. You go out on the {7C}, Ada passes, and Bo plays the {9C}. "
        "Whose turn is it then?",
    ),
)

# %% [markdown]
# **Try it:** at the first table press **Undo**, pass instead, and see who leads.

# %% [markdown]
# ### Look inside: events, and back in time
#
# Here a whole round has been played; Easy, a computer player, played your cards. Open **Events** below the
# table: it tells what happened, each sentence with its rule. The slider above goes to any moment.

# %% jupyter={"source_hidden": true}
match = Match(President(), seed=seed("look back"), bots={1: "normal", 2: "normal", 3: "normal"})
easy = bot(match.game, "easy")
match.advance()
while match.outcome is None:
    match.play(easy.choose(match.view(0), Random(0)))
    match.advance()
table = Table(match, inspect=True)
table

# %% jupyter={"source_hidden": true}
predict(
    match,
    asks.number(
        "After how many moves was the first player out?",
        lambda _: next(
            n for n, entry in enumerate(match.moves_so_far, 1) if any(e.rule == "P3.1" for e in entry.events)
        ),
        rule="P3.1",
    ),
    title="Look inside",
).widget

# %% [markdown]
# **Try it:** go back to the moment when you played your last 2 or your last ace, and press **Play on from
# here**. Can you do better than Easy? The first game is not lost: both lines stand above the slider.
#
# In program: `table.look(12)` shows the moment after 12 moves, `table.play_on()` goes on from there.

# %% [markdown]
# ## Part 4. Revolution
#
# ### Step 15. Four of a kind
#
# Four of a kind turns the order of the ranks round: what was weak is strong. The next four of a kind turns it
# back.

# %% jupyter={"source_hidden": true}
rules.show("P4.1", "P4.2", "P4.3", examples=False)

# %% jupyter={"source_hidden": true}
sixes, sevens, eights, nines = (" ".join(rank + suit for suit in "CDHS") for rank in "6789")
position = President.position([f"{sevens} KC", f"5C {sixes} {eights}", f"{nines} QC", "3C 4C"], to_move=0)
predict(position, asks.which_moves(sixes, eights, seat=1, after=[sevens], cite="P4.1"))

# %% jupyter={"source_hidden": true}
predict(
    position,
    asks.legal(
        nines,
        after=[sevens, sixes],
        text="You lead the four 7s, and Ada plays the four 6s on them. May Bo play four 9s on those?",
        cite="P4.3",
    ),
)

# %% [markdown]
# **Try it:** start from the position once more and lead the 7s. Watch the row of ranks while the others
# answer.

# %% [markdown]
# ### Step 16. The turned order
#
# While the order is turned a 3 is the strongest card and a 2 the weakest. It stays so until the round ends,
# or until the next four of a kind.

# %% jupyter={"source_hidden": true}
rules.show("P4.4")

# %% jupyter={"source_hidden": true}
position = President.position(
    ["3C 5D 10S AC 2D", "4H KH", "7H 8H", "QD KD"], trick="9H", played_by=3, turned=True
)
predict(
    position,
    asks.playable(
        text="The order is turned, and a 9 lies on the table. Which of your cards beat it?", cite="P4.4"
    ),
)

# %% [markdown]
# **Try it:** the felt has another colour while the order is turned. Win this trick and lead the next.

# %% [markdown]
# ### Step 17. Four of a kind as last cards
#
# Going out on four of a kind turns the order as well. A group may also agree to play without revolution.

# %% jupyter={"source_hidden": true}
rules.show("P4.5", "P4.6")

# %% jupyter={"source_hidden": true}
kings, queens, aces = (" ".join(rank + suit for suit in "CDHS") for rank in "KQA")
hands = [kings, f"3C {queens} {aces}", "4C 5C", "6C 7C"]
position = President.position(hands, to_move=0)
predict(position, asks.which_moves(queens, aces, seat=1, after=[kings], cite="P4.6"))

# %% jupyter={"source_hidden": true}
predict(
    President.position(hands, to_move=0, revolution=False),
    asks.which_moves(
        queens,
        aces,
        seat=1,
        after=[kings],
        text="The same hands, in a game without revolution. You lead the kings. Which of these may Ada play "
        "then?",
        cite="P4.5",
    ),
)

# %% [markdown]
# **Try it:** open **New game** on the table: every option stands there with its rule.

# %% [markdown]
# ### Look inside: what a move changes
#
# Here you have led four 7s, and Ada waits. In **State** all that this move changed is marked.

# %% jupyter={"source_hidden": true}
position = President.position([f"{sevens} KC", f"5C {sixes}", "8C 9C", "3C 4C"], to_move=0)
match = Match(position.game, start=position, bots={1: "normal", 2: "normal", 3: "normal"})
match.play(sevens)
table = Table(match, inspect=True)
table.pause()
table

# %% jupyter={"source_hidden": true}
fields = ["phase", "turned", "to_move", "table", "passed", "places", "totals"]
after = match.state
predict(
    position,
    asks.choose(
        "Which of these did it change?",
        fields,
        lambda before: [name for name in fields if getattr(before, name) != getattr(after, name)],
        why="The order is turned, the cards lie on the table, and the turn has gone on to Ada.",
    ),
    title="Look inside",
).widget

# %% [markdown]
# ## Part 5. Places and points
#
# ### Step 18. Titles
#
# The order in which players go out gives them their titles.

# %% jupyter={"source_hidden": true}
rules.show("P5.1", "P5.2")

# %% jupyter={"source_hidden": true}
position = President.position(["9C", "", "", "5H", "3C 6D"], trick="8C", played_by=4, out=[2, 1])
predict(
    position,
    asks.choose(
        "Five play. Bo went out first, then Ada. You go out on the {9C}. Which title is yours?",
        [title(place, 5) for place in range(5)],
        lambda state: state.after("9C").title_of(0),
        rule=("P5.2", "P5.1"),
    ),
)

# %% [markdown]
# **Try it:** play the 9♣ and read the table of places.

# %% [markdown]
# ### Step 19. Points
#
# Each place earns points, and points add up over the rounds.

# %% jupyter={"source_hidden": true}
rules.show("P5.3", "P5.4")

# %% jupyter={"source_hidden": true}
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
predict(
    position,
    asks.field_of(
        "totals",
        0,
        after=["AH", "pass", "pass", "7C"],
        text="After the first round you had 2 points. In this round Ada is out already, you go out on "
        "the {AH}, and then Bo on the {7C}. How many points have you in all?",
        cite="P5.4",
    ),
)

# %% [markdown]
# **Try it:** compare the last two columns of the table of places.

# %% [markdown]
# ### Step 20. The end of the series
#
# A game has as many rounds as were agreed. Then the totals decide.

# %% jupyter={"source_hidden": true}
rules.show("P5.5", "P6.1")

# %% jupyter={"source_hidden": true}
position = President.position(
    ["7C", "", "", "6D 8D"],
    trick="5D",
    played_by=3,
    out=[1, 2],
    rounds=2,
    round=2,
    previous=[0, 2, 3, 1],
    totals=[4, 1, 3, 2],
)
predict(
    position,
    asks.who_wins(
        after=["7C"],
        text="The last of two rounds. Before it you had 4 points, Ada 1, Bo 3 and Cy 2. Ada went out first, "
        "then Bo, and now you, on the {7C}. Who wins the series?",
        cite="P5.5",
    ),
)

# %% [markdown]
# **Try it:** the table shows the places of the last round and the totals side by side.

# %% [markdown]
# ### Look inside: the last events
#
# This is the same game, a move later. Open **Events**.

# %% jupyter={"source_hidden": true}
match = Match(position.game, start=position, bots={1: "normal", 2: "normal", 3: "normal"})
match.play("7C")
Table(match, inspect=True)

# %% jupyter={"source_hidden": true}
predict(
    match,
    asks.choose(
        "Which rule has the last word?",
        lambda _: sorted({event.rule for event in match.moves_so_far[-1].events}),
        lambda _: match.moves_so_far[-1].events[-1].rule,
        why=lambda _: match.moves_so_far[-1].events[-1].say(),
    ),
    title="Look inside",
).widget

# %% [markdown]
# ## Part 6. The exchange
#
# ### Step 21. Two cards and one card
#
# From the second round on, the last of the round before must help the first: two cards go from scum to
# president, and the president gives two others back. With four players or more, the two in the middle
# exchange one card.

# %% jupyter={"source_hidden": true}
rules.show("P6.2", "P6.3", "P6.7")

# %% jupyter={"source_hidden": true}
position = President.position(
    ["3C 4C 7D 9H JC QD AS 2H", "5C 6D 8S 10H KC KD KS", "3D 6H 8D 9C 10C", "4D 5H 7S QC"],
    rounds=3,
    round=2,
    previous=[0, 1, 2, 3],
    totals=[4, 3, 2, 1],
    giving=[0, 1],
    gifts=[(3, 0, "AS 2H"), (2, 1, "KS")],
)
predict(
    position,
    asks.which_moves(
        "give 3C 4C",
        "give AS 2H",
        "give 3C",
        "3C",
        text="You were president, and Cy's two best cards have come to you. Which of these may you do now?",
    ),
)

# %% jupyter={"source_hidden": true}
position = President.position(
    ["4D 6C 9C 9D JH QC KS", "3D 5D 7C 8C 10S", "3C 4C 5S 6S 10D JD", "7H 8H 10H QH AC AD"],
    rounds=3,
    round=2,
    previous=[3, 0, 1, 2],
    totals=[3, 2, 1, 4],
    giving=[0],
    gifts=[(2, 3, "AC AD"), (1, 0, "KS"), (3, 2, "3C 4C")],
)
predict(
    position,
    asks.refused_by(
        "give 4D 6C",
        among=["P6.2", "P6.3", "P6.4", "P6.7"],
        text="This time you were vice-president, and you want to give the {4D} and the {6C}. Which rule "
        "refuses that?",
    ),
)

# %% [markdown]
# **Try it:** choose two cards and press **Give**. Then put one back and give the other.

# %% [markdown]
# ### Step 22. Which cards are best
#
# The losers do not choose: their best cards go by themselves, and ties are settled by suit. The winners
# choose, in either order.

# %% jupyter={"source_hidden": true}
rules.show("P6.4")

# %% jupyter={"source_hidden": true}
match = Match(President(rounds=2), seed="sun", bots=dict.fromkeys(range(4), "easy"))
match.advance()  # computer players play the first round; seat 0, yours, ends as scum
match.deal()
gone = match.view(0).gifts[0][2]
deck = match.game.deck
predict(
    match,
    asks.choose(
        "You are scum, and these thirteen cards are dealt to you. Which two go to the president?",
        deck.texts(match.view(0).hand | gone),
        lambda _: deck.texts(gone),
        rule="P6.4",
    ),
).widget

# %% jupyter={"source_hidden": true}
Table(match.state, speed="slow")

# %% [markdown]
# **Try it:** here they have gone, and you have nothing to choose. Wait for what comes back; if it has come
# already, *Same deal again* shows it from the start.

# %% [markdown]
# ### Step 23. Only two know
#
# Everybody sees that cards change hands. Which cards, only giver and receiver see.

# %% jupyter={"source_hidden": true}
rules.show("P6.5")

# %% jupyter={"source_hidden": true}
position = President.position(
    ["3C 4C 8D 9D JC QH AS 2H", "5C 6C 7D 10S KC KD", "3D 4D 7H QS"],
    rounds=2,
    round=2,
    previous=[0, 1, 2],
    totals=[3, 2, 1],
    giving=[0],
    gifts=[(2, 0, "AS 2H")],
)
given = "give 3C 4C"
predict(
    position,
    asks.choose(
        "Three play. You are president and give the {3C} and the {4C} back to Bo, who is scum. Who knows "
        "afterwards which cards they were?",
        ["You", "Ada", "Bo"],
        lambda state: [
            name
            for seat, name in enumerate(["You", "Ada", "Bo"])
            if len(state.after(given).view(seat).gifts) == len(state.after(given).gifts)
        ],
        rule="P6.5",
    ),
)

# %% [markdown]
# **Try it:** give two cards, and play on. You know two of Bo's cards now.

# %% [markdown]
# ### Step 24. Who leads the later rounds
#
# The first round is led by the first seat. For the others there is an option.

# %% jupyter={"source_hidden": true}
rules.show("P6.6")

# %% jupyter={"source_hidden": true}
series = {
    "hands": ["5C 6C 7D 10S KC KD", "3C 4C 8D 9D JC QH AS 2H", "3D 4D 7H QS"],
    "rounds": 2,
    "round": 2,
    "previous": [1, 0, 2],
    "totals": [2, 3, 1],
    "giving": [1],
    "gifts": [(2, 1, "AS 2H")],
}
predict(
    President.position(**series),
    asks.who_leads(
        after=[(1, given)],
        text="Ada was president, Bo was scum, and you sit in the first seat. Ada gives two cards to Bo, and "
        "the exchange is complete. Who leads this round?",
        cite="P6.6",
    ),
)

# %% [markdown]
# **Try it:** *Same deal again* shows from the start how Ada gives. In **New game** you find the option under
# *Next leader*; this is what the other choices lead to.

# %% jupyter={"source_hidden": true}
reveal(
    *(
        story(President.position(**series, next_leader=choice), given, seat=0, title=choice)
        for choice in ("scum", "first_seat")
    ),
    title="With the other choices",
)

# %% [markdown]
# ### Look inside: what is known
#
# You are president again, and you have given the 3♣ and the 4♣ to Bo. Open **Knowledge** below the table: it
# shows where the cards are, as far as you know.

# %% jupyter={"source_hidden": true}
match = Match(position.game, start=position, bots={1: "normal", 2: "normal"})
match.play(given)
Table(match, inspect=True)

# %% jupyter={"source_hidden": true}
predict(
    match,
    asks.number(
        "Of how many cards in the two other hands do you know which they are?",
        lambda state: sum(state.view(0).known(seat).bit_count() for seat in (1, 2)),
        rule="P6.5",
    ),
    title="Look inside",
).widget

# %% [markdown]
# ## Part 7. Computer players
#
# ### Step 25. What a computer player sees
#
# A computer player gets what a person in its seat would see, and nothing else.

# %% jupyter={"source_hidden": true}
rules.show("P7.1")

# %% jupyter={"source_hidden": true}
match = Match(President(), seed="monday", bots={1: "hard", 2: "normal", 3: "easy"})
ada = bot(match.game, "hard")


def different_moves(state):
    """How many different moves Ada finds when all that she cannot see is dealt anew, ten times."""
    sight = state.after("3H 3S").view(1)
    again = [sight.guess(Random(number)).view(1) for number in range(10)]
    return len({ada.choose(view, Random("same thoughts")) for view in [sight, *again]})


predict(
    match,
    asks.number(
        "You lead two 3s, and Ada, a hard player, thinks. All cards that Ada cannot see are dealt anew, ten "
        "times. How many different moves does Ada choose?",
        different_moves,
        rule="P7.1",
        why="What Ada can see is the same each time, and Ada knows nothing else.",
    ),
)

# %% [markdown]
# **Try it:** lead two 3s and play a few tricks. Ada, Bo and Cy do not know your cards, and you do not know
# theirs.

# %% [markdown]
# ### Step 26. Three levels
#
# Easy follows one plain rule, Normal keeps its good cards together, and Hard reckons with what is still
# out.

# %% jupyter={"source_hidden": true}
rules.show("P7.2", "P7.3", "P7.4")

# %% jupyter={"source_hidden": true}
position = President.position(
    ["4C 4D 5H 9C 9D KS 2H", "6C 7C 7D JC QC", "6D 8C 8D QD KC", "5C 10C 10D AC AD"],
    trick="3S",
    played_by=3,
)
predict(
    position,
    asks.choose(
        "A single 3 lies on the table. What would Easy play with your cards?",
        lambda state: [str(move) for move in state.moves()],
        lambda state: str(bot(state.game, "easy").choose(state.view(0), Random(0))),
        rule="P7.2",
    ),
)

# %% [markdown]
# **Try it:** press **Hint**. It tells what Hard would do, and why. Then play as you think best. And this is
# what Normal thinks:

# %% jupyter={"source_hidden": true}
thoughts(position, "normal", most=1)

# %% [markdown]
# ### Look inside: thinking
#
# Open **Thinking**: it shows what Hard thinks of each move. The longer the bar, the better.

# %% jupyter={"source_hidden": true}
table = Table(position, seed="what if", inspect=True)
table

# %% jupyter={"source_hidden": true}
predict(
    position,
    asks.choose(
        "Which move does Hard think best?",
        lambda state: [str(move) for move in state.moves()],
        lambda state: str(bot(state.game, "hard").choose(state.view(0), Random(0))),
    ),
    title="Look inside",
).widget

# %% [markdown]
# **What if?** The same panel plays a move to the end of the round, on many deals that fit what you know. In
# program it is one line. Here it is asked
# of a 9, which breaks a pair.

# %%
table.what_if("9C")

# %% [markdown]
# ## Part 8. A whole game
#
# Now all together: one round against an easy, a normal and a hard player. Take as long as you like.
#
# - **Hint** says what Hard would do with your cards, and why.
# - **To my next turn** lets the others answer at once; when you are out it is called **Finish the round**.
# - **Rules** opens the rulebook. Each number in a box, as `P2.3`, opens its rule.
# - **New game** offers every option, three to six seats, names, levels, and a word for the deal.
# - **Settings** has the speed of the computer players, four colours, a larger size, **New deal** and **Same
#   deal again**.

# %% jupyter={"source_hidden": true}
Table(President(), seed=seed("first game"), bots={1: "easy", 2: "normal", 3: "hard"})

# %% [markdown]
# ### A series with exchange
#
# Three rounds, with the exchange before the second and the third. When a round is over, press **Next
# round**.

# %% jupyter={"source_hidden": true}
Table(President(rounds=3), seed=seed("first series"), bots={1: "easy", 2: "normal", 3: "hard"})

# %% [markdown] tags=["program"]
# ### The same in program
#
# All that a table does can be done in program. A match holds the game; a move is written as its cards.
# `check` asks, `play` plays, and `advance` lets the computer players move until it is your turn.

# %% tags=["program"]
match = Match(President(), seed="monday", bots={1: "easy", 2: "normal", 3: "hard"})
print(match.check("3H 4H"))
match.play("3H 3S")
match.advance()
match

# %% [markdown] tags=["program"]
# The log tells what happened so far, as one seat saw it. `goto` goes back to any moment, and another move can
# be tried.

# %% tags=["program"]
match.goto(1)
match.play("4H 4S")
match.advance()
match.log(0)

# %% [markdown]
# ## Part 9. Practice
#
# ### An exercise
#
# Here nobody asks. Play on the table, and press **Check**. **Hint** tells a little more each time.

# %% jupyter={"source_hidden": true}
exercise(
    "Become president, in four moves of your own.",
    President.position(
        ["3H 6C 6D 6H 6S KC KD 2D", "AC AD 9C 9D", "AH 10C 10D 7C", "QD JC JD 8H"], trick="QC", played_by=3
    ),
    goal=lambda match, seat: match.state.places[:1] == [seat],
    limit=4,
    hints=[
        "Eight cards in four moves: so nothing can be played one by one that goes together.",
        "You must win every trick until your last cards. Which of your cards wins this one for sure?",
        "The kings win no trick, so they go last. What turns a 3 into a card that wins?",
    ],
    solution=["2D", "6C 6D 6H 6S", "3H", "KC KD"],
)

# %% [markdown]
# ### A drill
#
# Ten short questions about the rules of this notebook, on positions from whole games. What you miss comes
# back at the end.

# %% jupyter={"source_hidden": true}
drill("president", seed=seed("president drill"))

# %% [markdown]
# ### How far you are
#
# A rule is known when your first answers to two questions about it were right; asking again adds nothing.
# Run this cell again whenever you like.

# %% tags=["nbval-ignore-output"]
progress()

# %% [markdown] tags=["program"]
# ### For those who program
#
# A player is a function: it gets what its seat sees, and gives a move. This one plays as Easy does. Change it
# until it is better.

# %% jupyter={"source_hidden": true} tags=["program"]
task = bot_exercise(
    "Write a player that beats Easy.",
    President(),
    hints=[
        "Easy leads a single card, even where it holds two of that rank. What would cost less?",
        "Whoever leads has nothing to beat: `view.table` is 0 then. All other times it is not.",
        "A move is written as its cards: `4C` or `4C 4D`. Of one rank, the last move is the largest.",
    ],
    solution="""
def choose(view):
    moves = view.moves()
    if view.table:
        return moves[0]
    lowest = str(moves[0])[:-1]  # the rank, without the suit
    return [move for move in moves if str(move).startswith(lowest)][-1]
""",
)
task


# %% tags=["program", "nbval-ignore-output"]
def choose(view):
    # What may be played, from the lowest rank to the highest; last to pass, where one may.
    moves = view.moves()
    return moves[0]


task.check(choose)

# %% [markdown] tags=["program"]
# ### To hand in
#
# Where your teacher asks for it, write your name in the next cell, take the `#` away and run it. It
# writes one file beside this notebook, with your answers and games.

# %% tags=["program"]
# hand_in("your name")

# %% [markdown]
# ## Part 10. A small study
#
# ### Is a level more than a name?
#
# One round is mostly luck. Over many deals the better player must come out ahead.

# %% jupyter={"source_hidden": true}
rules.show("P7.5")

# %% [markdown]
# Two seats play as Easy, two as Normal, and every deal is played with changing seats: 60 deals, 120 games.

# %% jupyter={"source_hidden": true}
levels = tournament(President(), ["easy", "normal"], 60, seed=seed("levels"))
lead = levels.compare("normal", "easy")
predict(
    President().start(),
    asks.choose(
        "Who comes out ahead, by more than luck alone would do?",
        ["Normal", "Easy", "neither, as far as one can tell"],
        lambda _: (
            "neither, as far as one can tell" if abs(lead.z) < 2 else "Normal" if lead.z > 0 else "Easy"
        ),
        rule="P7.5",
    ),
).widget

# %%
reveal(computed({f"Normal ahead of Easy, in {levels.games} games": lead}), title="By how much")

# %% [markdown]
# The figure after ± says how far luck may have moved the result; the last says how sure it is that Normal is
# better. Change `"easy"` and `"normal"` to other levels and run the cells again; with `"hard"` a game takes
# some seconds.
#
# ### Does the first lead help?
#
# The first seat leads the first round. We let four equal players, all Normal, play many deals and count who
# becomes president. With no advantage each of four seats would win 25 of 100 rounds.

# %% tags=["nbval-ignore-output"]
deals = 600
four_equals = {f"seat {number}": "normal" for number in range(4)}
study = tournament(President(), four_equals, deals, seed=seed("study"), rotate=False, progress=True)

# %% jupyter={"source_hidden": true}
shares = {name: 100 * ranks.count(1) / deals for name, ranks in study.ranks.items()}
fair = 100 / len(shares)
luck = (fair * (100 - fair) / deals) ** 0.5  # so far luck alone moves such a share, as a rule
bounds = {
    f"fewer than {fair:.0f}, by more than luck": fair - 2 * luck,
    f"about {fair:.0f}": fair + 2 * luck,
    f"more than {fair:.0f}, by more than luck": 100,
}
predict(
    President().start(),
    asks.choose(
        "How many of 100 rounds does the first seat win?",
        list(bounds),
        lambda _: next(said for said, bound in bounds.items() if shares["seat 0"] <= bound),
    ),
).widget

# %%
reveal(
    computed({f"{name} is president": f"{share:.1f} of 100 rounds" for name, share in shares.items()}),
    computed({"Luck alone moves such a number by about": f"{luck:.1f}"}),
    title="All four seats",
)

# %% [markdown]
# A difference of more than twice that number is hardly luck. The chart shows the four shares beside the 25
# of equal chances.

# %% tags=["nbval-ignore-output"]
rounds = {"field": "rounds", "type": "quantitative", "title": "president in 100 rounds"}
seats = {"field": "seat", "type": "nominal", "title": None}
bars = {
    "data": {"values": [{"seat": name, "rounds": share} for name, share in shares.items()]},
    "mark": "bar",
    "encoding": {"x": rounds, "y": seats},
}
equal = {
    "data": {"values": [{"rounds": fair}]},
    "mark": {"type": "rule", "strokeDash": [4, 4]},
    "encoding": {"x": rounds},
}
Chart({"title": "Does the first lead help?", "width": 420, "layer": [bars, equal]})

# %% [markdown] tags=["program"]
# **Try it:** change `President()` to `President(players=6)` and `range(4)` to `range(6)`, and run the cells
# again. What changes?

# %% [markdown]
# ## Rules by number
#
# Every rule of the rulebook, and where it is shown. The list is read from this notebook.

# %% jupyter={"source_hidden": true}
index("01-president.ipynb", rules)

# %% [markdown]
# ## What to do next
#
# - Learn another game: [Hang In](02-hang-in.ipynb), in which you fill a pot and then defend it.
# - Play the series of Part 8 until you win it against three players of level Hard. **New game** sets the
#   levels.
# - Sit down with a friend: in **New game** give both of you the choice *a person*.
# - Set up a position of your own with `President.position(...)`, and ask about it with `predict` and `asks`.
# - Read the game as a program: `handkit/games/president.py` goes from top to bottom in the order of this
#   notebook, with the number of each rule beside it.
