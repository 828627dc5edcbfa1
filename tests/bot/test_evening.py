"""A whole evening of several games, in which every feature of the bot is used at least once."""

from __future__ import annotations

import logging
from http import HTTPStatus
from pathlib import Path

import pytest

from bot.front.statistics import actions as statistics
from bot.playground.recorder import Recorded
from bot.service.thinking import LazyThinker
from engine.computer.hints import Hint, LookForLength
from engine.game.state import HintKind
from engine.game.views import SeatView
from tests.support import evening_acts as acts
from tests.support.discord_api import errors_of
from tests.support.evening import evening, registered
from tests.support.logged import faults

DMS_CLOSED = 50007
"""Discord's code for a person who accepts no direct messages."""

NOT_USED: dict[str, str] = {
    "compose_tiles": "only racks of more than 12 tiles need a menu: tests/features/test_large_games.py",
    "meaning_of": "only several words have a menu of them: tests/features/test_meaning_and_links.py",
    "exchange_abc": "only messages of an earlier version have it: tests/bot/front/test_posted_before.py",
    "exchange_count": "only real tiles are exchanged by their number: tests/features/test_tabletop.py",
}
"""Actions that nobody uses in this evening, and why."""


def told_at_once(_: LazyThinker, __: SeatView, kind: HintKind, ___: int) -> Hint:
    """A hint that needs no search, so that nothing has to be compiled for the evening."""
    return LookForLength(3, 3)


async def test_an_evening_uses_everything_there_is(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two people, two computer players, a spectator and a player from another server; no error, no bad request."""
    monkeypatch.setattr(LazyThinker, "hint", told_at_once)
    monkeypatch.setattr(statistics, "PLACES_ON_PAGE", 1)  # a leaderboard of two people has two pages
    with caplog.at_level(logging.ERROR):
        async with evening(tmp_path) as one:
            for act in acts.ACTS:
                await act(one)
            there_is = registered(one.ada.commands)
            recorded = list(one.stage.playground.recorder.requests)
    used = one.diary
    assert (there_is.commands - used.commands, there_is.menus - used.menus) == (set(), set())
    assert (there_is.actions - used.actions - set(NOT_USED), there_is.modals - used.modals) == (set(), set())
    assert used.commands <= there_is.commands and used.actions <= there_is.actions
    assert not set(NOT_USED) & used.actions
    assert faults(caplog) == []
    assert len(recorded) < 5000, "the recorder has forgotten the first requests"
    assert [f"{one.method} {one.path}: {one.status}" for one in recorded if not _well(one)] == []
    assert errors_of(recorded) == []


def _well(one: Recorded) -> bool:
    """Whether the stand-in accepted a request, or refused it through no fault of the bot.

    Ada closes her direct messages for a while, and a message to delete may be gone already.
    """
    if one.status == HTTPStatus.FORBIDDEN:
        return bool(one.answer and one.answer.get("code") == DMS_CLOSED)
    return one.status < HTTPStatus.BAD_REQUEST or (one.method, one.status) == ("DELETE", HTTPStatus.NOT_FOUND)
