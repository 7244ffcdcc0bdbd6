"""The table of Hang In."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from handkit.cards import bit, count, members
from handkit.game import CardsMove, ranking
from handkit.games.hang_in import (
    ANSWER,
    CHALLENGE,
    CLOCKWISE,
    DEAL,
    DECK,
    HALF,
    HOLD,
    OVER,
    POT,
    SHARED,
    SUITS,
    Challenge,
    HangInView,
    Play,
    Share,
    addition,
    card_in,
    fraction,
    in_halves,
    settle,
    signed,
    suit_of,
    total_of,
    value_of,
    values,
    worth,
)
from handkit.table.scene import Action, Badge, Choice, Counted, Preview, Prompt, Track, TrackRow
from handkit.table.scenes.painter import Painter
from handkit.table.zones import Answer, Duel, Fighter, Notice, ResultRow, ResultScene, Sum, Sums, ZoneScene
from handkit.words import nth


class HangInPainter(Painter):
    """Draws the pot with its running totals, the challenge with its comparison, and the way to the target."""

    view: HangInView
    untold: ClassVar[frozenset[str]] = frozenset(("round-ends", "final", "begins"))
    single: ClassVar[bool] = True

    # Where we are, and who is who.

    def meta(self) -> str:
        view = self.view
        if not view.round:
            return ""
        turn = len(view.history) // view.game.players
        number = min(view.settled + (view.phase in (CHALLENGE, ANSWER)), len(view.table_players))
        where = {
            POT: self.say("table-where-pot", turn=turn + 1),
            CHALLENGE: self.say("table-where-challenge", number=number, n=len(view.table_players)),
        }
        where[ANSWER] = where[CHALLENGE]
        return self.say("table-round", round=view.round) + where.get(view.phase, self.say("table-where-over"))

    def role(self, seat: int) -> str:
        view = self.view
        at_table = seat == self.me and seat in view.table_players
        return self.say("table-role-table") if at_table else ""

    def badges(self, seat: int) -> list[Badge]:
        view = self.view
        found = []
        if seat in view.houses and view.table_players:
            found.append(Badge(text=self.say("table-house"), kind="gold"))
        if seat == view.to_move:
            found.append(Badge(text=self.say(f"table-turn-{view.phase}"), kind="turn"))
        return found

    def track(self) -> Track | None:
        """H6.1: the way to the target."""
        view = self.view
        rows = [
            TrackRow(
                seat=seat, name=self.names[seat], value=view.scores[seat], text=signed(view.scores[seat])
            )
            for seat in self._round_the_table()
        ]
        return Track(label=self.say("table-track", target=view.game.target), goal=view.game.target, rows=rows)

    def _round_the_table(self) -> list[int]:
        """All seats clockwise, the one in front last."""
        return CLOCKWISE[self.game.players][(self.me + 1) % self.game.players if self.me >= 0 else 0]

    # What lies on the table.

    def zones(self) -> list[ZoneScene]:
        view = self.view
        if not view.round:
            return []
        if view.phase == POT:
            return [self._pot_notice(), self._pot()]
        if not view.table_players:  # H2.6
            return [self._pot(), self._result()]
        shown: list[ZoneScene] = [self._stakes()]
        if duel := self._duel():
            shown.append(duel)
        else:
            seats = [seat for seat in view.houses if seat != self.me]
            key = "table-houses" if len(view.houses) > 1 else "table-the-house"
            total = in_halves(max(view.contest))
            shown.append(
                Notice(
                    kind="notice",
                    suit="",
                    text=self.say(key, seat=(seats or [self.me])[0], seats=list(view.houses), total=total),
                    rule="H2.5" if len(view.houses) > 1 else "H2.4",
                )
            )
        return [*shown, self._result()] if view.phase in (DEAL, OVER) else shown

    def _pot_notice(self) -> Notice:
        """H2.3: the suit in force."""
        view = self.view
        if view.pot_suit >= 0:
            suit = SUITS[view.pot_suit]
            text = self.say("table-pot-suit", suit=suit.name)
            return Notice(kind="notice", suit=suit.letter, text=text, rule="H2.3")
        key = "table-pot-none" if view.game.pot_suit == "none" else "table-pot-open"
        return Notice(kind="notice", suit="", text=self.say(key), rule="H2.3")

    def _pot(self) -> Sums:
        """H2.4: what each player's cards count so far."""
        view = self.view
        done = [sum(1 for who, _ in view.history if who == seat) for seat in range(self.game.players)]
        columns = [
            self._column(seat, view.slices[seat], view.pot_suit, 2 - done[seat])
            for seat in self._round_the_table()
        ]
        return Sums(kind="sums", label=self.say("table-pot"), terms=columns, small=False)

    def _column(self, seat: int, slice: int, suit: int, gaps: int) -> Sum:
        """What a slice counts, and whether it is ahead; in the order in which the cards were added."""
        others = [total for other, total in enumerate(self.view.contest) if other != seat]
        counted = [worth(card, suit, HALF) for card in self._in_order(seat, slice)]
        total, best = sum(counted), max(others)
        column = Sum(
            seat=seat,
            name=self.names[seat],
            cards=[self._counted(card, suit) for card in self._in_order(seat, slice)],
            gaps=gaps,
            total=in_halves(total),
            sum=" + ".join(in_halves(number) for number in counted) if len(counted) > 1 else "",
            level=min(100, round(100 * total / (2 * 13 * HALF))),
            state="",
        )
        if slice and total >= best:
            column["state"] = "lead"
            column["badge"] = Badge(
                text=self.say("table-leads" if total > best else "table-ties"), kind="gold"
            )
        return column

    def _in_order(self, seat: int, slice: int) -> list[int]:
        added = [card_in(cards) for who, cards in self.view.history if who == seat and cards & slice]
        return added + [card for card in members(slice) if card not in added]

    def _counted(self, card: int, suit: int) -> Counted:
        counts = worth(card, suit, HALF)
        shown = Counted(card=DECK.name(card), tag=in_halves(counts))
        if counts < HALF * value_of(card):
            shown["cut"] = True
        return shown

    def _stakes(self) -> Sums:
        """H3.9: the slices of the table players, as they challenge, and what became of them."""
        stakes = [self._stake(number, seat) for number, seat in enumerate(self.view.table_players)]
        return Sums(kind="sums", label=self.say("table-stakes"), terms=stakes, small=True)

    def _stake(self, number: int, seat: int) -> Sum:
        view, slice = self.view, self.view.slices[seat]
        stake = Sum(
            seat=seat,
            name=self.names[seat],
            cards=[Counted(card=name) for name in reversed(self.cards(slice))],
            gaps=0,
            total=str(total_of(slice)),
            sum=" + ".join(str(value) for value in values(slice)) if count(slice) > 1 else "",
            state="",
        )
        if number < view.settled:
            challenge = view.challenges[number]
            shares = view.settlement(challenge)
            won = [share for share in shares if share.points >= 0]
            stake["state"], stake["badge"] = ("won" if won else "lost"), self._became(len(won))
            if len(shares) == 1:
                stake["total"] = signed(shares[0].points)
                stake["sum"] = addition(shares[0].cards, challenge.card).partition(" = ")[0] if won else ""
            else:
                got = (f"{self.names[share.seat]} {signed(share.points)}" for share in shares)
                stake["total"], stake["sum"] = ", ".join(got), ""
        elif number == view.settled and view.phase in (CHALLENGE, ANSWER):
            stake["state"] = "now"
            stake["badge"] = Badge(text=self.say("table-at-stake"), kind="turn")
            if view.challenge:
                self._add_table_card(stake, slice, view.challenge)
        return stake

    def _add_table_card(self, stake: Sum, slice: int, card: int) -> None:
        """H3.6: a claim scores the table card too; H4.6: perhaps not among several houses."""
        if len(self.view.houses) > 1 and self.view.game.extra_card == "none":
            return
        stake["total"] = str(total_of(slice | card))
        stake["sum"] = addition(slice | card, card).partition(" = ")[0] if slice else ""

    def _became(self, claims: int) -> Badge:
        if not claims:
            return Badge(text=self.say("table-lost"), kind="clay")
        return Badge(text=self.say("table-shared" if claims > 1 else "table-claimed"), kind="pine")

    # The challenge.

    def _duel(self) -> Duel | None:
        """H3.4, H3.5: the challenge that is being answered, or else the last one that was."""
        view = self.view
        if not view.challenges:
            return None
        challenge = view.challenges[-1]
        shares = {share.seat: share for share in view.settlement(challenge)} if not view.challenge else {}
        answers = dict(challenge.answers)
        order = view.answering(challenge.seat)
        return Duel(
            kind="duel",
            label=self.say("table-duel"),
            asked=self._fighter(challenge.seat, challenge.card, "table-challenges"),
            parts=[self._answer(challenge, seat, answers.get(seat, 0), shares.get(seat)) for seat in order],
        )

    def _fighter(self, seat: int, card: int, role: str) -> Fighter:
        name = DECK.name(card_in(card)) if card else ""
        return Fighter(seat=seat, name=self.names[seat], role=self.say(role), card=name)

    def _answer(self, challenge: Challenge, seat: int, card: int, share: Share | None) -> Answer:
        """An answer beside the card asked for: the comparison, the verdict, and why."""
        asked, scale = card_in(challenge.card), self.view.game.off_suit
        answer = Answer(
            seat=seat,
            name=self.names[seat],
            role=self.say("table-answers"),
            card="",
            sum="",
            text=self._needs(asked),
            rules=["H3.4", "H3.5"],
        )
        if not card:
            return answer
        mine = card_in(card)
        counts, needed = worth(mine, suit_of(asked), scale), value_of(asked) * scale
        enough, in_suit = counts >= needed, suit_of(mine) == suit_of(asked)
        answer["card"] = DECK.name(mine)
        answer["sum"] = f"{fraction(counts, scale)} {'≥' if enough else '<'} {value_of(asked)}"
        answer["text"] = self.say(
            "table-counts-full" if in_suit else f"table-counts-{scale}",
            cards=card,
            counted=fraction(counts, scale),
            suit=SUITS[suit_of(asked)].name,
        )
        answer["rules"] = ["H3.4"] if in_suit else ["H3.4", "H3.5"]
        if share:
            key = "table-gets" if share.points >= 0 else "table-loses"
            text = self.say(key, points=signed(share.points), n=share.points)
            answer["badge"] = Badge(text=text, kind="pine" if share.points >= 0 else "clay")
            if len(self.view.houses) > 1:
                answer["rules"].append(SHARED[share.key])
        else:
            key = "table-enough" if enough else "table-not-enough"
            answer["badge"] = Badge(text=self.say(key), kind="pine" if enough else "clay")
        return answer

    def _needs(self, asked: int) -> str:
        """What it takes to claim: H3.4 in the suit, H3.5 in another one, where a card can do it."""
        value, off = value_of(asked), value_of(asked) * self.view.game.off_suit
        key = "table-needs-none" if value == 13 else "table-needs" if off <= 13 else "table-needs-suit"
        return self.say(key, value=value + 1, off=off, suit=SUITS[suit_of(asked)].name, n=1 + (value < 12))

    # The end of a round and of the game.

    def _result(self) -> ResultScene:
        """H6.2: what the round brought, and the points now."""
        view, gained = self.view, self.view.gained()
        ranks = view.outcome.ranks if view.outcome else ranking(view.scores)
        order = sorted(self._round_the_table(), key=lambda seat: (ranks[seat], seat))
        if view.outcome:
            won = view.outcome.winners
            title = self.say("table-won" if len(won) == 1 else "table-drawn", seat=won[0], seats=list(won))
            key = "table-ended-target" if view.outcome.rule == "H6.1" else "table-ended-limit"
            limit = view.game.target if view.outcome.rule == "H6.1" else view.game.max_rounds
            text = self.say(key, n=limit)
        elif view.table_players:
            title, text = self.say("table-round-over", round=view.round), self.say("table-carry-over")
        else:
            total = in_halves(max(view.contest))
            title, text = (
                self.say("table-void", round=view.round),
                self.say("table-void", "right", total=total),
            )
        columns = ["Place", "Player", "?In this round", "#Round", "#Points"]
        rows = [
            ResultRow(
                seat=seat,
                name=self.names[seat],
                you=seat == self.me,
                cells=[
                    nth(ranks[seat]),
                    self.names[seat],
                    self._did(seat),
                    f"+{gained[seat]}" if gained[seat] > 0 else signed(gained[seat]),
                    signed(view.scores[seat]),
                ],
            )
            for seat in order
        ]
        return ResultScene(kind="result", title=title, text=text, columns=columns, rows=rows)

    def _did(self, seat: int) -> str:
        """How a house fared; nothing for a table player."""
        view = self.view
        if seat not in view.houses or not view.table_players:
            return ""
        shares = [share for c in view.challenges[: view.settled] for share in view.settlement(c)]
        claims = sum(share.seat == seat and share.points >= 0 for share in shares)
        return self.say("table-did", claims=claims, n=view.settled)

    # The hand and what may be done with it.

    def tag(self, card: str) -> str:
        """What the card counts in the pot, what it counts as an answer, or what it asks of the house."""
        view, number = self.view, DECK.card(card)
        if view.phase == POT:
            suit = view.pot_suit if view.pot_suit >= 0 or view.game.pot_suit == "none" else suit_of(number)
            return f"+{in_halves(worth(number, suit, HALF))}"
        if view.phase == ANSWER:
            asked, scale = card_in(view.challenge), view.game.off_suit
            return fraction(worth(number, suit_of(asked), scale), scale)
        off = value_of(number) * view.game.off_suit
        key = "table-tag-top" if value_of(number) == 13 else "table-tag" if off <= 13 else "table-tag-suit"
        return self.say(key, off=off)

    def low(self, card: str) -> bool:
        view = self.view
        if view.phase != ANSWER:
            return False
        asked, scale = card_in(view.challenge), view.game.off_suit
        return worth(DECK.card(card), suit_of(asked), scale) < value_of(asked) * scale

    def previews(self, zones: Sequence[ZoneScene]) -> dict[str, Preview]:
        kind, make = {
            POT: ("sums", self._preview_pot),
            CHALLENGE: ("sums", self._preview_challenge),
            ANSWER: ("duel", self._preview_answer),
        }[self.view.phase]
        zone = next(i for i, zone in enumerate(zones) if zone["kind"] == kind)
        return {DECK.name(card): make(card, zone) for card in members(self.view.hand)}

    def _preview_pot(self, card: int, zone: int) -> Preview:
        """H2.4: the total with this card."""
        view = self.view
        suit = view.pot_suit if view.pot_suit >= 0 or view.game.pot_suit == "none" else suit_of(card)
        turns = sum(1 for who, _ in view.history if who == self.me)
        column = self._column(self.me, view.slices[self.me] | bit(card), suit, 1 - turns)
        last = len(view.history) == 2 * view.game.players - 1
        key = {"": "behind", "lead": "lead"}[column["state"]]
        others = {total for seat, total in enumerate(view.contest) if seat != self.me}
        if key == "lead" and column["badge"]["text"] == self.say("table-ties"):
            key = "void" if last and len(others) == 1 else "tie"  # H2.6
        if key != "behind":
            column["badge"] = Badge(text=self.say(f"table-badge-{key}"), kind="pine")
        text = self.say(f"table-would-{key}", cards=bit(card), total=column["total"], n=2 - last)
        return Preview(zone=zone, part=len(view.contest) - 1, value=column, text=text)

    def _preview_challenge(self, card: int, zone: int) -> Preview:
        """H3.3: what a house would need, and what it would win."""
        stake = self._stake(self.view.settled, self.me)
        self._add_table_card(stake, self.view.slices[self.me], bit(card))
        text = f"{self._needs(card)} {self.say('table-would-pay', total=stake['total'])}"
        return Preview(zone=zone, part=self.view.settled, value=stake, text=text)

    def _preview_answer(self, card: int, zone: int) -> Preview:
        """H3.4: whether it would claim, and for how much."""
        view = self.view
        challenge = view.challenges[-1]
        order = view.answering(challenge.seat)
        answers = (*challenge.answers, (self.me, bit(card)))
        share = None
        if len(answers) == len(order):
            shares = settle(view.game, view.slices[challenge.seat], challenge.card, answers)
            share = next(share for share in shares if share.seat == self.me)
        value = self._answer(challenge, self.me, bit(card), share)
        low = self.low(DECK.name(card))
        key = "table-would-lose" if low else "table-would-claim" if share else "table-would-share"
        earned = addition(share.cards, challenge.card) if share else ""
        text = self.say(key, cards=bit(card), sum=earned)
        return Preview(zone=zone, part=order.index(self.me), value=value, text=text)

    def unlisted(self, kind: type[CardsMove]) -> CardsMove:
        return Play(sum(bit(card) for card in members(self.view.hand)[:2]))

    def actions(self, choice: Choice | None) -> list[Action]:
        view = self.view
        if self.me < 0 or view.phase not in (POT, CHALLENGE, ANSWER):
            return []
        label = self.say(f"table-do-{view.phase}")
        main = Action(id="play", label=label, kind="main", key="enter", pick=True, ok=bool(choice))
        if not choice:
            why = self.why_not(Play(view.hand & -view.hand))
            if why:
                main["why"] = why
        if view.phase == POT and view.game.may_hold_back:
            return [main, self.button(self.say("table-do-hold"), "plain", "o", HOLD)]
        return [main]

    def prompt(self) -> Prompt:
        view, seat = self.view, self.view.to_move
        if view.phase == OVER:
            return self._said("table-over")
        if view.phase == DEAL:
            return self._said("table-next-round" if view.round else "table-deal", round=view.round)
        assert seat is not None
        if view.phase == POT:
            sets_suit = view.pot_suit < 0 and view.game.pot_suit == "first"  # H2.3
            return self._said("table-add-first" if sets_suit else "table-add", seat=seat)
        if view.phase == CHALLENGE:
            return self._said("table-challenge", seat=seat, n=len(view.houses))
        return self._said("table-answer", seat=seat, other=view.challenger, cards=view.challenge)

    def _said(self, key: str, **values: Any) -> Prompt:
        mine = self.my_turn or "seat" not in values
        small = self.say(key, "right", **values) if mine else ""
        return Prompt(text=self.say(key, **values), small=small)


PAINTER = HangInPainter
