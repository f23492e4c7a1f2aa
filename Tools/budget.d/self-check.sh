# Tools/budget --self-check: made logs go through the comparison, and programs through `frontend`.

self_check() {
  checked="$(mktemp -d)"
  trap 'rm -rf "$checked"' EXIT
  check_comparison
  check_stored_values
  check_frontend
  say "the budget's own check: $proofs proofs passed"
}

proofs=0
# Fails if the last run has another status or lacks one of the texts.
prove() { # prove NAME STATUS TEXT…: of $status and $output
  local name="$1" expected="$2" text; shift 2
  [ "$status" = "$expected" ] \
    || fail "Tools/budget --self-check: $name: the status is $status, not $expected: $output"
  for text in "$@"; do
    [[ "$output" == *"$text"* ]] \
      || fail "Tools/budget --self-check: $name: the output lacks '$text': $output"
  done
  proofs=$((proofs + 1))
}

run() { status=0; output="$("$@" 2>&1)" || status=$?; }

# Prints a log that agrees with the values, but for a change: an awk program on label, module, seconds.
made_log() { # made_log VALUES [CHANGE]
  awk -F '\t' -v OFS='\t' '/^#/ || $2 == "compiler" { next }
    { label = $1; module = $2; seconds = $3 }
    '"${2:-}"'
    module == "yardstick" { for (i = 0; i < 3; i++) print module, module, seconds, "0.000"; next }
    { print label, module, sprintf("%.3f", seconds / 2), sprintf("%.3f", seconds / 2) }' "$1"
}

check_comparison() {
  local values="$checked/values.tsv" log="$checked/log.tsv"
  printf '%s\n' "# made" >"$values"
  printf 'demo-debug\t%s\t%s\n' all 100 compiler C yardstick 2.5 Cold 20 Hot 60 Tiny 0.2 >>"$values"
  made_log "$values" >"$log"
  run compare C "$values" "$log"
  prove "as stored" 0 "the debug build of the demo: this machine needs 1.00"
  made_log "$values" 'module == "Cold" { seconds *= 3 }' >"$log"
  run compare C "$values" "$log"
  prove "a module that trebled" 1 "Cold takes 60 s, 3.0 times its budget of 20 s, in the debug build" \
    "Tools/budget --renew demo"
  [[ "$output" != *Hot* ]] || fail "Tools/budget --self-check: a module as stored is named: $output"
  made_log "$values" 'module == "Cold" { seconds *= 3 } { seconds *= 2 }' >"$log"
  run compare C "$values" "$log"
  prove "a module that trebled, on a slow machine" 1 "needs 2.00" "Cold takes 60 s"
  made_log "$values" '{ seconds *= 2 }' >"$log"
  run compare C "$values" "$log"
  prove "as stored, on a slow machine" 0 "needs 2.00"
  made_log "$values" '{ seconds *= module == "yardstick" ? 1 : 1.25 }' >"$log"
  run compare C "$values" "$log"
  prove "each module a little" 1 "The whole build takes 125 s" "most of it in Hot +15 s, Cold +5 s."
  made_log "$values" 'module == "Tiny" { module = "Fresh" }' >"$log"
  run compare C "$values" "$log"
  prove "a new module, and one that is gone" 0 "Fresh" "new" "Tiny" "gone"
  made_log "$values" 'module == "Hot" { next } module == "all" { seconds = 40 }' >"$log"
  run compare C "$values" "$log"
  prove "a build that did not begin from nothing" 2 "less than half of its budget"
  run compare D "$values" "$log"
  prove "another compiler" 0 "not compared" "C there, D here"
  run compare C "$values" "$log" demo-debug demo-release
  prove "a build that was not made" 2 "no compilation of the release build of the demo"
  made_log "$values" 'module == "all" { next }' >"$log"
  run compare C "$values" "$log"
  prove "a log without its end" 2 "Is it complete?"
  run renew C "$values" "$log"
  prove "nothing to store" 2 "nothing is stored"
  made_log "$values" '{ if (label != "yardstick") label = "own-debug" }' >"$log"
  run compare C "$values" "$log"
  prove "a build without values" 2 "Tools/budget --renew own"
  run renew C "$values" "$log"
  prove "stored" 0
  run compare C "$values" "$log" own-debug
  prove "as just stored" 0 "the debug build of own"
  echo "torn" >>"$log"
  run compare C "$values" "$log"
  prove "a torn line" 2 "torn"
}

# Proves for each stored build that its slowest module, three times as slow, is over the budget.
check_stored_values() {
  local label module compiler
  while IFS=$'\t' read -r label module; do
    made_log "$values" "label != \"$label\" { next } module == \"$module\" { seconds = 3 * seconds + 3 }" \
      >"$checked/log.tsv"
    compiler="$(awk -F '\t' -v label="$label" '$1 == label && $2 == "compiler" { print $3 }' "$values")"
    run compare "$compiler" "$values" "$checked/log.tsv" "$label"
    prove "$label with $module three times" 1 "$module takes"
  done < <(awk -F '\t' '/^#/ || $2 ~ /^(all|compiler|yardstick)$/ { next }
    $3 > most[$1] { most[$1] = $3; module[$1] = $2 }
    END { for (label in most) print label "\t" module[label] }' "$values")
}

check_frontend() {
  local log="$checked/frontend.tsv" frontend="$root/Tools/budget.d/frontend"
  export LAPLACE_FRONTEND=/bin/sh LAPLACE_COMPILE_LABEL=made LAPLACE_COMPILE_LOG="$log"
  : >"$log"
  run "$frontend" -c 'cat; echo "$1"; echo error >&2; exit 5' -module-name Made <<<"input"
  prove "status and streams" 5 "input" "Made" "error"
  run "$frontend" -c 'kill -SEGV $$'
  prove "a crash" 139
  status=0
  "$frontend" -c 'exec sleep 5' -module-name Ended & local job=$!
  sleep 0.2
  kill -TERM "$job"
  wait "$job" || status=$?
  output=""
  prove "a job that is ended" 143
  # More than a hundredth of a second, which has to be seen.
  run "$frontend" -c 'i=0; while [ $i -lt 60000 ]; do i=$((i + 1)); done' -module-name Busy
  local jobs=()
  for _ in {1..40}; do "$frontend" -c true -module-name Many & jobs+=("$!"); done
  wait "${jobs[@]}"
  run awk -F '\t' 'NF != 4 || $1 != "made" || $3 !~ /^[0-9]+[.,][0-9]+$/ { print "torn: " $0; exit 2 }
    { count[$2]++ } $2 == "Busy" && $3 + $4 > 0.01 { busy = 1 }
    END { print count["Made"], count["other"], count["Ended"], count["Many"], busy }' "$log"
  prove "a line for each job" 0 "1 1 1 40 1"
  LAPLACE_FRONTEND="$frontend" run "$frontend" -c true
  prove "the program itself as swift-frontend" 2 "is this program"
  unset LAPLACE_FRONTEND
}
