"""Seats, the draw for the first turn, and every way a game ends."""

from itertools import pairwise

import pytest

from engine import errors
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.phases import EndReason, Over
from engine.game.state import Person
from engine.model.rules import PRESETS, FirstPlayer, Rules
from tests.support.games import CLASSIC, NO_UNDO, STANDARD, Table, check_invariants, variant_of, word_set


def over(table: Table) -> Over:
    """The final phase of a game that must be over."""
    assert isinstance(table.game.phase, Over)
    return table.game.phase


@pytest.mark.parametrize("seats", [1, 2, 4, 8, STANDARD.max_seats])
def test_K2_as_many_seats_as_the_tiles_fill(seats: int) -> None:
    """Every seat gets a full rack; one more is refused."""
    rules = NO_UNDO.with_value("players", str(seats))
    table = Table(rules, names=[f"p{n}" for n in range(seats)])
    with pytest.raises(errors.NoSeatFree):
        table.do(cmd.Join(Person("late", "Late")))
    table.start()
    assert all(len(seat.rack) == 7 for seat in table.game.seats)
    assert len(table.game.pool) == 100 - 7 * seats
    check_invariants(table)


def test_K2_rules_never_allow_more_seats_than_the_tiles_fill() -> None:
    """A small set fills few racks, however many players the rules allow."""
    table = Table(NO_UNDO, variant_of("ABCDEFGHIJKLMN"))
    with pytest.raises(errors.NoSeatFree) as caught:
        table.do(cmd.Join(Person("eve", "Eve")))
    assert caught.value.seats == 2


@pytest.mark.parametrize("rule", ["players", "preset"])
def test_K2_players_are_never_fewer_than_the_seats_that_are_taken(rule: str) -> None:
    """Seats must be freed before the number goes down; every other rule can still be set."""
    table = Table(NO_UNDO, names=("ada", "bruno", "chloe"))
    table.do(cmd.SetRule("ada", "players", "3"))
    with pytest.raises(errors.TooManySeated) as caught:
        table.do(cmd.SetRule("ada", "players", "2"))
    assert (caught.value.players, caught.value.seats) == (2, 3)
    table.do(cmd.SetRule("ada", rule, "3" if rule == "players" else "classic"))
    assert table.game.max_seats == 3
    table.do(cmd.Leave("chloe"))
    table.do(cmd.SetRule("ada", "players", "2"))
    with pytest.raises(errors.NoSeatFree):
        table.do(cmd.AddComputer("ada", 3))


def test_N3_lowest_letter_starts_and_ties_are_drawn_again() -> None:
    """All tiles but one are E, so most rounds tie; every round is in the journal."""
    seen_tie = False
    for seed in range(30):
        table = Table(NO_UNDO, names=("ada", "bruno", "chloe"), seed=seed, variant=variant_of("E" * 20 + "BC?"))
        events = table.do(cmd.Start("ada"))
        rounds = [event.drawn for event in events if isinstance(event, ev.StartDrawn)]
        seen_tie = seen_tie or len(rounds) > 1
        for earlier, later in pairwise(rounds):
            best = min(tile.letter for _, tile in earlier)
            assert {seat for seat, _ in later} == {seat for seat, tile in earlier if tile.letter == best}
        lowest = min(rounds[-1], key=lambda pair: pair[1].letter)
        assert table.game.on_turn == lowest[0]
        check_invariants(table)
    assert seen_tie


def test_N3_a_blank_beats_a() -> None:
    """The blank ranks before A."""
    for seed in range(80):
        table = Table(NO_UNDO, variant_of("?AAAAAAAAAAAAAAA"), seed=seed)
        drawn = next(e.drawn for e in table.do(cmd.Start("ada")) if isinstance(e, ev.StartDrawn))
        blank = [seat for seat, tile in drawn if tile.is_blank]
        if blank:
            assert table.game.on_turn == blank[0]
            return
    pytest.fail("no seed drew the blank")


def test_equal_tiles_do_not_draw_for_ever() -> None:
    """When every tile is the same, chance decides after a few rounds."""
    table = Table(NO_UNDO, variant_of("A" * 14))
    table.start()
    assert table.game.on_turn is not None


@pytest.mark.parametrize("first", list(FirstPlayer))
def test_first_player_rules(first: FirstPlayer) -> None:
    """The first player comes by draw, at random, or is the host."""
    starters = set()
    for seed in range(12):
        table = Table(NO_UNDO.with_value("first_player", first.value), seed=seed).start()
        starters.add(table.game.on_turn)
    assert starters == ({0} if first is FirstPlayer.HOST else {0, 1})


def test_D1_anybody_seated_may_start_and_nobody_else() -> None:
    """The host need not press the button."""
    table = Table()
    with pytest.raises(errors.NotSeated):
        table.do(cmd.Start("eve"))
    table.do(cmd.Start("bruno"))
    assert table.game.on_turn is not None


def test_lobby_seats_come_and_go() -> None:
    """When the host leaves, the next person is host; when the last person leaves, the lobby closes."""
    table = Table(names=("ada", "bruno"))
    with pytest.raises(errors.AlreadySeated):
        table.do(cmd.Join(Person("ada", "Ada")))
    table.do(cmd.AddComputer("bruno", 8))
    with pytest.raises(errors.NoSuchLevel):
        table.do(cmd.AddComputer("bruno", 9))
    table.do(cmd.Leave("ada"))
    assert table.game.host == "bruno"
    with pytest.raises(errors.NotSeated):
        table.do(cmd.Leave("ada"))
    with pytest.raises(errors.NotStarted):
        table.do(cmd.Play("bruno", "8H HELLO"))
    with pytest.raises(errors.NotStarted):
        table.do(cmd.Resign("bruno"))
    table.do(cmd.Leave("bruno"))
    assert over(table).reason is EndReason.ENDED
    with pytest.raises(errors.GameIsOver):
        table.do(cmd.Join(Person("ada", "Ada")))


def test_who_was_removed_from_a_lobby_does_not_come_back() -> None:
    """Neither before the start nor, without the host, to a seat that somebody leaves; who has left before may."""
    table = Table(NO_UNDO, names=("ada", "bruno", "chloe", "deniz"))
    table.do(cmd.Leave("chloe"))
    table.do(cmd.Join(Person("chloe", "Chloe")))
    table.do(cmd.RemoveSeat("mia", 1, moderator=True))
    bruno = Person("bruno", "Bruno")
    with pytest.raises(errors.SentAway):
        table.do(cmd.Join(bruno))
    table.start()
    table.do(cmd.Leave("chloe"))
    with pytest.raises(errors.OnlyHost):
        table.do(cmd.TakeSeat(bruno, 2, "bruno"))
    table.do(cmd.OfferSeat(bruno, 2, "ada"))
    table.do(cmd.AgreeToOffer("bruno", table.game.sequence))
    assert table.game.seats[2].player == bruno


def test_rules_are_set_by_the_host_before_the_start() -> None:
    """Other players, and anyone after the start, are refused; the event carries the new rules."""
    table = Table(Rules())
    with pytest.raises(errors.OnlyHost):
        table.do(cmd.SetRule("bruno", "undo", "off"))
    table.do(cmd.SetRule("ada", "undo", "off"))
    table.do(cmd.SetRule("ada", "challenge", "double"))
    assert table.game.rules.phonies_stand
    table.start()
    with pytest.raises(errors.AlreadyStarted):
        table.do(cmd.SetRule("ada", "undo", "on"))


def test_N7_going_out_with_the_pool_empty_ends_the_game() -> None:
    """Standard adjustment: each other player loses the tiles left, and the player who went out gains them."""
    table = Table(NO_UNDO, variant_of("HELLOXYQUAZJVK")).start("HELLOXY", "QUAZJVK", first=1)
    table.pass_()
    table.play("8D HELLOXY")
    assert over(table).reason is EndReason.OUT
    assert [one.points for one in over(table).changes] == [39, -39]


@pytest.mark.parametrize(("kind", "points"), [("standard", [39, -39]), ("american", [78, 0]), ("none", [])])
def test_N16_end_adjustments(kind: str, points: list[int]) -> None:
    """American adjustment: the player who goes out gains twice the others' tiles, and nobody loses any."""
    rules = NO_UNDO.with_value("end_adjustment", kind)
    table = Table(rules, variant_of("HELLOXYQUAZJVK")).start("HELLOXY", "QUAZJVK", first=1)
    table.pass_()
    table.play("8D HELLOXY")
    assert [one.points for one in over(table).changes] == points


def test_six_scoreless_turns_end_a_game_of_two() -> None:
    """They may be any mix of passes and exchanges; then each player loses the tiles left on the rack."""
    table = Table(CLASSIC).start("HELLOXY", "QUAZJVK")
    for _ in range(2):
        table.pass_()
        table.do(cmd.Exchange("bruno", "all"))
    table.pass_()
    table.pass_()
    assert over(table).reason is EndReason.SCORELESS
    assert all(one.points < 0 for one in over(table).changes)
    check_invariants(table)


def test_plays_challenged_off_count_as_scoreless() -> None:
    """Six withdrawn plays end the game too."""
    table = Table(CLASSIC, words=word_set()).start("HELLOXY", "QUAZJVK")
    for number in range(6):
        table.play("8D HELLO" if table.game.on_turn == 0 else "8G QUA")
        challenger = table.game.seats[1 - number % 2].player.id
        table.do(cmd.Challenge(challenger))
    assert over(table).reason is EndReason.SCORELESS


def test_scoreless_end_off_still_ends_after_ten_turns_each() -> None:
    """No rule set lets a game run for ever."""
    table = Table(NO_UNDO.with_value("scoreless_end", "off")).start("HELLOXY", "QUAZJVK")
    for _ in range(19):
        table.pass_()
    assert table.game.on_turn is not None
    table.pass_()
    assert over(table).reason is EndReason.SCORELESS


def test_scoreless_end_takes_a_number() -> None:
    """The host chooses how many scoreless turns end the game."""
    table = Table(NO_UNDO.with_value("scoreless_end", "3")).start("HELLOXY", "QUAZJVK")
    for _ in range(3):
        table.pass_()
    assert over(table).reason is EndReason.SCORELESS


def test_C18_all_pass_once_with_the_pool_empty() -> None:
    """One full round of passes is enough when the pool is empty."""
    table = Table(NO_UNDO, variant_of("HELLOXYQUAZJVK")).start("HELLOXY", "QUAZJVK")
    table.pass_()
    table.pass_()
    assert over(table).reason is EndReason.ALL_PASSED


def test_N14_a_tie_goes_to_the_higher_score_before_adjustment() -> None:
    """Of equal final scores, the one that was higher before the adjustment wins; otherwise the win is shared."""
    from engine.game.decisions.endings import find_winners
    from engine.game.phases import Adjustment

    table = Table().start("HELLOXY", "QUAZJVK", first=1)
    table.pass_()
    table.play("8D HELLO")
    even = (Adjustment(0, -24, None), Adjustment(1, 0, None))
    assert find_winners(table.game, even) == (0,)
    same = Table().start("HELLOXY", "QUAZJVK")
    same.pass_()
    same.pass_()
    assert find_winners(same.game, ()) == (0, 1)


def test_resigning_in_a_game_of_two_gives_it_to_the_other() -> None:
    """Scores stand, and the other player wins."""
    table = Table().start("HELLOXY", "QUAZJVK")
    table.play("8D HELLO")
    table.pass_()
    table.do(cmd.Resign("ada"))
    assert (over(table).reason, over(table).winners, over(table).changes) == (EndReason.LEFT, (1,), ())
    with pytest.raises(errors.GameIsOver):
        table.do(cmd.Resign("bruno"))


def test_N8_leaving_with_three_seats_skips_the_seat_or_stops_the_game() -> None:
    """The rule decides: the others go on, or the game ends."""
    names = ("ada", "bruno", "chloe")
    table = Table(names=names).start("HELLOXY", "QUAZJVK", "AEIOUTT")
    table.do(cmd.Leave("ada"))
    assert table.game.on_turn == 1
    table.pass_()
    table.pass_()
    assert table.game.on_turn == 1
    with pytest.raises(errors.HasLeft):
        table.do(cmd.Pass("ada"))
    check_invariants(table)
    stopped = Table(NO_UNDO.with_value("on_leave", "stop"), names=names).start("HELLOXY", "QUAZJVK", "AEIOUTT")
    stopped.pass_()
    stopped.pass_()
    stopped.do(cmd.Leave("bruno"))
    assert over(stopped).reason is EndReason.LEFT


def test_the_rack_of_who_left_counts_at_the_end() -> None:
    """Its tiles stay out of play and count against that seat."""
    variant = variant_of("HELLOXYQUAZJVKAEIOUTT")
    table = Table(NO_UNDO, variant, names=("ada", "bruno", "chloe")).start("HELLOXY", "QUAZJVK", "AEIOUTT", first=1)
    table.pass_()
    table.do(cmd.Leave("chloe"))
    table.play("8D HELLOXY")
    assert [one.points for one in over(table).changes] == [46, -39, -7]
    assert over(table).winners == (0,)


def test_ending_from_outside_has_no_winner() -> None:
    """The host or a moderator ends it; nothing is adjusted."""
    table = Table().start("HELLOXY", "QUAZJVK")
    table.do(cmd.End("mod", moderator=True))
    assert (over(table).reason, over(table).winners) == (EndReason.ENDED, ())


def test_removing_a_player_is_for_the_host() -> None:
    """A removed seat is skipped, like the seat of a player who left."""
    table = Table(names=("ada", "bruno", "chloe")).start("HELLOXY", "QUAZJVK", "AEIOUTT")
    table.do(cmd.RemoveSeat("ada", 1))
    table.pass_()
    assert table.game.on_turn == 2


def test_presets_are_playable() -> None:
    """Each preset opens and starts a game."""
    for rules in PRESETS.values():
        table = Table(rules).start()
        check_invariants(table)
