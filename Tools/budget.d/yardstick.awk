# The yardstick's time, for compare.awk and renew.awk.

# The mean of `samples` without the quarter of the least and the quarter of the greatest. Builds pass
# through fast and slow moments of a shared machine, so the least time is not comparable with theirs.
function yardstick(    i, j, held, skipped, sum) {
  for (i = 2; i <= sample_count; i++) {
    held = samples[i]
    for (j = i - 1; j > 0 && samples[j] > held; j--) samples[j + 1] = samples[j]
    samples[j + 1] = held
  }
  skipped = int(sample_count / 4)
  for (i = skipped + 1; i <= sample_count - skipped; i++) sum += samples[i]
  return sum / (sample_count - 2 * skipped)
}
