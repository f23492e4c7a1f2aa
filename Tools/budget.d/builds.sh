# The builds that have a budget, each from nothing. Sourced by Tools/budget.

source "$root/Tools/demo.d/build.sh"

# Prints the labels of a build, in the order in which they are made.
labels_of() {
  case "$1" in
    demo | stranger | tests) echo "$1-debug $1-release" ;;
    *) fail "Tools/budget: no build '$1'; these are: demo, stranger, tests" ;;
  esac
}

build_label() { # build_label LABEL SCRATCH
  case "$1" in
    demo-debug) build_demo_tool "$2" ;;
    demo-release) build_demo_agent "$2" ;;
    stranger-debug) build_stranger "$2" -c debug --build-tests ;;
    stranger-release) build_stranger "$2" -c release ;;
    tests-debug) test_build --build-tests --scratch-path "$2" ;;
    tests-release) LAPLACE_RELEASE_TESTS=1 swift build --build-tests -c release --scratch-path "$2" ;;
  esac
}

# A package with a game, a tool and a test, which depends on a tagged clone of this folder's files.
stranger="$root/.build-budget/stranger"

make_stranger() {
  local clone="$stranger/laplace"
  rm -rf "$stranger"
  mkdir -p "$stranger"
  git init --quiet "$clone"
  git --git-dir="$clone/.git" --work-tree="$root" add --all .
  git -C "$clone" -c user.name=stranger -c user.email=stranger@example.org commit --quiet -m 1.0.0
  git -C "$clone" reset --quiet --hard
  git -C "$clone" tag 1.0.0
  cp -R "$root/Tools/budget.d/stranger" "$stranger/ball"
  sed "s|LAPLACE_URL|file://$clone|" "$root/Tools/budget.d/stranger/Package.swift" \
    >"$stranger/ball/Package.swift"
}

# The clone's tag means other files at each run: no cache and no fingerprint of an earlier one.
build_stranger() { # build_stranger SCRATCH ARGUMENTS…
  local scratch="$1"; shift
  swift build --package-path "$stranger/ball" --scratch-path "$scratch" --disable-dependency-cache \
    --security-path "$stranger/security" "$@"
}
