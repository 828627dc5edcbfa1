"""Answers to questions about a game: scores, words, tiles, rules, the board as text, one square, previews, and More."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from bot.front.board.buttons import (
    accept_button,
    asked_button,
    board_buttons,
    cancel_button,
    crowded_out,
    preview_buttons,
    rows,
    screen_racks,
)
from bot.front.board.scenes import BOARD_ACCENT, BOARD_FILE, game_title, plain_cast, whole_scene
from bot.front.components.buttons import Actions
from bot.front.components.message import MOST_TEXT, Block, Button, Image, Message, Row, Text, Tone
from bot.front.interaction.hooks import AtPreview
from bot.render.board import legible_part, part_of
from bot.text import Texts, bold, cast_of, escape
from bot.text.boards import board_alt, board_text, counts_line, free_premiums, made_smaller, openings_lines, square_told
from bot.text.clocks import clock_lines
from bot.text.games import more_heading
from bot.text.names import code
from bot.text.receipts import preview
from bot.text.reminders import no_files
from bot.text.scores import no_words, score_notes, score_table, word_list, word_list_legend
from bot.text.spoken import (
    empty_said,
    left_out,
    line_said,
    near_play,
    premiums_said,
    rows_said,
    scores_said,
    turns_said,
    words_by_row,
    words_line,
    words_said,
)
from bot.text.variants import unseen_answer
from engine.game.clock import claimable_from, gift
from engine.game.decisions.timeouts import settlements
from engine.game.events import Event
from engine.game.history import history
from engine.game.phases import Over, Turn
from engine.game.state import Person
from engine.game.views import SeatView, TableView, unseen
from engine.model.board import Cell, Line
from engine.model.tiles import Word
from engine.play.placement import Placement, ScoreSheet

_ROOM = MOST_TEXT - 200
"""Characters for the long part of an answer; the rest is for headings and remarks."""


def _answer(*contents: str, buttons: Sequence[Button] = ()) -> Message:
    blocks: list[Block] = [Text(content) for content in contents if content]
    return Message((*blocks, *rows(buttons)), accent=BOARD_ACCENT)


def scores_message(
    view: TableView, events: Iterable[Event], texts: Texts, *, by_ear: bool = False, now: int | None = None
) -> Message:
    """The scores as a table, or `by_ear` in sentences, with the clocks as they are `now`."""
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


def text_board_message(view: TableView, texts: Texts, now: int | None = None, *, premiums: bool = True) -> Message:
    """The board in sentences: its words, then row by row its tiles and free premium squares."""
    clocks = clock_lines(view, cast_of(view), texts, now)
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


def grid_message(view: TableView, texts: Texts, now: int | None = None, *, premiums: bool = True) -> Message:
    """The board as characters with coordinates, and its words if there is room."""
    words, clocks = words_said(view, texts), clock_lines(view, cast_of(view), texts, now)
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


_HEAD = 400
"""Characters kept free for an added line."""


def in_characters(message: Message, view: TableView, texts: Texts) -> Message:
    """The message with its board in characters, and the words of other pictures; the rest repeat the texts."""
    blocks: list[Block] = []
    for block in message.blocks:
        if not isinstance(block, Image):
            blocks.append(block)
        elif block.words:
            blocks.append(Text(block.words))
        elif block.filename.startswith(BOARD_FILE.partition(".")[0]):
            counts = "" if isinstance(view.phase, Over) else counts_line(view, cast_of(view), texts)
            blocks += _grid(view, texts, MOST_TEXT - len(message.text) - len(counts) - _HEAD)
            blocks += [Text(counts)] if counts else []
    return replace(message, blocks=tuple(blocks))


def without_files_note(texts: Texts) -> Text:
    """Says once why there is no picture and who can change that."""
    return Text(no_files(texts))


def _grid(view: TableView, texts: Texts, room: int) -> list[Block]:
    """The board in characters, with the list of its words if there is room."""
    parts = [block for block in grid_message(view, texts).blocks if isinstance(block, Text)]
    return [*parts] if sum(len(part.content) for part in parts) <= room else [*parts[:1]]


def more_message(
    game: str,
    view: TableView,
    member: str,
    now: int,
    texts: Texts,
    *,
    has_words: bool = False,
    has_meanings: bool = False,
    has_asked: bool = False,
    can_cancel: bool = False,
) -> Message:
    """What else a member can do now, what anyone can look at, and, apart from these, how to hurry or leave the game.

    `has_words` says that words have been played, `has_meanings` that this person may read what they mean, and
    `has_asked` that the host was asked about words this person may know of. Someone who `can_cancel` the game need not
    resign.
    """
    heading = more_heading(bold(game_title(view, texts)), texts)
    doing = _doing(game, view, member, texts) if view.is_running else ()
    asked = (asked_button(game, texts),) if has_asked else ()
    played = tuple(_played(game, texts, has_words=has_words, has_meanings=has_meanings))
    leaving = tuple(_leaving(game, view, member, now, texts, can_cancel=can_cancel)) if view.is_running else ()
    rules = Button(Actions.RULES.id(game), texts.gettext("Rules"))
    blocks: list[Block] = [Text(heading)]
    # Each part fits in one line on a phone.
    for part in ((*doing, *asked), played, _looking(game, texts), (rules, *leaving)):
        blocks += rows(part)
    return Message(tuple(blocks), accent=BOARD_ACCENT)


def can_exchange(view: TableView) -> bool:
    """Whether the pool has enough tiles to exchange one."""
    return view.exchangeable >= view.rules.needed_in_pool(1, view.variant.rack_size)


def _doing(game: str, view: TableView, member: str, texts: Texts) -> tuple[Button, ...]:
    own = [seat for seat in view.seats_of(member) if view.seats[seat].in_play]
    shown = board_buttons(game, view, texts)
    racks = () if view.rules.tabletop else screen_racks(game, view, texts, *own)
    known = {button.custom_id for button in (*shown, *screen_racks(game, view, texts, *range(len(view.seats))))}
    rest = [button for button in crowded_out(game, view, texts) if own and button.custom_id not in known]
    return (
        *(_moves(game, view, texts) if view.on_turn in own else ()),
        *rest,
        *(button for button in _accept(game, view, own, texts) if button not in (*shown, *rest)),
        *(button for button in racks if button not in shown),
        *_take_back(game, view, member, texts),
    )


def _moves(game: str, view: TableView, texts: Texts) -> Iterator[Button]:
    """What the person on turn can do instead of typing a move."""
    seat, turn = view.on_turn, view.turn
    assert seat is not None
    yield Button(Actions.PASS.id(game, turn), texts.gettext("Pass"))
    if not view.seats[seat].due and can_exchange(view):
        yield Button(Actions.EXCHANGE.id(game, turn), texts.gettext("Exchange"))


def _accept(game: str, view: TableView, own: list[int], texts: Texts) -> Iterator[Button]:
    play = view.challengeable
    if play is not None and set(own) - {play.seat, *play.accepted}:
        yield accept_button(game, play, texts)


def _take_back(game: str, view: TableView, member: str, texts: Texts) -> Iterator[Button]:
    """Take back a seat that a computer plays for this person."""
    kept = (seat for seat in view.seats if seat.owner and not seat.barred and seat.in_play)
    if any(seat.owner and seat.owner.member == member for seat in kept):
        yield Button(Actions.TAKE_BACK.id(game), texts.gettext("Take my seat back"), Tone.PRIMARY)


def _played(game: str, texts: Texts, *, has_words: bool, has_meanings: bool) -> Iterator[Button]:
    """What has been played."""
    yield Button(Actions.SCORES.id(game), texts.gettext("Scores"))
    if has_words:
        yield Button(Actions.PLAYER_WORDS.id(game), texts.gettext("Words so far"))
    if has_meanings:
        yield Button(Actions.MEANING.id(game), texts.gettext("Meaning"))


def _looking(game: str, texts: Texts) -> tuple[Button, ...]:
    return (
        Button(Actions.UNSEEN.id(game), texts.gettext("Unseen tiles")),
        Button(Actions.TEXT_BOARD.id(game), texts.gettext("Board as text")),
    )


def _leaving(game: str, view: TableView, member: str, now: int, texts: Texts, *, can_cancel: bool) -> Iterator[Button]:
    own = [seat for seat in view.seats_of(member) if view.seats[seat].in_play]
    waits = view.on_turn is not None and view.on_turn not in own
    if own and waits and isinstance(view.seats[view.on_turn or 0].player, Person):
        if view.seats[view.on_turn or 0].away is None:
            yield Button(Actions.REMIND.id(game), texts.gettext("Send a reminder"))
        at = claimable_from(view)
        if at is not None and at <= now and settlements(view, member):
            yield Button(Actions.CLAIM.id(game, view.turn), texts.gettext("Claim the game"))
        if gift(view.rules) and not set(own) & set(_givers(view)):
            yield Button(Actions.MORE_TIME.id(game, view.turn), texts.gettext("More time"))
    if view.on_turn in own and view.can_swap(view.on_turn or 0):
        yield Button(Actions.SWAP.id(game, view.turn), texts.gettext("Swap places"))
    if can_cancel:
        yield cancel_button(game, texts)
    elif own:
        yield _resign(game, view, own, texts)


def _givers(view: TableView) -> tuple[int, ...]:
    """The seats that have given the player on turn more time."""
    return view.phase.givers if isinstance(view.phase, Turn) else ()


def _resign(game: str, view: TableView, own: list[int], texts: Texts) -> Button:
    """Resigns; where several people share a screen, for the one whose turn it is now."""
    meant = next((seat for seat in own if seat == view.on_turn), own[0])
    about = (view.turn, meant) if len(own) > 1 else (None, None)
    return Button(Actions.RESIGN.id(game, *about), texts.gettext("Resign"), Tone.DANGER)
