"""How weak players find plays: they know few words and overlook many of those."""

from __future__ import annotations

import math

from engine.computer.luck import Luck
from engine.computer.tools import ComputerTools
from engine.model.alphabet import Word
from engine.model.levels import FADE, Level
from engine.play.generator.plays import KEY, KEY_2, Plays, ScoredPlay
from engine.play.scoring import score
from engine.words.store import Key

SEEN_AT_A_GLANCE = 4
"""Words of up to this many letters are seen at a glance."""


def knows(key: Key, skill: Level, tools: ComputerTools, luck: Luck) -> bool:
    """Whether a player knows a word: always for common words, the same throughout the game for rarer ones."""
    if skill.words is None:
        return True
    rank = tools.vocabulary.rank(key)
    if rank >= len(tools.vocabulary):
        return False
    doubt = (math.log(max(rank, 1) / skill.words, FADE) + 1) / 2
    return luck.chance("knows", key) >= doubt


def chance_to_see(words: tuple[Word, ...], skill: Level) -> float:
    """How likely a player is to see a play that makes these words, the main word first."""
    if skill.sees is None:
        return 1.0
    return skill.sees * skill.sideways ** (len(words) - 1) * skill.far ** max(0, len(words[0]) - SEEN_AT_A_GLANCE)


def first_seen(plays: Plays, skill: Level, tools: ComputerTools, game: Luck, turn: Luck) -> ScoredPlay | None:
    """The best play that the player knows and sees, or the one it came nearest to seeing if it sees none.

    None only if the player knows no play at all. `game` decides what it knows, `turn` what it sees.
    """
    nearest, reserve = math.inf, None
    keys = plays.records[:, [KEY, KEY_2]].tolist()
    for key, play in zip(keys, plays, strict=True):
        words = tuple(word.word for word in score(plays.board, play.placement, plays.variant).words)
        if not tools.allows(words) or not all(knows(tools.lexicon.key(w), skill, tools, game) for w in words):
            continue
        effort = turn.chance("sees", *key) / chance_to_see(words, skill)
        if effort < 1:
            return play
        if effort < nearest:
            nearest, reserve = effort, play
    return reserve
