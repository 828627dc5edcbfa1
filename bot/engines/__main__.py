"""Starts an engine process: `python -m bot.engines PARENT`, where the last is the id of the bot's process."""

from __future__ import annotations

import os
import sys

from engine import jit

if __name__ == "__main__":
    # Before any kernel is imported, since that is when it is decided how it runs.
    os.environ[jit.MODE] = jit.ready_mode()
    from bot.engines.child import main

    main(int(sys.argv[1]))
