"""Faces of people in pictures, in the whole bot with the playground's people."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path

from PIL import Image

from bot.playground.faces import face
from tests.features.test_settings import picture, switch
from tests.support.playground import Person
from tests.support.running import DRAWS, LETTERS, Scene, ask, board, gathered, shows, started

GROUND_IS_NEAR = 12
"""How far a colour of a palette may be from the one it stands for."""


async def settled(stage: Scene) -> None:
    """Wait until every avatar that was asked for is at hand."""
    assert stage.app and stage.app.core
    while tasks := tuple(stage.app.core.avatars._tasks.values()):
        await asyncio.wait(tasks)


def shows_face(image: Image.Image, person: Person, stage: Scene) -> bool:
    """Whether a picture has the background of a person's face below the board, and its circle has no corners."""
    user = stage.playground.world.person(person.id).user
    ground = Image.open(io.BytesIO(face(user["avatar"], 64))).convert("RGB").getpixel((1, 1))
    assert isinstance(ground, tuple)
    below = image.convert("RGB").crop((0, image.height - 180, image.width, image.height))
    near = [
        colour
        for _, colour in below.getcolors(1 << 20) or []
        if max(abs(one - other) for one, other in zip(colour, ground, strict=True)) < GROUND_IS_NEAR
    ]  # type: ignore[arg-type]
    return bool(near)


async def test_boards_show_the_faces_of_their_players_unless_they_do_not_want_it(tmp_path: Path) -> None:
    """The first board may come before a face; whoever switches it off is not on the next one."""
    async with gathered(tmp_path, *DRAWS, "EE", letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        first = await started(ada, bruno)
        await settled(stage)
        await ask(ada, "/play move:8H AT")
        second = await board(ada, "played 8H AT", after=first)
        shown = await picture(ada, second)
        assert shows_face(shown, ada, stage) and shows_face(shown, bruno, stage)
        await switch(bruno, await ask(bruno, "/settings mine", "Your settings"), "Avatar")
        await ask(bruno, "/pass")
        third = await picture(ada, await board(ada, "passed", after=second))
        assert shows_face(third, ada, stage) and not shows_face(third, bruno, stage)


async def test_lobbies_show_who_sits_there_unless_they_do_not_want_it(tmp_path: Path) -> None:
    """A lobby does not wait for a face; the next time that it is edited, the face is there."""
    async with gathered(tmp_path, *DRAWS, letters=LETTERS, rack_size=3) as (stage, ada, bruno):
        await ada.command("/game new variant:tiny")
        lobby = await bruno.wait_message("seats taken")
        await settled(stage)
        await bruno.click(lobby, "Join")
        await shows(ada, lobby, "2. Bruno")
        await settled(stage)
        await ask(ada, "/game rules rule:players value:2", "is now")
        shown = await picture(ada, await shows(ada, lobby, "2 of 2 seats"))
        assert shows_face(shown, ada, stage) and shows_face(shown, bruno, stage)
        await switch(ada, await ask(ada, "/settings mine", "Your settings"), "Avatar")
        await ask(ada, "/game rules rule:players value:3", "is now")
        shown = await picture(ada, await shows(ada, lobby, "2 of 3 seats"))
        assert not shows_face(shown, ada, stage) and shows_face(shown, bruno, stage)
