"""How somebody wants pictures, or how they look in a channel."""

from __future__ import annotations

from typing import Protocol

from bot.render import THEMES, ZOOMS, Style
from bot.service.profiles import CLASSIC


class Looks(Protocol):
    """The settings of a person or of a channel that pictures depend on."""

    @property
    def theme(self) -> str:
        """The name of a theme."""
        ...

    @property
    def zoom(self) -> int:
        """The size in percent."""
        ...

    @property
    def easy_to_read(self) -> bool:
        """Whether letters are large."""
        ...

    @property
    def animation(self) -> int | None:
        """The speed of moving pictures, None where none are wanted."""
        ...


def style_of(looks: Looks) -> Style:
    """The style of pictures (ledger N17, C20, K20). A theme or size that is no more gives way to the usual one."""
    return Style(
        looks.theme if looks.theme in THEMES else CLASSIC,
        "large" if looks.easy_to_read else "normal",
        zoom=looks.zoom if looks.zoom in ZOOMS else 100,
    )
