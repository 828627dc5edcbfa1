"""Runs commands in one process, in the language of a folder of catalogues, and prints what each of them said.

Arguments: the language, the folder (empty for the project's own), and a list of lists of arguments as JSON.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any

from bot.cli import in_english
from bot.cli.usage import translate_help
from bot.cli.wording import speak


def run(command: Any, arguments: list[str]) -> tuple[int, str]:
    """The exit code of a call, and all that it printed."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            command.main(arguments, prog_name="tilewright")
        except SystemExit as end:
            return int(end.code or 0), said.getvalue()
    return 0, said.getvalue()


if __name__ == "__main__":
    language, folder, calls = sys.argv[1:]
    speak(language, Path(folder) if folder else None)
    spoken = translate_help(in_english())
    print(json.dumps([run(spoken, call) for call in json.loads(calls)]))
