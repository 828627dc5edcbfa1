"""Finished games as JSON (any players, variant and event), and JSON from files read in linear time within limits."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NoReturn

from engine.errors import BadData, EngineError, Size, TooLarge
from engine.formats.gcg import move_text
from engine.formats.journal import record
from engine.game import events as ev
from engine.game.codec import decode, encode
from engine.game.evolve import evolve
from engine.game.phases import Over
from engine.game.state import Computer, GameState, Person, Player
from engine.limits import CHAT, DEEPEST, MOST_DIGITS, MOST_SEATS, Limits
from engine.model.tiles import HiddenRack, Tiles
from engine.reading import check, decoded
from engine.sentences import Sentence

_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*+"?|(?P<opening>[\[{])|(?P<closing>[\]}])', re.DOTALL)
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


def read_object(text: str | bytes, where: str, most: int) -> dict[str, Any]:
    """The object in a text of at most that many bytes. Raises `BadData` and `TooLarge`."""
    check(where, Size.BYTES, len(text), most)
    try:
        text = text if isinstance(text, str) else decoded(text, where)
        _check_nesting(text, where)
        data = json.loads(
            text,
            parse_int=lambda digits: _integer(digits, where),
            parse_float=lambda digits: _real(digits, where),
            parse_constant=lambda _: _refuse(where),
        )
        if _SURROGATE.search(text):
            json.dumps(data, ensure_ascii=False).encode()
    except ValueError:
        raise BadData(where, Sentence("is not JSON")) from None
    if not isinstance(data, dict):
        raise BadData(where, Sentence("is not a JSON object"))
    return data


def _check_nesting(text: str, where: str) -> None:
    depth = 0
    for bracket in _BRACKET.finditer(text):
        depth += (bracket.lastgroup == "opening") - (bracket.lastgroup == "closing")
        if depth > DEEPEST:
            check(where, Size.NESTING, depth, DEEPEST, text.count("\n", 0, bracket.start()) + 1)


def _integer(digits: str, where: str) -> int:
    check(where, Size.DIGITS, len(digits.removeprefix("-")), MOST_DIGITS)
    return int(digits)


def _real(digits: str, where: str) -> float:
    value = float(digits)
    return value if math.isfinite(value) else _refuse(where)


def _refuse(where: str) -> NoReturn:
    raise BadData(where, Sentence("has a value that is not a number"))


FORMAT = "tilewright-game"
VERSION = 1
WHERE = Sentence("game file")
_SNOWFLAKE = re.compile(r"\d{15,20}")


def write(events: Iterable[ev.Event]) -> str:
    """The text of a finished game. Raises `BadData` for an unfinished game, whose racks are still secret."""
    played = tuple(events)
    state = _play(played)
    if not isinstance(state.phase, Over):
        raise BadData(WHERE, Sentence("the game is not over yet"))
    names = _names(played)
    data = [_renamed(encode(event), names) for event in played]
    return json.dumps(_header(state, played) | {"events": data}, ensure_ascii=False, indent=1) + "\n"


def read(text: str | bytes, limits: Limits = CHAT) -> tuple[ev.Event, ...]:
    """The events of a game from a text that `write` made.

    Raises `BadData` for anything else, with the number of the first impossible event, and `TooLarge`.
    """
    data = _object(text, limits)
    entries = data.get("events")
    if not isinstance(entries, list) or not entries:
        raise BadData(WHERE, Sentence("has no list of events"))
    check(WHERE, Size.EVENTS, len(entries), limits.events)
    events = tuple(_event(entry, number) for number, entry in enumerate(entries, 1))
    if isinstance(events[0], ev.Opened):
        check(WHERE, Size.EVENTS, len(events), limits.events_with(len(events[0].setup.variant.tile_set)))
    state = _play(events)
    if not isinstance(state.phase, Over):
        raise BadData(WHERE, Sentence("the game is not over yet"))
    with _told(len(events), Sentence("its events do not make a record")):
        header = _header(state, events)
    strange = [key for key in header if key in data and data[key] != header[key]]
    if strange:
        raise BadData(WHERE, Sentence("has a {key} that does not match its events", key=repr(strange[0])))
    return events


def is_game(data: bytes) -> bool:
    """Whether the bytes of a file look like JSON, in any encoding that `read` understands, and not like a record."""
    return data.lstrip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n").startswith(b"{")


def _object(text: str | bytes, limits: Limits) -> Mapping[str, Any]:
    data = read_object(text, WHERE, limits.game_bytes)
    if data.get("format") != FORMAT:
        raise BadData(WHERE, Sentence("is not of the format {name}", name=repr(FORMAT)))
    version = data.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise BadData(WHERE, Sentence("has no version"))
    if version > VERSION:
        raise BadData(WHERE, Sentence("is of version {version}, which is newer than this program", version=version))
    return data


def _event(entry: object, number: int) -> ev.Event:
    if not isinstance(entry, dict):
        raise BadData(WHERE, Sentence("event {number} is not an object", number=number))
    with _told(number, Sentence("event {number} is damaged", number=number)):
        return decode(entry)


def _play(events: Iterable[ev.Event]) -> GameState:
    """The state the events lead to; each must follow from those before it, and no tile may appear or vanish."""
    state: GameState | None = None
    for number, event in enumerate(events, 1):
        before = state
        with _told(number, Sentence("event {number} does not follow from those before", number=number)):
            state = evolve(state, event)
            if before is None or _tiles_moved(before, state):
                _check_tiles(state)
        check(WHERE, Size.PLAYERS, len(state.seats), MOST_SEATS)
    if state is None:
        raise BadData(WHERE, Sentence("has no events"))
    return state


@contextmanager
def _told(number: int, otherwise: Sentence) -> Iterator[None]:
    """Turn exceptions from impossible events into `BadData`, naming the event or saying `otherwise`."""
    try:
        yield
    except TooLarge as error:
        raise TooLarge.beyond(WHERE, error.what, error.limit) from error
    except BadData as error:
        inner = Sentence("event {number}: {reason}", number=number, reason=error.reason)
        raise BadData(WHERE, inner) from error
    except _IMPOSSIBLE as error:
        raise BadData(WHERE, otherwise) from error


_IMPOSSIBLE = (
    *(EngineError, LookupError, TypeError, ValueError, AttributeError, AssertionError, ArithmeticError),
    *(RecursionError, RuntimeError, StopIteration),
)


def _tiles_moved(before: GameState, after: GameState) -> bool:
    if before.board is not after.board or before.pool is not after.pool or len(before.seats) != len(after.seats):
        return True
    return any(one.rack is not other.rack for one, other in zip(before.seats, after.seats, strict=True))


def _check_tiles(state: GameState) -> None:
    racks = [seat.rack for seat in state.seats]
    if any(isinstance(rack, HiddenRack) for rack in racks):
        return
    held = Tiles.of(placed.tile for _, placed in state.board.tiles()) + state.pool
    for rack in racks:
        assert not isinstance(rack, HiddenRack)
        held += rack.tiles
    if held != state.variant.tile_set.tiles:
        raise BadData(WHERE, Sentence("tiles have been lost or added"))


def _header(state: GameState, events: tuple[ev.Event, ...]) -> dict[str, Any]:
    assert isinstance(state.phase, Over)
    told = record(events, open_racks=True)
    players = [
        {
            "name": seat.player.name,
            "level": seat.player.level if isinstance(seat.player, Computer) else None,
            "score": seat.score,
            "won": number in state.phase.winners,
        }
        for number, seat in enumerate(state.seats)
    ]
    turns = [
        {"player": one.player, "rack": one.rack, "move": move_text(one), "score": one.score, "total": one.total}
        for one in told.events
    ]
    return {
        "format": FORMAT,
        "version": VERSION,
        "name": state.setup.name,
        "language": state.variant.language,
        "variant": state.variant.name,
        "lexicon": state.setup.lexicon.name,
        "players": players,
        "turns": turns,
    }


def people(events: Iterable[ev.Event]) -> tuple[Player, ...]:
    """The host, the people who played and those who were asked for a rematch, in this order, each once."""
    played = tuple(events)
    found: dict[str, Player] = {}
    for event in played:
        if isinstance(event, ev.Opened):
            found.setdefault(event.host.id, event.host)
        elif isinstance(event, ev.Joined) and isinstance(event.player, Person):
            found.setdefault(event.player.id, event.player)
    for player in _asked(played):
        found.setdefault(player.id, player)
    return tuple(found.values())


def renamed(events: Iterable[ev.Event], names: Mapping[str, str]) -> tuple[ev.Event, ...]:
    """The events with other ids for people; one who has none among `names` can be nobody of the application's."""
    return tuple(decode(_renamed(encode(event), names)) for event in events)


def _names(events: tuple[ev.Event, ...]) -> dict[str, str]:
    """The substitutes for people's ids: the players and anyone else the events name."""
    return {player.id: f"player-{number}" for number, player in enumerate(people(events), 1)}


def _asked(events: tuple[ev.Event, ...]) -> Iterator[Person]:
    """The people who were asked for a rematch, whatever they answered."""
    for event in events:
        if isinstance(event, ev.Opened):
            yield from (one for one in event.table if isinstance(one, Person))


def _renamed(data: Any, names: Mapping[str, str]) -> Any:
    if isinstance(data, dict):
        return {key: value if key == "name" else _renamed(value, names) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_renamed(one, names) for one in data]
    if isinstance(data, str):
        return names.get(data, "somebody" if _SNOWFLAKE.fullmatch(data) else data)
    return data
