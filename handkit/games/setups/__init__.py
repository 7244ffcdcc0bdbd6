"""How states of our games come from outside: positions for lessons and tests, JSON, guesses at what a
seat does not see, and what they refuse.

One module a game, found by the game's name, as players and painters are. Who wants to read how a game is
played needs none of it.
"""
