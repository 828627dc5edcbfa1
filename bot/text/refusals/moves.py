"""Refusals of moves: what was typed, where the tiles go, whose turn it is, undo and hints."""

from __future__ import annotations

from bot.model import errors as service
from bot.text.moves import word_text
from bot.text.names import escape
from bot.text.refusals.facts import Asked, Wordings, quoted, says
from bot.text.typed import Said, typed_word
from engine import errors as err
from engine.pasted import character_at


def _malformed_text(error: err.MalformedText, asked: Asked) -> str:
    return asked.texts.gettext("I cannot read {text}. Please check the spelling.", text=quoted(error.text))


def _unknown_letter(error: err.UnknownLetter, asked: Asked) -> str:
    strange = character_at(error.text, error.position)
    if not strange.strip():
        return _malformed_text(error, asked)
    facts = {"letter": quoted(strange), "text": quoted(error.text)}
    if error.meant:
        meant = asked.texts.either(map(quoted, error.meant))
        return asked.texts.gettext(
            "I cannot read {text}: {letter} is not a letter in this game. Did you mean {meant}?", meant=meant, **facts
        )
    return asked.texts.gettext(
        "I cannot read {text}: {letter} is not a letter in this game. Please check the spelling.", **facts
    )


def _malformed_coordinate(error: err.MalformedCoordinate, asked: Asked) -> str:
    return asked.texts.gettext(
        "{text} is not a square. Type its row and column as on the board, like {square}.",
        text=quoted(error.text),
        square=asked.example().split()[0],
    )


def _malformed_move(error: err.MalformedMove, asked: Asked) -> str:
    return asked.texts.gettext(
        "I cannot read {text} as a move. Give a square and a word, like {example}: the row first for a word across, "
        "the column first for a word down. Between them, you can type {across} or {down}.",
        text=quoted(error.text),
        example=asked.example(),
        across=escape(typed_word(Said.ACROSS, asked.texts)),
        down=escape(typed_word(Said.DOWN, asked.texts)),
    )


def _no_such_tile(error: err.NoSuchTile, asked: Asked) -> str:
    return asked.texts.gettext(
        "There is no {letter} tile in this game. Use `/tiles values` to see them all.",
        letter=quoted(error.letter or "?"),
    )


def _no_such_points(error: err.NoSuchPoints, asked: Asked) -> str:
    return asked.texts.ngettext(
        "No {letter} tile in this game is worth {count} point. Use `/tiles values` to see them all.",
        "No {letter} tile in this game is worth {count} points. Use `/tiles values` to see them all.",
        error.points,
        letter=quoted(error.letter or "?"),
    )


def _not_your_turn(error: err.NotYourTurn, asked: Asked) -> str:
    return asked.texts.gettext(
        "It is not your turn: {name} is to move. Meanwhile, you can try a move with `/try`.",
        name=asked.name(error.on_turn),
    )


def _stale_turn(error: err.StaleTurn, asked: Asked) -> str:
    del error
    return asked.texts.gettext("The board has changed since then. Look at the latest board and try again.")


def _start_not_covered(error: err.StartNotCovered, asked: Asked) -> str:
    return asked.texts.gettext(
        "The first word must cover {start}. Try another place for it.", start=asked.start(error.row, error.column)
    )


def _off_the_board(error: err.OffTheBoard, asked: Asked) -> str:
    if asked.cast:
        layout = asked.cast.setup.variant.layout
        if (
            error.row > layout.height or error.column > layout.width
        ):  # a word that is too long only reaches the next one
            return asked.texts.gettext(
                "There is no square {square}: this board has {width} columns and {height} rows.",
                square=asked.square(error.row, error.column),
                width=layout.width,
                height=layout.height,
            )
    return asked.texts.gettext("That word does not fit: it runs off the board.")


def _square_blocked(error: err.SquareBlocked, asked: Asked) -> str:
    return asked.texts.gettext(
        "{square} is a blocked square. Try another place.", square=asked.square(error.row, error.column)
    )


def _square_taken(error: err.SquareTaken, asked: Asked) -> str:
    facts = {"square": asked.square(error.row, error.column), "letter": escape(error.letter)}
    if not error.typed:
        return asked.texts.gettext("{square} already has {letter}. Choose a free square.", **facts)
    return asked.texts.gettext(
        "{square} already has {letter}, not {typed}. Type the word with the letters that are on the board.",
        typed=escape(error.typed),
        **facts,
    )


def _square_empty(error: err.SquareEmpty, asked: Asked) -> str:
    return asked.texts.gettext(
        "{square} has no tile yet. A dot, or a letter in parentheses, stands for a tile already on the board.",
        square=asked.square(error.row, error.column),
    )


def _tiles_not_on_rack(error: err.TilesNotOnRack, asked: Asked) -> str:
    missing = [escape(asked.tile(tile)) for tile in error.missing]
    return asked.texts.ngettext(
        "You do not have the tile for that: {tiles} is not on your rack. Press **Rack** to see your tiles.",
        "You do not have the tiles for that: {tiles} are not on your rack. Press **Rack** to see your tiles.",
        len(missing),
        tiles=asked.texts.join(missing),
    )


def _not_in_lexicon(error: err.NotInLexicon, asked: Asked) -> str:
    words = [escape(word_text(word)) for word in error.words]
    return asked.texts.ngettext(
        "{words} is not in the dictionary. It is still your turn: try another move.",
        "{words} are not in the dictionary. It is still your turn: try another move.",
        len(words),
        words=asked.texts.join(words),
    )


def _no_hint_left(error: err.NoHintLeft, asked: Asked) -> str:
    return asked.texts.ngettext(
        "You have used your {count} hint for this game.",
        "You have used all {count} of your hints for this game.",
        error.hints,
    )


WORDINGS: Wordings = {
    err.MalformedText: _malformed_text,
    err.UnknownLetter: _unknown_letter,
    err.MalformedCoordinate: _malformed_coordinate,
    err.MalformedMove: _malformed_move,
    err.NoSuchTile: _no_such_tile,
    err.NoSuchPoints: _no_such_points,
    err.NotYourTurn: _not_your_turn,
    err.StaleTurn: _stale_turn,
    service.UnknownDraft: says("This preview has expired. Make a new one with `/try`."),
    err.NoTilesPlayed: says(
        "That plays no tiles: every letter of the word is already on the board. Add at least one tile from your rack."
    ),
    err.TilesNotInLine: says("Your tiles are not in a line. Put them all in one row or in one column."),
    err.GapBetweenTiles: says("There is an empty square between your tiles. Fill the gap, or play fewer tiles."),
    err.NotConnected: says(
        "Your tiles are not connected. At least one must be next to a tile on the board, not just diagonally."
    ),
    err.PlayTooShort: says("The first word needs two letters or more."),
    err.StartNotCovered: _start_not_covered,
    err.OffTheBoard: _off_the_board,
    err.SquareBlocked: _square_blocked,
    err.SquareTaken: _square_taken,
    err.SquareEmpty: _square_empty,
    err.TilesNotOnRack: _tiles_not_on_rack,
    err.NotInLexicon: _not_in_lexicon,
    err.UndoIsOff: says("Undo is off in this game."),
    err.NothingToUndo: says("Nothing to undo. You can undo only your own last move, and only for a moment."),
    err.HintsAreOff: says("Hints are off in this game."),
    err.NoHintLeft: _no_hint_left,
    err.HintNeedsRack: says("I do not know your tiles, so I cannot give you hints."),
    err.NoSwapInTournament: says("Racks cannot be swapped in a tournament."),
    err.NothingToSwap: says(
        "You can swap places only on your own turn, in a game between you and one computer player."
    ),
}
