# Shared by the scripts beside it: finds or installs what the build needs. Source it, do not run it.

set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$root"

say() { printf '%s\n' "$*" >&2; }
fail() { say "$*"; exit 2; }

# Keeps a step's output in a log; shows it only when the step fails.
logs="$root/.build-logs"
mkdir -p "$logs"
quietly() { # quietly NAME COMMAND…
  local log="$logs/$1.log"; shift
  if ! "$@" >"$log" 2>&1; then
    tail -n 60 "$log" >&2
    fail "failed: $* (the whole output is in $log)"
  fi
}

# How many processors there are for this script and what it starts.
processors() { nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2; }

# Words where a person watches or a CI log wants signs of life.
step() { say "== $*"; }

# Prints COUNT of the lines of standard input, in their order: those with the least sums of SEED and line.
# The sums are exact in every awk, and squares mix them, so that each seed draws other lines.
draw() { # draw COUNT SEED
  awk -v seed="$2" '
    BEGIN { for (i = 32; i < 127; i++) code[sprintf("%c", i)] = i }
    {
      text = seed " " $0; sum = 1
      for (i = 1; i <= length(text); i++) {
        sum = (sum * 257 + code[substr(text, i, 1)]) % 94906249
        sum = sum * sum % 94906249
      }
      printf "%d %s\n", sum, $0
    }' | sort -n | head -n "$1" | cut -d ' ' -f 2- | sort
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif command -v sudo >/dev/null; then sudo "$@"
  else return 1; fi
}

has_header() { # has_header NAME: can a C compiler of this machine include it?
  local compiler
  for compiler in clang cc gcc; do
    if command -v "$compiler" >/dev/null; then
      printf '#include <%s>\n' "$1" | "$compiler" -E -x c - >/dev/null 2>&1
      return
    fi
  done
  [ -e "/usr/include/$1" ] || [ -e "/usr/local/include/$1" ] || [ -e "/opt/homebrew/include/$1" ]
}

# SwiftPM lets one run at a time into a folder of products. Tests that run there build nothing, so that
# what is started beside them need not wait for their end.
swift_build() { swift build ${LAPLACE_BESIDE_TESTS:+--ignore-lock} "$@"; }

# Debug builds of what nobody edits compile whole modules, without debug information.
whole_modules=(-debug-info-format none -Xswiftc -wmo -Xswiftc -num-threads -Xswiftc 2)

# The debug build of the tests, in a folder of its own: a person's own build stays as it is. Each step
# ends in a check of the state that it left.
test_build() { # test_build ARGUMENTS…: of `swift build`
  LAPLACE_CHECKS=1 swift_build -c debug --scratch-path "$root/.build-test" "${whole_modules[@]}" "$@"
}

need_swift() {
  command -v swift >/dev/null || fail "no 'swift' on the PATH: install Swift 6.2 or later (https://swift.org/install)"
}

need_zstd() {
  has_header zstd.h && return
  step "installing libzstd's headers"
  if command -v apt-get >/dev/null; then
    as_root apt-get update -qq >"$logs/packages.log" 2>&1 || true
    as_root env DEBIAN_FRONTEND=noninteractive \
      apt-get install -y -qq --no-install-recommends libzstd-dev >>"$logs/packages.log" 2>&1 || true
  elif command -v dnf >/dev/null; then as_root dnf install -y -q libzstd-devel >"$logs/packages.log" 2>&1 || true
  elif command -v apk >/dev/null; then as_root apk add -q zstd-dev >"$logs/packages.log" 2>&1 || true
  elif command -v pacman >/dev/null; then as_root pacman -S --noconfirm zstd >"$logs/packages.log" 2>&1 || true
  elif command -v brew >/dev/null; then brew install -q zstd >"$logs/packages.log" 2>&1 || true
  fi
  has_header zstd.h || fail "libzstd's headers are missing and could not be installed: install the package
  libzstd-dev (Debian, Ubuntu), libzstd-devel (Fedora), zstd-dev (Alpine) or zstd (Homebrew, Arch), then run this again"
}

# Counts instructions: Tools/bench --check-instructions.
has_valgrind() { command -v valgrind >/dev/null; }

install_valgrind() { install_program valgrind; }

# Installs the Debian package of a program that is not there.
install_program() { # install_program NAME: of the program and of its package
  command -v "$1" >/dev/null && return
  step "installing $1"
  command -v apt-get >/dev/null || fail "no apt-get to install $1 with: install it, then run this again"
  quietly packages as_root apt-get update -qq
  quietly packages as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "$1"
  hash -r
}

# A Python with the independent MCAP reader and a validator of JSON Schema, for the tests that read our
# files with them.
# Sets LAPLACE_PYTHON, or leaves it unset and says why.
find_mcap_python() {
  local home="$root/.build-python"
  if [ -x "$home/bin/python" ] && "$home/bin/python" -c 'import mcap.reader, zstandard, jsonschema' 2>/dev/null; then
    export LAPLACE_PYTHON="$home/bin/python"; return
  fi
  # Where nothing may be skipped: Debian's Python comes without what makes an environment.
  if [ -n "${LAPLACE_REQUIRE:-}" ] && ! python3 -c 'import ensurepip' 2>/dev/null \
    && command -v apt-get >/dev/null; then
    step "installing python3-venv"
    quietly packages as_root apt-get update -qq
    quietly packages as_root env DEBIAN_FRONTEND=noninteractive \
      apt-get install -y -qq --no-install-recommends python3 python3-venv
  fi
  local python
  python="$(command -v python3 || true)"
  if [ -z "$python" ]; then say "no python3: the independent MCAP reader's tests are skipped"; return; fi
  if "$python" -m venv "$home" >"$logs/python.log" 2>&1 \
    && "$home/bin/python" -m pip install -q --disable-pip-version-check mcap zstandard jsonschema >>"$logs/python.log" 2>&1; then
    export LAPLACE_PYTHON="$home/bin/python"
  else
    say "python's packages 'mcap' and 'jsonschema' could not be installed ($logs/python.log): its tests are skipped"
  fi
}
