"""handkit: card games whose every answer cites a rule, and tables to play them on in a notebook.

match = Match(President(), "monday", bots={1: "easy"})      a game in progress; `match.play("7S 7H")`
match.state, match.view(0), look(match.state)               the whole truth, what seat 0 knows, as a tree
match.state.check("7S 7H"), rulebook("president")["P2.3"]   why a move is refused, and by which rule

handkit.table      Table(match): a match in a notebook, and Inspector
handkit.lesson     questions, drills, exercises; its help is the author's guide
handkit.make       a game from one class; its help begins with the guide
handkit.testing    check_game(game): plays it, and says which law breaks
handkit.simulate   tournament(game, ["easy", "normal"], 100): who is better
handkit.bots       the computer players, and how to give one's own
"""

__version__ = "0.2.0.dev0"

from handkit.belief import Beliefs, beliefs
from handkit.bots.own import PlayerError
from handkit.cards import CardError
from handkit.game import (
    DEALER,
    ONLOOKER,
    Event,
    Game,
    IllegalMove,
    Move,
    OptionError,
    Outcome,
    ParseError,
    Position,
    PositionError,
    Refusal,
    State,
    View,
)
from handkit.games.hang_in import HangIn
from handkit.games.president import President
from handkit.games.reserves import Reserves
from handkit.look import diff, look
from handkit.match import Match, RecordError
from handkit.review import Review
from handkit.rulebook import Rule, Rulebook, rulebook
from handkit.what_if import WhatIf

__all__ = [
    "DEALER",
    "ONLOOKER",
    "Beliefs",
    "CardError",
    "Event",
    "Game",
    "HangIn",
    "IllegalMove",
    "Match",
    "Move",
    "OptionError",
    "Outcome",
    "ParseError",
    "PlayerError",
    "Position",
    "PositionError",
    "President",
    "RecordError",
    "Refusal",
    "Reserves",
    "Rule",
    "Rulebook",
    "State",
    "View",
    "Review",
    "WhatIf",
    "beliefs",
    "diff",
    "look",
    "rulebook",
]
