"""`python -m tests.tools.wordlists LIST`: rebuilds a word list from its source, for maintainers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.errors import BadData, EngineError
from engine.loading import LexiconInfo, LexiconMissing, list_lexicons, load_language, resource_folder
from engine.sentences import Internal
from tests.tools.wordlists import coarse as kinds
from tests.tools.wordlists import commonness, recipes
from tests.tools.wordlists import definitions as meanings
from tests.tools.wordlists import english as english_list
from tests.tools.wordlists.common import ListFacts, write_list
from tests.tools.wordlists.recipes import Recipe

app = typer.Typer(add_completion=False, help="Makes the project's word lists from their free sources.")


@app.callback()
def main() -> None:
    """Make the project's word lists from their free sources."""


@app.command()
def english(
    source: Annotated[Path, typer.Option(help="SCOWL's lists")] = Path("/usr/share/dict/scowl"),
    notice: Annotated[Path, typer.Option(help="SCOWL's notice")] = Path("/usr/share/doc/scowl/copyright"),
    out: Annotated[Path | None, typer.Option(help="folder to write to")] = None,
) -> None:
    """Make english.txt.xz from SCOWL."""
    try:
        count = english_list.build(source, notice, out or resource_folder("data") / "lexicons")
    except (EngineError, OSError) as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(2) from None
    typer.echo(f"english: {count} words")


def _make(recipe: Recipe) -> None:
    @app.command(name=recipe.name, help=f"Makes {recipe.name}.txt.xz from {recipe.source}.")
    def make(
        source: Annotated[Path, typer.Option(help="the source's words")] = recipe.path,
        out: Annotated[Path | None, typer.Option(help="folder to write to")] = None,
    ) -> None:
        try:
            count = recipes.build(recipe, source, out or recipes.lexicon_folder())
        except (EngineError, OSError) as error:
            typer.echo(f"error: {error}", err=True)
            raise typer.Exit(2) from None
        typer.echo(f"{recipe.name}: {count} words")


for _recipe in recipes.RECIPES:
    _make(_recipe)


@app.command()
def pack(
    name: Annotated[str, typer.Argument(help="the list's name, such as italian")],
    words: Annotated[Path, typer.Argument(help="its words, one a line; names have a capital letter and are left out")],
    language: Annotated[str, typer.Option(help="the file in data/languages, such as it")],
    title: Annotated[str, typer.Option(help="the language's own name, such as Italiano")],
    source: Annotated[str, typer.Option(help="where the words come from")],
    licence: Annotated[str, typer.Option(help="such as: MPL 2.0 (see the notice)")],
    notice: Annotated[Path, typer.Option(help="the text that the licence asks for")],
    out: Annotated[Path | None, typer.Option(help="folder to write to")] = None,
) -> None:
    """Make a list with its description from any plain list, without corrections."""
    try:
        alphabet = load_language(language).alphabet
        facts = ListFacts(name, title, language, alphabet.letters, source, licence, version=1)
        found = recipes.spelt(words.read_text(encoding="utf-8").splitlines(), alphabet)
        folder = out or recipes.lexicon_folder()
        count = write_list(folder, facts, map(alphabet.spell, found), notice.read_text(encoding="utf-8"))
    except (EngineError, OSError, UnicodeDecodeError) as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(2) from None
    typer.echo(f"{name}: {count} words")


@app.command()
def vocabulary(
    language: Annotated[str, typer.Argument(help="the list to order")] = "english",
    scowl: Annotated[Path, typer.Option(help="SCOWL's lists")] = Path("/usr/share/dict/scowl"),
    out: Annotated[Path | None, typer.Option(help="folder to write to")] = None,
) -> None:
    """Make the order of a list by commonness from wordfreq."""
    try:
        count = commonness.build(_lexicon(language), scowl, out or resource_folder("data") / "vocabulary")
    except (EngineError, OSError) as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(2) from None
    typer.echo(f"{language}: {count} words in order")


@app.command()
def coarse(
    language: Annotated[str, typer.Argument(help="the list whose coarse words are meant")] = "english",
    show: Annotated[bool, typer.Option(help="print the patterns instead, in plain letters")] = False,
    out: Annotated[Path | None, typer.Option(help="folder to write to")] = None,
) -> None:
    """Make the files of words that computer players leave out, from the patterns of their kinds."""
    if show:
        typer.echo("\n".join(line for tier in kinds.TIERS for line in kinds.patterns(language, tier)))
        return
    try:
        counts = kinds.build(_lexicon(language), out or resource_folder("data") / "vocabulary")
    except (EngineError, OSError) as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(2) from None
    typer.echo(f"{language}: {', '.join(f'{count} {tier}' for tier, count in counts.items())}")


@app.command()
def definitions(
    language: Annotated[str, typer.Argument(help="the list to explain")] = "english",
    wordnet: Annotated[Path, typer.Option(help="WordNet's files")] = Path("/usr/share/wordnet"),
    notice: Annotated[Path, typer.Option(help="WordNet's notice")] = Path("/usr/share/doc/wordnet-base/copyright"),
    out: Annotated[Path | None, typer.Option(help="folder to write to")] = None,
) -> None:
    """Make the definitions of a list from WordNet."""
    try:
        if _lexicon(language).language != "en":
            raise BadData(language, Internal("has no free definitions; WordNet explains English"))
        count = meanings.build(wordnet, notice, out or resource_folder("data") / "definitions")
    except (EngineError, OSError) as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(2) from None
    typer.echo(f"{language}: {count} words explained")


def _lexicon(name: str) -> LexiconInfo:
    known = {info.name: info for info in list_lexicons()}
    if name not in known:
        raise LexiconMissing(name, Internal("is no lexicon of the project"), available=tuple(known))
    return known[name]


if __name__ == "__main__":
    app()
