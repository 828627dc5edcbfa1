"""Games for tests: seeded luck, known racks, scripted players, and the invariants that hold in every state."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from engine.game import commands as cmd
from engine.game.decide import decide
from engine.game.decision import Context
from engine.game.events import Event
from engine.game.evolve import evolve, replay
from engine.game.state import GameState, LexiconRef, Person, Setup
from engine.loading import load_variant
from engine.model.board import PlacedTile
from engine.model.rules import PRESETS, Rules
from engine.model.tiles import HiddenRack, KnownRack, Tile, Tiles, TileSet
from engine.model.variant import Variant
from engine.play.notation import read_tiles
from tests.support import diagram

STANDARD = load_variant("standard", "en")
REF = LexiconRef("test", "0")
CLASSIC = PRESETS["classic"]
DOUBLE = CLASSIC.with_value("challenge", "double")
NO_UNDO = Rules(undo=False)


def tiles(text: str, variant: Variant = STANDARD) -> Tiles:
    """The tiles of a text such as `AEI?`."""
    return read_tiles(text, variant, Tiles())


def rack(text: str, variant: Variant = STANDARD) -> KnownRack:
    """A rack of those tiles."""
    return KnownRack(tiles(text, variant))


@cache
def variant_of(letters: str, rack_size: int = 7, base: Variant = STANDARD) -> Variant:
    """The standard game with a small tile set, so that games end soon."""
    bonuses = (0,) * rack_size + (50,)
    return replace(base, tile_set=TileSet(tiles(letters)), rack_size=rack_size, bonuses=bonuses)


def word_set(*words: str) -> frozenset[tuple[str, ...]]:
    """A lexicon for tests."""
    return frozenset(tuple(word) for word in words)


class Table:
    """A game in progress: takes commands, and keeps the state and the journal."""

    def __init__(
        self,
        rules: Rules = NO_UNDO,
        variant: Variant = STANDARD,
        names: Iterable[str] = ("ada", "bruno"),
        words: frozenset[tuple[str, ...]] | None = None,
        seed: int = 1,
    ) -> None:
        """Open a lobby and seats the names; `words` None means that every word is valid."""
        self.random = random.Random(seed)
        self.words = words
        self.now = 1_000_000
        self.events: list[Event] = []
        self.state: GameState | None = None
        first, *others = names
        self.do(cmd.Open(Person(first, first.title()), Setup(variant, rules, REF)))
        for name in others:
            self.do(cmd.Join(Person(name, name.title())))

    @property
    def game(self) -> GameState:
        """The state, which exists after the first command."""
        assert self.state is not None
        return self.state

    def context(self) -> Context:
        """The world as the next command finds it."""

        def draw(pool: Tiles, count: int) -> Tiles:
            return Tiles.of(self.random.sample(list(pool), count))

        def judge(words: tuple[tuple[str, ...], ...]) -> tuple[bool, ...]:
            return tuple(self.words is None or word in self.words for word in words)

        return Context(self.now, draw, judge, self.random.randrange)

    def do(self, command: cmd.Command, after: int = 1000) -> tuple[Event, ...]:
        """Decides a command some milliseconds later and applies its events."""
        self.now += after
        events = decide(self.state, command, self.context())
        for event in events:
            self.state = evolve(self.state, event)
        self.events += events
        return events

    def start(self, *racks: str, first: int = 0) -> Table:
        """Start the game; if racks are given, deals exactly these and let seat `first` play first."""
        self.do(cmd.Start(self.game.host))
        if racks:
            self.deal(*racks, first=first)
        return self

    def give(self, player: Person, seat: int, by: str, moderator: bool = False) -> None:
        """Give a seat away with new tiles if its player has not agreed, and the person named agrees to take it."""
        self.do(cmd.OfferSeat(player, seat, by, moderator, new_tiles=True))
        if self.game.seats[seat].offer:
            self.do(cmd.AgreeToOffer(player.member, self.game.sequence))

    def deal(self, *racks: str, first: int | None = None) -> None:
        """Put known racks in place by events, so that the journal still replays to this state."""
        from engine.game import events as ev

        rules, variant = self.game.rules, self.game.variant
        dealt = [tiles(text, variant) for text in racks]
        opened = [event for event in self.events if isinstance(event, ev.Opened | ev.Joined | ev.RulesChanged)]
        start = self.game.on_turn if first is None else first
        assert start is not None
        self.events = [*opened, ev.Started(self.now, self.game.host, start)]
        self.events += [ev.TilesDrawn(self.now, seat, drawn) for seat, drawn in enumerate(dealt)]
        self.state = replay(self.events)
        assert self.state.rules == rules

    def play(self, move: str) -> tuple[Event, ...]:
        """The seat on turn plays."""
        return self.do(cmd.Play(self.on_turn, move))

    def pass_(self) -> tuple[Event, ...]:
        """The seat on turn passes."""
        return self.do(cmd.Pass(self.on_turn))

    @property
    def on_turn(self) -> str:
        """The id of the player on turn."""
        seat = self.game.on_turn
        assert seat is not None
        return self.game.seats[seat].player.id

    @property
    def scores(self) -> list[int]:
        """The scores by seat."""
        return [seat.score for seat in self.game.seats]

    def letters(self, seat: int) -> str:
        """The rack of a seat as text."""
        held = self.game.seats[seat].rack
        assert isinstance(held, KnownRack)
        return "".join(tile.letter or "?" for tile in held.tiles)

    def board(self) -> str:
        """The board as a diagram."""
        return diagram.write(self.game.board, self.game.variant)


def check_invariants(table: Table) -> None:
    """Check the invariants of every state: no tile is lost or added, and the journal replays to the live state."""
    assert replay(table.events) == table.game
    check_tiles(table.game)


def check_tiles(state: GameState) -> None:
    """Check that no tile is lost or added."""
    known = Tiles.of(placed.tile for _, placed in state.board.tiles())
    hidden = 0
    for seat in state.seats:
        if isinstance(seat.rack, HiddenRack):
            hidden += seat.rack.size
        else:
            known += seat.rack.tiles
            assert len(seat.rack) <= state.variant.rack_size
    assert hidden + sum(seat.due for seat in state.seats) <= len(state.pool)
    assert not hidden or state.rules.tabletop
    assert known + state.pool == state.variant.tile_set.tiles


def placed(letter: str, points: int = 1) -> PlacedTile:
    """A plain tile on the board."""
    return PlacedTile(Tile(letter, points), letter)
