"""The file that keeps the match of a table, and the records that it may open."""

from __future__ import annotations

from pathlib import Path

from handkit.cards import shorten
from handkit.match import Match
from handkit.table import keeping
from handkit.table.keeping import Keeper, Saved
from handkit.table.messages import Message, MessageError
from handkit.table.scene import Kept, Saving
from handkit.table.seating import Seating


class Records:
    """A table's match in files.

    wants_files  whether a browser asks which records can be opened
    """

    def __init__(self, seating: Seating, keeper: Keeper | None) -> None:
        self._seating, self._keeper = seating, keeper
        self.wants_files = False
        self.write()

    @property
    def kept(self) -> str | None:
        """The file that is kept up to date, if there is one."""
        keeper = self._keeper
        return keeper.name if keeper is not None and keeper.match is self._seating.match else None

    def note_front(self) -> None:
        """The file is to say which seat was in front."""
        if self._keeper is not None and self.kept:
            self._keeper.seat = (self._seating.front, self._seating.seat_fixed)

    def write(self) -> None:
        """Bring the file up to date, if there is one."""
        self.note_front()
        if self._keeper is not None:
            self._keeper.write()

    def follow(self, match: Match) -> None:
        """Another match comes on the table: its file follows it."""
        if self._keeper is not None and self.kept:
            self._keeper.follow(match)

    def begin(self) -> None:
        """From now on a file beside the notebook holds the match."""
        if self.kept is None:
            self._keeper = keeping.begin(self._seating.match)
        self.write()
        self.wants_files = True

    def ask(self) -> None:
        """The next scene is to say which records can be opened."""
        self.wants_files = True

    def save(self, path: str | Path) -> Path:
        """Write the match to a file."""
        return keeping.save(path, self._seating.match, self._seating.front, self._seating.seat_fixed)

    def download(self) -> tuple[str, bytes]:
        """A file's name, and the record that is to stand in it."""
        return keeping.download(self._seating.match, self._seating.front, self._seating.seat_fixed)

    def bring_back(self, message: Message) -> Saved:
        """The match of the record that a message has or names. The file kept until now keeps what it has."""
        text = message.get("record")
        if "file" in message:
            saved = keeping.bring_back_here(message["file"], self._seating.own)
        elif isinstance(text, str):
            saved = keeping.bring_back_text(text, self._seating.own)
        else:
            raise MessageError(f"A record is a text, not {shorten(text)}.")
        self._keeper = saved.keeper
        return saved

    # What a scene says of files.

    def said(self) -> Kept | None:
        """Of the file that is kept."""
        return keeping.kept(self._keeper, self._seating.match)

    def offered(self) -> Saving | None:
        """Of the records that can be opened, once somebody has asked."""
        asked, self.wants_files = self.wants_files, False
        return keeping.saving(self._seating.match.game) if asked else None
