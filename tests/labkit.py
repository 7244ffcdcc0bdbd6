"""Tests in a real JupyterLab: start it, drive it with Playwright and Chromium, read what the kernel said.

    with lab_server(folder) as server, open_browser(chromium) as page:
        traffic = Traffic(page)                    # before the page is opened
        notebook = open_notebook(page, server, "table.ipynb")
        notebook.run(0)
        mark = traffic.mark()
        notebook.output(0).get_by_role("button", name="Pass").click()
        ...
        assert traffic.summary(since=mark).bytes_in <= 5_000
        assert b"QS" not in traffic.kernel_bytes()

Nothing of the user's Jupyter is read or written: configuration, workspaces, runtime files and trust
live in a folder of their own. Nothing here knows handkit.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import secrets
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NoReturn

import nbformat
import pytest
from playwright.sync_api import Browser, Locator, Page, WebSocket, sync_playwright

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
CHROMIUM_ARGS = (
    "--no-sandbox",  # for root in a container; only pages of this machine are opened
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
KERNELSPEC = {"name": "python3", "display_name": "Python 3", "language": "python"}


def find_chromium() -> str | None:
    """The path of a Chromium: HANDKIT_CHROMIUM if set, else what is found on the PATH."""
    named = os.environ.get("HANDKIT_CHROMIUM")
    if named:
        return named
    return next((path for name in CHROMIUM_NAMES if (path := shutil.which(name))), None)


def missing(reason: str) -> NoReturn:
    """What a test needs is not here: it is skipped, or fails where everything has to be there."""
    if os.environ.get("HANDKIT_REQUIRE_BROWSER"):
        pytest.fail(reason)
    pytest.skip(reason)


# --- the server ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Server:
    """A JupyterLab that runs: its address, its token, the folder it shows, and its log."""

    url: str
    token: str
    root: Path
    log: Path

    def address(self, notebook: str) -> str:
        """Where a browser finds a notebook, in a fresh workspace."""
        return f"{self.url}/lab/tree/{notebook}?token={self.token}&reset"


def free_port() -> int:
    """A TCP port of localhost that nobody uses at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


SETTINGS: dict[str, dict[str, object]] = {
    # No news, no update check, no pop-ups in the way of a click.
    "@jupyterlab/apputils-extension/notification": {
        "checkForUpdates": False,
        "doNotDisturbMode": True,
        "fetchNews": "false",
    },
    # Every cell is in the page, also those out of sight, so that the n-th cell is the n-th found.
    "@jupyterlab/notebook-extension/tracker": {"windowingMode": "none"},
}


@contextlib.contextmanager
def lab_server(
    root: Path, *, env: dict[str, str] | None = None, args: Sequence[str] = (), timeout: float = 60
) -> Iterator[Server]:
    """JupyterLab on a free port of localhost, showing `root`; it ends, with its kernels, with the block.

    `env` adds to the environment of the server and its kernels, `args` to its command line.
    """
    with tempfile.TemporaryDirectory(prefix="labkit-", ignore_cleanup_errors=True) as own:
        home = Path(own)
        for key, value in SETTINGS.items():
            file = home / "settings" / f"{key}.jupyterlab-settings"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(value))
        port, token, log = free_port(), secrets.token_hex(16), home / "lab.log"
        server = Server(f"http://127.0.0.1:{port}", token, root, log)
        command = [
            *(sys.executable, "-m", "jupyter", "lab", "--no-browser", "--allow-root"),
            f"--ServerApp.root_dir={root}",
            "--ServerApp.ip=127.0.0.1",
            f"--ServerApp.port={port}",
            "--ServerApp.port_retries=0",
            f"--LabApp.user_settings_dir={home / 'settings'}",
            f"--LabApp.workspaces_dir={home / 'workspaces'}",
            "--LabApp.expose_app_in_browser=True",  # so that a test can ask it to open a file
            *args,
        ]
        own_env = {
            "JUPYTER_TOKEN": token,  # not on the command line, which every user of the machine sees
            "JUPYTER_CONFIG_DIR": str(home / "config"),
            "JUPYTER_DATA_DIR": str(home / "data"),
            "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
            "IPYTHONDIR": str(home / "ipython"),
        }
        with log.open("w") as out:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                env={**os.environ, **own_env, **(env or {})},
                start_new_session=True,
            )
        try:
            _wait_for(server, process, timeout)
            yield server
        finally:
            process.terminate()  # it shuts its kernels down first
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait_for(server: Server, process: subprocess.Popen[bytes], timeout: float) -> None:
    end = time.monotonic() + timeout
    while True:
        try:
            with urllib.request.urlopen(f"{server.url}/api", timeout=1):
                return
        except urllib.error.HTTPError:
            return  # it answers
        except OSError:
            if process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"JupyterLab did not start:\n{server.log.read_text()[-3000:]}") from None
            time.sleep(0.1)


# --- the browser -----------------------------------------------------------------------------------


@contextlib.contextmanager
def open_browser(
    chromium: str,
    *,
    width: int = 1280,
    height: int = 900,
    dark: bool = False,
    reduced_motion: bool = True,
    timeout: float = 30,
) -> Iterator[Page]:
    """A page in a headless Chromium with a clean profile.

    `dark` is what the page is told that its user prefers; JupyterLab has a theme of its own.
    """
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(CHROMIUM_ARGS))
        try:
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme="dark" if dark else "light",
                reduced_motion="reduce" if reduced_motion else "no-preference",
            )
            page = context.new_page()
            page.set_default_timeout(timeout * 1000)
            yield page
        finally:
            browser.close()


@contextlib.contextmanager
def out_of_the_browsers_loop() -> Iterator[None]:
    """While a browser is open its loop counts as running, and what asks for a loop would take it for its own.
    In this block there is none; so nothing can be asked of the browser either."""
    loop = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(loop)


def write_notebook(root: Path, name: str, cells: Sequence[str]) -> Path:
    """A notebook of code cells in the server's folder. Reusing a name reuses its kernel."""
    notebook = nbformat.v4.new_notebook(metadata={"kernelspec": KERNELSPEC})
    for number, source in enumerate(cells):
        cell = nbformat.v4.new_code_cell(source)
        cell["id"] = f"cell-{number}"
        notebook.cells.append(cell)
    path = root / name
    nbformat.write(notebook, path)
    return path


@dataclass(frozen=True, slots=True)
class Notebook:
    """A notebook in a page of JupyterLab. Code cells count from 0."""

    page: Page

    def cell(self, number: int) -> Locator:
        """The whole cell: prompt, source and output."""
        return self.page.locator(".jp-Notebook:visible .jp-CodeCell").nth(number)

    def output(self, number: int) -> Locator:
        """What a cell shows; narrow it by role or text."""
        return self.cell(number).locator(".jp-Cell-outputWrapper")

    def prompt(self, number: int) -> str:
        """`[ ]:` before the first run, `[*]:` while it runs, then `[3]:`."""
        return self.cell(number).locator(".jp-InputArea-prompt").first.text_content() or ""

    def run(self, number: int, *, wait: bool = True, timeout: float = 30) -> Locator:
        """Run a cell, and by default wait for its end. Gives the cell's output.

        By JupyterLab's command, not by its keys: of those it drops some soon after a notebook was opened,
        and pressed again they may run the cell twice.
        """
        self.cell(number).locator(".cm-content").click()
        patience = timeout * 1000
        self.page.wait_for_function(
            """() => {
              const { session } = window.jupyterapp.shell.currentWidget.context.sessionContext;
              return ["idle", "busy"].includes(session?.kernel?.status);
            }""",
            timeout=patience,
        )
        self.page.evaluate(
            """() => {
              window.labkitRuns = true;
              window.jupyterapp.commands.execute("notebook:run-cell")
                .finally(() => { window.labkitRuns = false; });
            }"""
        )
        if wait:
            self.page.wait_for_function("!window.labkitRuns", timeout=patience)
        return self.output(number)

    def error(self, number: int) -> str | None:
        """The traceback that a cell shows, or None."""
        found = self.output(number).locator(
            "[data-mime-type='application/vnd.jupyter.stderr'], .jp-mod-error"
        )
        return found.first.text_content() if found.count() else None


def open_notebook(page: Page, server: Server, name: str, *, timeout: float = 60) -> Notebook:
    """Open a notebook and wait until its kernel is ready. Also for a reload: open it again."""
    page.goto(server.address(name), wait_until="domcontentloaded")
    return wait_for_notebook(page, timeout=timeout)


def wait_for_notebook(page: Page, *, timeout: float = 60) -> Notebook:
    """After `page.reload()`: wait until the notebook is there and its kernel idle."""
    page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=timeout * 1000)
    page.wait_for_selector(
        ".jp-Notebook-ExecutionIndicator[data-status=idle], .jp-Toolbar-kernelStatus[data-status=idle]",
        timeout=timeout * 1000,
    )
    return Notebook(page)


class Lab:
    """One page with JupyterLab, in which one notebook after the other is opened: to load the page takes
    longer than most of what is done in it."""

    def __init__(self, server: Server, browser: Browser, timeout: float = 60) -> None:
        self.server, self.browser, self.timeout = server, browser, timeout
        self._page: Page | None = None

    @property
    def page(self) -> Page:
        """The page, which is loaded when it is first asked for."""
        if self._page is None:
            context = self.browser.new_context(
                viewport={"width": 1280, "height": 900}, reduced_motion="reduce"
            )
            context.grant_permissions(["clipboard-read", "clipboard-write"])
            self._page = context.new_page()
            self._page.set_default_timeout(self.timeout * 1000)
            self._page.goto(f"{self.server.url}/lab?token={self.server.token}&reset")
            self._page.wait_for_function("window.jupyterapp")
            self._page.evaluate("window.jupyterapp.restored.then(() => null)")
            self._page.evaluate("window.loadedOnce = true")
        return self._page

    def open(self, name: str) -> Notebook:
        """Open a notebook and wait until its kernel has answered.

        Before that JupyterLab would ask which kernel is meant, and its server cannot list the kernels.
        """
        self.page.evaluate(
            """async (path) => {
              const opened = await window.jupyterapp.commands.execute("docmanager:open", { path });
              await opened.context.sessionContext.ready;
              await opened.context.sessionContext.session.kernel.info;
            }""",
            name,
        )
        return wait_for_notebook(self.page, timeout=self.timeout)

    def clear(self, *, anew: bool = False) -> None:
        """Close all notebooks and end their kernels. `anew`: the page has to be loaded again, too, as it has
        when somebody did so: JupyterLab then opens what was open before, at a time of its own."""
        if self._page and (anew or not self._page.evaluate("window.loadedOnce")):
            self._page.context.close()
            self._page = None
        elif self._page:
            self._page.evaluate(
                "[...window.jupyterapp.shell.widgets('main')].forEach(each => each.dispose())"
            )
        for kernel in json.loads(self.ask("GET", "api/kernels")):
            self.ask("DELETE", f"api/kernels/{kernel['id']}")

    def ask(self, method: str, what: str) -> bytes:
        """One question to the server's own interface."""
        headers = {"Authorization": f"token {self.server.token}"}
        request = urllib.request.Request(f"{self.server.url}/{what}", method=method, headers=headers)
        with urllib.request.urlopen(request, timeout=self.timeout) as answer:
            body: bytes = answer.read()
        return body


# --- the traffic -----------------------------------------------------------------------------------

Direction = Literal["in", "out"]  # seen from the browser: "in" comes from the kernel


@dataclass(frozen=True, slots=True)
class Message:
    """One message on the kernel's websocket."""

    time: float  # seconds, monotonic
    direction: Direction
    channel: str
    type: str
    content: dict[str, Any]
    parent: str  # id of the message that it answers, or ""
    raw: bytes  # the whole frame, with header, metadata and binary buffers

    @property
    def size(self) -> int:
        """Bytes on the wire, before any compression."""
        return len(self.raw)


@dataclass(frozen=True, slots=True)
class Summary:
    """A stretch of traffic, counted."""

    comms_opened: int
    comm_messages_in: int
    comm_messages_out: int
    comm_bytes_in: int  # what comms opened and said, browser's view
    comm_bytes_out: int
    bytes_in: int  # everything from the kernel, status messages too
    bytes_out: int


def decode(frame: str | bytes, direction: Direction, at: float = 0.0) -> Message:
    """Read a frame of either kernel protocol: JSON text, JSON with buffers, or v1 binary."""
    raw = frame.encode() if isinstance(frame, str) else frame
    if isinstance(frame, str):
        whole = json.loads(frame)
    else:
        whole = _binary(frame)
    header = whole["header"]
    return Message(
        time=at,
        direction=direction,
        channel=whole.get("channel") or "",
        type=header["msg_type"],
        content=whole["content"],
        parent=(whole.get("parent_header") or {}).get("msg_id", ""),
        raw=raw,
    )


def _binary(frame: bytes) -> dict[str, Any]:
    """v1.kernel.websocket.jupyter.org (little-endian 64 bit), or the older one (big-endian 32 bit)."""
    (count,) = struct.unpack_from("<Q", frame)
    if 6 <= count <= len(frame) // 8:
        offsets = struct.unpack_from(f"<{count}Q", frame, 8)
        if offsets[0] == 8 * (count + 1):
            parts = [frame[a:b] for a, b in itertools.pairwise(offsets)]
            return {
                "channel": parts[0].decode(),
                "header": json.loads(parts[1]),
                "parent_header": json.loads(parts[2]),
                "content": json.loads(parts[4]),
            }
    (count,) = struct.unpack_from(">I", frame)
    offsets = struct.unpack_from(f">{count}I", frame, 4)
    end = offsets[1] if count > 1 else len(frame)
    whole: dict[str, Any] = json.loads(frame[offsets[0] : end])
    return whole


class Traffic:
    """Records the kernel websockets of a page, from its making on: make it before the page is opened."""

    def __init__(self, page: Page) -> None:
        self.messages: list[Message] = []
        self.page = page
        page.on("websocket", self._listen)

    def close(self) -> None:
        """Record nothing more of websockets to come."""
        self.page.remove_listener("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        if "/api/kernels/" in socket.url:
            socket.on("framesent", lambda frame: self._add("out", frame))
            socket.on("framereceived", lambda frame: self._add("in", frame))

    def _add(self, direction: Direction, frame: str | bytes) -> None:
        self.messages.append(decode(frame, direction, time.monotonic()))

    def mark(self) -> int:
        """This moment, to be given as `since` later."""
        return len(self.messages)

    def since(self, mark: int = 0) -> list[Message]:
        """The messages after a mark."""
        return self.messages[mark:]

    def comm(self, since: int = 0) -> list[Message]:
        """Only what widgets say: comm_open, comm_msg, comm_close."""
        return [message for message in self.messages[since:] if message.type.startswith("comm_")]

    def summary(self, since: int = 0) -> Summary:
        """Count what was said after a mark."""
        every, comm = self.since(since), [m for m in self.comm(since) if not m.type.startswith("comm_info")]

        def size(messages: list[Message], direction: Direction) -> int:
            return sum(message.size for message in messages if message.direction == direction)

        return Summary(
            comms_opened=sum(m.type == "comm_open" for m in comm),
            comm_messages_in=sum(m.type == "comm_msg" and m.direction == "in" for m in comm),
            comm_messages_out=sum(m.type == "comm_msg" and m.direction == "out" for m in comm),
            comm_bytes_in=size(comm, "in"),
            comm_bytes_out=size(comm, "out"),
            bytes_in=size(every, "in"),
            bytes_out=size(every, "out"),
        )

    def kernel_bytes(self, since: int = 0) -> bytes:
        """Every byte that came from the kernel, frames one after the other: to search for a secret."""
        return b"\n".join(message.raw for message in self.messages[since:] if message.direction == "in")

    def wait_quiet(self, seconds: float = 0.3, timeout: float = 30) -> None:
        """Wait until no message has passed for a while."""
        end = time.monotonic() + timeout
        count, still_since = len(self.messages), time.monotonic()
        while time.monotonic() < end:
            self.page.wait_for_timeout(20)
            if len(self.messages) != count:
                count, still_since = len(self.messages), time.monotonic()
            elif time.monotonic() - still_since >= seconds:
                return
        raise AssertionError(f"the kernel still talks after {timeout} s")
