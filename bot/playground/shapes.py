"""The JSON that travels between the playground, the bot and the page."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
"""An object in Discord's own shape (message, channel, component, ...), kept as it goes over the wire."""
