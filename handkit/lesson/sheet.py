"""A sheet: what stands beside a table and is answered. Questions, drills and exercises are sheets.

A sheet is plain Python: everything can be done in code, and no widget is loaded before it is shown. `scene`
is all that a browser draws, as plain JSON, and `handle` does what a browser asks for; `still` is what a
notebook stores, in words and in HTML that needs no script.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, NotRequired, TypedDict

from handkit import bots
from handkit.arguments import checked
from handkit.game import Game, State
from handkit.lesson.answers import seat_names
from handkit.lesson.solution import Solution, Why
from handkit.lesson.wording import plain, words
from handkit.match import Match
from handkit.rulebook import ID, find_rulebook
from handkit.table.messages import MessageError, handler_of
from handkit.table.scene import RuleText
from handkit.table.setup import deck_of, rule_text

if TYPE_CHECKING:
    from handkit.lesson.widget import SheetWidget
    from handkit.table import Table


class Offer(TypedDict):
    """A choice as it is drawn."""

    key: str
    text: str
    on_table: str  # "card" or "seat": where the table stands beside it, it is chosen there
    state: str  # "", "right", "wrong": chosen and not right, "missed": right and not chosen
    tail: str  # what stands at its end: "✓ legal", "✕ you said", a rule


class Button(TypedDict):
    id: str  # the message that it sends
    label: str
    kind: str  # "main", "plain" or "quiet"


class Feedback(TypedDict):
    head: str
    lines: list[dict[str, str]]  # {"text", "rule"}, or {"code"}


class Notice(TypedDict):
    """A question about the sheet itself, with its buttons."""

    text: str
    actions: list[Button]


class SheetScene(TypedDict):
    """All that a sheet shows. Cards stand in braces, as in a table's scene."""

    rev: int
    label: str
    text: str
    how: str  # "one", "several", "number", or "none" where nothing is to be chosen
    open: bool  # whether it waits for an answer
    choices: list[Offer]
    said: list[str]
    feedback: Feedback | None
    actions: list[Button]
    rules: list[RuleText]  # those cited, so that a chip can open them
    score: str
    notice: Notice | None
    remark: str  # what was wrong with the last message
    report: NotRequired[str]  # the sheet's own fault
    doubt: NotRequired[str]  # what to send to somebody who looks whether the question is wrong


class SheetError(MessageError):
    """Something that cannot be done with a sheet now, with why."""


@checked
class Sheet(ABC):
    """What stands beside a table and is answered by choosing."""

    _gives_hints = True  # whether the table does

    def __init__(self) -> None:
        self._rev = 1
        self._remark = self._report = ""
        self._table: Table | None = None
        self._widget: SheetWidget | None = None

    # What each kind of sheet says.

    @property
    @abstractmethod
    def game(self) -> Game: ...

    @abstractmethod
    def scene(self) -> SheetScene:
        """All that is shown now."""

    @abstractmethod
    def handlers(self) -> Mapping[str, Callable[[Mapping[str, Any]], object]]:
        """What each message of a browser does."""

    @abstractmethod
    def _start(self) -> tuple[State, int]:
        """The position on the table, and who sits in front of it."""

    # Words.

    def say(self, key: str, form: str = "text", **values: Any) -> str:
        return words(self.game.deck).say(key, values, form, braces=True).strip()

    def plain(self, text: str) -> str:
        return plain(self.game.deck, text)

    def setup(self) -> dict[str, Any]:
        """What a browser needs to draw cards."""
        return {"title": self.game.title, **deck_of(self.game.deck)}

    def rules(self, *texts: str) -> list[RuleText]:
        """The rules that these texts name."""
        book = find_rulebook(self.game)
        named = dict.fromkeys(id for text in texts for id in ID.findall(text))
        return [rule_text(book[id]) for id in named if id in book]

    # The table.

    @property
    def table(self) -> Table:
        """The table with the position of this sheet; see `handkit.table.Table`."""
        if self._table is None:
            from handkit.table import Table

            front = self._start()[1]
            self._table = Table(self._match(), seat=front, marks=self._marks(), hints=self._gives_hints)
        return self._table

    def _marks(self) -> bool:
        """Whether the table may show what can be played."""
        return True

    def _match(self) -> Match:
        """A match from the position, with computer players in all other seats."""
        state, front = self._start()
        game = self.game
        known = bots.levels(game)
        level = "normal" if "normal" in known else known[-1] if known else ""
        others = {seat: level for seat in range(game.players) if seat != front and level}
        return Match(game, "lesson", bots=others, names=seat_names(game, front), start=state)

    def _set_table(self) -> None:
        """Put the position on the table once more, or another one in its place."""
        if self._table is not None:
            self._table.marks = False  # nobody moves meanwhile, and what was refused is cleared
            self._table.take(self._match(), self._start()[1])
            self._table.marks = self._marks()

    # Messages, and showing what became of them.

    def handle(self, message: object) -> None:
        """Do what a browser asks. Nothing is raised; what is wrong is shown."""
        self._remark = ""
        try:
            call = self._understand(message)
            call(message)  # type: ignore[arg-type]
        except ValueError as error:
            self._remark = str(error)
        self.changed()

    def _understand(self, message: Any) -> Callable[[Mapping[str, Any]], object]:
        handle = handler_of(message, self.handlers())
        rev = message.get("rev")
        if type(rev) is not int or rev != self._rev:
            raise SheetError("That belonged to an earlier picture. Here is the present one.")
        return handle

    def changed(self) -> None:
        """Show what is so now."""
        self._rev += 1
        if self._widget is not None:
            self._widget.show()

    def recall(self) -> None:
        """Stand as it was left in an earlier session, where that is kept."""
        return

    @property
    def widget(self) -> SheetWidget:
        """The sheet as a widget; made when it is first shown."""
        if self._widget is None:
            from handkit.lesson.widget import SheetWidget

            self._widget = SheetWidget(self)
        return self._widget

    def _ipython_display_(self) -> None:
        from IPython.display import display

        self.widget.stand_beside(self.table)
        self.recall()
        display(self.widget)

    # What a notebook stores.

    def __repr__(self) -> str:
        return "\n".join(line for line in self._words(self.scene()) if line)

    def still(self) -> dict[str, str]:
        """The sheet in words, and as HTML without a script."""
        return {"text/plain": repr(self), "text/html": self._html(self.scene())}

    def _words(self, scene: SheetScene) -> Iterable[str]:
        yield f"{scene['label']}. {self.plain(scene['text'])}"
        for offer in scene["choices"]:
            tail = f" ({self.plain(offer['tail'])})" if offer["tail"] else ""
            yield f"  - {self.plain(offer['text'])}{tail}"
        yield scene["score"]
        if scene["feedback"]:
            yield self.plain(scene["feedback"]["head"])
            for line in scene["feedback"]["lines"]:
                if "code" in line:
                    yield line["code"]
                else:
                    yield "  " + self.plain(
                        f"{line['text']} ({line['rule']})" if line["rule"] else line["text"]
                    )
        elif scene["open"]:
            yield self.say_open()
        yield scene["remark"]

    def _html(self, scene: SheetScene) -> str:
        """Inline styles only, as few as there can be: a notebook that is not trusted keeps little more."""
        parts = [f"<p><b>{escape(scene['label'])}.</b> {_rich(self.plain(scene['text']))}</p>"]
        offers = [
            f"<li>{_rich(self.plain(offer['text']))}"
            + (f" <i>({escape(self.plain(offer['tail']))})</i>" if offer["tail"] else "")
            + "</li>"
            for offer in scene["choices"]
        ]
        parts += [f"<ul>{''.join(offers)}</ul>"] if offers else []
        parts += [f"<p>{escape(scene['score'])}</p>"] if scene["score"] else []
        if scene["feedback"]:
            parts.append(self.reasons(scene["feedback"]["head"], scene["feedback"]["lines"]))
        elif scene["open"]:
            parts.append(f"<p><i>{escape(self.say_open())}</i></p>{self._folded()}")
        return "".join(parts)

    def say_open(self) -> str:
        """What stands in place of an answer before there is one."""
        return self.say("not-answered")

    def _folded(self) -> str:
        """What a reader without a kernel may open."""
        return ""

    def reasons(self, head: str, lines: Sequence[Mapping[str, str]]) -> str:
        """An answer with its reasons, each rule's text folded behind its number."""
        texts = {rule["id"]: rule for rule in self.rules(*(line.get("rule", "") for line in lines))}
        items = []
        for line in lines:
            if "code" in line:
                items.append(f"<li><pre>{escape(line['code'])}</pre></li>")
                continue
            rule = texts.get(line["rule"])
            cited = _folded_rule(rule) if rule else escape(line["rule"])
            items.append(f"<li>{_rich(self.plain(line['text']))} {cited}</li>")
        listed = f"<ul>{''.join(items)}</ul>" if items else ""
        return f"<p><b>{escape(self.plain(head))}</b></p>{listed}"


def _folded_rule(rule: RuleText) -> str:
    marks = {"given": "", "ruling": "Ruling: "}  # an example would be of other cards
    text = "".join(f"<p>{_rich(marks[kind] + part)}</p>" for kind, part in rule["parts"] if kind in marks)
    head = f"<code>{escape(rule['id'])}</code> {escape(rule['title'])}"
    return f"<details><summary>{head}</summary>{text}</details>"


def _rich(text: str) -> str:
    """A rule's text, with its words in `code` and those that *matter*."""
    return re.sub(r"\*([^*]+)\*", r"<em>\1</em>", re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text)))


def lines_of(why: Iterable[Why]) -> list[dict[str, str]]:
    return [{"text": one.text, "rule": one.rule} for one in why]


def offers_of(
    solution: Solution, said: Sequence[str] | None, revealed: bool, word: Callable[[str], str]
) -> list[Offer]:
    """The choices of a question; once it is revealed with what is right, and what was chosen: None where
    nothing was predicted. `word` writes what became of a choice."""
    offers = []
    for choice in solution.choices:
        state = state_of(solution, choice.key, said) if revealed else ""
        chosen = choice.key in (said or ())
        told = word("you-said-it") if chosen else word("you-missed-it") if state == "missed" else ""
        tail = " ".join(filter(None, (SIGNS[state], told, choice.note))) if revealed else ""
        offers.append(
            Offer(key=choice.key, text=choice.text, on_table=choice.on_table, state=state, tail=tail)
        )
    return offers


SIGNS = {"": "", "right": "✓", "wrong": "✕", "missed": "○"}


def state_of(solution: Solution, key: str, said: Sequence[str] | None) -> str:
    """What became of a choice, once the answer is told."""
    if key not in solution.right:
        return "wrong" if key in (said or ()) else ""
    missed = said is not None and solution.how == "several" and key not in said
    return "missed" if missed else "right"
