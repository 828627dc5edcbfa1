"""Open challenges (X13): put up, listed in one message, accepted once, withdrawn, expired."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, patch

from bot.features.seeks.store import SeekStore
from bot.features.seeks.values import OPENING
from engine.game.phases import Turn
from tests.support.playground import Person
from tests.support.readable import buttons_of, text_of
from tests.support.running import EPHEMERAL, Scene, ask, gathered
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
    """The others are told that it is gone; the list goes with its last challenge."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, bruno, chloe):
        await ask(ada, "/seek post", said("seeks.stands_channel"))
        shown = await listed(bruno, 1)
        assert "Ada" in text_of(shown)
        await bruno.click(shown, "Accept")
        await bruno.wait_gone(shown)
        state = await in_thread(stage, bruno)
        assert isinstance(state.phase, Turn)
        assert [seat.player.id for seat in state.seats] == [ada.id, bruno.id]
        await ask(chloe, "/seek list", said("seeks.nobody_seeks"))


async def test_X13_a_game_whose_challenge_was_left_over_is_nobody_elses(tmp_path: Path) -> None:
    """A process died after opening it, so the challenge is open again: whoever presses now is told that it is gone."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, bruno, chloe):
        await ask(ada, "/seek post", said("seeks.stands_channel"))
        shown = await listed(bruno, 1)
        with patch.object(SeekStore, "done", AsyncMock()):
            await bruno.click(shown, "Accept")
            await bruno.wait_gone(shown)
        stage.clock.push(OPENING // 1000 + 1)
        again = await listed(chloe, 1)
        await chloe.click(again, "Accept")
        await chloe.wait_message(said("seeks.is_gone"))
        await chloe.wait_gone(again)


async def test_X13_nobody_accepts_their_own_or_one_for_other_ratings(tmp_path: Path) -> None:
    """The challenge stays open."""
    async with gathered(tmp_path, people=THREE) as (_, ada, bruno, __):
        await ask(ada, "/seek post lowest:1900", said("seeks.stands_channel"))
        shown = await listed(ada, 1)
        await ada.click(shown, "Accept")
        await ada.wait_message(said("seeks.own_challenge"))
        await bruno.click(shown, "Accept")
        await bruno.wait_message(said("seeks.other_ratings"))
        await listed(bruno, 1)
        await ask(ada, "/seek post lowest:1900 highest:1800", said("seeks.lowest_above"))


async def test_X13_one_message_lists_all_challenges_of_a_channel(tmp_path: Path) -> None:
    """A further one moves it down; one that is withdrawn leaves it; an expired one, too."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, bruno, chloe):
        await ask(ada, "/seek post", said("seeks.stands_channel"))
        first = await listed(chloe, 1)
        await ask(bruno, "/seek post preset:correspondence", said("seeks.stands_channel"))
        second = await listed(chloe, 2)
        await chloe.wait_gone(first)
        await ask(ada, "/seek withdraw", said("seeks.is_withdrawn"))
        assert (await listed(chloe, 1))["id"] == second["id"]
        await ask(ada, "/seek post", said("seeks.stands_channel"))
        third = await listed(chloe, 2)
        await chloe.wait_gone(second)
        stage.clock.push(HOUR + 1)
        assert (await listed(chloe, 1))["id"] == third["id"]
        stage.clock.push(48 * HOUR)
        await chloe.wait_gone(third)


async def test_X13_a_challenge_survives_a_restart(tmp_path: Path) -> None:
    """So does its message, which works on."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, bruno, _):
        await ask(ada, "/seek post", said("seeks.stands_channel"))
        shown = await listed(bruno, 1)
        await stage.stop()
        await stage.start()
        await bruno.click(shown, "Accept")
        await bruno.wait_gone(shown)
        assert isinstance((await in_thread(stage, bruno)).phase, Turn)


async def test_X13_a_challenge_has_a_clock_and_its_poster_is_called(tmp_path: Path) -> None:
    """An hour or more is for each move; while the game opens, nobody withdraws."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, bruno, _):
        await ask(ada, "/seek post clock:never", said("seeks.no_clock"))
        await ask(ada, "/seek post clock:2d", said("seeks.stands_channel"))
        shown = await listed(bruno, 1)
        store = stage.app.core.service(SeekStore)
        (seek,) = await store.open_in(int(ada.channel_id()), stage.clock.now())
        await store.take(seek.number, stage.clock.now())
        await ask(ada, "/seek withdraw", said("seeks.is_taken"))
        await store.give_back(seek, stage.clock.now())
        await bruno.click(await listed(bruno, 1), "Accept")
        await bruno.wait_gone(shown)
        state = await in_thread(stage, bruno)
        assert (state.rules.turn_clock, state.rules.game_clock) == (48 * HOUR * 1000, None)
        games = await stage.app.core.games.journal.of_person(ada.id)
        await ada.wait_message(f"<@{ada.id}>", channel=str(games[-1].place.channel_id))
