"""Rules, guides and search as WebAssembly: translated from their Python source, run on the CPU and in browsers.

    room = Room()                                     # lay out the memory
    states = room.structs("states", game.schema.layout, 500)
    rng, out = room.numbers("rng", 4), room.numbers("out", game.buffer)
    code = translate(playout, room, {"random_step": (states[0], INT, rng, out)}, rules=game.rules)
    instance = code.instance()
    instance.numbers("rng")[:] = 1, 2, 3, 4
    instance.call["random_step"](2)                   # only what is not in the room is passed

``docs/design.md`` says how the translation works, and what the rules' own subset is.
"""

from banquise.kernel.wasm.engine import Code, Instance, Trapped
from banquise.kernel.wasm.program import translate
from banquise.kernel.wasm.room import ADDRESS, BOOL, FLOAT, INT, Buffer, Room
from banquise.kernel.wasm.source import Refused

__all__ = [
    "ADDRESS",
    "BOOL",
    "FLOAT",
    "INT",
    "Buffer",
    "Code",
    "Instance",
    "Refused",
    "Room",
    "Trapped",
    "translate",
]
