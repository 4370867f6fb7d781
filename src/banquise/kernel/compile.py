"""Programs bound to a game, in plain Python.

``bound(program, rules)`` makes a private twin of a generic program, in which the contract's questions are answered by
the game; the program itself is left alone.

What runs at full speed is translated from the same source: WebAssembly by ``kernel.wasm``, CUDA C by ``kernel.cuda``.
"""

from __future__ import annotations

import sys
from functools import cache
from types import FunctionType, ModuleType

from banquise.kernel import contract
from banquise.kernel.game import Guide, Module, Rules

_CONTRACT = contract.__name__


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
            setattr(twin, name, _answer(name, bound(guide, rules)))
    return twin


def _answer(name: str, guide: ModuleType) -> FunctionType:
    """What a bound guide answers, or what is written in the contract if it leaves the answer to that."""
    if name in contract.OPTIONAL and not hasattr(guide, name):
        return FunctionType(getattr(contract, name).__code__, vars(guide), name)
    found: FunctionType = getattr(guide, name)
    return found


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
