"""How states of our games come from outside: positions for lessons and tests, JSON, guesses at what a
seat does not see, and what they refuse.

One module a game, with its `SETUP`, which `handkit.games` gives to the game of the name. Who wants to read how a game is
played needs none of it.
"""
