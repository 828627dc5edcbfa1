"""`tilewright replay`: replays a game record, GCG or our own JSON, and reports wrong scores."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, assert_never

import typer

import engine
from bot.cli import inputs
from bot.cli.inputs import texts

if TYPE_CHECKING:
    from engine.formats.gcg import GcgGame
    from engine.formats.replay import Remark, Replay
    from engine.model.tiles import Tile
    from engine.words.lexicon import Lexicon


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The game record: GCG, or JSON from /game export.")],
    lexicon: Annotated[
        str | None, typer.Option("--lexicon", help="Report words that this lexicon lacks; `none` skips this check.")
    ] = None,
    variant: Annotated[str | None, typer.Option("--variant", help="The variant that was played.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Replay a game record, score every move again and report each difference."""
    from engine.loading.choosing import NO_LEXICON

    with inputs.clear_errors():
        data = inputs.read_bytes(file)
    with inputs.clear_errors(file.name):
        found = engine.open_game(data, variant=variant, lexicon=lexicon, otherwise=NO_LEXICON, tell=inputs.tell_unfit)
        game, replayed = found.record, found.replay
    checked = found.resources.lexicon if found.resources.judge else None
    remarks = [*map(texts().told, found.remarks), *_remarks(replayed)]
    if as_json:
        inputs.print_json(inputs.with_remarks(_as_data(game, replayed), remarks))
    else:
        _show(game, replayed, remarks, checked)


def _as_data(game: GcgGame, replayed: Replay) -> dict[str, object]:
    turns = [
        {
            "player": game.players[turn.event.player].nick,
            "move": turn.move,
            "score": turn.score,
            "recorded": turn.event.score,
            "total": turn.total,
        }
        for turn in replayed.turns
    ]
    return {"turns": turns, "differences": replayed.differences}


def _show(game: GcgGame, replayed: Replay, remarks: list[str], lexicon: Lexicon | None) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    table = Table(title=Text(game.title) if game.title else None)
    table.add_column(texts().pgettext("column of numbers of lines", "line"), justify="right")
    table.add_column(texts().pgettext("column", "player"))
    table.add_column(texts().pgettext("column", "move"))
    table.add_column(texts().pgettext("column", "score"), justify="right")
    table.add_column(texts().pgettext("column", "recorded"), justify="right")
    table.add_column(texts().pgettext("column", "total"), justify="right")
    for turn in replayed.turns:
        nick = Text(game.players[turn.event.player].nick)
        numbers = (str(turn.score), str(turn.event.score), str(turn.total))
        table.add_row(str(turn.event.line), nick, Text(turn.move), *numbers, style="bold red" if turn.differs else "")
    console.print(table)
    for line in remarks:
        console.print(Text(line))
    checked = texts().gettext("Words checked by {lexicon}.", lexicon=lexicon.name) if lexicon else None
    console.print(Text(checked or texts().gettext("Words not checked.")))
    scores = zip(game.players, replayed.totals, strict=True)
    console.print(Text(", ".join(f"{player.name or player.nick} {total}" for player, total in scores)))
    console.print(texts().gettext("Differences: {count}", count=replayed.differences))


def _remarks(replayed: Replay) -> list[str]:
    lines: list[str] = []
    for turn in replayed.turns:
        place = texts().gettext("line {line}, {move}", line=turn.event.line, move=turn.move)
        if turn.score != turn.event.score:
            facts = {"score": turn.score, "recorded": turn.event.score}
            lines.append(f"{place}: " + texts().gettext("scores {score}, recorded as {recorded}", **facts))
        lines += [f"{place}: {_remark(remark, turn.event.total)}" for remark in turn.remarks]
    for rack in replayed.racks:
        lines += [f"{rack.name} {rack.tiles}: {_remark(remark)}" for remark in rack.remarks]
    return lines


def _remark(remark: Remark, recorded: int = 0) -> str:
    from engine.formats import replay

    match remark:
        case replay.Phonies(phonies):
            return texts().gettext("not in the lexicon: {words}", words=", ".join(map("".join, phonies)))
        case replay.NotOnRack(tiles):
            return texts().gettext("not on the rack: {tiles}", tiles=_tiles(tiles))
        case replay.TooManyTiles(tiles):
            return texts().gettext("more than the set has: {tiles}", tiles=_tiles(tiles))
        case replay.TilesMissing(tiles):
            return texts().gettext("neither on the board nor among the tiles left: {tiles}", tiles=_tiles(tiles))
        case replay.NotWithdrawn(tiles):
            return texts().gettext("not among the tiles taken back: {tiles}", tiles=_tiles(tiles))
        case replay.Unreadable(text):
            return texts().gettext("not tiles of this variant: {text}", text=text)
        case replay.Irregular(refusal):
            return texts().gettext("not a legal placement ({refusal})", refusal=type(refusal).__name__)
        case replay.WrongTotal(expected):
            return texts().gettext(
                "the previous total plus the score is {expected}, but {recorded} is recorded",
                expected=expected,
                recorded=recorded,
            )
        case _:
            assert_never(remark)


def _tiles(tiles: tuple[Tile, ...]) -> str:
    return " ".join(tile.letter or "?" for tile in tiles)
