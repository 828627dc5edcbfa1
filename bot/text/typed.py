"""Words that people type as part of a move, in every language, and answers to what they typed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from bot.text.names import SeatNames, as_typed, bold
from bot.text.status import example
from bot.text.texts import Texts, languages, texts_for
from engine.model.board import is_coordinate
from engine.play.notation import parts_of
from engine.sentences import NP_


class TypedMeaning(Enum):
    """What a typed word means; the value is the word that the engine reads."""

    PLAY = "play"
    ACROSS = "across"
    DOWN = "down"
    PASS = "pass"
    EXCHANGE = "exchange"
    ALL = "all"


class TypedCommand(Enum):
    """What a player asks for by a word that is typed alone in a game."""

    UNDO = "undo"
    CHALLENGE = "challenge"
    HINT = "hint"
    RACK = "rack"
    SCORES = "scores"
    HELP = "help"


WORDINGS = {
    # Translators: single words that players may type for this, separated by commas, the one that help names first. Two
    # of these messages must not share a word.
    TypedMeaning.PLAY: NP_("typed words with commas: plays the move named after it", "play"),
    TypedMeaning.ACROSS: NP_("typed words with commas: a direction", "across, a"),
    TypedMeaning.DOWN: NP_("typed words with commas: a direction", "down, d"),
    TypedMeaning.PASS: NP_("typed words with commas: passes the turn", "pass"),
    TypedMeaning.EXCHANGE: NP_("typed words with commas: exchanges the tiles named after it", "exchange"),
    TypedMeaning.ALL: NP_("typed words with commas: the whole rack, in place of tiles", "all"),
}
"""The context and the English words of each meaning."""
COMMAND_WORDS = {
    # Translators: single words that players may type alone for this in a game, separated by commas, among them the name
    # of the command. Two of these messages must not share a word, nor have one that people often type while they chat.
    TypedCommand.UNDO: NP_("typed words with commas: undoes the last move", "undo"),
    TypedCommand.CHALLENGE: NP_("typed words with commas: challenges the last play", "challenge"),
    TypedCommand.HINT: NP_("typed words with commas: asks for a hint", "hint"),
    TypedCommand.RACK: NP_("typed words with commas: shows one's rack", "rack"),
    TypedCommand.SCORES: NP_("typed words with commas: shows the scores", "score, scores"),
    TypedCommand.HELP: NP_("typed words with commas: asks for help", "help"),
}
# Translators: single words that players may type for this, separated by commas, the one that help names first.
_OFF = NP_("typed words with commas: plays without a clock", "off")
READ = 64
"""For how many choices of languages the words are kept."""
# Translators: single words that people type while they chat, in small letters and with three letters or more, separated
# by commas. Typed alone in a game they are no move.
_CHAT = NP_(
    "typed words with commas: chat",
    "help, hint, undo, yes, okay, nice, great, good, cool, wow, well, thanks, sorry, hello, hey, bye, please, wait, "
    "done, sure, fine, right, true, same, now, not, what, why, who, how, you, this, that, the, and, lol, haha, oops",
)
DIRECTIONS = (TypedMeaning.ACROSS, TypedMeaning.DOWN)
_OPTION = re.compile(r"[^\W\d_]+:")
"""The name of an option in a pasted command, `/play move:8H HELLO`."""
_PLAY_POINTS = re.compile(r"\+?\d{1,4}", re.ASCII)


@dataclass(frozen=True, slots=True)
class TypedWords:
    """The meanings of typed words in some languages."""

    meanings: Mapping[str, frozenset[TypedMeaning]]
    """For each word in small letters, what it means; more than one thing only in different languages."""
    first: Mapping[str, TypedMeaning]
    """The meaning of a direction in the first language that has the word."""

    def means(self, word: str, said: TypedMeaning) -> bool:
        """Whether a word can mean something."""
        return said in self.meanings.get(normal_word(word), ())

    def move_of(self, parts: Sequence[str]) -> Sequence[str]:
        """The parts of a typed move without what may stand around it.

        That is the word that says to play it, or the name of a pasted command, and its points, as results tell them.
        """
        return self._without_points(self._without_verb(parts))

    def _without_points(self, parts: Sequence[str]) -> Sequence[str]:
        has_points = len(parts) > 2 and _PLAY_POINTS.fullmatch(parts[-1]) and any(map(is_coordinate, parts[:-1]))
        is_word = len(parts) == 3 and any(
            self.first.get(normal_word(one)) for one in parts[:2]
        )  # of digits, in a direction
        return parts[:-1] if has_points and not is_word else parts

    def _without_verb(self, parts: Sequence[str]) -> Sequence[str]:
        if len(parts) < 2 or not self.means(parts[0].lstrip("/"), TypedMeaning.PLAY):
            return parts
        move = (_OPTION.sub("", parts[1]), *parts[2:])
        # The word to play may be that word itself.
        is_word = is_coordinate(move[0]) and all(self.first.get(normal_word(one)) for one in move[1:])
        return parts if is_word else move

    def in_english(self, move: str) -> str:
        """A typed move as the engine reads it, with its direction in English; another text stays as it is."""
        parts = self.move_of(parts_of(move))
        if len(parts) not in (2, 3):
            return " ".join(parts) if len(parts) == 1 else move
        for place in (1, 2) if len(parts) == 3 else ():
            if said := self.first.get(normal_word(parts[place])):
                return " ".join((*parts[:place], said.value, *parts[place + 1 :]))
        return " ".join(parts)


def typed_words(own: Texts, game: str) -> TypedWords:
    """The words in a person's language, in that of a game's tiles, and in English."""
    return _read(own, texts_for(game), texts_for(None))


def every_typed_word() -> TypedWords:
    """The words of all languages."""
    return _read(*map(texts_for, languages()))


def typed_word(said: TypedMeaning, texts: Texts) -> str:
    """The word to type for something, as help names it."""
    return _listed(said, texts)[0]


def off_word(texts: Texts) -> str:
    """The word to type for no clock, as help names it."""
    return words_of(_OFF, texts)[0]


def means_off(word: str, own: Texts, game: str) -> bool:
    """Whether a word means no clock, in a person's language, that of a game's tiles, or English."""
    speakers = own, texts_for(game), texts_for(None)
    return normal_word(word.strip()) in (normal_word(off) for texts in speakers for off in words_of(_OFF, texts))


def is_chat(word: str, own: Texts, game: str) -> bool:
    """Whether people type a word while they chat, in a person's language, that of a game's tiles, or English."""
    speakers = own, texts_for(game), texts_for(None)
    return normal_word(word) in (normal_word(one) for texts in speakers for one in words_of(_CHAT, texts))


def typed_command(word: str, own: Texts, game: str) -> TypedCommand | None:
    """What a word asks for in a person's language, that of a game's tiles, or English; the earlier language wins.

    In capitals it is a word to play, as every move is.
    """
    if word == word.upper():
        return None
    return _commands(own, texts_for(game), texts_for(None)).get(normal_word(word))


def may_be_command(word: str) -> bool:
    """Whether a word asks for something in any language."""
    return word != word.upper() and normal_word(word) in _commands(*map(texts_for, languages()))


@lru_cache(READ)
def _commands(*speakers: Texts) -> Mapping[str, TypedCommand]:
    return {
        normal_word(word): command
        for texts in reversed(speakers)
        for command, wording in COMMAND_WORDS.items()
        for word in words_of(wording, texts)
    }


@lru_cache(READ)
def _read(*speakers: Texts) -> TypedWords:
    meanings: dict[str, frozenset[TypedMeaning]] = {}
    first: dict[str, TypedMeaning] = {}
    for texts in speakers:
        for said in TypedMeaning:
            for word in map(normal_word, _listed(said, texts)):
                meanings[word] = meanings.get(word, frozenset()) | {said}
                if said in DIRECTIONS:
                    first.setdefault(word, said)
    return TypedWords(meanings, first)


def _listed(said: TypedMeaning, texts: Texts) -> tuple[str, ...]:
    return words_of(WORDINGS[said], texts) or (said.value,)


def words_of(wording: tuple[str, str], texts: Texts) -> tuple[str, ...]:
    """The words of a message that lists some, with commas between them."""
    return tuple(filter(None, map(str.strip, texts.pgettext(*wording).split(","))))


def normal_word(word: str) -> str:
    """A typed word in the form in which words are compared."""
    return unicodedata.normalize("NFC", word).casefold()


def guidance_text(cast: SeatNames | None, texts: Texts, *, on_turn: bool = False, taken: bool = False) -> str:
    """What a player can do in a running game, of whose table `cast` is; or anyone else, above buttons.

    `taken` says that others are playing here.
    """
    if taken:
        return texts.gettext("A game is being played here. For one of your own, use `/game new thread:yes`.")
    if cast is None:
        return texts.gettext("Hello! I host word games on a crossword board. Here is what you can do now:")
    move = f"`{example(cast, texts)}`"
    if on_turn:
        return texts.gettext(
            "It is your turn: press **Play** under the board and type a word, and I find where it fits. You can also "
            "type a move, like {move}. `/help` explains the rest.",
            move=move,
        )
    return texts.gettext("I understand moves, like {move}. `/help` explains the rest.", move=move)


def elsewhere_text(texts: Texts, *, passes: bool) -> str:
    """What to do instead of typing a pass, or else an exchange, where everyone can read it."""
    if passes:
        return texts.gettext("To pass your turn, press the button.")
    return texts.gettext(
        "Everyone can read this channel. To exchange tiles, use `/move exchange`, or press **More** under the board."
    )


def to_challenge_text(play: str, texts: Texts) -> str:
    """What to do instead of typing that one challenges a play, above the button that does."""
    return texts.gettext("To challenge {play}, press the button.", play=play)


def shown_alone_text(texts: Texts) -> str:
    """Above a button that shows its presser something secret, where everyone can read what was typed."""
    return texts.gettext("Only you see what the button shows.")


def confirm_text(texts: Texts) -> str:
    """What someone who confirms moves does where no direct message reaches them."""
    return texts.gettext("Use `/play`, so that you can confirm your move.")


def move_heading(move: str, game: str, texts: Texts) -> str:
    """Names the move and the game that a private answer is about."""
    return texts.gettext("Your move {move} in {game}:", move=as_typed(move), game=bold(game))


def where_text(texts: Texts) -> str:
    """The answer to a word without a square that everyone can read, above the button that shows its places."""
    return texts.gettext("Press **Where?** to see where that word fits. Nobody else sees it.")


def why_label(texts: Texts, *, refused: bool) -> str:
    """The label of the button that tells the author of a move why it failed, or where a word fits."""
    return texts.gettext("Why?") if refused else texts.gettext("Where?")
