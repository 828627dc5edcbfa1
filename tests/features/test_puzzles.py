"""Puzzles as people meet them: solved in private, rated, never given twice, and one a day for a server."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import pytest

from bot.features.puzzles.puzzles import Puzzles, TriedPuzzle, read
from bot.features.puzzles.store import DAY, PUZZLE_TRIES, Attempt
from bot.playground.cast import GUILD_ID
from engine.errors import EngineError
from engine.formats.tiletext import write_rack
from engine.puzzles.values import move_text
from tests.support.finished import Finder, latest_given, puzzles_of, right, wrong
from tests.support.pictures import buttons_of, pictures_of, text_of
from tests.support.playground import DM, Person
from tests.support.pressing import Pressing
from tests.support.running import EPHEMERAL, Scene, answer, ask, gathered, resigned, started, switch, text_only
from tests.support.sentences import said
from tests.support.service import eventually

DAILY_ON = "/manage puzzle switch:on"
SERVER = int(GUILD_ID)
TWICE = "871f87c07a8e0ac5"
"""An English puzzle that knows FUFU in two places, and AFFIX in one."""


async def current(stage: Scene, person: Person) -> TriedPuzzle:
    """The puzzle that a person is at, outside of any server."""
    return await puzzles_of(stage).give(person.id, person.name, "en", None)


async def posted(person: Person, number: int) -> dict[str, Any]:
    """The public post of a puzzle of the day."""

    def fits(message: dict[str, Any]) -> bool:
        return not message["flags"] & EPHEMERAL and f"{said('puzzles.puzzle_day')} {number}" in text_of(message)

    return await person.wait_message(fits)


async def submit(person: Person, message: dict[str, Any], move: str) -> None:
    await person.click(message, "Answer")
    await person.submit({"move": move})


async def give_up(person: Person, message: dict[str, Any]) -> None:
    """Have the answer shown, which is asked first."""
    await person.click(message, "Show the answer")
    await person.wait(lambda: "Compose" not in buttons_of(person.now(message) or message), "the question")
    await person.click(message, "Show the answer")


async def test_X8_a_puzzle_is_solved_by_a_button_and_explained(tmp_path: Path) -> None:
    """Also in words for whoever wants text, and in direct messages."""
    async with gathered(tmp_path) as (stage, ada, _):
        told = await ask(ada, "/puzzle solve", said("puzzles.find_best_move"))
        assert pictures_of(told)
        tried = await current(stage, ada)
        letters = write_rack(tried.puzzle.rack, tried.puzzle.variant).replace("?", "")
        assert f"Your tiles: **{' '.join(letters)}" in text_of(told).replace("\\", "")
        assert right(tried) not in text_of(told)
        assert "Tags" not in text_of(told)
        await ada.click(told, "Answer")
        assert f"Your tiles ({' '.join(letters)}" in str(ada.modal), "the form has no picture"
        await ada.submit({"move": right(tried)})
        done = await ada.wait(lambda: "Solved" in text_of(ada.now(told) or told) and ada.now(told), "the answer")
        assert said("puzzles.next_best_is") in text_of(done)
        assert "Tags" not in text_of(done)
        await ada.click(done, "Figures")
        await answer(ada, "Tags")
        assert said("puzzles.your_puzzle_rating") in text_of(done)
        assert buttons_of(done) == ["Next puzzle", "Figures", "Good puzzle", "Dull puzzle"]
        await ada.click(done, "Dull puzzle")
        await ada.wait(lambda: buttons_of(ada.now(told) or told) == ["Next puzzle", "Figures"], "the vote")
        await text_only(ada)
        heard = await ask(ada, "/puzzle solve", "Your tiles")
        assert not pictures_of(heard) and "Board of 15 by 15" in text_of(heard)
        await ada.open_dm()
        await ask(ada, "/puzzle solve", said("puzzles.find_best_move"), channel=DM)
        await ask(ada, "/puzzle daily", said("core.only_in_server"), channel=DM)


async def test_X8_an_answer_is_composed_by_pressing_alone(tmp_path: Path) -> None:
    """Where the tiles go is a part of the puzzle, so they stay where they are put."""
    async with gathered(tmp_path) as (stage, ada, _):
        told = await ask(ada, "/puzzle solve", said("puzzles.find_best_move"))
        assert buttons_of(told)[:2] == ["Answer", "Compose"]
        best = (await current(stage, ada)).puzzle.answers[0].placement
        assert best
        await ada.click(told, "Compose")
        pressing = Pressing(ada, await answer(ada, said("composing.no_tiles_placed")))
        await pressing.by_place(best)
        assert "Another place" not in buttons_of(pressing.now)
        await pressing.press("Answer")
        assert "Solved" in text_of(pressing.now) and buttons_of(pressing.now)[0] == "Next puzzle"
        await ada.click(told, "Compose")
        await answer(ada, said("puzzles.is_finished"))


@pytest.mark.gate
async def test_X8_after_three_tries_the_answer_is_shown(tmp_path: Path) -> None:
    """A move typed again costs no try, and neither does one that is impossible."""
    async with gathered(tmp_path) as (stage, ada, _):
        await ask(ada, "/puzzle solve")
        tried = await current(stage, ada)
        moves = wrong(tried)[:PUZZLE_TRIES]
        await ask(ada, f"/puzzle solve move:{moves[0]}", "2 tries left")
        await ask(ada, f"/puzzle solve move:{moves[0]}", "2 tries left")
        await ask(ada, "/puzzle solve move:1A")
        await ask(ada, f"/puzzle solve move:{moves[1]}", "1 try left")
        done = await ask(ada, f"/puzzle solve move:{moves[2]}", "Not solved")
        assert right(tried) in text_of(done).replace("\\", "")
        assert "percentage points" not in text_of(done)


@pytest.mark.gate
async def test_X8_a_word_alone_is_asked_where_it_goes_and_costs_no_try(tmp_path: Path) -> None:
    """As in the form of a game's move, below the position; a word that fits in one place alone is tried at once."""
    async with gathered(tmp_path) as (stage, ada, _):
        await puzzles_of(stage)._store.begin(Attempt(ada.id, TWICE, "en", stage.clock.now()))
        told = await ask(ada, "/puzzle solve", said("puzzles.find_best_move"))
        await submit(ada, told, "fufu")
        asked = await ada.wait(lambda: "FUFU" in text_of(ada.now(told) or told) and ada.now(told), "the places")
        assert said("play.word_fits", 2, word="**FUFU**") in text_of(asked)
        assert pictures_of(asked) and "3 tries left" in text_of(asked)
        await ada.select(asked, "I5 fufu")
        await ada.wait(lambda: "2 tries left" in text_of(ada.now(told) or told), "the try")
        await submit(ada, told, "JAZZY")
        nowhere = said("play.not_fit_anywhere_board", word="**JAZZY**")
        await ada.wait(lambda: nowhere in text_of(ada.now(told) or told), "that it fits nowhere")
        assert said("puzzles.no_try_used") in text_of(ada.now(told) or told)
        await submit(ada, told, "affix")
        await ada.wait(lambda: "1 try left" in text_of(ada.now(told) or told), "the next try")
        await ada.click(told, "Answer")
        await give_up(ada, told)
        await ada.wait(lambda: "Not solved" in text_of(ada.now(told) or told), "the answer")
        await ada.submit({"move": "fufu"})
        await answer(ada, said("puzzles.is_finished"))


async def test_X8_a_puzzle_is_posted_each_day_and_results_stay_hidden(tmp_path: Path) -> None:
    async with gathered(tmp_path) as (stage, ada, bruno):
        assert not pictures_of(await ask(ada, "/manage puzzle", said("puzzles.about_day")))
        offer = await ask(ada, "/puzzle daily", said("puzzles.day_offer"))
        assert buttons_of(offer) == [said("puzzles.here_every_day"), "Puzzle"] and not pictures_of(offer)
        await ask(ada, DAILY_ON, "every day")
        post = await posted(ada, 1)
        assert pictures_of(post)
        await bruno.click(post, "Solve")
        told = await answer(bruno, f"{said('puzzles.puzzle_day')} 1")
        tried = await latest_given(stage, bruno.id)
        assert right(tried) not in text_of(told) + text_of(post)
        await submit(bruno, told, right(tried))
        await bruno.wait(lambda: "Solved" in text_of(bruno.now(told) or told), "the answer")
        assert "🟩⬜⬜" in text_of(bruno.now(told) or told)
        own = await ask(ada, "/puzzle daily", said("puzzles.find_best_move"))
        assert "Bruno" not in text_of(own)
        assert "🟩" not in text_of(own)
        await ada.click(own, "Show the answer")
        await ada.wait(lambda: said("puzzles.sure_of_day") in text_of(ada.now(own) or own), "the question")
        assert "Bruno" not in text_of(ada.now(own) or own)
        await ada.click(own, "Cancel")
        await ada.wait(lambda: "Compose" in buttons_of(ada.now(own) or own), "the puzzle")
        assert "3 tries left" in text_of(ada.now(own) or own)
        await give_up(ada, own)
        await ada.wait(lambda: "🟩⬜⬜ Bruno" in text_of(ada.now(own) or own), "the results")
        assert "🟥🟥🟥 Ada" in text_of(ada.now(own) or own)
        await ada.click(own, "Share")
        await bruno.wait_message(f"**Ada** · {said('puzzles.puzzle_day')} 1 · 🟥🟥🟥")
        board = await ask(ada, "/puzzle leaderboard", "Bruno")
        assert "Ada" not in text_of(board)


async def test_X8_a_result_is_shared_once_without_the_answer(tmp_path: Path) -> None:
    """Also by two presses at once and after a restart; the post says how many have solved it."""
    async with gathered(tmp_path) as (stage, ada, bruno):
        await ask(ada, DAILY_ON, "every day")
        post = await posted(ada, 1)
        await bruno.click(post, "Solve")
        told = await answer(bruno, said("puzzles.find_best_move"))
        tried = await latest_given(stage, bruno.id)
        await submit(bruno, told, right(tried))
        await bruno.wait(lambda: "Share" in buttons_of(bruno.now(told) or told), "the button")
        assert said("puzzles.copy_this") not in text_of(bruno.now(told) or told)
        for _ in range(2):
            await bruno.click(told, "Share")
        line = await ada.wait_message(f"**Bruno** · {said('puzzles.puzzle_day')} 1 · 🟩⬜⬜")
        assert not line["flags"] & EPHEMERAL and right(tried) not in text_of(line)
        await bruno.wait(lambda: "Share" not in buttons_of(bruno.now(told) or told), "that it is shared")
        await stage.restart()
        again = await ask(bruno, "/puzzle daily", "Solved")
        assert "Share" not in buttons_of(again) and said("puzzles.copy_this") not in text_of(again)
        solved = said("puzzles.solved_at_once", 1)
        await ada.wait(lambda: solved in text_of(ada.now(post) or post), "the count")
        assert buttons_of(ada.now(post) or post) == ["Solve"] and pictures_of(ada.now(post) or post)
        assert sum("🟩⬜⬜" in text_of(one) for one in ada.visible()) == 1


async def test_X8_nobody_shares_where_they_may_not_write_or_too_late(tmp_path: Path) -> None:
    """They can copy their result; the button of before refuses."""
    async with gathered(tmp_path) as (stage, ada, bruno):
        await ask(ada, DAILY_ON, "every day")
        post = await posted(ada, 1)
        for person in (ada, bruno):
            await person.click(post, "Solve")
            told = await answer(person, said("puzzles.find_best_move"))
            await submit(person, told, right(await latest_given(stage, person.id)))
            await person.wait(lambda told=told, one=person: "Share" in buttons_of(one.now(told) or told), "the button")
            if person is bruno:
                world = stage.playground.world
                world.deny(world.channel(bruno.channel_id()), bruno.id, "send_messages")
                await bruno.click(told, "Share")
                await answer(bruno, said("sharing.not_yours"))
        closed = await ask(bruno, "/puzzle daily", said("puzzles.copy_this"))
        assert "Share" not in buttons_of(closed)
        await bruno.open_dm()
        await ask(bruno, "/puzzle daily", said("core.only_in_server"), channel=DM)
        stage.clock.push(2 * DAY / 1000)
        await ada.click(post, "Solve")
        late = await answer(ada, said("puzzles.copy_this"))
        assert "Share" not in buttons_of(late)


@pytest.mark.gate
async def test_X8_streaks_count_days_and_a_restart_posts_nothing_twice(tmp_path: Path) -> None:
    async with gathered(tmp_path) as (stage, ada, _):
        await ask(ada, DAILY_ON)
        for number in (1, 2):
            post = await posted(ada, number)
            await stage.restart()
            await ada.click(post, "Solve")
            told = await answer(ada, said("puzzles.find_best_move"))
            await submit(ada, told, right(await latest_given(stage, ada.id)))
            await ada.wait(lambda told=told: "Solved" in text_of(ada.now(told) or told), "the answer")
            word = said("puzzles.puzzles_day_solved_row", count=number)
            assert word in text_of(ada.now(told) or told)
            stage.clock.push(DAY / 1000)
        await posted(ada, 3)
        public = [text_of(one) for one in ada.visible() if not one["flags"] & EPHEMERAL]
        for number in (1, 2, 3):
            assert sum(f"{said('puzzles.puzzle_day')} {number}\n" in one + "\n" for one in public) == 1
        await ask(ada, "/manage puzzle switch:off", said("puzzles.no_longer_post_puzzle"))


async def given(puzzles: Puzzles, person: Person, server: int) -> TriedPuzzle:
    """A puzzle from a game; those of the program that come before are given up."""
    for _ in range(60):
        tried = await puzzles.give(person.id, person.name, "en", server)
        if tried.keyed.server is not None:
            return tried
        await puzzles.give_up(person.id, person.name, tried.keyed.key)
    raise AssertionError("half of the puzzles should come from games")


@pytest.mark.gate
async def test_X8_finished_games_become_puzzles_for_others_of_their_server(tmp_path: Path) -> None:
    """If both players allow it in their settings, until one of them takes that back; neither of them gets those."""
    people, draws = ("Ada", "Bruno", "Chloe"), ("A", "C", "CATSDOG", "HORNFAR")
    async with gathered(tmp_path, *draws, people=people, finder=Finder()) as (stage, ada, bruno, chloe):
        for one in (ada, bruno):
            await switch(one, await ask(one, "/settings mine"), said("settings.puzzles"))
        first = await started(ada, bruno, "variant:standard preset:friendly")
        await resigned(ada, bruno, first)
        puzzles = puzzles_of(stage)
        shelf = puzzles.collection

        async def of(person: Person) -> int:
            return len(await shelf.from_games(SERVER, "en", person.id))

        async def found() -> bool:
            return await of(chloe) > 0

        await eventually(found)
        assert await of(ada) == await of(bruno) == 0
        await given(puzzles, chloe, SERVER)
        told = await ask(chloe, "/puzzle solve", said("puzzles.game_played_server"))
        assert not {"Ada", "Bruno"} & set(text_of(told).replace("*", " ").split())
        await chloe.open_dm()
        await chloe.command("/puzzle solve", channel=DM)
        await chloe.wait_message(said("puzzles.find_best_move"), channel=DM)
        assert not any("From a game" in text_of(one) for one in chloe.visible(DM))
        await switch(bruno, await ask(bruno, "/settings mine"), said("settings.puzzles"))
        assert await of(chloe) == 0
        await chloe.click(told, "Answer")
        await answer(chloe, said("puzzles.puzzle_gone"))


async def test_X8_a_word_that_the_dictionary_lacks_costs_no_try(tmp_path: Path) -> None:
    """It is named, and never scored as if it stood; but not to somebody who plays where words are secret."""
    async with gathered(tmp_path, "A", "C", "CATSDOG", "HORNFAR") as (stage, ada, bruno):
        told = await ask(ada, "/puzzle solve", "3 tries left")
        tried = await current(stage, ada)
        phony = next(move for move in two_letter_moves(tried))
        await ask(ada, f"/puzzle solve move:{phony}", said("core.word_unknown_no_try", 1))
        assert "3 tries left" in text_of(ada.now(told) or told)
        await started(ada, bruno, "variant:standard preset:classic")
        await ask(ada, f"/puzzle solve move:{phony}", "2 tries left")


@pytest.mark.gate
async def test_X8_a_refused_move_is_told_with_the_squares_of_the_puzzle(tmp_path: Path) -> None:
    """They are those of the puzzle's board, whether or not a game is going on."""
    async with gathered(tmp_path) as (stage, ada, _bruno):
        await ask(ada, "/puzzle solve", "3 tries left")
        cell, _ = next(iter((await current(stage, ada)).puzzle.board.tiles()))
        square = f"{'ABCDEFGHIJKLMNO'[cell.column]}{cell.row + 1}"
        await ask(ada, f"/puzzle solve move:{square} QQ", f"{square} already has")


def two_letter_moves(tried: TriedPuzzle) -> list[str]:
    """Plays of a tile beside another that the puzzle does not know, and that make no word of these games."""
    board, found = tried.puzzle.board, []
    for cell, _ in board.tiles():
        text = f"{'ABCDEFGHIJKLMNO'[cell.column]}{cell.row + 1}"
        for tile in tried.puzzle.rack:
            with contextlib.suppress(EngineError):
                placed = read(tried.puzzle, f"{text} {board.squares[cell.row * 15 + cell.column].letter}{tile.letter}")
                if not tried.puzzle.known(placed) and not tried.puzzle.is_answer(placed):
                    found.append(move_text(tried.puzzle, placed).replace("(", "").replace(")", ""))
    return found


@pytest.mark.gate
async def test_X8_a_puzzle_that_somebody_had_is_no_puzzle_of_the_day_while_others_are_left(tmp_path: Path) -> None:
    """Their result would not count. If it comes to that, they are told so, instead of a grid to share."""
    async with gathered(tmp_path) as (stage, ada, _):
        puzzles = puzzles_of(stage)
        await ask(ada, "/puzzle solve")
        first = await current(stage, ada)
        await puzzles.give_up(ada.id, "Ada", first.keyed.key)
        common = await puzzles.collection.common("en")
        keys = [first.keyed.key, next(key for key in common if key != first.keyed.key)]

        async def two(_: str) -> dict[str, int]:
            return {key: common[key] for key in keys}

        puzzles.collection.common = two
        await ask(ada, DAILY_ON, "every day")
        post = await posted(ada, 1)
        await ada.click(post, "Solve")
        await answer(ada, "3 tries left")
        stage.clock.push(DAY / 1000)
        await ada.click(await posted(ada, 2), "Solve")
        told = await answer(ada, said("puzzles.too_late"))
        assert f"{said('puzzles.puzzle_day')} 2" in text_of(told)
        assert "copy this" not in text_of(told)
