"""Games in threads (G7): a channel where people talk sees a game's lobby and its result, and nothing in between."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.game.phases import Over, Turn
from tests.support.pictures import buttons_of, text_of
from tests.support.playground import Person
from tests.support.running import DRAWS, EPHEMERAL, LETTERS, Scene, ask, board, gathered
from tests.support.sentences import said


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


async def begun(stage: Scene, ada: Person, bruno: Person, options: str = "variant:tiny") -> dict[str, Any]:
    """Start a game in the channel, and go to its thread; returns the first board."""
    await ada.command(f"/game new {options}", "general")
    lobby = await bruno.wait_message("seats taken", "general")
    await bruno.click(lobby, "Join")
    await ada.wait_message(lambda m: f"**{bruno.name}**" in text_of(m), "general")
    await ada.click(lobby, "Start")
    await ada.wait(lambda: threads_of(stage), "the thread")
    ada.place = bruno.place = threads_of(stage)[-1]["id"]
    return await board(ada)


async def resigned(ada: Person, bruno: Person, first: dict[str, Any]) -> None:
    """Ada plays CAT, and Bruno passes and resigns."""
    await ada.say("8G CAT")
    await board(bruno, "CAT", after=first)
    await ask(bruno, "/pass")
    await board(ada, said("happenings.passed", name="**Bruno**"), after=first)
    await bruno.click(await ask(bruno, "/game resign", said("lobby.want_to_resign")), "Resign")
    await board(ada, said("status.won"), after=first)


async def test_G7_a_game_leaves_its_lobby_and_its_result_in_the_channel(tmp_path: Path) -> None:
    """The game goes on in a thread below its lobby, which is called after its players and put away later."""
    async with threaded(tmp_path) as (stage, ada, bruno):
        first = await begun(stage, ada, bruno)
        [thread] = threads_of(stage)
        [lobby] = public(ada)
        assert (thread["id"], thread["name"]) == (lobby["id"], "Ada v Bruno")
        assert f"<#{thread['id']}>" in text_of(lobby)
        assert not buttons_of(lobby)
        await resigned(ada, bruno, first)
        card = await ada.wait_message(said("status.won"), "general")
        assert [one["id"] for one in public(ada)] == [lobby["id"], card["id"]]
        assert "Rematch" in buttons_of(card)
        stage.clock.push(9 * 60)
        await ask(ada, "/scores", channel="general")
        assert not thread["thread_metadata"]["archived"]
        await stage.restart()
        stage.clock.push(2 * 60)
        await ada.wait(lambda: thread["thread_metadata"]["archived"], "the thread is put away")
