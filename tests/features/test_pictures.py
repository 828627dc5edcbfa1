"""The content of boards and cards, charts, public racks, and themes of a server."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.features.statistics.figures import Figures, figures
from bot.features.statistics.messages import PLACES_ON_PAGE, charts_image, leaderboard_message, profile_message
from bot.features.statistics.profiletext import RatingStanding
from bot.front.board.endings import end_message, end_scene
from bot.front.components.layout import draw
from bot.front.components.message import Button, Message, Text
from bot.model.games import GameOutcome, GameResult, PlayerResult
from bot.model.honours import Trophy, TrophyMark
from bot.model.ratings import ALL_SERVERS, BASE, Ladder, RatedPerson
from bot.model.theme import bundled_text, read, rgb
from bot.playground.cast import GUILD_ID
from bot.render import THEMES, ChartLine, LadderScene, Portrait, ProfileScene, StatsScene, Style, cards, chart, paint
from bot.render import profile as people
from bot.render.cards import draw_stats
from bot.render.chart import nice
from bot.service import uploads
from bot.text import texts_for
from engine.game import commands as cmd
from engine.game.state import HintKind
from engine.game.views import table_view
from engine.model.rules import Rules
from engine.model.tempo import Tempo
from tests.bot.render.test_theme import SEASIDE
from tests.features.test_settings import corner
from tests.support.games import Table, variant_of
from tests.support.later import later
from tests.support.pictures import assert_like_golden, buttons_of, pictures_of, renew, text_of
from tests.support.playground import DM, Person
from tests.support.running import DRAWS, LETTERS, ask, board, choose, dealt, file_of, gathered, resigned, started
from tests.support.sentences import said

ENGLISH = texts_for("en")


async def test_N23_N24_in_the_bot_the_board_says_who_is_to_do_what_and_how_many_tiles_there_are(tmp_path: Path) -> None:
    """In the first board, and after a play, a pass and an exchange: in the picture and in its alt text."""
    async with gathered(tmp_path, *DRAWS, "EE", letters="CATSODEEERST", rack_size=3) as (world, ada, bruno):
        shown = await dealt(world, ada, bruno, preset="classic")
        first_move = said("status.first_word_cover", start="the centre square H8")
        for line, happened, told, pool in (
            ("", said("happenings.goes_first"), first_move, 6),
            ("/play move:8H AT", "played 8H AT", said("status.your_turn", name=f"<@{bruno.id}>"), 4),
            ("/move exchange tiles:all", "exchanged 3 tiles", said("status.your_turn", name=f"<@{ada.id}>"), 4),
            ("/move pass", "passed", said("status.your_turn", name=f"<@{bruno.id}>"), 4),
        ):
            mover = ada if line in ("/play move:8H AT", "/move pass") else bruno
            if line:
                await ask(mover, line)
                shown = await board(ada, happened, after=shown)
            assert happened in text_of(shown) and told in text_of(shown)
            assert "-#" not in text_of(shown)
            told = pictures_of(shown)[-1]["description"]
            assert told.startswith(f"Board of 15 by 15. {said('status.tiles_pool', pool)}")
            assert told.count("points, 3 tiles") == 2
        assert said("status.your_turn") in text_of(await ask(bruno, "/game status"))


def test_K17_C18_X29_the_card_at_the_end_tells_the_whole_game() -> None:
    """Standings with the adjustment for tiles left, the best play, and each seat's points turn by turn."""
    table = Table(variant=variant_of("HELLOABCDEFGHI")).start("HELLOAB", "CDEFGHI")
    table.play("8D HELLO")
    table.pass_()
    last = table.play("D7 AHB")
    scene_ = end_scene(table_view(table.game), table.events, ENGLISH)
    assert [(one.place, one.name, one.score, one.totals) for one in scene_.standings] == [
        ("1", "Ada", "49", (0, 24, 32, 49)),
        ("2", "Bruno", "−17", (0, 0, -17)),
    ]
    assert scene_.standings[0].is_winner
    assert scene_.standings[1].note == "−17 for C D E F G H I left"
    assert scene_.best and scene_.best.about == "8D · 24 points · Ada"
    assert "".join(tile.letter for tile in scene_.best.tiles) == "HELLO"
    assert scene_.story == said("endcard.all_the_way", name="Ada")
    message = end_message("g", table_view(table.game), table.events, ENGLISH, last)
    assert message.images[-1].scene == scene_
    assert message.images[-1].alt.endswith("Ada: 24, 32; Bruno: 0.")


def test_X29_the_card_shows_the_best_play_as_it_was_played() -> None:
    """Without the letters that were put before or behind its word later."""
    table = Table(variant=variant_of("HELLOABSCDEFGHI")).start("HELLOAB", "SCDEFGH")
    table.play("8D HELLO")
    table.play("8D .....S")
    table.do(cmd.Resign("bruno"))
    scene_ = end_scene(table_view(table.game), table.events, ENGLISH)
    assert scene_.best and "".join(tile.letter for tile in scene_.best.tiles) == "HELLO"


def test_M10_the_chart_counts_turns_and_no_hints() -> None:
    """The cost of a hint shows at the turn before it."""
    table = Table(Rules(hint_cost=5)).start("HELLOAB", "CDEFGHI")
    table.do(cmd.TakeHint("ada", HintKind.BEST))
    table.play("8D HELLO")
    table.do(cmd.TakeHint("bruno", HintKind.BEST))
    table.pass_()
    table.do(cmd.End("999", moderator=True))
    standings = end_scene(table_view(table.game), table.events, ENGLISH).standings
    assert [one.totals for one in standings] == [(-5, 19), (-5, -5)]


def test_C18_a_play_challenged_off_is_no_longest_word() -> None:
    """It stays in the word list and scores nothing."""
    from tests.support.games import CLASSIC, word_set

    table = Table(CLASSIC, words=word_set("AH")).start("HELLOAB", "CDEFGHI")
    table.play("8D HELLO")
    table.do(cmd.Challenge("bruno"))
    table.do(cmd.End("999", moderator=True))
    scene_ = end_scene(table_view(table.game), table.events, ENGLISH)
    assert scene_.remarks == ()


LARGEST = 60_000


def game(number: int, *seats: tuple[str, int, int]) -> GameResult:
    """A finished game: the players with their places and points."""
    players = tuple(PlayerResult(who, who.title(), None, place, score, 0, 10, "X") for who, place, score in seats)
    return GameResult(f"g{number}", 1, number, True, players)


def played(count: int) -> tuple[GameResult, ...]:
    """Ada's games, newest first: of every four, the third is a tie and the fourth is lost."""
    made = []
    for number in range(count):
        own, other = ((1, 2), (1, 2), (1, 1), (2, 1))[number % 4]
        made.append(game(number, ("ada", own, 300 + 7 * number % 90), ("bruno", other, 300)))
    return tuple(reversed(made))


def rated(*path: int, name: str = "Ada") -> RatedPerson:
    """A person's ratings over time."""
    return RatedPerson(name.lower(), name, 25.0, 8.0, path[-1], len(path) - 1, 0, path)


RAPID = Ladder(1, "en", "rapid")


def charts(count: int, *path: int) -> StatsScene:
    """The charts for this many games."""
    image = charts_image(figures("ada", played(count)), (RAPID, rated(*path), 1) if path else None, ENGLISH)
    assert image and isinstance(image.scene, StatsScene)
    return image.scene


@pytest.mark.parametrize("count", [5, 20, 300])
@pytest.mark.parametrize("theme", ["classic", *later(one for one in THEMES if one != "classic")])
@pytest.mark.parametrize("size", ["normal", "large"])
def test_charts_are_small_whatever_they_show(count: int, theme: str, size: str) -> None:
    """The size is the same for five games and for three hundred."""
    picture = draw_stats(charts(count, *range(BASE, BASE + count + 1)), Style(theme, size))  # type: ignore[arg-type]
    assert len(picture.data) < LARGEST
    assert 840 <= picture.width <= 870
    assert picture.height < (850 if size == "normal" else 1100)


def test_charts_begin_with_the_fifth_game() -> None:
    """Before that they would show little: the points if words were played, the rating if games were rated."""
    assert charts_image(figures("ada", played(4)), (RAPID, rated(1000, 1010, 1020, 1030, 1040), 1), ENGLISH) is None
    assert [chart.is_bars for chart in charts(5).charts] == [True]
    assert [chart.is_bars for chart in charts(4, *range(BASE, BASE + 6)).charts] == [False]


def test_points_come_in_the_order_they_were_made_with_their_mean() -> None:
    """The oldest is on the left, a tie is neither won nor lost, and the rating begins where everybody's does."""
    points, way = charts(5, 1000, 1012, 1005, 1020, 1030, 1025).charts
    assert points.is_bars and points.lines == (ChartLine("", (300, 307, 314, 321, 328)),)
    assert points.mean == "314" and points.heading.endswith("average 314")
    assert way.lines == (ChartLine(f"{ENGLISH.number(1025)}?", (1000, 1012, 1005, 1020, 1030, 1025)),)
    assert way.heading == f"{said('statistics.rating_games')}: English, rapid"


def test_charts_are_told_in_words() -> None:
    """The text says everything that they show, with the latest games one by one."""
    path = (1000, 980, 1030, 1010, 1020, 1015)
    image = charts_image(figures("ada", played(12)), (RAPID, rated(*path), 1), ENGLISH)
    assert image
    points = "314, 321, 328, 335, 342, 349, 356, 363, 370, 377"
    assert image.alt == (
        f"{said('statistics.scores_latest_games', 10, points=points)}; average 338; "
        "rating from 1000 to 1015?, between 980 and 1030"
    )


def profile(found: Figures, *standings: RatingStanding, trophies: tuple[Trophy, ...] = ()) -> Message:
    """The message with Ada's profile."""
    return profile_message(Portrait("Ada", "1"), found, standings, trophies, (), ENGLISH)


def test_a_profile_says_in_words_what_its_picture_shows() -> None:
    """In the alt text without markdown; the text beside it says what the picture leaves out, and nothing twice."""
    trophy = Trophy(TrophyMark.CUP, "Harbour_Cup", "1 tournament won: Harbour_Cup")
    abroad = (Ladder(ALL_SERVERS, "en", "rapid"), rated(1000, 1044), 0)
    message = profile(figures("ada", played(4)), (RAPID, rated(1000, 1030), 3), abroad, trophies=(trophy,))
    (image,), (beside,) = message.images, [block.content for block in message.blocks if isinstance(block, Text)]
    assert isinstance(image.scene, ProfileScene)
    assert (image.scene.about, image.scene.total) == ("2 won, 1 tied, 1 lost", "4 games")
    assert image.scene.form == ("Form", (GameOutcome.WON, GameOutcome.WON, GameOutcome.TIED, GameOutcome.LOST))
    assert image.scene.ratings == (("1030?", "#3", "English", "rapid"),)
    assert image.scene.figures == (("Average score", "310"), ("Best score", "321"), ("Bingos", "0"))
    assert image.scene.best and image.scene.best.about == "10 points"
    assert image.scene.trophies == ((TrophyMark.CUP, "Harbour_Cup"),)
    for part in ("Ada's statistics", "4 games, 2 wins, 1 tie.", "Form: won, won, tied, lost", trophy.said,
                 said("statistics.average_best", mean="310", best="321"), "place 3"):  # fmt: skip
        assert part in image.alt
    assert "Harbour\\_Cup" in image.words and "**" not in image.alt
    assert said("statistics.won_of", who="Against people", wins=2, games=4) in beside and "1044?" in beside
    assert "1030" not in beside and "Harbour" not in beside
    heard = message.in_words()
    assert heard.text.startswith("### Ada's statistics") and heard.text.count("1030?") == 1


def test_X29_a_profile_shows_what_there_is() -> None:
    """Nothing yet, a cup without a game, and games that all ended before a word was played."""
    (image,) = profile(figures("ada", ())).images
    assert image.scene == ProfileScene(Portrait("Ada", "1"), said("statistics.no_game_finished"), ("Form", ()))
    assert said("statistics.not_finished_game_yet", name="Ada") in image.alt and draw(image, Style()).data
    won = profile(figures("ada", ()), trophies=(Trophy(TrophyMark.CUP, "Cup", "1 tournament won: Cup"),))
    assert won.images[0].alt == "Ada's statistics\n1 tournament won: Cup"
    assert isinstance(won.images[0].scene, ProfileScene) and won.images[0].scene.about == ""
    seats = (PlayerResult("bruno", "Bruno", None, 1, 0, 0, 0, ""), PlayerResult("ada", "Ada", None, 2, 0, 0, 0, ""))
    found = figures("ada", (GameResult("g0", 1, 0, True, seats),))
    (bare,) = profile(found).images
    assert isinstance(bare.scene, ProfileScene)
    assert (bare.scene.about, bare.scene.figures, bare.scene.best) == ("1 lost", (), None)
    assert "score" not in bare.alt and draw(bare, Style()).data


def test_a_profile_names_at_most_four_ratings_and_six_trophies_in_its_picture() -> None:
    """The words name all."""
    standings = [(Ladder(1, "en", tempo.value), rated(1000, 1001 + n), 1 + n) for n, tempo in enumerate(Tempo)]
    standings.append((Ladder(1, "de", "rapid"), rated(1000, 1005), 5))
    trophies = tuple(Trophy(TrophyMark.STAR, f"T{n}", f"Trophy {n}") for n in range(7))
    message = profile(figures("ada", played(1)), *standings, trophies=trophies)
    scene_ = message.images[0].scene
    assert isinstance(scene_, ProfileScene) and (len(scene_.ratings), len(scene_.trophies)) == (4, 6)
    assert "Trophy 6" in message.images[0].alt and "1005?" in message.text and "1001?" not in message.text


def test_an_axis_of_ratings_begins_near_them() -> None:
    """Otherwise a thousand empty points would flatten the line; a rating that never changed has an axis too."""
    low, high, _ = nice([1000, 1043, 990], from_zero=False)
    assert 950 <= low <= 990 and 1043 <= high <= 1060
    low, high, step = nice([1000, 1000], from_zero=False)
    assert low == 1000 and high >= 1020 and step


def test_a_leaderboard_says_in_words_what_its_picture_shows() -> None:
    """Places, names, ratings, games and form, as a table for those who hear it; the reader's place is marked."""
    people = [replace(rated(1000, 1100 - 10 * n, name=f"Player {n}"), games=7) for n in range(PLACES_ON_PAGE + 1)]
    forms = {"player 0": (GameOutcome.WON, GameOutcome.LOST)}
    message = leaderboard_message(RAPID, people, forms, 1, (), "player 2", ENGLISH)
    (image,) = message.images
    assert isinstance(image.scene, LadderScene)
    assert [row.place for row in image.scene.rows] == [str(place) for place in range(11, 21)]
    assert [row.portrait.name for row in image.scene.rows if row.is_reader] == ["Player 2"]
    assert image.alt.startswith("Leaderboard: English, rapid\n11. Player 0: 1100?, 7 games, won, lost\n12. Player 1")
    assert "Player 0" in image.words and "Player 9" in image.words and "Player 10" not in image.words
    assert len(draw(image, Style()).data) < LARGEST
    assert [one.label for one in message.buttons if isinstance(one, Button)] == ["Higher places", "Lower places"]
    assert said("statistics.tempo_is") in message.text
    duplicate = leaderboard_message(RAPID._replace(tempo="duplicate"), people[:1], {}, 0, (), "", ENGLISH)
    assert said("statistics.tempo_is") not in duplicate.text


@pytest.mark.parametrize("style", [Style(), Style("dark")], ids=["stats", "stats_dark"])
def test_charts_look_as_somebody_saw_them(style: Style) -> None:
    """The picture still looks like its golden picture."""
    name, count = ("stats", 20) if style == Style() else ("stats_dark", 5)
    picture = draw_stats(charts(count, *(1000 + 7 * n - 2 * (n % 3) * n for n in range(count + 1))), style)
    renew(picture, name)
    assert_like_golden(picture, name)


@pytest.mark.parametrize("locale", ["de", "en", "es", "fr", "nl", "ru", "sv"])
def test_labels_of_figures_are_whole_in_every_language(locale: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Usual and large ones: axes, headings, and what stands beside the name."""
    whole, texts = paint.shorten, texts_for(locale)

    def uncut(face: paint.Face, size: int, text: str, width: int) -> str:
        assert whole(face, size, text, width) == text
        return text

    for module in (paint, people, chart, cards):
        monkeypatch.setattr(module, "shorten", uncut)
    standing: RatingStanding = (RAPID, rated(*range(1000, 1030)), 1)
    found = figures("ada", played(20))
    message = profile_message(Portrait("Ada", "ada"), found, [standing], (), (), texts)
    assert len(message.images) == 2
    for image in message.images:
        draw(image, Style())
        draw(image, Style(size="large"))


@pytest.mark.gate
async def test_profiles_and_leaderboard_come_as_pictures(tmp_path: Path) -> None:
    """From the start; the alt text says the same as the picture."""
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", letters="CATSODEEE", rack_size=3) as (world, ada, bruno):
        told = said("statistics.not_finished_game_yet", name="Ada")
        assert told in pictures_of(await ask(ada, "/stats", told))[0]["description"]
        await resigned(ada, bruno, await dealt(world, ada, bruno))
        (shown,) = pictures_of(await ask(ada, "/stats", "'s statistics"))
        assert "1 game, 1 win." in shown["description"] and "Form: won" in shown["description"]
        assert "Best play: CAT for 60 points." in shown["description"]
        (shown,) = pictures_of(await ask(bruno, "/stats", "'s statistics"))
        assert "Form: lost" in shown["description"]
        (shown,) = pictures_of(await ask(ada, "/leaderboard", "Bruno"))
        assert "Leaderboard: English, slow" in shown["description"] and "1 game, lost" in shown["description"]


async def test_C7_N15_racks_in_the_messages_of_the_bot(tmp_path: Path) -> None:
    """Everyone reads and sees them; with `mover`, only that of the player on turn."""
    async with gathered(
        tmp_path, "CAT", "SOD", letters="CATSODEEERN", rack_size=3, people=("Ada", "Bruno", "Chloe")
    ) as (world, ada, bruno, chloe):
        first = await dealt(world, ada, bruno, "first_player host", "show_racks mover")
        assert "**Ada** holds A C T." in text_of(first) and "**Bruno** holds" not in text_of(first)
        await ask(ada, "/move pass", "You passed")
        passed = await board(chloe, "**Ada** passed", after=first)
        assert "**Bruno** holds D O S." in text_of(passed) and "**Ada** holds" not in text_of(passed)


@pytest.mark.parametrize(("rule", "counts"), [("off", [None, None]), ("mover", [None, 7]), ("all", [4, 7])])
def test_C7_N15_no_rack_is_shown_or_that_of_the_player_on_turn_or_all(rule: str, counts: list[int | None]) -> None:
    """Of racks that wait for new tiles, those that they hold; in the lobby there are none. Off is the default."""
    assert Rules().show_racks.value == "off"
    table = Table(Rules().with_value("show_racks", rule))
    assert not any(seat.shown for seat in table_view(table.game).seats)
    table.start("CATSDOG", "AEINRST").play("8H CAT")
    assert [seat.shown and len(seat.shown) for seat in table_view(table.game).seats] == counts


FRAME = rgb("#0b3c49")

Json = dict[str, Any]


async def load(person: Person, text: str | bytes, name: str = "seaside.toml") -> Json:
    """Send a file with `/settings themes` and return the answer."""
    return await ask(person, "/settings themes", file=(name, text))


async def test_C20_a_server_brings_its_own_theme(tmp_path: Path) -> None:
    """Sent, listed, shown, chosen by people and for the channel, exported, replaced; deleted, the default is back."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        told = await load(ada, SEASIDE)
        assert "The theme **seaside** is loaded" in text_of(told)
        assert await corner(ada, told) == FRAME
        listed = await ask(bruno, "/settings themes", "- **seaside**: Sand and sea.")
        assert "**high contrast**" in text_of(listed)
        shown = await ask(bruno, "/settings themes name:seaside", "seaside")
        assert await corner(bruno, shown) == FRAME
        assert buttons_of(shown) == ["Export", "All themes"]
        assert [c["value"] for c in await bruno.autocomplete("/settings themes name:sea")] == ["seaside"]
        panel = await ask(bruno, "/settings mine", "Your settings")
        await choose(bruno, panel, f"{GUILD_ID}/seaside", "Background")
        assert await corner(bruno, bruno.now(panel) or {}) == FRAME
        first = await dealt(stage, ada, bruno)
        assert await corner(bruno, first) == rgb(THEMES["classic"].frame)
        assert await corner(bruno, await ask(bruno, "/rack")) == FRAME
        await choose(ada, await ask(ada, "/settings channel"), f"{GUILD_ID}/seaside", "Board colours")
        await ask(ada, "/play move:8H AT")
        second = await board(bruno, after=first)
        assert await corner(bruno, second) == FRAME
        await ada.click(await ask(ada, "/settings themes name:seaside"), "Export")
        assert await file_of(ada, await ada.wait_message("as a file")) == SEASIDE.encode()
        await load(ada, SEASIDE.replace("#0b3c49", "#123456"))
        assert await corner(bruno, await ask(bruno, "/rack")) == rgb("#123456")
        await stage.restart()
        assert await corner(bruno, await ask(bruno, "/rack")) == rgb("#123456")
        await ada.click(await ask(ada, "/settings themes name:seaside"), "Delete")
        gone = await ada.wait_message("I have deleted")
        assert read((await file_of(ada, gone)).decode()).theme.frame == "#123456"
        assert await corner(bruno, await ask(bruno, "/rack")) == rgb(THEMES["classic"].frame)
        await ask(bruno, "/settings themes name:seaside", said("files.no_theme_called", name="seaside"))


@pytest.mark.gate
async def test_C20_a_theme_goes_with_its_reader(tmp_path: Path) -> None:
    """Who has chosen a server's theme sees it in direct messages too, and may keep it there."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        await load(ada, SEASIDE)
        await choose(bruno, await ask(bruno, "/settings mine"), f"{GUILD_ID}/seaside", "Board colours")
        await started(ada, bruno)
        assert await corner(bruno, await bruno.wait_message("Your tiles", channel=DM)) == FRAME
        await bruno.open_dm()
        bruno.place = DM
        assert "seaside" not in text_of(await ask(bruno, "/settings themes"))
        panel = await ask(bruno, "/settings mine", "Your settings")
        assert await corner(bruno, panel) == FRAME
        await choose(bruno, panel, "dark", "Background")
        assert await corner(bruno, bruno.now(panel) or {}) == rgb(THEMES["dark"].frame)


@pytest.mark.gate
async def test_C20_only_moderators_and_only_good_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor in direct messages. What is refused says why and changes nothing; bundled themes stay as they are."""
    monkeypatch.setattr(uploads, "MOST_THEMES", 1)
    async with gathered(tmp_path) as (_, ada, bruno):
        assert "moderator" in text_of(await load(bruno, SEASIDE))
        dim = await load(ada, SEASIDE.replace("[board]", '[board]\ntile = "#555555"'))
        told = text_of(dim).replace("\\", "")
        assert "line 13: tile_ink #161410" in told and said("model.contrast_needs", ratio="2.4", least="4.5") in told
        assert said("formats.not_valid_toml") in text_of(await load(ada, "name = "))
        assert "is not UTF" in text_of(await load(ada, b"\xff\xfe"))
        assert "8192 characters" in text_of(await load(ada, "#" * 9000))
        assert "32,768 bytes" in text_of(await load(ada, "#" * 40_000))
        assert said("files.name_in_file_taken") in text_of(await load(ada, bundled_text("dark")))
        assert "seaside" not in text_of(await ask(ada, "/settings themes"))
        assert pictures_of(await load(ada, SEASIDE))
        assert "can have 1 themes" in text_of(await load(ada, SEASIDE.replace("seaside", "lakeside")))
        assert pictures_of(await load(ada, SEASIDE.replace("Sand", "Salt")))
        assert "Delete" not in buttons_of(await ask(ada, "/settings themes name:high_contrast"))
        await ada.open_dm()
        ada.place = DM
        assert said("core.only_in_server") in text_of(await load(ada, SEASIDE))


def test_C20_the_example_in_the_manual_is_a_theme() -> None:
    """The page for people who run a server shows a file that loads."""
    page = Path("bot/README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```toml\n(name = .*?)```", page, re.DOTALL)
    assert read(example).name == "seaside"
