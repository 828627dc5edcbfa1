"""How every interaction is answered: at once, privately, with a clear sentence if anything goes wrong, and measured."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from itertools import count
from time import monotonic
from typing import Any

import aiohttp
import discord

from bot.front.components.buttons import read_id
from bot.front.components.layout import layout, style_of
from bot.front.components.message import Image, Message, Text, say
from bot.front.interaction.dispatch import (
    again_rows,
    is_over,
    lacks_game,
    opening_rows,
    own_games,
    summary_title,
    which_message,
    with_thread,
)
from bot.front.interaction.gate import admit, guarded, invoked, named_game
from bot.front.interaction.request import Interaction, Request, RequestWork, request_of, services_of, with_facts
from bot.front.posting.discord_errors import LOST, UNKNOWN_MESSAGE, is_final
from bot.limits import Limit, Per
from bot.logs import about
from bot.model.deliveries import DeliveryKind, Target, TargetKind
from bot.model.errors import SeveralGames, TooManyAtOnce, TooManyGames, TooOften, UnknownGame, describe
from bot.model.games import GameSummary
from bot.model.measures import Asking, Measures
from bot.render import Style
from bot.service.rights import moderates
from bot.text import escape
from bot.text.refusals import fault_text, is_expected, refusal, unshown_text

IN_TIME = 3.0
"""Seconds that Discord waits for the first answer (Discord, "Receiving and Responding")."""


@dataclass(slots=True)
class Waiting:
    """Someone who waits for an answer since `begun`."""

    begun: float = field(default_factory=monotonic)
    late: bool = False

    def acknowledged(self, *, accepted: bool = True) -> None:
        """Note the first answer, and whether Discord accepted it."""
        self.late = not accepted or monotonic() - self.begun > IN_TIME


@contextmanager
def measured(measures: Measures, asking: Asking, name: str, waiting: Waiting | None = None) -> Iterator[Waiting]:
    """Measure how long a request takes, until it is answered or fails; from now, or since someone is `waiting`."""
    waiting = waiting or Waiting()
    try:
        yield waiting
    finally:
        measures.answered(asking, name, monotonic() - waiting.begun, late=waiting.late)


def asked(interaction: discord.Interaction[Any]) -> tuple[Asking, str]:
    """How an interaction asks, and for which command or action; the name is empty if it is unknown."""
    if interaction.type is discord.InteractionType.application_command:
        return Asking.COMMAND, interaction.command.qualified_name if interaction.command else ""
    data: Any = interaction.data or {}
    requested = read_id(str(data.get("custom_id", "")), interaction.client.services.hooks.buttons)
    is_form = interaction.type is discord.InteractionType.modal_submit
    return Asking.FORM if is_form else Asking.BUTTON, requested.action.name if requested else ""


ALREADY_ANSWERED = 40060
NO_CONNECTION = (aiohttp.ClientError, discord.DiscordServerError, discord.RateLimited)
"""What discord.py raises if Discord does not answer, which is not a bug."""
FORM_TEXT_SECONDS = 1.0
"""Seconds for a text in what must be shown before any work: a form opens within the three that Discord waits."""
ANSWER_TRIES = 3
PAUSE = 0.2
"""Seconds before an answer is retried after a broken connection."""
BOARD_PAUSES = (0.1, 0.1, 0.2, 0.2, 0.4, 0.5, 0.5, 0.5, 0.5)
"""Seconds between the looks for a board that an answer stands below: together, no more than anyone waits gladly."""
RETRIED_SECONDS = 1.0
"""discord.py itself retries a failed answer, after a second at the earliest: sooner, nobody has answered from here."""

LOG = logging.getLogger(__name__)


async def answer(
    interaction: Interaction, work: RequestWork, *, in_place: bool = False, instead: RequestWork | None = None
) -> None:
    """Answer an interaction privately with what the work returns, or with the reason why it failed.

    The work begins only if the person may do what the interaction asks for (`gate`). `in_place` edits
    the private message with the pressed button; a failure then gets a private message of its own. `instead`
    answers what is about something else, which needs none of these rights, and returns None for the rest.
    """
    checked = guarded(interaction, work)

    async def either(request: Request) -> Message | None:
        return (await instead(request) if instead else None) or await checked(request)

    await _answer(interaction, either, in_place=in_place)


async def text_at_once(interaction: Interaction, find: Callable[[Request], Awaitable[str]]) -> str:
    """What `find` returns for a person who may do what the interaction asks for; empty if it takes long or has a bug.

    Raises what the person is refused for.
    """
    try:
        async with asyncio.timeout(FORM_TEXT_SECONDS):
            request = await with_facts(request_of(interaction), named_game(interaction), str(interaction.locale))
            return await find(await admit(request, invoked(interaction)))
    except TimeoutError:
        LOG.warning("A form is shown without its text, which took more than %s s", FORM_TEXT_SECONDS)
        return ""
    except Exception as error:
        if is_expected(error):
            raise
        log_unexpected(error)
        return ""


async def explain_failure(interaction: Interaction, error: Exception) -> None:
    """Tell the person privately why their interaction failed."""

    async def fail(_: Request) -> Message:
        raise error

    await _answer(interaction, fail, in_place=False)


async def _answer(interaction: Interaction, work: RequestWork, *, in_place: bool) -> None:
    services, person = services_of(interaction), str(interaction.user.id)
    with about(cause=f"i{interaction.id}"), measured(services.answering.measures, *asked(interaction)) as waiting:
        try:
            await services.fair_use.spend(Limit.REQUESTS, person, interaction.guild_id)
        except TooOften as error:
            await _turn_away(interaction, error)
            return
        with services.answering.in_flight.answering(person) as earlier_requests:
            accepted = await _acknowledge(interaction, in_place)
            waiting.acknowledged(accepted=accepted is not _Accepted.NO)
            if accepted is _Accepted.YES:
                await _do(interaction, request_of(interaction), work, earlier_requests, in_place=in_place)


async def _turn_away(interaction: Interaction, error: TooOften) -> None:
    """Answer with one sentence in one request: someone who asks too much must not keep others waiting."""
    texts = services_of(interaction).answering.spoken.now(str(interaction.user.id), str(interaction.locale))
    view = layout(say(refusal(error, texts)))
    try:
        await interaction.response.send_message(view=view, ephemeral=True)
    except LOST as failure:
        LOG.warning("A private answer was lost: %s", type(failure).__name__)


Show = Callable[[Message], Awaitable[None]]
"""Shows a message in place of the answer to an interaction."""


def progress_of(interaction: Interaction) -> Show:
    """Show a message while the work goes on; the work's result replaces it."""

    async def show(message: Message) -> None:
        await _show(interaction, request_of(interaction), message)

    return show


async def _do(
    interaction: Interaction,
    request: Request,
    work: RequestWork,
    earlier_requests: Callable[[], Awaitable[None]],
    *,
    in_place: bool,
) -> None:
    try:
        await earlier_requests()
        request = await with_facts(request, named_game(interaction), str(interaction.locale))
        shown = await with_thread(request, await _work(request, work))
        if shown and shown.about and not request.may_post:
            shown = await request.services.answering.with_board(request, shown)
        shown = await _with_fair_pictures(request, shown)
    except Exception as error:
        log_unexpected(error)
        shown, fresh = await _reason(request, error), in_place
    else:
        fresh = False
    await _show_surely(interaction, request, shown, fresh=fresh)


async def _reason(request: Request, error: Exception) -> Message:
    """Why a request failed, also if that cannot be worded: a reason that has a bug must not leave anyone waiting."""
    try:
        return await refusal_message(request, error)
    except Exception as bug:
        log_unexpected(bug)
        return say(fault_text(request.texts))


async def _show_surely(interaction: Interaction, request: Request, shown: Message | None, *, fresh: bool) -> None:
    """Show an answer, or say that it cannot be shown: until then, Discord tells the person that the bot thinks."""
    try:
        await _show(interaction, request, shown, fresh=fresh)
    except Exception as bug:
        log_unexpected(bug)
        await _show(interaction, request, say(unshown_text(request.texts)), fresh=fresh)


async def _work(request: Request, work: RequestWork) -> Message | None:
    """What the work returns; if it could be about several games, a question which one."""
    try:
        return await work(request)
    except SeveralGames as several:
        return which_message(request, several.games, work)


def log_unexpected(error: Exception) -> None:
    """Log a bug: where it happened, but never the message, which could reveal a rack."""
    if isinstance(error, NO_CONNECTION):
        LOG.warning("Discord could not be reached: %s", type(error).__name__)
    elif isinstance(error, discord.HTTPException) and is_final(error):
        LOG.info("Discord refuses an answer with code %d.", error.code)
    elif not is_expected(error):
        LOG.error("A request failed: %s", describe(error))


class _Accepted(Enum):
    """Whether Discord lets this process answer: yes; not any more; or another process answers."""

    YES = auto()
    NO = auto()
    ELSEWHERE = auto()


async def _acknowledge(interaction: Interaction, in_place: bool) -> _Accepted:
    """Tell Discord that an answer will come."""
    loop, tries = asyncio.get_running_loop(), count(0)
    begun = loop.time()

    async def defer() -> None:
        next(tries)
        await interaction.response.defer(ephemeral=True, thinking=not in_place)

    try:
        await insist(defer)
    except discord.HTTPException as error:
        if error.code != ALREADY_ANSWERED:
            LOG.warning("An interaction came too late to be answered (%s).", error.code)
            return _Accepted.NO
        if next(tries) == 1 and loop.time() - begun < RETRIED_SECONDS:
            # A shard that changes hands may have two sessions for a moment, and each hears of everything.
            LOG.info("Another process answers an interaction.")
            return _Accepted.ELSEWHERE
    except aiohttp.ClientError:
        LOG.warning("An interaction could not be answered: no connection.")
        return _Accepted.NO
    return _Accepted.YES


async def insist(request: Callable[[], Awaitable[object]]) -> None:
    """Make a request, and retry it if the connection breaks, since discord.py does not."""
    for left in reversed(range(ANSWER_TRIES)):
        try:
            await request()
        except (aiohttp.ClientError, OSError):
            if not left:
                raise
            await asyncio.sleep(PAUSE)
        else:
            return


async def _show(interaction: Interaction, request: Request, message: Message | None, *, fresh: bool = False) -> None:
    try:
        if message is None:
            await interaction.delete_original_response()
        elif fresh:
            await _follow_up(interaction, request, message)
        elif message.below:
            await _show_below(interaction, request, message)
        else:
            await _replace(interaction, request, message)
    except TooManyAtOnce:  # the work is done and only the pictures are refused, so answer without them
        LOG.info("an answer goes without its pictures: its reader waits for too many")
        assert message is not None
        await _show(interaction, request, message.in_words(), fresh=fresh)
    except LOST as error:
        LOG.warning("A private answer was lost: %s", type(error).__name__)


async def _show_below(interaction: Interaction, request: Request, message: Message) -> None:
    """Show a message below the board that it is about: what was done at once, and all of it once the board is there.

    The first answer has to be given before: Discord puts a follow-up in the place of a mere deferral.
    """
    await _replace(interaction, request, replace(message, blocks=message.blocks[:1]))
    is_here = await _board_is_here(request, message.below)
    anew = message.anew if request.may_post else None
    shown = await _with_fair_pictures(request, await anew()) if anew else message
    assert shown
    if is_here:
        await _follow_up(interaction, request, shown)
        await interaction.delete_original_response()
    else:
        await _replace(interaction, request, shown)


async def _replace(interaction: Interaction, request: Request, message: Message) -> None:
    """Show a message in place of the answer, or below it if the person has dismissed that."""
    try:
        await insist(lambda: _edit(interaction, request, message))
    except discord.NotFound as gone:
        if gone.code != UNKNOWN_MESSAGE:
            raise
        await _follow_up(interaction, request, message)


async def _board_is_here(request: Request, game: str) -> bool:
    """Wait until the first board of a game is posted in this place; False if it is shown elsewhere or comes late."""
    here = Target(TargetKind.CHANNEL, request.place.channel_id)
    if here not in await request.services.games.journal.targets(game):
        return False
    for pause in BOARD_PAUSES:
        if any(post.kind is DeliveryKind.BOARD for post in await request.services.posting.posts.posts(game, here)):
            return True
        await asyncio.sleep(pause)
    return False


async def _files(request: Request, message: Message) -> list[discord.File]:
    """The message's files, with pictures drawn as the person wants them now."""
    style = await style_of(await request.profile(), request.services.files.themes) if message.images else Style()
    return await request.services.answering.pictures.files(message, style)


async def _edit(interaction: Interaction, request: Request, message: Message) -> None:
    files = await _files(request, message)
    await interaction.edit_original_response(
        view=layout(message), attachments=files, allowed_mentions=discord.AllowedMentions.none()
    )


async def _follow_up(interaction: Interaction, request: Request, message: Message) -> None:
    files = await _files(request, message)
    await interaction.followup.send(
        view=layout(message), files=files, ephemeral=True, allowed_mentions=discord.AllowedMentions.none()
    )


async def _with_fair_pictures(request: Request, message: Message | None) -> Message | None:
    """A private answer; without its pictures, and saying so, if the asker or the server has had too many."""
    if message is None or not message.images:
        return message
    if (await request.profile()).text_board:
        return message.in_words()
    try:
        await request.services.fair_use.spend(Limit.PICTURES, request.person.id, request.place.guild_id)
    except TooOften as error:
        kept = tuple(block for block in message.blocks if not isinstance(block, Image))
        return replace(message, blocks=(Text(request.refusal(error)), *kept))
    return message


async def refusal_message(request: Request, error: Exception) -> Message:
    """What went wrong, with buttons that open a game if there is none."""
    rows = await again_rows(request) if is_over(error) else await opening_rows(request) if lacks_game(error) else ()
    return Message((Text(await _explain_fully(request, error)), *rows))


async def _explain_fully(request: Request, error: Exception) -> str:
    """What went wrong; without a game, also where the asker's are, and with too many, those that the asker can end."""
    told = request.refusal(error)
    if isinstance(error, UnknownGame) or is_over(error):
        return "\n".join(filter(None, (told, await own_games(request))))
    if not isinstance(error, TooManyGames) or (error.per is Per.PERSON and not error.own):
        return told
    games = [await request.services.games.summary(game) for game in error.games]
    ends = (one for one in games if one.host == request.person.id or moderates(request.member, one.place.guild_id))
    lines = [await _line(request, one) for one in ends]
    return "\n".join((told, *lines))


async def _line(request: Request, game: GameSummary) -> str:
    way = await request.services.posting.links.home(game.game)
    return f"- [{escape(summary_title(game, request)) or game.game}]({way['board_url']})"
