"""GCG game records: what one holds, reading one and writing one.

The format is that of John Chew's GCG specification, with what programs have added since.
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
