"""The rules of procedure: one field for each option, with its allowed values, and presets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Any, cast

from engine.errors import NoSuchRule, RulesContradict, RuleValueRefused
from engine.model import durations
from engine.model.durations import DAY, HOUR, MINUTE, SECOND, Times
from engine.model.levels import STRONGEST

SCORELESS_TURNS_EACH = 3
"""Turns without a score, one after the other, that end a game, for each player; unless a rule says otherwise."""
LAST_RESORT_TURNS_EACH = 10
"""The same where the rule is off, since no game goes on for ever."""


class StartRule(Enum):
    """When a lobby becomes a game: if a player asks for it, or also by itself once all seats are taken."""

    PRESS = "press"
    FULL = "full"


class FirstPlayer(Enum):
    """Who plays first."""

    DRAW = "draw"
    RANDOM = "random"
    HOST = "host"


class ChallengeRule(Enum):
    """What happens to words that the lexicon lacks."""

    VOID = "void"
    STRICT = "strict"
    SINGLE = "single"
    DOUBLE = "double"
    FIVE_POINT = "five_point"
    TEN_POINT = "ten_point"
    TRIPLE = "triple"
    HOUSE = "house"
    ASK_HOST = "ask_host"


@dataclass(frozen=True, slots=True)
class FailedChallenge:
    """What happens if the challenged words are in the lexicon.

    The play gains `bonus` points for each of them. The challenger loses the next turn if `costs_turn`, or the game if
    the challenge `decides` it; a successful challenge then wins the game.
    """

    bonus: int = 0
    costs_turn: bool = False
    decides: bool = False


CHALLENGES: Mapping[ChallengeRule, FailedChallenge] = MappingProxyType(
    {
        ChallengeRule.SINGLE: FailedChallenge(),
        ChallengeRule.DOUBLE: FailedChallenge(costs_turn=True),
        ChallengeRule.FIVE_POINT: FailedChallenge(bonus=5),
        ChallengeRule.TEN_POINT: FailedChallenge(bonus=10),
        ChallengeRule.TRIPLE: FailedChallenge(decides=True),
    }
)
"""The rules under which words are checked only when challenged."""


class ExchangeRule(Enum):
    """How many tiles the pool must have for an exchange."""

    ANY = "0"
    RACK = "rack"


class EndAdjustment(Enum):
    """How the tiles left on racks change the scores at the end.

    Standard: every seat loses the points of its rack, and the seat that went out gains those of all the others.
    American: the seat that went out gains twice the points of the others, and nobody loses any.
    """

    STANDARD = "standard"
    AMERICAN = "american"
    NONE = "none"


class OnLeave(Enum):
    """What happens to a running game when a player leaves."""

    STOP = "stop"
    SKIP = "skip"
    COMPUTER = "computer"


class ShowRacks(Enum):
    """Whose racks everyone sees."""

    OFF = "off"
    MOVER = "mover"
    ALL = "all"


class DrawTiles(Enum):
    """Whether the program draws tiles or the players do it by hand."""

    AUTO = "auto"
    MANUAL = "manual"


LIVE, SILENCE = HOUR, 5 * MINUTE
"""Under a clock of less than `LIVE`, people sit at the game: nobody has to wait longer than `SILENCE` for a move."""

DECIDED_SEATS = 2
"""Seats in a game that a challenge can decide."""

OPTIONAL_RULES = (
    "undo",
    "hints",
    "show_racks",
    "show_thinking",
    "trade_blanks",
    "exchange_four",
    "turn_clock",
    "time_bank",
)
"""Rules that cannot be switched on in a tournament."""


@dataclass(frozen=True, slots=True)
class Rules:
    """All rules of one game. Times are in milliseconds.

    `scoreless_end` is the number of consecutive turns without a scoring placement that ends the game: None for three
    per seat in play, 0 for never (a game of nothing but passes still ends after ten per seat). `hints` is how many each
    player may have, None for any number, 0 for none, and `hint_cost` the points each one costs. `show_thinking` shows
    everyone which moves a computer considers. `demo_pace` is the pause before each move when only computers play.

    `undo_window` is how long a move can be undone; None means a time that suits the table
    (`engine.game.clock.undo_window`).

    `turn_clock` limits one turn, `game_clock` all turns of a seat together; None means no limit. Each started minute
    over the game clock costs `overtime_penalty` points, and a seat over by more than `overtime_limit` loses. A turn may
    take longer than its clock while something is left of the seat's `time_bank`, its stock for the whole game. Each
    turn that a seat finishes adds `increment` to its game clock, or else to its time bank. A move previewed before the
    time of its turn was up may still be played for `clock_grace` afterwards.
    Where no turn clock ends a turn, those who have waited for `claim_after` may claim the game
    (`engine.game.decisions.timeouts`); in a live game also where one does, and after `SILENCE` at the latest.

    With `tournament`, the rules in `OPTIONAL_RULES` keep the values of that preset. Only a `rated` game changes
    ratings, if two or more people play.
    """

    players: int = 4
    start: StartRule = StartRule.PRESS
    first_player: FirstPlayer = FirstPlayer.DRAW
    draw_tiles: DrawTiles = DrawTiles.AUTO
    challenge: ChallengeRule = ChallengeRule.VOID
    exchange_min_pool: ExchangeRule = ExchangeRule.ANY
    undo: bool = True
    scoreless_end: int | None = None
    end_adjustment: EndAdjustment = EndAdjustment.STANDARD
    on_leave: OnLeave = OnLeave.SKIP
    tournament: bool = False
    computer_level: int = 5
    show_racks: ShowRacks = ShowRacks.OFF
    trade_blanks: bool = False
    exchange_four: bool = False
    tabletop: bool = False
    undo_window: int | None = None
    challenge_window: int = 20 * SECOND
    answer_time: int = 180 * SECOND
    hints: int | None = 3
    hint_cost: int = 0
    show_thinking: bool = False
    demo_pace: int = 4 * SECOND
    turn_clock: int | None = None
    time_bank: int | None = None
    game_clock: int | None = None
    increment: int | None = None
    overtime_penalty: int = 10
    overtime_limit: int | None = None
    clock_grace: int = 30 * SECOND
    draw_time: int = 60 * SECOND
    claim_after: int = 7 * DAY
    rated: bool = True

    @property
    def phonies_stand(self) -> bool:
        """Whether a phony stays on the board unless it is challenged."""
        return self.challenge in CHALLENGES

    @property
    def failed_challenge(self) -> FailedChallenge:
        """The consequences of challenging valid words; none if the rules have no challenges."""
        return CHALLENGES.get(self.challenge, FailedChallenge())

    @property
    def words_are_secret(self) -> bool:
        """Whether nobody may learn before a play which words are valid, as that could decide what someone plays."""
        return self.phonies_stand or (self.tournament and self.challenge is ChallengeRule.STRICT)

    @property
    def asks_about_words(self) -> bool:
        """Whether people decide about words missing from the lexicon, so that playing one can be worthwhile."""
        return self.challenge in (ChallengeRule.HOUSE, ChallengeRule.ASK_HOST)

    @property
    def most_seats(self) -> int:
        """The most seats that the rules allow; only a game of two can be decided by a challenge."""
        return min(self.players, DECIDED_SEATS) if self.failed_challenge.decides else self.players

    def needed_in_pool(self, count: int, rack_size: int) -> int:
        """How many tiles the pool must hold if that many are to be exchanged."""
        return max(count, rack_size) if self.exchange_min_pool is ExchangeRule.RACK else count

    def scoreless_limit(self, players: int) -> int:
        """How many consecutive turns without a scoring placement end a game in which so many players are left."""
        turns_each = LAST_RESORT_TURNS_EACH if self.scoreless_end == 0 else SCORELESS_TURNS_EACH
        return self.scoreless_end or turns_each * players

    @property
    def is_timed(self) -> bool:
        """Whether there is a turn clock or a game clock."""
        return self.turn_clock is not None or self.game_clock is not None

    @property
    def is_live(self) -> bool:
        """Whether a clock gives so little time that people sit at the game."""
        return any(clock is not None and clock < LIVE for clock in (self.turn_clock, self.game_clock))

    @property
    def silence(self) -> int | None:
        """How long a person may be silent before those who wait may claim the game; None if a clock ends the turn."""
        if self.is_live:
            return min(self.claim_after, SILENCE)
        return self.claim_after if self.turn_clock is None else None

    @property
    def patience(self) -> int:
        """How long the game waits for players who are not on turn: as for a turn, up to a day, or `answer_time`."""
        return self.answer_time if self.turn_clock is None else min(self.turn_clock + (self.time_bank or 0), DAY)

    def with_value(self, rule: str, value: str) -> Rules:
        """These rules with one of them set from text; switching `tournament` on switches the optional rules off.

        Raises `NoSuchRule`, `RuleValueRefused` and `RulesContradict`, whose `rule` is this one if it is in conflict.
        """
        changed = replace(self, **cast("dict[str, Any]", {rule: _read_value(rule, value)}))
        if rule == "tournament" and changed.tournament:
            changed = replace(changed, **_tournament_options())
            if changed.challenge is ChallengeRule.VOID:
                changed = replace(changed, challenge=PRESETS["tournament"].challenge)
        try:
            changed.check()
        except RulesContradict as refused:
            raise refused.seen_from(rule) from None
        return changed

    def check(self) -> None:
        """Raise `RulesContradict` if rules exclude each other."""
        if self.undo and self.phonies_stand:
            # A phony that could be undone before a challenge would carry no risk.
            raise RulesContradict("undo", "challenge")
        if self.overtime_limit is not None and self.game_clock is None:
            raise RulesContradict("overtime_limit", "game_clock")
        self._check_stocks()
        if self.failed_challenge.decides and self.players < DECIDED_SEATS:
            raise RulesContradict("players", "challenge")
        optional = _tournament_options() if self.tournament else {}
        for rule, value in optional.items():
            if getattr(self, rule) != value:
                raise RulesContradict(rule, "tournament")
        if self.tournament and self.challenge is ChallengeRule.VOID:
            # An invalid play cannot both cost the turn and cost nothing.
            raise RulesContradict("challenge", "tournament")
        if self.tabletop:
            self._check_tabletop()

    def _check_stocks(self) -> None:
        """Raise `RulesContradict` if there are two stocks of time for a game, or nothing that one could be part of."""
        if self.time_bank is not None and self.turn_clock is None:
            raise RulesContradict("time_bank", "turn_clock")
        if self.time_bank is not None and self.game_clock is not None:
            raise RulesContradict("time_bank", "game_clock")
        if self.increment is not None and self.game_clock is None and self.time_bank is None:
            raise RulesContradict("increment", "game_clock")

    def _check_tabletop(self) -> None:
        """Raise `RulesContradict` if rules need racks that the program does not know, or if nobody can type draws."""
        excluded = {
            "start": self.start is StartRule.FULL,
            "draw_tiles": self.draw_tiles is DrawTiles.MANUAL,
            "trade_blanks": self.trade_blanks,
            "exchange_four": self.exchange_four,
            "on_leave": self.on_leave is OnLeave.COMPUTER,
        }
        for rule, is_set in excluded.items():
            if is_set:
                raise RulesContradict("tabletop", rule)

    def value_text(self, rule: str) -> str:
        """The value of a rule as the text that sets it. Raises `NoSuchRule`."""
        value = getattr(self, rule) if rule in _VALUES or rule in TIMES else None
        if rule in TIMES:
            return TIMES[rule].write(value)
        return next(text for text, meant in _values(rule).items() if meant == value)


def rule_names() -> tuple[str, ...]:
    """The names of the rules that a host may set."""
    return (*_VALUES, *TIMES)


def allowed_values(rule: str) -> tuple[str, ...]:
    """The texts a rule accepts; rules in `TIMES` also accept values in between. Raises `NoSuchRule`."""
    return tuple(_values(rule))


def _read_value(rule: str, value: str) -> object:
    values, text = _values(rule), value.strip().lower()
    if text in values:
        return values[text]
    try:
        if rule in TIMES:
            return TIMES[rule].read(text)
    except ValueError:
        pass
    raise RuleValueRefused(rule, value, tuple(values))


def _values(rule: str) -> Mapping[str, object]:
    if rule in TIMES:
        return TIMES[rule].offered
    if rule not in _VALUES:
        raise NoSuchRule(rule)
    return _VALUES[rule]


def _tournament_options() -> dict[str, Any]:
    """The optional rules, switched off as for tournaments."""
    tournament = PRESETS["tournament"]
    return {rule: getattr(tournament, rule) for rule in OPTIONAL_RULES if rule in rule_names()}


def _choice(kind: type[Enum]) -> Mapping[str, object]:
    return {str(member.value): member for member in kind}


def _numbers(low: int, high: int) -> Mapping[str, object]:
    return {str(n): n for n in range(low, high + 1)}


_SWITCH: Mapping[str, object] = MappingProxyType({"on": True, "off": False})

_VALUES: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {
        "players": _numbers(1, 60),
        "start": _choice(StartRule),
        "first_player": _choice(FirstPlayer),
        "draw_tiles": _choice(DrawTiles),
        "challenge": _choice(ChallengeRule),
        "exchange_min_pool": _choice(ExchangeRule),
        "undo": _SWITCH,
        "scoreless_end": {"auto": None, "off": 0, **_numbers(2, 60)},
        "end_adjustment": _choice(EndAdjustment),
        "on_leave": _choice(OnLeave),
        "hints": {"off": 0, "unlimited": None, **_numbers(1, 99)},
        "hint_cost": _numbers(0, 50),
        "show_thinking": _SWITCH,
        "demo_pace": {str(n): n * SECOND for n in range(1, 61)},
        "overtime_penalty": _numbers(0, 100),
        "tournament": {"on": True, "off": False},
        "computer_level": _numbers(1, STRONGEST),
        "show_racks": _choice(ShowRacks),
        "trade_blanks": _SWITCH,
        "exchange_four": _SWITCH,
        "tabletop": _SWITCH,
        "rated": _SWITCH,
    }
)

TIMES: Mapping[str, Times] = MappingProxyType(
    {
        "turn_clock": durations.TURN_CLOCK,
        "time_bank": durations.TIME_BANK,
        "game_clock": durations.GAME_CLOCK,
        "increment": durations.INCREMENT,
        "overtime_limit": durations.OVERTIME_LIMIT,
        "clock_grace": durations.CLOCK_GRACE,
        "undo_window": durations.UNDO_WINDOW,
        "challenge_window": durations.CHALLENGE_WINDOW,
        "answer_time": durations.ANSWER_TIME,
        "claim_after": durations.CLAIM_AFTER,
    }
)
"""The rules whose values are durations."""


def idle_rules(rules: Rules, *, people_play: bool = True) -> frozenset[str]:
    """The rules that change nothing while others are as they are, or while people play."""
    idle = {
        "undo_window": not rules.undo,
        "hint_cost": rules.hints == 0,
        "demo_pace": people_play,
        "challenge_window": not rules.phonies_stand,
        "clock_grace": rules.turn_clock is None,
        "answer_time": rules.turn_clock is not None,
        "claim_after": rules.silence is None,
        "overtime_penalty": rules.game_clock is None,
        "overtime_limit": rules.game_clock is None,
        "computer_level": rules.on_leave is not OnLeave.COMPUTER,
    }
    return frozenset(rule for rule, is_idle in idle.items() if is_idle)


def with_live_clock(rules: Rules, game_clock: int) -> Rules:
    """So much time each, ten points for each minute over, and a loss after one minute over, or ten in a longer game."""
    limit = MINUTE if game_clock <= 15 * MINUTE else 10 * MINUTE
    return replace(rules, game_clock=game_clock, overtime_penalty=10, overtime_limit=limit, claim_after=SILENCE)


def with_club_clock(rules: Rules) -> Rules:
    """Twenty-five minutes each, as in clubs and tournaments."""
    return with_live_clock(rules, 25 * MINUTE)


PRESETS: Mapping[str, Rules] = MappingProxyType(
    {
        "friendly": Rules(),
        "classic": Rules(challenge=ChallengeRule.SINGLE, undo=False, exchange_min_pool=ExchangeRule.RACK, hints=0),
        "blitz": with_live_clock(
            Rules(undo=False, exchange_min_pool=ExchangeRule.RACK, hints=0, challenge_window=5 * SECOND), 3 * MINUTE
        ),
        "rapid": with_live_clock(
            Rules(undo=False, exchange_min_pool=ExchangeRule.RACK, hints=0, increment=10 * SECOND), 15 * MINUTE
        ),
        "correspondence": Rules(
            undo=False,
            exchange_min_pool=ExchangeRule.RACK,
            hints=0,
            turn_clock=6 * HOUR,
            time_bank=3 * DAY,
            answer_time=DAY,
        ),
        "club": with_club_clock(
            Rules(challenge=ChallengeRule.FIVE_POINT, undo=False, exchange_min_pool=ExchangeRule.RACK, hints=0)
        ),
        "tournament": with_club_clock(
            Rules(
                challenge=ChallengeRule.STRICT,
                undo=False,
                exchange_min_pool=ExchangeRule.RACK,
                hints=0,
                tournament=True,
            )
        ),
    }
)
"""Rule sets by name; `friendly` is the default."""


def preset_rules(name: str, language: str) -> Rules:
    """A preset for games in a language: English tournaments use the American end adjustment. Raises `KeyError`."""
    rules = PRESETS[name]
    if rules.tournament and language.split("-", maxsplit=1)[0] == "en":
        return replace(rules, end_adjustment=EndAdjustment.AMERICAN)
    return rules
