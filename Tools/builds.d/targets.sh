# The targets: what is built, out of what, and how it is run. Sourced by Tools/builds.

declare -A recipe_of needs_of_artifact
declare -A instruction_set_of artifact_of needs_of runner_of marks_of description_of
artifacts=() targets=()

# artifact NAME NEEDS RECIPE…: one program; RECIPE is a function `build_…` and its arguments.
artifact() {
  artifacts+=("$1"); needs_of_artifact[$1]="$2"; recipe_of[$1]="${*:3}"
}

# target NAME INSTRUCTION-SET ARTIFACT NEEDS RUNNER MARKS DESCRIPTION: one way to run a program.
# MARKS: quick (in the quick matrix, which has the package's own debug and release builds besides),
# different (a negative control), single (one process at a time).
target() {
  targets+=("$1")
  instruction_set_of[$1]="$2"; artifact_of[$1]="$3"; needs_of[$1]="$4"; runner_of[$1]="$5"
  marks_of[$1]="$6"; description_of[$1]="$7"
}

native() { # native NAME NEEDS MARKS DESCRIPTION LINK FLAGS…: the whole standard library, run as it is
  artifact "$1" "host:x86_64 $2" native "${@:5}"
  target "$1" x86-64 "$1" "" native "$3" "$4"
}

define_targets() {
  artifacts=() targets=()
  local builtin="${builtin_flags[*]}"
  native x86-64-debug "" "" "-Onone, all checks" none -Onone -DDEBUG "$builtin"
  native x86-64-release "" "" "-O" none -O "$builtin"
  native x86-64-size "" "" "-Osize" none -Osize "$builtin"
  native x86-64-unchecked "" "" "-Ounchecked" none -Ounchecked "$builtin"
  native x86-64-v3 "cpu:avx2 cpu:fma cpu:bmi2" quick "-O for AVX2 and FMA (x86-64-v3)" \
    none -O -Xcc -march=x86-64-v3 "$builtin"
  native x86-64-v4 "cpu:avx512f cpu:avx512bw cpu:avx512cd cpu:avx512dq cpu:avx512vl" "" \
    "-O for AVX-512 (x86-64-v4)" none -O -Xcc -march=x86-64-v4 "$builtin"
  native x86-64-static "" "" "-O, static standard library and C library" \
    -static-executable -O "$builtin"
  native x86-64-plain "" quick "-O without Builtin: lanes one at a time, libm's square root" none -O

  target x86-64-nehalem x86-64 x86-64-static "qemu-x86_64" "qemu-x86_64 -cpu Nehalem" "" \
    "the static program under qemu's Nehalem: floating point in software"

  artifact x86-64-embedded "host:x86_64" elf x86_64-unknown-linux-gnu clang -O
  target x86-64-embedded x86-64 x86-64-embedded "" native "" "Embedded Swift, -O, glibc"
  artifact x86-64-musl "host:x86_64 musl-gcc" elf x86_64-unknown-none-elf musl-gcc -O
  target x86-64-musl x86-64 x86-64-musl "" native "" "Embedded Swift, -O, static musl"

  artifact i686 "cross:i686-linux-gnu" elf i686-unknown-none-elf i686-linux-gnu-gcc -O
  target i686 i686 i686 "qemu-i386" "or-native qemu-i386" "" "Embedded Swift, -O, SSE2"
  artifact i686-x87 "cross:i686-linux-gnu" elf i686-unknown-none-elf i686-linux-gnu-gcc \
    -O -Xcc -march=i686 -Xcc -mno-sse
  target i686-x87 i686 i686-x87 "qemu-i386" "or-native qemu-i386" different \
    "negative control: x87 registers round twice, so it must differ"

  artifact arm64 "cross:aarch64-linux-gnu" elf aarch64-none-none-elf aarch64-linux-gnu-gcc -O
  target arm64 arm64 arm64 "qemu-aarch64" "or-native qemu-aarch64" quick "Embedded Swift, -O"
  # Not with -Osize: Swift 6.3.1 then takes what `swift_bridgeObjectRetain` returns for the string it
  # was given, and in Embedded Swift that lost its tag (a short string comes out as garbage).
  artifact arm64-m1 "cross:aarch64-linux-gnu" elf aarch64-none-none-elf aarch64-linux-gnu-gcc \
    -O -Xcc -mcpu=apple-m1
  target arm64-m1 arm64 arm64-m1 "qemu-aarch64" "qemu-aarch64 -cpu max" "" \
    "Embedded Swift, -O for Apple M1"
  artifact armv7 "cross:arm-linux-gnueabihf" elf armv7-none-none-eabi arm-linux-gnueabihf-gcc \
    -O -Xcc -mfloat-abi=hard -Xcc -mfpu=vfpv3-d16
  target armv7 armv7 armv7 "qemu-arm" qemu-arm "" "Embedded Swift, -O, VFPv3 without NEON"
  artifact riscv64 "cross:riscv64-linux-gnu" elf riscv64-none-none-eabi riscv64-linux-gnu-gcc \
    -O -Xcc -march=rv64gc -Xcc -mabi=lp64d
  target riscv64 riscv64 riscv64 "qemu-riscv64" "or-native qemu-riscv64" "" "Embedded Swift, -O, rv64gc"

  local wasm="wasm-ld wasi-libc wasm-builtins"
  artifact wasm "$wasm" wasm -O
  artifact wasm-simd "$wasm" wasm -O -Xcc -msimd128
  artifact wasm-debug "$wasm" wasm -Onone -DDEBUG
  # The quick matrix takes what pages run, and where node is missing, what is there.
  local library_marks=quick wasmkit_marks=""
  if ! command -v node >/dev/null; then library_marks="" wasmkit_marks=quick; fi
  target wasm-node wasm32 wasm node node "" "Embedded Swift, -O, in node"
  target wasm-wasmkit wasm32 wasm wasmkit wasmkit "$wasmkit_marks" "Embedded Swift, -O, in WasmKit"
  target wasm-debug wasm32 wasm-debug node node "" "Embedded Swift, -Onone, in node"
  target wasm-simd wasm32 wasm-simd node node "" "Embedded Swift, -O with SIMD, in node"
  local browser="Embedded Swift, -O, in headless"
  target wasm-chromium wasm32 wasm "python3 chromium" "browser chromium" single "$browser Chromium"
  target wasm-simd-chromium wasm32 wasm-simd "python3 chromium" "browser chromium" single \
    "Embedded Swift, -O with SIMD, in headless Chromium"
  artifact wasm-library "$wasm" library -Osize -Xcc -msimd128
  target wasm-library wasm32 wasm-library node library "$library_marks" \
    "Embedded Swift, -Osize with SIMD, without WASI, as a page runs it: in node"
  target wasm-firefox wasm32 wasm "python3 firefox" "browser firefox" single "$browser Firefox"
}

has_mark() { case " ${marks_of[$1]} " in *" $2 "*) ;; *) return 1 ;; esac; }

program_of() { # program_of TARGET: the file that its recipe makes
  local artifact="${artifact_of[$1]}"
  case "${recipe_of[$artifact]}" in
    wasm*) printf '%s\n' "$out_root/$artifact/laplace-agent.wasm" ;;
    library*) printf '%s\n' "$out_root/$artifact/laplace-engine.wasm" ;;
    *) printf '%s\n' "$out_root/$artifact/laplace-agent" ;;
  esac
}

# Sets `command` to the argument vector that runs TARGET.
set_command() { # set_command TARGET
  local program words
  program="$(program_of "$1")"
  read -ra words <<<"${runner_of[$1]}"
  case "${words[0]}" in
    native) command=("$program") ;;
    # node 20 marks garbage at the same time, and dies of it when a program's memory grows often.
    node) command=("$(command -v node)" --no-warnings --single-threaded-gc)
      if [ "$(node_major)" -lt 20 ]; then command+=(--experimental-wasi-unstable-preview1); fi
      command+=("$root/Tools/builds.d/runners/wasi.mjs" "$program") ;;
    library) command=("$(command -v node)" "$root/Tools/builds.d/runners/library.mjs" "$program") ;;
    wasmkit) command=("$(command -v wasmkit)" run "$program") ;;
    browser) command=("$(command -v python3)" "$root/Tools/builds.d/runners/browser.py"
      "$(browser_program "${words[1]}")" "$program") ;;
    # This machine's own processor where it can, the emulator where it cannot.
    or-native)
      if "$program" </dev/null >/dev/null 2>&1; then command=("$program")
      else command=("$(command -v "${words[1]}" || printf '%s' "${words[1]}")" "$program"); fi ;;
    *) command=("$(command -v "${words[0]}")" "${words[@]:1}" "$program") ;;
  esac
}

node_major() { local version; version="$(node --version)"; version="${version#v}"; printf '%s\n' "${version%%.*}"; }
