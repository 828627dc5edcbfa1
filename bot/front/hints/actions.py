"""Help against the computer: hints with their messages, and swapping places with it."""

from __future__ import annotations

from typing import Final

from bot.front.board.buttons import hint_buttons, rows
from bot.front.board.scenes import BOARD_ACCENT, hint_scene, part_alt
from bot.front.components.buttons import Actions, declare
from bot.front.components.message import Button, Image, Message, Text, Tone, ask
from bot.front.components.payloads import OfTurn
from bot.front.interaction.dispatch import do
from bot.front.interaction.request import Request
from bot.front.play.previews import hold
from bot.front.play.turns import check_turn
from bot.model.errors import NotOffered
from bot.render import BoardScene
from bot.service import secrecy
from bot.service.rights import Right
from bot.text import Texts
from bot.text.hints import hint_text, left_text, move_text, opinion_text
from engine.computer.hints import ExchangeHint, Hint, PlayHint
from engine.game import commands as cmd
from engine.game.decisions.trading import check_swap
from engine.game.decisions.turns import check_hint
from engine.game.state import HintKind
from engine.game.views import SeatView, seat_view

SWAP_YES: Final = declare("swap_yes", OfTurn, Right.ON_TURN)

KINDS = tuple(kind.value for kind in HintKind)
HINT_FILE = "hint.png"


async def ask_hint(request: Request, game: str, turn: int) -> Message:
    """Ask which kind of hint to give."""
    state = await request.state(game)
    seat = check_hint(state, cmd.TakeHint(request.person.id, HintKind.RANDOM, turn))
    await secrecy.check_hint(request.services.games, request.person.id, game, state)
    return hint_choice_message(game, seat_view(state, seat), request.texts)


async def hint(request: Request, game: str, kind: str = "", turn: int | None = None) -> Message:
    """Give a hint of a kind; a random word by default."""
    if kind and kind not in KINDS:
        raise NotOffered("kind", kind, KINDS)
    hinted = await request.services.hints.take(
        game, request.person.id, HintKind(kind or HintKind.RANDOM), request.cause, turn
    )
    draft = None
    if isinstance(hinted.hint, PlayHint):
        move, at = move_text(hinted.view, hinted.hint), request.cause.arrived
        draft = await request.services.drafts.save(game, request.person.id, hinted.view.table.turn, move, at)
        await hold(request, draft, hinted.view)
    pictured = not (await request.profile()).text_board
    return hint_message(game, hinted.view, hinted.hint, request.texts, draft.id if draft else None, pictured=pictured)


async def swap(request: Request, game: str, turn: int | None = None) -> Message:
    """Swap places with the computer player."""
    return await do(request, game, cmd.Swap(request.person.id, turn))


async def ask_swap(request: Request, game: str, turn: int | None = None) -> Message:
    """Ask whether the player really wants to swap places; `turn` is the one of the board."""
    state = await request.state(game)
    turn = state.turn if turn is None else turn
    await check_turn(request, game, turn)
    check_swap(state, cmd.Swap(request.person.id, turn))
    question = request.texts.gettext(
        "Do you want to swap places? You get the computer player's tiles and score, and it gets yours. The "
        "game will not count for ratings."
    )
    return ask(question, request.texts.gettext("Swap places"), SWAP_YES.id(game, turn), request.texts)


def hint_choice_message(game: str, view: SeatView, texts: Texts) -> Message:
    """Asks which kind of hint to give, and says how many are left and what one costs."""
    question = texts.gettext("What kind of hint would you like?")
    text = Text(f"{question}\n-# {left_text(view, texts)}")
    return Message((text, *rows(hint_buttons(game, view.table, texts))), accent=BOARD_ACCENT)


def _picture(scene: BoardScene, view: SeatView, texts: Texts) -> Image:
    """The board with a hint on it; of a large board, the alt text says which part."""
    alt = (
        texts.gettext("The board, with this hint ringed."),
        part_alt(scene, view.table.board.layout, texts),
    )
    return Image(scene, HINT_FILE, " ".join(filter(None, alt)), is_told=True)


def hint_message(
    game: str,
    view: SeatView,
    hint: Hint | None,
    texts: Texts,
    draft: str | None = None,
    *,
    pictured: bool = True,
) -> Message:
    """A hint in words and on the board, and how many are left.

    `draft` is the id of a stored preview of the hint's move, which a button plays. Readers of text boards get no
    picture.
    """
    scene = hint_scene(view, hint, texts) if hint is not None and pictured else None
    image = (_picture(scene, view, texts),) if scene else ()
    lines = [hint_text(view, hint, texts)]
    if isinstance(hint, ExchangeHint) or (isinstance(hint, PlayHint) and hint.best and not hint.proven):
        lines.append(f"-# {opinion_text(texts)}")
    buttons: list[Button] = []
    if draft is not None:
        label = texts.gettext("Play it")
        buttons.append(Button(Actions.CONFIRM.id(draft), label, Tone.SUCCESS))
    if hint is not None:
        lines.append(f"-# {left_text(view, texts)}")
        if view.table.hints_left(view.seat) != 0:
            buttons += hint_buttons(game, view.table, texts)
    return Message((Text("\n".join(lines)), *image, *rows(buttons)), accent=BOARD_ACCENT)
