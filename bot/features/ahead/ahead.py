"""Planned moves: said, listed, removed, and made once their turn has come. They are checked only then.

Like those of computer players, they wait until the last move can no longer be undone: the game notes that instant, so
the promise holds whatever process dies. Nobody comes back from being away by them.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from itertools import groupby

from bot.features.ahead.refusals import AlreadyOnTurn, TooFastForAhead
from bot.features.ahead.store import MOST_AHEAD, PASS, SLOWEST, AheadMove, AheadState, AheadStore, exchanged
from bot.model.deliveries import DeliveryKind, NewDelivery, Target, TargetKind
from bot.model.errors import BotError, TooBusy, describe
from bot.model.games import ID_LENGTH, ID_LETTERS, Cause
from bot.service.games import Games
from bot.service.listeners import Applied
from bot.service.ports import Clock
from bot.service.secrecy import at_cost, check_company
from bot.service.tasks import AFTER_ERROR, POLL, Loop, repeat
from engine.errors import EngineError, NotSeated, OffTheBoard
from engine.game.clock import undo_until
from engine.game.commands import Command, Exchange, Pass, Play
from engine.game.decision import check_running
from engine.game.decisions.turns import check_exchange, read_exchange
from engine.game.events import Exchanged, Passed, Played, TurnLost
from engine.game.phases import Over, Turn
from engine.game.state import GameState, LatestPlay, Setup
from engine.game.views import seat_view
from engine.model.board import is_coordinate
from engine.model.rules import Rules
from engine.play.notation import PlayIntent, TypedLetter, read_move
from engine.play.placement import resolve


class Ahead:
    """What people want to play on their next turns."""

    def __init__(self, store: AheadStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def say(self, game: str, state: GameState, person: str, move: str, answers: str = "") -> str:
        """Keep a move for a person's next turn, for any play before it or only as an answer to one.

        It is a play, `PASS`, or `EXCHANGE` with tiles of the rack. Returns the earlier move that it replaces, if any.
        Only the form of plays is read. Raises `TooFastForAhead`, `AlreadyOnTurn`, `NotSeated`, `MalformedText`,
        `OffTheBoard`, and as `check_running`, `read_exchange` and `AheadStore.add`.
        """
        seat = check_seat(state, person)
        if not is_slow(state.rules):
            raise TooFastForAhead
        if state.on_turn == seat:
            raise AlreadyOnTurn
        for intent in (_read_said(move, state, seat), _read_answered(answers, state.setup)):
            if intent and intent.cell not in state.variant.layout:
                raise OffTheBoard(intent.cell.row, intent.cell.column)
        name = "".join(secrets.choice(ID_LETTERS) for _ in range(2 * ID_LENGTH))
        said = AheadMove(name, game, person, seat, state.turn, move, answers, self._clock.now())
        return await self._store.add(said, MOST_AHEAD)

    async def waiting(self, game: str, person: str) -> tuple[AheadMove, ...]:
        """A person's planned moves in a game, in the order in which they were said."""
        return await self._store.waiting(game, person)

    async def remove(self, game: str, person: str, move: str = "") -> None:
        """Forget a person's move, or all of them in a game."""
        await self._store.remove(game, person, move)

    async def news_of(self, move: str) -> tuple[AheadMove, ...]:
        """A move with what has become of it and of the others of the same person and game; none if it is gone."""
        return await self._store.with_those_of(move)


def check_seat(state: GameState, person: str) -> int:
    """The seat that a person plays in. Raises `NotSeated`, and as `check_running`."""
    check_running(state)
    seat = state.seat_of(person)
    if seat is None or not state.seats[seat].in_play:
        raise NotSeated
    return seat


def is_slow(rules: Rules) -> bool:
    """Whether a game leaves the time for which planned moves are made."""
    return rules.turn_clock is not None and rules.turn_clock >= SLOWEST


def command_for(move: AheadMove, turn: int) -> Play | Pass | Exchange:
    """What makes a move in a turn."""
    if move.move == PASS:
        return Pass(move.person, turn, ahead=True)
    if (tiles := exchanged(move.move)) is not None:
        return Exchange(move.person, tiles, turn, ahead=True)
    return Play(move.person, move.move, turn, ahead=True)


def _read_said(move: str, state: GameState, seat: int) -> PlayIntent | None:
    """The play that a move is, by its form; None for another move. Raises `MalformedText`, and as `read_exchange`."""
    if move == PASS:
        return None
    if (tiles := exchanged(move)) is not None:
        read_exchange(state, seat, tiles)
        return None
    return read_move(move, state.variant, state.setup.orientation)


def check_fits(move: AheadMove, state: GameState) -> None:
    """Raise what a move is refused for, words aside."""
    view, setup = seat_view(state, move.seat), state.setup
    if intent := _read_said(move.move, state, move.seat):
        resolve(intent, state.board, view.playable, setup.variant)
    elif move.move != PASS:
        check_exchange(state, move.seat, exchanged(move.move) or "")


def chosen(moves: tuple[AheadMove, ...], state: GameState) -> AheadMove | None:
    """The move for the play that was made: an answer to it first, then one for any; None if none is."""
    fitting = [one for one in moves if not one.answers or _answers(one.answers, state)]
    return next(iter(sorted(fitting, key=lambda one: not one.answers)), None)


def _answers(answered: str, state: GameState) -> bool:
    """Whether the latest play is the one that a move answers."""
    latest, read = state.latest, _read_answered(answered, state.setup)
    if (
        not read
        or not isinstance(latest, LatestPlay)
        or not isinstance(state.phase, Turn)
        or latest.seat == state.phase.seat
    ):
        return False
    placement = latest.placement
    if (read.cell, read.direction) != (placement.cell, placement.direction):
        return False
    word = latest.sheet.words[0].word
    return not read.letters or any(_spells(one.letters, word) for one in read.readings())


def _spells(typed: tuple[TypedLetter, ...], word: tuple[str, ...]) -> bool:
    return len(typed) == len(word) and all(
        one.letter in (None, letter) for one, letter in zip(typed, word, strict=True)
    )


def _read_answered(text: str, setup: Setup) -> PlayIntent | None:
    """The play that a text means: without letters, any from that square in that direction; None for an empty text.

    Raises `MalformedText`.
    """
    if not text:
        return None
    if is_coordinate(text):
        cell, direction = setup.orientation.read(text, setup.variant.layout.size)
        return PlayIntent(cell, direction, ())
    return read_move(text, setup.variant, setup.orientation)


LOG = logging.getLogger(__name__)
_OWN_MOVES = (Played, Passed, Exchanged, TurnLost)


class AheadPlayer(Loop):
    """Looks for planned moves whenever a turn begins; `poll` is as for `repeat`."""

    topic = "moves ahead"

    def __init__(self, games: Games, store: AheadStore, clock: Clock, poll: Callable[[], int] = lambda: POLL) -> None:
        super().__init__()
        self._games = games
        self._store = store
        self._clock = clock
        self._poll = poll

    def changed(self, applied: Applied) -> None:
        """Something has changed in a game: a turn may have begun for which a move waits."""
        if applied.events and is_slow(applied.state.rules):
            self.wake()

    async def run(self) -> None:
        """Play moves until cancelled."""
        await repeat("the planned moves", self._step, self._clock, self._woken, self._poll)

    async def _step(self) -> int | None:
        due = sorted(await self._store.due(), key=lambda one: (one.game, one.person, one.at, one.id))
        failed = False
        for _, group in groupby(due, key=lambda one: (one.game, one.person)):
            moves = tuple(group)
            try:
                await self._see_to(moves)
            except Exception as error:
                LOG.error("a planned move in game %s failed: %s", moves[0].game, describe(error))
                failed = True
        return self._clock.now() + AFTER_ERROR if failed else None

    async def _see_to(self, moves: tuple[AheadMove, ...]) -> None:
        first = moves[0]
        state = await self._games.load(first.game)
        for one in moves:
            if await self._games.changed_by(one.cause):
                await self._settle(moves, one, await self._submit(one, state))
                return
        if not _sits(state, first) or isinstance(state.phase, Over):
            await self._store.remove(first.game, first.person)
        elif state.on_turn == first.seat and state.turn > first.turn and undo_until(state) is None:
            if await self._has_moved(first):  # by hand, while these waited
                await self._store.remove(first.game, first.person)
            else:
                await self._play(moves, state)

    async def _has_moved(self, said: AheadMove) -> bool:
        """Whether the seat of a move has made one since it was said."""
        events = await self._games.events(said.game)
        return any(isinstance(one, _OWN_MOVES) and one.seat == said.seat and one.at > said.at for one in events)

    async def _play(self, moves: tuple[AheadMove, ...], state: GameState) -> None:
        """Make the move that fits, or drop them all. One that does not fit the board is not even tried."""
        move, applied, reason = chosen(moves, state), None, ""
        try:
            if move:
                check_fits(move, state)
                applied = await self._submit(move, state)
        except (EngineError, BotError) as error:
            if isinstance(error, TooBusy):
                raise
            reason = type(error).__name__
            LOG.info("a planned move in game %s did not fit: %s", moves[0].game, reason)
        if applied:
            await self._settle(moves, move, applied)
            return
        # the news is about the move that was tried
        order = tuple(sorted(moves, key=lambda one: one is not move))
        await self._settle(order, None, Applied(moves[0].game, state, ()), reason)

    async def _submit(self, move: AheadMove, state: GameState) -> Applied:
        """Make the move; what it has done if it was made before. Raises what it is refused for."""
        command, now = command_for(move, state.turn), self._clock.now()
        if not await self._games.changed_by(move.cause):
            await check_company(self._games, move.person, move.game, state, command)

        async def apply(one: Command) -> Applied:
            return await self._games.submit(move.game, one, Cause(move.cause, now, now))

        return await at_cost(self._games, move.person, move.game, state, command, apply)

    async def _settle(
        self, moves: tuple[AheadMove, ...], made: AheadMove | None, applied: Applied, reason: str = ""
    ) -> None:
        lost = any(isinstance(event, TurnLost) for event in applied.events)
        state = AheadState.LOST if lost else AheadState.PLAYED if made else AheadState.DROPPED
        target, about = Target(TargetKind.PERSON, int(moves[0].person)), (made or moves[0]).id
        told = NewDelivery(DeliveryKind.AHEAD, applied.state.sequence, self._clock.now(), target, about)
        await self._store.settle(moves, made, state, told, reason)
        await self._games.stir(moves[0].game)


def _sits(state: GameState, move: AheadMove) -> bool:
    """Whether the person still plays in the seat for which a move was said."""
    seat = state.seats[move.seat] if move.seat < len(state.seats) else None
    return seat is not None and seat.player.id == move.person and seat.in_play
