"""The order of the commands in a picker, before anyone has used any."""

from discord import app_commands

from bot.front.rooms import COMMANDS


def test_the_list_begins_with_what_people_need_first() -> None:
    """Open a game, play, look at the rack; help is not far."""
    names = [command.name for command in COMMANDS]
    assert names[:3] == ["game", "play", "rack"]
    assert names.index("help") < 12
    game = COMMANDS[0]
    assert isinstance(game, app_commands.Group)
    assert [one.name for one in game.commands][:3] == ["new", "join", "start"]
