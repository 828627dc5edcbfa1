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

from bot.pairing.values import FIXED, Entrant, Format, Pairing, Ruling, State, Ties, Tournament

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
        """The players from the start, the best seed first."""
        return [one.number for one in seeded(self.entrants) if one.instead is None]

    @cached_property
    def rounds(self) -> int:
        """How many rounds it takes."""
        return ceil(log2(max(len(self.seeds), 2)))

    @cached_property
    def _origins(self) -> dict[int, int]:
        """For each player, who had their place at the start."""
        found: dict[int, int] = {}
        for one in sorted(self.entrants, key=lambda entrant: entrant.number):
            found[one.number] = one.number if one.instead is None else found[one.instead]
        return found

    def origin(self, number: int) -> int:
        """Who had somebody's place at the start."""
        return self._origins[number]

    def holder(self, number: int) -> int:
        """Who has somebody's place now: whoever plays instead of them, or else themselves."""
        origin = self._origins[number]
        return max(one for one, other in self._origins.items() if other == origin)

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
        return board.round, self._line(board.first) >> board.round

    def line(self, number: int) -> int | None:
        """How far from the top somebody's place is; None if they have none."""
        return self._line(number) if number in self._origins else None

    def _line(self, number: int) -> int:
        return self.slots.index(self._origins[number])

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
        return known or min(played[-1].players, key=lambda number: self.seeds.index(self._origins[number]))

    def coming(self, number: int) -> list[tuple[int, ...]]:
        """Who is to meet in a round, pair by pair: those who have won the pairs before it and have not left."""
        stay = {one.number for one in self.entrants if not one.dropped}
        pairs = range(2 ** max(0, self.rounds - number))
        return [tuple(one for one in self.feeding((number, at)) if one in stay) for at in pairs]

    def feeding(self, slot: Slot) -> tuple[int | None, int | None]:
        """Those who come into a pair from above and below."""
        number, at = slot
        upper, lower = (
            self.slots[each] if number == 1 else self.winner((number - 1, each)) for each in (2 * at, 2 * at + 1)
        )
        return (None if upper is None else self.holder(upper)), (None if lower is None else self.holder(lower))

    def meeting(self, slot: Slot) -> list[int]:
        """Those who play a pair, or come into it as far as is known, from above and below."""
        played = self.pair(slot)
        players = played[-1].players if played else self.feeding(slot) if slot[0] else ()
        return sorted((one for one in players if one is not None), key=self._line)

    def passed(self, player: int) -> int:
        """How many rounds somebody has passed: whoever has played a round has passed those before it."""
        last = self._last(player)
        return 0 if last is None else last[0] - 1 + self._has_won(last, player)

    def is_out(self, player: int) -> bool:
        """Whether somebody has not won the last pair that they were in."""
        last = self._last(player)
        return last is None or (self.is_decided(last) and not self._has_won(last, player))

    def _has_won(self, slot: Slot, player: int) -> bool:
        """Whether somebody has won a pair, or has the place of who has."""
        won = self.winner(slot)
        return won is not None and (won == player or (player > won and self._origins[player] == self._origins[won]))

    def _last(self, player: int) -> Slot | None:
        own = (slot for slot, played in self._played.items() if player in played[0].players)
        before = next((one.instead for one in self.entrants if one.number == player), None)
        return max(own, default=None if before is None else self._last(before))

    def vacancies(self, number: int) -> list[int]:
        """Those who have won a pair of a round but do not play on, and in whose place nobody does."""
        stay = {one.number for one in self.entrants if not one.dropped}
        pairs = [(number, at) for at in range(2 ** max(0, self.rounds - number))]
        won = [one for slot in pairs if (one := self.winner(slot)) is not None]
        return [holder for one in won if (holder := self.holder(one)) not in stay]


def bracket(entrants: Iterable[Entrant], boards: Sequence[Pairing]) -> Bracket:
    """The bracket of those who play, or have played."""
    entrants = tuple(entrants)
    there = {number for one in boards for number in one.players} | {one.instead for one in entrants}
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


def vacancies(one: Tournament) -> list[int]:
    """Those who would play in the next round of a knockout but have left, so that somebody can take their place."""
    if one.plan.format is not Format.KNOCKOUT or one.state is not State.PLAYING or not 0 < one.begun < one.plan.rounds:
        return []
    return bracket(one.entrants, one.counted).vacancies(one.begun)


def is_undecided(one: Tournament) -> bool:
    """Whether a knockout has been played as far as can be, and nobody has won it."""
    if one.plan.format is not Format.KNOCKOUT or not one.begun or not is_settled(one) or champion(one) is not None:
        return False
    return one.begun >= one.plan.rounds or len(contenders(one)) < 2


def players_left(one: Tournament) -> int:
    """How many play on after the round that has been played."""
    return len(contenders(one) if one.plan.format is Format.KNOCKOUT else one.active)


def can_reopen(one: Tournament) -> bool:
    """Whether a tournament that is over has been ended before it was decided."""
    if one.state is not State.OVER or not one.begun:
        return False
    return is_undecided(one) or not is_settled(one) or (one.begun < one.plan.rounds and players_left(one) > 1)


def has_room(one: Tournament, known: Entrant | None = None) -> bool:
    """Whether somebody can still play: where all pairs follow from the first ones, whoever has been in these.

    Nobody can in a knockout who has been knocked out, or in whose place somebody else plays.
    """
    if one.state is State.GATHERING:
        return True
    if one.state is State.OVER or one.begun >= one.plan.rounds:
        return False
    if one.plan.format not in FIXED or not one.begun:
        return True
    if known is None or not (known.instead or any(known.number in board.players for board in one.boards)):
        return False
    if one.plan.format is not Format.KNOCKOUT:
        return True
    found = bracket(one.entrants, one.counted)
    return not found.is_out(known.number) and found.holder(known.number) == known.number


def plays_on(one: Tournament, entrant: Entrant) -> bool:
    """Whether somebody has a game left to play in a tournament that is played, as far as is known."""
    if one.state is not State.PLAYING:
        return False
    if one.plan.format is not Format.KNOCKOUT or not one.begun:
        return True
    return not bracket(one.entrants, one.counted).is_out(entrant.number)


@dataclass(frozen=True, slots=True)
class Replacement:
    """Who plays in a round instead of whom, by their numbers; None is nobody."""

    round: int
    out: int | None
    into: int | None


@dataclass(frozen=True, slots=True)
class Passing(Replacement):
    """What a corrected result changes in the next round, and the boards `off` for it, whose new `pair` plays.

    It `is_late` if a further round has begun since.
    """

    off: tuple[Pairing, ...]
    pair: tuple[int, ...]
    is_late: bool


def superseded(one: Tournament, board: Pairing) -> list[Pairing]:
    """The games that break a tie which there is no more once a board is as given."""
    if one.plan.format is not Format.KNOCKOUT or board.is_tied:
        return []
    if board.ruling is Ruling.VOID and board.round < one.begun:
        return []  # it is not played again, so the others still say who has played on
    found = bracket(one.entrants, one.counted)
    return [other for other in found.pair(found.slot(board)) if other.board > board.board]


def passing(one: Tournament, board: Pairing) -> Passing | None:
    """What changes once a board is as given; None if the same people play on, or it is not known yet."""
    if one.plan.format is not Format.KNOCKOUT or board.round >= one.begun or board.ruling is Ruling.VOID:
        return None
    before, place, void = bracket(one.entrants, one.counted), (board.round, board.board), superseded(one, board)
    boards = [replace(each, ruling=Ruling.VOID) if each in void else each for each in one.counted]
    after = replace(before, boards=tuple(board if (b.round, b.board) == place else b for b in boards))
    number, at = before.slot(board)
    if board.is_tied and one.plan.ties is not Ties.SEED and after.pair((number, at))[-1] is board:
        return None
    off = before.pair((number + 1, at // 2))
    there = {before.origin(player) for game in (*before.pair((number, at)), board) for player in game.players}
    out = next((player for player in (off[0].players if off else ()) if before.origin(player) in there), None)
    won, staying = after.winner((number, at)), {out, *(entrant.number for entrant in one.active)}
    into = None if won is None else after.holder(won)
    into = into if into in staying else None
    if into == out:
        return None
    others = [player for player in (off[0].players if off else ()) if player != out]
    return Passing(number + 1, out, into, tuple(off), tuple(filter(None, (into, *others))), one.begun > number + 1)


def replacement(one: Tournament, board: Pairing) -> Replacement | None:
    """Who plays instead of whom because a board was called off; None if nobody does."""
    later = (other for other in one.round(board.round) if other.board > board.board)
    anew = next((other for other in later if len({*other.players} & {*board.players}) == 1), None)
    if anew is None:
        return None
    (out,) = {*board.players} - {*anew.players}
    return Replacement(board.round, out, next(iter({*anew.players} - {*board.players}), None))


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
