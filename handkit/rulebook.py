"""The rules as data.

A rulebook is a Markdown file in `handkit/rulebooks/`, written for learners and read by the program:

    ## P2 The trick

    ### P2.3 Strictly stronger
    given · enforced

    The rank must be strictly stronger in the order now in force.

    *Ruling:* our reading, where the source is silent.

    *Example:* a worked case.

The line under a rule's title says where it comes from (given, ruling, or both), its kinds, and
its option, if any. The kinds: *enforced* rules can be broken by a move, so there is a refusal;
*announced* rules make something happen, so there is an event; *meaning* defines a word or value; a
*property* holds always.

A game from elsewhere has its rules in the docstring of its class, a rule a line, with its title up to the
first full stop; the lines after it, up to an empty one, go on:

    P8.1 An 8 ends the trick. Who plays an 8 takes the trick at once,
        and leads.
    P8.2 No 8 last (enforced). Nobody goes out with an 8.

Such a rule is a ruling and announced, unless kinds stand behind its title. A game made from another has the
other's rules too; one with the same id takes the place of the other's, and has its kinds and options.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path

from handkit.arguments import checked
from handkit.cards import shorten
from handkit.registry import GameLike, Registry, line, loaded

KINDS = ("enforced", "announced", "meaning", "property")
SOURCES = ("given", "ruling", "both")
BRIEF = 330  # letters of a rule that is cited whole
ID = re.compile(r"\b[A-Z]\d+\.\d+\b")  # a rule's id


@dataclass(frozen=True)
class Part:
    """A paragraph of a rule: given by the source, our ruling, or a worked example."""

    kind: str  # "given", "ruling" or "example"
    text: str


@dataclass(frozen=True)
class Rule:
    """One rule."""

    id: str  # "P2.3"
    title: str
    source: str  # "given", "ruling" or "both"
    kinds: tuple[str, ...]
    options: tuple[str, ...]  # those that set it to another reading
    parts: tuple[Part, ...]

    @property
    def section(self) -> str:
        """`"P2"`."""
        return self.id.partition(".")[0]

    @property
    def text(self) -> str:
        """The rule in one piece, its rulings and examples marked."""
        marks = {"given": "", "ruling": "Ruling: ", "example": "Example: "}
        return "\n".join(marks[part.kind] + part.text for part in self.parts)

    @property
    def brief(self) -> str:
        """The rule as a reason cites it, without marks: as much of it as is short."""
        texts = [re.sub(r"[*`]", "", part.text) for part in self.parts if part.kind != "example"]
        whole = texts[0]
        for text in texts[1:]:  # a ruling often goes on with the sentence before it
            whole = f"{whole.removesuffix('.')}; {text}" if text[0].islower() else f"{whole} {text}"
        whole = whole[0].upper() + whole[1:]
        first = re.split(r"(?<=[.!?]) (?=[A-Z])", whole)[0]
        return next((text for text in (whole, texts[0]) if len(text) <= BRIEF), first)

    def without_examples(self) -> Rule:
        """The same rule, its examples left out."""
        return replace(self, parts=tuple(part for part in self.parts if part.kind != "example"))

    def __str__(self) -> str:
        source = {"both": "given and ruling"}.get(self.source, self.source)
        return f"{self.id} {self.title} ({source})\n{self.text}"

    def _repr_markdown_(self) -> str:
        """As a notebook shows it: what the source gives plain, our rulings marked."""
        source = {"both": "given, in part our ruling", "ruling": "our ruling"}.get(self.source, "given")
        lines = [f"**{self.id} · {self.title}** · *{source}*"]
        lines += [
            {"given": "", "ruling": "*Ruling:* ", "example": "*Example:* "}[p.kind] + p.text
            for p in self.parts
        ]
        if self.options:
            lines.append(f"*Option:* {', '.join(f'`{name}`' for name in self.options)}")
        return "\n>\n".join(f"> {line}" for line in lines)


class NoRule(KeyError, ValueError):
    """An id that no rule of a rulebook has, with those that there are."""

    __str__ = Exception.__str__  # a KeyError writes its sentence in quotes


def _plain(id: object) -> str:
    """An id in the one way of many to write it; "" for what is none."""
    return id.strip().upper() if isinstance(id, str) else ""


@checked
@dataclass(frozen=True)
class Rulebook(Mapping[str, Rule]):
    """The rules of one game by id, in order."""

    title: str
    about: str
    sections: Mapping[str, str]  # {"P1": "Setup", …}
    rules: Mapping[str, Rule]

    def __getitem__(self, id: str) -> Rule:
        """The rule of an id, in small letters or large ones. Raises NoRule, which is a KeyError."""
        found = self.rules.get(_plain(id))
        if found is None:
            rules = list(self.rules)
            there = f"its rules go from {rules[0]} to {rules[-1]}" if rules else "it has no rulebook"
            raise NoRule(f"{self.title} has no rule {shorten(id)}: {there}.")
        return found

    def __hash__(self) -> int:
        return hash((self.title, tuple(self.rules)))

    def __iter__(self) -> Iterator[str]:
        return iter(self.rules)

    def __len__(self) -> int:
        return len(self.rules)

    def __contains__(self, id: object) -> bool:
        return _plain(id) in self.rules

    def show(self, *ids: str, examples: bool = True) -> Shown:
        """Some rules, to stand at the end of a notebook's cell. A section (`"P2"`) shows all of its rules.
        Without examples where they would answer a question that follows. Raises NoRule, which is a KeyError,
        for an id that no rule has."""
        rules = (rule for id in ids for rule in self._of(id))
        return Shown(tuple(rule if examples else rule.without_examples() for rule in rules))

    def _of(self, id: str) -> list[Rule]:
        if _plain(id) in self.sections:
            return [rule for rule in self.values() if rule.section == _plain(id)]
        return [self[id]]

    def __str__(self) -> str:
        lines = [self.title, "=" * len(self.title), self.about]
        for section, title in self.sections.items():
            lines += ["", f"{section} {title}", "-" * len(f"{section} {title}")]
            lines += [str(rule) for rule in self._of(section)]
        return "\n".join(lines)


@dataclass(frozen=True)
class Shown:
    """Rules that a notebook draws as a quotation."""

    rules: tuple[Rule, ...]

    def __repr__(self) -> str:
        return "\n\n".join(str(rule) for rule in self.rules)

    def _repr_markdown_(self) -> str:
        return "\n\n".join(rule._repr_markdown_() for rule in self.rules)


def rulebook(game: GameLike) -> Rulebook:
    """The rulebook of a game, as in `rulebook("president")`. Raises ValueError for a name that no game has,
    and for a game without one."""
    found = find_rulebook(game)
    if not found:
        known = ", ".join(game.name for game in loaded() if find_rulebook(game))
        raise ValueError(f"{line(game)[0].title} has no rulebook: there are those of {known}.")
    return found


def find_rulebook(game: GameLike) -> Rulebook:
    """The rulebook of a game, with the rules of its docstring and of the games it is made from; empty for a
    game without one. Raises ValueError for a name that no game has, and for a rule that stands twice."""
    book = Rulebook(line(game)[0].title, "It has no rulebook.", {}, {})
    for kind in reversed(line(game)):
        if (whole := _books.own(kind)) is not None:
            book = whole
        elif rules := _said_in(inspect.cleandoc(vars(kind).get("__doc__") or "")):
            book = _with_rules(book, kind.title, rules, getattr(kind, "rule_kinds", {}))
    return book


@checked
def register(game: GameLike, book: Rulebook) -> None:
    """Let a game have this rulebook, in place of one in its docstring; `parse` reads one from Markdown. See
    "Add a game from elsewhere" in CONTRIBUTING.md. Raises ValueError for a name that no game has."""
    _books.register(game, book)


def _ours(game: str) -> Rulebook:
    file = resources.files("handkit").joinpath("rulebooks", f"{game.replace('-', '_')}.md")
    return parse(file.read_text(encoding="utf-8"))


_books = Registry(_ours)


def _said_in(docstring: str) -> list[tuple[str, str]]:
    """The rules of a docstring: their ids, and what is said behind them."""
    rules: list[tuple[str, str]] = []
    goes_on = False
    for text in map(str.strip, docstring.splitlines()):
        if found := re.match(r"([A-Z]\d+\.\d+)\s+(\S.*)", text):
            rules.append((found[1], found[2]))
        elif text and goes_on:
            rules[-1] = (rules[-1][0], f"{rules[-1][1]} {text}")
        goes_on = bool(found or (text and goes_on))
    return rules


def _with_rules(
    book: Rulebook, title: str, said: list[tuple[str, str]], kinds: Mapping[str, tuple[str, ...]]
) -> Rulebook:
    """A rulebook with another title and more rules, at the end of their section or in place of old ones."""
    new = {id: _said_rule(id, text, book.rules.get(id), kinds) for id, text in said}
    if len(new) < len(said):
        twice = next(id for number, (id, _) in enumerate(said) if id in dict(said[:number]))
        raise ValueError(f"Rule {twice} stands twice in the docstring of {title}.")
    named = "House rules" if book.rules else "The rules"
    sections = {rule.section: named for rule in new.values()} | dict(book.sections)
    sections = {id: sections[id] for id in dict.fromkeys((*book.sections, *sections))}
    rules = sorted((dict(book.rules) | new).values(), key=lambda rule: list(sections).index(rule.section))
    return Rulebook(title, book.about if book else "", sections, {rule.id: rule for rule in rules})


def _said_rule(id: str, said: str, before: Rule | None, usual: Mapping[str, tuple[str, ...]]) -> Rule:
    """A rule of a docstring, in place of another or of none."""
    title, _, text = said.partition(". ")
    kinds = usual.get(id) or (before.kinds if before else ("announced",))
    if found := re.fullmatch(rf"(.+?) \(((?:{'|'.join(KINDS)}|, )+)\)", title.removesuffix(".")):
        title, kinds = found[1], tuple(found[2].split(", "))
    part = Part("ruling", text or f"{title.removesuffix('.')}.")
    return Rule(id, title.removesuffix("."), "ruling", kinds, before.options if before else (), (part,))


@checked
def parse(text: str) -> Rulebook:
    """Read a rulebook. Raises ValueError that names the rule in which something is amiss."""
    head, *sections = re.split(r"^## ", text, flags=re.M)
    title, _, about = head.removeprefix("# ").partition("\n")
    titles, rules = {}, {}
    for section in sections:
        first, *chapters = re.split(r"^### ", section, flags=re.M)
        id, _, name = first.strip().partition(" ")
        titles[id] = name
        for chapter in chapters:
            rule = _parse_rule(chapter)
            if rule.id in rules or rule.section != id:
                raise ValueError(f"Rule {rule.id} stands twice or in the wrong section {id}.")
            rules[rule.id] = rule
    return Rulebook(title.strip(), " ".join(about.split()), titles, rules)


def _parse_rule(chapter: str) -> Rule:
    head, *paragraphs = (
        " ".join(p.split()) if i else p for i, p in enumerate(re.split(r"\n\s*\n", chapter.strip()))
    )
    first, _, meta = head.partition("\n")
    id, _, title = first.partition(" ")
    source, kinds, *options = (word.strip() for word in meta.split("·"))
    source = {"given and ruling": "both"}.get(source, source)
    parts = tuple(_parse_part(paragraph, source) for paragraph in paragraphs)
    rule = Rule(
        id,
        title,
        source,
        tuple(kinds.split(", ")),
        tuple(re.findall(r"`(\w+)`", "".join(options))),
        parts,
    )
    if source not in SOURCES or not set(rule.kinds) <= set(KINDS) or not parts:
        known = f"a source ({', '.join(SOURCES)}) and kinds ({', '.join(KINDS)})"
        raise ValueError(f"Rule {id}: its second line needs {known}.")
    found = {part.kind for part in parts} - {"example"}
    if found != ({"given", "ruling"} if source == "both" else {source}):
        raise ValueError(
            f"Rule {id} says that it is {source}, but its paragraphs are {', '.join(sorted(found))}."
        )
    return rule


def _parse_part(paragraph: str, source: str) -> Part:
    for mark, kind in (("*Ruling:* ", "ruling"), ("*Example:* ", "example")):
        if paragraph.startswith(mark):
            return Part(kind, paragraph.removeprefix(mark))
    return Part("ruling" if source == "ruling" else "given", paragraph)


# ── coverage: is every rule taught, enforced and proved? ────────────────────────────────────────


@checked
def coverage(game: GameLike, root: str | Path = ".") -> dict[str, list[str]]:
    """What each rule of a game lacks, by id; empty when nothing does.

    `root` is the project's folder, which holds `notebooks/` and `tests/`, by default this one. Every rule
    needs its text shown in a notebook, a place in the code and a test; an enforced rule needs a refusal, an
    announced one an event (a call that makes one, with the id written out).

    Raises ValueError for a game without a rulebook, FileNotFoundError for a folder that is not the project's.
    """
    root, book, name = Path(root), rulebook(game), line(game)[0].name.replace("-", "_")
    if not (root / "tests").is_dir():
        raise FileNotFoundError(f"{str(root)!r} has no folder `tests`: give the folder of the project.")
    code = [root / "handkit/games" / f"{name}.py", root / "handkit/bots" / f"{name}.py"]
    sources = [path.read_text(encoding="utf-8") for path in code if path.exists()]
    parts = re.findall(r"^from handkit\.games\.(\w+) import", "\n".join(sources[:1]), flags=re.M)
    sources += [(root / "handkit/games" / f"{part}.py").read_text(encoding="utf-8") for part in parts]
    tests = [path.read_text(encoding="utf-8") for path in sorted((root / "tests").glob("test_*.py"))]
    lessons = [path.read_text(encoding="utf-8") for path in sorted((root / "notebooks").glob("*.py"))]
    refused = _named_in_calls(sources, r"refuse|Refusal")
    told = _named_in_calls(sources, r"event|Event|_?tell\w*")
    found = {
        "code": set(ID.findall("\n".join(sources))),
        "test": _named_in_marks(tests),
        "notebook": _shown(book, "\n".join(lessons)),
    }
    gaps: dict[str, list[str]] = {}
    for rule in book.values():
        lacks = [what for what, ids in found.items() if rule.id not in ids]
        lacks += ["refusal"] if "enforced" in rule.kinds and rule.id not in refused else []
        lacks += ["event"] if "announced" in rule.kinds and rule.id not in told else []
        if lacks:
            gaps[rule.id] = lacks
    unknown = {id for ids in found.values() for id in ids if id[0] == next(iter(book))[0]} - set(book)
    return gaps | {id: ["rule: the rulebook has none with this id"] for id in sorted(unknown)}


def _named_in_calls(sources: list[str], names: str) -> set[str]:
    """The rule ids of refusals or events: written in a call that makes one, or in an assignment of the
    same function or a table of the module, where the call takes its rule from a name."""
    ids: set[str] = set()
    for source in sources:
        module = ast.parse(source)
        tables = {ast.unparse(node.targets[0]): node for node in module.body if isinstance(node, ast.Assign)}
        for function in (node for node in ast.walk(module) if isinstance(node, ast.FunctionDef)):
            calls = [
                node
                for node in ast.walk(function)
                if isinstance(node, ast.Call) and re.fullmatch(names, _name(node))
            ]
            chosen = [node for node in ast.walk(function) if isinstance(node, ast.Assign)] if calls else []
            used = {name.id for call in calls for name in ast.walk(call) if isinstance(name, ast.Name)}
            for node in [*calls, *chosen, *(table for name, table in tables.items() if name in used)]:
                ids |= set(ID.findall(ast.unparse(node)))
    return ids


def _name(call: ast.Call) -> str:
    """The name of the function called, without what stands before its dot."""
    return ast.unparse(call.func).rpartition(".")[2]


def _named_in_marks(sources: list[str]) -> set[str]:
    """The rule ids that tests are marked with: `@pytest.mark.rule("P2.3")`."""
    calls = (node for source in sources for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    marks = (call for call in calls if ast.unparse(call.func).endswith("mark.rule"))
    return {ast.literal_eval(arg) for mark in marks for arg in mark.args if isinstance(arg, ast.Constant)}


def _shown(book: Rulebook, lessons: str) -> set[str]:
    """The rules that notebooks show from the rulebook: the arguments of `show(...)`."""
    ids: set[str] = set()
    for arguments in re.findall(r"\.show\(([^)]*)\)", lessons):
        for id in re.findall(r"[A-Z]\d+(?:\.\d+)?", arguments):
            ids |= {rule.id for rule in book._of(id)} if id in book.sections else {id}
    return ids
