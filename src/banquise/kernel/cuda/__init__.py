"""Rules and generic programs as CUDA C, written from their Python source: for a GPU, and for the C compiler in tests.

    entries = {"random_move": (ROW("u4", 4), ROW("i2", game.buffer), INT)}
    program = write({stepper: entries}, rules=game.rules, schema=game.schema)
    program.text                # C that any C compiler takes, and NVRTC

The C is as plain as the source: a function for a function, an int for an int. What WebAssembly counts in 64 bits is
counted in 32 here wherever nothing wider enters a sum (``values.LONG`` says when); the checked build, which runs on a
processor, stops where a number did not fit, so that a test can hold the two equal and be sure of the rest.
"""

from banquise.kernel.cuda.program import Program, write
from banquise.kernel.cuda.values import BOOL, FLOAT, INT, LONG, ROW, Strided, Table

__all__ = ["BOOL", "FLOAT", "INT", "LONG", "ROW", "Program", "Strided", "Table", "write"]
