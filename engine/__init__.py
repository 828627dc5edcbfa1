"""The game itself: boards, words, scores, rules, computer players, formats. It reads no clock but to limit thinking.

`import engine` is the way in for programs: `open_position`, `open_game`, `open_lexicon`, `open_variant`, `new_game` and
`play_games`, and the values that they hand out. Each is loaded when it is first used; `engine/README.md` has recipes.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.analysis.positions import Move
    from engine.api.game import Game
    from engine.api.opening import new_game, open_game, open_lexicon, open_position, open_variant, play_games
    from engine.api.position import Position, Ranking
    from engine.api.review import JudgedTurn, Review
    from engine.computer.selfplay import SelfPlayResult
    from engine.computer.tools import Candidate
    from engine.errors import BadData, EngineError, MalformedText, RuleViolation
    from engine.loading.bundled import list_languages, list_variants
    from engine.loading.lexicons import list_lexicons
    from engine.model.board import Board, Cell, Direction
    from engine.model.tiles import Tile, Tiles
    from engine.model.variant import Variant
    from engine.play.generator.generator import Plays, ScoredExchange, ScoredPlay
    from engine.play.placement import Placement
    from engine.review.values import Mistake
    from engine.words.lexicon import Lexicon, WordHooks

__all__ = [
    "BadData",
    "Board",
    "Candidate",
    "Cell",
    "Direction",
    "EngineError",
    "Game",
    "JudgedTurn",
    "Lexicon",
    "MalformedText",
    "Mistake",
    "Move",
    "Placement",
    "Plays",
    "Position",
    "Ranking",
    "Review",
    "RuleViolation",
    "ScoredExchange",
    "ScoredPlay",
    "SelfPlayResult",
    "Tile",
    "Tiles",
    "Variant",
    "WordHooks",
    "list_languages",
    "list_lexicons",
    "list_variants",
    "new_game",
    "open_game",
    "open_lexicon",
    "open_position",
    "open_variant",
    "play_games",
]

_NAMES = {
    "analysis.positions": ("Move",),
    "api.game": ("Game",),
    "api.opening": ("new_game", "open_game", "open_lexicon", "open_position", "open_variant", "play_games"),
    "api.position": ("Position", "Ranking"),
    "api.review": ("Review", "JudgedTurn"),
    "computer.selfplay": ("SelfPlayResult",),
    "computer.tools": ("Candidate",),
    "errors": ("BadData", "EngineError", "MalformedText", "RuleViolation"),
    "loading.bundled": ("list_languages", "list_variants"),
    "loading.lexicons": ("list_lexicons",),
    "model.board": ("Board", "Cell", "Direction"),
    "model.tiles": ("Tile", "Tiles"),
    "model.variant": ("Variant",),
    "play.generator.generator": ("Plays", "ScoredExchange", "ScoredPlay"),
    "play.placement": ("Placement",),
    "review.values": ("Mistake",),
    "words.lexicon": ("WordHooks", "Lexicon"),
}
"""The names of each module that are offered here."""

if not TYPE_CHECKING:  # a type checker would take every name for one that this function finds

    def __getattr__(name):
        """The value of a name, whose module is loaded now."""
        home = next((module for module, names in _NAMES.items() if name in names), None)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f"{__name__}.{home}"), name)
        return value

    def __dir__():
        """The names that are offered, and those of the module."""
        return sorted({*globals(), *__all__})
