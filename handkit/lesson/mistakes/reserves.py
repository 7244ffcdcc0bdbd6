"""What somebody may believe who does not know a rule of Reserves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from handkit.cards import count
from handkit.game import Event, Outcome, Refusal, Tell, ranking
from handkit.games.reserves import CHOOSE, PLAYERS, TURN, Attack, ReservesState
from handkit.games.worth import EQUAL, GREATER, LESSER, Pair, laid_in, relation, value_of


class PilesAnticlockwise(ReservesState):
    def _choose(self, number: int, tell: Tell | None) -> None:
        seat = self.to_move or 0
        super()._choose(number, tell)
        if self.phase == CHOOSE:
            self.to_move = (seat - 1) % PLAYERS


class MayAttackAfterDrawing(ReservesState):
    def _draw(self, tell: Tell | None) -> None:
        seat = self.to_move
        super()._draw(tell)
        self.to_move = seat


class AttacksAreOfOneRank(ReservesState):
    def _wrong_attack(self, attack: Attack, hand: int, seat: int) -> Iterator[Refusal]:
        yield from super()._wrong_attack(attack, hand, seat)
        if len({card >> 2 for card in self.game.deck.numbers(attack.named())}) > 1:
            yield self.refuse("R2.3", "no-cards")


class NoHandNoAttack(ReservesState):
    def _wrong_attack(self, attack: Attack, hand: int, seat: int) -> Iterator[Refusal]:
        yield from super()._wrong_attack(attack, hand, seat)
        if not self.counts[attack.target]:
            yield self.refuse("R2.4", "target-out", seat=attack.target)


class Beating(ReservesState):
    """Beliefs about what beats: by the suits, how many times both values count."""

    times: ClassVar = {EQUAL: (1, 1), GREATER: (2, 1), LESSER: (1, 2)}

    def _wrong_defence(self, pairs: Sequence[Pair], hand: int) -> Iterator[Refusal]:
        yield from (one for one in super()._wrong_defence(pairs, hand) if one.rule != "R4.3")
        side = laid_in(pairs)
        for card, under in pairs:
            own, other = self.times[relation(card, under)]
            if not self.wins(own * self.value(card, side), other * self.value(under, self.attack)):
                yield self._too_weak(card, under, side)

    def value(self, card: int, side: int) -> int:
        return value_of(card, side)

    def wins(self, value: int, worth: int) -> bool:
        return value > worth


class SuitsDoNotMatter(Beating):
    times: ClassVar = {EQUAL: (1, 1), GREATER: (1, 1), LESSER: (1, 1)}


class LesserSuitIsDoubled(Beating):
    times: ClassVar = {EQUAL: (1, 1), GREATER: (1, 2), LESSER: (2, 1)}


class AcesAreHigh(Beating):
    def value(self, card: int, side: int) -> int:
        return super().value(card, side) if card >> 2 else 14


class EqualIsEnough(Beating):
    def wins(self, value: int, worth: int) -> bool:
        return value >= worth


class Worth(ReservesState):
    """Beliefs about what a face card is worth."""

    rank = ""

    def event(self, rule: str, key: str, seen_by: frozenset[int] | None = None, **values: Any) -> Event:
        if key == f"worth-{self.rank}":
            values["value"] = self.worth(values["n"])
        return super().event(rule, key, seen_by, **values)

    def worth(self, friends: int) -> int:
        """What it is worth with so many friendly cards."""
        raise NotImplementedError


class JackIsEleven(Worth):
    rank = "jack"

    def worth(self, friends: int) -> int:
        return 11


class JackIsNoFriend(Worth):
    rank = "jack"

    def worth(self, friends: int) -> int:
        return friends - 1


class KingIsThirteen(Worth):
    rank = "king"

    def worth(self, friends: int) -> int:
        return 13


class KingIsNotDoubled(Worth):
    rank = "king"

    def worth(self, friends: int) -> int:
        return friends


class QueenIsTwelve(Worth):
    rank = "queen"

    def worth(self, friends: int) -> int:
        return 12


class QueenIsNotDoubled(Worth):
    rank = "queen"

    def worth(self, friends: int) -> int:
        return friends


class NextIsAsked(ReservesState):
    def _attack(self, target: int, cards: int, tell: Tell | None) -> None:
        seat = self.to_move or 0
        super()._attack(target, cards, tell)
        self.to_move = (seat + 1) % PLAYERS


class AllOrNone(ReservesState):
    def _wrong_defence(self, pairs: Sequence[Pair], hand: int) -> Iterator[Refusal]:
        yield from super()._wrong_defence(pairs, hand)
        if 0 < len(pairs) < count(self.attack):
            yield self.refuse("R4.2", "covered-twice", cards=0)


class HalfIsRoundedDown(ReservesState):
    @property
    def back(self) -> int:
        return count(self.attack) // 2


class NoCardsNoPay(ReservesState):
    @property
    def gifts_due(self) -> int:
        return super().gifts_due if self.laid else 0

    def _give(self, cards: int, tell: Tell | None) -> None:
        if self.laid:
            super()._give(cards, tell)
        else:
            self._clear_up(False, tell)


class ClockwiseAfterAttacks(ReservesState):
    def _end_attack(self, progress: bool, tell: Tell | None) -> None:
        attacker = self.attacker
        super()._end_attack(progress, tell)
        following = (attacker + 1) % PLAYERS
        if self.phase == TURN and len(self.active) == PLAYERS:
            self.to_move = following


class AnticlockwiseAfterDraws(ReservesState):
    def _next_turn(self, seat: int, rule: str, tell: Tell | None, skipped: int = 0) -> None:
        back = (seat + 1) % PLAYERS if rule == "R6.2" else seat  # of three the one before
        super()._next_turn(back if not self.out[back] else seat, rule, tell, skipped)


class NoHandIsOut(ReservesState):
    def _end_attack(self, progress: bool, tell: Tell | None) -> None:
        two = self.attacker, self.defender
        super()._end_attack(progress, tell)
        for seat in two:
            if tell and not self.counts[seat] and not self.out[seat]:
                tell(self.event("R6.4", "out", seat=seat))


class FirstOutWins(ReservesState):
    @property
    def outcome(self) -> Outcome | None:
        end = super().outcome
        return end and Outcome(end.rule, ranking(end.ranks), end.scores)


class WhoDrewGoesOn(ReservesState):
    def _next_turn(self, seat: int, rule: str, tell: Tell | None, skipped: int = 0) -> None:
        drew = (skipped - 1) % PLAYERS if rule == "R6.6" else seat
        super()._next_turn(drew, rule, tell, skipped)


MISTAKES = {
    "R1.4": (PilesAnticlockwise,),
    "R2.1": (MayAttackAfterDrawing,),
    "R2.3": (AttacksAreOfOneRank,),
    "R2.4": (NoHandNoAttack,),
    "R3.1": (SuitsDoNotMatter,),
    "R3.2": (AcesAreHigh,),
    "R3.3": (JackIsEleven, JackIsNoFriend),
    "R3.4": (KingIsThirteen, KingIsNotDoubled),
    "R3.5": (QueenIsTwelve, QueenIsNotDoubled),
    "R3.6": (LesserSuitIsDoubled, EqualIsEnough),
    "R4.1": (NextIsAsked,),
    "R4.2": (AllOrNone,),
    "R5.2": (HalfIsRoundedDown,),
    "R5.4": (NoCardsNoPay,),
    "R6.1": (ClockwiseAfterAttacks,),
    "R6.2": (AnticlockwiseAfterDraws,),
    "R6.4": (NoHandIsOut,),
    "R6.5": (FirstOutWins,),
    "R6.6": (WhoDrewGoesOn,),
}
