"""What people wrote, made safe to show: names told apart, markdown and mentions disarmed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from bot.text.invitations import BLANKS, without_invitations

MOST_NAME = 32
"""Characters of a name that are kept; Discord allows no more."""

_MARKDOWN = re.compile(r"([\\*_~`|<>\[\]()#:+\-])")
_ORDINAL = re.compile(r"^(\d+)\.")
_STRANGE = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})
_JOINERS = frozenset("\u200c\u200d")
"""Format characters that scripts and emoji need; all others are marks that cannot be seen or turn a text around."""
_STRAY_TAGS = re.compile("(?<![\U0001f3f4\U000e0020-\U000e007f])[\U000e0020-\U000e007f]+")
"""Invisible letters that are not part of a flag."""
_TAGS = range(0xE0020, 0xE0080)


def clean(text: str, instead: str = "…") -> str:
    """A text or name as everybody may see it, in other servers too: on one line, nothing in it that is invisible.

    `instead` stands where there was an invitation to a server.
    """
    kept = "".join(filter(None, map(_seen, _STRAY_TAGS.sub("", text))))
    return without_invitations(" ".join(kept.split()), instead)


def _seen(character: str) -> str:
    """A character, a blank for one that breaks lines or shows nothing, and nothing for a mark."""
    category = unicodedata.category(character)
    if category in _STRANGE or character in BLANKS:
        return " "
    if category == "Cf" and character not in _JOINERS and ord(character) not in _TAGS:
        return ""
    return character


def escape(text: str, instead: str = "…") -> str:
    """A text as Discord shows it letter by letter: no markdown, no link, no emoji, no mention of anybody.

    `instead` stands where there was an invitation to a server.
    """
    marked = _MARKDOWN.sub(r"\\\1", clean(text, instead)).replace("@", "@\u200b")
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
