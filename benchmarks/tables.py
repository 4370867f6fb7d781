"""All tables about speed without a compiler, one after the other, each by its own command.

    python benchmarks/tables.py        about six minutes on a quiet machine; needs Numba and the history of the clone

They are the tables of `docs/benchmarks.md`: random play, search and cold start beside the last build by Numba; every
environment and adapter beside the same; `./play` as on a bare machine; the table without a server in Chromium. Add the
last line of `./check` yourself: it takes longer than all of these.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
PARTS = {
    "WebAssembly beside the last build by Numba": "webassembly.py",
    "Adapters beside the last build by Numba": "before.py",
    "`./play` on a bare machine": "bare.py",
    "The table without a server": "static.py",
}


def main() -> None:
    """Print them all; the rest is printed even if one fails."""
    failed = []
    for title, script in PARTS.items():
        print(f"\n## {title}\n", flush=True)
        if subprocess.run([sys.executable, str(HERE / script)], check=False).returncode:
            failed.append(script)
    if failed:
        sys.exit(f"failed: {', '.join(failed)}")


if __name__ == "__main__":
    main()
