"""What it costs that an image brings kernels for any processor, until those for its own are compiled.

Both kinds run side by side, in turns within one run, on one thread; only processor time counts, so that other work on
the machine matters less. ROUNDS is how often each figure is measured. Kernels for any processor are compiled first,
unless TILEWRIGHT_PREPARED names a folder that holds those of this checkout.
"""

from __future__ import annotations

import os
from resource import RUSAGE_CHILDREN, getrusage
from time import perf_counter

import pytest

from engine import jit
from tests.support.beside import DEALS, FIGURES, GAMES, POSITIONS, SIMULATION, Engine, compare
from tests.support.compiled import COMPILE

ROUNDS = int(os.environ.get("ROUNDS", "7"))
KIND = "from engine import jit; print(jit.ready_mode())"


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> tuple[Engine, Engine]:
    """An engine with kernels for any processor, and one with those for this processor."""
    folder = tmp_path_factory.mktemp("kernels")
    own = {**os.environ, jit.MODE: jit.ON}
    found = Engine(variables={**own, jit.MODE: jit.PORTABLE, "XDG_CACHE_HOME": str(folder)}), Engine(variables=own)
    for name, engine in zip(("for any processor", "for this processor"), found, strict=True):
        compile_with(name, engine)
    assert [told(engine, KIND) for engine in found] == [jit.PORTABLE, jit.ON]
    return found


def told(engine: Engine, program: str) -> str:
    """What a program prints in the environment of an engine."""
    process = engine.start("-c", program)
    printed = process.communicate()[0].strip()
    assert process.returncode == 0
    return printed


def compile_with(name: str, engine: Engine) -> None:
    """Compile every kernel that is not compiled yet, and print how long it took."""
    begun, used = perf_counter(), getrusage(RUSAGE_CHILDREN).ru_utime
    told(engine, COMPILE)
    used = getrusage(RUSAGE_CHILDREN).ru_utime - used
    print(f"\ncompiled {name}: {perf_counter() - begun:.0f} s, {used:.0f} s of processor time")


@pytest.mark.benchmark
@pytest.mark.timeout(3600)
def test_time_of_portable_kernels_as_a_share_of_native_ones(kinds: tuple[Engine, Engine]) -> None:
    """Best plays by score and by equity, the best 60, all plays, games of levels 5 to 7, and deals of level 8."""
    for figure, (share, own) in compare(*kinds, ROUNDS, (*FIGURES, SIMULATION)).items():
        print(f"{figure}: {share:.3f} times the time of kernels for this processor; {rate(figure, own)}")
        assert share > 0


def rate(figure: str, seconds: float) -> str:
    """The speed behind processor seconds for a figure's work."""
    if figure == SIMULATION:
        return f"{DEALS / seconds:.0f} deals of all candidates a second"
    if figure in {"level 5", "level 6", "level 7"}:
        return f"{GAMES / seconds:.0f} games a second"
    return f"{1e6 * seconds / POSITIONS:.1f} us"
