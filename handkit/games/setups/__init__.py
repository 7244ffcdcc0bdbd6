"""How states of our games come from outside: positions for lessons and tests, JSON, guesses at what a
seat does not see, and what they refuse.

One module a game, whose `SETUP` is given to the game of its name by `handkit.games`. Who wants to read how a
game is played needs none of it.
"""
