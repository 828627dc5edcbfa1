from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from bot.model.theme import rgb
from bot.render import (
    THEMES,
    BoardScene,
    DrawnTile,
    ScoreRow,
    SquareFace,
    Style,
    TileFace,
    board,
    draw_animation,
    draw_board,
)
from bot.render import panel as panels
from bot.render.board import compose_board
from bot.render.paint import Face, indexed
from bot.render.scene import look_of
from bot.render.tiles import LEAST_DIGIT, draw_face, draw_square, draw_tile, grid_of
from tests.support import scenes
from tests.support.later import later
from tests.support.pictures import decode

CLASSIC = look_of(Style())
STYLES = [Style(theme, size) for theme in THEMES for size in ("normal", "large")]


def cell_image(scene: BoardScene, column: int, row: int) -> Image.Image:
    """One square of the picture, found by the board's own grid."""
    bare = replace(scene, title="", pool="", status="", seats=(), facts=())
    grid, margin = grid_of(bare, CLASSIC), 20
    left, top = grid.corner(column, row)
    image = compose_board(bare, Style()).convert("RGB")
    return image.crop((margin + left, margin + top, margin + left + grid.cell, margin + top + grid.cell))


def single(tile: TileFace, is_new: bool = False, square: SquareFace | None = None) -> Image.Image:
    """A picture of one square, with a tile."""
    plain = (square or SquareFace(),) * 25
    return cell_image(BoardScene(5, 5, plain, (DrawnTile(2, 2, tile, is_new),)), 2, 2)


def differ(one: Image.Image, other: Image.Image) -> int:
    """The number of pixels in which two pictures differ."""
    return sum(ImageChops.difference(one.convert("RGB"), other.convert("RGB")).convert("L").histogram()[1:])


@pytest.mark.parametrize("style", STYLES, ids=lambda style: f"{style.theme}-{style.size}")
def test_a_full_normal_board_is_a_small_png(style: Style) -> None:
    """Every theme and size stays under 60 kB, in a palette, at a size that previews keep readable."""
    picture = draw_board(scenes.late(), style)
    assert picture.media_type == "image/png"
    assert picture.data[:8] == b"\x89PNG\r\n\x1a\n"
    assert len(picture.data) < 60_000
    assert 800 <= picture.width <= 1000
    assert picture.height <= 1.5 * picture.width


def test_the_same_scene_gives_the_same_bytes() -> None:
    """Drawing has no memory: neither the order of calls nor other pictures change anything."""
    first = draw_board(scenes.late(), Style()).data
    draw_board(scenes.wide(), Style(size="large"))
    draw_board(scenes.late(8), Style("dark"))
    assert draw_board(scenes.late(), Style()).data == first


def test_threads_draw_the_same_as_one() -> None:
    """Two drawing threads share caches without disturbing each other."""
    jobs = [(make(), style) for make in (scenes.late, scenes.wide, scenes.big) for style in STYLES[:4]]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda job: draw_board(*job).data, jobs))
    assert together == [draw_board(*job).data for job in jobs]


@pytest.mark.parametrize("style", [*STYLES[:2], *later(STYLES[2:])], ids=lambda style: f"{style.theme}-{style.size}")
def test_the_palette_keeps_the_drawn_colours(style: Style, monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts, tiles and squares in the file's palette hardly differ from the same in full colour."""
    scene, look = scenes.late(), look_of(style)
    with monkeypatch.context() as patch:
        for module in (board, panels):
            patch.setattr(module, "blank", lambda width, height, colour, _: Image.new("RGB", (width, height), colour))
        patch.setattr(panels, "shades", lambda ink, *_: ink)
        around = board._draw_around(scene, look)
    drawn = list(zip(around, (part.convert("RGB") for part in board._draw_around(scene, look)), strict=True))
    parts = [draw_face(one.tile, 52, look, look.theme.grid, one.is_new, LEAST_DIGIT) for one in scene.tiles]
    parts += [draw_square(square, 54, look) for square in scene.squares]
    drawn += [(part, indexed(part, look.theme).convert("RGB")) for part in parts]
    assert all(part.mode == "RGB" for part, _ in drawn)
    difference = [0] * 256
    for full, quantised in drawn:
        found = ImageChops.difference(full, quantised).convert("L").histogram()
        difference = [one + other for one, other in zip(difference, found, strict=True)]
    assert sum(value * count for value, count in enumerate(difference)) / sum(difference) < 0.4
    assert sum(difference[16:]) / sum(difference) < 0.006


def test_files_are_sound() -> None:
    """Their checksums hold for decoders that look at them, and each line has its byte and its pixels."""
    picture = draw_board(scenes.rack(), Style())
    chunks, at = dict[bytes, bytes](), 8
    while at < len(picture.data):
        size, kind = struct.unpack_from(">I4s", picture.data, at)
        chunks[kind] = picture.data[at + 8 : at + 8 + size]
        assert zlib.crc32(kind + chunks[kind]) == int.from_bytes(picture.data[at + 8 + size : at + 12 + size])
        at += 12 + size
    assert len(zlib.decompress(chunks[b"IDAT"])) == (picture.width + 1) * picture.height


def test_each_line_of_a_position_is_drawn_once() -> None:
    """Everyone who looks at a position gets the same lines, whatever is around them, and a play draws only its own."""
    scene = scenes.late()
    earlier = replace(scene, tiles=tuple(placed for placed in scene.tiles if placed.row != 14))
    board._lines_strip.cache_clear()
    for one in (scene, replace(scene, seats=(), title="", pool="", status="", facts=(), rack=scenes.rack().rack)):
        draw_board(one, Style())
        assert board._lines_strip.cache_info().misses == 16
    draw_board(earlier, Style())
    assert board._lines_strip.cache_info().misses == 17


@pytest.mark.parametrize("zoom", [100, *later([50, 200])])
@pytest.mark.parametrize("make", [scenes.late, scenes.big, scenes.wide, scenes.small, scenes.rack])
def test_the_file_shows_the_composed_picture(make: Callable[[], BoardScene], zoom: int) -> None:
    """However many lines of squares are compressed together, and with an outlined square too."""
    style = Style(zoom=zoom)
    assert differ(decode(draw_board(make(), style)), compose_board(make(), style)) == 0


def test_N2_every_premium_carries_its_name() -> None:
    """2L, 3W and the rest are printed, not only coloured."""
    for label, letter, word in (("2L", 2, 1), ("3L", 3, 1), ("4L", 4, 1), ("2W", 1, 2), ("3W", 1, 3), ("4W", 1, 4)):
        named, unnamed = SquareFace(label, letter, word), SquareFace("", letter, word)
        images = [cell_image(BoardScene(5, 5, (square,) * 25), 2, 2) for square in (named, unnamed)]
        assert differ(*images) > 80, label


def test_N2_strengths_and_kinds_have_colours_of_their_own() -> None:
    """Nine squares, nine colours; factors of five and more share one."""
    kinds = (
        [SquareFace("", n, 1) for n in (2, 3, 4, 5)]
        + [SquareFace("", 1, n) for n in (2, 3, 4, 5)]
        + [SquareFace("", points=5)]
    )
    colours = [cell_image(BoardScene(5, 5, (square,) * 25), 2, 2).getpixel((10, 10)) for square in kinds]
    assert len(set(colours)) == len(kinds)
    nine = cell_image(BoardScene(5, 5, (SquareFace("", 9),) * 25), 2, 2).getpixel((10, 10))
    assert nine == rgb(CLASSIC.theme.letter_5)


def test_K8_a_square_of_several_kinds_shows_each_of_them() -> None:
    """Letter factor, word factor and the square's points are bands, one below the other."""
    square = SquareFace("2L 3W +5", 2, 3, 5)
    image = cell_image(BoardScene(5, 5, (square,) * 25), 2, 2)
    column = [image.getpixel((4, y)) for y in (8, image.height // 2, image.height - 8)]
    theme = CLASSIC.theme
    assert column == [rgb(theme.letter_2), rgb(theme.word_3), rgb(theme.points)]


def test_N2_blocked_squares_are_crossed() -> None:
    """A blocked square has a cross, not only a dark colour."""
    image = cell_image(BoardScene(5, 5, (SquareFace(is_blocked=True),) * 25), 2, 2)
    middle = image.width // 2
    assert image.getpixel((middle, middle)) == rgb(CLASSIC.theme.blocked_mark)
    assert image.getpixel((middle, 4)) == rgb(CLASSIC.theme.blocked)


def test_the_latest_play_is_outlined_not_only_coloured() -> None:
    """A new tile has a line of several pixels on all four sides, in its own colour."""
    new, old = single(TileFace("E", "1"), is_new=True), single(TileFace("E", "1"))
    outline, middle, last = rgb(CLASSIC.theme.new_outline), new.width // 2, new.width - 1
    for depth in (1, 2, 3):
        for point in ((depth, middle), (last - depth, middle), (middle, depth), (middle, last - depth)):
            assert new.getpixel(point) == outline
            assert old.getpixel(point) != outline


def test_blanks_are_ringed() -> None:
    """A ring tells a blank from a tile of the same letter even in black and white."""
    look = look_of(Style("high_contrast"))
    images = []
    for is_blank in (True, False):
        image = Image.new("RGB", (60, 60))
        draw_tile(image, TileFace("I", "", is_blank), 60, (0, 0), look, "#000000")
        images.append(image.convert("1", dither=Image.Dither.NONE))
    left_of_letter = [image.crop((2, 20, 18, 36)) for image in images]
    assert left_of_letter[0].getextrema() == (0, 255)
    assert left_of_letter[1].getextrema() == (255, 255)


@pytest.mark.parametrize("points", ["-9999", "-99", "-10", "-1", "0", "1", "10", "99", "999", "9999"])
@pytest.mark.parametrize("letter", ["I", "W", "CH", "L·L", "Щ", "Å", "Ё"])
def test_K7_points_and_letters_stay_on_the_tile(letter: str, points: str) -> None:
    """Whatever is written, the tile's rim is unchanged, and points are always visible."""
    for style in (Style(), Style(size="large")):
        for side in (34, 52, 96):
            tiles = (TileFace("", ""), TileFace(letter, points), TileFace(letter, ""))
            images = [draw_face(tile, side, look_of(style), "#000000", False, LEAST_DIGIT) for tile in tiles]
            rim = Image.new("L", (side, side), 255)
            rim.paste(0, (2, 2, side - 2, side - 2))
            inked = ImageChops.difference(images[0], images[1]).convert("L")
            assert ImageChops.multiply(inked, rim).getextrema()[1] < 8
            assert differ(images[1], images[2]) > 8


@pytest.mark.parametrize("count", range(10))
@pytest.mark.parametrize("panel", ["below", "beside"])
def test_K17_any_number_of_seats_fits(count: int, panel: str) -> None:
    """Up to nine seats, including strange names: nothing is wider than the picture, and its height stays sensible."""
    picture = draw_board(scenes.late(count), Style(panel=panel))  # type: ignore[arg-type]
    assert picture.height <= 1.6 * picture.width
    assert len(picture.data) < 70_000


def test_K17_turn_score_tiles_and_kind_all_show() -> None:
    """Changing any one fact of the score board changes the picture."""
    seat = ScoreRow("Alice", "10", "7 tiles", "HELLO +10")
    scene = replace(scenes.opening(0), seats=(seat, replace(seat, name="Bob")))
    before = compose_board(scene, Style())
    for change in (
        {"score": "11"},
        {"tiles": "6 tiles"},
        {"extra": "passed"},
        {"is_turn": True},
        {"is_computer": True},
        {"is_computer": None},
    ):
        changed = replace(scene, seats=(replace(seat, **change), scene.seats[1]))  # type: ignore[arg-type]
        assert differ(before, compose_board(changed, Style())) > 10, change


def test_a_turn_takes_no_room_from_a_name_beside_a_face(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its arrow stands before the details below, and still shows."""
    rooms, whole = dict[bool, int](), panels.shorten
    scene = scenes.with_faces(scenes.opening())
    pictures = []
    for is_turn in (True, False):

        def noted(face: Face, size: int, text: str, width: int, is_turn: bool = is_turn) -> str:
            if text.startswith("Maximiliane von"):
                rooms[is_turn] = width
            return whole(face, size, text, width)

        monkeypatch.setattr(panels, "shorten", noted)
        seats = (scene.seats[0], replace(scene.seats[1], is_turn=is_turn))
        pictures.append(decode(draw_board(replace(scene, seats=seats), Style())))
    assert rooms[True] == rooms[False]
    assert differ(*pictures) > 100


def test_names_do_not_run_into_scores() -> None:
    """However long a name is, the pixels of the score stay the same; what is below the name passes below the score."""
    short, long = (
        replace(scenes.opening(0), seats=(ScoreRow(name, "1024", "7 tiles", "x" * len(name)),), facts=())
        for name in ("A", "W" * 99)
    )
    images = [compose_board(scene, Style()) for scene in (short, long)]
    right = images[0].width - 130
    below = images[0].height - 62  # half of the card, and the margin
    assert differ(*(image.crop((right, 0, image.width, below)) for image in images)) == 0
    assert differ(*(image.crop((right, below, image.width, image.height)) for image in images)) > 0


def test_very_long_texts_are_cut_not_spilt() -> None:
    """Texts of any length leave the picture's width unchanged."""
    scene = scenes.opening()
    endless = replace(scene, title="t " * 400, pool="p " * 400, status="s " * 400, facts=("f " * 400,) * 9)
    picture = draw_board(endless, Style())
    assert picture.width == draw_board(scene, Style()).width
    assert picture.height < draw_board(scene, Style()).height + 120


@pytest.mark.parametrize(("width", "height"), [(1, 1), (31, 31), (31, 1), (1, 31), (5, 5)])
def test_N1_any_size_of_board_can_be_drawn(width: int, height: int) -> None:
    """From one square to 31 x 31, with everything around it or nothing."""
    scene = BoardScene(width, height, (SquareFace("2L", 2),) * (width * height))
    bare = draw_board(scene, Style())
    labelled = replace(scene, column_labels=scenes.letters(width), row_labels=scenes.numbers(height))
    full = draw_board(replace(labelled, status="Alice to play", seats=scenes.seats(4), pool="9"), Style())
    assert bare.width < full.width <= 1400
    assert full.height <= 1700
    for panel in ("below", "beside"):
        titled = draw_board(replace(scene, title="A rather long title", pool="100 in the pool"), Style(panel=panel))  # type: ignore[arg-type]
        assert titled.width >= 440


def test_N17_the_animation_ends_as_the_board() -> None:
    """It starts without the new tiles, places one after another, and plays once."""
    picture = draw_animation(scenes.opening(), Style(), 5)
    moving = Image.open(io.BytesIO(picture.data))
    assert picture.media_type == "image/gif"
    assert moving.n_frames == 6
    assert "loop" not in moving.info
    first = moving.convert("RGB")
    moving.seek(5)
    assert differ(moving.convert("RGB"), decode(draw_board(scenes.opening(), Style()))) == 0
    empty = replace(scenes.opening(), tiles=())
    assert differ(first, decode(draw_board(empty, Style()))) == 0


def test_C8_speeds_run_from_0_to_9() -> None:
    """0 is the fastest, 9 the slowest; others are refused."""
    waits = []
    for speed in (0, 9):
        moving = Image.open(io.BytesIO(draw_animation(scenes.opening(), Style(), speed).data))
        moving.seek(2)
        waits.append(moving.info["duration"])
    assert waits == [100, 1000]
    for speed in (-1, 10):
        with pytest.raises(ValueError, match="speed"):
            draw_animation(scenes.opening(), Style(), speed)


def test_K20_zoom_changes_only_the_number_of_pixels() -> None:
    """Half or twice as large, the picture keeps its proportions, and the texts theirs."""
    normal = draw_board(scenes.late(), Style())
    for zoom in (50, 150, 200):
        picture = draw_board(scenes.late(), Style(zoom=zoom))
        assert picture.width == pytest.approx(normal.width * zoom / 100, rel=0.02)
        assert picture.height == pytest.approx(normal.height * zoom / 100, rel=0.02)
        shrunk = decode(picture).resize((normal.width // 4, normal.height // 4), Image.Resampling.BOX)
        same = decode(normal).resize(shrunk.size, Image.Resampling.BOX)
        difference = ImageChops.difference(shrunk, same).convert("L").histogram()
        assert sum(value * count for value, count in enumerate(difference)) / (shrunk.width * shrunk.height) < 15


@pytest.mark.parametrize(
    ("count", "theme"),
    [*((count, "classic") for count in (0, 1, 7, 8, 10, 11)), *((31, theme) for theme in THEMES)],
)
def test_any_rack_can_be_drawn_below_the_board(count: int, theme: str) -> None:
    """In rows of up to ten, as wide as the board, small enough to send after every turn."""
    scene = scenes.rack()
    alone, picture = (draw_board(replace(scene, rack=(TileFace("CH", "-10"),) * n), Style(theme)) for n in (0, count))
    assert picture.width == alone.width
    assert 0.09 * -(-count // 10) <= (picture.height - alone.height) / alone.width <= 0.14 * -(-count // 10)
    assert len(picture.data) < 100_000


def test_the_order_of_a_rack_its_blanks_and_its_empty_places_show() -> None:
    """Each change is visible."""
    scene = scenes.rack()
    before = decode(draw_board(scene, Style()))
    blank = scene.rack[2]
    assert blank
    for rack in (
        scene.rack[::-1],
        (*scene.rack[:2], blank._replace(is_blank=False), *scene.rack[3:]),
        (*scene.rack[:2], None, *scene.rack[3:]),
    ):
        assert ImageChops.difference(before, decode(draw_board(replace(scene, rack=rack), Style()))).getbbox()


def test_D2_board_and_rack_fit_a_screen() -> None:
    """On a phone of 390 x 844, of which 620 are for messages, and on a screen of 1280 x 900, of which 700 are."""
    picture = draw_board(scenes.rack(), Style())
    assert picture.height * 340 / picture.width <= 450
    assert picture.height * 550 / picture.width <= 700


def test_K20_even_the_largest_board_is_a_small_file() -> None:
    """31 x 31 squares full of premiums and tiles of all letters stay below 100 kB, where people wait for a picture."""
    kinds = ("'", '"', "-", "=", "~", "^", "+", "!", "*", "n", " ")
    rows = tuple("".join(kinds[(x * x + 3 * y + x * y) % 11] for x in range(31)) for y in range(31))
    placed = tuple(
        DrawnTile(x, y, TileFace(chr(65 + (x * 7 + y * 5) % 26), str((x + y) % 9)))
        for x in range(31)
        for y in range(31)
        if (x * 5 + y * 3) % 10 < 3
    )
    scene = BoardScene(31, 31, scenes.squares(rows), placed, scenes.letters(31), scenes.numbers(31), "Huge", "9", "x")
    for size in ("normal", "large"):
        assert len(draw_board(scene, Style(size=size)).data) < 100_000  # type: ignore[arg-type]
