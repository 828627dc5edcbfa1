"""Non-interference: states that differ only in what a reader may not see look the same to that reader."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.front.board.answers import scores_message, text_board_message, unseen_message, words_message
from bot.front.board.messages import board_message
from bot.front.board.more import more_message
from bot.front.board.notice_messages import notice_message
from bot.front.board.racks import rack_message
from bot.front.components.message import Message
from bot.text import texts_for
from bot.text.receipts import receipt
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.state import GameState
from engine.game.views import is_shown, seat_view, table_view
from engine.model.rules import Rules
from engine.model.tiles import KnownRack, Tiles
from tests.support.games import CLASSIC, NO_UNDO, Table

ENGLISH = texts_for("en")
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
