"""A pytest plugin that fails a run in which some kernel never ran: `pytest -p tests.support.kernel_calls`."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from engine import jit

Kernel = jit._Kernel
called: set[str] = set()
"""Kernels that Python called, and those that these call in turn."""
_run = Kernel.__call__


def _note(self: Kernel[..., Any], *args: Any, **kwargs: Any) -> Any:
    called.add(_name(self))
    return _run(self, *args, **kwargs)


def _name(kernel: Kernel[..., Any]) -> str:
    return f"{kernel.__module__}.{kernel.__qualname__}"


def _kernels() -> dict[str, Kernel[..., Any]]:
    found = [one for name in jit.kernel_modules() for one in vars(importlib.import_module(name)).values()]
    return {_name(one): one for one in found if isinstance(one, Kernel)}


def never_run() -> list[str]:
    """The kernels that neither Python nor a kernel that ran has called."""
    kernels, waiting, ran = _kernels(), list(called), set[str]()
    while waiting:
        name = waiting.pop()
        if name in kernels and name not in ran:
            ran.add(name)
            function: Any = kernels[name].__wrapped__  # type: ignore[attr-defined]
            used = [function.__globals__.get(other) for other in function.__code__.co_names]
            waiting += [_name(one) for one in used if isinstance(one, Kernel)]
    return sorted(kernels.keys() - ran)


def pytest_configure() -> None:
    """Begins to note calls."""
    Kernel.__call__ = _note  # type: ignore[method-assign]


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fails the run if a kernel never ran."""
    if left := never_run():
        print("\nkernels that never ran:", *left)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
