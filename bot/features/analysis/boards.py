"""Analysis boards: opened from positions, changed by moves and racks, looked at step by step."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.features.analysis.store import (
    BOARD_KEPT_FOR,
    EXCHANGED,
    MOST_BOARDS,
    MOST_FOUND,
    MOST_STEPS,
    AnalysisBoard,
    AnalysisStore,
    FoundMove,
    Step,
)
from bot.features.analysis.text import (
    NoPosition,
    PositionIsOver,
    RackImpossible,
    RackNeeded,
    TooManySteps,
    UnknownBoard,
)
from bot.service.ports import Clock
from engine.analysis.positions import Move, after, fill_rack, read_exchange, read_play, read_rack
from engine.computer.tools import Candidate
from engine.errors import BadData, TilesNotOnRack
from engine.formats import cgp
from engine.formats.cgp import CgpPosition
from engine.formats.tiletext import Origin, write_rack
from engine.game import commands as cmd
from engine.game.state import Setup
from engine.model.board import STANDARD
from engine.model.tiles import Tiles
from engine.model.variant import Variant
from engine.play.generator.generator import ScoredPlay
from engine.play.placement import Placement, score, write_move
from engine.sentences import Sentence


class AnalysisBoards:
    """The analysis boards of all people. `luck` draws tiles where a rack is to be filled by chance."""

    def __init__(self, store: AnalysisStore, clock: Clock, luck: random.Random) -> None:
        self._store = store
        self._clock = clock
        self._luck = luck

    async def open(
        self, person: str, setup: Setup, steps: Sequence[Step], at: int, game: str, names: Iterable[str]
    ) -> AnalysisBoard:
        """Keep a new board of a person; `game` is where its variant is from, empty if it has a name of its own."""
        now, variant = self._clock.now(), setup.variant
        code = setup.orientation.code
        seats, id_ = tuple(names), secrets.token_hex(6)
        board = AnalysisBoard(
            id_, person, variant.name, variant.language, setup.lexicon, code, game, seats, tuple(steps), at, now
        )
        await self._store.add(board, MOST_BOARDS, now - BOARD_KEPT_FOR)
        return board

    async def board(self, person: str, board: str) -> AnalysisBoard:
        """A person's board. Raises `UnknownBoard`."""
        found = await self._store.board(person, board, self._clock.now() - BOARD_KEPT_FOR)
        if found is None:
            raise UnknownBoard
        return found

    async def latest(self, person: str) -> AnalysisBoard | None:
        """The board that a person used last."""
        return await self._store.latest(person, self._clock.now() - BOARD_KEPT_FOR)

    async def keep(self, before: AnalysisBoard, after: AnalysisBoard) -> AnalysisBoard:
        """Keep a board that has changed. Raises `UnknownBoard` if it is gone or was changed meanwhile."""
        kept = replace(after, used=max(self._clock.now(), before.used + 1))
        if not await self._store.keep(before, kept):
            raise UnknownBoard
        return kept

    async def remove(self, person: str, board: str) -> None:
        """Delete a person's board."""
        await self._store.remove(person, board)

    def filled(self, board: AnalysisBoard, variant: Variant) -> AnalysisBoard:
        """The board with the rack of the player to move filled up by chance. Raises `PositionIsOver`."""
        check_running(board)
        position = fill_rack(position_of(board.step, variant), variant, self._draw)
        return _with_position(board, position, variant)

    def _draw(self, tiles: Tiles, count: int) -> Tiles:
        return Tiles.of(self._luck.sample(list(tiles), count))


# --- positions --------------------------------------------------------------------------------------------------------


def read_position(text: str, variant: Variant) -> CgpPosition:
    """The position in a text. Raises `NoPosition`."""
    try:
        position = cgp.read(text, variant)
    except BadData as error:
        raise NoPosition(error.reason) from error
    if len(position.racks) < 2:
        raise NoPosition(Sentence("needs the racks and scores of at least two players, such as / and 0/0"))
    return position


def position_of(step: Step, variant: Variant) -> CgpPosition:
    """The position of a step. Raises `NoPosition` if the variant is not what it was."""
    return read_position(step.position, variant)


def written(board: AnalysisBoard, variant: Variant) -> str:
    """The position looked at as CGP, with the board, tiles and dictionary that it is about."""
    origin = Origin(board.variant, board.language, board.lexicon.name)
    return cgp.write(position_of(board.step, variant).played_with(origin), variant)


# --- moves ------------------------------------------------------------------------------------------------------------


def check_running(board: AnalysisBoard) -> None:
    """Raise `PositionIsOver`."""
    if board.step.is_over:
        raise PositionIsOver


def typed_play(board: AnalysisBoard, setup: Setup, text: str) -> Move:
    """The play that someone typed. Raises what a move can be refused for, and `PositionIsOver`."""
    check_running(board)
    return read_play(text, position_of(board.step, setup.variant), setup.variant, setup.orientation)


def typed_exchange(board: AnalysisBoard, setup: Setup, text: str) -> Move:
    """The exchange that someone typed. Raises as `read_exchange`, and `PositionIsOver`."""
    check_running(board)
    return read_exchange(text, position_of(board.step, setup.variant), setup.variant)


def found_move(board: AnalysisBoard, variant: Variant, found: FoundMove) -> Move:
    """One of the best moves of a board."""
    position = position_of(board.step, variant)
    if not found.move.startswith(EXCHANGED):
        return read_play(found.move, position, variant, STANDARD)
    if found.move == EXCHANGED:
        return Move(score=found.score)
    return replace(read_exchange(found.move.removeprefix(EXCHANGED), position, variant), score=found.score)


def commanded(command: cmd.Command, board: AnalysisBoard, variant: Variant) -> Move:
    """The move that a computer player makes."""
    match command:
        case cmd.Play(move=Placement() as placement):
            sheet = score(position_of(board.step, variant).board, placement, variant)
            return Move(placement, sheet.total, tuple(word.word for word in sheet.words))
        case cmd.Exchange(tiles=Tiles() as tiles):
            return Move(tiles=tiles)
        case _:
            return Move()


def with_move(board: AnalysisBoard, variant: Variant, move: Move, phonies: Iterable[str] = ()) -> AnalysisBoard:
    """The board after a move. Raises `TooManySteps` and `PositionIsOver`."""
    check_running(board)
    position = position_of(board.step, variant)
    reached = after(position, move, variant)
    seats, made = len(position.racks), _move_text(move, position, variant)
    text = cgp.write(reached.position, variant)
    seat = (board.step.seat + 1) % seats
    moved = board.followed_by(Step(text, seat, made, move.score, tuple(phonies), reached.is_over))
    if len(moved.steps) > MOST_STEPS:
        raise TooManySteps(MOST_STEPS)
    return moved


def with_rack(board: AnalysisBoard, variant: Variant, text: str) -> AnalysisBoard:
    """The board with another rack for the player to move. Raises `RackImpossible` and as `read_rack`."""
    check_running(board)
    position = position_of(board.step, variant)
    try:
        changed = read_rack(text, position, variant)
    except TilesNotOnRack as error:
        raise RackImpossible(variant.rack_size) from error
    if len(changed.racks[0]) > variant.rack_size:
        raise RackImpossible(variant.rack_size)
    return _with_position(board, changed, variant)


def _with_position(board: AnalysisBoard, position: CgpPosition, variant: Variant) -> AnalysisBoard:
    """The board with the position looked at changed; the best moves of before are those of another rack."""
    text = cgp.write(position, variant)
    return board if text == board.step.position else board.changed(replace(board.step, position=text, found=()))


def _move_text(move: Move, position: CgpPosition, variant: Variant) -> str:
    if move.placement:
        return write_move(position.board, move.placement, variant)
    return EXCHANGED + write_rack(move.tiles, variant)


# --- the best moves ---------------------------------------------------------------------------------------------------


def check_rack(board: AnalysisBoard, variant: Variant) -> None:
    """Raise `RackNeeded` and `PositionIsOver` where no best moves can be found."""
    check_running(board)
    if not len(position_of(board.step, variant).racks[0]):
        raise RackNeeded


def with_best(board: AnalysisBoard, variant: Variant, candidates: Iterable[Candidate | None]) -> AnalysisBoard:
    """The board with the best moves of the position looked at."""
    position = position_of(board.step, variant)
    return board.with_found(tuple(_found(one, position, variant) for one in candidates)[:MOST_FOUND])


def _found(candidate: Candidate | None, position: CgpPosition, variant: Variant) -> FoundMove:
    if candidate is None:
        return FoundMove(EXCHANGED, 0, 0.0)
    one = candidate.move
    if isinstance(one, ScoredPlay):
        text = write_move(position.board, one.placement, variant)
    else:
        text = EXCHANGED + write_rack(one.tiles, variant)
    win, lead = (None if value is None else float(value) for value in (candidate.chance, candidate.lead))
    return FoundMove(text, one.score, float(one.equity), win, lead, candidate.deals, candidate.proven)
