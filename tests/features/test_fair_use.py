"""Fair use through the bot: limits on threads, games and requests by commands, buttons and typed messages."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from bot.model.games import GamePhase
from bot.playground.component_limits import walk
from tests.support.playground import DM, Person
from tests.support.readable import pictures_of, text_of
from tests.support.running import EPHEMERAL, Scene, answer, ask, board, gathered, started
from tests.support.sentences import said
from tests.support.service import StillClock, passes

Json = dict[str, Any]
LETTERS = "CATSODEEECATSODEEE"
PUBLIC_THREAD = 11
TOO_MANY_AT_ONCE = said("fair_use.too_much_at_once")
TOO_MANY_LISTS = said("limits.many_lists")


def three(folder: Path, limits: str = "", **more: Any) -> AbstractAsyncContextManager[tuple[Any, ...]]:
    """The bot with these limits; Ada, who moderates, Bruno and Chloe, in one channel."""
    options = {"letters": LETTERS, "rack_size": 3, "thinker": passes, **more}
    return gathered(folder, people=("Ada", "Bruno", "Chloe"), limits=limits, **options)


def threads(stage: Scene) -> list[Json]:
    """The open threads."""
    found = stage.playground.world.channels.values()
    return [one for one in found if one["type"] == PUBLIC_THREAD and not one["thread_metadata"]["archived"]]


def answers(person: Person) -> list[str]:
    """The private answers that a person has received here."""
    return [text_of(one) for one in person.visible() if one["flags"] & EPHEMERAL and not one["flags"] & 128]


# --- threads ----------------------------------------------------------------------------------------------------------


async def test_X1_threads_are_made_for_those_who_may_make_them(tmp_path: Path) -> None:
    """By permission in the channel or of one member; the bot needs its own; others get no thread."""
    async with three(tmp_path) as (stage, ada, bruno, chloe):
        world = stage.playground.world
        bruno.place = "lounge"
        for line in ("/game new thread:yes", "/game demo thread:yes"):
            await ask(bruno, line, said("core.thread_right_needed"))
        world.deny(world.channel(chloe.channel_id()), chloe.id, "create_public_threads")
        await ask(chloe, "/game new variant:tiny thread:yes", "Create Public Threads")
        assert not threads(stage)
        ada.place = "lounge"
        await ask(ada, "/game new variant:tiny thread:yes", said("receipts.opened"))
        assert len(threads(stage)) == 1
        for lacking in ("create_public_threads", "send_messages_in_threads"):
            world.deny_bot(world.channel_named("games"), lacking)
            await ask_in(bruno, "games", "/game new thread:yes", said("core.cannot_create_thread"))
        await ask_in(bruno, "games", "/game new variant:tiny", said("receipts.opened"))
        assert len(threads(stage)) == 1


async def ask_in(person: Person, place: str, line: str, expected: str) -> Json:
    """Use a command in another channel, and stay there."""
    person.place = place
    return await ask(person, line, expected)


async def test_X1_thirty_demonstrations_in_threads_at_once_come_to_two(tmp_path: Path) -> None:
    """The person is told what to end, no empty thread is left, and everyone else opens games as usual."""
    async with three(tmp_path) as (stage, _, bruno, chloe):
        for _ in range(30):
            await bruno.command("/game demo level:8 level2:8 pace:60 variant:tiny thread:yes", wait=False)
        await ask(chloe, "/game new variant:tiny thread:yes", said("receipts.opened"))
        await bruno.wait(lambda: len(answers(bruno)) == 30, "thirty answers")
        refused = [text for text in answers(bruno) if "You have 2 demonstrations here" in text]
        hurried = [text for text in answers(bruno) if TOO_MANY_AT_ONCE in text]
        assert refused and len(refused) + len(hurried) == 28
        assert all(text.count("https://discord.com/channels/") == 2 for text in refused)
        assert len(threads(stage)) == 3
        assert stage.app and stage.app.core
        games = stage.app.core.games
        phases = [(await games.summary(await games.in_channel(int(one["id"])) or "")).phase for one in threads(stage)]
        assert sorted(phase.value for phase in phases) == ["lobby", "turn", "turn"]
        await ask_in(bruno, "games", "/game demo variant:tiny", "You have 2 demonstrations here")


# --- games ------------------------------------------------------------------------------------------------------------


async def test_X1_games_are_limited_by_every_way_in(tmp_path: Path) -> None:
    """A new game, Start, Rematch, a resumed game; the refusal links to the games in the way."""
    limits = "lobbies_per_person=1, games_per_person=1"
    async with three(tmp_path, limits) as (stage, ada, bruno, chloe):
        first = await started(ada, bruno)
        link = f"https://discord.com/channels/{first.get('guild_id', '')}"
        await ask_in(ada, "games", "/game new variant:tiny computer:1", said("receipts.opened"))
        lobby = await ada.wait_message("seats taken")
        await ada.click(lobby, "Play now")
        told = text_of(await answer(ada, said("limits.too_many_games", games="1 running game")))
        assert link in told and first["channel_id"] in told
        assert (await phase_in(stage, ada.channel_id())) is GamePhase.LOBBY
        told = text_of(
            await ask_in(ada, "lounge", "/game new variant:tiny", f"You have {said('limits.lobbies_waiting', 1)}")
        )
        assert lobby["channel_id"] in told
        await ask_in(chloe, "lounge", "/game new variant:tiny", said("receipts.opened"))
        await chloe.click(await ask(chloe, "/game end"), "End the game")
        await answer(chloe, said("receipts.over"))
        # A paused game makes room for another, and then cannot be resumed.
        await ask_in(ada, "general", "/game pause name:Friday", "paused")
        await ask_in(ada, "games", "/game start", "The game begins")
        await ask_in(ada, "general", "/game resume name:Friday", "You have 1 running game here")
        assert (await phase_in(stage, first["channel_id"])) is GamePhase.PAUSED
        # A rematch counts for the person who asks.
        await ada.click(await ask_in(ada, "games", "/game end", "keep this game"), "End for good")
        over = await board(ada, said("receipts.over"))
        await ask_in(ada, "lounge", "/game new variant:tiny", said("receipts.opened"))
        ada.place = "general"
        await ask(ada, "/game resume name:Friday", "The game resumes")
        ada.place = "games"
        await ada.click(over, "Rematch")
        await answer(ada, said("limits.too_many_games"))


async def phase_in(stage: Scene, channel: str) -> GamePhase:
    """The phase of the game in a channel."""
    assert stage.app and stage.app.core
    games = stage.app.core.games
    return (await games.summary(await games.in_channel(int(channel)) or "")).phase


@pytest.mark.gate
async def test_X1_direct_messages_bring_no_more_than_the_most(tmp_path: Path) -> None:
    """Games in all places are counted together; other people are not affected."""
    async with three(tmp_path, "lobbies_per_person=1") as (_, __, bruno, chloe):
        await ask(bruno, "/game new variant:tiny", said("receipts.opened"))
        dm = await bruno.open_dm()
        await bruno.command("/game new variant:tiny", channel=dm)
        await bruno.wait_message(f"You have {said('limits.lobbies_waiting', 1)} across all servers", channel=dm)
        dm = await chloe.open_dm()
        await chloe.command("/game new variant:tiny", channel=dm)
        await chloe.wait_message("seats taken", channel=DM)


@pytest.mark.gate
async def test_X1_moderators_set_the_limits_of_their_server(tmp_path: Path) -> None:
    """In the panel, within the operator's bounds; it applies at once and after a restart, and only to this server."""
    async with three(tmp_path, "demonstrations_per_person=1..3") as (stage, ada, bruno, chloe):
        menu = "Change the limits"
        locked = await ask(bruno, "/settings server")
        assert next(one for one in walk(locked["components"]) if one.get("placeholder") == menu)["disabled"]
        panel = await ask(ada, "/settings server", said("settings.who_may"))
        await ada.select(panel, "Demonstrations", which=menu)
        await ada.wait(lambda: "### Demonstrations" in text_of(ada.now(panel) or {}), "the page")
        page = ada.now(panel) or {}
        offered = next(one for one in walk(page["components"]) if one.get("placeholder") == "Each person")
        assert [one["value"] for one in offered["options"]] == ["0", "1", "2", "3"]
        await ada.select(panel, "0", which="Each person")
        await ada.wait(lambda: ada.now(panel) != page, "the change")
        await stage.restart()
        await ask(bruno, "/game demo variant:tiny", said("limits.none_allowed", limit="Demonstrations"))
        chloe.place = "quay"
        await ask(chloe, "/game demo variant:tiny pace:60", "The demonstration begins")


# --- rates ------------------------------------------------------------------------------------------------------------


@pytest.mark.gate
async def test_X1_hints_files_lists_and_pictures_have_their_rates(tmp_path: Path) -> None:
    """Each has its own; the text says when to try again; a picture is left out and the rest is shown."""
    limits = "hints_per_person=0, files_per_person=1, imports_per_person=1, pictures_per_person=5"
    async with three(tmp_path, limits) as (stage, ada, bruno, _):
        await started(ada, bruno)
        stand_still(stage)
        await ask(ada, "/hint", said("limits.none_allowed", limit="Hints per hour"))
        await ask(bruno, "/dictionary export list:mine", said("words.list_empty"))
        for line in ("/dictionary export list:mine", "/game export", "/game save"):
            await ask(bruno, line, f"{said('limits.many_files')} Try again in")
        await ask(bruno, "/dictionary import list:mine", file=("list.txt", b"\xff"))
        await ask(bruno, "/dictionary import list:mine", TOO_MANY_LISTS, file=("file.txt", b"\xff"))
        await ask(ada, "/dictionary import list:mine", file=("list.txt", b"\xff"))
        await ask(ada, "/variant load", TOO_MANY_LISTS, file=("file.txt", b"\xff"))
        for _ in range(5):
            assert pictures_of(await ask(bruno, "/board"))
        told = await ask(bruno, "/board")
        assert f"{said('limits.many_pictures')} Try again in" in text_of(told)
        assert not pictures_of(told)
        await ask(ada, "/dictionary export list:mine", said("words.list_empty"))
        assert pictures_of(await ask(ada, "/board"))


async def test_X1_whoever_asks_too_much_waits_and_nobody_else(tmp_path: Path) -> None:
    """Commands, buttons, typed moves and autocompletion alike; further typed messages get one answer."""
    async with three(tmp_path, "requests_per_person=30") as (stage, ada, bruno, chloe):
        first = await started(ada, bruno)
        clock = stand_still(stage)
        too_much = f"{said('limits.many_requests')} Try again in"
        for _ in range(45):
            await bruno.command("/game status", wait=False)
        await bruno.wait(lambda: sum(too_much in text for text in answers(bruno)) >= 15, "refusals")
        assert len([text for text in answers(bruno) if too_much in text]) in (15, 16)  # joining was a request too
        await bruno.click(first, "More")
        assert too_much in answers(bruno)[-1]
        assert await bruno.autocomplete("/game rules rule:a") == []
        for _ in range(3):
            await bruno.say("pass")
        await chloe.wait_message(lambda one: too_much in text_of(one) and not one["flags"] & EPHEMERAL)
        await ask(ada, "/game status")
        await ask(chloe, "/help", "How it works")
        assert len([one for one in chloe.visible() if too_much in text_of(one)]) == 1
        clock.advance(2_000)
        await ask(bruno, "/scores")


def stand_still(stage: Scene) -> StillClock:
    """Stop the clock for everything that is counted."""
    assert stage.app and stage.app.core
    clock = stage.app.core.services.fair_use._clock = StillClock(stage.clock.now())
    return clock
