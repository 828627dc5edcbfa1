"""Kernels compiled for any processor, which an image brings along until those for its machine are compiled."""

from pathlib import Path

import pytest
from llvmlite import binding

from engine import jit
from tests.engine.test_jit import REPORT, code, run, tiny

__all__ = ["tiny"]

MODE = "from engine import jit; print(jit.ready_mode())"


@pytest.fixture
def prepared(tiny: Path) -> Path:
    """The folder that an image would hold, with the portable code of the tiny project."""
    run(tiny, "-m", "engine.jit", TILEWRIGHT_JIT="portable", XDG_CACHE_HOME=str(tiny / "image"))
    return tiny / "image" / "tilewright"


def mode(tiny: Path, prepared: Path, **env: str) -> str:
    return run(tiny, "-c", MODE, TILEWRIGHT_PREPARED=str(prepared), **env)[0]


@pytest.mark.soak
def test_X11_prepared_code_runs_without_being_compiled(tiny: Path, prepared: Path) -> None:
    """Even if nothing can be written at all."""
    before = code(tiny)
    (tiny / "file").touch()
    env = {"TILEWRIGHT_PREPARED": str(prepared), "XDG_CACHE_HOME": str(tiny / "file")}
    for path in (prepared, *prepared.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    assert run(tiny, "-c", MODE, **env) == ["portable"]
    assert run(tiny, "-c", REPORT, TILEWRIGHT_JIT="portable", **env) == ["11", "True"]
    assert code(tiny) == before


@pytest.mark.soak
def test_X11_code_for_this_processor_comes_before_prepared_code(tiny: Path, prepared: Path) -> None:
    run(tiny, "-m", "engine.jit", TILEWRIGHT_PREPARED=str(prepared))
    assert mode(tiny, prepared) == "on"
    for demanded in ("portable", "off", "checked"):
        assert mode(tiny, prepared, TILEWRIGHT_JIT=demanded) == demanded


@pytest.mark.soak
def test_prepared_code_of_other_sources_is_left_alone(tiny: Path, prepared: Path) -> None:
    (tiny / "engine" / "kernels_constants.py").write_text("STEP = 20  # bytecode is told by seconds and size\n")
    assert mode(tiny, prepared) == "off"


@pytest.mark.soak
def test_half_prepared_code_is_left_alone(tiny: Path, prepared: Path) -> None:
    """As when the build was stopped."""
    (mark,) = prepared.glob("kernels/*/warm")
    mark.unlink()
    assert mode(tiny, prepared) == "off"


def test_a_processor_that_is_too_old_does_not_run_prepared_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "warm").touch()
    monkeypatch.delenv(jit.MODE, raising=False)
    monkeypatch.setattr(jit, "_folder", lambda mode: tmp_path / ("" if mode == jit.PORTABLE else "none"))
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    known = dict.fromkeys(jit._X86_FEATURES, True)
    for features, usable in ((known, jit.PORTABLE), ({**known, "popcnt": False}, jit.OFF)):
        monkeypatch.setattr(binding, "get_host_cpu_features", lambda features=features: features)
        assert jit.ready_mode() == usable
