"""Words for examples on a board, in the languages that there are tiles for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from engine.model.variant import Variant


@dataclass(frozen=True)
class Examples:
    """Real words of a language that fit together on a board, in capitals, each letter on a tile of its own.

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


def _read(words: str) -> Examples:
    greeting, crossing, base, hook, upper, lower, *bingos = words.split()
    return Examples(greeting, crossing, base, hook, upper, lower, tuple(bingos))


_WORDS: Mapping[str, str] = {
    "ca": "HOLA HORA TREN SOPA ROSA ILLA TAULA JUGADA JUGADOR JUGADORA",
    "de": "HALLO HAUS HUND ENTE MAUS MOND TISCH SPIELE SPIELER SPIELZUG",
    "en": "HELLO HOME FARM STAR GOAT SOFA TABLE PLAYER PLAYERS PLAYTIME",
    "es": "HOLA HILO GATO SOPA ROSA ISLA JUEGO JUGADA JUGADOR JUGADORA",
    "fr": "HELLO HIER CHAT SOIR CHAT SAGE TABLE JOUEUR JOUEURS JOUEUSES",
    "nl": "HALLO HUIS ROND EEND BOOT PEER TAFEL SPELER SPELERS SPEELBAL",
    "no": "HALLO HUND GATE NATT ROSE ENG SPILL SPILLE SPILLER SPILLERE",
    "pl": "CZEŚĆ CHLEB PTAK IGŁA KOZA ASTR GRACZ LITERA ZABAWKA LITERAMI",
    "ru": "СЛОВО СНЕГ КОРМ АИСТ ВКУС МИР ИГРОК ПОБЕДА СЛОВАРЬ СОПЕРНИК",
    "sv": "HALLÅ HUND GATA NATT SAGA ELEV SPELA SPELAR SPELARE SPELARNA",
}


@cache
def examples_in(language: str) -> Examples:
    """The examples in a language, or in English if there are none."""
    return _read(_WORDS.get(language, _WORDS["en"]))


def examples_for(variant: Variant) -> Examples:
    """The examples in the language of a variant; in English if its tiles lack a letter of those but none of these."""
    shown = {tile.letter for tile in variant.tile_set.kinds}
    for one in (examples_in(variant.language), examples_in("en")):
        if shown.issuperset("".join(one.words)):
            return one
    return examples_in(variant.language)
