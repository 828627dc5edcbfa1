"""The cost of reading an uploaded word list in a separate process, compared with reading it in the bot."""

from __future__ import annotations

import time

import pytest

from bot.engines.reading.process import Sandbox
from bot.model.lists import alphabet_data
from bot.service.readingjobs import word_list
from engine.limits import CHAT
from engine.loading import shipped_words
from tests.support.games import STANDARD


@pytest.mark.benchmark
async def test_reading_a_whole_dictionary() -> None:
    """The first file may wait for the process to start; later ones do not."""
    data = shipped_words("english")
    options = {"where": "words.txt", "most": CHAT.words, **alphabet_data(STANDARD.alphabet)}
    sandbox = Sandbox("bot.service.readingjobs")
    try:
        began = time.perf_counter()
        await sandbox.warm()
        started = time.perf_counter()
        output = await sandbox.run("word_list", data, **options)
        read = time.perf_counter()
        assert word_list(data, options).data == output.data
        here = time.perf_counter() - read
        print(
            f"start {started - began:.2f} s; {output.facts['count']:,} words elsewhere {read - started:.2f} s, "
            f"here {here:.2f} s: ratio {(read - started) / here:.2f}"
        )
    finally:
        await sandbox.close()
