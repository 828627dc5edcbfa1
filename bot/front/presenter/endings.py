"""The picture of a game that is over: standings, best moments, and how the scores grew."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot import render
from bot.front.presenter.message import MOST_ALT, Image
from bot.front.presenter.scenes import colours_of, game_title, plain_cast
from bot.text import Cast, Texts
from bot.text.boards import shorten
from bot.text.moves import place_text, word_text
from bot.text.scores import final_places, longest_play
from bot.text.status import outcome
from engine.game.events import Event
from engine.game.history import Entry, Kind, history
from engine.game.phases import Over
from engine.game.results import best_play, bingo_counts
from engine.game.state import Computer
from engine.game.views import TableView

RESULT_FILE = "result.png"


def end_image(view: TableView, events: Iterable[Event], texts: Texts) -> Image:
    """The card at the end as a picture; `events` are all of the game."""
    scene = end_scene(view, events, texts)
    told = [f"{one.place}. {one.name} {one.score}" for one in scene.standings]
    told += [f"{heading}: {text}" for heading, text in scene.remarks]
    return Image(scene, RESULT_FILE, shorten(" ".join([scene.outcome, "; ".join(told)]), MOST_ALT))


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
        )
        for seat, place, notes in final_places(view, cast, texts, str)
    )
    return render.EndScene(
        game_title(view, texts),
        outcome(view, cast, texts),
        standings,
        _remarks(entries, cast, texts),
        texts.gettext("Points after each turn"),
        texts.gettext("turns"),
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
