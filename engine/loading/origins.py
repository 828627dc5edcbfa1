"""What the names in game records and positions mean: boards, tiles, lexicons and kinds of game, ours and others'.

Here alone it is decided what is known, for all formats.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from engine.errors import BadData
from engine.formats import varianttoml
from engine.formats.gcg import GcgGame
from engine.formats.journal import record
from engine.formats.languagetoml import Language
from engine.formats.tiletext import Origin
from engine.formats.varianttoml import VariantFile
from engine.game import events as ev
from engine.limits import CHAT, Limits
from engine.loading.bundled import (
    language_named,
    list_languages,
    list_variants,
    load_language,
    load_variant,
    read_variant_file,
)
from engine.loading.lexicons import list_lexicons
from engine.model.variant import Variant
from engine.sentences import Sentence

_THEIRS = {"standard": "CrosswordGame", "super": "SuperCrosswordGame"}
"""The names that other programs give our boards."""
_OURS = {name.lower(): ours for ours, name in _THEIRS.items()}
_CLASSIC = "classic"
_GAME_TYPES = {"": "", _CLASSIC: "", "classic_super": "super"}
"""The board that is meant by a kind of game whose rules are ours; empty if it can be any."""
_USUAL_SET = "standard"


def origin_of(variant: Variant, lexicon: str = "") -> Origin:
    """How to name a variant and a lexicon so that `variant_of` finds the same, and other programs what they know."""
    bundled = _is_bundled(variant)
    board = _THEIRS.get(variant.name, variant.name) if bundled else variant.name
    kind = next((kind for kind, name in _GAME_TYPES.items() if name == variant.name), _CLASSIC)
    text = "" if bundled else varianttoml.write(VariantFile(variant.name, "", {variant.language: variant}))
    return Origin(board, tiles_name(variant), lexicon, kind, text)


def record_of(events: Iterable[ev.Event]) -> GcgGame:
    """The record of one of our finished games, with every rack and what it was played with."""
    played = tuple(events)
    opened = played[0]
    assert isinstance(opened, ev.Opened)
    found = record(played, open_racks=True)
    return found.played_with(origin_of(opened.setup.variant, found.lexicon))


def _is_bundled(variant: Variant) -> bool:
    try:
        return load_variant(variant.name, variant.language) == variant
    except BadData:
        return False


def tiles_name(variant: Variant) -> str:
    """The name of a variant's tiles, such as `english` or `english_super`."""
    if variant.language not in list_languages():
        return f"{variant.language}_{variant.name}"
    language = load_language(variant.language)
    found = next((name for name, one in language.sets.items() if one == variant.tile_set), variant.name)
    return language.name if found == _USUAL_SET else f"{language.name}_{found}"


def variant_of(origin: Origin, limits: Limits = CHAT) -> Variant:
    """The variant that a file names, in the language that it names or that its letters tell, else in English.

    Raises `BadData` for a board or tiles that are not known.
    """
    if origin.variant:
        return read_variant_file(origin.variant, limits=limits).any
    found = load_variant(board_of(origin, list_variants()) or "standard", language_of(origin) or "en")
    check_tiles(origin, found)
    return found


def board_of(origin: Origin, known: Collection[str]) -> str:
    """The name of the variant with the board that a file names, one of those known; empty if it names none.

    Raises `BadData` for any other board.
    """
    named, kind = origin.board.lower(), origin.game_type.lower()
    if not named:
        implied = origin.tiles.lower().partition("_")[2] or _GAME_TYPES.get(kind, kind)
        return implied if implied in known else ""
    meant = named if named in known else _OURS.get(named, "")
    if meant not in known:
        unknown = Sentence("the board {name} is not known; choose a variant", name=repr(origin.board))
        raise BadData(Sentence("board layout"), unknown)
    return meant


def language_of(origin: Origin) -> str:
    """The language that a file names, else the only one that has its letters; empty if neither is known."""
    return named_language(origin) or _language_with(origin.letters)


def named_language(origin: Origin) -> str:
    """The language of the tiles that a file names, else of its lexicon; empty if neither is known."""
    tiles = language_named(_language_part(origin)) if origin.tiles else None
    return tiles or lexicon_language(origin.lexicon)


def _language_with(letters: str) -> str:
    """The only language that can spell with these letters, or the only such one that has tiles for those beyond A to Z.

    Empty if several can.
    """
    capitals = {sign for sign in letters.upper() if not sign.isascii()}
    found = [code for code in list_languages() if set(letters.upper()) <= _signs(load_language(code).alphabet.letters)]
    if len(found) > 1:
        found = [code for code in found if capitals <= _signs(_on_tiles(load_language(code)))]
    return found[0] if len(found) == 1 else ""


def _on_tiles(language: Language) -> Iterable[str]:
    return (tile.letter for tiles in language.sets.values() for tile in tiles.kinds)


def _signs(letters: Iterable[str]) -> frozenset[str]:
    return frozenset(sign for letter in letters for sign in letter)


def _language_part(origin: Origin) -> str:
    return origin.tiles.lower().partition("_")[0]


def check_tiles(origin: Origin, variant: Variant) -> None:
    """Raise `BadData` if a file names tiles other than a variant's, or unknown ones."""
    named = origin.tiles.lower()
    alike = "_" not in named and language_named(_language_part(origin)) == variant.language
    if named and not alike and named != tiles_name(variant):
        unknown = Sentence("the set {name} is not known; choose a variant", name=repr(origin.tiles))
        raise BadData(Sentence("tile set"), unknown)


def lexicon_language(name: str) -> str:
    """The language of a lexicon by its name here, or by that of another house; empty if it is not known."""
    named = name.strip().lower()
    ours = next((info.language for info in list_lexicons() if info.name == named), "")
    letters = re.match(r"[^\W\d_]*", named)
    return ours or next((code for code in list_languages() if letters and letters[0] in load_language(code).lists), "")


def is_other_game(origin: Origin) -> bool:
    """Whether a file names a kind of game whose rules are not ours."""
    named = origin.game_type.lower()
    return named not in _GAME_TYPES and named not in list_variants()
