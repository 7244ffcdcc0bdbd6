"""Files that handkit writes: whole or not at all, and over nothing but an earlier file of their own kind."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

HEAD = 1000  # bytes by which a kind of file is known

ADVICE = {
    errno.ENOSPC: "Make room there, or name another folder.",
    errno.EDQUOT: "Make room there, or name another folder.",
    errno.EACCES: "Name a folder in which you may write.",
    errno.EPERM: "Name a folder in which you may write.",
    errno.EROFS: "Name a folder in which you may write.",
}


@dataclass(frozen=True)
class FileKind:
    """A kind of file: what it is called ("a record of a match"), and whether a file begins like one."""

    called: str
    begins: Callable[[bytes], object]

    def knows(self, path: Path) -> bool:
        """Whether this is a file of the kind, by its beginning. Raises OSError where it cannot be read."""
        if not path.is_file():  # nothing else is opened: a pipe would be waited for
            return False
        with path.open("rb") as file:
            return bool(self.begins(file.read(HEAD)))

    def check(self, path: str | Path) -> None:
        """Raise FileExistsError where a path holds something else, which would be lost."""
        path = Path(path)
        if path.is_file() and path.stat().st_size and not self.knows(path):
            raise _error(
                FileExistsError,
                "it holds something else",
                f"{str(path)!r} is there already and holds something else, not {self.called}, so it is left "
                "as it is. Name another file, or move that one away.",
            )


def write(path: str | Path, content: str | bytes, kind: FileKind) -> Path:
    """Write a file of a kind, whole or not at all; returns its path.

    Raises OSError, with what to do: FileExistsError for a file that holds something else, and what
    `write_whole` raises.
    """
    with _told(Path(path)):
        kind.check(path)
    return write_whole(path, content)


def write_whole(path: str | Path, content: str | bytes) -> Path:
    """Write a text or bytes to a file, whole or not at all, whatever was there; returns the file's path.

    Raises OSError, whose text says what to do and whose `strerror` says why: FileNotFoundError when there
    is no such folder, IsADirectoryError when the path is a folder.
    """
    path = Path(path)
    data = content.encode() if isinstance(content, str) else content
    with _told(path):
        _check_place(path)
        file = path.resolve()  # a link stays one
        partial = file.with_name(f".{secrets.token_hex(8)}.part")
        try:
            partial.write_bytes(data)
            os.replace(partial, file)
        finally:
            with suppress(OSError):
                partial.unlink(missing_ok=True)
    return path


def _check_place(path: Path) -> None:
    if path.is_dir():
        what = f"{str(path)!r} is a folder. Give the name of a file in it too."
        raise _error(IsADirectoryError, "it is a folder", what)
    if not path.parent.is_dir():
        what = f"There is no folder {str(path.parent)!r}. Make it first, or give another path."
        raise _error(FileNotFoundError, "there is no such folder", what)
    if path.exists() and not path.is_file():
        what = f"{str(path)!r} is a device or a pipe, not a file. Give another path."
        raise _error(FileExistsError, "it is no file", what)
    if path.exists() and not os.access(path, os.W_OK):
        what = f"{str(path)!r} is protected against writing. Give another path."
        raise _error(PermissionError, "it is protected against writing", what)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """While this is open, an error of the system is told as a sentence that says what to do."""
    try:
        yield
    except OSError as error:
        if not error.errno:  # it is such a sentence
            raise
        why, folder = error.strerror or str(error), str(path.parent.absolute())
        advice = ADVICE.get(error.errno, "Give another path.")
        what = f"{path.name!r} cannot be written in the folder {folder!r} ({why}). {advice}"
        raise _error(type(error), why, what) from error


def missing(path: Path) -> OSError:
    """What to raise where there is no file to read."""
    why = f"There is no file {str(path)!r}. Give the path of one that was saved."
    return _error(FileNotFoundError, os.strerror(errno.ENOENT), why)


def _error(kind: type[OSError], why: str, what: str) -> OSError:
    """An error whose text is a sentence, with the reason alone as `strerror`."""
    error = kind(what)
    error.strerror = why
    return error
