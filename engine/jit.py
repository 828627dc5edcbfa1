"""The compiler of the hot loops: the only module that imports numba.

Kernels live in modules whose dotted path has a part beginning with `kernels`. Each is compiled, or loaded, when it is
first called or when a kernel that calls it is compiled, so a process holds only the code of kernels that its own Python
calls. The compiled code is kept in the user's cache folder, in a subfolder named after everything it depends on: numba
itself looks only at the file that holds a function, so an edited helper or constant would leave stale code behind.
Compiled code is called without numba (`engine.machinecode`).

`TILEWRIGHT_JIT=off` in the environment leaves kernels as plain Python, for debugging. With `TILEWRIGHT_JIT=checked`
they are compiled with a check of every index.

With `TILEWRIGHT_JIT=portable` they are compiled for any processor of this machine's kind and kept in the folder that
`TILEWRIGHT_PREPARED` names, so that an image can bring them along. A process that finds that variable set calls this
code until the code for its own processor is compiled (`adopt`).
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import inspect
import os  # the environment is read here because the switch is needed before any setting is read
import platform
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from threading import RLock
from typing import Any, Generic, ParamSpec, TypeVar, cast

import platformdirs

from engine import machinecode
from engine.imports import Imports

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T", bound=tuple[Any, ...])

ENGINE = Path(__file__).resolve().parent
_WARM = "warm"
_ALL_KEPT = "all kept"
_TARGET = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_ENABLE_AVX")
PREPARED = "TILEWRIGHT_PREPARED"
"""The environment variable with the folder of what was made ahead for any machine, such as in an image."""
_X86 = "x86-64-v2"
"""The processors of the last fifteen years: without counting bits in one instruction, kernels would be slower."""
_X86_FEATURES = ("cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3")
_GENERIC = "generic"
_SHARED = 1  # LOCK_SH, on every system that has it
CODE = "code"
"""The suffix of files with the machine code of a kernel."""
USED = "used"
"""A file in a cache folder: its time shows the last use, and processes that use the folder hold a lock on it."""


def is_enabled() -> bool:
    """Whether kernels are compiled at all."""
    return os.environ.get("TILEWRIGHT_JIT", "on").lower() not in {"off", "0", "no", "false"}


def is_checked() -> bool:
    """Whether compiled kernels raise `IndexError` for an index outside of an array, negative ones included."""
    return os.environ.get("TILEWRIGHT_JIT", "").lower() == "checked"


def is_portable() -> bool:
    """Whether kernels are compiled for any processor of this machine's kind."""
    return os.environ.get("TILEWRIGHT_JIT", "").lower() == "portable"


def prepared_folder() -> Path | None:
    """The folder of what was made ahead for any machine; None if there is none."""
    return Path(os.environ[PREPARED]) if os.environ.get(PREPARED) else None


def kernel(signature: str, *, lean: bool = False) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Compiles a function for the argument types of a numba signature, such as `"int64(uint32[::1], int64)"`.

    A signature may name a `bundle`. The compiled function releases the interpreter lock and divides as numpy does. It
    must not call itself: a cached recursive function crashes in the second process. Nor must it index an array from its
    end by a negative number, which checked code refuses; slices may. A `lean` function neither makes arrays nor calls a
    function that does: it is compiled without reference counts and inlined into its callers. This saves two atomic
    additions for each array argument of each call, and seven to nine words on the stack.
    Raises `ValueError` outside a kernel module, because only kernel sources decide whether cached code is still valid.
    """
    options = {"_nrt": False, "forceinline": True} if lean and not is_checked() else {}

    def wrap(function: Callable[P, R]) -> Callable[P, R]:
        if not any(part.startswith("kernels") for part in function.__module__.split(".")):
            raise ValueError(f"{function.__module__} is no kernel module")
        return _Kernel(function, signature, options) if is_enabled() else function

    return wrap


class _Kernel(Generic[P, R]):
    """A function that is compiled, or loaded from the cache, when it is first needed, in any thread."""

    def __init__(self, function: Callable[P, R], signature: str, options: Mapping[str, bool]) -> None:
        functools.update_wrapper(self, function)
        self._function, self._signature, self._options = function, signature, options
        self._compiled: Callable[P, R] | None = None
        self._run = self._load_and_run

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self._run(*args, **kwargs)

    @property
    def _numba_type_(self) -> object:
        """This kernel's type, needed to compile the kernels that call it; numba looks for this name."""
        return cast("Any", self.compile())._numba_type_

    def load(self) -> None:
        """Loads the machine code from its file, or else compiles it."""
        with _lock:
            if self._run == self._load_and_run:
                self._run = self._kept() or self._prepared() or self.compile()

    def adopt(self) -> None:
        """Runs the code for this processor from now on, if it is in its file."""
        with _lock:
            self._run = self._kept() or self._run

    def _kept(self) -> Callable[P, R] | None:
        path = self._path()
        return cast("Callable[P, R] | None", machinecode.read_code(path) if path else None)

    def _prepared(self) -> Callable[P, R] | None:
        folder = prepared_kernels()
        code = machinecode.read_code(folder / self._file) if folder else None
        if code:
            _borrowed.append(self)
        return cast("Callable[P, R] | None", code)

    def compile(self) -> Callable[P, R]:
        """The function as compiled by numba; also stores its machine code in its file."""
        with _lock:
            if self._compiled is None:
                path = self._path()
                self._compiled = self._dispatcher(path)
                if path and not path.is_file() and not _write_code(path, self._compiled):
                    cast("Any", self._compiled)._cache.flush()  # noqa: SLF001  as `recompile` does
                    self._compiled = self._dispatcher(path)
                    _write_code(path, self._compiled)
            return self._compiled

    def _dispatcher(self, path: Path | None) -> Callable[P, R]:
        options = {"nogil": True, "cache": path is not None, "error_model": "numpy"}
        options["boundscheck"] = is_checked()
        made = _prepared_numba().njit(self._signature, **options, **self._options)(self._function)
        return cast("Callable[P, R]", made)

    def is_kept(self) -> bool:
        """Whether the machine code is in its file."""
        path = self._path()
        return path is not None and path.is_file()

    def _path(self) -> Path | None:
        folder = cache_folder()
        if folder:
            _hold(folder)
        return folder and folder / self._file

    @property
    def _file(self) -> str:
        return f"{self._function.__module__}.{self._function.__qualname__}.{CODE}"

    def _load_and_run(self, *args: P.args, **kwargs: P.kwargs) -> R:
        self.load()
        return self._run(*args, **kwargs)


def _write_code(path: Path, dispatcher: Any) -> bool:
    """Stores the machine code of a kernel, if this version of numba works as expected.

    False if numba took the kernel from its own cache, without the machine code, because a process ended before storing
    it.
    """
    with suppress(Exception):
        numba = _numba()
        (compiled,) = dispatcher.overloads.values()
        library, about = compiled.library, compiled.fndesc
        arguments = tuple(_expected(numba, one) for one in compiled.signature.args)
        others = compiled._find_referenced_environments()  # noqa: SLF001  numba's cache asks for it too
        environments = {one.env_name: one for one in (compiled.environment, *others)}
        try:
            _, _, (machine_code, bitcode) = library.serialize_using_object_code()
        except RuntimeError:
            return not dispatcher.stats.cache_hits
        module = importlib.import_module("llvmlite.binding").parse_bitcode(bitcode)
        names = (one.name for one in (*module.functions, *module.global_variables) if one.is_declaration)
        code = machinecode.Code(
            about.qualname,
            arguments,
            about.llvm_cpython_wrapper_name,
            tuple(
                machinecode.Environment(name, one.globals.get("__name__", ""), tuple(one.consts))
                for name, one in environments.items()
            ),
            tuple(name for name in names if not name.startswith("llvm.")),
            bytes(machine_code),
        )
        machinecode.write_code(path, code)
    return True


def _expected(numba: Any, type_: Any) -> machinecode.Expected:
    """The check for an argument of a numba type. Raises `TypeError` for a type that cannot be checked."""
    if isinstance(type_, numba.types.BaseTuple):
        return tuple(_expected(numba, one) for one in type_.types)
    if isinstance(type_, numba.types.Array) and type_.layout == "C":
        return numba.np.numpy_support.as_dtype(type_.dtype).str, type_.ndim
    if isinstance(type_, numba.types.Number | numba.types.Boolean):
        return None
    raise TypeError(f"{type_} is neither array, tuple nor number")


_lock = RLock()
_borrowed: list[_Kernel[..., Any]] = []
"""The kernels that run as prepared code."""
_bundles: list[tuple[type, str]] = []
"""Classes that numba does not yet know, with their fields; each comes after those that it names."""


def load(*functions: Callable[..., object]) -> None:
    """Compiles or loads kernels, as their first call would otherwise do; plain functions are left alone."""
    for function in functions:
        if isinstance(function, _Kernel):
            function.load()


def adopt() -> int:
    """Replaces prepared code by the code for this processor, where that is compiled. Returns how many still use it."""
    with _lock:
        for one in [one for one in _borrowed if one.is_kept()]:
            one.adopt()
            _borrowed.remove(one)
        return len(_borrowed)


def compile_module(name: str) -> None:
    """Imports a module and compiles all of its kernels that are not in the cache."""
    for one in _kernels(name):
        if not one.is_kept():
            one.compile()


def _kernels(name: str) -> list[_Kernel[..., Any]]:
    found = vars(importlib.import_module(name)).values()
    return [one for one in found if isinstance(one, _Kernel) and one.__module__ == name]


def bundle(fields: str) -> Callable[[type[T]], type[T]]:
    """Lets signatures name a `NamedTuple` by its class; `fields` are the numba types of its fields, in order.

    Kernels pass a bundle to each other as if they passed its fields, with a reference count for each array among them.
    If the name is taken, the next kernel to be compiled raises `ValueError`.
    """

    def name_it(named: type[T]) -> type[T]:
        if is_enabled():
            _bundles.append((named, fields))
        return named

    return name_it


def _prepared_numba() -> Any:
    """The compiler, with every bundle made known to it."""
    numba = _numba()
    while _bundles:
        named, fields = _bundles[0]
        if hasattr(numba.types, named.__name__):
            raise ValueError(f"{named.__name__} is a numba type already")
        types, _ = numba.core.sigutils.normalize_signature(f"({fields},)")
        setattr(numba.types, named.__name__, numba.types.BaseTuple.from_types(types, named))
        del _bundles[0]
    return numba


@functools.cache
def _numba() -> Any:
    numba: Any = importlib.import_module("numba")
    folder = cache_folder()
    if folder is not None:
        numba.config.CACHE_DIR = str(folder)
    # the loops are about squares of a line and tiles of a rack: too short to gain from vectors
    numba.config.LOOP_VECTORIZE = 0
    if is_portable():
        numba.config.CPU_NAME, numba.config.CPU_FEATURES = _portable_processor(), ""
    if is_checked():
        with suppress(AttributeError, ImportError):
            _index_from_start_only(numba)
    return numba


def _index_from_start_only(numba: Any) -> None:
    """Leaves out the code for negative indexes, so that the check of indexes refuses them.

    Numba has no option for this. Where a version of it lacks the function that adds that code, or passes it other
    arguments, the code stays in. Raises `AttributeError` or `ImportError` in the first case.
    """
    arrayobj: Any = importlib.import_module("numba.np.arrayobj")
    fix = arrayobj.fix_integer_index

    def index(context: Any, builder: Any, idxty: Any, idx: Any, size: Any) -> Any:
        if idxty.signed:
            return context.cast(builder, idx, idxty, numba.types.intp)
        return fix(context, builder, idxty, idx, size)

    if list(inspect.signature(fix).parameters) == list(inspect.signature(index).parameters):
        arrayobj.fix_integer_index = index


@functools.cache
def _hold(folder: Path) -> None:
    """Keeps a cache folder from being pruned while this process lives."""
    with suppress(OSError):
        handle = os.open(folder / USED, os.O_RDWR | os.O_CREAT, 0o600)  # stays open, which is the lock on Windows
        os.utime(folder / USED)
        with suppress(ImportError):
            importlib.import_module("fcntl").flock(handle, _SHARED)


@functools.cache
def cache_folder() -> Path | None:
    """The folder for the compiled code of these sources on this machine, or None if it is not writable."""
    place = prepared_folder() if is_portable() else None
    target = _portable() if is_portable() else _processor()
    folder = (place or platformdirs.user_cache_path("tilewright")) / "kernels" / _digest(target)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None


@functools.cache
def prepared_kernels() -> Path | None:
    """The folder of the prepared code of these sources; None if there is none that this processor can run."""
    place = None if is_portable() or is_checked() else prepared_folder()
    folder = place and place / "kernels" / _digest(_portable())
    return folder if folder and (folder / _WARM).is_file() and _runs_portable_code() else None


def _digest(target: Iterator[str]) -> str:
    digest = hashlib.sha256()
    checked = f"checked={is_checked()}"
    for fact in (version("numba"), version("llvmlite"), sys.version, platform.machine(), checked, *target):
        digest.update(fact.encode() + b"\0")
    for path in kernel_sources():
        digest.update(path.relative_to(ENGINE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:20]


def _portable() -> Iterator[str]:
    yield _portable_processor()


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


def kernel_modules() -> tuple[str, ...]:
    """The dotted names of the engine's kernel modules, in order."""
    paths = (p.relative_to(ENGINE.parent).with_suffix("") for p in ENGINE.rglob("*.py"))
    names = (p.parts for p in paths if any(part.startswith("kernels") for part in p.parts))
    return tuple(sorted(".".join(parts[:-1] if parts[-1] == "__init__" else parts) for parts in names))


def needs() -> Mapping[str, frozenset[str]]:
    """The kernel modules, each with the kernel modules that it imports: those must be compiled before it."""
    names, imports = frozenset(kernel_modules()), _imports()
    return {name: names.intersection(imports.of(path)) - {name} for name in names if (path := _source(name))}


@functools.cache
def kernel_sources() -> tuple[Path, ...]:
    """The kernel modules' files and, through their imports, every file of the engine that they depend on."""
    waiting = [source for name in kernel_modules() if (source := _source(name))]
    imports = _imports()
    found: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting.extend(source for name in imports.of(path) if (source := _source(name)))
    imports.keep()
    return tuple(sorted(found))


def _imports() -> Imports:
    return Imports(ENGINE.name, platformdirs.user_cache_path("tilewright") / "imports")


def _source(module: str) -> Path | None:
    base = ENGINE.parent.joinpath(*module.split("."))
    candidates = (base.with_suffix(".py"), base / "__init__.py")
    return next((path for path in candidates if path.is_file()), None)


def _stamps() -> str:
    # where no machine code can be kept, the cache of numba serves, which looks at path, time and size of each file
    facts = ((str(p), s.st_mtime_ns, s.st_size) for p in kernel_sources() for s in [p.stat()])
    return hashlib.sha256(repr(list(facts)).encode()).hexdigest()


def is_warm() -> bool:
    """Whether the kernels can be called without compiling, which would hold the interpreter lock for seconds."""
    return is_tuned() or prepared_kernels() is not None


def is_tuned() -> bool:
    """Whether every kernel is compiled for this processor."""
    if not is_enabled():
        return True
    folder = cache_folder()
    try:
        return folder is not None and (folder / _WARM).read_text() in (_ALL_KEPT, _stamps())
    except OSError:
        return False


def ready_mode() -> str:
    """How kernels run best in a process that starts now."""
    if os.environ.get("TILEWRIGHT_JIT"):
        return os.environ["TILEWRIGHT_JIT"].lower()
    return "on" if is_warm() else "off"


def warm_up() -> None:
    """Compiles every kernel that is not cached yet; `python -m engine.jit` in a subprocess."""
    for name in kernel_modules():
        compile_module(name)
    folder = cache_folder()
    if folder is not None and is_enabled():
        temporary = folder / f"{_WARM}.{os.getpid()}"
        kept = all(one.is_kept() for name in kernel_modules() for one in _kernels(name))
        temporary.write_text(_ALL_KEPT if kept else _stamps())
        temporary.replace(folder / _WARM)


if __name__ == "__main__":
    # under the name by which kernels import this module, so that there is one cache folder and one numba
    jit = importlib.import_module("engine.jit")
    if not jit.is_tuned():
        jit.warm_up()
