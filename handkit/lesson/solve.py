"""How the engine answers the questions of `handkit.lesson.asks`, kind by kind.

Each kind is one function: from a position as its reader sees it and plain data to a `Solution`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from handkit.cards import CardError, members, shorten
from handkit.game import DEALER, Event, ParseError
from handkit.lesson.gaps import solve_gap
from handkit.lesson.moves import Asked, events_of, hand_of, mover, texts
from handkit.lesson.reading import Reading, cards_in, has_number
from handkit.lesson.solution import AnswerChoice, AskError, Solution, Why
from handkit.lesson.solve_own import number, solve_own, yes_no
from handkit.match import generator

LISTED = 400  # as many moves are looked at where they are very many
SHOWN = 6  # as many sentences a question offers
NEAR = 7  # so many neighbours of a rule may be mistaken for it


def _in_order(things: Sequence[str], *parts: object) -> list[str]:
    """The things in an order that depends on these parts alone."""
    rng, order = generator("handkit order", *parts), list(things)
    for last in range(len(order) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order


def _verdict(at: Reading, move: str, who: int) -> tuple[bool, list[Why]]:
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
    return True, [Why(at.told(event), event.rule, bare=not has_number(event)) for event in own[:1]]


def _key(key: str, after: Sequence[Asked]) -> str:
    return key if after else f"{key}-now"


def _solve_legal(
    at: Reading, move: str, seat: int | None = None, after: Sequence[Asked] = (), text: str = ""
) -> Solution:
    then = at.after(after)
    who = then.who(seat)
    is_legal, why = _verdict(then, move, who)
    shown = at.named(move)
    asked = text or at.say(_key("legal", after), story=at.story(after), seat=who, move=shown)
    return Solution(
        asked,
        "one",
        yes_no(at),
        frozenset({"yes" if is_legal else "no"}),
        at.say("yes-legal" if is_legal else "no-refused", move=shown),
        tuple(why),
        at.made(after) + (((who, move),) if is_legal else ()),
        "" if is_legal or who != at.reader else move,
    )


def _solve_which(
    at: Reading, moves: Sequence[str], seat: int | None = None, after: Sequence[Asked] = (), text: str = ""
) -> Solution:
    then = at.after(after)
    who = then.who(seat)
    found = {move: _verdict(then, move, who) for move in moves}
    rights = [move for move, (is_legal, _) in found.items() if is_legal]
    wrongs = [move for move in found if move not in rights]
    choices = tuple(
        AnswerChoice(move, at.named(move), at.say("allowed") if is_legal else why[0].rule)
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
        {move: _because(then, move, who, *verdict) for move, verdict in found.items()},
    )


def _because(at: Reading, move: str, who: int, is_legal: bool, why: Sequence[Why]) -> list[Why]:
    """Why a move is refused; or that it is legal, and each comparison that it wins."""
    shown = at.named(move)
    if not is_legal:
        return [Why(at.say("is-refused", move=shown, why=why[0].text), why[0].rule)]
    more = [Why(at.told(event), event.rule) for event in at.consequences(at.events([(who, move)]))]
    return [Why(at.say("is-legal", move=shown), why[0].rule if why else ""), *more]


def _solve_refused_by(
    at: Reading,
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
    choices = (
        *(AnswerChoice(id, at.rule(id)) for id in ids),
        AnswerChoice("none", at.say("refused-by-none")),
    )
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
        {id: at.cites(id) for id in ids if id != right},
    )


def _neighbours(at: Reading, rights: Sequence[str], kind: str, *salt: object) -> list[str]:
    """The right rules and some others of a kind from the rulebook, in its order; other ones each time."""
    if at.book is None:
        return list(rights)
    ids = list(at.book)
    others = [id for id, rule in at.book.rules.items() if kind in rule.kinds and id not in rights]
    near = ids.index(rights[0]) if rights and rights[0] in ids else 0
    others.sort(key=lambda id: abs(ids.index(id) - near))  # what could be mistaken for it
    others = _in_order(others[:NEAR], at.game.name, *rights, *salt)[: max(1, 4 - len(rights))]
    return [id for id in at.book if id in rights or id in others]


def _solve_who_moves(
    at: Reading, after: Sequence[Asked] = (), text: str = "", lead: bool = False, others: Sequence[str] = ()
) -> Solution:
    then = at.after(after)
    who = then.state.to_move
    right = "nobody" if who is None else "dealer" if who == DEALER else str(who)
    seats = at.seats(*dict.fromkeys((right, *others)))
    why = [Why(at.told(e), e.rule) for e in at.consequences(at.events(after))] if after else []
    return Solution(
        text or at.say(_key("who-leads" if lead else "who-moves", after), story=at.story(after)),
        "one",
        seats,
        frozenset({right}),
        next(seat.text for seat in seats if seat.key == right) + ".",
        tuple(why[:4]),
        at.made(after),
        because={
            "": why[4:],
            **{seat.key: _why_not(then, int(seat.key)) for seat in seats if seat.key.isdecimal()},
        },
    )


def _why_not(at: Reading, seat: int) -> list[Why]:
    """Why a seat has not the turn: what refuses a move of whoever has."""
    move = next(iter(at.state.moves()), None)
    refusal = at.state.check(move, seat) if move is not None else None
    return [Why(at.told(refusal), refusal.rule)] if refusal else []


def _solve_happens(
    at: Reading,
    moves: Sequence[Asked],
    others: Sequence[str] = (),
    claims: Sequence[tuple[str, Mapping[str, Any]]] = (),
    text: str = "",
    only: bool = False,
) -> Solution:
    events = at.consequences(at.events(moves))
    if only:
        return _solve_claims(at, moves, events, claims, text)
    true = {at.told(event): event for event in events}
    before = at.after(moves[:-1])
    who = mover(before.state, moves[-1])
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
    order = _in_order(wanted, at.game.name, *texts(moves))
    choices = [
        AnswerChoice(str(number), sentence, true[sentence].rule if sentence in true else "")
        for number, sentence in enumerate(order, 1)
    ]
    right = [choice for choice in choices if choice.text in true]
    choices.append(AnswerChoice("nothing", at.say("nothing-more")))
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


def _solve_claims(
    at: Reading,
    moves: Sequence[Asked],
    events: Sequence[Event],
    claims: Sequence[tuple[str, Mapping[str, Any]]],
    text: str,
) -> Solution:
    """Which of these sentences are true."""
    true = {at.told(event): event.rule for event in events}
    sentences = dict.fromkeys(_claimed(at, key, values) for key, values in claims)
    choices = [
        AnswerChoice(str(number), said, true.get(said, "")) for number, said in enumerate(sentences, 1)
    ]
    right = [choice for choice in choices if choice.text in true]
    choices.append(AnswerChoice("nothing", at.say("none")))
    return Solution(
        text or at.say("happens-of-these", story=at.story(moves)),
        "several",
        tuple(choices),
        frozenset(choice.key for choice in right) or frozenset({"nothing"}),
        " ".join(choice.text for choice in right) or at.say("none") + ".",
        tuple(Why(sentence, rule) for sentence, rule in true.items()),
        at.made(moves),
        because={
            choice.key: [Why(at.say("is-not-so", said=choice.text))]
            for choice in choices
            if choice.text in sentences and choice.text not in true
        },
    )


def _claimed(at: Reading, key: str, values: Mapping[str, Any]) -> str:
    """A sentence of the game's that somebody might think true here."""
    try:
        return at.game.words.say(key, values, "text", at.names, at.reader, braces=True)
    except (LookupError, TypeError, ValueError, AttributeError):
        raise AskError(f"{at.game.title} has no sentence {shorten(key)} of these values.") from None


def _names_cards(event: Event) -> bool:
    return "{" in event.say("text", braces=True)


def _solve_announced(
    at: Reading, moves: Sequence[Asked], among: Sequence[str] = (), text: str = ""
) -> Solution:
    events = at.events(moves)
    announced = list(dict.fromkeys(event.rule for event in events))
    ids = list(among) or _neighbours(at, announced[:3], "announced", *texts(moves))
    rights = [id for id in ids if id in announced]
    return Solution(
        text or at.say("announced", story=at.story(moves)),
        "several",
        tuple(AnswerChoice(id, at.rule(id)) for id in ids),
        frozenset(rights),
        ", ".join(rights) + "." if rights else at.say("none") + ".",
        tuple(Why(at.told(event), event.rule) for event in events if event.rule in rights or not rights),
        at.made(moves),
    )


def _solve_playable(at: Reading, text: str = "") -> Solution:
    who = at.who(None)
    if who != at.reader:
        raise AskError("Only the cards of the reader's own hand can be asked about, in its own turn.")
    hand = hand_of(at.state, who)
    usable = 0
    for move in itertools.islice(at.state.moves(who), LISTED):
        usable |= cards_in(at.deck, str(move)) & hand
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
        tuple(AnswerChoice(name, "{" + name + "}", on_table="card") for name in named),
        frozenset(rights),
        " ".join("{" + name + "}" for name in rights) + "." if rights else at.say("none") + ".",
        tuple(dict.fromkeys(why))[:3],
        because={name: [Why(one.text, one.rule) for one in reason] for name, (_, reason) in single.items()},
    )


def _solve_count(at: Reading, seat: int, after: Sequence[Asked] = (), text: str = "") -> Solution:
    then = at.after(after)
    value = hand_of(then.state, at.who(seat)).bit_count()
    asked = text or at.say(_key("count", after), story=at.story(after), seat=seat)
    return number(asked, Fraction(value), _reasons_about(at, after, seat), at.made(after))


def _solve_field(
    at: Reading, name: str, index: int | None = None, after: Sequence[Asked] = (), text: str = ""
) -> Solution:
    state = at.after(after).state
    value = state.fields().get(state.former_names.get(name, name))
    if index is not None:
        value = value[index] if isinstance(value, list | tuple) and 0 <= index < len(value) else None
    if not isinstance(value, int):
        raise AskError(f"This state has no number {shorten(name)}.")
    why = _reasons_about(at, after, index)
    shown = name if index is None else f"{name}[{index}]"
    asked = text or at.say("field", story=at.story(after), name=shown)
    return number(asked, Fraction(value), why, at.made(after))


def _reasons_about(at: Reading, after: Sequence[Asked], seat: int | None) -> list[Why]:
    """What the last of these moves makes happen, first to this seat: all that the reader sees of it then."""
    events = events_of(at.after(after[:-1]).state, after[-1:]) if after else []
    events = [event for event in events if event.visible_to(at.reader)]
    events.sort(key=lambda event: seat not in (event.values.get("seat"), event.values.get("other")))
    return [Why(at.told(event), event.rule) for event in events]


def _solve_wins(at: Reading, after: Sequence[Asked] = (), text: str = "") -> Solution:
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
        at.seats(),
        frozenset(rights),
        ", ".join(at.name(seat) for seat in outcome.winners) + ".",
        tuple(why or at.cites(outcome.rule)),
        at.made(after),
        because={
            str(seat): [
                Why(at.told(event), event.rule) for event in events if event.values.get("seat") == seat
            ]
            for seat in range(at.game.players)
        },
    )


KINDS: dict[str, Callable[..., Solution]] = {
    "legal": _solve_legal,
    "which": _solve_which,
    "refused-by": _solve_refused_by,
    "who-moves": _solve_who_moves,
    "happens": _solve_happens,
    "announced": _solve_announced,
    "gap": solve_gap,
    "playable": _solve_playable,
    "count": _solve_count,
    "field": _solve_field,
    "wins": _solve_wins,
    "own": solve_own,
}
