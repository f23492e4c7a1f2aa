#include "AllocationCount.h"

#include <stddef.h>
#include <stdlib.h>

#if defined(__linux__) && defined(__GLIBC__)
  #include <errno.h>

// These stand before the C library's functions of the same names, and pass everything on to them.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static __thread long count;

void *malloc(size_t size) {
  count += 1;
  return __libc_malloc(size);
}

void *calloc(size_t elements, size_t size) {
  count += 1;
  return __libc_calloc(elements, size);
}

void *realloc(void *old, size_t size) {
  count += 1;
  return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
  count += 1;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count += 1;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  count += 1;
  void *memory = __libc_memalign(alignment, size);
  if (memory == NULL) return ENOMEM;
  *result = memory;
  return 0;
}

long allocationCount(void) { return count; }
#else
long allocationCount(void) { return -1; }
#endif
