#define _GNU_SOURCE
#include "CCrashPlace.h"

#if (defined(__linux__) || defined(__APPLE__)) && __has_include(<execinfo.h>)
#include <dlfcn.h>
#include <execinfo.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { frame_max = 48, noted_max = 6, signal_max = 32, stack_size = 1 << 16 };
static const int crashes[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
static struct sigaction before[signal_max];
static const void *program;

static char *append_hex(char *at, uintptr_t value) {
  int digits = 1;
  while (digits < 16 && value >> (4 * digits)) digits += 1;
  for (int place = digits - 1; place >= 0; place -= 1)
    *at++ = "0123456789abcdef"[value >> (4 * place) & 15];
  return at;
}

static void note(int number, siginfo_t *info, void *context) {
  (void)context;
  void *frames[frame_max];
  int count = backtrace(frames, frame_max), noted = 0;
  char line[256] = "crash place:", *at = line + strlen(line);
  // The first frame is this function. Other images lie elsewhere in each run.
  for (int index = 1; index < count && noted < noted_max; index += 1) {
    Dl_info place;
    if (!dladdr(frames[index], &place) || place.dli_fbase != program) continue;
    *at++ = ' ';
    at = append_hex(at, (uintptr_t)frames[index] - (uintptr_t)program);
    noted += 1;
  }
  *at++ = '\n';
  if (noted > 0 && write(2, line, (size_t)(at - line)) < 0) noted = 0;
  // The instruction runs again, and ends the process as it would have done.
  sigaction(number, &before[number], 0);
  if (info->si_code <= 0) raise(number);
}

/// Has `action` handle all crashes; `before` keeps what did.
static void handle(struct sigaction action) {
  sigemptyset(&action.sa_mask);
  for (unsigned index = 0; index < sizeof crashes / sizeof *crashes; index += 1)
    sigaction(crashes[index], &action, &before[crashes[index]]);
}

void crash_place_note(void) {
  Dl_info place;
  void *frame;
  if (!dladdr((void *)crash_place_note, &place)) return;
  program = place.dli_fbase;
  // Loads what it needs: a handler must not.
  backtrace(&frame, 1);
  struct sigaction action = {.sa_sigaction = note, .sa_flags = SA_SIGINFO};
  handle(action);
}

static const char *volatile expected;
static const char *expected_after;
static const volatile long long *expected_step;
static int expected_status;

static void tell(const char *text) {
  if (write(2, text, strlen(text)) < 0) return;
}

static void tell_number(long long number) {
  char digits[24], *at = digits + sizeof digits;
  *--at = 0;
  do *--at = (char)('0' + number % 10); while ((number /= 10) > 0);
  tell(at);
}

static void end(const char *what, int number) {
  const char *before = expected;
  expected = 0;
  tell(before);
  tell(what);
  if (number > 0) tell_number(number);
  if (*expected_step >= 0) {
    tell(" in step ");
    tell_number(*expected_step);
  }
  tell(expected_after);
  tell("\n");
  _exit(expected_status);
}

static void end_of_crash(int number) {
  if (expected) end("crashed with signal ", number);
  // The instruction runs again, and ends the process.
  signal(number, SIG_DFL);
}

static void end_of_exit(void) {
  if (expected) end("called exit()", 0);
}

void crash_expect(
    const char *text, const volatile long long *step, const char *after, int status) {
  static char stack[stack_size];
  static int is_handled;
  expected_after = after;
  expected_step = step;
  expected_status = status;
  expected = text;
  if (is_handled || !text) return;
  is_handled = 1;
  atexit(end_of_exit);
  // A full stack is a crash, too.
  stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&other, 0);
  struct sigaction action = {.sa_handler = end_of_crash, .sa_flags = SA_ONSTACK};
  handle(action);
}
#else
void crash_expect(
    const char *text, const volatile long long *step, const char *after, int status) {
  (void)text, (void)step, (void)after, (void)status;
}
void crash_place_note(void) {}
#endif
