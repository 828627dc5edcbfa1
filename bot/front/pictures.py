"""Pictures for messages, drawn in threads of their own so that the event loop never waits for one.

| shared            | limit                       | who waits                       | how long at most          |
|-------------------|-----------------------------|---------------------------------|---------------------------|
| the thread that   | `WAITING` pictures a person | the next picture of each person | one picture of each other |
| draws what people |                             | in turn                         | person who asks           |
| ask for           |                             |                                 |                           |
|                   |                             | pictures of one person          | `PATIENCE`, then          |
|                   |                             |                                 | `TooManyAtOnce`           |
| the thread that   | `bot.service.deliveries`    | the next picture of each server | one picture of each other |
| draws what is     |                             | in turn                         | server                    |
| posted            |                             |                                 |                           |

Whoever asks for a picture does not wait for those that are posted to all the games.
"""

from __future__ import annotations

import asyncio
import io
from concurrent.futures import Executor
from typing import assert_never

import discord

from bot.front.presenter.message import Image, Message
from bot.render import (
    BoardScene,
    EndScene,
    LessonScene,
    Picture,
    RackScene,
    StatsScene,
    Style,
    draw_animation,
    draw_board,
    draw_end_card,
    draw_lesson,
    draw_rack,
    draw_stats,
    draw_zoom,
)
from bot.service.errors import TooManyAtOnce
from bot.service.fairness import FairThreads

LONGEST_ALT = 1024
WAITING = 16
"""So many pictures of one person, or for the games of one server, may wait."""
PATIENCE = 60.0
"""Seconds that somebody waits for pictures."""


def drawing_threads(name: str) -> FairThreads:
    """A pool of one thread: drawing keeps the interpreter to itself, so that a second one would only slow answers."""
    return FairThreads(1, name, most=WAITING)


class Pictures:
    """Draws the pictures of messages in a pool of threads."""

    def __init__(self, pool: Executor) -> None:
        self._pool = pool

    async def files(self, message: Message, style: Style) -> list[discord.File]:
        """The files that a message names: its images, drawn, and what it encloses. Raises `TooManyAtOnce`."""
        loop = asyncio.get_running_loop()
        drawn = [loop.run_in_executor(self._pool, draw, image, image.style or style) for image in message.images]
        pictures = await _all(drawn)
        shown = [_file(image, picture) for image, picture in zip(message.images, pictures, strict=True)]
        return shown + [discord.File(io.BytesIO(one.data), one.filename) for one in message.enclosed]


async def _all(drawn: list[asyncio.Future[Picture]]) -> list[Picture]:
    """All pictures; where they do not come in time, those that still wait are not drawn any more."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await asyncio.gather(*drawn)
    except TimeoutError:
        raise TooManyAtOnce from None


def draw(image: Image, style: Style) -> Picture:
    """The picture of an image's scene."""
    match image.scene:
        case BoardScene() as scene:
            return _draw_board(scene, image, style)
        case RackScene() as scene:
            return draw_rack(scene, style)
        case EndScene() as scene:
            return draw_end_card(scene, style)
        case StatsScene() as scene:
            return draw_stats(scene, style)
        case LessonScene() as scene:
            return draw_lesson(scene, style)
    assert_never(image.scene)


def _draw_board(scene: BoardScene, image: Image, style: Style) -> Picture:
    if image.speed is not None:
        return draw_animation(scene, style, image.speed)
    if image.zoomed and scene.cursor:
        return draw_zoom(scene, scene.cursor, style)
    return draw_board(scene, style)


def _file(image: Image, picture: Picture) -> discord.File:
    return discord.File(io.BytesIO(picture.data), image.filename, description=image.alt[:LONGEST_ALT])
