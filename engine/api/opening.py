"""Opening what there is by name, text or file: variants, lexicons, positions, games; and games of computer players."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from time import perf_counter

from engine.api.game import Game
from engine.api.position import Position
from engine.api.resources import Resources, resources_of
from engine.computer.selfplay import Contestant, SelfPlayResult, turned
from engine.formats import cgp
from engine.formats.gcg import GcgGame
from engine.formats.journal import players_named
from engine.formats.tiletext import Origin
from engine.loading import choosing
from engine.loading.choosing import NO_LEXICON, Name, Tell
from engine.loading.origins import origin_of
from engine.model.tiles import Alphabet, Tiles
from engine.model.variant import Variant
from engine.sentences import Sentence
from engine.words.lexicon import Lexicon
from engine.words.textlist import FoundWords


def warn(found: FoundWords) -> None:
    """Tell the log `engine` of lines that a word list has and that are left out."""
    for fault in found.faults:
        logging.getLogger("engine").warning("%s, line %d: %s", fault.where, fault.line, fault.reason)
    logging.getLogger("engine").warning("%d lines are left out", found.unfit)


def open_variant(name: Name = "standard", language: str | None = None) -> Variant:
    """A board with its tiles: `standard`, `super:fr` for its French tiles, or the TOML file of your own.

    Raises `BadData` and `OSError`.
    """
    return choosing.find_variant(str(name), language)


def open_lexicon(name: Name = "english", variant: Variant | Name | None = None, *, tell: Tell = warn) -> Lexicon:
    """A lexicon: one that comes with the program, such as `german`, a word list or word graph (KWG), or several by `+`.

    `variant` spells its words; without one, it is the standard one in the language of the lexicon, English for files.
    `tell` hears of lines that are left out. The first time on a machine, reading 250,000 words takes about a second
    and four million seven, then less than half a second; the first plays take as long again. `tilewright prepare` does
    both ahead. Raises `BadData` and `OSError`.
    """
    return choosing.find_words(str(name), _alphabet(str(name), variant), tell)


def _alphabet(name: str, variant: Variant | Name | None) -> Alphabet:
    if isinstance(variant, Variant):
        return variant.alphabet
    return choosing.alphabet_for(name, str(variant) if variant else None)


def open_position(
    text: str | None = None,
    rack: str | Tiles | None = None,
    *,
    variant: Variant | Name | None = None,
    lexicon: Lexicon | Name | None = None,
    tell: Tell = warn,
) -> Position:
    """A position from its text (CGP), or from a board as `str()` draws it, a line for each row; else the empty board.

    Variant and lexicon are those given, else those that the text names, else the standard board and the words of its
    language. Raises `MalformedCgp` or another `BadData` with the reason, `TilesNotOnRack` for tiles that are on
    the board or that the set has not, and `OSError`.
    """
    drawn = text is None or ("\n" in text.strip() and "/" not in text)
    origin = Origin() if drawn else cgp.read_origin(text or "")
    resources, remarks, names = _meant(origin, variant, lexicon, tell)
    meant = resources.variant
    found = cgp.CgpPosition(cgp.read_board(text or "", meant)) if drawn else cgp.read(text or "", meant)
    bonus = found.rules_of(meant)
    resources = resources if bonus == meant else resources_of(bonus, resources.lexicon)
    known = found.played_with(names)
    position = Position(
        board=known.board,
        racks=known.racks,
        scores=known.scores,
        zeros=known.zeros,
        opcodes=known.opcodes,
        resources=resources,
        remarks=remarks,
    )
    return position if rack is None else position.with_rack(rack)


def open_resources(
    variant: Variant | Name | None = None, lexicon: Lexicon | Name | None = None, *, tell: Tell = warn
) -> Resources:
    """What computer players of a variant and a lexicon need. Raises as `open_position`."""
    return _meant(Origin(), variant, lexicon, tell)[0]


def _meant(
    origin: Origin,
    variant: Variant | Name | None,
    lexicon: Lexicon | Name | None,
    tell: Tell,
    otherwise: str | None = None,
) -> tuple[Resources, tuple[Sentence, ...], Origin]:
    """The variant and the words that are given, or that a text names; remarks on that; and their names."""
    named = lexicon.name if isinstance(lexicon, Lexicon) else str(lexicon) if lexicon else None
    wanted = variant if isinstance(variant, Variant) else str(variant) if variant else None
    if named == NO_LEXICON:
        meant = choosing.meant_by(origin, wanted, None, None)
    else:
        meant = choosing.meant_by(origin, wanted, named, lambda one: otherwise or choosing.default_lexicon(one))
    name = meant.lexicon if named != NO_LEXICON else NO_LEXICON
    words = lexicon if isinstance(lexicon, Lexicon) else choosing.words_for(meant.variant, name, tell)
    return resources_of(meant.variant, words), meant.remarks, origin_of(meant.variant, name)


def open_game(
    source: Name | bytes,
    *,
    variant: Variant | Name | None = None,
    lexicon: Lexicon | Name | None = None,
    otherwise: str | None = None,
    tell: Tell = warn,
) -> Game:
    """A game from the file of a record (GCG, or JSON of `/game export`), or from its bytes.

    Variant and lexicon are those given, else those that the record names; `otherwise` is the lexicon where it names
    none that is here, by default that of its language. Raises `MalformedGcg` or another `BadData`
    with the line, and `OSError`.
    """
    record, events = choosing.read_record(source)
    resources, remarks, _ = _meant(record.origin, None if events else variant, lexicon, tell, otherwise)
    return Game(record, resources, events, remarks)


def new_game(
    *players: str,
    variant: Variant | Name | None = None,
    lexicon: Lexicon | Name | None = None,
    tell: Tell = warn,
) -> Game:
    """A game before its first move, which is that of the first player. Raises as `open_position`."""
    resources, _, names = _meant(Origin(), variant, lexicon, tell)
    record = GcgGame(players_named(players or ("1", "2")), incomplete="")
    return Game(record.played_with(names), resources)


def play_games(
    levels: Sequence[int | Contestant],
    games: int,
    *,
    seed: int = 1,
    seconds: float = 0.5,
    variant: Variant | Name | None = None,
    lexicon: Lexicon | Name | None = None,
    first: int = 0,
    tell: Tell = warn,
) -> Iterator[SelfPlayResult]:
    """Games between computer players of these levels, whose scores are in this order.

    Each order of tiles is played from every seat in turn. A game depends on the seed and its number alone, from `first`
    on, unless level 8 plays, which may think `seconds` about a move; so processes can share the games of a contest.
    Levels 5 to 7 play dozens of games a second. Raises as `open_position`.
    """
    from engine.computer.selfplay import play_game

    players = tuple(one if isinstance(one, Contestant) else Contestant(one) for one in levels)
    tools = open_resources(variant, lexicon, tell=tell).computers
    for game in range(first, first + games):
        shift = game % len(players)
        number = (seed << 32) + game // len(players)
        seats = players[shift:] + players[:shift]
        yield turned(play_game(tools, seats, number, perf_counter, seconds), shift)
