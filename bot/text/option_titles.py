"""The values that options offer while someone types: their titles, and which value a typed title means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from bot.model.lists import key_of
from bot.text.coordinates import orientation_text
from bot.text.lexicons import language_title, lexicon_title
from bot.text.rules import preset_text, rule_title, value_text
from bot.text.settings import theme_title
from bot.text.texts import ENGLISH, Texts, texts_for
from bot.text.variants import variant_title
from engine.game.decisions.lobby import PRESET
from engine.loading import EMPTY
from engine.model.coordinates import STANDARD, Orientation
from engine.model.rules import PRESETS, allowed_values, rule_names

Title = Callable[[str, Texts], str]
"""The title of a value in a language. It begins with the value's name, perhaps followed by a colon and an explanation.
"""


def name_of(title: str) -> str:
    """A title without its explanation."""
    return title.partition(":")[0].strip()


def option_name(name: str, texts: Texts) -> str:
    """An option's name as people of a language see it in Discord; another word stays as it is."""
    return texts.pgettext("option name", name)


def lexicon_offer(name: str, texts: Texts) -> str:
    """A dictionary, with an explanation of the empty one."""
    if name == EMPTY:
        return texts.gettext("Empty: only words that this server or the host adds")
    return lexicon_title(name, texts)


def rule_offer(rule: str, texts: Texts) -> str:
    """A rule, or all at once."""
    return texts.gettext("All rules at once") if rule == PRESET else rule_title(rule, texts)


def rack_order_title(order: str, texts: Texts) -> str:
    """A way to lay out a rack."""
    titles = {
        "sort": texts.pgettext("order of a rack", "alphabetical"),
        "shuffle": texts.pgettext("order of a rack", "shuffled"),
        "vowels": texts.gettext("vowels first"),
    }
    return titles.get(order, order)


def coordinates_title(code: str, texts: Texts) -> str:
    """A way to name rows and columns."""
    return orientation_text(Orientation.of_code(code) or STANDARD, texts)


TITLES: Mapping[str, Title] = {
    "coordinates": coordinates_title,
    "language": language_title,
    "lexicon": lexicon_offer,
    "order": rack_order_title,
    "preset": preset_text,
    "rule": rule_offer,
    "theme": theme_title,
    "variant": variant_title,
}
"""How the values of options are called, by the option."""


def rule_value_named(rule: str, typed: str, texts: Texts) -> str:
    """The value of a rule that someone means, as `named_by`; of an unknown rule, what they typed."""
    if rule == PRESET:
        return named_by("preset", typed, PRESETS, texts)
    if rule not in rule_names():
        return typed
    return named_by("value", typed, allowed_values(rule), texts, lambda value, told: value_text(rule, value, told))


def offered_title(option: str, value: str, texts: Texts) -> str:
    """The title that an option shows for a value; values of other options are shown as they are."""
    known = TITLES.get(option)
    return known(value, texts) if known else value


def named_by(option: str, typed: str, values: Iterable[str], texts: Texts, title: Title | None = None) -> str:
    """The value that someone means who types it, or its title in their language or in English.

    Neither case nor the explanation in a title matters. Text that means no value, or more than one, is returned without
    spaces around it. `title` gives the titles of an option whose values depend on another one, or that
    belongs to a feature.
    """
    offered, wanted = tuple(values), (key_of(typed), key_of(name_of(typed)))
    for language in (None, texts, texts_for(ENGLISH)):
        titles = {value: _title(option, value, language, title) for value in offered}
        short = {value: name_of(shown) for value, shown in titles.items()}
        for shown, sought in zip((titles, short), wanted, strict=True):
            found = [value for value in offered if sought and key_of(shown[value]) == sought]
            if len(found) == 1:
                return found[0]
    return typed.strip()


def _title(option: str, value: str, texts: Texts | None, title: Title | None) -> str:
    """The title of a value in the language of the texts; without texts, the value itself."""
    if texts is None:
        return value
    return title(value, texts) if title else offered_title(option, value, texts)
