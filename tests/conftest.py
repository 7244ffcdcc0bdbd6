"""What every test may ask for."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from labkit import Server

ROOT = Path(__file__).parent.parent

# No time limit per example, since machines differ; in CI the same examples each time.
hypothesis.settings.register_profile("handkit", deadline=None, derandomize=bool(os.environ.get("CI")))
hypothesis.settings.load_profile("handkit")


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium. Without one the test is skipped, or fails if HANDKIT_REQUIRE_BROWSER is set."""
    from labkit import find_chromium, missing  # here, as playwright is not needed for other tests

    path = find_chromium()
    if path is None:
        missing("no Chromium found (set HANDKIT_CHROMIUM, or install it: apt install chromium)")
    return path


@pytest.fixture(scope="module")
def server(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A JupyterLab."""
    from labkit import lab_server

    folder = tmp_path_factory.mktemp("lab")
    with lab_server(folder, timeout=120, env={"PYTHONPATH": str(ROOT)}) as server:
        yield server


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """A browser. It runs a loop, which a table made meanwhile would take for its kernel's."""
    from labkit import open_browser

    with open_browser(chromium) as page:
        assert page.context.browser
        yield page.context.browser


@pytest.fixture(autouse=True)
def games_of_its_own() -> Iterator[None]:
    """The games, players and painters that a test registers are forgotten after it."""
    from handkit import registry

    with registry.apart():
        yield


@pytest.fixture(autouse=True)
def a_session_of_its_own() -> Iterator[None]:
    """What a kernel remembers of its session is forgotten after each test."""
    yield
    if table := sys.modules.get("handkit.table.table"):
        table.Table.played.clear()
    if session := sys.modules.get("handkit.lesson.session"):
        session.NOW.__init__()
    if memory := sys.modules.get("handkit.lesson.memory"):
        memory.MEMORY.__init__()
