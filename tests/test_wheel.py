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

ROOT = Path(__file__).parent.parent

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]


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
    assert inside == wanted
    assert {
        "handkit/py.typed",
        "handkit/rulebooks/president.md",
        "handkit/words/president.toml",
        "handkit/table/draw.js",
        "handkit/table/draw.css",
        "handkit/table/table.js",
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


def test_the_wheel_works_without_dependencies(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "env", with_pip=False)
    python = tmp_path / "env" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    site = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=tmp_path).strip()
    install = ("pip", "install", "--quiet", "--no-deps", "--no-index", "--target", site, wheel)
    run(sys.executable, "-m", *install, cwd=tmp_path)
    rules = run(python, "-I", "-m", "handkit", "rules", "president", cwd=tmp_path)
    assert "P1" in rules
    assert "P2.3" in rules
    place = run(python, "-I", "-c", "import handkit; print(handkit.__file__)", cwd=tmp_path).strip()
    assert Path(place).is_relative_to(Path(site))
