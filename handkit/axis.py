"""One labelled axis with a true zero, on which estimates are drawn: a dot for each, and a line as far as the
true value may lie from it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

# The colours of the notebook, and where it names none, some that do on light and on dark.
INK = "var(--jp-ui-font-color1, inherit)"
LINE = "var(--jp-ui-font-color1, currentColor)"
FAINT = "var(--jp-border-color2, rgba(128, 128, 128, 0.4))"
MOST_TICKS = 5


class DrawnRow(NamedTuple):
    """An estimate to draw: its name, (mean, low, high), and the texts beside it."""

    name: str
    estimate: tuple[float, float, float]
    beside: Sequence[str]


class Axis:
    """A scale that holds zero and all of some values.

    ticks    round values with their labels: where each stands in hundredths of the scale, and what it says
    """

    def __init__(self, values: Iterable[float]) -> None:
        ends = [0.0, *filter(math.isfinite, values)]
        step = _step(max(ends) - min(ends))
        first, last = math.floor(min(ends) / step + 1e-9), math.ceil(max(ends) / step - 1e-9)
        last = max(last, first + 1)
        self.low, self.high = first * step, last * step
        places = max(0, -math.floor(math.log10(step) + 1e-9))
        self.ticks = [(self.at(n * step), _label(n * step, places)) for n in range(first, last + 1)]

    def at(self, value: float) -> float:
        """Where a value stands, in hundredths of the scale; what is beyond it, at its end."""
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return round(100 * share, 1)

    def drawn(self, mean: float, low: float, high: float) -> list[float]:
        """Where the dot of an estimate stands, and where its line begins and ends."""
        return [self.at(mean), self.at(low), self.at(high)]

    # In HTML, for the eye only: the numbers stand beside it.

    def row(self, mean: float, low: float, high: float) -> str:
        """One estimate."""
        dot, left, right = self.drawn(mean, low, high)
        line = f"left:{left}%;width:{round(right - left, 1)}%;top:10px;height:2px;background:{LINE}"
        point = f"left:calc({dot}% - 5px);top:6px;width:10px;height:10px;border-radius:5px;background:{LINE}"
        return self._frame(22, [*self._marks(22), line, point])

    def table(self, heads: Sequence[str], rows: Sequence[DrawnRow], lines: Sequence[str]) -> str:
        """Estimates below each other on this axis, with what stands beside each, and lines of text below."""
        drawn = "".join(
            f'<tr><th scope="row" style="text-align:left">{escape(row.name)}</th>'
            f'<td style="width:45%;min-width:8em">{self.row(*row.estimate)}</td>'
            + "".join(f'<td style="text-align:left">{escape(text)}</td>' for text in row.beside)
            + "</tr>"
            for row in rows
        )
        head = "".join(f'<th scope="col" style="text-align:left">{escape(text)}</th>' for text in heads)
        scale = f"<tr><td></td><td>{self.scale()}</td></tr>"
        said = "".join(f"<p>{escape(line)}</p>" for line in lines)
        return (
            f'<div style="max-width:56em;color:{INK}"><table style="width:100%">'
            f"<thead><tr>{head}</tr></thead><tbody>{drawn}{scale}</tbody></table>{said}</div>"
        )

    def scale(self) -> str:
        """The axis with its labels, which stands below the rows."""
        labels = "".join(
            f'<span style="position:absolute;left:{at}%;transform:translateX(-50%)">{escape(label)}</span>'
            for at, label in self.ticks
        )
        return self._frame(20, [], labels)

    def _marks(self, height: int) -> list[str]:
        zero = self.at(0)
        return [
            f"left:{at}%;width:1px;top:0;height:{height}px;background:{LINE if at == zero else FAINT}"
            for at, _ in self.ticks
        ]

    @staticmethod
    def _frame(height: int, boxes: Sequence[str], more: str = "") -> str:
        drawn = "".join(f'<div style="position:absolute;{style}"></div>' for style in boxes)
        return f'<div aria-hidden="true" style="position:relative;height:{height}px">{drawn}{more}</div>'


def _step(width: float) -> float:
    """A round distance of ticks, so that there are a few."""
    if not width:
        return 1.0
    size = 10.0 ** math.floor(math.log10(width / MOST_TICKS))
    return next(step * size for step in (1, 2, 5, 10) if width / (step * size) <= MOST_TICKS)


def _label(value: float, places: int) -> str:
    return f"{round(value, places) + 0.0:.{places}f}".replace("-", "−")
