"""Packages that only an extra brings: who lacks one is told which extra to install."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def of_extra(extra: str) -> Iterator[None]:
    """Imports inside name the extra if a package is missing.

    >>> with of_extra("research"):
    ...     import no_such_package
    Traceback (most recent call last):
    ...
    ModuleNotFoundError: no_such_package is not installed: pip install 'banquise[research]'
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("banquise"):
            raise
        said = f"{error.name} is not installed: pip install 'banquise[{extra}]'"
        raise ModuleNotFoundError(said, name=error.name, path=error.path) from None
