"""Finding games and watching them from elsewhere: the list, and showing a game in another place."""

from __future__ import annotations

from bot.front.components.message import MOST_TEXT, Message, say
from bot.front.interaction.dispatch import game_here, summary_title
from bot.front.interaction.request import Request
from bot.model.deliveries import Target, TargetKind
from bot.model.errors import UnknownGame
from bot.model.games import GamePhase, GameSummary
from bot.text import escape
from bot.text.lists import game_line, games_list
from bot.text.names import fitting
from bot.text.receipts import watch_receipt

MOST_LISTED = 25


async def games(request: Request) -> Message:
    """The asker's games with links to their boards, first those where it is their turn; then others of the server."""
    playing = await request.services.games.journal.of_person(request.person.id)
    own = sorted(playing, key=lambda one: one.on_turn != request.person.id)
    server = request.place.guild_id
    found = () if server is None else await request.services.games.journal.of_server(server, MOST_LISTED)
    here = [one for one in found if one.game not in {mine.game for mine in own}]
    listed = games_list(await _lines(own, request), await _lines(here, request), request.texts)
    return say(fitting(listed, "\n", MOST_TEXT))


async def _lines(found: list[GameSummary], request: Request) -> list[str]:
    return [
        game_line(
            summary_title(one, request),
            (await request.services.posting.links.to(one.game, request.person.id))["board_url"],
            one,
            request.person.id,
            request.texts,
        )
        for one in found[:MOST_LISTED]
    ]


async def watch(request: Request, code: str = "", stop: str = "") -> Message:
    """Show a game here by its code, or this channel's game in the asker's direct messages; or stop doing so."""
    code, stops = code.strip().lower(), bool(stop)
    game = code or await _game_to_watch(request)
    summary = await request.summary(game)
    target = _target(request, by_code=bool(code))
    service, texts = request.services.games, request.texts
    if not stops and summary.phase is GamePhase.OVER:
        raise UnknownGame(game)
    changed = await (
        service.unwatch(game, target) if stops else service.watch(game, target, request.services.clock.now())
    )
    title, alone = escape(summary_title(summary, request)), target.kind is TargetKind.PERSON
    return say(watch_receipt(title, texts, stops=stops, changed=changed, alone=alone))


async def _game_to_watch(request: Request) -> str:
    game = await game_here(request)
    if game is None:
        raise UnknownGame("")
    return game


def _target(request: Request, *, by_code: bool) -> Target:
    """Where the asker watches: in this channel if they gave a code in a server, else in their direct messages."""
    if request.place.guild_id is None or not by_code:
        return Target(TargetKind.PERSON, int(request.person.id))
    return Target(TargetKind.CHANNEL, request.place.channel_id)
