"""Settings and their values in words, and the titles of what options offer while someone types."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress

from babel.core import Locale, UnknownLocaleError

from bot.model.timezones import UTC_NAME
from bot.model.words import key_of
from bot.text.games import language_title, lexicon_title
from bot.text.help import Topics
from bot.text.names import bold, escape
from bot.text.rules import preset_text, rule_title, value_text
from bot.text.texts import ENGLISH, Texts, texts_for
from bot.text.timezones import zone_title
from bot.text.typedtimes import time_in
from bot.text.variants import variant_title
from engine.game.decisions.lobby import PRESET
from engine.loading import EMPTY
from engine.model.board import STANDARD, Orientation
from engine.model.durations import DEMO_PACE, SECOND
from engine.model.rules import PRESETS, TIMES, allowed_values, rule_names
from engine.sentences import N_, NP_


def orientation_text(orientation: Orientation, texts: Texts) -> str:
    """The labels of a board's lines: `Columns A B C from the left, rows 1 2 3 from the top`."""
    columns, rows = ("1 2 3", "A B C") if orientation.digits_for_columns else ("A B C", "1 2 3")
    facts = {"columns": columns, "rows": rows}
    if orientation.columns_from_right and orientation.rows_upward:
        return texts.gettext("Columns {columns} from the right, rows {rows} from the bottom", **facts)
    if orientation.columns_from_right:
        return texts.gettext("Columns {columns} from the right, rows {rows} from the top", **facts)
    if orientation.rows_upward:
        return texts.gettext("Columns {columns} from the left, rows {rows} from the bottom", **facts)
    return texts.gettext("Columns {columns} from the left, rows {rows} from the top", **facts)


_TITLES = {
    "language": NP_("setting", "Language"),
    "notify": NP_("setting", "When it is your turn"),
    "reminders": NP_("setting", "Reminders"),
    "last-reminder": NP_("setting", "Second reminder"),
    "theme": NP_("setting", "Board colours"),
    "background": NP_("setting", "Background"),
    "size": NP_("setting", "Picture size"),
    "animation": NP_("setting", "Animation"),
    "easy": NP_("setting", "Easy to read"),
    "confirm": NP_("setting", "Confirm moves"),
    "text-board": NP_("setting", "Text only"),
    "avatar": NP_("setting", "Avatar"),
    "spoken": NP_("setting", "Language of messages"),
    "coordinates": NP_("setting", "Coordinates"),
    "preset": NP_("setting", "Rules"),
    "variant": NP_("setting", "Board and tiles of new games"),
    "game-language": NP_("setting", "Language of new games"),
    "lexicon": NP_("setting", "Dictionary"),
    "quiet": NP_("setting", "Quiet boards"),
    "living": NP_("setting", "One board"),
    "my-puzzles": NP_("setting", "Puzzles from my games"),
    "ratings": NP_("setting", "Ratings"),
    "game-puzzles": NP_("setting", "Puzzles from games"),
    "family": NP_("setting", "Family friendly"),
    "cheers": NP_("setting", "Reactions"),
    "threads": NP_("setting", "Games in threads"),
}

_VALUES = {
    ("language", "default"): NP_("value of a setting", "default"),
    ("spoken", "default"): NP_("value of a setting", "default"),
    ("preset", "default"): NP_("value of a setting", "default"),
    ("variant", "default"): NP_("value of a setting", "default"),
    ("game-language", "default"): NP_("value of a setting", "default"),
    ("lexicon", "default"): NP_("value of a setting", "default"),
    ("notify", "mention"): NP_("value of a setting", "mention me"),
    ("notify", "silent"): NP_("value of a setting", "no notification"),
    ("notify", "dm"): NP_("value of a setting", "a direct message"),
    ("reminders", "direct"): NP_("value of a setting", "by direct message"),
    ("reminders", "mention"): NP_("value of a setting", "by a mention in the channel"),
    ("reminders", "off"): NP_("value of a setting", "none"),
    ("ratings", "timed"): NP_("value of a setting", "in games with clocks"),
    ("ratings", "always"): NP_("value of a setting", "in all games"),
    ("ratings", "never"): NP_("value of a setting", "in no game"),
    ("theme", "classic"): NP_("value of a setting", "classic"),
    ("theme", "dark"): NP_("value of a setting", "dark"),
    ("theme", "paper"): NP_("value of a setting", "paper"),
    ("theme", "high_contrast"): NP_("value of a setting", "high contrast"),
    ("theme", "felt"): NP_("value of a setting", "felt"),
    ("theme", "midnight"): NP_("value of a setting", "midnight"),
    ("theme", "blossom"): NP_("value of a setting", "blossom"),
    ("theme", "lagoon"): NP_("value of a setting", "lagoon"),
    ("theme", "harvest"): NP_("value of a setting", "harvest"),
    ("theme", "frost"): NP_("value of a setting", "frost"),
    ("background", "default"): NP_("value of a setting", "the same as the board"),
    ("animation", "off"): NP_("value of a setting", "off"),
    ("animation", "0"): NP_("value of a setting", "speed 0, the fastest"),
    ("animation", "9"): NP_("value of a setting", "speed 9, the slowest"),
}

_ABOUT = {
    "easy": N_("**Easy to read**: larger letters and text in pictures."),
    "confirm": N_("**Confirm moves**: whether you see each move before it is played."),
    "text-board": N_(
        "**Text only**: if this is on, you get no pictures, one short direct message for each turn, and, in games you "
        "open or join from then on, more time to undo. See **{topic}** in `/help`."
    ),
    "avatar": N_("**Avatar**: whether game pictures show your Discord avatar, or only your initials."),
    "background": N_("**Background**: the colours around the board. `/settings themes` shows all themes."),
    "animation": N_("**Animation**: whether the tiles of the latest play appear one by one, and how fast."),
    "notify": N_(
        "**When it is your turn**: whether I mention you in the channel, send you a direct message with the board "
        "instead, or do not notify you."
    ),
    "reminders": N_("**Reminders**: where I remind you when half of a long turn has gone."),
    "last-reminder": N_(
        "**Second reminder**: if this is on, I remind you again when a tenth of the time is left, time bank included."
    ),
    "spoken": N_("**Language of messages**: what everyone here sees. Your own settings decide what only you see."),
    "coordinates": N_("**Coordinates** and rules apply to new games. Games that are already open keep theirs."),
    "quiet": N_("**Quiet boards**: if this is on, new boards notify nobody here."),
    "living": N_("**One board**: if this is on, each game keeps one board here, and one line announces each move."),
    "my-puzzles": N_(
        "**Puzzles from my games**: if this is on, games you finish become puzzles in their server, with the tiles on "
        "your rack but without names, if everyone who played allows it. Switch this off to delete them."
    ),
    "game-puzzles": N_(
        "**Puzzles from games**: if this is on, finished games here become puzzles for this server, if everyone who "
        "played allows it in `/settings mine`."
    ),
    "ratings": N_("**Ratings**: in which games the lobby, the first board and the result show the players' ratings."),
    "cheers": N_("**Reactions**: whether I react to boards with a bingo, a phony caught or a comeback."),
    "threads": N_(
        "**Games in threads**: if this is on, games are played in threads, and the channel shows only the lobby and "
        "the result. A duplicate stays in its channel, unless `/together new thread:yes` opens it."
    ),
    "family": N_(
        "**Family friendly**: if this is on, computer players, hints and `/word study` use no coarse words. "
        "You may still play them."
    ),
}


_OF_SERVER = {
    "language": N_(
        "**Language**: what I say to everyone here, and the tiles and dictionary of new games. By default, that is "
        "this server's language in Discord."
    ),
    "preset": N_("**Rules**: those of new games. The player who opens a game can choose others."),
    "variant": N_("**Board and tiles of new games**: `/settings variants` shows them all."),
    "lexicon": N_("**Dictionary**: which words count in new games in the dictionary's language."),
}


def setting_title(name: str, texts: Texts) -> str:
    """The title of a setting."""
    return texts.pgettext(*_TITLES[name])


def setting_value(name: str, value: str, texts: Texts) -> str:
    """A value of a setting, as shown in the choices."""
    if known := _VALUES.get((name, value)):
        return texts.pgettext(*known)
    if name in ("theme", "background"):
        return theme_title(value, texts)
    if name == "size":
        return texts.gettext("{percent}%", percent=value)
    if name == "animation":
        return texts.gettext("speed {speed}", speed=value)
    if name in ("language", "spoken", "game-language"):
        return language_text(value, texts)
    if name == "variant":
        return variant_title(value, texts)
    if name == "lexicon":
        return lexicon_title(value, texts)
    if name == "coordinates":
        return orientation_text(Orientation.of_code(value) or STANDARD, texts)
    return preset_text(value, texts) if name == "preset" else value


_ABOUT_THEMES = {
    "classic": N_("Warm tiles on a cool board."),
    "dark": N_("A dark board for dark rooms."),
    "paper": N_("A light board, as if printed."),
    "high_contrast": N_("Black, white and yellow; premium squares are shades of grey."),
    "felt": N_("Cream tiles on the green cloth of a card table."),
    "midnight": N_("Moonlit tiles on a night-blue board."),
    "blossom": N_("Spring: cherry blossom on a pale board."),
    "lagoon": N_("Summer: white tiles on warm sand."),
    "harvest": N_("Autumn: wheat on the colours of fallen leaves."),
    "frost": N_("Winter: fir-green tiles on snow."),
}


def theme_about(theme: str, about: str, texts: Texts) -> str:
    """What a theme looks like: a bundled one in the language of the texts, a server's own as its file says."""
    return texts.gettext(_ABOUT_THEMES[theme]) if theme in _ABOUT_THEMES else about


def theme_title(theme: str, texts: Texts) -> str:
    """The title of a bundled theme, or the name of a server's own, by name or by reference."""
    known = _VALUES.get(("theme", theme))
    return texts.pgettext(*known) if known else theme.rpartition("/")[2]


def language_text(code: str, texts: Texts) -> str:
    """A language by its own name, for people who read no other, and by its name in the language of the texts."""
    translated = str(texts.locale.languages.get(code, code))
    try:
        own = str(Locale(code).languages.get(code, translated))
    except (UnknownLocaleError, ValueError):
        return translated
    if own.casefold() == translated.casefold():
        return _as_title(translated)
    return texts.gettext("{own} ({translated})", own=_as_title(own), translated=translated)


def _as_title(name: str) -> str:
    """The name of a language as an entry of a menu, where all begin alike: many languages write it small in a text."""
    return name[:1].upper() + name[1:]


def about_settings(names: tuple[str, ...], texts: Texts, *, of_server: bool = False) -> str:
    """What the settings do whose names do not explain it, whatever their state is; some, only those of a server."""
    known = {**_ABOUT, **_OF_SERVER} if of_server else _ABOUT
    topic = Topics().title("listening", texts)
    return "\n".join("-# " + texts.gettext(known[name], topic=topic) for name in names if name in known)


def about_switch(name: str, texts: Texts) -> str:
    """What a setting that is on or off does."""
    return texts.gettext(_ABOUT[name])


def switch_text(name: str, on: bool, texts: Texts) -> str:
    """The button label of an on/off setting."""
    title = setting_title(name, texts)
    return texts.gettext("{title}: on", title=title) if on else texts.gettext("{title}: off", title=title)


def page_lines(pages: Sequence[tuple[str, str]], texts: Texts) -> str:
    """What has a page of its own, a line for each title with how it is set; nothing means off."""
    heading, off = texts.gettext("**More settings**"), texts.pgettext("state of a setting", "off")
    return "\n".join((heading, *("- " + texts.titled(title, state or off) for title, state in pages)))


def page_text(title: str, about: str, state: str, texts: Texts) -> str:
    """What a setting does, and how it is set."""
    now = texts.gettext("Now: {state}", state=state or texts.pgettext("state of a setting", "off"))
    return f"### {title}\n{about}\n{now}"


_PANELS = {"mine": N_("Your settings"), "channel": N_("Channel settings"), "server": N_("Server settings")}


def panel_title(scope: str, texts: Texts) -> str:
    """The title of the settings of a person, channel or server."""
    return texts.gettext(_PANELS[scope])


def sample_alt(texts: Texts, theme: str = "") -> str:
    """What the picture shows that is drawn with the settings at hand, or in the colours of a theme."""
    if theme:
        return texts.gettext("Part of a board in the colours of {name}.", name=theme)
    return texts.gettext("Part of a board with these settings.")


def sample_status(texts: Texts) -> str:
    """The line in the picture of a theme that stands for whose turn it is."""
    return texts.gettext("{name}, it is your turn.", name="Ada")


def themes_text(themes: Iterable[tuple[str, str]], texts: Texts) -> str:
    """What themes are and where they are chosen; then each by its title, and what it looks like if that is known."""
    lines = [texts.gettext("Colours for pictures. Choose them in `/settings mine` or `/settings channel`:")]
    for title, about in themes:
        lines.append("- " + (texts.titled(bold(title), escape(about)) if about else bold(title)))
    return "\n".join(lines)


def theme_loaded(name: str, texts: Texts) -> str:
    """That a theme can be chosen now."""
    return texts.gettext(
        "The theme {name} is loaded. Choose it in `/settings mine` or `/settings channel`.", name=bold(name)
    )


def theme_handed(name: str, texts: Texts, *, deleted: bool) -> str:
    """That a file follows: of a theme, or of one that has been deleted."""
    if not deleted:
        return texts.gettext("The theme {name} as a file:", name=bold(name))
    return texts.gettext(
        "I have deleted the theme {name}. Pictures that used it have the classic colours again. Here is its file, in "
        "case you want it back.",
        name=bold(name),
    )


Title = Callable[[str, Texts], str]
"""The title of a value in a language. It begins with the value's name, perhaps followed by a colon and an explanation.
"""


def name_of(title: str) -> str:
    """A title without its explanation."""
    return title.partition(":")[0].strip()


def option_name(name: str, texts: Texts) -> str:
    """An option's name as people of a language see it in Discord; another word stays as it is."""
    return texts.pgettext("option name", name)


def lexicon_offer(name: str, texts: Texts) -> str:
    """A dictionary, with an explanation of the empty one."""
    if name == EMPTY:
        return texts.gettext("Empty: only words that this server or the host adds")
    return lexicon_title(name, texts)


def rule_offer(rule: str, texts: Texts) -> str:
    """A rule, or all at once."""
    return texts.gettext("All rules at once") if rule == PRESET else rule_title(rule, texts)


def time_zone_text(name: str | None, texts: Texts) -> str:
    """The time zone of a server, and what follows it."""
    return texts.gettext(
        "Time zone: {zone}. Daily and weekly posts come at the hour at which they were switched on, in this time zone.",
        zone=bold(zone_title(name or UTC_NAME, texts)),
    )


def time_zone_label(texts: Texts) -> str:
    """The label of the button and of the form that choose a server's time zone."""
    return texts.gettext("Time zone")


def time_zone_set(name: str | None, texts: Texts) -> str:
    """That a time zone has been chosen."""
    return texts.gettext("Done. The time zone is {zone}.", zone=bold(zone_title(name or UTC_NAME, texts)))


def hour_text(zone: str | None, texts: Texts, *, is_on: bool) -> str:
    """When something is posted again and again in a server."""
    where = zone_title(zone or UTC_NAME, texts)
    if is_on:
        return texts.gettext(
            "It is posted at the hour at which it was switched on, in the server's time zone: {zone}. To change the "
            "hour, switch it off, then on again at the new hour.",
            zone=where,
        )
    return texts.gettext(
        "It will be posted at the hour at which you switch it on, in the server's time zone: {zone}.", zone=where
    )


def default_text(value: str, texts: Texts) -> str:
    """The default of a setting, spelt out."""
    return texts.gettext("default ({value})", value=value)


def defaults_of(scope: str, home: str, preset: str, texts: Texts) -> Mapping[str, str]:
    """What the defaults of a channel or of a server are, by setting: `home` is the language that the server has in
    Discord, `preset` the name of the usual rules."""
    if scope == "channel":
        names = ("spoken", "preset", "variant", "game-language", "lexicon")
        return dict.fromkeys(names, texts.gettext("as in the server"))
    if scope != "server":
        return {}
    return {
        "language": language_text(home, texts),
        "preset": preset_text(preset, texts).partition(":")[0].strip(),
        "variant": variant_title("standard", texts),
        "lexicon": texts.gettext("the language's own"),
    }


def rack_order_title(order: str, texts: Texts) -> str:
    """A way to lay out a rack."""
    titles = {
        "sort": texts.pgettext("order of a rack", "alphabetical"),
        "shuffle": texts.pgettext("order of a rack", "shuffled"),
        "vowels": texts.gettext("vowels first"),
    }
    return titles.get(order, order)


def coordinates_title(code: str, texts: Texts) -> str:
    """A way to name rows and columns."""
    return orientation_text(Orientation.of_code(code) or STANDARD, texts)


TITLES: Mapping[str, Title] = {
    "coordinates": coordinates_title,
    "language": language_title,
    "lexicon": lexicon_offer,
    "order": rack_order_title,
    "preset": preset_text,
    "rule": rule_offer,
    "theme": theme_title,
    "variant": variant_title,
}
"""How the values of options are called, by the option."""


def rule_value_named(rule: str, typed: str, texts: Texts, game: str | None = None) -> str:
    """The value of a rule that someone means, as `named_by`; of an unknown rule, what they typed.

    `game` is the language of a game's tiles.
    """
    if rule == PRESET:
        return named_by("preset", typed, PRESETS, texts)
    if rule not in rule_names():
        return typed
    named = named_by("value", typed, allowed_values(rule), texts, lambda value, told: value_text(rule, value, told))
    if named in allowed_values(rule):
        return named
    with suppress(ValueError):
        if rule in TIMES:
            return TIMES[rule].write(time_in(TIMES[rule], typed, texts, game))
        if rule == "demo_pace":
            return str(time_in(DEMO_PACE, typed, texts, game) // SECOND)
    return named


def offered_title(option: str, value: str, texts: Texts) -> str:
    """The title that an option shows for a value; values of other options are shown as they are."""
    known = TITLES.get(option)
    return known(value, texts) if known else value


def named_by(option: str, typed: str, values: Iterable[str], texts: Texts, title: Title | None = None) -> str:
    """The value that someone means who types it, or its title in their language or in English.

    Neither case nor the explanation in a title matters. Text that means no value, or more than one, is returned without
    spaces around it. `title` gives the titles of an option whose values depend on another one, or that
    belongs to a feature.
    """
    offered, wanted = tuple(values), (key_of(typed), key_of(name_of(typed)))
    for language in (None, texts, texts_for(ENGLISH)):
        titles = {value: _title(option, value, language, title) for value in offered}
        short = {value: name_of(shown) for value, shown in titles.items()}
        for shown, sought in zip((titles, short), wanted, strict=True):
            found = [value for value in offered if sought and key_of(shown[value]) == sought]
            if len(found) == 1:
                return found[0]
    return typed.strip()


def _title(option: str, value: str, texts: Texts | None, title: Title | None) -> str:
    """The title of a value in the language of the texts; without texts, the value itself."""
    if texts is None:
        return value
    return title(value, texts) if title else offered_title(option, value, texts)
