"""Help with pictures and examples, whole in every language."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot import features
from bot.front.components.layout import draw
from bot.front.components.message import MOST_TEXT, Image, Menu, Text
from bot.front.help.messages import help_message, lesson_images
from bot.front.speech import command_name, description
from bot.render import THEMES, BoardScene, LessonScene, Style, paint
from bot.render import lesson as drawn
from bot.text import languages, texts_for
from bot.text.examples import examples_for, examples_in
from bot.text.help import COMMANDS as COMMANDS_TOPIC
from bot.text.help import MORE_COMMANDS
from bot.text.typed import COMMAND_WORDS, typed_command, words_of
from bot.text.variants import setup_for
from bot.wiring.bot import ROOMS
from engine.loading import list_languages, list_lexicons, list_variants, load_language, load_variant, shipped_words
from engine.model.board import Orientation
from engine.model.tiles import Alphabet, Tile, Tiles, TileSet
from tests.features.test_duplicate import stopped
from tests.support.duplicates import topper
from tests.support.games import STANDARD, variant_of
from tests.support.later import at_gate, later
from tests.support.pictures import pictures_of, text_of
from tests.support.playground import DM
from tests.support.running import ask, choose, gathered, started, text_only
from tests.support.sentences import said

TOPICS = features.topics()

ENGLISH = texts_for("en")
USUAL = setup_for(STANDARD)
LARGEST = 60_000
STYLES = [Style(theme, size) for theme in THEMES for size in ("normal", "large")]  # type: ignore[arg-type]


def lesson(topic: str, number: int) -> LessonScene:
    """The scene of a help picture for the standard game."""
    return scene_of(lesson_images(topic, USUAL, ENGLISH)[number])


def scene_of(image: Image) -> LessonScene:
    """The scene of a help picture."""
    assert isinstance(image.scene, LessonScene)
    return image.scene


def letters(board: BoardScene | None, *, new: bool) -> str:
    """The letters of the tiles that a picture outlines, or of the others, row by row."""
    assert board
    return "".join(placed.tile.letter for placed in board.tiles if placed.is_new is new)


def test_K12_D6_one_square_is_named_in_both_ways() -> None:
    """Across with the row first, down with the column first, as the game labels them."""
    assert [heading for heading, _ in lesson("moves", 0).notes] == ["8H HELLO", "H8 HOME"]
    turned = replace(USUAL, orientation=Orientation(digits_for_columns=True))
    (first, *_) = lesson_images("moves", turned, ENGLISH)
    assert [heading for heading, _ in scene_of(first).notes] == ["H8 HELLO", "8H HOME"]
    board = scene_of(first).board
    assert board and board.column_labels[1] == "8"
    assert "H8 HELLO" in first.alt


def test_D6_a_hook_makes_a_second_word() -> None:
    """The new tiles are outlined; the existing word is not."""
    hooked = lesson("moves", 1)
    assert letters(hooked.board, new=True) == "STAR"
    assert letters(hooked.board, new=False) == "FARM"
    assert [heading for heading, _ in hooked.notes] == ["STAR", "FARMS"]


def test_D6_a_play_adds_up_as_it_is_scored() -> None:
    """Every word with its premium squares, and the total, in the picture and in words."""
    image = lesson_images("scoring", USUAL, ENGLISH)[1]
    assert scene_of(image).sums == (
        ("SOFA", "1×2 + 1 + 4×2 + 1", "12"),
        ("AS", "1 + 1×2", "3"),
        ("TO", "1 + 1", "2"),
        ("Total", "", "17"),
    )
    assert "SOFA 1×2 + 1 + 4×2 + 1 = 12" in image.alt


def test_N13_D6_a_bingo_brings_the_bonus_of_the_variant() -> None:
    """50 points for seven tiles in the standard game, the variant's bonus elsewhere, and none without a bonus."""
    assert lesson("scoring", 2).sums[1:] == (("Bonus", "for 7 tiles", "+50"), ("Total", "", "76"))
    quick = setup_for(load_variant("quick"))
    bingo = scene_of(lesson_images("scoring", quick, ENGLISH)[-1])
    assert letters(bingo.board, new=True) == "PLAYER"
    assert bingo.sums[1] == ("Bonus", "for 6 tiles", f"+{quick.variant.bingo}")
    without = setup_for(replace(STANDARD, bonuses=(0,) * 8))
    assert len(lesson_images("scoring", without, ENGLISH)) == 2


def test_D6_premium_squares_are_told_by_the_board_that_is_played_on() -> None:
    """Each kind once, with its effect."""
    told = {square.label: text for square, text in lesson("scoring", 0).legend if not square.is_start}
    assert told == {
        "2L": "letter times 2",
        "3L": "letter times 3",
        "2W": "word times 2",
        "3W": "word times 3",
    }
    wild = lesson_images("scoring", setup_for(load_variant("wild")), ENGLISH)[0].alt
    assert "4W: word times 4" in wild and "4L: letter times 4" in wild


def test_D6_C11_every_kind_of_tile_is_shown_with_its_number() -> None:
    """All of the game's own tiles in alphabetical order, blanks last, including letters with several values."""
    kinds = lesson("tiles", 0).kinds
    assert [tile.letter for tile, _ in kinds] == [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", ""]
    assert (kinds[4][0].points, kinds[4][1]) == ("1", "× 12")
    for name in list_variants():
        variant = load_variant(name)
        shown = scene_of(lesson_images("tiles", setup_for(variant), ENGLISH)[0]).kinds
        assert sum(int(count.split()[1]) for _, count in shown) == len(variant.tile_set)


def test_D7_blanks_are_ringed_and_count_nothing() -> None:
    """If the tile set has a blank; otherwise there is nothing to show."""
    shown = lesson("blanks", 0)
    assert shown.board and [placed.tile.letter for placed in shown.board.tiles if placed.tile.is_blank] == ["O"]
    assert "0×2" in shown.sums[0][1]
    assert lesson_images("blanks", setup_for(variant_of("HELLOABC", 3)), ENGLISH) == ()


@pytest.mark.parametrize("name", list_variants())
@pytest.mark.parametrize("style", [STYLES[0], *at_gate(STYLES[1:2]), *later(STYLES[2:])], ids=str)
def test_D6_pictures_of_help_are_few_and_small(name: str, style: Style) -> None:
    """At most three per topic, below 60 kB each, in every theme and size, for every board; each has alt text."""
    for topic in TOPICS.names():
        images = lesson_images(topic, setup_for(load_variant(name)), ENGLISH)
        assert len(images) <= 3
        assert images or topic not in ("moves", "composing", "scoring", "blanks")
        for image in images:
            picture = draw(image, style)
            assert len(picture.data) < LARGEST
            assert picture.width <= 900
            assert len(image.alt) > 20


def test_N11_other_letters_take_the_places_of_the_examples() -> None:
    """Words still cross where they share a letter; even with very few letters there is no error."""
    greek = tuple("ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ")
    tiles = TileSet(Tiles.of(Tile(letter, 1) for letter in greek * 4))
    shown = lesson_images("moves", setup_for(replace(STANDARD, alphabet=Alphabet(greek), tile_set=tiles)), ENGLISH)
    across, down = (heading.split()[1] for heading, _ in scene_of(shown[0]).notes)
    assert set(across + down) <= set(greek)
    assert across[0] == down[0] and across[2] == across[3] and across[1] == down[3]
    few = setup_for(replace(STANDARD, tile_set=TileSet(Tiles.of([Tile("Q", 10)] * 20))))
    (first, *_) = lesson_images("moves", few, ENGLISH)
    assert [heading for heading, _ in scene_of(first).notes] == ["8H QQQQQ", "H8 QQQQ"]


def test_a_lesson_is_drawn_once() -> None:
    """A second request gets the same bytes without drawing again."""
    image = lesson_images("moves", USUAL, ENGLISH)[0]
    again = lesson_images("moves", USUAL, ENGLISH)[0]
    assert draw(image, Style("paper")) is draw(again, Style("paper"))
    assert draw(image, Style("paper")).data != draw(image, Style("dark")).data


@pytest.mark.gate
async def test_D6_another_topic_is_a_choice_away(tmp_path: Path) -> None:
    """The same message then shows it with its own pictures and the registered commands."""
    async with gathered(tmp_path, people=("Ada",)) as (_, ada):
        told = await ask(ada, "/help", "How it works")
        for topic, words, pictures, menu in (
            ("scoring", said("help.word_scores_points"), 3, "Topic"),
            ("commands", "`new` Open a game", 0, "More topics"),
        ):
            await ada.select(told, topic, which=menu)
            await ada.wait(lambda words=words: words in text_of(ada.now(told) or {}), topic)  # type: ignore[misc]
            names = {one["url"].split("/")[-1].split("?")[0] for one in pictures_of(ada.now(told) or {})}
            assert names == {f"help_{topic}_{number}.png" for number in range(1, pictures + 1)}


async def test_D6_help_comes_with_pictures_unless_text_is_asked_for(tmp_path: Path) -> None:
    """In the chat: two pictures with alt text; none for a person who has chosen the text board."""
    async with gathered(tmp_path, people=("Ada",)) as (_, ada):
        told = await ask(ada, "/help topic:moves", "Playing a word")
        shown = [picture for picture in pictures_of(told) if picture.get("description")]
        assert any("8H HELLO" in picture["description"] for picture in shown)
        assert not pictures_of(await ask(ada, "/help topic:privacy", said("help.only_see")))
        await text_only(ada)
        told = await ask(ada, "/help topic:moves", "Playing a word")
        assert pictures_of(told) == []
        assert said("help.row_first", square="8H") in text_of(told)


@pytest.mark.gate
async def test_D6_without_a_game_the_pictures_have_tiles_of_the_persons_language(tmp_path: Path) -> None:
    """So the examples in the text and in the pictures are the same."""
    async with gathered(tmp_path, people=("Ada",)) as (_, ada):
        await choose(ada, await ask(ada, "/settings mine", "Your settings"), "ru", "Language")
        told = await ask(ada, "/help topic:moves", "`8H СЛОВО`")
        assert any("8H СЛОВО" in (picture.get("description") or "") for picture in pictures_of(told))


@pytest.mark.gate
async def test_D6_help_is_about_what_is_played_in_the_channel(tmp_path: Path) -> None:
    """A duplicate or a tournament rather than a game that is over, and an open game rather than either."""
    letters = "CATSDOEGHORNFARMNETTOE"
    async with gathered(tmp_path, letters=letters, topper=topper()) as (stage, ada, bruno):

        async def told_of(tiles: int) -> None:
            await ask(ada, "/help topic:tiles", f"{tiles} tiles in all")

        await started(ada, bruno, "variant:standard")
        await ada.click(await ask(ada, "/game resign"), "Resign")
        await bruno.wait_message("Rematch")
        await told_of(100)
        await ask(ada, "/together new variant:tiny")
        lobby = await bruno.wait_message(said("duplicate.same_tiles"))
        stage.luck.draws.append("CATSDOE")
        await ada.click(lobby, "Start")
        await bruno.wait_message(said("duplicate.the_round", number=1), after=lobby)
        await told_of(len(letters))
        await stopped(ada)
        await told_of(100)
        await ask(ada, "/tournament new variant:tiny preset:rapid", said("tournaments.made"))
        await told_of(len(letters))
        await ask(ada, "/game new variant:standard")
        await told_of(100)


@pytest.mark.gate
async def test_D6_help_names_buttons_of_the_channel_in_its_language(tmp_path: Path) -> None:
    """Those that only the reader sees are in the reader's, and in direct messages all are."""
    async with gathered(tmp_path, people=("Ada",)) as (_, ada):
        await ask(ada, "/game new variant:tiny")
        await choose(ada, await ask(ada, "/settings mine", "Your settings"), "de", "Language")
        told = text_of(await ask(ada, "/help", "**Rack**"))
        assert {"**Join**", "**Start**", "**Play now**", "**More**"} <= set(re.findall(r"\*\*[^*]+\*\*", told))
        assert "**Andere Stelle**" in text_of(await ask(ada, "/help topic:composing", "**Compose**"))
        await ada.open_dm()
        await ask(ada, "/help", "**Bank**", channel=DM)


@pytest.mark.parametrize("code", languages())
def test_N11_no_text_of_a_help_picture_is_cut_in_any_language(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not with large letters either; long texts take more lines, or a column instead of two."""
    cut: list[str] = []

    def watched(face: paint.Face, size: int, text: str, width: int) -> str:
        short = shorten(face, size, text, width)
        cut.extend(() if short == text else (text,))
        return short

    shorten = paint.shorten
    for module in (paint, drawn):
        monkeypatch.setattr(module, "shorten", watched)
    for topic in TOPICS.names():
        for image in lesson_images(topic, setup_for(load_variant("standard", code)), texts_for(code)):
            draw(image, Style(size="large"))
    assert cut == []


SETUP = setup_for(load_variant("standard", "en"))
NAMES = ROOMS.hooks.commands


def shown(topic: str, language: str) -> str:
    """The text of a topic as its message shows it."""
    texts = texts_for(language)
    commands = [(command_name(name, texts), description(about, texts)) for name, about in NAMES]
    message = help_message(topic, TOPICS, texts, SETUP, commands, pictures=False)
    written = [block.content for block in message.blocks if isinstance(block, Text)]
    assert sum(map(len, written)) <= MOST_TEXT
    return "\n".join(written)


@pytest.mark.parametrize("language", languages())
def test_help_lists_every_command_below_its_group(language: str) -> None:
    """From the first, `/game new`, to the last, on two pages of which neither is short."""
    texts, pages = (
        texts_for(language),
        [shown(topic, language).split("\n") for topic in (COMMANDS_TOPIC, MORE_COMMANDS)],
    )
    assert min(map(len, pages)) > 20
    group, listed = "", []
    for line in (line for page in pages for line in page[1:]):
        name = line.split("`")[1]
        if line.startswith("**"):
            group = name.removeprefix("/")
        else:
            listed.append(name.removeprefix("/") if name.startswith("/") else f"{group} {name}")
    assert listed == [command_name(name, texts) for name, _ in NAMES]


@pytest.mark.parametrize("language", languages())
def test_help_leaves_no_line_out(language: str) -> None:
    """A text that is too long would begin with an ellipsis."""
    assert not [topic for topic in TOPICS.names() if shown(topic, language).split("\n")[1] == "…"]


@pytest.mark.parametrize("language", languages())
def test_K12_help_names_the_words_that_do_what_commands_do(language: str) -> None:
    """Each in the reader's language, and read as that."""
    told = shown("moves", language)
    for command, wording in COMMAND_WORDS.items():
        word = words_of(wording, texts_for(language))[0]
        assert f"`{word}`" in told
        assert typed_command(word, texts_for(language), language) is command


def test_the_menus_offer_every_topic() -> None:
    """One menu holds 25, so more topics need another."""
    message = help_message("overview", TOPICS, texts_for("en"), SETUP, pictures=False)
    menus = [block for block in message.blocks if isinstance(block, Menu)]
    assert [option.value for menu in menus for option in menu.options] == list(TOPICS.names())
    assert len({menu.custom_id for menu in menus}) == len({menu.hint for menu in menus}) == len(menus)


LEXICONS = {info.language: info.name for info in list_lexicons()}


def headings(image: Image) -> list[str]:
    """What the notes of a picture are about."""
    assert isinstance(image.scene, LessonScene)
    return [heading for heading, _ in image.scene.notes]


LANGUAGES = [code for code in list_languages() if load_language(code).examples]
QUICK = ("en", "fr", "nl", "ru")
"""Languages with lists that are soon unpacked; those of others change no more often."""


@pytest.mark.parametrize("code", LANGUAGES)
def test_D6_examples_fit_the_pictures_and_the_tiles(code: str) -> None:
    """They cross, hook, touch and fill a rack, and a full set has the tiles for each."""
    words, variant = examples_in(code), load_variant("standard", code)
    assert examples_for(variant) is words
    assert words.greeting[0] == words.crossing[0]
    assert len(words.base) == 4 and len(words.upper) == 4
    assert [len(word) for word in words.bingos] == [5, 6, 7, 8]
    for word in words.words:
        assert all(len(variant.tile_set.of_letter(letter)) >= 1 for letter in word), word
        assert variant.alphabet.split(word) == tuple(word), "no two letters share a tile"


@pytest.mark.parametrize("code", [*QUICK, *later(one for one in LANGUAGES if one in LEXICONS and one not in QUICK)])
def test_D6_examples_are_words_of_the_dictionary(code: str) -> None:
    """The base, what the hook makes of it, and the small words between the parallel ones count too."""
    words = b"\n" + shipped_words(LEXICONS[code])
    assert [one for one in examples_in(code).words if f"\n{one}\n".encode() not in words] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_D6_every_language_has_all_the_pictures(code: str) -> None:
    """With the words of that language."""
    setup, words = setup_for(load_variant("standard", code)), examples_in(code)
    coordinates, hooks = lesson_images("moves", setup, ENGLISH)
    assert headings(coordinates) == [f"8H {words.greeting}", f"H8 {words.crossing}"]
    assert headings(hooks) == [words.hook, words.hooked]
    told = [image.alt for image in lesson_images("scoring", setup, ENGLISH)]
    assert all(word in told[1] for word in (words.lower, *words.pairs))
    assert words.bingo(7) in told[2]
    assert len(lesson_images("blanks", setup, ENGLISH)) == len(lesson_images("composing", setup, ENGLISH)) == 1


def test_D6_the_help_tells_which_words_a_dictionary_has() -> None:
    """The Russian dictionary has nouns only, and German nouns count although they have a capital."""
    told = {code: TOPICS.text("words", ENGLISH, load_variant("standard", code)) for code in ("en", "de", "ru")}
    assert said("help.every_kind_word_counts") in told["en"] and said("help.every_kind_word_counts") in told["de"]
    assert "Only nouns" in told["ru"] and said("help.every_kind_word_counts") not in told["ru"]
    assert said("help.names_other_words") in told["en"] and said("help.names_other_words") not in told["de"]
    assert "Other nouns count" in told["de"]
