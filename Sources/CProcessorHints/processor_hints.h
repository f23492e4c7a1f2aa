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

#if defined(__linux__)
/// The system's own, which its headers show to GNU programs only, and Swift is none.
extern int processor_system_affinity(int thread, unsigned long size, void *mask)
    __asm__("sched_getaffinity");
extern int processor_set_system_affinity(int thread, unsigned long size, const void *mask)
    __asm__("sched_setaffinity");

/// Bytes of a mask of processors: 1024 of them, as the C library has it.
enum { processor_mask_size = 128 };

/// The processors on which the calling thread may run, one bit each; 0, or -1 where the system does not
/// say.
static inline int processor_affinity(unsigned char *mask) {
  int size = processor_system_affinity(0, processor_mask_size, mask);
  return size < 0 ? -1 : 0;
}

/// Lets the calling thread run on these processors only; 0, or -1.
static inline int processor_set_affinity(const unsigned char *mask) {
  return processor_set_system_affinity(0, processor_mask_size, mask);
}
#endif
