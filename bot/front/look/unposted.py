"""Boards that could not be posted: shown to whoever asks meanwhile, and posted once they can be."""

from __future__ import annotations

from dataclasses import replace

from bot.front.board.messages import private_board_message
from bot.front.components.message import Message, Text
from bot.front.interaction.dispatch import table
from bot.front.interaction.request import Request
from bot.front.interaction.services import Services
from bot.model.deliveries import Target, TargetKind
from bot.render import BoardScene
from bot.text.out_of_reach import no_posts
from engine.game.phases import Lobby


async def with_board(request: Request, answer: Message) -> Message:
    """A private answer about a game, with its board, where the bot may not post that."""
    here = Target(TargetKind.CHANNEL, request.place.channel_id)
    if here not in await request.services.games.journal.targets(answer.about):
        return answer
    view, texts = await table(request, answer.about), request.texts
    shown = isinstance(view.phase, Lobby) or any(isinstance(image.scene, BoardScene) for image in answer.images)
    board = () if shown else private_board_message(view, texts).blocks
    return replace(answer, blocks=(*answer.blocks, Text(no_posts(texts)), *board))


async def catch_up(services: Services, channel: int) -> None:
    """Post the newest view of each game in a channel that could not be posted there before."""
    here, games = Target(TargetKind.CHANNEL, channel), services.games
    latest = await games.in_channel(channel)
    shown = {one.game for one in await games.journal.shown_in(channel)} | ({latest} if latest else set())
    for game in shown:
        if await services.posting.posts.is_lost(game, here):
            await games.show_again(game, here, services.clock.now())
