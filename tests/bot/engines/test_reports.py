"""Refusals that come from the reading process: each arrives as it was raised, whatever a reader refuses."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from bot.engines.reading import reports
from bot.engines.reading.process import Sandbox
from bot.model.lists import alphabet_data
from bot.text import texts_for
from engine.errors import BadFile, EngineError, Fault, RuleViolation, Size, TooLarge
from engine.limits import MOST_FAULTS
from engine.sentences import Sentence
from tests.support.games import STANDARD
from tests.support.sentences import said

ROOT = Path(__file__).parents[3]
READERS_KNOW = """
import bot.service.readingjobs
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
    sandbox = Sandbox("bot.service.readingjobs")
    try:
        with pytest.raises(TooLarge) as refused:
            await sandbox.run("word_list", b"CAT\nDOG\nTAC\n", **options)
        assert (refused.value.where, refused.value.what, refused.value.limit) == ("words.txt", Size.WORDS, 2)
        pid = sandbox.pid
        assert (await sandbox.run("word_list", b"CAT\nDOG\n", **options)).facts["count"] == 2
        with pytest.raises(TooLarge) as nested:
            await sandbox.run("variant", b"a = " + b"[" * 100, where="mine.toml")
        assert nested.value.what is Size.NESTING
        assert sandbox.pid == pid
    finally:
        await sandbox.close()
