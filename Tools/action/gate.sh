#!/usr/bin/env bash
# What the action runs: `TOOL ci` with the action's inputs, which come as LAPLACE_… variables.
# Failures become annotations, the table of builds goes to the job's summary.
set -euo pipefail

fail() { printf '::error title=Laplace::%s\n' "$1"; exit 2; }
is_true() { case "$1" in true) return 0 ;; false | "") return 1 ;; *) fail "'$1' is neither true nor false" ;; esac; }

[ -n "${LAPLACE_TOOL:-}" ] || fail "the input 'tool' is missing: the program that verifies"
command -v "$LAPLACE_TOOL" >/dev/null || fail "there is no program '$LAPLACE_TOOL'; does the input 'build' make it?"

shopt -s nullglob
recordings=()
set -f
for pattern in ${LAPLACE_RECORDINGS:-}; do
  set +f
  # A pattern that matches nothing stays as it is, so that the tool names it.
  matches=($pattern)
  recordings+=("${matches[@]:-$pattern}")
  set -f
done
set +f
[ "${#recordings[@]}" -gt 0 ] || fail "no recordings: the input 'recordings' is empty"

options=()
if is_true "${LAPLACE_KEYFRAMES:-true}"; then options+=(--keyframes); fi
if is_true "${LAPLACE_REQUIRE:-true}"; then options+=(--require); fi
given() { if [ -n "$2" ]; then options+=("$1" "$2"); fi; } # given OPTION VALUE
given --lock "${LAPLACE_LOCK:-}"
given --against "${LAPLACE_AGAINST:-}"
given --budget "${LAPLACE_BUDGET:-}"
given --shard "${LAPLACE_SHARD:-}"
given --failures "${LAPLACE_FAILURES:-}"
given --report "${LAPLACE_REPORT:-}"
if [ -n "${LAPLACE_MANIFEST:-}" ]; then
  options+=(--manifest "$LAPLACE_MANIFEST" --builds "${LAPLACE_BUILDS:-all}")
fi
while IFS= read -r agent; do
  agent="${agent#"${agent%%[![:space:]]*}"}"
  if [ -n "$agent" ]; then options+=(--agent "$agent"); fi
done <<<"${LAPLACE_AGENTS:-}"

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
status=0
"$LAPLACE_TOOL" ci "${recordings[@]}" "${options[@]}" \
  --report "github=$work/annotations,markdown=$work/summary" 2>"$work/words" || status=$?
cat "$work/words" >&2
if [ -e "$work/annotations" ]; then cat "$work/annotations"; fi
if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -e "$work/summary" ]; then
  cat "$work/summary" >>"$GITHUB_STEP_SUMMARY"
fi
if [ "$status" != 0 ] && [ ! -s "$work/annotations" ]; then
  # It ended before it could report. The tool's words begin with its own name.
  first="$(sed -n '/./{p;q;}' "$work/words")"
  printf '::error title=Laplace::%s\n' "${first#"${LAPLACE_TOOL##*/}: "}"
fi
exit "$status"
