"""`tilewright variant`: boards and tile sets."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import engine
from bot.cli import files, inputs
from bot.cli.inputs import texts

if TYPE_CHECKING:
    from engine.formats.varianttoml import VariantFile
    from engine.model.tiles import Alphabet
    from engine.model.variant import Variant

app = typer.Typer(no_args_is_help=True, help="Boards and tile sets: list, show, check, count letters, import.")

_Name = Annotated[
    str, typer.Argument(metavar="VARIANT", help="A name or a TOML file; add :LANGUAGE if it has several.")
]
_Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
_Yes = Annotated[bool, typer.Option("--yes", "-y", help="Replace a file without asking.")]
_Input = Annotated[Path, typer.Argument(dir_okay=False)]


@app.command("list")
def list_all(as_json: _Json = False) -> None:
    """Show the variants that come with the program."""
    from engine.loading import list_variants, load_variant_file

    with inputs.clear_errors():
        known = [load_variant_file(name) for name in list_variants()]
    if as_json:
        inputs.print_json({"variants": [_facts(file.any) | {"languages": _playable(file)} for file in known]})
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(
        texts().pgettext("column", "name"),
        texts().pgettext("column", "board"),
        texts().pgettext("column", "tiles"),
        texts().pgettext("column", "rack"),
        texts().pgettext("column", "seats"),
        texts().pgettext("column", "languages"),
    )
    for file in known:
        one = file.any
        board = "{} x {}".format(*one.layout.size)
        counts = (str(len(one.tile_set)), str(one.rack_size), str(one.max_seats))
        table.add_row(file.name, board, *counts, ", ".join(_playable(file)))
    Console().print(table)


def _playable(file: VariantFile) -> list[str]:
    """The languages for which the variant has tiles and the program has words."""
    from engine.loading import list_lexicons

    spoken = {info.language for info in list_lexicons()}
    return [language for language in file.languages if language in spoken]


def _facts(variant: Variant) -> dict[str, Any]:
    width, height = variant.layout.size
    return {
        "name": variant.name,
        "width": width,
        "height": height,
        "tiles": len(variant.tile_set),
        "rack_size": variant.rack_size,
        "seats": variant.max_seats,
    }


@app.command()
def show(name: _Name, as_json: _Json = False) -> None:
    """Show a variant's board, tiles, and what moves score besides their words."""
    with inputs.clear_errors():
        variant = engine.open_variant(name)
    if as_json:
        inputs.print_json(_facts(variant) | _details(variant))
    else:
        _print(variant)


def _details(variant: Variant) -> dict[str, Any]:
    from engine.formats.varianttoml.writer import start_text

    tiles, layout = variant.tile_set, variant.layout
    kinds = [{"letter": kind.letter, "points": kind.points, "count": tiles.tiles.count(kind)} for kind in tiles.kinds]
    labels = ["#" if square.blocked else square.label for square in layout.squares]
    rows = [labels[first : first + layout.width] for first in range(0, len(labels), layout.width)]
    return {
        "language": variant.language,
        "alphabet": list(variant.alphabet.letters),
        "kinds": kinds,
        "start": start_text(layout.start),
        "rows": rows,
        "bonuses": list(variant.bonuses),
        "exchange_points": list(variant.exchange_points),
        "pass_points": variant.pass_points,
        "colours": dict(variant.colours),
    }


def _print(variant: Variant) -> None:
    from bot.text.boards import empty_board_text
    from bot.text.variants import distribution_text
    from engine.formats.varianttoml.writer import start_text

    shown, start = texts(), start_text(variant.layout.start)
    layout, exchanged = variant.layout, _counts(variant.exchange_points)
    facts = [
        texts().gettext(
            "{name} ({language}): {width} x {height} squares",
            name=variant.name,
            language=variant.language,
            width=layout.width,
            height=layout.height,
        ),
        texts().gettext(
            "{tiles} tiles, racks of {rack}, up to {seats} seats",
            tiles=len(variant.tile_set),
            rack=variant.rack_size,
            seats=variant.max_seats,
        ),
        texts().gettext("first word: through {start}", start=start)
        if start
        else texts().gettext("first word: through any square"),
        texts().gettext("extra points by tiles played: {points}", points=_counts(variant.bonuses)),
        texts().gettext(
            "extra points by tiles exchanged: {points}; for a pass: {pass_points}",
            points=exchanged,
            pass_points=variant.pass_points,
        ),
    ]
    blocks = ["\n".join(facts), empty_board_text(variant, shown), distribution_text(variant)]
    typer.echo("\n\n".join(blocks))


def _counts(points: tuple[int, ...]) -> str:
    return ", ".join(f"{count}: {value:+d}" for count, value in enumerate(points) if value) or texts().pgettext(
        "extra points", "none"
    )


@app.command()
def check(
    files_: Annotated[list[Path], typer.Argument(metavar="FILE", help="TOML files.")], as_json: _Json = False
) -> None:
    """Check variant files and report every fault with its line."""
    from engine.errors import BadFile
    from engine.limits import COMMAND_LINE
    from engine.loading import read_variant_file

    good: list[VariantFile] = []
    bad: list[BadFile] = []
    for path in files_:
        with inputs.clear_errors():
            text = inputs.read_text(path)
            try:
                good.append(read_variant_file(text, path.name, COMMAND_LINE))
            except BadFile as error:
                bad.append(error)
    faults = [fault for error in bad for fault in error.faults]
    if as_json:
        listed = [{"file": one.where, "line": one.line, "reason": one.reason} for one in faults]
        inputs.print_json({"variants": [_facts(one.any) for one in good], "faults": listed})
    else:
        for one in good:
            typer.echo(
                texts().gettext("{name}: good, for {languages}", name=one.name, languages=", ".join(one.languages))
            )
        inputs.tell_faults(faults)
    if bad:
        raise typer.Exit(inputs.BAD_INPUT)


@app.command()
def count(
    text: Annotated[Path, typer.Argument(metavar="TEXT", help="A UTF-8 text; - for standard input.", allow_dash=True)],
    variant: Annotated[str | None, typer.Option("--variant", help="The variant whose letters are counted.")] = None,
    charset: Annotated[Path | None, typer.Option("--charset", help="A cardwords charset file to use instead.")] = None,
    as_json: _Json = False,
) -> None:
    """Count how often each letter occurs in a text, to design a tile set; other characters do not count."""
    from engine.words.textlist import count_letters

    with inputs.clear_errors():
        alphabet = _charset(charset) if charset else engine.open_variant(variant or "standard").alphabet
        counts = count_letters(inputs.read_text(text), alphabet)
    total = sum(counts.values())
    if as_json:
        inputs.print_json({"letters": counts, "total": total})
        return
    for letter, number in counts.items():
        typer.echo(f"{letter}\t{number}\t{texts().percent(number / max(total, 1), 2)}")
    typer.echo(texts().ngettext("{count} letter", "{count} letters", total), err=True)


def _charset(path: Path) -> Alphabet:
    from engine.formats.cardwords import read_charset

    source = inputs.cardwords_file(path)
    alphabet = read_charset(source)
    source.check()
    assert alphabet
    return alphabet


@app.command("import-cardwords")
def import_cardwords(
    charset: _Input,
    cards: _Input,
    table: _Input,
    bonus: _Input,
    dictionaries: Annotated[list[Path] | None, typer.Argument(metavar="DICTIONARY", dir_okay=False)] = None,
    removed: Annotated[
        list[Path] | None, typer.Option("--removed", help="A file of words to leave out of the dictionaries.")
    ] = None,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")] = Path(
        "imported.toml"
    ),
    language: Annotated[str, typer.Option(help="The language of the letters.")] = "en",
    yes: _Yes = False,
) -> None:
    """Make a variant from the text files of cardwords, and a word list beside it if dictionaries are given.

    The files are charset, card set, card table, bonus, dictionaries. Every fault is reported with its file and line.
    """
    from engine.formats import cardwords, varianttoml
    from engine.limits import COMMAND_LINE

    with inputs.clear_errors():
        _check_names(output, language)
        parts = tuple(inputs.cardwords_file(path) for path in (charset, cards, table, bonus))
        words_in = [inputs.cardwords_file(path) for path in dictionaries or ()]
        words_out = [inputs.cardwords_file(path) for path in removed or ()]
        assert len(parts) == 4
        game = cardwords.read_game(output.stem, language, parts, words_in, words_out, COMMAND_LINE)
        written = {output: varianttoml.write(game.file)}
        if game.words is not None:
            alphabet = game.file.any.alphabet
            listed = sorted(game.words, key=lambda word: [alphabet.index(letter) for letter in word])
            written[output.with_suffix(".txt")] = "".join(f"{alphabet.spell(word)}\n" for word in listed)
        for path in written:
            files.ask_to_replace(path, yes)
        for path, text in written.items():
            files.write_file(path, [text.encode()])
    for path in written:
        typer.echo(str(path))


def _check_names(output: Path, language: str) -> None:
    from engine.errors import BadData
    from engine.formats.varianttoml.reader import is_language, is_name
    from engine.sentences import Sentence

    if output.suffix != ".toml" or not is_name(output.stem):
        wrong = Sentence(
            "a variant's name has at most 32 characters, from a-z, 0-9, - and _, and its file's name ends in .toml"
        )
        raise BadData(output.name, wrong)
    if not is_language(language):
        raise BadData("--language", Sentence("{language} is not a code such as en", language=repr(language)))
