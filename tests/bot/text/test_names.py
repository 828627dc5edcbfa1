"""Names and other people's texts are told apart and safe, also invitations; what games and players are called."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.chat.text import LONGEST_MESSAGE, carried
from bot.model.drawn import legible
from bot.text import cast_of, texts_for
from bot.text.games import game_name
from bot.text.names import clean, code, computer_names, display_names, escape, in_code, with_level, without_invitations
from bot.text.settings import setting_value
from bot.text.tables import table, width_of
from engine.game import commands as cmd
from engine.game.decision import Context
from engine.game.state import Computer, Person
from engine.game.views import table_view
from engine.model.rules import Rules
from tests.support.games import Table

MARKS = re.compile(r"(?<!\\)(?:\\\\)*[*_~`|<>\[\]()#:+-]")


def test_K22_equal_names_are_told_apart() -> None:
    """They may differ only in case, in the width of letters, or in invisible characters."""
    assert display_names(["Ada", "Ada", "ADA", "Ａｄａ", "A\u200bda"]) == (
        "Ada", "Ada (2)", "ADA (3)", "Ａｄａ (4)", "Ada (5)",
    )  # fmt: skip
    assert display_names(["Ada", "Ada (2)", "Ada"]) == ("Ada", "Ada (2)", "Ada (3)")


def test_K22_names_that_pictures_would_show_alike_are_told_apart() -> None:
    """The fonts lack some scripts and the tones of skin; a name of nothing else becomes its player's number."""
    assert display_names(["ก้อง", "Ada ก", "ขวัญ", "Ada ข"]) == ("Player 1", "Ada ก", "Player 3", "Ada ข (2)")
    assert display_names(["🎉", "🎈", "Ada 👍🏽", "Ada 👍🏿"]) == ("🎉", "🎈", "Ada 👍🏽", "Ada 👍🏿 (2)")
    drawn = [legible(name) for name in display_names(["กa", "ขa", "ฮ", "ก"], texts_for("de"))]
    assert len(set(drawn)) == 4 and drawn[2:] == ["Spieler 3", "Spieler 4"]


def test_names_without_anything_to_see_get_a_mark() -> None:
    """A sentence with an empty name would have no subject."""
    assert display_names(["", " \n\t", "\u3164", "\u200b"]) == ("?", "? (2)", "? (3)", "? (4)")


def test_names_cannot_turn_the_text_around_or_end_a_line() -> None:
    """Direction marks and line ends are removed."""
    assert display_names(["\u202eevil\nname\x00"]) == ("evil name",)


@given(st.text(max_size=40))
def test_escaped_text_holds_no_live_markdown_and_no_mention(text: str) -> None:
    """Every character that Discord would interpret has a backslash before it, and no @ comes before a word."""
    shown = escape(text)
    assert not MARKS.search(shown)
    assert not re.search(r"@[^\u200b]", shown)
    assert "\n" not in shown


def test_escaped_examples() -> None:
    """Examples that people might try."""
    assert escape("**Ada**") == r"\*\*Ada\*\*"
    assert escape("@everyone") == "@\u200beveryone"
    assert escape("<@123>") == "\\<@\u200b123\\>"
    assert escape("[x](https://a.b)") == r"\[x\]\(https\://a.b\)"
    assert escape("1. Ada") == r"1\. Ada"
    assert escape("# Ada") == r"\# Ada"


@given(st.text(max_size=60))
def test_code_cannot_be_ended_from_inside(text: str) -> None:
    """Three backticks in a name do not end the block."""
    assert "`" not in in_code(text)
    assert code(text).count("```") == 2


def test_tables_are_aligned_by_the_width_of_characters() -> None:
    """Wide letters take two columns, combining characters none, and an empty column is left out."""
    assert width_of("李") == 2
    assert width_of("e\u0301") == 1
    assert table([("", "李", "1"), ("", "Ada", "20")], right=(2,)) == "李    1\nAda  20"
    assert table([]) == ""


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


@pytest.mark.parametrize(
    ("players", "name"),
    [
        ((), "Word game"),
        (("Ada",), "Ada's game"),
        (("Ada", "Bruno"), "Ada v Bruno"),
        (("Ada", "Bruno", "Chloe"), "Ada v Bruno v Chloe"),
        (("Ada", "Bruno", "Chloe", "Deniz"), "Ada v Bruno v Chloe v Deniz"),
        (("Ada", "Bruno", "Chloe", "Deniz", "Eve"), "Ada v Bruno v Chloe and 2 others"),
        (("Ada", "Ada"), "Ada v Ada (2)"),
        (("A" * 32, "B" * 20), "A" * 19 + "… v " + "B" * 20),
    ],
)
def test_a_game_is_called_after_its_players(players: tuple[str, ...], name: str) -> None:
    """Unless it has a name of its own; long names and long lists are bounded."""
    assert game_name("", players, ENGLISH) == name
    assert game_name("Friday", players, ENGLISH) == "Friday"


def test_no_name_of_a_game_is_longer_than_a_menu_shows() -> None:
    """However many players there are, and however long their names."""
    assert len(game_name("", ["x" * 40] * 30, ENGLISH)) <= 100


def test_there_are_thirty_short_names_for_computer_players() -> None:
    """All different, and none of them a person of the playground."""
    names = computer_names(ENGLISH)
    assert len(names) == len({name.casefold() for name in names}) == 30
    assert all(name.isalpha() and 2 < len(name) < 8 for name in names)
    assert not set(names) & {"Ada", "Bruno", "Chloe", "Deniz"}


def test_only_a_computer_player_has_a_level() -> None:
    """It stands after the name."""
    assert with_level("Milo", Computer("computer-1", "Milo", 5), ENGLISH) == "Milo (level 5)"
    assert with_level("Ada", Person("1", "Ada"), ENGLISH) == "Ada"


class _Named(Table):
    """A table with names for its computer players."""

    def context(self) -> Context:
        return replace(super().context(), names=("ADA", "Bruno", "Milo", "Nora"))


def test_K22_a_computer_takes_the_first_name_that_nobody_has() -> None:
    """Not even in other letter case; people keep theirs, and the computer that takes over gets one too."""
    table = _Named(Rules().with_value("on_leave", "computer"))
    table.do(cmd.AddComputer("ada", 3))
    table.start()
    table.do(cmd.Leave("bruno"))
    assert sorted(seat.player.name for seat in table.game.seats) == ["Ada", "Milo", "Nora"]


def test_settings_name_dictionaries_as_players_know_them() -> None:
    """`English`, not `english`; a list that a server has made keeps its name."""
    assert [setting_value("lexicon", name, ENGLISH) for name in ("english", "my words")] == ["English", "my words"]
