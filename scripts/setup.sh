# Makes .venv what a command needs, and does nothing when it already is. Sourced by ./play and ./check.
#
#   set_up PROFILE     installs requirements/PROFILE.txt (locked, hashed) and this checkout itself
#   set_up_trainers    puts what the trainers of examples/ need into .venv/trainers, for PYTHONPATH

home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
venv="$home/.venv"

complain() {
  printf 'banquise: %s\n' "$*" >&2
  exit 2
}

# A Python that is new enough.
find_python() {
  local candidate
  for candidate in python3 python3.14 python3.13 python3.12 python3.11 python; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$candidate"
      return
    fi
  done
  complain "Python 3.11 or newer is needed, and no 'python3' here is. Install it from your system or from python.org."
}

# An environment without a pip of its own is made at once, where this Python's pip can install into others.
make_venv() {
  local python=$1
  if "$python" -c 'import pip, sys; sys.exit([int(n) for n in pip.__version__.split(".")[:2]] < [22, 3])' 2>/dev/null &&
    "$python" -m venv --without-pip "$venv" >/dev/null 2>&1; then return; fi
  if ! "$python" -m venv "$venv" >/dev/null 2>&1; then
    rm -rf "$venv"
    # Debian and Ubuntu ship python3 without its venv module.
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
      apt-get -qq update >/dev/null 2>&1 && apt-get -qq install -y python3-venv >/dev/null 2>&1
    fi
    "$python" -m venv "$venv" >/dev/null 2>&1 ||
      complain "'$python -m venv' does not work here. On Debian or Ubuntu: sudo apt install python3-venv"
  fi
}

# pip for .venv: its own, or that of the Python which made it.
venv_pip() {
  if [ -d "$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/pip" ]; then
    "$venv/bin/python" -m pip "$@"
  else
    "$python" -m pip --python "$venv/bin/python" "$@"
  fi
}

# What a set-up was made from: another lock, another project file or another place needs another set-up.
stamp() {
  cat "$home/requirements/$1.txt" "$home/pyproject.toml" | cksum
  echo "$home"
}

is_ready() {
  [ -x "$venv/bin/python" ] && [ "$(cat "$venv/.ready-$1" 2>/dev/null)" = "$(stamp "$1")" ]
}

set_up() {
  local profile=$1 lock="$home/requirements/$1.txt" python
  if is_ready "$profile" || is_ready check; then return; fi # whoever can check can play
  python=$(find_python) || exit 2
  echo "Setting up Banquise in .venv (once; less than a minute)." >&2
  # A venv that was copied or whose Python is gone is made anew.
  "$venv/bin/python" -c '' 2>/dev/null || { rm -rf "$venv"; make_venv "$python"; }
  echo "  1/2  libraries ($(grep -c '==' "$lock"), locked versions)" >&2
  # Python compiles what is used when it is used: most of a library never is.
  venv_pip install --quiet --disable-pip-version-check --require-hashes --no-deps --no-compile --only-binary :all: \
    -r "$lock" 2> "$venv/.setup.log" || { cat "$venv/.setup.log" >&2; complain "the libraries could not be installed (see above)"; }
  echo "  2/2  Banquise itself" >&2
  "$venv/bin/python" "$home/scripts/link.py" "$home" || complain "Banquise could not be linked into .venv"
  stamp "$profile" > "$venv/.ready-$profile"
}

# PyTorch's build for processors is not in every registry, and the other is gigabytes: where it is not, this says so and fails.
set_up_trainers() {
  local lock="$home/requirements/examples.txt" trainers="$venv/trainers" python
  if [ "$(cat "$trainers/.ready" 2>/dev/null)" = "$(cksum < "$lock")" ]; then return; fi
  python=$(find_python) || exit 2
  echo "Setting up the trainers of examples/ in .venv/trainers (once; 0.4 GB)." >&2
  rm -rf "$trainers"
  if ! venv_pip install --quiet --disable-pip-version-check --require-hashes --no-deps --no-compile --only-binary :all: \
    --target "$trainers" -r "$lock" 2> "$venv/.setup.log"; then
    if grep -q 'No matching distribution found for torch' "$venv/.setup.log"; then return 1; fi
    cat "$venv/.setup.log" >&2
    complain "the trainers' libraries could not be installed (see above)"
  fi
  cksum < "$lock" > "$trainers/.ready"
}
