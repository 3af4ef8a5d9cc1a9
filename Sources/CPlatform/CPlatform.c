#define _GNU_SOURCE 1
#include "CPlatform.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#if defined(__linux__)
#include <link.h>
#endif
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif
#include <time.h>
#include <unistd.h>

bool hw_recording_flag = false;

bool hw_has_counter = false;

#ifdef DEBUG
// Tools look for this name among the library's symbols: an engine that has it makes the checks of debug builds.
extern const bool hw_debug_engine;
const bool hw_debug_engine = true;
#endif

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

// The recording's descriptor, or -1, and the file that it refers to.
static int recording_descriptor = -1;
static struct hw_file recording_file;

bool hw_file_at(int descriptor, struct hw_file *file) {
  struct stat status;
  if (descriptor < 0 || fstat(descriptor, &status) != 0) {
    return false;
  }
  *file = (struct hw_file){(uint64_t)status.st_dev, (uint64_t)status.st_ino, (int64_t)status.st_size};
  return true;
}

bool hw_is_file_at(int descriptor, const struct hw_file *file) {
  struct hw_file found;
  return hw_file_at(descriptor, &found) && found.device == file->device && found.inode == file->inode;
}

void hw_set_recording_file(int descriptor, const struct hw_file *file) {
  recording_descriptor = descriptor;
  if (file) {
    recording_file = *file;
  }
}

// Stops the recording in a forked child, which would overwrite its parent's records, and truncate the file at its end.
static void stop_recording(void) {
  int error = errno;
  hw_set_recording(false);
  if (hw_is_file_at(recording_descriptor, &recording_file)) {
    close(recording_descriptor);
  }
  recording_descriptor = -1;
  errno = error;
}

__attribute__((constructor)) static void watch_forks(void) { pthread_atfork(NULL, NULL, stop_recording); }

const char *hw_environment(const char *name) {
#if defined(__linux__)
  return secure_getenv(name);
#else
  return issetugid() ? NULL : getenv(name);
#endif
}

struct task {
  void (*body)(void *context);
  void *context;
};

static void *run_task(void *argument) {
  struct task task = *(struct task *)argument;
  free(argument);
  task.body(task.context);
  return NULL;
}

bool hw_run_beside(void (*body)(void *context), void *context) {
  struct task *task = malloc(sizeof *task);
  if (!task) {
    return false;
  }
  *task = (struct task){body, context};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, 256 << 10);
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  int failure = pthread_create(&thread, &attributes, run_task, task);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  if (failure) {
    free(task);
  }
  return failure == 0;
}

#if defined(__APPLE__)
int hw_swap_names(const char *one, const char *other) { return renamex_np(one, other, RENAME_SWAP) == 0 ? 0 : errno; }

int hw_rename_to_free_name(const char *from, const char *to) {
  return renamex_np(from, to, RENAME_EXCL) == 0 ? 0 : errno;
}
#else
int hw_swap_names(const char *one, const char *other) {
#if defined(SYS_renameat2)
  return syscall(SYS_renameat2, AT_FDCWD, one, AT_FDCWD, other, 2 /* RENAME_EXCHANGE */) == 0 ? 0 : errno;
#else
  return ENOSYS;
#endif
}

int hw_rename_to_free_name(const char *from, const char *to) {
  // On every file system, `link` fails if the name exists. For a moment the file has both names, which does no harm.
  if (link(from, to) != 0) {
    return errno;
  }
  unlink(from);
  return 0;
}
#endif

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

// Declared here, because libdispatch's header is not on every C search path.
extern const char *dispatch_queue_get_label(void *queue);
extern struct dispatch_queue_s _dispatch_main_q;

static bool is_main_thread(void) {
  struct hw_recorded_thread *thread = &hw_thread_state()->recorder;
  if (!thread->knows_main) {
    thread->knows_main = true;
#if defined(__APPLE__)
    thread->is_main = pthread_main_np() != 0;
#else
    thread->is_main = syscall(SYS_gettid) == getpid();
#endif
  }
  return thread->is_main;
}

const char *hw_queue_label(void) { return dispatch_queue_get_label(is_main_thread() ? &_dispatch_main_q : NULL); }

int hw_return_addresses(void **addresses, int capacity) { return backtrace(addresses, capacity); }

// Stores the bounds of the calling thread's stack; leaves them 0 if the system does not know them.
static void find_stack(struct hw_recorded_thread *thread) {
  thread->knows_stack = true;
#if defined(__APPLE__)
  uintptr_t end = (uintptr_t)pthread_get_stackaddr_np(pthread_self());
  thread->stack_start = end - pthread_get_stacksize_np(pthread_self());
  thread->stack_end = end;
#else
  int error = errno;
  pthread_attr_t attributes;
  void *start;
  size_t size;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    if (pthread_attr_getstack(&attributes, &start, &size) == 0) {
      thread->stack_start = (uintptr_t)start;
      thread->stack_end = (uintptr_t)start + size;
    }
    pthread_attr_destroy(&attributes);
  }
  errno = error;
#endif
}

__attribute__((noinline, no_sanitize("address", "thread"))) int hw_frame_addresses(uintptr_t *addresses, int capacity,
                                                                                   uint64_t *hash) {
  struct hw_recorded_thread *thread = &hw_thread_state()->recorder;
  if (!thread->knows_stack) {
    find_stack(thread);
  }
  // A frame begins with the address of its caller's frame and the return address. The first frame is the caller's.
  uintptr_t frame = *(const uintptr_t *)__builtin_frame_address(0);
  const uintptr_t size = 2 * sizeof(uintptr_t);
  // A coroutine may run on another stack, so a frame must lie within the thread's.
  uintptr_t lowest = thread->stack_start;
  uintptr_t end = thread->stack_end;
  uint64_t folded = 0;
  int count = 0;
  while (count < capacity && frame >= lowest && frame + size <= end && frame % sizeof(uintptr_t) == 0) {
    uintptr_t address = ((const uintptr_t *)frame)[1];
    if (address == 0) {
      break;
    }
    addresses[count++] = address;
    // Takes no time here, because the processor does it while it waits for the next frame.
    folded = hw_fold(folded, address);
    lowest = frame + size;
    frame = ((const uintptr_t *)frame)[0];
  }
  *hash = folded;
  return count;
}

void hw_prepare_stacks(void) {
  void *address;
  (void)backtrace(&address, 1);
  struct hw_recorded_thread *thread = &hw_thread_state()->recorder;
  if (!thread->knows_stack) {
    find_stack(thread);
  }
}

#if defined(DLFO_STRUCT_HAS_EH_COUNT)
// `dladdr` also looks for the nearest symbol, among all those of the file, which takes up to a millisecond.
static bool find_image(const void *address, const char **path, uint64_t *offset) {
  struct dl_find_object found;
  if (_dl_find_object((void *)address, &found) != 0 || found.dlfo_link_map->l_name[0] == 0) {
    // The program itself has no name there.
    return false;
  }
  *path = found.dlfo_link_map->l_name;
  *offset = (uint64_t)((const char *)address - (const char *)found.dlfo_map_start);
  return true;
}
#else
static bool find_image(const void *address, const char **path, uint64_t *offset) {
  (void)address, (void)path, (void)offset;
  return false;
}
#endif

bool hw_image_of(const void *address, const char **path, uint64_t *offset) {
  if (find_image(address, path, offset)) {
    return true;
  }
  Dl_info info;
  if (!dladdr(address, &info) || !info.dli_fname) {
    return false;
  }
  *path = info.dli_fname;
  *offset = (uint64_t)((const char *)address - (const char *)info.dli_fbase);
  return true;
}

int hw_reserve_file_space(int descriptor, int64_t offset, int64_t length) {
  // Beyond this limit (`ulimit -f`) the system sends a signal that would end the program.
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
  // Older kernels do not support it; then each page is mapped at its first write.
  (void)madvise(start, length, MADV_POPULATE_WRITE);
#else
  (void)start;
  (void)length;
#endif
}
