"""What a game record or a position says that it was played with."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Origin:
    """The names of the board, its tiles, the lexicon and the kind of game, as the program that wrote them calls them.

    `variant` is the TOML text of a variant that no other program can know. Anything that is not told is empty.
    """

    board: str = ""
    tiles: str = ""
    lexicon: str = ""
    game_type: str = ""
    variant: str = ""
