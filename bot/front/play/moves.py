"""Moves played: typed, chosen from a menu, confirmed after a preview, or composed."""

from __future__ import annotations

from dataclasses import replace

from bot.front.board.buttons import shares_screen
from bot.front.board.racks import own_order
from bot.front.board.scenes import game_title
from bot.front.components.message import Message, Text
from bot.front.interaction.dispatch import ActionResult, submit, told, with_other_turns
from bot.front.interaction.playables import Composable, playable_of
from bot.front.interaction.request import Request
from bot.front.look import actions as look
from bot.front.look.actions import own_seat
from bot.front.play import previews
from bot.front.play.challenges import questions_message, sure_message
from bot.front.play.previews import find_places, held_name, offer, try_move, unknown_words, word_alone
from bot.front.play.turns import words_for
from bot.model.errors import NothingToCompose
from bot.model.games import Draft
from bot.service.listeners import Applied
from bot.service.ports import Judge
from bot.text import Texts, cast_of
from bot.text.composing import changed_note, not_yet_note, play_label
from bot.text.receipts import cost_elsewhere, receipt
from bot.text.refusals import refusal
from bot.text.variants import rack_label
from engine.game import commands as cmd
from engine.game.decisions.turns import fault_of
from engine.game.events import HostAsked, TurnLost
from engine.game.phases import AwaitAnswer
from engine.game.views import SeatView, seat_view, table_view
from engine.model.rules import ChallengeRule
from engine.model.tiles import KnownRack, Tile, Word
from engine.play.placement import Placement, ScoreSheet


async def play(request: Request, game: str, move: str, turn: int | None = None) -> Message:
    """Play a move, or show it first to someone who confirms moves; ask where, if only a word is given."""
    return (await play_move(request, game, move, turn)).message


async def play_move(request: Request, game: str, move: str, turn: int | None = None) -> ActionResult:
    """Like `play`, but also returns what the move has done to the game."""
    words = await words_for(request, game)
    if word := word_alone(move, words):
        return ActionResult(await offer(request, game, await find_places(request, game, word)))
    if (await request.profile()).confirm_moves:
        return ActionResult(await try_move(request, game, move))
    move = words.in_english(move)
    return await _played(request, game, cmd.Play(request.person.id, move, turn))


async def confirm(request: Request, draft_id: str) -> Message:
    """Play the move that a preview shows."""
    draft = await request.services.play.drafts.load(draft_id, request.person.id)
    return await playable_of(request, draft.subject).play(request, draft)


async def play_draft(request: Request, draft: Draft) -> Message:
    """Play a draft's move in its game."""
    command = cmd.Play(request.person.id, draft.text, draft.turn, held_name(draft))
    return (await _played(request, draft.subject, command)).message


async def _played(request: Request, game: str, command: cmd.Play) -> ActionResult:
    applied = await submit(request, game, command)
    message = _told_of_play(request, applied)
    if reason := _fault(request, applied, command):
        message = replace(message, blocks=(Text(reason), *message.blocks))
    return ActionResult(await with_other_turns(request, game, message), applied)


def _fault(request: Request, applied: Applied, command: cmd.Play) -> str:
    """Why a play cost the turn that is illegal, or whose words cost nothing by the rules of the game; else empty.

    Board and rack have not changed.
    """
    lost = next((event for event in applied.events if isinstance(event, TurnLost)), None)
    if lost and lost.words:
        return "" if applied.state.rules.challenge is ChallengeRule.STRICT else cost_elsewhere(request.texts)
    error = fault_of(applied.state, lost.seat, command.move) if lost else None
    return refusal(error, request.texts, cast_of(table_view(applied.state))) if error else ""


def _told_of_play(request: Request, applied: Applied) -> Message:
    """The private receipt for a play, with buttons if the player is the one to decide about its words."""
    state, person = applied.state, request.person.id
    view = table_view(state)
    if isinstance(state.phase, AwaitAnswer) and state.phase.waiting == (state.seat_of(person),):
        return sure_message(applied.game, view, receipt(applied.events, view, person, request.texts), request.texts)
    seat = state.seat_of(person)
    if person == state.host and seat is not None and any(isinstance(event, HostAsked) for event in applied.events):
        return questions_message(applied.game, seat_view(state, seat), request.texts)
    return told(request, applied)


async def tiles_label(request: Request, game: str) -> str:
    """The person's tiles, for the label of a form; empty if others see the screen too, or if they are not known."""
    view = look.own_seat(await request.state(game), request)
    if not isinstance(view.rack, KnownRack) or not view.rack.tiles or shares_screen(view.table, view.seat):
        return ""
    tiles = await own_order(request.services.people, game, view)
    return rack_label(tiles, view.table.variant, request.texts)


class ComposableTurn(Composable):
    """A game's own board and the person's rack in it."""

    async def view(self, request: Request, subject: str) -> SeatView:
        """What the person's seat may know.

        Raises as `own_seat`, and `NothingToCompose` without known tiles or a turn.
        """
        view = own_seat(await request.state(subject), request)
        if not isinstance(view.rack, KnownRack) or view.table.on_turn is None:
            raise NothingToCompose
        return view

    async def finder(self, request: Request, subject: str, view: SeatView) -> Judge | None:
        """The judge of the game, where previews tell which words count and where hints are allowed."""
        if view.table.rules.hints == 0:
            return None
        return await previews.known_judge(request, subject, await request.state(subject))

    async def unknown(
        self,
        request: Request,
        subject: str,
        view: SeatView,  # noqa: ARG002
        placement: Placement,  # noqa: ARG002
        sheet: ScoreSheet,
    ) -> tuple[Word, ...] | None:
        """As previews tell it."""
        return await unknown_words(request, subject, sheet)

    async def play(self, request: Request, draft: Draft) -> Message:
        """Play the move in the turn for which it was composed."""
        return await play_draft(request, draft)

    async def label(self, request: Request, subject: str) -> str:
        """The person's tiles, unless others see the screen too."""
        return await tiles_label(request, subject)

    def title(self, view: SeatView, texts: Texts) -> str:
        """The name of the game."""
        return game_title(view.table, texts)

    def play_label(self, texts: Texts) -> str:
        """**Play**."""
        return play_label(texts)

    def moved_on(self, texts: Texts) -> str:
        """That the board has changed."""
        return changed_note(texts)

    def waiting(self, view: SeatView, texts: Texts) -> str:
        """That someone else is on turn."""
        seat = view.table.on_turn
        return "" if seat in (None, view.seat) else not_yet_note(cast_of(view.table).name(seat), texts)

    async def order(self, request: Request, subject: str, view: SeatView) -> tuple[Tile, ...]:
        """As the player has arranged the rack."""
        return await own_order(request.services.people, subject, view)

    async def hold(self, request: Request, draft: Draft, view: SeatView) -> str:
        """Let the preview be played a little late."""
        return await previews.hold(request, draft, view)
