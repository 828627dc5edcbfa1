"""Names of dictionaries."""

from __future__ import annotations

from bot.text.texts import NP_, Texts
from engine.loading import EMPTY

_TITLES = {"english": NP_("dictionary", "English"), EMPTY: NP_("dictionary", "empty")}


def lexicon_title(name: str, texts: Texts) -> str:
    """The name of a dictionary for players; a dictionary that a host or server has made keeps its own name."""
    known = _TITLES.get(name)
    return texts.pgettext(*known) if known else name
