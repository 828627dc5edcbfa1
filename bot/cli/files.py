"""Long tasks and the files they write: progress on a terminal, and never half a file."""

from __future__ import annotations

import lzma
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import typer

from bot.cli import inputs
from bot.cli.inputs import texts


@contextmanager
def waiting(text: str) -> Iterator[None]:
    """Tells the user on a terminal what the command is waiting for."""
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
        yield
        return
    with console.status(text):
        yield


def with_progress(blocks: Iterable[str], total: int, text: str) -> Iterator[bytes]:
    """Blocks of lines as bytes, with a progress bar on a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(text, total=total)
        for block in blocks:
            yield block.encode()
            progress.advance(task, block.count("\n"))


def write_file(path: Path, chunks: Iterable[bytes]) -> None:
    """Write a file completely or not at all, compressed if its name ends in .xz. Raises `OSError`."""
    path = path.resolve()
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("wb") as file:
            packer = lzma.LZMACompressor() if path.suffix == ".xz" else None
            for chunk in chunks:
                file.write(packer.compress(chunk) if packer else chunk)
            file.write(packer.flush() if packer else b"")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def ask_to_replace(path: Path, yes: bool) -> None:
    """End the command unless the file is new or may be replaced; ask only if someone can answer."""
    if yes or not path.exists():
        return
    if not (sys.stdin.isatty() and typer.confirm(texts().gettext("Replace {file}?", file=path), err=True)):
        inputs.fail(texts().gettext("{file}: exists and was left as it is; --yes replaces it", file=path))
