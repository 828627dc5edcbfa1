"""Nothing is done before the gate: every command, button, form and typed move declares the rights it needs."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.front.components.buttons import Action, Actions, Rights, write_form_id, write_id
from bot.front.components.message import Message
from bot.front.components.payloads import OfLexicon, OfUpload, Payload, Whose
from bot.front.connection.client import CommandTree
from bot.front.interaction import answering, gate, pressing
from bot.front.interaction.gate import needs_of
from bot.front.interaction.request import Request
from bot.front.look import actions as look
from bot.model.errors import BotError, UnknownAction
from bot.model.games import Cause, Place
from bot.service.rights import BY_SERVER, OF_A_GAME, Right
from bot.text import texts_for
from bot.wiring.bot import ROOMS
from engine.errors import EngineError
from engine.game.state import Person
from tests.bot.service.test_rights import ALLOWED, DRAFT, EVERYBODY, GAME, OneGame, Servers, running
from tests.bot.service.test_rights import rights as rights_of
from tests.support.payloads import longest

ROOT = Path(__file__).parents[3]
CLIENT: Any = SimpleNamespace(services=SimpleNamespace(hooks=ROOMS.hooks))


@cache
def all_commands() -> dict[str, app_commands.Command[Any, ..., Any] | app_commands.ContextMenu]:
    """Every command registered with Discord, by its full name."""
    client = discord.Client(intents=discord.Intents(guilds=True))
    tree = CommandTree(client)  # type: ignore[arg-type]
    ROOMS.register(tree)
    kinds = (discord.AppCommandType.chat_input, discord.AppCommandType.message, discord.AppCommandType.user)
    found = [one for kind in kinds for one in tree.walk_commands(type=kind)]
    return {one.qualified_name: one for one in found if not isinstance(one, app_commands.Group)}


def command_rows() -> dict[str, Rights]:
    """The declared rights: of each command, and of an option or its value under both names."""
    declared = {name: needs_of(command) for name, command in all_commands().items()}
    options = {f"{name} {one}": (right,) for name, need in declared.items() for one, right in need.options.items()}
    return {name: need.rights for name, need in declared.items()} | options


ROWS = [
    *(("command", name) for name in command_rows()),
    *(("form" if binding.form else "button", action) for action, binding in ROOMS.registry.items()),
]


def test_every_command_declares_its_rights_and_for_options_that_there_are() -> None:
    """At least one right for each command; those of options are for existing options and values."""
    for name, command in all_commands().items():
        declared = needs_of(command)
        assert declared.rights, name
        for key in declared.options:
            option, _, value = key.partition(":")
            assert isinstance(command, app_commands.Command)
            parameter = command.get_parameter(option)
            assert parameter is not None, (name, key)
            assert not value or value in {choice.value for choice in parameter.choices}, (name, key)


def test_a_picker_begins_with_what_people_need() -> None:
    """The playground's picker keeps the order of registration; Discord's puts the most used commands first."""
    names = list(all_commands())
    assert names[:3] == ["play", "rack", "try"]
    assert names.index("move pass") < names.index("game new") < names.index("join") < names.index("settings variants")
    assert names.index("word check") < names.index("word anagram") < names.index("manage puzzle")


def test_every_button_menu_and_form_declares_its_rights_and_what_it_does() -> None:
    """Each button, menu and form is bound once, and each binding has one of them."""
    made = [one for module in _modules() for one in vars(module).values() if isinstance(one, Action)]
    made += [one for one in vars(Actions).values() if isinstance(one, Action)]
    bound = {id(binding.action) for binding in ROOMS.registry.values()}
    assert {one.name for one in made if id(one) not in bound} == set()
    assert bound == set(map(id, made))
    with pytest.raises(ValueError, match="bound twice"):
        pressing.registry((*ROOMS.registry.values(), pressing.answers(Actions.MORE, look.more)))


def _modules() -> list[ModuleType]:
    """The modules of rooms and features."""
    return [module for name, module in sys.modules.items() if name.startswith(("bot.front.", "bot.features."))]


def test_every_binding_takes_what_its_buttons_carry() -> None:
    """By name, after the press or the typed text."""
    for name, binding in ROOMS.registry.items():
        given = [object()] * (1 + bool(binding.reads_press or binding.form) + binding.reports)
        carried = {one.name: object() for one in fields(binding.action.payload_type)}
        bound = inspect.signature(binding.work).bind(*given, **carried)
        assert set(carried) <= set(bound.arguments) | set(bound.kwargs), name


@pytest.mark.parametrize("custom_id", ["", "tw:later:7bgssw6e", "tw:words_replace:7bgssw6e:nobody", "tw:later:-:0"])
def test_what_is_not_declared_is_refused(custom_id: str) -> None:
    """This includes a button of a later version."""
    for kind in (discord.InteractionType.component, discord.InteractionType.modal_submit):
        with pytest.raises(UnknownAction):
            gate.invoked(SimpleNamespace(type=kind, data={"custom_id": custom_id}, client=CLIENT))  # type: ignore[arg-type]


def test_commands_that_declare_no_rights_are_refused() -> None:
    """This includes a command of a later version, which discord.py does not know."""

    @app_commands.command(description="Later")
    async def later(_: discord.Interaction) -> None:
        """Do nothing."""

    for command in (later, None):
        with pytest.raises(UnknownAction):
            needs_of(command)


def test_options_may_need_more() -> None:
    """The rights of the command and those of the option; those of a value replace them."""

    def given(name: str, **options: str) -> Rights:
        return needs_of(all_commands()[name]).given(options)

    assert given("game rules") == (Right.ANYONE,)
    assert given("game rules", rule="undo", value="off") == (Right.ANYONE, Right.DIRECTOR)
    assert given("word add", list="mine") == (Right.ANYONE,)
    assert given("word add", list="server") == (Right.WORDS,)
    assert given("game rematch", players="same") == (Right.PLAYED,)
    assert given("game rematch", players="others") == (Right.OPEN,)


def test_rights_are_about_the_game_or_the_draft() -> None:
    """Whichever a button carries; other buttons only have the rights of the place."""
    for action in (binding.action for binding in ROOMS.registry.values()):
        payload = longest(action)
        carried = {one.name: getattr(payload, one.name) for one in fields(action.payload_type)}
        assert payload.about == carried.get("game", carried.get("draft_id", ""))
        needs = set(action.rights(payload))
        assert not needs & OF_A_GAME or "game" in carried
        assert Right.AUTHOR not in needs or "draft_id" in carried


def interaction(kind: str, name: str, about: str) -> Any:
    """An interaction as discord.py provides it, limited to what the gate reads."""
    if kind == "command":
        base = name if name in all_commands() else name.rpartition(" ")[0]
        option, _, value = name.removeprefix(base).strip().partition(":")
        namespace = object.__new__(app_commands.Namespace)
        namespace.__dict__.update({option: value or about} if option else {})
        return SimpleNamespace(
            type=discord.InteractionType.application_command,
            command=all_commands()[base],
            namespace=namespace,
        )
    types = discord.InteractionType
    if kind == "form":
        data = {"custom_id": write_form_id(name, _payload(name, about))}
        return SimpleNamespace(type=types.modal_submit, data=data, client=CLIENT)
    return SimpleNamespace(
        type=types.component, data={"custom_id": write_id(name, _payload(name, about))}, client=CLIENT
    )


def _payload(name: str, about: str) -> Payload:
    """A payload of an action, for this game or draft."""
    payload: Any = longest(ROOMS.registry[name].action)
    if isinstance(payload, OfUpload | OfLexicon):
        return replace(payload, whose=Whose.SERVER)
    known = {"game", "draft_id"} & {one.name for one in fields(payload)}
    made: Payload = replace(payload, **dict.fromkeys(known, about))
    return made


def needed(kind: str, name: str) -> Rights:
    """The rights of a row, as the gate finds them."""
    return gate.invoked(interaction(kind, name, GAME)).rights


async def test_the_wrong_person_is_refused_before_anything_begins() -> None:
    """Everyone tries everything; the work begins only for people who have all its rights."""
    table = running()
    permissions, before = rights_of(table), table.game
    desk: Any = SimpleNamespace(permissions=permissions, games=OneGame(table), people=Servers(), hooks=ROOMS.hooks)
    begun: list[str] = []

    async def work(asked: Request) -> Message | None:
        begun.append(asked.person.id)
        return None

    for kind, name in ROWS:
        rights = needed(kind, name)
        wanted = [right for right in rights if right in ALLOWED]
        invoked = interaction(kind, name, DRAFT if Right.AUTHOR in wanted else GAME)
        for member in EVERYBODY:
            begun.clear()
            asked = Request(
                desk,
                Person(member.person, member.person),
                Place(member.server, member.channel),
                Cause("i1", 0, 0),
                texts_for("en"),
                member.moderator,
                member.roles,
                game=GAME,
            )
            try:
                await gate.guarded(invoked, work)(asked)
            except (EngineError, BotError):
                assert not begun
            may = all(_has(member, right, wanted) for right in wanted)
            others = set(rights) - set(wanted)
            assert bool(begun) == may or others, (kind, name, member, wanted)
        assert table.game == before


def _has(member: Any, right: Right, together: list[Right]) -> bool:
    """This server allows computer players in a lobby opened here, a game's own server those in the game."""
    if right is Right.COMPUTERS and not any(one in OF_A_GAME for one in together):
        return member in ALLOWED[Right.OPEN]
    return member in ALLOWED[right]


def test_every_server_permission_is_a_right() -> None:
    """Everything that moderators can allow is in the list of rights."""
    assert {action.name for action in BY_SERVER.values()} == {right.name for right in BY_SERVER}


def _calls(path: Path) -> Iterator[str]:
    """The names of all calls and attributes in a module's code."""
    return _used(ast.parse(path.read_text(encoding="utf-8")))


def _handled(path: Path) -> Iterator[str]:
    """The same without what offers values while somebody types, which answers nothing."""
    for part in ast.parse(path.read_text(encoding="utf-8")).body:
        if not (isinstance(part, ast.AsyncFunctionDef) and "typed" in {one.arg for one in part.args.args}):
            yield from _used(part)


def _used(part: ast.AST) -> Iterator[str]:
    for node in ast.walk(part):
        if isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Name):
            yield node.id


def test_nothing_reaches_a_handler_around_the_gate() -> None:
    """Only answers, typed moves and autocompletion create a person's request; all pass the gate first."""
    bot = ROOT / "bot"
    names = {"request_of", "request_in"}
    naming = [path for path in bot.rglob("*.py") if any(one in path.read_text(encoding="utf-8") for one in names)]
    made = [path for path in naming if names & set(_calls(path))]
    makers = {path.relative_to(bot).as_posix() for path in made}
    answering_ones = {"front/interaction/answering.py", "front/play/reading.py", "front/play/typed.py"}
    assert makers == {*answering_ones, "features/chat/commands.py", "features/seeks/commands.py"}
    alone = [bot / "front" / name for name in ("hints.py", "pause.py", "seats.py", "variants.py")]
    entries = [*bot.glob("f*/*/commands.py"), *bot.glob("f*/*/*buttons.py"), *alone]
    rooms_found = {path.parent.name for path in bot.glob("f*/*/actions.py")} | {"play", "words"}
    assert rooms_found <= {path.parent.name for path in entries} and len(entries) > 20
    for path in entries:
        used = set(_handled(path))
        assert not used & {"defer", "send_message", "followup", "services_of", "edit_message"}, path
    assert "guarded" in inspect.getsource(answering.answer)


def test_commands_answer_by_the_gate_alone() -> None:
    """Each command's callback ends in `answer`, which begins no work before the check."""
    for name, command in all_commands().items():
        source = inspect.getsource(command.callback)
        assert "await answer(interaction," in source, name


def test_commands_are_rows() -> None:
    """They have one form: the decorators of discord.py that make a command are used in one module."""
    decorators = {"command", "context_menu", "describe", "rename", "choices", "autocomplete"}
    users = set()
    for path in (ROOT / "bot").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "app_commands" in text else ():  # few need be parsed, which is slow
            match node:
                case ast.Attribute(value=ast.Name(id="app_commands"), attr=name) if name in decorators:
                    users.add(path.name)
    assert users == {"slash.py"}


def test_a_command_knows_where_its_row_is() -> None:
    """The catalogues tell translators the file in which a description stands."""
    places = {name: command.module for name, command in all_commands().items()}
    assert places["play"] == "bot.front.play.commands"
    assert places["open new"] == "bot.features.seeks.commands"
    assert places["Board as text"] == "bot.front.look.commands"


def test_the_page_says_the_same_as_the_registry() -> None:
    """The table of rights in bot/README.md names every command and option that needs more than anyone has."""
    chapter = (ROOT / "bot" / "README.md").read_text(encoding="utf-8").partition("## Who may do what\n")[2]
    lines = chapter.partition("\n## ")[0].splitlines()
    rows = [re.fullmatch(r"\| ([^|]+) \| ([^|]+) \|", line) for line in lines if line.startswith("| ")]
    told: dict[str, set[str]] = {}
    for row in rows:
        if row and row[1] not in ("who", "---"):
            told.setdefault(row[1], set()).update(re.findall(r"`([^`]+)`", row[2]))
    assert told.pop("anyone") == set()
    wanted: dict[str, set[str]] = {}
    for key, declared in command_rows().items():
        for right in declared:
            wanted.setdefault(right.value, set()).add(documented(key))
    assert wanted.pop("anyone")
    assert told == wanted


def documented(key: str) -> str:
    """A row of the registry as that page writes it."""
    found = all_commands()
    name = key if key in found else key.rpartition(" ")[0]
    option = key.removeprefix(name).strip()
    shown = name if isinstance(found[name], app_commands.ContextMenu) else f"/{name}"
    return f"{shown} {option}:" if option and ":" not in option else f"{shown} {option}".strip()
