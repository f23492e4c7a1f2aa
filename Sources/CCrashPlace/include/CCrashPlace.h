/// Writes a line to standard error if the process crashes: `crash place:` and addresses in this
/// program, the innermost first. Two crashes with the same line are the same crash.
void crash_place_note(void);

/// Ends the process with `status` if it crashes or calls exit(), after a line on standard error:
/// `before`, what happened, the number at `step` unless it is negative, `after`. The caller keeps the
/// texts. `before` of null: no longer.
void crash_expect(
    const char *before, const volatile long long *step, const char *after, int status);
