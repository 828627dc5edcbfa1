"""Creates and changes messages from request bodies, for any sender and endpoint."""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass, field

from bot.playground import limits
from bot.playground.clock import instant, timestamp
from bot.playground.errors import Form, Json, unknown
from bot.playground.media import Upload, safe_name
from bot.playground.world import COMPONENTS_V2, EPHEMERAL, LOADING, Nonce, PostedMessage, World

SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS = 1 << 2, 1 << 12
SETTABLE = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2
EDITABLE = SUPPRESS_EMBEDS | COMPONENTS_V2
"""The flags of a message that an edit may change (Discord's API reference, "Edit Message")."""
NONCE_SECONDS = 180.0
"""How long `enforce_nonce` remembers; Discord says "the past few minutes"."""


@dataclass(frozen=True, slots=True)
class NewMessage:
    """A message to create: a request's `body` and files, and where and for whom it is.

    `extra` fields (such as `interaction_metadata`) are copied into the message; `ready` are files uploaded
    earlier.
    """

    channel_id: str
    author: Json
    body: Json
    uploads: list[Upload] = field(default_factory=list)
    viewer: str | None = None
    extra: Json = field(default_factory=dict)
    place: Form = field(default_factory=Form)
    ready: list[Json] = field(default_factory=list)


def create(world: World, draft: NewMessage, loading: bool = False) -> PostedMessage:
    """Check a draft, add the message to its channel and return it.

    A repeated enforced nonce returns the first message again, or raises 10008 if it was deleted. Raises ApiError for
    anything Discord refuses.
    """
    known = _same_nonce(world, draft.body)
    if known is not None:
        return known
    post = PostedMessage(_blank(world, draft), list(draft.ready), draft.viewer)
    if loading:
        post.body["flags"] = LOADING | (EPHEMERAL if draft.viewer else 0)
    else:
        _fill(world, post, draft.body, draft.uploads, draft.place, fresh=True)
    _reference(world, post, draft)
    if draft.body.get("nonce") is not None:
        post.body["nonce"] = draft.body["nonce"]
    world.add_post(post)
    if draft.body.get("enforce_nonce"):
        now = world.clock.now()
        world.nonces = {key: used for key, used in world.nonces.items() if now - used.instant <= NONCE_SECONDS}
        world.nonces[str(draft.body["nonce"])] = Nonce(draft.channel_id, post.id, now)
    return post


def change(
    world: World, post: PostedMessage, body: Json, uploads: list[Upload], place: Form | None = None
) -> PostedMessage:
    """Check and apply a change to a message, and return the message. Raises ApiError as `create` does."""
    was_loading = bool(post.flags & LOADING)
    _fill(world, post, body, uploads, place or Form(), fresh=was_loading)
    post.body["flags"] &= ~LOADING
    if not was_loading:
        post.body["edited_timestamp"] = timestamp(world.clock.now())
    world.change_post(post)
    return post


def _same_nonce(world: World, body: Json) -> PostedMessage | None:
    if not body.get("enforce_nonce") or body.get("nonce") is None:
        return None
    used = world.nonces.get(str(body["nonce"]))
    if used is None or world.clock.now() - used.instant > NONCE_SECONDS:
        return None
    if used.channel_id not in world.channels:
        raise unknown("message")
    return world.post(used.channel_id, used.message_id)


def _blank(world: World, draft: NewMessage) -> Json:
    message_id = world.snowflakes.next()
    return {
        "id": message_id,
        "channel_id": draft.channel_id,
        "author": draft.author,
        "type": 0,
        "content": "",
        "timestamp": timestamp(instant(message_id)),
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": [],
        "pinned": False,
        "flags": EPHEMERAL if draft.viewer else 0,
        **draft.extra,
    }


def _reference(world: World, post: PostedMessage, draft: NewMessage) -> None:
    reference = draft.body.get("message_reference")
    if not reference:
        return
    target = world.posts.get(draft.channel_id, {}).get(str(reference.get("message_id")))
    if target is None or target.viewer is not None:
        if reference.get("fail_if_not_exists", True):
            raise draft.place.at("message_reference").fail("REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        return
    post.body |= reply(target)
    allowed = draft.body.get("allowed_mentions")
    if allowed is None or allowed.get("replied_user", False):
        _add_mention(world, post.body, target.body["author"]["id"])


def reply(target: PostedMessage) -> Json:
    """The fields that make a message a reply to `target`."""
    return {
        "type": 19,
        "message_reference": {"type": 0, "channel_id": target.body["channel_id"], "message_id": target.id},
        "referenced_message": {key: value for key, value in target.body.items() if key != "referenced_message"},
    }


def _fill(world: World, post: PostedMessage, body: Json, uploads: list[Upload], form: Form, fresh: bool) -> None:
    before = None if fresh else post.flags
    limits.check_uploads(form, uploads)
    limits.check_text(form, body)
    form.check()
    v2 = limits.check_flags(form, body, before)
    kept, names = _kept(post, body, uploads)
    components = body.get("components")
    if v2:
        limits.check_legacy(form, {**post.body, **body})
    if components is not None:
        limits.check_message(form.at("components"), components, v2, frozenset(names))
    form.check()
    _refuse_empty(post, body, len(kept) + len(uploads))
    added = _store(world, post, body, uploads)
    stay = {upload["id"] for upload in kept}
    world.files.drop([upload for upload in post.uploads if upload["id"] not in stay])
    post.uploads = kept + added
    _apply(post, body, v2, SETTABLE if fresh else EDITABLE)
    if components is not None:
        post.body["components"] = resolve(components, post.uploads)
    consumed = {item["media"].get("attachment_id") for item in _media(post.body["components"])}
    post.body["attachments"] = [upload for upload in post.uploads if upload["id"] not in consumed]
    if fresh or "content" in body or components is not None:
        _mention(world, post.body, body.get("allowed_mentions"))


def _kept(post: PostedMessage, body: Json, uploads: list[Upload]) -> tuple[list[Json], set[str]]:
    """The old files that stay, and all names that are then valid after attachment://."""
    listed = body.get("attachments")
    if listed is None:
        # version 10 of the API: new files without a list replace the old ones
        kept = [] if uploads else list(post.uploads)
        return kept, set(_new_names(body, uploads)) | {upload["filename"] for upload in kept}
    stay = {str(entry["id"]): entry for entry in listed}
    kept = [{**upload, **_described(stay[upload["id"]])} for upload in post.uploads if upload["id"] in stay]
    # an old file is found by name only if the body repeats the name beside the id
    names = {str(entry["filename"]) for entry in stay.values() if entry.get("filename")}
    return kept, names | set(_new_names(body, uploads))


def _described(entry: Json) -> Json:
    return {"description": entry["description"]} if entry.get("description") is not None else {}


def _refuse_empty(post: PostedMessage, body: Json, files: int) -> None:
    after = {**post.body, **body}
    if not (after.get("content") or after.get("components") or files):
        raise limits.empty()


def _entries(body: Json, uploads: list[Upload]) -> list[Json]:
    """The entry of each new file in the body's `attachments`, by the number in the file's field name."""
    listed = {str(entry["id"]): entry for entry in body.get("attachments") or []}
    return [listed.get(upload.name.removeprefix("files[").removesuffix("]"), {}) for upload in uploads]


def _new_names(body: Json, uploads: list[Upload]) -> list[str]:
    pairs = zip(_entries(body, uploads), uploads, strict=True)
    return [safe_name(entry.get("filename") or upload.filename) for entry, upload in pairs]


def _store(world: World, post: PostedMessage, body: Json, uploads: list[Upload]) -> list[Json]:
    stored = []
    names = _new_names(body, uploads)
    for name, entry, upload in zip(names, _entries(body, uploads), uploads, strict=True):
        attachment = world.files.add(post.body["channel_id"], world.snowflakes.next(), name, upload.data)
        attachment.update(_described(entry))
        if post.viewer is not None:
            attachment["ephemeral"] = True
        stored.append(attachment)
    return stored


def _apply(post: PostedMessage, body: Json, v2: bool, flags: int) -> None:
    if "content" in body:
        post.body["content"] = body["content"] or ""
    if "components" in body and not body["components"]:
        post.body["components"] = []
    if body.get("flags") is not None:
        kept = post.flags & ~(flags & ~COMPONENTS_V2)
        post.body["flags"] = kept | int(body["flags"]) & flags
    if v2:
        post.body["flags"] |= COMPONENTS_V2


def _media(components: list[Json]) -> list[Json]:
    """Everything in the components that shows an image or file, each with its `media`."""
    found: list[Json] = []
    for component in limits.walk(components):
        found += component.get("items") or []
        found += [component] if "media" in component else []
        found += [{"media": component["file"]}] if "file" in component else []
    return found


def resolve(components: list[Json], uploads: list[Json]) -> list[Json]:
    """The components as Discord returns them: all numbered, ids as text, files with address, size and type."""
    made: list[Json] = copy.deepcopy(components)
    number_ids(made)
    by_name = {f"attachment://{upload['filename']}": upload for upload in uploads}
    by_url = {upload["url"]: upload for upload in uploads}
    for item in _media(made):
        media = item["media"]
        upload = by_name.get(media["url"]) or by_url.get(media["url"])
        media.setdefault("proxy_url", media["url"])
        if upload is not None:
            media.update({key: upload[key] for key in ("url", "proxy_url", "content_type")})
            media.update({"attachment_id": upload["id"], "width": upload.get("width"), "height": upload.get("height")})
            media["loading_state"] = 2
    for component in limits.walk(made):
        upload = by_url.get(component.get("file", {}).get("url"))
        if upload is not None:
            component.update({"name": upload["filename"], "size": upload["size"]})
        for chosen in component.get("default_values") or []:
            chosen["id"] = str(chosen["id"])
    return made


def number_ids(components: list[Json]) -> None:
    """Give the next free number to every component without an id."""
    taken = {component["id"] for component in limits.walk(components) if component.get("id")}
    number = 0
    for component in limits.walk(components):
        if component.get("id"):
            continue
        number += 1
        while number in taken:
            number += 1
        component["id"] = number


def _mention(world: World, message: Json, allowed: Json | None) -> None:
    texts = [message["content"]]
    texts += [c["content"] for c in limits.walk(message["components"]) if c["type"] == limits.TEXT]
    text = "\n".join(texts)
    parse = ("users", "roles", "everyone") if allowed is None else allowed.get("parse") or ()
    allowed = allowed or {}
    listed = {str(user) for user in allowed.get("users") or ()}
    message["mentions"] = []
    for user_id in re.findall(r"<@!?(\d+)>", text):
        if "users" in parse or user_id in listed:
            _add_mention(world, message, user_id)
    roles = {str(role) for role in allowed.get("roles") or ()}
    found = dict.fromkeys(re.findall(r"<@&(\d+)>", text))
    message["mention_roles"] = [role for role in found if "roles" in parse or role in roles]
    message["mention_everyone"] = "everyone" in parse and bool(re.search(r"@(everyone|here)\b", text))


def _add_mention(world: World, message: Json, user_id: str) -> None:
    if user_id not in world.people and user_id != world.bot["id"]:
        return
    if all(user["id"] != user_id for user in message["mentions"]):
        message["mentions"].append(world.user(user_id))
