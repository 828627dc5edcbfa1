"""Keeps the catalogues in step with the code, and finds what is wrong in them: `python -m bot.catalogues`."""

from bot.catalogues.checks import Fault, check
from bot.catalogues.template import create, extract, refresh, translated, written

__all__ = ["Fault", "check", "create", "extract", "refresh", "translated", "written"]
