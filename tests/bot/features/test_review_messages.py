"""`/review game` over the playground: made, paged through, shared, and open to others only with everyone's consent."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.features.review.messages import Reader, overview_message, turn_review_message
from bot.features.review.text import loss_text, mistakes_text, phony_fate, verdict_text
from bot.front.components.message import MOST_OPTIONS, Menu, Message
from bot.playground.limits import walk
from bot.render import BoardScene, ReviewScene
from bot.text import texts_for
from bot.text.moves import play_text
from engine.game.events import Played
from engine.game.evolve import replay
from engine.game.state import Computer
from engine.game.views import TableView, table_view
from engine.model.tiles import Tiles
from engine.play.generator.generator import ScoredPlay
from engine.review.turns import moments
from engine.review.values import Mistake, MoveFigures, PhonyEffect, SeatReview, TurnReview
from tests.support.finished import Grader, finished, graded
from tests.support.pictures import buttons_of, pictures_of, text_of
from tests.support.playground import Person
from tests.support.running import answer, ask, board, gathered, resigned, started
from tests.support.sentences import said


@asynccontextmanager
async def played(folder: Path) -> AsyncIterator[tuple[Person, Person, Person]]:
    """Ada has played a word, then Bruno has resigned; Chloe watches."""
    people = ("Ada", "Bruno", "Chloe")
    options: dict[str, Any] = {"letters": "CATSODEEE", "rack_size": 3, "people": people, "grader": Grader()}
    async with gathered(folder, "A", "C", "CAT", "SOD", **options) as (_, ada, bruno, chloe):
        first = await started(ada, bruno)
        await ask(ada, "/review game", said("core.no_finished_game"))
        await resigned(ada, bruno, first)
        yield ada, bruno, chloe


async def reviewed(person: Person) -> dict[str, Any]:
    """The overview, which replaces the progress."""
    asked = await ask(person, "/review game")
    await person.wait(lambda: "mistake index" in text_of(person.now(asked) or asked), "the overview")
    return person.now(asked) or asked


async def test_X6_a_review_is_paged_through_in_private_and_shared(tmp_path: Path) -> None:
    """A page has the board and the rack; only a shared page is public."""
    async with played(tmp_path) as (ada, bruno, _):
        overview = await reviewed(ada)
        await ada.click(overview, "First turn")
        await ada.wait(lambda: "Turn 1 of 2" in text_of(ada.now(overview) or overview), "the page")
        page = ada.now(overview) or overview
        assert "**ACT**" in text_of(page)
        assert pictures_of(page)
        await ada.click(page, "Share")
        await bruno.wait_message(lambda m: not m["flags"] & 64 and "Turn 1 of 2" in text_of(m))
        await ada.click(page, "Share")
        await answer(ada, said("sharing.shared_moment_ago"))


async def test_X6_a_shared_review_has_the_result_and_the_way_to_the_game(tmp_path: Path) -> None:
    """Its link leads to the message with the end, and there is one below a turn as well."""
    async with played(tmp_path) as (ada, bruno, _):
        ended = await board(bruno, "resigned")
        overview = await reviewed(ada)
        await ada.click(overview, "Share")
        shared = await bruno.wait_message(lambda m: not m["flags"] & 64 and "mistake index" in text_of(m))
        assert "**Ada** 60 · **Bruno** 0" in text_of(shared)
        await ada.click(overview, "First turn")
        await ada.wait(lambda: "Turn 1 of 2" in text_of(ada.now(overview) or overview), "the page")
        await ada.click(ada.now(overview) or overview, "Share")
        page = await bruno.wait_message(lambda m: not m["flags"] & 64 and "Turn 1 of 2" in text_of(m))
        for message in (shared, page):
            urls = [one["url"] for one in walk(message["components"]) if "url" in one]
            assert [url.split("/")[-2:] for url in urls] == [[ended["channel_id"], ended["id"]]]


async def test_X6_others_see_a_review_once_all_players_agree(tmp_path: Path) -> None:
    """A watcher is refused before; a player cannot share the rack of the other before."""
    async with played(tmp_path) as (ada, bruno, chloe):
        await ask(chloe, "/review game", said("rights.review_by_players"))
        for person in (ada, bruno):
            overview = await reviewed(person)
            if person is bruno:
                await bruno.click(overview, "First turn")
                await bruno.wait(lambda seen=overview: "Turn 1" in text_of(bruno.now(seen) or seen), "the page")
                await bruno.click(bruno.now(overview) or overview, "Share")
                await answer(bruno, said("review.page_shows_someone"))
                await bruno.click(bruno.now(overview) or overview, "Overview")
                await bruno.wait(lambda seen=overview: "First turn" in buttons_of(bruno.now(seen) or seen), "it")
            await person.click(person.now(overview) or overview, said("review.let_everyone_open"))
            await person.wait(
                lambda who=person, seen=overview: said("review.close_others") in buttons_of(who.now(seen) or seen),
                "it",
            )
        assert "mistake index" in text_of(await reviewed(chloe))


@pytest.mark.soak
async def test_X6_a_game_that_was_ended_early_is_the_latest_too(tmp_path: Path) -> None:
    """The command finds it as the button below its end does; a game nobody has played in is none."""
    options: dict[str, Any] = {"letters": "CATSODEEE", "rack_size": 3, "grader": Grader()}
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", **options) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ada.command("/play move:8G CAT")
        ended = await board(bruno, "CAT", after=first)
        await ask(bruno, "/move pass")
        await ada.click(await ask(ada, "/game end"), "End for good")
        await ada.wait_message("resigned", after=ended)
        await ask(ada, "/review game", "Review of")
        await ada.command("/game new variant:tiny")
        await ada.wait_message("Ada", after=ended)
        await ada.click(await ask(ada, "/game end"), "End the game")
        await ask(ada, "/review game", "Review of")


@pytest.mark.gate
async def test_X6_the_end_card_has_a_button(tmp_path: Path) -> None:
    """It does what the command does; a watcher's press is refused."""
    async with played(tmp_path) as (ada, _, chloe):
        card = await board(ada, "resigned")
        assert "Review" in buttons_of(card)
        await chloe.click(card, "Review")
        await answer(chloe, said("rights.review_by_players"))
        last = ada.last()
        await ada.click(card, "Review")
        told = await answer(ada, "Review of", after=last)
        await ada.wait(lambda: "mistake index" in text_of(ada.now(told) or told), "the overview")


def events_and_turns(count: int) -> tuple[TableView, tuple[TurnReview, ...]]:
    """The table of a finished game, and a review with so many turns."""
    events = finished()
    turn = graded(events, 1)
    table = moments(events)[0].view.table
    return table, tuple(replace(turn, number=number, seat=number % 2) for number in range(1, count + 1))


def menu_of(message: Message) -> Menu:
    """The menu of turns."""
    return next(block for block in message.blocks if isinstance(block, Menu))


@pytest.mark.parametrize("count", [1, 25, 26, 60, 100])
def test_X6_every_turn_is_reached_by_the_menu(count: int) -> None:
    """Of a long game it shows some, with ways to those before and after them."""
    table, turns = events_and_turns(count)
    reached, waiting = set(), [1]
    while waiting:
        number = waiting.pop()
        if number in reached:
            continue
        reached.add(number)
        menu = menu_of(turn_review_message("g", table, turns, number, texts_for("en"), Reader()))
        assert len(menu.options) <= MOST_OPTIONS
        assert [one.value for one in menu.options if one.chosen] == [str(number)]
        waiting += [int(one.value) for one in menu.options]
    assert reached == set(range(1, count + 1))


def test_X6_the_menu_names_moves_as_they_were_typed() -> None:
    """With their square and the whole word, not only the tiles that were placed."""
    events = finished()
    table = moments(events)[0].view.table
    turns = tuple(graded(events, number) for number in range(1, len(moments(events)) + 1))
    shown = turn_review_message("g", table, turns, 1, texts_for("en"), Reader(events=events))
    labels = " ".join(one.label for one in menu_of(shown).options)
    plays = [event for event in events if isinstance(event, Played)][:10]
    assert plays
    for event in plays:
        assert play_text(event.placement, event.sheet, table.setup) in labels


def test_X6_a_picture_says_what_its_marks_mean() -> None:
    """A pass leaves no outline, and an exchange as the best move no ring; a computer player has its sign."""
    table, [turn] = events_and_turns(1)
    seats = (replace(table.seats[0], player=Computer("computer-1", "Otto", 7)), *table.seats[1:])
    table = replace(table, seats=seats)
    image = turn_review_message("g", table, [turn], 1, texts_for("en")).images[0]
    assert isinstance(image.scene, BoardScene)
    assert image.scene.facts == ()
    assert [seat.is_computer for seat in image.scene.seats] == [True, False]
    play = next(event for event in finished() if isinstance(event, Played)).placement
    figures = MoveFigures(ScoredPlay(play, 5, 5.0, Tiles()), 5, 0.5, 1.0, 5.0)
    for played, best, told in (
        (figures, None, said("review.move_played")),
        (None, figures, said("review.best_move_framed")),
        (figures, figures, said("review.move_played_highlighted")),
    ):
        one = replace(turn, played=played, best=(best,) if best else ())
        scene = turn_review_message("g", table, [one], 1, texts_for("en")).images[0].scene
        assert isinstance(scene, BoardScene)
        assert scene.facts == (told,)


def test_X6_the_overview_says_each_figure_once_and_what_the_index_is() -> None:
    """The picture holds the chart alone; without a line to draw there is none."""
    _, turns = events_and_turns(4)
    table = table_view(replay(finished()))
    message = overview_message("g", table, turns, texts_for("en"), Reader())
    assert message.text.count(said("reviews.mistake_index", large="1.0")) == 1
    assert len(message.images) == 1
    assert overview_message("g", table, turns[:1], texts_for("en"), Reader()).images == ()


def praised(*computers: int, reader: Reader | None = None) -> Message:
    """The overview of a game of two turns each: seat 0 plays its best move first, seat 1 only makes mistakes."""
    events = finished()
    table, turns = table_view(replay(events)), []
    for number in range(1, 5):
        win = 0.5 + number / 100
        one = replace(graded(events, number), played=MoveFigures(None, 10 * number, win, 1.5, 2.5))
        turns.append(
            replace(one, mistake=Mistake.NONE if number == 1 else Mistake.LARGE, lost_win=None, lost_points=None)
        )
    seats = tuple(
        replace(seat, player=Computer(f"computer-{number}", "Otto", 5)) if number in computers else seat
        for number, seat in enumerate(table.seats)
    )
    return overview_message("g", replace(table, seats=seats), turns, texts_for("en"), reader, events)


def test_X6_praise_comes_before_mistakes() -> None:
    """How many moves were the best, and which of them scored most; for who has none, what scored most at all."""
    first = next(event for event in finished() if isinstance(event, Played))
    table = moments(finished())[0].view.table
    lines = praised().text.split("\n")[3:7]
    own = 0 if moments(finished())[0].decision.seat == 0 else 2
    move = play_text(first.placement, first.sheet, table.setup)
    assert said("reviews.best_moves", 2, best="1") in lines[own] and move in lines[own]
    assert "1 large mistake" in lines[own + 1]
    assert said("reviews.most_points") in lines[2 - own] and "best" not in lines[2 - own].lower()
    assert "2 large mistakes" in lines[3 - own]


def test_X6_what_everyone_sees_leaves_out_the_mistakes_of_computer_players() -> None:
    """In words and in the chart; whoever opens the review alone sees them."""
    shared, alone = praised(0, 1), praised(0, 1, reader=Reader(events=finished()))
    assert "mistake" not in shared.text.split("\n-#")[0] and "large mistakes" in alone.text
    for message, marks in ((shared, 0), (alone, 4)):
        scene = message.images[0].scene
        assert isinstance(scene, ReviewScene) and len(scene.marks) == marks
    assert "mistake" not in shared.images[0].alt


def test_X6_mistakes_are_counted_in_words_and_zeros_are_left_out() -> None:
    """Each with its own plural."""
    seat = SeatReview(0, 8, 7.5, 1238, 0, 1, 7, 0.5, 0, 0.0)
    for one, told in (
        (seat, "7 large mistakes and 1 medium mistake"),
        (replace(seat, medium=0, large=0), "no mistakes"),
        (replace(seat, large=1, small=2, phonies=1), "1 large mistake, 1 medium mistake, 2 small mistakes and 1 phony"),
    ):
        assert mistakes_text(one, texts_for("en")) == told


def test_X6_a_page_says_once_what_a_lead_is() -> None:
    """A lead below zero has a minus sign; where there is no lead, there is nothing to explain."""
    table, [turn] = events_and_turns(1)
    figures = MoveFigures(None, 18, 0.4, -12.4, 5.0)
    shown = turn_review_message("g", table, [replace(turn, played=figures, best=(figures,))], 1, texts_for("en")).text
    assert "lead \N{MINUS SIGN}12" in shown
    assert shown.count(said("reviews.lead_how_many")) == 1
    without = replace(figures, lead=None)
    shown = turn_review_message("g", table, [replace(turn, played=without, best=(without,))], 1, texts_for("en")).text
    assert "Lead:" not in shown


@pytest.mark.parametrize("stood", [True, False])
def test_X6_a_phony_is_never_said_to_be_no_mistake(stood: bool) -> None:
    """Page and menu say what it was instead. One that came off the board has scored nothing."""
    events = finished()
    turns = [graded(events, number) for number in range(1, len(moments(events)) + 1)]
    turns = [replace(one, mistake=Mistake.NONE, phony=PhonyEffect(stood, 0.1, 4.0)) for one in turns]
    number = next(number for number, one in enumerate(turns) if isinstance(events[one.after - 1], Played)) + 1
    table = moments(events)[0].view.table
    shown = turn_review_message("g", table, tuple(turns), number, texts_for("en"), Reader(events=events))
    option = menu_of(shown).options[number - 1]
    assert "No mistake" not in shown.text + option.about
    assert shown.text.count("A phony that") == 1
    assert option.about.startswith("A phony that")
    assert option.label.endswith(", 0 points") is not stood


def test_X6_a_phony_that_lost_is_said_to_be_the_mistake_that_it_was() -> None:
    """Once, with what it lost."""
    lost = PhonyEffect(False, -0.188, -30.0)
    one = replace(graded(finished(), 1), mistake=Mistake.LARGE, lost_win=0.188, lost_points=30.0, phony=lost)
    texts = texts_for("en")
    assert verdict_text(one, texts) == f"{phony_fate(lost, texts)} {loss_text(one, texts)}"


def test_X6_what_a_chance_loses_is_told_in_percentage_points() -> None:
    """A percentage could be read as a share of the chance that was left."""
    one = replace(graded(finished(), 1), mistake=Mistake.LARGE, lost_win=0.188, phony=None)
    assert loss_text(one, texts_for("en")) == f"Large mistake: {said('reviews.lowered_chance_win', percent='18.8')}"
    assert loss_text(one, texts_for("de")) == "Großer Fehler: Gewinnchance um 18,8 Prozentpunkte gesenkt"
