"""The inspector without a browser: what it tells, and what it must not tell."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from typing import Any

import pytest

from bench.fuzz import hostile_questions
from handkit import DEALER, Game, HangIn, Match, President, Reserves, bots, registry
from handkit.bots import Bot, Thought
from handkit.cards import CardError
from handkit.game import ParseError, View
from handkit.table import Inspector, Table
from handkit.table.inspector import LINES, TABS
from toys import HighCard, HighState

GAMES: list[Game] = [President(rounds=2), HangIn(), Reserves()]
EACH = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def table(game: Game, moves: int = 4, **more: Any) -> Table:
    bots = dict.fromkeys(range(1, game.players), "easy")
    shown = Table(game, **{"seed": "monday", "bots": bots, **more})
    for _ in range(moves):
        shown.match.finish()
        shown.play(shown.view.moves()[0])
    shown.match.finish()
    return shown


def inspector(shown: Table) -> Inspector:
    found = shown.look_inside()
    send(found, "ready")
    return found


def send(found: Inspector, type: str, **more: Any) -> dict[str, Any]:
    rev = found.inside["rev"]
    found._receive(found, {"type": type, **more})
    assert found.inside["rev"] > rev, "every message is answered"
    assert "error" not in found.inside, found.inside["error"]
    return found.inside  # type: ignore[no-any-return]


def panel(found: Inspector, tab: str) -> dict[str, Any]:
    return send(found, "tab", tab=tab)["body"]  # type: ignore[no-any-return]


def names(fields: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {field["name"]: field for field in fields}


def some_moves(game: Game) -> list[str]:
    """Texts of moves of the game, legal or not."""
    texts = [*game.deck.names[::5], "pass", "hold", "take", "give 2H", "9S>5D", "pile 1", "attack 1: 2S"]
    found = []
    for text in texts:
        with contextlib.suppress(ParseError, CardError):
            found.append(str(game.parse(text)))
    assert len(found) > 3
    return found


# ── what it tells ──


@EACH
def test_every_panel_is_plain_json_at_every_moment(game: Game) -> None:
    shown = table(game)
    found = inspector(shown)
    for moment in range(0, shown.match.length + 1, 3):
        send(found, "look", to=moment)
        for tab in TABS[:4]:
            inside = send(found, "tab", tab=tab)
            assert json.loads(json.dumps(inside)) == inside
            assert inside["time"]["at"] == moment and inside["tab"] == tab


def test_the_state_is_the_view_and_what_the_last_move_changed_is_marked() -> None:
    shown = table(President())
    found = inspector(shown)
    shown.look(3)
    body = panel(found, "state")
    assert body["about"] == "match.view(0)"
    fields = names(body["fields"])
    assert fields["hand"]["text"] == President.deck.text(shown.shown.view(0).hand)  # type: ignore[attr-defined]
    before, after = (shown.match.state_at(moment).to_move for moment in (2, 3))
    assert (
        before != after
        and fields["to_move"]["before"] == str(before)
        and fields["to_move"]["text"] == str(after)
    )
    assert "before" not in fields["hand"]
    assert body["words"] == shown.describe()


def test_a_stored_notebook_keeps_the_state_in_the_place_of_the_inspector() -> None:
    shown = table(President())
    found = inspector(shown)
    data, _ = found._repr_mimebundle_()
    assert "hand: " in data["text/plain"] and "<details" in data["text/html"]
    hidden = shown.match.state.hands[1]  # type: ignore[attr-defined]
    assert not any(card in data["text/html"] for card in President.deck.texts(hidden))
    covered = Table(Match(President(players=3), seed="s", bots={2: "easy"}))
    other = inspector(covered)
    covered.play(covered.view.moves()[0])
    assert set(other._repr_mimebundle_()[0]) <= {"text/plain", "application/vnd.jupyter.widget-view+json"}


@EACH
def test_any_move_gets_a_verdict_with_its_rule(game: Game) -> None:
    shown = table(game)
    found = inspector(shown)
    body = panel(found, "moves")
    assert body["turn"] and [move for move, _ in body["moves"]] == [str(m) for m in shown.view.moves()[:60]]
    answer = send(found, "ask", move=body["moves"][0][0])["body"]["verdict"]
    assert answer["ok"] and answer["rule"].startswith(game.prefix)
    for asked in some_moves(game):
        refusal = shown.view.check(asked, 0)
        answer = send(found, "ask", move=asked)["body"]["verdict"]
        assert answer["ok"] is (refusal is None)
        if refusal:
            assert (answer["rule"], bool(answer["right"])) == (refusal.rule, bool(refusal.right))
    answer = send(found, "ask", move="the moon")["body"]["verdict"]
    assert not answer["ok"] and "the moon" in answer["wrong"]


def test_a_card_that_would_only_now_be_seen_is_not_made_up() -> None:
    """What the seat does not know is guessed, and a guess is no news."""
    shown = table(Reserves(first_player=0), moves=0)
    found = inspector(shown)
    panel(found, "moves")
    answer = send(found, "ask", move="draw")["body"]["verdict"]
    assert answer["ok"] and answer["rule"] == "R2.1"
    assert "You draw" in answer["wrong"] and not Reserves.deck.pattern.search(answer["wrong"])
    card = shown.scene["hand"][0]["card"]
    answer = send(found, "ask", move=f"attack 1: {card}")["body"]["verdict"]
    assert answer["ok"] and f"{{{card}}}" in answer["wrong"]


@EACH
def test_an_event_leads_to_its_moment(game: Game) -> None:
    shown = table(game)
    found = inspector(shown)
    lines = panel(found, "events")["lines"]
    assert lines and lines[-1]["at"] == shown.match.length
    assert all(line["rule"].startswith(game.prefix) for line in lines)
    told = [line["text"].replace("{", "").replace("}", "") for line in lines]
    rules = [line.rsplit("(", 1)[1].rstrip(")") for line in shown.match.log(0)]
    assert len(told) > 3 and [line["rule"] for line in lines] == rules[-len(lines) :]
    inside = send(found, "look", to=lines[0]["at"])
    assert inside["time"]["at"] == lines[0]["at"] == shown.moment


def test_of_a_position_one_can_go_back_to_how_it_began() -> None:
    shown = Table(President.position(["9C 4C", "5C", "6C 7C"], to_move=0))
    shown.play("9C")
    first = panel(inspector(shown), "events")["lines"][0]
    assert (first["at"], first["rule"]) == (0, "")


def test_rounds_are_told_one_by_one() -> None:
    shown = Table(President(rounds=3, players=3), seed="m", bots={0: "easy", 1: "easy", 2: "easy"})
    shown.match.finish()
    found = inspector(shown)
    deals = [n for n, entry in enumerate(shown.match.moves_so_far, 1) if entry.seat == DEALER]
    assert len(deals) == 3
    body = panel(found, "events")
    assert body["lines"][0]["at"] == deals[2] and body["earlier"] == [deals[1]] and body["later"] == []
    body = send(found, "look", to=body["earlier"][0])["body"]
    assert (body["earlier"], body["later"]) == ([deals[0]], [deals[2]])
    assert [at for at, _ in found.inside["time"]["marks"]] == deals


def test_of_a_long_round_the_events_around_the_moment_are_told() -> None:
    shown = Table(Reserves(), seed="2", bots=dict.fromkeys(range(3), "easy"))
    shown.match.finish()
    found = inspector(shown)
    told = [text for entry in shown.match.moves_so_far for text, _, _ in found._events(entry)]
    assert len(told) > 2 * LINES
    for moment in (0, 3, 60, shown.match.length):
        send(found, "look", to=moment)
        body = panel(found, "events")
        lines, before, after = body["lines"], body["before"], body["after"]
        assert [line["text"] for line in lines] == told[before : before + LINES]
        assert len(lines) + before + after == len(told)
        assert lines[0]["at"] <= max(1, moment) <= lines[-1]["at"]


@EACH
def test_the_truth_and_other_views_come_with_open_cards_and_are_noted(game: Game) -> None:
    shown = table(game)
    found = inspector(shown)
    body = panel(found, "knowledge")
    assert body["truth"] is None and body["seat"] == 0
    assert "open once the cards are" in send(found, "seat", seat=1)["wrong"]
    body = send(found, "open", on=True)["body"]
    assert shown.match.opened == [shown.match.at] == found.inside["opened"]
    state = shown.match.state
    hands = {place["seat"]: place for place in body["truth"] if place["seat"] is not None}
    for zone in state.zones():
        if zone.owner is not None and zone.cards:
            assert hands[zone.owner]["cards"] == game.deck.texts(zone.cards)
    other = send(found, "seat", seat=1)["body"]
    assert other["seat"] == 1
    for place, zone in zip(other["view"], [z for z in state.zones() if z.cards], strict=True):
        assert place["cards"] == game.deck.texts(zone.faces(1))
    assert send(found, "open", on=False)["body"]["truth"] is None
    assert panel(found, "knowledge")["seat"] == 0


@pytest.mark.rule("P7.1", "P6.5")
def test_a_card_that_was_given_away_is_known_where_it_is() -> None:
    position = President.position(
        ["3C 4C 5C", "3D 4D", "3H 4H", "3S 4S"], round=2, rounds=2, previous=[1, 0, 3, 2],
        to_move=1, gifts=[(3, 0, "5C"), (0, 3, "4S")],
    )  # fmt: skip
    found = inspector(Table(position, seat=0))
    cy = next(place for place in panel(found, "knowledge")["view"] if place["seat"] == 3)
    assert cy["cards"] == ["4S"] and cy["backs"] == 1 and list(cy["known"]) == ["4S"]


def test_a_computer_player_says_what_it_thinks_of_each_move() -> None:
    shown = table(President())
    found = inspector(shown)
    panel(found, "thinking")
    body = found.inside["body"]
    assert body["turn"] and not body["busy"] and body["level"] == "hard"
    best = shown.hint()["considered"][0]["move"].strip("{}").split()[0]
    assert body["moves"][0]["move"].startswith(best)
    assert all(move["why"] and 0 < move["bar"][1] <= 100 for move in body["moves"])
    assert found._beliefs and body["beliefs"]["rows"]
    for rank, shares in body["beliefs"]["rows"]:
        chances = [hand[rank] for hand in found._beliefs.by_rank.values()]
        assert [(share == 0, share == 100) for share in shares] == [(c == 0, c == 1) for c in chances]
    assert send(found, "level", level="easy")["body"]["level"] == "easy"
    assert "There is no level" in send(found, "level", level="genius")["wrong"]


@EACH
def test_what_if_compares_a_move_with_others(game: Game) -> None:
    shown = table(game)
    found = inspector(shown)
    panel(found, "thinking")
    move = str(shown.view.moves()[0])
    before = shown.match.record()
    study = send(found, "what-if", move=move)["body"]["study"]
    assert 24 <= study["done"] <= study["of"] == 768 and not study["running"]
    assert study["done"] == 768 or "That is clear" in study["says"] or "alike" in study["says"]
    for row in study["rows"]:  # the line goes as far to each side of the dot
        mean, low, high = row["dot"]
        assert abs((low + high) / 2 - mean) < 0.2 and 0 <= low <= high <= 100
        assert not row["asked"] or (low == mean == high == study["zero"] and not row["value"])
    assert any(at == study["zero"] for at, _ in study["axis"])
    assert sum(row["asked"] for row in study["rows"]) == 1 and len(study["rows"]) <= 6
    assert shown.match.record() == before
    assert str(shown.what_if(move, samples=2))
    refused = next(asked for asked in some_moves(game) if shown.view.check(asked, 0))
    assert send(found, "what-if", move=refused)["wrong"]


def test_a_game_whose_only_player_is_ones_own_can_be_tried_and_one_without_says_so() -> None:
    class Own(Bot):
        level = "own"

        def think(self, view: View, rng: random.Random) -> list[Thought]:
            return [Thought(move, 0.0, "") for move in view.moves()]

    shown = Table(HighCard(), seed="m", bots={})
    move, found = str(shown.view.moves()[0]), inspector(shown)
    assert "no computer player" in send(found, "what-if", move=move)["wrong"]
    bots.register(HighCard, Own())
    assert panel(found, "thinking")["moves"]
    assert send(found, "what-if", move=move)["body"]["study"]["done"] in (96, 768)
    watched = Table(President(), seed="m", bots=dict.fromkeys(range(4), "easy"))
    assert "only watches" in send(inspector(watched), "what-if", move="pass")["wrong"]


def test_a_refused_what_if_names_people_and_leaves_the_one_that_runs() -> None:
    async def look() -> None:
        shown = table(President())
        found = Inspector(shown)
        found._receive(found, {"type": "tab", "tab": "thinking"})
        found._receive(found, {"type": "what-if", "move": str(shown.view.moves()[0])})
        found._receive(found, {"type": "what-if", "move": "3C 4C"})
        for _ in range(3):
            await asyncio.sleep(0)
        assert "{3C}" in found.inside["wrong"] and found.inside["body"]["study"]["running"]
        found._receive(found, {"type": "stop"})
        shown.look(2)  # Ada is to move
        found._receive(found, {"type": "what-if", "move": "pass"})
        for _ in range(3):
            await asyncio.sleep(0)
        assert "Ada" in found.inside["wrong"] and "seat" not in found.inside["wrong"]
        shown.close()

    asyncio.run(look())


def test_opponents_thoughts_are_open_with_the_cards_only() -> None:
    shown = table(President())
    shown.look(2)  # Ada is to move
    assert shown.shown.to_move == 1
    found = inspector(shown)
    panel(found, "thinking")
    assert found.inside["body"]["moves"] == [] and not found.inside["body"]["turn"]
    send(found, "open", on=True)
    assert found.inside["body"]["moves"] and found.inside["body"]["who"] == "Ada"


@EACH
def test_the_code_sets_up_the_position(game: Game) -> None:
    shown = table(game)
    found = inspector(shown)
    known = {"President": President, "HangIn": HangIn, "Reserves": Reserves}
    hidden = eval(send(found, "code")["body"]["code"], known)
    assert hidden.view(0) == shown.view
    send(found, "open", on=True)
    assert eval(send(found, "code")["body"]["code"], known) == shown.match.state


def test_a_choice_of_cards_is_asked_in_the_form_of_the_game() -> None:
    position = Reserves.position(["3C 4C 5C", "2H", "KD"], turn=0)
    found = inspector(Table(position, seat=0))
    form = panel(found, "moves")["form"]
    answer = send(found, "ask", move=form.replace("{cards}", "3C 4C"))["body"]["verdict"]
    assert answer["rule"] and "attack" in answer["move"]


def test_a_move_of_which_nothing_is_seen_is_not_called_the_beginning() -> None:
    class Silent(HighState):
        def tell_aside(self, tell: Any, seat: int, cards: int) -> None:
            self.tell(tell, "T1.2", "aside", frozenset((seat,)), seat=seat, cards=cards)

    class Game(HighCard):
        def new(self) -> HighState:
            return Silent()

    shown = Table(Game(), seed="m", bots={}, seat=0)
    found = inspector(shown)
    for seat in range(2):
        shown.match.play(shown.match.state.moves()[0], seat)
    assert "do not see" in found.inside["time"]["text"]
    assert "lay" in send(found, "look", to=2)["time"]["text"]
    assert "began" in send(found, "look", to=0)["time"]["text"]


def test_a_game_from_elsewhere_is_looked_into_as_well() -> None:
    shown = Table(HighCard(), seed="m", bots={})
    found = inspector(shown)
    for tab in TABS:
        send(found, "tab", tab=tab)
    assert panel(found, "moves")["moves"]
    assert panel(found, "thinking")["levels"] == []
    panel(found, "state")
    assert eval(send(found, "code")["body"]["code"], {"HighCard": HighCard})


# ── what it must not tell ──


@EACH
def test_nothing_hangs_on_what_the_seat_in_front_cannot_see(game: Game) -> None:
    """However the unseen is dealt again, every panel stays the same."""
    rng = random.Random(5)
    match = table(game, moves=0).match
    for _ in range(6):
        for _ in range(7):
            if match.to_move is not None:
                match.play(match.state.random_move(rng))
        if match.to_move in (None, DEALER):
            match = table(game, moves=0, seed=str(rng.random())).match
            continue
        told = [everything(match.state), *(everything(match.view(0).guess(rng)) for _ in range(3))]
        assert told[0] == told[1] == told[2] == told[3]


def everything(state: Any) -> list[Any]:
    """All that an inspector on this position sends, but for its numbers."""
    shown = Table(Match(state.game, "monday", start=state, bots={1: "easy"}), seat=0)
    found = inspector(shown)
    for tab in TABS[:4]:
        send(found, "tab", tab=tab)
    bodies = [send(found, "tab", tab=tab) for tab in TABS[:4]]
    moves = shown.view.moves()
    if moves and 0 in shown.match.state.actors:
        bodies.append(send(found, "ask", move=str(moves[0])))
    send(found, "level", level="easy")
    send(found, "tab", tab="thinking")
    bodies.append(found.inside)
    bodies.append(send(found, "code"))
    return [{name: value for name, value in body.items() if name != "rev"} for body in bodies]


def test_nothing_comes_through_the_curtain() -> None:
    shown = Table(Match(President(players=3), seed="s", bots={2: "easy"}))
    found = inspector(shown)
    shown.play(shown.view.moves()[0])
    assert shown.hidden
    assert set(found.inside) == {"rev", "covered"}
    for type, more in (("tab", {"tab": "state"}), ("open", {"on": True}), ("code", {}), ("look", {"to": 1})):
        assert set(send(found, type, **more)) == {"rev", "covered"}
    assert not shown.match.opened
    shown._receive(shown, {"type": "uncover", "rev": shown.scene["rev"]})
    assert "body" in found.inside


def test_nothing_slips_out_before_the_curtain_falls() -> None:
    """A match of two people that is opened, and a new game that the other one begins."""
    two = Table(Match(President(players=3), seed="s", bots={2: "easy"}))
    two.play(two.view.moves()[0])
    record = json.dumps(two.match.record() | {"table": {"front": two.front}})
    people = [{"name": name, "level": "person"} for name in ("Mia", "Nino", "Oda")]
    game = {"options": {"players": 3}, "seats": people, "front": 1, "seed": "q"}
    for message in ({"type": "load", "record": record}, {"type": "new-game", **game}):
        shown = table(President())
        found, sent = inspector(shown), list[Any]()
        found.observe(lambda change, sent=sent: sent.append(change["new"]), "inside")
        shown._receive(shown, {**message, "rev": shown.scene["rev"]})
        assert shown.hidden and sent
        assert all(set(inside) == {"rev", "covered"} for inside in sent)


def test_no_seed_is_ever_sent() -> None:
    shown = table(President(), seed="a-very-secret-word")
    found = inspector(shown)
    for tab in TABS:
        send(found, "tab", tab=tab)
        assert "secret" not in json.dumps(found.inside) + json.dumps(found.setup)


# ── what may go wrong ──


@EACH
def test_any_message_is_answered_and_leaves_the_match_as_it_was(game: Game) -> None:
    assert hostile_questions(game, 250) == 250


def test_a_fault_inside_is_told_in_the_inspector_without_a_card() -> None:
    class Broken(Bot):
        level = "hard"

        def think(self, view: View, rng: random.Random) -> list[Thought]:
            raise RuntimeError(f"my hand is {view!r}")

    shown = table(President())
    found = inspector(shown)
    with registry.apart():
        bots.register("president", Broken())
        found._receive(found, {"type": "tab", "tab": "thinking"})
    wrong, mine = found.inside["wrong"], set(shown.view.hand)  # type: ignore[attr-defined]
    assert "Your player 'hard' stops in line" in wrong and "RuntimeError: my hand is" in wrong
    assert not any(card in wrong for card in President.deck.names if card not in mine)
    assert not send(found, "tab", tab="state")["wrong"]


def test_thoughts_come_when_they_are_ready_and_a_study_can_be_stopped() -> None:
    async def look() -> None:
        shown = table(President())
        found = Inspector(shown)
        found._receive(found, {"type": "ready"})
        found._receive(found, {"type": "tab", "tab": "thinking"})
        await until(lambda: not found.inside["body"].get("busy", True))
        move = found.inside["body"]["moves"][-1]["move"]
        found._receive(found, {"type": "what-if", "move": move})
        await until(lambda: (found.inside["body"].get("study") or {"done": 0})["done"] > 1)
        found._receive(found, {"type": "stop"})
        await until(lambda: not found.inside["body"]["study"]["running"])
        study = found.inside["body"]["study"]
        assert 1 < study["done"] < study["of"]
        shown.look(1)  # what was worked out is of another moment
        assert found.inside["body"].get("study") is None
        found.close()
        shown.close()

    async def until(so: Any) -> None:
        for _ in range(2000):
            if so():
                return
            await asyncio.sleep(0.01)
        raise AssertionError("not in time")

    asyncio.run(look())


def test_a_closed_inspector_hears_nothing_and_its_table_goes_on() -> None:
    shown = table(President(), moves=1)
    found = inspector(shown)
    found.close()
    before = found.inside
    shown.play(shown.view.moves()[0])
    found._receive(found, {"type": "tab", "tab": "moves"})
    assert found.inside == before
    assert inspector(shown).inside["time"]["at"] == shown.match.at


def test_the_button_opens_and_closes_it() -> None:
    shown = table(President(), moves=1)
    shown._receive(shown, {"type": "inside", "on": True, "rev": shown.scene["rev"]})
    assert shown.inside.startswith("anywidget:")
    shown._receive(shown, {"type": "inside", "on": False, "rev": shown.scene["rev"]})
    assert shown.inside == ""
    assert Table(President(), inspect=True).inside


def test_who_only_watches_sees_what_everybody_may_know() -> None:
    shown = Table(President(), seed="m", bots=dict.fromkeys(range(4), "easy"))
    shown.match.step()
    found = inspector(shown)
    assert panel(found, "state")["about"] == "match.view(ONLOOKER)"
    assert all(not place["cards"] for place in panel(found, "knowledge")["view"] if place["seat"] is not None)
    body = panel(found, "moves")
    assert body["moves"] == [] and not body["turn"]
    assert not send(found, "ask", move="3C")["body"]["verdict"]["rule"]


def test_nothing_is_drawn_for_an_inspector_that_nobody_looks_at() -> None:
    shown = table(President())
    found = inspector(shown)
    shown._receive(shown, {"type": "inside", "on": False, "rev": shown.scene["rev"]})
    assert found.inside["asleep"] and not shown.inside
    rev = found.inside["rev"]
    shown.look(2)
    assert found.inside["rev"] == rev
    assert "asleep" not in send(found, "ready") and found.inside["time"]["at"] == 2  # a view in another cell
    send(found, "gone")
    shown._receive(shown, {"type": "gone"})
    assert shown.scene["asleep"], "the table rests as well"
    shown.look()
    shown.look_inside()
    assert "asleep" not in found.inside and found.inside["time"]["at"] == shown.match.at
    assert "asleep" not in shown.scene


def test_an_inspector_of_a_table_at_rest_shows_what_is_so_now() -> None:
    """Meanwhile it was played on elsewhere, and a curtain hangs."""
    match = Match(President(players=3), seed="s", bots={2: "easy"})
    shown, other = Table(match), Table(match)
    shown._receive(shown, {"type": "gone"})
    other.play(other.view.moves()[0])
    assert set(Inspector(shown).inside) == {"rev", "covered"}


def test_closing_a_table_closes_its_inspectors_and_a_closed_one_is_not_asked_for() -> None:
    shown = table(President())
    below, apart = inspector(shown), Inspector(shown)
    below.close()
    assert not shown.inside and shown.look_inside() is not below
    shown.close()
    assert apart.closed


@pytest.mark.parametrize(("held", "attack"), [(25, 26), (12, 2), (25, 1)])
def test_how_many_moves_there_are_is_told_at_once(held: int, attack: int) -> None:
    """Two players hold most cards, so an attack can be answered in more ways than anybody counts."""
    cards = Reserves.deck.names
    hands = [" ".join(cards[-2::-2][:held]), " ".join(cards[1::2]), ""]
    state = Reserves.position(hands, turn=1, removed=cards[0])
    state = state.after(f"attack 0: {' '.join(cards[1::2][:attack])}")
    moves = state.moves()
    found = inspector(Table(Match(state.game, start=state, bots={1: "easy", 2: "easy"})))
    told = panel(found, "moves")
    assert len(told["moves"]) == len(moves[:60])
    assert told["number"] == [len(moves[:201]), 200]
