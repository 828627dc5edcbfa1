"""What games and dictionaries are called, lists of games, dictionaries of servers, and records from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache

from babel.dates import format_date

from bot.model.games import GamePhase, GameResult, GameSummary
from bot.model.words import AND, NamedList, split_names, variant_title
from bot.service.words.dictionaries import Changers
from bot.text.names import bold, clean, display_names, escape, shortened
from bot.text.texts import Texts
from bot.text.variants import letters_title
from engine.loading import EMPTY, list_lexicons

MOST_NAMED = 4
"""How many players the name of a game lists; of more players, it lists one fewer and counts the others."""
MOST_OF_NAME = 20
"""The most characters of a player's name in the name of a game."""


def game_name(own: str, players: Iterable[str], texts: Texts) -> str:
    """A game's own name, else its players as opponents, `Ada v Bruno`; `Ada's game` until someone joins."""
    if own:
        return own
    names = [shortened(name, MOST_OF_NAME) for name in display_names(players, texts)]
    if not names:
        return texts.gettext("Word game")
    if len(names) == 1:
        return texts.gettext("{name}'s game", name=names[0])
    listed = names if len(names) <= MOST_NAMED else names[: MOST_NAMED - 1]
    told = listed[0]
    for name in listed[1:]:
        # Translators: Two opponents; more names are added one by one, as in "Ada v Bruno v Chloe".
        told = texts.gettext("{name} v {opponent}", name=told, opponent=name)
    rest = len(names) - len(listed)
    if not rest:
        return told
    return texts.ngettext("{names} and {count} other", "{names} and {count} others", rest, names=told)


def thread_name(own: str, players: Iterable[str]) -> str:
    """What the thread of a game is called, in no language: by the game's own name, else by who plays, `Ada – Bruno`."""
    return own or " – ".join(shortened(name, MOST_OF_NAME) for name in players)


def finished_title(result: GameResult, texts: Texts) -> str:
    """A finished game in a list: its players with their points, and the day it ended."""
    players = ", ".join(f"{clean(one.name)} {texts.number(one.score)}" for one in result.players)
    ended = datetime.fromtimestamp(result.ended / 1000, UTC)
    return f"{players} · {format_date(ended, 'medium', locale=texts.locale)}"


def game_in(title: str, place: str, texts: Texts) -> str:
    """A game and its channel, both in Discord's markdown; the place may be empty."""
    return texts.gettext("{game}, {place}", game=title, place=place) if place else title


def more_heading(game: str, texts: Texts) -> str:
    """The heading of what else there is to do in a game, which is named in Discord's markdown."""
    return texts.gettext("More about {game}", game=game)


def board_link(url: str, texts: Texts) -> str:
    """A link to a game's board in Discord's markdown."""
    label = texts.gettext("Go to the board")
    return f"[{label}]({url})"


def game_line(title: str, link: str, game: GameSummary, person: str, texts: Texts) -> str:
    """One line of a list: the game as a link to its newest board, its state, and whose turn it is."""
    scores = "–".join(texts.number(seat.score) for seat in game.seats)
    state = _state(game, person, texts)
    named = f"[{escape(title)}]({link})"
    return f"- {named}, {scores}, {state}" if game.phase is not GamePhase.LOBBY else f"- {named}, {state}"


def _state(game: GameSummary, person: str, texts: Texts) -> str:
    if game.phase is GamePhase.LOBBY:
        return texts.gettext("not started: `/join code:{code}`", code=game.game)
    if game.on_turn == person:
        return texts.gettext("**your turn**")
    if game.phase is GamePhase.PAUSED:
        return texts.pgettext("state of a game", "paused")
    names = {seat.player: seat.name for seat in game.seats}
    if game.on_turn in names:
        return texts.gettext("{name} to move", name=escape(names[game.on_turn]))
    return texts.gettext("about to end")


def games_list(own: Sequence[str], others: Sequence[str], texts: Texts) -> list[str]:
    """The lines of a person's games and of others in a server, with headings; or that there is none."""
    if not own and not others:
        return [texts.gettext("No game is running. Open one with `/game new`.")]
    headed = ((texts.gettext("Your games"), own), (texts.gettext("Other games in this server"), others))
    return [line for heading, lines in headed if lines for line in (f"### {heading}", *lines)]


def own_list(lines: Sequence[str], texts: Texts, *, more: bool) -> str:
    """A few of a person's games; `more` says that there are others."""
    rest = texts.gettext("See them all with `/game list`.")
    return "\n".join((texts.gettext("Your games:"), *lines, *([rest] if more else [])))


def which_game_asked(texts: Texts) -> tuple[str, str]:
    """Asks which game is meant, and what the menu says until one is chosen."""
    return texts.gettext("Which game do you mean?"), texts.gettext("Choose a game")


def which_move_asked(texts: Texts) -> str:
    """Asks what a move is for, where not only games wait for one."""
    return texts.gettext("Where do you want to play this move?")


def state_in_brief(game: GameSummary, person: str, texts: Texts) -> str:
    """The state of a game in a few words, for the menu of a person's games."""
    if game.phase is GamePhase.LOBBY:
        return texts.gettext("not started")
    if game.phase is GamePhase.PAUSED:
        return texts.pgettext("state of a game", "paused")
    scores = "–".join(texts.number(seat.score) for seat in game.seats)
    return " · ".join((scores, texts.gettext("your turn"))) if game.on_turn == person else scores


UNCHANGED = Changers()


def language_title(code: str, texts: Texts) -> str:
    """A language as it is called in the language of the texts."""
    return str(texts.locale.languages.get(code, code))


def lexicon_title(name: str, texts: Texts) -> str:
    """The name of a dictionary for players, list by list; a list that a server has made keeps its own name."""
    return f" {AND} ".join(_title(one, texts) for one in split_names(name)) or name


def _title(name: str, texts: Texts) -> str:
    if name == EMPTY:
        return texts.pgettext("dictionary", "empty")
    return language_title(_languages()[name], texts) if name in _languages() else name


@cache
def _languages() -> Mapping[str, str]:
    """The language of each lexicon, by its name."""
    return {info.name: info.language for info in list_lexicons()}


def dictionary_line(name: str, texts: Texts, changers: Changers = UNCHANGED) -> str:
    """The dictionary of a game by the `name` that players see, and who has changed it."""
    match changers:
        case Changers(server=True, host=True):
            return texts.gettext("Dictionary: {name}, as changed by this server and the host", name=name)
        case Changers(server=True):
            return texts.gettext("Dictionary: {name}, as changed by this server", name=name)
        case Changers(host=True):
            return texts.gettext("Dictionary: {name}, with the host's own words", name=name)
        case _:
            return texts.gettext("Dictionary: {name}", name=name)


def dictionary_facts(lexicon: str, texts: Texts, *, can_challenge: bool) -> tuple[str, ...]:
    """What a picture says of a game's dictionary."""
    line = dictionary_line(lexicon_title(lexicon, texts), texts)
    return (line, texts.gettext("words can be challenged")) if can_challenge else (line,)


def made_text(made: NamedList, texts: Texts) -> str:
    """That a dictionary is ready, and what to do with it."""
    return texts.gettext(
        "The dictionary {name} is ready, with the letters of {variant}. Add words with `/word add "
        "lexicon:{id}`, and use it in a game with `/game new lexicon:{id}`.",
        name=bold(made.name),
        variant=escape(letters_title(variant_title(made), texts)),
        id=made.name,
    )


def deleting(name: str, texts: Texts) -> tuple[str, str]:
    """Asks whether to delete a dictionary; and the label of yes."""
    question = texts.gettext(
        "Delete the dictionary {name} with its words? Games that use it keep their words. Where it is the "
        "default, new games use the usual dictionary again.",
        name=bold(name),
    )
    return question, texts.gettext("Delete it")


def changed_text(before: NamedList, after: NamedList | None, texts: Texts) -> str:
    """That a dictionary has another name, or is gone."""
    if after:
        return texts.gettext("{old} is now called {name}.", old=bold(before.name), name=bold(after.name))
    return texts.gettext("I have deleted the dictionary {name}.", name=bold(before.name))


def own_lists_title(texts: Texts) -> str:
    """What a server's own dictionaries are called."""
    return texts.gettext("Dictionaries of this server")


def own_lists_about(texts: Texts) -> str:
    """What their page is for."""
    return texts.gettext("Make, rename and delete them. To add words, use `/word import`.")


def own_lists_count(count: int, texts: Texts) -> str:
    """How many there are."""
    return texts.ngettext("{count} dictionary", "{count} dictionaries", count)


def lists_text(program: Iterable[str], own: Iterable[str], texts: Texts) -> str:
    """The dictionaries of the program and the lines of a server's own, and how to combine them."""
    lines = (*(f"- {bold(lexicon_title(name, texts))}" for name in program), *own)
    how = texts.gettext("A game can combine several: `/game new lexicon:english+…`")
    return "\n".join((texts.gettext("### Dictionaries"), *lines, f"-# {how}"))


def own_line(one: NamedList, added: int, removed: int, texts: Texts, *, copied: bool) -> str:
    """A server's own dictionary: its letters, the one that it copies if it does, and how many words it changes."""
    facts = [letters_title(variant_title(one), texts)]
    if copied:
        facts.append(texts.gettext("all words of {lexicon}", lexicon=lexicon_title(one.base, texts)))
    if added or not copied:
        facts.append(texts.ngettext("{count} word of its own", "{count} words of its own", added))
    if removed:
        facts.append(texts.ngettext("without {count} word", "without {count} words", removed))
    return "- " + texts.titled(bold(one.name), escape(", ".join(facts)))


LONGEST_RECORD_TEXT = 60
MOST_DIFFERING = 5
"""Moves whose points differ that are named."""


def other_words_warning(name: str, used: str, texts: Texts) -> str:
    """Which dictionary is used in place of one that is not there."""
    return texts.gettext(
        "I do not have the dictionary {name} for these tiles, so I use {used}.",
        name=bold(shortened(name, LONGEST_RECORD_TEXT)),
        used=bold(lexicon_title(used, texts)),
    )


def other_game_text(name: str, texts: Texts) -> str:
    """That a record is of a game with other rules."""
    return texts.gettext(
        "This record is of another game, {name}, whose rules may differ.",
        name=bold(shortened(name, LONGEST_RECORD_TEXT)),
    )


def no_language_text(language: str, texts: Texts) -> str:
    """Which language is taken for that of a record, and how to choose another one."""
    return texts.gettext(
        "The record does not name its language, so I read it with tiles for {language}. To choose another language, "
        "send it again with `language:`.",
        language=bold(language_title(language, texts)),
    )


def differing_text(moves: Sequence[tuple[str, int, int]], texts: Texts) -> str:
    """Where the points of a record are not what its rules give: moves, their points there, and by the rules."""
    told = [f"{escape(move)} {recorded} → {counted}" for move, recorded, counted in moves[:MOST_DIFFERING]]
    return texts.ngettext(
        "In this record, the points of {count} move do not follow the rules: {moves}. I use the points that the "
        "rules give.",
        "In this record, the points of {count} moves do not follow the rules: {moves}. I use the points that the "
        "rules give.",
        len(moves),
        moves=texts.series([*told, *(["…"] if len(moves) > MOST_DIFFERING else [])]),
    )


def racks_missing_text(missing: int, turns: int, texts: Texts) -> str:
    """How many turns of a record cannot be graded since it does not tell their racks."""
    if missing == turns:
        return texts.gettext(
            "The record does not give full racks, so I cannot grade its moves. Write the rack before each move and "
            "send it again."
        )
    return texts.ngettext(
        "The record does not give the full rack of {count} turn out of {all}, so I cannot grade it. Write the rack "
        "before the move and send it again.",
        "The record does not give the full racks of {count} turns out of {all}, so I cannot grade them. Write the "
        "racks before the moves and send it again.",
        missing,
        all=turns,
    )
