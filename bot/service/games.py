"""Games: the only way to change a game."""

from __future__ import annotations

import random
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from time import monotonic

from bot.logs import about
from bot.model.changes import Change, Outcome
from bot.model.deliveries import DeliveryKind, NewDelivery, Target, TargetKind
from bot.model.errors import ChannelBusy, LostRace, TooBusy
from bot.model.games import Cause, Place
from bot.model.measures import Measures
from bot.service.known import KnownGames, LoadedGame, result_of, summarise
from bot.service.listeners import Applied, Listeners, Occupants, OfAnagram, OfPositions
from bot.service.processes.peers import UnreachableShards
from bot.service.rights import FairUse
from bot.service.sending.fanout import about_thread, called_next, calls, fan_out, rests
from bot.service.tasks import KeyedLocks
from bot.service.words.dictionaries import Dictionaries
from bot.store.journal import Journal
from bot.store.people import PeopleStore
from engine.game.clock import next_deadline
from engine.game.codec import encode
from engine.game.commands import Command, Load, LoseTime, Pause, Resume, SetRule, Start
from engine.game.decide import decide
from engine.game.decision import Context
from engine.game.decisions.seats import renamed
from engine.game.events import Event
from engine.game.phases import Lobby, Over, Paused
from engine.game.state import LOBBY_PATIENCE, GameState, LexiconRef, Setup
from engine.model.rules import StartRule
from engine.model.tiles import KnownRack, Tiles

COMMIT_TRIES = 8
"""How often a command is decided again because someone else committed first."""


@dataclass(frozen=True, slots=True)
class PlayerName:
    """What a person is called in a server, or in direct messages if it is None; servers may differ in that."""

    server: int | None
    name: str


def _may_start(state: GameState, command: Command) -> bool:
    """Whether a command may turn a lobby into a running game, if only because it fills the last seat."""
    by_itself = state.rules.start is StartRule.FULL or isinstance(command, SetRule)
    return isinstance(state.phase, Lobby) and (by_itself or isinstance(command, Start))


class Games(KnownGames):
    """All games of the installation, and what changes them.

    `luck` provides draws: the system's random source unless a test gives a seeded one. `people` knows who wants to be
    called to a turn by direct message; without it nobody is. `patience` is how long an untouched lobby waits, in
    milliseconds. `fair_use` says how many games there may be; without it there are no limits. `names` gives the names
    that computer players can have in a language, the first choice first. `listeners` returns who listens: most of them
    need the games themselves, so they are made after these.
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
        listeners: Callable[[], Listeners] = Listeners,
    ) -> None:
        super().__init__(journal)
        self._measures = measures or Measures()
        self.fair_use = fair_use
        self._names = names
        self.patience = patience
        self.lexicons = lexicons
        self._people = people
        self._luck = luck or secrets.SystemRandom()
        self._locks = KeyedLocks()
        self._listeners = listeners
        self.reach = UnreachableShards()

    @property
    def listeners(self) -> Listeners:
        """Who hears of games, and who is asked."""
        return self._listeners()

    @property
    def occupants(self) -> Occupants:
        """What else ends with its channel."""
        return Occupants(self.listeners.occupants)

    @property
    def on_position(self) -> tuple[OfPositions, ...]:
        """Who is asked about a board and rack before it is analysed."""
        return self.listeners.positions

    @property
    def on_letters(self) -> tuple[OfAnagram, ...]:
        """Who is asked about letters before words are found for them."""
        return self.listeners.letters

    async def is_for_families(self, place: Place) -> bool:
        """Whether computers play and show no coarse words in a place: as its server set, always in a DM."""
        if self._people is None or place.guild_id is None:
            return True
        return (await self._people.server(place.guild_id)).family

    async def submit(
        self, game: str, command: Command, cause: Cause, place: Place | None = None, called: PlayerName | None = None
    ) -> Applied:
        """Let a command change a game.

        `place` is where a resumed or loaded game continues, `called` what its person is called now if that is known.
        Nothing is accepted before it is committed. Raises `UnknownGame`, `TooBusy`, `ChannelBusy` if another game is
        running in that place, `TooManyGames` and as `decide` (`RuleViolation`, `MalformedText`); then nothing has
        changed.
        """
        if not isinstance(command, LoseTime):
            await self.reached(game)

        async def decided(before: LoadedGame) -> Applied | None:
            with about(game=game, cause=cause.id):
                return await decided_for(before)

        async def decided_for(before: LoadedGame) -> Applied | None:
            if place and (busy := await self.running_in(place.channel_id)) not in (None, game):
                raise ChannelBusy(busy or "")
            now = cause.instant(before.events[-1].at)
            context = await self.context(before.state.setup, now)
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
            own, brief = getattr(command, "by", None) == after.state.host, tuple[Target, ...]()
            if rests(before.state) and not rests(after.state):
                after, brief = await self.at_home(game, before.place, after)
            if not await self.commit(game, before.state, after, events, cause, own=own, brief=brief):
                return None
            return self.tell(Applied(game, after.state, events))

        async def attempt() -> Applied | None:
            return await decided(await self._load(game))

        async def at_once() -> Applied | None:
            known = self._cache.get(game)
            return await decided(known) if known else None

        return await self.once(cause, game, attempt, at_once)

    async def at_home(self, game: str, before: Place, begun: LoadedGame) -> tuple[LoadedGame, tuple[Target, ...]]:
        """A game that begins or goes on, where it is from now on, and the channels that hear only of its end."""
        for find in self.listeners.homes:
            if thread := await find(game, before, begun.place, begun.state):
                return replace(begun, place=thread), (Target(TargetKind.CHANNEL, thread.root),)
        return begun, await self.journal.targets(game, brief=True) if begun.place.parent else ()

    async def reached(self, game: str) -> None:
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

    async def move(self, game: str, place: Place, cause: Cause, brief: tuple[Target, ...] = ()) -> Applied:
        """Let a running game go on in another place, with its clocks as they are: its own place is gone.

        `brief` are the channels that hear only of its end. Raises `UnknownGame`, `TooBusy`, `ChannelBusy`, and as
        `decide`; then nothing has changed.
        """

        async def attempt() -> Applied | None:
            before = await self._load(game)
            await self.check_free(place)
            context = await self.context(before.state.setup, cause.instant(before.events[-1].at))
            paused = decide(before.state, Pause("", moderator=True), context)
            events = paused + decide(before.then(paused).state, Resume("", moderator=True), context)
            after = replace(before.then(events), place=place)
            if not await self.commit(game, before.state, after, events, cause, own=False, brief=brief):
                return None
            return self.tell(Applied(game, after.state, events))

        await self.reached(game)
        return await self.once(cause, game, attempt)

    async def may_be_held(self, game: str) -> bool:
        """Whether its players may hold up a game, by a pause or while they are away."""
        return all([await allows(game) for allows in self.listeners.holds])

    async def is_contest(self, game: str) -> bool:
        """Whether a game has a result elsewhere even if it is void, so that its players cannot call it off."""
        return any([await has(game) for has in self.listeners.contests])

    async def lost(self, channel_id: int) -> None:
        """Tell those who keep games going that the channel in which one is running is gone."""
        if game := await self.running_in(channel_id):
            for tell in self.listeners.lost:
                await tell(game, Target(TargetKind.CHANNEL, channel_id))

    async def stir(self, game: str) -> None:
        """Tell the listeners to send something about a game that has not changed. Raises `UnknownGame`."""
        self.tell(Applied(game, await self.load(game), ()))

    async def once(
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
            for _ in range(COMMIT_TRIES):
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

    async def _edition(self, before: LoadedGame) -> LexiconRef:
        """The words for a game that starts now; later edits change no running game."""
        return await self.lexicons.pin_again(before.state.setup, before.place.guild_id, before.state.host)

    async def context(self, setup: Setup, now: int) -> Context:
        """What a decision needs at an instant: draws, the judge of words, names for computer players."""
        judge = await self.lexicons.judge(setup)
        names = self._names(setup.variant.language)
        return Context(now, self._draw, judge, self._luck.randrange, names=names)

    def _draw(self, pool: Tiles, count: int) -> Tiles:
        return Tiles.of(self._luck.sample(pool.items, count))

    async def commit(
        self,
        game: str,
        before: GameState | None,
        after: LoadedGame,
        events: tuple[Event, ...],
        cause: Cause,
        shown: tuple[Target, ...] = (),
        *,
        own: bool = True,
        free: bool = False,
        brief: tuple[Target, ...] = (),
    ) -> bool:
        """Write the result of a command; False if someone else was first. `own` says that the host made the request.

        `shown` and `brief` are as in `Change`.
        """
        state, fair = after.state, self.fair_use
        quotas = await fair.quotas(before, state, after.place, own=own) if fair and not free else ()
        messages = await self._without_repeated_racks(fan_out(before, events, state), state, events[-1].at)
        change = Change(
            cause,
            state.sequence - len(events) + 1,
            tuple(encode(event) for event in events),
            summarise(game, after.place, state, events[-1].at),
            messages
            + await self._call(before, state, events, messages)
            + about_thread(before, state, after.place, brief, events[-1].at),
            next_deadline(state),
            result_of(game, after.place, state, after.events),
            shown,
            brief,
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

    def tell(self, applied: Applied) -> Applied:
        """Tell the listeners of what has been committed, and return it."""
        for listener in self.listeners.changed:
            listener(applied)
        return applied

    async def _repeated(self, outcome: Outcome) -> Applied:
        state = await self.state_at(outcome.game, outcome.last)
        events = (await self.events(outcome.game))[outcome.first - 1 : outcome.last]
        return Applied(outcome.game, state, events, repeated=True)
