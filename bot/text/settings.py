"""Settings and their values in words."""

from __future__ import annotations

from babel.core import Locale, UnknownLocaleError

from bot.text.coordinates import orientation_text
from bot.text.rules import preset_text
from bot.text.texts import N_, Texts
from engine.model.coordinates import STANDARD, Orientation

_TITLES = {
    "language": N_("Language"),
    "notify": N_("When it is your turn"),
    "reminders": N_("Reminders"),
    "theme": N_("Colours"),
    "size": N_("Picture size"),
    "animation": N_("Moving pictures"),
    "easy": N_("Easy to read"),
    "confirm": N_("Confirm moves"),
    "text-board": N_("Boards as text"),
    "coordinates": N_("Coordinates"),
    "preset": N_("Rules"),
    "lexicon": N_("Dictionary"),
    "quiet": N_("Quiet boards"),
}

_VALUES = {
    ("language", "default"): N_("as the game or Discord has it"),
    ("preset", "default"): N_("the usual ones"),
    ("lexicon", "default"): N_("the usual one"),
    ("notify", "mention"): N_("mention me"),
    ("notify", "silent"): N_("no notification"),
    ("notify", "dm"): N_("a direct message"),
    ("reminders", "direct"): N_("by direct message"),
    ("reminders", "mention"): N_("by a mention in the channel"),
    ("reminders", "off"): N_("none"),
    ("theme", "classic"): N_("classic"),
    ("theme", "dark"): N_("dark"),
    ("theme", "paper"): N_("paper"),
    ("theme", "high_contrast"): N_("high contrast"),
    ("animation", "off"): N_("off"),
    ("animation", "0"): N_("speed 0, the slowest"),
    ("animation", "9"): N_("speed 9, the fastest"),
}

_ABOUT = {
    "easy": N_("**Easy to read**: larger letters and texts in pictures."),
    "confirm": N_("**Confirm moves**: every move is shown to you before it is played."),
    "text-board": N_("**Boards as text**: boards that only you see come as characters instead of pictures."),
    "animation": N_("**Moving pictures**: the tiles of the latest play come down one after another."),
    "notify": N_(
        "**When it is your turn**: with a direct message you are not mentioned in the channel; it shows the board too."
    ),
    "coordinates": N_("**Coordinates** and rules are for new games; those that have been opened keep theirs."),
    "quiet": N_("**Quiet boards**: new boards make no sound for anybody here."),
}


def setting_title(name: str, texts: Texts) -> str:
    """The title of a setting."""
    return texts.gettext(_TITLES[name])


def setting_value(name: str, value: str, texts: Texts) -> str:
    """A value of a setting, as shown in the choices."""
    if known := _VALUES.get((name, value)):
        return texts.gettext(known)
    if name == "size":
        return texts.gettext("{percent} %", percent=value)
    if name == "animation":
        return texts.gettext("speed {speed}", speed=value)
    if name == "language":
        return language_text(value, texts)
    if name == "coordinates":
        return orientation_text(Orientation.of_code(value) or STANDARD, texts)
    return preset_text(value, texts) if name == "preset" else value


def language_text(code: str, texts: Texts) -> str:
    """A language by its own name, for people who read no other, and by its name in the language of the texts."""
    translated = str(texts.locale.languages.get(code, code))
    try:
        own = str(Locale(code).languages.get(code, translated))
    except (UnknownLocaleError, ValueError):
        return translated
    if own.casefold() == translated.casefold():
        return translated
    return texts.gettext("{own} ({translated})", own=own, translated=translated)


def about_settings(names: tuple[str, ...], texts: Texts) -> str:
    """The purpose of the settings whose names do not explain it."""
    return "\n".join(f"-# {texts.gettext(_ABOUT[name])}" for name in names if name in _ABOUT)


def switch_text(name: str, on: bool, texts: Texts) -> str:
    """The button label of an on/off setting."""
    title = setting_title(name, texts)
    return texts.gettext("{title}: on", title=title) if on else texts.gettext("{title}: off", title=title)
