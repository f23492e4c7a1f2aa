#!/usr/bin/env bash
# What the action runs: `TOOL verify` with the action's inputs, which come as LAPLACE_… variables.
# The table of builds goes to the job's summary, the first words of a failure to an annotation.
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
if [ -n "${LAPLACE_LOCK:-}" ]; then options+=(--lock "$LAPLACE_LOCK"); fi
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
"$LAPLACE_TOOL" verify "${recordings[@]}" "${options[@]}" --markdown \
  >"$work/results" 2>"$work/words" || status=$?
cat "$work/results"
cat "$work/words" >&2
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
  {
    if [ "$status" = 0 ]; then printf '### Bit-exact\n\n'; else printf '### Not bit-exact (status %s)\n\n' "$status"; fi
    cat "$work/results"
    if [ -s "$work/words" ]; then printf '\n```\n'; cat "$work/words"; printf '```\n'; fi
  } >>"$GITHUB_STEP_SUMMARY"
fi
if [ "$status" != 0 ]; then
  # The tool's words begin with its own name.
  first="$(sed -n '/./{p;q;}' "$work/words")"
  printf '::error title=Laplace::%s\n' "${first#"${LAPLACE_TOOL##*/}: "}"
fi
exit "$status"
