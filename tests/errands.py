"""Simple jobs for a pool, in a module that its workers can import."""

from __future__ import annotations

import os
import pickle
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Errand:
    """Something simple to do."""

    what: str

    def patience(self):
        return 2.0

    def do(self, stop):
        if self.what == "hang":
            time.sleep(60)
        if self.what == "die":
            os._exit(3)
        if self.what == "fail":
            raise ValueError("no such errand")
        if self.what == "wait":
            end = time.monotonic() + 1.9
            while time.monotonic() < end and not stop():
                time.sleep(0.01)
        return f"{self.what} done"


def run(pickled, *given):
    """Do what another module's function does: it travels by value, for that module may not be found here."""
    return pickle.loads(pickled)(*given)
