"""What stands out among the games of a week."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.features.digest.values import MOST_ACTIVE, Highlights
from bot.model.games import GameResult


def highlights(results: Sequence[GameResult]) -> Highlights | None:
    """What stands out among games, the newest first; None if no person played one. Computer players do not count."""
    played = [(one.game, player) for one in results for player in one.players if player.level is None]
    if not played:
        return None
    games = Counter(player.player for _, player in played)
    names = {player.player: player.name for _, player in reversed(played)}
    where, play = max(played, key=lambda one: one[1].best_points)
    _, best = max(played, key=lambda one: one[1].score)
    return Highlights(
        len({game for game, _ in played}),
        tuple((names[person], count) for person, count in games.most_common(MOST_ACTIVE)),
        play if play.best_word else None,
        where,
        best if best.score > 0 else None,
    )
