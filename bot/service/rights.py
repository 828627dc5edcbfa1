"""Who may do what, and how much of it: rights, and fair use (`bot.limits` says how much)."""

from __future__ import annotations

import asyncio
import math
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from bot.limits import COUNTED, DEMONSTRATIONS_SHARE, LIMITS, SPANS, Bounds, Limit, Per, limit_name, scopes_of
from bot.model.changes import Quota
from bot.model.errors import ModeratorsOnly, TooOften
from bot.model.games import Place
from bot.model.profiles import Permission, ServerProfile, WhoMay
from bot.service.ports import Clock
from bot.store.people import PeopleStore
from engine.errors import AlreadySeated, GameIsOver, NoSuchOffer, NotSeated, NotYourTurn, OnlyHost, OnlyHostDecides
from engine.game.decision import check_may_arrange, seat_of
from engine.game.decisions.seats import is_asked
from engine.game.phases import Lobby, Over, Paused
from engine.game.state import GameState


class Right(Enum):
    """What someone must have or be to do something; the value is its text in the documentation.

    "The game's server" is the one where a game lives, wherever else it is shown; "this server" is the one where the
    request is made. Players include those for whom a seat is kept in the lobby.
    """

    ANYONE = "anyone"
    # in a game
    PLAYER = "players of the game"
    ON_TURN = "the player whose turn it is"
    ARRANGER = "players of the game and its host"
    HOST = "the host"
    DIRECTOR = "the host and moderators of the game's server"
    TABLE = "players, the host and moderators of the game's server"
    LEAVER = "the player who left the seat"
    ASKED = "the person who is asked to give up a seat or to take it over"
    AUTHOR = "the player who put the move together"
    PLAYED = "people who have played in the game"
    REVIEWER = "people who have played in the finished game; anyone, once all of them let everyone see its review"
    # in a place
    BRING = "anyone; for a game of another server, people allowed to open games in this one"
    SHOW = "moderators of this server; players allowed to open games in it, unless others play in that channel"
    PLACE = "moderators of this server; in direct messages, you"
    MODERATOR = "moderators of this server"
    # as a server decides
    OPEN = "people allowed to open games"
    COMPUTERS = "people allowed to add computer players"
    WORDS = "people allowed to change the server's words"
    VARIANTS = "people allowed to change the server's variants"
    CHANNELS = "people allowed to change channel settings"


OF_A_GAME = frozenset(
    {
        Right.PLAYER,
        Right.ON_TURN,
        Right.ARRANGER,
        Right.HOST,
        Right.DIRECTOR,
        Right.TABLE,
        Right.LEAVER,
        Right.ASKED,
        Right.PLAYED,
        Right.REVIEWER,
        Right.BRING,
        Right.SHOW,
    }
)
"""The rights that depend on a particular game."""

IN_PLAY = frozenset(
    {Right.PLAYER, Right.ON_TURN, Right.ARRANGER, Right.HOST, Right.DIRECTOR, Right.LEAVER, Right.ASKED}
)
"""The rights to change a game or see what only its players may: nobody has them once it is over."""

BY_SERVER = {
    Right.OPEN: Permission.OPEN,
    Right.COMPUTERS: Permission.COMPUTERS,
    Right.WORDS: Permission.WORDS,
    Right.VARIANTS: Permission.VARIANTS,
    Right.CHANNELS: Permission.CHANNELS,
}
"""The rights that a server's moderators can grant."""


@dataclass(frozen=True, slots=True)
class Member:
    """A person who makes a request: in which server (None: in a direct message), and their role there.

    `moderator` says whether they have the Manage Server permission there, `roles` are the ids of their roles. A new
    `Member` is created for every interaction, so that it is never out of date.
    """

    server: int | None
    moderator: bool = False
    roles: frozenset[int] = frozenset()
    person: str = ""
    channel: int = 0


def moderates(member: Member, server: int | None) -> bool:
    """Whether a person acts as a moderator of a server, from within it. Direct messages have no moderators."""
    return server is not None and member.server == server and member.moderator


def check_in_game(state: GameState, right: Right, person: str, *, moderator: bool) -> None:
    """Raise the refusal for a person who lacks a right in a game. `moderator`: of the server where the game lives."""
    if right in IN_PLAY and isinstance(state.phase, Over):
        raise GameIsOver
    match right:
        case Right.PLAYER:
            _check_player(state, person)
        case Right.ON_TURN:
            _check_player(state, person)
            if state.on_turn is not None and state.on_turn not in state.seats_of(person):
                raise NotYourTurn(state.on_turn)
        case Right.ARRANGER:
            check_may_arrange(state, person)
        case Right.HOST if person != state.host:
            raise OnlyHostDecides
        case Right.DIRECTOR if not state.directs(person, moderator=moderator):
            raise OnlyHost
        case Right.TABLE if not state.directs(person, moderator=moderator):
            _check_player(state, person)
        case Right.ASKED if not any(is_asked(seat, person) for seat in state.seats):
            raise NoSuchOffer
        case Right.LEAVER if state.seat_kept_for(person) is None:
            raise AlreadySeated if state.seats_of(person) else NotSeated
        case _:
            pass


def _check_player(state: GameState, person: str) -> None:
    """Raise `NotSeated`, `SeatKept`, `HasLeft` or `GameIsOver` for someone who neither plays nor is awaited."""
    plays = any(state.seats[seat].in_play for seat in state.seats_of(person))
    if plays or any(one.member == person for one in state.awaited):
        return
    if isinstance(state.phase, Over):
        raise GameIsOver
    seat_of(state, person)


def rule_of(profile: ServerProfile, action: Permission) -> str:
    """The rule that says to whom a server permits an action: a value of `WhoMay`, or the decimal id of a role."""
    rule: str = getattr(profile, action.value)
    return rule


def role_of(rule: str) -> int | None:
    """The role that a rule names; None for a value of `WhoMay`."""
    return int(rule) if rule.isdecimal() else None


def rule_for_role(role: int, server: int) -> str:
    """The rule that names a role; the @everyone role has the server's id (Discord's API reference, "Roles")."""
    return WhoMay.EVERYBODY.value if role == server else str(role)


def allows(rule: str, server: int, member: Member) -> bool:
    """Whether a server's rule allows a person. Outside the server, nobody is a moderator or has one of its roles.

    A rule that this version does not know means moderators only.
    """
    if rule == WhoMay.EVERYBODY:
        return True
    return moderates(member, server) or (member.server == server and role_of(rule) in member.roles)


LEVELS_KEPT = 20_000
"""How many levels are kept; beyond that, the levels that have not risen for longest are forgotten."""


@dataclass(frozen=True, slots=True)
class Rate:
    """An amount, all at once or bit by bit, per span of milliseconds."""

    most: float
    span: int


class Rates:
    """The levels by key, at most `kept` of them."""

    def __init__(self, kept: int = LEVELS_KEPT) -> None:
        self._kept = kept
        self._levels: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._levels)

    def level(self, key: str, rate: Rate, now: int) -> float:
        """The amount that still counts against a key."""
        level, at = self._levels.get(key, (0.0, now))
        return max(0.0, level - max(0, now - at) * rate.most / rate.span)

    def wait(self, key: str, rate: Rate, now: int, cost: float = 1.0) -> int:
        """Milliseconds until `cost` more fits; 0 if it fits now."""
        over = self.level(key, rate, now) + cost - rate.most
        if over <= 1e-9:
            return 0
        # A cost that never fits waits until the level is back to zero.
        return math.ceil(min(over / rate.most, 1.0) * rate.span) if rate.most else rate.span

    def add(self, key: str, rate: Rate, now: int, cost: float = 1.0) -> None:
        """Count a cost; a negative one undoes it."""
        self._levels[key] = (max(0.0, self.level(key, rate, now) + cost), now)
        self._levels.move_to_end(key)
        while len(self._levels) > self._kept:
            self._levels.popitem(last=False)


FRESH = 10_000
"""Milliseconds for which a server's numbers are served from memory; another process may have changed them."""
SERVERS = 2_000
"""How many servers' numbers are remembered."""
TOLD_AGAIN = 60_000
"""Milliseconds in which the bot tells someone who keeps typing only once that it is too much."""


@dataclass(frozen=True, slots=True)
class _Count:
    """A count to which a cost is added: its key, and its allowed rate."""

    key: str
    per: Per
    rate: Rate


def way_of_being(state: GameState) -> Limit | None:
    """The state in which a game counts; None once it is over."""
    match state.phase:
        case Over():
            return None
        case Lobby():
            return Limit.LOBBIES
        case Paused():
            return Limit.PAUSED
        case _:
            return Limit.DEMONSTRATIONS if state.is_demonstration else Limit.GAMES


def numbers_of(profile: ServerProfile, bounds: Bounds) -> Mapping[str, int]:
    """The limits of a server: its own numbers, or else the defaults, brought within the bounds."""
    kept = profile.limits
    return {name: min(max(kept.get(name, bound.usual), bound.least), bound.most) for name, bound in bounds.items()}


def _nowhere(_: str) -> None:
    return None


class FairUse:
    """The limits of an installation. `bounds` are those set by its operator.

    Each process counts the requests that it answers. Thinking time is spent in several processes: `elsewhere` tells the
    others what was spent here, for their `hear`, so that more workers give nobody more of it.
    """

    def __init__(
        self,
        people: PeopleStore,
        clock: Clock,
        bounds: Bounds = LIMITS,
        elsewhere: Callable[[str], object] = _nowhere,
    ) -> None:
        self._people = people
        self._elsewhere = elsewhere
        self._heard: set[asyncio.Task[None]] = set()
        self._clock = clock
        self.bounds = bounds
        self._usual = {name: bound.usual for name, bound in bounds.items()}
        self._numbers: OrderedDict[int, tuple[Mapping[str, int], int]] = OrderedDict()
        self._rates = Rates()

    async def numbers(self, server: int | None) -> Mapping[str, int]:
        """The numbers for a server, by the names of the limits; the defaults in direct messages."""
        if server is None:
            return self._usual
        now = self._clock.now()
        known = self._numbers.get(server)
        if known is None or now >= known[1]:
            known = (numbers_of(await self._people.server(server), self.bounds), now + FRESH)
            self._numbers[server] = known
            if len(self._numbers) > SERVERS:
                self._numbers.popitem(last=False)
        return known[0]

    async def choose(self, member: Member, name: str, number: int | None) -> None:
        """Set a number for a member's server from now on; None: the default. Raises `ModeratorsOnly`.

        A number that the operator does not allow is brought within the bounds.
        """
        if member.server is None or not member.moderator:
            raise ModeratorsOnly

        def chosen(profile: ServerProfile) -> ServerProfile:
            others = {known: value for known, value in profile.limits.items() if known != name}
            return replace(profile, limits=others if number is None else {**others, name: number})

        await self._people.change_server(member.server, chosen)
        self._numbers.pop(member.server, None)

    # --- games ---

    async def quotas(self, before: GameState | None, after: GameState, place: Place, *, own: bool) -> tuple[Quota, ...]:
        """The quotas for a game that enters another state by a change; empty if it stays in its state.

        `own` says that the host makes the request. Nobody is prevented from leaving, so a game continues when only
        computer players are left, nor does a game that nobody touches go on blocking its channel.
        """
        earlier, limit = None if before is None else way_of_being(before), way_of_being(after)
        running = (Limit.GAMES, Limit.DEMONSTRATIONS)
        by_itself = isinstance(after.phase, Paused) and after.phase.by_itself
        if limit is None or by_itself or limit is earlier or (limit in running and earlier in running):
            return ()
        return await self.quotas_for(limit, after.host, place, own=own)

    async def quotas_for(self, limit: Limit, host: str, place: Place, *, own: bool = True) -> tuple[Quota, ...]:
        """The quotas for one more game of a host in a place."""
        numbers = await self.numbers(place.guild_id)
        owners = {Per.PERSON: host, Per.CHANNEL: str(place.root), Per.SERVER: str(place.guild_id or "")}
        quotas = [
            Quota(limit, per, owners[per], place.guild_id, numbers[limit_name(limit, per)], own=own)
            for per in scopes_of(limit)
            if per is Per.PERSON or place.guild_id is not None
        ]
        most = self.bounds[limit_name(limit, Per.PERSON)].most
        return (*quotas, Quota(limit, Per.PERSON, host, None, most, everywhere=True, own=own))

    # --- rates ---

    async def check(self, limit: Limit, person: str, server: int | None, cost: float = 1.0) -> None:
        """Raise `TooOften` if there is no room for this cost now; count nothing."""
        await self._counts(limit, person, server, cost)

    async def spend(self, limit: Limit, person: str, server: int | None, cost: float = 1.0) -> None:
        """Count a cost. Raises `TooOften`, counting nothing, if there is no room for it."""
        now = self._clock.now()
        for count in await self._counts(limit, person, server, cost):
            self._rates.add(count.key, count.rate, now, cost)

    async def give_back(self, limit: Limit, person: str, server: int | None) -> None:
        """Subtract one from the count, for a request that led to nothing."""
        await self._add(limit, person, server, -1.0)

    def tells(self, person: str) -> bool:
        """Whether to tell someone who keeps typing about a limit now: once in a while."""
        key, rate, now = f"told/{person}", Rate(1, TOLD_AGAIN), self._clock.now()
        if self._rates.wait(key, rate, now):
            return False
        self._rates.add(key, rate, now)
        return True

    # --- thinking ---

    async def may_think(self, host: str, server: int | None, *, demonstration: bool = False) -> bool:
        """Whether a host's game has thinking time left; demonstrations run out of it first."""
        try:
            await self.check_thinking(host, server, demonstration=demonstration)
        except TooOften:
            return False
        return True

    async def check_thinking(self, person: str, server: int | None, *, demonstration: bool = False) -> None:
        """Raise `TooOften` if no thinking time is left."""
        share = DEMONSTRATIONS_SHARE if demonstration else 1.0
        await self._counts(Limit.THINKING, person, server, 0.001, share)

    async def thought(self, host: str, server: int | None, seconds: float) -> None:
        """Count time spent thinking for someone, here and in the other processes."""
        await self._add(Limit.THINKING, host, server, seconds)
        self._elsewhere(f"{host} {server or 0} {seconds:.3f}")

    def hear(self, spent: str) -> None:
        """Count thinking time that another process spent and told of; anything else is ignored."""
        host, _, rest = spent.partition(" ")
        try:
            server, seconds = int(rest.partition(" ")[0]), float(rest.partition(" ")[2])
        except ValueError:
            return
        task = asyncio.create_task(self._add(Limit.THINKING, host, server or None, seconds))
        self._heard.add(task)
        task.add_done_callback(self._heard.discard)

    async def _add(self, limit: Limit, person: str, server: int | None, cost: float) -> None:
        now, numbers = self._clock.now(), await self.numbers(server)
        for count in self._each(limit, person, server, numbers):
            self._rates.add(count.key, count.rate, now, cost)

    async def _counts(
        self, limit: Limit, person: str, server: int | None, cost: float, share: float = 1.0
    ) -> tuple[_Count, ...]:
        """The counts to which a cost is added. Raises `TooOften` for the count with the longest wait."""
        assert limit not in COUNTED
        now, numbers = self._clock.now(), await self.numbers(server)
        counts = tuple(self._each(limit, person, server, numbers))
        waits = [(self._rates.wait(one.key, one.rate, now, cost + one.rate.most * (1 - share)), one) for one in counts]
        wait, count = max(waits, key=lambda waiting: waiting[0])
        if wait:
            raise TooOften(limit, count.per, int(count.rate.most), wait)
        return counts

    def _each(self, limit: Limit, person: str, server: int | None, numbers: Mapping[str, int]) -> Iterator[_Count]:
        own, span = limit_name(limit, Per.PERSON), SPANS[limit]
        yield _Count(f"{limit}/{person}/{server or ''}", Per.PERSON, Rate(numbers[own], span))
        yield _Count(f"{limit}/{person}", Per.PERSON, Rate(self.bounds[own].most, span))
        if server is not None:
            number = numbers[limit_name(limit, Per.SERVER)]
            yield _Count(f"{limit}/server/{server}", Per.SERVER, Rate(number, span))
