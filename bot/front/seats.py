"""Who sits where, with `/join` and `/game seat`: joining, coming back, guests, seats handed over, claims."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

import discord
from discord.app_commands import Choice
from discord.app_commands import locale_str as _

from bot.front.board.messages import settle_message
from bot.front.board.scenes import game_title
from bot.front.components.buttons import Action, Actions
from bot.front.components.message import MOST_ABOUT, MOST_OPTIONS, Menu, Message, Option, Text, ask
from bot.front.components.payloads import COMPUTER, Long, OfGame, OfHolder
from bot.front.interaction import choices
from bot.front.interaction.dispatch import do, gone_from, submit, told
from bot.front.interaction.hooks import Front
from bot.front.interaction.pressing import answers, edits, with_press
from bot.front.interaction.request import Request, person_of
from bot.front.interaction.slash import UNDER_GAME, CommandOption, group, slash
from bot.front.lobby import actions as lobby
from bot.front.lobby.actions import show_here
from bot.model.errors import NoSeatForBots, NoSuchPlayer, NotOffered
from bot.model.words import key_of
from bot.service.rights import Right
from bot.text import SeatNames, Texts, bold, cast_of
from bot.text.names import guest_name, shortened
from bot.text.questions import removal_text, removed_who, removing
from engine.errors import AlreadySeated, NoSuchSeat, NotSeated, SeatNotFree
from engine.game import commands as cmd
from engine.game.commands import Settlement
from engine.game.decisions.seats import is_vacant
from engine.game.decisions.timeouts import may_settle, settlements
from engine.game.phases import Lobby, Over
from engine.game.state import GameState, Person, Standing, member_seats
from engine.game.views import table_view
from engine.model.rules import OnLeave


async def claim(request: Request, game: str, turn: int | None = None) -> Message:
    """Say that one no longer waits for the player on turn, or be asked how the game goes on if it is time."""
    state, gone = await request.state(game), await gone_from(request, game)
    person = request.person.id
    if settlements(state, person) and may_settle(state, gone):
        return settle_message(game, table_view(state), person, request.texts, gone=not may_settle(state))
    return await do(request, game, cmd.Claim(person, turn))


async def settle(request: Request, game: str, turn: int, how: cmd.Settlement) -> Message:
    """Decide how a claimed game goes on."""
    gone, moderator = await gone_from(request, game), await request.moderates(game)
    return await do(request, game, cmd.Settle(request.person.id, how, turn, gone, moderator))


REMOVE_ASK: Final = Action("remove_ask", OfGame, Right.DIRECTOR)
REMOVE_YES: Final = Action("remove_yes", OfHolder, Right.DIRECTOR)

NEW = "new"
"""Says that a seat is handed over with new tiles, without asking its player."""


async def join(request: Request, game: str, code: str = "") -> Message:  # noqa: ARG001 - the gate reads the code
    """Take a seat: in a lobby a new one; in a running game the player's own, or one that someone has left.

    A game that lives elsewhere is shown here from now on, even if the person already has a seat.
    """
    state = await request.state(game)
    seat = None if isinstance(state.phase, Lobby | Over) else vacant_seat(state, request.person)
    command: cmd.Command = cmd.Join(request.person)
    if seat is not None:
        command = cmd.TakeSeat(_who_returns(state, seat, request), seat, request.person.id)
    try:
        applied = await submit(request, game, command)
    except AlreadySeated:
        await show_here(request, game)
        raise
    await show_here(request, game)
    return told(request, applied)


def vacant_seat(state: GameState, person: Person) -> int | None:
    """The seat that a person may take in a running game: their own first, else one that was left.

    In one from a record, that is the seat with their name, else the first that nobody has taken.
    """
    kept = state.seat_kept_for(person.id)
    if kept is not None or state.seats_of(person.id):
        return kept
    free = [number for number, seat in enumerate(state.seats) if is_vacant(seat)]
    named = (number for number in free if key_of(state.seats[number].player.name) == key_of(person.name))
    if free:
        return next(named, free[0])
    left = (number for number, seat in enumerate(state.seats) if seat.standing is Standing.LEFT and seat.owner)
    return next(left, None)


async def take(request: Request, game: str, seat: int) -> Message:
    """Take a seat of a record that is still free, and agree by it to go on. Raises `SeatNotFree`."""
    state = await request.state(game)
    if seat >= len(state.seats) or not is_vacant(state.seats[seat]):
        raise SeatNotFree(seat)
    return await do(request, game, cmd.TakeSeat(request.person, seat, request.person.id))


async def take_back(request: Request, game: str) -> Message:
    """Take back a seat that a computer player keeps."""
    state = await request.state(game)
    kept = state.seat_kept_for(request.person.id)
    if kept is None:
        raise NotSeated
    return await do(request, game, cmd.TakeSeat(_who_returns(state, kept, request), kept, request.person.id))


def _who_returns(state: GameState, seat: int, request: Request) -> Person:
    """Who takes a seat: the asker, or the guest whose seat it was."""
    owner = state.seats[seat].owner
    return owner if owner and owner.is_guest and owner.member == request.person.id else request.person


async def add_guest(request: Request, game: str, name: str) -> Message:
    """Seat a guest who plays on the asker's screen."""
    return await do(request, game, cmd.AddGuest(request.person.id, guest_name(name, request.texts)))


async def hand_over(request: Request, game: str, player: str, person: discord.User, tiles: str = "") -> Message:
    """Let someone take over a seat, at the request of the host or a moderator, once that person agrees.

    They get its tiles if its holder has left or is the asker. If someone else holds it, the holder is asked first,
    unless `tiles` is `NEW`: then new tiles are drawn. Raises `NoSeatForBots`, `NotOffered` and what the game refuses.
    """
    heir = person_of(person)
    if person.bot:
        raise NoSeatForBots(heir.name)
    if tiles not in ("", NEW):
        raise NotOffered("tiles", tiles, (NEW,))
    heir = replace(heir, by_ear=(await request.services.people.person(heir.id)).text_board)
    state = await request.state(game)
    number, moderator = read_seat(state, player), await request.moderates(game)
    return await do(request, game, cmd.OfferSeat(heir, number, request.person.id, moderator, new_tiles=tiles == NEW))


async def give_seat(request: Request, game: str, number: int) -> Message:
    """Agree to an offer, by its number: to give up a seat, or to take it over."""
    return await do(request, game, cmd.AgreeToOffer(request.person.id, number))


async def ask_whom(request: Request, game: str) -> Message:
    """Ask which player to remove."""
    view = table_view(await request.state(game))
    cast = cast_of(view, str)
    seats = [number for number, seat in enumerate(view.seats) if seat.in_play][:MOST_OPTIONS]
    options = tuple(Option(shortened(cast.name(number), MOST_ABOUT), str(number + 1)) for number in seats)
    question, hint = removed_who(bold(game_title(view, request.texts)), request.texts)
    return Message((Text(question), Menu(REMOVE_ASK.id(game), hint, options)))


async def ask_remove(request: Request, game: str, player: str) -> Message:
    """Ask whether the asker really wants to remove a player, and say what comes of it."""
    state = await request.state(game)
    view, number = table_view(state), read_seat(state, player)
    cast, people = cast_of(view), member_seats(state).keys()
    plays = request.person.id in people
    gives_up = state.counts and plays and len(people - {request.person.id}) == 1
    title = bold(game_title(view, request.texts))
    question, yes = removing(cast.name(number), title, request.texts, gives_up=gives_up)
    if not isinstance(state.phase, Lobby) and state.counts and not gives_up:
        question += " " + _comes_of(state, number, cast, request.texts)
    holder = state.seats[number].player
    member = Long(int(holder.member)) if isinstance(holder, Person) else COMPUTER
    return ask(question, yes, REMOVE_YES.id(game, number, member), request.texts)


def _comes_of(state: GameState, number: int, cast: SeatNames, texts: Texts) -> str:
    """What happens if somebody who does not play against them alone removes a player."""
    left = [seat for seat, one in enumerate(state.seats) if one.in_play and seat != number]
    people = any(state.seats[seat].is_human for seat in left)
    takes_over = state.rules.on_leave is OnLeave.COMPUTER and people and state.seats[number].is_human
    ends = state.rules.on_leave is OnLeave.STOP or len(left) < 2 or not people
    winner = cast.name(left[0]) if len(left) == 1 else None
    return removal_text(cast.name(number), winner, texts, takes_over=takes_over, ends=ends)


async def remove(request: Request, game: str, seat: int, member: int) -> Message:
    """Remove a player from the game. Raises `HasLeft` if someone else holds the seat now."""
    meant = None if not member else "" if member == COMPUTER else str(member)
    moderator = await request.moderates(game)
    return await do(request, game, cmd.RemoveSeat(request.person.id, seat, moderator, meant))


def read_seat(state: GameState, typed: str) -> int:
    """The seat meant by a number, counted from 1, or by a name. Raises `NoSuchPlayer` and `NoSuchSeat`."""
    cast = cast_of(table_view(state), str)
    text = typed.strip()
    if text.isdecimal():
        number = int(text) - 1
        if number not in range(len(state.seats)):
            raise NoSuchSeat(number)
        return number
    found = [
        number
        for number, name in enumerate(cast.names)
        if key_of(text) in (key_of(name), key_of(f"{number + 1}. {name}"))
    ]
    if not found:
        raise NoSuchPlayer(text, cast.names)
    return found[0]


_PLAYER = CommandOption(_("The player's name, or the number of the seat"), choices.seats)
_SEAT = group(
    "seat",
    _("Who plays: computer players, guests, and seats that change hands"),
    slash(
        lobby.add_computer,
        _("Add a computer player"),
        Right.ARRANGER,
        Right.COMPUTERS,
        name="computer",
        options={"level": _(f"How strong it is, from {choices.LEVEL_BOUNDS}")},
    ),
    slash(
        add_guest,
        _("Add a guest who plays at your screen, with a rack of their own"),
        Right.PLAYER,
        name="guest",
        options={"name": _("Their name")},
    ),
    slash(
        hand_over,
        _("Let someone take over a seat; for the host and moderators"),
        Right.DIRECTOR,
        name="give",
        options={
            "player": _PLAYER,
            "person": _("Who should take over"),
            "tiles": CommandOption(
                _("New tiles, without asking the player; by default the player's own, if the player agrees"),
                choices=[Choice(name=_("new"), value=NEW)],
            ),
        },
    ),
    slash(
        ask_remove,
        _("Remove a player from the game; for the host and moderators"),
        Right.DIRECTOR,
        name="remove",
        options={"player": _PLAYER},
    ),
)

FRONT = Front(
    commands=(
        UNDER_GAME(
            _SEAT,
            slash(
                claim,
                _("Stop waiting for a player who has not moved for a long time, or has left"),
                Right.PLAYER,
            ),
        ),
    ),
    buttons=(
        answers(Actions.JOIN, join),
        answers(Actions.TAKE, take),
        answers(Actions.TAKE_BACK, take_back),
        answers(Actions.GIVE_SEAT, give_seat),
        answers(Actions.CLAIM, claim),
        edits(Actions.SETTLE_COMPUTER, partial(settle, how=Settlement.COMPUTER)),
        edits(Actions.SETTLE_WIN, partial(settle, how=Settlement.WIN)),
        edits(Actions.SETTLE_END, partial(settle, how=Settlement.END)),
        answers(Actions.REMOVE, ask_whom),
        with_press(REMOVE_ASK, lambda request, press, game: ask_remove(request, game, press.value)),
        edits(REMOVE_YES, remove),
    ),
)
