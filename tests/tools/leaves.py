"""`python -m tests.tools.leaves`: learns by self-play what the tiles kept on a rack are worth."""

from __future__ import annotations

import io
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli import files, inputs
from bot.cli.prepare import compile_engine

if TYPE_CHECKING:
    from engine.computer.training import Trainer

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

STEP = 100
"""Games between checks of the clock."""

SAVE_EVERY = 60
"""Seconds between saves of the state."""


@app.command()
def train(
    variant: Annotated[
        str | None, typer.Option(help="A variant's name or file; add :LANGUAGE to choose its language.")
    ] = None,
    lexicon: Annotated[str | None, typer.Option(help="A lexicon's name, or a file of words.")] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="The KLV2 file to write.")] = None,
    state: Annotated[Path | None, typer.Option(help="Where unfinished work is kept.")] = None,
    plan: Annotated[str, typer.Option(help="Games of each generation.")] = "",
    seed: Annotated[int, typer.Option(help="Another seed gives other games.")] = 1,
    minutes: Annotated[float, typer.Option(min=0, help="Stop after this many minutes; 0 runs to the end.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Learn leave values by self-play; a second run continues where the first stopped."""
    from engine.api.opening import open_resources
    from engine.computer.training import Trainer
    from engine.loading.computers import leaves_file

    with inputs.clear_errors():
        resources = open_resources(variant, lexicon, tell=inputs.tell_unfit)
        meant = resources.variant
        compile_engine()
        with files.waiting("Preparing the move generator"):
            generator = resources.generator
        trainer = Trainer.begin(generator, seed, _read_plan(plan))
        target = out or leaves_file(meant)
        saved = state or _default_state(meant.name, meant.language, seed, trainer.plan)
        _restore(trainer, saved)
        _work(trainer, saved, minutes * 60)
        if trainer.is_done:
            _write(trainer, target)
    _report(trainer, target, as_json)


def _read_plan(text: str) -> tuple[int, ...]:
    from engine.computer.training import PLAN
    from engine.errors import BadData
    from engine.sentences import Sentence

    if not text:
        return PLAN
    try:
        plan = tuple(int(part) for part in text.split(","))
    except ValueError:
        plan = ()
    if not plan or min(plan) < 1:
        raise BadData("--plan", Sentence("is not a list of numbers such as 2000,6000"))
    return plan


def _default_state(variant: str, language: str, seed: int, plan: tuple[int, ...]) -> Path:
    import platformdirs

    games = "-".join(map(str, plan))
    return platformdirs.user_cache_path("tilewright") / "training" / f"{variant}-{language}-{seed}-{games}.npz"


def _restore(trainer: Trainer, path: Path) -> None:
    import numpy as np

    from engine.errors import BadData
    from engine.sentences import Sentence

    if not path.exists():
        return
    try:
        with np.load(path, allow_pickle=False) as arrays:
            trainer.restore(dict(arrays))
    except (ValueError, KeyError, EOFError):
        raise BadData(path.name, Sentence("has no state to continue from")) from None


def _save(trainer: Trainer, path: Path) -> None:
    import numpy as np

    path.parent.mkdir(parents=True, exist_ok=True)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **trainer.state())
    files.write_file(path, [buffer.getvalue()])


def _work(trainer: Trainer, saved: Path, seconds: float) -> None:
    from rich.console import Console
    from rich.progress import Progress

    start = last = monotonic()
    with Progress(console=Console(stderr=True)) as bar:
        tasks = {
            number: bar.add_task(f"Generation {number}", total=games) for number, games in enumerate(trainer.plan, 1)
        }
        while not trainer.is_done and (not seconds or monotonic() - start < seconds):
            generation = trainer.progress.generation
            trainer.play(STEP)
            now = trainer.progress
            done = now.games if now.generation == generation else trainer.plan[generation - 1]
            bar.update(tasks[generation], completed=done)
            if monotonic() - last > SAVE_EVERY:
                _save(trainer, saved)
                last = monotonic()
    _save(trainer, saved)


def _write(trainer: Trainer, target: Path) -> None:
    from engine.formats import klv

    target.parent.mkdir(parents=True, exist_ok=True)
    files.write_file(target, [klv.encode(trainer.leaves)])


def _report(trainer: Trainer, target: Path, as_json: bool) -> None:
    now = trainer.progress
    answer = {
        "done": trainer.is_done,
        "generation": min(now.generation, now.generations),
        "generations": now.generations,
        "games": now.games,
        "mean_score": round(now.mean_score, 1),
        "file": str(target) if trainer.is_done else None,
    }
    if as_json:
        inputs.print_json(answer)
    elif trainer.is_done:
        typer.echo(f"{target}: {len(trainer.rows)} leaves")
    else:
        typer.echo(f"generation {now.generation} of {now.generations}: {now.games} of {now.planned} games")


if __name__ == "__main__":
    app()
