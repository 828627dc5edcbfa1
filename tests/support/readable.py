"""What a person reads in a message: its texts, buttons and pictures."""

from __future__ import annotations

from bot.playground.component_limits import BUTTON, TEXT, walk
from bot.playground.shapes import Json


def text_of(message: Json) -> str:
    """Everything that can be read in a message: content, text displays, embeds, labels, alt texts; one line each."""
    parts = [message.get("content", "")]
    for embed in message.get("embeds", []):
        parts += [embed.get("title"), embed.get("description"), (embed.get("footer") or {}).get("text")]
        parts += [part for row in embed.get("fields", []) for part in (row["name"], row["value"])]
    for component in walk(message.get("components", [])):
        parts += [component.get(key) for key in ("content", "label", "placeholder", "description")]
        parts += [item.get("description") for item in component.get("items", [])]
        parts += [option["label"] for option in component.get("options", [])]
    parts += [attachment.get("description") for attachment in message.get("attachments", [])]
    return "\n".join(part for part in parts if part)


def displays_of(message: Json) -> list[str]:
    """The text displays of a message, in order."""
    return [c["content"] for c in walk(message["components"]) if c["type"] == TEXT]


def buttons_of(message: Json, disabled: bool = False) -> list[str]:
    """The labels of a message's buttons that can be pressed (``disabled``: of all)."""
    found = [c for c in walk(message["components"]) if c["type"] == BUTTON]
    return [caption_of(button) for button in found if disabled or not button.get("disabled")]


def pictures_of(message: Json) -> list[Json]:
    """All pictures: attachments, gallery items and thumbnails, each with ``url`` and ``description``."""
    found = [a for a in message["attachments"] if a.get("content_type", "").startswith("image/")]
    for component in walk(message["components"]):
        items = component.get("items") or ([component] if "media" in component else [])
        found += [{**item["media"], "description": item.get("description")} for item in items]
    return found


def caption_of(component: Json) -> str:
    """What a button or menu says: its label, emoji or placeholder."""
    return str(
        component.get("label") or (component.get("emoji") or {}).get("name") or component.get("placeholder") or ""
    )
