"""How somebody wants pictures."""

from __future__ import annotations

from bot.render import Style
from bot.service.ports import PersonProfile


def style_of(person: PersonProfile) -> Style:
    """The style of a person's own pictures (ledger N17)."""
    return Style(size="large" if person.easy_to_read else "normal")
