"""Questions that never run out: made from positions of random matches, by rule.

    practice(President(), "P2.3", seed="monday")       a question that this rule decides

A rule decides where it refuses a move or is announced after one, so the engine itself says where it does:
that works for any game. Matches are walked with moves drawn from a seed until moments are found in which
it happens, and one of the simplest of them is taken. Half of the questions are about a sister of it, a
moment like it in which the rule does not speak. `handkit.lesson.about` says more for single rules: which
options they need, and, for those that only define a word or hold always, in which moments of which rule they
show.

The same seed gives the same question on any machine with the same version of handkit.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from handkit.arguments import checked
from handkit.cards import shorten
from handkit.game import Event, Game, OptionError, PositionError
from handkit.games import AnyGame, with_options
from handkit.lesson import asks
from handkit.lesson.about import About, draw, known
from handkit.lesson.asks import Ask, Problem
from handkit.lesson.moments import FORMS, MOVES, Moment, blank_of, first_word, forms_of, search
from handkit.lesson.solution import AskError
from handkit.lesson.walks import OFFERED, NotFound, attempts, parsed, pick
from handkit.match import generator
from handkit.rulebook import find_rulebook

# In which way questions are chosen: it counts on where the same seed gives another question than before.
# Answers are stored with the way of their question, and stay judged by it. Since 2 no gap is asked that more
# than one answer fills, or whose number is that of an option.
WAY = 2

# ── which rules ──


@checked
def rules_of(game: AnyGame) -> list[str]:
    """The rules of a game of which there are questions, in the order of the rulebook; some need options that
    another game of the same kind has."""
    game = with_options(game)
    book, about = find_rulebook(game), known(game)
    asked = {id for id in book if id in about.rules or {"enforced", "announced"} & set(book[id].kinds)}
    return [id for id in book if id in asked - about.not_asked]


def _with_options(game: Game, options: Mapping[str, Any]) -> Game:
    """The game with these options where it leaves them as usual; what an author has set stays."""
    wanted = {name: value for name, value in options.items() if name not in game.unusual()}
    try:
        return dataclasses.replace(game, **wanted)  # type: ignore[type-var]
    except OptionError:
        return game


# ── questions ──


@checked
def practice(game: AnyGame, rule: str, seed: object = "practice", form: str = "") -> Problem:
    """A question that a rule decides.

    game   with its options, or its name; those that the rule needs are added where they were left as usual
    rule   its id, in small letters or large ones
    seed   the same seed gives the same question
    form   of question, one of `FORMS`; by default one that suits, drawn from the seed

    Raises NotFound where no question of this rule, or of this form, is found; ValueError for an id or form
    that does not exist.
    """
    game = with_options(game)
    return make(game, check_rule(game, rule, form), str(seed), form)


def check_rule(game: Game, rule: str, form: str) -> str:
    """The id of a rule. Raises ValueError for a rule that the game does not have, or a form of question that
    does not exist."""
    if form and form not in FORMS:
        raise ValueError(f"There is no form of question {shorten(form)}: there are {', '.join(FORMS)}.")
    book = find_rulebook(game)
    if rule not in book:
        raise ValueError(f"{game.title} has no rule {shorten(rule)}.")
    return book[rule].id


def make(game: Game, rule: str, seed: str, form: str, way: int = WAY) -> Problem:
    """The question of an origin, chosen in the way of its time. Raises NotFound."""
    about = known(game).rules.get(rule, About())
    game = _with_options(game, about.options)
    rng = generator("handkit practice", game.name, game.seeded(), rule, seed, form)
    origin = {"rule": rule, "seed": seed, "form": form, "way": way}
    try:
        found = list(search(game, rule, rng, about, form))
    except PositionError:  # with these options it cannot occur
        found = []
    for moment, sister in found:
        forms = forms_of(moment, about, form)
        while forms:
            chosen = forms.pop(int(rng.random() * len(forms)))
            at, ask = MAKERS[chosen](Finding(moment, sister, rng))
            problem = Problem(at.state, ask, at.reader, rule, origin)
            if _is_good(problem, way):
                return _with_reasons(problem, about)
    what = f" of the form {form}" if form else ""
    raise NotFound(f"No question{what} about rule {rule} of {game.title} was found in {MOVES} moves.")


def _with_reasons(problem: Problem, about: About) -> Problem:
    """The question with a reason that names the rule that it practises, where its answer names it not."""
    ask, rule = problem.ask, problem.rule
    decides = about.rule or rule
    if decides not in problem.solution.rules:
        if not _brings(problem, decides):  # a rule is known by where it is silent too
            ask = Ask(ask.kind, {**ask.about, "aside": rule})
    elif about.rule:  # what is announced is another rule, which this one explains
        ask = Ask(ask.kind, {**ask.about, "cite": rule})
    return replace(problem, ask=ask)


def _brings(problem: Problem, rule: str) -> bool:
    """Whether the decisive moves bring a rule about, also where the reader is not told."""
    events, state = list[Event](), problem.state.copy()
    for seat, move in problem.solution.moves:
        state.play(state.game.parse(move), events.append, seat)
    return any(event.rule == rule for event in events)


@checked
def another_like(problem: Problem, seed: object) -> Problem:
    """Another question about the rule that decides this one: of the same form if there is one, with the same
    options if the rule can speak there. Raises NotFound."""
    ask = problem.ask
    form = ask.kind if ask.kind in FORMS else ""
    if ask.kind == "gap":
        form = "who" if ask.about.get("blank", "seat") == "seat" else "number"
    game, usual = problem.game, type(problem.game)()
    rule = problem.origin["rule"] if problem.origin else problem.practises
    for options, kind in ((game, form), (usual, form), (game, "")):
        try:
            return practice(options, rule, seed, kind)
        except NotFound:
            continue
    return practice(usual, rule, seed)


def _is_good(problem: Problem, way: int) -> bool:
    """Whether a question can be put, more than one answer could be thought right, and one is, which its text
    does not tell."""
    try:
        solution = problem.solution
    except (AskError, ValueError):
        return False
    if way > 1 and solution.how != "several" and (len(solution.right) > 1 or _is_told(problem)):
        return False
    return solution.how == "number" or len(solution.choices) > 1


def _is_told(problem: Problem) -> bool:
    """Whether the options, which the text of a question names, hold its answer."""
    options = {str(value) for value in problem.game.unusual().values()}
    return problem.solution.how == "number" and bool(problem.solution.right & options)


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
    if sister is None or {"cards", "other", "winner"} & set(event.values) or found.toss(0.5):
        return moment, asks.what_happens(*_made(moment))
    values = {name: list(v) if isinstance(v, tuple) else v for name, v in event.values.items()}
    if values.get("seat") == moment.reader:
        values["seat"] = sister.reader
    return sister, asks.what_happens(*_made(sister), claims=[(event.key, values)])


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
