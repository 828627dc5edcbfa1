"""The front's own refusals, and how any failure becomes a sentence for the person who asked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from bot.front.core.translator import option_name
from bot.model.games import GameSummary
from bot.text import Cast, Texts, escape
from bot.text.cast import cast_of
from bot.text.lexicons import lexicon_title
from bot.text.names import bold, shortened
from bot.text.offers import name_of, offered_title
from bot.text.refusals import is_expected as is_refusal
from bot.text.refusals import refusal
from bot.text.refusals.facts import Asked, Fact, Wording, character_text, counts, fact, quote, says
from bot.text.settings import language_text
from bot.text.variants import letters_title
from engine.errors import BadFile, EngineError, Fault, Refusal
from engine.game.views import TableView
from engine.limits import LONGEST_WORD

MOST_FAULTS = 15
"""How many faults of a file are listed."""
LONGEST_REASON = 150
"""Characters shown of each fault."""


def _language(name: str) -> Fact:
    return lambda error, asked: language_text(getattr(error, name), asked.texts)


class FrontError(Refusal):
    """Base class of the front's deliberate refusals: `said` words them, if that takes no more than their facts."""

    said: ClassVar[Wording]

    def word(self, texts: Texts) -> str:
        """What was wrong and what to do."""
        return self.said(Asked(texts, None))


class Refused(FrontError):
    """The engine refused something; if that is about a game, `cast` names its players and squares for the answer."""

    error: EngineError
    cast: Cast | None

    def word(self, texts: Texts) -> str:
        """The engine's refusal in the terms of the game."""
        return refusal(self.error, texts, self.cast)


class UnknownAction(FrontError):
    """A button requests something that this version of the bot does not know."""

    said = says("This button is out of date. Use `/board` for a new one.")


class SeveralGames(FrontError):
    """A person plays several games and did not say which one they mean."""

    games: tuple[GameSummary, ...]

    said = says("You are in several games. Do this in the channel of the one you mean.")


class QuestionForgotten(FrontError):
    """The question has been answered, or the bot has restarted since."""

    said = says("This question has been answered or has expired. Please use the command again.")


class NotOffered(FrontError):
    """An option has no such value; `offered` are its values, of which the titles are listed."""

    option: str
    value: str
    offered: tuple[str, ...]

    def word(self, texts: Texts) -> str:
        """List what is offered, a line each where commas would be ambiguous."""
        names = [bold(name_of(offered_title(self.option, one, texts))) for one in self.offered[:25]]
        facts = {"option": option_name(self.option, texts), "value": bold(shortened(self.value, 60))}
        if any("," in name for name in names):
            told = texts.gettext("`{option}:` cannot be {value}. You can choose:", **facts)
            return "\n".join((told, *(f"- {name}" for name in names)))
        return texts.gettext(
            "`{option}:` cannot be {value}. You can choose {offered}.", offered=texts.either(names), **facts
        )


class NoDictionary(FrontError):
    """There is no dictionary for a language that has tiles; `known` are the languages that have one."""

    language: str
    known: tuple[str, ...]

    said = says(
        "I have no dictionary for {language} yet. To play with only the words that this server or the host adds, "
        "choose the empty dictionary with `lexicon:`. I have dictionaries for {known}.",
        language=_language("language"),
        known=lambda error, asked: asked.texts.join(language_text(code, asked.texts) for code in error.known),
    )


class OtherLanguage(FrontError):
    """A dictionary is in another language than the tiles."""

    lexicon: str
    language: str
    tiles: str

    said = says(
        "The tiles are for {tiles}, but the {lexicon} dictionary is for {language}. Choose a dictionary in the "
        "language of the tiles, or the empty one.",
        lexicon=lambda error, asked: escape(lexicon_title(error.lexicon, asked.texts)),
        language=_language("language"),
        tiles=_language("tiles"),
    )


class NoWord(FrontError):
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

    def word(self, texts: Texts) -> str:
        """Say what is wrong with the word, and how to add words of other letters."""
        fault = self._fault(texts) if self.written else texts.gettext("the line is empty.")
        if not self.file:
            return fault
        return texts.gettext(
            "{file}, line {line}: {fault}", file=escape(shortened(self.file, 60)), line=self.line, fault=fault
        )

    def _fault(self, texts: Texts) -> str:
        shown = f"**{escape(shortened(self.written, 60))}**"
        if not self.strange:
            return texts.ngettext(
                "{word} has {count} letter; a word has 2 to {most}.",
                "{word} has {count} letters; a word has 2 to {most}.",
                self.count,
                word=shown,
                most=LONGEST_WORD,
            )
        facts = {
            "word": shown,
            "letter": character_text(self.strange, texts),
            "lexicon": escape(lexicon_title(self.lexicon, texts)),
        }
        if self.variant:
            return texts.gettext(
                "{word} cannot be a word: {letter} is not a letter in {lexicon}, which has the letters of {variant}.",
                variant=escape(letters_title(self.variant, texts)),
                **facts,
            )
        if self.meant:
            meant = texts.either(f"**{escape(letter)}**" for letter in self.meant)
            return texts.gettext(
                "{word} cannot be a word: {letter} is not a letter in {lexicon}. Did you mean {meant}? For words in "
                "other letters, choose their variant with `variant:`, or a dictionary in their language with "
                "`lexicon:`.",
                meant=meant,
                **facts,
            )
        return texts.gettext(
            "{word} cannot be a word: {letter} is not a letter in {lexicon}. For words in other letters, "
            "choose their variant with `variant:`, or a dictionary in their language with `lexicon:`.",
            **facts,
        )


class NoSuchSquare(FrontError):
    """The board has no such square; `example` is one that it has."""

    square: str
    example: str = "H8"

    said = says(
        "There is no square {square} on this board. Type its row and column, such as {example}.",
        square=lambda error, _: escape(error.square[:20]),
        example=fact("example"),
    )


class NoSeatForBots(FrontError):
    """Bots do not play as people do; `name` is what the bot is called."""

    name: str

    said = says(
        "{name} is a bot and cannot take a seat. To add a computer player, use `/seat computer`.",
        name=lambda error, _: bold(error.name),
    )


class NoSuchPlayer(FrontError):
    """Nobody at the table has that name; `names` are the players, safe to show."""

    name: str
    names: tuple[str, ...]

    said = says(
        "Nobody called {name} is playing here. Type {names}, or the number of the seat.",
        name=quote("name"),
        names=lambda error, asked: asked.texts.either(error.names),
    )


class StudyNothing(FrontError):
    """Nobody has begun to study, so there is nothing to answer or continue."""

    said = says("There is no question for you. Begin with `/study`.")


class StudyNoWord(FrontError):
    """Somebody wants to learn the hooks of something that is no word."""

    letters: str

    said = says("**{word}** is not in the dictionary. Please name a word that is in it.", word=quote("letters"))


class OnlyInServers(FrontError):
    """A direct message has no server to keep something for."""

    said = says("That works only in a server.")


class TooManyLookups(FrontError):
    """Too many words to look up at once."""

    most: int

    said = counts(
        "I look up at most {count} word at a time.", "I look up at most {count} words at a time.", fact("most")
    )


class TooManyLetters(FrontError):
    """Too many letters to search, or too many blanks among them."""

    letters: int
    blanks: int

    said = says(
        "Type 2 to {letters} letters. At most {blanks} of them can be ?, which stands for any letter.",
        letters=fact("letters"),
        blanks=fact("blanks"),
    )


class NoDefinitions(FrontError):
    """There are no definitions for that language."""

    said = says("I have definitions only for English words.")


class NoServerHere(FrontError):
    """A direct message has no server whose words could be meant."""

    said = says("There is no server here. To use your own list, choose `list: mine`.")


class FileTooLarge(FrontError):
    """An uploaded file has more than `most` bytes."""

    filename: str
    most: int

    said = says(
        "The file {name} is too large: the limit is {kilobytes} kB.",
        name=quote("filename"),
        kilobytes=lambda error, _: error.most // 1024,
    )


class FileNotText(FrontError):
    """An uploaded file is not UTF-8 text."""

    filename: str

    said = says("The file {name} is not UTF-8 text.", name=quote("filename"))


class FileLost(FrontError):
    """Discord did not deliver an uploaded file."""

    said = says("I could not fetch the file. Please send it again.")


class FileRefused(FrontError):
    """An uploaded file has faults; none of it is used."""

    error: BadFile

    def word(self, texts: Texts) -> str:
        """List the faults with their lines, as many as fit."""
        faults = self.error.faults
        heading = texts.gettext("I cannot use the file {name}:", name=escape(shortened(self.error.where, 60)))
        lines = [self._line(fault, texts) for fault in faults[:MOST_FAULTS]]
        if len(faults) > MOST_FAULTS:
            rest = len(faults) - MOST_FAULTS
            lines.append(texts.ngettext("… and {count} more fault.", "… and {count} more faults.", rest))
        return "\n".join([heading, *lines])

    def _line(self, fault: Fault, texts: Texts) -> str:
        reason = escape(shortened(texts.told(fault.reason), LONGEST_REASON))
        if not fault.line:
            return f"- {reason}"
        return "- " + texts.gettext("line {line}: {reason}", line=fault.line, reason=reason)


class NotOver(FrontError):
    """The record of a game shows every rack, so it is given out only at the end."""

    said = says(
        "A record shows every rack, so you can have it only when the game is over. To keep an unfinished game, "
        "use `/game save`."
    )


class PuzzlePhony(FrontError):
    """A move at a puzzle makes words that its dictionary lacks."""

    words: tuple[str, ...]

    said = counts(
        "{words} is not in the dictionary. That costs no try.",
        "{words} are not in the dictionary. That costs no try.",
        lambda error, _: len(error.words),
        words=lambda error, asked: asked.texts.join(f"**{escape(word)}**" for word in error.words),
    )


class NothingFinished(FrontError):
    """There is no finished game to look back at: none here, and none of the person's."""

    said = says("I do not know of any finished game of yours. Play one to the end, then ask again.")


class GcgForTwo(FrontError):
    """The GCG format can record only games of two players."""

    said = says("GCG is for games with two players. Use `format: json`, which works for any game.")


class ThreadNotYours(FrontError):
    """The asker may not create threads in this channel, so the bot does not create one for them."""

    said = says(
        "You need the Create Public Threads permission to open a thread in this channel. Open the game "
        "without `thread`, or in a thread that already exists."
    )


class NoThread(FrontError):
    """The bot lacks the permissions for threads here."""

    said = says(
        "I cannot create a thread here. Open the game without `thread`, or ask a moderator to give me the Create "
        "Public Threads and Send Messages in Threads permissions."
    )


class NoThreadsHere(FrontError):
    """The kind of channel has no threads, such as a voice channel, a direct message or a thread itself."""

    said = says("Discord has no threads in this kind of channel. Open the game without `thread`, or in a text channel.")


class TooManyThreads(FrontError):
    """The server has as many active threads as Discord allows."""

    said = says(
        "This server has as many active threads as Discord allows. Open the game without `thread`, or close a "
        "thread first."
    )


class NoThreadNow(FrontError):
    """Discord did not create a thread, for a reason that may pass."""

    said = says("Discord did not create the thread. Please try again soon, or open the game without `thread`.")


class NobodyReads(FrontError):
    """A reminder would reach nobody: the player on turn has left the places where the game is shown."""

    name: str

    def word(self, texts: Texts) -> str:
        """Say how the game can go on."""
        return texts.gettext(
            "{name} has left this server, so nobody reads a reminder. To go on without {name}, use `/seat remove` or "
            "`/game end`.",
            name=bold(self.name),
        )


class NotYours(FrontError):
    """The question with this button belongs to someone else."""

    said = says("This button is for the person who wrote the message.")


class NothingToCompose(FrontError):
    """There is no turn to compose a move for, or the rack is on a real table."""

    said = says("You can compose a move only while a game is running and I know your tiles. Type it instead.")


class TooLate(FrontError):
    """What a button refers to can no longer be found."""

    said = says("I no longer know what this is about. Please type your move again.")


class BotNotHere(FrontError):
    """The bot is not a member of the server, so it could not show a game there."""

    said = says(
        "I can only answer privately here, because I am not a member of this server. Ask a moderator "
        "to invite me, or play with me in a direct message."
    )


class NotShownHere(FrontError):
    """The game is not shown in this channel."""

    said = says("That game is not shown in this channel. Show it here first with `/game watch code:…`.")


class UnknownSpeaker(FrontError):
    """Nobody by that name is heard here."""

    name: str

    said = says("Nobody called {name} is in this chat. Choose someone from the list.", name=quote("name"))


@contextmanager
def in_terms_of(table: TableView | None) -> Iterator[None]:
    """What the engine refuses within is told with the players and squares of a game, if it is about one."""
    try:
        yield
    except EngineError as error:
        raise Refused(error, cast_of(table) if table else None) from error


def explain(error: Exception, texts: Texts) -> str:
    """What went wrong, as a sentence for the person who asked; a general one for unexpected errors."""
    return error.word(texts) if isinstance(error, FrontError) else refusal(error, texts)


def is_expected(error: Exception) -> bool:
    """Whether a failure is a refusal rather than a bug."""
    return isinstance(error, FrontError) or is_refusal(error)
