"""What somebody may believe who does not know a rule, game by game: the game's state, played otherwise.

A mistake is a class made from the game's `State`, as a house rule is: what it overrides is what is believed.
The sentence `as-if-` and its name, in the game's words, says it: of `TwoEnds` it is `as-if-two-ends`. Each
stands under its rule in `MISTAKES`, which the game's module in `handkit.lesson.about` passes on.
"""
