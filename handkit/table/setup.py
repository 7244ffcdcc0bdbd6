"""What a table sends once: the rules, the cards' names, and the panel for a new game."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from handkit import bots, cards
from handkit.bots import Bot
from handkit.bots.own import by_name, level_of
from handkit.game import Game, Seat, State
from handkit.match import Match
from handkit.rulebook import Rule, find_rulebook
from handkit.table.keeping import first_person
from handkit.table.messages import Message, MessageError, one_of, text_of
from handkit.table.places import can_be_set_up
from handkit.table.scene import DeckSetup, OptionField, RuleText, SeatSetting, Setup, SuitScene
from handkit.table.suits import drawing

LONGEST_NAME = 20
PERSON = "person"
PACES = {"slow": 1.8, "normal": 0.9, "fast": 0.3, "at once": 0.0}  # seconds between computer players' moves
SIZES = ("normal", "projector")


def setup(
    match: Match, front: int, size: str, four_colours: bool, own: Mapping[str, Bot] | None = None
) -> Setup:
    """What stays the same on a table until a new game is set up; `own` are the players of somebody's own that
    can be chosen there, by name: by default those that sit there."""
    own = by_name(match.game, match.bots) if own is None else own
    game = match.game
    rules, sections = _rules(game)
    return Setup(
        game=game.name,
        title=game.title,
        **deck_of(game.deck),
        rules=rules,
        sections=sections,
        levels=levels_of(match, own),
        speeds=list(PACES),
        options=[option_field(game, name) for name in game.options()],
        people=[
            SeatSetting(name=match.names[seat], level=_level(match, seat, own))
            for seat in range(game.players)
        ],
        front=front,
        size=size,
        four_colours=four_colours,
        short=False,
        arranges=can_be_set_up(game) and not in_marimo(),
    )


def in_marimo() -> bool:
    """Whether this is a marimo notebook. There a widget can only be made while its cell runs, and cells
    follow what a browser tells of a widget."""
    marimo = sys.modules.get("marimo")
    return marimo is not None and bool(marimo.running_in_notebook())


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


def levels_of(match: Match, own: Mapping[str, Bot]) -> list[str]:
    """The computer players that can be chosen at a table, by name: the game's levels and somebody's own."""
    return [*bots.levels(match.game), *own]


def adviser_of(match: Match, own: Mapping[str, Bot], seat: int, wanted: str) -> str:
    """Which of them thinks for a seat: the one that is wanted, else somebody's own that sits there, else the
    strongest level; "" where there is none."""
    if wanted in levels_of(match, own):
        return wanted
    sitting = _level(match, seat, own)
    return sitting if sitting in own else strongest_level(match.game)


def _level(match: Match, seat: int, own: Mapping[str, Bot]) -> str:
    return level_of(match.game, match.bots[seat], own) or PERSON if seat in match.bots else PERSON


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


def option_field(game: Game, name: str) -> OptionField:
    """An option as a browser offers it."""
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


def new_game(old: Match, own: Mapping[str, Bot], message: Message) -> tuple[Match, int]:
    """The match that the panel for a new game asks for, and the seat in front; `own` are the players of
    somebody's own that can be chosen, by name. Raises MessageError, OptionError."""
    options, seats, front = message.get("options"), message.get("seats"), message.get("front")
    if not isinstance(options, dict) or not all(isinstance(name, str) for name in options):
        raise MessageError("A new game has options by name.")
    game = type(old.game)(**options)
    if (
        not isinstance(seats, list)
        or len(seats) != game.players
        or not all(isinstance(seat, dict) for seat in seats)
    ):
        raise MessageError(f"A new game of {game.players} players has {game.players} seats.")
    levels = {seat: text_of(about.get("level")) for seat, about in enumerate(seats)}
    names = {seat: text_of(about.get("name")).strip()[:LONGEST_NAME] for seat, about in enumerate(seats)}
    players = {seat: level for seat, level in levels.items() if level != PERSON}
    seed = text_of(message.get("seed", "")).strip() or None
    for level in players.values():
        one_of("level", level, levels_of(old, own))
    people = game.players - len(players)
    known = {seat: name for seat, name in names.items() if name and not (people > 1 and name == "You")}
    match = Match(
        game, seed, bots={seat: own.get(level, level) for seat, level in players.items()}, names=known
    )
    if type(front) is not int or front not in range(game.players) or front in match.bots:
        front = first_person(match)
    return match, front


def match_from(position: State, front: Seat, old: Match | None = None) -> Match:
    """A match from a position, with computer players in all seats but the one in front. They keep the levels
    that they have in an old match of as many players."""
    game: Game = position.game
    levels = dict(old.bots) if old is not None and old.game.players == game.players else {}
    others = [seat for seat in range(game.players) if seat != front and bots.levels(game)]
    return Match(game, bots={seat: levels.get(seat) or usual_level(game) for seat in others}, start=position)


def usual_level(game: Game) -> str:
    """The level of computer players where none is asked for."""
    levels = bots.levels(game)
    return "normal" if "normal" in levels else levels[-1]


def strongest_level(game: Game) -> str:
    """The level that gives hints."""
    levels = bots.levels(game)
    return "hard" if "hard" in levels else ("", *levels)[-1]
