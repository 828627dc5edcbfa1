"""Refusals by the application, in words."""

from __future__ import annotations

from collections.abc import Mapping

from bot.model import errors as err
from bot.text.limits import too_many_games, too_often
from bot.text.names import escape
from bot.text.permissions import not_allowed
from bot.text.refusal_facts import Asked, Wordings, quoted
from bot.text.texts import N_

SENTENCES: Mapping[type[Exception], str] = {
    err.ServiceError: N_("That did not work. Nothing has changed; please try again."),
    err.UnknownGame: N_("There is no game here. Open one with `/game new`; if you gave a code, check it."),
    err.ChannelBusy: N_(
        "A game is going on in this channel already. Finish it first, or open yours in a thread or another channel."
    ),
    err.NotOfThatGame: N_(
        "Only those who played can ask each other to play again. Press **Rematch, other players** to open a game of "
        "your own with these rules."
    ),
    err.RematchBegan: N_("The rematch has begun already. `/game list` leads you to it."),
    err.TooBusy: N_("Several people did something at the same moment. Please try once more."),
    err.TooManyAtOnce: N_(
        "You have asked for more at once than I can do. Nothing has changed; please wait for my answers and try again."
    ),
    err.GettingReady: N_(
        "I am still getting ready to look for words. On a new machine this takes about a minute, once. Please ask "
        "again then; this has cost you nothing."
    ),
    err.LexiconUnavailable: N_(
        "The dictionary of this game cannot be read just now, so nothing was changed. Please tell whoever runs the bot."
    ),
    err.UnknownDraft: N_("This preview is not there any more. Make a new one with /try."),
    err.ModeratorsOnly: N_("Only a moderator of this server can do that: somebody with the right Manage Server."),
    err.NotForWatchers: N_(
        "Only a player of that game or a moderator can show it in this channel. Write `/game watch` to me in a direct "
        "message to watch it for yourself."
    ),
    err.NothingPaused: N_("No game is paused here."),
    err.KeyUnusable: N_("My key for saved games cannot be used. Please tell whoever runs the bot."),
    err.SaveUnknown: N_("This file is no saved game of mine. Send the file that /game save gave out."),
    err.SaveNewer: N_("This game was saved by a newer version of the bot, so I cannot read it."),
    err.SaveForeign: N_("This game was saved by another bot than me, and only that one can read it."),
    err.SaveDamaged: N_(
        "This file was changed on its way or is not whole. Send the very file that /game save gave out."
    ),
    err.ReadingTooLarge: N_(
        "This file is too large: it takes more memory to read than I allow. Nothing has changed. Please send a smaller "
        "one."
    ),
    err.ReadingTooLong: N_(
        "This file takes too long to read. Nothing has changed. Please send a smaller or simpler one."
    ),
    err.ReadingFailed: N_("I could not read this. Nothing has changed. Please check the file, or try again later."),
    err.GameExists: N_("This game is being loaded just now. Please try once more."),
    err.SaveWentOn: N_(
        "This game went on after it was saved, so I do not load it as it was. If everybody wants to go back, load it "
        "with again: yes; everybody has to agree, and the game says so."
    ),
    err.DatabaseInUse: N_("The bot is running already with this database."),
    err.DatabaseUnusable: N_("The database cannot be opened. Please tell whoever runs the bot."),
}
"""Refusals by class; they never show paths of the machine on Discord."""


def _name_taken(error: err.NameTaken, asked: Asked) -> str:
    return asked.texts.gettext(
        "Another paused game of this server is called {name}. Please choose another name.", name=quoted(error.name)
    )


def _no_such_pause(error: err.NoSuchPause, asked: Asked) -> str:
    known = asked.texts.either(quoted(name) for name in error.known[:10])
    if not error.name:
        return asked.texts.gettext("Several games are paused here. Name the one to resume: {known}.", known=known)
    return asked.texts.gettext(
        "No paused game is called {name}. You can choose {known}.", name=quoted(error.name), known=known
    )


def _not_saveable(error: err.NotSaveable, asked: Asked) -> str:
    if error.over:
        return asked.texts.gettext("This game is over, so there is nothing to save. /game export gives its record.")
    return asked.texts.gettext("Only a game that has started can be saved, and it rests from then on.")


def _no_such_variant(error: err.NoSuchVariant, asked: Asked) -> str:
    facts = {"name": quoted(error.name), "known": asked.texts.join(map(escape, error.known))}
    if not error.known:
        return asked.texts.gettext("This server has no variants of its own. /variant load adds one.")
    return asked.texts.gettext("This server has no variant of its own called {name}. It has {known}.", **facts)


def _variant_name_taken(error: err.VariantNameTaken, asked: Asked) -> str:
    return asked.texts.gettext(
        "I have a variant called {name} already. Give yours another name in the first line of its file.",
        name=quoted(error.name),
    )


def _too_many_variants(error: err.TooManyVariants, asked: Asked) -> str:
    return asked.texts.gettext(
        "A server can keep {count} variants. Remove one with /variant remove first.", count=error.most
    )


def _too_many_words(error: err.TooManyWords, asked: Asked) -> str:
    return asked.texts.gettext("Your own list can hold {most} words.", most=asked.texts.number(error.most))


def _reading_busy(error: err.ReadingBusy, asked: Asked) -> str:
    return asked.texts.ngettext(
        "Another file is being read just now. Please send yours again in {count} second.",
        "Another file is being read just now. Please send yours again in {count} seconds.",
        error.seconds,
    )


def _not_allowed(error: err.NotAllowed, asked: Asked) -> str:
    return not_allowed(error.action, error.rule, error.here, asked.texts)


def _too_many_games(error: err.TooManyGames, asked: Asked) -> str:
    return too_many_games(error, asked.texts)


def _too_often(error: err.TooOften, asked: Asked) -> str:
    return too_often(error, asked.texts)


WORDINGS: Wordings = {
    err.TooManyGames: _too_many_games,
    err.TooOften: _too_often,
    err.NotAllowed: _not_allowed,
    err.NotSaveable: _not_saveable,
    err.NameTaken: _name_taken,
    err.NoSuchPause: _no_such_pause,
    err.NoSuchVariant: _no_such_variant,
    err.VariantNameTaken: _variant_name_taken,
    err.TooManyVariants: _too_many_variants,
    err.TooManyWords: _too_many_words,
    err.ReadingBusy: _reading_busy,
}
"""Refusals with facts."""
