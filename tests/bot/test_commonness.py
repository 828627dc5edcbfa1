"""The order of words by commonness."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import BadData
from tests.tools.wordlists.commonness import demote_foreign, demote_names, demote_pairs, levels, weigh


def test_rare_words_that_look_common_move_down() -> None:
    """They include a name that is also a rare word; words without any frequency are left out."""
    weights = weigh(
        ["KERRY", "KITCHEN", "ZZZ"], {"KERRY": 4.4, "KITCHEN": 4.6, "OTHER": 7.0}, {"KERRY": 80, "KITCHEN": 20}
    )
    assert weights == {"KERRY": pytest.approx(2.4), "KITCHEN": 4.6}


def test_pairs_of_word_games_move_down() -> None:
    """Everyday two-letter words keep their place."""
    weights = {"DE": 5.4, "HE": 6.9, "QI": 2.2, "THE": 7.7}
    demote_pairs(weights)
    assert weights == {"DE": 2.6, "HE": 6.9, "QI": 2.2, "THE": 7.7}


def test_names_and_foreign_words_move_down() -> None:
    """A word that is not much more frequent elsewhere keeps its place, and so does one that only this language has."""
    weights = {"ROSE": 4.6, "IS": 4.9, "TABLE": 5.0, "CHAISE": 4.4}
    demote_names(weights, ["ROSE", "MARIE"])
    demote_foreign(weights, {"IS": 7.0, "TABLE": 5.3, "THE": 7.7})
    assert weights == {"ROSE": pytest.approx(3.4), "IS": pytest.approx(3.2), "TABLE": 5.0, "CHAISE": 4.4}


def test_levels_are_the_lowest_of_a_word(tmp_path: Path) -> None:
    """Accents are stripped; words of higher levels than the list's are left out."""
    (tmp_path / "english-words.10").write_text("the\n", encoding="utf-8")
    (tmp_path / "english-words.60").write_text("the\ncafé\n", encoding="utf-8")
    (tmp_path / "english-words.95").write_text("zzz\n", encoding="utf-8")
    assert levels(tmp_path) == {"THE": 10, "CAFE": 60}


def test_no_lists_is_an_error(tmp_path: Path) -> None:
    """The error says what to install."""
    with pytest.raises(BadData, match="scowl"):
        levels(tmp_path)
