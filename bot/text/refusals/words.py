"""Refusals about dictionaries, word lists, and what is sent, read and kept."""

from __future__ import annotations

from bot.model import errors as bot
from bot.model.words import MARK
from bot.text.games import lexicon_title
from bot.text.names import bold, escape, shortened
from bot.text.refusals.facts import (
    MOST_QUOTED,
    Fact,
    RefusalContext,
    Wordings,
    character_text,
    counts,
    fact,
    language,
    number,
    quote,
    quoted,
    says,
)
from bot.text.settings import language_text, theme_title
from bot.text.texts import Texts
from bot.text.variants import letters_title
from engine import errors as err
from engine.limits import LONGEST_WORD
from engine.loading import LexiconMissing, ResourceMissing


def _no_such_list(error: bot.NoSuchList, asked: RefusalContext) -> str:
    if error.name.startswith(MARK):
        return asked.texts.gettext("This dictionary has been deleted. Choose another one.")
    facts = {"name": quoted(error.name), "known": asked.texts.join(map(escape, error.known))}
    return asked.texts.gettext("There is no dictionary called {name}. You can choose: {known}.", **facts)


def _lexicon_missing(error: LexiconMissing, asked: RefusalContext) -> str:
    facts = {"name": quoted(error.where), "known": asked.texts.join(map(escape, error.available))}
    if not error.available:
        return asked.texts.gettext("There is no dictionary called {name}.", **facts)
    return asked.texts.gettext("There is no dictionary called {name}. You can choose: {known}.", **facts)


def _letters(name: str) -> Fact:
    """A fact that names a variant, as one whose letters words have."""
    return lambda error, asked: quoted(letters_title(getattr(error, name), asked.texts))


def _lexicon(error: bot.OtherLanguage | bot.NoWord, asked: RefusalContext) -> str:
    return escape(lexicon_title(error.lexicon, asked.texts))


def _no_word(error: bot.NoWord, asked: RefusalContext) -> str:
    texts = asked.texts
    fault = _word_fault(error, asked) if error.written else texts.gettext("the line is empty.")
    if not error.file:
        return fault
    return texts.gettext("{file}, line {line}: {fault}", file=quoted(error.file), line=error.line, fault=fault)


def _word_fault(error: bot.NoWord, asked: RefusalContext) -> str:
    """What is wrong with a word, and how to add words of other letters."""
    texts, word = asked.texts, bold(shortened(error.written, MOST_QUOTED))
    if not error.strange:
        return texts.ngettext(
            "{word} has {count} letter; a word has 2 to {most}.",
            "{word} has {count} letters; a word has 2 to {most}.",
            error.count,
            word=word,
            most=LONGEST_WORD,
        )
    facts = {"word": word, "letter": character_text(error.strange, texts), "lexicon": _lexicon(error, asked)}
    if error.variant:
        return texts.gettext(
            "{word} cannot be a word: {letter} is not a letter in {lexicon}, which has the letters of {variant}.",
            variant=escape(letters_title(error.variant, texts)),
            **facts,
        )
    if error.meant:
        return texts.gettext(
            "{word} cannot be a word: {letter} is not a letter in {lexicon}. Did you mean {meant}? For words in "
            "other letters, choose their variant with `variant:`, or a dictionary in their language with "
            "`lexicon:`.",
            meant=texts.either(map(bold, error.meant)),
            **facts,
        )
    return texts.gettext(
        "{word} cannot be a word: {letter} is not a letter in {lexicon}. For words in other letters, "
        "choose their variant with `variant:`, or a dictionary in their language with `lexicon:`.",
        **facts,
    )


WORDS: Wordings = {
    LexiconMissing: _lexicon_missing,
    bot.LexiconUnavailable: says(
        "I cannot read this game's dictionary at the moment, so nothing has changed. Please tell the person "
        "who runs the bot."
    ),
    bot.TilesDoNotFit: says(
        "The dictionary {name} has the letters of {variant}, but the tiles of {tiles} lack {letters}. Choose another "
        "dictionary or variant.",
        name=quote("name"),
        variant=_letters("variant"),
        tiles=_letters("tiles"),
        letters=lambda error, asked: asked.texts.join(f"**{escape(letter)}**" for letter in error.letters[:8]),
    ),
    bot.NoSuchList: _no_such_list,
    bot.BadListName: says(
        "A dictionary cannot be called {name}. Use up to {most} letters, digits, spaces and hyphens.",
        name=quote("name"),
        most=fact("most"),
    ),
    bot.TooManyLists: says(
        "A server can have {count} dictionaries of its own. Delete one with `/manage dictionary delete` first.",
        count=fact("most"),
    ),
    bot.TooManyCombined: says("A game can combine at most {count} dictionaries.", count=fact("most")),
    bot.LettersFixed: says(
        "The dictionary {name} has the letters of {variant}. Leave `variant:` out to change it.",
        name=quote("name"),
        variant=_letters("variant"),
    ),
    bot.TooManyWords: says("The list can have at most {most} words. Remove some first.", most=number("most")),
    bot.NoDictionary: says(
        "I have no dictionary for {language} yet. To play with only the words that this server or the host adds, "
        "choose the empty dictionary with `lexicon:`. I have dictionaries for {known}.",
        language=language("language"),
        known=lambda error, asked: asked.texts.join(language_text(code, asked.texts) for code in error.known),
    ),
    bot.OtherLanguage: says(
        "The tiles are for {tiles}, but the {lexicon} dictionary is for {language}. Choose a dictionary in the "
        "language of the tiles, or the empty one.",
        lexicon=_lexicon,
        language=language("language"),
        tiles=language("tiles"),
    ),
    bot.NoWord: _no_word,
    bot.TooManyLookups: counts(
        "I look up at most {count} word at a time.", "I look up at most {count} words at a time.", fact("most")
    ),
    bot.TooManyLetters: says(
        "Type 2 to {letters} letters. At most {blanks} of them can be ?, which stands for any letter.",
        letters=fact("most"),
        blanks=fact("blanks"),
    ),
    bot.NoDefinitions: says("I have definitions only for English words."),
}


MOST_FAULTS = 15
"""How many faults of a file are listed."""
LONGEST_REASON = 150
"""Characters shown of each fault."""


def _bad_data(error: err.BadData, asked: RefusalContext) -> str:
    told = asked.texts.told
    facts = {"where": quoted(told(error.where)), "reason": quoted(told(error.reason), 4 * MOST_QUOTED)}
    if error.line:
        return asked.texts.gettext("I cannot use {where}. Line {line}: {reason}.", line=error.line, **facts)
    return asked.texts.gettext("I cannot use {where}: {reason}.", **facts)


def _refused(error: bot.FileRefused, asked: RefusalContext) -> str:
    """The faults with their lines, as many as fit."""
    texts, faults = asked.texts, error.faults
    lines = [texts.gettext("I cannot use the file {name}:", name=quoted(error.where))]
    lines += (_file_fault(fault, texts) for fault in faults[:MOST_FAULTS])
    if (rest := len(faults) - MOST_FAULTS) > 0:
        lines.append(texts.ngettext("… and {count} more fault.", "… and {count} more faults.", rest))
    return "\n".join(lines)


def _file_fault(fault: err.Fault, texts: Texts) -> str:
    reason = quoted(texts.told(fault.reason), LONGEST_REASON)
    if not fault.line:
        return f"- {reason}"
    return "- " + texts.gettext("line {line}: {reason}", line=fault.line, reason=reason)


def _not_saveable(error: bot.NotSaveable, asked: RefusalContext) -> str:
    if error.over:
        return asked.texts.gettext(
            "This game is over, so there is nothing to save. Use `/game export` to get its record."
        )
    return asked.texts.gettext("You can save a game only after it has started. Saving pauses it.")


def _no_such_variant(error: bot.NoSuchVariant, asked: RefusalContext) -> str:
    facts = {"name": quoted(error.name), "known": asked.texts.join(map(escape, error.known))}
    if not error.known:
        return asked.texts.gettext("This server has no variants of its own. Add one with `/settings variants file:`.")
    return asked.texts.gettext("This server has no variant of its own called {name}. It has {known}.", **facts)


FILES: Wordings = {
    err.BadData: _bad_data,
    err.TooLarge: says(
        "{where} is too large: it {reason}. Please make it smaller and try again.",
        where=lambda error, asked: quoted(asked.texts.told(error.where)),
        reason=lambda error, asked: asked.texts.told(error.reason),
    ),
    bot.FileLost: says("I could not fetch the file. Please send it again."),
    bot.FileRefused: _refused,
    bot.ReadingTooLarge: says(
        "This file is too large: it takes more memory to read than I allow. Nothing has changed. Please send a smaller "
        "one."
    ),
    bot.ReadingTooLong: says(
        "This file takes too long to read. Nothing has changed. Please send a smaller or simpler one."
    ),
    bot.ReadingFailed: says("I could not read this. Nothing has changed. Please check the file, or try again later."),
    bot.ReadingBusy: counts(
        "I am reading another file. Please send yours again in {count} second.",
        "I am reading another file. Please send yours again in {count} seconds.",
        fact("seconds"),
    ),
    bot.NotSaveable: _not_saveable,
    bot.SaveUnknown: says("This is not one of my saved games. Send the file that you got from `/game save`."),
    bot.SaveNewer: says("This game was saved by a newer version of the bot, so I cannot read it."),
    bot.SaveForeign: says("This game was saved by another bot, and only that bot can read it."),
    bot.SaveDamaged: says(
        "This file has been changed or is incomplete. Send the original file that you got from `/game save`."
    ),
    bot.SaveWentOn: says(
        "This game continued after it was saved, so I have not loaded it. To go back to the saved move, use "
        "`/game load` with `again: yes`. Every player has to agree, and the game will say so."
    ),
    bot.NoSuchVariant: _no_such_variant,
    bot.TooManyVariants: says(
        "A server can have {count} variants. Remove one with `/settings variants` first.", count=fact("most")
    ),
    bot.NameInFileTaken: says(
        "The name {name} is taken. Give yours another one in the first line of its file.", name=quote("name")
    ),
    bot.NoSuchTheme: says(
        "There is no theme called {name}. You can choose: {known}.",
        name=quote("name"),
        known=lambda error, asked: asked.texts.join(escape(theme_title(one, asked.texts)) for one in error.known),
    ),
    bot.TooManyThemes: says(
        "A server can have {count} themes of its own. Show one with `/settings themes` and delete it first.",
        count=fact("most"),
    ),
    ResourceMissing: says("My installation is incomplete. Please tell the person who runs the bot."),
    bot.KeyUnusable: says("I cannot use my key for saved games. Please tell the person who runs the bot."),
    bot.DatabaseInUse: says("The bot is already running with this database."),
    bot.DatabaseUnusable: says("I cannot open the database. Please tell the person who runs the bot."),
    bot.DatabaseNewer: says("I cannot open the database. Please tell the person who runs the bot."),
}
