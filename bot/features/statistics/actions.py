"""Statistics of a person, and the leaderboard of a server, with their pictures."""

from __future__ import annotations

from bot.features.statistics.figures import LOOKED_AT, figures
from bot.features.statistics.messages import leaderboard_message, stats_image
from bot.features.statistics.text import no_leaderboard, statistics_lines
from bot.front.board.scenes import BOARD_ACCENT
from bot.front.components.message import Message, say
from bot.front.interaction.request import Request
from bot.service.ratings import Rated


async def statistics(request: Request, person: str, name: str) -> Message:
    """A person's figures, with the rating in this server."""
    found = figures(person, await request.services.results.of_person(person, LOOKED_AT))
    ranked = enumerate(await _rated(request), 1)
    own = next(((place, one) for place, one in ranked if one.player == person), None)
    told = say("\n".join(statistics_lines(name, found, own, request.texts)))
    image = stats_image(name, found, own[1] if own else None, request.texts)
    if image is None or await _wants_text(request):
        return told
    return Message((*told.blocks, image), accent=BOARD_ACCENT)


async def leaderboard(request: Request, page: int = 0) -> Message:
    """A page of the ratings of this server's players."""
    people = await _rated(request)
    if not people:
        return say(no_leaderboard(request.texts, in_server=request.place.guild_id is not None))
    return leaderboard_message(people, page, request.texts, charted=not await _wants_text(request))


async def _wants_text(request: Request) -> bool:
    return (await request.profile()).text_board


async def _rated(request: Request) -> tuple[Rated, ...]:
    server = request.place.guild_id
    return () if server is None else await request.services.ratings.of_server(server)
