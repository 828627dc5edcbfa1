"""No kernel indexes an array outside of it, nor from its end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDERS = ("computer", "formats", "play", "words", "test_loading_computers.py")


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_no_kernel_leaves_an_array() -> None:
    """The engine's tests with every index checked; the run fails unless each kernel is among those that ran."""
    options = ["-n", "0", "-p", "tests.support.kernel_calls", "-p", "no:cacheprovider"]
    found = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *(f"tests/engine/{name}" for name in FOLDERS)],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "TILEWRIGHT_JIT": "checked"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout[-4000:] + found.stderr[-2000:]
