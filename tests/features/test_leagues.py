"""Leagues (X15) as their members and a director see them: joined, begun, played, counted, ended."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.features.leagues import LeagueServices
from engine.game.phases import Over, Turn
from engine.model.durations import DAY, SECOND
from tests.support.playground import Person
from tests.support.posters import first_thread_deleted
from tests.support.readable import buttons_of, pictures_of, text_of
from tests.support.running import EPHEMERAL, Scene, ask, file_of, gathered, shows
from tests.support.sentences import said
from tests.support.service import eventually

THREE = ("Ada", "Bruno", "Chloe")
NEW = "/league new name:Liga variant:tiny"


async def public(person: Person, text: str, button: str = "") -> dict[str, Any]:
    """A message that everyone sees in the channel, with a text and a button."""

    def fits(message: dict[str, Any]) -> bool:
        has_button = not button or button in buttons_of(message)
        return not message["flags"] & EPHEMERAL and text in text_of(message) and has_button

    return await person.wait_message(fits, channel="general")


def threads(stage: Scene) -> list[dict[str, Any]]:
    """The threads, oldest first."""
    found = [one for one in stage.playground.world.channels.values() if one["type"] == 11]
    return sorted(found, key=lambda one: int(one["id"]))


async def test_X15_a_league_from_the_first_join_to_the_results(tmp_path: Path) -> None:
    """Everyone is called to each game; a director sets one, the season's end decides the others."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, bruno, chloe):
        await ask(ada, NEW, said("leagues.made"))
        shown = await public(ada, "Liga", "Join")
        assert said("rules.correspondence") in text_of(shown)
        for player in (ada, bruno, chloe):
            await player.click(shown, "Join")
            await player.wait_message(said("leagues.joined"))
            await shows(ada, shown, player.name)
        await ask(bruno, "/league start", said("rights.not_director"))
        await ask(ada, "/league start", said("leagues.starting"))
        await ada.wait(lambda: len(threads(stage)) == 3, "3 threads")
        for place in threads(stage):
            await ada.wait_message(said("leagues.called"), channel=str(place["id"]))
            assert isinstance((await stage.state(str(place["id"]))).phase, Turn)
        table = await public(ada, said("leagues.legend"))
        assert pictures_of(table)
        await ask(
            ada, "/league result first:@Ada points:400 second:@Bruno against:380", said("leagues.result", points=400)
        )
        place = next(str(one["id"]) for one in threads(stage) if {"Ada", "Bruno"} <= set(one["name"].split()))
        await bruno.wait_message(said("competitions.settled", points=400), channel=place)
        assert isinstance((await stage.state(place)).phase, Over)
        told = await ask(bruno, "/league standings", said("leagues.legend"))
        assert "standings.png" in str(told)
        assert b"Ada,1,2,20" in await file_of(ada, await ask(ada, "/league export", said("leagues.file")))
        await ask(ada, "/game list", "Liga\\: ")
        await ask(chloe, "/league leave", said("leagues.left"))
        await ask(chloe, "/league leave", said("leagues.not_in"))
        stage.clock.push(15 * DAY // SECOND)
        ended = await public(ada, "🏆")
        assert "Ada" in text_of(ended)
        phases = [(await stage.state(str(place["id"]))).phase for place in threads(stage)]
        assert sum(isinstance(phase, Over) for phase in phases) == 3
        await ask(ada, "/league seasons", said("leagues.season"))
        await ask(ada, "/league end", said("leagues.ending"))
        await shows(ada, shown, said("leagues.over"))


@pytest.mark.gate
async def test_X15_a_game_whose_thread_is_deleted_goes_on_in_another_one(tmp_path: Path) -> None:
    """Its players are called there."""
    async with gathered(tmp_path) as (stage, ada, bruno):
        await ask(ada, NEW, said("leagues.made"))
        for player in (ada, bruno):
            await ask(player, "/league join", said("leagues.joined"))
        await ask(ada, "/league start", said("leagues.starting"))
        await ada.wait(lambda: len(threads(stage)) == 1, "a thread")
        first, store = str(threads(stage)[0]["id"]), stage.app.core.services.of(LeagueServices).store

        async def is_noted() -> bool:
            one = await store.here(int(ada.channel_id()))
            return one is not None and one.fixtures[0].game is not None

        await eventually(is_noted)
        stage.playground.world.remove_channel(first)
        await ada.wait(lambda: len(threads(stage)) == 1, "a new thread")
        place = str(threads(stage)[0]["id"])
        await bruno.wait_message(said("competitions.moved"), channel=place)
        assert isinstance((await stage.state(place)).phase, Turn)


@pytest.mark.gate
async def test_X15_a_game_whose_thread_is_deleted_before_its_players_are_called_opens_again(tmp_path: Path) -> None:
    """In another thread, so that it does not wait until the season's end."""
    async with gathered(tmp_path) as (stage, ada, bruno):
        await ask(ada, NEW, said("leagues.made"))
        for player in (ada, bruno):
            await ask(player, "/league join", said("leagues.joined"))
        with first_thread_deleted(int(ada.channel_id())) as lost:
            await ask(ada, "/league start", said("leagues.starting"))
            await ada.wait(lambda: len(threads(stage)) == 2, "2 threads")
            place = str(threads(stage)[-1]["id"])
            await bruno.wait_message(said("leagues.called"), channel=place)
        assert isinstance((await stage.state(str(lost[0]))).phase, Over)
        assert isinstance((await stage.state(place)).phase, Turn)
