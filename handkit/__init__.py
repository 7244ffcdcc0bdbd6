"""handkit: card games whose every answer cites a rule, and tables to play them on in a notebook."""

__version__ = "0.1.0"

from handkit.game import DEALER, ONLOOKER, Event, Game, IllegalMove, Move, OptionError, Outcome, Refusal, State, View
from handkit.games.president import President

__all__ = [
    "DEALER", "ONLOOKER", "Event", "Game", "IllegalMove", "Move", "OptionError", "Outcome", "President",
    "Refusal", "State", "View", "__version__",
]  # fmt: skip
