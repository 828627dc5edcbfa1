"""The decorator of kernels that allocate nothing."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from engine.jit import kernel

_OPTIONS: dict[str, Any] = {"lean": True} if "lean" in inspect.signature(kernel).parameters else {}


def lean(signature: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """`kernel` for functions that neither make arrays nor call one that does.

    They are compiled without reference counts and always into their callers: the counts are two atomic additions for
    each array argument of each call, the argument itself seven to nine words on the stack; both together would take
    more time than the work.
    """
    return kernel(signature, **_OPTIONS)
