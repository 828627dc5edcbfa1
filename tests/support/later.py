"""Parameters that only the long tests take."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def later(cases: Iterable[Any]) -> list[Any]:
    """These cases, for `pytest.mark.parametrize`, marked as long; each is one value, or a tuple of several."""
    return [pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.soak) for case in cases]
