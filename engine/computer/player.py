"""A computer player's move: what it sees by its level, what it trades first, what it considers, and how it chooses."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

import numpy as np

from engine.computer.endgame import is_known, solve
from engine.computer.preendgame import is_near, try_all
from engine.computer.simulating import Run, Simulation, simulate
from engine.computer.tools import Candidate, ComputerTools, Luck, Report, ignore
from engine.computer.weighing import Weighed, exchanges, weigh, words_of
from engine.game.commands import Challenge, Command, Exchange, ExchangeFour, Pass, TradeBlank
from engine.game.commands import Play as PlayCommand
from engine.game.phases import FinalPass
from engine.game.state import Computer, LatestPlay
from engine.game.views import SeatView
from engine.model.board import Cell, Direction
from engine.model.levels import FADE, STRONGEST, Level, SearchPart, level
from engine.model.tiles import KnownRack, Tiles, Word
from engine.play.generator.generator import KEY, KEY_2, Plays, ScoredPlay
from engine.play.generator.generator import ScoredExchange as Swap
from engine.play.generator.generator import ScoredPlay as Play
from engine.play.generator.kernels.layout import MAX_TILES, Table
from engine.play.placement import score
from engine.words.lexicon import Key

MOST_ALIKE = 0.5
"""The share of one letter among the unseen tiles from which an exchange of four would only bring more of the same."""


def trade(view: SeatView, rack: Tiles) -> Command | None:
    """A worthwhile trade, or None if there is none: a blank is worth more than any other tile."""
    player, turn = view.table.seats[view.seat].player.id, view.table.turn
    if view.table.rules.trade_blanks and (square := _blank_to_take(view, rack)):
        return TradeBlank(player, square, turn)
    if view.can_exchange_four and not _are_all_alike(view.unseen):
        return ExchangeFour(player, turn)
    return None


def _blank_to_take(view: SeatView, rack: Tiles) -> str:
    letters = {tile.letter for tile in rack}
    for cell, placed in view.table.board.tiles():
        if placed.is_blank and placed.letter in letters:
            return view.table.setup.orientation.name(cell, Direction.ACROSS, view.table.variant.layout.size)
    return ""


def _are_all_alike(tiles: Tiles) -> bool:
    letters = [tile.letter for tile in tiles if not tile.is_blank]
    return any(letters.count(letter) > MOST_ALIKE * len(letters) for letter in set(letters))


SEEN_AT_A_GLANCE = 4
"""Words of up to this many letters are seen at a glance."""


def knows(key: Key, skill: Level, tools: ComputerTools, luck: Luck) -> bool:
    """Whether a player knows a word: always for common words, the same throughout the game for rarer ones."""
    if skill.words is None:
        return True
    rank = tools.vocabulary.rank(key)
    if rank >= len(tools.vocabulary):
        return False
    doubt = (math.log(max(rank, 1) / skill.words, FADE) + 1) / 2
    return luck.chance("knows", key) >= doubt


def chance_to_see(words: tuple[Word, ...], skill: Level) -> float:
    """How likely a player is to see a play that makes these words, the main word first."""
    if skill.sees is None:
        return 1.0
    return skill.sees * skill.sideways ** (len(words) - 1) * skill.far ** max(0, len(words[0]) - SEEN_AT_A_GLANCE)


def first_seen(plays: Plays, skill: Level, tools: ComputerTools, game: Luck, turn: Luck) -> ScoredPlay | None:
    """The best play that the player knows and sees, or the one it came nearest to seeing if it sees none.

    None only if the player knows no play at all. `game` decides what it knows, `turn` what it sees.
    """
    nearest, reserve = math.inf, None
    keys = plays.records[:, [KEY, KEY_2]].tolist()
    for key, play in zip(keys, plays, strict=True):
        words = tuple(word.word for word in score(plays.board, play.placement, plays.variant).words)
        if not tools.allows(words) or not all(knows(tools.lexicon.key(w), skill, tools, game) for w in words):
            continue
        effort = turn.chance("sees", *key) / chance_to_see(words, skill)
        if effort < 1:
            return play
        if effort < nearest:
            nearest, reserve = effort, play
    return reserve


MOST, EXCHANGES = 15, 5
"""The most moves that are simulated, and how many of them may be exchanges.

Moves further down the list are hardly ever best but would take their share of the deals all the same.
"""

MOST_LAST = 400
"""The most plays that are considered once nothing is hidden."""

WITHIN = 25.0
"""How far behind the first a candidate's equity may be, in points, while the pool holds a rack for each seat."""


def plan(
    view: SeatView,
    rack: Tiles,
    tools: ComputerTools,
    skill: Level,
    luck: Luck,
    should_stop: Callable[[], bool],
    report: Report,
    run: Run,
) -> Candidate | None:
    """The best move found in the time allowed, or None if nothing can be played or exchanged."""
    return next(iter(rank(view, rack, tools, skill, luck, should_stop, report, run)), None)


def rank(
    view: SeatView,
    rack: Tiles,
    tools: ComputerTools,
    skill: Level,
    luck: Luck,
    should_stop: Callable[[], bool],
    report: Report,
    run: Run,
    least: int = 2,
) -> list[Candidate | None]:
    """The moves considered, best first as far as time allows; None is a pass. Fewer than `least` are not simulated.

    Players do not look ahead with racks of more than twelve tiles, since that would need every subset of every rack.
    """
    weighed = weigh(view, rack, tools, skill, luck)
    if view.table.variant.rack_size > MAX_TILES:
        return [*considered(weighed, view, rack, tools)[0]]
    if is_known(view) and SearchPart.ENDGAME in skill.plans:
        places = _allowed(weighed, view, tools)
        candidates = [Candidate(weighed.plays[i], weighed.values[i]) for i in places]
        records, whole = weighed.plays.records[places], len(weighed.plays) <= MOST_LAST
        return solve(view, rack, tools, candidates, records, should_stop, report, whole=whole)
    order, records = considered(weighed, view, rack, tools)
    near = is_near(view) and SearchPart.PREENDGAME in skill.plans
    if len(order) < least or is_known(view) or not (near or SearchPart.SIMULATION in skill.plans):
        return [*order]
    simulation = Simulation.of(view, rack, tools, order, records)
    find = try_all if near else simulate
    return [*find(simulation, luck, should_stop, report, run)]


def _allowed(weighed: Weighed, view: SeatView, tools: ComputerTools) -> list[int]:
    """The places of the plays without unwanted words, by falling value, among the best `MOST_LAST`."""
    return [i for i in weighed.order[:MOST_LAST] if tools.allows(words_of(weighed.plays[i], view))]


def considered(weighed: Weighed, view: SeatView, rack: Tiles, tools: ComputerTools) -> tuple[list[Candidate], Table]:
    """The moves that are good enough, by falling value, and the records of the plays among them."""
    found = [(Candidate(weighed.plays[i], weighed.values[i]), i) for i in _promising(weighed, view, tools)]
    found += [(swap, -1) for swap in exchanges(view, rack, tools, EXCHANGES)]
    found.sort(key=lambda one: -one[0].value)
    table = view.table
    many = table.pool >= len(table.seats) * table.variant.rack_size
    least = found[0][0].value - WITHIN if many and found else -np.inf
    kept = [(candidate, place) for candidate, place in found[:MOST] if candidate.value >= least]
    places = [place for _, place in kept if place >= 0]
    return [candidate for candidate, _ in kept], weighed.plays.records[places]


def _promising(weighed: Weighed, view: SeatView, tools: ComputerTools) -> list[int]:
    """The places of the first plays without unwanted words, taking only one of each mirrored pair."""
    mirrored = is_mirrored(view)
    chosen: list[int] = []
    for i in weighed.order:
        if len(chosen) == MOST:
            break
        play = weighed.plays[i]
        doubled = mirrored and play.placement.direction is Direction.DOWN
        if not doubled and tools.allows(words_of(play, view)):
            chosen.append(i)
    return chosen


def is_mirrored(view: SeatView) -> bool:
    """Whether every play down has its mirror image across: on an empty board that is symmetric about its diagonal."""
    board, layout = view.table.board, view.table.variant.layout
    if any(board.squares) or layout.width != layout.height or layout.start.row != layout.start.column:
        return False
    return all(layout[cell] == layout[Cell(cell.column, cell.row)] for cell in layout.cells())


def never() -> bool:
    """Never asks the player to stop."""
    return False


def choose(
    view: SeatView,
    tools: ComputerTools,
    should_stop: Callable[[], bool] = never,
    report: Report = ignore,
    strength: int | None = None,
    run: Run = map,
    without: frozenset[SearchPart] = frozenset(),
) -> Command:
    """What the computer player in a seat does now: the same for the same view and number of answers by `should_stop`.

    A player that plans asks `should_stop` every few tens of milliseconds and, when asked to stop, makes the best move
    found so far; it also stops by itself once it is sure. `run` may spread its work over threads. `strength` is the
    level to play at if the seat has no computer player. `without` switches off ways of looking ahead. Raises
    `ValueError` if the seat has nothing to do or its rack is hidden.
    """
    table = view.table
    player = table.seats[view.seat].player
    skill = level(player.level if isinstance(player, Computer) else strength or STRONGEST)
    skill = replace(skill, plans=skill.plans - without)
    luck = Luck.of_seat(view)
    final = isinstance(table.phase, FinalPass) and view.seat in table.phase.waiting
    if not final and table.on_turn != view.seat:
        raise ValueError(f"it is not the turn of seat {view.seat}")
    play = table.challengeable
    if play and play.seat != view.seat and notices_phony(play, tools, skill, luck):
        return Challenge(player.id, play.turn)
    if final:
        return Pass(player.id, table.turn)
    if not isinstance(view.rack, KnownRack):
        raise ValueError(f"the rack of seat {view.seat} is hidden")
    return trade(view, view.rack.tiles) or _move(view, view.rack.tiles, tools, skill, luck, should_stop, report, run)


def notices_phony(play: LatestPlay, tools: ComputerTools, skill: Level, luck: Luck) -> bool:
    """Whether the player notices a phony in a play; decided once for each play and word (ledger M9)."""
    wrong = (word.word for word in play.sheet.words if not tools.lexicon.contains(word.word))
    return any(luck.chance("phony", play.turn, word) < skill.notices for word in wrong)


def _move(
    view: SeatView,
    rack: Tiles,
    tools: ComputerTools,
    skill: Level,
    luck: Luck,
    should_stop: Callable[[], bool],
    report: Report,
    run: Run,
) -> Command:
    """The best move that the player finds, or a pass if it finds none."""
    if skill.sees is not None:
        found = seen(view, rack, tools, skill, luck)
    elif skill.plans:
        found = plan(view, rack, tools, skill, luck.of_turn(view), should_stop, report, run)
    else:
        found = _weighed(view, rack, tools, skill, luck)
    player, turn = view.table.seats[view.seat].player.id, view.table.turn
    if not found:
        return Pass(player, turn)
    report((found,))
    match found.move:
        case Play():
            return PlayCommand(player, found.move.placement, turn)
        case Swap():
            return Exchange(player, found.move.tiles, turn)
        case _:
            assert_never(found.move)


def seen(view: SeatView, rack: Tiles, tools: ComputerTools, skill: Level, luck: Luck) -> Candidate | None:
    """The play that a weak player sees, none of them with a coarse word, or an exchange if it sees none."""
    tools = tools.mild()
    plays = tools.everyday[skill.number - 1].all(view.table.board, rack)
    seen = first_seen(plays, skill, tools, luck, luck.of_turn(view))
    if seen:
        return Candidate(seen, seen.score)
    return next(iter(exchanges(view, rack, tools, 1)), None)


def _weighed(view: SeatView, rack: Tiles, tools: ComputerTools, skill: Level, luck: Luck) -> Candidate | None:
    """The play with the highest equity, or an exchange that is worth more."""
    plays = weigh(view, rack, tools, skill, luck.of_turn(view))
    best = next((Candidate(play, value) for value, play in plays if tools.allows(words_of(play, view))), None)
    if best and not skill.keeps:
        return best
    swap = next(iter(exchanges(view, rack, tools, 1)), None)
    return swap if swap and (best is None or swap.value > best.value) else best


def analyse(
    view: SeatView,
    tools: ComputerTools,
    strength: int,
    should_stop: Callable[[], bool] = never,
    run: Run = map,
    least: int = 2,
) -> list[Candidate | None]:
    """The moves that a level considers, its choice first; None is a pass.

    A level that overlooks words gives only the move that it sees. `should_stop` and `run` are those of `player.choose`,
    `least` that of `rank`.
    Raises `ValueError` for a hidden rack and `IndexError` for a level that does not exist.
    """
    if not isinstance(view.rack, KnownRack):
        raise ValueError(f"the rack of seat {view.seat} is hidden")
    rack, skill, luck = view.rack.tiles, level(strength), Luck.of_seat(view)
    if skill.sees is not None:
        return [seen(view, rack, tools, skill, luck)]
    if skill.plans:
        return rank(view, rack, tools, skill, luck.of_turn(view), should_stop, ignore, run, least) or [None]
    found, _ = considered(weigh(view, rack, tools, skill, luck.of_turn(view)), view, rack, tools)
    plays = [one for one in found if isinstance(one.move, ScoredPlay)]
    # a level that ignores its leave exchanges only when it has no play
    return [*(found if skill.keeps or not plays else plays)] or [None]
