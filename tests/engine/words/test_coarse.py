"""The words that computer players, hints and puzzles leave out."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import BadData
from engine.loading import list_lexicons, load_language, load_lexicon, load_variant, shipped_words
from engine.loading.bundled import load_puzzle_lines
from engine.loading.computers import half_round, load_coarse, load_unwanted
from engine.puzzles.values import read
from engine.words.lexicon import Key
from tests.support.later import at_gate, later
from tests.tools.wordlists.coarse import TIERS, hidden, matching, patterns

LANGUAGES = {info.name: info for info in list_lexicons()}
DEFAULT, GATE = "english", "german"
"""The list of the default tests, and that of the gate; each of the others takes seconds, too."""
NAMED = {
    "english": (
        "QVPX CEVPX NFF OHGG UBBXRE CVZC CBB TLCFL FRK TNL GVGF OBBOF AHQR INTVAN FRZRA REBGVP BETNFZ QNZA "
        "URYY OHZ NEFR SNEG FABG JNAX FUNT FYNT GBFFRE OBYYBPX ZVATR CHORF ENAQL"
    ),
    "german": (
        "IBGMR IBGMRA SBGMR FRK FRKL UVAGREA OHFRA TRVY CHSS FGENCFR ANPXG UHER OYÖQ SHEM CVAXRYA EBGM CBCRY "
        "AVCCRY GVGGRA OHZFRA CBCCRA AHGGR VQVBG GEBGGRY QRCC YHQRE"
    ),
    "french": (
        "IVBY IVBYF IVBYRE TBV OVGR PHY PBA PUVRE CVFFRE AVDHRE FRKR AVPUBA GRGBA TBQR CHGR FNYBCR TBHVAR "
        "PNGVA PBPH CVCV PNPN MVMV SRFFRF IBZVE ZREQRHK OENAYRE SBHGER OBEQRY RASBVER"
    ),
    "spanish": (
        "MBEEN CVWN PHYREB UBFGVN CREEN PHYB GRGN CRQB CHGN PBÑB WBQRE SBYYNE ZRNE PNTNE CBYYN IRETN PNENWB "
        "PNOEBA FRKB TNL CRMBA BEVAN ANYTN VQVBGN ZNEVPBA PUVATNE FRZRA PBAQBA"
    ),
    "dutch": (
        "RVXRY XNAXRE FRXFOYNQ NVQF TBW FRXF XHG YHY ARHXRA GVRGRA CVF XNX FGEBAG UBRE FYRG XBAG ERRG GRCRY "
        "ANNXG TRVY GRRS GEHG JVWS CBRC QEBY FABY ZVRGWR UBZB"
    ),
    "swedish": (
        "FYLAN FNGXÄEEVAT FRK SVGGN XHX XAHYYN UBEN EÖI FXVG CVFF ONWF EHZCN ANXRA OÖT GHGGR XÅG EHAXN CBEE "
        "FYNZCN SNA WÄIRY URYIRGR VQVBG FABCC FAVCCN SVFN"
    ),
    "russian": (
        "ЕХА ЕАХЭ ЯШБМЪР ЯЮАЭГЕР ЯЮЯЪР ДШУ ДШУР БХЪБ ЦЮЯР УЮТЭЮ ФХАМЬЮ БГЪР ИЫОЕР ЯХЭШБ ЧРФЭШЖР БШБМЪР ЯЮЭЮБ "
        "ЬЮЗР ЪРЫ БАРЗ ЬГФРЪ ГАЮФ БТЮЫЮЗМ БВХАТР СОБВ"
    ),
    "catalan": (
        "CHGB PNEQNE SVTN FRKR PHY ZREQN PBYYBAF PBAL CHGN CBYYN GVGBYN SBYYNE SBGER CVKNE PNTNE ZNZRYYN "
        "ZHTEB ANGTRF BEVAN INTVAN CRAVF VQVBGN VZORPVY PNOEB TNV"
    ),
    "norwegian": (
        "CHCC FRK SVGGR XHX XAHYYR UBER EÆI QEVGG CVFF OÆFW EHZCR ANXRA UBZFR CHYR XÅG EHAXR CBEAB YHQQRE "
        "SNRA WÆIRY URYIRGR VQVBG GVFF CEBZC SVF GVFCR"
    ),
    "polish": (
        "FHXN FRXF PVCN PUHW XHEJN QHCN TÓJAB CVMQN PLPXV CRAVF FHGRX FENĆ FMPMNĆ EMLTNĆ FVXNĆ TRW QMVJXN "
        "OHEQRY CBEAB WRONĆ CVREQBYVĆ VQVBGN QROVY XERGLA SENWRE FVXH"
    ),
}
"""Words that native readers name as coarse, mild ones too, each letter moved on by half the alphabet."""


@pytest.fixture(
    scope="module", params=[DEFAULT, *at_gate([GATE]), *later([x for x in NAMED if x not in (DEFAULT, GATE)])]
)
def name(request: pytest.FixtureRequest) -> str:
    """The name of each list."""
    return str(request.param)


def _hidden(name: str) -> frozenset[Key]:
    """What level 2 and a server for families leave out."""
    language = LANGUAGES[name].language
    lexicon = load_lexicon(name, load_language(language).alphabet)
    return load_coarse(language, lexicon) | load_unwanted(language, lexicon)


def test_patterns_name_words_with_their_endings_and_exceptions() -> None:
    words = ["BAISE", "BAISER", "BAISERA", "BAISSE", "TRAFIC", "TRAFICS"]
    assert matching(["@ER = E ER", "BAIS@ER"], words) == {"BAISE", "BAISER"}
    assert matching(["BAIS*", "- BAISS*"], words) == {"BAISE", "BAISER", "BAISERA"}
    assert matching(["*FIC*"], words) == {"TRAFIC", "TRAFICS"}
    with pytest.raises(BadData, match="CONNE"):
        matching(["BAISE", "CONNE"], words)


def test_the_words_left_out_are_those_of_the_patterns(name: str) -> None:
    """Each inflected and compound form in the list, and the slurs apart from the coarse words."""
    words = shipped_words(name).decode().splitlines()
    lexicon = load_lexicon(name, load_language(LANGUAGES[name].language).alphabet)
    loads: dict[str, Any] = {"unwanted": load_unwanted, "coarse": load_coarse}
    for tier in TIERS:
        chosen = [lexicon.key(lexicon.alphabet.split(word)) for word in hidden(LANGUAGES[name], tier, words)]
        assert loads[tier](LANGUAGES[name].language, lexicon) == frozenset(chosen)


def test_what_readers_name_is_left_out(name: str) -> None:
    lexicon = load_lexicon(name, load_language(LANGUAGES[name].language).alphabet)
    left_out = _hidden(name)
    named = [half_round(word) for word in NAMED[name].split()]
    assert [word for word in named if lexicon.key(lexicon.alphabet.split(word)) not in left_out] == []


def test_each_language_names_as_many_kinds() -> None:
    """The smallest set of patterns has at least two fifths of the largest."""
    counts = [sum(len(line.split()) for line in patterns(name, "coarse") if line[0] not in "-@") for name in NAMED]
    assert min(counts) * 5 > max(counts) * 2, counts


def test_no_puzzle_shows_a_coarse_word(name: str) -> None:
    """Neither on its board nor in its moves."""
    language = LANGUAGES[name].language
    lexicon = load_lexicon(name, load_language(language).alphabet)
    left_out = _hidden(name)
    for line in load_puzzle_lines(language):
        puzzle = read(line, load_variant)
        board = puzzle.position.board
        moves = [one.placement for one in (*puzzle.answers, *puzzle.others) if one.placement]
        boards = [board, *(board.place(dict(move.tiles)) for move in moves)]
        assert not [word for one in boards for word in one.words() if lexicon.key(word) in left_out]
