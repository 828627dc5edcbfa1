"""Reads a slash command as a person types it: ``/game new preset:classic level:3``."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from bot.playground.errors import Json

Known = Callable[[int, str], str]


def parse(line: str, commands: list[Json], known: Known) -> Json:
    """The interaction data of a typed command, by the registered ``commands``.

    ``known(option type, text)`` gives the id of a user or channel by its name. Choices may be typed by name or value.
    """
    words = line.removeprefix("/").split(" ", 1)
    found = [c for c in commands if c["name"] == words[0] and c["type"] == 1]
    assert found, f"the bot has registered no /{words[0]}; there are {[c['name'] for c in commands]}"
    rest = words[1] if len(words) > 1 else ""
    command = found[0]
    return {"id": command["id"], "name": command["name"], "type": 1, "options": _options(command, rest, known)}


def leaf_of(data: Json) -> Json:
    """The part of interaction data that holds the values: the command or its innermost sub-command."""
    options = data["options"]
    return leaf_of(options[0]) if options and options[0]["type"] in (1, 2) else data


def _options(level: Json, rest: str, known: Known) -> list[Json]:
    options = {option["name"]: option for option in level.get("options", [])}
    if any(option["type"] in (1, 2) for option in options.values()):
        name, _, tail = rest.strip().partition(" ")
        assert name in options, f"there is no sub-command {name!r}; there are {sorted(options)}"
        inside = options[name]
        return [{"name": name, "type": inside["type"], "options": _options(inside, tail, known)}]
    if not rest.strip():
        return []
    names = "|".join(sorted(map(re.escape, options), key=len, reverse=True))
    parts = re.split(rf"(?:^|\s)({names}):", rest) if names else [rest]
    assert not parts[0].strip(), f"no option is named in {rest!r}; there are {sorted(options)}"
    pairs = zip(parts[1::2], parts[2::2], strict=True)
    return [
        {"name": name, "type": options[name]["type"], "value": _value(options[name], value.strip(), known)}
        for name, value in pairs
    ]


def _value(option: Json, text: str, known: Known) -> Any:
    for choice in option.get("choices") or []:
        if text.lower() in (str(choice["value"]).lower(), choice["name"].lower()):
            return choice["value"]
    kind = option["type"]
    if kind == 4 and re.fullmatch(r"-?\d+", text):
        return int(text)
    if kind == 10 and re.fullmatch(r"-?\d+(\.\d+)?", text):
        return float(text)
    if kind == 5:
        return text.lower() in ("true", "yes")
    return known(kind, text) if kind in (6, 7, 9) and not text.isdigit() else text
