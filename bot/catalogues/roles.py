"""Which messages become labels of buttons, titles of forms and the like, where Discord limits the length.

The code says so: a message that reaches an argument of `Button`, `Menu` and so on, directly or through variables,
constants, functions and their parameters, becomes that part. What is not code, such as a name, has no message.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

_CODE = Path(__file__).resolve().parent.parent

PARTS: Mapping[str, tuple[tuple[int, str, int], ...]] = {
    "Button": ((1, "label", 80),),
    "Link": ((1, "label", 80),),
    "Option": ((0, "label", 100), (2, "about", 100)),
    "Menu": ((1, "hint", 150),),
    "RoleMenu": ((1, "hint", 150),),
    "InputForm": ((0, "title", 45), (1, "label", 45), (2, "hint", 100), (4, "about", 100)),
}
"""The arguments, by place and name, that Discord limits, and to how many characters ("Component Reference")."""

_SAYING = {"gettext": 0, "N_": 0, "says": 0, "ngettext": 0, "pgettext": 1, "NP_": 1}
"""The functions that take a message, and its place among their arguments."""

_SHORTENS = "shortened"
"""The function that shortens a text and shows that it did; the lines of menus may be, other labels must fit whole."""

Message = tuple[str | None, str]
"""A message's context, and its text or its singular."""


@dataclass(frozen=True, slots=True)
class Part:
    """What an argument with a limit can say."""

    place: str
    name: str
    most: int
    messages: frozenset[Message]


@dataclass(frozen=True, slots=True, eq=False)
class _Scope:
    """A module or a function in it: its names and the expressions they stand for."""

    module: str
    node: ast.AST
    parent: _Scope | None = None
    names: dict[str, list[ast.expr]] = field(default_factory=lambda: defaultdict(list))
    parameters: tuple[str, ...] = ()


def limits(code: Path = _CODE) -> dict[Message, tuple[int, str]]:
    """The fewest characters that Discord takes of each message that becomes a limited part, and which part it is."""
    found: dict[Message, tuple[int, str]] = {}
    for part in parts(code):
        for message in part.messages:
            found[message] = min(found.get(message, (part.most, part.name)), (part.most, part.name))
    return found


@lru_cache(maxsize=4)
def parts(code: Path = _CODE) -> tuple[Part, ...]:
    """Every limited argument in the code, with the messages that it can be."""
    return tuple(_Reader(code).parts())


class _Reader:
    """Follows expressions of the code to the messages that they can be."""

    def __init__(self, code: Path) -> None:
        self._modules: dict[str, _Scope] = {}
        self._functions: dict[tuple[str, str], list[_Scope]] = defaultdict(list)
        self._imports: dict[tuple[str, str], tuple[str, str]] = {}
        self._calls: dict[str, list[tuple[ast.Call, _Scope]]] = defaultdict(list)
        self._known: dict[object, frozenset[Message]] = {}
        for path in sorted(code.rglob("*.py")):
            module = ".".join((code.name, *path.relative_to(code).with_suffix("").parts)).removesuffix(".__init__")
            self._modules[module] = scope = _Scope(module, ast.parse(path.read_bytes()))
            self._index(scope)

    def parts(self) -> Iterator[Part]:
        """All limited arguments."""
        for kind, arguments in PARTS.items():
            for call, scope in self._calls[kind]:
                if ".cli" in scope.module:  # typer's options of the command line
                    continue
                for place, name, most in arguments:
                    given = _argument(call, place, name)
                    if given is not None:
                        where = f"{scope.module}:{call.lineno}"
                        yield Part(where, f"{kind}.{name}", most, frozenset(self._said(given, scope)))

    # --- index

    def _index(self, scope: _Scope) -> None:
        for node in ast.iter_child_nodes(scope.node):
            self._visit(node, scope)

    def _visit(self, node: ast.AST, scope: _Scope) -> None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            given = node.args
            names = tuple(one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs))
            inner = _Scope(scope.module, node, scope, parameters=names)
            self._functions[scope.module, node.name].append(inner)
            self._index(inner)
            return
        if isinstance(node, ast.ImportFrom) and node.module:
            for one in node.names:
                self._imports[scope.module, one.asname or one.name] = (node.module, one.name)
        if isinstance(node, ast.Call):
            self._calls[_name(node.func)].append((node, scope))
        for target, value in _bindings(node):
            for name in ast.walk(target):
                if isinstance(name, ast.Name):
                    scope.names[name.id].append(value)
        for child in ast.iter_child_nodes(node):
            self._visit(child, scope)

    # --- following

    def _said(self, node: ast.AST, scope: _Scope, *, called: bool = False) -> Iterator[Message]:
        """The messages that an expression can be or contain.

        If the scope was entered by a call, its parameters say nothing here, as the call's own arguments are read there.
        """
        match node:
            case ast.Call():
                yield from self._said_by_call(node, scope, called)
            case ast.Name(name):
                yield from self._said_by_name(name, scope, called)
            case ast.Attribute(ast.Name(module), name) if (scope.module, module) in self._imports:
                yield from self._said_in(".".join(self._imports[scope.module, module]), name)
            case ast.Compare() | ast.Constant() | ast.Lambda():
                return
            case _:
                for child in _values(node):
                    yield from self._said(child, scope, called=called)

    def _said_by_call(self, call: ast.Call, scope: _Scope, called: bool) -> Iterator[Message]:
        name = _name(call.func)
        if name == _SHORTENS and "MOST_ABOUT" in ast.unparse(call):
            return
        if name in _SAYING and (message := _message(call, name)):
            yield message
            return
        for function in () if name in _SAYING else self._called(call.func, scope):
            yield from self._said_by(function)
        inner = (call.func.value,) if isinstance(call.func, ast.Attribute) else ()
        for given in (*inner, *call.args, *(one.value for one in call.keywords)):
            yield from self._said(given, scope, called=called)

    def _said_by(self, function: _Scope) -> frozenset[Message]:
        """What a function returns, apart from its arguments."""
        return self._once(
            ("returned", id(function.node)),
            lambda: (m for node in _returned(function.node) for m in self._said(node, function, called=True)),
        )

    def _called(self, func: ast.expr, scope: _Scope) -> Iterator[_Scope]:
        match func:
            case ast.Name(name):
                module, name = self._imports.get((scope.module, name), (scope.module, name))
                yield from self._functions.get((module, name), ())
            case ast.Attribute(ast.Name(owner), name) if (scope.module, owner) in self._imports:
                yield from self._functions.get((".".join(self._imports[scope.module, owner]), name), ())

    def _said_by_name(self, name: str, scope: _Scope, called: bool) -> frozenset[Message]:
        return self._once((name, id(scope.node), called), lambda: self._read_name(name, scope, called))

    def _read_name(self, name: str, scope: _Scope, called: bool) -> Iterator[Message]:
        for value in scope.names.get(name, ()):
            yield from self._said(value, scope, called=called)
        if name in scope.parameters:
            yield from () if called else self._said_by_callers(name, scope)
        elif name not in scope.names and scope.parent:
            yield from self._said_by_name(name, scope.parent, called)
        elif name not in scope.names and (scope.module, name) in self._imports:
            yield from self._said_in(*self._imports[scope.module, name])

    def _said_in(self, module: str, name: str) -> Iterator[Message]:
        if module in self._modules:
            yield from self._said_by_name(name, self._modules[module], False)

    def _said_by_callers(self, name: str, scope: _Scope) -> Iterator[Message]:
        assert isinstance(scope.node, ast.FunctionDef | ast.AsyncFunctionDef)
        for call, outer in self._calls[scope.node.name]:
            given = _argument(call, scope.parameters.index(name), name)
            if given is not None and scope in list(self._called(call.func, outer)):
                yield from self._said(given, outer)

    def _once(self, key: object, read: Callable[[], Iterable[Message]]) -> frozenset[Message]:
        """What `read` finds, kept under a key; nothing where the question leads back to itself."""
        if key not in self._known:
            self._known[key] = frozenset()
            self._known[key] = frozenset(read())
        return self._known[key]


def _values(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of an expression that its value comes from."""
    match node:
        case ast.Subscript(value):
            yield value
        case ast.IfExp(_, body, otherwise):
            yield from (body, otherwise)
        case ast.ListComp(elt) | ast.SetComp(elt) | ast.GeneratorExp(elt):
            yield elt
        case ast.DictComp(_, value):
            yield value
        case _:
            yield from ast.iter_child_nodes(node)


def _name(func: ast.expr) -> str:
    return func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""


def _argument(call: ast.Call, place: int, name: str) -> ast.expr | None:
    named = next((one.value for one in call.keywords if one.arg == name), None)
    plain = call.args[place] if place < len(call.args) else None
    return named or plain


def _message(call: ast.Call, name: str) -> Message | None:
    """The message in a call that is written there."""
    texts = [one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    place = _SAYING[name]
    return (texts[0] if place else None, texts[place]) if len(texts) > place else None


def _bindings(node: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """The targets that a statement or comprehension binds, and what to."""
    match node:
        case ast.Assign(targets, value):
            yield from ((target, value) for target in targets)
        case (
            ast.AnnAssign(target, _, ast.expr() as value)
            | ast.NamedExpr(target, value)
            | ast.AugAssign(target, _, value)
        ):
            yield target, value
        case ast.For(target, iterated) | ast.AsyncFor(target, iterated) | ast.comprehension(target, iterated):
            yield target, iterated


def _returned(function: ast.AST) -> Iterator[ast.expr]:
    """What a function returns or yields, without the functions inside it."""
    for node in ast.iter_child_nodes(function):
        if isinstance(node, ast.Return | ast.Yield) and node.value is not None:
            yield node.value
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from _returned(node)
