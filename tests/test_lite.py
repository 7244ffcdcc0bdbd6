"""The parts of which `make lite` makes a site; the site itself is tried by `make lite-test`."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
import zipfile
from pathlib import Path

import pytest

from pages.lite import build

ROOT = Path(__file__).parent.parent


def wheel(folder: Path, name: str = "Card_Pack-1.2-py3-none-any.whl") -> Path:
    path = folder / name
    with zipfile.ZipFile(path, "w") as files:
        files.writestr("card_pack/__init__.py", "")
        files.writestr("card_pack/deck.py", "SUITS = 4\n")
        files.writestr("single.py", "")
        files.writestr("Card_Pack-1.2.dist-info/METADATA", "Name: Card.Pack\nVersion: 1.2\n\nNo: header\n")
    return path


def test_the_lock_file_says_what_is_there_and_keeps_for_which_pyodide(tmp_path: Path) -> None:
    path = wheel(tmp_path)
    (tmp_path / "pyodide-lock.json").write_text('{"info": {"python": "3.14.2"}, "packages": {"numpy": {}}}')
    assert build.write_lock(tmp_path) == ["card-pack"]
    lock = json.loads((tmp_path / "pyodide-lock.json").read_text())
    assert lock["info"] == {"python": "3.14.2"} and list(lock["packages"]) == ["card-pack"]
    entry = lock["packages"]["card-pack"]
    assert (entry["version"], entry["file_name"]) == ("1.2", path.name)
    assert entry["imports"] == ["card_pack", "single"] and entry["depends"] == []
    assert entry["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()


def test_a_wheel_with_compiled_parts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"^fast-1-cp314-cp314-linux\.whl has compiled parts"):
        build.lock_entry(tmp_path / "fast-1-cp314-cp314-linux.whl")


def test_what_is_compiled_lies_where_python_looks_for_it(tmp_path: Path) -> None:
    path, library = wheel(tmp_path), tmp_path / "python_stdlib.zip"
    with zipfile.ZipFile(library, "w") as files:
        files.writestr("json/decoder.py", "")
        files.writestr("bisect.py", "")
    modules = {"card_pack/deck.py": b"deck", "single.py": b"single", "json/decoder.py": b"decoder"}
    for archive in (path, library):
        before = set(zipfile.ZipFile(archive).namelist())
        build.put_compiled(archive, modules)
        with zipfile.ZipFile(archive) as files:
            new = {name: files.read(name) for name in files.namelist() if name not in before}
        if archive == library:
            assert new == {"json/decoder.pyc": b"decoder"}
        else:
            assert new == {
                "card_pack/__pycache__/deck.cpython-314.pyc": b"deck",
                "__pycache__/single.cpython-314.pyc": b"single",
            }


def test_python_is_looked_for_on_the_site_alone() -> None:
    configured = build.configuration("python/abc", ["handkit", "anywidget"])
    (kernel,) = configured["jupyter-config-data"]["litePluginSettings"].values()
    assert kernel["disablePyPIFallback"] is True
    assert kernel["pyodideUrl"] == "./python/abc/pyodide.mjs"
    assert kernel["loadPyodideOptions"]["lockFileURL"] == "./python/abc/pyodide-lock.json"
    assert kernel["loadPyodideOptions"]["packages"] == ["anywidget", "handkit"]
    assert "://" not in json.dumps(configured)


def test_packages_are_pinned_and_hold_what_handkit_needs() -> None:
    lines = (ROOT / "pages" / "lite" / "packages.txt").read_text(encoding="utf-8").splitlines()
    pinned = [line for line in lines if not line.startswith("#")]
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[0-9.]+", line) for line in pinned)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needs = {re.split("[<>=]", need)[0] for need in project["dependencies"]}
    assert needs <= {line.split("==")[0] for line in pinned}


def test_the_first_page_opens_each_lesson_and_asks_nobody_else(tmp_path: Path) -> None:
    lab = tmp_path / "lab" / "index.html"
    lab.parent.mkdir()
    lab.write_text("<title>JupyterLite</title><body></body>")
    build.add_pages(tmp_path)
    assert lab.read_text().count("../waiting.js") == 1 and (tmp_path / "waiting.js").exists()
    first, guide = ((tmp_path / name).read_text(encoding="utf-8") for name in ("index.html", "guide.html"))
    lessons = {path.name for path in (ROOT / "notebooks").glob("*.ipynb")}
    for page in (first, guide):
        assert set(re.findall(r'href="lab/index\.html\?path=([^"#]+)', page)) == lessons
        assert not re.search(r'(src|href)="(https?:)?//', page)
    assert "jupyter-config-data" in first and "45 minutes" in guide
