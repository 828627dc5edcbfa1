"""Reviews of finished games in words: grades, figures, reasons, and the people's mistakes together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import assert_never

from bot.text.boards import premium_label
from bot.text.help import HelpContext, HelpTopic
from bot.text.moves import figures_text, percent_text, play_text, tile_text, tiles_text
from bot.text.names import SeatNames, cast_of, escape
from bot.text.status import outcome
from bot.text.texts import Texts
from engine.game.events import Played
from engine.game.views import TableView
from engine.model.board import Cell
from engine.model.tiles import Tiles
from engine.model.variant import Variant
from engine.play.generator.generator import ScoredExchange, ScoredPlay
from engine.review import values as rv
from engine.sentences import N_, NP_

SHOWN_BEST_MOVES = 3
"""How many of the best moves of a turn are listed."""
_GRADES = {
    rv.Mistake.NONE: NP_("mistake", "No mistake"),
    rv.Mistake.SMALL: NP_("mistake", "Small mistake"),
    rv.Mistake.MEDIUM: NP_("mistake", "Medium mistake"),
    rv.Mistake.LARGE: NP_("mistake", "Large mistake"),
}


class SharedPage(Enum):
    """What becomes of a page that somebody shares."""

    NOT_HERE = N_("I can share a review only in a channel of a server that I am in.")
    NOT_YET = N_(
        "That page shows someone else's rack. You can share it once all players have pressed **Let everyone open it**."
    )
    POSTED = N_("I am posting it in this channel.")


def sharing_text(what: SharedPage, texts: Texts) -> str:
    """What becomes of a page that somebody shares, in words."""
    return texts.gettext(what.value)


def title_text(game: str, texts: Texts) -> str:
    """The title of a game's review."""
    return "### " + texts.gettext("Review of {game}", game=escape(game))


def result_text(view: TableView, texts: Texts) -> str:
    """How a game ended, with everyone's points."""
    cast = cast_of(view)
    points = (f"{cast.name(number)} {texts.number(seat.score)}" for number, seat in enumerate(view.seats))
    return f"{outcome(view, cast, texts)}\n-# {' · '.join(points)}"


def failed_text(texts: Texts) -> str:
    """That a review failed."""
    return texts.gettext("I could not review this game. Press **Try again**, or ask again later.")


def turn_lines(turns: Sequence[rv.TurnReview], number: int, view: TableView, texts: Texts) -> Iterator[str]:
    """A turn, with the table before it: its rack, the move played, and the best moves with their figures."""
    turn, cast = turns[number - 1], cast_of(view)
    yield texts.gettext("Turn {number} of {all}: {name}", number=number, all=len(turns), name=cast.name(turn.seat))
    if turn.rack is not None:
        yield texts.gettext("Rack: {tiles}", tiles=f"**{tiles_text(turn.rack, view.variant)}**")
    if turn.played is not None:
        yield texts.gettext("Played: {move}", move=figures_text(turn.played, view, texts))
    if turn.mistake is not None:
        yield verdict_text(turn, texts)
    if turn.reason is not None:
        yield reason_text(turn.reason, view, cast, texts)
    if turn.best:
        yield texts.gettext("Best moves:")
        yield from (
            f"{place}. {figures_text(one, view, texts)}" for place, one in enumerate(turn.best[:SHOWN_BEST_MOVES], 1)
        )
    remarks = (certainty_text(turn, texts), lead_text(turn, texts), meaning_text(turn.meaning, texts))
    yield from (f"-# {line}" for line in remarks if line)


def marked_text(outlined: bool, ringed: bool, texts: Texts) -> str:
    """What the marks on the board mean, of those that it has."""
    if outlined and ringed:
        return texts.gettext("The move played is highlighted; the best move is framed.")
    if outlined:
        return texts.gettext("The move played is highlighted.")
    return texts.gettext("The best move is framed.") if ringed else ""


def chart_title(texts: Texts) -> str:
    """The title of the chart."""
    return texts.gettext("Chance to win after each turn, in %")


def chart_alt(turns: Iterable[rv.TurnReview], cast: SeatNames, texts: Texts) -> str:
    """Turn by turn, the chance of the seat that moved, and each best move and mistake."""
    told = []
    for turn in turns:
        if turn.played is None or turn.played.win is None:
            continue
        facts = {"number": turn.number, "name": cast.name(turn.seat), "percent": percent_text(turn.played.win, texts)}
        line = texts.gettext("{number} {name} {percent}%", **facts)
        is_mistake = turn.mistake not in (None, rv.Mistake.NONE)
        mark = grade_text(turn.mistake, texts) if is_mistake else best_text(texts) if turn.is_best else ""
        told.append(f"{line} ({mark})" if mark else line)
    return texts.titled(chart_title(texts), texts.series(told))


def further_label(first: int, last: int, texts: Texts) -> str:
    """The label of the turns that a menu leads to."""
    return texts.gettext("Turns {first} to {last}", first=first, last=last)


def play_label(played: Played, points: int, view: TableView, texts: Texts) -> str:
    """A play as everyone has seen it, with its place and whole word, and what it scored in the end."""
    scored = texts.ngettext("{count} point", "{count} points", points)
    return f"{play_text(played.placement, played.sheet, view.setup)}, {scored}"


def grade_text(mistake: rv.Mistake | None, texts: Texts) -> str:
    """How grave a mistake is; a turn without a known rack is not graded."""
    return texts.gettext("Not graded") if mistake is None else texts.pgettext(*_GRADES[mistake])


def loss_text(turn: rv.TurnReview, texts: Texts) -> str:
    """The grade of a turn and what its move lost."""
    parts = [grade_text(turn.mistake, texts)]
    if turn.mistake not in (None, rv.Mistake.NONE):
        if turn.lost_win:
            parts.append(
                texts.gettext(
                    "it lowered the chance to win by {percent} percentage points",
                    percent=texts.decimal(100 * turn.lost_win),
                )
            )
        elif turn.lost_points:
            parts.append(texts.gettext("{points} points lost", points=texts.decimal(turn.lost_points)))
    return ": ".join(parts)


def certainty_text(turn: rv.TurnReview, texts: Texts) -> str:
    """How sure the figures are; empty where they come from random deals as usual."""
    if turn.mistake is None:
        return texts.gettext("I do not know the rack, so I cannot grade this turn.")
    if turn.proven:
        return texts.gettext("Proven: I know the best play to the end of the game.")
    if turn.exact:
        return texts.gettext("I have tried everything that can still be in the pool.")
    if turn.phase is rv.GameStage.ENDGAME:
        return texts.gettext("Not proven: I could not search to the end of the game.")
    return ""


def verdict_text(turn: rv.TurnReview, texts: Texts) -> str:
    """What a turn was: its grade with what its move lost, and for a phony its fate, or what it brought about."""
    if turn.phony and turn.mistake not in (None, rv.Mistake.NONE):
        return f"{phony_fate(turn.phony, texts)} {loss_text(turn, texts)}"
    return phony_text(turn, texts) or loss_text(turn, texts)


def phony_fate(phony: rv.PhonyEffect, texts: Texts) -> str:
    """Whether a phony stood."""
    return texts.gettext("A phony that stood.") if phony.stood else texts.gettext("A phony that came off the board.")


def phony_text(turn: rv.TurnReview, texts: Texts) -> str:
    """What a phony brought about; empty if there was none."""
    if turn.phony is None:
        return ""
    told = phony_fate(turn.phony, texts)
    if turn.phony.points is None:
        return told
    points = texts.signed(round(turn.phony.points))
    effect = texts.gettext("Against the best valid move: {points} points.", points=points)
    return f"{told} {effect}"


def reason_text(reason: rv.Reason, view: TableView, cast: SeatNames, texts: Texts) -> str:
    """Why the best move is better than the one played, as one sentence."""
    variant = view.variant
    match reason:
        case rv.WinsGame():
            return texts.gettext("The best move wins the game.")
        case rv.GoesOut(points=points):
            return texts.gettext("The best move goes out (others' tiles: {points}).", points=texts.signed(points))
        case rv.EndsBetter(points=points):
            return texts.gettext("The best move leads to a better ending ({points}).", points=texts.signed(points))
        case rv.Bingo():
            return texts.gettext("The best move is a bingo.")
        case rv.BetterExchange(tiles=tiles):
            return texts.gettext("It was better to exchange {tiles}.", tiles=tiles_text(tiles, variant))
        case rv.PlaysOn(points=points):
            return texts.gettext("It was better to play a word ({points}).", points=texts.signed(points))
        case rv.MorePoints(points=points):
            return texts.gettext("The best move scores more ({points}).", points=texts.signed(points))
        case rv.BetterLeave(keeps=keeps, instead=instead):
            return _leave_text(keeps, instead, variant, texts)
        case rv.BlocksLane(cell=cell):
            return texts.gettext("The best move blocks {premium} at {square}.", **_lane(cell, view, cast, texts))
        case rv.OpensLane(cell=cell):
            return texts.gettext("The move played opens {premium} at {square}.", **_lane(cell, view, cast, texts))
        case rv.RiskyOpening(cell=cell):
            return texts.gettext(
                "The move played puts a vowel beside a premium square, at {square}.", square=_square(cell, cast)
            )
        case rv.EmptiesPool():
            return texts.gettext("The best move empties the pool.")
        case rv.LeavesPool():
            return texts.gettext("The best move does not empty the pool.")
        case rv.GetsRidOf(tile=tile):
            return texts.gettext("The best move gets rid of {tile}.", tile=escape(tile_text(tile, texts)))
    assert_never(reason)


def _lane(cell: Cell, view: TableView, cast: SeatNames, texts: Texts) -> dict[str, str]:
    """A premium square, such as 3W at H1."""
    return {"premium": premium_label(view.board.layout[cell], texts), "square": _square(cell, cast)}


def _leave_text(keeps: Tiles, instead: Tiles, variant: Variant, texts: Texts) -> str:
    if not len(instead):
        return texts.gettext("The best move keeps {tiles}.", tiles=tiles_text(keeps, variant))
    if not len(keeps):
        return texts.gettext("The best move does not keep {tiles}.", tiles=tiles_text(instead, variant))
    facts = {"tiles": tiles_text(keeps, variant), "others": tiles_text(instead, variant)}
    return texts.gettext("The best move keeps {tiles} instead of {others}.", **facts)


def _square(cell: Cell, cast: SeatNames) -> str:
    return cast.square(cell.row, cell.column)


def index_text(seat: rv.SeatReview, texts: Texts) -> str:
    """A seat's mistakes together: the index, and the strength that it suggests."""
    if seat.index is None:
        return texts.gettext("Not graded")
    index = texts.decimal(seat.index)
    if seat.strength is None:
        return texts.gettext("mistake index {index}", index=index)
    return texts.gettext("mistake index {index}, strength about {strength}", index=index, strength=seat.strength)


def mistakes_text(seat: rv.SeatReview, texts: Texts) -> str:
    """How many mistakes of each kind a seat has made, and how many phonies, of those that there are."""
    counts = (
        (seat.large, texts.ngettext("{count} large mistake", "{count} large mistakes", seat.large)),
        (seat.medium, texts.ngettext("{count} medium mistake", "{count} medium mistakes", seat.medium)),
        (seat.small, texts.ngettext("{count} small mistake", "{count} small mistakes", seat.small)),
        (seat.phonies, texts.ngettext("{count} phony", "{count} phonies", seat.phonies)),
    )
    return texts.join(told for count, told in counts if count) or texts.gettext("no mistakes")


def praise_text(seat: rv.SeatReview, find: tuple[int, str] | None, texts: Texts) -> str:
    """What a seat did well: how many of its moves were the best, and the one that scored most, with its turn."""
    told = []
    if seat.best:
        told.append(
            texts.ngettext(
                "Best move found: {best} of {count}.",
                "Best moves found: {best} of {count}.",
                seat.turns,
                best=texts.number(seat.best),
            )
        )
    if find:
        facts = {"number": texts.number(find[0]), "move": find[1]}
        told.append(
            texts.gettext("Best find: {move}, on turn {number}.", **facts)
            if seat.best
            else texts.gettext("Most points: {move}, on turn {number}.", **facts)
        )
    return " ".join(told)


def best_text(texts: Texts) -> str:
    """What a move is called than which nothing better was found."""
    return texts.gettext("Best move")


def weights_text(texts: Texts) -> str:
    """What the mistake index is."""
    grades = (rv.Mistake.LARGE, rv.Mistake.MEDIUM, rv.Mistake.SMALL)
    weights = {grade.value: texts.decimal(grade.weight) for grade in grades}
    return texts.gettext(
        "Mistake index: a large mistake adds {large}, a medium one {medium}, a small one {small}. Lower is better.",
        **weights,
    )


def lead_text(turn: rv.TurnReview, texts: Texts) -> str:
    """What a lead is; empty if no figure of a turn has one."""
    shown = (*turn.best, *((turn.played,) if turn.played else ()))
    if all(figures.lead is None for figures in shown):
        return ""
    return texts.gettext("Lead: how many points ahead a player is at the end of the game, on average.")


def meaning_text(meaning: rv.Meaning, texts: Texts) -> str:
    """What the figures mean if that is not obvious; empty for two seats."""
    match meaning:
        case rv.Meaning.TWO_SEATS:
            return ""
        case rv.Meaning.SEVERAL:
            return texts.gettext(
                "With more than two players, the chance to win is the chance of finishing ahead of everyone else, "
                "and the lead is over the best of them. Both are estimated from random deals, even near the end."
            )
        case rv.Meaning.ALONE:
            return texts.gettext("With one player there is nobody to beat, so only points are compared.")
    assert_never(meaning)


def progress_text(graded: int, turns: int, ahead: int, texts: Texts) -> str:
    """How far a review has come."""
    if not graded and ahead:
        return texts.gettext("Games before this one in the queue: {count}.", count=texts.number(ahead))
    done = {"done": texts.number(graded), "all": texts.number(turns)}
    return texts.gettext("I am reviewing this game: {done} of {all} turns so far.", **done)


def plain_move_text(figures: rv.MoveFigures, texts: Texts) -> str:
    """What kind of move was played, and for how many points, without the board: for a menu's option."""
    points = texts.ngettext("{count} point", "{count} points", figures.score)
    match figures.move:
        case ScoredPlay(placement=placement):
            letters = "".join(placed.letter for _, placed in placement.tiles)
            return f"{letters}, {points}"
        case ScoredExchange(tiles=tiles) if len(tiles):
            return texts.ngettext("exchanged {count}", "exchanged {count}", len(tiles))
        case _:
            return texts.pgettext("player", "passed")


def _help(helped: HelpContext) -> str:
    texts = helped.texts
    lines = (
        texts.gettext(
            "`/review game` grades every turn of a finished game, and says which moves were better and why. Only its "
            "players can see the review until all of them press **Let everyone open it**."
        ),
        texts.gettext(
            "`/review game file:` grades a game from anywhere: send its record as GCG, or as JSON from `/game export`."
        ),
        texts.gettext("In the mistake index, a large mistake counts 1, a medium one 0.5 and a small one 0.2."),
    )
    return "\n".join(f"- {line}" for line in lines)


TOPIC = HelpTopic(lambda texts: texts.pgettext("help topic", "Reviews"), _help, commands=("review",))
