"""What a table adds to the picture of a moment: what may be done there, and what it answers."""

from __future__ import annotations

from typing import Any

from handkit import bots
from handkit.bots.own import PlayerError
from handkit.game import DEALER
from handkit.table.choosing import Choosing
from handkit.table.moments import Moments
from handkit.table.players import Players
from handkit.table.records import Records
from handkit.table.scene import Action, Choice, Frame, Prompt, Reason
from handkit.table.scenes import Painter
from handkit.table.seating import Seating

FAULT = "Something went wrong in the table. The game is as it was."
MEND = "The game is as it was: mend the player, run its cell again, and go on."


class Framer:
    """Frames pictures with what the rooms of a table know."""

    def __init__(
        self, seating: Seating, moments: Moments, choosing: Choosing, records: Records, players: Players
    ) -> None:
        self._seating, self._moments, self._choosing = seating, moments, choosing
        self._records, self._players = records, players

    def frame(self, rev: int, drawing: Painter, choice: Choice | None) -> Frame:
        """The frame of a picture: `choice` says what may be chosen from the hand."""
        seating, choosing = self._seating, self._choosing
        frame = Frame(
            rev=rev,
            at=self._moments.moment,
            speed=self._players.speed,
            actions=self._actions(drawing, choice),
            prompt=self._prompt(drawing),
            refusal=choosing.refusal,
            tried=[] if seating.covered else choosing.tried,
            hint=None if seating.covered else choosing.hint,
            busy=self._players.busy,
            curtain=seating.match.names[seating.front] if seating.covered else "",
        )
        if self._moments.looking_back:
            frame["past"] = self._moments.where
        if kept := self._records.said():
            frame["kept"] = kept
        if saving := self._records.offered():
            frame["saving"] = saving
        return frame

    def fault(self, error: BaseException) -> str:
        """What went wrong, in a sentence."""
        return f"{self._seating.told(error)} {MEND}" if isinstance(error, PlayerError) else FAULT

    def _prompt(self, drawing: Painter) -> Prompt:
        """What to do now; looking back, what was done at that moment."""
        back = self._moments.looking_back and not self._seating.covered
        return self._moments.prompt() if back else drawing.prompt()

    def _actions(self, drawing: Painter, choice: Choice | None) -> list[Action]:
        if self._seating.covered:
            return []
        if self._moments.looking_back:
            return [
                _command("play-on", "Play on from here", "main", "enter"),
                _command("look", "Back to now", "plain", "n"),
            ]
        moves = drawing.actions(choice) if self._moments.may_act else []
        return [
            *moves,
            *self._between_rounds(),
            *self._after_a_round(),
            *self._for_everybody(drawing),
            *self._for_a_person(),
        ]

    def _between_rounds(self) -> list[Action]:
        match = self._seating.match
        if match.chance_is_due:  # at a moment that somebody went to
            return [_command("next", "Go on", "main", "enter")]
        if match.to_move == DEALER:
            return [_command("next", "Next round" if match.at else "Deal", "main", "enter")]
        if match.to_move is None:
            return [
                _command("new-deal", "New deal", "main", "enter"),
                _command("again", "Same deal again", "plain", "g"),
            ]
        return []

    def _after_a_round(self) -> list[Action]:
        """What there is to learn from it, for somebody who played."""
        match = self._seating.match
        over = match.to_move is None or (match.to_move == DEALER and not match.chance_is_due)
        if over and match.at and self._seating.has_person and bots.levels(match.game):
            return [_command("review", "Review", "plain", "v")]
        return []

    def _for_everybody(self, drawing: Painter) -> list[Action]:
        """A hint in one's own turn, and what one may do while computer players are to move."""
        found, mine, person = list[Action](), drawing.my_turn, self._seating.has_person
        if self._choosing.gives_hints and person and mine:
            found.append(_command("hint", "Hint", "quiet", "h"))
        if self._players.due and self._players.paused:
            found.append(_command("go-on", "Go on", "plain" if mine else "main", "enter"))
        if self._players.due and not mine:
            playing = person and drawing.my_hand()
            label = "To my next turn" if playing else f"Finish the {drawing.game.deal_name}"
            found.append(_command("finish", label, "quiet", "f"))
        return found

    def _for_a_person(self) -> list[Action]:
        if not self._seating.has_person:
            return []
        undo = _command("undo", "Undo", "quiet", "u")
        if self._seating.last_choice() is None:
            undo["ok"] = False
            undo["why"] = Reason(rule="", wrong="You have not made a choice yet.", right="")
        return [undo]


def _command(name: str, label: str, kind: Any, key: str) -> Action:
    """A button that sends a message of its own name."""
    return Action(id=name, label=label, kind=kind, key=key, pick=False, ok=True, send={"type": name})
