"""Every refusal of the engine as a type that carries the facts of it, never a sentence for the player.

`EngineError` has three families, after the trio of python-chess: text that cannot be read (`MalformedText`), data that
contradicts itself (`BadData`) and a wish that the rules do not grant (`RuleViolation`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import Field, dataclass, field
from typing import Any

SECRET = {"secret": True}
"""Metadata of a field that may tell what is on a rack: it never enters `str()`, logs or other people's messages."""


class EngineError(Exception):
    """Base of everything that the engine raises on purpose.

    `str()` gives the class and its public facts, for logs; the words a player reads are made elsewhere.
    """

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value!r}" for name, value in public_facts(self).items())
        return f"{type(self).__name__}({facts})"

    def __reduce__(self) -> tuple[type[EngineError], tuple[Any, ...]]:
        return type(self), tuple(getattr(self, name) for name in _names(self))


def _names(error: EngineError) -> tuple[str, ...]:
    return tuple(getattr(error, "__dataclass_fields__", ()))


def public_facts(error: EngineError) -> dict[str, Any]:
    """The facts of an error that anybody may read, by field name; secret fields are left out."""
    known: dict[str, Field[Any]] = getattr(error, "__dataclass_fields__", {})
    return {name: getattr(error, name) for name, one in known.items() if not one.metadata.get("secret")}


# --- text that cannot be read -------------------------------------------------------------------------------------


@dataclass(eq=False)
class MalformedText(EngineError):
    """A text is not of the form that was asked for. `position` counts characters from 0."""

    text: str
    position: int = 0


@dataclass(eq=False)
class UnknownLetter(MalformedText):
    """A character of the text stands for no letter of the alphabet."""


@dataclass(eq=False)
class MalformedCoordinate(MalformedText):
    """The text is not a coordinate pair such as `8H`."""


@dataclass(eq=False)
class MalformedMove(MalformedText):
    """The text is not a move such as `8H HELLO`."""


@dataclass(eq=False)
class NoSuchPoints(MalformedText):
    """A tile was named by points that no tile of the set has."""

    letter: str = ""
    points: int = 0


# --- data that contradicts itself ---------------------------------------------------------------------------------


@dataclass(eq=False)
class BadData(EngineError):
    """A file or value does not hold what it must.

    `where` names the file or part, `line` counts from 1 and is 0 where unknown.
    """

    where: str
    reason: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a file. `line` counts from 1 and is 0 where unknown; `where` names the file.

    `reason` is in English. `form` is the same with names in braces for the `facts`, so that it can be told in other
    languages; it is empty where there is no such form.
    """

    where: str
    line: int
    reason: str
    form: str = ""
    facts: tuple[tuple[str, object], ...] = ()

    @staticmethod
    def of(where: str, line: int, form: str, /, **facts: object) -> Fault:
        """A fault told by a form and its facts."""
        return Fault(where, line, form.format_map(facts), form, tuple(facts.items()))


@dataclass(eq=False)
class BadFile(BadData):
    """A file, or several that belong together, with all their faults; the first one is told by the other fields."""

    faults: tuple[Fault, ...] = ()

    @staticmethod
    def of(faults: Iterable[Fault]) -> BadFile:
        """The error that tells these faults, of which there is at least one."""
        known = tuple(dict.fromkeys(faults))
        return BadFile(known[0].where, known[0].reason, known[0].line, known)


# --- wishes that the rules do not grant -----------------------------------------------------------------------------


class RuleViolation(EngineError):
    """A command that the rules refuse; the game is as it was."""


@dataclass(eq=False)
class NotYourTurn(RuleViolation):
    """Another seat is on turn."""

    on_turn: int


@dataclass(eq=False)
class StaleTurn(RuleViolation):
    """The command was meant for a turn that is over."""

    meant: int
    current: int


class NotSeated(RuleViolation):
    """Who asked has no seat in this game."""


class AlreadySeated(RuleViolation):
    """Who asked has a seat already."""


@dataclass(eq=False)
class NoSeatFree(RuleViolation):
    """All seats that the rules and the tile set allow are taken."""

    seats: int


@dataclass(eq=False)
class SeatsKept(RuleViolation):
    """The seats that are free are kept for those who played the game before; `names` are theirs, as they are."""

    names: tuple[str, ...]


class NobodySeated(RuleViolation):
    """A game needs at least one player to start."""


@dataclass(eq=False)
class NoSuchSeat(RuleViolation):
    """The seat number does not exist."""

    seat: int


class AlreadyStarted(RuleViolation):
    """This is only possible in the lobby, before the start."""


class NotStarted(RuleViolation):
    """This is only possible once the game runs."""


class GameIsOver(RuleViolation):
    """The game has ended."""


class OnlyHost(RuleViolation):
    """Only the host or a moderator may do this."""


@dataclass(eq=False)
class NoSuchLevel(RuleViolation):
    """Computer players have levels 1 to 8."""

    level: int


@dataclass(eq=False)
class NoSuchRule(RuleViolation):
    """There is no rule of that name."""

    rule: str


@dataclass(eq=False)
class RuleValueRefused(RuleViolation):
    """The rule does not take that value. `allowed` lists what it takes, as text."""

    rule: str
    value: str
    allowed: tuple[str, ...]


@dataclass(eq=False)
class RulesContradict(RuleViolation):
    """Two rules make no sense together."""

    rule: str
    other: str


# placing tiles (geometry)


class NoTilesPlayed(RuleViolation):
    """The move puts no tile of the rack on the board."""


class TilesNotInLine(RuleViolation):
    """The tiles lie neither in one row nor in one column."""


class GapBetweenTiles(RuleViolation):
    """There is an empty square between the tiles: only one word is allowed."""


class NotConnected(RuleViolation):
    """The tiles touch no tile on the board."""


class PlayTooShort(RuleViolation):
    """The tiles make no word of two letters or more."""


@dataclass(eq=False)
class StartNotCovered(RuleViolation):
    """The first word must cover the start: a cell, or any cell of a column or row (0-based; None is free)."""

    row: int | None
    column: int | None


@dataclass(eq=False)
class OffTheBoard(RuleViolation):
    """A tile would lie outside the board. Coordinates are 0-based."""

    row: int
    column: int


@dataclass(eq=False)
class SquareBlocked(RuleViolation):
    """A tile would lie on a blocked square."""

    row: int
    column: int


@dataclass(eq=False)
class SquareTaken(RuleViolation):
    """Another letter than the one typed lies on the square already."""

    row: int
    column: int
    letter: str
    typed: str


@dataclass(eq=False)
class SquareEmpty(RuleViolation):
    """The move reads a letter from the board (`.` or parentheses) where no tile lies."""

    row: int
    column: int


@dataclass(eq=False)
class TilesNotOnRack(RuleViolation):
    """The rack lacks tiles that the move needs. `missing` is in tile notation."""

    missing: tuple[str, ...] = field(metadata=SECRET)


class HostIsComputer(RuleViolation):
    """The host, who would decide about words, is a computer player (challenge rule `ask_host`)."""


@dataclass(eq=False)
class WrongNumberOfSeats(RuleViolation):
    """A value of a rule is for another number of players than are seated."""

    rule: str
    value: str
    needed: int
    seats: int


@dataclass(eq=False)
class NotInLexicon(RuleViolation):
    """Words of the play are not in the lexicon. Each word is a tuple of letters."""

    words: tuple[tuple[str, ...], ...]


# turns


@dataclass(eq=False)
class PoolTooSmall(RuleViolation):
    """An exchange needs more tiles in the pool than it holds."""

    pool: int
    needed: int


class NothingToExchange(RuleViolation):
    """No tile was named."""


class UndoIsOff(RuleViolation):
    """The rules have no undo."""


class NothingToUndo(RuleViolation):
    """The latest move is not the player's own, or its window has closed."""


class ChallengeIsOff(RuleViolation):
    """Words are checked as they are played, so there is nothing to challenge."""


class NothingToChallenge(RuleViolation):
    """No play stands open to a challenge any more."""


class OwnPlay(RuleViolation):
    """Nobody challenges or accepts the own play."""


@dataclass(eq=False)
class WordNotInPlay(RuleViolation):
    """The challenge names a word that the play did not form."""

    word: str


class OnlyChallengeOrPass(RuleViolation):
    """The last tiles are down: opponents may challenge the play or pass, nothing else."""


class HintsAreOff(RuleViolation):
    """The rules give no hints."""


@dataclass(eq=False)
class NoHintLeft(RuleViolation):
    """The seat has had all the hints that the rules give each player."""

    hints: int


class HintNeedsRack(RuleViolation):
    """The tiles of the seat are not known, so nothing can be found for it."""


class NothingToSwap(RuleViolation):
    """Racks change hands only between a person and the computer player opposite, with nobody else at the table."""


class HasLeft(RuleViolation):
    """The seat has left the game."""


# time


class TimeIsUp(RuleViolation):
    """The time for this turn is over; the turn is about to be lost."""


@dataclass(eq=False)
class GameIsPaused(RuleViolation):
    """The game rests under a name until somebody resumes it."""

    name: str


class NotPaused(RuleViolation):
    """There is nothing to resume: the game goes on."""


class NobodyToNudge(RuleViolation):
    """The game waits for no other person."""


@dataclass(eq=False)
class NudgedLately(RuleViolation):
    """The player on turn was nudged a moment ago; `again` is the instant from which on it is possible again."""

    again: int


class AgreedAlready(RuleViolation):
    """Who asks has agreed already; others still have to."""


# waiting for somebody's answer


@dataclass(eq=False)
class AnswerAwaited(RuleViolation):
    """A play waits for the answers of these seats; nobody may do anything else meanwhile."""

    waiting: tuple[int, ...]


class NotAsked(RuleViolation):
    """Nobody waits for an answer of this seat."""


@dataclass(eq=False)
class WordsAwaited(RuleViolation):
    """The host has been asked about words of the play and has not answered. Each word is a tuple of letters."""

    words: tuple[tuple[str, ...], ...] = field(metadata=SECRET)


@dataclass(eq=False)
class WordsRefused(RuleViolation):
    """The host has refused words of the play. Each word is a tuple of letters."""

    words: tuple[tuple[str, ...], ...] = field(metadata=SECRET)


@dataclass(eq=False)
class TooManyQuestions(RuleViolation):
    """The host has been asked about so many words already that no more can be put."""

    most: int


class OnlyHostDecides(RuleViolation):
    """Only the host decides whether a word counts."""


class NoSuchQuestion(RuleViolation):
    """The host was not asked about that, or the question has been settled."""


# special rules


@dataclass(eq=False)
class RuleIsOff(RuleViolation):
    """The game is played without the rule that would allow this."""

    rule: str


@dataclass(eq=False)
class NoBlankThere(RuleViolation):
    """On the square lies no blank. Coordinates are 0-based."""

    row: int
    column: int


@dataclass(eq=False)
class LetterNotOnRack(RuleViolation):
    """The rack lacks the real tile of the letter that the blank stands for."""

    letter: str = field(metadata=SECRET)


class NoFourOfAKind(RuleViolation):
    """The rack does not hold four tiles of one letter."""


class RackIsHidden(RuleViolation):
    """This needs tiles that the program knows, and those of the seat lie on a real table."""


@dataclass(eq=False)
class NothingToDraw(RuleViolation):
    """No tile is due to the seat, or fewer than were asked for. `due` is how many are."""

    due: int


@dataclass(eq=False)
class DrawFirst(RuleViolation):
    """The seat is to pick its tiles before it plays."""

    due: int


@dataclass(eq=False)
class TilesNotUnseen(RuleViolation):
    """Tiles were typed that lie on the board or on a known rack already. `missing` is in tile notation."""

    missing: tuple[str, ...]


@dataclass(eq=False)
class WrongNumberOfTiles(RuleViolation):
    """Another number of tiles was typed than the seat has drawn or holds."""

    given: int
    needed: int


@dataclass(eq=False)
class NoTilesAwaited(RuleViolation):
    """Nobody needs to type in tiles of this seat now."""

    seat: int


@dataclass(eq=False)
class OnlyTilesLeft(RuleViolation):
    """The game is decided: only the tiles left of these seats are to be typed in."""

    waiting: tuple[int, ...]


class StartNotTyped(RuleViolation):
    """With real tiles on the table somebody must type who drew what, or who begins."""


@dataclass(eq=False)
class StartTied(RuleViolation):
    """The tiles typed for the start tie, or do not fit the seats that are to draw: `waiting`."""

    waiting: tuple[int, ...]


@dataclass(eq=False)
class SeatKept(RuleViolation):
    """A computer player keeps the seat of who asks, who may take it back."""

    seat: int


@dataclass(eq=False)
class SeatNotFree(RuleViolation):
    """Nobody can take the seat: it was given up for good, or belongs to a computer player."""

    seat: int
