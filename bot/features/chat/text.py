"""Chat relayed between places, made safe: no mentions, no external links, no invitations."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bot.text.names import bold, escape
from bot.text.texts import Texts

LONGEST = 600
"""The most characters of a message that are relayed."""

_PERSON, _ROLE, _CHANNEL = re.compile(r"<@!?(\d+)>"), re.compile(r"<@&\d+>"), re.compile(r"<#\d+>")
_EMOJI = re.compile(r"<a?(:\w+:)\d+>")


def carried(name: str, place: str, content: str, people: Mapping[int, str], texts: Texts) -> str:
    """A person's message as another place sees it; empty if nothing is left to relay.

    `place` is the name of the server it comes from, empty for a direct message; `people` maps the ids of mentioned
    people to names.
    """
    plain = _plain(content, people, texts)
    said = escape(plain[:LONGEST], texts.gettext("(invitation left out)"))
    if not said:
        return ""
    who = f"{bold(name)} ({escape(place)})" if place else bold(name)
    return texts.titled(who, f"{said}…" if len(plain) > LONGEST else said)


def _plain(content: str, people: Mapping[int, str], texts: Texts) -> str:
    text = _PERSON.sub(
        lambda found: "@" + people.get(int(found[1]), texts.pgettext("mentioned person", "someone")), content
    )
    text = _ROLE.sub("@" + texts.gettext("a role"), text)
    text = _CHANNEL.sub("#" + texts.gettext("a channel"), text)
    return _EMOJI.sub(r"\1", text)
