"""The jobs that find moves and hints as plain Python, until the kernels are compiled.

Only the process of `PlainPlayer` imports this module, with the compiler switched off.
"""

from __future__ import annotations

import pickle
from collections.abc import Mapping, Sequence
from typing import Any

from bot.service.sandbox.values import Job, Output
from engine.computer.candidates import Candidate
from engine.computer.hints import hint as find_hint
from engine.computer.player import choose as choose_move
from engine.computer.tools import Tools
from engine.game.state import HintKind
from engine.game.views import SeatView
from engine.loading.sparse import load_sparse_tools
from engine.model.levels import Part

Options = Mapping[str, Any]


def choose(data: bytes, options: Options) -> Output:
    """The command of a seat's computer player, without looking ahead, and the candidates that it reports."""
    view, tools = _read(data, options)
    told: list[Sequence[Candidate]] = []
    command = choose_move(view, tools, report=told.append, without=frozenset(Part))
    return Output(data=pickle.dumps((command, told)))


def hint(data: bytes, options: Options) -> Output:
    """A hint for a seat."""
    view, tools = _read(data, options)
    return Output(data=pickle.dumps(find_hint(view, tools, HintKind(options["kind"]), options["number"])))


def _read(data: bytes, options: Options) -> tuple[SeatView, Tools]:
    """The seat, and the tools for its position; without coarse words in a server for families."""
    view, lexicon = pickle.loads(data)  # noqa: S301 - the bot made it
    tools = load_sparse_tools(view, lexicon)
    return view, tools.mild() if options["family"] else tools


JOBS: Mapping[str, Job] = {"choose": choose, "hint": hint}
"""The jobs by name."""
