"""Whatever people type, paste or send, every reader answers soon; capitals are those of the alphabet."""

from __future__ import annotations

import pickle
import signal
import tracemalloc
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import FrameType

import pytest

from bot.text import texts_for
from bot.text.refusals import refusal
from engine.errors import EngineError, TooLarge
from engine.formats.tiletext import read_tile, read_word, write_tile
from engine.loading import parse_word_list
from engine.model.board import Orientation, PlacedTile
from engine.model.tiles import Alphabet, Tile, Tiles, TileSet, Word
from engine.model.variant import Variant
from engine.play.notation import parts_of, read_move
from engine.reading import composed, is_unseen, pasted, visible
from engine.words.lexicon import Lexicon
from engine.words.textlist import read_words
from tests.support.games import STANDARD
from tests.support.later import later
from tests.support.oversized import BEYOND, HOSTILE, packed
from tests.support.words import ENGLISH


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


TURKISH = Alphabet(tuple("ABIİKLNST"), folds=(("Î", "İ"),), drops_accents=True)
GREEK = Alphabet(tuple("ΑΓΛΟΣ"), drops_accents=True)


def variant_of(alphabet: Alphabet) -> Variant:
    tiles = Tiles.of([Tile("", 0), *(Tile(letter, 1) for letter in alphabet.letters * 2)])
    return replace(STANDARD, alphabet=alphabet, tile_set=TileSet(tiles))


@pytest.mark.parametrize(
    ("alphabet", "typed", "word"),
    [
        (TURKISH, "istanbıl", "İ S T A N B I L"),
        (TURKISH, "İSTANBIL", "İ S T A N B I L"),
        (TURKISH, "kâlıt", "K A L I T"),
        (TURKISH, "illî", "İ L L İ"),
        (GREEK, "λόγος", "Λ Ο Γ Ο Σ"),
        (GREEK, "ΛΌΓΟΣ", "Λ Ο Γ Ο Σ"),
        (GREEK, "λογοσ", "Λ Ο Γ Ο Σ"),
    ],
)
def test_X4_words_are_read_and_listed_by_the_letters_of_their_alphabet(
    alphabet: Alphabet, typed: str, word: str
) -> None:
    """A small dotted i is İ, one without a dot is I; a final sigma is a sigma."""
    letters: Word = tuple(word.split())
    assert alphabet.split(typed) == letters
    assert Lexicon.of("own", alphabet, read_words(f"{typed}\n", alphabet)).contains(letters)


@pytest.mark.parametrize(
    ("alphabet", "capitals", "small"), [(TURKISH, "ISTİKLAL", "ıstiklal"), (GREEK, "ΛΟΓΟΣ", "λογος")]
)
def test_X4_case_changes_as_the_alphabet_has_it(alphabet: Alphabet, capitals: str, small: str) -> None:
    assert (alphabet.lower(capitals), alphabet.upper(small)) == (small, capitals)


def test_X4_a_blank_is_the_small_letter_of_its_own_capital() -> None:
    """Typed, written and read back; in a word of small letters alone, none is a blank."""
    assert [TURKISH.small(letter) for letter in "Iİ"] == ["ı", "i"]
    assert GREEK.small("Σ") == "σ"
    for alphabet, typed, blanks in (
        (TURKISH, "8H SiLİN", "İ"),
        (TURKISH, "8H SıLİN", "I"),
        (TURKISH, "8H silin", ""),
        (TURKISH, "8H İlkin", ""),
        (GREEK, "8H ΛΟΓΟς", "Σ"),
        (GREEK, "8H Λόγος", ""),
    ):
        letters = read_move(typed, variant_of(alphabet), Orientation()).letters
        assert [one.letter for one in letters if one.blank] == [*blanks]
    for alphabet in (TURKISH, GREEK):
        for letter in alphabet.letters:
            blank = PlacedTile(Tile("", 0), letter)
            text = write_tile(blank, variant_of(alphabet))
            assert text == alphabet.small(letter)
            assert read_word(text, variant_of(alphabet)) == (blank,)
            assert read_tile(letter, 0, variant_of(alphabet))[0] == PlacedTile(Tile(letter, 1), letter)


def test_X4_other_alphabets_have_the_case_that_everyone_has() -> None:
    latin = Alphabet(tuple("AI"))
    assert (latin.lower("AI"), latin.upper("ai"), latin.split("Ai")) == ("ai", "AI", ("A", "I"))


ENDLESS = 60
"""Seconds of this process's CPU time after which a reader counts as endless; each needs a few at most."""


@contextmanager
def ending() -> Iterator[None]:
    """Stop code that would otherwise go on for ever; other processes and the machine's load do not count."""

    def give_up(number: int, frame: FrameType | None) -> None:
        raise AssertionError("still reading")

    before = signal.signal(signal.SIGVTALRM, give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, ENDLESS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


SLOW = ("one endless line, packed",)


@pytest.mark.parametrize("name", [*(one for one in BEYOND if one not in SLOW), *later(SLOW)])
def test_what_is_beyond_a_limit_is_refused_by_its_name(name: str) -> None:
    """The error says what there is too much of, also as a text for players."""
    with ending(), pytest.raises(TooLarge) as refused:
        BEYOND[name]()
    error = refused.value
    assert error.limit > 0
    assert error.reason in str(error)
    assert texts_for("en").number(error.limit) in refusal(error, texts_for("en"))
    assert pickle.loads(pickle.dumps(error)).what is error.what


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_made_to_be_costly_is_refused_soon(name: str) -> None:
    """Only a typed error of the project is raised, and it quotes no more than a few words of the file."""
    with ending(), pytest.raises(EngineError) as refused:
        HOSTILE[name]()
    assert len(getattr(refused.value, "reason", "")) < 300


def test_a_packed_list_takes_little_memory() -> None:
    """The list is unpacked and read piece by piece: a few bytes become millions of short lines and one long one."""
    data = packed(b"ABCDEFGHIJKLMNOPQRSTUVWXYZABC\n" + b"AB\n" * 20_000_000)
    tracemalloc.start()
    try:
        with pytest.raises(TooLarge):
            parse_word_list(data, ENGLISH, "words.txt")
        assert tracemalloc.get_traced_memory()[1] < 150_000_000
    finally:
        tracemalloc.stop()


def test_marks_are_known_wherever_unicode_has_them() -> None:
    """As many marks as a letter may have are put in order, more are refused; all marks in Unicode are covered."""
    assert composed("e" + "\u0301", "text") == "é"
    assert not any(unicodedata.combining(chr(code)) for code in range(0x1F000, 0x110000))
    for mark in ("\u0300", "\u0344", "\u0f73", "\U0001e94a"):
        assert composed("e" + mark * 30, "text")
        with pytest.raises(TooLarge):
            composed("e" + mark * 31, "text")
