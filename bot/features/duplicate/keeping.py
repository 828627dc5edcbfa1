"""Which answers to a round are kept."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.features.duplicate.refusals import DuplicateFull, LeftRound, RoundOver
from bot.features.duplicate.values import MOST_PLAYERS, Answer, AnswerOutcome, NewAnswer, Player, Round
from bot.model.errors import BotError


@dataclass
class Keeping:
    """Which answers to a round are kept, and who joins by them, given all players and the answers kept before."""

    open: Round
    players: dict[str, Player]
    kept: dict[str, Answer]
    new: dict[str, Answer] = field(default_factory=dict)
    joining: dict[str, Player] = field(default_factory=dict)

    def take(self, given: NewAnswer) -> AnswerOutcome | BotError:
        """Take the next answer; returns as `DuplicateStore.answer`."""
        answer = given.answer
        if given.round != self.open.number or self.open.closed is not None or answer.at > self.open.ends:
            return RoundOver()
        if refusal := self._join(answer.player, given.name):
            return refusal
        before = self.kept.get(answer.player)
        if before is None or before.at <= answer.at:
            self.kept[answer.player] = self.new[answer.player] = answer
        return AnswerOutcome(before)

    def _join(self, person: str, name: str) -> BotError | None:
        known = self.players.get(person)
        if known is None and len(self.players) >= MOST_PLAYERS:
            return DuplicateFull(MOST_PLAYERS)
        if known and known.has_left and known.joined > self.open.number:
            return LeftRound()
        joined = Player(person, name, known.joined if known else max(1, self.open.number))
        if known != joined:
            self.players[person] = self.joining[person] = joined
        return None
