"""What people wrote, made safe to show: names told apart, markdown and mentions disarmed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

MOST_NAME = 32
"""Characters of a name that are kept; Discord allows no more."""

_MARKDOWN = re.compile(r"([\\*_~`|<>\[\]()#:+\-])")
_ORDINAL = re.compile(r"^(\d+)\.")
_STRANGE = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})
_DIRECTION_MARKS = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean(text: str) -> str:
    """A text on one line, without control characters and marks that would turn what follows around."""
    kept = (" " if unicodedata.category(c) in _STRANGE else c for c in text if c not in _DIRECTION_MARKS)
    return " ".join("".join(kept).split())


def escape(text: str) -> str:
    """A text as Discord shows it letter by letter: no markdown, no link, no emoji, no mention of anybody."""
    marked = _MARKDOWN.sub(r"\\\1", clean(text)).replace("@", "@\u200b")
    return _ORDINAL.sub(r"\1\\.", marked)


def in_code(text: str) -> str:
    """A text for inside a code block, which it cannot end."""
    return clean(text).replace("`", "'").replace("@", "@\u200b")


def code(lines: str) -> str:
    """Lines as a code block, which they cannot end."""
    return "```\n" + lines.replace("`", "'") + "\n```"


def bold(text: str) -> str:
    """A text escaped and in bold type."""
    return f"**{escape(text)}**"


def display_names(names: Iterable[str]) -> tuple[str, ...]:
    """The names as shown at one table: cut to size, and equal ones told apart by a number (ledger K22)."""
    shown: list[str] = []
    taken: set[str] = set()
    for name in names:
        own = clean(name)[:MOST_NAME].strip() or "?"
        candidate, number = own, 1
        while _key(candidate) in taken:
            number += 1
            candidate = f"{own} ({number})"
        taken.add(_key(candidate))
        shown.append(candidate)
    return tuple(shown)


def _key(name: str) -> str:
    """What two names share that people would take for the same."""
    visible = (c for c in unicodedata.normalize("NFKC", name) if unicodedata.category(c) != "Cf")
    return " ".join("".join(visible).casefold().split())
