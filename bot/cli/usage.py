"""Help and refusals of commands and options: what typer says, in the language of the command line.

Typer asks gettext for some of its words (`LIBRARY`) and says the others in English. Those are replaced here: the words
for what an option takes, the usage line, and every refusal of an argument, which is worded anew from its facts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from functools import partial
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import typer
from typer.core import TyperGroup

from bot.cli.wording import N_, NP_, texts

LIBRARY = (
    N_("Arguments"),
    N_("Options"),
    N_("Commands"),
    N_("Error"),
    N_("Aborted."),
    N_("[default: {}]"),
    N_("[required]"),
    N_("Try [blue]'{command_path} {help_option}'[/] for help."),
)
"""What typer says by gettext."""

PLACEHOLDER = "placeholder on the command line"
"""The context of words in capitals that stand for what is to be written there."""

PLACEHOLDERS = (
    NP_("placeholder on the command line", "ADDRESS"),
    NP_("placeholder on the command line", "ARGS"),
    NP_("placeholder on the command line", "BONUS"),
    NP_("placeholder on the command line", "CARDS"),
    NP_("placeholder on the command line", "CHARSET"),
    NP_("placeholder on the command line", "COMMAND"),
    NP_("placeholder on the command line", "DICTIONARY"),
    NP_("placeholder on the command line", "FILE"),
    NP_("placeholder on the command line", "FROM"),
    NP_("placeholder on the command line", "LEXICON"),
    NP_("placeholder on the command line", "NUMBER"),
    NP_("placeholder on the command line", "OPTIONS"),
    NP_("placeholder on the command line", "SOURCE"),
    NP_("placeholder on the command line", "TABLE"),
    NP_("placeholder on the command line", "TEXT"),
    NP_("placeholder on the command line", "TO"),
    NP_("placeholder on the command line", "VARIANT"),
    NP_("placeholder on the command line", "WORD"),
)

UsageError: Any = typer.BadParameter.__base__
"""What typer raises for arguments that it cannot use. Where it is defined depends on typer's version."""


class Refused(typer.BadParameter):
    """Arguments that cannot be used, with a complete sentence that says why."""

    def format_message(self) -> str:
        """The sentence."""
        return self.message


class Commands(TyperGroup):
    """The command with all its subcommands, which refuses arguments in the language of the command line."""

    def make_context(self, *arguments: Any, **facts: Any) -> Any:
        """The context of a call. Raises `Refused`."""
        with _worded():
            return super().make_context(*arguments, **facts)

    def invoke(self, ctx: Any) -> Any:
        """Runs the subcommand. Raises `Refused`."""
        with _worded():
            return super().invoke(ctx)


# --- help -------------------------------------------------------------------------------------------------------------


def help_texts(command: Any) -> Iterable[tuple[Any, str]]:
    """The parts of a command that have help, its options and subcommands included, each with its text in English."""
    for one in _commands(command):
        parts = (one, *one.params, one.get_help_option(typer.Context(one)))
        yield from ((part, part.help) for part in parts if getattr(part, "help", None))


def translate_help(command: Any) -> Any:
    """The command with its help in the language that is spoken."""
    for part, text in list(help_texts(command)):
        part.help = texts().help(text)
    for one in _commands(command):
        one.options_metavar = named(one.options_metavar)
        if hasattr(one, "subcommand_metavar"):
            one.subcommand_metavar = named(one.subcommand_metavar)
        one.format_usage = partial(_write_usage, one)
        kinds = _kinds(one.callback)
        for part in (*one.params, one.get_help_option(typer.Context(one))):
            _name_values(part, kinds.get(part.name, bool))
    return command


def _commands(command: Any) -> Iterator[Any]:
    """A command and all that are below it."""
    yield command
    for inner in getattr(command, "commands", {}).values():
        yield from _commands(inner)


def _write_usage(command: Any, context: Any, formatter: Any) -> None:
    pieces = " ".join(command.collect_usage_pieces(context))
    formatter.write_usage(context.command_path, pieces, prefix=texts().gettext("Usage:") + " ")


def _kinds(callback: Any) -> Mapping[str, Any]:
    """The type of each argument of a command's function, without None; of a list, that of its members."""
    return {name: _kind(hint) for name, hint in get_type_hints(callback).items()} if callback else {}


def _kind(hint: Any) -> Any:
    if get_origin(hint) in (Union, UnionType):
        return _kind(next(one for one in get_args(hint) if one is not type(None)))
    return get_args(hint)[0] if get_origin(hint) is list else hint


def _name_values(part: Any, kind: Any) -> None:
    """Name what is to be written for an argument or option; typer would show the name of its type in Python."""
    if part.param_type_name == "argument":
        part.metavar = named(part.metavar or part.name.upper().strip("_"))
        part.display_type_rich = _no_type
    else:
        part.metavar = named(part.metavar or _placeholder(kind))


def _no_type(*_: Any, **__: Any) -> None:
    """What typer shows as the type of an argument: nothing, since its placeholder says it."""


def _placeholder(kind: Any) -> str:
    if isinstance(kind, type) and issubclass(kind, Enum):
        return "|".join(str(one.value) for one in kind)
    return {bool: "", int: "NUMBER", float: "NUMBER", Path: "FILE"}.get(kind, "TEXT")


def named(placeholder: str) -> str:
    """A placeholder such as `[WORD...]` in the language that is spoken."""
    return re.sub(r"[A-Z]+", lambda found: texts().pgettext(PLACEHOLDER, found[0]), placeholder)


# --- refusals ---------------------------------------------------------------------------------------------------------

_UNKNOWN_COMMAND = re.compile(r"No such command (?P<name>'.*?'|\".*?\")\.(?: Did you mean (?P<meant>.*)\?)?", re.DOTALL)
_TOO_MANY = re.compile(r"Got unexpected extra arguments?(?:\(s\))? \((?P<names>.*)\)", re.DOTALL)


@contextmanager
def _worded() -> Iterator[None]:
    """Says what typer refuses in the language that is spoken."""
    try:
        yield
    except UsageError as error:
        if isinstance(error, Refused) or type(error).__name__ == "NoArgsIsHelpError":
            raise
        raise Refused(worded(error), error.ctx) from error


def worded(error: Any) -> str:
    """What is wrong with the arguments, as a sentence."""
    match type(error).__name__:
        case "NoSuchOption":
            return _unknown_option(error)
        case "MissingParameter":
            return _missing(error.param)
        case "BadOptionUsage":
            return _odd_option(error)
        case "BadParameter" if error.param is not None:
            return _unusable(error)
        case _:
            return _other(error.format_message())


def _unknown_option(error: Any) -> str:
    if error.possibilities:
        meant = ", ".join(sorted(error.possibilities))
        return texts().gettext(
            "There is no option {name} here. Did you mean {meant}?", name=error.option_name, meant=meant
        )
    return texts().gettext("There is no option {name} here.", name=error.option_name)


def _missing(param: Any) -> str:
    if param.param_type_name == "argument":
        return texts().gettext("The argument {name} is missing.", name=_shown(param))
    return texts().gettext("The option {name} is missing.", name=_shown(param))


def _odd_option(error: Any) -> str:
    if "not take" in error.message:
        return texts().gettext("The option {name} takes no value.", name=error.option_name)
    return texts().gettext("The option {name} needs a value.", name=error.option_name)


def _unusable(error: Any) -> str:
    context, name = error.ctx, _shown(error.param)
    kind = _kinds(context.command.callback if context else None).get(error.param.name)
    if kind in (int, float):
        return _no_number(name, kind is int, *_range(error.param))
    if isinstance(kind, type) and issubclass(kind, Enum):
        choices = ", ".join(str(one.value) for one in kind)
        return texts().gettext("{name} must be one of {choices}.", name=name, choices=choices)
    return texts().gettext("{name} cannot be used: {reason}", name=name, reason=error.message)


def _range(param: Any) -> tuple[Any, Any]:
    limits = getattr(param, "type", param)
    return getattr(limits, "min", None), getattr(limits, "max", None)


def _no_number(name: str, whole: bool, low: Any, high: Any) -> str:
    facts = {"name": name, "low": _plain(low), "high": _plain(high)}
    if whole and low is not None and high is not None:
        return texts().gettext("{name} must be a whole number from {low} to {high}.", **facts)
    if whole and low is not None:
        return texts().gettext("{name} must be a whole number, at least {low}.", **facts)
    if whole:
        return texts().gettext("{name} must be a whole number.", **facts)
    if low is not None:
        return texts().gettext("{name} must be a number such as 0.5, at least {low}.", **facts)
    return texts().gettext("{name} must be a number such as 0.5.", **facts)


def _plain(value: Any) -> str:
    """A limit as people type it."""
    return "" if value is None else f"{value:g}"


def _shown(param: Any) -> str:
    """An option by its names, an argument by what stands for it."""
    return " / ".join(param.opts) if param.param_type_name == "option" else (param.metavar or param.name.upper())


def _other(message: str) -> str:
    """What typer gives no facts of; its own sentence if that is unknown here."""
    if found := _UNKNOWN_COMMAND.fullmatch(message):
        if found["meant"]:
            return texts().gettext(
                "There is no command {name}. Did you mean {meant}?", name=found["name"], meant=found["meant"]
            )
        return texts().gettext("There is no command {name}.", name=found["name"])
    if found := _TOO_MANY.fullmatch(message):
        return texts().gettext("This command does not take {names}.", names=found["names"])
    return texts().gettext("A command is missing.") if message == "Missing command." else message
