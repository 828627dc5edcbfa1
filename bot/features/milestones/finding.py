"""Which milestones a finished game may be, from its course alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.features.milestones.values import BEHIND, POINTS, Milestone, MilestoneKind
from bot.service.ports import Judge
from engine.game.history import Entry
from engine.game.history import TurnKind as Turn
from engine.game.phases import Over
from engine.game.results import is_bingo
from engine.game.state import GameState, Person


def candidates(game: str, state: GameState, entries: Sequence[Entry], judge: Judge | None) -> Iterator[Milestone]:
    """What people did in a game that is a milestone unless they have done it before.

    Nothing is one without an opponent who is no guest at the same screen, or where a moderator sent somebody away.
    Without a `judge` of words, no phony is found.
    """
    for number, seat in enumerate(state.seats):
        player = seat.player
        if not isinstance(player, Person) or player.is_guest or not _is_opposed(state, player):
            continue
        own = [entry for entry in entries if entry.seat == number]
        yield from _of_seat(game, state, number, player, own)
        if _is_comeback(state, number, entries):
            yield Milestone(player.id, player.name, MilestoneKind.COMEBACK, game, amount=_most_behind(number, entries))
        if judge and (phony := _best_phony(own, judge)):
            yield Milestone(player.id, player.name, MilestoneKind.PHONY, game, *phony)


def _of_seat(game: str, state: GameState, number: int, player: Person, own: Sequence[Entry]) -> Iterator[Milestone]:
    assert isinstance(state.phase, Over)
    score = state.seats[number].score
    if state.phase.winners == (number,):
        yield Milestone(player.id, player.name, MilestoneKind.WIN, game)
    bingos = [one for one in own if one.placement and not one.withdrawn and is_bingo(one.placement, state.variant)]
    if bingos:
        word = "".join(bingos[0].lines[0].word)
        yield Milestone(player.id, player.name, MilestoneKind.BINGO, game, word, bingos[0].points)
    if score >= POINTS:
        yield Milestone(player.id, player.name, MilestoneKind.POINTS, game, amount=score)
    yield Milestone(player.id, player.name, MilestoneKind.GAMES, game)


def _is_opposed(state: GameState, player: Person) -> bool:
    others = [seat.player for seat in state.seats if seat.player.id != player.id]
    own = [one for one in others if isinstance(one, Person) and one.member == player.member]
    return len(others) > len(own) and not state.meddled


def _is_comeback(state: GameState, number: int, entries: Sequence[Entry]) -> bool:
    assert isinstance(state.phase, Over)
    return state.phase.winners == (number,) and _most_behind(number, entries) >= BEHIND


def _most_behind(number: int, entries: Sequence[Entry]) -> int:
    """By how many points a seat was behind the leader after a turn of its own, at most."""
    totals: dict[int, int] = {}
    most = 0
    for entry in entries:
        totals[entry.seat] = entry.total
        if entry.seat == number and entry.is_turn:
            most = max(most, max(totals.values()) - entry.total)
    return most


def _best_phony(own: Sequence[Entry], judge: Judge) -> tuple[str, int] | None:
    """The phony of the play with most points that stayed on the board, and these points."""
    stood = [one for one in own if one.kind is Turn.PLAY and not one.withdrawn]
    for entry in sorted(stood, key=lambda one: -one.points):
        words = tuple(line.word for line in entry.lines if line.word)
        if wrong := [word for word, counts in zip(words, judge(words), strict=True) if not counts]:
            return "".join(wrong[0]), entry.points
    return None
