"""The table without a browser: what it sends, and what it does with messages."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from typing import Any

import pytest

from bench.fuzz import hostile_messages
from handkit import DEALER, HangIn, IllegalMove, Match, OptionError, President, Reserves
from handkit.bots import LEVELS, Bot, Thought
from handkit.bots.own import PlayerError
from handkit.game import ONLOOKER, Game, Move, View
from handkit.games.president import DECK, Give
from handkit.table import Table
from handkit.table.messages import MessageError
from handkit.table.scene import Frame, Picture
from handkit.table.scenes import painter
from handkit.table.unmarked import OPEN_QUESTION

BOTS = {1: "easy", 2: "normal", 3: "easy"}


def table(**more: Any) -> Table:
    return Table(President(rounds=2), **{"seed": "monday", "bots": BOTS, **more})


def send(table: Table, type: str, **more: Any) -> dict[str, Any]:
    """A message as the browser sends it; returns the answer."""
    table._receive(table, {"type": type, "rev": table.scene["rev"], **more})
    return table.scene  # type: ignore[no-any-return]


def first_legal(table: Table) -> str:
    return str(table.view.moves()[0])


def play_round(table: Table) -> None:
    """Play for the seat in front, first offered move each time, to the end of the round."""
    while (to_move := table.match.to_move) not in (None, DEALER):
        assert to_move == table.front
        send(table, "move", move=first_legal(table))


# ── what it shows ──


def test_a_scene_is_plain_json_and_complete() -> None:
    scene = table().scene
    assert json.loads(json.dumps(scene)) == scene
    assert [seat["name"] for seat in scene["seats"]] == ["Ada", "Bo", "Cy"]
    assert len(scene["hand"]) == 13
    assert [action["id"] for action in scene["actions"]] == ["play", "pass", "hint", "undo"]


def counted(part: str, draw: Any, made: Counter[str]) -> Any:
    """A method that counts how often it is called."""

    def call(self: Any, *given: Any) -> Any:
        made[part] += 1
        return draw(self, *given)

    return call


@pytest.mark.parametrize("game", [President(), HangIn(), Reserves()], ids=lambda game: game.name)
def test_each_part_of_a_scene_is_made_once_by_one_author(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The painter draws the picture, the table adds the frame, and neither writes a part of the other's."""
    assert not Picture.__annotations__.keys() & Frame.__annotations__.keys()
    kind, made = painter(game), Counter[str]()
    for part in ("picture", "prompt", "choice", "actions", "zones", "hand", "log"):
        monkeypatch.setattr(kind, part, counted(part, getattr(kind, part), made))
    shown = Table(game, seed="monday")
    assert set(made.values()) == {1}
    assert shown.scene.keys() <= Picture.__annotations__.keys() | Frame.__annotations__.keys()
    assert kind(shown.seen_by(0)).picture(None).keys() <= Picture.__annotations__.keys()


def test_card_names_in_a_scene_are_unique_in_the_hand() -> None:
    hand = [card["card"] for card in table().scene["hand"]]
    assert len(set(hand)) == len(hand)


@pytest.mark.rule("P7.1")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_scene_shows_nothing_that_its_seat_may_not_know(players: int) -> None:
    """Re-deal what the seat in front cannot see: the scene stays the same, byte for byte."""
    rng = random.Random(players)
    bots = dict.fromkeys(range(1, players), "easy")
    shown = Table(President(players=players, rounds=2), seed=players, bots=bots)
    while shown.match.to_move is not None:
        present = shown.seen_by(0)
        other = shown.match.view(0).guess(rng)
        played = shown.match.moves_so_far[-1:] and shown.match._line_moves[shown.match.at - 1]
        object.__setattr__(played, "state", other)  # the same match in another world
        again = Table(shown.match)
        for key in ("seats", "you", "zones", "hand", "pick", "prompt", "log", "actions", "meta", "turned"):
            assert again.scene[key] == shown.scene[key], key
        again.close()
        object.__setattr__(played, "state", present_state(shown, present))
        shown.deal() if shown.match.to_move == DEALER else shown.play(first_legal(shown))


def present_state(shown: Table, present: Any) -> Any:
    """The true state again, from the record."""
    return Match.from_record(shown.match.record()).state


def test_no_hidden_card_is_named_in_any_scene() -> None:
    """A coarser check: what is named was in the hand, played, or exchanged with the seat in front."""
    shown = table()
    while shown.match.to_move is not None:
        state: Any = shown.match.state
        named = {
            card
            for card in DECK.names
            if f'"{card}"' in json.dumps(shown.scene) or f"{{{card}}}" in json.dumps(shown.scene)
        }
        known = state.hands[0] | state.played
        for entry in shown.match.moves_so_far:
            known |= entry.state.played  # type: ignore[attr-defined]
        for giver, receiver, cards in state.gifts:
            known |= cards if 0 in (giver, receiver) else 0
        assert named <= set(DECK.texts(known))
        shown.deal() if shown.match.to_move == DEALER else shown.play(first_legal(shown))


def judged(pick: dict[str, Any], choice: str) -> int:
    """What the browser makes of a choice: -1 for legal, else the number of a reason."""
    number = len(choice.split())
    least, most = pick.get("sizes", [1, 0])
    if least <= number <= most:
        return -1
    if number == 0:
        return int(pick["empty"])
    if choice in pick["legal"].split(","):
        return -1
    listed = [number for number, choices in enumerate(pick["refused"]) if choice in choices.split(",")]
    return int(listed[0] if listed else pick["otherwise"])


def test_every_verdict_of_the_browser_is_the_engines() -> None:
    """The sets that a scene lists, and the reasons for all that it does not list."""
    rng = random.Random(5)
    shown = table(bots={1: "normal", 2: "normal", 3: "normal"})
    while shown.match.to_move is not None:
        pick = shown.scene["pick"]
        hand = [card["card"] for card in shown.scene["hand"]]
        for _ in range(40 if pick else 0):
            chosen = [card for card in hand if rng.random() < rng.choice((0.1, 0.3))]
            text = " ".join(chosen)
            refusal = shown.match.check(pick["send"].replace("{cards}", text) or "play", 0)
            verdict = judged(pick, text)
            assert (refusal is None) == (verdict == -1), text
            if refusal and "sizes" not in pick:
                assert pick["reasons"][verdict]["rule"] == refusal.rule, text
        shown.deal() if shown.match.to_move == DEALER else shown.play(str(rng.choice(shown.view.moves())))


def test_the_setup_brings_rules_options_and_levels() -> None:
    shown = table()
    assert shown.setup["rules"] == [], "the rules follow when a browser is there"
    send(shown, "ready")
    assert len(shown.setup["rules"]) == 42
    assert [option["name"] for option in shown.setup["options"]] == [
        "players",
        "rounds",
        "revolution",
        "next_leader",
    ]
    assert shown.setup["levels"][:3] == list(LEVELS)


# ── playing ──


def test_a_move_is_played_and_answered() -> None:
    shown = table()
    scene = send(shown, "move", move=first_legal(shown))
    assert shown.match.moves_so_far[1].seat == 0
    assert scene["refusal"] is None
    assert shown.match.to_move == 0, "computer players answer at once where no loop runs"


def test_a_refused_move_names_its_rule_and_changes_nothing() -> None:
    shown = table()
    before = shown.match.record()
    scene = send(shown, "move", move="3H 8D")
    assert scene["refusal"]["rule"] == "P2.1"
    assert scene["tried"] == ["3H", "8D"]
    assert shown.match.record() == before
    assert send(shown, "move", move="pass")["refusal"]["rule"] == "P2.4"


def test_a_repeated_or_stale_message_is_ignored_and_answered() -> None:
    shown = table()
    message = {"type": "move", "move": first_legal(shown), "rev": shown.scene["rev"]}
    shown._receive(shown, message)
    moves, rev = shown.match.at, shown.scene["rev"]
    shown._receive(shown, message)
    assert shown.match.at == moves
    assert shown.scene["rev"] > rev


def test_in_code_as_on_the_table() -> None:
    shown = table()
    with pytest.raises(IllegalMove, match=r"P2\.4"):
        shown.play("pass")
    shown.play(first_legal(shown))
    assert shown.match.to_move == 0
    assert shown.hint()["considered"]
    shown.undo()
    assert shown.match.at == 1
    with pytest.raises(ValueError, match="no choice of yours"):
        shown.undo()
    assert "Your turn" in shown.describe()


def test_settle_shows_the_end_of_the_computer_players_turns() -> None:
    async def play() -> None:
        shown = table()
        send(shown, "move", move=first_legal(shown))
        await asyncio.sleep(0)
        await shown.settle()
        assert shown.match.waiting_bot is None

    asyncio.run(play())


def test_computer_players_move_as_a_task_and_another_coroutine_runs_meanwhile() -> None:
    async def play() -> int:
        shown = table(speed="fast")
        send(shown, "ready")
        send(shown, "move", move=first_legal(shown))
        beats = 0
        while shown.match.waiting_bot is not None or shown.match.at < 2:
            await asyncio.sleep(0.01)
            beats += 1
        return beats

    assert asyncio.run(play()) > 20


def test_finish_shows_only_the_end() -> None:
    async def play() -> None:
        shown = Table(President(), seed=1, bots=dict.fromkeys(range(4), "easy"), speed="slow")
        send(shown, "ready")
        await asyncio.sleep(0)
        rev = send(shown, "finish")["rev"]
        while shown.match.to_move is not None:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)
        assert shown.scene["rev"] <= rev + 2

    asyncio.run(play())


def test_undo_goes_back_to_the_last_choice() -> None:
    shown = table()
    send(shown, "move", move=first_legal(shown))
    moment, hand = shown.match.at, shown.scene["hand"]
    send(shown, "move", move=first_legal(shown))
    scene = send(shown, "undo")
    assert (shown.match.at, scene["hand"]) == (moment, hand)


def test_new_deal_and_the_same_deal_again() -> None:
    shown = table()
    hand = shown.scene["hand"]
    send(shown, "move", move=first_legal(shown))
    assert send(shown, "again")["hand"] == hand
    assert send(shown, "new-deal")["hand"] != hand
    assert shown.match.bots.keys() == BOTS.keys()


def test_the_exchange_on_the_table() -> None:
    start = President.position(
        hands=["3C 4C 5C 6C 2S AS", "7C 8C JC", "9C 10C", "QC KC"],
        round=2, rounds=2, previous=[0, 1, 2, 3], giving=[0, 1],
        gifts=[(3, 0, "AS 2S"), (2, 1, "JC")],
    )  # fmt: skip
    shown = Table(start, bots={1: "normal", 2: "normal", 3: "normal"})
    scene = shown.scene
    lanes = scene["zones"][0]["lanes"]
    assert [lane["to_right"] for lane in lanes] == [["AS", "2S"], 1], "faces only to the two"
    assert scene["pick"]["sizes"] == [2, 2]
    assert [card["card"] for card in scene["hand"] if "mark" in card] == ["AS", "2S"]
    assert send(shown, "move", move="give 3C")["refusal"]["rule"] == "P6.2"
    assert send(shown, "move", move="give 3C 4C")["refusal"] is None
    assert (0, Give("3C 4C")) in [(entry.seat, entry.move) for entry in shown.match.moves_so_far]


def test_results_of_a_round_and_of_the_series() -> None:
    shown = table()
    play_round(shown)
    assert shown.scene["zones"][-1]["kind"] == "result"
    assert shown.scene["actions"][0]["id"] == "next"
    send(shown, "next")
    assert shown.match.state.round == 2  # type: ignore[attr-defined]
    play_round(shown)
    assert [action["id"] for action in shown.scene["actions"]][:2] == ["new-deal", "again"]
    assert shown.match.outcome


# ── who sits where ──


def test_two_people_at_one_screen_have_a_curtain_between_their_turns() -> None:
    shown = Table(President(), seed="monday", bots={1: "easy", 3: "easy"}, names={0: "Mia", 2: "Ole"})
    hand = [card["card"] for card in shown.scene["hand"]]
    scene = send(shown, "move", move=first_legal(shown))
    assert scene["curtain"] == "Ole"
    assert scene["you"] is None and scene["hand"] == [] and scene["pick"] is None
    assert not any(f'"{card}"' in json.dumps(scene["log"]) for card in hand[1:])
    assert send(shown, "move", move="pass")["refusal"], "nobody plays behind a curtain"
    scene = send(shown, "uncover")
    assert scene["you"]["name"] == "Ole" and not scene["curtain"]
    assert {card["card"] for card in scene["hand"]}.isdisjoint(hand)
    shown.open_cards()
    assert sum(bool(seat.get("cards")) for seat in shown.scene["seats"]) == 3
    send(shown, "move", move=first_legal(shown))
    scene = send(shown, "uncover")
    assert scene["you"]["name"] == "Mia" and not any(seat.get("cards") for seat in scene["seats"])
    assert not shown.opened, "whoever opened the cards has gone"


def test_watching_computer_players_shows_no_cards_unless_opened() -> None:
    everybody = dict.fromkeys(range(4), "easy")
    shown = Table(President(), seed="monday", bots=everybody)
    assert shown.front == ONLOOKER and shown.scene["you"] is None and shown.scene["hand"] == []
    assert all("cards" not in seat for seat in shown.scene["seats"])
    with pytest.raises(MessageError, match="only watches"):
        shown.play("3C")
    opened = Table(President(), seed="monday", bots=everybody, open=True)
    assert sum(len(seat["cards"]) for seat in opened.scene["seats"]) == 52
    assert opened.match.opened == [1]


def test_a_new_game_from_the_panel() -> None:
    shown = table()
    seats = [
        {"name": "Mia", "level": "person"},
        {"name": "Rob", "level": "hard"},
        {"name": "", "level": "easy"},
    ]
    options = {"players": 3, "rounds": 4, "revolution": False, "next_leader": "scum"}
    scene = send(shown, "new-game", options=options, seats=seats, front=0, seed="tuesday")
    assert scene["refusal"] is None
    assert shown.match.game == President(players=3, rounds=4, revolution=False, next_leader="scum")
    assert shown.match.seed == "tuesday" and "tuesday" not in json.dumps([scene, shown.setup])
    assert [person["name"] for person in shown.setup["people"]][:2] == ["Mia", "Rob"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"options": {"players": 9}},
        {"options": {"jokers": True}},
        {"options": {"players": True}},
        {"options": None},
        {"seats": []},
        {"seats": [{"name": "A", "level": "genius"}] * 4},
        {"seats": [{"name": 4, "level": "easy"}] * 4},
        {"seats": ["A", "B", "C", "D"]},
        {"seed": 5},
        {"seed": "x" * 5000},
    ],
)
def test_a_wrong_new_game_is_refused_and_the_match_stays(wrong: dict[str, Any]) -> None:
    shown = table()
    match = shown.match
    good = {
        "options": {"players": 4},
        "seats": [{"name": "A", "level": "person"}] * 4,
        "front": 0,
        "seed": "",
    }
    scene = send(shown, "new-game", **{**good, **wrong})
    assert scene["refusal"]["wrong"]
    assert shown.match is match and shown.error is None


def test_two_tables_of_one_match_stay_in_step() -> None:
    match = Match(President(), seed="monday", bots=BOTS)
    one, other = Table(match), Table(match)
    send(one, "move", move=first_legal(one))
    assert other.scene["hand"] == one.scene["hand"]
    other.close()
    send(one, "move", move=first_legal(one))
    assert len(match._listeners) == 1


# ── bad messages ──


@pytest.mark.parametrize("game", [President(rounds=2), HangIn(), Reserves()], ids=lambda game: game.name)
def test_any_message_is_answered_and_leaves_the_match_as_it_was(game: Game) -> None:
    assert hostile_messages(game, 700) == 700


def test_a_fault_inside_is_shown_with_a_report_that_tells_no_card() -> None:
    class Broken(Bot):
        level = "broken"

        def think(self, view: View, rng: random.Random) -> list[Thought]:
            raise RuntimeError(f"my hand is {view!r}")

    shown = table(bots={1: Broken(), 2: "easy", 3: "easy"})
    scene = send(shown, "move", move=first_legal(shown))
    assert isinstance(shown.error, PlayerError) and isinstance(shown.error.__cause__, RuntimeError)
    assert "RuntimeError" in scene["error"]["report"] and "'broken' stops in line" in scene["error"]["text"]
    for told in scene["error"].values():
        assert not any(card in told for card in DECK.names + DECK.symbols)
        assert "monday" not in told


def test_a_table_says_what_is_wrong_with_its_arguments() -> None:
    with pytest.raises(MessageError, match="slow, normal, fast"):
        table(speed="warp")
    with pytest.raises(ValueError, match="seats are 0 to 3"):
        table(seat=4)
    with pytest.raises(ValueError, match="give them to the Match"):
        Table(Match(President()), seed=3)
    with pytest.raises(ValueError, match="easy, normal, hard"):
        table(bots={1: "genius"})
    with pytest.raises(OptionError, match="jokers"):
        Table(President(jokers=2))  # type: ignore[call-arg]


def test_another_game_gets_a_table_from_the_usual_painter() -> None:
    from toys import HighCard  # a small game that knows nothing of tables

    shown = Table(HighCard(), seed="monday", bots={})
    assert shown.scene["hand"] and painter(HighCard())
    move: Move = shown.match.state.moves()[0]
    assert send(shown, "move", move=str(move))["refusal"] is None


# ── found by trying to break it ──


def test_nothing_is_taken_back_while_the_cards_are_covered() -> None:
    shown = table(bots={1: "easy", 3: "easy"}, names={0: "Mia", 2: "Ole"})
    send(shown, "move", move=first_legal(shown))
    assert shown.scene["curtain"] == "Ole"
    moves = shown.match.at
    assert "covered" in send(shown, "undo")["refusal"]["wrong"]
    assert shown.match.at == moves


def test_no_hint_and_no_card_of_the_next_person_comes_through_the_curtain() -> None:
    shown = Table(Match(President(players=3), seed="s", bots={2: "easy"}))
    shown.play(first_legal(shown))
    assert shown.scene["curtain"]
    with pytest.raises(MessageError, match="covered"):
        shown.hint()
    assert shown.scene["hint"] is None and shown.scene["hand"] == []


def test_a_seat_chosen_on_purpose_stays_in_front() -> None:
    match = Match(President(players=3), seed="s", bots={2: "easy"})
    one, other = Table(match, seat=0), Table(match, seat=1)
    one.play(first_legal(one))
    assert (one.front, other.front) == (0, 1)
    assert not one.scene["curtain"] and not other.scene["curtain"]


def test_a_closed_table_does_not_play() -> None:
    shown = table()
    message = {"type": "move", "move": first_legal(shown), "rev": shown.scene["rev"]}
    shown.close()
    shown._receive(shown, message)
    assert shown.match.at == 1


def test_names_are_cleaned_of_what_would_break_a_sentence() -> None:
    match = Match(President(), names={1: "{2S}", 2: "\u202eevil\n", 3: "x" * 300, 0: "\x00"})
    assert match.names == {0: "?", 1: "2S", 2: "evil", 3: "x" * 40}


# ── without marks: a lesson's question is open ──


def test_without_marks_a_table_tells_and_does_nothing() -> None:
    """No moment of any game shows what may be played, and no message moves anything."""
    for game in (President(), HangIn(), Reserves()):
        plain = Table(game, seed="marks", bots={1: "easy", 2: "easy"}, seat=0, marks=False)
        rng = random.Random(1)
        for _ in range(60):
            state, scene = plain.match.state, plain.scene
            if state.to_move is None:
                break
            assert not scene["pick"] and not scene["actions"] and not scene["hint"]
            assert all(set(held) == {"card"} for held in scene["hand"])
            assert "previews" not in scene and "underlined" not in plain.describe()
            assert not [
                item for zone in scene["zones"] for item in zone.get("items", []) if item.get("state") == "up"
            ]
            at = plain.match.at
            assert scene["closed"] == OPEN_QUESTION
            for kind in ("move", "try", "hint", "undo", "next", "finish", "again", "new-deal"):
                send(plain, kind, move=str(state.moves()[0]) if state.to_move >= 0 else "")
                assert plain.scene["refusal"]["wrong"] == OPEN_QUESTION, kind
            assert plain.match.at == at and not plain.scene["tried"]
            plain.match.play(state.random_move(rng), state.to_move)
        plain.marks = True
        assert plain.scene["refusal"] is None
        plain.close()


def test_a_browser_knows_whether_the_rules_have_come_also_where_there_are_none() -> None:
    from toys import HighCard

    for game in (President(), HighCard()):
        shown = Table(Match(game, "rules"), seat=0)
        assert shown.setup["short"] and not shown.setup["rules"]
        send(shown, "ready")
        assert not shown.setup["short"] and bool(shown.setup["rules"]) == isinstance(game, President)


def test_a_table_may_give_no_hints() -> None:
    alone = table(hints=False)
    assert "Hint" not in [action["label"] for action in alone.scene["actions"]]
    send(alone, "hint")
    assert alone.scene["refusal"]["wrong"] == "This table gives no hints." and not alone.scene["hint"]


def test_marks_can_be_lifted() -> None:
    plain, usual = table(marks=False), table()
    plain.marks = True
    assert {**plain.scene, "rev": 0} == {**usual.scene, "rev": 0}
    send(plain, "move", move=first_legal(plain))
    assert plain.match.at > 1


def test_a_session_knows_its_matches() -> None:
    """Those in which somebody moved at a table, each once, also after another took its place."""
    before = len(Table.played)
    one = table()
    watched = table(bots=dict.fromkeys(range(4), "easy"))
    assert len(Table.played) == before
    first = one.match
    for _ in range(2):
        one.play(first_legal(one))
        if one.match.to_move == DEALER:
            one.deal()
    send(one, "new-deal")
    one.play(first_legal(one))
    assert Table.played[before:] == [first, one.match]
    assert watched.match not in Table.played
