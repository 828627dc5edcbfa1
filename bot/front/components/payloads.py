"""What buttons, menus and forms carry: each payload names its fields; `bot.front.components.buttons` writes them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

from bot.limits import Limit, Per
from bot.model.profiles import Permission, WhoMay

Long = NewType("Long", int)
"""A whole number of up to 63 bits, as Discord's ids have. A plain `int` has up to 31, as most columns of a database."""
Signed = NewType("Signed", int)
"""A whole number of up to 31 bits that may be below 0, as the points of a game; no other number may."""


class Payload:
    """Base class of everything that a custom id can carry. Fields are texts, whole numbers, switches or `StrEnum`s."""

    __slots__ = ()

    @property
    def about(self) -> str:
        """The game or draft that the needed rights are about; empty if it is neither."""
        return ""


@dataclass(frozen=True, slots=True)
class Nothing(Payload):
    """The action alone says everything."""


@dataclass(frozen=True, slots=True)
class OfStrength(Payload):
    """A strength of the computer player in a game that is not open yet."""

    level: int


@dataclass(frozen=True, slots=True)
class OfPage(Payload):
    """A page of a list that belongs to no game, counted from 0."""

    page: int = 0


# --- in a game --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OfGame(Payload):
    """A game, by its id."""

    game: str

    @property
    def about(self) -> str:
        """The game."""
        return self.game


@dataclass(frozen=True, slots=True)
class OfTurn(OfGame):
    """The turn that a button was made for, or that of the play it is about; once the game moves on, it is stale."""

    turn: int


@dataclass(frozen=True, slots=True)
class OfMenu(Payload):
    """A menu of topics, counted from 0; it only tells the menus of a message apart."""

    menu: int = 0


@dataclass(frozen=True, slots=True)
class OfTicks(OfTurn):
    """Ticked tiles of a rack, and which rack it was, in one number."""

    ticks: Long


@dataclass(frozen=True, slots=True)
class OfGamePage(OfGame):
    """A page of what is listed about a game, counted from 0."""

    page: int = 0


@dataclass(frozen=True, slots=True)
class OfRule(OfGame):
    """A rule, by its id with hyphens."""

    rule: str


@dataclass(frozen=True, slots=True)
class OfSeat(OfGame):
    """A seat, counted from 0."""

    seat: int


COMPUTER = Long(1)
"""Stands for a computer player in place of a member's id, which is never so low."""


@dataclass(frozen=True, slots=True)
class OfHolder(OfSeat):
    """A seat and the member who types for it, `COMPUTER` for a computer player; 0 if that is not known."""

    member: Long = Long(0)


@dataclass(frozen=True, slots=True)
class OfMeant(OfGame):
    """The seat for which a member with guests presses, and the turn that was shown; both None for anyone else."""

    turn: int | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class OfRack(OfGame):
    """The rack of a seat; the presser's own if None."""

    seat: int | None = None


@dataclass(frozen=True, slots=True)
class OfFaceDown(OfGame):
    """A seat that draws by hand; `tile` only tells its face-down tiles apart."""

    seat: int
    tile: int = 0


@dataclass(frozen=True, slots=True)
class OfLevel(OfGame):
    """A strength of computer players."""

    level: int


@dataclass(frozen=True, slots=True)
class OfQuestion(OfGame):
    """A question that the game has asked, by its number."""

    number: int


@dataclass(frozen=True, slots=True)
class OfMessage(OfGame):
    """A message that someone typed, by its id in Discord."""

    message: Long


# --- in a draft -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OfDraft(Payload):
    """A stored preview, by its id."""

    draft_id: str

    @property
    def about(self) -> str:
        """The draft."""
        return self.draft_id


@dataclass(frozen=True, slots=True)
class OfChange(OfDraft):
    """A stored preview, and its move as typed, as `custom_ids.packed` writes it; empty if too long."""

    typed: str = ""


@dataclass(frozen=True, slots=True)
class OfTile(OfDraft):
    """A tile of the rack, by its place in the order of the buttons."""

    tile: int


@dataclass(frozen=True, slots=True)
class OfLetters(OfDraft):
    """A part of the alphabet; it only tells the menus of a long alphabet apart."""

    part: int


@dataclass(frozen=True, slots=True)
class OfSquare(OfDraft):
    """A square of the board and a direction, by their number (`bot.service.composing.place_number`)."""

    place: int


class Arrow(StrEnum):
    """Where the next square moves when a move is composed."""

    LEFT = "left"
    UP = "up"
    DOWN = "down"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class OfArrow(OfDraft):
    """A step on the board."""

    arrow: Arrow


# --- word lists and settings ------------------------------------------------------------------------------------------


class Whose(StrEnum):
    """Whose words are meant."""

    SERVER = "server"
    MINE = "mine"


@dataclass(frozen=True, slots=True)
class OfUpload(Payload):
    """A word list that someone has sent, by the name under which it waits."""

    upload: str
    whose: Whose


@dataclass(frozen=True, slots=True)
class OfLexicon(Payload):
    """The changes to a lexicon."""

    lexicon: str
    whose: Whose


@dataclass(frozen=True, slots=True)
class OfList(Payload):
    """A word list that a server has made, by its id."""

    key: str


@dataclass(frozen=True, slots=True)
class OfSettingPage(Payload):
    """A setting with a page of its own, to be switched on where the button is pressed, or off."""

    page: str
    on: bool


@dataclass(frozen=True, slots=True)
class OfSetting(Payload):
    """A setting, by its name; `on` is what a switch sets it to, None for a menu."""

    name: str
    on: bool | None = None


@dataclass(frozen=True, slots=True)
class OfTheme(Payload):
    """A theme of this server or of the program, by its name."""

    theme: str


@dataclass(frozen=True, slots=True)
class OfPermission(Payload):
    """Something that a server permits."""

    permission: Permission


@dataclass(frozen=True, slots=True)
class OfGrant(OfPermission):
    """Who is permitted to do it."""

    who: WhoMay


@dataclass(frozen=True, slots=True)
class OfLimit(Payload):
    """A limit of fair use, and for whom it counts."""

    limit: Limit
    per: Per


@dataclass(frozen=True, slots=True)
class OfPostponed(Payload):
    """A request that waits for an answer, by its key."""

    key: str
