"""Themes of a server: sent, shown, chosen, exported, replaced and deleted: ledger C20."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.model.theme import rgb
from bot.model.themefile import bundled_text, read
from bot.playground.cast import GUILD_ID
from bot.render import THEMES
from bot.service import themes
from tests.bot.test_themefile import SEASIDE
from tests.features.test_settings import corner
from tests.support.playground import DM, Person
from tests.support.readable import buttons_of, pictures_of, text_of
from tests.support.running import DRAWS, LETTERS, ask, board, choose, file_of, gathered, started
from tests.support.sentences import said

FRAME = rgb("#0b3c49")

Json = dict[str, Any]


async def load(person: Person, text: str | bytes, name: str = "seaside.toml") -> Json:
    """Send a file with `/settings themes` and return the answer."""
    return await ask(person, "/settings themes", file=(name, text))


async def test_C20_a_server_brings_its_own_theme(tmp_path: Path) -> None:
    """Sent, listed, shown, chosen by people and for the channel, exported, replaced; deleted, the default is back."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        told = await load(ada, SEASIDE)
        assert "The theme **seaside** is loaded" in text_of(told)
        assert await corner(ada, told) == FRAME
        listed = await ask(bruno, "/settings themes", "- **seaside**: Sand and sea.")
        assert "**high contrast**" in text_of(listed)
        shown = await ask(bruno, "/settings themes name:seaside", "seaside")
        assert await corner(bruno, shown) == FRAME
        assert buttons_of(shown) == ["Export", "All themes"]
        assert [c["value"] for c in await bruno.autocomplete("/settings themes name:sea")] == ["seaside"]
        panel = await ask(bruno, "/settings mine", "Your settings")
        await choose(bruno, panel, f"{GUILD_ID}/seaside", "Background")
        assert await corner(bruno, bruno.now(panel) or {}) == FRAME
        first = await started(ada, bruno)
        assert await corner(bruno, first) == rgb(THEMES["classic"].frame)
        assert await corner(bruno, await ask(bruno, "/rack")) == FRAME
        await choose(ada, await ask(ada, "/settings channel"), f"{GUILD_ID}/seaside", "Board colours")
        await ask(ada, "/play move:8H AT")
        second = await board(bruno, after=first)
        assert await corner(bruno, second) == FRAME
        await ada.click(await ask(ada, "/settings themes name:seaside"), "Export")
        assert await file_of(ada, await ada.wait_message("as a file")) == SEASIDE.encode()
        await load(ada, SEASIDE.replace("#0b3c49", "#123456"))
        assert await corner(bruno, await ask(bruno, "/rack")) == rgb("#123456")
        await stage.restart()
        assert await corner(bruno, await ask(bruno, "/rack")) == rgb("#123456")
        await ada.click(await ask(ada, "/settings themes name:seaside"), "Delete")
        gone = await ada.wait_message("I have deleted")
        assert read((await file_of(ada, gone)).decode()).theme.frame == "#123456"
        assert await corner(bruno, await ask(bruno, "/rack")) == rgb(THEMES["classic"].frame)
        await ask(bruno, "/settings themes name:seaside", said("files.no_theme_called", name="seaside"))


@pytest.mark.gate
async def test_C20_a_theme_goes_with_its_reader(tmp_path: Path) -> None:
    """Who has chosen a server's theme sees it in direct messages too, and may keep it there."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        await load(ada, SEASIDE)
        await choose(bruno, await ask(bruno, "/settings mine"), f"{GUILD_ID}/seaside", "Board colours")
        await started(ada, bruno)
        assert await corner(bruno, await bruno.wait_message("Your tiles", channel=DM)) == FRAME
        await bruno.open_dm()
        bruno.place = DM
        assert "seaside" not in text_of(await ask(bruno, "/settings themes"))
        panel = await ask(bruno, "/settings mine", "Your settings")
        assert await corner(bruno, panel) == FRAME
        await choose(bruno, panel, "dark", "Background")
        assert await corner(bruno, bruno.now(panel) or {}) == rgb(THEMES["dark"].frame)


@pytest.mark.gate
async def test_C20_only_moderators_and_only_good_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor in direct messages. What is refused says why and changes nothing; bundled themes stay as they are."""
    monkeypatch.setattr(themes, "MOST", 1)
    async with gathered(tmp_path) as (_, ada, bruno):
        assert "moderator" in text_of(await load(bruno, SEASIDE))
        dim = await load(ada, SEASIDE.replace("[board]", '[board]\ntile = "#555555"'))
        told = text_of(dim).replace("\\", "")
        assert "line 13: tile_ink #161410" in told and said("model.contrast_needs", ratio="2.4", least="4.5") in told
        assert said("formats.not_valid_toml") in text_of(await load(ada, "name = "))
        assert "is not UTF" in text_of(await load(ada, b"\xff\xfe"))
        assert "8192 characters" in text_of(await load(ada, "#" * 9000))
        assert "32,768 bytes" in text_of(await load(ada, "#" * 40_000))
        assert said("files.name_in_file_taken") in text_of(await load(ada, bundled_text("dark")))
        assert "seaside" not in text_of(await ask(ada, "/settings themes"))
        assert pictures_of(await load(ada, SEASIDE))
        assert "can have 1 themes" in text_of(await load(ada, SEASIDE.replace("seaside", "lakeside")))
        assert pictures_of(await load(ada, SEASIDE.replace("Sand", "Salt")))
        assert "Delete" not in buttons_of(await ask(ada, "/settings themes name:high_contrast"))
        await ada.open_dm()
        ada.place = DM
        assert said("core.only_in_server") in text_of(await load(ada, SEASIDE))


def test_C20_the_example_in_the_manual_is_a_theme() -> None:
    """The page for people who run a server shows a file that loads."""
    page = Path("bot/README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```toml\n(name = .*?)```", page, re.DOTALL)
    assert read(example).name == "seaside"
