"""Words for examples on a board, from the files of the languages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from engine.loading import list_languages, load_language
from engine.loading.bundled import FIRST
from engine.model.variant import Variant


@dataclass(frozen=True)
class Examples:
    """Real words of a language that fit together on a board, in capitals, each letter on a tile of its own.

    A file of `data/languages` has them as `examples`, in the order of the fields.

    `greeting` and `crossing` start with the same letter. `hooked` is `base` with the first letter of `hook`. The last
    two letters of `upper`, each above one of the first two letters of `lower`, make words of two letters. `bingos`
    have 5, 6, 7 and 8 letters.
    """

    greeting: str
    crossing: str
    base: str
    hook: str
    upper: str
    lower: str
    bingos: tuple[str, ...]

    @property
    def hooked(self) -> str:
        """The word that the hook makes of the base."""
        return self.base + self.hook[0]

    @property
    def pairs(self) -> tuple[str, str]:
        """The words that `upper` and `lower` make where they touch."""
        return self.upper[-2] + self.lower[0], self.upper[-1] + self.lower[1]

    @property
    def words(self) -> tuple[str, ...]:
        """All the words."""
        own = (self.greeting, self.crossing, self.base, self.hooked, self.hook, self.upper, self.lower)
        return (*own, *self.pairs, *self.bingos)

    def bingo(self, size: int) -> str:
        """The word with as many letters as a rack has tiles; empty if there is none."""
        return next((word for word in self.bingos if len(word) == size), "")


def _read(words: tuple[str, ...]) -> Examples:
    greeting, crossing, base, hook, upper, lower, *bingos = words
    return Examples(greeting, crossing, base, hook, upper, lower, tuple(bingos))


@cache
def examples_in(language: str) -> Examples:
    """The examples in a language, or in English if its file has none."""
    words = load_language(language).examples if language in list_languages() else ()
    return _read(words or load_language(FIRST).examples)


def examples_for(variant: Variant) -> Examples:
    """The examples in the language of a variant; in English if its tiles lack a letter of those but none of these."""
    shown = {tile.letter for tile in variant.tile_set.kinds}
    for one in (examples_in(variant.language), examples_in("en")):
        if shown.issuperset("".join(one.words)):
            return one
    return examples_in(variant.language)
