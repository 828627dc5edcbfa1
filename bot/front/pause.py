"""`/game pause`, `save`, `/game nudge`, `/manage games` and others that pause, remind, end or hand out games."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Final

import discord
from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.front.board.buttons import moderating_row
from bot.front.board.scenes import BOARD_ACCENT, game_title
from bot.front.components.buttons import Action, Actions
from bot.front.components.message import (
    MOST_ABOUT,
    MOST_OPTIONS,
    Button,
    FileAttachment,
    Link,
    Menu,
    Message,
    Option,
    Row,
    Text,
    Tone,
    ask,
)
from bot.front.components.payloads import OfGame, OfPage
from bot.front.interaction import choices
from bot.front.interaction.choices import fetch
from bot.front.interaction.dispatch import (
    can_cancel,
    distinct_titles,
    do,
    gone_from,
    named_here,
    summary_title,
    table,
    told,
    which_game,
)
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import Press, answers, edits, returns, with_press
from bot.front.interaction.request import Request
from bot.front.interaction.slash import UNDER_GAME, UNDER_MANAGE, CommandOption, slash
from bot.front.lobby import actions
from bot.front.lobby.records import RecordOptions, told_again
from bot.limits import Limit
from bot.model.errors import GcgForTwo, HeldByDirector, NobodyReads, NotOffered, NotOver, NotSaveable
from bot.service.rights import Right
from bot.service.saving import pauses
from bot.service.saving.pauses import check_racks
from bot.service.saving.saves import FILE_ENDING
from bot.service.saving.seals import MOST_SEALED_BYTES
from bot.service.secrecy import check_continued
from bot.text import Texts, bold
from bot.text.games import state_in_brief
from bot.text.names import shortened
from bot.text.permissions import moderated_game, moderated_games
from bot.text.questions import ending, keep_or_end
from bot.text.receipts import record_receipt, save_receipt
from engine.errors import OnlyHost
from engine.formats import gamejson, gcg
from engine.game import commands as cmd
from engine.game.decisions.seats import ending_resigns
from engine.game.evolve import replay
from engine.game.phases import Lobby, Over, Paused
from engine.game.state import Person
from engine.game.views import table_view
from engine.loading.origins import record_of


def keep_message(keep: str, end: str, question: str, texts: Texts) -> Message:
    """Asks whether to keep a game or to end it, which these custom ids do."""
    buttons = (
        Button(keep, texts.gettext("Keep for later"), Tone.PRIMARY),
        Button(end, texts.gettext("End for good"), Tone.DANGER),
        Button(Actions.CANCEL.id(), texts.gettext("Cancel")),
    )
    return Message((Text(question), Row(buttons)))


PAUSE_YES: Final = Action("pause_yes", OfGame, Right.TABLE)
CHOOSE_GAME: Final = Action("moderate_game", OfPage, Right.MODERATE)
LIST_GAMES: Final = Action("moderate_games", OfPage, Right.MODERATE)
OTHER_GAMES: Final = Action("moderate_page", OfPage, Right.MODERATE)


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
    """Ask whether to keep a game for later or to end it for good.

    Against people, that counts as resigning from it, unless it can be called off.
    """
    texts, state = request.texts, await request.state(game)
    resigns = ending_resigns(state, request.person.id, await gone_from(request, game))
    end = (Actions.END_RESIGNING if resigns else Actions.END_YES).id(game)
    if resigns and await can_cancel(request, game):
        resigns, end = False, Actions.CANCEL_GAME.id(game)
    title, plays = bold(game_title(table_view(state), texts)), bool(state.seats_of(request.person.id))
    if isinstance(state.phase, Lobby | Paused):
        is_lobby = isinstance(state.phase, Lobby)
        return ask(*ending(title, texts, resigns=resigns, is_lobby=is_lobby), end, texts)
    question = keep_or_end(title, texts, resigns=resigns, plays=plays)
    return keep_message(PAUSE_YES.id(game), end, question, texts)


async def call_off(request: Request, game: str) -> Message:
    """Call off a game that does not count yet; for those who may end it, also a lobby, or a game of others.

    Raises `OnlyHost` for other players of a lobby, and as `actions.cancel`.
    """
    state = await request.state(game)
    directs = state.directs(request.person.id, moderator=await request.moderates(game))
    if directs and (isinstance(state.phase, Lobby) or not state.seats_of(request.person.id)):
        return await ask_end(request, game)
    if isinstance(state.phase, Lobby):
        raise OnlyHost
    return await actions.cancel(request, game)


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


async def games_to_moderate(request: Request, page: int = 0) -> Message:
    """The games of the server that are not over, those of this channel first, to choose one. Raises `OnlyInServers`."""
    texts = request.texts
    journal, server, here = request.services.games.journal, request.server(), request.place.root
    count = await journal.count_of_server(server)
    page = min(page, max(0, count - 1) // MOST_OPTIONS)
    found = await journal.of_server(server, MOST_OPTIONS, skip=page * MOST_OPTIONS, channel=here)
    listed = sorted(found, key=lambda one: one.place.root != here)
    told, hint = moderated_games(count, texts)
    if not listed:
        return Message((Text(told),), accent=BOARD_ACCENT)
    options = tuple(
        Option(shortened(title, MOST_ABOUT), one.game, state_in_brief(one, "", texts))
        for title, one in zip(distinct_titles(listed, request), listed, strict=True)
    )
    turning = _turning(page, count, texts)
    return Message((Text(told), Menu(CHOOSE_GAME.id(page), hint, options), *turning), accent=BOARD_ACCENT)


def _turning(page: int, count: int, texts: Texts) -> tuple[Row, ...]:
    """The buttons to the pages before and after one, if there are any."""
    back = Button(OTHER_GAMES.id(max(page - 1, 0)), texts.gettext("Back"))
    more = Button(OTHER_GAMES.id(page + 1), texts.gettext("More"))
    there = ((back, page > 0), (more, (page + 1) * MOST_OPTIONS < count))
    shown = tuple(button for button, is_there in there if is_there)
    return (Row(shown),) if shown else ()


async def game_to_moderate(request: Request, press: Press, page: int) -> Message:
    """One of them, with what can be done to it. Raises as `Permissions.require`."""
    chosen = press.value
    await request.services.permissions.require(request.member, Right.DIRECTOR, chosen, request.known)
    one, way = await request.summary(chosen), await request.services.posting.links.home(chosen)
    where = f"<#{one.place.channel_id}>"
    told = moderated_game(
        bold(summary_title(one, request)), state_in_brief(one, "", request.texts), where, request.texts
    )
    row = moderating_row(chosen, request.texts)
    ways = _ways(way["board_url"], page, request.texts)
    return Message((Text(told), replace(row, buttons=(*row.buttons, *ways))), accent=BOARD_ACCENT)


def _ways(board: str, page: int, texts: Texts) -> tuple[Link, Button]:
    return Link(board, texts.gettext("Go to the board")), Button(LIST_GAMES.id(page), texts.gettext("Back"))


_FORMATS = [Choice(name="GCG", value=GCG), Choice(name="JSON", value=JSON)]

FRONT = Front(
    commands=(
        UNDER_GAME(
            slash(nudge, _("Remind the player whose turn it is"), Right.PLAYER),
            slash(
                ask_end,
                _("End the game, or keep it for later; for the host and moderators"),
                Right.DIRECTOR,
                name="end",
            ),
            slash(
                call_off, _("Call off a game that has not started, or has only just begun"), Right.TABLE, name="cancel"
            ),
            slash(
                pause,
                _("Keep the game for later; all clocks stop"),
                Right.TABLE,
                options={"name": _("A name to find it by")},
            ),
            slash(
                resume,
                _("Continue a game that was kept for later"),
                Right.TABLE,
                finds_paused=True,
                options={"name": CommandOption(_("The name of the game"), choices.paused)},
            ),
            slash(save, _("Pause the game and get it as a sealed file"), Right.TABLE, limit=Limit.FILES),
            slash(
                load,
                _("Continue a game from its file, once all its players agree"),
                Right.OPEN,
                limit=Limit.FILES,
                options={
                    "file": _("The file that you got from /game save, or the GCG record of an unfinished game"),
                    "again": CommandOption(_("Also undo what was played after it was saved"), choices=choices.YES),
                },
            ),
            slash(
                export,
                _("Get the record of a finished game as a file"),
                Right.ANYONE,
                limit=Limit.FILES,
                options={
                    "format": CommandOption(_("GCG for two players, JSON for any number"), choices=_FORMATS),
                    "game": CommandOption(_("Which game; by default, the latest here"), choices.finished),
                },
            ),
        ),
        UNDER_MANAGE(
            slash(
                games_to_moderate,
                _("End a game of this server, or remove a player from it"),
                Right.MODERATE,
                name="games",
            ),
        ),
    ),
    buttons=(
        answers(Actions.RESUME, resume),
        answers(Actions.REMIND, nudge),
        answers(Actions.MORE_TIME, give_time),
        answers(Actions.KEEP, keep_open),
        answers(Actions.END, ask_end),
        edits(PAUSE_YES, pause),
        with_press(CHOOSE_GAME, game_to_moderate),
        returns(LIST_GAMES, games_to_moderate),
        edits(OTHER_GAMES, games_to_moderate),
    ),
)
