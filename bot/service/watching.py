"""Where games are shown beside their own places."""

from __future__ import annotations

from bot.model.deliveries import NewDelivery, Target
from bot.model.errors import LostRace, TooBusy
from bot.service.games import COMMIT_TRIES, Games
from bot.service.listeners import Applied
from bot.service.sending.fanout import newest_view
from bot.store.outbox import Outbox


async def watch_game(games: Games, game: str, target: Target, now: int | None = None) -> bool:
    """Show a game's public messages in another place too; False if they are already shown there.

    With an instant, the present view of the game is also sent there. Raises `UnknownGame` and `TooBusy`.
    """
    for _ in range(COMMIT_TRIES):
        state = await games.load(game)
        view = None if now is None else NewDelivery(newest_view(state), state.sequence, now)
        try:
            if not await games.journal.show(game, target, view):
                return False
        except LostRace:
            continue
        games.tell(Applied(game, state, ()))
        for tell in games.listeners.shown:
            await tell(game, target)
        return True
    raise TooBusy(game)


async def show_again(games: Games, posts: Outbox, game: str, target: Target, now: int) -> None:
    """Send the present view of a game once more to a place where it should be, unless it is there or on its way.

    Raises `UnknownGame`.
    """
    for _ in range(COMMIT_TRIES):
        state = await games.load(game)
        try:
            await posts.queue_again(game, NewDelivery(newest_view(state), state.sequence, now, target))
        except LostRace:
            continue
        games.tell(Applied(game, state, ()))
        return


async def unwatch_game(games: Games, game: str, target: Target) -> bool:
    """Stop showing a game's public messages in a place; False if they are not shown there. Raises `UnknownGame`."""
    await games.summary(game)
    if target not in await games.journal.targets(game):
        return False
    await games.journal.hide(game, target)
    for tell in games.listeners.hidden:
        await tell(game, target)
    return True
