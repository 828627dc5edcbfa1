"""The digest of the week as a server sees it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.playground import Person
from tests.support.readable import pictures_of, text_of
from tests.support.running import DRAWS, EPHEMERAL, LETTERS, ask, gathered
from tests.support.running import board as board_of
from tests.support.sentences import said

WEEK = 7 * 24 * 3600


async def played(ada: Person, bruno: Person) -> None:
    """A game in which Ada plays CAT and Bruno resigns."""
    await ask(ada, "/game new variant:tiny")
    await ask(bruno, "/game join")
    await ask(ada, "/game start")
    await board_of(ada)
    await ask(ada, "/play move:8H CAT")
    await bruno.click(await ask(bruno, "/game resign"), "Resign")
    await board_of(ada, "wins")


async def test_the_digest_tells_of_games_and_is_posted_once_a_week(tmp_path: Path) -> None:
    """Anyone may look at it; moderators have it posted, also after a restart."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        await ask(bruno, "/digest", said("digest.nothing"))
        await ask(bruno, "/digest switch:on", said("rights.moderator_only"))
        await ask(ada, "/digest switch:on language:German", said("digest.is_on"))
        await played(ada, bruno)
        stage.clock.push(1)
        told = await ask(bruno, "/digest", "CAT")
        assert len(pictures_of(told)) == 1
        assert f"<#{ada.channel_id()}>" in text_of(told)
        await stage.restart()
        stage.clock.push(WEEK + 60)
        posted = await bruno.wait_message(lambda one: not one["flags"] & EPHEMERAL and "Bester Zug" in text_of(one))
        assert len(pictures_of(posted)) == 1
        await ask(ada, "/digest switch:off", said("digest.is_off"))


@pytest.mark.gate
async def test_a_digest_is_refused_where_the_bot_may_not_write(tmp_path: Path) -> None:
    """And in a language that the bot does not speak."""
    async with gathered(tmp_path) as (stage, ada, _):
        await ask(ada, "/digest switch:on language:xx", "German")
        world = stage.playground.world
        world.deny_bot(world.channel_named("general"), "send_messages")
        await ask(ada, "/digest switch:on", said("digest.no_writing"))
