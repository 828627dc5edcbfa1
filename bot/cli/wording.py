"""The language of the command line, and its sentences, numbers and lists in it.

The terminal's locale chooses the language, as for other programs; TILEWRIGHT_LANGUAGE overrides it. The sentences are
in the same catalogues as everything else. `bot.text.Texts` would do, but loads far more than help needs, and help must
answer at once: here nothing is loaded for English, and a compiled catalogue for any other language.
"""

from __future__ import annotations

import gettext
import hashlib
import os
import re
import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from engine.errors import Sentence

DOMAIN = "tilewright"
ENGLISH = "en"
CONTEXT = "command line"
"""The context of the help of commands and options in the catalogues."""

_ROOT = Path(__file__).resolve().parents[2]
_LOCALES = (_ROOT / "engine" / "_packaged" / "data" / "locale", _ROOT / "data" / "locale")
_NAME = re.compile(r"([A-Za-z]{2,3})(?:[_-]([A-Za-z0-9]{2,4}))?(?:[.@].*)?")
_NO_LOCALE = ("C", "POSIX")


def N_(message: str) -> str:  # noqa: N802 (the usual name for marking messages to translate later)
    """The message itself, marked for extraction into the catalogues."""
    return message


def NP_(context: str, message: str) -> tuple[str, str]:  # noqa: N802 (like N_)
    """The arguments of `Words.pgettext`, marked for extraction."""
    return context, message


@dataclass(frozen=True, slots=True)
class Words:
    """What the command line says, in one language; like `bot.text.Texts`."""

    language: str = ENGLISH
    _catalogue: gettext.NullTranslations = field(default_factory=gettext.NullTranslations, repr=False)

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

    def help(self, text: str) -> str:
        """The help of a command or option."""
        return self._catalogue.pgettext(CONTEXT, text)

    def number(self, value: float, digits: int = 0) -> str:
        """A number with as many decimals, in the language's format."""
        from babel.numbers import format_decimal

        return str(format_decimal(value, f"#,##0{'.' if digits else ''}{'0' * digits}", locale=self.language))

    def plain(self, value: float) -> str:
        """A number with as many decimals as it has, two at most, in the language's format."""
        from babel.numbers import format_decimal

        return str(format_decimal(value, "#,##0.##", locale=self.language))

    def percent(self, share: float, digits: int) -> str:
        """A share as a percentage with as many decimals."""
        from babel.numbers import format_percent

        pattern = self._percent_pattern().replace("#,##0", f"#,##0{'.' if digits else ''}{'0' * digits}")
        return str(format_percent(share, pattern, locale=self.language))

    def _percent_pattern(self) -> str:
        from babel.core import Locale

        return str(Locale.parse(self.language).percent_formats[None].pattern)

    def size(self, bytes_: int) -> str:
        """A size in megabytes."""
        return self.gettext("{size} MB", size=self.number(bytes_ / 1e6, 1))


_spoken = Words()


def texts() -> Words:
    """What the command line says, in the language that `speak` has chosen; English by default."""
    return _spoken


def chosen_language(environment: Mapping[str, str], folder: Path | None = None) -> str:
    """The language that the environment asks for and that has a catalogue, or English."""
    place = folder or _folder()
    return next((name for name in (_nearest(one, place) for one in _asked(environment)) if name), ENGLISH)


def _asked(environment: Mapping[str, str]) -> list[str]:
    """The languages asked for, the best first. Like other programs, `C` asks for English whatever LANGUAGE lists."""
    if own := environment.get("TILEWRIGHT_LANGUAGE"):
        return [own]
    locale = next((environment[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(key)), "")
    if locale.partition(".")[0] in _NO_LOCALE:
        return []
    return [*environment.get("LANGUAGE", "").split(":"), locale]


def _nearest(asked: str, folder: Path | None) -> str | None:
    """The catalogue nearest to a locale such as `de_AT.UTF-8`."""
    found = _NAME.fullmatch(asked)
    if found is None or folder is None:
        return None
    language, region = found[1].lower(), (found[2] or "").upper()
    if language == ENGLISH:
        return ENGLISH
    names = (f"{language}_{region}", language)
    return next((one for one in names if (folder / one / "LC_MESSAGES" / f"{DOMAIN}.po").is_file()), None)


def _folder() -> Path | None:
    return next((place for place in _LOCALES if place.is_dir()), None)


def speak(language: str, folder: Path | None = None) -> None:
    """Has the command line speak a language, typer included as far as it can; English if its catalogue is unusable."""
    global _spoken
    _spoken = Words()
    place = folder or _folder()
    if language == ENGLISH or place is None:
        return
    with suppress(OSError, ValueError):
        compiled = _compiled(place / language / "LC_MESSAGES" / f"{DOMAIN}.po", language)
        os.environ["LANGUAGE"] = language
        gettext.bindtextdomain(DOMAIN, compiled)
        gettext.textdomain(DOMAIN)
        _spoken = Words(language, gettext.translation(DOMAIN, compiled, [language]))


def _compiled(catalogue: Path, language: str) -> Path:
    """The folder with a catalogue compiled for gettext, kept in the cache. Raises `OSError`."""
    import platformdirs

    data = catalogue.read_bytes()
    kept = platformdirs.user_cache_path("tilewright") / "locale" / language
    folder = kept / hashlib.sha256(data).hexdigest()[:16]
    file = folder / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
    if not file.is_file():
        shutil.rmtree(kept, ignore_errors=True)
        _compile(data, file, language)
    return folder


def _compile(data: bytes, file: Path, language: str) -> None:
    import io

    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f".{os.getpid()}.part")
    with part.open("wb") as target:
        write_mo(target, read_po(io.BytesIO(data), locale=language))
    part.replace(file)
