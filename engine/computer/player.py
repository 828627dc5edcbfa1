"""A computer player's move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from engine.computer.candidates import Candidate, Report, ignore
from engine.computer.exchanging import exchanges
from engine.computer.luck import Luck
from engine.computer.planning import plan
from engine.computer.seeing import first_seen
from engine.computer.simulating import Run
from engine.computer.tools import ComputerTools
from engine.computer.trades import trade
from engine.computer.weighing import weigh, words_of
from engine.game.commands import Challenge, Command, Exchange, Pass, Play
from engine.game.phases import FinalPass
from engine.game.state import Computer, LatestPlay
from engine.game.views import SeatView
from engine.model.levels import STRONGEST, Level, SearchPart, level
from engine.model.tiles import KnownRack, Tiles
from engine.play.generator.plays import ScoredExchange as Swap
from engine.play.generator.plays import ScoredPlay as Found


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
        case Found():
            return Play(player, found.move.placement, turn)
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
