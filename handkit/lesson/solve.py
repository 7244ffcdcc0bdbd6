"""How the engine answers the questions of `handkit.lesson.asks`, kind by kind.

Each kind is one function: from a position with its reader (`At`) and plain data to a `Solution`.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, Literal

from handkit.cards import CardError, Deck, members, shorten
from handkit.game import DEALER, Event, Game, ParseError, Refusal, State
from handkit.lesson.answers import Asked, _events, seat_names
from handkit.match import generator
from handkit.rulebook import Rule, Rulebook, rulebook
from handkit.words import Words

How = Literal["one", "several", "number"]
LISTED = 400  # as many moves are looked at where they are very many
SHOWN = 6  # as many sentences a question offers
NEAR = 7  # so many neighbours of a rule may be mistaken for it
GAP = "____"
Work = Callable[[Any], Any]  # a function of the state


class AskError(ValueError):
    """A question that cannot be put to a position, with why."""


@dataclass(frozen=True)
class Choice:
    """One answer that may be chosen: its key, as typed in code; what is shown; and what the reveal
    writes beside it: a word, or the id of a rule."""

    key: str
    text: str
    note: str = ""


@dataclass(frozen=True)
class Why:
    """A sentence of the reasons, and the rule that it cites. `bare` when it says no more than that a move is
    made: that is a reason only where there is no better one."""

    text: str
    rule: str = ""
    bare: bool = False


@dataclass(frozen=True)
class Solution:
    """A question put to a position, and its answer.

    right   the keys of the right choices; of a number the one text of it: "27/2"
    moves   what to play on the table at the reveal: the decisive moves, by seat
    tried   a move that is refused there, to be shown with its reason
    """

    text: str
    how: How
    choices: tuple[Choice, ...]
    right: frozenset[str]
    answer: str
    why: tuple[Why, ...]
    moves: tuple[tuple[int, str], ...] = ()
    tried: str = ""

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules cited, the decisive one first."""
        return tuple(dict.fromkeys(why.rule for why in self.why if why.rule))


# ── words ───────────────────────────────────────────────────────────────────────────────────────


@cache
def words(deck: Deck) -> Words:
    """The lesson's own sentences, with the cards of a deck."""
    return Words.load(deck, "lesson")


def braced(deck: Deck, text: str) -> str:
    """A move's text with its cards in braces."""
    return deck.pattern.sub(lambda found: "{" + found[0] + "}", text)


def in_words(options: Mapping[str, Any]) -> str:
    """Options of a game: `extra card: none, players: 5`."""
    return ", ".join(f"{name.replace('_', ' ')}: {value}" for name, value in options.items())


_RUN = re.compile(r"\{[^{}]+\}(?: \{[^{}]+\})*")


def plain(deck: Deck, text: str) -> str:
    """A text with its cards as people write them: `7♠ 7♥`, `7 of Office and 10 of Social`."""

    def run(found: re.Match[str]) -> str:
        symbols = [deck.symbol(deck.card(card)) for card in re.findall(r"\{([^{}]+)\}", found[0])]
        if len(symbols) < 2 or " " not in symbols[0]:
            return " ".join(symbols)
        return f"{', '.join(symbols[:-1])} and {symbols[-1]}"

    return _RUN.sub(run, text)


_NUMBER = re.compile(
    r"([+-]?)\s*(?:([0-9]{1,9}(?:\.[0-9]{1,6})?)(?=$|[\s½⅓⅔]))?\s*(?:([½⅓⅔])|([0-9]{1,9})/([1-9][0-9]{0,3}))?"
)
_PARTS = {"½": Fraction(1, 2), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3)}


def read_number(text: object) -> Fraction:
    """A number as people write it: `3`, `3½`, `3.5`, `3 1/2`, `-1`, `−1`, `7/2`. Raises ValueError."""
    try:
        if isinstance(text, int | float | Fraction) and not isinstance(text, bool):
            return Fraction(text)
    except (OverflowError, ValueError):  # infinity, or no number
        pass
    cleaned = text.strip().replace("−", "-").replace(",", ".") if isinstance(text, str) else ""
    found = _NUMBER.fullmatch(cleaned)
    if not found or not any(found.groups()[1:]):
        raise ValueError(f"{shorten(text)} is no number: a number is written as 3, 3½ or 3.5.")
    sign, whole, part, upper, lower = found.groups()
    value = (
        Fraction(whole or 0) + _PARTS.get(part or "", 0) + (Fraction(int(upper), int(lower)) if upper else 0)
    )
    return -value if sign == "-" else value


def write_number(value: Fraction) -> str:
    """A number as people read it: `3½`, `−1`."""
    whole, rest = divmod(abs(value), 1)
    parts = {part: sign for sign, part in _PARTS.items()}
    sign = "−" if value < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole or ''}{parts[rest]}" if rest in parts else f"{sign}{abs(value)}"


# ── a position with its reader ──────────────────────────────────────────────────────────────────


class At:
    """A position, and the seat that reads: it is "you", and what it cannot see is not told."""

    def __init__(self, state: State, reader: int) -> None:
        self.state, self.reader = state, reader
        self.game: Game = state.game
        if type(reader) is not int or not 0 <= reader < self.game.players:
            raise AskError(
                f"There is no seat {shorten(reader)} to read: seats are 0 to {self.game.players - 1}."
            )
        self.names = seat_names(self.game, reader)
        self.deck = self.game.deck

    @cached_property
    def book(self) -> Rulebook | None:
        """The rulebook; None for a game that has none."""
        try:
            return rulebook(self.game.name)
        except ValueError:
            return None

    def say(self, key: str, **values: Any) -> str:
        """A sentence of the lesson's."""
        return words(self.deck).say(key, values, "text", self.names, self.reader, braces=True)

    def told(self, said: Event | Refusal) -> str:
        """A sentence of the engine's, with what would be right."""
        parts = ("text", "right") if isinstance(said, Refusal) else ("text",)
        return " ".join(said.say(part, self.names, self.reader, braces=True) for part in parts).strip()

    def move(self, text: str) -> str:
        """A move as it is shown. Raises ParseError or CardError for what is none."""
        return braced(self.deck, str(self.game.parse(text)))

    def named(self, text: str) -> str:
        """What somebody wants to play, which may be no move at all."""
        try:
            return self.move(text)
        except (ParseError, CardError):
            return text

    def name(self, seat: int) -> str:
        return self.say("seat", seat=seat)

    def rule(self, id: str) -> str:
        """The id and title of a rule."""
        return self.say("rule", id=id, title=self.title(id)) if self.book and id in self.book else id

    def title(self, id: str) -> str:
        """The title of a rule; its id where there is no rulebook."""
        return self.book[id].title if self.book and id in self.book else id

    def cites(self, ids: str | Sequence[str]) -> list[Why]:
        """What rules say, in short."""
        ids = [ids] if isinstance(ids, str) and ids else ids
        known = self.book.rules if self.book else {}
        return [Why(self._brief(known[id]) if id in known else id, id) for id in ids]

    def _brief(self, rule: Rule) -> str:
        """A rule in short; where an option gives it another reading, its title and that option."""
        other = {name: value for name, value in self.game.unusual().items() if name in rule.options}
        return f"{rule.title}, with another option, {in_words(other)}." if other else rule.brief

    # Moves that are made.

    def events(self, moves: Sequence[Asked]) -> list[Event]:
        """What the last of these moves makes happen, as the reader may be told of it."""
        return self.tellable(_events(self.after(moves[:-1]).state, moves[-1:]), moves)

    def tellable(self, events: Iterable[Event], moves: Iterable[Asked]) -> list[Event]:
        """Those events that the reader sees, and that name no card but those that it knows already and
        those named in the question."""
        known = self.known | _cards_in(self.deck, " ".join(_text(move) for move in moves))
        return [
            event
            for event in events
            if event.visible_to(self.reader)
            and not _cards_in(self.deck, event.say("text", braces=True)) & ~known
        ]

    @cached_property
    def known(self) -> int:
        """The cards whose faces the reader knows."""
        cards = 0
        for zone in self.state.zones():
            cards |= zone.faces(self.reader)
        return cards

    def after(self, moves: Sequence[Asked]) -> At:
        """The position after these moves. Raises IllegalMove."""
        state = self.state
        for move in moves:
            state = state.after(_text(move), move[0] if isinstance(move, tuple) else None)
        later = At(state, self.reader)
        later.__dict__["known"] = self.known | _cards_in(self.deck, " ".join(_text(move) for move in moves))
        return later

    def story(self, moves: Sequence[Asked]) -> str:
        """The moves in the engine's words: "You play 9♣. Ada passes."."""
        said, at = [], self
        for number, move in enumerate(moves):
            own = [e for e in at.events([move]) if e.say("short")]
            who = move[0] if isinstance(move, tuple) else at.state.to_move
            done = at.told(own[0]) if own and not _has_number(own[0]) else ""
            said.append(done or self.say("move-made", seat=who, move=self.move(_text(move))))
            at = self.after(moves[: number + 1])
        return " ".join(said)

    def made(self, moves: Sequence[Asked]) -> tuple[tuple[int, str], ...]:
        """The moves with the seats that make them."""
        found, state = [], self.state
        for move in moves:
            who = move[0] if isinstance(move, tuple) else state.to_move
            assert who is not None
            found.append((who, _text(move)))
            state = state.after(_text(move), who)
        return tuple(found)

    def who(self, seat: int | None) -> int:
        """The seat that is asked about: by default the one to move. Raises AskError where nobody is."""
        who = self.state.to_move if seat is None else seat
        if type(who) is not int or not 0 <= who < self.game.players:
            raise AskError("Nobody is to move in this position: name the seat that the question is about.")
        return who

    def consequences(self, events: Iterable[Event]) -> list[Event]:
        """Those events that are more than the move itself, each sentence once."""
        return list({self.told(e): e for e in events if not e.say("short")}.values())


def _text(move: Asked) -> str:
    return move if isinstance(move, str) else move[1]


def _cards_in(deck: Deck, text: str) -> int:
    return deck.collect(deck.card(name) for name in deck.pattern.findall(text))[0]


def _has_number(event: Event) -> bool:
    """Whether the sentence of a move says more than the move: what it counts, what it claims."""
    return any(name in event.values for name in ("counted", "total", "asked", "off", "left"))


def _in_order(things: Sequence[str], *parts: object) -> list[str]:
    """The things in an order that depends on these parts alone."""
    rng, order = generator("handkit order", *parts), list(things)
    for last in range(len(order) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order


# ── answering, kind by kind ─────────────────────────────────────────────────────────────────────


def _yes_no(at: At) -> tuple[Choice, Choice]:
    return Choice("yes", at.say("yes")), Choice("no", at.say("no"))


def _verdict(at: At, move: str, who: int) -> tuple[bool, list[Why]]:
    """Whether a move is legal, and why: the refusal, or what the move is by which rule."""
    try:
        refusal = at.state.check(move, who)
    except (ParseError, CardError) as error:
        return False, [Why(str(error))]
    if refusal:
        return False, [Why(at.told(refusal), refusal.rule)]
    asked = [(who, move)]
    events = at.events(asked)
    own = [event for event in events if event.say("short")] or events
    return True, [Why(at.told(event), event.rule, bare=not _has_number(event)) for event in own[:1]]


def _key(key: str, after: Sequence[Asked]) -> str:
    return key if after else f"{key}-now"


def _solve_legal(
    at: At, move: str, seat: int | None = None, after: Sequence[Asked] = (), text: str = ""
) -> Solution:
    then = at.after(after)
    who = then.who(seat)
    is_legal, why = _verdict(then, move, who)
    shown = at.named(move)
    asked = text or at.say(_key("legal", after), story=at.story(after), seat=who, move=shown)
    return Solution(
        asked,
        "one",
        _yes_no(at),
        frozenset({"yes" if is_legal else "no"}),
        at.say("yes-legal" if is_legal else "no-refused", move=shown),
        tuple(why),
        at.made(after) + (((who, move),) if is_legal else ()),
        "" if is_legal or who != at.reader else move,
    )


def _solve_which(
    at: At, moves: Sequence[str], seat: int | None = None, after: Sequence[Asked] = (), text: str = ""
) -> Solution:
    then = at.after(after)
    who = then.who(seat)
    found = {move: _verdict(then, move, who) for move in moves}
    rights = [move for move, (is_legal, _) in found.items() if is_legal]
    wrongs = [move for move in found if move not in rights]
    choices = tuple(
        Choice(move, at.named(move), at.say("allowed") if is_legal else why[0].rule)
        for move, (is_legal, why) in found.items()
    )
    reasons = [
        Why(at.say("is-refused", move=at.named(move), why=why[0].text), why[0].rule)
        for move, (is_legal, why) in found.items()
        if not is_legal
    ]
    reasons += [why for move in rights for why in found[move][1]][: 3 if not reasons else 0]
    answer = (
        at.say("are-legal", moves=", ".join(at.named(move) for move in rights))
        if rights
        else at.say("none-legal")
    )
    return Solution(
        text or at.say(_key("which-moves", after), story=at.story(after), seat=who),
        "several",
        choices,
        frozenset(rights),
        answer,
        tuple(reasons),
        at.made(after) + (((who, rights[0]),) if rights else ()),
        wrongs[0] if not rights and who == at.reader else "",
    )


def _solve_refused_by(
    at: At,
    move: str,
    among: Sequence[str] = (),
    seat: int | None = None,
    after: Sequence[Asked] = (),
    text: str = "",
) -> Solution:
    then = at.after(after)
    who = then.who(seat)
    refusal = then.state.check(move, who)
    right = refusal.rule if refusal else "none"
    ids = list(among) or _neighbours(at, [refusal.rule] if refusal else [], "enforced", move)
    if refusal and right not in ids:
        raise AskError(f"{right} refuses this move, and is not among {', '.join(ids)}.")
    choices = (*(Choice(id, at.rule(id)) for id in ids), Choice("none", at.say("refused-by-none")))
    is_legal, why = _verdict(then, move, who)
    return Solution(
        text or at.say(_key("refused-by", after), story=at.story(after), seat=who, move=at.move(move)),
        "one",
        choices,
        frozenset({right}),
        at.rule(right) + "." if refusal else at.say("yes-legal", move=at.move(move)),
        tuple(why),
        at.made(after) + (((who, move),) if is_legal else ()),
        "" if is_legal or who != at.reader else move,
    )


def _neighbours(at: At, rights: Sequence[str], kind: str, *salt: object) -> list[str]:
    """The right rules and some others of a kind from the rulebook, in its order; other ones each time."""
    if at.book is None:
        return list(rights)
    ids = list(at.book)
    others = [id for id, rule in at.book.rules.items() if kind in rule.kinds and id not in rights]
    near = ids.index(rights[0]) if rights and rights[0] in ids else 0
    others.sort(key=lambda id: abs(ids.index(id) - near))  # what could be mistaken for it
    others = _in_order(others[:NEAR], at.game.name, *rights, *salt)[: max(1, 4 - len(rights))]
    return [id for id in at.book if id in rights or id in others]


def _solve_who_moves(at: At, after: Sequence[Asked] = (), text: str = "", lead: bool = False) -> Solution:
    then = at.after(after)
    who = then.state.to_move
    right = "nobody" if who is None else "dealer" if who == DEALER else str(who)
    why = [Why(at.told(e), e.rule) for e in at.consequences(at.events(after))] if after else []
    return Solution(
        text or at.say(_key("who-leads" if lead else "who-moves", after), story=at.story(after)),
        "one",
        _seats(at, right),
        frozenset({right}),
        next(choice.text for choice in _seats(at, right) if choice.key == right) + ".",
        tuple(why[:4]),
        at.made(after),
    )


def _seats(at: At, *others: str) -> tuple[Choice, ...]:
    """All seats, the reader first, and who is no seat where that is so."""
    players = at.game.players
    order = [(at.reader + step) % players for step in range(players)]
    more = [Choice(key, at.say(key)) for key in others if not key.isdecimal()]
    return (*(Choice(str(seat), at.name(seat)) for seat in order), *more)


def _solve_happens(
    at: At,
    moves: Sequence[Asked],
    others: Sequence[str] = (),
    claims: Sequence[tuple[str, Mapping[str, Any]]] = (),
    text: str = "",
) -> Solution:
    events = at.consequences(at.events(moves))
    true = {at.told(event): event for event in events}
    before = at.after(moves[:-1])
    who = moves[-1][0] if isinstance(moves[-1], tuple) else before.state.to_move
    others = others or [str(move) for move in itertools.islice(before.state.moves(who), LISTED // 10)]
    false: dict[str, str] = {}
    for other in others:
        asked = [(who, other)] if who is not None else [other]
        for event in before.consequences(before.events(asked)):
            if at.told(event) not in true and not _names_cards(event):
                false.setdefault(at.told(event), event.rule)
    for key, values in claims:
        claim = _claimed(at, key, values)
        if claim not in true:
            false = {claim: "", **false}
    wanted = [*list(true)[: SHOWN - 2], *list(false)[: max(1, SHOWN - 2 - len(true))]]
    order = _in_order(wanted, at.game.name, *(_text(move) for move in moves))
    choices = [
        Choice(str(number), sentence, true[sentence].rule if sentence in true else "")
        for number, sentence in enumerate(order, 1)
    ]
    right = [choice for choice in choices if choice.text in true]
    choices.append(Choice("nothing", at.say("nothing-more")))
    right.sort(key=lambda choice: list(true).index(choice.text))
    answer = " ".join(choice.text for choice in right) or at.say("nothing-more") + "."
    why = [Why(sentence, event.rule) for sentence, event in true.items()]
    if not why:
        why = [Why(at.told(e), e.rule, bare=True) for e in at.events(moves)][:1]
    return Solution(
        text or at.say("happens", story=at.story(moves)),
        "several",
        tuple(choices),
        frozenset(choice.key for choice in right) or frozenset({"nothing"}),
        answer,
        tuple(why),
        at.made(moves),
    )


def _claimed(at: At, key: str, values: Mapping[str, Any]) -> str:
    """A sentence of the game's that somebody might think true here."""
    try:
        return at.game.words.say(key, values, "text", at.names, at.reader, braces=True)
    except (LookupError, TypeError, ValueError, AttributeError):
        raise AskError(f"{at.game.title} has no sentence {shorten(key)} of these values.") from None


def _names_cards(event: Event) -> bool:
    return "{" in event.say("text", braces=True)


def _solve_announced(at: At, moves: Sequence[Asked], among: Sequence[str] = (), text: str = "") -> Solution:
    events = at.events(moves)
    announced = list(dict.fromkeys(event.rule for event in events))
    ids = list(among) or _neighbours(at, announced[:3], "announced", *(_text(move) for move in moves))
    rights = [id for id in ids if id in announced]
    return Solution(
        text or at.say("announced", story=at.story(moves)),
        "several",
        tuple(Choice(id, at.rule(id)) for id in ids),
        frozenset(rights),
        ", ".join(rights) + "." if rights else at.say("none") + ".",
        tuple(Why(at.told(event), event.rule) for event in events if event.rule in rights or not rights),
        at.made(moves),
    )


def _solve_gap(
    at: At, moves: Sequence[Asked], rule: str, blank: str = "seat", seat: int | None = None, text: str = ""
) -> Solution:
    entries = at.game.words.entries
    events = [
        event
        for event in at.events(moves)
        if event.rule == rule and blank in event.values and "{" + blank in entries[event.key]["text"].lower()
    ]
    wanted = at.reader if seat is None else seat
    events.sort(key=lambda event: event.values.get("seat") != wanted)  # stable: the first of the rest
    if not events or (seat is not None and events[0].values.get("seat") != seat):
        raise AskError(f"{rule} announces nothing with a place {shorten(blank)} here.")
    event = events[0]
    value = event.values[blank]
    sentence = _with_gap(at, event, blank)
    why = [Why(at.told(event), event.rule)]
    if blank == "seat":
        how: How = "one"
        choices, right, answer = _seats(at), str(value), at.name(value) + "."
    else:
        how, choices = "number", ()
        right = str(read_number(value))
        answer = write_number(read_number(value)) + "."
    asked = text or at.say(
        "gap-who" if blank == "seat" else "gap-number", story=at.story(moves), gap=sentence
    )
    return Solution(asked, how, choices, frozenset({right}), answer, tuple(why), at.made(moves))


def _with_gap(at: At, event: Event, blank: str) -> str:
    """An event's sentence with one place left open, and all numbers from which it could be worked out."""
    entry = at.game.words.entries[event.key]
    hidden = {
        name
        for name, value in event.values.items()
        if name not in ("seat", "other", "cards", "under", "round", "suit") and _is_number(value)
    }

    def cut(template: str) -> str:
        for name in hidden | {blank}:
            mark = GAP if name == blank else "…"
            template = re.sub(r"\{" + name + r"(:\w+)?\}", lambda _: mark, template, flags=re.I)  # noqa: B023
        return template

    parts = {part: cut(template) for part, template in entry.items() if not part.endswith("_one")}
    if blank == "seat":  # "____ takes the trick", whoever it is
        parts.pop("you", None)
    names = at.names | {at.reader: "you"}
    reader = None if blank == "seat" else at.reader
    open_words = Words(at.deck, {**at.game.words.entries, event.key: parts})
    return open_words.say(event.key, event.values, "text", names, reader, braces=True)


def _is_number(value: object) -> bool:
    if isinstance(value, str) and "=" in value:  # a sum
        return True
    try:
        read_number(value)
    except ValueError:
        return False
    return True


def _solve_playable(at: At, text: str = "") -> Solution:
    who = at.who(None)
    if who != at.reader:
        raise AskError("Only the cards of the reader's own hand can be asked about, in its own turn.")
    hand = _hand(at, who)
    usable = 0
    for move in itertools.islice(at.state.moves(who), LISTED):
        usable |= _cards_in(at.deck, str(move)) & hand
    named = [at.deck.name(card) for card in members(hand)]
    single = {}
    for name in named:
        try:
            single[name] = _verdict(at, name, who)
        except AskError:
            continue
    why = [
        Why(reason[0].text, reason[0].rule)
        for is_legal, reason in single.values()
        if not is_legal and reason[0].rule
    ]
    rights = [name for name in named if usable >> at.deck.card(name) & 1]
    return Solution(
        text or at.say("playable", seat=who),
        "several",
        tuple(Choice(name, "{" + name + "}") for name in named),
        frozenset(rights),
        " ".join("{" + name + "}" for name in rights) + "." if rights else at.say("none") + ".",
        tuple(dict.fromkeys(why))[:3],
    )


def _hand(at: At, seat: int) -> int:
    return sum(zone.cards for zone in at.state.zones() if zone.owner == seat)


def _solve_count(at: At, seat: int, after: Sequence[Asked] = (), text: str = "") -> Solution:
    then = at.after(after)
    value = _hand(then, at.who(seat)).bit_count()
    asked = text or at.say(_key("count", after), story=at.story(after), seat=seat)
    return _number(asked, Fraction(value), _reasons_about(at, after, seat), at.made(after))


def _solve_field(
    at: At, name: str, index: int | None = None, after: Sequence[Asked] = (), text: str = ""
) -> Solution:
    fields = at.after(after).state.fields()
    value = fields.get(name)
    if index is not None:
        value = value[index] if isinstance(value, list | tuple) and 0 <= index < len(value) else None
    if not isinstance(value, int):
        raise AskError(f"This state has no number {shorten(name)}.")
    why = _reasons_about(at, after, index)
    shown = name if index is None else f"{name}[{index}]"
    asked = text or at.say("field", story=at.story(after), name=shown)
    return _number(asked, Fraction(value), why, at.made(after))


def _reasons_about(at: At, after: Sequence[Asked], seat: int | None) -> list[Why]:
    """What the last of these moves makes happen, first to this seat: all that the reader sees of it then."""
    events = _events(at.after(after[:-1]).state, after[-1:]) if after else []
    events = [event for event in events if event.visible_to(at.reader)]
    events.sort(key=lambda event: seat not in (event.values.get("seat"), event.values.get("other")))
    return [Why(at.told(event), event.rule) for event in events]


def _number(text: str, value: Fraction, why: Sequence[Why], moves: tuple[tuple[int, str], ...]) -> Solution:
    return Solution(
        text, "number", (), frozenset({str(value)}), write_number(value) + ".", tuple(why[:4]), moves
    )


def _solve_wins(at: At, after: Sequence[Asked] = (), text: str = "") -> Solution:
    outcome = at.after(after).state.outcome
    if outcome is None:
        raise AskError("The game is not over after these moves.")
    rights = [str(seat) for seat in outcome.winners]
    events = at.consequences(at.events(after)) if after else []
    # First what ended it, then the seats by their rank.
    events.sort(key=lambda event: (event.rule != outcome.rule, event.values.get("rank", 0)))
    why = [Why(at.told(event), event.rule) for event in events][:SHOWN]
    return Solution(
        text or at.say("wins", story=at.story(after)),
        "several",
        _seats(at),
        frozenset(rights),
        ", ".join(at.name(seat) for seat in outcome.winners) + ".",
        tuple(why or at.cites(outcome.rule)),
        at.made(after),
    )


def _solve_own(
    at: At,
    text: str,
    answer: Work,
    form: str,
    choices: Sequence[str] | Work = (),
    rule: str | Sequence[str] = (),
    why: Work | str = "",
) -> Solution:
    """A question of an author's, answered by a function."""
    value = answer(at.state)
    said = why(at.state) if callable(why) else why
    reasons = [Why(str(said) if "{" in str(said) else braced(at.deck, str(said)))] if said else []
    cited = at.cites(rule)
    if reasons and cited:  # the author's sentence cites the first rule
        reasons[0] = Why(reasons[0].text, cited[0].rule)
        cited = cited[1:]
    why_all = (*reasons, *cited)
    if form == "yes-no":
        right = "yes" if value else "no"
        return Solution(text, "one", _yes_no(at), frozenset({right}), at.say(right) + ".", why_all)
    if form == "number":
        return _number(text, read_number(value), why_all, ())
    if form == "seat":
        right = "nobody" if value is None else str(value)
        offered = _seats(at, right)
        return _chosen(text, "one", offered, [right], why_all)
    if form == "cards":
        hand = _hand(at, at.reader)
        offered = tuple(Choice(at.deck.name(card), at.deck.name(card).join("{}")) for card in members(hand))
        right_cards = at.deck.mask(value if isinstance(value, int | str) else str(value))
        return _chosen(text, "several", offered, at.deck.texts(right_cards), why_all)
    named = choices(at.state) if callable(choices) else choices
    offered = tuple(Choice(str(one), braced(at.deck, str(one))) for one in named)
    rights = [value] if isinstance(value, str) else list(value)
    return _chosen(text, "one" if isinstance(value, str) else "several", offered, rights, why_all)


def _chosen(
    text: str, how: How, choices: Sequence[Choice], rights: Sequence[str], why: tuple[Why, ...]
) -> Solution:
    known = {choice.key: choice.text for choice in choices}
    if missing := [right for right in rights if right not in known]:
        raise AskError(f"The right answer {shorten(missing[0])} is not among the choices {', '.join(known)}.")
    answer = ", ".join(known[right] for right in rights) or "–"
    return Solution(text, how, tuple(choices), frozenset(rights), answer + ".", why)


KINDS: dict[str, Callable[..., Solution]] = {
    "legal": _solve_legal,
    "which": _solve_which,
    "refused-by": _solve_refused_by,
    "who-moves": _solve_who_moves,
    "happens": _solve_happens,
    "announced": _solve_announced,
    "gap": _solve_gap,
    "playable": _solve_playable,
    "count": _solve_count,
    "field": _solve_field,
    "wins": _solve_wins,
    "own": _solve_own,
}
