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

extern int thread_system_control(int option, ...) __asm__("prctl");

/// Names the calling thread, for debuggers and profilers; 15 bytes at most.
static inline void thread_set_name(const char *name) {
  enum { set_name = 15 };
  thread_system_control(set_name, (unsigned long)name, 0ul, 0ul, 0ul);
}

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

#if defined(__x86_64__)
typedef long long processor_pair __attribute__((vector_size(16)));
typedef long long processor_loose_pair __attribute__((vector_size(16), aligned(1), may_alias));

/// Whether the processor multiplies without carry (PCLMULQDQ).
static inline int processor_folds_crc32(void) {
  unsigned int a = 1, b, c = 0, d;
  __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
  return (c >> 1) & 1;
}

/// Moves `x` past as many bits as the constants `k` stand for, and adds `next`.
__attribute__((target("pclmul"))) static inline processor_pair processor_fold(
    processor_pair x, processor_pair k, processor_pair next) {
  return (processor_pair)__builtin_ia32_pclmulqdq128(x, k, 0x00) ^
         (processor_pair)__builtin_ia32_pclmulqdq128(x, k, 0x11) ^ next;
}

/// Folds `count` bytes, 64 or more and a multiple of 16, to 16 that have the same CRC-32
/// (reflected, 0xEDB88320) from state 0 as those had from `state`.
__attribute__((target("pclmul"))) static inline void processor_fold_crc32(
    unsigned int state, const void *bytes, long count, void *folded) {
  const processor_loose_pair *in = (const processor_loose_pair *)bytes;
  const processor_pair by64 = {0x154442bd4, 0x1c6e41596}, by16 = {0x1751997d0, 0x0ccaa009e};
  processor_pair first = {(long long)state, 0};
  processor_pair a = in[0] ^ first, b = in[1], c = in[2], d = in[3];
  in += 4;
  count -= 64;
  while (count >= 64) {
    a = processor_fold(a, by64, in[0]);
    b = processor_fold(b, by64, in[1]);
    c = processor_fold(c, by64, in[2]);
    d = processor_fold(d, by64, in[3]);
    in += 4;
    count -= 64;
  }
  a = processor_fold(processor_fold(processor_fold(a, by16, b), by16, c), by16, d);
  while (count >= 16) {
    a = processor_fold(a, by16, *in);
    in += 1;
    count -= 16;
  }
  *(processor_loose_pair *)folded = a;
}
#endif
