"""Lists of games."""

from __future__ import annotations

from collections.abc import Sequence

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
