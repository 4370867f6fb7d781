"""A translated program as two files for other hosts, such as a browser: the module, and what to know of its memory."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from banquise.kernel.layout import Layout
from banquise.kernel.wasm.engine import Code
from banquise.kernel.wasm.room import ADDRESS, BOOL, FLOAT, INT, PAGE, Array, Room


def manifest(code: Code) -> dict[str, Any]:
    """Entries by name with what is passed and answered, buffers with their addresses, layouts of structs.

    An ``int`` has 64 bits (a BigInt in JavaScript), a ``float`` likewise, a ``bool`` and an ``address`` have 32. The
    module exports the entries by their names, and its memory as ``memory``.
    """
    layouts: dict[str, Any] = {}
    buffers: dict[str, Any] = {}
    for name, buffer in code.room.buffers.items():
        shape = buffer.shape
        item, dimensions = (shape.item, list(shape.shape)) if isinstance(shape, Array) else (shape, [])
        if isinstance(item, Layout):
            layouts[item.name] = _layout(item)
            item = item.name
        buffers[name] = {"address": buffer.address, "item": item, "shape": dimensions, "bytes": buffer.size}
    entries = {
        name: {
            "passed": ["address" if each is ADDRESS else each.name for each in params],
            "answers": result.name if result else None,
        }
        for name, (params, result) in code.entries.items()
    }
    return {"bytes": code.pages * PAGE, "entries": entries, "buffers": buffers, "layouts": layouts}


def _layout(layout: Layout) -> dict[str, Any]:
    fields = {
        spot.name: {"kind": spot.kind, "shape": list(spot.shape), "offset": spot.offset}
        for spot in layout.spots.values()
    }
    return {"bytes": layout.size, "fields": fields}


def export(code: Code, folder: Path, name: str) -> tuple[Path, Path]:
    """Write ``name.wasm`` and ``name.json``; where they are."""
    module, facts = folder / f"{name}.wasm", folder / f"{name}.json"
    module.write_bytes(code.raw)
    facts.write_text(json.dumps(manifest(code), indent=1) + "\n", encoding="utf-8")
    return module, facts


def imported(folder: Path, name: str, room: Room) -> Code:
    """What ``export`` wrote, for a room that is laid out as it was then."""
    facts = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    kinds: dict[str, Any] = {kind.name: kind for kind in (BOOL, INT, FLOAT)} | {"address": ADDRESS}
    entries = {
        entry: ([kinds[passed] for passed in told["passed"]], kinds[told["answers"]] if told["answers"] else None)
        for entry, told in facts["entries"].items()
    }
    return Code((folder / f"{name}.wasm").read_bytes(), room, facts["bytes"] // PAGE, entries, ())
