"""What is said to requests that are not done, and the limits to how many may come from one address."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from litestar import Request
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import ResponseSpec

from banquise.server import protocol as p

_TOLD = {
    400: "The request is not well made; the text says what would be right.",
    401: "The key opens no card: it was revoked, or the card was deleted.",
    403: "The page it comes from may not.",
    404: "There is no such thing here.",
    409: "Not now; the text says why.",
    413: "Too long.",
    429: "Too many from one address; wait.",
    503: "Too much is going on; try again in a moment.",
}
_NOTHING: Mapping[int, str] = MappingProxyType({})


def problems(*statuses: int, own: Mapping[int, str] = _NOTHING) -> dict[int, ResponseSpec]:
    """How a request may be refused, for the description of the interface; ``own``: where that means something else."""
    told = _TOLD | dict(own)
    return {one: ResponseSpec(p.Problem, description=told[one], generate_examples=False) for one in statuses}


def address_of(request: Request[Any, Any, Any]) -> str:
    """Who asks, as far as one can tell."""
    return request.client.host if request.client else "?"


def slow_down(
    request: Request[Any, Any, Any],
    state: State,
    bucket: str,
    what: str = "requests",
    wait: str = "a moment",
    count: int = 1,
) -> None:
    """Take one, or so many, from the bucket of the address that asks, or refuse."""
    if not state[bucket].take(address_of(request), count):
        raise HTTPException(f"too many {what} from one address; wait {wait}", status_code=429)
