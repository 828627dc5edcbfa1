"""Whether someone may do something, decided in one place before anything is done, and what one request knows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial

from bot.model.changes import GameContext, RequestContext
from bot.model.deliveries import Target, TargetKind
from bot.model.errors import ChannelBusy, ModeratorsOnly, NotAllowed, NotForWatchers, NotOfThatGame, OnlyInServers
from bot.model.games import GAME, GameSummary
from bot.model.profiles import Permission, PersonProfile, ServerProfile, WhoMay
from bot.service.drafts import Drafts
from bot.service.games import Games
from bot.service.opening import players_of
from bot.service.rights import BY_SERVER, OF_A_GAME, Member, Right, allows, check_in_game, moderates, rule_of
from bot.store.people import PeopleStore
from engine.game.phases import Over
from engine.game.state import GameState
from engine.game.views import TableView, table_view


class RequestReads:
    """What one request has read so far, beginning with `context`.

    `table` gives the table that it has looked at last: a refusal names its players and squares.
    """

    def __init__(
        self, games: Games, people: PeopleStore, context: RequestContext | None = None, channel: int = 0
    ) -> None:
        self._games = games
        self._people = people
        self._profiles: dict[str, PersonProfile] = {}
        self._servers: dict[int, ServerProfile] = {}
        self._summaries: dict[str, GameSummary] = {}
        self._shown: dict[int, tuple[GameSummary, ...]] = {}
        self._played: dict[str, tuple[GameSummary, ...]] = {}
        self._game: GameContext | None = None
        self.table: Callable[[], TableView] | None = None
        if context:
            self._begin(context, channel)

    def _begin(self, context: RequestContext, channel: int) -> None:
        self._profiles[context.person.id] = context.person
        if context.server:
            self._servers[context.server.id] = context.server
        self._shown[channel] = context.shown
        self._played[context.person.id] = context.own
        self._game = context.game
        about = (context.game.summary,) if context.game else ()
        self._summaries = {one.game: one for one in (*context.shown, *context.own, *about)}

    def links(self, game: str) -> GameContext | None:
        """A game's context, with the places that show it, if it was read with the request."""
        return self._game if self._game and self._game.summary.game == game else None

    async def person(self, person: str) -> PersonProfile:
        """A person's profile as the request found it."""
        if person not in self._profiles:
            self._profiles[person] = await self._people.person(person)
        return self._profiles[person]

    async def server(self, server: int) -> ServerProfile:
        """A server's profile as the request found it."""
        if server not in self._servers:
            self._servers[server] = await self._people.server(server)
        return self._servers[server]

    async def shown_in(self, channel: int) -> tuple[GameSummary, ...]:
        """The games that are not over and live in a channel or are shown there too, most recently changed first."""
        if channel not in self._shown:
            self._shown[channel] = await self._games.journal.shown_in(channel)
            self._summaries |= {one.game: one for one in self._shown[channel]}
        return self._shown[channel]

    async def played_by(self, person: str) -> tuple[GameSummary, ...]:
        """The games that are not over and in which a person is seated, most recently changed first."""
        if person not in self._played:
            self._played[person] = await self._games.journal.of_person(person)
        return self._played[person]

    async def summary(self, game: str) -> GameSummary:
        """The summary of a game. Raises `UnknownGame`."""
        return self._games.newest(await self._read(game))

    async def state(self, game: str) -> GameState:
        """The state of a game. Raises `UnknownGame`."""
        state = await self._games.load(game, await self._read(game))
        self.table = partial(table_view, state)
        return state

    async def _read(self, game: str) -> GameSummary:
        if game not in self._summaries:
            self._summaries[game] = await self._games.summary(game)
        return self._summaries[game]


Check = Callable[[Member, str, GameState], Awaitable[object]]
"""Raises for a member who lacks a right in a game, whose id and state it gets."""


class Permissions:
    """Everyone's rights in all games and servers, read anew for each request.

    `known` is what the request has already read; without it, everything is read. `further` has what features check
    for a right in a game besides.
    """

    def __init__(
        self, people: PeopleStore, games: Games, drafts: Drafts, further: Mapping[Right, Check] | None = None
    ) -> None:
        self._people = people
        self._games = games
        self._drafts = drafts
        self._further = further or {}

    async def require(self, member: Member, right: Right, about: str = "", known: RequestReads | None = None) -> None:
        """Raise the refusal for someone who lacks a right.

        `about` is the id of a game for the rights in a game, and of a draft for `AUTHOR`. A game's own server decides
        on the rights in it and on adding computer players; without a game, the server of the request does. Raises
        `UnknownGame`, `UnknownDraft`, `NotAllowed`, `ModeratorsOnly`, `OnlyInServers`, `NotForWatchers`, `ChannelBusy`,
        `NotOfThatGame`, the engine's refusals, and what features raise.
        """
        known = known or self._nothing()
        match right:
            case _ if right in OF_A_GAME:
                await self._require_in_game(member, right, about, known)
            case Right.AUTHOR:
                draft = await self._drafts.load(about, member.person)
                if draft.kind == GAME:  # a feature's own subjects are checked where they are looked up
                    await self._require_in_game(member, Right.PLAYER, draft.subject, known)
            case Right.COMPUTERS if about:
                await self.check(member, Permission.COMPUTERS, await _server_of(about, known), known)
            case _ if right in BY_SERVER:
                await self.check(member, BY_SERVER[right], member.server, known)
            case Right.MODERATOR if not moderates(member, member.server):
                raise OnlyInServers if member.server is None else ModeratorsOnly
            case Right.PLACE if member.server is not None and not moderates(member, member.server):
                raise ModeratorsOnly
            case _:
                pass

    async def moderates(self, member: Member, game: str, known: RequestReads | None = None) -> bool:
        """Whether a person moderates the games of the server where one lives. Raises `UnknownGame`."""
        known = known or self._nothing()
        return await self.moderates_games(member, await _server_of(game, known), known)

    async def moderates_games(self, member: Member, server: int | None, known: RequestReads | None = None) -> bool:
        """Whether a person moderates the games of a server, from within it. Direct messages have no moderators."""
        if server is None or member.server != server:
            return False
        return member.moderator or await self.may(member, Permission.MODERATE, server, known)

    def _nothing(self) -> RequestReads:
        return RequestReads(self._games, self._people)

    async def _require_in_game(self, member: Member, right: Right, game: str, known: RequestReads) -> None:
        state = await known.state(game)
        check_in_game(state, right, member.person, moderator=await self.moderates(member, game, known))
        if right is Right.PLAYED and isinstance(state.phase, Over):
            await self._check_played(member, game, state)
        if check := self._further.get(right):
            await check(member, game, state)
        if right is Right.SHOW and member.server is not None and not moderates(member, member.server):
            await self._check_shows(member, game, state)
        if right in (Right.BRING, Right.SHOW) and not await self._is_shown(member, game, known):
            await self.check(member, Permission.OPEN, member.server, known)

    async def _check_shows(self, member: Member, game: str, state: GameState) -> None:
        """Raise `NotForWatchers`, and `ChannelBusy` where this game would interrupt a game of others."""
        if not state.seats_of(member.person):
            raise NotForWatchers
        shown = await self._games.journal.shown_in(member.channel)
        if any(one.game == game for one in shown):
            return
        for one in shown:
            seated = {seat.player for seat in one.seats if seat.in_play}
            if one.place.channel_id == member.channel and member.person not in seated:
                raise ChannelBusy(one.game)

    async def _check_played(self, member: Member, game: str, state: GameState) -> None:
        """Raise `NotOfThatGame`. After a demonstration, and if nobody has played, anyone may ask again."""
        played = (
            set() if state.is_demonstration else {player.id for player in await players_of(self._games, game, state)}
        )
        if played and member.person not in played:
            raise NotOfThatGame

    async def _is_shown(self, member: Member, game: str, known: RequestReads) -> bool:
        """Whether a game belongs to the server that the request comes from, or is already shown in its channel."""
        here = Target(TargetKind.CHANNEL, member.channel)
        return await _server_of(game, known) == member.server or here in await self._games.journal.targets(game)

    async def may(
        self, member: Member, action: Permission, server: int | None, known: RequestReads | None = None
    ) -> bool:
        """Whether a server lets someone do something. Nothing is forbidden in direct messages."""
        if server is None:
            return True
        return allows(rule_of(await (known or self._nothing()).server(server), action), server, member)

    async def check(
        self, member: Member, action: Permission, server: int | None, known: RequestReads | None = None
    ) -> None:
        """Raise `NotAllowed` if a server does not let someone do something."""
        known = known or self._nothing()
        if server is not None and not await self.may(member, action, server, known):
            raise NotAllowed(action, rule_of(await known.server(server), action), member.server == server)

    async def allow(self, member: Member, action: Permission, rule: str) -> None:
        """Set who may do something in a member's server, by a rule, from now on; nobody lets everyone moderate.

        Raises `ModeratorsOnly` and `OnlyInServers`.
        """
        await self.require(member, Right.MODERATOR)
        assert member.server is not None
        if action is Permission.MODERATE and rule == WhoMay.EVERYBODY:
            rule = WhoMay.MODERATORS.value

        def allowed(profile: ServerProfile) -> ServerProfile:
            return replace(profile, **{action.value: rule})  # type: ignore[arg-type]

        await self._people.change_server(member.server, allowed)


async def _server_of(game: str, known: RequestReads) -> int | None:
    return (await known.summary(game)).place.guild_id
