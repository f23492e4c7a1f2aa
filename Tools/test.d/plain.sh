# The answer before a pull request: Tools/test. Sourced by Tools/test.

test_plainly() {
  stage "Python with an independent reader" find_mcap_python
  # Compilers first, two lanes of them: neither keeps two processors busy by itself.
  beside compile_tests compile_agent
  beside test_without_browsers check_goldens_and_words
}

compile_tests() {
  stage "compiling, debug" quietly build-debug test_build --build-tests
}

test_without_browsers() {
  stage "tests, debug" run_tests debug "${debug_tests[@]}" --skip "$browsers"
}

check_goldens_and_words() {
  export LAPLACE_BESIDE_TESTS=1
  stage "layout of the source" check_layout
  stage "a sample of the golden recordings in a debug and a release build" verify_sample
  stage "documentation" Tools/docs --check
}

verify_sample() {
  local drawn=() name
  while read -r name; do drawn+=("$name"); done \
    < <(printf '%s\n' Recordings/*.mcap | draw 20 "$LAPLACE_SEED")
  "$(test_build --show-bin-path)/golden-laplace" verify "${drawn[@]}" --keyframes \
    --agent "release=$(build_golden_agent --show-bin-path)/golden-agent"
}
