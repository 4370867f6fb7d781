"""What every game stands on: state schemas, compilation, chance, geometry, notation. Knows no game."""

import sys
from importlib.util import find_spec

if find_spec("msgspec") is None:  # there is none for browsers: structures and JSON in plain Python stand in for it
    from banquise.kernel import plain_structs

    sys.modules["msgspec"] = plain_structs
