"""The Discord client: its addresses and intents, the registration of commands, and the dispatch of events."""

from __future__ import annotations

import hashlib
import json
import logging
import sys
from collections.abc import Callable
from typing import Any

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.front import rooms
from bot.front.chat.actions import carry
from bot.front.core.answering import explain_failure, log_unexpected
from bot.front.core.posting import Mailbox
from bot.front.core.pressing import answer_form, answer_press
from bot.front.core.services import Services
from bot.front.core.translator import CatalogueTranslator
from bot.front.play.typed import hear
from bot.front.rooms import REGISTRY
from bot.limits import Limit
from bot.model.errors import TooOften
from bot.store.meta import Meta


def use_addresses(api: str | None, gateway: str | None, cdn: str | None) -> None:
    """Set the addresses of REST, gateway and files for this process; None leaves one as it is. Call it before login."""
    if api:
        Route.BASE = api
    if gateway:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    if cdn:
        discord.Asset.BASE = cdn


_log = logging.getLogger(__name__)

discord.VoiceClient.warn_nacl = False  # the bot does not use voice
discord.VoiceClient.warn_dave = False


def intents(*, message_content: bool) -> discord.Intents:
    """The intents: servers, channels and messages, with message text only if it is allowed."""
    wanted = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
    wanted.message_content = message_content
    return wanted


LONGEST_PAUSE = 30.0
"""Seconds that a request waits if Discord asks for a pause; if the pause is longer, it fails and is retried later.

A long rate limit on one channel must not block a worker that sends (`bot.service.deliveries`).
"""
OFFER = 0.2
"""Cost of offering values while someone types, in requests."""


class Tree(app_commands.CommandTree["TilewrightClient"]):
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


class TilewrightClient(discord.Client):
    """One connection to Discord. Answers need `services`; `meta` keeps the hash of the registered commands."""

    def __init__(
        self, services: Services, meta: Meta, *, message_content: bool = True, always_register: bool = False
    ) -> None:
        super().__init__(
            intents=intents(message_content=message_content),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            max_ratelimit_timeout=LONGEST_PAUSE,
        )
        self.services = services
        services.server_name = self._server_name
        services.commands = self._described
        self.mailbox = Mailbox(self)
        self.on_connected: Callable[[], object] = lambda: None
        self.on_lost: Callable[[], object] = lambda: None
        self._meta = meta
        self._always_register = always_register
        self.tree = Tree(
            self,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )

    async def close(self) -> None:
        """Disconnect; reactions that wait are dropped."""
        self.services.reactions.close()
        await super().close()

    async def setup_hook(self) -> None:
        """Prepare the commands, once, before anything can arrive."""
        await self.tree.set_translator(CatalogueTranslator())
        rooms.register(self.tree)
        await self.register_commands()

    async def register_commands(self) -> None:
        """Register the commands with Discord unless the same ones are already registered."""
        translator = self.tree.translator
        assert translator is not None
        payload = [await one.get_translated_payload(self.tree, translator) for one in self.tree.get_commands()]
        text = json.dumps([str(self.application_id), payload], sort_keys=True)
        digest = hashlib.sha256(text.encode()).hexdigest()
        if not self._always_register and await self._meta.get("commands") == digest:
            return
        if await self._synced():
            await self._meta.set("commands", digest)
            _log.info("Registered %d commands.", len(payload))

    async def _synced(self) -> bool:
        """Whether Discord took the commands in all languages. If it refuses a translation, it gets them in English."""
        try:
            await self.tree.sync()
        except app_commands.CommandSyncFailure as refused:
            _log.error("Discord refuses the translated commands; they stay in English. %s", refused)
            await self.tree.set_translator(None)
            await self.tree.sync()
            return False
        return True

    async def on_connect(self) -> None:
        """Tell the application that people can play now."""
        self.on_connected()

    async def on_resumed(self) -> None:
        """Tell the application that people can play again."""
        self.on_connected()

    async def on_disconnect(self) -> None:
        """Tell the application that the connection is lost."""
        self.on_lost()

    async def on_ready(self) -> None:
        """Log where the bot is."""
        _log.info("Ready as %s in %d servers.", self.user, len(self.guilds))

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer buttons, menus and forms; discord.py dispatches everything else."""
        if interaction.type is discord.InteractionType.modal_submit:
            await answer_form(interaction, REGISTRY)
        elif interaction.type is discord.InteractionType.component:
            await answer_press(interaction, REGISTRY)

    async def on_message(self, message: discord.Message) -> None:
        """Play a typed move; carry chat to the other players."""
        if not await hear(message, self.services):
            await carry(message, self.services, self.mailbox)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Stop linking to a board that someone has deleted; the bot's own deletions are recorded where they happen."""
        if not self.mailbox.has_removed(payload.message_id):
            await self.services.posts.retire((payload.message_id,))

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Stop linking to boards that were deleted together with many other messages."""
        await self.services.posts.retire(tuple(payload.message_ids))

    def _described(self) -> list[tuple[str, str]]:
        single = (one for one in self.tree.walk_commands() if not isinstance(one, app_commands.Group))
        return [(one.qualified_name, one.description) for one in single]

    def _server_name(self, server: int) -> str:
        guild = self.get_guild(server)
        return guild.name if guild else str(server)

    async def on_error(self, *_: Any, **__: Any) -> None:
        """Log where an event failed, but not its content."""
        error = sys.exc_info()[1]
        if isinstance(error, Exception):
            log_unexpected(error)
