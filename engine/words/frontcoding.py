"""Word lists in front coding, in which a sorted list takes a third of the room that it takes otherwise when packed.

Each word is written as the number of characters that the word before it ends in and that it lacks, and what follows
instead: PLAY, PLAYED and PLAYS are `0PLAY0ED2S`. No letter is a digit, so nothing has to stand between the words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_STEP = re.compile(r"(\d+)(\D+)")
_WORDS = 1 << 14
"""Words spelt out at a time."""


def front_coded(words: Iterable[str]) -> str:
    """Sorted words in front coding."""
    parts, last = [], ""
    for word in words:
        same = next((at for at, (old, new) in enumerate(zip(last, word, strict=False)) if old != new), len(last))
        parts.append(f"{len(last) - same}{word[same:]}")
        last = word
    return "".join(parts)


def spelt_out(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of a list in front coding, many at a time; those of a plain list as they are."""
    data = b"".join(pieces)
    if not data[:1].isdigit():
        yield data
        return
    word, lines = "", []
    for step in _STEP.finditer(data.decode("utf-8")):
        word = word[: len(word) - int(step[1])] + step[2]
        lines.append(word)
        if len(lines) == _WORDS:
            yield "\n".join((*lines, "")).encode()
            lines.clear()
    yield "\n".join((*lines, "")).encode()
