"""Pausing and resuming games, reminding each other, and answering whether a quiet game goes on."""

from __future__ import annotations

from bot.front.asking import Asked
from bot.front.doing import do, told
from bot.front.ids import button_id
from bot.front.plain import ask
from bot.front.presenter import Button, Message, Row, Text, Tone
from bot.front.refusals import Refused
from bot.service import pausing
from bot.text import cast_of
from engine.errors import EngineError
from engine.game import commands as cmd
from engine.game.phases import Lobby, Paused
from engine.game.views import table_view


async def pause(asked: Asked, game: str, name: str = "") -> Message:
    """Pause a game, or agree to it."""
    try:
        applied = await pausing.pause(
            asked.desk.games, game, asked.person.id, asked.cause, name, moderator=await asked.moderates(game)
        )
    except EngineError as error:
        raise Refused(error, cast_of(table_view(await asked.desk.games.load(game)))) from error
    return told(asked, applied)


async def resume(asked: Asked, game: str) -> Message:
    """Resume a paused game in this channel, or agree to it."""
    games, moderator = asked.desk.games, await asked.moderates(game)
    try:
        applied = await pausing.resume(games, asked.place, asked.person.id, asked.cause, game, moderator=moderator)
    except EngineError as error:
        raise Refused(error, cast_of(table_view(await games.load(game)))) from error
    return told(asked, applied)


async def nudge(asked: Asked, game: str) -> Message:
    """Remind the player on turn."""
    return await do(asked, game, cmd.Nudge(asked.person.id))


async def keep_open(asked: Asked, game: str) -> Message:
    """A quiet game shall go on."""
    return await do(asked, game, cmd.KeepOpen(asked.person.id))


async def ask_end(asked: Asked, game: str) -> Message:
    """Ask whether a game is to be kept for later or to end for good (ledger C9)."""
    texts, phase = asked.texts, (await asked.desk.games.load(game)).phase
    if isinstance(phase, Lobby | Paused):
        question = texts.gettext("Do you want to end this game for everybody? It cannot be continued.")
        return ask(question, texts.gettext("End the game"), "end_yes", game, texts)
    question = texts.gettext(
        "Do you want to keep this game for later, or to end it for good? Kept, it can be resumed at any time with "
        "`/game resume`."
    )
    buttons = (
        Button(button_id("pause_yes", game), texts.gettext("Keep for later"), Tone.PRIMARY),
        Button(button_id("end_yes", game), texts.gettext("End for good"), Tone.DANGER),
        Button(button_id("cancel", game), texts.gettext("Cancel")),
    )
    return Message((Text(question), Row(buttons)))
