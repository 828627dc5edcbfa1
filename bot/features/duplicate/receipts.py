"""What whoever answers, opens or ends a duplicate is told, and refused."""

from __future__ import annotations

from bot.features.duplicate.text import move_text, task_line
from bot.features.duplicate.values import Answer, DuplicateProgress, OpenRound, Receipt
from bot.model.errors import BotError, SecretPosition
from bot.text.clocks import moment
from bot.text.moves import play_text, word_text
from bot.text.names import bold
from bot.text.refusals.facts import Wordings, counts, says
from bot.text.texts import Texts
from engine.play.placement import score

LOOKED_BACK = 40
"""The latest rounds that someone's own review lists."""


def receipt_text(receipt: Receipt, texts: Texts) -> str:
    """That an answer has been kept, and its points."""
    duplicate, open_ = receipt.open.duplicate, receipt.open
    move = bold(play_text(receipt.placement, receipt.sheet, duplicate.setup))
    facts = {"number": texts.number(open_.round.number), "move": move}
    lines = [_kept_text(receipt.sheet.total, facts, texts) if receipt.judged else _unjudged_text(facts, texts)]
    if receipt.before:
        before = move_text(receipt.before.move, open_.position.board, duplicate)
        lines.append(texts.gettext("It replaces {move}.", move=before))
    if receipt.ends_round:
        lines.append(texts.gettext("Everyone has answered, so the round ends now."))
    else:
        end = moment(open_.round.ends)
        lines.append(texts.gettext("You can change your answer until the end of the round: {moment}", moment=end))
    return "\n".join(lines)


def _kept_text(points: int, facts: dict[str, str], texts: Texts) -> str:
    return texts.ngettext(
        "Your answer in round {number}: {move} for {count} point. Its words are in the dictionary.",
        "Your answer in round {number}: {move} for {count} points. Its words are in the dictionary.",
        points,
        **facts,
    )


def _unjudged_text(facts: dict[str, str], texts: Texts) -> str:
    """To someone who may not be told about words now."""
    return texts.gettext(
        "Your answer in round {number}: {move}. You are playing a game where words are secret, so I will tell you "
        "only at the end of the round whether its words count.",
        **facts,
    )


def running_text(texts: Texts) -> str:
    """In place of what a command of games would show."""
    return texts.gettext(
        "A duplicate is waiting for your move. Send it with **Answer** or **Compose** below its board, or with "
        "`/together answer`."
    )


def secret_moves_text(texts: Texts) -> str:
    """To someone who types a move where everyone reads it."""
    return texts.gettext(
        "Moves in this duplicate are secret, so I do not accept them where everyone can read them. Press **Answer** "
        "or **Compose** below the board."
    )


def answer_label(texts: Texts) -> str:
    """The button that sends what is composed."""
    return texts.gettext("Answer")


def new_round_text(texts: Texts) -> str:
    """Above an answer that was composed for the round before."""
    return texts.gettext("That round is over. These are the board and the tiles of the new one.")


def own_answer_text(open_: OpenRound, answer: Answer | None, texts: Texts) -> str:
    """The tiles of the open round, and what the person has answered."""
    task = task_line(open_.round, open_.duplicate, texts)
    if answer is None:
        return "\n".join((task, texts.gettext("You have not answered yet.")))
    told = texts.ngettext(
        "Your answer: {move} for {count} point.",
        "Your answer: {move} for {count} points.",
        score(open_.position.board, answer.move, open_.duplicate.setup.variant).total,
        move=move_text(answer.move, open_.position.board, open_.duplicate),
    )
    return f"{task}\n{told}"


def review_text(course: DuplicateProgress, person: str, texts: Texts) -> str:
    """Someone's own rounds beside the tops."""
    title = texts.gettext("Your rounds")
    lines = [f"### {title}"]
    lines += [_review_line(course, at, person, texts) for at in range(len(course.closed))][-LOOKED_BACK:]
    own, top = course.totals().get(person, 0), course.top_total
    lines.append(
        texts.gettext(
            "You have {points} of {top} possible points ({percent}). Points missed: {behind}",
            points=texts.number(own),
            top=texts.number(top),
            percent=texts.percent(own / top if top else 0.0, 1),
            behind=texts.signed(own - top),
        )
    )
    return "\n".join(lines)


def _review_line(course: DuplicateProgress, at: int, person: str, texts: Texts) -> str:
    round_, board = course.closed[at], course.positions[at].board
    answer = course.answers.get(round_.number, {}).get(person)
    facts = {
        "number": texts.number(round_.number),
        "top": move_text(round_.top, board, course.duplicate),
        "points": texts.number(round_.points),
    }
    if answer is None:
        return texts.gettext("{number}: no answer. You missed {top} for {points}.", **facts)
    own = course.scores(round_)[person]
    facts |= {"move": move_text(answer.move, board, course.duplicate), "own": texts.number(own)}
    if answer.points == round_.points:
        return texts.gettext("{number}: {move} for {own}, the best move.", **facts)
    lost = texts.signed(own - round_.points)
    return texts.gettext("{number}: {move} for {own} ({lost}). You missed {top} for {points}.", lost=lost, **facts)


def opened_text(texts: Texts) -> str:
    """To whoever has opened a duplicate."""
    return texts.gettext("Done. The lobby will appear in the channel in a moment.")


def joined_text(texts: Texts) -> str:
    """To whoever has joined."""
    return texts.gettext("You have joined. In each round, press **Answer** and type your move.")


def left_text(texts: Texts) -> str:
    """To whoever has left."""
    return texts.gettext("You have left the duplicate and keep your points. You can come back at any time.")


def started_text(texts: Texts) -> str:
    """To whoever has started it."""
    return texts.gettext("Done. The first round will appear in a moment.")


def stopping(texts: Texts, *, daily: bool) -> tuple[str, str]:
    """Before a duplicate is ended; and the label of yes."""
    if daily:
        question = texts.gettext(
            "Do you want to end the daily duplicate? Its open round does not count, even for those who have "
            "answered. The rounds before it do."
        )
    else:
        question = texts.gettext(
            "Do you want to end the duplicate of this channel? The open round does not count. The rounds before it do."
        )
    return question, texts.gettext("End the duplicate")


def not_in_daily_text(texts: Texts) -> str:
    """To whoever wants to leave a daily duplicate without having joined it."""
    return texts.gettext("You take part in the daily duplicate only if you answer, so there is nothing to leave.")


def stopped_text(texts: Texts) -> str:
    """To whoever has ended it."""
    return texts.gettext("Done. The duplicate is over.")


def exported_text(texts: Texts) -> str:
    """Above the files of a duplicate."""
    return texts.gettext(
        "Here are the rounds that are over: the best moves as a GCG record, with your own moves as notes, and "
        "both as JSON."
    )


def daily_text(texts: Texts, channel: int | None, *, switched: bool = False) -> str:
    """Whether there is a daily duplicate, and where."""
    if channel is None and switched:
        return texts.gettext("Done. The daily duplicate has ended.")
    if channel is None:
        return texts.gettext(
            "This server has no daily duplicate. A moderator starts one with `/manage together switch:on`."
        )
    return texts.gettext(
        "The daily duplicate is in {channel}: a round each day, which anyone can answer.", channel=f"<#{channel}>"
    )


class NoDuplicate(BotError):
    """There is no duplicate here, or it is over."""


class DuplicateHere(BotError):
    """A channel has a duplicate already."""


class DailyElsewhere(BotError):
    """A server's daily duplicate is in another channel."""

    channel: int


class DuplicateFull(BotError):
    """Nobody else can join: `most` players are in."""

    most: int


class RoundOver(BotError):
    """An answer is for a round that is over."""


class RoundIsOpen(BotError, SecretPosition):
    """Nobody has the position of an open round analysed."""


class InDuplicate(BotError):
    """Nobody who is in a running duplicate has words found for letters."""


class OpenLetters(BotError):
    """Letters are the tiles of an open round in the server."""


class NotBegun(BotError):
    """A duplicate has not begun yet."""


class NotIn(BotError):
    """Somebody who is not in a duplicate wants to leave it, or to start it."""


class LeftRound(BotError):
    """Somebody has left a duplicate, and wants to come back into the same round."""


class HostsOnly(BotError):
    """Only the host and moderators may do this."""


class SeveralDuplicates(BotError):
    """Somebody is in several duplicates, and it is unclear which one is meant."""


class TooManyPlayed(BotError):
    """An answer uses more tiles than may be played."""

    most: int


class DuplicatePhony(BotError):
    """An answer makes words that the dictionary lacks. Each word is a tuple of letters."""

    words: tuple[tuple[str, ...], ...]


class CannotPost(BotError):
    """The bot may not write in a channel, where a duplicate would be played."""


class NothingPlayed(BotError):
    """No round is over yet."""


WORDINGS: Wordings = {
    NoDuplicate: says("No duplicate is running here. Open one with `/together new`."),
    DuplicateHere: says(
        "This channel already has a duplicate. End it with `/together stop`, or open yours in a thread with "
        "`/together new thread:yes`."
    ),
    DailyElsewhere: says(
        "This server's daily duplicate is in {channel}. Switch it off there first.",
        channel=lambda error, _: f"<#{error.channel}>",
    ),
    DuplicateFull: says(
        "This duplicate is full: {most} players have joined.", most=lambda error, asked: asked.texts.number(error.most)
    ),
    RoundOver: says("That round is over. Please answer the new one."),
    RoundIsOpen: says("This is the position of an open duplicate round. I can analyse it once that round is over."),
    InDuplicate: says("You cannot use `/word anagram` until your duplicate is over or you leave it with `/leave`."),
    OpenLetters: says(
        "These are the tiles of an open duplicate round. You can use `/word anagram` with them once that round is over."
    ),
    NotBegun: says("This duplicate has not begun yet. Press **Start** first."),
    NotIn: says("You are not in this duplicate. Join it first."),
    LeftRound: says("You have left this round. You can come back as soon as the next one begins."),
    HostsOnly: says("Only the host of this duplicate and moderators of the server can do that."),
    SeveralDuplicates: says("You are in several duplicates. Please answer in the channel of the one that you mean."),
    TooManyPlayed: counts(
        "You can play {count} tile at most, whatever your rack holds.",
        "You can play {count} tiles at most, whatever your rack holds.",
        lambda error, _: error.most,
    ),
    DuplicatePhony: counts(
        "{words} is not in the dictionary. That costs nothing, and if you had already answered, that answer still "
        "counts.",
        "{words} are not in the dictionary. That costs nothing, and if you had already answered, that answer still "
        "counts.",
        lambda error, _: len(error.words),
        words=lambda error, asked: asked.texts.join(bold(word_text(word)) for word in error.words),
    ),
    CannotPost: says(
        "I cannot post in this channel. Please ask a moderator, or open the duplicate in another channel."
    ),
    NothingPlayed: says("No round is over yet."),
}
