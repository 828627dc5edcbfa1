"""Turns: whose it is, and how one is passed, undone or hurried."""

from __future__ import annotations

from bot.front.components.buttons import Actions
from bot.front.components.message import Message, ask, say
from bot.front.interaction.dispatch import do, submit
from bot.front.interaction.request import Request
from bot.text.turns import hurried_text, passing
from bot.text.typed import TypedWords, typed_words
from engine.errors import NotSeated, StaleTurn
from engine.game import commands as cmd
from engine.game.hotseat import acting_seat
from engine.game.state import GameState
from engine.game.views import SeatView, seat_view


def acting_view(state: GameState, request: Request) -> SeatView:
    """What the seat that a person acts for may know. Raises `NotSeated` for someone without a seat."""
    seat = acting_seat(state, request.person.id)
    if seat is None:
        raise NotSeated
    return seat_view(state, seat)


async def check_turn(request: Request, game: str, turn: int) -> None:
    """Raises `StaleTurn` if the board has changed since a button was made."""
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
