# Which tests a change concerns, derived from the package's own description. Sourced by Tools/test.

# One line for each target: name, kind, folder, and what it depends on.
describe_targets() {
  quietly describe swift package describe --type text
  awk '/^[A-Z]/ { isTargets = /^Targets:/ }
    !isTargets { next }
    /^    Name: / { close_target(); name = $2; kind = folder = needs = ""; isList = 0 }
    /^    Type: / { kind = $2 }
    /^    Path: / { folder = $2 }
    /^    [A-Z]/ { isList = /^    Target dependencies:/ }
    /^        [^ ]/ && isList { needs = needs " " $1 }
    END { close_target() }
    function close_target() { if (name != "") print name, kind, folder needs }' "$logs/describe.log"
}

# The targets in whose folders the files of standard input lie.
targets_of_files() { # targets_of_files DESCRIPTION
  awk 'NR == FNR { folder[$1] = $3 "/"; next }
    { for (name in folder) if (index($0, folder[name]) == 1) print name }' "$1" - | sort -u
}

# The test targets that depend on the targets named, or are among them; one a line.
tests_that_need() { # tests_that_need DESCRIPTION TARGET…
  local description="$1"; shift
  awk -v touched="$*" '
    BEGIN { split(touched, names, " "); for (i in names) isTouched[names[i]] = 1 }
    { kind[$1] = $2; for (i = 4; i <= NF; i++) needs[$1, i] = $i; count[$1] = NF }
    END {
      do {
        hasGrown = 0
        for (name in kind) for (i = 4; i <= count[name]; i++)
          if (!isTouched[name] && isTouched[needs[name, i]]) { isTouched[name] = 1; hasGrown = 1 }
      } while (hasGrown)
      for (name in kind) if (kind[name] == "test" && isTouched[name]) print name
    }' "$description" | sort
}

# Files that differ from the branch main, or from the last commit where this is that branch.
touched_files() {
  local base
  base="$(git merge-base HEAD main 2>/dev/null || git merge-base HEAD origin/main 2>/dev/null || echo HEAD)"
  git diff --name-only "$base" --
  git ls-files --others --exclude-standard
}
