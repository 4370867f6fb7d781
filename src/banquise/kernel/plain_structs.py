"""As much of msgspec as the table needs, in plain Python, for where there is no msgspec (a browser): structures, their
JSON, and the checks of what comes from outside, with the same words for what is wrong. ``kernel/__init__.py`` puts it
in msgspec's place there; ``tests/kernel/test_plain_structs.py`` holds the two equal.

Left out: everything that nothing in ``kernel``, ``games``, ``table``, ``bots`` and ``server`` asks for in a browser.
"""

# mypy: ignore-errors
# Types are taken apart at run time here; whoever uses this module is checked against msgspec's own types.

from __future__ import annotations

import json as _json
import re
import types
import typing
from collections.abc import Callable
from functools import cache
from inspect import get_annotations
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

_REQUIRED = object()


class MsgspecError(Exception):
    """Anything that goes wrong here."""


class DecodeError(MsgspecError):
    """Not JSON."""


class ValidationError(DecodeError):
    """JSON, but not what was to come."""


class Meta:
    """What must hold of a value beyond its type."""

    def __init__(self, *, ge=None, le=None, min_length=None, max_length=None, pattern=None, extra=None):
        self.ge, self.le, self.min_length, self.max_length = ge, le, min_length, max_length
        self.pattern, self.extra = pattern, extra

    def check(self, value: Any, at: str) -> None:
        """Raise ValidationError unless it holds."""
        kind = _name(value)
        if self.ge is not None and value < self.ge:
            _fail(f"Expected `{kind}` >= {self.ge}", at)
        if self.le is not None and value > self.le:
            _fail(f"Expected `{kind}` <= {self.le}", at)
        if self.min_length is not None and len(value) < self.min_length:
            _fail(f"Expected `{kind}` of length >= {self.min_length}", at)
        if self.max_length is not None and len(value) > self.max_length:
            _fail(f"Expected `{kind}` of length <= {self.max_length}", at)
        if self.pattern is not None and not re.search(self.pattern, value):
            _fail(f"Expected `str` matching regex {self.pattern!r}", at)


class UnsetType:
    """What a field holds that is not there, and is not written."""

    def __bool__(self) -> bool:
        return False


UNSET = UnsetType()


class Raw(bytes):
    """JSON that was written before."""


# Structures -------------------------------------------------------------------------------------


class _Config:
    """How a structure is written and read."""

    def __init__(self, **asked: Any):
        self.array_like = asked.get("array_like", False)
        self.forbid_unknown_fields = asked.get("forbid_unknown_fields", False)
        self.omit_defaults = asked.get("omit_defaults", False)
        self.tag_field, self.tag = asked.get("tag_field"), asked.get("tag")


_INHERITED = ("array_like", "forbid_unknown_fields", "omit_defaults", "tag_field")


class _StructType(type):
    def __new__(mcls, name, bases, namespace, **asked):
        cls = super().__new__(mcls, name, bases, namespace)
        above = [base for base in bases if isinstance(base, _StructType)]
        inherited = {name: getattr(above[0].__config__, name) for name in _INHERITED} if above else {}
        cls.__config__ = _Config(**(inherited | asked))
        cls.__defaults__ = dict(above[0].__defaults__) if above else {}
        by_keyword = set(above[0].__by_keyword__) if above else set()
        for field in get_annotations(cls):
            cls.__defaults__[field] = namespace.get(field, _REQUIRED)
            if asked.get("kw_only"):
                by_keyword.add(field)
        cls.__by_keyword__ = by_keyword
        cls.__match_args__ = tuple(field for field in cls.__defaults__ if field not in by_keyword)
        cls.__struct_fields__ = tuple(cls.__defaults__)
        cls.__init__ = _init(cls)
        return cls

    def __init__(cls, name, bases, namespace, **asked):
        super().__init__(name, bases, namespace)


def _init(cls: Any) -> Callable[..., None]:
    """A constructor made for these fields, as dataclasses make them."""
    scope: dict[str, Any] = {}
    words, keywords, lines = [], [], []
    for field, default in cls.__defaults__.items():
        word = field
        if default is not _REQUIRED:
            scope[f"_{field}"] = default
            word = f"{field}=_{field}"
        (keywords if field in cls.__by_keyword__ else words).append(word)
        fresh = type(default) in (list, dict)  # each gets one of its own
        value = f"{field}.copy() if {field} is _{field} else {field}" if fresh else field
        lines.append(f"self.{field} = {value}")
    given = ", ".join(["self", *words, *(["*", *keywords] if keywords else [])])
    exec(f"def __init__({given}):\n    " + ("\n    ".join(lines) or "pass"), scope)  # noqa: S102 -- names of fields only
    return scope["__init__"]


class Struct(metaclass=_StructType):
    """Named fields. Whoever says ``frozen`` is trusted not to change them."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((type(self), *self.__dict__.values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"


class structs:  # noqa: N801 -- it stands for a module
    """As ``msgspec.structs``."""

    @staticmethod
    def replace(one: Struct, **changes: Any) -> Any:
        """Another one, in which these fields differ."""
        return type(one)(**{**one.__dict__, **changes})


# Writing ----------------------------------------------------------------------------------------


def _builtin(value: Any) -> Any:
    """What the JSON library can write, one level down."""
    if isinstance(value, Struct):
        config = type(value).__config__
        if config.array_like:
            return list(value.__dict__.values())
        found = {config.tag_field or "type": config.tag} if config.tag else {}
        if config.omit_defaults:
            defaults = type(value).__defaults__
            return found | {k: v for k, v in value.__dict__.items() if defaults[k] is _REQUIRED or v != defaults[k]}
        return found | {k: v for k, v in value.__dict__.items() if v is not UNSET}
    if isinstance(value, Raw):
        return _json.loads(bytes(value))
    if isinstance(value, (set, frozenset)):
        return list(value)
    raise TypeError(f"Encoding objects of type {type(value).__name__} is unsupported")


def to_builtins(value: Any) -> Any:
    """Lists, dictionaries, texts and numbers only."""
    return _json.loads(_json.dumps(value, default=_builtin))


# Reading ----------------------------------------------------------------------------------------


def _fail(what: str, at: str) -> typing.NoReturn:
    raise ValidationError(what if at == "$" else f"{what} - at `{at}`")


_NAMES = {dict: "object", list: "array", tuple: "array", type(None): "null"}


def _name(value: Any) -> str:
    return _NAMES.get(type(value), type(value).__name__)


_ORDER = ("bool", "int", "float", "str", "array", "object", "null")  # in which kinds are named


def _expected(hint: Any) -> str:
    if hint is None:
        return "null"
    if get_origin(hint) is Annotated:
        return _expected(get_args(hint)[0])
    if get_origin(hint) in (Union, types.UnionType):
        return " | ".join(sorted({_expected(each) for each in get_args(hint)}, key=_ORDER.index))
    if get_origin(hint) is Literal:
        return "str"
    plain = get_origin(hint) or hint
    if isinstance(plain, type) and issubclass(plain, Struct):
        return "array" if plain.__config__.array_like else "object"
    return _NAMES.get(plain, getattr(plain, "__name__", str(plain)))


Reader = Callable[[Any, str], Any]


@cache
def _reader(hint: Any) -> Reader:
    """What makes a value of a type from JSON, or says why not."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Any:
        return lambda value, at: value
    if origin is Annotated:
        return _annotated(_reader(inner[0]), [each for each in inner[1:] if isinstance(each, Meta)])
    if origin is Literal:
        return _literal(inner)
    if origin in (Union, types.UnionType):
        return _union(hint, inner)
    if origin is list or hint is list:
        return _sequence(list, _reader(inner[0]) if inner else _reader(Any))
    if origin is tuple and inner[-1] is Ellipsis:
        return _sequence(tuple, _reader(inner[0]))
    if origin is tuple:
        return _pair(tuple(_reader(each) for each in inner))
    if origin is dict or hint is dict:
        return _mapping(_reader(inner[1]) if inner else _reader(Any))
    if isinstance(hint, type) and issubclass(hint, Struct):
        return _array_struct(hint) if hint.__config__.array_like else _struct(hint)
    return _single(type(None) if hint is None else hint)


def _single(kind: type) -> Reader:
    def read(value: Any, at: str) -> Any:
        if type(value) is kind:
            return value
        if kind is float and type(value) is int:
            return float(value)
        if kind is int and type(value) is float and value.is_integer():
            return int(value)
        _fail(f"Expected `{_NAMES.get(kind, kind.__name__)}`, got `{_name(value)}`", at)

    return read


def _annotated(read: Reader, rules: list[Meta]) -> Reader:
    def checked(value: Any, at: str) -> Any:
        found = read(value, at)
        for rule in rules:
            rule.check(found, at)
        return found

    return checked


def _literal(allowed: tuple[Any, ...]) -> Reader:
    def read(value: Any, at: str) -> Any:
        if type(value) is not str:
            _fail(f"Expected `str`, got `{_name(value)}`", at)
        if value not in allowed:
            _fail(f"Invalid enum value {value!r}", at)
        return value

    return read


def _sequence(make: type, read: Reader) -> Reader:
    def reads(value: Any, at: str) -> Any:
        if type(value) is not list:
            _fail(f"Expected `array`, got `{_name(value)}`", at)
        return make([read(each, f"{at}[{n}]") for n, each in enumerate(value)])

    return reads


def _pair(readers: tuple[Reader, ...]) -> Reader:
    def read(value: Any, at: str) -> Any:
        if type(value) is not list:
            _fail(f"Expected `array`, got `{_name(value)}`", at)
        if len(value) != len(readers):
            _fail(f"Expected `array` of length {len(readers)}, got {len(value)}", at)
        return tuple(one(each, f"{at}[{n}]") for n, (one, each) in enumerate(zip(readers, value, strict=True)))

    return read


def _mapping(read: Reader) -> Reader:
    def reads(value: Any, at: str) -> Any:
        if type(value) is not dict:
            _fail(f"Expected `object`, got `{_name(value)}`", at)
        return {key: read(each, f"{at}[...]") for key, each in value.items()}

    return reads


def _struct(cls: Any) -> Reader:
    readers: dict[str, Reader] = {}

    def read(value: Any, at: str) -> Any:
        if type(value) is not dict:
            _fail(f"Expected `object`, got `{_name(value)}`", at)
        if not readers:
            hints = get_type_hints(cls, include_extras=True)
            readers.update((field, _reader(hints[field])) for field in cls.__defaults__)
        config, found = cls.__config__, {}
        for name, each in value.items():
            if name in readers:
                found[name] = readers[name](each, f"{at}.{name}")
            elif config.tag and name == config.tag_field:
                if each != config.tag:
                    _fail(f"Invalid value {each!r}", f"{at}.{name}")
            elif config.forbid_unknown_fields:
                _fail(f"Object contains unknown field `{name}`", at)
        for name, default in cls.__defaults__.items():
            if default is _REQUIRED and name not in found:
                _fail(f"Object missing required field `{name}`", at)
        return cls(**found)

    return read


def _array_struct(cls: Any) -> Reader:
    def read(value: Any, at: str) -> Any:
        hints = get_type_hints(cls, include_extras=True)
        return cls(*_pair(tuple(_reader(hints[field]) for field in cls.__defaults__))(value, at))

    return read


def _union(hint: Any, kinds: tuple[Any, ...]) -> Reader:
    kinds = tuple(each for each in kinds if each is not UnsetType)
    if len(kinds) == 1:
        return _reader(kinds[0])
    tagged = {
        each.__config__.tag: each
        for each in kinds
        if isinstance(each, type) and issubclass(each, Struct) and each.__config__.tag
    }
    if len(tagged) > 1:
        return _by_tag(tagged)
    readers = {_json_type(each): _reader(each) for each in kinds}

    def read(value: Any, at: str) -> Any:
        found = readers.get(type(value))
        if found is None:
            _fail(f"Expected `{_expected(hint)}`, got `{_name(value)}`", at)
        return found(value, at)

    return read


def _json_type(hint: Any) -> type:
    """The type that the JSON library gives us for values of a hint."""
    if get_origin(hint) is Annotated:
        return _json_type(get_args(hint)[0])
    if hint is None:
        return type(None)
    if get_origin(hint) is Literal:
        return str
    plain = get_origin(hint) or hint
    if issubclass(plain, Struct):
        return list if plain.__config__.array_like else dict
    return list if plain is tuple else plain


def _by_tag(tagged: dict[str, Any]) -> Reader:
    field = next(iter(tagged.values())).__config__.tag_field or "type"

    def read(value: Any, at: str) -> Any:
        if type(value) is not dict:
            _fail(f"Expected `object`, got `{_name(value)}`", at)
        if field not in value:
            _fail(f"Object missing required field `{field}`", at)
        tag = value[field]
        if type(tag) is not str:
            _fail("Expected `str`", f"{at}.{field}")
        if tag not in tagged:
            _fail(f"Invalid value {tag!r}", f"{at}.{field}")
        return _reader(tagged[tag])(value, at)

    return read


def convert(value: Any, kind: Any) -> Any:
    """A value of a type, from lists, dictionaries, texts and numbers."""
    return _reader(kind)(value, "$")


# JSON -------------------------------------------------------------------------------------------


class json:  # noqa: N801 -- it stands for a module
    """As ``msgspec.json``."""

    @staticmethod
    def encode(value: Any) -> bytes:
        """A value as JSON, as short as it goes."""
        if type(value) is Raw:
            return bytes(value)
        return _json.dumps(value, default=_builtin, ensure_ascii=False, separators=(",", ":")).encode()

    @staticmethod
    def decode(data: bytes | str, kind: Any = Any) -> Any:
        """A value of a type from JSON."""
        try:
            found = _json.loads(data, parse_constant=_no_number)
        except (ValueError, UnicodeDecodeError) as error:
            raise DecodeError(f"JSON is malformed: {error}") from None
        return _reader(kind)(found, "$")

    @staticmethod
    def format(data: bytes, indent: int) -> bytes:
        """JSON with a line for each thing."""
        return _json.dumps(_json.loads(data), ensure_ascii=False, indent=indent).encode()

    class Encoder:
        """As ``msgspec.json.Encoder``."""

        def encode(self, value: Any) -> bytes:
            """A value as JSON."""
            return json.encode(value)

    class Decoder:
        """As ``msgspec.json.Decoder``."""

        def __init__(self, kind: Any = Any):
            self.kind = kind

        def decode(self, data: bytes | str) -> Any:
            """A value of the type from JSON."""
            return json.decode(data, self.kind)


def _no_number(text: str) -> typing.NoReturn:
    raise ValueError(f"{text} is no number of JSON")
