"""What Discord would refuse in the commands' names and descriptions, language by language."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bot.front.speech import CatalogueTranslator
from bot.playground.commands import SIZE_LIMIT, check_all, size
from bot.playground.errors import Form
from bot.wiring.bot import ROOMS

Body = dict[str, Any]
"""A command, option or choice as it is registered with Discord."""

SUBCOMMANDS = (1, 2)
"""The types of options that are commands, or groups of commands, themselves."""

_OPTION = re.compile(r"([^\s:]+):\s*")


def bodies_in(folder: Path | None) -> list[Body]:
    """Every command with its names and descriptions in the languages of a folder of catalogues."""
    return asyncio.run(ROOMS.described(CatalogueTranslator(folder)))


def command_faults(bodies: list[Body]) -> tuple[str, ...]:
    """What Discord would refuse in the commands, as people of each language see them.

    That includes two names that are the same in a language, and a command that is too large, where each of its texts
    counts in its longest language.
    """
    seen = {locale: [as_told(body, locale) for body in bodies] for locale in locales_of(bodies)}
    found = [f"{locale}: {fault}" for locale, own in seen.items() for fault in _refused(own)]
    return (*(found or _refused(bodies)), *(_too_large(body) for body in bodies if size(body) > SIZE_LIMIT))


def _too_large(body: Body) -> str:
    own = {locale: size(as_told(body, locale)) for locale in ("en", *locales_of([body]))}
    sizes = ", ".join(f"{locale} {count}" for locale, count in sorted(own.items(), key=lambda one: -one[1]))
    return (
        f"/{body['name']}: {size(body)} characters of at most {SIZE_LIMIT}, each text in its longest language ({sizes})"
    )


def told_in(bodies: list[Body], language: str) -> list[Body]:
    """All commands as people of a language see them; what it does not name has its English name."""
    known = [one for one in locales_of(bodies) if one.split("-")[0] == language.split("_", maxsplit=1)[0]]
    return [as_told(body, (known or ["en"])[0]) for body in bodies]


def strange_word(quoted: str, told: list[Body]) -> str | None:
    """The first word in a quoted command, or in an option alone, that names nothing there."""
    if not quoted.startswith("/"):
        return _strange_option(quoted, list(_walk(told)))
    reached, rest = told, quoted[1:].split()
    while rest and (reached is told or any(one.get("type") in SUBCOMMANDS for one in reached)):
        found = [one for one in reached if one["name"] == rest[0]]
        if not found:
            return rest[0]
        reached, rest = found[0].get("options", []), rest[1:]
    return _strange_option(" ".join(rest), reached)


def _strange_option(text: str, options: list[Body]) -> str | None:
    """The first option, or choice of one, that is none of these."""
    for name in _OPTION.finditer(text):
        found = [one for one in options if one["name"] == name[1]]
        if not found:
            return name[1]
        value = text[name.end() :]
        choices = [choice["name"] for one in found for choice in one.get("choices", ())]
        if value and choices and not value.startswith(tuple(choices)):
            return value.split()[0]
    return None


def locales_of(bodies: list[Body]) -> list[str]:
    """The languages in which any of the commands is told, as Discord names them."""
    told = [body.get(f"{key}_localizations", ()) for body in _walk(bodies) for key in ("name", "description")]
    return sorted({locale for one in told for locale in one or ()})


def _walk(bodies: list[Body]) -> Iterator[Body]:
    for body in bodies:
        yield body
        yield from _walk([*body.get("options", ()), *body.get("choices", ())])


def as_told(body: Body, locale: str) -> Body:
    """A command, option or choice as people who use Discord in that language see it."""
    texts = {key: (body.get(f"{key}_localizations") or {}).get(locale) for key in ("name", "description")}
    own = {key: text for key, text in texts.items() if text is not None}
    inner = {key: [as_told(one, locale) for one in body[key]] for key in ("options", "choices") if key in body}
    return {key: value for key, value in body.items() if not key.endswith("_localizations")} | own | inner


def _refused(bodies: list[Body]) -> list[str]:
    form = Form()
    check_all(form, bodies)
    return list(_flat(form.errors, bodies))


def _flat(errors: dict[str, Any], body: Any, way: str = "") -> Iterator[str]:
    """The mistakes in a form, each preceded by the names of its command and options."""
    for key, inner in errors.items():
        if key == "_errors":
            yield from (f"{way}: {one['message']}" for one in inner)
            continue
        part = body[int(key)] if isinstance(body, list) else body.get(key)
        yield from _flat(inner, part, f"{way} {part['name']}".strip() if isinstance(part, dict) else way)
