"""The greeting in words."""

from __future__ import annotations

from bot.text.names import bold
from bot.text.texts import Texts


def greeting_text(texts: Texts) -> str:
    """What the bot is, in two lines."""
    return "\n".join(
        (
            texts.gettext(
                "Hello! I host word games on a crossword board. Play against each other, with a whole channel, or "
                "against me."
            ),
            texts.gettext("Play with buttons, or type moves into the chat. `/help` explains the rest."),
        )
    )


def unheard_text(server: str, texts: Texts) -> str:
    """For the person who has invited the bot into a server in which it may write nowhere, below what it is."""
    return texts.gettext(
        "I cannot write in any channel of {server}. Please give me the View Channel and Send Messages permissions in "
        "one, then use `/game new` there.",
        server=bold(server),
    )


def demo_label(texts: Texts) -> str:
    """The label of the button that opens a game against a computer player."""
    return texts.gettext("Try a game against me")


def where_label(texts: Texts) -> str:
    """The label of the button that shows where games are played and in which language."""
    return texts.gettext("Where and in which language")


def where_text(texts: Texts) -> str:
    """Where games are played, above the menu of a server's language."""
    return texts.gettext(
        "A game opens in the channel where someone starts it, and is played in a thread there if I may open one. To "
        "keep me to certain channels, choose them in Discord's server settings, under **Integrations**. Moderators "
        "choose here whether games have threads, and the language of my messages and of new games. Everything else is "
        "in `/settings server`."
    )
