"""Discord's refusals: status, numeric code and the location of each mistake; and checks of single fields."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Self

from engine.sentences import N_

Json = dict[str, Any]
"""An object in Discord's shape (message, channel, component, ...), exactly as sent."""


@dataclass(eq=False)
class ApiError(Exception):
    """A refusal, answered with `status` and a JSON body; `headers` are added to the response."""

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
    160004: (400, "A thread has already been created for this message"),
}


def unknown(thing: str) -> ApiError:
    """404 for a `thing` of UNKNOWN that does not exist or no longer does."""
    code, message = UNKNOWN[thing]
    return ApiError(404, code, message)


def refused(code: int) -> ApiError:
    """The refusal with a numeric `code` of REFUSED."""
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
    """Collects the mistakes in a request body; `path` is the location this form looks at."""

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


def required(form: Form) -> None:
    """Record that the field is missing."""
    form.add("BASE_TYPE_REQUIRED", "This field is required")


def length(form: Form, size: int, low: int, high: int) -> None:
    """Record a `size` (characters or items) outside `low` to `high`."""
    if low <= size <= high:
        return
    if low:
        form.add("BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
    else:
        form.add("BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")


def text(form: Form, body: Json, key: str, high: int, low: int = 0, needed: bool = False) -> str:
    """The string `body[key]` of `low` to `high` characters; `""` if it is missing or invalid."""
    value = body.get(key)
    if value is None:
        if needed:
            required(form.at(key))
        return ""
    if not isinstance(value, str):
        form.at(key).add("STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.')
        return ""
    length(form.at(key), len(value), low, high)
    return value


def number(form: Form, body: Json, key: str, low: int, high: int) -> int | None:
    """The integer `body[key]` from `low` to `high`, if there is one."""
    value = body.get(key)
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool):
        form.at(key).add("NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        return None
    if value < low:
        form.at(key).add("NUMBER_TYPE_MIN", f"int value should be greater than or equal to {low}.")
    if value > high:
        form.at(key).add("NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}.")
    return value


def choice(form: Form, value: Any, allowed: Iterable[int | str]) -> bool:
    """Whether `value` is one of `allowed`; records a mistake if not."""
    values = list(allowed)
    if value in values:
        return True
    form.add("BASE_TYPE_CHOICES", f"Value must be one of ({', '.join(map(str, values))}).")
    return False


def objects(form: Form, body: Json, key: str, high: int, low: int = 0, needed: bool = False) -> list[Json]:
    """The list of objects `body[key]` of `low` to `high` items; `[]` if it is missing or invalid."""
    value = body.get(key)
    if value is None:
        if needed:
            required(form.at(key))
        return []
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        form.at(key).add("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        return []
    length(form.at(key), len(value), low, high)
    return value
