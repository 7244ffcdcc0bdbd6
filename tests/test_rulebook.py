"""The rulebooks as data, and the check that every rule is taught, enforced and proved."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from handkit import games, rulebook
from handkit.rulebook import KINDS, coverage, parse

ROOT = Path(__file__).parent.parent
GOOD = "# Toy\n\nA toy.\n\n## T1 Setup\n\n### T1.1 Players\ngiven · meaning\n\nTwo.\n"


def headings(game: str) -> list[str]:
    """The rules of a book, as its file has them."""
    book = ROOT / "handkit/rulebooks" / f"{game}.md"
    return re.findall(r"^### (\S+)", book.read_text(encoding="utf-8"), re.MULTILINE)


def test_a_rulebook_reads_as_data() -> None:
    rule = rulebook("president")["P2.4"]
    assert (rule.title, rule.source, rule.kinds) == ("Passing", "both", ("enforced", "announced"))
    assert [part.kind for part in rule.parts] == ["given", "ruling"]
    assert rulebook("president")["P4.5"].options == ("revolution",)
    assert list(rulebook("president")) == headings("president")


def test_a_rule_shows_whether_it_is_given() -> None:
    shown = rulebook("president").show("P2.7", "P2.3")
    assert "our ruling" in shown._repr_markdown_()
    assert "P2.3 Strictly stronger (given)" in repr(shown)
    part = [id for id in headings("president") if id.startswith("P2.")]
    assert [rule.id for rule in rulebook("president").show("P2").rules] == part


@pytest.mark.parametrize(
    ("game", "id", "brief"),
    [
        ("president", "P2.1", "A combination is 1 to 4 cards of one rank. There are no sequences."),
        (
            "president",
            "P2.5",
            "A pass holds until the trick ends, however often the table changes meanwhile.",
        ),
        ("president", "P3.5", 'A trick needs a pass from each other active player, as P2.6 says "all".'),
        ("hang-in", "H1.3", "A hand is one card more than there are players."),
        ("reserves", "R1.2", "Shuffle, and discard the top card: 51 remain; nobody sees the discarded card."),
    ],
)
def test_a_rule_is_cited_in_short(game: str, id: str, brief: str) -> None:
    assert rulebook(game)[id].brief == brief


def test_what_is_cited_of_any_rule_is_whole_sentences() -> None:
    for rule in (rule for game in games.names() for rule in rulebook(game).values()):
        assert rule.brief[0].isupper() or rule.brief[0].isdigit()
        assert rule.brief.rstrip('")')[-1] in ".!?" and not {"*", "`"} & set(rule.brief)
        assert len(rule.brief) < 350


def test_unknown_rules_and_books_say_what_there_is() -> None:
    with pytest.raises(KeyError, match=r"P1\.1 to P7\.5"):
        rulebook("president")["P9.1"]
    with pytest.raises(ValueError, match="president"):
        rulebook("whist")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (GOOD.replace("given", "rumoured"), "needs a source"),
        (GOOD.replace("meaning", "mystery"), "needs a source"),
        (GOOD.replace("given", "ruling").replace("Two.", "*Example:* two."), "its paragraphs are"),
        (GOOD.replace("T1.1", "T2.1"), "wrong section"),
        (GOOD + GOOD.partition("## ")[2].partition("\n\n")[2].join(["\n", ""]), "stands twice"),
    ],
)
def test_a_rulebook_with_a_fault_says_where(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        parse(text)


def test_every_option_of_the_game_has_its_rule() -> None:
    from handkit import games

    for name in games.names():
        found = {option: rule.id for rule in rulebook(name).values() for option in rule.options}
        assert found == {option: about.rule for option, about in games.find(name).options().items()}


def test_kinds_and_ids_are_regular() -> None:
    for id, rule in rulebook("president").items():
        assert re.fullmatch(r"P\d\.\d", id) and set(rule.kinds) <= set(KINDS)


@pytest.mark.parametrize("game", games.names())
def test_every_rule_is_taught_enforced_and_proved(game: str) -> None:
    assert coverage(game, ROOT) == {}


def test_a_gap_is_found(tmp_path: Path) -> None:
    for folder in ("tests", "notebooks", "handkit/games"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "handkit/games/president.py").write_text('def f(self):\n    self.refuse("P2.3", "x")\n')
    (tmp_path / "tests/test_toy.py").write_text('@pytest.mark.rule("P2.3")\ndef test() -> None: ...\n')
    (tmp_path / "notebooks/01-president.py").write_text('# %%\nrules.show("P2.3", "P9.8")\n')
    gaps = coverage("president", tmp_path)
    assert gaps["P2.3"] == ["event"]
    assert gaps["P2.2"] == ["code", "test", "notebook", "refusal"]
    assert gaps["P9.8"] == ["rule: the rulebook has none with this id"]
