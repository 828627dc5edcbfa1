"""Checks request bodies against Discord's own description of its API, if that file is available.

``AVAILABLE`` says whether it is; without it, every check passes.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from bot.playground.faults import Recorded

DESCRIPTION = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "discord-openapi.json"
AVAILABLE = DESCRIPTION.exists()


def errors_in(method: str, path: str, body: Any) -> list[str]:
    """The mistakes in a request's body (``path`` without ``/api/v10``), one line each; [] if there are none."""
    if not AVAILABLE:
        return []
    validator = _validator(method.lower(), _template(method.lower(), path))
    if validator is None:
        return []
    return [_worded(error) for error in validator.iter_errors(body)]


def errors_of(requests: Iterable[Recorded]) -> list[str]:
    """The mistakes in the bodies of recorded requests that the playground accepted."""
    return [
        f"{request.method} {request.path}: {error}"
        for request in requests
        if request.method in ("POST", "PUT", "PATCH") and request.status < 300
        for error in errors_in(request.method, request.path, request.body)
    ]


def known(method: str, path: str) -> bool:
    """Whether Discord's description has this endpoint."""
    return _template(method.lower(), path) is not None


def _worded(error: Any) -> str:
    deepest = best_match([error]) or error
    place = "/".join(str(key) for key in deepest.absolute_path)
    return f"{place}: {deepest.message[:300]}"


@functools.cache
def _description() -> dict[str, Any]:
    whole: dict[str, Any] = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
    _loosen(whole)
    return whole


def _loosen(node: Any) -> None:
    # the description uses oneOf for overlapping alternatives, and only accepts snowflakes as strings
    if isinstance(node, list):
        for item in node:
            _loosen(item)
        return
    if not isinstance(node, dict):
        return
    if isinstance(node.get("oneOf"), list):
        node["anyOf"] = node.pop("oneOf")
    if node.get("format") == "snowflake" or str(node.get("pattern", "")).startswith("^(0|[1-9]"):
        node.pop("pattern", None)
        node["type"] = ["string", "integer"]
    for item in node.values():
        _loosen(item)


@functools.cache
def _template(method: str, path: str) -> str | None:
    """The described path that matches; if there are several, the one with the fewest variables."""
    templates = [t for t, methods in _description()["paths"].items() if method in methods]
    for template in sorted(templates, key=lambda t: t.count("{")):
        if re.fullmatch(re.sub(r"\\\{[^}]*\\\}", "[^/]+", re.escape(template)), path):
            return str(template)
    return None


@functools.cache
def _validator(method: str, template: str | None) -> Draft202012Validator | None:
    if template is None:
        return None
    content = _description()["paths"][template][method].get("requestBody", {}).get("content", {})
    if "application/json" not in content:
        return None
    schema = {**content["application/json"]["schema"], "components": _description()["components"]}
    return Draft202012Validator(schema)
