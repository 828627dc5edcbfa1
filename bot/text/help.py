"""Help by topic, in plain words. Facts about a game's variant come from the variant itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from bot.model.words import key_of
from bot.text.examples import Examples, examples_for
from bot.text.names import bold, code, escape
from bot.text.rules import preset_text, rule_text, rule_title
from bot.text.status import start_cell
from bot.text.texts import Texts
from bot.text.typed import COMMAND_WORDS, words_of
from bot.text.variants import blank_legend, distribution_text, score_lines, values_text
from engine.model.board import STANDARD, Direction, Orientation
from engine.model.levels import NUMBERS
from engine.model.rules import PRESETS, rule_names
from engine.model.variant import Variant
from engine.sentences import N_, NP_

COMMANDS, MORE_COMMANDS = "commands", "more_commands"
"""The topics that list the commands: those that people need first, and the rest."""


def _command_pages(commands: Iterable[tuple[str, str]]) -> tuple[list[str], list[str]]:
    """The commands on two pages of about the same length, since one message has no room for all; groups stay whole."""
    groups = [_group_lines(group, list(members)) for group, members in groupby(commands, key=_group_of)]
    sizes = [sum(map(len, group)) for group in groups]
    split = min(range(len(groups) + 1), key=lambda end: (abs(sum(sizes[:end]) - sum(sizes[end:])), -end))
    first, second = ([line for group in part for line in group] for part in (groups[:split], groups[split:]))
    return first, second


def _group_of(command: tuple[str, str]) -> str:
    return command[0].partition(" ")[0]


def _group_lines(group: str, members: Sequence[tuple[str, str]]) -> list[str]:
    """A command, or a group with its subcommands below it."""
    if len(members) == 1:
        [(name, description)] = members
        return [f"`/{name}` {escape(description)}"]
    below = (f"- `{name.partition(' ')[2] or f'/{name}'}` {escape(about)}" for name, about in members)
    return [f"**`/{group}`**", *below]


@dataclass(frozen=True, slots=True)
class HelpContext:
    """The language of a topic, and the variant and coordinates of its examples, whose words are in its language.

    `aloud` is the language of what everyone sees where help is read, with its buttons.
    """

    texts: Texts
    aloud: Texts
    variant: Variant
    orientation: Orientation
    knows_words: bool

    def square(self, direction: Direction) -> str:
        """The square where the examples start, as named for a word across or down."""
        layout = self.variant.layout
        return self.orientation.name(start_cell(layout), direction, layout.size)

    @property
    def examples(self) -> Examples:
        """The words of the examples."""
        return examples_for(self.variant)

    @property
    def lines(self) -> tuple[str, str]:
        """The labels of the row and column where the examples start."""
        layout = self.variant.layout
        cell = start_cell(layout)
        row = self.orientation.row_label(cell.row, layout.height)
        return row, self.orientation.column_label(cell.column, layout.width)


@dataclass(frozen=True, slots=True)
class HelpTopic:
    """What `/help` says about something: its heading, and its text.

    `commands` are the names of commands, and `former` those that commands had in earlier releases, by which people find
    the topic.
    """

    title: Callable[[Texts], str]
    text: Callable[[HelpContext], str]
    commands: tuple[str, ...] = ()
    former: tuple[tuple[str, str], ...] = ()


def _overview(helped: HelpContext) -> str:
    texts, aloud, variant, (row, column) = helped.texts, helped.aloud, helped.variant, helped.lines
    return "\n".join(
        (
            texts.gettext(
                "1. Open a game with `/game new`, or play alone against a computer player with `/game new "
                "computer:5`, where 5 is its level, from {lowest} to {highest}. Press {join} to take a seat in "
                "someone else's game.",
                lowest=NUMBERS[0],
                highest=NUMBERS[-1],
                join=bold(aloud.gettext("Join")),
            ),
            texts.gettext(
                "2. When everyone has joined, any player can press {start}. If you play alone, press {now}.",
                start=bold(aloud.gettext("Start")),
                now=bold(aloud.gettext("Play now")),
            ),
            texts.gettext(
                "3. You get {count} tiles that only you can see, in a direct message and with the {rack} button.",
                count=variant.rack_size,
                rack=bold(aloud.gettext("Rack")),
            ),
            texts.gettext(
                "4. On your turn, type a word that connects to those on the board: `{across} {word}` starts in row "
                "{row}, column {column}, and runs across; `{down} {word}` runs down. You draw new tiles for those you "
                "use. To exchange tiles or pass, press {more}.",
                more=bold(aloud.gettext("More")),
                across=helped.square(Direction.ACROSS),
                down=helped.square(Direction.DOWN),
                word=helped.examples.greeting,
                row=row,
                column=column,
            ),
            texts.gettext(
                "5. The game ends when the pool is empty and a player has no tiles left. The highest score wins."
            ),
            texts.gettext("`/try` shows you in private what a move would score."),
            texts.gettext(
                "`/hint` helps you find a move if the rules allow hints. `/game demo` shows a game between "
                "computer players."
            ),
        )
    )


def _moves(helped: HelpContext) -> str:
    texts, across, down = helped.texts, helped.square(Direction.ACROSS), helped.square(Direction.DOWN)
    word = helped.examples.greeting
    return "\n".join(
        (
            texts.gettext(
                "Type the square where the word starts, then the word: `{square} {word}`.", square=across, word=word
            ),
            texts.gettext("- `{square} {word}` has the row first, so the word runs across.", square=across, word=word),
            texts.gettext("- `{square} {word}` has the column first, so the word runs down.", square=down, word=word),
            texts.gettext(
                "Type the whole word, including letters that are already on the board, or put a dot for each "
                "of those: `{square} {dotted}`.",
                square=across,
                dotted=word[:2] + "." * len(word[3:]) + word[-1],
            ),
            *_long_letters(helped),
            texts.gettext(
                "Type it in `/play`, in the window that {play} opens, or as a message in the channel.",
                play=bold(helped.aloud.gettext("Play")),
            ),
            texts.gettext(
                "You can also type one of these words alone in your game: {words}.",
                words=", ".join(f"`{words_of(one, texts)[0]}`" for one in COMMAND_WORDS.values()),
            ),
            texts.gettext(
                "Your tiles must be in one line without a gap, and at least one must touch a tile on the "
                "board. Any other words that they form must count too."
            ),
        )
    )


def _long_letters(helped: HelpContext) -> Iterator[str]:
    """How to type a tile with several letters, if the variant has one."""
    alphabet = helped.variant.alphabet
    shown = {tile.letter for tile in helped.variant.tile_set.kinds}
    long = next((letter for letter in alphabet.letters if letter in shown and alphabet.readings(letter)), "")
    if long:
        yield helped.texts.gettext(
            "`{letter}` is one tile if you have it, otherwise several. Brackets say which you mean: `[{letter}]` is "
            "one tile, `{several}` are several.",
            letter=long,
            several="".join(f"[{one}]" for one in alphabet.readings(long)[0]),
        )


def _composing(helped: HelpContext) -> str:
    texts = helped.texts
    return "\n".join(
        (
            texts.gettext(
                "On your turn, press {compose} under the board.", compose=bold(helped.aloud.gettext("Compose"))
            ),
            texts.gettext(
                "Press your tiles in the order of the word. If the game allows hints, I put them where they make a "
                "valid move, and **Another place** shows the next one."
            ),
            texts.gettext(
                "To choose the place yourself, press the row and the square first, then your tiles or **Type the "
                "word**. A frame marks the next square: the arrows move it, and **Direction: across** makes the word "
                "run down."
            ),
            texts.gettext(
                "Only you see the move and its score. **Remove tile** removes the last tile, **Clear** removes them "
                "all so that you can choose another place, and **Whole board** shows all squares. **Save** keeps the "
                "move, and **Compare** lists it beside others that you have tried."
            ),
        )
    )


def _listening(helped: HelpContext) -> str:
    texts, square = helped.texts, helped.square(Direction.ACROSS)
    row, column = helped.lines
    lines = (
        texts.gettext(
            "Choose **Text only** in `/settings mine`. I then send you no pictures. On your turn you get one short "
            "direct message: what was played, your tiles, the scores. In games you open or join from now on, you also "
            "have more time to undo."
        ),
        texts.gettext(
            "`/game board` lists the words on the board, then, row by row, the tiles and the free premium squares."
        ),
        texts.gettext(
            "`/game board square:{square}` describes a square and those around it, `/game board "
            "square:{row}` a row, and "
            "`/game board square:{column}` a column.",
            square=square,
            row=row,
            column=column,
        ),
        texts.gettext(
            "`/game board premiums:free` lists the free premium squares and the words that can be made longer. "
            "`/game board style:grid` shows the board in characters."
        ),
        texts.gettext(
            "`/try` with only a word, such as `/try move:{word}`, lists the places where your tiles can make it; "
            "`/word hooks word:{word}` lists those for any tiles, and the letters that make it longer.",
            word=helped.examples.base,
        ),
        texts.gettext("`/rack`, `/game scores`, `/word played` and `/game tiles which:unseen` tell you the rest."),
    )
    return "\n".join(f"- {line}" for line in lines)


def _blanks(helped: HelpContext) -> str:
    texts, square, word = helped.texts, helped.square(Direction.ACROSS), helped.examples.greeting
    return "\n".join(
        (
            texts.gettext("A blank can be any letter, and stays that letter for the rest of the game."),
            texts.gettext(
                "Type its letter in lower case in a word in capitals, `{square} {small}`, or after a question "
                "mark: `{square} {marked}`.",
                square=square,
                small=word[:-1] + helped.variant.alphabet.lower(word[-1]),
                marked=f"{word[:-1]}?{word[-1]}",
            ),
            texts.gettext(
                "You do not have to mark it. If you lack a letter, I use your blank where it costs the "
                "fewest points, and tell you which letter it is."
            ),
        )
    )


def _rules(helped: HelpContext) -> str:
    texts = helped.texts
    lines = [f"- {preset_text(name, texts)}" for name in PRESETS]
    lines.append(
        texts.gettext("`/game rules` shows what differs. Before the start, the host can change any rule there:")
    )
    lines += ["- " + texts.titled(f"**{rule_title(rule, texts)}**", rule_text(rule, texts)) for rule in rule_names()]
    return "\n".join(lines)


def _clocks(helped: HelpContext) -> str:
    texts = helped.texts
    lines = (
        texts.gettext(
            "With a turn clock, you lose a turn that takes too long. A move that you previewed in time with "
            "`/try` can still be played for a while."
        ),
        texts.gettext(
            "With a game clock, everyone has the same time for the whole game. Each minute or part of a "
            "minute over it costs points at the end. If you go too far over it, you lose."
        ),
        texts.gettext(
            "With a clock of less than an hour, you can use `/game claim` if the player to move has been silent for "
            "5 minutes. If there is no answer within 2 minutes, you decide how the game goes on."
        ),
        texts.gettext(
            "A game can have a turn clock and a game clock at once. Your clock runs only while it is your turn."
        ),
        texts.gettext(
            "With a time bank, a turn can take longer than the turn clock: it uses time that you have once for the "
            "whole game. With an increment, each turn that you finish gives you time."
        ),
        texts.gettext(
            "To give the player whose turn it is more time, press {more} and then **More time**.",
            more=bold(helped.aloud.gettext("More")),
        ),
        texts.gettext(
            "`/game pause` keeps a game for later under a name and frees its channel. `/game resume` "
            "continues it in the channel where you use it. The host and moderators can do this alone; "
            "otherwise, every player has to agree."
        ),
        texts.gettext("No clock runs while I am offline."),
        texts.gettext(
            "In games with long turns, I remind you before your time runs out. `/game nudge` sends "
            "a reminder at any time."
        ),
    )
    return "\n".join(f"- {line}" for line in lines)


def _scoring(helped: HelpContext) -> str:
    texts, variant = helped.texts, helped.variant
    lines = [
        texts.gettext("A word scores the points of its letters. You score every word that your move makes."),
        texts.gettext(
            "A `2L` square doubles its letter, a `3W` square triples the whole word, and so on, but only in "
            "the move that covers it."
        ),
    ]
    if variant.bingo:
        lines.append(
            texts.gettext(
                "A move that uses all {tiles} tiles of a full rack is a bingo, for a bonus of {points} points.",
                tiles=variant.rack_size,
                points=variant.bingo,
            )
        )
    lines += _more_scores(variant, texts)
    lines.append(
        texts.gettext(
            "At the end, under the usual rules, you lose the points of the tiles left on your rack. A player "
            "who has played them all gains what the others lose."
        )
    )
    return "\n".join(lines)


def _more_scores(variant: Variant, texts: Texts) -> list[str]:
    """The points that the variant gives or takes besides the bonus for a bingo."""
    others = any(variant.bonuses[:-1]) or any(variant.exchange_points) or variant.pass_points
    return list(score_lines(variant, texts)) if others else []


def _tiles(helped: HelpContext) -> str:
    texts, variant = helped.texts, helped.variant
    total = texts.ngettext("{count} tile in all.", "{count} tiles in all.", len(variant.tile_set))
    heading = texts.gettext("Number × points:")
    values = texts.gettext("Points of the letters:")
    parts = (total, heading, code(distribution_text(variant)), values, code(values_text(variant, texts)))
    return "\n".join((*parts, *filter(None, [blank_legend(variant.tile_set.kinds, texts)])))


def _words(helped: HelpContext) -> str:
    texts = helped.texts
    decides = texts.gettext("The game's dictionary decides. It stays the same from the first move to the last.")
    secrecy = texts.gettext(
        "While you play a game in which words are secret, I tell you nothing about words and do not help you in any "
        "other game, and your games against computers wait. In your other games, a word that is not in the "
        "dictionary costs you the turn. I never analyse the position of a game that you are playing. I cannot stop "
        "you from asking another program, so please play fair."
    )
    made = texts.gettext(
        "If people have added words or letters, any letter could stand for another. Then I also refuse any position "
        "whose tiles are arranged as in your game and, while your game's board is empty, any rack."
    )
    kinds = (_kinds_of_words(helped), _no_words(helped)) if helped.knows_words else ()
    return "\n".join((decides, *kinds, secrecy, made))


def _kinds_of_words(helped: HelpContext) -> str:
    """Which kinds of words the dictionary of the language has."""
    texts = helped.texts
    if helped.variant.language == "ru":
        return texts.gettext("Only nouns count, in their basic form: the singular, or the plural if there is no other.")
    return texts.gettext(
        "Every kind of word counts, in all its forms: verbs, nouns and small words; old and rare words, slang, and "
        "words borrowed from other languages."
    )


def _no_words(helped: HelpContext) -> str:
    """What no dictionary of the language has."""
    texts = helped.texts
    if helped.variant.language == "de":
        return texts.gettext(
            "Names, abbreviations, prefixes and suffixes do not count, nor does anything spelt with a "
            "hyphen or an apostrophe. Other nouns count, although German writes them with a capital letter."
        )
    return texts.gettext(
        "Names and other words with a capital letter do not count. Nor do abbreviations, prefixes "
        "and suffixes, or anything spelt with a hyphen or an apostrophe."
    )


def _privacy(helped: HelpContext) -> str:
    texts = helped.texts
    return "\n".join(
        (
            texts.gettext(
                "Only you see your tiles, unless the rule **Open racks** shows them to everyone. Computer players "
                "see no more than people do."
            ),
            texts.gettext(
                "I keep the moves of each game and who played them, your settings, word lists and "
                "analysis boards, and how you do in puzzles and `/word study`."
            ),
            texts.gettext(
                "I do not keep what people say in the channel. I read it only to find moves, and to pass it on if a "
                "game's chat is switched on."
            ),
            texts.gettext(
                "Your finished games become puzzles only if you allow that in `/settings mine`. The puzzles name "
                "nobody, and you can change your mind at any time."
            ),
        )
    )


def _moderating(helped: HelpContext) -> str:
    texts, aloud = helped.texts, helped.aloud
    return "\n".join(
        (
            texts.gettext(
                "`/manage games` lists the games of this server. There you can end one, or remove a player from it. "
                "Under the board of a game, {more} offers the same.",
                more=bold(aloud.gettext("More")),
            ),
            texts.gettext(
                "In the channel of a game, `/game end` ends it or calls off its lobby, `/game seat remove` removes a "
                "player, and `/game seat give` lets someone else play on. A game that you end has no winner. A game "
                "from which you remove a player does not count for ratings."
            ),
            texts.gettext("`/together stop` ends the duplicate of a channel."),
            texts.gettext(
                "Moderators are people with the Manage Server permission. In `/settings server`, **Moderating "
                "games** gives a role the same rights, and **Opening games** says who can open games."
            ),
            texts.gettext(
                "I keep no list of people to keep out. In Discord's server settings, under **Integrations**, you can "
                "stop a role or a member from using my commands, or keep me to certain channels."
            ),
            texts.gettext(
                "`/settings server` has everything else: language, threads, what I post by myself, who may do what, "
                "and limits. The commands under `/manage` lead to the same settings."
            ),
        )
    )


_TOPICS: Mapping[str, HelpTopic] = {
    "overview": HelpTopic(lambda texts: texts.gettext("How it works"), _overview),
    "moves": HelpTopic(
        lambda texts: texts.gettext("Playing a word"),
        _moves,
        ("move", "play", "pass", "exchange", "challenge", "undo", "trade", "draw", "swap"),
    ),
    "composing": HelpTopic(lambda texts: texts.gettext("Playing without coordinates"), _composing),
    "listening": HelpTopic(lambda texts: texts.gettext("Playing without pictures"), _listening, ("board",)),
    "blanks": HelpTopic(lambda texts: texts.pgettext("help topic", "Blanks"), _blanks),
    "rules": HelpTopic(
        lambda texts: texts.gettext("Rules you can choose"),
        _rules,
        ("tabletop",),
        (NP_("former command", "variant"),),
    ),
    "clocks": HelpTopic(lambda texts: texts.gettext("Clocks and pauses"), _clocks, ("nudge", "pause", "resume")),
    "scoring": HelpTopic(lambda texts: texts.pgettext("help topic", "Points"), _scoring, ("scores",)),
    "tiles": HelpTopic(lambda texts: texts.gettext("Tiles and their values"), _tiles),
    "words": HelpTopic(
        lambda texts: texts.gettext("Which words count"),
        _words,
        ("word", "check", "hooks", "define", "anagram", "dictionary", "dictionaries"),
        (NP_("former command", "words"),),
    ),
    "moderating": HelpTopic(
        lambda texts: texts.gettext("For moderators"), _moderating, ("manage", "end", "remove", "cancel")
    ),
    "privacy": HelpTopic(lambda texts: texts.pgettext("help topic", "Privacy"), _privacy),
}
"""The topics of the game by name, in display order."""


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of `/help`: those of the game, those that features have `added`, and the commands."""

    added: Mapping[str, HelpTopic] = field(default_factory=dict)

    def names(self) -> tuple[str, ...]:
        """The topics in display order; `/help` accepts these names."""
        return (*_TOPICS, *self.added, COMMANDS, MORE_COMMANDS)

    def title(self, topic: str, texts: Texts) -> str:
        """The heading of a topic. Raises `KeyError` for an unknown one."""
        if topic == COMMANDS:
            return texts.pgettext("help topic", "Commands")
        if topic == MORE_COMMANDS:
            return texts.gettext("More commands")
        return self._topic(topic).title(texts)

    def about(self, command: str, texts: Texts) -> str | None:
        """The topic of a command, by a name that it has or had, in English or in the language of the texts."""
        wanted = key_of(command.strip().removeprefix("/"))
        for name, topic in (*_TOPICS.items(), *self.added.items()):
            local = (texts.pgettext("command name", one) for one in topic.commands)
            former = (word for context, one in topic.former for word in (one, texts.pgettext(context, one)))
            if wanted in map(key_of, (*topic.commands, *local, *former)):
                return name
        return None

    def text(
        self,
        topic: str,
        texts: Texts,
        variant: Variant,
        commands: Iterable[tuple[str, str]] = (),
        orientation: Orientation = STANDARD,
        *,
        knows_words: bool = True,
        aloud: Texts | None = None,
    ) -> str:
        """The text of a topic in Discord's markdown, with the facts and coordinates of a game.

        Buttons that everyone sees are named in the language of `aloud`; if there is none, in that of `texts`.
        `commands` are the registered names and descriptions. Without `knows_words`, nothing is said of the kinds of
        words that the dictionary has. Raises `KeyError` for an unknown topic.
        """
        if topic in (COMMANDS, MORE_COMMANDS):
            return "\n".join(_command_pages(commands)[topic == MORE_COMMANDS])
        return self._topic(topic).text(HelpContext(texts, aloud or texts, variant, orientation, knows_words))

    def _topic(self, topic: str) -> HelpTopic:
        return _TOPICS.get(topic) or self.added[topic]


_NOTES = {
    "coordinates": (
        N_("→ The row comes first: the word runs across."),
        N_("↓ The column comes first: the word runs down."),
    ),
    "hooks": (
        N_("The new word, in one line. It must touch a tile on the board."),
        N_("It makes a longer word. That must be a word too, and it scores."),
    ),
    "legend": (N_("where the first word goes"),),
    "composing": (
        N_("1. Choose a row and a column."),
        N_("2. Tap your tiles one after another."),
        N_("3. See what it scores, then press Play."),
    ),
}


def picture_notes(picture: str, texts: Texts) -> tuple[str, ...]:
    """What a picture of help says beside its examples, in order."""
    return tuple(map(texts.gettext, _NOTES[picture]))


def unread_note(texts: Texts) -> str:
    """What to do where the bot cannot read what people type."""
    return texts.gettext(
        "-# I cannot read this server's messages, so I do not see moves that you type here. Use `/play` or the "
        "buttons, mention me, or send me a direct message."
    )
