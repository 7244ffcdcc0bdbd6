from handkit.make import CardGame, cards, zone


class Agram(CardGame, players=(2, 3, 4, 5)):
    """
    A1.1 The deal. Six cards to each; the others are not used.
    A1.2 One card. In turn each plays one card of the hand.
    A1.3 Follow suit. Who holds a card of the suit led plays one.
    A1.4 The trick. The highest card of the suit led takes it, and leads.
    A1.5 The end. Who takes the sixth trick wins.
    """

    hand = zone(each=True, seen="owner")
    trick = zone(each=True)
    gone = zone()
    play = cards(1, rule="A1.2")
    led = None  # the suit
    winner = None

    def begin(self, cards):
        self.share(cards, self.hand, 6)
        return 0

    def may_play(self, seat, card):
        if self.led and card.suit != self.led and (right := self.hand[seat].of_suit(self.led)):
            self.no("A1.3", "{card} is not of the suit led.", "Play one of {right}.", card=card, right=right)

    def do_play(self, seat, card):
        self.move(card, self.hand[seat], self.trick[seat])
        self.tell("A1.2", "{seat} plays {card}.", "You play {card}.", seat=seat, card=card)
        self.led = self.led or card.suit
        if not all(self.trick):
            return self.next(seat)
        best = max(card for place in self.trick for card in place.of_suit(self.led))
        taker = next(s for s in self.seats if best in self.trick[s])
        self.tell("A1.4", "{seat} takes the trick.", "You take the trick.", seat=taker)
        self.gather(self.trick, self.gone)
        self.led = None
        if any(self.hand):
            return taker
        self.winner = taker
        return self.end()

    def score(self, seat):
        return int(seat == self.winner)
