"""A play with words that the lexicon lacks, where words are looked up as they are played (REFERENCE 1)."""

from __future__ import annotations

from typing import assert_never

from engine.errors import NotInLexicon
from engine.game import events as ev
from engine.game import host_words, house
from engine.game.asking import Chain
from engine.game.context import Context
from engine.game.moves import go_on
from engine.game.state import GameState
from engine.game.windows import settle
from engine.model.alphabet import Word
from engine.model.rules import ChallengeRule
from engine.play.placement import Placement
from engine.play.scoring import ScoreSheet


def unknown_words(state: GameState, sheet: ScoreSheet, context: Context) -> tuple[Word, ...]:
    """The words of a play that count neither by the lexicon nor by the host's word; each once."""
    words = tuple(dict.fromkeys(word.word for word in sheet.words))
    added = host_words.added(state)
    verdicts = context.judge(words)
    return tuple(word for word, known in zip(words, verdicts, strict=True) if not known and word not in added)


def not_found(
    state: GameState, seat: int, placement: Placement, sheet: ScoreSheet, words: tuple[Word, ...], context: Context
) -> tuple[ev.Event, ...]:
    """What a play leads to when the lexicon lacks these of its words.

    Raises `NotInLexicon`, and what `host_words.ask` raises.
    """
    match state.rules.challenge:
        case ChallengeRule.VOID:
            raise NotInLexicon(words)
        case ChallengeRule.STRICT:
            return _lose_turn(state, seat, words, context)
        case ChallengeRule.HOUSE:
            return house.ask(state, seat, placement, sheet, words, context)
        case ChallengeRule.ASK_HOST:
            return host_words.ask(state, seat, words, context)
        case (
            ChallengeRule.SINGLE
            | ChallengeRule.DOUBLE
            | ChallengeRule.FIVE_POINT
            | ChallengeRule.TEN_POINT
            | ChallengeRule.TRIPLE
        ):
            raise AssertionError("words are not looked up before a challenge")
        case _:
            assert_never(state.rules.challenge)


def _lose_turn(state: GameState, seat: int, words: tuple[Word, ...], context: Context) -> tuple[ev.Event, ...]:
    chain = Chain(state)
    settle(chain, context)
    chain.add(ev.TurnLost(context.now, seat, words))
    go_on(chain, context)
    return chain.events
