"""The book's own parts: what is made of notebooks and rulebooks, and how references are followed. `make book`
builds the whole, strictly."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from handkit import games
from handkit.rulebook import rulebook

ROOT = Path(__file__).parent.parent
BOOK = ROOT / "pages" / "book"
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def part(name: str) -> Any:
    """A program of the book."""
    spec = importlib.util.spec_from_file_location(f"book_{name}", BOOK / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


chapters = part("chapters")


@pytest.fixture(scope="module", params=NOTEBOOKS, ids=[file.stem for file in NOTEBOOKS])
def made(request: pytest.FixtureRequest) -> tuple[Any, str, list[str]]:
    """A notebook, its page, and the pictures that were kept."""
    notebook, pictures = json.loads(request.param.read_text(encoding="utf-8")), list[str]()

    def keep(svg: str) -> str:
        pictures.append(svg)
        return f"../pictures/{len(pictures)}.svg"

    drawn, chapters.chart = chapters.chart, lambda spec: f"<svg>{spec['title']}</svg>"
    try:
        return notebook, chapters.lesson(notebook, keep), pictures
    finally:
        chapters.chart = drawn


def test_pictures_are_files_and_all_are_shown(made: tuple[Any, str, list[str]]) -> None:
    notebook, page, pictures = made
    stored = json.dumps(notebook)
    charts = len(re.findall(r'"application/vnd\.vegalite[^"]*"', stored))
    assert len(pictures) == stored.count("data:image/svg+xml;base64,") + charts > 0
    assert all(picture.startswith("<svg") for picture in pictures)
    assert "data:image" not in page
    assert all(f"../pictures/{number + 1}.svg" in page for number in range(len(pictures)))


def test_no_folded_program_stands_in_the_book(made: tuple[Any, str, list[str]]) -> None:
    """It often tells the answer, which stands in the page folded alone."""
    notebook, page, _ = made
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        folded = cell["metadata"].get("jupyter", {}).get("source_hidden")
        if cell["cell_type"] == "code" and (folded or "program" in cell["metadata"].get("tags", ())):
            assert f"```python\n{source}\n```" not in page
    for answer in re.finditer("<summary>The answer</summary>", page):
        assert page[: answer.start()].endswith("<details>")


def test_each_rule_that_is_linked_stands_in_its_rulebook(made: tuple[Any, str, list[str]]) -> None:
    _, page, _ = made
    for name, id in re.findall(r'href="\.\./rules/([a-z-]+)\.html#([^"]+)"', page):
        assert id in rulebook(name)
    assert not re.search(r"<a [^>]*>[^<]*<a ", page)


def test_links_within_a_lesson_lead_to_its_headings(made: tuple[Any, str, list[str]]) -> None:
    _, page, _ = made
    headings = set(re.findall(r"^#+ .*\{ #(\S+) \}$", page, flags=re.M))
    assert set(re.findall(r"\]\(#([^)]*\??)\)", page)) <= headings
    assert ".ipynb)" not in page


def test_each_rule_can_be_reached() -> None:
    for name in games.OURS:
        text = (ROOT / "handkit" / "rulebooks" / f"{name.replace('-', '_')}.md").read_text(encoding="utf-8")
        reached = set(re.findall(r"\{ #(\S+) \}$", chapters.rulebook(text), flags=re.M))
        assert set(rulebook(name)) <= reached


def test_ids_are_links_where_they_can_be() -> None:
    link = '<a class="rule" href="../rules/president.html#P2.3">P2.3</a>'
    assert chapters.linked("By P2.3, it is.") == f"By {link}, it is."
    assert chapters.linked("By `P2.3`") == f"By {link}"
    assert (
        chapters.linked("<summary><code>P2.3</code> Title</summary>")
        == f"<summary><code>{link}</code> Title</summary>"
    )
    for text in (
        "## P2.3 A title",
        "```python\nshow('P2.3')\n```",
        '<img alt="P2.3">',
        "[P2.3](x.md)",
        "<pre>P2.3</pre>",
    ):
        assert chapters.linked(text) == text


def test_all_that_is_made_stands_in_the_contents() -> None:
    class Loader(yaml.SafeLoader):  # type: ignore[misc]
        """As MkDocs reads it."""

    contents = json.dumps(yaml.load((BOOK / "mkdocs.yml").read_text(encoding="utf-8"), Loader)["nav"])
    made = [f"lessons/{file.stem}.md" for file in NOTEBOOKS] + [f"rules/{name}.md" for name in games.OURS]
    written = [str(file.relative_to(BOOK / "docs")) for file in (BOOK / "docs").rglob("*.md")]
    assert all(f'"{page}"' in contents for page in [*made, *written])


def test_broken_references_are_found(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "a.html").write_text(
        '<h2 id="A1.1"></h2><a href="../b.html#top">b</a>', encoding="utf-8"
    )
    page = tmp_path / "b.html"
    page.write_text(
        '<p id="top"><a href="rules/a.html#A1.1">A</a> <a href="https://x.example/">x</a>', encoding="utf-8"
    )
    assert chapters.broken(tmp_path) == []
    page.write_text(
        '<a href="rules/a.html#A9.9">A</a><img alt="" src="no.svg"><script src="https://x.example/y.js"></script>'
        '<link rel="stylesheet" href="//x.example/z.css">',
        encoding="utf-8",
    )
    assert chapters.broken(tmp_path) == [
        "b.html loads //x.example/z.css",
        "b.html loads https://x.example/y.js",
        "b.html refers to no.svg",
        "b.html refers to rules/a.html#A9.9",
        "rules/a.html refers to ../b.html#top",
    ]


def test_arguments_of_a_docstring_are_a_list() -> None:
    pytest.importorskip(
        "griffe", reason="griffe is not installed: it is in the extra `book`, for `make book`"
    )
    text = "What it does.\n\nseed    a text\n        or a number\nbots    who plays\n\n    code    stays"
    assert part("arguments").listed(text) == (
        "What it does.\n\n- `seed`: a text or a number\n- `bots`: who plays\n\n    code    stays"
    )
