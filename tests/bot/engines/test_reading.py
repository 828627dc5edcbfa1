"""The process that reads other people's files, and the refusals that come from it."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import psutil
import pytest
import pytest_asyncio

from bot.engines.reading import JobLimits, reports
from bot.engines.reading.process import Sandbox
from bot.model.errors import ReadingFailed, ReadingTooLarge, ReadingTooLong
from bot.model.words import alphabet_data
from bot.playground.media import plain_png
from bot.render import AVATAR
from bot.text import texts_for
from engine.errors import BadData, BadFile, EngineError, Fault, RuleViolation, Size, TooLarge
from engine.limits import LONGEST_WORD_LINE, MOST_FAULTS
from engine.sentences import Sentence
from engine.words.textlist import BadWord
from tests.support.games import STANDARD
from tests.support.later import at_gate, later
from tests.support.sentences import said
from tests.support.service import eventually

JOBS = "tests.support.bad_jobs"
MEGABYTE = 1024 * 1024
SMALL = JobLimits(memory=64 * MEGABYTE, cpu=1, wall=60.0, result=MEGABYTE)
"""Much less than the bot allows, except for wall-clock time: the test machine may be busy."""

linux = pytest.mark.skipif(sys.platform != "linux", reason="the limit of memory is held on Linux")
posix = pytest.mark.skipif(sys.platform == "win32", reason="the limits are held on POSIX")


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """One that has started no process yet."""
    made = Sandbox(JOBS, SMALL)
    yield made
    await made.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared() -> AsyncIterator[Sandbox]:
    """One whose process does what several tests send; those that end it leave another one. The bot has secrets."""
    made = Sandbox(JOBS, SMALL)
    with pytest.MonkeyPatch.context() as patch:
        for name in ("DISCORD_TOKEN", "TILEWRIGHT_SAVE_KEY", "TILEWRIGHT_DATABASE_URL"):
            patch.setenv(name, "hush")
        yield made
    await made.close()


async def test_one_process_does_one_job_after_another(sandbox: Sandbox) -> None:
    """Bytes and facts go in and come out; there is no process before the first job."""
    assert sandbox.pid is None
    outputs = [await sandbox.run("echo", bytes([number]) * 100_000, number=number) for number in range(3)]
    assert [one.data for one in outputs] == [bytes([number]) * 100_000 for number in range(3)]
    assert [one.facts["number"] for one in outputs] == [0, 1, 2]
    assert {one.facts["pid"] for one in outputs} == {sandbox.pid} != {os.getpid()}


@pytest.mark.asyncio(loop_scope="module")
@posix
@pytest.mark.parametrize(
    ("job", "refusal"),
    [
        *later([("spin_without_end_in_c", ReadingTooLong), ("tell_too_much", ReadingTooLarge)]),
        *later([("promise_too_much", ReadingTooLarge), ("leave", ReadingFailed), ("not_json", ReadingFailed)]),
        pytest.param("allocate", ReadingTooLarge, marks=linux),
        pytest.param("allocate_small", (ReadingTooLarge, ReadingTooLong), marks=[linux, pytest.mark.gate]),
        ("answer_nonsense", ReadingFailed),
        ("die", ReadingFailed),
        *at_gate([("answer_too_much", ReadingTooLarge), ("fail", ReadingFailed)]),
        *at_gate([("recurse", ReadingFailed), ("none of that name", ReadingFailed)]),
    ],
)
async def test_X3_a_job_that_does_not_keep_its_limits_is_ended(
    shared: Sandbox, job: str, refusal: type[Exception]
) -> None:
    """The process ends, and the next job has a new one."""
    before = (await shared.run("echo", b"")).facts["pid"]
    with pytest.raises(refusal):
        await shared.run(job, b"secret", size=2 * MEGABYTE)
    assert not psutil.pid_exists(before)
    assert (await shared.run("echo", b"more")).data == b"more"


@posix
async def test_X3_a_job_that_computes_without_end_is_ended() -> None:
    """After whole seconds of computing, with those that the process took to start; here after the first."""
    sandbox = Sandbox(JOBS, replace(SMALL, cpu=0))
    with pytest.raises(ReadingTooLong):
        await sandbox.run("spin", b"")
    assert sandbox.pid is None


async def test_X3_the_clock_on_the_wall_counts_too() -> None:
    """A job that only waits uses no CPU time."""
    sandbox = Sandbox(JOBS, JobLimits(wall=0.5))
    try:
        with pytest.raises(ReadingTooLong):
            await sandbox.run("sleep", b"")
    finally:
        await sandbox.close()


@pytest.mark.asyncio(loop_scope="module")
async def test_what_a_reader_prints_goes_nowhere(shared: Sandbox) -> None:
    """Printed text does not get between the answers."""
    for _ in range(2):
        assert (await shared.run("chatter", b"data")).data == b"data"


@pytest.mark.asyncio(loop_scope="module")
async def test_refusals_come_back_as_they_were(shared: Sandbox) -> None:
    """They keep their kind, lines and faults; an overlong text is cut."""
    with pytest.raises(BadData) as refusal:
        await shared.run("refuse", b"", how="data")
    assert type(refusal.value) is BadData
    assert (refusal.value.where, refusal.value.reason, refusal.value.line) == ("words.txt", "is damaged", 7)
    with pytest.raises(BadWord) as word:
        await shared.run("refuse", b"", how="word")
    assert (word.value.line, len(word.value.word)) == (2, LONGEST_WORD_LINE)
    with pytest.raises(BadFile) as file:
        await shared.run("refuse", b"", how="file")
    assert [(fault.line, fault.reason.form, dict(fault.reason.facts)) for fault in file.value.faults] == [
        (line, "{key} is missing", {"key": "name"}) for line in range(1, 9)
    ]
    assert shared.pid is not None  # a refusal is no reason to replace the process


@pytest.mark.asyncio(loop_scope="module")
async def test_X3_the_process_knows_no_secret(shared: Sandbox) -> None:
    """It sees neither the token nor the key nor the address of the database."""
    assert os.environ["DISCORD_TOKEN"] == "hush"
    output = await shared.run("environment", b"")
    assert not [name for name in output.facts["names"] if "TOKEN" in name or "TILEWRIGHT" in name]
    assert "hush" not in str(output.facts)


@pytest.mark.asyncio(loop_scope="module")
async def test_the_log_tells_the_kind_of_a_failure_and_not_what_was_sent(
    shared: Sandbox, caplog: pytest.LogCaptureFixture
) -> None:
    """A file could contain a player's tiles."""
    with pytest.raises(ReadingFailed):
        await shared.run("fail", b"QUIXOTIC")
    assert "LookupError < bad_jobs.py" in caplog.text
    assert "QUIXOTIC" not in caplog.text


@pytest.mark.asyncio(loop_scope="module")
@posix
async def test_the_process_writes_no_file(shared: Sandbox, tmp_path: Path) -> None:
    """It may only read."""
    with pytest.raises(ReadingFailed):
        await shared.run("write", b"", path=str(tmp_path / "file"))
    assert not (tmp_path / "file").exists() or not (tmp_path / "file").stat().st_size


async def test_a_process_without_work_is_ended() -> None:
    """It then takes no memory while nobody sends anything; a later job has a new process."""
    sandbox = Sandbox(JOBS, SMALL, idle=0.01)
    try:
        first = (await sandbox.run("echo", b"")).facts["pid"]
        await eventually(lambda: not psutil.pid_exists(first))
        assert (await sandbox.run("echo", b"again")).data == b"again"
    finally:
        await sandbox.close()


async def test_a_process_that_stands_by_is_renewed_after_its_work() -> None:
    """Nobody waits for the new one to start, and its memory is freed; a process that has done nothing stays."""
    sandbox = Sandbox(JOBS, SMALL, idle=0.01)
    try:
        await sandbox.stand_by()
        first = sandbox.pid
        await asyncio.sleep(0.1)
        assert first and sandbox.pid == first
        assert (await sandbox.run("echo", b"")).facts["pid"] == first
        await eventually(lambda: sandbox.pid not in (None, first))
        second = sandbox.pid
        with pytest.raises(ReadingFailed):
            await sandbox.run("die", b"")
        await eventually(lambda: sandbox.pid not in (None, second))
    finally:
        await sandbox.close()
    assert sandbox.pid is None


@pytest.mark.asyncio(loop_scope="module")
async def test_who_gives_up_waiting_ends_the_process(shared: Sandbox) -> None:
    """Nobody would take its answer, and others must not wait for an abandoned job."""
    await shared.warm()
    before = shared.pid
    assert before
    task = asyncio.create_task(shared.run("sleep", b""))
    await asyncio.sleep(0.1)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not psutil.pid_exists(before)
    assert (await shared.run("echo", b"next")).data == b"next"


async def test_nothing_is_started_after_the_end() -> None:
    """A job under way fails, and so does any later one."""
    sandbox = Sandbox(JOBS, SMALL)
    await sandbox.warm()
    task = asyncio.create_task(sandbox.run("sleep", b""))
    await asyncio.sleep(0.1)
    await sandbox.close()
    with pytest.raises(ReadingFailed):
        await task
    with pytest.raises(ReadingFailed):
        await sandbox.run("echo", b"")
    assert sandbox.pid is None


BOT = f"""
import asyncio
from bot.engines.reading.process import Sandbox

async def main():
    sandbox = Sandbox({JOBS!r})
    await sandbox.warm()
    print(sandbox.pid, flush=True)
    await sandbox.run("spin_without_end_in_c", b"")

asyncio.run(main())
"""


@pytest.mark.soak
@posix
def test_no_process_is_left_when_the_bot_is_killed() -> None:
    """Even a busy process that reads nothing else ends."""
    root = Path(__file__).parents[3]
    with subprocess.Popen([sys.executable, "-c", BOT], stdout=subprocess.PIPE, cwd=root, text=True) as bot:
        assert bot.stdout
        child = psutil.Process(int(bot.stdout.readline()))
        while child.cpu_times().user < 0.5 and child.is_running():
            pass
        bot.kill()
        child.wait(timeout=60)
    assert not child.is_running()


ROOT = Path(__file__).parents[3]
READERS_KNOW = """
import bot.wiring.readingjobs
from engine.errors import EngineError, RuleViolation

def kinds(base):
    for kind in base.__subclasses__():
        yield kind.__name__
        yield from kinds(kind)

print(*set(kinds(EngineError)) - {RuleViolation.__name__, *kinds(RuleViolation)})
"""
"""Names all errors about texts and data in the reading process: a reader there can raise no others."""

DEEP: list[Any] = []
for _ in range(2000):
    DEEP = [DEEP]

OUTER = Sentence(said("settings.not_valid_toml", error="{reason}"), reason=Sentence("{key} is missing", key="{name}"))

SAMPLES: dict[str, object] = {
    "str": "text",
    "int": 7,
    "Size": Size.WORDS,
    "tuple[str, ...]": ("one", "two"),
    "Sentence": OUTER,
    "tuple[Fault, ...]": (Fault("mine.toml", 3, OUTER), Fault("mine.toml", 0, Sentence("is damaged"))),
}


def test_whatever_a_reader_can_raise_is_known() -> None:
    """A new engine error does not become a more general one or a fault of the program."""
    found = subprocess.run([sys.executable, "-c", READERS_KNOW], cwd=ROOT, capture_output=True, text=True, check=True)
    kinds = set(found.stdout.split())
    assert {"BadWord", "TooLarge"} <= kinds
    assert kinds <= set(reports.REFUSALS)


def _made(kind: type[Any]) -> Exception:
    error = kind(**{one.name: SAMPLES[str(one.type)] for one in fields(kind)} if _has_facts(kind) else {})
    assert isinstance(error, Exception)
    return error


def _has_facts(kind: type[Any]) -> bool:
    return hasattr(kind, "__dataclass_fields__")


def _facts(error: Exception) -> list[object]:
    return [getattr(error, one.name) for one in fields(error)] if _has_facts(type(error)) else []  # type: ignore[arg-type]


@pytest.mark.parametrize("name", reports.REFUSALS)
def test_a_refusal_arrives_as_it_was(name: str) -> None:
    """Its kind and all its facts are the same, also when they were sent as text."""
    error = _made(reports.REFUSALS[name])
    data = reports.write(error)
    arrived = reports.read(json.loads(json.dumps(data)))
    assert type(arrived) is type(error)
    assert _facts(arrived) == _facts(error)


def test_a_reason_arrives_so_that_it_can_be_translated() -> None:
    """Its form and its facts do, with the sentences within it."""
    data = reports.write(BadFile.of([Fault("mine.toml", 3, OUTER)]))
    arrived = reports.read(json.loads(json.dumps(data)))
    assert isinstance(arrived, BadFile)
    for reason in (arrived.reason, arrived.faults[0].reason):
        assert (reason.form, reason.facts) == (OUTER.form, OUTER.facts)
        assert texts_for("de").told(reason) == "ist kein gültiges TOML: {name} fehlt"


def test_an_error_that_is_no_refusal_is_not_told() -> None:
    """These are faults of the program, and refusals by the rules, which no file causes."""
    assert reports.write(LookupError("secret")) is None
    assert reports.write(RuleViolation()) is None
    assert reports.write(EngineError()) is None


def test_no_more_faults_are_told_than_are_listed() -> None:
    """The number of faults found does not matter."""
    data = reports.write(
        BadFile.of(Fault("mine.toml", line, Sentence("is damaged")) for line in range(1, 3 * MOST_FAULTS))
    )
    assert data is not None
    arrived = reports.read(data)
    assert isinstance(arrived, BadFile)
    assert len(arrived.faults) == MOST_FAULTS


PLAIN = {"form": "is damaged", "facts": {}}
NESTED: dict[str, Any] = PLAIN
for _ in range(20):
    NESTED = {"form": "{a}", "facts": {"a": NESTED}}


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"error": "LookupError", "facts": {}},
        {"error": "BadData", "facts": {}},
        {"error": "BadData", "facts": []},
        {"error": "TooLarge", "facts": {"where": "x", "reason": PLAIN, "line": 0, "faults": [], "what": {"size": "?"}}},
        {"error": "BadFile", "facts": {"where": "x", "reason": PLAIN, "line": 0, "faults": [{}]}},
        {"error": "BadFile", "facts": {"where": "x", "reason": PLAIN, "line": 0, "faults": [{"facts": 7}]}},
        {"error": "BadData", "facts": {"where": DEEP, "reason": PLAIN, "line": 0}},
        {"error": "BadData", "facts": {"where": "x", "reason": "x", "line": 0}},
        {"error": "BadData", "facts": {"where": "x", "reason": {"form": "{a}", "facts": {}}, "line": 0}},
        {"error": "BadData", "facts": {"where": "x", "reason": {"form": "{a", "facts": {"a": 1}}, "line": 0}},
        {
            "error": "BadData",
            "facts": {"where": "x", "reason": {"form": "{a:>999999999}", "facts": {"a": 1}}, "line": 0},
        },
        {"error": "BadData", "facts": {"where": "x", "reason": {"form": "{a.real}", "facts": {"a": 1}}, "line": 0}},
        {"error": "BadData", "facts": {"where": "x", "reason": NESTED, "line": 0}},
    ],
)
def test_data_of_no_refusal_are_refused(facts: dict[str, Any]) -> None:
    """An attacker may control the process."""
    with pytest.raises(ValueError, match="no refusal"):
        reports.read(facts)


@pytest.fixture
def options() -> dict[str, Any]:
    return {"where": "words.txt", "most": 2, **alphabet_data(STANDARD.alphabet)}


async def test_the_limits_of_the_readers_hold_in_the_process(options: dict[str, Any]) -> None:
    """The error says what there is too much of and how much is allowed; the process goes on with the next file."""
    sandbox = Sandbox("bot.wiring.readingjobs")
    try:
        with pytest.raises(TooLarge) as refused:
            await sandbox.run("word_list", b"CAT\nDOG\nTAC\n", **options)
        assert (refused.value.where, refused.value.what, refused.value.limit) == ("words.txt", Size.WORDS, 2)
        pid = sandbox.pid
        assert (await sandbox.run("word_list", b"CAT\nDOG\n", **options)).facts["count"] == 2
        with pytest.raises(TooLarge) as nested:
            await sandbox.run("variant", b"a = " + b"[" * 100, where="mine.toml")
        assert nested.value.what is Size.NESTING
        with pytest.raises(BadData):
            await sandbox.run("avatar", plain_png(4000, (200, 30, 40)))
        assert (await sandbox.run("avatar", plain_png(8, (200, 30, 40)))).data == bytes((200, 30, 40)) * AVATAR**2
        assert sandbox.pid == pid
    finally:
        await sandbox.close()
