"""The options that choose a game: `/game new` has them, and every command that opens games for others."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TypeVar

from discord import app_commands
from discord.app_commands import locale_str as _

from bot.front.interaction import choices
from bot.front.interaction.slash import Offered

Callback = TypeVar("Callback", bound=Callable[..., object])

_TOLD = {
    "preset": _("A set of rules"),
    "language": _("The language of tiles and words"),
    "variant": _("The board and tiles"),
    "lexicon": _("The dictionary; combine several with +"),
}
_OFFERED = {
    "preset": choices.presets,
    "language": choices.languages,
    "variant": choices.variants,
    "lexicon": choices.lexicons,
}


GAME_OPTIONS = {name: Offered(told, _OFFERED[name]) for name, told in _TOLD.items()}
"""The same for a command that is a row."""


def chooses_game(callback: Callback) -> Callback:
    """Describe those of these options that a command takes, and offer values for them."""
    taken = [name for name in inspect.signature(callback).parameters if name in _TOLD]
    app_commands.describe(**{name: _TOLD[name] for name in taken})(callback)
    app_commands.autocomplete(**{name: _OFFERED[name] for name in taken})(callback)
    return callback
