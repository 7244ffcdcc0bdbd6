"""Any game of this package, also a learner's own, in the words of other people's engines.

    from handkit.adapters import openspiel, pettingzoo

    openspiel.load(President(rounds=1))     # a game of OpenSpiel: its searches and learners can play it
    pettingzoo.env(President(rounds=1))     # an environment of PettingZoo, one agent a seat

Each needs its package: `pip install 'handkit[adapters]'`. Both number moves as `spelling` says, and walk
through a game as `walk` does: one number at a time. Players are given views alone, as everywhere.
"""
