"""What somebody does with a turn: play, try, pass, exchange, challenge, take back."""

from __future__ import annotations

from dataclasses import replace

from bot.front.asking import Asked
from bot.front.deciding import judge_of, told_of_play
from bot.front.doing import do, submit, with_other_turns
from bot.front.holding import held_name, hold
from bot.front.placing import is_word_alone, offer
from bot.front.plain import ask, say
from bot.front.presenter import Message, Text, preview_message
from bot.front.refusals import Refused
from bot.text import cast_of
from engine.errors import EngineError, NotSeated, StaleTurn
from engine.game import commands as cmd
from engine.game.hotseat import acting_seat
from engine.game.state import GameState
from engine.game.views import SeatView, seat_view, table_view
from engine.model.alphabet import Word
from engine.play.notation import read_move
from engine.play.placement import Placement, resolve
from engine.play.scoring import ScoreSheet, score


async def play(asked: Asked, game: str, move: str, turn: int | None = None) -> Message:
    """Play a move, or show it first to somebody who wants to confirm moves; ask where, if only a word is named."""
    if is_word_alone(move):
        return await _offer(asked, game, move, "place")
    if (await asked.desk.people.person(asked.person.id)).confirm_moves:
        return await try_move(asked, game, move)
    return await _played(asked, game, cmd.Play(asked.person.id, move, turn))


async def try_move(asked: Asked, game: str, move: str) -> Message:
    """Show what a move would score, for the person alone, and keep it so that a button can play it."""
    if is_word_alone(move):
        return await _offer(asked, game, move, "place_try")
    state = await asked.desk.games.load(game)
    view = _seat(state, asked)
    try:
        placement, sheet = _understood(view, move)
    except EngineError as error:
        raise Refused(error, cast_of(view.table)) from error
    draft = await asked.desk.drafts.save(game, asked.person.id, state.turn, move, asked.cause.arrived)
    unknown = await unknown_words(asked, game, sheet)
    shown = preview_message(draft.id, view, placement, sheet, asked.texts, unknown=unknown, game=game)
    held = await hold(asked, draft, view)
    return replace(shown, blocks=(shown.blocks[0], Text(held), *shown.blocks[1:])) if held else shown


async def _offer(asked: Asked, game: str, word: str, action: str) -> Message:
    """A menu of the places where a word fits."""
    state = await asked.desk.games.load(game)
    view = _seat(state, asked)
    try:
        return await offer(asked, game, view, word, action, await judge_of(asked, state))
    except EngineError as error:
        raise Refused(error, cast_of(view.table)) from error


def _seat(state: GameState, asked: Asked) -> SeatView:
    seat = acting_seat(state, asked.person.id)
    if seat is None:
        raise Refused(NotSeated(), cast_of(table_view(state)))
    return seat_view(state, seat)


def _understood(view: SeatView, move: str) -> tuple[Placement, ScoreSheet]:
    setup = view.table.setup
    intent = read_move(move, setup.variant, setup.orientation)
    placement = resolve(intent, view.table.board, view.playable, setup.variant)
    return placement, score(view.table.board, placement, setup.variant)


async def unknown_words(asked: Asked, game: str, sheet: ScoreSheet) -> tuple[Word, ...] | None:
    """The words that do not count as they are; None where a preview must not tell."""
    state = await asked.desk.games.load(game)
    if state.rules.phonies_stand:
        return None
    words = tuple(dict.fromkeys(scored.word for scored in sheet.words))
    verdicts = (await judge_of(asked, state))(words)
    return tuple(word for word, known in zip(words, verdicts, strict=True) if not known)


async def confirm(asked: Asked, draft_id: str) -> Message:
    """Play what a preview has shown."""
    draft = await asked.desk.drafts.load(draft_id, asked.person.id)
    return await _played(asked, draft.game, cmd.Play(asked.person.id, draft.text, draft.turn, held_name(draft)))


async def _played(asked: Asked, game: str, command: cmd.Play) -> Message:
    return await with_other_turns(asked, game, told_of_play(asked, await submit(asked, game, command)))


async def change(asked: Asked, draft_id: str, move: str) -> Message:
    """Show another move in place of a preview."""
    draft = await asked.desk.drafts.load(draft_id, asked.person.id)
    return await try_move(asked, draft.game, move)


async def ask_pass(asked: Asked, game: str, turn: int) -> Message:
    """Ask whether the turn is really to be given up."""
    await check_turn(asked, game, turn)
    question = asked.texts.gettext("Do you want to give up this turn without playing?")
    return ask(question, asked.texts.gettext("Pass"), "pass_yes", game, asked.texts, turn)


async def check_turn(asked: Asked, game: str, turn: int) -> None:
    """Raises `Refused` when the board has changed since a button was made."""
    state = await asked.desk.games.load(game)
    if state.turn != turn:
        raise Refused(StaleTurn(turn, state.turn), cast_of(table_view(state)))


async def pass_turn(asked: Asked, game: str, turn: int | None = None) -> Message:
    """Give the turn up."""
    return await do(asked, game, cmd.Pass(asked.person.id, turn))


async def exchange_four(asked: Asked, game: str, turn: int | None = None) -> Message:
    """Exchange the whole rack for its four of a kind."""
    return await do(asked, game, cmd.ExchangeFour(asked.person.id, turn))


async def trade(asked: Asked, game: str, square: str) -> Message:
    """Put a real tile on a blank of the board and take the blank."""
    return await do(asked, game, cmd.TradeBlank(asked.person.id, square))


async def challenge(asked: Asked, game: str, words: str = "", turn: int | None = None) -> Message:
    """Challenge the latest play, or some of its words."""
    named = tuple(words.replace(",", " ").split())
    return await do(asked, game, cmd.Challenge(asked.person.id, turn, named))


async def accept(asked: Asked, game: str, turn: int | None = None) -> Message:
    """Let the latest play stand."""
    return await do(asked, game, cmd.Accept(asked.person.id, turn))


async def undo(asked: Asked, game: str, turn: int | None = None) -> Message:
    """Take the own latest move back."""
    return await do(asked, game, cmd.Undo(asked.person.id, turn))


async def play_now(asked: Asked, game: str, turn: int) -> Message:
    """Let a computer player move at once: the mover waives the undo, an opponent the challenge; it stops thinking."""
    await check_turn(asked, game, turn)
    state = await asked.desk.games.load(game)
    _seat(state, asked)
    if waiver := _waiver(state, asked.person.id):
        await submit(asked, game, waiver)
    asked.desk.computers.hurry(game)
    return say(asked.texts.gettext("The computer player moves as soon as it can."))


def _waiver(state: GameState, person: str) -> cmd.Command | None:
    """What a person can do so that a computer need not wait; None when it does not wait for that person."""
    latest = state.latest
    if latest is None or not latest.open:
        return None
    own = latest.seat in state.seats_of(person)
    if state.rules.phonies_stand:
        return None if own else cmd.Accept(person, latest.turn)
    return cmd.CloseWindows(latest.turn, person) if own and state.rules.undo else None
