"""Who meets whom in a season, and who begins. Pure."""

from __future__ import annotations

import random
from collections.abc import Sequence

from bot.features.leagues.values import MOST_GAMES


def schedule(people: Sequence[str], seed: str, most: int = MOST_GAMES) -> list[tuple[str, str]]:
    """Pairs in which the first begins: everybody meets everybody, or in a larger division `most` others.

    People stand in a circle by chance, and meet those one, two, three... places further on. So all have equally many
    games and begin as many as not, or one more or less where they are evenly many.
    """
    circle = list(people)
    random.Random(seed).shuffle(circle)  # noqa: S311 - it only has to be the same again
    count, games, pairs = len(circle), 0, []
    for step in range(1, count // 2 + 1):
        is_half = 2 * step == count  # each pair would be met twice
        games += 1 if is_half else 2
        if games > most:
            break
        pairs += [(circle[at], circle[(at + step) % count]) for at in range(count // 2 if is_half else count)]
    return pairs
