"""What a delivery or a request needs to know, read at one instant in one transaction and then passed on.

A context is never kept beyond its delivery or request, so no decision uses facts from an earlier one.
`bot.service.snapshots` answers a request's questions from its context.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.model.deliveries import Post, Target
from bot.model.games import GameSummary
from bot.model.profiles import ChannelProfile, PersonProfile, ServerProfile
from engine.model.tiles import Tile


@dataclass(frozen=True, slots=True)
class GameContext:
    """A game from outside: its summary, where it is shown, and its live posts in all these places, oldest first."""

    summary: GameSummary
    targets: tuple[Target, ...]
    posts: tuple[Post, ...]

    def posts_in(self, target: Target) -> tuple[Post, ...]:
        """The live posts in one target, oldest first."""
        return tuple(post for post in self.posts if post.target == target)


@dataclass(frozen=True, slots=True)
class DeliveryContext:
    """The facts from which a message is made, apart from the game itself.

    `people` are the profiles of everyone seated, of the host and of the receiver, by id; `channel` is the profile of
    the channel that receives the message, `server` that of the server where the game lives. `rack_order` is the order
    in which the receiver has arranged the rack, empty if the receiver never has. `knows_moves` says that the person on
    turn has finished some games and needs no explanation of how to make a move. `before` is the event up to which the
    receiver's posts before the newest live one have shown the game, None if that is the first.
    """

    game: GameContext
    people: Mapping[str, PersonProfile]
    channel: ChannelProfile | None
    server: ServerProfile | None
    rack_order: tuple[Tile, ...] = ()
    knows_moves: bool = False
    before: int | None = None


@dataclass(frozen=True, slots=True)
class RequestContext:
    """What is known when a request arrives: who makes it, where, and about which game.

    `shown` are the channel's unfinished games and `own` those in which the person is seated, most recently changed
    first; `game` is the game that a button names, None if that game does not exist.
    """

    person: PersonProfile
    server: ServerProfile | None
    shown: tuple[GameSummary, ...]
    own: tuple[GameSummary, ...]
    game: GameContext | None
