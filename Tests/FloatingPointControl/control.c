#include "FloatingPointControl.h"

#include <fenv.h>

// MXCSR: bit 6 denormals are zero, bits 13 and 14 rounding, bit 15 flush to zero.
// FPCR: bits 22 and 23 rounding, bit 24 flush to zero (inputs and results).

#if defined(__x86_64__)
#include <xmmintrin.h>
uint64_t fp_save(void) { return _mm_getcsr(); }
void fp_restore(uint64_t saved) {
  fesetround(FE_TONEAREST);  // the x87 unit has a register of its own
  _mm_setcsr((unsigned)saved);
}
bool fp_has_flush_to_zero(void) { return true; }
bool fp_has_denormals_are_zero(void) { return true; }
void fp_set_flush_to_zero(void) { _mm_setcsr(_mm_getcsr() | 0x8000); }
void fp_set_denormals_are_zero(void) { _mm_setcsr(_mm_getcsr() | 0x0040); }
#elif defined(__aarch64__)
uint64_t fp_save(void) {
  uint64_t value;
  __asm__ volatile("mrs %0, fpcr" : "=r"(value));
  return value;
}
void fp_restore(uint64_t saved) { __asm__ volatile("msr fpcr, %0" : : "r"(saved)); }
bool fp_has_flush_to_zero(void) { return true; }
bool fp_has_denormals_are_zero(void) { return false; }
void fp_set_flush_to_zero(void) { fp_restore(fp_save() | (1u << 24)); }
void fp_set_denormals_are_zero(void) {}
#else
uint64_t fp_save(void) { return 0; }
void fp_restore(uint64_t saved) {
  (void)saved;
  fesetround(FE_TONEAREST);
}
bool fp_has_flush_to_zero(void) { return false; }
bool fp_has_denormals_are_zero(void) { return false; }
void fp_set_flush_to_zero(void) {}
void fp_set_denormals_are_zero(void) {}
#endif

bool fp_set_rounding(enum fp_rounding rounding) {
  switch (rounding) {
    case fp_to_nearest: return fesetround(FE_TONEAREST) == 0;
    case fp_upwards: return fesetround(FE_UPWARD) == 0;
    case fp_downwards: return fesetround(FE_DOWNWARD) == 0;
    case fp_towards_zero: return fesetround(FE_TOWARDZERO) == 0;
  }
  return false;
}
