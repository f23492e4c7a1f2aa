#define _GNU_SOURCE
#include "CCrashPlace.h"

#if (defined(__linux__) || defined(__APPLE__)) && __has_include(<execinfo.h>)
#include <dlfcn.h>
#include <execinfo.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

enum { frame_max = 48, noted_max = 6, signal_max = 32 };
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

void crash_place_note(void) {
  static const int numbers[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
  Dl_info place;
  void *frame;
  if (!dladdr((void *)crash_place_note, &place)) return;
  program = place.dli_fbase;
  // Loads what it needs: a handler must not.
  backtrace(&frame, 1);
  for (unsigned index = 0; index < sizeof numbers / sizeof *numbers; index += 1) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = note;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    sigaction(numbers[index], &action, &before[numbers[index]]);
  }
}
#else
void crash_place_note(void) {}
#endif
