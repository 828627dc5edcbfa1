"""Refusals of moves: what was typed, where the tiles go, challenges, exchanges, and what would help someone."""

from __future__ import annotations

from collections.abc import Iterable

from bot.model import errors as bot
from bot.model.games import GameSummary
from bot.text.games import game_name
from bot.text.moves import word_text, words_text
from bot.text.names import bold, escape
from bot.text.refusals.facts import (
    RefusalContext,
    Wordings,
    counts,
    fact,
    number,
    quote,
    quoted,
    says,
    seat,
    seats,
    square,
    typed,
)
from bot.text.typed import TypedMeaning
from engine import errors as err
from engine.model.rules import ExchangeRule
from engine.reading import character_at


def _malformed_text(error: err.MalformedText, asked: RefusalContext) -> str:
    return asked.texts.gettext("I cannot read {text}. Please check the spelling.", text=quoted(error.text))


def _unknown_letter(error: err.UnknownLetter, asked: RefusalContext) -> str:
    strange = character_at(error.text, error.position)
    if strange in ("", "?") and error.text[: error.position].endswith("?"):
        return asked.texts.gettext(
            "I cannot read {text}: after a question mark, type the letter that the blank stands for.",
            text=quoted(error.text),
        )
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


MOVES: Wordings = {
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
        "There is no {letter} tile in this game. Use `/game tiles which:values` to see them all.",
        letter=quote("letter"),
    ),
    err.NoSuchPoints: counts(
        "No {letter} tile in this game is worth {count} point. Use `/game tiles which:values` to see them all.",
        "No {letter} tile in this game is worth {count} points. Use `/game tiles which:values` to see them all.",
        fact("points"),
        letter=quote("letter"),
    ),
    err.NotYourTurn: says("It is {name}'s turn. While you wait, you can try a move with `/try`.", name=seat("on_turn")),
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
    err.PlayTooShort: says("The first word needs at least two letters."),
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
        "You have no {tiles} for that.",
        "You do not have {tiles} for that.",
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
    err.UndoOfAnother: says("That was {name}'s move, so only {name} can undo it.", name=seat("seat")),
    err.NoHintLeft: counts(
        "You have used your {count} hint for this game.",
        "You have used all {count} of your hints for this game.",
        fact("hints"),
    ),
    err.NothingToSwap: says(
        "You can swap places only on your own turn, in a game between you and one computer player."
    ),
}


def _seat_names(seats: tuple[int, ...], asked: RefusalContext) -> str:
    return asked.texts.join(asked.name(seat) for seat in seats)


def _pool_too_small(error: err.PoolTooSmall, asked: RefusalContext) -> str:
    full_rack = asked.cast is not None and asked.cast.setup.rules.exchange_min_pool is ExchangeRule.RACK
    if full_rack:
        return asked.texts.ngettext(
            "An exchange needs {count} tile in the pool, and there are {pool}. You can play or pass.",
            "An exchange needs {count} tiles in the pool, and there are {pool}. You can play or pass.",
            error.needed,
            pool=asked.texts.number(error.pool),
        )
    if not error.pool:
        return asked.texts.gettext("The pool is empty, so you cannot exchange tiles. You can play or pass.")
    return asked.texts.ngettext(
        "The pool has only {count} tile. You can exchange that many, play, or pass.",
        "The pool has only {count} tiles. You can exchange that many, play, or pass.",
        error.pool,
    )


def _nothing_to_draw(error: err.NothingToDraw, asked: RefusalContext) -> str:
    if not error.due:
        return asked.texts.gettext("You have no tiles to draw now.")
    return asked.texts.ngettext(
        "You can draw {count} tile.",
        "You can draw 1 to {count} tiles.",
        error.due,
    )


TILES: Wordings = {
    err.PoolTooSmall: _pool_too_small,
    err.NothingToExchange: says(
        "Name the tiles to exchange: their letters, ? for a blank, or {all} for the whole rack.",
        all=typed(TypedMeaning.ALL),
    ),
    err.NoFourOfAKind: says("You need four tiles of one letter on your rack, not counting blanks."),
    err.NoBlankThere: says("There is no blank on {square}. Name the square of a blank on the board.", square=square),
    err.LetterNotOnRack: says("You need {letter} on your rack to trade it for that blank.", letter=quote("letter")),
    err.NothingToDraw: _nothing_to_draw,
    err.DrawFirst: counts(
        "Draw your tiles first: you need {count} more. Press **Draw** or use `/move draw`.",
        "Draw your tiles first: you need {count} more. Press **Draw** or use `/move draw`.",
        fact("due"),
    ),
    err.RackIsHidden: says("Your tiles are on your own table, so I cannot see them."),
    err.TilesNotUnseen: counts(
        "{tiles} cannot be right: that tile is on the board or on a rack that I know. Please check.",
        "{tiles} cannot be right: those tiles are on the board or on a rack that I know. Please check.",
        lambda error, _: len(error.missing),
        tiles=lambda error, asked: asked.texts.join(map(escape, error.missing)),
    ),
    err.WrongNumberOfTiles: counts(
        "You typed {typed}, but there should be {count} tile. Please count again.",
        "You typed {typed}, but there should be {count} tiles. Please count again.",
        fact("needed"),
        typed=number("given"),
    ),
    err.NoTilesAwaited: says("{name} has no tiles to type in now.", name=seat("seat")),
    err.OnlyTilesLeft: says(
        "The last move has been played. Type in only the tiles left on the racks of {names}, with "
        "`/game tabletop left`.",
        names=seats("waiting"),
    ),
    err.StartNotTyped: says(
        "Have everyone draw a real tile, then type in the tiles with `/game tabletop start tiles`, one for each "
        "player in order. Or say who goes first with `/game tabletop start player`."
    ),
    err.StartTied: says(
        "Type one tile for each of {names}, in this order. After a tie, those who tied draw again: type "
        "their tiles after a comma, like `A A C, B D`.",
        names=seats("waiting"),
    ),
}


def _words(error: err.WordsAwaited | err.WordsRefused, asked: RefusalContext) -> str:
    return escape(words_text(error.words, asked.texts))


CHALLENGES: Wordings = {
    err.ChallengeIsOff: says("There is nothing to challenge: in this game, every word is checked as it is played."),
    err.NothingToChallenge: says(
        "There is no play to challenge now. You can challenge a play only until the next player moves."
    ),
    err.OwnPlay: says("That is your own play. Only the others can challenge it."),
    err.WordNotInPlay: says(
        "The play did not make the word {word}. Name a word that it made, or no word to challenge them all.",
        word=quote("word"),
    ),
    err.OnlyChallengeOrPass: says(
        "The last tiles have been played. You can challenge the play, or press **Accept** to let it stand."
    ),
    err.AnswerAwaited: says(
        "The latest play needs an answer first: {names} can accept or reject it with the buttons under the board.",
        names=seats("waiting"),
    ),
    err.NotAsked: says("No play needs your answer at the moment."),
    err.WordsAwaited: says(
        "The host has been asked about {words} and has not answered yet. Wait for an answer, or make another move.",
        words=_words,
    ),
    err.WordsRefused: says("The host has refused {words} in this game. Try another move.", words=_words),
    err.TooManyQuestions: counts(
        "The host already has {count} word of yours to decide on. Wait for an answer, or make another move.",
        "The host already has {count} words of yours to decide on. Wait for an answer, or make another move.",
        fact("most"),
    ),
    err.OnlyHostDecides: says("Only the host of the game can decide whether a word counts."),
    err.NoSuchQuestion: says("That question is already settled. Nothing has changed."),
}


def _game_names(games: Iterable[GameSummary], asked: RefusalContext) -> list[str]:
    titles = [game_name(one.name, (seat.name for seat in one.seats), asked.texts) for one in games]
    return [bold(title) for title in dict.fromkeys(titles)]


def _count(error: bot.WordsAreSecret | bot.GameWaits | bot.LettersClosed, asked: RefusalContext) -> int:
    return len(_game_names(error.games, asked))


def _games(error: bot.WordsAreSecret | bot.GameWaits | bot.LettersClosed, asked: RefusalContext) -> str:
    return asked.texts.join(_game_names(error.games, asked))


def _secret_words(error: bot.WordsAreSecret, asked: RefusalContext) -> str:
    return (_own_words if error.games else _these_words)(error, asked)


_these_words = says("The words of this game are secret until it is over.")
_own_words = counts(
    "You are playing {games}, where words are secret. Until that game is over, I cannot tell you about words or help "
    "you in other games.",
    "You are playing {games}, where words are secret. Until those games are over, I cannot tell you about words or "
    "help you in other games.",
    _count,
    games=_games,
)

SECRETS: Wordings = {
    bot.WordsAreSecret: _secret_words,
    bot.GameWaits: counts(
        "You are playing {games}, where words are secret. Until that game is over, games in which nobody else plays "
        "have to wait.",
        "You are playing {games}, where words are secret. Until those games are over, games in which nobody else plays "
        "have to wait.",
        _count,
        games=_games,
    ),
    bot.LettersClosed: counts(
        "You are playing {games}, so you cannot use `/word anagram` until that game is over.",
        "You are playing {games}, so you cannot use `/word anagram` until those games are over.",
        _count,
        games=_games,
    ),
    bot.RunningPosition: says(
        "You are still playing {game}, and this is its board or your rack. I can analyse it once that game is over.",
        game=lambda error, asked: _game_names(error.games, asked)[0],
    ),
}
