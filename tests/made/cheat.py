from handkit.make import CardGame, cards, word, zone


class Cheat(CardGame, players=(3, 4), longest=4000):
    """
    H1.1 The deal. All cards are dealt.
    H1.2 Lay. In turn one lays one to four cards face down and says that they are of the rank that is due.
    H1.3 Doubt. The next one may doubt: the cards are turned up, and who was wrong takes the pile.
    H1.4 The end. Who has no cards after that wins; after 40 turns the fewest cards do.
    """

    hand = zone(each=True, seen="owner")
    laid = zone(seen="nobody")
    pile = zone(seen="nobody")
    turned_up = zone()
    lay, doubt, trust = cards(1, 4, rule="H1.2"), word(), word()
    due_rank = "2"
    laid_by = None
    turns = 0

    def begin(self, cards):
        self.share(cards, self.hand)
        return 0

    def offer_lay(self, seat):
        """Cards of one rank, whether it is due or not; all that may be laid would be thousands of choices."""
        groups = [[*self.hand[seat].of_rank(rank)] for rank in self.deck.ranks]
        return [group[:size] for group in groups for size in range(1, len(group) + 1)]

    def may_lay(self, seat, cards):
        if self.laid_by is not None:
            self.no("H1.3", "First one says whether one doubts.", "Doubt, or trust.")

    def may_doubt(self, seat):
        if self.laid_by is None:
            self.no("H1.3", "There is nothing to doubt.", "Lay cards.")

    may_trust = may_doubt

    def do_lay(self, seat, cards):
        self.move(cards, self.hand[seat], self.laid)
        self.laid_by = seat
        self.tell(
            "H1.2",
            "{seat} lays {k} as {rank}.",
            "You lay {k} as {rank}.",
            seat=seat,
            k=len(cards),
            rank=self.due_rank,
        )
        return self.next(seat)

    def do_trust(self, seat):
        self.gather(self.laid, self.pile)
        return self.go_on(seat)

    def do_doubt(self, seat):
        self.gather(self.laid, self.turned_up)
        honest = self.turned_up.ranks == [self.due_rank]
        loser = seat if honest else self.laid_by
        self.tell("H1.3", "{seat} takes the pile: it was {cards}.", "You take the pile: it was {cards}.",
                  seat=loser, cards=self.turned_up)  # fmt: skip
        self.gather(self.turned_up, self.hand[loser])
        self.gather(self.pile, self.hand[loser])
        return self.go_on(seat)

    def go_on(self, seat):
        ranks = self.deck.rank_texts
        self.due_rank = ranks[(ranks.index(self.due_rank) + 1) % 13]
        self.laid_by, self.turns = None, self.turns + 1
        return seat if all(self.hand) and self.turns < 40 else self.end()

    def score(self, seat):
        return -len(self.hand[seat])
