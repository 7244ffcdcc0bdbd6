"""How a question of an author's is answered, by a function of the state; also yes, no and numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from handkit.cards import members, shorten
from handkit.lesson.moves import hand_of
from handkit.lesson.reading import Reading
from handkit.lesson.solution import AnswerChoice, AskError, How, Solution, Why
from handkit.lesson.wording import braced, read_number, write_number

Work = Callable[[Any], Any]  # a function of the state


def yes_no(at: Reading) -> tuple[AnswerChoice, AnswerChoice]:
    return AnswerChoice("yes", at.say("yes")), AnswerChoice("no", at.say("no"))


def number(text: str, value: Fraction, why: Sequence[Why], moves: tuple[tuple[int, str], ...]) -> Solution:
    return Solution(
        text, "number", (), frozenset({str(value)}), write_number(value) + ".", tuple(why[:4]), moves,
        because={"": why[4:]},
    )  # fmt: skip


def solve_own(
    at: Reading,
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
        return Solution(text, "one", yes_no(at), frozenset({right}), at.say(right) + ".", why_all)
    if form == "number":
        return number(text, read_number(value), why_all, ())
    if form == "seat":
        right = "nobody" if value is None else str(value)
        offered = at.seats(right)
        return _chosen(text, "one", offered, [right], why_all)
    if form == "cards":
        hand = hand_of(at.state, at.reader)
        offered = tuple(
            AnswerChoice(at.deck.name(card), at.deck.name(card).join("{}"), on_table="card")
            for card in members(hand)
        )
        right_cards = at.deck.mask(value if isinstance(value, int | str) else str(value))
        return _chosen(text, "several", offered, at.deck.texts(right_cards), why_all)
    named = choices(at.state) if callable(choices) else choices
    offered = tuple(AnswerChoice(str(one), braced(at.deck, str(one))) for one in named)
    rights = [value] if isinstance(value, str) else list(value)
    return _chosen(text, "one" if isinstance(value, str) else "several", offered, rights, why_all)


def _chosen(
    text: str, how: How, choices: Sequence[AnswerChoice], rights: Sequence[str], why: tuple[Why, ...]
) -> Solution:
    known = {choice.key: choice.text for choice in choices}
    if missing := [right for right in rights if right not in known]:
        raise AskError(f"The right answer {shorten(missing[0])} is not among the choices {', '.join(known)}.")
    answer = ", ".join(known[right] for right in rights) or "–"
    return Solution(text, how, tuple(choices), frozenset(rights), answer + ".", why)
