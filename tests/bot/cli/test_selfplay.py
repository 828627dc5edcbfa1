"""`tilewright selfplay`, `leaves` and `puzzles make`."""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.cli import build, outcomes, puzzles
from engine.computer.selfplay import SelfPlayResult
from engine.loading import load_variant
from engine.loading.bundled import load_puzzle_lines
from engine.puzzles import values
from engine.puzzles.values import Puzzle
from tests.bot.cli.conftest import Cli

RUNNER, COMMAND = CliRunner(), build()


def run(*words: str) -> tuple[int, str, str]:
    """The exit code, output and errors of a command."""
    result = RUNNER.invoke(COMMAND, words)
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


@pytest.mark.soak
def test_selfplay_repeats_itself() -> None:
    """The same seed gives the same games, another seed gives others."""
    scores = []
    for seed in ("1", "1", "2"):
        _, out, _ = run("selfplay", "--levels", "4,5,6", "--games", "3", "--seed", seed, "--jobs", "1", "--json")
        scores.append([player["mean_score"] for player in json.loads(out)["players"]])
    assert scores[0] == scores[1] != scores[2]


@pytest.mark.soak
def test_selfplay_on_several_processes_gives_the_same() -> None:
    """The outcome does not depend on the number of processes."""
    one, two = (run("selfplay", "--levels", "1,2", "--games", "4", "--jobs", jobs, "--json")[1] for jobs in ("1", "2"))
    scores = [[(p["wins"], p["mean_score"]) for p in json.loads(out)["players"]] for out in (one, two)]
    assert scores[0] == scores[1]


def test_games_are_kept_and_not_played_again(tmp_path: Path) -> None:
    """An interrupted run continues where it stopped, with the same games as one run; a truncated line is ignored."""
    path, whole = tmp_path / "games.jsonl", tmp_path / "whole.jsonl"
    words = ("selfplay", "--levels", "6,5", "--seed", "4", "--jobs", "1", "--json")
    assert run(*words, "--games", "3", "--results", str(path))[0] == 0
    lines = path.read_text().splitlines(keepends=True)
    assert [json.loads(line)["game"] for line in lines] == [0, 1, 2]
    path.write_text("".join(lines[:2]) + lines[2][:20])
    _, out, _ = run(*words, "--games", "6", "--results", str(path))
    run(*words, "--games", "6", "--results", str(whole))
    first, second = ([json.loads(line) for line in file.read_text().splitlines()] for file in (path, whole))
    assert [game["scores"] for game in first] == [game["scores"] for game in second]
    answer = json.loads(out)
    assert (answer["games"], answer["rounds"]) == (6, 3)
    assert json.loads(run(*words, "--games", "6", "--results", str(path))[1]) == answer


def test_pairs_are_played_with_the_same_tiles_and_seats_swapped(tmp_path: Path) -> None:
    """Between equal players, a pair's second game repeats the first, seen from the other seat."""
    path = tmp_path / "games.jsonl"
    run("selfplay", "--levels", "7,7", "--games", "4", "--jobs", "1", "--results", str(path))
    games = [json.loads(line)["scores"] for line in path.read_text().splitlines()]
    assert games[0] == games[1][::-1] and games[2] == games[3][::-1] and games[0] != games[2]


def test_results_of_another_contest_are_refused(tmp_path: Path) -> None:
    """Other players, seeds, seconds or kinds of file: one clear line, and the file is unchanged."""
    path = tmp_path / "games.jsonl"
    words = ("selfplay", "--games", "1", "--jobs", "1", "--results", str(path))
    run(*words, "--levels", "1,2", "--seed", "4")
    kept = path.read_bytes()
    for other in (("--levels", "2,1"), ("--levels", "1,2", "--seed", "5"), ("--levels", "1,2", "--seconds", "1")):
        code, out, err = run(*words, "--seed", "4", *other)
        assert (code, out) == (2, "") and len(err.strip().splitlines()) == 1
        assert path.read_bytes() == kept
    path.write_text("nonsense\n")
    assert run(*words, "--levels", "1,2")[0] == 2


def test_interval_is_that_of_the_pairs() -> None:
    """The mean, and 1.96 standard errors on each side, at most 1; an incomplete pair counts only in the sums."""
    contest = outcomes.SelfPlaySetup(outcomes.read_players("8,8-endgame-simulation"), 1, 0.5, "standard:en", "english")
    winners = {0: (0,), 1: (0,), 2: (0,), 3: (1,), 4: (1,), 5: (0, 1), 6: (1,)}
    games = {n: SelfPlayResult((10, 5), (2, 2), (1.0, 2.0), won) for n, won in winners.items()}
    answer = outcomes.summary(contest, games)
    assert (answer["games"], answer["rounds"], answer["draws"]) == (7, 3, 1)
    first, second = answer["players"]  # type: ignore[misc]
    assert (first["wins"], second["wins"]) == (3.5, 3.5)
    assert second["without"] == ["endgame", "simulation"]
    error = 1.96 * statistics.stdev([1, 0.5, 0.25]) / 3**0.5
    assert first["win_rate"] == pytest.approx([7 / 12, 7 / 12 - error, min(7 / 12 + error, 1)], abs=1e-4)


def test_bad_levels_are_told_in_one_line() -> None:
    """Exit code 2, nothing on standard output."""
    for levels in ("99", "a,b", "", "1,,2", "8-thinking", "7-endgame"):
        code, out, err = run("selfplay", "--levels", levels)
        assert (code, out) == (2, "")
        assert len(err.strip().splitlines()) == 1


def test_seeds_are_numbers_from_0() -> None:
    """A negative seed, or one that is too large, is refused before anything is read."""
    for seed in ("-1", str(2**32)):
        assert run("selfplay", "--games", "1", "--seed", seed)[0] == 2


LINES = load_puzzle_lines("en")[:5]


def stops_after(games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each game have one puzzle, and an interrupt come during the game after so many."""

    def made(*_: object) -> Iterator[tuple[int, list[Puzzle]]]:
        for number, line in enumerate(LINES, 1):
            if number > games:
                raise KeyboardInterrupt
            yield number, [values.read(line, load_variant)]

    monkeypatch.setattr(puzzles, "load_computers", lambda _: None)
    monkeypatch.setattr(puzzles, "_made", made)


def test_X8_an_interrupt_keeps_what_was_found(tmp_path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """The exit code tells; without a puzzle, an existing file stays as it was."""
    path = tmp_path / "puzzles.jsonl"
    stops_after(3, monkeypatch)
    told = cli("puzzles", "make", path, "--games", "5", "--json")
    assert (told.exit_code, json.loads(told.stdout)["puzzles"]) == (puzzles.INTERRUPTED, 3)
    assert tuple(path.read_text().splitlines()) == LINES[:3]
    stops_after(0, monkeypatch)
    assert cli("puzzles", "make", path, "--yes").exit_code == puzzles.INTERRUPTED
    assert tuple(path.read_text().splitlines()) == LINES[:3]
    stops_after(9, monkeypatch)
    assert cli("puzzles", "make", path, "--yes").exit_code == 0
    assert tuple(path.read_text().splitlines()) == LINES
