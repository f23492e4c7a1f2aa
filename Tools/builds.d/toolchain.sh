# Finds the Swift toolchain whose compiler and linkers make agents and engines.
# Sourced by Tools/builds and Tools/engine.

# Sets `swiftc` and `toolchain_bin`, whose linkers and WasmKit come first on the PATH.
find_toolchain() {
  need_swift
  swiftc="$(command -v swiftc)" || fail "no 'swiftc' beside 'swift' on the PATH: install a whole Swift toolchain"
  toolchain_bin="$("$swiftc" -print-target-info \
    | sed -n 's|.*"runtimeResourcePath": "\(.*\)/lib/swift".*|\1/bin|p')"
  PATH="$toolchain_bin:$PATH"
  # What a caller's environment holds must not reach a build.
  unset CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH LIBRARY_PATH COMPILER_PATH GCC_EXEC_PREFIX SDKROOT
}
