"""Where Discord is, and files from its CDN, within bounds of size and time."""

from __future__ import annotations

import asyncio
from http import HTTPStatus

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.service.ports import AvatarUnavailable

AVATAR_PIXELS = 64
"""Pixels on each side of the avatars that are asked for."""
MOST_BYTES = 200_000
SECONDS = 2.0
_PIECE = 16 * 1024


def use_addresses(api: str | None, gateway: str | None, cdn: str | None) -> None:
    """Set the addresses of REST, gateway and files for this process; None leaves one as it is. Call it before login."""
    if api:
        Route.BASE = api
    if gateway:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    if cdn:
        discord.Asset.BASE = cdn


class AvatarFiles:
    """Fetches avatars, and nothing else."""

    def __init__(self) -> None:
        self._session: aiohttp.ClientSession | None = None

    async def fetch(self, person: str, avatar: str) -> bytes:
        """The file of a person's avatar with this hash. Raises `AvatarUnavailable`."""
        address = f"{discord.Asset.BASE}/avatars/{person}/{avatar}.png?size={AVATAR_PIXELS}"
        if self._session is None:
            self._session = aiohttp.ClientSession()
        try:
            async with (
                asyncio.timeout(SECONDS),
                self._session.get(address, allow_redirects=False) as answer,
            ):
                if answer.status != HTTPStatus.OK:
                    raise AvatarUnavailable
                return await _bounded(answer.content)
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            raise AvatarUnavailable from error

    async def close(self) -> None:
        """Close the connections."""
        if self._session:
            await self._session.close()


async def _bounded(content: aiohttp.StreamReader) -> bytes:
    data = bytearray()
    async for piece in content.iter_chunked(_PIECE):
        data += piece
        if len(data) > MOST_BYTES:
            raise AvatarUnavailable
    return bytes(data)
