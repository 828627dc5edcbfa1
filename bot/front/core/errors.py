"""What the front itself refuses, and how any failure becomes a sentence for the person who asked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from bot.service.ports import GameSummary
from bot.text import Cast, Texts, escape
from bot.text.faults import fault_text
from bot.text.refusals import is_expected as is_refusal
from bot.text.refusals import public_refusal, refusal
from engine.errors import BadFile, EngineError, Fault
from engine.limits import LONGEST_WORD

MOST_FAULTS = 15
"""So many faults of a file are told."""
LONGEST_REASON = 150
"""Characters of what is told of each."""


class FrontError(Exception, ABC):
    """Base of what the front refuses on purpose."""

    @abstractmethod
    def word(self, texts: Texts) -> str:
        """What was wrong and what to do."""


@dataclass(eq=False)
class Refused(FrontError):
    """The engine refused something; `cast` names players and squares of the game for the answer, if it is about one."""

    error: EngineError
    cast: Cast | None

    def word(self, texts: Texts) -> str:
        """The engine's refusal in the terms of the game."""
        return refusal(self.error, texts, self.cast)


class UnknownAction(FrontError):
    """A button does something that this version of the bot does not know."""

    def word(self, texts: Texts) -> str:
        """Ask for the newest message."""
        return texts.gettext("This button is from another version of the bot. Use /board to get the newest message.")


@dataclass(eq=False)
class SeveralGames(FrontError):
    """A person plays several games and did not say which one is meant."""

    games: tuple[GameSummary, ...]

    def word(self, texts: Texts) -> str:
        """Say where it is clear which one is meant."""
        return texts.gettext("You have a seat in several games. Do it in the channel of the game you mean.")


class QuestionForgotten(FrontError):
    """What was to be done behind a question is done already, or the bot was started again meanwhile."""

    def word(self, texts: Texts) -> str:
        """Ask to begin again."""
        return texts.gettext("This question is answered already, or too old. Please use the command once more.")


@dataclass(eq=False)
class NotOffered(FrontError):
    """An option has no such value; `offered` are those that it has."""

    option: str
    value: str
    offered: tuple[str, ...]

    def word(self, texts: Texts) -> str:
        """Name what is offered."""
        return texts.gettext(
            "There is no {option} named {value}. You can choose {offered}.",
            option=self.option,
            value=escape(self.value[:60]),
            offered=texts.either(escape(name) for name in self.offered[:25]),
        )


@dataclass(eq=False)
class NoWord(FrontError):
    """A word has a `strange` letter, which a list cannot hold, or else not 2 to 31 letters but `count`.

    It was typed, or stands in a line of a `file`.
    """

    written: str
    lexicon: str
    count: int = 0
    strange: str = ""
    file: str = ""
    line: int = 0

    def word(self, texts: Texts) -> str:
        """Say what is wrong with the word, and how words of other letters are added."""
        fault = self._fault(texts) if self.written else texts.gettext("the line is empty.")
        if not self.file:
            return fault
        return texts.gettext("{file}, line {line}: {fault}", file=escape(self.file[:60]), line=self.line, fault=fault)

    def _fault(self, texts: Texts) -> str:
        shown = f"**{escape(self.written[:60])}**"
        if not self.strange:
            return texts.ngettext(
                "{word} has {count} letter; a word has 2 to {most}.",
                "{word} has {count} letters; a word has 2 to {most}.",
                self.count,
                word=shown,
                most=LONGEST_WORD,
            )
        return texts.gettext(
            "{word} cannot be a word: {letter} is no letter of {lexicon}. For words in other letters, name their "
            "variant with `variant:`, or a dictionary of their language with `lexicon:`.",
            word=shown,
            letter=f"**{escape(self.strange)}**",
            lexicon=escape(self.lexicon),
        )


@dataclass(eq=False)
class NoSuchSquare(FrontError):
    """The board has no such square; `example` is one that it has."""

    square: str
    example: str = "H8"

    def word(self, texts: Texts) -> str:
        """Quote it and show how a square is named."""
        return texts.gettext(
            "There is no square {square} on this board. Name one by its column and row, such as {example}.",
            square=escape(self.square[:20]),
            example=self.example,
        )


@dataclass(eq=False)
class NoSuchPlayer(FrontError):
    """Nobody at the table has that name; `names` are those who sit there, fit to be shown."""

    name: str
    names: tuple[str, ...]

    def word(self, texts: Texts) -> str:
        """Name who there is."""
        return texts.gettext(
            "Nobody called {name} plays here. Name {names}, or the number of the seat.",
            name=escape(self.name[:60]),
            names=texts.either(self.names),
        )


class LooksClosed(FrontError):
    """Words are not looked up for somebody in a game where a wrong word may stand on the board."""

    def word(self, texts: Texts) -> str:
        """Say why, and when it will be possible."""
        return texts.gettext(
            "You are playing a game in which words can be challenged, so I cannot tell you which words exist until it "
            "is over."
        )


class OnlyInServers(FrontError):
    """In a direct message there is no server that could keep something."""

    def word(self, texts: Texts) -> str:
        """Say where it works."""
        return texts.gettext("That is possible in a server only.")


class AnagramsClosed(FrontError):
    """Nobody who plays is told what letters make."""

    def word(self, texts: Texts) -> str:
        """Say why, and when it will be possible."""
        return texts.gettext("You are playing a game, so I cannot tell you what letters make until it is over.")


@dataclass(eq=False)
class TooManyLetters(FrontError):
    """So many letters, or blanks among them, are not tried out."""

    letters: int
    blanks: int

    def word(self, texts: Texts) -> str:
        """Name the limits."""
        return texts.gettext(
            "Give me 2 to {letters} letters, of which at most {blanks} may be ? for any letter.",
            letters=self.letters,
            blanks=self.blanks,
        )


class NoDefinitions(FrontError):
    """There are no definitions in that language."""

    def word(self, texts: Texts) -> str:
        """Say what there is."""
        return texts.gettext("I know what words mean in English only.")


class NoServerHere(FrontError):
    """In a direct message there is no server whose words could be meant."""

    def word(self, texts: Texts) -> str:
        """Say what there is instead."""
        return texts.gettext("There is no server here. Your own list is reached with `list: mine`.")


@dataclass(eq=False)
class FileTooLarge(FrontError):
    """A file that somebody sent has more than `most` bytes."""

    filename: str
    most: int

    def word(self, texts: Texts) -> str:
        """Name the limit."""
        return texts.gettext(
            "The file {name} is too large: at most {kilobytes} kB are read.",
            name=escape(self.filename[:60]),
            kilobytes=self.most // 1024,
        )


@dataclass(eq=False)
class FileNotText(FrontError):
    """A file that somebody sent is not UTF-8 text."""

    filename: str

    def word(self, texts: Texts) -> str:
        """Say so."""
        return texts.gettext("The file {name} is not a text in UTF-8.", name=escape(self.filename[:60]))


class FileLost(FrontError):
    """Discord did not hand out a file that somebody sent."""

    def word(self, texts: Texts) -> str:
        """Ask to send it again."""
        return texts.gettext("I could not fetch the file. Please send it once more.")


@dataclass(eq=False)
class FileRefused(FrontError):
    """A file that somebody sent has faults; nothing of it is used."""

    error: BadFile

    def word(self, texts: Texts) -> str:
        """List the faults with their lines, as many as fit."""
        faults = self.error.faults
        heading = texts.gettext("The file {name} cannot be used:", name=escape(self.error.where[:60]))
        lines = [self._line(fault, texts) for fault in faults[:MOST_FAULTS]]
        if len(faults) > MOST_FAULTS:
            rest = len(faults) - MOST_FAULTS
            lines.append(texts.ngettext("… and {count} more fault.", "… and {count} more faults.", rest))
        return "\n".join([heading, *lines])

    def _line(self, fault: Fault, texts: Texts) -> str:
        reason = escape(fault_text(fault, texts)[:LONGEST_REASON])
        if not fault.line:
            return f"- {reason}"
        return "- " + texts.gettext("line {line}: {reason}", line=fault.line, reason=reason)


class NotOver(FrontError):
    """The record of a game shows every rack, so that it is given out at the end."""

    def word(self, texts: Texts) -> str:
        """Say when, and what there is until then."""
        return texts.gettext(
            "A record shows every rack, so I give it out once the game is over. /game save keeps a game."
        )


class GcgForTwo(FrontError):
    """The format GCG holds games of two players."""

    def word(self, texts: Texts) -> str:
        """Name the other format."""
        return texts.gettext("GCG is for games of two players. Take `format: json`, which holds any game.")


class ThreadNotYours(FrontError):
    """Who asks may not make threads in this channel, so that the bot makes none in their place."""

    def word(self, texts: Texts) -> str:
        """Say which permission is missing, and what to do instead."""
        return texts.gettext(
            "You may not create threads in this channel: for that you need the permission Create Public Threads. Open "
            "the game without `thread`, or in a thread that is there already."
        )


class NoThread(FrontError):
    """No thread can be made here."""

    def word(self, texts: Texts) -> str:
        """Say what to do instead."""
        return texts.gettext(
            "I cannot make a thread here. Open the game without one. In a text channel, a moderator can give me the "
            "permissions Create Public Threads and Send Messages in Threads."
        )


class NotYours(FrontError):
    """The question behind a button was asked by somebody else."""

    def word(self, texts: Texts) -> str:
        """Say so."""
        return texts.gettext("This button is for the person who wrote the message.")


class NothingToCompose(FrontError):
    """There is no turn to put a move together for, or the rack is on a real table."""

    def word(self, texts: Texts) -> str:
        """Say when it is possible."""
        return texts.gettext(
            "A move can be put together only while a game is running and your tiles are known to me. Type it instead."
        )


class TooLate(FrontError):
    """What a button speaks of cannot be found any more."""

    def word(self, texts: Texts) -> str:
        """Ask to begin again."""
        return texts.gettext("I cannot find what this is about any more. Please type your move once more.")


class BotNotHere(FrontError):
    """The bot is no member of the server, so it could not show a game there."""

    def word(self, texts: Texts) -> str:
        """Say what is needed."""
        return texts.gettext(
            "I can only answer privately here, because I am no member of this server. Ask a moderator to invite me, "
            "or play with me in a direct message."
        )


class NotShownHere(FrontError):
    """A game that is not shown in this channel."""

    def word(self, texts: Texts) -> str:
        """Say how it comes to be shown."""
        return texts.gettext("That game is not shown in this channel. Show it here first with `/game watch code:…`.")


@dataclass(eq=False)
class UnknownSpeaker(FrontError):
    """Nobody of that name is heard here."""

    name: str

    def word(self, texts: Texts) -> str:
        """Quote the name."""
        return texts.gettext("Nobody named {name} is heard here. Choose one of the list.", name=escape(self.name[:60]))


def explain(error: Exception, texts: Texts) -> str:
    """What went wrong, as a sentence for the person who asked; the unforeseen gets a general one."""
    return error.word(texts) if isinstance(error, FrontError) else refusal(error, texts)


def explain_publicly(error: Exception, texts: Texts) -> str:
    """The same where everybody reads along, without anything that a rack could be guessed from."""
    if isinstance(error, Refused):
        return public_refusal(error.error, texts, error.cast)
    return error.word(texts) if isinstance(error, FrontError) else public_refusal(error, texts)


def is_expected(error: Exception) -> bool:
    """Whether a failure is a refusal, not a fault of the program."""
    return isinstance(error, FrontError) or is_refusal(error)
