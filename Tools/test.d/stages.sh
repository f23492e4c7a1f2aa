# Stages, two lanes of them side by side, and the table of what each took. Sourced by Tools/test.

# Holds a line for each stage that has ended: seconds of the clock, of processors, its name.
table="$(mktemp)"
trouble="$table.trouble"
: >"$table.tests"
trap 'print_table; rm -f "$table" "$table.tests" "$trouble"' EXIT
# Ctrl-C reaches the second lane, too: what a script starts beside itself ignores it.
trap 'trap - TERM; kill 0' INT

# Runs a stage; ends the run where it fails, and the other lane before its next one.
stage() { # stage NAME COMMAND…
  local name="$1" times own system clock TIMEFORMAT='%R %U %S'; shift
  if [ -e "$trouble" ]; then exit 2; fi
  step "$name"
  times="$(mktemp)"
  { time "$@" 2>&3; } 3>&2 2>"$times"
  read -r clock own system <"$times"
  rm -f "$times"
  awk -v clock="$clock" -v own="$own" -v system_time="$system" -v name="$name" \
    'BEGIN { printf "%.1f %.1f %s\n", clock, own + system_time, name }' >>"$table"
}

# Runs two functions, each a lane of stages, at once; both have to succeed.
beside() { # beside FIRST SECOND
  lane "$1" & local first=$!
  lane "$2" & local second=$! status=0
  wait "$first" || status=$?
  wait "$second" || status=$?
  if [ "$status" != 0 ]; then exit "$status"; fi
}

lane() { # lane FUNCTION
  trap '[ $? = 0 ] || : >"$trouble"' EXIT
  "$1"
}

# Once, also where a stage fails. Two that run side by side take less of the clock than their sum.
print_table() {
  [ -s "$table" ] || return 0
  say "seconds  processors'  stage"
  awk -v clock="$SECONDS" '{ sum += $2; line = sprintf("%7.1f  %11.1f ", $1, $2)
      for (i = 3; i <= NF; i++) line = line " " $i
      print line }
    END { printf "%7.1f  %11.1f  all\n", clock, sum }' "$table" >&2
  : >"$table"
}
