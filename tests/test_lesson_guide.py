"""The guide for authors: every line of program in it is true."""

from __future__ import annotations

import re
import subprocess
import sys

from handkit import President, Reserves, lesson


def test_the_names_of_the_guide_are_there() -> None:
    guide = lesson.__doc__ or ""
    names = {*re.findall(r"asks\.(\w+)\(", guide), "number", "choose", "cards", "seat"}
    assert len(names) > 12
    for name in names:
        assert callable(getattr(lesson.asks, name)), name
    for name in re.findall(r"from handkit\.lesson import (.+)", guide)[0].split(", "):
        assert hasattr(lesson, name), name
    assert len(guide.splitlines()) < 90, "one page"


def test_its_lines_of_program_run() -> None:
    guide = lesson.__doc__ or ""
    blocks = re.findall(r"(?:^    .*\n|^\n(?=    ))+", guide, flags=re.M)
    code = next(block for block in blocks if "position = President.position" in block)
    space = {"President": President, "Reserves": Reserves, **vars(lesson)}
    exec("\n".join(line[4:] for line in code.splitlines()), space)
    assert lesson.drill("president", n=5, rules=["P2.2", "P2.3"]).n == 5
    state = next(lesson.positions(President(), lambda state: state.turned, seed="a"))
    assert "turned" in dir(state)
    for name in ("legal", "worth", "beats", "leads to"):
        assert name in guide


def test_all_that_it_exports_exists() -> None:
    assert len(set(lesson.__all__)) == len(lesson.__all__)
    assert all(hasattr(lesson, name) for name in lesson.__all__)


def test_lessons_load_no_widget_before_one_is_shown() -> None:
    """The teacher's machine judges files without a notebook."""
    script = (
        "import sys, handkit.lesson\n"
        "q = handkit.lesson.drill('president', n=1, rules=['P2.3']).reveal()\n"
        "repr(q), q.still()\n"
        "print(sorted({'anywidget', 'IPython', 'ipywidgets', 'tqdm'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "[]\n"), done.stderr
