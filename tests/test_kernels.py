"""A table on the kernels that people have: ipykernel 6, which has one thread, and 7, which has subshells.

The test plays the browser's part over the comm, as JupyterLab does it: where the kernel knows subshells,
what a widget says from there goes to one of its own, so it is heard on another thread than the cells run.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, distributions, version
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from jupyter_client.blocking.client import BlockingKernelClient
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import KernelManager
from packaging.requirements import Requirement

from labkit import missing

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
PATIENCE = 60.0  # seconds until an answer that does not come is a failure
TABLE = """
import ipykernel
from handkit import President
from handkit.table import Table
print(ipykernel.__version__)
table = Table(President(), seed="monday", bots={1: "easy", 2: "easy", 3: "easy"})
table
"""


def install(wanted: str, folder: Path) -> None:
    """Put an ipykernel into a folder, and beside it what it needs and this Python does not have."""
    wants = [wanted]
    while wants:
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder)]
        done = subprocess.run([*command, *wants], capture_output=True, text=True)
        if done.returncode:
            reason = f"{' and '.join(wants)} cannot be installed: {done.stderr.strip()[-300:]}"
            missing(reason)
        there = {dist.name: dist for dist in distributions(path=[str(folder)])}
        needed = [Requirement(text) for dist in there.values() for text in dist.requires or ()]
        wants = [
            need.name
            for need in needed
            if (not need.marker or need.marker.evaluate({"extra": ""}))
            and need.name not in there
            and not fits(need)
        ]


def fits(need: Requirement) -> bool:
    """Whether this Python has a package in a version that will do."""
    try:
        return need.specifier.contains(version(need.name), prereleases=True)
    except PackageNotFoundError:
        return False


class Front:
    """The browser's side of a table: what JupyterLab and the table's script say and hear."""

    def __init__(self, client: BlockingKernelClient) -> None:
        self.client = client
        self.comm = ""
        self.scenes: list[dict[str, Any]] = []
        self.printed: list[str] = []
        self.subshell: str | None = None

    def use_subshell(self) -> bool:
        """Have a subshell for comms, if the kernel knows them."""
        about = self.client.kernel_info(reply=True, timeout=PATIENCE)["content"]
        if "kernel subshells" not in about.get("supported_features", ()):
            return False
        channel = self.client.control_channel
        channel.send(self.client.session.msg("create_subshell_request", {}))
        self.subshell = channel.get_msg(timeout=PATIENCE)["content"]["subshell_id"]
        return True

    def send(self, type: str, **more: Any) -> None:
        """Say something to the table, as its script does."""
        rev = self.scenes[-1]["rev"]
        content = {"type": type, "rev": rev, **more}
        data = {"method": "custom", "content": content}
        message = self.client.session.msg("comm_msg", {"comm_id": self.comm, "data": data})
        if self.subshell is not None:
            message["header"]["subshell_id"] = self.subshell
        self.client.shell_channel.send(message)

    def until(self, done: Callable[[], Any], what: str) -> None:
        """Listen until something is so."""
        end = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < end, f"{what} does not happen; printed: {self.printed}"
            if self.client.iopub_channel.msg_ready():
                self.hear(self.client.get_iopub_msg(timeout=1))
            else:
                time.sleep(0.005)

    def hear(self, message: dict[str, Any]) -> None:
        content, kind = message["content"], message["header"]["msg_type"]
        state = content.get("data", {}).get("state", {}) if kind.startswith("comm_") else {}
        if "scene" in state:
            self.comm = content["comm_id"]
            self.scenes.append(state["scene"])
        elif kind == "stream":
            self.printed.append(content["text"].strip())
        assert kind != "error", content

    def run(self, code: str) -> None:
        """Run a cell to its end."""
        reply = self.client.execute(code, reply=True, timeout=PATIENCE)["content"]
        assert reply["status"] == "ok", reply


@pytest.fixture(params=["6.31.*", "7.3.*", "7.*"])
def front(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Front]:
    """A kernel of this ipykernel, with a table in a cell."""
    install(f"ipykernel=={request.param}", tmp_path / "packages")
    spec = tmp_path / "kernels" / "tried"
    spec.mkdir(parents=True)
    path = os.pathsep.join([str(tmp_path / "packages"), str(ROOT)])
    argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    about = {"argv": argv, "display_name": "tried", "language": "python", "env": {"PYTHONPATH": path}}
    (spec / "kernel.json").write_text(json.dumps(about))
    specs = KernelSpecManager(kernel_dirs=[str(spec.parent)])
    manager = KernelManager(kernel_name="tried", kernel_spec_manager=specs)
    manager.start_kernel()
    client = manager.blocking_client()
    try:
        client.start_channels()
        client.wait_for_ready(timeout=PATIENCE)
        front = Front(client)
        front.run(TABLE)
        front.until(lambda: front.scenes and front.printed, "the table")
        assert front.printed[0].startswith(request.param.removesuffix("*")), "this ipykernel and no other"
        yield front
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def test_a_table_is_played_on_this_kernel(front: Front) -> None:
    front.send("ready")  # as in JupyterLab: the first message comes before there is a subshell
    front.until(lambda: len(front.scenes) == 2, "its answer")
    assert front.use_subshell() == (not front.printed[0].startswith("6."))

    # Twenty messages at once, the eleventh a move. Each is answered in its order: neighbours differ in speed.
    speeds = (["slow", "fast", "normal"] * 7)[:19]
    first = front.scenes[-1]
    move = first["pick"]["legal"].split(",")[0]
    for number, speed in enumerate(speeds):
        if number == 10:
            front.send("move", move=move)
        front.send("set", speed=speed)
    front.client.execute("print('meanwhile')")
    front.until(lambda: "meanwhile" in front.printed, "another cell")
    front.until(lambda: len(answers(front, first)) >= 20, "an answer to each message")
    told = answers(front, first)
    assert [speed for speed, _ in groupby(scene["speed"] for scene in told)] == speeds
    assert len(told[-1]["hand"]) == len(first["hand"]) - len(move.split()), "it was played once"
    assert told[-1]["busy"], "the computer players still think: the other cell did not wait for them"
    front.send("set", speed="fast")
    front.until(lambda: front.scenes[-1]["pick"] and not front.scenes[-1]["busy"], "my next turn")
    said = {line.get("who") for scene in answers(front, first) for line in scene["log"]}
    assert {"You", "Ada", "Bo", "Cy"} <= said
    revs = [scene["rev"] for scene in front.scenes]
    assert revs == sorted(set(revs))

    # A fault of the table is shown on it, with a report, and the table goes on.
    front.run("def fail(): raise ZeroDivisionError('3C 4D')\ntable.undo = fail")
    front.send("undo")
    front.until(lambda: "error" in front.scenes[-1], "the fault")
    report = front.scenes[-1]["error"]["report"]
    assert "ZeroDivisionError" in report and "handkit" in report and "3C" not in report
    front.send("hint")
    front.until(lambda: front.scenes[-1]["hint"], "a hint")
    assert "error" not in front.scenes[-1]


def answers(front: Front, first: dict[str, Any]) -> list[dict[str, Any]]:
    """The scenes since a scene."""
    return [scene for scene in front.scenes if scene["rev"] > first["rev"]]
