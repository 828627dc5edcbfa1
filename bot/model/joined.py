"""Joining values of a kind: what each part of the program adds, in one value for all who ask."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")


def joined(first: T, *others: T) -> T:
    """One value with what all of them have, in their order.

    Each field is a tuple, a mapping, or another such value. Raises ValueError for a key that two mappings have.
    """
    values = (first, *others)
    return type(first)(**{one.name: _all([getattr(value, one.name) for value in values]) for one in fields(first)})


def _all(found: list[Any]) -> Any:
    first = found[0]
    if isinstance(first, Mapping):
        return _merged(found)
    if is_dataclass(first):
        return joined(*found)
    return tuple(one for several in found for one in several)


def _merged(found: list[Mapping[Any, Any]]) -> dict[Any, Any]:
    merged: dict[Any, Any] = {}
    for one in found:
        if twice := merged.keys() & one.keys():
            raise ValueError(f"Two parts of the program add {sorted(map(str, twice))}: leave it to one of them.")
        merged |= one
    return merged
