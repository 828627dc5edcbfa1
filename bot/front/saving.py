"""Games as files: saved ones, sealed and still to be finished (ledger N10), and records of finished ones."""

from __future__ import annotations

import asyncio

import discord

from bot.front import resting
from bot.front.asking import Asked
from bot.front.doing import told
from bot.front.plain import say
from bot.front.presenter import Enclosed, Message, Text
from bot.front.receiving import fetch
from bot.front.refusals import GcgForTwo, NotOffered, NotOver, Refused
from bot.service.errors import NotSaveable
from bot.service.saves import FILE_ENDING
from bot.service.sealing import LARGEST
from engine.errors import EngineError
from engine.formats import gamejson, gcg
from engine.game.decisions.pauses import never_agreed
from engine.game.phases import Lobby, Over, Paused

GCG, JSON = "gcg", "json"


async def save(asked: Asked, game: str) -> Message:
    """Pause a game and hand it out as a sealed file; of one that rests already, hand the file out again.

    Whoever is neither host nor moderator only agrees to it, until everybody has. Raises `NotSaveable`.
    """
    state = await asked.desk.games.load(game)
    if isinstance(state.phase, Lobby | Over):
        raise NotSaveable(isinstance(state.phase, Over))
    if not isinstance(state.phase, Paused):
        answer = await resting.pause(asked, game)
        state = await asked.desk.games.load(game)
        if not isinstance(state.phase, Paused):
            return answer
    data = await asked.desk.saves.save(game)
    text = asked.texts.gettext(
        "Here is the game. It rests until somebody loads this file with `/game load` and everybody agrees, or until it "
        "is resumed here. Nobody can look into the file or change it."
    )
    return Message((Text(text), Enclosed(f"game-{game}{FILE_ENDING}", data)))


async def load(asked: Asked, file: discord.Attachment, *, again: bool = False) -> Message:
    """Take a game from its file, in this channel.

    Raises what `fetch`, `Uploads.turn` and `Saves.load` raise.
    """
    saves = asked.desk.saves
    try:
        async with asked.desk.uploads.turn(asked.person.id, asked.place.guild_id):
            data, _ = await asyncio.gather(fetch(file, LARGEST), saves.get_ready())
            applied = await saves.load(data, asked.member, asked.place, asked.cause, again=again)
    except EngineError as error:
        raise Refused(error, None) from error
    return told(asked, applied)


async def export(asked: Asked, game: str, form: str = "") -> Message:
    """The record of a finished game: GCG for two players, JSON for any. Raises `NotOver` and `GcgForTwo`."""
    state, events = await asked.desk.games.load(game), await asked.desk.games.events(game)
    wanted = form or (GCG if len(state.seats) == 2 else JSON)
    if wanted not in (GCG, JSON):
        raise NotOffered("format", form, (GCG, JSON))
    if not isinstance(state.phase, Over) or never_agreed(events):
        raise NotOver
    if wanted == GCG and len(state.seats) != 2:
        raise GcgForTwo
    if wanted == GCG:
        data = await asyncio.to_thread(lambda: gcg.write(gamejson.game_record(events)))
    else:
        data = (await asyncio.to_thread(gamejson.write, events)).encode()
    shown = say(asked.texts.gettext("Here is the record of the game."))
    return Message((*shown.blocks, Enclosed(f"game-{game}.{wanted}", data)))
