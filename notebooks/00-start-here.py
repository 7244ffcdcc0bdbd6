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
# # Start here
#
# Two minutes, and you win your first trick.
#
# ## 1. Run a cell
#
# This page is text with a box in it. The box is a **cell**: a small piece of program. You need not read it,
# only run it.
#
# Click into the box below, hold **Shift** and press **Enter**. (Or run every cell of a page at once: menu
# *Run*, *Run All Cells*.)

# %%
from handkit import President
from handkit.lesson import asks, predict

position = President.position(["7C JD 2S", "8C QH", "6D KD"], trick="9H", played_by=2)
question = "Bo has played a 9. Which of your three cards are stronger?"
predict(position, asks.playable(text=question))

# %% [markdown]
# Beside the box stands a star, `[*]`, while the cell works, and then a number, `[1]`. The first time takes a
# few seconds. Then what you see below the box is no longer a picture: it is a table on which you play.
#
# ## 2. Say it first
#
# You sit at the bottom, with three cards. This game is President. The row of ranks in the middle of the
# table goes from weak to strong.
#
# The question stands beside the table, or between it and your cards. Choose on the table all of your cards
# that you think are stronger than the 9, and press **Reveal**. A wrong guess costs nothing.
#
# *Another of this kind* would put another question in place of this one. To have this one back, run the cell
# again.
#
# ## 3. Win the trick
#
# Now the table is yours. A click or a tap on a card chooses it, another one puts it back.
#
# - Choose the **7** and press **Play**. The table says why not, and by which rule. Click on the rule's number
#   to read the rule.
# - Put the 7 back, choose the **J** and press **Play**. Ada and Bo answer.
# - Play your **2**. When the others have passed, the trick is yours.
# - One card is left. Play it, and see who you are.
#
# ## 4. Four buttons to know
#
# - **Hint** says what a strong player would do with your cards, and why.
# - **Undo** takes you back to your last choice, also after the others have answered.
# - **Look inside** shows the game from within: what lies where, what may be played and why
#   not, what happened. Press it again to close it.
# - **Rules** opens the rulebook of the game.
#
# To start from the same cards again choose **Settings**, *Same deal again*. If you like keys better: Tab goes
# into the table, the arrow keys go from card to card, the space bar chooses, Enter plays, `?` shows all keys.
#
# ## If a table does not show
#
# - **You see a picture, or "Error displaying widget".** The cell has not run since you opened the page. Click
#   into it and press Shift+Enter.
# - **A window asks for a kernel.** Press *Select*, and run the cell again. The kernel is the program behind
#   the page.
# - **The table does not answer.** Choose the menu *Kernel*, *Restart Kernel and Run All Cells*. The page is
#   at its end after that: scroll up.
# - **There is still no table.** Close the page and the program behind it, and start again with `make lab`, or
#   as your teacher showed you.
#
# ## Where to go next
#
# - [President](01-president.ipynb): get rid of your cards first. The easiest to begin with.
# - [Hang In](02-hang-in.ipynb): fill the pot, and if your slice is the largest, defend it.
# - [Reserves](03-reserves.ipynb): attack and defend with suits in a circle, and be the last with cards.
# - [Your own game](04-your-own-game.ipynb): write a card game in a few lines of Python, and play it.
#
# The first three end with a list of all rules of their game:
# [President](01-president.ipynb#Rules-by-number), [Hang In](02-hang-in.ipynb#Rules-by-number),
# [Reserves](03-reserves.ipynb#Rules-by-number). For teachers there is a [guide](teacher-guide.md).
