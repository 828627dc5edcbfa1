"""Fair use in words: what is limited, and what to do on reaching a limit."""

from __future__ import annotations

from bot.limits import Limit, Per
from bot.model.errors import TooManyGames, TooOften
from bot.text.clocks import length_text
from bot.text.texts import N_, Texts
from engine.model.durations import MINUTE, SECOND

_TITLES = {
    Limit.LOBBIES: N_("Open lobbies"),
    Limit.GAMES: N_("Running games"),
    Limit.DEMONSTRATIONS: N_("Demonstrations"),
    Limit.PAUSED: N_("Paused games"),
    Limit.OPENINGS: N_("Games opened in an hour"),
    Limit.THINKING: N_("Seconds of thinking in an hour"),
    Limit.HINTS: N_("Hints in an hour"),
    Limit.IMPORTS: N_("Word lists and variants sent in an hour"),
    Limit.FILES: N_("Files asked for in an hour"),
    Limit.PICTURES: N_("Private pictures in a minute"),
    Limit.REQUESTS: N_("Requests in a minute"),
}

_ABOUT = {
    Limit.LOBBIES: N_("Games that still gather players."),
    Limit.GAMES: N_("Games with at least one person at the table. They count for their host."),
    Limit.DEMONSTRATIONS: N_("Games of computer players only. They count for whoever started them."),
    Limit.PAUSED: N_("Games kept for later. They count for their host."),
    Limit.OPENINGS: N_("New games of every kind, rematches and demonstrations included, and the threads for them."),
    Limit.THINKING: N_(
        "For computer players and hints. When it is used up, computer players move at once; demonstrations get half."
    ),
    Limit.HINTS: N_("All kinds of hints."),
    Limit.IMPORTS: N_("/dictionary import and /variant load."),
    Limit.FILES: N_("/game save, /game load, /game export and /dictionary export."),
    Limit.PICTURES: N_("Answers with a picture that only one person sees: boards, racks, statistics, help."),
    Limit.REQUESTS: N_("Commands, buttons and typed moves."),
}

_SCOPES = {
    Per.PERSON: N_("Each person"),
    Per.CHANNEL: N_("Each channel with its threads"),
    Per.SERVER: N_("The whole server"),
}

_OWN_RATE = {
    Limit.OPENINGS: N_("You have opened many games lately."),
    Limit.THINKING: N_("The computer players have thought for you as long as they may in an hour."),
    Limit.HINTS: N_("You have had many hints lately."),
    Limit.IMPORTS: N_("You have sent many word lists and variants lately."),
    Limit.FILES: N_("You have asked for many files lately."),
    Limit.PICTURES: N_("You have asked for many pictures lately."),
    Limit.REQUESTS: N_("You are asking for a lot at once."),
}

_SERVER_RATE = {
    Limit.OPENINGS: N_("Many games have been opened in this server lately."),
    Limit.THINKING: N_("The computer players have thought for this server as long as they may in an hour."),
    Limit.HINTS: N_("This server has had many hints lately."),
    Limit.IMPORTS: N_("Many word lists and variants have been sent in this server lately."),
    Limit.FILES: N_("Many files have been asked for in this server lately."),
    Limit.PICTURES: N_("Many pictures have been asked for in this server lately."),
    Limit.REQUESTS: N_("This server is asking for a lot at once."),
}


def limit_title(limit: Limit, texts: Texts) -> str:
    """The title of a limit."""
    return texts.gettext(_TITLES[limit])


def about_limit(limit: Limit, texts: Texts) -> str:
    """What counts towards a limit."""
    return texts.gettext(_ABOUT[limit])


def scope_text(per: Per, texts: Texts) -> str:
    """Who or what a limit counts for."""
    return texts.gettext(_SCOPES[per])


def too_many_games(error: TooManyGames, texts: Texts) -> str:
    """No further game fits: whose games there are, and what to do."""
    games = _games(error.limit, error.most, texts)
    if not error.most:
        return _none(error.limit, texts)
    match error.per:
        case Per.PERSON if not error.own:
            told = texts.gettext(
                "The host of this game has {games}, and no more are possible. One of them has to end first.",
                games=games,
            )
        case Per.PERSON if error.everywhere:
            told = texts.gettext(
                "You have {games} in all places together, and no more are possible. End one of them first.", games=games
            )
        case Per.PERSON:
            told = texts.gettext("You have {games} here, and no more are possible. End one of them first.", games=games)
        case Per.CHANNEL:
            told = texts.gettext(
                "This channel and its threads have {games}, and no more are possible. Use another channel, or wait "
                "until one of them ends.",
                games=games,
            )
        case Per.SERVER:
            told = texts.gettext(
                "This server has {games}, and no more are possible. Wait until one of them ends, or play with me by "
                "direct message.",
                games=games,
            )
    return told


def _games(limit: Limit, count: int, texts: Texts) -> str:
    match limit:
        case Limit.LOBBIES:
            return texts.ngettext("{count} lobby waiting for players", "{count} lobbies waiting for players", count)
        case Limit.DEMONSTRATIONS:
            return texts.ngettext("{count} demonstration", "{count} demonstrations", count)
        case Limit.PAUSED:
            return texts.ngettext("{count} paused game", "{count} paused games", count)
        case _:
            return texts.ngettext("{count} running game", "{count} running games", count)


def too_often(error: TooOften, texts: Texts) -> str:
    """Something was done too often recently, and when it will be possible again."""
    if not error.most:
        return _none(error.limit, texts)
    told = texts.gettext((_OWN_RATE if error.per is Per.PERSON else _SERVER_RATE)[error.limit])
    again = texts.gettext("It is possible again in {time}.", time=length_text(_rounded(error.wait), texts))
    return f"{told} {again}"


def _none(limit: Limit, texts: Texts) -> str:
    return texts.gettext(
        "{limit}: none are allowed here. A moderator can change that in `/settings server`.",
        limit=limit_title(limit, texts),
    )


def _rounded(wait: int) -> int:
    """Rounds up to whole seconds, or to whole minutes from two minutes on."""
    unit = SECOND if wait < 2 * MINUTE else MINUTE
    return -(-wait // unit) * unit
