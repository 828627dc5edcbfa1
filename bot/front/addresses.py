"""Where Discord is: its own addresses, or those of a proxy or a compatible server."""

from __future__ import annotations

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route


def use_addresses(api: str | None, gateway: str | None, cdn: str | None) -> None:
    """Set the addresses of REST, gateway and files for this process; None leaves one as it is. Call it before login."""
    if api:
        Route.BASE = api
    if gateway:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    if cdn:
        discord.Asset.BASE = cdn
