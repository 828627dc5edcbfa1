"""Names of dictionaries."""

from __future__ import annotations

from bot.model.lists import AND, split_names
from bot.text.texts import Texts
from engine.loading import EMPTY, list_lexicons


def language_title(code: str, texts: Texts) -> str:
    """A language as it is called in the language of the texts."""
    return str(texts.locale.languages.get(code, code))


def lexicon_title(name: str, texts: Texts) -> str:
    """The name of a dictionary for players, list by list; a list that a server has made keeps its own name."""
    return f" {AND} ".join(_title(one, texts) for one in split_names(name)) or name


def _title(name: str, texts: Texts) -> str:
    if name == EMPTY:
        return texts.pgettext("dictionary", "empty")
    return next((language_title(info.language, texts) for info in list_lexicons() if info.name == name), name)
