"""`import handkit` is light, and imports between its parts run one way."""

from __future__ import annotations

import ast
import itertools
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "handkit"

# From left to right: a part imports parts to its left, or beside it in the same brackets.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("cards", "files", "workers", "axis"),
    ("arguments",),
    ("words", "fields", "registry"),
    ("look",),  # it reads any state, knowing only what its fields mean
    ("rulebook", "game"),
    ("lazy", "sight", "belief", "witness"),
    ("games",),
    ("bots",),
    ("make",),
    ("match",),
    ("simulate", "what_if", "review", "testing"),
    ("handkit",),  # the names that `from handkit import ...` offers
    ("table", "lesson", "adapters"),
    ("terminal",),
    ("__main__",),
)
LAYER = {part: number for number, layer in enumerate(LAYERS) for part in layer}

# What a file with the rules of a game may import: the engine's words, and the plain things of Python.
RULES_MAY = {"handkit.arguments", "handkit.cards", "handkit.game", "handkit.lazy", "handkit.sight"}
# Beside it stand parts of Reserves which are long: they know nothing of it (and no imports go in a circle).
RULES_MAY |= {"handkit.games.worth", "handkit.games.defences"}
RULES_MAY_OF_PYTHON = {
    *("__future__", "abc", "bisect", "collections", "dataclasses", "enum", "functools"),
    *("itertools", "math", "operator", "random", "typing"),
}

FILES = sorted(PACKAGE.rglob("*.py"))
NAMES = [str(file.relative_to(ROOT)) for file in FILES]


def module_of(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def part_of(module: str) -> str:
    """`games` for `handkit.games.president`, `handkit` for the package itself."""
    return module.split(".")[1] if "." in module else module


def imports(file: Path) -> Iterator[tuple[int, str]]:
    """The line and the module of each import, in functions and under TYPE_CHECKING too."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}:{node.lineno}: a relative import"
            assert node.module is not None
            for alias in node.names:  # `from handkit import cards` is an import of handkit.cards
                deeper = f"{node.module}.{alias.name}"
                path = ROOT / deeper.replace(".", "/")
                is_module = path.is_dir() or path.with_suffix(".py").exists()
                yield node.lineno, deeper if is_module else node.module


def test_every_part_has_a_layer() -> None:
    parts = {part_of(module_of(file)) for file in FILES}
    assert parts <= LAYER.keys(), f"say in LAYERS where these belong: {sorted(parts - LAYER.keys())}"


@pytest.mark.parametrize("file", FILES, ids=NAMES)
def test_imports_run_one_way(file: Path) -> None:
    here = part_of(module_of(file))
    wrong = [
        f"line {line}: {here} imports {module}"
        for line, module in imports(file)
        if module.split(".")[0] == "handkit" and LAYER[part_of(module)] > LAYER[here]
    ]
    assert not wrong


# How many lines a module of these parts has at most.
LINES = {"lesson": 450, "table": 700}


def test_no_modules_import_each_other_in_a_circle() -> None:
    files = {module_of(file): file for file in FILES}
    reads = {name: {module for _, module in imports(file) if module in files} for name, file in files.items()}
    while free := [name for name, read in reads.items() if not read & reads.keys()]:
        for name in free:
            del reads[name]
    # What is left is in a circle, or imports what is in one.
    assert not reads, {name: sorted(read & reads.keys()) for name, read in reads.items()}


@pytest.mark.parametrize("part", LINES)
def test_no_module_of_a_part_is_too_long(part: str) -> None:
    lines = {
        module_of(file): len(file.read_text(encoding="utf-8").splitlines())
        for file in FILES
        if part_of(module_of(file)) == part
    }
    assert not {name: number for name, number in lines.items() if number > LINES[part]}


RULES = [file for file in FILES if file.parent == PACKAGE / "games" and file.name != "__init__.py"]


@pytest.mark.parametrize("file", RULES, ids=[file.stem for file in RULES])
def test_a_rule_file_imports_only_the_words_of_the_engine(file: Path) -> None:
    wrong = [
        f"line {line}: {module}"
        for line, module in imports(file)
        if module not in RULES_MAY and module.split(".")[0] not in RULES_MAY_OF_PYTHON
    ]
    assert not wrong


def loaded_by(statement: str) -> set[str]:
    """The modules that a statement loads in a fresh Python, apart from those of Python's own start."""
    script = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); before = set(sys.modules); {statement}; "
        "import json; print(json.dumps(sorted(set(sys.modules) - before)))"
    )
    done = subprocess.run([sys.executable, "-I", "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stdout))


def test_import_handkit_loads_no_third_party_package() -> None:
    tops = {module.split(".")[0] for module in loaded_by("import handkit")}
    assert "handkit" in tops
    assert not tops - {"handkit"} - sys.stdlib_module_names


def test_import_handkit_loads_no_widget_code() -> None:
    loaded = {part_of(module) for module in loaded_by("import handkit") if module.startswith("handkit")}
    assert not loaded & {"table", "lesson", "adapters", "terminal", "__main__"}


def test_import_handkit_works_where_nothing_else_is_installed() -> None:
    script = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import handkit; print(handkit.__version__)"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_no_widget_has_a_class_of_another_one() -> None:
    """A page has the styles of all of them, and one would dress the other's parts."""
    named = {
        name: set(re.findall(r"\.(hk-[\w-]+)", (ROOT / f"handkit/table/{name}.css").read_text("utf-8")))
        for name in ("draw", "table", "inspector", "lesson", "arrange")
    }
    for one, other in itertools.combinations(("table", "inspector", "lesson", "arrange"), 2):
        assert named[one] & named[other] <= named["draw"], (one, other)
