"""Words that the dictionary lacks: what counts in a game, and who decides about it."""

from __future__ import annotations

from bot.front.asking import Asked
from bot.front.doing import do, submit, told
from bot.front.presenter import Message, challenge_message, questions_message, sure_message
from bot.front.refusals import Refused
from bot.service.games import Applied
from bot.service.ports import Judge
from bot.text import cast_of
from bot.text.receipts import receipt
from engine.errors import NotSeated
from engine.game import commands as cmd
from engine.game.decisions.unknown_words import words_added
from engine.game.events import HostAsked
from engine.game.phases import AwaitAnswer
from engine.game.state import GameState
from engine.game.views import seat_view, table_view
from engine.model.alphabet import Word
from engine.model.rules import ChallengeRule


async def judge_of(asked: Asked, state: GameState) -> Judge:
    """The judge of a game's words: its dictionary, and what its host has added."""
    judge, added = await asked.desk.dictionaries.judge(state.setup), words_added(state)

    def counts(words: tuple[Word, ...]) -> tuple[bool, ...]:
        return tuple(known or word in added for word, known in zip(words, judge(words), strict=True))

    return counts


def told_of_play(asked: Asked, applied: Applied) -> Message:
    """The private receipt for a play; with the buttons where the player is the one to decide about its words."""
    state, person = applied.state, asked.person.id
    view = table_view(state)
    if isinstance(state.phase, AwaitAnswer) and state.phase.waiting == (state.seat_of(person),):
        return sure_message(applied.game, view, receipt(applied.events, view, person, asked.texts), asked.texts)
    seat = state.seat_of(person)
    if person == state.host and seat is not None and any(isinstance(event, HostAsked) for event in applied.events):
        return questions_message(applied.game, seat_view(state, seat), asked.texts)
    return told(asked, applied)


async def ask_challenge(asked: Asked, game: str, turn: int) -> Message:
    """Challenge a play of one word; ask which of several, and ask first where a challenge decides the game."""
    state = await asked.desk.games.load(game)
    view = table_view(state)
    play, seat = view.challengeable, state.seat_of(asked.person.id)
    everything = cmd.Challenge(asked.person.id, turn)
    if play is None or play.turn != turn or seat in (None, play.seat):
        return await do(asked, game, everything)
    if len(play.sheet.words) == 1 and state.rules.challenge is not ChallengeRule.TRIPLE:
        return await do(asked, game, everything)
    return challenge_message(game, view, play, asked.texts)


async def challenge_words(asked: Asked, game: str, turn: int, chosen: tuple[str, ...]) -> Message:
    """Challenge those words of a play that were chosen from a menu, by their numbers."""
    play = table_view(await asked.desk.games.load(game)).challengeable
    if play is None or play.turn != turn:
        return await do(asked, game, cmd.Challenge(asked.person.id, turn))
    words = tuple(dict.fromkeys(scored.word for scored in play.sheet.words))
    named = tuple("".join(words[int(number)]) for number in chosen if number.isdecimal() and int(number) < len(words))
    return await do(asked, game, cmd.Challenge(asked.person.id, turn, named))


async def reject(asked: Asked, game: str, turn: int) -> Message:
    """Reject a play that was put to the person, or give the own one up."""
    return await do(asked, game, cmd.Reject(asked.person.id, turn))


async def questions(asked: Asked, game: str) -> Message:
    """The words that the host was asked about, as far as the person may see them."""
    state = await asked.desk.games.load(game)
    seat = state.seat_of(asked.person.id)
    if seat is None:
        raise Refused(NotSeated(), cast_of(table_view(state)))
    if asked.place.guild_id is not None:
        return questions_message(game, seat_view(state, seat), asked.texts)
    where = await asked.desk.ways.to(game, asked.person.id)
    return questions_message(game, seat_view(state, seat), asked.texts, **where)


async def answer_word(asked: Asked, game: str, number: int, *, add: bool) -> Message:
    """Say as the host whether a word counts; a word that does also enters the host's personal list (ledger K15)."""
    applied = await submit(asked, game, cmd.AnswerWord(asked.person.id, number, add))
    if add:
        setup, word = applied.state.setup, applied.state.asked[number].word
        await asked.desk.dictionaries.add_personal_word(
            asked.person.id, setup.lexicon.name, word, setup.variant.alphabet, asked.cause.arrived
        )
    return await questions(asked, game)
