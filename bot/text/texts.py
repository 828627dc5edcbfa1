"""Texts in one language, from gettext catalogues whose message ids are the English sentences."""

from __future__ import annotations

import gettext
import gettext as gettext_module
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from pathlib import Path

from babel.core import Locale
from babel.lists import format_list
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent

from engine.loading import resource_folder
from engine.sentences import Sentence

DOMAIN = "tilewright"
ENGLISH = "en"
NUMBERS = 4096
"""How many numbers are kept as written in a language: Babel takes as long for one as for a sentence."""


@dataclass(frozen=True, slots=True)
class Texts:
    """Everything the bot says, in one language.

    Messages contain named placeholders, `"{name} passed"`, that the facts fill in. A message missing from the catalogue
    stays in English. Texts to be heard (`for_ears`) say `minus`: screen readers skip the hyphen of a negative number.
    """

    locale: Locale
    _catalogue: gettext_module.NullTranslations = field(repr=False)
    is_heard: bool = field(default=False, compare=False)

    @property
    def for_ears(self) -> Texts:
        """The same texts for someone who hears them: alt texts, and everything that a text-only reader gets."""
        return self if self.is_heard else replace(self, is_heard=True)

    def gettext(self, message: str, /, **facts: object) -> str:
        """A message with its facts filled in."""
        return self._catalogue.gettext(message).format_map(facts)

    def ngettext(self, one: str, many: str, count: int, /, **facts: object) -> str:
        """A message in the language's plural form for a count, which replaces `{count}`."""
        return self._catalogue.ngettext(one, many, abs(count)).format_map({"count": self.number(count), **facts})

    def pgettext(self, context: str, message: str, /, **facts: object) -> str:
        """A message whose translation depends on its context."""
        return self._catalogue.pgettext(context, message).format_map(facts)

    def told(self, reason: object) -> str:
        """A reason that an error gives, with those and the numbers within it; one without a form stays as it is."""
        if type(reason) is int:
            return self.number(reason)
        if not isinstance(reason, Sentence):
            return str(reason)
        return self.gettext(reason.form, **{name: self.told(fact) for name, fact in reason.facts.items()})

    def titled(self, title: object, value: object) -> str:
        """A title and what belongs to it; not every language writes a colon as English does."""
        return self.gettext("{title}: {value}", title=title, value=value)

    def series(self, parts: Iterable[str]) -> str:
        """Parts side by side; not every language writes a semicolon as English does."""
        one, *more = [*parts] or [""]
        for rest in more:
            one = self.gettext("{first}; {rest}", first=one, rest=rest)
        return one

    def number(self, value: int) -> str:
        """A whole number in the language's format, with a minus sign that no hyphen is mistaken for."""
        if self.is_heard and value < 0:
            return self.pgettext("negative number, read aloud", "minus {number}", number=self.number(-value))
        return _whole(value, self.locale)

    def decimal(self, value: float) -> str:
        """A number with one decimal in the language's format."""
        if self.is_heard and round(value, 1) < 0:
            return self.pgettext("negative number, read aloud", "minus {number}", number=self.decimal(-value))
        return _signed(format_decimal(value, "#,##0.0", locale=self.locale))

    def percent(self, share: float, digits: int = 0) -> str:
        """A share from 0 to 1 as a percentage with so many decimals, in the language's format."""
        pattern: str = self.locale.percent_formats[None].pattern
        whole, zero, sign = pattern.rpartition("0")
        return format_percent(share, f"{whole}{zero}{'.' if digits else ''}{'0' * digits}{sign}", self.locale)

    def signed(self, value: int) -> str:
        """A whole number with its sign, `+24` or `−24`."""
        return f"{'+' if value > 0 else ''}{self.number(value)}"

    def join(self, parts: Iterable[str]) -> str:
        """The parts as a list in a sentence: `Ada, Bob and Cem`."""
        return format_list(tuple(parts), locale=self.locale)

    def either(self, parts: Iterable[str]) -> str:
        """The parts as a choice in a sentence: `on or off`."""
        return format_list(tuple(parts), style="or", locale=self.locale)


@lru_cache(maxsize=NUMBERS)
def _whole(value: int, locale: Locale) -> str:
    return _signed(format_decimal(value, locale=locale, group_separator=abs(value) >= 10_000))


def _signed(number: str) -> str:
    return number.replace("-", "\N{MINUS SIGN}")


@lru_cache(maxsize=16)
def languages(folder: Path | None = None) -> tuple[str, ...]:
    """The languages that have texts, always including English. `folder` contains the catalogues."""
    places = _folder(folder).glob(f"*/LC_MESSAGES/{DOMAIN}.po")
    return tuple(sorted({ENGLISH} | {place.parent.parent.name for place in places}))


def texts_for(locale: str | None, folder: Path | None = None) -> Texts:
    """The texts for a person's or a game's language, such as `de`, `pt-BR` or `es_419`.

    Uses the nearest language that has a catalogue, or English.
    """
    return _load(nearest(locale or ENGLISH, folder) or ENGLISH, _folder(folder))


def load_all() -> None:
    """Read the catalogues of all languages, which takes a second or more of computing on a slow machine."""
    for language in languages():
        texts_for(language)


def nearest(locale: str, folder: Path | None = None) -> str | None:
    """The catalogue for a locale such as `de-CH`: its own, that of its language, or of another country's; else None."""
    return _nearest(locale.replace("-", "_"), languages(folder))


@lru_cache(maxsize=256)
def _nearest(code: str, known: tuple[str, ...]) -> str | None:
    language = code.partition("_")[0]
    related = (name for name in known if name.partition("_")[0] == language)
    return next((name for name in (code, language, *related) if name in known), None)


def catalogue_file(language: str, folder: Path | None = None) -> Path:
    """The file of a language's catalogue; English has none, since its sentences are the message ids."""
    return _folder(folder) / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def _folder(folder: Path | None) -> Path:
    return folder if folder is not None else own_folder()


@cache
def own_folder() -> Path:
    """The folder of the bot's own catalogues."""
    return resource_folder("data") / "locale"


@lru_cache(maxsize=64)
def _load(language: str, folder: Path) -> Texts:
    place = folder / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    if not place.is_file():
        return Texts(Locale(ENGLISH, "GB"), gettext_module.NullTranslations())
    with place.open("rb") as file:
        catalogue = read_po(file, locale=language)
    return Texts(Locale.parse(language), _Translations(catalogue))


class _Translations(gettext_module.NullTranslations):
    """The messages of a catalogue that are translated.

    Babel compiles a catalogue by copying all that is compiled so far for each message, which takes a bot that starts
    some seconds and a million pages of memory.
    """

    def __init__(self, catalogue: Catalog) -> None:
        super().__init__()
        self._number = gettext.c2py(catalogue.plural_expr)
        self._alone = dict[str, str]()
        self._counted = dict[str, tuple[str, ...]]()
        for message in catalogue:
            if not message.id or message.fuzzy or not _complete(message):
                continue
            key, forms = _key(message), message.string
            if isinstance(forms, tuple | list):
                self._counted[key] = tuple(forms)
                self._alone[key] = forms[self._number(1)]
            else:
                self._alone[key] = str(forms)

    def gettext(self, message: str) -> str:
        return self._alone.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        forms = self._counted.get(msgid1)
        return forms[self._number(n)] if forms else super().ngettext(msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        return self._alone.get(f"{context}\x04{message}", message)


_SAMPLES = (*range(201), 1000, 1_000_000)
"""Counts that show all plural forms of a language."""


def exported(language: str, place: str) -> dict[str, str | dict[str, str]]:
    """The translations of the messages in files below `place`, such as `bot/playground/page/`, by message id.

    A context precedes its message, separated by U+0004 as in compiled catalogues. A message with plural forms has the
    singular's id and its forms by CLDR's categories (`one`, `few`...), whatever the order of the catalogue's own forms.
    English has no catalogue and is empty.
    """
    path = catalogue_file(language)
    if not path.is_file():
        return {}
    with path.open("rb") as file:
        catalogue = read_po(file, locale=language)
    categories = _categories(catalogue)
    ours = (message for message in catalogue if any(file.startswith(place) for file, _ in message.locations))
    return {_key(message): _forms(message, categories) for message in ours if message.id and _complete(message)}


def _categories(catalogue: Catalog) -> dict[str, int]:
    """The number of the catalogue's plural form for each category of its language."""
    locale = Locale.parse(catalogue.locale)
    rule = gettext.c2py(catalogue.plural_expr)
    return {locale.plural_form(count): rule(count) for count in reversed(_SAMPLES)}


def _complete(message: Message) -> bool:
    return all(message.string) if isinstance(message.string, tuple | list) else bool(message.string)


def _key(message: Message) -> str:
    one = message.id if isinstance(message.id, str) else message.id[0]
    return f"{message.context}\x04{one}" if message.context else one


def _forms(message: Message, categories: dict[str, int]) -> str | dict[str, str]:
    forms = message.string
    if isinstance(forms, tuple | list):
        return {category: forms[number] for category, number in categories.items()}
    return str(forms)
