"""Refusals about what is sent, read and kept: files, saved games, variants, themes, the installation.

On Discord, they never show a path on the bot's machine.
"""

from __future__ import annotations

from bot.model import errors as bot
from bot.text.names import escape
from bot.text.refusals.facts import MOST_QUOTED, RefusalContext, Wordings, counts, fact, quote, quoted, says
from bot.text.settings import theme_title
from bot.text.texts import Texts
from engine import errors as err
from engine.loading import ResourceMissing

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
    lines += (_fault(fault, texts) for fault in faults[:MOST_FAULTS])
    if (rest := len(faults) - MOST_FAULTS) > 0:
        lines.append(texts.ngettext("… and {count} more fault.", "… and {count} more faults.", rest))
    return "\n".join(lines)


def _fault(fault: err.Fault, texts: Texts) -> str:
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
        return asked.texts.gettext("This server has no variants of its own. Add one with `/variant load`.")
    return asked.texts.gettext("This server has no variant of its own called {name}. It has {known}.", **facts)


WORDINGS: Wordings = {
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
        "A server can have {count} variants. Remove one with `/variant remove` first.", count=fact("most")
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
