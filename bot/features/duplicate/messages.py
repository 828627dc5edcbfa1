"""The messages of duplicates with their pictures, posted in their channels, and the next round for a calendar."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from bot.features.duplicate.receipts import own_answer_text, review_text
from bot.features.duplicate.store import DuplicateStore
from bot.features.duplicate.text import (
    NAMED,
    about_daily_text,
    answered_note,
    chart_titles,
    daily_round_title,
    end_about,
    end_text,
    joined_note,
    lobby_text,
    percent_text,
    player_name,
    present,
    result_line,
    round_text,
    round_title,
    standing_lines,
    standing_note,
    standing_title,
    standings_text,
    task_text,
    title_text,
    winners,
)
from bot.features.duplicate.values import (
    Answer,
    Duplicate,
    DuplicatePhase,
    DuplicatePlayer,
    DuplicateProgress,
    OpenRound,
    Round,
)
from bot.front.board.scenes import BOARD_ACCENT, END_ACCENT, LOBBY_ACCENT, empty_scene, face, plain_cast, rack_face
from bot.front.components.buttons import Action
from bot.front.components.message import MOST_ALT, Button, Image, Message, Row, Text, Tone
from bot.front.components.payloads import Payload
from bot.front.lobby.messages import gathering
from bot.front.occasions import Occasion
from bot.front.posting.poster import Poster
from bot.front.sharing import share_button
from bot.render import CupLine, CupScene, DrawnTile, EndScene, Portrait, SeatFace, StandingLine, legible_part
from bot.service.rights import Right
from bot.text import Texts
from bot.text.boards import board_alt
from bot.text.moves import alphabetical
from bot.text.names import display_names, shortened
from bot.text.status import pool_text
from engine.duplicate.rounds import DuplicateStanding, RoundStart
from engine.formats.cgp import CgpPosition as Drawn
from engine.formats.cgp import view_of
from engine.game.views import SeatView
from engine.model.rules import Rules
from engine.model.tiles import Tiles
from engine.words.lexicon import Lexicon, WordList


@dataclass(frozen=True, slots=True)
class OfDuplicate(Payload):
    """A duplicate, by its number."""

    number: int


@dataclass(frozen=True, slots=True)
class OfDuplicateRound(OfDuplicate):
    """A round of a duplicate."""

    round: int


JOIN: Final = Action("duplicate_join", OfDuplicate, Right.ANYONE)
LEAVE: Final = Action("duplicate_leave", OfDuplicate, Right.ANYONE)
START: Final = Action("duplicate_start", OfDuplicate, Right.ANYONE)
ANSWER: Final = Action("duplicate_answer", OfDuplicateRound, Right.ANYONE)
PLACE: Final = Action("duplicate_place", OfDuplicateRound, Right.ANYONE)
COMPOSE: Final = Action("duplicate_compose", OfDuplicateRound, Right.ANYONE)
STANDINGS: Final = Action("duplicate_standings", OfDuplicate, Right.ANYONE)
REVIEW: Final = Action("duplicate_review", OfDuplicate, Right.ANYONE)
STOP: Final = Action("duplicate_stop", OfDuplicate, Right.ANYONE)
SHARE: Final = Action("duplicate_share", OfDuplicateRound, Right.ANYONE)

KIND = "duplicate"
"""The kind of the subject of an answer that is composed."""

BOARD_FILE, STANDINGS_FILE = "duplicate.png", "standings.png"
MOST_STANDINGS, MOST_LINES = 20, 6
"""Places in the picture of the standings, and how many of them have a line in its chart."""


def lobby_message(course: DuplicateProgress, texts: Texts) -> Message:
    """The lobby: how it is played, and who is in, as a picture so low that the buttons are in sight on a phone."""
    number = course.duplicate.number
    buttons = (
        Button(JOIN.id(number), texts.gettext("Join"), Tone.PRIMARY),
        Button(START.id(number), texts.gettext("Start"), Tone.SUCCESS),
        Button(LEAVE.id(number), texts.gettext("Leave")),
    )
    seats = [
        SeatFace(_portrait(one, name, at), name)
        for at, one in enumerate(present(course))
        for name in (player_name(one, texts),)
    ]
    told = (Text(lobby_text(course, texts)), Text(joined_note(course, texts), now=True))
    return Message((*told, *gathering(seats, texts), Row(buttons)), accent=LOBBY_ACCENT)


def round_message(course: DuplicateProgress, open_: Round, texts: Texts) -> Message:
    """A round: the result of the one before, the board, the rack, and how to answer."""
    number = course.duplicate.number
    buttons = [
        *_answering(number, open_.number, texts),
        Button(STANDINGS.id(number), texts.gettext("Standings")),
        Button(REVIEW.id(number), texts.gettext("My rounds")),
        Button(LEAVE.id(number), texts.gettext("Leave")),
    ]
    title = round_title(open_.number, texts)
    return Message(
        (
            Text(round_text(course, open_, texts)),
            _board(course, title, open_.rack, texts),
            Text(task_text(course, open_, texts), now=True),
            Row(tuple(buttons)),
        ),
        accent=BOARD_ACCENT,
    )


def open_message(open_: OpenRound, answer: Answer | None, texts: Texts) -> Message:
    """The open round for one person, with their own answer."""
    number, round_ = open_.duplicate.number, open_.round.number
    buttons = _answering(number, round_, texts)
    image = board_image(
        open_.duplicate, open_.position, open_.latest, round_title(round_, texts), open_.round.rack, texts
    )
    return Message((image, Text(own_answer_text(open_, answer, texts)), Row(buttons)), accent=BOARD_ACCENT)


def _answering(number: int, round_: int, texts: Texts) -> tuple[Button, ...]:
    """The two ways to answer a round."""
    return (
        Button(ANSWER.id(number, round_), texts.gettext("Answer"), Tone.PRIMARY),
        Button(COMPOSE.id(number, round_), texts.gettext("Compose"), Tone.PRIMARY),
    )


def end_message(course: DuplicateProgress, texts: Texts) -> Message:
    """How a duplicate has ended, with its last board and the standings."""
    told = Text(end_text(course, texts))
    if not course.closed:
        return Message((told,), accent=END_ACCENT)
    number = course.duplicate.number
    buttons = (
        Button(STANDINGS.id(number), texts.gettext("Standings")),
        Button(REVIEW.id(number), texts.gettext("My rounds"), Tone.PRIMARY),
    )
    board = _board(course, title_text(texts), Tiles(), texts)
    won = tuple(one.id for one in winners(course)[:NAMED] if one.level is None)
    return Message((told, cup_image(course, texts), board, Row(buttons)), won, END_ACCENT)


def standings_message(course: DuplicateProgress, person: str, texts: Texts) -> Message:
    """Where everyone stands, for one person."""
    told = standings_text(course, person, texts, MOST_STANDINGS)
    return Message((standings_image(course, texts), Text(told)), accent=BOARD_ACCENT)


def review_message(course: DuplicateProgress, person: str, texts: Texts, *, can_share: bool) -> Message:
    """Somebody's own rounds beside the tops; below those of a daily duplicate, how they did in the latest one."""
    told, result = Text(review_text(course, person, texts)), course.result(person)
    if not course.duplicate.daily or result is None:
        return Message((told,))
    button = share_button(SHARE.id(course.duplicate.number, result.round.number), texts)
    row = (Row((button,)),) if can_share else ()
    return Message((told, Text(result_line(result, texts)), *row))


def _board(course: DuplicateProgress, title: str, rack: Tiles, texts: Texts) -> Image:
    return board_image(course.duplicate, course.position, course.latest, title, rack, texts)


def board_image(
    duplicate: Duplicate, position: RoundStart, latest: Round | None, title: str, rack: Tiles, texts: Texts
) -> Image:
    """The board with the top of the latest round outlined, and a rack below it."""
    board, new = position.board, frozenset(latest.top.cells) if latest else frozenset()
    tiles = tuple(DrawnTile(cell.column, cell.row, face(placed), cell in new) for cell, placed in board.tiles())
    scene = legible_part(replace(empty_scene(duplicate.setup, title, texts), tiles=tiles))
    view = _seen(duplicate, position, rack).table
    faces = tuple(map(rack_face, alphabetical(rack, duplicate.setup.variant)))
    scene = replace(scene, pool=pool_text(view, texts), rack=faces)
    return Image(scene, BOARD_FILE, board_alt(view, plain_cast(view), texts, scored=False), still=True)


def subject_of(number: int) -> str:
    """A duplicate as the subject of answers that are composed."""
    return f"{KIND}-{number}"


def number_of(subject: str) -> int:
    """The number of the duplicate that is a subject. Raises ValueError for another subject."""
    return int(subject.removeprefix(f"{KIND}-"))


def view_to_answer(open_: OpenRound) -> SeatView:
    """The open round as everyone sees it who answers it."""
    view = _seen(open_.duplicate, open_.position, open_.round.rack)
    return replace(view, table=replace(view.table, turn=open_.round.number))


def _seen(duplicate: Duplicate, position: RoundStart, rack: Tiles) -> SeatView:
    """The board as a table that nobody in particular sits at, and a rack."""
    setup = duplicate.setup
    named = Lexicon.of(setup.lexicon.name, setup.variant.alphabet, WordList.of(()))
    view = view_of(Drawn(position.board, (rack, Tiles())), setup.variant, Rules(), named)
    left = len(position.kept) + len(position.pool) - len(rack)
    return replace(view, table=replace(view.table, setup=setup, pool=left))


def standings_image(course: DuplicateProgress, texts: Texts) -> Image:
    """The first places with their share of the tops, and the course of the first few."""
    title, outcome = standing_title(course, texts)
    heading, axis = chart_titles(texts)
    standings = tuple(
        StandingLine(
            texts.number(place.number),
            name,
            texts.number(place.points),
            standing_note(place, texts),
            path,
            is_winner=course.duplicate.phase is DuplicatePhase.OVER and place.number == 1 and place.points > 0,
            is_computer=course.players[place.key].level is not None,
            seat=at,
            portrait=_portrait(course.players[place.key], name, at),
        )
        for at, (place, name, path) in enumerate(_places(course, texts))
    )
    scene = EndScene(title, outcome, standings, chart=heading, turns=axis)
    return Image(scene, STANDINGS_FILE, _standings_alt(course, texts) or outcome, still=True)


def cup_image(course: DuplicateProgress, texts: Texts) -> Image:
    """Who has won a duplicate that is over, the first places, and the course of the first few."""
    heading, axis = chart_titles(texts)
    won = tuple(_portrait(one, player_name(one, texts), at) for at, one in enumerate(winners(course)))
    lines = tuple(
        CupLine(
            texts.number(place.number),
            _portrait(course.players[place.key], name, at),
            texts.number(place.points),
            percent_text(place, texts),
            path,
            is_winner=place.number == 1 and place.points > 0,
        )
        for at, (place, name, path) in enumerate(_places(course, texts))
    )
    scene = CupScene(title_text(texts), end_about(course, texts), won, None, lines, heading, axis)
    return Image(scene, "cup.png", _standings_alt(course, texts), still=True)


def _portrait(player: DuplicatePlayer, name: str, number: int) -> Portrait:
    """The face of somebody who is in, or was, on the colour of their line if it is one of initials."""
    return Portrait(name, "" if player.level else player.id, player.level or 0, number)


def _places(course: DuplicateProgress, texts: Texts) -> Iterator[tuple[DuplicateStanding, str, tuple[int, ...]]]:
    """The first places with the names of their players, and the points of the first few after each round."""
    places = course.places()[:MOST_STANDINGS]
    scored = [course.scores(one) for one in course.closed]
    names = display_names((player_name(course.players[one.key], texts) for one in places), texts)
    for at, (place, name) in enumerate(zip(places, names, strict=True)):
        sums = (sum(one.get(place.key, 0) for one in scored[:count]) for count in range(len(scored) + 1))
        yield place, name, tuple(sums) if at < MOST_LINES and len(scored) > 1 else ()


def _standings_alt(course: DuplicateProgress, texts: Texts) -> str:
    return shortened(standing_lines(course, texts.for_ears, MOST_STANDINGS), MOST_ALT)


class ChannelPoster:
    """Posts what everyone in the channel of a duplicate sees, each thing once by what it is.

    All methods raise `PermanentRefusal` and `TransientFailure`.
    """

    def __init__(self, poster: Poster) -> None:
        self._poster = poster

    async def find(self, course: DuplicateProgress, what: str) -> int | None:
        """The message that an earlier attempt has posted."""
        return await self._poster.find(course.duplicate.channel, _key(what))

    async def lobby(self, course: DuplicateProgress, what: str) -> int:
        """Post the lobby."""
        return await self._post(course, lobby_message(course, await self.texts(course.duplicate)), what)

    async def round(self, course: DuplicateProgress, round_: Round, what: str) -> int:
        """Post a round."""
        return await self._post(course, round_message(course, round_, await self.texts(course.duplicate)), what)

    async def end(self, course: DuplicateProgress, what: str) -> int:
        """Post the end."""
        return await self._post(course, end_message(course, await self.texts(course.duplicate)), what)

    async def strip(self, duplicate: Duplicate, message: int) -> None:
        """Take the buttons off an old message."""
        await self._poster.strip(duplicate.channel, message)

    async def update(self, course: DuplicateProgress, message: int) -> None:
        """Have the lobby that still has its buttons show who is in."""
        shown = lobby_message(course, await self.texts(course.duplicate))
        await self._poster.update(course.duplicate.channel, message, shown)

    async def note(self, duplicate: Duplicate, message: int, text: str) -> None:
        """Put a passing paragraph on a message that still has its buttons."""
        await self._poster.note(duplicate.channel, message, text)

    async def texts(self, duplicate: Duplicate) -> Texts:
        """What everyone in the channel reads."""
        return await self._poster.texts(duplicate.channel, duplicate.server, duplicate.setup.variant.language)

    async def _post(self, course: DuplicateProgress, message: Message, what: str) -> int:
        return await self._poster.post(course.duplicate.channel, message, _key(what))


def _key(what: str) -> str:
    return f"duplicate/{what}"


class AnswerCounter:
    """Shows who is in a lobby, and how many have answered an open round, but never who or what."""

    def __init__(self, store: DuplicateStore, poster: ChannelPoster) -> None:
        self._store = store
        self._poster = poster

    async def show(self, number: int) -> None:
        """Edit the message of a duplicate that shows it. Raises as `ChannelPoster`, and `NoDuplicate`."""
        duplicate = await self._store.duplicate(number)
        if duplicate.phase is DuplicatePhase.LOBBY and duplicate.lobby:
            await self._poster.update(await self._store.course(number), duplicate.lobby)
        elif duplicate.phase is DuplicatePhase.RUNNING and duplicate.round:
            latest = (await self._store.rounds(number))[-1]
            if latest.message and latest.closed is None:
                texts = await self._poster.texts(duplicate)
                text = answered_note(*await self._store.count(number), texts)
                await self._poster.note(duplicate, latest.message, text)


class NextRounds:
    """The rounds that follow those that are open."""

    def __init__(self, store: DuplicateStore) -> None:
        self._store = store

    async def coming_up(self, server: int, texts: Texts) -> list[Occasion]:
        """The next round of a server's daily duplicate, once the one before it is open."""
        daily = await self._store.daily(server)
        rounds = await self._store.rounds(daily.number) if daily else ()
        if daily is None or not rounds or rounds[-1].closed is not None:
            return []
        number = rounds[-1].number + 1
        key, title = f"duplicate/{daily.number}/{number}", daily_round_title(number, texts)
        return [Occasion(key, daily.channel, rounds[-1].ends, title, about_daily_text(texts))]
