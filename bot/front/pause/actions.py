"""Pausing, resuming, saving and exporting games, reminding players, and keeping quiet games open."""

from __future__ import annotations

import asyncio
from typing import Final

import discord

from bot.front.board.scenes import game_title
from bot.front.components.buttons import Actions, declare
from bot.front.components.message import Button, Enclosed, Message, Row, Text, Tone, ask, say
from bot.front.components.payloads import OfGame
from bot.front.interaction.attachments import fetch
from bot.front.interaction.dispatch import do, table, told, which_game
from bot.front.interaction.finished_games import named_here
from bot.front.interaction.hosts import gone_from
from bot.front.interaction.request import Request
from bot.model.errors import GcgForTwo, NobodyReads, NotOffered, NotOver, NotSaveable
from bot.service.rights import Right
from bot.service.saving import pauses
from bot.service.saving.copies import check_racks
from bot.service.saving.saves import FILE_ENDING
from bot.service.saving.seals import LARGEST
from engine.formats import gamejson, gcg
from engine.game import commands as cmd
from engine.game.decisions.seats import ending_resigns
from engine.game.phases import Lobby, Over, Paused
from engine.game.state import Person
from engine.loading.origins import record_of

PAUSE_YES: Final = declare("pause_yes", OfGame, Right.TABLE)


async def pause(request: Request, game: str, name: str = "") -> Message:
    """Pause a game, or agree to it."""
    applied = await pauses.pause(
        request.services.games,
        game,
        request.person.id,
        request.cause,
        await _usual_name(request, game),
        name,
        moderator=await request.moderates(game),
    )
    return told(request, applied)


async def _usual_name(request: Request, game: str) -> str:
    view = await table(request, game)
    return game_title(view, await request.aloud(view.variant.language))


async def resume(request: Request, game: str) -> Message:
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


async def keep_open(request: Request, game: str) -> Message:
    """Keep a quiet game open."""
    return await do(request, game, cmd.KeepOpen(request.person.id))


async def ask_end(request: Request, game: str) -> Message:
    """Ask whether to keep a game for later or to end it for good, which counts as resigning from it against people."""
    texts, state = request.texts, await request.state(game)
    resigns = ending_resigns(state, request.person.id, await gone_from(request, game))
    end = (Actions.END_RESIGNING if resigns else Actions.END_YES).id(game)
    if isinstance(state.phase, Lobby | Paused):
        question = texts.gettext("Do you want to end this game for everyone? You cannot undo this.")
        if resigns:
            question = texts.gettext(
                "Do you want to end this game? You are playing against others, so that counts as resigning. You cannot "
                "undo this."
            )
        return ask(question, texts.gettext("End the game"), end, texts)
    question = texts.gettext(
        "Do you want to keep this game for later, or end it for good? If you keep it, you can resume it at any time "
        "with `/game resume`."
    )
    warning = texts.gettext("You are playing against others, so ending it for good counts as resigning.")
    buttons = (
        Button(PAUSE_YES.id(game), texts.gettext("Keep for later"), Tone.PRIMARY),
        Button(end, texts.gettext("End for good"), Tone.DANGER),
        Button(Actions.CANCEL.id(), texts.gettext("Cancel")),
    )
    return Message((Text(f"{question}\n{warning}" if resigns else question), Row(buttons)))


GCG, JSON = "gcg", "json"


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
    data = await request.services.saves.save(game)
    text = request.texts.gettext(
        "Here is the game. It is paused until it is resumed here, or until someone loads this file with "
        "`/game load` and everyone agrees. Nobody can read or change the file."
    )
    return Message((Text(text), Enclosed(f"game-{game}{FILE_ENDING}", data)))


async def load(request: Request, file: discord.Attachment, *, again: bool = False) -> Message:
    """Load a game from its file into this channel.

    Raises as `fetch`, `Uploads.turn` and `Saves.load`.
    """
    saves = request.services.saves
    async with request.services.uploads.turn(request.person.id, request.place.guild_id):
        data, _ = await asyncio.gather(fetch(file, LARGEST), saves.get_ready())
        applied = await saves.load(data, request.member, request.place, request.cause, again=again)
    return told(request, applied)


async def export(request: Request, form: str = "", named: str = "") -> Message:
    """The record of a finished game, of the one here unless one is named: GCG for two players, JSON for any.

    Raises `NotOver` and `GcgForTwo`, and as `named_here`, `which_game` and `check_racks`.
    """
    named = named.strip().lower()
    game = await (named_here(request, named) if named else which_game(request))
    state, events = await request.state(game), await request.services.games.events(game)
    wanted = form or (GCG if len(state.seats) == 2 else JSON)
    if wanted not in (GCG, JSON):
        raise NotOffered("format", form, (GCG, JSON))
    if not isinstance(state.phase, Over):
        raise NotOver
    await check_racks(request.services.games, game, state)
    if wanted == GCG and len(state.seats) != 2:
        raise GcgForTwo
    if wanted == GCG:
        data = await asyncio.to_thread(lambda: gcg.write(record_of(events)))
    else:
        data = (await asyncio.to_thread(gamejson.write, events)).encode()
    shown = say(request.texts.gettext("Here is the record of the game."))
    return Message((*shown.blocks, Enclosed(f"game-{game}.{wanted}", data)))
