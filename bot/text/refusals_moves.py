"""Refusals of moves, exchanges, undo and challenges, in words."""

from __future__ import annotations

from collections.abc import Mapping

from bot.text.moves import word_text, words_text
from bot.text.names import escape
from bot.text.refusal_facts import Asked, Wordings, quoted
from bot.text.texts import N_
from engine import errors as err
from engine.model.rules import ExchangeRule

SENTENCES: Mapping[type[Exception], str] = {
    err.NoTilesPlayed: N_(
        "No tiles played: all letters of that word lie on the board already. Add at least one tile of your rack."
    ),
    err.TilesNotInLine: N_("Your tiles are not in a line. Put them all in one row or in one column."),
    err.GapBetweenTiles: N_(
        "Only one word is allowed, and there is an empty square between your tiles. Fill the gap or leave some out."
    ),
    err.NotConnected: N_("Your tiles are not connected. At least one must touch a tile on the board, side by side."),
    err.PlayTooShort: N_("The first word needs two letters or more."),
    err.NothingToExchange: N_("Name the tiles to exchange: their letters, ? for a blank, or all for the whole rack."),
    err.HintsAreOff: N_("This game is played without hints."),
    err.HintNeedsRack: N_("I do not know your tiles, so I cannot look for anything with them."),
    err.NothingToSwap: N_(
        "You can change places only with a computer player, in a game of just the two of you, on your own turn."
    ),
    err.UndoIsOff: N_("This game is played without undo."),
    err.NothingToUndo: N_(
        "There is nothing of yours to take back: it is possible only for your own last move, and only for a moment."
    ),
    err.ChallengeIsOff: N_("There is nothing to challenge: in this game every word is looked up as it is played."),
    err.NothingToChallenge: N_("No play can be challenged now. It is possible only until the next player moves."),
    err.OwnPlay: N_("That is your own play. It is for the others to challenge it or to let it stand."),
    err.OnlyChallengeOrPass: N_("The last tiles are down. You can challenge the play or press Accept to let it stand."),
}
"""Refusals without facts."""


def _unknown_letter(error: err.UnknownLetter, asked: Asked) -> str:
    strange = error.text[error.position : error.position + 1]
    if not strange.strip():
        return _malformed_text(error, asked)
    return asked.texts.gettext(
        "I cannot read {letter} in {text}: it is no letter of this game. Please check the spelling.",
        letter=quoted(strange),
        text=quoted(error.text),
    )


def _malformed_text(error: err.MalformedText, asked: Asked) -> str:
    return asked.texts.gettext("I cannot read {text}. Please check the spelling.", text=quoted(error.text))


def _malformed_coordinate(error: err.MalformedCoordinate, asked: Asked) -> str:
    return asked.texts.gettext(
        "{text} is not a square. Name one by its row and column as on the board, like {square}.",
        text=quoted(error.text),
        square=asked.example().split()[0],
    )


def _malformed_move(error: err.MalformedMove, asked: Asked) -> str:
    return asked.texts.gettext(
        "I cannot read {text} as a move. Give a square and a word, like {example}: the row first for a word across, "
        "the column first for a word down.",
        text=quoted(error.text),
        example=asked.example(),
    )


def _no_such_points(error: err.NoSuchPoints, asked: Asked) -> str:
    return asked.texts.ngettext(
        "There is no tile {letter} of {count} point in this game.",
        "There is no tile {letter} of {count} points in this game.",
        error.points,
        letter=quoted(error.letter or "?"),
    )


def _start_not_covered(error: err.StartNotCovered, asked: Asked) -> str:
    return asked.texts.gettext(
        "The first word must cover {start}. Try another place for it.", start=asked.start(error.row, error.column)
    )


def _off_the_board(error: err.OffTheBoard, asked: Asked) -> str:
    del error
    return asked.texts.gettext("That word does not fit: it would reach over the edge of the board.")


def _square_blocked(error: err.SquareBlocked, asked: Asked) -> str:
    return asked.texts.gettext(
        "Square {square} is blocked and takes no tile. Try another place.", square=asked.square(error.row, error.column)
    )


def _square_taken(error: err.SquareTaken, asked: Asked) -> str:
    facts = {"square": asked.square(error.row, error.column), "letter": escape(error.letter)}
    if not error.typed:
        return asked.texts.gettext("Square {square} is taken: {letter} lies there. Choose a free one.", **facts)
    return asked.texts.gettext(
        "On square {square} lies {letter}, not {typed}. Type the word with the letters that are on the board.",
        typed=escape(error.typed),
        **facts,
    )


def _square_empty(error: err.SquareEmpty, asked: Asked) -> str:
    return asked.texts.gettext(
        "There is no tile on square {square} yet. A dot or a letter in parentheses means one that is on the board.",
        square=asked.square(error.row, error.column),
    )


def _tiles_not_on_rack(error: err.TilesNotOnRack, asked: Asked) -> str:
    missing = [escape(asked.tile(tile)) for tile in error.missing]
    return asked.texts.ngettext(
        "You do not have the tile for that: {tiles} is missing from your rack. Press Rack to see your tiles.",
        "You do not have the tiles for that: {tiles} are missing from your rack. Press Rack to see your tiles.",
        len(missing),
        tiles=asked.texts.join(missing),
    )


def _not_in_lexicon(error: err.NotInLexicon, asked: Asked) -> str:
    words = [escape(word_text(word)) for word in error.words]
    return asked.texts.ngettext(
        "{words} is not in the dictionary. It is still your turn: try another word.",
        "{words} are not in the dictionary. It is still your turn: try another move.",
        len(words),
        words=asked.texts.join(words),
    )


def _words_awaited(error: err.WordsAwaited, asked: Asked) -> str:
    return asked.texts.gettext(
        "The host has been asked about {words} and has not answered yet. Wait for the answer, or do something else.",
        words=escape(words_text(error.words, asked.texts)),
    )


def _words_refused(error: err.WordsRefused, asked: Asked) -> str:
    return asked.texts.gettext(
        "The host has decided that {words} does not count in this game. Try another move.",
        words=escape(words_text(error.words, asked.texts)),
    )


def _too_many_questions(error: err.TooManyQuestions, asked: Asked) -> str:
    return asked.texts.ngettext(
        "The host has been asked about {count} word of yours already. Wait for an answer, or do something else.",
        "The host has been asked about {count} words of yours already. Wait for an answer, or do something else.",
        error.most,
    )


def _pool_too_small(error: err.PoolTooSmall, asked: Asked) -> str:
    full_rack = asked.cast is not None and asked.cast.setup.rules.exchange_min_pool is ExchangeRule.RACK
    if full_rack:
        return asked.texts.ngettext(
            "An exchange needs {count} tile in the pool, and it holds {pool}. You can play or pass.",
            "An exchange needs {count} tiles in the pool, and it holds {pool}. You can play or pass.",
            error.needed,
            pool=asked.texts.number(error.pool),
        )
    if not error.pool:
        return asked.texts.gettext("The pool is empty, so there is nothing to exchange for. You can play or pass.")
    return asked.texts.ngettext(
        "The pool holds only {count} tile. You can exchange as many as that, play, or pass.",
        "The pool holds only {count} tiles. You can exchange as many as that, play, or pass.",
        error.pool,
    )


def _no_hint_left(error: err.NoHintLeft, asked: Asked) -> str:
    return asked.texts.ngettext(
        "You have had the {count} hint that everybody gets in this game.",
        "You have had all {count} hints that everybody gets in this game.",
        error.hints,
    )


def _word_not_in_play(error: err.WordNotInPlay, asked: Asked) -> str:
    return asked.texts.gettext(
        "The play did not make the word {word}. Name a word that it made, or none to challenge them all.",
        word=quoted(error.word),
    )


WORDINGS: Wordings = {
    err.MalformedText: _malformed_text,
    err.UnknownLetter: _unknown_letter,
    err.MalformedCoordinate: _malformed_coordinate,
    err.MalformedMove: _malformed_move,
    err.NoSuchPoints: _no_such_points,
    err.StartNotCovered: _start_not_covered,
    err.OffTheBoard: _off_the_board,
    err.SquareBlocked: _square_blocked,
    err.SquareTaken: _square_taken,
    err.SquareEmpty: _square_empty,
    err.TilesNotOnRack: _tiles_not_on_rack,
    err.NotInLexicon: _not_in_lexicon,
    err.WordsAwaited: _words_awaited,
    err.WordsRefused: _words_refused,
    err.TooManyQuestions: _too_many_questions,
    err.PoolTooSmall: _pool_too_small,
    err.NoHintLeft: _no_hint_left,
    err.WordNotInPlay: _word_not_in_play,
}
"""Refusals with facts."""
