"""Which places take part in the chat of a game's players, and whom they have muted."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from bot.model.games import Place


@dataclass(frozen=True, slots=True)
class ChatLink:
    """A place that takes part in a game's chat across places. The person `by` accepted there, at the instant `at`."""

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
    """What a place can mute: a person, or a whole server."""

    PERSON = "person"
    SERVER = "server"


@dataclass(frozen=True, slots=True)
class Mute:
    """A person or server that a place has muted; `id` is a snowflake, `name` its name at that time."""

    kind: MuteKind
    id: int
    name: str
