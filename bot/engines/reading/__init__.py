"""Uploads are read in a process of their own, with limits, so that no file can hold up or exhaust the bot."""

from bot.engines.reading.process import Reading, Sandbox
from bot.engines.reading.reports import JobLimits, Output

__all__ = ["JobLimits", "Output", "Reading", "Sandbox"]
