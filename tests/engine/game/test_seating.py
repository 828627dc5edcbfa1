"""Seats handed over by others: which tiles go along, who agrees, and that none of it reveals a hidden rack."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import errors as err
from engine.game import commands as cmd
from engine.game import events as ev
from engine.game.decide import decide
from engine.game.decision import Context
from engine.game.decisions.seats import ending_resigns
from engine.game.evolve import evolve
from engine.game.phases import AwaitAnswer, Over
from engine.game.state import GameState, Person, Verdict
from engine.game.views import SeatView, TableView, seat_view, table_view
from engine.model.durations import DAY
from engine.model.rules import PRESETS, Rules
from engine.model.tiles import KnownRack, Tiles
from tests.support.games import CLASSIC, NO_UNDO, Table, check_invariants, tiles, variant_of, word_set

ADA, BRUNO, DENIZ, EMIL = (Person(name, name.title()) for name in ("ada", "bruno", "deniz", "emil"))
COMPUTER = NO_UNDO.with_value("on_leave", "computer")
MODERATED = {"by": "mia", "moderator": True}


def table(rules: Rules = NO_UNDO) -> Table:
    """A game of three that has begun, Ada on turn."""
    return Table(rules, names=("ada", "bruno", "chloe")).start("AEINRST", "CATSDOG", "HORNFAR")


def taken(one: Table) -> ev.SeatTaken:
    """The seat that has just changed hands."""
    event = one.events[-1]
    assert isinstance(event, ev.SeatTaken)
    return event


@pytest.mark.parametrize("by", [{"by": "ada"}, MODERATED])
def test_who_is_seated_without_leave_gets_new_tiles(by: dict[str, object]) -> None:
    """Neither host nor moderator can show a friend the rack of a player."""
    one = table()
    one.give(DENIZ, 1, **by)  # type: ignore[arg-type]
    event = taken(one)
    assert event.returned == tiles("CATSDOG") and len(event.drawn) == 7
    assert one.game.seats[1].rack == KnownRack(event.drawn)
    check_invariants(one)


def test_a_moderator_hands_no_rack_to_himself() -> None:
    """This holds for every new player, the moderator included."""
    one = table()
    one.give(Person("mia", "Mia"), 1, **MODERATED)  # type: ignore[arg-type]
    assert taken(one).returned == tiles("CATSDOG")


@pytest.mark.parametrize("rules", [NO_UNDO, COMPUTER])
def test_the_seat_of_who_was_taken_out_has_new_tiles_for_others(rules: Rules) -> None:
    """It may be empty and free for all, or kept by a computer player; its owner gets the old tiles back."""
    one = table(rules)
    one.do(cmd.RemoveSeat("mia", 1, moderator=True))
    back = Table(rules)
    back.state, back.events = one.state, list(one.events)
    free = one.game.seats[1].is_human
    if free:
        one.do(cmd.TakeSeat(DENIZ, 1, "deniz"))
    else:
        one.give(DENIZ, 1, "ada")
    assert taken(one).returned == tiles("CATSDOG")
    check_invariants(one)
    with pytest.raises(err.OnlyHost):
        back.do(cmd.TakeSeat(BRUNO, 1, "bruno"))
    back.give(BRUNO, 1, "ada")
    assert back.letters(1) == "ACDGOST"


def test_who_leaves_or_gives_up_a_seat_leaves_the_tiles_with_it() -> None:
    """The player leaves, or is the host and hands over their own seat."""
    one = table(COMPUTER)
    one.do(cmd.Leave("bruno"))
    one.give(DENIZ, 1, "ada")
    assert one.letters(1) == "ACDGOST" and not taken(one).returned
    one.give(EMIL, 0, "ada")
    assert one.letters(0) == "AEINRST"
    check_invariants(one)


def test_who_took_a_seat_over_is_not_removed_in_place_of_who_had_it() -> None:
    """A question names a person, who may have handed the seat over before it is answered."""
    one = table()
    meant = cmd.RemoveSeat("mia", 1, moderator=True, member="bruno")
    one.give(DENIZ, 1, **MODERATED)  # type: ignore[arg-type]
    for member in ("bruno", ""):  # nor in place of a computer player
        with pytest.raises(err.HasLeft):
            one.do(replace(meant, member=member))
    assert one.game.seats[1].player == DENIZ
    one.do(replace(meant, member="deniz"))
    assert not one.game.seats[1].in_play


def test_who_agrees_hands_the_tiles_over() -> None:
    """The offer changes nothing; only the holder of the seat answers it, once, and only that offer."""
    one = table()
    with pytest.raises(err.OnlyHost):
        one.do(cmd.OfferSeat(DENIZ, 1, "chloe"))
    one.do(cmd.OfferSeat(DENIZ, 1, "ada"))
    first = one.game.sequence
    assert one.letters(1) == "ACDGOST" and one.game.seats[1].player == BRUNO
    one.do(cmd.OfferSeat(EMIL, 1, **MODERATED))  # type: ignore[arg-type]
    for by, number in (("bruno", first), ("chloe", first + 1), ("mia", first + 1), ("bruno", 0)):
        with pytest.raises(err.NoSuchOffer):
            one.do(cmd.AgreeToOffer(by, number))
    one.do(cmd.AgreeToOffer("bruno", first + 1))
    one.do(cmd.AgreeToOffer("emil", first + 2))
    assert one.game.seats[1].player == EMIL and one.letters(1) == "ACDGOST"
    with pytest.raises(err.NoSuchOffer):
        one.do(cmd.AgreeToOffer("emil", first + 2))
    check_invariants(one)


def test_nobody_is_asked_where_nobody_can_agree() -> None:
    """For a computer's seat, only who follows is asked; and a player already seated takes no other seat."""
    one = table(COMPUTER)
    one.do(cmd.Leave("bruno"))
    one.do(cmd.OfferSeat(DENIZ, 1, "ada"))
    assert one.game.seats[1].offer and one.game.seats[1].offer.to_heir
    with pytest.raises(err.AlreadySeated):
        one.do(cmd.OfferSeat(ADA, 2, "ada"))
    one.do(cmd.OfferSeat(DENIZ, 2, "ada"))
    number = one.game.sequence
    one.give(DENIZ, 1, "ada")
    with pytest.raises(err.AlreadySeated):
        one.do(cmd.AgreeToOffer("chloe", number))


def test_too_small_a_pool_gives_no_new_tiles() -> None:
    """A draw from it would bring back the same tiles, so the holder has to agree."""
    one = Table(NO_UNDO, variant_of("AAAEEEIIINNNRRRSSSTTT"), names=("ada", "bruno", "chloe"))
    one.start("AEINRST", "AEINRST", "AEINRST")
    with pytest.raises(err.NotAgreed):
        one.give(DENIZ, 1, "ada")
    one.do(cmd.OfferSeat(DENIZ, 1, "ada"))
    for name in ("bruno", "deniz"):
        one.do(cmd.AgreeToOffer(name, one.game.sequence))
    assert one.letters(1) == "AEINRST"


def test_a_play_that_is_challenged_off_after_a_handover_makes_no_tile() -> None:
    """Its tiles go to the new player, and as many of the newly drawn ones go back."""
    one = Table(CLASSIC, names=("ada", "bruno", "chloe"), words=word_set("TEA")).start("AEINRST", "CATSDOG", "HORNFAR")
    one.play("8G NEAR")
    one.give(DENIZ, 0, **MODERATED)  # type: ignore[arg-type]
    check_invariants(one)
    one.do(cmd.Challenge("bruno"))
    check_invariants(one)
    assert len(one.game.seats[0].rack) == 7


def test_a_play_that_people_are_asked_about_stays_possible() -> None:
    """Everyone can see its tiles on the board, so they stay on the rack; the others are new."""
    rules = PRESETS["friendly"].with_value("challenge", "house")
    one = Table(rules, names=("ada", "bruno", "chloe"), words=word_set("TEA")).start("AEINRST", "CATSDOG", "HORNFAR")
    one.play("8G NEAR")
    assert isinstance(one.game.phase, AwaitAnswer)
    one.give(DENIZ, 0, **MODERATED)  # type: ignore[arg-type]
    assert taken(one).returned == tiles("IST")
    for name in ("bruno", "chloe"):
        one.do(cmd.Accept(name))
    check_invariants(one)
    assert one.game.board.tiles()


def test_words_put_to_the_host_before_are_not_for_the_new_player() -> None:
    """The words give away the old tiles; open questions lapse without an answer."""
    rules = NO_UNDO.with_value("challenge", "ask_host")
    one = Table(rules, names=("ada", "bruno", "chloe"), words=word_set("TEA")).start("AEINRST", "CATSDOG", "HORNFAR")
    one.do(cmd.Pass("ada"))
    one.play("8G CATS")
    assert seat_view(one.game, 1).asked
    one.give(DENIZ, 1, **MODERATED)  # type: ignore[arg-type]
    assert not seat_view(one.game, 1).asked
    assert [question.verdict for question in one.game.asked] == [Verdict.LAPSED]
    with pytest.raises(err.NoSuchQuestion):
        one.do(cmd.AnswerWord("ada", 0, True))


def test_a_seat_of_a_game_from_a_file_changes_hands_by_agreement_only() -> None:
    """The game may go on elsewhere with the same racks and pool."""
    one = table()
    one.do(cmd.Pause("ada"))
    one.do(cmd.Load("ada", "x", ""))
    with pytest.raises(err.NotAgreed):
        one.give(DENIZ, 1, "ada")
    one.do(cmd.OfferSeat(DENIZ, 1, "ada"))
    for name in ("bruno", "deniz"):
        one.do(cmd.AgreeToOffer(name, one.game.sequence))
    assert one.game.seats[1].player == DENIZ
    check_invariants(one)


# --- secrecy ----------------------------------------------------------------------------------------------------------


class Dealt:
    """The same table twice, with different hidden tiles; tiles drawn are in both pools, so luck reveals nothing."""

    def __init__(self, rules: Rules, seed: int, offset: int) -> None:
        made = Table(rules, names=("ada", "bruno", "chloe", "dora"), seed=seed).start()
        self.now = made.now
        self.one: GameState = made.game
        self.other: GameState = swapped(made.game, offset)
        self.luck = random.Random(seed)

    def do(self, command: cmd.Command) -> tuple[object, object]:
        """The outcome of a command at both tables: the types of the events, or of the refusal."""
        self.now += 1000
        common = [tile for tile in self.one.pool.kinds for _ in range(self._both(tile))]
        self.luck.shuffle(common)  # of tests

        def draw(_: Tiles, count: int) -> Tiles:
            return Tiles.of(common[:count])

        context = Context(self.now, draw, lambda words: tuple(True for _ in words), lambda _: 0)
        self.one, first = _decided(self.one, command, context)
        self.other, second = _decided(self.other, command, context)
        return first, second

    def _both(self, tile: object) -> int:
        return min(self.one.pool.count(tile), self.other.pool.count(tile))  # type: ignore[arg-type]


def swapped(state: GameState, offset: int) -> GameState:
    """The same table with all racks and the pool dealt differently."""
    hidden = [tile for seat in state.seats for tile in seat.rack.tiles] + list(state.pool)  # type: ignore[union-attr]
    hidden = hidden[offset:] + hidden[:offset]
    seats = []
    for seat in state.seats:
        seats.append(replace(seat, rack=KnownRack(Tiles.of(hidden[: len(seat.rack)]))))
        hidden = hidden[len(seat.rack) :]
    return replace(state, seats=tuple(seats), pool=Tiles.of(hidden))


def _decided(state: GameState, command: cmd.Command, context: Context) -> tuple[GameState, object]:
    try:
        events = decide(state, command, context)
    except err.EngineError as error:
        return state, (type(error), vars(error))
    for event in events:
        state = evolve(state, event)
    return state, [(type(event), getattr(event, "seat", None)) for event in events]


def commands(who: Person, number: int, sequence: int) -> list[cmd.Command]:
    """All that a moderator can do to a game, and whatever a friend or a spectator tries."""
    seat = number % 4
    return [
        cmd.RemoveSeat("mia", seat, moderator=True),
        cmd.OfferSeat(who, seat, "mia", moderator=True, new_tiles=True),
        cmd.TakeSeat(who, seat, who.id),
        cmd.OfferSeat(who, seat, "mia", moderator=True),
        cmd.AgreeToOffer(who.id, sequence),
        cmd.AgreeToOffer("mia", sequence),
        cmd.Pause("mia", moderator=True),
        cmd.Resume("mia", moderator=True),
        cmd.Leave(who.id),
        cmd.Pass(who.id),
        cmd.Exchange("mia", "all"),
        cmd.Swap("mia"),
        cmd.SetRule("mia", "show_racks", "all", moderator=True),
        cmd.StopWaiting("mia", moderator=True),
        cmd.AddGuest("mia", "Guest"),
        cmd.Load("mia", "x", "", moderator=True),
    ]


@settings(max_examples=60)
@given(
    st.integers(0, 10_000),
    st.integers(1, 60),
    st.sampled_from([NO_UNDO, COMPUTER, Rules(), CLASSIC, replace(COMPUTER, undo=True)]),
    st.lists(st.tuples(st.integers(0, 15), st.integers(0, 3), st.booleans()), max_size=14),
)
def test_a_moderator_and_friends_learn_nothing_of_a_hidden_rack(
    seed: int, offset: int, rules: Rules, steps: list[tuple[int, int, bool]]
) -> None:
    """Whatever they do, in any order: refusals, the table and the views of the players seated are the same."""
    dealt = Dealt(rules, seed, offset)
    friends = (DENIZ, EMIL)
    for kind, seat, which in steps:
        who = friends[which]
        first, second = dealt.do(commands(who, seat, dealt.one.sequence)[kind])
        assert first == second
        assert table_view(dealt.one) == table_view(dealt.other)
        for friend in friends:
            assert _known(dealt.one, friend) == _known(dealt.other, friend)
    for state in (dealt.one, dealt.other):
        held = Tiles.of(tile for seat_ in state.seats for tile in seat_.rack.tiles)  # type: ignore[union-attr]
        assert held + state.pool == state.variant.tile_set.tiles


def _known(state: GameState, person: Person) -> SeatView | TableView:
    seat = state.seat_of(person.id)
    return table_view(state) if seat is None else seat_view(state, seat)


def test_the_rights_of_a_host_who_is_gone_pass_to_the_player_who_needs_them() -> None:
    """To nobody who watches or is gone too; a word of one player is judged by another."""
    one, gone = table(), frozenset({"ada"})
    for command in (cmd.PassHost("bruno"), cmd.PassHost("mia", gone), cmd.PassHost("ada", gone | {"bruno", "chloe"})):
        with pytest.raises(err.OnlyHost):
            one.do(command)
    for command, host in (
        (cmd.PassHost("bruno", gone), "bruno"),
        (cmd.PassHost("bruno", gone, judges=True), "chloe"),
        (cmd.PassHost("bruno", gone | {"chloe"}, judges=True), "bruno"),
    ):
        again = table()
        again.do(command)
        assert again.game.host == host
        check_invariants(again)


def test_whoever_is_asked_whether_a_quiet_game_goes_on_may_end_it_without_a_loss() -> None:
    """Before the question, and to the player on whom everyone waits, it is a loss."""
    one = table()
    with pytest.raises(err.OnlyHost):
        one.do(cmd.PassHost("bruno"))
    one.now += 3 * DAY
    one.do(cmd.Remind(one.game.turn))
    for player in ("ada", "bruno"):
        assert ending_resigns(one.game, player) is (player == "ada")
    one.do(cmd.PassHost("bruno"))
    one.do(cmd.End("bruno"))
    assert isinstance(one.game.phase, Over) and not one.game.phase.winners
