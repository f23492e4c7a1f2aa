#ifndef LAPLACE_GESTURES_H
#define LAPLACE_GESTURES_H

/// The gestures of a scenario, from 1 to 16: JSON lines, as in the folder `files`.
const char *laplace_gestures(int scenario);

#endif
