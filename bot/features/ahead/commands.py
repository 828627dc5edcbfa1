"""`/move plan`, the button under a preview, and what people are told, alone, about their planned moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from discord.app_commands import locale_str as _

from bot.features.ahead.ahead import Ahead, check_fits, check_seat, is_slow
from bot.features.ahead.store import EXCHANGE, PASS, AheadMove, AheadState
from bot.features.ahead.text import (
    dropped_text,
    kept_text,
    listed_text,
    lost_text,
    move_text,
    none_text,
    played_text,
    refused_text,
    replaced_text,
    unanswered_text,
    unchecked_text,
    words_text,
)
from bot.front.components.buttons import Action
from bot.front.components.message import MOST_ABOUT, Button, Menu, Message, Option, Text, say
from bot.front.components.payloads import OfDraft, OfGame
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import Press, answers, with_press
from bot.front.interaction.request import Request
from bot.front.interaction.slash import UNDER_MOVE, slash
from bot.front.play.turns import words_for
from bot.front.posting.composers import Announcement, Composer
from bot.model.deliveries import DeliveryKind
from bot.service.rights import Right
from bot.text import Texts, cast_of
from bot.text.names import shortened
from bot.text.refusals import refusal
from bot.text.typed import TypedMeaning, TypedWords
from engine.errors import EngineError, NotInLexicon
from engine.game.views import SeatView
from engine.play.notation import parts_of

WHEN_MY_TURN: Final = Action("ahead", OfDraft, Right.AUTHOR)
REMOVE: Final = Action("ahead_remove", OfGame, Right.PLAYER)


def preview_button(draft: str, view: SeatView, texts: Texts) -> Button | None:
    """Keep a tried move for the next turn, where there is time and it is not that turn yet."""
    table = view.table
    if table.on_turn in (None, view.seat) or not is_slow(table.rules):
        return None
    return Button(WHEN_MY_TURN.id(draft), texts.gettext("Play when it is my turn"))


def kept_message(move: str, answers: str, replaced: str, texts: Texts) -> Message:
    """What was kept, and the earlier move that it replaces, if that is another one."""
    instead = [replaced_text(replaced, texts)] if replaced not in ("", move) else []
    return say("\n".join((" ".join((kept_text(move, answers, texts), *instead)), unchecked_text(texts))))


def list_message(game: str, moves: Sequence[AheadMove], texts: Texts) -> Message:
    """All planned moves of a person in a game, with a menu that removes them."""
    if not moves:
        return say(none_text(texts))
    options = tuple(
        Option(shortened(" → ".join(filter(None, (one.answers, move_text(one.move, texts)))), MOST_ABOUT), one.id)
        for one in moves
    )
    menu = Menu(REMOVE.id(game), texts.gettext("Remove a move"), options)
    return Message((Text(listed_text(moves, texts)), menu))


OF_WORDS = frozenset({NotInLexicon.__name__})


def ahead_composers(ahead: Ahead) -> Mapping[DeliveryKind, Composer]:
    """The composers of this room."""
    return {DeliveryKind.AHEAD: Composer(partial(_news, ahead))}


async def _news(ahead: Ahead, told: Announcement) -> Message | None:
    """That a move was played or cost the turn, or that none fits; None if the person has said others since."""
    moves = await ahead.news_of(told.delivery.about)
    one = next((move for move in moves if move.id == told.delivery.about), None)
    if one is None or one.state is AheadState.WAITING:
        return None
    if one.state is AheadState.PLAYED:
        return say(played_text(one.move, told.texts))
    if one.state is AheadState.LOST:
        return say(lost_text(one.move, told.texts))
    dropped = [move for move in moves if move.state is AheadState.DROPPED]
    return say(f"{dropped_text(dropped, told.texts)}\n{_why(one, told)}")


def _why(one: AheadMove, told: Announcement) -> str:
    """Why a move was dropped. What is only wrong with its words is said in general: nobody has placed it."""
    if not one.reason:
        return unanswered_text(told.texts)
    try:
        check_fits(one, told.state)
    except EngineError as error:
        return refusal(error, told.texts, cast_of(told.view))
    return words_text(one.move, told.texts) if one.reason in OF_WORDS else refused_text(one.move, told.texts)


async def ahead(request: Request, game: str, move: str = "", after: str = "") -> Message:
    """Keep a move for the next turn, or show those that are kept. Raises as `Ahead.say`."""
    if not move.strip():
        check_seat(await request.state(game), request.person.id)
        return await _list(request, game)
    return await _keep(request, game, move, after)


async def keep_tried(request: Request, draft_id: str) -> Message:
    """Keep the move of a preview for the next turn."""
    draft = await request.services.play.drafts.load(draft_id, request.person.id)
    return await _keep(request, draft.subject, draft.text, "")


async def remove(request: Request, pressed: Press, game: str) -> Message:
    """Forget the move that was chosen in the menu."""
    await request.services.of(Ahead).remove(game, request.person.id, pressed.value)
    return await _list(request, game)


async def note(request: Request, game: str) -> str:
    """What is kept for a person's next turn, for below their rack; empty if nothing is."""
    return listed_text(await request.services.of(Ahead).waiting(game, request.person.id), request.texts)


async def _keep(request: Request, game: str, move: str, answers: str) -> Message:
    words, state = await words_for(request, game), await request.state(game)
    move, answers = _in_english(move, words), words.in_english(answers)
    replaced = await request.services.of(Ahead).say(game, state, request.person.id, move, answers)
    return kept_message(move, answers, replaced, request.texts)


def _in_english(move: str, words: TypedWords) -> str:
    """A typed move as it is kept."""
    first, *others = parts_of(move) or [""]
    if not others and words.means(first, TypedMeaning.PASS):
        return PASS
    if words.means(first, TypedMeaning.EXCHANGE):
        tiles = " ".join(others)
        return f"{EXCHANGE} {TypedMeaning.ALL.value if words.means(tiles, TypedMeaning.ALL) else tiles}"
    return words.in_english(move)


async def _list(request: Request, game: str) -> Message:
    moves = await request.services.of(Ahead).waiting(game, request.person.id)
    return list_message(game, moves, request.texts)


FRONT = Front(
    commands=(
        UNDER_MOVE(
            slash(
                ahead,
                _("Plan your next move, in games with an hour or more per turn"),
                Right.PLAYER,
                name="plan",
                options={
                    "move": _("8H HELLO, pass or exchange ABC; leave this out to see what you have planned"),
                    "after": _(
                        "Only if the player before you plays this: a move such as 8H HELLO, or a square such as 8H"
                    ),
                },
            ),
        ),
    ),
    buttons=(answers(WHEN_MY_TURN, keep_tried), with_press(REMOVE, remove)),
    at_preview=(preview_button,),
    at_rack=(note,),
)
