"""The gateway and the page's socket: who may connect, and which events and frames each gets."""

from __future__ import annotations

import json
import zlib

import aiohttp
import pytest

from bot.playground.received import Zstd
from bot.playground.server import Playground
from tests.support.playground import DM, Person, Refused
from tests.support.rawbot import INTENTS, RawBot


async def test_ready_then_the_servers(raw: RawBot, playground: Playground) -> None:
    async with raw.listen() as socket:
        ready = await raw.event("READY")
        assert ready["user"]["id"] == playground.world.bot["id"]
        guild = await raw.event("GUILD_CREATE", count=2)
        first = next(data for kind, data in raw.events if kind == "GUILD_CREATE")
        assert [channel["name"] for channel in first["channels"]] == ["general", "games", "lounge"]
        assert [channel["name"] for channel in guild["channels"]] == ["quay", "lighthouse"]
        assert [member["user"]["bot"] for member in guild["members"]] == [True], "only the bot without the intent"
        assert playground.gateway.connected
        await socket.close()
    await raw.gone()
    assert not playground.gateway.connected


@pytest.mark.parametrize(
    ("identify", "code"),
    [
        ({"token": "wrong", "intents": 0}, 4004),
        ({"intents": 0, "shard": [2, 2]}, 4010),
        ({"intents": 0, "shard": [0, 1]}, 4011),
        ({"intents": 1 << 15, "shard": [0, 2]}, 4014),
    ],
)
async def test_refused_identification(
    playground: Playground, raw: RawBot, identify: dict[str, object], code: int
) -> None:
    playground.world.message_content = False
    playground.gateway.limits.least = 2
    async with raw.session.ws_connect(playground.gateway_url) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 2, "d": {"token": playground.token, **identify}})
        message = await socket.receive()
        assert message.type is aiohttp.WSMsgType.CLOSE
        assert socket.close_code == code


async def test_X10_sessions_that_begin_too_fast_are_invalid(playground: Playground, raw: RawBot) -> None:
    """One may begin in each bucket of shards within the time; the others are told to try again."""
    limits = playground.gateway.limits
    limits.shards, limits.max_concurrency, limits.seconds = 4, 2, 3600.0
    told = []
    for shard in (0, 1, 2):
        async with raw.session.ws_connect(playground.gateway_url) as socket:
            await socket.receive_json()
            identify = {"token": playground.token, "intents": 0, "shard": [shard, 4]}
            await socket.send_json({"op": 2, "d": identify})
            told.append((await socket.receive_json())["op"])
    assert told == [0, 0, 9]
    assert [shard for shard, _ in limits.begun] == [0, 1]
    headers = {"Authorization": f"Bot {playground.token}"}
    async with raw.session.get(f"{playground.api}/gateway/bot", headers=headers) as answer:
        described = await answer.json()
    assert described["shards"] == 4
    assert described["session_start_limit"]["remaining"] == 998
    assert described["session_start_limit"]["max_concurrency"] == 2


async def test_heartbeat_is_acknowledged(playground: Playground, raw: RawBot) -> None:
    async with raw.session.ws_connect(playground.gateway_url) as socket:
        assert (await socket.receive_json())["d"]["heartbeat_interval"] > 0
        await socket.send_json({"op": 1, "d": None})
        assert (await socket.receive_json())["op"] == 11


async def test_resuming_replays_what_was_missed(playground: Playground, raw: RawBot, general: str) -> None:
    async with Person.at(playground, "Ada") as ada:
        async with raw.listen() as socket:
            await raw.event("GUILD_CREATE")
            seen = raw.sequence
            await socket.close()
            await ada.say("missed")
        async with raw.session.ws_connect(playground.gateway_url) as socket:
            await socket.receive_json()
            await socket.send_json(
                {"op": 6, "d": {"token": playground.token, "session_id": raw.session_id, "seq": seen}}
            )
            frames = [await socket.receive_json() for _ in range(2)]
        assert [frame["t"] for frame in frames] == ["MESSAGE_CREATE", "RESUMED"]
        assert frames[0]["d"]["content"] == "missed"
        assert [frame["s"] for frame in frames] == [seen + 1, seen + 2]


async def test_session_that_is_unknown_or_too_old_is_invalid(playground: Playground, raw: RawBot) -> None:
    async with raw.listen() as socket:
        await socket.close()
    await raw.gone()
    assert not playground.gateway.connected
    playground.clock.shift(121)
    for session_id in ("unknown", raw.session_id):
        async with raw.session.ws_connect(playground.gateway_url) as socket:
            await socket.receive_json()
            await socket.send_json({"op": 6, "d": {"token": playground.token, "session_id": session_id, "seq": 1}})
            assert await socket.receive_json() == {"op": 9, "d": False, "s": None, "t": None}


async def test_zlib_stream(playground: Playground, raw: RawBot) -> None:
    async with raw.session.ws_connect(playground.gateway_url + "?compress=zlib-stream") as socket:
        context = zlib.decompressobj()
        await socket.send_json({"op": 2, "d": {"token": playground.token, "intents": INTENTS}})
        names = []
        for _ in range(3):
            data = await socket.receive_bytes()
            assert data.endswith(b"\x00\x00\xff\xff")
            names.append(json.loads(context.decompress(data))["t"])
        assert names == [None, "READY", "GUILD_CREATE"]


def test_zstd_stream_is_one_frame_of_raw_blocks() -> None:
    """RFC 8878: magic, descriptor 0, window; then per block three bytes of size and type, and the bytes themselves."""
    packer = Zstd()
    first, second = packer.pack(b"hello"), packer.pack(b"x" * 200_000)
    assert first == b"\x28\xb5\x2f\xfd\x00\x38" + (5 << 3).to_bytes(3, "little") + b"hello"
    limit = 128 * 1024
    assert second[:3] == (limit << 3).to_bytes(3, "little")
    assert second[3 + limit : 6 + limit] == ((200_000 - limit) << 3).to_bytes(3, "little")


async def test_intents_decide_what_is_heard(playground: Playground, raw: RawBot) -> None:
    async with Person.at(playground, "Ada") as ada, raw.listen(intents=1 << 0 | 1 << 9):
        await ada.open_dm()
        await ada.say("in private", "@me")
        await ada.say("without the bot")
        await ada.say("@Tilewright with the bot")
        await raw.event("MESSAGE_CREATE", 2)
        texts = [data["content"] for name, data in raw.events if name == "MESSAGE_CREATE"]
        assert texts == ["", f"<@{playground.world.bot['id']}> with the bot"], (
            "text needs the content intent or a mention"
        )


async def test_events_can_be_doubled_and_lost(playground: Playground, raw: RawBot) -> None:
    async with Person.at(playground, "Ada") as ada, raw.listen():
        playground.faults.double("MESSAGE_CREATE")
        playground.faults.lose("MESSAGE_CREATE")
        for text in ("one", "two", "three"):
            await ada.say(text)
        await raw.event("MESSAGE_CREATE", 3)
        assert [d["content"] for name, d in raw.events if name == "MESSAGE_CREATE"] == ["one", "one", "three"]


async def test_shards_hear_of_their_own_servers(playground: Playground, raw: RawBot, general: str) -> None:
    guild_id = int(playground.world.channel(general)["guild_id"])
    other = 1 - (guild_id >> 22) % 2
    async with raw.session.ws_connect(playground.gateway_url) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 2, "d": {"token": playground.token, "intents": INTENTS, "shard": [other, 2]}})
        assert (await socket.receive_json())["d"]["guilds"] == []


async def test_reconnect_is_asked_for(playground: Playground, raw: RawBot) -> None:
    async with raw.session.ws_connect(playground.gateway_url) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 2, "d": {"token": playground.token, "intents": 1}})
        assert (await socket.receive_json())["t"] == "READY"
        assert [(await socket.receive_json())["t"] for _ in playground.world.guilds] == ["GUILD_CREATE", "GUILD_CREATE"]
        playground.gateway.reconnect()
        assert (await socket.receive_json())["op"] == 7


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


async def test_people_have_faces_and_nobody_else_has(playground: Playground) -> None:
    """Each its own, at the path and in the sizes of Discord's CDN."""
    people = list(playground.world.people.values())
    paths = [f"/cdn/avatars/{person.id}/{person.user['avatar']}.png" for person in people]
    assert len({person.user["avatar"] for person in people}) == len(people)
    for path in paths:
        assert await status(playground, f"{path}?size=64") == 200
    for wrong in (f"{paths[0]}?size=65", paths[0].replace(people[0].id, "1"), f"/cdn/avatars/{people[0].id}/x.png"):
        assert await status(playground, wrong) == 404
