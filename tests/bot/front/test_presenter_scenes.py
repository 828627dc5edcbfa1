"""Scenes: views as data, ready to draw, which show no more than their reader may see."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.front.board.answers import more_message, scores_message, text_board_message, unseen_message, words_message
from bot.front.board.messages import board_message, notice_message
from bot.front.board.racks import rack_message
from bot.front.board.scenes import board_scene, rack_scene, standing_moves
from bot.front.components.message import Message
from bot.render import Style, draw_board
from bot.text import texts_for
from bot.text.receipts import receipt
from bot.text.variants import rack_note
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.events import Event
from engine.game.state import GameState
from engine.game.views import is_shown, seat_view, table_view
from engine.model.board import Cell, Orientation
from engine.model.rules import Rules
from engine.model.tiles import KnownRack, Tiles
from tests.support.games import CLASSIC, NO_UNDO, Table, tiles
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


GAME = "k7m2p9qa"
RULES = [Rules(), NO_UNDO, CLASSIC, *(CLASSIC.with_value("show_racks", value) for value in ("mover", "all"))]


def swapped(state: GameState, own: int | None, offset: int) -> GameState:
    """The same table with the hidden tiles dealt differently: all racks except `own`'s, and the pool."""
    others = [number for number in range(len(state.seats)) if number != own and not is_shown(state, number)]
    hidden = [tile for number in others for tile in state.seats[number].rack.tiles] + list(state.pool)  # type: ignore[union-attr]
    hidden = hidden[offset:] + hidden[:offset]
    seats = list(state.seats)
    for number in others:
        size = len(seats[number].rack)
        seats[number] = replace(seats[number], rack=KnownRack(Tiles.of(hidden[:size])))
        hidden = hidden[size:]
    return replace(state, seats=tuple(seats), pool=Tiles.of(hidden))


def masked(events: list[ev.Event]) -> list[ev.Event]:
    """The journal with every hidden tile replaced by another of the same number."""
    masked_events: list[ev.Event] = []
    for event in events:
        if isinstance(event, ev.TilesDrawn):
            event = replace(event, tiles=Tiles.of(event.tiles.items[:1] * len(event.tiles)))
        elif isinstance(event, ev.Exchanged | ev.FourExchanged):
            same = Tiles.of(event.drawn.items[:1] * len(event.drawn))
            event = replace(event, returned=same, drawn=same)
        masked_events.append(event)
    return masked_events


def public(state: GameState, events: list[ev.Event]) -> list[object]:
    """Everything public about a state."""
    view = table_view(state)
    messages: list[Message | None] = [
        board_message(GAME, view, events, ENGLISH),
        scores_message(view, events, ENGLISH),
        words_message(GAME, view, events, ENGLISH),
        text_board_message(view, ENGLISH),
        unseen_message(view, ENGLISH),
        more_message(GAME, view, "ada", 0, ENGLISH),
        *(notice_message(view, event, ENGLISH) for event in events),
    ]
    return [*messages, receipt(events, view, "stranger", ENGLISH)]


def private(state: GameState, seat: int) -> list[object]:
    """What one seat may see beyond that."""
    view = seat_view(state, seat)
    return [rack_message(GAME, view, ENGLISH), unseen_message(view, ENGLISH)]


@settings(max_examples=25)
@given(st.integers(0, 10_000), st.integers(1, 60), st.sampled_from(RULES), st.integers(0, 12))
def test_hidden_tiles_show_nowhere(seed: int, offset: int, rules: Rules, turns: int) -> None:
    """Public messages with other racks, pool and journal entries; private ones with the others' racks changed."""
    table = Table(rules, names=("101", "102", "103"), seed=seed).start()
    for number in range(turns):
        if table.game.on_turn is not None:
            table.pass_() if number % 2 else table.do(cmd.Exchange(table.on_turn, "all"))
    state = table.game
    assert public(state, table.events) == public(swapped(state, None, offset), masked(table.events))
    for seat in range(3):
        assert private(state, seat) == private(swapped(state, seat, offset), seat)


def test_replacement_tiles_of_the_latest_play_show_nowhere() -> None:
    """Drawn tiles wait in the state while the play is open to a challenge."""
    table = Table(CLASSIC, names=("101", "102")).start("HELLOXY", "QUAZJVK")
    table.play("8D HELLO")
    latest = table.game.latest
    assert latest is not None
    other = replace(table.game, latest=replace(latest, drawn=Tiles()))  # type: ignore[arg-type]
    assert public(table.game, table.events) == public(other, table.events)
