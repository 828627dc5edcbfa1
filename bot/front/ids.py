"""What a button or a modal says of itself: its action, its game, and the turn it was made for.

A button is `tw:<action>:<game>:<turn>`; a modal has a random part behind, because clients tell modals apart by it.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass

NO_GAME = "-"
"""Stands in an id where no game is meant."""

_BUTTON = r"tw:(?P<action>[a-z_]+):(?P<game>[a-z0-9-]{1,40}):(?P<turn>[0-9]{1,20})"
"""Short enough that the modal which a button opens has an id of Discord's 100 characters, whatever was forged."""
_MODAL = re.compile(_BUTTON + r":[0-9a-f]+")


@dataclass(frozen=True, slots=True)
class Target:
    """What a button or modal is about. `turn` is the number that its maker saw."""

    action: str
    game: str
    turn: int = 0


def button_id(action: str, game: str = NO_GAME, turn: int = 0) -> str:
    """The custom id of a button or select menu."""
    return f"tw:{action}:{game}:{turn}"


def read_button_id(custom_id: str) -> Target | None:
    """What a button or select menu is about; None when it is none of ours."""
    match = re.fullmatch(anything(), custom_id)
    return Target(match["action"], match["game"], int(match["turn"])) if match else None


def modal_id(action: str, game: str, turn: int) -> str:
    """A custom id for a modal that nobody else has at this moment."""
    return f"tw:{action}:{game}:{turn}:{secrets.token_hex(6)}"


def read_modal_id(custom_id: str) -> Target | None:
    """What a modal is about; None when it is none of ours."""
    match = _MODAL.fullmatch(custom_id)
    return Target(match["action"], match["game"], int(match["turn"])) if match else None


def anything() -> str:
    """The regular expression of all buttons and menus, with the groups `action`, `game` and `turn`."""
    return _BUTTON
