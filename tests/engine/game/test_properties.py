"""Properties of whole games: conservation, replay, secrecy, and that every game ends (DESIGN 10)."""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from dataclasses import replace
from typing import ClassVar

import hypothesis
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine.errors import EngineError
from engine.game import commands as cmd
from engine.game.clock import Due, next_deadline
from engine.game.codec import CLASSES, decode, encode
from engine.game.commands import Settlement
from engine.game.decisions.lobby import table_again
from engine.game.decisions.seats import renamed
from engine.game.events import Ended, GamePaused, GameResumed, Started, TimeLost
from engine.game.evolve import evolve, replay
from engine.game.history import history
from engine.game.phases import AwaitAnswer, AwaitTiles, EndReason, FinalPass, Lobby, Over, Paused, Turn
from engine.game.state import HintKind, Person
from engine.game.views import is_shown, seat_view, table_view
from engine.model.durations import DAY, HOUR, MINUTE
from engine.model.rules import (
    PRESETS,
    ChallengeRule,
    DrawTiles,
    EndAdjustment,
    OnLeave,
    Rules,
    ShowRacks,
    with_club_clock,
)
from engine.model.tiles import KnownRack, Tiles
from tests.support.games import CLASSIC, DOUBLE, NO_UNDO, Table, check_tiles, variant_of
from tests.support.random_variants import game_variant, start_of

NAMES = ("ada", "bruno", "chloe", "deniz")
WORDS = [a + b for a in "AEIOU" for b in "NRST"] + [a + b for a in "NRST" for b in "AEIOU"] + ["SEA", "TEA", "EAT"]
KNOWN = frozenset(tuple(word) for word in WORDS)
SMALL = variant_of("AAAAAEEEEEIIIOOUUNNNRRRSSSTTT??", 5)
QUICK = variant_of("AAAAEEENNRRSSTT", 3)
LONG = Rules(turn_clock=HOUR, time_bank=2 * HOUR, increment=MINUTE)
RULES = [
    Rules(),
    NO_UNDO,
    CLASSIC,
    DOUBLE,
    Rules().with_value("on_leave", "stop"),
    DOUBLE.with_value("end_adjustment", "american").with_value("scoreless_end", "off"),
    Rules().with_value("turn_clock", "30s"),
    CLASSIC.with_value("turn_clock", "2h").with_value("game_clock", "1m"),
    DOUBLE.with_value("game_clock", "1m").with_value("overtime_limit", "2m"),
    with_club_clock(PRESETS["blitz"]).with_value("turn_clock", "1m"),
    PRESETS["correspondence"],
    PRESETS["rapid"],
    LONG,
    CLASSIC.with_value("hints", "unlimited").with_value("hint_cost", "5"),
    PRESETS["tournament"],
    Rules().with_value("challenge", "strict"),
    CLASSIC.with_value("challenge", "five_point"),
    CLASSIC.with_value("challenge", "ten_point").with_value("on_leave", "stop"),
    CLASSIC.with_value("challenge", "triple"),
    CLASSIC.with_value("challenge", "triple").with_value("scoreless_end", "off"),
    Rules().with_value("challenge", "house"),
    NO_UNDO.with_value("challenge", "house").with_value("end_adjustment", "none"),
    Rules().with_value("challenge", "ask_host"),
]


SPECIAL = [
    replace(LONG, on_leave=OnLeave.COMPUTER, show_racks=ShowRacks.MOVER, trade_blanks=True, exchange_four=True),
    replace(CLASSIC, on_leave=OnLeave.COMPUTER, show_racks=ShowRacks.ALL, trade_blanks=True, exchange_four=True),
    Rules(draw_tiles=DrawTiles.MANUAL, on_leave=OnLeave.COMPUTER, exchange_four=True),
    replace(CLASSIC, draw_tiles=DrawTiles.MANUAL, trade_blanks=True),
    Rules(tabletop=True),
    replace(DOUBLE, tabletop=True, end_adjustment=EndAdjustment.AMERICAN),
]
FOURS = variant_of("AAEEEEEEEEEEEEEEEEEEEEEENNRRSSTTT??????????", 5)


def is_special(rules: Rules) -> bool:
    """Whether the rules offer more than moves and answers to them."""
    kept = rules.on_leave is OnLeave.COMPUTER or rules.draw_tiles is DrawTiles.MANUAL
    return kept or rules.trade_blanks or rules.exchange_four or rules.tabletop


class GameMachine(RuleBasedStateMachine):
    """People do whatever they like, legal or not; the invariants still hold."""

    table: Table
    seen: ClassVar[Counter[str]] = Counter()
    actions: ClassVar[int] = 0

    @initialize(
        rules=st.sampled_from(RULES),
        people=st.integers(1, 4),
        computer=st.booleans(),
        seed=st.integers(0, 999),
        quick=st.booleans(),
        odd=st.none() | st.integers(0, 10**6),
    )
    def open(self, rules: Rules, people: int, computer: bool, seed: int, quick: bool, odd: int | None) -> None:
        """One to four people, perhaps a computer, on the standard board or a random one; mostly started at once."""
        usual = QUICK if quick else SMALL
        variant = FOURS if rules.exchange_four else usual if odd is None else game_variant(odd)
        names = NAMES[: min(people, rules.most_seats)]
        self.table = Table(rules, variant, names, KNOWN, seed)
        if computer:
            self.attempt(cmd.AddComputer("ada", 3))
        if seed % 5 == 1:
            self.attempt(cmd.AddGuest("ada", "Guest"))
        if seed % 10:
            self.attempt(cmd.Start("ada", first=0 if rules.tabletop else None))

    def attempt(self, command: cmd.Command) -> bool:
        """A command is accepted, or refused with a typed error that leaves everything as it was."""
        before, journal = self.table.state, list(self.table.events)
        try:
            events = self.table.do(command)
        except EngineError:
            assert self.table.state == before
            assert self.table.events == journal
            return False
        self.seen.update(encode(event)["type"] for event in events)
        self.seen.update(event.reason.name for event in events if isinstance(event, Ended))
        return True

    def player(self, number: int) -> str:
        """Mostly someone seated, sometimes a stranger."""
        return [*NAMES, "computer-1"][number]

    @precondition(lambda self: isinstance(self.table.game.phase, Lobby))
    @rule(who=st.integers(0, 4), level=st.integers(0, 9))
    def in_the_lobby(self, who: int, level: int) -> None:
        """Players join and leave, kept seats are released, rules change, someone starts."""
        if level > 6:
            self.attempt(cmd.StopWaiting(self.table.game.host if level > 7 else self.player(who)))
        if level < 2:
            self.attempt(cmd.Leave(self.player(who)))
        self.attempt(cmd.Join(Person(self.player(who), "Name")))
        self.attempt(cmd.AddComputer(self.player(who), level))
        self.attempt(cmd.SetRule(self.player(who), "players", str(level)))
        self.attempt(cmd.KeepOpen(self.player(who)))
        self.attempt(cmd.Leave(self.player(who)) if level < 3 else cmd.Start(self.player(who)))

    @precondition(lambda self: isinstance(self.table.game.phase, Over))
    @rule(who=st.integers(0, 3))
    def play_again(self, who: int) -> None:
        """Someone who played asks the others for a rematch."""
        before = self.table.game
        players = table_again(before, self.table.events)
        if self.player(who) in {one.id for one in players}:
            self.table.state, self.table.events = None, []
            assert self.attempt(cmd.Open(Person(self.player(who), "Name"), before.setup, table=players))
            assert len({seat.player.id for seat in self.table.game.seats}) == len(self.table.game.seats)
            assert self.table.game.max_seats >= len(self.table.game.seats) + len(self.table.game.awaited)

    @precondition(lambda self: isinstance(self.table.game.phase, Turn))
    @rule(seed=st.integers(0, 10**6), phony=st.booleans())
    def play(self, seed: int, phony: bool) -> None:
        """The seat on turn tries words from its rack next to the board's tiles until one is accepted."""
        choose = random.Random(seed)
        game = self.table.game
        rack = game.seats[game.on_turn or 0].rack
        held = rack.tiles if isinstance(rack, KnownRack) else Tiles.of(choose.sample(list(game.pool), len(rack)))
        letters = [tile.letter or "?E" for tile in held]
        cells = [cell for cell, _ in game.board.tiles()] or [start_of(game.board.layout)]
        for _ in range(40):
            row, column = choose.choice(cells)
            size = choose.randint(1, len(letters)) if letters else 1
            word = "".join(choose.sample(letters, size)) if phony and letters else choose.choice(WORDS)
            row, column = row + choose.randint(-1, 1), column + choose.randint(-1, 1)
            name = f"{row + 1}{chr(65 + column % 15)}" if choose.random() < 0.5 else f"{chr(65 + column % 15)}{row + 1}"
            if self.attempt(cmd.Play(self.table.on_turn, f"{name} {word}")):
                return

    @precondition(lambda self: isinstance(self.table.game.phase, Turn))
    @rule(seed=st.integers(0, 10**6), phony=st.booleans(), undo=st.booleans())
    def play_and_answer(self, seed: int, phony: bool, undo: bool) -> None:
        """A play that is undone at once, or challenged by the first player who can."""
        by = self.table.on_turn
        self.play(seed, phony)
        if not undo or not self.attempt(cmd.Undo(by)):
            any(self.attempt(cmd.Challenge(name)) for name in NAMES)

    @precondition(lambda self: isinstance(self.table.game.phase, Turn) and not self.table.game.pool)
    @rule()
    def pass_around(self) -> None:
        """Once the pool is empty nobody finds another word."""
        for _ in range(2 * len(self.table.game.seats)):
            if self.table.game.on_turn is not None:
                self.attempt(cmd.Pass(self.table.on_turn))

    @precondition(lambda self: not isinstance(self.table.game.phase, Lobby))
    @rule(who=st.integers(0, 5), letters=st.text("AEIOUNRST?", max_size=3), turn=st.none() | st.integers(0, 30))
    def exchange_or_pass(self, who: int, letters: str, turn: int | None) -> None:
        """Turn without a placement; number 5 is the player on turn."""
        somebody = self.table.on_turn if who == 5 and self.table.game.on_turn is not None else self.player(who % 5)
        self.attempt(cmd.Exchange(somebody, letters, turn) if letters else cmd.Pass(somebody, turn))

    @precondition(lambda self: isinstance(self.table.game.phase, Turn))
    @rule(kind=st.sampled_from(HintKind), turn=st.none() | st.integers(0, 30))
    def take_hint(self, kind: HintKind, turn: int | None) -> None:
        """A hint, in time or too late."""
        self.attempt(cmd.TakeHint(self.table.on_turn, kind, turn))

    @rule(who=st.integers(0, 4), name=st.sampled_from(("Ada", "Someone", "")))
    def is_called_otherwise(self, who: int, name: str) -> None:
        """Somebody has another name in Discord now."""
        for event in renamed(self.table.game, self.player(who), name, self.table.now):
            self.table.state = evolve(self.table.game, event)
            self.table.events.append(event)
            self.seen[encode(event)["type"]] += 1

    @precondition(lambda self: isinstance(self.table.game.phase, Turn))
    @rule(level=st.none() | st.integers(0, 3), turn=st.none() | st.integers(0, 30))
    def lack_memory(self, level: int | None, turn: int | None) -> None:
        """A computer player plays on at a weaker level, or passes."""
        if not self.table.game.seats[self.table.game.on_turn or 0].is_human:
            self.attempt(cmd.LackMemory(self.table.on_turn, level, turn))

    @precondition(lambda self: isinstance(self.table.game.phase, Turn) and len(self.table.game.seats) == 2)
    @rule(stranger=st.booleans())
    def swap(self, stranger: bool) -> None:
        """A swap of racks, which needs a computer in one of the two seats."""
        self.attempt(cmd.Swap("eve" if stranger else self.table.on_turn))

    @precondition(lambda self: self.table.game.latest is not None)
    @rule(who=st.integers(0, 4), how=st.sampled_from(["all", "one", "accept", "undo"]), word=st.sampled_from(WORDS))
    def answer(self, who: int, how: str, word: str) -> None:
        """Any command that may follow a move."""
        by = self.player(who)
        command: dict[str, cmd.Command] = {
            "all": cmd.Challenge(by),
            "one": cmd.Challenge(by, None, (word,)),
            "accept": cmd.Accept(by),
            "undo": cmd.Undo(by),
        }
        self.attempt(command[how])

    @precondition(lambda self: isinstance(self.table.game.phase, AwaitAnswer))
    @rule(who=st.integers(0, 6), how=st.sampled_from(["accept", "accept", "reject", "pass", "challenge", "play"]))
    def answer_for_the_house(self, who: int, how: str) -> None:
        """An answer about a play that people were asked about; numbers beyond the names mean the first person asked."""
        phase = self.table.game.phase
        assert isinstance(phase, AwaitAnswer)
        by = self.table.game.seats[phase.waiting[0]].player.id if who > 4 else self.player(who)
        command: dict[str, cmd.Command] = {
            "accept": cmd.Accept(by),
            "reject": cmd.Reject(by),
            "pass": cmd.Pass(by),
            "challenge": cmd.Challenge(by),
            "play": cmd.Play(by, "8H SEA"),
        }
        self.attempt(command[how])

    @precondition(lambda self: bool(self.table.game.asked))
    @rule(who=st.integers(0, 6), number=st.integers(0, 20), add=st.booleans())
    def answer_for_the_host(self, who: int, number: int, add: bool) -> None:
        """An answer about a word that the host was asked about, mostly by the host; the other players try too."""
        by = self.player(who) if who < 3 else self.table.game.host
        self.attempt(cmd.AnswerWord(by, number % len(self.table.game.asked), add))

    @rule()
    def let_time_pass(self) -> None:
        """Everything due happens; a computer passes."""
        deadline = next_deadline(self.table.game)
        if deadline is None:
            return
        self.table.now = max(self.table.now, deadline.at)
        match deadline.due:
            case Due.WINDOWS:
                assert self.attempt(cmd.CloseWindows(deadline.turn))
            case Due.FINAL_PASS:
                assert self.attempt(cmd.CloseFinalPass(deadline.turn))
            case Due.ANSWER:
                assert self.attempt(cmd.CloseAnswer(deadline.turn))
            case Due.DRAW:
                assert deadline.seat is not None
                assert self.attempt(cmd.FinishDraw(deadline.seat))
            case Due.TILES:
                assert self.attempt(cmd.CloseTiles(deadline.turn))
            case Due.COMPUTER:
                assert deadline.seat is not None
                assert self.attempt(cmd.Pass(self.table.game.seats[deadline.seat].player.id))
            case Due.EXPIRY:
                assert self.attempt(cmd.Expire(deadline.turn))
            case Due.REMINDER:
                assert self.attempt(cmd.Remind(deadline.turn))
            case Due.ASIDE:
                assert self.attempt(cmd.PutAside(deadline.turn, "Aside"))
            case Due.OVERTIME:
                assert self.attempt(cmd.CountOvertime(deadline.turn))
            case Due.CLAIM:
                assert self.attempt(cmd.OpenClaim(deadline.turn))
            case Due.LOBBY:
                assert self.attempt(cmd.TendLobby())
            case Due.AWAY:
                assert deadline.seat is not None
                assert self.attempt(cmd.EndAbsence(deadline.seat))

    @rule(seconds=st.sampled_from([1, 9, 40, 100, 1800, 300_000]), lost=st.booleans())
    def wait(self, seconds: int, lost: bool) -> None:
        """Time goes by; time that nobody could use may be given back, charged to nobody's clock."""
        start, before, told = self.table.now, next_deadline(self.table.game), len(self.table.events)
        self.table.now += seconds * 1000
        used = [seat.used for seat in self.table.game.seats]
        if lost and self.attempt(cmd.LoseTime(start, self.table.now)) and len(self.table.events) > told:
            assert [seat.used for seat in self.table.game.seats] == used
            after = next_deadline(self.table.game)
            assert (before is None) == (after is None)
            if any(seat.away for seat in self.table.game.seats):
                return  # people are away until a certain day, whatever is lost before it
            assert not before or not after or before.at <= start or after.at == before.at + seconds * 1000

    @precondition(lambda self: isinstance(self.table.game.phase, Turn))
    @rule(who=st.integers(0, 4), how=st.sampled_from(Settlement), gone=st.booleans(), days=st.integers(0, 9))
    def claim(self, who: int, how: Settlement, gone: bool, days: int) -> None:
        """Somebody no longer waits, in time or too early; in a game that has begun, the claim may be settled."""
        by, state = self.player(who), self.table.game
        self.table.now += days * DAY
        if self.attempt(cmd.Claim(by)):
            self.let_time_pass()
        if state.turn > 6:
            self.attempt(cmd.Settle(by, how, gone=frozenset({self.table.on_turn} if gone and days == 9 else ())))

    @precondition(lambda self: not isinstance(self.table.game.phase, Lobby))
    @rule(
        who=st.integers(0, 4),
        how=st.sampled_from(["pause", "resume", "host", "nudge", "keep", "draft", "give", "away"]),
    )
    def about_time(self, who: int, how: str) -> None:
        """Pauses, reminders, previews, gifts and absences; a pause by the host does not last."""
        by, game = self.player(who), self.table.game
        going = [cmd.GoAway(seat.player.id, self.table.now + HOUR) for seat in game.seats]
        commands: dict[str, tuple[cmd.Command, ...]] = {
            "pause": (cmd.Pause(by, "Friday"),),
            "resume": (cmd.Resume(by),),
            "host": (cmd.Pause(game.host, "Friday"), cmd.Pass(by), cmd.Resume(game.host)),
            "nudge": (cmd.Nudge(by), cmd.GiveTime(by), *going),
            "keep": (cmd.KeepOpen(by), cmd.PassHost(by), cmd.PassHost(by, frozenset({game.host}))),
            "give": (cmd.GiveTime(by), cmd.GiveTime(by)),
            "away": (cmd.ComeBack(by), *going),
            "draft": (cmd.OpenDraft(by if game.on_turn is None else self.table.on_turn, game.turn, "abc"),),
        }
        for command in commands[how]:
            self.attempt(command)

    @precondition(lambda self: isinstance(self.table.game.phase, Turn | FinalPass))
    @rule(who=st.integers(0, 4), moderator=st.booleans(), rewinds=st.booleans())
    def rest_in_a_file(self, who: int, moderator: bool, rewinds: bool) -> None:
        """The game is interrupted, loaded from its file, and goes on once everyone agrees."""
        by = self.player(who)
        if not self.attempt(cmd.Pause(by, "tea", moderator)):
            return
        before = self.table.game
        if isinstance(before.phase, Paused) and self.attempt(cmd.Load(by, "file", "", rewinds, moderator)):
            for number in range(5):
                self.attempt(cmd.Resume(self.player(number), moderator=True))
        for number in range(5):
            self.attempt(cmd.Resume(self.player(number), moderator=True))
        assert not isinstance(self.table.game.phase, Paused)

    @precondition(lambda self: self.table.game.turn > 6)
    @rule(who=st.integers(0, 4), how=st.integers(0, 30))
    def go(self, who: int, how: int) -> None:
        """Someone leaves, rarely."""
        by = self.player(who)
        ways: list[cmd.Command] = [cmd.Resign(by), cmd.Leave(by), cmd.RemoveSeat(by, 1), cmd.End(by)]
        if how < len(ways):
            self.attempt(ways[how])

    @precondition(lambda self: is_special(self.table.game.rules))
    @rule(seed=st.integers(0, 10**6), who=st.integers(0, 4), text=st.text("AEIOUNRSTZ?", max_size=5))
    def do_something_special(self, seed: int, who: int, text: str) -> None:
        """Whatever the special rules of the game allow, rightly or wrongly."""
        choose = random.Random(seed)
        by = self.player(who) if choose.random() < 0.3 or self.table.game.on_turn is None else self.table.on_turn
        for way in choose.sample(
            [self.trade, self.pick, self.type_tiles, self.come_back, self.exchange_unseen, self.pass_on], 4
        ):
            if not isinstance(self.table.game.phase, Lobby):
                way(by, text, choose)

    def trade(self, by: str, _: str, __: random.Random) -> None:
        """Try to trade every blank on the board, and to exchange the rack for its four of a kind."""
        for cell, placed in self.table.game.board.tiles():
            if placed.is_blank:
                self.attempt(cmd.TradeBlank(by, f"{chr(65 + cell.column)}{cell.row + 1}"))
        self.attempt(cmd.ExchangeFour(by))

    def pick(self, by: str, _: str, choose: random.Random) -> None:
        """Someone picks face-down tiles."""
        self.attempt(cmd.Draw(by, choose.choice([1, 2, 3, None])))

    def type_tiles(self, by: str, text: str, choose: random.Random) -> None:
        """Someone types the tiles of a real table, for every seat, rightly or at random."""
        for number, seat in enumerate(self.table.game.seats):
            count = seat.due or len(seat.rack)
            true = "".join(str(tile.letter or "?") for tile in self.table.game.pool.items[:count])
            typed = true if choose.random() < 0.7 else text
            left = isinstance(self.table.game.phase, AwaitTiles) and not seat.due
            self.attempt(cmd.DeclareRack(by, number, typed) if left else cmd.TypeRack(by, number, typed))

    def pass_on(self, _: str, __: str, choose: random.Random) -> None:
        """Nobody finds a word for a while."""
        for _round in range(choose.choice([0, 0, 4, 40])):
            if self.table.game.on_turn is not None:
                self.attempt(cmd.Pass(self.table.on_turn))

    def exchange_unseen(self, by: str, _: str, choose: random.Random) -> None:
        """An exchange of real tiles."""
        self.attempt(cmd.Exchange(by, str(choose.randint(0, 6))))

    def come_back(self, by: str, _: str, choose: random.Random) -> None:
        """Someone leaves, and someone takes a seat that a player left."""
        if choose.random() < 0.3 and self.table.game.turn > 3:
            self.attempt(choose.choice([cmd.Leave(by), cmd.RemoveSeat("ada", choose.randint(0, 3)), cmd.Resign(by)]))
        for number, seat in enumerate(self.table.game.seats):
            person = seat.owner if seat.owner and choose.random() < 0.7 else Person(self.player(3), "Name")
            if choose.random() < 0.3 and self.attempt(cmd.OfferSeat(person, number, "ada")):
                self.attempt(cmd.AgreeToOffer(choose.choice([seat.player.id, "ada"]), self.table.game.sequence))
                self.attempt(cmd.AgreeToOffer(choose.choice([person.id, "ada"]), self.table.game.sequence))
            self.attempt(cmd.TakeSeat(person, number, choose.choice([person.id, "ada"])))

    @invariant()
    def keeps_its_promises(self) -> None:
        """No tile lost or made, replay equals live, scores are the sums of the history, someone can always act."""
        GameMachine.actions += 1
        if not hasattr(self, "table"):
            return
        state = self.table.game
        check_tiles(state)
        totals = {entry.seat: entry.total for entry in history(self.table.events)}
        assert all(state.seats[seat].score == total for seat, total in totals.items())
        assert replay(decode(encode(event)) for event in self.table.events) == state
        self.time_is_charged_once()
        if isinstance(state.phase, Turn):
            assert state.seats[state.phase.seat].in_play
        if isinstance(state.phase, FinalPass | AwaitTiles):
            assert state.phase.waiting
        if isinstance(state.phase, AwaitAnswer):
            self.asks_people_who_can_answer(state.phase)
        for number, seat in enumerate(state.seats):
            assert seat_view(state, number).rack == seat.rack
        self.hidden_tiles_do_not_show()

    def time_is_charged_once(self) -> None:
        """All clocks together have not run longer than the game less pauses and lost time."""
        at: dict[type, int] = {}
        free = 0
        for event in self.table.events:
            at[type(event)] = event.at
            if isinstance(event, TimeLost) and Started in at:
                free += event.end - event.start
            elif isinstance(event, GameResumed):
                free += event.at - at[GamePaused]
        used = [seat.used for seat in self.table.game.seats]
        assert min(used) >= 0
        assert sum(used) <= self.table.events[-1].at - at.get(Started, self.table.events[-1].at) - free

    def asks_people_who_can_answer(self, play: AwaitAnswer) -> None:
        """Everyone waited for is a person in play, and only a player without human opponents is asked alone."""
        seats = self.table.game.seats
        assert play.waiting and seats[play.seat].in_play
        assert all(seats[number].in_play and seats[number].is_human for number in play.waiting)
        others = [n for n in self.table.game.in_play if n != play.seat and seats[n].is_human]
        assert (play.waiting == (play.seat,)) is not bool(others)

    def hidden_tiles_do_not_show(self) -> None:
        """Swapping hidden tiles between pool and racks changes nothing that a seat sees (non-interference)."""
        state = self.table.game
        for viewer in range(len(state.seats)):
            assert seat_view(shuffled(self.table, viewer), viewer) == seat_view(state, viewer)
        assert table_view(shuffled(self.table, None)) == table_view(state)


def shuffled(table: Table, viewer: int | None):  # type: ignore[no-untyped-def]
    """The state after dealing anew all tiles that a seat cannot see."""
    state = table.game
    if isinstance(state.phase, Over):
        return state
    hidden = list(state.pool)
    unseen = [
        number
        for number, seat in enumerate(state.seats)
        if number != viewer and not is_shown(state, number) and isinstance(seat.rack, KnownRack)
    ]
    for number in unseen:
        hidden += list(state.seats[number].rack.tiles)  # type: ignore[union-attr]
    hidden.reverse()
    seats = list(state.seats)
    for number, seat in enumerate(seats):
        if number in unseen:
            size = len(seat.rack)
            seats[number] = replace(seat, rack=KnownRack(Tiles.of(hidden[:size])))
            hidden = hidden[size:]
    return replace(state, seats=tuple(seats), pool=Tiles.of(hidden))


class SpecialMachine(GameMachine):
    """The same machine under the special rules."""

    @initialize(
        rules=st.sampled_from(SPECIAL),
        people=st.integers(1, 4),
        computer=st.booleans(),
        seed=st.integers(0, 999),
        quick=st.booleans(),
        odd=st.none(),
    )
    def open(self, rules: Rules, people: int, computer: bool, seed: int, quick: bool, odd: int | None) -> None:
        """As in `GameMachine`."""
        super().open(rules, people, computer, seed, quick, odd)


TestGame = GameMachine.TestCase
TestSpecialGame = SpecialMachine.TestCase
TestGame.settings = TestSpecialGame.settings = settings(
    max_examples=6, stateful_step_count=40, suppress_health_check=list(HealthCheck)
)


ACTIONS = 50_000
"""The least number of actions in the long run."""

ROUNDS = 20
"""The most rounds it may take, of some 16,000 actions each, to meet everything that can happen."""


def not_seen() -> set[str]:
    """The kinds of events and endings that no random game has met yet."""
    return {*CLASSES, *EndReason.__members__} - {"Opened", "Joined"} - set(GameMachine.seen)


def play_round(number: int) -> None:
    """300 games of up to 60 steps, different ones for each number."""
    some = settings(
        max_examples=150, stateful_step_count=60, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    for machine in (GameMachine, SpecialMachine):
        numbered = hypothesis.seed(number)(type(machine.__name__, (machine,), {}))
        run_state_machine_as_test(numbered, settings=some)


@pytest.mark.soak
@pytest.mark.timeout(2400)
def test_many_more_games_meet_every_event() -> None:
    """Random games go on until they have taken 50,000 actions and met every kind of event and ending."""
    first = 0 if settings.default.derandomize else random.randrange(10**6)
    for number in range(first, first + ROUNDS):
        play_round(number)
        if GameMachine.actions >= ACTIONS and not not_seen():
            break
    assert GameMachine.actions >= ACTIONS
    assert not not_seen()


@pytest.mark.parametrize("rules", [*RULES, *SPECIAL])
@pytest.mark.parametrize("seed", range(3))
def test_every_game_ends(rules: Rules, seed: int) -> None:
    """If every player only passes, the game ends soon."""
    names = NAMES[:2] if rules.challenge is ChallengeRule.TRIPLE else NAMES
    table = Table(rules, SMALL, names, KNOWN, seed)
    table.do(cmd.Start("ada", first=0 if rules.tabletop else None))
    for _ in range(200):
        deadline = next_deadline(table.game)
        if deadline and deadline.due is Due.TILES:
            table.now = deadline.at
            table.do(cmd.CloseTiles(deadline.turn))
        if isinstance(table.game.phase, Over):
            break
        with contextlib.suppress(EngineError):
            table.do(cmd.Pass(table.on_turn))
    assert isinstance(table.game.phase, Over)


@pytest.mark.parametrize("rules", [one for one in RULES if one.turn_clock or one.overtime_limit])
def test_every_game_with_a_clock_ends_by_itself(rules: Rules) -> None:
    """When nobody does anything any more, the deadlines alone end the game."""
    table = Table(rules, SMALL, NAMES, KNOWN).start()
    commands = {Due.EXPIRY: cmd.Expire, Due.OVERTIME: cmd.CountOvertime, Due.REMINDER: cmd.Remind}
    for _ in range(1_000):
        deadline = next_deadline(table.game)
        if deadline is None:
            break
        table.now = max(table.now, deadline.at)
        table.do(commands[deadline.due](deadline.turn))
    assert isinstance(table.game.phase, Over)
