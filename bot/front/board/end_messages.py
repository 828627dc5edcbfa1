"""The end of a game: the result, the last board, and the card with standings and highlights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from bot import render
from bot.front.board.buttons import end_buttons, rows
from bot.front.board.messages import MOST_HAPPENED, newest_that_fit
from bot.front.board.scenes import END_ACCENT, LOBBY_ACCENT, board_image, colours_of, game_title, plain_cast
from bot.front.components.buttons import Actions
from bot.front.components.message import MOST_ALT, Block, Button, Image, Message, Rule, Text
from bot.service.words.definitions import has_definitions
from bot.text import Cast, Texts, cast_of, escape
from bot.text.events import happened
from bot.text.moves import place_text, word_text
from bot.text.names import shortened
from bot.text.scores import final_places, highlights, longest_play, reason_text, standings
from bot.text.status import outcome
from engine.game.events import Event, Started
from engine.game.history import Entry, Kind, history, played_words
from engine.game.phases import EndReason, Over
from engine.game.results import best_play, bingo_counts
from engine.game.state import Computer
from engine.game.views import TableView


def end_message(
    game: str, view: TableView, events: Iterable[Event], texts: Texts, since: Iterable[Event] = ()
) -> Message:
    """The end: the result in a sentence, the last board, and the card with standings and highlights.

    The card comes last, because the end of a long message is what people see first.

    `events` are all events of the game, `since` those after the last board. If the game never began, the card only
    says so.
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
    return Message((*blocks, *rows(end_buttons(game, view, texts, has_meanings=has_meanings))), accent=END_ACCENT)


def closed_message(game: str, view: TableView, texts: Texts, *, unused: bool) -> Message:
    """A lobby closed before the game began; if nobody came, it can be opened again."""
    if not unused:
        return Message((Text(texts.gettext("The game was closed before it started.")),), accent=LOBBY_ACCENT)
    words = texts.gettext(
        "{game} has not started and nobody kept it open, so it is closed. You can open it again with the same rules.",
        game=f"**{escape(game_title(view, texts))}**",
    )
    again = Button(Actions.REMATCH_OTHERS.id(game), texts.gettext("Open it again"))
    return Message((Text(words), *rows((again,))), accent=LOBBY_ACCENT)


def _last_board(view: TableView, latest: Sequence[Event], texts: Texts) -> Image:
    """The board at the end, without the result, which the card tells."""
    image = board_image(view, texts, latest, scored=False)
    assert isinstance(image.scene, render.BoardScene)
    return replace(image, scene=replace(image.scene, status=""))


def end_in_words(
    game: str, view: TableView, events: Iterable[Event], texts: Texts, since: Iterable[Event] = ()
) -> Message:
    """The end for someone who plays by direct messages in words: the last moves, the result, the points and tiles left.

    `events` and `since` are as for `end_message`.
    """
    cast = cast_of(view)
    lines = (
        newest_that_fit(happened(since, cast, texts), MOST_HAPPENED),
        f"**{escape(game_title(view, texts))}**",
        f"{outcome(view, cast, texts)} {reason_text(view, cast, texts)}",
        *standings(view, cast, texts),
    )
    has_meanings = bool(played_words(tuple(events))) and has_definitions(view.variant.language)
    buttons = rows(end_buttons(game, view, texts, has_meanings=has_meanings))
    return Message((Text("\n".join(filter(None, lines))), *buttons), accent=END_ACCENT)


RESULT_FILE = "result.png"


def end_image(view: TableView, events: Iterable[Event], texts: Texts) -> Image:
    """The card at the end as a picture; `events` are all events of the game.

    Its alt text and its words say what the message does not: standings, highlights, and the points after each turn.
    """
    told = tuple(events)
    entries, ears = history(told), texts.for_ears
    turns = [entry for entry in entries if entry.kind not in (Kind.ADJUSTMENT, Kind.OVERTIME)]
    plain, cast = plain_cast(view), cast_of(view)
    courses = texts.series(_courses(_totals(turns, len(view.seats)), plain, ears))
    course = texts.gettext("Points after each turn: {points}.", points=courses)
    title, heading = game_title(view, texts), texts.gettext("The result as a card.")
    spoken = (title, heading, *standings(view, plain, ears, str), *highlights(entries, plain, ears, str), course)
    lines = (
        f"**{escape(title)}**",
        *standings(view, cast, ears),
        *highlights(entries, cast, ears),
        escape(shortened(course, MOST_ALT)),
    )
    return Image(
        end_scene(view, told, texts), RESULT_FILE, shortened("\n".join(spoken), MOST_ALT), words="\n".join(lines)
    )


def _courses(totals: Sequence[Sequence[int]], cast: Cast, texts: Texts) -> Iterator[str]:
    """Each seat's points after each of its turns."""
    for seat, points in enumerate(totals):
        told = ", ".join(map(texts.number, points[1:]))
        yield texts.titled(cast.name(seat), told or texts.gettext("no turns"))


def end_scene(view: TableView, events: Iterable[Event], texts: Texts) -> render.EndScene:
    """What the card shows."""
    assert isinstance(view.phase, Over)
    entries, cast = history(events), plain_cast(view)
    totals = _totals(entries, len(view.seats))
    standings = tuple(
        render.Standing(
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
        _remarks(entries, cast, texts),
        texts.gettext("Points after each turn"),
        texts.pgettext("axis", "turns"),
        colours_of(view.setup),
    )


def _totals(entries: Sequence[Entry], seats: int) -> tuple[tuple[int, ...], ...]:
    """Each seat's points after each of its turns, from 0; the adjustment at the end counts as one more."""
    totals: list[list[int]] = [[0] for _ in range(seats)]
    for entry in entries:
        if entry.is_turn or entry.kind is Kind.ADJUSTMENT:
            totals[entry.seat].append(entry.total)
        else:
            totals[entry.seat][-1] = entry.total
    return tuple(map(tuple, totals))


def _remarks(entries: Sequence[Entry], cast: Cast, texts: Texts) -> tuple[tuple[str, str], ...]:
    remarks: list[tuple[str, str]] = []
    if (best := best_play(entries)) and best.placement:
        remarks.append((texts.gettext("Best play"), _play(best, cast, texts)))
    if (longest := longest_play(entries)) and longest is not best:
        remarks.append((texts.gettext("Longest word"), _play(longest, cast, texts)))
    counted = [texts.ngettext("{name} {count}", "{name} {count}", n, name=cast.name(seat))
               for seat, n in sorted(bingo_counts(entries, cast.setup.variant).items())]  # fmt: skip
    if counted:
        remarks.append((texts.gettext("Bingos"), texts.join(counted)))
    return tuple(remarks)


def _play(entry: Entry, cast: Cast, texts: Texts) -> str:
    assert entry.placement
    return texts.ngettext(
        "{place} {word}, {count} point · {name}",
        "{place} {word}, {count} points · {name}",
        entry.points,
        place=place_text(entry.placement, cast.setup),
        word=word_text(entry.lines[0].word),
        name=cast.name(entry.seat),
    )
