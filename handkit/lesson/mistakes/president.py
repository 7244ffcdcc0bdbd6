"""What somebody may believe who does not know a rule of President."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from handkit.game import Event, Move, Outcome, Refusal, Tell, ranking
from handkit.games.president import (
    CLOCKWISE,
    DEAL,
    OVER,
    PLAY,
    RANKS,
    Pass,
    PresidentState,
    one_rank,
    rank_of,
)

NOBODY = -1  # is left to act, as `next_to_act` says it


class TwosAreLowest(PresidentState):
    def _wrong_combination(self, cards: int) -> Iterator[Refusal]:
        yield from (one for one in super()._wrong_combination(cards) if one.rule != "P2.3")
        if self.to_beat and one_rank(cards):
            played, top = ((rank_of(one) + 1) % RANKS for one in (cards, self.to_beat))
            if played == top or (played < top) != self.turned:
                yield self._too_weak(cards.bit_count(), rank_of(cards), rank_of(self.to_beat))


class WhoCanMustPlay(PresidentState):
    def faults(self, move: Move, seat: int) -> Iterator[Refusal]:
        yield from super().faults(move, seat)
        if isinstance(move, Pass) and self.to_beat and len(self._follows(self.hand_of(seat))) > 1:
            yield self.refuse("P2.4", "leader-passes")


class PassedComeBack(PresidentState):
    def next_to_act(self, seat: int) -> int:
        passed = self.passed
        self.passed = 0
        for who, cards in reversed(self.trick):  # since somebody played
            if cards:
                break
            self.passed |= 1 << who
        following = super().next_to_act(seat)
        self.passed = passed
        return following


class OnePassEnds(PresidentState):
    def next_to_act(self, seat: int) -> int:
        return super().next_to_act(seat) if self.history[-1][1] else NOBODY


class NextAfterWinnerLeads(PresidentState):
    def first_active(self, seat: int) -> int:
        return super().first_active((seat + 1) % self.game.players)


class TwoEnds(PresidentState):
    def next_to_act(self, seat: int) -> int:
        cards = self.history[-1][1]
        return NOBODY if cards and rank_of(cards) == RANKS - 1 else super().next_to_act(seat)


class Anticlockwise(PresidentState):
    def next_to_act(self, seat: int) -> int:
        may = [other for other in CLOCKWISE[self.game.players][seat] if not self.passed >> other & 1]
        may = [other for other in may if self.counts[other] and other != self.played_by]
        return may[-1] if may else NOBODY


class FirstOutEnds(PresidentState):
    def _go_out(self, seat: int, tell: Tell | None) -> None:
        super()._go_out(seat, tell)
        self.phase = OVER if self.round == self.game.rounds else DEAL

    def _next_turn(self, seat: int, tell: Tell | None) -> None:
        super()._next_turn(seat, tell)
        if self.phase != PLAY:
            self.to_move = None if self.phase == OVER else -1


class GoingOutEnds(PresidentState):
    def next_to_act(self, seat: int) -> int:
        return super().next_to_act(seat) if self.counts[seat] else NOBODY


class LeadGoesBack(PresidentState):
    def first_active(self, seat: int) -> int:
        while not self.counts[seat]:
            seat = (seat - 1) % self.game.players
        return seat


class LastPlaysOn(PresidentState):
    def _end_round(self, tell: Tell | None) -> None:
        self._end_trick(tell)


class OnePassAfterOneIsOut(PresidentState):
    def next_to_act(self, seat: int) -> int:
        is_out = not self.counts[self.played_by] and not self.history[-1][1]
        return NOBODY if is_out else super().next_to_act(seat)


class ThreesTurn(PresidentState):
    def _play(self, cards: int, tell: Tell | None) -> None:
        super()._play(cards, tell)
        if cards.bit_count() == 3 and self.game.revolution:
            self.turned = not self.turned


class FourEnd(PresidentState):
    def next_to_act(self, seat: int) -> int:
        return NOBODY if self.history[-1][1].bit_count() == 4 else super().next_to_act(seat)


class TurnedStays(PresidentState):
    def _turn_order(self, seat: int, tell: Tell | None) -> None:
        if not self.turned:
            super()._turn_order(seat, tell)


class NeverTurned(PresidentState):
    def _wrong_combination(self, cards: int) -> Iterator[Refusal]:
        turned, self.turned = self.turned, False
        refusals = list(super()._wrong_combination(cards))
        self.turned = turned
        return iter(refusals)


class LastCardsTurnNothing(PresidentState):
    def _turn_order(self, seat: int, tell: Tell | None) -> None:
        if self.counts[seat]:
            super()._turn_order(seat, tell)


class Told(PresidentState):
    """Beliefs about what is only told."""

    def event(self, rule: str, key: str, seen_by: frozenset[int] | None = None, **values: Any) -> Event:
        return super().event(rule, key, seen_by, **values | self.told(key, values))

    def told(self, key: str, values: dict[str, Any]) -> dict[str, Any]:
        """What is told otherwise."""
        raise NotImplementedError


class NoVices(Told):
    def told(self, key: str, values: dict[str, Any]) -> dict[str, Any]:
        is_vice = key == "title" and "vice" in values["title"]
        return {"title": "title-neutral"} if is_vice else {}


class NobodyIsNeutral(Told):
    def told(self, key: str, values: dict[str, Any]) -> dict[str, Any]:
        is_neutral = key == "title" and "neutral" in values["title"]
        return {"title": "title-vice-president"} if is_neutral else {}


class LastGetsNothing(Told):
    def told(self, key: str, values: dict[str, Any]) -> dict[str, Any]:
        return {"n": values["n"] - 1} if key == "points" else {}


class OnlyTheRoundCounts(Told):
    def told(self, key: str, values: dict[str, Any]) -> dict[str, Any]:
        return {"n": self.game.players - self.places.index(values["seat"])} if key == "total" else {}


class LastPresidentWins(PresidentState):
    @property
    def outcome(self) -> Outcome | None:
        end = super().outcome
        return end and Outcome(end.rule, ranking(self._by_place()), end.scores)

    def _by_place(self) -> Sequence[int]:
        return [-self.places.index(seat) for seat in range(self.game.players)]


MISTAKES = {
    "P1.4": (TwosAreLowest,),
    "P2.4": (WhoCanMustPlay,),
    "P2.5": (PassedComeBack,),
    "P2.6": (OnePassEnds, NextAfterWinnerLeads),
    "P2.7": (TwoEnds,),
    "P2.8": (Anticlockwise,),
    "P3.1": (FirstOutEnds,),
    "P3.2": (GoingOutEnds,),
    "P3.3": (LeadGoesBack,),
    "P3.4": (LastPlaysOn,),
    "P3.5": (OnePassAfterOneIsOut,),
    "P4.1": ({"revolution": False}, ThreesTurn),
    "P4.2": (FourEnd,),
    "P4.3": (TurnedStays,),
    "P4.4": (NeverTurned,),
    "P4.6": (LastCardsTurnNothing,),
    "P5.1": (NoVices,),
    "P5.2": (NobodyIsNeutral,),
    "P5.3": (LastGetsNothing,),
    "P5.4": (OnlyTheRoundCounts,),
    "P5.5": (LastPresidentWins,),
}
