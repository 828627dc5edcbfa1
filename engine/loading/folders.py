"""The location of the project's own files: in the installed package or in the checkout."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from engine.errors import BadData
from engine.sentences import Sentence

ResourceName = Literal["data", "assets"]

_ENGINE = Path(__file__).resolve().parent.parent


class ResourceMissing(BadData):
    """A folder or file of the installation is missing. `tried` lists the places searched."""

    tried: tuple[str, ...] = ()


def resource_folder(name: ResourceName) -> Path:
    """The folder of the project's files of one kind.

    The installed package keeps them in `engine/_packaged/`; a checkout keeps them beside `engine/`.
    Raises `ResourceMissing` when neither exists.
    """
    places = (_ENGINE / "_packaged" / name, _ENGINE.parent / name)
    for place in places:
        if place.is_dir():
            return place
    raise ResourceMissing(name, Sentence("the installation is incomplete"), tried=tuple(map(str, places)))
