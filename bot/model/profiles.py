"""The settings of people, channels and servers, as they are stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum

from engine.model.board import STANDARD


class Reach(Enum):
    """How a person wants to be reminded of a game."""

    DIRECT = "direct"  # by direct message
    MENTION = "mention"  # by a mention in the game's channel
    OFF = "off"


class Notify(StrEnum):
    """How a person wants to hear that it is their turn: by a mention, not at all, or by a direct message."""

    MENTION = "mention"
    SILENT = "silent"
    DIRECT = "dm"


class WhoMay(StrEnum):
    """The people to whom a server permits an action that it may restrict."""

    EVERYBODY = "everybody"
    MODERATORS = "moderators"


DM_AGAIN = 24 * 3600 * 1000
"""Milliseconds before someone who refused direct messages is tried again."""
CLASSIC = "classic"
"""The default theme of pictures."""


@dataclass(frozen=True, slots=True)
class PersonProfile:
    """A person's settings and how to reach them. `locale` is the Discord locale seen last, such as `en-GB`.

    `reminders` is the value of a `Reach`. `dm_closed_since` is the instant of the latest refusal of a direct message,
    None while they get through. `language` is the one chosen over Discord's. `theme` is that of boards, `background`
    that of what is around them (None: the same), each the name of a bundled theme or a reference to a server's own
    (`theme_reference`); `zoom` (in percent) and `easy_to_read` also say how pictures look; `animation` is the speed at
    which a play's tiles land (0, the fastest, to 9; None: no moving picture); `text_board` asks for text only: no
    pictures, and one direct message for each turn. `compose_whole` shows the whole board while a move is composed, not
    only the part around it. `gives_puzzles` allows puzzles from the person's finished games. `last_reminder` asks for a
    second reminder of a long turn, when a tenth of its time is left. `avatar` is the hash of the avatar seen last, None
    if Discord has none, and `shows_avatar` allows it in pictures.
    """

    id: str
    locale: str | None = None
    confirm_moves: bool = False
    easy_to_read: bool = False
    dm_channel: int | None = None
    dm_closed_since: int | None = None
    reminders: str = Reach.DIRECT.value
    language: str | None = None
    notify: str = Notify.MENTION
    theme: str = CLASSIC
    zoom: int = 100
    animation: int | None = None
    text_board: bool = False
    background: str | None = None
    compose_whole: bool = False
    gives_puzzles: bool = False
    last_reminder: bool = True
    avatar: str | None = None
    shows_avatar: bool = True

    @property
    def is_called_directly(self) -> bool:
        """Whether a direct message calls this person to their turn; with text only, it also says everything else."""
        return self.notify == Notify.DIRECT or (self.text_board and self.notify == Notify.MENTION)


@dataclass(frozen=True, slots=True)
class ChannelProfile:
    """A channel's settings. `coordinates` is the code of an orientation (`engine.model.board`).

    `speaks` is the language of what everyone sees here (None: the server's choice, else each game's own). `preset`,
    `variant`, `language` and `lexicon` are those of new games (None: the server's); `theme`, `background`, `zoom`,
    `easy_to_read` and `animation` are as for a person, for what everyone sees here; `quiet` sends boards without a
    sound; `living` keeps one board for each game, with a line for each move.
    """

    id: int
    coordinates: str = STANDARD.code
    preset: str | None = None
    variant: str | None = None
    language: str | None = None
    lexicon: str | None = None
    theme: str = CLASSIC
    zoom: int = 100
    easy_to_read: bool = False
    animation: int | None = None
    quiet: bool = False
    background: str | None = None
    speaks: str | None = None
    living: bool = False


class ShowRatings(StrEnum):
    """In which of a server's games everyone is shown the ratings of the players."""

    TIMED = "timed"
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class ServerProfile:
    """A server's settings. `locale` is the language of public texts and of new games (None: each game's own).

    `preset`, `variant` and `lexicon` are those of new games. The permissions are values of `WhoMay` or decimal ids of
    roles (`bot.service.rights`): who may open games, use computer players, change the server's words, load and remove
    its variants, change the settings of channels, and moderate games. `limits` are the fair-use numbers that differ
    from the defaults, by name (`bot.limits`). `game_puzzles` allows puzzles from games played here, if their players
    do. `family` keeps computer players and hints from coarse words. `show_ratings` is a value of `ShowRatings`.
    `time_zone` is an IANA name (None: UTC). `cheers` allows reactions to what is remarkable. `threads` lets games that
    begin in a channel go on in a thread of it.
    """

    id: int
    locale: str | None = None
    preset: str | None = None
    lexicon: str | None = None
    opens: str = WhoMay.EVERYBODY
    sets: str = WhoMay.MODERATORS
    computers: str = WhoMay.EVERYBODY
    words: str = WhoMay.MODERATORS
    variants: str = WhoMay.MODERATORS
    limits: Mapping[str, int] = field(default_factory=dict)
    variant: str | None = None
    game_puzzles: bool = True
    family: bool = True
    show_ratings: str = ShowRatings.TIMED
    cheers: bool = True
    threads: bool = True
    time_zone: str | None = None
    moderates: str = WhoMay.MODERATORS


class Permission(StrEnum):
    """An action that a server may restrict. The value names the attribute of `ServerProfile`."""

    OPEN = "opens"
    COMPUTERS = "computers"
    WORDS = "words"
    VARIANTS = "variants"
    CHANNELS = "sets"
    MODERATE = "moderates"


@dataclass(frozen=True, slots=True)
class ServerFile:
    """A variant or theme that a server has loaded: its name, its TOML text, who sent it, and when."""

    server: int
    name: str
    text: str
    by: str
    at: int


def theme_reference(server: int, name: str) -> str:
    """How settings refer to a server's own theme; the names of bundled themes have no slash."""
    return f"{server}/{name}"


def read_reference(theme: str) -> tuple[int, str] | None:
    """The server and the name in a reference to a server's own theme; None for other texts."""
    server, slash, name = theme.partition("/")
    return (int(server), name) if slash and server.isdecimal() else None


def is_closed(profile: PersonProfile, now: int) -> bool:
    """Whether a person refused direct messages so recently that another is not worth trying."""
    since = profile.dm_closed_since
    return since is not None and now < since + DM_AGAIN
