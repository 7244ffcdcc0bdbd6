"""Files that are alike among those of a class: of one session, with the same answers, or nearly so."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from handkit.lesson.handins import Given, Judged
from handkit.lesson.memory import checksum
from handkit.lesson.written import SHOWN

SHARED = 3  # so many mistakes that two files share are no chance


def compare(files: Iterable[Judged]) -> list[str]:
    """Note at files which of them are of one session, hold just the same, or the same but for one answer.
    Returns a line about each such group, which names its files."""
    files = list(files)
    sessions, contents = defaultdict[str, list[Judged]](list), defaultdict[str, list[Judged]](list)
    for one in files:
        sessions[one.session].append(one)
        if one.asked:
            contents[one.content].append(one)
    lines = list[str]()
    for group in sessions.values():
        if len(group) > 1:
            lines.append(_note("of the same session, so copied or handed in twice", group, len(lines) + 1))
    for group in contents.values():
        if len({one.session for one in group}) > 1:
            chance = _mistakes(group) < SHARED
            what = "with just the same answers" + ", which may be chance" * chance
            lines.append(_note(what, group, len(lines) + 1, chance))
    for group in _nearly_alike(files):
        if len({one.session for one in group}) > 1 and len({one.content for one in group}) > 1:
            chance = _mistakes(group) <= SHARED  # of which they may not share one
            what = "with the same answers, or all but one of them" + ", which may be chance" * chance
            lines.append(_note(what, group, len(lines) + 1, chance))
    return lines


def _nearly_alike(files: Iterable[Judged]) -> list[list[Judged]]:
    """Groups of files whose answers are the same, wrong ones among them, but for one at most, which is left
    out or another one. Each file is looked up by the sum of its answers' marks, and by that less each one: so
    a thousand files are not compared two by two. Those with most mistakes are grouped first, others with
    one of them."""
    alike = defaultdict[tuple[int, int], list[Judged]](list)
    for one in files:
        marks = [_marks(given) for given in one.given if given.tried != SHOWN]
        all_of, wrong = (sum(column) for column in zip(*marks, strict=True)) if marks else (0, 0)
        for mark, mark_if_wrong in {(0, 0), *marks}:
            if wrong - mark_if_wrong:
                alike[all_of - mark, wrong - mark_if_wrong].append(one)
    found, grouped = list[list[Judged]](), set[int]()
    for group in sorted(alike.values(), key=lambda group: (-_mistakes(group), -len(group))):
        new = [one for one in group if id(one) not in grouped]
        known = [one for one in group if id(one) in grouped]
        if new and len(group) > 1:
            found.append([*new, *known[:1]])
            grouped |= set(map(id, new))
    return found


def _mistakes(group: Iterable[Judged]) -> int:
    """How many mistakes each file of a group has at least."""
    return min(one.mistakes for one in group)


def _marks(given: Given) -> tuple[int, int]:
    """A number that stands for an answer, and the same again, or 0 for a right one."""
    text = checksum([given.question, sorted(given.evidence.said)])
    mark = int(text[:16], 16)
    return mark, 0 if given.evidence.right else mark


def _note(what: str, group: Sequence[Judged], number: int, chance: bool = False) -> str:
    """Note at the files of a group that they are of it; returns the line about the group."""
    for one in group:
        told = f"one of {len(group)} files {what}: group {number}"
        (one.notes if chance else one.amiss).append(told)
    return f"group {number}, {len(group)} files {what}: {', '.join(one.path.name for one in group)}"
