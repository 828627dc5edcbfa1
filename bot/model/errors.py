"""The application's refusals, as types that carry the facts: `bot.text` words them, `describe` logs them."""

from __future__ import annotations

import os
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.limits import Limit, Per
from bot.model.games import GameSummary
from bot.model.profiles import Permission
from engine.errors import EngineError, Sentence


class ServiceError(Exception):
    """Base class of everything the service raises on purpose. `str()` gives the class and its facts, for logs."""

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={getattr(self, name)!r}" for name in getattr(self, "__dataclass_fields__", ()))
        return f"{type(self).__name__}({facts})"

    def __reduce__(self) -> tuple[type[ServiceError], tuple[Any, ...]]:
        return type(self), tuple(getattr(self, name) for name in getattr(self, "__dataclass_fields__", ()))


@dataclass(eq=False)
class UnknownGame(ServiceError):
    """There is no game with that id."""

    game: str


@dataclass(eq=False)
class ChannelBusy(ServiceError):
    """That channel already has a running game or a lobby."""

    game: str


class NotOfThatGame(ServiceError):
    """Only the players of a game can ask the others to play again."""


@dataclass(eq=False)
class RematchBegan(ServiceError):
    """A rematch has already begun; `game` is its id."""

    game: str


@dataclass(eq=False)
class TooBusy(ServiceError):
    """Others kept changing the game while a command was being decided; the person need only ask again."""

    game: str


@dataclass(eq=False)
class StillRunning(ServiceError):
    """Only a finished game can be reviewed: the racks of this one are secret."""

    game: str


@dataclass(eq=False)
class NeverAgreed(ServiceError):
    """Not everyone agreed to a game from a file before it ended, so its racks may be those of a running game."""

    game: str


@dataclass(eq=False)
class KinRuns(ServiceError):
    """Another game from the same beginning goes on, perhaps with the racks of this one."""

    game: str


@dataclass(eq=False)
class NothingToReview(ServiceError):
    """Nobody has made a move in that game."""

    game: str


@dataclass(eq=False)
class ReviewIsPrivate(ServiceError):
    """Only the players of that game can see its review, until all of them let everyone see it."""

    game: str


class TooManyAtOnce(ServiceError):
    """More requests from a person or server are waiting than allowed."""


@dataclass(eq=False)
class LexiconUnavailable(ServiceError):
    """The word list that judges a game cannot be read."""

    name: str


@dataclass(eq=False)
class UnknownDraft(ServiceError):
    """The preview with that id does not exist (any more), or belongs to someone else."""

    draft: str


@dataclass(eq=False)
class NameTaken(ServiceError):
    """Another paused game of the server has that name."""

    name: str


class NothingPaused(ServiceError):
    """No game of the server is paused."""


@dataclass(eq=False)
class NoSuchPause(ServiceError):
    """No paused game has that name, or the request named none of several; `known` are the existing names."""

    name: str
    known: tuple[str, ...]


@dataclass(eq=False)
class NoSuchVariant(ServiceError):
    """The server has loaded no variant with that name; `known` are those it has."""

    name: str
    known: tuple[str, ...]


@dataclass(eq=False)
class VariantNameTaken(ServiceError):
    """A variant that comes with the program has that name."""

    name: str


@dataclass(eq=False)
class TooManyVariants(ServiceError):
    """A server can keep `most` variants."""

    most: int


@dataclass(eq=False)
class NoSuchTheme(ServiceError):
    """There is no theme with that name here; `known` are those that there are."""

    name: str
    known: tuple[str, ...]


@dataclass(eq=False)
class ThemeNameTaken(ServiceError):
    """A theme that comes with the program has that name."""

    name: str


@dataclass(eq=False)
class TooManyThemes(ServiceError):
    """A server can keep `most` themes."""

    most: int


@dataclass(eq=False)
class TooManyWords(ServiceError):
    """A person's own list can hold `most` words."""

    most: int


@dataclass(eq=False)
class NoSuchList(ServiceError):
    """A server has no word list with that name, and the program has none either; `known` are the existing names."""

    name: str
    known: tuple[str, ...]


@dataclass(eq=False)
class BadListName(ServiceError):
    """A word list cannot have that name: it is too long or has other characters than letters, digits and spaces."""

    name: str
    most: int


@dataclass(eq=False)
class ListNameTaken(ServiceError):
    """Another word list has that name: one of the server's or one of the program's."""

    name: str


@dataclass(eq=False)
class TooManyLists(ServiceError):
    """A server can keep `most` named word lists."""

    most: int


@dataclass(eq=False)
class TooManyCombined(ServiceError):
    """A game can combine at most `most` word lists."""

    most: int


@dataclass(eq=False)
class LettersFixed(ServiceError):
    """A named word list has letters of its own, those of `variant`; no others can be chosen for its words."""

    name: str
    variant: str


@dataclass(eq=False)
class TilesDoNotFit(ServiceError):
    """A game's tiles lack `letters` of a word list, which has those of `variant`; `tiles` is the game's variant."""

    name: str
    variant: str
    letters: tuple[str, ...]
    tiles: str = ""


class ReadingTooLarge(ServiceError):
    """An upload takes more memory to read than is allowed, or its content is too large."""


class ReadingTooLong(ServiceError):
    """An upload takes more time to read than is allowed."""


class ReadingFailed(ServiceError):
    """The process that reads uploads has failed."""


@dataclass(eq=False)
class ReadingBusy(ServiceError):
    """Another file of the person or server is being read, or too many wait; `seconds` until that is over."""

    seconds: int


@dataclass(eq=False)
class NotAllowed(ServiceError):
    """A server does not let someone do something: only those whom `rule` names (`bot.service.rights`), and moderators.

    `here` says whether the request came from that server.
    """

    action: Permission
    rule: str
    here: bool


@dataclass(eq=False)
class TooManyGames(ServiceError):
    """A game cannot be opened, resumed or kept: there are already as many as allowed (`most`).

    `limit` says which state is counted, `per` whose count it is. `everywhere` says that the person's games in all
    places are counted, `own` that the person makes the request. `games` are some of those counted.
    """

    limit: Limit
    per: Per
    most: int
    everywhere: bool = False
    own: bool = True
    games: tuple[str, ...] = ()


@dataclass(eq=False)
class TooOften(ServiceError):
    """Someone has recently done something as often as allowed; it is possible again after `wait` milliseconds.

    `most` is the amount allowed in the period of `limit`, `per` whose count it is.
    """

    limit: Limit
    per: Per
    most: int
    wait: int


@dataclass(eq=False)
class NoPuzzleLeft(ServiceError):
    """There is no puzzle in a language that someone has not had yet."""

    language: str


class UnknownPuzzle(ServiceError):
    """There is no such puzzle, or the person has not been given it."""


class PuzzleDone(ServiceError):
    """A puzzle is finished: it is solved, or its answer has been shown."""


class UnknownBoard(ServiceError):
    """There is no such analysis board any more, or it belongs to someone else."""


@dataclass(eq=False)
class RunningPosition(ServiceError):
    """Somebody asks about the position of games that they are playing."""

    games: tuple[GameSummary, ...]


@dataclass(eq=False)
class WordsAreSecret(ServiceError):
    """Words are secret in running games of the person who asks, or in the game asked about if there are none."""

    games: tuple[GameSummary, ...] = ()


@dataclass(eq=False)
class GameWaits(ServiceError):
    """A game in which nobody else plays waits until words are no longer secret in other games of its player."""

    games: tuple[GameSummary, ...]


@dataclass(eq=False)
class LettersClosed(ServiceError):
    """Nobody who plays a running game learns which words letters make."""

    games: tuple[GameSummary, ...]


@dataclass(eq=False)
class RackImpossible(ServiceError):
    """Tiles cannot be on a rack of up to `most`: there are too many, or they are on the board or another rack."""

    most: int


class RackNeeded(ServiceError):
    """The best moves cannot be found without a rack."""


@dataclass(eq=False)
class TooManySteps(ServiceError):
    """An analysis board has as many positions as it can have (`most`)."""

    most: int


class PositionIsOver(ServiceError):
    """The game ends in this position, so that nobody moves."""


@dataclass(eq=False)
class NoPosition(ServiceError):
    """A text is no position in CGP; `reason` says why, and quotes nothing but the text."""

    reason: Sentence


@dataclass(eq=False)
class NoSuchTurn(ServiceError):
    """A game has no turn with that number; it has `turns`, none if nobody has moved."""

    number: int
    turns: int


class StillPreparing(ServiceError):
    """The engine is still being compiled, so it cannot think about a position yet."""


class ModeratorsOnly(ServiceError):
    """Only a server's moderators may do this."""


class NotForWatchers(ServiceError):
    """Only players and moderators may show a game in a server's channel."""


@dataclass(eq=False)
class DatabaseInUse(ServiceError):
    """Another process has the database file open; `path` is the file."""

    path: str


@dataclass(eq=False)
class DatabaseUnusable(ServiceError):
    """The database cannot be opened. `reason` is for the log and the terminal."""

    path: str
    reason: str


class DatabaseNewer(DatabaseUnusable):
    """The database comes from a version so much newer that this one cannot work with it."""


@dataclass(eq=False)
class KeyUnusable(ServiceError):
    """The key of the installation cannot be read or created. `where` is a file's name or a setting."""

    where: str
    reason: str


class SaveUnknown(ServiceError):
    """A file is not a saved game."""


class SaveNewer(ServiceError):
    """A saved game was made by a newer version of the program."""


class SaveForeign(ServiceError):
    """A saved game was sealed with another key."""


class SaveDamaged(ServiceError):
    """A saved game was changed or is incomplete."""


@dataclass(eq=False)
class GameExists(ServiceError):
    """A game with that id already exists."""

    game: str


@dataclass(eq=False)
class SaveWentOn(ServiceError):
    """A game continued after it was saved; loading the file would undo that. `name` is the game's."""

    name: str


@dataclass(eq=False)
class NotSaveable(ServiceError):
    """Only a paused game can be handed out as a file; `over` says that it has ended."""

    over: bool


class LostRace(Exception):
    """Someone else committed first: to this game, in this channel, or for this cause. Read and decide again."""


OWN = tuple(f"{Path(__file__).parents[2] / name}{os.sep}" for name in ("bot", "engine"))
"""Where the program's own code is: where a driver fails says nothing about a full disk."""


def describe(error: BaseException) -> str:
    """An error for the log. Only errors known to keep secrets are quoted, and what the system or SQLite says."""
    name = str(error) if isinstance(error, EngineError | ServiceError) else type(error).__name__
    frames: list[traceback.FrameSummary] = traceback.extract_tb(error.__traceback__)
    if why := _why(error):
        name += f" ({why})"
        frames = [frame for frame in frames if frame.filename.startswith(OWN)]
    places = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    return " < ".join((name, *reversed(places[-6:])))


def _why(error: BaseException) -> str:
    """Why the system or the database refused, in words that hold no data; empty if neither did."""
    told = getattr(error, "orig", error)  # SQLAlchemy's errors hold those of the driver
    if isinstance(told, OSError):
        return os.strerror(told.errno) if told.errno else ""
    if hasattr(told, "sqlite_errorname"):  # SQLite's words hold no data; Python's own in its place may, without a name
        return str(told)
    # A server's message can quote data too, but its class says what happened, such as `DiskFullError`.
    return type(told.__cause__ or told).__name__ if told is not error and told else ""
