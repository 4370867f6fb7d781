"""Numbers of a struct written out as a plan says, a word of the rules' own subset: what observations are made by.

Plain it is this loop; in WebAssembly the plan, a lookup, is followed once, while translating
(``kernel.wasm.transcribe``).

A row of the plan, one for each number that is written: the width of the number in bytes (1 or 2), where it is in the
struct (counted in numbers of that width), and how far on it is for each further seat (0 for what all see alike). A
width of 0 is the mark of a seat: 1 if that one looks.
"""

# mypy: allow-untyped-defs

MARK = 0


def transcribe(octets, shorts, seat, plan, out):
    """Write what a seat looks at. ``octets`` and ``shorts`` are the struct as numbers of one and of two bytes."""
    for k in range(len(plan)):
        place = plan[k][1] + seat * plan[k][2]
        width = plan[k][0]
        if width == 1:
            out[k] = octets[place]
        elif width == 2:
            out[k] = shorts[place]
        elif place == seat:
            out[k] = 1
        else:
            out[k] = 0
