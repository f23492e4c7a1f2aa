# Prints the stored values with those of a log in the place of the old: Tools/budget --renew.
#
#   awk -v compiler=NAME -f yardstick.awk -f renew.awk VALUES LOG

BEGIN { FS = OFS = "\t" }
/^#/ { next }
FNR == NR { line[++line_count] = $0; label_of[line_count] = $1; next }
{ gsub(",", ".") }
$1 == "yardstick" { if ($2 == "yardstick") samples[++sample_count] = $3 + $4; next }
$2 == "all" { is_whole[$1] = 1 }
$2 != "all" { has_modules[$1] = 1 }
{ now[$1, $2] += $3 + $4; is_renewed[$1] = 1 }
END {
  if (sample_count == 0 || !renews_all()) exit 2
  for (i = 1; i <= line_count; i++) if (!(label_of[i] in is_renewed)) print line[i]
  for (label in is_renewed) {
    print label, "compiler", compiler
    printf "%s\tyardstick\t%.2f\n", label, yardstick()
  }
  for (key in now) {
    split(key, parts, SUBSEP)
    printf "%s\t%s\t%.1f\n", parts[1], parts[2], now[key]
  }
}

function renews_all(    label, count) {
  for (label in is_renewed) {
    if (!is_whole[label] || !has_modules[label]) return 0
    count++
  }
  return count
}
