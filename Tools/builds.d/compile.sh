# How the engine and the agent are compiled and linked: one recipe per family of targets.
# Sourced by Tools/builds; uses its `sources_root` (the tree to build), `out_root`, `swiftc` and
# `toolchain_bin`.

# Folders of modules in the order of their imports, and of the program: what ships.
engine_modules=(Sources/DeterministicMath Sources/Simulation Sources/RigidBodies Sources/Dynamics)
shipped_modules=("${engine_modules[@]}" Sources/Scenarios Sources/AgentProtocol Sources/LaplaceAgent)
shipped_program=Tools/agent
# Golden recordings need worlds that do not ship.
agent_modules=("${shipped_modules[@]}" Tests/GoldenWorlds)
agent_program=Tests/GoldenAgent

# Settings as in Package.swift.
common_flags=(-swift-version 6 -package-name laplace
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility)
builtin_flags=(-enable-experimental-feature BuiltinModule)
embedded_flags=(-enable-experimental-feature Embedded -enable-experimental-feature Extern
  -Xfrontend -disable-stack-protector -Xfrontend -function-sections)
# In Embedded Swift a program's object holds all that it calls of the modules it imports, so machine
# code for the modules themselves would be made for nothing: half the time of a build.
embedded_module_flags=(-Xfrontend -emit-empty-object-file)

# A library for pages: `LaplaceAgent.main` only keeps the catalogue, and a page calls functions of
# LaplaceAgent, which therefore has machine code of its own.
library_flags=(-D LAPLACE_LIBRARY)
library_program_flags=(-Xfrontend -entry-point-function-name -Xfrontend laplace_begin)

# Its Swift files, one a line, in an order that no locale changes.
sources_of() { # sources_of FOLDER: of this project, or with its whole path
  local folder="$1"
  if [ "${folder#/}" = "$folder" ]; then folder="$sources_root/$folder"; fi
  find "$folder" -name '*.swift' | LC_ALL=C sort
}

# This project is compiled as its package says; what others wrote, in the same language mode.
set_settings() { # set_settings FOLDER: sets `settings`
  case "$1" in /*) settings=(-swift-version 6) ;; *) settings=("${common_flags[@]}") ;; esac
}

# Compiles the modules and the agent into objects in OUT, in the order of their imports.
compile_engine() { # compile_engine OUT FLAGS…
  local out="$1" folder module; shift
  local files module_flags settings program_flags=()
  if [[ " $* " == *" LAPLACE_LIBRARY "* ]]; then program_flags=("${library_program_flags[@]}"); fi
  set -- "$@" -wmo -I "$out" -module-cache-path "$out_root/.module-cache"
  for folder in "${agent_modules[@]}"; do
    module="${folder##*/}" module_flags=()
    set_settings "$folder"
    if [[ " $* " == *" Embedded "* ]] \
      && { [ "$module" != LaplaceAgent ] || [ "${#program_flags[@]}" = 0 ]; }; then
      module_flags=("${embedded_module_flags[@]}")
    fi
    mapfile -t files < <(sources_of "$folder")
    "$swiftc" "$@" "${settings[@]}" "${module_flags[@]}" -parse-as-library -module-name "$module" \
      -emit-module -emit-module-path "$out/$module.swiftmodule" -c "${files[@]}" \
      -o "$out/$module.o" || return
  done
  mapfile -t files < <(sources_of "$agent_program")
  set_settings "$agent_program"
  "$swiftc" "$@" "${settings[@]}" "${program_flags[@]}" -module-name laplace_agent -c "${files[@]}" \
    -o "$out/laplace_agent.o"
}

# Keeps the program and the objects, whose machine code the tests check.
drop_intermediates() { # drop_intermediates OUT
  find "$1" -type f ! -name 'laplace-agent*' ! -name 'laplace-engine*' ! -name '*.o' -delete
}

objects_in() { # objects_in OUT: sets `objects`, the agent first
  local module
  objects=("$1/laplace_agent.o")
  for module in "${agent_modules[@]}"; do objects+=("$1/${module##*/}.o"); done
}

# The whole standard library, for this machine. LINK is a link option, or none.
build_native() { # build_native OUT LINK FLAGS…
  local out="$1" link="${2#none}" objects; shift 2
  compile_engine "$out" "$@" || return
  objects_in "$out"
  # shellcheck disable=SC2086  # LINK is split on purpose
  "$swiftc" "$@" $link "${objects[@]}" -o "$out/laplace-agent"
}

# Embedded Swift for a Linux program of any processor, linked against a static C library.
build_elf() { # build_elf OUT TRIPLE LINKER FLAGS…
  local out="$1" triple="$2" linker="$3" objects link_flags; shift 3
  compile_engine "$out" -target "$triple" "${embedded_flags[@]}" "${builtin_flags[@]}" "$@" || return
  objects_in "$out"
  # Functions that nothing calls are left out: derived comparisons of strings would want the tables of
  # Unicode, hashing a source of random numbers. A program that does call them does not link.
  link_flags=(-static -Wl,--gc-sections)
  # What lld makes of musl's start files crashes; what GNU ld makes of the other programs does not link.
  if [ "$linker" != musl-gcc ]; then link_flags+=(-fuse-ld=lld -B"$toolchain_bin"); fi
  "$linker" "${link_flags[@]}" "${objects[@]}" -lm -o "$out/laplace-agent"
}

# Embedded Swift for WebAssembly with WASI: one file for the command line, node and browsers.
build_wasm() { # build_wasm OUT FLAGS…
  local out="$1" objects; shift
  compile_engine "$out" -target wasm32-unknown-none-wasm "${embedded_flags[@]}" \
    "${builtin_flags[@]}" "$@" || return
  objects_in "$out"
  wasm-ld --stack-first -z stack-size=1048576 --gc-sections --strip-all \
    "$(wasi_file crt1-command.o)" "${objects[@]}" \
    "$(wasi_file libc.a)" "$(wasm_builtins)" \
    -o "$out/laplace-agent.wasm"
}

# A library for a page has no imports, so nothing of WASI; a page calls what LaplaceAgent exports. Texts
# as state need the tables of Unicode; the linker uses of each archive what is called.
build_library() { # build_library OUT FLAGS…
  local out="$1" objects module modules=(); shift
  # A page has its engine write recordings.
  for module in "${agent_modules[@]}"; do
    if [ "$module" = Sources/LaplaceAgent ]; then modules+=(Sources/RecordingFormat); fi
    modules+=("$module")
  done
  local agent_modules=("${modules[@]}")
  compile_engine "$out" -target wasm32-unknown-none-wasm "${embedded_flags[@]}" \
    "${builtin_flags[@]}" "${library_flags[@]}" "$@" || return
  objects_in "$out"
  wasm-ld --stack-first -z stack-size=1048576 --gc-sections --strip-all -O2 \
    --no-entry --export=_initialize --export=laplace_begin "$(wasi_file crt1-reactor.o)" \
    "${objects[@]}" "$(unicode_tables)" "$(wasi_file libc.a)" "$(wasm_builtins)" \
    -o "$out/laplace-engine.wasm" || return
  if command -v wasm-opt >/dev/null; then
    wasm-opt -O3 --enable-simd --enable-bulk-memory --enable-sign-ext --enable-mutable-globals \
      --enable-nontrapping-float-to-int "$out/laplace-engine.wasm" -o "$out/laplace-engine.opt.wasm" \
      || return
    mv "$out/laplace-engine.opt.wasm" "$out/laplace-engine.wasm"
  fi
  # Browsers unpack gzip themselves.
  gzip -9 -n -c "$out/laplace-engine.wasm" >"$out/laplace-engine.wasm.gz"
}

first_file() { # first_file PATH…: the first that exists, or nothing
  local path
  for path in "$@"; do
    if [ -e "$path" ]; then printf '%s\n' "$path"; return; fi
  done
}

wasi_file() { first_file "/usr/lib/wasm32-wasi/$1" "/usr/share/wasi-sysroot/lib/wasm32-wasi/$1"; }

# Tables of the toolchain, by which the standard library compares, hashes and changes texts.
unicode_tables() {
  printf '%s\n' "$toolchain_bin/../lib/swift/embedded/wasm32-unknown-none-wasm/libswiftUnicodeDataTables.a"
}

# The compiler's own arithmetic for WebAssembly, of whichever LLVM is installed; the newest first.
wasm_builtins() {
  local found
  mapfile -t found < <(ls /usr/lib/llvm-*/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a \
    /usr/lib/llvm-*/lib/clang/*/lib/wasm32-*wasi*/libclang_rt.builtins.a \
    /usr/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a 2>/dev/null | sort -rV)
  first_file "${found[@]}"
}
