# What several levels do: formatting, the tests, an agent with optimisation. Sourced by Tools/test.

# MARK: Layout

# Formatters of other versions break lines elsewhere.
formatter=6.3

check_layout() {
  local version
  version="$(swift format --version 2>/dev/null || echo none)"
  case "$version" in
    "$formatter" | "$formatter".*)
      quietly layout swift format lint -s -p -r Package.swift Sources Tests Tools Snippets ;;
    *) say "swift format is $version: the layout is checked with that of Swift $formatter" ;;
  esac
}

# MARK: Tests

# One line per run where all is well; the whole output where it is not.
run_tests() { # run_tests NAME ARGUMENTS…: of what has been built
  local log="$logs/test-$1.log"; shift
  # Nothing is built: see `swift_build` in setup.sh.
  if ! swift test --skip-build --ignore-lock "$@" >"$log" 2>&1; then
    grep -E '✘|error:|recorded an issue|Fatal|failed' "$log" | head -n 80 >&2 || true
    tail -n 40 "$log" >&2
    fail "tests failed: swift test $* (the whole output is in $log)"
  fi
  count_tests "$log" | tee -a "$table.tests"
}

# The tests of a log, the cases of those tests, and the tests that were skipped.
count_tests() { # count_tests LOG
  awk '
    / Test run with / { next }
    /^[^ ]+ +Test .* passed after / {
      tests++
      cases += match($0, / with [0-9]+ test cases? passed after /) ? substr($0, RSTART + 6) + 0 : 1
    }
    /^[^ ]+ +Test .* skipped/ { skipped++ }
    # The last of these lines has the sum of all suites of XCTest.
    /^[ \t]*Executed [0-9]+ tests?, / { classic = $2 }
    END {
      printf "%d tests, %d cases, %d skipped\n", tests + classic, cases + classic, skipped
    }' "$1"
}

# All that this run has tested, and the level.
print_counts() {
  awk -v level="$LAPLACE_TESTS" '
    { tests += $1; cases += $3; skipped += $5 }
    END {
      printf "level %s: %d tests, %d cases, %d skipped\n", level, tests, cases, skipped
    }' "$table.tests" >&2
}

# Of the build of `test_build`.
debug_tests=(-c debug --scratch-path "$root/.build-test" "${whole_modules[@]}")

# Suites that start a browser. They need minutes, so they run from `Tools/test --ci` on.
browsers='^LaplaceCommandsTests\.Page(Access|Branch|Browser|Picture|Replay|Screenshot)Tests'

# MARK: An agent with optimisation

# Tools/demo builds the same modules in the same folder.
source "$root/Tools/demo.d/build.sh"
agent_scratch="$root/.build-demo/agent"

compile_agent() {
  stage "compiling an agent, release" quietly build-agent build_golden_agent
}

build_golden_agent() { build_agent golden-agent "$agent_scratch" "$@"; } # build_golden_agent [ARGUMENTS…]
