"""Invitations to other servers are found however they are written, and no other text changes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.chat.text import LONGEST_MESSAGE, carried
from bot.text import cast_of, texts_for
from bot.text.invitations import without_invitations
from bot.text.names import clean, display_names, escape
from engine.game.state import Person
from engine.game.views import table_view
from tests.support.games import Table

ENGLISH = texts_for("en")
DISGUISES = [
    "discord.gg/abc",
    "DISCORD.GG/ABC",
    "https://discord.gg/abc",
    "https://www.ptb.discord.com/invite/abc?event=1",
    "discordapp.com//invite/abc",
    "discord.gg./abc",
    "discord.gg:443/abc",
    "https://ada@discord.gg/abc",
    "discord.gg\\abc",
    "https://discord%2Egg/abc",
    "https://%64iscord.gg%2fabc",
    "discord.gg/invite/abc",
    "discord://-/invite/abc",
    "https://discord.com/oauth2/authorize?client_id=1",
    "dsc.gg/abc",
    "discord\u200e.gg/abc",
    "dis\u200bcord.gg/abc",
    "d\u00adi\u2060s\ufeffcord.gg/abc",
    "discord\u202e.gg\u202c/abc",
    "discord.gg/\u200babc",
    "disco\U000e0061rd.gg/abc",
    "dis\u034fco\ufe0frd.gg/abc",
    "ｄｉｓｃｏｒｄ．ｇｇ／ａｂｃ",
    "𝐝𝐢𝐬𝐜𝐨𝐫𝐝.𝐠𝐠/abc",
    "ⓓⓘⓢⓒⓞⓡⓓ.ⓖⓖ/abc",
    "discord。gg/abc",
    "discord․gg⁄abc",
    "discord.gg∕abc",
    "dіѕсоrd.gg/abc",
    "dïscórd.gg/abc",
]
INNOCENT = [
    "I like Discord.",
    "see discord.gg for more",
    "discord.com/channels/1/2",
    "my.discord.example/abc",
    "and/or. go",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f 👩\u200d👩\u200d👧 ❤️ می\u200cخواهم",
    "привет. со мной / нет",
    "100%25 of us",
]


@pytest.mark.parametrize("disguise", DISGUISES)
def test_N9_no_invitation_gets_through_in_a_text_or_a_name(disguise: str) -> None:
    """Texts and names pass through the same filter, and the text around an invitation stays."""
    said = carried(disguise, disguise, f"come: {disguise} now <@7>", {7: disguise}, ENGLISH)
    assert said == r"**…** (…): come\: \(invitation left out\) now \(invitation left out\)"
    assert display_names([disguise]) == ("…",)
    assert escape(disguise) == "…"


@pytest.mark.parametrize("text", INNOCENT)
def test_what_is_no_invitation_stays_as_it_is(text: str) -> None:
    """Joined emoji, flags and scripts with joiners stay too."""
    assert clean(text) == text


def test_an_invitation_in_words_without_blanks_takes_nothing_else_along() -> None:
    """Only the parts of the address in front of it are removed."""
    assert without_invitations("来てhttps://discord.gg/abc よろしく", "…") == "来て… よろしく"
    assert without_invitations("discord.gg/a discord.gg/b", "…") == "… …"


def test_names_that_a_mention_puts_into_a_text_are_filtered_too() -> None:
    """An invitation may appear only when the mention is replaced, or be split in two by the mention."""
    assert "gg/" not in carried("Ada", "", "see <@1>/abc", {1: "discord.gg"}, ENGLISH)


def test_a_long_text_is_cut_before_it_is_escaped() -> None:
    """Otherwise a lone backslash could remain at its end."""
    said = carried("Ada", "", "*" * (LONGEST_MESSAGE + 1), {}, ENGLISH)
    assert said == "**Ada**: " + r"\*" * LONGEST_MESSAGE + "…"


def test_N8_seats_show_no_invitation_anywhere() -> None:
    """The board of a game goes to every server that shows it."""
    state = Table().start("CAT", "DOG").game
    seat = replace(state.seats[0], player=Person("1", "discord\u200e.gg/abc"))
    view = table_view(replace(state, seats=(seat, *state.seats[1:])))
    assert cast_of(view).names[0] == "**…**"


@given(st.text(max_size=60), st.sampled_from(DISGUISES), st.text(max_size=60))
def test_cleaned_text_is_clean(before: str, disguise: str, after: str) -> None:
    """Cleaning it again changes nothing: removing one invitation never forms another."""
    once = clean(f"{before} {disguise} {after}")
    assert clean(once) == once
