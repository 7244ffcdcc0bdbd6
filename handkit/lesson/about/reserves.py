"""Questions about the rules of Reserves."""

from __future__ import annotations

from handkit.lesson.about import About, Known
from handkit.lesson.mistakes.reserves import MISTAKES

KNOWN = Known(
    rules={
        "R1.4": About(options={"choose_reserve": True}),
        "R2.2": About(tries=("draw",)),
        **{rule: About(forms=("number",), cards=3) for rule in ("R3.3", "R3.4", "R3.5")},
        "R6.7": About(options={"max_turns": 4}),
    },
    not_asked={
        "R1.1": "Nobody chooses the deck.",
        "R1.2": "Nobody chooses which card is discarded.",
        "R1.3": "Nobody chooses how cards are dealt.",
        "R1.6": "Chance decides before there is anything to predict.",
        "R5.6": "What others see is not asked.",
    },
    topics={"beats": ("R3.1", "R3.2", "R4.3"), "worth": ("R3.3", "R3.4", "R3.5")},
    mistakes=MISTAKES,
    former={rule: About("R4.3", told=False) for rule in ("R3.1", "R3.2")},
)
