"""Permissions in a server, and rights in a game."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.features.chat import ChatServices
from bot.model.errors import ModeratorsOnly
from bot.model.profiles import Permission
from bot.playground.cast import GUILD_ID, MODERATOR_ROLE, REGULAR_ROLE
from bot.playground.limits import walk
from bot.service.rights import Member
from engine.game.state import Computer
from tests.support.pictures import buttons_of, text_of
from tests.support.playground import DM, Person
from tests.support.ruled import begun, opened
from tests.support.running import Scene, answer, ask, board, code_of, dealt, gathered, switch
from tests.support.sentences import said
from tests.support.service import passes

SILENT = 4096

Json = dict[str, Any]


@dataclass
class Four:
    """Ada moderates, Bruno is a regular, Chloe and Deniz are neither; Chloe owns another server."""

    stage: Scene
    ada: Person
    bruno: Person
    chloe: Person
    deniz: Person

    async def allow(self, action: str, who: str) -> Json:
        """Ada allows an action; `who` is a button's label or the id of a role."""
        panel = await ask(self.ada, "/settings server", said("settings.who_may"))
        await self.ada.select(panel, action, which=said("settings.change"))
        await self.ada.wait(lambda: f"### {action}" in text_of(self.ada.now(panel) or {}), action)
        before = self.ada.now(panel)
        if who.isdecimal():
            await self.ada.select(panel, who, which=said("settings.also_members_role"))
        else:
            await self.ada.click(panel, who)
        page = await self.ada.wait(lambda: _if(self.ada.now(panel) != before and self.ada.now(panel), "Now:"), who)
        chosen = [one["id"] for c in walk(page["components"]) for one in c.get("default_values", [])]
        assert chosen == ([who] if who.isdecimal() and who != GUILD_ID else [])
        await self.ada.click(panel, "Back")
        return dict(await self.ada.wait(lambda: _if(self.ada.now(panel), said("settings.who_may")), "the panel"))

    async def press_refused(self, person: Person, message: Json, button: str, told: str) -> None:
        """A person presses a button and is told why it has no effect."""
        last = person.last()
        await person.click(message, button)
        await answer(person, told, after=last)


def _if(message: Json | bool | None, text: str) -> Json | None:
    return message if isinstance(message, dict) and text in text_of(message) else None


@asynccontextmanager
async def four(folder: Path) -> AsyncIterator[Four]:
    """The bot and all four people, in one channel."""
    people, letters = ("Ada", "Bruno", "Chloe", "Deniz"), "CATSODEEECATSODEEE"
    async with gathered(folder, letters=letters, rack_size=3, thinker=passes, people=people) as found:
        yield Four(*found)


async def test_X2_the_panel_says_who_may_do_what_and_only_moderators_change_it(tmp_path: Path) -> None:
    """A table for everyone; a page for each action; the choices survive a restart."""
    async with four(tmp_path) as one:
        told = text_of(await ask(one.bruno, "/settings server"))
        assert f"Only {said('permissions.moderators')} can change these." in told
        for line in (
            "Opening games: everyone",
            "Computer players: everyone",
            "The server's words: moderators only",
            "The server's variants: moderators only",
            "Channel settings: moderators only",
        ):
            assert f"- {line}" in told
        shown = await one.allow("Opening games", REGULAR_ROLE)
        assert f"Opening games: <@&{REGULAR_ROLE}> and moderators" in text_of(shown)
        assert "Opening games: everyone" in text_of(await one.allow("Opening games", GUILD_ID))
        await one.allow("The server's words", "Everyone")
        await one.stage.restart()
        assert "The server's words: everyone" in text_of(await ask(one.chloe, "/settings server"))
        assert one.stage.app and one.stage.app.core
        permissions = one.stage.app.core.services.permissions
        for outsider in (Member(int(GUILD_ID)), Member(int(GUILD_ID), roles=frozenset({5}))):
            with pytest.raises(ModeratorsOnly):
                await permissions.allow(outsider, Permission.WORDS, "everybody")


async def test_X2_a_panel_that_is_out_of_date_changes_nothing_for_who_moderates_no_more(tmp_path: Path) -> None:
    """The permission is checked at every press."""
    async with four(tmp_path) as one:
        panel = await ask(one.ada, "/settings server")
        await one.ada.select(panel, "Opening games", which=said("settings.change"))
        await one.ada.wait(lambda: _if(one.ada.now(panel), "### Opening games"), "the page")
        guild = one.stage.playground.world.guilds[GUILD_ID]
        guild.members[one.ada.id].remove(MODERATOR_ROLE)
        guild.owner_id = one.bruno.id
        await one.press_refused(one.ada, panel, "Moderators only", said("rights.moderator_only"))
        await ask(one.chloe, "/settings server", "Opening games: everyone")


async def test_X2_opening_games_may_be_for_moderators_or_a_role(tmp_path: Path) -> None:
    """Games, demonstrations and rematches are refused before a thread is made; anyone may take a seat."""
    async with four(tmp_path) as one:
        await one.allow("Opening games", "Moderators only")
        for line in ("/game new", "/game new thread:yes", "/game demo"):
            await ask(one.bruno, line, said("permissions.only_open_games", who=said("permissions.moderators")))
        assert not [channel for channel in one.bruno.channels.values() if channel["type"] == 11]
        await one.allow("Opening games", REGULAR_ROLE)
        await ask(one.chloe, "/game new", said("permissions.moderators_members", role=f"<@&{REGULAR_ROLE}>"))
        await ask(one.bruno, "/game new variant:tiny")
        lobby = await one.chloe.wait_message("seats taken")
        await one.chloe.click(lobby, "Join")
        await answer(one.chloe, said("receipts.joined"))
        await ask(one.chloe, "/game start")
        await board(one.chloe)
        await one.bruno.click(await ask(one.bruno, "/game end"), "End for good")
        over = await board(one.chloe, said("status.won"))
        await one.press_refused(one.chloe, over, "Rematch", said("permissions.only_open_games"))
        await ask(one.ada, "/game rematch players:others")
        await one.chloe.wait_message("seats taken", after=over)


@pytest.mark.gate
async def test_X2_opening_games_again_after_a_demonstration_is_opening_games(tmp_path: Path) -> None:
    """A spectator who may not open games cannot start another demonstration."""
    async with four(tmp_path) as one:
        await ask(one.chloe, "/game demo variant:tiny")
        await one.allow("Opening games", "Moderators only")
        shown = await board(one.chloe, said("status.choosing_a_move"))
        await one.chloe.click(shown, "Stop")
        over = await board(one.chloe, "is over", after=shown)
        await one.press_refused(one.chloe, over, "Rematch", said("permissions.only_open_games"))
        await one.ada.click(over, "Rematch")
        await board(one.ada, said("status.choosing_a_move"), after=over)


@pytest.mark.gate
async def test_X2_games_of_another_place_are_brought_in_by_those_who_may_open_them(tmp_path: Path) -> None:
    """By joining or watching with a code; once it is shown here, anyone can join; direct messages always allow it."""
    async with four(tmp_path) as one:
        one.chloe.place = one.deniz.place = "quay"
        await ask(one.chloe, "/game new variant:tiny")
        code = await code_of(one.chloe)
        await one.allow("Opening games", REGULAR_ROLE)
        one.deniz.place = "general"
        await ask(one.deniz, f"/join code:{code}", said("permissions.only_open_games"))
        assert len((await one.stage.state(one.chloe.channel_id())).seats) == 1
        await ask(one.bruno, f"/join code:{code}", said("receipts.joined"))
        here = await one.deniz.wait_message("seats taken")
        await one.deniz.click(here, "Join")
        await answer(one.deniz, said("receipts.joined"))


@pytest.mark.gate
async def test_X2_computer_players_may_be_for_moderators_or_a_role(tmp_path: Path) -> None:
    """In a new game, in the lobby, by its button, and as replacements; people play without them."""
    async with four(tmp_path) as one:
        await one.allow("Computer players", REGULAR_ROLE)
        refused = said("permissions.only_add_computer")
        await ask(one.chloe, "/game new variant:tiny computer:3", refused)
        await ask(one.chloe, "/game demo", refused)
        await one.allow("Computer players", "Everyone")
        await ask(one.chloe, "/game new variant:tiny")
        lobby = await one.bruno.wait_message("seats taken")
        await one.chloe.click(lobby, "Add computer")
        asked_before = await answer(one.chloe, "How strong")
        await one.allow("Computer players", REGULAR_ROLE)
        await ask(one.chloe, "/game seat computer level:3", refused)
        await one.press_refused(one.chloe, lobby, "Add computer", refused)
        await one.press_refused(one.chloe, asked_before, "3 · casual", refused)
        await ask(one.chloe, "/game rules rule:on_leave value:computer", refused)
        await ask(one.chloe, "/game rules rule:on_leave value:stop", "is now")
        assert len((await one.stage.state(one.chloe.channel_id())).seats) == 1
        await one.bruno.click(lobby, "Join")
        await answer(one.bruno, said("receipts.joined"))
        await ask(one.bruno, "/game seat computer level:3", "Robot1 (level 3) joined")
        seats = (await one.stage.state(one.chloe.channel_id())).seats
        assert [isinstance(seat.player, Computer) for seat in seats] == [False, False, True]
        dm = await one.chloe.open_dm()
        await one.chloe.command("/game new variant:tiny computer:3", channel=dm)
        await one.chloe.wait_message("level 3, casual", channel=dm)


@pytest.mark.gate
async def test_X2_words_and_variants_of_the_server_may_be_for_everybody_or_a_role(tmp_path: Path) -> None:
    """Adding, removing, importing and undoing are refused; the refusal says what anyone may do instead."""
    async with four(tmp_path) as one:
        for who in (one.bruno, one.chloe):
            await ask(who, "/word add words:TAC list:this server's", "`list: mine`")
            await ask(who, "/word add words:TAC", said("words.words_for_own_games"))
        await one.allow("The server's words", REGULAR_ROLE)
        await ask(one.bruno, "/word add words:TAC", "with the English dictionary, these words")
        await ask(one.bruno, "/word remove words:CAT", "with the English dictionary, these words")
        await ask(one.chloe, "/word remove words:TAC list:this server's", "with the role")
        assert "Undo all changes" not in buttons_of(await ask(one.chloe, "/word changes list:this server's", "TAC"))
        shown = await ask(one.bruno, "/word changes", "TAC")
        await one.allow("The server's words", "Moderators only")
        await one.press_refused(one.bruno, shown, "Undo all changes", said("permissions.only_change_servers"))
        await ask(one.ada, "/word changes", "TAC")
        file = ("mine.toml", 'name = "mine"')
        await ask(one.chloe, "/settings variants", said("permissions.only_load_remove"), file=file)
        await one.allow("The server's variants", REGULAR_ROLE)
        await ask(one.chloe, "/settings variants", "with the role", file=file)
        await ask(one.bruno, "/settings variants", "mine.toml", file=file)


@pytest.mark.gate
async def test_X2_settings_of_channels_may_be_for_everybody_or_a_role(tmp_path: Path) -> None:
    """The panel is locked for people without permission, and says who has it."""
    async with four(tmp_path) as one:
        await one.allow("Channel settings", REGULAR_ROLE)
        who = said("permissions.moderators_members", role=f"<@&{REGULAR_ROLE}>")
        locked = await ask(one.chloe, "/settings channel", who)
        assert buttons_of(locked) == []
        await ask(one.chloe, "/settings channel coordinates:digits-left-top", said("permissions.only_change_channel"))
        await switch(one.bruno, await ask(one.bruno, "/settings channel"), "Quiet boards")
        assert (await begun((one.chloe,)))["flags"] & SILENT


FOREIGN = {
    "/game pause": "no seat",
    "/game save": "no seat",
    "/game end": "Only the host",
    "/game seat remove player:2": "Only the host",
    "/game seat give player:2 person:Deniz": "Only the host",
    "/game seat give player:2 person:Deniz tiles:new": "Only the host",
    "/game rules rule:hints value:off": "Only the host",
    "/game seat computer level:3": "no seat",
    "/game start": "no seat",
    "/move undo": "no seat",
    "/move swap": "no seat",
    "/game nudge": "no seat",
    "/game seat guest name:Eve": "no seat",
    "/leave": said("requests.nothing_to_leave"),
    "/game resign": "no seat",
    "/play move:8G CAT": "no seat",
    "/try move:8G CAT": "no seat",
    "/move pass": "no seat",
    "/move exchange tiles:all": "no seat",
    "/move challenge": "no seat",
    "/hint": "no seat",
    "/rack": "no seat",
    "/move draw": "no seat",
}
"""The answers to a moderator of a server that only shows the game."""


@pytest.mark.gate
async def test_X2_a_moderator_of_another_server_has_no_say_in_a_game_shown_there(tmp_path: Path) -> None:
    """Chloe owns the other server and brings the game there by its public code, but may only watch."""
    places = {"Ada": "general", "Bruno": "general", "Chloe": "quay"}
    async with gathered(tmp_path, rack_size=3, thinker=passes, people=places) as (stage, ada, bruno, chloe):
        first = await begun((ada, bruno))
        assert stage.app and stage.app.core
        code = await stage.app.core.games.in_channel(int(first["channel_id"])) or ""
        await ask(chloe, f"/game watch code:{code}", said("look.every_board_game_shown"))
        there = await board(chloe)
        before = await stage.state(first["channel_id"])
        for line, refusal in FOREIGN.items():
            await ask(chloe, line, refusal)
        for button in set(buttons_of(there)) & {"Rack", "Hint", "Challenge", "Undo"}:
            last = chloe.last()
            await chloe.click(there, button)
            await answer(chloe, "no seat", after=last)
        assert await stage.state(first["channel_id"]) == before
        assert not any("Your tiles" in text_of(message) for message in [*chloe.dm(), *chloe.visible()])
        await ask(chloe, f"/game watch code:{code} stop:yes", "no longer shown")
        await ask(bruno, "/game end", "Only the host")


async def test_X2_a_seat_is_handed_over_with_its_tiles_once_both_agree(tmp_path: Path) -> None:
    """Nobody else can agree; whoever played there sees the tiles no more."""
    people = ("Ada", "Bruno", "Chloe")
    async with gathered(tmp_path, rack_size=3, people=people) as (stage, ada, bruno, chloe):
        first = await dealt(stage, ada, bruno, "first_player host")
        tiles = await stage.rack(bruno, first["channel_id"])
        await ask(ada, "/game seat give player:Bruno person:Chloe", "I have asked **Bruno**")
        question = await bruno.wait_message(said("specials.take_over_seat"))
        for person, agrees in ((chloe, False), (bruno, True), (ada, False), (chloe, True)):
            last = person.last()
            await person.click(question, "I agree")
            if not agrees:
                await answer(person, said("seats.nobody_asking_you"), after=last)
            elif person is bruno:
                assert await stage.rack(bruno, first["channel_id"]) == tiles
                question = await chloe.wait_message("**Bruno**?", after=question)
        await ada.wait_message("**Chloe** takes over from **Bruno**.")
        assert await stage.rack(chloe, first["channel_id"]) == tiles
        await ask(bruno, "/rack", "no seat")


@pytest.mark.gate
async def test_X2_a_seat_is_handed_over_by_consent_or_with_new_tiles(tmp_path: Path) -> None:
    """Ada moderates: Deniz agrees, so that Chloe gets the same tiles; without consent the tiles are new."""
    people = ("Ada", "Bruno", "Chloe", "Deniz")
    async with gathered(tmp_path, rack_size=3, thinker=passes, people=people) as (stage, ada, bruno, chloe, deniz):
        first = await begun((bruno, deniz))
        tiles = await stage.rack(deniz, first["channel_id"])
        await ask(chloe, "/game seat give player:Deniz person:Chloe", "Only the host")
        await ask(ada, "/game seat give player:Deniz person:Chloe", "I have asked **Deniz**")
        question = await chloe.wait_message(said("specials.take_over_seat"))
        await stage.restart()
        for wrong in (chloe, ada, bruno):
            last = wrong.last()
            await wrong.click(question, "I agree")
            await answer(wrong, said("seats.nobody_asking_you"), after=last)
        assert await stage.rack(deniz, first["channel_id"]) == tiles
        await deniz.click(question, "I agree")
        question = await chloe.wait_message("**Deniz**?", after=question)
        await chloe.click(question, "I agree")
        await bruno.wait_message("**Chloe** takes over from **Deniz**.")
        assert await stage.rack(chloe, first["channel_id"]) == tiles
        await ask(ada, "/game seat give player:Chloe person:Ada tiles:new", said("specials.seat_is_yours"))
        await bruno.wait_message(said("specials.takes_over_new_tiles", name="**Ada**", before="**Chloe**"))
        assert await stage.rack(ada, first["channel_id"]) != tiles
        await ask(chloe, "/rack", "no seat")


async def test_X2_only_players_take_part_in_the_chat_by_direct_message(tmp_path: Path) -> None:
    """A player who has left a game shown in their direct messages no longer reads its players' chat."""
    people = {"Ada": "general", "Bruno": "general", "Deniz": DM}
    async with gathered(tmp_path, rack_size=3, thinker=passes, people=people) as (stage, ada, bruno, deniz):
        lobby = await opened((ada, bruno))
        assert stage.app and stage.app.core
        code = await stage.app.core.games.in_channel(int(lobby["channel_id"])) or ""
        await deniz.open_dm()
        await ask(deniz, f"/join code:{code}")
        await ask(deniz, "/leave")
        await ask(deniz, "/game chat switch:on", "no seat")
        assert not await stage.app.core.services.of(ChatServices).chat.links_of(code)
