"""Computer players and hints, by ledger code."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

from engine.computer.player import choose
from engine.computer.selfplay import Contestant, play_game, turned
from engine.computer.tools import Candidate
from engine.errors import NoSuchLevel
from engine.game import commands as cmd
from engine.game.commands import Challenge, Command, Play
from engine.game.phases import Over
from engine.game.state import HintKind
from engine.game.views import seat_view
from engine.model.levels import LEVELS, NUMBERS
from engine.model.rules import Rules
from engine.review.hints import PlayHint, hint
from tests.support.engines import after, play_out, table, tools, view_of
from tests.support.games import CLASSIC, Table

CARE = "\n" * 7 + ".......CARE"


def players(levels: tuple[int, ...]) -> tuple[Contestant, ...]:
    """A player of each level."""
    return tuple(map(Contestant, levels))


def no_time() -> float:
    """A clock that stands still."""
    return 0.0


def mean(levels: tuple[int, int], games: int = 12) -> tuple[float, float]:
    """The mean scores of two players, each order of tiles played from both seats."""
    outcomes = [
        turned(play_game(tools(), players(levels[n % 2 :] + levels[: n % 2]), n // 2, no_time), n % 2)
        for n in range(games)
    ]
    return sum(one.scores[0] for one in outcomes) / games, sum(one.scores[1] for one in outcomes) / games


def test_N1_game_of_computers_only() -> None:
    """A demonstration: two to four computer players finish a game among themselves."""
    for count in (2, 3, 4):
        assert len(play_game(tools(), players((6, 7, 5, 4)[:count]), count, no_time).scores) == count


@pytest.mark.parametrize("people", [1, 2])
def test_N1_people_and_computers_in_any_mix(people: int) -> None:
    """Seats of people and of computer players in one game."""
    names = ("ada", "bruno")[:people]
    opened = table(names=names)
    for _ in range(4 - people):
        opened.do(cmd.AddComputer("ada", 3))
    over = play_out(opened.start(), (2, 4, 6, 7)).game
    assert isinstance(over.phase, Over) and len(over.seats) == 4


def test_N18_C1_skill_is_a_scale_of_levels() -> None:
    """Each level is at least as good at everything as the one below."""
    assert [skill.number for skill in LEVELS] == list(NUMBERS)
    assert len(NUMBERS) >= 8
    assert all(one.notices < other.notices for one, other in pairwise(LEVELS))
    for one, other in pairwise(LEVELS):
        assert (one.words or 10**6) <= (other.words or 10**6)
        assert (one.sees or 1) <= (other.sees or 1)


def test_C1_each_computer_plays_at_its_own_level() -> None:
    """With the same tiles in the same position, the strongest outscores the weakest; there is no level 0 or 9."""
    scores = []
    for level in (1, 8):
        opened = table(names=("ada",))
        opened.do(cmd.AddComputer("ada", level))
        opened.start("QUAZJVK", "AEINRST", first=1)
        opened.do(choose(seat_view(opened.game, 1), tools(), after(2)))
        scores.append(opened.scores[1])
    assert scores[0] < 50 < scores[1]
    for level in (0, 9):
        with pytest.raises(NoSuchLevel):
            table().do(cmd.AddComputer("ada", level))


@pytest.mark.soak
def test_C2_averages_rise_from_150_at_level_1_to_over_350_at_level_6() -> None:
    """Means of twelve games each; engine/README.md has the means of 400."""
    means = [sum(mean((level, level))) / 2 for level in range(1, 8)]
    assert 120 < means[0] < 200
    assert means[5] > 350
    assert means[6] > 410
    assert all(one < other + 15 for one, other in pairwise(means))


@pytest.mark.soak
def test_C2_a_level_beats_the_one_two_below() -> None:
    """By points over twelve games."""
    for level in range(3, 8):
        strong, weak = mean((level, level - 2))
        assert strong > weak


@pytest.mark.parametrize("level", range(1, 9))
def test_C4_a_player_without_time_plays_what_it_has_found(level: int) -> None:
    """Told to stop before it begins, it still makes a decent move."""
    command = choose(view_of(CARE, "AEINRST"), tools(), lambda: True, strength=level)
    assert isinstance(command, Play)


def test_C10_play_now_ends_the_thinking() -> None:
    """The player checks often, and moves when told to."""
    asked = 0

    def stop_at_third() -> bool:
        nonlocal asked
        asked += 1
        return asked >= 3

    assert isinstance(choose(view_of(CARE, "ADEINST"), tools(), stop_at_third, strength=8), Play)
    assert 3 <= asked < 10, "rounds that have begun ask once more"


def test_C6_M2_candidates_with_scores_while_it_thinks() -> None:
    """The best ones first, with scores, equities and chances of winning; the last report begins with the move."""
    reports: list[Sequence[Candidate]] = []
    command = choose(view_of(CARE, "ADEINST"), tools(), after(4), reports.append, strength=8)
    assert len(reports) >= 3
    *thinking, final = reports
    for report in thinking:
        assert len(report) > 1
        assert all(one.chance is not None and 0 <= one.chance <= 1 for one in report)
    assert isinstance(command, Play)
    assert final[0].move.score > 0 and final[0].move.placement == command.move


def test_C6_candidates_stay_within_the_seat() -> None:
    """The reports on two games that differ only in hidden tiles are the same."""
    told: list[list[Sequence[Candidate]]] = []
    for hidden in ("QZXJKVW", "AEIOULL"):
        reports: list[Sequence[Candidate]] = []
        game = table().start("AEINRST", hidden).game
        choose(seat_view(game, 0), tools(), after(3), reports.append, strength=8)
        told.append(reports)
    assert told[0] == told[1]


def test_N19_C14_hint_is_one_playable_word_and_its_position() -> None:
    """The game accepts it when it is played."""
    opened = table().start("AEINRST", "ABCDEFG")
    one = hint(seat_view(opened.game, 0), tools(), HintKind.RANDOM)
    assert isinstance(one, PlayHint)
    opened.do(cmd.Play("ada", one.play.placement))
    assert opened.scores[0] == one.sheet.total


def phony_game(level: int, number: int) -> Command:
    """The response of a computer of a level to a person's phony; each number means another game."""
    opened = Table(CLASSIC, names=(f"ada{number}",))
    opened.do(cmd.AddComputer(f"ada{number}", level))
    opened.start("QXZJVWK", "AEINRST")
    opened.play("8H QXZ")
    return choose(seat_view(opened.game, 1), tools(), after(1))


def test_M9_a_phony_is_noticed_with_a_chance_that_grows_with_the_level() -> None:
    """Level 8 always, level 1 rarely; the same game always gives the same result."""
    noticed = [sum(isinstance(phony_game(level, n), Challenge) for n in range(24)) for level in (1, 4, 8)]
    assert noticed[0] < noticed[1] < noticed[2] == 24
    assert noticed[0] < 8


@pytest.mark.parametrize("level", [1, 8])
@pytest.mark.parametrize("rule", ["single", "double", "five_point", "ten_point", "triple"])
def test_M9_words_of_the_lexicon_are_never_challenged(level: int, rule: str) -> None:
    """Not even words that the player itself does not know; the strongest challenges every phony."""
    for rack, move in (("CWMTRES", "8H CWM"), ("XELLOQZ", "8H XELLO")):
        opened = table(CLASSIC.with_value("challenge", rule), names=("ada",))
        opened.do(cmd.AddComputer("ada", level))
        opened.start(rack, "AEINRST")
        opened.play(move)
        challenges = isinstance(choose(seat_view(opened.game, 1), tools(), after(1)), Challenge)
        assert not (challenges and move == "8H CWM")
        assert challenges or level < 8 or move == "8H CWM"


def test_rules_without_challenges_need_none() -> None:
    """Under the rule void there is nothing to challenge, and computers do not try."""
    opened = Table(Rules(undo=False))
    opened.start("QXZJVWK", "AEINRST")
    opened.play("8H QXZ")
    assert not isinstance(choose(seat_view(opened.game, 1), tools(), after(1), strength=8), Challenge)
