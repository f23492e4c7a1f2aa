# The programs of the demo: the tool without optimisation, which compiles fast, and an optimised agent.
# Sourced after setup.sh, by Tools/demo and Tools/budget.

# Nobody edits what the demo compiles: no debug information, no index, and whole modules.
build_demo_tool() { # build_demo_tool SCRATCH [ARGUMENTS…]
  local scratch="$1"; shift
  swift build -c debug --product laplace --scratch-path "$scratch" --disable-index-store \
    -Xswiftc -gnone -Xswiftc -wmo -Xswiftc -num-threads -Xswiftc 2 "$@"
}

build_demo_agent() { build_agent laplace-agent "$@"; } # build_demo_agent SCRATCH [ARGUMENTS…]

build_agent() { # build_agent PRODUCT SCRATCH [ARGUMENTS…]
  local product="$1" scratch="$2"; shift 2
  swift build -c release --product "$product" --scratch-path "$scratch" --disable-index-store \
    -Xswiftc -gnone "$@"
}
