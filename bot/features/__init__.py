"""What surrounds the game: each folder is a feature that can be taken out, with its line here.

A feature has whatever it needs of `values`, `store`, services, `text`, `messages` and `actions`, one `FEATURE`
(`bot/front/feature.py`) in its `__init__`, and one `FRONT` (`bot/front/interaction/hooks.py`) in its `commands`. It
builds on the rest of the bot and knows no other feature.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING

from bot.front.feature import Feature
from bot.model.joined import joined
from bot.store.repositories import StoreHooks
from bot.text.help import Topics
from bot.text.refusals.facts import Wordings

if TYPE_CHECKING:
    from bot.front.interaction.hooks import Front

NAMES = (
    "study",
    "statistics",
    "analysis",
    "puzzles",
    "duplicate",
    "review",
    "chat",
    "seeks",
    "away",
    "ahead",
    "tournaments",
    "leagues",
    "calendar",
    "digest",
    "milestones",
    "greeting",
)

"""All features, by the names of their folders."""


def chosen(names: Iterable[str] = NAMES) -> tuple[Feature, ...]:
    """Those of these names, which a process has switched on."""
    return tuple(import_module(f"{__name__}.{name}").FEATURE for name in names)


def fronts(names: Iterable[str] = NAMES) -> tuple[Front, ...]:
    """Their commands and buttons, for the bot: other processes do not load Discord's library."""
    return tuple(import_module(f"{__name__}.{name}.commands").FRONT for name in names)


def topics(names: Iterable[str] = NAMES) -> Topics:
    """The topics of `/help` with theirs."""
    return Topics({topic: told for one in chosen(names) for topic, told in one.topics.items()})


def wordings(names: Iterable[str] = NAMES) -> Wordings:
    """The words for their refusals."""
    return {kind: wording for one in chosen(names) for kind, wording in one.wordings.items()}


def store_hooks(names: Iterable[str] = NAMES) -> StoreHooks:
    """What they add to the store."""
    return joined(StoreHooks(), *(one.store for one in chosen(names)))
