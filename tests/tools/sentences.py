"""`python -m tests.tools.sentences`: finds the sentences that tests name again after they have been reworded.

Run it after `python -m tests.tools.catalogues`. A key whose message has left the template gets the one that came for it
since the sentences were last committed: from the same source file first, and then by likeness. A key that no test uses
goes. It prints what it did, for you to look at.
"""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Collection, Mapping
from difflib import SequenceMatcher
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.pofile import read_po

from tests.support.catalogues import template
from tests.support.sentences import FOLDER, Message, sentences

TESTS = FOLDER.parents[1]
ALIKE, ALIKE_IN_FILE = 0.6, 0.3
"""From this likeness on, up to 1, a message is taken for another one reworded; less is needed in the same file."""
_KEY = re.compile(r"""["']([a-z_]+\.[a-z0-9_]+)["']""")


def main() -> int:
    """Refresh the files; 1 if a message could not be found again."""
    done = refresh(template(), former_template())
    print(*done, sep="\n")
    return 1 if any(line.startswith("not found") for line in done) else 0


def former_template() -> Catalog:
    """The template of the commit that last changed the sentences."""
    commit = _git("log", "-1", "--format=%H", "--", str(FOLDER)).decode().strip()
    return read_po(io.BytesIO(_git("show", f"{commit}:data/locale/tilewright.pot")))


def _git(*words: str) -> bytes:
    return subprocess.run(("git", *words), cwd=TESTS.parent, check=True, capture_output=True).stdout


def refresh(now: Catalog, before: Catalog, folder: Path = FOLDER) -> list[str]:
    """Write the sentences as the template has them now; what was done, a line each."""
    known, was, used, done = places(now), places(before), used_keys(), list[str]()
    new = {message: files for message, files in known.items() if message not in was}
    for room in rooms():
        kept = {name: one for name, one in sentences(room).items() if f"{room}.{name}" in used}
        done += [f"dropped {room}.{name}" for name in sentences(room).keys() - kept.keys()]
        for name, old in [(name, one) for name, one in kept.items() if one not in known]:
            kept[name] = likeliest(old, new, was.get(old, ())) or old
            new.pop(kept[name], None)
            did = (
                f"not found {room}.{name}:" if kept[name] == old else f"reworded {room}.{name}: {kept[name].forms} from"
            )
            done.append(f"{did} {old.forms}")
        write(room, kept, folder)
    return done


def rooms() -> list[str]:
    """The rooms that have sentences."""
    return sorted(file.stem for file in FOLDER.glob("*.toml"))


def used_keys() -> set[str]:
    """All strings in the tests that look like keys."""
    return {key for file in TESTS.rglob("*.py") for key in _KEY.findall(file.read_text("utf-8"))}


def places(messages: Catalog) -> dict[Message, set[str]]:
    """The messages of a template and the source files that say them."""
    return {message_of(one): {file for file, _ in one.locations} for one in messages if one.id}


def message_of(entry: Entry) -> Message:
    """An entry of a template."""
    return Message((entry.id,) if isinstance(entry.id, str) else tuple(entry.id), entry.context)


def likeliest(old: Message, new: Mapping[Message, Collection[str]], files: Collection[str]) -> Message | None:
    """The new message that an old one of these files has probably become; None if none is like it."""
    near = {one: _alike(old, one) for one in new if one.context == old.context and len(one.forms) == len(old.forms)}
    here = {one for one in near if near[one] >= ALIKE_IN_FILE and not {*files}.isdisjoint(new[one])}
    return max(here or {one for one in near if near[one] >= ALIKE}, key=lambda one: near[one], default=None)


def _alike(old: Message, new: Message) -> float:
    return SequenceMatcher(None, old.forms[-1], new.forms[-1], autojunk=False).ratio()


def write(room: str, messages: Mapping[str, Message], folder: Path = FOLDER) -> None:
    """Write the sentences of a room, sorted by key; a room without any has no file."""
    file, lines = folder / f"{room}.toml", [f"{name} = {_written(one)}\n" for name, one in sorted(messages.items())]
    file.write_text("".join(lines), "utf-8") if lines else file.unlink(missing_ok=True)


def _written(message: Message) -> str:
    one, *more = (json.dumps(form, ensure_ascii=False) for form in message.forms)
    if message.context is not None:
        return f"{{ context = {json.dumps(message.context)}, message = {one} }}"
    return f"[{', '.join((one, *more))}]" if more else one


if __name__ == "__main__":
    sys.exit(main())
