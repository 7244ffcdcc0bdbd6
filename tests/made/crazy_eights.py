from handkit.make import CardGame, cards, suit, word, zone


class CrazyEights(CardGame, players=(4, 2, 3, 5), longest=2000):
    """
    C1.1 The deal. Five cards to each, one face up beside the stock.
    C1.2 Match. A card of the suit or the rank on top is played.
    C1.3 Eights. An eight may always be played; who plays it names the suit that follows.
    C1.4 Draw. Instead one may draw a card, and the turn is over; without a stock one passes.
    C1.5 The stock. When it is used up, the cards under the top one are shuffled to be the new stock.
    C1.6 The end. Who has played all cards wins; others lose what is left: an eight 50, a court 10.
    """

    hand = zone(each=True, seen="owner")
    stock = zone(seen="nobody", order=True)
    pile = zone(order=True)
    play, draw, name = cards(1, rule="C1.2"), word(), word(suit)
    suit_to_match = ""
    naming = False
    after_shuffle = None

    def begin(self, cards):
        *rest, top = self.share(cards, self.hand, 5)
        self.move(rest, self.undealt, self.stock)
        self.move(top, self.undealt, self.pile)
        self.suit_to_match = top.suit
        return 0

    def may_play(self, seat, card):
        if self.naming:
            self.no("C1.3", "An eight was played.", "Name a suit.")
        if card.rank != "8" and card.suit != self.suit_to_match and card.rank != self.pile[-1].rank:
            self.no("C1.2", "{card} has neither the suit nor the rank.", "Match, or draw.", card=card)

    def may_draw(self, seat):
        if self.naming:
            self.no("C1.3", "An eight was played.", "Name a suit.")

    def may_name(self, seat, suit):
        if not self.naming:
            self.no("C1.3", "A suit is named only after an eight.")

    def do_play(self, seat, card):
        self.move(card, self.hand[seat], self.pile)
        self.suit_to_match, self.naming = card.suit, card.rank == "8"
        self.tell("C1.2", "{seat} plays {card}.", "You play {card}.", seat=seat, card=card)
        if not self.hand[seat]:
            return self.end()
        return seat if self.naming else self.next(seat)

    def do_name(self, seat, suit):
        self.suit_to_match, self.naming = suit, False
        self.tell("C1.3", "{seat} asks for {suit}.", "You ask for {suit}.", seat=seat, suit=suit)
        return self.next(seat)

    def do_draw(self, seat):
        if not self.stock:
            self.tell("C1.4", "{seat} passes.", "You pass.", seat=seat)
            return self.next(seat)
        card = self.stock[-1]
        self.move(card, self.stock, self.hand[seat])
        self.tell("C1.4", "You draw {card}.", to=[seat], others="{seat} draws a card.", seat=seat, card=card)
        if self.stock or len(self.pile) == 1:
            return self.next(seat)
        self.after_shuffle = self.next(seat)
        return self.shuffle(self.pile[:-1])

    def shuffled(self, cards):
        self.move(cards, self.due, self.stock)
        self.tell("C1.5", "The stock is shuffled anew.")
        return self.after_shuffle

    def score(self, seat):
        worth = {"8": 50, "A": 1, "10": 10, "J": 10, "Q": 10, "K": 10}
        return -sum(worth.get(card.rank) or int(card.rank) for card in self.hand[seat])
