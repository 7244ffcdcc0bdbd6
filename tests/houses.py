"""House rules, each as it stands in a cell of a notebook."""

# ruff: noqa: E501

from __future__ import annotations

HOUSES: dict[str, str] = {}

HOUSES["eights"] = '''
from handkit.games.president import DECK, PLAY, President, rank_of

class Eights(President):
    """P8.1 An 8 ends the trick. Who plays an 8 takes the trick at once, and leads."""
    sentences = {"eight": {"text": "{seat:Seat} ends the trick with an 8.", "you": "You end the trick with an 8."}}
    class State(President.State):
        def _play(self, cards, tell):
            super()._play(cards, tell)
            if DECK.ranks[rank_of(cards)] == "8" and self.phase == PLAY and self.table:
                if tell:
                    tell(self.event("P8.1", "eight", seat=self.played_by))
                self._end_trick(tell)
'''

HOUSES["forced"] = '''
from handkit.games.president import PASS, President


class Forced(President):
    """P8.2 No holding back (enforced). Who can beat the trick must not pass."""

    sentences = {"can-beat": {"text": "You can beat {top:cards}.", "right": "Play one of your cards."}}

    class Rule:
        def moves(self, seat=None):
            moves = super().moves(seat)
            return [move for move in moves if move != PASS] or moves

        def judge(self, move, seat):
            refusal = super().judge(move, seat)
            if refusal is None and move == PASS and PASS not in self.moves(seat):
                return self.refuse("P8.2", "can-beat", top=self.table)
            return refusal

    class State(Rule, President.State):
        pass

    class View(Rule, President.View):
        pass
'''

HOUSES["enders"] = '''
from dataclasses import dataclass

from handkit.game import option
from handkit.games.president import DECK, PLAY, President, rank_of


@dataclass(frozen=True, kw_only=True)
class TrickEnders(President):
    """A house rule with an option.

    P8.3 The ender. Cards of one rank end the trick
      at once, and who played them leads.
    P2.7 A 2 is no end. It is beaten as any other card where there is an option for it.
    """

    sentences = {"ender": {"text": "{seat:Seat} ends the trick."}}
    ender: str = option("10", "P8.3", "which rank ends the trick", choices=("10", "9", "none"))

    class State(President.State):
        def _play(self, cards, tell):
            super()._play(cards, tell)
            if self.table and self.phase == PLAY and DECK.ranks[rank_of(cards)] == self.game.ender:
                if tell:
                    tell(self.event("P8.3", "ender", seat=self.played_by))
                self._end_trick(tell)
'''

HOUSES["low_start"] = '''
from handkit.cards import members
from handkit.games.hang_in import POT, HangIn, value_of


class LowStart(HangIn):
    """H8.1 Low start (enforced). The first card of a pot is worth at most 5, where one has such a card."""

    sentences = {
        "too-high": {"text": "{cards:cards} is worth too much to begin with.", "right": "Begin low."}
    }

    class Rule:
        def high(self, cards, seat):
            low = [card for card in members(self.hand_of(seat)) if value_of(card) <= 5]
            return self.phase == POT and not self.history and low and value_of(*members(cards)) > 5

        def moves(self, seat=None):
            moves = super().moves(seat)
            seat = self.to_move if seat is None else seat
            return [move for move in moves if not self.high(move.cards, seat)] if not self.history else moves

        def judge(self, move, seat):
            refusal = super().judge(move, seat)
            if refusal is None and hasattr(move, "cards") and self.high(move.cards, seat):
                return self.refuse("H8.1", "too-high", cards=move.cards)
            return refusal

    class State(Rule, HangIn.State):
        pass

    class View(Rule, HangIn.View):
        pass
'''

HOUSES["last_draw"] = '''
from handkit.games.reserves import Reserves


class LastDraw(Reserves):
    """R8.1 The last draw. Who draws the last card of a reserve has the next turn too."""

    sentences = {"again": {"text": "{seat:Seat} has another turn.", "you": "You have another turn."}}

    class State(Reserves.State):
        def _draw(self, tell):
            seat = self.to_move
            super()._draw(tell)
            if not self.left[seat] and self.to_move is not None:
                self.to_move = seat
                if tell:
                    tell(self.event("R8.1", "again", seat=seat))
'''
