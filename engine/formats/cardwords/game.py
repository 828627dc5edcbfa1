"""All files of one game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import BadData
from engine.formats.cardwords.bonus import read_bonus
from engine.formats.cardwords.cards import read_cards
from engine.formats.cardwords.charset import read_charset
from engine.formats.cardwords.dictionary import read_dictionary
from engine.formats.cardwords.source import Source, check, check_sizes
from engine.formats.cardwords.table import read_table
from engine.formats.varianttoml import VariantFile
from engine.limits import CHAT, Limits
from engine.model.alphabet import Word
from engine.model.variant import Variant


@dataclass(frozen=True, slots=True)
class Game:
    """A variant and the words of its dictionaries, None if no dictionary was given."""

    file: VariantFile
    words: frozenset[Word] | None


def read_game(
    name: str,
    language: str,
    files: tuple[Source, Source, Source, Source],
    dictionaries: Sequence[Source] = (),
    removed: Sequence[Source] = (),
    limits: Limits = CHAT,
) -> Game:
    """The game defined by a charset, card set, card table and bonus file, plus words that dictionaries add or remove.

    Raises `BadFile` with every fault in every file, each with its file and line, and `TooLarge`.
    """
    check_sizes(files, limits.variant_characters)
    check_sizes((*dictionaries, *removed), limits.list_bytes)
    charset, cards, table, bonus = files
    alphabet = read_charset(charset)
    tile_set, layout, bonuses = read_cards(cards, alphabet), read_table(table), read_bonus(bonus)
    words: set[Word] = set()
    if alphabet:
        words.update(*(read_dictionary(one, alphabet, limits) for one in dictionaries))
        words.difference_update(*(read_dictionary(one, alphabet, limits) for one in removed))
    check(*files, *dictionaries, *removed)
    assert alphabet
    assert tile_set
    assert layout
    assert bonuses
    scores = (bonuses.rack_size, bonuses.played, bonuses.traded, bonuses.passing)
    try:
        variant = Variant(name, language, alphabet, tile_set, layout, *scores)
    except BadData as error:
        cards.add(1, f"with the other files the game {error.reason}")
    check(*files)
    return Game(VariantFile(name, "", {language: variant}), frozenset(words) if dictionaries else None)
