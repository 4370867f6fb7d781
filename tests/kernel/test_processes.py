"""Processes that work for another."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

WORK = """
import os, time
from banquise.kernel.processes import processes
if __name__ == "__main__":
    with processes(2) as pool:
        print(pool.submit(os.getpid).result() != os.getpid(), flush=True)
        pool.submit(time.sleep, 1000)
        time.sleep(1000)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="nobody is killed there as here")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_workers_end_when_who_asks_is_killed(tmp_path, how):
    file = tmp_path / "work.py"
    file.write_text(WORK, encoding="utf-8")
    asker = subprocess.Popen([sys.executable, file], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert asker.stdout.readline() == "True\n"
    asker.send_signal(how)
    rest, _ = asker.communicate(timeout=100)  # the output ends when all who could write to it have
    assert rest == ""
