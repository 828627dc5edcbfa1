"""Pausing, resuming, saving and exporting games, reminding players, and keeping quiet games open."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Final

import discord

from bot.front.board.scenes import game_title
from bot.front.components.buttons import Actions
from bot.front.components.custom_ids import Action
from bot.front.components.message import FileAttachment, Message, Text, ask
from bot.front.components.payloads import OfGame
from bot.front.interaction.attachments import fetch
from bot.front.interaction.dispatch import do, table, told, which_game
from bot.front.interaction.finished_games import named_here
from bot.front.interaction.hosts import gone_from
from bot.front.interaction.request import Request
from bot.front.lobby.records import RecordOptions, told_again
from bot.front.pause.messages import keep_message
from bot.model.errors import GcgForTwo, HeldByDirector, NobodyReads, NotOffered, NotOver, NotSaveable
from bot.service.rights import Right
from bot.service.saving import pauses
from bot.service.saving.copies import check_racks
from bot.service.saving.saves import FILE_ENDING
from bot.service.saving.seals import MOST_SEALED_BYTES
from bot.service.secrecy import check_continued
from bot.text.confirmations import ending
from bot.text.receipts import record_receipt, save_receipt
from engine.formats import gamejson, gcg
from engine.game import commands as cmd
from engine.game.decisions.seats import ending_resigns
from engine.game.evolve import replay
from engine.game.phases import Lobby, Over, Paused
from engine.game.state import Person
from engine.loading.origins import record_of

PAUSE_YES: Final = Action("pause_yes", OfGame, Right.TABLE)


async def pause(request: Request, game: str, name: str = "") -> Message:
    """Pause a game, or agree to it. Raises `HeldByDirector` where only moderators do."""
    moderator = await request.moderates(game)
    if not moderator and not await request.services.games.may_be_held(game):
        raise HeldByDirector
    applied = await pauses.pause(
        request.services.games,
        game,
        request.person.id,
        request.cause,
        await _usual_name(request, game),
        name,
        moderator=moderator,
    )
    return told(request, applied)


async def _usual_name(request: Request, game: str) -> str:
    view = await table(request, game)
    return game_title(view, await request.aloud(view.variant.language))


async def resume(request: Request, game: str, name: str = "") -> Message:  # noqa: ARG001 - the gate reads the name
    """Resume a paused game in this channel, or agree to it."""
    games, moderator = request.services.games, await request.moderates(game)
    applied = await pauses.resume(games, request.place, request.person.id, request.cause, game, moderator=moderator)
    return told(request, applied)


async def nudge(request: Request, game: str) -> Message:
    """Remind the player on turn. Raises `NobodyReads` if that player is gone."""
    state = await request.state(game)
    player = state.seats[state.on_turn].player if state.on_turn is not None else None
    if isinstance(player, Person) and player.member in await gone_from(request, game):
        raise NobodyReads(player.name)
    return await do(request, game, cmd.Nudge(request.person.id))


async def give_time(request: Request, game: str, turn: int) -> Message:
    """Give the player on turn more time."""
    return await do(request, game, cmd.GiveTime(request.person.id, turn))


async def keep_open(request: Request, game: str) -> Message:
    """Keep a quiet game open."""
    return await do(request, game, cmd.KeepOpen(request.person.id))


async def ask_end(request: Request, game: str) -> Message:
    """Ask whether to keep a game for later or to end it for good, which counts as resigning from it against people."""
    texts, state = request.texts, await request.state(game)
    resigns = ending_resigns(state, request.person.id, await gone_from(request, game))
    end = (Actions.END_RESIGNING if resigns else Actions.END_YES).id(game)
    if isinstance(state.phase, Lobby | Paused):
        return ask(*ending(texts, resigns=resigns), end, texts)
    return keep_message(PAUSE_YES.id(game), end, texts, resigns=resigns)


GCG, JSON = "gcg", "json"
RECORD_ENDING = ".gcg"


async def save(request: Request, game: str) -> Message:
    """Pause a game and hand it out as a sealed file; if it is already paused, only hand out the file.

    A player who is neither host nor moderator only agrees to the pause, until everyone has. Raises `NotSaveable`.
    """
    state = await request.state(game)
    if isinstance(state.phase, Lobby | Over):
        raise NotSaveable(isinstance(state.phase, Over))
    if not isinstance(state.phase, Paused):
        answer = await pause(request, game)
        state = await request.state(game)
        if not isinstance(state.phase, Paused):
            return answer
    data = await request.services.files.saves.save(game)
    return Message((Text(save_receipt(request.texts)), FileAttachment(f"game-{game}{FILE_ENDING}", data)))


async def _load_saved(request: Request, file: discord.Attachment, *, again: bool) -> Message:
    saves = request.services.files.saves
    async with request.services.files.uploads.turn(request.person.id, request.place.guild_id):
        data, _ = await asyncio.gather(fetch(file, MOST_SEALED_BYTES), saves.get_ready())
        applied = await saves.load(data, request.member, request.place, request.cause, again=again)
    return told(request, applied)


async def load(request: Request, file: discord.Attachment, again: str = "") -> Message:
    """Load a saved game into this channel, or continue the game of a record as a new one.

    Raises as `fetch`, `Uploads.turn`, `Saves.load`, `told_again`, `check_continued` and `Records.resume`.
    """
    if not file.filename.lower().endswith(RECORD_ENDING):
        return await _load_saved(request, file, again=again == "yes")
    told_game = await told_again(request, file, RecordOptions(over=False))
    state = replay(told_game.events)
    await check_continued(request.services.games, request.person.id, state)
    name = state.setup.name or " – ".join(seat.player.name for seat in state.seats)
    records, person = request.services.files.records, request.person.id
    applied = await records.resume(told_game.events, person, name, request.place, request.cause)
    message = told(request, applied)
    return replace(message, blocks=(*message.blocks, *(Text(f"-# {one}") for one in told_game.remarks)))


async def export(request: Request, format: str = "", game: str = "") -> Message:  # noqa: A002 - it is the option's name
    """The record of a finished game, of the one here unless one is named: GCG for two players, JSON for any.

    Raises `NotOver` and `GcgForTwo`, and as `named_here`, `which_game` and `check_racks`.
    """
    named = game.strip().lower()
    game = await (named_here(request, named) if named else which_game(request))
    state, events = await request.state(game), await request.services.games.events(game)
    wanted = format or (GCG if len(state.seats) == 2 else JSON)
    if wanted not in (GCG, JSON):
        raise NotOffered("format", format, (GCG, JSON))
    if not isinstance(state.phase, Over):
        raise NotOver
    await check_racks(request.services.games, game, state)
    if wanted == GCG and len(state.seats) != 2:
        raise GcgForTwo
    if wanted == GCG:
        data = await asyncio.to_thread(lambda: gcg.write(record_of(events)))
    else:
        data = (await asyncio.to_thread(gamejson.write, events)).encode()
    return Message((Text(record_receipt(request.texts)), FileAttachment(f"game-{game}.{wanted}", data)))
