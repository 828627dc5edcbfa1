"""User input made safe to show: names made distinct, markdown and mentions neutralised."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from bot.model.drawn import NEUTRAL_MARK, is_told_apart, legible
from bot.text.invitations import without_invitations
from bot.text.texts import Texts, texts_for
from engine.pasted import BLANKS, visible

MOST_NAME = 32
"""The most characters of a name that are kept; Discord allows no more."""

_MARKDOWN = re.compile(r"([\\*_~`|<>\[\]()#:+\-])")
_ORDINAL = re.compile(r"^(\d+)\.")
_STRANGE = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})
_JOINERS = frozenset("\u200c\u200d")
"""Format characters that scripts and emoji need; all other format characters are invisible or reverse the text."""
_STRAY_TAGS = re.compile("(?<![\U0001f3f4\U000e0020-\U000e007f])[\U000e0020-\U000e007f]+")
"""Invisible letters that are not part of a flag."""
_TAGS = range(0xE0020, 0xE0080)
CLEANED = 1024
"""How many texts are kept as cleaned, or names as told apart: every message about a game names its players often."""


@lru_cache(CLEANED)
def clean(text: str, instead: str = "…") -> str:
    """A text or name safe for everyone to see, in other servers too: one line, nothing invisible.

    `instead` replaces invitations to servers.
    """
    kept = "".join(filter(None, map(_seen, _STRAY_TAGS.sub("", text))))
    return without_invitations(" ".join(kept.split()), instead)


def _seen(character: str) -> str:
    """The character, a space if it breaks lines or shows nothing, or nothing for an invisible mark."""
    category = unicodedata.category(character)
    if category in _STRANGE or character in BLANKS:
        return " "
    if category == "Cf" and character not in _JOINERS and ord(character) not in _TAGS:
        return ""
    return character


@lru_cache(CLEANED)
def escape(text: str, instead: str = "…") -> str:
    """A text that Discord shows letter by letter: no markdown, links, emoji or mentions.

    `instead` replaces invitations to servers.
    """
    marked = _MARKDOWN.sub(r"\\\1", clean(text, instead)).replace("@", "@\u200b")
    return _ORDINAL.sub(r"\1\\.", marked)


def in_code(text: str) -> str:
    """A text that is safe inside a code block."""
    return clean(text).replace("`", "'").replace("@", "@\u200b")


def code(lines: str) -> str:
    """Lines as a code block, which they cannot close."""
    return "```\n" + lines.replace("`", "'") + "\n```"


def shortened(text: str, most: int) -> str:
    """The text in at most that many characters; one that is cut ends with an ellipsis."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def fitting(parts: Iterable[str], between: str, most: int) -> str:
    """The parts in at most that many characters; an ellipsis stands for those that do not fit."""
    kept = list(parts)
    while len(text := between.join(kept)) > most:
        kept = [*kept[:-2], "…"]
    return text


def bold(text: str) -> str:
    """A text, escaped and bold."""
    return f"**{escape(text)}**"


def display_names(names: Iterable[str], texts: Texts | None = None) -> tuple[str, ...]:
    """The names as shown at one table, in texts and pictures: shortened, and those that look alike numbered.

    A name of which pictures can show nothing is replaced by the number of its player, in English without `texts`.
    """
    return _told_apart(tuple(names), texts or texts_for(None))


@lru_cache(CLEANED)
def _told_apart(names: tuple[str, ...], texts: Texts) -> tuple[str, ...]:
    shown: list[str] = []
    taken: set[str] = set()
    for seat, name in enumerate(names, 1):
        own = clean(name)[:MOST_NAME].strip() or "?"
        if NEUTRAL_MARK in legible(own) and not is_told_apart(own):
            own = texts.gettext("Player {number}", number=seat)
        candidate, number = own, 1
        while _key(candidate) in taken:
            number += 1
            candidate = f"{own} ({number})"
        taken.add(_key(candidate))
        shown.append(candidate)
    return tuple(shown)


def guest_name(typed: str, texts: Texts) -> str:
    """The name of a guest as someone typed it, made safe."""
    return clean(typed)[:MOST_NAME].strip() or texts.gettext("Guest")


def _key(name: str) -> str:
    """A key that is equal for names that people would confuse, also in a picture."""
    return " ".join(unicodedata.normalize("NFKC", legible(visible(name))).casefold().split())
