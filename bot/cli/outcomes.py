"""Outcomes of self-play games: a file that grows with every game, and the summary of all of them."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, stdev

from bot.cli.inputs import texts
from engine.computer.selfplay import Contestant, SelfPlayResult
from engine.errors import BadData
from engine.model.levels import LEVELS, NUMBERS, SearchPart, level
from engine.sentences import Sentence

NORMAL_95 = 1.96
"""Standard errors on each side of the mean that contain 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class SelfPlaySetup:
    """The setup of a contest: players, words, board, seed, and the most seconds for a move."""

    players: tuple[Contestant, ...]
    seed: int
    seconds: float
    variant: str
    lexicon: str

    def facts(self) -> dict[str, object]:
        """The contest's fields in the line of a game."""
        return {
            "players": [str(player) for player in self.players],
            "seed": self.seed,
            "seconds": self.seconds,
            "variant": self.variant,
            "lexicon": self.lexicon,
        }


def read_players(text: str) -> tuple[Contestant, ...]:
    """The players in a list such as `8,8-endgame`. Raises `BadData`."""
    return tuple(_read_player(part.strip()) for part in text.split(","))


def _read_player(text: str) -> Contestant:
    number, *without = text.split("-")
    parts = {part.value: part for part in SearchPart}
    if not number.isdecimal() or int(number) not in NUMBERS:
        facts = {"text": repr(text), "lowest": NUMBERS[0], "highest": NUMBERS[-1]}
        wrong = Sentence("{text} is not a level from {lowest} to {highest}; write them like 8,7", **facts)
        raise BadData("--levels", wrong)
    if not all(name in parts for name in without) or (without and not level(int(number)).plans):
        planning = ", ".join(str(one.number) for one in LEVELS if one.plans)
        facts = {"text": repr(text), "level": planning, "parts": ", ".join(parts)}
        wrong = Sentence("{text}: only level {level} can leave out {parts}, such as 8-endgame", **facts)
        raise BadData("--levels", wrong)
    return Contestant(int(number), frozenset(parts[name] for name in without))


def line_of(game: int, outcome: SelfPlayResult, contest: SelfPlaySetup) -> str:
    """The line of a game in the file."""
    facts: dict[str, object] = {
        "game": game,
        **contest.facts(),
        "scores": outcome.scores,
        "moves": outcome.moves,
        "thought": outcome.seconds,
        "winners": outcome.winners,
    }
    return json.dumps(facts) + "\n"


def read_results(path: Path, contest: SelfPlaySetup) -> dict[int, SelfPlayResult]:
    """The games in a file by number; none if the file does not exist.

    An incomplete last line is ignored. Raises `BadData` for a file of another contest, and `OSError`.
    """
    if not path.exists():
        return {}
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    whole = [line for line in lines if line.endswith("\n")]
    return dict(_read_line(line, number, path, contest) for number, line in enumerate(whole, 1))


def mend(path: Path) -> None:
    """Remove an incomplete last line from a file, so that lines can be appended. Raises `OSError`."""
    if path.exists():
        data = path.read_bytes()
        if not data.endswith(b"\n"):
            path.write_bytes(data[: data.rfind(b"\n") + 1])


def _read_line(line: str, number: int, path: Path, contest: SelfPlaySetup) -> tuple[int, SelfPlayResult]:
    try:
        facts = json.loads(line)
        outcome = SelfPlayResult(
            tuple(map(int, facts["scores"])),
            tuple(map(int, facts["moves"])),
            tuple(map(float, facts["thought"])),
            tuple(map(int, facts["winners"])),
        )
        game = int(facts["game"])
    except (ValueError, KeyError, TypeError) as error:
        raise BadData(str(path), Sentence("is not a results file"), number) from error
    other = next((name for name, value in contest.facts().items() if facts.get(name) != value), None)
    if other:
        wrong = Sentence(
            "has games from another contest: {fact} is {value} there", fact=other, value=repr(facts.get(other))
        )
        raise BadData(str(path), wrong, number)
    return game, outcome


def summary(contest: SelfPlaySetup, outcomes: dict[int, SelfPlayResult]) -> dict[str, object]:
    """The summary of games by number.

    For each player level, wins (a tie counts half), mean score, time per move, and the share of wins in the complete
    rounds (every order of tiles played from every seat) with its 95 % interval over rounds.
    """
    games = [outcomes[number] for number in sorted(outcomes)]
    count = len(contest.players)
    complete = _rounds(outcomes, count)
    players = [
        _player(
            player, [_Seat.of(one, seat) for one in games], [fmean(_share(one, seat) for one in r) for r in complete]
        )
        for seat, player in enumerate(contest.players)
    ]
    answer: dict[str, object] = {
        "games": len(games),
        "seed": contest.seed,
        "players": players,
        "draws": sum(len(one.winners) > 1 for one in games),
        "rounds": len(complete),
    }
    if count == 2:
        answer["mean_difference"] = _rounded([fmean(one.scores[0] - one.scores[1] for one in r) for r in complete], 1)
    return answer


@dataclass(frozen=True, slots=True)
class _Seat:
    score: int
    moves: int
    seconds: float
    share: float

    @staticmethod
    def of(outcome: SelfPlayResult, seat: int) -> _Seat:
        return _Seat(outcome.scores[seat], outcome.moves[seat], outcome.seconds[seat], _share(outcome, seat))


def _share(outcome: SelfPlayResult, seat: int) -> float:
    return 1 / len(outcome.winners) if seat in outcome.winners else 0.0


def _player(player: Contestant, seats: Sequence[_Seat], shares: Sequence[float]) -> dict[str, object]:
    moves = max(sum(seat.moves for seat in seats), 1)
    return {
        "level": player.level,
        "without": sorted(part.value for part in player.without),
        "wins": round(sum(seat.share for seat in seats), 2),
        "mean_score": round(fmean(seat.score for seat in seats), 1),
        "mean_move_ms": round(1000 * sum(seat.seconds for seat in seats) / moves, 2),
        "win_rate": _rounded(shares, 4, 0, 1),
    }


def _rounds(outcomes: dict[int, SelfPlayResult], count: int) -> list[list[SelfPlayResult]]:
    """The complete rounds: games with the same order of tiles, all of which were played."""
    numbers = sorted({game // count for game in outcomes})
    rounds = ([n * count + seat for seat in range(count)] for n in numbers)
    return [[outcomes[game] for game in games] for games in rounds if all(game in outcomes for game in games)]


def _rounded(
    values: Sequence[float], digits: int, least: float = -math.inf, most: float = math.inf
) -> list[float] | None:
    """The mean and the ends of its 95 % interval, which stays between what is possible.

    None without values, the mean alone for one value.
    """
    if not values:
        return None
    mean = fmean(values)
    if len(values) == 1:
        return [round(mean, digits)]
    error = NORMAL_95 * stdev(values) / math.sqrt(len(values))
    return [round(value, digits) for value in (mean, max(mean - error, least), min(mean + error, most))]


def shown(answer: dict[str, object]) -> Iterable[str]:
    """The lines below the table."""
    draws = texts().ngettext("{count} draw", "{count} draws", int(str(answer["draws"])))
    yield texts().ngettext(
        "{draws}; win rates with 95% intervals over {count} order of tiles, played from every seat",
        "{draws}; win rates with 95% intervals over {count} orders of tiles, played from every seat",
        int(str(answer["rounds"])),
        draws=draws,
    )
    difference = answer.get("mean_difference")
    if isinstance(difference, list):
        yield texts().gettext("mean difference {points} points a game", points=interval(difference, _signed))


def _signed(value: float) -> str:
    return ("+" if value >= 0 else "") + texts().decimal(value)


def interval(values: object, told: Callable[[float], str]) -> str:
    """A mean and its interval, each value as `told` writes it; a dash if there is none."""
    if not isinstance(values, list):
        return "-"
    mean, *ends = map(told, values)
    if not ends:
        return mean
    return texts().gettext("{mean} ({low} to {high})", mean=mean, low=ends[0], high=ends[1])
