"""Lists of games."""

from __future__ import annotations

from bot.model.games import GamePhase, GameSummary
from bot.text.names import escape
from bot.text.texts import Texts


def game_line(title: str, link: str, game: GameSummary, person: str, texts: Texts) -> str:
    """One line of a list: the game as a link to its newest board, its state, and whose turn it is."""
    scores = "–".join(texts.number(seat.score) for seat in game.seats)
    state = _state(game, person, texts)
    named = f"[{escape(title)}]({link})"
    return f"- {named}, {scores}, {state}" if game.phase is not GamePhase.LOBBY else f"- {named}, {state}"


def _state(game: GameSummary, person: str, texts: Texts) -> str:
    if game.phase is GamePhase.LOBBY:
        return texts.gettext("not started: `/game join code:{code}`", code=game.game)
    if game.on_turn == person:
        return texts.gettext("**your turn**")
    if game.phase is GamePhase.PAUSED:
        return texts.pgettext("state of a game", "paused")
    names = {seat.player: seat.name for seat in game.seats}
    if game.on_turn in names:
        return texts.gettext("{name} to move", name=escape(names[game.on_turn]))
    return texts.gettext("about to end")
