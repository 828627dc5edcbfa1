"""Turns: whose it is, how one is passed, undone or hurried, and tiles drawn by hand or typed for a real board."""

from __future__ import annotations

from discord import app_commands

from bot.front.components.buttons import Actions
from bot.front.components.message import Message, ask, say
from bot.front.interaction.dispatch import do, submit
from bot.front.interaction.request import Request
from bot.front.look import actions as look
from bot.front.seats import read_seat
from bot.service.listeners import AskedPosition
from bot.service.secrecy import check_position
from bot.text import cast_of
from bot.text.moves import alphabetical, letters_text
from bot.text.status import held_text, hurried_text, passing
from bot.text.typed import TypedWords, typed_words
from engine.errors import EngineError, NotSeated, StaleTurn
from engine.game import commands as cmd
from engine.game.hotseat import acting_seat
from engine.game.state import GameState
from engine.game.views import SeatView, seat_view, table_view
from engine.model.tiles import KnownRack, Tiles
from engine.play.notation import read_tiles


def acting_view(state: GameState, request: Request) -> SeatView:
    """What the seat that a person acts for may know. Raises `NotSeated` for someone without a seat."""
    seat = acting_seat(state, request.person.id)
    if seat is None:
        raise NotSeated
    return seat_view(state, seat)


async def check_turn(request: Request, game: str, turn: int) -> None:
    """Raise `StaleTurn` if the board has changed since a button was made."""
    state = await request.state(game)
    if state.turn != turn:
        raise StaleTurn(turn, state.turn)


async def words_for(request: Request, game: str) -> TypedWords:
    """The words that a person may type in a game."""
    return typed_words(request.texts, (await request.state(game)).variant.language)


async def ask_pass(request: Request, game: str, turn: int) -> Message:
    """Ask whether the player really wants to pass."""
    await check_turn(request, game, turn)
    return ask(*passing(request.texts), Actions.PASS_YES.id(game, turn), request.texts)


async def pass_turn(request: Request, game: str, turn: int | None = None) -> Message:
    """Pass the turn."""
    return await do(request, game, cmd.Pass(request.person.id, turn))


async def undo(request: Request, game: str, turn: int | None = None) -> Message:
    """Undo the player's latest move."""
    return await do(request, game, cmd.Undo(request.person.id, turn))


async def play_now(request: Request, game: str, turn: int) -> Message:
    """Make a computer player stop thinking and move; the mover waives the undo, or an opponent the challenge."""
    await check_turn(request, game, turn)
    state = await request.state(game)
    acting_view(state, request)
    if waiver := _waiver(state, request.person.id):
        await submit(request, game, waiver)
    request.services.play.computers.hurry(game)
    return say(hurried_text(request.texts))


def _waiver(state: GameState, person: str) -> cmd.Command | None:
    """The command by which a person waives an undo or challenge; None if the computer is not waiting for them."""
    latest = state.latest
    if latest is None or not latest.open:
        return None
    own = latest.seat in state.seats_of(person)
    if state.rules.phonies_stand:
        return None if own else cmd.Accept(person, latest.turn)
    return cmd.CloseWindows(latest.turn, person) if own and state.rules.undo else None


Count = app_commands.Range[int, 1, 60]


async def draw(request: Request, game: str, count: Count | None = None) -> Message:
    """Show the face-down tiles to pick, or pick that many of them."""
    if count is None:
        return await look.rack(request, game)
    return await pick(request, game, count)


async def pick(request: Request, game: str, count: int | None, seat: int | None = None) -> Message:
    """Pick that many tiles, or all that are due if None, and show the rack with those still to pick."""
    await submit(request, game, cmd.Draw(request.person.id, count, seat))
    return await look.rack(request, game, seat=seat)


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
    """Raise `RunningPosition` where a computer player would find a move for the person's position in another game."""
    state = await request.state(game)
    rack = state.seats[seat].rack
    held = rack.tiles if isinstance(rack, KnownRack) else Tiles()
    try:
        typed = read_tiles(tiles, state.variant, Tiles())
    except EngineError:
        return  # the game says what is wrong
    asked = AskedPosition(state.setup, state.board, held + typed)
    await check_position(request.services.games, request.person.id, asked, but=game)


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
