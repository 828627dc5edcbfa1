"""What moves are composed for and what people play besides games: a turn of a game, or what a feature has open."""

from __future__ import annotations

from abc import ABC, abstractmethod

from bot.front.components.message import Message
from bot.front.interaction.request import Request
from bot.model.errors import Forgotten
from bot.model.games import Draft, GamePhase, GameSummary, kind_of
from bot.service.ports import Judge
from bot.text import Texts
from engine.game.views import SeatView
from engine.model.tiles import Tile, Word
from engine.play.placement import Placement, ScoreSheet


class Composable(ABC):
    """A kind of subject: on which board and with which tiles a move is composed, and what **Play** does with it."""

    @abstractmethod
    async def view(self, request: Request, subject: str) -> SeatView:
        """The board and the tiles as the person may see them; the turn is that of new drafts.

        Raises the refusal for someone who may not compose a move there.
        """

    async def finder(self, request: Request, subject: str, view: SeatView) -> Judge | None:  # noqa: ARG002
        """What says which words count, to find where tiles fit; None where people should find that themselves."""
        return None

    @abstractmethod
    async def unknown(
        self, request: Request, subject: str, view: SeatView, placement: Placement, sheet: ScoreSheet
    ) -> tuple[Word, ...] | None:
        """The words of a move that do not count; None if that is secret before the move is played.

        Raises the refusal of a move that fits the board but may not be played, whatever its words are.
        """

    @abstractmethod
    async def play(self, request: Request, draft: Draft) -> Message:
        """Play the move of a draft."""

    @abstractmethod
    async def label(self, request: Request, subject: str) -> str:
        """The person's tiles, for above a field for words; empty if they are not to be shown."""

    @abstractmethod
    def title(self, view: SeatView, texts: Texts) -> str:
        """What the subject is called, without markdown."""

    @abstractmethod
    def play_label(self, texts: Texts) -> str:
        """The label of the button that plays the move."""

    @abstractmethod
    def moved_on(self, texts: Texts) -> str:
        """That the turn of the draft is over, above what is left of the composition."""

    def waiting(self, view: SeatView, texts: Texts) -> str:  # noqa: ARG002
        """Why the move cannot be played yet, for someone who begins to compose it; empty if it can."""
        return ""

    async def order(self, request: Request, subject: str, view: SeatView) -> tuple[Tile, ...]:  # noqa: ARG002
        """The tiles in the order in which the person keeps them."""
        return ()

    async def hold(self, request: Request, draft: Draft, view: SeatView) -> str:  # noqa: ARG002
        """Note that a move was composed in time; returns a sentence on what that permits, or an empty text."""
        return ""


class Activity(Composable):
    """Something other than a game. People find its subjects by where they are; games of theirs there come first."""

    @abstractmethod
    async def open(self, request: Request) -> tuple[str, ...]:
        """What waits for moves in the place of a request: in direct messages, all that the person takes part in."""

    @abstractmethod
    async def take(self, request: Request, subject: str, move: str) -> Message:
        """Take a move as somebody has typed it."""

    @abstractmethod
    async def shown(self, request: Request, subject: str, command: str) -> Message:
        """What a command of games shows instead, by its name; an empty name stands for a move that everyone can read.

        At least it says in a sentence how to make moves.
        """


def others(request: Request) -> tuple[Activity, ...]:
    """What moves are composed for beside games."""
    playables = request.services.hooks.front.playables
    return tuple(playable for playable in playables.values() if isinstance(playable, Activity))


def other_playable(request: Request, subject: str) -> Activity:
    """What a subject that is no game offers. Raises `Forgotten` if there is none."""
    playable = request.services.hooks.front.playables.get(kind_of(subject))
    if not isinstance(playable, Activity):
        raise Forgotten
    return playable


def playable_of(request: Request, subject: str) -> Composable:
    """What a subject offers to those who compose moves for it."""
    return request.services.hooks.front.playables[kind_of(subject)]


_STILL = (GamePhase.LOBBY, GamePhase.PAUSED, GamePhase.OVER)


async def open_elsewhere(request: Request) -> tuple[str, ...]:
    """What waits for moves here and is no game; for the person, in direct messages."""
    return tuple([subject for playable in others(request) for subject in await playable.open(request)])


async def taken_elsewhere(request: Request, move: str) -> Message | None:
    """What became of a move that something else than a game takes; None if it is for a game.

    In a channel, a game in which the person plays comes first; in a direct message, one in which it is their turn.
    """
    if request.game is not None or not others(request) or await _has_game(request):
        return None
    for subject in await open_elsewhere(request):
        return await other_playable(request, subject).take(request, subject, move)
    return None


async def shown_elsewhere(request: Request, command: str, *, seated: bool = False) -> Message | None:
    """What a command of games shows where no game is open; None if nothing else is either.

    Where only those with a seat could use it (`seated`), games of others do not count. An empty command stands for a
    move that was typed for everyone to read.
    """
    if request.game is not None or not others(request):
        return None
    if any(not seated or one.is_played_by(request.person.id) for one in await _open_games(request)):
        return None
    for subject in await open_elsewhere(request):
        return await other_playable(request, subject).shown(request, subject, command)
    return None


async def _open_games(request: Request) -> tuple[GameSummary, ...]:
    if request.place.guild_id is None:
        return await request.known.played_by(request.person.id)
    return await request.known.shown_in(request.place.channel_id)


async def _has_game(request: Request) -> bool:
    open_ = await _open_games(request)
    if request.place.guild_id is None:
        return any(one.on_turn == request.person.id for one in open_)
    return any(one.is_played_by(request.person.id) for one in open_ if one.phase not in _STILL)
