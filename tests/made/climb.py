from handkit.make import FRENCH_SUITS, CardGame, Deck, cards, word, zone


class Climb(CardGame, players=(4, 3, 5), deck=Deck("3 4 5 6 7 8 9 10 J Q K A 2".split(), FRENCH_SUITS)):
    """
    L1.1 The deal. All cards are dealt.
    L1.2 Combinations. One to four cards of one rank are played together, or a run of three ranks or more.
    L1.3 Stronger. Who follows plays as many cards of the same kind, with a higher top.
    L1.4 Pass. Who does not follow is out of the trick; who leads must play.
    L1.5 The trick. When all others have passed, the last to have played leads.
    L1.6 Out. Who has no cards left takes the next place; the last one is last.
    """

    hand = zone(each=True, seen="owner")
    played = zone()
    play, pass_ = cards(1, 13, rule="L1.2"), word()
    to_beat = None  # the combination that lies
    led_by = None
    passed, out = [], []  # who is out of the trick, and who has no cards left

    def begin(self, cards):
        self.share(cards, self.hand)
        return 0

    def kind_of(self, cards):
        """How many cards, and whether they are a run; None for no combination."""
        places = [rank.place for rank in cards.ranks]
        if len(places) == 1:
            return len(cards), False
        is_run = len(cards) == len(places) >= 3 and places[-1] - places[0] == len(cards) - 1
        return (len(cards), True) if is_run else None

    def offer_play(self, seat):
        """What is worth a look: all subsets of 13 cards would be many."""
        groups = [[*self.hand[seat].of_rank(rank)] for rank in self.deck.ranks]
        sets = [group[:size] for group in groups for size in range(1, len(group) + 1)]
        spans = [groups[low:high] for low in range(11) for high in range(low + 3, 14)]
        return sets + [[group[0] for group in span] for span in spans if all(span)]

    def may_play(self, seat, cards):
        if not self.kind_of(cards):
            self.no("L1.2", "{cards} are no combination.", "Play cards of one rank, or a run.", cards=cards)
        if not self.to_beat:
            return
        if self.kind_of(cards) != self.kind_of(self.to_beat):
            self.no(
                "L1.3",
                "{cards} are of another kind than {table}.",
                "Or pass.",
                cards=cards,
                table=self.to_beat,
            )
        if max(cards).rank <= max(self.to_beat).rank:
            self.no(
                "L1.3", "{cards} is not stronger than {table}.", "Or pass.", cards=cards, table=self.to_beat
            )

    def may_pass_(self, seat):
        if not self.to_beat:
            self.no("L1.4", "Who leads must play.")

    def do_play(self, seat, cards):
        self.move(cards, self.hand[seat], self.played)
        self.to_beat, self.led_by = cards, seat
        self.tell("L1.2", "{seat} plays {cards}.", "You play {cards}.", seat=seat, cards=cards)
        if not self.hand[seat]:
            self.out.append(seat)
            self.tell("L1.6", "{seat} is out.", "You are out.", seat=seat)
            if len(self.out) == len(self.seats) - 1:
                return self.end()
        return self.turn_after(seat)

    def do_pass_(self, seat):
        self.passed.append(seat)
        self.tell("L1.4", "{seat} passes.", "You pass.", seat=seat)
        return self.turn_after(seat)

    def turn_after(self, seat):
        active = [s for s in self.seats if self.hand[s]]
        then = self.next(seat, [s for s in active if s not in self.passed and s != self.led_by])
        if then is not None:
            return then
        self.tell("L1.5", "{seat} takes the trick.", "You take the trick.", seat=self.led_by)
        self.to_beat, self.passed = None, []
        return self.led_by if self.led_by in active else self.next(self.led_by, active)

    def score(self, seat):
        return len(self.seats) - self.out.index(seat) if seat in self.out else 0
