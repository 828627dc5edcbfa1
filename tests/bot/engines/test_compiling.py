"""Compiling ahead: in order of need, several modules at once, and old caches deleted."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

import psutil
import pytest

from bot.engines import compiler
from bot.engines.children import start
from bot.engines.compiler import prune_caches
from engine import jit
from tests.support.service import eventually

NEEDS = {
    "engine.computer.a": frozenset({"engine.play.d"}),
    "engine.computer.b": frozenset[str](),
    "engine.play.c": frozenset[str](),
    "engine.play.d": frozenset({"engine.play.c"}),
}


def test_each_module_comes_after_those_that_it_needs_and_the_common_ones_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one worker; modules that only some players need come last."""
    loaded: list[str] = []
    monkeypatch.setattr(jit, "compile_module", loaded.append)
    with ThreadPoolExecutor(1) as pool:
        done = list(compiler._in_order_of_need(NEEDS, cast("ProcessPoolExecutor", pool), 1))
    assert done == loaded == ["engine.play.c", "engine.play.d", "engine.computer.a", "engine.computer.b"]


def test_modules_that_do_not_need_each_other_are_compiled_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of them here: neither continues before the other has begun."""
    both = threading.Barrier(2, timeout=60)

    def load(module: str) -> None:
        if module in ("engine.computer.b", "engine.play.c"):
            both.wait()

    monkeypatch.setattr(jit, "compile_module", load)
    with ThreadPoolExecutor(2) as pool:
        done = list(compiler._in_order_of_need(NEEDS, cast("ProcessPoolExecutor", pool), 2))
    assert sorted(done) == sorted(NEEDS)


def test_the_real_modules_have_an_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each needs only kernel modules, and never itself, even indirectly. None is compiled: that takes 20 seconds."""
    monkeypatch.setattr(jit, "compile_module", lambda _: None)
    needs = jit.needs()
    assert set(needs) == set(jit.kernel_modules())
    assert "engine.play.generator.kernels.racks" in needs["engine.play.generator.kernels.search"]
    with ThreadPoolExecutor(1) as pool:
        order = list(compiler._in_order_of_need(needs, cast("ProcessPoolExecutor", pool), 1))
    assert sorted(order) == sorted(needs)
    assert all(set(order[: order.index(name)]) >= others for name, others in needs.items())


def test_what_games_do_not_need_is_compiled_when_it_is_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing needs it but its package, of which it is an attribute."""
    compiled: list[str] = []

    def compile_in_order(needs: Mapping[str, frozenset[str]], *_: object) -> Iterator[str]:
        compiled.extend(frozenset(needs).union(*needs.values()))
        return iter(needs)

    monkeypatch.setattr(jit, "_folder", lambda _: tmp_path)
    monkeypatch.setattr(compiler, "_in_order_of_need", compile_in_order)
    monkeypatch.setattr(compiler, "prune_caches", lambda: None)
    compiler.compile_all()
    assert set(jit.kernel_modules()) - set(compiled) == {compiler.LEFT_OUT}
    assert {name for name, others in jit.needs().items() if compiler.LEFT_OUT in others} == {"engine.computer.kernels"}
    assert jit.is_tuned()


# --- the process ---


async def test_the_process_knows_no_secret_and_ends_with_the_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It and its workers, on a machine where nothing is compiled."""
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    compiler = await start("bot.engines.compiler")
    assert compiler.stdin
    process = psutil.Process(compiler.pid)
    await eventually(lambda: len(process.children()) > 1)
    family = [process, *process.children(recursive=True)]
    assert not any("secret" in one.environ().values() for one in family)
    compiler.stdin.close()  # as if the bot had been killed
    await compiler.wait()
    await eventually(lambda: not any(one.is_running() and one.status() != "zombie" for one in family))


# --- old caches ---


@pytest.fixture
def caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with twelve caches; the tenth is this version's, and the first is the most recently used."""
    now = time.time()
    for number in range(12):
        folder = tmp_path / f"{number:02}"
        (folder / "deep").mkdir(parents=True)
        (folder / "deep" / "code").write_bytes(b"code")
        (folder / jit.USED).touch()
        for path in (folder / jit.USED, folder):
            os.utime(path, (now - number * 86_400 * 3,) * 2)
    monkeypatch.setattr(jit, "cache_folder", lambda: tmp_path / "09")
    return tmp_path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_caches_of_old_versions_are_deleted(caches: Path) -> None:
    """The eight latest stay, including this version's."""
    prune_caches()
    assert names(caches) == ["00", "01", "02", "03", "04", "05", "06", "09"]
    prune_caches()
    assert len(names(caches)) == 8


def test_caches_used_of_late_are_kept_however_many(caches: Path) -> None:
    """A developer may work on several versions at once."""
    for number in range(12):
        os.utime(caches / f"{number:02}" / jit.USED)
    prune_caches()
    assert len(names(caches)) == 12


HOLD = """
import sys
from pathlib import Path
from engine import jit
jit._hold(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_cache_that_a_process_uses_is_kept(caches: Path) -> None:
    """Until that process ends."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(caches / "11")], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout and process.stdin
        assert process.stdout.readline() == b"held\n"
        long_ago = time.time() - 86_400 * 100
        for path in (caches / "11" / jit.USED, caches / "11"):
            os.utime(path, (long_ago,) * 2)
        prune_caches()
        assert "11" in names(caches) and "10" not in names(caches)
        process.stdin.close()
    prune_caches()
    assert "11" not in names(caches)


def test_what_an_interrupted_deletion_has_left_is_deleted(caches: Path) -> None:
    (caches / "10").rename(caches / "10.old")
    prune_caches()
    assert not any("old" in name for name in names(caches))


def test_a_machine_that_keeps_nothing_has_nothing_to_delete(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "cache_folder", lambda: None)
    cast("Any", prune_caches)()
