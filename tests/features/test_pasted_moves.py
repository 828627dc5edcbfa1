"""Moves and options as people type, paste, mend and talk about them in chat."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bot import features
from bot.render import THEMES
from bot.text import languages, texts_for
from bot.text.rules import value_text
from bot.text.settings import name_of, named_by, offered_title, rule_value_named
from engine.game.decisions.lobby import PRESET
from engine.loading import EMPTY, list_languages, list_lexicons, list_variants
from engine.model.board import ORIENTATIONS
from engine.model.rules import PRESETS, allowed_values, rule_names
from tests.support.later import at_gate
from tests.support.pictures import buttons_of, pictures_of, text_of
from tests.support.playground import DM
from tests.support.running import DRAWS, LETTERS, Scene, answer, ask, board, gathered, started
from tests.support.sentences import said
from tests.support.service import eventually

COVER = said("moves.first_word_cover", start="the centre square H8")
TINY: dict[str, Any] = {"letters": LETTERS, "rack_size": 3}


def game(folder: Path, people: Sequence[str] = ("Ada", "Bruno")) -> Any:
    """A game of tiny racks: Ada has CAT, Bruno SOD."""
    return gathered(folder, *DRAWS, people=people, **TINY)


def look_up_links(stage: Scene, message: dict[str, Any]) -> None:
    """Discord adds an embed to a message, whose text stays."""
    world = stage.playground.world
    post = world.post(message["channel_id"], message["id"])
    post.body["embeds"] = [{"type": "link", "url": "https://example.org"}]
    world.change_post(post)


async def test_K12_a_move_is_played_as_people_paste_it(tmp_path: Path) -> None:
    """With marks of code and a word for playing, after a mention; `test_typed.py` has the other forms."""
    async with game(tmp_path) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ada.say("@Tilewright play `8H CAT`")
        await board(bruno, "played 8H CAT", after=first)


@pytest.mark.soak
async def test_K12_forms_read_the_same_text_as_chat(tmp_path: Path) -> None:
    """`/play`, `/try`, `/word check`, `/game board` and `/rack` pass through the same reader."""
    async with game(tmp_path) as (_, ada, bruno):
        await started(ada, bruno)
        assert "8H CAT" in text_of(await ask(ada, "/try move:`8H: CAT`"))
        await ask(ada, "/word check word:“cat”", "**CAT**")
        await ask(ada, "/game board square:`８Ｈ`", "**H8**")
        await ask(ada, "/rack order:||tca||", "Your tiles")
        await ask(ada, "/play move:play ||8H CAT||", "8H CAT")


@pytest.mark.gate
async def test_X7_a_position_is_read_from_code_marks(tmp_path: Path) -> None:
    """People paste positions in backticks and in blocks."""
    rows = "/".join(["15"] * 15)
    async with game(tmp_path) as (_, ada, _bruno):
        for before, after in (("`", "`"), ("```", "```"), ("\u200b> ", "\ufeff")):
            await ask(ada, f"/review analysis position:{before}{rows} AEINRST/ 0/0 0{after}", "Analysis board")


# --- a word without a square ------------------------------------------------------------------------------------------


async def test_K12_a_word_alone_brings_its_places_in_private(tmp_path: Path) -> None:
    """Below it, a button shows them, whether it fits or not; the menu plays it, and the next board takes both away.

    Chat gets no answer: words that the dictionary lacks, that people chat with, and everybody else's.
    """
    async with game(tmp_path) as (_, ada, bruno):
        first = await started(ada, bruno)
        public = len(bruno.visible())
        for word in ("at", "zzz", "thanks"):
            await ada.say(word)
        await bruno.say("sod")
        replies = []
        for word, fits in (("cat", True), ("SOD", False), ("cats", False)):
            replies.append(await bruno.wait_message(said("play.press_where"), after=await ada.say(word)))
            await ada.click(replies[-1], "Where?")
            await answer(
                ada, said("play.word_fits", 6, word="**CAT**") if fits else said("play.not_fit_anywhere_board")
            )
        assert len(bruno.visible()) == public + 10
        await ada.click(replies[0], "Where?")
        await ada.select(await answer(ada, said("play.word_fits", 6, word="**CAT**")), "8H cat")
        await ada.click(await answer(ada, "8H CAT"), "Play")
        await board(bruno, "played 8H CAT", after=first)
        await bruno.wait_gone(replies[0])


@pytest.mark.soak
async def test_K12_a_word_after_a_mention_has_a_button_that_shows_its_places(tmp_path: Path) -> None:
    """The public answer is the same whether the word fits or not; where direct messages are closed, it is the way."""
    async with game(tmp_path) as (_, ada, bruno):
        await started(ada, bruno)
        ada.settings(dms_closed=True)
        public, replies = len(bruno.visible()), []
        await ada.say("at")
        for word in ("CAT", "DOG"):
            mine = await ada.say(f"@Tilewright {word}")
            replies.append(await bruno.wait_message(lambda m: "Where?" in buttons_of(m), after=mine))
        assert len(bruno.visible()) == public + 5
        assert text_of(replies[0]) == text_of(replies[1])
        await bruno.click(replies[0], "Where?")
        await answer(bruno, said("core.button_of_another"))
        await ada.click(replies[0], "Where?")
        await answer(ada, said("play.word_fits", 6, word="**CAT**"))
        await ada.click(replies[1], "Where?")
        await answer(ada, said("play.not_fit_anywhere_board", word="**DOG**"))


# --- mentions ---------------------------------------------------------------------------------------------------------


@pytest.mark.gate
async def test_D6_X28_a_mention_that_is_no_move_is_answered(tmp_path: Path) -> None:
    """It says what to do now; a reply to the bot is no mention."""
    async with game(tmp_path, ("Ada", "Bruno", "Chloe")) as (_, ada, bruno, chloe):
        asked = await chloe.say("@Tilewright hello?")
        await chloe.wait_message(said("play.mention_elsewhere"), after=asked)
        first = await started(ada, bruno)
        await ada.say("nice board", reply_to=first)
        asked = await ada.say("@Tilewright help me")
        told = await ada.wait_message("/help", after=asked)
        assert said("play.turn_and_help", move="`8H WORD`") in text_of(told)
        assert told["message_reference"]["message_id"] == asked["id"]
        await ada.say("thanks @Tilewright")
        asked = await bruno.say("@Tilewright 8H see you")
        await bruno.wait_message(said("play.moves_and_help", move="`8H WORD`"), after=asked)
        await ada.wait_message(said("play.moves_and_help", move="`8H WORD`"), after=asked)
        assert sum("/help" in text_of(one) for one in ada.visible() if int(one["id"]) > int(first["id"])) == 3


# --- refusals ---------------------------------------------------------------------------------------------------------


async def test_N25_a_reason_that_is_no_fact_of_the_rack_is_told_where_the_move_was_typed(tmp_path: Path) -> None:
    """The board and the turn are public; tiles and words of the dictionary are not."""
    async with game(tmp_path) as (_, ada, bruno):
        await started(ada, bruno)
        for person in (ada, bruno):
            await person.wait_message("Your tiles", channel=DM)
        dms = len(ada.dm()) + len(bruno.dm())
        for person, move, reason in (
            (ada, "1A CAT", COVER),
            (ada, "8M CATS", said("moves.word_off_board")),
            (ada, "8H ...", said("moves.square_empty", square="H8")),
            (bruno, "8H SO", said("moves.not_your_turn", name="**Ada**")),
        ):
            mine = await person.say(move)
            told = await person.wait_message(reason, after=mine)
            assert told["message_reference"]["message_id"] == mine["id"]
        assert len(ada.dm()) + len(bruno.dm()) == dms
        public = len(bruno.visible())
        for move in ("8H DOG", "8H CTA", "1A DOGS"):
            await ada.say(move)
        for reason in (said("moves.tiles_not_on_rack", 3), said("moves.not_dictionary", 1, words="CTA")):
            await ada.wait_message(reason, channel=DM)
        await bruno.wait_message(COVER, after=bruno.last())
        assert len(bruno.visible()) == public + 6, "two of three have only a button that tells their author why"


# --- edits ------------------------------------------------------------------------------------------------------------


def reactions(stage: Scene, message: dict[str, Any]) -> list[str]:
    """The reactions that a message has now."""
    post = stage.playground.world.post(message["channel_id"], message["id"])
    return [one["emoji"]["name"] for one in post.body.get("reactions", [])]


@pytest.mark.parametrize("before", ["8H CTA", *at_gate(["8H CAT now, I think"])])
async def test_X21_an_edited_message_that_has_become_a_move_is_one(tmp_path: Path, before: str) -> None:
    """A typing error is mended with the arrow key."""
    async with game(tmp_path) as (stage, ada, bruno):
        first = await started(ada, bruno)
        typed = await ada.say(before)
        if before == "8H CTA":
            await ada.wait_message(said("moves.not_dictionary", 1, words="CTA"), channel=DM)
        await ada.edit(typed, "8H CAT")
        await board(bruno, "played 8H CAT", after=first)
        await eventually(lambda: reactions(stage, typed) == ["✅"])


async def test_X21_a_message_moves_once_however_often_it_is_edited(tmp_path: Path) -> None:
    """What was played stays, even if it was undone; a refusal is told again only for another text."""
    async with game(tmp_path) as (stage, ada, bruno):
        first = await started(ada, bruno)
        typed = await ada.say("8H CAT")
        shown = await board(bruno, "played 8H CAT", after=first)
        await ask(ada, "/move undo")
        await ada.edit(typed, "8H AT")
        wrong = await ada.say("1A CAT")
        told = await ada.wait_message(COVER, after=wrong)
        await ada.edit(wrong, "1A CAT")
        look_up_links(stage, wrong)
        await ada.edit(wrong, "1B CAT")
        again = await ada.wait_message(COVER, after=told)
        await asyncio.sleep(0.3)
        refusals = [one for one in ada.visible() if COVER in text_of(one)]
        assert [one["id"] for one in refusals] == [told["id"], again["id"]]
        boards = [one for one in ada.visible() if pictures_of(one) and "8H AT" in text_of(one)]
        assert shown and not boards


@pytest.mark.gate
async def test_X21_an_old_message_becomes_no_move(tmp_path: Path) -> None:
    """What is edited much later is no answer to the present board."""
    async with game(tmp_path) as (stage, ada, bruno):
        first = await started(ada, bruno)
        typed = await ada.say("thinking")
        stage.clock.push(3600)
        await ada.edit(typed, "8H CAT")
        await ada.say("8H AT")
        await board(bruno, "played 8H AT", after=first)


@pytest.mark.gate
async def test_X21_a_message_from_before_the_turn_becomes_no_move(tmp_path: Path) -> None:
    """It was about another board, and may have done its work by a button."""
    async with game(tmp_path) as (_, ada, bruno):
        first = await started(ada, bruno)
        chat = await bruno.say("8H CA…")
        await ada.say("8H CAT")
        shown = await board(bruno, "played 8H CAT", after=first)
        await bruno.edit(chat, "8H CATS")
        wrong = await bruno.say("8M CATS")
        await bruno.wait_message(said("moves.word_off_board"), after=wrong)
        await bruno.edit(wrong, "8H CATS")
        played = await board(ada, "played 8H CATS", after=shown)
        assert int(played["id"]) > int(wrong["id"])


@pytest.mark.soak
async def test_X21_an_edited_direct_message_is_a_move(tmp_path: Path) -> None:
    """There too it counts once."""
    async with game(tmp_path) as (_, ada, bruno):
        first = await started(ada, bruno)
        await ada.wait_message("Your tiles", channel=DM)
        typed = await ada.say("8H CTA", channel=DM)
        await ada.wait_message(said("moves.not_dictionary", 1, words="CTA"), channel=DM)
        await ada.edit(typed, "pass")
        await board(bruno, said("happenings.passed", name="**Ada**"), after=first)


TOPICS = features.topics()

OFFERED: dict[str, tuple[str, ...]] = {
    "coordinates": tuple(one.code for one in ORIENTATIONS),
    "language": list_languages(),
    "lexicon": (*(info.name for info in list_lexicons()), EMPTY),
    "order": ("sort", "shuffle", "vowels"),
    "preset": tuple(PRESETS),
    "rule": (PRESET, *rule_names()),
    "theme": tuple(THEMES),
    "topic": TOPICS.names(),
    "variant": list_variants(),
}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("option", OFFERED)
def test_a_title_means_its_value_in_every_language(option: str, language: str) -> None:
    """Whole or without its explanation, in any case, composed or not; English works for everyone."""
    texts = texts_for(language)
    for value in OFFERED[option]:
        for shown in (texts, texts_for("en")):
            title = offered_title(option, value, shown)
            for typed in (value, title, name_of(title), f" {title.upper()} ", unicodedata.normalize("NFD", title)):
                assert named_by(option, typed, OFFERED[option], texts) == value
    assert named_by(option, " something else ", OFFERED[option], texts) == "something else"


@pytest.mark.parametrize("language", languages())
def test_the_text_of_a_rules_value_means_that_value(language: str) -> None:
    """Two values with one text would be a fault of the catalogue."""
    texts = texts_for(language)
    for rule in rule_names():
        for value in allowed_values(rule):
            assert rule_value_named(rule, value_text(rule, value, texts), texts) == value


@pytest.mark.soak
async def test_a_german_types_titles_and_reads_them_in_refusals(tmp_path: Path) -> None:
    """Wherever an option is read; nothing happens after a refusal."""
    german = texts_for("de")
    async with gathered(tmp_path, people=("Ada",)) as (_, ada):
        ada.settings(locale="de")
        for line, listed in (
            ("/game new preset:nothing", "Klassisch"),
            ("/game new language:nothing", "Deutsch"),
            ("/game new lexicon:nothing", "Englisch"),
            ("/settings themes name:nothing", offered_title("theme", "dark", german)),
            ("/settings channel coordinates:nothing", offered_title("coordinates", ORIENTATIONS[0].code, german)),
        ):
            told = text_of(await ask(ada, line))
            assert "nothing" in told
            assert listed in told
        assert "Standard: " in (await ada.autocomplete("/game new variant:standard"))[0]["name"]
        assert "**schnell**" in text_of(await ask(ada, "/settings variants"))
        assert "### schnell" in text_of(await ask(ada, "/settings variants name:schnell"))
        title = offered_title("preset", "classic", german)
        await ask(ada, "/game new language:ENGLISCH preset:klassisch variant:standard: 15 lexicon:englisch")
        told = text_of(await ask(ada, "/game rules"))
        assert title in told
        rule = offered_title("rule", "challenge", german)
        assert await ada.autocomplete(f"/game rules rule:{rule} value:")
        told = text_of(await ask(ada, f"/game rules rule:{rule} value:nothing"))
        value = value_text("challenge", allowed_values("challenge")[0], german)
        assert f"“{value}”" in told
        await ask(ada, f"/game rules rule:{rule} value:{value}", value)
