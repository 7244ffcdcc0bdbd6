"""A match that one person plays in a terminal: what is typed, and what is answered."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from pathlib import Path

from handkit import bots
from handkit.bots.own import thoughts
from handkit.cards import CardError
from handkit.game import DEALER, ONLOOKER, Event, ParseError, Refusal
from handkit.match import Match
from handkit.rulebook import Rulebook, find_rulebook
from handkit.terminal.scene import picture, standing
from handkit.terminal.speech import Wrong, ask, say, show

LISTED = 40  # as many moves are listed at once
RECALLED = 8  # as many events are told again when a match is continued
CONSIDERED = 3  # as many moves are named in a hint

HELP = """\
A move is typed as `moves` lists it; cards in any usual spelling ({card}, {lower}, {spoken}).
  moves        what you may play now
  hint         what the best computer player would do, and why
  undo         back to your last choice
  table        the table once more
  rule {id:8}the text of a rule, or of a section; its id alone does too
  rules        the whole rulebook
  save FILE    write the match to a file; --load FILE plays on
  quit         leave
In short: p is pass, q is quit. Capital letters are as good as small ones."""


class Session:
    """A match that one person plays, or that somebody watches.

    seat    the person's seat; ONLOOKER, or a computer player's seat, only watches
    file    where the match is saved: at the start, at every choice and at the end
    trouble what hinders that, if anything; the game goes on
    """

    def __init__(self, match: Match, seat: int, file: Path | None = None) -> None:
        self.match, self.seat, self.file, self.trouble = match, seat, file, ""
        self.watching = seat == ONLOOKER or seat in match.bots
        self.rulebook = find_rulebook(match.game)

    def run(self) -> None:
        """Play until the end, or until the person leaves. Raises Wrong where the match cannot be saved at the
        start, or at the end."""
        self.keep()
        if self.trouble:
            raise Wrong(self.trouble)
        try:
            if not self.watching:
                say(f"{self.match.game.title}. Type a move, or ? for help.")
            self.tell(self.match.events[-RECALLED:])
            while self.go_on():
                pass
        except (EOFError, KeyboardInterrupt):
            say("")
        finally:
            self.keep()
        if self.trouble:
            raise Wrong(self.trouble)

    def go_on(self) -> bool:
        """Let everybody else move, then ask the person once; False when it is time to leave."""
        while self.match.step():
            self.tell(self.match.moves_so_far[-1].events)
        self.draw()
        if self.keep():
            say(self.trouble, "You can play on. Each choice tries again; save FILE saves it elsewhere.")
        if self.watching:
            return self.match.outcome is None and self.enter()
        at = self.match.at
        while self.match.at == at:
            if not self.obey(ask(self.prompt())):
                return False
        return True

    def prompt(self) -> str:
        if self.match.outcome:
            return "undo, save FILE, or Enter to leave: "
        return "Enter deals: " if self.match.to_move == DEALER else "> "

    def draw(self) -> None:
        """Show the table, and at the end of the game how it ended."""
        say(*picture(self.match.view(self.seat), self.match.names))
        if outcome := self.match.outcome:
            say(f"Result: {', '.join(standing(outcome, self.match.names))} ({outcome.rule})")

    def tell(self, events: Iterable[Event]) -> None:
        """Say what happened, as far as this seat may know."""
        for event in events:
            if event.visible_to(self.seat):
                say(f"{event.say(names=self.match.names, reader=self.seat)} ({event.rule})")

    def keep(self) -> bool:
        """Save, if a file was named; whether there is a trouble that there was not before."""
        before, self.trouble = self.trouble, self.write(self.file) if self.file else ""
        return self.trouble not in ("", before)

    def write(self, file: Path) -> str:
        """Write the match to a file; what hinders it, if anything."""
        try:
            self.match.save(file)
        except (OSError, ValueError) as error:
            return f"The match cannot be saved: {error}"
        return ""

    # What a person types.

    def obey(self, line: str) -> bool:
        """Do what a line says; False when it says to leave."""
        word, _, rest = line.strip().partition(" ")
        match word.lower():
            case "?" | "help":
                deck = self.match.game.deck
                card, spoken = deck.names[-1], deck.symbols[-1]
                first = next(iter(self.rulebook), "P2.3")
                say(HELP.format(id=first, card=card, lower=card.lower(), spoken=spoken))
            case "moves":
                self.list_moves()
            case "hint":
                self.hint()
            case "undo":
                self.undo()
            case "table":
                self.draw()
            case "rule" if rest:
                say(*rules_text(self.rulebook, rest.split()))
            case "rule" | "rules":
                say(str(self.rulebook))
            case "save":
                self.save_as(rest.strip())
            case "q" | "quit" | "exit":
                return False
            case "p" | "pass" if not rest:
                self.pass_()
            case "":
                return self.enter()
            case _ if all(self.is_id(id) for id in line.split()):
                say(*rules_text(self.rulebook, line.split()))
            case _:
                self.play(line)
        return True

    def is_id(self, word: str) -> bool:
        """Whether a word looks like the id of a rule or a section of this game: P2.3, p2."""
        return re.fullmatch(rf"{self.match.game.prefix}\d+(\.\d+)?", word, re.IGNORECASE) is not None

    def pass_(self) -> None:
        """Pass, where the game knows that."""
        try:
            self.match.game.parse("pass")
        except ValueError:
            say(f"There is no passing in {self.match.game.title}. Type moves for what you may play now.")
        else:
            self.play("pass")

    def enter(self) -> bool:
        """An empty line: the next deal, or to leave when the game is over."""
        if self.match.to_move == DEALER:
            self.tell(self.match.deal())
        elif not self.match.outcome:
            say("Type a move, or ? for help.")
        return self.match.outcome is None

    def play(self, text: str) -> None:
        """Make a move, or say why not."""
        try:
            move = self.match.game.parse(text)
        except (ParseError, CardError) as error:
            say(f"{error} Type ? for the commands.")
            return
        if refusal := self.match.check(move, self.seat):
            say(self.refused(refusal))
        else:
            self.tell(self.match.play(move, self.seat))

    def refused(self, refusal: Refusal) -> str:
        said = (refusal.say(part, self.match.names, self.seat) for part in ("text", "right"))
        return f"{' '.join(filter(None, said))} ({refusal.rule})"

    def list_moves(self) -> None:
        view = self.match.view(self.seat)
        moves = itertools.islice(view.moves(self.seat), LISTED + 1)
        listed = [show(view.game.deck, str(move)) for move in moves]
        listed[LISTED:] = ["and more"] * (len(listed) > LISTED)
        say(", ".join(listed) or "You have nothing to choose now.")

    def hint(self) -> None:
        """What the best computer player would do with what this seat knows."""
        game, view = self.match.game, self.match.view(self.seat)
        if self.seat not in view.actors:
            say("You have nothing to choose now.")
            return
        level = "hard" if "hard" in bots.levels(game) else bots.levels(game)[-1]
        adviser, rng = bots.bot(game, level), self.match.bot_generator(self.seat)
        best, *others = thoughts(adviser, view, rng)[:CONSIDERED]
        names = self.match.names
        for start, thought in (
            (f"{level.title()} would choose", best),
            *(("  rather than", t) for t in others),
        ):
            why = bots.with_names(thought.why, names)
            say(show(game.deck, f"{start} {thought.move}: {why}"))

    def undo(self) -> None:
        """Go back to the person's last choice."""
        mine = [number for number, entry in enumerate(self.match.moves_so_far) if entry.seat == self.seat]
        if mine:
            self.match.goto(mine[-1])
        else:
            say("There is no choice of yours to go back to.")

    def save_as(self, name: str) -> None:
        file = Path(name) if name else self.file
        if file is None:
            say("Name a file: save FILE")
            return
        trouble = self.write(file)
        say(trouble or f"Saved to {file}.")
        if self.trouble and not trouble:
            self.file, self.trouble = file, ""
            say("From now on the match is kept there.")


def rules_text(book: Rulebook, ids: Iterable[str]) -> list[str]:
    """The texts of rules or sections, each with a line of its own for an id that does not exist."""
    texts = []
    for id in ids:
        try:
            texts.append(str(book.show(id.upper())))
        except KeyError as error:
            texts.append(str(error.args[0]))
    return texts
