"""Every state and view of every game as a tree: to print, to show in a notebook, to draw on a screen.

    look(match.view(0))              what seat 0 knows
    look(match.state)                what everybody may know: hidden cards stay hidden
    look(match.state, open=True)     the whole truth
    diff(before, after)              what has changed, one line a change: `counts[1]: 13 → 12`

It knows no game. What a whole number stands for it reads from the annotations of a game's classes (`Cards`,
`Card`, `Seat`, `Seats`, `BySeat`); without them it shows plain values. Fields come in the order in which
they are declared, the base class first; a class may name some that come sooner in `shown_first`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from html import escape
from types import NoneType
from typing import Any, NamedTuple, Protocol, cast, get_args, runtime_checkable

from handkit.arguments import checked
from handkit.cards import CardSet, Deck, count, members, shorten
from handkit.fields import DEALER, ONLOOKER, hints_of, inside, is_row, kind_of, meaning
from handkit.words import Names

NOTHING: Any = object()  # in the place of a value that is not there
HIDDEN: Any = object()  # in the place of one that not everybody may know
WIDTH, ROWS = 40, 8  # what fits into one line, and how many rows of a long list a terminal shows


@runtime_checkable
class Position(Protocol):
    """A state or a view, which `handkit.game` defines: here it is only asked what it holds."""

    game: Any

    def fields(self) -> dict[str, Any]: ...


def _is_view(position: Any) -> bool:
    """Whether this is what one seat knows, and not a whole state."""
    return hasattr(position, "guess")


@dataclass(frozen=True)
class Field:
    """A value in a state or view, and what it consists of.

    name    the name of a field, or the place in a list from 0: by seat it is the seat
    text    the value as people read it; "" when it is no longer there
    note    whose it is, or how many: "Ada", "13 cards"
    parts   what it consists of, if it is more than one thing
    before  the text before the last change; "" when it was not there, None when it is unchanged, or
            when its parts say what has changed
    """

    name: str
    text: str
    note: str = ""
    parts: tuple[Field, ...] = ()
    before: str | None = None

    @property
    def changed(self) -> bool:
        """Whether this or a part of it has changed."""
        return self.before is not None or any(part.changed for part in self.parts)

    @property
    def shown(self) -> tuple[Field, ...]:
        """The parts to show: none when all of them are gone."""
        return self.parts if any(part.text for part in self.parts) else ()


def tree(
    now: Position,
    before: Position | None = None,
    names: Names | None = None,
    reader: int | None = None,
    *,
    open: bool = False,
) -> tuple[Field, ...]:
    """The fields of a state or view. Of a state only what everybody may know, unless it is `open`.

    before  the same at an earlier moment: the fields say what has changed since
    names   the players' names by seat; `reader` is the seat who is called "you"

    Raises TypeError for what is no state or view, and for two of different kinds.
    """
    if isinstance(now, type) or not isinstance(now, Position):
        raise TypeError(f"{shorten(now)} is no state and no view, as match.view(0) is.")
    if before is not None and type(before) is not type(now):
        kinds = f"{type(before).__name__} and {type(now).__name__}"
        raise TypeError(f"{kinds} are of different kinds: compare two states or two views of one game.")
    values, hints = _known(now, open)
    older = values if before is None else _known(before, open)[0]
    writer = _Writer(now.game, names or {}, reader)
    return tuple(
        writer.field(name, values.get(name, NOTHING), older.get(name, NOTHING), hints.get(name))
        for name in dict.fromkeys([*getattr(now, "shown_first", ()), *hints, *values, *older])
        if name in (values | older) and (name != "game" or older[name] != now.game)
    )


def _known(now: Position, open: bool) -> tuple[dict[str, Any], Mapping[str, Any]]:
    """All fields by name, and their annotations; of a closed state, what everybody may know of them."""
    values, hints = now.fields(), hints_of(type(now))
    if open or _is_view(now):
        return values, hints
    view = cast(Any, now).view(ONLOOKER)
    seen = view.fields()
    # Who only watches has no hand: what is empty and in the view alone says nothing.
    more = {name: value for name, value in seen.items() if value and name not in (*values, "seat")}
    return {name: seen.get(name, HIDDEN) for name in values} | more, {**hints, **hints_of(type(view))}


class _Part(NamedTuple):
    """An element of a value: what it is, its annotation, and whose it is."""

    value: Any
    hint: Any
    seat: int | None = None


def _parts(value: Any, hint: Any) -> dict[str, _Part]:
    """What a value consists of, by name; nothing if it is best read as one thing."""
    mark, plain = meaning(hint)
    if getattr(value, "one_thing", False):
        return {}
    if isinstance(value, Mapping):
        of_key, of_value = get_args(plain) if len(get_args(plain)) == 2 else (None, None)
        by_seat = meaning(of_key)[0] == "seat"
        return {str(key): _Part(one, of_value, key if by_seat else None) for key, one in value.items()}
    named = getattr(value, "_fields", ()) if isinstance(value, tuple) else ()
    if is_dataclass(value) and not isinstance(value, type | CardSet):
        named = [one.name for one in fields(value)]
    if named:
        kind: type = type(value)
        hints = hints_of(kind)
        return {name: _Part(getattr(value, name), hints.get(name)) for name in named}
    if not isinstance(value, Sequence) or isinstance(value, str) or is_row(plain):
        return {}
    hints_inside = inside(plain, len(value))
    if mark == "by seat":
        return {
            str(seat): _Part(one, inner, seat)
            for seat, (one, inner) in enumerate(zip(value, hints_inside, strict=True))
        }
    compound = any(isinstance(one, (list, tuple, Mapping)) or is_dataclass(one) for one in value)
    if compound or kind_of(plain) == "cards":
        return {str(place): _Part(*one) for place, one in enumerate(zip(value, hints_inside, strict=True))}
    return {}


# ── values as people read them ──────────────────────────────────────────────────────────────────


class _Writer:
    """Writes the values of one game for one reader."""

    def __init__(self, game: Any, names: Names, reader: int | None) -> None:
        self.deck: Deck = game.deck
        self.players, self.names, self.reader = game.players, names, reader

    def field(self, name: str, now: Any, was: Any, hint: Any, seat: int | None = None) -> Field:
        """A value and the one before; either may be NOTHING."""
        here, there = _parts(now, hint), _parts(was, hint)
        nothing = _Part(NOTHING, None)
        parts = tuple(
            self.field(key, here.get(key, nothing).value, there.get(key, nothing).value, part.hint, part.seat)
            for key, part in (there | here).items()
        )
        whose = "" if seat is None else self.name(seat)
        note = self.note(name, was if now is NOTHING else now, hint)
        field = Field(name, self.text(now, hint), ", ".join(filter(None, (whose, note))), parts)
        if now is was or (type(now) is type(was) and now == was) or (here and there and field.changed):
            return field
        return replace(field, before=self.text(was, hint))

    def text(self, value: Any, hint: Any) -> str:
        """A value in one line."""
        mark, plain = meaning(hint)
        if value is NOTHING or value is HIDDEN:
            return "" if value is NOTHING else "hidden"
        if isinstance(value, tuple) and getattr(value, "one_thing", False):
            return str(value)
        if parts := _parts(value, hint):
            return self.summary(parts)
        if isinstance(value, (set, frozenset)):
            value = sorted(value, key=str)
        if isinstance(value, (list, tuple)):
            return self.row(value, plain) if is_row(plain) else self.listed(value, plain)
        if isinstance(value, int) and value >= 0:
            match mark:
                case "cards":
                    return self.deck.text(value) or "no cards"
                case "card":
                    return self.deck.name(value)
                case "seats":
                    return ", ".join(map(str, members(value))) or "nobody"
        return str(mark(value)) if callable(mark) else repr(value)

    def summary(self, parts: Mapping[str, _Part]) -> str:
        """All the parts in one line, or how many there are."""
        if len(parts) <= ROWS and not any(_parts(part.value, part.hint) for part in parts.values()):
            line = ", ".join(self.text(part.value, part.hint) for part in parts.values())
            if len(line) <= WIDTH:
                return line
        return _number(len(parts), "row" if next(iter(parts)).isdigit() else "field")

    def listed(self, values: Sequence[Any], hint: Any) -> str:
        """Plain things in their order."""
        if not values:
            return {"card": "no cards", "seat": "nobody"}.get(kind_of(hint), "none")
        texts = [self.text(*one) for one in zip(values, inside(hint, len(values)), strict=True)]
        return (" " if kind_of(hint) == "card" else ", ").join(texts)

    def row(self, values: Sequence[Any], hint: Any) -> str:
        """Who and what: `1 Ada: 7S 7H`, or `seat 1: 7S 7H` without names."""
        seats, rest = [], []
        for value, inner in zip(values, inside(hint, len(values)), strict=True):
            if meaning(inner)[0] == "seat":
                name = self.name(value)
                seats.append(f"{value} {name}" if name else f"seat {value}")
            else:
                rest.append(self.text(value, inner))
        return ": ".join(", ".join(some) for some in (seats, rest) if some)

    def note(self, name: str, value: Any, hint: Any) -> str:
        """Who is meant, or how many cards."""
        mark, plain = meaning(hint)
        if isinstance(value, (list, tuple)) and mark != "by seat":
            if kind_of(plain) == "seat":
                return self.all(value)
            return _number(len(value), "card") if value and kind_of(plain) == "card" else ""
        if mark == "seat" and isinstance(value, int | NoneType):
            return "the dealer" if name == "to_move" and value == DEALER else self.name(value)
        if isinstance(value, int) and value > 0:
            if mark == "cards":
                return _number(count(value), "card")
            if mark == "seats":
                return self.all(members(value))
        return ""

    def name(self, seat: int | None) -> str:
        """What a seat is called; "" for one without a name."""
        if seat is None or seat == -1:
            return "nobody"
        if seat == self.reader:
            return "you"
        return "onlooker" if seat in (ONLOOKER, self.players) else self.names.get(seat, "")

    def all(self, seats: Iterable[int]) -> str:
        """What several seats are called."""
        return ", ".join(filter(None, map(self.name, seats)))


def _number(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


# ── to print, and to show in a notebook ─────────────────────────────────────────────────────────


@dataclass(frozen=True, repr=False)
class Look:
    """A tree that prints well, and shows well in a notebook. Its `fields` are those of `tree`."""

    title: str
    fields: tuple[Field, ...]

    def __str__(self) -> str:
        return "\n".join([self.title, *(line for field in self.fields for line in _lines(field))])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = "".join(map(_html, self.fields))
        return f'{STYLE}<div class="hk-look"><p>{escape(self.title)}</p>{rows}</div>'


class Diff(Look):
    """What has changed: its `fields` are named by their paths. It is false where nothing has."""

    def __bool__(self) -> bool:
        return bool(self.fields)


@checked
def look(
    now: Position,
    before: Position | None = None,
    *,
    names: Names | None = None,
    reader: int | None = None,
    open: bool = False,
) -> Look:
    """A state or view, to print or to show: of a state what everybody may know, unless it is `open`.
    The arguments are those of `tree`."""
    found = tree(now, before, names, reader, open=open)
    return Look(_title(now, names or {}, reader, open), found)


@checked
def diff(
    before: Position,
    after: Position,
    *,
    names: Names | None = None,
    reader: int | None = None,
    open: bool = False,
) -> Diff:
    """What has changed from one state or view to another. The arguments are those of `tree`."""
    changes = tuple(_changes(tree(after, before, names, reader, open=open)))
    found = "changes" if changes else "nothing has changed"
    return Diff(f"{_title(after, names or {}, reader, open)}: {found}", changes)


def code(state: Any) -> str:
    """The expression that makes this state again, `President(players=4, …).state({…})`. It tells all hidden
    cards: for somebody who may not know them take `code(view.guess(rng))`, a state that fits the view."""
    return f"{state.game!r}.state({state.to_json()!r})"


def _title(now: Position, names: Names, reader: int | None, open: bool) -> str:
    """The game, and how much is shown of it."""
    seen_by = now.fields()["seat"] if _is_view(now) else ONLOOKER
    if open and not _is_view(now):
        known = "all cards open"
    elif seen_by == ONLOOKER:
        known = "what everybody may know"
    else:
        seat = names.get(seen_by, f"seat {seen_by}")
        known = "as you see it" if seen_by == reader else f"as {seat} sees it"
    return f"{now.game.title}, {known}"


def _changes(tree: Iterable[Field], path: str = "") -> Iterator[Field]:
    """What has changed, each named by its path: `hands[0]`, `sight.known[1]`."""
    for field in tree:
        step = f"[{field.name}]" if path and field.name.isdigit() else f".{field.name}"
        here = (path + step).removeprefix(".")
        if field.before is not None and not field.shown:
            yield _shortened(replace(field, name=here, parts=()))
        else:
            yield from _changes(field.parts, here)


def _shortened(change: Field) -> Field:
    """Of many cards just which have come and gone: `… → … + 6D 6H`."""
    was, now = (change.before or "").split(), change.text.split()
    listed = "," in change.text or len({*was}) + len({*now}) < len(was) + len(now)
    if listed or min(len(was), len(now)) <= WIDTH // 4:
        return change
    come, gone = [one for one in now if one not in was], [one for one in was if one not in now]
    texts = [f"{sign} {' '.join(some)}" for sign, some in (("+", come), ("−", gone)) if some]
    return replace(change, before="…", text=" ".join(["…", *texts])) if texts else change


def _told(field: Field, was: str, now: str) -> str:
    """What is, with what was where that has changed."""
    if field.before is None:
        return now
    if not field.before:
        return f"new: {now}"
    return f"{was} → {now}" if field.text else f"gone: {was}"


def _lines(field: Field, indent: str = "  ") -> Iterator[str]:
    """A field as lines for a terminal: a short list in one line, of a long one the last rows."""
    text, parts = _told(field, field.before or "", field.text), field.shown
    if text == ", ".join(part.text for part in parts):
        if any(part.note or part.changed or not part.name.isdigit() for part in parts):
            text = ""  # the parts say it, and more
        else:
            parts = ()
    yield f"{indent}{field.name}: {text}{f' ({field.note})' if field.note else ''}".rstrip()
    if len(parts) > ROWS:
        yield f"{indent}  … {len(parts) - ROWS} more before"
    for part in parts[-ROWS:]:
        yield from _lines(part, indent + "  ")


def _html(field: Field) -> str:
    """A field as a row, which opens if it has parts."""
    was, now = escape(field.before or ""), escape(field.text)
    if field.before is not None:
        was, now = f"<del>{was}</del>", f"<ins>{now}</ins>"
    note = f" <small>{escape(field.note)}</small>" if field.note else ""
    row = f"<b>{escape(field.name)}</b> {_told(field, was, now)}{note}"
    if not field.shown:
        return f"<div>{row}</div>"
    wide = " open" if field.changed else ""
    return f"<details{wide}><summary>{row}</summary>{''.join(map(_html, field.shown))}</details>"


STYLE = """<style>
.hk-look { color: var(--jp-content-font-color1, inherit) }
.hk-look { font: 13px/1.6 var(--jp-code-font-family, monospace) }
.hk-look p { margin: 0 0 .3em; font-weight: 600 }
.hk-look div { padding-left: 1.2em }
.hk-look details :is(div, details) { margin-left: 1.2em }
.hk-look summary { cursor: pointer }
.hk-look b { display: inline-block; min-width: 7em }
.hk-look details :is(div, details) b { min-width: 2em }
.hk-look :is(b, small) { color: var(--jp-content-font-color2, inherit); font-size: inherit; font-weight: 400 }
.hk-look ins { font-weight: 600; text-decoration: none }
</style>"""
