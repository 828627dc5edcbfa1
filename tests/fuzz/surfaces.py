"""All surfaces that read input from others, each with valid inputs."""

from __future__ import annotations

import functools
import gzip
import io
import json
import lzma
import random
import re
import zlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

import numpy as np
from PIL import Image

from bot.features.analysis.positions import steps_of
from bot.features.chat.text import LONGEST_MESSAGE, carried
from bot.front.components import buttons
from bot.front.components.buttons import Actions, write_form_id, write_id
from bot.front.play.reading import read_typed, without_mention
from bot.front.settings.messages import SET_LIMIT, SET_MINE
from bot.limits import Limit, Per
from bot.service.saving.savefile import take_over
from bot.service.saving.seals import Sealer
from bot.settings import Settings, SettingsError
from bot.text import texts_for
from bot.text.names import clean, display_names, escape, in_code
from bot.wiring import readingjobs as jobs
from bot.wiring.bot import ROOMS
from engine.computer.leaves import LeaveList, all_leaves
from engine.errors import EngineError
from engine.formats import cgp, gamejson, gcg, klv, retold, varianttoml
from engine.formats.cardwords import Source, read_game
from engine.formats.cgp import write as write_cgp
from engine.formats.replay import replay as replay_record
from engine.game import commands as cmd
from engine.game.codec import decode, encode
from engine.game.events import Event
from engine.game.state import LexiconRef, Person, Setup
from engine.loading import parse_word_list, resource_folder
from engine.loading.origins import record_of
from engine.model.board import STANDARD as USUAL
from engine.model.board import Cell, Direction, Orientation, PlacedTile
from engine.model.tiles import Tile
from engine.play.generator.generator import ScoredExchange, ScoredPlay
from engine.play.notation import read_move, read_tiles, read_word
from engine.play.placement import Placement
from engine.review.jsonform import from_json, to_json
from engine.review.records import CHALLENGED, record_moments
from engine.review.values import BetterLeave, Mistake, MoveFigures, PhonyEffect, TurnReview
from engine.review.values import GameStage as TurnPhase
from engine.words.graph import kwg
from engine.words.graph.kwg import build_graph
from tests.engine.formats.test_varianttoml import BONUS, CARDS, CHARSET, TABLE, WORDS
from tests.fuzz.surface import Surface
from tests.support.games import CLASSIC, STANDARD, Table, tiles, variant_of, word_set
from tests.support.malformed import CGPS, GCGS
from tests.support.records import CLUB, OPEN
from tests.support.words import ENGLISH, SPANISH, english, list_of

KEY = bytes(range(32))
TEXTS = texts_for("en")


def text_of(data: bytes) -> str:
    """The text of an input; bytes that are not text become strange letters."""
    return data.decode("utf-8", "surrogateescape")


def shown(data: bytes) -> str:
    """The same text as Discord could send it: without lone surrogates."""
    return data.decode("utf-8", "replace")


def encoded(*texts: str) -> tuple[bytes, ...]:
    """Texts as inputs."""
    return tuple(text.encode() for text in texts)


# --- what people type -------------------------------------------------------------------------------------------------


def _moves(data: bytes) -> None:
    text = shown(data)
    typed = read_typed(without_mention(text))
    readers = (
        lambda: read_move(text, STANDARD, USUAL),
        lambda: read_word(text, STANDARD),
        lambda: read_tiles(text, STANDARD, tiles("AALLS??")),
        lambda: read_move(typed.text if typed else "", STANDARD, USUAL),
    )
    for read in readers:
        with suppress(EngineError):
            read()


def _coordinates(data: bytes) -> None:
    code, _, text = shown(data).partition(" ")
    (Orientation.of_code(code) or USUAL).read(text, (15, 15))


def _chat(data: bytes) -> None:
    text = shown(data)
    name, _, rest = text.partition(" ")
    said = carried(name, rest[:100], text, {1: name}, TEXTS)
    assert "@everyone" not in said
    assert not re.search(r"<@[!&]?\d", said)
    assert len(said) < 8 * LONGEST_MESSAGE + 8 * len(text)
    for one in (name, rest):
        assert clean(clean(one)) == clean(one)
        assert "\n" not in escape(one)
        assert "`" not in in_code(one)
    assert len(set(display_names([name, name]))) == 2


def _custom_ids(data: bytes) -> None:
    found = buttons.read_id(shown(data)[:100], ROOMS.registry)
    if found is None:
        return
    name, payload = found.action.name, found.payload
    assert found.rights
    assert buttons.read_id(write_id(name, payload), ROOMS.registry) == found
    assert not ROOMS.registry[name].form or len(write_form_id(name, payload)) <= 100


# --- files ------------------------------------------------------------------------------------------------------------


def _cgp(data: bytes) -> None:
    text = text_of(data)
    cgp.read_opcodes(text)
    position = cgp.read(text, STANDARD)
    assert cgp.read(write_cgp(position, STANDARD), STANDARD) == position


def _gcg(data: bytes) -> None:
    game = gcg.read(data)
    replay_record(game, STANDARD)
    for moment in record_moments(game, STANDARD, english()):
        assert cgp.write(cgp.position_of(moment.view), STANDARD)
    host, told = Person("7", "Ada"), Setup(STANDARD, CHALLENGED, LexiconRef("any", "0"))
    players = [Person(f"7#{number}", name) for number, name in enumerate(retold.names_of(game), 1)]
    events = retold.finished(game, told, host, players, 0)
    assert tuple(decode(encode(event)) for event in events) == events
    assert steps_of(events, None)


def _review(data: bytes) -> None:
    review = from_json(data)
    assert from_json(to_json(review)) == review


def _reviews() -> tuple[bytes, ...]:
    """A graded turn with a play, an exchange and a pass, and one of which nothing is known."""
    placed = Placement(Cell(7, 7), Direction.DOWN, ((Cell(7, 7), PlacedTile(Tile("", 0), "Z")),))
    moves = (ScoredPlay(placed, 12, 14.5, tiles("EIN?")), ScoredExchange(tiles("QV"), 0, -3.25, tiles("AEI")), None)
    played, *best = (MoveFigures(move, 0, 0.25, -3.5, 1.5, 900) for move in moves)
    bare = TurnReview(9, 3, 40, 41, TurnPhase.ENDGAME, None, None, (), None)
    reason, phony = BetterLeave(tiles("AE"), tiles("UV"), 2.5), PhonyEffect(True, 0.5, 9.5)
    graded = replace(bare, rack=tiles("AEIN?"), played=played, best=tuple(best), mistake=Mistake.SMALL, lost_win=0.5)
    return encoded(to_json(bare), to_json(replace(graded, reason=reason, phony=phony)))


def _gamejson(data: bytes) -> None:
    record_of(gamejson.read(data))


def _variant(data: bytes) -> None:
    for language in (found := varianttoml.read(text_of(data))).languages:
        found.variant(language)


def _cardwords(data: bytes) -> None:
    parts = [*text_of(data).split("\x1e"), "", "", "", "", ""][:5]
    files = [Source(name, text) for name, text in zip(("charset", "cards", "table", "bonus"), parts, strict=False)]
    read_game("mine", "en", (files[0], files[1], files[2], files[3]), [Source("words", parts[4])])


def _words(data: bytes) -> None:
    for alphabet in (ENGLISH, SPANISH):
        with suppress(EngineError):
            parse_word_list(data, alphabet, "words.txt")


def _kwg(data: bytes) -> None:
    try:
        graph = kwg.decode(data, 26)
    except EngineError:
        graph = kwg.decode(data, 60, kwg.KwgLayout.OLDER)
    assert kwg.encode(graph)


def _klv(data: bytes) -> None:
    klv.decode(data, 26)


def _settings(data: bytes) -> None:
    toml, _, environment = text_of(data).partition("\x1e")
    pairs = (line.partition("=") for line in environment.splitlines())
    Settings.from_environment({name: value for name, _, value in pairs}, toml)


# --- what the bot has kept itself -------------------------------------------------------------------------------------


SEALER = Sealer(lambda: KEY)


def _saved(data: bytes) -> None:
    """Seal JSON; anything else is used as the file itself. Then the process and the bot read it."""
    if data[:1] in b"{[":
        data = SEALER.seal(zlib.compress(data))
    take_over(jobs.save(SEALER.open(data), {}))


def _journal(data: bytes) -> None:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, dict):
            decode(one)


def _avatars() -> tuple[bytes, ...]:
    """A small picture in each format."""
    found = []
    for kind in ("PNG", "JPEG", "GIF", "WEBP"):
        stream = io.BytesIO()
        Image.radial_gradient("L").resize((24, 20)).convert("RGB").save(stream, kind)
        found.append(stream.getvalue())
    return tuple(found)


# --- good inputs ------------------------------------------------------------------------------------------------------


@functools.cache
def events() -> tuple[Event, ...]:
    """A finished game with a challenge and a pass."""
    table = Table(CLASSIC, variant_of("AAEEETTRRSZO?NLLIIOO"), words=word_set("STARE")).start("AERSTEZ", "AETRO?N")
    table.play("8D STARE")
    table.play("F7 rAT")
    table.do(cmd.Challenge("ada"))
    table.pass_()
    table.do(cmd.End("999", moderator=True))
    return tuple(table.events)


def _paused() -> bytes:
    table = Table(CLASSIC, words=word_set("STARE")).start("AERSTEZ", "AETRO?N")
    table.play("8D STARE")
    table.do(cmd.Pause("ada", "later"))
    content = {"kind": "game", "installation": "here", "game": "abcdefgh", "events": list(map(encode, table.events))}
    return json.dumps(content).encode()


def _list(events_: Sequence[Event]) -> bytes:
    return json.dumps([encode(event) for event in events_]).encode()


def _shipped(name: str) -> bytes:
    return (resource_folder("data") / "variants" / f"{name}.toml").read_bytes()


@functools.cache
def _graphs() -> tuple[bytes, ...]:
    graph = build_graph(list_of("AB", "ABA", "CAT", "CATS", "TACO", "ZOO"))
    return tuple(kwg.encode(graph, layout) for layout in kwg.KwgLayout)


@functools.cache
def _leaves() -> tuple[bytes, ...]:
    rows = all_leaves(variant_of("AABQ??", rack_size=4))
    return (klv.encode(LeaveList(rows, np.arange(len(rows), dtype=np.float32))),)


def _lists() -> tuple[bytes, ...]:
    plain = "cat\r\nDOGS\nñandu\n[CH]ico\nCHICO\nzoo\n".encode()
    return (b"CAT\nDOG\nTACO\n", plain, lzma.compress(plain), gzip.compress(plain), b"\xef\xbb\xbfCAT\n")


def _packed(luck: random.Random) -> bytes:
    """A compressed word list with a long or strange line; few bytes may be many letters."""
    line = luck.choice(("[", "[[A]", "A", "é", "e\u0301", "CH", "\u0301", "\ue001", "?", " ")) * luck.choice(
        (1, 30, 9999)
    )
    text = "\n".join(["CAT", line, "DOG"] * luck.choice((1, 3))).encode()
    packed = luck.choice((lzma.compress, gzip.compress, bytes))(text)
    return packed[: len(packed) - luck.choice((0, 0, 1, 9))] + luck.choice((b"", b"", b"x", packed))


def _typed(luck: random.Random) -> bytes:
    """Two to four words of the kinds that occur in moves."""
    places = ("8H", "h8", "H15", "15o", "0A", "A0", "999ZZ", "8across", "across", "٨H", "8Ⅷ")
    words = (
        "HELLO",
        "HE(L)Lo",
        "HE..o",
        "?e",
        "[CH]",
        "E(0)",
        "E(99999)",
        "(",
        "[[",
        "é",
        "ﬁ",
        "all",
        "pass",
        "exchange",
    )
    return " ".join(luck.choice(luck.choice((places, words))) for _ in range(luck.randrange(1, 5))).encode()


SETTINGS = (
    'port = 8420\nlog = "info"\nlobby_hours = 24\n\x1eTILEWRIGHT_PORT=1\n',
    (
        'database_url = "sqlite+aiosqlite:////tmp/x.db"\ntoken = "abc"\n'
        "\x1eTILEWRIGHT_DATABASE_URL=postgresql+asyncpg://a:b@[::1]/c\n"
    ),
    'api = "https://a.b/c"\ngateway = "wss://a.b"\ncdn = "http://[::1]:99999"\nsave_key = "0123456789abcdef"\n',
)

SURFACES = (
    Surface(
        "moves",
        _moves,
        lambda: encoded("8H HELLO", "H8 HE(L)Lo", "8h across hello", "exchange all", "E(0)E"),
        share=12,
        make=_typed,
    ),
    Surface(
        "coordinates",
        _coordinates,
        lambda: encoded("letters-digits 8H", "x H8", "digits-digits 8,8", "ab 15O"),
        share=12,
    ),
    Surface(
        "cgp", _cgp, lambda: encoded(f"{OPEN} ABC/DE 10/20 0 lex NWL23; tmr 1/2;", *(text for text, _ in CGPS)), share=6
    ),
    Surface("gcg", _gcg, lambda: (CLUB.encode(), *encoded(*(text for text, _, _ in GCGS if text))), share=6),
    Surface("review", _review, _reviews, share=4),
    Surface("gamejson", _gamejson, lambda: (gamejson.write(events()).encode(),), share=4),
    Surface("journal", _journal, lambda: (_list(events()),), share=6),
    Surface("saves", _saved, lambda: (_paused(), SEALER.seal(zlib.compress(_paused()))), share=4),
    Surface("variant", _variant, lambda: (_shipped("standard"), _shipped("wild"), _shipped("quick")), share=2),
    Surface(
        "cardwords", _cardwords, lambda: (f"{CHARSET}\x1e{CARDS}\x1e{TABLE}\x1e{BONUS}\x1e{WORDS}".encode(),), share=8
    ),
    Surface("avatar", lambda data: jobs.avatar(data, {}), _avatars, share=4),
    Surface("words", _words, _lists, share=6, make=_packed),
    Surface("kwg", _kwg, _graphs, share=8),
    Surface("klv", _klv, _leaves, share=8),
    Surface("settings", _settings, lambda: encoded(*SETTINGS), (SettingsError,), share=6),
    Surface(
        "chat",
        _chat,
        lambda: encoded(
            "Ada come to discord\u200e.gg/abc <@1> @everyone",
            "x **a** `b` [c](d) <:e:1>",
            "🏴\U000e0067\U000e007f é #1. <#2> <@&3>",
        ),
        share=8,
    ),
    Surface(
        "custom_ids",
        _custom_ids,
        lambda: encoded(
            Actions.PLAY.id("abcdefgh", 3),
            Actions.RACK.id("abcdefgh", seat=1),
            SET_LIMIT.id(Limit.GAMES, Per.SERVER),
            SET_MINE.id("text-board", on=True),
            "tw:play:abcdefgh:3~0a1b2c3d",
            "tw:play:abcdefgh:3",
            "tw:play:abcdefgh:1:cfc6621d29a7",
        ),
        share=4,
    ),
)
