/// Writes a line to standard error if the process crashes: `crash place:` and addresses in this
/// program, the innermost first. Two crashes with the same line are the same crash.
void crash_place_note(void);
