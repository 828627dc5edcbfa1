"""Tournament games (ledger N16): every invalid play costs the turn, and nothing reveals valid words beforehand."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bot.model.errors import WordsAreSecret
from engine import errors as err
from engine.formats import gcg
from engine.formats.journal import record
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.codec import decode, encode
from engine.game.evolve import replay
from engine.game.history import TurnKind, history
from engine.model.board import PlacedTile
from engine.model.coordinates import Cell, Direction
from engine.model.rules import preset_rules
from engine.model.tiles import Tile
from engine.play.placement import Placement
from tests.support.games import Table, check_invariants, word_set
from tests.support.playground import DM, Person
from tests.support.readable import buttons_of, text_of
from tests.support.ruled import begun
from tests.support.running import Scene, ask, board, gathered
from tests.support.sentences import said

TOURNAMENT = preset_rules("tournament", "en")


def placed(*cells: Cell) -> Placement:
    """An A and an S on these squares."""
    tiles = [PlacedTile(Tile(letter, 1), letter) for letter in "AS"]
    return Placement(cells[0], Direction.ACROSS, tuple(zip(cells, tiles, strict=True)))


def table(*played: str) -> Table:
    """A tournament of two with good racks, after these plays."""
    made = Table(TOURNAMENT, words=word_set("CAT", "CATS", "DOG", "SEA")).start("CATSDOG", "SEAINRT")
    for move in played:
        made.play(move)
    return made


@pytest.mark.parametrize(
    ("before", "move", "fault"),
    [
        ((), "1A CAT", err.StartNotCovered),
        ((), "8H A", err.PlayTooShort),
        ((), "8H ZOO", err.TilesNotOnRack),
        ((), "8N CATS", err.OffTheBoard),
        ((), "8H C.T", err.SquareEmpty),
        ((), placed(Cell(7, 7), Cell(8, 8)), err.TilesNotInLine),
        ((), placed(Cell(7, 7), Cell(7, 9)), err.GapBetweenTiles),
        (("8H CAT",), "1A SEA", err.NotConnected),
        (("8H CAT",), "8H SEA", err.SquareTaken),
        (("8H CAT",), "8H CAT", err.NoTilesPlayed),
    ],
)
def test_N16_every_invalid_play_costs_the_turn(
    before: tuple[str, ...], move: str | Placement, fault: type[Exception]
) -> None:
    """The rack stays, nothing is scored, and the turn passes; without the rule, the refusal costs nothing."""
    game = table(*before)
    mover, rack = game.game.on_turn, game.letters(len(before))
    events = game.do(cmd.Play(game.on_turn, move))
    lost = next(event for event in events if isinstance(event, ev.TurnLost))
    assert (lost.seat, lost.words, lost.placement) == (mover, (), None)
    assert game.game.on_turn != mover and game.letters(len(before)) == rack and game.scores[len(before)] == 0
    assert replay(game.events) == game.game
    check_invariants(game)
    free = Table(replace(TOURNAMENT, tournament=False), words=word_set("CAT")).start("CATSDOG", "SEAINRT")
    for one in before:
        free.play(one)
    with pytest.raises(fault):
        free.do(cmd.Play(free.on_turn, move))


@pytest.mark.parametrize("text", ["8H", "CAT", "H88 CAT", "8H C4T", "99Z CAT", "hello there everybody"])
def test_N16_a_text_that_is_no_move_costs_nothing(text: str) -> None:
    """Nobody loses a turn by mistyping a square."""
    game = table()
    with pytest.raises((err.MalformedText, err.OffTheBoard)):
        game.play(text)
    assert game.on_turn == "ada"


def test_N16_a_play_out_of_turn_costs_nothing() -> None:
    """Neither before the player's turn nor for a turn that is over."""
    game = table()
    with pytest.raises(err.NotYourTurn):
        game.do(cmd.Play("bruno", "1A ZZZ"))
    with pytest.raises(err.StaleTurn):
        game.do(cmd.Play("ada", "1A ZZZ", game.game.turn + 1))
    assert game.on_turn == "ada"


def test_N16_with_real_tiles_a_slip_in_typing_costs_nothing() -> None:
    """On a real board the play has already been made; the typed move only records it."""
    rules = replace(TOURNAMENT, tabletop=True)
    game = Table(rules, words=word_set("CAT"))
    game.do(cmd.Start("ada", first=0))
    with pytest.raises(err.StartNotCovered):
        game.play("1A CAT")
    assert game.on_turn == "ada"


def test_N16_a_lost_turn_is_kept_and_exported() -> None:
    """Records show it as a pass."""
    game = table()
    game.play("1A CAT")
    assert [(entry.kind, entry.is_turn) for entry in history(game.events)] == [(TurnKind.INVALID, True)]
    assert [decode(encode(event)) for event in game.events] == game.events
    assert ">Ada: ACDGOST - +0 0" in gcg.write(record(game.events, open_racks=True)).decode()


# --- in the bot ---------------------------------------------------------------------------------------------------


@asynccontextmanager
async def two(tmp_path: Path) -> AsyncIterator[tuple[Scene, Person, Person]]:
    """Ada, who plays first with CAT, and Bruno with SOD, in a tournament."""
    async with gathered(tmp_path, "CAT", "SOD", letters="CATSODEEEEEE", rack_size=3) as (stage, ada, bruno):
        await begun((ada, bruno), options="variant:tiny preset:tournament")
        yield stage, ada, bruno


async def test_N16_in_the_bot_an_invalid_play_costs_the_turn_however_it_is_made(tmp_path: Path) -> None:
    """By command, typed or in the button's modal: everyone learns that it was invalid, only the player why."""
    async with two(tmp_path) as (stage, ada, bruno):
        told = text_of(await ask(ada, "/play move:1A CAT", said("receipts.tournament")))
        assert "centre square H8" in told
        shown = await board(bruno, said("happenings.invalid_play"))
        assert "CAT" not in text_of(shown)
        await ask(bruno, "/words", "invalid play")
        await bruno.say("8H CAT")
        await bruno.wait_message(said("receipts.tournament"), DM)
        shown = await board(ada, said("happenings.invalid_play", name="**Bruno**"))
        await ada.click(shown, "Play")
        await ada.submit({"move": "8H ZZ"})
        await board(bruno, said("happenings.invalid_play", name="**Ada**"), after=shown)
        assert (await stage.state(ada.channel_id())).on_turn == 1


async def test_N16_in_the_bot_nothing_tells_which_words_count(tmp_path: Path) -> None:
    """A valid word and a phony have the same preview, and players cannot look words up."""
    async with two(tmp_path) as (stage, ada, _):
        seen = []
        for word in ("CAT", "TAC"):
            tried = await ask(ada, f"/try move:8H {word}", said("verdicts.unchecked_tournament"))
            assert "Play" in buttons_of(tried)
            offered = await ask(ada, f"/try move:{word}", "fits in")
            seen.append([text_of(one).replace(word, "WORD").replace("\nCompare", "") for one in (tried, offered)])
        assert seen[0] == seen[1]
        refused = await stage.naming(WordsAreSecret, ada.channel_id())
        for line in ("/check word:CAT", "/hooks word:CAT", "/hooks word:TAC"):
            await ask(ada, line, refused)
        await ask(ada, "/play move:8H TAC", said("receipts.invalid_play", 1))
        await ask(ada, "/words", said("scores.not_dictionary"))
        assert (await stage.state(ada.channel_id())).on_turn == 1
