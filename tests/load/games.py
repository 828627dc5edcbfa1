"""The games that simulated servers play: real ones, from the lobby to the end card, on a small tile set."""

from __future__ import annotations

from dataclasses import dataclass

from tests.support.sentences import said

ORDER = "ACTSODENTAGEOSRK"
"""The tiles of every game in the order in which they are drawn."""
WORDS = ("AT", "CAT", "CATS", "SOD", "DEN", "NAG", "GOT", "TREK", "DIG", "GET", "TAPS")


@dataclass(frozen=True, slots=True)
class Step:
    """What one of two people does, and what everyone sees then. A step without a slash presses that button."""

    who: int
    act: str
    sign: str


BEGUN = said("happenings.goes_first")
"""What everyone sees when a game begins."""
COMPUTER_MOVES = ("J8 SOD", "L10 NAG", "N12 TREK")


def steps(one: str, two: str, options: str = "variant:tiny") -> tuple[Step, ...]:
    """A whole game between two people, who are named as everyone sees them."""
    return (
        Step(0, f"/game new {options}", "1 of 4 seats taken"),
        Step(1, "Join", f". {two}"),
        Step(0, "Start", BEGUN),
        Step(0, "/play move:8G CAT", f"**{one}** played 8G CAT"),
        Step(1, "/play move:J8 SOD", f"**{two}** played J8 SOD"),
        Step(0, "/play move:10J DEN", f"**{one}** played 10J DEN"),
        Step(1, "/move pass", f"**{two}** passed"),
        Step(0, "/move pass", f"**{one}** passed"),
        Step(1, "/play move:L10 NAG", f"**{two}** played L10 NAG"),
        Step(0, "/play move:12L GOT", f"**{one}** played 12L GOT"),
        Step(1, "/play move:N12 TREK", f"**{two}** wins with"),
    )


def steps_again(one: str, two: str, options: str = "variant:tiny") -> tuple[Step, ...]:
    """A whole game in which any step may be repeated: whatever was done already is refused."""
    return tuple(step for step in steps(one, two, options) if step.act != "/move pass")


def steps_with_computer(one: str, two: str, options: str = "variant:tiny") -> tuple[Step, ...]:
    """A whole game against a computer player that makes `COMPUTER_MOVES`; any step may be repeated."""
    return (
        Step(0, f"/game new {options} computer:2", "2 of 4 seats taken"),
        Step(0, "Play now", BEGUN),
        Step(0, "/play move:8G CAT", "**Robot1** played J8 SOD"),
        Step(0, "/play move:10J DEN", "**Robot1** played L10 NAG"),
        Step(0, "/play move:12L GOT", "**Robot1** wins with"),
    )
