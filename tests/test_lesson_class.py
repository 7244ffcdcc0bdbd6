"""For the class: codes, files to hand in, and their judge on the teacher's machine."""

from __future__ import annotations

import csv
import gzip
import json
import os
import re
import sys
import unicodedata
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from classes import ASKED, CODE, hand_ins
from handkit import HangIn, Match, President
from handkit.__main__ import main
from handkit.lesson import Question, asks, class_code, drill, hand_in, predict, progress, seed
from handkit.lesson.alike import SHARED, compare
from handkit.lesson.asks import Problem
from handkit.lesson.classroom import HandedIn, _slug
from handkit.lesson.diagnosis import Belief, Evidence
from handkit.lesson.generators import make, practice
from handkit.lesson.handins import FORM, LARGEST, Given, HandInError, Judged, judge, read
from handkit.lesson.memory import checksum
from handkit.lesson.pupils import pupils
from handkit.lesson.session import NOW
from handkit.lesson.verify import COLUMNS, spreadsheet, with_progress
from handkit.lesson.written import question_of, written
from handkit.table import Table

PAIRS = President.position(["7C 7H 9C 9D", "3C 4C", "3D 5C", "4D 5D"], trick="8H 8S", played_by=3)


@pytest.fixture(autouse=True)
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of its own."""
    monkeypatch.chdir(tmp_path)


def a_session(right: bool = True) -> None:
    """Some answers, right or wrong, and a match at a table."""
    run = drill("president", "legal", n=2, seed="monday", rules=["P2.3"])
    for _ in range(2):
        run.answer(("yes" in run.solution.right) is right).next()
    predict(PAIRS, asks.which_moves("7C 7H", "9C 9D")).answer("9C 9D")
    predict(PAIRS, asks.yes_no("Turned?", lambda state: state.turned)).answer(False)
    table = Table(President(), seed=seed("first game"), bots=dict.fromkeys((1, 2, 3), "easy"))
    table.play(table.view.moves()[0])


def changed(
    path: Path, change: Callable[[Any], object], name: str = "changed.json", sign: bool = True
) -> Path:
    """A file with something changed in it, its checksum made to fit."""
    data = json.loads(path.read_text())
    change(data)
    if sign:
        said = {key: value for key, value in data.items() if key not in (FORM, "checksum")}
        data["checksum"] = checksum(said)
    other = path.with_name(name)
    other.write_text(json.dumps(data))
    return other


# ── the code ──


def test_a_code_gives_all_the_same_and_each_a_variant() -> None:
    def first() -> Any:
        return drill("president", n=1, rules=["P2.3"]).problem.state

    own = first()
    assert "7B-monday" in repr(class_code("7B-monday"))
    of_class = first()
    assert of_class != own and first() == of_class and seed("a") == "7B-monday|a"
    class_code("7B-monday", learner="ada")
    of_ada = first()
    assert of_ada not in (own, of_class) and seed("a") == "7B-monday|ada|a"
    class_code("7B-monday", learner="bo")
    assert first() != of_ada
    assert "Class 7B-monday: questions and deals are a variant for bo" in repr(class_code(None)), "it is kept"
    assert "No class code" in repr(class_code(""))
    assert first() == own and seed("a") == "a"


@pytest.mark.parametrize("code", ["a|b", "x" * 41, "a\nb", 7, 0, False, []])
def test_what_is_no_code_is_refused(code: Any) -> None:
    with pytest.raises(ValueError, match=r"class code|character"):
        class_code(code)
    assert NOW.code == ""


# ── handing in ──


def test_a_file_to_hand_in_and_its_judge() -> None:
    class_code("7B-monday", learner="ada")
    a_session()
    handed = hand_in("Ada Ä/../..\\x")
    assert re.fullmatch(r"hand-in-ada_äx-[0-9a-f]{6}\.json", str(handed.path)) and handed.path.exists()
    assert (handed.answers, handed.matches) == (4, 1)
    data = read(handed.path)
    assert [answer["right"] for answer in data["answers"]] == [True] * 4
    assert not [key for key in ("time", "clock", ":") if key in data["date"]]
    judged = judge(handed.path, "7B-monday")
    assert judged.amiss == [] and (judged.asked, judged.right) == (3, 3)
    assert judged.left == {"answers to questions of the notebook's own, which only it can judge": 1}
    assert judged.matches == ["President, 4 moves, not finished"] or len(judged.matches) == 1
    assert set(judged.tallies) == {("president", "P2.3")}


NAMED = {
    "Ada": "ada", "Søren": "søren", "Sren": "sren", "名前": "名前", "Ольга": "ольга", "מרים": "מרים",
    "अदिति": "अदिति", "Anne-Marie": "anne-marie", "Anne Marie": "anne_marie", "O'Brien": "o'brien",
    "Zo\u0308e": "zöe", "3 B": "3_b", "con": "con", "NUL": "nul",
}  # fmt: skip


@pytest.mark.parametrize("name", NAMED)
def test_a_file_has_its_learners_name_in_any_script(name: str) -> None:
    path = hand_in(name).path
    assert path == Path(f"hand-in-{NAMED[name]}.json") and path.exists()
    assert read(path)["name"] == name and judge(path).amiss == []


FORBIDDEN = (
    "A/B",
    "A\\B",
    "A:B",
    "A*B",
    "A?B",
    'A"B',
    "A<B",
    "A>B",
    "A|B",
    "A.B",
    "A\x00B",
    "A\u200dB",
    "AB",
    "A_B",
)


def test_names_that_differ_in_forbidden_signs_alone_stay_apart() -> None:
    names = [
        *FORBIDDEN,
        "😀",
        "😎",
        "...",
        "名前😀",
        "x" * 40,
        "😀" * 40,
        "İ" * 40,
        "\ufb2c" * 40,
        "\U00020000" * 40,
    ]
    slugs = {name: _slug(name) for name in [*names, *NAMED]}
    assert len(set(slugs.values())) == len(slugs)
    for slug in slugs.values():
        assert not re.search(r'[\x00-\x1f/\\\\:*?"<>|.\s]', slug), "no system forbids it"
        assert len(f"hand-in-{slug}-100.json.gz".encode()) < 255 and slug == unicodedata.normalize(
            "NFC", slug
        )


@settings(max_examples=200, derandomize=True, deadline=None, database=None)
@given(st.lists(st.text(min_size=1, max_size=40), min_size=2, max_size=6, unique=True))
def test_different_names_give_different_files(names: list[str]) -> None:
    plain = {unicodedata.normalize("NFC", " ".join(name.split()).lower()) for name in names}
    slugs = {_slug(" ".join(name.split())) for name in names}
    assert len(slugs) == len(plain)


def test_a_name_is_asked_for() -> None:
    for wrong in ("", "  ", None, 5, hand_in, ["Mia"]):
        with pytest.raises(ValueError, match=r'needs your name, in quotes: hand_in\("Mia"\)'):
            hand_in(wrong)
    with pytest.raises(ValueError, match="in quotes"):
        hand_in()
    with pytest.raises(TypeError, match=r"matches is <Match.*, and should be a list"):
        hand_in("Mia", matches=Match(President(), seed=1))  # type: ignore[arg-type]
    assert not list(Path().glob("*.json"))


def test_wrong_answers_are_wrong() -> None:
    a_session(right=False)
    judged = judge(hand_in("Bo").path)
    assert judged.amiss == [] and (judged.asked, judged.right) == (3, 1)


def test_a_session_writes_over_its_own_file_and_no_other() -> None:
    a_session()
    first = hand_in("Ada").path
    assert hand_in("Ada").path == first
    NOW.__init__()  # type: ignore[misc]
    assert hand_in("Ada").path == Path("hand-in-ada-2.json")
    assert len(list(Path().glob("*.json"))) == 2


def test_a_large_file_is_packed() -> None:
    match = Match(HangIn(), "long", bots=dict.fromkeys(range(4), "easy"))
    match.finish()
    NOW.answers += [{"filler": "x" * 1000}] * 250
    handed = hand_in("Ada", matches=[match])
    assert handed.path.name == "hand-in-ada.json.gz" and handed.path.stat().st_size < 100_000
    assert read(handed.path)["matches"][0]["game"] == "hang-in"
    with pytest.raises(ValueError, match="name"):
        hand_in("  ")


def test_what_does_not_fit_together_is_told() -> None:
    class_code("7B-monday")
    a_session(right=False)
    path = hand_in("Ada").path

    def amiss(change: Callable[[Any], object], sign: bool = True) -> str:
        return " / ".join(judge(changed(path, change, sign=sign), "7B-monday").amiss)

    assert amiss(lambda data: None) == ""
    assert "checksum" in amiss(lambda data: data.update(name="Bo"), sign=False)
    told = amiss(lambda data: data["answers"][0].update(right=True))
    assert "is wrong, and the file says otherwise" in told
    assert "class code is '8A'" in amiss(lambda data: data.update(code="8A"))
    other_seed = amiss(lambda data: data["answers"][0]["origin"].update(seed="easy"))
    assert "question 1 (P2.3) does not follow the class code" in other_seed
    moves = "lines"
    refused = amiss(lambda data: data["matches"][0][moves]["main"].insert(1, [0, "pass"]))
    assert "match 1 does not replay (RecordError)" in refused
    deal = amiss(lambda data: data["matches"][0].update(seed="another"))
    assert "its deals do not follow its seed" in deal
    no_such = amiss(lambda data: data["answers"][0]["origin"].update(rule="P9.9"))
    assert "answer 1 cannot be judged (ValueError)" in no_such


def test_what_was_written_is_counted() -> None:
    assert "1 answer, 2 matches and 0 exercises" in repr(HandedIn(Path("hand-in-ada.json"), 1, 2, 0))


def test_copies_are_told() -> None:
    a_session()
    path = hand_in("Ada").path
    copy = changed(path, lambda data: data.update(name="Bo"), "copy.json")
    alike = changed(path, lambda data: data.update(name="Cy", session="else"), "alike.json")
    files = [judge(one) for one in (path, copy, alike)]
    told, names = compare(files), "hand-in-ada.json, copy.json, alike.json"
    assert told == [
        "group 1, 2 files of the same session, so copied or handed in twice: hand-in-ada.json, copy.json",
        f"group 2, 3 files with just the same answers, which may be chance: {names}",
    ]
    copied = "one of 2 files of the same session, so copied or handed in twice: group 1"
    assert [one.amiss for one in files] == [[copied], [copied], []]
    assert files[2].notes == ["one of 3 files with just the same answers, which may be chance: group 2"]
    for one in files:  # as many mistakes in common are no chance
        one.mistakes = SHARED
    compare(files)
    assert files[2].amiss == ["one of 3 files with just the same answers: group 2"]


def test_who_lacks_the_same_rules_is_not_taken_for_a_copy() -> None:
    """What comes of one missing rule is one mistake, however many answers are wrong."""
    wrong = Evidence("P2.3", {Belief("P2.5"): frozenset([frozenset(["a"])])}, frozenset("a"), False)
    slip = Evidence("P2.6", {}, frozenset("b"), False)
    one = Judged(Path("a.json"), given=[Given(f"{n}", "president", wrong, "first") for n in range(5)])
    assert one.not_known == {"president": ["P2.5"]} and one.mistakes == 1
    other = Judged(Path("b.json"), given=[*one.given, Given("x", "president", slip, "first")])
    assert other.mistakes == 2


def test_a_copy_less_one_answer_is_told() -> None:
    """Or with one that is otherwise; of right answers alone nothing is told."""
    for right, told in ((False, True), (True, False)):
        NOW.__init__()  # type: ignore[misc]
        run = drill("president", n=8, seed="monday", rules=["P2.3", "P2.5"], form="which")
        for number in range(8):
            said = sorted(run.solution.right)
            run.answer(
                said if right or number % 2 else [c.key for c in run.solution.choices if c.key not in said]
            )
            run.next()
        path = hand_in("Ada").path
        less = changed(path, lambda data: data.update(session="b", answers=data["answers"][1:]), "less.json")

        def otherwise(data: Any) -> None:
            data.update(session="c")
            data["answers"][2].update(said=[], right=False)

        files = [judge(one) for one in (path, less, changed(path, otherwise, "other.json"))]
        assert all(len(one.given) >= 7 and one.asked - one.right >= 3 for one in files) or right
        near = [line for line in compare(files) if "all but one" in line]
        assert bool(near) is told, near
        if told:
            named = {name for line in near for name in line.split(": ")[1].split(", ")}
            assert named == {"hand-in-ada.json", "less.json", "other.json"}
            assert all(one.amiss or one.notes for one in files)


def test_which_rules_somebody_does_not_know_is_told() -> None:
    """What one missing rule explains is not laid to the charge of the rules of the questions."""
    game = President()
    (pupil,) = pupils(game, "P2.5")
    said_wrong = 0
    for number, rule in enumerate(("P2.5", "P2.5", "P2.6", "P2.8", "P2.3", "P3.3", "P2.5")):
        problem = practice(game, rule, f"told {number}")
        said = pupil.answer(problem) or problem.solution.right
        said_wrong += not problem.judge(tuple(said))
        NOW.answers.append(written(problem, sorted(said), problem.judge(tuple(said))))
    judged = judge(hand_in("Ada").path)
    assert said_wrong >= 3 and judged.not_known == {"president": ["P2.5"]} and "P2.5" not in str(judged.known)
    assert "seems not to know P2.5" in str(judged)
    rows = list(csv.DictReader(spreadsheet([judged]).splitlines()))
    assert {row["rule"]: row["not known"] for row in rows if row["not known"]} == {"P2.5": "yes", "": "P2.5"}


def a_class(folder: Path) -> None:
    """Three pupils of one class, one of whom does not know a rule and one of whom only looked."""
    folder.mkdir()
    problems = [
        practice(President(), rule, f"told {n}") for n, rule in enumerate(("P2.5", "P2.5", "P2.5", "P2.3"))
    ]
    (pupil,) = pupils(President(), "P2.5")
    for name in ("Ada", "<b>Bo", "Cy"):
        NOW.__init__()  # type: ignore[misc]
        for problem in problems:
            said = pupil.answer(problem) if name == "Ada" else problem.solution.right
            said = said or problem.solution.right
            shown = name == "Cy"
            right = problem.judge(tuple(said)) and not shown
            NOW.answers.append(
                written(problem, [] if shown else sorted(said), right, "shown" if shown else "first")
            )
        hand_in(name, folder=folder)
    (folder / "cut.json").write_text("{")


def test_a_page_tells_what_a_class_knows(capsys: pytest.CaptureFixture[str]) -> None:
    a_class(Path("class"))
    assert main(["verify", "class", "--page", "class.html"]) == 1
    assert "The page of the class is in class.html." in capsys.readouterr().out
    told = Path("class.html").read_text("utf-8")
    assert "1 of 2 answer as if they did not know P2.5" in told and "who passed" in told
    assert told.index(">P2.5</span><h3>A pass is final") < told.index("pupil by pupil")
    assert "&lt;b&gt;Bo" in told and "<b>Bo" not in told and "cut.json" in told and "4 shown" in told
    assert not re.search(r"<script|https?://|@import|url\((?!data:)", told.split("<main>")[0]), "no network"
    assert not re.search(r'(src|href)="(?!data:)', told)
    assert main(["verify", "class", "--page", "class.html"]) == 1, "over an earlier one"
    Path("own.html").write_text("<p>mine")
    assert main(["verify", "class", "--page", "own.html"]) == 2 and Path("own.html").read_text() == "<p>mine"
    assert main(["verify", "class", "--page", "class.json"]) == 2


def test_grades_have_one_line_a_pupil() -> None:
    a_class(Path("class"))
    NOW.__init__()  # type: ignore[misc]
    a_session()
    hand_in("ADA", folder="class")  # a second session of one pupil's
    assert main(["verify", "class", "--grades", "grades.csv"]) == 1
    rows = {
        row["learner"]: row for row in csv.DictReader(Path("grades.csv").read_text("utf-8-sig").splitlines())
    }
    assert sorted(name.lower() for name in rows) == ["<b>bo", "ada", "cy"]
    assert rows["Cy"] | {"grade": "", "asked": "0", "shown": "4"} == rows["Cy"]
    assert (rows["<b>Bo"]["grade"], rows["<b>Bo"]["known"]) == ("100", "P2.5")
    ada = next(row for name, row in rows.items() if name.lower() == "ada")
    assert ada["asked"] == "7" and "P2.5" in ada["not known"]


def test_a_file_that_cannot_be_judged_stands_in_the_table_too(tmp_path: Path) -> None:
    a_session()
    good = hand_in("Ada").path
    (tmp_path / "cut.json").write_text(good.read_text()[:300])
    (tmp_path / "other.json").write_text('{"grades": [1, 2]}')
    out = tmp_path / "class.csv"
    files = [str(good), str(tmp_path / "cut.json"), str(tmp_path / "other.json")]
    assert main(["verify", *files, "--csv", str(out)]) == 1
    assert out.read_bytes().startswith(b"\xef\xbb\xbf"), "a spreadsheet reads it as UTF-8"
    rows = list(csv.DictReader(out.read_text("utf-8-sig").splitlines()))
    amiss = {row["file"]: row["to check"] for row in rows if row["kind"] == "all"}
    assert amiss["cut.json"] == "This is no JSON, or was cut off on its way: ask for the file again."
    assert amiss["other.json"] == "This is neither a record of a match nor a file that was handed in."


# ── files of strangers ──


def hostile() -> dict[str, Any]:
    good: dict[str, Any] = {
        "version": "0", "session": "s", "name": "=cmd|' /C calc'!A0", "code": "", "learner": "", "date": "",
        "answers": [], "matches": [], "exercises": [],
    }  # fmt: skip

    def signed(**more: Any) -> str:
        data = {**good, **more}
        return json.dumps(data | {FORM: 1, "checksum": checksum(data)})

    answer = {"game": "president", "options": {}, "reader": 0, "origin": None, "position": None, "ask": None,
              "kind": "legal", "rule": "P2.3", "said": ["yes"], "right": True}  # fmt: skip
    deep: Any = []
    for _ in range(500):
        deep = [deep]
    odd = [
        None, 7, "x", [], {}, deep, {**answer, "said": "yes"}, {**answer, "right": 1},
        {**answer, "game": "../../etc", "position": {}},
        {**answer, "options": {"rounds": -1}, "position": {}},
        {**answer, "position": {"phase": "play"}, "ask": {"kind": "own"}},
        {**answer, "origin": {"rule": "P2.3", "seed": 5, "form": ""}},
        {**answer, "origin": {"rule": "P2.3", "seed": "a", "form": "__class__"}},
    ]  # fmt: skip
    return {
        "odd answers": signed(answers=odd), "odd matches": signed(matches=[None, {}, deep, {"handkit": 1}]),
        "odd exercises": signed(exercises=[None, {"solved": "yes"}]), "cut off": signed()[:-20],
        "a list": "[]", "deep": "[" * 200_000, "wrong type": signed(answers={}), "no text": signed(name=5),
        "long": signed(name="x" * 5000), "huge": "x" * (LARGEST + 1), "binary": b"\x00\xff",
        "bomb": gzip.compress(b" " * (3 * LARGEST)), "not packed": b"\x1f\x8bnonsense",
        "half packed": gzip.compress(signed().encode())[:-30],
    }  # fmt: skip


@pytest.mark.parametrize("what", hostile())
def test_hostile_files_are_survived(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    content = hostile()[what]
    raw = content if isinstance(content, bytes) else content.encode()
    folder = Path("class")
    folder.mkdir()
    (folder / ("a.json.gz" if raw.startswith(b"\x1f\x8b") else "a.json")).write_bytes(raw)
    code = main(["verify", "class"])
    told = capsys.readouterr().out
    assert len(told.splitlines()) == 1 and told.startswith("class/a.json")
    assert code == (0 if what == "odd exercises" else 1)
    assert ("FAILED" in told or "CHECK" in told) == bool(code)


def test_many_questions_that_no_seed_makes_end_the_judging() -> None:
    a_session()
    path = changed(
        hand_in("Ada").path,
        lambda data: data.update(answers=[dict(data["answers"][0], options={"rounds": 0})] * 50),
    )
    judged = judge(path)
    assert len(judged.amiss) == 5 and judged.left.total() == 45


def test_links_in_a_folder_are_not_followed(capsys: pytest.CaptureFixture[str]) -> None:
    a_session()
    path = hand_in("Ada").path.resolve()
    Path("class").mkdir()
    Path("class/link.json").symlink_to(path)
    assert main(["verify", "class"]) == 1
    assert "not followed" in capsys.readouterr().out


# ── on the command line ──


def test_what_a_system_keeps_for_itself_is_passed_over_and_said_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """As a zip of a Mac leaves it, with what Jupyter keeps."""
    a_session()
    for folder in ("class", "class/__MACOSX", "class/.ipynb_checkpoints"):
        Path(folder).mkdir()
    hand_in("Ada", folder="class")
    for name in ("._hand-in-ada.json", "__MACOSX/._hand-in-ada.json", "__MACOSX/bo.json", ".DS_Store"):
        Path("class", name).write_bytes(b"\x00\x05\x16\x07")
    Path("class/.ipynb_checkpoints/hand-in-ada-checkpoint.json").write_text("{}")
    assert main(["verify", "class", "--csv", "table.csv"]) == 0
    handed, passed, _ = capsys.readouterr().out.splitlines()
    assert handed.startswith("class/hand-in-ada.json: Ada")
    assert passed.startswith("Passed over, as a system keeps them for itself: '.DS_Store', '._hand-in")
    assert len(Path("table.csv").read_text().splitlines()) == 3
    assert main(["verify", "class/__MACOSX"]) == 1, "what is named is looked at"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_what_is_no_plain_file_is_never_opened(capsys: pytest.CaptureFixture[str]) -> None:
    Path("class").mkdir()
    os.mkfifo("class/x.json")
    assert main(["verify", "class"]) == 0
    assert capsys.readouterr().out == "class/x.json: passed over, as it is no plain file.\n"
    assert main(["verify", "class/x.json"]) == 1
    assert "FAILED: This is not a file." in capsys.readouterr().out


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_mark_of_byte_order_is_read(encoding: str, capsys: pytest.CaptureFixture[str]) -> None:
    a_session()
    Path("class").mkdir()
    Match(President(), "a record").save("class/record.json")
    for path in (hand_in("Ada", folder="class").path, Path("class/record.json")):
        path.write_text(path.read_text("utf-8"), encoding)
    assert main(["verify", "class"]) == 0
    assert "3 of 3 answers right" in capsys.readouterr().out
    assert Match.load("class/record.json").game == President()
    progress(keep=True).save("mine.json")
    Path("mine.json").write_text(Path("mine.json").read_text(), encoding)
    assert "0 answers were new" in repr(progress(restore="mine.json"))


def test_a_whole_class_is_judged_in_linear_time(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A question of all is made once, and a group of equal answers is named once."""
    made: list[object] = []

    def note(answer: Any) -> Problem:
        made.append(answer)
        return question_of(answer)

    monkeypatch.setattr("handkit.lesson.handins.question_of", note)
    Path("class").mkdir()
    hand_ins(Path("class"), 60, alike=30)
    assert main(["verify", "class", "--class", CODE]) == 1
    out, err = capsys.readouterr()
    assert len(made) == len(ASKED)
    lines = [line for line in out.splitlines() if not line.startswith("group ")]
    groups = [line for line in out.splitlines() if line.startswith("group ")]
    assert len(lines) == 60 and sum(map(len, lines)) < 60 * 300
    assert sum("one of 30 files with just the same answers: group 2" in line for line in lines) == 30
    assert groups[1].startswith("group 2, 30 files with just the same answers: hand-in-pupil-30.json, ")
    assert ["may be chance" in group for group in groups] == [True, False, *[True] * (len(groups) - 2)]
    assert "60" in err, "it is told how far it is"


def test_without_a_bar_lines_tell_how_far_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "tqdm", None)
    monkeypatch.setattr("handkit.lesson.verify.PAUSE", 0)
    paths = [Path(str(number)) for number in range(30)]
    assert list(with_progress(paths)) == paths
    assert capsys.readouterr().err.splitlines()[7] == "7 of 30 files"


def test_what_an_earlier_version_took_for_wrong_is_named() -> None:
    """Its question had a gap that all four filled, and one of them was right."""
    problem = make(President(rounds=2), "P5.4", "take 1", "", way=1)
    answers = [written(problem, [seat], right=seat == "0") for seat in ("0", "3")]
    for answer in answers:
        del answer["origin"]["way"]
    hand_in("Ada")

    def as_before(data: Any) -> None:
        data.update(answers=answers, version="0.1.0")

    judged = judge(changed(Path("hand-in-ada.json"), as_before))
    assert not judged.amiss and (judged.asked, judged.right, judged.retries) == (1, 1, 1)
    assert judged.left["answers that an earlier version took for wrong"] == 1


def test_verify_a_folder_of_both(capsys: pytest.CaptureFixture[str]) -> None:
    class_code("7B-monday")
    a_session()
    Path("class").mkdir()
    hand_in("Ada", folder="class")
    Match(President(), "a record").save("class/record.json")
    assert main(["verify", "class", "--class", "7B-monday", "--csv", "table.csv"]) == 0
    record, handed, written = capsys.readouterr().out.splitlines()
    assert record.startswith("class/record.json: president") and "deals follow the seed" in record
    assert (
        handed.startswith("class/hand-in-ada.json: Ada, class 7B-monday") and "3 of 3 answers right" in handed
    )
    assert "table.csv" in written
    assert main(["verify", "class", "--class", "8A"]) == 1
    assert "the class code is '7B-monday', not '8A'" in capsys.readouterr().out
    assert main(["verify", "class", "--csv", "no/such/folder.csv"]) == 2


def test_a_table_is_written_over_an_earlier_table_and_nothing_else(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    a_session()
    Path("class").mkdir()
    handed = hand_in("Ada", folder="class").path
    marks = Path("marks.csv")
    marks.write_text("Ada;5\n")
    own = Path("own.csv")
    own.write_text(",".join((*COLUMNS, "mark")) + "\n")
    link = Path("link.csv")
    link.symlink_to("class/new.json")
    for target in (marks, handed, own):
        before = target.read_bytes()
        assert main(["verify", "class", "--csv", str(target)]) == 2
        assert target.read_bytes() == before
    assert "holds something else" in capsys.readouterr().err
    for no_table in (link, Path("class"), Path("class/Ada.JSON")):
        assert main(["verify", "class", "--csv", str(no_table)]) == 2
    assert not Path("class/new.json").exists()
    for _ in range(2):
        assert main(["verify", "class", "--csv", "table.csv"]) == 0
    for name in ("notes.txt", "lena.ipynb"):
        Path("class", name).write_text("{}")
    assert main(["verify", "class"]) == 0
    assert "Not looked at, as no name of a record: 'lena.ipynb', 'notes.txt'." in capsys.readouterr().out
    handed.write_text("{")
    assert main(["verify", "class", "--csv", "all-failed.csv"]) == 1
    assert "cut off" in Path("all-failed.csv").read_text("utf-8-sig")
    monkeypatch.setattr("os.access", lambda *_: False)
    assert main(["verify", "class"]) == 1
    assert "class: FAILED: This folder cannot be read" in capsys.readouterr().out


def test_a_table_that_no_spreadsheet_runs() -> None:
    a_session()
    path = hand_in("Ada").path
    names = ["=1+1", "+cmd", "-2", "@SUM(A1)", "\t=1", "Ada\n=1", " =1", "Ada"]
    files = [
        judge(changed(path, partial(dict.update, name=name), f"{number}.json"))
        for number, name in enumerate(names)
    ]
    rows = list(csv.reader(spreadsheet(files).splitlines()))
    assert rows[0][:2] == ["kind", "learner"] and all(len(row) == len(rows[0]) for row in rows)
    for row in rows[1:]:
        assert not any(cell[:1] in "=+-@\t\r" for cell in row if cell)
    assert {row[1] for row in rows[1:]} == {"'=1+1", "'+cmd", "'-2", "'@SUM(A1)", "'=1", "Ada =1", "Ada"}
    assert next(row for row in rows if row[6] == "P2.3")[7:10] == ["Strictly stronger", "3", "3"]


def test_what_is_said_of_proof(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["verify", "--help"])
    told = capsys.readouterr().out
    assert "what this can prove" in told and "what it cannot prove: who sat at the machine" in told


def test_what_is_no_file_to_hand_in() -> None:
    Match(President(), "a record").save("record.json")
    with pytest.raises(HandInError, match="no file to hand in"):
        read(Path("record.json"))


def test_a_report_on_a_question_names_nobody_and_no_hidden_card() -> None:
    class_code("7B", learner="Mia Muster")
    for number in range(20):
        question = Question(practice("president", "P2.3", str(number)))
        assert "doubt" not in question.scene()
        told = question.reveal().scene()["doubt"]
        assert "Mia" not in told and "P2.3" in told and question.problem.plain(question.problem.text) in told
        state, reader = question.problem.state, question.problem.reader
        unseen = 0
        for zone in state.zones():
            unseen |= zone.cards & ~zone.faces(reader)
        deck = state.game.deck
        for card in deck.texts(unseen):
            assert not re.search(rf"\b{card}\b|{re.escape(deck.with_signs(card))}", told)
