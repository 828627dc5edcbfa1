"""Options that offer values accept the title shown for a value, typed instead of picked, and refuse by titles."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from bot.text import languages, texts_for
from bot.text.help import topics
from bot.text.option_titles import name_of, named_by, offered_title, rule_value_named
from bot.text.rules import value_text
from engine.game.decisions.lobby import PRESET
from engine.loading import EMPTY, list_languages, list_lexicons, list_variants
from engine.model.coordinates import ORIENTATIONS
from engine.model.rules import PRESETS, allowed_values, rule_names
from tests.support.readable import text_of
from tests.support.running import ask, gathered

OFFERED: dict[str, tuple[str, ...]] = {
    "coordinates": tuple(one.code for one in ORIENTATIONS),
    "language": list_languages(),
    "lexicon": (*(info.name for info in list_lexicons()), EMPTY),
    "order": ("sort", "shuffle", "vowels"),
    "preset": tuple(PRESETS),
    "rule": (PRESET, *rule_names()),
    "theme": ("classic", "dark", "paper", "high_contrast"),
    "topic": topics(),
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


@pytest.mark.gate
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
        assert "**schnell**" in text_of(await ask(ada, "/variant list"))
        assert "### schnell" in text_of(await ask(ada, "/variant show name:schnell"))
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
