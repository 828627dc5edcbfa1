"""Writing GCG game records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from engine.formats.gcg.game import (
    TEXTS,
    GcgChallengeBonus,
    GcgEvent,
    GcgExchange,
    GcgGame,
    GcgPass,
    GcgPlay,
    GcgRackGain,
    GcgRackLoss,
    GcgTimePenalty,
    GcgWithdrawn,
)


def write(game: GcgGame) -> bytes:
    """The bytes of a file that `read` understands; the first line names the encoding for texts beyond ASCII."""
    text = "\n".join([*_header(game), *_events(game), *_footer(game)]) + "\n"
    return text.encode() if text.isascii() else f"#character-encoding UTF-8\n{text}".encode()


def _header(game: GcgGame) -> Iterator[str]:
    for number, player in enumerate(game.players, 1):
        yield f"#player{number} {player.nick} {player.name}".rstrip()
    for pragma, field in TEXTS.items():
        if getattr(game, field):
            yield f"#{pragma} {getattr(game, field)}"
    if game.id:
        yield f"#id {game.authority} {game.id}" if game.authority else f"#id {game.id}"
    for large, small in game.tile_forms:
        yield f"#tile {large} {small}"
    for other in game.pragmas:
        yield from _continued(f"#{other.name}", other.text)
    if game.opening_note:
        yield from _continued("#note", game.opening_note)


def _events(game: GcgGame) -> Iterator[str]:
    for event in game.events:
        # a missing rack leaves two blanks: some readers rely on them
        score = "-0" if isinstance(event, GcgRackLoss) and not event.score else f"{event.score:+d}"
        yield f">{game.players[event.player].nick}: {event.rack} {move_text(event)} {score} {event.total}"
        if event.note:
            yield from _continued("#note", event.note)


def _footer(game: GcgGame) -> Iterator[str]:
    for player, tiles in game.racks:
        yield f"#rack{player + 1} {tiles}"
    if game.incomplete is not None:
        yield f"#incomplete {game.incomplete}".rstrip()


def _continued(head: str, text: str) -> Iterator[str]:
    """A text of several lines; a line that could be mistaken for something else is marked as a continuation."""
    first, *more = text.split("\n")
    yield f"{head} {first}".rstrip()
    for line in more:
        plain = line and line == line.strip() and line[0] not in "#>"
        yield line if plain else f"#- {line}" if line else "#-"


def move_text(event: GcgEvent) -> str:
    """The event in the notation of event lines: `8D TILES`, `-`, `--`, `-ABC`, `(challenge)`, `(ABC)`."""
    match event:
        case GcgPlay():
            return f"{event.place} {event.tiles}"
        case GcgWithdrawn():
            return "--"
        case GcgPass():
            return "-"
        case GcgExchange():
            return f"-{event.tiles or event.count}"
        case GcgChallengeBonus():
            return "(challenge)"
        case GcgRackGain() | GcgRackLoss():
            return f"({event.tiles})"
        case GcgTimePenalty():
            return "(time)"
        case _:
            assert_never(event)
