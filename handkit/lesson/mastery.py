"""Progress: which rules have been answered, how often right, and what to practise next.

progress()                          what is known, what to practise, game by game
progress(keep=True)                 from now on kept in `handkit-progress.json` beside the notebook, and each
                                    answer in full in `handkit-answers.json`: after a restart all stand again
progress(keep=False)                from now on nothing is written
progress().save("mine.json")        a copy of the file; progress(restore="mine.json") takes it in again
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from handkit import games
from handkit.arguments import checked
from handkit.lesson.drills import Drill, drill
from handkit.lesson.generators import rules_of
from handkit.lesson.kept import set_keep
from handkit.lesson.memory import MEMORY, Memory, write_file
from handkit.rulebook import find_rulebook

KNOWN = 2  # a rule is known when the first answers to so many questions were right, up to the last
NEXT = 5  # as many rules to practise are named


def is_known(firsts: Sequence[bool]) -> bool:
    """Whether a rule is known, by which of the first answers to its questions were right."""
    return len(firsts) >= KNOWN and all(firsts[-KNOWN:])


@dataclass(frozen=True)
class Standing:
    """How one rule stands: how often it was answered, how often right, and the last answers."""

    rule: str
    asked: int
    right: int
    last: tuple[bool, ...]

    @property
    def known(self) -> bool:
        return is_known(self.last)


@checked
@dataclass(frozen=True)
class Progress:
    """What has been answered, by game and rule; made by `progress`."""

    memory: Memory
    remark: str = ""

    def standings(self, game: str) -> dict[str, Standing]:
        """How each rule of a game stands that was ever answered."""
        answers: dict[str, list[bool]] = {}
        for row in sorted(self.memory.rows.values()):
            if row.game == game:
                answers.setdefault(row.rule, []).append(row.right)
        return {rule: Standing(rule, len(r), sum(r), tuple(r[-KNOWN:])) for rule, r in answers.items()}

    def known(self, game: str) -> list[str]:
        """The rules whose last answers were all right, in the order of the rulebook."""
        found = self.standings(game)
        return [rule for rule in self._rules(game) if rule in found and found[rule].known]

    def practise(self, game: str) -> list[str]:
        """The rules to practise next: those missed last, then those not known yet, then new ones."""
        found, book = self.standings(game), self._rules(game)
        known = [rule for rule in book if rule in found and not found[rule].known]
        known.sort(key=lambda rule: (found[rule].last[-1], found[rule].right / found[rule].asked))
        new = [rule for rule in rules_of(games.find(game)()) if rule not in found]
        return (known + new)[:NEXT]

    def drill(self, game: str, n: int = 10) -> Drill:
        """A drill of the rules to practise next."""
        return drill(
            game, n=n, rules=[rule for rule in self.practise(game) if rule in rules_of(games.find(game)())]
        )

    def save(self, path: str | Path) -> Path:
        """Write a copy to another file. Raises FileExistsError rather than overwrite one."""
        path = Path(path)
        if path.exists():
            raise FileExistsError(f"{path} exists already: name another file.")
        write_file(path, self.memory.rows, bool(self.memory.keep))
        return path

    def games(self) -> list[str]:
        """The games of which something was answered."""
        return [name for name in games.names() if self.standings(name)]

    def _rules(self, game: str) -> dict[str, str]:
        """The titles of a game's rules by id, in the order of the rulebook; without one, of those that were
        answered."""
        titles = {id: rule.title for id, rule in find_rulebook(game).items()}
        return titles or dict.fromkeys(self.standings(game), "")

    def _head(self, game: str) -> str:
        kind = games.find(game)
        total = len(rules_of(kind()) or self._rules(game))
        return f"{kind.title}: {len(self.known(game))} of {total}"

    def _where(self) -> str:
        name = self.memory.path.name
        return (
            f"Kept in {name}."
            if self.memory.keep
            else "Kept in memory only; progress(keep=True) keeps it in a file."
        )

    def __repr__(self) -> str:
        lines = [self.remark] if self.remark else []
        for name in self.games():
            known, todo = self.known(name), self.practise(name)
            lines += [
                f"{self._head(name)} rules known.",
                f"  Known: {', '.join(known) or 'none yet'}",
                f"  To practise next: {', '.join(todo)}",
                f"  progress().drill({name!r})",
            ]
        return "\n".join(
            [*lines, *([] if self.games() else ["Nothing has been answered yet."]), self._where()]
        )

    def _repr_html_(self) -> str:
        parts = [f"<p>{escape(self.remark)}</p>"] if self.remark else []
        for name in self.games():
            titles = self._rules(name)
            head, _, end = self._head(name).rpartition(": ")
            parts.append(f"<p><b>{escape(head)}</b>: {end} rules known.</p>")
            parts.append("<ul>")
            for label, rules in (
                ("Known", self.known(name)),
                ("To practise next", self.practise(name)),
            ):
                named = ", ".join(f"<code>{escape(rule)}</code> {escape(titles[rule])}" for rule in rules)
                parts.append(f"<li>{label}: {named or 'none yet'}</li>")
            parts.append(
                f"<li>To practise them: <code>progress().drill({escape(repr(name))})</code></li></ul>"
            )
        if not self.games():
            parts.append("<p>Nothing has been answered yet.</p>")
        return "".join([*parts, f"<p>{escape(self._where())}</p>"])


@checked
def progress(*, keep: bool | None = None, restore: str | Path | None = None) -> Progress:
    """What has been answered so far, and what to practise next.

    keep     True: from now on keep answers in `handkit-progress.json` beside the notebook; False: write
             nothing
    restore  a copy made by `progress().save(...)`, to be taken in; nothing that is known is lost

    Raises ProgressError where the copy is none, FileNotFoundError.
    """
    MEMORY.look()
    told = ""
    if restore is not None:
        told = f"{MEMORY.restore(Path(restore))} answers were new."
    if keep is not None:
        set_keep(keep)
    return Progress(MEMORY, " ".join(filter(None, (told, MEMORY.remark))))
