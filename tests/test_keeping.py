"""Matches in files: what a table keeps, what it brings back, and what it must not tell."""

from __future__ import annotations

import contextlib
import copy
import gc
import json
import os
from pathlib import Path
from typing import Any

import pytest

from handkit import HangIn, Match, President, Reserves
from handkit.game import DEALER, ONLOOKER, Game
from handkit.games.president import Pass, Play
from handkit.match import LARGEST, RecordError
from handkit.table import Table, keeping
from handkit.table.messages import MessageError

BOTS = {1: "easy", 2: "easy", 3: "easy"}
SEED = "quetzal-4711"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test has a working folder of its own, as a notebook has."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def table(**more: Any) -> Table:
    return Table(President(rounds=2), **{"seed": SEED, "bots": BOTS, **more})


def send(shown: Table, type: str, **more: Any) -> dict[str, Any]:
    shown._receive(shown, {"type": type, "rev": shown.scene["rev"], **more})
    return shown.scene  # type: ignore[no-any-return]


def play(shown: Table, moves: int = 1) -> None:
    for _ in range(moves):
        shown.play(str(shown.view.moves()[0]))


def restart() -> None:
    """As a new kernel: nothing is known of the files that were kept."""
    keeping._keepers.clear()


def hand(shown: Table) -> list[str]:
    return [card["card"] for card in shown.scene["hand"]]


def two_people(**more: Any) -> Table:
    return table(bots={1: "easy", 3: "easy"}, names={0: "Mia", 2: "Ole"}, **more)


# ── in code ──


def test_a_table_is_saved_and_loaded_with_the_same_seat_in_front() -> None:
    shown = table(seat=2, names={2: "Mia"})
    shown.save("monday.json")
    before = Path("monday.json").read_bytes()
    back = Table.load("monday.json", speed="fast", size="projector")
    assert back.match.record() == shown.match.record() and back.match is not shown.match
    assert back.speed == "fast" and back.setup["size"] == "projector"
    assert Match.load("monday.json").record() == shown.match.record()
    assert back.kept is None
    play(back)
    assert Path("monday.json").read_bytes() == before, "a file that was saved once is only read"


def test_a_seat_chosen_on_purpose_is_in_front_again() -> None:
    shown = two_people(seat=2)
    shown.save("monday.json")
    back = Table.load("monday.json")
    assert back.front == 2 and back.scene["curtain"] == "Ole" and not hand(back)
    scene = send(back, "uncover")
    assert scene["you"]["name"] == "Ole" and hand(back) == hand(shown)
    watching = Table(President(), seed=SEED, bots=dict.fromkeys(range(4), "easy"))
    watching.save("watched.json")
    assert Table.load("watched.json").front == ONLOOKER


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (None, "There is no file monday.json"),
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"\xff\xfe\x00", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "not a record"),
        (b'{"handkit": 2}', "the form 2"),
        (b'{"handkit": 1, "table": 3}', "`table`"),
        (b" " * (LARGEST + 1), "larger"),
    ],
)
def test_a_file_that_is_no_record_says_so(content: bytes | None, why: str) -> None:
    if content is not None:
        Path("monday.json").write_bytes(content)
    with pytest.raises(RecordError, match=why):
        Table.load("monday.json")
    if content is not None:
        with pytest.raises(RecordError, match=f"(?s){why}.*Name another file to keep"):
            table(keep="monday.json")
        assert Path("monday.json").read_bytes() == content


def test_every_cut_through_a_record_is_refused() -> None:
    shown = table(keep="monday.json")
    play(shown, 2)
    whole = Path("monday.json").read_bytes().rstrip()
    for at in range(0, len(whole), 97):
        Path("cut.json").write_bytes(whole[:at])
        with pytest.raises(RecordError):
            Table.load("cut.json")


def test_a_changed_record_is_refused_or_loaded_and_nothing_else() -> None:
    shown = table(keep="monday.json")
    play(shown)
    junk: list[Any] = [None, True, -1, 10**400, 1.5, "", "x", [], {}, [[]], {"0": "hard"}, {"main": []}]
    good = json.loads(Path("monday.json").read_text())
    for field in [*good, "more"]:
        for value in junk:
            Path("odd.json").write_text(json.dumps({**good, field: value}))
            with contextlib.suppress(RecordError):
                Table.load("odd.json").close()
    for value in junk:
        for field in good["table"]:
            note = {**good["table"], field: value}
            Path("odd.json").write_text(json.dumps({**good, "table": note}))
            back = Table.load("odd.json")
            assert back.front == 0
            play(back)
            restart()


# ── a file that follows ──


@pytest.mark.parametrize("game", [President(rounds=2), HangIn(), Reserves()], ids=lambda game: game.name)
def test_running_the_cell_again_brings_the_game_back(game: Game) -> None:
    def cell() -> Table:
        return Table(game, seed=SEED, keep="monday.json")

    shown = cell()
    assert shown.kept == "monday.json" and shown.scene["kept"] == {"file": "monday.json"}
    for _ in range(2):
        shown.match.advance()
        assert Match.load("monday.json").record() == shown.match.record()
        shown.deal() if shown.match.to_move == DEALER else play(shown)
    shown.undo()
    again = cell()
    assert again.match is shown.match, "in the same kernel both show the same match"
    restart()
    back = cell()
    assert back.match is not shown.match
    assert back.match.record() == shown.match.record() and hand(back) == hand(shown)
    play(back)
    assert Match.load("monday.json").record() == back.match.record(), "and it goes on being kept"


def test_nothing_is_written_while_nothing_changes() -> None:
    shown = table(keep="monday.json")
    Path("monday.json").chmod(0o644)
    os.utime("monday.json", (1, 1))
    shown._match_changed()
    send(shown, "set", speed="fast")
    send(shown, "hint")
    send(shown, "move", move="3C 4C")
    send(shown, "save")
    restart()
    table(keep="monday.json")
    assert Path("monday.json").stat().st_mtime == 1
    assert [path.name for path in Path().iterdir()] == ["monday.json"], "no half of a file is left"
    play(shown)
    assert Path("monday.json").stat().st_mtime > 1


def test_loading_a_kept_file_goes_on_keeping_it() -> None:
    play(table(keep="monday.json"))
    restart()
    back = Table.load("monday.json")
    assert back.kept == "monday.json"
    play(back)
    assert Match.load("monday.json").record() == back.match.record()


def test_a_kept_file_stays_where_it_was_when_the_kernel_goes_elsewhere(tmp_path: Path) -> None:
    shown = table(keep="monday.json")
    (tmp_path / "elsewhere").mkdir()
    os.chdir("elsewhere")
    play(shown)
    assert not os.listdir()
    assert Match.load(tmp_path / "monday.json").at == shown.match.at


def test_a_file_of_another_game_is_not_touched_and_the_error_says_what_to_do() -> None:
    play(table(keep="monday.json"))
    before = Path("monday.json").read_bytes()
    position = President.position(["3C 4C", "3D 4D", "3H 4H", "3S 4S"], rounds=2)
    for kernel in ("the same", "another"):
        if kernel == "another":
            restart()
        for other in (HangIn(), President(rounds=3), Match(President(players=3)), position):
            with pytest.raises(RecordError) as caught:
                Table(other, keep="monday.json")
            said = str(caught.value)
            assert "monday.json holds" in said and "rounds=2" in said and SEED not in said
            assert "Table.load('monday.json') brings it back" in said and "move monday.json away" in said
    assert Path("monday.json").read_bytes() == before


def test_a_new_game_from_the_table_is_followed_and_the_cell_still_finds_its_file() -> None:
    shown = table(keep="monday.json")
    seats = [{"name": "Mia", "level": "person"}, *[{"name": "", "level": "hard"}] * 2]
    send(shown, "new-game", options={"players": 3}, seats=seats, front=0, seed="tuesday")
    assert shown.match.game == President(players=3)
    play(shown)
    assert Match.load("monday.json").record() == shown.match.record()
    restart()
    back = table(keep="monday.json")  # the cell asks for four players, as it did when the file was begun
    assert back.match.record() == shown.match.record()
    send(back, "new-deal")
    assert Match.load("monday.json").record() == back.match.record()


def test_a_file_that_was_taken_away_begins_anew() -> None:
    shown = table(keep="monday.json")
    play(shown)
    Path("monday.json").unlink()
    again = table(keep="monday.json")
    assert again.match is not shown.match and again.match.at == 1
    play(again)
    play(shown, 2)
    assert Match.load("monday.json").record() == again.match.record()
    assert shown.kept is None and again.kept


def test_two_tables_that_keep_one_file_share_its_match() -> None:
    one, other = table(keep="monday.json"), table(keep="monday.json")
    play(one)
    assert other.match is one.match and hand(one) == hand(other)
    send(one, "new-deal")
    play(one)
    play(other)
    assert Match.load("monday.json").record() == one.match.record()
    assert not other.kept and "follows another match" in other.scene["kept"]["trouble"]
    name = send(other, "save")["kept"]["file"]
    assert name == other.kept and name != "monday.json"
    assert Match.load(name).record() == other.match.record()


def test_what_another_kernel_wrote_is_not_overwritten() -> None:
    shown = table(keep="monday.json")
    restart()
    other = table(keep="monday.json")
    play(other)
    play(shown, 2)
    assert Match.load("monday.json").record() == other.match.record()
    assert shown.kept is None and "another table or program" in shown.scene["kept"]["trouble"]
    play(other)
    assert Match.load("monday.json").record() == other.match.record()
    other.match.save("monday.json")  # the same match in other words
    play(other)
    assert other.kept and Match.load("monday.json").record() == other.match.record()


def test_a_failing_disk_is_told_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = table(keep="monday.json")
    before = Path("monday.json").read_bytes()

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        scene = send(shown, "move", move=str(shown.view.moves()[0]))
        assert shown.match.at > 1 and shown.error is None
        assert "monday.json cannot be written (No space left on device)" in scene["kept"]["trouble"]
    assert Path("monday.json").read_bytes() == before
    assert [path.name for path in Path().iterdir()] == ["monday.json"]
    assert "trouble" not in send(shown, "save")["kept"], "saving tries again"
    assert Match.load("monday.json").record() == shown.match.record()
    nowhere = table(keep="no such folder/monday.json")
    assert "cannot be written" in nowhere.scene["kept"]["trouble"]
    play(nowhere)


# ── from the table ──


def test_saving_from_the_table_offers_a_name_that_nothing_has() -> None:
    shown = table()
    scene = send(shown, "files")
    name = scene["saving"]["offer"]
    assert name.startswith("president-20") and scene["saving"]["files"] == []
    Path(name).write_text("a shopping list")
    scene = send(shown, "save")
    assert scene["kept"] == {"file": name.replace(".json", "-2.json")}
    assert Path(name).read_text() == "a shopping list"
    play(shown)
    assert Match.load(scene["kept"]["file"]).record() == shown.match.record()
    assert "saving" not in send(shown, "hint")
    assert len(list(Path().glob("*.json"))) == 2


def test_only_records_beside_the_notebook_are_offered(tmp_path: Path) -> None:
    shown = table()
    shown.save("monday.json")
    shown.save("monday.txt")
    (tmp_path / "deeper").mkdir()
    shown.save("deeper/tuesday.json")
    Path("package.json").write_text("{}")
    Path("folder.json").mkdir()
    Path("linked.json").symlink_to("monday.json")
    Path("huge.json").write_text('{"handkit": 1' + " " * LARGEST)
    assert send(shown, "files")["saving"]["files"] == ["monday.json"]
    at = shown.match.at
    far = str(tmp_path / "monday.json")
    names: list[Any] = ["linked.json", "deeper/tuesday.json", "./monday.json", far, "", None, []]
    for name in names:
        assert "no such record" in send(shown, "load", file=name)["refusal"]["wrong"]
    assert shown.match.at == at and send(shown, "load", file="monday.json")["refusal"] is None


class Sent(list[tuple[Any, Any]]):
    """What a table sends beside its scenes."""

    def __init__(self, shown: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(shown, "send", lambda content, buffers=None: self.append((content, buffers)))


def test_a_download_comes_back_as_an_upload(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = table()
    play(shown, 2)
    sent = Sent(shown, monkeypatch)
    rev = shown.scene["rev"]
    assert send(shown, "download")["rev"] > rev
    [(content, [record])] = sent
    assert content["type"] == "record" and content["file"].endswith(".json")
    Path("downloaded.json").write_bytes(record)
    assert Match.load("downloaded.json").record() == shown.match.record()
    other = Table(HangIn(), seed="x", keep="other.json")
    kept = Path("other.json").read_bytes()
    scene = send(other, "load", record=record.decode())
    assert scene["refusal"] is None and not scene["curtain"]
    assert other.match.record() == shown.match.record() and hand(other) == hand(shown)
    assert other.setup["title"] == "President"
    play(other)
    assert other.kept is None and Path("other.json").read_bytes() == kept, "the other game stays in its file"


@pytest.mark.parametrize(
    "record", [None, 5, "", "{", "[]", '{"handkit": 1}', "x" * (LARGEST + 1), "[" * 10**5], ids=range(8)
)
def test_a_wrong_record_is_refused_in_words_and_the_game_stays(record: Any) -> None:
    shown = table(keep="monday.json")
    match, before = shown.match, shown.match.record()
    scene = send(shown, "load", record=record)
    assert scene["refusal"]["wrong"] and shown.error is None
    assert shown.match is match and match.record() == before and shown.kept


def test_a_stale_load_is_ignored() -> None:
    shown = table()
    shown.save("monday.json")
    message = {"type": "load", "file": "monday.json", "rev": shown.scene["rev"]}
    play(shown)
    send(shown, "move", move=str(shown.view.moves()[0]))
    match = shown.match
    shown._receive(shown, message)
    assert shown.match is match


def test_opening_a_kept_file_goes_on_keeping_that_one() -> None:
    play(table(keep="monday.json"))
    restart()
    shown = table(keep="tuesday.json")
    send(shown, "load", file="monday.json")
    play(shown)
    assert shown.kept == "monday.json"
    assert Match.load("monday.json").record() == shown.match.record()
    assert Match.load("tuesday.json").at == 1


# ── what must stay hidden ──


def test_a_curtain_hangs_before_the_cards_of_two_people() -> None:
    shown = two_people(keep="monday.json")
    assert not shown.scene["curtain"], "a game that begins has the first person in front, as always"
    hidden = {f'"{card}"' for seat in (0, 2) for card in President.deck.texts(shown.match.state.hands[seat])}  # type: ignore[attr-defined]
    shown.save("once.json")
    record = Path("once.json").read_text()
    same = two_people(keep="monday.json")
    restart()
    loaded = [same, two_people(keep="monday.json"), Table.load("monday.json"), Table.load("once.json")]
    for message in ({"record": record}, {"file": "once.json"}, {"file": "monday.json"}):
        for opener in (table(), table(open=True), table(seat=1)):
            send(opener, "load", **message)
            loaded.append(opener)
    for each in loaded:
        assert each.scene["curtain"] == "Mia" and each.scene["hand"] == []
        assert not [card for card in hidden if card in json.dumps(each.scene)]
        assert not any("cards" in seat for seat in each.scene["seats"])
        assert send(each, "uncover")["you"]["name"] == "Mia"


def test_loading_opens_no_cards() -> None:
    everybody = dict.fromkeys(range(4), "easy")
    shown = Table(President(), seed=SEED, bots=everybody, open=True)
    shown.save("opened.json")
    for back in (Table.load("opened.json"), Table(President(), seed="x", bots=everybody, open=True)):
        send(back, "load", file="opened.json")
        assert not any("cards" in seat for seat in back.scene["seats"])
        assert back.match.opened == [1]


def test_a_record_puts_nobody_behind_a_computer_players_cards() -> None:
    shown = table()
    shown.save("monday.json")
    record = json.loads(Path("monday.json").read_text())
    record["table"] = {"front": 1, "stays": True}
    scene = send(shown, "load", record=json.dumps(record))
    assert shown.front == 0 and scene["you"]["seat"] == 0


def test_the_same_deal_is_not_dealt_again_under_the_curtain() -> None:
    shown = two_people()
    play(shown)
    assert shown.scene["curtain"]
    at = shown.match.at
    assert "covered" in send(shown, "again")["refusal"]["wrong"]
    assert shown.match.at == at


def test_no_seed_in_any_scene_setup_or_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = table(keep="monday.json")
    sent = Sent(shown, monkeypatch)
    said: list[Any] = []
    shown.observe(lambda change: said.append(change["new"]), ["scene", "setup"])
    for type in ("ready", "files", "save", "load"):
        send(shown, type, file="monday.json")
        said.append(shown._repr_mimebundle_())
    play(shown)
    send(shown, "load", record="{" + SEED)
    send(shown, "load", record=json.dumps({**shown.match.record(), "seed": [SEED]}))
    assert len(said) > 8 and SEED not in repr(said) and not sent
    send(shown, "download")
    assert SEED not in repr(sent[0][0]) and SEED.encode() in sent[0][1][0]


# ── tables that nobody sees ──


def test_a_table_whose_view_is_gone_sleeps_until_somebody_looks() -> None:
    match = Match(President(), seed=SEED, bots=BOTS)
    old, new = Table(match), Table(match)
    send(new, "ready")
    assert send(old, "gone")["asleep"] is True, "a view that is left can say so"
    drawn = old.scene["rev"]
    play(new)
    assert old.scene["rev"] == drawn and len(match._listeners) == 1
    assert "asleep" not in send(old, "ready")
    assert hand(old) == hand(new) and len(match._listeners) == 2
    send(old, "gone")
    play(new)
    old._repr_mimebundle_()
    assert hand(old) == hand(new), "shown again in another cell"


def test_a_sleeping_table_goes_on_keeping_its_file() -> None:
    shown = table(keep="monday.json")
    send(shown, "gone")
    for _ in range(3):
        shown.match.play(shown.match.state.moves()[0])
    gc.collect()
    assert Match.load("monday.json").record() == shown.match.record()


def test_the_names_of_messages_are_told() -> None:
    with pytest.raises(MessageError, match="download"):
        table()._understand({"type": "steal"})


# ── a long match ──


def test_a_records_text_is_the_record_whatever_was_done_to_the_match() -> None:
    def right() -> None:
        assert match.text() == json.dumps(match.record(), ensure_ascii=False) + "\n"

    match = Match(
        President(players=3, rounds=30), "long", bots=dict.fromkeys(range(3), "easy"), names={0: "Zoë"}
    )
    right()

    def go_on(moves: int) -> None:
        for _ in range(moves):
            if not match.step():
                match.deal()

    for moves in (20, 235, 1, 1, 43, 213, 187):
        go_on(moves)
        right()
    match.goto(300)
    match.branch("another")
    right()
    for moment in (280, 256, 255, 10):  # a line goes on otherwise from an earlier moment
        match.goto(moment)
        state = match.state
        other = next((move for move in state.moves() if move != match.line_moves[moment].move), None)
        if other is not None:
            match.play(other)
        right()
        go_on(260)
        right()
    assert copy.copy(match).text() == match.text()


def test_a_move_of_a_long_match_costs_no_more_than_one_of_a_short_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is counted is what grew with a match: texts of moves, and readings of the file."""
    shown = Table(
        President(players=3, rounds=40), seed="long", bots=dict.fromkeys(range(3), "easy"), keep="long.json"
    )
    match = shown.match
    texts, readings = list[object](), list[object]()

    def counted(kind: Any) -> None:
        own = kind.__str__

        def told(move: Any) -> str:
            texts.append(move)
            return str(own(move))

        monkeypatch.setattr(kind, "__str__", told)

    counted(Play)
    counted(Pass)
    monkeypatch.setattr(keeping, "read_record", readings.append)
    costs = list[int]()
    while match.length < 1200:
        before = len(texts)
        if not match.step():
            match.deal()
        costs.append(len(texts) - before)
    assert not readings
    assert max(costs[-100:]) <= max(costs[:100])
    assert Match.load("long.json").record() == match.record()
