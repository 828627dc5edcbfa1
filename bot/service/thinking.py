"""The computer players of the engine, made ready when the first of them is to move.

Kernels, word graphs and tables take time and memory, so nothing of them is loaded before a game needs it. Everything
here runs in the thinking threads.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from threading import Lock

from engine import jit
from engine.game.commands import Command
from engine.game.state import Setup
from engine.game.views import SeatView
from engine.words.lexicon import Lexicon


class LazyThinker:
    """Implements `bot.service.ports.Thinker` with the engine's computer players.

    `lexicon` gives that of a game; it is called in a thinking thread and may wait.
    """

    def __init__(self, lexicon: Callable[[Setup], Lexicon]) -> None:
        self._lexicon = lexicon
        self._warming = Lock()

    def __call__(self, view: SeatView, should_stop: Callable[[], bool]) -> Command:
        """The command that the computer in this seat gives."""
        lexicon = self._lexicon(view.table.setup)
        with self._warming:
            warm_kernels()
        from engine.computer.player import choose
        from engine.loading.computers import load_tools

        return choose(view, load_tools(view.table.variant, lexicon), should_stop)


def warm_kernels() -> None:
    """Compile what is not compiled yet, in another process: compiling here would stop the event loop for seconds."""
    if not jit.is_warm():
        subprocess.run([sys.executable, "-m", "engine.jit"], check=False)
