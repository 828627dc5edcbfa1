"""Claims: a player who has fallen silent, or is gone, holds nobody up."""

from __future__ import annotations

from bot.front.board.notice_messages import settle_message
from bot.front.components.message import Message
from bot.front.interaction.dispatch import do
from bot.front.interaction.hosts import gone_from
from bot.front.interaction.request import Request
from engine.game import commands as cmd
from engine.game.decisions.claims import may_settle, settlements
from engine.game.views import table_view


async def claim(request: Request, game: str, turn: int | None = None) -> Message:
    """Say that one no longer waits for the player on turn, or be asked how the game goes on if it is time."""
    state, gone = await request.state(game), await gone_from(request, game)
    person = request.person.id
    if settlements(state, person) and may_settle(state, gone):
        return settle_message(game, table_view(state), person, request.texts, gone=not may_settle(state))
    return await do(request, game, cmd.Claim(person, turn))


async def settle(request: Request, game: str, turn: int, how: cmd.Settlement) -> Message:
    """Decide how a claimed game goes on."""
    gone, moderator = await gone_from(request, game), await request.moderates(game)
    return await do(request, game, cmd.Settle(request.person.id, how, turn, gone, moderator))
