"""What the latest posts of this process look like without their buttons.

So the buttons come off with one request to Discord, and the post need not be read first.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from bot.model.deliveries import Post

POSTS_REMEMBERED = 4_000
"""How many posts are remembered, with 2 KB each; boards that are older than so many others are read first."""


class KeptAttachment:
    """An attachment to keep, in the form that an edit of its message needs."""

    def __init__(self, attachment_id: int, filename: str) -> None:
        self.filename = filename
        self._entry = {"id": attachment_id, "filename": filename}

    def to_dict(self) -> dict[str, Any]:
        """The form that Discord expects."""
        return self._entry


@dataclass(frozen=True, slots=True)
class PostWithoutButtons:
    """A post without its buttons: its components as text, which takes less memory than objects, and its attachments.

    It is given to discord.py in place of a view. Without `components`, the post has no buttons.
    """

    components: str
    kept: tuple[KeptAttachment, ...] = ()

    def to_components(self) -> list[dict[str, Any]]:
        """The components in the form that Discord expects."""
        return list(json.loads(self.components))

    def has_components_v2(self) -> bool:
        """Always: all messages of the bot are made of these."""
        return True

    def is_finished(self) -> bool:
        """Always: nobody can press anything on it."""
        return True


NO_BUTTONS = PostWithoutButtons("")


class KnownPosts:
    """The latest posts that this process has made or edited, each up to the event that it shows.

    A post that shows another event now was edited by another process: it is unknown.
    """

    def __init__(self, most: int = POSTS_REMEMBERED) -> None:
        self._most = most
        self._posts: OrderedDict[int, tuple[int, PostWithoutButtons]] = OrderedDict()

    def learn(self, message_id: int, sequence: int, bare: PostWithoutButtons) -> None:
        """Remember how a post looks that shows a game up to an event."""
        self._posts[message_id] = sequence, bare
        self._posts.move_to_end(message_id)
        while len(self._posts) > self._most:
            self._posts.popitem(last=False)

    def find(self, post: Post) -> PostWithoutButtons | None:
        """How a post looks; None if that is unknown."""
        sequence, bare = self._posts.get(post.message_id, (None, None))
        return bare if sequence == post.sequence else None

    def forget(self, message_id: int) -> None:
        """Forget a post that has changed or is gone."""
        self._posts.pop(message_id, None)
