"""Refusals about dictionaries, word lists and words to look up or learn."""

from __future__ import annotations

from bot.model import errors as bot
from bot.model.lists import MARK
from bot.text.lexicons import lexicon_title
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
from bot.text.settings import language_text
from bot.text.variants import letters_title
from engine.limits import LONGEST_WORD
from engine.loading import LexiconMissing


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
    fault = _fault(error, asked) if error.written else texts.gettext("the line is empty.")
    if not error.file:
        return fault
    return texts.gettext("{file}, line {line}: {fault}", file=quoted(error.file), line=error.line, fault=fault)


def _fault(error: bot.NoWord, asked: RefusalContext) -> str:
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


WORDINGS: Wordings = {
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
        "A server can have {count} dictionaries of its own. Delete one with `/dictionary delete` first.",
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
