"""A person's actions on the page: one function for each frame of the page's socket."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

from bot.playground import composer, invocation, permissions, submission, threads
from bot.playground.cast import PageUser
from bot.playground.errors import ApiError
from bot.playground.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Interactions
from bot.playground.invocation import Rejected
from bot.playground.languages import LOCALES
from bot.playground.received import CONFUSED, place
from bot.playground.shapes import Json
from bot.playground.world import EPHEMERAL, PostedMessage, World
from engine.sentences import N_

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Stage:
    """The objects that actions work on."""

    world: World
    interactions: Interactions


def act(stage: Stage, person: PageUser, frame: Json) -> None:
    """Perform the action in a frame. Raises Rejected, with a message for the person, if it cannot be done."""
    action = _ACTIONS.get(str(frame.get("op")))
    if action is None:
        raise Rejected(N_("The playground does not know “{action}”."), {"action": str(frame.get("op"))[:40]})
    try:
        action(stage, person, frame)
    except ApiError as error:
        raise Rejected(error.message) from error
    except CONFUSED as error:
        _log.warning("the page sent what the playground did not understand: %s", place(error))
        raise Rejected(N_("The playground did not understand that.")) from error


def _channel(stage: Stage, person: PageUser, frame: Json) -> Json:
    channel = stage.world.channels.get(str(frame.get("channel_id")))
    if channel is None or person.id not in stage.world.audience(channel):
        raise Rejected(N_("This channel is gone."))
    return channel


def _post(stage: Stage, person: PageUser, channel: Json, message_id: str) -> PostedMessage:
    post = stage.world.posts.get(channel["id"], {}).get(message_id)
    if post is None or post.viewer not in (None, person.id):
        raise Rejected(N_("This message is gone."))
    return post


def _may(stage: Stage, person: PageUser, channel: Json, name: str) -> None:
    if not stage.world.permissions(person.id, channel) & permissions.BITS[name]:
        raise Rejected(N_("You may not do that here."))


def _message(stage: Stage, person: PageUser, frame: Json) -> None:
    channel = _channel(stage, person, frame)
    _may(stage, person, channel, "send_messages")
    threads.refuse_locked(stage.world, channel)
    files = [stage.world.pending.pop(str(key)) for key in frame.get("attachments") or []]
    body: Json = {"content": frame["content"], "nonce": None}
    if frame.get("reply_to"):
        body["message_reference"] = {"message_id": str(frame["reply_to"])}
    if not body["content"].strip() and not files:
        raise Rejected(N_("There is nothing to send."))
    composer.create(stage.world, composer.NewMessage(channel["id"], person.user, body, ready=files))


def _command(stage: Stage, person: PageUser, frame: Json) -> None:
    channel = _channel(stage, person, frame)
    _may(stage, person, channel, "use_application_commands")
    data = invocation.complete(stage.world, person, channel, frame["data"])
    stage.interactions.start(COMMAND, person, channel, data, frame.get("nonce"))


def _autocomplete(stage: Stage, person: PageUser, frame: Json) -> None:
    channel = _channel(stage, person, frame)
    data = invocation.complete(stage.world, person, channel, frame["data"], asking=True)
    stage.interactions.start(AUTOCOMPLETE, person, channel, data, frame.get("nonce"))


def _component(stage: Stage, person: PageUser, frame: Json) -> None:
    channel = _channel(stage, person, frame)
    post = _post(stage, person, channel, str(frame["message_id"]))
    data = submission.component_data(stage.world, person, channel, post.body["components"], frame["data"])
    stage.interactions.start(COMPONENT, person, channel, data, frame.get("nonce"), source=post)


def _modal_submit(stage: Stage, person: PageUser, frame: Json) -> None:
    opener = stage.interactions.modal_of(str(frame["id"]), person)
    if opener is None or opener.modal is None or opener.modal["custom_id"] != frame["data"].get("custom_id"):
        raise Rejected(N_("This window is no longer open."))
    channel = _channel(stage, person, {"channel_id": opener.channel_id})
    data = submission.modal_data(opener.modal, frame["data"])
    stage.interactions.start(MODAL, person, channel, data, frame.get("nonce"), source=opener.source, opener=opener)


def _open_dm(stage: Stage, person: PageUser, frame: Json) -> None:
    del frame
    stage.world.direct_channel(person)


def _settings(stage: Stage, person: PageUser, frame: Json) -> None:
    locale = frame.get("locale")
    if locale is not None and locale not in LOCALES:
        raise Rejected(N_("There is no such language."))
    person.chosen = locale or person.chosen
    if frame.get("dms_closed") is not None:
        person.dms_closed = bool(frame["dms_closed"])
    stage.interactions.send_to(person, {"op": "settings", "settings": person.settings})


def _edit_message(stage: Stage, person: PageUser, frame: Json) -> None:
    channel = _channel(stage, person, frame)
    post = _post(stage, person, channel, str(frame["message_id"]))
    if post.body["author"]["id"] != person.id:
        raise Rejected(N_("You may not do that here."))
    if not frame["content"].strip():
        raise Rejected(N_("There is nothing to send."))
    composer.change(stage.world, post, {"content": frame["content"]}, [])


def _delete_message(stage: Stage, person: PageUser, frame: Json) -> None:
    channel = _channel(stage, person, frame)
    post = _post(stage, person, channel, str(frame["message_id"]))
    own = post.body["author"]["id"] == person.id
    if not own and not post.flags & EPHEMERAL:
        _may(stage, person, channel, "manage_messages")
    stage.world.remove_post(channel["id"], post.id)


def _delete_channel(stage: Stage, person: PageUser, frame: Json) -> None:
    channel = _channel(stage, person, frame)
    _may(stage, person, channel, "manage_channels" if channel["type"] == 0 else "manage_threads")
    stage.world.remove_channel(channel["id"])


def _create_thread(stage: Stage, person: PageUser, frame: Json) -> None:
    channel = _channel(stage, person, frame)
    _may(stage, person, channel, "create_public_threads")
    threads.create(stage.world, channel, {"name": frame["name"], "type": 11}, person.id)


_ACTIONS: dict[str, Callable[[Stage, PageUser, Json], None]] = {
    "message": _message,
    "command": _command,
    "autocomplete": _autocomplete,
    "component": _component,
    "modal_submit": _modal_submit,
    "open_dm": _open_dm,
    "settings": _settings,
    "edit_message": _edit_message,
    "delete_message": _delete_message,
    "delete_channel": _delete_channel,
    "create_thread": _create_thread,
}
