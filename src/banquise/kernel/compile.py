"""Programs bound to a game: plain, and for a GPU.

``bound(program, rules)`` makes a private twin of a generic program, in which the contract's questions are answered by
the game; the program itself is left alone. ``on_gpu`` makes such a twin whose functions run on a CUDA device: lookups
(nested tuples of ints) become NumPy arrays there, and functions imported from other modules those modules' twins. What
runs on the CPU at full speed is WebAssembly (``kernel.wasm``); ``compiled`` lets Numba run the device's twin there,
so that it can be tested where there is no device.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

from banquise.kernel import contract, dot, dot_on_gpu, structs
from banquise.kernel.game import Guide, Module, Rules

_CONTRACT = contract.__name__
_HOME = "banquise."


@cache
def bound(program: Module, rules: Rules, guide: Guide | None = None) -> ModuleType:
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
def compiled(module: Module, rules: Rules | None = None, guide: Guide | None = None) -> ModuleType:
    """What ``on_gpu`` makes, compiled for the CPU: for tests of what runs on a device."""
    import numba

    twin = _twin(module, f"compiled.{_label(rules, guide)}")
    for name, function in _adapt(twin, rules, guide, compiled):
        setattr(twin, name, numba.njit(nogil=True)(function))
    return twin


@cache
def on_gpu(module: Module, rules: Rules | None = None, guide: Guide | None = None) -> ModuleType:
    """The twin of a module whose functions run on a CUDA device, called from a kernel: the very same source."""
    from numba import cuda

    on_device: Any = cuda.jit(device=True)  # type: ignore[no-untyped-call] # Numba has no types
    twin = _twin(module, f"gpu.{_label(rules, guide)}")
    for name, function in _adapt(twin, rules, guide, on_gpu, _on_device):
        setattr(twin, name, on_device(function))
    if module is dot:
        vars(twin)["dot"] = dot_on_gpu.device_dot()
    return twin


Maker = Callable[..., ModuleType]
SMALL = 64  # bytes of a lookup that is a constant on a GPU


def _as_array(lookup: tuple[Any, ...]) -> Any:
    """A lookup in the narrowest numbers that hold it."""
    import numpy as np

    array = np.array(lookup, np.int64)
    for kind in (np.int8, np.int16):
        narrow = array.astype(kind)
        if (narrow == array).all():
            return narrow
    return array


@cache
def _on_device(lookup: tuple[Any, ...]) -> Any:
    """A lookup for a GPU. A large one lies in its common memory.

    There is little room for constants (64 KB, and every function that reads a lookup has a copy of its own there), and
    threads that read different places of them at once wait for each other.
    """
    from numba import cuda

    array = _as_array(lookup)
    return array if array.nbytes <= SMALL else cuda.to_device(array)


def _adapt(
    twin: ModuleType,
    rules: Rules | None,
    guide: Guide | None,
    make: Maker,
    lay: Callable[..., Any] = _as_array,
) -> list[tuple[str, FunctionType]]:
    """Swap what a twin imported for what it becomes there; the functions of its own that are left to compile."""
    own = []
    for name, value in list(vars(twin).items()):
        if isinstance(value, FunctionType) and value.__module__ == twin.__name__:
            own.append((name, value))
        elif isinstance(value, FunctionType) and _is_kin(value.__module__, twin):
            setattr(twin, name, _counterpart(value, rules, guide, make))
        elif _is_lookup(value):
            setattr(twin, name, lay(value))
    return own


def _is_kin(name: str, module: ModuleType) -> bool:
    """Is a module one of ours, or of the package that this one belongs to? A game may live outside."""
    return name.startswith(_HOME) or name.partition(".")[0] == module.__name__.partition("@")[0].partition(".")[0]


def _counterpart(function: FunctionType, rules: Rules | None, guide: Guide | None, make: Maker) -> Any:
    """What a function imported into a twin becomes there."""
    name = function.__name__
    if function.__module__ != _CONTRACT:
        return getattr(make(sys.modules[function.__module__]), name)
    if hasattr(structs, name):
        return getattr(make(structs), name)
    if rules is None:
        raise TypeError(f"a program that asks {name!r} needs a game to be bound to")
    if name not in contract.GUIDANCE:
        return getattr(make(rules), name)
    if guide is None:
        raise TypeError(f"a program that asks {name!r} needs a guide to be bound to")
    return getattr(make(guide, rules), name)


def _is_question(value: object, questions: tuple[str, ...] = contract.QUESTIONS) -> bool:
    return isinstance(value, FunctionType) and value.__module__ == _CONTRACT and value.__name__ in questions


def _label(rules: Rules | None, guide: Guide | None) -> str:
    return ".".join(module.__name__ for module in (rules, guide) if module is not None) or "rules"


def _twin(module: Module, label: str) -> ModuleType:
    """A module once more under a private name: its functions look up names there, everything else is shared."""
    twin = ModuleType(f"{module.__name__}@{label}", module.__doc__)
    own = vars(twin)
    for name, value in vars(module).items():
        if isinstance(value, FunctionType) and value.__module__ == module.__name__:
            own[name] = FunctionType(value.__code__, own, value.__name__, value.__defaults__, value.__closure__)
            own[name].__doc__ = value.__doc__
        elif not name.startswith("__"):
            own[name] = value
    sys.modules[twin.__name__] = twin
    return twin


def _is_lookup(value: object) -> bool:
    if not isinstance(value, tuple) or not value:
        return False
    return all(type(item) is int for item in value) or all(_is_lookup(item) for item in value)
