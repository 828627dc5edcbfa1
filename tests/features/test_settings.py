"""Settings of people, channels and servers take effect: ledger N17, C8, C20, K20, M3, N4, K11."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bot.model.theme import rgb
from bot.render import THEMES
from tests.support.playground import DM, Person
from tests.support.readable import buttons_of, pictures_of, text_of
from tests.support.running import DRAWS, LETTERS, ask, board, choose, gathered, started, switch
from tests.support.sentences import said

SILENT = 4096

Json = dict[str, Any]


async def picture(person: Person, message: Json, number: int = 0) -> Image.Image:
    """A message's picture, by its number."""
    return Image.open(io.BytesIO(await person.download(pictures_of(message)[number]["url"])))


async def corner(person: Person, message: Json) -> tuple[int, ...]:
    """The colour of the frame of a message's picture."""
    pixel = (await picture(person, message)).convert("RGB").getpixel((2, 2))
    assert isinstance(pixel, tuple)
    return pixel


async def test_C20_K20_N17_own_pictures_look_as_one_likes(tmp_path: Path) -> None:
    """Theme, size and large letters change a person's own rack and board, not others' or the channel's."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        panel = await ask(ada, "/settings mine", "Your settings")
        assert await corner(ada, panel) == rgb(THEMES["classic"].frame)
        await choose(ada, panel, "paper", "Board colours")
        assert await corner(ada, ada.now(panel) or {}) == rgb(THEMES["paper"].frame)
        await choose(ada, panel, "150", "Picture size")
        await switch(ada, panel, "Easy to read")
        assert "Easy to read: on" in buttons_of(ada.now(panel) or {})
        first = await started(ada, bruno)
        assert await corner(ada, first) == rgb(THEMES["classic"].frame)
        mine, theirs = await ask(ada, "/rack"), await ask(bruno, "/rack")
        assert await corner(ada, mine) == rgb(THEMES["paper"].frame)
        assert await corner(bruno, theirs) == rgb(THEMES["classic"].frame)
        assert (await picture(ada, mine)).width > 1.4 * (await picture(bruno, theirs)).width
        sent = await ada.wait_message("Your tiles", channel=DM)
        assert await corner(ada, sent) == rgb(THEMES["paper"].frame)
        await stage.restart()
        assert await corner(ada, await ask(ada, "/rack")) == rgb(THEMES["paper"].frame)


async def test_N17_M3_who_is_called_and_how(tmp_path: Path) -> None:
    """A mention that notifies, a silent board, or a direct message to play from, deleted after the move."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        panel = await ask(bruno, "/settings mine")
        await choose(bruno, panel, "silent", said("settings.notify"))
        mine = await ask(ada, "/settings mine")
        first = await started(ada, bruno)
        assert [one["id"] for one in first["mentions"]] == [ada.id]
        assert not first["flags"] & SILENT
        await ask(ada, "/play move:8H AT")
        second = await board(bruno, after=first)
        assert second["mentions"] == []
        assert second["flags"] & SILENT
        await choose(ada, mine, "dm", said("settings.notify"))
        await ask(bruno, "/pass", "You passed")
        third = await board(bruno, "passed", after=second)
        assert third["mentions"] == []
        called = await ada.wait_message(said("board.your_turn_in_game"), channel=DM)
        assert not called["flags"] & SILENT
        assert pictures_of(called)
        assert buttons_of(called) == ["Rack", "Play", "Hint", "More"]
        assert "](https://discord.com/channels/" in text_of(called)
        await ada.click(called, "More")
        more = await ada.wait_message("More about", channel=DM, after=called)
        assert {"Pass", "Exchange", "Compose"} <= set(buttons_of(more))
        await ada.click(more, "Pass")
        await ada.click(await ada.wait_message(said("play.want_to_pass"), channel=DM), "Pass")
        await board(bruno, "passed", after=third)
        racks = [message for message in ada.dm() if "Your tiles" in text_of(message)]
        # the one that the call became by an edit has called nobody again
        assert all(message["flags"] & SILENT for message in racks if message["id"] != called["id"])


@pytest.mark.gate
async def test_N17_who_cannot_be_reached_is_mentioned_instead(tmp_path: Path) -> None:
    """If a player prefers direct messages but has closed them, the channel mentions the player instead."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        panel = await ask(bruno, "/settings mine")
        await choose(bruno, panel, "dm", said("settings.notify"))
        bruno.settings(dms_closed=True)
        first = await started(ada, bruno)
        await ada.wait_message(said("board.cannot_send_direct"))
        await ask(ada, "/play move:8H AT")
        second = await board(bruno, after=first)
        assert [one["id"] for one in second["mentions"]] == [bruno.id]


@pytest.mark.gate
async def test_C8_N17_the_latest_play_moves_where_that_is_wanted(tmp_path: Path) -> None:
    """The channel's setting for the public board, a person's own for private answers; both are off by default."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ask(ada, "/play move:8H AT")
        second = await board(bruno, after=first)
        assert (await picture(bruno, second)).format == "PNG"
        panel = await ask(ada, "/settings channel", "Channel settings")
        await choose(ada, panel, "7", "Animation")
        await ask(bruno, "/play move:I8 TO")
        third = await board(bruno, "I8 TO", after=second)
        moving = await picture(bruno, third)
        assert moving.format == "GIF"
        assert getattr(moving, "n_frames", 1) == 2
        assert len(await bruno.download(pictures_of(third)[0]["url"])) < 150_000
        assert (await picture(bruno, await ask(bruno, "/board"))).format == "PNG"
        own = await ask(bruno, "/settings mine")
        await choose(bruno, own, "9", "Animation")
        assert (await picture(bruno, await ask(bruno, "/board"))).format == "GIF"
        await ask(ada, "/pass")
        fourth = await board(bruno, "passed", after=third)
        assert (await picture(bruno, fourth)).format == "PNG"


@pytest.mark.gate
async def test_N4_confirming_moves_is_switched_in_the_panel(tmp_path: Path) -> None:
    """On: a move is previewed before it is played. Off again: it is played at once."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        panel = await ask(ada, "/settings mine")
        await switch(ada, panel, "Confirm moves")
        await started(ada, bruno)
        assert "Play" in buttons_of(await ask(ada, "/play move:8H AT", "You keep"))
        await switch(ada, panel, "Confirm moves")
        await ask(ada, "/play move:8H AT", "You played")


async def test_K11_a_channel_has_its_own_games(tmp_path: Path) -> None:
    """Rules, coordinates and looks of new games; a thread inherits them; only moderators may change them."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        assert buttons_of(await ask(bruno, "/settings channel", "Only moderators")) == []
        await ask(bruno, "/settings channel coordinates:digits-left-top", "Only moderators")
        panel = await ask(ada, "/settings channel")
        await choose(ada, panel, "classic", "Rules")
        await choose(ada, panel, "dark", "Board colours")
        assert await corner(ada, ada.now(panel) or {}) == rgb(THEMES["dark"].frame)
        await ask(ada, "/game new variant:tiny thread:yes")
        thread = await ada.wait(
            lambda: next((c["id"] for c in ada.channels.values() if c["type"] == 11), None), "the thread"
        )
        assert (await stage.state(thread)).rules.phonies_stand
        first = await started(ada, bruno)
        assert await corner(ada, first) == rgb(THEMES["dark"].frame)
        assert (await stage.state(ada.channel_id())).rules.phonies_stand


@pytest.mark.gate
async def test_K11_a_thread_made_by_hand_is_like_its_channel_until_it_is_told_otherwise(tmp_path: Path) -> None:
    """A setting in the thread changes nothing else there, and nothing in the channel."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=("Ada",)) as (stage, ada):
        await choose(ada, await ask(ada, "/settings channel"), "dark", "Board colours")
        await ask(ada, "/settings channel coordinates:digits-right-up")
        await ada.send({"op": "create_thread", "channel_id": ada.channel_id(), "name": "Corner"})
        thread = await ada.wait(
            lambda: next((c["id"] for c in ada.channels.values() if c["name"] == "Corner"), None), "the thread"
        )
        ada.place = thread
        panel = await ask(ada, "/settings channel", "Channel settings")
        assert await corner(ada, panel) == rgb(THEMES["dark"].frame)
        await choose(ada, panel, "classic", "Rules")
        await ask(ada, "/game new variant:tiny", said("receipts.opened"))
        setup = (await stage.state(thread)).setup
        assert setup.rules.phonies_stand
        assert setup.orientation.code == "digits-right-up"
        ada.place = "general"
        await ask(ada, "/game new variant:tiny", said("receipts.opened"))
        setup = (await stage.state(ada.channel_id())).setup
        assert not setup.rules.phonies_stand
        assert setup.orientation.code == "digits-right-up"


@pytest.mark.gate
async def test_a_servers_settings_are_not_for_direct_messages(tmp_path: Path) -> None:
    """The answer says where they are; personal settings work there."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=("Ada",)) as (_, ada):
        dm = await ada.open_dm()
        await ada.command("/settings server", channel=dm)
        await ada.wait_message(said("core.only_in_server"), channel=DM)
        await ada.command("/settings mine", channel=dm)
        await ada.wait_message("Your settings", channel=DM)
