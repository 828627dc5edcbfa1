"""What a computer player considers, for everyone to see; of its rack, this reveals only the tiles in those plays."""

from __future__ import annotations

from collections.abc import Sequence

from bot.text.cast import SeatNames
from bot.text.moves import play_text
from bot.text.names import escape
from bot.text.texts import Texts
from engine.computer.candidates import Candidate
from engine.game.views import TableView
from engine.play.generator.plays import ScoredExchange
from engine.play.scoring import score


def thoughts_text(view: TableView, seat: int, candidates: Sequence[Candidate], cast: SeatNames, texts: Texts) -> str:
    """The candidates of a seat, best first, each with its points and chances, in small print."""
    heading = texts.gettext("{name} is considering:", name=cast.name(seat))
    lines = [f"{number}\\. {_candidate(one, view, texts)}" for number, one in enumerate(candidates, 1)]
    return "\n".join(f"-# {line}" for line in (heading, *lines))


def _candidate(one: Candidate, view: TableView, texts: Texts) -> str:
    parts = [_move(one, view, texts)]
    if one.chance is not None:
        percent = texts.number(round(100 * one.chance))
        parts.append(texts.gettext("{percent}% chance to win", percent=percent))
    return " · ".join(parts)


def _move(one: Candidate, view: TableView, texts: Texts) -> str:
    if isinstance(one.move, ScoredExchange):
        count = len(one.move.tiles)
        return texts.ngettext("exchanging {count} tile", "exchanging {count} tiles", count)
    placement = one.move.placement
    play = play_text(placement, score(view.board, placement, view.variant), view.setup)
    return texts.ngettext("{play}, {count} point", "{play}, {count} points", one.move.score, play=escape(play))
