"""Pictures for messages, drawn in threads of their own so that the event loop never waits for one."""

from __future__ import annotations

import asyncio
import io
from concurrent.futures import Executor

import discord

from bot.front.presenter.message import Image, Message
from bot.render import BoardScene, Picture, Style, draw_board, draw_rack

LONGEST_ALT = 1024


class Pictures:
    """Draws the pictures of messages in a pool of threads."""

    def __init__(self, pool: Executor) -> None:
        self._pool = pool

    async def files(self, message: Message, style: Style) -> list[discord.File]:
        """The files that a message's images name, drawn."""
        loop = asyncio.get_running_loop()
        drawn = [loop.run_in_executor(self._pool, draw, image, style) for image in message.images]
        pictures = await asyncio.gather(*drawn)
        return [_file(image, picture) for image, picture in zip(message.images, pictures, strict=True)]


def draw(image: Image, style: Style) -> Picture:
    """The picture of an image's scene."""
    if isinstance(image.scene, BoardScene):
        return draw_board(image.scene, style)
    return draw_rack(image.scene, style)


def _file(image: Image, picture: Picture) -> discord.File:
    return discord.File(io.BytesIO(picture.data), image.filename, description=image.alt[:LONGEST_ALT])
