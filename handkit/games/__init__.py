"""The games: one file each, to be read from top to bottom beside its rulebook."""
