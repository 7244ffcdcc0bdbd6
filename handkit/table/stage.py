"""A widget that shows a scene whenever something has changed."""

from __future__ import annotations

import contextlib
from abc import abstractmethod
from collections.abc import Iterator

from handkit.table.home import AtHome


class Stage(AtHome):
    """What is shown, and the last fault in it. Whoever does several things at once has them shown once."""

    error: BaseException | None = None  # the last fault of the widget itself
    batching = False  # whether changes are shown later, all at once

    @abstractmethod
    def draw(self) -> None:
        """Send a scene of what is so now."""

    def show(self) -> None:
        """Send a scene, unless one will be sent for several changes."""
        if not self.batching:
            self.draw()

    @contextlib.contextmanager
    def silent(self) -> Iterator[None]:
        """While this is open things may change and no scene is sent. Not to be held over an await."""
        before, self.batching = self.batching, True
        try:
            yield
        finally:
            self.batching = before

    @contextlib.contextmanager
    def one_scene(self) -> Iterator[None]:
        """While this is open things may change often; one scene is sent at the end."""
        try:
            with self.silent():
                yield
        finally:
            self.show()
