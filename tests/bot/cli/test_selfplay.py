"""`tilewright selfplay` and `tilewright leaves`."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from bot.cli import build
from engine.formats import klv


def run(*words: str) -> tuple[int, str, str]:
    """Exit code, output and complaints of a command."""
    result = CliRunner().invoke(build(), words)
    return result.exit_code, result.stdout, result.stderr


def test_selfplay_answers_one_json_object() -> None:
    """Games, seed, and for each seat its level, wins, mean score and time; wins add up to the games."""
    code, out, _ = run("selfplay", "--levels", "7,1", "--games", "4", "--seed", "3", "--jobs", "1", "--json")
    answer = json.loads(out)
    assert code == 0
    assert (answer["games"], answer["seed"]) == (4, 3)
    strong, weak = answer["players"]
    assert (strong["level"], weak["level"]) == (7, 1)
    assert strong["wins"] + weak["wins"] == 4
    assert strong["mean_score"] > weak["mean_score"] > 0
    assert strong["mean_move_ms"] > 0


def test_selfplay_repeats_itself() -> None:
    """The same seed gives the same games, another one others."""
    scores = []
    for seed in ("1", "1", "2"):
        _, out, _ = run("selfplay", "--levels", "4,5,6", "--games", "3", "--seed", seed, "--jobs", "1", "--json")
        scores.append([player["mean_score"] for player in json.loads(out)["players"]])
    assert scores[0] == scores[1] != scores[2]


def test_selfplay_on_several_processes_gives_the_same() -> None:
    """The outcome does not depend on the number of processes."""
    one, two = (run("selfplay", "--levels", "1,2", "--games", "4", "--jobs", jobs, "--json")[1] for jobs in ("1", "2"))
    scores = [[(p["wins"], p["mean_score"]) for p in json.loads(out)["players"]] for out in (one, two)]
    assert scores[0] == scores[1]


def test_bad_levels_are_told_in_one_line() -> None:
    """Exit code 2, nothing on standard output."""
    for levels in ("9", "a,b", "", "1,,2"):
        code, out, err = run("selfplay", "--levels", levels)
        assert (code, out) == (2, "")
        assert len(err.strip().splitlines()) == 1


def test_training_stops_goes_on_and_writes_values(tmp_path: Path) -> None:
    """Stopped at once it has written nothing; gone on to the end it has."""
    out, state = tmp_path / "values.klv2", tmp_path / "state.npz"
    words = ("leaves", "train", "-o", str(out), "--state", str(state), "--plan", "2,2", "--json")
    code, text, _ = run(*words, "--minutes", "0.0000001")
    assert code == 0 and not json.loads(text)["done"] and not out.exists() and state.exists()
    code, text, _ = run(*words)
    assert code == 0 and json.loads(text)["done"]
    assert len(klv.decode(out.read_bytes(), 26).values) == 914_624


def test_training_refuses_a_foreign_state(tmp_path: Path) -> None:
    """One clear line, and the file stays as it is."""
    state = tmp_path / "state.npz"
    state.write_bytes(b"nonsense")
    code, _, err = run("leaves", "train", "--state", str(state), "-o", str(tmp_path / "x"), "--plan", "1")
    assert code == 2 and len(err.strip().splitlines()) == 1
    assert state.read_bytes() == b"nonsense"
    assert run("leaves", "train", "--plan", "many")[0] == 2
