"""The words that computer players, hints and puzzles leave out."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import BadData
from engine.loading import list_lexicons, load_language, load_lexicon, load_variant, resource_folder, shipped_words
from engine.loading.bundled import load_puzzle_lines
from engine.loading.computers import half_round, load_coarse, load_unwanted
from engine.play.placement import score
from engine.puzzles.values import read
from engine.words.lexicon import Key
from tests.support.later import later
from tests.tools.wordlists.coarse import TIERS, hidden, matching, patterns

LANGUAGES = {info.name: info for info in list_lexicons()}
DEFAULT = "english"
"""The list of the default tests; each of the others takes seconds, too."""
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
BLIND = {
    "catalan": (
        "ZREQN ZREQRF PNTNE PNTNQN PNTNG PBAL PBALF PBYYBAF PBYYBANQN PBYYB CHGN CHGRF CHGB CHGNQN PNOEB PNOEBAF "
        "SBGER SBGHG SBYYNE CBYYN CBYYRF PHY PHYF PNENYY PNEQNE PNEQNQN SVTN GVGBYN CVKNE CVKHZ CVK CVKNG CRG "
        "CRGF ZNZRYYN ZNZRYYRF ZNZNQN ZNEVPB ONTNFFN ZRHPN ONAQNEEN ZBEB ZBEBF KNEARTB KHRGN TNINGK FHOABEZNY "
        "ERGNEQNG GNENG ZBATBYVP VZORPVY IVBYNE IVBYNQBE IVBYNPVB CBEAB CEBFGVGHGN OBEQRYY PBAQB FRZRA ZNYCNEVG "
        "ZNYCNEVQN PNOEBANQN"
    ),
    "dutch": (
        "XHG XHGJVWS XYBBGMNX XYBBG XYBGRA XYBGR YHY YHYYRA YHYYRGWR RVXRY CVX CVRZRY ARHXRA ARHXRE TRARHXG UBRE "
        "UBRERA UBRERAMBBA FYRG FYRGGRA GRRS GEHG GLSHF GREVAT XNAXRE XNAXRERA ERRG XBAG FPUVWG FPUVWGRA "
        "FPUVWGREQ FGEBAG CBRC CBRCRA CVF CVFFRA MRVX MRVXRA MRVXREQ FPURRG GVRG GVRGRA ZRZZRA SYVXXRE ZVRGWR "
        "EHVTCBBG UBZB ARTRE AVXXRE EBRGZBC FCYRRGBBT WBQRAFGERRX ZBS ZBSSRA ZBATBBY ZBATBYRA QROVRY FCNFG "
        "MVTRHARE XNSSRE TRVGRAARHXRE CVWCRA ORSSRA EHXXRA EHXXRE IREXENPUGRA IREXENPUGRE CBEAB QVYQB FCREZN TRVY "
        "TRVYNNEQ OBEQRRY CBBVRE ARHXCNEGVW"
    ),
    "english": (
        "SHPX SHPXRE ZBGURESHPXRE FUVG FUVGGL OHYYFUVG FUVGR PHAG GJNG PBPX QVPX CEVPX XABO JNAX JNAXRE GBFFRE "
        "NEFR NEFRUBYR NFF NFFUBYR ONFGNEQ OVGPU FYHG JUBER FYNT FXNAX GVGF GVGGVRF OBBO OBBOF CVFF CVFFRQ "
        "OBYYBPXF OHTTRE PENC GHEQ SNEG WVMM QVYQB OYBJWBO UNAQWBO ZVATR SNAAL CHFFL CBBAGNAT PYVG CBBS CBBSGRE "
        "SNTTBG SNT QLXR GENAAL AVTTRE AVTTN PBBA FCVP JBC PUVAX TBBX XVXR LVQ JRGONPX FCNFGVP FCNM ERGNEQ "
        "ERGNEQRQ ZBAT TVZC FUNT FUNTTVAT OBAX UBBXRE CVZC ENCR ENCVFG CBEA CBEAB ABAPR TNATONAT"
    ),
    "french": (
        "ZREQR ZREQVDHR ZREQRHK CHGNVA CHGR CBHSSVNFFR FNYBCR FNYNHQ FNYBCNEQ PBAANEQ PBAANFFR PBA PBAAR "
        "PBAAREVRF PBHVYYR PBHVYYRF PBHVYYBA OVGR PUNGGR SBHGER SBHGRHE RAPHYRE RAPHYR AVDHRE AVDHR ONVFRE "
        "ONVFRHE OENAYRE OENAYRHE OENAYRGGR FHPRE PUVRE PUVNFFR PUVBGGRF PHY OBEQRY RZZREQRE RZZREQRHE CVFFRE "
        "CVFFR CRGRE CRG AVPUBA AVPUBAF EBOREGF MBO MVMV TBHVAR CRQR GNCRGGR GNAGBHMR GNEYBHMR ARTER ARTERFFR "
        "ARTEB OBHTABHYR OVPBG LBHCVA LBHCVAR PUVARGBDHR ONZOBHYN EVGNY OBPUR TBTBY ZBATBYVRA TNEPR CRGNFFR "
        "TEBTANFFR GENVARR PNGVA IVBY IVBYRHE IVBYRE CBEAB CNEGBHMR TBQR TBQRZVPUR RWNPHYRE FBQBZVR SRYYNGVBA"
    ),
    "german": (
        "SVPXRA SVPXRE TRSVPXG FPURVFFR FPURVFFRA FPURVFFRE ORFPUVFFRA NEFPU NEFPUYBPU ÄEFPUR SBGMR ZÖFR ZHFPUV "
        "CVZZRY JVPUFRE JVPUFRA JVPUFR UHER UHERA UHERAFBUA AHGGR FPUYNZCR GVGGR GVGGRA ZÖCFR CVFFR CVFFRA CVFF "
        "XNPXR XNPXRA SHEM SHEMRA OHZFRA IÖTRYA CBCCRA TRVY SBGMRA QERPXFNH FPUJHPUGRY FPUJHPUGRYA GHAGR YRFOR "
        "ARTRE ARTREVA AVTTRE XNANXR XNANXRA XÜZZRYGÜEXR VGNXRE CBYNPXR MVTRHARE MVTRHAREVA FPUYVGMNHTR FCNFGV "
        "ZBATB XEÜCCRY ZVFFTROHEG OVZOB CHSS OBEQRYY MHUÄYGRE IRETRJNYGVTRA IRETRJNYGVTRE FCREZN QVYQB CBEAB "
        "CBEABF BETNFZHF OYBJWBO TNATONAT"
    ),
    "norwegian": (
        "SNRA SNAQRA URYIRGR WÆIRY WÆIYN WÆIYVT QEVGG QEVGR QEVG QEVGGFRXX FXVG FXVGG CVXX XHX SVGGR SVGGRE EHZCR "
        "EÆI XAHYYR XAHYY XAHYYRE CHYR CHYGR CHYVAT UBER UBERE UBEHATR GVFCR YHQQRE UHECR ZRTTR CVFF CVFFR GVFFR "
        "GVFF OÆFW OÆFWR CEBZC CEBZCR SVF SVFR CHCC CHCCRE EHAXR EHAXRE FBCRE UBZB UBZFR YRFOR ARTRE AVTTRE "
        "FINEGVAT CNXXVF CNXXVFRE FVTØLARE GNGRE GNGRER ZBATBYBVQ FCNFGVXRE IBYQGN IBYQGRXG IBYQGRXGFZNAA CBEAB "
        "QVYQB FCREZN FÆQ XÅG BANAV BANARER TEHCCRFRK OBEQRYY UNYYVX"
    ),
    "polish": (
        "XHEJN XHEJL XHEJVĆ XHERJFXV FXHEJLFLA FXHEJVRY PUHW PUHWN PUHWBJL CVMQN CVMQL WRONĆ WRONAL MNWROVFGL "
        "CBWRO CVREQBYVĆ CVREQBYBAL FCVREQNYNĆ JLCVREQNYNĆ CVREQBŁN CVREQMVRĆ CVREQ PVCN PVCXN PVCL XHGNF XHGNFL "
        "SVHG QHCN QHCL QHCRX QHCPMLĆ TÓJAB TÓJAN TÓJAVNEM FENĆ FENAVR FENPMXN FVXNĆ FMPMNĆ FMPMLAL QMVJXN QMVJXV "
        "FHXN FHXV MQMVEN YNSVELAQN PLP PLPXV PLPRX CRQNŁ CRQNŁL CRQMVB PVBGN PVBGL YRFON EHPUNĆ EHPUNAVR "
        "PMNEAHPU PMNEAHPUL ŻLQRX CNEPU ŻLQŁNX FMXBC FMJNO XNPNC EHFRX PLTNA PLTNAXN PVNCNGL OEHQNF QROVY ZBATBŁ "
        "TJNŁG TJNŁPVĆ TJNŁPVPVRY CBEAB OHEQRY NYSBAF FCREZN XHERJXN"
    ),
    "russian": (
        "ЕГЩ ЕГЩЭП ЯШЧФР ЯШЧФХЖ ХСЫРЭ СЫПФМ БГЪР БГЗЪР ИЫОЕР ИРЫРТР ЯАЮБВШВГВЪР ЯЮВРБЪГЕР ЪГАТР ЬАРЧМ УЮТЭЮ "
        "УЮТЭОЪ ФХАМЬЮ ЦЮЯР ЧРФЭШЖР ЬГФРЪ ЬГФШЫР УРЭФЮЭ ЕХА ЕАХЭ БШБМЪР ВШВМЪР ЯШФЮА ЯШФЮАРБ ЯХФХАРБВ УЮЬШЪ ЦШФ "
        "ЦШФЮТЪР ЗГАЪР ЕРЗ ЗГЗЬХЪ ЭХУА ЭХУАШВЮБ ЕЮЕЮЫ ЕЮЕЫГИЪР ЪРЖРЯ ЬЮБЪРЫМ ЗГЕЮЭХЖ ФРГЭ ФХСШЫ ФХУХЭХАРВ "
        "ШЧЭРБШЫЮТРЭШХ ЭРБШЫМЭШЪ ЯЮАЭЮ ЯЮАЭГЕР БЯХАЬР ЮАУШП СЮАФХЫМ БГВХЭЁА"
    ),
    "spanish": (
        "ZVREQN CHGN CHGB CHGNF CHGNQN WBQRE WBQVQB SBYYNE SBYYNQN PBÑB CBYYN CBYYNF PBWBA PBWBARF UHRIBA "
        "TVYVCBYYNF PNOEBA PNOEBAN PHYB PHYBF UBFGVN UBFGVNF PNTNE PNTNQN PNTBA ZRNE ZRNQN CVF CRQB CRQBF GRGN "
        "GRGNF GRGBAN MBEEN MBEEBA THNEEN THNEEB PUVATNE PUVATNQN CRAQRWB IRETN CVWN CVPUN PUBPUB PUBPUBF PUHZVAB "
        "ZNEVPBA ZNEVPN OBYYREN GBEGVYYREN GENIRYB FHQNPN ZBEB ZBEVFZN ARTENGN TNONPUB THVEV WHQVNQN ZBATBYVPB "
        "FHOABEZNY GNENQB ZNZNQN CNWREB CNWVYYREB IVBYNE IVBYNQBE IVBYNPVBA CBEAB CHGREB CHGVPYHO ENZREN SHYNAN "
        "SHEPVN"
    ),
    "swedish": (
        "SVGGN SVGGBE SNA WÄIRY WÄIYNE WÄIYVT WÄIYN URYIRGR FXVG FXVGN FXVGVT FXVGFGÖIRY XHX XHXNE XHXFHTNER CVGG "
        "FABCC FABCCNE XAHYYN XAHYY CVCCN UBEN UBEBE UBEHATR FYLAN YHQRE FYNZCN FHOON XÄEEVAT FNGXÄEEVAT EÖI "
        "EÖIUÅY NEFYR ONYYNE CVFFN CVFF XVFFN ONWF ONWFN CEHGG CEHGGN SVF SVFN GHGGR GHGGNE CNGGR CNGGNE EHAXN "
        "EHAXNER OÖT OÖTWÄIRY OÖTNE ARTRE ARTERE AVTTRE OYNGGR OYNGGNE FINEGFXNYYR MVTRANER GNGGNER ZBATB "
        "ZBATBYBVQ IÅYQGN IÅYQGÄXG IÅYQGÄXGFZNA CBEE QVYQB FCREZN XÅG XÅGN FYVQN NIFHTAVAT TEHCCFRK OBEQRYY "
        "UNYYVPX RSGREOYVIRA VQVBG"
    ),
}
"""Coarse words, obscenities and slurs that were named for each language before anyone looked at the patterns; of these
those without an everyday meaning, such as that of a bird or a tool."""


@pytest.fixture(scope="module", params=[DEFAULT, *later(one for one in NAMED if one != DEFAULT)])
def name(request: pytest.FixtureRequest) -> str:
    """The name of each list."""
    return str(request.param)


def _hidden(name: str) -> frozenset[Key]:
    """What level 2 and a server for families leave out."""
    language = LANGUAGES[name].language
    lexicon = load_lexicon(name, load_language(language).alphabet)
    return load_coarse(language, lexicon) | load_unwanted(language, lexicon)


def test_X30_patterns_name_words_with_their_endings_and_exceptions() -> None:
    words = ["BAISE", "BAISER", "BAISERA", "BAISSE", "TRAFIC", "TRAFICS"]
    assert matching(["@ER = E ER", "BAIS@ER"], words) == {"BAISE", "BAISER"}
    assert matching(["BAIS*", "- BAISS*"], words) == {"BAISE", "BAISER", "BAISERA"}
    assert matching(["*FIC*"], words) == {"TRAFIC", "TRAFICS"}
    with pytest.raises(BadData, match="CONNE"):
        matching(["BAISE", "CONNE"], words)


def test_X30_the_words_left_out_are_those_of_the_patterns(name: str) -> None:
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


@pytest.mark.parametrize("name", BLIND)
def test_words_named_without_a_look_at_the_patterns_are_left_out(name: str) -> None:
    """At least fifty in each language."""
    named, folder = frozenset(BLIND[name].split()), resource_folder("data") / "vocabulary"
    assert len(named) >= 50
    files = (folder / f"{LANGUAGES[name].language}.{tier}.txt" for tier in TIERS)
    assert named - {line for file in files for line in file.read_text(encoding="utf-8").splitlines()} == set()


def test_X30_each_language_names_as_many_kinds() -> None:
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
        made = [one.word for move in moves for one in score(board, move, puzzle.variant).words]
        assert not [word for word in (*board.words(), *made) if lexicon.key(word) in left_out]
