"""Options of the tests."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")  # so that no test fails because the machine is busy


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options for the number of random inputs and their seed."""
    group = parser.getgroup("fuzz", "inputs made at random (tests/fuzz)")
    group.addoption("--fuzz-inputs", type=int, default=100_000, help="so many inputs in all, for `-m soak`; 100000")
    group.addoption("--fuzz-seed", type=int, default=1, help="another number gives other inputs; 1")
