"""The Discord client: its intents, the registration of commands, and the dispatch of events."""

from __future__ import annotations

import asyncio
import http
import logging
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from email.utils import parsedate_to_datetime
from functools import partial
from typing import Any

import aiohttp
import discord
from discord import app_commands
from discord.gateway import DiscordWebSocket, KeepAliveHandler
from discord.http import Route

from bot.front.components.layout import layout
from bot.front.components.message import say
from bot.front.connection.sessions import PAUSE_SECONDS, Hold, RequestPace, SessionGate, is_by_token
from bot.front.interaction.answering import explain_failure, log_unexpected
from bot.front.interaction.pressing import answer_form, answer_press
from bot.front.interaction.request import Services, instant_of, may_write
from bot.front.look.actions import catch_up
from bot.front.play.reading import answer_asker
from bot.front.play.typed import hear, hear_again
from bot.front.posting.discord_errors import INVALID_FORM, LOST, OtherShards
from bot.front.posting.mailbox import Mailbox
from bot.front.rooms import Rooms
from bot.front.speech import CatalogueTranslator, private_texts
from bot.limits import Limit
from bot.model.deliveries import Target, TargetKind
from bot.model.errors import TooOften, describe
from bot.model.invitation import lacking
from bot.model.measures import Measures
from bot.service.ports import UNKNOWN_CHANNEL
from bot.service.processes.watchdog import FAR
from bot.store.meta import TWIN, Meta
from bot.store.rows import is_foreign
from bot.text.reminders import clock_told, twin_told
from bot.text.texts import Texts, load_all

LOG = logging.getLogger(__name__)

discord.VoiceClient.warn_nacl = False  # the bot does not use voice
discord.VoiceClient.warn_dave = False


def intents(*, message_content: bool) -> discord.Intents:
    """The intents: servers, channels and messages, with message text only if it is allowed."""
    wanted = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
    wanted.message_content = message_content
    return wanted


CONNECT_SECONDS = 60.0
"""Seconds after which an attempt to begin a session is given up and made again."""
LONGEST_PAUSE = 30.0
"""Seconds that a request waits if Discord asks for a pause; if the pause is longer, it fails and is retried later.

A long rate limit on one channel must not block a worker that sends (`bot.service.sending.deliveries`).
"""
BAD_TOKEN = 4004
"""Discord's code for closing the sessions of a token that it does not know (any more)."""
DOUBT_SECONDS = 3.0
"""Seconds after a request was refused for its token until Discord is asked again: it has been known to err."""
MOST_CAUGHT_UP = 200
"""How many of a server's games are looked at when the bot's roles there change."""
TWIN_EVERY = 3_600_000
"""Milliseconds between two warnings of another bot with the same token."""
MOST_NAMED = 5
"""How many servers that do not give the bot what it asks for are named at a start."""
OPERATOR_SECONDS = 24 * 3600
"""Seconds between two messages to the operator about the same thing."""
OFFER = 0.2
"""Cost of offering values while someone types, in requests."""


def traced(
    measures: Measures,
    refused: Callable[[], object] = lambda: None,
    told: Callable[[int], object] = lambda _: None,
) -> aiohttp.TraceConfig:
    """Count requests to Discord and the pauses that it asks for; discord.py makes most of them by itself.

    Calls `refused` if Discord may not know the bot's token any more, and `told` with the instant that its clock shows.
    """

    async def ended(_: object, __: object, params: aiohttp.TraceRequestEndParams) -> None:
        measures.requested(params.response.status)
        if params.response.status == http.HTTPStatus.UNAUTHORIZED and is_by_token(str(params.url)):
            refused()
        if str(params.url).startswith(Route.BASE) and (date := _instant(params.response.headers.get("Date", ""))):
            told(date)
        if params.response.status == http.HTTPStatus.TOO_MANY_REQUESTS:
            measures.paused(_seconds(params.response.headers.get("Retry-After", "")))

    config = aiohttp.TraceConfig()
    config.on_request_end.append(ended)
    return config


def _instant(date: str) -> int | None:
    """The instant of a header, in milliseconds since 1970."""
    try:
        return round(parsedate_to_datetime(date).timestamp() * 1000)
    except (ValueError, TypeError):
        return None


def _seconds(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


class CommandTree(app_commands.CommandTree["TilewrightClient"]):
    """The command tree. If a callback raises, the person still gets an answer."""

    async def interaction_check(self, interaction: discord.Interaction[TilewrightClient], /) -> bool:
        """Whether to offer values to someone typing: only if they may make a request.

        Interactions of other types are counted elsewhere.
        """
        if interaction.type is not discord.InteractionType.autocomplete:
            return True
        try:
            fair_use, person = interaction.client.services.fair_use, str(interaction.user.id)
            await fair_use.check(Limit.REQUESTS, person, interaction.guild_id)
            await fair_use.spend(Limit.REQUESTS, person, interaction.guild_id, OFFER)
        except TooOften:
            await interaction.response.autocomplete([])
            return False
        return True

    async def on_error(
        self, interaction: discord.Interaction[TilewrightClient], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer with a sentence; log unexpected errors."""
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if interaction.type is discord.InteractionType.autocomplete:
            log_unexpected(cause)
            return
        await explain_failure(interaction, cause)


class TilewrightClient(discord.AutoShardedClient):
    """The connection to Discord, a session for each shard that this process holds; there may be none.

    Answers need `services`; `rooms` are what people can ask for; `meta` keeps the hash of the registered commands.
    `hold` holds a lock among the bot's processes, `installation` is the id of its database. Sessions begin `pause`
    seconds apart.
    """

    def __init__(
        self,
        services: Services,
        rooms: Rooms,
        meta: Meta,
        hold: Hold,
        *,
        installation: str,
        pace: RequestPace | None = None,
        message_content: bool = True,
        always_register: bool = False,
        pause: float = PAUSE_SECONDS,
    ) -> None:
        self.pace = pace or RequestPace()
        super().__init__(
            shard_connect_timeout=CONNECT_SECONDS,
            intents=intents(message_content=message_content),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            max_ratelimit_timeout=LONGEST_PAUSE,
            http_trace=self.pace.tracing(
                traced(services.answering.measures, lambda: self._doubted.set(), services.clock.told)
            ),
        )
        self._rooms = rooms
        self._doubted, self._refused = asyncio.Event(), False
        self.services = services
        self.mailbox = Mailbox(self, OtherShards(self, self._holds_all))
        self.on_connected: Callable[[int], object] = lambda _: None
        self.on_lost: Callable[[int], object] = lambda _: None
        self.on_direct: Callable[[str], object] = lambda _: None
        self._connected: set[int] = set()
        self._looking: asyncio.Task[None] | None = None
        self._wanted: set[int] = set()
        self._hold = hold
        self._entrance = SessionGate(hold, meta, self.fetch_session_start_limits, pause)
        self._meta = meta
        self._tell_again, self._installation = 0, installation
        self._always_register = always_register
        self.tree = CommandTree(
            self,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )

    async def close(self) -> None:
        """Disconnect; reactions that wait are dropped."""
        self.services.posting.reactions.close()
        self._wanted.clear()
        if self._looking:
            self._looking.cancel()
        await super().close()

    async def setup_hook(self) -> None:
        """Prepare the commands, once, before anything can arrive."""
        await asyncio.to_thread(load_all)
        await self.tree.set_translator(CatalogueTranslator())
        self._rooms.register(self.tree)
        await self.register_commands()

    async def register_commands(self) -> None:
        """Register the commands with Discord unless the same ones are already registered."""
        translator = self.tree.translator
        assert translator is not None
        ours = await self._rooms.registered(self.tree, translator)
        digest = f"{self.application_id} {ours.digest}"
        async with self._hold("commands"):
            if not self._always_register and await self._meta.get("commands") == digest:
                return
            if await self._registered(ours.commands):
                await self._meta.set("commands", digest)
                LOG.info("Registered %d commands.", len(ours.commands))

    async def _registered(self, payload: list[dict[str, Any]]) -> bool:
        """Whether Discord took the commands in all languages. If it refuses a translation, it gets them in English.

        `CommandTree.sync` would translate them all again, and make objects of what Discord returns.
        """
        assert self.application_id is not None
        try:
            await self.http.bulk_upsert_global_commands(self.application_id, payload=payload)
        except discord.HTTPException as refused:
            if refused.code != INVALID_FORM:
                raise
            told = app_commands.CommandSyncFailure(refused, self.tree.get_commands())
            LOG.error("Discord refuses the translated commands; they stay in English. %s", told)
            await self.tree.set_translator(None)
            await self.tree.sync()
            return False
        return True

    async def connect(self, *, reconnect: bool = True) -> None:
        """Stay connected until closed. Raises `LoginFailure` once Discord does not accept the token any more."""
        watching = asyncio.create_task(self._close_when_refused())
        try:
            await super().connect(reconnect=reconnect)
        except discord.ConnectionClosed as closed:
            if closed.code == BAD_TOKEN:
                raise discord.LoginFailure from closed
            raise
        finally:
            watching.cancel()
        if self._refused:
            raise discord.LoginFailure

    async def _close_when_refused(self) -> None:
        """Close once a request is refused for its token, and Discord says the same when it is asked about the token."""
        while not self._refused:
            await self._doubted.wait()
            await asyncio.sleep(DOUBT_SECONDS)
            self._doubted.clear()
            with suppress(*LOST):
                await self.http.request(Route("GET", "/users/@me"))
            self._refused = self._doubted.is_set()
        await self.close()

    # --- shards -------------------------------------------------------------------------------------------------------

    @property
    def connected(self) -> frozenset[int]:
        """The shards that are connected now."""
        return frozenset(self._connected)

    async def recommended_shards(self) -> int:
        """How many shards Discord recommends."""
        count, _, limits = await self.http.get_bot_gateway()
        self._entrance.concurrency = max(1, limits["max_concurrency"])
        return count

    async def launch_shards(self) -> None:
        """Launch none: the process opens its shards one by one, whenever it has claimed them (`open_shard`)."""
        self._connection.shard_count = self.shard_count
        self._connection.shard_ids = range(self.shard_count or 1)

    async def open_shard(self, shard: int) -> None:
        """Begin the session of a shard once Discord allows it, and keep it connected until it is closed."""
        self._wanted.add(shard)
        await self._entrance.enter(shard)
        try:
            if known := self.get_shard(shard):
                await known.connect()
            else:
                await self.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, shard)
        finally:
            await self._entrance.let_next(shard)

    async def close_shard(self, shard: int) -> None:
        """End the session of a shard. One that is being reconnected now ends as soon as it would be."""
        self._wanted.discard(shard)
        self._connected.discard(shard)
        if known := self.get_shard(shard):
            await known.disconnect()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:  # noqa: ARG002
        """Wait until a session may begin. Raises `CancelledError` if the shard is no longer wanted.

        Raises `ConnectionError` while the database is away: then discord.py tries again, and anything else would end
        the connections of all shards.
        """
        shard = shard_id or 0
        try:
            await self._begin(shard)
        except Exception as error:
            await self._close_unidentified(shard)
            raise ConnectionError from error
        except asyncio.CancelledError:
            await self._close_unidentified(shard)
            raise

    async def _close_unidentified(self, shard: int) -> None:
        """Close the connection that waits for its session: discord.py only forgets it, and its heartbeat goes on."""
        for heartbeat in threading.enumerate():
            if isinstance(heartbeat, KeepAliveHandler) and heartbeat.shard_id == shard:
                connection = heartbeat.ws
                if connection.loop is self.loop and connection.session_id is None:
                    await connection.close()

    async def _begin(self, shard: int) -> None:
        if shard not in self._wanted:
            raise asyncio.CancelledError
        if self._entrance.is_in(shard):
            await self._entrance.begin(shard)
            return
        await self._entrance.enter(shard)
        try:
            if shard not in self._wanted:
                raise asyncio.CancelledError
            await self._entrance.begin(shard)
        finally:
            await self._entrance.let_next(shard)

    async def on_shard_connect(self, shard: int) -> None:
        """Tell the application that people can play through a shard now."""
        await self._is_connected(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        """Tell the application that people can play through a shard again."""
        await self._is_connected(shard)

    async def _is_connected(self, shard: int) -> None:
        if shard not in self._wanted:
            await self.close_shard(shard)
            return
        self._connected.add(shard)
        self.on_connected(shard)

    async def on_shard_disconnect(self, shard: int) -> None:
        """Tell the application that the connection of a shard is lost."""
        self._connected.discard(shard)
        if shard in self._wanted:
            self.on_lost(shard)

    async def on_shard_ready(self, shard: int) -> None:
        """Log where the bot is, and see what has gone meanwhile, until it is closed."""
        servers = sum(guild.shard_id == shard for guild in self.guilds)
        LOG.info("Shard %d of %d is ready as %s in %d servers.", shard, self.shard_count, self.user, servers)
        self._tell_of_permissions(shard)
        self._looking = asyncio.create_task(self._look_for_deleted(shard))

    def _tell_of_permissions(self, shard: int) -> None:
        """Tell the operator of servers that do not give the bot what it asks for."""
        there = [guild for guild in self.guilds if guild.shard_id == shard and guild.me is not None]
        found = [(guild.id, names) for guild in there if (names := lacking(guild.me.guild_permissions.value))]
        for server, names in found[:MOST_NAMED]:
            LOG.warning("Server %d does not give the bot these permissions: %s.", server, ", ".join(names))
        if len(found) > MOST_NAMED:
            LOG.warning("%d servers lack permissions; `tilewright doctor` names them.", len(found))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Tell features that the bot has come into a server."""
        await self._arrive(guild)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """The same: the bot may have come into a server while nobody listened."""
        await self._arrive(guild)

    async def _arrive(self, guild: discord.Guild) -> None:
        for arrives in self.services.hooks.front.arrives:
            await arrives(guild, self.services)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer buttons, menus and forms; discord.py dispatches everything else."""
        self._note(interaction.guild_id, interaction.user.id, interaction.channel_id, interaction.id)
        if interaction.type is discord.InteractionType.modal_submit:
            await answer_form(interaction)
        elif interaction.type is discord.InteractionType.component:
            await answer_press(interaction)

    async def on_message(self, message: discord.Message) -> None:
        """Play a typed move; let features hear it; answer those who address the bot with neither."""
        self._note(message.guild.id if message.guild else None, message.author.id, message.channel.id, message.id)
        if self.mailbox.is_self(message.author.id):
            await self._look_for_twin(str(message.nonce or ""))
        for heard in (hear, *self.services.hooks.front.hears):
            if await heard(message, self.services):
                return
        await answer_asker(message, self.services)

    async def _look_for_twin(self, nonce: str) -> None:
        """Tell the operator of another bot that has this one's token and a database of its own."""
        now = self.services.clock.now()
        if now < self._tell_again or not is_foreign(nonce, self._installation):
            return
        self._tell_again = now + TWIN_EVERY
        await self._meta.set(TWIN, str(now))
        LOG.warning(
            "Another bot with another database uses the same token: people's commands reach one of the two by chance. "
            "Stop it, or give it a token of its own."
        )

        await self._tell_operator("twin", twin_told)

    async def tell_of_clock(self, machine: str, ahead: int) -> None:
        """Tell the operator of a machine whose clock is so many seconds ahead of Discord's."""
        await self._tell_operator(f"clock {machine}", partial(clock_told, machine, ahead))

    async def _tell_operator(self, about: str, words: Callable[[Texts], str]) -> None:
        """Send a direct message to the owner of the application: once a day about the same thing."""
        key, application = f"told {about}"[:64], self.application
        since = await self._meta.since(key)
        if application is None or (since is not None and since < OPERATOR_SECONDS):
            return
        owner = (application.team and application.team.owner) or application.owner
        await self._meta.stamp(key)
        texts = private_texts(await self.services.people.person(str(owner.id)))
        with suppress(*LOST):
            channel = await self.mailbox.channel(Target(TargetKind.PERSON, owner.id))
            await channel.send(view=layout(say(words(texts))))

    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """Play a message that has become a move."""
        await hear_again(payload.message, self.services)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Stop linking to a board that someone has deleted; the bot's own deletions are recorded where they happen."""
        if not self.mailbox.has_removed(payload.message_id):
            await self.services.posting.posts.retire((payload.message_id,))

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Stop linking to boards that were deleted together with many other messages."""
        await self.services.posting.posts.retire(tuple(payload.message_ids))

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Have a game that was running in a thread go on elsewhere, if anything sees to that; end what was in it."""
        await self.services.games.lost(payload.thread_id)
        await self.services.games.occupants.vacate(payload.thread_id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """End what was in a channel."""
        await self.services.games.occupants.vacate(channel.id)

    async def _look_for_deleted(self, shard: int) -> None:
        try:
            await self._vacate_deleted(shard)
        except Exception as error:  # such as a database that is closed meanwhile; the next session looks again
            LOG.info("Whether channels have been deleted is not known: %s", describe(error))

    async def _vacate_deleted(self, shard: int) -> None:
        """End what was in channels that have been deleted while nobody listened."""
        for server, channel in await self.services.games.occupants.occupied():
            guild = self.get_guild(server)
            if guild is None or guild.shard_id != shard or guild.get_channel_or_thread(channel):
                continue
            try:
                await guild.fetch_channel(channel)
            except discord.NotFound as error:
                if error.code == UNKNOWN_CHANNEL:
                    await self.services.games.occupants.vacate(channel)
            except LOST:
                continue

    async def on_guild_channel_update(self, _: object, after: discord.abc.GuildChannel) -> None:
        """Post what could not be posted in a channel and its threads, if the bot may again."""
        threads = after.threads if isinstance(after, discord.TextChannel | discord.ForumChannel) else ()
        for place in (after, *threads):
            await self._catch_up_in(place)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """The same in the whole server, once one of the bot's roles has other permissions."""
        if after.guild.me is not None and after in after.guild.me.roles and before.permissions != after.permissions:
            await self._catch_up_everywhere(after.guild)

    async def on_member_update(self, _: object, after: discord.Member) -> None:
        """The same, once the bot has other roles; Discord tells of no other member."""
        if after == after.guild.me:
            await self._catch_up_everywhere(after.guild)

    async def _catch_up_everywhere(self, guild: discord.Guild) -> None:
        for game in await self.services.games.journal.of_server(guild.id, MOST_CAUGHT_UP):
            if place := guild.get_channel_or_thread(game.place.channel_id):
                await self._catch_up_in(place)

    async def _catch_up_in(self, place: discord.abc.GuildChannel | discord.Thread) -> None:
        me = place.guild.me
        if me is not None and may_write(place.permissions_for(me), place):
            await catch_up(self.services, place.id)

    def _note(self, server: int | None, person: int, channel: int | None, happened: int) -> None:
        clock, instant = self.services.clock, instant_of(happened)
        if instant - clock.now() >= FAR:  # an event can be late, but never early
            clock.told(instant)
        if server is not None:
            self.services.posting.whereabouts.note(server, person)
        elif channel is not None:
            self.mailbox.heard(channel, happened)
            self.on_direct(f"{channel} {happened}")

    def hear_direct(self, told: str) -> None:
        """Another process has heard of something in a channel of direct messages."""
        channel, _, happened = told.partition(" ")
        if happened:
            self.mailbox.heard(int(channel), int(happened))

    def _holds_all(self) -> bool:
        return len(self._wanted) >= (self.shard_count or 1)

    async def on_error(self, *_: Any, **__: Any) -> None:
        """Log where an event failed, but not its content."""
        error = sys.exc_info()[1]
        if isinstance(error, Exception):
            log_unexpected(error)
