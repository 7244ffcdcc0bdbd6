"""A card game from one class.

    from handkit.make import CardGame, by_seat, cards, zone

    class HighCard(CardGame, players=(3, 2, 4)):
        \"""
        T1.1 The deal. Five cards to each.
        T1.2 A trick. Each plays a card, and the highest takes the trick; of equal ones the first.
        T1.3 The end. Who has taken the most tricks wins.
        \"""
        hand = zone(each=True, seen="owner")
        played = zone(order=True)
        gone = zone()
        play = cards(1)
        tricks = by_seat(0)

        def begin(self, cards):
            self.share(cards, self.hand, 5)
            return 0

        def do_play(self, seat, card):
            self.move(card, self.hand[seat], self.played)
            self.tell("T1.2", "{seat} plays {card}.", "You play {card}.", seat=seat, card=card)
            if len(self.played) < len(self.seats):
                return self.next(seat)
            best = max(self.played, key=lambda card: card.rank)
            taker = self.seats[(seat + 1 + [*self.played].index(best)) % len(self.seats)]
            self.tricks[taker] += 1
            self.gather(self.played, self.gone)
            return taker if self.hand[taker] else self.end()

        def score(self, seat):
            return self.tricks[seat]

That is all. `Match(HighCard(players=3))` plays it, `Table(...)` shows it, `check_game(HighCard())` looks for
what breaks its laws, `tournament` lets its computer players (easy and normal) meet; lessons, records, the
terminal and positions (`HighCard.position(hand=["7S", "8S"])`) work as in any game.

What a class says
    docstring         the rules, a line each: an id, a title, what it says
    hand = zone(...)        a place for cards: has `each` seat one, who has `seen` the faces, is it in `order`
    play = cards(1)         a move of cards of the hand, or `cards(1, 4, of="pile")`; `play` needs no word
    ask = word(seat, rank)  a move that is a word and what it names: a seat, rank, suit, number(1, 6) or
                            one_of("high", "low")
    led = None              a public field, which all see: None, a number, a text, seats, cards, or lists
    tricks = by_seat(0)     a public field with a value for each seat
    LIMIT = 60              in capitals: a constant
    lives = option(3, "T1.1", "how many", choices=(1, 3))   an option (handkit.game): `self.game.lives`

What an author writes
    begin(self, cards)            deals the shuffled cards, and returns who is next
    may_play(self, seat, card)    refuses with self.no(rule, wrong, right), or says nothing (may be left out)
    do_play(self, seat, card)     acts, and returns who is next; with cards(2) or more it gets a set of cards
    score(self, seat)             what a seat has won so far
    shuffled(self, cards)         after `return self.shuffle(cards)`: they lie in self.due, in a new order
    offer_play(self, seat)        which cards are worth a look, where there are thousands of choices
    could_hold(self, place)       the cards that, as all know, can be in a hidden place: for better guesses

Who is next: a seat, several seats (who choose at once), `self.end()`, `self.new_round()` or
`self.shuffle(cards)`. `self.next(seat)` is the next seat clockwise, `self.next(seat, among=[…])` the next of
these, and None where none of them plays: ask before you return it.

What an author uses: `self.move`, `self.gather`, `self.share`, `self.tell`, `self.no`, `self.next`,
`self.seats`, `self.all_cards`, `self.deck`; `help(CardGame)` tells of each. A place reads as a set of cards:

    card in self.hand[seat]    self.hand[seat].of_suit("hearts")    max(self.hand[seat])    len(self.stock)
    card.rank > "9"            card.suit == self.led                card.rank.place         self.pile[-1]

Sentences name things in braces and say each as what it is: seats by name, cards with their signs. The second
sentence is for the one who is `seat`: `self.tell("T1.2", "{seat} plays {card}.", "You play {card}.", …)`.

What cannot work raises MakeError, which names the author's own line. What works and is wrong (a card told to
the wrong seat, a position that leads nowhere) is what `handkit.testing.check_game` finds by playing.
"""

from __future__ import annotations

# Without `__all__`, as `help` would go on with all methods of all classes.
# isort: off
from handkit.cards import (
    FRENCH as FRENCH,
    FRENCH_SUITS as FRENCH_SUITS,
    CardSet as CardSet,
    Deck as Deck,
    Suit as Suit,
)
from handkit.make.card_game import CardGame as CardGame
from handkit.make.moves import (
    cards as cards,
    number as number,
    one_of as one_of,
    rank as rank,
    seat as seat,
    suit as suit,
    word as word,
)
from handkit.make.places import (
    MakeError as MakeError,
    Place as Place,
    Places as Places,
    Seat as Seat,
    zone as zone,
)
from handkit.make.reading import by_seat as by_seat
