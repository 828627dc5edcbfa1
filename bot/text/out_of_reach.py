"""What the bot says where it cannot reach people, post or attach files: what is missing, and what to do."""

from __future__ import annotations

from bot.text.texts import Texts


def no_messages(name: str, game: str, texts: Texts) -> str:
    """For a person whom direct messages do not reach; `name` is empty for someone who cannot be mentioned."""
    return texts.gettext(
        "{name}, I cannot send you direct messages. For your tiles in {game}, press **Rack** under the "
        "board, or allow direct messages in this server's privacy settings.",
        name=name or texts.gettext("A player"),
        game=game,
    )


def channel_lost(game: str, code: str, texts: Texts) -> str:
    """For the host and the person on turn of a game whose channel the bot can no longer post in."""
    return texts.gettext(
        "I can no longer post in the channel of {game}. To see the game elsewhere and play on, use "
        "`/game watch code:{code}` here or in another channel.",
        game=game,
        code=code,
    )


def no_files(texts: Texts) -> str:
    """Why there is no picture, and who can change that, in small print."""
    return "-# " + texts.gettext(
        "I cannot attach files here, so the board is text. A moderator can give me the *Attach Files* "
        "permission in this channel."
    )


def no_posts(texts: Texts) -> str:
    """Why the board is in a private answer, and who can change that."""
    return texts.gettext("I cannot post the board here until a moderator lets me see this channel and write in it.")
