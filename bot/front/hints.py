"""Help against the computer: hints, and swapping places with it."""

from __future__ import annotations

from typing import Final

from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.front.board.buttons import hint_buttons, rows
from bot.front.board.scenes import BOARD_ACCENT, hint_scene, part_alt
from bot.front.components.buttons import Action, Actions
from bot.front.components.message import Button, Image, Message, Text, Tone, ask
from bot.front.components.payloads import OfTurn
from bot.front.interaction.answering import Show
from bot.front.interaction.dispatch import do
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import Binding, answers, edits, reports
from bot.front.interaction.request import Request
from bot.front.interaction.slash import UNDER_MOVE, CommandOption, slash
from bot.front.play.previews import hold
from bot.front.play.turns import check_turn
from bot.model.errors import NotOffered
from bot.render import BoardScene
from bot.service import secrecy
from bot.service.rights import Right
from bot.text import Texts
from bot.text.hints import hint_alt, hint_question, hint_text, left_text, move_text, thinking_text
from bot.text.questions import swapping
from engine.game import commands as cmd
from engine.game.decisions.turns import check_hint, check_swap
from engine.game.state import HintKind
from engine.game.views import SeatView, seat_view
from engine.review.hints import Hint, PlayHint

HINT_FILE = "hint.png"


def hint_choice_message(game: str, view: SeatView, texts: Texts) -> Message:
    """Asks which kind of hint to give, and says how many are left and what one costs."""
    buttons = rows(hint_buttons(game, view.table, texts))
    return Message((Text(hint_question(view, texts)), *buttons), accent=BOARD_ACCENT)


def thinking_message(game: str, view: SeatView, texts: Texts) -> Message:
    """Stands in for a hint while it is looked for; its buttons ask again if that was cut short."""
    return Message((Text(thinking_text(texts)), *rows(hint_buttons(game, view.table, texts))), accent=BOARD_ACCENT)


def _picture(scene: BoardScene, view: SeatView, texts: Texts) -> Image:
    """The board with a hint on it."""
    alt = hint_alt(part_alt(scene, view.table.board.layout, texts), texts)
    return Image(scene, HINT_FILE, alt, is_told=True)


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
    buttons: list[Button] = []
    if draft is not None:
        buttons.append(Button(Actions.CONFIRM.id(draft), texts.gettext("Play it"), Tone.SUCCESS))
    if hint is not None:
        lines.append(f"-# {left_text(view, texts)}")
        if view.table.hints_left(view.seat) != 0:
            buttons += hint_buttons(game, view.table, texts)
    return Message((Text("\n".join(lines)), *image, *rows(buttons)), accent=BOARD_ACCENT)


SWAP_YES: Final = Action("swap_yes", OfTurn, Right.ON_TURN)

KINDS = tuple(kind.value for kind in HintKind)


async def ask_hint(request: Request, game: str, turn: int) -> Message:
    """Ask which kind of hint to give."""
    state = await request.state(game)
    seat = check_hint(state, cmd.TakeHint(request.person.id, HintKind.RANDOM, turn))
    await secrecy.check_hint(request.services.games, request.person.id, game, state)
    return hint_choice_message(game, seat_view(state, seat), request.texts)


async def asked_hint(request: Request, show: Show, game: str, kind: str = "") -> Message:
    """Give a hint of a kind, or ask which kind, as a hint may be one of few."""
    if not kind:
        return await ask_hint(request, game, (await request.state(game)).turn)
    if kind not in KINDS:
        raise NotOffered("kind", kind, KINDS)
    return await hint(request, show, game, HintKind(kind))


async def hint(request: Request, show: Show, game: str, kind: HintKind, turn: int | None = None) -> Message:
    """Give a hint of a kind. Meanwhile the answer says that I am thinking."""
    waiting: list[SeatView] = []

    async def thinking(view: SeatView) -> None:
        waiting.append(view)
        await show(thinking_message(game, view, request.texts))

    try:
        hinted = await request.services.play.hints.take(game, request.person.id, kind, request.cause, turn, thinking)
    except Exception:
        # What is refused is told apart; the kinds come back in its place.
        for view in waiting:
            await show(hint_choice_message(game, view, request.texts))
        raise
    draft = None
    if isinstance(hinted.hint, PlayHint):
        move, at = move_text(hinted.view, hinted.hint), request.cause.arrived
        draft = await request.services.play.drafts.save(game, request.person.id, hinted.view.table.turn, move, at)
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
    return ask(*swapping(request.texts), SWAP_YES.id(game, turn), request.texts)


_KINDS = [
    Choice(name=_("where to look, or what for"), value=HintKind.NUDGE.value),
    Choice(name=_("a word that you can play"), value=HintKind.RANDOM.value),
    Choice(name=_("the best move"), value=HintKind.BEST.value),
]


def _gives(action: Action[[str, int], OfTurn], kind: HintKind) -> Binding:
    """A button that gives a hint of a kind, in place of the message that it is on."""
    return reports(action, lambda request, show, game, turn: hint(request, show, game, kind, turn))


FRONT = Front(
    commands=(
        slash(
            asked_hint,
            _("Get help with your move; only you see it, but the others are told"),
            Right.PLAYER,
            name="hint",
            options={
                "kind": CommandOption(_("How much it should tell you; leave this out to be asked"), choices=_KINDS)
            },
        ),
        UNDER_MOVE(
            slash(
                ask_swap,
                _("Swap racks and scores with the computer player, on your turn"),
                Right.ON_TURN,
                name="swap",
            )
        ),
    ),
    buttons=(
        answers(Actions.HINT, ask_hint),
        _gives(Actions.NUDGE, HintKind.NUDGE),
        _gives(Actions.RANDOM, HintKind.RANDOM),
        _gives(Actions.BEST, HintKind.BEST),
        answers(Actions.SWAP, ask_swap),
        edits(SWAP_YES, swap),
    ),
)
