"""Questions in a real JupyterLab, and as a notebook stores them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import expect

from labkit import Lab, Traffic, write_notebook

PATIENCE = 60_000.0  # milliseconds
ROOT = Path(__file__).parent.parent
QUESTION = """
from handkit import President
from handkit.lesson import asks, drill, exercise, predict, progress
position = President.position(
    ["7C 7H 8C 8D 9C 9D KS", "3C 4C", "3D 5C", "4D 5D"], trick="8H 8S", played_by=3)
q = predict(position, asks.legal("7C 7H"))
q
"""
OTHERS = [
    'drill("president", n=3, rules=["P2.3"])',
    'exercise("Play a pair.", position, lambda match, seat: bool(match.moves_so_far), solution=["9C 9D"])',
    "progress()",
]


@pytest.mark.browser
def test_predict_and_reveal_in_jupyterlab(lab: Lab) -> None:
    write_notebook(lab.server.root, "question.ipynb", [QUESTION, "(q.right, q.problem.practises)"])
    page = lab.page
    traffic = Traffic(page)
    notebook = lab.open("question.ipynb")
    output = notebook.run(0, timeout=60)
    table = output.get_by_role("group", name="President table")
    ask = output.get_by_role("group", name="Predict first")
    expect(ask).to_be_visible(timeout=PATIENCE)
    expect(table.get_by_role("option")).to_have_count(7)
    traffic.wait_quiet()
    opened = [m for m in traffic.comm() if m.type == "comm_open" and m.direction == "in"]
    assert len(opened) <= 4, "one widget for the table, one for the question"
    # Only the still picture holds the answer, folded, for a page without a kernel.
    assert not [m for m in traffic.comm() if b"Two 7s do not beat two 8s" in m.raw]
    expect(table.get_by_role("button", name="Hint")).to_have_count(0)
    assert not table.locator(".is-dim").count() and not table.locator("li.is-up").count()

    cells = page.locator(".jp-Notebook:visible .jp-Cell").count()
    ask.get_by_role("radio", name="Yes").focus()
    for key in ("Space", "a", "b", "x", "ArrowDown", "ArrowUp"):
        page.keyboard.press(key)
    assert page.locator(".jp-Notebook:visible .jp-Cell").count() == cells, "the notebook's own keys rest"
    expect(ask.get_by_role("radio", name="Yes")).to_be_checked()
    mark = traffic.mark()
    page.keyboard.press("Enter")
    told = output.get_by_role("group", name="Your prediction, and what the rules say")
    expect(told).to_contain_text("Two 7s do not beat two 8s", timeout=PATIENCE)
    expect(told).to_contain_text("you said")
    expect(table.get_by_role("alert")).to_contain_text("P2.3")
    traffic.wait_quiet()
    assert traffic.summary(mark).comm_messages_out == 1
    told.get_by_role("button", name="P2.3").first.click()
    expect(page.get_by_role("dialog", name="Rule P2.3")).to_be_visible()
    page.keyboard.press("Escape")
    assert "(False, 'P2.3')" in (notebook.run(1).text_content() or "")

    if picture := os.environ.get("HANDKIT_PICTURE"):
        page.screenshot(path=picture)
    before = table.text_content()
    output.get_by_role("button", name="Another of this kind").click()
    expect(output.get_by_role("group", name="Predict first")).to_be_visible(timeout=PATIENCE)
    expect(table).not_to_have_text(before or "")
    expect(table.get_by_role("alert")).to_be_empty()
    traffic.close()


@pytest.mark.browser
def test_an_answer_stands_again_after_restart_and_run_all(lab: Lab) -> None:
    folder = lab.server.root / "kept"
    folder.mkdir()
    write_notebook(
        folder, "question.ipynb", ["from handkit.lesson import progress\nprogress(keep=True)", QUESTION]
    )
    page = lab.page
    notebook = lab.open("kept/question.ipynb")
    notebook.run(0, timeout=60)
    output = notebook.run(1, timeout=60)
    ask = output.get_by_role("group", name="Predict first")
    ask.get_by_role("radio", name="Yes").click()
    page.keyboard.press("Enter")
    told = output.get_by_role("group", name="Your prediction, and what the rules say")
    expect(told).to_contain_text("you said", timeout=PATIENCE)
    told.get_by_role("button", name="Something is wrong here").click()
    report = page.get_by_role("dialog", name="Something is wrong here").get_by_label("Report")
    expect(report).to_have_value(re.compile(r"president, P2\.3\n(.*\n)+Answered: Yes\nThe answer: "))
    page.keyboard.press("Escape")
    page.evaluate("() => { window.jupyterapp.commands.execute('notebook:restart-run-all'); }")
    page.locator(".jp-Dialog").get_by_role("button", name="Restart", exact=False).last.click()
    expect(told).to_have_count(0, timeout=PATIENCE)  # the cell runs again
    expect(told).to_contain_text("you said", timeout=PATIENCE)
    table = output.get_by_role("group", name="President table")
    expect(table.get_by_role("alert")).to_contain_text("P2.3")
    expect(told.get_by_role("button", name="Ask again")).to_be_visible()


@pytest.mark.slow
@pytest.mark.seconds(25)
def test_a_notebook_of_questions_runs_by_itself_and_stays_true(tmp_path: Path) -> None:
    """Run from top to bottom without a click; what is stored holds when it runs again, twice."""
    cells = [nbformat.v4.new_code_cell(source) for source in (QUESTION, *OTHERS)]
    path = tmp_path / "lesson.ipynb"
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel}), path)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "IPYTHONDIR": str(tmp_path / "ipython")}

    def run(*command: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", *command, path.name],
            cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run("jupyter", "nbconvert", "--to", "notebook", "--execute", "--inplace", "--log-level=ERROR",
        "--ExecutePreprocessor.store_widget_state=False",
        "--NotebookExporter.preprocessors=handkit.lesson.keep_stills")  # fmt: skip
    stored = nbformat.read(path, as_version=4)
    for cell in stored.cells:
        assert cell.outputs, cell.source
        for output in cell.outputs:
            assert not [kind for kind in output.data if "widget" in kind]
            assert "object at 0x" not in output.data["text/plain"]
    question = stored.cells[0].outputs[0].data
    assert "Not answered yet." in question["text/plain"] and "<details>" in question["text/html"]
    shutil.copy(path, tmp_path / "again.ipynb")
    told = run("pytest", "-q", "--nbval", "--nbval-cell-timeout=60", "-p", "no:cacheprovider",
               "-c", os.devnull, "again.ipynb")  # fmt: skip
    assert "8 passed" in told
    assert not list(tmp_path.glob("handkit-progress*"))
