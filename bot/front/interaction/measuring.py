"""How long people wait for answers, by command or button."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

import discord

from bot.front.components.buttons import read_id
from bot.model.measures import Asking, Measures

IN_TIME = 3.0
"""Seconds that Discord waits for the first answer (Discord, "Receiving and Responding")."""


@dataclass(slots=True)
class Waiting:
    """Someone who waits for an answer since `begun`."""

    begun: float = field(default_factory=monotonic)
    late: bool = False

    def acknowledged(self, *, accepted: bool = True) -> None:
        """Note the first answer, and whether Discord accepted it."""
        self.late = not accepted or monotonic() - self.begun > IN_TIME


@contextmanager
def measured(measures: Measures, asking: Asking, name: str, waiting: Waiting | None = None) -> Iterator[Waiting]:
    """Measure how long a request takes, until it is answered or fails; from now, or since someone is `waiting`."""
    waiting = waiting or Waiting()
    try:
        yield waiting
    finally:
        measures.answered(asking, name, monotonic() - waiting.begun, late=waiting.late)


def asked(interaction: discord.Interaction[Any]) -> tuple[Asking, str]:
    """How an interaction asks, and for which command or action; the name is empty if it is unknown."""
    if interaction.type is discord.InteractionType.application_command:
        return Asking.COMMAND, interaction.command.qualified_name if interaction.command else ""
    data: Any = interaction.data or {}
    requested = read_id(str(data.get("custom_id", "")), interaction.client.services.hooks.buttons)
    is_form = interaction.type is discord.InteractionType.modal_submit
    return Asking.FORM if is_form else Asking.BUTTON, requested.action.name if requested else ""
