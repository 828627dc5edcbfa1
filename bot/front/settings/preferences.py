"""What can be set for people, channels and servers, and to which values.

A preference is identified by its name, which the ids of menus and buttons use, and each of its values by a text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from bot.front.interaction.choices import OFF, ON
from bot.model.profiles import ChannelProfile, Notify, PersonProfile, Reach, ServerProfile, ShowRatings
from bot.render import SPEEDS, THEMES
from engine.model.board import ORIENTATIONS
from engine.model.rules import PRESETS

DEFAULT = "default"
DEFAULT_PRESET = "friendly"
"""The text of a value that leaves the choice to someone else."""
SIZES = (75, 100, 125, 150)
"""Sizes of pictures on offer, in percent."""
MOST_VALUES = 25

Value = str | int | bool | None
Profile = PersonProfile | ChannelProfile | ServerProfile
P = TypeVar("P", PersonProfile, ChannelProfile, ServerProfile)


class Scope(StrEnum):
    """Whose settings they are."""

    MINE = "mine"
    CHANNEL = "channel"
    SERVER = "server"


@dataclass(frozen=True, slots=True)
class Preference:
    """Something that can be set: its name, the profile's attribute, and the value for each text."""

    name: str
    attribute: str
    values: Mapping[str, Value]

    @property
    def is_switch(self) -> bool:
        """Whether it is only on or off."""
        return set(self.values) == {OFF, ON}

    def read(self, profile: Profile) -> str:
        """The text of the present value; the first one if the value is unknown."""
        kept = getattr(profile, self.attribute)
        return next((text for text, value in self.values.items() if value == kept), next(iter(self.values)))

    def write(self, profile: P, text: str) -> P:
        """The profile with a value; an unknown text changes nothing."""
        if text not in self.values:
            return profile
        changed: P = replace(profile, **{self.attribute: self.values[text]})  # type: ignore[arg-type]
        return changed


_SWITCH: Mapping[str, Value] = {OFF: False, ON: True}
_ANIMATION: Mapping[str, Value] = {OFF: None, **{str(speed): speed for speed in SPEEDS}}
_SIZE = Preference("size", "zoom", {str(size): size for size in (100, *(one for one in SIZES if one != 100))})
_SPEED = Preference("animation", "animation", _ANIMATION)
_EASY = Preference("easy", "easy_to_read", _SWITCH)
_PRESET = Preference("preset", "preset", {DEFAULT: None, **{name: name for name in PRESETS}})


def mine(languages: Iterable[str], themes: Iterable[str] = ()) -> tuple[Preference, ...]:
    """What a person can set: the look of messages that they alone see, and how they are notified.

    `themes` are references to servers' own themes (`bot.model.profiles.theme_reference`).
    """
    return (
        Preference("language", "language", _or_default(languages)),
        Preference("notify", "notify", {one.value: one.value for one in Notify}),
        Preference("reminders", "reminders", {one.value: one.value for one in Reach}),
        Preference("last-reminder", "last_reminder", _SWITCH),
        *_looks(themes),
        _EASY,
        Preference("confirm", "confirm_moves", _SWITCH),
        Preference("text-board", "text_board", _SWITCH),
        Preference("avatar", "shows_avatar", _SWITCH),
        Preference("my-puzzles", "gives_puzzles", _SWITCH),
    )


def of_channel(
    spoken: Iterable[str],
    variants: Iterable[str],
    languages: Iterable[str],
    lexicons: Mapping[str, str],
    themes: Iterable[str] = (),
) -> tuple[Preference, ...]:
    """What can be set for a channel: the language of its messages, its new games, and the look of its boards.

    `lexicons` are the names on offer with what is kept of them; `themes` as in `mine`.
    """
    return (
        Preference("spoken", "speaks", _or_default(spoken)),
        Preference("coordinates", "coordinates", {one.code: one.code for one in ORIENTATIONS}),
        _PRESET,
        Preference("variant", "variant", _or_default(variants)),
        Preference("game-language", "language", _or_default(languages)),
        Preference("lexicon", "lexicon", _or_kept(lexicons)),
        *_looks(themes),
        _EASY,
        Preference("quiet", "quiet", _SWITCH),
        Preference("living", "living", _SWITCH),
    )


def of_server(
    spoken: Iterable[str], variants: Iterable[str], languages: Iterable[str], lexicons: Mapping[str, str]
) -> tuple[Preference, ...]:
    """What can be set for a server: the language and its new games; permissions are set elsewhere.

    The languages are all that can be spoken or played.
    """
    return (
        Preference("language", "locale", _or_default(dict.fromkeys((*spoken, *languages)))),
        _PRESET,
        Preference("variant", "variant", _or_default(variants)),
        Preference("lexicon", "lexicon", _or_kept(lexicons)),
        Preference("ratings", "show_ratings", {one.value: one.value for one in ShowRatings}),
        Preference("threads", "threads", _SWITCH),
        Preference("game-puzzles", "game_puzzles", _SWITCH),
        Preference("family", "family", _SWITCH),
        Preference("cheers", "cheers", _SWITCH),
    )


def _looks(themes: Iterable[str]) -> tuple[Preference, ...]:
    offered = (*THEMES, *themes)
    return (
        Preference("theme", "theme", {theme: theme for theme in offered[:MOST_VALUES]}),
        Preference("background", "background", _or_default(offered)),
        _SIZE,
        _SPEED,
    )


def _or_default(names: Iterable[str]) -> Mapping[str, Value]:
    return _or_kept({name: name for name in names})


def _or_kept(values: Mapping[str, str]) -> Mapping[str, Value]:
    listed = [(name, value) for name, value in values.items() if name != DEFAULT][: MOST_VALUES - 1]
    return {DEFAULT: None, **dict(listed)}
