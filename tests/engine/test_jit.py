"""The compiler's cache, tested on a tiny separate engine, and kernels for any processor."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from llvmlite import binding

from engine import jit

KERNELS = """
from typing import NamedTuple
from engine.jit import bundle, kernel
from engine.kernels_constants import STEP

@bundle("int64, int64[::1]")
class Pace(NamedTuple):
    steps: int
    lengths: object

@kernel("int64(int64)")
def step(x: int) -> int:
    return x + STEP

@kernel("int64(int64)")
def twice(x: int) -> int:
    return step(step(x))

@kernel("int64(int64, Pace)", lean=True)
def walk(x: int, pace: Pace) -> int:
    lengths = pace.lengths
    while x < pace.steps:
        if lengths[x] == 0:
            break
        x += 1
    return x

@kernel("int64(int64[::1], int64)")
def item(numbers, i):
    return numbers[i]

@kernel("int64(int64[:,::1], int64)")
def first_of_row(table, i):
    return item(table[i], 0)

@kernel("void(int64[:,::1], int64)")
def mark(table, i):
    table[i, 1] = table[i, 0] + 70
"""
USE = """
import sys
import numpy as np
from engine.deep.kernels_demo import Pace, step, twice, walk
print("numba" in sys.modules, step(1), twice(1), walk(0, Pace(3, np.array([1, 1, 0]))))
"""
OUTSIDE = """
import numpy as np
from engine.deep.kernels_demo import first_of_row, item, mark

def shown(call, *args):
    try:
        return call(*args)
    except IndexError:
        return "outside"

numbers = np.arange(12)
print(*(shown(item, numbers[4:8], i) for i in (3, 4, -1)))
for call in (first_of_row, mark):
    print(*(shown(call, numbers.reshape(6, 2)[2:4], i) for i in (1, 2, -1)))
"""
REPORT = """
from engine import jit
was_tuned = jit.is_tuned()
from engine.deep.kernels_demo import step
print(step(1), was_tuned)
"""


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A project with the real `engine.jit` and a kernel that uses a constant of another module."""
    engine = tmp_path / "engine"
    (engine / "deep").mkdir(parents=True)
    (engine / "__init__.py").touch()
    (engine / "deep" / "__init__.py").touch()
    shutil.copy(str(jit.__file__), engine)
    (engine / "kernels_constants.py").write_text("STEP = 10\n")
    (engine / "deep" / "kernels_demo.py").write_text(KERNELS)
    return tmp_path


def run(root: Path, *arguments: str, **env: str) -> list[str]:
    here = {"XDG_CACHE_HOME": str(root / "cache"), "PYTHONPATH": str(root), jit.MODE: jit.ON, jit.PREPARED: ""}
    environment = {**os.environ, **here, **env}
    command = [sys.executable, "-P", *arguments]
    done = subprocess.run(command, env=environment, cwd=root, capture_output=True, text=True, check=True)
    return done.stdout.split()


def code(root: Path) -> dict[Path, int]:
    """The files of compiled code, with the times when they were written."""
    return {path: path.stat().st_mtime_ns for path in root.rglob("*.nb?")}


@pytest.mark.soak
def test_a_second_process_finds_the_compiled_kernels(tiny: Path) -> None:
    """Also in another checkout: neither where sources are nor when they were written matters to compiled code."""
    assert run(tiny, "-c", REPORT) == ["11", "False"]
    run(tiny, "-m", "engine.jit")
    compiled = code(tiny / "cache")
    other = Path(shutil.copytree(tiny / "engine", tiny / "other" / "engine")).parent
    os.utime(other / "engine" / "deep" / "kernels_demo.py", (1, 1))
    for place in (tiny, other):
        assert run(place, "-c", REPORT, XDG_CACHE_HOME=str(tiny / "cache")) == ["11", "True"]
    assert code(tiny / "cache") == compiled


@pytest.mark.soak
def test_an_edited_constant_of_another_module_is_not_missed(tiny: Path) -> None:
    """numba alone would keep using the old value."""
    run(tiny, "-m", "engine.jit")
    (tiny / "engine" / "kernels_constants.py").write_text("STEP = 20  # bytecode is told by seconds and size\n")
    assert run(tiny, "-c", REPORT) == ["21", "False"]


@pytest.mark.parametrize("name", ["NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_ENABLE_AVX"])
def test_code_for_another_processor_is_kept_apart(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba compiles for the processor that the environment names."""
    folders = set()
    for value in ("", "0"):
        monkeypatch.setenv(name, value)
        folders.add(jit._folder.__wrapped__(jit.ON))
    assert len(folders) == 2


def test_code_for_fewer_features_is_kept_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processors of one name can have different features: virtual ones, or with a feature switched off."""
    features = binding.get_host_cpu_features()
    less = type(features)(dict.fromkeys(features, False))
    before = jit._folder.__wrapped__(jit.ON)
    monkeypatch.setattr(binding, "get_host_cpu_features", lambda: less)
    assert jit._folder.__wrapped__(jit.ON) != before


@pytest.mark.soak
def test_without_a_writable_cache_kernels_are_compiled_all_the_same(tiny: Path) -> None:
    """Having no writable home is slower, but not an error."""
    (tiny / "file").touch()
    nowhere = str(tiny / "file" / "cache")
    assert run(tiny, "-c", REPORT, XDG_CACHE_HOME=nowhere) == ["11", "False"]
    run(tiny, "-m", "engine.jit", XDG_CACHE_HOME=nowhere)


@pytest.mark.soak
def test_a_damaged_file_is_replaced(tiny: Path) -> None:
    run(tiny, "-m", "engine.jit")
    (path,) = (tiny / "cache").rglob("*.step-*.nbc")
    whole = path.stat().st_size
    path.write_bytes(path.read_bytes()[:100])
    assert run(tiny, "-c", REPORT) == ["11", "True"]
    assert run(tiny, "-c", REPORT) == ["11", "True"]
    assert path.stat().st_size == whole


def test_the_compiler_can_be_switched_off(tiny: Path) -> None:
    """Kernels are then plain functions, there is nothing to warm up, and numba is never imported."""
    shown = run(tiny, "-c", USE + "print('numba' in sys.modules)", TILEWRIGHT_JIT="off")
    assert shown == ["False", "11", "21", "2", "False"]
    assert run(tiny, "-c", REPORT, TILEWRIGHT_JIT="off") == ["11", "True"]


@pytest.mark.soak
def test_every_index_is_checked_on_request(tiny: Path) -> None:
    """Code without the checks is kept apart from code with them."""
    run(tiny, "-m", "engine.jit")
    for _ in range(2):
        shown = run(tiny, "-c", OUTSIDE, TILEWRIGHT_JIT="checked")
        assert shown == [one for inside in ("7", "6", "None") for one in (inside, "outside", "outside")]


@pytest.mark.soak
def test_a_negative_index_is_not_counted_from_the_end(tiny: Path) -> None:
    """Looking for one would be a sixth of the time of the real kernels."""
    program = """
import numpy as np
from engine.deep.kernels_demo import item, mark
numbers = np.arange(12)
mark(numbers.reshape(6, 2)[2:4], -1)
print(item(numbers[4:8], -1), numbers[3])
"""
    assert run(tiny, "-c", program) == ["72", "72"]


@pytest.mark.soak
def test_kernels_are_compiled_or_loaded_when_they_are_first_called(tiny: Path) -> None:
    """Importing their module does not load the compiler; bundles and kernels that call kernels work in both ways."""
    for _ in range(2):
        assert run(tiny, "-c", USE) == ["False", "11", "21", "2"]


@pytest.mark.soak
def test_a_lean_kernel_counts_no_references(tiny: Path) -> None:
    """Counting would double the time of the real ones."""
    program = """
from engine.deep.kernels_demo import walk
(text,) = walk.compile().inspect_llvm().values()
print("call void @NRT_incref" in text)
"""
    assert run(tiny, "-c", program) == ["False"]
    kernels = tiny / "engine" / "deep" / "kernels_demo.py"
    kernels.write_text(kernels.read_text().replace(", lean=True", ""))
    assert run(tiny, "-c", program) == ["True"]


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
    (tiny / "engine" / "kernels_more.py").write_text("import math\nfrom engine.deep.kernels_demo import step\n")
    program = "from engine import jit; print(len(jit.needs()), *jit.needs()['engine.kernels_more'])"
    assert run(tiny, "-c", program) == ["3", "engine.deep.kernels_demo"]


def test_kernels_live_in_kernel_modules_only() -> None:
    """A kernel in another module would not count towards the cache's name, so it is refused."""
    with pytest.raises(ValueError, match="no kernel module"):
        jit.kernel("int64(int64)")(abs_of)


def abs_of(x: int) -> int:
    return abs(x)


def test_kernel_modules_depend_on_each_other_only() -> None:
    """Otherwise the cache's name would not cover everything that compiled code depends on."""
    assert "engine.words.graph.kernels" in jit.kernel_modules()
    for path in jit._paths():
        for node in ast.walk(ast.parse(path.read_bytes())):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                assert not name.startswith("engine") or ".kernels" in name or name == "engine.jit", path


def test_kernels_call_kernels_by_name() -> None:
    """What a kernel calls is read from its names, to be loaded first: code within it would have names of its own."""
    for path in jit._paths():
        tree = ast.parse(path.read_bytes())
        modules = {one.asname or one.name for node in tree.body if isinstance(node, ast.Import) for one in node.names}
        modules |= {
            one.asname or one.name
            for node in tree.body
            if isinstance(node, ast.ImportFrom)
            for one in node.names
            if f"{node.module}.{one.name}" in jit.kernel_modules()
        }
        for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
            for node in ast.walk(function):
                assert not isinstance(node, ast.Lambda | ast.comprehension), (path, function.name)
                assert node is function or not isinstance(node, ast.FunctionDef), (path, function.name)
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                    owner = ast.unparse(node.func.value)
                    assert owner not in modules - {"np", "math"}, (path, function.name, owner)


@pytest.mark.soak
def test_what_fails_in_a_kernel_fails_in_its_callers(tiny: Path) -> None:
    """Compiled, and loaded by another process, which has loaded nothing else before."""
    kernels = tiny / "engine" / "deep" / "kernels_demo.py"
    kernels.write_text(f"import numpy as np\n{kernels.read_text()}{FAILING}")
    program = """
from engine.deep.kernels_demo import outer
for size in (3, -1, 1 << 50):
    try:
        print(outer(size))
    except (MemoryError, ValueError) as error:
        print(type(error).__name__)
"""
    for _ in range(2):
        assert run(tiny, "-c", program) == ["3", "ValueError", "MemoryError"]


FAILING = """
@kernel("int64[::1](int64)")
def room(size):
    return np.zeros(size, np.int64)

@kernel("int64(int64)", lean=True)
def middle(size):
    return len(room(size))

@kernel("int64(int64)")
def outer(size):
    return middle(size)
"""

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
