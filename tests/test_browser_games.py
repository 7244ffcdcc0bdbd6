"""Hang In and Reserves in a real JupyterLab: by mouse, by keys, by touch."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from handkit.cards import count
from handkit.game import DEALER
from handkit.games import hang_in, reserves
from test_browser import Desk, Sit, sit, until

pytestmark = pytest.mark.browser
__all__ = ["sit"]  # a fixture


def option(desk: Desk, deck: Any, card: str) -> Any:
    return desk.table.get_by_role("option", name=re.compile(f"^{deck.words(deck.card(card))}\\b"))


def my_turn(desk: Desk) -> Any:
    """Until seat 0 is to move, or a round or the game is over; then the state."""

    def shown() -> bool:
        match = desk.match()
        if match.waiting_bot is not None:
            return False
        hand = match.state.hands[0]  # type: ignore[attr-defined]
        word = {DEALER: "Next round", None: "New deal"}.get(match.to_move, "Hint")
        return desk.table.get_by_role("option").count() == count(hand) and desk.button(word).is_visible()

    until(desk.page, shown, "the computer players have moved, and the table shows it")
    return desk.match().state


# ── Hang In ──


def test_hang_in_by_mouse_into_the_second_round(sit: Sit) -> None:
    desk = sit("""
table = Table(HangIn(), seed="monday", bots={1: "easy", 2: "easy", 3: "easy"}, speed="at once")
""")
    phases = set()
    state = my_turn(desk)
    while state.round == 1:
        if state.to_move == DEALER:
            expect(desk.table.get_by_text("Round 1 is over.").first).to_be_visible()
            before = desk.match()
            desk.button("Next round").click()
            desk.left(before, "the next round is dealt")
        else:
            phases.add(state.phase)
            before = desk.match()
            move = state.moves()[0]
            card = option(desk, hang_in.DECK, str(move))
            card.click()
            expect(card).to_have_attribute("aria-selected", "true")
            other = desk.table.get_by_role("option").last
            other.click()  # takes its place
            assert desk.table.locator("[aria-selected=true]").count() == 1
            card.click()
            word = {"pot": "Add", "challenge": "Challenge with", "answer": "Answer with"}[state.phase]
            desk.button(word).click()
            desk.left(before, f"{move} is played")
        state = my_turn(desk)
    assert {"pot"} < phases
    until(desk.page, lambda: "Round 2" in desk.table.inner_text(), "the second round is shown")
    expect(desk.table.get_by_role("list", name="The way to 50")).to_be_visible()
    desk.check_axe()


def test_hang_in_by_keys_alone(sit: Sit) -> None:
    desk = sit("""
table = Table(HangIn(players=3), seed="tuesday", bots={1: "easy", 2: "easy"}, speed="at once")
""")
    press = desk.page.keyboard.press
    state = my_turn(desk)
    desk.table.get_by_role("option").first.focus()
    for _ in range(3):
        before = desk.match()
        press("End")
        press(" ")
        expect(desk.table.locator("[aria-selected=true]")).to_have_count(1)
        press("Enter")
        desk.left(before, "a card is played")
        state = my_turn(desk)
        if state.to_move == DEALER:
            break
        until(desk.page, lambda: desk.focused().startswith("option "), "the focus is in the hand again")
    press("h")
    if state.to_move != DEALER:
        expect(desk.table.get_by_text("What was weighed")).to_be_visible()


# ── Reserves ──

ATTACKED = """
table = Table(Reserves.position(
    ["9D 3D 8C 7S AS QH JC 5C 2H 10D", "9C 6H 2D 8H 4D 6S", "9S 2C 3C 4H 5H 6C 7H 8D 10C"],
    reserves=["QD KD 2S 3S 5S 8S 10S", "AD 5D 6D 7D JD AH 3H", "10H JH KH AC 7C QC"],
    turn=1, attack="0: KS JS 4S 9H"), seat=0, bots={}, seed="monday")
"""


def slot(desk: Desk, under: str) -> Any:
    return desk.table.locator(f"[data-key='lay {under}']")


def lying(desk: Desk, deck: Any, card: str) -> Any:
    """A card on the table that may be chosen."""
    return desk.table.get_by_role("checkbox", name=re.compile(f"^{deck.words(deck.card(card))}\\b"))


def test_a_defence_is_laid_by_mouse_card_by_card(sit: Sit) -> None:
    desk = sit(ATTACKED)
    deck = reserves.DECK
    expect(desk.button("Defend")).to_have_attribute("aria-disabled", "true")
    slot(desk, "KS").click()
    expect(desk.table.get_by_role("alert")).to_contain_text("First choose a card of your hand")
    for card, under, says in (("5C", "KS", "5 > 4"), ("2H", "JS", "2 × 2 > 3"), ("JC", "9H", "2 × 2 ≤ 9")):
        option(desk, deck, card).click()
        slot(desk, under).click()
        expect(desk.table.get_by_role("list", name=re.compile("attack above"))).to_contain_text(says)
    expect(desk.button("Defend")).to_have_attribute("aria-disabled", "true")
    desk.button("Defend").click(force=True)
    expect(desk.table.get_by_role("alert")).to_contain_text("R4.3")
    slot(desk, "9H").click()  # takes it off
    expect(slot(desk, "9H")).to_have_attribute("aria-label", re.compile("^lay a card on"))
    option(desk, deck, "8C").click()
    slot(desk, "9H").click()
    option(desk, deck, "10D").click()
    slot(desk, "4S").click()
    expect(desk.button("Defend")).not_to_have_attribute("aria-disabled", "true")
    desk.check_axe()
    before = desk.match()
    desk.button("Defend").click()
    desk.left(before, "the defence is laid")
    assert str(desk.match().moves_so_far[-1].move) == "10D>4S 8C>9H 2H>JS 5C>KS"
    for card in ("KS", "9H"):
        lying(desk, deck, card).click()
        expect(lying(desk, deck, card)).to_be_checked()
    before = desk.match()
    desk.button("Take").click()
    desk.left(before, "two cards are taken")
    assert str(desk.match().moves_so_far[-1].move) == "take 9H KS"


def test_a_defence_and_an_attack_by_keys_alone(sit: Sit) -> None:
    desk = sit(ATTACKED)
    deck = reserves.DECK
    press = desk.page.keyboard.press
    option(desk, deck, "AS").focus()

    def go_to(card: str) -> None:
        press("Home")
        for _ in range(10):
            if desk.focused().startswith(f"option {deck.words(deck.card(card))}"):
                return
            press("ArrowRight")
        raise AssertionError(f"the arrows do not reach {card}; they are at {desk.focused()}")

    for card, number, under in (("10D", "1", "4S"), ("8C", "2", "9H"), ("2H", "3", "JS"), ("5C", "4", "KS")):
        go_to(card)
        press(number)
        expect(slot(desk, under)).to_have_attribute(
            "aria-label", re.compile(f"^{deck.words(deck.card(card))} on")
        )
        until(desk.page, lambda: desk.focused().startswith("option "), "the focus is in the hand again")
    before = desk.match()
    press("Enter")
    desk.left(before, "the defence is laid")
    until(desk.page, lambda: desk.focused().startswith("checkbox "), "the focus is on the cards to take")
    press("ArrowDown")
    assert desk.focused().startswith("option "), "and goes to the hand"
    press("ArrowUp")
    assert desk.focused().startswith("checkbox "), "and back"
    for attack, defence in ((True, False), (True, True), (False, False)):
        press("1")  # one card more of the first pair, and at last none
        expect(lying(desk, deck, "4S")).to_be_checked(checked=attack)
        expect(lying(desk, deck, "10D")).to_be_checked(checked=defence)
    before = desk.match()
    press("Enter")  # none is taken
    desk.left(before, "nothing is taken")
    assert str(desk.match().moves_so_far[-1].move) == "take"


def test_what_is_pressed_while_the_kernel_is_busy_is_done_when_it_answers(sit: Sit) -> None:
    desk = sit(ATTACKED, "import time; time.sleep(2)")
    deck = reserves.DECK
    before = desk.match()
    desk.notebook.run(1, wait=False)
    for card, under in (("10D", "4S"), ("8C", "9H"), ("2H", "JS"), ("5C", "KS")):
        option(desk, deck, card).click()
        slot(desk, under).click()
    desk.button("Defend").click(force=True)  # which looks as if it could not be done yet
    desk.left(before, "the defence is laid")
    assert str(desk.match().moves_so_far[-1].move) == "10D>4S 8C>9H 2H>JS 5C>KS"
    expect(desk.table.get_by_role("alert")).to_be_empty()


def test_an_attack_shows_what_it_is_worth_while_it_is_chosen(sit: Sit) -> None:
    desk = sit(ATTACKED.replace('turn=1, attack="0: KS JS 4S 9H"', "turn=0"))
    deck = reserves.DECK
    for card in ("QH", "AS", "2H"):
        option(desk, deck, card).click()
    attack = desk.table.get_by_role("list", name=re.compile("^Your attack"))
    tallies = attack.locator(".hk-tally")
    until(desk.page, lambda: tallies.all_inner_texts() == ["1", "2", "4"], "all three are valued")
    assert desk.chosen() == ["AS", "2H", "QH"]
    before = desk.match()
    desk.button("Attack").click()
    desk.left(before, "the attack is made")
    assert str(desk.match().moves_so_far[-1].move) == "attack 1: AS 2H QH"
