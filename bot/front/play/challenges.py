"""The latest play judged by the others: challenged, accepted or rejected."""

from __future__ import annotations

from bot.front.components.message import Message
from bot.front.interaction.dispatch import do
from bot.front.interaction.request import Request
from bot.front.play.messages import challenge_message
from engine.game import commands as cmd
from engine.game.views import table_view
from engine.model.rules import FailedChallenge
from engine.pasted import pasted


async def challenge(request: Request, game: str, words: str = "", turn: int | None = None) -> Message:
    """Challenge the latest play, or some of its words."""
    named = tuple(pasted(words).replace(",", " ").split())
    return await do(request, game, cmd.Challenge(request.person.id, turn, named))


async def ask_challenge(request: Request, game: str, turn: int) -> Message:
    """Challenge a play; ask first if failing decides the game, or costs something and the play made several words."""
    state = await request.state(game)
    view = table_view(state)
    play, seat = view.challengeable, state.seat_of(request.person.id)
    everything = cmd.Challenge(request.person.id, turn)
    if play is None or play.turn != turn or seat in (None, play.seat):
        return await do(request, game, everything)
    failed = state.rules.failed_challenge
    if failed.decides or (len(play.sheet.words) > 1 and failed != FailedChallenge()):
        return challenge_message(game, view, play, request.texts)
    return await do(request, game, everything)


async def challenge_words(request: Request, game: str, turn: int, chosen: tuple[str, ...]) -> Message:
    """Challenge the words of a play that were chosen from a menu, by their numbers."""
    play = table_view(await request.state(game)).challengeable
    if play is None or play.turn != turn:
        return await do(request, game, cmd.Challenge(request.person.id, turn))
    words = tuple(dict.fromkeys(scored.word for scored in play.sheet.words))
    named = tuple("".join(words[int(number)]) for number in chosen if number.isdecimal() and int(number) < len(words))
    return await do(request, game, cmd.Challenge(request.person.id, turn, named))


async def accept(request: Request, game: str, turn: int | None = None) -> Message:
    """Accept the latest play."""
    return await do(request, game, cmd.Accept(request.person.id, turn))


async def reject(request: Request, game: str, turn: int) -> Message:
    """Reject a play that awaits the person's answer, or withdraw their own."""
    return await do(request, game, cmd.Reject(request.person.id, turn))
