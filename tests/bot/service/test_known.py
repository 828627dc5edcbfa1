"""How many games are kept in memory, whoever plays and however long."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.model.games import Place
from bot.service import known
from engine.game import commands as cmd
from tests.support.service import ADA, StillClock, process


async def test_few_games_that_are_over_stay_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many are played, and whoever looks at them again; games that run stay."""
    monkeypatch.setattr(known, "FINISHED", 3)
    async with process(tmp_path, StillClock()) as bot:
        running = await bot.new_game()
        over = []
        for number in range(8):
            game = await bot.new_game(place=Place(7, 100 + number))
            await bot.do(game, cmd.Resign(ADA.id))
            over.append(game)
        assert set(bot.games._cache) == {running, *over[-3:]}
        first = await bot.games.load(over[0])
        assert first.sequence and set(bot.games._cache) == {running, *over[-2:], over[0]}


async def test_the_game_that_was_looked_at_longest_ago_is_forgotten_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known, "CACHED", 2)
    async with process(tmp_path, StillClock()) as bot:
        one, two = [await bot.new_game(place=Place(7, 100 + number)) for number in range(2)]
        await bot.games.load(one)
        three = await bot.new_game(place=Place(7, 103))
        assert set(bot.games._cache) == {one, three}
        assert (await bot.games.load(two)).turn == 1
