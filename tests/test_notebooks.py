"""The notebooks as they are stored: in step with their sources, executed, whole, and silent about
hidden cards. That the outputs are still true, nbval says: `make notebooks`."""

from __future__ import annotations

import ast
import base64
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jupytext
import nbformat
import pytest

from handkit import simulate
from handkit.cards import Deck, members
from handkit.game import ONLOOKER
from handkit.games import OURS
from handkit.lesson import BotExercise, anchor, index, keep_stills
from handkit.lesson.drills import Drill
from handkit.lesson.question import Question
from handkit.lesson.sheet import Sheet
from handkit.rulebook import coverage, rulebook
from handkit.table import Table
from handkit.table.inspector import Inspector

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "notebooks"
# Of each pair the notebook, so that one without the other is missed.
NOTEBOOKS = sorted(
    {path.with_suffix(".ipynb") for kind in ("py", "ipynb") for path in FOLDER.glob(f"*.{kind}")}
)
LARGEST = 900_000  # bytes of a stored notebook; a picture of a table takes 15 000
ASKED = 15  # as many different rules at least decide the questions of a lesson
NOT_COMPARED = {"nbval-ignore-output", "nbval-skip"}

every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)


def code_of(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.strip()]


def markdown_of(notebook: Any) -> str:
    return "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


def games_of(notebook: Any) -> list[str]:
    """The games whose rulebooks a notebook opens."""
    source = "\n".join(cell.source for cell in code_of(notebook))
    return re.findall(r"rulebook\(\"([a-z-]+)\"\)", source)


def headings_of(notebook: Any) -> set[str]:
    """The names under which its headings are reached."""
    found = re.findall(r"^#+ (.+?)\s*$", markdown_of(notebook), flags=re.M)
    return {anchor(heading) for heading in found}


def is_compared(cell: Any) -> bool:
    return not NOT_COMPARED & set(cell.metadata.get("tags", ()))


def texts(cell: Any) -> Iterator[str]:
    """Everything in a cell's outputs that can be read, pictures decoded."""
    for output in cell.outputs:
        if "text" in output:
            yield output.text
        for kind, data in output.get("data", {}).items():
            text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)
            yield text
            if kind == "text/html":
                for coded in re.findall(r"base64,([A-Za-z0-9+/=]+)", text):
                    yield base64.b64decode(coded).decode()


def sections_of(notebook: Any, mark: str) -> dict[str, list[Any]]:
    """The cells under each heading of a level, by the heading."""
    sections: dict[str, list[Any]] = {}
    name = ""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            for found, heading in re.findall(r"^(#+) (.+?)\s*$", cell.source, flags=re.M):
                if len(found) <= len(mark):
                    name = heading if found == mark else ""
        sections.setdefault(name, []).append(cell)
    sections.pop("", None)
    return sections


def test_every_game_of_ours_has_a_lesson() -> None:
    taught = [game for path in NOTEBOOKS for game in games_of(read(path))]
    assert sorted(taught) == sorted(OURS), "else no test asks whether all rules are shown"


def test_the_first_notebook_says_how_to_begin() -> None:
    assert NOTEBOOKS[0].stem == "00-start-here", "the first by name is what `make lab` opens"
    text = markdown_of(read(NOTEBOOKS[0]))
    assert [path.name for path in NOTEBOOKS[1:] if f"]({path.name})" not in text] == []


@every_notebook
def test_the_pair_is_in_step(path: Path) -> None:
    stored, source = (cells_as_text(file) for file in (path, path.with_suffix(".py")))
    assert stored == source, "see CONTRIBUTING.md"


def cells_as_text(file: Path) -> str:
    """The cells with their tags, without the head, which differs between the two files of a pair."""
    notebook = jupytext.read(file)
    notebook.metadata = {"jupytext": {"notebook_metadata_filter": "-all"}}
    text: str = jupytext.writes(notebook, "py:percent")
    return text


@every_notebook
def test_it_was_run_from_top_to_bottom(path: Path) -> None:
    cells = code_of(read(path))
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    for cell in cells:
        assert not [o for o in cell.outputs if o.output_type == "error" or o.get("name") == "stderr"]


@every_notebook
def test_nothing_is_stored_that_dies_with_the_kernel(path: Path) -> None:
    notebook = read(path)
    assert "widgets" not in notebook.metadata
    for cell in notebook.cells:
        assert "execution" not in cell.metadata, "no times"
        for output in cell.get("outputs", []):
            assert not any("widget" in kind for kind in output.get("data", {})), cell.source
    assert len({cell.id for cell in notebook.cells}) == len(notebook.cells)
    assert keep_stills(read(path), {})[0] == notebook, "run it with the command that keep_stills gives"


def test_keep_stills() -> None:
    view = {"application/vnd.jupyter.widget-view+json": {"model_id": "a"}}
    data = (
        {"text/plain": "a bar"} | view,
        {"text/plain": "a table", "text/html": "<img>"} | view,
        {"text/plain": "5"},
    )
    outputs = [nbformat.v4.new_output("display_data", one) for one in data]
    cell = nbformat.v4.new_code_cell("table", outputs=outputs, metadata={"execution": {"at": "noon"}})
    notebook = nbformat.v4.new_notebook(cells=[cell], metadata={"widgets": {"state": {}}})
    tidy, _ = keep_stills(notebook, {})
    kept = [dict(output["data"]) for output in tidy.cells[0].outputs]
    assert kept == [{"text/plain": "a table", "text/html": "<img>"}, {"text/plain": "5"}]
    assert tidy.cells[0].metadata == {}
    assert tidy.metadata == {"language_info": {"name": "python"}}


@every_notebook
def test_it_is_small_and_of_no_machine(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.encode()) < LARGEST
    assert not re.findall(r"/(?:home|root|tmp|work|Users)/\S*", text)


@every_notebook
def test_every_part_has_an_output_that_is_compared(path: Path) -> None:
    for heading, cells in sections_of(read(path), "##").items():
        code = [cell for cell in cells if cell.cell_type == "code"]
        compared = [c for c in code if c.outputs and is_compared(c)]
        assert compared or not code, heading


@every_notebook
def test_every_rule_is_shown(path: Path) -> None:
    for game in games_of(read(path)):
        gaps = [id for id, lacks in coverage(game, ROOT).items() if "notebook" in lacks]
        assert not gaps
        places = index(path, rulebook(game)).places
        assert all(places.values()), [id for id, headings in places.items() if not headings]


@every_notebook
def test_the_steps_count_up_and_have_one_form(path: Path) -> None:
    steps = {
        name: cells for name, cells in sections_of(read(path), "###").items() if name.startswith("Step ")
    }
    assert [name.split(".")[0] for name in steps] == [f"Step {n}" for n in range(1, len(steps) + 1)]
    for name, cells in steps.items():
        text = "\n".join(cell.source for cell in cells)
        parts = ("rules.show(", "predict(", "**Try it:**")
        places = [text.find(part) for part in parts]
        assert -1 not in places, f"{name} lacks {parts[places.index(-1)]}"
        assert places == sorted(places), f"{name} has its parts in another order"


@every_notebook
def test_each_part_with_steps_looks_inside(path: Path) -> None:
    for heading, cells in sections_of(read(path), "##").items():
        text = "\n".join(cell.source for cell in cells)
        if "### Step " in text:
            looked = text.partition("Look inside")[2]
            assert "inspect=True" in looked or "Inspector(" in looked, f"{heading}: no inspector is opened"
            assert "predict(" in looked, f"{heading}: nothing is asked of it"


@every_notebook
def test_most_rules_that_decide_are_asked_about(path: Path) -> None:
    """By the rule that stands first in the folded answer of each question."""
    asked: set[str] = set()
    for cell in code_of(read(path)):
        if "predict(" in cell.source:
            answers = [text.partition("<details>")[2] for text in texts(cell)]
            asked.update(
                rule for text in answers for rule in re.findall(r"<code>([A-Z][\d.]+)</code>", text)[:1]
            )
    assert len(asked) >= ASKED or not games_of(read(path)), sorted(asked)


WORDS, QUESTION, TRY = 180, 0.6, 0.75  # words a minute; minutes for a question, and for something to try


@every_notebook
def test_the_short_way_through_a_lesson_fits_into_one(path: Path) -> None:
    """As the guide reckons it: what its first lines do not leave out takes at most 45 minutes."""
    notebook = read(path)
    if not games_of(notebook):
        return
    book = rulebook(games_of(notebook)[0])
    said = re.search(r"leave out Steps ([\d,\s]+and\s+\d+)", markdown_of(notebook))
    assert said, "the first lines name the short way"
    left_out = set(re.findall(r"\d+", said[1]))
    minutes, steps, section = 0.0, set[str](), "0"
    for cell in notebook.cells:
        headings = (
            re.findall(r"^#{2,3} (.+)$", cell.source, flags=re.M) if cell.cell_type == "markdown" else []
        )
        for heading in headings:
            step = re.match(r"Step (\d+)", heading)
            section = step[1] if step else ""
            steps |= {section}
        if not section or section in left_out:
            continue
        shown = [] if cell.cell_type == "markdown" else re.findall(r'"([A-Z]\d\.\d)"', cell.source)
        texts = [part.text for id in shown if "rules.show" in cell.source for part in book[id].parts]
        texts += [cell.source] if cell.cell_type == "markdown" else []
        minutes += len(" ".join(texts).split()) / WORDS + TRY * " ".join(texts).count("Try it")
        minutes += QUESTION * len(re.findall(r"^predict\(", cell.source, flags=re.M))
    assert left_out < steps
    assert 25 < minutes <= 45, minutes


@every_notebook
def test_links_hold(path: Path) -> None:
    text = markdown_of(read(path))
    for target in re.findall(r"\]\(([^)]+)\)", text):
        if "://" in target:
            continue
        name, _, heading = target.partition("#")
        there = path.parent / name if name else path
        assert there.exists(), target
        assert not heading or heading in headings_of(read(there)), target
    for named in re.findall(r"`((?:handkit|notebooks|tests)/[\w/.-]+)`", text):
        assert (ROOT / named).exists(), named


def test_links_of_the_teachers_guide_hold() -> None:
    targets = re.findall(r"\]\(([^)]+)\)", (FOLDER / "teacher-guide.md").read_text(encoding="utf-8"))
    assert targets
    for target in targets:
        assert (FOLDER / target).exists(), target


@every_notebook
def test_it_speaks_calmly(path: Path) -> None:
    """Of what people read: the text, and the words of outputs."""
    notebook = read(path)
    said = [markdown_of(notebook)]
    said += [text for cell in code_of(notebook) for text in texts(cell) if not text.startswith(("{", "<svg"))]
    for text in said:
        found = re.findall(
            r".{0,30}(?:!(?!\[|=)|\b(?:invalid|illegal|wrong answer|well done|great|sorry)\b).{0,20}",
            text,
            re.I,
        )
        assert not found


# ── hidden cards ──


def names(deck: Deck, cards: int) -> re.Pattern[str]:
    """Matches any of these cards, in any spelling."""
    spelt = [
        text for card in members(cards) for text in (deck.name(card), deck.symbol(card), deck.words(card))
    ]
    return re.compile(r"(?<![0-9A-Za-z])(?:" + "|".join(map(re.escape, spelt)) + r")(?![0-9A-Za-z])")


def hidden_from(table: Table) -> int:
    """The cards whose faces the seat in front of a table has not seen."""
    return sum(zone.cards & ~zone.faces(table.front) for zone in table.match.state.zones())


def table_of(value: object) -> Table | None:
    """The table that a cell shows: as it is, with a question below it, or from within."""
    if isinstance(value, Sheet | Inspector) and not isinstance(value, BotExercise):
        value = value.table
    return value if isinstance(value, Table) else None


def value_of(source: str, space: dict[str, Any]) -> Any:
    """What a cell would show: the value of its last expression."""
    tree = ast.parse(source)
    last = tree.body[-1]
    if not isinstance(last, ast.Expr):
        exec(source, space)
        return None
    exec(compile(ast.Module(tree.body[:-1], []), "<cell>", "exec"), space)
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), space)


def no_study(*_: Any, **__: Any) -> None:
    raise LookupError("left out, as it takes long and shows no table")


@pytest.mark.seconds(20)
@every_notebook
def test_no_table_shows_a_hidden_card(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    for study in ("tournament", "play_game"):
        monkeypatch.setattr(simulate, study, no_study)
    space: dict[str, Any] = {}
    unseen = 0
    for number, cell in enumerate(code_of(read(path))):
        try:
            value = value_of(cell.source, space) if is_compared(cell) else None
        except (LookupError, NameError, ImportError):
            value = None  # a study, or what is made of one
        stored = "\n".join(texts(cell))
        table = table_of(value)
        if table is None:
            assert "<img " not in stored, (
                f"cell {number} stores a picture of what was no table when it ran here"
            )
            continue
        hidden = hidden_from(table)
        unseen += hidden.bit_count()
        if hidden:
            pattern = names(table.match.game.deck, hidden)
            shown = [json.dumps(table.scene, ensure_ascii=False), table.describe()]
            if isinstance(value, Inspector):
                shown += [str(value.look()), stored]
            elif isinstance(value, Table) and value.describe() in stored:
                shown.append(stored)  # else the computer players play otherwise by now, and nbval says so
            for text in shown:  # a question may name a card that a table hides: it asks "what if"
                assert not pattern.findall(text), f"cell {number}"
        check_table(value, table)
        table.close()
    assert unseen, "no table hides anything, so this test tests nothing"


def check_table(value: object, table: Table) -> None:
    """What a lesson says of a table holds when its reader comes to it, and a question that offers another has
    one."""
    if isinstance(value, Question) and not isinstance(value, Drill):
        value.reveal()
        if "another" in [action["id"] for action in value.scene()["actions"]]:
            value.another()
    if isinstance(value, Table) and value.inside:
        waits = "Go on" in [action["label"] for action in table.scene["actions"]]
        assert waits or table.match.waiting_bot is None, "below it a question is asked of this moment"


def test_a_hidden_card_would_be_found() -> None:
    from handkit import President

    table = Table(President(), seed="a test", bots={1: "easy", 2: "easy", 3: "easy"})
    hidden = hidden_from(table)
    assert hidden.bit_count() == 39
    deck = table.match.game.deck
    for spelt in (deck.name, deck.symbol, deck.words):
        assert names(deck, hidden).search(f'["{spelt(members(hidden)[0])}"]')
    assert hidden_from(Table(table.match, seat=1)) != hidden
    assert Table(table.match).front != ONLOOKER
