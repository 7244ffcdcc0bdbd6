from agram import Agram

from handkit.make import by_seat


class AgramSeries(Agram, players=(3, 2)):
    """A1.6 The series. Rounds are played until one has won three."""

    wins = by_seat(0)

    def do_play(self, seat, card):
        then = super().do_play(seat, card)
        if self.winner is None:
            return then
        self.wins[self.winner] += 1
        if max(self.wins) == 3:
            return then
        self.winner = None
        return self.new_round()

    def score(self, seat):
        return self.wins[seat]
