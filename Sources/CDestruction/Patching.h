// Changes pointers in memory that the loader has made read-only.
#ifndef HW_PATCHING_H
#define HW_PATCHING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The page of a pointer while it is writable.
struct hw_writable_page {
  void *page;
  size_t size;
  int flags;
  bool was_protected;
};

// Makes the page of `pointer` writable, and stores its protection in `page`. Returns 0 or an errno.
int hw_begin_writing(const void *pointer, struct hw_writable_page *page);

// Restores the page's protection.
void hw_end_writing(const struct hw_writable_page *page);

#endif
