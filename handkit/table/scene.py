"""The scene: all that a table shows, as plain JSON.

A table knows no game. A game's scene builder (`handkit.table.scenes`) turns the *view* of
one seat into the dictionaries below; `table.js` draws them and sends messages back. The scene
is sent whole whenever something changes, so it holds what is on the table now and nothing else:
what never changes in a game (the rules' texts, the suits, the options) travels once, in `Setup`.

What is usual is left out where that saves much, as a scene travels at every move.

Cards are named by their text (`"7S"`). In sentences a card stands in braces, `{7S}`, so that
the browser can draw its suit; braces never occur otherwise.

Messages from the browser are dictionaries with a `type` and the `rev` of the scene they answer:

    {"type": "move", "move": "7S 7H"}      play this move for the seat in front
    {"type": "try", "move": "7S 7H"}        show what it would be, and play nothing; "" for nothing
    {"type": "hint"} {"type": "undo"} {"type": "next"} {"type": "finish"}
    {"type": "go-on"}                       the computer players have waited, and move now
    {"type": "again"} {"type": "new-deal"}  the same cards once more; other cards
    {"type": "new-game", "options": {...}, "seats": [{"name": "Ada", "level": "easy"}, ...],
     "front": 0, "seed": "monday" or ""}    `level` is a computer player's, or "person"
    {"type": "look", "to": 12}              show the moment after 12 moves; null for now; "by": ±1 from here
    {"type": "play-on"}                     go on from the moment shown, as a new line of play
    {"type": "inside", "on": true}          open the inspector; false to close it
    {"type": "uncover"}                     lift the curtain: the person named is at the screen
    {"type": "set", "speed": "slow"}        how fast computer players move; also `four_colours`, `size`
    {"type": "ready"}                       a browser shows the table (without `rev`)
    {"type": "gone"}                        it shows it no longer (without `rev`)
    {"type": "files"}                       which records can be opened (without `rev`): see `Saving`
    {"type": "save"}                        write the match beside the notebook, and keep the file up to date
    {"type": "download"}                    the record as a file, which comes as a message of its own
    {"type": "load", "record": "..."}       the match of this record; or, of a file beside the notebook,
    {"type": "load", "file": "monday.json"}

Every message is answered by a scene with a higher `rev`, also one that was ignored.

One message goes the other way, in answer to "download" only: `{"type": "record", "file": name}`, with the
record as its buffer. A record tells all cards, so it is never part of a scene.
"""

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
    """What may be chosen from the hand, judged by the engine beforehand.

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


class PlayScene(TypedDict):
    seat: int
    name: str
    cards: list[str]
    top: bool


class Plays(TypedDict):
    """A trick, oldest play first."""

    kind: Literal["plays"]
    label: str
    plays: list[PlayScene]
    empty: str  # what is written while nothing lies there


class StripItem(TypedDict):
    text: str
    state: NotRequired[Literal["now", "up"]]


class Strip(TypedDict):
    """An order from weak to strong, with the value to beat."""

    kind: Literal["strip"]
    label: str
    items: list[StripItem]
    ends: list[str]  # left, middle, right
    turned: bool


class LaneEnd(TypedDict):
    seat: int
    name: str
    role: str
    crown: bool


class Lane(TypedDict):
    """Cards that go between two seats. A number instead of cards: so many backs."""

    left: LaneEnd
    right: LaneEnd
    to_left: list[str] | int
    to_right: list[str] | int
    note: str
    hush: bool  # concerns others only


class Lanes(TypedDict):
    kind: Literal["lanes"]
    label: str
    lanes: list[Lane]


class ResultRow(TypedDict):
    seat: int
    name: str
    you: bool
    cells: list[str]


class ResultScene(TypedDict):
    """A table of places and points, with a line of text in which rules may be named.

    Columns beginning with "#" are numbers, with "?" can be left out where it is narrow; the player's name
    is the second column always."""

    kind: Literal["result"]
    title: str
    text: str
    columns: list[str]
    rows: list[ResultRow]


class PileScene(TypedDict):
    """Cards in a named place: some seen, or only counted."""

    kind: Literal["pile"]
    label: str
    cards: list[str]
    count: int


class Counted(TypedDict):
    """A card, and what it counts where it lies."""

    card: str
    tag: NotRequired[str]
    cut: NotRequired[bool]  # that is less than its value


class Sum(TypedDict):
    """Cards of one player that add up."""

    seat: int
    name: str
    cards: list[Counted]
    gaps: int  # places for cards that are still to come
    total: str  # "13½"
    sum: str  # "10 + 3½"
    level: NotRequired[int]  # how full a bar is, of 100
    badge: NotRequired[Badge]
    state: Literal["", "lead", "now", "won", "lost"]


class Sums(TypedDict):
    """Cards that add up, player by player."""

    kind: Literal["sums"]
    label: str
    parts: list[Sum]
    small: bool


class Fighter(TypedDict):
    seat: int
    name: str
    role: str
    card: str  # "" while it is still to come


class Answer(Fighter):
    """A card that answers another, and the comparison of the two."""

    sum: str  # "4 ≥ 4"
    badge: NotRequired[Badge]
    text: str
    rules: list[str]


class Duel(TypedDict):
    """One card, and those that answer it."""

    kind: Literal["duel"]
    label: str
    asked: Fighter
    parts: list[Answer]


class Notice(TypedDict):
    """What is in force, in one line."""

    kind: Literal["notice"]
    suit: str  # the letter of a suit to draw before it, or ""
    text: str
    rule: str


class Column(TypedDict):
    """A card, the one that is laid on it, and how the two compare."""

    top: Counted
    bottom: NotRequired[Counted]
    note: str  # "equal suit"
    sum: str  # "5 > 4"
    badge: NotRequired[Badge]


class Columns(TypedDict):
    """Cards, and cards laid on them one by one."""

    kind: Literal["columns"]
    label: str
    parts: list[Column]


class Circle(TypedDict):
    """Suits of which each is greater than the next, and the last greater than the first."""

    kind: Literal["circle"]
    label: str
    suits: list[str]  # letters
    rule: str


ZoneScene = Plays | Strip | Lanes | ResultScene | PileScene | Sums | Duel | Notice | Columns | Circle


class Preview(TypedDict):
    """What it would look like to play a card: one part of one zone changes."""

    zone: int
    part: int
    value: Sum | Answer
    text: str


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


class Picture(TypedDict):
    """What a painter draws of one moment."""

    meta: str  # "Round 2 of 3, trick 2"
    turned: bool  # the felt turns plum
    seats: list[SeatScene]  # the others, clockwise from the left
    you: You | None
    zones: list[ZoneScene]
    hand: list[HandCard]
    pick: Choice | None
    log: list[LogLine]
    track: NotRequired[Track]
    previews: NotRequired[dict[str, Preview]]  # by the one card that is chosen
    hand_label: NotRequired[str]  # where what is chosen from is not the hand


class Frame(TypedDict):
    """What a table adds: where it stands, what may be done there, and what it answers."""

    rev: int
    speed: str
    actions: list[Action]
    prompt: Prompt
    refusal: Reason | None
    tried: list[str]  # the cards of a refused move, to stay chosen
    hint: Hint | None
    busy: str  # "Ada is thinking", or ""
    curtain: str  # the name of the person who is to take the screen, or ""
    past: NotRequired[str]  # "move 12 of 24": the table looks back, and is only a picture
    error: NotRequired[dict[str, str]]  # {"text", "report"}: the table's own fault
    kept: NotRequired[Kept]
    saving: NotRequired[Saving]  # in the answer to "files" alone
    asleep: NotRequired[bool]  # nobody shows the table, it seems: who does says "ready"


class Scene(Picture, Frame):
    """All that a table shows: `{**picture, **frame}`."""


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
