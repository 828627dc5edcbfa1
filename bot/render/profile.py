"""Cards of people: somebody's profile, and two people against each other."""

from __future__ import annotations

from PIL import Image

from bot.model.drawn import legible
from bot.model.games import GameOutcome
from bot.model.honours import TrophyMark
from bot.render.contest import ProfileScene, VersusScene
from bot.render.cup import GAP, MARGIN, WIDTH
from bot.render.paint import (
    Face,
    balance,
    finish,
    fitting,
    middle_baseline,
    polygon_mask,
    ring_mask,
    rounded_mask,
    series_colour,
    series_inks,
    shorten,
    stamp,
    text_width,
    wrap,
    write,
)
from bot.render.panel import Box, draw_card, stack
from bot.render.portraits import CROWN, draw_portrait, gallery
from bot.render.scene import BestPlay, FacedScene, Picture, Portrait, ResolvedStyle, Style, look_of
from bot.render.tiles import STAR, draw_tile

TEXT, SECOND = 32, 28
"""Font sizes; a phone shows a picture at two fifths of its size, and 11 pixels can still be read."""
_NAME, _FIGURE, _PAD = 44, 40, 16
_PORTRAIT, _DUEL = 116, 124
_TILE, _MARK = 60, 34
_DOT, _DOTS_APART, _LEAST_FORM = 22, 7, 5
_EDGE = 0.21
"""Where what belongs to one of two people has its middle, as a share of the width from either side."""
_WON, _LOST = 1, 0
"""Numbers of the colours of games won and lost (`series_colour`)."""
_MARKS = {
    TrophyMark.CUP: (
        (0.02, 0.12), (0.2, 0.12), (0.2, 0.04), (0.8, 0.04), (0.8, 0.12), (0.98, 0.12), (0.95, 0.34), (0.84, 0.49),
        (0.74, 0.52), (0.62, 0.64), (0.56, 0.66), (0.56, 0.8), (0.74, 0.84), (0.74, 0.96), (0.26, 0.96), (0.26, 0.84),
        (0.44, 0.8), (0.44, 0.66), (0.38, 0.64), (0.26, 0.52), (0.16, 0.49), (0.05, 0.34),
    ),
    TrophyMark.SHIELD: (
        (0.08, 0.08), (0.5, 0.0), (0.92, 0.08), (0.9, 0.5), (0.74, 0.8), (0.5, 1.0), (0.26, 0.8), (0.1, 0.5),
    ),
    TrophyMark.CROWN: CROWN,
    TrophyMark.FLAME: (
        (0.52, 0.0), (0.6, 0.2), (0.78, 0.38), (0.88, 0.6), (0.82, 0.82), (0.64, 0.98), (0.36, 0.98), (0.18, 0.82),
        (0.12, 0.6), (0.2, 0.42), (0.3, 0.5), (0.34, 0.28),
    ),
    TrophyMark.STAR: STAR,
}  # fmt: skip


def draw_profile(scene: ProfileScene, style: Style) -> Picture:
    """The profile as a PNG. Raises ThemeError for unknown names in a style."""
    look = look_of(style)
    width = look.zoomed(WIDTH)
    ratings = [_draw_rating(one, look, _column(width, len(scene.ratings), look)) for one in scene.ratings]
    trophies = [_draw_trophy(*one, look, _trophy_width(one[1], len(scene.trophies), look)) for one in scene.trophies]
    parts = [
        _draw_head(scene, look, width),
        _beside(ratings, look, width),
        _draw_figures(scene.figures, look, width),
        _draw_best(scene.best, look, width) if scene.best else None,
        _beside(sorted(trophies, key=lambda part: part.width), look, width, 4 if look.is_large else 3),
    ]
    return finish_people(parts, scene, look)


def finish_people(parts: list[Image.Image | None], scene: FacedScene, look: ResolvedStyle) -> Picture:
    """The parts below each other as a PNG in a palette with the colours of faces and of games won and lost."""
    image = stack([part for part in parts if part], look, look.scaled(GAP), look.zoomed(MARGIN))
    assert image is not None, "a card of nobody"
    inks, card = series_inks(_WON + 1, look.theme.card), look.theme.card
    faces = tuple(dict.fromkeys(scene.portraits))
    return finish(image.convert("RGB"), look.theme, gallery(faces, look.scaled(_PORTRAIT), look, card, inks).inks)


def draw_form(
    image: Image.Image, form: tuple[GameOutcome, ...], at: tuple[float, float], look: ResolvedStyle, align: float = 0.0
) -> None:
    """How games came out: a disc for a win, a dash for a tie, a ring for a loss; `at` is as for `write`."""
    side, card = look.scaled(_DOT), look.theme.card
    left = round(at[0] - align * form_width(len(form), look))
    top = round(at[1] - side / 2)
    for one in form:
        match one:
            case GameOutcome.WON:
                stamp(image, series_colour(_WON, card), rounded_mask(side, side, side // 2), left, top)
            case GameOutcome.TIED:
                dash = max(3, side // 4)
                stamp(image, look.theme.card_muted, rounded_mask(side, dash, dash // 2), left, round(at[1] - dash / 2))
            case GameOutcome.LOST:
                stamp(image, series_colour(_LOST, card), ring_mask(side, max(2, side / 6)), left, top)
        left += side + look.scaled(_DOTS_APART)


def form_width(games: int, look: ResolvedStyle) -> int:
    """The pixels that `draw_form` takes for so many games."""
    return games * (look.scaled(_DOT) + look.scaled(_DOTS_APART)) - look.scaled(_DOTS_APART) if games else 0


def _card(width: int, height: int, look: ResolvedStyle) -> Image.Image:
    image = Image.new("RGB", (width, height), look.theme.frame)
    draw_card(image, Box(0, 0, width, height), look, look.scaled(12))
    return image


def _line(
    image: Image.Image,
    text: str,
    face: Face,
    size: int,
    ink: str,
    at: tuple[float, float],
    room: float,
    align: float = 0.0,
) -> int:
    """Write one line around the height of `at`, shortened if need be; returns its width."""
    shown = shorten(face, size, legible(text), round(room))
    write(image, shown, face, size, ink, (at[0], middle_baseline(face, size, at[1])), align)
    return text_width(face, size, shown)


def _beside(parts: list[Image.Image], look: ResolvedStyle, width: int, most: int | None = None) -> Image.Image | None:
    """Parts of the same height in rows of as many as fit; only the first rows if there may be so many at `most`."""
    if not parts:
        return None
    gap, rows = look.scaled(GAP), list[list[Image.Image]]()
    for part in parts:
        if rows and sum(one.width + gap for one in rows[-1]) + part.width <= width:
            rows[-1].append(part)
        else:
            rows.append([part])
    rows = rows[:most]
    height = parts[0].height
    image = Image.new("RGB", (width, len(rows) * (height + gap) - gap), look.theme.frame)
    for number, row in enumerate(rows):
        left = 0
        for part in row:
            image.paste(part, (left, number * (height + gap)))
            left += part.width + gap
    return image


def _column(width: int, count: int, look: ResolvedStyle) -> int:
    """The width of one of several parts that stand in two columns; one alone, or one of large text, has all of it."""
    return width if count == 1 or look.is_large else (width - look.scaled(GAP)) // 2


# --- a profile --------------------------------------------------------------------------------------------------------


def _draw_head(scene: ProfileScene, look: ResolvedStyle, width: int) -> Image.Image:
    """The face, and beside it the name, a line about the games, the form, and how many games there are."""
    theme, side, pad = look.theme, look.scaled(_PORTRAIT), look.scaled(_PAD)
    heading, form = scene.form
    image = _card(width, side + 2 * pad, look)
    image.paste(draw_portrait(scene.who, side, look, theme.card), (pad, pad))
    left = 2 * pad + side + look.scaled(6)
    second, room = look.scaled(SECOND), width - left - pad
    least = look.zoomed(SECOND)
    size = fitting(Face.BOLD, look.scaled(_NAME), legible(scene.who.name), room, second)
    about = fitting(Face.MEDIUM, second, legible(scene.about), room, least)
    middle = image.height / 2
    heights = (middle - look.scaled(44), middle + look.scaled(4), middle + look.scaled(45))
    if not form:
        heights = (middle - look.scaled(22) if scene.about else middle, middle + look.scaled(28), 0)
    _line(image, scene.who.name, Face.BOLD, size, theme.card_ink, (left, heights[0]), room)
    _line(image, scene.about, Face.MEDIUM, about, theme.card_muted, (left, heights[1]), room)
    if form:
        told = text_width(Face.MEDIUM, second, legible(heading)) + text_width(Face.MEDIUM, second, legible(scene.total))
        while len(form) > _LEAST_FORM and told + form_width(len(form), look) + 2 * pad > room:
            form = form[1:]
        dots = form_width(len(form), look)
        wide = _line(image, heading, Face.MEDIUM, second, theme.card_muted, (left, heights[2]), room - dots - pad)
        draw_form(image, form, (left + wide + pad, heights[2]), look)
        at, room = (width - pad, heights[2]), room - wide - dots - 2 * pad
        _line(image, scene.total, Face.MEDIUM, second, theme.card_muted, at, room, 1.0)
    return image


def _draw_rating(one: tuple[str, str, str, str], look: ResolvedStyle, width: int) -> Image.Image:
    """The rating above its place on the left, and what it is of above a note beside it."""
    theme, pad, (rating, place, title, note) = look.theme, look.scaled(_PAD), one
    image = _card(width, look.scaled(86), look)
    size, second, middle = look.scaled(36), look.scaled(SECOND), image.height / 2
    heights = (middle - look.scaled(18), middle + look.scaled(19))
    wide = text_width(Face.BOLD, size, "0000?")
    at = (pad, heights[0] if place else middle)
    _line(image, rating, Face.BOLD, size, theme.card_ink, at, look.scaled(150))
    _line(image, place, Face.BOLD, second, theme.accent, (pad, heights[1]), wide)
    left = pad + wide + look.scaled(16)
    room = image.width - left - look.scaled(8)
    _line(image, title, Face.BOLD, second, theme.card_ink, (left, heights[0]), room)
    _line(image, note, Face.MEDIUM, second, theme.card_muted, (left, heights[1]), room)
    return image


def _draw_figures(figures: tuple[tuple[str, str], ...], look: ResolvedStyle, width: int) -> Image.Image | None:
    """Each figure above its heading, side by side on one card."""
    if not figures:
        return None
    theme, column = look.theme, width / len(figures)
    image, room, least = _card(width, look.scaled(100), look), column - look.scaled(_PAD), look.zoomed(SECOND)
    second = min(fitting(Face.MEDIUM, look.scaled(SECOND), legible(one), room, least) for one, _ in figures)
    for number, (heading, text) in enumerate(figures):
        x = (number + 0.5) * column
        upper, lower = look.scaled(36), look.scaled(74)
        _line(image, text, Face.BOLD, look.scaled(_FIGURE), theme.card_ink, (x, upper), room, 0.5)
        _line(image, heading, Face.MEDIUM, second, theme.card_muted, (x, lower), room, 0.5)
    return image


def _draw_best(best: BestPlay, look: ResolvedStyle, width: int) -> Image.Image:
    """The heading on the left and the points on the right of the tiles, if there is room, else above them."""
    theme, pad, second = look.theme, look.scaled(_PAD), look.scaled(SECOND)
    words = [shorten(Face.MEDIUM, second, legible(best.heading), width // 3)]
    words.append(shorten(Face.BOLD, second, legible(best.about), width // 3))
    sides = max(text_width(Face.BOLD, second, word) for word in words) + 2 * pad
    side = look.scaled(_TILE)
    apart = look.scaled(4)
    is_long = len(best.tiles) * (side + apart) > width - 2 * sides
    if is_long:
        side = min(side, (width - 2 * pad) // max(1, len(best.tiles)) - apart)
    head = look.scaled(42) if is_long else 0
    image = _card(width, head + side + 2 * pad, look)
    middle = pad + head / 2 - look.scaled(4) if is_long else image.height / 2
    _line(image, words[0], Face.MEDIUM, second, theme.card_muted, (pad, middle), width)
    _line(image, words[1], Face.BOLD, second, theme.card_ink, (width - pad, middle), width, 1.0)
    left = (width - len(best.tiles) * (side + apart) + apart) // 2
    for number, tile in enumerate(best.tiles):
        draw_tile(image, tile, side, (left + number * (side + apart), pad + head), look, theme.card)
    return image


def _trophy_width(text: str, count: int, look: ResolvedStyle) -> int:
    """The width of a column for a trophy, or of the whole card if its text is longer than that."""
    width = look.zoomed(WIDTH)
    column, (left, right) = _column(width, count, look), _trophy_sides(look)
    wide = left + text_width(Face.MEDIUM, look.scaled(SECOND), legible(text)) + right
    return column if wide <= column else width


def _trophy_sides(look: ResolvedStyle) -> tuple[int, int]:
    """The room for the mark and around it, left of a trophy's text, and right of it."""
    return look.scaled(_PAD) + look.scaled(_MARK) + look.scaled(10), look.scaled(8)


def _draw_trophy(mark: TrophyMark, text: str, look: ResolvedStyle, width: int) -> Image.Image:
    """What was won beside its mark."""
    theme, side, (left, right) = look.theme, look.scaled(_MARK), _trophy_sides(look)
    image = _card(width, look.scaled(60), look)
    stamp(image, theme.accent, polygon_mask(side, _MARKS[mark]), look.scaled(_PAD), (image.height - side) // 2)
    at, room = (left, image.height / 2), image.width - left - right
    _line(image, text, Face.MEDIUM, look.scaled(SECOND), theme.card_ink, at, room)
    return image


# --- two people -------------------------------------------------------------------------------------------------------


def draw_versus(scene: VersusScene, style: Style) -> Picture:
    """Two people against each other as a PNG. Raises ThemeError for unknown names in a style."""
    look = look_of(style)
    width = look.zoomed(WIDTH)
    parts = [
        _draw_duel(scene, look, width),
        _draw_rows(scene.rows, look, width),
        _draw_plays(*scene.plays, look, width) if scene.plays else None,
        _draw_latest(*scene.latest, scene.pair, look, width),
    ]
    return finish_people(parts, scene, look)


def _draw_duel(scene: VersusScene, look: ResolvedStyle, width: int) -> Image.Image:
    """Both faces above their names, and the score with a line about it between them."""
    theme, side, second, pad = look.theme, look.scaled(_DUEL), look.scaled(SECOND), look.scaled(_PAD)
    edge, size, pitch = round(width * _EDGE), look.scaled(TEXT), look.scaled(38)
    names = [wrap(Face.BOLD, size, legible(one.name), 2 * edge - pad, 2) for one in scene.pair]
    image = Image.new("RGB", (width, side + look.scaled(16) + pitch * max(map(len, names))), theme.frame)
    for one, lines, x in zip(scene.pair, names, (edge, width - edge), strict=True):
        image.paste(draw_portrait(one, side, look, theme.frame), (x - side // 2, 0))
        for number, line in enumerate(lines):
            below = side + look.scaled(14) + pitch * (number + 0.5)
            _line(image, line, Face.BOLD, size, theme.frame_ink, (x, below), 2 * edge, 0.5)
    score, room = " : ".join(scene.score), width - 2 * (edge + side // 2 + look.scaled(26))
    at = (width / 2, look.scaled(42))
    size = fitting(Face.BOLD, look.scaled(84), legible(score), room, second)
    _line(image, score, Face.BOLD, size, theme.frame_ink, at, room, 0.5)
    for number, line in enumerate(balance(Face.MEDIUM, second, legible(scene.about), room, 2)):
        at = (width / 2, look.scaled(102 + 34 * number))
        _line(image, line, Face.MEDIUM, second, theme.frame_muted, at, room, 0.5)
    return image


def _draw_rows(rows: tuple[tuple[str, str, str], ...], look: ResolvedStyle, width: int) -> Image.Image | None:
    """What each has done, with what it is between them."""
    if not rows:
        return None
    theme, pitch, pad = look.theme, look.scaled(46), look.scaled(_PAD)
    image = _card(width, pitch * len(rows) + pad, look)
    for number, (left, heading, right) in enumerate(rows):
        middle = pad / 2 + (number + 0.5) * pitch
        _line(image, heading, Face.MEDIUM, look.scaled(SECOND), theme.card_muted, (width / 2, middle), width / 2, 0.5)
        for text, x in ((left, width * _EDGE), (right, width * (1 - _EDGE))):
            _line(image, text, Face.BOLD, look.scaled(TEXT), theme.card_ink, (x, middle), width / 4, 0.5)
    return image


def _draw_plays(
    heading: str, plays: tuple[BestPlay | None, BestPlay | None], look: ResolvedStyle, width: int
) -> Image.Image:
    """The best play of each as tiles, with its points below."""
    theme, second, apart = look.theme, look.scaled(SECOND), look.scaled(3)
    pad, head = look.scaled(_PAD), look.scaled(56)
    room = width // 2 - pad - pad // 2
    longest = max((len(best.tiles) for best in plays if best), default=1)
    side = min(look.scaled(_TILE), room // max(1, longest) - apart)
    image = _card(width, head + side + look.scaled(46) + pad // 2, look)
    _line(image, heading, Face.MEDIUM, second, theme.card_muted, (width / 2, look.scaled(28)), width - 2 * pad, 0.5)
    for number, best in enumerate(plays):
        x, tiles = width * (1 + 2 * number) / 4, best.tiles if best else ()
        x += pad / 4 if number == 0 else -pad / 4
        left = round(x - (len(tiles) * (side + apart) - apart) / 2)
        for place, tile in enumerate(tiles):
            draw_tile(image, tile, side, (left + place * (side + apart), head), look, theme.card)
        below = head + side + look.scaled(26) if best else head + side / 2
        about, ink = (best.about, theme.card_ink) if best else ("–", theme.card_muted)
        _line(image, about, Face.BOLD, second, ink, (x, below), room, 0.5)
    return image


def _draw_latest(
    heading: str,
    games: tuple[tuple[str, str, int | None], ...],
    pair: tuple[Portrait, Portrait],
    look: ResolvedStyle,
    width: int,
) -> Image.Image | None:
    """The scores of each game above each other, the winner's in full ink, beside both faces."""
    if not games:
        return None
    theme, pad, side, pitch = look.theme, look.scaled(_PAD), look.scaled(38), look.scaled(48)
    second, head = look.scaled(SECOND), look.scaled(46)
    image = _card(width, head + 2 * pitch + pad // 2, look)
    _line(image, heading, Face.MEDIUM, second, theme.card_muted, (width / 2, look.scaled(28)), width - 2 * pad, 0.5)
    start = pad + side + pad
    column = (width - start - pad) / len(games)
    for number, one in enumerate(pair):
        middle = head + (number + 0.5) * pitch
        image.paste(draw_portrait(one, side, look, theme.card), (pad, round(middle - side / 2)))
        for place, game in enumerate(games):
            won = game[2] in (number, None)
            face, ink = (Face.BOLD, theme.card_ink) if won else (Face.MEDIUM, theme.card_muted)
            at = (start + (place + 0.5) * column, middle)
            _line(image, str(game[number]), face, look.scaled(TEXT), ink, at, column, 0.5)
    return image
