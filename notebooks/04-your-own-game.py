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
# # Your own game
#
# In this notebook you write a card game. You say what lies where, what a move does, and who wins. From that
# come a table to play on, computer players, a rulebook, and a program that plays your game against
# itself and looks for what breaks.
#
# You should have seen a little Python before: a function with `def`, an `if`, a `for`. Nothing more is
# needed. It takes about 45 minutes to Part 4; the rest is a second lesson.
#
# Choose *Run*, *Run All Cells* now, which takes less than a minute. Then read from the top, change something
# in a cell, and run it again with Shift+Enter. No change can do harm. The cells here need each other: after a
# change in a game run the cells below it again too.
#
# **You write program here**, so open this notebook in JupyterLab. As a page without code it shows only the
# tables and what the program prints. If you have never run a cell, begin with [Start
# here](00-start-here.ipynb). For teachers there is a [guide](teacher-guide.md).
#
# ### Contents
#
# - [Part 1. A game in a dozen lines](#Part-1.-A-game-in-a-dozen-lines)
# - [Part 2. Mistakes](#Part-2.-Mistakes)
# - [Part 3. A trick game](#Part-3.-A-trick-game)
# - [Part 4. Change one rule](#Part-4.-Change-one-rule)
# - [Part 5. Is it fair?](#Part-5.-Is-it-fair?)
# - [Part 6. A better player](#Part-6.-A-better-player)
# - [Part 7. A page to give away](#Part-7.-A-page-to-give-away)
# - [Part 8. Your turn](#Part-8.-Your-turn)

# %%
from handkit import Match, rulebook
from handkit.lesson import asks, predict
from handkit.make import CardGame, MakeError, by_seat, cards, zone
from handkit.simulate import tournament
from handkit.table import Table
from handkit.testing import BrokenLaw, check_game

# %% [markdown]
# ## Part 1. A game in a dozen lines
#
# High Card: each gets three cards and plays one of them. The highest wins.


# %%
class HighCard(CardGame, players=(3, 2, 4)):
    """
    H1.1 The deal. Three cards to each; the others are not used.
    H1.2 One card. In turn each plays one card.
    H1.3 The end. The highest card wins. Equal ranks are equally good.
    """

    hand = zone(each=True, seen="owner")
    played = zone(each=True)
    play = cards(1)

    def begin(self, cards):
        self.share(cards, self.hand, 3)
        return 0

    def do_play(self, seat, card):
        self.move(card, self.hand[seat], self.played[seat])
        return self.end() if all(self.played) else self.next(seat)

    def score(self, seat):
        return sum(card.rank.place for card in self.played[seat])


Table(Match(HighCard(), seed="high", bots={1: "easy", 2: "easy"}))

# %% [markdown]
# Play it: choose a card, press **Play**. Then press **Rules**, and **Look inside**. All of this comes from
# the cell above.
#
# | in the cell | what it says |
# | --- | --- |
# | `players=(3, 2, 4)` | three play, or two, or four: *New game* offers them |
# | the text in `"""` | the rules, a line each: a number, a title, and what it says |
# | `hand = zone(...)` | a place for cards: one for `each` seat, the faces `seen` by its owner alone |
# | `played = zone(each=True)` | another, which all can see |
# | `play = cards(1)` | the only move: one card of the hand |
# | `begin` | gets the shuffled cards and deals them; seat 0, which is you, is first |
# | `do_play` | what the move does: the card goes from here to there |
# | `return` | **who is next**: a seat, or the end |
# | `score` | what a seat has won. The most points win |
#
# A method (a function in a class) is always given `self`, the game as it is now. `self.hand[seat]` is the
# hand of that seat. `card.rank.place` counts the ranks from the weakest, so that a 2 is 0 and an ace is 12.
#
# **Try it:** let everybody get five cards, or let the lowest card win (a minus before `sum` is enough). The
# rules should say so too.

# %% [markdown]
# What a player may know is worked out from the zones. This is all that seat 1 knows at the beginning:

# %%
Match(HighCard(), seed="high").view(1)

# %% [markdown]
# ## Part 2. Mistakes
#
# Nobody writes a game without mistakes. Most of them are found as soon as the cell runs, and told as a
# `MakeError`: what is wrong, what would be right, and in which line. The cells below catch the error with
# `try`, so that the notebook goes on. Without it you would see the same sentence, in red.
#
# `class Slip(HighCard)` is a class made from another: it has all that High Card has, and what stands in it
# comes in place of that.
#
# **A name is misspelt.**

# %%
try:

    class Slip(HighCard):
        def do_plya(self, seat, card):
            return self.next(seat)

except MakeError as mistake:
    print(mistake)

# %% [markdown]
# **A rule is named that is not there.** `self.no` refuses a move: by which rule, what is wrong, and what
# would be right.

# %%
try:

    class Slip(HighCard):
        def may_play(self, seat, card):
            if card.rank < "5":
                self.no("H1.4", "{card} is too low.", "Play a 5 or more.", card=card)

except MakeError as mistake:
    print(mistake)

# %% [markdown]
# Some mistakes are found only when somebody plays. **Who is next is not returned:**


# %%
class Slip(HighCard):
    def do_play(self, seat, card):
        self.move(card, self.hand[seat], self.played[seat])
        self.next(seat)


match = Match(Slip(), seed="slip")
try:
    match.play(match.state.moves()[0])
except MakeError as mistake:
    print(mistake)


# %% [markdown]
# **A card comes from the wrong place:**


# %%
class Slip(HighCard):
    def do_play(self, seat, card):
        self.move(card, self.played[seat], self.hand[seat])
        return self.next(seat)


match = Match(Slip(), seed="slip")
try:
    match.play(match.state.moves()[0])
except MakeError as mistake:
    print(mistake)

# %% [markdown]
# **Try it:** mend one of these. Or leave out the rules of High Card, or the whole of `score`, and see what
# you are told.

# %% [markdown]
# ## Part 3. A trick game
#
# High Card has a weakness: whoever has the highest card in the hand plays it, and nothing else is worth a
# thought. In a trick game there is something to think about. Each plays a card, the highest takes the
# **trick**, and who can must play the suit that was led.


# %%
class Tricks(CardGame, players=(3, 2, 4)):
    """
    T1.1 The deal. Five cards to each; the others are not used.
    T1.2 One card. In turn each plays one card.
    T1.3 Follow suit. Who holds a card of the suit led plays one of that suit.
    T1.4 The trick. The highest card of the suit led takes the trick, and whoever played it leads to the next.
    T1.5 The end. Whoever has taken the most tricks wins.
    """

    hand = zone(each=True, seen="owner")
    trick = zone(each=True)
    gone = zone()
    play = cards(1)
    led = None
    tricks = by_seat(0)

    def begin(self, cards):
        self.share(cards, self.hand, 5)
        return 0

    def may_play(self, seat, card):
        follow = self.hand[seat].of_suit(self.led) if self.led else None
        if follow and card not in follow:
            self.no("T1.3", "{card} is not of the suit led.", "Play {follow}.", card=card, follow=follow)

    def do_play(self, seat, card):
        self.move(card, self.hand[seat], self.trick[seat])
        self.tell("T1.2", "{seat} plays {card}.", "You play {card}.", seat=seat, card=card)
        self.led = self.led or card.suit
        if not all(self.trick):
            return self.next(seat)
        taker = max(self.seats, key=self.strength)
        self.tricks[taker] += 1
        self.tell("T1.4", "{seat} takes the trick.", "You take the trick.", seat=taker)
        self.clear(taker)
        self.led = None
        return taker if any(self.hand) else self.end()

    def strength(self, seat):
        card = max(self.trick[seat])
        return card.rank.place if card.suit == self.led else -1

    def clear(self, taker):
        self.gather(self.trick, self.gone)

    def score(self, seat):
        return self.tricks[seat]


Table(Match(Tricks(), seed="trick", bots={1: "easy", 2: "normal"}))

# %% [markdown]
# What is new:
#
# | in the cell | what it says |
# | --- | --- |
# | `led = None` | something that all know, beside the cards: the suit led, none at first |
# | `tricks = by_seat(0)` | the same for each seat: how many tricks it has taken |
# | `may_play` | refuses a move with `self.no`, or says nothing; then the move is allowed |
# | `self.tell` | says what happened: for all others, and for *you* |
# | `{card}` | a name in braces; what it stands for comes at the end, as `card=card` |
# | `all(self.trick)` | each place of the trick has a card |
# | `strength`, `clear` | methods of this game's own, so that Part 4 can change one at a time |
#
# **Try it:** play to the end. When Ada has led a suit that you have, choose a card of another: the table says
# no, in your own words, with the number of your rule.

# %% [markdown]
# The docstring (the text in `"""`) has become a rulebook.

# %%
rulebook(Tricks()).show()

# %% [markdown]
# ## Part 4. Change one rule
#
# A game must keep some **laws**: it ends, no card is lost, whoever is to move can move, and nobody is told
# what lies in hidden hands. `check_game` plays a game at random and looks at every step whether the laws
# hold.

# %%
print(check_game(Tricks(), seeds=range(1)))

# %% [markdown]
# All laws are kept. `seeds=range(1)` is one game; leave it out for five, before you give a game to others.
# The line about *re-deals* is the most important: hidden cards were dealt in another way, and nothing
# changed for those who cannot see them.
#
# **A rule that works.** Spades are trumps. Only `strength` has to change, and the rulebook gets a line more.


# %%
class Spades(Tricks):
    """T1.6 Trumps. A spade is higher than each card of another suit."""

    def strength(self, seat):
        card = max(self.trick[seat])
        return 100 + card.rank.place if card.suit == "spades" else super().strength(seat)


Table(Match(Spades(), seed="trumps", bots={1: "easy", 2: "normal"}))

# %% [markdown]
# **A rule that breaks the game.** Whoever takes a trick takes its cards into the hand. That sounds good. What
# goes wrong? Think first, then look at what the law says.


# %%
class TakeThem(Tricks):
    """T1.6 Into the hand. Whoever takes a trick takes its cards into the hand."""

    def clear(self, taker):
        self.gather(self.trick, self.hand[taker])


try:
    check_game(TakeThem(), seeds=range(1))
except BrokenLaw as broken:
    print(broken)

# %% [markdown]
# Somebody has no card left, but has to play. Above stand the deal and all moves that lead there. Your rules
# do not say what happens then. To mend it, ask only those who still have cards: `self.next(seat,
# among=...)`. And does the game ever end?
#
# **A rule that tells too much.** Whoever takes a trick says which is the best card left.


# %%
class Boast(Tricks):
    """T1.6 The best. Whoever takes a trick says which is the best card left in the hand."""

    def clear(self, taker):
        super().clear(taker)
        if self.hand[taker]:
            best = max(self.hand[taker])
            self.tell("T1.6", "{seat} still has {best}.", seat=taker, best=best)


try:
    check_game(Boast(), seeds=range(1))
except BrokenLaw as broken:
    print("Broken:", broken.law)
    print(broken.detail)

# %% [markdown]
# Hidden cards were dealt otherwise, and a seat that cannot see them was told another thing. So the sentence
# gives away a card. If that is what you want, it must be shown on the table: move the card to a zone that all
# can see. If not, tell it to one seat alone: `self.tell(..., to=[taker])`.
#
# **Try it:** the *lowest* card of the suit led takes the trick. Who can, must beat what lies there. Each
# trick with a heart costs a point. Which of these keep all laws?

# %% [markdown]
# ## Part 5. Is it fair?
#
# In *Tricks* seat 0 leads first. Is that good, or bad? A single game does not say, as luck is large. So let a
# player that knows nothing sit in each seat, and play many games. A player is a function: it gets a **view**,
# which is all that its seat may know, and returns a move. `rng` is there to draw lots with.


# %%
def any_card(view, rng):
    return rng.choice(list(view.moves()))


seats = {"leads": any_card, "second": any_card, "third": any_card}
tournament(Tricks(), seats, deals=50, rotate=False)

# %% [markdown]
# The first lines say what each seat won, and between which bounds the true value lies. Then the seats are
# compared: the number after ± is the standard error, *95 % sure* is followed by two numbers, and the true
# difference very likely lies between them. If one is negative and the other is positive, these games do not
# say who has the edge.
#
# **Is it fair? Play 1,000 games.** That takes about 20 seconds. Take the `#` away:

# %%
# tournament(Tricks(), seats, deals=1000, rotate=False)

# %% [markdown]
# With 20 times as many games the error gets about 4½ times smaller, as its size goes with the square root of
# the number. **Try it** with `Spades`, or with two players: `Tricks(players=2)`, and one entry less in
# `seats`.
#
# ## Part 6. A better player
#
# A view has the same names as your game: `view.hand`, `view.trick`, `view.led`. `view.seat` is whose view it
# is, and `view.check("7S")` says why a card cannot be played, or `None` if it can.
#
# This player looks at each card that it may play. If it would take the trick so far, it is worth much, the
# higher the better. If not, it is better to get rid of a low one. The player returns these values, and the
# best is played.


# %%
def takes_high(view):
    def value(card):
        led = view.led or card.suit
        lying = [other.rank.place for place in view.trick for other in place.of_suit(led)]
        takes = card.suit == led and card.rank.place > max(lying, default=-1)
        return 100 + card.rank.place if takes else -card.rank.place

    return {str(card): value(card) for card in view.hand[view.seat] if view.check(str(card)) is None}


tournament(Tricks(), {"mine": takes_high, "any card": any_card}, deals=20)

# %% [markdown]
# Here the players change seats: each deal is played once in each way, so no seat is better for one of
# them. `"easy"` and `"normal"` are players too, which know your rules and try out what could come. They
# need longer. How does yours do against them?

# %%
# tournament(Tricks(), {"mine": takes_high, "easy": "easy"}, deals=40, progress=True)

# %% [markdown]
# Now play against it: it sits at the left, under its own name. Open **Look inside**, *Thinking*: there are
# its values.

# %%
Table(Match(Tricks(), seed="better", bots={1: takes_high, 2: "easy"}))

# %% [markdown]
# **Try it:** the third to play knows what lies there, so the *lowest* card that takes the trick is enough
# for it. Write that, and see whether it helps. If your player has a mistake, the table says in which line.
# Mend it, run its cell again, and the game goes on.
#
# ## Part 7. A page to give away
#
# Here computer players hold all hands, and have played to the end.

# %%
match = Match(Spades(), seed="page", bots={0: takes_high, 1: any_card, 2: any_card})
match.advance()
finished = Table(match)
finished

# %% [markdown]
# `export` writes it as a single web page, which replays the game move by move, as your seat saw it. It opens
# in any browser, with no Python and no network. Take the `#` away and run it; the file is then beside this
# notebook. It works with every table here, also in the middle of a game.

# %%
# finished.export("my-game.html")

# %% [markdown]
# `match.save("my-game.json")` keeps a match, to be played on another day. And what happened, as text:

# %%
match.log(0)[-4:]

# %% [markdown]
# **Questions for others.** Your rules answer questions, too. Lay a position, and ask: `predict` lets others
# answer first, and then your own rule tells them why. It is the turn of seat 0, if you say nothing else.

# %%
position = Tricks.position(hand=["7S 8H", "9S", "2C"], trick=["", "", "KS"], led="spades")
predict(position, asks.legal("8H"))

# %% [markdown]
# `practice(Tricks(), "T1.3")`, also in `handkit.lesson`, finds a position by itself, in which somebody who
# does not know that rule would be wrong. And `finished.describe()` says in words what a table shows, for
# those who cannot see it.

# %% [markdown]
# ## Part 8. Your turn
#
# A game to begin with: it runs, but it is not yours. Change its name, its rules, its points. Ideas:
#
# - **No tricks, please.** Whoever takes the fewest wins.
# - **Twenty-one.** `draw = word()` is a move without a card (`word` is in `handkit.make`, too);
#   `self.stock` is a `zone(seen="nobody")`.
# - **Pairs.** `play = cards(1, 2)` is one card or two, and `do_play` then gets a set of cards.
# - **Go on.** `return self.new_round()` deals anew, and the points stay.
#
# Go in small steps: change one thing, run the cell, play. `import handkit.make`, then `help(handkit.make)`,
# tells all that there is.


# %%
class MyGame(CardGame, players=(3, 2, 4), title="My game"):
    """
    M1.1 The deal. Five cards to each; the others are not used.
    M1.2 One card. In turn each plays one card.
    M1.3 Another suit. Who can, plays another suit than the last card.
    M1.4 The end. When all hands are empty, whoever has played the most red cards wins.
    """

    hand = zone(each=True, seen="owner")  # where cards lie
    pile = zone(order=True)
    play = cards(1)  # what a player does
    reds = by_seat(0)  # what else all know

    def begin(self, cards):  # who gets which cards, and who is first
        self.share(cards, self.hand, 5)
        return 0

    def may_play(self, seat, card):  # what is not allowed
        last = self.pile[-1].suit if self.pile else None
        right = [other for other in self.hand[seat] if other.suit != last]
        if right and card not in right:
            self.no("M1.3", "{card} has the suit of the last card.", "Play {right}.", card=card, right=right)

    def do_play(self, seat, card):  # what happens, and who is next
        self.move(card, self.hand[seat], self.pile)
        self.tell("M1.2", "{seat} plays {card}.", "You play {card}.", seat=seat, card=card)
        if card.suit in ("hearts", "diamonds"):
            self.reds[seat] += 1
        return self.next(seat) if any(self.hand) else self.end()

    def score(self, seat):  # what a seat has won
        return self.reds[seat]


Table(Match(MyGame(), seed="mine", bots={1: "easy", 2: "normal"}))

# %% [markdown]
# Does it keep the laws?

# %%
try:
    print(check_game(MyGame(), seeds=range(1)))
except BrokenLaw as broken:
    print(broken)
