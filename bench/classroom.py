"""What one pupil costs: the memory of a kernel with three open tables, and the time to the first table; then
the same for a whole lesson, as after *Run All Cells*.

The kernel is a real one, started as JupyterLab starts it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import nbformat
from jupyter_client.manager import KernelManager

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"
TIMES = 5
PATIENCE = 60.0  # seconds
READY = "from handkit import HangIn, Match, President, Reserves\nfrom handkit.table import Table"
FIRST = READY + '\nshown = Table(President(), seed="class")'
OTHERS = '\nmore = [Table(game, seed="class") for game in (HangIn(), Reserves())]'


def run(cells: Sequence[str]) -> tuple[float, float]:
    """Run cells in a new kernel: the seconds from its start until all have run, and the megabytes that the
    kernel then holds."""
    manager = KernelManager()
    began = time.perf_counter()
    manager.start_kernel(cwd=str(NOTEBOOKS))
    client = manager.blocking_client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=PATIENCE)
        for code in cells:
            reply = client.execute_interactive(code, timeout=PATIENCE, output_hook=lambda _: None)
            if reply["content"]["status"] != "ok":
                raise RuntimeError(reply["content"]["evalue"])
        took = time.perf_counter() - began
        return took, megabytes(manager.provisioner.pid)  # type: ignore[union-attr]
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def megabytes(process: int) -> float:
    """The memory that a process holds, what it shares with others included (Linux)."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    resident = next(line for line in lines if line.startswith("VmRSS:"))
    return int(resident.split()[1]) / 1000


def lesson(name: str) -> list[str]:
    """The code cells of a notebook."""
    notebook = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
    return [cell.source for cell in notebook.cells if cell.cell_type == "code"]


def main() -> None:
    """Print what was measured."""
    measured = {
        "a kernel alone": ["pass"],
        "handkit and its tables imported": [READY],
        "the first table": [FIRST],
        "three tables, one of each game": [FIRST + OTHERS],
        "the whole lesson of President": lesson("01-president"),
    }
    for what, cells in measured.items():
        found = [run(cells) for _ in range(TIMES)]
        took, held = median(seconds for seconds, _ in found), median(size for _, size in found)
        print(f"{what:<40}{took:6.2f} s after the kernel's start{held:8.0f} MB")


if __name__ == "__main__":
    main()
