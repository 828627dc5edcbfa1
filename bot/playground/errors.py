"""Discord's refusals: status, numeric code, message and, for a bad body, the location of each mistake.

Codes and messages are from Discord's API reference, "JSON Error Codes" and "Error Messages". Messages in ``N_`` can
reach a person, whose page shows them in that person's language.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

from bot.playground.shapes import Json
from engine.sentences import N_


@dataclass(eq=False)
class ApiError(Exception):
    """A refusal, answered with ``status`` and a JSON body; ``headers`` are added to the response."""

    status: int
    code: int
    message: str
    errors: Json | None = None
    extra: Json = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)

    def body(self) -> Json:
        """The JSON body of the response."""
        body: Json = {"message": self.message, "code": self.code, **self.extra}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


UNKNOWN = {
    "channel": (10003, N_("Unknown Channel")),
    "guild": (10004, "Unknown Guild"),
    "member": (10007, "Unknown Member"),
    "message": (10008, N_("Unknown Message")),
    "user": (10013, N_("Unknown User")),
    "webhook": (10015, "Unknown Webhook"),
    "interaction": (10062, "Unknown interaction"),
    "event": (10070, "Unknown Guild Scheduled Event"),
}

REFUSED = {
    30038: (400, "Maximum number of guild scheduled events reached (100)"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, N_("Missing Access")),
    50003: (403, "Cannot execute action on a DM channel"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, N_("Cannot send an empty message")),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, N_("Missing Permissions")),
    50024: (403, N_("Cannot execute action on this channel type")),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, N_("Invalid Form Body")),
    50083: (400, N_("Thread is archived")),
    50109: (400, "The request body contains invalid JSON."),
    160002: (400, N_("Cannot reply without permission to read message history")),
}


def unknown(thing: str) -> ApiError:
    """404 for a ``thing`` of UNKNOWN that does not exist or no longer does."""
    code, message = UNKNOWN[thing]
    return ApiError(404, code, message)


def refused(code: int) -> ApiError:
    """The refusal with a numeric ``code`` of REFUSED."""
    status, message = REFUSED[code]
    return ApiError(status, code, message)


def unauthorized() -> ApiError:
    """401 for a request without the bot's token."""
    return ApiError(401, 0, "401: Unauthorized")


def not_found() -> ApiError:
    """404 for a path that is not an endpoint."""
    return ApiError(404, 0, "404: Not Found")


@dataclass(frozen=True, slots=True)
class Form:
    """Collects the mistakes in a request body; ``path`` is the location this form looks at."""

    path: tuple[str, ...] = ()
    errors: Json = field(default_factory=dict)

    def at(self, *keys: str | int) -> Form:
        """The form for a nested location; its mistakes go into the same body."""
        return Form((*self.path, *map(str, keys)), self.errors)

    def add(self, code: str, message: str) -> Self:
        """Record a mistake at this location."""
        place = self.errors
        for key in self.path:
            place = place.setdefault(key, {})
        place.setdefault("_errors", []).append({"code": code, "message": message})
        return self

    def check(self) -> None:
        """Raise the 50035 refusal if any mistake was recorded."""
        if self.errors:
            raise ApiError(400, 50035, "Invalid Form Body", self.errors)

    def fail(self, code: str, message: str) -> ApiError:
        """The 50035 refusal with this mistake and all earlier ones."""
        self.add(code, message)
        return ApiError(400, 50035, "Invalid Form Body", self.errors)
