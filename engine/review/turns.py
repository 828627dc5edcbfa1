"""The decisions of a game: what each seat did with its turn, what it knew, and what its reviews say together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from engine.errors import BadData
from engine.game import events as ev
from engine.game.events import Event
from engine.game.evolve import evolve
from engine.game.phases import AwaitAnswer, Over
from engine.game.state import GameState, Player
from engine.game.views import SeatView, is_shown, seat_view
from engine.model.tiles import KnownRack, Tiles, Word
from engine.play.generator.generator import ScoredPlay
from engine.play.placement import Placement, ScoreSheet, score
from engine.review.values import GameReview, Meaning, Mistake, SeatReview, TurnReview
from engine.sentences import Sentence

WHERE = "game"


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """A turn that can be reviewed: a play, an exchange or a pass that was not undone, or a play that was withdrawn.

    Turns lost to the clock or to an earlier challenge are none. `number` counts from 1; `before` and `after`
    are those of `TurnReview`. `player` took the turn, and may have left the seat since.
    """

    number: int
    seat: int
    player: Player
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class PlacedTiles:
    """The seat placed tiles. `words` are those that the lexicon may lack, because nobody has agreed to them."""

    placement: Placement
    sheet: ScoreSheet
    words: tuple[Word, ...] = ()


@dataclass(frozen=True, slots=True)
class ExchangedTiles:
    """The seat exchanged tiles, which scored `points`. Of a hidden rack, the tiles are not known."""

    tiles: Tiles
    points: int = 0


@dataclass(frozen=True, slots=True)
class PassedTurn:
    """The seat passed, which scored `points`."""

    points: int = 0


@dataclass(frozen=True, slots=True)
class UnseenPlay:
    """The seat lost its turn to a play that nobody has seen (challenge rule `strict`)."""


Act = PlacedTiles | ExchangedTiles | PassedTurn | UnseenPlay


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision with everything that its seat knew.

    `view` and `shown` count only the seats in play then, so that their numbers may be lower than that of the decision.
    `shown` holds tiles on other racks that the seat had seen: a withdrawn or undone play showed them, or open racks do.
    `withdrawn` says that the play was taken off the board again.
    """

    decision: ReviewedTurn
    view: SeatView
    act: Act
    shown: Mapping[int, Tiles] = field(default_factory=dict)
    withdrawn: bool = False


def reviewable(events: Iterable[ev.Event]) -> tuple[ReviewedTurn, ...]:
    """The turns of a finished game that can be reviewed, in order.

    Raises `BadData` if the game is not over: its racks are still secret.
    """
    return tuple(moment.decision for moment in moments(events))


def moments(events: Iterable[ev.Event]) -> tuple[Moment, ...]:
    """The decisions of a finished game with what was known. Raises `BadData` if the game is not over."""
    state, follower = _follow(events)
    if state is None or not isinstance(state.phase, Over):
        raise BadData(WHERE, Sentence("the game is not over yet"))
    return tuple(
        replace(one, decision=replace(one.decision, number=number)) for number, one in enumerate(follower.found, 1)
    )


def seen_tiles(events: Iterable[ev.Event], seat: int) -> dict[int, Tiles]:
    """The tiles on other racks that a seat on turn has seen, by seat."""
    state, follower = _follow(events)
    return follower.seen(state, seat) if state else {}


def _follow(events: Iterable[ev.Event]) -> tuple[GameState | None, _Follower]:
    state, follower = None, _Follower()
    for event in events:
        after = evolve(state, event)
        if state is not None:
            follower.take(event, state, after)
        state = after
    return state, follower


@dataclass(slots=True)
class ShownTiles:
    """The tiles on racks that everyone has seen, by seat."""

    tiles: dict[int, Tiles] = field(default_factory=dict)

    def of(self, seat: int) -> Tiles:
        """The tiles that a seat is known to hold."""
        return self.tiles.get(seat, Tiles())

    def others(self, seat: int) -> dict[int, Tiles]:
        """What a seat knows of the other racks."""
        return {other: tiles for other, tiles in self.tiles.items() if other != seat and tiles}

    def leave(self, seat: int, tiles: Tiles) -> None:
        """Tiles left a rack; the others stay."""
        self.tiles[seat] = Tiles.of((Counter(self.of(seat)) - Counter(tiles)).elements())

    def come_back(self, seat: int, tiles: Tiles) -> None:
        """A play came off the board: everyone has seen its tiles."""
        self.tiles[seat] = Tiles.of((Counter(self.of(seat)) | Counter(tiles)).elements())

    def forget(self, seat: int) -> None:
        """Nobody can say any more what a seat holds."""
        self.tiles.pop(seat, None)


@dataclass(slots=True)
class _Follower:
    """What is known while a game is followed: the decisions so far, and the tiles that have been shown."""

    found: list[Moment] = field(default_factory=list)
    shown: ShownTiles = field(default_factory=ShownTiles)
    asked_at: int = 0

    def take(self, event: ev.Event, state: GameState, after: GameState) -> None:
        """Take in an event, given the states before and after it."""
        match event:
            case ev.HouseAsked():
                self.asked_at = state.sequence
            case ev.Played(seat=seat, placement=placement, sheet=sheet):
                self._add(state, seat, PlacedTiles(placement, sheet, _doubtful(state, sheet)))
                self.shown.leave(seat, placement.used)
            case ev.Passed(seat=seat, points=points):
                self._add(state, seat, PassedTurn(points))
            case ev.Exchanged(seat=seat, returned=returned, points=points):
                self._add(state, seat, ExchangedTiles(returned, points))
                self.shown.forget(seat)
            case ev.TurnLost(seat=seat, words=words) if words:
                self._lose(event, state)
            case ev.Undone(seat=seat):
                self._show_again(self.found.pop(self._latest(seat)))
            case ev.Withdrawn(seat=seat):
                place = self._latest(seat)
                self.found[place] = replace(self.found[place], withdrawn=True)
                self._show_again(self.found[place])
            case ev.FourExchanged(seat=seat) | ev.SeatTaken(seat=seat, returned=Tiles(items=(_, *_))):
                self.shown.forget(seat)
            case ev.BlankTraded(seat=seat, tile=tile, blank=blank):
                self.shown.leave(seat, Tiles((tile,)))
                self.shown.tiles[seat] = self.shown.of(seat) + Tiles((blank,))
            case ev.Swapped(seat=seat, other=other):
                self.shown.tiles |= {one: _tiles(after, one) for one in (seat, other)}
            case _:
                pass

    def _add(self, state: GameState, seat: int, act: Act, *, withdrawn: bool = False) -> None:
        before = self.asked_at if isinstance(state.phase, AwaitAnswer) else state.sequence
        decision = ReviewedTurn(0, seat, state.seats[seat].player, before, state.sequence + 1)
        moment = Moment(decision, seat_view(state, seat), act, self.seen(state, seat), withdrawn)
        self.found.append(among_players(moment))

    def seen(self, state: GameState, seat: int) -> dict[int, Tiles]:
        """The tiles on other racks that a seat has seen."""
        everyone = range(len(state.seats))
        return self.shown.others(seat) | {
            other: _tiles(state, other) for other in everyone if other != seat and is_shown(state, other)
        }

    def _lose(self, event: ev.TurnLost, state: GameState) -> None:
        """A play that was refused: everyone saw it if it was put to the players, nobody otherwise."""
        if event.placement is None or event.sheet is None:
            self._add(state, event.seat, UnseenPlay(), withdrawn=True)
            return
        self._add(state, event.seat, PlacedTiles(event.placement, event.sheet, event.words), withdrawn=True)
        self._show_again(self.found[-1])

    def _show_again(self, moment: Moment) -> None:
        """The tiles of a play are back on its rack, and everyone has seen them."""
        if isinstance(moment.act, PlacedTiles):
            self.shown.come_back(moment.decision.seat, moment.act.placement.used)

    def _latest(self, seat: int) -> int:
        """The place of a seat's latest decision that can be undone or withdrawn."""
        return max(
            place
            for place, moment in enumerate(self.found)
            if moment.decision.seat == seat
            and isinstance(moment.act, PlacedTiles | PassedTurn)
            and not moment.withdrawn
        )


def among_players(moment: Moment) -> Moment:
    """The moment without the seats that were given up; their tiles stay unseen, and nobody draws them."""
    view, seats = moment.view, moment.view.table.seats
    kept = [number for number, seat in enumerate(seats) if seat.in_play or number == view.seat]
    if len(kept) == len(seats):
        return moment
    table = replace(view.table, seats=tuple(seats[number] for number in kept))
    shown = {kept.index(number): tiles for number, tiles in moment.shown.items() if number in kept}
    return replace(moment, view=replace(view, table=table, seat=kept.index(view.seat)), shown=shown)


def _tiles(state: GameState, seat: int) -> Tiles:
    rack = state.seats[seat].rack
    return rack.tiles if isinstance(rack, KnownRack) else Tiles()


def _doubtful(state: GameState, sheet: ScoreSheet) -> tuple[Word, ...]:
    """The words of a play that nobody had to agree to before it counted."""
    return tuple(word.word for word in sheet.words) if state.rules.phonies_stand else ()


STRENGTHS = ((0.0, 2300), (0.5, 2200), (1.2, 2100), (1.7, 2000), (2.3, 1900), (2.9, 1800), (3.8, 1700), (4.2, 1650))
"""Points of mistake index and Elo strength; between them the strength changes evenly."""

SLOPE = 125
"""How much Elo each further 1.0 of the index costs after the last known point."""

FEWEST = 6
"""Graded turns from which a strength is estimated: in a shorter game, hardly a mistake is possible."""


def strength(index: float) -> int:
    """The Elo strength that a mistake index suggests, never below 0."""
    for (low, high_elo), (high, low_elo) in pairwise(STRENGTHS):
        if index <= high:
            share = (max(index, low) - low) / (high - low)
            return round(high_elo + share * (low_elo - high_elo))
    last, elo = STRENGTHS[-1]
    return max(0, round(elo - SLOPE * (index - last)))


def summarise(turns: Iterable[TurnReview]) -> GameReview:
    """The review of a game from those of its turns, in any order; it may hold some of the turns only."""
    ordered = tuple(sorted(turns, key=lambda turn: turn.number))
    seats = tuple(_seat(seat, ordered) for seat in sorted({turn.seat for turn in ordered}))
    meanings = {turn.meaning for turn in ordered}
    widest = next((one for one in (Meaning.SEVERAL, Meaning.TWO_SEATS) if one in meanings), Meaning.ALONE)
    oldest = min((turn.version for turn in ordered), default=0)
    return GameReview(ordered, seats, widest if ordered else Meaning.TWO_SEATS, oldest)


def _seat(seat: int, turns: tuple[TurnReview, ...]) -> SeatReview:
    own = [turn for turn in turns if turn.seat == seat]
    graded = [turn.mistake for turn in own if turn.mistake is not None]
    index = round(sum(mistake.weight for mistake in graded), 1)
    phonies = [turn.phony for turn in own if turn.phony]
    return SeatReview(
        seat,
        len(graded),
        index if graded else None,
        strength(index) if len(graded) >= FEWEST else None,
        small=graded.count(Mistake.SMALL),
        medium=graded.count(Mistake.MEDIUM),
        large=graded.count(Mistake.LARGE),
        lost_win=sum(turn.lost_win or 0.0 for turn in own if turn.mistake is not None),
        phonies=len(phonies),
        phony_points=sum(phony.points or 0.0 for phony in phonies),
        best=sum(turn.is_best for turn in own),
    )


@dataclass(frozen=True, slots=True)
class MissedWord:
    """A word that a player could have played, or with `played` one of a play that had a phony.

    `weight` is that of the mistake (`Mistake.weight`); it is 1 for a play with a phony.
    """

    player: str
    word: Word
    weight: float
    played: bool = False


def missed_words(events: Iterable[Event], turns: Iterable[TurnReview]) -> Iterator[MissedWord]:
    """The words to learn from the graded turns of a finished game, turn by turn. Raises `BadData` if it is not over.

    Of each better play it is the longest word that the player did not play in that turn.
    """
    known = {one.decision.number: one for one in moments(events)}
    for turn in turns:
        if moment := known.get(turn.number):
            yield from _of_turn(moment, turn)


def _of_turn(moment: Moment, turn: TurnReview) -> Iterator[MissedWord]:
    player, act = moment.decision.player.id, moment.act
    played = tuple(word.word for word in act.sheet.words) if isinstance(act, PlacedTiles) else ()
    if turn.phony is not None:
        yield from (MissedWord(player, word, Mistake.LARGE.weight, played=True) for word in played)
    if turn.mistake not in (None, Mistake.NONE):
        for word in dict.fromkeys(_better(moment, turn, played)):
            yield MissedWord(player, word, turn.mistake.weight)


def _better(moment: Moment, turn: TurnReview, played: tuple[Word, ...]) -> Iterator[Word]:
    """The longest new word of each play that is better than the one made."""
    table = moment.view.table
    for figures in turn.best:
        if turn.played and figures.move == turn.played.move:
            return
        if isinstance(figures.move, ScoredPlay):
            words = [one.word for one in score(table.board, figures.move.placement, table.variant).words]
            if new := [word for word in words if word not in played]:
                yield max(new, key=len)
