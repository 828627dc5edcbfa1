"""Answers to questions about a game: scores, words, tiles, rules, the board as text, one square, help, previews."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.front.board.buttons import preview_buttons, rows
from bot.front.board.scenes import BOARD_ACCENT, BOARD_FILE, plain_cast, whole_scene
from bot.front.components.buttons import Actions
from bot.front.components.message import MOST_TEXT, Block, Button, Image, Message, Row, Text
from bot.front.interaction.hooks import AtPreview
from bot.render.board import legible_part, part_of
from bot.text import Texts, cast_of, escape
from bot.text.boards import board_alt, board_text, free_premiums, made_smaller
from bot.text.clocks import clock_lines
from bot.text.names import code
from bot.text.receipts import preview
from bot.text.scores import no_words, score_notes, score_table, word_list, word_list_legend
from bot.text.scores_said import scores_said, turns_said
from bot.text.spoken import (
    empty_said,
    left_out,
    line_said,
    near_play,
    premiums_said,
    rows_said,
    words_by_row,
    words_line,
    words_said,
)
from bot.text.squares import openings_lines, square_told
from bot.text.tiles import unseen_answer
from engine.game.events import Event
from engine.game.history import history
from engine.game.views import SeatView, TableView, unseen
from engine.model.alphabet import Word
from engine.model.coordinates import Cell, Line
from engine.play.placement import Placement
from engine.play.scoring import ScoreSheet

_ROOM = MOST_TEXT - 200
"""Characters for the long part of an answer; the rest is for headings and remarks."""


def _answer(*contents: str, buttons: Sequence[Button] = ()) -> Message:
    blocks: list[Block] = [Text(content) for content in contents if content]
    return Message((*blocks, *rows(buttons)), accent=BOARD_ACCENT)


def scores_message(
    view: TableView, events: Iterable[Event], texts: Texts, *, by_ear: bool = False, now: int | None = None
) -> Message:
    """The scores as a table, or `by_ear` in sentences, with the time banks as they are `now`."""
    if by_ear:
        told = scores_said(view, history(events), plain_cast(view), texts)
        return _answer("\n".join(map(escape, told)), *clock_lines(view, cast_of(view), texts, now))
    table = code(score_table(view, history(events), plain_cast(view), texts, now))
    return _answer(table, *score_notes(view, cast_of(view), texts), *clock_lines(view, cast_of(view), texts, now))


def words_message(
    game: str, view: TableView, events: Iterable[Event], texts: Texts, page: int = 0, *, by_ear: bool = False
) -> Message:
    """A page of the word list; page 0 has the newest words, and later pages go back."""
    parts, legend = _word_pages(view, events, texts, by_ear=by_ear)
    if not parts:
        return _answer(no_words(texts))
    page = min(max(page, 0), len(parts) - 1)
    here = Actions.WORDS_IN_ORDER
    buttons = (
        Button(here.id(game, page + 1), texts.gettext("Earlier"), disabled=page + 1 >= len(parts)),
        Button(here.id(game, max(page - 1, 0)), texts.gettext("Later"), disabled=page == 0),
        Button(Actions.WORDS_BY_PLAYER.id(game), texts.gettext("Player by player")),
    )
    return _answer(parts[len(parts) - 1 - page], legend, buttons=_distinct(buttons))


def player_words_message(
    game: str, view: TableView, events: Iterable[Event], texts: Texts, page: int = 0, *, by_ear: bool = False
) -> Message:
    """A page of the word list, player by player; page 0 is the first."""
    parts, legend = _word_pages(view, events, texts, by_player=True, by_ear=by_ear)
    if not parts:
        return _answer(no_words(texts))
    page = min(max(page, 0), len(parts) - 1)
    here = Actions.WORDS_BY_PLAYER
    buttons = (
        Button(here.id(game, max(page - 1, 0)), texts.gettext("Back"), disabled=page == 0),
        Button(here.id(game, page + 1), texts.gettext("More"), disabled=page + 1 >= len(parts)),
        Button(Actions.WORDS_IN_ORDER.id(game), texts.gettext("In order of play")),
    )
    return _answer(parts[page], legend, buttons=_distinct(buttons))


def _word_pages(
    view: TableView, events: Iterable[Event], texts: Texts, *, by_player: bool = False, by_ear: bool
) -> tuple[tuple[str, ...], str]:
    """The word list in parts that fit into a message, and what its numbers and marks mean.

    They are tables, or `by_ear` sentences, which need no legend; there is no part if nothing has been played.
    """
    entries, cast = history(events), plain_cast(view)
    if not entries:
        return (), ""
    if by_ear:
        return pages([escape(line) for line in turns_said(entries, cast, texts, by_player=by_player)], _ROOM), ""
    text, legend = word_list(entries, cast, texts, by_player=by_player), word_list_legend(entries, texts)
    return tuple(map(code, pages(text.split("\n"), _ROOM - len(legend)))), legend


def _distinct(buttons: tuple[Button, ...]) -> tuple[Button, ...]:
    """The enabled buttons only: a disabled one could have the id of another, and ids within a message must differ."""
    return tuple(button for button in buttons if not button.disabled)


def pages(lines: Sequence[str], most: int) -> tuple[str, ...]:
    """The lines in parts of at most `most` characters; no line is split, but one that is longer is cut off."""
    parts: list[list[str]] = [[]]
    for line in lines:
        if parts[-1] and sum(map(len, parts[-1])) + len(parts[-1]) + len(line) > most:
            parts.append([])
        parts[-1].append(line[:most])
    return tuple("\n".join(part) for part in parts)


def text_board_message(view: TableView, texts: Texts, *, premiums: bool = True) -> Message:
    """The board in sentences: its words, then row by row its tiles and free premium squares."""
    clocks = clock_lines(view, cast_of(view), texts)
    words = words_by_row(view, plain_cast(view), texts)
    if not words:
        cast = plain_cast(view)
        near = premiums_said(view.shown, near_play(view.shown), cast, texts) if premiums else ()
        free = escape(free_premiums(near, texts)) if near else ""
        return _answer(empty_said(view, cast, texts), free, *clocks)
    whole = _ROOM - sum(map(len, clocks))
    line = words_line([escape(word) for word in words], whole - 2 * _LEAST_ROOM, texts)
    room = whole - len(line)
    return _answer(line, _rows_that_fit(view, room, texts, premiums=premiums), *clocks)


def _rows_that_fit(view: TableView, room: int, texts: Texts, *, premiums: bool) -> str:
    """The rows in sentences, in as many characters as there is room for; says what is left out and how to hear it."""
    told = [escape(row) for row in rows_said(view, plain_cast(view), texts, premiums=premiums)]
    whole = "\n".join(told)
    if len(whole) <= room:
        return whole
    left = left_out(texts, premiums=premiums)
    told = [escape(row) for row in rows_said(view, plain_cast(view), texts, premiums=False)]
    if len("\n".join((*told, *left))) <= room:
        return "\n".join((*told, *left))
    left = left_out(texts, plain_cast(view).row(view.board.layout.height // 2), premiums=premiums)
    kept = pages(told, max(_LEAST_ROOM, room - len("\n".join(left))))[0] if room > 2 * _LEAST_ROOM else ""
    return "\n".join(filter(None, (kept, *left)))


_LEAST_ROOM = 200
"""Rows are left out unless there is room for more characters than this."""


def grid_message(view: TableView, texts: Texts, *, premiums: bool = True) -> Message:
    """The board as characters with coordinates, and its words if there is room."""
    words, clocks = words_said(view, texts), clock_lines(view, cast_of(view), texts)
    grid = board_text(view, texts, premiums=premiums)
    if len(grid) > _ROOM - sum(map(len, clocks)):
        grid = board_text(view, texts, premiums=False)
    if not words:
        return _answer(code(grid), empty_said(view, plain_cast(view), texts, brief=True), *clocks)
    room = MOST_TEXT - len(grid) - sum(map(len, clocks)) - 100
    line = words_line([escape(word) for word in words], room, texts) if room > _LEAST_ROOM else ""
    return _answer(code(grid), line, *clocks)


def line_message(view: TableView, line: Line, texts: Texts) -> Message:
    """A row or a column in words."""
    return _answer(escape(line_said(view, line, plain_cast(view), texts)))


def openings_message(view: TableView, texts: Texts) -> Message:
    """The free premium squares, and the words that can be extended, with the free squares at their ends."""
    return _answer(pages(openings_lines(view, plain_cast(view), texts), _ROOM)[0])


def whole_board_message(view: TableView, texts: Texts) -> Message:
    """All squares of a board in one picture, however small they become."""
    scene = whole_scene(view, texts)
    image = Image(scene, BOARD_FILE, board_alt(view, plain_cast(view), texts))
    if legible_part(scene) is scene:
        return Message((image,), accent=BOARD_ACCENT)
    return Message((image, Text(made_smaller(texts))), accent=BOARD_ACCENT)


def square_message(view: TableView, cell: Cell, texts: Texts) -> Message:
    """Everything about one square, in words and framed in a picture of its surroundings."""
    cast, scene = plain_cast(view), part_of(whole_scene(view, texts), (cell.column, cell.row))
    told, alt = square_told(view, cell, cast, texts)
    return Message((Text(told), Image(scene, BOARD_FILE, alt, zoomed=True, is_told=True)), accent=BOARD_ACCENT)


def unseen_message(view: TableView | SeatView, texts: Texts) -> Message:
    """The tiles still to come: in the pool and on the racks that the asker cannot see."""
    table = view.table if isinstance(view, SeatView) else view
    tiles = view.unseen if isinstance(view, SeatView) else unseen(view)
    return _answer(unseen_answer(tiles, table.variant, texts))


def preview_message(
    draft: str,
    view: SeatView,
    placement: Placement,
    sheet: ScoreSheet,
    texts: Texts,
    *,
    unknown: Sequence[Word] | None = None,
    game: str = "",
    typed: str = "",
    offers: Iterable[AtPreview] = (),
) -> Message:
    """A move tried in private, as `typed`, with Play, Change and Cancel; see `bot.text.receipts.preview`.

    Play is missing when it is not this seat's turn, or when the words would be refused or cost the turn. With the
    game's id, a button compares all moves tried this turn. `offers` make further buttons.
    """
    buttons = preview_buttons(draft, texts, game, typed)
    playable = view.table.on_turn == view.seat and (view.table.rules.asks_about_words or not unknown)
    offered = tuple(button for make in offers if (button := make(draft, view, texts)))
    shown = (*offered, *(buttons if playable else buttons[1:]))
    return Message((Text(preview(view, placement, sheet, texts, unknown)), Row(shown)), accent=BOARD_ACCENT)
