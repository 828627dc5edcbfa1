"""Every input is accepted or refused, in time linear in its size and with little memory.

Default tests try a few hundred inputs of each surface and never check the time; `-m soak` tries a hundred thousand in
all, or as many as `--fuzz-inputs` says, from `--fuzz-seed`.
"""

from __future__ import annotations

import pytest

from tests.fuzz.finds import FINDS
from tests.fuzz.surface import Surface
from tests.fuzz.surfaces import SURFACES
from tests.fuzz.watching import Origin, check

SLICE = 200
"""Inputs of each surface in the default tests."""

by_name = pytest.mark.parametrize("surface", SURFACES, ids=lambda surface: surface.name)


@by_name
def test_some_inputs(surface: Surface) -> None:
    """A few of each surface, the same every time."""
    for number in range(SLICE):
        origin = Origin(surface.name, 0, str(number))
        check(origin, surface.read, surface.refusals, surface.input(0, number), strictly=False)


@by_name
def test_good_inputs_and_past_finds(surface: Surface) -> None:
    """Past finds stay fixed."""
    for number, data in enumerate(surface.good()):
        check(Origin(surface.name, None, f"good {number}"), surface.read, surface.refusals, data, strictly=False)
    for name, data in surface.corpus():
        check(Origin(surface.name, None, name), surface.read, surface.refusals, data, strictly=False)


@pytest.mark.parametrize(("name", "find"), [(name, find) for name, finds in FINDS.items() for find in finds])
def test_large_past_finds(name: str, find: str) -> None:
    """The same for finds that are too large for files."""
    surface = next(one for one in SURFACES if one.name == name)
    check(Origin(name, None, find), surface.read, surface.refusals, FINDS[name][find](), strictly=False)


@pytest.mark.gate
@pytest.mark.soak
@by_name
def test_many_inputs(surface: Surface, request: pytest.FixtureRequest) -> None:
    """The surface's share of all inputs, under every rule."""
    total, seed = request.config.getoption("--fuzz-inputs"), request.config.getoption("--fuzz-seed")
    for number in range(total * surface.share // sum(one.share for one in SURFACES)):
        check(
            Origin(surface.name, seed, str(number)),
            surface.read,
            surface.refusals,
            surface.input(seed, number),
            strictly=True,
        )
