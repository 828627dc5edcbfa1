"""Moves ahead: said, listed, removed. They are checked only when their turn has come."""

from __future__ import annotations

import secrets

from bot.features.ahead.refusals import AlreadyOnTurn, TooFastForAhead
from bot.features.ahead.store import AheadStore
from bot.features.ahead.values import MOST_AHEAD, SLOWEST, AheadMove
from bot.service.games import ID_LENGTH, ID_LETTERS
from bot.service.ports import Clock
from engine.errors import NotSeated, OffTheBoard
from engine.game.decision import check_running
from engine.game.phases import Turn
from engine.game.state import GameState, LatestPlay, Setup
from engine.game.views import seat_view
from engine.model.coordinates import is_coordinate
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

        Returns the earlier move that it replaces, if any. Only the form of both is read. Raises `TooFastForAhead`,
        `AlreadyOnTurn`, `NotSeated`, `MalformedText`, `OffTheBoard`, and as `check_running` and `AheadStore.add`.
        """
        seat = check_seat(state, person)
        if not is_slow(state.rules):
            raise TooFastForAhead
        if state.on_turn == seat:
            raise AlreadyOnTurn
        for intent in (read_move(move, state.variant, state.setup.orientation), _read_answered(answers, state.setup)):
            if intent and intent.cell not in state.variant.layout:
                raise OffTheBoard(intent.cell.row, intent.cell.column)
        name = "".join(secrets.choice(ID_LETTERS) for _ in range(2 * ID_LENGTH))
        said = AheadMove(name, game, person, seat, state.turn, move, answers, self._clock.now())
        return await self._store.add(said, MOST_AHEAD)

    async def waiting(self, game: str, person: str) -> tuple[AheadMove, ...]:
        """A person's moves ahead in a game, in the order in which they were said."""
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
    """Whether a game leaves the time for which moves ahead are made."""
    return rules.turn_clock is not None and rules.turn_clock >= SLOWEST


def check_fits(move: AheadMove, state: GameState) -> None:
    """Raises what a move is refused for, words aside."""
    view, setup = seat_view(state, move.seat), state.setup
    resolve(read_move(move.move, setup.variant, setup.orientation), state.board, view.playable, setup.variant)


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
