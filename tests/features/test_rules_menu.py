"""Reading and changing the rules without typing: ledger N15, N16, X1."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.front.components.message import MOST_ABOUT, MOST_OPTIONS, Menu, Message
from bot.front.lobby.rule_messages import (
    offered_values,
    presets_message,
    read_rule,
    rule_message,
    rules_message,
    subject_message,
    subject_of,
    written_rule,
)
from bot.playground.component_limits import walk
from bot.text import texts_for
from bot.text.rules import RULE_GROUPS, rule_line, rule_title, value_text
from engine.game.views import table_view
from engine.model.rules import PRESETS, Rules, allowed_values, idle_rules, preset_rules, rule_names
from tests.support.games import CLASSIC, Table
from tests.support.playground import Person
from tests.support.readable import buttons_of, text_of
from tests.support.running import ask, board, gathered, shows
from tests.support.sentences import said

ENGLISH = texts_for("en")
GAME = "abcd2345"

Json = dict[str, Any]


async def chosen(person: Person, message: Json, value: str, until: str) -> Json:
    """Choose in the only menu and return the message once it contains a text."""
    await person.select(message, value)
    return await shows(person, message, until)


def menus_of(message: Json) -> list[str]:
    """The hints of a message's menus."""
    return [one["placeholder"] for one in walk(message["components"]) if one["type"] == 3]


async def test_N15_the_host_changes_a_rule_by_menus(tmp_path: Path) -> None:
    """From what differs to a subject, a rule and a value; everyone then sees the change by name, in words."""
    async with gathered(tmp_path, "A", "C", letters="CATSODEEE", rack_size=3) as (stage, ada, bruno):
        await ask(ada, "/game new variant:tiny name:Evening")
        shown = await ask(ada, "/game rules", said("lobby.no_rule_changed"))
        assert "Rules of Evening" in text_of(shown)
        assert "Friendly: " in text_of(shown)
        subject = await chosen(ada, shown, said("rules.undo_hints_and"), f"**{said('rules.cost_hint')}**: 0")
        rule = await chosen(ada, subject, "Hints", "You can choose:")
        after = await chosen(ada, rule, "none", "The rule **Hints** is now: none.")
        assert "**Hints**: none" in text_of(after)
        assert (await stage.state(ada.channel_id())).rules.hints == 0
        different = await ask(bruno, "/game rules", said("lobby.different_rules"))
        assert f"**{said('rules.undo_hints_and')}**\n- **Hints**: none" in text_of(different)
        assert said("rules.cost_hint") not in text_of(different)
        assert menus_of(different) == []
        await bruno.click(different, "All rules")
        assert "All rules" not in buttons_of(await shows(bruno, different, "**Clocks**"))
        await bruno.click(different, said("lobby.only_different"))
        await shows(bruno, different, said("lobby.different_rules"))


@pytest.mark.gate
async def test_N15_a_preset_is_chosen_by_menu(tmp_path: Path) -> None:
    """All rules at once."""
    async with gathered(tmp_path, "A", "C", letters="CATSODEEE", rack_size=3, people=("Ada",)) as (stage, ada):
        await ask(ada, "/game new variant:tiny")
        presets = await chosen(ada, await ask(ada, "/game rules"), said("offers.all_rules"), "Correspondence")
        after = await chosen(ada, presets, "club", said("receipts.rules_changed"))
        assert said("lobby.no_rule_changed") in text_of(after)
        assert (await stage.state(ada.channel_id())).rules == preset_rules("club", "en")


@pytest.mark.gate
async def test_N15_rules_that_contradict_are_refused_and_the_menu_stays(tmp_path: Path) -> None:
    """The reason takes the place of what was chosen, and nothing has changed."""
    async with gathered(tmp_path, "A", "C", letters="CATSODEEE", rack_size=3, people=("Ada",)) as (stage, ada):
        await ask(ada, "/game new variant:tiny preset:classic")
        await chosen(ada, await ask(ada, "/game rules"), "help", "Undo, hints")
        shown = await ask(ada, "/game rules rule:undo", said("rules.whether_you_undo_move"))
        refused = await chosen(ada, shown, "on", said("rules.where_words_challenged"))
        assert menus_of(refused) == ["New value"]
        menu = next(one for one in walk(refused["components"]) if one["type"] == 3)
        assert [one["value"] for one in menu["options"] if one.get("default")] == ["off"]
        assert not (await stage.state(ada.channel_id())).rules.undo


@pytest.mark.gate
async def test_N15_once_the_game_runs_rules_can_only_be_read(tmp_path: Path) -> None:
    """There are no menus, and an old one is refused."""
    async with gathered(tmp_path, "CAT", letters="CATSODEEE", rack_size=3, people=("Ada",)) as (stage, ada):
        await ask(ada, "/game new variant:tiny")
        old = await ask(ada, "/game rules rule:hints", "How many hints")
        overview = await ask(ada, "/game rules")
        await ask(ada, "/game start")
        await board(ada)
        assert menus_of(await ask(ada, "/game rules")) == []
        assert menus_of(await ask(ada, "/game rules rule:hints", "How many hints")) == []
        await ada.select(old, "off")
        await ada.wait_message(said("games.only_before_start"))
        await ada.select(overview, "help")
        await ada.wait(lambda: menus_of(ada.now(overview) or overview) == [], "no menu")
        assert (await stage.state(ada.channel_id())).rules.hints == 3


# --- without a playground ---------------------------------------------------------------------------------------------


def menu_of(message: Message) -> Menu:
    """The only menu."""
    (menu,) = [block for block in message.blocks if isinstance(block, Menu)]
    return menu


@pytest.mark.parametrize("rule", rule_names())
def test_N15_every_rule_can_be_changed_to_bounded_values_in_words(rule: str) -> None:
    """No more options than a menu has, each accepted by the rule, each in words; the present value is marked."""
    menu = menu_of(rule_message(GAME, Rules(), rule, ENGLISH, may_change=True))
    values = [one.value for one in menu.options]
    assert 2 <= len(values) == len(set(values)) <= MOST_OPTIONS
    assert [one.value for one in menu.options if one.chosen] == [Rules().value_text(rule)]
    assert set(values) <= set(allowed_values(rule))
    for one in menu.options:
        assert 0 < len(one.label) <= MOST_ABOUT
        assert one.label.isdigit() or one.label != one.value, "a raw value"
    assert read_rule(written_rule(rule)) == rule


def test_N15_a_value_that_is_not_offered_is_still_shown() -> None:
    """A time between those offered, and a number that is not round."""
    assert offered_values("turn_clock", "47s")[-1] == "47s"
    assert "37" in offered_values("hints", "37")
    assert len(offered_values("hints", "37")) <= MOST_OPTIONS


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("rule", rule_names())
def test_N15_only_what_differs_is_shown(name: str, rule: str) -> None:
    """One changed rule is named with its value in words; the others are not."""
    rules, value = preset_rules(name, "en"), ""
    for value in allowed_values(rule):
        if value != rules.value_text(rule):
            try:
                rules = rules.with_value(rule, value)
            except Exception:
                continue
            break
    if rules == preset_rules(name, "en") or rule == "tournament":
        return
    view = table_view(Table(rules, names=("ada",)).game)
    text = rules_message(GAME, view, ENGLISH).text
    assert f"**{rule_title(rule, ENGLISH)}**: {value_text(rule, value, ENGLISH)}" in text
    assert rule not in text.split() or rule in ("players", "start", "hints", "undo", "challenge"), "a raw name"
    assert f"{rule}:" not in text


def test_N15_rules_that_change_nothing_are_not_told() -> None:
    """Until the rule that gives them a meaning is there; on the pages of all rules and on that of their subject."""
    clocks = Rules().with_value("turn_clock", "2m").with_value("game_clock", "25m")
    for rules, hidden, told in (
        (
            Rules(),
            (said("rules.grace_after_turn_clock"), "Overtime penalty", "Pace of demonstrations"),
            ("Time to undo",),
        ),
        (CLASSIC, ("Time to undo", said("rules.cost_hint")), (said("rules.time_challenge"),)),
        (clocks, ("Time to answer",), (said("rules.grace_after_turn_clock"), "Overtime penalty", "Overtime limit")),
    ):
        view = table_view(Table(rules).game)
        whole = "\n".join(rules_message(GAME, view, ENGLISH, page).text for page in (1, 2, 3))
        subjects = "\n".join(subject_message(GAME, rules, group, ENGLISH).text for group in RULE_GROUPS)
        for text in (whole, subjects):
            assert all(f"**{title}**" not in text for title in hidden)
            assert all(f"**{title}**" in text for title in told)
    alone = replace(table_view(Table(Rules()).game), seats=())
    pages = "\n".join(rules_message(GAME, alone, ENGLISH, page).text for page in (1, 2, 3))
    assert "**Pace of demonstrations**" in pages


def test_N15_a_rule_that_is_off_says_what_it_is_about() -> None:
    """Its title alone tells nobody."""
    for rule, told in (
        ("tabletop", f"**Real board**: no · {said('rules.whether_you_play_real')}"),
        ("turn_clock", f"**Turn clock**: no limit · {said('rules.how_long_turn_take')}"),
        (
            "on_leave",
            f"**Players who leave**: {said('rules.others_play_on')}",
        ),
    ):
        assert rule_line(rule, Rules(), ENGLISH) == told


def test_N15_every_rule_is_found_under_all_rules_and_in_the_menus() -> None:
    """No rule is lost between the subjects, except from the pages those that change nothing as the others are."""
    view = table_view(Table(Rules()).game)
    pages = "\n".join(rules_message(GAME, view, ENGLISH, page).text for page in (1, 2, 3))
    subjects = {one.value for one in menu_of(rules_message(GAME, view, ENGLISH, may_change=True)).options}
    offered = set()
    for group in RULE_GROUPS:
        assert group in subjects
        offered |= {one.value for one in menu_of(subject_message(GAME, Rules(), group, ENGLISH)).options}
    assert offered == set(rule_names())
    for rule in rule_names():
        assert (f"**{rule_title(rule, ENGLISH)}**: " in pages) is (rule not in idle_rules(view.rules))
        assert subject_of(rule) in RULE_GROUPS
    assert {one.value for one in menu_of(presets_message(GAME, view, ENGLISH)).options} == set(PRESETS)
