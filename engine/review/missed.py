"""Words to learn from a reviewed game: those of better plays that were not made, and those that may be phonies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.game.events import Event
from engine.model.alphabet import Word
from engine.play.generator.plays import ScoredPlay
from engine.play.scoring import score
from engine.review.turns import Moment, PlacedTiles, moments
from engine.review.values import Mistake, TurnReview


@dataclass(frozen=True, slots=True)
class MissedWord:
    """A word that a player could have played, or with `played` one of a play that had a phony.

    `weight` is that of the mistake (`Mistake.weight`); it is 1 for a play with a phony.
    """

    player: str
    word: Word
    weight: float
    played: bool = False


def missed_words(events: Iterable[Event], turns: Iterable[TurnReview]) -> Iterator[MissedWord]:
    """The words to learn from the graded turns of a finished game, turn by turn. Raises `BadData` if it is not over.

    Of each better play it is the longest word that the player did not play in that turn.
    """
    known = {one.decision.number: one for one in moments(events)}
    for turn in turns:
        if moment := known.get(turn.number):
            yield from _of_turn(moment, turn)


def _of_turn(moment: Moment, turn: TurnReview) -> Iterator[MissedWord]:
    player, act = moment.decision.player.id, moment.act
    played = tuple(word.word for word in act.sheet.words) if isinstance(act, PlacedTiles) else ()
    if turn.phony is not None:
        yield from (MissedWord(player, word, Mistake.LARGE.weight, played=True) for word in played)
    if turn.mistake not in (None, Mistake.NONE):
        for word in dict.fromkeys(_better(moment, turn, played)):
            yield MissedWord(player, word, turn.mistake.weight)


def _better(moment: Moment, turn: TurnReview, played: tuple[Word, ...]) -> Iterator[Word]:
    """The longest new word of each play that is better than the one made."""
    table = moment.view.table
    for figures in turn.best:
        if turn.played and figures.move == turn.played.move:
            return
        if isinstance(figures.move, ScoredPlay):
            words = [one.word for one in score(table.board, figures.move.placement, table.variant).words]
            if new := [word for word in words if word not in played]:
                yield max(new, key=len)
