"""What scenes are made of, and what goes before them: the parts that zones, painters and tables share."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class Reason(TypedDict):
    """Why something cannot be done: the rule, what is wrong, and what would be right."""

    rule: str
    wrong: str
    right: str


class Badge(TypedDict):
    text: str
    kind: Literal["turn", "pass", "gold", "plum", "clay", "pine", "plain"]


class Heap(TypedDict):
    """Cards face down: how many, and what they are called."""

    label: str
    count: int


class SeatScene(TypedDict):
    """Another player, as the seat in front sees it."""

    seat: int
    name: str
    count: int  # cards in hand
    role: str  # a title, a score: one short line
    crown: bool
    turn: bool
    dim: bool  # has passed or is out
    badges: list[Badge]
    cards: NotRequired[list[str]]  # only when the cards were opened on purpose
    piles: NotRequired[list[Heap]]  # what else is this player's, face down


class You(TypedDict):
    """The seat in front. `None` in a scene that only watches."""

    seat: int
    name: str
    role: str
    crown: bool
    turn: bool
    badges: list[Badge]
    piles: NotRequired[list[Heap]]


class HandCard(TypedDict):
    card: str
    dim: NotRequired[bool]  # part of no legal move now
    mark: NotRequired[str]  # a word over the card: "new"
    tag: NotRequired[str]  # what the card counts now: "+5½"
    low: NotRequired[bool]  # may be played, but what it counts is not enough
    laid: NotRequired[bool]  # lies on the table already, by what is tried


class Choice(TypedDict):
    """What may be chosen from the hand, or with `on_table` from cards that lie there, judged by the engine
    beforehand.

    `legal` lists the choices that are: cards in the hand's order joined by spaces, choices by commas. With
    `sizes`, every choice of so many cards, at least and at most, is legal too. `refused[i]` lists choices
    refused for `reasons[i]`. A choice that is not listed gets `reasons[otherwise]`, an empty one
    `reasons[empty]`.

    A pattern has "{cards}" for cards with spaces between them, or "{cards:+}" with "+" between them. Where
    cards are laid on those of columns, `lay` is how one on another is written, and such pairs stand in place
    of the cards.
    """

    send: str  # how a move of the chosen cards is written: a pattern
    legal: str
    refused: list[str]
    sizes: NotRequired[list[int]]
    single: NotRequired[bool]  # never more than one card: another choice takes its place
    on_table: NotRequired[bool]  # of what lies on the table, the cards marked `pick`, instead of the hand
    lay: NotRequired[str]  # "{card}>{top}"; what lies there is sent as a try
    live: NotRequired[bool]  # each choice is sent as a try, and the scene shows what it would be
    otherwise: int
    empty: int
    reasons: list[Reason]


class Action(TypedDict):
    """A button under the hand."""

    id: str
    label: str
    kind: Literal["main", "plain", "quiet"]
    key: str  # one lower-case letter, "enter" or ""
    pick: bool  # plays the chosen cards; its label is followed by them
    ok: bool
    most: NotRequired[int]  # with `pick`: more cards than this cannot be chosen here
    why: NotRequired[Reason]  # when not ok, or more are chosen
    send: NotRequired[dict[str, Any]]  # the message, without `rev`
    move: NotRequired[str]  # with `pick`: the pattern of the move, where it is not that of the choice


class Prompt(TypedDict):
    text: str
    small: str


class LogLine(TypedDict):
    text: str  # "leads {9S}"
    who: NotRequired[str]  # the name of who did it
    rule: NotRequired[str]
    kind: NotRequired[Literal["rule", "now"]]  # "rule" draws a line above: a trick, a round ended


class Hint(TypedDict):
    text: str
    cards: list[str]
    considered: list[dict[str, str]]  # {"move", "value", "text"}, best first


class Counted(TypedDict):
    """A card, and what it counts where it lies."""

    card: str
    tag: NotRequired[str]
    cut: NotRequired[bool]  # that is less than its value
    pick: NotRequired[bool]  # it may be chosen now
    gone: NotRequired[bool]  # it lay there, and has gone to a player


class TrackRow(TypedDict):
    seat: int
    name: str
    value: int
    text: str  # the value as it is written: "−2"


class Track(TypedDict):
    """How far everybody is on the way to a goal."""

    label: str
    goal: int
    rows: list[TrackRow]


class Kept(TypedDict):
    """The file that holds the match, up to date."""

    file: str  # "" when it is no longer kept, for the reason given
    trouble: NotRequired[str]


class Saving(TypedDict):
    """What the window for saving offers."""

    offer: str  # the name of a new file beside the notebook
    files: list[str]  # records that lie there


class OptionField(TypedDict):
    name: str
    label: str
    rule: str
    help: str
    choices: list[Any]  # the values allowed; empty for a whole number without an upper bound
    labels: list[str]
    least: int
    none: NotRequired[bool]  # whether it may be left empty, for no bound
    value: Any


class RuleText(TypedDict):
    id: str
    title: str
    source: str  # "given", "ruling" or "both"
    parts: list[list[str]]  # [["given", "…"], ["ruling", "…"], ["example", "…"]]
    option: str


class SuitScene(TypedDict):
    name: str  # "spades"
    glyph: str  # what follows the rank in plain text: "♠", " of Office"
    path: str  # an SVG path in a box of 24 x 24, or ""
    hue: str  # "black", "red", "blue", "green", "rust" or "violet"
    four: str  # the hue where each of four suits has a colour of its own


class SeatSetting(TypedDict):
    name: str
    level: str  # "person", or a computer player's


class DeckSetup(TypedDict):
    """How cards are named and drawn."""

    suits: dict[str, SuitScene]
    ranks: dict[str, str]  # "J": "jack", for names in words
    courts: list[str]


class Setup(DeckSetup):
    """What stays the same until a new game is set up."""

    game: str
    title: str
    rules: list[RuleText]
    sections: list[list[str]]  # [["P1", "Setup"], …]
    levels: list[str]
    speeds: list[str]
    options: list[OptionField]
    people: list[SeatSetting]
    front: int
    size: str  # "normal" or "projector"
    four_colours: bool
    short: bool  # rules, sections and options have still to come
    arranges: bool  # whether positions of it can be set up
