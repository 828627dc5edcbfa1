"""Tournaments (X14) and leagues (X15) as their players and directors see them."""

from __future__ import annotations

import asyncio
import json
import re
from datetime import datetime
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, patch
from zoneinfo import ZoneInfo

import discord
import pytest

from bot.features.leagues.seasons import Seasons
from bot.features.tournaments.venue import DiscordTournamentVenue
from bot.pairing import pictures
from bot.playground import cast
from bot.playground.limits import walk
from bot.playground.world import GatewayEvent
from engine.game.phases import Over, Turn
from engine.game.state import Person as EnginePerson
from tests.features.test_calendar import played_round
from tests.support.engines import passes
from tests.support.evening import choose as choose_in
from tests.support.evening import press
from tests.support.pictures import buttons_of, pictures_of, text_of
from tests.support.playground import DM, Person, Refused
from tests.support.posters import first_thread_deleted
from tests.support.running import EPHEMERAL, Scene, answer, ask, board, choose, file_of, gathered, shows
from tests.support.sentences import said
from tests.support.service import eventually

THREE, FOUR = ("Ada", "Bruno", "Chloe"), ("Ada", "Bruno", "Chloe", "Deniz")
NEW = "/tournament new name:Cup variant:tiny preset:rapid rounds:2"
QUARTER, DAY = 15 * 60, 86_400


async def public(person: Person, text: str, button: str = "") -> dict[str, Any]:
    """A message that everyone sees in the channel, with a text and a button."""

    def fits(message: dict[str, Any]) -> bool:
        has_button = not button or button in buttons_of(message)
        return not message["flags"] & EPHEMERAL and text in text_of(message) and has_button

    return await person.wait_message(fits, channel="general")


def threads(stage: Scene) -> list[dict[str, Any]]:
    """The threads, oldest first."""
    found = [one for one in stage.playground.world.channels.values() if one["type"] == 11]
    return sorted(found, key=lambda one: int(one["id"]))


async def thread(stage: Scene, person: Person, count: int) -> str:
    """The newest thread, once there are so many."""
    await person.wait(lambda: len(threads(stage)) == count, f"{count} threads")
    return str(threads(stage)[-1]["id"])


def games_in(panel: dict[str, Any]) -> list[dict[str, Any]]:
    """The games whose results can be set from a panel."""
    menus = [one for one in walk(panel["components"]) if one.get("placeholder") == said("tournaments.game_result")]
    return list(menus[0]["options"]) if menus else []


async def joined(ada: Person, bruno: Person, chloe: Person, options: str = "") -> dict[str, Any]:
    """A tournament that Bruno and Chloe have joined; its message."""
    await ask(ada, NEW + options, said("tournaments.made_for" if "director:" in options else "tournaments.made"))
    shown = await public(ada, "Cup", "Join")
    assert len(text_of(shown).splitlines()) == 5 + len(buttons_of(shown)), (
        "a heading, what it is, who directs it, who plays, what to do"
    )
    for player in (bruno, chloe):
        await player.click(shown, "Join")
        await player.wait_message(said("tournaments.joined"))
        await shows(ada, shown, player.name)
    return shown


async def test_X14_whoever_is_late_is_let_in_by_the_director(tmp_path: Path) -> None:
    """From the message's **Join** as long as that is possible; a knockout's pairs follow from the first round."""
    async with gathered(tmp_path, people=FOUR) as (stage, ada, bruno, chloe, deniz):
        shown = await joined(ada, bruno, chloe)
        await ask(ada, "/manage tournament start", said("tournaments.round", number=1, rounds=2))
        await shows(ada, shown, said("tournaments.round", number=1, rounds=2))
        await deniz.click(shown, "Join")
        await deniz.wait_message(said("tournaments.ask_to_be_let_in"))
        asked = await public(ada, said("tournaments.wants_to_play", name="**Deniz**"), "Let in")
        await bruno.click(asked, "Let in")
        await bruno.wait_message(said("rights.not_director"))
        await ada.click(asked, "Let in")
        await ada.wait_message(said("tournaments.is_in", name="**Deniz**"))
        await shows(ada, shown, "Deniz")
        told = await public(deniz, said("tournaments.let_in", player=f"<@{deniz.id}>"))
        assert deniz.now(asked) is None and "Let in" not in buttons_of(told)
        stage.clock.push(QUARTER + 60)
        await ada.click(await public(ada, said("tournaments.standings_after"), "Next round"), "Next round")
        await ada.wait(lambda: any("Round 2 " in one["name"] for one in threads(stage)), "round 2")
        assert "Join" not in buttons_of(await shows(ada, shown, said("tournaments.round", number=2, rounds=2)))


async def test_X14_only_moderators_pause_games_of_a_tournament_unless_it_allows_it(tmp_path: Path) -> None:
    """Nor does anybody enter a knockout that is played."""
    async with gathered(tmp_path, people=FOUR) as (stage, ada, bruno, chloe, deniz):
        shown = await joined(ada, bruno, chloe, " format:knockout")
        await ask(ada, "/manage tournament start", said("tournaments.final"))
        assert "Join" not in buttons_of(await shows(ada, shown, said("tournaments.final")))
        await ask(deniz, "/join", said("tournaments.entry_closed"))
        place = await thread(stage, ada, 1)
        await bruno.wait_message(f"<@{bruno.id}>", channel=place)
        assert said("pause.only_moderators_pause") in text_of(await ask(bruno, "/game pause", channel=place))


@pytest.mark.gate
async def test_X14_whoever_does_not_come_loses_the_game_but_no_rating(tmp_path: Path) -> None:
    """It is a result of the tournament alone, so it cannot be called off either."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, bruno, chloe):
        await joined(ada, bruno, chloe)
        await ask(ada, "/manage tournament start", said("tournaments.round", number=1, rounds=2))
        place = await thread(stage, ada, 1)
        await public(ada, f"<#{place}>")
        await ask(bruno, "/game cancel", said("refusals.forfeits_instead"), channel=place)
        assert "Cancel the game" not in buttons_of(await ask(bruno, "/game resign", channel=place))
        stage.clock.push(QUARTER + 60)
        facts = {"first": "**Bruno**", "points": 0, "second": "**Chloe**", "against": 50}
        end = await chloe.wait_message(said("tournaments.counts_as", **facts), channel=place)
        assert said("competitions.no_first_move", name="**Bruno**") in text_of(end)
        assert not any("resigned" in text_of(one) for one in chloe.visible(place))
        await public(ada, "1 Chloe 1 – 0 (+50)", "Next round")
        await ask(chloe, "/leaderboard", said("statistics.nobody_rated_yet"))
        await ask(bruno, "/stats", said("statistics.not_finished_game_yet", name="Bruno"))


@pytest.mark.soak
async def test_X14_a_knockout_with_a_tie_and_a_correction(tmp_path: Path) -> None:
    """0:0 offers what may be meant, a tie opens a further game, and who plays on and who has won is said."""
    async with gathered(tmp_path, people=FOUR) as (stage, ada, bruno, chloe, deniz):
        shown = await joined(ada, bruno, chloe, " format:knockout")
        for player in (deniz, ada):
            await player.click(shown, "Join")
            await shows(ada, shown, player.name)
        await ada.click(shown, "Rules")
        await answer(ada, said("tournaments.ties_by_game"))
        await ask(ada, "/manage tournament start", said("tournaments.semi_finals"))
        await thread(stage, ada, 2)
        await asyncio.sleep(1)
        line = "/manage tournament result number:{} first:@{} points:{} second:@{} against:{}"
        nil = await ask(ada, line.format(1, "Bruno", 0, "Ada", 0), said("competitions.nil"))
        assert {"Both lose", said("competitions.void")} <= set(buttons_of(nil))
        await ask(ada, line.format(1, "Bruno", 400, "Ada", 400))
        await thread(stage, ada, 3)
        await ask(ada, line.format(1, "Bruno", 410, "Ada", 400))
        await ask(ada, line.format(1, "Chloe", 410, "Deniz", 400))
        await ada.click(await public(ada, said("tournaments.playing_on"), "Next round"), "Next round")
        final = await thread(stage, ada, 4)
        told = await ask(ada, line.format(1, "Chloe", 400, "Deniz", 410))
        assert said("tournaments.plays_instead", into="**Deniz**", number=2, out="**Chloe**") in text_of(told)
        told = await ada.wait_message(said("competitions.does_not_count"), channel=final)
        assert said("tournaments.plays_instead", into="**Deniz**", number=2, out="**Chloe**") in text_of(told)
        again = await thread(stage, ada, 5)
        await bruno.wait_message(f"<@{bruno.id}>", channel=again)
        await ask(ada, line.format(2, "Bruno", 400, "Deniz", 410))
        await shows(ada, shown, said("tournaments.won", name="**Deniz**"))
        cup = await ada.wait_message(said("tournaments.won", name=f"<@{deniz.id}>"))
        assert "400 – Deniz 410" in pictures_of(cup)[0]["description"]
        told = await ask(deniz, "/stats")
        assert said("statistics.not_finished_game_yet", name="Deniz") not in text_of(told) and "Cup" in text_of(told)
        asked = await ask(ada, line.format(1, "Chloe", 410, "Deniz", 400))
        assert said("tournaments.stay_or_anew") in text_of(asked)
        await ada.click(asked, said("tournaments.leave_next_round"))
        await ada.wait_message(said("leagues.result", first="**Chloe**", points=410, second="**Deniz**", against=400))
        await shows(ada, shown, said("tournaments.won", name="**Deniz**"))


@pytest.mark.soak
async def test_X14_the_end_of_a_semi_final_tells_what_comes_next(tmp_path: Path) -> None:
    """In its thread, which is called after the cup and the round."""
    async with gathered(tmp_path, people=FOUR) as (stage, ada, bruno, chloe, deniz):
        shown = await joined(ada, bruno, chloe, " format:knockout")
        for player in (deniz, ada):
            await player.click(shown, "Join")
            await shows(ada, shown, player.name)
        await ask(ada, "/manage tournament start", said("tournaments.semi_finals"))
        await thread(stage, ada, 2)
        (own,) = (one for one in threads(stage) if "Bruno" in one["name"])
        assert own["name"].startswith("Cup · Semi-final · ")
        bruno.place = str(own["id"])
        await bruno.wait_message(f"<@{bruno.id}>", channel=str(own["id"]))
        await bruno.click(await ask(bruno, "/game resign", said("lobby.want_to_resign")), "Resign")
        end = await ada.wait_message(said("tournaments.next_is_either", name="**Ada**"), channel=str(own["id"]))
        assert "**Chloe**" in text_of(end) and "**Deniz**" in text_of(end)


@pytest.mark.gate
async def test_X14_everyone_reads_how_the_director_has_decided_a_tie(tmp_path: Path) -> None:
    """In place of the question, which offers nothing any more."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, bruno, chloe):
        await joined(ada, bruno, chloe, " format:knockout ties:director")
        await ask(ada, "/manage tournament start", said("tournaments.final"))
        await thread(stage, ada, 1)
        await ask(ada, "/manage tournament result number:1 first:@Bruno points:400 second:@Chloe against:400")
        asked = await public(ada, said("tournaments.who_plays_on"), "Chloe")
        await ada.click(asked, "Chloe")
        assert not buttons_of(await shows(bruno, asked, said("tournaments.plays_on", name="**Chloe**")))


@pytest.mark.soak
async def test_X14_in_a_large_knockout_everyone_sees_their_own_part_of_the_bracket(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In private, with buttons for the other parts, also by `/tournament standings`."""
    monkeypatch.setattr(pictures, "MOST_ROUNDS_DRAWN", 1)
    async with gathered(tmp_path, people=FOUR) as (_, ada, bruno, chloe, deniz):
        shown = await joined(ada, bruno, chloe, " format:knockout")
        for player in (deniz, ada):
            await player.click(shown, "Join")
            await shows(ada, shown, player.name)
        await ask(ada, "/manage tournament start", said("tournaments.semi_finals"))
        pairs = await public(ada, said("tournaments.first_begins"), "Bracket")
        assert not pictures_of(pairs)
        seen = dict[str, str]()
        for player in (ada, bruno, chloe, deniz):
            await player.click(pairs, "Bracket")
            own = await player.wait_message("Part 2")
            (picture,) = pictures_of(own)
            seen[player.name] = picture["description"]
            assert player.name in picture["description"] and len(buttons_of(own)) == 1
        assert len(set(seen.values())) == 2
        (other,) = buttons_of(own)
        await deniz.click(own, other)
        await deniz.wait(lambda: buttons_of(deniz.now(own) or own) not in ([], [other]), "the other part")
        (picture,) = pictures_of(deniz.now(own) or own)
        assert deniz.name not in picture["description"]
        assert "Bruno" in pictures_of(await ask(bruno, "/tournament standings", "Part 2"))[0]["description"]


def gone(stage: Scene, seen_by: Person, who: Person) -> None:
    """The person has left the server."""
    world = stage.playground.world
    server = world.guild(world.channel(seen_by.channel_id("general"))["guild_id"])
    del server.members[who.id]
    world.emit(GatewayEvent("GUILD_MEMBER_REMOVE", {"guild_id": server.id, "user": who.known.user}))


@pytest.mark.soak
async def test_X14_whoever_has_left_the_server_is_not_paired_any_more(tmp_path: Path) -> None:
    """online-go/online-go.com #2183."""
    async with gathered(tmp_path, people=FOUR) as (stage, ada, bruno, chloe, deniz):
        shown = await joined(ada, bruno, chloe)
        for player in (deniz, ada):
            await player.click(shown, "Join")
            await shows(ada, shown, player.name)
        await ask(ada, "/manage tournament start", said("tournaments.round", number=1, rounds=2))
        await thread(stage, ada, 2)
        await asyncio.sleep(1)
        gone(stage, ada, deniz)
        stage.clock.push(QUARTER + 60)
        await ada.click(await public(ada, said("tournaments.standings_after"), "Next round"), "Next round")
        await ada.wait(lambda: any("Round 2 " in one["name"] for one in threads(stage)), "round 2")
        await asyncio.sleep(3)
        assert not [one["name"] for one in threads(stage) if "Round 2 " in one["name"] and "Deniz" in one["name"]]


async def rooms(stage: Scene, ada: Person, count: int) -> list[str]:
    """New text channels of the server."""
    world, names = stage.playground.world, [f"room{n}" for n in range(count)]
    for n, name in enumerate(names):
        channel = cast.text_channel(world.snowflakes.next(), cast.GUILD_ID, name, 10 + n)
        world.channels[channel["id"]] = channel
        world.emit(GatewayEvent("CHANNEL_CREATE", channel, channel["id"]))
    await ada.wait(lambda: names[-1] in {one.get("name") for one in ada.channels.values()}, "the rooms")
    await asyncio.sleep(0.5)
    return names


async def test_X14_a_tournament_whose_channel_is_deleted_is_over(tmp_path: Path) -> None:
    """z64/discord-against-humanity #13. Nobody can end one that gathered players; after 20 days it still counts."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, _, __):
        *lost, here = await rooms(stage, ada, 5)
        for name in lost:
            await ask(ada, "/tournament new name:Cup variant:tiny", said("tournaments.made"), channel=name)
            await ada.wait_message(lambda one: "Join" in buttons_of(one), channel=name)
        await asyncio.sleep(1)
        for name in lost:
            stage.playground.world.remove_channel(ada.channel_id(name))
        for _ in range(4):
            await asyncio.sleep(1)
            stage.clock.push(5 * DAY)
        await asyncio.sleep(1)
        await ask(ada, "/tournament new name:Neu variant:tiny", said("tournaments.made"), channel=here)


@pytest.mark.gate
async def test_X14_a_channel_that_is_deleted_while_the_bot_is_away_ends_what_was_in_it(tmp_path: Path) -> None:
    """A tournament, a league, the daily duplicate, the digest and the puzzle; elsewhere they can be made again."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, _, __):
        lost, here = await rooms(stage, ada, 2)
        lines = (
            "/tournament new name:Cup variant:tiny", "/manage league new name:Liga variant:tiny",
            "/manage together switch:on", "/manage digest switch:on", "/manage puzzle switch:on",
        )  # fmt: skip
        for line in lines:
            await ask(ada, line, channel=lost)
        assert stage.app and stage.app.core
        gone = ada.channel_id(lost)
        assert await stage.app.core.games.occupants.occupied() == {(int(cast.GUILD_ID), int(gone))}
        await stage.stop()
        stage.playground.world.remove_channel(gone)
        await stage.start()
        assert stage.app and stage.app.core
        for _ in range(50):
            if not await stage.app.core.games.occupants.occupied():
                break
            await asyncio.sleep(0.2)
        assert not await stage.app.core.games.occupants.occupied()
        for line in lines[:2]:
            await ask(ada, line, channel=here)
            assert await stage.app.core.games.occupants.occupied()


async def test_X14_a_tournament_that_is_over_offers_no_next_round(tmp_path: Path) -> None:
    """lichess-org/lila #10812: all leave, or the director ends it; "The next round begins in 30 minutes" stays."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, bruno, chloe):
        standings = await played_round(stage, ada, bruno, chloe)
        goes_on = said("tournaments.goes_on_in", length="30 minutes")
        assert goes_on in text_of(standings)
        await ask(ada, "/manage tournament end")
        await asyncio.sleep(4)
        now = ada.now(standings) or standings
        assert "Next round" not in buttons_of(now)
        assert goes_on not in text_of(now)


async def test_X14_a_tournament_in_a_thread_is_refused_in_its_own_words(tmp_path: Path) -> None:
    """discord-net/Discord.Net #2503 and others (forum posts): tournaments and leagues are made without `thread`."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, _, __):
        await ask(ada, "/game new variant:tiny thread:yes")
        await ada.wait(lambda: threads(stage), "a thread")
        place = str(threads(stage)[-1]["id"])
        for line in ("/tournament new name:Cup variant:tiny", "/manage league new name:Liga variant:tiny", "/open new"):
            assert "without `thread`" not in text_of(await ask(ada, line, channel=place)), line


async def test_X14_an_old_button_brings_nobody_back(tmp_path: Path) -> None:
    """Whom the director has taken out, before the start or while it is played, only the director enters again."""
    async with gathered(tmp_path, people=THREE) as (_, ada, bruno, chloe):
        shown = await joined(ada, bruno, chloe)
        drop, add = "/manage tournament drop player:@Chloe", "/manage tournament add player:@Chloe"
        await ask(
            ada, "/manage tournament add player:@Tilewright", said("core.bot_cannot_take_seat", name="**Tilewright**")
        )
        await ask(ada, drop, said("tournaments.no_longer_in"))
        last = chloe.last()
        await chloe.click(shown, "Join")
        await answer(chloe, said("tournaments.taken_out"), after=last)
        await ask(ada, add, said("tournaments.is_in"))
        with patch.object(
            DiscordTournamentVenue, "show", AsyncMock(return_value=int(shown["id"]))
        ):  # as if it refused the edit
            await ask(ada, "/manage tournament start", said("tournaments.round", number=1, rounds=2))
            await ask(ada, drop, said("tournaments.no_longer_in"))
            last = chloe.last()
            await chloe.click(shown, "Join")
        await answer(chloe, said("tournaments.taken_out"), after=last)
        await ask(ada, add, said("tournaments.is_in"))


async def test_X14_a_director_sets_a_result_with_the_names_in_sight(tmp_path: Path) -> None:
    """Four presses; what cannot be taken back is asked first, and what was ruled can be corrected again."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, bruno, chloe):
        await joined(ada, bruno, chloe)
        await ask(ada, "/manage tournament start", said("tournaments.round", number=1, rounds=2))
        place = await thread(stage, ada, 1)
        await bruno.wait_message(f"<@{bruno.id}>", channel=place)
        pairs = await public(ada, "1. ", "Manage")
        panel = await press(ada, pairs, "Manage", "Cup")
        (game,) = games_in(panel)

        async def set_to(typed: str, expected: str) -> dict[str, Any]:
            await ada.select(panel, game["value"], which=said("tournaments.game_result"))
            labels = [one["label"] for one in walk(ada.modal["components"]) if "label" in one]
            assert any("Bruno" in label and "Chloe" in label for label in labels)
            await ada.submit({"scores": typed})
            return await answer(ada, expected)

        names = {"first": "**Bruno**", "second": "**Chloe**"}
        rulings = await set_to("", said("competitions.nil"))
        sure = await press(ada, rulings, "Both lose", said("competitions.ask_both_lose", **names))
        assert isinstance((await stage.state(place)).phase, Turn)
        await press(ada, sure, "Both lose", said("competitions.both_lose", **names))
        rulings = await set_to("0 0", said("competitions.nil"))
        assert "-50" not in text_of(rulings)
        told = await set_to("300 -20", said("leagues.result", points=300))
        assert "**Cup**" in text_of(told)
        await public(chloe, "300:-20")


async def test_X14_whoever_leaves_is_asked_and_the_others_are_told(tmp_path: Path) -> None:
    """The game is lost, its opponent and the director read why; the director is told in person what they direct."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, bruno, chloe):
        shown = await joined(ada, bruno, chloe, " director:@Chloe format:knockout")
        await chloe.wait_message(said("competitions.directs", name="**Cup**"), channel=DM)
        assert f"<@{chloe.id}>" in text_of(shown)
        await ask(ada, "/manage tournament start", said("tournaments.final"))
        place = await thread(stage, ada, 1)
        await bruno.wait_message(f"<@{bruno.id}>", channel=place)
        asked = await press(bruno, bruno.now(shown) or shown, "Leave")
        assert said("tournaments.lose_against", opponent="**Chloe**") in text_of(asked)
        assert isinstance((await stage.state(place)).phase, Turn)
        await press(bruno, asked, "Leave", said("tournaments.left"))
        told = await public(chloe, said("tournaments.has_left", name="**Bruno**"), "Manage")
        assert f"<@{chloe.id}>" in text_of(told)
        told = await chloe.wait_message(said("tournaments.no_longer_plays", name="**Bruno**"), channel=place)
        assert f"<@{chloe.id}>" in text_of(told)
        await public(ada, said("tournaments.won", name=f"<@{chloe.id}>"))


async def test_X15_taking_somebody_out_says_what_it_ends(tmp_path: Path) -> None:
    """And crowns nobody who is out; the end of a league is told in its channel."""
    async with gathered(tmp_path, people=LEAGUES_THREE) as (stage, ada, bruno, chloe):
        await ask(ada, f"{NEW_LEAGUE} director:@Chloe", f"<@{chloe.id}>")
        shown = await public(ada, "Liga", "Join")
        for player in (ada, bruno):
            await player.click(shown, "Join")
            await shows(ada, shown, player.name)
        panel = await press(chloe, chloe.now(shown) or shown, "Manage", "Liga")
        await press(chloe, panel, said("leagues.begin_now"), said("leagues.starting"))
        place = await thread(stage, ada, 1)
        await ada.wait_message(said("leagues.called"), channel=place)
        panel = await press(chloe, chloe.now(shown) or shown, "Manage", said("leagues.end_season"))
        await press(chloe, panel, "Export", "as a file")
        which = said("tournaments.take_out")
        asked = await choose_in(chloe, panel, bruno.id, which=which, expected=said("leagues.no_other_open"))
        assert isinstance((await stage.state(place)).phase, Turn)
        await press(chloe, asked, "Take out", said("leagues.removed", name="**Bruno**"))
        ended = await public(ada, said("leagues.season", season=1), "Leave")
        assert f"<@{bruno.id}>" not in text_of(ended)
        panel = await press(chloe, chloe.now(shown) or shown, "Manage", "Liga")
        await press(chloe, await press(chloe, panel, "End the league"), "End it", said("leagues.ending"))
        await ada.wait_message(
            lambda one: one["id"] not in (shown["id"], ended["id"]) and said("leagues.over") in text_of(one)
        )
        assert "Join" not in buttons_of(await shows(ada, ended, said("leagues.over")))


async def test_X15_no_button_brings_back_whom_the_director_of_a_league_has_taken_out(tmp_path: Path) -> None:
    """The refusal names the command that does, which is the director's."""
    async with gathered(tmp_path) as (_, ada, bruno):
        await ask(ada, NEW_LEAGUE, said("leagues.made"))
        shown = await public(ada, "Liga", "Join")
        await bruno.click(shown, "Join")
        await bruno.wait_message(said("leagues.joined"))
        await ask(
            ada, "/manage league add player:@Tilewright", said("core.bot_cannot_take_seat", name="**Tilewright**")
        )
        await ask(ada, "/manage league remove player:@Bruno", said("leagues.removed", name="**Bruno**"))
        await ask(bruno, "/join", said("leagues.taken_out"))
        await ask(ada, "/manage league add player:@Bruno", said("leagues.added", name="**Bruno**"))
        await ask(bruno, "/leave", said("leagues.left"))
        await ask(bruno, "/join", said("leagues.joined"))


async def test_X14_a_tournament_from_the_first_join_to_the_file(tmp_path: Path) -> None:
    """Both are called to a thread and seated; who does not come loses; the director goes on and corrects."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, bruno, chloe):
        shown = await joined(ada, bruno, chloe)
        await bruno.click(shown, "Rules")
        assert said("tournaments.rounds", 2) in text_of(await answer(bruno, said("rules.rapid")))
        await ask(ada, "/manage tournament start", said("tournaments.round", number=1, rounds=2))
        place = await thread(stage, ada, 1)
        called = await bruno.wait_message(f"<@{bruno.id}>", channel=place)
        assert f"<@{chloe.id}>" in text_of(called)
        state = await stage.state(place)
        assert isinstance(state.phase, Turn)
        assert [seat.player.id for seat in state.seats] == [bruno.id, chloe.id]
        assert state.phase.seat == 0
        await public(chloe, f"1. <#{place}>")
        assert said("tournaments.clock_runs") in text_of(called)
        assert "Join" in buttons_of(await shows(ada, shown, said("tournaments.round", number=1, rounds=2)))
        stage.clock.push(QUARTER + 60)
        after = await public(ada, said("tournaments.standings_after", number=1), "Next round")
        await bruno.click(after, "?")
        await answer(bruno, said("tournaments.spread"))
        await public(chloe, " · 0:50")
        assert isinstance((await stage.state(place)).phase, Over)
        assert len(pictures_of(after)) == 1
        assert "1 Chloe 1 – 0 (+50)" in text_of(after)
        await chloe.click(after, "Next round")
        await chloe.wait_message(said("rights.not_director"))
        await ask(ada, "/manage tournament result number:1 first:@Bruno points:310 second:@Chloe against:300")
        await public(chloe, " · 310:300")
        await shows(ada, after, "1 Bruno 1 – 0 (+10)")
        await ada.click(after, "Next round")
        place = await thread(stage, ada, 2)
        await ask(ada, "/manage tournament result number:1 first:@Bruno points:315 second:@Chloe against:300")
        await public(chloe, " · 315:300")
        assert "Next round" not in buttons_of(await shows(ada, after, "1 Bruno 1 – 0 (+15)"))
        await chloe.wait_message(f"<@{chloe.id}>", channel=place)
        assert [seat.player.id for seat in (await stage.state(place)).seats] == [chloe.id, bruno.id]
        chloe.place = place
        await chloe.click(await ask(chloe, "/game resign"), "Resign")
        await shows(ada, shown, said("tournaments.won", name="**Bruno**"))
        final = await ask(ada, "/tournament standings")
        assert "1 Bruno 2 – 0 (+65)" in text_of(final)
        files = {
            kind: await file_of(ada, await ask(ada, f"/manage tournament export format:{kind}"))
            for kind in ("tsh", "csv", "json")
        }
        assert files["tsh"].decode().splitlines()[0].split(";")[0].endswith("2 0")
        assert files["csv"].decode().splitlines()[1].startswith("1,Bruno,")
        assert [one["points"] for one in json.loads(files["json"])["boards"]] == [[315, 300], [0, 50]]


@pytest.mark.soak
async def test_X14_a_result_that_the_director_sets_ends_the_game(tmp_path: Path) -> None:
    """Its thread says so, once for each result: the first by the end of the game. Nobody is on turn there any more."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, bruno, chloe):
        await joined(ada, bruno, chloe)
        await ask(ada, "/manage tournament start", said("tournaments.round", number=1, rounds=2))
        place = await thread(stage, ada, 1)
        await bruno.wait_message(f"<@{bruno.id}>", channel=place)
        bruno.place = place
        for points in (310, 320):
            line = f"/manage tournament result number:1 first:@Chloe points:{points} second:@Bruno against:300"
            await ask(ada, line)
            facts = {"first": "**Bruno**", "points": 300, "second": "**Chloe**", "against": points}
            await bruno.wait_message(said("competitions.settled", **facts), channel=place)
            assert isinstance((await stage.state(place)).phase, Over)
        for points in (310, 320):
            told = said("competitions.settled", **(facts | {"against": points}))
            assert len([one for one in bruno.visible() if told in text_of(one)]) == 1
        end = await bruno.wait_message(said("receipts.over"), channel=place)
        assert said("status.over_without_winner") not in text_of(end)
        assert said("competitions.settled", **(facts | {"against": 310})) in text_of(end)


async def test_X14_only_directors_direct(tmp_path: Path) -> None:
    """A person named by a moderator may, with buttons; players may not, and nobody but moderators makes one."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, bruno, chloe):
        await ask(bruno, "/tournament standings", said("tournaments.none_here"))
        shown = await joined(ada, bruno, chloe, " director:@Bruno")
        with pytest.raises(Refused):  # Discord offers it to those alone who may manage the server
            await ask(bruno, "/manage tournament start")
        await press(chloe, chloe.now(shown) or shown, "Manage", said("rights.not_director"))
        await press(ada, ada.now(shown) or shown, "Leave")
        await ask(ada, "/leave", said("requests.nothing_to_leave"))
        panel = await press(bruno, bruno.now(shown) or shown, "Manage", "Cup")
        await choose_in(bruno, panel, ada.id, which="Enter a player", expected="**Ada**")
        await choose_in(bruno, panel, ada.id, which=said("tournaments.take_out"), expected="**Ada**")
        assert "Next pairings" not in buttons_of(panel)
        await ask(ada, "/manage tournament start wait:yes", "Chloe")
        assert threads(stage) == []
        panel = await press(bruno, bruno.now(shown) or shown, "Manage", said("tournaments.not_begun"))
        told = await press(bruno, panel, "Next pairings", "Chloe")
        await choose_in(bruno, panel, chloe.id, bruno.id, which=said("tournaments.pair_two"), expected="Bruno")
        panel = await press(bruno, told, "Manage", "Cup")
        await press(bruno, panel, said("tournaments.clear_pairings"), "1")
        told = await press(bruno, panel, "Next pairings", "Chloe")
        told = await choose_in(bruno, panel, chloe.id, bruno.id, which=said("tournaments.pair_two"), expected="Bruno")
        await bruno.click(told, said("tournaments.begin_first"))
        place = await thread(stage, bruno, 1)
        await bruno.wait_message(f"<@{bruno.id}>", channel=place)
        assert [seat.player.id for seat in (await stage.state(place)).seats] == [chloe.id, bruno.id]


@pytest.mark.soak
async def test_X14_a_tournament_survives_a_restart_at_each_step(tmp_path: Path) -> None:
    """There is one thread and one message of each kind."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, bruno, chloe):
        shown = await joined(ada, bruno, chloe, " pause:1")
        await stage.restart()
        await ask(ada, "/manage tournament start", said("tournaments.round", number=1, rounds=2))
        await stage.restart()
        await thread(stage, ada, 1)
        await stage.restart()
        await public(ada, said("tournaments.first_begins"))
        await bruno.wait_message(f"<@{bruno.id}>", channel=await thread(stage, bruno, 1))
        stage.clock.push(QUARTER + 60)
        await public(ada, said("tournaments.standings_after"), "Next round")
        stage.clock.push(60)
        await thread(stage, ada, 2)
        await public(ada, said("tournaments.round", number=2, rounds=2))
        await bruno.wait_message(f"<@{bruno.id}>", channel=await thread(stage, bruno, 2))
        stage.clock.push(QUARTER + 60)
        await shows(ada, shown, said("tournaments.over"))
        pictures = [one for one in ada.visible() if not one["flags"] & EPHEMERAL and pictures_of(one)]
        assert len(threads(stage)) == 2
        assert len(pictures) == 2


@pytest.mark.soak
async def test_X14_a_computer_player_can_take_the_byes(tmp_path: Path) -> None:
    """The game against it starts at once, and its result counts."""
    async with gathered(tmp_path, people=THREE, thinker=passes) as (stage, ada, bruno, chloe):
        shown = await joined(ada, bruno, chloe, " computer:1")
        await ada.click(shown, "Join")
        await ada.wait_message(said("tournaments.joined"))
        await ask(ada, "/manage tournament start", said("tournaments.round", number=1, rounds=2))
        await thread(stage, ada, 2)
        place = next(str(one["id"]) for one in threads(stage) if "Ada" in one["name"])
        await ada.wait_message(f"<@{ada.id}>", channel=place)
        state = await stage.state(place)
        assert [seat.is_human for seat in state.seats] == [True, False]
        assert isinstance(state.phase, Turn)
        stage.clock.push(QUARTER + 60)
        after = await public(ada, said("tournaments.standings_after"), "Next round")
        assert "Ada 0 – 1 (−50)" in text_of(after)


@pytest.mark.soak
async def test_X14_a_thread_left_by_a_killed_process_is_used(tmp_path: Path) -> None:
    """It was created just before the kill, and has no game."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, bruno, chloe):
        await joined(ada, bruno, chloe)
        channel = stage.app.core.mailbox().text_channel(int(ada.channel_id()))
        left = await channel.create_thread(name="Cup · Round 1 · Bruno v Chloe", type=discord.ChannelType.public_thread)
        await ask(ada, "/manage tournament start", said("tournaments.round", number=1, rounds=2))
        await bruno.wait_message(f"<@{bruno.id}>", channel=str(left.id))
        assert isinstance((await stage.state(str(left.id))).phase, Turn)
        assert len(threads(stage)) == 1


@pytest.mark.gate
async def test_X14_a_deleted_message_comes_again_once_something_changes(tmp_path: Path) -> None:
    """Otherwise nobody could join any more."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, bruno, chloe):
        shown = await joined(ada, bruno, chloe)
        stage.playground.world.remove_post(ada.channel_id(), shown["id"])
        await bruno.wait_gone(shown)
        await ask(ada, "/manage tournament add player:@Ada", said("tournaments.is_in"))
        again = await ada.wait_message(lambda one: "Join" in buttons_of(one) and one["id"] != shown["id"])
        await bruno.click(again, "Leave")
        await ada.wait(lambda: "Bruno" not in text_of(ada.now(again) or again), "a list without Bruno")


async def test_X14_hostile_names_stay_names(tmp_path: Path) -> None:
    """Also the tournament's own."""
    async with gathered(tmp_path, people=THREE) as (_, ada, __, ___):
        await ask(ada, "/tournament new name:**@everyone**[x](http://x.y) variant:tiny", said("tournaments.made"))
        shown = await public(ada, "everyone", "Join")
        assert "@everyone" not in text_of(shown)
        await ask(ada, "/tournament new variant:tiny", said("tournaments.under_way"))


@pytest.mark.gate
async def test_X14_a_game_whose_thread_is_deleted_before_its_players_are_called_opens_again(tmp_path: Path) -> None:
    """In another thread; nobody has to set its result."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, bruno, chloe):
        await joined(ada, bruno, chloe)
        with first_thread_deleted(int(ada.channel_id())) as lost:
            await ask(ada, "/manage tournament start", said("tournaments.round", number=1, rounds=2))
            place = await thread(stage, ada, 2)
            await bruno.wait_message(f"<@{bruno.id}>", channel=place)
        assert isinstance((await stage.state(str(lost[0]))).phase, Over)
        assert isinstance((await stage.state(place)).phase, Turn)


@pytest.mark.gate
async def test_X14_a_game_whose_thread_is_deleted_goes_on_in_another_one(tmp_path: Path) -> None:
    """As it was, with the clocks where they were; the pairs lead there, and the result counts."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, bruno, chloe):
        await joined(ada, bruno, chloe)
        await ask(ada, "/manage tournament start", said("tournaments.round", number=1, rounds=2))
        first = await thread(stage, ada, 1)
        await bruno.wait_message(f"<@{bruno.id}>", channel=first)
        bruno.place = first
        await ask(bruno, "/move pass")
        before = await stage.state(first)
        stage.playground.world.remove_channel(first)
        await ada.wait(lambda: [one["id"] for one in threads(stage)] not in ([first], []), "a new thread")
        place = await thread(stage, ada, 1)
        told = said("competitions.moved", people=f"<@{bruno.id}> and <@{chloe.id}>")
        await chloe.wait_message(told, channel=place)
        after = await stage.state(place)
        assert (after.turn, after.on_turn, after.board) == (before.turn, before.on_turn, before.board)
        chloe.place = place
        await board(chloe, "Bruno")
        await public(ada, f"1. <#{place}>")
        await chloe.click(await ask(chloe, "/game resign"), "Resign")
        chloe.place = "general"
        await public(ada, said("tournaments.standings_after"), "Next round")


async def test_X14_whoever_makes_a_tournament_directs_it_and_is_told_how_to_start(tmp_path: Path) -> None:
    """Also without being a moderator; the button is named as everyone sees it, in the language of the channel."""
    async with gathered(tmp_path, people=THREE) as (stage, ada, bruno, chloe):
        await ask(ada, "/manage tournament allow player:@Bruno", f"<@{bruno.id}>")
        await choose(bruno, await ask(bruno, "/settings mine", "Your settings"), "de", "Language")
        told = await ask(bruno, NEW, "**Start**")
        assert "**Starten**" not in text_of(told)
        shown = await public(ada, "Cup", "Start")
        for player in (bruno, chloe):
            await player.click(shown, "Join")
            await shows(ada, shown, player.name)
        await chloe.click(shown, "Start")
        await answer(chloe, said("rights.not_director"))
        await bruno.click(shown, "Start")
        await thread(stage, ada, 1)
        assert "Start" not in buttons_of(await shows(ada, shown, said("tournaments.round", number=1, rounds=2)))


@pytest.mark.soak
async def test_X14_a_tournament_starts_by_itself_with_who_has_checked_in(tmp_path: Path) -> None:
    """Whoever a moderator allows it makes one; nobody outside its range of ratings joins."""
    async with gathered(tmp_path, people=(*THREE, "Deniz")) as (stage, ada, bruno, chloe, deniz):
        line = "/tournament new name:Cup variant:tiny preset:rapid starts:"
        await ask(bruno, line + "2h", said("tournaments.not_maker"))
        await ask(ada, "/manage tournament allow player:@Bruno", f"<@{bruno.id}>")
        for typed in ("25:30", "soon", "2020-01-01 10:00", "99d"):
            await ask(bruno, line + f'"{typed}"' if " " in typed else line + typed, said("tournaments.bad_start"))
        await ask(bruno, line + "2h checkin:60 highest:1500", said("tournaments.made_and_starts"))
        shown = await public(ada, "Cup", "Join")
        for player in (bruno, chloe, deniz):
            await ask(player, "/join", said("tournaments.joined"))
        stage.clock.push(3600 + 60)
        called = await public(chloe, f"<@{chloe.id}>", "Check in")
        for player in (chloe, deniz):
            await player.click(called, "Check in")
            await player.wait_message(said("tournaments.checked_in"))
        stage.clock.push(3600)
        place = await thread(stage, ada, 1)
        await chloe.wait_message(f"<@{chloe.id}>", channel=place)
        assert {seat.player.id for seat in (await stage.state(place)).seats} == {chloe.id, deniz.id}
        assert "Bruno" not in text_of(await shows(ada, shown, said("tournaments.round", number=1, rounds=1)))


@pytest.mark.soak
async def test_X14_a_tournament_starts_when_people_say_in_the_time_zone_of_the_server(tmp_path: Path) -> None:
    """Tomorrow evening there, or at a timestamp of Discord."""
    berlin = ZoneInfo("Europe/Berlin")
    async with gathered(tmp_path, people=THREE) as (stage, ada, _, __):
        await ask(ada, "/settings server time_zone:Berlin")
        await ask(ada, f"{NEW} starts:tomorrow 18:00", said("tournaments.made_and_starts"))
        shown = await public(ada, "Cup", "Join")
        (starts,) = {int(one) for one in re.findall(r"<t:(\d+):f>", text_of(shown))}
        told, now = datetime.fromtimestamp(starts, berlin), datetime.fromtimestamp(stage.clock.now() / 1000, berlin)
        assert (told.hour, told.minute, (told.date() - now.date()).days) == (18, 0, 1)
        await ask(ada, "/manage tournament end")
        await ask(ada, f"{NEW} starts:<t:{starts + 60}:R>", said("tournaments.made_and_starts"))
        await public(ada, f"<t:{starts + 60}:f>", "Join")


LEAGUES_THREE = ("Ada", "Bruno", "Chloe")
NEW_LEAGUE = "/manage league new name:Liga variant:tiny"


async def test_X15_a_league_from_the_first_join_to_the_results(tmp_path: Path) -> None:
    """Everyone is called to each game; a director sets one, the season's end decides the others."""
    async with gathered(tmp_path, people=LEAGUES_THREE) as (stage, ada, bruno, chloe):
        await ask(ada, NEW_LEAGUE, said("leagues.made"))
        shown = await public(ada, "Liga", "Join")
        assert len(text_of(shown).splitlines()) == 6 + len(buttons_of(shown))
        await bruno.click(shown, "Rules")
        await answer(bruno, said("rules.correspondence"))
        for player in (ada, bruno, chloe):
            await player.click(shown, "Join")
            await player.wait_message(said("leagues.joined"))
            await shows(ada, shown, player.name)
        await press(bruno, bruno.now(shown) or shown, "Manage", said("rights.not_director"))
        panel = await press(ada, ada.now(shown) or shown, "Manage", "Liga")
        await press(ada, panel, said("leagues.begin_now"), said("leagues.starting"))
        await ada.wait(lambda: len(threads(stage)) == 3, "3 threads")
        for place in threads(stage):
            await ada.wait_message(said("leagues.called"), channel=str(place["id"]))
            assert isinstance((await stage.state(str(place["id"]))).phase, Turn)
        table = await public(ada, said("leagues.games_finished"))
        assert pictures_of(table)
        await bruno.click(table, "?")
        await answer(bruno, said("leagues.legend"))
        panel = await press(ada, ada.now(shown) or shown, "Manage", "Liga")
        game = next(one for one in games_in(panel) if {"Ada", "Bruno"} <= set(one["label"].split()))
        await ada.select(panel, game["value"])
        await ada.submit({"scores": "four hundred"})
        await answer(ada, "410 380")
        await ada.select(panel, game["value"])
        await ada.submit({"scores": "400 380" if "Ada –" in game["label"] else "380:400"})
        await answer(ada, said("leagues.result", points=400))
        place = next(str(one["id"]) for one in threads(stage) if {"Ada", "Bruno"} <= set(one["name"].split()))
        await bruno.wait_message(said("competitions.settled", points=400), channel=place)
        assert isinstance((await stage.state(place)).phase, Over)
        told = await ask(bruno, "/league standings", said("leagues.games_finished"))
        assert "standings.png" in str(told)
        assert b"Ada,1,2,20" in await file_of(ada, await ask(ada, "/league export", said("leagues.file")))
        await ask(ada, "/game list", "Ada – Chloe")
        await press(chloe, await ask(chloe, "/leave", said("questions.which_left")), "Liga", said("leagues.left"))
        place = next(str(one["id"]) for one in threads(stage) if {"Bruno", "Chloe"} <= set(one["name"].split()))
        await chloe.click(await ask(chloe, "/game resign", channel=place), "Resign")
        names = [f"**{seat.player.name}**" for seat in (await stage.state(place)).seats]
        points = [0 if name == "**Chloe**" else 50 for name in names]
        facts = dict(zip(("first", "second", "points", "against"), [*names, *points], strict=True))
        await bruno.wait_message(said("leagues.counts_as", **facts), channel=place)
        place = next(str(one["id"]) for one in threads(stage) if {"Ada", "Chloe"} <= set(one["name"].split()))
        await ask(ada, "/move pass", channel=place)
        stage.clock.push(15 * DAY)
        ended = await public(ada, "🏆", "Join")
        facts = {"first": "**Ada**", "points": 50, "second": "**Chloe**", "against": 0}
        await ada.wait_message(said("leagues.counts_as", **facts), channel=place)
        assert "Ada" in text_of(ended)
        assert said("leagues.made_no_move", 1, names="**Chloe**") in text_of(ended)
        phases = [(await stage.state(str(place["id"]))).phase for place in threads(stage)]
        assert sum(isinstance(phase, Over) for phase in phases) == 3
        await ask(ada, "/league seasons", said("leagues.season"))
        await ask(ada, "/manage league end", said("leagues.ending"))
        await shows(ada, shown, said("leagues.over"))


async def test_X15_a_director_moves_a_player_to_another_division(tmp_path: Path) -> None:
    """As far as there are several, and before the season begins; what was shown before then is refused."""
    async with gathered(tmp_path, people=LEAGUES_THREE) as (stage, ada, bruno, chloe):
        await ask(ada, f"{NEW_LEAGUE} size:4", said("leagues.made"))
        shown = await public(ada, "Liga", "Join")
        for player in (ada, bruno, chloe):
            await ask(player, "/join", said("leagues.joined"))
        panel = await press(ada, shown, "Manage", "Liga")
        move = said("leagues.move_player")
        assert move not in str(panel)
        store = stage.app.core.services.of(Seasons).store
        one = await store.here(int(ada.channel_id()))
        assert one
        for number in range(1, 4):
            await store.join(one.number, EnginePerson(f"90{number}", f"Guest {number}"), 0, stage.clock.now())
        panel = await press(ada, ada.now(shown) or shown, "Manage", "Liga")
        asked = await ada.select(panel, str(chloe.id), which=move)
        asked = await answer(ada, said("leagues.which_division", name="**Chloe**"))
        (button,) = buttons_of(asked)
        await press(ada, asked, button, said("leagues.plays_in_division", name="**Chloe**"))
        one = await store.here(int(ada.channel_id()))
        assert one and any(
            str(chloe.id) in people for people in (await store.next_divisions(one))[int(button[-1]) - 1 :]
        )
        await ask(ada, "/manage league start", said("leagues.starting"))

        async def plays() -> bool:
            found = await store.here(int(ada.channel_id()))
            return found is not None and found.playing is not None

        await eventually(plays)
        await ada.select(panel, str(chloe.id), which=move)
        await answer(ada, said("leagues.divisions_stand"))
        panel = await press(ada, ada.now(shown) or shown, "Manage", "Liga")
        assert move not in str(panel)


async def test_X15_a_result_that_the_director_sets_is_told_once(tmp_path: Path) -> None:
    """Whether it ends the game, or a moderator has ended it a moment ago, whose end is not told yet."""
    async with gathered(tmp_path) as (stage, ada, bruno):
        await ask(ada, NEW_LEAGUE, said("leagues.made"))
        for player in (ada, bruno):
            await ask(player, "/join", said("leagues.joined"))
        await ask(ada, "/manage league start", said("leagues.starting"))
        place = await thread(stage, ada, 1)
        await bruno.wait_message(said("leagues.called"), channel=place)
        await ask(ada, "/manage league result first:@Ada points:400 second:@Bruno against:380")
        told = said("competitions.settled", points=400)
        await bruno.wait_message(told, channel=place)
        await bruno.wait_message(said("receipts.over"), channel=place)
        assert sum(told in text_of(one) for one in bruno.visible(place)) == 1


@pytest.mark.soak
async def test_X15_a_game_whose_thread_is_deleted_goes_on_in_another_one(tmp_path: Path) -> None:
    """Its players are called there."""
    async with gathered(tmp_path) as (stage, ada, bruno):
        await ask(ada, NEW_LEAGUE, said("leagues.made"))
        for player in (ada, bruno):
            await ask(player, "/join", said("leagues.joined"))
        await ask(ada, "/manage league start", said("leagues.starting"))
        await ada.wait(lambda: len(threads(stage)) == 1, "a thread")
        first, store = str(threads(stage)[0]["id"]), stage.app.core.services.of(Seasons).store

        async def is_noted() -> bool:
            one = await store.here(int(ada.channel_id()))
            return one is not None and one.fixtures[0].game is not None

        await eventually(is_noted)
        stage.playground.world.remove_channel(first)
        await ada.wait(lambda: len(threads(stage)) == 1, "a new thread")
        place = str(threads(stage)[0]["id"])
        await bruno.wait_message(said("competitions.moved"), channel=place)
        assert isinstance((await stage.state(place)).phase, Turn)


@pytest.mark.soak
async def test_X15_a_game_whose_thread_is_deleted_before_its_players_are_called_opens_again(tmp_path: Path) -> None:
    """In another thread, so that it does not wait until the season's end."""
    async with gathered(tmp_path) as (stage, ada, bruno):
        await ask(ada, NEW_LEAGUE, said("leagues.made"))
        for player in (ada, bruno):
            await ask(player, "/join", said("leagues.joined"))
        with first_thread_deleted(int(ada.channel_id())) as lost:
            await ask(ada, "/manage league start", said("leagues.starting"))
            await ada.wait(lambda: len(threads(stage)) == 2, "2 threads")
            place = str(threads(stage)[-1]["id"])
            await bruno.wait_message(said("leagues.called"), channel=place)
        assert isinstance((await stage.state(str(lost[0]))).phase, Over)
        assert isinstance((await stage.state(place)).phase, Turn)
