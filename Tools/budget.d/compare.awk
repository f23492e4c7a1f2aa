# Compares a log of compilations with stored values: Tools/budget.
#
#   awk -v compiler=NAME -v is_verbose=0 -v wanted="LABEL…" -f yardstick.awk -f compare.awk VALUES LOG
#
# Exit status: 0 within the budgets, 1 over one, 2 no comparison is possible.

BEGIN {
  FS = "\t"
  # Noise of a shared machine: repeated builds differ by a fifth.
  module_factor = 1.3; module_slack = 2
  total_factor = 1.15; total_slack = 5
  # A build that compiles only what changed proves nothing.
  least_factor = 0.5
}

/^#/ { next }
FNR == NR { stored[$1, $2] = $3; is_stored[$1] = 1; names[$1] = names[$1] " " $2; next }
NF != 4 { print "a line of " FILENAME " is not label, module, seconds, seconds: " $0; trouble = 1; next }
{ gsub(",", "."); seconds = $3 + $4 }
$1 == "yardstick" { if ($2 == "yardstick") samples[++sample_count] = seconds; next }
!($1 in is_seen) { is_seen[$1] = 1; labels[++label_count] = $1 }
{
  if (!(($1, $2) in now)) modules[$1] = modules[$1] " " $2
  now[$1, $2] += seconds
}

END {
  if (sample_count == 0) { print "no time of the yardstick is in the log"; exit 2 }
  for (i = split(wanted, list, " "); i > 0; i--)
    if (!(list[i] in is_seen)) { print "no compilation of " title(list[i]) " is in the log"; trouble = 1 }
  for (i = 1; i <= label_count; i++) compare(labels[i])
  if (label_count == 0) { print "no compilation is in the log"; trouble = 1 }
  if (over_count > 0) {
    print ""
    for (i = 1; i <= over_count; i++) print over[i]
    print "Look at what Package.swift optimises and at what the module imports. To accept it, run"
    print "Tools/budget --renew" renewed ", and say in the commit what it bought."
  }
  exit trouble ? 2 : over_count > 0 ? 1 : 0
}

function compare(label,    scale, list, count, i, module, before, after, gone) {
  if (!(label in is_stored)) {
    print title(label) ": no values are stored. Store them: Tools/budget --renew " build_of(label)
    trouble = 1
    return
  }
  if (modules[label] == " all" || !((label, "all") in now)) {
    print title(label) ": the log has no compilation, or no line for the whole build. Is it complete?"
    trouble = 1
    return
  }
  if (stored[label, "compiler"] != compiler) {
    print title(label) ": not compared, the values are of another compiler (" stored[label, "compiler"] \
      " there, " compiler " here)"
    return
  }
  scale = stored[label, "yardstick"] / yardstick()
  printf "%s: this machine needs %.2f of the stored one's time\n", title(label), 1 / scale
  printf "  %-34s %8s %8s %6s\n", "module", "stored", "now", "ratio"
  count = split(modules[label], list, " ")
  sort_by_time(list, count, label)
  for (i = 1; i <= count; i++) {
    module = list[i]
    if (module == "all") continue
    after = now[label, module] * scale
    if (!((label, module) in stored)) { row(module, "-", after, "new"); continue }
    before = stored[label, module]
    if (after > before * module_factor + module_slack) {
      row(module, before, after, "OVER")
      report(label, module " takes", before, after)
    } else if (is_verbose) row(module, before, after, "")
  }
  count = split(names[label], list, " ")
  for (i = 1; i <= count; i++)
    if (list[i] !~ /^(all|compiler|yardstick)$/ && !((label, list[i]) in now))
      row(list[i], stored[label, list[i]], "-", "gone")
  before = stored[label, "all"]
  after = now[label, "all"] * scale
  if (after > before * total_factor + total_slack) {
    row("all, with C and linking", before, after, "OVER")
    report(label, "The whole build takes", before, after, grown(label, scale))
  } else row("all, with C and linking", before, after, "")
  if (after < before * least_factor) {
    print title(label) " takes less than half of its budget. If it began from nothing, keep the gain: " \
      "Tools/budget --renew " build_of(label)
    trouble = 1
  }
}

function row(name, before, after, remark) {
  printf "  %-34s %8s %8s %6s  %s\n", name, figure(before), figure(after), \
    (before > 0 && after > 0) ? sprintf("%.2f", after / before) : "-", remark
}

function figure(value) { return value == "-" ? value : sprintf("%.1f", value) }

function report(label, subject, before, after, detail) {
  over[++over_count] = sprintf("%s %.0f s, %.1f times its budget of %.0f s, in %s%s.", \
    subject, after, after / (before > 0 ? before : 1), before, title(label), detail)
  if (index(renewed " ", " " build_of(label) " ") == 0) renewed = renewed " " build_of(label)
}

# The three modules that grew most.
function grown(label, scale,    list, count, i, growth, text, rounds, best, best_growth, is_named) {
  count = split(modules[label], list, " ")
  for (rounds = 0; rounds < 3; rounds++) {
    best = ""; best_growth = 0.5
    for (i = 1; i <= count; i++) {
      growth = now[label, list[i]] * scale - stored[label, list[i]]
      if (list[i] != "all" && !(list[i] in is_named) && growth > best_growth) {
        best = list[i]; best_growth = growth
      }
    }
    if (best == "") break
    is_named[best] = 1
    text = text sprintf("%s %s +%.0f s", text == "" ? ": most of it in" : ",", best, best_growth)
  }
  return text
}

function sort_by_time(list, count, label,    i, j, held) {
  for (i = 2; i <= count; i++) {
    held = list[i]
    for (j = i - 1; j > 0 && now[label, list[j]] < now[label, held]; j--) list[j + 1] = list[j]
    list[j + 1] = held
  }
}

function build_of(label) { sub(/-.*/, "", label); return label }

function title(label,    build, configuration) {
  build = build_of(label)
  configuration = substr(label, length(build) + 2)
  if (build == "stranger") build = "a stranger's package"
  if (build ~ /^(demo|tests)$/) build = "the " build
  return "the " (configuration == "" ? "" : configuration " ") "build of " build
}
