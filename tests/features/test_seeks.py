"""Open challenges (X13): put up, listed in one message, accepted once, withdrawn, expired."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, patch

import pytest

from bot.features.seeks import SeekServices
from bot.features.seeks.store import CALM, OPENING, SeekStore
from bot.model.ratings import ALL_SERVERS
from bot.playground.cast import GUILD_ID, HARBOUR_ID
from bot.playground.errors import ApiError
from bot.playground.faults import Refuse
from bot.playground.limits import BUTTON, walk
from bot.service.ratings import Ratings
from engine.game.phases import Turn
from tests.support.evening import press
from tests.support.pictures import buttons_of, text_of
from tests.support.playground import Person, Refused
from tests.support.running import EPHEMERAL, Scene, answer, ask, board, gathered
from tests.support.sentences import said
from tests.support.service import eventually

HOUR = 3600
THREE = ("Ada", "Bruno", "Chloe")


async def listed(person: Person, count: int) -> dict[str, Any]:
    """The list of challenges in the channel, once it has this many."""

    def fits(message: dict[str, Any]) -> bool:
        return not message["flags"] & EPHEMERAL and buttons_of(message).count("Accept") == count

    return await person.wait_message(fits)


async def in_thread(stage: Scene, person: Person) -> Any:
    """The state of the newest game, which is not in the channel itself."""
    journal = stage.app.core.games.journal

    async def is_open() -> bool:  # a list goes as soon as its challenge is taken
        return bool(await journal.of_person(person.id))

    await eventually(is_open)
    games = await journal.of_person(person.id)
    assert all(one.place.channel_id != int(person.channel_id()) for one in games)
    return await stage.app.core.games.load(games[-1].game)


async def test_X13_whoever_accepts_first_plays_in_a_thread(tmp_path: Path) -> None:
    """Both are told where, in one sentence; the others that it is gone. The list goes with its last challenge."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, bruno, chloe):
        await ask(ada, "/open new", said("seeks.stands_channel"))
        shown = await listed(bruno, 1)
        assert "Ada" in text_of(shown)
        await bruno.click(shown, "Accept")
        await bruno.wait_gone(shown)
        state = await in_thread(stage, bruno)
        assert isinstance(state.phase, Turn)
        assert [seat.player.id for seat in state.seats] == [ada.id, bruno.id]
        (game,) = await stage.app.core.games.journal.of_person(ada.id)
        thread = game.place.channel_id
        told = await answer(bruno, said("seeks.your_game", name="**Ada**", thread=f"<#{thread}>"))
        assert "\n" not in text_of(told)
        await ada.wait_message(said("seeks.accepted", mention=f"<@{ada.id}>", name="**Bruno**"), channel=str(thread))
        await ask(chloe, "/open list", said("seeks.nobody_seeks"))


async def test_X13_a_challenge_says_whether_its_game_is_rated(tmp_path: Path) -> None:
    """It is, unless whoever posts it says otherwise; the game and its end say so, too."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, bruno, _):
        await ask(ada, "/open new rated:no", said("seeks.stands_channel"))
        shown = await listed(bruno, 1)
        assert said("seeks.not_rated") in text_of(shown)
        await bruno.click(shown, "Accept")
        assert not (await in_thread(stage, bruno)).rules.rated
        await ask(ada, "/open new", said("seeks.stands_channel"))
        assert said("seeks.not_rated") not in text_of(await listed(bruno, 1))


@pytest.mark.gate
async def test_X13_a_challenge_accepted_and_given_up_at_once_counts_for_nobody(tmp_path: Path) -> None:
    """No rating, no win, no milestone, no line between the two, nothing to review."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, bruno, _):
        await ask(ada, "/open new clock:25m", said("seeks.stands_channel"))
        await bruno.click(await listed(bruno, 1), "Accept")
        await in_thread(stage, bruno)
        (game,) = await stage.app.core.games.journal.of_person(ada.id)
        bruno.place = ada.place = str(game.place.channel_id)
        await bruno.wait_message(f"<@{ada.id}>")
        await bruno.click(await ask(bruno, "/game resign"), "Resign")
        end = await board(bruno, said("status.over_void"))
        assert buttons_of(end) == ["Rematch", "Rematch, other players"]
        assert said("statistics.nobody_won_unrated") in text_of(end)
        bruno.place = ada.place = "general"
        await ask(ada, "/stats", said("statistics.not_finished_game_yet", name="Ada"))
        met = said("statistics.never_met", first="**Ada**", second="**Bruno**")
        assert buttons_of(await ask(ada, f"/stats versus:{bruno.id}", met)) == ["Start a game"]
        await press(ada, await ask(ada, "/stats"), "Milestones", said("milestones.none_yet"))
        await ask(ada, "/leaderboard", said("statistics.nobody_rated_yet"))


@pytest.mark.gate
async def test_X13_a_game_whose_challenge_was_left_over_is_nobody_elses(tmp_path: Path) -> None:
    """A process died after opening it: another one finds the game, and calls whoever posted the challenge to it."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, bruno, chloe):
        await ask(ada, "/open new", said("seeks.stands_channel"))
        shown = await listed(bruno, 1)
        with patch.object(SeekStore, "release", AsyncMock()):
            await bruno.click(shown, "Accept")
            await bruno.wait_gone(shown)
            state = await in_thread(stage, bruno)
        stage.clock.push(OPENING // 1000 + 1)
        games = await stage.app.core.games.journal.of_person(ada.id)
        await ada.wait_message(f"<@{ada.id}>", channel=str(games[-1].place.channel_id))
        assert [seat.player.id for seat in state.seats] == [ada.id, bruno.id]
        await ask(chloe, "/open list", said("seeks.nobody_seeks"))


@pytest.mark.gate
async def test_X13_nobody_accepts_their_own_or_one_for_other_ratings(tmp_path: Path) -> None:
    """The challenge stays open."""
    async with gathered(tmp_path, people=THREE) as (_, ada, bruno, __):
        await ask(ada, "/open new lowest:1900", said("seeks.stands_channel"))
        shown = await listed(ada, 1)
        await ada.click(shown, "Accept")
        await ada.wait_message(said("seeks.own_challenge"))
        await bruno.click(shown, "Accept")
        await bruno.wait_message(said("seeks.no_settled_rating", rating="1000"))
        await listed(bruno, 1)
        await ask(ada, "/open new lowest:1900 highest:1800", said("seeks.lowest_above"))


@pytest.mark.gate
async def test_X13_one_message_lists_all_challenges_of_a_channel(tmp_path: Path) -> None:
    """A further one moves it down; one that is withdrawn leaves it; an expired one, too."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, bruno, chloe):
        await ask(ada, "/open new", said("seeks.stands_channel"))
        first = await listed(chloe, 1)
        await ask(bruno, "/open new preset:correspondence", said("seeks.stands_channel"))
        second = await listed(chloe, 2)
        await chloe.wait_gone(first)
        await ask(ada, "/open withdraw", said("seeks.is_withdrawn"))
        assert (await listed(chloe, 1))["id"] == second["id"]
        await ask(ada, "/open new", said("seeks.stands_channel"))
        third = await listed(chloe, 2)
        await chloe.wait_gone(second)
        stage.clock.push(HOUR + 1)
        assert (await listed(chloe, 1))["id"] == third["id"]
        stage.clock.push(48 * HOUR)
        await chloe.wait_gone(third)


@pytest.mark.gate
async def test_X13_a_button_withdraws_only_the_challenge_that_it_belongs_to(tmp_path: Path) -> None:
    """The one that was accepted is over; a later one stays."""
    async with gathered(tmp_path, people=THREE) as (_, ada, bruno, chloe):
        old = await ask(ada, "/open new", said("seeks.stands_channel"))
        await bruno.click(shown := await listed(bruno, 1), "Accept")
        await bruno.wait_gone(shown)
        new = await ask(ada, "/open new", said("seeks.stands_channel"))
        await ada.click(old, "Withdraw")
        await answer(ada, said("seeks.is_gone"))
        await listed(chloe, 1)
        await ada.click(new, "Withdraw")
        await answer(ada, said("seeks.is_withdrawn"))


@pytest.mark.gate
async def test_X13_a_challenge_survives_a_restart(tmp_path: Path) -> None:
    """So does its message, which works on."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, bruno, _):
        await ask(ada, "/open new", said("seeks.stands_channel"))
        shown = await listed(bruno, 1)
        await stage.stop()
        await stage.start()
        await bruno.click(shown, "Accept")
        await bruno.wait_gone(shown)
        assert isinstance((await in_thread(stage, bruno)).phase, Turn)


@pytest.mark.gate
async def test_X13_no_clock_is_said_in_ones_own_language(tmp_path: Path) -> None:
    """In English too; the list says it in the language of the channel."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, bruno, chloe):
        bruno.settings(locale="de")
        assert "**aus**" in text_of(await ask(bruno, "/open new clock:nie"))
        for person, typed in ((bruno, "Aus"), (chloe, "OFF")):
            await ask(person, f"/open new clock:{typed}")
        shown = await listed(ada, 2)
        assert text_of(shown).count(said("seeks.without_clock")) == 2
        store = stage.app.core.services.of(SeekServices).store
        assert {one.wanted.clock for one in await store.open_in(int(ada.channel_id()), stage.clock.now())} == {"off"}
        await ask(chloe, "/open new variant:tiny clock:keine", said("seeks.no_clock"))


@pytest.mark.gate
async def test_X13_a_challenge_has_a_clock_and_its_poster_is_called(tmp_path: Path) -> None:
    """For the whole game and for each move, as people say it; while the game opens, nobody withdraws."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, bruno, _):
        await ask(ada, "/open new clock:never", said("seeks.no_clock"))
        await ask(ada, "/open new clock:13 hours", said("seeks.no_clock"))
        await ask(ada, "/open new per_move:20 days", said("offers.no_such_length", option="per_move"))
        bruno.settings(locale="ru")
        assert "25 минут" in text_of(await ask(bruno, "/open new clock:завтра"))
        bruno.settings(locale="en-GB")
        await ask(ada, "/open new clock:1 h 30 per_move:2 days", said("seeks.stands_channel"))
        shown = await listed(bruno, 1)
        assert said("seeks.for_each_move", length="2 days") in text_of(shown)
        assert said("seeks.for_the_game", length="1 hour and 30 minutes") in text_of(shown)
        store = stage.app.core.services.of(SeekServices).store
        (seek,) = await store.open_in(int(ada.channel_id()), stage.clock.now())
        await store.take(seek.number, seek.channel, stage.clock.now())
        await ask(ada, "/open withdraw", said("seeks.is_taken"))
        await store.release(seek, stage.clock.now())
        stage.app.core.services.of(SeekServices).lists.wake()
        await eventually(lambda: store.open_in(seek.channel, stage.clock.now()))
        await bruno.click(await listed(bruno, 1), "Accept")
        await bruno.wait_gone(shown)
        state = await in_thread(stage, bruno)
        assert (state.rules.turn_clock, state.rules.game_clock) == (48 * HOUR * 1000, 90 * 60 * 1000)
        games = await stage.app.core.games.journal.of_person(ada.id)
        await ada.wait_message(f"<@{ada.id}>", channel=str(games[-1].place.channel_id))


@dataclass
class Two:
    """Ada moderates one server, Chloe another; Bruno is only in the first, Deniz only in the second."""

    stage: Scene
    ada: Person
    bruno: Person
    chloe: Person
    deniz: Person

    async def switch(self, how: str, *people: Person) -> None:
        """Moderators switch the exchange with other servers on or off in their channels."""
        for person in people or (self.ada, self.chloe):
            await ask(person, f"/manage offers switch:{how}", said(f"seeks.everywhere_{how}"))

    async def offered(self, options: str = "", count: int = 1) -> dict[str, Any]:
        """Bruno posts a challenge for everyone, which Deniz then sees; returns what Deniz sees."""
        await ask(self.bruno, f"/open new variant:tiny where:everywhere {options}", said("seeks.stands_everywhere"))
        await listed(self.bruno, count)
        self.stage.clock.push(CALM // 1000 + 1)
        return await listed(self.deniz, count)


@asynccontextmanager
async def two_servers(folder: Path) -> AsyncIterator[Two]:
    """Two people in each of two servers."""
    places = {"Ada": "general", "Bruno": "general", "Chloe": "quay", "Deniz": "quay"}
    async with gathered(folder, people=places) as people:
        two = Two(*people)
        guilds = two.stage.playground.world.guilds  # in the cast, Bruno is in one server alone
        del guilds[GUILD_ID].members[two.deniz.id]
        assert two.bruno.id not in guilds[HARBOUR_ID].members
        yield two


def threads_below(two: Two, person: Person) -> list[str]:
    """The threads of the channel in which somebody is."""
    world = two.stage.playground.world
    return [key for key, one in world.channels.items() if one["type"] == 11 and one["parent_id"] == person.channel_id()]


async def test_X13_a_challenge_is_accepted_in_another_server_and_played_in_both(tmp_path: Path) -> None:
    """Each plays in a thread of their own server; it counts where the challenge was, and over all servers."""
    async with two_servers(tmp_path) as two:
        stage, bruno, deniz = two.stage, two.bruno, two.deniz
        await two.switch("on")
        shown = await two.offered()
        assert said("seeks.person_in_server", name="**Bruno**", server="Playground") in text_of(shown)
        assert bruno.channel_id() not in json.dumps(shown)
        here = await listed(bruno, 1)
        await deniz.click(shown, "Accept")
        await bruno.wait_gone(here)
        stage.clock.push(CALM // 1000 + 1)
        await deniz.wait_gone(shown)
        (near,), (far,) = threads_below(two, bruno), threads_below(two, deniz)
        told = await deniz.wait_message(f"<#{far}>")
        assert near not in json.dumps(told)
        assert said("receipts.opened") not in text_of(told)
        await bruno.wait_message(f"<@{bruno.id}>", channel=near)
        bruno.place, deniz.place = near, far
        await board(bruno)
        await board(deniz)
        (game,) = await stage.app.core.games.journal.of_person(deniz.id)
        assert (game.place.guild_id, game.place.channel_id) == (int(GUILD_ID), int(near))
        first, second = (bruno, deniz) if game.seats[0].player == game.on_turn else (deniz, bruno)
        await first.command("/move pass")
        await board(second, "passed")
        await second.command("/move pass")
        await board(first, "passed")


@pytest.mark.gate
async def test_X13_both_servers_switch_challenges_across_servers_on(tmp_path: Path) -> None:
    """Moderators do; once one switches off, the challenge stays in its own channel alone."""
    async with two_servers(tmp_path) as two:
        with pytest.raises(Refused):
            await two.bruno.command("/manage offers switch:on")
        await ask(two.ada, "/manage offers", said("seeks.everywhere_is_off"))
        await ask(two.bruno, "/open new where:everywhere", said("seeks.everywhere_is_off"))
        await two.switch("on")
        await ask(two.ada, "/manage offers", f"<#{two.ada.channel_id()}>")
        shown = await two.offered()
        await two.switch("off", two.ada)
        await two.deniz.click(shown, "Accept")
        await two.deniz.wait_message(said("seeks.is_gone"))
        two.stage.clock.push(CALM // 1000 + 1)
        await two.deniz.wait_gone(shown)
        await listed(two.bruno, 1)
        await two.switch("on", two.ada)
        two.stage.clock.push(CALM // 1000 + 1)
        await listed(two.deniz, 1)


@pytest.mark.gate
async def test_X13_of_two_servers_one_gets_a_challenge(tmp_path: Path) -> None:
    """Both press at the same moment; the other is told that it is gone, and no thread is left over."""
    async with two_servers(tmp_path) as two:
        await two.switch("on")
        shown, here = await two.offered(), await listed(two.ada, 1)
        await asyncio.gather(two.deniz.click(shown, "Accept"), two.ada.click(here, "Accept"))
        await two.ada.wait_gone(here)
        (game,) = await two.stage.app.core.games.journal.of_person(two.bruno.id)
        players = {seat.player for seat in game.seats}
        loser = two.ada if two.deniz.id in players else two.deniz
        await loser.wait_message(said("seeks.is_gone"))
        assert len(threads_below(two, two.bruno)) == 1
        assert len(threads_below(two, two.deniz)) == (two.deniz.id in players)


async def test_X13_who_is_hidden_neither_posts_in_a_server_nor_accepts_its_challenges(tmp_path: Path) -> None:
    """By name, from what is listed; an ordinary member is offered nobody and hides nobody."""
    async with two_servers(tmp_path) as two:
        await two.switch("on")
        shown = await two.offered()
        typed = "/manage offers hide:br"
        assert [one["name"] for one in await two.chloe.autocomplete(typed)] == ["Bruno"]
        with pytest.raises(Refused):  # Discord offers it to nobody else
            await two.deniz.autocomplete(typed)
        await ask(two.chloe, "/manage offers hide:Nobody", said("seeks.nobody_listed", name="**Nobody**"))
        await ask(two.chloe, "/manage offers hide:Bruno", said("seeks.hidden", name="**Bruno**"))
        await two.deniz.wait_gone(shown)
        await ask(two.deniz, "/open new where:everywhere", said("seeks.stands_everywhere"))
        two.stage.clock.push(CALM // 1000 + 1)
        both = await listed(two.bruno, 2)
        buttons = [one["custom_id"] for one in walk(both["components"]) if one["type"] == BUTTON]
        for button, told in zip(buttons, ("seeks.own_challenge", "seeks.not_for_you"), strict=True):
            await two.bruno.click(both, button)
            await two.bruno.wait_message(said(told))


async def test_X13_who_has_left_a_server_does_not_accept_its_challenges_from_another(tmp_path: Path) -> None:
    """It may have thrown them out; Discord does not tell whom."""
    async with two_servers(tmp_path) as two:
        await two.switch("on")
        two.chloe.place = "general"
        await ask(two.chloe, "/open list", said("seeks.nobody_seeks"))
        two.chloe.place = "quay"
        shown = await two.offered()
        two.stage.clock.push(600)
        del two.stage.playground.world.guilds[GUILD_ID].members[two.chloe.id]
        await two.chloe.click(shown, "Accept")
        await two.chloe.wait_message(said("seeks.not_for_you"))
        await listed(two.chloe, 1)


@pytest.mark.gate
async def test_X13_a_challenge_whose_poster_has_left_the_server_is_gone(tmp_path: Path) -> None:
    """Nobody waits in a thread that the other one does not see."""
    async with two_servers(tmp_path) as two:
        await two.switch("on")
        shown = await two.offered()
        two.stage.clock.push(600)
        del two.stage.playground.world.guilds[GUILD_ID].members[two.bruno.id]
        await two.deniz.click(shown, "Accept")
        await two.deniz.wait_message(said("seeks.is_gone"))
        two.stage.clock.push(CALM // 1000 + 1)
        await two.deniz.wait_gone(shown)
        assert threads_below(two, two.ada) == []
        assert await two.stage.app.core.services.of(SeekServices).store.open_in(int(two.ada.channel_id()), 0) == ()


@pytest.mark.gate
async def test_X13_a_server_without_threads_keeps_the_challenge_open(tmp_path: Path) -> None:
    """Whichever of the two it is; whoever presses is told, and no thread is left over in the other one."""
    async with two_servers(tmp_path) as two:
        await two.switch("on")
        shown = await two.offered()
        refusal = Refuse(ApiError(403, 50013, "Missing Permissions"))
        for channel, told in ((two.ada, said("seeks.no_game_there", server="**Playground**")), (two.deniz, "thread")):
            two.stage.playground.faults.plan(refusal, "POST", f"/channels/{channel.channel_id()}/threads$")
            await two.deniz.click(shown, "Accept")
            await two.deniz.wait_message(told)
            assert threads_below(two, two.ada) + threads_below(two, two.deniz) == []
            two.stage.clock.push(CALM // 1000 + 1)
            shown = await listed(two.deniz, 1)


@pytest.mark.gate
async def test_X13_ratings_over_all_servers_decide_across_servers(tmp_path: Path) -> None:
    """Both are new, so a challenge for others is refused."""
    async with two_servers(tmp_path) as two:
        await two.switch("on")
        shown = await two.offered("lowest:1900")
        with patch.object(Ratings, "settled", AsyncMock(return_value={})) as asked:
            await two.deniz.click(shown, "Accept")
            await two.deniz.wait_message(said("seeks.no_settled_rating", rating="1000"))
        assert asked.call_args.args[0].server == ALL_SERVERS
