"""The course of a duplicate: its rounds with their positions, who scored what, and where everyone stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.features.duplicate.store import DuplicateStore
from bot.features.duplicate.values import Answer, Duplicate, Ending, Player, Round
from bot.model.ratings import Contest, RatedPlace
from engine.duplicate.record import PlayedRound, Scored
from engine.duplicate.rounds import RoundStart, after, begin
from engine.duplicate.standings import SOLO, DuplicateStanding, places, solo_of, with_solo
from engine.model.tempo import Tempo


@dataclass(frozen=True, slots=True)
class DuplicateProgress:
    """A duplicate with what everyone may know: the rounds that are over, with their answers, and the open one's rack.

    `positions` are what each round begins with, and at the end what the next one begins with.
    """

    duplicate: Duplicate
    players: Mapping[str, Player]
    closed: tuple[Round, ...]
    open: Round | None
    answers: Mapping[int, Mapping[str, Answer]]
    positions: tuple[RoundStart, ...]

    @property
    def position(self) -> RoundStart:
        """What the present round begins with, or the end of the game."""
        return self.positions[len(self.closed)]

    def after_open(self) -> RoundStart:
        """What the round after the open one begins with; without an open one, what the first begins with."""
        if self.open is None:
            return self.position
        return after(self.position, self.open.rack, self.open.top, self.duplicate.style)

    @property
    def latest(self) -> Round | None:
        """The last round that is over."""
        return self.closed[-1] if self.closed else None

    @property
    def top_total(self) -> int:
        """The sum of all tops so far."""
        return sum(one.points for one in self.closed)

    def scores(self, round_: Round) -> dict[str, int]:
        """What everyone who answered has scored in a round that is over, the bonus for a solo included."""
        given = {player: answer.points for player, answer in self.answers.get(round_.number, {}).items()}
        return with_solo(given, round_.points, round_.players) if self.duplicate.style.solo else given

    def finders(self, round_: Round) -> tuple[Player, ...]:
        """Who has found as many points as the top of a round."""
        answers = self.answers.get(round_.number, {})
        return tuple(one for one in self.players.values() if (a := answers.get(one.id)) and a.points == round_.points)

    def solo(self, round_: Round) -> int:
        """The bonus that the only finder of a top has got."""
        points = {player: answer.points for player, answer in self.answers.get(round_.number, {}).items()}
        return SOLO if solo_of(points, round_.points, round_.players) and self.duplicate.style.solo else 0

    def totals(self) -> dict[str, int]:
        """Everyone's points after the rounds that are over, in the order in which they joined."""
        scored = [self.scores(one) for one in self.closed]
        return {player: sum(one.get(player, 0) for one in scored) for player in self.players}

    def places(self) -> Sequence[DuplicateStanding]:
        """Everyone's place after the rounds that are over; who has left without an answer has none."""
        answered = {player for given in self.answers.values() for player in given}
        totals = self.totals().items()
        counted = {key: sum_ for key, sum_ in totals if key in answered or not self.players[key].has_left}
        return places(counted, self.top_total)

    def played(self, player: str = "") -> tuple[PlayedRound, ...]:
        """The rounds that are over, with the moves of one player."""
        return tuple(
            PlayedRound(
                one.number,
                position.board,
                one.rack,
                Scored(one.top, one.points),
                Scored(own.move, own.points) if (own := self.answers.get(one.number, {}).get(player)) else None,
            )
            for one, position in zip(self.closed, self.positions, strict=False)
        )


async def course_of(store: DuplicateStore, number: int) -> DuplicateProgress:
    """The course of a duplicate. Raises `NoDuplicate`."""
    duplicate = await store.duplicate(number)
    rounds, players = await store.rounds(number), await store.players(number)
    closed = tuple(one for one in rounds if one.closed is not None)
    over = {one.number for one in closed}
    answers = {number_: given for number_, given in (await store.answers(number)).items() if number_ in over}
    open_ = next((one for one in rounds if one.closed is None), None)
    by_id = {one.id: one for one in players}
    return DuplicateProgress(duplicate, by_id, closed, open_, answers, positions_of(duplicate, closed))


def positions_of(duplicate: Duplicate, closed: Sequence[Round]) -> tuple[RoundStart, ...]:
    """What each round begins with that is over, and what the next one begins with."""
    found = [begin(duplicate.setup.variant)]
    for one in closed:
        found.append(after(found[-1], one.rack, one.top, duplicate.style))
    return tuple(found)


def contest_of(course: DuplicateProgress) -> Contest | None:
    """A duplicate that was played to its end, as it is rated: the people who have answered at least half of its rounds.

    None if there are not two of them.
    """
    duplicate, rounds = course.duplicate, len(course.closed)
    if duplicate.ending not in (Ending.PLAYED_OUT, Ending.ROUNDS):
        return None
    given = Counter(player for answers in course.answers.values() for player in answers)
    totals = course.totals()
    people = [one for one in course.players.values() if one.level is None and 2 * given[one.id] >= rounds > 0]
    placed = [
        RatedPlace(one.id, one.name, 1 + sum(totals[other.id] > totals[one.id] for other in people)) for one in people
    ]
    language, source = duplicate.setup.variant.language, f"duplicate/{duplicate.number}"
    return Contest(source, duplicate.server, language, Tempo.DUPLICATE, tuple(placed)) if len(placed) > 1 else None
