"""The table of Reserves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from handkit.cards import bit, count, members
from handkit.game import Move
from handkit.games.reserves import (
    BACK,
    CHOOSE,
    DEAL,
    DEFENCE,
    DRAW,
    GIVE,
    OVER,
    PICK,
    SETTLING,
    TAKE,
    TURN,
    Attack,
    Defend,
    Give,
    Pile,
    ReservesView,
    Take,
)
from handkit.games.worth import (
    CIRCLE,
    DECK,
    EQUAL,
    FACES,
    GREATER,
    Pair,
    beats,
    failing,
    laid_in,
    relation,
    value_of,
)
from handkit.table.scene import Action, Badge, Choice, Counted, HandCard, Heap, Prompt, Reason
from handkit.table.scenes.painter import Painter
from handkit.table.zones import Circle, Column, Columns, Notice, PileScene, ResultRow, ResultScene, ZoneScene
from handkit.words import nth


class ReservesPainter(Painter):
    """Draws attack and defence card by card, each with what it is worth now, and the settling."""

    view: ReservesView
    untold: ClassVar[frozenset[str]] = frozenset(("final",))

    # Where we are, and who is who.

    def meta(self) -> str:
        view = self.view
        if view.phase == DEAL:
            return ""
        turn = view.turns + (view.phase != OVER)
        where = "" if view.phase == TURN else self.say(f"table-where-{view.phase}")
        return self.say("table-turn", turn=turn) + where

    def piles(self, seat: int) -> list[Heap]:
        """R1.5: a reserve is only counted."""
        if self.view.phase in (DEAL, CHOOSE) and not self.view.reserve_counts[seat]:
            return []
        return [Heap(label=self.say("table-reserve"), count=self.view.reserve_counts[seat])]

    def role(self, seat: int) -> str:
        return self.say("table-in-hand", n=self.view.counts[seat]) if seat == self.me else ""

    def dim(self, seat: int) -> bool:
        return bool(self.view.out[seat])

    def badges(self, seat: int) -> list[Badge]:
        view = self.view
        found = []
        if view.out[seat]:
            found.append(Badge(text=self.say("table-out"), kind="pass"))
        if view.attack and seat == view.attacker:
            text = self.say("table-attacks", other=view.defender)
            found.append(Badge(text=text, kind="clay"))
        if seat == view.to_move:
            found.append(Badge(text=self.say(f"table-does-{view.phase}"), kind="turn"))
        return found

    # What lies on the table.

    def zones(self) -> list[ZoneScene]:
        view = self.view
        if view.phase == DEAL:
            return []
        if view.phase == OVER:
            return [self._result()]
        circle = Circle(kind="circle", label=self.say("table-circle"), suits=list(CIRCLE), rule="R3.1")
        shown: list[ZoneScene] = [circle]
        if view.attack:
            shown.append(self._duel(view.attack, self._pairs()))
        elif cards := self._chosen():
            shown.append(self._duel(cards, (), label="table-your-attack"))
        elif view.phase == CHOOSE:
            shown += [
                PileScene(kind="pile", label=self.say("table-pile", number=number), cards=[], count=7)
                for number in view.free
            ]
        else:
            key = "table-discarded" if view.discard else "table-nothing-discarded"
            text = self.say(key, n=count(view.discard))
            shown.append(Notice(kind="notice", suit="", text=text, rule=""))
        return shown

    def _chosen(self) -> int:
        """The cards of an attack that is only tried."""
        move = self.seen.trying
        fits = self.my_turn and self.view.phase == TURN and isinstance(move, Attack)
        return move.cards & self.view.hand if fits and isinstance(move, Attack) else 0

    def _pairs(self) -> tuple[Pair, ...]:
        """The defence that lies there, or one that is only tried."""
        view, move = self.view, self.seen.trying
        if view.phase != DEFENCE:
            return view.laid
        if not self.my_turn or not isinstance(move, Defend):
            return ()
        cards, covered = [card for card, _ in move.pairs], [under for _, under in move.pairs]
        fit = len(set(cards)) == len(cards) and len(set(covered)) == len(covered)
        here = all(view.hand >> card & 1 for card in cards) and all(view.attack >> u & 1 for u in covered)
        return move.pairs if fit and here else ()

    def _duel(self, attack: int, pairs: Sequence[Pair], label: str = "table-duel") -> Columns:
        """R3.6: each attacking card, what covers it, and whether that beats it, all valued in company."""
        over = {under: card for card, under in pairs}
        side = laid_in(pairs)
        parts = [self._column(under, attack, over.get(under), side) for under in members(attack)]
        text = self.say(label, seat=self.view.attacker, other=self.view.defender)
        return Columns(kind="columns", label=text, parts=parts)

    def _column(self, under: int, attack: int, card: int | None, side: int) -> Column:
        worth = value_of(under, attack)
        column = Column(top=self._lying(under, worth), note="", sum="")
        if card is None:
            if self.view.phase in SETTLING:
                column["badge"] = Badge(text=self.say("table-uncovered"), kind="clay")
            return column
        value, suits = value_of(card, side), relation(card, under)
        enough = beats(card, value, under, worth)
        column["bottom"] = self._lying(card, value)
        column["note"] = self.say(f"table-suit-{suits}")
        left = f"2 × {value}" if suits == GREATER else str(value)
        right = str(worth) if suits in (EQUAL, GREATER) else f"2 × {worth}"
        column["sum"] = f"{left} {'>' if enough else '≤'} {right}"
        column["badge"] = Badge(
            text=self.say("table-beats" if enough else "table-beats-not"), kind="pine" if enough else "clay"
        )
        return column

    def _lying(self, card: int, value: int) -> Counted:
        """A card of an attack or a defence. In settling it may be one to choose, or have gone to a player."""
        lies = Counted(card=DECK.name(card), tag=str(value))
        if self.view.phase in SETTLING and not self.view.table >> card & 1:
            lies["gone"] = True
        elif self.my_turn and self._from_table() >> card & 1:
            lies["pick"] = True
        return lies

    def _result(self) -> ResultScene:
        """R6.5, R6.7: who is left with cards."""
        view, outcome = self.view, self.view.outcome
        assert outcome is not None
        order = sorted(range(self.game.players), key=lambda seat: (outcome.ranks[seat], seat))
        won = outcome.winners
        title = self.say("table-won" if len(won) == 1 else "table-drawn", seat=won[0], seats=list(won))
        rows = [
            ResultRow(
                seat=seat,
                name=self.names[seat],
                you=seat == self.me,
                cells=[
                    nth(outcome.ranks[seat]),
                    self.names[seat],
                    self.say("table-went-out", turn=view.out[seat]) if view.out[seat] else "",
                    str(view.counts[seat]),
                    str(view.reserve_counts[seat]),
                ],
            )
            for seat in order
        ]
        columns = ["Place", "Player", "?How", "#In hand", "#In reserve"]
        text = self.say(f"table-ended-{view.reason}", n=view.turns)
        return ResultScene(kind="result", title=title, text=text, columns=columns, rows=rows)

    # What may be chosen, and what may be done with it.

    def _from_table(self) -> int:
        """R5.1 to R5.3: the cards on the table that may be taken now."""
        view = self.view
        return {TAKE: view.table, BACK: view.attack, PICK: view.own_laid}.get(view.phase, 0)

    def hand(self, choice: Choice | None) -> list[HandCard]:
        """The hand; in a turn or a defence with what each card would be worth."""
        laid = laid_in(self._pairs()) if self.my_turn and self.view.phase == DEFENCE else 0
        cards = []
        for card in members(self.view.hand):
            held = HandCard(card=DECK.name(card))
            if self.my_turn:
                self._value_in_hand(held, card)
            if laid >> card & 1:
                held["laid"] = True
            cards.append(held)
        return cards

    def tag(self, card: str) -> str:
        """The same of one card, for where a hand is written in a line."""
        held = HandCard(card=card)
        self._value_in_hand(held, DECK.card(card))
        return held.get("tag", "")

    def _value_in_hand(self, held: HandCard, card: int) -> None:
        """What a card would be worth with those that are chosen; in a defence, whether it could beat."""
        view = self.view
        if view.phase == TURN:
            if bit(card) & FACES:
                held["tag"] = str(value_of(card, self._chosen() | bit(card)))
        elif view.phase == DEFENCE:
            pairs = self._pairs()
            value = value_of(card, laid_in(pairs) | bit(card))
            worth = {under: value_of(under, view.attack) for under in members(view.attack)}
            weak = failing(view.attack, pairs)
            beaten = {under for other, under in pairs if other != card and (other, under) not in weak}
            held["tag"] = str(value)
            if not any(beats(card, value, under, worth[under]) for under in worth.keys() - beaten):
                held["low"] = True

    def choice(self) -> Choice | None:
        view = self.view
        if not self.my_turn:
            return None
        if view.phase == TURN and view.hand:
            others = [seat for seat in view.active if seat != self.me]
            most = max(view.cap(seat) for seat in others)
            return self._sized(f"attack {others[0]}: {{cards}}", Attack(others[0], 0), 1, most, live=True)
        if view.phase == DEFENCE:
            legal = ",".join(self.cards(view.hand))
            return Choice(
                send="{cards}", lay="{card}>{top}", legal=legal, refused=[], single=True, otherwise=-1,
                empty=-1, reasons=[],
            )  # fmt: skip
        if view.phase == GIVE:
            return self._sized("give {cards}", Give(0), view.gifts_due, view.gifts_due)
        number = {TAKE: len(view.laid), BACK: view.back, PICK: view.picks}.get(view.phase)
        if number is None:
            return None
        return self._sized("take {cards}", Take(0), 0 if view.phase == TAKE else number, number)

    def _sized(self, send: str, none: Move, least: int, most: int, live: bool = False) -> Choice:
        """Any choice of so many cards; what is said of choosing none is said of every other number."""
        reason = self.why_not(none)
        choice = Choice(
            send=send, legal="", refused=[], sizes=[least, most], otherwise=0, empty=0,
            reasons=[reason] if reason else [],
        )  # fmt: skip
        too_many = self.view.hand if isinstance(none, Attack) else self._from_table() or self.view.hand
        if isinstance(none, Attack) and count(too_many) > most:
            if more := self.why_not(Attack(none.target, too_many)):
                choice["reasons"].append(more)
                choice["refused"], choice["otherwise"] = ["", ""], 1
        elif isinstance(none, Take) and least == 0 and (more := self.why_not(Take(too_many))):
            choice["reasons"], choice["refused"], choice["empty"] = [more], [""], -1
        if live:
            choice["live"] = True
        if isinstance(none, Take):
            choice["on_table"] = True
        return choice

    def actions(self, choice: Choice | None) -> list[Action]:
        view = self.view
        if self.me < 0 or view.phase in (DEAL, OVER):
            return []
        if view.phase == CHOOSE:
            return [
                self.button(self.say("table-pile", number=n), "plain", str(n), Pile(n)) for n in view.free
            ]
        if view.phase == DEFENCE:
            return self._defend()
        if view.phase == TURN:
            return self._attack()
        label = self.say(f"table-do-{view.phase}")
        main = Action(id="play", label=label, kind="main", key="enter", pick=True, ok=bool(choice))
        if not choice:
            kind = Give if view.phase == GIVE else Take
            if why := self.why_not(kind(0)):
                main["why"] = why
        return [main]

    def _attack(self) -> list[Action]:
        """R2.1: one button for each opponent, and one to draw."""
        found = []
        others = [(self.me + step) % 3 for step in (1, 2)]
        first = next((seat for seat in others if not self.view.out[seat]), others[0])
        for number, seat in enumerate(others, 1):
            action = Action(
                id=f"attack {seat}",
                label=self.say("table-do-attack", other=seat),
                kind="main" if seat == first else "plain",
                key="enter" if seat == first else str(number),
                pick=True,
                ok=self.my_turn and not self.view.out[seat] and bool(self.view.hand),
                move=f"attack {seat}: {{cards}}",
            )
            if not action["ok"] and (why := self.why_not(Attack(seat, self.view.hand & -self.view.hand))):
                action["why"] = why
            elif self.view.cap(seat) < count(self.view.hand) and (
                why := self.why_not(Attack(seat, self.view.hand))
            ):
                action["most"], action["why"] = self.view.cap(seat), why
            found.append(action)
        return [*found, self.button(self.say("table-do-draw"), "plain", "d", DRAW)]

    def _defend(self) -> list[Action]:
        """R4.2: what is laid now as the defence, or none."""
        laid = self._pairs()
        main = self.button(self.say("table-do-defend"), "main", "enter", Defend(laid))
        main["id"] = "play"  # the same button, whatever is laid
        if self.my_turn and not laid:
            main["ok"] = False
            key = "table-nothing-laid"
            main["why"] = Reason(rule="R4.2", wrong=self.say(key), right=self.say(key, "right"))
        return [main, self.button(self.say("table-do-pass"), "plain", "p", Defend(()))]

    def prompt(self) -> Prompt:
        view, seat = self.view, self.view.to_move
        if view.phase == DEAL:
            return self._said("table-deal")
        if view.phase == OVER:
            return self._said("table-over")
        if self.my_turn and (pairs := self._pairs()) and view.phase == DEFENCE:
            beaten = len(pairs) - len(failing(view.attack, pairs))
            return self._said("table-prompt-laid", number=beaten, of=count(view.attack))
        numbers = {TAKE: len(view.laid), BACK: view.back, PICK: view.picks}
        number = view.gifts_due if view.phase == GIVE else numbers.get(view.phase, 0)
        other = view.attacker if view.phase in (DEFENCE, GIVE) else view.defender
        return self._said(f"table-prompt-{view.phase}", seat=seat, other=other, n=number)

    def _said(self, key: str, **values: Any) -> Prompt:
        mine = self.my_turn or "seat" not in values
        return Prompt(text=self.say(key, **values), small=self.say(key, "right", **values) if mine else "")


PAINTER = ReservesPainter
