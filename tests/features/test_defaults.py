"""Defaults that people set for new games (ledger K23): board, language, dictionary and rules."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.service.words import namedlists
from bot.service.words.library import Library
from engine.model.variant import Variant
from tests.features.test_variants_in_bot import MINE, load
from tests.support.playground import Person
from tests.support.readable import text_of
from tests.support.running import Scene, ask, choose, gathered
from tests.support.sentences import said

GERMAN = """
[languages.de]
alphabet = "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z Ä"
tiles = "A4/1 B4/1 Ä4/1"
"""


async def opened(stage: Scene, person: Person, line: str = "/game new") -> Variant:
    """The variant of the game that a command opens; it is closed again."""
    await ask(person, line, said("receipts.opened"))
    variant = (await stage.state(person.channel_id())).variant
    await person.command("/game leave")
    await person.wait_message("closed")
    return variant


async def test_K23_a_server_s_default_board_is_used_unless_another_is_named(tmp_path: Path) -> None:
    """The channel's default precedes the server's; a default board that no longer exists is ignored."""
    which = said("settings.board_tiles_new_games")
    async with gathered(tmp_path, people=("Ada",)) as (stage, ada):
        await load(ada, MINE)
        await choose(ada, await ask(ada, "/settings server", "Server settings"), "mine", which)
        channel = await ask(ada, "/settings channel", "Channel settings")
        await choose(ada, channel, "super", which)
        assert (await opened(stage, ada)).name == "super"
        assert (await opened(stage, ada, "/game new variant:quick")).name == "quick"
        await choose(ada, channel, "default", which)
        assert (await opened(stage, ada)).name == "mine"
        await ask(ada, "/variant remove name:mine", "I have removed")
        assert (await opened(stage, ada)).name == "standard"


@pytest.fixture
def with_german(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dictionary of a second language."""
    english = Library().lexicons()
    infos = (*english, replace(english[0], name="deutsch", title="Deutsch", language="de"))
    monkeypatch.setattr(Library, "lexicons", lambda self: infos)
    monkeypatch.setattr(namedlists, "list_lexicons", lambda: infos)


@pytest.mark.gate
@pytest.mark.usefixtures("with_german")
async def test_K23_a_channel_s_language_is_used_where_the_board_has_it(tmp_path: Path) -> None:
    """A named board uses the channel's language too; a board without tiles for it uses its own."""
    async with gathered(tmp_path, people=("Ada",)) as (stage, ada):
        await load(ada, MINE.replace("mine", "zwei") + GERMAN)
        await load(ada, MINE)
        channel = await ask(ada, "/settings channel", "Channel settings")
        await choose(ada, channel, "de", said("settings.language_new_games"))
        await choose(ada, channel, "en", "Language of messages")
        for options, expected in (("variant:zwei", "de"), ("variant:zwei language:en", "en"), ("variant:mine", "en")):
            assert (await opened(stage, ada, f"/game new {options}")).language == expected, options
        assert said("receipts.opened") not in text_of(await ask(ada, "/game new variant:mine language:de"))


@pytest.mark.gate
@pytest.mark.usefixtures("with_german")
async def test_K23_a_channel_s_dictionary_is_nearer_than_the_language_of_the_server(tmp_path: Path) -> None:
    """A game gets the language of the dictionary that its channel wants, whatever the server speaks."""
    async with gathered(tmp_path, people=("Ada",)) as (stage, ada):
        assert stage.app and stage.app.core
        await load(ada, MINE + GERMAN)
        people, channel = stage.app.core.services.people, ada.channel_id()
        server = int(stage.playground.world.channel(channel)["guild_id"])
        await people.change_server(server, lambda profile: replace(profile, locale="en", variant="mine"))
        for lexicon, language in (("deutsch", "de"), (None, "en")):
            await people.change_channel(int(channel), lambda profile, word=lexicon: replace(profile, lexicon=word))
            assert (await opened(stage, ada, "/game new variant:mine")).language == language
