"""``python -m banquise``: the same as the ``banquise`` command."""

from banquise.terminal.command import main

main()
