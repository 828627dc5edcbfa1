"""The bot's sentences by short keys: a test names what is said, and the sentence can be worded anew.

`tests/golden/sentences` holds the sentences that tests name, a file for each room; `python -m tests.tools.sentences`
finds them again after they have been reworded.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter

from bot.text import texts_for

FOLDER = Path(__file__).parents[1] / "golden" / "sentences"


@dataclass(frozen=True, slots=True)
class Message:
    """A message as the template has it: its singular and plural or its only form, and its context if it has one."""

    forms: tuple[str, ...]
    context: str | None = None


def said(key: str, count: int | None = None, /, **facts: object) -> str:
    """A sentence in English with its facts; `count` chooses between singular and plural and replaces `{count}`.

    Where facts are left out, it is the longest part of the sentence that contains those given and is interrupted by no
    other, without the marks at its ends. Raises `LookupError` for an unknown key or fact, and if no part of the
    sentence contains all facts given.
    """
    room, _, name = key.partition(".")
    message = sentences(room).get(name)
    if message is None:
        raise LookupError(f"There is no sentence {key!r}. Write its message into {FOLDER / room}.toml.")
    try:
        return filled(message, count, facts)
    except LookupError as error:
        raise LookupError(f"{key!r}, {' / '.join(message.forms)!r}: {error}") from None


def filled(message: Message, count: int | None, facts: dict[str, object]) -> str:
    """What `said` gives for a message. Raises `LookupError` as `said` does."""
    texts = texts_for("en")
    given = {name: texts.told(fact) for name, fact in facts.items()}
    forms = message.forms
    if count is not None:
        given = {"count": texts.number(count), **given}
        forms = forms[:1] if abs(count) == 1 else forms[-1:]
    parts = [part for part in _parts(forms[-1], given) if all(part[0] in form for form in _said_by(forms, given))]
    unknown = facts.keys() - {name for form in message.forms for _, name, _, _ in Formatter().parse(form)}
    if unknown:
        raise LookupError(f"it has no fact {', '.join(sorted(unknown))}")
    fitting = [text for text, names in parts if text and facts.keys() <= names]
    if not fitting:
        raise LookupError(f"no part of it has {', '.join(given) or 'only words'}")
    return max(fitting, key=len)


def _said_by(forms: tuple[str, ...], given: dict[str, str]) -> list[str]:
    return ["\n".join(text for text, _ in _parts(form, given)) for form in forms]


def _parts(form: str, given: dict[str, str]) -> list[tuple[str, set[str]]]:
    """The parts of a form between facts that are not given, each with the names of the facts in it."""
    parts: list[tuple[str, set[str]]] = [("", set())]
    for words, name, _, _ in Formatter().parse(form):
        text, names = parts[-1]
        parts[-1] = (text + words, names)
        if name in given:
            parts[-1] = (text + words + given[name], names | {name})
        elif name is not None:
            parts.append(("", set()))
    return [(text.strip(" \n.,:;"), names) for text, names in parts] if parts[1:] else parts


@cache
def sentences(room: str) -> dict[str, Message]:
    """The sentences of a room that tests name, by the second half of their keys; none for an unknown room."""
    file = FOLDER / f"{room}.toml"
    return (
        {name: _message(one) for name, one in tomllib.loads(file.read_text("utf-8")).items()} if file.exists() else {}
    )


def _message(written: str | list[str] | dict[str, str]) -> Message:
    if isinstance(written, dict):
        return Message((written["message"],), written["context"])
    return Message((written,) if isinstance(written, str) else tuple(written))
