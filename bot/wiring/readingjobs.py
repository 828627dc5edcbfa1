"""The reading jobs, which turn uploaded bytes into plain data. Only the reading process imports this module."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import lru_cache
from typing import Any

from bot.engines.reading.reports import Output, ReadingJob
from bot.model import theme as themefile
from bot.model.words import Edit, PackedWords, alphabet_of, pack_text
from bot.service.saving import recordfile, savefile
from bot.service.words import lexicons
from engine.errors import BadFile, Fault
from engine.formats import gamejson, gcg
from engine.game.codec import encode_variant
from engine.limits import CHAT
from engine.loading import load_lexicon, origins, parse_word_list, read_variant_file
from engine.model.tiles import Alphabet
from engine.sentences import Sentence
from engine.words.lexicon import Lexicon, union
from engine.words.textlist import BadWord, write_words

Options = Mapping[str, Any]


def word_list(data: bytes, options: Options) -> Output:
    """The words of an uploaded list, packed, their number, and the lines that do not fit. Raises as `find_words`."""
    alphabet = alphabet_of(options)
    limits = replace(CHAT, words=options["most"])
    found = parse_word_list(data, alphabet, options["where"], limits)
    first = [[one.line, one.word if isinstance(one, BadWord) else ""] for one in found.faults]
    text = "".join(write_words(found.words, alphabet)).rstrip("\n")
    return Output({"count": len(found.words), "unfit": found.unfit, "first": first}, pack_text(text))


def edit(data: bytes, options: Options) -> Output:
    """Change to a lexicon after an edit, both packed. Raises `TooManyWords`."""
    added, removed, more, fewer = lexicons.split(data, options["lengths"])
    wanted = Edit(more, fewer, options["marks"], options["most"])
    after = PackedWords.of(wanted.apply(PackedWords(added, removed, options["whole"]).unpack()))
    return Output({"lengths": [len(after.added), len(after.removed)]}, after.added + after.removed)


def lexicon(data: bytes, options: Options) -> Output:
    """The project's own lexicons, combined if there are several, with changes."""
    base = _union(options["name"], tuple(options["bases"]), alphabet_of(options))
    return lexicons.hand_over(lexicons.combine(base, _changes(data, options)), base)


def unite(data: bytes, options: Options) -> Output:
    """The changes that turn the union of the parts' bases into the union of the parts, packed."""
    alphabet = alphabet_of(options)
    bases = [_base(name, alphabet) for name in options["names"]]
    parts = [lexicons.ListPart(*pair) for pair in zip(bases, _changes(data, options), strict=True)]
    after = lexicons.united(parts)
    return Output({"lengths": [len(after.added), len(after.removed)]}, after.added + after.removed)


def _changes(data: bytes, options: Options) -> list[PackedWords]:
    lengths = [length for pair in options["lengths"] for length in pair]
    pieces = lexicons.split(data, lengths)
    return [PackedWords(*three) for three in zip(pieces[::2], pieces[1::2], options["wholes"], strict=True)]


@lru_cache(maxsize=2)
def _base(name: str, alphabet: Alphabet) -> Lexicon:
    return load_lexicon(name, alphabet)


def _union(name: str, bases: tuple[str, ...], alphabet: Alphabet) -> Lexicon:
    return union(name, [_base(one, alphabet) for one in bases])


def variant(data: bytes, options: Options) -> Output:
    """A variant's text, read and checked. Raises `BadFile` and `TooLarge`."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadFile.of([Fault(options["where"], 0, Sentence("is not UTF-8 text"))]) from error
    file = read_variant_file(text, options["where"])
    tongues = {language: encode_variant(one) for language, one in file.variants.items()}
    return Output({"name": file.name, "about": file.about}, json.dumps(tongues).encode())


def theme(data: bytes, options: Options) -> Output:
    """A theme's text, read and checked: its name. Raises `BadFile` and `TooLarge`."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadFile.of([Fault(options["where"], 0, Sentence("is not UTF-8 text"))]) from error
    return Output({"name": themefile.read(text, options["where"]).name}, b"")


def save(data: bytes, _: Options) -> Output:
    """A saved game's opened content, read, replayed, and written again. Raises `SaveDamaged`."""
    return savefile.hand_over(savefile.read_content(data))


def record(data: bytes, _: Options) -> Output:
    """What a record was played with, and the variant that it brings; nothing of either for a game of our own as JSON.

    Raises `BadData` and `TooLarge`.
    """
    if gamejson.is_game(data):
        return Output({"own": True}, b"")
    found = gcg.read(data, CHAT)
    origin = found.origin
    variant = json.dumps(encode_variant(origins.variant_of(origin))).encode() if origin.variant else b""
    return Output({"own": False, "origin": asdict(replace(origin, variant=""))}, variant)


def game(data: bytes, options: Options) -> Output:
    """A record told again as events, one a line (`recordfile.told`). Raises `BadData` and `TooLarge`."""
    return recordfile.hand_over(recordfile.told(data, options), recordfile.differing(data, options))


def avatar(data: bytes, _: Options) -> Output:
    """The pixels of an avatar (`bot.render.Portrait`). Raises `BadData`."""
    from bot.render.portraits import read_avatar

    return Output({}, read_avatar(data))


JOBS: Mapping[str, ReadingJob] = {
    "word_list": word_list,
    "edit": edit,
    "lexicon": lexicon,
    "unite": unite,
    "variant": variant,
    "theme": theme,
    "save": save,
    "record": record,
    "game": game,
    "avatar": avatar,
}
"""The jobs by name."""
