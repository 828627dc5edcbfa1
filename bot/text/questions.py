"""Questions about words that are not in the dictionary and before what cannot be undone, and what a preview says."""

from __future__ import annotations

from collections.abc import Sequence

from bot.text.moves import play_text, word_text, words_text
from bot.text.names import SeatNames, bold, escape
from bot.text.rules import challenge_cost
from bot.text.texts import Texts
from engine.game.state import AskedWord, LatestPlay, Person, Verdict
from engine.game.views import SeatView, TableView
from engine.model.rules import ChallengeRule
from engine.model.tiles import Word


def which_joined(texts: Texts, *, joins: bool) -> str:
    """Asks what somebody wants to join or to leave, where that could be several things."""
    return texts.gettext("What do you want to join?") if joins else texts.gettext("What do you want to leave?")


def open_line(question: AskedWord, cast: SeatNames, texts: Texts) -> str:
    """A question that the host has not answered yet."""
    return texts.gettext(
        "{name} would like to play **{word}**, which is not in the dictionary. Does it count?",
        name=cast.name(question.seat),
        word=escape(word_text(question.word)),
    )


def verdict_line(question: AskedWord, texts: Texts) -> str:
    """The outcome of a question."""
    word = f"**{escape(word_text(question.word))}**"
    match question.verdict:
        case Verdict.OPEN:
            return texts.gettext("{word} is waiting for the host's answer.", word=word)
        case Verdict.ADDED:
            return texts.gettext("{word} counts in this game.", word=word)
        case Verdict.REFUSED:
            return texts.gettext("{word} does not count in this game.", word=word)
        case Verdict.LAPSED:
            return texts.gettext("{word} no longer needs an answer.", word=word)


def settled_text(settled: Sequence[AskedWord], texts: Texts, *, alone: bool) -> str:
    """The outcomes of questions, a line each; if there are none and nothing else is shown, that nobody has asked."""
    if alone and not settled:
        return texts.gettext("Nobody has asked about a word.")
    return "\n".join(verdict_line(one, texts) for one in settled)


def asked_heading(game: str, texts: Texts) -> str:
    """The heading of a game's questions."""
    return texts.gettext("Words in question in {game}", game=bold(game))


def answered_text(question: AskedWord, game: str, place: str, texts: Texts, *, on_turn: bool) -> str:
    """The answer to a question, and the game's name and place, for someone who asked it."""
    heading = texts.gettext("The host has answered in {game}", game=bold(game))
    told = f"{heading} {place}".strip() + f"\n{verdict_line(question, texts)}"
    if question.verdict is Verdict.ADDED and on_turn:
        told += " " + texts.gettext("It is still your turn, so you can play it now.")
    return told


def call_text(mention: str, texts: Texts) -> str:
    """Call someone whom direct messages do not reach to the questions; without a mention, whoever it is."""
    return texts.gettext(
        "{name}, I have a question about words for you, but I cannot send you direct messages. "
        "Press **Words in question**.",
        name=mention or texts.gettext("A player"),
    )


def challenge_question(play: LatestPlay, view: TableView, texts: Texts) -> str:
    """Asks whether to challenge a play, and says what a failed challenge costs."""
    shown = bold(play_text(play.placement, play.sheet, view.setup))
    question = texts.gettext("Do you want to challenge {play}?", play=shown)
    return f"{question} {challenge_cost(view.rules, texts)}".strip()


def verdict(view: SeatView, unknown: Sequence[Word] | None, texts: Texts) -> str:
    """What would happen to a play with these unknown words; empty if there are none.

    `unknown` is None if the rules reveal nothing before a challenge, or the player's other games do not.
    """
    if unknown is None and not view.table.rules.words_are_secret:
        return texts.gettext(
            "Words are not checked before you play them, since they are secret in another game that you are playing. "
            "A word that is not in the dictionary costs you the turn here too."
        )
    if unknown is None and view.table.rules.tournament and not view.table.rules.phonies_stand:
        return texts.gettext("Words are not checked before you play them, and an invalid play costs you the turn.")
    if unknown is None:
        return texts.gettext("Words are not checked until someone challenges.")
    if not unknown:
        return ""
    words = escape(words_text(unknown, texts))
    match view.table.rules.challenge:
        case ChallengeRule.STRICT:
            return texts.ngettext(
                "{words} is not in the dictionary, so this move would cost you the turn.",
                "{words} are not in the dictionary, so this move would cost you the turn.",
                len(unknown),
                words=words,
            )
        case ChallengeRule.HOUSE:
            return _house(view, words, len(unknown), texts)
        case ChallengeRule.ASK_HOST:
            return _ask_host(view, unknown, words, texts)
        case _:
            return texts.ngettext(
                "{words} is not in the dictionary, so this move would be refused.",
                "{words} are not in the dictionary, so this move would be refused.",
                len(unknown),
                words=words,
            )


def _house(view: SeatView, words: str, count: int, texts: Texts) -> str:
    seats = view.table.seats
    people = [n for n, seat in enumerate(seats) if n != view.seat and seat.in_play and isinstance(seat.player, Person)]
    if people:
        return texts.ngettext(
            "{words} is not in the dictionary: the others will be asked whether it counts.",
            "{words} are not in the dictionary: the others will be asked whether they count.",
            count,
            words=words,
        )
    return texts.ngettext(
        "{words} is not in the dictionary: you will be asked whether you are sure.",
        "{words} are not in the dictionary: you will be asked whether you are sure.",
        count,
        words=words,
    )


def _ask_host(view: SeatView, unknown: Sequence[Word], words: str, texts: Texts) -> str:
    known = {one.word: one.verdict for one in view.asked}
    refused = [word for word in unknown if known.get(word) is Verdict.REFUSED]
    if refused:
        return texts.gettext("The host has refused {words}.", words=escape(words_text(refused, texts)))
    own = {one.word for one in view.asked if one.seat == view.seat and one.verdict is Verdict.OPEN}
    if own.issuperset(unknown):
        return texts.gettext("The host has been asked about {words} and has not answered yet.", words=words)
    return texts.ngettext(
        "{words} is not in the dictionary: the host will be asked whether it counts.",
        "{words} are not in the dictionary: the host will be asked whether they count.",
        len(unknown),
        words=words,
    )


def leaving(name: str, texts: Texts) -> tuple[str, str]:
    """Before someone leaves a game; `name` says who if several people share a screen, and is else empty."""
    yes = texts.gettext("Leave")
    if name:
        return texts.gettext("Do you want {name} to leave this game?", name=name), yes
    return texts.gettext("Do you want to leave this game?"), yes


def resigning(name: str, texts: Texts) -> tuple[str, str]:
    """Before someone resigns; `name` is as for `leaving`."""
    yes = texts.gettext("Resign")
    if name:
        return texts.gettext("Do you want {name} to resign? {name} cannot come back.", name=name), yes
    return texts.gettext("Do you want to resign? You cannot come back."), yes


def cancellable(texts: Texts) -> str:
    """That a game which someone gives up can be called off instead."""
    return texts.gettext("You have not both moved yet, so you can cancel the game instead. Then nobody wins or loses.")


def removed_who(game: str, texts: Texts) -> tuple[str, str]:
    """Asks whom to remove from a game; and the hint of the menu."""
    return texts.gettext("Whom do you want to remove from {game}?", game=game), texts.gettext("Choose a player")


def removal_text(name: str, winner: str | None, texts: Texts, *, takes_over: bool, ends: bool) -> str:
    """What happens if a moderator removes a player from a running game; `winner` is who alone remains then."""
    if takes_over:
        told = texts.gettext("A computer player takes over from {name}.", name=name)
    elif not ends:
        told = texts.gettext("The others play on.")
    elif winner is None:
        told = texts.gettext("That ends the game.")
    else:
        told = texts.gettext("That ends the game, and {winner} wins.", winner=winner)
    return told + " " + texts.gettext("The game then does not count for ratings.")


def removing(name: str, game: str, texts: Texts, *, gives_up: bool) -> tuple[str, str]:
    """Before a player is removed; `gives_up` says that this gives the game up."""
    question = texts.gettext("Do you want to remove {name} from {game}?", name=name, game=game)
    if gives_up:
        question += " " + texts.gettext(
            "{name} is your only opponent, so this counts as giving up the game. If {name} has left, use `/game "
            "claim` instead.",
            name=name,
        )
    return question, texts.gettext("Remove")


def starting(awaited: Sequence[str], texts: Texts) -> tuple[str, str]:
    """Before a game starts without the people of these names, for whom seats are kept."""
    question = texts.ngettext(
        "{names} has not answered yet. Start anyway?",
        "{names} have not answered yet. Start anyway?",
        len(awaited),
        names=texts.join(map(bold, awaited)),
    )
    return question, texts.gettext("Start now")


def swapping(texts: Texts) -> tuple[str, str]:
    """Before someone swaps places with a computer player."""
    question = texts.gettext(
        "Do you want to swap places? You get the computer player's tiles and score, and it gets yours. The "
        "game will not count for ratings."
    )
    return question, texts.gettext("Swap places")


def ending(game: str, texts: Texts, *, resigns: bool, is_lobby: bool = False) -> tuple[str, str]:
    """Before a game that is not running is ended; `resigns` says that this counts as resigning."""
    question = texts.gettext("Do you want to end {game} for everyone? You cannot undo this.", game=game)
    if resigns:
        question = texts.gettext(
            "Do you want to end {game}? You are playing against others, so that counts as resigning. You cannot undo "
            "this.",
            game=game,
        )
    if is_lobby:
        question = texts.gettext("Do you want to call off {game}? It has not started.", game=game)
    return question, texts.gettext("End the game")


def keep_or_end(game: str, texts: Texts, *, resigns: bool, plays: bool) -> str:
    """Before a running game is ended: whether to keep it for later instead; `plays` says that the asker does."""
    question = texts.gettext(
        "Do you want to keep {game} for later, or end it for good? A game that you keep can be resumed at any time "
        "with `/game resume`.",
        game=game,
    )
    if resigns:
        warning = texts.gettext("You are playing against others, so ending it for good counts as resigning.")
        return f"{question}\n{warning}"
    if not plays:
        return question + "\n" + texts.gettext("If you end it, nobody wins or loses, and no rating changes.")
    return question
