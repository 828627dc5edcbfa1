"""The checks of `tilewright doctor`. Each reports what it found and what to do about it; none changes anything."""

from __future__ import annotations

import asyncio
import hashlib
import importlib.metadata
import platform
import re
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from enum import Enum
from pathlib import Path
from typing import Any

from bot import system
from bot.cli.inputs import texts, unusable
from bot.model.errors import DatabaseUnusable, KeyUnusable
from bot.model.invitation import invitation, lacking
from bot.service.saving.seals import key_file, read_key_file
from bot.settings import Settings, SettingsError
from bot.text.clocks import length_text
from bot.wiring import upkeep
from engine.model.levels import STRONGEST
from engine.sentences import NP_

OLDEST_PYTHON = (3, 11)
DISCORD_API = "https://discord.com/api/v10"
REACH_SECONDS = 10
FAR_SECONDS = 60
"""Seconds by which a clock is wrong."""
TWIN_SECONDS = 24 * 3600
"""How long another bot with the same token is told of, since it may be gone."""
MESSAGE_CONTENT = (1 << 18) | (1 << 19)
"""Either of these application flags allows it to read messages (Discord's API reference, "Application Flags")."""


CHECKS = {
    name: (context, name)
    for context, name in (
        NP_("what is checked", "dependencies"),
        NP_("what is checked", "data files"),
        NP_("what is checked", "fonts"),
        NP_("what is checked", "cache of word graphs"),
        NP_("what is checked", "compiled kernels"),
        NP_("what is checked", "settings"),
        NP_("what is checked", "database"),
        NP_("what is checked", "lock"),
        NP_("what is checked", "processes"),
        NP_("what is checked", "database version"),
        NP_("what is checked", "key for saves"),
        NP_("what is checked", "privacy"),
        NP_("what is checked", "token"),
        NP_("what is checked", "message content"),
        NP_("what is checked", "invitation"),
        NP_("what is checked", "permissions"),
        NP_("what is checked", "clock"),
        NP_("what is checked", "file system"),
        NP_("what is checked", "other bots"),
    )
}
"""What is checked, as messages by their English names, which are also those in JSON; other names are proper names."""


class Status(Enum):
    """The result of a check."""

    OK = "ok"
    NOTE = "note"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found and, if something is wrong, what to do."""

    check: str
    status: Status
    text: str


def title(check: str) -> str:
    """What is checked, in the language of the command line."""
    return texts().pgettext(*CHECKS[check]) if check in CHECKS else check


def check_all(*, playground: bool = False) -> list[Finding]:
    """All findings, in order. They never contain the token."""
    found = [_python(), *_dependencies(), *_data(), *_fonts(), *_caches()]
    try:
        settings = _settings()
    except SettingsError as error:
        return [*found, Finding("settings", Status.WRONG, unusable(error))]
    found.append(Finding("settings", Status.OK, texts().gettext("folder {folder}", folder=settings.folder)))
    found += [*_database(settings, playground), _key(settings, playground), _privacy(settings, playground)]
    return [*found, *asyncio.run(_discord(settings))]


def _settings() -> Settings:
    from bot.cli.inputs import read_settings

    return read_settings()


def _python() -> Finding:
    version = platform.python_version()
    if sys.version_info[:2] < OLDEST_PYTHON:
        return Finding("Python", Status.WRONG, texts().gettext("{version}: 3.11 or newer is needed", version=version))
    return Finding(
        "Python", Status.OK, texts().gettext("{version} on {system}", version=version, system=platform.system())
    )


def _dependencies() -> Iterator[Finding]:
    try:
        wanted = importlib.metadata.requires("tilewright") or []
    except importlib.metadata.PackageNotFoundError:
        yield Finding(
            "dependencies", Status.NOTE, texts().gettext("not installed as a package, so they cannot be checked")
        )
        return
    names = [re.split(r"[\s\[<>=!~;]", one)[0] for one in wanted if "extra ==" not in one]
    missing = [name for name in names if not _is_installed(name)]
    if missing:
        yield Finding(
            "dependencies",
            Status.WRONG,
            texts().gettext("not installed: {names}; install tilewright again", names=", ".join(missing)),
        )
    else:
        yield Finding("dependencies", Status.OK, texts().ngettext("{count} package", "{count} packages", len(names)))


def _is_installed(name: str) -> bool:
    try:
        importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def _data() -> Iterator[Finding]:
    from bot.wiring.starting import StartFailed, read_own_words
    from engine.errors import EngineError
    from engine.loading import list_lexicons, list_variants, load_variant, shipped_words

    try:
        read_own_words()
    except StartFailed as error:
        yield Finding("data files", Status.WRONG, texts().told(error.reason))
        return
    try:
        infos = list_lexicons()
        for info in infos:
            text = shipped_words(info.name)
            if (text.count(b"\n"), hashlib.sha256(text).hexdigest()) != (info.words, info.sha256):
                yield Finding(
                    "data files",
                    Status.WRONG,
                    texts().gettext("the word list {name} is damaged; install again", name=info.name),
                )
                return
        variants = list_variants()
        for name in variants:
            load_variant(name)
    except (EngineError, OSError) as error:
        yield Finding("data files", Status.WRONG, texts().gettext("{error}; install again", error=_why(error)))
        return
    names = (f"{info.name} ({info.own})" if info.own else info.name for info in infos)
    facts = {"dictionaries": ", ".join(names), "variants": ", ".join(variants)}
    yield Finding(
        "data files", Status.OK, texts().gettext("dictionaries: {dictionaries}; variants: {variants}", **facts)
    )


def _why(error: Exception) -> str:
    """What is wrong with a file of the program."""
    from bot.system import reason_of
    from engine.errors import BadData

    if isinstance(error, BadData):
        return f"{error.where}: {texts().told(error.reason)}"
    return texts().told(reason_of(error)) if isinstance(error, OSError) else str(error)


def _fonts() -> Iterator[Finding]:
    from bot.render.paint import Face, text_width

    try:
        for face in Face:
            text_width(face, 20, "A")
    except Exception as error:
        yield Finding(
            "fonts",
            Status.WRONG,
            texts().gettext("cannot be read ({error}); install again", error=type(error).__name__),
        )
    else:
        yield Finding("fonts", Status.OK, ", ".join(face.value for face in Face))


def _caches() -> Iterator[Finding]:
    from engine import jit
    from engine.loading import cache

    graphs = cache.cache_folder()
    if _is_writable(graphs):
        yield Finding("cache of word graphs", Status.OK, str(graphs))
    else:
        yield Finding(
            "cache of word graphs",
            Status.NOTE,
            texts().gettext("{folder} cannot be written to: every start takes longer", folder=graphs),
        )
    kernels = jit.cache_folder()
    if not jit.is_enabled():
        yield Finding(
            "compiled kernels",
            Status.NOTE,
            texts().gettext("switched off by TILEWRIGHT_JIT: computer players are slow"),
        )
    elif kernels is None:
        yield Finding(
            "compiled kernels",
            Status.NOTE,
            texts().gettext("cannot be kept: level {level} plays without looking ahead", level=STRONGEST),
        )
    elif jit.is_tuned() or jit.ready_mode() == jit.PORTABLE:
        yield Finding("compiled kernels", Status.OK, str(kernels))
    else:
        yield Finding(
            "compiled kernels",
            Status.NOTE,
            texts().gettext("not compiled yet: they are compiled at the first start, or now with: tilewright prepare"),
        )


def _is_writable(folder: Path) -> bool:
    while not folder.exists():
        folder = folder.parent
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _database(settings: Settings, playground: bool) -> Iterator[Finding]:
    file = upkeep.database_file(settings, playground=playground)
    if file is None:
        yield from _shared_database(settings)
        return
    if not _is_writable(file.parent):
        told = texts().gettext("{folder} cannot be written to", folder=file.parent)
        yield Finding("database", Status.WRONG, told)
        return
    if not file.exists():
        yield Finding("database", Status.NOTE, texts().gettext("{file} is made at the first start", file=file))
        return
    try:
        facts = upkeep.inspect(file)
    except DatabaseUnusable as error:
        yield Finding("database", Status.WRONG, f"{file}: {texts().told(error.reason)}")
        return
    if facts.faults:
        yield Finding(
            "database",
            Status.WRONG,
            texts().gettext("{file} is damaged: {fault}; restore a backup", file=file, fault=facts.faults[0]),
        )
        return
    yield Finding("database", Status.OK, _games(file, facts.games, facts.running))
    yield _revision(facts.revision, facts.newest)
    used = (
        texts().gettext("a bot has the database open")
        if facts.in_use
        else texts().gettext("no bot has the database open")
    )
    yield Finding("lock", Status.OK, used)
    yield from _place(file)
    yield from _twin(facts.twin)


def _place(file: Path) -> Iterator[Finding]:
    """A note if the file is where SQLite is not safe."""
    if kind := upkeep.network_below(file):
        told = texts().gettext(
            "{file} is on a network file system ({kind}), where SQLite can lose data: move it to a local disk, or "
            "use PostgreSQL",
            file=file,
            kind=kind,
        )
        yield Finding("file system", Status.NOTE, told)


def _twin(seen: int | None) -> Iterator[Finding]:
    """Another bot with the same token and another database, if there was one in the last day."""
    if seen is not None and time.time() - seen / 1000 < TWIN_SECONDS:
        told = texts().gettext(
            "another bot used this token with another database in the last day: stop it, or give it a token of its own"
        )
        yield Finding("other bots", Status.WRONG, told)


def _shared_database(settings: Settings) -> Iterator[Finding]:
    try:
        facts = asyncio.run(upkeep.inspect_shared(settings))
    except DatabaseUnusable as error:
        yield Finding("database", Status.WRONG, f"{error.path}: {texts().told(error.reason)}")
        return
    where = f"{facts.where} (PostgreSQL {facts.version})"
    if facts.revision is None:
        yield Finding(
            "database",
            Status.NOTE,
            texts().gettext("{where}: empty; the tables are made at the first start", where=where),
        )
        return
    yield Finding("database", Status.OK, _games(where, facts.games, facts.running))
    yield _revision(facts.revision, facts.newest)
    many = texts().ngettext("{count} bot has the database open", "{count} bots have the database open", facts.processes)
    yield from _twin(facts.twin)
    yield from map(_wrong_clock, facts.clocks, facts.clocks.values())
    yield Finding("processes", Status.OK, many if facts.processes else texts().gettext("no bot has the database open"))


def _wrong_clock(machine: str, ahead: int) -> Finding:
    """A machine on which a bot or a worker runs, and whose clock is wrong."""
    facts = {"machine": machine, "time": length_text(abs(ahead) * 1000, texts())}
    far = (
        texts().gettext(
            "the clock of {machine} is {time} ahead: set it. Until then, the bot uses Discord's time", **facts
        )
        if ahead > 0
        else texts().gettext(
            "the clock of {machine} is {time} behind: set it. Until then, the bot uses Discord's time", **facts
        )
    )
    return Finding("clock", Status.WRONG, far)


def _games(where: object, games: int, running: int) -> str:
    count = texts().ngettext("{count} game", "{count} games", games)
    return texts().gettext("{where}: {games}, {running} not over", where=where, games=count, running=running)


def _revision(revision: str | None, newest: str) -> Finding:
    facts = {"revision": revision, "newest": newest}
    if revision == newest:
        return Finding("database version", Status.OK, newest)
    if revision is None or revision < newest:
        return Finding(
            "database version",
            Status.NOTE,
            texts().gettext("{revision}: upgraded to {newest} at the next start", **facts),
        )
    return Finding(
        "database version",
        Status.WRONG,
        texts().gettext("{revision} is newer than this program, which knows {newest}", **facts),
    )


def _key(settings: Settings, playground: bool) -> Finding:
    try:
        if settings.save_key:
            return Finding("key for saves", Status.OK, texts().gettext("from the settings"))
        file = key_file(settings.folder, upkeep.database_file(settings, playground=playground))
        if read_key_file(file) is None:
            return Finding(
                "key for saves", Status.NOTE, texts().gettext("{file} is made when the first game is saved", file=file)
            )
        if sys.platform != "win32" and stat.S_IMODE(file.stat().st_mode) & 0o077:
            return Finding(
                "key for saves", Status.WRONG, texts().gettext("others can read {file}: chmod 600 it", file=file)
            )
    except KeyUnusable as error:
        return Finding("key for saves", Status.WRONG, f"{error.where} {texts().told(error.reason)}")
    return Finding("key for saves", Status.OK, str(file))


def _privacy(settings: Settings, playground: bool) -> Finding:
    """Whether other users of this machine can read the racks."""
    database = upkeep.database_file(settings, playground=playground)
    exposed = [path for path in system.files_of(settings.folder, database) if system.is_exposed(path)]
    if exposed:
        names = ", ".join(map(str, exposed))
        return Finding(
            "privacy",
            Status.WRONG,
            texts().gettext("others can read {names}: chmod 600, or start the bot once", names=names),
        )
    if system.is_exposed(settings.folder):
        return Finding(
            "privacy",
            Status.NOTE,
            texts().gettext("others can look into {folder}: chmod 700, if it is the bot's", folder=settings.folder),
        )
    return Finding("privacy", Status.OK, texts().gettext("nobody else can read games and keys"))


async def _discord(settings: Settings) -> list[Finding]:
    if not settings.token:
        return [Finding("token", Status.NOTE, texts().gettext("DISCORD_TOKEN is not set: the playground starts"))]
    found = [Finding("token", Status.OK, texts().gettext("is set"))]
    try:
        status, data, date = await _ask(settings.api or DISCORD_API, settings.token)
    except Exception as error:
        return [
            *found,
            Finding(
                "Discord", Status.WRONG, texts().gettext("cannot be reached ({error})", error=type(error).__name__)
            ),
        ]
    found += _clock(date)
    if status == 401:
        return [
            *found,
            Finding("Discord", Status.WRONG, texts().gettext("does not accept DISCORD_TOKEN: copy it again")),
        ]
    if status != 200:
        return [
            *found,
            Finding("Discord", Status.WRONG, texts().gettext("answers with the status {status}", status=status)),
        ]
    found.append(
        Finding("Discord", Status.OK, texts().gettext("knows the application {name}", name=repr(str(data.get("name")))))
    )
    found += [_message_content(int(data.get("flags") or 0)), Finding("invitation", Status.OK, invitation(data["id"]))]
    return [*found, *await _permissions(settings)]


def _message_content(flags: int) -> Finding:
    """Whether the application may read what people type."""
    if flags & MESSAGE_CONTENT:
        return Finding("message content", Status.OK, texts().gettext("can be read: moves can be typed as plain text"))
    text = texts().gettext(
        "cannot be read: turn on the message content intent, or use commands, buttons, mentions and direct messages"
    )
    return Finding("message content", Status.NOTE, text)


async def _permissions(settings: Settings) -> list[Finding]:
    """What the bot lacks in its servers, in the first page of those that Discord lists."""
    assert settings.token
    try:
        _, servers, _ = await _ask(settings.api or DISCORD_API, settings.token, "/users/@me/guilds")
    except Exception as error:
        text = texts().gettext("cannot be reached ({error})", error=type(error).__name__)
        return [Finding("permissions", Status.NOTE, text)]
    if not servers:
        text = texts().gettext("the bot is not in any server yet: open the invitation in a browser")
        return [Finding("permissions", Status.NOTE, text)]
    found = [(str(one["name"]), names) for one in servers if (names := lacking(int(one["permissions"])))]
    if not found:
        count = texts().ngettext(
            "all granted in {count} server, unless a channel denies some",
            "all granted in {count} servers, unless a channel denies some",
            len(servers),
        )
        return [Finding("permissions", Status.OK, count)]
    return [
        Finding(
            "permissions",
            Status.NOTE,
            texts().gettext(
                "{permissions} missing in {server}: open the invitation again, or change the bot's role there",
                server=repr(name),
                permissions=", ".join(names),
            ),
        )
        for name, names in found
    ]


def _clock(date: str) -> Iterator[Finding]:
    """How far this machine's clock is from Discord's."""
    try:
        ahead = round(time.time() - parsedate_to_datetime(date).timestamp())
    except (ValueError, TypeError):
        return
    if abs(ahead) < FAR_SECONDS:
        yield Finding("clock", Status.OK, texts().gettext("agrees with Discord's"))
        return
    facts = {"time": length_text(abs(ahead) * 1000, texts())}
    far = (
        texts().gettext("is {time} ahead of Discord's: set it. Until then, the bot uses Discord's time", **facts)
        if ahead > 0
        else texts().gettext("is {time} behind Discord's: set it. Until then, the bot uses Discord's time", **facts)
    )
    yield Finding("clock", Status.WRONG, far)


async def _ask(api: str, token: str, path: str = "/oauth2/applications/@me") -> tuple[int, Any, str]:
    """The status, the answer (an empty one unless all is well) and the date of a request to Discord."""
    import aiohttp

    headers = {"Authorization": f"Bot {token}"}
    timeout = aiohttp.ClientTimeout(total=REACH_SECONDS)
    async with (
        aiohttp.ClientSession(headers=headers, timeout=timeout) as session,
        session.get(f"{api}{path}") as answer,
    ):
        data = await answer.json() if answer.status == 200 else {}
        return answer.status, data, answer.headers.get("Date", "")
