# An answer after an edit: Tools/test --quick. Sourced by Tools/test.

test_quickly() { # test_quickly [MODULE…]
  targets="$logs/targets.txt"
  describe_targets >"$targets"
  touched=() tests=()
  local name
  if [ "$#" = 0 ]; then
    while read -r name; do touched+=("$name"); done \
      < <(touched_files | targets_of_files "$targets")
    [ "${#touched[@]}" != 0 ] || fail "Tools/test: no file of a module differs; name a module"
  fi
  for name in "$@"; do
    grep -q "^$name " "$targets" \
      || fail "Tools/test: no module '$name'; these are: $(cut -d ' ' -f 1 "$targets" | xargs)"
    touched+=("$name")
  done
  while read -r name; do tests+=("$name"); done < <(tests_that_need "$targets" "${touched[@]}")
  say "touched: ${touched[*]}; to be tested: ${tests[*]:-nothing}"
  find_mcap_python
  beside test_touched check_layout_and_compile_agent
  stage "a golden recording in a debug and a release build" verify_one_golden
}

test_touched() {
  stage "compiling, debug" quietly build-debug swift build --build-tests -c debug
  local name names=DeterminismTests
  # The rules of the source hold for every module.
  for name in ${tests[@]+"${tests[@]}"}; do names+="|$name"; done
  stage "tests, debug" run_tests quick -c debug --filter "^($names)\\."
  case " ${touched[*]} " in
    *" LaplaceMacros "* | *" RecordedMacros "* | *" Simulation "*)
      if [ -d .build-macros ]; then
        stage "compiling the macro, debug" compile_macro
        stage "tests of the macro, debug" test_macro
      fi ;;
  esac
}

check_layout_and_compile_agent() {
  stage "layout of the source" check_layout
  compile_agent
}

# It has piles, joints, fields and an input, and takes a debug build little time.
golden=Recordings/toss-seed1.mcap

verify_one_golden() {
  "$(swift build -c debug --show-bin-path)/golden-laplace" verify "$golden" --keyframes \
    --agent "release=$(build_golden_agent --show-bin-path)/golden-agent"
}
