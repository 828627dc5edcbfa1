"""Games in threads: a channel where people talk sees a game's lobby and its result, and nothing in between."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from bot.playground import cast
from bot.playground.world import GatewayEvent
from tests.support.pictures import buttons_of, text_of
from tests.support.playground import Person
from tests.support.running import DRAWS, EPHEMERAL, LETTERS, Scene, answer, ask, board, dealt, gathered, shows, started
from tests.support.sentences import said
from tests.support.service import passes


def threaded(folder: Path, **options: Any) -> Any:
    """A stage on which games go on in threads; Ada begins with CAT."""
    return gathered(folder, *DRAWS, letters=LETTERS, rack_size=3, threads=True, **options)


def public(person: Person, channel: str = "general") -> list[dict[str, Any]]:
    """What everyone sees of the bot in a channel."""
    return [one for one in person.visible(channel) if not one["flags"] & EPHEMERAL and one["author"].get("bot")]


def threads_of(stage: Scene) -> list[dict[str, Any]]:
    """The threads of the channel, as Discord has them."""
    world = stage.playground.world
    return [one for one in world.channels.values() if one.get("parent_id") == world.channel_named("general")["id"]]


def sees(stage: Scene, person: Person, count: int = 1) -> bool:
    """Whether there are as many threads, and the newest stands in a person's list."""
    there = threads_of(stage)
    return len(there) == count and there[-1]["id"] in person.channels


async def begun(stage: Scene, ada: Person, bruno: Person, options: str = "variant:tiny") -> dict[str, Any]:
    """Start a game in the channel, and go to its thread; returns the first board."""
    await ada.command(f"/game new {options}", "general")
    lobby = await bruno.wait_message("seats taken", "general")
    await asyncio.sleep(1)  # the bot notes for a moment what it has posted
    await bruno.click(lobby, "Join")
    await ada.wait_message(lambda m: f". {bruno.name}" in text_of(m), "general")
    await ada.click(lobby, "Start")
    await ada.wait(lambda: sees(stage, ada), "the thread")
    ada.place = bruno.place = threads_of(stage)[-1]["id"]
    return await board(ada)


async def resigned(ada: Person, bruno: Person, first: dict[str, Any]) -> None:
    """Ada plays CAT, and Bruno passes and resigns."""
    await ada.say("8G CAT")
    await board(bruno, "CAT", after=first)
    await ask(bruno, "/move pass")
    await board(ada, said("happenings.passed", name="**Bruno**"), after=first)
    await bruno.click(await ask(bruno, "/game resign", said("lobby.want_to_resign")), "Resign")
    await board(ada, said("status.won"), after=first)


async def test_a_game_leaves_its_lobby_and_its_result_in_the_channel(tmp_path: Path) -> None:
    """The game goes on in a thread below its lobby, which is called after its players and put away later."""
    async with threaded(tmp_path) as (stage, ada, bruno):
        first = await begun(stage, ada, bruno)
        [thread] = threads_of(stage)
        [lobby] = public(ada)
        assert (thread["id"], thread["name"]) == (lobby["id"], "Ada – Bruno")
        assert f"<#{thread['id']}>" in text_of(lobby)
        assert not buttons_of(lobby)
        await resigned(ada, bruno, first)
        card = await ada.wait_message(said("status.won"), "general")
        assert [one["id"] for one in public(ada)] == [lobby["id"], card["id"]]
        assert "Rematch" in buttons_of(card)
        await ask(bruno, "/join", said("games.no_game"), channel="general")
        await ask(bruno, "/leave", said("requests.nothing_to_leave"), channel="general")
        stage.clock.push(9 * 60)
        await ask(ada, "/game scores", channel="general")
        assert not thread["thread_metadata"]["archived"]
        await stage.restart()
        stage.clock.push(2 * 60)
        await ada.wait(lambda: thread["thread_metadata"]["archived"], "the thread is put away")


async def test_a_command_in_the_channel_finds_the_only_game_in_its_threads(tmp_path: Path) -> None:
    """It says where the game is; a move just as help writes it is taken too, and chat that reads like one is not."""
    async with threaded(tmp_path) as (stage, ada, bruno):
        first = await begun(stage, ada, bruno)
        thread = threads_of(stage)[0]["id"]
        assert "Your tiles" in text_of(await ask(ada, "/rack", channel="general"))
        await ada.say("8g cat", "general")
        await ada.say("8G CAT", "general")
        played = await board(bruno, "CAT", after=first)
        assert played["channel_id"] == thread
        told = await ask(bruno, "/move pass", channel="general")
        assert f"<#{thread}>" in text_of(told)
        await board(ada, said("happenings.passed", name="**Bruno**"), after=first)
        assert len(public(ada)) == 1


async def test_two_games_in_threads_of_a_channel_are_told_apart(tmp_path: Path) -> None:
    """The channel is free for a second game while the first one goes on; a command asks which of them is meant."""
    async with threaded(tmp_path) as (stage, ada, bruno):
        await begun(stage, ada, bruno)
        stage.luck.draws[:] = DRAWS[:2]
        lobby = await ada.wait_message("Ada", "general")
        ada.place = bruno.place = "general"
        await ada.command("/game new variant:tiny", "general")
        second = await bruno.wait_message("seats taken", "general", after=lobby)
        await bruno.click(second, "Join")
        await shows(ada, second, f". {bruno.name}")
        await ada.click(second, "Start")
        await ada.wait(lambda: sees(stage, ada, 2), "a second thread")
        ada.place = threads_of(stage)[-1]["id"]
        await board(ada)
        asked = await ask(bruno, "/game board", channel="general")
        assert said("core.which_game") in text_of(asked)


async def test_a_game_stays_where_the_bot_may_open_no_thread(tmp_path: Path) -> None:
    """In the channel it is then played as ever."""
    async with threaded(tmp_path) as (stage, ada, bruno):
        world = stage.playground.world
        channel = world.channel_named("general")
        deny = str(cast.bits({"create_public_threads"}))
        channel["permission_overwrites"] = [{"id": world.bot["id"], "type": 1, "allow": "0", "deny": deny}]
        world.emit(GatewayEvent("CHANNEL_UPDATE", channel, channel["id"]))
        await started(ada, bruno)
        assert not threads_of(stage)


async def test_a_game_in_a_thread_of_people_stays_there(tmp_path: Path) -> None:
    """Its channel hears nothing of it, not even the end, and the bot does not put their thread away."""
    async with threaded(tmp_path) as (stage, ada, bruno):
        await ada.send({"op": "create_thread", "channel_id": ada.channel_id(), "name": "games"})
        await ada.wait(lambda: sees(stage, ada), "a thread")
        [thread] = threads_of(stage)
        ada.place = bruno.place = thread["id"]
        first = await dealt(stage, ada, bruno)
        await resigned(ada, bruno, first)
        stage.clock.push(12 * 60)
        await ask(ada, "/game scores")
        assert not public(ada)
        assert threads_of(stage) == [thread]
        assert not thread["thread_metadata"]["archived"]


async def test_a_rematch_and_a_kept_game_go_on_in_the_thread(tmp_path: Path) -> None:
    """The thread is taken out again, the channel hears of the rematch, and the paused game is found from there."""
    async with threaded(tmp_path) as (stage, ada, bruno):
        await resigned(ada, bruno, await begun(stage, ada, bruno))
        [thread] = threads_of(stage)
        stage.clock.push(12 * 60)
        await ada.wait(lambda: thread["thread_metadata"]["archived"], "the thread is put away")
        card = await ada.wait_message(said("status.won"), "general")
        ada.place = bruno.place = "general"
        await ada.click(card, "Rematch")
        lobby = await bruno.wait_message(f"<@{bruno.id}>", "general", after=card)
        await bruno.click(lobby, "Start")
        await answer(bruno, said("seats.seat_is_kept"))
        await ask(bruno, "/join", said("receipts.joined"))
        await shows(ada, lobby, "2 of")
        await ada.click(lobby, "Start")
        ada.place = bruno.place = thread["id"]
        again = await board(ada, after=card)
        assert not thread["thread_metadata"]["archived"]
        assert not buttons_of(await shows(ada, lobby, f"<#{thread['id']}>"))
        await ask(ada, "/game pause")
        await ask(bruno, "/game pause", channel="general")
        await board(ada, "paused", after=again)
        await ask(ada, "/game resume", channel="general")
        await ask(bruno, "/game resume", channel="general")
        await board(ada, after=again)
        assert threads_of(stage) == [thread]


async def test_what_has_been_refused_goes_once_the_move_is_made(tmp_path: Path) -> None:
    """Nobody resigns twice, and who is ready is told only until the game goes on."""
    async with threaded(tmp_path) as (stage, ada, bruno):
        first = await begun(stage, ada, bruno)
        await ada.say("8G CATS")
        refused = await ada.wait_message(said("refusals.move_not_possible"))
        await ask(bruno, "/game pause")
        ready = await ada.wait_message(said("happenings.like_pause_game", name="**Bruno**"))
        await ada.say("8G CAT")
        await board(bruno, "CAT", after=first)
        await ada.wait_gone(refused)
        await ada.wait_gone(ready)
        await ask(bruno, "/move pass")
        await bruno.click(await ask(bruno, "/game resign", said("lobby.want_to_resign")), "Resign")
        await board(ada, said("status.won"), after=first)
        assert sum("**Bruno** resigned." in text_of(one) for one in public(ada, ada.place)) == 1


async def test_a_game_whose_thread_is_deleted_goes_on_in_another_one(tmp_path: Path) -> None:
    """Its lobby in the channel leads there, and the channel still sees its end."""
    async with threaded(tmp_path) as (stage, ada, bruno):
        await begun(stage, ada, bruno)
        [lobby] = public(ada)
        stage.playground.world.remove_channel(threads_of(stage)[0]["id"])
        await ada.wait(lambda: sees(stage, ada), "another thread")
        ada.place = bruno.place = threads_of(stage)[0]["id"]
        assert ada.place != lobby["id"]
        await resigned(ada, bruno, await board(ada))
        await shows(ada, lobby, f"<#{ada.place}>")
        await ada.wait_message(said("status.won"), "general")


async def test_a_game_that_begins_at_once_has_a_thread_too(tmp_path: Path) -> None:
    """The channel sees only the result of a demonstration."""
    async with threaded(tmp_path, thinker=passes) as (stage, ada, _):
        await ask(ada, "/game demo variant:tiny")
        await ada.wait(lambda: sees(stage, ada), "a thread")
        await ada.wait(lambda: public(ada), "the result")
        assert len(public(ada)) == 1
        assert threads_of(stage)[0]["name"] == "Demonstration"


async def test_a_paused_game_gets_another_thread_if_its_own_is_taken(tmp_path: Path) -> None:
    """By a game that was opened there meanwhile."""
    async with threaded(tmp_path) as (stage, ada, bruno):
        first = await begun(stage, ada, bruno)
        await ask(ada, "/game pause name:Later")
        await ask(bruno, "/game pause")
        await board(ada, "paused", after=first)
        stage.luck.draws.clear()
        await ada.command("/game new variant:tiny computer:1")
        await ada.click(await ada.wait_message("seats taken"), "Play now")
        await board(ada, "Robot1", after=first)
        await ask(ada, "/game resume name:Later", channel="general")
        await ask(bruno, "/game resume name:Later", channel="general")
        await ada.wait(lambda: sees(stage, ada, 2), "another thread")
        ada.place = threads_of(stage)[-1]["id"]
        await board(ada)


async def test_a_thread_that_a_killed_process_has_left_below_the_lobby_is_used(tmp_path: Path) -> None:
    """It was created just before the game would have begun."""
    async with threaded(tmp_path) as (stage, ada, _):
        await ada.command("/game new variant:tiny computer:1", "general")
        lobby = await ada.wait_message("seats taken", "general")
        await asyncio.sleep(1)  # the bot notes for a moment what it has posted
        channel = stage.app.core.mailbox().text_channel(int(ada.channel_id()))
        left = await channel.get_partial_message(int(lobby["id"])).create_thread(name="left")
        await ada.click(lobby, "Play now")
        ada.place = str(left.id)
        await board(ada)
        assert len(threads_of(stage)) == 1
