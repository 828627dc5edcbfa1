"""Drawing tiles by hand, and typing in those of a real table."""

from __future__ import annotations

from bot.front.core.dispatch import do, submit
from bot.front.core.message import Message, say
from bot.front.core.request import Asked
from bot.front.look import actions as look
from bot.front.seats.actions import read_seat
from bot.text import cast_of, escape
from bot.text.moves import alphabetical, letters_text
from engine.game import commands as cmd
from engine.game.views import table_view


async def draw(asked: Asked, game: str, count: int | None = None) -> Message:
    """Show the face-down tiles that are to be picked, or pick so many of them."""
    if count is None:
        return await look.rack(asked, game)
    return await pick(asked, game, count)


async def pick(asked: Asked, game: str, count: int | None, seat: int | None = None) -> Message:
    """Pick so many tiles, all that are due when None, and show the rack with those that are left to pick."""
    await submit(asked, game, cmd.Draw(asked.person.id, count, seat))
    return await look.rack(asked, game, seat=seat)


async def start(asked: Asked, game: str, tiles: str, player: str) -> Message:
    """Start a game with real tiles: with the draw for the start, or with who begins."""
    state = await asked.desk.games.load(game)
    first = read_seat(state, player) if player else None
    return await do(asked, game, cmd.Start(asked.person.id, drawn=tiles, first=first))


async def type_rack(asked: Asked, game: str, player: str, tiles: str) -> Message:
    """Type in the tiles that a computer player drew; the answer shows its whole rack."""
    return await _type_rack(asked, game, read_seat(await asked.desk.games.load(game), player), tiles)


async def _type_rack(asked: Asked, game: str, seat: int, tiles: str) -> Message:
    applied = await submit(asked, game, cmd.TypeRack(asked.person.id, seat, tiles))
    view = table_view(applied.state)
    rack = letters_text(alphabetical(view.seats[seat].shown or (), view.variant), view.variant)
    return say(asked.texts.gettext("{name} holds {tiles}.", name=cast_of(view).name(seat), tiles=escape(rack)))


async def type_tiles(asked: Asked, game: str, seat: int, tiles: str) -> Message:
    """Type in the tiles of a seat that are awaited: those drawn for a computer player, or those left at the end."""
    state = await asked.desk.games.load(game)
    if seat < len(state.seats) and state.seats[seat].due:
        return await _type_rack(asked, game, seat, tiles)
    return await do(asked, game, cmd.DeclareRack(asked.person.id, seat, tiles))


async def type_left(asked: Asked, game: str, player: str, tiles: str) -> Message:
    """Type in the tiles left on a real rack."""
    seat = read_seat(await asked.desk.games.load(game), player)
    return await do(asked, game, cmd.DeclareRack(asked.person.id, seat, tiles))
