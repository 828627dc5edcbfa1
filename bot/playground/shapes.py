"""The JSON exchanged between the playground, the bot and the page."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
"""An object in Discord's shape (message, channel, component, ...), exactly as sent."""
