"""Drawing tiles by hand, and typing in those of a real table."""

from __future__ import annotations

from bot.front.core.dispatch import do, submit
from bot.front.core.message import Message, say
from bot.front.core.request import Request
from bot.front.look import actions as look
from bot.front.seats.actions import read_seat
from bot.text import cast_of, escape
from bot.text.moves import alphabetical, letters_text
from engine.game import commands as cmd
from engine.game.views import table_view


async def draw(request: Request, game: str, count: int | None = None) -> Message:
    """Show the face-down tiles to pick, or pick that many of them."""
    if count is None:
        return await look.rack(request, game)
    return await pick(request, game, count)


async def pick(request: Request, game: str, count: int | None, seat: int | None = None) -> Message:
    """Pick that many tiles, or all that are due if None, and show the rack with those still to pick."""
    await submit(request, game, cmd.Draw(request.person.id, count, seat))
    return await look.rack(request, game, seat=seat)


async def start(request: Request, game: str, tiles: str, player: str) -> Message:
    """Start a game with real tiles: with the draw for the start, or with the player who begins."""
    state = await request.state(game)
    first = read_seat(state, player) if player else None
    return await do(request, game, cmd.Start(request.person.id, drawn=tiles, first=first))


async def type_rack(request: Request, game: str, player: str, tiles: str) -> Message:
    """Type in the tiles that a computer player drew; the answer shows its whole rack."""
    return await _type_rack(request, game, read_seat(await request.state(game), player), tiles)


async def _type_rack(request: Request, game: str, seat: int, tiles: str) -> Message:
    applied = await submit(request, game, cmd.TypeRack(request.person.id, seat, tiles))
    view = table_view(applied.state)
    rack = letters_text(alphabetical(view.seats[seat].shown or (), view.variant), view.variant)
    return say(request.texts.gettext("{name} holds {tiles}.", name=cast_of(view).name(seat), tiles=escape(rack)))


async def type_tiles(request: Request, game: str, seat: int, tiles: str) -> Message:
    """Type in a seat's awaited tiles: those drawn for a computer player, or those left at the end."""
    state = await request.state(game)
    if seat < len(state.seats) and state.seats[seat].due:
        return await _type_rack(request, game, seat, tiles)
    return await do(request, game, cmd.DeclareRack(request.person.id, seat, tiles))


async def type_left(request: Request, game: str, player: str, tiles: str) -> Message:
    """Type in the tiles left on a real rack."""
    seat = read_seat(await request.state(game), player)
    return await do(request, game, cmd.DeclareRack(request.person.id, seat, tiles))
