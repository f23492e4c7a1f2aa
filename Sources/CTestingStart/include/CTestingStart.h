/// Makes sure that the start-up code of this module is part of the program.
void laplace_testing_keep(void);
