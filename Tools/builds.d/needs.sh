# What targets need of the machine, whether it is there, and which Debian package brings it.
# Sourced by Tools/builds.

browser_program() { # browser_program chromium|firefox: its path, or nothing
  local name names
  case "$1" in
    chromium) names=(chromium chromium-browser google-chrome google-chrome-stable) ;;
    *) names=(firefox-esr firefox) ;;
  esac
  for name in "${names[@]}"; do
    if command -v "$name" 2>/dev/null; then return; fi
  done
}

has_need() { # has_need NEED
  case "$1" in
    host:*) [ "$(uname -sm)" = "Linux ${1#host:}" ] ;;
    cpu:*) grep -qw "${1#cpu:}" /proc/cpuinfo 2>/dev/null ;;
    # A compiler without a C library to link against is no use.
    cross:*) command -v "${1#cross:}-gcc" >/dev/null && [ -e "$("${1#cross:}-gcc" -print-file-name=libc.a)" ] ;;
    wasi-libc) [ -n "$(wasi_file libc.a)" ] ;;
    wasm-builtins) [ -n "$(wasm_builtins)" ] ;;
    chromium | firefox) [ -n "$(browser_program "$1")" ] ;;
    # Run on this machine itself, no emulator is needed.
    qemu-aarch64) command -v "$1" >/dev/null || [ "$(uname -m)" = aarch64 ] ;;
    qemu-i386) command -v "$1" >/dev/null || [ "$(uname -sm)" = "Linux x86_64" ] ;;
    qemu-riscv64) command -v "$1" >/dev/null || [ "$(uname -m)" = riscv64 ] ;;
    *) command -v "$1" >/dev/null ;;
  esac
}

# The Debian packages that bring NEED, or nothing where no package can.
packages_of() { # packages_of NEED
  case "$1" in
    host:* | cpu:* | wasmkit | wasm-ld | clang) ;;
    qemu-*) echo qemu-user ;;
    cross:aarch64-linux-gnu) echo gcc-aarch64-linux-gnu libc6-dev-arm64-cross ;;
    cross:arm-linux-gnueabihf) echo gcc-arm-linux-gnueabihf libc6-dev-armhf-cross ;;
    cross:riscv64-linux-gnu) echo gcc-riscv64-linux-gnu libc6-dev-riscv64-cross ;;
    cross:i686-linux-gnu) echo gcc-i686-linux-gnu libc6-dev-i386-cross ;;
    musl-gcc) echo musl-tools ;;
    node) echo nodejs ;;
    firefox) echo firefox-esr ;;
    wasm-builtins) newest_wasm_builtins ;;
    *) echo "$1" ;;
  esac
}

newest_wasm_builtins() {
  local found=""
  if command -v apt-cache >/dev/null; then
    found="$(apt-cache search --names-only '^libclang-rt-[0-9]+-dev-wasm32$' 2>/dev/null \
      | awk '{print $1}' | sort -V | tail -n 1)"
  fi
  echo "${found:-libclang-rt-14-dev-wasm32}"
}

needs_of_target() { # needs_of_target TARGET: every need, of its program and of its runner
  local word
  for word in ${needs_of_artifact[${artifact_of[$1]}]} ${needs_of[$1]}; do printf '%s\n' "$word"; done
}

# Why TARGET cannot be built or run here, in words; nothing when it can.
missing_for() { # missing_for TARGET
  local need packages
  while read -r need; do
    if has_need "$need"; then continue; fi
    case "$need" in
      host:*) echo "needs a Linux machine with an x86-64 processor" ;;
      cpu:*) echo "needs a processor with ${need#cpu:}" ;;
      wasmkit | wasm-ld | clang) echo "needs $need of the Swift toolchain (Swift 6.2 or later from swift.org)" ;;
      *)
        packages="$(packages_of "$need")"
        # A cross compiler is named by its program.
        case "$need" in cross:*) need="${need#cross:}-gcc and its C library" ;; esac
        echo "needs $need (Debian package$([[ "$packages" = *" "* ]] && echo s) ${packages// / and }); Tools/builds --install $1" ;;
    esac
    return
  done < <(needs_of_target "$1")
}

# Installs what the targets named lack, where a Debian package brings it.
install_needs() { # install_needs TARGET…
  local wanted=() target need package
  for target in "$@"; do
    while read -r need; do
      if has_need "$need"; then continue; fi
      for package in $(packages_of "$need"); do wanted+=("$package"); done
    done < <(needs_of_target "$target")
  done
  if [ "${#wanted[@]}" = 0 ]; then return; fi
  mapfile -t wanted < <(printf '%s\n' "${wanted[@]}" | sort -u)
  command -v apt-get >/dev/null \
    || fail "no apt-get to install with; install what these Debian packages hold: ${wanted[*]}"
  step "installing ${wanted[*]}"
  quietly packages as_root apt-get update -qq
  quietly packages as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${wanted[@]}"
  hash -r
}
