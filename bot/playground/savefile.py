"""The chat, saved in a file between runs of the playground."""

from __future__ import annotations

import base64
import json
from pathlib import Path

from bot.playground.cast import Guild
from bot.playground.received import CONFUSED
from bot.playground.world import LOADING, PostedMessage, World
from bot.private_files import make_file, make_folder

VERSION = 1
MESSAGES_KEPT = 500
"""The number of newest messages kept in each channel."""


def save(world: World, path: Path) -> None:
    """Write the world to ``path`` completely or not at all (if writing fails, the old file stays)."""
    kept = [
        post
        for posts in world.posts.values()
        for post in list(posts.values())[-MESSAGES_KEPT:]
        if not post.flags & LOADING
    ]
    shown = {upload["url"].partition("/attachments/")[2] for post in kept for upload in post.uploads}
    state = {
        "version": VERSION,
        "address": world.files.address,
        "floor": world.snowflakes.floor,
        "people": {p.id: {"chosen": p.chosen, "dms_closed": p.dms_closed} for p in world.people.values()},
        "guilds": [{key: getattr(guild, key) for key in Guild.__slots__} for guild in world.guilds.values()],
        "channels": list(world.channels.values()),
        "posts": [{"body": post.body, "uploads": post.uploads, "viewer": post.viewer} for post in kept],
        "scheduled": list(world.scheduled.values()),
        "commands": [[scope, group] for scope, group in world.commands.items()],
        "files": {name: base64.b64encode(data).decode() for name, data in world.files.stored.items() if name in shown},
    }
    make_folder(path.parent)
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)  # left by a killed run, perhaps with other permissions
    make_file(fresh)
    fresh.write_text(json.dumps(state), encoding="utf-8")
    fresh.replace(path)


def load(world: World, path: Path) -> None:
    """Read the world from ``path``; does nothing if there is no file.

    Raises ValueError, naming the file, if it is damaged or from another version.
    """
    if not path.exists():
        return
    try:
        text = path.read_text(encoding="utf-8")
        state = json.loads(text)
        if state["version"] != VERSION:
            raise ValueError(f"version {state['version']}")
        # the port may have changed since the last run; update the addresses of files
        state = json.loads(text.replace(json.dumps(state["address"])[1:-1], world.files.address))
        guilds = {guild["id"]: Guild(**guild) for guild in state["guilds"]}
        posts = [PostedMessage(**post) for post in state["posts"]]
        stored = {name: base64.b64decode(data) for name, data in state["files"].items()}
    except CONFUSED as error:
        raise ValueError(f"{path}: not a saved playground ({error})") from error
    world.snowflakes.floor = max(world.snowflakes.floor, int(state["floor"]))
    for user_id, settings in state["people"].items():
        if user_id in world.people:
            world.people[user_id].chosen = settings["chosen"]
            world.people[user_id].dms_closed = settings["dms_closed"]
    world.guilds = guilds
    world.channels = {channel["id"]: channel for channel in state["channels"]}
    world.commands = dict(state["commands"])
    world.scheduled = {event["id"]: event for event in state.get("scheduled", ())}
    world.files.stored = stored
    for post in posts:
        world.posts.setdefault(post.body["channel_id"], {})[post.id] = post
