"""The wheel holds all that handkit needs, and works where nothing else is installed."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

import handkit
from houses import HOUSES

ROOT = Path(__file__).parent.parent

pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1"},
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An sdist of this tree, and a wheel that was built from that sdist."""
    out = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, ROOT, cwd=ROOT)
    return out


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Path:
    (path,) = dist.glob("*.whl")
    return path


def test_every_file_of_the_package_is_in_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        inside = {name for name in archive.namelist() if name.startswith("handkit/")}
    wanted = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "handkit").rglob("*")
        if path.is_file() and path.suffix in {".py", ".md", ".toml", ".js", ".css", ".html", ".svg", ".typed"}
        if "__pycache__" not in path.parts
    }
    lessons = (path for path in (ROOT / "notebooks").iterdir() if path.suffix in (".ipynb", ".md", ".png"))
    wanted |= {f"handkit/notebooks/{path.name}" for path in lessons}
    assert inside == wanted
    assert {
        "handkit/py.typed",
        "handkit/rulebooks/president.md",
        "handkit/words/president.toml",
        "handkit/table/draw.js",
        "handkit/table/draw.css",
        "handkit/table/table.js",
        "handkit/table/motion.js",
        "handkit/table/zones.js",
        "handkit/table/inspector.js",
        "handkit/table/inspector.css",
        "handkit/table/lesson.js",
        "handkit/table/lesson.css",
        "handkit/table/arrange.js",
        "handkit/table/arrange.css",
        "handkit/table/unpack.js",
        "handkit/table/table.css",
    } <= inside


def test_metadata(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = Parser().parsestr(archive.read(name).decode())
    assert metadata["Name"] == "handkit"
    assert metadata["Version"] == handkit.__version__
    assert metadata["License-Expression"] == "MIT"
    core = [line for line in metadata.get_all("Requires-Dist", []) if "extra ==" not in line]
    assert sorted(line.split(">")[0] for line in core) == ["anywidget", "ipywidgets"]


def test_the_sdist_brings_notebooks_and_tests(dist: Path) -> None:
    (path,) = dist.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        inside = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    assert {"LICENSE", "README.md", "Makefile", "pyproject.toml", "binder/requirements.txt"} <= inside
    assert "tests/test_wheel.py" in inside
    notebooks = {str(path.relative_to(ROOT)) for path in (ROOT / "notebooks").glob("*.ipynb")}
    assert notebooks <= inside
    assert not [name for name in inside if "__pycache__" in name or ".ipynb_checkpoints" in name]


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment in which handkit is installed, and nothing else."""
    env = tmp_path_factory.mktemp("env")
    venv.create(env, with_pip=False)
    python = env / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    install(python, wheel)
    return python


def install(python: Path, *wheels: Path) -> None:
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index")
    run(*pip, *wheels, cwd=python.parent)


def site_of(python: Path) -> Path:
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    return Path(run(python, "-I", "-c", code, cwd=python.parent).strip())


def test_the_wheel_works_without_dependencies(python: Path, tmp_path: Path) -> None:
    rules = run(python, "-I", "-m", "handkit", "rules", "president", cwd=tmp_path)
    assert "P1" in rules
    assert "P2.3" in rules
    place = run(python, "-I", "-c", "import handkit; print(handkit.__file__)", cwd=tmp_path).strip()
    assert Path(place).is_relative_to(site_of(python))


def test_the_command_and_the_lessons(python: Path, tmp_path: Path) -> None:
    command = python.with_name("handkit")
    assert "usage: handkit " in run(command, "--help", cwd=tmp_path)
    said = run(command, "lessons", "mine", cwd=tmp_path)
    assert "jupyter lab mine/00-start-here.ipynb" in said.replace("\\", "/") and "handkit[lab]" in said
    for name in ("00-start-here.ipynb", "01-president.ipynb", "teacher-guide.md", "table.png"):
        assert (tmp_path / "mine" / name).read_bytes() == (ROOT / "notebooks" / name).read_bytes()
    assert not list((tmp_path / "mine").glob("*.py"))
    assert "nothing new" in run(command, "lessons", "mine", cwd=tmp_path)
    (tmp_path / "mine" / "01-president.ipynb").write_text("worked in")
    (tmp_path / "mine" / "table.png").unlink()
    again = subprocess.run([command, "lessons", "mine"], cwd=tmp_path, capture_output=True, text=True)
    assert again.returncode == 2 and "differ: 01-president.ipynb" in again.stderr
    assert (tmp_path / "mine" / "01-president.ipynb").read_text() == "worked in"
    assert not (tmp_path / "mine" / "table.png").exists(), "nothing is written then"


# ── packages of somebody else ──

PACKAGE = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "{name}"
version = "1"
[project.entry-points."handkit.games"]
{game} = "{module}:{kind}"
[tool.hatch.build.targets.wheel]
include = ["*.py"]
"""
HAND_OUT = """
import handkit.bots

class First(handkit.bots.Bot):
    level = "first"
    def think(self, view, rng):
        return [handkit.bots.Thought(next(iter(view.moves())), 1.0, "comes first")]

handkit.bots.register(Eights, First())
"""


@pytest.fixture(scope="module")
def guests(python: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same environment with two packages of somebody else, one of which cannot be imported."""
    out = tmp_path_factory.mktemp("guests")
    codes = {
        "eights": HOUSES["eights"] + HAND_OUT,
        "broken": "import a_package_that_is_not_there",
    }
    for game, code in codes.items():
        folder = out / game
        folder.mkdir()
        about = {"name": f"{game}-game", "game": game, "module": f"{game}_game", "kind": game.capitalize()}
        (folder / "pyproject.toml").write_text(PACKAGE.format(**about))
        (folder / f"{game}_game.py").write_text(code)
        build = (sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out)
        run(*build, folder, cwd=out)
    install(python, *out.glob("*.whl"))
    return python


def test_a_package_gives_a_game_to_every_command(guests: Path, tmp_path: Path) -> None:
    command = guests.with_name("handkit")
    assert "An 8 ends the trick" in run(command, "rules", "Eights", "P8.1", cwd=tmp_path)
    played = run(command, "play", "eights", "--bots", "first,easy,hard", "--seed", "guests", cwd=tmp_path)
    assert played.startswith("Eights. Type a move") and "13 cards" in played
    assert "All laws kept" in run(command, "check", "eights", "--games", "1", cwd=tmp_path)
    told = run(command, "tournament", "eights", "first", "easy", "--deals", "1", cwd=tmp_path)
    assert "first" in told and "too few" in told
    options = run(command, "play", "--help", cwd=tmp_path)
    assert "options of eights:" in options and "broken-game" in options


def test_a_package_that_fails_is_named_and_breaks_no_other(guests: Path, tmp_path: Path) -> None:
    command = guests.with_name("handkit")
    done = subprocess.run([command, "rules", "broken"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2 and "Traceback" not in done.stderr
    wanted = "The game 'broken' of the package broken-game cannot be loaded. ModuleNotFoundError: No module"
    assert wanted in " ".join(done.stderr.split())
    nothing = "import sys, handkit; print([name for name in sys.modules if name.endswith('_game')])"
    assert run(guests, "-I", "-c", nothing, cwd=tmp_path).strip() == "[]", (
        "nothing is loaded that nobody asks for"
    )


def test_a_package_gives_a_game_to_tables_and_lessons(guests: Path, tmp_path: Path) -> None:
    code = """
from handkit import Match
from handkit.lesson import drill
from handkit.table import Table
table = Table("eights", seed="guests", bots={1: "first", 2: "easy", 3: "hard"})
assert "first" in table.make_setup()["levels"] and "P8.1" in str(table.make_setup()["rules"])
file = table.save("eights.json")
assert Match.load(file).game == table.match.game
print(drill("eights", n=1, seed="guests").rules)
"""
    env = {**os.environ, "PYTHONPATH": str(site_of(guests))}
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


# ── a user's file ──

USERS = """
from random import Random

from handkit import HangIn, Match, President, Reserves
from handkit.bots import Bot, Thought
from handkit.game import Move, View
from handkit.simulate import Result, tournament


def choose(view: View, rng: Random) -> Move:
    return rng.choice(list(view.moves()))


class Mine(Bot):
    level = "mine"

    def think(self, view: View, rng: Random) -> list[Thought]:
        return [Thought(choose(view, rng), 0.0, "by chance")]


match = Match(President(players=4), seed="monday", bots={1: choose, 2: Mine(), 3: "hard"})
match.play("3H")
found: Result = tournament(HangIn(), {"mine": choose, "easy": "easy"}, deals=2, progress=True)
low, high = found.compare("mine", "easy").interval
game: Reserves = Reserves(must_beat=True)
"""


def test_a_users_file_is_typed(python: Path, tmp_path: Path) -> None:
    """As an editor sees it, from the installed package; nothing of this project's settings is at work."""
    (tmp_path / "mine.py").write_text(USERS)
    mypy = (
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--config-file",
        os.devnull,
        "--python-executable",
        python,
    )
    assert "Success" in run(*mypy, "mine.py", cwd=tmp_path)
