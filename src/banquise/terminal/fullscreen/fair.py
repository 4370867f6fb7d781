"""Chance that nobody steers, as a client keeps it (docs/fair-chance.md): what this one adds is shown as a seal until
all sit at the table, and what it was shown itself is kept, so that both can be checked when the match is over."""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from typing import Any

from banquise.kernel import fair
from banquise.terminal.shelf import shelf

_MOST = 100  # parts that are remembered
Added = dict[str, Any]  # the part, and the commitment and seals that were shown when it was revealed


def sealed() -> str:
    """A fresh part of chance: its seal, to be sent."""
    part = secrets.token_urlsafe(24)
    seal = fair.seal(part)
    _remember(seal, {"part": part})
    return seal


def to_reveal(table: dict[str, Any]) -> tuple[int, str] | None:
    """A seat of ours and its part, if it is to be revealed now: all sit, and everybody's seal is shown."""
    if table["status"] != "open" or any(one["kind"] == "open" or one["must_seal"] for one in table["seats"]):
        return None
    for seat in table["you"]:
        info = table["seats"][seat]
        added = _remembered(info["seal"])
        if added is None or info["part"]:
            continue
        # What we are shown now is what counts; shown anything else later, we keep this.
        shown = {"commitment": table["commitment"], "seals": [one["seal"] for one in table["seats"]]}
        _remember(info["seal"], shown | added)
        return seat, added["part"]
    return None


def is_fair(table: dict[str, Any]) -> bool | None:
    """Was chance as it was sealed, ours and theirs? None where we have nothing to compare, or it is not over."""
    if table["status"] != "over" or table["seed"] is None:
        return None
    own = next((added for seat in table["you"] if (added := _shown(table["seats"][seat]["seal"]))), None)
    if own is None:
        return None
    if not own["commitment"] == table["commitment"] == fair.commitment(bytes.fromhex(table["seed"])):
        return False
    for seat, seal in zip(table["seats"], own["seals"], strict=True):
        if seal and (seat["seal"] != seal or fair.seal(seat["part"]) != seal or seat["part"] not in table["entropy"]):
            return False
    return own["part"] in table["entropy"]


def _shown(seal: str) -> Added | None:
    added = _remembered(seal)
    return added if added is not None and "seals" in added else None


def _remembered(seal: str) -> Added | None:
    try:
        kept: Added = json.loads((_folder() / seal).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return kept


def _remember(seal: str, added: Added) -> None:
    """On disk, so that whoever comes back to a table can still reveal; a file each, so that two terminals do not
    write over each other's. Only the user may read them."""
    folder = _folder()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / seal).touch(mode=0o600)
    (folder / seal).write_text(json.dumps(added), encoding="utf-8")
    for old in sorted(folder.iterdir(), key=lambda file: -file.stat().st_mtime)[_MOST:]:
        old.unlink(missing_ok=True)


def _folder() -> Path:
    return shelf() / "parts"
