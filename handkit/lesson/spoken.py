"""Questions about moments in which a rule speaks, half of them about sisters in which it does not.

So questions were made in the first two ways, and so they are where nobody says what somebody may believe who
does not know the rule: the rules of a game from elsewhere that are only announced.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from handkit.game import Event, Game
from handkit.lesson import asks
from handkit.lesson.about import About, draw
from handkit.lesson.asks import Ask
from handkit.lesson.moments import Moment, blank_of, first_word, forms_of, search
from handkit.lesson.reading import cards_in, faces
from handkit.lesson.walks import OFFERED, attempts, parsed, pick

Put = tuple[Moment, Ask]  # a question, and the moment to which it is put


@dataclass(frozen=True)
class Finding:
    """A moment in which a rule speaks, a sister moment in which it does not, and what chance decides."""

    moment: Moment
    sister: Moment | None
    rng: Random

    def toss(self, chance: float) -> bool:
        return self.rng.random() < chance


def _legal(found: Finding) -> Put:
    """The move that the rule refuses or, as often, one that it lets pass, here or in a sister moment."""
    moment, sister = found.moment, found.sister
    if found.toss(0.5):
        if others := _legal_moves(found, 1):
            return moment, asks.legal(others[0], seat=moment.reader)
        if sister is not None:
            return sister, asks.legal(sister.move, seat=sister.reader)
    return moment, asks.legal(moment.move, seat=moment.reader)


def _legal_moves(found: Finding, number: int) -> list[str]:
    """Some moves that the reader may make, of the same kind if there are any."""
    moment, game = found.moment, found.moment.state.game
    offered = [str(move) for move in itertools.islice(moment.state.moves(moment.reader), OFFERED)]
    pool = [text for text in offered if first_word(text, game) == first_word(moment.move, game)] or offered
    return draw(pool, min(number, len(pool)), found.rng)


def _which(found: Finding) -> Put:
    """The refused move among legal ones and other attempts."""
    state, reader = found.moment.state, found.moment.reader
    moves = [found.moment.move, *_legal_moves(found, 2), *attempts(state, reader, (), found.rng)]
    readable = [text for text in dict.fromkeys(moves) if parsed(state.game, text) is not None][:4]
    return found.moment, asks.which_moves(*draw(readable, len(readable), found.rng), seat=reader)


def _refused_by(found: Finding) -> Put:
    """Now and then of a move that none refuses."""
    moment = found.sister if found.sister is not None and found.toss(0.25) else found.moment
    return moment, asks.refused_by(moment.move, seat=moment.reader)


def _made(moment: Moment) -> tuple[tuple[int, str]]:
    return ((moment.reader, moment.move),)


def _happens(found: Finding) -> Put:
    """What the rule brings about or, as often, a sister move of which somebody might only claim it."""
    moment, sister = found.moment, found.sister
    event = moment.consequences[0]
    told = {"cards", "other", "winner"} & set(event.values) or _names_hidden(event, sister)
    if sister is None or told or found.toss(0.5):
        return moment, asks.what_happens(*_made(moment))
    values = {name: list(v) if isinstance(v, tuple) else v for name, v in event.values.items()}
    if values.get("seat") == moment.reader:
        values["seat"] = sister.reader
    return sister, asks.what_happens(*_made(sister), claims=[(event.key, values)])


def _names_hidden(event: Event, sister: Moment | None) -> bool:
    """Whether what happened names a card that the reader of another moment does not see."""
    if sister is None:
        return False
    deck, known = event.game.deck, faces(sister.state, sister.reader)
    return cards_in(deck, event.say("text", braces=True)) & ~known != 0


def _announced(found: Finding) -> Put:
    return found.moment, asks.event_rule(*_made(found.moment))


def _who(found: Finding) -> Put:
    event = pick(found.moment.named, found.rng)
    return found.moment, asks.gap(*_made(found.moment), rule=event.rule, seat=event.values["seat"])


def _number(found: Finding) -> Put:
    event = pick([event for event in found.moment.events if blank_of(event)], found.rng)
    asked = asks.gap(
        *_made(found.moment), rule=event.rule, blank=blank_of(event), seat=event.values.get("seat")
    )
    return found.moment, asked


def _who_moves(found: Finding) -> Put:
    return found.moment, asks.who_moves(after=_made(found.moment))


MAKERS: dict[str, Callable[[Finding], Put]] = {
    "legal": _legal,
    "which": _which,
    "refused-by": _refused_by,
    "happens": _happens,
    "announced": _announced,
    "who": _who,
    "number": _number,
    "who-moves": _who_moves,
}


def spoken(game: Game, rule: str, rng: Random, about: About, form: str) -> Iterator[Put]:
    """Questions about a rule, the simplest first but in a drawn order."""
    for moment, sister in list(search(game, rule, rng, about, form)):
        forms = forms_of(moment, about, form)
        while forms:
            chosen = forms.pop(int(rng.random() * len(forms)))
            yield MAKERS[chosen](Finding(moment, sister, rng))
