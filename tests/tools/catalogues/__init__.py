"""Keeps the catalogues in step with the code, and finds what is wrong in them: `python -m tests.tools.catalogues`."""

from tests.tools.catalogues.checks import Fault, check
from tests.tools.catalogues.template import create, extract, refresh, translated, written

__all__ = ["Fault", "check", "create", "extract", "refresh", "translated", "written"]
