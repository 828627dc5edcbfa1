"""What Discord is told of the commands: it changes only where somebody means it to, and a review sees how."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

from bot.front.speech import message_context
from bot.wiring.bot import ROOMS

GOLDEN = Path(__file__).parents[2] / "golden" / "commands.txt"


class Contexts(app_commands.Translator):
    """Gives each text that can be translated its context for German, and nothing in other languages."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        return message_context(context) if locale is discord.Locale.german else None


def described(bodies: list[dict[str, Any]], depth: int = 0) -> Iterator[str]:
    """Commands as they are sent, their options below them, each on a line of its own."""
    for body in bodies:
        options = body.get("options", [])
        told = {**body, "options": len(options)} if "options" in body else body
        yield "  " * depth + json.dumps(told, ensure_ascii=False)
        yield from described(options, depth + 1)


async def test_X27_what_is_registered_with_discord_is_what_was() -> None:
    """After a change that is meant, TILEWRIGHT_GOLDEN=write writes the file anew."""
    lines = list(described(await ROOMS.described(Contexts())))
    if os.environ.get("TILEWRIGHT_GOLDEN") == "write":
        GOLDEN.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert lines == GOLDEN.read_text(encoding="utf-8").splitlines()
