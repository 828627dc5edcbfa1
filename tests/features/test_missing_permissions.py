"""Boards keep coming: without a permission, and after a moderator has deleted one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.playground.errors import refused
from bot.playground.faults import Refuse
from tests.support.playground import Person
from tests.support.readable import buttons_of, pictures_of, text_of
from tests.support.running import Scene, ask, board, gathered, started
from tests.support.sentences import said

NOTE = said("board.cannot_attach_files")


def deny(stage: Scene, person: Person, *names: str) -> None:
    """Deny the bot permissions in a person's channel; without names, restore all."""
    world = stage.playground.world
    world.deny_bot(world.channel(person.channel_id()), *names)


async def in_characters(person: Person, text: str, after: dict[str, Any]) -> dict[str, Any]:
    """The next text board that contains a text."""
    return await person.wait_message(
        lambda m: text in text_of(m) and "```" in text_of(m) and "Rack" in buttons_of(m) and not pictures_of(m),
        after=after,
    )


async def link(person: Person, led: bool, to: dict[str, Any]) -> dict[str, Any]:
    """The answer to `/game status` once it links to a message, or no longer does."""
    for _ in range(100):
        told = await ask(person, "/game status")
        if (to["id"] in text_of(told)) is led:
            return told
    raise AssertionError(text_of(told))


async def test_M11_without_attach_files_the_game_goes_on_in_characters(tmp_path: Path) -> None:
    """The missing permission is named once; once granted, pictures return. The end is shown too."""
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", letters="CATSODEEENNNNNN", rack_size=3) as (
        stage,
        ada,
        bruno,
    ):
        first = await started(ada, bruno)
        deny(stage, ada, "attach_files")
        await ada.command("/play move:8G CAT")
        second = await in_characters(ada, "8G CAT", first)
        assert NOTE in text_of(second)
        await ask(bruno, "/pass")
        third = await in_characters(ada, "**Bruno** passed", second)
        assert NOTE not in text_of(third)
        deny(stage, ada)
        await ask(ada, "/pass")
        fourth = await board(ada, "**Ada** passed", after=third)
        deny(stage, ada, "attach_files")
        await ask(bruno, "/pass")
        fifth = await in_characters(ada, "**Bruno** passed", fourth)
        assert NOTE in text_of(fifth)
        await ada.click(await ask(ada, "/game end"), "End for good")
        card = await ada.wait_message(lambda m: "**Ada v Bruno**" in text_of(m), after=fifth)
        assert "```" in text_of(card)
        assert not pictures_of(card)


@pytest.mark.gate
async def test_M11_a_refusal_that_names_no_permission_is_met_with_characters(tmp_path: Path) -> None:
    """Discord may know more than the bot about the bot's permissions."""
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", letters="CATSODEEE", rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        path = f"/channels/{ada.channel_id()}/messages$"
        stage.playground.faults.plan(Refuse(refused(50013)), "POST", path)
        await ada.command("/play move:8G CAT")
        assert NOTE in text_of(await in_characters(ada, "8G CAT", first))


@pytest.mark.gate
async def test_boards_come_without_other_permissions(tmp_path: Path) -> None:
    """They have their pictures; typed moves are answered too."""
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", letters="CATSODEEE", rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        deny(stage, ada, "embed_links", "read_message_history", "send_messages_in_threads")
        await ada.say("exchange all")
        await ada.wait_message(said("play.exchange_in_public"), after=first)
        await ada.command("/play move:8G CAT")
        second = await board(ada, "8G CAT", after=first)
        await ask(bruno, "/pass")
        await board(ada, "**Bruno** passed", after=second)


async def test_a_board_that_was_deleted_is_posted_again_when_somebody_asks(tmp_path: Path) -> None:
    """It is posted once; no link leads to the deleted one, and the next board comes as usual.

    Also if the bot was away, and no event reported the deletion.
    """
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", letters="CATSODEEE", rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        await link(ada, True, first)
        stage.playground.world.remove_post(ada.channel_id(), first["id"])
        deleted = await link(ada, False, first)
        assert f"/{ada.channel_id()}" in text_of(deleted)
        await ask(bruno, "/board")
        again = await board(ada, after=deleted)
        await link(ada, True, again)
        told = await ask(bruno, "/board")
        await ada.command("/play move:8G CAT")
        played = await board(ada, "8G CAT", after=told)
        public = [m["id"] for m in ada.visible() if "Rack" in buttons_of(m) or m["id"] == again["id"]]
        assert public == [again["id"], played["id"]]
        await link(ada, True, played)  # the bot has stored the message it posted
        await stage.stop()
        stage.playground.world.remove_post(ada.channel_id(), played["id"])
        await stage.start()
        await ask(bruno, "/board")
        await board(ada, after=played)
