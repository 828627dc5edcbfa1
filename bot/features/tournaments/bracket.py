"""A knockout's bracket: the slots of the players, the pairs that were played, and who won each. Pure.

Everyone's slot follows from the seeds, which stay as they are once it has started. A pair of a round is where two of
the slots meet, and holds the boards that were really played there, one after the other: the game, and one that breaks
a tie. Who plays on is decided there and nowhere else.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil, log2

from bot.features.tournaments.values import Entrant, Format, Pairing, Ruling, Ties, Tournament

Slot = tuple[int, int]
"""A round, and a pair of it from the top, counted from 0."""


def seeded(entrants: Iterable[Entrant]) -> list[Entrant]:
    """The entrants, the best rated first, then who came first."""
    return sorted(entrants, key=lambda one: (-one.rating, one.number))


def order(size: int) -> list[int]:
    """The seeds of a bracket from top to bottom, counted from 0: the best two can only meet in the last round."""
    found = [0]
    while len(found) < size:
        found = [seed for one in found for seed in (one, 2 * len(found) - 1 - one)]
    return found


@dataclass(frozen=True)
class Bracket:
    """The bracket of these players, with the boards that have been drawn."""

    entrants: tuple[Entrant, ...]
    boards: tuple[Pairing, ...]

    @cached_property
    def seeds(self) -> list[int]:
        """The players, the best seed first."""
        return [one.number for one in seeded(self.entrants)]

    @cached_property
    def rounds(self) -> int:
        """How many rounds it takes."""
        return ceil(log2(max(len(self.entrants), 2)))

    @cached_property
    def slots(self) -> list[int | None]:
        """The players of the first round from top to bottom."""
        return [self.seeds[seed] if seed < len(self.seeds) else None for seed in order(2**self.rounds)]

    @cached_property
    def _played(self) -> dict[Slot, list[Pairing]]:
        found: dict[Slot, list[Pairing]] = defaultdict(list)
        for one in sorted(self.boards, key=lambda board: (board.round, board.board)):
            if one.ruling is not Ruling.VOID:
                found[self.slot(one)].append(one)
        return found

    def slot(self, board: Pairing) -> Slot:
        """Where a board is."""
        return board.round, self.slots.index(board.first) >> board.round

    def pair(self, slot: Slot) -> Sequence[Pairing]:
        """The boards of a pair that count, in the order in which they were played."""
        return self._played.get(slot, ())

    def is_decided(self, slot: Slot) -> bool:
        """Whether all that is to be played in a pair is over."""
        return all(one.points is not None for one in self.pair(slot))

    def winner(self, slot: Slot) -> int | None:
        """Who has won a pair; None if it is being played, or if nobody has."""
        played = self.pair(slot)
        if not played or not self.is_decided(slot) or played[-1].ruling is not None:
            return None
        known = next((one.winner or one.advances for one in reversed(played) if one.winner or one.advances), None)
        return known or min(played[-1].players, key=self.seeds.index)

    def coming(self, number: int) -> list[tuple[int, ...]]:
        """Who is to meet in a round, pair by pair: those who have won the pairs before it and have not left."""
        stay = {one.number for one in self.entrants if not one.dropped}
        pairs = range(2 ** max(0, self.rounds - number))
        return [tuple(one for one in self.feeding((number, at)) if one in stay) for at in pairs]

    def feeding(self, slot: Slot) -> tuple[int | None, int | None]:
        """Those who come into a pair from above and below."""
        number, at = slot
        if number == 1:
            return self.slots[2 * at], self.slots[2 * at + 1]
        return self.winner((number - 1, 2 * at)), self.winner((number - 1, 2 * at + 1))

    def meeting(self, slot: Slot) -> list[int]:
        """Those who play a pair, or come into it as far as is known, from above and below."""
        played = self.pair(slot)
        players = played[-1].players if played else self.feeding(slot) if slot[0] else ()
        return sorted((one for one in players if one is not None), key=self.slots.index)

    def passed(self, player: int) -> int:
        """How many rounds somebody has passed: whoever has played a round has passed those before it."""
        last = self._last(player)
        return 0 if last is None else last[0] - 1 + (self.winner(last) == player)

    def is_out(self, player: int) -> bool:
        """Whether somebody has not won the last pair that they were in."""
        last = self._last(player)
        return last is None or (self.is_decided(last) and self.winner(last) != player)

    def _last(self, player: int) -> Slot | None:
        return max((slot for slot, played in self._played.items() if player in played[0].players), default=None)


def bracket(entrants: Iterable[Entrant], boards: Sequence[Pairing]) -> Bracket:
    """The bracket of those who play, or have played."""
    there = {number for one in boards for number in one.players}
    return Bracket(tuple(one for one in entrants if one.number in there or not one.dropped), tuple(boards))


def champion(one: Tournament) -> int | None:
    """Who has won a knockout: whoever has won the last round, or is left alone after an earlier one."""
    found = bracket(one.entrants, one.counted)
    if one.begun >= found.rounds:
        return found.winner((found.rounds, 0))
    left = contenders(one)
    return left[0] if one.begun and one.is_played and len(left) == 1 else None


def contenders(one: Tournament) -> list[int]:
    """Who plays on in a knockout after the round that has been played."""
    return [number for pair in bracket(one.entrants, one.counted).coming(one.begun + 1) for number in pair]


@dataclass(frozen=True, slots=True)
class Passing:
    """What a corrected result changes: who plays on in the next round instead of whom, and the boards `off` for it."""

    out: int | None
    into: int | None
    off: tuple[Pairing, ...]
    pair: tuple[int, ...]
    is_late: bool

    @property
    def round(self) -> int:
        """The next round."""
        return self.off[0].round


def passing(one: Tournament, board: Pairing) -> Passing | None:
    """What changes once a board is as given; None if the same people play on, or it is not known yet.

    It `is_late` if a further round has begun since.
    """
    if one.plan.format is not Format.KNOCKOUT or board.round >= one.begun or board.ruling is Ruling.VOID:
        return None
    before = bracket(one.entrants, one.counted)
    place = (board.round, board.board)
    after = replace(before, boards=tuple(board if (b.round, b.board) == place else b for b in one.counted))
    number, at = before.slot(board)
    off = before.pair((number + 1, at // 2))
    there = {player for game in before.pair((number, at)) for player in game.players}
    out = next((player for player in (off[0].players if off else ()) if player in there), None)
    staying = {entrant.number for entrant in one.active}
    into = None if board.is_tied else after.winner((number, at))
    into = into if into in staying else None
    if not off or into == out or board.is_tied:
        return None
    others = [player for player in off[0].players if player != out]
    return Passing(out, into, tuple(off), tuple(filter(None, (into, *others))), one.begun > number + 1)


def open_ties(one: Tournament) -> list[Pairing]:
    """The ties of the round that is played which nothing has decided: each wants another game, or the director."""
    if one.plan.format is not Format.KNOCKOUT or one.plan.ties is Ties.SEED:
        return []
    found = bracket(one.entrants, one.counted)
    slots = sorted({found.slot(board) for board in one.round(one.begun) if board.counts})
    pairs = [found.pair(slot) for slot in slots if found.is_decided(slot)]
    asks = one.plan.ties is Ties.DIRECTOR
    last = [played[-1] for played in pairs if asks or len(played) == 1]
    return [board for board in last if board.is_tied and not board.advances]


def is_settled(one: Tournament) -> bool:
    """Whether the round that is played is over, and it is known who plays on."""
    return one.is_played and not open_ties(one)


def is_tie_break(one: Tournament, board: Pairing) -> bool:
    """Whether a board of a knockout breaks the tie of an earlier one."""
    before = (other for other in one.round(board.round) if other.board < board.board and other.counts)
    return any(sorted(other.players) == sorted(board.players) for other in before)
