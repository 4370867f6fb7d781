"""What can be said about a game by reading it: asked when it is loaded, so that an author meets no compiler's trace.

Every fault names a file, a line and what would be right. What only playing shows is in ``lab.laws``.
"""

from __future__ import annotations

import ast
import inspect
import re
import string
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from banquise.kernel import contract
from banquise.kernel.game import Drawing, Game, Guide, Words
from banquise.kernel.rulebook import rulebook
from banquise.kernel.schema import BOUNDS
from banquise.kernel.speech import LANGUAGES, catalogue
from banquise.kernel.subset import BUILT_IN, parsed, why_not, why_not_here
from banquise.kernel.tuning import Tuning

_KEY = re.compile(r"[a-z_]+\.\w+")


@dataclass(frozen=True)
class Fault:
    """Something wrong with a game: where, and what would be right. Line 0: the file as a whole."""

    file: Path
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}" if self.line else f"{self.file}: {self.what}"


def faults(game: Game) -> list[Fault]:
    """Everything wrong with a game that shows without playing it."""
    found = [*_unanswered(game), *_missing_files(game)]
    if not found:  # the rest looks at what these promise
        found = [*_outside_the_subset(game), *_uneven_lookups(game), *_unknown_messages(game), *_unlike_languages(game)]
    return found


# Questions ------------------------------------------------------------------------------------------------------------


def _unanswered(game: Game) -> Iterator[Fault]:
    """Every question is answered by a function that takes what it is asked with."""
    for question in contract.QUESTIONS:
        yield from _asked(game.rules, question, getattr(contract, question), "the rules answer")
    for part, protocol in ((game.words, Words), (game.drawing, Drawing)):
        module: Any = part
        for name, wanted in vars(protocol).items():
            if isinstance(wanted, FunctionType) and not name.startswith("_"):
                yield from _asked(module, name, wanted, "a game answers", skip=1)
    yield from _unguided(game)
    if not hasattr(game.words, "TIMELESS"):
        yield Fault(_file(game.words), 0, "TIMELESS is missing: the moves whose text never changes, or () for none")
    if max(game.seats) > game.schema.seats:
        yield Fault(game.folder / "state.py", 0, f"the schema is for {game.schema.seats} seats, GAME for {game.seats}")


def _unguided(game: Game) -> Iterator[Fault]:
    """A guide is named by its GAME, sets its TUNING, and answers all that a guide is asked."""
    if game.guide is None:
        if (game.folder / "guide.py").is_file():
            yield Fault(game.folder / "__init__.py", 0, "there is a guide.py that GAME does not name: guide=guide")
        return
    for name, wanted in vars(Guide).items():
        if isinstance(wanted, FunctionType) and not name.startswith("_"):
            yield from _asked(game.guide, name, wanted, "a guide answers", skip=1)
    for name, kind in (("TUNING", Tuning), ("ADVICE", dict)):
        if not isinstance(vars(game.guide).get(name), kind):
            yield Fault(_file(game.guide), 0, f"{name} is missing: a guide says {name} = {kind.__name__}()")


def _file(module: Any) -> Path:
    return Path(getattr(module, "__file__", None) or "?")


def _asked(module: Any, name: str, wanted: FunctionType, who: str, skip: int = 0) -> Iterator[Fault]:
    expected = list(inspect.signature(wanted).parameters.values())[skip:]
    needed = [each.name for each in expected if each.default is each.empty]
    function = getattr(module, name, None)
    if not callable(function):
        yield Fault(_file(module), 0, f"{name}({', '.join(needed)}) is missing: {who} it")
        return
    try:
        inspect.signature(function).bind(*range(len(expected)))
    except TypeError:
        given, line = inspect.signature(function), getattr(getattr(function, "__code__", None), "co_firstlineno", 0)
        wish = ", ".join(each.name for each in expected)
        yield Fault(_file(module), line, f"{name}{given} is asked with ({wish})")


def _missing_files(game: Game) -> Iterator[Fault]:
    """Messages and rulebooks are there in four languages."""
    for language in LANGUAGES:
        for file in (f"messages/{language}.toml", f"rulebook/{language}.md"):
            if not (game.folder / file).is_file():
                yield Fault(game.folder / file, 0, "is missing: a game speaks English, French, German and Persian")


# The rules' own subset ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Function:
    """A function of the rules: where it stands, and what it is made of."""

    module: ModuleType
    node: ast.FunctionDef

    def fault(self, node: ast.AST, what: str) -> Fault:
        return Fault(_file(self.module), getattr(node, "lineno", self.node.lineno), f"{self.node.name}: {what}")


def _functions_of_the_rules(game: Game) -> Iterator[_Function]:
    """The answers to the questions, and every function of the game that they call."""
    trees: dict[str, dict[str, ast.FunctionDef]] = {}
    package = game.rules.__name__.rpartition(".")[0] or game.rules.__name__
    waiting = [getattr(game.rules, question) for question in contract.QUESTIONS]
    known: set[tuple[str, str]] = set()
    while waiting:
        function = waiting.pop()
        module = inspect.getmodule(function)
        key = function.__module__, function.__name__
        if module is None or key in known or not function.__module__.startswith(package):
            continue
        known.add(key)
        if module.__name__ not in trees:
            tree = parsed(_file(module))
            trees[module.__name__] = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        node = trees[module.__name__].get(function.__name__)
        if node is not None:
            yield _Function(module, node)
            called = (vars(module).get(each.id) for each in ast.walk(node) if isinstance(each, ast.Name))
            waiting += [each for each in called if isinstance(each, FunctionType)]


def _outside_the_subset(game: Game) -> Iterator[Fault]:
    """Only what runs plain, compiled and on a GPU alike."""
    fields = {field.name: field for field in game.schema.fields}
    for function in _functions_of_the_rules(game):
        node = function.node
        if why := why_not_here(node):
            yield function.fault(node, why)
        for each in _inside(node):
            what = _why_not(each, function)
            if what:
                yield function.fault(each, what)
            if isinstance(each, ast.Assign):
                yield from _too_large(each, function, fields)


def _inside(node: ast.FunctionDef) -> Iterator[ast.AST]:
    """The statements and expressions of a function, its docstring left out; a slice is told where it slices."""
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    for statement in body:
        for each in ast.walk(statement):
            if isinstance(each, ast.stmt | ast.expr) and not isinstance(each, ast.Slice):
                yield each


def _why_not(node: ast.AST, function: _Function) -> str:
    """Why a statement or an expression is outside the subset; nothing if it is inside. Rules count with ints alone."""
    if isinstance(node, ast.Constant) and isinstance(node.value, float):
        return f"{node.value!r} is no whole number"
    if isinstance(node, ast.Call):
        return why_not(node) or _why_not_called(node, function)
    return why_not(node)


def _why_not_called(node: ast.Call, function: _Function) -> str:
    if not isinstance(node.func, ast.Name):
        return "functions are called by their name, arguments by their order"
    name = node.func.id
    if name in BUILT_IN or isinstance(vars(function.module).get(name), FunctionType):
        return ""
    return f"{name!r} is no function of the rules (nor {', '.join(BUILT_IN)})"


def _too_large(node: ast.Assign, function: _Function, fields: dict[str, Any]) -> Iterator[Fault]:
    """A constant that does not fit the field it is written to: compiled, it would wrap."""
    value = node.value.value if isinstance(node.value, ast.Constant) else None
    if isinstance(node.value, ast.Name):
        value = vars(function.module).get(node.value.id)
    for target in node.targets:
        place = target
        while isinstance(place, ast.Subscript):
            place = place.value
        if isinstance(place, ast.Attribute) and place.attr in fields and type(value) is int:
            least, most = BOUNDS[fields[place.attr].kind]
            if not least <= value <= most:
                kind = fields[place.attr].kind
                yield function.fault(node, f"{value} does not fit into {place.attr!r}, an {kind}: {least} to {most}")


def _uneven_lookups(game: Game) -> Iterator[Fault]:
    """Lookups that the rules look at are tuples of ints, all rows of one length."""
    told: set[str] = set()
    for function in _functions_of_the_rules(game):
        for node in ast.walk(function.node):
            value = vars(function.module).get(node.id) if isinstance(node, ast.Name) else None
            if isinstance(node, ast.Name) and isinstance(value, tuple | list | dict | set) and node.id not in told:
                told.add(node.id)
                why = "is no tuple" if not isinstance(value, tuple) else _uneven(value)
                if why:
                    yield function.fault(
                        node, f"lookup {node.id} {why}: lookups are (nested) tuples of ints, rectangular"
                    )


def _uneven(lookup: tuple[Any, ...]) -> str:
    """What is wrong with a lookup, if anything."""
    if all(type(item) is int for item in lookup):
        return ""
    odd = [item for item in lookup if not isinstance(item, tuple) and type(item) is not int]
    if odd:
        return f"holds {odd[0]!r:.40}"
    if not all(isinstance(item, tuple) for item in lookup):
        return "holds numbers beside rows"
    lengths = {len(item) for item in lookup}
    if len(lengths) > 1:
        return f"has rows of {' and '.join(map(str, sorted(lengths)))}"
    return next(filter(None, map(_uneven, lookup)), "")


# Messages -------------------------------------------------------------------------------------------------------------


def _unknown_messages(game: Game) -> Iterator[Fault]:
    """Every message key that the game's code names is in the English catalogue, every paragraph in the rulebook."""
    words, paragraphs = catalogue(game.folder, "en"), rulebook(game.folder, "en").paragraphs
    for file in sorted(game.folder.glob("*.py")):
        for node in ast.walk(parsed(file)):
            for key in _keys(node):
                if key not in words:
                    yield Fault(file, getattr(node, "lineno", 0), f"no message {key!r} in messages/en.toml")
    moves = game.folder / "moves.py"
    for reason in game.reasons.values():
        if reason.key not in words:
            yield Fault(moves, _line(moves, reason.key), f"no message {reason.key!r} in messages/en.toml")
        if reason.paragraph not in paragraphs:
            yield Fault(moves, _line(moves, reason.key), f"no paragraph {reason.paragraph} in rulebook/en.md")
    for name in game.endings.values():
        if f"ending.{name}" not in words:
            yield Fault(moves, _line(moves, name), f"no message 'ending.{name}' in messages/en.toml")
    for option in game.options:
        for key in (f"option.{option.name}", *(f"option.{option.name}_{value}" for value in option.values)):
            if key not in words:
                yield Fault(game.folder / "messages" / "en.toml", 0, f"no message {key!r} for an option of GAME")
        if option.paragraph not in paragraphs:
            yield Fault(game.folder / "__init__.py", 0, f"option {option.name}: no paragraph {option.paragraph}")


def _keys(node: ast.AST) -> Iterator[str]:
    """The keys that ``Message("log.step" if ... else "log.stop", ...)`` names."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Message" and node.args:
        waiting = [node.args[0]]
        while waiting:
            each = waiting.pop()
            if isinstance(each, ast.IfExp):
                waiting += [each.body, each.orelse]
            elif isinstance(each, ast.Constant) and isinstance(each.value, str) and _KEY.fullmatch(each.value):
                yield each.value


def _line(file: Path, name: str) -> int:
    """The line that declares a constant of this name; 0 if none does."""
    wanted = name.rpartition(".")[2].upper()
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    return next((number for number, line in enumerate(lines, 1) if line.startswith(f"{wanted} =")), 0)


def _unlike_languages(game: Game) -> Iterator[Fault]:
    """Catalogues have the same keys and the same holes, rulebooks the same paragraphs."""
    english, book = catalogue(game.folder, "en"), rulebook(game.folder, "en")
    for language in LANGUAGES[1:]:
        other, file = catalogue(game.folder, language), game.folder / "messages" / f"{language}.toml"
        for key in sorted(set(english) ^ set(other)):
            yield Fault(file, 0, f"{key!r} is in {'English' if key in english else 'this language'} only")
        for key in sorted(set(english) & set(other)):
            if _holes(english[key]) != _holes(other[key]):
                wish = ", ".join(_holes(english[key])) or "nothing"
                yield Fault(file, 0, f"{key!r} fills in {', '.join(_holes(other[key])) or 'nothing'}, English {wish}")
        if list(rulebook(game.folder, language).paragraphs) != list(book.paragraphs):
            odd = sorted(set(rulebook(game.folder, language).paragraphs) ^ set(book.paragraphs)) or ["another order"]
            yield Fault(
                game.folder / "rulebook" / f"{language}.md", 0, f"not the paragraphs of en.md: {', '.join(odd)}"
            )


def _holes(text: str) -> list[str]:
    return sorted({name for _, name, _, _ in string.Formatter().parse(text) if name})
