"""Games that begin to be here: opened, restored from a file, played again by the same people, or kept after
they were played elsewhere."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count

from bot.limits import Limit
from bot.model.changes import Change
from bot.model.deliveries import Target, TargetKind
from bot.model.errors import BotError, ChannelBusy, LostRace, NotOfThatGame, RematchBegan, TooBusy
from bot.model.games import ID_LENGTH, ID_LETTERS, NOWHERE, Cause, Place
from bot.service.games import Games
from bot.service.known import LoadedGame, summarise
from bot.service.listeners import Applied
from engine.errors import RuleViolation
from engine.game.codec import encode
from engine.game.commands import AddComputer, Command, Join, Load, Open, Start
from engine.game.decide import decide
from engine.game.decision import Context
from engine.game.decisions.lobby import table_again
from engine.game.events import Event, Opened
from engine.game.evolve import replay
from engine.game.phases import Lobby, Over
from engine.game.state import Computer, GameState, Person, Player, Setup


@dataclass(frozen=True, slots=True)
class GameTable:
    """The players of an earlier game, in seating order, and where it was shown or told briefly; all may be empty."""

    players: tuple[Player, ...] = ()
    shown: tuple[Target, ...] = ()
    brief: tuple[Target, ...] = ()


NOBODY = GameTable()


def opening_events(first: Open, commands: Iterable[Command], context: Context) -> tuple[Event, ...]:
    """The events that open a game; if there is nobody to wait for, it begins at once.

    Raises as `decide`.
    """
    events = decide(None, first, context)
    for command in commands:
        state = replay(events)
        if isinstance(command, Start) and not isinstance(state.phase, Lobby):
            break  # the last seat was taken, so the game began by itself
        events += decide(state, command, context)
    state = replay(events)
    if first.table and not state.awaited and not state.rules.tabletop:
        with suppress(RuleViolation):  # people must first settle something that the rules require
            events += decide(state, Start(first.host.id), context)
    return events


async def new_game(
    games: Games,
    place: Place,
    host: Person,
    setup: Setup,
    cause: Cause,
    computers: tuple[int, ...] = (),
    *,
    demonstration: bool = False,
    table: GameTable = NOBODY,
    opponent: Person | None = None,
    begins: bool = False,
    free: bool = False,
) -> Applied:
    """Open a lobby in a channel, with computer players of these levels, all at once.

    In a demonstration the host watches, and the computers begin. With an `opponent`, or if it `begins`, the game begins
    at once. Seats are kept for the players of `table`; if the game need not wait for any of them, it begins at once. A
    `free` one counts towards no limit of its host. Raises `ChannelBusy`, `TooBusy`, `TooManyGames`, `TooOften` and as
    `decide`.
    """

    async def attempt() -> Applied | None:
        await games.check_free(place)
        game = "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
        pinned = setup
        if table.players:
            lexicon = await games.lexicons.pin_again(setup, place.guild_id, host.id)
            pinned = replace(setup, lexicon=lexicon)
        context = await games.context(pinned, cause.instant(0))
        commands: list[Command] = [AddComputer(host.id, level) for level in computers]
        commands += [Start(host.id)] if demonstration or begins else []
        commands += [Join(opponent), Start(opponent.id)] if opponent else []
        first = Open(host, pinned, not demonstration, table.players, games.patience)
        events = opening_events(first, commands, context)
        loaded, brief = LoadedGame(place, events, replay(events)), table.brief
        if not isinstance(loaded.state.phase, Lobby) and not brief:
            loaded, brief = await games.at_home(game, place, loaded)
        if not await _commit_opening(games, game, loaded, cause, table.shown, brief, free=free):
            return None
        return games.tell(Applied(game, loaded.state, events))

    return await games.once(cause, f"channel/{place.channel_id}", attempt)


async def check_quotas(games: Games, place: Place, host: str, *, demonstration: bool = False) -> None:
    """Raise what fair use would make `new_game` raise; called before creating anything that a game needs."""
    if games.fair_use:
        limit = Limit.DEMONSTRATIONS if demonstration else Limit.LOBBIES
        await games.journal.check_quotas(await games.fair_use.quotas_for(limit, host, place))
        await games.fair_use.check(Limit.OPENINGS, host, place.guild_id)


async def restore_game(
    games: Games, game: str, place: Place, journal: tuple[Event, ...], command: Load, cause: Cause
) -> Applied:
    """Copy a game from its file into the journal under an id, and load it.

    Raises `TooBusy` if the id is taken, `ChannelBusy` if a game is running in the place, `TooManyGames`, and as
    `decide`; then nothing has changed.
    """

    async def attempt() -> Applied | None:
        if await games.journal.summary(game):
            raise TooBusy(game)
        if busy := await games.running_in(place.channel_id):
            raise ChannelBusy(busy)
        before = await asyncio.to_thread(lambda: LoadedGame(place, journal, replay(journal)))
        now = cause.instant(journal[-1].at)
        events = decide(before.state, command, await games.context(before.state.setup, now))
        after = before.then(events)
        own = command.by == after.state.host
        if not await games.commit(game, None, after, after.events, cause, own=own):
            return None
        return games.tell(Applied(game, after.state, events))

    applied = await games.once(cause, game, attempt)
    # The cause wrote the copied journal first; only the events after it are new.
    return replace(applied, events=applied.events[-(applied.state.sequence - len(journal)) :])


async def keep_finished(games: Games, game: str, journal: tuple[Event, ...], cause: Cause) -> None:
    """Keep a finished game that was played elsewhere under an id, unless it is kept already.

    Nobody is told of it, and it counts in no statistics. Raises `TooBusy` if the id is another game's.
    """
    state = await asyncio.to_thread(replay, journal)
    if kept := await games.journal.summary(game):
        if (kept.place, kept.host) != (NOWHERE, state.host):
            raise TooBusy(game)
        return
    data = tuple(encode(event) for event in journal)
    summary = summarise(game, NOWHERE, state, cause.arrived)
    with suppress(LostRace):  # another request has kept it meanwhile
        await games.journal.commit(Change(cause, 1, data, summary, (), None))


async def _commit_opening(
    games: Games,
    game: str,
    opened: LoadedGame,
    cause: Cause,
    shown: tuple[Target, ...],
    brief: tuple[Target, ...],
    *,
    free: bool,
) -> bool:
    """Write a new game, and count it among those its host has opened recently."""
    host, server = opened.state.host, opened.place.guild_id
    if games.fair_use is None or free:
        return await games.commit(game, None, opened, opened.events, cause, shown, free=free, brief=brief)
    await games.fair_use.spend(Limit.OPENINGS, host, server)
    done = False
    try:
        done = await games.commit(game, None, opened, opened.events, cause, shown, brief=brief)
    finally:
        if not done:
            await games.fair_use.give_back(Limit.OPENINGS, host, server)
    return done


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
