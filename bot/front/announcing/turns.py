"""What players are told alone: that it is their turn, and their tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.front.announcing.boards import has_rack_on_board, is_alone, was_told_at_start
from bot.front.announcing.news import news_for_player
from bot.front.announcing.recipients import Recipients
from bot.front.board.racks import own_order, rack_message
from bot.front.board.scenes import standing_moves
from bot.front.board.turn_messages import turn_in_words, turn_message
from bot.front.components.message import Message
from bot.front.posting.composers import Announcement, Composer
from bot.front.posting.game_links import GameLink, GameLinks, in_channel
from bot.model.deliveries import DeliveryKind
from bot.service.games import Games
from bot.store.people import PeopleStore
from engine.game.events import Event
from engine.game.state import GameState
from engine.game.views import seat_view
from engine.model.tiles import KnownRack


def turn_composers(
    games: Games, people: PeopleStore, links: GameLinks, recipients: Recipients
) -> Mapping[DeliveryKind, Composer]:
    """The composers of what one player is told."""
    told = _Turns(games, people, links, recipients)
    return {DeliveryKind.TURN: Composer(told.turn), DeliveryKind.RACK: Composer(told.rack)}


@dataclass(frozen=True, slots=True)
class _Turns:
    games: Games
    people: PeopleStore
    links: GameLinks
    recipients: Recipients

    async def turn(self, told: Announcement) -> Message | None:
        """The board for the person whose turn it is; for people who want no pictures, a few sentences with the rack.

        It also goes to someone whose play was challenged, and to someone whose turn an undo has ended.
        """
        person = str(told.delivery.target.id)
        own = told.state.seats_of(person)
        if not own or not await self._is_called(told, person):
            return None
        where = await self._channel(told, person)
        since, explained = news_for_player(told, own), not told.context.knows_moves
        if told.context.people[person].text_board:
            return await self._turn_in_words(told, own, since, where)
        return turn_message(
            told.game,
            told.view,
            since,
            told.texts,
            person=person,
            explained=explained,
            moves=standing_moves(since, told.events),
            **where,
        )

    async def _is_called(self, told: Announcement, person: str) -> bool:
        """Whether a person wants a direct message for this turn, and it is still their turn."""
        profile = told.context.people[person]
        if not profile.is_called_directly or await self.recipients.sees_board(profile, told.context):
            return False
        now = await self.games.load(told.game, told.context.game.summary)
        return now.turn == told.state.turn and now.on_turn == told.state.on_turn

    async def _turn_in_words(
        self, told: Announcement, own: Sequence[int], since: Sequence[Event], where: GameLink
    ) -> Message:
        seat = told.state.on_turn if told.state.on_turn in own else own[0]
        assert seat is not None
        view, explained = seat_view(told.state, seat), not told.context.knows_moves
        is_secret = isinstance(view.rack, KnownRack) and len(own) == 1
        tiles = await own_order(self.people, told.game, view) if is_secret else ()
        return turn_in_words(told.game, view, since, told.texts, tiles=tiles, explained=explained, **where)

    async def rack(self, told: Announcement) -> Message | None:
        """A player's tiles; None if another message shows them, or if others see the screen too."""
        state, reader = told.state, told.context.people[str(told.delivery.target.id)]
        seat = state.seat_of(reader.id)
        if seat is None or len(state.seats_of(reader.id)) > 1:
            return None
        is_told = was_told_at_start(state) or _is_opened_by_computer(state) or has_rack_on_board(told, reader.id)
        if is_told and await self.recipients.sees_board(reader, told.context):
            return None
        if reader.text_board and reader.is_called_directly and state.on_turn == seat:
            return None  # the turn message shows it
        # It follows the player's own move, when there is nothing to do, so it makes no sound. Its board is the newest.
        now = await self.games.load(told.game, told.context.game.summary)
        view = seat_view(now if now.seat_of(reader.id) == seat and now.seats[seat].in_play else state, seat)
        is_known, order = isinstance(view.rack, KnownRack), told.context.rack_order
        tiles = await own_order(self.people, told.game, view, order) if is_known else None
        where = await self._channel(told, reader.id)
        return replace(rack_message(told.game, view, told.texts, tiles=tiles, lasting=True, **where), silent=True)

    async def _channel(self, told: Announcement, person: str) -> GameLink:
        return in_channel(await self.links.to(told.game, person, told.context.game))


def _is_opened_by_computer(state: GameState) -> bool:
    """Whether a computer player has made the first move against someone alone, whom the answer to Start shows it."""
    latest = state.latest
    return is_alone(state) and state.turn == 2 and latest is not None and not state.seats[latest.seat].is_human
