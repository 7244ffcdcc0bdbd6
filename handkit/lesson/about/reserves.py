"""Questions about the rules of Reserves."""

from __future__ import annotations

from handkit.lesson.about import About, Known

KNOWN = Known(
    rules={
        "R1.4": About(options={"choose_reserve": True}),
        "R3.1": About("R4.3", told=False),
        "R3.2": About("R4.3", told=False),
        **{rule: About(forms=("number",), cards=3) for rule in ("R3.3", "R3.4", "R3.5")},
        "R6.7": About(options={"max_turns": 4}),
    },
    not_asked=frozenset({"R1.1", "R1.2", "R1.3", "R1.6", "R5.6"}),
    topics={"beats": ("R3.1", "R3.2", "R4.3"), "worth": ("R3.3", "R3.4", "R3.5")},
)
