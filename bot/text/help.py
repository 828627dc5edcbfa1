"""Help by topic, in plain words. Facts about a game's variant come from the variant itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from bot.text.names import code, escape
from bot.text.rules import preset_text, rule_text
from bot.text.status import start_cell
from bot.text.texts import Texts
from bot.text.tiles import distribution_text, values_text
from bot.text.variants import score_lines
from engine.model.coordinates import STANDARD, Direction, Orientation
from engine.model.rules import PRESETS, rule_names
from engine.model.variant import Variant

COMMANDS = "commands"
"""The topic that lists the commands."""


def topics() -> tuple[str, ...]:
    """The topics in display order; `/help` accepts these names."""
    return (*_TOPICS, COMMANDS)


def topic_title(topic: str, texts: Texts) -> str:
    """The heading of a topic. Raises `KeyError` for an unknown one."""
    titles = {
        "overview": texts.gettext("How it works"),
        "moves": texts.gettext("Playing a word"),
        "composing": texts.gettext("Playing without coordinates"),
        "blanks": texts.pgettext("help topic", "Blanks"),
        "commands": texts.pgettext("help topic", "Commands"),
        "rules": texts.gettext("Rules you can choose"),
        "clocks": texts.gettext("Clocks and pauses"),
        "scoring": texts.pgettext("help topic", "Points"),
        "tiles": texts.gettext("Tiles and their values"),
        "words": texts.gettext("Which words count"),
        "privacy": texts.gettext("What the bot knows and shows"),
    }
    return titles[topic]


def help_text(
    topic: str,
    texts: Texts,
    variant: Variant,
    commands: Iterable[tuple[str, str]] = (),
    orientation: Orientation = STANDARD,
) -> str:
    """The text of a topic in Discord's markdown, using the facts and coordinates of a game.

    `commands` are the registered names and descriptions. Raises `KeyError` for an unknown topic.
    """
    if topic == COMMANDS:
        return "\n".join(f"`/{name}` {escape(description)}" for name, description in commands)
    return _TOPICS[topic](_Helped(texts, variant, orientation))


@dataclass(frozen=True, slots=True)
class _Helped:
    """The audience of a topic, and the game that provides its examples."""

    texts: Texts
    variant: Variant
    orientation: Orientation

    def square(self, direction: Direction) -> str:
        """The square where examples start, as named for a word across or down."""
        layout = self.variant.layout
        return self.orientation.name(start_cell(layout), direction, layout.size)


def _overview(helped: _Helped) -> str:
    texts, variant = helped.texts, helped.variant
    return "\n".join(
        (
            texts.gettext("1. Somebody opens a game with `/game new`. Press **Join** to take a seat."),
            texts.gettext("2. When everybody is there, anybody seated presses **Start**."),
            texts.gettext(
                "3. Each player gets {count} tiles, which only that player sees: by direct message, and with the "
                "button **Rack**.",
                count=variant.rack_size,
            ),
            texts.gettext(
                "4. On your turn you lay a word so that it joins those on the board, exchange tiles, or pass. Then "
                "you draw new tiles."
            ),
            texts.gettext("5. Once the pool is empty and a player has no tile left, the game ends. Most points win."),
            texts.gettext("`/try` shows what a move would score, and only you see it."),
            texts.gettext(
                "`/hint` helps with your move where the rules give hints. `/game demo` shows how a game goes."
            ),
        )
    )


def _moves(helped: _Helped) -> str:
    texts, across, down = helped.texts, helped.square(Direction.ACROSS), helped.square(Direction.DOWN)
    return "\n".join(
        (
            texts.gettext("Name the square where the word begins, then the word: `{square} HELLO`.", square=across),
            texts.gettext("- `{square} HELLO`, the row first, runs across.", square=across),
            texts.gettext("- `{square} HELLO`, the column first, runs down.", square=down),
            texts.gettext(
                "Type the whole word, with the letters that are on the board already; or put a dot for each of those: "
                "`{square} HE..O`.",
                square=across,
            ),
            texts.gettext("Type it in `/play`, in the window that **Play** opens, or as a message in the channel."),
            texts.gettext(
                "All tiles of a move lie in one line without a gap and touch a tile that was there before. Wherever "
                "they make further words, those must be words too."
            ),
        )
    )


def _composing(helped: _Helped) -> str:
    texts = helped.texts
    return "\n".join(
        (
            texts.gettext("Press **Compose** under your rack: by `/rack`, or in my direct message."),
            texts.gettext(
                "Choose the row and the column where your first tile goes, then tap your tiles in the order of the "
                "word. The next square is framed; the arrows move it, and **Runs across** turns it downwards."
            ),
            texts.gettext(
                "You see what the move scores all the time, and nobody else does. **Back** takes the last tile back, "
                "**Zoom in** shows the squares around, **Compare** keeps the move beside others that you try."
            ),
        )
    )


def _blanks(helped: _Helped) -> str:
    texts, square = helped.texts, helped.square(Direction.ACROSS)
    return "\n".join(
        (
            texts.gettext("A blank stands for any letter you like, and keeps it for the rest of the game."),
            texts.gettext(
                "Write its letter small in a word of capitals, `{square} HELLo`, or with a question mark: "
                "`{square} HELL?O`.",
                square=square,
            ),
            texts.gettext(
                "You need not mark it: when you lack a letter, your blank is used for it, where it costs the fewest "
                "points. The answer tells you which letter it became."
            ),
        )
    )


def _rules(helped: _Helped) -> str:
    texts = helped.texts
    lines = [f"- {preset_text(name, texts)}" for name in PRESETS]
    lines.append(texts.gettext("Before the start, the host can change single rules with `/game rules`:"))
    lines += [f"- **{rule}**: {rule_text(rule, texts)}" for rule in rule_names()]
    return "\n".join(lines)


def _clocks(helped: _Helped) -> str:
    texts = helped.texts
    lines = (
        texts.gettext(
            "With the rule `turn_clock` a turn that takes too long is lost. A move that you have tried with `/try` "
            "in time can still be played for a while (`clock_grace`)."
        ),
        texts.gettext(
            "With the rule `game_clock` everybody has so much time for all turns together. Each minute begun over "
            "it costs points at the end (`overtime_penalty`); over it by more than `overtime_limit`, you lose."
        ),
        texts.gettext("Both can be used at once. A clock runs while its player is on turn."),
        texts.gettext(
            "`/game pause` keeps a game for later under a name; its channel is free for another one meanwhile. "
            "`/game resume` lets it go on, in the channel where you use it. Host and moderators do so alone; "
            "otherwise all players have to."
        ),
        texts.gettext("Time in which the bot cannot be reached counts for nobody."),
        texts.gettext(
            "In games of long turns players are reminded before their time is over, and `/nudge` reminds the "
            "player on turn at any time."
        ),
    )
    return "\n".join(f"- {line}" for line in lines)


def _scoring(helped: _Helped) -> str:
    texts, variant = helped.texts, helped.variant
    lines = [
        texts.gettext(
            "A word counts the points of its letters. You get the points of every word that your move makes."
        ),
        texts.gettext(
            "On a square `2L` the letter counts twice, on `3W` the whole word three times, and so on: only in the move "
            "that covers the square."
        ),
    ]
    if variant.bingo:
        lines.append(
            texts.gettext(
                "A move with all {tiles} tiles of a full rack is a bingo and brings {points} points extra.",
                tiles=variant.rack_size,
                points=variant.bingo,
            )
        )
    lines += _more_scores(variant, texts)
    lines.append(
        texts.gettext(
            "At the end, as the rules usually are, everybody loses the points of the tiles that are left, and who "
            "played all tiles gets the points that the others lose."
        )
    )
    return "\n".join(lines)


def _more_scores(variant: Variant, texts: Texts) -> list[str]:
    """Points the variant gives or takes besides the full-rack bonus."""
    others = any(variant.bonuses[:-1]) or any(variant.exchange_points) or variant.pass_points
    return list(score_lines(variant, texts)) if others else []


def _tiles(helped: _Helped) -> str:
    texts, variant = helped.texts, helped.variant
    total = texts.ngettext("{count} tile in all.", "{count} tiles in all.", len(variant.tile_set))
    heading = texts.gettext("Number × points:")
    values = texts.gettext("Points of the letters:")
    parts = (total, heading, code(distribution_text(variant, texts)), values, code(values_text(variant, texts)))
    return "\n".join(parts)


def _words(helped: _Helped) -> str:
    texts = helped.texts
    return "\n".join(
        (
            texts.gettext("The dictionary of the game decides, and it stays the same from the first move to the last."),
            texts.gettext(
                "Every kind of word is fine, in all its forms: verbs, nouns, little words; old and rare ones, slang, "
                "and words that came from other languages."
            ),
            texts.gettext(
                "Not allowed are names and other words written with a capital, abbreviations, beginnings and endings "
                "that never stand alone, and anything spelled with a hyphen or an apostrophe."
            ),
        )
    )


def _privacy(helped: _Helped) -> str:
    texts = helped.texts
    return "\n".join(
        (
            texts.gettext("Your tiles are shown to you alone. Computer players do not see them either."),
            texts.gettext("The bot keeps the moves of each game, who played them, and your settings."),
            texts.gettext("It does not keep what people say in the channel; only moves are read."),
        )
    )


_TOPICS: Mapping[str, Callable[[_Helped], str]] = {
    "overview": _overview,
    "moves": _moves,
    "composing": _composing,
    "blanks": _blanks,
    "rules": _rules,
    "clocks": _clocks,
    "scoring": _scoring,
    "tiles": _tiles,
    "words": _words,
    "privacy": _privacy,
}
