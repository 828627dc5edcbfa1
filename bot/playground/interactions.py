"""Interactions: a person's use of a command, component or modal, from its start to the last answer."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.playground import views
from bot.playground.cast import PageUser
from bot.playground.commands import SUBCOMMAND
from bot.playground.errors import refused, unknown
from bot.playground.media import UPLOAD_LIMIT
from bot.playground.shapes import Json
from bot.playground.world import Event, PostedMessage, World

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
ANSWER_SECONDS = 3.0
TOKEN_SECONDS = 15 * 60.0


@dataclass(slots=True)
class Interaction:
    """One interaction. ``source`` is the message whose component started it; ``answer`` the type of the first
    answer (0: none yet); ``original`` the message that ``@original`` means; ``made`` all messages of its token."""

    id: str
    token: str
    kind: int
    person: PageUser
    channel_id: str
    metadata: Json
    started: float
    nonce: str | None = None
    source: PostedMessage | None = None
    answer: int = 0
    failed: bool = False
    original: str | None = None
    modal: Json | None = None
    made: set[str] = field(default_factory=set)


Notify = Callable[[str, Json], None]


class Interactions:
    """All interactions with live tokens, and the modals that people have open.

    ``answer_seconds`` is the bot's time for its first answer: three, as on Discord, but tests on a busy machine may
    allow more.
    """

    def __init__(self, world: World, notify: Notify) -> None:
        self.world = world
        self.answer_seconds = ANSWER_SECONDS
        self._notify = notify
        self._by_id: dict[str, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        self._modals: dict[str, Interaction] = {}
        world.clock.on_shift(self.expire)

    # --- the person's side ---

    def start(
        self,
        kind: int,
        person: PageUser,
        channel: Json,
        data: Json,
        nonce: str | None = None,
        source: PostedMessage | None = None,
        opener: Interaction | None = None,
    ) -> Interaction:
        """Send the bot an interaction and start the time limit for its answer."""
        now = self.world.clock.now()
        interaction_id = self.world.snowflakes.next()
        metadata = _metadata(interaction_id, kind, person, channel, data, source, opener)
        token = secrets.token_urlsafe(48)
        interaction = Interaction(interaction_id, token, kind, person, channel["id"], metadata, now, nonce, source)
        self._forget(now)
        self._by_id[interaction_id] = self._by_token[token] = interaction
        self.tell(interaction, "thinking")
        payload = self._payload(interaction, channel, data)
        self.world.emit(Event("INTERACTION_CREATE", payload, channel["id"]))
        asyncio.get_running_loop().call_later(self.answer_seconds + 0.01, self.expire)
        return interaction

    def tell(self, interaction: Interaction, state: str) -> None:
        """Show the interaction's state on the person's page: thinking, answered or failed."""
        if interaction.kind != AUTOCOMPLETE:
            frame = {"op": "interaction", "nonce": interaction.nonce, "id": interaction.id, "state": state}
            self._notify(interaction.person.id, frame)

    def send(self, interaction: Interaction, frame: Json) -> None:
        """Send a frame to the page of the person who started the interaction."""
        self._notify(interaction.person.id, frame)

    def send_to(self, person: PageUser, frame: Json) -> None:
        """Send a frame to all pages of a person."""
        self._notify(person.id, frame)

    def expire(self) -> None:
        """Tell people about interactions that were not answered in time."""
        now = self.world.clock.now()
        for interaction in list(self._by_id.values()):
            late = now - interaction.started >= self.answer_seconds
            if late and not interaction.answer and not interaction.failed:
                interaction.failed = True
                self.tell(interaction, "failed")

    def open_modal(self, interaction: Interaction, modal: Json) -> None:
        """Show a modal to the person who started the interaction."""
        interaction.modal = modal
        self._modals[interaction.id] = interaction
        while len(self._modals) > 1000:
            del self._modals[next(iter(self._modals))]

    def modal_of(self, interaction_id: str, person: PageUser) -> Interaction | None:
        """The interaction whose modal ``person`` now submits, if it is theirs."""
        opener = self._modals.get(interaction_id)
        return opener if opener is not None and opener.person is person else None

    # --- the bot's side ---

    def unanswered(self, interaction_id: str, token: str) -> Interaction:
        """The interaction to which the bot sends its first answer.

        Raises 10062 if it is unknown or has expired, 40060 if it was already answered.
        """
        interaction = self._by_id.get(interaction_id)
        if interaction is None or interaction.token != token:
            raise unknown("interaction")
        if interaction.answer:
            raise refused(40060)
        if interaction.failed or self.world.clock.now() - interaction.started >= self.answer_seconds:
            raise unknown("interaction")
        return interaction

    def answered(self, token: str) -> Interaction:
        """The interaction of a webhook's token.

        Raises 10015 for an unknown token or one without a first answer yet, 50027 after 15 minutes.
        """
        interaction = self._by_token.get(token)
        if interaction is None or not interaction.answer:
            raise unknown("webhook")
        if self.world.clock.now() - interaction.started >= TOKEN_SECONDS:
            raise refused(50027)
        return interaction

    def _forget(self, now: float) -> None:
        for interaction in list(self._by_id.values()):
            # kept well beyond expiry, so that the refusal says "expired" rather than "unknown"
            if now - interaction.started > 4 * TOKEN_SECONDS:
                del self._by_id[interaction.id], self._by_token[interaction.token]

    def _payload(self, interaction: Interaction, channel: Json, data: Json) -> Json:
        world, person = self.world, interaction.person
        payload: Json = {
            "id": interaction.id,
            "application_id": world.bot["id"],
            "type": interaction.kind,
            "token": interaction.token,
            "version": 1,
            "data": data,
            "channel_id": channel["id"],
            "channel": views.interaction_channel(world, channel, person.id),
            "locale": person.locale,
            "app_permissions": str(world.permissions(world.bot["id"], channel)),
            "authorizing_integration_owners": interaction.metadata["authorizing_integration_owners"],
            "entitlements": [],
            "attachment_size_limit": UPLOAD_LIMIT,
        }
        guild = world.guild_of(channel)
        if guild is None:
            payload |= {"user": person.user, "context": 1}
        else:
            member = world.member(guild, person.id)
            member["permissions"] = str(world.permissions(person.id, channel))
            payload |= {"member": member, "guild_id": guild.id, "context": 0, "guild_locale": guild.locale}
            payload["guild"] = {"id": guild.id, "locale": guild.locale, "features": []}
            if not guild.has_bot:
                payload["authorizing_integration_owners"] = {"1": person.id}
        if interaction.source is not None:
            payload["message"] = interaction.source.body
        return payload


def _metadata(
    interaction_id: str,
    kind: int,
    person: PageUser,
    channel: Json,
    data: Json,
    source: PostedMessage | None,
    opener: Interaction | None,
) -> Json:
    """What messages made with an interaction's token say about their origin."""
    metadata: Json = {
        "id": interaction_id,
        "type": kind,
        "user": person.user,
        "authorizing_integration_owners": {"0": channel.get("guild_id", "0")},
    }
    if kind == COMMAND:
        metadata["name"] = " ".join(_command_path(data))
        metadata["command_type"] = data["type"]
    if kind == COMPONENT and source is not None:
        metadata["interacted_message_id"] = source.id
    if opener is not None:
        metadata["triggering_interaction_metadata"] = opener.metadata
    return metadata


def _command_path(data: Json) -> list[str]:
    """The names of a command and, if any, its group and subcommand."""
    inner = next((option for option in data.get("options", ()) if option["type"] == SUBCOMMAND), None)
    return [str(data["name"]), *(_command_path(inner) if inner else ())]
