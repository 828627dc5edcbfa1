"""Rule sets, bingos, exchanges and ends, by ledger code: through the game's rules and through the bot."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine import errors
from engine.game import commands as cmd
from engine.loading import list_languages
from engine.model.rules import ChallengeRule, EndAdjustment, ExchangeRule, Rules, preset_rules
from tests.support.games import Table
from tests.support.readable import buttons_of, text_of
from tests.support.running import DRAWS, ask, board, gathered, started
from tests.support.sentences import said

LETTERS = "CATSODEEEEEE"


@pytest.mark.gate
async def test_N13_in_the_bot_a_bingo_is_told(tmp_path: Path) -> None:
    """The message mentions its fifty points."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ask(ada, "/play move:8H CAT", "bingo 50")
        await board(bruno, "A bingo", after=first)


async def test_C18_N7_N14_in_the_bot_the_end_is_announced_and_played_again(tmp_path: Path) -> None:
    """The pool is empty and all pass: the winner, the cost of tiles left, and Rematch."""
    async with gathered(tmp_path, *DRAWS, letters="CATSOD", rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ask(ada, "/pass", "You passed")
        await board(bruno, "Ada** passed", after=first)
        await ask(bruno, "/pass", "You passed")
        end = await board(ada, said("scores.pool_empty_everyone"), after=first)
        told = text_of(end)
        assert "wins with" in told or "tie with" in told
        assert "left" in told
        assert "Rematch" in buttons_of(end)
        await ada.click(end, "Rematch")
        await bruno.wait_message("seats taken", after=end)


def test_N16_the_tournament_preset() -> None:
    """Strict, full pool for exchanges, no options, its clock; the American end in English, else the standard end."""
    for language in list_languages():
        rules = preset_rules("tournament", language)
        adjustment = EndAdjustment.AMERICAN if language == "en" else EndAdjustment.STANDARD
        rules.check()
        assert rules.end_adjustment is adjustment
        assert rules.exchange_min_pool is ExchangeRule.RACK
        assert (rules.undo, rules.hints, rules.scoreless_end) == (False, 0, None)
        assert (rules.game_clock, rules.overtime_penalty, rules.overtime_limit) == (25 * 60_000, 10, None)
        for rule, value in (("undo", "on"), ("hints", "3"), ("turn_clock", "1m"), ("show_thinking", "on")):
            with pytest.raises(errors.RulesContradict) as refused:
                rules.with_value(rule, value)
            assert (refused.value.rule, refused.value.other) == (rule, "tournament")
        assert rules.with_value("tournament", "off").with_value("undo", "on").undo


def test_N16_each_part_is_a_rule_of_its_own() -> None:
    """Tournament rules can be switched on in any game, which switches off the optional rules."""
    rules = Rules().with_value("tournament", "on")
    assert (rules.undo, rules.hints, rules.challenge) == (False, 0, ChallengeRule.STRICT)
    assert Rules().with_value("challenge", "strict").undo
    table = Table(Rules(players=3), names=("ada", "bruno"))
    table.do(cmd.SetRule("ada", "preset", "tournament"))
    assert table.game.rules == replace(preset_rules("tournament", "en"), players=3)
    with pytest.raises(errors.RuleValueRefused):
        table.do(cmd.SetRule("ada", "preset", "nonsense"))


@pytest.mark.gate
async def test_N16_in_the_bot_optional_rules_are_refused_with_the_reason(tmp_path: Path) -> None:
    """`/game new preset:tournament`, and the rules that the host cannot change; every rule has its line."""
    async with gathered(tmp_path, people=("Ada",)) as (stage, ada):
        await ada.command("/game new preset:tournament")
        await ada.wait_message("Tournament:")
        await ask(ada, "/game rules rule:undo value:on", said("rules.tournament_no_optional"))
        await ask(ada, "/game rules rule:hints value:3", said("rules.tournament_no_optional"))
        answer = await ask(ada, "/game rules", said("rules.tournament_minutes"))
        await ada.click(answer, "All rules")
        await ada.wait(lambda: "**Clocks**" in text_of(ada.now(answer) or {}), "all rules")
        shown = text_of(ada.now(answer) or {})
        assert said("rules.player_went_gains") in shown
        assert said("rules.cost_turn") in shown
        await ask(ada, "/game rules rule:preset value:club", "Club: ")
        assert (await stage.state(ada.channel_id())).rules == preset_rules("club", "en")
        await ask(ada, "/game rules rule:challenge value:triple", "is now")
        await ask(ada, "/game start", said("seats.rule_as_it_is", 1, needed=2))


async def test_D3_C12_N5_in_the_bot_tiles_or_the_hand_are_changed(tmp_path: Path) -> None:
    """By letters or `all`; the public board gives their number but no letters."""
    async with gathered(tmp_path, *DRAWS, "EE", "EEE", letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        await ask(ada, "/exchange tiles:CT", "You exchanged C T and drew E E.")
        second = await board(bruno, "exchanged 2 tiles", after=first)
        await ask(bruno, "/exchange tiles:all", "drew E E E")
        await board(ada, "exchanged 3 tiles", after=second)
        assert sorted(await stage.rack(bruno, ada.channel_id())) == ["E", "E", "E"]
