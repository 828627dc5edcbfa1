"""Tournaments with simulated games in which directors change their minds, one act after the other or at random."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import pytest

from bot.competitions.results import BYE
from bot.features.tournaments import commands, directing, receipts
from bot.features.tournaments.messages import panel_message
from bot.features.tournaments.receipts import NoTournament
from bot.features.tournaments.rounds import Rounds, begin_next, draw_next
from bot.model.errors import BotError
from bot.model.games import Place
from bot.pairing.bracket import bracket, can_reopen, has_room, open_ties, passing, vacancies
from bot.pairing.draws import rounds_for
from bot.pairing.standings import halves, standings, winners
from bot.pairing.values import (
    Format,
    Leaving,
    Pairing,
    Ruling,
    State,
    Ties,
    Tournament,
    TournamentPlan,
)
from bot.service.rights import Member
from bot.store.honours import Honours
from bot.text import texts_for
from engine.game.state import Person
from engine.model.durations import MINUTE
from tests.bot.features.test_tournaments import (
    CHANNEL,
    SERVER,
    Bench,
    bench,  # noqa: F401 - a fixture
    board_of,
    games_in,
    knockout,
    won,
)
from tests.support.later import at_gate, later
from tests.support.posters import step
from tests.support.service import Killed


def beaten(board: Pairing, winner: int) -> Pairing:
    """A board that somebody has won."""
    return replace(board, points=(400, 300) if board.first == winner else (300, 400), ruling=None)


async def test_X14_a_tie_break_goes_with_its_tie(bench: Bench) -> None:  # noqa: F811
    """Once there is no tie any more, its game is called off, whether it is open or has been played."""
    one = await knockout(bench, 4)
    await won(bench, board_of(one, 1, 2, 3), 2)
    one = await won(bench, board_of(one, 1, 1, 4))
    tied, again = (board for board in one.round(1) if 1 in board.players)
    one = await won(bench, tied, 4)
    assert f"settled {again.game}" in bench.hall.messages
    assert (one.begun, board_of(one, 2, 2, 4).is_open) == (2, True)
    one = await won(bench, board_of(one, 1, 2, 3), 3, follow=True)
    assert board_of(one, 2, 3, 4).is_open


async def test_X14_a_tied_game_that_is_void_is_played_again_once(bench: Bench) -> None:  # noqa: F811
    """Not beside the game that was to break the tie; and only the newest one can be given a result."""
    one = await knockout(bench, 4)
    one = await won(bench, board_of(one, 1, 1, 4))
    tied = one.round(1)[0]
    await bench.store.correct(one.number, replace(tied, points=(0, 0), ruling=Ruling.VOID), bench.clock.now())
    one = await bench.here()
    open_ = [board.board for board in one.round(1) if board.is_open]
    assert open_ == [2, 4]
    assert [option.value for option in games_in(panel_message(one, texts_for("en")))] == ["1-2", "1-4"]


async def test_X14_a_correction_leaves_nobody_out_where_a_substitute_plays(bench: Bench) -> None:  # noqa: F811
    """The substitute gives way to whoever has won, and stays where the winner is still who left."""
    one = await knockout(bench, 4)
    first = board_of(await won(bench, board_of(one, 1, 1, 4), 1), 1, 1, 4)
    await bench.store.withdraw(one.number, one.entrant(1).person, bench.clock.now())
    await bench.store.substitute(one.number, Person("9", "Zoe"), 1, bench.clock.now())
    one = await won(bench, board_of(one, 1, 2, 3), 3)
    one = await bench.steps(6)
    (zoe,) = (entrant.number for entrant in one.entrants if entrant.instead == 1)
    assert set(one.round(2)[0].players) == {zoe, 3}
    change = passing(one, beaten(first, 4))
    assert change and (change.out, change.into, set(change.pair)) == (zoe, 4, {3, 4})
    assert passing(one, beaten(first, 1)) is None


async def test_X14_who_has_left_after_a_later_game_has_played_it(bench: Bench) -> None:  # noqa: F811
    """So a correction that changes no winner asks nothing."""
    one = await knockout(bench, 4)
    await won(bench, board_of(one, 1, 2, 3), 2)
    one = await won(bench, board_of(one, 1, 1, 4), 1)
    await bench.store.withdraw(one.number, one.entrant(1).person, bench.clock.now())
    one = await bench.here()
    assert passing(one, beaten(board_of(one, 1, 1, 4), 1)) is None


async def test_X14_whoever_wins_after_all_plays_on_where_nobody_had(bench: Bench) -> None:  # noqa: F811
    """Both had lost in both pairs, so that the next round had begun without their game."""
    one = await knockout(bench, 8)
    for pair in ((1, 8), (4, 5)):
        lost = replace(board_of(one, 1, *pair), points=(-BYE, -BYE), ruling=Ruling.BOTH_LOSE)
        await bench.store.correct(one.number, lost, bench.clock.now())
    await won(bench, board_of(one, 1, 2, 7), 2)
    one = await won(bench, board_of(one, 1, 3, 6), 3)
    assert (one.begun, len(one.round(2))) == (2, 1)
    after_all = beaten(board_of(one, 1, 1, 8), 8)
    await bench.store.correct(one.number, after_all, bench.clock.now(), follow=True)
    one = await bench.steps()
    assert [board.players for board in one.round(2)] == [one.round(2)[0].players, (8,)]


async def test_X14_pairs_that_follow_from_a_corrected_game_are_drawn_anew(bench: Bench) -> None:  # noqa: F811
    """Also if the correction is of the round before the one that has been played."""
    bench.hall.held = True
    one = await bench.start(TournamentPlan(Format.KNOCKOUT), 8)
    await bench.steps()
    for winner, loser in ((1, 8), (4, 5), (2, 7), (3, 6)):
        one = await won(bench, board_of(one, 1, winner, loser), winner)
    await begin_next(bench.store, one.number, 1, bench.clock.now())
    one = await bench.steps()
    await won(bench, board_of(one, 2, 1, 4), 1)
    one = await won(bench, board_of(one, 2, 2, 3), 2)
    await draw_next(bench.store, one, bench.clock.now())
    one = await won(bench, board_of(one, 1, 1, 8), 8, follow=True)
    assert (one.drawn, board_of(one, 2, 4, 8).is_open) == (2, True)


async def test_X14_a_tournament_that_is_over_goes_on_for_a_game_that_is_played_again(bench: Bench) -> None:  # noqa: F811
    """Nobody has won it until that is over."""
    one, honours = await knockout(bench, 4), Honours(bench.store._database)
    await won(bench, board_of(one, 1, 1, 4), 1)
    await won(bench, board_of(one, 1, 2, 3), 2)
    one = await won(bench, board_of(await bench.here(), 2, 1, 2), 1)
    assert (one.state, len(await honours.within(SERVER, 0, bench.clock.now()))) == (State.OVER, 1)
    one = await won(bench, board_of(one, 1, 1, 4), 4, follow=True)
    again = board_of(one, 2, 2, 4)
    assert (one.state, again.is_open, again.game is not None) == (State.PLAYING, True, True)
    assert await honours.within(SERVER, 0, bench.clock.now()) == ()
    one = await won(bench, again, 4)
    assert (one.state, [row.entrant.number for row in winners(one)]) == (State.OVER, [4])
    void = replace(again, points=(0, 0), ruling=Ruling.VOID)
    await bench.store.correct(one.number, void, bench.clock.now())
    one = await bench.steps()
    assert (one.state, one.round(2)[-1].is_open) == (State.PLAYING, True)


async def test_X14_the_better_seed_passes_also_by_a_correction(bench: Bench) -> None:  # noqa: F811
    """Where that is the rule for ties."""
    one = await knockout(bench, 4, ties=Ties.SEED)
    await won(bench, board_of(one, 1, 2, 3), 2)
    one = await won(bench, board_of(one, 1, 1, 4), 4)
    change = passing(one, replace(board_of(one, 1, 1, 4), points=(400, 400)))
    assert change and (change.out, change.into) == (4, 1)


@pytest.mark.parametrize("change", [-2, 2, *at_gate([-1]), *later([-3, 1])])
@pytest.mark.parametrize("asked", [0, 3])
async def test_X14_everyone_still_meets_everyone_if_others_come_before_the_first_round(
    bench: Bench,  # noqa: F811
    change: int,
    asked: int,
) -> None:
    """Once; and never in more rounds than the director has asked for."""
    one = await bench.make(TournamentPlan(Format.ROUND_ROBIN, asked, pause=MINUTE), 6)
    await bench.store.start(one.number, rounds_for(one.plan, 6), {}, bench.clock.now())
    for number in range(1, abs(change) + 1):
        if change > 0:
            await bench.store.enter(one.number, Person(f"{100 + number}", f"Late {number}"), bench.clock.now())
        else:
            await bench.store.withdraw(one.number, f"{number}", bench.clock.now())
    await begin_next(bench.store, one.number, 0, bench.clock.now())
    one, players = await bench.to_end(), 6 + change
    met = Counter(frozenset(board.players) for board in one.boards if board.second)
    assert max(met.values()) == 1
    assert one.begun == min(asked or players, players - 1 + players % 2)
    assert asked or len(met) == players * (players - 1) // 2


async def test_X14_nobody_has_won_a_tournament_that_goes_on_again(bench: Bench) -> None:  # noqa: F811
    """Whoever had when it was ended too early."""
    await bench.start(TournamentPlan(Format.SWISS, 2), 4)
    honours = Honours(bench.store._database)
    one = await bench.steps()
    await bench.store.end(one.number, bench.clock.now())
    await bench.steps()
    assert await honours.within(SERVER, 0, bench.clock.now())
    await bench.store.reopen(one.number, bench.clock.now())
    await bench.steps()
    assert await honours.within(SERVER, 0, bench.clock.now()) == ()


async def test_X14_pairs_made_by_hand_stay_if_somebody_is_entered_who_plays(bench: Bench) -> None:  # noqa: F811
    """Anyone else has the round drawn anew."""
    await bench.start(TournamentPlan(Format.SWISS, 3), 4)
    one = await bench.steps()
    await draw_next(bench.store, one, bench.clock.now())
    await bench.store.enter(one.number, Person("1", "Player 01"), bench.clock.now())
    assert (await bench.here()).drawn == 2
    await bench.store.enter(one.number, Person("9", "Zoe"), bench.clock.now())
    assert (await bench.here()).drawn == 1


def asks(bench: Bench, person: str, server: int = SERVER) -> Any:  # noqa: F811
    """A request of somebody in a server."""
    request: Any = MagicMock(texts=texts_for("en"), place=Place(server, CHANNEL), person=Person(person, ""))
    request.parent, request.server.return_value = None, server
    request.member = Member(server, person=person)
    request.services.clock = bench.clock
    request.services.of.return_value.store = bench.store
    request.services.of.return_value.present = AsyncMock(side_effect=lambda one: one)
    return request


async def test_X14_a_button_begins_the_round_of_its_own_tournament(bench: Bench) -> None:  # noqa: F811
    """And says so, although a later tournament of the channel is over meanwhile."""
    one = await bench.start(TournamentPlan(Format.SWISS, 2), 4)
    await bench.steps()
    await bench.store.end(one.number, bench.clock.now())
    later = await bench.make(TournamentPlan(Format.SWISS, 2), 2)
    await bench.store.end(later.number, bench.clock.now())
    await bench.store.reopen(one.number, bench.clock.now())
    told = await directing.begin(asks(bench, "1"), one.number, 1)
    again = await bench.store.get(one.number)
    assert again and (again.begun, (await bench.here()).number) == (2, later.number)
    assert told.text == receipts.begun_text(again, 2, texts_for("en"))


async def test_X14_nobody_enters_from_another_server(bench: Bench) -> None:  # noqa: F811
    """Where its players are not, a button of a tournament leads nowhere."""
    one = await bench.make(TournamentPlan(Format.SWISS, 2), 2)
    with pytest.raises(NoTournament):
        await commands.join(asks(bench, "9", SERVER + 1), one.number)
    await commands.join(asks(bench, "9"), one.number)
    assert [entrant.person for entrant in (await bench.here()).active] == ["1", "2", "9"]


def check(one: Tournament, left: set[int]) -> None:
    """What holds at any moment; some players have left, perhaps for a while."""
    there = [board for board in one.counted if board.ruling is not Ruling.VOID]
    assert max(Counter(n for board in there if board.is_open for n in board.players).values(), default=1) == 1
    rows, games = standings(one.entrants, one.counted), Counter(n for b in one.counted if b.counts for n in b.players)
    assert all(row.score + row.lost == 2 * games[row.entrant.number] for row in rows)
    alone = (half.difference for half in halves(one.counted) if half.against is None)
    assert sum(row.spread for row in rows) == sum(alone)
    if one.plan.format is not Format.KNOCKOUT:
        rounds = Counter((board.round, n) for board in there for n in board.players)
        assert max(rounds.values(), default=1) == 1
        return
    found = bracket(one.entrants, one.counted)
    for number in range(1, one.begun + 1):
        for at in range(2 ** (found.rounds - number)):
            assert len({n for board in found.pair((number, at)) for n in board.players}) <= 2
            winner = found.winner((number, at))
            if winner is not None and number < one.begun and found.holder(winner) not in left:
                after = {found.origin(n) for board in found.pair((number + 1, at // 2)) for n in board.players}
                assert found.origin(winner) in after


async def direct(bench: Bench, one: Tournament, luck: random.Random, new: Person) -> None:  # noqa: F811
    """Something that a director or a player does now. Raises refusals."""
    now, store, act = bench.clock.now(), bench.store, luck.random()
    if act < 0.1 and len(one.active) > 3:
        bench.hall.left.add(luck.choice(one.active).person)
    elif act < 0.15 and len(one.active) > 3:
        why = luck.choice((Leaving.LEFT, Leaving.REMOVED))
        await store.withdraw(one.number, luck.choice(one.active).person, now, why)
    elif act < 0.25 and has_room(one):
        await store.enter(one.number, new, now)
    elif act < 0.3 and vacancies(one):
        await store.substitute(one.number, new, vacancies(one)[0], now)
    elif act < 0.35:
        await store.end(one.number, now)
    elif act < 0.4:
        await store.undo(one.number, now)
    elif act < 0.6:
        for tie in open_ties(one):
            await store.break_tie(one.number, tie, now, advances=luck.choice((None, tie.first)))
    elif boards := [board for board in one.counted if board.second and board.ruling is not Ruling.VOID]:
        ends = [((300, 400), None), ((400, 300), None), ((400, 400), None)]
        ends += [((-BYE, -BYE), Ruling.BOTH_LOSE), ((0, 0), Ruling.VOID)]
        points, ruling = luck.choice(ends)
        board = replace(luck.choice(boards), points=points, ruling=ruling)
        change = passing(one, board)
        keeps = board.round < one.begun and (ruling is Ruling.VOID or board.is_tied or bool(change and change.is_late))
        if one.plan.format is not Format.KNOCKOUT or not keeps:
            await store.correct(one.number, board, now, follow=change is not None)


@pytest.mark.parametrize(
    ("format_", "seed"),
    [
        (Format.KNOCKOUT, 7),
        *at_gate([(Format.SWISS, 0)]),
        *later((format_, seed) for format_ in Format for seed in range(4) if (format_, seed) != (Format.SWISS, 0)),
    ],
)
async def test_X14_whatever_directors_do_nobody_is_lost_or_plays_twice_at_once(
    bench: Bench,  # noqa: F811
    format_: Format,
    seed: int,
) -> None:
    """Random acts at random moments, with kills, ends and ties; the sums of wins, losses and points hold throughout."""
    luck = random.Random(f"{format_}{seed}")
    await bench.start(TournamentPlan(format_, pause=MINUTE, ties=luck.choice(tuple(Ties))), 3 + luck.randrange(7))
    bench.hall.dies, left = luck, set[int]()
    for number in range(1_000):
        try:
            await step(bench.rounds(f"process {number}"))
            bench.clock.advance(MINUTE)
        except Killed:
            bench.clock.advance(Rounds.lease)
        one, now = await bench.here(), bench.clock.now()
        left |= {entrant.number for entrant in one.entrants if entrant.dropped}
        check(one, left)
        goes_on = number < ACTS
        bench.hall.held, bench.hall.tied = goes_on and luck.random() < 0.7, 0.3 * goes_on
        if one.state is State.OVER and one.told == one.begun and one.shown == one.version:
            if not (goes_on and can_reopen(one)):
                return
            await bench.store.reopen(one.number, now)
        elif goes_on and luck.random() < 0.4:
            with suppress(BotError):
                await direct(bench, one, luck, Person(f"{100 + number}", f"Late {number}"))
            check(await bench.here(), left)
        elif not goes_on:
            for tie in open_ties(one):
                await bench.store.break_tie(one.number, tie, now, advances=tie.first)
            if f"stalled {one.begun}" in bench.hall.messages and one.state is State.PLAYING:
                await bench.store.end(one.number, now)
    raise AssertionError(f"still in round {one.begun}")


ACTS = 60
"""For so many looks, people do something."""
