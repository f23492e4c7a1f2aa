# What Tools/builds tells others: the manifest for `laplace verify --builds`, and the list for people.
# Sourced by Tools/builds.

# Why TARGET cannot be used now, in words; nothing when it can.
reason_of() { # reason_of TARGET
  local reason
  reason="$(missing_for "$1")"
  if [ -n "$reason" ]; then printf '%s\n' "$reason"
  elif [ -n "${failures[$1]:-}" ]; then printf '%s\n' "${failures[$1]}"
  elif ! is_current "${artifact_of[$1]}"; then echo "not built: Tools/builds $1"
  elif ! is_checked "$1"; then echo "not checked: Tools/builds $1"
  fi
}

quoted() { # quoted TEXT: as a JSON string
  local text="${1//\\/\\\\}"
  text="${text//\"/\\\"}"
  text="${text//[$'\001'-$'\037']/ }"
  printf '"%s"' "$text"
}

manifest_entry() { # manifest_entry TARGET
  local reason command word separator=""
  printf '{"name":%s,"instructionSet":%s,"description":%s,' \
    "$(quoted "$1")" "$(quoted "${instruction_set_of[$1]}")" "$(quoted "$(description_with_runner "$1")")"
  reason="$(reason_of "$1")"
  if [ -n "$reason" ]; then printf '"skipped":%s,' "$(quoted "$reason")"
  else
    set_command "$1"
    printf '"command":['
    for word in "${command[@]}"; do printf '%s%s' "$separator" "$(quoted "$word")"; separator=","; done
    printf '],'
  fi
  printf '"expect":"%s","quick":%s,"parallel":%s}' \
    "$(has_mark "$1" different && echo different || echo same)" \
    "$(has_mark "$1" quick && echo true || echo false)" \
    "$(has_mark "$1" single && echo false || echo true)"
}

description_with_runner() { # description_with_runner TARGET: says so where an emulator runs it
  local words command emulator=""
  read -ra words <<<"${runner_of[$1]}"
  case "${words[0]}" in
    qemu-*) emulator="${words[0]}" ;;
    or-native)
      set_command "$1"
      if [ "${#command[@]}" -gt 1 ]; then emulator="${words[1]}"; fi ;;
  esac
  case "$emulator ${description_of[$1]}" in
    " "* | *" under qemu"*) printf '%s\n' "${description_of[$1]}" ;;
    *) printf '%s, under %s\n' "${description_of[$1]}" "$emulator" ;;
  esac
}

# Every target has an entry, so that a reader knows what it did not get and why.
write_manifest() {
  local target separator=$'\n'
  {
    printf '{"version":1,"builds":['
    for target in "${targets[@]}"; do
      printf '%s%s' "$separator" "$(manifest_entry "$target")"
      separator=$',\n'
    done
    printf '\n]}\n'
  } >"$out_root/builds.json.new"
  mv "$out_root/builds.json.new" "$out_root/builds.json"
}

print_list() {
  local target reason format='%-18s %-8s %-5s %-62s %s\n'
  # shellcheck disable=SC2059
  printf "$format" "name" "set" "quick" "what" "state"
  for target in "${targets[@]}"; do
    reason="$(reason_of "$target")"
    # shellcheck disable=SC2059
    printf "$format" "$target" "${instruction_set_of[$target]}" \
      "$(has_mark "$target" quick && echo quick)" "$(description_with_runner "$target")" "${reason:-ready}"
  done
}
