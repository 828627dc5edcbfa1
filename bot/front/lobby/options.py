"""The options that choose a game: `/game new` has them, and every command that opens games for others."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TypeVar

from discord import app_commands

from bot.front.lobby.opening import GAME_OPTIONS

Callback = TypeVar("Callback", bound=Callable[..., object])


def chooses_game(callback: Callback) -> Callback:
    """Describe those of these options that a command takes, and offer values for them."""
    taken = {name: GAME_OPTIONS[name] for name in inspect.signature(callback).parameters if name in GAME_OPTIONS}
    app_commands.describe(**{name: one.about for name, one in taken.items()})(callback)
    app_commands.autocomplete(**{name: one.offers for name, one in taken.items() if one.offers})(callback)
    return callback
