"""The bot's answers to interactions: the first one (callback), and later ones through the webhook's token."""

from __future__ import annotations

from bot.playground import component_limits, composer, fields
from bot.playground.errors import Form, unknown
from bot.playground.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, Interaction, Interactions
from bot.playground.media import Upload
from bot.playground.shapes import Json
from bot.playground.world import EPHEMERAL, LOADING, PostedMessage, World

MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES, OPEN_MODAL = 4, 5, 6, 7, 8, 9


def first(interactions: Interactions, interaction_id: str, token: str, body: Json, uploads: list[Upload]) -> Json:
    """Perform a callback and return the callback object. Raises ApiError for what Discord refuses."""
    interaction = interactions.unanswered(interaction_id, token)
    kind = body.get("type")
    form = Form()
    if not fields.choice(form.at("type"), kind, _allowed(interaction)):
        form.check()
    assert isinstance(kind, int)
    post = _do(interactions, interaction, kind, body.get("data") or {}, uploads)
    interaction.answer = kind
    interactions.tell(interaction, "answered")
    return _callback(interaction, kind, post)


def _allowed(interaction: Interaction) -> tuple[int, ...]:
    if interaction.kind == AUTOCOMPLETE:
        return (CHOICES,)
    updates = (DEFERRED_UPDATE, UPDATE) if interaction.source is not None else ()
    modal = (OPEN_MODAL,) if interaction.kind in (COMMAND, COMPONENT) else ()
    return (MESSAGE, DEFERRED, *updates, *modal)


def _do(
    interactions: Interactions, interaction: Interaction, kind: int, data: Json, uploads: list[Upload]
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
    world: World, interaction: Interaction, data: Json, uploads: list[Upload], place: Form, loading: bool = False
) -> PostedMessage:
    viewer = interaction.person.id if int(data.get("flags") or 0) & EPHEMERAL else None
    extra = _origin(world, interaction, viewer)
    draft = composer.NewMessage(interaction.channel_id, world.bot, data, uploads, viewer, extra, place)
    post = composer.create(world, draft, loading)
    interaction.made.add(post.id)
    return post


def _origin(world: World, interaction: Interaction, viewer: str | None) -> Json:
    """What a message reveals of the interaction it answers; ``viewer`` is the only person who will see it."""
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


def _choices(interactions: Interactions, interaction: Interaction, data: Json) -> None:
    form = Form(("data",))
    choices = fields.objects(form, data, "choices", 25, needed=True)
    for index, choice in enumerate(choices):
        place = form.at("choices", index)
        fields.text(place, choice, "name", 100, low=1, needed=True)
        if isinstance(choice.get("value"), str):
            fields.text(place, choice, "value", 100, low=1)
        elif choice.get("value") is None:
            fields.required(place.at("value"))
    form.check()
    frame = {"op": "autocomplete", "nonce": interaction.nonce, "choices": choices}
    interactions.send(interaction, frame)


def _modal(interactions: Interactions, interaction: Interaction, data: Json) -> None:
    form = Form(("data",))
    component_limits.check_modal(form, data)
    form.check()
    components = composer.resolve(data["components"], [])
    modal = {"custom_id": data["custom_id"], "title": data["title"], "components": components}
    interactions.open_modal(interaction, modal)
    interactions.send(interaction, {"op": "modal", "id": interaction.id, **modal})


def _callback(interaction: Interaction, kind: int, post: PostedMessage | None) -> Json:
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


def follow_up(interactions: Interactions, interaction: Interaction, body: Json, uploads: list[Upload]) -> PostedMessage:
    """Send a further message; the first one after a deferral becomes the deferred answer."""
    world = interactions.world
    if interaction.answer == DEFERRED and interaction.original is not None:
        waiting = world.posts.get(interaction.channel_id, {}).get(interaction.original)
        if waiting is not None and waiting.flags & LOADING:
            return composer.change(world, waiting, body, uploads)
    return _message(world, interaction, body, uploads, Form())


def message(interactions: Interactions, interaction: Interaction, message_id: str) -> PostedMessage:
    """A message that the token may read and change: ``@original`` or one it made; raises 10008 for any other."""
    if message_id == "@original":
        message_id = interaction.original or ""
    elif message_id not in interaction.made and message_id != interaction.original:
        raise unknown("message")
    return interactions.world.post(interaction.channel_id, message_id)
