"""Pictures that a person has checked, and the end card with its chart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from io import BytesIO
from itertools import pairwise

import numpy as np
import pytest
from PIL import Image

from bot.front.components.layout import draw
from bot.front.help.messages import lesson_images
from bot.model.theme import contrast, rgb
from bot.render import (
    THEMES,
    BestPlay,
    BoardScene,
    ChanceLine,
    ChanceMark,
    EndScene,
    Picture,
    ReviewScene,
    StandingLine,
    Style,
    draw_board,
    draw_end_card,
    draw_poster,
    draw_review,
    draw_zoom,
    poster,
)
from bot.render.chart import _spread, nice, series_colour
from bot.render.scene import look_of
from bot.text import texts_for
from bot.text.variants import setup_for
from engine.loading import load_variant
from tests.support import scenes
from tests.support.later import later
from tests.support.pictures import GOLDEN, assert_like_golden, decode, renew

BOARDS: dict[str, tuple[BoardScene, Style]] = {
    "board_opening": (scenes.opening(), Style()),
    "board_late": (scenes.late(), Style()),
    "board_large": (scenes.late(2), Style(size="large")),
    "board_dark": (scenes.late(8), Style("dark")),
    "board_paper": (scenes.late(3), Style("paper")),
    "board_high_contrast": (scenes.late(2), Style("high_contrast")),
    "board_frost": (scenes.late(2), Style("frost")),
    "board_midnight": (scenes.late(2), Style("midnight")),
    "board_beside": (scenes.late(5), Style(panel="beside")),
    "board_big": (scenes.big(), Style()),
    "board_small": (scenes.small(), Style()),
    "board_wide": (scenes.wide(), Style()),
}
DRAWN: dict[str, Callable[[], Picture]] = {
    **{name: partial(draw_board, *one) for name, one in BOARDS.items()},
    "rack": lambda: draw_board(scenes.rack(), Style()),
    "zoom": lambda: draw_zoom(scenes.late(), (7, 7), Style()),
    "zoom_corner": lambda: draw_zoom(scenes.late(), (14, 0), Style("dark", "large")),
    "end": lambda: draw_end_card(scenes.end(), Style()),
    "end_dark": lambda: draw_end_card(scenes.end(2), Style("dark")),
    "end_paper_large": lambda: draw_end_card(scenes.end(3), Style("paper", "large")),
    "end_high_contrast": lambda: draw_end_card(scenes.end(9), Style("high_contrast")),
    "board_faces": lambda: draw_board(scenes.with_faces(scenes.late()), Style()),
    "board_faces_dark_beside": lambda: draw_board(scenes.with_faces(scenes.late(5)), Style("dark", panel="beside")),
    "poster": lambda: draw_poster(scenes.poster(), Style()),
    "poster_dark": lambda: draw_poster(scenes.poster(4), Style("dark")),
    "poster_paper_large": lambda: draw_poster(scenes.poster(3, None), Style("paper", "large")),
    "poster_high_contrast": lambda: draw_poster(scenes.poster(9), Style("high_contrast")),
    "lesson": lambda: draw(
        lesson_images("composing", setup_for(load_variant("standard")), texts_for("en"))[0], Style()
    ),
}


@pytest.mark.parametrize("name", DRAWN)
def test_pictures_look_as_somebody_saw_them(name: str) -> None:
    """Each still looks like its golden picture."""
    picture = DRAWN[name]()
    renew(picture, name)
    assert_like_golden(picture, name)


def test_the_tolerance_notices_a_missing_tile() -> None:
    """A golden comparison that lets anything pass would be worthless: one tile less must fail."""
    scene = scenes.late()
    worse = draw_board(replace(scene, tiles=scene.tiles[:-1]), Style())
    with pytest.raises(AssertionError):
        assert_like_golden(worse, "board_late")


def test_the_tolerance_allows_another_font_engine() -> None:
    """Moving every edge by a part of a pixel, as other versions of the font engine do, must pass."""
    golden = Image.open(GOLDEN / "board_late.png").convert("RGB")
    moved = golden.transform(golden.size, Image.Transform.AFFINE, (1, 0, 0.3, 0, 1, 0.3), Image.Resampling.BILINEAR)
    stream = BytesIO()
    moved.save(stream, "PNG")
    assert_like_golden(Picture(stream.getvalue(), "image/png", *golden.size), "board_late")


STYLES = [Style(theme, size) for theme in THEMES for size in ("normal", "large")]


@pytest.mark.parametrize("style", [*STYLES[:2], *later(STYLES[2:])], ids=lambda style: f"{style.theme}-{style.size}")
@pytest.mark.parametrize("players", [1, 2, 9])
def test_a_card_is_small_and_never_too_tall(style: Style, players: int) -> None:
    """Whatever the theme and the number of seats; faces included."""
    for picture in (draw_end_card(scenes.end(players), style), draw_poster(scenes.poster(players), style)):
        assert len(picture.data) < 80_000
        assert 800 <= picture.width <= 900
        assert picture.height <= 2.25 * picture.width


def test_every_fact_shows() -> None:
    """Changing any one fact of the card changes the picture."""
    scene = scenes.end(2)
    first, second = scene.standings
    before = draw_end_card(scene, Style()).data
    changes = [
        replace(scene, title="Another"),
        replace(scene, outcome="Nobody won."),
        replace(scene, chart="Scores"),
        replace(scene, turns="rounds"),
        *(
            replace(scene, standings=(replace(first, **change), second))  # type: ignore[arg-type]
            for change in (
                {"name": "Cem"},
                {"score": "999"},
                {"note": ""},
                {"is_winner": False},
                {"is_computer": True},
                {"totals": (*first.totals[:-1], 3)},
            )
        ),
    ]
    assert all(draw_end_card(changed, Style()).data != before for changed in changes)


def test_lines_differ_without_their_colour() -> None:
    """Two seats with the same scores, drawn in the same places: their markers differ in shape."""
    one = StandingLine("1", "Ada", "9", totals=(0, 4, 9))
    pictures = []
    for standings in ((one,), (replace(one, totals=()), replace(one, seat=1))):
        image = decode(draw_end_card(EndScene("", "", standings), Style("high_contrast")))
        pictures.append(
            image.crop((60, image.height - 300, 500, image.height)).convert("L").point(lambda v: 255 * (v > 90))
        )
    assert pictures[0].tobytes() != pictures[1].tobytes()


def test_a_seat_has_the_same_colour_on_the_card_and_in_the_review() -> None:
    """Whoever won; and marks have none of the players' colours."""
    theme = look_of(Style()).theme
    ada, bruno = (tuple(rgb(series_colour(seat, theme.card))) for seat in (0, 1))
    won = (StandingLine("1", "", "9", totals=(0, 9), seat=1), StandingLine("2", "", "3", totals=(0, 3), seat=0))
    marks = tuple(ChanceMark(0, turn, 20, grade) for turn, grade in ((1, 0), (2, 1), (3, 2), (4, 3)))
    lines = (ChanceLine("", ((1, 20), (4, 20))), ChanceLine("", ((1, 80), (4, 80))))
    for picture in (
        draw_end_card(EndScene("", "", won), Style()),
        draw_review(ReviewScene("", "", lines, marks, 4, ("", "", "", "")), Style()),
    ):
        pixels = np.asarray(decode(picture).convert("RGB"))
        first = {one: np.flatnonzero((pixels == one).all(axis=2).any(axis=1))[0] for one in (ada, bruno)}
        assert first[bruno] < first[ada]
    ink = tuple(rgb(theme.card_ink))
    drawn = {colour for _, colour in decode(picture).getcolors(pixels.size) or ()}
    assert ink in drawn
    others = {tuple(rgb(series_colour(seat, theme.card))) for seat in range(2, 9)} - {ink}
    assert not others & drawn


@pytest.mark.parametrize("theme", THEMES)
def test_lines_stand_out_from_their_ground(theme: str) -> None:
    """Names are written in the colours of the lines, so these need the contrast of text."""
    ground = look_of(Style(theme)).theme.card
    colours = [series_colour(number, ground) for number in range(9)]
    assert len(set(colours)) == 9
    assert min(contrast(colour, ground) for colour in colours) >= 4.5


@pytest.mark.parametrize(("totals", "expected"), [([0], (0, 1)), ([0, 412], (0, 500)), ([-30, 55], (-40, 60))])
def test_the_axis_has_round_numbers(totals: list[int], expected: tuple[int, int]) -> None:
    """Few lines, all of them round, and every score between the outer ones."""
    low, high, step = nice(totals)
    assert (low, high) == expected
    assert len(range(low, high + 1, step)) <= 8


def test_names_beside_lines_never_touch() -> None:
    """However close the lines end, also at the upper and lower edge."""
    for heights in ([10.0] * 5, [200.0] * 5, [10.0, 11.0, 150.0, 199.0, 200.0]):
        placed = _spread(heights, 20, 10, 200)
        assert all(later - earlier >= 20 for earlier, later in pairwise(placed))
        assert placed[0] >= 10
        assert placed[-1] <= 200


def test_strange_names_and_endless_texts_stay_inside() -> None:
    """The width is the same for any text."""
    scene = scenes.end(3)
    endless = replace(
        scene,
        title="t " * 300,
        outcome="o" * 300,
        standings=tuple(replace(one, name="W" * 99, note="n" * 99) for one in scene.standings),
    )
    assert draw_end_card(endless, Style()).width == draw_end_card(scene, Style()).width
    for players in (1, 2, 4, 9):
        shown = scenes.poster(players)
        standings = tuple(replace(one, name="W" * 99, note="n " * 99, score="9" * 9) for one in shown.standings)
        assert shown.best
        tiles = shown.best.tiles * 4
        best = BestPlay("h" * 99, tiles, "a" * 99)
        long = replace(shown, title="t " * 99, standings=standings, story="s " * 200, best=best, remarks=("r" * 199,))
        assert draw_poster(long, Style()).width == draw_poster(shown, Style()).width


def test_X29_every_fact_of_a_poster_shows() -> None:
    """Changing any one fact changes the picture, and what there is none of takes no room."""
    scene = scenes.poster()
    first, second = scene.standings
    before = draw_poster(scene, Style())
    assert scene.best and first.portrait
    changes = [
        replace(scene, title="Another"),
        replace(scene, story="Nobody won."),
        replace(scene, best=replace(scene.best, heading="Best")),
        replace(scene, best=replace(scene.best, tiles=scene.best.tiles[1:])),
        replace(scene, best=replace(scene.best, about="8H")),
        replace(scene, remarks=("Bingos: none",)),
        replace(scene, milestones=("Zoë: First win",)),
        replace(scene, chart="Scores"),
        replace(scene, turns="rounds"),
        replace(scene, turning=None),
        *(
            replace(scene, standings=(replace(first, **change), second))  # type: ignore[arg-type]
            for change in (
                {"name": "Cem"},
                {"score": "999"},
                {"note": ""},
                {"is_winner": False},
                {"portrait": first.portrait._replace(pixels=b"")},
                {"portrait": first.portrait._replace(level=3)},
                {"totals": (*first.totals[:-1], 3)},
            )
        ),
    ]
    assert all(draw_poster(changed, Style()).data != before.data for changed in changes)
    for less in ({"title": ""}, {"story": ""}, {"best": None, "remarks": ()}, {"milestones": ()}):
        assert draw_poster(replace(scene, **less), Style()).height < before.height - 20  # type: ignore[arg-type]


def test_everyone_in_the_chart_has_a_marker_beside_the_name() -> None:
    """Also someone who has made no move: otherwise the only marker looks like praise."""
    theme = look_of(Style()).theme
    standings = (
        StandingLine("1", "Bruno", "0", totals=(0,), is_winner=True, seat=1),
        StandingLine("2", "Ada", "60", "resigned", totals=(0, 60), seat=0),
    )
    pixels = np.asarray(decode(draw_end_card(EndScene("", "", standings), Style())).convert("RGB"))
    for place, standing in enumerate(standings):
        row = pixels[place * 78 + 20 : place * 78 + 86, 70:100]
        assert (row == rgb(series_colour(standing.seat, theme.card))).all(axis=2).any(), standing.name


def test_X29_the_words_of_a_poster_are_legible_on_a_phone() -> None:
    """A phone of 390 pixels leaves about 350 of them to a picture; text of 11 can still be read there."""
    shown = 350 / draw_poster(scenes.poster(2), Style()).width
    assert min(poster._STRONG, poster._TEXT) * shown >= 11
