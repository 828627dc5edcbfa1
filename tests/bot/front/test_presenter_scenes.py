"""Scenes: views as data, ready to draw."""

from __future__ import annotations

from dataclasses import replace

from bot.front.board.scenes import board_scene, rack_scene, standing_moves
from bot.render import Style, draw_board
from bot.text import texts_for
from bot.text.tiles import rack_note
from engine.game import commands as cmd
from engine.game.events import Event
from engine.game.views import seat_view, table_view
from engine.model.coordinates import Cell, Orientation
from engine.model.rules import Rules
from tests.support.games import Table, tiles
from tests.support.sentences import said

ENGLISH = texts_for("en")


def table() -> Table:
    """HELLo across, then HE down."""
    made = Table().start("HELL?XY", "EAZJVKQ")
    made.play("8D HELLo")
    made.play("D8 HE")
    return made


def test_N24_a_scene_shows_scores_counts_turn_and_pool() -> None:
    """With each seat's latest move."""
    made = table()
    scene = board_scene(table_view(made.game), ENGLISH, made.events)
    assert [(s.name, s.score, s.tiles, s.extra, s.is_turn) for s in scene.seats] == [
        ("Ada", "22", "7 tiles", "HELLo +22", True),
        ("Bruno", "5", "7 tiles", "HE +5", False),
    ]
    assert scene.pool == said("status.tiles_pool", 80)
    assert scene.status.startswith(said("status.your_turn", name="Ada"))
    assert scene.title == "Ada v Bruno"


def test_the_latest_play_is_marked_as_new() -> None:
    """Nothing else is; a blank shows its letter without points."""
    scene = board_scene(table_view(table().game), ENGLISH)
    assert [(t.column, t.row) for t in scene.tiles if t.is_new] == [(3, 8)]
    blank = next(t.tile for t in scene.tiles if t.tile.is_blank)
    assert (blank.letter, blank.points) == ("O", "")
    assert {t.tile.letter: t.tile.points for t in scene.tiles if not t.tile.is_blank} == {"H": "4", "E": "1", "L": "1"}


def test_the_last_play_is_marked_at_the_end_too() -> None:
    """The state of a finished game has no latest play; the events do, unless the play was undone."""
    made = Table(names=("ada", "bruno")).start("HELLOXY", "EAZJVKQ")
    events = made.play("8D HELLO") + made.do(cmd.End("999", moderator=True))
    view = table_view(made.game)
    assert len([t for t in board_scene(view, ENGLISH, events).tiles if t.is_new]) == 5
    assert not [t for t in board_scene(view, ENGLISH).tiles if t.is_new]


def test_a_move_taken_back_leaves_no_mark() -> None:
    """Neither on the board nor beside the name."""
    made = Table(Rules()).start("HELLOXY", "EAZJVKQ")
    events = made.play("8D HELLO") + made.do(cmd.Undo("ada"))
    scene = board_scene(table_view(made.game), ENGLISH, events)
    assert scene.tiles == ()
    assert scene.seats[0].extra == ""


def test_after_an_undo_the_latest_play_is_shown_again() -> None:
    """The others' play stands, outlined and beside their name, whoever undid what."""
    made = Table(Rules()).start("HELLOXY", "EAZJVKQ")
    made.play("8D HELLO")
    for moves in (("D8 HE",), ("D8 HE", "undo", "D8 HA")):
        told = [event for move in moves for event in _made(made, move)]
        since = (*told, *made.do(cmd.Undo("bruno")))
        scene = board_scene(table_view(made.game), ENGLISH, standing_moves(since, made.events))
        assert "".join(placed.tile.letter for placed in scene.tiles if placed.is_new) == "HELLO"
        assert [seat.extra for seat in scene.seats] == ["HELLO +24", ""]


def _made(made: Table, move: str) -> tuple[Event, ...]:
    return made.do(cmd.Undo("bruno")) if move == "undo" else made.play(move)


def test_an_undo_that_was_followed_by_a_move_shows_that_move() -> None:
    """Also where one board tells of both."""
    made = Table(Rules()).start("HELLOXY", "EAZJVKQ")
    made.play("8D HELLO")
    since = (*made.play("D8 HE"), *made.do(cmd.Undo("bruno")), *made.play("D8 HA"))
    scene = board_scene(table_view(made.game), ENGLISH, standing_moves(since, made.events))
    assert "".join(placed.tile.letter for placed in scene.tiles if placed.is_new) == "A"
    assert [seat.extra for seat in scene.seats] == ["", "HA +5"]
    assert standing_moves(made.events[-1:], made.events) == tuple(made.events[-1:])


def test_K11_labels_follow_the_orientation() -> None:
    """The board is not turned; its labels are the game's."""
    view = table_view(table().game)
    usual = board_scene(view, ENGLISH)
    assert (usual.column_labels[0], usual.row_labels[0]) == ("A", "1")
    turned = replace(view, setup=replace(view.setup, orientation=Orientation(True, True, True)))
    scene = board_scene(turned, ENGLISH)
    assert (scene.column_labels[0], scene.row_labels[0]) == ("15", "O")
    assert scene.tiles == usual.tiles


def test_premium_squares_and_the_start() -> None:
    """Labels are printed, factors choose the colour, the start is marked."""
    scene = board_scene(table_view(table().game), ENGLISH)
    assert (scene.squares[0].label, scene.squares[0].word_factor) == ("3W", 3)
    assert [n for n, square in enumerate(scene.squares) if square.is_start] == [7 * 15 + 7]
    assert board_scene(table_view(table().game), ENGLISH, cursor=Cell(0, 14)).cursor == (14, 0)


def test_K22_equal_names_are_told_apart_in_the_picture() -> None:
    """Names are unescaped, because a picture has no Markdown."""
    made = Table(names=("ada", "bruno")).start()
    seats = tuple(replace(s, player=replace(s.player, name="*A*")) for s in made.game.seats)
    scene = board_scene(table_view(replace(made.game, seats=seats)), ENGLISH)
    assert [seat.name for seat in scene.seats] == ["*A*", "*A* (2)"]


def test_a_rack_keeps_the_order_it_is_given() -> None:
    """The blank is an empty face."""
    made = Table().start("HELL?XY", "EAZJVKQ")
    scene = rack_scene(seat_view(made.game, 0), ENGLISH, (*tiles("Y"), *tiles("?"), *tiles("H")))
    assert [(t.letter, t.points, t.is_blank) for t in scene.rack if t] == [
        ("Y", "4", False),
        ("", "", True),
        ("H", "4", False),
    ]
    assert rack_note(seat_view(made.game, 0), ENGLISH) == f"Your turn · {said('status.tiles_pool', 86)}"
    assert rack_note(seat_view(made.game, 1), ENGLISH) == f"Ada to move · {said('status.tiles_pool', 86)}"


def test_scenes_can_be_drawn() -> None:
    """The renderer accepts the presenter's scenes."""
    made = table()
    assert draw_board(board_scene(table_view(made.game), ENGLISH, made.events), Style()).width > 300
    assert draw_board(rack_scene(seat_view(made.game, 0), ENGLISH, tuple(tiles("AEI?"))), Style()).width > 300
