"""What `tilewright analyze` writes: a record with notes, JSON, and a page with pictures."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING

from bot.cli.inputs import texts
from bot.cli.render import scene_of
from engine.formats import cgp, gcg
from engine.formats.cgp import CgpPosition
from engine.formats.tiletext import write_rack
from engine.loading import load_variant
from engine.loading.origins import origin_of
from engine.model.board import Board
from engine.model.tiles import KnownRack, Tiles
from engine.play.generator.generator import ScoredExchange, ScoredPlay
from engine.play.placement import write_move
from engine.review.turns import summarise
from engine.review.values import GameStage, Meaning, Mistake, MoveFigures, TurnReview

if TYPE_CHECKING:
    from bot.cli.analyze import Reviewed
    from engine.model.variant import Variant
    from engine.review.turns import Moment

_STYLE = """
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 1rem auto; padding: 0 1rem; }
img { max-width: 100%; height: auto; } table { border-collapse: collapse; } th, td { padding: .2rem .7rem; }
th { text-align: left; } td.number { text-align: right; } td:first-child { white-space: nowrap; }
tr.made { font-weight: bold; }
section { border-top: 1px solid #999; margin-top: 2rem; } .scroll { overflow-x: auto; }
"""


# --- words ------------------------------------------------------------------------------------------------------------


def _move(figures: MoveFigures, board: Board, variant: Variant) -> str:
    """A move as game records write it: `8D TISANE`, `-ABC`, or `-` for a pass."""
    match figures.move:
        case ScoredPlay(placement=placement):
            return write_move(board, placement, variant)
        case ScoredExchange(tiles=tiles):
            return f"-{write_rack(tiles, variant)}"
        case None:
            return "-"


def _percent(chance: float) -> str:
    return texts().percent(chance, 1)


def _signed(points: float) -> str:
    return f"{'+' if points > 0 else ''}{texts().decimal(points)}"


def _figures(figures: MoveFigures, board: Board, variant: Variant) -> str:
    """A move and its worth on one line."""
    parts = [f"{_move(figures, board, variant)} {figures.score:+d}"]
    if figures.win is not None:
        parts.append(" ".join((texts().pgettext("column of chances in per cent", "win"), _percent(figures.win))))
    if figures.lead is not None:
        parts.append(" ".join((texts().pgettext("column", "lead"), _signed(figures.lead))))
    else:
        parts.append(" ".join((texts().pgettext("column", "equity"), texts().decimal(figures.equity))))
    return ", ".join(parts)


def _grade(turn: TurnReview) -> str:
    """How grave the mistake of a turn is, and what it cost; of a phony, also what became of it."""
    from bot.features.review.text import grade_text, phony_fate

    if turn.mistake is None:
        return texts().gettext("Not graded: the rack is not known")
    grade = grade_text(turn.mistake, texts())
    if turn.mistake is Mistake.NONE:
        return phony_fate(turn.phony, texts()) if turn.phony else grade
    if turn.phony:
        grade = f"{phony_fate(turn.phony, texts())} {grade}"
    if turn.lost_win:
        percent = texts().decimal(100 * turn.lost_win)
        return f"{grade}: " + texts().gettext("chance to win lower by {percent} percentage points", percent=percent)
    lost = round(turn.lost_points or 0)
    return f"{grade}: " + texts().ngettext("{count} point lost", "{count} points lost", lost)


def _reason(moment: Moment, turn: TurnReview) -> str:
    """Why the best move is better, as the bot says it, without its marks for Discord; empty if there is no reason."""
    from bot.features.review.text import reason_text
    from bot.text.names import cast_of

    if turn.reason is None:
        return ""
    view = moment.view.table
    said = reason_text(turn.reason, view, cast_of(view), texts())
    return re.sub(r"\\(\W)", r"\1", said)


def _summary(moment: Moment, turn: TurnReview) -> str:
    """The grade of a turn, how sure it is, and the reason."""
    parts = filter(None, (_grade(turn).removesuffix("."), _certainty(turn), _reason(moment, turn)))
    return ". ".join(part.removesuffix(".") for part in parts) + "."


def _certainty(turn: TurnReview) -> str:
    """Whether the grade of an ending is proven; empty for any other turn."""
    if turn.phase is not GameStage.ENDGAME or turn.mistake is None:
        return ""
    if turn.proven:
        return texts().gettext("Proven to the end of the game.")
    return texts().gettext("Not proven to the end of the game.")


def _meaning(meaning: Meaning) -> str:
    """What the figures mean if there are more than two players."""
    if meaning is not Meaning.SEVERAL:
        return ""
    return texts().gettext(
        "With more than two players, the chance to win is the chance of finishing ahead of everyone else, and the "
        "lead is over the best of them. Both are estimates, even near the end."
    )


def _players(reviewed: Reviewed) -> Iterator[tuple[str, str]]:
    """The players who moved, with their mistakes together."""
    from bot.features.review.text import index_text

    for seat in summarise(reviewed.turns).seats:
        player = reviewed.game.record.players[_player(reviewed, seat.seat)]
        yield player.name or player.nick, index_text(seat, texts())


def _player(reviewed: Reviewed, seat: int) -> int:
    """The player of the record who sat in a seat first: racks and scores may have changed hands."""
    place = next(place for place, turn in zip(reviewed.game.places, reviewed.turns, strict=True) if turn.seat == seat)
    return reviewed.game.record.events[place].player


def show_players(reviewed: Reviewed) -> None:
    """Print the mistakes of each player."""
    import typer

    for name, index in _players(reviewed):
        typer.echo(f"{name}: {index}")


# --- a record with notes ----------------------------------------------------------------------------------------------


def annotated(reviewed: Reviewed) -> bytes:
    """The record as GCG, with a note on every decision after those that are there already."""
    events = list(reviewed.game.record.events)
    for place, moment, turn in zip(reviewed.game.places, reviewed.moments, reviewed.turns, strict=True):
        event = events[place]
        note = "\n".join(_note(moment, turn, reviewed.game.resources.variant))
        events[place] = replace(event, note=f"{event.note}\n{note}" if event.note else note)
    summary = "\n".join(f"{name}: {index}" for name, index in _players(reviewed))
    record = reviewed.game.record
    opening = f"{record.opening_note}\n{summary}" if record.opening_note else summary
    return gcg.write(replace(record, events=tuple(events), opening_note=opening))


def _note(moment: Moment, turn: TurnReview, variant: Variant) -> Iterator[str]:
    board = moment.view.table.board
    yield _summary(moment, turn)
    for number, one in enumerate(turn.best, 1):
        yield f"{number}. {_figures(one, board, variant)}"
    if turn.played and turn.mistake is not None and turn.played.move not in [one.move for one in turn.best]:
        yield f"-> {_figures(turn.played, board, variant)}"


# --- JSON -------------------------------------------------------------------------------------------------------------


def as_data(reviewed: Reviewed) -> dict[str, object]:
    """The reviews as one object; chances are from 0 to 1."""
    game, whole = reviewed.game, summarise(reviewed.turns)
    seats = [
        {
            "player": game.record.players[_player(reviewed, seat.seat)].nick,
            "turns": seat.turns,
            "index": seat.index,
            "strength": seat.strength,
            "small": seat.small,
            "medium": seat.medium,
            "large": seat.large,
            "phonies": seat.phonies,
        }
        for seat in whole.seats
    ]
    turns = [_turn_data(*one, reviewed) for one in zip(game.places, reviewed.moments, reviewed.turns, strict=True)]
    return {"analyser": whole.version, "meaning": whole.meaning.value, "players": seats, "turns": turns}


def _turn_data(place: int, moment: Moment, turn: TurnReview, reviewed: Reviewed) -> dict[str, object]:
    board, variant, record = moment.view.table.board, reviewed.game.resources.variant, reviewed.game.record
    return {
        "number": turn.number,
        "player": record.players[record.events[place].player].nick,
        "phase": turn.phase.value,
        "rack": None if turn.rack is None else write_rack(turn.rack, variant),
        "cgp": cgp.write(_position(moment, variant), variant),
        "played": turn.played and _figures_data(turn.played, board, variant),
        "best": [_figures_data(one, board, variant) for one in turn.best],
        "mistake": turn.mistake and turn.mistake.value,
        "lost_win": turn.lost_win,
        "lost_points": turn.lost_points,
        "proven": turn.proven,
        "exact": turn.exact,
        "phony": turn.phony and {"stood": turn.phony.stood, "win": turn.phony.win, "points": turn.phony.points},
        "reason": turn.reason and type(turn.reason).__name__,
    }


def _position(moment: Moment, variant: Variant) -> CgpPosition:
    """The position of a move, with its board, tiles and dictionary unless they are those that any reader takes."""
    position, lexicon = cgp.position_of(moment.view), moment.view.table.setup.lexicon.name
    return position if variant == load_variant() else position.played_with(origin_of(variant, lexicon))


def _figures_data(figures: MoveFigures, board: Board, variant: Variant) -> dict[str, object]:
    return {
        "move": _move(figures, board, variant),
        "score": figures.score,
        "win": figures.win,
        "lead": figures.lead,
        "equity": figures.equity,
        "deals": figures.deals,
        "proven": figures.proven,
    }


# --- a page with pictures ---------------------------------------------------------------------------------------------


def as_html(reviewed: Reviewed) -> str:
    """The review as a page that needs no other file."""
    record = reviewed.game.record
    names = " – ".join(player.name or player.nick for player in record.players)
    title = escape(record.title or names)
    players = "".join(f"<li>{escape(name)}: {escape(index)}</li>" for name, index in _players(reviewed))
    turns = zip(reviewed.game.places, reviewed.moments, reviewed.turns, strict=True)
    sections = "\n".join(_section(place, moment, turn, reviewed) for place, moment, turn in turns)
    meaning = escape(_meaning(summarise(reviewed.turns).meaning))
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(texts().locale.language)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
        f"<p>{escape(names)}</p>\n<ul>{players}</ul>\n{f'<p>{meaning}</p>' if meaning else ''}\n"
        f"{sections}\n</body>\n</html>\n"
    )


def _section(place: int, moment: Moment, turn: TurnReview, reviewed: Reviewed) -> str:
    record, variant = reviewed.game.record, reviewed.game.resources.variant
    player = record.players[record.events[place].player]
    rack = write_rack(turn.rack or (), variant)
    heading = f"{turn.number}. {player.name or player.nick} {rack}".rstrip()
    return (
        f"<section><h2>{escape(heading)}</h2>\n<p>{escape(_summary(moment, turn))}</p>\n"
        f"{_table(moment, turn, variant)}\n"
        f"{_picture(moment, reviewed, heading)}</section>"
    )


def _table(moment: Moment, turn: TurnReview, variant: Variant) -> str:
    """The best moves and the one that was made, which is set off and marked."""
    board, rows = moment.view.table.board, list(turn.best)
    if turn.played and turn.played.move not in [one.move for one in rows]:
        rows.append(turn.played)
    column = texts().pgettext
    headings = (
        column("column", "move"),
        column("column", "score"),
        column("column of chances in per cent", "win"),
        column("column", "lead"),
        column("column", "equity"),
        column("column", "proven"),
    )
    head = "".join(f'<th scope="col">{escape(one)}</th>' for one in headings)
    body = "".join(_row(one, turn, board, variant) for one in rows)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _row(figures: MoveFigures, turn: TurnReview, board: Board, variant: Variant) -> str:
    made = turn.played is not None and figures.move == turn.played.move
    name = f"▶ {_move(figures, board, variant)}" if made else _move(figures, board, variant)
    cells = (
        str(figures.score),
        "" if figures.win is None else _percent(figures.win),
        "" if figures.lead is None else _signed(figures.lead),
        texts().decimal(figures.equity),
        texts().pgettext("in a table", "yes") if figures.proven else "",
    )
    numbers = "".join(f'<td class="number">{escape(cell)}</td>' for cell in cells)
    return f'<tr class="{"made" if made else "other"}"><td>{escape(name)}</td>{numbers}</tr>'


def _picture(moment: Moment, reviewed: Reviewed, alt: str) -> str:
    """The board before a move, inside the page."""
    from bot.render import Style, draw_board

    table, variant = moment.view.table, reviewed.game.resources.variant
    seats = table.seats
    held = moment.view.rack.tiles if isinstance(moment.view.rack, KnownRack) else Tiles()
    racks = tuple(held if n == moment.view.seat else Tiles() for n in range(len(seats)))
    position = CgpPosition(table.board, racks, tuple(seat.score for seat in seats))
    scene = scene_of(position, variant)
    named = tuple(
        replace(one, name=seat.player.name, is_turn=n == moment.view.seat)
        for n, (one, seat) in enumerate(zip(scene.seats, seats, strict=True))
    )
    picture = draw_board(replace(scene, seats=named), Style(colours=variant.colours))
    data = b64encode(picture.data).decode()
    return f'<img src="data:{picture.media_type};base64,{data}" alt="{escape(alt)}" width="{picture.width // 2}">'
