"""Make this checkout importable from the venv, without a build step: a path file and the ``banquise`` command."""

import site
import sys
import sysconfig
from pathlib import Path

home = Path(sys.argv[1])
(Path(site.getsitepackages()[0]) / "banquise-checkout.pth").write_text(f"{home / 'src'}\n", encoding="utf-8")
command = Path(sysconfig.get_path("scripts")) / "banquise"
command.write_text(
    f'#!{sys.executable}\nfrom banquise.terminal.command import main\n\nif __name__ == "__main__":\n    main()\n',
    encoding="utf-8",
)
command.chmod(0o755)
