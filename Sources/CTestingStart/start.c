#include "CTestingStart.h"

#include <stdlib.h>

/* Written in Swift, in LaplaceTesting: runs an agent and ends the process. */
extern void laplace_testing_serve(const char *simulation);

/* A test that wants a second process starts its own program again, with this variable set. No test
   runs there: the process becomes an agent before the program's own main function. */
__attribute__((constructor)) static void start(void) {
  const char *simulation = getenv("LAPLACE_TESTING_SIMULATION");
  if (simulation) laplace_testing_serve(simulation);
}

void laplace_testing_keep(void) {}
