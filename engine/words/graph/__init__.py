"""The word graph: a DAWG and a GADDAG in one array of nodes.

`view` reads it without a compiler; `build` and `kwg` need the kernels and are imported where they are needed.
"""

from engine.words.graph.view import WordGraph

__all__ = ["WordGraph"]
