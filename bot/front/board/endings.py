"""The end of a game: what is said of it, the last board, and the card, as a poster and in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot import render
from bot.front.board.buttons import end_buttons, rows
from bot.front.board.messages import MOST_HAPPENED, newest_that_fit
from bot.front.board.scenes import (
    END_ACCENT,
    LOBBY_ACCENT,
    board_image,
    colours_of,
    game_title,
    plain_cast,
    portrait_of,
    word_tiles,
)
from bot.front.components.buttons import Actions
from bot.front.components.message import Block, Button, Image, Message, Rule, Text
from bot.front.interaction.hooks import AtEnd
from bot.front.posting.composers import CardNote
from bot.service.words.definitions import has_definitions
from bot.text import SeatNames, Texts, bold, cast_of, escape
from bot.text.endcard import best_titles, card_said, card_words, chart_titles, remarks, story_in, story_text
from bot.text.events import happened
from bot.text.lobby import closed_text
from bot.text.scores import final_places, reason_text, standings
from bot.text.status import outcome
from engine.game.events import Event, Started
from engine.game.history import Entry, TurnKind, best_play, history, played_words
from engine.game.phases import EndReason, Over
from engine.game.state import Computer
from engine.game.views import TableView
from engine.model.tiles import Word


def end_message(
    game: str,
    view: TableView,
    events: Iterable[Event],
    texts: Texts,
    since: Iterable[Event] = (),
    offered: Iterable[AtEnd] = (),
    notes: Sequence[CardNote] = (),
) -> Message:
    """The end: the result and the story of the game in a sentence each, the last board, and the card.

    The card comes last, because the end of a long message is what people see first. There is none if nobody has played.

    `events` are all events of the game, `since` those after the last board, `offered` further buttons, `notes` what the
    card says besides. If the game never began, the message only says so.
    """
    told = tuple(events)
    assert isinstance(view.phase, Over)
    if not any(isinstance(event, Started) for event in told):
        return closed_message(game, view, texts, unused=view.phase.reason is EndReason.UNUSED)
    latest, cast = tuple(since), cast_of(view)
    happenings = newest_that_fit(happened(latest, cast, texts), MOST_HAPPENED // 2)
    blocks: list[Block] = [Text(happenings), Rule()] if happenings else []
    blocks += [Text(_result(view, told, cast, texts)), _last_board(view, latest, texts)]
    words = played_words(told)
    if words:
        blocks.append(end_image(view, told, texts, notes))
    elif told_instead := _without_card(view, notes, texts):
        blocks.append(Text(told_instead))
    buttons = rows(end_buttons(game, view, texts, offered, has_meanings=_has_meanings(view, words)))
    return Message((*blocks, *buttons), accent=END_ACCENT)


def result_message(
    game: str,
    view: TableView,
    events: Iterable[Event],
    texts: Texts,
    offered: Iterable[AtEnd] = (),
    notes: Sequence[CardNote] = (),
) -> Message:
    """The end as the channel of the game's thread is told it: without the last moves and the board, which are there."""
    shown = end_message(game, view, events, texts, (), offered, notes)
    return replace(shown, blocks=tuple(one for one in shown.blocks if not _is_board(one)))


def _is_board(block: Block) -> bool:
    return isinstance(block, Image) and isinstance(block.scene, render.BoardScene)


def _without_card(view: TableView, notes: Sequence[CardNote], texts: Texts) -> str:
    """What the card would tell of a game in which no word was played."""
    points = () if view.is_void else standings(view, cast_of(view), texts)
    return "\n".join((*points, *(note.words for note in notes)))


def _result(view: TableView, events: Sequence[Event], cast: SeatNames, texts: Texts) -> str:
    """Who has won, why the game ended, and how it went."""
    told = story_text(view, story_in(view, history(events)), cast, texts)
    return " ".join(filter(None, (outcome(view, cast, texts), reason_text(view, cast, texts), told)))


def _has_meanings(view: TableView, words: Sequence[Word]) -> bool:
    return bool(words) and has_definitions(view.variant.language)


def closed_message(game: str, view: TableView, texts: Texts, *, unused: bool) -> Message:
    """A lobby closed before the game began; if nobody came, it can be opened again."""
    if not unused:
        return Message((Text(f"### {escape(game_title(view, texts))}\n{closed_text('', texts)}"),), accent=LOBBY_ACCENT)
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
    notes: Sequence[CardNote] = (),
) -> Message:
    """The end for someone who plays by direct messages in words: the last moves, the result, the points and tiles left.

    `events`, `since`, `offered` and `notes` are as for `end_message`.
    """
    cast, told = cast_of(view), tuple(events)
    lines = (
        newest_that_fit(happened(since, cast, texts), MOST_HAPPENED),
        bold(game_title(view, texts)),
        _result(view, told, cast, texts),
        *standings(view, cast, texts),
        *(note.words for note in notes),
    )
    has_meanings = _has_meanings(view, played_words(told))
    buttons = rows(end_buttons(game, view, texts, offered, has_meanings=has_meanings))
    return Message((Text("\n".join(filter(None, lines))), *buttons), accent=END_ACCENT)


RESULT_FILE = "result.png"


def end_image(view: TableView, events: Iterable[Event], texts: Texts, notes: Sequence[CardNote] = ()) -> Image:
    """The card at the end as a picture; `events` are all events of the game, `notes` what it says besides.

    Its alt text and its words say what the message does not: standings, highlights, and the points after each turn.
    """
    told, title = tuple(events), game_title(view, texts)
    entries = history(told)
    turns = [entry for entry in entries if entry.kind not in (TurnKind.ADJUSTMENT, TurnKind.OVERTIME)]
    totals = _totals(turns, len(view.seats))
    alt = card_said(view, title, entries, totals, [note.said for note in notes], texts)
    words = card_words(view, title, entries, totals, [note.words for note in notes], texts)
    return Image(end_scene(view, told, texts, notes), RESULT_FILE, alt, words=words)


def end_scene(
    view: TableView, events: Iterable[Event], texts: Texts, notes: Sequence[CardNote] = ()
) -> render.PosterScene:
    """What the card shows."""
    assert isinstance(view.phase, Over)
    entries, cast = history(events), plain_cast(view)
    totals, story = _totals(entries, len(view.seats)), story_in(view, entries)
    standings = tuple(
        render.StandingLine(
            str(place) if place else "–",
            cast.name(seat),
            texts.number(view.seats[seat].score),
            ", ".join(notes),
            totals[seat],
            is_winner=seat in view.phase.winners,
            is_computer=isinstance(view.seats[seat].player, Computer),
            seat=seat,
            portrait=portrait_of(view.seats[seat].player, seat),
        )
        for seat, place, notes in final_places(view, cast, texts, str)
    )
    order = [one.seat for one in standings]
    return render.PosterScene(
        game_title(view, texts),
        standings,
        story_text(view, story, cast, texts, str) or outcome(view, cast, texts),
        _best_play(view, entries, cast, texts),
        remarks(entries, cast, texts),
        tuple(note.shown for note in notes),
        *chart_titles(texts),
        turning=(order.index(story.seat), story.played) if story and story.played else None,
        colours=colours_of(view.setup),
    )


def _best_play(view: TableView, entries: Sequence[Entry], cast: SeatNames, texts: Texts) -> render.BestPlay | None:
    """The tiles of the word of the best play, those included that were there before it."""
    best = best_play(entries)
    if best is None or best.placement is None:
        return None
    heading, about = best_titles(best, cast, texts)
    return render.BestPlay(heading, word_tiles(view.board, best.placement, len(best.lines[0].word)), about)


def _totals(entries: Sequence[Entry], seats: int) -> tuple[tuple[int, ...], ...]:
    """Each seat's points after each of its turns, from 0; the adjustment at the end counts as one more."""
    totals: list[list[int]] = [[0] for _ in range(seats)]
    for entry in entries:
        if entry.is_turn or entry.kind is TurnKind.ADJUSTMENT:
            totals[entry.seat].append(entry.total)
        else:
            totals[entry.seat][-1] = entry.total
    return tuple(map(tuple, totals))
