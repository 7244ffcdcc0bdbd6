"""What somebody may believe who does not know a rule of Hang In."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from handkit.cards import highest, members
from handkit.game import Event, Refusal, Tell
from handkit.games.hang_in import (
    CHALLENGE,
    CLOCKWISE,
    POT,
    SHARED,
    Challenge,
    HangInState,
    Play,
    Share,
    card_in,
    signed,
    suit_of,
    total_of,
    value_of,
    worth,
)


class OnceRound(HangInState):
    def _end_turn(self, seat: int, cards: int, tell: Tell | None) -> None:
        if len(self.history) + 1 == self.game.players:
            self.history.append((seat, cards))
            self._end_pot(None)
        else:
            super()._end_turn(seat, cards, tell)


class Anticlockwise(HangInState):
    def _end_turn(self, seat: int, cards: int, tell: Tell | None) -> None:
        super()._end_turn(seat, cards, tell)
        if self.phase == POT:
            self.to_move = (seat - 1) % self.game.players


class OtherSuitCountsNothing(HangInState):
    def _count_in(self, seat: int, cards: int) -> None:
        before = self.contest[seat]
        super()._count_in(seat, cards)
        if suit_of(card_in(cards)) != self.pot_suit:
            self.contest[seat] = before


class HighestCardIsTheHouse(HangInState):
    def _name_houses(self) -> None:
        contest, self.contest = self.contest, [value_of(card_in(cards)) for cards in self.slices]
        super()._name_houses()
        self.contest = contest


class FirstOfEqualsIsTheHouse(HangInState):
    def _name_houses(self) -> None:
        super()._name_houses()
        self.table_players = tuple(seat for seat in self._in_order() if seat != self.houses[0])
        self.houses = self.houses[:1]

    def _in_order(self) -> list[int]:
        return CLOCKWISE[self.game.players][self.starter]


class NobodyDraws(HangInState):
    def _draw(self, house: int, tell: Tell | None) -> None:
        pass


class NextToTheHouseBegins(HangInState):
    def _name_houses(self) -> None:
        super()._name_houses()
        order = CLOCKWISE[self.game.players][self.houses[0]]
        self.table_players = tuple(seat for seat in order if seat in self.table_players)


class ChallengesInThePotsSuit(HangInState):
    def _wrong_cards(self, move: Play, seat: int) -> Iterator[Refusal]:
        yield from super()._wrong_cards(move, seat)
        held = {suit_of(card) for card in members(self.hand_of(seat))}
        if self.phase == CHALLENGE and self.pot_suit in held - {suit_of(card_in(move.cards))}:
            yield self.refuse("H3.3", "one-card-challenge", number=1)


class Settled(HangInState):
    """Beliefs about what each house gets out of a slice."""

    def settlement(self, challenge: Challenge) -> list[Share]:
        return [self.gets(share, challenge) for share in super().settlement(challenge)]

    def gets(self, share: Share, challenge: Challenge) -> Share:
        """What a house gets instead."""
        raise NotImplementedError


class EqualIsNotEnough(Settled):
    def gets(self, share: Share, challenge: Challenge) -> Share:
        asked, (_, answer) = card_in(challenge.card), challenge.answers[0]
        scale = self.game.off_suit
        counted = worth(card_in(answer), suit_of(asked), scale)
        is_equal = len(challenge.answers) == 1 and counted == worth(asked, suit_of(asked), scale)
        return Share(share.seat, "lost", 0, -1) if is_equal else share


class TableCardIsNotWon(Settled):
    def gets(self, share: Share, challenge: Challenge) -> Share:
        cards = share.cards & ~challenge.card
        return share._replace(cards=cards, points=total_of(cards)) if share.points > 0 else share


class FailingIsFree(Settled):
    def gets(self, share: Share, challenge: Challenge) -> Share:
        return share._replace(points=max(0, share.points))


class BestTakesAll(Settled):
    def gets(self, share: Share, challenge: Challenge) -> Share:
        taken = {"claim-higher": self.slices[challenge.seat] | challenge.card, "claim-lower": 0}
        cards = taken.get(share.key, share.cards)
        return share._replace(cards=cards, points=total_of(cards)) if share.key in taken else share


class LastOfEqualsIsFirst(Settled):
    def settlement(self, challenge: Challenge) -> list[Share]:
        turned = challenge._replace(answers=challenge.answers[::-1])
        shares = super().settlement(challenge)
        is_equal = any(share.key == "claim-first" for share in shares)
        return super().settlement(turned) if is_equal else shares

    def gets(self, share: Share, challenge: Challenge) -> Share:
        return share


class OneClaimTakesOneCard(Settled):
    def gets(self, share: Share, challenge: Challenge) -> Share:
        cards = highest(self.slices[challenge.seat], 1) | (share.cards & challenge.card)
        is_alone = share.key == "claim-alone"
        return share._replace(cards=cards, points=total_of(cards)) if is_alone else share


class FailingWithOthersIsFree(Settled):
    def gets(self, share: Share, challenge: Challenge) -> Share:
        return share._replace(points=0) if share.key == "lost-too" else share


class ThirdClaimLoses(Settled):
    def gets(self, share: Share, challenge: Challenge) -> Share:
        return share._replace(points=-1) if share.key == "claim-last" else share


class OtherSuitScoresHalf(Settled):
    def gets(self, share: Share, challenge: Challenge) -> Share:
        off = sum(value_of(card) for card in members(share.cards) if suit_of(card) != self.pot_suit)
        return share._replace(points=share.points - off // 2)


class HousesAnswerAnticlockwise(HangInState):
    def answering(self, table_player: int) -> tuple[int, ...]:
        return super().answering(table_player)[::-1]


class EachRoundFromNothing(HangInState):
    def event(self, rule: str, key: str, seen_by: frozenset[int] | None = None, **values: Any) -> Event:
        if key in SHARED:
            values["total"] = signed(self.gained()[values["seat"]])
        return super().event(rule, key, seen_by, **values)


MISTAKES = {
    "H2.1": (OnceRound, Anticlockwise),
    "H2.3": (OtherSuitCountsNothing,),
    "H2.4": (HighestCardIsTheHouse,),
    "H2.5": (FirstOfEqualsIsTheHouse,),
    "H3.1": (NobodyDraws,),
    "H3.2": (NextToTheHouseBegins,),
    "H3.3": (ChallengesInThePotsSuit,),
    "H3.4": (EqualIsNotEnough,),
    "H3.5": ({"off_suit": 1},),
    "H3.6": (TableCardIsNotWon,),
    "H3.7": (FailingIsFree,),
    "H4.1": (HousesAnswerAnticlockwise,),
    "H4.2": (BestTakesAll,),
    "H4.3": (LastOfEqualsIsFirst,),
    "H4.4": (OneClaimTakesOneCard,),
    "H4.5": (FailingWithOthersIsFree,),
    "H4.7": (ThirdClaimLoses,),
    "H5.1": ({"off_suit": 1},),
    "H5.2": (OtherSuitScoresHalf,),
    "H6.2": (EachRoundFromNothing,),
}
