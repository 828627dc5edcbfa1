"""Every refusal of the bot's own, as a type that carries the facts; those of a game are in `engine/errors.py`.

`bot/text/refusals` words both, `describe` logs them.
"""

from __future__ import annotations

import os
import traceback
from pathlib import Path

from bot.limits import Limit, Per
from bot.model.games import GameSummary
from bot.model.profiles import Permission
from engine.errors import EngineError, Fault, Refusal
from engine.model.durations import Times


class BotError(Refusal):
    """Base of everything that the bot raises on purpose, whichever room does."""


# --- requests ---------------------------------------------------------------------------------------------------------


class UnknownAction(BotError):
    """A button requests something that this version of the bot does not know."""


class Forgotten(BotError):
    """What a button or menu is about is gone: answered, deleted, or forgotten as the bot restarted."""


class NotYours(BotError):
    """The question with this button belongs to someone else."""


class NotOffered(BotError):
    """An option has no such value; `offered` are its values, of which the titles are listed."""

    option: str
    value: str
    offered: tuple[str, ...]


class NoSuchTimeZone(BotError):
    """No time zone, or more than one, is called what was typed."""

    typed: str


class NoSuchLength(BotError):
    """An option takes a length of time, and no length among its `times` can be read from what was typed."""

    option: str
    value: str
    times: Times


class NameTaken(BotError):
    """Another paused game or word list has that name."""

    name: str


class SeveralGames(BotError):
    """A person plays several games and did not say which one they mean."""

    games: tuple[GameSummary, ...]


class TooBusy(BotError):
    """Others kept changing the game while a command was being decided; the person need only ask again."""

    game: str


class TooManyAtOnce(BotError):
    """More requests from a person or server are waiting than allowed."""


class TooManyGames(BotError):
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


class TooOften(BotError):
    """Someone has recently done something as often as allowed; it is possible again after `wait` milliseconds.

    `most` is the amount allowed in the period of `limit`, `per` whose count it is.
    """

    limit: Limit
    per: Per
    most: int
    wait: int


# --- games ------------------------------------------------------------------------------------------------------------


class UnknownGame(BotError):
    """There is no game with that id."""

    game: str


class BadScores(BotError):
    """That does not say how many points each of two players has."""

    typed: str


class NothingToLeave(BotError):
    """Nothing is here that anyone could leave."""


class ChannelBusy(BotError):
    """That channel already has a running game or a lobby."""

    game: str


class NotOfThatGame(BotError):
    """Only the players of a game can ask the others to play again."""


class RematchBegan(BotError):
    """A rematch has already begun; `game` is its id."""

    game: str


class NothingFinished(BotError):
    """There is no finished game to look back at: none here, and none of the person's."""


class NotOver(BotError):
    """The record of a game shows every rack, so it is given out only at the end."""


class GcgForTwo(BotError):
    """The GCG format can record only games of two players."""


class UnknownDraft(BotError):
    """The preview with that id does not exist (any more), or belongs to someone else."""

    draft: str


class NothingToCompose(BotError):
    """There is no turn to compose a move for, or the rack is on a real table."""


# --- rights, people and places ----------------------------------------------------------------------------------------


class NotInRange(BotError):
    """Something is meant for people with a rating from `low` to `high`; either may be missing.

    `rating` is the asker's, or what a `provisional` one or none counts as.
    """

    rating: int
    low: int | None
    high: int | None
    provisional: bool = False


class RangeUpsideDown(BotError):
    """The least rating is above the highest."""


class NotAllowed(BotError):
    """A server does not let someone do something: only those whom `rule` names (`bot.service.rights`), and moderators.

    `here` says whether the request came from that server.
    """

    action: Permission
    rule: str
    here: bool


class ModeratorsOnly(BotError):
    """Only a server's moderators may do this."""


class NotDirector(BotError):
    """Only moderators and the people they named direct a competition."""


class NotForWatchers(BotError):
    """Only players and moderators may show a game in a server's channel."""


class OnlyInServers(BotError):
    """A direct message has no server to keep something for."""


class BotNotHere(BotError):
    """The bot is not a member of the server, so it could not show a game there."""


class NotYoursToWrite(BotError):
    """The asker may not write in this channel, so the bot does not post for them either."""


class NotMineToWrite(BotError):
    """The bot may not write in this channel."""


class TooLateToShare(BotError):
    """A result can be shared for a day after what it is a result of."""


class ThreadNotYours(BotError):
    """The asker may not create threads in this channel, so the bot does not create one for them."""


class NoThread(BotError):
    """The bot lacks the permissions for threads here."""


class NoThreadsHere(BotError):
    """The kind of channel has no threads, such as a voice channel, a direct message or a thread itself."""


class GamesNeedThreads(BotError):
    """Each game of what was asked for has a thread, which this kind of channel has not."""


class GamesNeedYourThreads(BotError):
    """Each game of what was asked for has a thread, and the asker may not create any here."""


class GamesNeedMyThreads(BotError):
    """Each game of what was asked for has a thread, and the bot may not create any here."""


class HeldByDirector(BotError):
    """The game belongs to a competition in which its players may not hold it up."""


class ForfeitsInstead(BotError):
    """The game belongs to a competition, in which a player who does not play it loses it."""


class TooManyThreads(BotError):
    """The server has as many active threads as Discord allows."""


class NoThreadNow(BotError):
    """Discord did not create a thread, for a reason that may pass."""


class NoSeatForBots(BotError):
    """Bots do not play as people do; `name` is what the bot is called."""

    name: str


class NoSuchPlayer(BotError):
    """Nobody at the table has that name; `names` are the players, safe to show."""

    name: str
    names: tuple[str, ...]


class NobodyReads(BotError):
    """A reminder would reach nobody: the player on turn has left the places where the game is shown."""

    name: str


# --- what is secret, and reviews --------------------------------------------------------------------------------------


class SecretPosition(Exception):
    """What refusals have in common by which nobody may have a position analysed now that somebody can still move in."""


class RunningPosition(BotError, SecretPosition):
    """Somebody asks about the position of games that they are playing."""

    games: tuple[GameSummary, ...]


class WordsAreSecret(BotError):
    """Words are secret in running games of the person who asks, or in the game asked about if there are none."""

    games: tuple[GameSummary, ...] = ()


class GameWaits(BotError):
    """A game in which nobody else plays waits until words are no longer secret in other games of its player."""

    games: tuple[GameSummary, ...]


class LettersClosed(BotError):
    """Nobody who plays a running game learns which words letters make."""

    games: tuple[GameSummary, ...]


class StillRunning(BotError):
    """Only a finished game can be reviewed: the racks of this one are secret."""

    game: str


class NeverAgreed(BotError):
    """Not everyone agreed to a game from a file before it ended, so its racks may be those of a running game."""

    game: str


class KinRuns(BotError):
    """Another game from the same beginning goes on, perhaps with the racks of this one."""

    game: str


# --- pauses and saved games -------------------------------------------------------------------------------------------


class NoSuchPause(BotError):
    """No paused game has that name, or the request named none of several; `known` are the existing names, if any."""

    name: str
    known: tuple[str, ...]


class NotSaveable(BotError):
    """Only a paused game can be handed out as a file; `over` says that it has ended."""

    over: bool


class SaveUnknown(BotError):
    """A file is not a saved game."""


class SaveNewer(BotError):
    """A saved game was made by a newer version of the program."""


class SaveForeign(BotError):
    """A saved game was sealed with another key."""


class SaveDamaged(BotError):
    """A saved game was changed or is incomplete."""


class SaveWentOn(BotError):
    """A game continued after it was saved; loading the file would undo that. `name` is the game's."""

    name: str


# --- files, variants and themes ---------------------------------------------------------------------------------------


class FileLost(BotError):
    """Discord did not deliver an uploaded file."""


class FileRefused(BotError):
    """A file that someone sent has faults, and nothing of it is used. `where` is its name."""

    where: str
    faults: tuple[Fault, ...]


class ReadingTooLarge(BotError):
    """An upload takes more memory to read than is allowed, or its content is too large."""


class ReadingTooLong(BotError):
    """An upload takes more time to read than is allowed."""


class ReadingFailed(BotError):
    """The process that reads uploads has failed."""


class ReadingBusy(BotError):
    """Another file of the person or server is being read, or too many wait; `seconds` until that is over."""

    seconds: int


class NoSuchVariant(BotError):
    """The server has loaded no variant with that name; `known` are those it has."""

    name: str
    known: tuple[str, ...]


class TooManyVariants(BotError):
    """A server can keep `most` variants."""

    most: int


class NameInFileTaken(BotError):
    """A file gives a variant or theme the name of one that comes with the program."""

    name: str


class NoSuchTheme(BotError):
    """There is no theme with that name here; `known` are those that there are."""

    name: str
    known: tuple[str, ...]


class TooManyThemes(BotError):
    """A server can keep `most` themes."""

    most: int


# --- word lists and words ---------------------------------------------------------------------------------------------


class LexiconUnavailable(BotError):
    """The word list that judges a game cannot be read."""

    name: str


class NoDictionary(BotError):
    """There is no dictionary for a language that has tiles; `known` are the languages that have one."""

    language: str
    known: tuple[str, ...]


class OtherLanguage(BotError):
    """A dictionary is in another language than the tiles."""

    lexicon: str
    language: str
    tiles: str


class TilesDoNotFit(BotError):
    """A game's tiles lack `letters` of a word list, which has those of `variant`; `tiles` is the game's variant."""

    name: str
    variant: str
    letters: tuple[str, ...]
    tiles: str = ""


class NoSuchList(BotError):
    """A server has no word list with that name, and the program has none either; `known` are the existing names."""

    name: str
    known: tuple[str, ...]


class BadListName(BotError):
    """A word list cannot have that name: it is too long or has other characters than letters, digits and spaces."""

    name: str
    most: int


class TooManyLists(BotError):
    """A server can keep `most` named word lists."""

    most: int


class TooManyCombined(BotError):
    """A game can combine at most `most` word lists."""

    most: int


class LettersFixed(BotError):
    """A named word list has letters of its own, those of `variant`; no others can be chosen for its words."""

    name: str
    variant: str


class TooManyWords(BotError):
    """A person's own list can hold `most` words."""

    most: int


class NoWord(BotError):
    """A word has a letter that a list cannot hold (`strange`), or it has `count` letters instead of 2 to 31.

    It was typed, or is in a line of a `file`. `variant` is the one whose letters the list was made with.
    """

    written: str
    lexicon: str
    count: int = 0
    strange: str = ""
    file: str = ""
    line: int = 0
    meant: tuple[str, ...] = ()
    variant: str = ""


class TooManyLookups(BotError):
    """Too many words to look up at once."""

    most: int


class TooManyLetters(BotError):
    """More than `most` letters to search, or more than `blanks` blanks among them."""

    most: int
    blanks: int


class NoDefinitions(BotError):
    """There are no definitions for that language."""


# --- puzzles and word study -------------------------------------------------------------------------------------------


# --- analysis boards and the engine -----------------------------------------------------------------------------------


class EngineFailed(BotError):
    """The engine has failed twice at the same work; `lacks_memory` says that it needs more than there is."""

    lacks_memory: bool = False


class StillPreparing(BotError):
    """The engine is still being compiled, so it cannot think about a position yet."""


# --- the installation -------------------------------------------------------------------------------------------------


class DatabaseInUse(BotError):
    """Another process has the database file open; `path` is the file."""

    path: str


class DatabaseUnusable(BotError):
    """The database cannot be opened. `reason` is for the log and the terminal."""

    path: str
    reason: str


class DatabaseNewer(DatabaseUnusable):
    """The database comes from a version so much newer that this one cannot work with it."""


class KeyUnusable(BotError):
    """The key of the installation cannot be read or created. `where` is a file's name or a setting."""

    where: str
    reason: str


class LostRace(Exception):
    """Someone else committed first: to this game, in this channel, or for this cause. Read and decide again."""


OWN_CODE = tuple(f"{Path(__file__).parents[2] / name}{os.sep}" for name in ("bot", "engine"))
"""Where the program's own code is: where a driver fails says nothing about a full disk."""


def describe(error: BaseException) -> str:
    """An error for the log. Only errors known to keep secrets are quoted, and what the system or SQLite says."""
    name = str(error) if isinstance(error, EngineError | BotError) else type(error).__name__
    frames: list[traceback.FrameSummary] = traceback.extract_tb(error.__traceback__)
    if why := _why(error):
        name += f" ({why})"
        frames = [frame for frame in frames if frame.filename.startswith(OWN_CODE)]
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
