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

HOUSES["small_leads"] = '''
from handkit.games.president import Play, President

class SmallLeads(President):
    """P8.2 Small leads (enforced). Nobody leads with more than two cards."""
    sentences = {"too-many": {"text": "{n:Number} cards are too many to lead with.", "right": "Lead one or two."}}
    class Rule:
        def too_many(self, move):
            return isinstance(move, Play) and not self.to_beat and move.cards.bit_count() > 2
        def moves(self, seat=None):
            return [move for move in super().moves(seat) if not self.too_many(move)]
        def faults(self, move, seat):
            yield from super().faults(move, seat)
            if self.too_many(move):
                yield self.refuse("P8.2", "too-many", n=move.cards.bit_count())
    class State(Rule, President.State): pass
    class View(Rule, President.View): pass
'''

HOUSES["threes"] = '''
from handkit.games.president import PLAY, President, rank_of

class Threes(President):
    """P8.6 A 3 ends the round. Who then holds fewer cards is placed before who holds more."""
    sentences = {"threes": {"text": "{seat:Seat} ends the round with a 3."}}
    class State(President.State):
        def _play(self, cards, tell):
            super()._play(cards, tell)
            if rank_of(cards) == 0 and self.phase == PLAY:
                if tell:
                    tell(self.event("P8.6", "threes", seat=self.played_by))
                self._end_round(tell)
        def _left(self):
            return sorted(super()._left(), key=lambda seat: self.counts[seat])
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
            if self.to_beat and self.phase == PLAY and DECK.ranks[rank_of(cards)] == self.game.ender:
                if tell:
                    tell(self.event("P8.3", "ender", seat=self.played_by))
                self._end_trick(tell)
'''

HOUSES["low_start"] = '''
from handkit.games.hang_in import POT, HangIn, Play, suit_of, value_of

class LowStart(HangIn):
    """H8.1 Low start (enforced). The first card of a pot is not the 13 of the first two suits."""
    sentences = {"too-high": {"text": "{cards:cards} is too high to begin with.", "right": "Begin lower."}}
    class Rule:
        def too_high(self, move):
            if self.phase != POT or self.history or not isinstance(move, Play) or move.cards.bit_count() != 1:
                return False
            card = move.cards.bit_length() - 1
            return value_of(card) == 13 and suit_of(card) < 2
        def moves(self, seat=None):
            return [move for move in super().moves(seat) if not self.too_high(move)]
        def judge(self, move, seat):
            refusal = super().judge(move, seat)
            if refusal is None and self.too_high(move):
                return self.refuse("H8.1", "too-high", cards=move.cards)
            return refusal
    class State(Rule, HangIn.State): pass
    class View(Rule, HangIn.View): pass
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

HOUSES["bonus"] = '''
from handkit.game import BySeat
from handkit.games.president import DECK, President, rank_of

class Bonus(President):
    """P8.4 A bonus. Each 7 that is played is counted, and the president of a round gets five points more."""
    sentences = {"bonus": {"text": "{seat:Seat} gets a bonus."}}
    class State(President.State):
        sevens: BySeat[int]
        def __init__(self, game):
            super().__init__(game)
            self.sevens = [0] * game.players
        def _play(self, cards, tell):
            if DECK.ranks[rank_of(cards)] == "7":
                self.sevens[self.to_move] += 1
            super()._play(cards, tell)
        def _end_round(self, tell):
            super()._end_round(tell)
            self.totals[self.places[0]] += 5
            if tell:
                tell(self.event("P8.4", "bonus", seat=self.places[0]))
'''

HOUSES["bitter"] = '''
from handkit.games.hang_in import HangIn

class Bitter(HangIn):
    """H8.4 Bitter. Each house pays a point at the end of a round."""
    sentences = {"pays": {"text": "{seat:Seat} pays."}}
    class State(HangIn.State):
        def play(self, move, tell=None, seat=None):
            phase = self.phase
            super().play(move, tell, seat)
            if phase == "answer" and self.phase == "deal":
                for house in self.houses:
                    self.scores[house] -= 1
                    if tell:
                        tell(self.event("H8.4", "pays", seat=house))
'''

HOUSES["counted"] = '''
from handkit.game import BySeat
from handkit.games.reserves import Attack, Reserves

class Counted(Reserves):
    """R8.4 Counted. Attacks are counted."""
    class State(Reserves.State):
        attacks: BySeat[int]
        def __init__(self, game):
            super().__init__(game)
            self.attacks = [0, 0, 0]
        def play(self, move, tell=None, seat=None):
            if isinstance(move, Attack):
                self.attacks[self.to_move] += 1
            super().play(move, tell, seat)
'''

HOUSES["free_lead"] = '''
from handkit.games.president import PASS, PLAY, President

class FreeLead(President):
    """P8.6 A free lead. Who leads may pass the lead on to the next."""
    class Rule:
        def free(self, seat):
            first = not self.history or self.history[-1][1] or self.to_beat
            return self.phase == PLAY and not self.to_beat and seat == self.to_move and first
        def moves(self, seat=None):
            return [*super().moves(seat), *([PASS] if self.free(self.to_move if seat is None else seat) else [])]
        def faults(self, move, seat):
            if move != PASS or not self.free(seat):
                yield from super().faults(move, seat)
    class State(Rule, President.State):
        def _pass(self, tell):
            if self.to_beat:
                super()._pass(tell)
            else:
                self.history.append((self.to_move, 0))
                self._open_trick(self.first_active((self.to_move + 1) % self.game.players))
    class View(Rule, President.View): pass
'''
