"""Rematches with the same people or others (M10): the players are asked, nobody is forced, and one game opens."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from engine.game.events import Started
from engine.game.phases import Lobby, Turn
from tests.support.pictures import buttons_of, text_of
from tests.support.playground import DM, Person
from tests.support.running import EPHEMERAL, Scene, ask, board, code_of, gathered, started
from tests.support.sentences import said
from tests.support.service import passes

TRIO = ("Ada", "Bruno", "Chloe")


async def card_of(ada: Person, bruno: Person, options: str = "variant:tiny") -> dict[str, Any]:
    """The end card of a game between the two that Ada has ended, and Bruno too if a computer plays on with him."""
    first = await started(ada, bruno, options)
    await end(ada, "End for good")
    if "computer" in options:
        await bruno.wait_message("**Ada** resigned.", after=first)
        await end(bruno, "End for good")
    return await board(bruno, said("status.won"), after=first)


async def end(host: Person, button: str) -> None:
    """The host ends the channel's game."""
    await host.click(await ask(host, "/game end"), button)


async def lobby_after(person: Person, card: dict[str, Any], text: str = "seats taken") -> dict[str, Any]:
    """The public lobby after a card."""
    return await person.wait_message(lambda m: not m["flags"] & EPHEMERAL and text in text_of(m), after=card)


async def told(person: Person, text: str, after: dict[str, Any]) -> dict[str, Any]:
    """A private answer after a message."""
    return await person.wait_message(lambda m: m["flags"] & EPHEMERAL and text in text_of(m), after=after)


async def state_of(stage: Scene, person: Person) -> Any:
    """The game in the person's channel."""
    return await stage.state(person.channel_id())


async def events_of(stage: Scene, person: Person) -> tuple[Any, ...]:
    """The events of the game in the person's channel."""
    assert stage.app and stage.app.core
    games = stage.app.core.games
    return await games.events(await games.in_channel(int(person.channel_id())) or "")


def seated(state: Any) -> list[str]:
    """The players' names, seat by seat."""
    return [seat.player.name for seat in state.seats]


async def test_M10_a_rematch_asks_who_played_and_keeps_seats_in_turned_order(tmp_path: Path) -> None:
    """The lobby mentions Bruno, who joins; the rules are the same, and a computer player is already seated."""
    async with gathered(tmp_path, letters="CATSODEEECATSOD", rack_size=3, thinker=passes) as (stage, ada, bruno):
        card = await card_of(ada, bruno, "variant:tiny preset:classic computer:2 name:Friday")
        assert buttons_of(card) == ["Rematch", "Rematch, other players", "All words", "Review"]
        before = await state_of(stage, ada)
        events = await events_of(stage, ada)
        await ada.click(card, "Rematch")
        receipt = await told(ada, said("receipts.rematch_opened"), card)
        assert "I have asked **Bruno**" in text_of(receipt)
        lobby = await lobby_after(bruno, card)
        assert f"waiting for <@{bruno.id}>" in text_of(lobby)
        assert [one["id"] for one in lobby["mentions"]] == [bruno.id]
        state = await state_of(stage, ada)
        assert sorted(seated(state)) == ["Ada", "Robot1"]
        assert (state.setup.rules, state.setup.name) == (before.setup.rules, "Friday")
        assert [one.name for one in state.awaited] == ["Bruno"]
        await bruno.click(lobby, "Join")
        await told(bruno, said("receipts.joined"), lobby)
        state = await state_of(stage, ada)
        assert not state.awaited
        began = next(event.first for event in events if isinstance(event, Started))
        old = seated(before)
        assert seated(state) == old[began + 1 :] + old[: began + 1]
        await bruno.click(lobby, "Start")
        await board(ada, said("happenings.goes_first"), after=lobby)
        assert isinstance((await state_of(stage, ada)).phase, Turn)


@pytest.mark.gate
async def test_M10_nobody_is_forced_to_play_again(tmp_path: Path) -> None:
    """The host waits no longer and the seat is free; before that, Start asks first and a third person finds no seat."""
    async with gathered(tmp_path, letters="CATSODEEE", rack_size=3, people=TRIO) as (stage, ada, bruno, chloe):
        card = await card_of(ada, bruno)
        await ada.click(card, "Rematch")
        lobby = await lobby_after(bruno, card)
        await ask(ada, "/game rules rule:players value:2", "is now")
        await chloe.click(lobby, "Join")
        assert "kept for Bruno" in text_of(await told(chloe, "", lobby))
        await chloe.click(lobby, "Stop waiting")
        await told(chloe, "Only the host", lobby)
        await ada.click(lobby, "Start")
        question = await told(ada, said("lobby.not_answered_yet", 1, names="**Bruno**"), lobby)
        assert buttons_of(question) == ["Start now", "Cancel"]
        await ada.click(lobby, "Stop waiting")
        await told(ada, said("receipts.seats_open_again"), lobby)
        await bruno.wait(lambda: "waiting for" not in text_of(bruno.now(lobby) or lobby), "nobody waited for")
        await chloe.click(lobby, "Join")
        await told(chloe, said("receipts.joined"), lobby)
        await ada.click(question, "Start now")
        await board(ada, said("happenings.goes_first"), after=lobby)
        assert sorted(seated(await state_of(stage, ada))) == ["Ada", "Chloe"]


@pytest.mark.gate
async def test_M10_two_who_press_at_once_open_one_game(tmp_path: Path) -> None:
    """One becomes host, the other joins; a second press says that they are seated, or that the game is running."""
    async with gathered(tmp_path, letters="CATSODEEE", rack_size=3) as (stage, ada, bruno):
        card = await card_of(ada, bruno)
        await asyncio.gather(ada.click(card, "Rematch"), bruno.click(card, "Rematch"))
        lobby = await lobby_after(ada, card, "2 of 3 seats taken")
        assert sorted(seated(await state_of(stage, ada))) == ["Ada", "Bruno"]
        await ada.click(card, "Rematch")
        await told(ada, said("seats.already_joined"), card)
        await ada.click(lobby, "Start")
        first = await board(ada, said("happenings.goes_first"), after=lobby)
        await bruno.click(card, "Rematch")
        await told(bruno, "has already started", lobby)
        assert len([m for m in ada.visible() if "seats taken" in text_of(m)]) == 2
        assert first


@pytest.mark.soak
async def test_M10_a_rematch_is_refused_politely_where_another_game_goes_on(tmp_path: Path) -> None:
    """A channel has only one game; a person who did not play cannot ask for a rematch, but can reuse the rules."""
    async with gathered(tmp_path, letters="CATSODEEE", rack_size=3, people=TRIO) as (stage, ada, bruno, chloe):
        card = await card_of(ada, bruno, "variant:tiny preset:classic")
        await chloe.click(card, "Rematch")
        await told(chloe, said("games.rematch_by_players"), card)
        await chloe.click(card, "Rematch, other players")
        lobby = await lobby_after(chloe, card)
        state = await state_of(stage, chloe)
        assert (state.awaited, seated(state)) == ((), ["Chloe"])
        assert state.setup.rules.challenge.value == "single"
        await ada.click(card, "Rematch")
        await told(ada, said("games.channel_has_game"), lobby)


@pytest.mark.soak
async def test_M10_against_computers_alone_it_begins_at_once(tmp_path: Path) -> None:
    """Nobody has to be asked, not even a guest at the same screen."""
    people, letters = ("Ada",), "CATSODEEECATSOD"
    async with gathered(tmp_path, letters=letters, rack_size=3, thinker=passes, people=people) as (stage, ada):
        await ask(ada, "/game new variant:tiny computer:3")
        await ask(ada, "/game seat guest name:Ben")
        await ask(ada, "/game start")
        await end(ada, "End for good")
        card = await board(ada, said("receipts.over"))
        await ada.click(card, "Rematch")
        await told(ada, "The game begins", card)
        state = await state_of(stage, ada)
        assert isinstance(state.phase, Turn)
        assert sorted(seated(state)) == ["Ada", "Ben", "Robot1"]


@pytest.mark.gate
async def test_M10_a_rematch_outlives_a_restart(tmp_path: Path) -> None:
    """The journal names the awaited players; the buttons of card and lobby keep working."""
    async with gathered(tmp_path, letters="CATSODEEE", rack_size=3) as (stage, ada, bruno):
        card = await card_of(ada, bruno)
        await ada.click(card, "Rematch")
        lobby = await lobby_after(bruno, card)
        await stage.restart()
        await bruno.click(card, "Rematch")
        await told(bruno, said("receipts.joined"), lobby)
        state = await state_of(stage, ada)
        assert isinstance(state.phase, Lobby)
        assert (len(state.seats), state.awaited) == (2, ())


@pytest.mark.soak
async def test_M10_N8_who_plays_from_elsewhere_is_told_in_private_with_the_way_in(tmp_path: Path) -> None:
    """The lobby appears wherever the game was shown, and Chloe, in none of its servers, gets a direct message."""
    places = {"Chloe": "quay", "Deniz": "quay", "Ada": "general"}
    async with gathered(tmp_path, letters="CATSODEEECATS", rack_size=3, people=places) as (stage, chloe, deniz, ada):
        await ask(chloe, "/game new variant:tiny")
        code = await code_of(chloe)
        await ask(deniz, "/join")
        await ask(ada, f"/join code:{code}")
        await ask(chloe, "/game start")
        first = await board(ada)
        await end(chloe, "End for good")
        await deniz.wait_message("**Chloe** resigned.")
        await end(deniz, "End for good")
        card = await board(ada, said("status.won"), after=first)
        await chloe.click(await board(chloe, said("status.won")), "Rematch")
        await lobby_after(ada, card, "waiting for")
        invited = await ada.wait_message(said("lobby.rematch_asked_in"), channel=DM)
        games = ("**Chloe v Deniz v Ada**", "**Chloe v Ada v Deniz**")
        asked = [said("lobby.rematch_asked_in", name="**Chloe**", game=game, server="Harbour") for game in games]
        assert text_of(invited).startswith(tuple(asked))
        assert f"/{ada.channel_id('general')}" in json.dumps(invited), "the way leads to a place that Ada sees"
        await ada.click(invited, "Join")
        await ada.wait_message(said("receipts.joined"), channel=DM, after=invited)
        state = await state_of(stage, chloe)
        assert [one.name for one in state.awaited] == ["Deniz"]
        assert sorted(seated(state)) == ["Ada", "Chloe"]
        await ada.wait_message("seats taken", channel=DM, after=invited)
        assert not [m for m in deniz.dm() if said("lobby.rematch_asked_in") in text_of(m)]


@pytest.mark.soak
async def test_M10_who_wants_direct_messages_is_asked_there(tmp_path: Path) -> None:
    """A direct message replaces the mention if the player prefers it; declining there frees the seat."""
    async with gathered(tmp_path, letters="CATSODEEE", rack_size=3) as (stage, ada, bruno):
        panel = await ask(bruno, "/settings mine")
        await bruno.select(panel, "dm", which=said("settings.notify"))
        card = await card_of(ada, bruno)
        await ada.click(card, "Rematch")
        lobby = await lobby_after(bruno, card)
        assert not lobby["mentions"]
        invited = await bruno.wait_message(said("lobby.rematch_asked", name="**Ada**"), channel=DM)
        await bruno.click(invited, "No, thank you")
        await bruno.wait_message("You declined", channel=DM)
        assert not (await state_of(stage, ada)).awaited
