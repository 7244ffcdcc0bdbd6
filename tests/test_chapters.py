"""A rule file is a chapter: it reads from top to bottom, and a game made from it can take its place."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

GAMES = Path(__file__).parent.parent / "handkit" / "games"
LONGEST = {"president": 700, "hang_in": 800, "reserves": 950}  # lines


def spoken(node: ast.AST) -> Iterator[ast.Name]:
    """The names that code uses, without those in annotations."""
    skipped: set[ast.AST] = set()
    for one in ast.walk(node):
        for name in ("annotation", "returns"):
            if isinstance(what := getattr(one, name, None), ast.AST):
                skipped.update(ast.walk(what))
    for one in ast.walk(node):
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load) and one not in skipped:
            yield one


def defined(statement: ast.stmt) -> set[str]:
    """The names that a statement of a module defines."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return {statement.name}
    targets = getattr(statement, "targets", None) or [getattr(statement, "target", ast.Pass())]
    return {one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)}


def jumps(source: str) -> list[str]:
    """Where a module speaks of something that stands further down."""
    statements = ast.parse(source).body
    later = set().union(*(defined(statement) for statement in statements))
    found = []
    for statement in statements:
        later -= defined(statement)
        found += [f"line {name.lineno}: {name.id}" for name in spoken(statement) if name.id in later]
    return found


def test_a_jump_is_found() -> None:
    assert jumps("def one():\n    return two()\ndef two() -> one: ...\n") == ["line 2: two"]
    assert jumps("def two() -> one: ...\ndef one(x: three):\n    return two()\nclass three: ...") == []


@pytest.mark.parametrize("name", LONGEST)
def test_a_rule_file_reads_from_top_to_bottom(name: str) -> None:
    source = (GAMES / f"{name}.py").read_text("utf-8")
    assert not jumps(source)
    assert len(source.splitlines()) <= LONGEST[name]


@pytest.mark.parametrize("name", LONGEST)
def test_no_state_or_view_names_its_own_class(name: str) -> None:
    """A game made from it has states and views of its own."""
    for path in (GAMES / f"{name}.py", GAMES / "setups" / f"{name}.py"):
        for kind in (
            one for one in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(one, ast.ClassDef)
        ):
            named = [found.lineno for found in spoken(kind) if found.id == kind.name]
            assert not named, f"{path.name}: {kind.name} in lines {named}"


@pytest.mark.parametrize("name", LONGEST)
def test_positions_stand_apart_from_the_rules(name: str) -> None:
    rules = ast.parse((GAMES / f"{name}.py").read_text("utf-8"))
    functions = {one.name for one in ast.walk(rules) if isinstance(one, ast.FunctionDef)}
    assert not functions & {"position", "guess", "to_json", "from_json", "copy"}
