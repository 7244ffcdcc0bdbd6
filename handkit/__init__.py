"""handkit: card games whose every answer cites a rule, and tables to play them on in a notebook."""

__version__ = "0.2.0.dev0"

from handkit.belief import Beliefs, beliefs
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
from handkit.rulebook import Rule, Rulebook, rulebook
from handkit.what_if import WhatIf

__all__ = [
    "DEALER",
    "ONLOOKER",
    "Beliefs",
    "Event",
    "Game",
    "HangIn",
    "IllegalMove",
    "Match",
    "Move",
    "OptionError",
    "Outcome",
    "ParseError",
    "PositionError",
    "President",
    "RecordError",
    "Refusal",
    "Reserves",
    "Rule",
    "Rulebook",
    "State",
    "View",
    "WhatIf",
    "beliefs",
    "diff",
    "look",
    "rulebook",
]
