"""Clocks, pauses, reminders and idle lobbies by ledger code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.service.opening import new_game
from bot.settings import LOBBY_HOURS, Settings, SettingsError
from engine.game import commands as cmd
from engine.game.phases import Paused, Turn
from engine.game.state import LOBBY_PATIENCE
from engine.model.durations import HOUR
from tests.features.test_composing import composed, tap
from tests.support.databases import first_due
from tests.support.pictures import buttons_of, text_of
from tests.support.playground import DM, Person
from tests.support.ruled import begun
from tests.support.running import DRAWS, LETTERS, answer, ask, board, gathered, press_more, shows, started
from tests.support.sentences import said
from tests.support.service import ADA, BRUNO, HOME, Process, StillClock, process, setup

DAY = 24 * 3600


async def timed(ada: Person, bruno: Person, **rules: str) -> dict[str, Any]:
    """Start a game between the two with these rules; returns the first board."""
    return await begun((ada, bruno), *(f"{rule} {value}" for rule, value in rules.items()))


async def test_C3_N15_a_turn_that_takes_too_long_is_lost(tmp_path: Path) -> None:
    """The board shows the deadline as Discord's relative time; then the turn passes to the next player."""
    async with gathered(tmp_path, "CAT", "SOD", letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await timed(ada, bruno, turn_clock="10m", clock_grace="5m", undo="off")
        state = await stage.state(ada.channel_id())
        assert isinstance(state.phase, Turn)
        assert said("clocks.end_turn", moment=f"<t:{-(-(state.phase.since + 600_000) // 1000)}:R>") in text_of(first)
        stage.clock.push(602.1)
        second = await board(bruno, said("happenings.out_of_time"), after=first)
        assert said("status.your_turn", name=f"<@{bruno.id}>") in text_of(second)
        assert "out of time" in text_of(await ask(ada, "/word played"))
        await ask(ada, "/play move:8H CAT", said("moves.not_your_turn"))


@pytest.mark.soak
async def test_C3_a_word_put_together_in_time_is_played_late_but_not_changed(tmp_path: Path) -> None:
    """The word composed when the time ran out counts; taking a tile back and placing it again makes another move.

    A preview that was opened in time may still be played, one opened after the time may not.
    """
    async with gathered(tmp_path, "CAT", "SOD", letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await timed(ada, bruno, turn_clock="10m", clock_grace="5m", undo="off")
        message = await composed(ada, first)
        await tap(ada, message, "C 3", "A 1", "T 1")
        await shows(ada, message, said("play.grace", grace="5 minutes"))
        preview = await ask(ada, "/try move:8H CAT", said("play.grace", grace="5 minutes"))
        stage.clock.push(610)
        await tap(ada, message, "Remove tile", "T 1")
        changed = await shows(ada, message, "8H CAT")
        for late in (changed, await ask(ada, "/try move:8H AT", "8H AT")):
            assert said("play.grace") not in text_of(late)
            last = ada.last()
            await ada.click(late, "Play")
            await answer(ada, said("clocks.time_turn_run"), after=last)
        await ada.click(preview, "Play")
        await board(bruno, "8H CAT", after=first)


@pytest.mark.gate
async def test_N16_clocks_stand_in_status_scores_and_text_board(tmp_path: Path) -> None:
    """The time left, and when it will run out; the end card shows the points for overtime."""
    async with gathered(tmp_path, "CAT", "SEE", letters="CATSEE", rack_size=3) as (stage, ada, bruno):
        first = await timed(ada, bruno, game_clock="1h", undo="off")
        stage.clock.push(5400)
        assert "Clocks: **Ada** 1:00:00 (runs out: <t:" in text_of(first)
        await ask(ada, "/play move:8H AT", "You played")
        second = await board(bruno, "8H AT", after=first)
        assert re.search(r"\*\*Ada\*\* −3\d:\d\d", text_of(second))
        for command in ("/game scores", "/game board style:text", "/game status"):
            told = text_of(await ask(bruno, command))
            assert re.search(r"−3\d:\d\d", told), command
            assert "<t:" in told, command
        for person in (bruno, ada, bruno, ada):
            if isinstance((await stage.state(ada.channel_id())).phase, Turn):
                await ask(person, "/move pass")
        card = await board(ada, "of overtime", after=second)
        assert re.search(r"minus 3\d0 for 3\d:\d\d of overtime", text_of(card))


async def both_passed(ada: Person, bruno: Person, first: dict[str, Any]) -> dict[str, Any]:
    """The board once both have made a move, so that the game counts."""
    for person, other in ((ada, bruno), (bruno, ada)):
        await ask(person, "/move pass")
        first = await board(other, after=first)
    return first


@pytest.mark.gate
async def test_N16_a_live_game_shows_what_overtime_costs_and_ends(tmp_path: Path) -> None:
    """The board tells each minute as it begins, `/game scores` the clock itself; after the limit, the game is lost."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await both_passed(ada, bruno, await started(ada, bruno, "variant:tiny preset:blitz"))
        stage.clock.push(181)
        cost = said("clocks.overtime_lost", points="−10 points")
        assert "**Ada** 0:00" in text_of(await shows(bruno, first, cost))
        stage.clock.push(30)
        assert re.search(r"\*\*Ada\*\* −0:3\d", text_of(await ask(bruno, "/game scores", cost)))
        stage.clock.push(32)
        await board(bruno, said("status.won", name="**Bruno**"), after=first)


@pytest.mark.soak
async def test_X18_whoever_waits_in_a_live_game_claims_after_minutes(tmp_path: Path) -> None:
    """The silent player can say that somebody is there; without an answer, the other one decides."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await both_passed(ada, bruno, await started(ada, bruno, "variant:tiny preset:club"))
        await ask(bruno, "/game claim", said("clocks.claim_too_early"))
        stage.clock.push(300)
        await ask(bruno, "/game claim", said("claims.told_and_decide", name="**Ada**"))
        asked = await ada.wait_message(said("claims.waited_long_time"), channel=DM)
        assert said("claims.still_here") in buttons_of(asked)
        await ada.click(asked, said("claims.still_here"))
        await ada.wait_message("stays open", channel=DM)
        stage.clock.push(200)
        await ask(bruno, "/game claim", said("clocks.claim_too_early"))
        stage.clock.push(100)
        await press_more(bruno, first, "Claim the game")
        await bruno.wait_message(said("claims.told_and_decide", name="**Ada**"))
        stage.clock.push(120)
        question = await bruno.wait_message(said("claims.still_not_moved"), channel=DM)
        await bruno.click(question, "The player loses")
        await bruno.wait_message(said("status.won", name="**Bruno**"))


@pytest.mark.gate
async def test_C5_a_game_is_paused_by_name_and_resumed_elsewhere(tmp_path: Path) -> None:
    """The channel is free for another game; the name is taken in this server; refused moves say what to do.

    Its button keeps working through a restart.
    """
    async with gathered(tmp_path, "CAT", "SOD", *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await timed(ada, bruno, turn_clock="10h", undo="off")
        await ask(ada, "/game pause name:Friday", said("receipts.agreed_to_pause"))
        await bruno.wait_message(said("happenings.like_pause_game", name="**Ada**"))
        await ask(bruno, "/game pause name:Friday", "paused as **Friday**")
        rest = await board(bruno, "paused as **Friday**", after=first)
        assert buttons_of(rest) == ["Resume"]
        await stage.stop()
        stage.clock.push(72000)
        await stage.start()
        await ask(ada, "/play move:8H CAT", "paused as Friday")
        await bruno.click(rest, "Resume")
        await bruno.wait_message(said("receipts.ready_to_resume"), after=rest)
        await ada.wait_message(said("happenings.ready_to_resume", name="**Bruno**"))
        stage.clock.push(1)
        second = await started(ada, bruno)
        await ask(ada, "/game pause name:FRIDAY", said("requests.name_taken"))
        await ask(ada, "/game resume", said("games.channel_has_game"))
        await ask(ada, "/game pause", "paused as **Ada v Bruno**")
        await ask(ada, "/game resume", said("clocks.several_games_paused"))
        await ask(ada, "/game resume name:Monday", said("clocks.no_paused_game_called", name="Monday"))
        ada.place = bruno.place = "games"
        await ask(ada, "/game resume name:friday", "The game resumes.")
        third = await board(bruno)
        assert third["channel_id"] == bruno.channel_id()
        state = await stage.state(bruno.channel_id())
        assert isinstance(state.phase, Turn)
        assert state.phase.since + 36_000_000 > stage.clock.now()
        await ask(ada, "/play move:8H CAT", "You played 8H CAT")
        await board(bruno, "8H CAT", after=third)
        ada.place = bruno.place = "general"
        await ask(ada, "/game resume", "The game resumes.")
        assert second["channel_id"] == ada.channel_id()


@pytest.mark.gate
async def test_C9_ending_asks_whether_to_keep_the_game(tmp_path: Path) -> None:
    """A kept game can be resumed; a game ended for good is over, and counts as resigned by a host who plays."""
    async with gathered(tmp_path, "CAT", "SOD", letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await timed(ada, bruno)
        question = await ask(ada, "/game end", said("pause.keep_or_end"))
        assert buttons_of(question) == ["Keep for later", "End for good", "Cancel"]
        await ada.click(question, "Keep for later")
        await answer(ada, said("pause.kept", name="**Ada v Bruno**"))
        await board(bruno, "is paused", after=first)
        assert isinstance((await stage.state(ada.channel_id())).phase, Paused)
        resumed = await ask(ada, "/game resume", "The game resumes.")
        await both_passed(ada, bruno, await board(ada, after=resumed))
        await ada.click(await ask(ada, "/game end", "counts as resigning"), "End for good")
        await answer(ada, "You resigned.")
        await board(bruno, "**Ada** resigned.")


@pytest.mark.gate
async def test_C3_time_without_the_bot_is_charged_to_nobody(tmp_path: Path) -> None:
    """After an hour's downtime or without Discord, nobody has lost a turn; the board shows the new deadline.

    Commands wait until the lost time is in the journal.
    """
    async with gathered(tmp_path, "CAT", "SOD", letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await timed(ada, bruno, turn_clock="30m", undo="off")
        await stage.stop()
        stage.clock.push(3600)
        await stage.start()
        second = await board(bruno, "offline for 1 hour", after=first)
        state = await stage.state(ada.channel_id())
        assert isinstance(state.phase, Turn)
        assert state.phase.since + 1_800_000 > stage.clock.now()
        assert stage.app
        await stage.app.client.on_shard_disconnect(0)
        stage.clock.push(7200)
        await stage.app.client.on_shard_resumed(0)
        await board(bruno, "offline for 2 hours", after=second)
        await ask(ada, "/play move:8H CAT", "You played 8H CAT")
        assert "out of time" not in text_of(await ask(ada, "/word played"))


@pytest.mark.soak
async def test_N10_reminders_come_directly_else_as_a_mention(tmp_path: Path) -> None:
    """Halfway through six hours, by direct message; players without direct messages are mentioned in the channel."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno, "variant:tiny preset:correspondence")
        assert said("clocks.end_turn") in text_of(first)
        stage.clock.push(0.125 * DAY + 1)
        told = await ada.wait_message(said("reminders.half_gone"), channel=DM)
        assert said("front.go_board") in buttons_of(told)
        ada.settings(dms_closed=True)
        stage.clock.push(2.9 * DAY)
        await bruno.wait_message(said("reminders.nearly_up"), after=first)
        stage.clock.push(0.3 * DAY)
        await board(bruno, said("board.out_of_time"), after=first)


async def test_N10_a_nudge_reminds_the_player_on_turn(tmp_path: Path) -> None:
    """By command or from More; not twice within ten minutes."""
    async with gathered(tmp_path, "CAT", "SOD", letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await timed(ada, bruno)
        stage.clock.push(120)
        await ask(bruno, "/game nudge", "I have reminded **Ada**")
        await ada.wait_message(said("reminders.waiting_your_move_game"), channel=DM)
        await bruno.click(first, "More")
        await bruno.click(await answer(bruno, "More about"), "Send a reminder")
        await answer(bruno, "wait a little", after=first)
        await ask(ada, "/game nudge", "nobody to remind")


@pytest.mark.soak
async def test_a_quiet_game_is_asked_about(tmp_path: Path) -> None:
    """After three days, with buttons; no game ends by itself."""
    async with gathered(tmp_path, "CAT", "SOD", letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        await timed(ada, bruno)
        stage.clock.push(3 * DAY + 1)
        question = await bruno.wait_message(said("reminders.nothing_happened_game"))
        assert buttons_of(question) == ["Keep playing", "End the game"]
        await bruno.click(question, "Keep playing")
        await answer(bruno, "stays open")
        await ask(ada, "/play move:8H CAT", "You played 8H CAT")


DAY_SECONDS = LOBBY_PATIENCE // 1000


async def lobby_of(bot: Process) -> str:
    """Ada's lobby."""
    return (await new_game(bot.games, HOME, ADA, setup(), bot.cause())).game


async def test_a_game_that_begins_is_a_lobby_no_longer(tmp_path: Path) -> None:
    """The deadline disappears with the lobby, also when everyone has left."""
    clock = StillClock()
    async with process(tmp_path, clock) as bot:
        game = await lobby_of(bot)
        await bot.do(game, cmd.Join(BRUNO))
        await bot.do(game, cmd.Start(ADA.id))
        due = await first_due(bot.store)
        assert due is not None and due > clock.now() + LOBBY_PATIENCE
        await bot.do(game, cmd.End("999", moderator=True))
        other = await lobby_of(bot)
        await bot.do(other, cmd.Leave(ADA.id))
        assert await first_due(bot.store) is None


def test_how_long_a_lobby_waits_is_a_setting() -> None:
    """In hours; invalid values are refused."""
    assert Settings.from_environment({}).lobby_hours == LOBBY_HOURS == LOBBY_PATIENCE // HOUR
    assert Settings.from_environment({"TILEWRIGHT_LOBBY_HOURS": "48"}).lobby_hours == 48
    assert Settings.from_environment({}, "lobby_hours = 3").lobby_hours == 3
    for value in ("0", "soon", "-1", "100000", "1.5"):
        with pytest.raises(SettingsError, match="hours"):
            Settings.from_environment({"TILEWRIGHT_LOBBY_HOURS": value})


@pytest.mark.gate
async def test_in_the_bot_a_quiet_lobby_is_kept_or_closed_by_buttons_or_by_itself(tmp_path: Path) -> None:
    """The host is mentioned; any seated player can keep it open; a closed lobby can be reopened with the same rules."""
    async with gathered(tmp_path, letters="CATSODEEE", rack_size=3) as (stage, ada, bruno):
        await ask(ada, "/game new variant:tiny preset:classic name:Friday")
        lobby = await bruno.wait_message("seats taken")
        stage.clock.push(DAY_SECONDS + 1)
        question = await bruno.wait_message("Keep it open?", after=lobby)
        assert buttons_of(question) == ["Keep it open", "Close it"]
        assert [one["id"] for one in question["mentions"]] == [ada.id]
        await bruno.click(question, "Keep it open")
        await bruno.wait_message(said("seats.no_seat"), after=question)
        await ada.click(question, "Keep it open")
        await ada.wait_message("stays open", after=question)
        stage.clock.push(DAY_SECONDS + 1)
        second = await bruno.wait_message("Keep it open?", after=question)
        await stage.restart()
        stage.clock.push(DAY_SECONDS + 1)
        closed = await bruno.wait_message(said("board.game_not_started"), after=second)
        assert "**Friday** has not started" in text_of(closed)
        await bruno.click(closed, "Open it again")
        again = await bruno.wait_message("seats taken", after=closed)
        assert "Bruno (host)" in text_of(again)
        state = await stage.state(bruno.channel_id())
        assert (state.setup.name, state.rules.challenge.value) == ("Friday", "single")
        stage.clock.push(DAY_SECONDS + 1)
        third = await bruno.wait_message("Keep it open?", after=again)
        await bruno.click(third, "Close it")
        ask_again = await bruno.wait_message(said("pause.call_off"), after=third)
        await bruno.click(ask_again, "End the game")
        await shows(ada, again, said("board.game_closed_before"))


@pytest.mark.gate
async def test_K1_whoever_has_a_seat_closes_a_lobby_that_its_host_has_left_alone(tmp_path: Path) -> None:
    """The host says nothing, so the one who answers the question is the host."""
    async with gathered(tmp_path, letters="CATSODEEE", rack_size=3) as (stage, ada, bruno):
        await ask(ada, "/game new variant:tiny")
        lobby = await bruno.wait_message("seats taken")
        await bruno.click(lobby, "Join")
        await ada.wait_message(". Bruno")
        stage.clock.push(DAY_SECONDS + 1)
        question = await bruno.wait_message("Keep it open?", after=lobby)
        await bruno.click(question, "Close it")
        sure = await bruno.wait_message(said("pause.call_off"), after=question)
        await bruno.wait_message(said("board.now_the_host", name="**Bruno**"), after=question)
        await bruno.click(sure, "End the game")
        await shows(ada, lobby, said("board.game_closed_before"))
