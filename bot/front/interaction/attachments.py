"""Fetches uploads: whole or not at all, and never more bytes than allowed."""

from __future__ import annotations

import aiohttp
import discord

from bot.model.errors import FileLost
from engine.errors import Size, TooLarge

FETCH_SECONDS = 30
"""Seconds allowed for fetching a file."""
PIECE = 64 * 1024


async def fetch(file: discord.Attachment, most: int) -> bytes:
    """The bytes of an uploaded file. Raises `TooLarge` and `FileLost`.

    discord.py would read everything that arrives, whatever size was announced.
    """
    if file.size > most:
        raise TooLarge.beyond(file.filename, Size.BYTES, most)
    try:
        return await _read(file, most)
    except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
        raise FileLost from error


async def _read(file: discord.Attachment, most: int) -> bytes:
    data = bytearray()
    timeout = aiohttp.ClientTimeout(total=FETCH_SECONDS)
    async with (
        aiohttp.ClientSession(timeout=timeout, auto_decompress=False) as session,
        session.get(file.url, headers={"Accept-Encoding": "identity"}) as answer,
    ):
        answer.raise_for_status()
        async for piece in answer.content.iter_chunked(PIECE):
            data += piece
            if len(data) > most:
                raise TooLarge.beyond(file.filename, Size.BYTES, most)
    return bytes(data)
