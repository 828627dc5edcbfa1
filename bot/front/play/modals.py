"""Modals: each is made from the button alone, and its submission is read from its custom id, even after a restart."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from discord import ui

from bot.front.core.answering import answer
from bot.front.core.buttons import Action, Target, modal_id, read_modal_id
from bot.front.core.errors import UnknownAction
from bot.front.core.message import Message
from bot.front.core.pressing import opens
from bot.front.core.request import Interaction, Request
from bot.front.play import actions, compose, drawing
from bot.front.play.exchanging import exchange
from bot.text import Texts

MOVE = "move"
TILES = "tiles"

Submission = Callable[[Request, Target, str], Awaitable[Message]]


@opens(Action.PLAY)
def play_modal(texts: Texts, target: Target) -> ui.Modal:
    """Asks for a move; an empty one means composing it tile by tile."""
    about = texts.gettext("Leave it empty to put the move together tile by tile.")
    return _modal(texts.gettext("Play a word"), texts.gettext("Your move"), MOVE, "8H HELLO", target, about)


@opens(Action.CHANGE)
def change_modal(texts: Texts, target: Target) -> ui.Modal:
    """Asks for another move in place of the one shown."""
    return _modal(texts.gettext("Try another move"), texts.gettext("Your move"), MOVE, "8H HELLO", target)


@opens(Action.EXCHANGE)
def exchange_modal(texts: Texts, target: Target) -> ui.Modal:
    """Asks for the tiles to exchange."""
    hint = texts.gettext("Letters, ? for a blank, or all")
    return _modal(texts.gettext("Exchange tiles"), texts.gettext("Tiles to exchange"), TILES, hint, target)


@opens(Action.TYPE)
def type_modal(texts: Texts, target: Target) -> ui.Modal:
    """Asks for the tiles of a real rack; the seat's number replaces the turn."""
    hint = texts.gettext("The letters, ? for a blank")
    return _modal(texts.gettext("Type in tiles"), texts.gettext("Tiles"), TILES, hint, target)


def _modal(title: str, label: str, field: str, hint: str, target: Target, about: str = "") -> ui.Modal:
    """A modal of one field, which may be empty if `about` says what that means."""
    modal = ui.Modal(title=title, custom_id=modal_id(target.action, target.game, target.turn), timeout=None)
    box: ui.TextInput[Any] = ui.TextInput(custom_id=field, placeholder=hint, max_length=200, required=not about)
    modal.add_item(ui.Label(text=label, description=about or None, component=box))
    return modal


async def submitted(interaction: Interaction) -> None:
    """Answer a submitted modal."""
    data: Any = interaction.data or {}
    target = read_modal_id(data.get("custom_id", ""))
    typed = next((str(field.get("value", "")) for field in _fields(data.get("components", ()))), "")
    submission = _SUBMISSIONS.get(target.action) if target else None

    async def work(request: Request) -> Message:
        if target is None or submission is None:
            raise UnknownAction
        return await submission(request, target, typed)

    await answer(interaction, work, in_place=target is not None and target.action == Action.CHANGE)


def _fields(components: Any) -> Iterator[dict[str, Any]]:
    """The filled-in fields among a modal's components, in labels or in rows."""
    for component in components:
        if "custom_id" in component:
            yield component
        yield from _fields([component["component"]] if "component" in component else component.get("components", ()))


async def _play(request: Request, target: Target, typed: str) -> Message:
    if not typed.strip():
        return await compose.begin(request, target.game)
    return await actions.play(request, target.game, typed, target.turn)


async def _change(request: Request, target: Target, typed: str) -> Message:
    return await actions.change(request, target.game, typed)


async def _type(request: Request, target: Target, typed: str) -> Message:
    return await drawing.type_tiles(request, target.game, target.turn, typed)


async def _exchange(request: Request, target: Target, typed: str) -> Message:
    return await exchange(request, target.game, typed, target.turn)


_SUBMISSIONS: dict[str, Submission] = {
    Action.PLAY: _play,
    Action.CHANGE: _change,
    Action.EXCHANGE: _exchange,
    Action.TYPE: _type,
}
