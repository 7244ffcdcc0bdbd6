from handkit.make import FRENCH_SUITS, CardGame, Deck, by_seat, cards, zone


class Gops(CardGame, players=(2, 3), deck=Deck("A 2 3 4 5 6 7 8".split(), FRENCH_SUITS)):
    """
    G1.1 The deal. Each has the cards of one suit; those of spades are the prizes, shuffled face down.
    G1.2 The bid. A prize is turned up, and all choose a card at once, face down.
    G1.3 The prize. The highest bid takes it; of equal bids nobody does.
    G1.4 The end. The most points win: an ace 1, an eight 8.
    """

    SUITS = ("clubs", "diamonds", "hearts")
    hand = zone(each=True, seen="owner")
    bid = zone(each=True, seen="owner")
    stock = zone(seen="nobody", order=True)
    prize, gone = zone(), zone()
    play = cards(1, rule="G1.2")
    points = by_seat(0)

    def begin(self, cards):
        for seat in self.seats:
            self.move([c for c in cards if c.suit == self.SUITS[seat]], self.undealt, self.hand[seat])
        self.move([c for c in cards if c.suit == "spades"], self.undealt, self.stock)
        return self.turn_up()

    def turn_up(self):
        self.move(self.stock[-1], self.stock, self.prize)
        self.tell("G1.2", "The prize is {prize}.", prize=self.prize)
        return self.seats

    def do_play(self, seat, card):
        self.move(card, self.hand[seat], self.bid[seat])
        self.tell("G1.2", "{seat} has chosen.", "You have chosen.", seat=seat)
        if waiting := [s for s in self.seats if not self.bid[s]]:
            return waiting
        bids = [max(place).rank for place in self.bid]
        if bids.count(max(bids)) == 1:
            best = self.seats[bids.index(max(bids))]
            self.points[best] += max(self.prize).rank.place + 1
            self.tell("G1.3", "{seat} takes {prize}.", "You take {prize}.", seat=best, prize=self.prize)
        else:
            self.tell("G1.3", "Nobody takes {prize}.", prize=self.prize)
        self.gather(self.bid, self.gone)
        self.gather(self.prize, self.gone)
        return self.turn_up() if self.stock else self.end()

    def could_hold(self, place):
        if place.name in ("hand", "bid"):
            return self.all_cards.of_suit(self.SUITS[place.seat])
        if place.name == "stock":
            return self.all_cards.of_suit("spades")
        return self.all_cards

    def score(self, seat):
        return self.points[seat]
