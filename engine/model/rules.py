"""The rules of procedure: every option a field with its allowed values, and presets of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Any, cast

from engine.errors import NoSuchRule, RulesContradict, RuleValueRefused


class FirstPlayer(Enum):
    """Who begins."""

    DRAW = "draw"
    RANDOM = "random"
    HOST = "host"


class ChallengeRule(Enum):
    """What becomes of words that the lexicon lacks."""

    VOID = "void"
    SINGLE = "single"
    DOUBLE = "double"


class ExchangeRule(Enum):
    """How full the pool must be for an exchange."""

    ANY = "0"
    RACK = "rack"


class EndAdjustment(Enum):
    """What the tiles left on racks cost and bring at the end (REFERENCE 1, ledger N14, N16)."""

    STANDARD = "standard"
    AMERICAN = "american"
    NONE = "none"


class OnLeave(Enum):
    """What becomes of a running game when a player leaves it."""

    STOP = "stop"
    SKIP = "skip"


SECOND = 1000


@dataclass(frozen=True, slots=True)
class Rules:
    """All rules of one game. Times are in milliseconds.

    `scoreless_end` is the number of consecutive turns without a scoring placement that ends the game: None for three
    per seat in play, 0 for never (a game of nothing but passes still ends after ten per seat). `hints` is how many each
    player may have, None for any number, 0 for none, and `hint_cost` the points that one costs. `show_thinking` shows
    everybody which moves a computer considers. `demo_pace` is the pause before each move where only computers play.
    """

    players: int = 4
    first_player: FirstPlayer = FirstPlayer.DRAW
    challenge: ChallengeRule = ChallengeRule.VOID
    exchange_min_pool: ExchangeRule = ExchangeRule.ANY
    undo: bool = True
    scoreless_end: int | None = None
    end_adjustment: EndAdjustment = EndAdjustment.STANDARD
    on_leave: OnLeave = OnLeave.SKIP
    undo_window: int = 10 * SECOND
    challenge_window: int = 20 * SECOND
    answer_time: int = 180 * SECOND
    hints: int | None = 3
    hint_cost: int = 0
    show_thinking: bool = False
    demo_pace: int = 4 * SECOND

    @property
    def phonies_stand(self) -> bool:
        """Whether a play of words that the lexicon lacks goes on the board until somebody challenges it."""
        return self.challenge is not ChallengeRule.VOID

    def with_value(self, rule: str, value: str) -> Rules:
        """These rules with one of them set from its text.

        Raises `NoSuchRule`, `RuleValueRefused` and `RulesContradict`.
        """
        values = _values(rule)
        text = value.strip().lower()
        if text not in values:
            raise RuleValueRefused(rule, value, tuple(values))
        changed = replace(self, **cast("dict[str, Any]", {rule: values[text]}))
        changed.check()
        return changed

    def check(self) -> None:
        """Raises `RulesContradict` for a combination that makes no sense."""
        if self.undo and self.phonies_stand:
            # A phony taken back before anybody challenges it would be a free try.
            raise RulesContradict("undo", "challenge")

    def value_text(self, rule: str) -> str:
        """The value of a rule as the text that sets it. Raises `NoSuchRule`."""
        value = getattr(self, rule) if rule in _VALUES else None
        return next(text for text, meant in _values(rule).items() if meant == value)


def rule_names() -> tuple[str, ...]:
    """The names of the rules that a host may set."""
    return tuple(_VALUES)


def allowed_values(rule: str) -> tuple[str, ...]:
    """The texts that a rule takes. Raises `NoSuchRule`."""
    return tuple(_values(rule))


def _values(rule: str) -> Mapping[str, object]:
    if rule not in _VALUES:
        raise NoSuchRule(rule)
    return _VALUES[rule]


def _choice(kind: type[Enum]) -> Mapping[str, object]:
    return {str(member.value): member for member in kind}


def _numbers(low: int, high: int) -> Mapping[str, object]:
    return {str(n): n for n in range(low, high + 1)}


_VALUES: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {
        "players": _numbers(1, 60),
        "first_player": _choice(FirstPlayer),
        "challenge": _choice(ChallengeRule),
        "exchange_min_pool": _choice(ExchangeRule),
        "undo": {"on": True, "off": False},
        "scoreless_end": {"auto": None, "off": 0, **_numbers(2, 60)},
        "end_adjustment": _choice(EndAdjustment),
        "on_leave": _choice(OnLeave),
        "hints": {"off": 0, "unlimited": None, **_numbers(1, 99)},
        "hint_cost": _numbers(0, 50),
        "show_thinking": {"on": True, "off": False},
        "demo_pace": {str(n): n * SECOND for n in range(1, 61)},
    }
)

PRESETS: Mapping[str, Rules] = MappingProxyType(
    {
        "friendly": Rules(),
        "classic": Rules(challenge=ChallengeRule.SINGLE, undo=False, exchange_min_pool=ExchangeRule.RACK, hints=0),
    }
)
"""Rule sets by name; `friendly` is the default."""
