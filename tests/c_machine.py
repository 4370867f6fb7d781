"""A stand-in for a CUDA device: the same source, compiled by this machine's C compiler, run by loops over threads."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import numpy as np

COMPILER = shutil.which("gcc") or shutil.which("cc")
PLUS_PLUS = shutil.which("g++") or shutil.which("c++")
# What does not fit into 32 bits ends in a trap.
CHECKS = ("-DCHECKED=1", "-fsanitize=signed-integer-overflow", "-fsanitize-undefined-trap-on-error", "-O1")
# Threads of a device do not wait for each other, so what they share they read and write by one kind of pointer.
ALWAYS = ("-x", "c", "-std=gnu11", "-shared", "-fPIC", "-fno-strict-aliasing", "-ffp-contract=off", "-w")


@cache
def compiled(text: str, flags: tuple[str, ...]) -> ctypes.CDLL:
    """A library of a source."""
    with tempfile.TemporaryDirectory() as folder:
        here, there = Path(folder) / "source.c", Path(folder) / "library.so"
        here.write_text(text, encoding="utf-8")
        subprocess.run([COMPILER, *ALWAYS, *flags, "-o", str(there), str(here), "-lm"], check=True)
        return ctypes.CDLL(str(there))


# As a CUDA compiler reads it, words of CUDA's own left out.
CUDA = """
#define __device__
#define __global__
#define __launch_bounds__(threads)
#define __CUDACC__
struct Index { unsigned x; };
static const Index blockIdx = {0}, blockDim = {1}, threadIdx = {0};
"""


def is_cuda(text):
    """Would a CUDA compiler take it, as far as a compiler of C++ can tell?"""
    command = [PLUS_PLUS, "-x", "c++", "-std=c++17", "-fsyntax-only", "-w", "-"]
    return subprocess.run(command, input=CUDA + text, text=True, check=False).returncode == 0


class CMachine:
    """What ``gpu.Machine`` does, on this machine's processor."""

    def __init__(self, text, flags=("-O1",)):
        self._library = compiled(text, tuple(flags))

    def array(self, there):
        return np.array(there)

    def zeros(self, shape, kind):
        return np.zeros(shape, kind)

    def run(self, name, blocks, threads, arguments):
        del blocks, threads
        getattr(self._library, name)(*(_argument(each) for each in arguments))

    def wait(self):
        pass

    def fetched(self, array):
        return array.copy()


def _argument(given):
    if isinstance(given, np.ndarray):
        assert given.flags.c_contiguous
        return ctypes.c_void_p(given.ctypes.data)
    return ctypes.c_int(int(given)) if given.dtype == np.int32 else ctypes.c_longlong(int(given))
