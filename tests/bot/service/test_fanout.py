"""Which messages follow from each event, and how soon they arrive."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.model.deliveries import DeliveryKind, NewDelivery, Target, TargetKind
from bot.model.games import Place
from bot.service.sending.budget import SPAN, Budget
from bot.service.sending.fanout import ARCHIVE_WAIT, COMPUTER_PAUSE, about_thread, board_event, fan_out
from engine.game import commands as cmd
from engine.game.events import Event
from engine.game.phases import Over
from engine.game.state import Person
from engine.model.rules import Rules
from engine.model.tiles import KnownRack
from tests.support.crowd import RatedDiscord, lateness, pass_time
from tests.support.games import CLASSIC, NO_UNDO, Table, variant_of
from tests.support.service import ADA, BRUNO, HOME, Process, StillClock, eventually, process


def after(table: Table, command: cmd.Command) -> tuple[NewDelivery, ...]:
    """The deliveries of a command."""
    before = table.game
    events = table.do(command)
    return fan_out(before, events, table.game)


def told(deliveries: tuple[NewDelivery, ...]) -> list[str]:
    """The kinds of delivery, with the person for those that go to one person."""
    return [f"{d.kind.value} {d.target.id}" if d.target else d.kind.value for d in deliveries]


def a_table(rules: Rules = NO_UNDO) -> Table:
    """Two people in a lobby."""
    return Table(rules, names=("1", "2"))


def test_the_lobby_is_shown_as_it_changes() -> None:
    """The lobby changes as players join and leave, computers come and rules change; the opening itself is shown too."""
    table = a_table()
    opening: tuple[Event, ...] = tuple(table.events[:1])
    assert told(fan_out(None, opening, table.game)) == ["lobby"]
    assert told(after(table, cmd.Join(Person("3", "Cleo")))) == ["lobby"]
    assert told(after(table, cmd.AddComputer("1", 3))) == ["lobby"]
    assert told(after(table, cmd.SetRule("1", "undo", "off"))) == ["lobby"]
    assert told(after(table, cmd.Leave("2"))) == ["lobby"]
    assert told(after(table, cmd.End("999", moderator=True))) == ["end"]


def test_the_start_shows_the_board_and_deals_everybody_a_rack() -> None:
    """One board, and one rack for each player, all up to the last event."""
    table = a_table()
    deliveries = after(table, cmd.Start("1"))
    assert told(deliveries) == ["board", "rack 1", "rack 2"]
    assert {delivery.upto for delivery in deliveries} == {table.game.sequence}


def test_after_a_turn_only_the_mover_gets_a_rack() -> None:
    """The player gets a rack only when it has changed."""
    table = a_table().start("ABCDEFG", "HIJKLMN")
    assert told(after(table, cmd.Play("1", "8H BAD"))) == ["board", "rack 1"]
    assert told(after(table, cmd.Exchange("2", "HI"))) == ["board", "rack 2"]
    assert told(after(table, cmd.Pass("1"))) == ["board"]


def test_d4_while_a_play_may_be_undone_no_rack_is_sent() -> None:
    """The replacement tiles come when the window closes, on a board without undo."""
    table = Table(Rules(), names=("1", "2")).start("ABCDEFG", "HIJKLMN")
    assert told(after(table, cmd.Play("1", "8H BAD"))) == ["board"]
    assert told(after(table, cmd.Undo("1"))) == ["board"]
    assert told(after(table, cmd.Play("1", "8H BADE"))) == ["board"]
    table.now += 20_000
    assert told(after(table, cmd.CloseWindows(table.game.latest.turn if table.game.latest else 0))) == [
        "board",
        "rack 1",
    ]


def test_C6_what_a_computer_considers_waits_for_the_board_without_undo() -> None:
    """The report comes with the board that follows the closed window, not with the one that still counts down."""
    table = Table(Rules(), names=("1",))
    table.do(cmd.AddComputer("1", 1))
    table.start("ABCDEFG", "HIJKLMN")
    after(table, cmd.Play("1", "8H BAD"))
    assert board_event(table.events, table.game) == table.game.sequence
    table.now += 20_000
    assert told(after(table, cmd.CloseWindows(table.game.latest.turn if table.game.latest else 0)))[0] == "board"
    assert board_event(table.events, table.game) == table.game.sequence


def test_a_challenge_is_told_on_its_own() -> None:
    """The notice names the challenge's own event; a withdrawn play changes the rack back."""
    table = Table(CLASSIC, names=("1", "2"), words=frozenset()).start("ABCDEFG", "HIJKLMN")
    assert told(after(table, cmd.Play("1", "8H BAD"))) == ["board", "rack 1"]
    turn = table.game.turn - 1
    deliveries = after(table, cmd.Challenge("2", turn))
    assert told(deliveries) == ["notice", "board", "rack 1"]
    assert deliveries[0].upto == table.game.sequence - 1
    assert deliveries[1].upto == table.game.sequence


def test_accepting_a_play_is_no_news() -> None:
    """Nothing visible changes, so nothing is sent."""
    table = Table(CLASSIC, names=("1", "2", "3")).start("ABCDEFG", "HIJKLMN", "OPQRSTU")
    after(table, cmd.Play("1", "8H BAD"))
    assert after(table, cmd.Accept("3", table.game.turn - 1)) == ()


def test_who_leaves_is_told_and_the_end_shows_the_end() -> None:
    """There is a notice about leaving, the end instead of a board, and no racks once the game is over."""
    table = Table(NO_UNDO, names=("1", "2", "3")).start("ABCDEFG", "HIJKLMN", "OPQRSTU")
    assert told(after(table, cmd.Leave("2"))) == ["notice", "board"]
    assert told(after(table, cmd.Resign("3"))) == ["end"], "which says who has resigned"


def test_who_agrees_last_is_told_with_what_all_have_agreed_to() -> None:
    """Everyone before has a line of their own, which goes once that has happened."""
    table = a_table()
    table.do(cmd.Start("1"))
    for command in (cmd.Pause, cmd.Resume):
        assert told(after(table, command("2"))) == ["ready"]
        assert told(after(table, command("1"))) == ["board"]
    table.do(cmd.Pause("1"))
    assert told(after(table, cmd.Load("1", "save", "Later"))) == ["board"], "it names those who have yet to"
    assert told(after(table, cmd.Resume("2"))) == ["board"], "the last one"


def test_a_channel_hears_where_a_game_has_gone_and_the_thread_is_put_away_once_it_rests() -> None:
    """Only of games in threads; the wait begins with the end, or with a pause."""
    channel, thread = Target(TargetKind.CHANNEL, 7), Place(1, 70, 7)
    table = a_table()
    for command, expected in (
        (cmd.Start("1"), ["lobby 7"]),
        (cmd.Pass("1", 1), []),
        (cmd.Pause("", moderator=True), ["archive 70"]),
        (cmd.Resume("", moderator=True), ["lobby 7"]),
        (cmd.End("", moderator=True), ["archive 70"]),
    ):
        before = table.game
        table.do(command)
        brief = (channel,) if expected == ["lobby 7"] else ()
        made = about_thread(before, table.game, thread, brief, 5)
        assert told(made) == expected
        assert all(one.due == 5 + (ARCHIVE_WAIT if one.kind is DeliveryKind.ARCHIVE else 0) for one in made)
        assert about_thread(before, table.game, Place(1, 7), (), 5) == ()
    table = Table(NO_UNDO, variant_of("ABAD", 2), ("1", "2")).start("AB", "AD")
    assert told(after(table, cmd.Play("1", "8H AB"))) == ["end"]


def test_a_board_waits_for_a_computer_that_may_act_at_once() -> None:
    """One message shows both moves; new tiles do not wait."""
    table = Table(NO_UNDO, names=("1",))
    table.do(cmd.AddComputer("1", 1))
    table.start("ABCDEFG", "HIJKLMN")
    board, rack = after(table, cmd.Play("1", "8H BAD"))
    assert (board.kind, board.due) == (DeliveryKind.BOARD, table.now + COMPUTER_PAUSE)
    assert (rack.kind, rack.due) == (DeliveryKind.RACK, table.now)
    (board,) = after(table, cmd.Pass("computer-1"))
    assert board.due == table.now


def test_a_rack_follows_the_opening_of_a_computer_player() -> None:
    """Its picture shows the board, on which there is a play now; later plays send no rack that is the same."""
    table = Table(NO_UNDO, names=("1",))
    table.do(cmd.AddComputer("1", 1))
    table.start("ABCDEFG", "HIJKLMN", first=1)
    assert told(after(table, cmd.Play("computer-1", "8H HIM"))) == ["board", "rack 1"]
    table.do(cmd.Pass("1"))
    assert told(after(table, cmd.Play("computer-1", "8K N"))) == ["board"]


def test_no_delivery_can_hold_a_rack() -> None:
    """A delivery says who may see something; the content stays in the journal."""
    table = a_table()
    deliveries = after(table, cmd.Start("1"))
    rack = table.game.seats[0].rack
    assert isinstance(rack, KnownRack)
    assert all(not isinstance(value, KnownRack) for d in deliveries for value in (d.kind, d.target, d.about, d.upto))
    assert {delivery.about for delivery in deliveries} == {""}


LATEST = 2_000
HOME_TARGET = Target(TargetKind.CHANNEL, HOME.channel_id)
LONG = Rules(undo=False, scoreless_end=1_000)


def by_the_real_limits(bot: Process) -> None:
    """Start the loop that sends, with Discord's real rate limits."""
    bot.budget = Budget(bot.clock)
    bot.run_deliveries()


@pytest.mark.soak
async def test_a_game_at_two_seconds_a_move_is_shown_in_time_to_its_end(tmp_path: Path) -> None:
    """Each board in the channel and each rack of the player who moved is in time."""
    discord = RatedDiscord(clock := StillClock())
    async with process(tmp_path, clock, discord) as bot:
        by_the_real_limits(bot)
        game, late = await bot.new_game(LONG), list[int]()
        await pass_time(bot, SPAN)  # every change of the lobby may have been an edit
        for number in range(40):
            person = (ADA, BRUNO)[number % 2].id
            begun = clock.now()
            upto = (await bot.do(game, cmd.Exchange(person, "all"))).state.sequence
            late.append(await lateness(bot, game, upto, HOME.channel_id, int(person)))
            await pass_time(bot, max(0, begun + 2_000 - clock.now()))
        upto = (await bot.do(game, cmd.Resign(ADA.id))).state.sequence
        late.append(await lateness(bot, game, upto, HOME.channel_id))
        assert max(late) <= LATEST, late
        assert discord.kinds(HOME.channel_id)[-1] == "end"
        await tidied(bot, game)


@pytest.mark.soak
async def test_a_game_with_computers_at_a_second_a_move_is_shown_in_time_to_its_end(tmp_path: Path) -> None:
    """Each board after the computer's move, and each rack of its opponent, is in time."""
    discord = RatedDiscord(clock := StillClock())
    async with process(tmp_path, clock, discord) as bot:
        by_the_real_limits(bot)
        bot.run_deadlines()
        game, late = await bot.new_game(LONG, computer=True), list[int]()
        await pass_time(bot, SPAN)  # opening and starting a game at one instant uses up the channel's limit
        for _ in range(40):
            begun = clock.now()
            moved = (await bot.do(game, cmd.Exchange(ADA.id, "all"))).state

            async def answered(turn: int = moved.turn) -> bool:
                return (await bot.games.load(game)).turn > turn

            await eventually(answered)
            upto = (await bot.games.load(game)).sequence
            late.append(await lateness(bot, game, upto, HOME.channel_id))
            late.append(clock.now() - begun + await lateness(bot, game, moved.sequence, int(ADA.id)))
            await pass_time(bot, max(0, begun + 1_000 - clock.now()))
        over = (await bot.do(game, cmd.Resign(ADA.id))).state
        assert isinstance(over.phase, Over)
        late.append(await lateness(bot, game, over.sequence, HOME.channel_id))
        assert max(late) <= LATEST, late
        await tidied(bot, game)


async def tidied(bot: Process, game: str) -> None:
    """Once nothing is urgent any more, only the newest post in the channel keeps its buttons."""

    async def only_the_newest_is_live() -> bool:
        await pass_time(bot, SPAN)
        return len(await bot.store.outbox.posts(game, HOME_TARGET)) <= 1

    await eventually(only_the_newest_is_live)
