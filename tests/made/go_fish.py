from handkit.make import CardGame, rank, seat, word, zone


class GoFish(CardGame, players=(4, 3, 5), longest=3000):
    """
    F1.1 The deal. Five cards to each; the rest is the stock.
    F1.2 Ask. In turn one asks another player who has cards for a rank of which one holds a card.
    F1.3 Give. Who is asked gives all cards of the rank, for all to see, and the same player asks again.
    F1.4 Fish. Who has none says so, and who asked draws a card; it is the next one's turn.
    F1.5 Books. Four of a rank are laid down.
    F1.6 The end. It ends when a hand or the stock is empty; the most books win.
    """

    hand = zone(each=True, seen="owner")
    stock = zone(seen="nobody", order=True)
    books = zone(each=True)
    ask = word(seat, rank)

    def begin(self, cards):
        rest = self.share(cards, self.hand, 5)
        self.move(rest, self.undealt, self.stock)
        for seat in self.seats:
            self.lay_books(seat)
        return 0 if all(self.hand) else self.end()

    def may_ask(self, seat, other, rank):
        if other == seat:
            self.no("F1.2", "One does not ask oneself.", "Ask another player.")
        if not self.hand[seat].of_rank(rank):
            self.no("F1.2", "You hold no {rank}.", "Ask for a rank that you hold.", rank=rank)

    def do_ask(self, seat, other, rank):
        self.tell("F1.2", "{seat} asks {other} for each {rank}.", "You ask {other} for each {rank}.",
                  seat=seat, other=other, rank=rank)  # fmt: skip
        then = seat
        if given := self.hand[other].of_rank(rank):
            self.move(given, self.hand[other], self.hand[seat], show=self.everybody)
            self.tell("F1.3", "{seat} gives {cards}.", "You give {cards}.", seat=other, cards=given)
        else:
            card = self.stock[-1]
            self.move(card, self.stock, self.hand[seat])
            self.tell(
                "F1.4", "You draw {card}.", to=[seat], others="{seat} goes fishing.", seat=seat, card=card
            )
            then = self.next(seat)
        self.lay_books(seat)
        return then if self.stock and all(self.hand) else self.end()

    def lay_books(self, seat):
        for rank in self.hand[seat].ranks:
            if len(book := self.hand[seat].of_rank(rank)) == 4:
                self.move(book, self.hand[seat], self.books[seat])
                self.tell("F1.5", "{seat} lays down {book}.", "You lay down {book}.", seat=seat, book=book)

    def score(self, seat):
        return len(self.books[seat]) // 4
