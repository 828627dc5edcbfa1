"""Interactions: a person's use of a command, component or modal, from its start to the bot's last answer."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.playground import composer, errors, limits
from bot.playground import world as views
from bot.playground.cast import PageUser
from bot.playground.commands import SUBCOMMANDS
from bot.playground.errors import Form, Json, refused, unknown
from bot.playground.media import UPLOAD_LIMIT, Upload
from bot.playground.world import EPHEMERAL, LOADING, GatewayEvent, PostedMessage, World

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
ANSWER_SECONDS = 3.0
TOKEN_SECONDS = 15 * 60.0


@dataclass(slots=True)
class PageInteraction:
    """One interaction. `source` is the message whose component started it; `answer` the type of the first
    answer (0: none yet); `original` the message that `@original` means; `made` all messages of its token."""

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


Notifier = Callable[[str, Json], None]


class Interactions:
    """All interactions with live tokens, and the modals that people have open.

    `answer_seconds` is the bot's time for its first answer: three, as on Discord, but tests on a busy machine may
    allow more.
    """

    def __init__(self, world: World, notify: Notifier) -> None:
        self.world = world
        self.answer_seconds = ANSWER_SECONDS
        self._notify = notify
        self._by_id: dict[str, PageInteraction] = {}
        self._by_token: dict[str, PageInteraction] = {}
        self._modals: dict[str, PageInteraction] = {}
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
        opener: PageInteraction | None = None,
    ) -> PageInteraction:
        """Send the bot an interaction and start the time limit for its answer."""
        now = self.world.clock.now()
        interaction_id = self.world.snowflakes.next()
        metadata = _metadata(interaction_id, kind, person, channel, data, source, opener)
        token = secrets.token_urlsafe(48)
        interaction = PageInteraction(interaction_id, token, kind, person, channel["id"], metadata, now, nonce, source)
        self._forget(now)
        self._by_id[interaction_id] = self._by_token[token] = interaction
        self.tell(interaction, "thinking")
        payload = self._payload(interaction, channel, data)
        self.world.emit(GatewayEvent("INTERACTION_CREATE", payload, channel["id"]))
        asyncio.get_running_loop().call_later(self.answer_seconds + 0.01, self.expire)
        return interaction

    def tell(self, interaction: PageInteraction, state: str) -> None:
        """Show the interaction's state on the person's page: thinking, answered or failed."""
        if interaction.kind != AUTOCOMPLETE:
            frame = {"op": "interaction", "nonce": interaction.nonce, "id": interaction.id, "state": state}
            self._notify(interaction.person.id, frame)

    def send(self, interaction: PageInteraction, frame: Json) -> None:
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

    def open_modal(self, interaction: PageInteraction, modal: Json) -> None:
        """Show a modal to the person who started the interaction."""
        interaction.modal = modal
        self._modals[interaction.id] = interaction
        while len(self._modals) > 1000:
            del self._modals[next(iter(self._modals))]

    def modal_of(self, interaction_id: str, person: PageUser) -> PageInteraction | None:
        """The interaction whose modal `person` now submits, if it is theirs."""
        opener = self._modals.get(interaction_id)
        return opener if opener is not None and opener.person is person else None

    # --- the bot's side ---

    def unanswered(self, interaction_id: str, token: str) -> PageInteraction:
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

    def answered(self, token: str) -> PageInteraction:
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

    def _payload(self, interaction: PageInteraction, channel: Json, data: Json) -> Json:
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
    opener: PageInteraction | None,
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
    inner = next((option for option in data.get("options", ()) if option["type"] in SUBCOMMANDS), None)
    return [str(data["name"]), *(_command_path(inner) if inner else ())]


MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES, OPEN_MODAL = 4, 5, 6, 7, 8, 9


def first(interactions: Interactions, interaction_id: str, token: str, body: Json, uploads: list[Upload]) -> Json:
    """Perform a callback and return the callback object. Raises ApiError for what Discord refuses."""
    interaction = interactions.unanswered(interaction_id, token)
    kind = body.get("type")
    form = Form()
    if not errors.choice(form.at("type"), kind, _allowed(interaction)):
        form.check()
    assert isinstance(kind, int)
    post = _do(interactions, interaction, kind, body.get("data") or {}, uploads)
    interaction.answer = kind
    interactions.tell(interaction, "answered")
    return _callback(interaction, kind, post)


def _allowed(interaction: PageInteraction) -> tuple[int, ...]:
    if interaction.kind == AUTOCOMPLETE:
        return (CHOICES,)
    updates = (DEFERRED_UPDATE, UPDATE) if interaction.source is not None else ()
    modal = (OPEN_MODAL,) if interaction.kind in (COMMAND, COMPONENT) else ()
    return (MESSAGE, DEFERRED, *updates, *modal)


def _do(
    interactions: Interactions, interaction: PageInteraction, kind: int, data: Json, uploads: list[Upload]
) -> PostedMessage | None:
    world = interactions.world
    if kind in (MESSAGE, DEFERRED):
        post = _message(world, interaction, data, uploads, Form(("data",)), loading=kind == DEFERRED)
        interaction.original = post.id
        return post
    if kind in (DEFERRED_UPDATE, UPDATE):
        assert interaction.source is not None
        interaction.original = interaction.source.id
        if kind == DEFERRED_UPDATE:
            return None
        source = world.post(interaction.channel_id, interaction.source.id)
        return composer.change(world, source, data, uploads, Form(("data",)))
    if kind == CHOICES:
        _choices(interactions, interaction, data)
    else:
        _modal(interactions, interaction, data)
    return None


def _message(
    world: World, interaction: PageInteraction, data: Json, uploads: list[Upload], place: Form, loading: bool = False
) -> PostedMessage:
    viewer = interaction.person.id if int(data.get("flags") or 0) & EPHEMERAL else None
    extra = _origin(world, interaction, viewer)
    draft = composer.NewMessage(interaction.channel_id, world.bot, data, uploads, viewer, extra, place)
    post = composer.create(world, draft, loading)
    interaction.made.add(post.id)
    return post


def _origin(world: World, interaction: PageInteraction, viewer: str | None) -> Json:
    """What a message reveals of the interaction it answers; `viewer` is the only person who will see it."""
    metadata = interaction.metadata
    if interaction.original is not None:
        metadata = {**metadata, "original_response_message_id": interaction.original}
    origin: Json = {
        "webhook_id": world.bot["id"],
        "application_id": world.bot["id"],
        "interaction_metadata": metadata,
    }
    if interaction.kind == COMMAND:
        origin["type"] = 20
        origin["interaction"] = {key: metadata[key] for key in ("id", "type", "name", "user")}
    # a public answer to a click on a private message must not quote that message
    elif interaction.kind == COMPONENT and interaction.source and interaction.source.viewer in (None, viewer):
        origin |= composer.reply(interaction.source)
    return origin


def _choices(interactions: Interactions, interaction: PageInteraction, data: Json) -> None:
    form = Form(("data",))
    choices = errors.objects(form, data, "choices", 25, needed=True)
    for index, choice in enumerate(choices):
        place = form.at("choices", index)
        errors.text(place, choice, "name", 100, low=1, needed=True)
        if isinstance(choice.get("value"), str):
            errors.text(place, choice, "value", 100, low=1)
        elif choice.get("value") is None:
            errors.required(place.at("value"))
    form.check()
    frame = {"op": "autocomplete", "nonce": interaction.nonce, "choices": choices}
    interactions.send(interaction, frame)


def _modal(interactions: Interactions, interaction: PageInteraction, data: Json) -> None:
    form = Form(("data",))
    limits.check_modal(form, data)
    form.check()
    components = composer.resolve(data["components"], [])
    modal = {"custom_id": data["custom_id"], "title": data["title"], "components": components}
    interactions.open_modal(interaction, modal)
    interactions.send(interaction, {"op": "modal", "id": interaction.id, **modal})


def _callback(interaction: PageInteraction, kind: int, post: PostedMessage | None) -> Json:
    told: Json = {"id": interaction.id, "type": interaction.kind}
    answer: Json = {"interaction": told}
    if post is not None:
        told |= {
            "response_message_id": post.id,
            "response_message_loading": bool(post.flags & LOADING),
            "response_message_ephemeral": bool(post.flags & EPHEMERAL),
        }
        answer["resource"] = {"type": kind, "message": post.body}
    return answer


# --- later answers, by the token ---


def follow_up(
    interactions: Interactions, interaction: PageInteraction, body: Json, uploads: list[Upload]
) -> PostedMessage:
    """Send a further message; the first one after a deferral becomes the deferred answer."""
    world = interactions.world
    if interaction.answer == DEFERRED and interaction.original is not None:
        waiting = world.posts.get(interaction.channel_id, {}).get(interaction.original)
        if waiting is not None and waiting.flags & LOADING:
            return composer.change(world, waiting, body, uploads)
    return _message(world, interaction, body, uploads, Form())


def message(interactions: Interactions, interaction: PageInteraction, message_id: str) -> PostedMessage:
    """A message that the token may read and change: `@original` or one it made; raises 10008 for any other."""
    if message_id == "@original":
        message_id = interaction.original or ""
    elif message_id not in interaction.made and message_id != interaction.original:
        raise unknown("message")
    return interactions.world.post(interaction.channel_id, message_id)
