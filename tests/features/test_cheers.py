"""Reactions to boards: one for what is remarkable, unless a server does not want them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.front.announcing import recipients
from bot.front.announcing.recipients import cheer_of
from bot.front.posting.composers import Announcement
from bot.front.posting.poster import Reaction
from bot.model.deliveries import DeliveryKind, Target, TargetKind
from bot.model.profiles import ServerProfile
from engine.game import commands as cmd
from engine.game.state import Computer
from engine.game.story import Plot, Story
from engine.game.views import table_view
from tests.features.test_settings import switch
from tests.support.games import CLASSIC, Table, word_set
from tests.support.later import at_gate
from tests.support.playground import Person
from tests.support.running import Scene, ask, board, dealt, gathered


def emojis(person: Person, message: dict[str, Any]) -> list[str]:
    """The reactions to a message."""
    return [one["emoji"]["name"] for one in (person.now(message) or message).get("reactions", [])]


async def reacted(stage: Scene) -> None:
    """Wait until no reaction waits."""
    assert stage.app and stage.app.core
    while tasks := tuple(stage.app.core.services.posting.reactions._tasks):
        await asyncio.wait(tasks)


@pytest.mark.parametrize("on", [True, *at_gate([False])])
async def test_a_bingo_gets_a_reaction_unless_the_server_wants_none(tmp_path: Path, on: bool) -> None:
    """In the whole bot, with the server's switch."""
    letters = {"letters": "CATSODEEE", "rack_size": 3}
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", **letters) as (stage, ada, bruno):
        if not on:
            await switch(ada, await ask(ada, "/settings server"), "Reactions")
        first = await dealt(stage, ada, bruno)
        await ada.command("/play move:8G CAT")
        shown = await board(bruno, "CAT", after=first)
        await reacted(stage)
        if on:
            await bruno.wait(lambda: emojis(bruno, shown), "a reaction")
        assert emojis(bruno, shown) == ["🔥"] * on


def told(table: Table, kind: DeliveryKind, **server: Any) -> Announcement:
    """A delivery of a game to a channel of a server."""
    delivery = SimpleNamespace(target=Target(TargetKind.CHANNEL, 1), kind=kind)
    context = SimpleNamespace(server=ServerProfile(1, **server))
    facts = {"delivery": delivery, "context": context, "state": table.game, "events": table.events}
    return cast("Announcement", SimpleNamespace(**facts, view=table_view(table.game)))


def cheered(table: Table, new: Sequence[Any], kind: DeliveryKind = DeliveryKind.BOARD, **server: Any) -> str | None:
    """The reaction to a board or an end."""
    return cheer_of(told(table, kind, **server), new)


def test_a_board_is_cheered_for_bingos_of_people_and_for_phonies_caught() -> None:
    """Not for other plays, and not for what a computer player finds."""
    table = Table(CLASSIC, words=word_set("HELLOAB")).start("HELLOAB", "CDEFGHI")
    bingo = table.play("8D HELLOAB")
    assert cheered(table, bingo) is Reaction.BINGO
    assert cheered(table, bingo, cheers=False) is None
    assert cheered(table, bingo, DeliveryKind.LOBBY) is None
    phony = table.play("D7 C")
    assert cheered(table, phony) is None
    assert cheered(table, table.do(cmd.Challenge("ada"))) is Reaction.CAUGHT
    robot = replace(table.game.seats[0], player=Computer("computer-1", "Percy", 5))
    table.state = replace(table.game, seats=(robot, *table.game.seats[1:]))
    assert cheered(table, bingo) is None


def test_a_comeback_is_cheered_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """And comes before the bingo that made it; another story is none."""
    table = Table().start("HELLOAB", "CDEFGHI")
    bingo = table.play("8D HELLOAB")
    for plot, reaction in ((Plot.COMEBACK, Reaction.COMEBACK), (Plot.AHEAD, Reaction.BINGO)):
        monkeypatch.setattr(recipients, "story_in", lambda *_, plot=plot: Story(plot, 0))
        assert cheered(table, bingo, DeliveryKind.END) is reaction
