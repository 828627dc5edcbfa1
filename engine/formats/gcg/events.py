"""Reading one event line of a GCG game record."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from typing import Any

from engine.formats.gcg.game import (
    GcgChallengeBonus,
    GcgEvent,
    GcgExchange,
    GcgPass,
    GcgPlay,
    GcgRackGain,
    GcgRackLoss,
    GcgTimePenalty,
    GcgWithdrawn,
    MalformedGcg,
)
from engine.formats.tiletext import count_tiles, is_rack, is_word

WHERE = "game record"

_SCORE = re.compile(r"(\+?-|\+)?([0-9]{1,6})\Z")
_SIGNED = re.compile(r"(?:\+-?|-)[0-9]{1,6}\Z")
_TOTAL = re.compile(r"-?[0-9]{1,6}\Z")
_PLACE = re.compile(r"(?:[0-9]{1,2}[A-Za-z]{1,2}|[A-Za-z]{1,2}[0-9]{1,2})\Z")
_COUNT = re.compile(r"[0-9]{1,2}\Z")


def read_event(text: str, number: int, nicks: tuple[str, ...]) -> GcgEvent:
    """The event of a line such as `>nick: RACK 8D TILES +24 24`; a text after the total is its note.

    Raises `MalformedGcg` with the line's number.
    """
    player, rest = _split_nick(text, number, nicks)
    parts = rest.split()
    if len(parts) < 3:
        raise MalformedGcg(WHERE, "an event ends with what happened, its score and the player's total", number)
    try:
        return _read_parts(parts, player, number)
    except MalformedGcg as error:
        return _read_with_note(parts, player, number, error)


def _read_parts(parts: list[str], player: int, number: int) -> GcgEvent:
    """The event of a line that ends with score and total."""
    score, total = (_number(part, number) for part in parts[-2:])
    common = {"player": player, "score": score, "total": total, "line": number}
    return _read_act(parts[:-2], common, parts[-2], number)


def _read_with_note(parts: list[str], player: int, number: int, error: MalformedGcg) -> GcgEvent:
    """The event whose score and total are followed by some text, as some programs write it. Raises `error`."""
    for end in range(3, len(parts)):
        if _SIGNED.match(parts[end - 2]) and _TOTAL.match(parts[end - 1]):
            with suppress(MalformedGcg):
                return replace(_read_parts(parts[:end], player, number), note=" ".join(parts[end:]))
    raise error


def _split_nick(text: str, number: int, nicks: tuple[str, ...]) -> tuple[int, str]:
    text = text[1:].lstrip()
    for nick in sorted(nicks, key=len, reverse=True):
        if text.startswith(f"{nick}:"):
            return nicks.index(nick), text[len(nick) + 1 :]
    name = text.partition(":")[0][:40]
    raise MalformedGcg(WHERE, f"there is no player {name!r}" if ":" in text else "an event names its player", number)


def _number(text: str, number: int) -> int:
    match = _SCORE.match(text)
    if not match:
        raise MalformedGcg(WHERE, f"{text[:40]!r} is no score", number)
    return -int(match[2]) if "-" in (match[1] or "") else int(match[2])


def _read_act(parts: list[str], common: dict[str, Any], score: str, number: int) -> GcgEvent:
    """The event between the player's name and the score; the rack before it may be missing."""
    for size in (2, 1):
        act, rack = parts[-size:], parts[:-size]
        if len(rack) > 1 or len(act) != size:
            continue
        held = {**common, "rack": "".join(rack)}
        event = _read_placement(act, held, number) if size == 2 else _read_short(act[0], held, score, number)
        if event and not is_rack(event.rack):
            raise MalformedGcg(WHERE, f"{event.rack[:40]!r} is no rack", number)
        if event:
            return event
    raise MalformedGcg(WHERE, f"{' '.join(parts)[:60]!r} is no event", number)


def _read_placement(act: list[str], common: dict[str, Any], number: int) -> GcgEvent | None:
    place, tiles = act
    if not _PLACE.match(place):
        return None
    if not is_word(tiles):
        raise MalformedGcg(WHERE, f"{tiles[:40]!r} is no word", number)
    return GcgPlay(place=place.upper(), tiles=tiles, **common)


def _read_short(act: str, common: dict[str, Any], score: str, number: int) -> GcgEvent | None:
    match act:
        case "-":
            return GcgPass(**common)
        case "--":
            return GcgWithdrawn(**common)
        case "(challenge)":
            return GcgChallengeBonus(**common)
        case "(time)":
            return GcgTimePenalty(**common)
    if act[0] == "-":
        return _read_exchange(act[1:], common, number)
    if act[0] == "(" and act[-1] == ")":
        return _read_end_rack(act[1:-1], common, score, number)
    return None


def _read_exchange(tiles: str, common: dict[str, Any], number: int) -> GcgEvent:
    if _COUNT.match(tiles) and int(tiles):
        return GcgExchange(count=int(tiles), **common)
    if not is_rack(tiles):
        raise MalformedGcg(WHERE, f"{tiles[:40]!r} cannot be exchanged", number)
    return GcgExchange(tiles=tiles, count=count_tiles(tiles), **common)


def _read_end_rack(tiles: str, common: dict[str, Any], score: str, number: int) -> GcgEvent:
    if not is_rack(tiles):
        raise MalformedGcg(WHERE, f"{tiles[:40]!r} is no rack", number)
    kind = GcgRackLoss if "-" in score else GcgRackGain
    return kind(tiles=tiles, **common)
