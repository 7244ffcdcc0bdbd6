"""The table of President."""

from __future__ import annotations

from typing import Any, ClassVar

from handkit.cards import members, union
from handkit.game import CardsMove, ranking
from handkit.games.president import (
    DEAL,
    DECK,
    EXCHANGE,
    OVER,
    PASS,
    PLAY,
    Give,
    Play,
    PresidentView,
    beats,
    rank_of,
    strength_order,
    suits_of,
    title,
)
from handkit.table.scene import Action, Badge, Choice, Prompt
from handkit.table.scenes.painter import Painter
from handkit.table.zones import (
    Lane,
    LaneEnd,
    Lanes,
    Plays,
    PlayScene,
    ResultRow,
    ResultScene,
    Strip,
    StripItem,
    ZoneScene,
)
from handkit.words import nth


class PresidentPainter(Painter):
    """Draws the trick, the order in force, the exchange and the results."""

    view: PresidentView
    untold: ClassVar[frozenset[str]] = frozenset(("points", "total", "final"))  # the result has them

    # Where we are, and who is who.

    def meta(self) -> str:
        view = self.view
        if not view.round:
            return ""
        where = self.say("table-series", round=view.round, rounds=view.game.rounds)
        return where + {EXCHANGE: ", exchange", PLAY: "", DEAL: ", finished", OVER: ", finished"}[view.phase]

    def turned(self) -> bool:
        return self.view.turned

    def role(self, seat: int) -> str:
        """A title of the round before (P5.1), or of this one for who is out."""
        name = self.view.title_of(seat)
        shown = "" if name in ("", "neutral") else self.say(f"title-{name}")
        if seat == self.me:
            number = self.view.counts[seat]
            cards = f"{number} card{'' if number == 1 else 's'}"
            return f"{shown}, {cards}" if shown else cards
        return shown

    def crown(self, seat: int) -> bool:
        """The president of this round, once there is one; until then that of the round before."""
        places = self.view.places or self.view.previous
        return bool(places) and places[0] == seat

    def dim(self, seat: int) -> bool:
        return bool(self.view.passed >> seat & 1) or (self.view.round > 0 and not self.view.counts[seat])

    def badges(self, seat: int) -> list[Badge]:
        view = self.view
        if view.phase == PLAY and seat in view.places:
            return [Badge(text=f"{nth(view.places.index(seat) + 1)}, out", kind="gold")]
        if view.passed >> seat & 1 and view.phase == PLAY:
            return [Badge(text="passed", kind="pass")]
        if seat in view.actors:
            return [Badge(text="to give" if view.phase == EXCHANGE else "to play", kind="turn")]
        return []

    # What lies on the table.

    def zones(self) -> list[ZoneScene]:
        view = self.view
        if view.phase == EXCHANGE:
            return [self._exchange(), self._order()]
        if view.phase == PLAY:
            return [self._trick(), self._order()]
        return [self._trick(), self._result()] if view.round else []

    def _trick(self) -> Plays:
        """P3.4: after the end of a round its last combination stays in sight."""
        view = self.view
        plays = [(seat, cards) for seat, cards in view.trick if cards]
        return Plays(
            kind="plays",
            label=self.say("table-trick"),
            plays=[
                PlayScene(seat=seat, name=self.names[seat], cards=self.cards(cards), top=number == len(plays))
                for number, (seat, cards) in enumerate(plays, 1)
            ],
            empty=self.say("table-no-trick"),
        )

    def _order(self) -> Strip:
        """P1.4, P4.4: the order in force, and which ranks beat the combination on the table (P2.3)."""
        view = self.view
        order = strength_order(view.turned)
        items = [StripItem(text=DECK.ranks[rank]) for rank in order]
        middle = ""
        if view.to_beat:
            top = rank_of(view.to_beat)
            for item, rank in zip(items, order, strict=True):
                if rank == top:
                    item["state"] = "now"
                elif beats(rank, top, view.turned):
                    item["state"] = "up"
            key = "table-order-top" if top == order[-1] else "table-order-beats"
            middle = self.say(key, rank=top, n=view.to_beat.bit_count())
        if view.turned:
            middle = self.say("table-order-turned")
        return Strip(
            kind="strip",
            label=self.say("table-order"),
            items=items,
            ends=["weak", middle, "strong"],
            turned=view.turned,
        )

    def _exchange(self) -> Lanes:
        """P6.2, P6.3: what went between losers and winners; faces only to the two (P6.5)."""
        view = self.view
        return Lanes(
            kind="lanes",
            label=self.say("table-exchange"),
            lanes=[self._lane(winner) for winner in view.choosers()],
        )

    def _lane(self, winner: int) -> Lane:
        view = self.view
        loser, number = view.partner(winner), view.gifts_due(winner)
        given = {giver: self.cards(cards) for giver, _, cards in view.gifts}
        mine = self.me in (winner, loser)
        back: list[str] | int = given.get(winner, 0 if winner in view.owing else number)
        return Lane(
            left=self._end(loser),
            right=self._end(winner),
            to_right=given.get(loser, number) if mine else number,
            to_left=back,
            note=self.say("table-best-two" if number == 2 else "table-best-one"),
            hush=not mine,
        )

    def _end(self, seat: int) -> LaneEnd:
        role = title(self.view.previous.index(seat), self.game.players)
        return LaneEnd(
            seat=seat, name=self.names[seat], role=self.say(f"title-{role}"), crown=role == "president"
        )

    def _result(self) -> ResultScene:
        """P5.5: the places of the last round, and the totals. In the end a series has its own order."""
        view = self.view
        rows = [self._row(place, seat) for place, seat in enumerate(view.places)]
        if self._series_over():
            rows.sort(key=lambda row: ranking(view.totals)[row["seat"]])
        if view.phase == OVER and view.game.rounds > 1:
            best = [seat for seat, rank in enumerate(ranking(view.totals)) if rank == 1]
            head = (
                self.say("table-won-series", seat=best[0])
                if len(best) == 1
                else self.say("table-won-together")
            )
        else:
            head = self.say("table-won-round", seat=view.places[0])
        columns = ["Place", "Player", "Title", "?How", "#Points"] + (
            ["#Total"] if view.game.rounds > 1 else []
        )
        columns += ["#Last round"] if self._series_over() else []
        rules = self.say("table-result-rules-series" if view.game.rounds > 1 else "table-result-rules")
        return ResultScene(kind="result", title=head, text=rules, columns=columns, rows=rows)

    def _series_over(self) -> bool:
        """P5.5: at the end of a series each player's rank in it is shown too."""
        return self.view.phase == OVER and self.view.game.rounds > 1

    def _row(self, place: int, seat: int) -> ResultRow:
        view, players = self.view, self.game.players
        last = [cards for who, cards in view.history if who == seat and cards]
        if view.counts[seat]:
            known = view.hand if seat == self.me else self.seen.opened.get(seat)
            how = (
                self.say("table-kept", cards=known)
                if known is not None
                else self.say("table-kept-unseen", n=view.counts[seat])
            )
        else:
            how = self.say("table-out-on", cards=last[-1]) if last else ""
        cells = [nth(place + 1), self.say(f"title-{title(place, players)}"), how, f"+{players - place}"]
        if view.game.rounds > 1:
            cells.append(str(view.totals[seat]))
        if self._series_over():
            cells.append(cells[0])
            cells[0] = nth(ranking(view.totals)[seat])
        cells.insert(1, self.names[seat])
        return ResultRow(seat=seat, name=self.names[seat], you=seat == self.me, cells=cells)

    # The hand and what may be done with it.

    def mark(self, card: str) -> str:
        """Cards that came in this round's exchange are new until play begins."""
        got = union(
            c for _, receiver, cards in self.view.gifts if receiver == self.me for c in members(cards)
        )
        fresh = self.view.phase == EXCHANGE or not self.view.history
        return "new" if fresh and got >> DECK.card(card) & 1 else ""

    def listed(self) -> list[CardsMove]:
        """Every combination in the hand, so that each has its own reason. Any other choice mixes ranks."""
        if self.view.phase == EXCHANGE:
            return [Give(1 << card) for card in members(self.view.hand)]
        found: list[CardsMove] = []
        for rank in range(13):
            held = suits_of(self.view.hand, rank)
            found += [Play(suits << 4 * rank) for suits in range(1, 16) if not suits & ~held]
        return found

    def unlisted(self, kind: type[CardsMove]) -> CardsMove:
        if kind is Give:
            return Give(self.view.hand)
        ranks = [rank for rank in range(13) if suits_of(self.view.hand, rank)]
        lowest = [self.view.hand & (15 << 4 * rank) for rank in ranks[:2]]
        return Play(union(card for cards in lowest for card in members(cards)))

    def choice(self) -> Choice | None:
        choice = super().choice()
        if choice and self.view.phase == EXCHANGE:
            choice["sizes"] = [self.view.gifts_due(self.me)] * 2
            choice["legal"], choice["refused"] = "", [""] * len(choice["reasons"])
        return choice

    def actions(self, choice: Choice | None) -> list[Action]:
        view = self.view
        if self.me < 0 or view.phase not in (PLAY, EXCHANGE):
            return []
        giving = view.phase == EXCHANGE
        main = Action(
            id="play",
            label="Give" if giving else "Play",
            kind="main",
            key="enter",
            pick=True,
            ok=bool(choice),
        )
        if not choice:
            why = self.why_not(Give(view.hand) if giving else Play(view.hand & -view.hand))
            if why:
                main["why"] = why
        return [main] if giving else [main, self.button("Pass", "plain", "p", PASS)]

    def prompt(self) -> Prompt:
        view, seat = self.view, self.view.to_move
        if view.phase == OVER:
            return self._said("table-over", n=self.view.game.rounds)
        if view.phase == DEAL:
            return (
                self._said("table-round-over", round=view.round) if view.round else self._said("table-deal")
            )
        assert seat is not None
        if view.phase == EXCHANGE:
            if self.my_turn:
                return self._said("table-give", n=view.gifts_due(self.me), other=view.partner(self.me))
            return self._said("table-giving", seat=seat)
        if not self.my_turn:
            if self.me < 0:
                return self._said("table-wait", seat=seat)
            key = (
                "table-out"
                if not view.counts[self.me]
                else "table-passed"
                if view.passed >> self.me & 1
                else "table-wait"
            )
            return self._said(key, seat=seat)
        if not view.to_beat:
            return self._said("table-lead", seat=seat)
        values = {"seat": seat, "by": view.played_by, "cards": view.to_beat, "n": view.to_beat.bit_count()}
        if len(view.moves()) == 1:
            return self._said("table-cannot", **values)
        return self._said("table-follow-turned" if view.turned else "table-follow", **values)

    def _said(self, key: str, **values: Any) -> Prompt:
        return Prompt(text=self.say(key, **values), small=self.say(key, "right", **values))


PAINTER = PresidentPainter
