"""Settings of people, channels and servers take effect, and rules are changed without typing."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bot.front.components.message import MOST_ABOUT, MOST_OPTIONS, Button, Menu, Message, Row, Text
from bot.front.lobby.messages import (
    offered_values,
    presets_message,
    read_rule,
    rule_message,
    rules_message,
    subject_message,
    subject_of,
    written_rule,
)
from bot.front.settings.messages import settings_message
from bot.front.settings.preferences import Scope, mine, of_channel, of_server
from bot.model.profiles import ChannelProfile, PersonProfile, ServerProfile
from bot.model.theme import rgb
from bot.playground.limits import walk
from bot.render import THEMES, Style
from bot.text import texts_for
from bot.text.rules import RULE_GROUPS, rule_line, rule_title, value_text
from engine.game.views import table_view
from engine.model.rules import PRESETS, Rules, allowed_values, idle_rules, preset_rules, rule_names
from tests.support.games import CLASSIC, Table
from tests.support.pictures import buttons_of, pictures_of, text_of
from tests.support.playground import DM, Person
from tests.support.running import DRAWS, LETTERS, ask, board, choose, gathered, shows, started, switch
from tests.support.sentences import said

SILENT = 4096

Json = dict[str, Any]


async def picture(person: Person, message: Json, number: int = 0) -> Image.Image:
    """A message's picture, by its number."""
    return Image.open(io.BytesIO(await person.download(pictures_of(message)[number]["url"])))


async def corner(person: Person, message: Json) -> tuple[int, ...]:
    """The colour of the frame of a message's picture."""
    pixel = (await picture(person, message)).convert("RGB").getpixel((2, 2))
    assert isinstance(pixel, tuple)
    return pixel


async def test_C20_K20_N17_own_pictures_look_as_one_likes(tmp_path: Path) -> None:
    """Theme, size and large letters change a person's own rack and board, not others' or the channel's."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        panel = await ask(ada, "/settings mine", "Your settings")
        assert await corner(ada, panel) == rgb(THEMES["classic"].frame)
        await choose(ada, panel, "paper", "Board colours")
        assert await corner(ada, ada.now(panel) or {}) == rgb(THEMES["paper"].frame)
        await choose(ada, panel, "150", "Picture size")
        await switch(ada, panel, "Easy to read")
        assert "Easy to read: on" in buttons_of(ada.now(panel) or {})
        first = await started(ada, bruno)
        assert await corner(ada, first) == rgb(THEMES["classic"].frame)
        mine, theirs = await ask(ada, "/rack"), await ask(bruno, "/rack")
        assert await corner(ada, mine) == rgb(THEMES["paper"].frame)
        assert await corner(bruno, theirs) == rgb(THEMES["classic"].frame)
        assert (await picture(ada, mine)).width > 1.4 * (await picture(bruno, theirs)).width
        sent = await ada.wait_message("Your tiles", channel=DM)
        assert await corner(ada, sent) == rgb(THEMES["paper"].frame)
        await stage.restart()
        assert await corner(ada, await ask(ada, "/rack")) == rgb(THEMES["paper"].frame)


async def test_N17_M3_who_is_called_and_how(tmp_path: Path) -> None:
    """A mention that notifies, a silent board, or a direct message to play from, deleted after the move."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        panel = await ask(bruno, "/settings mine")
        await choose(bruno, panel, "silent", said("settings.notify"))
        mine = await ask(ada, "/settings mine")
        first = await started(ada, bruno)
        assert [one["id"] for one in first["mentions"]] == [ada.id]
        assert not first["flags"] & SILENT
        await ask(ada, "/play move:8H AT")
        second = await board(bruno, after=first)
        assert second["mentions"] == []
        assert second["flags"] & SILENT
        await choose(ada, mine, "dm", said("settings.notify"))
        await ask(bruno, "/move pass", "You passed")
        third = await board(bruno, "passed", after=second)
        assert third["mentions"] == []
        called = await ada.wait_message(said("board.your_turn_in_game"), channel=DM)
        assert not called["flags"] & SILENT
        assert pictures_of(called)
        assert buttons_of(called) == ["Rack", "Play", "Compose", "Hint", "More"]
        assert "](https://discord.com/channels/" in text_of(called)
        await ada.click(called, "More")
        more = await ada.wait_message("More about", channel=DM, after=called)
        assert {"Pass", "Exchange"} <= set(buttons_of(more))
        await ada.click(more, "Pass")
        await ada.click(await ada.wait_message(said("play.want_to_pass"), channel=DM), "Pass")
        await board(bruno, "passed", after=third)
        racks = [message for message in ada.dm() if "Your tiles" in text_of(message)]
        # the one that the call became by an edit has called nobody again
        assert all(message["flags"] & SILENT for message in racks if message["id"] != called["id"])


@pytest.mark.gate
async def test_N17_who_cannot_be_reached_is_mentioned_instead(tmp_path: Path) -> None:
    """If a player prefers direct messages but has closed them, the channel mentions the player instead."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        panel = await ask(bruno, "/settings mine")
        await choose(bruno, panel, "dm", said("settings.notify"))
        bruno.settings(dms_closed=True)
        first = await started(ada, bruno)
        await ada.wait_message(said("board.cannot_send_direct"))
        await ask(ada, "/play move:8H AT")
        second = await board(bruno, after=first)
        assert [one["id"] for one in second["mentions"]] == [bruno.id]


@pytest.mark.soak
async def test_C8_N17_the_latest_play_moves_where_that_is_wanted(tmp_path: Path) -> None:
    """The channel's setting for the public board, a person's own for private answers; both are off by default."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ask(ada, "/play move:8H AT")
        second = await board(bruno, after=first)
        assert (await picture(bruno, second)).format == "PNG"
        panel = await ask(ada, "/settings channel", "Channel settings")
        await choose(ada, panel, "7", "Animation")
        await ask(bruno, "/play move:I8 TO")
        third = await board(bruno, "I8 TO", after=second)
        moving = await picture(bruno, third)
        assert moving.format == "GIF"
        assert getattr(moving, "n_frames", 1) == 2
        assert len(await bruno.download(pictures_of(third)[0]["url"])) < 150_000
        assert (await picture(bruno, await ask(bruno, "/game board"))).format == "PNG"
        own = await ask(bruno, "/settings mine")
        await choose(bruno, own, "9", "Animation")
        assert (await picture(bruno, await ask(bruno, "/game board"))).format == "GIF"
        await ask(ada, "/move pass")
        fourth = await board(bruno, "passed", after=third)
        assert (await picture(bruno, fourth)).format == "PNG"


@pytest.mark.parametrize("scope", list(Scope))
def test_a_panel_begins_with_its_switches(scope: Scope) -> None:
    """What they do is told below all of it: on a phone it would hide them."""
    languages, variants = ("en", "de"), ("standard",)
    offered, profile = {
        Scope.MINE: (mine(languages), PersonProfile("ada")),
        Scope.CHANNEL: (of_channel(languages, variants, languages, {}), ChannelProfile(1)),
        Scope.SERVER: (of_server(languages, variants, languages, {}), ServerProfile(1)),
    }[scope]
    heading, switches, *rest = settings_message(scope, offered, profile, texts_for("en"), Style()).blocks
    assert isinstance(heading, Text) and "\n" not in heading.content
    assert isinstance(switches, Row) and all(isinstance(one, Button) for one in switches.buttons)
    explained = [
        place for place, block in enumerate(rest) if isinstance(block, Text) and block.content.startswith("-#")
    ]
    assert explained == [len(rest) - 1]


@pytest.mark.gate
async def test_N4_confirming_moves_is_switched_in_the_panel(tmp_path: Path) -> None:
    """On: a move is previewed before it is played. Off again: it is played at once."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        panel = await ask(ada, "/settings mine")
        await switch(ada, panel, "Confirm moves")
        await started(ada, bruno)
        assert "Play" in buttons_of(await ask(ada, "/play move:8H AT", "You keep"))
        await switch(ada, panel, "Confirm moves")
        await ask(ada, "/play move:8H AT", "You played")


@pytest.mark.gate
async def test_K11_a_channel_has_its_own_games(tmp_path: Path) -> None:
    """Rules, coordinates and looks of new games; a thread inherits them; only moderators may change them."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        assert buttons_of(await ask(bruno, "/settings channel", "Only moderators")) == []
        await ask(bruno, "/settings channel coordinates:digits-left-top", "Only moderators")
        panel = await ask(ada, "/settings channel")
        await choose(ada, panel, "classic", "Rules")
        await choose(ada, panel, "dark", "Board colours")
        assert await corner(ada, ada.now(panel) or {}) == rgb(THEMES["dark"].frame)
        await ask(ada, "/game new variant:tiny thread:yes")
        thread = await ada.wait(
            lambda: next((c["id"] for c in ada.channels.values() if c["type"] == 11), None), "the thread"
        )
        assert (await stage.state(thread)).rules.phonies_stand
        first = await started(ada, bruno)
        assert await corner(ada, first) == rgb(THEMES["dark"].frame)
        assert (await stage.state(ada.channel_id())).rules.phonies_stand


@pytest.mark.gate
async def test_K11_a_thread_made_by_hand_is_like_its_channel_until_it_is_told_otherwise(tmp_path: Path) -> None:
    """A setting in the thread changes nothing else there, and nothing in the channel."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=("Ada",)) as (stage, ada):
        await choose(ada, await ask(ada, "/settings channel"), "dark", "Board colours")
        await ask(ada, "/settings channel coordinates:digits-right-up")
        await ada.send({"op": "create_thread", "channel_id": ada.channel_id(), "name": "Corner"})
        thread = await ada.wait(
            lambda: next((c["id"] for c in ada.channels.values() if c["name"] == "Corner"), None), "the thread"
        )
        ada.place = thread
        panel = await ask(ada, "/settings channel", "Channel settings")
        assert await corner(ada, panel) == rgb(THEMES["dark"].frame)
        await choose(ada, panel, "classic", "Rules")
        await ask(ada, "/game new variant:tiny", said("receipts.opened"))
        setup = (await stage.state(thread)).setup
        assert setup.rules.phonies_stand
        assert setup.orientation.code == "digits-right-up"
        ada.place = "general"
        await ask(ada, "/game new variant:tiny", said("receipts.opened"))
        setup = (await stage.state(ada.channel_id())).setup
        assert not setup.rules.phonies_stand
        assert setup.orientation.code == "digits-right-up"


@pytest.mark.gate
async def test_a_servers_settings_are_not_for_direct_messages(tmp_path: Path) -> None:
    """The answer says where they are; personal settings work there."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=("Ada",)) as (_, ada):
        dm = await ada.open_dm()
        await ada.command("/settings server", channel=dm)
        await ada.wait_message(said("core.only_in_server"), channel=DM)
        await ada.command("/settings mine", channel=dm)
        await ada.wait_message("Your settings", channel=DM)


ENGLISH = texts_for("en")
GAME = "abcd2345"


async def chosen(person: Person, message: Json, value: str, until: str) -> Json:
    """Choose in the only menu and return the message once it contains a text."""
    await person.select(message, value)
    return await shows(person, message, until)


def menus_of(message: Json) -> list[str]:
    """The hints of a message's menus."""
    return [one["placeholder"] for one in walk(message["components"]) if one["type"] == 3]


async def test_K11_a_servers_time_zone_is_found_by_a_city(tmp_path: Path) -> None:
    """In one's own language; moderators choose it, everyone sees it in the panel."""
    async with gathered(tmp_path) as (_, ada, bruno):
        assert "(Europe" not in text_of(await ask(ada, "/settings server", said("settings.time_zone", zone="**UTC**")))
        bruno.settings(locale="de")
        offered = await bruno.autocomplete("/settings server time_zone:wien", "time_zone")
        assert [(one["name"], one["value"]) for one in offered] == [
            ("Wien, Österreich (Europe/Vienna)", "Europe/Vienna")
        ]
        await ask(ada, "/settings server time_zone:Nowhere", said("settings.no_such_time_zone", typed="**Nowhere**"))
        for typed in ("Vienna", "europe/vienna", "Vienna, Austria (Europe/Vienna)"):
            assert "Europe/Vienna" in text_of(await ask(ada, f"/settings server time_zone:{typed}"))
        assert "Wien" in text_of(await ask(bruno, "/settings server"))
        refused = text_of(await ask(bruno, "/settings server time_zone:Paris"))
        assert "Paris" not in refused


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


@pytest.mark.soak
async def test_N15_a_preset_is_chosen_by_menu(tmp_path: Path) -> None:
    """All rules at once."""
    async with gathered(tmp_path, "A", "C", letters="CATSODEEE", rack_size=3, people=("Ada",)) as (stage, ada):
        await ask(ada, "/game new variant:tiny")
        presets = await chosen(ada, await ask(ada, "/game rules"), said("offers.all_rules"), "Correspondence")
        after = await chosen(ada, presets, "club", said("receipts.rules_changed"))
        assert said("lobby.no_rule_changed") in text_of(after)
        assert (await stage.state(ada.channel_id())).rules == preset_rules("club", "en")


@pytest.mark.soak
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


@pytest.mark.soak
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
