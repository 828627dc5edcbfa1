"""Brackets, cups and weeks: they look as somebody saw them, show every fact, and are small enough for a phone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.front.components.layout import draw
from bot.front.components.message import Image
from bot.render import (
    AVATAR,
    THEMES,
    BracketPair,
    BracketScene,
    BracketSide,
    CupLine,
    CupScene,
    Picture,
    Portrait,
    Style,
    TileFace,
    WeekScene,
    draw_bracket,
    draw_cup,
    draw_week,
    portraits_of,
    with_avatars,
)
from tests.support.later import later
from tests.support.pictures import assert_like_golden, renew
from tests.support.scenes import POINTS

NAMES = ("Ada", "Hana", "Deniz", "Emil", "Bruno", "Gus", "Chloe", "Fay", "Maximiliane von Hohenstaufen", "李小龙")
NAMES += ("Zoë", "🔥Чёрный Ворон🔥", "Wanda", "Otto", "Percy", "Ñandú")


def portrait(name: str) -> Portrait:
    """Somebody's portrait."""
    return Portrait(name, name)


def side(name: str, score: str = "", *, won: bool | None = None, earlier: str = "") -> BracketSide:
    """A side of a pair that is known."""
    return BracketSide(name, portrait(name), score, earlier, is_winner=won is True, is_out=won is False)


def bracket(rounds: int, played: int) -> BracketScene:
    """A bracket of which some rounds are played, the upper side always winning, once after a tie."""
    titles = ("First", "Quarters", "Semis", "Last")
    drawn, there = list[tuple[BracketPair | None, ...]](), [side(name) for name in NAMES[: 2**rounds]]
    for number in range(rounds):
        pairs, winners = list[BracketPair](), list[BracketSide]()
        for at in range(0, len(there), 2):
            upper, lower = there[at], there[at + 1]
            if number >= played:
                pairs.append((upper, lower))
                winners.append(BracketSide(f"{upper.name} / {lower.name}" if upper.portrait else ""))
                continue
            tie = "402" if (at, number) == (2, 0) else ""
            upper_played = side(upper.name, "434", won=True, earlier=tie)
            pairs.append((upper_played, side(lower.name, "391", won=False, earlier=tie)))
            winners.append(upper)
        drawn.append(tuple(pairs))
        there = winners
    return BracketScene(titles[4 - rounds :], tuple(drawn))


def table(count: int, rounds: int = 0) -> tuple[CupLine, ...]:
    """A table, with the points after each round for the first six if there are any."""
    return tuple(
        CupLine(
            f"{at + 1}",
            portrait(NAMES[at % len(NAMES)]),
            f"{700 - 23 * at}",
            f"{90 - 2 * at}.5%",
            tuple((140 - 5 * at) * number for number in range(rounds + 1)) if rounds and at < 6 else (),
            is_winner=at == 0,
        )
        for at in range(count)
    )


def cup(count: int = 8) -> CupScene:
    """A knockout that somebody has won."""
    final = ("Last", (side("Ada", "434", won=True), side("Deniz", "391", won=False)))
    return CupScene("Harbour Cup", "Knockout · 8", (portrait("Ada"),), final, table(count))


def shared(count: int = 24) -> CupScene:
    """A duplicate that two have won, with the course of the first few."""
    won = (portrait("Ada"), portrait("Maximiliane von Hohenstaufen"))
    return CupScene("Duplicate", "24", won, None, table(count, 5), "Points", "Round")


def week() -> WeekScene:
    """A week in which much happened."""
    tiles = tuple(TileFace(letter, str(POINTS[letter]), letter == "G") for letter in "BEGALLS")
    champions = (("Harbour Cup", ("Ada",)), ("Lantern", ("Chloe", "Maximiliane von Hohenstaufen")))
    return WeekScene(
        "The week",
        "41 games",
        tuple((title, tuple(map(portrait, names))) for title, names in champions),
        ("The play", "Ada · 69", tiles),
        ("Most frequent pairing", (portrait("Ada"), portrait("Bruno")), "5 : 3"),
        (("Most games", "Ada (12)"), ("Best score", "Ada, 512")),
    )


DRAWN: dict[str, Callable[[Style], Picture]] = {
    "bracket": lambda style: draw_bracket(bracket(4, 1), style),
    "bracket_over": lambda style: draw_bracket(bracket(3, 3), style),
    "bracket_small": lambda style: draw_bracket(bracket(2, 1), style),
    "cup": lambda style: draw_cup(cup(), style),
    "cup_shared": lambda style: draw_cup(shared(), style),
    "week": lambda style: draw_week(week(), style),
}


@pytest.mark.parametrize("name", DRAWN)
def test_contests_look_as_somebody_saw_them(name: str) -> None:
    """Each still looks like its golden picture."""
    picture = DRAWN[name](Style("paper" if name == "bracket_over" else "classic"))
    renew(picture, name)
    assert_like_golden(picture, name)


@pytest.mark.parametrize("theme", ["classic", *later(one for one in THEMES if one != "classic")])
@pytest.mark.parametrize("size", ["normal", "large"])
@pytest.mark.parametrize("name", DRAWN)
def test_contests_are_small_in_every_theme(name: str, theme: str, size: str) -> None:
    """Of the width of all cards, never much taller than a phone, and small to send."""
    picture = DRAWN[name](Style(theme, size))  # type: ignore[arg-type]
    assert len(picture.data) < 80_000
    assert 840 <= picture.width <= 870
    assert picture.height <= 2.2 * picture.width


@pytest.mark.parametrize("rounds", [0, 5])
def test_a_bracket_has_one_to_four_rounds_each_half_as_large(rounds: int) -> None:
    """A phone could not show more; who wants to draw them has to make parts."""
    pairs = tuple((None,) * 2**power for power in reversed(range(rounds)))
    with pytest.raises(ValueError, match="rounds"):
        BracketScene(("",) * rounds, pairs)
    with pytest.raises(ValueError, match="pairs"):
        BracketScene(("", ""), ((None,), (None,)))


def test_every_fact_of_a_contest_shows() -> None:
    """Changing any one of them changes the picture."""
    whole, seen = cup(), week()
    assert whole.final and seen.play and seen.pair
    heading, (upper, lower) = whole.final
    cups = [
        replace(whole, title="Another"),
        replace(whole, about=""),
        replace(whole, winners=(portrait("Bruno"),)),
        replace(whole, final=None),
        replace(whole, final=(heading, (replace(upper, score="435"), lower))),
        replace(whole, table=whole.table[:-1]),
        replace(whole, table=(replace(whole.table[0], note=""), *whole.table[1:])),
        replace(shared(8), chart=""),
    ]
    weeks = [
        replace(seen, title="Another"),
        replace(seen, about=""),
        replace(seen, champions=seen.champions[:1]),
        replace(seen, play=(*seen.play[:2], seen.play[2][1:])),
        replace(seen, pair=(*seen.pair[:2], "5 : 4")),
        replace(seen, figures=seen.figures[:1]),
    ]
    drawn = [draw_cup(one, Style()).data for one in (whole, shared(8), *cups)]
    drawn += [draw_week(one, Style()).data for one in (seen, *weeks)]
    first = bracket(2, 1)
    pair = first.rounds[0][0]
    assert pair
    for change in ({"score": "9"}, {"earlier": "9"}, {"is_winner": False}, {"is_out": True}, {"name": "Bob"}):
        altered = (replace(pair[0], **change), pair[1])  # type: ignore[arg-type]
        drawn.append(
            draw_bracket(replace(first, rounds=((altered, *first.rounds[0][1:]), *first.rounds[1:])), Style()).data
        )
    drawn.append(draw_bracket(first, Style()).data)
    assert len(set(drawn)) == len(drawn)


@pytest.mark.parametrize("scene", [bracket(3, 1), cup(), shared(), week()], ids=lambda scene: type(scene).__name__)
def test_avatars_of_contests_show_wherever_somebody_is(scene: BracketScene | CupScene | WeekScene) -> None:
    """Everybody whose avatar is known has it in each place; the others keep their initials."""
    ada = bytes((200, 30, 60)) * AVATAR**2
    shown = with_avatars(scene, {"Ada": ada})
    assert {one.pixels for one in portraits_of(shown) if one.person == "Ada"} == {ada}
    assert {one.pixels for one in portraits_of(shown) if one.person != "Ada"} == {b""}
    assert [one._replace(pixels=b"") for one in portraits_of(shown)] == list(portraits_of(scene))
    image = Image(shown, "a.png", "")
    assert draw(image, Style()).data != draw(replace(image, scene=scene), Style()).data


def test_a_winner_without_a_letter_is_drawn() -> None:
    """Anything is a name."""
    assert draw_cup(replace(cup(), winners=(portrait("👩‍👩‍👧‍👦"),)), Style()).data


def test_endless_texts_of_contests_stay_inside() -> None:
    """The size is the same for any text."""
    endless = portrait("W" * 99)
    scene = replace(cup(), title="t" * 300, about="a" * 300, winners=(endless,) * 9)
    assert draw_cup(scene, Style()).width == draw_cup(cup(), Style()).width
    champions = tuple(("t" * 99, (endless,) * 9) for _ in range(9))
    many = replace(week(), champions=champions, figures=(("h" * 99, "f " * 99),) * 3)
    assert draw_week(many, Style()).width == draw_week(week(), Style()).width
