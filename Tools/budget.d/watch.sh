# Logs the processor seconds of each job of the Swift compiler. Sourced after setup.sh; for Tools/budget
# and for scripts whose builds Tools/budget --check-log compares.

# Runs a command. If LAPLACE_COMPILE_LOG names a file, appends a line for each compilation that the
# command starts, and a line `all` for the command itself, with C and linking.
watch_compiler() { # watch_compiler LABEL COMMAND…: a label is BUILD-CONFIGURATION, as in demo-debug
  local label="$1" frontend TIMEFORMAT; shift
  if [ -z "${LAPLACE_COMPILE_LOG:-}" ] || ! frontend="$(find_frontend)"; then
    "$@"
    return
  fi
  local -x LAPLACE_FRONTEND="$frontend" LAPLACE_COMPILE_LABEL="$label"
  local -x SWIFT_DRIVER_SWIFT_FRONTEND_EXEC="$root/Tools/budget.d/frontend"
  # The driver then warns that it finds no libSwiftScan. With SWIFT_DRIVER_SWIFTSCAN_LIB it finds it, but
  # looks for the runtime next to `frontend`, and nothing links.
  TIMEFORMAT="$label"$'\tall\t%3U\t%3S'
  { time "$@" 2>&3; } 3>&2 2>>"$LAPLACE_COMPILE_LOG"
}

# Prints the path of swift-frontend. Only Linux is supported: on others it fails.
find_frontend() {
  [ "$(uname -s)" = Linux ] || return
  target_info | sed -n 's|.*"runtimeResourcePath": "\(.*\)/lib/swift".*|\1/bin/swift-frontend|p' | grep .
}

# Prints the compiler's version and target, as stored values name it.
compiler_name() {
  target_info | awk -F '"' '/"compilerVersion":/ { version = $4 } /"triple":/ { print version ", " $4 }'
}

target_info() { env -u SWIFT_DRIVER_SWIFT_FRONTEND_EXEC swiftc -print-target-info; }
