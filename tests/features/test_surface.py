"""One way in and out of whatever is in a channel, and one place for what a server switches on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.features.milestones.store import MilestoneKind
from bot.playground.cast import REGULAR_ROLE
from tests.features.test_permissions import four
from tests.support.evening import choose, fill, press
from tests.support.pictures import buttons_of, text_of
from tests.support.playground import Person, Refused
from tests.support.running import EPHEMERAL, ask, gathered, shows
from tests.support.sentences import said

CUP = "/tournament new name:Cup variant:tiny preset:rapid rounds:2"
TINY: dict[str, Any] = {"letters": "CATSODEEECATSODEEE", "rack_size": 3}


async def public(person: Person, text: str, button: str) -> dict[str, Any]:
    """A message that everyone sees, with a text and a button."""
    return await person.wait_message(
        lambda one: not one["flags"] & EPHEMERAL and text in text_of(one) and button in buttons_of(one)
    )


async def test_X2_X27_one_command_joins_and_leaves_whatever_is_there(tmp_path: Path) -> None:
    """At once if it is one thing, else after a question; nobody is asked about what is closed to them."""
    async with gathered(tmp_path, **TINY) as (_, ada, bruno):
        await ask(bruno, "/join", said("games.no_game"))
        await ask(bruno, "/leave", said("requests.nothing_to_leave"))
        await ask(ada, CUP, said("tournaments.made"))
        cup = await public(ada, "Cup", "Join")
        await ask(bruno, "/join", said("tournaments.joined"))
        await shows(ada, cup, "Bruno")
        await ask(ada, "/game new variant:tiny")
        await ask(bruno, "/join", said("receipts.joined"))
        asked = await ask(bruno, "/leave", said("questions.which_left"))
        assert "Cup" in buttons_of(asked) and len(buttons_of(asked)) == 2
        await press(bruno, asked, "Cup", said("tournaments.left"))
        await ask(bruno, "/leave", said("lobby.you_left"))
        asked = await ask(bruno, "/join", said("questions.which_joined"))
        await press(bruno, asked, "Cup", said("tournaments.joined"))
        await ask(ada, "/leave", said("board.game_closed_before"))


async def test_X27_what_a_server_switches_on_is_listed_for_everyone(tmp_path: Path) -> None:
    """With where it is posted; moderators switch it there, also after a restart, others only read what it does."""
    async with gathered(tmp_path, **TINY) as (stage, ada, bruno):
        panel = await ask(bruno, "/settings server", f"{said('puzzles.puzzle_day')}: off")
        for line in ("Daily duplicate: off", "Calendar: off", f"{said('seeks.exchange')}: off", "Milestones: all"):
            assert line in text_of(panel)
        page = await choose(bruno, panel, said("puzzles.puzzle_day"), which=said("settings.more_pages"))
        assert buttons_of(page) == ["Back"]
        await press(bruno, page, "Back", said("settings.who_may"))
        with pytest.raises(Refused):
            await ask(bruno, "/manage puzzle switch:on")
        panel = await ask(ada, "/settings server")
        page = await choose(ada, panel, "Calendar", which=said("settings.more_pages"))
        await press(ada, page, "Switch on", said("calendar.is_on"))
        await stage.restart()
        panel = await ask(ada, "/settings server", "Calendar: on")
        page = await choose(ada, panel, said("seeks.exchange"), which=said("settings.more_pages"))
        told = await press(ada, page, "Switch on here", f"<#{ada.channel_id()}>")
        await press(ada, told, "Switch off", "off")
        page = await choose(ada, await ask(ada, "/settings server"), "Calendar", which=said("settings.more_pages"))
        await press(ada, page, "Switch off", said("calendar.is_off"))
        assert "Calendar: off" in text_of(await ask(bruno, "/settings server"))


async def test_X27_milestones_and_absences_are_in_the_settings_of_a_person(tmp_path: Path) -> None:
    """Those of a server are for its moderators."""
    async with gathered(tmp_path, **TINY) as (_, ada, bruno):
        panel = await ask(bruno, "/settings mine", "Milestones: all")
        page = await choose(bruno, panel, "Milestones", which=said("settings.more_pages"))
        await press(
            bruno,
            page,
            said("milestones.announce_on", title="First win"),
            said("milestones.announce_off", title="First win"),
        )
        every = len(MilestoneKind)
        await ask(bruno, "/settings mine", f"Milestones: {every - 1} of {every}")
        await ask(bruno, "/settings away days:3")
        panel = await ask(bruno, "/settings mine")
        page = await choose(bruno, panel, "Being away", which=said("settings.more_pages"))
        assert {"I am back", "Back"} <= set(buttons_of(page))
        for person, expected in (
            (bruno, said("rights.moderator_only")),
            (ada, said("milestones.announce_on", title="First win")),
        ):
            panel = await ask(person, "/settings server")
            await choose(person, panel, "Milestones", which=said("settings.more_pages"), expected=expected)


async def test_X2_X27_who_may_change_words_makes_dictionaries_without_the_hidden_command(tmp_path: Path) -> None:
    """A role that a server's moderators have chosen finds them in its settings; others are refused."""
    async with four(tmp_path) as one:
        await one.allow("The server's words", REGULAR_ROLE)
        which, title = said("settings.more_pages"), said("words.own_dictionaries")
        await choose(one.chloe, await ask(one.chloe, "/settings server"), title, which=which, expected="with the role")
        page = await choose(one.bruno, await ask(one.bruno, "/settings server"), title, which=which)
        await fill(one.bruno, page, "New dictionary", {"name": "Animals"}, "Animals")
        page = await choose(one.bruno, await ask(one.bruno, "/settings server"), title, which=which)
        own = await choose(one.bruno, page, "Animals")
        await fill(one.bruno, own, "Rename", {"name": "Beasts"}, "Beasts")
        await press(one.bruno, await press(one.bruno, own, "Delete", "Beasts"), "Delete it", "Beasts")
        assert "Beasts" not in text_of(await ask(one.bruno, "/word dictionaries"))
