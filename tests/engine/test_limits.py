"""Whatever the input, every reader answers soon: with a result, or with a typed error that names the limit."""

from __future__ import annotations

import pickle
import signal
import tracemalloc
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import pytest

from bot.text import texts_for
from bot.text.refusals import refusal
from engine.errors import EngineError, TooLarge
from engine.loading import parse_word_list
from engine.reading import composed
from tests.support.later import later
from tests.support.oversized import BEYOND, HOSTILE, packed
from tests.support.words import ENGLISH

ENDLESS = 60
"""Seconds of this process's CPU time after which a reader counts as endless; each needs a few at most."""


@contextmanager
def ending() -> Iterator[None]:
    """Stops code that would otherwise go on for ever; other processes and the machine's load do not count."""

    def give_up(number: int, frame: FrameType | None) -> None:
        raise AssertionError("still reading")

    before = signal.signal(signal.SIGVTALRM, give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, ENDLESS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


SLOW = ("one endless line, packed",)


@pytest.mark.parametrize("name", [*(one for one in BEYOND if one not in SLOW), *later(SLOW)])
def test_what_is_beyond_a_limit_is_refused_by_its_name(name: str) -> None:
    """The error says what there is too much of, also as a text for players."""
    with ending(), pytest.raises(TooLarge) as refused:
        BEYOND[name]()
    error = refused.value
    assert error.limit > 0
    assert error.reason in str(error)
    assert texts_for("en").number(error.limit) in refusal(error, texts_for("en"))
    assert pickle.loads(pickle.dumps(error)).what is error.what


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_made_to_be_costly_is_refused_soon(name: str) -> None:
    """Only a typed error of the project is raised, and it quotes no more than a few words of the file."""
    with ending(), pytest.raises(EngineError) as refused:
        HOSTILE[name]()
    assert len(getattr(refused.value, "reason", "")) < 300


def test_a_packed_list_takes_little_memory() -> None:
    """The list is unpacked and read piece by piece: a few bytes become millions of short lines and one long one."""
    data = packed(b"ABCDEFGHIJKLMNOPQRSTUVWXYZABC\n" + b"AB\n" * 20_000_000)
    tracemalloc.start()
    try:
        with pytest.raises(TooLarge):
            parse_word_list(data, ENGLISH, "words.txt")
        assert tracemalloc.get_traced_memory()[1] < 150_000_000
    finally:
        tracemalloc.stop()


def test_marks_are_known_wherever_unicode_has_them() -> None:
    """As many marks as a letter may have are put in order, more are refused; all marks in Unicode are covered."""
    assert composed("e" + "\u0301", "text") == "é"
    assert not any(unicodedata.combining(chr(code)) for code in range(0x1F000, 0x110000))
    for mark in ("\u0300", "\u0344", "\u0f73", "\U0001e94a"):
        assert composed("e" + mark * 30, "text")
        with pytest.raises(TooLarge):
            composed("e" + mark * 31, "text")
