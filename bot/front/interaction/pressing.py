"""Buttons, menus and forms that never expire: a custom id alone says what was requested, even after a restart.

Each room binds actions (`components.buttons`) to their handlers in a tuple of bindings: `answers`, `edits` for
buttons, `with_press` if the choice in a menu or the message matters, `opens` for forms.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

import discord
from discord import ui

from bot.front.components.buttons import Action, RequestedAction, read_id, write_form_id
from bot.front.components.message import MOST_ABOUT, Button, Message, Row, check_length
from bot.front.components.payloads import Payload
from bot.front.interaction.answering import (
    Waiting,
    answer,
    asked,
    explain_failure,
    insist,
    measured,
    progress_of,
    text_at_once,
)
from bot.front.interaction.gate import Invocation, admit
from bot.front.interaction.request import Interaction, Request, services_of, texts_of
from bot.front.posting.discord_errors import LOST
from bot.model.errors import UnknownAction
from bot.text import Texts

LONGEST_INPUT = 200
"""Characters that can be typed into a form."""
MOST_TITLE = 45
"""Characters of a form's title, and of its field's label."""

LOG = logging.getLogger(__name__)
_NUMBER = re.compile(r"[0-9]{1,4}")

P = ParamSpec("P")
T = TypeVar("T", bound=Payload)
_Answer = Awaitable[Message | None]


@dataclass(frozen=True, slots=True)
class Press:
    """A pressed button or a chosen option: what was chosen, the message it is on, and what Discord sent."""

    values: tuple[str, ...] = ()
    message: discord.Message | None = None
    interaction: Interaction | None = None

    @property
    def value(self) -> str:
        """The chosen option. Raises `UnknownAction` if there is none: no menu of this bot can be left empty."""
        if not self.values:
            raise UnknownAction
        return self.values[0]

    def number(self, before: str = "") -> int:
        """The number in the chosen option, after the prefix `before`. Raises `UnknownAction` if there is none."""
        return _read_number(self.value.removeprefix(before))

    def numbers(self) -> tuple[int, ...]:
        """The numbers in all chosen options. Raises `UnknownAction` if one is no number."""
        return tuple(map(_read_number, self.values))


def _read_number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise UnknownAction
    return int(text)


@dataclass(frozen=True, slots=True)
class InputForm:
    """A form with one field, which may be left empty if `about` says what that means; `value` is in it already."""

    title: str
    label: str
    hint: str
    field: str
    about: str = ""
    value: str = ""

    def __post_init__(self) -> None:
        check_length(self.title, MOST_TITLE)
        check_length(self.label, MOST_TITLE)
        check_length(self.hint, MOST_ABOUT)
        check_length(self.about, MOST_ABOUT)


@dataclass(frozen=True, slots=True)
class Binding:
    """An action with its handler: `work` gets the fields of the payload by their names.

    With `reads_press` it also gets the `Press`, with `reports` a function that shows a message while or after it
    works, and with a `form` the text that was typed into it; `filled` says what the form holds when it opens, and
    `labelled` what the label of its field is for this person, empty for the usual one. The form of a menu is that of
    the action and payload that `chosen` makes of what is chosen, whose own binding has the work. If `in_place`, the
    answer replaces the private message with the button; otherwise it is a message of its own. A button that `returns`
    to where a page was opened stays on the page, whatever else is pressed there.
    """

    action: Action[Any, Any]
    work: Callable[..., _Answer]
    in_place: bool = False
    reads_press: bool = False
    reports: bool = False
    form: Callable[[Texts], InputForm] | None = None
    filled: Callable[[Any], str] | None = None
    labelled: Callable[..., Awaitable[str]] | None = None
    chosen: Callable[[Any, Press], RequestedAction] | None = None
    returns: bool = False


def answers(action: Action[P, T], work: Callable[Concatenate[Request, P], _Answer]) -> Binding:
    """A button with a private answer of its own."""
    return Binding(action, work)


def edits(action: Action[P, T], work: Callable[Concatenate[Request, P], _Answer]) -> Binding:
    """A button whose answer replaces the private message that it is on; None removes the message."""
    return Binding(action, work, in_place=True)


def returns(action: Action[P, T], work: Callable[Concatenate[Request, P], _Answer]) -> Binding:
    """A button on a page that leads back to where the page was opened."""
    return Binding(action, work, in_place=True, returns=True)


def with_press(
    action: Action[P, T], work: Callable[Concatenate[Request, Press, P], _Answer], *, in_place: bool = True
) -> Binding:
    """A menu, or a button whose handler needs the message that it is on."""
    return Binding(action, work, in_place, reads_press=True)


def reports(
    action: Action[P, T], work: Callable[..., _Answer], *, in_place: bool = True, reads_press: bool = False
) -> Binding:
    """A button or menu whose handler may show messages in place of its answer for a while."""
    return Binding(action, work, in_place, reads_press, reports=True)


def opens(
    action: Action[P, T],
    form: Callable[[Texts], InputForm],
    work: Callable[Concatenate[Request, str, P], _Answer],
    *,
    in_place: bool = False,
    filled: Callable[[T], str] | None = None,
    labelled: Callable[Concatenate[Request, P], Awaitable[str]] | None = None,
) -> Binding:
    """A button that opens a form; the work begins once the form is submitted.

    `filled` reads from the button what the form holds when it opens, and `labelled` finds the label of its field.
    """
    return Binding(action, work, in_place, form=form, filled=filled, labelled=labelled)


def leads_to_form(action: Action[P, T], chosen: Callable[[T, Press], RequestedAction]) -> Binding:
    """A menu each of whose options opens the form of another action; `chosen` raises `UnknownAction` for others."""
    return Binding(action, _unasked, chosen=chosen)


async def _unasked(_: Request, **__: object) -> Message:
    raise UnknownAction


Registry = Mapping[str, Binding]
"""The binding of each action, by the action's name."""


def registry(bindings: Iterable[Binding]) -> Registry:
    """The bindings by their actions' names. Raises ValueError for an action that is bound twice."""
    found: dict[str, Binding] = {}
    for binding in bindings:
        if found.setdefault(binding.action.name, binding) is not binding:
            raise ValueError(f"The action {binding.action.name!r} is bound twice.")
    return found


async def press(request: Request, custom_id: str) -> Message | None:
    """What the button with a custom id answers, for somebody who has not pressed it but asked for the same.

    Raises what the button refuses them for.
    """
    bound = request.services.hooks.buttons
    requested = read_id(custom_id, bound)
    assert requested, "what offers a button is part of the same bot"
    admitted = await admit(request, Invocation(requested.rights, requested.payload.about))
    return await bound[requested.action.name].work(admitted, **_fields(requested.payload))


async def answer_press(interaction: Interaction) -> None:
    """Answer a pressed button or a chosen option, or open its form."""
    data: Any = interaction.data or {}
    requested, binding = _bound(interaction)
    pressed = Press(tuple(map(str, data.get("values", ()))), interaction.message, interaction)
    if requested and binding and binding.chosen:
        try:
            requested = binding.chosen(requested.payload, pressed)
        except UnknownAction as error:
            await explain_failure(interaction, error)
            return
        binding = services_of(interaction).hooks.buttons[requested.action.name]
    if requested and binding and binding.form:
        await _answer_with_form(interaction, requested, binding, binding.form)
        return
    given = (pressed,) if binding and binding.reads_press else ()
    shows = (progress_of(interaction),) if binding and binding.reports else ()
    await _answer(interaction, requested, binding, (*given, *shows))


async def _answer_with_form(
    interaction: Interaction, requested: RequestedAction, binding: Binding, make: Callable[[Texts], InputForm]
) -> None:
    """Open a form; people who would be refused for what they type are refused at once."""
    waiting = Waiting()
    try:
        label = await _label(interaction, binding, requested)
    except Exception as error:
        await explain_failure(interaction, error)
        return
    with measured(services_of(interaction).answering.measures, *asked(interaction), waiting):
        form = _form(make(await texts_of(interaction)), binding, requested)
        await _open(interaction, replace(form, label=label) if 0 < len(label) <= MOST_TITLE else form, requested)
        waiting.acknowledged()


def _form(form: InputForm, binding: Binding, requested: RequestedAction) -> InputForm:
    return replace(form, value=binding.filled(requested.payload)[:LONGEST_INPUT]) if binding.filled else form


async def _label(interaction: Interaction, binding: Binding, requested: RequestedAction) -> str:
    """The label of a form's field for this person; empty for the usual one. Raises what the person is refused for."""

    async def find(request: Request) -> str:
        return await binding.labelled(request, **_fields(requested.payload)) if binding.labelled else ""

    return await text_at_once(interaction, find)


async def answer_form(interaction: Interaction) -> None:
    """Answer a submitted form."""
    data: Any = interaction.data or {}
    requested, binding = _bound(interaction)
    typed = next((str(field.get("value", "")) for field in _inputs(data.get("components", ()))), "")
    await _answer(interaction, requested, binding if binding and binding.form else None, (typed,))


def _bound(interaction: Interaction) -> tuple[RequestedAction | None, Binding | None]:
    data: Any = interaction.data or {}
    bound = services_of(interaction).hooks.buttons
    requested = read_id(str(data.get("custom_id", "")), bound)
    return requested, bound.get(requested.action.name) if requested else None


async def _answer(
    interaction: Interaction, requested: RequestedAction | None, binding: Binding | None, given: tuple[object, ...]
) -> None:
    async def work(request: Request) -> Message | None:
        if requested is None or binding is None:
            raise UnknownAction
        shown = await binding.work(request, *given, **_fields(requested.payload))
        return _with_ways_back(interaction, shown) if shown and in_place and not binding.returns else shown

    in_place = binding is not None and binding.in_place and _is_private(interaction)
    await answer(interaction, work, in_place=in_place)


def _with_ways_back(interaction: Interaction, shown: Message) -> Message:
    """What takes the place of a page, with the page's buttons that lead back to where it was opened."""
    bound = services_of(interaction).hooks.buttons
    kept = [
        Button(one.custom_id, one.label or "")
        for one in _buttons(interaction.message.components if interaction.message else ())
        if one.custom_id and (there := read_id(one.custom_id, bound)) and bound[there.action.name].returns
    ]
    known = {one.custom_id for one in shown.buttons if isinstance(one, Button)}
    new = tuple(one for one in kept if one.custom_id not in known)
    return replace(shown, blocks=(*shown.blocks, Row(new))) if new else shown


def _buttons(components: Iterable[Any]) -> Iterator[discord.Button]:
    for component in components:
        if isinstance(component, discord.Button):
            yield component
        yield from _buttons(getattr(component, "children", ()))


def _fields(payload: Payload) -> dict[str, Any]:
    return {one.name: getattr(payload, one.name) for one in fields(cast("Any", payload))}


def _inputs(components: Any) -> Iterator[dict[str, Any]]:
    """The filled-in fields among a form's components, in labels or in rows."""
    for component in components:
        if "custom_id" in component:
            yield component
        yield from _inputs([component["component"]] if "component" in component else component.get("components", ()))


def _is_private(interaction: Interaction) -> bool:
    """Whether the button is on a message that nobody else sees; an answer never replaces any other message."""
    return interaction.guild_id is None or bool(interaction.message and interaction.message.flags.ephemeral)


async def _open(interaction: Interaction, form: InputForm, requested: RequestedAction) -> None:
    modal = _modal(form, write_form_id(requested.action.name, requested.payload))
    # A stopped modal is not kept in memory: its submission is found by its custom id, even after a restart.
    modal.stop()
    try:
        await insist(lambda: interaction.response.send_modal(modal))
    except LOST as error:
        LOG.warning("A modal could not be opened: %s", type(error).__name__)


def _modal(form: InputForm, custom_id: str) -> ui.Modal:
    modal = ui.Modal(title=form.title, custom_id=custom_id, timeout=None)
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id=form.field,
        placeholder=form.hint,
        default=form.value or None,
        max_length=LONGEST_INPUT,
        required=not form.about,
    )
    modal.add_item(ui.Label(text=form.label, description=form.about or None, component=field))
    return modal
