"""Refusals of moves: what was typed, where the tiles go, whose turn it is, undo and hints."""

from __future__ import annotations

from bot.model import errors as bot
from bot.text.moves import word_text
from bot.text.names import escape
from bot.text.refusals.facts import RefusalContext, Wordings, counts, fact, quote, quoted, says, seat, square, typed
from bot.text.typed import TypedMeaning
from engine import errors as err
from engine.pasted import character_at


def _malformed_text(error: err.MalformedText, asked: RefusalContext) -> str:
    return asked.texts.gettext("I cannot read {text}. Please check the spelling.", text=quoted(error.text))


def _unknown_letter(error: err.UnknownLetter, asked: RefusalContext) -> str:
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


def _off_the_board(error: err.OffTheBoard, asked: RefusalContext) -> str:
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


def _square_taken(error: err.SquareTaken, asked: RefusalContext) -> str:
    facts = {"square": asked.square(error.row, error.column), "letter": escape(error.letter)}
    if not error.typed:
        return asked.texts.gettext("{square} already has {letter}. Choose a free square.", **facts)
    return asked.texts.gettext(
        "{square} already has {letter}, not {typed}. Type the word with the letters that are on the board.",
        typed=escape(error.typed),
        **facts,
    )


WORDINGS: Wordings = {
    err.MalformedText: _malformed_text,
    err.UnknownLetter: _unknown_letter,
    err.MalformedCoordinate: says(
        "{text} is not a square. Type its row and column as on the board, like {square}.",
        text=quote("text"),
        square=lambda _, asked: asked.example().split()[0],
    ),
    err.MalformedMove: says(
        "I cannot read {text} as a move. Give a square and a word, like {example}: the row first for a word across, "
        "the column first for a word down. Between them, you can type {across} or {down}.",
        text=quote("text"),
        example=lambda _, asked: asked.example(),
        across=typed(TypedMeaning.ACROSS),
        down=typed(TypedMeaning.DOWN),
    ),
    err.NoSuchTile: says(
        "There is no {letter} tile in this game. Use `/tiles values` to see them all.", letter=quote("letter")
    ),
    err.NoSuchPoints: counts(
        "No {letter} tile in this game is worth {count} point. Use `/tiles values` to see them all.",
        "No {letter} tile in this game is worth {count} points. Use `/tiles values` to see them all.",
        fact("points"),
        letter=quote("letter"),
    ),
    err.NotYourTurn: says(
        "It is not your turn: {name} is to move. Meanwhile, you can try a move with `/try`.", name=seat("on_turn")
    ),
    err.StaleTurn: says("The board has changed since then. Look at the latest board and try again."),
    bot.UnknownDraft: says("This preview has expired. Make a new one with `/try`."),
    bot.NothingToCompose: says(
        "You can compose a move only while a game is running and I know your tiles. Type it instead."
    ),
    err.NoTilesPlayed: says(
        "That plays no tiles: every letter of the word is already on the board. Add at least one tile from your rack."
    ),
    err.TilesNotInLine: says("Your tiles are not in a line. Put them all in one row or in one column."),
    err.GapBetweenTiles: says("There is an empty square between your tiles. Fill the gap, or play fewer tiles."),
    err.NotConnected: says(
        "Your tiles are not connected. At least one must be next to a tile on the board, not just diagonally."
    ),
    err.PlayTooShort: says("The first word needs two letters or more."),
    err.StartNotCovered: says(
        "The first word must cover {start}. Try another place for it.",
        start=lambda error, asked: asked.start(error.row, error.column),
    ),
    err.OffTheBoard: _off_the_board,
    err.SquareBlocked: says("{square} is a blocked square. Try another place.", square=square),
    err.SquareTaken: _square_taken,
    err.SquareEmpty: says(
        "{square} has no tile yet. A dot, or a letter in parentheses, stands for a tile already on the board.",
        square=square,
    ),
    err.TilesNotOnRack: counts(
        "Your rack is short of a tile for that: {tiles}. `/rack` shows your tiles.",
        "Your rack is short of tiles for that: {tiles}. `/rack` shows your tiles.",
        lambda error, _: len(error.missing),
        tiles=lambda error, asked: asked.texts.join(escape(asked.tile(tile)) for tile in error.missing),
    ),
    err.NotInLexicon: counts(
        "{words} is not in the dictionary. It is still your turn: try another move.",
        "{words} are not in the dictionary. It is still your turn: try another move.",
        lambda error, _: len(error.words),
        words=lambda error, asked: asked.texts.join(escape(word_text(word)) for word in error.words),
    ),
    err.NothingToUndo: says("Nothing to undo. You can undo only your own last move, and only for a moment."),
    err.NoHintLeft: counts(
        "You have used your {count} hint for this game.",
        "You have used all {count} of your hints for this game.",
        fact("hints"),
    ),
    err.NothingToSwap: says(
        "You can swap places only on your own turn, in a game between you and one computer player."
    ),
}
