#!/usr/bin/env bash
# Renews the locked versions in requirements/ (hashes, no registry addresses). Needs uv: pip install uv
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
compile() { uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-annotate --no-header --python-version 3.11 "$@"; }
compile pyproject.toml --extra dev -o requirements/check.txt
# Litestar names polyfactory, and with it 26 MB of Faker, for examples in its schemas; nothing that plays imports them.
compile pyproject.toml --no-emit-package polyfactory --no-emit-package faker --extra server --extra terminal -c requirements/check.txt -o requirements/play.txt
