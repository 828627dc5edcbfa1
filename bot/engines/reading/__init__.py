"""Uploads are read in a process of their own, with limits, so that no file can hold up or exhaust the bot."""

from bot.engines.reading.process import Reading, Sandbox
from bot.engines.reading.values import Limits, Output

__all__ = ["Limits", "Output", "Reading", "Sandbox"]
