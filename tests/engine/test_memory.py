"""The C library's memory: what is freed goes back to the system."""

from __future__ import annotations

import subprocess
import sys

import pytest

HOLES = """
import sys, psutil
from engine.loading.memory import keep_little
if sys.argv[1:]:
    keep_little()
process, kept = psutil.Process(), []
bytearray(300_000)  # by default, the first that is freed raises the size that is given back at once
before = process.memory_info().rss
for _ in range(3):
    large = [(bytearray(b"1") * 250_000, kept.append(bytearray(b"1") * 20_000))[0] for _ in range(200)]
    del large
print((process.memory_info().rss - before) >> 20)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="glibc's")
def test_what_is_large_leaves_no_holes() -> None:
    """Also between pieces that stay."""
    grown = [
        int(subprocess.run([sys.executable, "-c", HOLES, *told], capture_output=True, text=True, check=True).stdout)
        for told in ((), ("keep little",))
    ]
    assert grown[1] < grown[0] / 2
