"""JSON from files and stored games, read in linear time; too long, too deep or huge numbers are refused.

`json` alone turns `1e999` into infinity and accepts integers beyond 64 bits and characters that cannot be encoded in a
file.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any, NoReturn

from engine.errors import BadData, Size
from engine.limits import DEEPEST, MOST_DIGITS
from engine.reading import check, decoded
from engine.sentences import Sentence

_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+"?|(?P<opening>[\[{])|(?P<closing>[\]}])', re.DOTALL)
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def read_object(text: str | bytes, where: str, most: int) -> dict[str, Any]:
    """The object in a text of at most that many bytes. Raises `BadData` and `TooLarge`."""
    check(where, Size.BYTES, len(text), most)
    try:
        text = text if isinstance(text, str) else decoded(text, where)
        _check_nesting(text, where)
        data = json.loads(
            text,
            parse_int=lambda digits: _integer(digits, where),
            parse_float=lambda digits: _real(digits, where),
            parse_constant=lambda _: _refuse(where),
        )
        if _SURROGATE.search(text):
            json.dumps(data, ensure_ascii=False).encode()
    except ValueError:
        raise BadData(where, Sentence("is not JSON")) from None
    if not isinstance(data, dict):
        raise BadData(where, Sentence("is not a JSON object"))
    return data


def _check_nesting(text: str, where: str) -> None:
    depth = 0
    for bracket in _BRACKET.finditer(text):
        depth += (bracket.lastgroup == "opening") - (bracket.lastgroup == "closing")
        if depth > DEEPEST:
            check(where, Size.NESTING, depth, DEEPEST, text.count("\n", 0, bracket.start()) + 1)


def _integer(digits: str, where: str) -> int:
    check(where, Size.DIGITS, len(digits.removeprefix("-")), MOST_DIGITS)
    return int(digits)


def _real(digits: str, where: str) -> float:
    value = float(digits)
    return value if math.isfinite(value) else _refuse(where)


def _refuse(where: str) -> NoReturn:
    raise BadData(where, Sentence("has a value that is not a number"))
