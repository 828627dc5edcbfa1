"""Exchanging tiles, and what `all` means if the rack holds those letters."""

from __future__ import annotations

from bot.front.core.buttons import Actions
from bot.front.core.dispatch import do
from bot.front.core.message import Button, Message, Row, Text
from bot.front.core.request import Request
from bot.text import escape
from engine.errors import EngineError
from engine.game import commands as cmd
from engine.game.hotseat import acting_seat
from engine.game.state import GameState
from engine.game.views import seat_view
from engine.model.tiles import KnownRack, Tiles
from engine.play.notation import read_tiles

WHOLE = "all"


async def exchange(request: Request, game: str, tiles: str, turn: int | None = None) -> Message:
    """Exchange tiles; if `all` could also mean letters of the rack, ask which is meant."""
    if _is_whole(tiles):
        state = await request.state(game)
        if letters := _letters_of_all(state, request.person.id):
            return _question(request, game, state.turn if turn is None else turn, letters)
    return await do(request, game, cmd.Exchange(request.person.id, tiles, turn))


async def exchange_all(request: Request, game: str, turn: int) -> Message:
    """Exchange the whole rack."""
    return await do(request, game, cmd.Exchange(request.person.id, WHOLE, turn))


async def exchange_letters(request: Request, game: str, turn: int) -> Message:
    """Exchange the letters of the word `all`."""
    letters = _letters_of_all(await request.state(game), request.person.id)
    return await do(request, game, cmd.Exchange(request.person.id, letters or WHOLE, turn))


def _is_whole(tiles: str) -> bool:
    return tiles.strip().lower() == WHOLE


def _letters_of_all(state: GameState, person: str) -> Tiles | None:
    """The tiles of the rack that spell `all`, if they are only part of it."""
    seat = acting_seat(state, person)
    rack = None if seat is None else seat_view(state, seat).rack
    if not isinstance(rack, KnownRack):
        return None
    try:
        letters = state.variant.alphabet.split(WHOLE)
        # Separated by spaces, the move reader takes them for letters.
        named = read_tiles(" ".join(letters), state.variant, rack.tiles)
        rest = rack.tiles - named
    except EngineError:
        return None
    return named if rest else None


def _question(request: Request, game: str, turn: int, letters: Tiles) -> Message:
    texts = request.texts
    spelt = ", ".join(tile.letter for tile in letters.items)
    buttons = (
        Button(Actions.EXCHANGE_ALL.id(game, turn), texts.gettext("All my tiles")),
        Button(Actions.EXCHANGE_LETTERS.id(game, turn), texts.gettext("Only {letters}", letters=spelt)),
        Button(Actions.CANCEL.id(), texts.gettext("Cancel")),
    )
    question = texts.gettext("Do you want to exchange all your tiles, or only {letters}?", letters=escape(spelt))
    return Message((Text(question), Row(buttons)))
