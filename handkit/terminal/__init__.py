"""A match in a terminal: what is said, the scene in words, and what a person types."""
