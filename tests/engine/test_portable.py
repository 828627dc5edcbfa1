"""Kernels compiled for any processor, which an image brings along until those for its machine are compiled."""

import shutil
from pathlib import Path

import pytest

from engine import jit
from tests.engine.test_jit import run, tiny

__all__ = ["tiny"]

WATCH = """
import sys
from engine import jit
from engine.deep.kernels_demo import step
print(jit.is_warm(), jit.is_tuned(), step(1), "numba" in sys.modules, jit.adopt())
"""


@pytest.fixture
def prepared(tiny: Path) -> Path:
    """The folder that an image would hold, with the portable code of the tiny project and a cache of its own."""
    folder = tiny / "prepared"
    run(tiny, "-m", "engine.jit", TILEWRIGHT_JIT="portable", TILEWRIGHT_PREPARED=str(folder))
    shutil.rmtree(tiny / "cache", ignore_errors=True)
    return folder


@pytest.mark.soak
def test_X11_prepared_code_runs_without_the_compiler(tiny: Path, prepared: Path) -> None:
    assert run(tiny, "-c", WATCH, TILEWRIGHT_PREPARED=str(prepared)) == ["True", "False", "11", "False", "1"]


@pytest.mark.soak
def test_X11_code_for_this_processor_takes_over_from_prepared_code(tiny: Path, prepared: Path) -> None:
    """In a running process, as soon as it is compiled; in a later one, from the start."""
    program = """
import os, subprocess, sys
from engine import jit
from engine.deep.kernels_demo import step
print(step(1), jit.adopt())
subprocess.run([sys.executable, "-P", "-m", "engine.jit"], check=True)
print(jit.adopt(), step(1), "numba" in sys.modules)
"""
    assert run(tiny, "-c", program, TILEWRIGHT_PREPARED=str(prepared)) == ["11", "1", "0", "11", "False"]
    assert run(tiny, "-c", WATCH, TILEWRIGHT_PREPARED=str(prepared)) == ["True", "True", "11", "False", "0"]


@pytest.mark.soak
def test_prepared_code_of_other_sources_is_left_alone(tiny: Path, prepared: Path) -> None:
    (tiny / "engine" / "constants.py").write_text("STEP = 20  # bytecode is told by seconds and size\n")
    assert run(tiny, "-c", WATCH, TILEWRIGHT_PREPARED=str(prepared))[:3] == ["False", "False", "21"]


@pytest.mark.soak
def test_half_prepared_code_does_not_count_as_warm(tiny: Path, prepared: Path) -> None:
    """As when the build was stopped."""
    (mark,) = prepared.glob("kernels/*/warm")
    mark.unlink()
    assert run(tiny, "-c", WATCH, TILEWRIGHT_PREPARED=str(prepared))[:3] == ["False", "False", "11"]


@pytest.mark.soak
def test_a_processor_that_is_too_old_compiles_for_itself(prepared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from llvmlite import binding

    monkeypatch.setenv(jit.PREPARED, str(prepared))
    monkeypatch.setattr(jit, "_digest", lambda target: next(prepared.glob("kernels/*")).name)
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    known = dict.fromkeys(jit._X86_FEATURES, True)
    for features, usable in ((known, True), ({**known, "popcnt": False}, False)):
        monkeypatch.setattr(binding, "get_host_cpu_features", lambda features=features: features)
        assert (jit.prepared_kernels.__wrapped__() is not None) is usable
