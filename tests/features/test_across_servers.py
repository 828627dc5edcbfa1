"""Playing, watching and chatting across servers, and choosing the game in a direct message."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.playground.cast import GUILD_ID
from engine.game.phases import Over
from tests.support.pictures import buttons_of, text_of
from tests.support.playground import DM, Person
from tests.support.running import DRAWS, Scene, ask, board, code_of, gathered, started
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
        two.code = await code_of(two.ada)
        yield two


async def begin(two: Two) -> dict[str, object]:
    """Chloe joins from elsewhere, and Ada starts."""
    await ask(two.chloe, f"/join code:{two.code}")
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
        await ask(two.deniz, "/move pass", "no seat")


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
        await two.chloe.command("/move pass")
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
        await asyncio.sleep(1)  # the bot has heard it before anyone joins
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


@pytest.mark.soak
async def test_N9_the_other_places_are_asked_once_and_everybody_hears_the_answer(tmp_path: Path) -> None:
    """A question with buttons for moderators; it turns into the answer, which mentions the person who asked."""
    async with two_servers(tmp_path) as two:
        await begin(two)
        await ask(two.ada, CHAT_ON, said("chat.asked_other_places", 1))
        question = await two.deniz.wait_message(said("chat.asked_from_server", server="Playground"))
        assert buttons_of(question) == ["Accept", "Decline"]
        assert said("chat.awaits_moderator") in text_of(question)
        await ask(two.ada, CHAT_ON, said("chat.own_place_joined"))
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
        await ask(two.ada, CHAT_ON, said("chat.own_place_joined"))
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
        await two.deniz.command(f"/join code:{two.code}", channel=DM)
        question = await two.deniz.wait_message(said("chat.asked_from_server"), channel=DM)
        assert "If you accept" in text_of(question)
        await two.deniz.click(question, "Accept")
        await two.ada.wait_message(f"{said('chat.someone_direct')} has joined")
        await two.ada.say("welcome")
        await two.deniz.wait_message("welcome", channel=DM)


@pytest.mark.gate
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


@pytest.mark.gate
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
    """They are told so once in a while, and Discord is asked about them once in a while.

    Whoever was thrown out of its server does not write in it from elsewhere either.
    """
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
        only_in_harbour(two, two.chloe)
        two.stage.clock.push(600)
        last = two.chloe.last()
        await two.chloe.say("golf")
        await two.chloe.wait_message(said("chat.unheard", server="Playground"), after=last)
        assert not [m for m in two.ada.visible() if "golf" in text_of(m)]


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


@pytest.mark.soak
async def test_N8_who_plays_from_direct_messages_is_led_to_the_boards_there(tmp_path: Path) -> None:
    """Deniz is in no server that shows the game."""
    async with two_servers(tmp_path) as two:
        only_in_harbour(two, two.deniz)
        await two.deniz.open_dm()
        two.deniz.place = DM
        await two.deniz.command(f"/join code:{two.code}")
        await two.deniz.wait_message("seats taken")
        await ask(two.ada, "/game start")
        rack = await two.deniz.wait_message("Your tiles")
        assert two.ada.channel_id() not in json.dumps(rack)
        assert f'channels/@me/{two.deniz.channel_id()}"' in json.dumps(rack)


@asynccontextmanager
async def two_games(folder: Path) -> AsyncIterator[tuple[Scene, Person, Person]]:
    """Ada and Bruno play two games, and it is Ada's turn in both."""
    async with gathered(folder, *DRAWS, *DRAWS, letters="CATSODEEE", rack_size=3) as (stage, ada, bruno):
        await started(ada, bruno, "variant:tiny name:One")
        ada.place = bruno.place = "games"
        await started(ada, bruno, "variant:tiny name:Two")
        ada.place = DM
        yield stage, ada, bruno


@pytest.mark.gate
async def test_games_of_the_same_name_are_told_apart_by_their_codes(tmp_path: Path) -> None:
    """Two people may play several games that have no name of their own."""
    async with gathered(tmp_path, *DRAWS, *DRAWS, letters="CATSODEEE", rack_size=3) as (_, ada, bruno):
        await started(ada, bruno)
        ada.place = bruno.place = "games"
        await started(ada, bruno)
        ada.place = DM
        first, second = options(await asked(ada, "/game scores"))
        assert first.startswith("Ada v Bruno · ") and second.startswith("Ada v Bruno · ")
        assert first != second


async def asked(ada: Person, line: str) -> dict[str, Any]:
    """The question that a command prompts."""
    before = ada.visible()[-1] if ada.visible() else None
    await ada.command(line)
    return await ada.wait_message(said("core.which_game"), after=before)


def options(message: dict[str, Any]) -> list[str]:
    """The options in its menu."""
    [menu] = [c for container in message["components"] for c in container["components"] if c["type"] == 1]
    return [one["label"] for one in menu["components"][0]["options"]]


async def changed(person: Person, message: dict[str, Any], text: str, line: str = "") -> None:
    """Wait until the question has become its answer."""

    def found() -> bool:
        now = text_of(person.now(message) or message)
        return "Which game" not in now and text in now

    await person.wait(found, f"{text!r} for {line}")


async def tiles_on(stage: Scene, ada: Person, channel: str) -> int:
    """The number of tiles on a channel's board."""
    return len(tuple((await stage.state(ada.channel_id(channel))).board.tiles()))


ABOUT_THE_GAME = (
    ("/rack", "Your tiles"),
    ("/game board style:grid", "capital letter"),
    ("/game scores", "Ada"),
    ("/word played", said("board.no_words_yet")),
    ("/try move:8H AT", "You keep"),
    ("/move challenge", "nothing to challenge"),
    ("/hint kind:nudge", ""),
    ("/move draw", ""),
    ("/move trade square:H8", ""),
    ("/game tiles which:unseen", "S"),
    ("/game tiles which:distribution", "C"),
    ("/word check word:cat", "CAT"),
    ("/word hooks word:cat", "CAT"),
    ("/game status", "Two"),
    ("/game rules", "Rules of"),
    ("/game resign", said("lobby.want_to_resign")),
    ("/game end", said("pause.keep_or_end")),
    ("/leave", said("lobby.want_to_leave")),
    ("/join", ""),
    ("/game start", said("games.only_before_start")),
    ("/game seat computer level:3", said("games.only_before_start")),
    ("/game seat guest name:Ben", said("games.only_before_start")),
    ("/game seat remove player:Bruno", ""),
    ("/move swap", ""),
    ("/move undo", "Nothing to undo"),
    ("/game nudge", ""),
    ("/game chat", said("chat.players_game_chat")),
    ("/game rematch", said("games.channel_has_game")),
    ("/game export", said("core.record_after_end")),
    ("/move exchange tiles:A", "You exchanged A"),
)
"""Commands about the game here, and their results; the last one ends the turn."""


@pytest.mark.soak
async def test_every_command_about_the_game_here_asks(tmp_path: Path) -> None:
    """The question turns into the command's answer for the chosen game, even if that is a refusal."""
    async with two_games(tmp_path) as (_, ada, __):
        for line, told in ABOUT_THE_GAME:
            question = await asked(ada, line)
            assert sorted(options(question)) == ["One", "Two"], line
            await ada.select(question, "Two")
            await changed(ada, question, told, line)


@pytest.mark.gate
async def test_two_games_shown_in_the_same_direct_messages_are_asked_about(tmp_path: Path) -> None:
    """Ada joined both there by code."""
    async with gathered(tmp_path, letters="CATSODEEE", rack_size=3) as (_, ada, bruno):
        await ada.open_dm()
        for place in ("general", "games"):
            bruno.place = place
            await bruno.command(f"/game new variant:tiny name:{place}")
            code = await code_of(bruno)
            await ada.command(f"/join code:{code}", channel=DM)
            await ada.wait_message(f"## {place}", channel=DM)
        ada.place = DM
        assert sorted(options(await asked(ada, "/game start"))) == ["games", "general"]


async def test_a_command_asks_and_is_carried_out_on_the_game_that_was_chosen(tmp_path: Path) -> None:
    """The menu is private, names the games and their state, and becomes the receipt; the other game is unchanged.

    After a restart the request is forgotten and the bot says so. After a move in one game, only the other is waiting.
    """
    async with two_games(tmp_path) as (stage, ada, _):
        question = await asked(ada, "/game resign")
        await stage.restart()
        await ada.select(question, "Two")
        await changed(ada, question, "no longer know what this is about")
        for channel in ("general", "games"):
            assert not isinstance((await stage.state(ada.channel_id(channel))).phase, Over)
        question = await asked(ada, "/play move:8H AT")
        assert question["flags"] & 64
        assert sorted(options(question)) == ["One", "Two"]
        await ada.select(question, "One")
        await changed(ada, question, "You played 8H AT")
        assert (await tiles_on(stage, ada, "general"), await tiles_on(stage, ada, "games")) == (2, 0)
        await ada.command("/play move:8H CAT")
        await ada.wait_message("You played 8H CAT", after=question)
        assert await tiles_on(stage, ada, "games") == 3
