"""What a table sends once: the rules, the cards' names, and the panel for a new game."""

from __future__ import annotations

from typing import Any

from handkit import bots, cards
from handkit.game import Game
from handkit.match import Match
from handkit.rulebook import Rule, find_rulebook
from handkit.table.scene import DeckSetup, OptionField, RuleText, SeatSetting, Setup, SuitScene
from handkit.table.suits import drawing

PERSON = "person"
PACES = {"slow": 1.8, "normal": 0.9, "fast": 0.3, "at once": 0.0}  # seconds between computer players' moves
SIZES = ("normal", "projector")


def setup(match: Match, front: int, size: str, four_colours: bool) -> Setup:
    """What stays the same on a table until a new game is set up."""
    game = match.game
    rules, sections = _rules(game)
    return Setup(
        game=game.name,
        title=game.title,
        **deck_of(game.deck),
        rules=rules,
        sections=sections,
        levels=list(bots.levels(game)),
        speeds=list(PACES),
        options=[_field(game, name) for name in game.options()],
        people=[
            SeatSetting(name=match.names[seat], level=_level(match, seat)) for seat in range(game.players)
        ],
        front=front,
        size=size,
        four_colours=four_colours,
        short=False,
    )


def deck_of(deck: cards.Deck) -> DeckSetup:
    """How the cards of a deck are named and drawn."""
    return DeckSetup(
        suits={suit.letter: suit_of(suit) for suit in deck.suits},
        ranks={rank: name for rank, name in deck.rank_names.items() if name != rank},
        courts=[rank for rank, name in deck.rank_names.items() if name in ("jack", "queen", "king")],
    )


def suit_of(suit: cards.Suit) -> SuitScene:
    """How a suit of a deck is named and drawn."""
    path, hue, four = drawing(suit.shape)
    return SuitScene(name=suit.name, glyph=suit.glyph, path=path, hue=hue, four=four)


def _level(match: Match, seat: int) -> str:
    return match.bots[seat].level if seat in match.bots else PERSON


def _rules(game: Game) -> tuple[list[RuleText], list[list[str]]]:
    """The rulebook of a game; nothing for a game that has none."""
    book = find_rulebook(game)
    return [rule_text(rule) for rule in book.values()], [[id, title] for id, title in book.sections.items()]


def rule_text(rule: Rule) -> RuleText:
    """A rule as a browser draws it."""
    parts = [[part.kind, part.text] for part in rule.parts]
    return RuleText(
        id=rule.id, title=rule.title, source=rule.source, parts=parts, option=", ".join(rule.options)
    )


def _field(game: Game, name: str) -> OptionField:
    about = game.options()[name]
    field = OptionField(
        name=name,
        label=name.replace("_", " ").capitalize(),
        rule=about.rule,
        help=about.help,
        choices=list(about.choices),
        labels=[_word(choice) for choice in about.choices],
        least=about.least,
        value=getattr(game, name),
    )
    if about.or_none:
        field["none"] = True
    return field


def _word(choice: Any) -> str:
    return {True: "yes", False: "no"}[choice] if isinstance(choice, bool) else str(choice).replace("_", " ")
