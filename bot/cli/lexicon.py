"""`tilewright lexicon`: word lists and word graphs."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import engine
from bot.cli import files, inputs
from bot.cli.inputs import size_text, texts
from bot.cli.prepare import compiling

if TYPE_CHECKING:
    from engine.model.tiles import Alphabet
    from engine.words.lexicon import Lexicon, WordList

app = typer.Typer(no_args_is_help=True, help="Word lists: show, build, import, export, check and change them.")


class ExportFormat(Enum):
    """The format in which a lexicon is exported."""

    TEXT = "text"
    KWG = "kwg"
    OLDER_KWG = "kwg-older"


_Name = Annotated[
    str, typer.Argument(metavar="LEXICON", help="A name, a word list, a KWG file, or several joined by +.")
]
_Words = Annotated[list[str], typer.Argument(metavar="WORD", help="Words.")]
_File = Annotated[Path, typer.Argument(metavar="FILE", help="A word list, one word per line.")]
_Variant = Annotated[str | None, typer.Option("--variant", help="The variant whose letters spell the words.")]
_Yes = Annotated[bool, typer.Option("--yes", "-y", help="Replace a file without asking.")]
_Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


@app.command("list")
def list_all(as_json: _Json = False) -> None:
    """Show the lexicons that come with the program."""
    from engine.loading import list_lexicons

    with inputs.clear_errors():
        known = list_lexicons()
    if as_json:
        keys = ("name", "title", "language", "words", "source", "licence")
        inputs.print_json({"lexicons": [{key: getattr(info, key) for key in keys} for info in known]})
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(
        texts().pgettext("column", "name"),
        texts().pgettext("column", "language"),
        texts().pgettext("column", "words"),
        texts().pgettext("column", "source"),
        texts().pgettext("column", "licence"),
    )
    for info in known:
        facts = (str(info.own), "") if info.own else (info.source, info.licence)
        table.add_row(info.name, info.title, "" if info.own else texts().number(info.words), *facts)
    Console().print(table)


@app.command()
def build(name: _Name, variant: _Variant = None, as_json: _Json = False) -> None:
    """Build a lexicon's word graph and keep it in the cache, so that everything starts faster."""
    from engine.loading import load_graph

    with inputs.clear_errors(), compiling(texts().gettext("Building the word graph")):
        lexicon = _find(name, variant)
        graph = load_graph(lexicon)
    size = graph.nodes.nbytes
    if as_json:
        facts = {"lexicon": lexicon.name, "id": lexicon.id, "words": graph.size, "nodes": size // 4, "bytes": size}
        inputs.print_json(facts)
    else:
        text = texts().gettext(
            "{lexicon}: {words}, {nodes}, {size}",
            lexicon=lexicon.name,
            words=_counted(graph.size),
            nodes=texts().ngettext("{count} node", "{count} nodes", size // 4),
            size=size_text(size),
        )
        typer.echo(text)


@app.command("import")
def import_words(
    source: Annotated[str, typer.Argument(metavar="SOURCE", help="A word list, a KWG file or a lexicon's name.")],
    target: _File,
    merge: Annotated[bool, typer.Option("--merge", help="Keep the words that FILE has.")] = False,
    variant: _Variant = None,
    yes: _Yes = False,
) -> None:
    """Make a word list from another one or from a word graph; lines that are no words are named and left out."""
    with inputs.clear_errors():
        alphabet = _alphabet(source, variant)
        found = _read(source, alphabet)
        if merge and target.exists():
            found = found.changed(_read(str(target), alphabet), ())
        else:
            files.ask_to_replace(target, yes)
        _write(target, found, alphabet)
    typer.echo(f"{target}: {_counted(len(found))}")


@app.command()
def export(
    name: _Name,
    target: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    form: Annotated[
        ExportFormat | None, typer.Option("--format", help="The format; by default, the one that the file's name says.")
    ] = None,
    variant: _Variant = None,
    yes: _Yes = False,
) -> None:
    """Write a lexicon as a word list or as a word graph in either layout of KWG."""
    from engine.loading import is_graph

    form = form or (ExportFormat.KWG if is_graph(target.name) else ExportFormat.TEXT)
    with inputs.clear_errors():
        lexicon = _find(name, variant)
        files.ask_to_replace(target, yes)
        if form is ExportFormat.TEXT:
            _write(target, lexicon.word_list(), lexicon.alphabet)
        else:
            files.write_file(target, [_kwg(lexicon, form)])
    typer.echo(f"{target}: {_counted(len(lexicon))}")


@app.command()
def check(
    name: _Name,
    asked: Annotated[list[str] | None, typer.Argument(metavar="WORD", help="Words to look up.")] = None,
    variant: _Variant = None,
    as_json: _Json = False,
) -> None:
    """Look words up (exit code 1 if one is missing), or check every line of a word list."""
    with inputs.clear_errors():
        alphabet = _alphabet(name, variant)
        if not asked:
            count = len(_read(name, alphabet))
        else:
            lexicon = _find(name, variant)
            found = {word: lexicon.contains(alphabet.split(word)) for word in asked}
    if not asked:
        inputs.print_json({"lexicon": name, "words": count}) if as_json else typer.echo(f"{name}: {_counted(count)}")
        return
    if as_json:
        inputs.print_json({"words": found})
    else:
        for word, valid in found.items():
            typer.echo(f"{word}: {_answer(valid)}")
    if not all(found.values()):
        raise typer.Exit(1)


def _answer(valid: bool) -> str:
    return texts().pgettext("a word is valid", "yes") if valid else texts().pgettext("a word is valid", "no")


def _counted(count: int) -> str:
    return texts().ngettext("{count} word", "{count} words", count)


@app.command()
def add(target: _File, named: _Words, variant: _Variant = None) -> None:
    """Add words to a word list."""
    _change(target, named, variant, adds=True)


@app.command()
def remove(target: _File, named: _Words, variant: _Variant = None) -> None:
    """Remove words from a word list."""
    _change(target, named, variant, adds=False)


def _change(target: Path, typed: list[str], variant: str | None, *, adds: bool) -> None:
    from engine.loading import choosing, is_graph

    with inputs.clear_errors():
        if choosing.language_of_lexicon(str(target)) or is_graph(target.name):
            inputs.fail(
                texts().gettext(
                    "{file}: only a word list can be changed; `lexicon import` makes one from it", file=target
                )
            )
        alphabet = _alphabet(str(target), variant)
        before = _plain(target, alphabet)
        named = _typed(typed, alphabet)
        after = before.changed(named, ()) if adds else before.changed((), named)
        _write(target, after, alphabet)
    done = abs(len(after) - len(before))
    typer.echo(_changed_text(target, done, len(named) - done, _counted(len(after)), adds=adds))


def _plain(path: Path, alphabet: Alphabet) -> WordList:
    """The words of a list that has nothing else, since it is written again. Raises `BadWord` and `OSError`."""
    from engine.limits import COMMAND_LINE
    from engine.loading.cache import unpack
    from engine.reading import decoded
    from engine.words.textlist import read_words

    data = unpack(inputs.read_bytes(path), path.name, COMMAND_LINE.list_bytes)
    return read_words(decoded(data, path.name), alphabet, path.name, limits=COMMAND_LINE)


def _changed_text(target: Path, done: int, idle: int, words_now: str, *, adds: bool) -> str:
    facts = {"file": target, "done": done, "idle": idle, "words": words_now}
    match adds, idle > 0:
        case True, True:
            return texts().gettext("{file}: added {done}, {idle} were already there; {words}", **facts)
        case True, False:
            return texts().gettext("{file}: added {done}; {words}", **facts)
        case False, True:
            return texts().gettext("{file}: removed {done}, {idle} were not there; {words}", **facts)
        case _:
            return texts().gettext("{file}: removed {done}; {words}", **facts)


def _typed(typed: list[str], alphabet: Alphabet) -> WordList:
    from engine.words.textlist import BadWord, read_words

    try:
        return read_words("\n".join(typed), alphabet)
    except BadWord as error:
        inputs.fail(
            texts().gettext(
                "{word} cannot be a word: {reason}", word=repr(error.word), reason=texts().told(error.reason)
            )
        )


def _alphabet(name: str, variant: str | None) -> Alphabet:
    from engine.loading.choosing import alphabet_for

    return alphabet_for(name, variant)


def _find(name: str, variant: str | None) -> Lexicon:
    return engine.open_lexicon(name, variant, tell=inputs.tell_unfit)


def _read(name: str, alphabet: Alphabet) -> WordList:
    """All words of a list or graph; for one of our lists, words outside another language's alphabet are skipped."""
    from engine.loading import choosing, is_graph, load_word_list

    with files.waiting(texts().gettext("Reading {name}", name=name)):
        if is_graph(name) or choosing.language_of_lexicon(name) or choosing.is_combined(name):
            return choosing.find_words(name, alphabet, inputs.tell_unfit).word_list()
        found = load_word_list(Path(name), alphabet)
    inputs.tell_unfit(found)
    return found.words


def _write(target: Path, listed: WordList, alphabet: Alphabet) -> None:
    from engine.words.textlist import write_words

    lines = write_words(listed, alphabet)
    doing = texts().gettext("Writing {name}", name=target.name)
    files.write_file(target, files.with_progress(lines, len(listed), doing))


def _kwg(lexicon: Lexicon, form: ExportFormat) -> bytes:
    from engine.loading import load_graph
    from engine.words.graph.kwg import KwgLayout, encode

    with compiling(texts().gettext("Building the word graph")):
        return encode(load_graph(lexicon), KwgLayout.NEWER if form is ExportFormat.KWG else KwgLayout.OLDER)
