"""People who are away, silent or gone, planned moves, and why nobody waits for ever."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.playground.world import GatewayEvent
from engine.game.phases import Over, Paused, Turn
from engine.game.state import Computer
from tests.support.pictures import buttons_of, text_of
from tests.support.playground import DM, Person
from tests.support.running import (
    DRAWS,
    LETTERS,
    Scene,
    answer,
    ask,
    board,
    gathered,
    press_more,
    shows,
    started,
    switch,
)
from tests.support.sentences import said

HOUR, DAY = 3600, 24 * 3600
CORRESPONDENCE = "variant:tiny preset:correspondence"


@pytest.mark.soak
async def test_X12_the_board_shows_what_is_left_of_the_bank(tmp_path: Path) -> None:
    """When the turn clock ends, when the turn does, and everyone's bank; scores show the banks too."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno, CORRESPONDENCE)
        for sentence in ("clocks.start_bank", "clocks.end_turn"):
            assert said(sentence) in text_of(first)
        assert text_of(first).count("72:00:00") == 2
        stage.clock.push(10 * HOUR)
        await ask(ada, "/play move:8H CAT", "You played 8H CAT")
        second = await board(bruno, after=first)
        assert "67:59:" in text_of(second)
        assert "67:59:" in text_of(await ask(bruno, "/game scores"))


async def test_X12_an_opponent_gives_more_time(tmp_path: Path) -> None:
    """Behind More, once a turn; everyone is told, and the turn ends later. The player on turn has no such button."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno, CORRESPONDENCE)
        await ada.click(first, "More")
        assert "More time" not in buttons_of(await answer(ada, "More about"))
        await press_more(bruno, first, "More time")
        await answer(bruno, said("clocks.you_gave_more", name="**Ada**", time="6 hours"))
        await ada.wait_message(said("clocks.gave_more", name="**Bruno**", other="**Ada**", time="6 hours"))
        state = await stage.state(ada.channel_id())
        assert isinstance(state.phase, Turn)
        ends = f"<t:{-(-(state.phase.since + 84 * HOUR * 1000) // 1000)}:R>"
        await shows(bruno, first, said("clocks.end_turn", moment=ends))
        last = bruno.last()
        await bruno.click(first, "More")
        assert "More time" not in buttons_of(await answer(bruno, "More about", after=last))


@pytest.mark.gate
async def test_X12_who_wants_one_reminder_gets_one(tmp_path: Path) -> None:
    """The second reminder is a switch in the person's settings."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno, CORRESPONDENCE)
        panel = await ask(ada, "/settings mine")
        await switch(ada, panel, "Second reminder")
        stage.clock.push(4 * HOUR)
        await ada.wait_message(said("reminders.half_gone"), channel=DM)
        stage.clock.push(72 * HOUR)
        stage.clock.push(3 * HOUR)
        await board(bruno, said("board.out_of_time"), after=first)
        assert not [one for one in ada.visible(DM) if said("reminders.nearly_up") in text_of(one)]


async def test_X18_a_player_is_away_and_comes_back(tmp_path: Path) -> None:
    """The others are told once, the board says so, and the button ends it."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno, CORRESPONDENCE)
        told = await ask(ada, "/settings away days:7", said("away.away_until"))
        assert buttons_of(told) == ["I am back"]
        line = await bruno.wait_message(said("clocks.away_until", name="**Ada**"), after=first)
        await shows(bruno, first, said("clocks.away_back", name="**Ada**"))
        state = await stage.state(ada.channel_id())
        assert state.seats[0].away
        await bruno.click(first, "More")
        assert "Send a reminder" not in buttons_of(await answer(bruno, "More about"))
        await ada.click(told, "I am back")
        await shows(ada, told, said("away.not_away"))
        await bruno.wait_message(said("clocks.back", name="**Ada**"), after=line)
        await bruno.wait_gone(line)
        await ask(ada, "/settings away days:28", said("away.too_many_days", 27))


async def test_X12_what_is_left_of_a_time_bank_is_told_as_it_is_now(tmp_path: Path) -> None:
    """lichess-org/mobile #1955: four hours into the bank, `/game scores` says 72:00:00 (a game clock is right)."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        await ask(ada, "/game new variant:tiny preset:correspondence")
        await ask(bruno, "/join")
        await ask(ada, "/game start")
        await board(ada)
        stage.clock.push(10 * 3600)
        told = text_of(await ask(ada, "/game scores"))
        assert "**Bruno** 72:00:00" in told or "**Ada** 72:00:00" in told
        assert not ("**Bruno** 72:00:00" in told and "**Ada** 72:00:00" in told)


@pytest.mark.soak
async def test_X18_who_comes_back_off_turn_is_told_at_once_and_who_is_still_away(tmp_path: Path) -> None:
    """One line says who is away; it goes when another one says more, and the last one says that nobody is."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        await started(ada, bruno, CORRESPONDENCE)
        away, back = said("clocks.away_until", name="**{}**"), said("clocks.back", name="**Bruno**")
        await ask(ada, "/settings away days:7")
        lines = [await bruno.wait_message(away.format("Ada"))]
        told = await ask(bruno, "/settings away days:3")
        lines.append(await ada.wait_message(away.format("Bruno"), after=lines[-1]))
        assert away.format("Ada") in text_of(lines[-1])
        await ada.wait_gone(lines[0])
        await bruno.click(told, "I am back")
        lines.append(await ada.wait_message(back, after=lines[-1]))
        assert away.format("Ada") in text_of(lines[-1])
        await ada.wait_gone(lines[1])
        stage.clock.push(7 * DAY)
        await bruno.wait_message(said("clocks.back", name="**Ada**"), after=lines[-1])
        await bruno.wait_gone(lines[2])


TINY: dict[str, Any] = {"letters": LETTERS, "rack_size": 3, "people": ("Ada", "Bruno", "Chloe")}
LATER = said("ahead.button")
SLOW = "variant:tiny preset:correspondence"


async def test_X19_a_tried_move_is_played_when_its_turn_comes(tmp_path: Path) -> None:
    """The button under the preview keeps it; nothing that others see differs before; its person is told."""
    async with gathered(tmp_path, *DRAWS, **TINY) as (_, ada, bruno, chloe):
        first = await started(ada, bruno, SLOW)
        public = len(chloe.visible())
        tried = await ask(bruno, "/try move:8H SOD")
        assert LATER in buttons_of(tried)
        await bruno.click(tried, LATER)
        await answer(bruno, said("ahead.kept", move="**8H SOD**"))
        assert said("ahead.kept", move="**8H SOD**") in text_of(await ask(bruno, "/rack"))
        assert said("ahead.kept", move="**8H SOD**") not in text_of(await ask(ada, "/rack"))
        assert len(chloe.visible()) == public
        assert LATER not in buttons_of(await ask(ada, "/try move:8H CAT"))
        await ask(bruno, "/move plan move:8H ...S")
        await ada.command("/play move:8H CAT")
        await board(chloe, "played 8H CATS", after=first)
        await bruno.wait_message(said("ahead.played", move="**8H ...S**"), channel=DM)
        assert not [one for person in (ada, chloe) for one in person.dm() if "8H ...S" in text_of(one)]


@pytest.mark.soak
async def test_X19_a_move_said_ahead_does_not_end_a_holiday(tmp_path: Path) -> None:
    """I make it for who is away, whose clock goes on standing still; nobody reads that the person is back."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno, SLOW)
        await ask(bruno, "/move plan move:8H ...S")
        away = text_of(await ask(bruno, "/settings away days:7", said("away.away_until")))
        await ada.command("/play move:8H CAT")
        await board(ada, "played 8H CATS", after=first)
        await bruno.wait_message(said("ahead.played", move="**8H ...S**"), channel=DM)
        assert not [one for one in ada.visible() if said("clocks.back", name="**Bruno**") in text_of(one)]
        assert away.splitlines()[0] in text_of(await ask(bruno, "/settings away"))
        assert (await stage.state(ada.channel_id())).seats[1].away


@pytest.mark.gate
async def test_X19_a_move_ahead_leaves_the_time_to_undo(tmp_path: Path) -> None:
    """Also across a restart: what was promised to the one is not taken back by the other."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        await ask(ada, "/game new variant:tiny")
        await bruno.click(await bruno.wait_message("seats taken"), "Join")
        await ask(ada, "/game rules rule:turn_clock value:6h", "is now")
        await ask(ada, "/game start")
        first = await board(bruno)
        await ask(bruno, "/move plan move:8H ...S")
        for _ in range(2):
            stage.luck.draws = ["EEE"] * 3
            await ask(ada, "/play move:8H CAT", said("receipts.can_undo", 10))
            first = await board(ada, "played 8H CAT", after=first)
            await stage.restart()
            await ask(ada, "/move undo", said("receipts.undid"))
            state = await stage.state(ada.channel_id())
            assert state.on_turn == 0 and state.board.is_empty
        await ask(ada, "/play move:8H CAT")
        await board(ada, "played 8H CATS", after=first)


@pytest.mark.soak
async def test_X19_passes_and_exchanges_are_typed_as_in_the_chat(tmp_path: Path) -> None:
    """An exchange that the pool no longer allows is told, and why."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno, SLOW)
        await ask(bruno, "/move plan move:exchange C C", said("moves.tiles_not_on_rack", 2))
        assert "**exchange all**" in text_of(await ask(bruno, "/move plan move:exchange all after:8A"))
        assert "**exchange S O**" in text_of(await ask(bruno, "/move plan move:Exchange S O"))
        await ada.command("/play move:8H CAT")
        told = await bruno.wait_message(said("ahead.dropped", 2), channel=DM)
        assert "**exchange S O**" in text_of(told) and said("tiles.exchange_needs_tiles", 3, pool=0) in text_of(told)
        assert "**pass**" in text_of(await ask(ada, "/move plan move:pass"))
        await bruno.command("/play move:8H ...S")
        await board(bruno, said("happenings.passed", name="**Ada**"), after=first)
        await ada.wait_message(said("ahead.played", move="**pass**"), channel=DM)


@pytest.mark.gate
async def test_X19_an_answer_is_listed_and_removed_and_what_does_not_fit_is_told(tmp_path: Path) -> None:
    """Only its person may; a move that does not fit costs nothing."""
    async with gathered(tmp_path, *DRAWS, **TINY) as (stage, ada, bruno, chloe):
        await started(ada, bruno, SLOW)
        await ask(bruno, "/move plan", said("ahead.none"))
        await ask(bruno, "/move plan move:8H ...S after:8H CAT", said("ahead.answer", answered="**8H CAT**"))
        replaced = said("ahead.replaced", move="**8H DO**")
        for move in ("8H DO", "8H DO"):
            assert replaced not in text_of(await ask(bruno, f"/move plan move:{move}", said("ahead.kept")))
        assert replaced in text_of(await ask(bruno, "/move plan move:1A SOD", said("ahead.kept", move="**1A SOD**")))
        listed = await ask(bruno, "/move plan", said("ahead.answer", answered="**8H CAT**"))
        await bruno.select(listed, "8H CAT → 8H ...S")
        await answer(bruno, said("ahead.kept", move="**1A SOD**"))
        await stage.restart()
        for person, refused in ((ada, said("ahead.on_turn")), (chloe, "")):
            assert refused in text_of(await ask(person, "/move plan move:8H CAT"))
        for text in ("8H", "`" * 300, "8H CAT" * 50, "99Z CAT", "\u202e8H"):
            told = text_of(await ask(bruno, f"/move plan move:{text}"))
            assert said("ahead.check") not in told, text
        await ada.command("/play move:8H CAT")
        await bruno.wait_message(said("ahead.dropped", 1, moves="**1A SOD**"), channel=DM)
        assert (await stage.state(ada.channel_id())).on_turn == 1


@pytest.mark.soak
async def test_X19_a_fast_game_has_no_moves_ahead(tmp_path: Path) -> None:
    """Neither by command nor below a preview."""
    async with gathered(tmp_path, *DRAWS, **TINY) as (_, ada, bruno, _chloe):
        await started(ada, bruno)
        await ask(bruno, "/move plan move:8H SOD", said("ahead.too_fast"))
        assert LATER not in buttons_of(await ask(bruno, "/try move:8H SOD"))


ONE_DAY = 86_400
TWO = ("Chloe", "Deniz")
NEW_HOST = said("board.now_the_host", name="**Deniz**")
ONLY_HOST = said("rights.host_only")


def gone(stage: Scene, seen_by: Person, who: Person) -> None:
    """The person has left the server, or was banned; the bot is not told."""
    world = stage.playground.world
    server = world.guild(world.channel(seen_by.channel_id())["guild_id"])
    del server.members[who.id]
    world.emit(GatewayEvent("GUILD_MEMBER_REMOVE", {"guild_id": server.id, "user": who.known.user}))
    stage.clock.push(600)


async def asked_on(stage: Scene, person: Person) -> dict[str, Any]:
    """The question to everyone whether a quiet game goes on."""
    for _ in range(10):
        stage.clock.push(ONE_DAY)
        await asyncio.sleep(0.3)
        if found := [m for m in person.visible() if said("reminders.nothing_happened_game") in text_of(m)]:
            return found[-1]
    raise AssertionError("the bot has not asked")


@pytest.mark.soak
async def test_K1_whoever_is_asked_whether_a_quiet_game_goes_on_may_end_it(tmp_path: Path) -> None:
    """The host is silent, though still there. Nobody loses, and the channel is free."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=TWO) as (stage, host, other):
        await started(host, other)
        await ask(other, "/game end", ONLY_HOST)
        question = await asked_on(stage, other)
        await other.click(question, "End the game")
        told = await other.wait_message("End for good", after=question)
        assert "resigning" not in text_of(told)
        await other.wait_message(NEW_HOST)
        await other.click(told, "End for good")
        await other.wait_message(said("status.over_without_winner"))
        state = await stage.state(other.channel_id())
        assert isinstance(state.phase, Over) and not state.phase.winners
        await ask(other, "/game new variant:tiny", said("receipts.opened"))


@pytest.mark.gate
async def test_K1_the_rights_of_a_host_who_has_left_pass_on_when_they_are_needed(tmp_path: Path) -> None:
    """Also if the host left while the bot was away; the one who is left ends the game without losing it."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=TWO) as (stage, host, other):
        await started(host, other)
        await ask(other, "/game end", ONLY_HOST)
        await stage.stop()
        gone(stage, other, host)
        await stage.start()
        question = await ask(other, "/game end")
        assert "resigning" not in text_of(question)
        await other.wait_message(NEW_HOST)
        await other.click(question, "End for good")
        await other.wait_message(said("status.over_without_winner"))


@pytest.mark.gate
async def test_K1_a_host_who_is_there_keeps_the_rights(tmp_path: Path) -> None:
    """Neither a watcher nor a player gets them, and the host may answer at any time."""
    people = ("Chloe", "Deniz", "Bruno")
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=people) as (stage, host, other, watcher):
        await started(host, other)
        gone(stage, other, watcher)
        await ask(other, "/game seat remove player:Chloe", ONLY_HOST)
        assert (await stage.state(host.channel_id())).host == host.id


@pytest.mark.gate
async def test_K1_nobody_is_said_to_be_reminded_who_has_left(tmp_path: Path) -> None:
    """Whoever waits is told how to go on, and may do so."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=TWO) as (stage, host, other):
        await started(host, other)
        gone(stage, other, host)
        await ask(other, "/game nudge", said("core.nobody_reads", name="**Chloe**"))
        await other.click(await ask(other, "/game seat remove player:Chloe"), "Remove")
        await board(other, said("status.over_void"))


@pytest.mark.gate
async def test_K15_a_word_is_judged_by_someone_who_is_there(tmp_path: Path) -> None:
    """The host who is asked has left; of two players, the other one decides."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=TWO) as (stage, host, other):
        await ask(host, "/game new variant:tiny")
        await other.click(await other.wait_message("seats taken"), "Join")
        await ask(host, "/game rules rule:challenge value:ask_host", "is now")
        await ask(host, "/game start")
        first = await board(other)
        await ask(host, "/move pass", "passed")
        await board(other, "passed", after=first)
        gone(stage, other, host)
        await ask(other, "/play move:8H DOS", said("receipts.host_judges", 1))
        await other.wait_message(NEW_HOST)
        state = await stage.state(other.channel_id())
        assert state.host == other.id


CLAIM = "Claim the game"


async def test_X18_a_silent_player_is_told_and_then_loses(tmp_path: Path) -> None:
    """More offers the claim when it is possible; the silent player is told, and a day later the other one is asked."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=TWO) as (stage, silent, other):
        first = await started(silent, other)
        await ask(silent, "/move pass")
        await ask(other, "/move pass")
        shown = await board(other, said("happenings.passed", name=f"**{TWO[1]}**"), after=first)
        await other.click(shown, "More")
        more = await other.wait_message("Send a reminder")
        assert CLAIM not in buttons_of(more)
        await ask(other, "/game claim", said("clocks.claim_too_early"))
        stage.clock.push(7 * ONE_DAY)
        await silent.wait_message(said("reminders.nothing_happened_game"))
        await other.click(shown, "More")
        more = await other.wait_message(CLAIM, after=more)
        await other.click(more, CLAIM)
        await other.wait_message(said("claims.told_and_decide"))
        await silent.wait_message(said("claims.waited_long_time"), channel=DM)
        stage.clock.push(ONE_DAY)
        question = await other.wait_message(said("claims.still_not_moved"), channel=DM)
        await other.click(question, "The player loses")
        await other.wait_message(said("status.won", name=f"**{TWO[1]}**"))


@pytest.mark.soak
async def test_X18_a_computer_player_takes_over_from_somebody_who_has_left(tmp_path: Path) -> None:
    """At once, without a claim."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=TWO) as (stage, host, other):
        await started(host, other)
        gone(stage, other, host)
        question = await ask(other, "/game claim", said("claims.no_longer_here"))
        await other.click(question, said("board.computer_plays_on"))
        await other.wait_message(said("specials.not_moved_long"))
        state = await stage.state(other.channel_id())
        assert isinstance(state.seats[0].player, Computer)
        assert state.host == other.id


@pytest.mark.soak
async def test_X18_a_game_that_nobody_touches_frees_its_channel(tmp_path: Path) -> None:
    """It is paused and can be resumed by either player."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=TWO) as (stage, host, other):
        await started(host, other)
        stage.clock.push(3 * ONE_DAY)
        await other.wait_message(said("reminders.nothing_happened_game"))
        stage.clock.push(7 * ONE_DAY)
        await other.wait_message(said("events.put_aside"))
        assert isinstance((await stage.state(other.channel_id())).phase, Paused)
        await ask(other, "/game resume", said("receipts.game_resumes"))
        assert not isinstance((await stage.state(other.channel_id())).phase, Paused | Over)
