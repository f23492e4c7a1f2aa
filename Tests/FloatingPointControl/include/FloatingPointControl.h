// Switches the calling thread's floating-point environment, for tests only.
#ifndef FLOATING_POINT_CONTROL_H
#define FLOATING_POINT_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

enum fp_rounding { fp_to_nearest, fp_upwards, fp_downwards, fp_towards_zero };

/// The whole environment, to be handed to fp_restore.
uint64_t fp_save(void);
void fp_restore(uint64_t saved);

bool fp_set_rounding(enum fp_rounding rounding);

/// Whether this processor has the switches below.
bool fp_has_flush_to_zero(void);
/// Whether inputs have a switch of their own.
bool fp_has_denormals_are_zero(void);
void fp_set_flush_to_zero(void);
void fp_set_denormals_are_zero(void);

#endif
