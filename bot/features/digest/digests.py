"""Posts the digest of a week: once in each server that wants one, with what stands out among its games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import tzinfo
from itertools import combinations

from bot.features.digest.store import MOST_ACTIVE, MOST_GAMES, BusiestPair, Digest, DigestStore, Highlights
from bot.features.digest.text import (
    games_text,
    heading,
    highlight_lines,
    pair_titles,
    play_titles,
    score_titles,
    title_text,
)
from bot.front.board.scenes import BOARD_ACCENT, tiles_of_play
from bot.front.components.message import MOST_TEXT, Block, Image, Message, Text
from bot.front.occasions import WEEK, Paragraph, Week
from bot.front.posting.poster import Poster
from bot.model.games import GameResult
from bot.model.honours import Honour
from bot.model.timezones import latest_same_time, next_same_time
from bot.render import Portrait, TileFace, WeekScene
from bot.service.games import Games
from bot.service.ports import UNKNOWN_CHANNEL, Clock, PermanentRefusal
from bot.service.tasks import DueLoop
from bot.store.ratings import Results
from bot.text import Texts, texts_for
from bot.text.honours import by_contest, champions_text, honour_title
from bot.text.names import shortened

DAYS = 7


def highlights(results: Sequence[GameResult]) -> Highlights | None:
    """What stands out among games, the newest first; None if no person played one. Computer players do not count."""
    played = [(one.game, player) for one in results for player in one.players if player.level is None]
    if not played:
        return None
    games = Counter(player.player for _, player in played)
    names = {player.player: player.name for _, player in reversed(played)}
    where, play = max(played, key=lambda one: one[1].best_points)
    _, best = max(played, key=lambda one: one[1].score)
    return Highlights(
        len({game for game, _ in played}),
        tuple((names[person], count) for person, count in games.most_common(MOST_ACTIVE)),
        play if play.best_word else None,
        where,
        best if best.score > 0 else None,
        busiest_pair(results, names),
    )


def busiest_pair(results: Sequence[GameResult], names: Mapping[str, str]) -> BusiestPair | None:
    """The two people with the most games against each other, the newest first; None if nobody has played twice."""
    met: dict[tuple[str, str], list[int]] = defaultdict(list)
    for one in results:
        people = sorted((each.player, each.place) for each in one.players if each.level is None)
        for (first, place), (second, other) in combinations(people, 2):
            met[first, second].append((place > other) - (place < other))
    if not met:
        return None
    (first, second), ends = max(met.items(), key=lambda one: len(one[1]))
    if len(ends) < 2:
        return None
    return BusiestPair(((first, names[first]), (second, names[second])), (ends.count(-1), ends.count(1)), len(ends))


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


class Digests(DueLoop[Digest]):
    """Sleeps until a week has ended somewhere, and posts what happened.

    `paragraphs` are what features add, `zone` finds a server's time zone.
    """

    name = "a digest"
    at_once = 4
    tries = 30

    def __init__(
        self,
        store: DigestStore,
        results: Results,
        games: Games,
        paragraphs: Callable[[], Sequence[Paragraph]],
        poster: Poster,
        clock: Clock,
        owner: str,
        zone: Callable[[int], Awaitable[tzinfo]],
    ) -> None:
        super().__init__(store, clock, owner)
        self._store = store
        self._results = results
        self._games = games
        self._paragraphs = paragraphs
        self._poster = poster
        self._zone = zone

    # --- what people ask for ------------------------------------------------------------------------------------------

    async def of(self, server: int) -> Digest | None:
        """Where a server wants its digest."""
        return await self._store.of(server)

    async def post_in(self, server: int, channel: int, language: str | None) -> None:
        """Post a server's digest in a channel from now on, the first one in a week."""
        now = self._clock.now()
        ends = next_same_time(now, await self._zone(server), now, DAYS)
        await self._store.choose(Digest(server, channel, language, ends, since=now))
        self.wake()

    async def stop(self, server: int) -> None:
        """Post no more digests in a server."""
        await self._store.stop(server)

    async def latest(self, server: int, texts: Texts) -> Message | None:
        """What has happened in a server within a week until now; None if nothing has."""
        return await self._told(Week(server, self._clock.now()), texts)

    async def occupied(self) -> Sequence[tuple[int, int]]:
        """The servers and channels of all digests."""
        return await self._store.occupied()

    async def vacate(self, channel: int) -> None:
        """Post no more digests in a channel that has been deleted."""
        await self._store.leave(channel)

    # --- what is due --------------------------------------------------------------------------------------------------

    async def go_on(self, one: Digest) -> None:
        """Post the digest of the latest week that has ended, if there is anything to tell."""
        zone, since = await self._zone(one.server), one.ends if one.since is None else one.since
        ends = max(one.ends, latest_same_time(since, zone, self._clock.now(), DAYS))
        began = latest_same_time(since, zone, ends - 1, DAYS) if since < ends else ends - WEEK
        texts = texts_for(one.language) if one.language else await self._poster.texts(one.channel, one.server)
        if message := await self._told(Week(one.server, ends, ends - began), texts):
            await self._poster.post(one.channel, message, f"digest/{one.server}/{ends}")
        await self._done(one, ends)

    async def _done(self, one: Digest, ends: int) -> None:
        """Go on to the next week, which may be half a day shorter or longer if the server's time zone has changed."""
        since = one.ends if one.since is None else one.since
        following = next_same_time(since, await self._zone(one.server), ends + WEEK // 2, DAYS)
        await self._store.done(replace(one, ends=following, since=since), self._owner)

    async def _told(self, week: Week, texts: Texts) -> Message | None:
        results = await self._results.ended_in(week.server, week.since, week.until, MOST_GAMES)
        won = await self._results.honours.within(week.server, week.since, week.until)
        found = highlights(results)
        added = [told for word in self._paragraphs() if (told := await word(week, texts))]
        if not (found or won or added):
            return None
        play = found.play if found else None
        where = found.where if found else ""
        tiles = await tiles_of_play(self._games, where, play.best_word, play.best_points) if play else ()
        return digest_message(found, won, tiles, added, texts)

    async def refused(self, one: Digest, refusal: PermanentRefusal) -> None:
        """Leave out this week's digest; without its channel there are no more."""
        if refusal.code == UNKNOWN_CHANNEL:
            await self._store.stop(one.server)
        else:
            await self.give_up(one)

    async def give_up(self, one: Digest) -> None:
        """Leave out this week's digest."""
        await self._done(one, one.ends)
