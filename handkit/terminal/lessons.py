"""The lessons: notebooks that come with the package, to be copied to where somebody works in them."""

from __future__ import annotations

import os
from pathlib import Path

from handkit import files
from handkit.arguments import checked

FIRST = "00-start-here.ipynb"
KINDS = (".ipynb", ".md", ".png")  # lessons, the teacher's guide, and the pictures in them
PACKAGE = Path(__file__).parent.parent


def source() -> Path:
    """The folder of the lessons: in an installed package, else in the project's folder."""
    inside = PACKAGE / "notebooks"
    return inside if inside.is_dir() else PACKAGE.parent / "notebooks"


@checked
def write(folder: str | Path) -> list[Path]:
    """Copy the lessons into a folder, which is made if need be; returns the files that were not there yet.

    Files that are there already as they are here stay. Raises FileExistsError, before anything is written,
    for those that are there and differ, and OSError, which says what to do, for a folder that cannot be
    written.
    """
    if not str(folder).strip():
        raise FileNotFoundError("The folder has no name: name one, as in lessons my-lessons.")
    folder = Path(folder)
    lessons = {path.name: path.read_bytes() for path in sorted(source().iterdir()) if path.suffix in KINDS}
    there = [name for name in lessons if os.path.lexists(folder / name)]
    if changed := [name for name in there if not _holds(folder / name, lessons[name])]:
        raise FileExistsError(
            f"In {str(folder)!r} these are there already and differ: {', '.join(changed)}. They are left as "
            "they are, as somebody may have worked in them: name another folder."
        )
    if folder.exists() and not folder.is_dir():
        raise FileExistsError(f"{str(folder)!r} is a file: name a folder.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise type(error)(f"The folder {str(folder)!r} cannot be made ({error.strerror}).") from error
    return [files.write_whole(folder / name, lessons[name]) for name in lessons if name not in there]


def _holds(path: Path, content: bytes) -> bool:
    """Whether there is a file with this content; a folder of that name, or a link to nothing, is none."""
    return path.is_file() and path.read_bytes() == content
