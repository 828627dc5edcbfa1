"""Properties of whole games: conservation, replay, secrecy, and that every game ends (DESIGN 10)."""

from __future__ import annotations

import contextlib
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.errors import EngineError
from engine.game import commands as cmd
from engine.game.clock import Due, next_deadline
from engine.game.codec import decode, encode
from engine.game.evolve import replay
from engine.game.history import history
from engine.game.state import FinalPass, Lobby, Over, Person, Turn
from engine.game.views import seat_view, table_view
from engine.model.rules import Rules
from engine.model.tiles import KnownRack, Tiles
from tests.support.games import CLASSIC, DOUBLE, NO_UNDO, Table, check_invariants, variant_of

NAMES = ("ada", "bruno", "chloe", "deniz")
WORDS = [a + b for a in "AEIOU" for b in "NRST"] + [a + b for a in "NRST" for b in "AEIOU"] + ["SEA", "TEA", "EAT"]
KNOWN = frozenset(tuple(word) for word in WORDS)
SMALL = variant_of("AAAEEEIIOOUUNNRRSSTT??", 5)
RULES = [
    Rules(),
    NO_UNDO,
    CLASSIC,
    DOUBLE,
    Rules().with_value("on_leave", "stop"),
    DOUBLE.with_value("end_adjustment", "american").with_value("scoreless_end", "off"),
]


class GameMachine(RuleBasedStateMachine):
    """People do what they like, legal or not; the game keeps its promises."""

    table: Table

    @initialize(rules=st.sampled_from(RULES), people=st.integers(1, 4), seed=st.integers(0, 999))
    def open(self, rules: Rules, people: int, seed: int) -> None:
        """A lobby with one to four people."""
        self.table = Table(rules, SMALL, NAMES[:people], KNOWN, seed)

    def attempt(self, command: cmd.Command) -> None:
        """A command is granted, or refused by a typed error that leaves everything as it was."""
        before, journal = self.table.state, list(self.table.events)
        try:
            self.table.do(command)
        except EngineError:
            assert self.table.state == before
            assert self.table.events == journal

    def player(self, number: int) -> str:
        """Somebody seated, or a stranger."""
        return [*NAMES, "computer-1"][number]

    @precondition(lambda self: isinstance(self.table.game.phase, Lobby))
    @rule(who=st.integers(0, 4), level=st.integers(0, 9))
    def in_the_lobby(self, who: int, level: int) -> None:
        """Seats and start."""
        self.attempt(cmd.Join(Person(self.player(who), "Name")))
        if level > 6:
            self.attempt(cmd.AddComputer(self.player(who), level))
        self.attempt(cmd.Start(self.player(who)))

    @rule(
        who=st.integers(0, 4),
        row=st.integers(1, 15),
        column=st.sampled_from("ABCDEFGHIJKLMNO"),
        down=st.booleans(),
        word=st.sampled_from(WORDS),
    )
    def play_anywhere(self, who: int, row: int, column: str, down: bool, word: str) -> None:
        """Most of these are illegal."""
        where = f"{column}{row}" if down else f"{row}{column}"
        self.attempt(cmd.Play(self.player(who), f"{where} {word}"))

    @precondition(lambda self: isinstance(self.table.game.phase, Turn))
    @rule(data=st.data())
    def play_from_the_rack(self, data: st.DataObject) -> None:
        """Any two letters of the own rack beside the board's tiles: often legal, sometimes a phony."""
        game = self.table.game
        assert game.on_turn is not None
        rack = game.seats[game.on_turn].rack
        assert isinstance(rack, KnownRack)
        letters = "".join(tile.letter or "?E" for tile in rack.tiles)
        word = data.draw(st.text(letters.replace("?", "") or "A", min_size=1, max_size=3))
        cells = [cell for cell, _ in game.board.tiles()]
        row, column = data.draw(st.sampled_from(cells)) if cells else (7, 7)
        where = data.draw(
            st.sampled_from((f"{row + 2}{chr(65 + column)}", f"{row + 1}H", f"{chr(66 + column)}{row + 1}"))
        )
        self.attempt(cmd.Play(self.table.on_turn, f"{where} {word}"))

    @rule(who=st.integers(0, 4), letters=st.text("AEIOUNRST?", max_size=3), turn=st.none() | st.integers(0, 30))
    def exchange_or_pass(self, who: int, letters: str, turn: int | None) -> None:
        """Turns without a placement."""
        if letters:
            self.attempt(cmd.Exchange(self.player(who), letters, turn))
        else:
            self.attempt(cmd.Pass(self.player(who), turn))

    @rule(who=st.integers(0, 4), words=st.lists(st.sampled_from(WORDS), max_size=1))
    def challenge(self, who: int, words: list[str]) -> None:
        """Of the latest play, all its words or one."""
        self.attempt(cmd.Challenge(self.player(who), None, tuple(words)))

    @rule(who=st.integers(0, 4))
    def accept_or_undo(self, who: int) -> None:
        """What may follow a move."""
        self.attempt(cmd.Accept(self.player(who)))
        self.attempt(cmd.Undo(self.player(who)))

    @rule()
    def let_time_pass(self) -> None:
        """Whatever is due happens; a computer passes."""
        deadline = next_deadline(self.table.game)
        if deadline is None:
            return
        self.table.now = max(self.table.now, deadline.at)
        match deadline.due:
            case Due.WINDOWS:
                self.table.do(cmd.CloseWindows(deadline.turn))
            case Due.FINAL_PASS:
                self.table.do(cmd.CloseFinalPass(deadline.turn))
            case Due.COMPUTER:
                assert deadline.seat is not None
                self.table.do(cmd.Pass(self.table.game.seats[deadline.seat].player.id))

    @precondition(lambda self: self.table.game.turn > 6)
    @rule(who=st.integers(0, 4), how=st.integers(0, 9))
    def go(self, who: int, how: int) -> None:
        """Somebody leaves, rarely."""
        if how == 0:
            self.attempt(cmd.Resign(self.player(who)))
        elif how == 1:
            self.attempt(cmd.Leave(self.player(who)))
        elif how == 2:
            self.attempt(cmd.RemoveSeat(self.player(who), 1))

    @invariant()
    def keeps_its_promises(self) -> None:
        """No tile lost or made, replay equals live, scores are the history's sums, somebody can always act."""
        if not hasattr(self, "table"):
            return
        check_invariants(self.table)
        state = self.table.game
        totals = {entry.seat: entry.total for entry in history(self.table.events)}
        assert all(state.seats[seat].score == total for seat, total in totals.items())
        assert replay(decode(encode(event)) for event in self.table.events) == state
        if isinstance(state.phase, Turn):
            assert state.seats[state.phase.seat].in_play
        if isinstance(state.phase, FinalPass):
            assert state.phase.waiting
        for number, seat in enumerate(state.seats):
            assert seat_view(state, number).rack == seat.rack
        self.hidden_tiles_do_not_show()

    def hidden_tiles_do_not_show(self) -> None:
        """Swapping hidden tiles between pool and racks changes nothing that a seat sees (non-interference)."""
        state = self.table.game
        for viewer in range(len(state.seats)):
            assert seat_view(shuffled(self.table, viewer), viewer) == seat_view(state, viewer)
        assert table_view(shuffled(self.table, None)) == table_view(state)


def shuffled(table: Table, viewer: int | None):  # type: ignore[no-untyped-def]
    """The state with all tiles that a seat cannot see dealt anew."""
    state = table.game
    if isinstance(state.phase, Over):
        return state
    hidden = list(state.pool)
    for number, seat in enumerate(state.seats):
        if number != viewer:
            hidden += list(seat.rack.tiles)  # type: ignore[union-attr]
    hidden.reverse()
    seats = list(state.seats)
    for number, seat in enumerate(seats):
        if number != viewer:
            size = len(seat.rack)
            seats[number] = replace(seat, rack=KnownRack(Tiles.of(hidden[:size])))
            hidden = hidden[size:]
    return replace(state, seats=tuple(seats), pool=Tiles.of(hidden))


TestGame = GameMachine.TestCase
TestGame.settings = settings(
    max_examples=25, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)


@pytest.mark.soak
@pytest.mark.timeout(1500)
def test_many_more_games() -> None:
    """The same machine, for long."""
    from hypothesis.stateful import run_state_machine_as_test

    long = settings(max_examples=400, stateful_step_count=60, deadline=None, suppress_health_check=list(HealthCheck))
    run_state_machine_as_test(GameMachine, settings=long)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seed", range(3))
def test_every_game_ends(rules: Rules, seed: int) -> None:
    """Whoever does nothing but pass comes to an end soon."""
    table = Table(rules, SMALL, NAMES, KNOWN, seed).start()
    for _ in range(200):
        if isinstance(table.game.phase, Over):
            break
        with contextlib.suppress(EngineError):
            table.do(cmd.Pass(table.on_turn))
    assert isinstance(table.game.phase, Over)
