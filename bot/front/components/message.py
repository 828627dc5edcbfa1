"""What the bot posts, as plain data: blocks from top to bottom, with pictures still as scenes.

Messages compare by value, so tests check messages, and only `layout` touches Discord's classes.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field, replace
from enum import Enum

from bot.front.components.buttons import Actions
from bot.render import (
    BoardScene,
    BracketScene,
    CupScene,
    EndScene,
    LadderScene,
    LessonScene,
    LobbyScene,
    PosterScene,
    ProfileScene,
    ReviewScene,
    StatsScene,
    Style,
    VersusScene,
    WeekScene,
)
from bot.text import Texts, escape
from bot.text.names import shortened

MOST_TEXT = 4000
"""Characters in all texts of a message with components (Discord's API reference, "Text Display")."""
MOST_ALT = 1024
"""Characters of a picture's alt text."""
MOST_COMPONENTS = 40
"""Components of one message, nested ones included."""
MOST_IN_ROW = 5
"""Buttons in one row."""
MOST_OPTIONS = 25
"""Options of a select menu."""
MOST_LABEL = 80
"""Characters of a button's label."""
MOST_ABOUT = 100
"""Characters of a menu's option, and of the line below it."""
MOST_HINT = 150
"""Characters of what a menu shows while nothing is chosen."""


@dataclass(eq=False)
class LabelTooLong(Exception):
    """A label or hint has more than `most` characters, which Discord would refuse: the code or a catalogue is wrong."""

    text: str
    most: int


def check_length(text: str, most: int) -> None:
    """Fail where a label is made, and not only once it is sent. Raises `LabelTooLong`."""
    if len(text) > most:
        raise LabelTooLong(text, most)


class Tone(Enum):
    """How a button looks."""

    PRIMARY = "primary"
    SECONDARY = "secondary"
    SUCCESS = "success"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Button:
    """A button that does something: `custom_id` as `Action.id` of `bot.front.components.buttons` makes it."""

    custom_id: str
    label: str
    tone: Tone = Tone.SECONDARY
    disabled: bool = False

    def __post_init__(self) -> None:
        check_length(self.label, MOST_LABEL)


@dataclass(frozen=True, slots=True)
class Link:
    """A button that opens an address."""

    url: str
    label: str

    def __post_init__(self) -> None:
        check_length(self.label, MOST_LABEL)


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph in Discord's markdown. If it says what to do `now`, it disappears with the message's buttons.

    What the description of a picture says too (`in_alt`) is left out wherever that description is shown instead, where
    `heard` stands for the content if that would be heard wrongly.
    """

    content: str
    now: bool = False
    in_alt: bool = False
    heard: str = ""


@dataclass(frozen=True, slots=True)
class Image:
    """A picture to be drawn, the name of its file, and what it shows in words.

    `zoomed` asks for the part of a board around the cursor, `speed` for an animation of its latest play, and
    `style` overrides the viewer's own settings. `is_told` says that the texts around it say everything it shows. A
    `still` picture never moves. `words` say in markdown what it shows wherever it cannot be or is not wanted.
    """

    scene: (
        BoardScene
        | BracketScene
        | CupScene
        | EndScene
        | LadderScene
        | LessonScene
        | LobbyScene
        | PosterScene
        | ProfileScene
        | ReviewScene
        | StatsScene
        | VersusScene
        | WeekScene
    )
    filename: str
    alt: str
    zoomed: bool = False
    speed: int | None = None
    style: Style | None = None
    is_told: bool = False
    still: bool = False
    words: str = ""


@dataclass(frozen=True, slots=True)
class FileAttachment:
    """A file to download."""

    filename: str
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Row:
    """Up to five buttons side by side."""

    buttons: tuple[Button | Link, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a menu: its label, its value, a line below it, and whether it is selected now."""

    label: str
    value: str
    about: str = ""
    chosen: bool = False

    def __post_init__(self) -> None:
        check_length(self.label, MOST_ABOUT)
        check_length(self.about, MOST_ABOUT)


@dataclass(frozen=True, slots=True)
class Menu:
    """A select menu of one to 25 options, of which one to `most` may be chosen; `custom_id` as a button's."""

    custom_id: str
    hint: str
    options: tuple[Option, ...]
    disabled: bool = False
    most: int = 1

    def __post_init__(self) -> None:
        check_length(self.hint, MOST_HINT)
        assert len(self.options) <= MOST_OPTIONS, "Discord refuses such a menu"


@dataclass(frozen=True, slots=True)
class RoleMenu:
    """A select menu of the server's roles, of which one can be chosen; `chosen` are the ids of the current ones."""

    custom_id: str
    hint: str
    chosen: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        check_length(self.hint, MOST_HINT)


@dataclass(frozen=True, slots=True)
class Rule:
    """A thin line between blocks."""


Block = Text | Image | FileAttachment | Row | Menu | RoleMenu | Rule


@dataclass(frozen=True, slots=True)
class Message:
    """Something to post. `mentions` are the ids of the people whom the texts mention and who may be notified.

    `accent` is the colour of the edge, as 0xRRGGBB. A `silent` message makes no sound. A private answer waits a little
    so that it stands below the first board of the game `below`, and is made `anew` then. It shows the board of the game
    `about` to someone who cannot see it because the bot may not post it.
    """

    blocks: tuple[Block, ...]
    mentions: tuple[str, ...] = ()
    accent: int | None = None
    silent: bool = False
    below: str = ""
    about: str = ""
    anew: Callable[[], Awaitable[Message]] | None = field(default=None, compare=False)

    def with_notes(self, notes: Iterable[str]) -> Message:
        """The message with notes above the rows of buttons at its end; empty ones say nothing."""
        told = tuple(Text(note) for note in notes if note)
        end = len(self.blocks)
        while end and isinstance(self.blocks[end - 1], Row):
            end -= 1
        return replace(self, blocks=(*self.blocks[:end], *told, *self.blocks[end:]))

    @property
    def images(self) -> tuple[Image, ...]:
        """The pictures to be drawn and attached under their filenames."""
        return tuple(block for block in self.blocks if isinstance(block, Image))

    @property
    def enclosed(self) -> tuple[FileAttachment, ...]:
        """The files to be attached as they are."""
        return tuple(block for block in self.blocks if isinstance(block, FileAttachment))

    @property
    def buttons(self) -> tuple[Button | Link, ...]:
        """All buttons in order."""
        return tuple(one for block in self.blocks if isinstance(block, Row) for one in block.buttons)

    @property
    def text(self) -> str:
        """All paragraphs, one below the other."""
        return "\n".join(block.content for block in self.blocks if isinstance(block, Text))

    def moving(self, speed: int | None) -> Message:
        """This message with the latest play animated, if there is one and a speed is given."""
        if speed is None:
            return self
        return replace(self, blocks=tuple(_moving(block, speed) for block in self.blocks))

    def in_words(self) -> Message:
        """This message with descriptions in place of its pictures; a picture that the texts describe is left out."""
        heard = tuple(map(_heard, self.blocks))
        room = MOST_TEXT - len(replace(self, blocks=heard).text) - len(self.images)
        blocks: list[Block] = []
        for block in heard:
            if not isinstance(block, Image):
                blocks += [] if isinstance(block, Text) and block.in_alt else [block]
                continue
            told = block.words or escape(shortened(block.alt, MOST_ALT))
            words = shortened(told, max(1, room)) if room > 0 else ""
            if words and not block.is_told:
                blocks.append(Text(words))
                room -= len(words)
        return replace(self, blocks=tuple(blocks))

    def without_buttons(self) -> Message:
        """This message without its buttons and menus."""
        kept = tuple(block for block in self.blocks if not isinstance(block, Row | Menu | RoleMenu))
        return replace(self, blocks=kept)


def _heard(block: Block) -> Block:
    return replace(block, content=block.heard, heard="") if isinstance(block, Text) and block.heard else block


def _moving(block: Block, speed: int) -> Block:
    if not isinstance(block, Image) or block.still or not isinstance(block.scene, BoardScene):
        return block
    if not any(placed.is_new for placed in block.scene.tiles):
        return block
    return replace(block, filename=f"{block.filename.rpartition('.')[0]}.gif", speed=speed)


def say(text: str) -> Message:
    """A message of one text."""
    return Message((Text(text),))


def ask(text: str, yes: str, custom_id: str, texts: Texts) -> Message:
    """A question with a button for `yes`, which has this custom id, and one that dismisses the question."""
    cancel = Button(Actions.CANCEL.id(), texts.gettext("Cancel"))
    return Message((Text(text), Row((Button(custom_id, yes, Tone.DANGER), cancel))))
