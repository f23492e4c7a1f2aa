#pragma once

/// Tells the processor that this thread waits in a loop: where two threads share a core, the other one
/// gets more of it. Swift has no public name for it.
static inline void processor_waits(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
  __asm__ __volatile__("yield");
#endif
}
