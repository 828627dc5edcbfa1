"""The top of a round: the play with the most points, and what computer players find there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.computer.luck import Luck
from engine.computer.seeing import first_seen
from engine.computer.tools import ComputerTools
from engine.duplicate.racks import Letters
from engine.model.board import Board
from engine.model.levels import Level, level
from engine.model.tiles import Tiles
from engine.play.generator.generator import Generator
from engine.play.generator.plays import KEY_2, SCORE, SLOTS_USED, Plays, ScoredPlay
from engine.play.scoring import score

AT_FIRST = 256
"""Plays that are looked at before all of them."""
CONSIDERED = 60
"""The best plays among which a player that misjudges them chooses."""


@dataclass(frozen=True, slots=True)
class RoundMoves:
    """The top of a round, None if nothing can be played, and what each computer player plays, None if nothing."""

    top: ScoredPlay | None
    answers: tuple[ScoredPlay | None, ...] = ()


def find(
    tools: ComputerTools, board: Board, rack: Tiles, most: int, letters: Letters, levels: tuple[int, ...], luck: Luck
) -> RoundMoves:
    """The top with at most `most` tiles, and the plays of computer players of these levels. `luck` is the round's."""
    mild = tools.mild()
    answers = (computer_play(mild, board, rack, most, letters, level(one), n, luck) for n, one in enumerate(levels))
    return RoundMoves(top_of(tools, board, rack, most, letters), tuple(answers))


def top_of(tools: ComputerTools, board: Board, rack: Tiles, most: int, letters: Letters) -> ScoredPlay | None:
    """The play with the most points; of several, one that no computer player would avoid, with the fewest blanks.

    Then the tiles kept decide, which are best balanced between vowels and consonants; then its place: across before
    down, by row and by column.
    """

    def order(play: ScoredPlay) -> tuple[bool, int, int]:
        blanks = sum(placed.is_blank for _, placed in play.placement.tiles)
        return not tools.allows(_words(play, tools, board)), blanks, letters.imbalance(play.leave)

    return min(highest(tools.generator, board, rack, most), key=order, default=None)


def _words(play: ScoredPlay, tools: ComputerTools, board: Board) -> tuple[tuple[str, ...], ...]:
    return tuple(word.word for word in score(board, play.placement, tools.generator.variant).words)


def highest(generator: Generator, board: Board, rack: Tiles, most: int) -> Plays:
    """All plays of at most `most` tiles that score as much as the best of them, in the generator's order."""
    found = fitting(plays := generator.top(board, rack, AT_FIRST), most)
    if len(plays) == AT_FIRST and not (len(found) and found.records[0, SCORE] > plays.records[-1, SCORE]):
        found = fitting(generator.all(board, rack), most)
    return _chosen(found, found.records[:, SCORE] == found.records[:1, SCORE].max(initial=0))


def fitting(plays: Plays, most: int) -> Plays:
    """Those of plays that use at most `most` tiles."""
    return _chosen(plays, np.bitwise_count(plays.records[:, KEY_2] & SLOTS_USED) <= most)


def _chosen(plays: Plays, which: NDArray[np.bool_]) -> Plays:
    return Plays(plays.records[which], plays.board, plays.slots, plays.variant)


def computer_play(
    tools: ComputerTools, board: Board, rack: Tiles, most: int, letters: Letters, skill: Level, seat: int, luck: Luck
) -> ScoredPlay | None:
    """What a computer player of a level plays: only its points count. The strongest ones always find the top."""
    if skill.sees is not None:
        plays = fitting(tools.everyday[skill.number - 1].all(board, rack), most)
        own = luck.at_turn(seat)
        return first_seen(plays, skill, tools, own, own)
    if not skill.noise:
        return top_of(tools, board, rack, most, letters)
    plays = fitting(tools.generator.top(board, rack, CONSIDERED), most)
    worth = {
        play: play.score + skill.noise * luck.bell("worth", seat, n)
        for n, play in enumerate(plays)
        if tools.allows(_words(play, tools, board))
    }
    return max(worth, key=lambda play: worth[play], default=None)
