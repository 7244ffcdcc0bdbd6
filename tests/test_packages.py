"""Games of installed packages, found by their entry points."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from handkit import games, registry
from handkit.__main__ import main
from handkit.table import Table
from houses import HOUSES


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Installs packages, each a module of some code; all is forgotten afterwards."""
    offers: list[EntryPoint] = []
    monkeypatch.syspath_prepend(tmp_path)
    before = set(sys.modules)

    def install(game: str, code: str, kind: str) -> None:
        module = f"package_of_{game}_{len(offers)}"
        (tmp_path / f"{module}.py").write_text(code, encoding="utf-8")
        offers.append(EntryPoint(name=game, value=f"{module}:{kind}", group="handkit.games"))

    monkeypatch.setattr(registry, "_offers", lambda: offers)
    with registry.apart():
        yield install
    for name in set(sys.modules) - before:
        if name.startswith("package_of_"):
            del sys.modules[name]


def test_a_game_is_loaded_when_its_name_is_asked_for(packages: Callable[..., None]) -> None:
    packages("eights", HOUSES["eights"], "Eights")
    assert "eights" in games.names() and "eights" not in [game.name for game in games.loaded()]
    assert games.find("Eights").title == "Eights"
    assert "eights" in [game.name for game in games.loaded()] and Table("eights").scene["hand"]


@pytest.mark.parametrize(
    ("game", "code", "kind", "said"),
    [
        ("broken", "1 / 0", "Broken", "cannot be loaded. ZeroDivisionError: division by zero"),
        ("broken", "", "Broken", "cannot be loaded. AttributeError"),
        ("broken", HOUSES["eights"], "Eights", "as its game 'broken', and no game of that name is there"),
        ("broken", "Broken = 5", "Broken", "as its game 'broken', and no game of that name is there"),
        ("broken", "class Broken: name = 'Not One'", "Broken", "cannot be loaded. ValueError: 'Not One'"),
    ],
)
def test_one_that_cannot_be_loaded_is_named_and_breaks_no_other(
    packages: Callable[..., None],
    game: str,
    code: str,
    kind: str,
    said: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    packages(game, code, kind)
    with pytest.raises(games.PackageError, match="package_of_broken_0") as told:
        games.find(game)
    assert said in str(told.value)
    with pytest.raises(SystemExit, match="2"):
        main(["rules", game])
    assert said in " ".join(capsys.readouterr().err.split())
    with pytest.raises(SystemExit, match="0"):
        main(["play", "--help"])
    help = capsys.readouterr().out
    assert "options of president:" in help and "package_of_broken_0" in help
    assert main(["rules", "president", "P2.3"]) == 0


def test_two_of_one_name(packages: Callable[..., None]) -> None:
    for _ in range(2):
        packages("eights", HOUSES["eights"], "Eights")
    with pytest.raises(games.PackageError, match="packages package_of_eights_0 and package_of_eights_1"):
        games.find("eights")
    assert games.names().count("eights") == 1
