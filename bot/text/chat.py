"""What people say to each other from place to place, disarmed: no mention, no link that leads away, no invitation."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bot.text.names import bold, escape
from bot.text.texts import Texts

LONGEST = 600
"""Characters of a message that are carried."""

_PERSON, _ROLE, _CHANNEL = re.compile(r"<@!?(\d+)>"), re.compile(r"<@&\d+>"), re.compile(r"<#\d+>")
_EMOJI = re.compile(r"<a?(:\w+:)\d+>")


def carried(name: str, place: str, content: str, people: Mapping[int, str], texts: Texts) -> str:
    """The words of somebody as another place sees them; empty when nothing is left to carry.

    `place` is the name of the server they come from, empty for a direct message; `people` are the names of those who
    are mentioned, by id.
    """
    plain = _plain(content, people, texts)
    said = escape(plain[:LONGEST], texts.gettext("(invitation left out)"))
    if not said:
        return ""
    who = f"{bold(name)} ({escape(place)})" if place else bold(name)
    return f"{who}: {said}…" if len(plain) > LONGEST else f"{who}: {said}"


def _plain(content: str, people: Mapping[int, str], texts: Texts) -> str:
    text = _PERSON.sub(lambda found: "@" + people.get(int(found[1]), texts.gettext("somebody")), content)
    text = _ROLE.sub("@" + texts.gettext("a role"), text)
    text = _CHANNEL.sub("#" + texts.gettext("a channel"), text)
    return _EMOJI.sub(r"\1", text)
