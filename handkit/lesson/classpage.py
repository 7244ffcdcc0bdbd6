"""What a class knows, on one page that prints and needs no network: what to teach again first, the class by
rule, a row for each pupil, and the files that want a look.

Only first tries count. The page cannot tell who sat at the machine, and says so.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from handkit import files, games
from handkit.lesson.asks import Problem
from handkit.lesson.diagnosis import Evidence, Said
from handkit.lesson.handins import Given, Judged
from handkit.lesson.question import Question
from handkit.lesson.wording import read_number, write_number
from handkit.lesson.written import FIRST, SHOWN, from_identity
from handkit.rulebook import find_rulebook
from handkit.table.still import mime

MARK = '<meta name="generator" content="handkit verify">'
PAGE = files.FileKind("a page of a class", lambda head: MARK.encode() in head)

RETEACH = 3  # so many rules are to be taught again first
COLUMNS = 12  # so many rules stand beside each other, those most missed
DOUBT = 2  # so many right answers are added where rules are compared
ANSWERS = 5  # so many different answers to a question are told

FirstTries = dict[str, list[tuple[Given, Judged]]]  # by rule


@dataclass(frozen=True)
class Share:
    """How many of some first tries were right."""

    right: int
    asked: int

    @classmethod
    def of(cls, tries: Iterable[tuple[Given, Judged]]) -> Share:
        """The share of these."""
        right = [given.evidence.right for given, _ in tries]
        return cls(sum(right), len(right))

    @property
    def missed(self) -> float:
        return 1 - self.right / self.asked if self.asked else 0.0

    @property
    def weight(self) -> float:
        """How much it is missed, where a few answers weigh less than many."""
        return (self.asked - self.right) / (self.asked + DOUBT)

    def __str__(self) -> str:
        return f"{1 - self.missed:.0%}".replace("%", " %") if self.asked else "–"


def page(judged: Sequence[Judged], failed: Sequence[Judged], groups: Sequence[str]) -> str:
    """The page, as HTML.

    judged  what was handed in, one for each pupil
    failed  files that could not be judged
    groups  sentences about files that are alike
    """
    played = dict.fromkeys(given.game for one in judged for given in one.given)
    parts = [
        _top(judged, failed),
        *(_of_game(game, judged) for game in played),
        _to_look_at(judged, failed, groups),
    ]
    style = Path(__file__).with_name("class.css").read_text("utf-8")
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n{MARK}\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        "<title>What a class knows</title>\n"
        f"<style>\n{style}</style></head>\n<body><main>{''.join(parts)}</main></body></html>\n"
    )


def _top(judged: Sequence[Judged], failed: Sequence[Judged]) -> str:
    codes = sorted({one.code for one in judged if one.code})
    title = escape(f"What a class knows: {', '.join(codes)}" if codes else "What a class knows")
    share = Share(sum(one.right for one in judged), sum(one.asked for one in judged))
    look = len(failed) + sum(bool(one.amiss) for one in judged)
    facts = ((len(judged), "pupils"), (share, "right at first"), (look, "need a look"))
    shown = "".join(f"<div><dt>{fact}</dt><dd>{what}</dd></div>" for fact, what in facts)
    told = (
        "Judged again by the engine on this machine: each question made anew, each answer judged, each match "
        "replayed. First tries only. This cannot tell who sat at the machine."
    )
    return f'<div class="top"><div><h1>{title}</h1><p class="quiet">{told}</p></div><dl>{shown}</dl></div>'


# ── a game ──


def _of_game(game: str, judged: Sequence[Judged]) -> str:
    tries = FirstTries()
    for one in judged:
        for given in one.given:
            if given.tried == FIRST and given.game == game and given.evidence.rule:
                tries.setdefault(given.evidence.rule, []).append((given, one))
    if not tries:
        return ""
    rules = sorted(tries, key=lambda rule: (-Share.of(tries[rule]).weight, rule))
    title = escape(games.find(game).title)
    missed = [rule for rule in rules if Share.of(tries[rule]).missed][:RETEACH]
    again = [_reteach(game, rule, tries[rule], judged) for rule in missed]
    three = f'<ol class="three">{"".join(again)}</ol>' if again else "<p>Nothing was missed.</p>"
    shown = rules[:COLUMNS]
    left = f"; {len(rules) - len(shown)} more rules stand in the table" * (len(rules) > len(shown))
    parts = (
        (": teach again first", "the rules most missed, each with its most missed question", three),
        (
            ", by class and rule",
            f"right at the first try; most missed on the left{left}",
            _classes(game, shown, tries),
        ),
        (
            ", pupil by pupil",
            "fewest right first; ✕ filled: the rule seems not to be known; ✕ framed: missed",
            _pupils(game, shown, judged),
        ),
    )
    return "".join(f"<h2>{title}{head} <small>{what}</small></h2>{body}" for head, what, body in parts)


def _reteach(game: str, rule: str, tries: list[tuple[Given, Judged]], judged: Sequence[Judged]) -> str:
    """A rule, its most missed question as it was asked, all answers to it, and what explains the commonest
    wrong one."""
    asked = defaultdict[str, list[Evidence]](list)
    for given, _ in tries:
        asked[given.question].append(given.evidence)
    question = max(asked, key=lambda one: sum(not evidence.right for evidence in asked[one]))
    problem, answers = from_identity(question), asked[question]
    skipped = sum(
        given.tried == SHOWN and given.question == question for one in judged for given in one.given
    )
    said = Counter(evidence.said for evidence in answers)
    wrong = [one for one, _ in said.most_common() if not problem.judge(tuple(one))]
    lines = [
        _said(problem, one, number, len(answers), one in wrong[:1])
        for one, number in said.most_common(ANSWERS)
    ]
    lines += [_line("skipped", skipped, len(answers) + skipped, "")] * bool(skipped)
    share = Share.of(tries)
    table = Question(problem).table
    return (
        f"<li><header>{_chip(rule)}<h3>{_title(game, rule)}</h3>"
        f"<b>{share.right} <small>of {share.asked} right</small></b></header>"
        f"{mime(table.scene, table.make_setup())['text/html']}"
        f'<p class="asked">{escape(problem.plain(problem.text))}</p><ul class="said">{"".join(lines)}</ul>'
        f"{_belief(answers, said, wrong[0]) if wrong else ''}</li>"
    )


def _said(problem: Problem, said: Said, number: int, of: int, is_commonest: bool) -> str:
    """An answer, and how many gave it."""
    solution = problem.solution
    if solution.how == "number":
        text = ", ".join(_number(one) for one in sorted(said))
    else:
        texts = [problem.plain(one.text).removesuffix(".") for one in solution.choices if one.key in said]
        text = ("; " if any(" " in one for one in texts) else ", ").join(texts)
    right = problem.judge(tuple(said))
    sign = "✓ " if right else "✕ "
    return _line(sign + (text or "nothing of it"), number, of, "is-missed" if is_commonest else "")


def _number(text: str) -> str:
    try:
        return write_number(read_number(text))
    except ValueError:  # a stranger's file may hold anything
        return text[:40]


def _line(text: str, number: int, of: int, kind: str) -> str:
    meter = f'<meter min="0" max="{of}" value="{number}">{number} of {of}</meter>'
    return f'<li class="{kind}"><span>{escape(text)}</span>{meter}<b>{number}</b></li>'


def _belief(answers: Sequence[Evidence], said: Counter[Said], wrong: Said) -> str:
    """What those believe who gave the commonest wrong answer, where one missing rule explains it."""
    explained = next(evidence for evidence in answers if evidence.said == wrong).explained
    if not explained:
        return ""
    rule = answers[0].rule
    belief = min(
        explained, key=lambda one: one.rule != rule
    )  # of the rule that is asked about, if there is one
    head = f"{said[wrong]} of {len(answers)} answer as if they did not know {escape(belief.rule)}"
    return f'<p class="belief"><b>{head}</b>They were told: “{escape(belief.text)}”</p>'


def _chip(rule: str) -> str:
    return f'<span class="rule">{escape(rule)}</span>'


def _title(game: str, rule: str) -> str:
    book = find_rulebook(game)
    return escape(book[rule].title) if rule in book else ""


# ── tables ──


def _table(kind: str, game: str, rules: Sequence[str], last: Sequence[str], rows: Iterable[str]) -> str:
    heads = "".join(f'<th scope="col">{_title(game, rule)}{_chip(rule)}</th>' for rule in rules)
    ends = "".join(f'<th scope="col">{end}</th>' for end in last)
    return (
        f'<div class="wide"><table class="{kind}"><thead><tr><td></td>{heads}{ends}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _classes(game: str, rules: Sequence[str], tries: FirstTries) -> str:
    """The share of first tries that were right, by class and rule; of all classes first."""
    codes = sorted({one.code for pairs in tries.values() for _, one in pairs})
    groups = [("all", codes), *((code or "no class code", [code]) for code in codes if len(codes) > 1)]

    def cell(pairs: Iterable[tuple[Given, Judged]]) -> str:
        share = Share.of(pairs)
        return (
            f'<td style="--missed:{100 * share.missed:.0f}"><b>{share}</b>'
            f"<small>{share.right} of {share.asked}</small></td>"
        )

    rows = []
    for name, among in groups:
        of_class = {rule: [pair for pair in pairs if pair[1].code in among] for rule, pairs in tries.items()}
        cells = "".join(cell(of_class[rule]) for rule in rules)
        everything = cell(pair for pairs in of_class.values() for pair in pairs)
        rows.append(f'<tr><th scope="row">{escape(name)}</th>{cells}{everything}</tr>')
    return _table("classes", game, rules, ["all"], rows)


def _pupils(game: str, rules: Sequence[str], judged: Sequence[Judged]) -> str:
    """A row for each pupil, fewest right first."""

    def share(one: Judged) -> Share:
        firsts = one.firsts(game)
        return Share(sum(evidence.right for evidence in firsts), len(firsts))

    rows = []
    pupils = [one for one in judged if any(given.game == game for given in one.given)]
    for one in sorted(pupils, key=lambda one: (-share(one).missed, one.name)):
        missing = one.not_known.get(game, [])
        cells = "".join(_cell(one, game, rule, rule in missing) for rule in rules)
        named = " ".join(_chip(rule) for rule in missing)
        shown = sum(given.tried == SHOWN for given in one.given if given.game == game)
        total = (
            f"<b>{share(one).right}</b> of {share(one).asked}"
            + f"<br><small>{shown} shown</small>" * bool(shown)
        )
        rows.append(
            f'<tr><th scope="row">{escape(one.name)}</th>{cells}<td>{total}</td><td>{named}</td></tr>'
        )
    return _table("pupils", game, rules, ["right", "seems not to know"], rows)


def _cell(one: Judged, game: str, rule: str, is_missing: bool) -> str:
    tally = one.tallies.get((game, rule))
    if tally is None or not tally.asked:
        return "<td></td>"
    if tally.right == tally.asked:
        return "<td>✓</td>"
    counted = f" <small>{tally.right} of {tally.asked}</small>" * (tally.asked > 1)
    return f'<td><span class="{"missing" if is_missing else "missed"}">&nbsp;✕&nbsp;</span>{counted}</td>'


# ── files ──


def _to_look_at(judged: Sequence[Judged], failed: Sequence[Judged], groups: Sequence[str]) -> str:
    found = [(one.path.name, "; ".join(one.amiss) + ". Not counted." * (one in failed)) for one in failed]
    found += [(one.path.name, "; ".join(one.amiss)) for one in judged if one.amiss]
    items = [f"<li><code>{escape(name)}</code><br>{escape(why)}</li>" for name, why in found]
    items += [f"<li>{escape(group)}</li>" for group in groups]
    return f'<h2>Files that want a look</h2><ul class="look">{"".join(items)}</ul>' if items else ""
