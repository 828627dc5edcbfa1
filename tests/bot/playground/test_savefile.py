"""The chat outlives the playground if it has a state file."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.playground.media import plain_png
from bot.playground.server import Playground
from tests.support.playground import Person, pictures_of, running
from tests.support.rawbot import RawBot

PNG = plain_png(8, (0, 0, 0))


async def test_everything_is_there_after_a_restart(tmp_path: Path, general: str) -> None:
    state = tmp_path / "deep" / "chat.json"
    async with running(Playground(state_file=state)) as first, RawBot.of(first) as raw:
        await raw.ask(
            "PUT", f"/applications/{first.world.bot['id']}/commands", [{"name": "play", "description": "Plays"}]
        )
        gallery = [{"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}]
        board = (await raw.send(general, files=[("a.png", PNG)], flags=1 << 15, components=gallery)).body
        thread = (await raw.ask("POST", f"/channels/{general}/threads", {"name": "Game 7", "type": 11})).body
        async with Person.at(first, "Ada") as ada:
            await ada.say("hello", "Game 7")
            await ada.open_dm()
            ada.settings("de", dms_closed=True)
        old = first.address
    async with running(Playground(state_file=state)) as second, RawBot.of(second) as raw:
        assert (await raw.ask("GET", f"/applications/{second.world.bot['id']}/commands")).body[0]["name"] == "play"
        assert (await raw.ask("GET", f"/channels/{thread['id']}/messages")).body[0]["content"] == "hello"
        assert second.address != old
        async with Person.at(second, "Ada") as ada:
            assert (ada.known.locale, ada.known.dms_closed) == ("de", True)
            assert ada.known.dm_id in ada.channels
            [picture] = pictures_of(ada.visible()[0])
            assert await ada.download(picture["url"]) == PNG, "addresses follow the new port"
        new = (await raw.send(general, content="x")).body
        assert int(new["id"]) > int(thread["id"]) > int(board["id"])


async def test_ids_are_never_used_twice(tmp_path: Path, general: str) -> None:
    """Even if the clock of the next run is behind."""
    state = tmp_path / "chat.json"
    async with running(Playground(state_file=state)) as first, RawBot.of(first) as raw:
        first.clock.shift(3600)
        before = int((await raw.send(general, content="x")).body["id"])
    async with running(Playground(state_file=state)) as second, RawBot.of(second) as raw:
        assert int((await raw.send(general, content="x")).body["id"]) > before


@pytest.mark.parametrize("text", ["", "{", "[]", '{"version": 9}', '{"version": 1}'])
async def test_damaged_file_is_refused_by_name_and_kept(tmp_path: Path, text: str) -> None:
    state = tmp_path / "chat.json"
    state.write_text(text)
    with pytest.raises(ValueError, match=r"chat\.json: not a saved"):
        await Playground(state_file=state).start()
    assert state.read_text() == text
