"""The lines above a panel of settings hold whatever the settings are (ledger D12)."""

from __future__ import annotations

import pytest

from bot import features
from bot.text import texts_for
from bot.text.settings import _ABOUT, about_settings
from bot.text.texts import languages
from tests.support.sentences import said

TOPICS = features.topics()

ENGLISH = texts_for("en")


def test_a_line_says_what_a_setting_does_and_not_one_of_its_states() -> None:
    """It stands there also when the menu below says something else."""
    for line in about_settings(tuple(_ABOUT), ENGLISH).split("\n"):
        told = line.partition("**: ")[2]
        assert not told.startswith(("you ", "a direct message ", "new boards ", "games you ", "finished games ")), line
    told = about_settings(("notify",), ENGLISH)
    assert said("settings.when_your_turn") in told


@pytest.mark.parametrize("language", languages())
def test_the_default_is_not_called_as_the_standard_board(language: str) -> None:
    """In a menu of boards, both can be chosen."""
    texts = texts_for(language)
    board = texts.pgettext("board", "standard").casefold()
    assert texts.pgettext("value of a setting", "default").casefold() != board
    assert texts.gettext("the default").casefold() != board


def test_a_topic_of_the_help_is_named_as_its_menu_names_it() -> None:
    """Its id appears nowhere but in the command's options."""
    told = about_settings(("text-board",), ENGLISH)
    assert f"**{TOPICS.title('listening', ENGLISH)}** in `/help`" in told
    assert "listening" not in told
