"""`/try`: a private preview with its buttons."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.playground.component_limits import walk
from tests.support.playground import DM
from tests.support.readable import buttons_of, text_of
from tests.support.running import DRAWS, LETTERS, answer, ask, board, gathered, started
from tests.support.sentences import said


async def test_N4_preview_shows_score_words_and_leave_and_can_be_changed_and_played(tmp_path: Path) -> None:
    """Nothing is public until Play; Change shows another move in the same private message."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ada.command("/try move:8H AT")
        preview = await answer(ada, "8H AT")
        assert "4 points" in text_of(preview)
        assert "You keep C" in text_of(preview)
        await ada.click(preview, "Change")
        assert next(c["value"] for c in walk(ada.modal["components"]) if c.get("custom_id") == "move") == "8H AT"
        await ada.submit({"move": "8H CAT"})
        await ada.wait(lambda: "8H CAT" in text_of(ada.now(preview) or {}), "the changed preview")
        assert not any("AT" in text_of(m) and said("status.your_turn") not in text_of(m) for m in bruno.visible())
        await ada.click(preview, "Play")
        await board(bruno, "CAT", after=first)
        await answer(ada, "You played 8H CAT")
        assert len(ada.private()) == len({m["id"] for m in ada.private()})


async def test_preview_tells_what_the_dictionary_lacks_only_under_void_rules(tmp_path: Path) -> None:
    """Void: the word is named and Play is missing. If phonies may stand, the preview says nothing about the words."""
    async with gathered(tmp_path, *DRAWS, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        await started(ada, bruno)
        await ada.command("/try move:8H TAC")
        told = await answer(ada, "TAC")
        assert said("verdicts.would_be_refused", 1) in text_of(told)
        assert "Play" not in buttons_of(told)
        await ada.command("/game end")
        await ada.click(await answer(ada, said("pause.keep_or_end")), "End for good")
        await board(ada, "resigned")
        first = await started(ada, bruno, "variant:tiny preset:classic")
        texts = []
        for move in ("8H TAC", "8H CAT"):
            await ada.command(f"/try move:{move}")
            shown = await answer(ada, f"**{move}**", after=first)
            assert "Play" in buttons_of(shown)
            texts.append(text_of(shown).replace(move[3:], "WORD").replace("\nCompare", ""))
        assert texts[0] == texts[1]


@pytest.mark.gate
async def test_cancel_and_bad_changes_keep_the_game_as_it_is(tmp_path: Path) -> None:
    """An impossible change is explained beside the preview, which stays; Cancel removes it."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        await started(ada, bruno)
        before = await stage.state(ada.channel_id())
        await ada.command("/try move:8H AT")
        preview = await answer(ada, "8H AT")
        await ada.click(preview, "Change")
        await ada.submit({"move": "8H 😀"})
        await answer(ada, "😀")
        assert "8H AT" in text_of(ada.now(preview) or {})
        await ada.click(preview, "Cancel")
        await ada.wait_gone(preview)
        assert await stage.state(ada.channel_id()) == before


async def test_preview_of_an_older_turn_is_stale(tmp_path: Path) -> None:
    """Play on a preview made before the board changed is refused."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        await started(ada, bruno)
        await ada.command("/try move:8H AT")
        preview = await answer(ada, "8H AT")
        await ask(ada, "/pass", "You passed")
        await ask(bruno, "/pass", "You passed")
        await board(ada, "passed")
        await ada.click(preview, "Play")
        await answer(ada, "changed")


@pytest.mark.gate
async def test_word_without_a_coordinate_is_offered_where_it_fits(tmp_path: Path) -> None:
    """A menu of places; under void rules only those that make words, and choosing one plays it."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        tried = await ask(ada, "/try move:at", "fits in 4 places")
        await ada.select(tried, next(line for line in text_of(tried).splitlines() if "points" in line))
        await ada.wait(lambda: "You keep C" in text_of(ada.now(tried) or {}), "the preview")
        menu = await ask(ada, "/play move:cat", "fits in 6 places")
        await ada.select(menu, "8F cat: 60 points")
        await board(bruno, "8F CAT", after=first)
        await ask(bruno, "/play move:dodo", said("play.not_fit_anywhere_board"))


@pytest.mark.gate
async def test_a_word_that_fits_in_one_place_is_shown_there(tmp_path: Path) -> None:
    """There is nothing to choose; Play is one press away."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ask(ada, "/play move:8F CAT", "You played")
        await ask(bruno, "/try move:so", "I8 SO")
        only = await ask(bruno, "/play move:so", "You keep D")
        await bruno.click(only, "Play")
        await board(ada, "I8 SO", after=first)


async def test_places_of_a_word_tell_nothing_about_words_where_phonies_may_stand(tmp_path: Path) -> None:
    """A word and a phony of the same letters are offered in the same places."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        await started(ada, bruno, "variant:tiny preset:classic")
        await ask(ada, "/play move:8H AT", "You played")
        real = text_of(await ask(bruno, "/play move:SO", "fits")).replace("SO", "XX")
        phony = text_of(await ask(bruno, "/play move:OS", "fits")).replace("OS", "XX")
        assert len(real.splitlines()) == len(phony.splitlines())


@pytest.mark.gate
async def test_who_confirms_moves_sees_them_first(tmp_path: Path) -> None:
    """With the setting on, `/play` and typed moves are shown in private and take effect by the button only."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        for person in (ada, bruno):
            await person.wait_message("Your tiles", channel=DM)
        assert stage.app and stage.app.core
        people = stage.app.core.services.people
        await people.change_person(ada.id, lambda profile: replace(profile, confirm_moves=True))
        await ask(ada, "/play move:8H AT", "You keep C")
        await ada.say("8G CAT")
        shown = await ada.wait_message("8G CAT", channel=DM)
        assert (await stage.state(ada.channel_id())).turn == 1
        await ada.click(shown, "Play")
        await board(bruno, "CAT", after=first)
