"""Moves as numbers.

A learner of another engine chooses among numbers. Where a game has few moves, each is one number. Where it
has too many (an attack in Reserves is any subset of a hand) a move is spelled: its words one after another,
`attack` `2` `3S` `JS`, each a number, and an end mark where what is spelled is a move and could go on. What
can only go on in one way goes on by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, singledispatch
from itertools import combinations, product
from math import comb

from handkit.cards import union
from handkit.game import Game, Move
from handkit.games import hang_in, president, reserves
from handkit.games.defences import Defences
from handkit.games.worth import Pair
from handkit.lazy import Subsets
from handkit.make.card_game import MadeGame

END = "."  # the end mark
MOST = 5000  # the moves up to which each is a number
Words = tuple[str, ...]


# ── which numbers a game has ────────────────────────────────────────────────────────────────────


@singledispatch
def every_move(_game: Game, /) -> Iterable[Move]:
    """All moves of players that a game can ever have; none where they are to be spelled.

    It is found along a game's classes, so a house rule has those of its game. For a game of your own:
    `@every_move.register`.
    """
    return ()


@every_move.register
def _(game: president.President) -> Iterator[Move]:
    for rank, size in product(range(president.RANKS), range(1, 5)):
        suits = range(4 * rank, 4 * rank + 4)
        yield from (president.Play(union(cards)) for cards in combinations(suits, size))
    yield president.PASS
    for size in (1, 2):  # P6.2, P6.3
        yield from (president.Give(union(cards)) for cards in combinations(range(game.deck.size), size))


@every_move.register
def _(_game: hang_in.HangIn) -> Iterable[Move]:
    return [*hang_in.PLAYS, hang_in.HOLD]


@every_move.register
def _(game: MadeGame) -> Iterable[Move]:
    cards, found = range(game.deck.size), list[Move]()
    for name, move in game.State.declared.moves.items():
        kind = game.State.kinds_by_name[name]
        if move.most:
            sizes = range(move.least, move.most + 1)
            if sum(comb(len(cards), size) for size in sizes) > MOST:
                return ()
            found += [kind(union(chosen)) for size in sizes for chosen in combinations(cards, size)]
        else:
            found += map(kind, product(*(named.values(game, game.players) for named in move.names)))
    return found


@singledispatch
def more_words(_game: Game, /) -> Iterable[str]:
    """What spells a game's moves beside its cards, the numbers of its seats and what the classes of its moves
    tell: `word`, `bare`, and the text of a move without arguments. For a game of your own:
    `@more_words.register`."""
    return ()


@more_words.register
def _(_game: reserves.Reserves) -> Iterable[str]:
    return "attack", "pile"


@more_words.register
def _(game: MadeGame) -> Iterator[str]:
    for move in game.State.declared.moves.values():
        for named in move.names:
            yield from map(str, named.values(game, game.players))


@cache
def words_of(game: Game) -> Words:
    """What each number means in a game: a whole move where they are few, else a word that spells some."""
    if moves := tuple(every_move(game)):
        return tuple(dict.fromkeys(map(str, moves)))
    words = [END, *map(game.deck.name, range(game.deck.size)), *map(str, range(game.players))]
    for kind in type(game.start()).kinds:
        words += filter(None, (getattr(kind, "word", ""), getattr(kind, "bare", ""), *_alone(kind)))
    return tuple(dict.fromkeys([*words, *more_words(game)]))


def _alone(kind: type[Move]) -> Words:
    """The words of a move that takes no arguments."""
    try:
        return () if kind is Move or hasattr(kind, "deck") else tokens(str(kind()))
    except TypeError:  # it takes some
        return ()


class Numbers(dict[str, int]):
    """The number of each word of a game."""

    def __missing__(self, word: str) -> int:
        raise LookupError(
            f"{word!r} has no number in this game, so its moves cannot be numbered: tell its moves with "
            "@every_move.register, or its words with @more_words.register (handkit.adapters.spelling)."
        )


@cache
def numbers_of(game: Game) -> Numbers:
    """The number of each word."""
    return Numbers((word, number) for number, word in enumerate(words_of(game)))


def tokens(text: str) -> Words:
    """The words of a move's text: `attack 2: 3S JS` → attack, 2, 3S, JS."""
    return tuple(re.findall(r"[^\s>:,]+", text))


# ── how moves are spelled ───────────────────────────────────────────────────────────────────────


class Listed:
    """Moves one by one."""

    def __init__(self, game: Game, moves: Iterable[Move]) -> None:
        whole = END not in numbers_of(game)
        self.moves = {(str(move),) if whole else tokens(str(move)): move for move in moves}

    def following(self, begun: Words) -> list[str]:
        """The words that may follow these; END where they are a move."""
        size = len(begun)
        return list(dict.fromkeys((*words, END)[size] for words in self.moves if words[:size] == begun))

    def move(self, begun: Words) -> Move:
        """The move that these words spell."""
        return self.moves[begun]


class Chosen(Listed):
    """Any choice of some cards, from the lowest to the highest, behind the words of a kind of move."""

    def __init__(self, game: Game, moves: Subsets) -> None:
        super().__init__(game, moves.before)
        self.deck = game.deck
        self.cards = {self.deck.text(one): one for one in moves.bits}
        self.sizes: dict[Words, set[int]] = {}
        self.makes = {}
        for size, number, make in moves.blocks:
            kind = tokens(str(make(sum(moves.bits[:1]))))[: -1 if moves.bits else None]
            if number:
                self.sizes.setdefault(kind, set()).add(size)
                self.makes[kind] = make

    def following(self, begun: Words) -> list[str]:
        size, found = len(begun), super().following(begun)
        names = list(self.cards)
        for kind, sizes in self.sizes.items():
            if size < len(kind):
                found += [kind[size]] if kind[:size] == begun else []
            elif begun[: len(kind)] == kind:
                number, first = size - len(kind), names.index(begun[-1]) + 1 if size > len(kind) else 0
                found += [END] if number in sizes else []
                for at in range(first, len(names)):
                    if not sizes.isdisjoint(range(number + 1, number + 1 + len(names) - at)):
                        found.append(names[at])
        return list(dict.fromkeys(found))

    def move(self, begun: Words) -> Move:
        for kind, make in self.makes.items():
            if begun[: len(kind)] == kind and self.cards.keys() >= set(begun[len(kind) :]):
                return make(sum(self.cards[name] for name in begun[len(kind) :]))
        return super().move(begun)


class Laid(Listed):
    """Defences in Reserves: a card and the one that it is laid on, and so on; face cards, whose worth needs
    others, come last. Only what can still become a defence may be laid."""

    def __init__(self, game: Game, moves: Defences) -> None:
        super().__init__(game, [moves.make(())])
        self.deck, self.defences = game.deck, moves

    def following(self, begun: Words) -> list[str]:
        if begun in self.moves:
            return [END]
        pairs, name = self._pairs(begun), self.deck.name
        used = {under for _, under in pairs}
        if len(begun) % 2:
            card = self.deck.numbers(begun[-1])[0]
            free = [under for under in self.defences.could[card] if under not in used]
            return [name(under) for under in free if self._possible([*pairs, (card, under)])]
        found = [] if begun else super().following(begun)
        found += [END] if pairs and not self.defences.failing(pairs) else []
        laid = [name(pair[0]) for pair in self._further(pairs) if self._possible([*pairs, pair])]
        return list(dict.fromkeys(found + laid))

    def _pairs(self, begun: Words) -> list[Pair]:
        cards = self.deck.numbers(" ".join(begun))
        return list(zip(cards[::2], cards[1::2], strict=False))

    def _further(self, pairs: Sequence[Pair]) -> Iterator[Pair]:
        """What may be laid next to these pairs: cards come in their order."""
        used = {under for _, under in pairs}
        for card, places in self.defences.could.items():
            if not pairs or card > pairs[-1][0]:
                yield from ((card, under) for under in places if under not in used)

    def _possible(self, pairs: list[Pair]) -> bool:
        """Whether these pairs are a defence, or can become one."""
        further = list(self._further(pairs))
        helped = [*pairs, *{card: (card, under) for card, under in further}.values()]
        if set(pairs) & set(
            self.defences.failing(helped)
        ):  # each card laid makes others worth more, or as much
            return False
        return not self.defences.failing(pairs) or any(self._possible([*pairs, pair]) for pair in further)

    def move(self, begun: Words) -> Move:
        return self.defences.make(self._pairs(begun)) if begun not in self.moves else super().move(begun)


def spelling(game: Game, moves: Iterable[Move]) -> Listed:
    """How the moves that are offered now are spelled."""
    if isinstance(moves, Subsets):
        return Chosen(game, moves)
    return Laid(game, moves) if isinstance(moves, Defences) else Listed(game, moves)
