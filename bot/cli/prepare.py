"""`tilewright prepare`: everything that a new machine needs, made ahead."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

import engine
from bot.cli import files, inputs
from bot.cli.inputs import texts

if TYPE_CHECKING:
    from engine.api.resources import Resources
    from engine.computer.tools import ComputerTools
    from engine.loading.lexicons import LexiconInfo


def command(
    languages: Annotated[
        list[str] | None,
        typer.Option("--language", help="Only the words of this language, such as de; can be repeated."),
    ] = None,
) -> None:
    """Compile the engine and build the word graphs now, so that nothing waits for them later."""
    from engine import jit

    with inputs.clear_errors():
        lexicons = _lexicons(languages or ())
    folder = jit.cache_folder()
    if folder is None:
        inputs.fail(texts().gettext("the cache folder cannot be written to; set XDG_CACHE_HOME to one that can"))
    if not jit.is_tuned():
        _compile_all()
    with inputs.clear_errors():
        _build_graphs(lexicons)
    typer.echo(texts().gettext("Everything is ready in {folder}", folder=folder.parent.parent))


def compile_engine() -> None:
    """Compile every kernel, unless all can be called already, with a progress bar on a terminal."""
    from engine import jit

    if jit.ready_mode() == jit.PORTABLE:
        os.environ[jit.MODE] = jit.PORTABLE
    elif not jit.is_tuned():
        _compile_all()


def _compile_all() -> None:
    from concurrent.futures.process import BrokenProcessPool

    from rich.console import Console
    from rich.progress import Progress

    from bot.engines.compiler import compile_all

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(texts().gettext("Compiling the engine, once on this machine"), total=None)
        try:
            compile_all(lambda done, total: bar.update(task, completed=done, total=total), nice=0)
        except BrokenProcessPool:
            inputs.fail(
                texts().gettext(
                    "a process that was compiling the engine was killed, perhaps because memory "
                    "ran out; free some and run the command again"
                )
            )


def load_computers(resources: Resources) -> ComputerTools:
    """What computer players need, with the engine compiled first. Raises `BadData`."""
    compile_engine()
    with files.waiting(texts().gettext("Preparing the computer players")):
        return resources.computers


@contextmanager
def compiling(text: str) -> Iterator[None]:
    """Tells the user on a terminal what the command is waiting for, and whether that may be the compiler."""
    from engine import jit

    if sys.stderr.isatty() and not jit.is_tuned():
        text = texts().gettext("{task} (first, the engine is compiled, once on this machine)", task=text)
    with files.waiting(text):
        yield


def _lexicons(languages: Sequence[str]) -> tuple[LexiconInfo, ...]:
    """The project's lexicons of these languages, or of all. An unknown language ends the command."""
    from engine.loading import list_lexicons

    known = list_lexicons()
    if unknown := sorted(set(languages) - {info.language for info in known}):
        names = ", ".join(sorted({info.language for info in known}))
        inputs.fail(
            texts().gettext("{language} has no lexicon here; choose from {names}", language=unknown[0], names=names)
        )
    return tuple(info for info in known if not languages or info.language in languages)


def _build_graphs(lexicons: Sequence[LexiconInfo]) -> None:
    from engine.loading import load_graph
    from engine.loading.computers import load_everyday, load_vocabulary

    for info in lexicons:
        with files.waiting(texts().gettext("Building the word graph of {name}", name=info.name)):
            lexicon = engine.open_lexicon(info.name)
            load_graph(lexicon)
            load_everyday(info.language, lexicon, load_vocabulary(info.language, lexicon))
