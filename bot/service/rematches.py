"""Playing again with the same people: one rematch of a game at a time, regardless of who asks and how often."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import count

from bot.model.deliveries import TargetKind
from bot.model.errors import BotError, ChannelBusy, NotOfThatGame, RematchBegan
from bot.model.games import Cause
from bot.service.games import Games
from bot.service.listeners import Applied
from bot.service.opening import GameTable, new_game
from engine.game.commands import Join
from engine.game.decisions.lobby import table_again
from engine.game.events import Opened
from engine.game.phases import Lobby, Over
from engine.game.state import Computer, GameState, Person, Player


async def rematch(
    games: Games, game: str, person: Person, cause: Cause, check: Callable[[], Awaitable[None]]
) -> Applied:
    """Open a lobby like that of a finished game, in the same place, with seats kept for its players; or join it.

    The first to ask becomes host. If there is nobody else to wait for, the game begins at once; if the lobby was closed
    before the game began, another one is opened. `check` raises if the person may not open games. Raises
    `NotOfThatGame`, `RematchBegan` if the rematch has begun, `ChannelBusy` if this game or another one is still
    running, and as `new_game` and `Games.submit`.
    """
    state = await games.load(game)
    if not isinstance(state.phase, Over):
        raise ChannelBusy(game)
    place = (await games.summary(game)).place
    # The name of a game of a competition tells which one of its games it is.
    setup = replace(state.setup, name="") if await games.is_contest(game) else state.setup
    players = await players_of(games, game, state)
    if not players:
        await check()
        return await new_game(games, place, person, setup, cause, computer_levels(state))
    if person.id not in {player.id for player in players}:
        raise NotOfThatGame
    shown = tuple(one for one in await games.journal.targets(game) if one.kind is TargetKind.CHANNEL)
    brief = await games.journal.targets(game, brief=True)
    # Everyone who asks shares the cause of each attempt, so that only one of them opens it.
    for number in count():
        shared = Cause(f"rematch/{game}/{number}", cause.at, cause.arrived)
        again = await games.changed_by(shared.id)
        if again is None:
            try:
                await check()
            except BotError:
                again = await games.changed_by(shared.id)  # someone with the right may have opened it meanwhile
                if again is None:
                    raise
        if again is None:
            opened = await new_game(games, place, person, setup, shared, table=GameTable(players, shown, brief))
            if not opened.repeated:
                return opened
            again = opened.game
        phase = (await games.load(again)).phase
        if isinstance(phase, Lobby):
            return await games.submit(again, Join(person), cause)
        if not isinstance(phase, Over):
            raise RematchBegan(again)
    raise AssertionError("there is always a further number")


async def players_of(games: Games, game: str, state: GameState) -> tuple[Player, ...]:
    """The players, in their present seating order; for a closed lobby, the players it was waiting for."""
    events = await games.events(game)
    waited_for = events[0].table if isinstance(events[0], Opened) else ()
    return table_again(state, events) or waited_for


def computer_levels(state: GameState) -> tuple[int, ...]:
    """How strong the computer players of a game are."""
    return tuple(seat.player.level for seat in state.seats if isinstance(seat.player, Computer))
