"""What a table answers to the choices of whoever sits in front: tries, refusals and hints."""

from __future__ import annotations

from handkit import bots
from handkit.bots.own import thoughts
from handkit.game import DEALER, Game, Move
from handkit.table.messages import Message, MessageError, text_of
from handkit.table.moments import Moments
from handkit.table.names import braces
from handkit.table.scene import Hint, Reason
from handkit.table.seating import Seating
from handkit.table.setup import strongest_level


class Choosing:
    """The move that is tried, the one that was refused, and the hint that was given.

    marks        False while a lesson's question is open: nothing says what may be played, and nobody plays
    gives_hints  False where whoever plays is to find out alone
    """

    def __init__(self, seating: Seating, moments: Moments, *, marks: bool, gives_hints: bool) -> None:
        self._seating, self._moments = seating, moments
        self.marks, self.gives_hints = marks, gives_hints
        self.refusal: Reason | None = None
        self.tried: list[str] = []  # the cards of the refused move
        self.trying: Move | None = None  # shown as if it were made
        self.hint: Hint | None = None
        self._refused_in_turn = False

    def trying_of(self, seat: int) -> Move | None:
        """The move that a seat only tries."""
        return self.trying if seat == self._seating.front else None

    def forget(self) -> None:
        """Nothing was tried or asked."""
        self.hint = self.trying = None
        self.forget_refusal()

    def forget_refusal(self) -> None:
        self.refusal, self.tried = None, []

    def refuse(self, reason: Reason, cards: list[str]) -> None:
        """A move was refused, which was one of these cards."""
        self.refusal, self.tried = reason, cards

    def note_turn(self) -> None:
        """Remember in whose turn the last answer was given: it is out of date when that has changed."""
        self._refused_in_turn = self.refusal is not None and self._seating.to_act

    def keep_up(self) -> None:
        """The match has changed."""
        self.hint = self.trying = None
        if self._seating.match.to_move in (DEALER, None) or self._refused_in_turn != self._seating.to_act:
            self.forget_refusal()

    def on_try(self, message: Message) -> None:
        """Show what a move would be. That says nothing that the seat in front does not know."""
        self._moments.must_be_now()
        game = self._seating.match.game
        self.trying = game.parse(text_of(message["move"])) if message.get("move") else None
        self.forget_refusal()

    def must_give_hints(self) -> None:
        """Raise MessageError at a table that gives none."""
        if not self.gives_hints:
            raise MessageError("This table gives no hints.")

    def make_hint(self) -> Hint:
        """What the strongest computer player would do in front, and why. Raises MessageError."""
        self._moments.must_be_now()
        self.must_give_hints()
        match, game, front = self._seating.match, self._seating.match.game, self._seating.front
        if not self._seating.has_person or not self._seating.to_act:
            raise MessageError("A hint is for the person in front, when it is their turn.")
        level = strongest_level(game)
        if not level:
            raise MessageError(f"{game.title} has no computer player to give a hint.")
        adviser = bots.bot(game, level)
        found = thoughts(adviser, match.view(front), match.bot_generator(front))[:6]
        considered = [
            {
                "move": braces(game, str(thought.move)),
                "value": f"{thought.value:.2f}",
                "text": bots.with_names(braces(game, thought.why), match.names),
            }
            for thought in found
        ]
        best = considered[0]
        self.hint = Hint(
            text=f"{best['move']}: {best['text']}",
            cards=cards_of(game, found[0].move),
            considered=considered,
        )
        return self.hint


def cards_of(game: Game, move: Move) -> list[str]:
    """The cards that a move names, if it is one of cards."""
    cards = getattr(move, "cards", 0)
    return game.deck.texts(cards) if isinstance(cards, int) else []
