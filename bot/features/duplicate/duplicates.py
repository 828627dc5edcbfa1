"""Duplicates as people ask for them: opened, joined, answered, looked back at, ended."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from bot.features.duplicate.receipts import (
    DuplicatePhony,
    HostsOnly,
    InDuplicate,
    NoDuplicate,
    NotBegun,
    NothingPlayed,
    NotIn,
    OpenLetters,
    RoundIsOpen,
    RoundOver,
    SeveralDuplicates,
    TooManyPlayed,
)
from bot.features.duplicate.store import DuplicateStore
from bot.features.duplicate.values import (
    Answer,
    AnswerOutcome,
    Duplicate,
    DuplicatePhase,
    DuplicatePlayer,
    DuplicateProgress,
    Ending,
    NewAnswer,
    Opening,
    OpenRound,
    OpenTiles,
    Receipt,
    computer_id,
    positions_of,
)
from bot.limits import Limit
from bot.model.errors import WordsAreSecret
from bot.service.games import Games
from bot.service.listeners import AskedLetters, AskedPosition, LeavesOut
from bot.service.ports import Clock, PermanentRefusal, TransientFailure
from bot.service.rights import FairUse, Member
from bot.service.secrecy import check_games_of, is_dealt_by_chance, may_be_renamed
from bot.service.words.dictionaries import Dictionaries
from engine.analysis.likeness import (
    SPARE,
    TELLING_RACK,
    Arrangement,
    are_of_rack,
    characters_on,
    letters_on,
    may_stand_for,
    plain,
    tiles_in_common,
)
from engine.game.state import Person, Setup
from engine.model.board import Board
from engine.model.durations import DAY
from engine.model.tiles import BLANK, KnownRack, Tiles, Word
from engine.model.variant import Variant
from engine.play.notation import read_move
from engine.play.placement import Placement, ScoreSheet, resolve, score

_Waiting = tuple[NewAnswer, asyncio.Future[AnswerOutcome]]


class AnswersTogether:
    """Writes, for each duplicate, the answers that have come while those before them were being written."""

    def __init__(self, store: DuplicateStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._waiting: dict[int, list[_Waiting]] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}

    async def keep(self, number: int, given: NewAnswer) -> AnswerOutcome:
        """Keep an answer; it is in the database once this returns. Returns and raises as `DuplicateStore.answer`."""
        future: asyncio.Future[AnswerOutcome] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(number, []).append((given, future))
        if number not in self._tasks:
            self._tasks[number] = asyncio.create_task(self._write_all(number))
        return await future

    async def _write_all(self, number: int) -> None:
        try:
            while waiting := self._waiting.pop(number, None):
                outcomes = await self._written(number, [given for given, _ in waiting])
                for (_, future), outcome in zip(waiting, outcomes, strict=True):
                    _settle(future, outcome)
        finally:
            del self._tasks[number]

    async def _written(self, number: int, given: Sequence[NewAnswer]) -> Sequence[AnswerOutcome | Exception]:
        try:
            return await self._store.answer(number, given, self._clock.now())
        except Exception as error:
            return [error] * len(given)


def _settle(future: asyncio.Future[AnswerOutcome], outcome: AnswerOutcome | Exception) -> None:
    if future.done():  # whoever waited has been cancelled
        return
    if isinstance(outcome, Exception):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)


MOST_KNOWN = 1000
"""How many boards of open rounds are kept in memory."""
TELLING = 5
"""A word with so many tiles of an open rack is told to nobody who can join.

Shorter ones are found without help, and four letters are in too many words to leave these out.
"""
MOST_ASKED = 25
"""How many channels Discord is asked about for one question; those of servers in which the person was seen first."""


class OpenRounds:
    """The rounds that can be answered now, wherever they are: nobody learns their tops from the bot."""

    def __init__(self, store: DuplicateStore) -> None:
        self._store = store
        self._boards: dict[int, Arrangement] = {}

    async def check_positions(self, person: str, positions: Sequence[AskedPosition], but: int | None = None) -> None:
        """Raise `RoundIsOpen` for the position of an open round: whoever learns its top could still answer with it.

        `but` is a duplicate left aside. On an empty board, which many share, the tiles have to be on its rack too, or
        all but one. In letters or words that people have made, whoever has been in a duplicate of the server is told
        nothing that could be the position.
        """
        told = [(Arrangement.of(one.board), one) for one in positions]
        servers = await self._store.servers_of(person) if any(one.made for one in positions) else frozenset()
        for open_ in await self._store.open_tiles():
            if open_.duplicate == but:
                continue
            own = await self._board(open_)
            if any(_is_position(own, open_.rack, *one) for one in told):
                raise RoundIsOpen
            if open_.server in servers and await asyncio.to_thread(_may_be_any, own, told):
                raise RoundIsOpen

    async def _board(self, open_: OpenTiles) -> Arrangement:
        known = self._boards.get(open_.key)
        if known is None:
            duplicate, rounds = await self._store.duplicate(open_.duplicate), await self._store.rounds(open_.duplicate)
            before = [one for one in rounds if one.number < open_.number]
            board = await asyncio.to_thread(lambda: positions_of(duplicate, before)[-1].board)
            known = self._boards[open_.key] = Arrangement.of(board)
            while len(self._boards) > MOST_KNOWN:
                del self._boards[next(iter(self._boards))]
        return known

    async def check_letters(self, asked: AskedLetters) -> LeavesOut | None:
        """Raise `InDuplicate` for someone in a round, as in a game.

        Raises `OpenLetters` for the tiles of one in its language, or all but one, for everyone who can join it, and in
        words that people have made for all letters that can stand for these, if the person has been in a duplicate of
        that server. Returns
        which words such a person is not told for other letters: those with `TELLING` tiles of a rack, whatever else
        they are made of. That goes by the words and not by the letters asked for, among which those of a rack can be
        hidden, and it leaves nearly all words to those who mean something else. None if the letters make no such word.
        """
        if any(one.round for one in await self._store.running_of(asked.person)):
            raise InDuplicate
        letters = Counter(plain(letter) for letter in asked.letters if letter != BLANK)
        blanks, racks = len(asked.letters) - letters.total(), list[Counter[str]]()
        rounds = await self._store.open_tiles()
        if asked.made:
            servers = await self._store.servers_of(asked.person)
            own = [letters_on(one.rack) for one in rounds if one.server in servers]
            if any(may_stand_for(letters, one, blanks) for one in own):
                raise OpenLetters
        near = [one for one in rounds if _is_near(asked, letters, blanks, one)]
        near.sort(key=lambda one: (one.server != asked.server, not asked.has_been_in(one.server)))
        here = sum(one.server == asked.server for one in near)
        for open_ in near[: here + MOST_ASKED]:
            if await _can_join(asked, open_):
                racks.append(characters_on(open_.rack))
                if are_of_rack(letters, blanks, letters_on(open_.rack)):
                    raise OpenLetters
        return (lambda word: any(_is_told_by(word, rack) for rack in racks)) if racks else None


class DealtRacks:
    """The racks of rounds that are about to begin: none tells the top of a position that is secret elsewhere."""

    def __init__(self, games: Games, open_rounds: OpenRounds) -> None:
        self._games = games
        self._open_rounds = open_rounds

    async def check(self, course: DuplicateProgress, board: Board, rack: Tiles) -> None:
        """Raise `RoundIsOpen`, and `RunningPosition` for a game of those who are in or the host's.

        Tiles that are dealt by chance lead to none.
        """
        duplicate = course.duplicate
        if await is_dealt_by_chance(duplicate.setup.variant):
            return
        people = {duplicate.host, *(one.id for one in course.players.values() if one.level is None)}
        asked = AskedPosition(duplicate.setup, board, rack, await may_be_renamed(self._games, duplicate.setup))
        for person in people:
            await self._open_rounds.check_positions(person, (asked,), but=duplicate.number)
        await check_games_of(self._games, people, asked)


def _is_position(own: Arrangement, held: Tiles, told: Arrangement, asked: AskedPosition) -> bool:
    rack = asked.rack
    letters, blanks = letters_on(rack), sum(tile.is_blank for tile in rack)
    if own.is_open:
        few = bool(rack) and (letters - letters_on(held)).total() <= int(len(rack) >= SPARE)
        return told.is_open and few
    if own.is_like(told):
        return True
    near = len(rack) >= SPARE and are_of_rack(letters, blanks, letters_on(held))
    return near and not told.is_open and (own.is_part_of(told) or told.is_part_of(own))


def _may_be_any(own: Arrangement, told: Sequence[tuple[Arrangement, AskedPosition]]) -> bool:
    return any(one.made and _may_be_position(own, board, one.rack) for board, one in told)


def _may_be_position(own: Arrangement, told: Arrangement, rack: Tiles) -> bool:
    """Whether a position tells of that of a round, if any letter stands for any other; in round 1 every rack does."""
    return len(rack) >= TELLING_RACK if own.is_open else own.has_outline_of(told, len(rack))


def _is_near(asked: AskedLetters, letters: Counter[str], blanks: int, open_: OpenTiles) -> bool:
    """Whether letters make words that could help in a round."""
    if asked.language and open_.language and open_.language != asked.language:
        return False
    text = "".join(letter * count for letter, count in letters.items())
    rack = characters_on(open_.rack)
    return are_of_rack(letters, blanks, letters_on(open_.rack)) or tiles_in_common(text, rack) + blanks >= TELLING


def _is_told_by(word: Word, rack: Counter[str]) -> bool:
    return tiles_in_common(plain("".join(word)), rack) >= TELLING


async def _can_join(asked: AskedLetters, open_: OpenTiles) -> bool:
    return asked.server == open_.server or await asked.sees(open_.server, open_.channel)


class Duplicates:
    """The duplicates of all servers.

    `changed` is told the number of each that somebody has changed, `strip` takes the buttons off a message in a
    channel.
    """

    def __init__(
        self,
        store: DuplicateStore,
        dictionaries: Dictionaries,
        clock: Clock,
        fair_use: FairUse,
        changed: Callable[[int], None],
        strip: Callable[[int, int], Awaitable[None]],
    ) -> None:
        self._strip = strip
        self._store = store
        self._dictionaries = dictionaries
        self._clock = clock
        self._fair_use = fair_use
        self._changed = changed
        self._answers = AnswersTogether(store, clock)

    # --- which one ----------------------------------------------------------------------------------------------------

    async def latest_in(self, channel: int) -> tuple[Duplicate, ...]:
        """The latest duplicate of a channel, if there was one."""
        found = await self._store.here(channel)
        return (found,) if found else ()

    async def takes_part(self, one: Duplicate, person: str) -> bool:
        """Whether a person is in a duplicate that is not over."""
        if one.phase is DuplicatePhase.OVER:
            return False
        return any(player.id == person and not player.has_left for player in await self._store.players(one.number))

    async def running_of(self, person: str) -> tuple[Duplicate, ...]:
        """The running duplicates that a person is in."""
        return await self._store.running_of(person)

    async def only_one_of(self, person: str) -> Duplicate:
        """The only running duplicate that a person is in. Raises `NoDuplicate` and `SeveralDuplicates`."""
        found = await self._store.running_of(person)
        if len(found) > 1:
            raise SeveralDuplicates
        if not found:
            raise NoDuplicate
        return found[0]

    async def visible(self, number: int, server: int | None, person: str) -> Duplicate:
        """A duplicate that a button names, for those of its server and those who are in it. Raises `NoDuplicate`."""
        found = await self._store.duplicate(number)
        if found.server != server and person not in {one.id for one in await self._store.players(number)}:
            raise NoDuplicate
        return found

    async def course(self, number: int) -> DuplicateProgress:
        """What everyone may know of a duplicate. Raises `NoDuplicate`."""
        return await self._store.course(number)

    # --- from opening to end ------------------------------------------------------------------------------------------

    async def open(self, opening: Opening) -> Duplicate:
        """A new duplicate; a daily one runs at once. Raises `DuplicateHere`, `DailyElsewhere` and `TooOften`."""
        host = opening.host
        await self._fair_use.check_thinking(host.id, opening.server)
        await self._fair_use.spend(Limit.OPENINGS, host.id, opening.server)
        computers = [
            DuplicatePlayer(computer_id(number), name, 1, level)
            for number, (name, level) in enumerate(opening.computers)
        ]
        players = computers if opening.daily else [DuplicatePlayer(host.id, host.name, 1), *computers]
        duplicate = Duplicate(
            0,
            opening.server,
            opening.channel,
            host.id,
            opening.setup,
            opening.style,
            DAY if opening.daily else opening.time,
            tuple(level for _, level in opening.computers),
            self._clock.now(),
            opening.daily,
            DuplicatePhase.RUNNING if opening.daily else DuplicatePhase.LOBBY,
        )
        try:
            opened = await self._store.open(duplicate, players)
        except Exception:
            await self._fair_use.give_back(Limit.OPENINGS, host.id, opening.server)
            raise
        self._changed(opened.number)
        return opened

    async def join(self, number: int, person: Person) -> None:
        """Let a person in. Raises `NoDuplicate`, `DuplicateFull` and `LeftRound`."""
        await self._store.join(number, person.id, person.name)
        self._changed(number)

    async def leave(self, number: int, person: str) -> None:
        """Let a person leave. Raises `NoDuplicate` and `NotIn`."""
        await self._store.leave(number, person, self._clock.now())
        self._changed(number)

    async def start(self, number: int, member: Member) -> None:
        """Begin, as one who is in, or as a moderator. Raises `NoDuplicate` and `NotIn`."""
        duplicate = await self._store.duplicate(number)
        players = {one.id for one in await self._store.players(number) if not one.has_left}
        if member.person not in players and not _directs(duplicate, member):
            raise NotIn
        await self._store.start(number, self._clock.now())
        self._changed(number)

    async def check_stop(self, number: int, member: Member) -> Duplicate:
        """A duplicate that somebody may end, as its host or a moderator. Raises `HostsOnly` and `NoDuplicate`."""
        duplicate = await self._store.duplicate(number)
        if not _directs(duplicate, member):
            raise HostsOnly
        return duplicate

    async def stop(self, number: int, member: Member) -> None:
        """End a duplicate. Raises as `check_stop`."""
        await self.check_stop(number, member)
        await self._store.end(number, Ending.STOPPED, self._clock.now())
        self._changed(number)

    async def daily(self, server: int) -> Duplicate | None:
        """The daily duplicate of a server."""
        return await self._store.daily(server)

    async def move_daily(self, daily: Duplicate, channel: int) -> None:
        """Have a daily duplicate go on in another channel, with its open round. Raises as `DuplicateStore.move`."""
        before = await self._store.move(daily.number, channel, self._clock.now())
        self._changed(daily.number)
        if before and before.message and before.closed is None:
            with suppress(PermanentRefusal, TransientFailure):  # its buttons are for the same round
                await self._strip(daily.channel, before.message)

    async def occupied(self) -> Sequence[tuple[int, int]]:
        """The servers and channels of the duplicates that are not over."""
        return [(one.server, one.channel) for one in await self._store.unfinished()]

    async def vacate(self, channel: int) -> None:
        """End the duplicates of a channel that has been deleted."""
        for one in await self._store.unfinished(channel):
            with suppress(NoDuplicate):  # it is over meanwhile
                await self._store.end(one.number, Ending.LOST, self._clock.now(), silently=True)
                self._changed(one.number)

    # --- answers ------------------------------------------------------------------------------------------------------

    async def open_round(self, number: int) -> OpenRound:
        """The round that can be answered now. Raises `NoDuplicate`, `NotBegun` and `RoundOver`."""
        duplicate = await self._store.duplicate(number)
        if duplicate.phase is DuplicatePhase.OVER:
            raise NoDuplicate
        rounds = await self._store.rounds(number)
        if not rounds:
            raise NotBegun
        if rounds[-1].closed is not None:
            raise RoundOver
        *closed, open_ = rounds
        latest = closed[-1] if closed else None
        return OpenRound(duplicate, open_, positions_of(duplicate, closed)[-1], latest)

    async def own_answer(self, open_: OpenRound, person: str) -> Answer | None:
        """What a person has answered to an open round."""
        answers = await self._store.answers(open_.duplicate.number, player=person)
        return answers.get(open_.round.number, {}).get(person)

    async def answer(
        self, open_: OpenRound, person: Person, text: str, at: int, secret: WordsAreSecret | None = None
    ) -> Receipt:
        """Keep someone's answer, sent at an instant. What is refused costs nothing: an earlier answer still counts.

        To someone to whom words are `secret`, nothing is told about them before the end of the round, when a phony
        scores 0; that is raised where nobody else plays, as in any game. Raises what a move can be refused for,
        `TooManyPlayed`, `DuplicatePhony`, `RoundOver`, `NoDuplicate`, `DuplicateFull`, `LeftRound` and
        `LexiconUnavailable`.
        """
        duplicate, board = open_.duplicate, open_.position.board
        variant = duplicate.setup.variant
        intent = read_move(text, variant, duplicate.setup.orientation)
        placement = resolve(intent, board, KnownRack(open_.round.rack), variant)
        check_count(placement, variant)
        sheet = score(board, placement, variant)
        phonies = await self.phonies(duplicate.setup, sheet)
        if secret and await self._plays_alone(duplicate, person.id):
            raise secret
        if phonies and not secret:
            raise DuplicatePhony(phonies)
        kept = Answer(person.id, placement, 0 if phonies else sheet.total, at)
        outcome = await self._answers.keep(duplicate.number, NewAnswer(open_.round.number, kept, person.name))
        self._changed(duplicate.number)
        return Receipt(open_, placement, sheet, outcome.before, secret is None, outcome.ends_round)

    async def phonies(self, setup: Setup, sheet: ScoreSheet) -> tuple[Word, ...]:
        """The words of a play that the dictionary lacks. Raises `LexiconUnavailable`."""
        words = tuple(one.word for one in sheet.words)
        judge = await self._dictionaries.judge(setup)
        return tuple(word for word, valid in zip(words, judge(words), strict=True) if not valid)

    async def _plays_alone(self, duplicate: Duplicate, person: str) -> bool:
        players = await self._store.players(duplicate.number)
        return all(one.id == person or one.level is not None or one.has_left for one in players)

    # --- looking back -------------------------------------------------------------------------------------------------

    async def played(self, number: int) -> DuplicateProgress:
        """The course of a duplicate of which a round is over. Raises `NoDuplicate` and `NothingPlayed`."""
        course = await self.course(number)
        if not course.closed:
            raise NothingPlayed
        return course


def check_count(placement: Placement, variant: Variant) -> None:
    """Raise `TooManyPlayed` for more tiles than may be played, which a larger rack may hold."""
    if len(placement.tiles) > variant.rack_size:
        raise TooManyPlayed(variant.rack_size)


def _directs(duplicate: Duplicate, member: Member) -> bool:
    return member.person == duplicate.host or (member.moderator and member.server == duplicate.server)
