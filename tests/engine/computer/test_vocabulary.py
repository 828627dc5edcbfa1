"""Which words players of the weaker levels know, and what they overlook."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.computer.luck import Luck
from engine.computer.seeing import chance_to_see, knows
from engine.computer.vocabulary import Vocabulary
from engine.model.levels import FADE, LEVELS, level
from tests.support.computers import tools

GAMES = [Luck(bytes([n])) for n in range(20)]


def key(word: str) -> bytes:
    return tools().lexicon.key(tuple(word))


def test_common_words_come_first() -> None:
    """The ranking holds everyday words, neither names nor two-letter words that only players know."""
    rank = tools().vocabulary.rank
    assert rank(key("THE")) < rank(key("HOUSE")) < rank(key("KITCHEN")) < rank(key("QUAGMIRE"))
    assert rank(key("HE")) < 100
    assert rank(key("QI")) > 10_000
    assert rank(key("CWM")) == len(tools().vocabulary) == 60_000


def test_C2_levels_1_to_4_know_common_words_only() -> None:
    """Each level knows more words than the one below but no rare one; the higher levels know all words."""
    for number in range(1, 5):
        skill = level(number)
        assert all(knows(key("HOUSE"), skill, tools(), game) for game in GAMES)
        assert not any(knows(key("CWM"), skill, tools(), game) for game in GAMES)
    assert all(knows(key("CWM"), level(number), tools(), GAMES[0]) for number in range(5, 9))
    sizes = [skill.words or 0 for skill in LEVELS[:4]]
    assert all(one < other for one, other in pairwise(sizes))


def test_unknown_word_is_unknown_for_the_whole_game() -> None:
    """About half of the games know a word on the edge, and each game knows it always or never."""
    skill = level(2)
    edge = tools().vocabulary.first(int((skill.words or 0) * 1.1))[-50:]
    known = [[knows(word, skill, tools(), game) for word in edge] for game in GAMES]
    assert known == [[knows(word, skill, tools(), game) for word in edge] for game in GAMES]
    assert 0.3 < sum(map(sum, known)) / (len(edge) * len(GAMES)) < 0.7


def test_everyday_generators_hold_what_may_be_known() -> None:
    """They hold the common words up to the rank where knowledge has faded away, as far as the lexicon has them."""
    for skill, generator in zip(LEVELS, tools().everyday, strict=False):
        assert generator is not tools().generator
        assert len(tools().vocabulary.first(int((skill.words or 0) * FADE))) == int((skill.words or 0) * FADE)


def test_long_and_sideways_plays_are_overlooked_more_often() -> None:
    """A short word without cross words is the easiest to see."""
    skill = level(1)
    short, long, sideways = (("C", "A", "T"),), (tuple("CATTERY"),), (("C", "A", "T"), ("A", "T"))
    assert chance_to_see(short, skill) > chance_to_see(sideways, skill) > 0
    assert chance_to_see(short, skill) > chance_to_see(long, skill) > 0
    assert chance_to_see(long, level(7)) == 1


@pytest.mark.parametrize("tier", ["unwanted", "coarse"])
def test_unwanted_and_coarse_words_are_words_of_the_lexicon(tier: str) -> None:
    """The list is neither empty nor out of date, and its file does not show the words openly."""
    from engine.loading import resource_folder

    hidden = getattr(tools(), tier)
    assert len(hidden) > 150
    assert all(tools().lexicon.contains(tools().lexicon.word(word)) for word in hidden)
    text = (resource_folder("data") / "vocabulary" / f"en.{tier}.txt").read_text(encoding="utf-8")
    lines = {line for line in text.splitlines() if not line.startswith("#")}
    plain = {"".join(tools().lexicon.word(word)) for word in hidden}
    assert len(lines & plain) < 5


def test_ranks_are_those_of_the_list_and_words_come_back_in_its_order() -> None:
    """Whatever the length of a word; a word that is listed twice keeps its first rank."""
    words = [key(word) for word in ("THE", "A", "QUAGMIRE", "A", "AARDVARKS", "ZA", "THEN")]
    ranked = list(dict.fromkeys(words))
    vocabulary = Vocabulary.of(words)
    assert len(vocabulary) == 6
    assert [vocabulary.rank(word) for word in ranked] == list(range(6))
    assert vocabulary.first(2) == tuple(ranked[:2])
    assert vocabulary.first(100) == tuple(ranked)
    assert {vocabulary.rank(key(word)) for word in ("AA", "ZAS", "QUAGMIRES", "ANTIDISESTABLISHMENT")} == {6}
    assert Vocabulary.of(()).rank(key("A")) == 0
