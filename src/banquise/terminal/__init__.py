"""The ``banquise`` command."""
