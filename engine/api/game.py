"""A game by its moves: read from a record, played on, undone, written as GCG, and reviewed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.analysis.positions import after
from engine.api.position import MoveLike, Position
from engine.api.resources import Resources, thinking
from engine.computer.selfplay import Bag
from engine.computer.tools import Luck
from engine.errors import GameIsOver, MalformedText, NothingToUndo
from engine.formats import cgp, gcg, journal
from engine.formats.gcg import GcgEvent, GcgExchange, GcgGame, GcgPass, GcgPlay, GcgRackGain, GcgRackLoss, GcgWithdrawn
from engine.formats.replay import Replay
from engine.formats.replay import replay as replay_record
from engine.formats.retold import ENDING
from engine.formats.tiletext import read_rack, write_rack
from engine.game.events import Event
from engine.loading.origins import origin_of
from engine.model.tiles import Tile, Tiles
from engine.review.records import record_moments
from engine.review.reviewing import review_moment
from engine.review.turns import Moment, moments, summarise
from engine.review.values import GameReview, TurnReview
from engine.sentences import Sentence

DECISIONS = GcgPlay | GcgPass | GcgExchange


@dataclass(frozen=True, slots=True)
class Game:
    """A game as its record, with what it is played with; playing on gives another game.

    `record` holds the players, the moves with their scores and totals, and the racks. `events` are those of one of our
    own games, which tell more. `str()` is the text of the record (GCG), which `open_game` reads again.
    """

    record: GcgGame
    resources: Resources
    events: tuple[Event, ...] = ()
    remarks: tuple[Sentence, ...] = ()

    def __str__(self) -> str:
        return gcg.write(self.record).decode()

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players."""
        return tuple(player.name or player.nick for player in self.record.players)

    @property
    def replay(self) -> Replay:
        """The moves as scored again, with what is odd about them, such as words that the lexicon lacks.

        Raises `MalformedGcg` for an impossible play.
        """
        return replay_record(self.record, self.resources.variant, self.resources.judge)

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores of the players."""
        return self.replay.totals

    @property
    def is_over(self) -> bool:
        """Whether the record tells an end, or nothing can follow."""
        return any(isinstance(event, ENDING) for event in self.record.events) or self.position.is_over

    # --- positions --------------------------------------------------------------------------------------------------

    @property
    def moments(self) -> tuple[Moment, ...]:
        """The decisions of the players, with what each of them knew. Raises `MalformedGcg` for an impossible play."""
        if self.events:
            return moments(self.events)
        return record_moments(self.record, self.resources.variant, self.resources.lexicon)

    @property
    def positions(self) -> tuple[Position, ...]:
        """The position before each decision, as the player to move knew it. Raises as `moments`."""
        return tuple(self._position(cgp.position_of(moment.view)) for moment in self.moments)

    @property
    def position(self) -> Position:
        """The position now, with the racks as far as the record tells them. Raises as `moments`."""
        replayed, seats = self.replay, len(self.record.players)
        order = [(self._on_turn + n) % seats for n in range(seats)]
        held = {player: self._rack(text) for player, text in self.record.racks}
        racks = tuple(held.get(player, Tiles()) for player in order)
        zeros = 0
        for turn in replayed.turns:
            if isinstance(turn.event, DECISIONS | GcgWithdrawn):
                zeros = 0 if isinstance(turn.event, GcgPlay) and turn.score else zeros + 1
        scores = tuple(replayed.totals[player] for player in order)
        return self._position(cgp.CgpPosition(replayed.board, racks, scores, zeros))

    def _position(self, told: cgp.CgpPosition) -> Position:
        named = told.played_with(origin_of(self.resources.variant, self.record.lexicon or self.resources.lexicon.name))
        return Position(
            board=named.board,
            racks=named.racks,
            scores=named.scores,
            zeros=named.zeros,
            opcodes=named.opcodes,
            resources=self.resources,
        )

    @property
    def _on_turn(self) -> int:
        """The number of the player to move."""
        made = [event.player for event in self.record.events if isinstance(event, DECISIONS)]
        return (made[-1] + 1) % len(self.record.players) if made else 0

    def _rack(self, text: str) -> Tiles:
        try:
            return read_rack(text, self.resources.variant)
        except MalformedText:
            return Tiles()

    # --- moves ------------------------------------------------------------------------------------------------------

    def with_rack(self, rack: str | Tiles) -> Game:
        """The game with these tiles on the rack of the player to move. Raises as `Position.with_rack`."""
        return self._holding(self.position.with_rack(rack))

    def draw(self, seed: int) -> Game:
        """The game with a full rack for the player to move; the same game and seed give the same tiles."""

        def draw(tiles: Tiles, count: int) -> Tiles:
            bag = Bag[Tile](Luck(f"{seed} {len(self.record.events)}".encode()))
            bag.put(tiles)
            return Tiles.of(bag.take(count))

        return self._holding(self.position.draw(draw))

    def _holding(self, position: Position) -> Game:
        """The game with the racks of a position."""
        return replace(self, record=replace(self.record, racks=self._racks(position, self._on_turn)))

    def _racks(self, position: Position, first: int) -> tuple[tuple[int, str], ...]:
        """The racks of a position as a record has them; the first is that of a player by number."""
        seats = len(self.record.players)
        told = (((first + n) % seats, rack) for n, rack in enumerate(position.racks) if rack)
        return tuple(sorted((player, write_rack(rack, position.variant)) for player, rack in told))

    def play(self, what: MoveLike, *, phony: bool = False) -> Game:
        """The game after a move of the player to move. Raises as `Position.move`, and `GameIsOver`."""
        before, player = self.position, self._on_turn
        if self.is_over:
            raise GameIsOver
        move = before.move(what, phony=phony)
        reached = after(before, move, before.variant)
        held = write_rack(before.rack or move.used, before.variant)
        facts: dict[str, Any] = {"player": player, "rack": held, "score": move.score}
        facts["total"] = before.scores[0] + move.score
        event: GcgEvent
        if move.placement:
            place, tiles = journal.placed_text(before.board, move.placement, before.variant)
            event = GcgPlay(place=place, tiles=tiles, **facts)
        elif move.tiles:
            event = GcgExchange(tiles=write_rack(move.tiles, before.variant), count=len(move.tiles), **facts)
        else:
            event = GcgPass(**facts)
        following = (player + 1) % len(self.record.players)
        position = reached.position
        assert isinstance(position, Position)
        totals = (*before.scores[1:], facts["total"])
        ends = tuple(self._ends(position, totals, following)) if reached.is_over else ()
        record = replace(
            self.record,
            events=(*self.record.events, event, *ends),
            racks=() if reached.is_over else self._racks(position, following),
            incomplete=None if reached.is_over else "",
        )
        return replace(self, record=record, events=())

    def _ends(self, end: Position, totals: Sequence[int], first: int) -> Iterator[GcgEvent]:
        """What the tiles that are left do to the totals at the end; the first rack is that of a player by number."""
        seats = len(totals)
        for n, (rack, total) in enumerate(zip(end.racks, totals, strict=True)):
            if rack:
                own = write_rack(rack, end.variant)
                lost = total - rack.points
                yield GcgRackLoss(player=(first + n) % seats, rack=own, tiles=own, score=-rack.points, total=lost)
        if gained := end.scores[-1] - totals[-1] + end.racks[-1].points:
            others = write_rack((tile for rack in end.racks[:-1] for tile in rack), end.variant)
            yield GcgRackGain(player=(first - 1) % seats, tiles=others, score=gained, total=end.scores[-1])

    def undo(self) -> Game:
        """The game before the latest move, with the rack of that time; of others, what has become known stays known.

        Raises `NothingToUndo`.
        """
        events = self.record.events
        latest = max((at for at, event in enumerate(events) if isinstance(event, DECISIONS)), default=-1)
        if latest < 0:
            raise NothingToUndo
        undone = events[latest]
        left = {event.player: event.rack for event in events[latest:] if isinstance(event, GcgRackLoss)}
        racks = {**dict(self.record.racks), **left, undone.player: undone.rack}
        told = tuple(sorted((player, rack) for player, rack in racks.items() if rack))
        return replace(self, record=replace(self.record, events=events[:latest], racks=told, incomplete=""), events=())

    # --- reviews ----------------------------------------------------------------------------------------------------

    def reviews(self, seconds: float = 20.0) -> Iterator[TurnReview]:
        """The reviews of the decisions, one after the other: how much each loses against the best moves.

        Each takes at most so many seconds, on two threads, and usually less than one. Raises as `moments`.
        """
        computers = self.resources.computers
        for moment in self.moments:
            with thinking(seconds) as (should_stop, run):
                yield review_moment(moment, computers, should_stop=should_stop, run=run)

    def review(self, seconds: float = 20.0) -> GameReview:
        """All reviews, and the mistake index of each player; see `reviews`."""
        return summarise(self.reviews(seconds))

    def with_notes(self, notes: Mapping[int, str]) -> Game:
        """The game with notes after decisions, by their numbers in `reviews`, the first being 1."""
        events = list(self.record.events)
        for moment, place in zip(self.moments, self.places, strict=True):
            if note := notes.get(moment.decision.number):
                before = events[place].note
                events[place] = replace(events[place], note=f"{before}\n{note}" if before else note)
        return replace(self, record=replace(self.record, events=tuple(events)))

    @property
    def places(self) -> tuple[int, ...]:
        """Where each of the decisions is among the events of the record, from 0."""
        if not self.events:
            return tuple(moment.decision.before - 1 for moment in self.moments)
        # what the record holds right after a decision ends with it, and later undoing takes away only its own events
        before = (journal.record(self.events[: one.decision.after], open_racks=True) for one in self.moments)
        return tuple(len(one.events) - 1 for one in before)
