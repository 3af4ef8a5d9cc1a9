#define _GNU_SOURCE 1
#include "CPlatform.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

_Thread_local struct hw_thread hw_current_thread;

bool hw_recording_flag = false;

bool hw_has_counter = false;

uint64_t hw_monotonic_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

#if defined(__x86_64__)
#include <cpuid.h>

// Only an invariant counter keeps its rate while the processor changes frequency or sleeps.
static bool counter_is_invariant(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(0x80000000u, &a, &b, &c, &d) || a < 0x80000007u) {
    return false;
  }
  __get_cpuid(0x80000007u, &a, &b, &c, &d);
  return (d & (1u << 8)) != 0;
}
#endif

__attribute__((constructor)) static void choose_clock(void) {
#if defined(__x86_64__)
  hw_has_counter = counter_is_invariant();
#elif defined(__aarch64__)
  hw_has_counter = true;
#endif
}

// A child would write over its parent's records, and cut the file off under it when it ends.
static void stop_recording(void) { hw_set_recording(false); }

__attribute__((constructor)) static void watch_forks(void) { pthread_atfork(NULL, NULL, stop_recording); }

double hw_ticks_per_second(void) {
#if defined(__aarch64__)
  uint64_t frequency;
  __asm__ volatile("mrs %0, cntfrq_el0" : "=r"(frequency));
  return (double)frequency;
#else
  if (!hw_has_counter) {
    return 1e9;
  }
  uint64_t firstTime = hw_monotonic_nanoseconds(), firstTicks = hw_ticks();
  uint64_t lastTime, lastTicks;
  do {
    lastTime = hw_monotonic_nanoseconds();
    lastTicks = hw_ticks();
  } while (lastTime - firstTime < 200000);
  return (double)(lastTicks - firstTicks) / (double)(lastTime - firstTime) * 1e9;
#endif
}

void hw_thread_name(char *buffer, size_t size) {
  if (size == 0) {
    return;
  }
  buffer[0] = 0;
  pthread_getname_np(pthread_self(), buffer, size);
}

uint64_t hw_thread_number(void) { return (uint64_t)(uintptr_t)pthread_self(); }

// Declared here because libdispatch's own header is not on every C search path.
extern const char *dispatch_queue_get_label(void *queue);

const char *hw_queue_label(void) { return dispatch_queue_get_label(NULL); }

int hw_return_addresses(void **addresses, int capacity) { return backtrace(addresses, capacity); }

bool hw_image_of(const void *address, const char **path, uint64_t *offset) {
  Dl_info info;
  if (!dladdr(address, &info) || !info.dli_fname) {
    return false;
  }
  *path = info.dli_fname;
  *offset = (uint64_t)((const char *)address - (const char *)info.dli_fbase);
  return true;
}

static hw_output_note output_note;
static FILE *own_output;

static ssize_t pass_on(const char *bytes, size_t count) {
  // A description that the recorder asks for would not have been asked without it, and so not have printed.
  if (hw_thread_state()->suspended) {
    return (ssize_t)count;
  }
  if (output_note) {
    output_note(bytes, count);
  }
  size_t done = 0;
  while (done < count) {
    ssize_t written = write(STDOUT_FILENO, bytes + done, count - done);
    if (written < 0) {
      if (errno == EINTR) {
        continue;
      }
      return done > 0 ? (ssize_t)done : -1;
    }
    done += (size_t)written;
  }
  return (ssize_t)count;
}

#if defined(__linux__)
static ssize_t cookie_write(void *cookie, const char *bytes, size_t count) {
  (void)cookie;
  ssize_t done = pass_on(bytes, count);
  return done < 0 ? 0 : done;
}

static FILE *noting_stream(void) {
  cookie_io_functions_t functions = {.write = cookie_write};
  FILE *stream = fopencookie(NULL, "w", functions);
#if defined(__GLIBC__)
  // A program that asks `fileno(stdout)`, as for `isatty`, is told what it would be told otherwise.
  if (stream) {
    stream->_fileno = STDOUT_FILENO;
  }
#endif
  return stream;
}
#else
static int cookie_write(void *cookie, const char *bytes, int count) {
  (void)cookie;
  return (int)pass_on(bytes, (size_t)count);
}

static FILE *noting_stream(void) { return fwopen(NULL, cookie_write); }
#endif

bool hw_replace_standard_output(hw_output_note note) {
  if (own_output) {
    output_note = note;
    return true;
  }
  FILE *stream = noting_stream();
  if (!stream) {
    return false;
  }
  // Unbuffered, so that each piece is noted where it was printed, also when the line goes on later.
  setvbuf(stream, NULL, _IONBF, 0);
  fflush(stdout);
  output_note = note;
  own_output = stdout;
  stdout = stream;
  return true;
}

void hw_restore_standard_output(void) {
  if (!own_output) {
    return;
  }
  // The replaced stream is flushed but never closed: another thread may be about to print to it.
  fflush(stdout);
  output_note = NULL;
  stdout = own_output;
  own_output = NULL;
}

int hw_reserve_file_space(int descriptor, int64_t offset, int64_t length) {
  // Past this limit (`ulimit -f`) the system sends a signal that would end the program.
  struct rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
      (uint64_t)(offset + length) > limit.rlim_cur) {
    return EFBIG;
  }
#if defined(__linux__)
  return posix_fallocate(descriptor, offset, length);
#else
  return ftruncate(descriptor, offset + length) == 0 ? 0 : errno;
#endif
}

void hw_make_writable(void *start, size_t length) {
#if defined(MADV_POPULATE_WRITE)
  // Older kernels refuse it; then each page is readied as it is first written to.
  (void)madvise(start, length, MADV_POPULATE_WRITE);
#else
  (void)start;
  (void)length;
#endif
}
