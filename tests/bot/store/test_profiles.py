"""Profiles kept in memory: never an old one after a change, here or in another process."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.model.profiles import PersonProfile
from bot.settings import sqlite_url
from bot.store import profiles
from bot.store.profiles import Profiles
from bot.store.signals import Signals


class Heard(Signals):
    """Signals that are heard or not, as a test says."""

    def __init__(self) -> None:
        super().__init__(sqlite_url(Path("games.db")))
        self.connected, self.alone = True, False
        self.told: list[str] = []

    @property
    def is_alone(self) -> bool:
        return self.alone

    @property
    def hears(self) -> bool:
        return self.connected

    def tell(self, topic: str, about: str = "") -> None:
        self.told.append(about)


ADA = PersonProfile("1")


def kept() -> tuple[Profiles, Heard]:
    """Profiles that know Ada's."""
    signals = Heard()
    known = Profiles(signals)
    known.keep(ADA, known.changes)
    assert known.find(PersonProfile, "1") == ADA
    return known, signals


def test_a_change_drops_a_profile_here_and_in_every_other_process() -> None:
    """Also if the transaction fails, since its commit may have been made."""
    (here, signals), (there, _) = kept(), kept()
    with pytest.raises(ConnectionResetError), here.changing(PersonProfile, "1"):
        raise ConnectionResetError
    for about in signals.told:
        there.drop(about)
    assert here.find(PersonProfile, "1") is there.find(PersonProfile, "1") is None


def test_what_was_read_before_a_change_is_not_kept_after_it() -> None:
    """A transaction that began earlier may see the profile as it was."""
    known, _ = kept()
    since = known.changes
    with known.changing(PersonProfile, "1"):
        pass
    known.keep(replace(ADA, locale="de"), since)
    assert known.find(PersonProfile, "1") is None


def test_a_lost_signal_heals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is used without a connection, all is dropped once there is one again, and nothing is used for long."""
    known, signals = kept()
    signals.connected = False
    assert known.find(PersonProfile, "1") is None
    signals.connected = True
    known.drop("")
    assert known.find(PersonProfile, "1") is None
    known, _ = kept()
    monkeypatch.setattr(profiles, "AGE", 0.0)
    assert known.find(PersonProfile, "1") is None


def test_a_profile_does_not_grow_old_where_no_other_process_can_change_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games in which people think for a minute would read all of theirs at each move."""
    known, signals = kept()
    monkeypatch.setattr(profiles, "AGE", 0.0)
    signals.alone = True
    assert known.find(PersonProfile, "1") == ADA
