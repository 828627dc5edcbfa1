"""Composing without coordinates, and comparing previews: ledger D2, D4, N4, C15."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.model.errors import UnknownDraft
from bot.playground.component_limits import walk
from tests.support.playground import DM, Person
from tests.support.readable import buttons_of, pictures_of, text_of
from tests.support.running import DRAWS, LETTERS, Scene, answer, ask, board, gathered, started
from tests.support.sentences import said

Json = dict[str, Any]

PLACES = said("composing.where")


async def seen(person: Person, message: Json, text: str) -> Json:
    """The message, once it contains a text."""

    def now() -> Json | None:
        shown = person.now(message)
        return shown if shown and text in text_of(shown) else None

    return await person.wait(now, repr(text))


async def tap(person: Person, message: Json, *buttons: str) -> None:
    """Press buttons one after another, each after the previous one has been answered."""
    for button in buttons:
        before = person.now(message)
        await person.click(message, button)
        await person.wait(lambda before=before: person.now(message) != before, button)


async def composed(person: Person, board_message: Json) -> Json:
    """The message for composing, opened with a board's Rack button."""
    await person.click(board_message, "Rack")
    rack = await answer(person, "Your tiles")
    await person.click(rack, "Compose")
    return await answer(person, said("composing.no_tiles_placed"))


async def test_D2_a_word_is_put_together_by_taps_and_played(tmp_path: Path) -> None:
    """Tiles go to the start and onwards; score and leave appear once they form a move; nobody else sees anything."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        public = len(bruno.visible())
        message = await composed(ada, first)
        assert said("composing.next_tile", square="**H8**") in text_of(message)
        assert "Play" not in buttons_of(message)
        await tap(ada, message, "C 3", "A 1")
        shown = await seen(ada, message, "points")
        assert said("verdicts.would_be_refused", 1, words="CA") in text_of(shown)
        assert "Play" not in buttons_of(shown)
        assert "C 3" not in buttons_of(shown)
        await tap(ada, message, "T 1")
        shown = await seen(ada, message, "8H CAT")
        assert said("receipts.keep_no_tiles") in text_of(shown)
        told = f"{said('composing.tiles_placed', tiles='C H8, A I8, T J8')} Shown: columns F to O, rows 5 to 10."
        assert pictures_of(shown)[0]["description"] == told
        assert len(bruno.visible()) == public
        await ada.click(shown, "Play")
        await board(bruno, "CAT", after=first)
        await answer(ada, "You played 8H CAT")


async def test_D2_places_arrows_back_and_cancel(tmp_path: Path) -> None:
    """A place from the menu; down as well as across; one tile back, all back, and a message that disappears."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ask(ada, "/play move:8H AT", "You played")
        after = await board(bruno, after=first)
        message = await composed(bruno, after)
        await bruno.select(message, "Column J, down from J8", which=PLACES)
        await seen(bruno, message, said("composing.next_tile_down", square="**J8**"))
        await tap(bruno, message, "S 1")
        await seen(bruno, message, "8H ATS")
        await tap(bruno, message, "Direction: down", "Remove tile")
        await seen(bruno, message, said("composing.next_tile", square="**J8**"))
        await tap(bruno, message, "S 1", "O 1", "D 2")
        await seen(bruno, message, "8H ATSOD")
        await tap(bruno, message, "Clear", "↑", "↓", "S 1", "O 1", "Direction: across")
        shown = await seen(bruno, message, "J8 SO")
        assert "ATS" in text_of(shown)
        await tap(bruno, message, "Whole board", "Cancel")
        await bruno.wait_gone(message)
        again = await composed(bruno, after)
        assert said("composing.no_tiles_placed") in text_of(again)


async def test_D2_the_word_is_typed_for_a_chosen_place(tmp_path: Path) -> None:
    """With the letters that are on the board; another place in the line is found, and the rest follows a tap."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ask(ada, "/play move:8H AT", "You played")
        message = await composed(bruno, await board(bruno, after=first))
        await bruno.select(message, "Row 8, across from G8", which=PLACES)
        await bruno.click(message, "Type the word")
        assert said("composing.form_tiles", tiles="D O S") in str(bruno.modal)
        await bruno.submit({"move": "ats"})
        shown = await seen(bruno, message, "8H ATS")
        assert said("composing.tiles_placed", tiles="S J8") in text_of(shown)
        await bruno.click(message, "Type the word")
        await bruno.submit({"move": "od"})
        await seen(bruno, message, "8H ATSOD")
        await tap(bruno, message, "Clear")
        await bruno.click(message, "Type the word")
        await bruno.submit({"move": "DOG"})
        await answer(bruno, said("moves.tiles_not_on_rack", 1))


async def test_D2_a_blank_asks_for_its_letter(tmp_path: Path) -> None:
    """Menus of letters replace the squares until a letter is chosen; the move is played with that letter."""
    async with gathered(tmp_path, "A", "C", "CA?", "SOD", letters="CA?SODEEET", rack_size=3) as (_, ada, bruno):
        message = await composed(ada, await started(ada, bruno))
        await tap(ada, message, "C 3", "A 1", "Blank")
        shown = await seen(ada, message, "Which letter")
        assert "→" not in buttons_of(shown)
        await ada.select(message, "T", which="N to Z")
        shown = await seen(ada, message, "8H CAt")
        assert "The T is a blank" in text_of(shown)
        await tap(ada, message, "Play")
        await answer(ada, "You played 8H CAt")


async def test_D2_composing_survives_a_restart_and_the_opponents_move(tmp_path: Path) -> None:
    """The buttons work in the next process; if the board has changed, tiles that no longer fit return to the rack."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        mine, theirs = await composed(ada, first), await composed(bruno, first)
        await tap(bruno, theirs, "S 1", "O 1")
        await seen(bruno, theirs, "8H SO")
        assert "Play" not in buttons_of(bruno.now(theirs) or {})
        await tap(ada, mine, "A 1")
        await stage.restart()
        await tap(ada, mine, "T 1")
        await seen(ada, mine, "8H AT")
        await tap(ada, mine, "Play")
        await answer(ada, "You played 8H AT")
        await tap(bruno, theirs, "D 2")
        shown = await seen(bruno, theirs, said("play.board_has_changed"))
        assert said("composing.tiles_placed", tiles="D J8") in text_of(shown)


async def test_D2_an_empty_modal_leads_to_composing(tmp_path: Path) -> None:
    """A player who presses Play may type a move or leave the field empty."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ada.click(first, "Play")
        assert "tile by tile" in str(ada.modal)
        assert said("composing.form_tiles", tiles="A C T") in str(ada.modal)
        await ada.submit({})
        await answer(ada, said("composing.next_tile"))


async def test_D2_nobody_else_can_touch_what_is_being_put_together(tmp_path: Path) -> None:
    """A draft's id reveals nothing to others."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        message = await composed(ada, await started(ada, bruno))
        ids = [c["custom_id"] for c in walk(message["components"]) if "custom_id" in c]
        assert ids
        draft = ids[0].split(":")[2]
        assert stage.app and stage.app.core
        with pytest.raises(UnknownDraft):
            await stage.app.core.services.drafts.load(draft, bruno.id)


async def test_D4_C15_tries_are_compared_side_by_side(tmp_path: Path) -> None:
    """Typed and composed ones, best first, with score, leave and Play; no duplicates, none from another turn."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        told = text_of(await ask(ada, "/try"))
        assert said("composing.no_tries", example="8H WORD") in told
        for move in ("8H AT", "8H AT", "8G TA", "8H TAC"):
            await ask(ada, f"/try move:{move}", "You keep")
        message = await composed(ada, first)
        await tap(ada, message, "C 3", "A 1", "T 1", "Compare")
        shown = text_of(await seen(ada, message, "Your tries"))
        lines = [line for line in shown.splitlines() if line[:1] == "8"]
        assert [line.split()[:3] for line in lines] == [
            ["8H", "CAT", "60"],
            ["8H", "TAC", "60"],
            ["8G", "TA", "4"],
            ["8H", "AT", "4"],
        ]
        assert said("scores.not_dictionary") in next(line for line in lines if "TAC" in line)
        assert "Play 8H TAC" not in buttons_of(ada.now(message) or {})
        await tap(ada, message, "Compose")
        await seen(ada, message, "Direction: across")
        compared = await ask(ada, "/try", "Your tries")
        await tap(ada, compared, "Play 8G TA")
        await board(bruno, "8G TA", after=first)
        assert said("composing.no_tries") in text_of(await ask(ada, "/try"))


async def test_D2_the_tiles_are_in_the_order_of_the_rack(tmp_path: Path) -> None:
    """Also after the player has arranged them anew; a button that is older still takes the tile that it shows."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ask(ada, "/rack order:TCA", "T C A")
        message = await composed(ada, first)
        assert buttons_of(message)[:3] == ["T 1", "C 3", "A 1"]
        await ask(ada, "/rack order:CTA", "C T A")
        await tap(ada, message, "T 1")
        shown = await seen(ada, message, said("composing.tiles_placed", tiles="T H8"))
        tiles = [c["label"] for c in walk(shown["components"]) if ":compose_tile:" in c.get("custom_id", "")]
        assert tiles == ["C 3", "T 1", "A 1"]


async def test_D4_a_first_move_is_kept_and_a_second_one_compared(tmp_path: Path) -> None:
    """There is nothing to compare one move with, while composing or under a preview."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        message = await composed(ada, first)
        await tap(ada, message, "A 1", "T 1")
        assert "Compare" not in buttons_of(ada.now(message) or {})
        await tap(ada, message, "Keep")
        shown = await seen(ada, message, said("play.keep_move"))
        assert "8H AT" in text_of(shown)
        await tap(ada, message, "Clear", "T 1", "A 1", "Compare")
        told = text_of(await seen(ada, message, "Your tries"))
        assert "8H AT" in told
        assert "8H TA" in told


async def test_D4_one_preview_offers_no_comparison(tmp_path: Path) -> None:
    """The same move tried twice is one."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        await started(ada, bruno)
        for _ in range(2):
            assert "Compare" not in buttons_of(await ask(ada, "/try move:8H AT", "You keep"))
        assert "Compare" in buttons_of(await ask(ada, "/try move:8G TA", "You keep"))


async def texts_of_composing(stage: Scene, ada: Person, first: Json, taps: Sequence[str]) -> list[str]:
    """The texts shown after each tap."""
    message = await composed(ada, first)
    told = []
    for button in taps:
        await tap(ada, message, button)
        told.append(text_of(ada.now(message) or {}) + str(buttons_of(ada.now(message) or {})))
    return told


@pytest.mark.parametrize("words", [("CAT",), ("DOG",)], ids=["a word", "a phony"])
async def test_N4_composing_tells_nothing_of_words_where_phonies_may_stand(tmp_path: Path, words: list[str]) -> None:
    """Whatever the dictionary contains, the same is shown and Play can be pressed."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, words=words) as (stage, ada, bruno):
        first = await started(ada, bruno, "variant:tiny preset:classic")
        told = await texts_of_composing(stage, ada, first, ("C 3", "A 1", "T 1"))
        assert said("verdicts.unchecked_until_challenge") in told[-1]
        assert "'Play'" in told[-1]
        assert said("scores.not_dictionary") not in "".join(told)


async def test_D2_in_a_direct_message(tmp_path: Path) -> None:
    """The rack sent by direct message leads there too."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        rack = await ada.wait_message("Your tiles", channel=DM)
        await ada.click(rack, "Compose")
        message = await ada.wait_message(said("composing.next_tile"), channel=DM)
        await tap(ada, message, "A 1", "T 1")
        await seen(ada, message, "8H AT")
        await ada.click(message, "Play")
        await board(bruno, "8H AT", after=first)


async def test_N4_composing_tells_the_score_but_no_words_in_a_tournament(tmp_path: Path) -> None:
    """A word and a phony look the same until they are played, as with `/try`."""
    told = []
    for folder, words in ((tmp_path / "word", ("CAT",)), (tmp_path / "phony", ("DOG",))):
        async with gathered(folder, *DRAWS, letters=LETTERS, rack_size=3, words=words) as (stage, ada, bruno):
            first = await started(ada, bruno, "variant:tiny preset:tournament")
            told.append(await texts_of_composing(stage, ada, first, ("C 3", "A 1", "T 1")))
    assert told[0] == told[1]
    assert "**8H CAT**: 60 points" in told[0][-1]
    assert "'Play'" in told[0][-1]


async def test_D2_the_score_follows_every_tap(tmp_path: Path) -> None:
    """A tile more or less changes it at once; without a legal move there is none."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        message = await composed(ada, await started(ada, bruno))
        await tap(ada, message, "A 1", "T 1")
        await seen(ada, message, "**8H AT**: 4 points")
        await tap(ada, message, "→", "→", "C 3")
        assert "points" not in text_of(ada.now(message) or {})
        await tap(ada, message, "Remove tile")
        await seen(ada, message, "**8H AT**: 4 points")
        await tap(ada, message, "Clear")
        assert "points" not in text_of(ada.now(message) or {})
        assert "Remove tile" not in buttons_of(ada.now(message) or {})


async def test_D2_the_choice_of_picture_is_remembered(tmp_path: Path) -> None:
    """At first the part of the board around the move; once the whole board is chosen, also on the next turn."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        message = await composed(ada, first)
        part = pictures_of(message)[0]["width"]
        await tap(ada, message, "Whole board")
        whole = pictures_of(ada.now(message) or {})[0]["width"]
        assert "Zoom in" in buttons_of(ada.now(message) or {})
        await tap(ada, message, "A 1", "T 1")
        assert pictures_of(ada.now(message) or {})[0]["width"] == whole != part
        await tap(ada, message, "Play")
        second = await board(bruno, "8H AT", after=first)
        await ask(bruno, "/pass", "You passed")
        third = await board(ada, after=second)
        await ada.click(third, "Rack")
        await ada.click(await answer(ada, "Your tiles"), "Compose")
        again = await answer(ada, said("composing.no_tiles_placed"))
        assert pictures_of(again)[0]["width"] == whole
        await tap(ada, again, "Zoom in")
        assert pictures_of(ada.now(again) or {})[0]["width"] != whole
