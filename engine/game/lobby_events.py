"""Events of a lobby beside those in which seats and rules change: who is waited for, and whether it stays open."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class InvitationsEnded:
    """These players are waited for no longer: they declined, or `by` did not want to wait."""

    at: int
    players: tuple[str, ...]
    by: str


@dataclass(frozen=True, slots=True)
class LobbyQuiet:
    """Nobody has done anything about the lobby for a while, so everybody is asked whether it stays open."""

    at: int


LobbyEvent = InvitationsEnded | LobbyQuiet
