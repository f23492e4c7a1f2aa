#ifndef LAPLACE_PAGE_FILES_H
#define LAPLACE_PAGE_FILES_H

#include <stddef.h>

/// A file that pages are made of, as it stands in the folder `files`.
struct laplace_page_file {
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

/// The file of this name; null where there is none.
const struct laplace_page_file *laplace_page_file(const char *name);

#endif
