#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

/// Heap allocations of the calling thread so far; -1 where they cannot be counted.
long allocationCount(void);

#endif
