"""The digest as a message: one picture of the week, and the same in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.features.digest.store import BusiestPair, Highlights
from bot.features.digest.text import (
    games_text,
    heading,
    highlight_lines,
    pair_titles,
    play_titles,
    score_titles,
    title_text,
)
from bot.front.board.scenes import BOARD_ACCENT
from bot.front.components.message import MOST_TEXT, Block, Image, Message, Text
from bot.model.honours import Honour
from bot.render import Portrait, TileFace, WeekScene
from bot.text import Texts
from bot.text.honours import by_contest, champions_text, honour_title
from bot.text.names import shortened


def digest_message(
    found: Highlights | None, won: Sequence[Honour], tiles: tuple[TileFace, ...], added: Sequence[str], texts: Texts
) -> Message:
    """What has been won and what stands out, the best play as `tiles`, and what features have `added`; in silence."""
    champions = champions_text(won, texts)
    lines = (heading(texts), *((champions,) if champions else ()), *(highlight_lines(found, texts) if found else ()))
    told = "\n".join(lines)
    rest = shortened("\n\n".join(added), MOST_TEXT - len(told) - 1)
    blocks: list[Block] = [Text(told)]
    if found or won:
        blocks.append(week_image(found, won, tiles, texts))
    blocks += [Text(rest)] if rest else []
    return Message(tuple(blocks), accent=BOARD_ACCENT, silent=True)


def week_image(found: Highlights | None, won: Sequence[Honour], tiles: tuple[TileFace, ...], texts: Texts) -> Image:
    """The week in a picture; the texts around it say everything that it shows."""
    scene = WeekScene(
        title_text(texts),
        games_text(found.games, texts) if found else "",
        tuple(_champions(won, texts)),
        (*play_titles(found.play, texts), tiles) if found and found.play and tiles else None,
        _pair(found.pair, texts) if found and found.pair else None,
        tuple(score_titles(found, texts)) if found else (),
    )
    return Image(scene, "week.png", title_text(texts), is_told=True, still=True)


def _champions(won: Sequence[Honour], texts: Texts) -> Iterator[tuple[str, tuple[Portrait, ...]]]:
    for shared in by_contest(won):
        yield honour_title(shared[0], texts), tuple(Portrait(one.name, one.person) for one in shared)


def _pair(pair: BusiestPair, texts: Texts) -> tuple[str, tuple[Portrait, Portrait], str]:
    (first, name), (second, other) = pair.people
    heading, about = pair_titles(pair, texts)
    return heading, (Portrait(name, first), Portrait(other, second)), about
