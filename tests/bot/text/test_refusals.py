"""Every refusal has its own sentence, and faults in variant files are told in every language."""

from __future__ import annotations

import importlib
import itertools
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields, is_dataclass, replace
from datetime import UTC
from typing import Any

import pytest

import bot.model
import engine
from bot import features
from bot.limits import Limit, Per
from bot.model.errors import BotError, FileRefused
from bot.model.games import GamePhase, GameSummary, Place
from bot.model.profiles import Permission
from bot.text import SeatNames, Texts, cast_of, texts_for
from bot.text.refusals import _SUBJECTS, WORDINGS, fault_text, is_expected, public_refusal, refusal
from bot.text.typedtimes import Reckoning
from engine import errors as err
from engine.errors import BadFile, EngineError
from engine.formats import tiletext
from engine.game.state import Setup
from engine.game.views import table_view
from engine.loading import read_variant_file
from engine.model.board import Orientation
from engine.model.durations import Times
from engine.model.rules import PRESETS, Rules
from engine.model.tiles import Tile, Tiles, TileSet
from engine.play import notation
from engine.sentences import Internal, Sentence
from tests.support.games import REF, STANDARD, Table
from tests.support.sentences import said

ENGLISH = texts_for("en")
SAMPLES: dict[str, object] = {
    "text": "8H HELLO", "position": 0, "letter": "E", "points": 3, "where": "a file", "reason": "is empty",
    "on_turn": 1, "meant": 1, "current": 2, "seats": 4, "seat": 1, "level": 9, "rule": "undo", "other": "challenge",
    "value": "x", "allowed": ("on", "off"), "row": 7, "column": 7, "typed": "X", "missing": ("Q",),
    "words": (("Q", "I"),), "pool": 3, "needed": 7, "word": "QI", "game": "abc", "name": "english", "draft": "d1",
    "path": "/srv/x.db", "hints": 3, "known": ("Friday",), "again": 1_700_000_000_000, "most": 20, "over": True,
    "until": 1_700_000_000_000, "left": 3,
    "due": 2, "names": ("Ada",), "given": 3, "waiting": (0, 1), "action": Permission.OPEN, "here": True,
    "players": 2, "limit": Limit.HINTS, "per": Per.PERSON, "wait": 90_000, "seconds": 30, "variant": "tiny",
    "letters": ("Q",), "language": "en", "number": 3, "turns": 2, "channel": 5, "at": 0, "rating": 1500, "low": 1400,
    "high": None, "server": "Harbour", "reckoning": Reckoning(1_700_000_000_000, UTC, texts_for("en").locale),
    "times": Times({"1m": 60_000}, 1_000, 3_600_000),
    "option": "theme", "offered": ("light",), "lexicon": "english", "tiles": "de", "written": "X!", "blanks": 2,
    "faults": (err.Fault("a file", 3, Sentence("is empty")),),
    "games": (GameSummary("abc", Place(1, 2), "Friday", "1", GamePhase.TURN, 1, None, 9, 0, 0, ()),),
}  # fmt: skip


def cast(orientation: Orientation | None = None, rules: Rules | None = None) -> SeatNames:
    """Ada and Bruno at a table."""
    setup = Setup(STANDARD, rules or Rules(), REF, orientation or Orientation())
    return SeatNames(setup, ("**Ada**", "**Bruno**"))


def _walk(package: Any) -> None:
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        importlib.import_module(module.name)


def _below(kind: type[Exception]) -> Iterator[type[Exception]]:
    yield kind
    for child in kind.__subclasses__():
        yield from _below(child)


def _all_classes() -> list[type[Exception]]:
    _walk(engine)
    _walk(bot.model)
    _walk(bot.service)
    features.chosen()
    return sorted({*_below(err.EngineError), *_below(BotError)}, key=lambda kind: kind.__name__)


def _sample(kind: type[Exception]) -> Exception:
    if not is_dataclass(kind):
        return kind()
    needed = [one.name for one in fields(kind) if one.default is MISSING and one.default_factory is MISSING]
    return kind(**{name: SAMPLES[name] for name in needed})


def test_N25_every_refusal_has_a_sentence_of_its_own() -> None:
    """No class falls back to a more general sentence, whichever module defines it; faults in files share one."""
    assert len(_all_classes()) > 50
    worded = {*WORDINGS, *features.wordings()}
    lacking = [kind for kind in _all_classes() if kind not in worded and not issubclass(kind, err.BadData)]
    assert not lacking, "write wordings in bot/text/refusals"


def test_every_refusal_belongs_to_one_subject() -> None:
    """No table of another subject has a sentence for it too."""
    kinds = [kind for subject in _SUBJECTS for kind in subject] + list(features.wordings())
    assert len(kinds) == len(set(kinds)) > 50


def test_every_refusal_can_be_told_with_and_without_a_game() -> None:
    """The text is a whole sentence without open placeholders or local paths."""
    for kind in _all_classes():
        for game in (None, cast()):
            told = refusal(_sample(kind), ENGLISH, game, features.wordings())
            assert told.endswith(".") or kind is FileRefused, kind  # that lists faults
            assert "{" not in told, kind
            assert "/srv" not in told, kind
            assert said("refusals.failure") not in told, kind


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (err.NotInLexicon((("X", "X"),)), said("moves.not_dictionary", 1, words="XX")),
        (err.NotInLexicon((("X", "X"), ("Y",))), said("moves.not_dictionary", 2, words="XX and Y")),
        (err.TilesNotInLine(), said("moves.tiles_not_in_line")),
        (err.NotConnected(), said("moves.tiles_not_connected")),
        (err.GapBetweenTiles(), said("moves.empty_square_between")),
        (err.NoTilesPlayed(), said("moves.plays_no_tiles")),
        (err.PlayTooShort(), said("moves.first_word_needs")),
        (err.StartNotCovered(7, 7), said("moves.first_word_cover", start="the centre square H8")),
        (err.StartNotCovered(2, 3), said("moves.first_word_cover", start="square D3")),
        (err.StartNotCovered(None, 3), said("moves.first_word_cover", start="column D")),
        (err.StartNotCovered(7, None), said("moves.first_word_cover", start="row 8")),
    ],
)
def test_N25_the_classic_errors(error: Exception, told: str) -> None:
    """Each of the six errors in the ledger has its own sentence, and the start square is named."""
    assert refusal(error, ENGLISH, cast()).startswith(told)


def test_K11_coordinates_are_named_as_the_game_names_them() -> None:
    """With columns as digits from the right and rows upwards, the same square has another name."""
    turned = cast(Orientation(digits_for_columns=True, columns_from_right=True, rows_upward=True))
    assert "H8 already has O, not X." in refusal(err.SquareTaken(7, 7, "O", "X"), ENGLISH, cast())
    assert "O15 already has O, not X." in refusal(err.SquareTaken(0, 0, "O", "X"), ENGLISH, turned)
    assert "column 12" in refusal(err.StartNotCovered(None, 3), ENGLISH, turned)
    assert "like H8 WORD" in refusal(err.MalformedMove("x"), ENGLISH, turned)


def test_missing_tiles_show_their_points_only_where_that_tells_them_apart() -> None:
    """`Q(10)` is Q, unless there is also a Q with other points."""
    missing = err.TilesNotOnRack(("?", "Q(10)", "E"))
    told = refusal(missing, ENGLISH, cast())
    assert said("moves.tiles_not_on_rack", 3, tiles="?, Q and E") in told.replace("\\", "")
    kinds = replace(STANDARD, tile_set=TileSet(Tiles.of((Tile("E", 1), Tile("E", 9)) * 9)))
    two = SeatNames(Setup(kinds, Rules(), REF), ("**Ada**", "**Bruno**"))
    told = refusal(err.TilesNotOnRack(("E(9)",)), ENGLISH, two)
    assert said("moves.tiles_not_on_rack", 1, tiles="E(9)") in told.replace("\\", "")
    assert refusal(err.TilesNotOnRack(("K",)), ENGLISH) == said("moves.tiles_not_on_rack", 1, tiles="K")
    for locale in ("de", "es", "fr", "nl", "ru", "sv"):
        told = refusal(err.TilesNotOnRack(("K",)), texts_for(locale))
        assert "K" in told and "/" not in told, "nobody has a rack to look at in a puzzle"


def test_the_player_on_turn_is_named() -> None:
    """A player who must wait is told whom for."""
    assert said("moves.not_your_turn", name="**Bruno**") in refusal(err.NotYourTurn(1), ENGLISH, cast())


def test_what_people_typed_is_disarmed_and_cut() -> None:
    """A refusal repeats no mention, no markdown and no overlong text."""
    told = refusal(err.MalformedMove("<@123> **x** @everyone " + "y" * 500), ENGLISH, cast())
    assert "<@" not in told.replace("\\<", "")
    assert "@everyone" not in told
    assert "**x**" not in told
    assert len(told) < 300


def test_public_refusals_tell_no_reason() -> None:
    """They say only where the reason is."""
    assert public_refusal(ENGLISH) == said("refusals.move_not_possible")


def test_an_exchange_with_too_few_tiles_says_what_is_possible() -> None:
    """The rule decides whether fewer tiles would do."""
    error = err.PoolTooSmall(3, 7)
    assert said("tiles.pool_only_tiles") in refusal(error, ENGLISH, cast())
    assert said("tiles.exchange_needs_tiles", 7, pool=3) in refusal(error, ENGLISH, cast(rules=PRESETS["classic"]))
    assert said("tiles.pool_is_empty") in refusal(err.PoolTooSmall(0, 2), ENGLISH, cast())


def test_long_rows_of_numbers_are_told_by_their_ends() -> None:
    """A list of sixty numbers would not help."""
    values = ("auto", "off", *map(str, range(2, 61)))
    told = refusal(err.RuleValueRefused("scoreless_end", "99", values), ENGLISH)
    assert "or 2–60" in told


def test_faults_of_the_bot_are_told_as_such() -> None:
    """An unforeseen exception has a general sentence and shows none of its own text."""
    assert "secret" not in refusal(ValueError("secret"), ENGLISH)
    assert not is_expected(ValueError())
    assert is_expected(err.NotConnected())
    assert not is_expected(err.BadData("a", Internal("b")))


def test_a_real_game_gives_the_facts() -> None:
    """The facts go from the engine's refusal to the sentence; nothing is made up here."""
    table = Table().start("HELLOXY", "QUAZJVK")
    with pytest.raises(err.StartNotCovered) as caught:
        table.play("1A HELLO")
    told = refusal(caught.value, ENGLISH, cast_of(table_view(table.game)))
    assert told == said("moves.first_word_cover", start="the centre square H8")


DEEP = """name = "Mine!"
rack_size = 99
[layout]
rows = '''
..x
..
'''
[languages.en]
alphabet = "A B A"
tiles = "A9 C1/1"
"""


class Shouting(Texts):
    """A language in which every translated message is in capitals; facts stay as they are."""

    def gettext(self, message: str, /, **facts: object) -> str:
        """The message in capitals, its placeholders kept."""
        parts = message.replace("{{", "\0").replace("}}", "\1").split("{")
        told = [
            parts[0].upper(),
            *(f"{name}}}{rest.upper()}" for name, _, rest in (one.partition("}") for one in parts[1:])),
        ]
        return "{".join(told).replace("\0", "{{").replace("\1", "}}").format_map(facts)


def test_faults_are_told_in_the_language_of_who_sent_the_file() -> None:
    """Everything except quotations is translated; lines stay as they are."""
    english = texts_for("en")
    shouting = Shouting(english.locale, english._catalogue)
    with pytest.raises(BadFile) as bad:
        read_variant_file(DEEP, "mine.toml")
    told = {shouting.told(one.reason) for one in bad.value.faults}
    row = said("formats.row_has_squares", row=2, count=2, width=3)
    assert {"rack_size MUST BE 1 TO 20, NOT 99", row.upper()} <= told
    assert [english.told(one.reason) for one in bad.value.faults] == [one.reason for one in bad.value.faults]
    assert "ROW 2 HAS 2 SQUARES" in refusal(FileRefused("mine.toml", bad.value.faults), shouting)


def test_the_parts_of_a_fault_are_told_too() -> None:
    """A reason within a reason is translated, numbers are written as the language does, the rest stays as it is."""
    english = texts_for("en")
    shouting = Shouting(english.locale, english._catalogue)
    outer = Sentence("is odd: {reason}", reason=Sentence("has {count} legs", count=3))
    assert shouting.told(outer) == "IS ODD: HAS 3 LEGS"
    assert texts_for("de").told(Sentence("has more than {limit} bytes", limit=50_000)) == "hat mehr als 50.000 Bytes"
    assert shouting.told("is odd") == "is odd"


BROKEN = (
    "a",
    "a =",
    "a = 'x",
    "a = [1",
    "[a\nb = 1",
    "a = 1\na = 2",
    "a = 1 2",
    'a = "\\q"',
    "a = x",
    "a = '\x01'",
    "= 1",
    "a = {b = 1\n}",
    "a = 2020-13-01",
)


@pytest.mark.parametrize("text", BROKEN)
def test_text_that_is_not_toml_is_refused_without_the_library_s_english(text: str) -> None:
    """Everything that is said of it comes from the catalogues."""
    with pytest.raises(BadFile) as bad:
        read_variant_file(text, "mine.toml")
    reason = bad.value.faults[0].reason.facts["reason"]
    assert isinstance(reason, Sentence)
    assert texts_for("de").told(reason) != reason


ODD = (
    *("?", "??", "CAT?", "?CAT", "C?T", "[", "[C", "[]", "[CAT]", "]", "(", "C(", "(C", ")", "()", ".", "CAT.", "!"),
    *("CAT!", "\u0301", "CA\u0301T", "\u200d", "🙂", "CAT🙂", "ß", "ǅ", "(0)", "C(0)", "C(99)", "7", "CAT 7", "–"),
    *("''", "`CAT", "\x00", "CAT\n?", "?(0)", "? ?", "8H", "8H ?", "H8", "99Z", "0A"),
)


@pytest.mark.parametrize("odd", ODD)
def test_whatever_is_typed_where_a_move_or_a_word_goes_is_refused_in_words(odd: str) -> None:
    """Never by a bug in the refusal, and never as a fault of the bot: all places where one types read by these."""
    rack, alphabet = Tiles.of((Tile("C", 3), Tile("A", 1), Tile("T", 1))), STANDARD.alphabet
    readers: tuple[Callable[[str], object], ...] = (
        lambda text: notation.read_move(text, STANDARD, Orientation()),
        lambda text: notation.read_move(f"8H {text}", STANDARD, Orientation()),
        lambda text: notation.read_word(text, STANDARD),
        lambda text: notation.list_tiles(text, STANDARD, rack),
        lambda text: tiletext.read_word(text, STANDARD),
        lambda text: tiletext.read_rack(text, STANDARD),
        alphabet.split,
        alphabet.read,
    )
    for read in readers:
        try:
            read(odd)
        except EngineError as error:
            refused = error
        else:
            continue
        for texts, names in itertools.product((ENGLISH, texts_for("de")), (None, cast())):
            assert refusal(refused, texts, names) not in ("", fault_text(texts)), (odd, refused)


@pytest.mark.parametrize("typed", ["CAT?", "C??T", "CA??"])
def test_a_question_mark_without_its_letter_says_how_a_blank_is_typed(typed: str) -> None:
    with pytest.raises(err.UnknownLetter) as refused:
        notation.read_word(typed, STANDARD)
    assert said("moves.blank_without_letter") in refusal(refused.value, ENGLISH, cast())
