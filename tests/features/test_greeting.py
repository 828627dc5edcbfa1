"""What a server hears that invites the bot, and whoever speaks to it without knowing how."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

from bot.playground import cast
from bot.playground.cast import Guild
from bot.playground.world import World
from tests.support.pictures import buttons_of, text_of
from tests.support.playground import DM, Person
from tests.support.running import DRAWS, EPHEMERAL, LETTERS, answer, dealt, gathered
from tests.support.sentences import said

HELLO = said("greeting.what_i_am")
DEMO, PUZZLE = said("greeting.demo"), said("puzzles.puzzle_day")
DAILY, TASK = said("puzzles.here_every_day"), said("puzzles.find_best_move")
GREETING = [DEMO, "Start a game", said("greeting.where_label"), PUZZLE]
OFFERS = ["Play the computer", "Start a game", "How it works", PUZZLE]


async def server(world: World, owner: Person, *others: Person, channels: Sequence[str] = ("rules", "chat")) -> Guild:
    """A server of everyone's into which the bot has yet to come, once these people see it."""
    guild = world.add_guild("Den", channels, dict.fromkeys((owner.id, *world.people)), has_bot=False)
    first = channel(world, guild, channels[0])["id"]
    for person in (owner, *others):
        await person.wait(lambda person=person: first in person.channels, "the server")
    return guild


def channel(world: World, guild: Guild, name: str) -> dict[str, Any]:
    """A channel of a server."""
    return next(one for one in world.channels.values() if (one.get("guild_id"), one.get("name")) == (guild.id, name))


def greetings(person: Person) -> list[dict[str, Any]]:
    """All greetings that somebody sees, wherever they are."""
    return [one for place in person.messages.values() for one in place.values() if HELLO in text_of(one)]


async def test_X28_a_server_is_greeted_in_its_system_channel_once(tmp_path: Path) -> None:
    """In its language; not again after a restart, nor when the bot is removed and comes again; old ones never."""
    async with gathered(tmp_path, people=("Ada",)) as (stage, ada):
        world = stage.playground.world
        guild = await server(world, ada)
        guild.system_channel, guild.locale = channel(world, guild, "chat")["id"], "de"
        world.invite_bot(guild, ada.id)
        told = await ada.wait_message(lambda one: len(buttons_of(one)) == 4, channel=guild.system_channel)
        assert HELLO not in text_of(told) and "Hallo" in text_of(told)
        guild.locale = "en-US"
        await stage.restart()
        world.remove_bot(guild)
        world.invite_bot(guild, ada.id)
        await asyncio.sleep(60)
        assert greetings(ada) == []
        assert len(ada.visible(guild.system_channel)) == 1


async def test_X28_whoever_removes_the_bot_at_once_hears_nothing(tmp_path: Path) -> None:
    """Neither in the server nor by direct message, nobody else in its place."""
    async with gathered(tmp_path, people=("Ada",)) as (stage, ada):
        world = stage.playground.world
        guild = await server(world, ada)
        world.invite_bot(guild, ada.id)
        world.remove_bot(guild)
        await asyncio.sleep(120)
        assert greetings(ada) == []


async def test_X28_without_a_system_channel_it_is_where_people_write(tmp_path: Path) -> None:
    """Not where only moderators do; nowhere, the inviter is told, or the owner if the bot may not read who that is."""
    async with gathered(tmp_path, people=("Ada", "Bruno")) as (stage, ada, bruno):
        world = stage.playground.world
        guild = await server(world, ada, channels=("rules", "empty", "chat"))
        rules, chat = channel(world, guild, "rules"), channel(world, guild, "chat")
        rules["permission_overwrites"] = [
            {"id": guild.id, "type": 0, "allow": "0", "deny": str(cast.BITS["send_messages"])}
        ]
        for place in (rules, chat):
            await ada.say("welcome", place["id"])
        world.invite_bot(guild, bruno.id)
        told = await ada.wait_message(HELLO, channel=chat["id"])
        assert buttons_of(told) == GREETING
        for reads, person in ((True, bruno), (False, ada)):
            silent = await server(world, ada, channels=("rules",))
            if reads:
                silent.roles[1]["permissions"] = str(cast.BOT | cast.BITS["view_audit_log"])
            world.deny_bot(channel(world, silent, "rules"), "send_messages")
            world.invite_bot(silent, bruno.id)
            told = await person.wait_message(said("greeting.unheard", server="**Den**"), channel=DM)
            assert buttons_of(told) == [DEMO, "Puzzle"]
        assert [len(greetings(one)) for one in (ada, bruno)] == [2, 2]


async def test_X28_the_buttons_of_a_greeting_do_what_they_say(tmp_path: Path) -> None:
    """A game, the settings with the server's language first, and a puzzle, which a moderator has posted daily."""
    async with gathered(tmp_path, people=("Ada", "Bruno")) as (stage, ada, bruno):
        world = stage.playground.world
        await ada.send({"op": "new_server", "name": "Den"})
        await bruno.wait(lambda: len(world.guilds) == 3)
        guild = list(world.guilds.values())[-1]
        assert guild.system_channel
        for person in (ada, bruno):
            await person.wait(lambda person=person: guild.system_channel in person.channels)
            person.place = guild.system_channel
        told = await ada.wait_message(HELLO)
        await bruno.click(told, GREETING[2])
        shown = await answer(bruno, said("greeting.where"))
        assert "Language: default (English)" in str(shown) and "Ratings" not in str(shown)
        assert "Games in threads: on" in str(shown)
        await bruno.click(told, GREETING[3])
        puzzle = await answer(bruno, said("puzzles.no_puzzle_of_day"))
        assert TASK in text_of(puzzle) and DAILY not in buttons_of(puzzle)
        await ada.click(told, GREETING[3])
        await ada.click(await answer(ada, said("puzzles.day_offer")), DAILY)
        await ada.wait_message(lambda one: buttons_of(one) == ["Solve"])
        await bruno.click(told, GREETING[0])
        await bruno.click(await answer(bruno, said("lobby.how_strong")), "1 · novice")
        await answer(bruno, "Your tiles in")


async def test_X28_whatever_people_say_to_the_bot_is_answered_with_what_they_can_do(tmp_path: Path) -> None:
    """In a channel after a mention, and in direct messages; each time."""
    words = ("pass the salt", "hello", "What is this?", "hilfe bitte", "Как играть?", "help")
    async with gathered(tmp_path, people=("Ada",)) as (_, ada):
        await ada.open_dm()
        for text, (place, prefix) in product(words, (("general", "@Tilewright "), (DM, ""))):
            mine = await ada.say(prefix + text, place)
            told = await ada.wait_message(lambda one: "How it works" in buttons_of(one), channel=place, after=mine)
            assert buttons_of(told) == (OFFERS if place == "general" else [*OFFERS[:-1], "Puzzle"])


async def test_X28_somebody_who_speaks_to_the_bot_all_the_time_is_left_alone(tmp_path: Path) -> None:
    async with gathered(tmp_path, people=("Ada", "Bruno"), limits="mentions_per_person=2") as (stage, ada, bruno):
        for _ in range(4):
            await ada.say("@Tilewright hello")
        mine = await bruno.say("@Tilewright hello")
        await bruno.wait_message(lambda one: "How it works" in buttons_of(one), after=mine)

        def told() -> int:
            return sum("How it works" in buttons_of(one) for one in ada.visible())

        await ada.wait(lambda: told() >= 3, "two answers to Ada and one to Bruno")
        await asyncio.sleep(1)
        assert told() == 3
        stage.clock.push(60)
        mine = await ada.say("@Tilewright hello")
        await ada.wait_message(lambda one: "How it works" in buttons_of(one), after=mine)


async def test_X28_people_are_answered_in_their_language(tmp_path: Path) -> None:
    """As soon as Discord has told it."""
    async with gathered(tmp_path, people=("Ada",)) as (_, ada):
        ada.settings(locale="de")
        await ada.command("/game list")
        await answer(ada)
        mine = await ada.say("@Tilewright hallo")
        told = await ada.wait_message("Hallo", after=mine)
        assert not told["flags"] & EPHEMERAL


async def test_X28_beside_a_game_the_way_to_one_of_your_own_is_told(tmp_path: Path) -> None:
    people = ("Ada", "Bruno", "Chloe")
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3, people=people) as (stage, ada, bruno, chloe):
        await dealt(stage, ada, bruno)
        mine = await chloe.say("@Tilewright hello")
        await chloe.wait_message(said("play.game_here"), after=mine)
        mine = await bruno.say("@Tilewright help me")
        told = await bruno.wait_message(
            lambda one: "Rack" in buttons_of(one) and "How it works" in buttons_of(one), after=mine
        )
        await bruno.click(told, "Rack")
        await answer(bruno, "Your tiles")
        await bruno.click(told, "How it works")
        await answer(bruno, "/game new")


async def test_X28_a_direct_message_on_your_turn_is_a_move_or_leads_to_your_games(tmp_path: Path) -> None:
    """A word that fits is offered its places and nothing else; any other text is answered."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        await dealt(stage, ada, bruno)
        rack = await ada.wait_message("Your tiles", channel=DM)
        await ada.say("cat", DM)
        await ada.wait_message(said("play.word_fits", 6, word="**CAT**"), channel=DM, after=rack)
        mine = await ada.say("what now", DM)
        told = await ada.wait_message(lambda one: "How it works" in buttons_of(one), channel=DM, after=mine)
        assert "Ada v Bruno" in text_of(told)
        assert sum("How it works" in buttons_of(one) for one in ada.dm()) == 1
