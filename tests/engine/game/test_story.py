"""The story of a game, from its turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.game.history import Entry, Mark, TurnKind, WordLine
from engine.game.story import FAR_BEHIND, Plot, Story, story_given_up, story_of


def played(*courses: Sequence[int], left: Sequence[int] = ()) -> list[Entry]:
    """A game in which each seat scored these points in its turns, and gained `left` at the end."""
    entries = [
        Entry(
            seat,
            0,
            TurnKind.PLAY if points else TurnKind.PASS,
            (WordLine(Mark.WORD, (f"{seat}-{turn}",), points),),
            points,
            0,
        )
        for turn in range(max(map(len, courses)))
        for seat, course in enumerate(courses)
        if turn < len(course)
        for points in (course[turn],)
    ]
    return entries + [Entry(seat, 0, TurnKind.ADJUSTMENT, (), points, 0) for seat, points in enumerate(left) if points]


def told(entries: Sequence[Entry], seats: int = 2, winner: int = 0) -> Story:
    story = story_of(entries, seats, (winner,))
    assert story is not None
    return story


def word(story: Story) -> str:
    """The deciding word, which names its seat and the number of turns before it."""
    assert story.play
    return story.play.lines[0].word[0]


def test_who_was_ahead_after_every_turn_led_all_the_way() -> None:
    """Also the seat that plays second, which is behind until its first turn."""
    assert told(played((20, 20), (30, 20)), winner=1).plot is Plot.ALL_THE_WAY


def test_a_comeback_names_how_far_the_winner_was_behind_and_the_play_that_took_the_lead() -> None:
    story = told(played((10, 10, 80, 10), (30, 41, 10, 10)))
    assert (story.plot, story.behind, story.lowest, story.turn, story.played) == (Plot.COMEBACK, 51, 2, 3, 3)
    assert word(story) == "0-2"


def test_a_lead_that_the_other_gave_away_has_no_play() -> None:
    """The winner passes while the other's hint costs more than there was."""
    entries = played((10, 10, 0), (30, 40, 0))
    entries.append(Entry(1, 0, TurnKind.HINT, (), -60, 0))
    story = told(entries)
    assert (story.plot, story.play) == (Plot.COMEBACK, None)


def test_a_lead_taken_for_good_near_the_end_is_late() -> None:
    story = told(played((20, 10, 20, 10, 30), (20, 20, 20, 20, 0)))
    assert (story.plot, story.turn, word(story)) == (Plot.LATE, 5, "0-4")


def test_a_lead_that_went_to_and_fro_is_counted() -> None:
    story = told(played((10, 30, 0, 40, 9, 9, 9, 9), (20, 0, 40, 0, 0, 0, 0, 0)))
    assert (story.plot, story.changes, word(story)) == (Plot.CHANGES, 3, "0-3")


def test_else_it_is_told_from_when_the_winner_led_and_what_scored_most_from_then_on() -> None:
    story = told(played((10, 30, 10, 50, 9), (20, 10, 0, 0, 0)))
    assert (story.plot, story.turn, story.played, word(story)) == (Plot.AHEAD, 2, 4, "0-3")


def test_the_best_of_several_others_is_the_one_to_be_ahead_of() -> None:
    assert told(played((20, 60), (10, 10), (55, 0)), seats=3).behind == 35


def test_tiles_left_decide_only_if_the_winner_was_not_ahead_without_them() -> None:
    level = ((20, 20), (20, 20))
    assert told(played(*level, left=(8, -8))).plot is Plot.TILES_LEFT
    assert told(played((20, 21), (20, 20), left=(8, -8))).plot is not Plot.TILES_LEFT


@pytest.mark.parametrize(
    ("entries", "seats", "winners"),
    [
        (played((0, 0), (0, 0)), 2, (0,)),
        (played((20, 20)), 1, (0,)),
        (played((20,), (20,)), 2, ()),
        (played((10, 10), (30, 30)), 2, (0,)),
        (played((10, 10), (30, 30)), 2, (0, 1)),
        (played((30,), (10,)), 2, (0,)),
    ],
    ids=["nothing played", "alone", "nobody won", "the other had more", "shared with unlike points", "one turn"],
)
def test_there_is_no_story_where_the_points_tell_none(
    entries: Sequence[Entry], seats: int, winners: tuple[int, ...]
) -> None:
    assert story_of(entries, seats, winners) is None


def test_equal_points_end_level() -> None:
    story = story_of(played((20,), (20,)), 2, (0, 1))
    assert story and story.plot is Plot.LEVEL


def test_a_game_that_was_given_up_tells_of_a_comeback_or_of_the_phony_caught() -> None:
    """Also if whoever gave up was ahead; not if it had hardly begun."""
    comeback, led, behind = (
        played((10, 10, FAR_BEHIND * 3), (30, 30)),
        played((20, 20), (10, 10)),
        played((10, 10), (20, 20)),
    )
    for entries, plot in ((comeback, Plot.COMEBACK), (led, Plot.ALL_THE_WAY), (behind, None), (led[:3], None)):
        story = story_given_up(entries, 2, (0,))
        assert (story and story.plot) == plot
    for entries in (led, behind):
        caught = [*entries[:3], replace(entries[3], withdrawn=True, points=0)]
        story = story_given_up(caught, 2, (0,))
        assert story is not None
        assert (story.plot, story.seat, story.played, word(story)) == (Plot.CAUGHT, 1, 2, "1-1")
    phony_and_comeback = [replace(comeback[0], withdrawn=True, points=0), *comeback[1:]]
    story = story_given_up(phony_and_comeback, 2, (0,))
    assert story is not None and story.plot is Plot.COMEBACK
