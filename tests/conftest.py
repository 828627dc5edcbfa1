"""Options of the tests."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# What tests the bot imports it below, where it is needed: the process that starts the workers needs none of it.

# `--hypothesis-profile searching` finds new examples on each run; "steady" takes the same ones each time, so that
# a change fails by its own fault and not by chance. Neither fails because the machine is busy.
settings.register_profile("searching", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("steady", settings.get_profile("searching"), derandomize=True)
settings.load_profile("steady")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options for the number of random inputs and their seed, and for how long the load lasts."""
    group = parser.getgroup("fuzz", "inputs made at random (tests/fuzz)")
    group.addoption("--fuzz-inputs", type=int, default=100_000, help="so many inputs in all, for `-m soak`; 100000")
    load = parser.getgroup("load", "many servers at once (tests/load)")
    load.addoption("--load-servers", type=int, default=200, help="how many servers play, for `-m soak`; 200")
    load.addoption("--load-seconds", type=float, default=60.0, help="how long they play, for `-m soak`; 60")
    several = parser.getgroup("fleet", "several processes of one bot (tests/bot/test_fleet.py)")
    several.addoption("--fleet-games", type=int, default=40, help="how many games go on, for `-m soak`; 40")
    several.addoption("--fleet-seconds", type=float, default=100.0, help="how long they go on, for `-m soak`; 100")
    group.addoption("--fuzz-seed", type=int, default=1, help="another number gives other inputs; 1")
    time = parser.getgroup("time", "what tests wait for (tests/support/skipping.py)")
    time.addoption("--late", type=int, help="let databases and Discord be late, as this number decides")


def pytest_configure(config: pytest.Config) -> None:
    """Where Python may not put bytecode next to the sources, keep it in pytest's cache folder.

    Otherwise every worker and every process that a test starts compiles the bot and all libraries again.
    """
    cache = getattr(config, "cache", None)  # there is none with `-p no:cacheprovider`
    if not sys.dont_write_bytecode or cache is None:
        return
    folder = str(cache.mkdir("bytecode"))
    sys.dont_write_bytecode, sys.pycache_prefix = False, folder
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # for workers and other processes
    os.environ["PYTHONPYCACHEPREFIX"] = folder


FOLDERS = {"page": "tests/bot/page", "benchmark": "tests/benchmarks"}
"""Where all tests have a marker. What these import, such as Playwright, takes each worker long."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the folders of which no test is chosen, and for `-m gate` the files that mark none so."""
    chosen = config.option.markexpr
    if chosen == "gate" and collection_path.match("test_*.py"):
        return not marks_for_gate(collection_path) or None
    return collection_path in [config.rootpath / at for mark, at in FOLDERS.items() if f"not {mark}" in chosen] or None


def marks_for_gate(path: Path) -> bool:
    """Whether a file of tests may mark some for the gate, as `pytest.mark.gate` or by `at_gate`."""
    return "gate" in path.read_text(encoding="utf-8")


YOUNG = 10_000
"""How many more objects there may be before young ones are looked at: a bot makes as many to start."""


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Set modules and tests aside, so that no collection of garbage looks at a million objects that stay.

    Each would stop the bot of a test for a second or more. What tests leave behind is collected as ever.
    """
    gc.disable()
    try:
        if not starts_workers(session.config):
            from bot import features

            features.chosen()  # whatever is tested, and in whatever order, features have added their tables
        return (yield)
    finally:
        gc.enable()
        gc.freeze()
        gc.set_threshold(YOUNG, *gc.get_threshold()[1:])


@pytest.hookimpl(tryfirst=True)  # before pytest chooses by the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave to `.ci/long` what one parameter makes long, though another one is marked for the gate."""
    at_gate = {item.path for item in items if item.get_closest_marker("gate")}
    if lost := [str(path) for path in at_gate if not marks_for_gate(path)]:
        raise pytest.UsageError(f"`-m gate` would leave these out, which do not name the mark: {lost}")
    for item in items:
        parameters = getattr(item, "callspec", None)
        if parameters and any(mark.name == "soak" for mark in parameters.marks):
            item.own_markers[:] = (mark for mark in item.own_markers if mark.name != "gate")


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist starts its workers
def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile the program once for all workers."""
    from tests.support.compiled import compile_ahead  # after pytest knows where to keep its bytecode

    if starts_workers(session.config):
        compile_ahead(session.config)


def starts_workers(config: pytest.Config) -> bool:
    """Whether this process runs no test, but starts those that do."""
    return bool(config.getoption("numprocesses", None)) and not hasattr(config, "workerinput")


@pytest.hookimpl(optionalhook=True)  # without pytest-xdist there is no such hook
def pytest_xdist_auto_num_workers() -> int | None:
    """For `-n auto`, two workers more than there are processors: tests also wait, and then others can compute."""
    if os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS"):
        return None  # the plugin obeys it
    return (os.cpu_count() or 1) + 2


def pytest_asyncio_loop_factories(item: pytest.Item) -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """The event loop of each test: one that can skip time, unless a browser or a stopwatch has another time."""
    from tests.support.skipping import SkippingLoop

    is_real = any(item.get_closest_marker(name) for name in ("page", "benchmark"))
    return {"loop": asyncio.SelectorEventLoop if is_real else SkippingLoop}


@pytest.fixture(scope="session", autouse=True)
def in_all_tests() -> Iterator[None]:
    """All tests share what SQLAlchemy has compiled, what is known of the tables of new databases, and pictures."""
    from tests.support.databases import leave_the_disk_alone, share_statements, trust_new_tables
    from tests.support.pictures import share_pictures

    with pytest.MonkeyPatch.context() as patch:
        share_statements(patch)
        trust_new_tables(patch)
        leave_the_disk_alone(patch)
        share_pictures(patch)
        yield


@pytest.fixture(scope="session", autouse=True)
def elsewhere(pytestconfig: pytest.Config) -> Iterator[None]:
    """Event loops know what is done elsewhere for them, perhaps late."""
    from tests.support.skipping import know_of_work_elsewhere

    with pytest.MonkeyPatch.context() as patch:
        know_of_work_elsewhere(patch)
        if pytestconfig.option.late is not None:
            from tests.support.late import delay_everything

            delay_everything(patch, pytestconfig.option.late)
        yield
