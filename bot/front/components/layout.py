"""Messages as Discord's components (Components V2), and their pictures, drawn in threads."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import replace
from typing import Any, Protocol, assert_never

import discord
from discord import ButtonStyle, MediaGalleryItem, SelectOption, ui

from bot.fairness import FairThreads
from bot.front.components.message import (
    Block,
    Button,
    FileAttachment,
    Image,
    Link,
    Menu,
    Message,
    Option,
    RoleMenu,
    Row,
    Rule,
    Text,
    Tone,
)
from bot.model.errors import TooManyAtOnce
from bot.model.profiles import CLASSIC, PersonProfile
from bot.model.theme import Theme
from bot.render import (
    THEMES,
    ZOOMS,
    BoardScene,
    BracketScene,
    CupScene,
    EndScene,
    LadderScene,
    LessonScene,
    LobbyScene,
    Peopled,
    Picture,
    PosterScene,
    ProfileScene,
    ReviewScene,
    StatsScene,
    Style,
    VersusScene,
    WeekScene,
    draw_animation,
    draw_board,
    draw_bracket,
    draw_cup,
    draw_end_card,
    draw_ladder,
    draw_lesson,
    draw_lobby,
    draw_poster,
    draw_profile,
    draw_review,
    draw_stats,
    draw_versus,
    draw_week,
    draw_zoom,
    portraits_of,
    with_avatars,
)
from bot.service.avatars import Avatars
from bot.service.uploads import Themes
from bot.text.names import shortened

PASSING = 9001
"""This id marks the component that disappears with the buttons; Discord's own ids count from 1."""

NOW = 9002
"""This id marks a paragraph of the message itself that says what to do now; it also disappears with the buttons."""

_STYLES = {
    Tone.PRIMARY: ButtonStyle.primary,
    Tone.SECONDARY: ButtonStyle.secondary,
    Tone.SUCCESS: ButtonStyle.success,
    Tone.DANGER: ButtonStyle.danger,
}


class ComponentLayout(ui.LayoutView):
    """A layout whose clicks are found by custom id alone, so that discord.py need not remember every message."""

    def is_dispatchable(self) -> bool:
        """Never: `bot.front.interaction.pressing` answers, before and after a restart alike."""
        return False


def layout(message: Message) -> ComponentLayout:
    """The components of a message, all in one container.

    The files of its images must be attached under their names. Raises ValueError if Discord's limit of 40 components is
    exceeded.
    """
    view = ComponentLayout(timeout=None)
    view.add_item(ui.Container(*map(_item, message.blocks), accent_colour=message.accent))
    view.stop()
    return view


def passing_text(content: str) -> ui.TextDisplay[Any]:
    """A paragraph that disappears with the buttons, to be added to a message that has none."""
    return ui.TextDisplay(content, id=PASSING)


def says_now(component: discord.Component) -> bool:
    """Whether a component of a message is a paragraph that says what to do now."""
    return isinstance(component, discord.TextDisplay) and component.id == NOW


def is_passing(component: discord.Component) -> bool:
    """Whether a component of a message is a paragraph that disappears with the buttons."""
    return isinstance(component, discord.TextDisplay) and component.id == PASSING


def _item(block: Block) -> ui.Item[Any]:
    match block:
        case Text(content, now):
            return ui.TextDisplay(content, id=NOW if now else None)
        case Image():
            return ui.MediaGallery(MediaGalleryItem(f"attachment://{block.filename}", description=block.alt))
        case FileAttachment():
            return ui.File(f"attachment://{block.filename}")
        case Row(buttons):
            return ui.ActionRow(*_buttons(buttons))
        case Menu():
            menu: ui.Select[Any] = ui.Select(
                custom_id=block.custom_id,
                placeholder=block.hint,
                options=list(map(_option, block.options)),
                disabled=block.disabled,
                max_values=block.most,
            )
            return ui.ActionRow(menu)
        case RoleMenu():
            roles: ui.RoleSelect[Any] = ui.RoleSelect(
                custom_id=block.custom_id,
                placeholder=block.hint,
                default_values=[discord.SelectDefaultValue.from_role(discord.Object(role)) for role in block.chosen],
            )
            return ui.ActionRow(roles)
        case Rule():
            return ui.Separator()
    assert_never(block)


def _option(one: Option) -> SelectOption:
    return SelectOption(label=one.label, value=one.value, description=one.about or None, default=one.chosen)


def _buttons(buttons: tuple[Button | Link, ...]) -> Iterator[ui.Button[Any]]:
    for one in buttons:
        match one:
            case Button():
                style = _STYLES[one.tone]
                yield ui.Button(style=style, label=one.label, custom_id=one.custom_id, disabled=one.disabled)
            case Link():
                yield ui.Button(style=ButtonStyle.link, label=one.label, url=one.url)
            case _:
                assert_never(one)


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
    """Draws the pictures of messages in a pool of threads, with the avatars that are at hand."""

    def __init__(self, pool: Executor, avatars: Avatars | None = None) -> None:
        self._pool = pool
        self._avatars = avatars

    async def files(self, message: Message, style: Style) -> list[discord.File]:
        """The files that a message names: its images, drawn, and its enclosed files. Raises `TooManyAtOnce`."""
        loop = asyncio.get_running_loop()
        images = await self._with_avatars(message.images)
        drawn = [loop.run_in_executor(self._pool, draw, image, image.style or style) for image in images]
        pictures = await _all(drawn) if drawn else []
        shown = [_file(image, picture) for image, picture in zip(images, pictures, strict=True)]
        return shown + [discord.File(io.BytesIO(one.data), one.filename) for one in message.enclosed]

    def expect(self, profile: PersonProfile) -> None:
        """Get ready to show a person's avatar."""
        if self._avatars:
            self._avatars.expect(profile)

    async def _with_avatars(self, images: tuple[Image, ...]) -> tuple[Image, ...]:
        faces = (face for image in images if isinstance(image.scene, Peopled) for face in portraits_of(image.scene))
        people = {face.person for face in faces if face.person}
        if not people or not self._avatars:
            return images
        avatars = await self._avatars.at_hand(people)
        return tuple(_with_avatars(image, avatars) for image in images)


def _with_avatars(image: Image, avatars: Mapping[str, bytes]) -> Image:
    if not isinstance(image.scene, Peopled):
        return image
    return replace(image, scene=with_avatars(image.scene, avatars))


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
        case PosterScene() as scene:
            return draw_poster(scene, style)
        case StatsScene() as scene:
            return draw_stats(scene, style)
        case ReviewScene() as scene:
            return draw_review(scene, style)
        case LessonScene() as scene:
            return draw_lesson(scene, style)
        case BracketScene() as scene:
            return draw_bracket(scene, style)
        case CupScene() as scene:
            return draw_cup(scene, style)
        case WeekScene() as scene:
            return draw_week(scene, style)
        case ProfileScene() as scene:
            return draw_profile(scene, style)
        case VersusScene() as scene:
            return draw_versus(scene, style)
        case LadderScene() as scene:
            return draw_ladder(scene, style)
        case LobbyScene() as scene:
            return draw_lobby(scene, style)
    assert_never(image.scene)


def _draw_board(scene: BoardScene, image: Image, style: Style) -> Picture:
    if image.speed is not None:
        return draw_animation(scene, style, image.speed)
    if image.zoomed and scene.cursor:
        return draw_zoom(scene, scene.cursor, style)
    return draw_board(scene, style)


def _file(image: Image, picture: Picture) -> discord.File:
    return discord.File(io.BytesIO(picture.data), image.filename, description=shortened(image.alt, LONGEST_ALT))
