/* The header alone; the functions are in LaplaceC. */
#include "laplace.h"
