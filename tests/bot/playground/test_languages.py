"""People's languages, and the chat that outlives the playground if it has a state file."""

from __future__ import annotations

from pathlib import Path

import aiohttp
import discord
import pytest

from bot.playground import cast
from bot.playground.cast import BOT_ID
from bot.playground.invocation import Rejected
from bot.playground.media import plain_png
from bot.playground.server import Playground, load, save
from bot.text import texts_for
from tests.support.playground import Person, pictures_of, running
from tests.support.pseudo import GERMAN, lengthened, lengthened_folder
from tests.support.rawbot import RawBot
from tests.support.sentences import said

__all__ = ["lengthened", "lengthened_folder"]


def test_the_locales_are_discords() -> None:
    """So that every value is one that a bot may meet."""
    assert sorted(cast.LOCALES) == sorted(locale.value for locale in discord.Locale)


@pytest.mark.parametrize(
    ("header", "locale"),
    [
        (None, "en-US"),
        ("", "en-US"),
        ("*", "en-US"),
        ("de", "de"),
        ("de-CH,de;q=0.9", "de"),
        ("sv", "sv-SE"),
        ("nb-NO", "no"),
        ("es", "es-ES"),
        ("es-MX,es;q=0.9", "es-419"),
        ("en", "en-US"),
        ("en-AU", "en-US"),
        ("en-gb", "en-GB"),
        ("pt-PT", "pt-BR"),
        ("zh", "zh-CN"),
        ("zh-Hant-HK", "zh-TW"),
        ("tlh, fr;q=0.5", "fr"),
        ("fr;q=0.5, nl;q=0.8, ru;q=0", "nl"),
        ("ru;q=0", "en-US"),
        ("ru;q=much, fr", "fr"),
    ],
)
def test_the_browsers_languages(header: str | None, locale: str) -> None:
    """The most wanted that Discord has, or has in another country."""
    assert cast.accepted(header) == locale


async def locale_told(socket: aiohttp.ClientWebSocketResponse) -> str:
    """The language with which a page begins, after the commands."""
    assert (await socket.receive_json())["op"] == "commands"
    hello = await socket.receive_json()
    assert hello["op"] == "hello"
    return str(hello["settings"]["locale"])


async def test_the_browsers_language_holds_until_one_is_chosen(playground: Playground, general: str) -> None:
    """What was chosen is told to all windows of that person, and to nobody else."""
    url = f"{playground.address}/page/socket?token={playground.people.run_token}"
    known = playground.world.named("Ada")
    headers = {"Origin": playground.address, "Accept-Language": "fr-CA,fr;q=0.9"}
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(f"{url}&user={known.id}", headers=headers) as socket:
            assert await locale_told(socket) == "fr"
            async with Person.at(playground, "Bruno") as bruno:
                await socket.send_json({"op": "settings", "locale": "ru", "nonce": "1"})
                told = await socket.receive_json()
                assert told == {"op": "settings", "settings": {"locale": "ru", "dms_closed": False}}
                await bruno.say("anything")
                assert all(frame["op"] != "settings" for frame in bruno.frames)
        async with session.ws_connect(f"{url}&user={known.id}", headers=headers) as socket:
            assert await locale_told(socket) == "ru"


@pytest.mark.parametrize("locale", ["xx", "de-DE", "", 7, ["de"]])
async def test_no_other_language_can_be_chosen(playground: Playground, locale: object) -> None:
    """Bad input changes nothing, and says so."""
    async with Person.at(playground, "Ada") as ada:
        await ada.send({"op": "settings", "locale": locale, "dms_closed": True})
        error = await ada.wait(lambda: next((f for f in ada.frames if f["op"] == "error"), None), "a refusal")
        assert error["message"] == said("playground.no_such_language")
        assert ada.known.settings == {"locale": "en-US", "dms_closed": False}


async def test_the_language_is_sent_with_interactions(raw: RawBot, playground: Playground) -> None:
    """As Discord's client sends its setting."""
    body = [{"name": "rack", "description": "Your rack"}]
    await raw.ask("PUT", f"/applications/{BOT_ID}/commands", body)
    async with raw.listen(), Person.at(playground, "Ada") as ada:
        await ada.send({"op": "settings", "locale": "es-419"})
        await ada.wait(lambda: any(frame["op"] == "settings" for frame in ada.frames), "the language")
        await ada.command("/rack", wait=False)
        assert (await raw.event("INTERACTION_CREATE"))["locale"] == "es-419"


async def test_chosen_languages_are_kept(playground: Playground, tmp_path: Path) -> None:
    """One that was only found in a browser is not."""
    file = tmp_path / "chat.json"
    ada, bruno = playground.world.named("Ada"), playground.world.named("Bruno")
    ada.chosen, bruno.found = "en-US", "fr"
    save(playground.world, file)
    async with running() as later:
        load(later.world, file)
        assert [later.world.named(name).chosen for name in ("Ada", "Bruno")] == ["en-US", None]


async def test_the_pages_texts_are_cached_by_their_digest(lengthened: None, playground: Playground) -> None:
    """One file for each language, whose name changes with the catalogue; an old name is not found."""
    async with aiohttp.ClientSession() as session:
        async with session.get(playground.address, headers={"Accept-Language": "de-AT"}) as answer:
            page = await answer.text()
        files = cast.files()
        assert set(files) == {"de"}
        assert files["de"] in page
        assert '<html lang="de">' in page
        assert GERMAN.say("Tilewright playground") in page
        async with session.get(playground.address + files["de"]) as answer:
            assert "immutable" in answer.headers["Cache-Control"]
            said = await answer.json()
        assert said["Reply"] == GERMAN.say("Reply")
        assert said["{count} unread message"]["other"] == GERMAN.say("{count} unread messages")
        assert "{name} passed." not in said
        for name in ("de.0000000000000000.json", "en.json", "../server.py"):
            async with session.get(f"{playground.address}/page/texts/{name}") as answer:
                assert answer.status == 404


def test_a_refusal_is_told_in_the_persons_language(lengthened: None) -> None:
    """With its facts; the log and the bot's tests read English."""
    rejected = Rejected(said("playground.no_option", option="{option}"), {"option": "{x}"})
    assert str(rejected) == said("playground.no_option", option="{x}")
    assert rejected.told(texts_for("de")) == GERMAN.say(said("playground.no_option", option="{option}")).replace(
        "{option}", "{x}"
    )


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
