"""Which typed messages have the form of a move, judged before anything is looked up."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum

from bot.service.rights import Right
from bot.text.typed import TypedMeaning, TypedWords, every_typed_word
from engine.model.coordinates import is_coordinate
from engine.pasted import pasted
from engine.play.notation import parts_of

TYPED = Right.PLAYER
"""The right that a move typed as a message needs."""
LONGEST_MOVE = 200
"""Characters of the longest message that can be a move."""


class TypedKind(Enum):
    """What a typed message asks for."""

    PLAY = "play"
    WORD = "word"
    PASS = "pass"
    EXCHANGE = "exchange"


@dataclass(frozen=True, slots=True)
class Typed:
    """A message that has the form of a move; `text` is the move, the word without a square or the tiles.

    `word` says pass or exchange; `like_chat` that people also chat in this form, such as `lunch 12h` or `8h: lunch`.
    """

    kind: TypedKind
    text: str = ""
    word: str = field(default="", compare=False)
    like_chat: bool = field(default=False, compare=False)

    def is_in(self, words: TypedWords) -> bool:
        """Whether the message is in one of the languages of the words."""
        return self.kind not in _SAID or words.means(self.word, _SAID[self.kind])


_SAID = {TypedKind.PASS: TypedMeaning.PASS, TypedKind.EXCHANGE: TypedMeaning.EXCHANGE}

_MENTION = re.compile(r"\s*<@[!&]?\d+>[\s,:;]*")


def without_mention(content: str) -> str:
    """A message without a leading mention."""
    match = _MENTION.match(content)
    return content[match.end() :] if match else content


def read_typed(content: str) -> Typed | None:
    """What a message asks for in any language, judged by its form alone; None for chat."""
    text = pasted(content)
    if len(text) > LONGEST_MOVE:
        return None
    words, parts = every_typed_word(), parts_of(text)
    move = words.without_verb(parts)
    if len(move) in (2, 3) and any(map(is_coordinate, move)):
        return Typed(TypedKind.PLAY, " ".join(move), like_chat=_is_like_chat(text, parts))
    if len(move) == 1 and (len(parts) == 1 or move[0] == move[0].upper()):
        return _read_alone(move[0], words)
    if parts and words.means(parts[0], TypedMeaning.EXCHANGE):
        return Typed(TypedKind.EXCHANGE, " ".join(parts[1:]), parts[0])
    return None


def _is_like_chat(text: str, parts: list[str]) -> bool:
    """Whether a move is in small letters with the word first, or with a mark between square and word."""
    return text == text.lower() and not (is_coordinate(parts[0]) and text.split() == parts)


def _read_alone(word: str, words: TypedWords) -> Typed | None:
    if words.means(word, TypedMeaning.PASS):
        return Typed(TypedKind.PASS, word=word)
    if len(word) < 2 or words.means(word, TypedMeaning.EXCHANGE) or any(map(str.isdecimal, word)):
        return None
    return Typed(TypedKind.WORD, word)
