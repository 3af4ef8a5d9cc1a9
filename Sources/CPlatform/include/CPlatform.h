// What Swift cannot reach of the platform by itself: a cheap clock, thread-local storage without a call,
// what the program prints, return addresses, files that are swapped by name, and a run loop to wait in.
#ifndef CPLATFORM_H
#define CPLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What the recorder keeps for each thread. Only files in Sources/Rx/Tracing write it; Output.c reads `suspended`.
struct hw_recorded_thread {
  uint32_t generation;      // the recording in which `ordinal` was given out
  uint16_t ordinal;         // the thread's number in that recording
  uint16_t depth;           // how many recorded calls enclose what runs now
  bool suspended;           // true while the recorder itself runs user code (a description)
  bool knows_stack;         // whether the next two have been asked for
  const void *queue_label;  // of the queue on which the outermost recorded call runs: compared by its address
  uintptr_t stack_start;    // the thread's stack: its lowest address, and the first one behind it; 0 if nobody knows
  uintptr_t stack_end;
};

// What the current-thread scheduler keeps for each thread. Only Sources/Rx/Schedulers/CurrentThreadScheduler*.swift
// touch it.
struct hw_trampoline {
  bool is_running;   // whether an action runs
  void *queue;       // retained; the actions that wait for the running one to return
  intptr_t waiting;  // how many those are
};

// What the engine keeps for each thread, a part for each owner. Its address also stands for the thread: locks and
// subjects compare it to tell whether they are entered again.
struct hw_thread {
  struct hw_recorded_thread recorder;
  struct hw_trampoline trampoline;
};

// Initial-exec: the engine is loaded with the program, so the address is one addition, also from a shared library.
extern _Thread_local struct hw_thread hw_current_thread __attribute__((tls_model("initial-exec")));

static inline struct hw_thread *hw_thread_state(void) { return &hw_current_thread; }

// Whether a recording is under way: what every hook reads. Here, and not in Swift, so that a hook inlined into another
// module reads it with one load and no call.
extern bool hw_recording_flag;

static inline bool hw_is_recording(void) { return __atomic_load_n(&hw_recording_flag, __ATOMIC_RELAXED); }

// Returns what it was before.
static inline bool hw_set_recording(bool on) { return __atomic_exchange_n(&hw_recording_flag, on, __ATOMIC_ACQ_REL); }

// A clock that costs a few nanoseconds to read: the processor's own counter where it runs at a constant rate,
// the monotonic clock in nanoseconds elsewhere. clock_gettime takes about 30 ns on the machines we measured.
extern bool hw_has_counter;

uint64_t hw_monotonic_nanoseconds(void);

static inline uint64_t hw_ticks(void) {
#if defined(__x86_64__)
  if (hw_has_counter) {
    return __builtin_ia32_rdtsc();
  }
  return hw_monotonic_nanoseconds();
#elif defined(__aarch64__)
  uint64_t ticks;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  return ticks;
#else
  return hw_monotonic_nanoseconds();
#endif
}

// Ticks a second, measured against the monotonic clock over about a fifth of a millisecond.
double hw_ticks_per_second(void);

// Copies the name of the calling thread, or an empty string.
void hw_thread_name(char *buffer, size_t size);

// A number for the calling thread that no other living thread of the process has.
uint64_t hw_thread_number(void);

// The label of the dispatch queue that runs on the calling thread; never null.
const char *hw_queue_label(void);

// Fills `addresses` with the return addresses of the calling thread's stack, innermost first. Takes a fraction of a
// microsecond a frame, because it looks up how each function keeps its caller.
int hw_return_addresses(void **addresses, int capacity);

// The same in about a nanosecond a frame: it follows frame pointers, which Swift's functions keep. Where a function keeps
// none, as most C libraries' do, the list ends too early or goes wrong; its addresses need not be any function's then.
// Nothing outside of the thread's stack is read.
int hw_frame_addresses(uintptr_t *addresses, int capacity);

// The file that an address was loaded from and the address's offset in it; false where nobody knows.
bool hw_image_of(const void *address, const char **path, uint64_t *offset);

// Has each text that the program prints to `stdout` given to `note`, just before it is printed. The stream itself, its
// buffer and its descriptor stay the program's: it may reopen, close, redirect or buffer them as it likes.
// Returns false if nothing can be noted in this process; then the program prints as ever.
typedef void (*hw_output_note)(const char *bytes, size_t count);
bool hw_watch_standard_output(hw_output_note note);

// Has a mapping's pages ready for writing, where the system can do that at once: a fault for each page would cost a third
// as much as the records in it, and the system's own populating of a mapping readies a file's pages for reading alone.
void hw_make_writable(void *start, size_t length);

// Reserves disk space for a file's range, so that a later write into a mapping of it cannot fail.
// Returns 0 or an errno.
int hw_reserve_file_space(int descriptor, int64_t offset, int64_t length);

// A file, whatever its name or the number of a descriptor of it.
struct hw_file {
  uint64_t device, inode;
  int64_t size;
};

// The file that a descriptor is for; false if the number is not a descriptor's.
bool hw_file_at(int descriptor, struct hw_file *file);
bool hw_is_file_at(int descriptor, const struct hw_file *file);

// Tells which descriptor a child of this process has to close; -1 for none.
void hw_set_recording_file(int descriptor, const struct hw_file *file);

// Runs `body` on a thread of its own that takes no signals. Not on a dispatch queue, because a program that never used
// one may use them in a child that it forks. Returns false if there can be no such thread.
bool hw_run_beside(void (*body)(void *context), void *context);

// Has two files change names in one step. Returns 0 or an errno: EINVAL or ENOSYS if the system cannot do that.
int hw_swap_names(const char *one, const char *other);

// Gives a file another name. Returns EEXIST if there is a file of that name.
int hw_rename_to_free_name(const char *from, const char *to);

// A wait in the calling thread's run loop, until another thread ends it. Waits of one thread nest.
struct hw_wait;
struct hw_wait *hw_wait_begin(void);

// Runs the loop until it has done something, was woken, or so many seconds have gone by.
void hw_wait_run(struct hw_wait *wait, double seconds);

// From any thread, until the wait is freed.
void hw_wait_wake(struct hw_wait *wait);

// On the thread that began it.
void hw_wait_end(struct hw_wait *wait);
void hw_wait_free(struct hw_wait *wait);

#endif
