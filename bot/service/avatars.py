"""People's avatars for pictures: fetched meanwhile, so that no picture waits for one, and kept for a week.

Discord names an avatar by a hash, so that a new one has another name. Its file is read in the process that reads what
people send; here and on the disk there are only its pixels.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from bot.engines.reading import Sandbox
from bot.fairness import FairGate, beneficiary
from bot.model.errors import BotError
from bot.model.profiles import PersonProfile
from bot.service.ports import AvatarUnavailable, Clock
from bot.store.people import PeopleStore
from engine.errors import BadData

LOG = logging.getLogger(__name__)

WEEK = 7 * 24 * 3600 * 1000
"""Milliseconds for which an avatar is kept."""
HOUR = 3600 * 1000
"""Milliseconds before an avatar that could not be had is asked for again."""
IN_MEMORY = 1_000
"""How many avatars are kept in memory, of 12 kB each."""
ON_DISK = 5_000
"""How many are kept on the disk."""
AT_ONCE = 3
"""How many are fetched at the same time, only one of them for the same person or server."""
PATIENCE = 60.0
"""Seconds for which one waits for those before it."""
MOST_WAITING = 16
"""How many of one person or server are under way or wait; others are asked for again with the next picture."""
_HASH = re.compile(r"(a_)?[0-9a-f]{32}")
_TIDIED_AFTER = 100
"""How many files are written before old ones are removed."""

Fetch = Callable[[str, str], Awaitable[bytes]]
"""The file of an avatar, by the id of its person and its hash. Raises `AvatarUnavailable`."""


@dataclass(frozen=True, slots=True)
class _Kept:
    pixels: bytes
    until: int


class Avatars:
    """The avatars that are at hand. `reading` reads their files, and `folder` keeps their pixels."""

    def __init__(self, people: PeopleStore, reading: Sandbox, fetch: Fetch, folder: Path, clock: Clock) -> None:
        self._people = people
        self._reading = reading
        self._fetch = fetch
        self._files = AvatarFolder(folder)
        self._clock = clock
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._refused: OrderedDict[str, int] = OrderedDict()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._waiting: Counter[str] = Counter()
        self._gate = FairGate(AT_ONCE, PATIENCE, share=1)

    async def at_hand(self, people: Collection[str]) -> Mapping[str, bytes]:
        """The pixels of the avatars that are at hand now, by person; the others are got for the next picture."""
        profiles = await self._people.people(people)
        found = {one.id: pixels for one in profiles.values() if (pixels := self._of(one))}
        for one in profiles.values():
            if one.id not in found:
                self.expect(one)
        return found

    def expect(self, profile: PersonProfile) -> None:
        """Get a person's avatar, which may soon be shown, unless it is at hand."""
        name, key = profile.avatar, beneficiary()
        if not name or not profile.shows_avatar or not _HASH.fullmatch(name) or not profile.id.isdecimal():
            return
        is_refused = self._refused.get(name, 0) > self._clock.now()
        if self._of(profile) or name in self._tasks or is_refused or self._waiting[key] >= MOST_WAITING:
            return
        self._waiting[key] += 1
        task = asyncio.create_task(self._get(profile.id, name), name="avatar")
        self._tasks[name] = task
        task.add_done_callback(lambda _: self._ended(name, key))

    async def close(self) -> None:
        """Stop what is under way."""
        tasks = tuple(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _of(self, profile: PersonProfile) -> bytes | None:
        kept = self._kept.get(profile.avatar or "") if profile.shows_avatar else None
        return kept.pixels if kept and kept.until > self._clock.now() else None

    def _ended(self, name: str, key: str) -> None:
        del self._tasks[name]
        self._waiting[key] -= 1
        if not self._waiting[key]:
            del self._waiting[key]

    async def _get(self, person: str, name: str) -> None:
        now = self._clock.now()
        try:
            stored = await asyncio.to_thread(self._files.read, name, now)
            if stored:
                self._keep(name, *stored)
                return
            async with self._gate.enter():
                data = await self._fetch(person, name)
                pixels = (await self._reading.run("avatar", data)).data
        except TimeoutError:
            return  # others came first for too long: the next picture asks again
        except (AvatarUnavailable, BadData, BotError) as error:
            LOG.debug("An avatar cannot be shown: %s", type(error).__name__)
            self._refused[name] = now + HOUR
            self._refused.move_to_end(name)
            while len(self._refused) > IN_MEMORY:
                self._refused.popitem(last=False)
            return
        self._keep(name, pixels, now)
        await asyncio.to_thread(self._files.write, name, pixels, now)

    def _keep(self, name: str, pixels: bytes, since: int) -> None:
        self._kept[name] = _Kept(pixels, since + WEEK)
        self._kept.move_to_end(name)
        while len(self._kept) > IN_MEMORY:
            self._kept.popitem(last=False)


class AvatarFolder:
    """The pixels of avatars in files named by their hashes, which are as old as what they hold.

    A disk that fails costs no more than fetching an avatar again.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._written = 0

    def read(self, name: str, now: int) -> tuple[bytes, int] | None:
        """The pixels of an avatar and the instant from which they are; None if there are none, or none so young."""
        with suppress(OSError):
            file = self._folder / name
            since = round(file.stat().st_mtime * 1000)
            if now - WEEK < since <= now and (pixels := file.read_bytes()):
                return pixels, since
        return None

    def write(self, name: str, pixels: bytes, now: int) -> None:
        """Keep an avatar. Now and then, old ones are removed."""
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            draft = self._folder / f"{name}.{os.getpid()}"
            draft.write_bytes(pixels)
            os.utime(draft, (now / 1000, now / 1000))
            draft.replace(self._folder / name)
            if self._written % _TIDIED_AFTER == 0:
                self.tidy(now)
            self._written += 1

    def tidy(self, now: int, most: int = ON_DISK) -> None:
        """Remove all that is older than a week, and the oldest beyond as many as are kept."""
        with suppress(OSError):
            newest = sorted(_by_age(self._folder.iterdir()), reverse=True)
            for place, (at, file) in enumerate(newest):
                if place >= most or at * 1000 <= now - WEEK:
                    file.unlink(missing_ok=True)


def _by_age(files: Iterable[Path]) -> Iterable[tuple[float, Path]]:
    for file in files:
        with suppress(OSError):  # another process has just removed it
            yield file.stat().st_mtime, file
