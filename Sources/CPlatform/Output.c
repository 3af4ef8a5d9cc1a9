// Passes the text that the program prints to `stdout` to the recorder, as it is printed.
//
// The stream itself is not replaced. Another stream in its place would have another buffer, could not be reopened, and
// would print text that an untraced program loses when it is killed. So the calls are intercepted: each loaded file
// calls the C library through a table of pointers, and the pointers to the printing functions are changed to the
// functions below. A file that is loaded later is not watched: the text that it prints is printed, but not recorded.
#define _GNU_SOURCE 1
#include "CPlatform.h"

#include <errno.h>
#include <stdio.h>

#if defined(__linux__)
#include "Patching.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static hw_output_note output_note;

// The C library's own functions.
static struct {
  size_t (*write)(const void *, size_t, size_t, FILE *);
  size_t (*write_unlocked)(const void *, size_t, size_t, FILE *);
  int (*put_text)(const char *, FILE *);
  int (*put_text_unlocked)(const char *, FILE *);
  int (*put_line)(const char *);
  int (*put_byte)(int, FILE *);
  int (*put_byte_unlocked)(int, FILE *);
  int (*print)(FILE *, const char *, va_list);
  int (*print_checked)(FILE *, int, const char *, va_list);
} real;

enum treatment { pass, record, withhold };

static enum treatment treatment_of(FILE *stream) {
  if (stream != stdout || !hw_is_recording()) {
    return pass;
  }
  // Without a recorder, its calls of descriptions would not happen, so the text that they print is withheld.
  return hw_thread_state()->recorder.suspended ? withhold : record;
}

static void note(const char *bytes, size_t count) {
  int error = errno;
  if (count > 0) {
    output_note(bytes, count);
  }
  errno = error;
}

static size_t watched_write(const void *bytes, size_t size, size_t count, FILE *stream) {
  switch (treatment_of(stream)) {
  case pass: return real.write(bytes, size, count, stream);
  case withhold: return count;
  case record: break;
  }
  // Locked during both, so that texts are noted in the order in which they are printed.
  flockfile(stream);
  note(bytes, size * count);
  size_t done = real.write(bytes, size, count, stream);
  funlockfile(stream);
  return done;
}

static size_t watched_write_unlocked(const void *bytes, size_t size, size_t count, FILE *stream) {
  switch (treatment_of(stream)) {
  case pass: break;
  case withhold: return count;
  case record: note(bytes, size * count);
  }
  return real.write_unlocked(bytes, size, count, stream);
}

static int watched_put_text(const char *text, FILE *stream) {
  switch (treatment_of(stream)) {
  case pass: return real.put_text(text, stream);
  case withhold: return 1;
  case record: break;
  }
  flockfile(stream);
  note(text, strlen(text));
  int result = real.put_text(text, stream);
  funlockfile(stream);
  return result;
}

static int watched_put_text_unlocked(const char *text, FILE *stream) {
  switch (treatment_of(stream)) {
  case pass: break;
  case withhold: return 1;
  case record: note(text, strlen(text));
  }
  return real.put_text_unlocked(text, stream);
}

static int watched_put_line(const char *text) {
  switch (treatment_of(stdout)) {
  case pass: return real.put_line(text);
  case withhold: return 1;
  case record: break;
  }
  FILE *stream = stdout;
  flockfile(stream);
  note(text, strlen(text));
  note("\n", 1);
  int result = real.put_line(text);
  funlockfile(stream);
  return result;
}

static int watched_put_byte(int byte, FILE *stream) {
  switch (treatment_of(stream)) {
  case pass: return real.put_byte(byte, stream);
  case withhold: return (unsigned char)byte;
  case record: break;
  }
  char character = (char)byte;
  flockfile(stream);
  note(&character, 1);
  int result = real.put_byte(byte, stream);
  funlockfile(stream);
  return result;
}

static int watched_put_byte_unlocked(int byte, FILE *stream) {
  char character = (char)byte;
  switch (treatment_of(stream)) {
  case pass: break;
  case withhold: return (unsigned char)byte;
  case record: note(&character, 1);
  }
  return real.put_byte_unlocked(byte, stream);
}

static int watched_putchar(int byte) { return watched_put_byte(byte, stdout); }

static int watched_putchar_unlocked(int byte) { return watched_put_byte_unlocked(byte, stdout); }

// Notes the formatted text. Returns its length, or -1 if it cannot be formatted.
static int note_format(enum treatment treatment, const char *format, va_list arguments) {
  char *text = NULL;
  va_list copy;
  va_copy(copy, arguments);
  int length = vasprintf(&text, format, copy);
  va_end(copy);
  if (length < 0) {
    return -1;
  }
  if (treatment == record) {
    note(text, (size_t)length);
  }
  free(text);
  return length;
}

static int watched_vfprintf(FILE *stream, const char *format, va_list arguments) {
  enum treatment treatment = treatment_of(stream);
  if (treatment == pass) {
    return real.print(stream, format, arguments);
  }
  flockfile(stream);
  int length = note_format(treatment, format, arguments);
  int result = treatment == withhold ? length : real.print(stream, format, arguments);
  funlockfile(stream);
  return result;
}

static int watched_vfprintf_checked(FILE *stream, int flag, const char *format, va_list arguments) {
  enum treatment treatment = treatment_of(stream);
  if (treatment == pass) {
    return real.print_checked(stream, flag, format, arguments);
  }
  flockfile(stream);
  int length = note_format(treatment, format, arguments);
  int result = treatment == withhold ? length : real.print_checked(stream, flag, format, arguments);
  funlockfile(stream);
  return result;
}

static int watched_vprintf(const char *format, va_list arguments) {
  return watched_vfprintf(stdout, format, arguments);
}

static int watched_vprintf_checked(int flag, const char *format, va_list arguments) {
  return watched_vfprintf_checked(stdout, flag, format, arguments);
}

static int watched_printf(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = watched_vfprintf(stdout, format, arguments);
  va_end(arguments);
  return result;
}

static int watched_fprintf(FILE *stream, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = watched_vfprintf(stream, format, arguments);
  va_end(arguments);
  return result;
}

static int watched_printf_checked(int flag, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = watched_vfprintf_checked(stdout, flag, format, arguments);
  va_end(arguments);
  return result;
}

static int watched_fprintf_checked(FILE *stream, int flag, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = watched_vfprintf_checked(stream, flag, format, arguments);
  va_end(arguments);
  return result;
}

// A function of the C library that prints.
static struct printing_function {
  const char *name;
  void *watched;
  // The variable for the C library's own function, which `watched` calls; null if `watched` does not call it.
  void *place;
  void *library;
} functions[] = {
    {"fwrite", watched_write, &real.write, NULL},
    {"fwrite_unlocked", watched_write_unlocked, &real.write_unlocked, NULL},
    {"fputs", watched_put_text, &real.put_text, NULL},
    {"fputs_unlocked", watched_put_text_unlocked, &real.put_text_unlocked, NULL},
    {"puts", watched_put_line, &real.put_line, NULL},
    {"fputc", watched_put_byte, &real.put_byte, NULL},
    {"fputc_unlocked", watched_put_byte_unlocked, &real.put_byte_unlocked, NULL},
    {"putc", watched_put_byte, NULL, NULL},
    {"_IO_putc", watched_put_byte, NULL, NULL},
    {"putc_unlocked", watched_put_byte_unlocked, NULL, NULL},
    {"putchar", watched_putchar, NULL, NULL},
    {"putchar_unlocked", watched_putchar_unlocked, NULL, NULL},
    {"vfprintf", watched_vfprintf, &real.print, NULL},
    {"__vfprintf_chk", watched_vfprintf_checked, &real.print_checked, NULL},
    {"vprintf", watched_vprintf, NULL, NULL},
    {"__vprintf_chk", watched_vprintf_checked, NULL, NULL},
    {"printf", watched_printf, NULL, NULL},
    {"__printf_chk", watched_printf_checked, NULL, NULL},
    {"fprintf", watched_fprintf, NULL, NULL},
    {"__fprintf_chk", watched_fprintf_checked, NULL, NULL},
};

enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

// Looks the functions up in the C library itself, because another tool may have changed the pointers of other files.
static bool find_functions(void) {
  Dl_info info;
  void *known = dlsym(RTLD_DEFAULT, "getpid");
  void *library = known && dladdr(known, &info) && info.dli_fname ? dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : NULL;
  if (!library) {
    return false;
  }
  for (int index = 0; index < FUNCTIONS; index++) {
    functions[index].library = dlsym(library, functions[index].name);
    if (functions[index].place) {
      *(void **)functions[index].place = functions[index].library;
    }
  }
  dlclose(library);
  return real.write != NULL;
}

// The tables of a loaded file that are needed here.
struct image {
  uintptr_t base;
  uintptr_t end;
  const ElfW(Sym) *symbols;
  const char *names;
  uintptr_t relocations[2];
  size_t sizes[2];
};

// Some C libraries replace the offsets in the table by addresses, others do not.
static uintptr_t absolute(const struct image *image, uintptr_t value) {
  return value < image->base ? image->base + value : value;
}

static bool read_tables(struct dl_phdr_info *info, struct image *image) {
  const ElfW(Dyn) *entry = NULL;
  *image = (struct image){.base = info->dlpi_addr};
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
    uintptr_t end = info->dlpi_addr + segment->p_vaddr + segment->p_memsz;
    if (segment->p_type == PT_DYNAMIC) {
      entry = (const ElfW(Dyn) *)(info->dlpi_addr + segment->p_vaddr);
    } else if (segment->p_type == PT_LOAD && end > image->end) {
      image->end = end;
    }
  }
  for (; entry && entry->d_tag != DT_NULL; entry++) {
    switch (entry->d_tag) {
    case DT_SYMTAB: image->symbols = (const ElfW(Sym) *)absolute(image, entry->d_un.d_ptr); break;
    case DT_STRTAB: image->names = (const char *)absolute(image, entry->d_un.d_ptr); break;
    case DT_JMPREL: image->relocations[0] = absolute(image, entry->d_un.d_ptr); break;
    case DT_PLTRELSZ: image->sizes[0] = entry->d_un.d_val; break;
    case DT_RELA: image->relocations[1] = absolute(image, entry->d_un.d_ptr); break;
    case DT_RELASZ: image->sizes[1] = entry->d_un.d_val; break;
    }
  }
  return image->symbols && image->names;
}

#if defined(__x86_64__)
enum { JUMP_SLOT = R_X86_64_JUMP_SLOT, GLOBAL_DATA = R_X86_64_GLOB_DAT };
#elif defined(__aarch64__)
enum { JUMP_SLOT = R_AARCH64_JUMP_SLOT, GLOBAL_DATA = R_AARCH64_GLOB_DAT };
#else
enum { JUMP_SLOT = -1, GLOBAL_DATA = -1 };
#endif

static const struct printing_function *function_named(const char *name) {
  for (int index = 0; index < FUNCTIONS; index++) {
    if (functions[index].library && strcmp(functions[index].name, name) == 0) {
      return &functions[index];
    }
  }
  return NULL;
}

// Whether the pointer leads to the C library's function, now or after the loader resolves it at the first call.
static bool leads_to_library(const struct image *image, void *value, const struct printing_function *function) {
  if (value == function->library) {
    return true;
  }
  bool is_unresolved = (uintptr_t)value >= image->base && (uintptr_t)value < image->end;
  return is_unresolved && dlsym(RTLD_DEFAULT, function->name) == function->library;
}

static void watch_slot(const struct image *image, const ElfW(Rela) *relocation) {
  int type = (int)ELF64_R_TYPE(relocation->r_info);
  const ElfW(Sym) *symbol = &image->symbols[ELF64_R_SYM(relocation->r_info)];
  if ((type != JUMP_SLOT && type != GLOBAL_DATA) || symbol->st_shndx != SHN_UNDEF) {
    return;
  }
  const struct printing_function *function = function_named(image->names + symbol->st_name);
  void **slot = (void **)(image->base + relocation->r_offset);
  struct hw_writable_page page;
  if (!function || !leads_to_library(image, *slot, function) || hw_begin_writing(slot, &page) != 0) {
    return;
  }
  __atomic_store_n(slot, function->watched, __ATOMIC_RELEASE);
  hw_end_writing(&page);
}

static int watch_image(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  (void)context;
  struct image image;
  if (!read_tables(info, &image)) {
    return 0;
  }
  for (int table = 0; table < 2; table++) {
    const ElfW(Rela) *relocation = (const ElfW(Rela) *)image.relocations[table];
    size_t count = relocation ? image.sizes[table] / sizeof *relocation : 0;
    for (size_t index = 0; index < count; index++) {
      watch_slot(&image, &relocation[index]);
    }
  }
  return 0;
}

bool hw_watch_standard_output(hw_output_note note) {
  if (!find_functions()) {
    return false;
  }
  output_note = note;
  dl_iterate_phdr(watch_image, NULL);
  return true;
}
#else
#include <unistd.h>

static hw_output_note output_note;

static int pass_on(void *cookie, const char *bytes, int count) {
  (void)cookie;
  // Without a recorder, its calls of descriptions would not happen, so the text that they print is withheld.
  if (hw_thread_state()->recorder.suspended) {
    return count;
  }
  output_note(bytes, (size_t)count);
  int done = 0;
  while (done < count) {
    ssize_t written = write(STDOUT_FILENO, bytes + done, (size_t)(count - done));
    if (written < 0) {
      if (errno == EINTR) {
        continue;
      }
      return done > 0 ? done : -1;
    }
    done += (int)written;
  }
  return count;
}

// Here the stream is replaced, because this C library can reopen a stream with custom functions.
bool hw_watch_standard_output(hw_output_note note) {
  FILE *stream = output_note ? NULL : fwopen(NULL, pass_on);
  if (!stream) {
    return output_note != NULL;
  }
  // Unbuffered, so that each piece is noted when it is printed, even if its line is completed later.
  setvbuf(stream, NULL, _IONBF, 0);
  fflush(stdout);
  output_note = note;
  stdout = stream;
  return true;
}
#endif
