"""Parameters that are not for the default tests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def later(cases: Iterable[Any]) -> list[Any]:
    """These cases, for `pytest.mark.parametrize`, marked as long; each is one value, or a tuple of several."""
    return _marked(cases, pytest.mark.soak)


def at_gate(cases: Iterable[Any]) -> list[Any]:
    """These cases, for `pytest.mark.parametrize`, left to the gate; each is one value, or a tuple of several."""
    return _marked(cases, pytest.mark.gate)


def _marked(cases: Iterable[Any], mark: pytest.MarkDecorator) -> list[Any]:
    return [pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=mark) for case in cases]
