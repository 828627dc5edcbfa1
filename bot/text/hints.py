"""Hints in words, for the player alone, and what a computer player considers, for everyone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from bot.text.moves import alphabetical, blanks_text, letters_text, play_text, word_text
from bot.text.names import SeatNames, cast_of, escape
from bot.text.texts import Texts
from engine.computer.tools import Candidate
from engine.game.views import SeatView, TableView
from engine.model.board import Cell, Direction
from engine.model.rules import Rules
from engine.play.generator.generator import ScoredExchange
from engine.play.placement import score
from engine.review.hints import ExchangeHint, Hint, LookAlong, LookForLength, PassHint, PlayHint
from engine.sentences import NP_


def hint_text(view: SeatView, hint: Hint | None, texts: Texts) -> str:
    """The content of a hint, in a sentence or two."""
    match hint:
        case None:
            return texts.gettext(
                "I cannot find a play for you. You can exchange tiles or pass. This has not used up a hint."
            )
        case LookAlong():
            return _line(view, hint, texts)
        case LookForLength():
            return _length(view, hint, texts)
        case PlayHint():
            return _play(view, hint, texts)
        case ExchangeHint(tiles=tiles):
            named = letters_text(alphabetical(tiles, view.table.variant), view.table.variant)
            return texts.gettext("The best move I can find is to exchange **{tiles}**.", tiles=escape(named))
        case PassHint():
            return texts.gettext("The best move I can find is to pass.")
    assert_never(hint)


def hint_question(view: SeatView, texts: Texts) -> str:
    """Asks which kind of hint to give, and says how many are left and what one costs."""
    question = texts.gettext("What kind of hint would you like?")
    return f"{question}\n-# {left_text(view, texts)}"


def thinking_text(texts: Texts) -> str:
    """What somebody waits for who asked for a hint."""
    return texts.gettext("I am thinking about the best move. This can take a few seconds.")


def hint_alt(part: str, texts: Texts) -> str:
    """The alt text of the picture beside a hint; `part` says which part of a large board it shows."""
    return " ".join(filter(None, (texts.gettext("The board, with this hint ringed."), part)))


def _line(view: SeatView, hint: LookAlong, texts: Texts) -> str:
    cast = cast_of(view.table)
    if hint.direction is Direction.ACROSS:
        return texts.gettext("Look along row **{row}**.", row=escape(cast.row(hint.cell.row)))
    return texts.gettext("Look along column **{column}**.", column=escape(cast.column(hint.cell.column)))


def _length(view: SeatView, hint: LookForLength, texts: Texts) -> str:
    across, cast = hint.direction is Direction.ACROSS, cast_of(view.table)
    facts = {
        "tiles": texts.ngettext("{count} of your tiles", "{count} of your tiles", hint.tiles),
        "part": _part(view, hint.cell, texts),
        "line": escape(cast.row(hint.cell.row) if across else cast.column(hint.cell.column)),
    }
    if across:
        return texts.ngettext(
            "Look in row **{line}**, {part}, for a word of **{count}** letter, using {tiles}.",
            "Look in row **{line}**, {part}, for a word of **{count}** letters, using {tiles}.",
            hint.letters,
            **facts,
        )
    return texts.ngettext(
        "Look in column **{line}**, {part}, for a word of **{count}** letter, using {tiles}.",
        "Look in column **{line}**, {part}, for a word of **{count}** letters, using {tiles}.",
        hint.letters,
        **facts,
    )


_PARTS = (
    (
        NP_("part of the board", "in the upper left"),
        NP_("part of the board", "at the top"),
        NP_("part of the board", "in the upper right"),
    ),
    (
        NP_("part of the board", "on the left"),
        NP_("part of the board", "in the middle"),
        NP_("part of the board", "on the right"),
    ),
    (
        NP_("part of the board", "in the lower left"),
        NP_("part of the board", "at the bottom"),
        NP_("part of the board", "in the lower right"),
    ),
)


def _part(view: SeatView, cell: Cell, texts: Texts) -> str:
    """Which ninth of the board a square is in."""
    layout = view.table.board.layout
    return texts.pgettext(*_PARTS[3 * cell.row // layout.height][3 * cell.column // layout.width])


def _play(view: SeatView, hint: PlayHint, texts: Texts) -> str:
    play = escape(move_text(view, hint))
    if hint.best:
        told = texts.ngettext(
            "The best move I can find is **{play}** for {count} point.",
            "The best move I can find is **{play}** for {count} points.",
            hint.sheet.total,
            play=play,
        )
    else:
        told = texts.ngettext(
            "You could play **{play}** for {count} point.",
            "You could play **{play}** for {count} points.",
            hint.sheet.total,
            play=play,
        )
    return " ".join(filter(None, (told, _also(hint, texts), blanks_text(hint.play.placement, hint.sheet, texts))))


def _also(hint: PlayHint, texts: Texts) -> str:
    """The cross words of a play; empty if it makes none."""
    others = [escape(word_text(one.word)) for one in hint.sheet.words[1:]]
    return texts.gettext("It also makes {words}.", words=texts.join(others)) if others else ""


def move_text(view: SeatView, hint: PlayHint) -> str:
    """The play of a hint as a player would type it."""
    return play_text(hint.play.placement, hint.sheet, view.table.setup)


def left_text(view: SeatView, texts: Texts) -> str:
    """How many hints a seat has left, and the cost of one."""
    left = view.table.hints_left(view.seat)
    cost = cost_text(view.table.rules, texts)
    if left is None:
        told = texts.gettext("You can have as many hints as you like.")
    elif left == 0:
        return texts.gettext("That was your last hint in this game.")
    else:
        told = texts.ngettext("You have {count} hint left.", "You have {count} hints left.", left)
    return f"{told} {cost}" if cost else told


def cost_text(rules: Rules, texts: Texts) -> str:
    """The cost of a hint; empty if it is free."""
    if not rules.hint_cost:
        return ""
    return texts.ngettext("Each costs {count} point.", "Each costs {count} points.", rules.hint_cost)


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
