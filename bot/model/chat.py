"""Which places take part in the chat of a game's players, and whom they do not want to hear."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from bot.model.games import Place


@dataclass(frozen=True, slots=True)
class ChatLink:
    """A place that takes part in a game's chat across places. `by` is who accepted it there, at the instant `at`."""

    game: str
    place: Place
    by: str
    at: int


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """A place (a channel's id) that was asked to take part in a game's chat: for whom, and when."""

    game: str
    channel_id: int
    by: str
    at: int


class ChatNews(Enum):
    """What a place was asked about a game's chat, or answered, or did later."""

    ASKED = "asked"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    ENDED = "ended"


class MuteKind(Enum):
    """What a place does not want to hear: a person, or a whole server."""

    PERSON = "person"
    SERVER = "server"


@dataclass(frozen=True, slots=True)
class Mute:
    """Someone whom a place does not want to hear; `id` is a snowflake, `name` what it was called then."""

    kind: MuteKind
    id: int
    name: str
