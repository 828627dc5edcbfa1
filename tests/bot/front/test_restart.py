"""Buttons, previews, modals and commands after the bot was stopped and started again."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.readable import text_of
from tests.support.running import DRAWS, LETTERS, answer, board, gathered, scene, started


async def test_buttons_previews_and_open_modals_survive_a_restart(tmp_path: Path) -> None:
    """Everything on the screen before the stop works after the start."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        await ada.command("/try move:8H AT")
        preview = await answer(ada, "8H AT")
        await ada.click(preview, "Change")
        modal = ada.modal
        await stage.restart()
        await ada.click(first, "Rack")
        await answer(ada, "Your tiles")
        await ada.submit({"move": "8H CAT"}, modal)
        await ada.wait(lambda: "8H CAT" in text_of(ada.now(preview) or {}), "the changed preview")
        await stage.restart()
        await ada.click(preview, "Play")
        second = await board(bruno, "CAT", after=first)
        await bruno.click(second, "Play")
        modal = bruno.modal
        await stage.restart()
        await bruno.submit({"move": "8G SCAT"}, modal)
        await answer(bruno, "dictionary")


async def test_commands_are_registered_only_when_they_changed(tmp_path: Path) -> None:
    """The second start with the same commands registers nothing."""
    async with scene(tmp_path, is_new=True) as stage:
        registered = stage.playground.recorder.matching("PUT", r"/commands$")
        assert len(registered) == 1
        await stage.restart()
        assert len(stage.playground.recorder.matching("PUT", r"/commands$")) == 1
        assert stage.app and stage.app.core
        store = stage.app.client._meta
        await store.set("commands", "those of an older version")
        await stage.restart()
        assert len(stage.playground.recorder.matching("PUT", r"/commands$")) == 2


async def test_lobby_message_is_edited_after_a_restart(tmp_path: Path) -> None:
    """There is one lobby message, also for players who join after the restart."""
    async with gathered(tmp_path, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        await ada.command("/game new variant:tiny")
        lobby = await ada.wait_message("1 of 3")
        await stage.restart()
        await bruno.click(lobby, "Join")
        await ada.wait(lambda: "2 of 3" in text_of(ada.now(lobby) or {}), "the edited lobby")
        assert len([m for m in ada.visible() if "seats taken" in text_of(m)]) == 1


async def test_duplicated_events_are_applied_once(tmp_path: Path) -> None:
    """A press and a message that Discord delivers twice make one move and one board."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        stage.playground.faults.double("INTERACTION_CREATE")
        await ada.command("/pass")
        await board(bruno, "passed", after=first)
        stage.playground.faults.double("MESSAGE_CREATE")
        await bruno.say("8H SO")
        second = await board(ada, "SO", after=first)
        stage.clock.push(1)
        await ada.command("/words")
        listed = await answer(ada, "SO")
        assert len(re.findall(r"\bSO\b", text_of(listed))) == 1
        assert len([m for m in ada.visible() if "played 8H SO" in text_of(m)]) == 1
        assert second


async def test_broken_connections_while_answering_lose_nothing(tmp_path: Path) -> None:
    """After a cut connection, before or after the work, the request is retried; no message is duplicated."""
    from bot.playground.faults import Cut, ServerError

    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        faults = stage.playground.faults
        faults.plan(Cut(after=True), "POST", "/callback")
        faults.plan(Cut(after=True), "PATCH", "/messages/@original")
        faults.plan(Cut(after=True), "POST", r"^/channels/\d+/messages$")
        await ada.command("/play move:8H AT")
        await answer(ada, "You played")
        stage.clock.push(5)
        await board(bruno, "AT", after=first)
        faults.plan(ServerError(after=True), "POST", "/callback")
        faults.plan(Cut(after=False), "POST", r"^/channels/\d+/messages$")
        await bruno.command("/pass")
        await answer(bruno, "You passed")
        stage.clock.push(5)
        await board(ada, "passed", after=first)
        for text in ("played 8H AT", "passed"):
            assert len([m for m in ada.visible() if text in text_of(m) and not m["flags"] & 64]) == 1
