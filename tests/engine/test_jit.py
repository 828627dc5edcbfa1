"""The compiler's cache, tested on a tiny separate engine so that nothing here depends on the real kernels."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from llvmlite import binding

from engine import imports, jit, machinecode

KERNELS = """
from typing import NamedTuple
from engine.jit import bundle, kernel
from engine.constants import STEP

@bundle("int64, int64")
class Pace(NamedTuple):
    steps: int
    length: int

@kernel("int64(int64)")
def step(x: int) -> int:
    return x + STEP

@kernel("int64(int64)")
def twice(x: int) -> int:
    return step(step(x))

@kernel("int64(int64, Pace)")
def walk(x: int, pace: Pace) -> int:
    return x + pace.steps * pace.length
"""
BUNDLES = """
import sys
from engine import jit
from engine.deep.kernels_demo import Pace, walk
print(walk(1, Pace(3, 4)), "numba" in sys.modules)
"""
LAZY = """
import sys
from engine.deep.kernels_demo import step, twice
print("llvmlite" in sys.modules, step(1), twice(1), "numba" in sys.modules)
"""
TAKEN = """
from typing import NamedTuple
from engine.deep.kernels_demo import step
from engine.jit import bundle

@bundle("int64")
class Tuple(NamedTuple):
    steps: int

try:
    step(1)
except ValueError as error:
    print(error)
"""
PLACES = """
from engine.jit import kernel

@kernel("int64(int64[::1], int64)", lean=True)
def item(numbers, i):
    return numbers[i]

@kernel("int64(int64[:,::1], int64)")
def first_of_row(table, i):
    return item(table[i], 0)

@kernel("void(int64[::1], int64)")
def put(numbers, i):
    numbers[i] = 0

@kernel("int64(int64[::1])")
def last_two(numbers):
    return numbers[-2:].sum()
"""
OUTSIDE = """
import numpy as np
from engine.deep.kernels_places import first_of_row, item, last_two, put

def shown(call, *args):
    try:
        return call(*args)
    except IndexError:
        return "outside"

numbers = np.arange(12)
middle, table = numbers[4:8], numbers.reshape(6, 2)[2:4]
print(*(shown(item, middle, i) for i in (3, -1, 4)))
print(*(shown(first_of_row, table, i) for i in (1, -1, 2)))
print(shown(last_two, middle), shown(put, middle, -1), numbers[3])
"""
CHANGED = """
from numba.np import arrayobj
fix = arrayobj.fix_integer_index
arrayobj.fix_integer_index = lambda context, builder, idxty, idx, size, *more: fix(context, builder, idxty, idx, size)
"""
REPORT = """
import sys
from engine import jit
was_warm = jit.is_warm()
loaded = "numba" in sys.modules
from engine.deep.kernels_demo import step
print(step(1), was_warm, loaded, "numba" in sys.modules)
"""


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A project with the real `engine.jit` and one kernel that uses a constant of another module."""
    engine = tmp_path / "engine"
    (engine / "deep").mkdir(parents=True)
    (engine / "__init__.py").touch()
    (engine / "deep" / "__init__.py").touch()
    for module in (jit, imports, machinecode):
        shutil.copy(str(module.__file__), engine)
    (engine / "constants.py").write_text("STEP = 10\n")
    (engine / "deep" / "kernels_demo.py").write_text(KERNELS)
    return tmp_path


def run(root: Path, *arguments: str, **env: str) -> list[str]:
    environment = {**os.environ, "XDG_CACHE_HOME": str(root / "cache"), "PYTHONPATH": str(root), **env}
    command = [sys.executable, "-P", *arguments]
    done = subprocess.run(command, env=environment, cwd=root, capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.soak
def test_a_second_process_finds_the_compiled_kernels(tiny: Path) -> None:
    """Cold, then warmed up in a subprocess, then called without the compiler."""
    assert run(tiny, "-c", REPORT) == ["11", "False", "False", "True"]
    run(tiny, "-m", "engine.jit")
    assert run(tiny, "-c", REPORT) == ["11", "True", "False", "False"]


@pytest.mark.soak
def test_an_edited_constant_of_another_module_is_not_missed(tiny: Path) -> None:
    """numba alone would keep using the old value."""
    run(tiny, "-m", "engine.jit")
    (tiny / "engine" / "constants.py").write_text("STEP = 20  # bytecode is told by seconds and size\n")
    assert run(tiny, "-c", REPORT) == ["21", "False", "False", "True"]


@pytest.mark.soak
def test_a_constant_of_a_module_that_is_newly_imported_is_not_missed(tiny: Path) -> None:
    """Which modules count is remembered from process to process, but never against the files."""
    constants = tiny / "engine" / "constants.py"
    for name, step in (("less", 10), ("more", 20)):
        (tiny / "engine" / f"{name}.py").write_text(f"STEP = {step}\n")
        constants.write_text(f"from engine.{name} import STEP\n")
        os.utime(constants, (1, 1))
        run(tiny, "-m", "engine.jit", PYTHONDONTWRITEBYTECODE="1")  # bytecode is told by seconds and size
    (tiny / "engine" / "more.py").write_text("STEP = 30\n")
    assert run(tiny, "-c", REPORT, PYTHONDONTWRITEBYTECODE="1") == ["31", "False", "False", "True"]


@pytest.mark.parametrize("name", ["NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_ENABLE_AVX"])
def test_code_for_another_processor_is_kept_apart(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba compiles for the processor that the environment names."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folders = set()
    for value in ("", "0"):
        monkeypatch.setenv(name, value)
        folders.add(jit.cache_folder.__wrapped__())
    assert len(folders) == 2


def test_code_for_fewer_features_is_kept_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Processors of one name can have different features: virtual ones, or with a feature switched off."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    features = binding.get_host_cpu_features()
    less = type(features)(dict.fromkeys(features, False))
    before = jit.cache_folder.__wrapped__()
    monkeypatch.setattr(binding, "get_host_cpu_features", lambda: less)
    assert jit.cache_folder.__wrapped__() != before


@pytest.mark.soak
def test_another_checkout_of_the_same_sources_finds_the_compiled_kernels(tiny: Path, tmp_path: Path) -> None:
    """Neither where they are nor when they were written matters to machine code."""
    run(tiny, "-m", "engine.jit")
    other = Path(shutil.copytree(tiny / "engine", tmp_path / "other" / "engine")).parent
    os.utime(other / "engine" / "deep" / "kernels_demo.py", (1, 1))
    assert run(other, "-c", REPORT, XDG_CACHE_HOME=str(tiny / "cache")) == ["11", "True", "False", "False"]


@pytest.mark.soak
def test_a_touched_file_is_not_taken_for_warm_if_machine_code_cannot_be_kept(tiny: Path) -> None:
    """The cache of numba then serves, which compiles again when a file's modification time differs."""
    (tiny / "engine" / "machinecode.py").write_text(
        (tiny / "engine" / "machinecode.py").read_text() + "\ndel write_code  # as with a numba of another kind\n"
    )
    run(tiny, "-m", "engine.jit")
    assert run(tiny, "-c", REPORT)[:2] == ["11", "True"]
    os.utime(tiny / "engine" / "deep" / "kernels_demo.py", (1, 1))
    assert run(tiny, "-c", REPORT)[1] == "False"


@pytest.mark.soak
def test_without_a_writable_cache_kernels_are_compiled_all_the_same(tiny: Path) -> None:
    """Having no writable home is slower, but not an error."""
    (tiny / "file").touch()
    nowhere = str(tiny / "file" / "cache")
    assert run(tiny, "-c", REPORT, XDG_CACHE_HOME=nowhere) == ["11", "False", "False", "True"]
    run(tiny, "-m", "engine.jit", XDG_CACHE_HOME=nowhere)


def test_the_compiler_can_be_switched_off(tiny: Path) -> None:
    """Kernels are then plain functions, there is nothing to warm up, and numba is never imported."""
    assert run(tiny, "-c", REPORT, TILEWRIGHT_JIT="off") == ["11", "True", "False", "False"]
    assert run(tiny, "-c", REPORT + "print('numba' in sys.modules)", TILEWRIGHT_JIT="off")[-1] == "False"


@pytest.fixture
def places(tiny: Path) -> Path:
    """The same project with kernels that take an index."""
    (tiny / "engine" / "deep" / "kernels_places.py").write_text(PLACES)
    return tiny


@pytest.mark.soak
def test_every_index_is_checked_on_request(places: Path) -> None:
    """Code without the checks is kept apart from code with them."""
    run(places, "-m", "engine.jit")
    for _ in range(2):
        found = run(places, "-c", OUTSIDE, TILEWRIGHT_JIT="checked")
        assert found == ["7", "outside", "outside", "6", "outside", "outside", "13", "outside", "3"]


@pytest.mark.soak
def test_with_another_numba_negative_indexes_pass_the_check(places: Path) -> None:
    """Kernels are compiled all the same where numba's function takes other arguments, and other indexes are checked."""
    found = run(places, "-c", CHANGED + OUTSIDE, TILEWRIGHT_JIT="checked")
    assert found[:6] == ["7", "7", "outside", "6", "6", "outside"]


@pytest.mark.soak
def test_code_is_compiled_where_numba_lacks_the_function(tiny: Path) -> None:
    """Nothing fails that does not need it."""
    program = "from numba.np import arrayobj; del arrayobj.fix_integer_index"
    program += "; from engine.deep.kernels_demo import twice; print(twice(1))"
    assert run(tiny, "-c", program, TILEWRIGHT_JIT="checked") == ["21"]


@pytest.mark.soak
def test_a_bundle_is_named_in_signatures(tiny: Path) -> None:
    """Bundles work when compiled, loaded by a second process, and as plain Python."""
    assert run(tiny, "-c", BUNDLES) == ["13", "True"]
    assert run(tiny, "-c", BUNDLES) == ["13", "False"]
    assert run(tiny, "-c", BUNDLES, TILEWRIGHT_JIT="off") == ["13", "False"]


@pytest.mark.soak
def test_kernels_are_loaded_when_they_are_first_called(tiny: Path) -> None:
    """Importing their module loads no machine code; another kernel that calls one finds it."""
    run(tiny, "-m", "engine.jit")
    assert run(tiny, "-c", LAZY) == ["False", "11", "21", "False"]


@pytest.mark.soak
def test_a_bundle_cannot_have_the_name_of_another_type(tiny: Path) -> None:
    """Signatures that use the other type would change their meaning."""
    assert run(tiny, "-c", TAKEN) == ["Tuple", "is", "a", "numba", "type", "already"]


@pytest.mark.soak
def test_a_cache_in_use_says_so(tiny: Path) -> None:
    """The stamp gives the last time a process loaded kernels, so that nobody deletes the cache as old."""
    run(tiny, "-m", "engine.jit")
    (stamp,) = (tiny / "cache").rglob(jit.USED)
    os.utime(stamp, (1, 1))
    run(tiny, "-c", REPORT)
    assert stamp.stat().st_mtime > 1


def test_modules_and_what_they_need_first(tiny: Path) -> None:
    """Only kernel modules are counted."""
    (tiny / "engine" / "kernels_more.py").write_text("from engine.deep.kernels_demo import step\n")
    assert run(tiny, "-c", "from engine import jit; print(len(jit.needs()), *jit.needs()['engine.kernels_more'])") == [
        "2",
        "engine.deep.kernels_demo",
    ]


def test_kernels_live_in_kernel_modules_only() -> None:
    """A kernel in another module would not count towards the cache's name, so it is refused."""
    with pytest.raises(ValueError, match="no kernel module"):
        jit.kernel("int64(int64)")(abs_of)


def abs_of(x: int) -> int:
    return abs(x)


def test_real_kernels_are_found() -> None:
    """The graph's kernels are among the sources, as are the modules that they import."""
    assert "engine.words.graph.kernels" in jit.kernel_modules()
    assert Path(jit.__file__) in jit.kernel_sources()
