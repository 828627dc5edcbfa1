"""Refusals about what is sent, read and kept: files, saved games, variants, word lists, the installation.

On Discord, they never show a path on the bot's machine.
"""

from __future__ import annotations

from bot.model import errors as service
from bot.model.lists import MARK
from bot.text.names import escape
from bot.text.refusals.facts import MOST_QUOTED, Asked, Fact, Wordings, counts, fact, number, quote, quoted, says
from bot.text.settings import theme_title
from bot.text.variants import letters_title
from engine import errors as err
from engine.loading import LexiconMissing, ResourceMissing


def _bad_data(error: err.BadData, asked: Asked) -> str:
    told = asked.texts.told
    facts = {"where": quoted(told(error.where)), "reason": quoted(told(error.reason), 4 * MOST_QUOTED)}
    if error.line:
        return asked.texts.gettext("I cannot use {where}. Line {line}: {reason}.", line=error.line, **facts)
    return asked.texts.gettext("I cannot use {where}: {reason}.", **facts)


def _not_saveable(error: service.NotSaveable, asked: Asked) -> str:
    if error.over:
        return asked.texts.gettext(
            "This game is over, so there is nothing to save. Use `/game export` to get its record."
        )
    return asked.texts.gettext("You can save a game only after it has started. Saving pauses it.")


def _no_such_variant(error: service.NoSuchVariant, asked: Asked) -> str:
    facts = {"name": quoted(error.name), "known": asked.texts.join(map(escape, error.known))}
    if not error.known:
        return asked.texts.gettext("This server has no variants of its own. Add one with `/variant load`.")
    return asked.texts.gettext("This server has no variant of its own called {name}. It has {known}.", **facts)


def _no_such_list(error: service.NoSuchList, asked: Asked) -> str:
    if error.name.startswith(MARK):
        return asked.texts.gettext("This dictionary has been deleted. Choose another one.")
    facts = {"name": quoted(error.name), "known": asked.texts.join(map(escape, error.known))}
    return asked.texts.gettext("There is no dictionary called {name}. You can choose: {known}.", **facts)


def _lexicon_missing(error: LexiconMissing, asked: Asked) -> str:
    facts = {"name": quoted(error.where), "known": asked.texts.join(map(escape, error.available))}
    if not error.available:
        return asked.texts.gettext("There is no dictionary called {name}.", **facts)
    return asked.texts.gettext("There is no dictionary called {name}. You can choose: {known}.", **facts)


def _letters(name: str) -> Fact:
    """A fact that names a variant, as one whose letters words have."""
    return lambda error, asked: quoted(letters_title(getattr(error, name), asked.texts))


WORDINGS: Wordings = {
    err.BadData: _bad_data,
    err.TooLarge: says(
        "{where} is too large: it {reason}. Please make it smaller and try again.",
        where=lambda error, asked: quoted(asked.texts.told(error.where)),
        reason=lambda error, asked: asked.texts.told(error.reason),
    ),
    service.ReadingTooLarge: says(
        "This file is too large: it takes more memory to read than I allow. Nothing has changed. Please send a smaller "
        "one."
    ),
    service.ReadingTooLong: says(
        "This file takes too long to read. Nothing has changed. Please send a smaller or simpler one."
    ),
    service.ReadingFailed: says(
        "I could not read this. Nothing has changed. Please check the file, or try again later."
    ),
    service.ReadingBusy: counts(
        "I am reading another file. Please send yours again in {count} second.",
        "I am reading another file. Please send yours again in {count} seconds.",
        fact("seconds"),
    ),
    service.NotSaveable: _not_saveable,
    service.SaveUnknown: says("This is not one of my saved games. Send the file that you got from `/game save`."),
    service.SaveNewer: says("This game was saved by a newer version of the bot, so I cannot read it."),
    service.SaveForeign: says("This game was saved by another bot, and only that bot can read it."),
    service.SaveDamaged: says(
        "This file has been changed or is incomplete. Send the original file that you got from `/game save`."
    ),
    service.SaveWentOn: says(
        "This game continued after it was saved, so I have not loaded it. To go back to the saved move, use "
        "`/game load` with `again: yes`. Every player has to agree, and the game will say so."
    ),
    service.GameExists: says("This game is already being loaded. Please try again."),
    service.NoSuchVariant: _no_such_variant,
    service.VariantNameTaken: says(
        "There is already a variant called {name}. Give yours another name in the first line of its file.",
        name=quote("name"),
    ),
    service.TooManyVariants: says(
        "A server can have {count} variants. Remove one with `/variant remove` first.", count=fact("most")
    ),
    service.NoSuchTheme: says(
        "There is no theme called {name}. You can choose: {known}.",
        name=quote("name"),
        known=lambda error, asked: asked.texts.join(escape(theme_title(one, asked.texts)) for one in error.known),
    ),
    service.ThemeNameTaken: says(
        "The theme {name} is one of mine. Give yours another name in the first line of its file.", name=quote("name")
    ),
    service.TooManyThemes: says(
        "A server can have {count} themes of its own. Show one with `/settings themes` and delete it first.",
        count=fact("most"),
    ),
    service.NoSuchList: _no_such_list,
    service.BadListName: says(
        "A dictionary cannot be called {name}. Use up to {most} letters, digits, spaces and hyphens.",
        name=quote("name"),
        most=fact("most"),
    ),
    service.ListNameTaken: says(
        "There is already a dictionary called {name}. Choose another name.", name=quote("name")
    ),
    service.TooManyLists: says(
        "A server can have {count} dictionaries of its own. Delete one with `/dictionary delete` first.",
        count=fact("most"),
    ),
    service.TooManyCombined: says("A game can combine at most {count} dictionaries.", count=fact("most")),
    service.LettersFixed: says(
        "The dictionary {name} has the letters of {variant}. Leave `variant:` out to change it.",
        name=quote("name"),
        variant=_letters("variant"),
    ),
    service.TilesDoNotFit: says(
        "The dictionary {name} has the letters of {variant}, but the tiles of {tiles} lack {letters}. Choose another "
        "dictionary or variant.",
        name=quote("name"),
        variant=_letters("variant"),
        tiles=_letters("tiles"),
        letters=lambda error, asked: asked.texts.join(f"**{escape(letter)}**" for letter in error.letters[:8]),
    ),
    service.TooManyWords: says("Your own list can have at most {most} words. Remove some first.", most=number("most")),
    LexiconMissing: _lexicon_missing,
    service.LexiconUnavailable: says(
        "I cannot read this game's dictionary at the moment, so nothing has changed. Please tell the person "
        "who runs the bot."
    ),
    ResourceMissing: says("My installation is incomplete. Please tell the person who runs the bot."),
    service.KeyUnusable: says("I cannot use my key for saved games. Please tell the person who runs the bot."),
    service.DatabaseInUse: says("The bot is already running with this database."),
    service.DatabaseUnusable: says("I cannot open the database. Please tell the person who runs the bot."),
    service.DatabaseNewer: says("I cannot open the database. Please tell the person who runs the bot."),
}
