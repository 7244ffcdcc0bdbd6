"""What the README says is true: its sample runs, its links and its commands exist."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
SAMPLES = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
COMMANDS = re.findall(r"^python -m handkit (.*)$", README, flags=re.MULTILINE)


def test_the_sample_is_short_and_runs() -> None:
    assert len(SAMPLES) == 1
    assert len(SAMPLES[0].strip().splitlines()) <= 10
    ran = subprocess.run(
        [sys.executable, "-c", SAMPLES[0]], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert "<Match of President" in ran.stdout
    assert "(P2.1)" in ran.stdout


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert target.startswith("https://") or target == "that link" or (ROOT / target).exists(), target


def test_make_has_the_targets_that_the_readme_names() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"(?:^|`)make ([a-z]+)", README, flags=re.MULTILINE))
    assert {"lab", "test"} <= named
    for target in named:
        assert re.search(rf"^{target}:", makefile, flags=re.MULTILINE), target


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_run(command: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "handkit", *command.split()],
        capture_output=True,
        text=True,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
