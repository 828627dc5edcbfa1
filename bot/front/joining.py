"""`/join` and `/leave`: one way into whatever is in a channel, and out of it again."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from discord.app_commands import locale_str as _

from bot.front import seats
from bot.front.board.buttons import rows
from bot.front.components.buttons import Actions
from bot.front.components.message import MOST_LABEL, Button, Message, Text
from bot.front.interaction.dispatch import game_if_any, summary_title
from bot.front.interaction.hooks import Front, Joinable
from bot.front.interaction.pressing import press
from bot.front.interaction.request import Request
from bot.front.interaction.slash import CommandOption, slash
from bot.model.errors import NothingToLeave, UnknownGame
from bot.service.rights import Right
from bot.text.names import shortened
from bot.text.questions import which_joined
from engine.game.phases import Lobby, Over


async def _game(request: Request) -> tuple[Joinable, ...]:
    """The game that a request is about, if there is one. Raises `SeveralGames` in a direct message about several."""
    game = await game_if_any(request)
    if game is None:
        return ()
    state, person = await request.state(game), request.person
    summary = await request.summary(game)
    over, seated = isinstance(state.phase, Over), bool(state.seats_of(person.id))
    if over and request.game is None and summary.place.channel_id != request.place.channel_id:
        return ()
    room = isinstance(state.phase, Lobby) or seats.vacant_seat(state, person) is not None
    takes_part = not over and (seated or any(one.member == person.id for one in state.awaited))
    title = summary_title(summary, request)
    is_open = room and not (over or seated)
    return (Joinable(title, Actions.JOIN.id(game), Actions.LEAVE.id(game), is_open, takes_part),)


async def join(request: Request, code: str = "") -> Message | None:
    """Join what can be joined here, after a question if that is more than one thing; with a `code`, that game.

    Raises `UnknownGame`, and what the only thing there refuses. A finished game refuses only where it was played: in a
    channel of many games nobody means the last of them.
    """
    if code:
        assert request.game, "the gate finds the game of a code"
        return await seats.join(request, request.game, code)
    found = await _found(request)
    if not found:
        raise UnknownGame("")
    return await _one_of([one for one in found if one.is_open] or found[:1], lambda one: one.join, request, joins=True)


async def leave(request: Request) -> Message | None:
    """Leave what the person takes part in here, after a question if that is more than one thing.

    Raises `NothingToLeave`, and what the only thing there refuses.
    """
    part = [one for one in await _found(request) if one.takes_part]
    if not part:
        raise NothingToLeave
    return await _one_of(part, lambda one: one.leave, request, joins=False)


async def _found(request: Request) -> list[Joinable]:
    finders = request.services.hooks.front.joinables if request.game is None else (_game,)
    return [one for find in finders for one in await find(request)]


async def _one_of(
    found: Iterable[Joinable], button: Callable[[Joinable], str], request: Request, *, joins: bool
) -> Message | None:
    first, *others = found
    if not others:
        return await press(request, button(first))
    offered = (Button(button(one), shortened(one.title, MOST_LABEL)) for one in (first, *others))
    return Message((Text(which_joined(request.texts, joins=joins)), *rows(list(offered))))


FRONT = Front(
    commands=(
        slash(
            join,
            _("Join the game, tournament, league or duplicate in this channel"),
            Right.ANYONE,
            options={
                "code": CommandOption(_("The code of a game in another channel or server"), needs=Right.BRING),
            },
        ),
        slash(leave, _("Leave your game, tournament, league or duplicate in this channel"), Right.ANYONE),
    ),
    joinables=(_game,),
)
