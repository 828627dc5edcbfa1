"""GCG game records: contents, reading and writing.

The format is John Chew's GCG specification with later additions by other programs.
"""

from engine.formats.gcg.game import (
    GcgChallengeBonus,
    GcgEvent,
    GcgExchange,
    GcgGame,
    GcgPass,
    GcgPlay,
    GcgPlayer,
    GcgPragma,
    GcgRackGain,
    GcgRackLoss,
    GcgTimePenalty,
    GcgWithdrawn,
    MalformedGcg,
)
from engine.formats.gcg.reader import read
from engine.formats.gcg.writer import move_text, write

__all__ = [
    "GcgChallengeBonus",
    "GcgEvent",
    "GcgExchange",
    "GcgGame",
    "GcgPass",
    "GcgPlay",
    "GcgPlayer",
    "GcgPragma",
    "GcgRackGain",
    "GcgRackLoss",
    "GcgTimePenalty",
    "GcgWithdrawn",
    "MalformedGcg",
    "move_text",
    "read",
    "write",
]
