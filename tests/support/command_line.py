"""The command line within the process of a test."""

from __future__ import annotations

import sys
from pathlib import Path

from typer.main import get_command
from typer.testing import CliRunner, Result

from bot.cli import build


class CommandLine:
    """Calls `tilewright`, whose subcommands are made once; typer's own runner makes them again for each call."""

    def __init__(self) -> None:
        self._runner, self._command = CliRunner(), get_command(build())

    def __call__(self, *arguments: str | Path, stdin: str | bytes = "") -> Result:
        """What a call prints, and its exit code. Raises whatever the command does not catch."""
        code, words = 0, [str(one) for one in arguments]
        with self._runner.isolation(input=stdin) as streams:
            try:
                self._command.main(words, prog_name=self._runner.get_default_prog_name(self._command))
            except SystemExit as end:
                code = end.code if isinstance(end.code, int) else 1
            sys.stdout.flush()
            sys.stderr.flush()
            return Result(self._runner, *(one.getvalue() for one in streams), None, code, None)
