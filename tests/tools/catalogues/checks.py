"""What is wrong in a language's catalogue."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from babel.messages.catalog import Catalog, Message

from tests.tools.catalogues.commands import Body, bodies_in, command_faults, strange_word, told_in
from tests.tools.catalogues.template import extract, folder_or_own, forms, placeholders, read_catalogue, translated

SAME = "same.txt"
"""In a language's folder: the messages that are the same in English, one a line, with line breaks as `\\n`."""

MISSING = "not translated"

_MARKS = re.compile(r"\*+|`+|\|\||~~|__")
_FIELD = re.compile(r"\{\w*\}|`[^`]*`")
_WORD = re.compile(r"[A-Za-z][a-z]")
_COMMAND = re.compile(r"`(/[^`{]+|[^\s:`{}/]+:[^`{]*)[^`]*`")
"""In a sentence: a quoted command up to what is filled in, or an option alone."""
_LABEL = re.compile(r"\*\*([^*{}]+)\*\*|`([^`{}]+)`")
"""In a sentence: the label of a button or a square, if it is a message of its own."""
_FRENCH_BREAK = re.compile(r" (?=[:;!»])|(?<![A-Z,]) (?=\?)|(?<=«) ")
_TRADEMARK = re.compile("scr[a]bble|скр[аэ]ббл")
_NAMES = ("command name", "option name", "menu entry")
_DESCRIPTIONS = ("description", "choice")


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with the translation of a message, or with all commands if there is no message."""

    language: str
    message: str
    what: str

    def __str__(self) -> str:
        return f"{self.language}: {self.message!r}: {self.what}" if self.message else f"{self.language}: {self.what}"


@dataclass(frozen=True)
class Language:
    """A catalogue with what it is compared to."""

    name: str
    catalogue: Catalog
    commands: list[Body]
    same: frozenset[str]

    @cached_property
    def labels(self) -> Mapping[str, frozenset[str]]:
        """How each message without a plural is translated, in every context."""
        found: dict[str, frozenset[str]] = {}
        for one in _messages(self.catalogue):
            if isinstance(one.id, str):
                found[one.id] = found.get(one.id, frozenset()) | set(forms(one.string))
        return found


def check(languages: Iterable[str] = (), folder: Path | None = None) -> tuple[Fault, ...]:
    """The faults in the catalogues of some languages, or of all that a folder has.

    They include sentences in the code that quote commands that do not exist. Raises `FileNotFoundError` for a language
    without a catalogue.
    """
    template, bodies = extract(), bodies_in(folder)
    wanted = tuple(languages) or translated(folder)
    found = [
        *_english_faults(template, told_in(bodies, "en")),
        *(Fault("commands", "", one) for one in command_faults(bodies)),
    ]
    for name in wanted:
        same = _same(folder_or_own(folder) / name / SAME)
        language = Language(name, read_catalogue(name, folder), told_in(bodies, name), same)
        found += catalogue_faults(language, template)
    return tuple(found)


def _same(path: Path) -> frozenset[str]:
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return frozenset(line.replace("\\n", "\n") for line in lines if line and not line.startswith("#"))


def _english_faults(template: Catalog, commands: frozenset[str]) -> Iterator[Fault]:
    """Sentences in English that quote what is not there, or are too long."""
    language = Language("en", template, commands, frozenset())
    for message in _messages(template):
        for form in forms(message.id):
            for fault in (_other_commands, _too_long):
                if what := fault(form, message, language):
                    yield Fault("en", form, what)


def _messages(catalogue: Catalog) -> Iterator[Message]:
    return (message for message in catalogue if message.id)


def catalogue_faults(language: Language, template: Catalog) -> Iterator[Fault]:
    """All that is wrong in one catalogue, message by message."""
    for message in _messages(template):
        english = forms(message.id)[0]
        own = language.catalogue.get(message.id, message.context)
        yield from (Fault(language.name, english, what) for what in _message_faults(language, message, own))
    for gone in _obsolete(language.catalogue, template):
        yield Fault(language.name, forms(gone.id)[0], "no longer in the code: run `python -m tests.tools.catalogues`")
    for line in sorted(language.same - _equal(language.catalogue)):
        yield Fault(language.name, line, f"in {SAME}, but its translation is not the same as the English")


def _obsolete(catalogue: Catalog, template: Catalog) -> Iterator[Message]:
    yield from catalogue.obsolete.values()
    yield from (one for one in _messages(catalogue) if template.get(one.id, one.context) is None)


def _equal(catalogue: Catalog) -> frozenset[str]:
    return frozenset(forms(one.id)[0] for one in _messages(catalogue) if _is_english(one))


def _is_english(own: Message) -> bool:
    """Whether a translation has words, and they are those of the message; abbreviations and examples do not count."""
    alike = set(forms(own.id)) & set(forms(own.string))
    return any(_WORD.search(_FIELD.sub("", form)) for form in alike)


def _message_faults(language: Language, message: Message, own: Message | None) -> Iterator[str]:
    if own is None or not any(forms(own.string)):
        yield MISSING
        return
    if own.fuzzy:
        yield "marked as fuzzy: look at it and remove the mark"
    yield from _plural_faults(own, message, language.catalogue.num_plurals)
    if _is_english(own) and forms(own.id)[0] not in language.same:
        yield f"the same as in English, and not in {SAME}"
    for form in filter(None, forms(own.string)):
        for fault in _FORM_CHECKS:
            if what := fault(form, message, language):
                yield f"{what}, in {form!r}"


def _plural_faults(own: Message, message: Message, needed: int) -> Iterator[str]:
    given = forms(own.string)
    if own.id != message.id:
        yield "its plural form in English is another now: run `python -m tests.tools.catalogues`"
    elif message.pluralizable and (len(given) != needed or not all(given)):
        yield f"{len(list(filter(None, given)))} plural forms of {needed}"


# --- one form of a translation: what is wrong, or None ----------------------------------------------------------------


def _other_placeholders(form: str, message: Message, _: Language) -> str | None:
    """Whether a translation lacks or invents placeholders; a plural form may omit the count."""
    known = {name for one in forms(message.id) for name in placeholders(one)}
    spare = {"count"} if message.pluralizable else set()
    try:
        is_right = known - spare <= placeholders(form) <= known
    except ValueError:
        return "braces do not match"
    return None if is_right else f"other placeholders than {', '.join(sorted(known)) or 'none'}"


def _other_marks(form: str, message: Message, _: Language) -> str | None:
    own = Counter(_MARKS.findall(form))
    return None if own in [Counter(_MARKS.findall(one)) for one in forms(message.id)] else "other markdown marks"


def _other_ends(form: str, message: Message, _: Language) -> str | None:
    """Whether line breaks, or spaces at the ends, differ."""
    is_like = any(_frame(form) == _frame(one) for one in forms(message.id))
    return None if is_like else "other line breaks, or other spaces at an end"


def _frame(text: str) -> tuple[str, str, int]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :], text.count("\n")


def _trademark(form: str, _: Message, __: Language) -> str | None:
    """Whether a translation has the name of a trademarked game, as clubs of some languages call a bingo."""
    return "a trademark" if _TRADEMARK.search(form.casefold()) else None


def _too_long(form: str, message: Message, _: Language) -> str | None:
    """Whether Discord refuses a command's name or description for its length."""
    most = 32 if message.context in _NAMES else 100 if message.context in _DESCRIPTIONS else 0
    return f"{len(form)} characters of at most {most} ({message.context})" if most and len(form) > most else None


def _other_commands(form: str, _: Message, language: Language) -> str | None:
    """Whether a sentence quotes a command, an option or a choice by a name that it does not have in the language."""
    strange = filter(None, (strange_word(quoted, language.commands) for quoted in _COMMAND.findall(form)))
    return next((f"no command, option or choice is called {word}" for word in strange), None)


def _other_labels(form: str, message: Message, language: Language) -> str | None:
    """Whether a sentence names a button or a square by a label that it does not have in the language."""
    quoted = {bold or code for bold, code in _LABEL.findall(form)}
    for bold, code in _LABEL.findall(forms(message.id)[-1]):
        own = language.labels.get(bold or code)
        if own and not own & quoted:
            return f"{bold or code} is labelled {' or '.join(sorted(own))}"
    return None


def _breaking_space(form: str, _: Message, language: Language) -> str | None:
    """Whether a line may break before a French mark; a question mark after a capital or comma is a blank tile."""
    found = _FRENCH_BREAK.search(form) if language.name == "fr" else None
    return f"a space that breaks at {form[found.start() - 12 : found.end() + 1]!r}" if found else None


_FORM_CHECKS: tuple[Callable[[str, Message, Language], str | None], ...] = (
    _other_placeholders,
    _other_marks,
    _other_ends,
    _trademark,
    _too_long,
    _breaking_space,
    _other_commands,
    _other_labels,
)
