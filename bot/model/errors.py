"""The application's refusals, as types that carry the facts: `bot.text` words them, `describe` logs them."""

from __future__ import annotations

import os
import traceback
from pathlib import Path

from bot.limits import Limit, Per
from bot.model.games import GameSummary
from bot.model.profiles import Permission
from engine.errors import EngineError, Refusal, Sentence


class ServiceError(Refusal):
    """Base class of everything the service raises on purpose."""


class UnknownGame(ServiceError):
    """There is no game with that id."""

    game: str


class ChannelBusy(ServiceError):
    """That channel already has a running game or a lobby."""

    game: str


class NotOfThatGame(ServiceError):
    """Only the players of a game can ask the others to play again."""


class RematchBegan(ServiceError):
    """A rematch has already begun; `game` is its id."""

    game: str


class TooBusy(ServiceError):
    """Others kept changing the game while a command was being decided; the person need only ask again."""

    game: str


class StillRunning(ServiceError):
    """Only a finished game can be reviewed: the racks of this one are secret."""

    game: str


class NeverAgreed(ServiceError):
    """Not everyone agreed to a game from a file before it ended, so its racks may be those of a running game."""

    game: str


class KinRuns(ServiceError):
    """Another game from the same beginning goes on, perhaps with the racks of this one."""

    game: str


class NothingToReview(ServiceError):
    """Nobody has made a move in that game."""

    game: str


class ReviewIsPrivate(ServiceError):
    """Only the players of that game can see its review, until all of them let everyone see it."""

    game: str


class TooManyAtOnce(ServiceError):
    """More requests from a person or server are waiting than allowed."""


class LexiconUnavailable(ServiceError):
    """The word list that judges a game cannot be read."""

    name: str


class UnknownDraft(ServiceError):
    """The preview with that id does not exist (any more), or belongs to someone else."""

    draft: str


class NameTaken(ServiceError):
    """Another paused game of the server has that name."""

    name: str


class NothingPaused(ServiceError):
    """No game of the server is paused."""


class NoSuchPause(ServiceError):
    """No paused game has that name, or the request named none of several; `known` are the existing names."""

    name: str
    known: tuple[str, ...]


class NoSuchVariant(ServiceError):
    """The server has loaded no variant with that name; `known` are those it has."""

    name: str
    known: tuple[str, ...]


class VariantNameTaken(ServiceError):
    """A variant that comes with the program has that name."""

    name: str


class TooManyVariants(ServiceError):
    """A server can keep `most` variants."""

    most: int


class NoSuchTheme(ServiceError):
    """There is no theme with that name here; `known` are those that there are."""

    name: str
    known: tuple[str, ...]


class ThemeNameTaken(ServiceError):
    """A theme that comes with the program has that name."""

    name: str


class TooManyThemes(ServiceError):
    """A server can keep `most` themes."""

    most: int


class TooManyWords(ServiceError):
    """A person's own list can hold `most` words."""

    most: int


class NoSuchList(ServiceError):
    """A server has no word list with that name, and the program has none either; `known` are the existing names."""

    name: str
    known: tuple[str, ...]


class BadListName(ServiceError):
    """A word list cannot have that name: it is too long or has other characters than letters, digits and spaces."""

    name: str
    most: int


class ListNameTaken(ServiceError):
    """Another word list has that name: one of the server's or one of the program's."""

    name: str


class TooManyLists(ServiceError):
    """A server can keep `most` named word lists."""

    most: int


class TooManyCombined(ServiceError):
    """A game can combine at most `most` word lists."""

    most: int


class LettersFixed(ServiceError):
    """A named word list has letters of its own, those of `variant`; no others can be chosen for its words."""

    name: str
    variant: str


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


class ReadingBusy(ServiceError):
    """Another file of the person or server is being read, or too many wait; `seconds` until that is over."""

    seconds: int


class NotAllowed(ServiceError):
    """A server does not let someone do something: only those whom `rule` names (`bot.service.rights`), and moderators.

    `here` says whether the request came from that server.
    """

    action: Permission
    rule: str
    here: bool


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


class TooOften(ServiceError):
    """Someone has recently done something as often as allowed; it is possible again after `wait` milliseconds.

    `most` is the amount allowed in the period of `limit`, `per` whose count it is.
    """

    limit: Limit
    per: Per
    most: int
    wait: int


class NoPuzzleLeft(ServiceError):
    """There is no puzzle in a language that someone has not had yet."""

    language: str


class UnknownPuzzle(ServiceError):
    """There is no such puzzle, or the person has not been given it."""


class PuzzleDone(ServiceError):
    """A puzzle is finished: it is solved, or its answer has been shown."""


class UnknownBoard(ServiceError):
    """There is no such analysis board any more, or it belongs to someone else."""


class RunningPosition(ServiceError):
    """Somebody asks about the position of games that they are playing."""

    games: tuple[GameSummary, ...]


class WordsAreSecret(ServiceError):
    """Words are secret in running games of the person who asks, or in the game asked about if there are none."""

    games: tuple[GameSummary, ...] = ()


class GameWaits(ServiceError):
    """A game in which nobody else plays waits until words are no longer secret in other games of its player."""

    games: tuple[GameSummary, ...]


class LettersClosed(ServiceError):
    """Nobody who plays a running game learns which words letters make."""

    games: tuple[GameSummary, ...]


class RackImpossible(ServiceError):
    """Tiles cannot be on a rack of up to `most`: there are too many, or they are on the board or another rack."""

    most: int


class RackNeeded(ServiceError):
    """The best moves cannot be found without a rack."""


class TooManySteps(ServiceError):
    """An analysis board has as many positions as it can have (`most`)."""

    most: int


class PositionIsOver(ServiceError):
    """The game ends in this position, so that nobody moves."""


class NoPosition(ServiceError):
    """A text is no position in CGP; `reason` says why, and quotes nothing but the text."""

    reason: Sentence


class NoSuchTurn(ServiceError):
    """A game has no turn with that number; it has `turns`, none if nobody has moved."""

    number: int
    turns: int


class EngineFailed(ServiceError):
    """The engine has failed twice at the same work; `lacks_memory` says that it needs more than there is."""

    lacks_memory: bool = False


class StillPreparing(ServiceError):
    """The engine is still being compiled, so it cannot think about a position yet."""


class ModeratorsOnly(ServiceError):
    """Only a server's moderators may do this."""


class NotForWatchers(ServiceError):
    """Only players and moderators may show a game in a server's channel."""


class DatabaseInUse(ServiceError):
    """Another process has the database file open; `path` is the file."""

    path: str


class DatabaseUnusable(ServiceError):
    """The database cannot be opened. `reason` is for the log and the terminal."""

    path: str
    reason: str


class DatabaseNewer(DatabaseUnusable):
    """The database comes from a version so much newer that this one cannot work with it."""


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


class GameExists(ServiceError):
    """A game with that id already exists."""

    game: str


class SaveWentOn(ServiceError):
    """A game continued after it was saved; loading the file would undo that. `name` is the game's."""

    name: str


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
