"""Finding games and watching them from elsewhere (ledger K4): the list, a further place that shows a game."""

from __future__ import annotations

from bot.front.core.dispatch import game_here, game_title
from bot.front.core.message import MOST_TEXT, Message, say
from bot.front.core.request import Asked
from bot.service.errors import UnknownGame
from bot.service.ports import GamePhase, GameSummary, Target, TargetKind
from bot.text import escape
from bot.text.lists import game_line

MOST_GAMES = 25


async def games(asked: Asked) -> Message:
    """The own games with the way to their boards, those that wait for the asker first; then others of the server."""
    own = sorted(await asked.desk.games.of_person(asked.person.id), key=lambda one: one.on_turn != asked.person.id)
    server = asked.place.guild_id
    found = () if server is None else await asked.desk.games.of_server(server, MOST_GAMES)
    here = [one for one in found if one.game not in {mine.game for mine in own}]
    parts = [
        *await _part(asked.texts.gettext("Your games"), own, asked),
        *await _part(asked.texts.gettext("Other games in this server"), here, asked),
    ]
    return say(_fitting(parts) if parts else asked.texts.gettext("No game is running. Open one with `/game new`."))


async def _part(heading: str, found: list[GameSummary], asked: Asked) -> list[str]:
    lines = [
        game_line(
            game_title(one, asked),
            (await asked.desk.ways.to(one.game, asked.person.id))["board_url"],
            one,
            asked.person.id,
            asked.texts,
        )
        for one in found[:MOST_GAMES]
    ]
    return [f"### {heading}", *lines] if lines else []


def _fitting(lines: list[str]) -> str:
    text = "\n".join(lines)
    while len(text) > MOST_TEXT:
        lines = [*lines[:-2], "…"]
        text = "\n".join(lines)
    return text


async def watch(asked: Asked, code: str, stop: bool) -> Message:
    """Show a game here, by its code, or the game of this channel in the asker's direct messages; or no longer."""
    game = code or await _game_to_watch(asked)
    summary = await asked.desk.games.summary(game)
    target = _target(asked, by_code=bool(code))
    title = escape(game_title(summary, asked))
    if stop:
        ended = await asked.desk.games.unwatch(game, target)
        if target.kind is TargetKind.CHANNEL:
            await asked.desk.chat_links.end(game, asked.place, asked.desk.clock.now())
        told = asked.texts.gettext("{game} is no longer shown there.", game=title)
        return say(told if ended else asked.texts.gettext("{game} was not shown there.", game=title))
    if summary.phase is GamePhase.OVER:
        raise UnknownGame(game)
    begun = await asked.desk.games.watch(game, target, asked.desk.clock.now())
    await asked.desk.chat_links.ask_others(game, asked.desk.clock.now())
    if not begun:
        return say(asked.texts.gettext("{game} is shown there already.", game=title))
    if target.kind is TargetKind.PERSON:
        return say(asked.texts.gettext("I send you every board of {game} by direct message.", game=title))
    return say(asked.texts.gettext("Every board of {game} is shown here from now on.", game=title))


async def _game_to_watch(asked: Asked) -> str:
    game = await game_here(asked)
    if game is None:
        raise UnknownGame("")
    return game


def _target(asked: Asked, *, by_code: bool) -> Target:
    """Where the asker watches: in this channel where a code was given in a server, else in the direct messages."""
    if asked.place.guild_id is None or not by_code:
        return Target(TargetKind.PERSON, int(asked.person.id))
    return Target(TargetKind.CHANNEL, asked.place.channel_id)
