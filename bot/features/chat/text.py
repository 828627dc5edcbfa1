"""The chat between places in words, and what is relayed, made safe: no mentions, external links or invitations."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import assert_never

from bot.features.chat.store import ChatNews
from bot.model.errors import BotError
from bot.text.names import bold, escape
from bot.text.refusals.facts import Wordings, quote, says
from bot.text.texts import Texts

LONGEST_MESSAGE = 600
"""The most characters of a message that are relayed."""

_PERSON, _ROLE, _CHANNEL = re.compile(r"<@!?(\d+)>"), re.compile(r"<@&\d+>"), re.compile(r"<#\d+>")
_EMOJI = re.compile(r"<a?(:\w+:)\d+>")


def carried(name: str, place: str, content: str, people: Mapping[int, str], texts: Texts) -> str:
    """A person's message as another place sees it; empty if nothing is left to relay.

    `place` is the name of the server it comes from, empty for a direct message; `people` maps the ids of mentioned
    people to names.
    """
    plain = _plain(content, people, texts)
    said = escape(plain[:LONGEST_MESSAGE], texts.gettext("(invitation left out)"))
    if not said:
        return ""
    who = f"{bold(name)} ({escape(place)})" if place else bold(name)
    return texts.titled(who, f"{said}…" if len(plain) > LONGEST_MESSAGE else said)


def _plain(content: str, people: Mapping[int, str], texts: Texts) -> str:
    text = _PERSON.sub(
        lambda found: "@" + people.get(int(found[1]), texts.pgettext("mentioned person", "someone")), content
    )
    text = _ROLE.sub("@" + texts.gettext("a role"), text)
    text = _CHANNEL.sub("#" + texts.gettext("a channel"), text)
    return _EMOJI.sub(r"\1", text)


# --- what its own place is told ---------------------------------------------------------------------------------------


def joined_text(asked: int, texts: Texts) -> str:
    """That a place has joined, and how many others were asked."""
    told = texts.gettext("The game's chat is now open here.")
    if not asked:
        return told
    question = texts.ngettext(
        "I have asked {count} other place, and will post its answer here.",
        "I have asked {count} other places, and will post their answers here.",
        asked,
    )
    return f"{told} {question}"


def ended_text(texts: Texts, *, refused: bool, ended: bool) -> str:
    """That a place takes no part: it has declined, or left, or was not there."""
    if refused:
        return texts.gettext("The game's chat stays closed here. I have told the others.")
    if ended:
        return texts.gettext("The game's chat is now closed here.")
    return texts.gettext("The game's chat was not open here.")


def muted_text(name: str, texts: Texts, *, muted: bool) -> str:
    """Whether someone is muted now."""
    shown = escape(name)
    if muted:
        return texts.gettext("{name} is muted here.", name=shown)
    return texts.gettext("{name} is no longer muted here.", name=shown)


def how_to_join(texts: Texts) -> str:
    """What the chat is, for a place that takes no part."""
    return texts.gettext(
        "The players of a game can chat even if they play in different places. In a channel, a moderator opens the "
        "chat with `/game chat switch:on`; in your direct messages, you do."
    )


def standing_text(others: int, waiting: int, muted: Sequence[str], texts: Texts, *, reads: bool) -> str:
    """How many other places take part, how many could, who is muted, and whether the bot hears all that is said."""
    lines = [
        texts.ngettext("The chat is open in {count} other place.", "The chat is open in {count} other places.", others)
    ]
    if waiting:
        lines.append(
            texts.ngettext("{count} place has not accepted yet.", "{count} places have not accepted yet.", waiting)
        )
    if muted:
        lines.append(texts.gettext("Muted here: {names}.", names=texts.join(map(escape, muted))))
    if not reads:
        lines.append(
            texts.gettext(
                "I cannot read messages here, so I can only pass on direct messages and messages that mention me."
            )
        )
    return "\n".join(lines)


def unheard_text(server: str, texts: Texts) -> str:
    """That a server does not hear someone who cannot see its channel."""
    return texts.gettext(
        "I did not pass that on to {server}, since you cannot see the channel there.", server=escape(server)
    )


def too_much_text(count: int, seconds: int, texts: Texts) -> str:
    """That someone writes too much."""
    return texts.gettext(
        "I did not pass that on: the limit is {count} messages in {seconds} seconds.", count=count, seconds=seconds
    )


# --- what places are told of each other -------------------------------------------------------------------------------


def place_text(game: str, news: ChatNews, server: str, texts: Texts, *, in_private: bool) -> str:
    """Asks whether a place takes part, or tells what its answer means.

    `server` is where the others are, empty for direct messages; `in_private` says that only one person is asked.
    """
    match news:
        case ChatNews.ASKED:
            return _question(game, server, texts, in_private=in_private)
        case ChatNews.ACCEPTED:
            return texts.gettext(
                "What the players of {game} write here is shown wherever else the chat is open, and what they write "
                "there is shown here. To leave, use `/game chat switch:off`.",
                game=bold(game),
            )
        case ChatNews.REFUSED | ChatNews.ENDED:
            return texts.gettext("What the players of {game} write stays here.", game=bold(game))
    assert_never(news)


def _question(game: str, server: str, texts: Texts, *, in_private: bool) -> str:
    where = texts.gettext("Players of {game} elsewhere would like to chat with the players here.", game=bold(game))
    if server:
        where = texts.gettext(
            "The players of {game} in {server} would like to chat with the players here.",
            game=bold(game),
            server=escape(server),
        )
    who = (
        texts.gettext("If you accept, they see what you write here, and you see what they write.")
        if in_private
        else texts.gettext(
            "Once a moderator accepts for this channel, the others see what this game's players write here, and you "
            "see what they write."
        )
    )
    return f"{where} {who}"


def news_text(game: str, news: ChatNews, server: str, texts: Texts) -> str:
    """What another place answered, by its server, empty for direct messages; empty if it was only asked."""
    facts = {"game": bold(game), "place": escape(server) or texts.gettext("Someone in direct messages")}
    match news:
        case ChatNews.ACCEPTED:
            return texts.gettext("{place} has joined the chat of {game}.", **facts)
        case ChatNews.REFUSED:
            return texts.gettext("{place} has declined the chat of {game}.", **facts)
        case ChatNews.ENDED:
            return texts.gettext("{place} has left the chat of {game}.", **facts)
        case ChatNews.ASKED:
            return ""
    assert_never(news)


class NotShownHere(BotError):
    """The game is not shown in this channel."""


class UnknownSpeaker(BotError):
    """Nobody by that name is heard here."""

    name: str


WORDINGS: Wordings = {
    NotShownHere: says("That game is not shown in this channel. Show it here first with `/game watch code:…`."),
    UnknownSpeaker: says("Nobody called {name} is in this chat. Choose someone from the list.", name=quote("name")),
}
