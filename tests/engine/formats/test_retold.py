"""A record told again as events holds what the record says: the same positions, racks, scores and end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.formats import gcg, retold
from engine.formats.gcg import GcgGame, MalformedGcg
from engine.formats.journal import record
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.codec import decode, encode
from engine.game.evolve import replay
from engine.game.phases import Over
from engine.game.state import LexiconRef, Person, Setup
from engine.loading import load_variant, origins
from engine.model.tiles import KnownRack, Tiles
from engine.model.variant import Variant
from engine.review.records import CHALLENGED, record_moments
from engine.review.turns import Moment, moments
from engine.words.lexicon import Lexicon
from engine.words.wordlist import WordList
from tests.engine.game.test_journal import a_long_game
from tests.support.records import CLUB, CLUB_SCORES, SPANISH_GAME, spanish

FILES = sorted((Path(__file__).parents[2] / "features/elsewhere").glob("*.gcg"))
HOST = Person("7", "Ada")


def told(game: GcgGame, variant: Variant) -> tuple[ev.Event, ...]:
    players = [Person(f"7#{number}", name) for number, name in enumerate(retold.names_of(game), 1)]
    return retold.finished(game, Setup(variant, CHALLENGED, LexiconRef("x", "y")), HOST, players, 5)


def words_of(variant: Variant) -> Lexicon:
    return Lexicon.of("any", variant.alphabet, WordList.of([]))


def facts(moment: Moment) -> tuple[Any, ...]:
    """What a grade depends on; of a rack that is not known, only that."""
    table, rack = moment.view.table, moment.view.rack
    known = rack.tiles if isinstance(rack, KnownRack) else None
    sizes = None if known is None else (table.pool, [seat.tiles for seat in table.seats])
    scores = [seat.score for seat in table.seats]
    return (moment.decision.seat, moment.act, table.board, scores, sizes, known, moment.shown, moment.withdrawn)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_X20_records_from_elsewhere_tell_the_same_decisions(file: Path) -> None:
    game = gcg.read(file.read_bytes())
    variant = origins.variant_of(game.origin)
    expected = record_moments(game, variant, words_of(variant))
    assert list(map(facts, moments(told(game, variant)))) == list(map(facts, expected))


def test_X20_a_whole_game_tells_the_same_decisions_and_scores() -> None:
    """With a withdrawn phony, an exchange, a failed challenge, blanks and overtime; each event can be stored."""
    game, variant = gcg.read(CLUB.encode()), load_variant()
    events = told(game, variant)
    assert tuple(decode(encode(event)) for event in events) == events
    state = replay(events)
    assert tuple(seat.score for seat in state.seats) == CLUB_SCORES
    assert isinstance(state.phase, Over) and state.phase.winners == (0,)
    expected = record_moments(game, variant, words_of(variant))
    assert list(map(facts, moments(events))) == list(map(facts, expected))


def test_X20_one_of_our_games_is_told_again_from_its_record() -> None:
    """The racks of each turn are those of the game."""
    table = a_long_game()
    table.do(cmd.Resign("ada"))
    played = record(table.events, open_racks=True)
    again = moments(told(played, table.game.variant))
    assert [(one.decision.seat, one.view.rack) for one in again] == [
        (one.decision.seat, one.view.rack) for one in moments(table.events)
    ]


def test_X20_an_unfinished_game_keeps_the_racks_that_its_record_tells() -> None:
    """Tiles of which nothing is told are in the pool."""
    text = SPANISH_GAME.replace("#tile [", "#rack1 AEIRS\n#tile [")
    game = gcg.read(text.encode())
    players = [Person(f"7#{number}", name) for number, name in enumerate(retold.names_of(game), 1)]
    setup = Setup(spanish(), CHALLENGED, LexiconRef("x", "y"))
    state = replay(retold.unfinished(game, setup, HOST, players, 5))
    racks = [seat.rack for seat in state.seats]
    assert isinstance(racks[0], KnownRack) and racks[1] == KnownRack()
    assert "".join(tile.letter for tile in racks[0].tiles) == "AEIRS"
    laid = Tiles.of(placed.tile for _, placed in state.board.tiles())
    assert state.pool + laid + racks[0].tiles == spanish().tile_set.tiles
    over, setup = gcg.read(CLUB.encode()), Setup(load_variant(), CHALLENGED, LexiconRef("x", "y"))
    with pytest.raises(MalformedGcg):
        retold.unfinished(over, setup, HOST, players, 5)


@pytest.mark.parametrize("move", ["QQQQ 8H QQQQ +80 80", "CAT 8P CAT +5 5", "CAT 8H C.T +5 5"])
def test_X20_an_impossible_record_is_refused_with_its_line(move: str) -> None:
    game = gcg.read(f"#player1 a A\n#player2 b B\n>a: {move}\n".encode())
    with pytest.raises(MalformedGcg) as caught:
        told(game, load_variant())
    assert caught.value.line == 3
