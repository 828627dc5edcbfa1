"""Composing without coordinates, and comparing previews: ledger D2, D4, N4, C15."""

from __future__ import annotations

import os
import statistics
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.playground.limits import walk
from engine.computer.player import choose
from engine.game.commands import Command, Play
from engine.game.phases import Turn
from engine.game.views import SeatView, seat_view
from engine.play.placement import Placement
from engine.words.lexicon import Lexicon
from tests.support.engines import tools
from tests.support.pictures import buttons_of, pictures_of, text_of
from tests.support.playground import DM, Person
from tests.support.pressing import Pressing
from tests.support.running import (
    DRAWS,
    EPHEMERAL,
    LETTERS,
    YOUR_TURN,
    answer,
    ask,
    board,
    dealt,
    gathered,
    shows,
)
from tests.support.sentences import said
from tests.support.words import ENGLISH, english, list_of

Json = dict[str, Any]

PLACES = said("composing.where")
SEED = int(os.environ.get("SEED", "5"))
"""Which tiles are drawn in a whole game."""


async def tap(person: Person, message: Json, *buttons: str) -> None:
    """Press buttons one after another, each after the previous one has been answered."""
    for button in buttons:
        before = person.now(message)
        await person.click(message, button)
        await person.wait(lambda before=before: person.now(message) != before, button)


async def composed(person: Person, board_message: Json, told: str = "") -> Json:
    """The message for composing, opened with a board's Rack button; by default on an empty board."""
    await person.click(board_message, "Rack")
    rack = await answer(person, "Your tiles")
    await person.click(rack, "Compose")
    return await answer(person, said("composing.no_tiles_placed"))


async def test_D2_compose_is_one_press_from_the_board_for_whoever_plays(tmp_path: Path) -> None:
    """Each gets a message of their own; who is not on turn is told so, and a watcher that they have no seat."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=("Ada", "Bruno", "Chloe")) as (
        stage,
        ada,
        bruno,
        chloe,
    ):
        first = await dealt(stage, ada, bruno)
        assert buttons_of(first)[:3] == ["Rack", "Play", "Compose"]
        for person, told in (
            (ada, said("composing.no_tiles_placed")),
            (bruno, said("composing.not_yet", name="**Ada**")),
            (chloe, said("seats.no_seat")),
        ):
            await person.click(first, "Compose")
            await answer(person, told)
        mine = await answer(ada, said("composing.no_tiles_placed"), after=first)
        await tap(ada, mine, "A 1", "T 1", "Play")
        await board(bruno, "8H AT", after=first)


@pytest.mark.parametrize(("preset", "finds"), [("friendly", True), ("classic", False)])
async def test_D2_tiles_go_where_they_fit_until_a_place_is_chosen(tmp_path: Path, preset: str, finds: bool) -> None:
    """Not where the game allows no hints."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await dealt(stage, ada, bruno, preset=preset)
        await ask(ada, "/play move:8H CAT", "You played")
        await bruno.click(await board(bruno, after=first), "Compose")
        message = await answer(bruno, said("composing.no_tiles_placed"))
        await tap(bruno, message, "S 1", "O 1")
        placed = said("composing.tiles_placed", tiles="S K8, O K9")
        assert (placed in text_of(bruno.now(message) or {})) is finds
        assert ("Another place" in buttons_of(bruno.now(message) or {})) is finds
        if finds:
            await tap(bruno, message, "Another place")
            await shows(bruno, message, said("composing.no_other_place"))
        await tap(bruno, message, "Clear")
        if "Direction: across" in buttons_of(bruno.now(message) or {}):
            await tap(bruno, message, "Direction: across")
        await tap(bruno, message, "G", "G6", "S 1", "O 1")
        await shows(bruno, message, said("composing.tiles_placed", tiles="S G6, O G7"))


@pytest.mark.soak
async def test_D2_a_game_by_pressing_alone_takes_at_most_seven_presses_a_move(tmp_path: Path) -> None:
    """From the first board to the last tile, with moves of a casual player against one of level 3."""

    def think(view: SeatView, *_: object) -> Command:
        return choose(as_ever(view), tools())

    counts, none = list[int](), Lexicon.of("none", ENGLISH, list_of("ZZZ"))
    words = english().words_not_in(none)
    async with gathered(tmp_path, words=words, thinker=think, names=("Wanda",), seed=SEED) as (stage, ada, _):
        await ada.command("/game new computer:3")
        await ada.click(await ada.wait_message("Press **Play now**"), "Play now")
        shown = None
        while True:
            shown = await ada.wait_message(is_turn_or_end, after=shown)
            state = await stage.state(ada.channel_id()) if said("status.won") not in text_of(shown) else None
            if state is None or not isinstance(state.phase, Turn):
                break
            move = choose(as_ever(seat_view(state, state.on_turn or 0)), tools(), strength=3)
            if isinstance(move, Play):
                assert isinstance(move.move, Placement)
                await ada.click(shown, "Compose")
                pressing = Pressing(ada, await answer(ada, said("composing.no_tiles_placed")))
                await pressing.by_tiles(move.move)
                await ada.click(pressing.message, "Play")
                counts.append(pressing.count + 2)
            else:
                await ask(ada, "/move pass")
    print(f"{len(counts)} moves, {statistics.mean(counts):.1f} presses each, at most {max(counts)}")
    assert len(counts) > 8
    assert statistics.mean(counts) <= 7


def as_ever(view: SeatView) -> SeatView:
    """The view as if its game had been opened at the instant that it always is, which gives players their luck."""
    return replace(view, table=replace(view.table, opened=0))


def is_turn_or_end(message: Json) -> bool:
    """Whether a message is a board on which Ada is on turn, or the end."""
    text = text_of(message)
    return not message["flags"] & EPHEMERAL and (YOUR_TURN in text or said("status.won") in text)


@pytest.mark.gate
async def test_D2_a_word_is_put_together_by_taps_and_played(tmp_path: Path) -> None:
    """Tiles go to the start and onwards; score and leave appear once they form a move; nobody else sees anything.

    The score follows every tap; without a legal move there is none.
    """
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await dealt(stage, ada, bruno)
        public = len(bruno.visible())
        message = await composed(ada, first)
        assert said("composing.next_tile", square="**H8**") in text_of(message)
        assert "Play" not in buttons_of(message)
        await tap(ada, message, "A 1", "T 1")
        await shows(ada, message, "**8H AT**: 4 points")
        await tap(ada, message, "→", "C 3")
        assert "points" not in text_of(ada.now(message) or {})
        await tap(ada, message, "Remove tile")
        await shows(ada, message, "**8H AT**: 4 points")
        await tap(ada, message, "Clear")
        assert "points" not in text_of(ada.now(message) or {})
        assert "Remove tile" not in buttons_of(ada.now(message) or {})
        await tap(ada, message, "C 3", "A 1")
        shown = await shows(ada, message, "points")
        assert said("verdicts.would_be_refused", 1, words="CA") in text_of(shown)
        assert "Play" not in buttons_of(shown)
        assert "C 3" not in buttons_of(shown)
        await tap(ada, message, "T 1")
        shown = await shows(ada, message, "8H CAT")
        assert said("receipts.keep_no_tiles") in text_of(shown)
        told = f"{said('composing.tiles_placed', tiles='C H8, A I8, T J8')} Shown: columns F to O, rows 5 to 10."
        assert pictures_of(shown)[0]["description"] == told
        assert len(bruno.visible()) == public
        await ada.click(shown, "Play")
        await board(bruno, "CAT", after=first)
        await answer(ada, "You played 8H CAT")


@pytest.mark.gate
async def test_D2_places_arrows_back_and_cancel(tmp_path: Path) -> None:
    """A place from the menu; down as well as across; one tile back, all back, and a message that disappears."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await dealt(stage, ada, bruno)
        await ask(ada, "/play move:8H AT", "You played")
        after = await board(bruno, after=first)
        message = await composed(bruno, after)
        if "Direction: across" in buttons_of(message):
            await tap(bruno, message, "Direction: across")
        await tap(bruno, message, "J", "J8", "S 1")
        await shows(bruno, message, "8H ATS")
        await tap(bruno, message, "Direction: down", "Remove tile", "S 1", "O 1", "D 2")
        await shows(bruno, message, "8H ATSOD")
        await tap(bruno, message, "Clear", "J8", "S 1", "O 1", "Direction: across")
        shown = await shows(bruno, message, "J8 SO")
        assert "ATS" in text_of(shown)
        await tap(bruno, message, "Whole board", "Cancel")
        await bruno.wait_gone(message)
        again = await composed(bruno, after)
        assert said("composing.no_tiles_placed") in text_of(again)


@pytest.mark.gate
async def test_D2_the_word_is_typed_for_a_chosen_place(tmp_path: Path) -> None:
    """With the letters that are on the board; another place in the line is found, and the rest follows a tap."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await dealt(stage, ada, bruno)
        await ask(ada, "/play move:8H AT", "You played")
        message = await composed(bruno, await board(bruno, after=first))
        if "Direction: down" in buttons_of(message):
            await tap(bruno, message, "Direction: down")
        await tap(bruno, message, "8")
        await bruno.click(message, "Type the word")
        assert said("composing.form_tiles", tiles="D O S") in str(bruno.modal)
        await bruno.submit({"move": "ats"})
        shown = await shows(bruno, message, "8H ATS")
        assert said("composing.tiles_placed", tiles="S J8") in text_of(shown)
        await bruno.click(message, "Type the word")
        await bruno.submit({"move": "od"})
        await shows(bruno, message, "8H ATSOD")
        await tap(bruno, message, "Clear")
        await bruno.click(message, "Type the word")
        await bruno.submit({"move": "DOG"})
        await answer(bruno, said("moves.tiles_not_on_rack", 1))


@pytest.mark.gate
async def test_D2_a_blank_asks_for_its_letter(tmp_path: Path) -> None:
    """Menus of letters replace the squares until a letter is chosen; the move is played with that letter."""
    async with gathered(tmp_path, "A", "C", "CA?", "SOD", letters="CA?SODEEET", rack_size=3) as (stage, ada, bruno):
        message = await composed(ada, await dealt(stage, ada, bruno))
        await tap(ada, message, "C 3", "A 1", "Blank")
        shown = await shows(ada, message, "Which letter")
        assert "→" not in buttons_of(shown)
        await ada.select(message, "T", which="N to Z")
        shown = await shows(ada, message, "8H CAt")
        assert "The T is a blank" in text_of(shown)
        await tap(ada, message, "Play")
        await answer(ada, "You played 8H CAt")


@pytest.mark.gate
async def test_D2_composing_survives_a_restart_and_the_opponents_move(tmp_path: Path) -> None:
    """The buttons work in the next process; if the board has changed, tiles that no longer fit return to the rack."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await dealt(stage, ada, bruno)
        mine, theirs = await composed(ada, first), await composed(bruno, first)
        await tap(bruno, theirs, "S 1", "O 1")
        await shows(bruno, theirs, "8H SO")
        assert "Play" not in buttons_of(bruno.now(theirs) or {})
        await tap(ada, mine, "A 1")
        await stage.restart()
        await tap(ada, mine, "T 1")
        await shows(ada, mine, "8H AT")
        await tap(ada, mine, "Play")
        await answer(ada, "You played 8H AT")
        await tap(bruno, theirs, "D 2")
        shown = await shows(bruno, theirs, said("play.board_has_changed"))
        assert said("composing.tiles_placed", tiles="D J8") in text_of(shown)


async def test_D4_C15_tries_are_compared_side_by_side(tmp_path: Path) -> None:
    """Typed and composed ones, best first, with score, leave and Play; no duplicates, none from another turn.

    One move offers no comparison, even if it is tried twice.
    """
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await dealt(stage, ada, bruno)
        told = text_of(await ask(ada, "/try"))
        assert said("composing.no_tries", example="8H WORD") in told
        for move, compares in (("8H AT", False), ("8H AT", False), ("8G TA", True), ("8H TAC", True)):
            assert ("Compare" in buttons_of(await ask(ada, f"/try move:{move}", "You keep"))) is compares
            stage.clock.push(1)
        message = await composed(ada, first)
        await tap(ada, message, "C 3", "A 1", "T 1", "Compare")
        shown = text_of(await shows(ada, message, "Your tries"))
        lines = [line for line in shown.splitlines() if line[:1] == "8"]
        assert [line.split()[:3] for line in lines] == [
            ["8H", "CAT", "60"],
            ["8H", "TAC", "60"],
            ["8G", "TA", "4"],
            ["8H", "AT", "4"],
        ]
        assert said("scores.not_dictionary") in next(line for line in lines if "TAC" in line)
        assert "Play: 8H TAC" not in buttons_of(ada.now(message) or {})
        await tap(ada, message, "Compose")
        await shows(ada, message, "Direction: across")
        compared = await ask(ada, "/try", "Your tries")
        await tap(ada, compared, "Play: 8G TA")
        await board(bruno, "8G TA", after=first)
        assert said("composing.no_tries") in text_of(await ask(ada, "/try"))


@pytest.mark.gate
async def test_D2_the_tiles_are_in_the_order_of_the_rack(tmp_path: Path) -> None:
    """Also after the player has arranged them anew; a button that is older still takes the tile that it shows."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await dealt(stage, ada, bruno)
        await ask(ada, "/rack order:TCA", "T C A")
        message = await composed(ada, first)
        assert buttons_of(message)[:3] == ["T 1", "C 3", "A 1"]
        await ask(ada, "/rack order:CTA", "C T A")
        await tap(ada, message, "T 1")
        shown = await shows(ada, message, said("composing.tiles_placed", tiles="T H8"))
        tiles = [c["label"] for c in walk(shown["components"]) if ":compose_tile:" in c.get("custom_id", "")]
        assert tiles == ["C 3", "T 1", "A 1"]


@pytest.mark.gate
async def test_D4_a_first_move_is_kept_and_a_second_one_compared(tmp_path: Path) -> None:
    """There is nothing to compare one move with, while composing or under a preview."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await dealt(stage, ada, bruno)
        message = await composed(ada, first)
        await tap(ada, message, "A 1", "T 1")
        assert "Compare" not in buttons_of(ada.now(message) or {})
        await tap(ada, message, "Save")
        shown = await shows(ada, message, said("play.keep_move"))
        assert "8H AT" in text_of(shown)
        await tap(ada, message, "Clear", "T 1", "A 1", "Compare")
        told = text_of(await shows(ada, message, "Your tries"))
        assert "8H AT" in told
        assert "8H TA" in told


@pytest.mark.gate
async def test_D2_in_a_direct_message(tmp_path: Path) -> None:
    """The rack sent by direct message leads there too, as does Play with the field for a move left empty."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await dealt(stage, ada, bruno)
        await ada.click(first, "Play")
        assert said("play.form_about") in str(ada.modal)
        await ada.submit({})
        await answer(ada, said("composing.next_tile"))
        rack = await ada.wait_message("Your tiles", channel=DM)
        await ada.click(rack, "Compose")
        message = await ada.wait_message(said("composing.next_tile"), channel=DM)
        await tap(ada, message, "A 1", "T 1")
        await shows(ada, message, "8H AT")
        await ada.click(message, "Play")
        await board(bruno, "8H AT", after=first)


@pytest.mark.gate
async def test_N4_composing_tells_the_score_but_no_words_in_a_tournament(tmp_path: Path) -> None:
    """A word and a phony look the same until they are played, as with `/try`."""
    told: list[list[str]] = []
    for folder, words in ((tmp_path / "word", ("CAT",)), (tmp_path / "phony", ("DOG",))):
        async with gathered(folder, *DRAWS, letters=LETTERS, rack_size=3, words=words) as (stage, ada, bruno):
            message = await composed(ada, await dealt(stage, ada, bruno, preset="tournament"))
            told.append([])
            for button in ("C 3", "A 1", "T 1"):
                await tap(ada, message, button)
                told[-1].append(text_of(ada.now(message) or {}) + str(buttons_of(ada.now(message) or {})))
    assert told[0] == told[1]
    assert "**8H CAT**: 60 points" in told[0][-1]
    assert "'Play'" in told[0][-1]


@pytest.mark.gate
async def test_D2_the_choice_of_picture_is_remembered(tmp_path: Path) -> None:
    """At first the part of the board around the move; once the whole board is chosen, also on the next turn."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):

        def width(message: Json) -> int:
            return int(pictures_of(ada.now(message) or {})[0]["width"])

        first = await dealt(stage, ada, bruno)
        message = await composed(ada, first)
        part = width(message)
        await tap(ada, message, "Whole board")
        whole = width(message)
        assert "Zoom in" in buttons_of(ada.now(message) or {})
        await tap(ada, message, "A 1", "T 1")
        assert width(message) == whole != part
        await tap(ada, message, "Play")
        second = await board(bruno, "8H AT", after=first)
        await ask(bruno, "/move pass", "You passed")
        third = await board(ada, after=second)
        await ada.click(third, "Rack")
        await ada.click(await answer(ada, "Your tiles"), "Compose")
        again = await answer(ada, said("composing.no_tiles_placed"))
        assert pictures_of(again)[0]["width"] == whole
        await tap(ada, again, "Zoom in")
        assert width(again) != whole
