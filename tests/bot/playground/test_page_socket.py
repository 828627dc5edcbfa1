"""The page's side: permission to connect, frames for each person, and their actions."""

from __future__ import annotations

import json

import aiohttp
import pytest

from bot.playground.server import Playground
from tests.support.playground import DM, Person, Refused
from tests.support.rawbot import RawBot


async def status(playground: Playground, path: str, **headers: str) -> int:
    async with aiohttp.ClientSession() as session, session.get(playground.address + path, headers=headers) as answer:
        return answer.status


async def test_page_carries_the_token_of_this_run(playground: Playground) -> None:
    async with aiohttp.ClientSession() as session, session.get(playground.address + "/") as answer:
        assert answer.content_type == "text/html"
        assert playground.people.run_token in await answer.text()
    assert await status(playground, "/static/app.js") == 200
    assert await status(playground, "/static/../server.py") == 404
    assert await status(playground, "/static/%2e%2e/server.py") == 404


async def test_socket_needs_origin_token_and_person(playground: Playground) -> None:
    ada, token = playground.world.named("Ada").id, playground.people.run_token
    own = playground.address
    good = f"/page/socket?token={token}&user={ada}"
    assert await status(playground, good) == 403, "no Origin"
    assert await status(playground, good, Origin="http://example.org") == 403
    assert await status(playground, f"/page/socket?token=x&user={ada}", Origin=own) == 403
    assert await status(playground, f"/page/socket?token=é&user={ada}", Origin=own) == 403
    assert await status(playground, f"/page/socket?token={token}&user=1", Origin=own) == 404
    assert await status(playground, f"/page/upload?token=x&user={ada}", Origin=own) == 405


async def test_other_host_names_are_refused(playground: Playground) -> None:
    """A foreign site whose name resolves to this machine must not read the page's token."""
    assert await status(playground, "/", Host="example.org") == 403
    assert await status(playground, "/", Host=f"localhost:{playground.port}") == 200


async def test_it_listens_on_loopback_only(playground: Playground) -> None:
    assert playground._runner is not None
    assert [address[0] for address in playground._runner.addresses] == ["127.0.0.1"]


async def test_hello_shows_what_the_person_sees(playground: Playground, raw: RawBot, general: str) -> None:
    async with Person.at(playground, "Ada") as ada, Person.at(playground, "Bruno") as bruno:
        await ada.open_dm()
        await ada.say("for the bot", DM)
        await ada.say("for all")
        await bruno.wait_message("for all")
        assert "for the bot" not in json.dumps(bruno.frames)
    async with Person.at(playground, "Bruno") as bruno, Person.at(playground, "Ada") as ada:
        assert [c["name"] for c in bruno.channels.values()] == ["general", "games", "lounge"]
        assert ada.channels[ada.known.dm_id]["recipients"] == [playground.world.bot]
        assert ada.dm()[0]["content"] == "for the bot"
        assert ada.visible()[0]["content"] == "for all"
        [hello] = [frame for frame in ada.frames if frame["op"] == "hello"]
        assert [user["global_name"] for user in hello["users"]] == ["Ada", "Bruno", "Chloe", "Deniz"]
        assert (hello["connected"], hello["settings"]) == (False, {"dms_closed": False, "locale": "en-US"})
    assert playground.token not in json.dumps(ada.frames)


async def test_nobody_writes_into_anothers_direct_messages(playground: Playground) -> None:
    bruno = playground.world.named("Bruno")
    playground.world.direct_channel(bruno)
    async with Person.at(playground, "Ada") as ada:
        await ada.send({"op": "message", "channel_id": bruno.dm_id, "content": "into Bruno's direct messages"})
        error = await ada.wait(lambda: next((f for f in ada.frames if f["op"] == "error"), None), "an error")
        assert error["message"]
        await ada.say("still here")
    assert playground.world.posts.get(bruno.dm_id) is None


async def test_uploads_of_people(playground: Playground) -> None:
    async with Person.at(playground, "Ada") as ada:
        attachment = await ada.upload("game.gcg", b"#character-encoding UTF-8")
        await ada.send(
            {"op": "message", "channel_id": ada.channel_id(), "content": "", "attachments": [attachment["id"]]}
        )
        message = await ada.wait_message(lambda m: m["attachments"])
        assert await ada.download(message["attachments"][0]["url"]) == b"#character-encoding UTF-8"
        with pytest.raises(Refused, match="too large"):
            await ada.upload("big.bin", bytes(10 * 1024 * 1024 + 1))
        ada.channels["1"] = {"id": "1"}
        with pytest.raises(Refused, match="gone"):
            await ada.upload("a.txt", b"x", "1")


async def test_second_server_appears(playground: Playground) -> None:
    async with Person.at(playground, "Ada") as ada, Person.at(playground, "Bruno") as bruno:
        playground.world.add_guild("Annex", ["hall"], [bruno.id])
        await bruno.wait(lambda: any(c.get("name") == "hall" for c in bruno.channels.values()), "the server")
        await bruno.say("here", "hall")
        assert "hall" not in [c.get("name") for c in ada.channels.values()]


async def test_files_that_are_no_pictures_are_not_shown_inline(
    playground: Playground, raw: RawBot, general: str
) -> None:
    sent = (await raw.send(general, files=[("a.html", b"<script>alert(1)</script>"), ("a.svg", b"<svg/>")])).body
    for attachment in sent["attachments"]:
        async with raw.session.get(attachment["url"]) as answer:
            assert answer.headers["Content-Disposition"] == "attachment"
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert await status(playground, "/attachments/1/2/none.png") == 404
    assert await status(playground, "/cdn/embed/avatars/0.png") == 200
