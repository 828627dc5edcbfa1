"""Games with a real board: their start, and the tiles that people type in."""

from __future__ import annotations

from bot.front.components.message import Message, say
from bot.front.interaction.dispatch import do, submit
from bot.front.interaction.request import Request
from bot.front.seats.actions import read_seat
from bot.service.secrecy import check_position
from bot.text import cast_of
from bot.text.moves import alphabetical, letters_text
from bot.text.turns import held_text
from engine.errors import EngineError
from engine.game import commands as cmd
from engine.game.views import table_view
from engine.model.tiles import KnownRack, Tiles
from engine.play.notation import read_tiles


async def start_tabletop(request: Request, game: str, tiles: str = "", player: str = "") -> Message:
    """Start a game with real tiles: with the draw for the start, or with the player who begins."""
    state = await request.state(game)
    first = read_seat(state, player) if player else None
    return await do(request, game, cmd.Start(request.person.id, drawn=tiles, first=first))


async def type_rack(request: Request, game: str, player: str, tiles: str) -> Message:
    """Type in the tiles that a computer player drew; the answer shows its whole rack."""
    return await _type_rack(request, game, read_seat(await request.state(game), player), tiles)


async def _type_rack(request: Request, game: str, seat: int, tiles: str) -> Message:
    await _refuse_own_position(request, game, seat, tiles)
    applied = await submit(request, game, cmd.TypeRack(request.person.id, seat, tiles))
    view = table_view(applied.state)
    rack = letters_text(alphabetical(view.seats[seat].shown or (), view.variant), view.variant)
    return say(held_text(cast_of(view).name(seat), rack, request.texts))


async def _refuse_own_position(request: Request, game: str, seat: int, tiles: str) -> None:
    """Raises `RunningPosition` where a computer player would find a move for the person's position in another game."""
    state = await request.state(game)
    rack = state.seats[seat].rack
    held = rack.tiles if isinstance(rack, KnownRack) else Tiles()
    try:
        typed = read_tiles(tiles, state.variant, Tiles())
    except EngineError:
        return  # the game says what is wrong
    await check_position(request.services.games, request.person.id, state.board, held + typed, but=game)


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
