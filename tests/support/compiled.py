"""Compiles the program before several workers of pytest start: each would otherwise compile most of it by itself."""

from __future__ import annotations

import compileall
import subprocess
import sys

import pytest

from engine import jit

COMPILE = "from bot.engines.compiler import compile_all; compile_all(nice=0)"


def compile_ahead(config: pytest.Config) -> None:
    """Do that in the process that starts them. A single process compiles what its tests need."""
    for folder in ("bot", "engine"):
        compileall.compile_dir(config.rootpath / folder, quiet=2)
    if not jit.is_tuned():
        if reporter := config.pluginmanager.get_plugin("terminalreporter"):
            reporter.write_line("compiling the engine for this Python, which takes a minute or two")
        subprocess.run([sys.executable, "-c", COMPILE], cwd=config.rootpath, check=False)
