"""Moves: played, tried, passed, challenged, exchanged, drawn by hand or typed in from a real table.

A preview opened in time can be played a little late.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

from bot.front.board.answers import preview_message
from bot.front.board.buttons import shares_screen
from bot.front.board.racks import own_order
from bot.front.core.buttons import Actions
from bot.front.core.dispatch import Told, do, submit, told, with_other_turns
from bot.front.core.message import MOST_LABEL, MOST_OPTIONS, Button, Menu, Message, Option, Row, Text, ask, say
from bot.front.core.request import Request
from bot.front.look import actions as look
from bot.front.play.exchange_messages import EXCHANGE_TICKED, places_of, write_ticks
from bot.front.play.messages import challenge_message, questions_message, sure_message
from bot.front.seats.actions import read_seat
from bot.model.games import Draft
from bot.service.games import Applied
from bot.service.ports import Judge
from bot.service.secrecy import check_position, judges_previews
from bot.text import cast_of, escape
from bot.text.clocks import length_text, turn_end_text
from bot.text.hooks import fit_lines
from bot.text.moves import alphabetical, letters_text, place_text
from bot.text.names import shortened
from bot.text.receipts import receipt
from bot.text.refusals import refusal
from bot.text.tiles import rack_letters
from bot.text.typed import Said, TypedWords, typed_words
from engine.errors import EngineError, NotSeated, StaleTurn
from engine.game import commands as cmd
from engine.game.clock import turn_ends
from engine.game.commands import OpenDraft
from engine.game.decisions.turns import fault_of
from engine.game.decisions.unknown_words import words_added
from engine.game.events import HostAsked, TurnLost
from engine.game.hotseat import acting_seat
from engine.game.phases import AwaitAnswer, Turn
from engine.game.state import GameState
from engine.game.views import SeatView, seat_view, table_view
from engine.model.alphabet import Word
from engine.model.tiles import KnownRack, Tiles
from engine.pasted import pasted
from engine.play.notation import parts_of, read_move, read_tiles, read_word
from engine.play.placement import Placement, places, resolve
from engine.play.scoring import ScoreSheet, score


def held_name(draft: Draft) -> str:
    """The name by which the game knows a preview: another move in the same draft has another name."""
    return f"{draft.id}/{draft.opened}"


async def hold(request: Request, draft: Draft, view: SeatView) -> str:
    """Record that a preview of a move was opened in time; returns a sentence on what that permits, or an empty text."""
    if view.table.rules.turn_clock is None or view.table.on_turn != view.seat or not draft.text:
        return ""
    # The same interaction may already have changed the game, as a hint does, so this change needs its own id.
    cause = replace(request.cause, id=f"{request.cause.id}/draft")
    command = OpenDraft(request.person.id, draft.turn, held_name(draft))
    try:
        state = (await request.services.games.submit(draft.game, command, cause)).state
    except EngineError:
        return ""
    end, texts = turn_ends(state), request.texts
    if end is None or not isinstance(state.phase, Turn) or state.phase.draft != command.draft:
        return ""
    return texts.gettext(
        "{end}. For {grace} after that, you can still play this move, but no other.",
        end=turn_end_text(end, texts),
        grace=length_text(state.rules.clock_grace, texts),
    )


Fit = tuple[Placement, ScoreSheet]


def word_alone(move: str, words: TypedWords) -> str | None:
    """The word of a move that has no coordinate, one word of letters; None for another move."""
    parts = words.without_verb(parts_of(move))
    return parts[0] if len(parts) == 1 and not any(map(str.isdecimal, parts[0])) else None


@dataclass(frozen=True, slots=True)
class Fits:
    """Where a word without a coordinate fits, in board order, for the seat of `view`."""

    view: SeatView
    word: str
    found: list[Fit]


async def _fits(view: SeatView, word: str, judge: Judge | None) -> list[Fit]:
    """Where a word fits, in board order; if phonies are not allowed, only where it makes valid words.

    `judge` is None for someone who may not learn which words these are.

    Raises `MalformedText`.
    """
    letters = read_word(word, view.table.variant)
    board, variant = view.table.board, view.table.variant
    found = await asyncio.to_thread(places, letters, board, view.playable, variant)
    return _allowed(view, judge, [(placement, score(board, placement, variant)) for placement in found])


def _offered(request: Request, game: str, places: Fits, tries: bool) -> Message:
    """The places of a word as a menu; choosing one plays it, or with `tries` previews it."""
    view, word, fits = places.view, places.word, places.found
    capitals = view.table.variant.alphabet.upper(word)
    shown = f"**{escape((capitals if word.islower() else word)[:40])}**"
    if not fits:
        return say(request.texts.gettext("{word} does not fit anywhere on the board with your tiles.", word=shown))
    options = tuple(_option(request, view, word, fit) for fit in fits[:MOST_OPTIONS])
    text = request.texts.ngettext(
        "{word} fits in {count} place.", "{word} fits in {count} places.", len(fits), word=shown
    )
    if len(fits) > MOST_OPTIONS:
        text += " " + request.texts.gettext("Here are the first few. To choose another, type its square.")
    if request.person.by_ear:
        text = "\n".join((text, *fit_lines(fits[:MOST_OPTIONS], view.table.setup, request.texts)))
    custom_id = Actions.PLACE_TRY.id(game) if tries else Actions.PLACE.id(game, view.table.turn)
    return Message((Text(text), Menu(custom_id, request.texts.gettext("Where?"), options)))


def _allowed(view: SeatView, judge: Judge | None, fits: list[Fit]) -> list[Fit]:
    """The fits that may be shown: all without a judge, so that the menu reveals nothing about words.

    All are also shown if people decide about words.
    """
    if judge is None or view.table.rules.asks_about_words:
        return fits
    return [fit for fit in fits if all(judge(tuple(word.word for word in fit[1].words)))]


def _option(request: Request, view: SeatView, word: str, fit: Fit) -> Option:
    move, sheet = _move_of(view, word, fit), fit[1]
    label = request.texts.ngettext("{move}: {count} point", "{move}: {count} points", sheet.total, move=move)
    return Option(shortened(label, MOST_LABEL), move)


def _move_of(view: SeatView, word: str, fit: Fit) -> str:
    return f"{place_text(fit[0], view.table.setup)} {word}"


async def judge_of(request: Request, state: GameState) -> Judge:
    """The judge of a game's words: its dictionary, and the words its host has added."""
    judge, added = await request.services.dictionaries.judge(state.setup), words_added(state)

    def counts(words: tuple[Word, ...]) -> tuple[bool, ...]:
        return tuple(known or word in added for word, known in zip(words, judge(words), strict=True))

    return counts


def told_of_play(request: Request, applied: Applied) -> Message:
    """The private receipt for a play, with buttons if the player is the one to decide about its words."""
    state, person = applied.state, request.person.id
    view = table_view(state)
    if isinstance(state.phase, AwaitAnswer) and state.phase.waiting == (state.seat_of(person),):
        return sure_message(applied.game, view, receipt(applied.events, view, person, request.texts), request.texts)
    seat = state.seat_of(person)
    if person == state.host and seat is not None and any(isinstance(event, HostAsked) for event in applied.events):
        return questions_message(applied.game, seat_view(state, seat), request.texts)
    return told(request, applied)


async def ask_challenge(request: Request, game: str, turn: int) -> Message:
    """Challenge a play; ask first if it made several words, or if a failed challenge decides the game."""
    state = await request.state(game)
    view = table_view(state)
    play, seat = view.challengeable, state.seat_of(request.person.id)
    everything = cmd.Challenge(request.person.id, turn)
    if play is None or play.turn != turn or seat in (None, play.seat):
        return await do(request, game, everything)
    if len(play.sheet.words) == 1 and not state.rules.failed_challenge.decides:
        return await do(request, game, everything)
    return challenge_message(game, view, play, request.texts)


async def challenge_words(request: Request, game: str, turn: int, chosen: tuple[str, ...]) -> Message:
    """Challenge the words of a play that were chosen from a menu, by their numbers."""
    play = table_view(await request.state(game)).challengeable
    if play is None or play.turn != turn:
        return await do(request, game, cmd.Challenge(request.person.id, turn))
    words = tuple(dict.fromkeys(scored.word for scored in play.sheet.words))
    named = tuple("".join(words[int(number)]) for number in chosen if number.isdecimal() and int(number) < len(words))
    return await do(request, game, cmd.Challenge(request.person.id, turn, named))


async def reject(request: Request, game: str, turn: int) -> Message:
    """Reject a play that awaits the person's answer, or withdraw their own."""
    return await do(request, game, cmd.Reject(request.person.id, turn))


async def questions(request: Request, game: str) -> Message:
    """The words that the host was asked about, if the person may see them."""
    state = await request.state(game)
    seat = state.seat_of(request.person.id)
    if seat is None:
        raise NotSeated
    if request.place.guild_id is not None:
        return questions_message(game, seat_view(state, seat), request.texts)
    where = await request.link(game)
    return questions_message(game, seat_view(state, seat), request.texts, **where)


async def answer_word(request: Request, game: str, number: int, *, add: bool) -> Message:
    """Decide as the host whether a word is valid; if it is, it is also added to the host's personal list."""
    applied = await submit(request, game, cmd.AnswerWord(request.person.id, number, add))
    if add:
        setup, word = applied.state.setup, applied.state.asked[number].word
        server = (await request.summary(game)).place.guild_id
        await request.services.dictionaries.add_personal_word(
            request.person.id, setup, word, request.cause.arrived, server
        )
    return await questions(request, game)


async def play(request: Request, game: str, move: str, turn: int | None = None) -> Message:
    """Play a move, or show it first to someone who confirms moves; ask where, if only a word is given."""
    return (await play_move(request, game, move, turn)).message


async def play_move(request: Request, game: str, move: str, turn: int | None = None) -> Told:
    """Like `play`, but also returns what the move has done to the game."""
    words = await words_for(request, game)
    if word := word_alone(move, words):
        return Told(await offer(request, game, await find_places(request, game, word)))
    if (await request.profile()).confirm_moves:
        return Told(await try_move(request, game, move))
    move = words.in_english(move)
    return await _played(request, game, cmd.Play(request.person.id, move, turn))


async def try_move(request: Request, game: str, move: str) -> Message:
    """Show privately what a move would score, and keep it so that a button can play it."""
    words = await words_for(request, game)
    if word := word_alone(move, words):
        return await offer(request, game, await find_places(request, game, word), tries=True)
    state = await request.state(game)
    typed, move = move.strip(), words.in_english(move)
    view = _seat(state, request)
    placement, sheet = _understood(view, move)
    draft = await request.services.drafts.save(game, request.person.id, state.turn, move, request.cause.arrived)
    unknown = await unknown_words(request, game, sheet)
    several = len(await tried_moves(request, game, view)) > 1
    compared = game if several else ""
    shown = preview_message(
        draft.id, view, placement, sheet, request.texts, unknown=unknown, game=compared, typed=typed
    )
    held = await hold(request, draft, view)
    return replace(shown, blocks=(shown.blocks[0], Text(held), *shown.blocks[1:])) if held else shown


async def tried_moves(request: Request, game: str, view: SeatView) -> dict[Placement, str]:
    """The moves that the person has tried for this turn and that still fit, latest first, with their drafts' ids."""
    found: dict[Placement, str] = {}
    for draft in await request.services.drafts.tries(game, request.person.id, view.table.turn):
        try:
            placement, _ = _understood(view, draft.text)
        except EngineError:
            continue
        found.setdefault(placement, draft.id)
    return found


async def find_places(request: Request, game: str, word: str) -> Fits:
    """The places where a word fits. Raises the engine's refusal of what is no word, and `NotSeated`."""
    state = await request.state(game)
    view = _seat(state, request)
    judge = await judge_of(request, state) if await _judges(request, game, state) else None
    return Fits(view, word, await _fits(view, word, judge))


async def offer(request: Request, game: str, places: Fits, *, tries: bool = False) -> Message:
    """A menu of the places where a word fits; a preview if there is just one."""
    if len(places.found) == 1:
        return await try_move(request, game, _move_of(places.view, places.word, places.found[0]))
    return _offered(request, game, places, tries)


def _seat(state: GameState, request: Request) -> SeatView:
    seat = acting_seat(state, request.person.id)
    if seat is None:
        raise NotSeated
    return seat_view(state, seat)


def _understood(view: SeatView, move: str) -> tuple[Placement, ScoreSheet]:
    setup = view.table.setup
    intent = read_move(move, setup.variant, setup.orientation)
    placement = resolve(intent, view.table.board, view.playable, setup.variant)
    return placement, score(view.table.board, placement, setup.variant)


async def unknown_words(request: Request, game: str, sheet: ScoreSheet) -> tuple[Word, ...] | None:
    """The words that are neither in the dictionary nor added by the host; None if a preview must not reveal them."""
    state = await request.state(game)
    if not await _judges(request, game, state):
        return None
    words = tuple(dict.fromkeys(scored.word for scored in sheet.words))
    verdicts = (await judge_of(request, state))(words)
    return tuple(word for word, known in zip(words, verdicts, strict=True) if not known)


async def _judges(request: Request, game: str, state: GameState) -> bool:
    return await judges_previews(request.services.games, request.person.id, game, state)


async def confirm(request: Request, draft_id: str) -> Message:
    """Play the move that a preview shows."""
    draft = await request.services.drafts.load(draft_id, request.person.id)
    command = cmd.Play(request.person.id, draft.text, draft.turn, held_name(draft))
    return (await _played(request, draft.game, command)).message


async def _played(request: Request, game: str, command: cmd.Play) -> Told:
    applied = await submit(request, game, command)
    message = told_of_play(request, applied)
    if reason := _fault(request, applied, command):
        message = replace(message, blocks=(Text(reason), *message.blocks))
    return Told(await with_other_turns(request, game, message), applied)


def _fault(request: Request, applied: Applied, command: cmd.Play) -> str:
    """Why a play that cost the turn was illegal, words aside; empty if it was not. Board and rack have not changed."""
    lost = next((event for event in applied.events if isinstance(event, TurnLost) and not event.words), None)
    error = fault_of(applied.state, lost.seat, command.move) if lost else None
    return refusal(error, request.texts, cast_of(table_view(applied.state))) if error else ""


async def change(request: Request, draft_id: str, move: str) -> Message:
    """Show another move in place of a preview."""
    draft = await request.services.drafts.load(draft_id, request.person.id)
    return await try_move(request, draft.game, move)


async def ask_pass(request: Request, game: str, turn: int) -> Message:
    """Ask whether the player really wants to pass."""
    await check_turn(request, game, turn)
    question = request.texts.gettext("Do you want to pass this turn?")
    return ask(question, request.texts.gettext("Pass"), Actions.PASS_YES.id(game, turn), request.texts)


async def check_turn(request: Request, game: str, turn: int) -> None:
    """Raises `StaleTurn` if the board has changed since a button was made."""
    state = await request.state(game)
    if state.turn != turn:
        raise StaleTurn(turn, state.turn)


async def pass_turn(request: Request, game: str, turn: int | None = None) -> Message:
    """Pass the turn."""
    return await do(request, game, cmd.Pass(request.person.id, turn))


async def exchange_four(request: Request, game: str, turn: int | None = None) -> Message:
    """Exchange the whole rack because it has four of a kind."""
    return await do(request, game, cmd.ExchangeFour(request.person.id, turn))


async def trade(request: Request, game: str, square: str) -> Message:
    """Swap a real tile for a blank on the board."""
    return await do(request, game, cmd.TradeBlank(request.person.id, square))


async def challenge(request: Request, game: str, words: str = "", turn: int | None = None) -> Message:
    """Challenge the latest play, or some of its words."""
    named = tuple(pasted(words).replace(",", " ").split())
    return await do(request, game, cmd.Challenge(request.person.id, turn, named))


async def accept(request: Request, game: str, turn: int | None = None) -> Message:
    """Accept the latest play."""
    return await do(request, game, cmd.Accept(request.person.id, turn))


async def undo(request: Request, game: str, turn: int | None = None) -> Message:
    """Undo the player's latest move."""
    return await do(request, game, cmd.Undo(request.person.id, turn))


async def play_now(request: Request, game: str, turn: int) -> Message:
    """Make a computer player stop thinking and move; the mover waives the undo, or an opponent the challenge."""
    await check_turn(request, game, turn)
    state = await request.state(game)
    _seat(state, request)
    if waiver := _waiver(state, request.person.id):
        await submit(request, game, waiver)
    request.services.computers.hurry(game)
    return say(request.texts.gettext("The computer player moves as soon as it can."))


def _waiver(state: GameState, person: str) -> cmd.Command | None:
    """The command by which a person waives an undo or challenge; None if the computer is not waiting for them."""
    latest = state.latest
    if latest is None or not latest.open:
        return None
    own = latest.seat in state.seats_of(person)
    if state.rules.phonies_stand:
        return None if own else cmd.Accept(person, latest.turn)
    return cmd.CloseWindows(latest.turn, person) if own and state.rules.undo else None


WHOLE = Said.ALL.value


async def exchange(request: Request, game: str, tiles: str, turn: int | None = None) -> Message:
    """Exchange tiles; if the word for all of them could also mean letters of the rack, ask which is meant."""
    tiles = pasted(tiles)
    if not (await words_for(request, game)).means(tiles, Said.ALL):
        return await do(request, game, cmd.Exchange(request.person.id, tiles, turn))
    state = await request.state(game)
    if letters := _letters_of(tiles, state, request.person.id):
        return _question(request, game, state, state.turn if turn is None else turn, letters)
    return await do(request, game, cmd.Exchange(request.person.id, WHOLE, turn))


async def tiles_label(request: Request, game: str) -> str:
    """The person's tiles, for the label of a form; empty if others see the screen too, or if they are not known."""
    view = look.own_seat(await request.state(game), request)
    if not isinstance(view.rack, KnownRack) or not view.rack.tiles or shares_screen(view.table, view.seat):
        return ""
    tiles = await own_order(request.services.people, game, view)
    return request.texts.gettext("Your tiles: {tiles}", tiles=rack_letters(tiles, view.table.variant))


async def words_for(request: Request, game: str) -> TypedWords:
    """The words that a person may type in a game."""
    return typed_words(request.texts, (await request.state(game)).variant.language)


async def exchange_all(request: Request, game: str, turn: int) -> Message:
    """Exchange the whole rack."""
    return await do(request, game, cmd.Exchange(request.person.id, WHOLE, turn))


def _letters_of(word: str, state: GameState, person: str) -> Tiles | None:
    """The tiles of the rack that spell a word, if they are only part of it."""
    seat = acting_seat(state, person)
    rack = None if seat is None else seat_view(state, seat).rack
    if not isinstance(rack, KnownRack):
        return None
    try:
        letters = state.variant.alphabet.split(word)
        # With spaces between them, the reader takes these as letters and not as a word.
        named = read_tiles(" ".join(letters), state.variant, rack.tiles)
        rest = rack.tiles - named
    except EngineError:
        return None
    return named if rest else None


def _question(request: Request, game: str, state: GameState, turn: int, letters: Tiles) -> Message:
    texts, view = request.texts, _seat(state, request)
    spelt = ", ".join(tile.letter for tile in letters.items)
    ticks = write_ticks(view, places_of(view, letters))
    buttons = (
        Button(Actions.EXCHANGE_ALL.id(game, turn), texts.gettext("All my tiles")),
        Button(
            EXCHANGE_TICKED.id(game, turn, ticks),
            texts.gettext("Only {letters}", letters=spelt),
        ),
        Button(Actions.CANCEL.id(), texts.gettext("Cancel")),
    )
    question = texts.gettext("Do you want to exchange all your tiles, or only {letters}?", letters=escape(spelt))
    return Message((Text(question), Row(buttons)))


async def draw(request: Request, game: str, count: int | None = None) -> Message:
    """Show the face-down tiles to pick, or pick that many of them."""
    if count is None:
        return await look.rack(request, game)
    return await pick(request, game, count)


async def pick(request: Request, game: str, count: int | None, seat: int | None = None) -> Message:
    """Pick that many tiles, or all that are due if None, and show the rack with those still to pick."""
    await submit(request, game, cmd.Draw(request.person.id, count, seat))
    return await look.rack(request, game, seat=seat)


async def start_tabletop(request: Request, game: str, tiles: str, player: str) -> Message:
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
    return say(request.texts.gettext("{name} holds {tiles}.", name=cast_of(view).name(seat), tiles=escape(rack)))


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
