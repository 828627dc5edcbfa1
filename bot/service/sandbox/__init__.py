"""Uploads are read in a process of their own, with limits, so that no file can hold up or exhaust the bot."""

from bot.service.sandbox.process import Reading, Sandbox
from bot.service.sandbox.values import Limits, Output

__all__ = ["Limits", "Output", "Reading", "Sandbox"]
