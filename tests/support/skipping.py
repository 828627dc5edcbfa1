"""An event loop for tests that skips the time in which everyone waits, so that no test waits for a clock.

Everything in it happens in the order and at the instants in which it would on an infinitely fast machine: time stands
still while anything is done, and goes on to the next instant that anyone waits for once nothing is left to do. So it
does not matter how busy the machine is.
"""

from __future__ import annotations

import asyncio
import selectors
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext, suppress
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import pytest

from bot.engines.pool import EnginePool
from bot.engines.reading.process import Sandbox
from bot.store.database import Database

ON_ITS_WAY = 0.002
"""Seconds that the system may take to tell that somebody of the same process has opened or closed a connection."""
QUICK = 0.5
"""Seconds for which time stands still for work elsewhere. What takes longer may itself wait for the loop."""

_P = ParamSpec("_P")
_R = TypeVar("_R")
_Ends = tuple[Any, Any]


class _Socket(socket.socket):
    """A socket whose loop knows which bytes are on their way within its process."""

    ends: _Ends | None = None
    on_way: dict[_Ends, int]

    def send(self, *args: Any) -> int:
        return self._count(super().send(*args))

    def sendmsg(self, *args: Any) -> int:
        return self._count(super().sendmsg(*args))

    def recv(self, *args: Any) -> bytes:
        data = super().recv(*args)
        self._count(-len(data), came=True)
        return data

    def recv_into(self, *args: Any) -> int:
        return -self._count(-super().recv_into(*args), came=True)

    def close(self) -> None:
        if self.ends:  # nobody will read here, nor is more to come from here
            for ends in (self.ends, self.ends[::-1]):
                self.on_way.pop(ends, None)
        super().close()

    def _count(self, number: int, *, came: bool = False) -> int:
        ends = self.ends and (self.ends[::-1] if came else self.ends)
        if ends in self.on_way:
            self.on_way[ends] += number
        return number


class SkippingLoop(asyncio.SelectorEventLoop):
    """An event loop like any other, except while it skips time (`skipping`)."""

    def __init__(self) -> None:
        self._now: float | None = None
        self._ahead = 0.0
        self._elsewhere = dict[object, float]()
        self._on_way = dict[_Ends, int]()
        super().__init__(_Selector(self))

    @property
    def is_skipping(self) -> bool:
        """Whether it skips time now."""
        return self._now is not None

    @contextmanager
    def skips(self) -> Iterator[None]:
        """While this lasts, skip the time in which everyone waits."""
        if self.is_skipping:
            yield
            return
        self._now = self.time()
        try:
            yield
        finally:
            self._ahead, self._now = self._now - super().time(), None

    def time(self) -> float:
        """Seconds since some instant, by which asyncio waits."""
        return super().time() + self._ahead if self._now is None else self._now

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
        """As ever, and know of the work."""
        future, work = super().run_in_executor(executor, func, *args), object()
        self.begins(work)
        future.add_done_callback(lambda _: self.ends(work))
        return future

    def _make_socket_transport(self, sock: socket.socket, *args: Any, **options: Any) -> asyncio.Transport:
        if not isinstance(sock, _Socket):
            sock = _Socket(sock.family, sock.type, sock.proto, fileno=sock.detach())
            sock.setblocking(False)
        with suppress(OSError):  # it is closed already
            sock.ends, sock.on_way = (sock.getsockname(), sock.getpeername()), self._on_way
            self._on_way.setdefault(sock.ends, 0)
        made: asyncio.Transport = super()._make_socket_transport(sock, *args, **options)  # type: ignore[misc]
        return made

    def _is_on_way(self) -> bool:
        """Whether bytes have been written to a socket in this process that another one of it has yet to read."""
        return any(number > 0 and ends[::-1] in self._on_way for ends, number in self._on_way.items())

    def begins(self, work: object) -> None:
        """Something is being done in another thread or process, for which somebody waits here."""
        self._elsewhere[work] = time.monotonic()

    def ends(self, work: object) -> None:
        """It is done."""
        del self._elsewhere[work]

    def waits(self, select: Callable[[float | None], list[Any]], timeout: float | None) -> list[Any]:
        """What comes in within some seconds; the loop asks once it has nothing else to do."""
        if self._now is None or timeout is None or timeout <= 0:
            return select(timeout)
        begun, latest = time.monotonic(), next(reversed(self._elsewhere.values()), None)
        if latest is None:
            found = select(min(timeout, ON_ITS_WAY))
            if not found and self._is_on_way():  # on a busy machine, the system is late as well
                found = select(QUICK)
            passed = 0.0 if found else timeout
        elif begun < latest + QUICK:
            found, passed = select(latest + QUICK - begun), 0.0
        else:
            found = select(timeout)
            passed = min(timeout, time.monotonic() - begun)
        self._now += passed
        return found


class _Selector(selectors.DefaultSelector):
    def __init__(self, loop: SkippingLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        return self._loop.waits(super().select, timeout)


@asynccontextmanager
async def skipping() -> AsyncIterator[None]:
    """While this lasts, the time in which everyone waits is skipped, if the loop is that of a test."""
    loop = asyncio.get_running_loop()
    with loop.skips() if isinstance(loop, SkippingLoop) else nullcontext():
        yield


def know_of_work_elsewhere(patch: pytest.MonkeyPatch) -> None:
    """Have loops know of what databases and other processes do for them; they know of threads by themselves."""
    for kind, name in ((Sandbox, "run"), (Sandbox, "_start"), (EnginePool, "do")):
        patch.setattr(kind, name, _known(getattr(kind, name)))
    use = Database._use

    @asynccontextmanager
    async def used(*args: Any) -> AsyncIterator[Any]:
        with _elsewhere():
            async with use(*args) as connection:
                yield connection

    patch.setattr(Database, "_use", used)


def _known(method: Callable[_P, Awaitable[_R]]) -> Callable[_P, Awaitable[_R]]:
    @wraps(method)
    async def done(*args: _P.args, **options: _P.kwargs) -> _R:
        with _elsewhere():
            return await method(*args, **options)

    return done


@contextmanager
def _elsewhere() -> Iterator[None]:
    loop, work = asyncio.get_running_loop(), object()
    if not isinstance(loop, SkippingLoop):
        yield
        return
    loop.begins(work)
    try:
        yield
    finally:
        loop.ends(work)
