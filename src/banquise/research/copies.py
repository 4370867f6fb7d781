"""Copies that are copies: pickled, copied or deep-copied, an environment is an independent equal.

Some attributes are arrays that look into other arrays, or programs and threads of this process. They are never copied
apart from what they look at, which would freeze what is seen: they are left out, and made anew.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any, ClassVar, Self


class Whole:
    """Something whose parts look at each other. ``look`` makes the attributes named in ``made_by_look``."""

    made_by_look: ClassVar[tuple[str, ...]] = ()

    def look(self) -> None:
        """Make the attributes that follow from the others."""

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in self.made_by_look}

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        self.__dict__.update(attributes)
        self.look()

    def __copy__(self) -> Self:
        return deepcopy(self)
