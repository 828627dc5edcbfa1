"""Machine code in files, tested on kernels of a tiny separate engine: compiled by one process, called by others."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine import imports, jit, machinecode

KERNELS = """
from typing import NamedTuple
import numpy as np
from engine.jit import bundle, kernel

@bundle("int64[::1], float64")
class Scaled(NamedTuple):
    numbers: np.ndarray
    factor: float

@kernel("int64[:,::1](int64[::1])")
def square(numbers):
    out = np.empty((len(numbers), 2), np.int64)
    for i in range(len(numbers)):
        out[i, 0], out[i, 1] = numbers[i], numbers[i] ** 2
    return out

@kernel("Scaled(Scaled, boolean)")
def scale(pair, twice):
    return Scaled(square(pair.numbers)[:, 1].copy(), pair.factor * 2 if twice else pair.factor)

@kernel("float64[::1](int64)")
def room(count):
    return np.zeros(count, np.float64)
"""
USE = """
import sys
import numpy as np
from engine.kernels_demo import Scaled, room, scale, square

def refused(function, *arguments):
    try:
        function(*arguments)
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)

numbers = np.arange(3)
print(square(numbers).tolist())
print(scale(Scaled(numbers, 1.5), True))
for _ in range(3):
    refused(room, -1)
refused(square, np.arange(3, dtype=np.int32))
refused(square, np.arange(6)[::2])
refused(square, np.zeros((2, 2), np.int64))
frozen = np.arange(3)
frozen.flags.writeable = False
refused(square, frozen)
refused(square, np.zeros(25, np.uint8)[1:].view(np.int64))
refused(square)
refused(scale, Scaled(np.zeros(2), 1.5), False)
print("numba" in sys.modules)
"""
NUMBERS = "[[0, 0], [1, 1], [2, 4]]"


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with compiled kernels."""
    root = tmp_path_factory.mktemp("tiny")
    (root / "engine").mkdir()
    (root / "engine" / "__init__.py").touch()
    for module in (jit, imports, machinecode):
        shutil.copy(str(module.__file__), root / "engine")
    (root / "engine" / "kernels_demo.py").write_text(KERNELS)
    run(root, "-m", "engine.jit")
    return root


@pytest.fixture
def code(compiled: Path) -> Iterator[Path]:
    """The code file of a kernel, restored afterwards."""
    (path,) = (compiled / "cache").rglob(f"*.square.{jit.CODE}")
    before = path.read_bytes()
    yield path
    path.write_bytes(before)
    path.with_name(f"{path.name}.{machinecode.ASIDE}").unlink(missing_ok=True)


def run(root: Path, *arguments: str, **env: str) -> list[str]:
    environment = {**os.environ, "XDG_CACHE_HOME": str(root / "cache"), "PYTHONPATH": str(root), **env}
    done = subprocess.run(
        [sys.executable, "-P", *arguments], env=environment, cwd=root, capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


@pytest.mark.soak
def test_kernels_are_called_without_the_compiler(compiled: Path) -> None:
    """Arrays, bundles and errors of a kernel pass through; arrays that it would misread are refused."""
    assert run(compiled, "-c", USE) == [
        NUMBERS,
        "Scaled(numbers=array([0, 1, 4]), factor=3.0)",
        *["ValueError negative dimensions not allowed"] * 3,
        *["TypeError square: argument 0 is or holds another array than a writable C array of ('<i8', 1)"] * 5,
        "TypeError square takes 1 arguments, not 0",
        "TypeError scale: argument 0 is or holds another array than a writable C array of ('<i8', 1)",
        "False",
    ]


@pytest.mark.soak
@pytest.mark.parametrize("damage", ["missing", "short", "changed", "foreign"])
def test_the_compiler_takes_the_place_of_a_file_that_is_not_good(compiled: Path, code: Path, damage: str) -> None:
    """This includes a file whose code needs a missing function: linking it would end the process.

    The compiler writes the file anew, so that the next process needs no compiler.
    """
    data = code.read_bytes()
    if damage == "missing":
        code.unlink()
    elif damage == "short":
        code.write_bytes(data[: len(data) // 2])
    elif damage == "changed":
        code.write_bytes(data[:-9] + bytes([data[-9] ^ 1]) + data[-8:])
    else:
        known: machinecode.Code = pickle.loads(data[len(machinecode.MAGIC) + 16 :])
        machinecode.write_code(code, replace(known, imports=("no_such_function",)))
    program = "import sys; from engine.kernels_demo import np, square; print(square(np.arange(3)).tolist())"
    program += "; print('numba' in sys.modules)"
    assert run(compiled, "-c", program) == [NUMBERS, "True"]
    assert run(compiled, "-c", program) == [NUMBERS, "False"]


@pytest.mark.soak
def test_code_that_never_links_is_not_compiled_by_every_process(compiled: Path, code: Path) -> None:
    """After one failure to link, the next file stays as it is, and numba's own cache is good enough."""
    known: machinecode.Code = pickle.loads(code.read_bytes()[len(machinecode.MAGIC) + 16 :])
    machinecode.write_code(code, replace(known, imports=("no_such_function",)))
    code.with_name(f"{code.name}.{machinecode.ASIDE}").touch()
    before = code.stat().st_mtime_ns
    program = "import sys; from engine.kernels_demo import np, square; print(square(np.arange(3)).tolist())"
    assert run(compiled, "-c", program) == [NUMBERS]
    assert code.stat().st_mtime_ns == before


@pytest.mark.soak
def test_a_file_that_cannot_be_written_leaves_nothing(
    compiled: Path, code: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the file nor a partial copy remains."""
    known: machinecode.Code = pickle.loads(code.read_bytes()[len(machinecode.MAGIC) + 16 :])

    def full(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="no space"):
        machinecode.write_code(tmp_path / "some.code", known)
    assert not list(tmp_path.iterdir())


@pytest.mark.soak
def test_arrays_outlive_the_coming_of_the_compiler(compiled: Path) -> None:
    """The allocator that made an array without numba also frees it; otherwise the debug allocator ends the process."""
    program = "from engine.kernels_demo import room; made = room(10_000); import numba; del made; print('freed')"
    assert run(compiled, "-c", program, PYTHONMALLOC="debug") == ["freed"]


@pytest.mark.soak
def test_the_compiler_and_machine_code_live_in_one_process(compiled: Path, code: Path) -> None:
    """A kernel without a file is compiled with the kernels it calls, both after and before some of these are used."""
    (other,) = code.parent.glob(f"*.scale.{jit.CODE}")
    other.unlink()
    program = """
import numpy as np
from engine.kernels_demo import Scaled, room, scale, square
print(square(np.arange(3)).tolist(), scale(Scaled(np.arange(3), 1.5), True), room(1), square(np.arange(3)).tolist())
"""
    assert run(compiled, "-c", program) == [f"{NUMBERS} Scaled(numbers=array([0, 1, 4]), factor=3.0) [0.] {NUMBERS}"]
