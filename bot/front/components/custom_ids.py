"""Custom ids: what a button, menu or form requests, written in at most 100 characters and read back from them alone.

An id is `tw:<action>:<field>:...`, the fields in the order of the payload; trailing fields that have their default are
left out, so that a later version can add some. The id of a form ends in `~` and a random part, because clients tell
forms apart by their ids.
"""

from __future__ import annotations

import base64
import binascii
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Generic, ParamSpec, TypeVar, cast, get_args, get_type_hints

from bot.front.components.payloads import Long, Payload
from bot.service.rights import Right

LONGEST_ID = 100
"""Characters of a custom id (Discord's documentation of message components)."""
_PREFIX = "tw:"

_TEXT = re.compile(r"[a-z0-9_-]{1,40}")
_NUMBER = re.compile(r"[0-9]{1,19}")
_BITS: dict[Any, int] = {int: 31, Long: 63}
"""The bits of the largest number of each type, so that a forged id names none that a database cannot compare."""
_FORM = re.compile(r"~[0-9a-f]{1,12}\Z")
_SWITCHES = {"0": False, "1": True}

Rights = tuple[Right, ...]
P = ParamSpec("P")
T = TypeVar("T", bound=Payload)


@dataclass(frozen=True, slots=True)
class Action(Generic[P, T]):
    """Something that a button, menu or form can request: its name in custom ids, its payload and the rights it needs.

    For a form, `needs` is checked when it is submitted: opening one reveals and changes nothing. `needs` is a function
    if the rights depend on the payload. Raises TypeError for a payload that no custom id can carry.
    """

    name: str
    payload: Callable[P, T]
    needs: Right | Rights | Callable[[T], Right]

    def __post_init__(self) -> None:
        field_types(self.payload_type)

    @property
    def payload_type(self) -> type[T]:
        """The class of its payloads."""
        return cast("type[T]", self.payload)

    def id(self, *args: P.args, **kwargs: P.kwargs) -> str:
        """The custom id of a button or menu with this payload. Raises ValueError for values that no id can carry."""
        return write_id(self.name, self.payload(*args, **kwargs))

    def rights(self, payload: T) -> Rights:
        """The rights that are needed with a payload."""
        needs = self.needs if isinstance(self.needs, Right | tuple) else self.needs(payload)
        return needs if isinstance(needs, tuple) else (needs,)


def write_id(name: str, payload: Payload) -> str:
    """The custom id of an action with its payload. Raises ValueError for values that no id can carry."""
    made = ":".join((f"{_PREFIX}{name}", *_written_fields(payload)))
    if len(made) > LONGEST_ID:
        raise ValueError(f"The custom id {made!r} has more than {LONGEST_ID} characters: shorten its payload.")
    return made


def _written_fields(payload: Payload) -> tuple[str, ...]:
    """The fields of a payload as written, without trailing ones that have their default. Raises ValueError."""
    kept, types = list(_fields(type(payload))), field_types(type(payload))
    while kept and getattr(payload, kept[-1].name) == kept[-1].default:
        kept.pop()
    return tuple(_written(types[one.name], getattr(payload, one.name)) for one in kept)


def packed(text: str) -> str:
    """A short text of any letters as a custom id can carry it; empty if it is longer than 25 bytes."""
    made = base64.b32encode(text.encode()).decode().rstrip("=").lower()
    return made if _TEXT.fullmatch(made) else ""


def unpacked(field: str) -> str:
    """The text that `packed` wrote; empty if it has written no such field."""
    try:
        return base64.b32decode(field.upper() + "=" * (-len(field) % 8)).decode()
    except (binascii.Error, UnicodeDecodeError):
        return ""


def write_form_id(name: str, payload: Payload) -> str:
    """A custom id for a form, with a random part that tells it apart from all others. Raises as `write_id`."""
    return f"{write_id(name, payload)}~{secrets.token_hex(3)}"


def split_id(custom_id: str) -> tuple[str, tuple[str, ...]] | None:
    """The action's name and the written fields of a custom id; None if it does not have this form."""
    if not custom_id.startswith(_PREFIX) or len(custom_id) > LONGEST_ID:
        return None
    name, *texts = _FORM.sub("", custom_id.removeprefix(_PREFIX)).split(":")
    return name, tuple(texts)


def read_payload(payload: type[T], texts: tuple[str, ...]) -> T | None:
    """The payload with these written fields; None if they do not fit it."""
    declared, types = _fields(payload), field_types(payload)
    needed = sum(one.default is MISSING for one in declared)
    if not needed <= len(texts) <= len(declared):
        return None
    try:
        values = [_value(types[one.name], text) for one, text in zip(declared, texts, strict=False)]
    except ValueError:
        return None
    return payload(*values)


def _written(wanted: Any, value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return str(int(value))
        case int() if 0 <= value < 1 << _BITS[_plain(wanted)]:
            return str(value)
        case str() if _TEXT.fullmatch(value):
            return str(value)
    raise ValueError(f"A custom id cannot carry {value!r}: use a number from 0, or small letters, digits, - and _.")


def _value(wanted: Any, text: str) -> object:
    """The value of the wanted type that a text denotes. Raises ValueError if it denotes none."""
    if isinstance(wanted, UnionType):
        return _value(_plain(wanted), text) if text else None
    if wanted is bool:
        return _switch(text)
    if wanted in _BITS:
        return _number(text, _BITS[wanted])
    if not _TEXT.fullmatch(text):
        raise ValueError(text)
    return wanted(text)


def _number(text: str, bits: int) -> int:
    if not _NUMBER.fullmatch(text) or (number := int(text)) >> bits:
        raise ValueError(text)
    return number


def _switch(text: str) -> bool:
    if text not in _SWITCHES:
        raise ValueError(text)
    return _SWITCHES[text]


def _fields(payload: type[Payload]) -> tuple[Field[Any], ...]:
    return fields(cast("Any", payload))


def field_types(payload: type[Payload]) -> Mapping[str, Any]:
    """The type of each field. Raises TypeError for a type that no custom id can carry."""
    return _field_types(cast("Any", payload))


@cache
def _field_types(payload: type[Payload]) -> Mapping[str, Any]:
    found = get_type_hints(payload)
    for name, wanted in found.items():
        plain = _plain(wanted)
        if plain not in (str, bool, *_BITS) and not (isinstance(plain, type) and issubclass(plain, StrEnum)):
            raise TypeError(f"{payload.__name__}.{name} is declared as {wanted}, which no custom id can carry.")
    return found


def _plain(wanted: Any) -> Any:
    """The type of a field without `| None`."""
    return next(one for one in get_args(wanted) if one is not NoneType) if isinstance(wanted, UnionType) else wanted
