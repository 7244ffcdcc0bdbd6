"""What Binder would do, done here: its steps in an empty environment, then each notebook in a new kernel."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import nbformat
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import handkit

ROOT = Path(__file__).parent.parent
BINDER = ROOT / "binder"
SHORT = ("02-hang-in", "03-reserves")  # lessons that need what the first one needs
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def pins() -> dict[str, str]:
    """The frozen packages: name and version."""
    lines = (BINDER / "requirements.txt").read_text(encoding="utf-8").splitlines()
    wanted = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    odd = [line for line in wanted if not re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.+!]+", line)]
    assert not odd, f"only NAME==VERSION belongs in binder/requirements.txt, not {odd}"
    return {canonicalize_name(name): version for name, version in (line.split("==") for line in wanted)}


def test_the_frozen_packages_are_what_the_project_asks_for() -> None:
    frozen = pins()
    asked = [Requirement(line) for line in PROJECT["dependencies"] + PROJECT["optional-dependencies"]["lab"]]
    for need in asked:
        assert canonicalize_name(need.name) in frozen, f"{need} is not in binder/requirements.txt"
        assert need.specifier.contains(frozen[canonicalize_name(need.name)])


def test_the_python_is_one_that_handkit_supports() -> None:
    assert (BINDER / "runtime.txt").read_text().strip() == "python-3.11"
    assert os.access(BINDER / "postBuild", os.X_OK)


def python311() -> str:
    """A Python 3.11, as Binder has it."""
    for name in (sys.executable, "python3.11"):
        check = "import sys, venv, ensurepip; sys.exit(sys.version_info[:2] != (3, 11))"
        path = shutil.which(name)
        if path and subprocess.run([path, "-c", check], capture_output=True).returncode == 0:
            return path
    pytest.skip("no Python 3.11 here, which is what Binder has")


@pytest.mark.slow
@pytest.mark.seconds(130)
def test_binder(tmp_path: Path) -> None:
    repo, home, env = tmp_path / "repo", tmp_path / "home", tmp_path / "env"
    ignore = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "tests")
    shutil.copytree(ROOT, repo, ignore=ignore)
    home.mkdir()
    python = env / "bin" / "python"
    # Of our own environment only what pip needs: no PYTHONPATH, no Jupyter folders, no active environment.
    keep = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "JUPYTER", "VIRTUAL_ENV"))}
    keep |= {"HOME": str(home), "PATH": f"{env / 'bin'}{os.pathsep}{os.environ['PATH']}"}

    def run(*command: str | Path, seconds: float = 300) -> str:
        done = subprocess.run(
            [str(part) for part in command],
            cwd=repo,
            env=keep,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=seconds,
        )
        assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout[-5000:]}"
        return done.stdout

    run(python311(), "-m", "venv", env)
    # Binder lets pip add what is missing; here nothing may be missing, or it would change by the day.
    run(
        python,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-compile",
        "--no-deps",
        "-r",
        "binder/requirements.txt",
        seconds=900,
    )
    run(python, "-m", "pip", "check")
    said = run("./binder/postBuild")
    assert f"handkit {handkit.__version__}" in said
    run(python, "-m", "pip", "check")

    notebooks = sorted((repo / "notebooks").glob("*.ipynb"))
    assert notebooks
    for notebook in notebooks:
        if notebook.stem in SHORT:
            shorten(notebook)
    shutil.rmtree(repo / "handkit")  # so that the kernel can only import what was installed
    options = ("--to", "notebook", "--execute", "--ExecutePreprocessor.timeout=120", "--output-dir", "done")
    run(python, "-m", "nbconvert", *options, *notebooks, seconds=1200)
    for notebook in notebooks:
        check(nbformat.read(repo / "done" / notebook.name, as_version=4), notebook.name)


def shorten(path: Path) -> None:
    """A notebook up to its first table, and what is imported after that: another lesson runs to its end."""
    notebook = nbformat.read(path, as_version=4)
    first = next(n for n, cell in enumerate(notebook.cells) if "<img" in str(cell.get("outputs")))
    code = [cell.source for cell in notebook.cells[first + 1 :] if cell.cell_type == "code"]
    imports = [line for source in code for line in re.findall(r"^(?:from|import) .*", source, re.MULTILINE)]
    notebook.cells[first + 1 :] = [nbformat.v4.new_code_cell("\n".join(imports))]
    nbformat.write(notebook, path)


def check(notebook: nbformat.NotebookNode, name: str) -> None:
    """Every cell has run, without an error, and tables are drawn."""
    code = [cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.strip()]
    assert code, name
    assert all(cell.execution_count for cell in code), name
    outputs = [output for cell in code for output in cell.outputs]
    assert not [output for output in outputs if output.output_type == "error"], name
    view = "application/vnd.jupyter.widget-view+json"
    assert any(view in output.get("data", {}) for output in outputs), f"{name} draws no table"
