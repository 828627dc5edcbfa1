"""Random inputs made from valid ones, by changes to text, bytes and JSON."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from typing import Any

Mutation = Callable[[random.Random, bytes, Sequence[bytes]], bytes]

NUMBERS = (b"0", b"-1", b"1", b"15", b"255", b"256", b"65536", b"2147483648", b"9" * 20, b"9" * 400, b"0x" + b"f" * 400,
           b"1e9999", b"0.5", b"nan", "\u0661".encode(), "½".encode())  # fmt: skip
STRANGE = ("\x00", "\ufeff", "\u202e", "\u200d", "İ", "ß", "ﬁ", "e\u0301", "\u0301" * 40, "😀", "\ud800", "Å", "[", "]",
           "(", ")", "\\", '"', "\r", "\n", "\t", " ", "\u2028", "\ufffd")  # fmt: skip
LONGEST = 60_000
"""The most bytes to which repeated parts make an input grow."""


def mutated(luck: random.Random, seed: bytes, others: Sequence[bytes]) -> bytes:
    """A valid input after one to six changes; JSON is mostly changed as JSON."""
    data = seed
    if seed[:1] in b"{[" and luck.random() < 0.8:
        changed = _json(luck, seed)
        if changed is not None:
            data = changed
            if luck.random() < 0.8:
                return data[:LONGEST]
    for _ in range(1 + min(luck.getrandbits(3), 5)):
        data = MUTATIONS[luck.randrange(len(MUTATIONS))](luck, data, others)[:LONGEST]
    return data


def _cut(luck: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    start = luck.randrange(len(data) + 1)
    return data[:start] + data[start + luck.randrange(1, 20) :]


def _end(luck: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    return data[: luck.randrange(len(data) + 1)]


def _flip(luck: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    if not data:
        return data
    place = luck.randrange(len(data))
    return data[:place] + bytes([data[place] ^ (1 << luck.randrange(8))]) + data[place + 1 :]


def _insert(luck: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    place = luck.randrange(len(data) + 1)
    return data[:place] + _piece(luck, others) + data[place:]


def _piece(luck: random.Random, others: Sequence[bytes]) -> bytes:
    match luck.randrange(4):
        case 0:
            return NUMBERS[luck.randrange(len(NUMBERS))]
        case 1:
            return STRANGE[luck.randrange(len(STRANGE))].encode("utf-8", "surrogatepass")
        case 2:
            return bytes(luck.randrange(256) for _ in range(luck.randrange(1, 9)))
        case _:
            other = others[luck.randrange(len(others))]
            start = luck.randrange(len(other) + 1)
            return other[start : start + luck.randrange(1, 40)]


def _repeat(luck: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    """Repeat a part, sometimes many times, so that more than linear time shows."""
    start = luck.randrange(len(data) + 1)
    part = data[start : start + luck.choice((1, 1, 2, 5, 30))]
    times = luck.choice((2, 5, 40)) if luck.random() < 0.97 else LONGEST // max(len(part), 1)
    return data[:start] + part * times + data[start:]


def _number(luck: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    found = list(re.finditer(rb"\d+", data[:2000]))
    if not found:
        return data
    one = luck.choice(found)
    return data[: one.start()] + NUMBERS[luck.randrange(len(NUMBERS))] + data[one.end() :]


def _lines(luck: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    lines = data.splitlines(keepends=True)
    if len(lines) < 2:
        return data
    one, other = luck.randrange(len(lines)), luck.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    if luck.random() < 0.3:
        lines.insert(one, lines[other])
    return b"".join(lines)


def _word(luck: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    """Four bytes as a number of a binary file."""
    if len(data) < 4:
        return data
    place = luck.randrange(len(data) // 4) * 4
    value = luck.choice((0, 1, 2**22, 2**23, 2**24, 2**31, 2**32 - 1, luck.getrandbits(32), place // 4))
    return data[:place] + value.to_bytes(4, "little") + data[place + 4 :]


MUTATIONS: tuple[Mutation, ...] = (_cut, _end, _flip, _insert, _insert, _repeat, _number, _lines, _word)


def _json(luck: random.Random, data: bytes) -> bytes | None:
    """A JSON text with some of its values changed, removed, nested or moved; None if it is not JSON."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return None
    for _ in range(luck.randrange(1, 4)):
        value = _changed(luck, value)
    return json.dumps(value).encode()


def _changed(luck: random.Random, value: Any) -> Any:
    if isinstance(value, dict) and value and luck.random() < 0.9:
        key = luck.choice(sorted(value))
        if luck.random() < 0.15:
            return {other: one for other, one in value.items() if other != key}
        if luck.random() < 0.05:
            return {**value, key + "x": value[key]}
        return {**value, key: _changed(luck, value[key])}
    if isinstance(value, list) and value and luck.random() < 0.9:
        place = luck.randrange(len(value))
        if luck.random() < 0.15:
            return value[:place] + value[place + 1 :]
        if luck.random() < 0.1:
            return value[:place] + [value[place]] * luck.choice((2, 50)) + value[place:]
        return [*value[:place], _changed(luck, value[place]), *value[place + 1 :]]
    return _other(luck, value)


def _other(luck: random.Random, value: Any) -> Any:
    numbers = (0, -1, 1, 2**31, 2**63, 10**11, 10**400, 0.5, -1e300, float("nan"))
    match luck.randrange(6):
        case 0:
            return luck.choice(numbers)
        case 1:
            return luck.choice((None, True, False, [], {}, "", [[]], {"": ""}))
        case 2:
            return luck.choice(STRANGE)
        case 3:
            nested: Any = value
            for _ in range(luck.choice((1, 3, 200))):
                nested = [nested] if luck.random() < 0.5 else {"type": nested}
            return nested
        case 4:
            return str(value) + luck.choice(("", "x", "9" * 50))
        case _:
            return value + luck.choice(numbers[:5]) if isinstance(value, int) else [value, value]
