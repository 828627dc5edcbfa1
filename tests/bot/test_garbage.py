"""Objects that survive a long collection are set aside, and still freed later."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from bot.wiring.starting import short_collections

pytestmark = pytest.mark.soak  # each looks several times at all objects of the process, among them all tests


@pytest.fixture(scope="module", autouse=True)
def nothing_else_set_aside() -> Iterator[None]:
    """`tests/conftest.py` sets modules and tests aside."""
    gc.unfreeze()
    yield
    gc.collect()
    gc.freeze()


class Thing:
    """An object that a test can watch."""


def test_what_has_survived_is_not_looked_at_again() -> None:
    with short_collections(long=0):
        thing = Thing()
        before = gc.get_freeze_count()
        assert any(one is thing for one in gc.get_objects())
        gc.collect()
        assert gc.get_freeze_count() > before
        assert not any(one is thing for one in gc.get_objects())
    assert gc.get_freeze_count() == 0


def test_what_nothing_refers_to_is_freed_all_the_same() -> None:
    with short_collections(long=0):
        thing = Thing()
        gone = weakref.ref(thing)
        gc.collect()
        del thing
        assert gone() is None


def test_a_short_collection_sets_nothing_aside() -> None:
    with short_collections(long=60):
        gc.collect()
        assert gc.get_freeze_count() == 0


def test_partial_collections_set_nothing_aside() -> None:
    with short_collections(long=0):
        before = gc.get_freeze_count()
        kept = [Thing() for _ in range(100)]
        gc.collect(1)
        assert gc.get_freeze_count() <= before
        assert kept


def test_nothing_is_left_behind() -> None:
    before, usual = list(gc.callbacks), gc.get_threshold()
    with short_collections():
        assert len(gc.callbacks) == len(before) + 1
        assert gc.get_threshold() > usual
    assert (gc.callbacks, gc.get_threshold()) == (before, usual)
