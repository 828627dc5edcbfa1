"""Which of several games a wish is for: a private menu, behind which the wish is carried out."""

from __future__ import annotations

from dataclasses import replace

from bot.front.asking import Asked
from bot.front.doing import game_title
from bot.front.ids import button_id
from bot.front.pending import Wish
from bot.front.presenter import Menu, Message, Option, Text
from bot.front.refusals import QuestionForgotten
from bot.service.ports import GamePhase, GameSummary
from bot.text import Texts

WHICH = "which_one"
"""The action of the menu; in the place of the game stands what finds the wish again."""

MOST_GAMES = 25


def which_message(asked: Asked, games: tuple[GameSummary, ...], work: Wish) -> Message:
    """Asks which game a wish is for, those first that wait for the person."""
    token = asked.desk.pending.keep(asked.person.id, work)
    order = sorted(games, key=lambda one: one.on_turn != asked.person.id)[:MOST_GAMES]
    options = tuple(Option(game_title(one, asked), one.game, _about(one, asked)) for one in order)
    question = asked.texts.gettext("Which game do you mean?")
    return Message((Text(question), Menu(button_id(WHICH, token), asked.texts.gettext("Choose a game"), options)))


def _about(game: GameSummary, asked: Asked) -> str:
    """How a game stands, in a few words."""
    texts: Texts = asked.texts
    if game.phase is GamePhase.LOBBY:
        return texts.gettext("gathering players")
    if game.phase is GamePhase.PAUSED:
        return texts.gettext("paused")
    scores = " : ".join(texts.number(seat.score) for seat in game.seats)
    return f"{scores} · {texts.gettext('your turn')}" if game.on_turn == asked.person.id else scores


async def carry_out(asked: Asked, token: str, game: str) -> Message | None:
    """Does for a game what the person wished for. Raises `QuestionForgotten`."""
    work = asked.desk.pending.take(token, asked.person.id)
    if work is None:
        raise QuestionForgotten
    done: Message | None = await work(replace(asked, game=game))
    return done
