"""Word lists in front coding."""

from __future__ import annotations

import pytest

from engine.words.frontcoding import front_coded, spelt_out


def lines(text: str, size: int = 3) -> str:
    """What a text spells out that comes in pieces of a few bytes, which cut characters and numbers in two."""
    data = text.encode()
    return b"".join(spelt_out(data[at : at + size] for at in range(0, len(data), size))).decode()


def test_a_word_drops_the_end_of_the_last_one_and_adds_its_own() -> None:
    assert front_coded(["PLAY", "PLAYED", "PLAYS"]) == "0PLAY0ED2S"
    assert lines("0PLAY0ED2S") == "PLAY\nPLAYED\nPLAYS\n"


@pytest.mark.parametrize("count", [0, 1, 1 << 14, 20_000])
def test_a_list_is_spelt_out_again(count: int) -> None:
    """However many words it has, of however many letters, in any script."""
    words = sorted("ЖÓ·L"[at % 4] * (at % 21 + 1) + "".join(chr(65 + int(d)) for d in str(at)) for at in range(count))
    assert lines(front_coded(words), 1000) == "".join(f"{word}\n" for word in words)


def test_a_plain_list_stays_as_it_is() -> None:
    assert lines("AB\nĆD\n") == "AB\nĆD\n"
