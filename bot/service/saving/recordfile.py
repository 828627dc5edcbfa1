"""Reading the records that people send; only the reading process does that, and it knows no database."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.engines.reading.reports import Output
from engine.errors import BadData, Size
from engine.formats import gamejson, gcg, retold
from engine.formats.replay import replay
from engine.game import events as ev
from engine.game.codec import decode, encode
from engine.game.state import NOBODY, Person
from engine.limits import CHAT
from engine.reading import check
from engine.sentences import Sentence

Options = Mapping[str, Any]
MOST_TURNS = 300
"""Turns of a record that is read: each may be graded, and the longest games on large boards have fewer."""
MOVES = ev.Played | ev.Passed | ev.Exchanged


def told(data: bytes, options: Options) -> tuple[ev.Event, ...]:
    """The events of a record. Raises `BadData`, and `TooLarge` for more turns than any game takes."""
    events = _told(data, options)
    opened = events[0]
    assert isinstance(opened, ev.Opened)
    check(gcg.WHERE, Size.EVENTS, sum(isinstance(event, MOVES) for event in events), MOST_TURNS)
    check(gcg.WHERE, Size.EVENTS, len(events), CHAT.events_with(len(opened.setup.variant.tile_set)))
    return events


def _told(data: bytes, options: Options) -> tuple[ev.Event, ...]:
    host = Person(*options["host"])
    if options["opened"] is None:
        events = gamejson.read(data, CHAT)
        if not options["over"]:
            raise BadData(gamejson.WHERE, Sentence("the game is over"))
        people = gamejson.people(events)
        ids = (player.id for player in seated((one.name for one in people), host))
        return gamejson.renamed(events, dict(zip((one.id for one in people), ids, strict=True)))
    opened = decode(options["opened"])
    assert isinstance(opened, ev.Opened)
    record = gcg.read(data, CHAT)
    if options["over"]:
        players = seated(retold.names_of(record), host)
        return retold.finished(record, opened.setup, host, players, opened.at)
    players = seated(retold.names_of(record), host, NOBODY)
    return retold.unfinished(record, opened.setup, host, players, opened.at)


def seated(called: Iterable[str], host: Person, member: str = "") -> tuple[Person, ...]:
    """The players of a record: the one called like the host is the host, the others guests of the host or a member."""
    names = tuple(called)
    own = next((number for number, name in enumerate(names) if name.casefold() == host.name.casefold()), None)
    return tuple(
        Person(host.id if number == own else f"{member or host.id}#{number + 1}", name)
        for number, name in enumerate(names)
    )


def differing(data: bytes, options: Options) -> list[tuple[str, int, int]]:
    """The moves of a GCG record whose points or totals are not what its rules give: as recorded, and as they should be.

    For a total, both are totals. A game of ours has none.
    """
    if options["opened"] is None:
        return []
    opened = decode(options["opened"])
    assert isinstance(opened, ev.Opened)
    turns = replay(gcg.read(data, CHAT), opened.setup.variant).turns
    return [
        (turn.move, turn.event.score, turn.score)
        if turn.score != turn.event.score
        else (turn.move, turn.event.total, turn.total)
        for turn in turns
        if turn.differs
    ]


def hand_over(events: Iterable[ev.Event], differs: Sequence[tuple[str, int, int]] = ()) -> Output:
    """Events as plain data, one a line."""
    return Output(
        {"differs": differs}, b"\n".join(json.dumps(encode(event), separators=(",", ":")).encode() for event in events)
    )
