"""Names of dictionaries."""

from __future__ import annotations

from bot.model.lists import AND, split_names
from bot.text.texts import Texts
from engine.errors import NP_
from engine.loading import EMPTY

_TITLES = {
    "english": NP_("dictionary", "English"),
    "french": NP_("dictionary", "French"),
    "german": NP_("dictionary", "German"),
    "spanish": NP_("dictionary", "Spanish"),
    "russian": NP_("dictionary", "Russian"),
    "catalan": NP_("dictionary", "Catalan"),
    "dutch": NP_("dictionary", "Dutch"),
    "swedish": NP_("dictionary", "Swedish"),
    EMPTY: NP_("dictionary", "empty"),
}


def lexicon_title(name: str, texts: Texts) -> str:
    """The name of a dictionary for players, list by list; a list that a server has made keeps its own name."""
    return f" {AND} ".join(_title(one, texts) for one in split_names(name)) or name


def _title(name: str, texts: Texts) -> str:
    known = _TITLES.get(name)
    return texts.pgettext(*known) if known else name
