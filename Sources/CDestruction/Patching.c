#if defined(__linux__)
#define _GNU_SOURCE 1
#include "Patching.h"

#include <errno.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

struct protection {
  uintptr_t address;
  int flags;
};

// Finds the protection of an address in a loaded file's image. For other memory, `result` stays the same.
static int find_protection(struct dl_phdr_info *image, size_t size, void *result) {
  (void)size;
  struct protection *protection = result;
  bool found = false;
  for (int index = 0; index < image->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &image->dlpi_phdr[index];
    uintptr_t start = image->dlpi_addr + segment->p_vaddr;
    if (protection->address < start || protection->address >= start + segment->p_memsz) {
      continue;
    }
    if (segment->p_type == PT_LOAD) {
      found = true;
      protection->flags = (segment->p_flags & PF_R ? PROT_READ : 0) | (segment->p_flags & PF_W ? PROT_WRITE : 0) |
                          (segment->p_flags & PF_X ? PROT_EXEC : 0);
    }
  }
  // The loader makes this part read-only after it has filled it in.
  for (int index = 0; found && index < image->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &image->dlpi_phdr[index];
    uintptr_t start = image->dlpi_addr + segment->p_vaddr;
    if (segment->p_type == PT_GNU_RELRO && protection->address >= start &&
        protection->address < start + segment->p_memsz) {
      protection->flags &= ~PROT_WRITE;
    }
  }
  return found;
}

int hw_begin_writing(const void *pointer, struct hw_writable_page *page) {
  struct protection protection = {(uintptr_t)pointer, PROT_READ | PROT_WRITE};
  dl_iterate_phdr(find_protection, &protection);
  page->size = (size_t)sysconf(_SC_PAGESIZE);
  page->page = (void *)((uintptr_t)pointer & ~(uintptr_t)(page->size - 1));
  page->flags = protection.flags;
  page->was_protected = !(protection.flags & PROT_WRITE);
  if (page->was_protected && mprotect(page->page, page->size, page->flags | PROT_WRITE) != 0) {
    return errno;
  }
  return 0;
}

void hw_end_writing(const struct hw_writable_page *page) {
  if (page->was_protected) {
    mprotect(page->page, page->size, page->flags);
  }
}
#endif
