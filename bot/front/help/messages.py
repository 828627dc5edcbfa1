"""Help messages, with pictures of examples: words on the board of a variant, with its tiles and premium squares."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from bot import render
from bot.front.board.messages import newest_that_fit
from bot.front.board.scenes import BOARD_ACCENT, colours_of, empty_scene, face, rack_face
from bot.front.components.buttons import Actions
from bot.front.components.message import (
    MOST_ALT,
    MOST_OPTIONS,
    MOST_TEXT,
    Block,
    Image,
    Menu,
    Message,
    Option,
    Row,
    Text,
)
from bot.render.board import cut
from bot.text import Texts
from bot.text.boards import premium_text
from bot.text.examples import Examples, examples_for
from bot.text.help import Topics, picture_notes
from bot.text.moves import alphabetical, place_text, reckoning, word_text
from bot.text.names import shortened
from bot.text.status import start_cell
from engine.errors import EngineError
from engine.game.state import Setup
from engine.loading import list_lexicons
from engine.model.board import Board, Cell, Direction, PlacedTile
from engine.model.tiles import Tile
from engine.model.variant import Variant
from engine.play.placement import Placement, arrange, check

_AROUND = 1
_LEAST = 6
"""The fewest columns that a partial board shows."""


def spelling(variant: Variant, words: Iterable[str]) -> Mapping[str, str]:
    """A letter of the variant's tiles for each letter of the words.

    If the tiles lack any of them, as in other alphabets, the first letters of the set replace all of them one by one,
    so that words still cross where they share a letter.
    """
    needed = sorted({letter for word in words for letter in word})
    shown = {tile.letter for tile in variant.tile_set.kinds if tile.letter}
    if shown.issuperset(needed):
        return {letter: letter for letter in needed}
    there = [letter for letter in variant.alphabet.letters if letter in shown]
    return {letter: there[number % len(there)] for number, letter in enumerate(needed)} if there else {}


def laid(
    variant: Variant, board: Board, word: Iterable[str], cell: Cell, way: Direction, blank: int | None = None
) -> Placement | None:
    """A word played through the tiles on the board, with a blank as letter `blank`; None if it does not fit."""
    tiles: dict[Cell, PlacedTile] = {}
    for number, letter in enumerate(word):
        at = cell.step(way, number)
        if not board.at(at):
            tiles[at] = PlacedTile(_tile(variant, letter, number == blank), letter)
    try:
        check(tiles, board, way)
    except EngineError:
        return None
    return arrange(tiles, board, way)


def _tile(variant: Variant, letter: str, is_blank: bool) -> Tile:
    kinds = variant.tile_set.blanks if is_blank else variant.tile_set.of_letter(letter)
    return kinds[0] if kinds else Tile("" if is_blank else letter, 0)


def example_scene(lesson: _Lesson, board: Board, new: Iterable[Cell], cursor: Cell | None = None) -> render.BoardScene:
    """The part of a board around its tiles; `new` ones are outlined, and `cursor` is framed."""
    own = frozenset(new)
    tiles = tuple(render.DrawnTile(cell.column, cell.row, face(placed), cell in own) for cell, placed in board.tiles())
    framed = (cursor.column, cursor.row) if cursor else None
    whole = replace(empty_scene(lesson.setup, "", lesson.texts), tiles=tiles, cursor=framed)
    seen = [cell for cell, _ in board.tiles()] + ([cursor] if cursor else [])
    columns = _window([cell.column for cell in seen], whole.width, _LEAST)
    rows = _window([cell.row for cell in seen], whole.height, 1)
    return cut(whole, columns, rows)


def _window(seen: list[int], size: int, least: int) -> range:
    """The lines from the first to the last `seen`, and one on each side; at least `least`, if there are that many."""
    first, last = max(min(seen) - _AROUND, 0), min(max(seen) + _AROUND, size - 1)
    while last - first + 1 < min(least, size):
        last, first = min(last + 1, size - 1), first if last + 1 < size else first - 1
    return range(first, last + 1)


_MOST_IN_LEGEND = 8
ACROSS, DOWN = Direction.ACROSS, Direction.DOWN


@dataclass(frozen=True)
class _Lesson:
    """The game and the language whose examples explain something."""

    setup: Setup
    texts: Texts

    @cached_property
    def words(self) -> Examples:
        """The words of the examples."""
        return examples_for(self.setup.variant)

    @cached_property
    def letters(self) -> Mapping[str, str]:
        """The variant's letter for each letter of the examples."""
        return spelling(self.setup.variant, self.words.words)

    @property
    def start(self) -> Cell:
        """The square that the first word must cover."""
        return start_cell(self.setup.variant.layout)

    @property
    def empty(self) -> Board:
        """The board before the first play."""
        return Board.empty(self.setup.variant.layout)

    def spell(self, word: str) -> str:
        """An example as the variant spells it."""
        return "".join(self.letters[letter] for letter in word)

    def lay(
        self, board: Board, word: str, cell: Cell, way: Direction = ACROSS, blank: int | None = None
    ) -> Placement | None:
        """An example placed on the board; None if it does not fit."""
        if not self.letters:
            return None
        return laid(self.setup.variant, board, [self.letters[one] for one in word], cell, way, blank)

    def notes(self, picture: str, *shown: str) -> tuple[tuple[str, str], ...]:
        """The notes of a picture, beside the examples shown."""
        return tuple(zip(shown, picture_notes(picture, self.texts), strict=True))

    def image(self, name: str, scene: render.LessonScene) -> Image:
        """The picture with its description."""
        told = [self.texts.titled(*note) if all(note) else "".join(note) for note in scene.notes]
        told += [self.texts.titled(square.label, text) for square, text in scene.legend]
        told += [f"{tile.letter or '?'} {tile.points} {count}".replace("  ", " ") for tile, count in scene.kinds]
        told += [" ".join(filter(None, (word, how, "=", points))) for word, how, points in scene.sums]
        return Image(scene, f"help_{name}.png", shortened(self.texts.series(told), MOST_ALT))


def lesson_images(topic: str, setup: Setup, texts: Texts) -> tuple[Image, ...]:
    """The pictures that explain a topic with the board, tiles and coordinates of a game; only a few topics have any.

    An example that does not fit on the board is left out.
    """
    lesson = _Lesson(setup, texts)
    return tuple(
        lesson.image(f"{topic}_{number}", scene)
        for number, make in enumerate(_LESSONS.get(topic, ()), 1)
        for scene in make(lesson)
    )


def _coordinates(lesson: _Lesson) -> Iterator[render.LessonScene]:
    """One square named both ways: its row first for a word across, its column first for one down."""
    start = lesson.start
    across = lesson.lay(lesson.empty, lesson.words.greeting, start)
    down = lesson.lay(across.on(lesson.empty), lesson.words.crossing, start, DOWN) if across else None
    if not across or not down:
        return
    yield render.LessonScene(
        example_scene(lesson, down.on(across.on(lesson.empty)), (*across.cells, *down.cells), start),
        notes=lesson.notes("coordinates", _move(lesson, across), _move(lesson, down)),
        colours=colours_of(lesson.setup),
    )


def _move(lesson: _Lesson, placement: Placement) -> str:
    word = placement.on(lesson.empty).run(placement.cell, placement.direction)
    letters = placement.on(lesson.empty).word(word)
    first = "" if placement.cell in placement.cells else lesson.letters[lesson.words.greeting[0]]
    return f"{place_text(placement, lesson.setup)} {first}{word_text(letters)}"


def _hooks(lesson: _Lesson) -> Iterator[render.LessonScene]:
    """A new word that hooks onto another one."""
    start, words = lesson.start, lesson.words
    base = lesson.lay(lesson.empty, words.base, start.step(ACROSS, 2 - len(words.base)))
    hook = lesson.lay(base.on(lesson.empty), words.hook, start.step(ACROSS, 2), DOWN) if base else None
    if not base or not hook:
        return
    yield render.LessonScene(
        example_scene(lesson, hook.on(base.on(lesson.empty)), hook.cells),
        notes=lesson.notes("hooks", lesson.spell(words.hook), lesson.spell(words.hooked)),
        colours=colours_of(lesson.setup),
    )


def _legend(lesson: _Lesson) -> Iterator[render.LessonScene]:
    """The premium squares of this board and what they do."""
    layout, drawn = lesson.setup.variant.layout, empty_scene(lesson.setup, "", lesson.texts).squares
    kinds = dict.fromkeys(square for square in layout.squares if square.is_premium)
    squares = {square: one for square, one in zip(layout.squares, drawn, strict=True) if not one.is_start}
    shown = sorted(kinds, key=lambda one: (one.word, one.letter, one.points))[:_MOST_IN_LEGEND]
    legend = tuple((squares[one], premium_text(one, lesson.texts)) for one in shown if one in squares)
    start = next((one for one in drawn if one.is_start), None)
    if start and (square := lesson.setup.variant.layout[lesson.start]):
        does = [premium_text(square, lesson.texts)] if square.is_premium else []
        legend += ((start, ", ".join((*picture_notes("legend", lesson.texts), *does))),)
    if legend:
        yield render.LessonScene(legend=legend, colours=colours_of(lesson.setup))


def _sum(lesson: _Lesson) -> Iterator[render.LessonScene]:
    """A play parallel to another word, and how the three words that it makes add up."""
    start, words = lesson.start, lesson.words
    upper = lesson.lay(lesson.empty, words.upper, start.step(ACROSS, 1 - len(words.upper)))
    board = upper.on(lesson.empty) if upper else lesson.empty
    lower = lesson.lay(board, words.lower, start.step(ACROSS, -1).step(DOWN)) if upper else None
    if lower:
        yield _added(lesson, board, lower)


def _bingo(lesson: _Lesson) -> Iterator[render.LessonScene]:
    """A play of the whole rack."""
    variant = lesson.setup.variant
    word = lesson.words.bingo(variant.rack_size)
    first = Cell(lesson.start.row, max(lesson.start.column + 1 - len(word), 0))
    bingo = lesson.lay(lesson.empty, word, first) if word else None
    if variant.bingo and bingo:
        yield _added(lesson, lesson.empty, bingo)


def _added(lesson: _Lesson, board: Board, play: Placement) -> render.LessonScene:
    return render.LessonScene(
        example_scene(lesson, play.on(board), play.cells),
        sums=reckoning(board, play, lesson.setup.variant, lesson.texts),
        colours=colours_of(lesson.setup),
    )


def _blank(lesson: _Lesson) -> Iterator[render.LessonScene]:
    """A play with a blank as its last letter, which scores the points of the blank."""
    if not lesson.setup.variant.tile_set.blanks:
        return
    word = lesson.words.greeting
    play = lesson.lay(lesson.empty, word, lesson.start, blank=len(word) - 1)
    if play:
        yield _added(lesson, lesson.empty, play)


def _kinds(lesson: _Lesson) -> Iterator[render.LessonScene]:
    """Every kind of tile and its number, in the order of the alphabet, blanks last."""
    variant = lesson.setup.variant
    ordered = alphabetical(variant.tile_set.kinds, variant)
    kinds = tuple((rack_face(tile), f"× {variant.tile_set.tiles.count(tile)}") for tile in ordered)
    yield render.LessonScene(kinds=kinds, colours=colours_of(lesson.setup))


def _composing(lesson: _Lesson) -> Iterator[render.LessonScene]:
    """Two tiles placed, the square for the third, and the tiles left to tap."""
    start, words = lesson.start, lesson.words
    begun = lesson.lay(lesson.empty, words.hook[:2], start)
    if not begun:
        return
    variant, other = lesson.setup.variant, words.greeting
    rack = f"{words.hook}{other[1]}{other[0]}{other[-1]}"[: variant.rack_size]
    tiles = [variant.tile_set.of_letter(lesson.letters[one])[:1] for one in rack]
    tray = tuple(rack_face(kinds[0]) if number > 1 else None for number, kinds in enumerate(tiles) if kinds)
    yield render.LessonScene(
        example_scene(lesson, begun.on(lesson.empty), begun.cells, start.step(ACROSS, 2)),
        notes=lesson.notes("composing", "", "", ""),
        tray=tray,
        colours=colours_of(lesson.setup),
    )


def help_message(
    topic: str,
    topics: Topics,
    texts: Texts,
    setup: Setup,
    commands: Iterable[tuple[str, str]] = (),
    *,
    pictures: bool = True,
    note: str = "",
    rows: tuple[Row, ...] = (),
    aloud: Texts | None = None,
) -> Message:
    """Help on one of the topics with a game as the example, see `Topics.text`, with pictures unless text is wanted.

    A `note` goes below, followed by `rows` of buttons and menus of the topics. Raises `KeyError` for an unknown topic.
    """
    knows_words = _knows_words(setup)
    told_of = (setup.variant, commands, setup.orientation)
    lines = topics.text(topic, texts, *told_of, knows_words=knows_words, aloud=aloud).split("\n")
    heading = f"### {topics.title(topic, texts)}\n"
    room = MOST_TEXT - len(heading) - len(note) - len("…\n")
    told = Text(heading + newest_that_fit(lines, room))
    shown: tuple[Block, ...] = (told, *(lesson_images(topic, setup, texts) if pictures else ()))
    shown += (Text(note),) if note else ()
    return Message((*shown, *rows, *_topic_menus(topic, topics, texts)), accent=BOARD_ACCENT)


def _topic_menus(topic: str, topics: Topics, texts: Texts) -> Iterator[Menu]:
    """The topics in as few menus as hold them, about the same number in each."""
    names = topics.names()
    size = math.ceil(len(names) / math.ceil(len(names) / MOST_OPTIONS))
    for number, first in enumerate(range(0, len(names), size)):
        yield Menu(
            Actions.TOPIC.id(number),
            texts.gettext("More topics") if number else texts.gettext("Topic"),
            tuple(Option(topics.title(one, texts), one, chosen=one == topic) for one in names[first : first + size]),
        )


def _knows_words(setup: Setup) -> bool:
    """Whether the words of a game, or without one, of games in its language, are those of the program."""
    ours = [info for info in list_lexicons() if not info.own]
    name, language = setup.lexicon.name, setup.variant.language
    return any(info.name == name if name else info.language == language for info in ours)


_Maker = Callable[[_Lesson], Iterator[render.LessonScene]]

_LESSONS: Mapping[str, tuple[_Maker, ...]] = {
    "moves": (_coordinates, _hooks),
    "composing": (_composing,),
    "blanks": (_blank,),
    "tiles": (_kinds,),
    "scoring": (_legend, _sum, _bingo),
}
