#!/usr/bin/env bash
# Renews the locked versions in requirements/ (hashes, no registry addresses). Needs uv: pip install uv
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
compile() { uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-annotate --no-header --python-version 3.11 "$@"; }
compile pyproject.toml --extra dev -o requirements/check.txt
# Litestar names polyfactory, and with it 26 MB of Faker, for examples in its schemas; nothing that plays imports them.
compile pyproject.toml --no-emit-package polyfactory --no-emit-package faker --extra server --extra terminal -c requirements/check.txt -o requirements/play.txt
# The trainers of examples/ are installed beside what check.txt installs: here is only the rest, with the Gymnasium that RLlib
# wants. PyTorch from the registry is 0.5 GB on Linux and needs 2 GB of CUDA; its build for processors has another name.
torch="torch==2.13.0+cpu --hash=sha256:6746dbcbeb526eb61330b76b41ff1b4eb848951103a892eeb080dfa2b264667b"  # Python 3.11, x86-64
there=$(sed -n '/^[a-z].*==/s/ *\\$//p' requirements/check.txt | grep -v '^gymnasium==')
{
  echo "$torch"
  compile pyproject.toml --extra examples -c <(echo "$there") $(sed 's/==.*//; s/^/--no-emit-package /' <<< "$there") |
    awk '/^[a-z]/ { keep = !/^(nvidia-|cuda-|triton==|torch==)/ } keep'
} > requirements/examples.txt
