"""The pictures of messages: the settings that they depend on, and drawing them in threads."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Mapping
from concurrent.futures import Executor
from typing import Protocol, assert_never

import discord

from bot.fairness import FairThreads
from bot.front.components.message import Image, Message
from bot.model.errors import TooManyAtOnce
from bot.model.profiles import CLASSIC
from bot.model.theme import Theme
from bot.render import (
    THEMES,
    ZOOMS,
    BoardScene,
    EndScene,
    LessonScene,
    Picture,
    ReviewScene,
    StatsScene,
    Style,
    draw_animation,
    draw_board,
    draw_end_card,
    draw_lesson,
    draw_review,
    draw_stats,
    draw_zoom,
)
from bot.service.themes import Themes
from bot.text.names import shortened


class PictureSettings(Protocol):
    """The settings of a person or of a channel that pictures depend on."""

    @property
    def theme(self) -> str:
        """The theme of boards: the name of a bundled one, or a reference to a server's."""

    @property
    def background(self) -> str | None:
        """The theme of what is around a board; None for the same one."""

    @property
    def zoom(self) -> int:
        """The size in percent."""

    @property
    def easy_to_read(self) -> bool:
        """Whether letters are large."""

    @property
    def animation(self) -> int | None:
        """The speed of animations; None for still pictures."""


async def style_of(looks: PictureSettings, themes: Themes) -> Style:
    """The style of pictures. A theme or size that no longer exists falls back to the default."""
    own = await themes.own((looks.theme, looks.background))
    background = looks.background and _theme(looks.background, own)
    return Style(
        _theme(looks.theme, own),
        "large" if looks.easy_to_read else "normal",
        zoom=looks.zoom if looks.zoom in ZOOMS else 100,
        background=background or None,
    )


def _theme(chosen: str, own: Mapping[str, Theme]) -> str | Theme:
    return own.get(chosen) or (chosen if chosen in THEMES else CLASSIC)


LONGEST_ALT = 1024
WAITING = 16
"""How many pictures of one person, or for one server's games, may wait."""
PICTURE_SECONDS = 60.0
"""Seconds to wait for pictures."""


THREADS = 2
"""Drawing holds the interpreter, so more would only slow down answers; with one, all would wait for an animation."""


def drawing_threads() -> FairThreads:
    """The threads that draw."""
    return FairThreads(THREADS, "drawing", most=WAITING)


class Pictures:
    """Draws the pictures of messages in a pool of threads."""

    def __init__(self, pool: Executor) -> None:
        self._pool = pool

    async def files(self, message: Message, style: Style) -> list[discord.File]:
        """The files that a message names: its images, drawn, and its enclosed files. Raises `TooManyAtOnce`."""
        loop = asyncio.get_running_loop()
        drawn = [loop.run_in_executor(self._pool, draw, image, image.style or style) for image in message.images]
        pictures = await _all(drawn) if drawn else []
        shown = [_file(image, picture) for image, picture in zip(message.images, pictures, strict=True)]
        return shown + [discord.File(io.BytesIO(one.data), one.filename) for one in message.enclosed]


async def _all(drawn: list[asyncio.Future[Picture]]) -> list[Picture]:
    """All pictures. If they take longer than `PICTURE_SECONDS`, cancels the rest and raises `TooManyAtOnce`."""
    try:
        async with asyncio.timeout(PICTURE_SECONDS):
            return await asyncio.gather(*drawn)
    except TimeoutError:
        raise TooManyAtOnce from None


def draw(image: Image, style: Style) -> Picture:
    """The picture of an image's scene."""
    match image.scene:
        case BoardScene() as scene:
            return _draw_board(scene, image, style)
        case EndScene() as scene:
            return draw_end_card(scene, style)
        case StatsScene() as scene:
            return draw_stats(scene, style)
        case ReviewScene() as scene:
            return draw_review(scene, style)
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
    return discord.File(io.BytesIO(picture.data), image.filename, description=shortened(image.alt, LONGEST_ALT))
