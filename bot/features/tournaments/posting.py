"""Opens the games of tournaments in threads, and posts their messages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.features.tournaments.messages import called_message, list_message, pairs_message, standings_message
from bot.features.tournaments.results import absent, result_of
from bot.features.tournaments.text import thread_name
from bot.features.tournaments.values import Board, Entrant, Result, Tournament
from bot.front.components.message import Message
from bot.front.components.pictures import Pictures, style_of
from bot.front.lobby.threads import new_thread, own_thread
from bot.front.posting.discord_errors import FORBIDDEN, UNKNOWN_MESSAGE, refusals
from bot.front.posting.mailbox import Mailbox
from bot.front.speech.languages import public_texts
from bot.model.deliveries import DeliveryKind, Post, Target, TargetKind
from bot.model.errors import NoThreadsHere
from bot.model.games import Cause, Place
from bot.service.games import Games
from bot.service.ports import Clock, PermanentRefusal
from bot.service.themes import Themes
from bot.store.people import PeopleStore
from bot.text import Texts
from engine.errors import EngineError
from engine.game.commands import Resign, Start
from engine.game.state import Person
from engine.model.rules import FirstPlayer

INSTALLATION_LETTERS = 10
"""With these of the installation's id, the numbers of a tournament, a round and a board fit into a nonce."""


LOST_DIGITS = 10**6
"""The last digits of a deleted message's id are in the nonce of the one in its place."""


class DiscordVenue:
    """Implements `Venue` of `rounds`. `mailbox` returns the mailbox of the client connected now."""

    def __init__(
        self,
        games: Games,
        mailbox: Callable[[], Mailbox],
        people: PeopleStore,
        pictures: Pictures,
        themes: Themes,
        clock: Clock,
        installation: str,
    ) -> None:
        self._games = games
        self._mailbox = mailbox
        self._people = people
        self._pictures = pictures
        self._themes = themes
        self._clock = clock
        self._installation = installation[:INSTALLATION_LETTERS]

    # --- games --------------------------------------------------------------------------------------------------------

    async def open(self, tournament: Tournament, board: Board) -> str:
        """Open a board's game in a thread and call its players there. Raises as the protocol says."""
        texts = await self._texts(tournament)
        request = request_id(tournament, board)
        game = await self._games.changed_by(request) or await self._open(tournament, board, request, texts)
        if board.second is None:
            start, now = Start(tournament.entrant(board.first).person), self._clock.now()
            await self._games.submit(game, start, Cause(f"{request}/start", now, now))
        thread = Target(TargetKind.CHANNEL, (await self._games.summary(game)).place.channel_id)
        await self._post(thread, called_message(tournament, board, texts), f"g{board.round}.{board.board}", tournament)
        return game

    async def _open(self, one: Tournament, board: Board, request: str, texts: Texts) -> str:
        first, *others = (_person(one.entrant(number)) for number in board.players)
        opponent = others[0] if others else None
        levels = () if others or one.plan.level is None else (one.plan.level,)
        rules = replace(one.setup.rules, first_player=FirstPlayer.HOST, players=2)
        now, place = self._clock.now(), await self._thread(one, thread_name(one, board, texts))
        kept = replace(await self._people.channel(one.channel), id=place.channel_id)
        await self._people.change_channel(place.channel_id, lambda _: kept)
        setup, cause = replace(one.setup, rules=rules), Cause(request, now, now)
        return (await self._games.open(place, first, setup, cause, levels, opponent=opponent)).game

    async def _thread(self, one: Tournament, name: str) -> Place:
        """A thread of that name: one that an earlier attempt has left without a game, else a new one."""
        with refusals():
            channel = await self._mailbox().find_text_channel(one.channel)
        if channel is None:
            raise NoThreadsHere
        left = own_thread(channel, name)
        if left is None or await self._games.in_channel(left.id) is not None:
            left = await new_thread(channel, name)
        return Place(one.server, left.id, channel.id)

    async def result(self, tournament: Tournament, board: Board) -> Result | None:
        """How a board's game has ended; who does not come resigns."""
        assert board.game is not None
        state, now = await self._games.load(board.game), self._clock.now()
        late = absent(state, now, tournament.plan.grace)
        player = None if late is None else state.seats[late].player
        if isinstance(player, Person):
            cause = Cause(request_id(tournament, board) + "/forfeit", now, now)
            try:
                state = (await self._games.submit(board.game, Resign(player.id, turn=state.turn), cause)).state
            except EngineError:  # a move came first
                return None
        return result_of(state)

    # --- messages -----------------------------------------------------------------------------------------------------

    async def show(self, tournament: Tournament) -> int:
        """Show a tournament with its players. Raises as the protocol says."""
        message = list_message(tournament, await self._texts(tournament))
        target = Target(TargetKind.CHANNEL, tournament.channel)
        if tournament.message is not None:
            post = Post(tournament.message, tournament.channel, "", target, DeliveryKind.NOTICE, 0)
            try:
                with refusals():
                    return (await self._mailbox().change(post, message, [])).message_id
            except PermanentRefusal as refusal:
                if refusal.code != UNKNOWN_MESSAGE:
                    raise
        return await self._post(target, message, f"l{(tournament.message or 0) % LOST_DIGITS}", tournament)

    async def post_pairs(self, tournament: Tournament) -> None:
        """Post the pairs of the round. Raises as the protocol says."""
        message = pairs_message(tournament, tournament.begun, await self._texts(tournament))
        await self._post(_home(tournament), message, f"p{tournament.begun}", tournament)

    async def post_standings(self, tournament: Tournament) -> None:
        """Post the standings after the round. Raises as the protocol says."""
        message = standings_message(tournament, await self._texts(tournament))
        await self._post(_home(tournament), message, f"s{tournament.begun}", tournament)

    async def _post(self, target: Target, message: Message, name: str, one: Tournament) -> int:
        """Post a message unless an earlier attempt did; without its pictures where these are not allowed."""
        nonce = f"t{self._installation}{one.number}{name}"
        with refusals():
            if sent := await self._mailbox().find(target, nonce):
                return sent.message_id
        if not self._mailbox().may_attach(target):
            message = message.in_words()
        try:
            return await self._put(target, message, nonce)
        except PermanentRefusal as refusal:
            if refusal.code != FORBIDDEN or not message.images:
                raise
            return await self._put(target, message.in_words(), nonce)

    async def _put(self, target: Target, message: Message, nonce: str) -> int:
        files = await self._pictures.files(message, await style_of(await self._people.channel(target.id), self._themes))
        with refusals():
            return (await self._mailbox().post(target, message, files, nonce)).message_id

    async def _texts(self, one: Tournament) -> Texts:
        looks = await self._people.channel(one.channel)
        return public_texts(None, looks, await self._people.server(one.server))


def request_id(tournament: Tournament, board: Board) -> str:
    """The id of the request that opens a board's game."""
    return f"tournament/{tournament.number}/{board.round}/{board.board}"


def _home(tournament: Tournament) -> Target:
    return Target(TargetKind.CHANNEL, tournament.channel)


def _person(entrant: Entrant) -> Person:
    return Person(entrant.person, entrant.name, by_ear=entrant.by_ear)
