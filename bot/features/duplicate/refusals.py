"""What duplicates can refuse, in which words, and which answers to a round are kept."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.features.duplicate.values import MOST_PLAYERS, Answer, AnswerOutcome, NewAnswer, Player, Round
from bot.model.errors import BotError, SecretPosition
from bot.text.moves import word_text
from bot.text.names import bold
from bot.text.refusals.facts import Wordings, counts, says


class NoDuplicate(BotError):
    """There is no duplicate here, or it is over."""


class DuplicateHere(BotError):
    """A channel has a duplicate already."""


class DailyElsewhere(BotError):
    """A server's daily duplicate is in another channel."""

    channel: int


class DuplicateFull(BotError):
    """Nobody else can join: `most` players are in."""

    most: int


class RoundOver(BotError):
    """An answer is for a round that is over."""


class RoundIsOpen(BotError, SecretPosition):
    """Nobody has the position of an open round analysed."""


class InDuplicate(BotError):
    """Nobody who is in a running duplicate has words found for letters."""


class OpenLetters(BotError):
    """Letters are the tiles of an open round in the server."""


class NotBegun(BotError):
    """A duplicate has not begun yet."""


class NotIn(BotError):
    """Somebody who is not in a duplicate wants to leave it, or to start it."""


class LeftRound(BotError):
    """Somebody has left a duplicate, and wants to come back into the same round."""


class HostsOnly(BotError):
    """Only the host and moderators may do this."""


class SeveralDuplicates(BotError):
    """Somebody is in several duplicates, and it is unclear which one is meant."""


class TooManyPlayed(BotError):
    """An answer uses more tiles than may be played."""

    most: int


class DuplicatePhony(BotError):
    """An answer makes words that the dictionary lacks. Each word is a tuple of letters."""

    words: tuple[tuple[str, ...], ...]


class CannotPost(BotError):
    """The bot may not write in a channel, where a duplicate would be played."""


class NothingPlayed(BotError):
    """No round is over yet."""


WORDINGS: Wordings = {
    NoDuplicate: says("No duplicate is running here. Open one with `/together new`."),
    DuplicateHere: says(
        "This channel has a duplicate already. End it with `/together stop`, or open yours in a thread with "
        "`/together new thread:yes`."
    ),
    DailyElsewhere: says(
        "This server's daily duplicate is in {channel}. Switch it off there first.",
        channel=lambda error, _: f"<#{error.channel}>",
    ),
    DuplicateFull: says(
        "This duplicate is full: {most} players have joined.", most=lambda error, asked: asked.texts.number(error.most)
    ),
    RoundOver: says("That round is over. Please answer the new one."),
    RoundIsOpen: says(
        "This is the position of an open round of a duplicate, so I do not analyse it until that round is over."
    ),
    InDuplicate: says("`/word anagram` is closed to you until your duplicate is over or you leave it with `/leave`."),
    OpenLetters: says(
        "These are the tiles of an open round of a duplicate. `/word anagram` is closed to them "
        "until that round is over."
    ),
    NotBegun: says("This duplicate has not begun yet. Press **Start** first."),
    NotIn: says("You are not in this duplicate. Join it first."),
    LeftRound: says("You have left this round. You can come back as soon as the next one begins."),
    HostsOnly: says("Only the host of this duplicate and moderators of the server can do that."),
    SeveralDuplicates: says("You are in several duplicates. Please answer in the channel of the one that you mean."),
    TooManyPlayed: counts(
        "You can play {count} tile at most, whatever your rack holds.",
        "You can play {count} tiles at most, whatever your rack holds.",
        lambda error, _: error.most,
    ),
    DuplicatePhony: counts(
        "{words} is not in the dictionary. That costs nothing, and an earlier answer still counts.",
        "{words} are not in the dictionary. That costs nothing, and an earlier answer still counts.",
        lambda error, _: len(error.words),
        words=lambda error, asked: asked.texts.join(bold(word_text(word)) for word in error.words),
    ),
    CannotPost: says(
        "I may not write in this channel. Please ask a moderator, or open the duplicate in another channel."
    ),
    NothingPlayed: says("No round is over yet."),
}


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
