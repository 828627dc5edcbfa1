"""Size checks on a TOML text before it is parsed.

The standard library's reader takes quadratic time for keys of many parts and limits neither the size of numbers nor the
depth of tables.
"""

from __future__ import annotations

import re

from engine.errors import Size, TooLarge
from engine.limits import DEEPEST, LONGEST_KEY, MOST_KEY_PARTS

_TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?(?:"{3,5}|\\?\Z)'
    r"|'''.*?(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|\#[^\n]*+"
    r"|(?P<word>[A-Za-z0-9_+-]++)"
    r"|(?P<dot>\.)"
    r"|(?P<opening>[\[{])"
    r"|(?P<closing>[\]}])"
    r"|(?P<end>[\n=,])",
    re.DOTALL,
)


def check_sizes(text: str, where: str) -> None:
    """Raises `TooLarge` for overlong keys and numbers, keys with too many parts, and lists nested too deeply."""
    depth = dots = 0
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        dots = dots + 1 if kind == "dot" else dots if kind in (None, "word") else 0
        depth = max(0, depth + (kind == "opening") - (kind == "closing"))
        found = _excess(token, depth, dots)
        if found:
            raise TooLarge.beyond(where, *found, text.count("\n", 0, token.start()) + 1)


def _excess(token: re.Match[str], depth: int, dots: int) -> tuple[Size, int] | None:
    if depth > DEEPEST:
        return Size.NESTING, DEEPEST
    if dots >= MOST_KEY_PARTS:
        return Size.KEY_PARTS, MOST_KEY_PARTS
    if token.lastgroup == "word" and token.end() - token.start() > LONGEST_KEY:
        return Size.KEY, LONGEST_KEY
    return None
