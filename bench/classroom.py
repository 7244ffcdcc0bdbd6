"""What one pupil costs: the memory of a kernel with three open tables, and the time to the first table.

The kernel is a real one, started as JupyterLab starts it.
"""

from __future__ import annotations

import time
from pathlib import Path
from statistics import median

from jupyter_client.manager import KernelManager

TIMES = 5
PATIENCE = 60.0  # seconds
READY = "from handkit import HangIn, Match, President, Reserves\nfrom handkit.table import Table"
FIRST = READY + '\nshown = Table(President(), seed="class")'
OTHERS = '\nmore = [Table(game, seed="class") for game in (HangIn(), Reserves())]'


def run(code: str) -> tuple[float, float]:
    """Run code in a new kernel: the seconds from its start until the code has run, and the megabytes that
    the kernel then holds."""
    manager = KernelManager()
    began = time.perf_counter()
    manager.start_kernel()
    client = manager.blocking_client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=PATIENCE)
        reply = client.execute_interactive(code, timeout=PATIENCE, output_hook=lambda _: None)
        took = time.perf_counter() - began
        if reply["content"]["status"] != "ok":
            raise RuntimeError(reply["content"]["evalue"])
        return took, megabytes(manager.provisioner.pid)  # type: ignore[union-attr]
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def megabytes(process: int) -> float:
    """The memory that a process holds, what it shares with others included (Linux)."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    resident = next(line for line in lines if line.startswith("VmRSS:"))
    return int(resident.split()[1]) / 1000


def main() -> None:
    """Print what was measured."""
    cells = {
        "a kernel alone": "pass",
        "handkit and its tables imported": READY,
        "the first table": FIRST,
        "three tables, one of each game": FIRST + OTHERS,
    }
    for what, code in cells.items():
        found = [run(code) for _ in range(TIMES)]
        took, held = median(seconds for seconds, _ in found), median(size for _, size in found)
        print(f"{what:<40}{took:6.2f} s after the kernel's start{held:8.0f} MB")


if __name__ == "__main__":
    main()
