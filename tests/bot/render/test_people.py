"""Profiles, records of two people, leaderboards and lobbies: as somebody saw them, whole, and legible on a phone."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any, Literal

import pytest

from bot.front.components.layout import draw
from bot.front.components.message import Image
from bot.model.games import GameOutcome
from bot.model.honours import TrophyMark
from bot.render import (
    AVATAR,
    THEMES,
    BestPlay,
    LadderRow,
    LadderScene,
    LobbyScene,
    Portrait,
    ProfileScene,
    SeatFace,
    Style,
    TileFace,
    VersusScene,
    draw_profile,
    draw_versus,
    faces,
    paint,
    portraits_of,
    profile,
    with_avatars,
)
from bot.text import texts_for
from bot.text.names import level_text
from engine.model.levels import NUMBERS
from tests.support import scenes
from tests.support.later import later
from tests.support.pictures import assert_like_golden, renew

PHONE, LEAST = 340 / 850, 11
"""How much smaller a phone shows a picture, and the least pixels of a font there."""
NAMES = ("李小龙", "Frida", "Zoë", "Bob", "Ñandú Ångström", "Чёрный Ворон", "W" * 32, "Carla",
         "Maximiliane von Hohenstaufen", "Ada")  # fmt: skip
W, T, L = GameOutcome.WON, GameOutcome.TIED, GameOutcome.LOST
TILES = tuple(TileFace(letter, str(scenes.POINTS[letter]), letter == "G") for letter in "BEGALLS")


def portrait(name: str, avatar: int | None = None) -> Portrait:
    """Somebody's portrait, with an avatar by its number."""
    return Portrait(name, name, pixels=b"" if avatar is None else scenes.avatar(avatar))


def full(name: str = "Ada") -> ProfileScene:
    """A profile with all that one can have."""
    return ProfileScene(
        portrait(name, 1),
        "10 won, 1 tied, 5 lost",
        ("Form", (W, W, L, T, W, L, L, W, W, W)),
        "16 games",
        (
            ("1426?", "#14", "English", "rapid"),
            ("1192?", "#3", "German", "rapid"),
            ("87", "", "English", "slow"),
            ("1138", "#107", "Niederländisch", "langsam"),
        ),
        (("Average score", "376"), ("Best score", "1,024"), ("Bingos", "21")),
        BestPlay("Best play", TILES, "124 points"),
        (
            (TrophyMark.CUP, "2 tournaments won"),
            (TrophyMark.SHIELD, "Sunday league"),
            (TrophyMark.CROWN, "1 duplicate won"),
            (TrophyMark.STAR, "12 duplicates · 94%"),
            (TrophyMark.STAR, "134 puzzles solved"),
            (TrophyMark.FLAME, "Puzzle streak: 4, best 17"),
        ),
    )


def few(name: str = "Maximiliane von Hohenstaufen-Wittgenstein") -> ProfileScene:
    """The profile of somebody with one game, with a long word, and a milestone."""
    return ProfileScene(
        portrait(name),
        "1 won",
        ("Form", (W,)),
        "1 game",
        (("1138?", "#1", "English", "slow"),),
        (("Average score", "60"), ("Best score", "60"), ("Bingos", "1")),
        BestPlay("Best play", tuple(TileFace(letter, "1") for letter in "INTERNATIONALLY"), "60 points"),
        ((TrophyMark.STAR, "1 milestone"),),
    )


def cup_alone() -> ProfileScene:
    """The profile of somebody who has won a cup and finished no game."""
    return ProfileScene(portrait("Чёрный Ворон"), "", trophies=((TrophyMark.CUP, "Spring Cup"),))


def test_a_trophy_is_never_cut_while_the_card_has_room() -> None:
    """It gets a row of its own; the others stand side by side, and there are three rows at most."""
    names = ("Harbour Cup", "League of the long autumn evenings", "Sunday league")
    short = tuple((TrophyMark.CUP, name) for name in (names[0], names[2]))
    heights = [
        draw_profile(replace(few(), trophies=trophies), Style()).height
        for trophies in (short, (short[0], (TrophyMark.STAR, names[1]), short[1]))
    ]
    assert heights[0] < heights[1] < 1.2 * heights[0]
    rows = [draw_profile(replace(few(), trophies=short * count), Style()).height for count in (1, 3, 4)]
    assert rows[0] < rows[1] == rows[2]


def versus() -> VersusScene:
    """Two people who have met often."""
    plays = (BestPlay("", TILES, "124 points"), BestPlay("", TILES[:3], "62 points"))
    latest = (("434", "261", 0), ("300", "300", None), ("287", "312", 1), ("1,024", "87", 0), ("401", "399", 0))
    return VersusScene(
        (portrait("Ada", 1), portrait("Maximiliane von Hohenstaufen")),
        ("112", "98"),
        "212 games, 2 ties",
        (("372", "Average score", "341"), ("434", "Best score", "420"), ("3", "Wins running", "1")),
        ("Best plays", plays),
        ("Latest games", latest),
    )


def met_once() -> VersusScene:
    """Two people who have met once, one of whom played no word."""
    play = BestPlay("", TILES, "62 points")
    rows = (("60", "Average score", "0"),)
    return VersusScene((portrait("Ada"), portrait("李小龙")), ("1", "0"), "1 game", rows, ("Best plays", (play, None)))


def ladder() -> LadderScene:
    """A page of a leaderboard, of people with all kinds of names."""
    luck = random.Random(3)
    rows = tuple(
        LadderRow(
            str(place),
            portrait(name, place if place % 2 else None),
            f"{1471 - 33 * place}{'?' if place > 6 else ''}",
            str(luck.randint(3, 140)),
            tuple(luck.choice((W, W, L, L, T)) for _ in range(5)),
            name == "Ada",
        )
        for place, name in enumerate(NAMES, 1)
    )
    return LadderScene("Leaderboard: English, rapid", ("Rating", "Games", "Form"), rows)


def lobby() -> LobbyScene:
    """A lobby with every kind of seat."""
    return LobbyScene(
        (
            SeatFace(portrait("Ñandú Ångström", 1), "Ñandú Ångström", "host"),
            SeatFace(Portrait("Percy", level=3), "Percy", "casual (level 3)"),
            SeatFace(portrait("Bruno"), "Bruno", is_awaited=True),
            SeatFace(None, "free"),
        )
    )


def crowded() -> LobbyScene:
    """A lobby in which many sit, one of whom has yet to come."""
    return LobbyScene(tuple(SeatFace(portrait(name), name, is_awaited=name == "Bob") for name in NAMES[:-1]), "+27")


SCENES: dict[str, Callable[[], Any]] = {
    "profile": full,
    "profile_few": few,
    "profile_cup": cup_alone,
    "versus": versus,
    "versus_once": met_once,
    "ladder": ladder,
    "lobby": lobby,
    "lobby_crowded": crowded,
}
SEEN = {"profile": "classic", "profile_few": "dark", "profile_cup": "paper", "versus": "dark", "ladder": "paper",
        "lobby": "classic", "lobby_crowded": "dark"}  # fmt: skip


def others(value: Any, turn: int) -> Any:
    """The same with other faces, names and figures: a number behind each text."""
    match value:
        case str():
            return f"{value[:-1]}{(ord(value[-1]) + turn) % 10}" if value else value
        case Portrait():
            return portrait(f"{value.name} {turn}", turn if value.pixels else None)._replace(level=value.level)
        case BestPlay():
            return replace(value, about=others(value.about, turn))
        case tuple():
            return tuple(others(one, turn) for one in value)
        case _ if is_dataclass(value) and not isinstance(value, type):
            return replace(value, **{one.name: others(getattr(value, one.name), turn) for one in fields(value)})
    return value


def image_of(name: str) -> Image:
    """A picture as a message has it."""
    return Image(SCENES[name](), "a.png", "")


@pytest.mark.parametrize("name", SEEN)
def test_people_look_as_somebody_saw_them(name: str) -> None:
    """Each still looks like its golden picture."""
    picture = draw(image_of(name), Style(SEEN[name]))
    renew(picture, name)
    assert_like_golden(picture, name)


@pytest.mark.parametrize("theme", ["classic", *later(one for one in THEMES if one != "classic")])
@pytest.mark.parametrize("size", ["normal", "large"])
def test_people_are_small_in_every_theme(theme: str, size: str) -> None:
    """Of the width of all cards, no taller than wide in normal size, so that a phone shows all of it, and small."""
    for name in SCENES:
        picture = draw(image_of(name), Style(theme, size))  # type: ignore[arg-type]
        assert len(picture.data) < 80_000
        assert 840 <= picture.width <= 870
        assert picture.height <= picture.width * (1 if size == "normal" else 1.7), name


def test_nothing_is_smaller_than_a_phone_can_show(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every text, however long the names are."""
    sizes = list[float]()

    def noted(_image: object, text: str, _face: object, size: int, *_: object, **__: object) -> None:
        sizes.extend([size * PHONE] if text else [])

    for module in (profile, faces):
        monkeypatch.setattr(module, "write", noted)
    for name in SCENES:
        draw(image_of(name), Style())
    assert sizes and min(sizes) >= LEAST


def shortened_texts(
    monkeypatch: pytest.MonkeyPatch, image: Image, size: Literal["normal", "large"] = "normal"
) -> Iterator[str]:
    """What ends with an ellipsis in a picture."""
    shown = list[str]()
    real = paint.shorten

    def noted(*arguments: Any) -> str:
        shown.append(real(*arguments))
        return shown[-1]

    with monkeypatch.context() as patched:
        for module in (paint, profile, faces):
            patched.setattr(module, "shorten", noted)
        draw(image, Style(size=size))
    return (text for text in shown if text.endswith("…"))


def test_usual_names_are_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only names of more than thirty letters, or long ones among many, are cut."""
    for name in SCENES:
        cut = {text[:4] for text in shortened_texts(monkeypatch, image_of(name))}
        assert cut <= {"WWWW"} | {"ladder": {"Maxi"}, "lobby_crowded": {"Maxi", "von "}}.get(name, set()), (name, cut)


@pytest.mark.parametrize("locale", ["de", "en", "es", "fr", "nl", "ru", "sv"])
def test_levels_of_computer_players_are_whole_in_every_language(locale: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Below four faces beside each other."""
    notes = [level_text(level, texts_for(locale)) for level in NUMBERS]
    for start in range(0, len(notes), 4):
        seats = tuple(SeatFace(portrait("Ada"), "Ada", note) for note in notes[start : start + 4])
        image = Image(LobbyScene(seats), "a.png", "")
        assert not [*shortened_texts(monkeypatch, image), *shortened_texts(monkeypatch, image, "large")]


def changed(scene: Any, **changes: Any) -> Any:
    """The scene with something else."""
    return replace(scene, **changes)


def test_every_fact_about_people_shows() -> None:
    """Changing any one of them changes the picture."""
    whole, pair, page, seats = full(), versus(), ladder(), lobby()
    assert whole.best and pair.plays
    row, seat, (game, *games) = page.rows[0], seats.seats[0], pair.latest[1]
    found = [
        *(whole, changed(whole, about="-"), changed(whole, total=""), changed(whole, form=("Form", whole.form[1][1:]))),
        *(changed(whole, form=("-", whole.form[1])), changed(whole, ratings=whole.ratings[:3])),
        *(changed(whole, figures=whole.figures[:2]), changed(whole, best=None), changed(whole, trophies=())),
        *(changed(whole, best=changed(whole.best, about="1")), changed(whole, who=portrait("Bo"))),
        *(changed(whole, trophies=((TrophyMark.STAR, whole.trophies[0][1]), *whole.trophies[1:])), pair),
        *(changed(pair, score=("1", "2")), changed(pair, about="-"), changed(pair, rows=pair.rows[1:])),
        *(changed(pair, plays=None), changed(pair, plays=("-", pair.plays[1])), changed(pair, pair=pair.pair[::-1])),
        *(changed(pair, latest=("", ())), changed(pair, latest=(pair.latest[0], ((*game[:2], 1), *games)))),
        *(page, changed(page, title="-"), changed(page, heads=("-", "-", "Form")), changed(page, rows=page.rows[1:])),
        *(changed(page, rows=(changed(row, **change), *page.rows[1:])) for change in (
            {"place": "9"}, {"rating": "9"}, {"games": "9"}, {"form": row.form[::-1]}, {"is_reader": True})),
        *(crowded(), changed(crowded(), more="+7")),
        *(seats, *(changed(seats, seats=(changed(seat, **change), *seats.seats[1:])) for change in (
            {"name": "A"}, {"note": ""}, {"is_awaited": True}, {"portrait": None}))),
    ]  # fmt: skip
    drawn = {draw(Image(scene, "a.png", ""), Style()).data for scene in found}
    assert len(drawn) == len(found)


@pytest.mark.parametrize("name", ["profile", "versus", "ladder", "lobby"])
def test_avatars_of_people_show(name: str) -> None:
    """Whoever is known has their avatar; the others keep their initials."""
    image = image_of(name)
    plain = with_avatars(image.scene, {})  # type: ignore[type-var]
    somebody = portraits_of(plain)[0].person
    shown = with_avatars(plain, {somebody: bytes((200, 30, 60)) * AVATAR**2})
    assert {one.person for one in portraits_of(shown) if one.pixels} == {somebody}
    assert draw(replace(image, scene=shown), Style()).data != draw(replace(image, scene=plain), Style()).data


def test_endless_texts_about_people_stay_inside() -> None:
    """The size is the same for any text."""
    endless = "W" * 300
    long = replace(full(endless), about=endless, trophies=((TrophyMark.CUP, endless),) * 4)
    assert draw_profile(long, Style()).height == draw_profile(full(), Style()).height
    pair = replace(versus(), pair=(portrait(endless), portrait("👩‍👩‍👧‍👦")), score=(endless, endless), about=endless)
    assert draw_versus(pair, Style()).width == draw_versus(versus(), Style()).width
