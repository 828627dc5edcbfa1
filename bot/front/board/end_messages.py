"""The end of a game: the result, the last board, and the card with standings and highlights."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot import render
from bot.front.board.buttons import end_buttons, rows
from bot.front.board.messages import MOST_HAPPENED, newest_that_fit
from bot.front.board.scenes import END_ACCENT, LOBBY_ACCENT, board_image, colours_of, game_title, plain_cast
from bot.front.components.buttons import Actions
from bot.front.components.message import Block, Button, Image, Message, Rule, Text
from bot.front.interaction.hooks import AtEnd
from bot.service.words.definitions import has_definitions
from bot.text import Texts, bold, cast_of
from bot.text.endings import card_said, chart_titles, closed_text, remarks
from bot.text.events import happened
from bot.text.scores import final_places, reason_text, standings
from bot.text.status import outcome
from engine.game.events import Event, Started
from engine.game.history import Entry, TurnKind, history, played_words
from engine.game.phases import EndReason, Over
from engine.game.state import Computer
from engine.game.views import TableView


def end_message(
    game: str,
    view: TableView,
    events: Iterable[Event],
    texts: Texts,
    since: Iterable[Event] = (),
    offered: Iterable[AtEnd] = (),
) -> Message:
    """The end: the result in a sentence, the last board, and the card with standings and highlights.

    The card comes last, because the end of a long message is what people see first.

    `events` are all events of the game, `since` those after the last board, `offered` further buttons. If the game
    never began, the card only says so.
    """
    told = tuple(events)
    assert isinstance(view.phase, Over)
    if not any(isinstance(event, Started) for event in told):
        return closed_message(game, view, texts, unused=view.phase.reason is EndReason.UNUSED)
    latest, cast = tuple(since), cast_of(view)
    happenings = newest_that_fit(happened(latest, cast, texts), MOST_HAPPENED // 2)
    result = f"{outcome(view, cast, texts)} {reason_text(view, cast, texts)}"
    blocks: list[Block] = [Text(happenings), Rule()] if happenings else []
    blocks += [Text(result), _last_board(view, latest, texts), end_image(view, told, texts)]
    has_meanings = bool(played_words(told)) and has_definitions(view.variant.language)
    buttons = rows(end_buttons(game, view, texts, offered, has_meanings=has_meanings))
    return Message((*blocks, *buttons), accent=END_ACCENT)


def closed_message(game: str, view: TableView, texts: Texts, *, unused: bool) -> Message:
    """A lobby closed before the game began; if nobody came, it can be opened again."""
    if not unused:
        return Message((Text(closed_text("", texts)),), accent=LOBBY_ACCENT)
    words = closed_text(bold(game_title(view, texts)), texts)
    again = Button(Actions.REMATCH_OTHERS.id(game), texts.gettext("Open it again"))
    return Message((Text(words), *rows((again,))), accent=LOBBY_ACCENT)


def _last_board(view: TableView, latest: Sequence[Event], texts: Texts) -> Image:
    """The board at the end, without the result, which the card tells."""
    image = board_image(view, texts, latest, scored=False)
    assert isinstance(image.scene, render.BoardScene)
    return replace(image, scene=replace(image.scene, status=""))


def end_in_words(
    game: str,
    view: TableView,
    events: Iterable[Event],
    texts: Texts,
    since: Iterable[Event] = (),
    offered: Iterable[AtEnd] = (),
) -> Message:
    """The end for someone who plays by direct messages in words: the last moves, the result, the points and tiles left.

    `events`, `since` and `offered` are as for `end_message`.
    """
    cast = cast_of(view)
    lines = (
        newest_that_fit(happened(since, cast, texts), MOST_HAPPENED),
        bold(game_title(view, texts)),
        f"{outcome(view, cast, texts)} {reason_text(view, cast, texts)}",
        *standings(view, cast, texts),
    )
    has_meanings = bool(played_words(tuple(events))) and has_definitions(view.variant.language)
    buttons = rows(end_buttons(game, view, texts, offered, has_meanings=has_meanings))
    return Message((Text("\n".join(filter(None, lines))), *buttons), accent=END_ACCENT)


RESULT_FILE = "result.png"


def end_image(view: TableView, events: Iterable[Event], texts: Texts) -> Image:
    """The card at the end as a picture; `events` are all events of the game.

    Its alt text and its words say what the message does not: standings, highlights, and the points after each turn.
    """
    told = tuple(events)
    entries = history(told)
    turns = [entry for entry in entries if entry.kind not in (TurnKind.ADJUSTMENT, TurnKind.OVERTIME)]
    alt, words = card_said(view, game_title(view, texts), entries, _totals(turns, len(view.seats)), texts)
    return Image(end_scene(view, told, texts), RESULT_FILE, alt, words=words)


def end_scene(view: TableView, events: Iterable[Event], texts: Texts) -> render.EndScene:
    """What the card shows."""
    assert isinstance(view.phase, Over)
    entries, cast = history(events), plain_cast(view)
    totals = _totals(entries, len(view.seats))
    standings = tuple(
        render.StandingLine(
            str(place),
            cast.name(seat),
            texts.number(view.seats[seat].score),
            ", ".join(notes),
            totals[seat],
            is_winner=seat in view.phase.winners,
            is_computer=isinstance(view.seats[seat].player, Computer),
            seat=seat,
        )
        for seat, place, notes in final_places(view, cast, texts, str)
    )
    return render.EndScene(
        game_title(view, texts),
        outcome(view, cast, texts),
        standings,
        remarks(entries, cast, texts),
        *chart_titles(texts),
        colours_of(view.setup),
    )


def _totals(entries: Sequence[Entry], seats: int) -> tuple[tuple[int, ...], ...]:
    """Each seat's points after each of its turns, from 0; the adjustment at the end counts as one more."""
    totals: list[list[int]] = [[0] for _ in range(seats)]
    for entry in entries:
        if entry.is_turn or entry.kind is TurnKind.ADJUSTMENT:
            totals[entry.seat].append(entry.total)
        else:
            totals[entry.seat][-1] = entry.total
    return tuple(map(tuple, totals))
