"""Endpoints of interactions: the first answer, and the webhook of its token."""

from __future__ import annotations

from bot.playground import answers, composer
from bot.playground.errors import unknown
from bot.playground.interactions import Interaction
from bot.playground.rest import Answer, Call, Endpoint, Service


def _callback(service: Service, call: Call) -> Answer:
    given = call.path["interaction_id"], call.path["token"]
    answer = answers.first(service.interactions, *given, call.fields, call.uploads)
    wanted = call.query.get("with_response", "").lower() in ("1", "true")
    return answer if wanted else None


def _interaction(service: Service, call: Call) -> Interaction:
    if call.path["application_id"] != service.world.bot["id"]:
        raise unknown("webhook")
    return service.interactions.answered(call.path["token"])


def _follow_up(service: Service, call: Call) -> Answer:
    interaction = _interaction(service, call)
    return answers.follow_up(service.interactions, interaction, call.fields, call.uploads).body


def _get(service: Service, call: Call) -> Answer:
    interaction = _interaction(service, call)
    return answers.message(service.interactions, interaction, call.path["message_id"]).body


def _edit(service: Service, call: Call) -> Answer:
    interaction = _interaction(service, call)
    post = answers.message(service.interactions, interaction, call.path["message_id"])
    return composer.change(service.world, post, call.fields, call.uploads).body


def _delete(service: Service, call: Call) -> Answer:
    interaction = _interaction(service, call)
    post = answers.message(service.interactions, interaction, call.path["message_id"])
    service.world.remove_post(interaction.channel_id, post.id)
    return None


_ROOT = "/webhooks/{application_id}/{token}"
ENDPOINTS = [
    Endpoint("POST", "/interactions/{interaction_id}/{token}/callback", _callback, bucket="", private=False),
    Endpoint("POST", _ROOT, _follow_up, private=False),
    Endpoint("GET", _ROOT + "/messages/{message_id}", _get, private=False),
    Endpoint("PATCH", _ROOT + "/messages/{message_id}", _edit, private=False),
    Endpoint("DELETE", _ROOT + "/messages/{message_id}", _delete, private=False),
]
