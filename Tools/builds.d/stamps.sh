# Which builds are current: a stamp is a hash of everything that goes into a program.
# Sourced by Tools/builds.

sha256() { if command -v sha256sum >/dev/null; then sha256sum "$@"; else shasum -a 256 "$@"; fi; }

# Hashes what all builds share: sources, recipes, compiler. Sets `shared_stamp`.
set_shared_stamp() {
  local folders=("${agent_modules[@]}" "$agent_program") files folder
  for folder in "${folders[@]}"; do
    [ -d "$sources_root/$folder" ] || fail "no folder $folder in $sources_root: not a tree of this project"
  done
  cd "$sources_root"
  mapfile -t files < <(find "${folders[@]}" -name '*.swift' | LC_ALL=C sort)
  shared_stamp="$({ sha256 "${files[@]}"; "$swiftc" --version 2>&1
    sha256 <"$root/Tools/builds.d/compile.sh"; } | sha256)"
  cd "$root"
}

# The libraries that are linked in from outside the toolchain.
linked_files() { # linked_files ARTIFACT
  local words compiler
  read -ra words <<<"${recipe_of[$1]}"
  case "${words[0]}" in
    wasm) wasi_file crt1-command.o; wasi_file libc.a; wasm_builtins ;;
    library) sources_of Sources/RecordingFormat; wasi_file crt1-reactor.o; wasi_file libc.a; wasm_builtins; command -v wasm-opt ;;
    elf) compiler="${words[2]}"; "$compiler" -print-file-name=libc.a; "$compiler" -print-libgcc-file-name ;;
  esac
}

stamp_of() { # stamp_of ARTIFACT
  local files
  mapfile -t files < <(linked_files "$1" 2>/dev/null)
  { printf '%s\n' "$shared_stamp" "${recipe_of[$1]}"
    if [ "${#files[@]}" -gt 0 ]; then sha256 "${files[@]}" 2>/dev/null || true; fi; } | sha256
}

is_current() { # is_current ARTIFACT
  [ -f "$out_root/$1/stamp" ] && [ "$(cat "$out_root/$1/stamp")" = "${stamps[$1]}" ]
}
