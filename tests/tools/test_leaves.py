"""`python -m tests.tools.leaves`: leave values learnt by self-play."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.formats import klv
from tests.tools.leaves import app


def run(*words: str) -> tuple[int, str, str]:
    """The exit code, output and errors of a call."""
    result = CliRunner().invoke(app, words)
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.soak
def test_training_stops_goes_on_and_writes_values(tmp_path: Path) -> None:
    """Stopped at once, it has written nothing; continued to the end, it has."""
    out, state = tmp_path / "values.klv2", tmp_path / "state.npz"
    words = ("-o", str(out), "--state", str(state), "--plan", "2,2", "--json")
    code, text, _ = run(*words, "--minutes", "0.0000001")
    assert code == 0 and not json.loads(text)["done"] and not out.exists() and state.exists()
    code, text, _ = run(*words)
    assert code == 0 and json.loads(text)["done"]
    assert len(klv.decode(out.read_bytes(), 26).values) == 914_624


def test_training_refuses_a_foreign_state(tmp_path: Path) -> None:
    """One clear line, and the file is unchanged."""
    state = tmp_path / "state.npz"
    state.write_bytes(b"nonsense")
    code, _, err = run("--state", str(state), "-o", str(tmp_path / "x"), "--plan", "1")
    assert code == 2 and len(err.strip().splitlines()) == 1
    assert state.read_bytes() == b"nonsense"
    assert run("--plan", "many")[0] == 2
