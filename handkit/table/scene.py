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
    {"type": "arrange"}                     open where a position is set up
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

from typing import NotRequired, TypedDict

from handkit.table.parts import (
    Action,
    Badge,
    Choice,
    Counted,
    DeckSetup,
    HandCard,
    Heap,
    Hint,
    Kept,
    LogLine,
    OptionField,
    Prompt,
    Reason,
    RuleText,
    Saving,
    SeatScene,
    SeatSetting,
    Setup,
    SuitScene,
    Track,
    TrackRow,
    You,
)
from handkit.table.zones import Answer, Sum, ZoneScene


class Preview(TypedDict):
    """What it would look like to play a card: one part of one zone changes."""

    zone: int
    part: int
    value: Sum | Answer
    text: str


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


class Frame(TypedDict):
    """What a table adds: where it stands, what may be done there, and what it answers."""

    rev: int
    at: int  # after how many moves: what was meant for another number is for a picture that is no more
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
    closed: NotRequired[str]  # why nothing can be done here yet: a question is open
    asleep: NotRequired[bool]  # nobody shows the table, it seems: who does says "ready"


class Scene(Picture, Frame):
    """All that a table shows: `{**picture, **frame}`."""


__all__ = [
    "Action",
    "Badge",
    "Choice",
    "Counted",
    "DeckSetup",
    "Frame",
    "HandCard",
    "Heap",
    "Hint",
    "Kept",
    "LogLine",
    "OptionField",
    "Picture",
    "Preview",
    "Prompt",
    "Reason",
    "RuleText",
    "Saving",
    "Scene",
    "SeatScene",
    "SeatSetting",
    "Setup",
    "SuitScene",
    "Track",
    "TrackRow",
    "You",
]
