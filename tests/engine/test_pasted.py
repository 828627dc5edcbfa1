"""Text as people type and paste it."""

from __future__ import annotations

import pytest

from engine.pasted import is_unseen, pasted, visible
from engine.play.notation import parts_of


@pytest.mark.parametrize(
    "text",
    [
        "8H CAT",
        "`8H CAT`",
        "`8H` `CAT`",
        "```\n8H CAT\n```",
        "```text\n8H CAT```",
        "||8H CAT||",
        "**8H CAT**",
        "***8H CAT***",
        "**8H** CAT",
        "__8H CAT__",
        "_8H CAT_",
        "~~8H CAT~~",
        "||`8H CAT`||",
        '"8H CAT"',
        "'8H CAT'",
        "“8H CAT”",
        "„8H CAT“",
        "«8H CAT»",
        "« 8H CAT »",
        "‹8H CAT›",
        "> 8H CAT",
        ">>> 8H CAT",
        "> Ada: 8H DOG\n8H CAT",
        "8H CAT\u200b",
        "\ufeff8H CAT",
        "8H CAT\ufe0f",
        "8H C\u00adAT",
        "8H\u00a0CAT",
        "\u20668H CAT\u2069",
        "\u202a8H\u202c CAT",
        "８Ｈ ＣＡＴ",
        "８Ｈ\u3000ＣＡＴ",
        "𝟴𝗛 𝗖𝗔𝗧",
        "8H: CAT",
        "8H:CAT",
        "8H - CAT",
        "8H → CAT",
        "- 8H CAT",
        "**8H CAT",
        '8H "CAT"',
    ],
)
def test_a_move_is_read_through_what_is_around_it(text: str) -> None:
    """Marks of chats and editors, quotes, unseen characters and other forms of letters change no move."""
    assert parts_of(text) == ["8H", "CAT"]


@pytest.mark.parametrize("text", ["C.T", "(CA)T", "E(-2)", "_A_", "L·L", "c'h", "?e", "[CH]A", "l'", "A*"])
def test_what_has_a_meaning_stays(text: str) -> None:
    """Tiles on the board, blanks, points and letters of an alphabet are no marks."""
    assert pasted(text) == text


def test_nothing_but_marks_is_left_alone() -> None:
    """A mark without anything in it is no pair."""
    assert [pasted(text) for text in ("`", "``", "**", '""', "> ", "")] == ["`", "``", "**", '""', "", ""]


def test_unseen_characters_are_left_out_wherever_they_are() -> None:
    """Also within a word; accents, which are seen on their letter, stay."""
    assert visible("C\u200dA\u034fT\U000e0101\u3164") == "CAT"
    assert visible("E\u0301") == "E\u0301"
    assert is_unseen("\ufe0f") and not is_unseen("\u0301") and not is_unseen(" ")


@pytest.mark.parametrize("text", ["x " + " " * 300_000, "_" + " " * 300_000 + "x", "`" * 300_000, "“" * 300_000])
def test_a_long_text_takes_no_longer_than_its_length_lets_it(text: str) -> None:
    """Each of these took minutes when every part of it was looked at again from every other."""
    pasted(text[1:])
    pasted(text)
