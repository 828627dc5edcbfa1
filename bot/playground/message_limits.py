"""What Discord refuses in a message's body, except for its components.

Limits are from Discord's API reference, "Message Resource"; error codes are as Discord returns them.
"""

from __future__ import annotations

from typing import Any

from bot.playground import fields
from bot.playground.errors import ApiError, Form, refused
from bot.playground.media import UPLOAD_LIMIT, Upload
from bot.playground.shapes import Json
from bot.playground.world import COMPONENTS_V2

CONTENT_LIMIT, FILE_LIMIT, ALT_LIMIT, NONCE_LIMIT = 2000, 10, 1024, 25


def check_uploads(form: Form, uploads: list[Upload]) -> None:
    """Refuse a file that is too large (40005); record too many files."""
    if any(len(upload.data) > UPLOAD_LIMIT for upload in uploads):
        raise refused(40005)
    fields.length(form.at("attachments"), len(uploads), 0, FILE_LIMIT)


def check_text(form: Form, body: Json) -> None:
    """Record mistakes in content, nonce and allowed mentions."""
    fields.text(form, body, "content", CONTENT_LIMIT)
    _nonce(form.at("nonce"), body.get("nonce"))
    _mentions(form.at("allowed_mentions"), body.get("allowed_mentions") or {})
    for index, attachment in enumerate(fields.objects(form, body, "attachments", FILE_LIMIT)):
        place = form.at("attachments", index)
        if attachment.get("id") is None:
            fields.required(place.at("id"))
        fields.text(place, attachment, "description", ALT_LIMIT)


def check_flags(form: Form, body: Json, before: int | None) -> bool:
    """Whether the message uses Components V2 after this request; ``before`` are its previous flags."""
    given = fields.number(form, body, "flags", 0, 2**31)
    had = bool(before is not None and before & COMPONENTS_V2)
    if given is None:
        return had
    v2 = bool(given & COMPONENTS_V2)
    if had and not v2:
        form.at("flags").add(
            "MESSAGE_FLAGS_COMPONENTS_V2_CANNOT_BE_REMOVED", "The IS_COMPONENTS_V2 flag cannot be removed"
        )
    return v2 or had


def check_legacy(form: Form, body: Json) -> None:
    """Record fields that a message with Components V2 must not have."""
    for key in ("content", "embeds", "poll", "sticker_ids"):
        if body.get(key):
            form.at(key).add(
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )


def empty() -> ApiError:
    """50006, for an empty message."""
    return refused(50006)


def _nonce(form: Form, nonce: Any) -> None:
    if isinstance(nonce, str) and len(nonce) > NONCE_LIMIT:
        form.add("NONCE_TYPE_TOO_LONG", f"Must be {NONCE_LIMIT} or fewer characters long.")
    elif nonce is not None and not isinstance(nonce, str | int):
        form.add("NONCE_TYPE_INVALID_TYPE", "This field must be a string or integer.")


def _mentions(form: Form, allowed: Json) -> None:
    parse = allowed.get("parse") or []
    for kind in parse:
        fields.choice(form.at("parse"), kind, ("everyone", "roles", "users"))
    for kind in ("roles", "users"):
        listed = allowed.get(kind) or []
        if kind in parse and listed:
            form.at("parse").add(
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.',
            )
        fields.length(form.at(kind), len(listed), 0, 100)
