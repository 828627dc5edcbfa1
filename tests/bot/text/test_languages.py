"""The menu of languages: its speakers can find each one, whatever the menu's own language."""

from __future__ import annotations

from dataclasses import replace

import pytest
from babel.core import Locale

from bot.text import texts_for
from bot.text.settings import setting_value


@pytest.mark.parametrize(
    ("menu", "code", "shown"),
    [
        ("en", "de", "Deutsch (German)"),
        ("en", "en", "English"),
        ("de", "de", "Deutsch"),
        ("de", "ru", "Русский (Russisch)"),
        ("en", "sv", "Svenska (Swedish)"),
        ("fr", "fr", "Français"),
        ("fr", "en", "English (anglais)"),
        ("en", "nothing", "nothing"),
    ],
)
def test_N11_a_language_is_called_by_its_own_name_and_that_of_the_menu(menu: str, code: str, shown: str) -> None:
    """One name is enough where both are the same; an unknown code appears as it is."""
    texts = replace(texts_for("en"), locale=Locale(menu))
    assert setting_value("language", code, texts) == shown
