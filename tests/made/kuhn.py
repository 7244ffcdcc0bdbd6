from handkit.make import CardGame, Deck, Suit, by_seat, word, zone


class Kuhn(CardGame, players=2, deck=Deck("J Q K".split(), [Suit("S", "♠", "spades", "S")])):
    """
    K1.1 The deal. One chip from each into the pot, and a card to each.
    K1.2 Bet. One chip more; once a bet is made one calls it or folds.
    K1.3 Check. Without a bet one may check; when both have checked the cards are compared.
    K1.4 Fold. Who folds loses what is in the pot.
    K1.5 The showdown. The higher card takes the pot.
    """

    hand = zone(each=True, seen="owner")
    opened = zone(each=True)
    check_, bet, call, fold = word(), word(), word(), word()
    last = ""
    paid, won = by_seat(0), by_seat(0)

    def begin(self, cards):
        self.share(cards, self.hand, 1)
        self.paid = [1, 1]
        return 0

    def may_check_(self, seat):
        if self.last == "bet":
            self.no("K1.3", "There is a bet.", "Call it, or fold.")

    def may_call(self, seat):
        if self.last != "bet":
            self.no("K1.2", "There is no bet.", "Check, or bet.")

    may_bet, may_fold = may_check_, may_call

    def do_check_(self, seat):
        self.tell("K1.3", "{seat} checks.", "You check.", seat=seat)
        if self.last == "check":
            return self.showdown()
        self.last = "check"
        return self.next(seat)

    def do_bet(self, seat):
        self.tell("K1.2", "{seat} bets.", "You bet.", seat=seat)
        self.last = "bet"
        self.paid[seat] += 1
        return self.next(seat)

    def do_call(self, seat):
        self.tell("K1.2", "{seat} calls.", "You call.", seat=seat)
        self.paid[seat] += 1
        return self.showdown()

    def do_fold(self, seat):
        self.tell("K1.4", "{seat} folds.", "You fold.", seat=seat)
        return self.take(self.next(seat))

    def showdown(self):
        for seat in self.seats:
            self.move(self.hand[seat], self.hand[seat], self.opened[seat])
        return self.take(max(self.seats, key=lambda seat: max(self.opened[seat])))

    def take(self, seat):
        self.won = [-chips for chips in self.paid]
        self.won[seat] += sum(self.paid)
        self.tell(
            "K1.5", "{seat} takes {chips} chips.", "You take {chips} chips.", seat=seat, chips=sum(self.paid)
        )
        return self.end()

    def score(self, seat):
        return self.won[seat]
