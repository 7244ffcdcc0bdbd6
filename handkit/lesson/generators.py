"""Questions that never run out: made from positions of random matches, by rule.

    practice(President(), "P2.3", seed="monday")       a question that this rule decides

Somebody who knows every other rule but not this one answers it otherwise (`handkit.lesson.pupils`), and his
answer is among the choices (`handkit.lesson.telling`). What somebody may believe stands in
`handkit.lesson.mistakes`, and which options a rule needs in `handkit.lesson.about`; nothing of that is needed
for a game from elsewhere, whose refusals and events say where a rule decides (`handkit.lesson.spoken`).

The same seed gives the same question on any machine with the same version of handkit.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from handkit.arguments import checked
from handkit.cards import shorten
from handkit.game import Event, Game, OptionError, PositionError, State
from handkit.games import AnyGame, with_options
from handkit.lesson.about import About, known
from handkit.lesson.asks import Ask, Problem
from handkit.lesson.moments import FORMS, MOVES
from handkit.lesson.pupils import Pupil, pupils
from handkit.lesson.solution import AskError
from handkit.lesson.spoken import spoken
from handkit.lesson.telling import READER, told_apart
from handkit.lesson.walks import NotFound
from handkit.match import generator
from handkit.registry import is_ours
from handkit.rulebook import find_rulebook

# In which way questions are chosen: it counts on where the same seed gives another question than before.
# Answers are stored with the way of their question, and stay judged by it. Since 2 no gap is asked that more
# than one answer fills, or whose number is that of an option. Since 3 somebody who does not know the rule
# answers otherwise.
WAY = 3

# ── which rules ──


@checked
def rules_of(game: AnyGame) -> list[str]:
    """The rules of a game of which there are questions, in the order of the rulebook; some need options that
    another game of the same kind has."""
    game = with_options(game)
    book, about = find_rulebook(game), known(game)
    asked = {
        id
        for id in book
        if id in {**about.rules, **about.mistakes} or {"enforced", "announced"} & set(book[id].kinds)
    }
    return [id for id in book if id in asked.difference(about.not_asked)]


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
    about = _about(game, rule, way)
    game = _with_options(game, about.options)
    rng = generator("handkit practice", game.name, game.seeded(), rule, seed, form)
    origin = {"rule": rule, "seed": seed, "form": form, "way": way}
    try:
        for state, ask, reader, pupil in _found(game, rule, rng, about, form, way):
            problem = Problem(state, ask, reader, rule, origin, pupil)
            if _is_good(problem, way):
                return _with_reasons(problem, about)
    except PositionError:  # with these options it cannot occur
        pass
    what = f" of the form {form}" if form else ""
    raise NotFound(f"No question{what} about rule {rule} of {game.title} was found in {MOVES} moves.")


def _about(game: Game, rule: str, way: int) -> About:
    """What was known of a rule at that time."""
    now = known(game)
    rules = now.rules if way > 2 else {**now.rules, **now.former}
    return rules.get(rule, About())


def _found(
    game: Game, rule: str, rng: Random, about: About, form: str, way: int
) -> Iterator[tuple[State, Ask, int, Pupil | None]]:
    """Questions that may be put, the first that is good is taken. Since the third way they tell a pupil who
    does not know the rule from others, where there can be one; in a game from elsewhere also where none is
    found."""
    believed = pupils(game, rule)
    if way > 2 and (believed or "enforced" in find_rulebook(game)[rule].kinds):
        for state, ask, pupil in told_apart(game, rule, rng, about, form, believed):
            yield state, ask, READER, pupil
        if believed or is_ours(type(game)):
            return
    for moment, ask in spoken(game, rule, rng, about, form):
        yield moment.state, ask, moment.reader, None


def _with_reasons(problem: Problem, about: About) -> Problem:
    """The question with a reason that names the rule that it practises, where its answer names it not."""
    ask, rule = problem.ask, problem.rule
    decides = about.rule or rule
    if problem.pupil or decides in problem.solution.rules:
        if rule not in problem.solution.rules:  # it decides, or explains what is announced
            ask = Ask(ask.kind, {**ask.about, "cite": rule})
    elif not _brings(problem, decides):  # a rule is known by where it is silent too
        ask = Ask(ask.kind, {**ask.about, "aside": rule})
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
    ways = [(game, form), (usual, form), (game, ""), (usual, "")]
    *first, (options, kind) = [way for number, way in enumerate(ways) if way not in ways[:number]]
    for others in first:
        try:
            return practice(others[0], rule, seed, others[1])
        except NotFound:
            continue
    return practice(options, rule, seed, kind)


def _is_good(problem: Problem, way: int) -> bool:
    """Whether a question can be put, more than one answer could be thought right, and one is, which its text
    does not tell; and the pupil that it is about answers it otherwise."""
    try:
        solution = problem.solution
    except (AskError, ValueError):
        return False
    if way > 1 and solution.how != "several" and (len(solution.right) > 1 or _is_told(problem)):
        return False
    if problem.pupil and not problem.pupil.is_told_by(problem):
        return False
    least = 3 if problem.pupil and problem.ask.kind != "legal" else 2
    return solution.how == "number" or len(solution.choices) >= least


def _is_told(problem: Problem) -> bool:
    """Whether the options, which the text of a question names, hold its answer."""
    options = {str(value) for value in problem.game.unusual().values()}
    return problem.solution.how == "number" and bool(problem.solution.right & options)
