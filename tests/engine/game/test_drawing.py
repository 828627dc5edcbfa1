"""Drawing tiles by hand, by the rules (ledger N6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import errors as err
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.clock import Due, next_deadline
from engine.game.evolve import replay
from engine.game.phases import Over
from engine.game.views import seat_view, table_view
from engine.model.rules import DrawTiles, Rules
from tests.support.games import CLASSIC, Table, check_invariants, tiles, variant_of

MANUAL = Rules(draw_tiles=DrawTiles.MANUAL, undo=False)
WITH_UNDO = Rules(draw_tiles=DrawTiles.MANUAL)


def drawn(rules: Rules = MANUAL, *racks: str, letters: str = "") -> Table:
    """A game in which both players have drawn their racks and Ada is on turn."""
    table = Table(rules, variant_of(letters)) if letters else Table(rules)
    return table.start(*(racks or ("CATSDOG", "AEINRST")))


def test_N6_nothing_is_dealt_before_it_is_picked() -> None:
    """At the start all tiles are in the pool; each pick draws at that moment, including several at a time."""
    table = Table(MANUAL)
    table.do(cmd.Start("ada"))
    assert [len(seat.rack) for seat in table.game.seats] == [0, 0] and table.game.in_pool == 100
    before = table.random.getstate()
    table.do(cmd.Draw("bruno"))
    assert table.random.getstate() != before
    table.do(cmd.Draw("bruno", 4))
    table.do(cmd.Draw("bruno", None))
    assert len(table.game.seats[1].rack) == 7 and not table.game.seats[1].due
    check_invariants(table)


@pytest.mark.parametrize("count", [0, 8, -1])
def test_N6_nobody_draws_more_than_is_due(count: int) -> None:
    """Nor zero tiles, nor at another time."""
    table = Table(MANUAL)
    table.do(cmd.Start("ada"))
    with pytest.raises(err.NothingToDraw):
        table.do(cmd.Draw("ada", count))
    with pytest.raises(err.NothingToDraw):
        drawn().do(cmd.Draw("ada"))
    with pytest.raises(err.RuleIsOff):
        Table().start().do(cmd.Draw("ada"))


def test_N6_who_begins_draws_before_playing_and_may_pass() -> None:
    """A play, an exchange and a trade need the rack; the turn counts from the moment the rack is full."""
    table = Table(MANUAL)
    table.do(cmd.Start("ada"))
    first = table.on_turn
    for command in (cmd.Play(first, "8H CAT"), cmd.Exchange(first, "all")):
        with pytest.raises(err.DrawFirst):
            table.do(command)
    table.do(cmd.Draw(first, None), after=30_000)
    assert table.game.phase.since == table.now  # type: ignore[union-attr]


def test_N6_the_next_player_moves_meanwhile_and_the_rest_comes_with_the_next_turn() -> None:
    """Ada picks one tile of three, then Bruno plays; on Ada's turn the rack is full."""
    table = drawn()
    table.play("8H CAT")
    assert table.game.seats[0].due == 3 and len(table.game.seats[0].rack) == 4
    table.do(cmd.Draw("ada"))
    table.play("9H IN")
    assert not table.game.seats[0].due and len(table.game.seats[0].rack) == 7 and table.on_turn == "ada"
    check_invariants(table)


def test_N6_after_a_minute_the_rest_is_drawn() -> None:
    """At the deadline, and not a moment before."""
    table = drawn()
    table.play("8H CAT")
    due = next_deadline(table.game)
    assert due is not None and due.due is Due.DRAW and due.seat == 0 and due.at == table.now + 60_000
    with pytest.raises(err.StaleTurn):
        table.do(cmd.FinishDraw(0), after=59_999)
    table.do(cmd.FinishDraw(0), after=1)
    assert len(table.game.seats[0].rack) == 7
    later = next_deadline(table.game)
    assert later is None or later.due is not Due.DRAW


def test_N6_no_clock_runs_while_the_first_rack_is_picked_and_none_in_a_pause() -> None:
    """The turn counts from the full rack; a pause, and time charged to nobody, postpone the minute."""
    table = Table(MANUAL.with_value("turn_clock", "10s").with_value("game_clock", "5m"))
    table.do(cmd.Start("ada"))
    first, due = table.game.on_turn, next_deadline(table.game)
    assert first is not None and due is not None and due.due is Due.DRAW
    table.do(cmd.Pause("999", moderator=True), after=20_000)
    assert next_deadline(table.game) is None
    with pytest.raises(err.GameIsPaused):
        table.do(cmd.Draw("ada"))
    table.do(cmd.Resume("ada"), after=600_000)
    again = next_deadline(table.game)
    assert again is not None and again.at == due.at + 601_000
    table.do(cmd.Draw(table.on_turn, None), after=30_000)
    table.do(cmd.Pass(table.on_turn), after=9_000)
    assert table.game.seats[first].used == 9_000


def test_N6_replacement_tiles_come_only_behind_the_undo_window() -> None:
    """Nothing can be picked while the play can be undone; afterwards it cannot be undone."""
    table = drawn(WITH_UNDO)
    table.play("8H CAT")
    with pytest.raises(err.NothingToDraw):
        table.do(cmd.Draw("ada"))
    assert table.game.latest is not None
    table.do(cmd.CloseWindows(table.game.latest.turn))
    assert table.game.seats[0].due == 3
    with pytest.raises(err.NothingToUndo):
        table.do(cmd.Undo("ada"))
    table.do(cmd.Draw("ada", 2))
    check_invariants(table)


def test_N6_a_play_challenged_off_gives_back_what_was_picked() -> None:
    """With two of three tiles picked, both return to the pool, and nothing more is due."""
    table = drawn(CLASSIC.with_value("draw_tiles", "manual"))
    table.words = frozenset()
    table.play("8H CAT")
    table.do(cmd.Draw("ada", 2))
    table.do(cmd.Challenge("bruno"))
    assert table.letters(0) == "ACDGOST" and not table.game.seats[0].due
    check_invariants(table)


def test_N6_the_last_tiles_are_whose_turn_to_draw_it_is() -> None:
    """Tiles due to a player are reserved: if the pool has no others, the next player can go out."""
    table = drawn(MANUAL, "CATSDOG", "AEINRST", letters="CATSDOGAEINRSTEE")
    table.play("8H CATS")
    assert table.game.seats[0].due == 2 and table.game.drawable == 0
    table.play("9H AEINRST")
    assert isinstance(table.game.phase, Over) and table.game.phase.winners == (1,)
    assert len(table.game.seats[0].rack) == 5
    check_invariants(table)


def test_N6_new_tiles_after_an_exchange_are_drawn_by_hand() -> None:
    """Three go back and three are due; none of the returned tiles is drawn, and the turn passes at once."""
    table = drawn(MANUAL, "CATSDOG", "AEINRST", letters="CATSDOGAEINRSTEEEEEEE")
    table.do(cmd.Exchange("ada", "CAT"))
    assert table.letters(0) == "DGOS" and table.game.seats[0].due == 3 and table.on_turn == "bruno"
    assert not [event for event in table.events[-2:] if isinstance(event, ev.TilesDrawn)]
    table.do(cmd.Draw("ada"))
    table.do(cmd.Draw("ada", 2))
    assert table.letters(0) == "DEEEGOS" and not table.game.seats[0].due and not table.game.seats[0].aside
    assert replay(table.events) == table.game
    check_invariants(table)


def test_N6_what_was_put_back_is_drawn_again_only_if_nothing_else_is_left() -> None:
    """Bruno draws five of eight before Ada draws three: Ada gets the tiles left, whatever they are."""
    table = Table(MANUAL, variant_of("CATSDOGAEINRSTOOOOOOOEEEEE"), ("ada", "bruno", "chloe"))
    table.start("CATSDOG", "AEINRST", "OOOOOOO")
    table.do(cmd.Exchange("ada", "CAT"))
    table.play("8H INERT")
    table.do(cmd.Draw("bruno", None))
    assert table.game.seats[0].due == len(table.game.pool) == 3
    table.do(cmd.Draw("ada", None))
    assert len(table.game.seats[0].rack) == 7 and not table.game.pool
    check_invariants(table)


def test_N6_an_exchange_is_drawn_by_itself_when_the_turn_comes_or_after_a_minute() -> None:
    """The same as after a play."""
    table = drawn()
    table.do(cmd.Exchange("ada", "CAT"))
    due = next_deadline(table.game)
    assert due is not None and due.due is Due.DRAW and due.seat == 0 and due.at == table.now + 60_000
    table.pass_()
    assert table.on_turn == "ada" and len(table.game.seats[0].rack) == 7
    table.do(cmd.Exchange("ada", "all"))
    table.do(cmd.FinishDraw(0), after=60_000)
    assert len(table.game.seats[0].rack) == 7
    check_invariants(table)


def test_N6_after_four_of_a_kind_the_rack_is_drawn_by_hand_and_the_clock_runs_on() -> None:
    """The turn stays, the new rack must be full before any move, and the player gains no time."""
    rules = replace(MANUAL, exchange_four=True).with_value("turn_clock", "90s")
    table = drawn(rules, "EEEEACT", "AEINRST")
    since, left = table.game.phase.since, len(table.game.pool)  # type: ignore[union-attr]
    table.do(cmd.ExchangeFour("ada"), after=30_000)
    assert table.on_turn == "ada" and table.game.seats[0].due == 7 and len(table.game.pool) == left + 7
    with pytest.raises(err.DrawFirst):
        table.do(cmd.Exchange("ada", "all"))
    table.do(cmd.Draw("ada", None), after=20_000)
    assert len(table.game.seats[0].rack) == 7 and table.game.phase.since == since  # type: ignore[union-attr]
    assert replay(table.events) == table.game
    check_invariants(table)


def test_N6_a_turn_is_lost_to_the_clock_while_a_new_rack_lies_there_to_be_drawn() -> None:
    """The clock waits only for the first rack of a game."""
    rules = replace(MANUAL, exchange_four=True).with_value("turn_clock", "30s")
    table = drawn(rules, "EEEEACT", "AEINRST")
    table.do(cmd.ExchangeFour("ada"), after=20_000)
    due = next_deadline(table.game)
    assert due is not None and due.due is Due.EXPIRY
    table.do(cmd.Expire(table.game.turn), after=due.at - table.now)
    assert table.on_turn == "bruno" and table.game.seats[0].due == 7
    check_invariants(table)


def test_N6_exchanges_of_earlier_journals_came_at_once_and_still_do() -> None:
    """An exchange event that includes its tiles leaves nothing to draw under the same rule."""
    table = drawn()
    earlier = [
        ev.Exchanged(table.now, 0, tiles("CAT"), tiles("EEE")),
        ev.FourExchanged(table.now, 1, tiles("AEINRST"), tiles("EEEEAAB")),
    ]
    state = replay([*table.events, *earlier])
    assert [seat.due for seat in state.seats] == [0, 0] and not any(seat.aside for seat in state.seats)
    assert [len(seat.rack) for seat in state.seats] == [7, 7]


def test_N6_leaving_and_computers_leave_nothing_to_pick() -> None:
    """A player who leaves has nothing due; a computer player that takes over has a full rack; computers never pick."""
    table = Table(MANUAL, names=("ada", "bruno", "chloe"))
    table.do(cmd.AddComputer("ada", 3))
    table.do(cmd.Start("ada"))
    assert len(table.game.seats[3].rack) == 7
    table.do(cmd.Leave("bruno"))
    assert not table.game.seats[1].due
    other = Table(MANUAL.with_value("on_leave", "computer"), names=("ada", "bruno", "chloe"))
    other.do(cmd.Start("ada"))
    other.do(cmd.Leave("bruno"))
    assert len(other.game.seats[1].rack) == 7
    check_invariants(table)


def test_N6_every_pick_is_in_the_journal() -> None:
    """A replay gives the same racks without randomness; no event contains a tile not yet drawn."""
    table = Table(MANUAL)
    table.do(cmd.Start("ada"))
    for _ in range(7):
        table.do(cmd.Draw("ada"))
    picks = [event for event in table.events if isinstance(event, ev.TilesDrawn)]
    assert [len(event.tiles) for event in picks] == [1] * 7
    assert replay(table.events) == table.game
    assert table_view(table.game).seats[1].due == 7 and len(seat_view(table.game, 1).rack) == 0
