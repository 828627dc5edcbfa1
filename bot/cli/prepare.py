"""`tilewright prepare`: everything that a new machine needs, made ahead."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from bot.cli import files, inputs
from bot.cli.wording import texts


def command() -> None:
    """Compile the engine and build the word graphs now, so that nothing waits for them later."""
    from engine import jit

    folder = jit.cache_folder()
    if folder is None:
        inputs.fail(texts().gettext("the cache folder cannot be written to; set XDG_CACHE_HOME to one that can"))
    compile_engine()
    with inputs.clear_errors():
        _build_graphs()
    typer.echo(texts().gettext("Everything is ready in {folder}", folder=folder.parent.parent))


def compile_engine() -> None:
    """Compile every kernel that is not yet compiled, with a progress bar on a terminal."""
    from engine import jit

    if jit.is_warm():
        return
    from concurrent.futures.process import BrokenProcessPool

    from rich.console import Console
    from rich.progress import Progress

    from bot.service.compiling import compile_all

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(texts().gettext("Compiling the engine, once on this machine"), total=None)
        try:
            compile_all(lambda done, total: bar.update(task, completed=done, total=total), nice=0)
        except BrokenProcessPool:
            inputs.fail(texts().gettext("a process that compiled the engine was ended, perhaps because memory ran out"))


@contextmanager
def compiling(text: str) -> Iterator[None]:
    """Tells the user on a terminal what the command is waiting for, and whether that may be the compiler."""
    from engine import jit

    if sys.stderr.isatty() and not jit.is_warm():
        text = texts().gettext("{task}, for which the engine is compiled once on this machine", task=text)
    with files.waiting(text):
        yield


def _build_graphs() -> None:
    from engine.loading import list_lexicons, load_graph, load_lexicon

    for info in list_lexicons():
        with files.waiting(texts().gettext("Building the word graph of {name}", name=info.name)):
            variant = inputs.find_variant(None, info.language)
            load_graph(load_lexicon(info.name, variant.alphabet))
