"""Names of dictionaries."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from bot.model.lists import AND, split_names
from bot.service.words.dictionaries import Changers
from bot.text.texts import Texts
from engine.loading import EMPTY, list_lexicons

UNCHANGED = Changers()


def language_title(code: str, texts: Texts) -> str:
    """A language as it is called in the language of the texts."""
    return str(texts.locale.languages.get(code, code))


def lexicon_title(name: str, texts: Texts) -> str:
    """The name of a dictionary for players, list by list; a list that a server has made keeps its own name."""
    return f" {AND} ".join(_title(one, texts) for one in split_names(name)) or name


def _title(name: str, texts: Texts) -> str:
    if name == EMPTY:
        return texts.pgettext("dictionary", "empty")
    return language_title(_languages()[name], texts) if name in _languages() else name


@cache
def _languages() -> Mapping[str, str]:
    """The language of each lexicon, by its name."""
    return {info.name: info.language for info in list_lexicons()}


def dictionary_line(name: str, texts: Texts, changers: Changers = UNCHANGED) -> str:
    """The dictionary of a game by the `name` that players see, and who has changed it."""
    match changers:
        case Changers(server=True, host=True):
            return texts.gettext("Dictionary: {name}, as this server and the host have changed it", name=name)
        case Changers(server=True):
            return texts.gettext("Dictionary: {name}, as this server has changed it", name=name)
        case Changers(host=True):
            return texts.gettext("Dictionary: {name}, with the host's own words", name=name)
        case _:
            return texts.gettext("Dictionary: {name}", name=name)


def dictionary_facts(lexicon: str, texts: Texts, *, can_challenge: bool) -> tuple[str, ...]:
    """What a picture says of a game's dictionary."""
    line = dictionary_line(lexicon_title(lexicon, texts), texts)
    return (line, texts.gettext("words can be challenged")) if can_challenge else (line,)
