"""The dot product of two rows of small ints, a word of the rules' own subset: what networks are made of.

Plain it is this loop; in WebAssembly eight products are made at a time (``kernel.wasm.dot``), on a CUDA device
four (``kernel/cuda/prelude.h``).
"""

# mypy: allow-untyped-defs


def dot(one, other):
    """The sum of the products of two rows of one length, each a lookup or a field of 8- or 16-bit numbers."""
    total = 0
    for i in range(len(one)):
        total += one[i] * other[i]
    return total
