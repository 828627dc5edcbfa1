"""The word graph: a DAWG and a GADDAG in one array of nodes.

`view` reads it without compiled code; `build` and `kwg` need the kernels, so import them only where needed.
"""

from engine.words.graph.view import WordGraph

__all__ = ["WordGraph"]
