"""Names and other people's texts are distinguishable and safe, and cannot break out of their place."""

import re

from hypothesis import given
from hypothesis import strategies as st

from bot.model.drawn import legible
from bot.text import texts_for
from bot.text.columns import table, width_of
from bot.text.names import code, display_names, escape, in_code

MARKS = re.compile(r"(?<!\\)(?:\\\\)*[*_~`|<>\[\]()#:+-]")


def test_K22_equal_names_are_told_apart() -> None:
    """They may differ only in case, in the width of letters, or in invisible characters."""
    assert display_names(["Ada", "Ada", "ADA", "Ａｄａ", "A\u200bda"]) == (
        "Ada", "Ada (2)", "ADA (3)", "Ａｄａ (4)", "Ada (5)",
    )  # fmt: skip
    assert display_names(["Ada", "Ada (2)", "Ada"]) == ("Ada", "Ada (2)", "Ada (3)")


def test_K22_names_that_pictures_would_show_alike_are_told_apart() -> None:
    """The fonts lack emoji and some scripts; a name of nothing else becomes its player's number."""
    assert display_names(["ก้อง", "Ada 🎉", "ขวัญ", "Ada 🎈"]) == ("Player 1", "Ada 🎉", "Player 3", "Ada 🎈 (2)")
    drawn = [legible(name) for name in display_names(["กa", "ขa", "🎉", "ก"], texts_for("de"))]
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
