"""Commands and rules in the languages of people and games, and who hears which."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog

from bot import features
from bot.front import speech
from bot.front.help.messages import help_message
from bot.front.speech import CatalogueTranslator, private_texts, public_texts
from bot.model.profiles import ChannelProfile, PersonProfile, ServerProfile
from bot.text import texts_for
from bot.text.typed import TypedMeaning, typed_word
from bot.text.variants import setup_for
from bot.wiring.bot import ROOMS
from engine.loading import load_variant
from tests.support.catalogues import spoken_from, write
from tests.support.pictures import buttons_of, pictures_of, text_of
from tests.support.playground import DM, Person
from tests.support.pseudo import ONE, OTHER, Tongue, is_cut, made_up, made_up_languages, outside
from tests.support.running import EPHEMERAL, ask, board, gathered, started
from tests.support.sentences import said

TOPICS = features.topics()

__all__ = ["made_up", "made_up_languages"]


@pytest.fixture
def spoken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Catalogues of two languages with one message each."""
    for code, told in (("es", "jugar"), ("pt_BR", "jogar")):
        catalogue = Catalog(locale=code)
        catalogue.add("play", told, context="command name")
        write(tmp_path, code, catalogue)
    with spoken_from(tmp_path, monkeypatch):
        yield tmp_path


async def test_N11_one_catalogue_names_the_commands_for_all_its_countries(spoken: Path) -> None:
    """Discord has two Spanishes; both see the Spanish name, and Portuguese that of Brazil."""
    bodies: list[dict[str, Any]] = await ROOMS.described(CatalogueTranslator(spoken))
    [play] = [body for body in bodies if body["name"] == "play"]
    assert play["name_localizations"] == {"es-ES": "jugar", "es-419": "jugar", "pt-BR": "jogar"}


async def test_N11_a_start_translates_the_commands_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord.py asks for each text in each of Discord's languages: twice would be a tenth of a start's computing."""
    asked: list[object] = []
    translate = CatalogueTranslator.translate

    async def counted(self: CatalogueTranslator, *given: Any) -> str | None:
        asked.append(given)
        return await translate(self, *given)

    monkeypatch.setattr(CatalogueTranslator, "translate", counted)
    monkeypatch.setattr(ROOMS, "_translated", {})  # as in a new process
    await ROOMS.described(CatalogueTranslator())
    once = len(asked)
    asked.clear()
    async with gathered(tmp_path, people=("Ada",)) as (_, ada):
        assert any(command["name_localizations"] for command in ada.commands)
    assert len(asked) == once > 0
    async with gathered(tmp_path, people=("Ada",)):
        assert len(asked) == once


@pytest.mark.usefixtures("spoken")
@pytest.mark.parametrize(
    ("locale", "catalogue"),
    [
        ("es-ES", "es"),
        ("es-419", "es"),
        ("es_MX", "es"),
        ("pt-BR", "pt_BR"),
        ("pt-PT", "pt_BR"),
        ("en-GB", "en_GB"),
        ("sv-SE", "en_GB"),
        ("de-CH", "en_GB"),
        ("zh-CN", "en_GB"),
        ("no", "en_GB"),
        ("", "en_GB"),
    ],
)
def test_N11_a_locale_without_a_catalogue_falls_to_the_nearest_then_to_english(locale: str, catalogue: str) -> None:
    """The nearest is the language's own, or that of another country."""
    assert str(texts_for(locale).locale) == catalogue


@pytest.mark.usefixtures("spoken")
def test_N11_choices_come_before_defaults_and_languages_without_texts_are_passed_over() -> None:
    """A person's own choice, then Discord's; a channel's, then its server's, then the game's."""
    person = PersonProfile("1", locale="es-ES")
    assert str(private_texts(person).locale) == "es"
    assert str(private_texts(PersonProfile("1", locale="es-ES", language="en"), "pt-BR").locale) == "en_GB"
    assert str(private_texts(PersonProfile("1"), "pt-BR").locale) == "pt_BR"
    channel, server = ChannelProfile(1, speaks="es"), ServerProfile(1, locale="pt_BR")
    assert str(public_texts("en", channel, server).locale) == "es"
    assert str(public_texts("en", ChannelProfile(1), server).locale) == "pt_BR"
    assert str(public_texts("es", ChannelProfile(1), ServerProfile(1, locale="ru")).locale) == "es"
    assert str(public_texts("ca", None, None).locale) == "en_GB"


@pytest.mark.usefixtures("made_up_languages")
@pytest.mark.parametrize("topic", TOPICS.names())
def test_N11_help_fits_in_a_long_language(topic: str) -> None:
    """Every topic keeps Discord's limits when its sentences are 40 % longer, and nothing is cut in silence."""
    told = help_message(topic, TOPICS, texts_for(ONE.code), setup_for(load_variant("standard", "de")))
    assert len(told.text) <= 4000
    for image in told.images:
        assert len(image.alt) <= 1024
        assert not is_cut(image.alt)


async def test_N11_K19_N22_a_game_in_another_language_brings_tiles_words_messages_and_names(tmp_path: Path) -> None:
    """In a Spanish game everyone reads Spanish, and a German in it reads German in private."""
    spanish, german = texts_for("es"), texts_for("de")
    async with gathered(tmp_path) as (stage, ada, bruno):
        ada.settings(locale="de")
        bruno.settings(locale="es-419")
        [new] = [one for one in ada.commands if one["name"] == "pass"]
        assert set(new["name_localizations"]) >= {"de", "es-ES", "es-419"}
        told = await ask(ada, "/game new language:es lexicon:empty")
        assert german.gettext(said("receipts.opened")) in text_of(told)
        lobby = await bruno.wait_message(lambda m: spanish.gettext("Join") in buttons_of(m))
        await bruno.click(lobby, spanish.gettext("Join"))
        await ada.wait_message(lambda m: ". Bruno" in text_of(m))
        await ada.click(lobby, spanish.gettext("Start"))
        await ada.wait_message(lambda m: spanish.gettext("Rack") in buttons_of(m))
        await ask(ada, "/rack", german.gettext("Your tiles").split("{")[0])
        state = await stage.state(ada.channel_id())
        assert {"CH", "LL", "RR", "Ñ"} <= set(state.variant.alphabet.letters)


@pytest.mark.gate
async def test_N11_moves_are_typed_in_the_language_of_the_person(tmp_path: Path) -> None:
    """A German types German words in an English game, and is answered in English, which everyone reads."""
    async with gathered(tmp_path, "A", "C", "CAT", "SOD", letters="CATSODEEE", rack_size=3) as (_, ada, bruno):
        ada.settings(locale="de-AT")
        first = await started(ada, bruno)
        across, passing = (typed_word(said, texts_for("de")) for said in (TypedMeaning.ACROSS, TypedMeaning.PASS))
        await ada.say(passing)
        await bruno.wait_message(said("play.how_to_pass"), after=first)
        await ada.say(f"8Н {across} at")
        await board(bruno, "AT", after=first)


def test_N11_one_module_decides_who_hears_which_language() -> None:
    """The rest of the front is handed its texts; only the names of commands are asked for by language."""
    front = Path(speech.__file__).parent
    users = {path.name for path in front.rglob("*.py") if "texts_for(" in path.read_text(encoding="utf-8")}
    assert users == {"speech.py"}


@pytest.mark.gate
async def test_N11_help_names_commands_and_topics_as_the_persons_discord_does(tmp_path: Path) -> None:
    """Names and descriptions of commands, a topic by its title, and the names of options and topics in a refusal."""
    german = texts_for("de")
    async with gathered(tmp_path) as (_, ada, _):
        ada.settings(locale="de")
        told = text_of(await ask(ada, "/help topic:commands"))
        game, new = (german.pgettext("command name", name) for name in ("game", "new"))
        assert f"**`/{game}`**\n- `{new}` " in told
        assert german.pgettext("description", "See your tiles") in told
        title = TOPICS.title("blanks", german)
        assert f"### {title}" in text_of(await ask(ada, f"/help topic:{title}"))
        refused = text_of(await ask(ada, "/help topic:nothing"))
        assert german.pgettext("option name", "topic") in refused
        assert title in refused


def test_N11_the_grey_example_in_a_form_is_a_word_of_the_language() -> None:
    """Where a move is typed, after a button or to change one."""
    forms = [binding.form(texts_for("ru")) for name in ("play", "change") if (binding := ROOMS.registry[name]).form]
    assert [form.hint for form in forms] == ["8H СЛОВО", "8H СЛОВО"]


Json = dict[str, Any]

LETTERS = "CATSODEEENNNRRRTTTOOGG"
DRAWS = ("A", "C", "CAT", "SOD", "EEE")
LINES = (
    "/rack",
    "/board",
    "/board style:text",
    "/board square:H8",
    "/board premiums:yes",
    "/scores",
    "/words",
    "/tiles values",
    "/tiles distribution",
    "/tiles unseen",
    "/tiles all",
    "/game status",
    "/game list",
    "/game rules",
    "/check word:cat",
    "/anagram letters:cat",
    "/hooks word:cat",
    "/stats",
    "/leaderboard",
    "/dictionary list",
    "/variant list",
    "/variant show name:standard",
    "/settings mine",
    "/settings server",
    "/settings themes",
    "/game chat",
    "/hint kind:best",
    "/try move:8G cat",
    "/play move:8G XYZ",
    "/play move:nonsense here now",
    "/exchange tiles:Q",
    "/challenge",
    "/undo",
    "/swap",
    "/trade square:H8",
)
"""What Ada asks during the game; refusals are private sentences too."""

KEPT = re.compile(r"https?://\S+|\b(?:Ada|Bruno|tiny|cardwords|svenska|Nederlands|English)\b")
"""Names, which are the same in all languages, and addresses."""
WORD = re.compile(r"[a-zà-ÿ]{3,}")


def seen_by(person: Person) -> Iterator[tuple[bool, str]]:
    """Every text of the bot that a person has ever been shown, and whether nobody else sees it."""
    for frame in person.frames:
        if frame["op"] == "modal":
            yield True, "\n".join([frame["title"], *(one["label"] for one in frame["components"] if "label" in one)])
        data = frame.get("d", {})
        if frame.get("t") in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and data["author"].get("bot"):
            yield bool(data["flags"] & EPHEMERAL) or data["channel_id"] == person.known.dm_id, text_of(data)


def faults_in(text: str, own: Tongue, foreign: Tongue) -> list[str]:
    """The lines of a text that are not in its language."""
    rest = KEPT.sub("", outside(text, own)).splitlines()
    return [line for line in rest if foreign.left in line or WORD.search(line)]


async def game_of_two(ada: Person, bruno: Person) -> None:
    """Open a game, join it and start it, in a channel of the other language."""
    await ada.command("/game new variant:tiny")
    lobby = await bruno.wait_message(lambda m: not m["flags"] & EPHEMERAL and OTHER.say("Join") in text_of(m))
    await bruno.click(lobby, OTHER.say("Join"))
    await ada.wait_message(lambda m: not m["flags"] & EPHEMERAL and ". Bruno" in text_of(m))
    await ada.click(lobby, OTHER.say("Start"))
    await ada.wait_message(lambda m: not m["flags"] & EPHEMERAL and bool(pictures_of(m)), after=lobby)
    await ada.wait_message(lambda m: bool(pictures_of(m)), channel=DM)


@pytest.mark.gate
@pytest.mark.usefixtures("made_up_languages")
async def test_N11_private_texts_are_in_the_person_s_language_and_public_ones_in_the_channel_s(tmp_path: Path) -> None:
    """Ada's language is that of her Discord, Bruno has chosen it over his; the channel has another."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (_, ada, bruno):
        ada.settings(locale="sv-SE")
        bruno.settings(locale="en-GB")
        panel = await ask(bruno, "/settings mine")
        await bruno.select(panel, ONE.code, which="Language")
        await bruno.wait(lambda: ONE.say("Your settings") in text_of(bruno.now(panel) or {}), "the other language")
        for person in (ada, bruno):
            person.frames.clear()
        panel = await ask(ada, "/settings channel")
        await ada.select(panel, OTHER.code, which=ONE.say("Language of messages"))
        await game_of_two(ada, bruno)
        for line in LINES:
            await ask(ada, line)
        found = {
            (private, line)
            for person in (ada, bruno)
            for private, text in list(seen_by(person))
            for line in faults_in(text, *((ONE, OTHER) if private else (OTHER, ONE)))
        }
        assert not found, "\n".join(f"{private} {line}" for private, line in sorted(found))
