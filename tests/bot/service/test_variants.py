"""Variants of servers: checked, stored, limited, deleted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.model.errors import NameInFileTaken, NoSuchVariant, TooManyVariants
from bot.model.profiles import ChannelProfile, ServerFile
from bot.render import is_colour
from bot.service import variants
from bot.service.variants import Variants
from bot.store.repositories import Store
from engine.errors import BadFile
from engine.model.variant import COLOURS
from tests.engine.formats.test_varianttoml import GOOD
from tests.support.reading import READING


async def test_variants_belong_to_one_server_and_outlive_a_restart(store: Store) -> None:
    """A newer variant replaces the older one of the same name."""
    first, second = Variants(store.variants, READING), Variants(store.variants, READING)
    await first.load(1, GOOD, "mine.toml", "7", 5)
    await first.load(1, GOOD.replace("A small one", "Another"), "mine.toml", "7", 6)
    assert [file.about for file in await second.all(1)] == ["Another"]
    assert await second.all(2) == () == await second.all(None)
    assert (await second.find(1, "mine")) is not None
    await second.remove(1, "mine")
    assert await first.find(1, "mine") is None
    with pytest.raises(NoSuchVariant):
        await first.remove(1, "mine")


async def test_what_is_refused_changes_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Faults, a name that is taken, too many; a server at its limit may still replace a variant."""
    service = Variants(store.variants, READING)
    monkeypatch.setattr(variants, "MOST", 2)
    for text, error in (
        (GOOD.replace("rack_size = 3", "rack_size = 99"), BadFile),
        (GOOD.replace('"mine"', '"wild"'), NameInFileTaken),
    ):
        with pytest.raises(error):
            await service.load(1, text, "mine.toml", "7", 5)
    assert await service.all(1) == ()
    for name in ("one", "two", "one"):
        await service.load(1, GOOD.replace('"mine"', f'"{name}"'), "mine.toml", "7", 5)
    with pytest.raises(TooManyVariants):
        await service.load(1, GOOD, "mine.toml", "7", 5)
    assert [file.name for file in await service.all(1)] == ["one", "two"]


async def test_a_kept_text_that_a_later_version_refuses_is_left_out(store: Store) -> None:
    """The other variants are still there."""
    await store.variants.save(ServerFile(1, "old", "rack_size = 3", "7", 5), 9)
    service = Variants(store.variants, READING)
    await service.load(1, GOOD, "mine.toml", "7", 5)
    assert [file.name for file in await service.all(1)] == ["mine"]
    await service.remove(1, "old")


async def test_channels_have_settings(store: Store) -> None:
    """An unknown channel has the defaults; a change is kept."""
    people = store.people
    assert await people.channel(4) == ChannelProfile(4, "letters-left-down")
    await people.change_channel(4, lambda profile: replace(profile, coordinates="digits-left-up"))
    assert await people.channel(4) == ChannelProfile(4, "digits-left-up")
    assert await people.channel(5) == ChannelProfile(5)


def test_N20_every_colour_of_a_variant_is_one_of_the_pictures() -> None:
    """Otherwise an accepted variant could break a picture."""
    assert all(is_colour(name, "#123456") for name in COLOURS)
