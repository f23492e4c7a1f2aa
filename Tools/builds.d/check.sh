# Does a built agent start and speak the protocol? Sourced by Tools/builds.

# A target is checked once for each build of its program and each way to run it.
check_mark() { # check_mark TARGET
  local command
  set_command "$1"
  printf '%s %s\n' "${stamps[${artifact_of[$1]}]}" "${command[*]}"
}

is_checked() { # is_checked TARGET
  local file="$out_root/${artifact_of[$1]}/checked-$1"
  [ -f "$file" ] && [ "$(cat "$file")" = "$(check_mark "$1")" ]
}

# Says hello (protocol version 3), and expects the first byte of a hello, and status 0 when the input ends.
check_target() { # check_target TARGET
  local command reply log="$logs/check-$1.log"
  set_command "$1"
  if reply="$(printf '\005\000\000\000\001\003\000\000\000' | timeout 120 "${command[@]}" 2>"$log" \
    | od -An -tx1 -j4 -N1 2>>"$log"; exit "${PIPESTATUS[1]}")" && [ "${reply// /}" = 81 ]; then
    check_mark "$1" >"$out_root/${artifact_of[$1]}/checked-$1"
  else
    failures[$1]="does not answer: $(tail -n 1 "$log" | head -c 300) (${command[*]})"
    say "$1: ${failures[$1]}"
  fi
}
