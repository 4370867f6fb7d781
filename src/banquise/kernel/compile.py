"""One source of rules at three speeds.

``compiled(rules)`` loads a private twin of a rules module and compiles its functions with Numba; the module itself is
left alone and knows nothing of it. In the twin

- functions defined there become ``njit`` functions, cached on disk;
- functions imported from other modules in the rules' own subset become those modules' compiled twins;
- tables (nested tuples of ints) become NumPy arrays;
- functions imported from ``kernel.contract`` become those of the game, or of its guide, that the program is bound to.

``on_gpu`` makes the same twin for a CUDA device.

Numba's cache does not notice a change in a callee in another file, and two twins of one file would share an entry. So
every twin has a cache directory of its own, named by a hash of all the sources it is made of and of the versions.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from banquise.kernel import contract, records

_CONTRACT = contract.__name__
_HOME = "banquise."


def cache_home() -> Path:
    """Where compiled rules are kept: $BANQUISE_CACHE, else the user's cache directory."""
    chosen = os.environ.get("BANQUISE_CACHE")
    if chosen:
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "banquise"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "banquise"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "banquise"


@cache
def bound(program: ModuleType, rules: ModuleType, guide: ModuleType | None = None) -> ModuleType:
    """A plain twin of a generic program in which the contract's questions are answered by ``rules`` and ``guide``.

    A guide is itself such a program: it asks the rules.
    """
    twin = _twin(program, f"plain.{_label(rules, guide)}")
    for name, value in list(vars(twin).items()):
        if _is_question(value):
            setattr(twin, name, getattr(rules, name))
        elif guide is not None and _is_question(value, contract.GUIDANCE):
            setattr(twin, name, getattr(bound(guide, rules), name))
    return twin


@cache
def compiled(module: ModuleType, rules: ModuleType | None = None, guide: ModuleType | None = None) -> ModuleType:
    """The compiled twin of a module in the rules' own subset; a generic program is bound to ``rules`` and ``guide``."""
    import numba

    twin = _twin(module, f"compiled.{_label(rules, guide)}")
    own = _adapt(twin, rules, guide, compiled)
    directory = _cache_directory(module, rules, guide)
    # Numba takes the cache directory from its configuration at the moment of decoration.
    settings: Any = numba.config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = str(directory) if directory else before
    try:
        for name, function in own:
            setattr(twin, name, numba.njit(cache=directory is not None, nogil=True)(function))
    finally:
        settings.CACHE_DIR = before
    return twin


@cache
def on_gpu(module: ModuleType, rules: ModuleType | None = None, guide: ModuleType | None = None) -> ModuleType:
    """The twin of a module whose functions run on a CUDA device, called from a kernel: the very same source."""
    from numba import cuda

    on_device: Any = cuda.jit(device=True)  # type: ignore[no-untyped-call]
    twin = _twin(module, f"gpu.{_label(rules, guide)}")
    for name, function in _adapt(twin, rules, guide, on_gpu):
        setattr(twin, name, on_device(function))
    return twin


Maker = Callable[..., ModuleType]


def _adapt(
    twin: ModuleType, rules: ModuleType | None, guide: ModuleType | None, make: Maker
) -> list[tuple[str, FunctionType]]:
    """Swap what a twin imported for what it becomes there; the functions of its own that are left to compile."""
    own = []
    for name, value in list(vars(twin).items()):
        if isinstance(value, FunctionType) and value.__module__ == twin.__name__:
            own.append((name, value))
        elif isinstance(value, FunctionType) and _is_kin(value.__module__, twin):
            setattr(twin, name, _counterpart(value, rules, guide, make))
        elif _is_table(value):
            setattr(twin, name, _as_array(value))
    return own


def is_warm(module: ModuleType, rules: ModuleType | None = None, guide: ModuleType | None = None) -> bool:
    """Has this twin been compiled before on this machine, with these sources and versions?"""
    directory = cache_home() / _cache_name(module, rules, guide)
    return directory.is_dir() and any(directory.rglob("*.nbi"))


def _is_kin(name: str, module: ModuleType) -> bool:
    """Is a module one of ours, or of the package that this one belongs to? A game may live outside."""
    return name.startswith(_HOME) or name.partition(".")[0] == module.__name__.partition("@")[0].partition(".")[0]


def _counterpart(function: FunctionType, rules: ModuleType | None, guide: ModuleType | None, make: Maker) -> Any:
    """What a function imported into a twin becomes there."""
    name = function.__name__
    if function.__module__ != _CONTRACT:
        return getattr(make(sys.modules[function.__module__]), name)
    if hasattr(records, name):
        return getattr(make(records), name)
    if rules is None:
        raise TypeError(f"a program that asks {name!r} needs a game to be bound to")
    if name not in contract.GUIDANCE:
        return getattr(make(rules), name)
    if guide is None:
        raise TypeError(f"a program that asks {name!r} needs a guide to be bound to")
    return getattr(make(guide, rules), name)


def _is_question(value: object, questions: tuple[str, ...] = contract.QUESTIONS) -> bool:
    return isinstance(value, FunctionType) and value.__module__ == _CONTRACT and value.__name__ in questions


def _label(rules: ModuleType | None, guide: ModuleType | None) -> str:
    return ".".join(module.__name__ for module in (rules, guide) if module is not None) or "rules"


def _twin(module: ModuleType, label: str) -> ModuleType:
    """Load a module's source a second time under a private name."""
    name = f"{module.__name__}@{label}"
    assert module.__file__ is not None
    spec = importlib.util.spec_from_file_location(name, module.__file__)
    assert spec is not None
    assert spec.loader is not None
    twin = importlib.util.module_from_spec(spec)
    sys.modules[name] = twin  # Numba finds a function's module there when it loads from the cache
    spec.loader.exec_module(twin)
    return twin


def _is_table(value: object) -> bool:
    if not isinstance(value, tuple) or not value:
        return False
    return all(type(item) is int for item in value) or all(_is_table(item) for item in value)


def _as_array(table: tuple[Any, ...]) -> Any:
    """A table in the narrowest numbers that hold it: a GPU has little room for constants."""
    array = np.array(table, np.int64)
    for kind in (np.int8, np.int16):
        narrow = array.astype(kind)
        if (narrow == array).all():
            return narrow
    return array


def _sources(module: ModuleType, rules: ModuleType | None, seen: set[str], guide: ModuleType | None = None) -> None:
    """All banquise modules whose functions or tables a twin is made of, by name."""
    if module.__name__ in seen:
        return
    seen.add(module.__name__)
    for value in vars(module).values():
        if isinstance(value, FunctionType) and _is_kin(value.__module__, module):
            _sources(sys.modules[value.__module__], None, seen)
    for name in _imported_from(module):
        _sources(sys.modules[name], None, seen)
    for bound_to in (rules, guide):
        if bound_to is not None:
            _sources(bound_to, None, seen)


def _imported_from(module: ModuleType) -> list[str]:
    """Modules of the same package that a module takes tables and constants from (values do not say where from)."""
    import ast

    assert module.__file__ is not None
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    names = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and _is_kin(node.module, module):
            candidates = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            names += [name for name in candidates if name in sys.modules]
    return names


@cache
def _cache_name(module: ModuleType, rules: ModuleType | None, guide: ModuleType | None = None) -> str:
    import llvmlite
    import numba

    names: set[str] = set()
    _sources(module, rules, names, guide)
    digest = hashlib.blake2b(digest_size=10)
    checks = os.environ.get("NUMBA_BOUNDSCHECK", "")
    for part in (platform.python_version(), numba.__version__, llvmlite.__version__, np.__version__, checks):
        digest.update(part.encode() + b"\0")
    for name in sorted(names):
        file = sys.modules[name].__file__
        assert file is not None
        digest.update(name.encode() + b"\0" + Path(file).read_bytes())
    label = module.__name__.removeprefix(_HOME)
    if rules is not None:
        label += "@" + rules.__name__.removeprefix(_HOME)
    if guide is not None:
        label += "+" + guide.__name__.removeprefix(_HOME)
    return f"{label}-{digest.hexdigest()}"


def _cache_directory(module: ModuleType, rules: ModuleType | None, guide: ModuleType | None) -> Path | None:
    """The directory for a twin's cache, or None where nothing can be written: then every start compiles."""
    directory = cache_home() / _cache_name(module, rules, guide)
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return directory
