"""Playing, watching and chatting across servers: codes, boards in further places, relayed chat."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.playground.cast import GUILD_ID
from tests.support.playground import DM, Person
from tests.support.readable import buttons_of, text_of
from tests.support.running import Scene, ask, board, gathered
from tests.support.sentences import said

CHAT_ON = "/game chat switch:on"
CHAT_OFF = "/game chat switch:off"


@dataclass
class Two:
    """Ada moderates one server, Chloe another; Bruno is an ordinary member of the first, Deniz of the second."""

    stage: Scene
    ada: Person
    bruno: Person
    chloe: Person
    deniz: Person
    code: str = ""


@asynccontextmanager
async def two_servers(folder: Path) -> AsyncIterator[Two]:
    """Ada's lobby in the first server, which Chloe joins from the second by code; then the game begins."""
    places = {"Ada": "general", "Bruno": "general", "Chloe": "quay", "Deniz": "quay"}
    draws = ("A", "C", "CAT", "SOD")
    async with gathered(folder, *draws, people=places, letters="CATSODEEE", rack_size=3) as people:
        two = Two(*people)
        await ask(two.ada, "/game new variant:tiny")
        lobby = text_of(await two.ada.wait_message("join code:"))
        two.code = lobby.split("join code:")[1][:8]
        yield two


async def begin(two: Two) -> dict[str, object]:
    """Chloe joins from elsewhere, and Ada starts."""
    await ask(two.chloe, f"/game join code:{two.code}")
    await ask(two.ada, "/game start")
    await board(two.chloe)
    return await board(two.ada)


async def test_N8_a_code_joins_from_another_server_and_both_places_show_the_game(tmp_path: Path) -> None:
    """Commands in the other server apply to this game, and every board goes to both."""
    async with two_servers(tmp_path) as two:
        first = await begin(two)
        await two.ada.command("/play move:8G CAT")
        await board(two.ada, "CAT", after=first)
        there = await board(two.chloe, "CAT")
        assert "Chloe" in text_of(there)
        await ask(two.chloe, "/play move:8G CATS", "CATS")
        await board(two.ada, "CATS")
        await ask(two.deniz, "/pass", "no seat")


async def test_K4_a_game_is_followed_by_direct_message_until_one_has_enough(tmp_path: Path) -> None:
    """The board arrives at once and after each turn, without a rack; `stop` ends this.

    An ordinary member of another server watches like this, too; its moderator may show the game in a channel.
    """
    async with two_servers(tmp_path) as two:
        await ask(two.deniz, f"/game watch code:{two.code}", said("rights.show_by_players"))
        await ask(two.chloe, f"/game watch code:{two.code}", "from now on")
        await two.deniz.wait_message("seats taken")
        await ask(two.chloe, "/game watch code:zzzzzzzz", said("games.no_such_code", code="zzzzzzzz"))
        await begin(two)
        await ask(two.bruno, "/game watch", "every board")
        shown = await two.bruno.wait(lambda: [m for m in two.bruno.dm() if "Ada" in text_of(m)])
        assert "Your tiles" not in text_of(shown[0])
        await ask(two.bruno, "/game watch", "already")
        await two.ada.command("/play move:8G CAT")
        await two.bruno.wait(lambda: [m for m in two.bruno.dm() if "CAT" in text_of(m)])
        await ask(two.bruno, "/game watch stop:yes", "no longer")
        before = len(two.bruno.dm())
        await two.chloe.command("/pass")
        await board(two.bruno, "passed")
        assert len(two.bruno.dm()) == before


@pytest.mark.gate
async def test_games_are_listed_with_links_the_own_turn_first(tmp_path: Path) -> None:
    """Each line links to the newest board; the player's own games precede the server's others."""
    async with two_servers(tmp_path) as two:
        listed = text_of(await ask(two.bruno, "/game list", said("look.other_games_server")))
        assert f"join code:{two.code}" in listed
        await begin(two)
        mine = text_of(await ask(two.ada, "/game list", "Your games"))
        assert "**your turn**" in mine
        assert "https://discord.com/channels/" in mine
        assert "Ada to move" in text_of(await ask(two.chloe, "/game list", "Your games"))
        await ask(two.deniz, "/game list", said("look.no_game_running"))


async def test_N9_chat_is_carried_once_both_moderators_have_accepted(tmp_path: Path) -> None:
    """Only players are relayed, nobody is mentioned, and a muted player is not relayed."""
    async with two_servers(tmp_path) as two:
        await begin(two)
        await ask(two.bruno, CHAT_ON, said("rights.moderator_only"))
        await ask(two.ada, CHAT_ON, said("chat.places_awaited", 1))
        await two.ada.say("is anybody there?")
        await ask(two.chloe, CHAT_ON, said("chat.places_joined", 1))
        await two.ada.say("hello <@1190000000000000203> @everyone see discord.gg/abc or discord\u200e.gg/abc")
        heard = await two.chloe.wait_message("hello")
        told = text_of(heard)
        assert "**Ada** (Playground)" in told
        assert "discord.gg" not in told
        assert "<@" not in told
        assert "@everyone" not in told
        assert not heard["mentions"]
        assert not [m for m in two.chloe.visible() if "is anybody" in text_of(m)]
        await two.bruno.say("I only watch")
        await ask(two.chloe, "/game chat mute:Ada", "is muted here")
        await two.ada.say("can you hear me")
        await two.chloe.say("I talk, but do not listen")
        await two.ada.wait_message("do not listen")
        assert not [m for m in two.chloe.visible() if "I only watch" in text_of(m) or "can you hear" in text_of(m)]
        await ask(two.chloe, "/game chat unmute:Ada", said("chat.no_longer_muted"))
        await two.ada.say("and now?")
        await two.chloe.wait_message("and now")
        await ask(two.ada, CHAT_OFF, said("chat.own_place_left"))
        await two.chloe.say("gone?")
        await ask(two.chloe, "/game chat", "0 other places")
        assert not [m for m in two.ada.visible() if "gone?" in text_of(m)]


@pytest.mark.gate
async def test_N9_the_other_places_are_asked_once_and_everybody_hears_the_answer(tmp_path: Path) -> None:
    """A question with buttons for moderators; it turns into the answer, which mentions the person who asked."""
    async with two_servers(tmp_path) as two:
        await begin(two)
        await ask(two.ada, CHAT_ON, said("chat.asked_other_places", 1))
        question = await two.deniz.wait_message(said("chat.asked_from_server", server="Playground"))
        assert buttons_of(question) == ["Accept", "Decline"]
        assert said("chat.awaits_moderator") in text_of(question)
        await ask(two.ada, CHAT_ON, "has joined")
        for button in ("Accept", "Decline"):
            await two.deniz.click(question, button)
            await two.deniz.wait_message(said("rights.moderator_only"), after=question)
        await two.stage.restart()
        await two.chloe.click(question, "Accept")
        news = await two.ada.wait_message(said("chat.place_joined", place="Harbour", game="**Ada v Chloe**"))
        assert [one["id"] for one in news["mentions"]] == [two.ada.id]
        await two.deniz.wait(lambda: not buttons_of(two.deniz.now(question) or question), "no buttons")
        assert "switch:off" in text_of(two.deniz.now(question) or question)
        await two.ada.say("good evening")
        await two.chloe.wait_message("good evening")
        assert len([m for m in two.deniz.visible() if said("chat.asked_from_server") in text_of(m)]) == 0
        await ask(two.chloe, CHAT_OFF, said("chat.own_place_left"))
        await two.ada.wait_message(said("chat.place_left", place="Harbour", game="**Ada v Chloe**"))


@pytest.mark.gate
async def test_N9_a_refusal_is_told_and_not_asked_about_again(tmp_path: Path) -> None:
    """A place that declines is not asked again, but may change its mind."""
    async with two_servers(tmp_path) as two:
        await begin(two)
        await ask(two.ada, CHAT_ON)
        question = await two.deniz.wait_message(said("chat.asked_from_server"))
        await two.chloe.click(question, "Decline")
        await two.chloe.wait_message(said("chat.own_place_declined"), after=question)
        await two.ada.wait_message(said("chat.place_declined", place="Harbour"))
        await two.deniz.wait(lambda: "stays here" in text_of(two.deniz.now(question) or question), "the answer")
        await ask(two.ada, CHAT_OFF)
        await ask(two.ada, CHAT_ON, "has joined")
        await two.ada.say("is anybody there?")
        await ask(two.chloe, "/game chat", said("chat.players_game_chat"))
        assert not [m for m in two.deniz.visible() if "would like" in text_of(m) or "is anybody" in text_of(m)]
        await ask(two.chloe, CHAT_ON, said("chat.places_joined", 1))
        await two.ada.wait_message(said("chat.place_joined", place="Harbour"))


@pytest.mark.gate
async def test_N9_a_place_that_shows_the_game_later_is_asked_then(tmp_path: Path) -> None:
    """This includes a direct message, where the recipient answers."""
    async with two_servers(tmp_path) as two:
        await ask(two.ada, CHAT_ON)
        await two.deniz.open_dm()
        await two.deniz.command(f"/game join code:{two.code}", channel=DM)
        question = await two.deniz.wait_message(said("chat.asked_from_server"), channel=DM)
        assert "If you accept" in text_of(question)
        await two.deniz.click(question, "Accept")
        await two.ada.wait_message(f"{said('chat.someone_direct')} has joined")
        await two.ada.say("welcome")
        await two.deniz.wait_message("welcome", channel=DM)


async def test_N9_a_flood_is_not_carried(tmp_path: Path) -> None:
    """After five messages the speaker is told to slow down."""
    async with two_servers(tmp_path) as two:
        await begin(two)
        await ask(two.ada, CHAT_ON)
        await ask(two.chloe, CHAT_ON)
        for number in range(7):
            await two.ada.say(f"line {number}")
        await two.ada.wait_message("the limit is 5 messages")
        await two.chloe.wait_message("line 4")
        assert not [m for m in two.chloe.visible() if "line 5" in text_of(m)]


async def test_N9_nobody_writes_in_a_server_that_threw_them_out(tmp_path: Path) -> None:
    """Neither from their other server nor from direct messages; they are told so."""
    async with two_servers(tmp_path) as two:
        await begin(two)
        await ask(two.ada, CHAT_ON)
        await ask(two.chloe, CHAT_ON)
        await two.chloe.open_dm()
        await ask(two.chloe, CHAT_ON, channel=DM)
        await two.chloe.say("I am here")
        await two.ada.wait_message("I am here")
        await two.chloe.say("and here", channel=DM)
        await two.ada.wait_message("and here")
        only_in_harbour(two, two.chloe)
        two.stage.clock.push(600)
        await two.chloe.say("still me", channel=DM)
        await two.chloe.wait_message("still me")
        await two.chloe.say("me again")
        await two.chloe.wait_message("me again", channel=DM)
        await two.ada.say("good riddance")
        await two.chloe.wait_message("good riddance", channel=DM)
        assert not [m for m in two.ada.visible() if "still me" in text_of(m) or "me again" in text_of(m)]


async def test_N9_who_cannot_read_a_channel_does_not_write_in_it(tmp_path: Path) -> None:
    """They are told so once in a while, and Discord is asked about them once in a while."""
    async with two_servers(tmp_path) as two:
        await begin(two)
        world, general = two.stage.playground.world, two.stage.playground.world.channel(two.ada.channel_id())
        await ask(two.ada, CHAT_ON)
        await ask(two.chloe, CHAT_ON)
        world.deny(general, two.chloe.id, "view_channel")
        two.stage.clock.push(600)
        two.stage.playground.recorder.clear()
        await two.chloe.say("alpha")
        await two.chloe.wait_message(said("chat.unheard", server="Playground"))
        world.deny(general, two.chloe.id)
        two.stage.clock.push(600)
        for line in ("bravo", "delta", "foxtrot"):
            await two.chloe.say(line)
            await two.ada.wait_message(line)
        assert not [m for m in two.ada.visible() if "alpha" in text_of(m)]
        assert len(two.stage.playground.recorder.matching("GET", f"/members/{two.chloe.id}$")) <= 4


def only_in_harbour(two: Two, *people: Person) -> None:
    """Remove these people from the first server, so that they are only in the second."""
    for person in people:
        del two.stage.playground.world.guilds[GUILD_ID].members[person.id]


@pytest.mark.gate
async def test_N8_everybody_is_shown_the_way_to_the_board_in_a_server_of_their_own(tmp_path: Path) -> None:
    """In racks, lists and the status; a player in direct messages gets links to the boards there."""
    async with two_servers(tmp_path) as two:
        only_in_harbour(two, two.chloe)
        await begin(two)
        near, far = two.ada.channel_id(), two.chloe.channel_id()
        for person, here, there in ((two.ada, near, far), (two.chloe, far, near)):
            rack = await person.wait_message("Your tiles", channel=DM)
            listed = await ask(person, "/game list", "Your games")
            status = await ask(person, "/game status", "Ada")
            for told in (json.dumps(rack), text_of(listed), text_of(status)):
                assert here in told and there not in told
        assert f"<#{far}>" in text_of(await two.chloe.wait_message("Your tiles", channel=DM))


@pytest.mark.gate
async def test_N8_who_plays_from_direct_messages_is_led_to_the_boards_there(tmp_path: Path) -> None:
    """Deniz is in no server that shows the game."""
    async with two_servers(tmp_path) as two:
        only_in_harbour(two, two.deniz)
        await two.deniz.open_dm()
        two.deniz.place = DM
        await two.deniz.command(f"/game join code:{two.code}")
        await two.deniz.wait_message("seats taken")
        await ask(two.ada, "/game start")
        rack = await two.deniz.wait_message("Your tiles")
        assert two.ada.channel_id() not in json.dumps(rack)
        assert f'channels/@me/{two.deniz.channel_id()}"' in json.dumps(rack)
