"""Duplicates as a service: people come and go, the last answer in time counts, and nothing happens twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast
from unittest.mock import AsyncMock, patch

import pytest

from bot.features.duplicate import store as duplicate_store
from bot.features.duplicate.conducting import Conductor, Tally, contest_of, results_of
from bot.features.duplicate.duplicates import MOST_ASKED, DealtRacks, OpenRounds
from bot.features.duplicate.messages import NextRounds, end_message, round_message, standings_message
from bot.features.duplicate.receipts import (
    DailyElsewhere,
    DuplicateFull,
    DuplicateHere,
    DuplicatePhony,
    HostsOnly,
    InDuplicate,
    LeftRound,
    NoDuplicate,
    NotBegun,
    NothingPlayed,
    NotIn,
    OpenLetters,
    RoundIsOpen,
    RoundOver,
    SeveralDuplicates,
    TooManyPlayed,
    receipt_text,
)
from bot.features.duplicate.store import DuplicateResults, DuplicateStore
from bot.features.duplicate.text import end_text
from bot.features.duplicate.values import (
    ANSWER_GRACE,
    DAY,
    DUPLICATE_KEPT_FOR,
    DUPLICATE_LOBBY_PATIENCE,
    SILENT_ROUNDS,
    USUAL,
    DuplicatePhase,
    DuplicateRecord,
    Ending,
    OpenTiles,
    Receipt,
)
from bot.model.errors import EngineFailed, WordsAreSecret
from bot.model.ratings import Ladder
from bot.render import CupScene, EndScene
from bot.service.listeners import AskedLetters, AskedPosition, LeavesOut
from bot.service.ports import PermanentRefusal, TransientFailure
from bot.service.ratings import Ratings
from bot.service.rights import Member
from bot.text import texts_for
from engine.analysis.likeness import Arrangement
from engine.duplicate.rounds import SOLO, DuplicateStyle
from engine.errors import EngineError
from engine.game.state import Person
from engine.model.board import Board, Cell, PlacedTile
from engine.model.durations import HOUR
from engine.model.tiles import Alphabet, Tile, Tiles, TileSet
from tests.support.databases import games_in
from tests.support.duplicates import ADA, BRUNO, CHANNEL, EVE, SERVER, SETUP, Club, club
from tests.support.games import STANDARD, tiles
from tests.support.later import at_gate, later
from tests.support.sentences import said
from tests.support.service import Killed, StillClock, before_winter, eventually, in_berlin
from tests.support.words import english

HOST = Member(SERVER, person=ADA.id)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.soak)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database with all tables."""
    url: str = games_in(tmp_path) if request.param == "sqlite" else request.getfixturevalue("shared")
    return url


@pytest.fixture
async def here(place: str) -> AsyncIterator[Club]:
    async with club(place) as made:
        yield made


async def test_X17_nobody_has_the_position_of_an_open_round_analysed(here: Club) -> None:
    """Also on the empty board with a part of the rack; what is over, and what other tiles make, is free."""
    number = await here.begin(BRUNO)
    first, board = await here.duplicates.open_round(number), (await here.duplicates.open_round(number)).position.board
    rack = first.round.rack

    async def check(positions: Sequence[tuple[Board, Tiles]], person: str = EVE.id, *, made: bool = False) -> None:
        await here.open_rounds.check_positions(person, [AskedPosition(SETUP, *one, made) for one in positions])

    for some in (rack, Tiles(tuple(rack)[1:])):
        with pytest.raises(RoundIsOpen):
            await check([(board, some)])
    rest = Tiles((STANDARD.tile_set.tiles - rack).items[-7:])
    await check([(board, Tiles()), (board, rest)])
    await check([(board, rest)], made=True)
    with pytest.raises(RoundIsOpen):
        await check([(board, rest)], ADA.id, made=True)
    await check([(board, Tiles(rest.items[:4]))], ADA.id, made=True)
    await here.answer(number, ADA)
    await here.end_time(number)
    second = await here.duplicates.open_round(number)
    with pytest.raises(RoundIsOpen):
        await check([(board, rack), (second.position.board, Tiles())])
    placed = {Cell(cell.column, cell.row): tile for cell, tile in second.position.board.tiles()}
    with pytest.raises(RoundIsOpen):
        await check([(board.place(placed), second.round.rack)])
    await check([(board, rack)])

    def other(tile: Tile | PlacedTile) -> Tile:
        return Tile(tile.letter and "X", 1)

    named = {cell: other(one) for cell, one in second.position.board.tiles()}
    asked = board.place({cell: PlacedTile(one, one.letter) for cell, one in named.items()}), Tiles.of(map(other, rack))
    await check([asked])
    with patch.object(Arrangement, "has_outline_of", side_effect=AssertionError):  # rounds of others cost nothing
        await check([asked], made=True)
    for person in (ADA.id, BRUNO.id):
        with pytest.raises(RoundIsOpen):
            await check([asked], person, made=True)
        await check([(board, asked[1])], person, made=True)  # letters alone, when there are words on the board
    await here.duplicates.stop(number, HOST)
    await check([(second.position.board, second.round.rack)])


async def test_X17_a_round_ends_once_all_who_are_in_have_answered(here: Club) -> None:
    number = await here.begin(BRUNO)
    assert here.channel.kinds == "lr"
    await here.answer(number, ADA, 100)
    assert await here.conduct() == 0
    top = await here.answer(number, BRUNO)
    await here.conduct()
    course = await here.duplicates.course(number)
    assert [one.number for one in course.closed] == [1] and course.open and course.open.number == 2
    assert course.closed[0].points == top.sheet.total
    assert [one.id for one in course.finders(course.closed[0])] == [BRUNO.id]
    assert course.position.board == top.placement.on(course.positions[0].board)
    assert here.channel.kinds == "lrr" and here.channel.stripped == [1000, 1001]
    assert next((one.key, one.percent) for one in course.places()) == (BRUNO.id, 100.0)


async def test_X17_time_ends_a_round_and_who_has_not_answered_scores_nothing(here: Club) -> None:
    number = await here.begin(BRUNO)
    receipt = await here.answer(number, ADA)
    here.clock.advance(USUAL)
    assert await here.conduct() == 0  # answers that were sent in time may still arrive
    here.clock.advance(ANSWER_GRACE)
    await here.conduct()
    course = await here.duplicates.course(number)
    assert course.totals() == {ADA.id: receipt.sheet.total, BRUNO.id: 0}


async def test_X17_the_last_answer_given_in_time_counts(here: Club) -> None:
    number = await here.begin(BRUNO)
    now = here.clock.now()
    await here.answer(number, ADA, 0, now + 10)
    second = await here.answer(number, ADA, 5, now + 20)
    assert second.before and second.before.at == now + 10
    await here.answer(number, ADA, 0, now + 15)  # it was sent before, and only comes late
    with pytest.raises(RoundOver):
        await here.answer(number, ADA, 0, now + USUAL + 1)
    await here.end_time(number)
    assert (await here.duplicates.course(number)).totals()[ADA.id] == second.sheet.total


async def test_X17_answers_that_wait_together_are_written_together(here: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each as if it had come alone: the last one given in time counts, others are refused or join by it."""
    number, service, now = await here.begin(BRUNO), here.duplicates, here.clock.now()
    open_, groups, write = await service.open_round(number), list[int](), DuplicateStore.answer

    async def counted(store: DuplicateStore, *args: Any) -> Any:
        groups.append(len(args[1]))
        return await write(store, *args)

    monkeypatch.setattr(DuplicateStore, "answer", counted)

    async def give(person: Person, rank: int, at: int) -> Receipt | None:
        try:
            return await service.answer(open_, person, here.move(open_, rank), at)
        except RoundOver:
            return None

    gone = asyncio.create_task(give(EVE, 1, now))
    ranked = ((ADA, 0, now + 20), (ADA, 5, now + 10), (BRUNO, 2, now + USUAL + 1), (BRUNO, 3, now + 5))
    work = [asyncio.create_task(give(*one)) for one in ranked]
    await eventually(lambda: bool(groups))
    gone.cancel()
    first, second, late, kept = await asyncio.gather(*work)
    assert first and kept and second and second.before and second.before.at == now + 20 and late is None
    assert sum(groups) == 5 and len(groups) < 5
    given = await here.kept.answers(number)
    points = [given[1][one.id].points for one in (ADA, BRUNO, EVE)]
    assert points == [here.plays(open_)[rank].score for rank in (0, 3, 1)]
    await here.duplicates.stop(number, HOST)
    errors = await asyncio.gather(*(give(one, 0, now) for one in (ADA, EVE)), return_exceptions=True)
    assert [type(error) for error in errors] == [NoDuplicate, NoDuplicate]


async def test_X17_people_come_and_go_in_any_round(here: Club) -> None:
    number = await here.begin(BRUNO)
    await here.answer(number, ADA)
    await here.duplicates.leave(number, BRUNO.id)
    await here.conduct()  # nobody else is waited for
    assert (await here.kept.duplicate(number)).round == 2
    await here.answer(number, EVE)  # whoever answers joins
    await here.answer(number, ADA)
    await here.conduct()
    course = await here.duplicates.course(number)
    assert course.players[EVE.id].joined == 2 and course.players[BRUNO.id].has_left
    assert [one.key for one in course.places()] == [ADA.id, EVE.id]
    await here.duplicates.join(number, BRUNO)
    assert not (await here.duplicates.course(number)).players[BRUNO.id].has_left
    with pytest.raises(NotIn):
        await here.duplicates.leave(number, "999")


async def test_X17_who_has_left_a_round_comes_back_into_the_next_one(here: Club) -> None:
    """By joining or answering; before the first round, and once it is over, anybody may."""
    number = (await here.open()).number
    await here.conduct()
    for _ in range(2):
        await here.duplicates.join(number, BRUNO)
        await here.duplicates.leave(number, BRUNO.id)
    await here.duplicates.join(number, BRUNO)
    await here.duplicates.start(number, HOST)
    await here.conduct()
    kept = await here.answer(number, BRUNO, 3)
    await here.duplicates.leave(number, BRUNO.id)
    with pytest.raises(LeftRound):
        await here.duplicates.join(number, BRUNO)
    with pytest.raises(LeftRound):
        await here.answer(number, BRUNO)
    open_ = await here.duplicates.open_round(number)
    own = await here.duplicates.own_answer(open_, BRUNO.id)
    assert own and own.points == kept.sheet.total
    await here.answer(number, ADA)
    await here.conduct()
    assert (await here.kept.duplicate(number)).round == 2
    await here.duplicates.join(number, BRUNO)
    await here.answer(number, BRUNO)


async def test_X17_nobody_who_can_join_is_told_words_for_the_tiles_of_an_open_round(here: Club) -> None:
    """Wherever they ask, for all tiles but one too; other letters, languages and people are answered."""
    number = await here.begin()
    rack = (await here.duplicates.open_round(number)).round.rack
    letters = tuple(tile.letter for tile in rack if not tile.is_blank)
    others = tuple(one for one in "QXZJKVW" if one not in letters)
    seen: list[tuple[int, int]] = []

    async def sees(server: int, channel: int) -> bool:
        seen.append((server, channel))
        return True

    async def sees_nothing(_: int, __: int) -> bool:
        return False

    def asked(letters: tuple[str, ...], **changes: Any) -> AskedLetters:
        return replace(AskedLetters(EVE.id, None, letters, "en", sees), **changes)

    check = here.open_rounds.check_letters
    exchanged, fewer = (*letters[1:], others[0]), letters[2:]
    for server in (None, SERVER, 99):
        for some in (letters, exchanged, fewer, (*fewer, others[0]), (*letters[3:], "?", "?"), letters[:2]):
            for language in ("en", ""):
                with pytest.raises(OpenLetters):
                    await check(asked(some, server=server, language=language))
    assert set(seen) == {(SERVER, CHANNEL)}
    for free in (
        asked(letters, sees=sees_nothing),
        asked(letters, language="fr"),
        asked((*letters[:4], *others[:3])),
        asked((letters[0], letters[1], others[0])),
        asked(others),
    ):
        await check(free)
    with pytest.raises(OpenLetters):
        await check(asked(letters, server=SERVER, sees=sees_nothing))
    with pytest.raises(InDuplicate):
        await check(asked(others, person=ADA.id))
    await here.duplicates.stop(number, HOST)
    await check(asked(letters))


def open_rounds_of(*racks: str) -> OpenRounds:
    """Open rounds with these racks, each in a server of its own, from 100 on."""
    rounds = [OpenTiles(one, one, 1, tiles(rack), 100 + one, one, "en") for one, rack in enumerate(racks)]
    known = {"running_of.return_value": (), "servers_of.return_value": frozenset({100})}
    store = AsyncMock(**known, **{"open_tiles.return_value": tuple(rounds)})
    return OpenRounds(cast("DuplicateStore", store))


async def test_X17_other_letters_hide_no_words_for_a_rack() -> None:
    """Some of the tiles and some others: words with five of the tiles are left out, whatever else is in them."""

    async def left_out(letters: str, rack: str, server: int | None = 100) -> LeavesOut | None:
        return await open_rounds_of(rack).check_letters(AskedLetters(EVE.id, server, tuple(letters), "en", sees))

    async def sees(_: int, __: int) -> bool:
        return True

    for letters in ("EFLNSQZ", "EFQZJK???", "EFLNSAIORTDG"):
        for server in (100, None, 99):
            leaves_out = await left_out(letters, "EFLNSUY", server)
            assert leaves_out
            for word, is_left_out in (("SYNFUEL", True), ("FLUENTS", True), ("SELFING", True), ("NESTLING", False)):
                assert leaves_out(tuple(word)) is is_left_out, word
    assert await left_out("EFLNQZJ", "EFLNSUY") is None
    with_blank = await left_out("EFLNQZJ", "EFLNSU?")
    assert with_blank and with_blank(tuple("FLENSE")) and not with_blank(tuple("LENGTH"))


async def test_X17_letters_that_can_stand_for_a_rack_find_no_words_of_people() -> None:
    """Whoever has been in a duplicate of that server could have put them for its tiles."""

    async def sees(_: int, __: int) -> bool:
        return False

    def asked(letters: str, *, made: bool = True) -> AskedLetters:
        return AskedLetters(EVE.id, None, tuple(letters), "", sees, made=made)

    for letters in ("CDIJWXX", "CDIJWXZ", "CDIJXX", "CDIJW?", "CDIJXXGHKL"):
        with pytest.raises(OpenLetters):
            await open_rounds_of("AEINSTT").check_letters(asked(letters))
        await open_rounds_of("AEINSTT").check_letters(asked(letters, made=False))
        await open_rounds_of("AAABBBC", "AEINSTT").check_letters(asked(letters))
    await open_rounds_of("AEINSTT").check_letters(asked("CDIJX"))


async def test_X17_letters_ask_discord_about_a_bounded_number_of_rounds() -> None:
    """However many are open; those of the own server and of servers in which the person was seen come first."""
    asked = list[int]()

    async def sees(server: int, _: int) -> bool:
        asked.append(server)
        return False

    question = AskedLetters(EVE.id, 200, tuple("EFLNSQZ"), "en", sees, lambda server: server == 399)
    assert await open_rounds_of(*["EFLNSUY"] * 300).check_letters(question)
    assert len(asked) == MOST_ASKED and 399 in asked and 200 not in asked


async def test_X17_no_rack_tells_the_top_of_what_is_secret_elsewhere(here: Club) -> None:
    """Another one is drawn; a duplicate to which chance leads no other ends, and says why."""
    here.secret = 2
    number = await here.begin(BRUNO)
    assert (await here.duplicates.open_round(number)).round.number == 1 and not here.secret
    await here.duplicates.stop(number, HOST)
    here.secret = 100
    ended = await here.kept.duplicate(await here.begin(BRUNO))
    assert (ended.phase, ended.ending, ended.round) == (DuplicatePhase.OVER, Ending.SECRET, 0)
    assert said("duplicate.reveals") in end_text(await here.duplicates.course(ended.number), texts_for("en"))


async def test_X17_tiles_that_people_have_chosen_are_dealt_to_no_duplicate_where_they_are_secret(here: Club) -> None:
    """Those of another round, or of a game of anyone's who is in; a duplicate's own round is none of them."""
    number = await here.begin(BRUNO)
    course = await here.duplicates.course(number)
    assert course.open
    rack, board = course.open.rack, course.position.board
    rigged = replace(SETUP, variant=replace(STANDARD, tile_set=TileSet(rack)))
    other = replace(course, duplicate=replace(course.duplicate, number=number + 1, setup=rigged))
    games: Any = AsyncMock(open_to=AsyncMock(return_value=()))
    dealt = DealtRacks(games, here.open_rounds)
    with pytest.raises(RoundIsOpen):
        await dealt.check(other, board, rack)
    assert not games.open_to.called
    await dealt.check(replace(course, duplicate=replace(course.duplicate, setup=rigged)), board, rack)
    assert {one.args[0] for one in games.open_to.call_args_list} == {ADA.id, BRUNO.id}
    await dealt.check(replace(other, duplicate=replace(other.duplicate, setup=SETUP)), board, rack)
    turned = Alphabet((*STANDARD.alphabet.letters[1:], "A"))
    shifted = replace(STANDARD, alphabet=turned, tile_set=TileSet(tiles("ZZZZZZZ")))
    with pytest.raises(RoundIsOpen):
        await dealt.check(
            replace(other, duplicate=replace(other.duplicate, setup=replace(SETUP, variant=shifted))),
            board,
            tiles("ZZZZZZZ"),
        )


async def test_X17_a_refused_answer_costs_nothing(here: Club) -> None:
    number = await here.begin(BRUNO, style=DuplicateStyle(spare=True))
    open_, now = await here.duplicates.open_round(number), here.clock.now()
    kept = await here.answer(number, ADA)
    letters = [tile.letter for tile in open_.round.rack if not tile.is_blank]
    rack = "".join(tile.letter or "?e" for tile in open_.round.rack)
    with pytest.raises(TooManyPlayed):
        await here.duplicates.answer(open_, ADA, f"8H {rack}", now)
    for bad in ("", "8H", "hello there", "1A AB", "8H ZZZZZZZZZ", "🙂", "8H " + "A" * 5000):
        with pytest.raises(EngineError):
            await here.duplicates.answer(open_, ADA, bad, now)
    pairs = (f"8H {one}{two}" for one in letters for two in letters if one > two)
    phonies = 0
    for pair in pairs:
        try:
            await here.duplicates.answer(open_, EVE, pair, now)
        except DuplicatePhony:
            phonies += 1
    assert phonies
    answer = await here.duplicates.own_answer(open_, ADA.id)
    assert answer and answer.points == kept.sheet.total


async def test_X17_only_one_duplicate_in_a_channel_and_only_its_host_ends_it(here: Club) -> None:
    number = (await here.open()).number
    with pytest.raises(DuplicateHere):
        await here.open()
    await here.open(channel=CHANNEL + 1)
    with pytest.raises(NotBegun):
        await here.duplicates.open_round(number)
    with pytest.raises(NotIn):
        await here.duplicates.start(number, Member(SERVER, person=BRUNO.id))
    for other in (Member(SERVER, person=BRUNO.id), Member(SERVER + 1, moderator=True, person=BRUNO.id)):
        with pytest.raises(HostsOnly):
            await here.duplicates.stop(number, other)
    await here.duplicates.stop(number, Member(SERVER, moderator=True, person=BRUNO.id))
    for act in (
        here.duplicates.stop(number, HOST),
        here.duplicates.join(number, EVE),
        here.duplicates.open_round(number),
    ):
        with pytest.raises(NoDuplicate):
            await act
    await here.open()
    with pytest.raises(NothingPlayed):
        await here.duplicates.played(number)


async def test_X17_a_stopped_round_counts_for_nobody(here: Club) -> None:
    number = await here.begin(BRUNO)
    await here.answer(number, ADA)
    await here.duplicates.stop(number, HOST)
    await here.conduct()
    course = await here.duplicates.course(number)
    assert course.duplicate.ending is Ending.STOPPED and course.totals() == {ADA.id: 0, BRUNO.id: 0}
    assert here.channel.kinds == "lre"
    assert await here.kept.next_due() is None


async def test_X17_a_duplicate_that_nobody_answers_ends(here: Club) -> None:
    """Also with computer players, which always answer."""
    number = await here.begin(computers=[("Robot", 8)])
    await here.answer(number, ADA)
    await here.conduct()
    for _ in range(SILENT_ROUNDS):
        assert (await here.kept.duplicate(number)).phase is DuplicatePhase.RUNNING
        await here.end_time(number)
    duplicate = await here.kept.duplicate(number)
    assert duplicate.ending is Ending.SILENT and here.channel.kinds == "lrrrre"


async def test_X17_a_lobby_that_nobody_starts_is_closed(here: Club) -> None:
    number = (await here.open()).number
    await here.conduct()
    here.clock.advance(DUPLICATE_LOBBY_PATIENCE)
    await here.conduct()
    assert (await here.kept.duplicate(number)).ending is Ending.UNUSED
    assert here.channel.kinds == "le"


async def test_X17_at_most_so_many_people(here: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duplicate_store, "MOST_PLAYERS", 4)
    number = (await here.open()).number
    for one in range(3):
        await here.duplicates.join(number, Person(str(5000 + one), f"P{one}"))
    with pytest.raises(DuplicateFull):
        await here.duplicates.join(number, BRUNO)
    await here.duplicates.join(number, ADA)


@pytest.mark.gate
async def test_X17_the_end_shows_who_has_won_and_the_table(here: Club) -> None:
    number = await here.begin(BRUNO, style=DuplicateStyle(rounds=2), computers=[("Robot", 8), ("Robbie", 1)])
    for _ in range(2):
        await here.answer(number, ADA)
        await here.answer(number, BRUNO, 1)
        await here.end_time(number)
    course = await here.duplicates.course(number)
    places = {one.key: one for one in course.places()}
    assert places[ADA.id].percent == places["computer-1"].percent == 100.0
    assert places["computer-2"].points < places[BRUNO.id].points < course.top_total
    message = end_message(course, texts_for("en"))
    cup, _board = (image.scene for image in message.images)
    assert isinstance(cup, CupScene)
    assert {(one.person, one.level) for one in cup.winners} == {(ADA.id, 0), ("", 8)}
    assert (message.mentions, message.text.count(f"<@{ADA.id}>")) == ((ADA.id,), 1)
    assert [line.is_winner for line in cup.table] == [True, True, False, False]
    assert all(line.portrait.name in message.images[0].alt for line in cup.table)


async def test_X17_rounds_can_be_limited(here: Club) -> None:
    number = await here.begin(style=DuplicateStyle(rounds=2))
    for _ in range(2):
        await here.answer(number, ADA)
        await here.conduct()
    assert (await here.kept.duplicate(number)).ending is Ending.ROUNDS
    assert here.channel.kinds == "lrre"


@pytest.mark.parametrize("killed", [True, *later([False])])
async def test_X13_people_are_rated_by_their_totals_once(here: Club, killed: bool) -> None:
    """Who has answered half of the rounds or more; also if the process dies while it posts the end."""
    chloe = Person("203", "Chloe")
    number = await here.begin(BRUNO, chloe, style=DuplicateStyle(rounds=3))
    for round_ in range(3):
        await here.answer(number, BRUNO)
        await here.answer(number, ADA, 3)
        if round_ < 2:
            await here.end_time(number)
    await here.answer(number, chloe)
    if killed:
        here.channel.fails, here.channel.late = [Killed()], True
        with pytest.raises(Killed):
            await here.conduct()
        here.clock.advance(Conductor.lease)
    await here.conduct("two")
    assert (await here.kept.duplicate(number)).ending is Ending.ROUNDS
    ladder = Ladder(SERVER, "en", "duplicate")
    best = await Ratings(here.store.ratings).best(ladder, 0, 9)
    assert [(one.player, one.games, one.wins) for one in best] == [(BRUNO.id, 1, 1), (ADA.id, 1, 0)]
    results = DuplicateResults(here.store.database)
    assert await results.of_person(SERVER, BRUNO.id) == DuplicateRecord(1, 1.0)
    less = await results.of_person(SERVER, ADA.id)
    assert less and less.played == 1 and 0 < less.best < 1
    assert await results.of_person(SERVER, chloe.id) is None and await results.of_person(8, ADA.id) is None


@pytest.mark.parametrize("ending", [Ending.STOPPED, *later([Ending.SILENT, Ending.LOST])])
async def test_X13_a_duplicate_that_is_broken_off_is_not_rated(here: Club, ending: Ending) -> None:
    """Nor is one with a single person in it, but that is a result."""
    number = await here.begin(BRUNO, style=DuplicateStyle(rounds=1))
    for one in (ADA, BRUNO):
        await here.answer(number, one)
    await here.conduct()
    course = await here.duplicates.course(number)
    assert contest_of(course)
    assert contest_of(replace(course, duplicate=replace(course.duplicate, ending=ending))) is None
    assert results_of(replace(course, duplicate=replace(course.duplicate, ending=ending))) == []
    alone = replace(course, players={ADA.id: course.players[ADA.id]})
    assert contest_of(alone) is None and [one.person for one in results_of(alone)] == [ADA.id]


@pytest.mark.gate
async def test_X17_a_solo_among_sixteen_gets_more(here: Club) -> None:
    crowd = [Person(str(5000 + n), f"P{n}") for n in range(15)]
    number = await here.begin(*crowd)
    top = await here.answer(number, ADA)
    plays = here.plays(await here.duplicates.open_round(number))
    lower = next(n for n, play in enumerate(plays) if play.score < top.sheet.total)
    for one in crowd:
        await here.answer(number, one, lower)
    await here.conduct()
    course = await here.duplicates.course(number)
    assert course.closed[0].players == 16
    assert course.totals()[ADA.id] == top.sheet.total + SOLO and course.solo(course.closed[0]) == SOLO
    plain = replace(course, duplicate=replace(course.duplicate, style=DuplicateStyle(solo=False)))
    assert plain.totals()[ADA.id] == top.sheet.total and plain.solo(course.closed[0]) == 0


# --- what goes wrong --------------------------------------------------------------------------------------------------


async def _play_on(made: Club, number: int, owner: str) -> None:
    """Conduct and answer until nothing is left to do."""
    for _ in range(8):
        await made.conduct(owner)
        duplicate = await made.kept.duplicate(number)
        if duplicate.phase is DuplicatePhase.LOBBY:
            await made.duplicates.start(number, HOST)
        elif duplicate.phase is DuplicatePhase.RUNNING:
            await made.answer(number, ADA)


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("what", ["r", *later(["l", "e"])])
async def test_X17_a_kill_while_posting_posts_nothing_twice(here: Club, what: str, late: bool) -> None:
    """Whether the process dies before or after the message appears, the next one finds it, or posts the same."""
    armed = {"l": 0, "r": 1, "e": 3}[what]

    def kill(_: str) -> None:
        if len(here.channel.posted) == armed:
            here.channel.fails, here.channel.late = [Killed()], late

    here.channel.on_post = kill
    number = (await here.open(style=DuplicateStyle(rounds=2))).number
    with pytest.raises(Killed):
        await _play_on(here, number, "one")
    here.channel.on_post = lambda _: None
    before = dict(here.channel.posted)
    assert len(before) == armed + late
    assert await here.conduct("two") == 0  # the lease of the dead one
    here.clock.advance(Conductor.lease)
    await _play_on(here, number, "two")
    assert here.channel.kinds == "lrre"
    assert list(here.channel.posted)[: len(before)] == list(before)


async def test_X17_a_kill_while_a_round_ends_loses_no_answer_and_counts_none_twice(here: Club) -> None:
    number = await here.begin(BRUNO)
    points = [(await here.answer(number, one, 2)).sheet.total for one in (ADA, BRUNO)]
    here.engines.fails = [Killed()]
    with pytest.raises(Killed):
        await here.conduct()
    assert (await here.kept.duplicate(number)).round == 1
    here.clock.advance(Conductor.lease)
    await here.conduct("two")
    course = await here.duplicates.course(number)
    assert [one.number for one in course.closed] == [1] and list(course.totals().values()) == points


async def test_X17_two_processes_end_a_round_once(here: Club) -> None:
    """A slow process whose lease has run out changes nothing any more."""
    number = await here.begin(BRUNO)
    await here.answer(number, ADA)
    await here.answer(number, BRUNO)
    now = here.clock.now()
    [slow] = await here.kept.claim("slow", now, now + Conductor.lease, 8)
    assert await here.conduct("other") == 0
    here.clock.advance(Conductor.lease)
    await here.conduct("other")
    before = await here.duplicates.course(number)
    await here.conductor("slow").see_to(slow)
    assert await here.duplicates.course(number) == before
    await asyncio.gather(*(here.conduct(owner) for owner in ("a", "b", "c")))
    assert here.channel.kinds == "lrr"


async def test_X17_answers_that_arrive_while_a_round_ends_count_or_are_refused(here: Club) -> None:
    """Never both, and never neither."""
    crowd = [Person(str(5000 + n), f"P{n}") for n in range(12)]
    number = await here.begin(*crowd)
    open_, sent = await here.duplicates.open_round(number), here.clock.now()
    move, points = here.move(open_, 5), here.plays(open_)[5].score
    here.clock.advance(USUAL + ANSWER_GRACE)

    async def answer(person: Person) -> bool:
        try:
            await here.duplicates.answer(open_, person, move, sent)
        except RoundOver:
            return False
        return True

    accepted, _ = await asyncio.gather(asyncio.gather(*map(answer, crowd)), here.conduct())
    await here.conduct()  # on PostgreSQL, a row that an answer is changing is left for later
    totals = (await here.duplicates.course(number)).totals()
    assert [totals[one.id] for one in crowd] == [points if kept else 0 for kept in accepted]


async def test_X17_answers_and_ends_survive_a_restart(tmp_path: Path) -> None:
    """The clock is in the database: a round whose time has passed meanwhile ends at once, with its answers."""
    async with club(games_in(tmp_path)) as first:
        number = await first.begin(BRUNO)
        receipt = await first.answer(number, ADA)
        now, channel = first.clock.now(), first.channel
    async with club(games_in(tmp_path)) as second:
        second.clock, second.channel = StillClock(now + USUAL + ANSWER_GRACE), channel
        await second.conduct()
        course = await second.duplicates.course(number)
    assert course.totals()[ADA.id] == receipt.sheet.total and channel.kinds == "lrr"


async def test_X17_the_clock_of_a_round_begins_when_it_is_posted(here: Club) -> None:
    number = await here.begin()
    here.channel.fails = [TransientFailure(50_000)]
    await here.answer(number, ADA)
    await here.conduct()
    assert here.channel.kinds == "lr"
    here.clock.advance(50_000)
    await here.conduct()
    open_ = await here.duplicates.open_round(number)
    assert open_.round.number == 2 and open_.round.ends == here.clock.now() + USUAL


async def test_X17_a_channel_that_is_gone_ends_its_duplicate(here: Club) -> None:
    number = await here.begin()
    await here.answer(number, ADA)
    here.channel.fails = [PermanentRefusal(10003)] * 20
    for _ in range(Conductor.tries):
        await here.conduct()
        here.clock.advance(600_000)
    assert (await here.kept.duplicate(number)).ending is Ending.LOST
    assert await here.kept.next_due() is None and here.channel.kinds == "lr"


async def test_X17_an_engine_that_fails_is_asked_again(here: Club) -> None:
    number = await here.begin()
    await here.answer(number, ADA)
    here.engines.fails = [EngineFailed()]
    await here.conduct()
    assert (await here.kept.duplicate(number)).round == 1
    here.clock.advance(10_000)
    await here.conduct()
    assert (await here.kept.duplicate(number)).round == 2


# --- a round each day -------------------------------------------------------------------------------------------------


async def test_X17_a_daily_duplicate_has_a_round_each_day_at_the_same_hour(here: Club) -> None:
    number = (await here.open(daily=True)).number
    first = here.clock.now()
    await here.conduct()
    assert here.channel.kinds == "r"
    for day in range(1, 4):
        await here.answer(number, BRUNO)
        here.clock.advance(DAY // 2)
        assert await here.conduct() == 0  # it stays open for the others
        here.clock.advance(DAY // 2 + 7000)
        await here.conduct()
        open_ = await here.duplicates.open_round(number)
        assert open_.round.number == day + 1 and open_.round.ends == first + (day + 1) * DAY
        here.clock.advance(-7000)
    with pytest.raises(DailyElsewhere):
        await here.open(daily=True, channel=CHANNEL + 1)


async def test_X17_a_daily_duplicate_moves_to_another_channel_with_its_round_and_answers(here: Club) -> None:
    """And back; the round is open for half a day there, and no other duplicate of the channel is in the way."""
    one = await here.open(daily=True)
    await here.conduct()
    await here.answer(one.number, BRUNO)
    ends = (await here.duplicates.open_round(one.number)).round.ends
    there = await here.open(channel=CHANNEL + 1)
    with pytest.raises(DuplicateHere):
        await here.duplicates.move_daily(one, CHANNEL + 1)
    await here.duplicates.stop(there.number, Member(SERVER, person=ADA.id))
    here.clock.advance(DAY // 4)
    for channel, due in ((CHANNEL + 1, 0), (CHANNEL, DAY)):
        posts, stripped = len(here.channel.posted), len(here.channel.stripped)
        await here.duplicates.move_daily(await here.kept.duplicate(one.number), channel)
        await here.conduct()
        assert (await here.duplicates.latest_in(channel))[0].number == one.number
        open_ = await here.duplicates.open_round(one.number)
        assert open_.round.ends == ends + due and await here.duplicates.own_answer(open_, BRUNO.id)
        assert len(here.channel.posted) > posts and len(here.channel.stripped) == stripped + 1
        here.clock.advance(DAY // 2)
    assert await here.duplicates.daily(SERVER)


async def test_X17_a_round_posted_while_its_duplicate_moves_is_posted_where_it_goes_on(here: Club) -> None:
    """The post in the channel before loses its buttons, and another one is made in the new channel."""
    one = await here.open(daily=True)
    post = here.channel.round

    async def moved(course: Any, round_: Any, what: str) -> int:
        message = await post(course, round_, what)
        if course.duplicate.channel == CHANNEL:
            await here.duplicates.move_daily(one, CHANNEL + 1)
        return message

    with patch.object(here.channel, "round", moved):
        await here.conduct()
    posted = enumerate(here.channel.posted.values(), 1000)
    rounds = {content[0].duplicate.channel: message for message, content in posted if isinstance(content, tuple)}
    assert set(rounds) == {CHANNEL, CHANNEL + 1}
    assert rounds[CHANNEL] in here.channel.stripped
    assert (await here.duplicates.open_round(one.number)).round.message == rounds[CHANNEL + 1]


async def test_X17_a_daily_duplicate_keeps_its_hour_when_clocks_change_and_after_an_outage(here: Club) -> None:
    """A round of less than half a day goes on for another one."""
    await before_winter(here.store, here.clock, SERVER)
    number, ends = (await here.open(daily=True)).number, []
    for away in (0, 25 * HOUR, 30 * HOUR, 40 * HOUR, 27 * HOUR):
        here.clock.advance(away and away + 7000)
        await here.conduct()
        await here.answer(number, BRUNO)
        ends.append((await here.duplicates.open_round(number)).round.ends)
    assert [in_berlin(one) for one in ends] == ["27 18:00", "28 18:00", "29 18:00", "31 18:00", "01 18:00"]


async def test_X17_only_the_end_has_a_crown(here: Club) -> None:
    """Whoever leads in between has not won."""
    number = await here.begin(BRUNO)
    await here.answer(number, BRUNO)
    await here.end_time(number)
    (image,) = standings_message(await here.duplicates.course(number), BRUNO.id, texts_for("en")).images
    assert isinstance(image.scene, EndScene)
    assert image.scene.standings[0].score != "0" and not image.scene.standings[0].is_winner


async def test_X17_a_result_is_the_place_and_the_share_of_the_latest_round(here: Club) -> None:
    """Equal points share a place, and a round without an answer has no result."""
    number = (await here.open(daily=True)).number
    await here.conduct()
    course = await here.duplicates.course(number)
    assert course.result(BRUNO.id) is None
    for person in (ADA, BRUNO):
        await here.answer(number, person)
    await here.end_time(number)
    course = await here.duplicates.course(number)
    result = course.result(BRUNO.id)
    assert result and (result.round.number, result.place, result.players) == (1, 1, 2)
    assert 0 < result.share <= 1
    assert course.result("nobody") is None


async def test_X17_the_next_round_of_a_daily_duplicate_is_coming_up(here: Club) -> None:
    """Only once the one before it is open, and not where nothing is daily."""
    coming = NextRounds(here.kept).coming_up
    texts = texts_for("en")
    await here.open(daily=True)
    assert await coming(SERVER, texts) == []
    begins = here.clock.now() + DAY
    await here.conduct()
    (one,) = await coming(SERVER, texts)
    assert (one.begins, one.channel, one.name) == (begins, CHANNEL, said("duplicate.daily_round", number=2))
    assert await coming(SERVER + 1, texts) == []


async def test_X17_a_daily_duplicate_ends_when_no_move_is_left_and_the_next_one_begins(here: Club) -> None:
    few = TileSet(tiles("AEINRST" * 5))
    here.setup = replace(SETUP, variant=replace(STANDARD, tile_set=few))
    number = (await here.open(daily=True)).number
    await here.conduct()
    while (await here.kept.duplicate(number)).phase is DuplicatePhase.RUNNING:
        await here.answer(number, BRUNO)
        await here.end_time(number)
    course = await here.duplicates.course(number)
    assert course.duplicate.ending is Ending.PLAYED_OUT and len(course.closed) > SILENT_ROUNDS
    await here.conduct()
    following = await here.duplicates.daily(SERVER)
    assert following and following.number > number and following.round == 0
    with pytest.raises(DuplicateHere):
        await here.open()
    here.clock.advance(DAY)
    await here.conduct()
    assert here.channel.kinds.endswith("rer")
    for _ in range(SILENT_ROUNDS):
        await here.end_time(following.number)
    assert await here.duplicates.daily(SERVER) is None


# --- secrets ----------------------------------------------------------------------------------------------------------


async def _public(made: Club, number: int) -> list[Any]:
    """All that everyone could have seen of a duplicate so far."""
    texts = texts_for("en")
    rounds = [content for content in made.channel.posted.values() if isinstance(content, tuple)]
    seen: list[Any] = [round_message(*content, texts) for content in rounds]
    course = await made.duplicates.course(number)
    seen.append(standings_message(course, EVE.id, texts) if course.closed else None)
    seen.append([(one.number, one.rack) for one in course.closed])
    seen.append(course.answers)
    seen.append(await made.kept.count(number))
    return seen


@pytest.mark.parametrize("rounds", [1, *at_gate([0])])
async def test_X17_two_histories_that_differ_in_a_secret_answer_look_alike(tmp_path: Path, rounds: int) -> None:
    """Until the round ends; then they differ."""
    seen: list[list[Any]] = []
    after: list[list[Any]] = []
    for rank in (0, 40):
        async with club(games_in(tmp_path / str(rank))) as made:
            number = await made.begin(BRUNO, EVE)
            for _ in range(rounds):
                for one in (ADA, BRUNO, EVE):
                    await made.answer(number, one)
                await made.conduct()
            await made.answer(number, BRUNO, rank)
            await made.answer(number, ADA, 7)
            await made.conduct()
            seen.append(await _public(made, number))
            await made.answer(number, EVE, 9)
            await made.conduct()
            after.append(await _public(made, number))
    assert seen[0] == seen[1]
    assert after[0] != after[1]


async def test_X17_where_words_are_secret_to_someone_no_answer_tells_of_words(here: Club) -> None:
    """A phony is kept like any other answer, and scores nothing; alone, one cannot ask at all."""
    number, secret = await here.begin(), WordsAreSecret()
    open_, now = await here.duplicates.open_round(number), here.clock.now()
    with pytest.raises(WordsAreSecret):
        await here.duplicates.answer(open_, ADA, here.move(open_), now, secret)
    await here.duplicates.join(number, BRUNO)
    letters = [tile.letter for tile in open_.round.rack if not tile.is_blank]
    pairs = [f"8H {one}{two}" for one in letters for two in letters if one != two]
    phony = next(pair for pair in pairs if not english().contains(tuple(pair[-2:])))
    told: list[str] = []
    for move in (here.move(open_), phony):
        receipt = await here.duplicates.answer(open_, BRUNO, move, now, secret)
        told.append(receipt_text(receipt, texts_for("en")).splitlines()[0].rpartition("**")[2])
    assert told[0] == told[1]
    await here.answer(number, ADA)
    await here.conduct()
    assert (await here.duplicates.course(number)).totals()[BRUNO.id] == 0


async def test_X17_logs_hold_no_answers(here: Club, caplog: pytest.LogCaptureFixture) -> None:
    number = await here.begin(BRUNO)
    move = here.move(await here.duplicates.open_round(number))
    here.channel.fails = [RuntimeError(move)]
    await here.answer(number, ADA)
    await here.answer(number, BRUNO)
    await here.conduct()
    assert caplog.records and move not in caplog.text and move.split()[1] not in caplog.text


async def test_X17_a_button_of_another_server_shows_nothing(here: Club) -> None:
    number = await here.begin()
    with pytest.raises(NoDuplicate):
        await here.duplicates.visible(number, SERVER + 1, BRUNO.id)
    assert (await here.duplicates.visible(number, None, ADA.id)).number == number
    assert (await here.duplicates.visible(number, SERVER, BRUNO.id)).number == number
    with pytest.raises(NoDuplicate):
        await here.duplicates.visible(number + 1, SERVER, ADA.id)


async def test_X17_a_direct_message_is_for_the_only_duplicate_that_one_is_in(here: Club) -> None:
    """Where a command does not say which one; a typed move asks."""
    with pytest.raises(NoDuplicate):
        await here.duplicates.only_one_of(ADA.id)
    number = await here.begin()
    assert (await here.duplicates.only_one_of(ADA.id)).number == number
    other = await here.begin(channel=CHANNEL + 1)
    with pytest.raises(SeveralDuplicates):
        await here.duplicates.only_one_of(ADA.id)
    assert [one.number for one in await here.duplicates.running_of(ADA.id)] == [number, other]


async def test_X17_old_duplicates_are_deleted(here: Club) -> None:
    number = await here.begin()
    await here.answer(number, ADA)
    await here.conduct()
    await here.duplicates.stop(number, HOST)
    here.clock.advance(DUPLICATE_KEPT_FOR + 1)
    await here.open()
    with pytest.raises(NoDuplicate):
        await here.kept.duplicate(number)
    assert await here.kept.rounds(number) == () and await here.kept.answers(number) == {}


async def test_X17_counts_are_shown_at_most_every_few_seconds() -> None:
    shown: list[tuple[int, int]] = []
    clock = StillClock()
    start = clock.now()

    async def show(number: int) -> None:
        shown.append((number, clock.now() - start))

    tally = Tally(show, clock)
    for _ in range(100):
        tally.note(1)
        await tally._step()
        clock.advance(100)
    tally.note(2)
    await tally._step()
    assert [at for number, at in shown if number == 1] == [0, 4000, 8000]
    assert (2, 10_000) in shown
