"""Open games in words: how they are listed, and the clock that somebody types."""

from __future__ import annotations

from dataclasses import replace

from bot.features.seeks.refusals import BadClock
from bot.features.seeks.store import Seek
from bot.model.errors import NoSuchLength
from bot.text.clocks import length_text, moment
from bot.text.help import HelpContext, HelpTopic
from bot.text.lobby import range_text
from bot.text.names import bold, escape
from bot.text.settings import offered_title
from bot.text.texts import Texts
from bot.text.typed import means_off
from bot.text.typedtimes import time_in
from engine.game.clock import LONG_TURN
from engine.model.durations import GAME_CLOCK, MINUTE, TURN_CLOCK, read_duration, write_duration
from engine.model.rules import Rules, with_live_clock
from engine.sentences import NP_

OFF = "off"
"""What is kept of a clock for someone who wants none."""
_GAME, _MOVE = "game=", "move="
"""What is kept before the time for a whole game, and for each move."""


def clock_to_keep(clock: str, per_move: str, own: Texts, game: str) -> str:
    """What somebody has typed as the time for a whole game and for each move, as offers keep it; both may be empty.

    `game` is the language of the game. Raises `BadClock` and `NoSuchLength`.
    """
    kept = []
    if means_off(clock, own, game):
        kept.append(OFF)
    elif clock.strip():
        try:
            kept.append(_GAME + write_duration(time_in(GAME_CLOCK, clock, own, game)))
        except ValueError:
            raise BadClock(clock) from None
    if per_move.strip():
        try:
            kept.append(_MOVE + write_duration(time_in(TURN_CLOCK, per_move, own, game)))
        except ValueError:
            raise NoSuchLength("per_move", per_move, TURN_CLOCK) from None
    return " ".join(kept)


def _times(kept: str) -> tuple[int | None, int | None]:
    """The time for a whole game, and for each move, of a clock that is kept.

    Release 0.1.0 kept what was typed: from an hour on, that was for each move.
    """
    if "=" not in kept:
        time = 0 if kept.lower() == OFF else read_duration(kept, MINUTE)
        return (None, time) if time >= LONG_TURN else (time or None, None)
    found = dict(part.split("=") for part in kept.split() if part != OFF)
    game, move = found.get("game"), found.get("move")
    return read_duration(game) if game else None, read_duration(move) if move else None


def with_clock(rules: Rules, kept: str) -> Rules:
    """The rules with a clock as offers keep it, without those that need another one; empty changes nothing.

    A live game gets an overtime limit, unless the rules have one.
    """
    if not kept:
        return rules
    game, move = _times(kept)
    bank = rules.time_bank if move and not game else None
    clocked = replace(
        rules,
        turn_clock=move,
        game_clock=game,
        time_bank=bank,
        increment=rules.increment if game or bank else None,
        overtime_limit=rules.overtime_limit if game else None,
    )
    return with_live_clock(clocked, game) if game and clocked.is_live and not clocked.overtime_limit else clocked


def _clock_words(kept: str, texts: Texts) -> list[str]:
    if not kept:
        return []
    game, move = _times(kept)
    words = [texts.gettext("{length} for the whole game", length=length_text(game, texts))] if game else []
    words += [texts.gettext("{length} for each move", length=length_text(move, texts))] if move else []
    return words or [texts.pgettext("clock of a game", "no clock")]


def seek_line(seek: Seek, server: int, texts: Texts) -> str:
    """Who seeks which game, and for how long, as a server reads it."""
    wanted, ends = seek.wanted, texts.gettext("offer ends {moment}", moment=moment(seek.expires))
    named = (("language", wanted.language), ("variant", wanted.variant))
    facts = [offered_title(option, value, texts) for option, value in named if value]
    facts += _clock_words(wanted.clock, texts)
    facts.append(texts.pgettext("game", "not rated") if wanted.rated is False else texts.pgettext("game", "rated"))
    line = texts.titled(
        _who(seek, server, texts), " · ".join((*facts, *range_text(wanted.low, wanted.high, texts), ends))
    )
    rules = offered_title("preset", wanted.preset, texts)
    return f"{line}\n-# {rules}" if wanted.preset else line


def _who(seek: Seek, server: int, texts: Texts) -> str:
    if seek.server == server:
        return bold(seek.name)
    return texts.gettext("{name} in {server}", name=bold(seek.name), server=escape(seek.server_name))


def posted_text(seek: Seek, texts: Texts) -> str:
    """For the poster of an offer."""
    expires = seek.expires
    if seek.everywhere:
        return texts.gettext(
            "Your offer is posted in this channel, and in other servers that list such offers. It ends "
            "{moment}. As soon as someone accepts it, your game begins in a thread here, and I will mention "
            "you there.",
            moment=moment(expires),
        )
    return texts.gettext(
        "Your offer is posted in this channel. It ends {moment}. As soon as someone accepts it, your game "
        "begins in a thread, and I will mention you there.",
        moment=moment(expires),
    )


def on_text(texts: Texts) -> str:
    """What a moderator has switched on."""
    on = texts.gettext(
        "From now on, this channel lists offers from other servers, and they list those that are posted here with "
        "`/open new where:everywhere`."
    )
    return f"{on}\n{shared_text(texts)}"


def shared_text(texts: Texts) -> str:
    """What servers that exchange offers see of each other, and what the bot cannot know."""
    return "\n".join(
        (
            texts.gettext(
                "Other servers see the player's name, the name of this server and the game, which has a thread in "
                "both servers. Moderators can manage a game only in the server where it was offered."
            ),
            texts.gettext(
                "I do not know who is banned here. To keep out someone from another server, use `/manage offers hide:`."
            ),
        )
    )


def accept_label(texts: Texts) -> str:
    """**Accept**, below an offer."""
    return texts.pgettext("offer of a game", "Accept")


def heading(texts: Texts) -> str:
    """The heading of a list of offers."""
    return "### " + texts.gettext("Open games")


def accepted_text(person: str, opponent: str, texts: Texts) -> str:
    """Call somebody whose offer was accepted."""
    return texts.gettext(
        "{mention}, {name} has accepted your offer. Here is your game.", mention=f"<@{person}>", name=bold(opponent)
    )


def begun_text(name: str, thread: int, texts: Texts) -> str:
    """For the person who has accepted an offer: against whom they play, and where."""
    return texts.gettext("Your game against {name} begins in {thread}.", name=bold(name), thread=f"<#{thread}>")


def withdrawn_text(texts: Texts) -> str:
    """For the person who has ended their offer."""
    return texts.gettext("Your offer is withdrawn.")


def nothing_open_text(texts: Texts) -> str:
    """For people who look for offers where there is none."""
    return texts.gettext("Nobody is looking for a game here. Offer one with `/open new`.")


def exchange_title(texts: Texts) -> str:
    """What the exchange of offers between servers is called."""
    return texts.gettext("Open games across servers")


def about_exchange_text(texts: Texts) -> str:
    """What its switch does."""
    return texts.gettext("Offers from other servers are listed here, and yours there.")


def off_text(texts: Texts) -> str:
    """What a moderator has switched off."""
    return texts.gettext(
        "This server no longer exchanges game offers with other servers. Games under way go on. If you switch it on "
        "again, offers from people you had hidden will be listed again."
    )


def hidden_text(name: str, texts: Texts) -> str:
    """Whom a moderator has hidden."""
    return texts.gettext(
        "Offers from {name} are no longer listed here, and {name} cannot accept this server's offers elsewhere. To "
        "undo that, use `/manage offers switch:off` and then `switch:on`.",
        name=bold(name),
    )


def _help(helped: HelpContext) -> str:
    texts, accept = helped.texts, accept_label(helped.aloud)
    return "\n".join(
        (
            texts.gettext("`/open new` offers a game that anyone in this channel can accept."),
            texts.gettext(
                "The first to press {accept} plays you, in a new thread. Until then, you can end your offer "
                "with `/open withdraw`.",
                accept=bold(accept),
            ),
            texts.gettext(
                "An offer stays open for an hour, or for two days if a turn can take an hour or more. You can limit "
                "your opponent's rating, and with `rated:no`, the game does not count for ratings."
            ),
            texts.gettext(
                "With `where:everywhere`, people in other servers can accept your offer too, if the moderators of "
                "both servers allow that with `/manage offers`. You play here, and they play in their own server."
            ),
        )
    )


TOPIC = HelpTopic(
    lambda texts: texts.pgettext("help topic", "Finding an opponent"),
    _help,
    commands=("open", "offers"),
    former=(NP_("former command", "seek"),),
)
