"""Statistics of a person and of two, and the leaderboards of a server, with their pictures."""

from __future__ import annotations

from bot.features.statistics import messages
from bot.features.statistics.figures import MOST_GAMES_COUNTED, figures
from bot.features.statistics.meetings import head_to_head
from bot.features.statistics.messages import leaderboard_message, stats_image
from bot.features.statistics.text import Standing, head_to_head_text, no_leaderboard, statistics_lines
from bot.front.board.scenes import BOARD_ACCENT
from bot.front.components.message import Message, say
from bot.front.interaction.pressing import Press
from bot.front.interaction.request import Request
from bot.model.ratings import ALL_SERVERS, Rung
from bot.text.option_titles import named_by
from engine.game.state import Person


async def stats(request: Request, player: Person | None = None, versus: Person | None = None) -> Message:
    """A person's figures, by default the asker's own, or how two people have done against each other."""
    who = player or request.person
    if versus is None or versus.id == who.id:
        return await statistics(request, who)
    results = await request.services.standing.results.between(
        request.place.guild_id, who.id, versus.id, MOST_GAMES_COUNTED
    )
    return say(head_to_head_text((who.name, versus.name), head_to_head(results, who.id, versus.id), request.texts))


async def statistics(request: Request, person: Person) -> Message:
    """A person's figures, with their ratings."""
    found = figures(person.id, await request.services.standing.results.of_person(person.id, MOST_GAMES_COUNTED))
    standings = await _standings(request, person.id)
    won = await request.services.standing.results.honours.of_person(request.place.guild_id, person.id)
    told = say("\n".join(statistics_lines(person.name, found, standings, request.texts, won)))
    image = stats_image(person.name, found, standings[0][1] if standings else None, request.texts)
    if image is None or await _wants_text(request):
        return told
    return Message((*told.blocks, image), accent=BOARD_ACCENT)


async def _standings(request: Request, person: str) -> list[Standing]:
    """Where someone stands in this server, and over all servers if they may be seen here: themselves, or rated here.

    What is the same over all servers, since all these games were played here, is not told twice.
    """
    ratings, server = request.services.standing.ratings, request.place.guild_id
    known = await ratings.of_person(person, server or ALL_SERVERS)
    here = {ladder[1:]: (ladder, one) for ladder, one in known if ladder.server != ALL_SERVERS}
    told = [(ladder, one, await ratings.place(ladder, one)) for ladder, one in here.values()]
    if not here and person != request.person.id:
        return told
    same = {kind: one.games for kind, (_, one) in here.items()}
    beyond = [each for each in known if each[0].server == ALL_SERVERS and same.get(each[0][1:]) != each[1].games]
    return [*told, *((ladder, one, 0) for ladder, one in beyond)]


async def find_leaderboard(request: Request, language: str = "", tempo: str = "") -> Message:
    """The leaderboard for a language and a tempo as people type them; each may be left open."""
    code = named_by("language", language, request.services.words.library.tongues(), request.texts)
    return await leaderboard(request, 0, f"{code}-{tempo}")


async def chosen(request: Request, pressed: Press) -> Message:
    """The leaderboard that was chosen in the menu."""
    return await leaderboard(request, 0, pressed.value)


async def leaderboard(request: Request, page: int = 0, ladder: str = "") -> Message:
    """A page of the leaderboard with most results that fits a language and a tempo, if they are named."""
    ratings, server, texts = request.services.standing.ratings, request.place.guild_id, request.texts
    rungs = () if server is None else await ratings.rungs(server)
    language, _, tempo = ladder.rpartition("-")
    rung = next((one for one in rungs if _fits(one, language, tempo)), None)
    if rung is None:
        return say(no_leaderboard(texts, in_server=server is not None, chosen=bool(rungs)))
    size = messages.PLACES_ON_PAGE
    page = min(max(page, 0), (rung.people - 1) // size)
    people = await ratings.best(rung.ladder, page * size, size + 1)
    charted = not await _wants_text(request)
    return leaderboard_message(rung.ladder, people, page, rungs, texts, charted=charted)


def _fits(rung: Rung, language: str, tempo: str) -> bool:
    return language in ("", rung.ladder.language) and tempo in ("", rung.ladder.tempo)


async def _wants_text(request: Request) -> bool:
    return (await request.profile()).text_board
