# Every proof: Tools/test --ci and Tools/test --all. Sourced by Tools/test.

test_every_proof() {
  stage "Python with an independent reader" find_mcap_python
  # Compilers first, two lanes of them: neither keeps two processors busy by itself.
  beside compile_package compile_others
  # Tests wait for what they started; the other lane takes the time that they leave.
  beside test_debug test_others
  # Workers wait for each other at barriers, and must not lose a processor to another program.
  stage "tests, release" release_build run_tests release -c release
  stage "golden recordings in the quick matrix of builds, and from every key frame" verify_golden
  if [ "$LAPLACE_TESTS" = all ]; then
    stage "the C library that needs no Swift" check_library
    stage "a release, installed where nothing of Swift is" check_release
    stage "signatures, by swift-crypto and OpenSSL" test_signing
    stage "compile time against its budget" Tools/budget demo stranger
    stage "attacks on recordings" Tools/attack
    if [ "$(uname -s)" = Linux ]; then
      stage "made-up bytes for all readers" Tools/fuzz --bytes --seconds 12
    fi
  fi
}

# MARK: Compiling

compile_package() {
  stage "compiling, debug" quietly build-debug test_build --build-tests
  # Not by `swift test`, whose flags are not those of the tool that is shipped: it would be built twice.
  stage "compiling, release" release_build quietly build-release swift build --build-tests -c release
}

compile_others() {
  stage "layout of the source" check_layout
  stage "compiling agents" Tools/builds ${LAPLACE_REQUIRE:+--require} quick
  stage "compiling the macro and swift-syntax, debug" compile_macro
}

# MARK: Lanes of tests

test_debug() { stage "tests, debug" run_tests debug "${debug_tests[@]}" --skip "$pages"; }

# They take turns at a browser, and a test that waits for its turn keeps one of the threads on which all
# tests of a process run, which are as many as processors.
pages='^LaplaceCommandsTests\.Page'

# What needs no test to have ended, and has no worker threads.
test_others() {
  export LAPLACE_BESIDE_TESTS=1
  stage "tests of the macro, debug" test_macro
  stage "tests of pages, debug" run_tests pages "${debug_tests[@]}" --filter "$pages"
  # The first of the tests that plant faults compiles the engine once more, for all of them.
  stage "compiling planted faults" release_build run_tests planted -c release --filter plantedBuildIsSound
  stage "self-tests of all simulations" selftest_all
  stage "units on a cluster whose workers are killed" Tools/cluster --test
  stage "instructions per step of the benchmark scenes" count_instructions
  stage "documentation" Tools/docs --check
}

# Runs a command of SwiftPM for optimised tests: all of them, or those that concern optimisation.
release_build() { # release_build COMMAND…
  if [ "$LAPLACE_TESTS" = all ]; then "$@"; else LAPLACE_RELEASE_TESTS=1 "$@"; fi
}

# MARK: Builds with a trait

# The macro and what it needs are a build of their own: swift-syntax, of which the rest knows nothing,
# takes minutes the first time, and would take three times as many in release.
compile_macro() {
  macro_build quietly build-macros swift build --product LaplacePackageTests
}

test_macro() {
  macro_build run_tests macros
}

macro_build() { LAPLACE_MACRO_TESTS=1 trait_build .build-macros "$@"; }

# Signatures need swift-crypto. Without it the other tests have all but the signature itself.
test_signing() {
  signing_build quietly build-signing swift build --product LaplacePackageTests
  signing_build run_tests signing
}

signing_build() { LAPLACE_SIGNING_TESTS=1 trait_build .build-signing "$@"; }

# Runs a command of SwiftPM for a build with a trait, in a folder of links to this package: what it
# resolves must not be taken for what the package itself needs.
trait_build() { # trait_build SCRATCH COMMAND…
  local scratch="$1" package="$1/package" name; shift
  mkdir -p "$package"
  for name in Package.swift Sources Snippets Tests Tools; do ln -sfn "../../$name" "$package/$name"; done
  "$@" --package-path "$package" --scratch-path "$root/$scratch"
}

# MARK: Recordings, instructions

verify_golden() {
  local sample=(--sample 16)
  if [ "$LAPLACE_TESTS" = all ]; then sample=(); fi
  Tools/matrix ${LAPLACE_REQUIRE:+--require} ${sample[@]+"${sample[@]}"} quick
}

# Each simulation but for the benchmarks: complete, restored right, alone in its process.
selftest_all() {
  local laplace name
  quietly build-release swift_build -c release --product golden-laplace
  laplace="$(swift_build -c release --show-bin-path)/golden-laplace"
  for name in $("$laplace" list | awk '$1 !~ /^benchmark/ { print $1 }'); do
    quietly "selftest-$name" "$laplace" selftest "$name" --steps 120
  done
}

# A program linked with each form of the library verifies what the other recorded, without anything
# of Swift on its path.
check_library() {
  if [ "$(uname -s)" != Linux ]; then return 0; fi
  local folder="$root/.build-logs/library" source=Tests/LaplaceCTests/Programs/balls.c
  rm -rf "$folder"
  quietly library Tools/library -o "$folder"
  quietly library-shared cc -O1 "$source" -I "$folder" -L "$folder" -llaplace -lm \
    -Wl,-rpath,"$folder" -o "$folder/balls-shared"
  quietly library-static cc -O1 "$source" -I "$folder" "$folder/liblaplace.a" -lstdc++ -lm \
    -lpthread -o "$folder/balls-static"
  quietly library-run env -i "$folder/balls-shared" record "$folder/shared.mcap"
  quietly library-run env -i "$folder/balls-static" record "$folder/static.mcap"
  quietly library-run env -i "$folder/balls-shared" verify "$folder/static.mcap"
  quietly library-run env -i "$folder/balls-static" verify "$folder/shared.mcap"
}

# Without WebAssembly, which the matrix runs.
check_release() {
  if [ "$(uname -s)" != Linux ]; then return 0; fi
  local folder="$root/.build-logs/release"
  rm -rf "$folder"
  quietly release Tools/release --no-wasm -o "$folder"
  quietly release-check Tools/release.d/check "$folder"
}

count_instructions() {
  if [ -n "${LAPLACE_REQUIRE:-}" ]; then install_valgrind; fi
  if has_valgrind; then
    Tools/bench --check-instructions
  else
    say "no valgrind: instructions are not counted (the package valgrind brings it)"
  fi
}
