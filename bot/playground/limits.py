"""What Discord refuses in a message, a modal and their components, of the kinds that this bot sends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from bot.playground import errors
from bot.playground.errors import ApiError, Form, Json, refused
from bot.playground.media import UPLOAD_LIMIT, Upload
from bot.playground.world import COMPONENTS_V2

ROW, BUTTON, SELECT, INPUT, USERS, ROLES, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = (
    1, 2, 3, 4, 5, 6, 10, 12, 13, 14, 17, 18)  # fmt: skip
SELECTS = (SELECT, USERS, ROLES)
BLOCKS = (ROW, TEXT, GALLERY, FILE, SEPARATOR)
LINK = 5
COMPONENT_LIMIT, TEXT_LIMIT, ROW_LIMIT, MODAL_LIMIT = 40, 4000, 5, 5


def children(component: Json) -> list[Json]:
    """The direct children of a component."""
    inside = list(component.get("components") or [])
    return [*inside, component["component"]] if isinstance(component.get("component"), dict) else inside


def walk(components: list[Json]) -> Iterator[Json]:
    """All components, each before its children."""
    for component in components:
        yield component
        yield from walk(children(component))


@dataclass(slots=True)
class _Seen:
    custom_ids: set[str] = field(default_factory=set)
    files: frozenset[str] = frozenset()


def check_message(form: Form, components: list[Json], v2: bool, files: frozenset[str]) -> None:
    """Record every mistake in a message's components; ``files`` are the names valid after attachment://."""
    seen = _Seen(files=files)
    if v2:
        _children(form, components, (*BLOCKS, CONTAINER), seen)
        if sum(1 for _ in walk(components)) > COMPONENT_LIMIT:
            form.add(
                "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
                f"Total number of components cannot exceed {COMPONENT_LIMIT}",
            )
        texts = (c.get("content") for c in walk(components) if c.get("type") == TEXT)
        if sum(len(text) for text in texts if isinstance(text, str)) > TEXT_LIMIT:
            form.add(
                "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
                f"Components displayable text size exceeds maximum size of {TEXT_LIMIT}",
            )
    else:
        errors.length(form, len(components), 0, ROW_LIMIT)
        _children(form, components, (ROW,), seen)
    _ids(form, components)


def check_modal(form: Form, data: Json) -> None:
    """Record every mistake in a modal's title, custom_id and components."""
    errors.text(form, data, "custom_id", 100, low=1, needed=True)
    errors.text(form, data, "title", 45, low=1, needed=True)
    components = errors.objects(form, data, "components", MODAL_LIMIT, low=1, needed=True)
    seen = _Seen()
    _children(form.at("components"), components, (TEXT, LABEL), seen)
    _ids(form.at("components"), components)


def _ids(form: Form, components: list[Json]) -> None:
    given = [c["id"] for c in walk(components) if c.get("id")]
    if len(given) != len(set(given)):
        form.add("COMPONENT_ID_DUPLICATED", "Component ids must be unique")


def _kind(form: Form, component: Json, allowed: tuple[int, ...]) -> bool:
    kind = component.get("type")
    if kind is None:
        errors.required(form.at("type"))
        return False
    if kind in allowed:
        return True
    names = ", ".join(map(str, allowed))
    form.at("type").add("UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({names}).')
    return False


def _children(form: Form, components: list[Json], allowed: tuple[int, ...], seen: _Seen) -> None:
    for index, component in enumerate(components):
        if _kind(form.at(index), component, allowed):
            _CHECKS[component["type"]](form.at(index), component, seen)


def _row(form: Form, row: Json, seen: _Seen) -> None:
    inside = errors.objects(form, row, "components", 5, low=1, needed=True)
    _children(form.at("components"), inside, (BUTTON, *SELECTS), seen)
    if len(inside) > 1 and any(c.get("type") in SELECTS for c in inside):
        form.at("components").add(
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width"
        )


def _custom_id(form: Form, component: Json, seen: _Seen) -> None:
    custom_id = errors.text(form, component, "custom_id", 100, low=1, needed=True)
    if custom_id and custom_id in seen.custom_ids:
        form.at("custom_id").add("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
    seen.custom_ids.add(custom_id)


def _button(form: Form, button: Json, seen: _Seen) -> None:
    style = button.get("style")
    if not errors.choice(form.at("style"), style, range(1, 6)):
        return
    errors.text(form, button, "label", 80)
    if style == LINK:
        errors.text(form, button, "url", 512, low=1, needed=True)
        if button.get("custom_id") is not None:
            form.add(
                "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified"
            )
    else:
        _custom_id(form, button, seen)
    if not button.get("label") and not button.get("emoji"):
        form.add("BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button must have a label or emoji")


def _select(form: Form, select: Json, seen: _Seen) -> None:
    _custom_id(form, select, seen)
    errors.text(form, select, "placeholder", 150)
    low = errors.number(form, select, "min_values", 0, 25)
    high = errors.number(form, select, "max_values", 1, 25)
    if low is not None and low > (1 if high is None else high):
        form.at("min_values").add("SELECT_COMPONENT_MIN_MAX_VALUES", "min_values must not exceed max_values")
    if select["type"] != SELECT:
        return
    options = _options(form, select)
    if options and high is not None and high > len(options):
        form.at("max_values").add("SELECT_COMPONENT_MAX_VALUES_INVALID", "max_values exceeds the number of options")


def _options(form: Form, component: Json) -> list[Json]:
    options = errors.objects(form, component, "options", 25, low=1, needed=True)
    values: set[str] = set()
    for index, option in enumerate(options):
        place = form.at("options", index)
        errors.text(place, option, "label", 100, low=1, needed=True)
        value = errors.text(place, option, "value", 100, low=1, needed=True)
        errors.text(place, option, "description", 100)
        if value and value in values:
            place.at("value").add(
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used"
            )
        values.add(value)
    return options


def _text(form: Form, component: Json, _: _Seen) -> None:
    errors.text(form, component, "content", TEXT_LIMIT, low=1, needed=True)


def _media(form: Form, holder: Json, key: str, seen: _Seen, attached: bool = False) -> None:
    media = holder.get(key)
    if not isinstance(media, dict):
        errors.required(form.at(key))
        return
    place = form.at(key, "url")
    url = errors.text(form.at(key), media, "url", 2048, low=1, needed=True)
    scheme, _, rest = url.partition("://")
    if scheme == "attachment":
        if rest not in seen.files:
            place.add(
                "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                f"The referenced attachment '{rest}' was not found",
            )
    elif url and (attached or scheme not in ("http", "https")):
        place.add(
            "URL_TYPE_INVALID_SCHEME",
            f"Scheme \"{scheme}\" is not supported. Scheme must be one of ('http', 'https', 'attachment').",
        )


def _gallery(form: Form, gallery: Json, seen: _Seen) -> None:
    for index, item in enumerate(errors.objects(form, gallery, "items", 10, low=1, needed=True)):
        _media(form.at("items", index), item, "media", seen)
        errors.text(form.at("items", index), item, "description", 1024, low=1)


def _file(form: Form, component: Json, seen: _Seen) -> None:
    _media(form, component, "file", seen)


def _separator(form: Form, separator: Json, _: _Seen) -> None:
    if separator.get("spacing") is not None:
        errors.choice(form.at("spacing"), separator["spacing"], (1, 2))


def _container(form: Form, container: Json, seen: _Seen) -> None:
    inside = errors.objects(form, container, "components", COMPONENT_LIMIT, low=1, needed=True)
    errors.number(form, container, "accent_color", 0, 0xFFFFFF)
    _children(form.at("components"), inside, BLOCKS, seen)


def _label(form: Form, label: Json, seen: _Seen) -> None:
    errors.text(form, label, "label", 45, low=1, needed=True)
    errors.text(form, label, "description", 100, low=1)
    inside = label.get("component")
    if not isinstance(inside, dict):
        errors.required(form.at("component"))
    elif _kind(form.at("component"), inside, (INPUT,)):
        _input(form.at("component"), inside, seen)


def _input(form: Form, field: Json, seen: _Seen) -> None:
    _custom_id(form, field, seen)
    errors.choice(form.at("style"), field.get("style"), (1, 2))
    errors.text(form, field, "placeholder", 100)
    low = errors.number(form, field, "min_length", 0, 4000)
    high = errors.number(form, field, "max_length", 1, 4000)
    errors.text(form, field, "value", high or 4000, low=(low or 0) if field.get("value") else 0)


_CHECKS: dict[int, Callable[[Form, Json, _Seen], None]] = {
    ROW: _row,
    BUTTON: _button,
    **dict.fromkeys(SELECTS, _select),
    INPUT: _input,
    TEXT: _text,
    GALLERY: _gallery,
    FILE: _file,
    SEPARATOR: _separator,
    CONTAINER: _container,
    LABEL: _label,
}


CONTENT_LIMIT, FILE_LIMIT, ALT_LIMIT, NONCE_LIMIT = 2000, 10, 1024, 25


def check_uploads(form: Form, uploads: list[Upload]) -> None:
    """Refuse a file that is too large (40005); record too many files."""
    if any(len(upload.data) > UPLOAD_LIMIT for upload in uploads):
        raise refused(40005)
    errors.length(form.at("attachments"), len(uploads), 0, FILE_LIMIT)


def check_text(form: Form, body: Json) -> None:
    """Record mistakes in content, nonce and allowed mentions."""
    errors.text(form, body, "content", CONTENT_LIMIT)
    _nonce(form.at("nonce"), body.get("nonce"))
    _mentions(form.at("allowed_mentions"), body.get("allowed_mentions") or {})
    for index, attachment in enumerate(errors.objects(form, body, "attachments", FILE_LIMIT)):
        place = form.at("attachments", index)
        if attachment.get("id") is None:
            errors.required(place.at("id"))
        errors.text(place, attachment, "description", ALT_LIMIT)


def check_flags(form: Form, body: Json, before: int | None) -> bool:
    """Whether the message uses Components V2 after this request; ``before`` are its previous flags."""
    given = errors.number(form, body, "flags", 0, 2**31)
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
        errors.choice(form.at("parse"), kind, ("everyone", "roles", "users"))
    for kind in ("roles", "users"):
        listed = allowed.get(kind) or []
        if kind in parse and listed:
            form.at("parse").add(
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.',
            )
        errors.length(form.at(kind), len(listed), 0, 100)
