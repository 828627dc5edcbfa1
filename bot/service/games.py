"""Games: the only way to change a game, and the ways to look at one."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from time import monotonic

from bot.limits import Limit
from bot.logs import about
from bot.model.changes import Change, EventData, Outcome
from bot.model.deliveries import DeliveryKind, NewDelivery, Target, TargetKind
from bot.model.errors import ChannelBusy, LostRace, TooBusy, UnknownGame
from bot.model.games import NOWHERE, Cause, GamePhase, GameSummary, Place
from bot.model.measures import Measures
from bot.service.fairuse import FairUse
from bot.service.locks import Locks
from bot.service.processes.reachable import Reach
from bot.service.sending.fanout import called_next, calls, fan_out, newest_view
from bot.service.summaries import result_of, summarise
from bot.service.words.dictionaries import Dictionaries
from bot.store.journal import Journal
from bot.store.people import PeopleStore
from engine.errors import RuleViolation
from engine.game.clock import next_deadline
from engine.game.codec import decode, encode
from engine.game.commands import AddComputer, Command, Join, Load, LoseTime, Open, SetRule, Start
from engine.game.decide import decide
from engine.game.decision import Context
from engine.game.decisions.seats import renamed
from engine.game.events import Event
from engine.game.evolve import evolve, replay
from engine.game.phases import Lobby, Over, Paused
from engine.game.state import LOBBY_PATIENCE, GameState, LexiconRef, Person, Player, Setup
from engine.model.alphabet import Word
from engine.model.board import Board
from engine.model.rules import StartRule
from engine.model.tiles import KnownRack, Tiles


@dataclass(frozen=True, slots=True)
class Table:
    """The players of an earlier game, in seating order, and where it was shown; both may be empty."""

    players: tuple[Player, ...] = ()
    shown: tuple[Target, ...] = ()


NOBODY = Table()


def opening(first: Open, commands: Iterable[Command], context: Context) -> tuple[Event, ...]:
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


TRIES = 8
"""How often a command is decided again because someone else committed first."""
CACHED = 1024
"""How many games are kept in memory, with about 100 KB each: reading one back takes 15 ms of processor."""
BEFORE = 8
"""How many earlier states of a game in memory are kept: a move's messages tell of several, one after another."""
ID_LETTERS = "23456789abcdefghjkmnpqrstvwxyz"
ID_LENGTH = 8


@dataclass(frozen=True, slots=True)
class Called:
    """What a person is called in a server, or in direct messages if it is None; servers may differ in that."""

    server: int | None
    name: str


@dataclass(frozen=True, slots=True)
class Applied:
    """The result of a command: the state after it, and its events.

    `repeated` says that this cause was applied before and changed nothing now; the state and events are from the first
    time.
    """

    game: str
    state: GameState
    events: tuple[Event, ...]
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game in memory: where it lives, its events, the state they add up to, and the last ones `before` that."""

    place: Place
    events: tuple[Event, ...]
    state: GameState
    before: tuple[GameState, ...] = ()

    def then(self, events: tuple[Event, ...]) -> Loaded:
        """The game after further events."""
        states = [*self.before, self.state]
        for event in events:
            states.append(evolve(states[-1], event))
        return Loaded(self.place, self.events + events, states[-1], tuple(states[-1 - BEFORE : -1]))


def _may_start(state: GameState, command: Command) -> bool:
    """Whether a command may turn a lobby into a running game, if only because it fills the last seat."""
    by_itself = state.rules.start is StartRule.FULL or isinstance(command, SetRule)
    return isinstance(state.phase, Lobby) and (by_itself or isinstance(command, Start))


OfPlace = Callable[[str, Target], Awaitable[object]]
OfPositions = Callable[[Sequence[tuple[Board, Tiles]]], Awaitable[object]]
OfAnagram = Callable[[str, int | None, Word], Awaitable[object]]


class Games:
    """All games of the installation.

    `luck` provides draws: the system's random source unless a test gives a seeded one. `people` knows who wants to be
    called to a turn by direct message; without it nobody is. `patience` is how long an untouched lobby waits, in
    milliseconds. `fair_use` says how many games there may be; without it there are no limits. `names` gives the names
    that computer players can have in a language, the first choice first. Others only read from the `journal`.
    `on_shown` and `on_hidden` are told of games and of the places that have begun or ceased to show them.
    `on_position` are asked about each board and rack before it is analysed, and raise if it is secret elsewhere;
    `on_letters` about a person, the server and the letters before words are found for them.
    """

    def __init__(
        self,
        journal: Journal,
        lexicons: Dictionaries,
        luck: random.Random | None = None,
        people: PeopleStore | None = None,
        patience: int = LOBBY_PATIENCE,
        fair_use: FairUse | None = None,
        names: Callable[[str], tuple[str, ...]] = lambda _: (),
        measures: Measures | None = None,
    ) -> None:
        self._measures = measures or Measures()
        self._fair_use = fair_use
        self._names = names
        self._patience = patience
        self.journal = journal
        self._lexicons = lexicons
        self._people = people
        self._luck = luck or secrets.SystemRandom()
        self._locks = Locks()
        self._cache: OrderedDict[str, Loaded] = OrderedDict()
        self._listeners: list[Callable[[Applied], None]] = []
        self.on_shown: list[OfPlace] = []
        self.on_hidden: list[OfPlace] = []
        self.on_position: list[OfPositions] = []
        self.on_letters: list[OfAnagram] = []
        self.reach = Reach()

    def subscribe(self, listener: Callable[[Applied], None]) -> None:
        """Call a listener after each commit of a change or of a message to send; it must return at once."""
        self._listeners.append(listener)

    async def is_for_families(self, place: Place) -> bool:
        """Whether computers play and show no coarse words in a place: as its server set, always in a DM."""
        if self._people is None or place.guild_id is None:
            return True
        return (await self._people.server(place.guild_id)).family

    async def open(
        self,
        place: Place,
        host: Person,
        setup: Setup,
        cause: Cause,
        computers: tuple[int, ...] = (),
        *,
        demonstration: bool = False,
        table: Table = NOBODY,
        opponent: Person | None = None,
        free: bool = False,
    ) -> Applied:
        """Open a lobby in a channel, with computer players of these levels, all at once.

        In a demonstration the host watches, and the computers begin. With an `opponent`, the game begins at once. Seats
        are kept for the players of `table`; if the game need not wait for any of them, it begins at once. A `free` one
        counts towards no limit of its host. Raises `ChannelBusy`, `TooBusy`, `TooManyGames`, `TooOften` and as
        `decide`.
        """

        async def attempt() -> Applied | None:
            await self.check_free(place)
            game = "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
            pinned = setup
            if table.players:
                lexicon = await self._lexicons.pin_again(setup, place.guild_id, host.id)
                pinned = replace(setup, lexicon=lexicon)
            context = await self._context(pinned, cause.instant(0))
            commands: list[Command] = [AddComputer(host.id, level) for level in computers]
            commands += [Start(host.id)] if demonstration else []
            commands += [Join(opponent), Start(opponent.id)] if opponent else []
            first = Open(host, pinned, not demonstration, table.players, self._patience)
            events = opening(first, commands, context)
            loaded = Loaded(place, events, replay(events))
            if not await self._commit_opening(game, loaded, cause, table.shown, free=free):
                return None
            return self._tell(Applied(game, loaded.state, events))

        return await self._once(cause, f"channel/{place.channel_id}", attempt)

    async def check_free(self, place: Place) -> None:
        """Raises `ChannelBusy` if a game is running in a channel."""
        if busy := await self._running_in(place.channel_id):
            raise ChannelBusy(busy)

    async def check_room(self, place: Place, host: str, *, demonstration: bool = False) -> None:
        """Raises what fair use would make `open` raise; called before creating anything that a game needs."""
        if self._fair_use:
            limit = Limit.DEMONSTRATIONS if demonstration else Limit.LOBBIES
            await self.journal.check_room(await self._fair_use.room_for(limit, host, place))
            await self._fair_use.check(Limit.OPENINGS, host, place.guild_id)

    async def submit(
        self, game: str, command: Command, cause: Cause, place: Place | None = None, called: Called | None = None
    ) -> Applied:
        """Let a command change a game.

        `place` is where a resumed or loaded game continues, `called` what its person is called now if that is known.
        Nothing is accepted before it is committed. Raises `UnknownGame`, `TooBusy`, `ChannelBusy` if another game is
        running in that place, `TooManyGames` and as `decide` (`RuleViolation`, `MalformedText`); then nothing has
        changed.
        """
        if not isinstance(command, LoseTime):
            await self._reached(game)

        async def decided(before: Loaded) -> Applied | None:
            with about(game=game, cause=cause.id):
                return await decided_for(before)

        async def decided_for(before: Loaded) -> Applied | None:
            if place and (busy := await self._running_in(place.channel_id)) not in (None, game):
                raise ChannelBusy(busy or "")
            now = cause.instant(before.events[-1].at)
            context = await self._context(before.state.setup, now)
            if _may_start(before.state, command):
                context = replace(context, lexicon=await self._edition(before))
            events = decide(before.state, command, context)
            if not events:
                return Applied(game, before.state, ())
            if called and called.server == before.place.guild_id:
                events = (*renamed(before.state, getattr(command, "by", ""), called.name, now), *events)
            after = before.then(events)
            if place and (isinstance(command, Load) or not isinstance(after.state.phase, Paused)):
                after = replace(after, place=place)
            own = getattr(command, "by", None) == after.state.host
            if not await self._commit(game, before.state, after, events, cause, own=own):
                return None
            return self._tell(Applied(game, after.state, events))

        async def attempt() -> Applied | None:
            return await decided(await self._load(game))

        async def at_once() -> Applied | None:
            known = self._cache.get(game)
            return await decided(known) if known else None

        return await self._once(cause, game, attempt, at_once)

    async def _reached(self, game: str) -> None:
        """Return when the game can be changed: its shard is in reach, and its lost time is in its journal."""
        self.reach.notice()
        if self.reach.is_whole:
            return
        server = (await self._load(game)).place.guild_id
        await self.reach.wait(server)
        await self.reach.settle(game, server)

    def deal(self, state: GameState) -> tuple[tuple[int, Tiles], ...]:
        """The racks of all seats in play, filled up from the pool by chance."""
        dealt, pool = [], state.pool
        for seat in state.in_play:
            rack = state.seats[seat].rack
            held = rack.tiles if isinstance(rack, KnownRack) else Tiles()
            drawn = self._draw(pool, min(len(pool), state.variant.rack_size - len(held)))
            pool -= drawn
            dealt.append((seat, held + drawn))
        return tuple(dealt)

    async def restore(
        self, game: str, place: Place, journal: tuple[Event, ...], command: Load, cause: Cause
    ) -> Applied:
        """Copy a game from its file into the journal under an id, and load it.

        Raises `TooBusy` if the id is taken, `ChannelBusy` if a game is running in the place, `TooManyGames`, and as
        `decide`; then nothing has changed.
        """

        async def attempt() -> Applied | None:
            if await self.journal.summary(game):
                raise TooBusy(game)
            if busy := await self._running_in(place.channel_id):
                raise ChannelBusy(busy)
            before = await asyncio.to_thread(lambda: Loaded(place, journal, replay(journal)))
            now = cause.instant(journal[-1].at)
            events = decide(before.state, command, await self._context(before.state.setup, now))
            after = before.then(events)
            own = command.by == after.state.host
            if not await self._commit(game, None, after, after.events, cause, own=own):
                return None
            return self._tell(Applied(game, after.state, events))

        applied = await self._once(cause, game, attempt)
        # The cause wrote the copied journal first; only the events after it are new.
        return replace(applied, events=applied.events[-(applied.state.sequence - len(journal)) :])

    async def keep(self, game: str, journal: tuple[Event, ...], cause: Cause) -> None:
        """Keep a finished game that was played elsewhere under an id, unless it is kept already.

        Nobody is told of it, and it counts in no statistics. Raises `TooBusy` if the id is another game's.
        """
        state = await asyncio.to_thread(replay, journal)
        if kept := await self.journal.summary(game):
            if (kept.place, kept.host) != (NOWHERE, state.host):
                raise TooBusy(game)
            return
        data = tuple(encode(event) for event in journal)
        summary = summarise(game, NOWHERE, state, cause.arrived)
        with suppress(LostRace):  # another request has kept it meanwhile
            await self.journal.commit(Change(cause, 1, data, summary, (), None))

    async def load(self, game: str, summary: GameSummary | None = None) -> GameState:
        """The newest state of a game, at least as new as a freshly read summary. Raises `UnknownGame`."""
        return (await self._load(game, summary)).state

    async def events(self, game: str) -> tuple[Event, ...]:
        """All events of a game so far. Raises `UnknownGame`."""
        return (await self._load(game)).events

    async def events_until(self, game: str, sequence: int) -> tuple[Event, ...]:
        """The events of a game up to the one of that number. Raises `UnknownGame`."""
        return (await self._load_until(game, sequence)).events[:sequence]

    async def state_at(self, game: str, sequence: int) -> GameState:
        """The state of a game after the event of that number, or the newest if there is none. Raises `UnknownGame`."""
        loaded = await self._load_until(game, sequence)
        states = (*loaded.before, loaded.state)
        if (ago := max(0, loaded.state.sequence - sequence)) < len(states):
            return states[-1 - ago]
        return await asyncio.to_thread(replay, loaded.events[:sequence])

    async def summary(self, game: str) -> GameSummary:
        """The summary of a game: its place, its seats, whose turn it is. Raises `UnknownGame`."""
        if summary := await self.journal.summary(game):
            return summary
        raise UnknownGame(game)

    def newest(self, summary: GameSummary) -> GameSummary:
        """A freshly read summary, or a newer one if this process has changed the game since."""
        known = self._cache.get(summary.game)
        if known is None or known.state.sequence <= summary.sequence:
            return summary
        return summarise(summary.game, known.place, known.state, known.events[-1].at)

    async def in_channel(self, channel_id: int) -> str | None:
        """The channel's running game or lobby, else the newest one that was paused or finished there."""
        summary = await self.journal.in_channel(channel_id)
        return summary.game if summary else None

    async def open_to(self, person: str) -> tuple[GameSummary, ...]:
        """Like `Journal.of_person`, also with the games in which a person has left a seat and can come back to it."""
        return await self.journal.open_to(person)

    async def stir(self, game: str) -> None:
        """Tell the listeners to send something about a game that has not changed. Raises `UnknownGame`."""
        self._tell(Applied(game, await self.load(game), ()))

    async def changed_by(self, cause: str) -> str | None:
        """The game that a cause has changed or opened; None if it has done nothing."""
        outcome = await self.journal.outcome(cause)
        return outcome.game if outcome else None

    async def watch(self, game: str, target: Target, now: int | None = None) -> bool:
        """Show a game's public messages in another place too; False if they are already shown there.

        With an instant, the present view of the game is also sent there. Raises `UnknownGame` and `TooBusy`.
        """
        for _ in range(TRIES):
            state = await self.load(game)
            if target in await self.journal.targets(game):
                return False
            view = None if now is None else NewDelivery(newest_view(state), state.sequence, now)
            try:
                await self.journal.show(game, target, view)
            except LostRace:
                continue
            self._tell(Applied(game, state, ()))
            for tell in self.on_shown:
                await tell(game, target)
            return True
        raise TooBusy(game)

    async def show_again(self, game: str, target: Target, now: int) -> None:
        """Send the present view of a game once more to a place that shows it. Raises `UnknownGame`."""
        for _ in range(TRIES):
            state = await self.load(game)
            try:
                await self.journal.show(game, target, NewDelivery(newest_view(state), state.sequence, now))
            except LostRace:
                continue
            self._tell(Applied(game, state, ()))
            return

    async def unwatch(self, game: str, target: Target) -> bool:
        """Stop showing a game's public messages in a place; False if they are not shown there. Raises `UnknownGame`."""
        await self.summary(game)
        if target not in await self.journal.targets(game):
            return False
        await self.journal.hide(game, target)
        for tell in self.on_hidden:
            await tell(game, target)
        return True

    async def _once(
        self,
        cause: Cause,
        key: str,
        attempt: Callable[[], Awaitable[Applied | None]],
        at_once: Callable[[], Awaitable[Applied | None]] | None = None,
    ) -> Applied:
        """The result of a cause, tried again while `attempt` gives None because someone else committed first.

        Another process may apply the same cause while this one decides, and that alone can make the attempt fail or
        change nothing here. So may a connection that breaks while a commit is confirmed. So a failure or an empty
        result counts only if the cause has still done nothing afterwards.

        `at_once` decides from memory, without reading. Its result counts only if it commits, since the commit fails if
        the journal has grown or knows the cause; a refusal from memory is decided again from the journal.
        """
        async with self._locks.hold(key):
            if at_once:
                with suppress(Exception):  # whatever it is, the journal tells
                    if (applied := await at_once()) and applied.events:
                        return applied
            for _ in range(TRIES):
                if outcome := await self.journal.outcome(cause.id):
                    return await self._repeated(outcome)
                failure, applied = None, None
                try:
                    applied = await attempt()
                except Exception as error:
                    failure = error
                if applied and applied.events:
                    return applied
                if outcome := await self.journal.outcome(cause.id):
                    return await self._repeated(outcome)
                if failure:
                    raise failure
                if applied:
                    return applied
        raise TooBusy(key)

    async def _running_in(self, channel_id: int) -> str | None:
        summary = await self.journal.in_channel(channel_id)
        return summary.game if summary and summary.phase not in (GamePhase.OVER, GamePhase.PAUSED) else None

    async def _edition(self, before: Loaded) -> LexiconRef:
        """The words for a game that starts now; later edits change no running game."""
        return await self._lexicons.pin_again(before.state.setup, before.place.guild_id, before.state.host)

    async def _context(self, setup: Setup, now: int) -> Context:
        judge = await self._lexicons.judge(setup)
        names = self._names(setup.variant.language)
        return Context(now, self._draw, judge, self._luck.randrange, names=names)

    def _draw(self, pool: Tiles, count: int) -> Tiles:
        return Tiles.of(self._luck.sample(pool.items, count))

    async def _commit_opening(
        self, game: str, opened: Loaded, cause: Cause, shown: tuple[Target, ...], *, free: bool
    ) -> bool:
        """Write a new game, and count it among those its host has opened recently."""
        host, server = opened.state.host, opened.place.guild_id
        if self._fair_use is None or free:
            return await self._commit(game, None, opened, opened.events, cause, shown, free=free)
        await self._fair_use.spend(Limit.OPENINGS, host, server)
        done = False
        try:
            done = await self._commit(game, None, opened, opened.events, cause, shown)
        finally:
            if not done:
                await self._fair_use.give_back(Limit.OPENINGS, host, server)
        return done

    async def _commit(
        self,
        game: str,
        before: GameState | None,
        after: Loaded,
        events: tuple[Event, ...],
        cause: Cause,
        shown: tuple[Target, ...] = (),
        *,
        own: bool = True,
        free: bool = False,
    ) -> bool:
        """Write the result of a command; False if someone else was first. `own` says that the host made the request."""
        state, fair = after.state, self._fair_use
        quotas = await fair.quotas(before, state, after.place, own=own) if fair and not free else ()
        messages = await self._without_repeated_racks(fan_out(before, events, state), state, events[-1].at)
        change = Change(
            cause,
            state.sequence - len(events) + 1,
            tuple(encode(event) for event in events),
            summarise(game, after.place, state, events[-1].at),
            messages + await self._call(before, state, events, messages),
            next_deadline(state),
            result_of(game, after.place, state, after.events),
            shown,
            quotas,
        )
        begun = monotonic()
        try:
            await self.journal.commit(change)
        except LostRace:
            return False
        self._measures.committed(monotonic() - begun)
        self._remember(game, after)
        return True

    async def _call(
        self,
        before: GameState | None,
        after: GameState,
        events: tuple[Event, ...],
        messages: tuple[NewDelivery, ...],
    ) -> tuple[NewDelivery, ...]:
        """A call to the person whose turn it is now, and to everyone else who should hear at once, if they want one.

        At the end, people who want text only get the result.
        """
        kind = DeliveryKind.END if isinstance(after.phase, Over) else DeliveryKind.TURN
        called = [
            Target(TargetKind.PERSON, int(person))
            for person, only_in_words in calls(before, events, after, messages).items()
            if await self._wants_call(person, only_in_words=only_in_words)
        ]
        return tuple(NewDelivery(kind, after.sequence, events[-1].at, target) for target in called)

    async def _wants_call(self, person: str, *, only_in_words: bool) -> bool:
        if self._people is None:
            return False
        profile = await self._people.person(person)
        return profile.is_called_directly and (profile.text_board or not only_in_words)

    async def _without_repeated_racks(
        self, messages: tuple[NewDelivery, ...], after: GameState, now: int
    ) -> tuple[NewDelivery, ...]:
        """The deliveries without a rack that a call in words repeats a moment later, after a computer player's move."""
        repeated = called_next(after, now)
        if repeated is None or all(one.kind is not DeliveryKind.RACK for one in messages):
            return messages
        if not await self._wants_call(repeated, only_in_words=True):
            return messages
        rack = (DeliveryKind.RACK, Target(TargetKind.PERSON, int(repeated)))
        return tuple(one for one in messages if (one.kind, one.target) != rack)

    def _tell(self, applied: Applied) -> Applied:
        for listener in self._listeners:
            listener(applied)
        return applied

    async def _repeated(self, outcome: Outcome) -> Applied:
        state = await self.state_at(outcome.game, outcome.last)
        events = (await self.events(outcome.game))[outcome.first - 1 : outcome.last]
        return Applied(outcome.game, state, events, repeated=True)

    async def _load_until(self, game: str, sequence: int) -> Loaded:
        """The game with at least that many events, if there are that many: past events never change."""
        known = self._cache.get(game)
        return known if known and known.state.sequence >= sequence else await self._load(game)

    async def _load(self, game: str, summary: GameSummary | None = None) -> Loaded:
        """The game with every event in the journal now, starting from what is in memory."""
        while True:
            summary = summary or await self.summary(game)
            known = self._cache.get(game)
            if known and known.state.sequence > summary.sequence:
                # The summary is older than the latest commit; memory only holds committed events.
                return known
            if known is None or known.state.sequence < summary.sequence:
                data = await self.journal.read(game, known.state.sequence if known else 0)
                known = await asyncio.to_thread(_rebuild, summary.place, known, data)
            if known.state.sequence <= summary.sequence:
                break
            # Someone committed after the summary was read, and the game may live elsewhere now.
            summary = None
        if known.place != summary.place:
            known = replace(known, place=summary.place)
        self._remember(game, known)
        return known

    def _remember(self, game: str, loaded: Loaded) -> None:
        known = self._cache.get(game)
        if known is None or known.state.sequence <= loaded.state.sequence:
            self._cache[game] = loaded
        self._cache.move_to_end(game)
        while len(self._cache) > CACHED:
            self._cache.popitem(last=False)


def _rebuild(place: Place, known: Loaded | None, data: tuple[EventData, ...]) -> Loaded:
    events = tuple(decode(dict(one)) for one in data)
    return known.then(events) if known else Loaded(place, events, replay(events))
