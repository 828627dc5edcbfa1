"""Every error that the engine raises on purpose, as a type that carries the facts and never a sentence for the player.

`EngineError` has three families, as in python-chess: text that cannot be read (`MalformedText`), data that contradicts
itself (`BadData`), and a request that the rules refuse (`RuleViolation`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any, ClassVar, dataclass_transform

from engine.sentences import N_, Sentence

SECRET = {"secret": True}
"""Metadata of a field that may reveal a rack: it never enters `str()`, logs or other people's messages."""


def letters_of(number: int) -> str:
    """The name of the n-th lettered line, n from 0: A to Z, then AA, AB and so on."""
    name = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        name = chr(65 + rest) + name
    return name


def square_name(row: int | None, column: int | None) -> str:
    """A square as positions and records name it, counted from 0: `8H`, or all of a line."""
    if row is None:
        return "the start" if column is None else f"column {letters_of(column)}"
    return f"row {row + 1}" if column is None else f"{row + 1}{letters_of(column)}"


def _listed(fact: Any) -> Any:
    """Texts as one, with commas; a word is a tuple of its letters."""
    if not isinstance(fact, tuple):
        return fact
    return ", ".join("".join(one) if isinstance(one, tuple) else str(one) for one in fact)


@dataclass_transform(eq_default=False, field_specifiers=(field,))
@dataclass(eq=False)
class Refusal(Exception):
    """Base of what is raised on purpose. Each subclass is a dataclass of its facts, without being marked as one.

    `str()` gives the class and its public facts, for logs. The application writes the text for players; `says` is the
    form of `summary`, which programs show.
    """

    says: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        dataclass(eq=False)(cls)

    def __str__(self) -> str:
        public = (one.name for one in fields(self) if not one.metadata.get("secret"))
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in public)})"

    @property
    def summary(self) -> str:
        """What is wrong, in English, with the facts of the case, also those that may tell a rack: not for logs."""
        if self.says:
            return self.says.format_map(self._told())
        return (type(self).__doc__ or "").partition("\n")[0].partition(". ")[0].rstrip(".") + "."

    def _told(self) -> dict[str, object]:
        """The facts as `says` names them: several in a row, and a cell also as its `square`."""
        told = {one.name: _listed(getattr(self, one.name)) for one in fields(self)}
        if {"row", "column"} <= told.keys():
            told["square"] = square_name(told["row"], told["column"])
        return told

    def __reduce__(self) -> tuple[type[Refusal], tuple[Any, ...]]:
        return type(self), tuple(getattr(self, one.name) for one in fields(self))


class EngineError(Refusal):
    """Base of everything that the engine raises on purpose."""


class RuleViolation(EngineError):
    """The rules refuse a command; the game is unchanged."""


# --- text and files -----------------------------------------------------------------------------------------------


class MalformedText(EngineError):
    """A text does not have the expected form. `position` counts characters from 0."""

    text: str
    position: int = 0

    says = "'{strange}' in '{text}' cannot be read."

    def _told(self) -> dict[str, object]:
        strange = re.compile(r"\[[^]]*\]|.|$", re.DOTALL).match(self.text, self.position)
        return super()._told() | {"strange": strange[0] if strange else ""}


class UnknownLetter(MalformedText):
    """A character of the text is not a letter of the alphabet. `meant` are letters that may have been meant."""

    says = "'{strange}' in '{text}' is not a letter of this game."

    meant: tuple[str, ...] = ()


class MalformedCoordinate(MalformedText):
    """The text is not a coordinate pair such as `8H`."""

    says = "'{text}' is not a square such as 8H."


class MalformedMove(MalformedText):
    """The text is not a move such as `8H HELLO`."""

    says = "'{text}' is not a move: write a square and a word, such as 8H HELLO."


class NoSuchTile(MalformedText):
    """The text names a letter without a tile in the set, or a blank in a set without blanks."""

    says = "This set has no tile for '{strange}'."

    letter: str = ""


class NoSuchPoints(MalformedText):
    """The text gives a tile points that no matching tile in the set has."""

    says = "No tile of this set with {letter} has {points} points."

    letter: str = ""
    points: int = 0


class BadData(EngineError):
    """A file or value is invalid.

    `where` names the file, or is a `Sentence` that names the part. `line` counts from 1; 0 means unknown.
    """

    where: str
    reason: Sentence
    line: int = 0

    @property
    def summary(self) -> str:
        """What is wrong, after the place where it is."""
        return f"{self.where}, line {self.line}: {self.reason}" if self.line else f"{self.where}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a file. `where` names the file. `line` counts from 1; 0 means unknown."""

    where: str
    line: int
    reason: Sentence


class BadFile(BadData):
    """A file, or several that belong together, is faulty; it lists all faults. The other fields repeat the first."""

    faults: tuple[Fault, ...] = ()

    @staticmethod
    def of(faults: Iterable[Fault]) -> BadFile:
        """The error for these faults; there must be at least one."""
        known = tuple(dict.fromkeys(faults))
        return BadFile(known[0].where, known[0].reason, known[0].line, known)


class Size(Enum):
    """The kinds of thing that there can be too much of, each as the form of a fault."""

    BYTES = N_("has more than {limit} bytes")
    CHARACTERS = N_("has more than {limit} characters")
    MEMORY = N_("needs more than {limit} bytes of memory to unpack")
    LINE = N_("has a line of more than {limit} characters")
    MARKS = N_("has more than {limit} accents on one letter")
    WORDS = N_("has more than {limit} words")
    EVENTS = N_("has more than {limit} events")
    TILES = N_("has more than {limit} tiles")
    SQUARES = N_("has more than {limit} squares")
    LANGUAGES = N_("has more than {limit} languages")
    PLAYERS = N_("has more than {limit} players")
    NAME = N_("has a name of more than {limit} characters")
    NESTING = N_("is nested more than {limit} levels deep")
    DIGITS = N_("has a number of more than {limit} digits")
    KEY = N_("has a key or number of more than {limit} characters")
    KEY_PARTS = N_("has a key of more than {limit} parts")


class TooLarge(BadFile):
    """A file or text has more than `limit` of `what`, and its reader used nothing of it."""

    what: Size = Size.BYTES
    limit: int = 0

    @staticmethod
    def beyond(where: str, what: Size, limit: int, line: int = 0) -> TooLarge:
        """The refusal of a file; `line` counts from 1 and is 0 if unknown."""
        fault = Fault(where, line, Sentence(what.value, limit=limit))
        return TooLarge(where, fault.reason, line, (fault,), what, limit)


# --- the lobby and the rules of a game ----------------------------------------------------------------------------


class AlreadyStarted(RuleViolation):
    """This is only possible in the lobby, before the start."""


class TooLateToJoin(AlreadyStarted):
    """Nobody joins a running game in which no seat is free."""


class NotStarted(RuleViolation):
    """This is only possible after the start."""


class GameIsOver(RuleViolation):
    """The game has ended."""

    says = "The game is over."


class NoSuchLevel(RuleViolation):
    """No computer player has this level."""

    level: int


class NoSuchRule(RuleViolation):
    """There is no rule of that name."""

    rule: str


class RuleValueRefused(RuleViolation):
    """The rule does not take that value. `allowed` lists the values it takes, as text."""

    rule: str
    value: str
    allowed: tuple[str, ...]


class RulesContradict(RuleViolation):
    """Two rules exclude each other; to set `rule`, a player has to change `other` first."""

    rule: str
    other: str

    def seen_from(self, rule: str) -> RulesContradict:
        """The same conflict, told to the player who set `rule`."""
        return RulesContradict(self.other, self.rule) if rule == self.other else self


class RuleIsOff(RuleViolation):
    """A rule of the game does not allow this, as it is set."""

    rule: str


class HostIsComputer(RuleViolation):
    """Under the challenge rule `ask_host` the host must be a person."""


class WrongNumberOfSeats(RuleViolation):
    """The value of a rule needs another number of players."""

    rule: str
    value: str
    needed: int
    seats: int


class TooManySeated(RuleViolation):
    """The rule `players` would allow fewer seats than are taken or kept."""

    players: int
    seats: int


# --- seats and rights ---------------------------------------------------------------------------------------------


class OnlyHost(RuleViolation):
    """Only the host or a moderator may do this."""


class NotSeated(RuleViolation):
    """The player has no seat in this game."""


class AlreadySeated(RuleViolation):
    """The player already has a seat."""


class NoSeatFree(RuleViolation):
    """All seats that the rules and the tile set allow are taken."""

    seats: int


class SentAway(RuleViolation):
    """The host, or a moderator, has removed the person from the lobby."""


class SeatsKept(RuleViolation):
    """The free seats are kept for players of the previous game, whose display names are in `names`."""

    names: tuple[str, ...]


class SeatIsKept(NotSeated):
    """The player has no seat yet, but one is kept for them."""


class NobodySeated(RuleViolation):
    """A game needs at least one player to start."""


class NoSuchSeat(RuleViolation):
    """There is no seat of that number."""

    seat: int


class HasLeft(RuleViolation):
    """The player has left the game."""


class EndingResigns(RuleViolation):
    """The player can end the game only by resigning: others play on, and have not agreed that it ends for nothing."""


class NotCancellable(RuleViolation):
    """The game counts already, or others play on, so that a player can only leave it or resign."""


class SeatKept(RuleViolation):
    """A computer player keeps the player's seat, which the player may take back."""

    seat: int


class NotAgreed(RuleViolation):
    """The player of the seat has not agreed to give it up, and the pool has too few tiles to replace the rack.

    `of_file` means that the game came from a file: no seat in it changes hands without that consent.
    """

    seat: int
    of_file: bool = False


class NoSuchOffer(RuleViolation):
    """The player is not, or no longer, asked to give up a seat."""


class SeatNotFree(RuleViolation):
    """Nobody can take the seat: its player resigned, or it is a computer player's."""

    seat: int


# --- turns and moves ----------------------------------------------------------------------------------------------


class NotYourTurn(RuleViolation):
    """Another seat is on turn."""

    on_turn: int


class StaleTurn(RuleViolation):
    """The command was meant for a turn that is over."""

    meant: int
    current: int


class NoTilesPlayed(RuleViolation):
    """The move places no tile from the rack."""

    says = "Every letter of that word is already on the board."


class TilesNotInLine(RuleViolation):
    """The tiles are neither in one row nor in one column."""

    says = "The tiles are neither in one row nor in one column."


class GapBetweenTiles(RuleViolation):
    """There is an empty square between the tiles, which must form one word."""

    says = "There is an empty square between the tiles."


class NotConnected(RuleViolation):
    """The tiles touch no tile on the board."""

    says = "The tiles touch no tile on the board."


class PlayTooShort(RuleViolation):
    """The tiles make no word of two letters or more."""

    says = "The first word needs at least two letters."


class StartNotCovered(RuleViolation):
    """The first word must cover the start: a cell, or any cell of a column or row (0-based; None means any)."""

    says = "The first word must cover {square}."

    row: int | None
    column: int | None


class OffTheBoard(RuleViolation):
    """A tile would be outside the board. Coordinates are 0-based."""

    says = "The word runs off the board."

    row: int
    column: int


class SquareBlocked(RuleViolation):
    """A tile would be on a blocked square."""

    says = "{square} is a blocked square."

    row: int
    column: int


class SquareTaken(RuleViolation):
    """The square already has a letter other than the typed one."""

    row: int
    column: int
    letter: str
    typed: str

    @property
    def summary(self) -> str:
        """What the square holds, and not what was typed for it, if anything was."""
        typed = f", not {self.typed}" * bool(self.typed)
        return f"{square_name(self.row, self.column)} already has {self.letter}{typed}."


class SquareEmpty(RuleViolation):
    """The move reads a letter from the board (`.` or parentheses) where there is no tile."""

    says = "{square} has no tile yet, so no letter can be read from it."

    row: int
    column: int


class TilesNotOnRack(RuleViolation):
    """The rack lacks tiles that the move needs. `missing` is in tile notation."""

    says = "These tiles are not there to use: {missing}."

    missing: tuple[str, ...] = field(metadata=SECRET)


class NotInLexicon(RuleViolation):
    """The lexicon lacks words of the play. Each word is a tuple of letters."""

    says = "Not in the lexicon: {words}."

    words: tuple[tuple[str, ...], ...]


class PoolTooSmall(RuleViolation):
    """An exchange needs more tiles in the pool than it holds."""

    says = "Tiles that the exchange needs in the pool: {needed}; tiles in it: {pool}."

    pool: int
    needed: int


class NothingToExchange(RuleViolation):
    """The exchange names no tile."""

    says = "The exchange names no tile."


class NothingToUndo(RuleViolation):
    """The latest move is not the player's own, or its window has closed."""

    says = "Nothing to undo."


# --- hints, swaps and trades --------------------------------------------------------------------------------------


class NoHintLeft(RuleViolation):
    """The seat has had all the hints that the rules give each player."""

    hints: int


class NothingToSwap(RuleViolation):
    """Racks can be swapped only in a game between one person and one computer player."""


class NoBlankThere(RuleViolation):
    """There is no blank on the square. Coordinates are 0-based."""

    row: int
    column: int


class LetterNotOnRack(RuleViolation):
    """The rack lacks the real tile of the letter that the blank stands for."""

    letter: str = field(metadata=SECRET)


class NoFourOfAKind(RuleViolation):
    """The rack does not hold four tiles of one letter."""


# --- drawing by hand, and real tiles on a table -------------------------------------------------------------------


class NothingToDraw(RuleViolation):
    """The seat has fewer tiles to draw than it asked for, or none. `due` is how many it has."""

    due: int


class DrawFirst(RuleViolation):
    """The seat must draw its tiles before it plays."""

    due: int


class RackIsHidden(RuleViolation):
    """This needs a rack that the program knows, but the seat plays with real tiles."""


class TilesNotUnseen(RuleViolation):
    """The typed tiles are already on the board or on a known rack. `missing` is in tile notation."""

    missing: tuple[str, ...]


class WrongNumberOfTiles(RuleViolation):
    """The number of typed tiles is not the number that the seat has drawn or holds."""

    given: int
    needed: int


class NoTilesAwaited(RuleViolation):
    """This seat has no tiles to be typed in now."""

    seat: int


class OnlyTilesLeft(RuleViolation):
    """The game is decided; only the tiles left on these seats' racks are still to be typed in."""

    waiting: tuple[int, ...]


class StartNotTyped(RuleViolation):
    """With real tiles, someone must type in which tile each player drew for the start, or who begins."""


class StartTied(RuleViolation):
    """The tiles typed for the start tie, or do not match the seats in `waiting`, which must draw."""

    waiting: tuple[int, ...]


# --- challenges and words that the lexicon lacks ------------------------------------------------------------------


class ChallengeIsOff(RuleViolation):
    """Words are checked as they are played, so there is nothing to challenge."""


class NothingToChallenge(RuleViolation):
    """No play can be challenged now."""


class OwnPlay(RuleViolation):
    """Players cannot challenge or accept their own play."""


class WordNotInPlay(RuleViolation):
    """The challenge names a word that the play did not form."""

    word: str


class OnlyChallengeOrPass(RuleViolation):
    """The last tiles are down: opponents may only challenge the play or pass."""


class AnswerAwaited(RuleViolation):
    """A play waits for the answers of these seats; nothing else is possible until then."""

    waiting: tuple[int, ...]


class NotAsked(RuleViolation):
    """This seat has nothing to answer."""


class WordsAwaited(RuleViolation):
    """The host has been asked about words of the play and has not answered. Each word is a tuple of letters."""

    words: tuple[tuple[str, ...], ...] = field(metadata=SECRET)


class WordsRefused(RuleViolation):
    """The host has refused words of the play. Each word is a tuple of letters."""

    words: tuple[tuple[str, ...], ...] = field(metadata=SECRET)


class TooManyQuestions(RuleViolation):
    """The seat has as many words waiting for the host's answer as it may have."""

    most: int


class OnlyHostDecides(RuleViolation):
    """Only the host decides whether a word counts."""


class NoSuchQuestion(RuleViolation):
    """The host was not asked about that, or the question has been settled."""


# --- clocks and pauses --------------------------------------------------------------------------------------------


class TimeIsUp(RuleViolation):
    """The time for this turn is up; the turn is about to be lost."""


class NudgedLately(RuleViolation):
    """The player on turn was nudged recently. `again` is the instant from which a nudge is possible again."""

    again: int


class NobodyToNudge(RuleViolation):
    """The game is not waiting for another person."""


class NothingToClaim(RuleViolation):
    """The game does not wait for another person, or a clock ends the turn."""


class ClaimTooEarly(RuleViolation):
    """Nobody has waited long enough to claim the game, which is possible from `at` on."""

    at: int


class ClaimPending(RuleViolation):
    """The game has been claimed, and the player on turn has until `at` to move."""

    at: int


class NotClaimed(RuleViolation):
    """Nobody decides about a game that has not been claimed first."""


class NobodyToGiveTime(RuleViolation):
    """The game is not waiting for another person."""


class NoTimeToGive(RuleViolation):
    """No clock runs in this game, or it is a tournament, in which nobody gives time away."""


class TimeGivenAlready(RuleViolation):
    """The player has already given the player on turn more time in this turn."""


class NoLongTurns(RuleViolation):
    """The clock of this game is too quick to stop while someone is away."""


class NotAway(RuleViolation):
    """The player is not away, or comes back only later."""


class GameIsPaused(RuleViolation):
    """The game is paused under a name until someone resumes it."""

    name: str


class NotPaused(RuleViolation):
    """The game is not paused."""


class AgreedAlready(RuleViolation):
    """The player has already agreed; others still have to."""
