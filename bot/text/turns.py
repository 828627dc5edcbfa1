"""Turns in words: passed, hurried, and the tiles that players type for others."""

from __future__ import annotations

from bot.text.names import escape
from bot.text.texts import Texts


def passing(texts: Texts) -> tuple[str, str]:
    """Asks whether a player really wants to pass; and the label of yes."""
    return texts.gettext("Do you want to pass this turn?"), texts.gettext("Pass")


def hurried_text(texts: Texts) -> str:
    """That a computer player stops thinking."""
    return texts.gettext("The computer player moves as soon as it can.")


def held_text(name: str, tiles: str, texts: Texts) -> str:
    """The rack that was typed for a computer player."""
    return texts.gettext("{name} holds {tiles}.", name=name, tiles=escape(tiles))
