"""Where a tournament takes place: its messages and games in the channel, and what its director is told and asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from bot.competitions.results import BOTH_HAVE_MOVED, PairedResult, result_of
from bot.competitions.venue import CompetitionVenue
from bot.features.tournaments import text
from bot.features.tournaments.messages import (
    called_message,
    check_in_message,
    directors_message,
    let_in_button,
    list_message,
    pairs_message,
    standings_message,
    tie_buttons,
)
from bot.features.tournaments.text import InLanguage, directed_text, settled_game_text
from bot.front.board.scenes import BOARD_ACCENT
from bot.front.components.message import Button, Message, Text
from bot.model.games import Cause
from bot.model.ratings import Ladder
from bot.pairing.bracket import is_tie_break
from bot.pairing.text import game_title, heading
from bot.pairing.values import Entrant, Of, Pairing, Tournament
from bot.service.ports import PermanentRefusal
from bot.service.ratings import Ratings, ladder_of
from bot.text import Texts
from engine.errors import EngineError
from engine.game.clock import may_be_away
from engine.game.commands import Resign, Start
from engine.game.phases import Turn
from engine.game.state import GameState, Person
from engine.model.durations import MINUTE
from engine.model.rules import Rules


class DiscordTournamentVenue(CompetitionVenue[Tournament, Pairing]):
    """Where tournaments take place."""

    kind = "tournament"

    def __init__(self, *parts: Any, ratings: Ratings) -> None:
        super().__init__(*parts)
        self._ratings = ratings

    # --- games --------------------------------------------------------------------------------------------------------

    async def _open(self, one: Tournament, place: Pairing, request: str, texts: Texts) -> str:
        first, *others = (one.entrant(number).player for number in place.players)
        opponent = others[0] if others else None
        levels = () if others or one.plan.level is None else (one.plan.level,)
        rules = short(one.setup.rules) if is_tie_break(one, place) else one.setup.rules
        setup = replace(one.setup, name=game_title(one, place, texts), rules=rules)
        game = await self._open_game(one, setup, request, first, opponent, levels)
        if opponent is None:
            now = self._clock.now()
            await self._games.submit(game, Start(first.id), Cause(f"{request}/start", now, now))
        return game

    def _thread(self, one: Tournament, place: Pairing, texts: Texts) -> str:
        return game_title(one, place, texts)

    def _call(self, one: Tournament, place: Pairing, texts: Texts) -> Message:
        return called_message(one, place, texts)

    def _request(self, one: Tournament, place: Pairing) -> str:
        return self._key(one, f"{place.round}/{place.board}")

    def _correction(self, one: Tournament, place: Pairing, texts: Texts) -> tuple[str | None, int | None, str, bool]:
        end_says = bool(directed_text(one, place, texts))
        return place.game, place.correction, settled_game_text(one, place, texts), end_says

    async def result(self, tournament: Tournament, board: Pairing) -> PairedResult | None:
        """How a board's game has ended; who does not come loses it on time."""
        assert board.game is not None
        state, now = await self._games.load(board.game), self._clock.now()
        if absent(state, now, tournament.plan.grace) is not None:
            await self._games.reached(board.game)  # nobody is late while the bot cannot be reached
            state, now = await self._games.load(board.game), self._clock.now()
        late = absent(state, now, tournament.plan.grace)
        player = None if late is None else state.seats[late].player
        if isinstance(player, Person):
            cause = Cause(self._request(tournament, board) + "/forfeit", now, now)
            lost = Resign(player.id, turn=state.turn, by_time=True)
            try:
                state = (await self._games.submit(board.game, lost, cause)).state
            except EngineError:  # a move came first
                return None
        return result_of(state)

    async def late_at(self, tournament: Tournament, board: Pairing) -> int | None:
        """When a board's game will be decided for want of a first move, unless that comes."""
        assert board.game is not None
        return late_at(await self._games.load(board.game), tournament.plan.grace)

    async def forfeit(self, tournament: Tournament, board: Pairing, number: int) -> PairedResult | None:
        """Have a player give up a board's game; one that cannot be given up now, such as a paused one, is ended."""
        assert board.game is not None
        now, request = self._clock.now(), self._request(tournament, board) + "/gone"
        state = await self._games.load(board.game)
        with suppress(EngineError):  # it is over, or stands still
            cause = Cause(request, now, now)
            state = (await self._games.submit(board.game, Resign(tournament.entrant(number).person), cause)).state
        if result_of(state) is None:
            await self._end(board.game, f"{request}/end")
        others = [tournament.entrant(other).person for other in board.players if other != number]
        told = text.walkover_text(tournament.entrant(number).name, await self._texts(tournament))
        await self._tell_players(tournament, board.game, told, f"{request}/told", others)
        return result_of(state)

    async def ratings(self, tournament: Tournament) -> Mapping[str, int]:
        """The ratings of the players by their ids."""
        return await ratings_of(tournament, self._ratings)

    # --- messages -----------------------------------------------------------------------------------------------------

    async def call(self, tournament: Tournament) -> int:
        """Ask the players to check in."""
        message = check_in_message(tournament, await self._texts(tournament))
        return await self._post(tournament, message, "call")

    async def strip(self, tournament: Tournament, message: int) -> None:
        """Take the buttons off a message, if it is still there."""
        with suppress(PermanentRefusal):
            await self._poster.strip(tournament.channel, message)

    async def _tell_director(self, one: Tournament, told: str, name: str, *buttons: Button) -> int:
        return await self._post(one, directors_message(one, told, await self._texts(one), *buttons), name)

    async def ask_entry(self, tournament: Tournament, person: Person) -> None:
        """Ask the director whether somebody may still play, unless an earlier attempt did in this round."""
        texts = await self._texts(tournament)
        told, button = text.entry_text(person.name, texts), let_in_button(tournament, person.id, texts)
        await self._tell_director(tournament, told, f"entry/{tournament.begun}/{person.id}", button)

    async def tell_left(self, tournament: Tournament, entrant: Entrant) -> None:
        """Tell the director who has left the tournament."""
        told = text.gone_away_text(entrant.name, await self._texts(tournament))
        await self._tell_director(tournament, told, f"left/{tournament.version}/{entrant.person}")

    async def tell_entered(self, tournament: Tournament, person: Person, asked: int | None) -> None:
        """Tell somebody that they play from the next round, in place of the question, the message `asked`."""
        key = self._key(tournament, f"entry/{tournament.begun}/{person.id}")
        question = asked or await self._poster.find(tournament.channel, key)
        if question is not None:
            await self._poster.remove(tournament.channel, question)
        texts = await self._texts(tournament)
        told = (Text(heading(tournament, texts)), Text(text.let_in_text(person.id, texts)))
        message = Message(told, (person.id,), BOARD_ACCENT)
        await self._post(tournament, message, f"entered/{tournament.version}/{person.id}")

    async def tell_stalled(self, tournament: Tournament) -> int:
        """Tell the director that a knockout cannot go on as it is, unless an earlier attempt did."""
        told = text.stalled_text(tournament, await self._texts(tournament))
        return await self._tell_director(tournament, told, f"stalled/{tournament.begun}")

    async def tell_answer(self, tournament: Tournament, message: int, words: InLanguage) -> None:
        """Say in place of a question to the director how it was answered, for all who have read it."""
        texts = await self._texts(tournament)
        told = Message((Text(heading(tournament, texts)), Text(words(texts))), accent=BOARD_ACCENT)
        await self._poster.change(tournament.channel, message, told)

    async def tell_waiting(self, tournament: Tournament, boards: Sequence[Pairing]) -> int:
        """Tell the director for which games a round waits, unless an earlier attempt did."""
        told = text.waiting_text(tournament, boards, await self._texts(tournament))
        return await self._tell_director(tournament, told, f"waiting/{tournament.begun}")

    async def ask_tie(self, tournament: Tournament, board: Pairing) -> None:
        """Ask the director who plays on after a tie, unless an earlier attempt did."""
        texts = await self._texts(tournament)
        told, buttons = text.tie_text(tournament, board, texts), tie_buttons(tournament, board, texts)
        await self._tell_director(tournament, told, f"tie/{board.round}/{board.board}", *buttons)

    async def tell_postponed(self, tournament: Tournament) -> None:
        """Say that too few players have come, unless an earlier attempt did."""
        told = text.postponed_text(await self._texts(tournament))
        await self._tell_director(tournament, told, f"postponed/{tournament.plan.starts}")

    async def show(self, tournament: Tournament) -> int:
        """Show a tournament with its players."""
        message = list_message(tournament, await self._texts(tournament))
        return await self._keep(tournament, tournament.message, message, "list")

    async def show_pairs(self, tournament: Tournament, number: int) -> int:
        """Show the pairs of a round as they are now."""
        places = {
            board.board: (await self._games.summary(board.game)).place.channel_id
            for board in tournament.round(number)
            if board.game
        }
        message = pairs_message(tournament, number, await self._texts(tournament), places)
        return await self._show_sheet(tournament, Of.PAIRS, number, message)

    async def show_standings(self, tournament: Tournament, number: int) -> int:
        """Show the standings after a round; what follows is told only while no further one has begun."""
        goes_on, texts = number == tournament.begun, await self._texts(tournament)
        message = standings_message(tournament.after(number), texts, goes_on=goes_on)
        return await self._show_sheet(tournament, Of.STANDINGS, number, message)

    async def _show_sheet(self, one: Tournament, of: Of, number: int, message: Message) -> int:
        known = one.sheet(of, number)
        return await self._keep(one, known.message if known else None, message, f"{of.value}/{number}")


SHORT = 5 * MINUTE
"""Each player's time in a game that breaks a tie."""


def late_at(state: GameState, grace: int | None) -> int | None:
    """When the person on turn has had the time for a first move; None if nobody owes one, or is away."""
    phase = state.phase
    if grace is None or not isinstance(phase, Turn) or phase.stopped is not None or state.turn >= BOTH_HAVE_MOVED:
        return None
    return phase.since + grace if state.seats[phase.seat].is_human else None


def absent(state: GameState, now: int, grace: int | None) -> int | None:
    """The seat that has not made its first move within the time for that; None if there is none, or it is away."""
    at = late_at(state, grace)
    return state.on_turn if at is not None and at <= now else None


def short(rules: Rules) -> Rules:
    """The rules of a game that breaks a tie: a short clock, unless players take hours or days for a turn."""
    if may_be_away(rules):
        return rules
    return replace(rules, turn_clock=None, time_bank=None, game_clock=SHORT, increment=None, overtime_limit=MINUTE)


def ladder_of_games(one: Tournament) -> Ladder:
    """Where its games count, and which ratings its players need."""
    return ladder_of(one.server, one.setup.variant.language, one.setup.rules)


async def ratings_of(one: Tournament, ratings: Ratings) -> dict[str, int]:
    """The ratings of the players who have any that is not provisional, by their ids."""
    return await ratings.settled(ladder_of_games(one), [entrant.person for entrant in one.active])
