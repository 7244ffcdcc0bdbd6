"""What every test may ask for."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from labkit import Lab, Server

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


# One server, one browser and one page of JupyterLab serve all tests of a process.


@pytest.fixture(scope="session")
def server(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A JupyterLab."""
    from labkit import lab_server

    folder = tmp_path_factory.mktemp("lab")
    with lab_server(folder, timeout=120, env={"PYTHONPATH": str(ROOT)}) as server:
        yield server


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """A browser."""
    from labkit import open_browser

    with open_browser(chromium) as page:
        assert page.context.browser
        yield page.context.browser


@pytest.fixture(scope="session")
def shared_lab(server: Server, browser: Browser) -> Lab:
    from labkit import Lab

    return Lab(server, browser)


@pytest.fixture
def lab(request: pytest.FixtureRequest, shared_lab: Lab) -> Iterator[Lab]:
    """A page of JupyterLab with nothing open in it. After a test that failed it is loaded anew."""
    yield shared_lab
    shared_lab.clear(anew=request.node.stash.get(FAILED, False))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: tests in a browser, and of what is installed, wait much of their
    time."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The modules that take longest begin first, so that all processes end at about the same time."""
    modules: dict[str, list[pytest.Item]] = {}
    for item in items:
        modules.setdefault(item.nodeid.split("::")[0], []).append(item)
    items[:] = [item for module in sorted(modules.values(), key=seconds, reverse=True) for item in module]


def seconds(items: list[pytest.Item]) -> float:
    """How long these take, about."""
    return sum(map(about, items))


def about(item: pytest.Item) -> float:
    if mark := item.get_closest_marker("seconds"):
        return float(mark.args[0])
    if item.path.suffix == ".ipynb":
        return 0.25  # a cell
    return 5 if item.get_closest_marker("slow") else 2.5 if item.get_closest_marker("browser") else 0.07


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


class OutOfTheLoop:
    """A plugin, as the hooks of this file are not asked about the cells of notebooks."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Generator[None, None, None]:
        with no_loop_of_a_browser(item):
            yield

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, None, None]:
        with no_loop_of_a_browser(item):
            yield


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(OutOfTheLoop())


def no_loop_of_a_browser(item: pytest.Item) -> AbstractContextManager[None]:
    """A test without a browser is in no loop, though a browser may be open for others."""
    if "browser" in getattr(item, "fixturenames", ()) or "labkit" not in sys.modules:
        return nullcontext()
    from labkit import out_of_the_browsers_loop

    return out_of_the_browsers_loop()


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
    if kept := sys.modules.get("handkit.lesson.kept"):
        kept.KEPT.__init__()
