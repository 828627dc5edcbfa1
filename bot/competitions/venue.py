"""Where competitions take place: a channel with their messages, and a thread for each game."""

from __future__ import annotations

import asyncio
import logging
from abc import abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, TypeVar

from bot.competitions.results import PairedResult, result_of
from bot.competitions.text import directs_text, gone_text, late_text, moved_text
from bot.competitions.values import Competition
from bot.front.components.message import Message, Text, say
from bot.front.posting.composers import Announcement
from bot.front.posting.discord_errors import refusals
from bot.front.posting.mailbox import Mailbox
from bot.front.posting.poster import Poster
from bot.front.posting.threads import new_thread, own_thread
from bot.front.speech import private_texts
from bot.model.deliveries import DeliveryKind
from bot.model.errors import NoThreadsHere
from bot.model.games import Cause, Place
from bot.service.games import Games
from bot.service.opening import new_game
from bot.service.ports import UNKNOWN_CHANNEL, Clock, PermanentRefusal, TransientFailure
from bot.store.people import PeopleStore
from bot.text import Texts
from engine.errors import EngineError
from engine.game.commands import End
from engine.game.phases import Over
from engine.game.state import GameState, Person, Setup, Standing, has_played
from engine.model.rules import FirstPlayer

ASKED_AT_ONCE = 8
"""People about whom Discord is asked at the same time."""


LOG = logging.getLogger(__name__)
MOST_TRIED = 3
"""In how many threads a game is opened, if one after the other is deleted before its players are called."""

C = TypeVar("C", bound=Competition)
P = TypeVar("P")


class CompetitionVenue(Generic[C, P]):
    """Where the competitions of a kind take place; each game belongs to a fixture or board.

    `mailbox` returns the mailbox of the client connected now. All methods raise `PermanentRefusal`, `TransientFailure`
    and refusals.
    """

    kind: ClassVar[str]

    def __init__(
        self, games: Games, mailbox: Callable[[], Mailbox], people: PeopleStore, poster: Poster, clock: Clock
    ) -> None:
        self._games = games
        self._mailbox = mailbox
        self._people = people
        self._poster = poster
        self._clock = clock

    async def open(self, one: C, place: P) -> str:
        """Open a game in a thread and call its players there, unless an earlier attempt did; returns its id."""
        return await self._open_in_thread(one, place, 1)

    async def game_of(self, one: C, place: P) -> str | None:
        """The game that has been opened last for a fixture or board, even if its players have not been called yet."""
        found = [await self._games.changed_by(self._attempt(one, place, number)) for number in range(1, MOST_TRIED + 1)]
        return next((game for game in reversed(found) if game), None)

    def _attempt(self, one: C, place: P, attempt: int) -> str:
        return self._request(one, place) + (f"/again/{attempt}" if attempt > 1 else "")

    async def _open_in_thread(self, one: C, place: P, attempt: int) -> str:
        request, texts = self._attempt(one, place, attempt), await self._texts(one)
        game = await self._open(one, place, request, texts)
        thread = (await self._games.summary(game)).place.channel_id
        try:
            await self._poster.post(thread, self._call(one, place, texts), f"{request}/called")
        except PermanentRefusal as refusal:
            if refusal.code != UNKNOWN_CHANNEL:
                raise
            LOG.info("the thread of a game of %s %s is gone", self.kind, one.number)
            await self._end(game, f"{request}/lost")
            if attempt == MOST_TRIED:
                raise
            return await self._open_in_thread(one, place, attempt + 1)
        return game

    @abstractmethod
    async def show(self, one: C) -> int:
        """Show one with those who take part in its message, which is posted if there is none; returns its id."""

    @abstractmethod
    async def _open(self, one: C, place: P, request: str, texts: Texts) -> str:
        """Open a game in a thread of its own, unless an earlier attempt with this request did."""

    async def _open_game(
        self,
        one: C,
        setup: Setup,
        request: str,
        first: Person,
        opponent: Person | None,
        levels: tuple[int, ...] = (),
        *,
        free: bool = False,
    ) -> str:
        """Open a game in a thread with its name, unless an earlier attempt with this request did; returns its id.

        `first` begins. The thread has the channel's settings. `free` as in `new_game`.
        """
        if game := await self._games.changed_by(request):
            return game
        where = await self._new_thread(one, setup.name)
        kept = replace(await self._people.channel(one.channel), id=where.channel_id)
        await self._people.change_channel(where.channel_id, lambda _: kept)
        setup = replace(setup, rules=replace(setup.rules, first_player=FirstPlayer.HOST, players=2))
        now = self._clock.now()
        cause = Cause(request, now, now)
        opened = await new_game(self._games, where, first, setup, cause, levels, opponent=opponent, free=free)
        return opened.game

    async def _new_thread(self, one: C, name: str) -> Place:
        """A thread of that name: one that an earlier attempt has left without a game, else a new one."""
        with refusals():
            channel = await self._mailbox().find_text_channel(one.channel)
        if channel is None:
            raise NoThreadsHere
        left = own_thread(channel, name)
        if left is None or await self._games.in_channel(left.id) is not None:
            left = await new_thread(channel, name)
        return Place(one.server, left.id, channel.id)

    @abstractmethod
    def _call(self, one: C, place: P, texts: Texts) -> Message:
        """Call the players of a game to its thread."""

    @abstractmethod
    def _request(self, one: C, place: P) -> str:
        """The id of the request that opens a game."""

    async def settle(self, one: C, place: P) -> None:
        """End a game whose result a director has set, if it goes on, and say so in its thread if that is there.

        Where its end says so itself, only a later result needs a message more.
        """
        request, texts = self._request(one, place), await self._texts(one)
        game, correction, told, end_says = self._correction(one, place, texts)
        game = game or await self._games.changed_by(request)
        if game is None:
            return
        key = f"{request}/settled/{correction}"
        ended = await self._end(game, key)
        if not (ended and end_says):
            people = self._call(one, place, texts).mentions
            await self._tell_players(one, game, told, key, people)

    async def _tell_players(self, one: C, game: str, told: str, key: str, people: Sequence[str] = ()) -> None:
        """Say something in a game's thread if that is there, unless an earlier attempt did; `people` are mentioned."""
        thread = (await self._games.summary(game)).place.channel_id
        words = " ".join((*(f"<@{person}>" for person in people), told))
        try:
            await self._poster.post(thread, Message((Text(words),), tuple(people)), key)
        except PermanentRefusal as refusal:
            LOG.info("the players of a game of %s %s cannot be told: %s", self.kind, one.number, refusal.code)

    async def move(self, one: C, place: P, game: str, lost: int) -> None:
        """Let a game whose thread is `lost` go on in a new one, and call its players there."""
        request, texts = f"{self._request(one, place)}/moved/{lost}", await self._texts(one)
        if await self._games.changed_by(request) is None:
            now = self._clock.now()
            thread = await self._new_thread(one, self._thread(one, place, texts))
            await self._games.move(game, thread, Cause(request, now, now))
        where = (await self._games.summary(game)).place
        people = self._call(one, place, texts).mentions
        told = Message((Text(moved_text(people, texts)),), mentions=people)
        await self._poster.post(where.channel_id, told, f"{request}/called")

    @abstractmethod
    def _thread(self, one: C, place: P, texts: Texts) -> str:
        """The name of a game's thread."""

    @abstractmethod
    def _correction(self, one: C, place: P, texts: Texts) -> tuple[str | None, int | None, str, bool]:
        """The game of a fixture or board, which correction its result is, and that result in words.

        The last one is whether the game's end says the same, whenever it is sent.
        """

    async def _end(self, game: str, request: str) -> bool:
        """End a game from outside; False if something else has ended it already."""
        now = self._clock.now()
        try:
            return bool((await self._games.submit(game, End("", moderator=True), Cause(request, now, now))).events)
        except EngineError:
            return False

    async def gone(self, one: C, people: Sequence[str]) -> frozenset[str]:
        """Those of some people who are not in the server any more."""
        gate = asyncio.Semaphore(ASKED_AT_ONCE)

        async def is_gone(person: str) -> bool:
            async with gate:
                with refusals(), suppress(LookupError):  # a server that is unknown now tells nothing
                    return await self._mailbox().member(one.server, int(person)) is None
                return False

        found = await asyncio.gather(*map(is_gone, people))
        return frozenset(person for person, left in zip(people, found, strict=True) if left)

    async def tell_gone(self, one: C, people: Sequence[str]) -> None:
        """Tell the director of one who has left the server."""
        told = gone_text(one.directed_by, [one.name_of(person) for person in people], await self._texts(one))
        mark = "-".join(people)
        await self._post(one, Message((Text(told),), (one.directed_by,)), f"gone/{one.version}/{mark}")

    async def tell_director(self, one: C, named: Callable[[Texts], str], now: int) -> None:
        """Tell somebody else than its maker in a direct message that they direct a new one."""
        if one.director not in (None, one.maker):
            key = f"directs/{one.channel}/{now}"
            words = lambda texts: directs_text(named(texts), one.channel, texts)  # noqa: E731
            await self.tell_in_person(one.server, one.directed_by, words, key)

    async def tell_in_person(self, server: int, person: str, words: Callable[[Texts], str], key: str) -> None:
        """Tell somebody something in a direct message, if they take such messages."""
        with suppress(PermanentRefusal, TransientFailure):
            with refusals():
                channel = await self._mailbox().direct_channel(int(person))
            chosen = await self._people.server(server)
            texts = private_texts(await self._people.person(person), chosen.locale)
            await self._poster.post(channel, say(words(texts)), f"{self.kind}/{key}/{person}")

    # --- messages -----------------------------------------------------------------------------------------------------

    async def _texts(self, one: C) -> Texts:
        return await self._poster.texts(one.channel, one.server)

    async def _post(self, one: C, message: Message, name: str) -> int:
        return await self._poster.post(one.channel, message, self._key(one, name))

    def _key(self, one: C, name: str) -> str:
        return f"{self.kind}/{one.number}/{name}"

    async def _keep(self, one: C, known: int | None, message: Message, name: str) -> int:
        """Put a message in the place of a known one, or post it; one that was deleted is posted anew."""
        if known is not None and await self._poster.change(one.channel, known, message):
            return known
        return await self._post(one, message, f"{name}/{known}")


Counted = Callable[[tuple[str, str], PairedResult, Texts], str]
"""Tells how a game counts, by the names of its players; empty if that is what its end says."""


@dataclass(frozen=True, slots=True)
class ResultNotes:
    """Tells at the end of a game how it counts where it belongs, if it was given up, never begun or decided by a
    director: its end says that nobody has won, or names points that do not count.

    `of_game` finds the competition of a game, `directed` words what a director has set who ended the game by that;
    empty if it was not one, or if its players are told of it otherwise (`CompetitionVenue.settle`). `onward` tells what
    comes next for its players, if that is known.
    """

    of_game: Callable[[str], Awaitable[Competition | None]]
    words: Counted
    directed: Callable[[Any, Any, Texts], str] = lambda *_: ""
    onward: Callable[[Any, str, PairedResult, Texts], str] = lambda *_: ""

    async def note(self, told: Announcement) -> str:
        """How a game counts that is over."""
        one = await self.of_game(told.game) if told.delivery.kind is DeliveryKind.END else None
        result = result_of(told.state) if one else None
        if one is None or result is None:
            return ""
        if result.points is None:
            place = next((place for place in one.places if place.game == told.game), None)
            return self.directed(one, place, told.texts) if place and _ended_by_bot(told.state) else ""
        onward = self.onward(one, told.game, result, told.texts)
        if not result.forfeit:
            return onward
        seats = told.state.seats[:2]
        first, second = (seat.player.name for seat in seats)
        late = [seat.player.name for seat in seats if seat.standing is Standing.OUT_OF_TIME and not has_played(seat)]
        lines = [late_text(name, told.texts) for name in late]
        return "\n".join(filter(None, (*lines, self.words((first, second), result, told.texts), onward)))


def _ended_by_bot(state: GameState) -> bool:
    """Whether nobody has ended a game themselves: then `settle` tells what a director has set."""
    return isinstance(state.phase, Over) and not state.phase.by
