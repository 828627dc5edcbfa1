"""The compiler of the hot loops: the only module that imports numba.

Kernels live in modules whose dotted path has a part beginning with `kernels`, which import only each other and this
module. Each is compiled, or loaded, when it is first called or when a kernel that calls it is. The compiled
code is kept in the user's cache folder, in a subfolder named after everything it depends on: numba itself looks only at
the file that holds a function, so an edited helper or constant would leave stale code behind.

`TILEWRIGHT_JIT` in the environment is the mode of a process. `off` leaves kernels as plain Python. `checked` compiles
them with a check of every index. `portable` compiles them for any processor of this machine's kind, so that an image
can bring them along: they are looked for in the folder that `TILEWRIGHT_PREPARED` names, which may be read-only.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import inspect
import operator
import os  # the environment is read here because the switch is needed before any setting is read
import platform
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from threading import RLock
from typing import Any, Generic, ParamSpec, TypeVar, cast

import platformdirs

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T", bound=tuple[Any, ...])

ENGINE = Path(__file__).resolve().parent
MODE = "TILEWRIGHT_JIT"
"""The environment variable with the mode of a process."""
ON, OFF, CHECKED, PORTABLE = "on", "off", "checked", "portable"
PREPARED = "TILEWRIGHT_PREPARED"
"""The environment variable with the folder of what was made ahead for any machine, such as in an image."""
USED = "used"
"""A file in a cache folder: its time shows the last use, and processes that use the folder hold a lock on it."""
_WARM = "warm"
_TARGET = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_ENABLE_AVX")
_X86 = "x86-64-v2"
"""The processors of the last fifteen years: without counting bits in one instruction, kernels would be slower."""
_X86_FEATURES = ("cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3")
_GENERIC = "generic"
_SHARED = 1  # LOCK_SH, on every system that has it


def _mode() -> str:
    told = os.environ.get(MODE, "").lower()
    return OFF if told in {"0", "no", "false"} else told or ON


def is_enabled() -> bool:
    """Whether kernels are compiled at all."""
    return _mode() != OFF


def is_checked() -> bool:
    """Whether compiled kernels raise `IndexError` for an index outside of an array."""
    return _mode() == CHECKED


def is_tuned() -> bool:
    """Whether the kernels that games need are compiled for this processor, or as the mode of this process demands."""
    return not is_enabled() or _is_complete(_folder(_mode()))


def ready_mode() -> str:
    """The mode in which a new process need not compile anything, to be chosen before it imports a kernel.

    A mode that the environment demands is kept, but for `portable` if nothing is prepared.
    """
    if _mode() in {OFF, CHECKED}:
        return _mode()
    if _mode() != PORTABLE and _is_complete(_folder(ON)):
        return ON
    return PORTABLE if _is_complete(_folder(PORTABLE)) and _runs_portable_code() else OFF


def kernel(signature: str, *, lean: bool = False) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Compiles a function for the argument types of a numba signature, such as `"int64(uint32[::1], int64)"`.

    A signature may name a `bundle`. The compiled function releases the interpreter lock, divides as numpy does and does
    not count an index from the end: a negative one is outside. It must not call itself: a cached recursive function
    crashes in the second process. A `lean` function is inlined into its callers and borrows their arrays, so it must
    not return an array: this saves two atomic additions for each array argument of each call, which is half of all
    time. Numba compiles it again with each of its callers, so only what is called in the innermost loops is lean. Any
    other function is compiled once, and its callers call it. Raises `ValueError` outside a kernel module, because only
    kernel modules decide whether cached code is still valid.
    """

    def wrap(function: Callable[P, R]) -> Callable[P, R]:
        if not _is_of_kernels(function.__module__.split(".")):
            raise ValueError(f"{function.__module__} is no kernel module")
        return _Kernel(function, signature, lean) if is_enabled() else function

    return wrap


def bundle(fields: str) -> Callable[[type[T]], type[T]]:
    """Lets signatures name a `NamedTuple` by its class; `fields` are the numba types of its fields, in order.

    Kernels pass a bundle to each other as if they passed its fields, with a reference count for each array among them.
    """

    def name_it(named: type[T]) -> type[T]:
        _bundles[named.__name__] = named, fields
        return named

    return name_it


_lock = RLock()
_bundles: dict[str, tuple[type, str]] = {}
"""Classes that signatures may name, with their fields."""


class _Kernel(Generic[P, R]):
    """A function that is compiled, or loaded from the cache, when it is first needed, in any thread."""

    def __init__(self, function: Callable[P, R], signature: str, lean: bool) -> None:
        functools.update_wrapper(self, function)
        self._function, self._signature, self.lean = function, signature, lean
        self._run: Callable[P, R] | None = None

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return (self._run or self.compile())(*args, **kwargs)

    def compile(self) -> Callable[P, R]:
        """The function as compiled by numba, or loaded from its cache."""
        with _lock:
            if self._run is None:
                for other in self.calls():
                    other.compile()
                folder = cache_folder()
                try:
                    self._run = self._compiled(cache=folder is not None)
                except Exception:  # unpickling a damaged file may raise anything
                    if not folder:
                        raise
                    for path in folder.glob(f"*.{self._function.__qualname__}-{self.__module__}.*"):
                        with suppress(OSError):
                            path.unlink()
                    self._run = self._compiled(cache=False)
                if not self.lean:
                    _export(self._symbol, self._run, _types(self._signature))
            return self._run

    @functools.cached_property
    def called(self) -> Callable[P, R]:
        """What other kernels call: the function if it is lean, or else a stub that knows no more than its symbol."""
        if self.lean:
            return self.compile()
        names = ", ".join(inspect.signature(self._function).parameters)
        known = {"call": _call_of(self._symbol, names, _types(self._signature))}
        made = eval(f"lambda {names}: call({names})", known)  # noqa: S307
        return cast("Callable[P, R]", _numba().njit(forceinline=True, error_model="numpy")(made))

    @property
    def _symbol(self) -> str:
        """The name by which the linker knows the function; numba's own differs from one compilation to the next."""
        return f"{self.__module__}.{self._function.__qualname__}"

    def calls(self) -> Iterator[_Kernel[Any, Any]]:
        """The functions whose symbols its compiled code names, so that they must be compiled or loaded before."""
        for name in self._function.__code__.co_names:
            other = self._function.__globals__.get(name)
            if isinstance(other, _Kernel):
                yield from other.calls() if other.lean else (other,)

    def _compiled(self, *, cache: bool) -> Callable[P, R]:
        numba, function, signature = _numba(), self._function, _types(self._signature)
        options = {"nogil": True, "error_model": "numpy", "boundscheck": is_checked()}
        if self.lean and not is_checked():
            options["forceinline"] = True
            function = self._lending(numba.njit(**options)(function), signature.args)
        return cast("Callable[P, R]", numba.njit(signature, cache=cache, **options)(function))

    def _lending(self, inner: Callable[P, R], types: Iterable[Any]) -> Callable[P, R]:
        """A function that lends its arguments to another one.

        Numba counts the references to an array argument wherever it thinks that a function may be done with it, but
        leaves this out for an array without an owner, once it has inlined the function that lends it.
        """
        names = list(inspect.signature(self._function).parameters)
        lent = ", ".join(map(_borrowed, names, types))
        known = {"inner": inner, "carray": _numba().carray, "pointer": _pointer()}
        known |= {name: named for name, (named, _) in _bundles.items()}
        made = cast("Callable[P, R]", eval(f"lambda {', '.join(names)}: inner({lent})", known))  # noqa: S307
        made.__module__, made.__qualname__ = self._function.__module__, self._function.__qualname__
        return made


def _export(symbol: str, run: Any, signature: Any) -> None:
    """Tell the linker where a compiled function is."""
    from llvmlite import binding

    made = run.get_compile_result(signature)
    binding.add_symbol(symbol, made.library.get_pointer_to_function(made.fndesc.llvm_func_name))


def _call_of(symbol: str, names: str, signature: Any) -> Any:
    """A function of compiled code that calls the one with a symbol, and raises what that raises.

    Numba calls a compiled function in the same way, but compiles it once more with the caller.
    """
    from llvmlite import ir

    def lower(context: Any, builder: Any, form: Any, values: Any) -> Any:
        way = context.call_conv
        kind = way.get_function_type(form.return_type, form.args)
        known = builder.module.globals.get(symbol) or ir.Function(builder.module, kind, symbol)
        status, result = way.call_function(builder, known, form.return_type, form.args, values)
        with builder.if_then(status.is_error, likely=False):
            way.return_status_propagate(builder, status)
        return result

    typed = eval(f"lambda _, {names}: typed", {"typed": (signature, lower)})  # noqa: S307
    return _numba().extending.intrinsic(typed)


def _borrowed(name: str, type_: Any) -> str:
    """How a function of compiled code makes a variable of a type over again, with arrays that have no owner."""
    types = _numba().types
    if isinstance(type_, types.BaseNamedTuple):
        items = (_borrowed(f"{name}.{field}", item) for field, item in zip(type_.fields, type_, strict=True))
        return f"{type_.instance_class.__name__}({', '.join(items)})"
    return f"carray(pointer({name}.ctypes), {name}.shape)" if isinstance(type_, types.Array) else name


@functools.cache
def _pointer() -> Any:
    """A function of compiled code that says where an array's items are; numba converts the argument."""

    def pointer(_: object, array: Any) -> Any:
        type_ = _numba().types.CPointer(array.dtype)
        return type_(type_), lambda *given: given[-1][0]

    return _numba().extending.intrinsic(pointer)


def _types(text: str) -> Any:
    """The numba types that a text names: a signature, or a tuple of types."""
    types = _numba().types
    names = {
        name: types.BaseTuple.from_types(_types(f"({fields},)"), named)
        for name, (named, fields) in _bundles.items()
        if name in text
    }
    return eval(text, vars(types) | names)  # noqa: S307  as numba does


class Locator:
    """Says where numba keeps the compiled code of a kernel; numba's documentation has a chapter on cache locators."""

    def __init__(self, folder: Path, module: str) -> None:
        self._folder, self._module = folder, module

    @classmethod
    def from_function(cls, py_func: Callable[..., object], _file: str) -> Locator | None:
        """The locator of a function, None if nothing can be kept."""
        folder = cache_folder()
        return cls(folder, py_func.__module__) if folder else None

    def ensure_cache_path(self) -> None:
        """The folder has been made by then."""

    def get_cache_path(self) -> str:
        """The folder, which is named after the contents of all kernel modules."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """Nothing more: neither where nor when a file was written matters to compiled code."""
        return ""

    def get_disambiguator(self) -> str:
        """What tells kernels of the same name apart."""
        return self._module


@functools.cache
def _numba() -> Any:
    numba: Any = importlib.import_module("numba")
    numba.config.CACHE_LOCATOR_CLASSES = f"{__name__}.{Locator.__name__}"
    # the loops are about squares of a line and tiles of a rack: too short to gain from vectors
    numba.config.LOOP_VECTORIZE = 0
    if _mode() == PORTABLE:
        numba.config.CPU_NAME, numba.config.CPU_FEATURES = _portable_processor(), ""
    types = numba.types
    _index_unsigned(numba, types.intp, types.uintp)
    _index_unsigned(numba, types.UniTuple(types.intp, 2), types.UniTuple(types.uintp, 2))
    numba.extending.typeof_impl.register(_Kernel)(lambda kernel, _: numba.typeof(kernel.called))
    return numba


def _index_unsigned(numba: Any, signed: Any, unsigned: Any) -> None:
    """Has code access the items of arrays by unsigned indexes.

    Numba looks whether a signed one is negative, which would be a sixth of all time. Of its ways to access an item, it
    takes the one for the most specific types.
    """

    def lower(access: object, context: Any, builder: Any, form: Any, given: Any) -> Any:
        array, _, *value = form.args
        known = context.get_function(access, form.return_type(array, unsigned, *value))
        return known(builder, (given[0], context.cast(builder, given[1], signed, unsigned), *given[2:]))

    for access, *value in ((operator.getitem,), (operator.setitem, numba.types.Any)):
        way = numba.extending.lower_builtin(access, numba.types.Array, signed, *value)
        way(functools.partial(lower, access))


def load(*functions: Callable[..., object]) -> None:
    """Compiles or loads kernels, as their first call would otherwise do; plain functions are left alone."""
    for function in functions:
        if isinstance(function, _Kernel):
            function.compile()


# --- folders of compiled code ---


def cache_folder() -> Path | None:
    """The folder for the compiled code of these sources in this mode, or None if it can neither be read nor written."""
    folder = _folder(_mode())
    if not _is_complete(folder):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError:
            return None
    _hold(folder)
    return folder


def prepared_folder() -> Path | None:
    """The folder of what was made ahead for any machine; None if there is none."""
    return Path(os.environ[PREPARED]) if os.environ.get(PREPARED) else None


@functools.cache
def _folder(mode: str) -> Path:
    """Where compiled code of these sources is kept in a mode."""
    target = (_portable_processor(),) if mode == PORTABLE else tuple(_processor())
    name = Path("kernels", _digest(f"checked={mode == CHECKED}", *target))
    prepared = prepared_folder() if mode == PORTABLE else None
    if prepared and _is_complete(prepared / name):
        return prepared / name
    return platformdirs.user_cache_path("tilewright") / name


def _is_complete(folder: Path) -> bool:
    return (folder / _WARM).is_file()


@functools.cache
def _hold(folder: Path) -> None:
    """Keep a cache folder from being pruned while this process lives."""
    with suppress(OSError):
        handle = os.open(folder / USED, os.O_RDWR | os.O_CREAT, 0o600)  # stays open, which is the lock on Windows
        os.utime(folder / USED)
        with suppress(ImportError):
            importlib.import_module("fcntl").flock(handle, _SHARED)


def _digest(*facts: str) -> str:
    digest = hashlib.sha256()
    for fact in (version("numba"), version("llvmlite"), sys.version, platform.machine(), *facts):
        digest.update(fact.encode() + b"\0")
    for path in (Path(__file__), *_paths()):
        digest.update(path.relative_to(ENGINE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:20]


def _portable_processor() -> str:
    """The name by which LLVM knows the oldest processor that portable code is for."""
    return _X86 if _is_x86() else _GENERIC


def _is_x86() -> bool:
    return platform.machine().lower() in {"x86_64", "amd64"}


def _runs_portable_code() -> bool:
    if not _is_x86():
        return True
    from llvmlite import binding

    features = binding.get_host_cpu_features()
    return all(features.get(name) for name in _X86_FEATURES)


def _processor() -> Iterator[str]:
    """The target that numba compiles for: this processor as LLVM knows it, and any overrides in the environment."""
    from llvmlite import binding

    yield str(binding.get_host_cpu_name())
    try:
        yield str(binding.get_host_cpu_features().flatten())
    except RuntimeError:  # LLVM does not know the features of every processor
        yield ""
    for name in _TARGET:
        yield f"{name}={os.environ.get(name, '')}"


# --- all kernels ---


def _paths() -> list[Path]:
    return sorted(path for path in ENGINE.rglob("*.py") if _is_of_kernels(path.relative_to(ENGINE).parts))


def _is_of_kernels(parts: Iterable[str]) -> bool:
    return any(part.startswith("kernels") for part in parts)


def kernel_modules() -> tuple[str, ...]:
    """The dotted names of the engine's kernel modules, in order."""
    names = (path.relative_to(ENGINE.parent).with_suffix("").parts for path in _paths())
    return tuple(sorted(".".join(parts[:-1] if parts[-1] == "__init__" else parts) for parts in names))


def needs() -> Mapping[str, frozenset[str]]:
    """The kernel modules, each with the kernel modules that it imports: those must be compiled before it."""
    names = frozenset(kernel_modules())
    homes = {name: {_home(one) for one in vars(importlib.import_module(name)).values()} for name in names}
    return {name: names & found - {name} for name, found in homes.items()}


def _home(value: object) -> str | None:
    """The module that an imported value comes from, or is."""
    return getattr(value, "__module__", None) or getattr(value, "__name__", None)


def compile_module(name: str) -> None:
    """Import a module and compile all of its kernels that are not in the cache."""
    load(*(one for one in vars(importlib.import_module(name)).values() if _home(one) == name))


def mark_tuned() -> None:
    """Note that the kernels that games need have been compiled, if anything can be kept."""
    folder = cache_folder() if is_enabled() else None
    if folder:
        (folder / _WARM).touch()


def warm_up() -> None:
    """Compiles every kernel that is not cached yet; `python -m engine.jit` in a subprocess."""
    for name in kernel_modules():
        compile_module(name)
    mark_tuned()


if __name__ == "__main__":
    # under the name by which kernels import this module, so that there is one cache folder and one numba
    jit = importlib.import_module("engine.jit")
    if not jit.is_tuned():
        jit.warm_up()
