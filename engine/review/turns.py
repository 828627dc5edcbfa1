"""The decisions of a game: what each seat did with its turn, and what it knew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from engine.errors import BadData
from engine.game import events as ev
from engine.game.evolve import evolve
from engine.game.phases import AwaitAnswer, Over
from engine.game.state import GameState, Player
from engine.game.views import SeatView, is_shown, seat_view
from engine.model.alphabet import Word
from engine.model.tiles import KnownRack, Tiles
from engine.play.placement import Placement
from engine.play.scoring import ScoreSheet
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
        """Takes in an event, given the states before and after it."""
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
