"""Compiled kernels as files of machine code, called without the compiler.

The compiler, with its data on every kernel, takes a hundred megabytes and seconds to load; the machine code takes one
or two megabytes. So each compiled kernel is also stored as object code, with the name of the wrapper that Python calls
and the values that the wrapper reads. A later process links the object code to the C functions of numba's runtime,
which are loaded from their files without the rest of numba. If a file is damaged or cannot be linked, the compiler is
used instead and writes the file again.

This module relies on parts of numba that are not public. `read_code` checks for all of them before anything runs, and
each version of numba has its own folder of files (`engine.jit.cache_folder`).
"""

from __future__ import annotations

import builtins
import ctypes
import functools
import hashlib
import importlib.machinery
import importlib.util
import logging
import os
import pickle
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, cast

LOG = logging.getLogger(__name__)
MAGIC = b"TWCODE1\0"
_DIGEST = 16
ASIDE = "aside"
"""The suffix of files whose code does not link."""
_HELPERS = {"_helperlib": "numba_", "_dynfunc": "numba_", "core.runtime._nrt_python": "NRT_"}
"""Numba's modules of C functions, and the prefix of their names in compiled code."""
_kept: list[object] = []
"""Loaded code, which must live as long as the process."""


@dataclass(frozen=True, slots=True)
class Environment:
    """The named environment of one compiled function: the values that it passes to Python, such as types."""

    name: str
    module: str
    values: tuple[object, ...]


Expected = tuple[str, int] | tuple["Expected", ...] | None
"""An array's item type and number of dimensions, or the expectations for a tuple's items, or None for any number."""


@dataclass(frozen=True, slots=True)
class Code:
    """The machine code of a kernel.

    `wrapper` is the function that Python calls, which uses the first environment. `arguments` says what each array
    argument, and each item of a tuple argument, must be. `imports` holds the names of the functions and variables that
    the code needs from outside.
    """

    name: str
    arguments: tuple[Expected, ...]
    wrapper: str
    environments: tuple[Environment, ...]
    imports: tuple[str, ...]
    machine_code: bytes


def write_code(path: Path, code: Code) -> None:
    """Writes machine code to a file. Raises `OSError`."""
    data = pickle.dumps(code, pickle.HIGHEST_PROTOCOL)
    handle, name = tempfile.mkstemp(prefix=f"{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(MAGIC + hashlib.blake2b(data, digest_size=_DIGEST).digest() + data)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read_code(path: Path) -> Callable[..., Any] | None:
    """The kernel in a file, ready to be called with arguments of exactly its types; None if it cannot be used.

    A damaged file is deleted, so that it is written again. A file whose code does not link is set aside once, and its
    replacement stays even if it does not link either: otherwise every process on that machine would compile it again.
    """
    try:
        data = path.read_bytes()
    except OSError:
        return None
    code = _unpacked(data)
    run = code and _linked(code)
    if code and run:
        return _checked(run, code.name, code.arguments)
    LOG.debug("%s cannot be used", path)
    aside = path.with_name(f"{path.name}.{ASIDE}")
    with suppress(OSError):
        if not code:
            path.unlink()
        elif not aside.exists():
            path.replace(aside)
    return None


def _unpacked(data: bytes) -> Code | None:
    """The code in the bytes of a file, or None if they are damaged."""
    digest, start = data[len(MAGIC) :][:_DIGEST], len(MAGIC) + _DIGEST
    if data[: len(MAGIC)] != MAGIC or hashlib.blake2b(data[start:], digest_size=_DIGEST).digest() != digest:
        return None
    try:
        code = pickle.loads(data[start:])  # noqa: S301  the user wrote it, like numba's own cache
    except Exception:  # unpickling may raise anything
        return None
    return code if isinstance(code, Code) else None


def _linked(code: Code) -> Callable[..., Any] | None:
    try:
        return _link(code)
    except Exception:  # another version of numba may raise anything; the kernel is then compiled
        LOG.debug("%s cannot be linked", code.name, exc_info=True)
        return None


def _checked(run: Callable[..., Any], name: str, arguments: tuple[Expected, ...]) -> Callable[..., Any]:
    """The function with a check of its arrays: compiled code would misread any other type of array."""
    import numpy as np  # here, so that programs without kernels start without it

    arrays = tuple((i, np.dtype(one[0]), one[1]) for i, one in enumerate(arguments) if one and isinstance(one[0], str))
    tuples = tuple(
        (i, at, np.dtype(item[0]), item[1])
        for i, one in enumerate(arguments)
        for at, item in enumerate(cast("tuple[Any, ...]", one) if one and not isinstance(one[0], str) else ())
        if item
    )
    number = len(arguments)

    def checked(*args: Any) -> Any:
        if len(args) != number:
            raise TypeError(f"{name} takes {number} arguments, not {len(args)}")
        # calls are so short that every check of an array takes a noticeable share
        for i, kind, dimensions in arrays:
            array = args[i]
            if array.dtype is not kind or array.ndim != dimensions or not array.flags.carray:
                refuse(i, array, (kind.str, dimensions))
        for i, at, kind, dimensions in tuples:
            array = args[i][at]
            if array.dtype is not kind or array.ndim != dimensions or not array.flags.carray:
                refuse(i, array, (kind.str, dimensions))
        return run(*args)

    def refuse(i: int, array: Any, expected: Expected) -> None:
        if (array.dtype.str, array.ndim) != expected or not array.flags.carray:
            raise TypeError(f"{name}: argument {i} is or holds another array than a writable C array of {expected}")

    return checked


def _link(code: Code) -> Callable[..., Any] | None:
    """The function of a kernel's code, or None if it imports a missing name, as linking would then end the process."""
    from llvmlite import binding

    known = _known_names()
    # created first, because only then does the linker find the names in this process
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), _target())
    if not all(name in known or binding.address_of_symbol(name) for name in code.imports):
        return None
    engine.add_object_file(binding.ObjectFileRef.from_data(code.machine_code))
    engine.finalize_object()
    dynfunc = _helpers()["_dynfunc"]
    environments = []
    for one in code.environments:
        environment = dynfunc.Environment(vars(sys.modules[one.module]) if one.module in sys.modules else {})
        environment.consts[:] = one.values
        address = engine.get_global_value_address(one.name)
        if address:
            (ctypes.c_void_p * 1).from_address(address)[0] = id(environment)
        environments.append(environment)
    address = engine.get_function_address(code.wrapper)
    module = sys.modules[code.environments[0].module]
    _kept.append((engine, environments))
    made: Callable[..., Any] = dynfunc.make_function(module, code.name, "", address, environments[0], ())
    return made


def _target() -> Any:
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding.Target.from_triple(binding.get_process_triple()).create_target_machine(opt=3)


@functools.cache
def _helpers() -> Mapping[str, ModuleType]:
    """Numba's modules of C functions, loaded without numba, which would load everything else."""
    (folder,) = importlib.util.find_spec("numba").submodule_search_locations  # type: ignore[union-attr, misc]
    helpers = {name: _extension(f"numba.{name}", Path(folder)) for name in _HELPERS}
    # as numba does on import: a later switch would free existing memory with the wrong allocator
    helpers["core.runtime._nrt_python"].memsys_use_cpython_allocator()
    return helpers


def _extension(name: str, folder: Path) -> ModuleType:
    if name in sys.modules:
        return sys.modules[name]
    stem = folder.joinpath(*name.split(".")[1:])
    path = next(p for end in importlib.machinery.EXTENSION_SUFFIXES if (p := Path(f"{stem}{end}")).is_file())
    loader = importlib.machinery.ExtensionFileLoader(name, str(path))
    spec = importlib.util.spec_from_file_location(name, path, loader=loader)
    assert spec
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


@functools.cache
def _known_names() -> frozenset[str]:
    """The names that compiled code may need from numba and Python, registered with the linker."""
    from llvmlite import binding

    addresses = {"_Py_NoneStruct": id(None)}
    for module, prefix in _HELPERS.items():
        for name, address in _helpers()[module].c_helpers.items():
            addresses[name if prefix == "NRT_" and name.startswith("_") else prefix + name] = address
    for error in vars(builtins).values():
        if isinstance(error, type) and issubclass(error, BaseException):
            addresses[f"PyExc_{error.__name__}"] = id(error)
    addresses["numba_unpickle"] = ctypes.cast(_UNPICKLE, ctypes.c_void_p).value or 0
    for name, address in addresses.items():
        binding.add_symbol(name, address)
    return frozenset(addresses)


def _unpickle(address: int, size: int, _hash: int) -> object:
    """The object that compiled code holds as a pickle; numba's own function would load all of numba."""
    if address not in _unpickled:
        _unpickled[address] = pickle.loads(ctypes.string_at(address, size))  # noqa: S301  part of the code
    return _unpickled[address]


_unpickled: dict[int, object] = {}
_UNPICKLE = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)(_unpickle)
