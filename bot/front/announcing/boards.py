"""What the places of a game see of it: the board after each turn, and the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial

from bot.front.announcing.news import news_for_player, news_of
from bot.front.announcing.recipients import Recipients
from bot.front.board.end_messages import end_in_words, end_message
from bot.front.board.messages import board_message
from bot.front.board.racks import own_order
from bot.front.board.scenes import standing_moves
from bot.front.components.message import Message
from bot.front.interaction.hooks import AtEnd
from bot.front.posting.composers import Announcement, Composer
from bot.model.deliveries import DeliveryKind, TargetKind
from bot.model.profiles import Notify
from bot.store.people import PeopleStore
from bot.text.tiles import rack_alt
from engine.game.events import SeatLeft
from engine.game.state import GameState
from engine.game.views import seat_view
from engine.model.rules import DrawTiles
from engine.model.tiles import KnownRack


def board_composers(
    people: PeopleStore, recipients: Recipients, at_end: Iterable[AtEnd] = ()
) -> Mapping[DeliveryKind, Composer]:
    """The composers of boards. `at_end` make further buttons for the end."""
    return {
        DeliveryKind.BOARD: Composer(partial(_board, people, recipients), _is_edited),
        DeliveryKind.END: Composer(partial(_end, recipients, at_end)),
    }


def _is_edited(told: Announcement) -> bool:
    return told.state.is_demonstration or is_living(told)


def is_living(told: Announcement) -> bool:
    """Whether a channel wants one board for each game, with a line for each move."""
    channel = told.context.channel
    return told.delivery.kind is DeliveryKind.BOARD and channel is not None and channel.living


# --- the board --------------------------------------------------------------------------------------------------------


async def _board(people: PeopleStore, recipients: Recipients, told: Announcement) -> Message:
    """The board of a channel, or of someone's direct messages: with the rack for a player who wants text only."""
    member, since = await recipients.only_reader(told.delivery.target, told.context), news_of(told)
    shown = board_message(
        told.game,
        told.view,
        since,
        told.texts,
        explained=not told.context.knows_moves,
        member=member,
        rack=await _rack_in_words(people, told, member) if member else "",
        moves=standing_moves(since, told.events),
    )
    return await told.calling(shown) if member is None else _calling_reader(shown, told, member)


async def _rack_in_words(people: PeopleStore, told: Announcement, member: str) -> str:
    """The tiles of the reader of a private board, empty if that does not say them."""
    seat = told.state.seat_of(member)
    if seat is None or not has_rack_on_board(told, member):
        return ""
    own = seat_view(told.state, seat)
    assert isinstance(own.rack, KnownRack)
    return rack_alt(own.rack, await own_order(people, told.game, own), told.texts)


def _calling_reader(shown: Message, told: Announcement, member: str) -> Message:
    """A private board, which mentions its reader unless that person wants silence."""
    people = told.context.people
    called = shown.mentions if member in people and people[member].notify != Notify.SILENT else ()
    silent = told.is_quiet or (bool(told.state.seats_of(member)) and not called)
    return replace(shown, mentions=called, silent=silent)


def has_rack_on_board(told: Announcement, person: str) -> bool:
    """Whether a private board says its reader's tiles, so that no other message has to.

    The first rack of someone alone with computer players is in the answer to Start.
    """
    state = told.state
    seat = state.seat_of(person)
    if seat is None or len(state.seats_of(person)) > 1 or not isinstance(state.seats[seat].rack, KnownRack):
        return False
    by_hand = state.rules.tabletop or state.rules.draw_tiles is DrawTiles.MANUAL
    return told.context.people[person].text_board and not by_hand and not was_told_at_start(state)


def was_told_at_start(state: GameState) -> bool:
    """Whether someone alone with computer players has just been told the first rack, in the answer to Start."""
    return is_alone(state) and state.latest is None and state.board.is_empty and state.turn == 1


def is_alone(state: GameState) -> bool:
    """Whether one person plays with computer players."""
    return sum(seat.is_human for seat in state.seats) == 1


# --- the end ----------------------------------------------------------------------------------------------------------


async def _end(recipients: Recipients, at_end: Iterable[AtEnd], told: Announcement) -> Message | None:
    """The end; None for a person who both plays and watches and has already been shown it."""
    if told.delivery.target.kind is TargetKind.PERSON:
        if any(post.kind is DeliveryKind.END and post.sequence == told.delivery.upto for post in told.posts):
            return None
        if told.delivery.target not in told.context.game.targets:
            return await _end_in_words(recipients, at_end, told)
    return end_message(told.game, told.view, told.events, told.texts, news_of(told), at_end)


async def _end_in_words(recipients: Recipients, at_end: Iterable[AtEnd], told: Announcement) -> Message | None:
    """The end of the game for someone who plays by direct messages in words; None if it is shown there anyway."""
    person = str(told.delivery.target.id)
    own = told.state.seats_of(person)
    if not own or await recipients.sees_board(told.context.people[person], told.context):
        return None
    since = [event for event in news_for_player(told, own) if not isinstance(event, SeatLeft)]  # the result says it
    return end_in_words(told.game, told.view, told.events, told.texts, since, at_end)
