// A library that watches what a program prints to `stdout`. Loaded before the C library, it takes the place of the functions
// that print: they tell the recorder of the program, if it has one, and call the C library's own. So the stream, its
// buffer and its descriptor stay the program's: it may reopen, close, redirect or buffer them.
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What becomes of a text that the program prints. Sources/CPlatform/Output.c has the same declarations: the program is not
// linked with this library, but looks its function up.
enum hw_printing {
  HW_PRINT,    // it is printed
  HW_RECORD,   // it is noted, then printed
  HW_WITHHOLD, // it is not printed: the recorder itself called the program, and without a recorder nothing would be
};

struct hw_output_watch {
  enum hw_printing (*treatment)(void);
  void (*note)(const char *bytes, size_t count);
};

typedef size_t (*write_function)(const void *, size_t, size_t, FILE *);
typedef int (*text_function)(const char *, FILE *);
typedef int (*byte_function)(int, FILE *);

// The C library's own functions.
struct library {
  write_function write, write_unlocked;
  text_function put_text, put_text_unlocked;
  byte_function put_byte, put_byte_unlocked;
  int (*put_line)(const char *);
  int (*print)(FILE *, const char *, va_list);
  int (*print_checked)(FILE *, int, const char *, va_list);
};

#if defined(__APPLE__)
// The loader changes the calls of all other files, so that a name means the C library's function here.
static const struct library *real(void) {
  static const struct library library = {
      .write = fwrite, .put_text = fputs, .put_byte = putc, .put_byte_unlocked = putc_unlocked,
      .put_line = puts, .print = vfprintf,
  };
  return &library;
}
#define WATCH(name, watched)                                                                                           \
  __attribute__((used, section("__DATA,__interpose"))) static const void *const interposed_##name[] = {                \
      (const void *)watched, (const void *)name}
#else
static struct library library;

static void find_functions(void) {
  library.write = (write_function)dlsym(RTLD_NEXT, "fwrite");
  library.write_unlocked = (write_function)dlsym(RTLD_NEXT, "fwrite_unlocked");
  library.put_text = (text_function)dlsym(RTLD_NEXT, "fputs");
  library.put_text_unlocked = (text_function)dlsym(RTLD_NEXT, "fputs_unlocked");
  library.put_byte = (byte_function)dlsym(RTLD_NEXT, "putc");
  library.put_byte_unlocked = (byte_function)dlsym(RTLD_NEXT, "putc_unlocked");
  library.put_line = (int (*)(const char *))dlsym(RTLD_NEXT, "puts");
  library.print = (int (*)(FILE *, const char *, va_list))dlsym(RTLD_NEXT, "vfprintf");
  library.print_checked = (int (*)(FILE *, int, const char *, va_list))dlsym(RTLD_NEXT, "__vfprintf_chk");
}

// Not found in a constructor, because another library's constructor may print before this one's runs.
static const struct library *real(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, find_functions);
  return &library;
}
#define WATCH(name, watched) __typeof__(watched) name __attribute__((alias(#watched)))
#endif

static const struct hw_output_watch *watch;

// Decides what becomes of a text. If it is recorded, the stream is locked until `end`, so that texts are noted in the order
// in which they are printed.
static enum hw_printing begin(FILE *stream) {
  const struct hw_output_watch *current = __atomic_load_n(&watch, __ATOMIC_ACQUIRE);
  if (!current || stream != stdout) {
    return HW_PRINT;
  }
  enum hw_printing treatment = current->treatment();
  if (treatment == HW_RECORD) {
    flockfile(stream);
  }
  return treatment;
}

static void end(enum hw_printing treatment, FILE *stream) {
  if (treatment == HW_RECORD) {
    funlockfile(stream);
  }
}

static void note(enum hw_printing treatment, const char *bytes, size_t count) {
  if (treatment == HW_RECORD && count > 0) {
    int error = errno;
    watch->note(bytes, count);
    errno = error;
  }
}

static size_t write_by(write_function write, const void *bytes, size_t size, size_t count, FILE *stream) {
  enum hw_printing treatment = begin(stream);
  note(treatment, bytes, size * count);
  size_t done = treatment == HW_WITHHOLD ? count : write(bytes, size, count, stream);
  end(treatment, stream);
  return done;
}

static int put_text_by(text_function put, const char *text, FILE *stream) {
  enum hw_printing treatment = begin(stream);
  note(treatment, text, strlen(text));
  int result = treatment == HW_WITHHOLD ? 1 : put(text, stream);
  end(treatment, stream);
  return result;
}

static int put_byte_by(byte_function put, int byte, FILE *stream) {
  enum hw_printing treatment = begin(stream);
  char character = (char)byte;
  note(treatment, &character, 1);
  int result = treatment == HW_WITHHOLD ? (unsigned char)byte : put(byte, stream);
  end(treatment, stream);
  return result;
}

// Notes the formatted text. Returns its length, or -1 if it cannot be formatted.
static int note_format(enum hw_printing treatment, const char *format, va_list arguments) {
  char *text = NULL;
  va_list copy;
  va_copy(copy, arguments);
  int length = vasprintf(&text, format, copy);
  va_end(copy);
  if (length >= 0) {
    note(treatment, text, (size_t)length);
    free(text);
  }
  return length;
}

static int watched_vfprintf(FILE *stream, const char *format, va_list arguments) {
  enum hw_printing treatment = begin(stream);
  int length = treatment == HW_PRINT ? 0 : note_format(treatment, format, arguments);
  int result = treatment == HW_WITHHOLD ? length : real()->print(stream, format, arguments);
  end(treatment, stream);
  return result;
}

static int watched_vprintf(const char *format, va_list arguments) {
  return watched_vfprintf(stdout, format, arguments);
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

static size_t watched_fwrite(const void *bytes, size_t size, size_t count, FILE *stream) {
  return write_by(real()->write, bytes, size, count, stream);
}

static int watched_fputs(const char *text, FILE *stream) { return put_text_by(real()->put_text, text, stream); }

static int watched_puts(const char *text) {
  FILE *stream = stdout;
  enum hw_printing treatment = begin(stream);
  note(treatment, text, strlen(text));
  note(treatment, "\n", 1);
  int result = treatment == HW_WITHHOLD ? 1 : real()->put_line(text);
  end(treatment, stream);
  return result;
}

static int watched_fputc(int byte, FILE *stream) { return put_byte_by(real()->put_byte, byte, stream); }
static int watched_putchar(int byte) { return watched_fputc(byte, stdout); }

static int watched_putc_unlocked(int byte, FILE *stream) {
  return put_byte_by(real()->put_byte_unlocked, byte, stream);
}
static int watched_putchar_unlocked(int byte) { return watched_putc_unlocked(byte, stdout); }

#undef putc
#undef putchar
#undef putc_unlocked
#undef putchar_unlocked

WATCH(fwrite, watched_fwrite);
WATCH(fputs, watched_fputs);
WATCH(puts, watched_puts);
WATCH(fputc, watched_fputc);
WATCH(putc, watched_fputc);
WATCH(putchar, watched_putchar);
WATCH(putc_unlocked, watched_putc_unlocked);
WATCH(putchar_unlocked, watched_putchar_unlocked);
WATCH(vfprintf, watched_vfprintf);
WATCH(vprintf, watched_vprintf);
WATCH(fprintf, watched_fprintf);
WATCH(printf, watched_printf);

#if !defined(__APPLE__)
static size_t watched_fwrite_unlocked(const void *bytes, size_t size, size_t count, FILE *stream) {
  return write_by(real()->write_unlocked, bytes, size, count, stream);
}

static int watched_fputs_unlocked(const char *text, FILE *stream) {
  return put_text_by(real()->put_text_unlocked, text, stream);
}

// Calls to the functions of `printf` become calls of these where the C library checks the format.
static int watched_vfprintf_checked(FILE *stream, int flag, const char *format, va_list arguments) {
  enum hw_printing treatment = begin(stream);
  int length = treatment == HW_PRINT ? 0 : note_format(treatment, format, arguments);
  int result = treatment == HW_WITHHOLD ? length : real()->print_checked(stream, flag, format, arguments);
  end(treatment, stream);
  return result;
}

static int watched_vprintf_checked(int flag, const char *format, va_list arguments) {
  return watched_vfprintf_checked(stdout, flag, format, arguments);
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

WATCH(fwrite_unlocked, watched_fwrite_unlocked);
WATCH(fputs_unlocked, watched_fputs_unlocked);
WATCH(fputc_unlocked, watched_putc_unlocked);
WATCH(_IO_putc, watched_fputc);
WATCH(__vfprintf_chk, watched_vfprintf_checked);
WATCH(__vprintf_chk, watched_vprintf_checked);
WATCH(__printf_chk, watched_printf_checked);
WATCH(__fprintf_chk, watched_fprintf_checked);
#endif

#if defined(__APPLE__)
static const char variable[] = "DYLD_INSERT_LIBRARIES";
#else
static const char variable[] = "LD_PRELOAD";
#endif

void hw_watch_output_with(const struct hw_output_watch *asked);

// The programs that this one starts are nobody's to watch. A shell that starts this one is left as it is, because it hands
// the variable on.
static void leave_environment(void) {
  Dl_info own;
  const char *value = getenv(variable);
  if (!value || !dladdr((void *)hw_watch_output_with, &own)) {
    return;
  }
  size_t length = strlen(own.dli_fname);
  if (strncmp(value, own.dli_fname, length) != 0) {
    return;
  }
  if (value[length] == ':') {
    setenv(variable, value + length + 1, 1);
  } else if (value[length] == 0) {
    unsetenv(variable);
  }
}

// From now on, asks `asked` about each text that is printed.
void hw_watch_output_with(const struct hw_output_watch *asked) {
  leave_environment();
  __atomic_store_n(&watch, asked, __ATOMIC_RELEASE);
}
